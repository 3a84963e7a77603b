//! The puzzle as a task: the reference's rewards, and its way with an action that is not valid.

use std::sync::Arc;

use tercet_draw::{DrawError, MosaicPainter, Pixels, Theme};
use tercet_entry::{Contest, Trainable};
use tercet_game::{Encode, Game, Seat};
use tercet_scene::Frame;
use tercet_search::{BotError, BotLimits};
use tercet_triangle::{Config, Field, Puzzle, Shape, State};

use crate::Triangle;
use crate::bots::AnyBot;
use crate::train::features::triangles_of;
use crate::train::{Features, TriangleAt, Weights};
use tercet_train::batch::{
    AnyBatch, Batch, Ending, Env, MakeError, Options, PixelPainter, Reading, StepOutcome, Task, pairs_with,
};

fn triangle(is_filled: bool, is_up: bool) -> char {
    match (is_filled, is_up) {
        (true, true) => '▲',
        (true, false) => '▼',
        (false, true) => '△',
        (false, false) => '▽',
    }
}

/// The rows of a shape, one after the other with a bar between.
fn drawn(shape: &Shape) -> String {
    let (top, left, bottom, right) = shape.bounds();
    let row = |row| {
        let at = |col| shape.triangles().iter().find(|each| each.row == row && each.col == col);
        let cell = |col| at(col).map_or(' ', |each| triangle(true, each.is_up));
        (left..=right).map(cell).collect::<String>()
    };
    (top..=bottom).map(row).collect::<Vec<_>>().join("|")
}

/// The puzzle under these rules, for these rewards.
pub struct PuzzleTask<F: Field> {
    game: Arc<Puzzle<F>>,
    weights: Weights,
    /// Of each shape, for features.
    triangles: Vec<Vec<TriangleAt>>,
    playable: Vec<bool>,
}

impl<F: Field + Send + Sync + 'static> PuzzleTask<F> {
    /// The task of some rules.
    pub fn new(game: Puzzle<F>, weights: Weights) -> PuzzleTask<F> {
        let triangles = game.shapes().iter().map(triangles_of).collect();
        let playable = (0..game.grid().size()).map(|cell| game.grid().is_playable(cell)).collect();
        PuzzleTask { game: Arc::new(game), weights, triangles, playable }
    }
}

impl<F: Field + Send + Sync + 'static> Trainable for Triangle<F> {
    fn batch(config: &[(String, String)], options: &Options) -> Result<Box<dyn AnyBatch>, MakeError> {
        let game = Puzzle::<F>::new(&pairs_with(Config::default(), config)?)?;
        let usual = Weights::default();
        let mut reading = Reading::new(options);
        let weights = Weights {
            placed: reading.reward("placed", usual.placed)?,
            cleared: reading.reward("cleared", usual.cleared)?,
            alive: reading.reward("alive", usual.alive)?,
            penalty: reading.reward("illegal", usual.penalty)?,
        };
        reading.end()?;
        Ok(Box::new(Batch::new(PuzzleTask::new(game, weights), options)?))
    }
}

impl<F: Field + Send + Sync + 'static> Task for PuzzleTask<F> {
    type Game = Puzzle<F>;
    type Bot = AnyBot;
    type Guests = ();

    fn game(&self) -> &Arc<Puzzle<F>> {
        &self.game
    }

    fn bot(name: &str, seed: u64, bot_limits: &BotLimits) -> Result<AnyBot, BotError> {
        <Triangle<F> as Contest>::bot(name, seed, bot_limits)
    }

    fn guests(&self, _seed: u64) {}

    fn open(&self, _env: &mut Env<Self>) {}

    #[inline]
    fn act(&self, env: &mut Env<Self>, number: usize, rewards: &mut [f64]) -> StepOutcome {
        let game = &*self.game;
        let (placed, cleared) = (env.state().placed(), env.state().cleared());
        let action = game.numbered_action(Seat::FIRST, number);
        let is_legal = action.is_some_and(|action| env.play(game, Seat::FIRST, action).is_ok());
        if !is_legal {
            rewards[0] = self.weights.penalty;
            return StepOutcome { is_legal, ending: Some(Ending::Terminated) };
        }
        let ending = Ending::of(game.scores(env.state()).end());
        let (placed, cleared) = (env.state().placed() - placed, env.state().cleared() - cleared);
        rewards[0] = self.weights.reward(placed, cleared, ending.is_some());
        StepOutcome { is_legal, ending }
    }

    fn features(&self) -> Option<[usize; 3]> {
        let grid = self.game.grid();
        Some([grid.rows(), grid.cols(), Features::len(self.game.config().slots.into())])
    }

    /// The score is made of the counts: of rewards added up one by one, the last bits of a double may differ.
    fn write_features(&self, state: &State<F>, grid: &mut [f32], list: &mut [f32]) {
        let (game, cells) = (&*self.game, self.game.grid());
        let filled: Vec<bool> = (0..cells.size()).map(|cell| state.is_filled(cell)).collect();
        let slot = |slot| game.slot(state, slot).map(|piece| &self.triangles[usize::from(piece.0)][..]);
        let slots: Vec<Option<&[TriangleAt]>> = (0..game.config().slots.into()).map(slot).collect();
        let Weights { placed, cleared, alive, .. } = self.weights;
        let score = f64::from(state.placed()) * placed
            + f64::from(state.cleared()) * cleared
            + f64::from(state.survived()) * alive;
        let features = Features {
            rows: cells.rows(),
            cols: cells.cols(),
            playable: &self.playable,
            filled: &filled,
            slots: &slots,
            score,
            steps: state.steps(),
        };
        features.write(grid, list);
    }

    fn facts(&self, env: &Env<Self>) -> Vec<(&'static str, i64)> {
        let state = env.state();
        vec![("shapes_placed", state.steps().into()), ("triangles_cleared", state.cleared().into())]
    }

    /// The board as triangles, full where cells are filled; then the shapes on offer in the same way.
    fn text(&self, state: &State<F>) -> String {
        let (game, grid) = (&*self.game, self.game.grid());
        let cell = |cell: usize| match (grid.is_playable(cell), state.is_filled(cell), grid.is_up(cell)) {
            (false, ..) => ' ',
            (_, filled, is_up) => triangle(filled, is_up),
        };
        let mut lines: Vec<String> = Vec::new();
        for row in 0..grid.rows() {
            let cells = (row * grid.cols()..(row + 1) * grid.cols()).map(cell);
            lines.push(cells.collect::<String>().trim_end().to_owned());
        }
        for slot in 0..usize::from(game.config().slots) {
            let shape = game.slot(state, slot).and_then(|piece| game.shape(piece));
            lines.push(format!("slot {slot}: {}", shape.map_or_else(|| "empty".to_owned(), drawn)));
        }
        lines.join("\n") + "\n"
    }

    fn seat(&self, _env: &Env<Self>) -> Seat {
        Seat::FIRST
    }

    fn painter(&self, frame: Frame, theme: &Theme) -> Result<Option<PixelPainter<Puzzle<F>>>, DrawError> {
        let painter = MosaicPainter::new(Arc::clone(&self.game), frame, theme, Pixels::Rgb)?;
        Ok(Some(Box::new(move |state, memory, pixels| painter.paint(state, memory, pixels))))
    }
}
