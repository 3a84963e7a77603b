//! Looks for better weights of the puzzle's bots: `cargo xtask tune triangle` runs it and says what it takes.
//!
//! A search by evolution with a step size for each weight (separable CMA-ES): each round draws candidates around the
//! present weights, has each of them play the same games, one hand at a time (`greedy`), and moves towards those that
//! scored best. Games are new each round, so no luck is kept. The same seed finds the same weights, on
//! any number of threads.

use std::error::Error;
use std::fmt::Write as _;
use std::thread;

use tercet_game::{Game as _, Live, Rng, run, stream_seed};
use tercet_triangle::{Config, Dense, Drawn, Puzzle};
use tercet_triangle_play::bots::{Greedy, Weights};

const SIZE: usize = Weights::NAMES.len();
/// Candidates a round, and how many of them count.
const CANDIDATES: usize = 16;
const PARENTS: usize = CANDIDATES / 2;
/// The weights that the search begins with, by hand; those that are not there are zero.
const FIRST: [(&str, i32); 17] = [
    ("cleared", 200),
    ("filled", -100),
    ("edge", -100),
    ("hole", -400),
    ("end", -50),
    ("large_0", -600),
    ("large_1", -200),
    ("large_2", -100),
    ("large_places", 100),
    ("middle_0", -600),
    ("middle_1", -200),
    ("middle_2", -100),
    ("middle_places", 100),
    ("small_0", -600),
    ("small_1", -200),
    ("small_2", -100),
    ("small_places", 100),
];
/// The first step of each weight.
const STEP: f64 = 60.0;
/// The games that the weights found are held against the first ones with.
const FINAL_GAMES: u64 = 1000;

type Point = [f64; SIZE];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<u64> = std::env::args().skip(1).map(|word| word.parse()).collect::<Result<_, _>>()?;
    let &[seed, rounds, games] = arguments.as_slice() else {
        return Err("it takes a seed, a number of rounds and a number of games".into());
    };
    let game = Puzzle::<Dense>::new(&Config::default())?;
    let mut output =
        format!("seed {seed}, {rounds} rounds of {CANDIDATES} candidates with {games} games each\n");
    print!("{output}");
    let first = Weights(
        Weights::NAMES
            .map(|name| FIRST.iter().find(|(named, _)| *named == name).map_or(0, |&(_, weight)| weight)),
    );
    let mut search = Search::new(&first);
    for round in 0..rounds {
        let line = search.round(&game, seed, round, games);
        println!("{line}");
        writeln!(output, "{line}")?;
    }
    let found = weights(&search.mean);
    let finals = |weights| score(&game, weights, stream_seed(seed, &[FINALS]), FINAL_GAMES);
    let (before, after) = (finals(first), finals(found));
    let line =
        format!("{FINAL_GAMES} other games: {before:.3} with the first weights, {after:.3} with these");
    println!("{line}");
    writeln!(output, "{line}")?;
    std::fs::write("games/triangle/play/src/bots/weights.rs", source(&found))?;
    std::fs::write("docs/tuning-triangle.md", report(&output, &first, &found))?;
    Ok(())
}

/// The stream of the last games' seeds; rounds have those of their numbers.
const FINALS: u64 = u64::MAX;

/// Where the search is, and what it has learnt about the way.
struct Search {
    mean: Point,
    step: f64,
    /// How far each weight varies, squared, in steps.
    spread: Point,
    /// The way that the mean has gone of late, in steps; and the same in units of each weight's spread.
    path: Point,
    even_path: Point,
}

/// One set of weights that is tried: the drawn distance, and where that leads.
struct Candidate {
    drawn: Point,
    score: f64,
}

impl Search {
    fn new(first: &Weights) -> Search {
        let mean = first.0.map(f64::from);
        Search { mean, step: STEP, spread: [1.0; SIZE], path: [0.0; SIZE], even_path: [0.0; SIZE] }
    }

    fn round(&mut self, game: &Puzzle<Dense>, seed: u64, round: u64, games: u64) -> String {
        let mut rng = Rng::stream(seed, &[round, 0]);
        let games_seed = stream_seed(seed, &[round, 1]);
        let mut candidates: Vec<Candidate> = Vec::new();
        for number in 0..CANDIDATES {
            // Every second one is the mirror of the one before: their mean says more.
            let drawn = match candidates.last() {
                Some(last) if number % 2 == 1 => last.drawn.map(|distance| -distance),
                _ => std::array::from_fn(|_| normal(&mut rng)),
            };
            let score = score(game, weights(&self.at(&drawn)), games_seed, games);
            candidates.push(Candidate { drawn, score });
        }
        let mean = candidates.iter().map(|candidate| candidate.score).sum::<f64>() / CANDIDATES as f64;
        candidates.sort_by(|a, b| b.score.total_cmp(&a.score));
        let best = candidates[0].score;
        self.learn(&candidates[..PARENTS]);
        format!("round {:>3}: best {best:>8.3}, mean {mean:>8.3}, step {:>7.2}", round + 1, self.step)
    }

    fn at(&self, drawn: &Point) -> Point {
        std::array::from_fn(|index| self.mean[index] + self.step * self.spread[index].sqrt() * drawn[index])
    }

    /// Moves to the weighted mean of the best, and adapts the steps as CMA-ES does, each weight by itself.
    fn learn(&mut self, parents: &[Candidate]) {
        let size = SIZE as f64;
        let shares = shares();
        let effective = 1.0 / shares.iter().map(|share| share * share).sum::<f64>();
        let drawn: Point = std::array::from_fn(|index| {
            parents.iter().zip(shares).map(|(parent, share)| share * parent.drawn[index]).sum()
        });
        self.mean = self.at(&drawn);
        let keep = (effective + 2.0) / (size + effective + 3.0);
        let follow = 4.0 / (size + 4.0);
        let narrow = 2.0 / (size + std::f64::consts::SQRT_2).powi(2);
        let wide = ((2.0 * effective - 1.0) / ((size + 2.0).powi(2) + effective)).min(1.0);
        let rate = (size + 2.0) / 3.0 * (narrow / effective + (1.0 - 1.0 / effective) * wide);
        for (index, &drawn) in drawn.iter().enumerate() {
            let even = (keep * (2.0 - keep) * effective).sqrt() * drawn;
            self.even_path[index] = (1.0 - keep) * self.even_path[index] + even;
            let way = (follow * (2.0 - follow) * effective).sqrt() * self.spread[index].sqrt() * drawn;
            self.path[index] = (1.0 - follow) * self.path[index] + way;
            let squares =
                parents.iter().zip(shares).map(|(parent, share)| share * parent.drawn[index].powi(2));
            let seen = self.spread[index] * squares.sum::<f64>();
            let learnt = self.path[index].powi(2) / effective + (1.0 - 1.0 / effective) * seen;
            self.spread[index] = (1.0 - rate) * self.spread[index] + rate * learnt;
        }
        let length = self.even_path.iter().map(|part| part * part).sum::<f64>().sqrt();
        let expected = size.sqrt() * (1.0 - 1.0 / (4.0 * size) + 1.0 / (21.0 * size * size));
        let damping = 1.0 + keep + 2.0 * (((effective - 1.0) / (size + 1.0)).sqrt() - 1.0).max(0.0);
        self.step *= (keep / damping * (length / expected - 1.0)).exp();
    }
}

/// How much each parent counts, the best first.
fn shares() -> [f64; PARENTS] {
    let raw: [f64; PARENTS] =
        std::array::from_fn(|rank| (PARENTS as f64 + 0.5).ln() - (rank as f64 + 1.0).ln());
    let total: f64 = raw.iter().sum();
    raw.map(|share| share / total)
}

/// A number drawn from a bell curve: twelve even ones, summed.
fn normal(rng: &mut Rng) -> f64 {
    (0..12).map(|_| f64::from(rng.next_u32()) / f64::from(u32::MAX)).sum::<f64>() - 6.0
}

fn weights(point: &Point) -> Weights {
    Weights(point.map(|weight| weight.round() as i32))
}

/// The mean score of so many games.
fn score(game: &Puzzle<Dense>, weights: Weights, seed: u64, games: u64) -> f64 {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let part = |thread: usize| {
        let numbers = (0..games).skip(thread).step_by(threads);
        numbers.map(|number| points(game, weights, stream_seed(seed, &[number]))).sum::<i64>()
    };
    let points: i64 = thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|thread| scope.spawn(move || part(thread))).collect();
        running.into_iter().map(|thread| thread.join().expect("games don't fail")).sum()
    });
    points as f64 / 200.0 / games as f64
}

fn points(game: &Puzzle<Dense>, weights: Weights, seed: u64) -> i64 {
    let mut live = Live::new(game, Drawn::new(seed), (), &mut ()).expect("our dealer deals");
    let mut players = [Greedy::with_weights(weights)];
    let scores = run(game, &mut live, &mut players, &mut ()).expect("the bot plays what is legal");
    scores.points()[0].into()
}

fn source(found: &Weights) -> String {
    let lines = Weights::NAMES.iter().zip(found.0).map(|(name, weight)| format!("    {weight}, // {name}\n"));
    format!(
        "//! What the features of a board are worth: written by `cargo xtask tune triangle`; how it came to them stands in\n\
         //! `docs/tuning-triangle.md`.\n\n\
         use super::worth::Weights;\n\n\
         /// The weights that the bots play with.\n\
         #[rustfmt::skip]\n\
         pub(super) const TUNED: Weights = Weights([\n{}]);\n",
        lines.collect::<String>()
    )
}

fn report(output: &str, first: &Weights, found: &Weights) -> String {
    let rows = Weights::NAMES.iter().zip(first.0).zip(found.0);
    let rows = rows.map(|((name, first), found)| format!("| {name} | {first} | {found} |\n"));
    format!(
        "# How the puzzle's weights were found\n\n\
         Written by `cargo xtask tune triangle`, with the numbers of the first line of its log. What the features are stands in\n\
         the documentation of `tercet_triangle_play::bots::Weights`; scores are those of `greedy`, points / 200.\n\n\
         | feature | first | found |\n|---|---|---|\n{}\n```text\n{output}```\n",
        rows.collect::<String>()
    )
}
