//! Random play at full speed: many games side by side on one thread, with whatever the processor offers.
//!
//! The rules are written without processor features. The loop here is compiled twice, once plain and once for
//! processors with BMI2, AVX2 and `popcnt`, together with all that is inlined into it; which of the two runs is
//! decided once a call. Both play the same games.

use tercet_game::{Game, Input, Live, Rng, Sample, Seat, Stream, Turn};
use tercet_search::Stop;

/// In how many steps somebody looks whether to stop: too seldom to be measured.
const LOOK: u64 = 256;

/// How much was played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rollout {
    /// Plays of seats.
    pub steps: u64,
    /// Games that came to their end.
    pub games: u64,
    /// Points of the first seat in those games.
    pub points: i64,
}

/// Plays uniformly random actions in `games` games side by side, a step in each by turns, until each has made
/// `steps` steps; a game that is over begins anew. Game `i` draws from the stream `[i]` of the seed, whatever the
/// others do.
///
/// Some games side by side are faster than one: the processor works on the next while it waits for memory.
///
/// ```
/// use tercet_game::Game;
/// use tercet_set::{Config, SetGame};
/// use tercet_train::rollout;
///
/// let game = SetGame::new(&Config::plain())?;
/// let done = rollout(&game, 4, 100, 42);
/// assert_eq!(done.steps, 400);
/// assert_eq!(done, rollout(&game, 4, 100, 42));
/// # Ok::<(), tercet_game::ConfigError>(())
/// ```
pub fn rollout<G: Sample>(game: &G, games: usize, steps: u64, seed: u64) -> Rollout {
    rollout_until(game, games, steps, seed, &Stop::default())
}

/// [`rollout`], until somebody says stop: what was played by then is counted.
pub fn rollout_until<G: Sample>(game: &G, games: usize, steps: u64, seed: u64, stop: &Stop) -> Rollout {
    #[cfg(target_arch = "x86_64")]
    if features::are_there() {
        return features::rollout(game, games, steps, seed, stop);
    }
    play(game, games, steps, seed, stop)
}

/// Has the processor the features that [`rollout`] is compiled for a second time: BMI1, BMI2, AVX2, `lzcnt` and `popcnt`?
pub fn has_features() -> bool {
    #[cfg(target_arch = "x86_64")]
    return features::are_there();
    #[cfg(not(target_arch = "x86_64"))]
    return false;
}

/// The same without processor features: what is done where there are none, and the twin of the other.
pub fn plain_rollout<G: Sample>(game: &G, games: usize, steps: u64, seed: u64) -> Rollout {
    play(game, games, steps, seed, &Stop::default())
}

// Inlined by force: only so is it compiled with the features of the function around it.
#[allow(clippy::inline_always)]
#[inline(always)]
fn play<G: Sample>(game: &G, games: usize, steps: u64, seed: u64, stop: &Stop) -> Rollout {
    let mut done = Rollout::default();
    let begin = |index| Live::at(game.start(), Stream::from(Rng::stream(seed, &[index])), ());
    let mut tables: Vec<Live<G, Stream>> = (0..games as u64).map(begin).collect();
    for step in 0..steps {
        if step % LOOK == 0 && stop.is_requested() {
            break;
        }
        done.steps += games as u64;
        for live in &mut tables {
            let seat = next_decision(game, live, &mut done);
            let (state, dealer) = live.parts();
            let action =
                game.sample_action(state, seat, dealer.rng()).expect("a seat that is to act can act");
            live.take(game, Input::Play(seat, action), &mut ()).expect("what is sampled is legal");
        }
    }
    done
}

/// Deals, and begins anew, until a seat is to act.
#[allow(clippy::inline_always)]
#[inline(always)]
fn next_decision<G: Sample>(game: &G, live: &mut Live<G, Stream>, done: &mut Rollout) -> Seat {
    loop {
        match game.turn(live.state()) {
            Turn::Seats(seats) => match seats.single() {
                Some(seat) => return seat,
                None => return seats.iter().next().expect("somebody is to act"),
            },
            Turn::Chance => live.draw(game, &mut ()).expect("there is something to draw"),
            Turn::Over => {
                done.games += 1;
                done.points += i64::from(Game::scores(game, live.state()).points()[0]);
                live.restart(game);
            }
        }
    }
}

/// Unsafe code: what is compiled for some processors is called only on those.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod features {
    use tercet_game::Sample;
    use tercet_search::Stop;

    use super::Rollout;

    pub(super) fn are_there() -> bool {
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
    }

    pub(super) fn rollout<G: Sample>(game: &G, games: usize, steps: u64, seed: u64, stop: &Stop) -> Rollout {
        assert!(are_there(), "the processor has the features");
        // SAFETY: the processor has all features that the function is compiled for.
        unsafe { compiled(game, games, steps, seed, stop) }
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn compiled<G: Sample>(game: &G, games: usize, steps: u64, seed: u64, stop: &Stop) -> Rollout {
        super::play(game, games, steps, seed, stop)
    }
}
