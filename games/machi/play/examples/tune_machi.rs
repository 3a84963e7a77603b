//! Tunes the weights of the estimator of Machi Koro, and prints them as `weights.rs` has them.
//!
//! A climb by small random steps: in each the weights are changed a little, the old and the new ones play the same games against
//! a field of bots (same dice, same seats), and the better ones stay. To be quick the estimator decides about
//! building only. Everything is drawn from fixed seeds: the same command prints the same weights.
//!
//! ```text
//! cargo run --release -p tercet-machi-play --example tune_machi -- PLAYERS [STEPS] [GAMES]
//! ```

use rayon::prelude::*;
use tercet_game::{DealError, Dealer, Game, Live, Player, Rng, Sample, Turn, stream_seed};
use tercet_machi::{Action, Chance, Config, Event, MachiKoro, Phase, State};
use tercet_machi_play::bots::win_estimator::{FEATURES, Weights, WinEstimator};
use tercet_machi_play::bots::{AnyBot, by_name};
use tercet_search::{Expectimax, Stop};

/// Whom the weights are tuned against.
const FIELD: [&str; 4] = ["impatient", "fromage", "tuv", "marathon"];

/// How large a step is for each of the numbers that are seen of a city.
const STEPS: [f64; 13] = [0.03, 0.03, 0.03, 0.1, 0.03, 0.06, 0.06, 0.06, 0.0, 0.06, 0.1, 0.03, 0.1];

/// The same for each landmark and each card.
const SITES: f64 = 0.03;

/// Where the climb begins: rounds until victory if income grows steadily, and whose turn is next.
const START: [(usize, f64); 2] = [(1, -0.3), (8, -0.2)];

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).map(|arg| arg.parse().expect("a number")).collect();
    let players = numbers.first().map_or(2, |&players| players as u8);
    let (steps, games) = (numbers.get(1).map_or(100, |&n| n), numbers.get(2).map_or(800, |&n| n));
    let game = MachiKoro::new(&Config::base(players)).expect("two to five players");
    let mut weights = [0.0; FEATURES];
    for (place, weight) in START {
        weights[place] = weight;
    }
    for step in 0..steps {
        // Long steps at first, shorter ones later.
        let length = if step < steps / 2 { 2.0 } else { 1.0 };
        let tried = changed(&weights, length, &mut Rng::stream(1, &[step]));
        let seed = stream_seed(2, &[step]);
        let [old, new] = [&weights, &tried].map(|weights| share(&game, weights, games, seed));
        if new > old {
            weights = tried;
        }
        eprintln!(
            "step {step}: {:.1} % with the old weights, {:.1} % with the new",
            100.0 * old,
            100.0 * new
        );
    }
    println!("{weights:.4?}");
}

/// A few weights changed, each by up to a step.
fn changed(weights: &Weights, length: f64, rng: &mut Rng) -> Weights {
    let mut changed = *weights;
    for (place, weight) in changed.iter_mut().enumerate() {
        let step = STEPS.get(place).copied().unwrap_or(SITES);
        let amount = f64::from(rng.below(2001)) / 1000.0 - 1.0;
        if rng.below(3) == 0 {
            *weight += length * step * amount;
        }
    }
    changed
}

/// How many of the games the weights win.
fn share(game: &MachiKoro, weights: &Weights, games: u64, seed: u64) -> f64 {
    let estimator = WinEstimator::with_weights(game, 1, *weights);
    let won = |number: &u64| {
        let seat = (number % u64::from(game.seats())) as usize;
        let deal = number / u64::from(game.seats());
        winner(game, &estimator, seat, FIELD[(deal % 4) as usize], stream_seed(seed, &[deal])) == Some(seat)
    };
    (0..games).into_par_iter().filter(won).count() as f64 / games as f64
}

/// Who wins a game of the estimator against bots of one name.
fn winner(game: &MachiKoro, estimator: &WinEstimator, seat: usize, name: &str, seed: u64) -> Option<usize> {
    let bot = |place| by_name(if place == seat { "tuv" } else { name }, stream_seed(seed, &[place as u64]));
    let mut bots: Vec<AnyBot> =
        (0..usize::from(game.seats())).map(|place| bot(place).expect("a bot of ours")).collect();
    let mut live = Live::new(game, SameDice(seed), (), &mut ()).expect("dice always fall");
    while game.turn(live.state()) != Turn::Over {
        let state = live.state();
        let roller = state.roller();
        let building = roller.index() == seat && state.phase() == Phase::Build;
        let action = if building { build(game, estimator, state) } else { None };
        let action = action.or_else(|| Some(bots[roller.index()].answer(game, state, roller)?.action));
        let action = action.expect("a bot has an answer");
        live.play(game, roller, action, &mut ()).expect("bots play what is legal");
    }
    live.state().winner().map(tercet_game::Seat::index)
}

/// Two games of one seed see the same dice on the same turn.
struct SameDice(u64);

impl Dealer<MachiKoro> for SameDice {
    const LISTENS: bool = false;

    fn draw(&mut self, game: &MachiKoro, state: &State) -> Result<Chance, DealError> {
        let mut rng = Rng::stream(self.0, &[99, state.turn().into(), state.is_rerolled().into()]);
        Ok(game.sample_outcome(state, &mut rng).expect("chance is to move"))
    }

    fn observe(&mut self, _event: &Event) {}
}

fn build(game: &MachiKoro, estimator: &WinEstimator, state: &State) -> Option<Action> {
    let compared = Expectimax::new(game, estimator, 1000, Stop::default()).compare(state, state.roller());
    compared.first().map(|best| best.action)
}
