//! Looks at all orders of its hand, as far as a narrow beam sees.

use tercet_game::{Answer, Game, Player, Seat, Turn};
use tercet_triangle::{Action, Field, Puzzle, State};

use crate::triangle::terrain::Terrain;

/// How many boards are kept after each placement.
const BEAM: usize = 8;
/// What a cleared cell is worth, in the units of [`Terrain::cost`].
const CLEARED: i32 = 2;
/// What the end of the game costs.
const LOST: i32 = 10_000;
/// What a template costs that has no place on the last board.
const STUCK: i32 = 6;

/// Places the hand in the order and at the places that look best, as if the next hand did not matter but for the
/// room that it needs. The same position gets the same answer, always; of equal ones the lowest action's.
#[derive(Clone, Debug, Default)]
pub struct Greedy {
    terrain: Terrain,
}

/// A board that the hand can lead to.
#[derive(Clone, Copy)]
struct Branch<F> {
    first: Action,
    state: State<F>,
    value: i32,
}

impl Greedy {
    /// The action that looks best; `None` where there is none.
    pub fn best<F: Field>(&mut self, game: &Puzzle<F>, state: &State<F>) -> Option<Action> {
        self.terrain.settle(game.grid());
        let mut beam = self.expand(game, state, None);
        let mut best: Option<Branch<F>> = None;
        loop {
            narrow(&mut beam);
            let is_open = |branch: &Branch<F>| matches!(game.turn(&branch.state), Turn::Seats(_));
            for branch in beam.iter().filter(|branch| !is_open(branch)) {
                let value = branch.value + room(game, &branch.state);
                if best.as_ref().is_none_or(|best| value > best.value) {
                    best = Some(Branch { value, ..*branch });
                }
            }
            beam.retain(is_open);
            if beam.is_empty() {
                return best.map(|branch| branch.first);
            }
            beam =
                beam.iter().flat_map(|branch| self.expand(game, &branch.state, Some(branch.first))).collect();
        }
    }

    /// All boards that one placement leads to.
    fn expand<F: Field>(&self, game: &Puzzle<F>, state: &State<F>, first: Option<Action>) -> Vec<Branch<F>> {
        let mut actions = Vec::new();
        game.legal_actions(state, Seat::FIRST, &mut actions);
        let branch = |action: Action| {
            let mut next = *state;
            game.play(&mut next, Seat::FIRST, action, &mut ()).expect("it was listed");
            let lost = if game.turn(&next) == Turn::Over { LOST } else { 0 };
            let value = CLEARED * next.cleared() as i32 - self.terrain.cost(&next) - lost;
            Branch { first: first.unwrap_or(action), state: next, value }
        };
        actions.into_iter().map(branch).collect()
    }
}

/// Keeps the best, each board once; of equal values the earlier.
fn narrow<F: Field>(beam: &mut Vec<Branch<F>>) {
    beam.sort_by_key(|branch| std::cmp::Reverse(branch.value));
    let mut kept: Vec<Branch<F>> = Vec::with_capacity(BEAM);
    for branch in beam.iter() {
        if kept.len() == BEAM {
            break;
        }
        if kept.iter().all(|other| other.state != branch.state) {
            kept.push(*branch);
        }
    }
    *beam = kept;
}

/// What the room for the next hand is worth.
fn room<F: Field>(game: &Puzzle<F>, state: &State<F>) -> i32 {
    let (fitting, places) = Terrain::mobility(game, state);
    STUCK * fitting as i32 + (places / 16) as i32
}

impl<F: Field> Player<Puzzle<F>> for Greedy {
    fn answer(&mut self, game: &Puzzle<F>, state: &State<F>, _seat: Seat) -> Option<Answer<Action>> {
        self.best(game, state).map(Answer::now)
    }
}
