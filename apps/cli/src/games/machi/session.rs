//! A game on a prompt: people type in turn, bots answer at once.

use std::io;

use anyhow::anyhow;
use tercet_entry::wrapped;
use tercet_game::{Deal, Game as _, Record, Refusal, RunError, Seat};
use tercet_machi::{Action, Event};
use tercet_machi_play::text::{board, words};

use crate::failure::{Answer, Failure, FailureExt};
use crate::games::machi::narrate::{Detail, narrate};
use crate::games::machi::options;
use crate::games::machi::table::{Table, TakeBack};
use crate::games::machi::typed::{HELP, Typed, no_option};
use crate::names;
use crate::output::Screen;
use crate::prompt::{self, Prompt};
use crate::reasons;

struct Session<'s> {
    table: Table,
    screen: &'s mut Screen,
    detail: Detail,
    /// Do bots say why?
    explains: bool,
    /// How many events have been printed.
    shown: usize,
    /// How many decisions were taken back.
    undone: u32,
}

pub(crate) fn run(
    table: Table,
    detail: Detail,
    explains: bool,
    screen: &mut Screen,
) -> Result<Answer, Failure> {
    prompt::run(Session { table, screen, detail, explains, shown: 0, undone: 0 })
}

impl Prompt for Session<'_> {
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
        ("Machi Koro", "?")
    }

    fn help(&self) -> String {
        HELP.to_owned()
    }

    fn open(&mut self) -> io::Result<()> {
        if self.table.state().turn() > 1 {
            // A resumed game: `log` prints what happened before.
            self.shown = self.turns(1).unwrap_or(0);
            self.cities()?;
        }
        Ok(())
    }

    fn let_others_act(&mut self) -> Result<bool, Failure> {
        self.let_bots_act()?;
        Ok(!self.table.is_over())
    }

    fn nothing(&mut self) -> io::Result<()> {
        self.ask()
    }

    fn undo(&mut self) -> io::Result<()> {
        if let Err(why) = self.table.undo(TakeBack::Anything) {
            return self.screen.line(why);
        }
        self.undone += 1;
        self.shown = self.table.events().len();
        self.table.keep();
        self.screen.line(&format!("taken back; turn {} again", self.table.state().turn()))?;
        self.ask()
    }

    fn take(&mut self, line: &str) -> io::Result<()> {
        match Typed::read(line) {
            Typed::Number(number) => self.choose(number),
            Typed::Action(text) => self.act(&text),
            Typed::Market => {
                let text = board::market(self.table.game(), self.table.state());
                self.screen.line(&text)
            }
            Typed::Cities => self.cities(),
            Typed::Log(turns) => self.print_turns(turns),
            Typed::Unknown(why) => self.screen.line(&why),
        }
    }

    fn farewell(&mut self) -> io::Result<()> {
        let (game, state) = (self.table.game(), self.table.state());
        let name = |seat: Seat| self.table.name(seat);
        let mut lines = vec![String::new()];
        if let Some(end) = game.scores(state).end() {
            lines.push(format!("the game is over after {} turns: {}", state.turn(), words::end(end)));
        }
        lines.push(board::standings(game, state, &name));
        if self.undone > 0 {
            lines.push(format!("decisions taken back: {}", self.undone));
        }
        lines.push(wrapped(&self.table.share(), "  "));
        self.screen.line(&lines.join("\n"))
    }
}

impl Session<'_> {
    /// Lets bots act until a person is asked, and shows that person's options.
    fn let_bots_act(&mut self) -> Result<(), Failure> {
        let before = self.shown;
        while !self.table.is_over() && !self.table.is_person(self.table.acting()) {
            let choice = self.table.bots_choice();
            let bot = &self.table.players()[self.table.acting().index()];
            let choice = choice.ok_or_else(|| names::silent(bot)).or_failed()?;
            if self.explains {
                self.print_news()?;
                let name = self.table.name(self.table.acting());
                for line in reasons::lines(self.table.game(), &name, &choice) {
                    self.screen.line(&format!("  {line}"))?;
                }
            }
            let because = reasons::advice_of(self.table.game(), &choice).because();
            let played = self.table.play_because(choice.answer.action, &because);
            played.map_err(|error| anyhow!("{error}")).or_failed()?;
        }
        if self.shown < self.table.events().len() || before == 0 {
            self.table.keep();
            self.print_news()?;
            if !self.table.is_over() {
                self.ask()?;
            }
        }
        Ok(())
    }

    /// Prints the events that were not printed yet.
    fn print_news(&mut self) -> io::Result<()> {
        let name = |seat: Seat| self.table.name(seat);
        let lines = narrate(self.table.game(), &self.table.events()[self.shown..], self.detail, &name);
        self.shown = self.table.events().len();
        for line in lines {
            let gap = if line.starts_with("turn ") && self.detail == Detail::Whole { "\n" } else { "" };
            self.screen.line(&format!("{gap}{line}"))?;
        }
        Ok(())
    }

    /// The question, and what may be answered.
    fn ask(&mut self) -> io::Result<()> {
        let name = |seat: Seat| self.table.name(seat);
        let actions = self.table.legal_actions();
        let text = options::list(self.table.game(), self.table.state(), &actions, &name);
        self.screen.line(&text)
    }

    fn choose(&mut self, number: usize) -> io::Result<()> {
        let action = number.checked_sub(1).and_then(|place| self.table.legal_actions().get(place).copied());
        match action {
            Some(action) => self.play(action),
            None => self.screen.line(&no_option(number)),
        }
    }

    /// Does what was typed in the rules' own words.
    fn act(&mut self, text: &str) -> io::Result<()> {
        match self.table.read_action(text) {
            Ok(action) => self.play(action),
            Err(_) if !text.contains(' ') => self.screen.line(&prompt::unknown(text, "?")),
            Err(error) => self.screen.line(&wrapped(&error.to_string(), "  ")),
        }
    }

    fn play(&mut self, action: Action) -> io::Result<()> {
        let refused = match self.table.play(action) {
            Ok(_) => return self.acted(),
            Err(RunError::Refused(illegal)) => {
                tracing::debug!(code = illegal.code(), "refused");
                illegal.to_string()
            }
            Err(error) => error.to_string(),
        };
        self.screen.line(&refused)
    }

    /// After a decision: asks again, even if there is nothing to print.
    fn acted(&mut self) -> io::Result<()> {
        let is_silent = self.shown == self.table.events().len();
        if is_silent && !self.table.is_over() && self.table.is_person(self.table.acting()) {
            self.table.keep();
            return self.ask();
        }
        Ok(())
    }

    fn cities(&mut self) -> io::Result<()> {
        let name = |seat: Seat| self.table.name(seat);
        let text = board::cities(self.table.game(), self.table.state(), &name);
        self.screen.line(&text)
    }

    /// Where the last so many turns begin among the events.
    fn turns(&self, turns: u16) -> Option<usize> {
        let starts = self.table.events().iter().enumerate().rev();
        let mut starts = starts.filter(|(_, event)| matches!(event, Event::TurnStart { .. }));
        starts.nth(usize::from(turns.max(1)) - 1).map(|(place, _)| place)
    }

    fn print_turns(&mut self, turns: u16) -> io::Result<()> {
        let from = self.turns(turns).unwrap_or(0);
        let name = |seat: Seat| self.table.name(seat);
        for line in narrate(self.table.game(), &self.table.events()[from..], Detail::Whole, &name) {
            self.screen.line(&line)?;
        }
        Ok(())
    }
}
