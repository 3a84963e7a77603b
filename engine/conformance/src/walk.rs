//! One random game, examined at every position.

use std::collections::BTreeSet;

use tercet_game::{Dealer, Game, Input, InputOf, Notation, Rng, Sample, Seat, Turn};

use crate::inputs::Taken;
use crate::law::{Breach, Checked, Law, demand};
use crate::position::Position;
use crate::suite::{Probes, Tally};
use crate::visited::Visited;
use crate::{notation, sample};

/// Outside the games that are examined in full, one position in so many is examined.
const SAMPLED: u32 = 16;
/// There, so many inputs of each kind are tried.
const TRIED: usize = 64;
/// After so many inputs a game is not examined in full any more: in a race of SET each seat may claim 220
/// triples and more, and four million inputs of one game took 15 seconds.
const ENOUGH: u64 = 100_000;
/// Where a clock runs, one input in so many is that time passes.
const LATE: u32 = 4;
/// How many inputs seen in a game are tried again where they are not listed.
const REMEMBERED: usize = 256;
/// No game deals or waits that often without a play.
const IDLE: u32 = 10_000;

/// A game on its way, and all that was seen of it.
pub(crate) struct Walk<'s, G: Game> {
    game: &'s G,
    probes: &'s Probes<G>,
    rng: Rng,
    is_thorough: bool,
    visited: Visited<G::State>,
    actions: BTreeSet<G::Action>,
    chances: BTreeSet<G::Chance>,
    plays: u32,
    idle: u32,
    /// What happened.
    pub(crate) inputs: Vec<InputOf<G>>,
    /// The positions where chance was to move, some of them.
    pub(crate) draws: Vec<G::State>,
    pub(crate) tally: Tally,
}

impl<'s, G: Sample + Notation> Walk<'s, G> {
    pub(crate) fn new(game: &'s G, probes: &'s Probes<G>, rng: Rng, is_thorough: bool) -> Walk<'s, G> {
        Walk {
            game,
            probes,
            rng,
            is_thorough,
            visited: Visited::new(),
            actions: BTreeSet::new(),
            chances: BTreeSet::new(),
            plays: 0,
            idle: 0,
            inputs: Vec::new(),
            draws: Vec::new(),
            tally: Tally { games: 1, ..Tally::default() },
        }
    }

    /// Plays to the end.
    pub(crate) fn run(&mut self, mut dealer: impl Dealer<G>) -> Checked {
        let mut state = self.game.start();
        let again = self.game.start();
        demand!(again == state, Law::Pure, "a game starts with {state:?} and then with {again:?}");
        loop {
            let here = Position::read(self.game, state);
            self.look(&here)?;
            let Some(input) = self.choose(&here, &mut dealer)? else { return Ok(()) };
            let (next, events) = self.take(&here, input)?;
            notation::input(self.game, &input)?;
            for event in &events {
                dealer.observe(event);
            }
            self.count(&input)?;
            self.inputs.push(input);
            state = next;
        }
    }

    /// Everything that is checked before an input is chosen.
    fn look(&mut self, here: &Position<'_, G>) -> Checked {
        self.tally.positions += 1;
        here.check()?;
        self.visited.meet(&here.state)?;
        sample::check(here, self.rng)?;
        if here.turn == Turn::Chance && (self.draws.is_empty() || self.rng.below(SAMPLED) == 0) {
            self.draws.push(here.state);
        }
        let is_full = self.is_thorough && self.tally.accepted < ENOUGH;
        if is_full || here.turn == Turn::Over || self.rng.below(SAMPLED) == 0 {
            here.check_appends()?;
            self.accept(here, is_full)?;
            self.refuse(here, is_full)?;
        }
        Ok(())
    }

    /// Tries the listed inputs.
    fn accept(&mut self, here: &Position<'_, G>, is_full: bool) -> Checked {
        let mut listed = here.listed();
        if is_full {
            notation::lists(here)?;
        } else {
            self.thin_out(&mut listed);
        }
        for input in listed {
            self.take(here, input)?;
            notation::input(self.game, &input)?;
            self.remember(&input);
        }
        Ok(())
    }

    /// Tries what is perhaps not listed.
    fn refuse(&mut self, here: &Position<'_, G>, is_full: bool) -> Checked {
        let mut plays = self.foreign_plays(here);
        let mut chances = (self.probes.chances)(self.game, &here.state);
        chances.extend(&self.chances);
        if !is_full {
            self.thin_out(&mut plays);
            self.thin_out(&mut chances);
        }
        let plays = plays.into_iter().map(|(seat, action)| Input::Play(seat, action));
        let chances = chances.into_iter().map(Input::Chance);
        for input in plays.chain(chances).chain([Input::Expire]) {
            self.tally.refused += u64::from(here.refuses(input)?);
        }
        Ok(())
    }

    /// Leaves some of them, chosen by chance.
    fn thin_out<T: Copy>(&mut self, list: &mut Vec<T>) {
        if list.len() > TRIED {
            let count = list.len() as u32;
            *list = (0..TRIED).map(|_| list[self.rng.below(count) as usize]).collect();
        }
    }

    fn take(&mut self, here: &Position<'_, G>, input: InputOf<G>) -> Checked<Taken<G>> {
        let taken = here.accepts(input)?;
        notation::events(self.game, &taken.1)?;
        self.visited.meet(&taken.0)?;
        self.tally.accepted += 1;
        Ok(taken)
    }

    fn remember(&mut self, input: &InputOf<G>) {
        match *input {
            Input::Play(_, action) if self.actions.len() < REMEMBERED => drop(self.actions.insert(action)),
            Input::Chance(chance) if self.chances.len() < REMEMBERED => drop(self.chances.insert(chance)),
            _ => {}
        }
    }

    /// What each seat may try that is perhaps not its to do; seats that are not at the table try a little.
    fn foreign_plays(&self, here: &Position<'_, G>) -> Vec<(Seat, G::Action)> {
        let mut actions = (self.probes.actions)(self.game, &here.state);
        actions.extend(&self.actions);
        let seats = self.game.seats();
        let at_table = (0..seats).map(|seat| (seat, actions.len()));
        let strangers = [seats, 16, u8::MAX].map(|seat| (seat, 3));
        let tries = |(seat, count)| actions.iter().take(count).map(move |&action| (Seat(seat), action));
        at_table.chain(strangers).flat_map(tries).collect()
    }

    /// The next input; `None` at the end.
    fn choose(&mut self, here: &Position<'_, G>, dealer: &mut impl Dealer<G>) -> Checked<Option<InputOf<G>>> {
        match here.turn {
            Turn::Over => Ok(None),
            Turn::Chance => {
                let drawn = dealer.draw(self.game, &here.state);
                let chance =
                    drawn.map_err(|error| Breach::new(Law::Dealer, format!("it says: {}", error.why())))?;
                let is_listed = here.outcomes.iter().any(|(_, listed)| *listed == chance);
                demand!(is_listed, Law::Dealer, "it draws {chance:?}, which is not an outcome");
                Ok(Some(Input::Chance(chance)))
            }
            Turn::Seats(_) if here.window.is_some() && self.rng.below(LATE) == 0 => Ok(Some(Input::Expire)),
            Turn::Seats(seats) => {
                let seat = seats.iter().nth(self.rng.below(seats.len() as u32) as usize);
                let seat = seat.expect("the draw is below the number of seats");
                let list = &here.actions[seat.index()];
                Ok(Some(Input::Play(seat, list[self.rng.below(list.len() as u32) as usize])))
            }
        }
    }

    fn count(&mut self, input: &InputOf<G>) -> Checked {
        if matches!(input, Input::Play(..)) {
            (self.plays, self.idle) = (self.plays + 1, 0);
        } else {
            self.idle += 1;
        }
        let (plays, limit) = (self.plays, self.game.limit());
        demand!(plays <= limit, Law::Limit, "here is play {plays}, and the limit is {limit}");
        demand!(self.idle <= IDLE, Law::Limit, "there were {IDLE} inputs in a row without a play");
        Ok(())
    }
}
