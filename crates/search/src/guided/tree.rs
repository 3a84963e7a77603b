//! One tree: its positions, the way down, and the way back.

use std::sync::Arc;

use tercet_game::{Encode, Game, Rng, Sample, Seat, Seats, Turn};

use super::edge::{Edge, NONE, Range, softmax};
use super::gumbel::{self, Weights};
use super::{AnySearch, Descent, Gain, GuidedOptions, Method, SearchOutput, noise, puct};
use crate::{Values, decider};

/// A tree that grows from one position; see [`AnySearch`].
pub struct Tree<G: Encode> {
    game: Arc<G>,
    /// What each number of an observation is multiplied by; empty for one.
    scale: Arc<[f32]>,
    options: GuidedOptions,
    rng: Rng,
    nodes: Vec<Node<G>>,
    edges: Vec<Edge<G::Action>>,
    range: Range,
    /// Gumbel noise of the root's actions, and the plan.
    noise: Vec<f32>,
    plan: Vec<u32>,
    leaves: Vec<Leaf>,
    /// Room for an observation.
    cells: Vec<G::Cell>,
    legal: Vec<G::Action>,
}

struct Node<G: Game> {
    state: G::State,
    next: Next<G>,
    /// How often simulations came here, and the sum of what they found for the seat that decides.
    visits: u32,
    sum: f32,
    /// What has been gained, seat by seat.
    gained: Row,
    /// What is still to come, as the evaluation says.
    value: Row,
}

/// A number for each seat.
type Row = [f32; Seats::MAX as usize];
const ZERO: Row = [0.0; Seats::MAX as usize];

enum Next<G: Game> {
    /// The game is over.
    Nothing,
    /// Nobody has evaluated it: the seat that decides.
    New(Seat),
    /// It waits for that.
    Waiting(Seat),
    Decision {
        seat: Seat,
        first: u32,
        count: u32,
    },
    Chance {
        drawn: Vec<(G::Chance, u32, u32)>,
    },
}

struct Leaf {
    node: u32,
    path: Vec<Step>,
}

/// From a node on by one of its edges, or by chance where that is [`NONE`].
#[derive(Clone, Copy)]
struct Step {
    node: u32,
    edge: u32,
}

impl<G: Sample + Encode> Tree<G> {
    /// A tree that begins at this position.
    pub fn new(
        game: Arc<G>,
        state: G::State,
        scale: Arc<[f32]>,
        options: GuidedOptions,
        seed: u64,
    ) -> Tree<G> {
        let range = if options.gain == Gain::Win { Range::UNIT } else { Range::EMPTY };
        let cells = vec![G::Cell::default(); game.plane_shape().iter().product()];
        let mut tree = Tree {
            game,
            scale,
            options,
            rng: Rng::new(seed),
            nodes: Vec::with_capacity(options.simulations.min(4096) as usize + 1),
            edges: Vec::new(),
            range,
            noise: Vec::new(),
            plan: Vec::new(),
            leaves: Vec::new(),
            cells,
            legal: Vec::new(),
        };
        tree.add(state);
        tree
    }

    fn add(&mut self, state: G::State) -> u32 {
        let next = match (self.game.turn(&state), decider(&*self.game, &state)) {
            (Turn::Chance, _) => Next::Chance { drawn: Vec::new() },
            (Turn::Seats(_), Some(seat)) => Next::New(seat),
            _ => Next::Nothing,
        };
        let gained = self.gained(&state);
        self.nodes.push(Node { state, next, visits: 0, sum: 0.0, gained, value: ZERO });
        (self.nodes.len() - 1) as u32
    }

    fn gained(&self, state: &G::State) -> Row {
        let scores = self.game.scores(state);
        let mut row = ZERO;
        match self.options.gain {
            Gain::Points => {
                row.iter_mut().zip(scores.points()).for_each(|(gain, points)| *gain = *points as f32);
            }
            Gain::Win if scores.end().is_some() => {
                let won = Values::won(&scores);
                (0..).zip(&mut row).for_each(|(seat, gain)| *gain = won.of(Seat(seat)) as f32);
            }
            Gain::Win => {}
        }
        row
    }

    /// Which of a node's edges a simulation takes.
    fn choose(&self, node: u32, first: u32, count: u32) -> u32 {
        let edges = &self.edges[first as usize..(first + count) as usize];
        let Node { sum, visits, .. } = &self.nodes[node as usize];
        let place = match self.options.method {
            Method::Puct { exploration, .. } => {
                puct::select(edges, sum / *visits as f32, exploration, self.range)
            }
            Method::Gumbel { visits, scale, .. } => {
                let (own, weights) = (self.own(node), Weights { visits, scale });
                if node == 0 {
                    let simulation = edges.iter().map(Edge::tried).sum::<u32>() as usize;
                    let tries = self.plan.get(simulation).copied().unwrap_or(0);
                    gumbel::select_root(edges, &self.noise, own, weights, tries)
                } else {
                    gumbel::select(edges, own, weights)
                }
            }
        };
        first + place as u32
    }

    /// What the evaluation said of a node to the seat that decides there.
    fn own(&self, node: u32) -> f32 {
        let node = &self.nodes[node as usize];
        match node.next {
            Next::Decision { seat, .. } => node.value[seat.index()],
            _ => 0.0,
        }
    }

    /// The node behind an edge.
    fn follow(&mut self, node: u32, seat: Seat, edge: u32) -> u32 {
        let Edge { action, node: known, .. } = self.edges[edge as usize];
        if known != NONE {
            return known;
        }
        let mut state = self.nodes[node as usize].state;
        self.game.play(&mut state, seat, action, &mut ()).expect("the action is among the legal ones");
        let child = self.add(state);
        self.edges[edge as usize].node = child;
        child
    }

    /// An outcome as it is drawn, or where there are enough of them one that was drawn before.
    fn draw(&mut self, here: u32) -> u32 {
        let Node { state, visits, next: Next::Chance { drawn }, .. } = &self.nodes[here as usize] else {
            return here;
        };
        let most = self.options.width * ((visits + 1) as f32).powf(self.options.growth);
        let outcome = self.game.sample_outcome(state, &mut self.rng);
        let outcome = outcome.expect("chance that is to move has an outcome");
        if let Some((_, _, node)) = drawn.iter().find(|(known, _, _)| *known == outcome) {
            return *node;
        }
        if drawn.len() as f32 >= most.max(1.0) {
            return pick(drawn, &mut self.rng);
        }
        let mut after = *state;
        let weight = self.weight(state, outcome);
        self.game
            .resolve(&mut after, outcome, &mut ())
            .expect("the outcome was drawn from those that can be");
        let node = self.add(after);
        if let Next::Chance { drawn } = &mut self.nodes[here as usize].next {
            drawn.push((outcome, weight, node));
        }
        node
    }

    fn weight(&self, state: &G::State, outcome: G::Chance) -> u32 {
        let mut outcomes = Vec::new();
        self.game.outcomes(state, &mut outcomes);
        outcomes.iter().find(|(_, other)| *other == outcome).map_or(1, |(weight, _)| *weight)
    }

    /// Gives a position its actions, with the policy.
    fn expand(&mut self, node: u32, logits: &[f32], values: &[f32]) {
        let Node { state, next: Next::Waiting(seat), .. } = &self.nodes[node as usize] else { return };
        let (seat, first) = (*seat, self.edges.len());
        self.legal.clear();
        self.game.legal_actions(state, seat, &mut self.legal);
        for &action in &self.legal {
            let number = self.game.action_number(seat, action);
            let edge = Edge { logit: logits[number], ..Edge::new(action, number as u32) };
            self.edges.push(edge);
        }
        softmax(&mut self.edges[first..]);
        let count = self.legal.len();
        let at = &mut self.nodes[node as usize];
        at.value[..values.len()].copy_from_slice(values);
        (at.visits, at.sum) = (1, values[seat.index()]);
        at.next = Next::Decision { seat, first: first as u32, count: count as u32 };
        if node == 0 {
            self.open_root(first, count);
        }
    }

    /// Noise, and Gumbel's plan.
    fn open_root(&mut self, first: usize, count: usize) {
        let edges = &mut self.edges[first..first + count];
        match self.options.method {
            Method::Puct { noise: None, .. } => {}
            Method::Puct { noise: Some(noise), .. } => {
                let shares = noise::dirichlet(noise.alpha, count, &mut self.rng);
                for (edge, share) in edges.iter_mut().zip(shares) {
                    edge.prior += noise.fraction * (share - edge.prior);
                }
            }
            Method::Gumbel { considered, noise, .. } => {
                self.noise = (0..count).map(|_| noise * noise::gumbel(&mut self.rng)).collect();
                self.plan = gumbel::plan(considered.min(count as u32), self.options.simulations);
            }
        }
    }

    /// Tells all on the way what came of it: what was gained on the way, and what is still to come.
    fn back(&mut self, leaf: u32, path: &[Step], mut come: Row) {
        let mut below = leaf;
        for step in path.iter().rev() {
            let after = self.nodes[below as usize].gained;
            let node = &mut self.nodes[step.node as usize];
            let discount = if step.edge == NONE { 1.0 } else { self.options.discount };
            for (come, (after, before)) in come.iter_mut().zip(after.iter().zip(node.gained)) {
                *come = after - before + discount * *come;
            }
            node.visits += 1;
            if let Next::Decision { seat, .. } = node.next {
                let found = come[seat.index()];
                node.sum += found;
                let edge = &mut self.edges[step.edge as usize];
                edge.visits += 1;
                edge.pending -= 1;
                edge.sum += found;
                if self.options.gain == Gain::Points {
                    self.range.see(edge.mean());
                }
            }
            below = step.node;
        }
    }

    fn root(&self) -> Option<&[Edge<G::Action>]> {
        let Next::Decision { first, count, .. } = self.nodes[0].next else { return None };
        Some(&self.edges[first as usize..(first + count) as usize])
    }
}

/// One of those that were drawn, by their weights.
fn pick<C>(drawn: &[(C, u32, u32)], rng: &mut Rng) -> u32 {
    let mut rank = rng.below(drawn.iter().map(|(_, weight, _)| weight).sum());
    for (_, weight, node) in drawn {
        if rank < *weight {
            return *node;
        }
        rank -= weight;
    }
    drawn[0].2
}

impl<G> AnySearch for Tree<G>
where
    G: Game<State: Send + Sync, Action: Send + Sync, Chance: Send + Sync>
        + Sample
        + Encode<Cell: Send + Sync>
        + Send
        + Sync,
{
    fn plane_shape(&self) -> [usize; 3] {
        self.game.plane_shape()
    }

    fn action_count(&self) -> usize {
        self.game.action_count()
    }

    fn seats(&self) -> usize {
        self.game.seats().into()
    }

    fn decider(&self) -> Option<Seat> {
        decider(&*self.game, &self.nodes[0].state)
    }

    fn descend(&mut self) -> Descent {
        let (mut here, mut path, mut depth) = (0, Vec::new(), 0);
        loop {
            match self.nodes[here as usize].next {
                Next::Decision { seat, first, count } if depth < self.options.depth && count > 0 => {
                    let edge = self.choose(here, first, count);
                    self.edges[edge as usize].pending += 1;
                    path.push(Step { node: here, edge });
                    here = self.follow(here, seat, edge);
                    depth += 1;
                }
                Next::Chance { .. } => {
                    path.push(Step { node: here, edge: NONE });
                    here = self.draw(here);
                }
                Next::New(seat) => {
                    self.nodes[here as usize].next = Next::Waiting(seat);
                    self.leaves.push(Leaf { node: here, path });
                    return Descent::Waits;
                }
                Next::Waiting(_) => {
                    for step in path.iter().filter(|step| step.edge != NONE) {
                        self.edges[step.edge as usize].pending -= 1;
                    }
                    return Descent::Blocked;
                }
                Next::Nothing | Next::Decision { .. } => {
                    let come = self.nodes[here as usize].value;
                    self.back(here, &path, come);
                    return Descent::Done;
                }
            }
        }
    }

    fn waiting(&self) -> usize {
        self.leaves.len()
    }

    fn seat(&self, nth: usize) -> Seat {
        match self.nodes[self.leaves[nth].node as usize].next {
            Next::Waiting(seat) | Next::New(seat) | Next::Decision { seat, .. } => seat,
            Next::Nothing | Next::Chance { .. } => Seat::FIRST,
        }
    }

    fn write(&mut self, nth: usize, view: &mut [f32], mask: &mut [u8]) {
        let seat = self.seat(nth);
        let state = &self.nodes[self.leaves[nth].node as usize].state;
        self.game.write_mask(state, seat, mask);
        self.game.write_planes(state, seat, &mut self.cells);
        for (number, cell) in view.iter_mut().zip(&self.cells) {
            *number = (*cell).into() as f32;
        }
        view.iter_mut().zip(&*self.scale).for_each(|(number, scale)| *number *= scale);
    }

    fn answer(&mut self, logits: &[f32], values: &[f32]) {
        let (actions, seats) = (self.action_count(), self.seats());
        let leaves = std::mem::take(&mut self.leaves);
        for (nth, leaf) in leaves.iter().enumerate() {
            let values = &values[nth * seats..(nth + 1) * seats];
            self.expand(leaf.node, &logits[nth * actions..(nth + 1) * actions], values);
            self.back(leaf.node, &leaf.path, self.nodes[leaf.node as usize].value);
        }
    }

    fn findings(&self, out: SearchOutput<'_>) -> Option<(usize, f32)> {
        let edges = self.root()?;
        let (policy, best) = match self.options.method {
            Method::Puct { .. } => (puct::policy(edges), puct::most_tried(edges)),
            Method::Gumbel { visits, scale, .. } => {
                let (own, weights) = (self.own(0), Weights { visits, scale });
                let best = gumbel::best(edges, &self.noise, own, weights);
                (gumbel::policy(edges, own, weights), best)
            }
        };
        for (edge, share) in edges.iter().zip(policy) {
            let number = edge.number as usize;
            out.visits[number] = edge.visits as i32;
            out.policy[number] = share;
            if edge.visits > 0 {
                out.values[number] = edge.mean();
            }
        }
        Some((edges.get(best)?.number as usize, self.nodes[0].sum / self.nodes[0].visits as f32))
    }
}
