//! A game on a prompt: people type in turn, bots answer at once.

use std::io;
use std::path::Path;

use anyhow::anyhow;
use tercet_entry::wrapped;
use tercet_game::{Game as _, Refusal, RunError, Seat};
use tercet_machi::{Action, Event};
use tercet_machi_play::text::{board, words};

use crate::failure::{Answer, Blame, Failure};
use crate::files;
use crate::machi::options;
use crate::machi::table::{Table, TakeBack};
use crate::machi::tell::{Detail, tell};
use crate::machi::typed::{HELP, Typed, no_option};
use crate::options as all;
use crate::output::Screen;
use crate::reasons;

struct Session<'s> {
    table: Table,
    screen: &'s mut Screen,
    detail: Detail,
    /// Do bots say why?
    explains: bool,
    /// How many events have been told.
    told: usize,
    /// How many decisions were taken back.
    undone: u32,
}

pub(crate) fn run(
    table: Table,
    detail: Detail,
    explains: bool,
    screen: &mut Screen,
) -> Result<Answer, Failure> {
    let mut session = Session { table, screen, detail, explains, told: 0, undone: 0 };
    session.greet()?;
    loop {
        session.let_bots_act()?;
        if session.table.is_over() {
            break;
        }
        let Some(line) = session.screen.ask()? else { break };
        if !session.take(&line)? {
            break;
        }
    }
    session.farewell()?;
    if let Some(path) = session.table.close().or_failed()? {
        session.screen.line(&format!("the record is in {path}"))?;
    }
    Ok(Answer::Yes)
}

impl Session<'_> {
    fn greet(&mut self) -> io::Result<()> {
        let deal = all::brief(self.table.deal());
        self.screen.line(&format!("Machi Koro, deal `{deal}`. `?` lists what you can type."))?;
        if self.table.state().turn() > 1 {
            // A game that goes on: what happened is told by `log`.
            self.told = self.turns(1).unwrap_or(0);
            self.cities()?;
        }
        Ok(())
    }

    /// Lets bots act until a person is asked, and shows that person's options.
    fn let_bots_act(&mut self) -> Result<(), Failure> {
        let before = self.told;
        while !self.table.is_over() && !self.table.is_person(self.table.acting()) {
            let choice = self.table.bots_choice();
            let choice = choice.ok_or_else(|| anyhow!("a bot has no answer")).or_failed()?;
            if self.explains {
                self.tell()?;
                let name = self.table.name(self.table.acting());
                for line in reasons::lines(self.table.game(), &name, &choice) {
                    self.screen.line(&format!("  {line}"))?;
                }
            }
            let because = reasons::told(self.table.game(), &choice).because();
            let played = self.table.play_because(choice.answer.action, &because);
            played.map_err(|error| anyhow!("{error}")).or_failed()?;
        }
        if self.told < self.table.events().len() || before == 0 {
            self.table.keep();
            self.tell()?;
            if !self.table.is_over() {
                self.ask()?;
            }
        }
        Ok(())
    }

    /// Tells what was not told yet.
    fn tell(&mut self) -> io::Result<()> {
        let name = |seat: Seat| self.table.name(seat);
        let lines = tell(self.table.game(), &self.table.events()[self.told..], self.detail, &name);
        self.told = self.table.events().len();
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

    /// Does what was typed; `false` to leave.
    fn take(&mut self, line: &str) -> io::Result<bool> {
        match Typed::read(line) {
            Typed::Quit => return Ok(false),
            Typed::Nothing => self.ask()?,
            Typed::Number(number) => self.choose(number)?,
            Typed::Action(text) => self.act(&text)?,
            Typed::Market => {
                let text = board::market(self.table.game(), self.table.state());
                self.screen.line(&text)?;
            }
            Typed::Cities => self.cities()?,
            Typed::Log(turns) => self.retell(turns)?,
            Typed::Undo => self.undo()?,
            Typed::Save(path) => self.save(&path)?,
            Typed::Help => self.screen.line(HELP)?,
            Typed::Unknown(why) => self.screen.line(&why)?,
        }
        Ok(true)
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
            Err(_) if !text.contains(' ') => {
                self.screen.line(&format!("`{text}` means nothing here; `?` lists what you can type"))
            }
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

    /// After a decision: a new question, even if nothing is to be told.
    fn acted(&mut self) -> io::Result<()> {
        let is_silent = self.told == self.table.events().len();
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

    fn retell(&mut self, turns: u16) -> io::Result<()> {
        let from = self.turns(turns).unwrap_or(0);
        let name = |seat: Seat| self.table.name(seat);
        for line in tell(self.table.game(), &self.table.events()[from..], Detail::Whole, &name) {
            self.screen.line(&line)?;
        }
        Ok(())
    }

    fn undo(&mut self) -> io::Result<()> {
        if let Err(why) = self.table.undo(TakeBack::Anything) {
            return self.screen.line(why);
        }
        self.undone += 1;
        self.told = self.table.events().len();
        self.table.keep();
        self.screen.line(&format!("taken back; turn {} again", self.table.state().turn()))?;
        self.ask()
    }

    fn save(&mut self, path: &Path) -> io::Result<()> {
        let told = files::save(path, &self.table.record());
        self.screen.line(&told)
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
