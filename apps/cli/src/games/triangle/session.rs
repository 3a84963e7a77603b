//! The puzzle on a prompt: played, or tried out by hand.

use std::io;

use tercet_game::{Deal, Game as _, Notation, Record, RunError};
use tercet_triangle::{Event, Field, Illegal};
use tercet_triangle_play::bots::Greedy;
use tercet_triangle_play::text::{board, words};

use crate::failure::{Answer, Failure};
use crate::games::triangle::answers;
use crate::games::triangle::table::Table;
use crate::games::triangle::typed::{DEBUG_HELP, HELP, Typed};
use crate::output::Screen;
use crate::prompt::{self, Prompt};

/// What may be typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    Play,
    /// Changes by hand, too.
    Debug,
}

struct Session<'s, F: Field + 'static> {
    table: Table<F>,
    screen: &'s mut Screen,
    mode: Mode,
}

pub(crate) fn run<F: Field>(table: Table<F>, mode: Mode, screen: &mut Screen) -> Result<Answer, Failure> {
    prompt::run(Session { table, screen, mode })
}

impl<F: Field> Prompt for Session<'_, F> {
    fn screen(&mut self) -> &mut Screen {
        self.screen
    }

    fn deal(&self) -> &Deal {
        self.table.deal()
    }

    fn record(&self) -> Record {
        self.table.record()
    }

    fn close(&self) -> anyhow::Result<Option<String>> {
        self.table.close()
    }

    fn title(&self) -> (&'static str, &'static str) {
        ("The triangle puzzle", "help")
    }

    fn help(&self) -> String {
        match self.mode {
            Mode::Play => HELP.to_owned(),
            Mode::Debug => format!("{HELP}\n{DEBUG_HELP}"),
        }
    }

    fn open(&mut self) -> io::Result<()> {
        self.show()
    }

    /// Nobody else plays, and who has lost may still take back.
    fn let_others_act(&mut self) -> Result<bool, Failure> {
        Ok(true)
    }

    fn nothing(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn undo(&mut self) -> io::Result<()> {
        if !self.table.undo() {
            return self.screen.line("there is nothing to take back");
        }
        self.changed()
    }

    fn take(&mut self, line: &str) -> io::Result<()> {
        let typed = Typed::read(line);
        if typed.is_debug() && self.mode == Mode::Play {
            return self.screen.line("that is for `tercet debug triangle`");
        }
        match typed {
            Typed::Place(text) => self.place(&text),
            Typed::Hint => self.hint(),
            Typed::Restart => {
                self.table.restart();
                self.changed()
            }
            Typed::Board => self.show(),
            Typed::Edit(text) => self.edit(&text),
            Typed::Legal(slot) => self.screen.line(&answers::legal(&self.table, slot)),
            Typed::Lines(row, col) => self.screen.line(&answers::lines(&self.table, row, col)),
            Typed::Encode(text) => self.screen.line(&answers::encode(&self.table, &text)),
            Typed::Decode(number) => self.screen.line(&answers::decode(&self.table, number)),
            Typed::Unknown(why) => self.screen.line(&why),
        }
    }

    fn farewell(&mut self) -> io::Result<()> {
        let share = self.table.share();
        self.screen.line(&share)
    }
}

impl<F: Field> Session<'_, F> {
    fn place(&mut self, text: &str) -> io::Result<()> {
        match self.table.game().read_action(text) {
            Ok(action) => {
                let played = self.table.play(action);
                self.happened(played)
            }
            Err(error) => self.screen.line(&error.to_string()),
        }
    }

    fn edit(&mut self, text: &str) -> io::Result<()> {
        match self.table.game().read_edit(text) {
            Ok(edit) => {
                let edited = self.table.edit(edit);
                self.happened(edited)
            }
            Err(error) => self.screen.line(&error.to_string()),
        }
    }

    /// Tells what happened but for what the board shows, or why nothing did.
    fn happened(&mut self, outcome: Result<Vec<Event>, RunError<Illegal>>) -> io::Result<()> {
        let events = match outcome {
            Ok(events) => events,
            Err(error) => {
                tracing::debug!(code = error.code(), "refused");
                return self.screen.line(&self.table.refusal(&error));
            }
        };
        for event in events.iter().filter(|event| matches!(event, Event::Cleared { .. })) {
            let text = words::event(self.table.game(), event);
            self.screen.line(&text)?;
        }
        self.changed()
    }

    fn changed(&mut self) -> io::Result<()> {
        self.table.keep();
        self.show()
    }

    fn show(&mut self) -> io::Result<()> {
        let (game, state, style) = (self.table.game(), self.table.state(), self.screen.style);
        let text = board::position(game, state, &self.table.canvas(), style);
        self.screen.line(&format!("\n{text}"))?;
        match self.table.game().scores(self.table.state()).end() {
            Some(end) => {
                let text = format!("the game is over: {}; `undo`, `restart` or `quit`", words::end(end));
                self.screen.line(&text)
            }
            None => Ok(()),
        }
    }

    fn hint(&mut self) -> io::Result<()> {
        let game = self.table.game();
        let best = Greedy::default().best(game, self.table.state());
        let text = best.map_or_else(|| "nothing can be placed".to_owned(), |best| game.action_text(best));
        self.screen.line(&text)
    }
}
