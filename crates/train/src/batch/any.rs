//! A batch of whichever game.

use std::any::Any;
use std::sync::Arc;

use tercet_game::{Encode, Game, Record, Seat};
use tercet_scene::{Draw, Scene, View as SceneView};
use tercet_search::Stop;
use tercet_search::guided::{AnySearch, GuidedOptions, Tree};

use super::env::Env;
use super::run::{Batch, Played, Policy, id};
use super::task::Task;
use super::{BatchError, Kind, Observation, Options, Out, Saved, Stage, View};

/// One environment as it was at a moment, to come back to: exact, and of one batch's task only.
#[derive(Clone)]
pub struct Snapshot {
    env: Arc<dyn Any + Send + Sync>,
    saved: Saved,
}

impl Snapshot {
    /// What is kept of it outside.
    pub fn saved(&self) -> &Saved {
        &self.saved
    }
}

/// The shape of an observation: leading sides of one are left out.
pub(crate) fn view_shape(planes: [usize; 3]) -> Vec<usize> {
    let ones = planes.iter().take_while(|&&side| side == 1).count().min(2);
    planes[ones..].to_vec()
}

/// A batch of whichever game.
pub trait AnyBatch: Send + Sync {
    /// The game's name.
    fn game(&self) -> &'static str;
    /// The game's options as they were read.
    fn config(&self) -> Vec<(String, String)>;
    /// How it was made.
    fn options(&self) -> &Options;
    /// How many environments there are.
    fn envs(&self) -> usize;
    /// How many learn at a table.
    fn agents(&self) -> usize;
    /// How many numbers actions have.
    fn actions(&self) -> usize;
    /// The most steps of an episode; 0 for no limit.
    fn limit(&self) -> u32;
    /// The shape of an observation; leading ones are left out.
    fn shape(&self) -> Vec<usize>;
    /// What arrays of observations may hold; the first is the usual one.
    fn kinds(&self) -> Vec<Kind>;
    /// See [`Batch::reset`].
    ///
    /// # Errors
    /// As there.
    fn reset(
        &mut self,
        seeds: &[Option<u64>],
        chosen: Option<&[bool]>,
        out: Out<'_>,
    ) -> Result<(), BatchError>;
    /// See [`Batch::step`].
    ///
    /// # Errors
    /// As there.
    fn step(&mut self, actions: &[i64], out: Out<'_>) -> Result<(), BatchError>;
    /// See [`Batch::step_some`].
    ///
    /// # Errors
    /// As there.
    fn step_some(&mut self, actions: &[i64], chosen: &[bool], out: Out<'_>) -> Result<(), BatchError>;
    /// See [`Batch::renew`].
    ///
    /// # Errors
    /// As there.
    fn renew(&mut self, out: Out<'_>) -> Result<(), BatchError>;
    /// See [`Batch::observe`].
    ///
    /// # Errors
    /// As there.
    fn observe(&mut self, out: Out<'_>) -> Result<(), BatchError>;
    /// See [`Batch::observe_from`].
    ///
    /// # Errors
    /// As there.
    fn observe_from(&self, env: usize, seat: Seat, view: View<'_>) -> Result<(), BatchError>;
    /// See [`Batch::sample`].
    ///
    /// # Errors
    /// As there.
    fn sample(&mut self, actions: &mut [i64]) -> Result<(), BatchError>;
    /// See [`Batch::rollout`].
    ///
    /// # Errors
    /// As there.
    fn rollout(&mut self, steps: u64, policy: &Policy, stop: &Stop) -> Result<Played, BatchError>;
    /// See [`Task::features`].
    fn features(&self) -> Option<[usize; 3]>;
    /// Writes the features of every environment, one after the other.
    ///
    /// # Errors
    /// If one was never reset.
    ///
    /// # Panics
    /// If the arrays are not so long.
    fn write_features(&self, grids: &mut [f32], lists: &mut [f32]) -> Result<(), BatchError>;
    /// Where an environment stands.
    fn stage(&self, env: usize) -> Stage;
    /// How many actions of its episode were not taken.
    fn illegal(&self, env: usize) -> u32;
    /// Whose decision it is; `None` unless an action is awaited.
    fn seat(&self, env: usize) -> Option<u8>;
    /// Whose reward and observation it is, over or not.
    fn learner(&self, env: usize) -> u8;
    /// What the first learner was rewarded with in the episode, and in how many steps.
    fn earned(&self, env: usize) -> (f64, u32);
    /// See [`Task::facts`].
    fn facts(&self, env: usize) -> Vec<(&'static str, i64)>;
    /// Who has won; nobody while the game is not over.
    fn winners(&self, env: usize) -> Vec<u8>;
    /// The digest of its position.
    fn digest(&self, env: usize) -> u64;
    /// The points of each seat as they stand.
    fn points(&self, env: usize) -> Vec<i32>;
    /// An environment as it is now.
    fn snapshot(&self, env: usize) -> Snapshot;
    /// Puts a snapshot in the place of an environment.
    ///
    /// # Errors
    /// If it is of another task.
    fn restore(&mut self, env: usize, snapshot: &Snapshot) -> Result<(), BatchError>;
    /// Puts what was saved in the place of an environment.
    ///
    /// # Errors
    /// If it can't be.
    fn load(&mut self, env: usize, saved: &Saved) -> Result<(), BatchError>;
    /// The record of an environment's episode so far.
    ///
    /// # Errors
    /// If it was never reset.
    fn record(&self, env: usize) -> Result<Record, BatchError>;
    /// The picture of an environment.
    ///
    /// # Errors
    /// If it was never reset.
    fn scene(&self, env: usize, sight: &SceneView) -> Result<Scene, BatchError>;
    /// The position of an environment for a terminal.
    fn show(&self, env: usize) -> String;
    /// The number of an action's text for the seat whose decision it is.
    ///
    /// # Errors
    /// If the text is no action's.
    fn number(&self, env: usize, text: &str) -> Result<usize, tercet_game::NotationError>;
    /// The text of the action with a number, for the seat whose decision it is.
    fn text(&self, env: usize, number: usize) -> Option<String>;
    /// The same batch once more.
    fn copied(&self) -> Box<dyn AnyBatch>;
    /// A tree that grows from an environment's position; see [`tercet_search::guided`].
    fn tree(&self, env: usize, options: GuidedOptions, seed: u64) -> Box<dyn AnySearch>;
}

impl<T: Task> AnyBatch for Batch<T> {
    fn game(&self) -> &'static str {
        id::<T>()
    }

    fn config(&self) -> Vec<(String, String)> {
        tercet_game::Settings::pairs(self.task.game().config())
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn envs(&self) -> usize {
        self.envs.len()
    }

    fn agents(&self) -> usize {
        self.task.agents()
    }

    fn actions(&self) -> usize {
        self.task.game().action_count()
    }

    fn limit(&self) -> u32 {
        self.limit
    }

    fn shape(&self) -> Vec<usize> {
        match &self.options.observation {
            Observation::Planes => view_shape(self.task.game().plane_shape()),
            Observation::Pictures { frame, .. } => vec![frame.height as usize, frame.width as usize, 3],
        }
    }

    fn kinds(&self) -> Vec<Kind> {
        Batch::kinds(self)
    }

    fn reset(
        &mut self,
        seeds: &[Option<u64>],
        chosen: Option<&[bool]>,
        out: Out<'_>,
    ) -> Result<(), BatchError> {
        Batch::reset(self, seeds, chosen, out)
    }

    fn step(&mut self, actions: &[i64], out: Out<'_>) -> Result<(), BatchError> {
        Batch::step(self, actions, out)
    }

    fn step_some(&mut self, actions: &[i64], chosen: &[bool], out: Out<'_>) -> Result<(), BatchError> {
        Batch::step_some(self, actions, chosen, out)
    }

    fn renew(&mut self, out: Out<'_>) -> Result<(), BatchError> {
        Batch::renew(self, out)
    }

    fn observe(&mut self, out: Out<'_>) -> Result<(), BatchError> {
        Batch::observe(self, out)
    }

    fn observe_from(&self, env: usize, seat: Seat, view: View<'_>) -> Result<(), BatchError> {
        Batch::observe_from(self, env, seat, view)
    }

    fn sample(&mut self, actions: &mut [i64]) -> Result<(), BatchError> {
        Batch::sample(self, actions)
    }

    fn rollout(&mut self, steps: u64, policy: &Policy, stop: &Stop) -> Result<Played, BatchError> {
        Batch::rollout(self, steps, policy, stop)
    }

    fn features(&self) -> Option<[usize; 3]> {
        self.task.features()
    }

    fn write_features(&self, grids: &mut [f32], lists: &mut [f32]) -> Result<(), BatchError> {
        if let Some(env) = self.envs.iter().position(|env| env.stage() == Stage::Unborn) {
            return Err(BatchError::Unborn { env });
        }
        let Some([rows, cols, others]) = self.task.features() else { return Ok(()) };
        let each = grids.chunks_exact_mut(rows * cols).zip(lists.chunks_exact_mut(others));
        for (env, (grid, list)) in self.envs.iter().zip(each) {
            self.task.write_features(env.state(), grid, list);
        }
        Ok(())
    }

    fn stage(&self, env: usize) -> Stage {
        self.envs[env].stage()
    }

    fn illegal(&self, env: usize) -> u32 {
        self.envs[env].illegal()
    }

    fn seat(&self, env: usize) -> Option<u8> {
        let env = &self.envs[env];
        (env.stage() == Stage::Playing).then(|| self.task.seat(env).0)
    }

    fn learner(&self, env: usize) -> u8 {
        self.task.seat(&self.envs[env]).0
    }

    fn earned(&self, env: usize) -> (f64, u32) {
        self.envs[env].earned()
    }

    fn facts(&self, env: usize) -> Vec<(&'static str, i64)> {
        self.task.facts(&self.envs[env])
    }

    fn winners(&self, env: usize) -> Vec<u8> {
        let scores = self.task.game().scores(self.envs[env].state());
        if scores.end().is_none() {
            return Vec::new();
        }
        scores.winners().iter().map(|seat| seat.0).collect()
    }

    fn digest(&self, env: usize) -> u64 {
        self.envs[env].digest()
    }

    fn points(&self, env: usize) -> Vec<i32> {
        self.task.game().scores(self.envs[env].state()).points().to_vec()
    }

    fn snapshot(&self, env: usize) -> Snapshot {
        let env = self.envs[env].clone();
        let saved = env.saved.clone();
        Snapshot { env: Arc::new(Kept { task: Arc::clone(&self.task), env }), saved }
    }

    fn restore(&mut self, env: usize, snapshot: &Snapshot) -> Result<(), BatchError> {
        let kept = snapshot.env.downcast_ref::<Kept<T>>().ok_or(BatchError::Foreign)?;
        if Arc::ptr_eq(&kept.task, &self.task) {
            self.envs[env] = kept.env.clone();
            return Ok(());
        }
        // Of another batch: its tables are that batch's, so the episode is played again with our own.
        if kept.task.game().config() != self.task.game().config() {
            return Err(BatchError::Foreign);
        }
        self.load(env, &snapshot.saved)
    }

    fn load(&mut self, env: usize, saved: &Saved) -> Result<(), BatchError> {
        Ok(self.envs[env].load(&self.task, &self.options.dealer, saved)?)
    }

    fn record(&self, env: usize) -> Result<Record, BatchError> {
        Ok(self.filmed(env)?.record(&self.task, &self.options.dealer))
    }

    fn scene(&self, env: usize, sight: &SceneView) -> Result<Scene, BatchError> {
        let filmed = self.filmed(env)?;
        let history = filmed.history().ok_or(BatchError::Unborn { env })?;
        Ok(self.task.game().scene(filmed.state(), &history.memory, sight))
    }

    fn show(&self, env: usize) -> String {
        self.task.text(self.envs[env].state())
    }

    fn number(&self, env: usize, text: &str) -> Result<usize, tercet_game::NotationError> {
        use tercet_game::Notation;
        let game = self.task.game();
        Ok(game.action_number(self.task.seat(&self.envs[env]), game.read_action(text)?))
    }

    fn text(&self, env: usize, number: usize) -> Option<String> {
        use tercet_game::Notation;
        let game = self.task.game();
        let action = game.numbered_action(self.task.seat(&self.envs[env]), number)?;
        Some(game.action_text(action))
    }

    fn copied(&self) -> Box<dyn AnyBatch> {
        Box::new(self.clone())
    }

    fn tree(&self, env: usize, options: GuidedOptions, seed: u64) -> Box<dyn AnySearch> {
        let (game, state) = (Arc::clone(self.task.game()), *self.envs[env].state());
        Box::new(Tree::new(game, state, self.task.scale().into(), options, seed))
    }
}

struct Kept<T: Task> {
    task: Arc<T>,
    env: Env<T>,
}

impl<T: Task> Batch<T> {
    fn filmed(&self, env: usize) -> Result<Env<T>, BatchError> {
        if self.envs[env].stage() == Stage::Unborn {
            return Err(BatchError::Unborn { env });
        }
        Ok(self.envs[env].filmed(&self.task, &self.options.dealer)?)
    }
}
