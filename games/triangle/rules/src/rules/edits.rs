//! Changes by hand, and positions from outside.

use tercet_game::Log;

use crate::action::{Edit, Event, Hand, Illegal};
use crate::field::{Cells, Field};
use crate::rules::Puzzle;
use crate::state::{Setup, SetupError, State};

impl<F: Field> Puzzle<F> {
    /// Between two deals, also after the end, which stays (R14, R15).
    pub(crate) fn change(
        &self,
        state: &mut State<F>,
        edit: Edit,
        log: &mut impl Log<Event>,
    ) -> Result<(), Illegal> {
        if state.owed > 0 {
            return Err(Illegal::ShapesOwed);
        }
        match edit {
            Edit::Toggle(cell) => self.toggle(state, cell, log)?,
            Edit::Shapes(hand) => self.set_shapes(state, &hand, log)?,
        }
        self.end_if_stuck(state, log);
        Ok(())
    }

    fn toggle(&self, state: &mut State<F>, cell: u16, log: &mut impl Log<Event>) -> Result<(), Illegal> {
        let index = usize::from(cell);
        if index >= self.grid.size() {
            return Err(Illegal::NoSuchCell(cell));
        }
        if !self.grid.is_playable(index) {
            return Err(Illegal::DeathZone(cell));
        }
        let is_filled = !state.field.is_filled(index);
        log.push(|| Event::Toggled { cell, is_filled });
        if !is_filled {
            state.field.free(&self.tables, index);
            return Ok(());
        }
        let cleared = state.field.fill(&self.tables, index);
        if !cleared.is_empty() {
            log.push(|| Event::Cleared { cells: cleared.list() });
        }
        Ok(())
    }

    fn set_shapes(
        &self,
        state: &mut State<F>,
        hand: &Hand,
        log: &mut impl Log<Event>,
    ) -> Result<(), Illegal> {
        let mut slots = [F::NO_SHAPE; crate::Config::MAX_SLOTS as usize];
        let mut count = 0;
        let set = hand.iter().take(self.config.slots.into()).enumerate();
        for (slot, painted) in set.filter_map(|(slot, painted)| Some((slot, (*painted)?))) {
            if usize::from(painted.piece.0) >= self.shapes.len() {
                return Err(Illegal::NoSuchShape(painted.piece));
            }
            if painted.color >= self.config.colors {
                return Err(Illegal::NoSuchColor(painted.color));
            }
            slots[slot] = painted.piece.0;
            count += 1;
        }
        state.slots = slots;
        state.hand = count;
        log.push(|| {
            let mut hand = *hand;
            hand[usize::from(self.config.slots)..].fill(None);
            Event::Set { hand }
        });
        Ok(())
    }

    /// Makes a position from outside into a state, or says what is wrong with it (R19).
    ///
    /// # Errors
    /// If a filled cell is not playable, a line is full, or a slot holds a shape that is none.
    pub fn position(&self, setup: &Setup) -> Result<State<F>, SetupError> {
        let mut state = tercet_game::Game::start(self);
        for &cell in &setup.filled {
            if cell >= self.grid.size() || !self.grid.is_playable(cell) {
                return Err(SetupError::NotPlayable(cell));
            }
            if state.field.is_filled(cell) {
                return Err(SetupError::Twice(cell));
            }
            if !state.field.fill(&self.tables, cell).is_empty() {
                return Err(SetupError::FullLine(cell));
            }
        }
        if setup.slots.len() > usize::from(self.config.slots) {
            return Err(SetupError::TooManySlots);
        }
        for (slot, piece) in setup.slots.iter().enumerate() {
            let Some(piece) = piece else { continue };
            if usize::from(piece.0) >= self.shapes.len() {
                return Err(SetupError::NoSuchShape(*piece));
            }
            state.slots[slot] = piece.0;
            state.hand += 1;
        }
        let counts = [setup.steps, setup.survived, setup.placed, setup.cleared];
        let steps = setup.steps.saturating_add(setup.end.is_none().into());
        if steps > self.config.limit || counts.iter().any(|&count| count > SetupError::MOST) {
            return Err(SetupError::Counts);
        }
        [state.steps, state.survived, state.placed, state.cleared] = counts;
        state.end = setup.end;
        if state.hand > 0 || setup.end.is_some() {
            state.owed = 0;
            self.end_if_stuck(&mut state, &mut ());
        }
        Ok(state)
    }
}
