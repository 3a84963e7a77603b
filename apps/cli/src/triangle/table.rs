//! A puzzle that is being played, and the file that its record is kept in.

use std::sync::Arc;

use anyhow::Result;
use tercet_game::{Deal, Game as _, Match, Record, RunError, Seat, Turn};
use tercet_scene::recall;
use tercet_triangle::{Action, Canvas, Edit, Event, Field, Illegal, Puzzle, State};

use crate::files::Keeper;
use crate::options;

pub(crate) struct Table<F: Field + 'static> {
    game: Match<Puzzle<F>>,
    keeper: Keeper,
}

impl<F: Field> Table<F> {
    pub(crate) fn new(game: Puzzle<F>, deal: Deal, keeper: Keeper) -> Result<Table<F>> {
        Ok(Table { game: Match::new(Arc::new(game), deal, &mut ())?, keeper })
    }

    /// The table of a recorded game.
    pub(crate) fn resume(record: &Record, keeper: Keeper) -> Result<Table<F>> {
        Ok(Table { game: Match::resume(record, &mut ())?, keeper })
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
        let memory = recall(self.game(), self.deal(), self.game.inputs());
        memory.expect("what was taken once is taken again").canvas().clone()
    }

    pub(crate) fn play(&mut self, action: Action) -> Result<Vec<Event>, RunError<Illegal>> {
        let mut events = Vec::new();
        self.game.play(Seat::FIRST, action, &mut events)?;
        Ok(events)
    }

    pub(crate) fn edit(&mut self, edit: Edit) -> Result<Vec<Event>, RunError<Illegal>> {
        let mut events = Vec::new();
        self.game.edit(edit, &mut events)?;
        Ok(events)
    }

    /// Takes back the last play or change; `false` if there was none.
    pub(crate) fn undo(&mut self) -> bool {
        self.game.undo()
    }

    /// Begins the same deal anew.
    pub(crate) fn restart(&mut self) {
        let game = Match::new(Arc::clone(self.game.game()), self.deal().clone(), &mut ());
        self.game = game.expect("this deal has been dealt before");
    }

    /// Writes the record as far as it goes.
    pub(crate) fn keep(&self) {
        self.keeper.keep(|| self.record());
    }

    /// Writes the record for good; where to, if anywhere.
    pub(crate) fn close(&self) -> Result<Option<String>> {
        self.keeper.close(|| self.record())
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
