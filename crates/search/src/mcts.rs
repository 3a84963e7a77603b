//! Monte Carlo tree search with nodes for chance.

use tercet_game::{Game, Rng, Sample, Seat, Turn};

use super::{Evaluation, Policy, Stop, Values, decider};
use crate::{Compared, Limits};

/// How a tree grows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MctsOptions {
    /// How much actions that were tried little are preferred: the factor of the upper confidence bound.
    pub exploration: f64,
    /// A node of chance that was visited n times has at most `width * n^growth` outcomes (progressive widening).
    pub width: f64,
    /// See `width`; 1 or more lets every outcome in that is drawn.
    pub growth: f64,
    /// The most bytes that the tree holds: it grows no further then.
    pub memory: u64,
}

impl Default for MctsOptions {
    fn default() -> MctsOptions {
        MctsOptions { exploration: 0.5, width: 2.0, growth: 0.5, memory: Limits::LARGEST.memory }
    }
}

/// A search that goes on for as long as it is let: [`Mcts::think`] may be called again and again, and [`Mcts::compared`]
/// asked between.
///
/// A playout goes down the tree, adds one position, and plays on by the policy up to the evaluation's horizon, which counts
/// from the position where it left the tree.
pub struct Mcts<'a, G: Game, E, P> {
    game: &'a G,
    evaluation: &'a E,
    policy: &'a P,
    options: MctsOptions,
    rng: Rng,
    nodes: Vec<Node<G>>,
    /// What the nodes hold beside themselves, in bytes.
    lists: usize,
    is_full: bool,
}

struct Node<G: Game> {
    state: G::State,
    visits: u32,
    next: Next<G>,
}

enum Next<G: Game> {
    /// The game is over.
    Nothing,
    Decision {
        seat: Seat,
        edges: Vec<Edge<G::Action>>,
    },
    Chance {
        drawn: Vec<Drawn<G::Chance>>,
    },
}

impl<G: Game> Next<G> {
    /// What its list holds.
    fn bytes(&self) -> usize {
        match self {
            Next::Nothing => 0,
            Next::Decision { edges, .. } => size_of::<Edge<G::Action>>() * edges.capacity(),
            Next::Chance { drawn } => size_of::<Drawn<G::Chance>>() * drawn.capacity(),
        }
    }
}

/// Room for the nodes that a playout may add: one, and some of chance before it.
const PLAYOUT: usize = 64;

struct Drawn<C> {
    chance: C,
    weight: u32,
    node: usize,
}

#[derive(Clone, Copy)]
struct Edge<A> {
    action: A,
    visits: u32,
    /// The sum of what it was worth to the seat that decides.
    sum: f64,
    node: Option<usize>,
}

impl<'a, G: Sample, E: Evaluation<G>, P: Policy<G>> Mcts<'a, G, E, P> {
    /// A tree that begins at this position.
    pub fn new(
        game: &'a G,
        state: &G::State,
        (evaluation, policy): (&'a E, &'a P),
        options: MctsOptions,
        seed: u64,
    ) -> Self {
        let (rng, nodes) = (Rng::new(seed), Vec::new());
        let mut search = Mcts { game, evaluation, policy, options, rng, nodes, lists: 0, is_full: false };
        search.add(*state);
        search
    }

    /// Plays so many playouts, fewer if a stop is requested or there is no room for more. Gives how many they were.
    pub fn think(&mut self, playouts: u32, stop: &Stop) -> u32 {
        let mut played = 0;
        while played < playouts && !stop.is_requested() && self.make_room() {
            self.playout(stop);
            played += 1;
        }
        played
    }

    /// How many positions the tree has.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// Did its memory end its thinking?
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    /// Is there room for one more playout? The list of nodes doubles, and while it does both lists are there.
    fn make_room(&mut self) -> bool {
        let (count, room, size) = (self.nodes.len(), self.nodes.capacity(), size_of::<Node<G>>());
        let more = if count + PLAYOUT > room { count.max(PLAYOUT) } else { 0 };
        let growing = if more > 0 { count + more } else { 0 };
        self.is_full = (self.lists + size * (room + growing)) as u64 > self.options.memory;
        if !self.is_full {
            self.nodes.reserve_exact(more);
        }
        !self.is_full
    }

    /// What was found out about the actions at the root: the most tried first, which is the one to play; of equals the
    /// better, then the first in the order of the list. Actions that were never tried come last.
    pub fn compared(&self) -> Vec<Compared<G::Action>> {
        let Next::Decision { edges, .. } = &self.nodes[0].next else { return Vec::new() };
        let mut edges = edges.clone();
        edges.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.mean(0.0).total_cmp(&a.mean(0.0))));
        edges.iter().map(|edge| Compared { action: edge.action, value: edge.mean(0.0) }).collect()
    }

    fn add(&mut self, state: G::State) -> usize {
        let next = match self.game.turn(&state) {
            Turn::Over => Next::Nothing,
            Turn::Chance => Next::Chance { drawn: Vec::new() },
            Turn::Seats(_) => self.decision(&state),
        };
        self.lists += next.bytes();
        self.nodes.push(Node { state, visits: 0, next });
        self.nodes.len() - 1
    }

    fn decision(&self, state: &G::State) -> Next<G> {
        let Some(seat) = decider(self.game, state) else { return Next::Nothing };
        let mut actions = Vec::new();
        self.game.legal_actions(state, seat, &mut actions);
        let edge = |action| Edge { action, visits: 0, sum: 0.0, node: None };
        Next::Decision { seat, edges: actions.into_iter().map(edge).collect() }
    }

    /// Down the tree, one new position, to the horizon, and back.
    fn playout(&mut self, stop: &Stop) {
        let mut path: Vec<(usize, usize)> = Vec::new();
        let mut here = 0;
        let values = loop {
            self.nodes[here].visits += 1;
            let step = match &self.nodes[here].next {
                Next::Nothing => None,
                Next::Decision { .. } => self.decide(here, &mut path),
                Next::Chance { .. } => self.draw(here),
            };
            match step {
                None => break self.evaluation.value(self.game, &self.nodes[here].state),
                Some((node, false)) => here = node,
                Some((node, true)) => {
                    self.nodes[node].visits += 1;
                    break self.play_on(self.nodes[node].state, stop);
                }
            }
        };
        for (node, place) in path {
            if let Next::Decision { seat, edges } = &mut self.nodes[node].next {
                edges[place].visits += 1;
                edges[place].sum += values.of(*seat);
            }
        }
    }

    /// The edge with the highest upper bound; the node that it leads to, and whether that is new.
    fn decide(&mut self, here: usize, path: &mut Vec<(usize, usize)>) -> Option<(usize, bool)> {
        let Node { state, visits, next: Next::Decision { seat, edges } } = &self.nodes[here] else {
            return None;
        };
        let place = select(edges, *visits, self.options.exploration)?;
        path.push((here, place));
        if let Some(node) = edges[place].node {
            return Some((node, false));
        }
        let mut after = *state;
        self.game.play(&mut after, *seat, edges[place].action, &mut ()).ok()?;
        let node = self.add(after);
        if let Next::Decision { edges, .. } = &mut self.nodes[here].next {
            edges[place].node = Some(node);
        }
        // What chance brings is what an action comes to: a node of chance alone says nothing.
        Some((node, matches!(self.nodes[node].next, Next::Decision { .. })))
    }

    /// An outcome as it is drawn, or where there are enough of them one that was drawn before.
    fn draw(&mut self, here: usize) -> Option<(usize, bool)> {
        let Node { state, visits, next: Next::Chance { drawn } } = &self.nodes[here] else { return None };
        let most = self.options.width * f64::from(*visits).powf(self.options.growth);
        let chance = self.game.sample_outcome(state, &mut self.rng)?;
        if let Some(known) = drawn.iter().find(|known| known.chance == chance) {
            return Some((known.node, false));
        }
        if drawn.len() as f64 >= most {
            return Some((pick(drawn, &mut self.rng), false));
        }
        let weight = self.weight(state, chance);
        let mut after = *state;
        self.game.resolve(&mut after, chance, &mut ()).ok()?;
        let node = self.add(after);
        let next = &mut self.nodes[here].next;
        let before = next.bytes();
        if let Next::Chance { drawn } = next {
            drawn.push(Drawn { chance, weight, node });
        }
        self.lists += next.bytes() - before;
        Some((node, !matches!(self.nodes[node].next, Next::Chance { .. })))
    }

    fn weight(&self, state: &G::State, chance: G::Chance) -> u32 {
        let mut outcomes = Vec::new();
        self.game.outcomes(state, &mut outcomes);
        outcomes.iter().find(|(_, other)| *other == chance).map_or(1, |(weight, _)| *weight)
    }

    /// Plays by the policy up to the horizon, or until a stop is requested.
    fn play_on(&mut self, root: G::State, stop: &Stop) -> Values {
        let (game, mut state) = (self.game, root);
        let goes_on = |state: &G::State| {
            game.turn(state) != Turn::Over
                && !self.evaluation.is_leaf(game, &root, state)
                && !stop.is_requested()
        };
        while goes_on(&state) {
            let done = if let Some(seat) = decider(game, &state) {
                let action = self.policy.choose(game, &state, seat, &mut self.rng);
                action.is_some_and(|action| game.play(&mut state, seat, action, &mut ()).is_ok())
            } else {
                let chance = game.sample_outcome(&state, &mut self.rng);
                chance.is_some_and(|chance| game.resolve(&mut state, chance, &mut ()).is_ok())
            };
            if !done {
                break;
            }
        }
        self.evaluation.value(game, &state)
    }
}

/// One of those that were drawn, by their weights.
fn pick<C>(drawn: &[Drawn<C>], rng: &mut Rng) -> usize {
    let mut rank = rng.below(drawn.iter().map(|known| known.weight).sum());
    let here = drawn.iter().find(|known| {
        let here = rank < known.weight;
        rank -= if here { 0 } else { known.weight };
        here
    });
    here.map_or(0, |known| known.node)
}

impl<A> Edge<A> {
    fn mean(&self, untried: f64) -> f64 {
        if self.visits == 0 { untried } else { self.sum / f64::from(self.visits) }
    }
}

/// The place of the highest upper confidence bound. What was never tried counts as tried once with the mean of all.
fn select<A>(edges: &[Edge<A>], visits: u32, exploration: f64) -> Option<usize> {
    let tried: u32 = edges.iter().map(|edge| edge.visits).sum();
    let mean = edges.iter().map(|edge| edge.sum).sum::<f64>() / f64::from(tried.max(1));
    let logarithm = f64::from(visits.max(1)).ln();
    let bound =
        |edge: &Edge<A>| edge.mean(mean) + exploration * (logarithm / f64::from(edge.visits.max(1))).sqrt();
    let mut best: Option<(f64, usize)> = None;
    for (place, edge) in edges.iter().enumerate() {
        let bound = bound(edge);
        if best.is_none_or(|(other, _)| bound > other) {
            best = Some((bound, place));
        }
    }
    best.map(|(_, place)| place)
}
