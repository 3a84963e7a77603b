//! A batch of one task.

use std::sync::Arc;

use tercet_game::{Encode, Game, Seat, stream_seed};
use tercet_search::BotLimits;
use tercet_search::Stop;

use super::env::{Env, check_seed};
use super::out::{Number, Out, Sizes, View};
use super::pool::Pool;
use super::task::{PixelPainter, Task};
use super::work::Work;
use super::{Autoreset, BatchError, Kind, MakeError, Observation, Options, Stage};

/// The stream of a seed that bots draw from which play a learner's seat.
const BOTS: u64 = 3;

/// Many environments of one task.
pub struct Batch<T: Task> {
    pub(crate) task: Arc<T>,
    pub(crate) envs: Vec<Env<T>>,
    pub(crate) options: Arc<Options>,
    painter: Option<Arc<PixelPainter<T::Game>>>,
    pool: Pool,
    pub(crate) limit: u32,
}

impl<T: Task> Clone for Batch<T> {
    fn clone(&self) -> Batch<T> {
        Batch {
            task: Arc::clone(&self.task),
            envs: self.envs.clone(),
            options: Arc::clone(&self.options),
            painter: self.painter.clone(),
            pool: Pool::new(self.pool.threads()),
            limit: self.limit,
        }
    }
}

/// Who plays when nobody is asked for actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Any action of the mask, each as likely as the others.
    Random,
    /// A bot.
    Bot(String),
}

/// How much was played without anybody being asked.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Played {
    /// Steps.
    pub steps: u64,
    /// Episodes that came to their end.
    pub episodes: u64,
    /// The rewards of the first learner in all steps together.
    pub reward: f64,
    /// Actions that were not taken.
    pub illegal: u64,
}

impl Played {
    fn add(&mut self, other: &Played) {
        self.steps += other.steps;
        self.episodes += other.episodes;
        self.reward += other.reward;
        self.illegal += other.illegal;
    }
}

impl<T: Task> Batch<T> {
    /// Makes the environments of a task; none of them is reset.
    ///
    /// # Errors
    /// If there is no such dealer, or no picture of that size.
    pub fn new(task: T, options: &Options) -> Result<Batch<T>, MakeError> {
        let painter = match &options.observation {
            Observation::Planes => None,
            Observation::Pictures { frame, theme } => {
                let none = || MakeError::option("obs", "this game has no pictures as observations");
                Some(Arc::new(task.painter(*frame, theme)?.ok_or_else(none)?))
            }
        };
        let env = Env::new(&task, &options.dealer, painter.is_some())?;
        Ok(Batch {
            limit: options.limit.unwrap_or_else(|| task.usual_limit()),
            task: Arc::new(task),
            envs: vec![env; options.envs],
            options: Arc::new(options.clone()),
            painter,
            pool: Pool::new(options.threads),
        })
    }

    /// The environments.
    pub fn envs(&self) -> &[Env<T>] {
        &self.envs
    }

    /// How many numbers an observation has.
    pub(crate) fn view_size(&self) -> usize {
        match &self.options.observation {
            Observation::Planes => self.task.game().plane_shape().iter().product(),
            Observation::Pictures { frame, .. } => frame.width as usize * frame.height as usize * 3,
        }
    }

    pub(crate) fn kinds(&self) -> Vec<Kind> {
        match &self.options.observation {
            Observation::Planes => vec![Kind::F32, <T::Game as Encode>::Cell::KIND],
            Observation::Pictures { .. } => vec![Kind::Rgb],
        }
    }

    fn sizes(&self) -> Sizes {
        Sizes { view: self.view_size(), mask: self.task.game().action_count(), agents: self.task.agents() }
    }

    /// Resets environments: all, or those that are chosen. One without a seed begins its next episode.
    ///
    /// # Errors
    /// If a seed can't be or is missing; nothing has changed then.
    pub fn reset(
        &mut self,
        seeds: &[Option<u64>],
        chosen: Option<&[bool]>,
        out: Out<'_>,
    ) -> Result<(), BatchError> {
        self.check_length("seeds", seeds.len(), self.envs.len())?;
        self.check_length("reset_mask", chosen.map_or(self.envs.len(), <[bool]>::len), self.envs.len())?;
        self.check(&out)?;
        let is_chosen = |env: usize| chosen.is_none_or(|chosen| chosen[env]);
        for (env, seed) in seeds.iter().enumerate().filter(|(env, _)| is_chosen(*env)) {
            if seed.is_none() && self.envs[env].stage() == Stage::Unborn {
                return Err(BatchError::NoSeed { env });
            }
            seed.map_or(Ok(()), |seed| check_seed(&self.options.dealer, seed))?;
        }
        let (task, dealer) = (&*self.task, &self.options.dealer);
        for (env, seed) in
            self.envs.iter_mut().zip(seeds).enumerate().filter_map(|(at, pair)| is_chosen(at).then_some(pair))
        {
            env.reset(task, dealer, *seed)?;
        }
        self.each(out, |work, _, env, out, row| {
            work.show(env, out, row);
        })
    }

    /// Begins a new episode where one is over, and writes the rows of those.
    ///
    /// # Errors
    /// If an array is not as long or not of the kind that it should be.
    pub fn renew(&mut self, out: Out<'_>) -> Result<(), BatchError> {
        self.check(&out)?;
        if self.envs.iter().all(|env| env.stage() != Stage::Over) {
            return Ok(());
        }
        self.each(out, |work, _, env, out, row| {
            if env.stage() == Stage::Over {
                work.renew(env);
                work.show(env, out, row);
            }
        })
    }

    /// Writes observations and masks as they are.
    ///
    /// # Errors
    /// If an array is not as long or not of the kind that it should be.
    pub fn observe(&mut self, out: Out<'_>) -> Result<(), BatchError> {
        self.check(&out)?;
        self.each(out, |work, _, env, out, row| work.show(env, out, row))
    }

    /// A step in each environment.
    ///
    /// # Errors
    /// If an array is not as it should be, or an environment can't step; nothing has changed then.
    pub fn step(&mut self, actions: &[i64], out: Out<'_>) -> Result<(), BatchError> {
        self.check_length("actions", actions.len(), self.envs.len())?;
        self.check(&out)?;
        self.check_stages(|_| true)?;
        self.each(out, |work, at, env, out, row| work.step(env, actions[at], out, row))
    }

    /// A step in some environments; rows of the others are left as they are.
    ///
    /// # Errors
    /// As [`Batch::step`].
    pub fn step_some(&mut self, actions: &[i64], chosen: &[bool], out: Out<'_>) -> Result<(), BatchError> {
        self.check_length("actions", actions.len(), self.envs.len())?;
        self.check_length("chosen", chosen.len(), self.envs.len())?;
        self.check(&out)?;
        self.check_stages(|env| chosen[env])?;
        self.each(out, |work, at, env, out, row| {
            if chosen[at] {
                work.step(env, actions[at], out, row);
            }
        })
    }

    /// Draws an action of each environment's mask; 0 where there is none.
    ///
    /// # Errors
    /// If the array is not one entry for each environment.
    pub fn sample(&mut self, actions: &mut [i64]) -> Result<(), BatchError> {
        self.check_length("actions", actions.len(), self.envs.len())?;
        for (env, action) in self.envs.iter_mut().zip(actions) {
            let mut rng = env.sampler();
            *action = self.task.sample(env, &mut rng).unwrap_or(0) as i64;
        }
        Ok(())
    }

    /// Plays so many steps in each environment, a new episode after each end; fewer once somebody says stop, so whoever may
    /// stop it keeps a copy.
    ///
    /// # Errors
    /// If an environment was never reset, or there is no such bot.
    pub fn rollout(&mut self, steps: u64, policy: &Policy, stop: &Stop) -> Result<Played, BatchError> {
        if let Some(env) = self.envs.iter().position(|env| env.stage() == Stage::Unborn) {
            return Err(BatchError::Unborn { env });
        }
        let bots = match policy {
            Policy::Random => None,
            Policy::Bot(name) => Some(self.bots(name, stop)?),
        };
        let mut played = vec![Played::default(); self.envs.len()];
        let work = Work::of(&*self.task, &self.options, self.limit, None);
        let mut jobs: Vec<_> = self.envs.iter_mut().zip(&mut played).enumerate().collect();
        let per_thread = jobs.len().div_ceil(self.pool.threads()).max(1);
        let run = |jobs: &mut [(usize, (&mut Env<T>, &mut Played))]| {
            for (at, (env, played)) in jobs {
                **played = match &bots {
                    None => work.random(env, steps, stop),
                    Some(bots) => work.bot(env, steps, bots[*at].clone(), stop),
                };
            }
        };
        match self.pool.get()? {
            None => run(&mut jobs),
            Some(pool) => pool.scope(|scope| {
                for jobs in jobs.chunks_mut(per_thread) {
                    scope.spawn(|_| run(jobs));
                }
            }),
        }
        let mut all = Played::default();
        for one in &played {
            all.add(one);
        }
        Ok(all)
    }

    /// Writes what a seat sees of one environment, whoever is to decide.
    ///
    /// # Errors
    /// If the array is not as long or not of the kind that it should be.
    pub fn observe_from(&self, env: usize, seat: Seat, view: View<'_>) -> Result<(), BatchError> {
        self.check_view(&view, 1)?;
        let mut work = Work::of(&*self.task, &self.options, self.limit, self.painter.as_deref());
        work.see_from(&self.envs[env], seat, view);
        Ok(())
    }

    fn bots(&self, name: &str, stop: &Stop) -> Result<Vec<T::Bot>, BatchError> {
        let bot_limits = BotLimits { stop: stop.clone(), ..BotLimits::own() };
        let bot = |env: &Env<T>| {
            let seed = stream_seed(env.saved.seed, &[BOTS, env.saved.episode]);
            T::bot(name, seed, &bot_limits)
        };
        Ok(self.envs.iter().map(bot).collect::<Result<_, _>>()?)
    }

    fn check_stages(&self, is_chosen: impl Fn(usize) -> bool) -> Result<(), BatchError> {
        for (env, each) in self.envs.iter().enumerate().filter(|(env, _)| is_chosen(*env)) {
            match each.stage() {
                Stage::Playing => {}
                Stage::Unborn => return Err(BatchError::Unborn { env }),
                Stage::Over if self.options.autoreset == Autoreset::NextStep => {}
                Stage::Over => return Err(BatchError::Over { env }),
            }
        }
        Ok(())
    }

    fn check(&self, out: &Out<'_>) -> Result<(), BatchError> {
        let (envs, sizes) = (self.envs.len(), self.sizes());
        self.check_view(&out.view, envs)?;
        let arrays = [
            ("masks", out.masks.as_ref().map(|masks| masks.len()), sizes.mask),
            ("rewards", out.rewards.len(), sizes.agents),
            ("terminals", out.terminals.as_ref().map(|terminals| terminals.len()), 1),
            ("truncations", out.truncations.as_ref().map(|truncations| truncations.len()), 1),
        ];
        for (what, found, size) in arrays {
            self.check_length(what, found.unwrap_or(envs * size), envs * size)?;
        }
        Ok(())
    }

    fn check_view(&self, view: &View<'_>, rows: usize) -> Result<(), BatchError> {
        let Some(kind) = view.kind() else { return Ok(()) };
        let kinds = self.kinds();
        if !kinds.contains(&kind) {
            let expected = kinds.into_iter().map(Kind::name).collect();
            return Err(BatchError::Kind { expected, found: kind.name() });
        }
        self.check_length("obs", view.len(), rows * self.view_size())
    }

    #[allow(clippy::unused_self)]
    fn check_length(&self, what: &'static str, found: usize, expected: usize) -> Result<(), BatchError> {
        if found == expected { Ok(()) } else { Err(BatchError::Length { what, expected, found }) }
    }

    /// Does something with each environment and its rows of the arrays, on all threads.
    fn each<F>(&mut self, out: Out<'_>, each: F) -> Result<(), BatchError>
    where
        F: Fn(&mut Work<'_, T>, usize, &mut Env<T>, &mut Out<'_>, usize) + Sync,
    {
        let (sizes, envs) = (self.sizes(), self.envs.len());
        let (task, options, limit, painter) =
            (&*self.task, &*self.options, self.limit, self.painter.as_deref());
        let run = |first: usize, envs: &mut [Env<T>], mut out: Out<'_>| {
            let mut work = Work::of(task, options, limit, painter);
            for (row, env) in envs.iter_mut().enumerate() {
                each(&mut work, first + row, env, &mut out, row);
            }
        };
        let threads = self.pool.threads();
        let Some(pool) = self.pool.get()? else {
            run(0, &mut self.envs, out);
            return Ok(());
        };
        let per_thread = envs.div_ceil(threads).max(1);
        pool.in_place_scope(|scope| {
            let mut rest = out;
            let run = &run;
            for (nth, envs) in self.envs.chunks_mut(per_thread).enumerate() {
                let (own, others) = rest.split(envs.len(), sizes);
                rest = others;
                scope.spawn(move |_| run(nth * per_thread, envs, own));
            }
        });
        Ok(())
    }
}

/// The name of the game.
pub(crate) fn id<T: Task>() -> &'static str {
    <T::Game as Game>::ID
}
