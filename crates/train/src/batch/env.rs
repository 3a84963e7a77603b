//! One game under way.

use tercet_game::{
    Deal, DealError, Deals, Digest, Game, InputOf, Live, Record, Recorder, Rng, RunError, Seat, stream_seed,
};
use tercet_scene::Draw;

use super::saved::Saved;
use super::task::{StepOutcome, Task};

/// The state of a task's game.
pub(crate) type StateOf<T> = <<T as Task>::Game as Game>::State;
/// The action of a task's game.
pub(crate) type ActionOf<T> = <<T as Task>::Game as Game>::Action;

/// Streams of an environment's seed: later episodes, and actions drawn for the caller.
const EPISODES: u64 = 0;
const SAMPLES: u64 = 1;
/// The stream of an episode's seed that guests draw from.
pub const GUESTS: u64 = 2;

/// Where an environment stands in its episode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It was never reset.
    Unborn,
    /// An action is awaited.
    Playing,
    /// The episode is over.
    Over,
}

/// What is kept of an episode for pictures and records.
pub struct EpisodeHistory<G: Draw> {
    /// What pictures show beyond the state.
    pub memory: G::Memory,
    /// Everything that happened.
    pub inputs: Vec<InputOf<G>>,
}

impl<G: Draw> EpisodeHistory<G> {
    fn new(game: &G, deal: &Deal) -> EpisodeHistory<G> {
        EpisodeHistory { memory: game.memory(deal), inputs: Vec::new() }
    }
}

impl<G: Draw> Recorder<G> for EpisodeHistory<G> {
    fn keep(&mut self, input: InputOf<G>) {
        self.inputs.push(input);
    }

    fn listens(&self) -> bool {
        true
    }

    fn observe(&mut self, game: &G, before: &G::State, events: &[G::Event]) {
        game.remember(&mut self.memory, before, events);
    }
}

/// The running game of an environment: it has a history where pictures or records are wanted.
type Running<G> = Live<G, <G as Deals>::Dealer, Option<Box<EpisodeHistory<G>>>>;

impl<G: Draw> Clone for EpisodeHistory<G> {
    fn clone(&self) -> EpisodeHistory<G> {
        EpisodeHistory { memory: self.memory.clone(), inputs: self.inputs.clone() }
    }
}

/// One game of a task under way.
///
/// All that happens in it comes from its seed and the actions, so these are all that is kept of it outside: see [`Saved`].
pub struct Env<T: Task> {
    live: Running<T::Game>,
    /// Who plays beside the learners.
    pub guests: T::Guests,
    pub(crate) saved: Saved,
}

impl<T: Task> Clone for Env<T> {
    fn clone(&self) -> Env<T> {
        Env { live: self.live.clone(), guests: self.guests.clone(), saved: self.saved.clone() }
    }
}

impl<T: Task> Env<T> {
    /// An environment that was never reset.
    ///
    /// # Errors
    /// If there is no such dealer.
    pub(crate) fn new(task: &T, dealer: &str, has_history: bool) -> Result<Env<T>, DealError> {
        let deal = deal_of(dealer, 0);
        let game = &**task.game();
        let history = has_history.then(|| Box::new(EpisodeHistory::new(game, &deal)));
        let live = Live::at(game.start(), game.dealer(&deal)?, history);
        Ok(Env { live, guests: task.guests(0), saved: Saved::default() })
    }

    /// The position.
    #[inline]
    pub fn state(&self) -> &StateOf<T> {
        self.live.state()
    }

    /// The position, and who plays beside the learners.
    #[inline]
    pub fn parts(&mut self) -> (&StateOf<T>, &mut T::Guests) {
        (self.live.state(), &mut self.guests)
    }

    /// Where the episode stands.
    pub fn stage(&self) -> Stage {
        self.saved.stage
    }

    /// What is kept for pictures, if anything is.
    pub fn history(&self) -> Option<&EpisodeHistory<T::Game>> {
        self.live.recorder().as_deref()
    }

    /// How many actions of this episode were not taken.
    pub fn illegal(&self) -> u32 {
        self.saved.illegal
    }

    /// What the first learner was rewarded with in this episode, and in how many steps.
    pub fn earned(&self) -> (f64, u32) {
        (self.saved.reward, self.saved.steps)
    }

    /// The digest of the position.
    pub fn digest(&self) -> u64 {
        Digest::of(self.state()).value()
    }

    /// A new episode: the first of a seed, or the next one.
    ///
    /// # Errors
    /// If the dealer does not take the seed.
    pub(crate) fn reset(&mut self, task: &T, dealer: &str, seed: Option<u64>) -> Result<(), DealError> {
        let (seed, episode) = match seed {
            Some(seed) => (seed, 0),
            None => (self.saved.seed, self.saved.episode + 1),
        };
        let samples = if episode == 0 { 0 } else { self.saved.samples };
        let mut actions = std::mem::take(&mut self.saved.actions);
        actions.clear();
        let saved = Saved { seed, episode, samples, stage: Stage::Playing, actions, ..Saved::default() };
        self.begin(task, dealer, saved)
    }

    fn begin(&mut self, task: &T, dealer: &str, saved: Saved) -> Result<(), DealError> {
        let game = &**task.game();
        let seed = episode_seed(&saved);
        let deal = deal_of(dealer, seed);
        let history = self.history().is_some().then(|| Box::new(EpisodeHistory::new(game, &deal)));
        self.live = Live::at(game.start(), game.dealer(&deal)?, history);
        self.guests = task.guests(seed);
        self.saved = saved;
        self.live.settle(game, &mut ()).expect(ALWAYS_DEALS);
        task.open(self);
        Ok(())
    }

    /// One step of the episode, which goes on.
    #[inline]
    pub(crate) fn act(&mut self, task: &T, action: i64, limit: u32, rewards: &mut [f64]) -> StepOutcome {
        let number = usize::try_from(action).unwrap_or(usize::MAX);
        let mut verdict = task.act(self, number, rewards);
        self.saved.steps += 1;
        self.saved.reward += rewards[0];
        if verdict.is_legal {
            self.saved.actions.push(number as u16);
        } else {
            self.saved.illegal += 1;
        }
        if verdict.ending.is_none() && self.saved.steps == limit {
            verdict.ending = Some(super::Ending::Truncated);
        }
        if verdict.ending.is_some() {
            self.saved.stage = Stage::Over;
        }
        verdict
    }

    /// A generator for one draw of an action: the next draw has another.
    pub(crate) fn sampler(&mut self) -> Rng {
        self.saved.samples += 1;
        Rng::stream(self.saved.seed, &[SAMPLES, self.saved.samples])
    }

    /// Plays what was saved again, up to where it stood.
    ///
    /// # Errors
    /// If the dealer does not take the seed, or an action is none.
    pub(crate) fn load(&mut self, task: &T, dealer: &str, saved: &Saved) -> Result<(), DealError> {
        let mut fresh = self.clone();
        if saved.stage != Stage::Unborn {
            fresh.begin(task, dealer, Saved { actions: Vec::new(), ..saved.clone() })?;
            let mut rewards = vec![0.0; task.agents()];
            for &action in &saved.actions {
                if !task.act(&mut fresh, action.into(), &mut rewards).is_legal {
                    return Err(DealError::new(format!("action {action} of what was saved is not legal")));
                }
            }
        }
        fresh.saved = saved.clone();
        *self = fresh;
        Ok(())
    }

    /// The same episode, played again with everything kept.
    pub(crate) fn filmed(&self, task: &T, dealer: &str) -> Result<Env<T>, DealError> {
        let mut env = Env::new(task, dealer, true)?;
        env.load(task, dealer, &self.saved)?;
        Ok(env)
    }

    /// The record of the episode so far; this environment must have a history.
    pub(crate) fn record(&self, task: &T, dealer: &str) -> Record {
        let inputs = self.history().map_or(&[][..], |history| &history.inputs);
        Record::of(&**task.game(), self.state(), deal_of(dealer, episode_seed(&self.saved)), inputs)
    }

    /// Takes a seat's action, then deals up to the next decision.
    ///
    /// # Errors
    /// If the rules refuse it; nothing has changed then.
    #[inline]
    pub fn play(
        &mut self,
        game: &T::Game,
        seat: Seat,
        action: ActionOf<T>,
    ) -> Result<(), <T::Game as Game>::Illegal> {
        match self.live.play(game, seat, action, &mut ()) {
            Ok(()) => Ok(()),
            Err(RunError::Refused(illegal)) => Err(illegal),
            Err(RunError::Deal(error)) => panic!("{ALWAYS_DEALS}: {error}"),
        }
    }
}

/// Dealers that take no seed are refused before.
const ALWAYS_DEALS: &str = "a dealer of a seed always has something to draw";

/// Does the dealer take this seed of the caller's? What is derived from it may be larger: see [`deal_of`].
///
/// # Errors
/// If it does not.
pub(crate) fn check_seed(dealer: &str, seed: u64) -> Result<(), DealError> {
    if dealer != "mt19937" || u32::try_from(seed).is_ok() {
        return Ok(());
    }
    Err(DealError::new(format!(
        "`{seed}` is not a seed of `mt19937`; it takes a whole number from 0 to {}",
        u32::MAX
    )))
}

/// The deal of a dealer that takes a seed. One with seeds of 32 bits gets the lower half.
fn deal_of(dealer: &str, seed: u64) -> Deal {
    let seed = if dealer == "mt19937" { seed & u64::from(u32::MAX) } else { seed };
    Deal { name: dealer.to_owned(), argument: seed.to_string() }
}

/// The first episode of a seed is the game of that seed, here as everywhere.
fn episode_seed(saved: &Saved) -> u64 {
    match saved.episode {
        0 => saved.seed,
        episode => stream_seed(saved.seed, &[EPISODES, episode]),
    }
}
