//! A game input by input: what each roll gave against what was to be expected, and what each decision gave away.
//!
//! Positions are valued as the bot `search` does: every player maximises their own value until the end of the turn, and the
//! position there has the chances of the [`WinEstimator`]. So a roll's luck is zero on average, whatever the estimator is worth, and no
//! decision gains anything over the best one.

use tercet_entry::{ReviewError, ReviewOptions};
use tercet_game::{Game as _, Input, Notation as _, Record, Replay, Seat, Seats, Turn};
use tercet_machi::{Action, Chance, Config, MachiKoro, Phase, State};
use tercet_search::{Compared, Expectimax, Stop, Values};

use crate::bots::win_estimator::WinEstimator;

/// A number for each seat.
pub type BySeat = [f64; Config::MAX_PLAYERS as usize];

/// How many positions are looked at for what one input was worth, at most.
const POSITIONS: u64 = 50_000;

/// An input, and what it was worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// How many inputs came before it.
    pub at: usize,
    /// The number of the turn.
    pub turn: u16,
    /// Whose turn it was.
    pub seat: Seat,
    /// What it was.
    pub kind: StepKind,
}

/// What an input was.
#[derive(Clone, Debug, PartialEq)]
pub enum StepKind {
    /// Dice fell, or a card came.
    Chance(Luck),
    /// Somebody decided.
    Decision(Decision),
}

/// What chance gave against what was to be expected.
#[derive(Clone, Debug, PartialEq)]
pub struct Luck {
    /// What it was.
    pub chance: Chance,
    /// The chance to win that each seat gained by it.
    pub gained: BySeat,
    /// The coins that the roll brings each seat if it is kept.
    pub coins: BySeat,
    /// The same over all rolls that could have fallen.
    pub expected: BySeat,
}

/// What a decision gave away.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// What was done.
    pub action: Action,
    /// What would have been best.
    pub best: Action,
    /// How much chance to win lies between them.
    pub lost: f64,
    /// All that could be done, the best first.
    pub compared: Vec<Compared<Action>>,
}

/// A position in which a turn begins; the last is the end.
#[derive(Clone, Debug, PartialEq)]
pub struct TurnStart {
    /// How many inputs came before it.
    pub at: usize,
    /// The number of the turn.
    pub turn: u16,
    /// The position.
    pub state: State,
}

/// What positions are worth, as `search` sees them.
pub struct ValueSource<'g> {
    game: &'g MachiKoro,
    estimator: WinEstimator,
}

impl<'g> ValueSource<'g> {
    /// The source of a game.
    pub fn new(game: &'g MachiKoro) -> ValueSource<'g> {
        ValueSource { game, estimator: WinEstimator::new(game, 1) }
    }

    fn search(&self) -> Expectimax<'_, MachiKoro, WinEstimator> {
        Expectimax::new(self.game, &self.estimator, POSITIONS, Stop::default())
    }

    /// The chance of each seat to win.
    pub fn values(&self, state: &State) -> BySeat {
        by_seat(&self.search().values(state))
    }

    /// What chance gave in a position where it is to move.
    ///
    /// # Panics
    /// If it could not give that.
    pub fn luck(&self, state: &State, chance: Chance) -> Luck {
        let mut outcomes = Vec::new();
        self.game.outcomes(state, &mut outcomes);
        let total: f64 = outcomes.iter().map(|&(weight, _)| f64::from(weight)).sum();
        let (mut mean, mut expected) = (BySeat::default(), BySeat::default());
        let mut given = None;
        for (weight, outcome) in outcomes {
            let mut after = *state;
            self.game.resolve(&mut after, outcome, &mut ()).expect("it is among the outcomes");
            let (values, coins) = (self.values(&after), coins_brought(self.game, state, &after));
            add(&mut mean, &values, f64::from(weight) / total);
            add(&mut expected, &coins, f64::from(weight) / total);
            if outcome == chance {
                given = Some((values, coins));
            }
        }
        let (mut gained, coins) = given.expect("it is among the outcomes");
        add(&mut gained, &mean, -1.0);
        Luck { chance, gained, coins, expected }
    }

    /// What an action gave away.
    pub fn decision(&self, state: &State, seat: Seat, action: Action) -> Option<Decision> {
        let compared = self.search().compare(state, seat);
        let best = compared.first()?;
        let own = compared.iter().find(|each| each.action == action)?;
        Some(Decision { action, best: best.action, lost: best.value - own.value, compared })
    }
}

/// All that happened in a record, and where its turns begin.
///
/// # Errors
/// If it does not replay, or nobody wants it any more.
pub(super) fn walk(
    record: &Record,
    wanted: &ReviewOptions<'_>,
    progress: &dyn Fn(usize) -> Result<(), ReviewError>,
) -> Result<(Vec<Step>, Vec<TurnStart>), ReviewError> {
    let mut replay = Replay::<MachiKoro>::open(record)?;
    let game = tercet_game::rules_of::<MachiKoro>(record)?;
    let source = ValueSource::new(&game);
    let (mut steps, mut turns) = (Vec::new(), Vec::<TurnStart>::new());
    for (at, input) in record.inputs.iter().enumerate() {
        progress(at)?;
        let state = *replay.state();
        if turns.last().is_none_or(|last| last.turn != state.turn()) {
            turns.push(TurnStart { at, turn: state.turn(), state });
        }
        let kind = match input {
            Input::Chance(text) => {
                let chance = game.read_chance(text).map_err(tercet_entry::BeginError::from)?;
                Some(StepKind::Chance(source.luck(&state, chance)))
            }
            Input::Play(seat, text) => {
                let action = game.read_action(text).map_err(tercet_entry::BeginError::from)?;
                source.decision(&state, *seat, action).map(StepKind::Decision)
            }
            Input::Expire | Input::Edit(_) => None,
        };
        let (turn, seat) = (state.turn(), state.roller());
        steps.extend(kind.map(|kind| Step { at, turn, seat, kind }));
        replay.step(&mut ())?;
    }
    let end = *replay.state();
    if replay.game().turn(&end) != Turn::Over {
        return Err(ReviewError::Open);
    }
    turns.push(TurnStart { at: record.inputs.len(), turn: end.turn() + 1, state: end });
    wanted.go_on(0, 1)?;
    Ok((steps, turns))
}

/// The coins that each seat gets before it is time to build, if the dice are kept as they are and the richest pays. Boats are
/// counted by what they bring on average.
fn coins_brought(game: &MachiKoro, before: &State, after: &State) -> BySeat {
    let mut brought = BySeat::default();
    let is_open =
        after.turn() == before.turn() && !matches!(after.phase(), Phase::Over { .. } | Phase::Build);
    match game.turn(after) {
        Turn::Chance if is_open && matches!(after.phase(), Phase::Throw { .. }) => {
            let mut throws = Vec::new();
            game.outcomes(after, &mut throws);
            let total: f64 = throws.iter().map(|&(weight, _)| f64::from(weight)).sum();
            for (weight, throw) in throws {
                let mut next = *after;
                game.resolve(&mut next, throw, &mut ()).expect("it is among the outcomes");
                add(&mut brought, &coins_brought(game, before, &next), f64::from(weight) / total);
            }
        }
        Turn::Seats(_) if is_open => {
            let mut next = *after;
            let action = keeping(game, after);
            game.play(&mut next, after.roller(), action, &mut ()).expect("it is a legal action");
            brought = coins_brought(game, before, &next);
        }
        _ => {
            for seat in Seats::first(game.seats()).iter() {
                let coins = |state: &State| f64::from(state.city(seat).coins());
                brought[seat.index()] = coins(after) - coins(before);
            }
        }
    }
    brought
}

/// What leaves the dice alone; where somebody has to be named, the richest.
fn keeping(game: &MachiKoro, state: &State) -> Action {
    let mut legal = Vec::new();
    game.legal_actions(state, state.roller(), &mut legal);
    let purse = |action: &Action| action.seat().map_or(0, |seat| state.city(seat).coins());
    let plain = |action: &&Action| matches!(action, Action::Keep | Action::Stay | Action::Decline);
    let rich = || legal.iter().rev().max_by_key(|action| purse(action));
    *legal.iter().find(plain).or_else(rich).expect("somebody is to act")
}

fn by_seat(values: &Values) -> BySeat {
    std::array::from_fn(|seat| values.of(Seat(seat as u8)))
}

fn add(sum: &mut BySeat, values: &BySeat, weight: f64) {
    sum.iter_mut().zip(values).for_each(|(sum, value)| *sum += weight * value);
}
