//! Any game on a full screen: the position's text, what may be done as a list, what happened, and a bar to look back with.

mod model;
mod update;
mod view;

pub(crate) use model::{AnyScreen, Begin, HINTS};

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
    use ratatui::buffer::Buffer;
    use ratatui::layout::Rect;
    use tercet_catalog::CATALOG;
    use tercet_game::Deal;

    use super::*;
    use crate::screen::kit::pen::Pen;
    use crate::screen::kit::theme::Theme;
    use crate::screen::saves::Save;
    use crate::screen::{Effect, Message, Opening, Room, Screen as _};

    const SIZE: Rect = Rect { x: 0, y: 0, width: 100, height: 30 };

    struct Stage {
        screen: AnyScreen,
        now: Duration,
        kept: Vec<Save>,
        opened: Vec<Opening>,
    }

    impl Stage {
        fn new(screen: AnyScreen) -> Stage {
            let mut stage =
                Stage { screen, now: Duration::from_secs(1), kept: Vec::new(), opened: Vec::new() };
            stage.send(Message::Tick);
            stage
        }

        fn room(&self) -> Room {
            Room { area: SIZE, now: self.now, theme: Theme::DARK }
        }

        /// Work is done at once.
        fn send(&mut self, message: Message) {
            let mut left = vec![message];
            while let Some(message) = left.pop() {
                let room = self.room();
                for effect in self.screen.update(&message, &room) {
                    match effect {
                        Effect::Work { job, work } => left.push(Message::Found { job, found: Ok(work()) }),
                        Effect::Keep(save) => self.kept.push(save),
                        Effect::Open(opening) => self.opened.push(opening),
                        _ => {}
                    }
                }
            }
        }

        fn key(&mut self, code: KeyCode) {
            self.send(Message::Key(KeyEvent::new(code, KeyModifiers::NONE)));
        }

        fn text(&self) -> String {
            let mut buffer = Buffer::empty(SIZE);
            let mut pen = Pen::new(&mut buffer, Theme::DARK);
            self.screen.view(&mut pen, &self.room());
            let line = |y| (0..SIZE.width).map(|x| buffer[(x, y)].symbol()).collect::<String>() + "\n";
            (0..SIZE.height).map(line).collect()
        }
    }

    fn names(players: &[&str]) -> Vec<String> {
        players.iter().map(|&name| name.to_owned()).collect()
    }

    fn played(players: &[&str]) -> Stage {
        let game = CATALOG.begin("machi", &[("players", "2")], Deal::stream(7)).unwrap();
        let begin = Begin { id: "machi-1".to_owned(), is_assisted: false };
        Stage::new(AnyScreen::played(game, names(players), begin).unwrap())
    }

    #[test]
    fn a_person_plays_by_the_list_and_bots_answer() {
        let mut stage = played(&["me", "random"]);
        let text = stage.text();
        assert!(text.contains("Machi Koro") && text.contains(" 1  build wheat_field"), "{text}");
        stage.key(KeyCode::Char('1'));
        assert_eq!(stage.screen.person().map(|seat| seat.0), Some(0), "the bot has had its turn");
        let before = stage.screen.game.inputs();
        stage.key(KeyCode::Down);
        stage.key(KeyCode::Enter);
        assert!(stage.screen.game.inputs() > before);
        assert_eq!(stage.kept.last().unwrap().record, stage.screen.game.record().to_string());
        assert!(!stage.kept.last().unwrap().is_assisted);
    }

    #[test]
    fn what_is_taken_back_or_hinted_is_marked_and_what_is_wrong_changes_nothing() {
        let mut stage = played(&["me", "random"]);
        let start = stage.screen.game.record();
        stage.key(KeyCode::Char('1'));
        stage.key(KeyCode::Char('u'));
        assert_eq!(stage.screen.game.record().inputs, start.inputs);
        assert!(stage.kept.last().unwrap().is_assisted);
        let room = stage.room();
        stage.screen.typed("fly", &room);
        stage.screen.typed("build nothing", &room);
        assert_eq!(stage.screen.game.record().inputs, start.inputs);
        assert!(stage.text().contains("nothing"), "{}", stage.text());
        stage.key(KeyCode::Char('h'));
        let note = stage.screen.note.clone().unwrap().0;
        assert!(note.starts_with("build ") || note.starts_with("pass"), "{note}");
    }

    #[test]
    fn one_looks_back_without_playing_and_goes_on_at_the_end() {
        let mut stage = played(&["me", "random"]);
        for _ in 0..5 {
            stage.key(KeyCode::Char('1'));
        }
        let (inputs, newest) = (stage.screen.game.inputs(), stage.text());
        stage.key(KeyCode::Home);
        assert!(stage.text().contains("looking back; End goes on") && stage.text().contains("step 0 of"));
        stage.key(KeyCode::Char('1'));
        stage.key(KeyCode::Enter);
        assert_eq!(stage.screen.game.inputs(), inputs, "nothing is played while one looks back");
        stage.key(KeyCode::End);
        assert_eq!(stage.text(), newest);
    }

    #[test]
    fn a_game_that_is_over_is_begun_again_with_its_options() {
        let game = CATALOG.begin("machi", &[("players", "2"), ("turn_limit", "2")], Deal::stream(7)).unwrap();
        let begin = Begin { id: "machi-1".to_owned(), is_assisted: false };
        let mut stage = Stage::new(AnyScreen::played(game, names(&["me", "random"]), begin).unwrap());
        while !stage.screen.is_over() {
            stage.key(KeyCode::Char('1'));
        }
        stage.key(KeyCode::Char('n'));
        let [Opening::Command(words)] = &stage.opened[..] else { panic!("{:?}", stage.opened) };
        let line = words.join(" ");
        assert!(line.starts_with("play machi --players me,random"), "{line}");
        assert!(line.contains("--option turn_limit=2"), "{line}");
    }
}
