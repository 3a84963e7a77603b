//! Rounds that the engine plays with drawn dice, held against the model `exact`.

use std::collections::{BTreeMap, HashMap};

use crate::table::random;
use tercet_game::{Game, Rng, Seat, Turn};
use tercet_machi::{Action, Chance, Config, MachiKoro, State};
use tercet_odds::{Model, Odds, Pmf};

/// All that the engine was asked so far: it is asked once what a draw or a decision does, however often that comes up.
struct Graph<'o> {
    odds: &'o Odds,
    nodes: Vec<Node>,
    places: HashMap<State, usize>,
}

/// A state, and what can come next: one decision, or a draw for each unit of weight.
struct Node {
    state: State,
    ways: Vec<(Way, Option<usize>)>,
}

#[derive(Clone, Copy)]
enum Way {
    Play(Action),
    Draw(Chance),
}

impl Graph<'_> {
    fn new(odds: &Odds) -> Graph<'_> {
        Graph { odds, nodes: Vec::new(), places: HashMap::new() }
    }

    fn place(&mut self, state: &State) -> usize {
        let next = self.nodes.len();
        let place = *self.places.entry(*state).or_insert(next);
        if place == next {
            let ways = self.ways(state).into_iter().map(|way| (way, None)).collect();
            self.nodes.push(Node { state: *state, ways });
        }
        place
    }

    fn ways(&self, state: &State) -> Vec<Way> {
        match self.odds.game().turn(state) {
            Turn::Seats(_) => vec![Way::Play(self.odds.decision(state).unwrap())],
            Turn::Chance => {
                let mut outcomes = Vec::new();
                self.odds.game().outcomes(state, &mut outcomes);
                let units = |(weight, chance)| (0..weight).map(move |_| Way::Draw(chance));
                outcomes.into_iter().flat_map(units).collect()
            }
            Turn::Over => panic!("nothing is built, so nothing ends"),
        }
    }

    /// Where a way leads.
    fn follow(&mut self, place: usize, number: usize) -> usize {
        let (way, known) = self.nodes[place].ways[number];
        if let Some(next) = known {
            return next;
        }
        let (game, mut state) = (self.odds.game(), self.nodes[place].state);
        let roller = state.roller();
        match way {
            Way::Play(action) => game.play(&mut state, roller, action, &mut ()).unwrap(),
            Way::Draw(chance) => game.resolve(&mut state, chance, &mut ()).unwrap(),
        }
        let next = self.place(&state);
        self.nodes[place].ways[number].1 = Some(next);
        next
    }

    /// Where a turn of this player ends that begins there, with the turns that follow on doubles.
    fn played(&mut self, mut place: usize, rng: &mut Rng) -> usize {
        let roller = self.nodes[place].state.roller();
        while self.nodes[place].state.roller() == roller {
            let ways = self.nodes[place].ways.len();
            let number = if ways == 1 { 0 } else { rng.below(ways as u32) as usize };
            place = self.follow(place, number);
        }
        place
    }
}

/// How often each change of the seat's purse came by a turn of each of so many players from the seat on.
fn counted(
    odds: &Odds,
    start: &State,
    seat: Seat,
    turns: u8,
    rounds: u32,
    rng: &mut Rng,
) -> BTreeMap<i32, u32> {
    let mut graph = Graph::new(odds);
    let first = graph.place(&odds.game().turn_of(start, seat));
    let mut counts = BTreeMap::new();
    for _ in 0..rounds {
        let last = (0..turns).fold(first, |place, _| graph.played(place, rng));
        let coins = graph.nodes[last].state.city(seat).coins();
        *counts.entry(coins as i32 - start.city(seat).coins() as i32).or_insert(0) += 1;
    }
    counts
}

/// How well counts fit: how many were compared that are not too rare, and the farthest off, in standard deviations.
#[derive(Default)]
pub(crate) struct Fit {
    pub(crate) compared: u32,
    pub(crate) worst: f64,
}

impl Fit {
    /// Is each count within five standard deviations of what it should be?
    fn check(&mut self, pmf: &Pmf, counts: &BTreeMap<i32, u32>, rounds: u32, name: &str) {
        assert!((pmf.total() - 1.0).abs() < 1e-12, "{name}: sums to {}", pmf.total());
        for value in pmf.low().min(*counts.keys().next().unwrap())..=pmf.high() {
            let (chance, count) = (pmf.at(value), *counts.get(&value).unwrap_or(&0));
            let expected = chance * f64::from(rounds);
            let sigma = (expected * (1.0 - chance)).sqrt();
            let off = (f64::from(count) - expected).abs();
            if sigma > 3.0 {
                self.compared += 1;
                self.worst = self.worst.max(off / sigma);
            }
            // Rare values are no normal distribution: one or two of them are no contradiction.
            assert!(off <= 5.0 * sigma + 2.0, "{name}: {value} came {count} times, not {expected}");
        }
        let above = counts.keys().filter(|value| **value > pmf.high()).count();
        assert_eq!(above, 0, "{name}: more than {} came", pmf.high());
    }

    fn compare(&mut self, odds: &Odds, state: &State, seat: Seat, rounds: u32, rng: &mut Rng, name: &str) {
        for (turns, pmf) in
            [(1, odds.own_turn_pmf(state, seat)), (odds.game().seats(), odds.round_pmf(state, seat))]
        {
            let counts = counted(odds, state, seat, turns, rounds, rng);
            self.check(&pmf, &counts, rounds, &format!("{name}, {turns} turns"));
        }
    }
}

/// Compares so many random positions.
pub(crate) fn positions(config: &Config, count: u64, kinds: u32, rounds: u32) -> Fit {
    let game = MachiKoro::new(config).unwrap();
    let odds = Odds::new(&game, Model::Exact);
    let mut fit = Fit::default();
    for number in 0..count {
        let mut rng = Rng::stream(2024, &[number]);
        let state = random(&game, kinds, &mut rng);
        let seat = Seat(rng.below(game.seats().into()) as u8);
        fit.compare(&odds, &state, seat, rounds, &mut rng, &format!("position {number}"));
    }
    fit
}
