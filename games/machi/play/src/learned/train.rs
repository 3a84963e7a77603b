//! Training: games in which every seat builds what the chances so far say is best.

use std::cell::RefCell;

use tercet_game::{ConfigError, Game as _, Rng, Sample as _, Seat, Turn};
use tercet_machi::{Action, Config, MachiKoro, Phase, State};
use tercet_search::{Evaluation, Expectimax, Policy as _, Stop, Values};
use tercet_train::value::{Episode, Episodes, SeatNet, SeatShares, SeatTrajectory, SeatView, TdOptions};

use super::features::{FeatureExtractor, INPUTS};
use crate::bots::{Quick, win_estimator};

/// How Machi Koro learns: mostly from what really came, because a single turn changes little.
pub const LESSON: TdOptions = TdOptions { discount: 1.0, lambda: 0.9 };

/// Games are cut after so many turns of a seat.
const MOST_ROUNDS: u16 = 150;

/// How much the chances of two things to build may differ so that the lesser one is sometimes tried.
const NOISE: f64 = 0.01;

/// How a turn's dice are learned from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rolls {
    /// By the average over all that could have fallen, each followed by what is best then.
    Averaged,
    /// By those that fell: many more games in the same time, each of which teaches less.
    Sampled,
}

/// Machi Koro as a game that learns by playing itself, with each number of players by turns.
#[derive(Debug)]
pub struct MachiEpisodes {
    tables: Vec<(MachiKoro, FeatureExtractor)>,
    rolls: Rolls,
}

impl MachiEpisodes {
    /// Training with these options, for as many players as each of these says.
    ///
    /// # Errors
    /// If the options don't fit a number of players.
    pub fn new(config: &Config, players: &[u8], rolls: Rolls) -> Result<MachiEpisodes, ConfigError> {
        let table = |&players: &u8| {
            let game = MachiKoro::new(&Config { players, ..config.clone() })?;
            let features = FeatureExtractor::new(&game);
            Ok((game, features))
        };
        Ok(MachiEpisodes { tables: players.iter().map(table).collect::<Result<_, _>>()?, rolls })
    }
}

/// The chances by the weights so far, up to the end of the turn.
struct Live<'a> {
    features: &'a FeatureExtractor,
    weights: &'a [f32],
    seen: RefCell<Vec<f32>>,
}

impl Live<'_> {
    fn chances(&self, state: &State) -> SeatShares {
        let mut seen = self.seen.borrow_mut();
        self.features.see(state, &mut seen);
        SeatView::new(INPUTS, self.weights).expect("the net's own weights").chances(&seen)
    }
}

impl Evaluation<MachiKoro> for Live<'_> {
    fn value(&self, game: &MachiKoro, state: &State) -> Values {
        if state.winner().is_some() {
            return Values::won(&game.scores(state));
        }
        Values::new(&self.chances(state).map(f64::from)[..5])
    }

    fn key(&self, game: &MachiKoro, state: &State) -> Option<u64> {
        win_estimator::forgetful_key(game, state)
    }

    fn is_leaf(&self, _: &MachiKoro, root: &State, state: &State) -> bool {
        win_estimator::is_turn_over(root, state, 1)
    }
}

/// What a thread keeps.
#[derive(Debug, Default)]
pub struct Scratch {
    weights: Vec<f32>,
    seen: Vec<f32>,
    actions: Vec<Action>,
}

/// One game that is being played.
struct Table<'a> {
    game: &'a MachiKoro,
    live: Live<'a>,
    actions: &'a mut Vec<Action>,
    rolls: Rolls,
    rng: Rng,
}

impl Table<'_> {
    /// Positions that are looked at for the average of a turn: all there are but in the strangest cities.
    const POSITIONS: u64 = 20_000;

    fn search(&self) -> Expectimax<'_, MachiKoro, Live<'_>> {
        Expectimax::new(self.game, &self.live, Table::POSITIONS, Stop::default())
    }

    /// The chances at the beginning of a turn, before the dice.
    fn before(&self, state: &State) -> Option<SeatShares> {
        let values = (self.rolls == Rolls::Averaged).then(|| self.search().values(state))?;
        let mut shares = SeatShares::default();
        for (seat, share) in shares.iter_mut().enumerate().take(usize::from(self.game.seats())) {
            *share = values.of(Seat(seat as u8)) as f32;
        }
        Some(shares)
    }

    fn action(&mut self, state: &State) -> Action {
        let seat = state.roller();
        if state.phase() == Phase::Build {
            return self.build(state);
        }
        let found = match self.rolls {
            Rolls::Averaged => self.search().compare(state, seat).first().map(|best| best.action),
            Rolls::Sampled => {
                let quick = Quick { odds: self.live.features.odds() };
                quick.choose(self.game, state, seat, &mut self.rng)
            }
        };
        found.expect("a seat that is to move can move")
    }

    /// The thing to build: the best but for a little noise.
    fn build(&mut self, state: &State) -> Action {
        let (game, seat) = (self.game, state.roller());
        self.actions.clear();
        game.legal_actions(state, seat, self.actions);
        let mut best = (f64::NEG_INFINITY, self.actions[0]);
        for &action in &*self.actions {
            let mut after = *state;
            game.play(&mut after, seat, action, &mut ()).expect("listed actions are legal");
            let chance = match after.winner() {
                Some(winner) => f64::from(u8::from(winner == seat)),
                None => f64::from(self.live.chances(&after)[seat.index()]),
            };
            let chance = chance + NOISE * gumbel(&mut self.rng);
            if chance > best.0 {
                best = (chance, action);
            }
        }
        best.1
    }

    /// Takes one step: what chance brings, or what the roller does.
    fn step(&mut self, state: &mut State) -> u64 {
        if self.game.turn(state) == Turn::Chance {
            let chance = self.game.sample_outcome(state, &mut self.rng).expect("chance is to move");
            self.game.resolve(state, chance, &mut ()).expect("it was drawn from what can be");
            return 0;
        }
        let (seat, action) = (state.roller(), self.action(state));
        self.game.play(state, seat, action, &mut ()).expect("policies play what is legal");
        1
    }
}

/// A number with which the best of several is each of them as often as its exponential's share.
fn gumbel(rng: &mut Rng) -> f64 {
    let uniform = (f64::from(rng.below(1 << 24)) + 0.5) / f64::from(1 << 24);
    -(-uniform.ln()).ln()
}

impl Episodes for MachiEpisodes {
    type Net = SeatNet;
    type Scratch = Scratch;

    fn net(&self) -> SeatNet {
        SeatNet::new(INPUTS)
    }

    fn scratch(&self) -> Scratch {
        Scratch::default()
    }

    fn episode(
        &self,
        scratch: &mut Scratch,
        net: &SeatNet,
        seed: u64,
        trajectory: &mut SeatTrajectory,
    ) -> Episode {
        let mut rng = Rng::new(seed);
        let (game, features) = &self.tables[rng.below(self.tables.len() as u32) as usize];
        let Scratch { weights, seen, actions } = scratch;
        net.copy_to(weights);
        let live = Live { features, weights, seen: RefCell::default() };
        let mut table = Table { game, live, actions, rolls: self.rolls, rng };
        let (mut state, mut moves, mut turn) = (game.start(), 0, 1);
        let mut before = None;
        while game.turn(&state) != Turn::Over {
            moves += table.step(&mut state);
            if state.turn() > turn {
                turn = state.turn();
                if turn > MOST_ROUNDS * u16::from(game.seats()) {
                    return Episode { moves, score: turn.into() };
                }
                features.see(&state, seen);
                trajectory.push(seen, before);
                before = table.before(&state);
            }
        }
        if let Some(winner) = state.winner() {
            trajectory.ended(won(winner), before);
        }
        Episode { moves, score: state.turn().into() }
    }
}

fn won(winner: Seat) -> SeatShares {
    let mut shares = SeatShares::default();
    shares[winner.index()] = 1.0;
    shares
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tercet_train::value::{Learner as _, Span, train};

    use super::*;
    use crate::learned::{evaluate, freeze, thaw};

    fn trained(config: &Config, games: u64, rolls: Rolls) -> Vec<f32> {
        let task = MachiEpisodes::new(config, &[2, 3], rolls).unwrap();
        let net = task.net();
        train(&task, &net, &LESSON, &Span { seed: 4, first: 0, games, jobs: 1 }, &|| false);
        let [weights, ..] = net.to_parts();
        weights
    }

    fn share(config: &Config, weights: &[f32]) -> f64 {
        let game = MachiKoro::new(config).unwrap();
        let value = thaw("it", &freeze(config, weights, "", ""), &game).unwrap();
        evaluate(&game, &Arc::new(value), 60, &|| false).unwrap().0
    }

    #[test]
    fn it_wins_more_after_training_and_one_thread_learns_the_same_each_time() {
        let config = Config::base(2);
        let weights = trained(&config, 600, Rolls::Sampled);
        let before = share(&config, &trained(&config, 0, Rolls::Sampled));
        let after = share(&config, &weights);
        assert!(after > before + 0.2, "{before} {after}");
        assert_eq!(trained(&config, 600, Rolls::Sampled), weights);
    }

    #[test]
    fn averages_over_the_dice_teach_too() {
        let config = Config::base(2);
        let before = share(&config, &trained(&config, 0, Rolls::Averaged));
        let after = share(&config, &trained(&config, 120, Rolls::Averaged));
        assert!(after > before + 0.1, "{before} {after}");
    }

    /// Every expansion has more to average over: two games show that it goes through.
    #[test]
    fn averages_go_over_every_expansion() {
        let config = Config::everything(2);
        let weights = trained(&config, 2, Rolls::Averaged);
        assert!(weights.iter().all(|weight| weight.is_finite()));
        assert_ne!(weights, trained(&config, 0, Rolls::Averaged));
    }
}
