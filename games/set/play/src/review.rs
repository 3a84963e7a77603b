//! A finished game of SET looked at again: how long each Set took, what was taken of what was there, what was missed, and how
//! that compares with racers and with earlier games.

mod report;

use std::collections::BTreeMap;

use serde_json::json;
use tercet_entry::{REVIEW_VERSION, Review, ReviewError, ReviewOptions};
use tercet_game::{Game as _, Input, Record, Replay, Seat, Turn};
use tercet_set::{Claim, Event, SetGame, State};

use crate::bots::differences;

/// How many kinds of Sets there are: by how many of four attributes differ. The first place stays empty.
pub const KINDS: usize = 5;

/// A Set that was taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Find {
    /// How many inputs came before it.
    pub at: usize,
    /// Who took it.
    pub seat: Seat,
    /// What was taken.
    pub claim: Claim,
    /// The position in which it lay.
    pub state: State,
    /// In how many attributes its cards differ.
    pub kind: usize,
    /// How many Sets of each kind lay there, it among them.
    pub there: [usize; KINDS],
    /// How long after the board had changed, where that is known.
    pub seconds: Option<f64>,
}

/// What a seat did beside taking Sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mistakes {
    /// Claims that were none.
    pub wrong: usize,
    /// Asked for cards while there was something to claim.
    pub overlooked: usize,
}

/// A game looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Walk {
    /// The Sets that were taken, in order.
    pub finds: Vec<Find>,
    /// By seat.
    pub mistakes: Vec<Mistakes>,
    /// Every Set that ever lay there, as the numbers of its cards: its kind, and who took it.
    pub sets: BTreeMap<Vec<usize>, (usize, Option<Seat>)>,
    /// Where somebody asked for cards with something to claim on the board: how many inputs came before.
    pub overlooked: Vec<(usize, Seat)>,
    /// When the game was over, in seconds.
    pub spent: Option<f64>,
}

/// Looks at a finished game again.
///
/// # Errors
/// If the record does not replay or is not over, or nobody wants the review any more.
pub fn review(record: &Record, wanted: &ReviewOptions<'_>) -> Result<Review, ReviewError> {
    let (game, walk) = walk(record, wanted)?;
    let racers = report::races(&game, &walk, wanted)?;
    wanted.go_on(1, 1)?;
    Ok(Review {
        version: REVIEW_VERSION,
        game: record.game.clone(),
        inputs: record.inputs.len(),
        method: report::method(&walk, &racers),
        curve: report::curve(&game, &walk, wanted),
        turning_points: report::turning_points(&game, &walk, wanted),
        tables: report::tables(&game, &walk, &racers, wanted),
        data: json!({
            "finds": walk.finds.iter().map(report::find_json).collect::<Vec<_>>(),
            "sets": walk.sets.iter().map(report::set_json).collect::<Vec<_>>(),
            "slips": walk.mistakes.iter().map(|mistakes| json!({ "wrong": mistakes.wrong, "overlooked": mistakes.overlooked })).collect::<Vec<_>>(),
            "racers": racers.iter().map(report::Races::json).collect::<Vec<_>>(),
            "seconds": walk.spent,
        }),
    })
}

/// What happened in a record.
///
/// # Errors
/// If it does not replay or is not over, or nobody wants the review any more.
pub fn walk(record: &Record, wanted: &ReviewOptions<'_>) -> Result<(SetGame, Walk), ReviewError> {
    let mut replay = Replay::<SetGame>::open(record)?;
    let game = tercet_game::rules_of::<SetGame>(record)?;
    let mistakes = vec![Mistakes::default(); usize::from(game.seats())];
    let mut walk =
        Walk { finds: Vec::new(), mistakes, sets: BTreeMap::new(), overlooked: Vec::new(), spent: None };
    let time = |at: usize| wanted.times.and_then(|times| times.get(at)).map(|&ms| ms as f64 / 1000.0);
    let mut changed = time(0).map(|_| 0.0);
    let mut events = Vec::new();
    for (at, input) in record.inputs.iter().enumerate() {
        wanted.go_on(at, 2 * record.inputs.len())?;
        let state = *replay.state();
        let claims = if matches!(input, Input::Chance(_)) { Vec::new() } else { game.claims(&state) };
        walk.meet(&state, &claims);
        events.clear();
        replay.step(&mut events)?;
        let now = time(at);
        let seconds = now.zip(changed).map(|(now, changed)| (now - changed).max(0.0));
        for event in &events {
            walk.observe(event, at, &state, &claims, seconds);
        }
        if events.iter().any(|event| matches!(event, Event::Claimed { .. } | Event::Dealt { .. })) {
            changed = now;
        }
        walk.spent = now.or(walk.spent);
    }
    if replay.game().turn(replay.state()) != Turn::Over {
        return Err(ReviewError::Open);
    }
    Ok((game, walk))
}

impl Walk {
    /// Remembers the Sets that lie there.
    fn meet(&mut self, state: &State, claims: &[Claim]) {
        for &claim in claims {
            let kind = kind(state, claim);
            self.sets.entry(cards(state, claim)).or_insert((kind, None));
        }
    }

    fn observe(&mut self, event: &Event, at: usize, state: &State, claims: &[Claim], seconds: Option<f64>) {
        match *event {
            Event::Claimed { seat, claim, .. } => {
                let mut there = [0; KINDS];
                for &claim in claims {
                    there[kind(state, claim)] += 1;
                }
                let kind = kind(state, claim);
                self.sets.insert(cards(state, claim), (kind, Some(seat)));
                self.finds.push(Find { at, seat, claim, state: *state, kind, there, seconds });
            }
            Event::Wrong { seat, .. } => self.mistakes[seat.index()].wrong += 1,
            Event::Asked { seat } if !claims.is_empty() => {
                self.mistakes[seat.index()].overlooked += 1;
                self.overlooked.push((at, seat));
            }
            _ => {}
        }
    }

    /// How many Sets of a kind ever lay there, and how many of them somebody took.
    pub fn of_kind(&self, kind: usize) -> (usize, usize) {
        let own = self.sets.values().filter(|(other, _)| *other == kind);
        own.fold((0, 0), |(there, taken), (_, by)| (there + 1, taken + usize::from(by.is_some())))
    }
}

/// In how many attributes the cards differ.
fn kind(state: &State, claim: Claim) -> usize {
    differences(state, claim)
}

/// The cards of a claim by their numbers, ascending.
fn cards(state: &State, claim: Claim) -> Vec<usize> {
    let mut cards: Vec<usize> =
        claim.cells().iter().filter_map(|&cell| state.card(cell)).map(tercet_set::Card::id).collect();
    cards.sort_unstable();
    cards
}
