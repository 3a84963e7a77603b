//! Players who need time to see a Set, as people do.

use std::fmt;

use tercet_game::{Answer, Game, Player, Rng, Seat};
use tercet_set::{Action, Card, Cell, Claim, SetGame, State};

use crate::bots::act_on;
use tercet_search::{BotError, Compared, Explanation};

/// How good a racer is: 1 to 5 in quarters, child to champion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level {
    quarters: u8,
}

impl Level {
    /// The highest level.
    pub const MAX: u8 = HABITS.len() as u8;
    /// The level of a racer whose name says none.
    pub const USUAL: Level = Level { quarters: 4 * 3 };
    /// Names of the whole ones, the lowest first.
    pub const NAMES: [&str; HABITS.len()] = ["child", "beginner", "player", "expert", "champion"];

    /// The level of this whole number; `None` if it is not from 1 to [`Level::MAX`].
    pub fn new(number: u8) -> Option<Level> {
        Level::of_quarters(number.checked_mul(4)?)
    }

    /// The level of so many quarters; `None` if that is not from 1 to [`Level::MAX`].
    pub fn of_quarters(quarters: u8) -> Option<Level> {
        (4..=4 * Level::MAX).contains(&quarters).then_some(Level { quarters })
    }

    /// All whole levels, the lowest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=Level::MAX).map(|number| Level { quarters: 4 * number })
    }

    /// Its number, without its quarters.
    pub fn number(self) -> u8 {
        self.quarters / 4
    }

    /// Its name; of a level between two the lower one's.
    pub fn name(self) -> &'static str {
        Level::NAMES[usize::from(self.number() - 1)]
    }

    pub(crate) fn read(text: &str) -> Result<Level, BotError> {
        let levels = "1 to 5 in quarters, child, beginner, player, expert and champion, or auto";
        let error = || BotError::Level { name: "racer", level: text.to_owned(), levels };
        let named = Level::all().find(|level| level.name() == text);
        named.or_else(|| Level::of_number(text)).ok_or_else(error)
    }

    /// `3`, `3.25`, `3.5`.
    fn of_number(text: &str) -> Option<Level> {
        let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
        let part = ["0", "25", "5", "75"].iter().position(|&quarter| quarter == part)?;
        Level::of_quarters(whole.parse::<u8>().ok()?.checked_mul(4)? + part as u8)
    }

    /// What it means; between two levels by equal factors, so that a quarter is as far from the next everywhere.
    fn habits(self) -> Habits {
        let (whole, part) = (usize::from(self.number()), u32::from(self.quarters % 4));
        let [low, high] = [whole - 1, whole.min(HABITS.len() - 1)].map(|place| &HABITS[place]);
        let wrong = (low.wrong * (4 - part) + high.wrong * part) / 4;
        Habits { see_ms: BETWEEN_MS[usize::from(self.quarters - 4)], wrong }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = ["", ".25", ".5", ".75"][usize::from(self.quarters % 4)];
        write!(f, "{}{part}", self.number())
    }
}

/// Which racer a name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    /// One of this level.
    Of(Level),
    /// One that adapts to the others.
    Auto,
}

impl Pace {
    pub(crate) fn read(text: &str) -> Result<Pace, BotError> {
        if text == "auto" { Ok(Pace::Auto) } else { Level::read(text).map(Pace::Of) }
    }

    /// The shortest name of this racer.
    pub(crate) fn racer(self) -> String {
        match self {
            Pace::Auto => "racer:auto".to_owned(),
            Pace::Of(Level::USUAL) => "racer".to_owned(),
            Pace::Of(level) => format!("racer:{level}"),
        }
    }
}

/// What a level means.
struct Habits {
    /// The median time in which one certain Set of middling difficulty is seen. Boards hold 2.8 Sets on average
    /// and the first one seen counts, so a board takes about two thirds of it.
    see_ms: u32,
    /// How many of 1000 claims are wrong.
    wrong: u32,
}

/// Medians for a board, measured over whole games: about 12, 7, 4, 2.5 and 1.5 seconds. The means for one certain Set stand in
/// `docs/bots.md`, which a test reads.
const HABITS: [Habits; 5] = [
    Habits { see_ms: 17_600, wrong: 80 },
    Habits { see_ms: 10_200, wrong: 50 },
    Habits { see_ms: 5_800, wrong: 25 },
    Habits { see_ms: 3_600, wrong: 10 },
    Habits { see_ms: 2_100, wrong: 0 },
];

/// The same medians for all quarters.
const BETWEEN_MS: [u32; 17] = [
    17_600, 15_356, 13_399, 11_690, 10_200, 8_857, 7_691, 6_679, 5_800, 5_148, 4_570, 4_056, 3_600, 3_146,
    2_750, 2_403, 2_100,
];

/// How much faster a racer that adapts becomes for each Set that it is behind, in sixteenths of an octave; as much slower for each that
/// it is ahead.
const ADAPTS: i32 = 5;

/// It does not become more than two octaves faster or slower: from the usual level that is beyond both ends.
const MOST_ADAPTED: i32 = 32;

/// How much longer than for one Set it takes to be sure that there is none.
const GIVING_UP: u32 = 2;
/// The shortest time in which a hand moves.
const REACTION_MS: u32 = 250;

/// Finds a Set after a virtual delay drawn from its own stream, is sometimes wrong at low levels, asks for cards
/// when it sees nothing, and calls where the game has calls.
#[derive(Clone, Copy, Debug)]
pub struct Racer {
    level: Level,
    adapts: bool,
    rng: Rng,
}

impl Racer {
    /// The racer of this level and seed.
    pub fn new(level: Level, seed: u64) -> Racer {
        Racer { level, adapts: false, rng: Rng::new(seed) }
    }

    /// One that begins at the usual level and adapts to the best of the others: faster when it is behind, slower when it is ahead.
    pub fn adapting(seed: u64) -> Racer {
        Racer { adapts: true, ..Racer::new(Level::USUAL, seed) }
    }

    /// How good it is, or was at the beginning if it adapts.
    pub fn level(&self) -> Level {
        self.level
    }

    /// How much slower it is now than its level says, in sixteenths of an octave.
    fn slower(&self, game: &SetGame, state: &State, seat: Seat) -> i32 {
        if !self.adapts {
            return 0;
        }
        let scores = game.scores(state);
        let points = scores.points();
        let own = points.get(seat.index()).copied().unwrap_or(0);
        let others = points.iter().enumerate().filter(|(place, _)| *place != seat.index());
        let best = others.map(|(_, &points)| points).max().unwrap_or(own);
        let ahead = i32::try_from(i64::from(own) - i64::from(best)).unwrap_or(0);
        (ADAPTS * ahead).clamp(-MOST_ADAPTED, MOST_ADAPTED)
    }

    /// What it says of its speed: nothing if that is its level's.
    fn says(&self, slower: i32) -> String {
        let seconds = f64::from(octaves(self.level.habits().see_ms, slower)) / 1000.0;
        if self.adapts {
            format!("it adapts to you: a Set takes it {seconds:.1} s now; ")
        } else {
            String::new()
        }
    }

    /// After how long it sees something to claim; `None` where there is nothing.
    pub(crate) fn sees_after_ms(&mut self, game: &SetGame, state: &State) -> Option<u32> {
        self.see(game, state, 0).first().map(|seen| seen.at_ms)
    }

    /// What it will see, and when, the first first.
    fn see(&mut self, game: &SetGame, state: &State, slower: i32) -> Vec<Seen> {
        let see_ms = self.level.habits().see_ms;
        let claims = game.claims(state).into_iter();
        let mut seen: Vec<Seen> = claims
            .map(|claim| Seen { claim, at_ms: self.delay(see_ms, slower + harder(state, claim)) })
            .collect();
        seen.sort_by_key(|seen| seen.at_ms);
        seen
    }

    /// A time around `median` with the long tail that people's times have: log-normal but for its ends, and
    /// drawn in whole numbers, so that it is the same on every machine. Of 64 fair bits, 32 are set on average,
    /// with a deviation of 4; three sixteenths of an octave for each make a deviation of 0.75 octaves.
    fn delay(&mut self, median: u32, sixteenths: i32) -> u32 {
        let bits = self.rng.next_u64().count_ones() as i32 - 32;
        let between = self.rng.below(3) as i32 - 1;
        REACTION_MS + octaves(median - REACTION_MS, 3 * bits + between + sixteenths)
    }

    /// The claim or, at times, one that has a wrong card in it: alone a wrong claim would be refused.
    fn slip(&mut self, claim: Claim, game: &SetGame, state: &State) -> Claim {
        if game.seats() == 1 || self.rng.below(1000) >= self.level.habits().wrong {
            return claim;
        }
        let others: Vec<Cell> =
            state.cards().map(|(cell, _)| cell).filter(|cell| !claim.cells().contains(cell)).collect();
        if others.is_empty() {
            return claim;
        }
        let mut cells = claim.cells().to_vec();
        cells[0] = others[self.rng.below(others.len() as u32) as usize];
        Claim::new(&cells).expect("the new cell is none of the others")
    }
}

/// A claim, and when it is seen.
struct Seen {
    claim: Claim,
    at_ms: u32,
}

impl Racer {
    /// What it does, and all that it would see in time.
    fn decide(&mut self, game: &SetGame, state: &State, seat: Seat) -> Option<(Answer<Action>, Vec<Seen>)> {
        let slower = self.slower(game, state, seat);
        let seen = self.see(game, state, slower);
        let Some(first) = seen.first() else {
            let delay_ms = self.delay(GIVING_UP * self.level.habits().see_ms, slower);
            return act_on(None, game, state, seat).map(|action| (Answer { action, delay_ms }, seen));
        };
        let claim = self.slip(first.claim, game, state);
        // Who has called has seen it already, and only has to point.
        let delay_ms =
            if state.caller() == Some(seat) { self.delay(4 * REACTION_MS, 0) } else { first.at_ms };
        act_on(Some(claim), game, state, seat).map(|action| (Answer { action, delay_ms }, seen))
    }

    pub(crate) fn explain(
        &mut self,
        game: &SetGame,
        state: &State,
        seat: Seat,
    ) -> Option<Explanation<Action>> {
        let (answer, seen) = self.decide(game, state, seat)?;
        let says = self.says(self.slower(game, state, seat));
        let why = match (seen.first(), answer.action) {
            (None, _) => "it sees nothing to claim".to_owned(),
            (Some(first), Action::Claim(claim)) if claim != first.claim => {
                "it takes a wrong card with two right ones".to_owned()
            }
            (Some(_), _) => format!("the first of {} that it sees", seen.len()),
        };
        let why = format!("{says}{why}");
        let compared = |seen: Seen| Compared { action: Action::Claim(seen.claim), value: seen.at_ms.into() };
        let compared = seen.into_iter().map(compared).collect();
        Some(Explanation { answer, why, measure: "milliseconds until it is seen", compared })
    }
}

impl Player<SetGame> for Racer {
    fn answer(&mut self, game: &SetGame, state: &State, seat: Seat) -> Option<Answer<Action>> {
        self.decide(game, state, seat).map(|(answer, _)| answer)
    }
}

/// How much longer than a Set of three differing attributes this claim takes to be seen, in sixteenths of an octave: three
/// for each attribute that differs, and an octave more for the two pairs of an ultraset.
fn harder(state: &State, claim: Claim) -> i32 {
    let pairs = if claim.cells().len() > 3 { 16 } else { 0 };
    3 * (differences(state, claim) as i32 - 3) + pairs
}

/// In how many attributes the claim's cards are not all alike: the more, the harder it is to see.
pub(crate) fn differences(state: &State, claim: Claim) -> usize {
    let cards: Vec<Card> = claim.cells().iter().filter_map(|&cell| state.card(cell)).collect();
    let attributes =
        |card: Card| [card.number() as u8, card.color() as u8, card.shape() as u8, card.shading() as u8];
    let differ = |attribute: &usize| {
        cards.iter().any(|&card| attributes(card)[*attribute] != attributes(cards[0])[*attribute])
    };
    (0..4).filter(differ).count()
}

/// `value` times two to the power of `sixteenths / 16`.
fn octaves(value: u32, sixteenths: i32) -> u32 {
    /// Two to the power of `i / 16`, times 2^16.
    const STEPS: [u64; 16] = [
        65_536, 68_438, 71_468, 74_632, 77_936, 81_386, 84_990, 88_752, 92_682, 96_785, 101_070, 105_545,
        110_218, 115_098, 120_194, 125_515,
    ];
    let (whole, rest) = (sixteenths.div_euclid(16), sixteenths.rem_euclid(16) as usize);
    let scaled = u64::from(value) * STEPS[rest];
    let shifted = if whole < 0 { scaled >> (-whole).min(63) } else { scaled << whole.min(15) };
    u32::try_from(shifted >> 16).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarters_lie_between_levels_by_equal_factors() {
        for (level, habits) in Level::all().zip(&HABITS) {
            assert_eq!(level.habits().see_ms, habits.see_ms);
        }
        for [a, b, c, d, e] in BETWEEN_MS.array_windows().step_by(4) {
            let factor = (f64::from(*e) / f64::from(*a)).powf(0.25);
            for (slow, quick) in [(a, b), (b, c), (c, d), (d, e)] {
                assert!((f64::from(*quick) / f64::from(*slow) - factor).abs() < 3e-4, "{slow} {quick}");
            }
        }
        assert_eq!(Level::of_quarters(5).unwrap().habits().wrong, 72);
    }

    #[test]
    fn octaves_double_and_halve() {
        assert_eq!(octaves(1000, 0), 1000);
        assert_eq!(octaves(1000, 16), 2000);
        assert_eq!(octaves(1000, -32), 250);
        assert_eq!(octaves(1000, 8), 1414);
        assert_eq!(octaves(1000, -8), 707);
        assert_eq!(octaves(u32::MAX, 300), u32::MAX);
        assert_eq!(octaves(1000, -2000), 0);
    }
}
