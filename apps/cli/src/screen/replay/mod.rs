//! Games that are looked at: recorded ones, and those that bots play among themselves.

mod board;
mod model;
mod update;
mod view;

pub(crate) use model::Model;

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
    use crate::screen::{Effect, Message, Room, Screen as _};

    const SIZE: Rect = Rect { x: 0, y: 0, width: 100, height: 30 };

    struct Stage {
        screen: Model,
        now: Duration,
    }

    impl Stage {
        fn new(screen: Model) -> Stage {
            let mut stage = Stage { screen, now: Duration::from_secs(1) };
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
                        Effect::Keep(_) => panic!("nothing that is watched is kept"),
                        _ => {}
                    }
                }
            }
        }

        fn key(&mut self, code: KeyCode) {
            self.send(Message::Key(KeyEvent::new(code, KeyModifiers::NONE)));
        }

        fn pass(&mut self, time: Duration) {
            let until = self.now + time;
            while let Some(at) = self.screen.wakes().filter(|&at| at <= until) {
                self.now = at.max(self.now + Duration::from_millis(1));
                self.send(Message::Tick);
            }
            self.now = until;
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

    #[test]
    fn bots_are_watched_at_a_pace_and_a_record_is_looked_at_again() {
        let game =
            CATALOG.begin("machi", &[("players", "2"), ("turn_limit", "20")], Deal::stream(7)).unwrap();
        let mut stage = Stage::new(Model::live(game, names(&["random", "random"])).unwrap());
        stage.pass(Duration::from_secs(2));
        let some = stage.screen.stops.len();
        assert!((2..=4).contains(&some), "{some} stops in two seconds");
        stage.key(KeyCode::Char(' '));
        stage.pass(Duration::from_mins(1));
        assert_eq!(stage.screen.stops.len(), some, "paused");
        stage.key(KeyCode::Char(' '));
        stage.pass(Duration::from_mins(10));
        assert!(stage.screen.wakes().is_none(), "it is over");
        let record = stage.screen.record.clone();
        assert!(record.end.is_some());
        assert!(Model::recorded(record.clone(), names(&["Ana"]), None).is_err(), "a name for each seat");
        let mut again = Stage::new(Model::recorded(record, names(&["Ana", "Ben"]), None).unwrap());
        assert!(again.text().contains("step 0 of") && again.screen.title().starts_with("Machi Koro, again"));
        again.key(KeyCode::Char(' '));
        again.pass(Duration::from_mins(10));
        assert_eq!(again.screen.here + 1, again.screen.stops.len());
    }

    #[test]
    fn a_game_without_a_drawing_of_its_own_is_shown_as_text() {
        let game = CATALOG.begin("machi", &[("players", "2")], Deal::stream(7)).unwrap();
        let mut model = Model::recorded(game.record(), names(&["Ana", "Ben"]), None).unwrap();
        model.boards = board::texts(&model.record, &model.stops);
        let stage = Stage::new(model);
        let text = stage.text();
        assert!(text.contains("turn 1, Ana to move") && text.contains("Wheat Field, Bakery"), "{text}");
        assert!(Model::live(game, names(&["random"])).is_err(), "a name for each seat");
    }
}
