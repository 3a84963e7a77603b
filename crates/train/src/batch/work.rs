//! What one thread does with its environments.

use tercet_game::{Encode, Player, Seat};
use tercet_search::Stop;

use super::env::Env;
use super::out::{Number, Out, View};
use super::run::Played;
use super::task::{Ending, PixelPainter, Task};
use super::{Observation, Options, Stage};

/// In how many steps of a rollout somebody looks whether to stop.
const LOOK: u64 = 16;
/// The most learners at one table.
const MOST_AGENTS: usize = 8;

/// What one thread works with.
pub(super) struct Work<'b, T: Task> {
    task: &'b T,
    dealer: &'b str,
    limit: u32,
    painter: Option<&'b PixelPainter<T::Game>>,
    /// Room for an observation in the game's own numbers.
    cells: Vec<<T::Game as Encode>::Cell>,
    size: usize,
    actions: usize,
}

impl<'b, T: Task> Work<'b, T> {
    pub(super) fn of(
        task: &'b T,
        options: &'b Options,
        limit: u32,
        painter: Option<&'b PixelPainter<T::Game>>,
    ) -> Work<'b, T> {
        let size = match &options.observation {
            Observation::Planes => task.game().plane_shape().iter().product(),
            Observation::Pictures { frame, .. } => frame.width as usize * frame.height as usize * 3,
        };
        let actions = task.game().action_count();
        Work { task, dealer: &options.dealer, limit, painter, cells: Vec::new(), size, actions }
    }

    #[inline]
    pub(super) fn step(&mut self, env: &mut Env<T>, action: i64, out: &mut Out<'_>, row: usize) {
        let agents = self.task.agents();
        let mut rewards = [0.0; MOST_AGENTS];
        let rewards = &mut rewards[..agents];
        let ending = if env.stage() == Stage::Over {
            self.renew(env);
            None
        } else {
            env.act(self.task, action, self.limit, rewards).ending
        };
        out.rewards.put(row, rewards);
        if let Some(terminals) = &mut out.terminals {
            terminals[row] = (ending == Some(Ending::Terminated)).into();
        }
        if let Some(truncations) = &mut out.truncations {
            truncations[row] = (ending == Some(Ending::Truncated)).into();
        }
        self.show(env, out, row);
    }

    pub(super) fn renew(&self, env: &mut Env<T>) {
        env.reset(self.task, self.dealer, None).expect("a dealer that took a seed takes the next one");
    }

    #[inline]
    pub(super) fn show(&mut self, env: &Env<T>, out: &mut Out<'_>, row: usize) {
        if let Some(masks) = &mut out.masks {
            self.task.write_mask(env, &mut masks[row * self.actions..][..self.actions]);
        }
        if !matches!(out.view, View::None) {
            self.see(env, out.view.row(row, self.size));
        }
    }

    #[inline]
    fn see(&mut self, env: &Env<T>, view: View<'_>) {
        self.see_from(env, self.task.seat(env), view);
    }

    #[inline]
    pub(super) fn see_from(&mut self, env: &Env<T>, seat: Seat, mut view: View<'_>) {
        let game = &**self.task.game();
        match &mut view {
            View::None => {}
            View::F32(floats) => {
                self.cells.resize(floats.len(), Default::default());
                game.write_planes(env.state(), seat, &mut self.cells);
                scaled(&self.cells, self.task.scale(), floats);
            }
            View::Rgb(pixels) => {
                if let (Some(painter), Some(history)) = (self.painter, env.history()) {
                    painter(env.state(), &history.memory, pixels).expect("a row is as long as a picture");
                }
            }
            View::I8(_) | View::I16(_) => {
                if let Some(cells) = Number::of(&mut view) {
                    game.write_planes(env.state(), seat, cells);
                }
            }
        }
    }

    pub(super) fn random(&self, env: &mut Env<T>, steps: u64, stop: &Stop) -> Played {
        self.play(env, steps, stop, |task, env| {
            let mut rng = env.sampler();
            task.sample(env, &mut rng).map(|action| action as i64)
        })
    }

    pub(super) fn bot(&self, env: &mut Env<T>, steps: u64, mut bot: T::Bot, stop: &Stop) -> Played {
        self.play(env, steps, stop, |task, env| {
            let (game, seat) = (&**task.game(), task.seat(env));
            let answer = bot.answer(game, env.state(), seat)?;
            Some(game.action_number(seat, answer.action) as i64)
        })
    }

    fn play(
        &self,
        env: &mut Env<T>,
        steps: u64,
        stop: &Stop,
        mut choose: impl FnMut(&T, &mut Env<T>) -> Option<i64>,
    ) -> Played {
        let mut played = Played::default();
        for step in 0..steps {
            // A look now and then costs a step nothing that could be measured; a bot's step may take long.
            if step % LOOK == 0 && stop.is_requested() {
                break;
            }
            played.steps += 1;
            if env.stage() == Stage::Over {
                self.renew(env);
            }
            let mut rewards = [0.0; MOST_AGENTS];
            let action = choose(self.task, env).unwrap_or(-1);
            let verdict = env.act(self.task, action, self.limit, &mut rewards[..self.task.agents()]);
            played.reward += rewards[0];
            played.episodes += u64::from(verdict.ending.is_some());
            played.illegal += u64::from(!verdict.is_legal);
        }
        played
    }
}

/// Whole numbers as floats, each multiplied by its scale.
#[inline]
fn scaled<C: Number>(cells: &[C], scale: &[f32], floats: &mut [f32]) {
    if scale.is_empty() {
        for (float, cell) in floats.iter_mut().zip(cells) {
            *float = cell.float();
        }
        return;
    }
    for ((float, cell), scale) in floats.iter_mut().zip(cells).zip(scale) {
        *float = cell.float() * scale;
    }
}
