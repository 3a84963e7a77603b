//! A puzzle that is being played, and the file that its record is kept in.

use std::sync::Arc;

use anyhow::Result;
use tercet_entry::{Thinker, thinker_on};
use tercet_game::{Deal, Game as _, Input, InputOf, Match, Notation as _, Record, RunError, Seat, Turn};
use tercet_scene::Remembered;
use tercet_search::BotError;
use tercet_search::Stop;
use tercet_triangle::{Action, Canvas, Direction, Edit, Event, Field, Illegal, Puzzle, State};
use tercet_triangle_play::Triangle;
use tercet_triangle_play::text::words;

use crate::files::RecordFile;
use crate::options;
use crate::options::own_bot_limits;

pub(crate) struct Table<F: Field + 'static> {
    game: Match<Puzzle<F>, Remembered<Puzzle<F>>>,
    record_file: RecordFile,
}

impl<F: Field> Table<F> {
    pub(crate) fn new(game: Puzzle<F>, deal: Deal, record_file: RecordFile) -> Result<Table<F>> {
        let fresh = Remembered::fresh(&game, &deal);
        Ok(Table { game: Match::followed(Arc::new(game), deal, fresh, &mut ())?, record_file })
    }

    /// The table of a recorded game.
    pub(crate) fn resume(record: &Record, record_file: RecordFile) -> Result<Table<F>> {
        let fresh = |game: &Puzzle<F>| Remembered::fresh(game, &record.deal);
        Ok(Table { game: Match::resume_followed(record, fresh, &mut ())?, record_file })
    }

    pub(crate) fn game(&self) -> &Puzzle<F> {
        self.game.game()
    }

    pub(crate) fn state(&self) -> &State<F> {
        self.game.state()
    }

    pub(crate) fn deal(&self) -> &Deal {
        self.game.deal()
    }

    pub(crate) fn record(&self) -> Record {
        self.game.record()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.game.turn() == Turn::Over
    }

    pub(crate) fn legal_actions(&self) -> Vec<Action> {
        self.game.legal_actions(Seat::FIRST)
    }

    pub(crate) fn points(&self) -> i32 {
        self.game().scores(self.state()).points()[0]
    }

    /// The colours as they are now.
    pub(crate) fn canvas(&self) -> Canvas {
        self.game.memory().memory().canvas().clone()
    }

    pub(crate) fn play(&mut self, action: Action) -> Result<Vec<Event>, RunError<Illegal>> {
        let events = self.step(Input::Play(Seat::FIRST, action))?;
        let text = self.game().action_text(action);
        tracing::debug!(action = %text, inputs = self.game.inputs().len(), "played");
        Ok(events)
    }

    pub(crate) fn edit(&mut self, edit: Edit) -> Result<Vec<Event>, RunError<Illegal>> {
        self.step(Input::Edit(edit))
    }

    /// Takes a play or a change.
    pub(crate) fn step(&mut self, input: InputOf<Puzzle<F>>) -> Result<Vec<Event>, RunError<Illegal>> {
        let mut events = Vec::new();
        self.game.step(input, &mut events)?;
        Ok(events)
    }

    /// The last play or change, which undo would take back.
    pub(crate) fn last(&self) -> Option<InputOf<Puzzle<F>>> {
        self.game.inputs().iter().rev().find(|input| !matches!(input, Input::Chance(_))).copied()
    }

    /// A bot's thinking about this position.
    pub(crate) fn thinker(&self, bot: &str, seed: u64, stop: &Stop) -> Result<Thinker, BotError>
    where
        F: Send + Sync,
    {
        thinker_on::<Triangle<F>, _>(&self.game, bot, seed, Seat::FIRST, &own_bot_limits(stop))
    }

    /// The number of an action.
    pub(crate) fn number(&self, action: Action) -> usize {
        usize::from(action.slot) * self.game().grid().size() + usize::from(action.anchor)
    }

    /// The lines through a cell.
    pub(crate) fn runs(&self, cell: usize) -> Vec<(Direction, Vec<usize>)> {
        let shortest = usize::from(self.game().config().min_line);
        let each = Direction::ALL.into_iter().flat_map(|direction| {
            self.game().grid().runs(direction, shortest).into_iter().map(move |run| (direction, run))
        });
        each.filter(|(_, run)| run.contains(&cell)).collect()
    }

    /// A refusal, with cells as people count them.
    pub(crate) fn refusal(&self, error: &RunError<Illegal>) -> String {
        match error {
            RunError::Refused(Illegal::DeathZone(cell)) => {
                format!("the cell {} is not playable", words::cell(self.game(), *cell))
            }
            other => other.to_string(),
        }
    }

    /// Takes back the last play or change; `false` if there was none.
    pub(crate) fn undo(&mut self) -> bool {
        self.game.undo()
    }

    /// Begins the same deal anew.
    pub(crate) fn restart(&mut self) {
        let fresh = Remembered::fresh(self.game(), self.deal());
        let game = Match::followed(Arc::clone(self.game.game()), self.deal().clone(), fresh, &mut ());
        self.game = game.expect("this deal has been dealt before");
    }

    /// Writes the record as far as it goes.
    pub(crate) fn keep(&self) {
        self.record_file.keep(|| self.record());
    }

    /// Writes the record for good; where to, if anywhere.
    pub(crate) fn close(&self) -> Result<Option<String>> {
        self.record_file.close(|| self.record())
    }

    /// The game in one line, to be passed on.
    pub(crate) fn share(&self) -> String {
        let state = self.state();
        format!(
            "triangle, deal `{}`: points {}, steps {}, cleared {}",
            options::brief(self.deal()),
            self.points(),
            state.steps(),
            state.cleared()
        )
    }
}
