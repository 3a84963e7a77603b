//! The environment: the reference's calls around the rules.

use tercet_game::{ConfigError, Deal, DealError, Digest, End};
use tercet_scene::{Scene, View};
use tercet_triangle::{Canvas, Config, Edit, Event, Grid, Hand, Memory, Paint, Painted, Piece, SetupError};
use thiserror::Error;

use crate::train::board::{Board, Source, board_of};
use crate::train::shapes::extended;
use crate::train::{Colored, Weights};

/// A game as the reference lets it be played (C1 to C4).
pub struct Env {
    pub(super) board: Box<dyn Board>,
    pub(super) canvas: Canvas,
    /// The colour of each shape that the canvas has seen dealt.
    pub(super) colors: Vec<u8>,
    /// Red, green and blue of shapes that were set by hand in colours of their own.
    pub(super) custom_colors: [Option<[u8; 3]>; Config::MAX_SLOTS as usize],
    pub(super) source: Source,
    pub(super) weights: Weights,
    pub(super) score: f64,
    pub(super) last_cleared: u32,
    pub(super) reason: Option<Reason>,
}

/// Why the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    Invalid(i64),
    Ended(End),
}

/// Why an environment can't do what it was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EnvError {
    /// The config can't be.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// There is no such dealer, or it has nothing left.
    #[error(transparent)]
    Deal(#[from] DealError),
    /// What was saved is no position.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// It can't be saved, or what was saved can't be.
    #[error("{0}")]
    Saved(String),
}

impl Clone for Env {
    fn clone(&self) -> Env {
        Env {
            board: self.board.copied(),
            canvas: self.canvas.clone(),
            colors: self.colors.clone(),
            source: self.source.clone(),
            ..*self
        }
    }
}

impl Env {
    /// The most steps: the reference has no limit (C1).
    pub const LIMIT: u32 = 1_000_000;

    /// The game that the reference deals from this seed.
    ///
    /// # Errors
    /// If the config can't be.
    pub fn seeded(config: &Config, weights: Weights, seed: u32) -> Result<Env, EnvError> {
        let deal = Deal { name: "mt19937".to_owned(), argument: seed.to_string() };
        Env::dealt(config, weights, &deal)
    }

    /// The game that any dealer deals.
    ///
    /// # Errors
    /// If the config can't be, or the dealer can't deal.
    pub fn dealt(config: &Config, weights: Weights, deal: &Deal) -> Result<Env, EnvError> {
        let board = unlimited(config)?;
        let source = dealt_by(&*board, deal)?;
        Env::start(board, weights, source)
    }

    /// A game whose shapes the caller gives: the first hand here, each later one by [`Env::give`].
    ///
    /// # Errors
    /// If the config can't be, or the hand is not whole.
    pub fn given(config: &Config, weights: Weights, hand: &[Colored]) -> Result<Env, EnvError> {
        let config = extended(config, shapes_of(hand)).unwrap_or_else(|| config.clone());
        let board = unlimited(&config)?;
        let hand = hand.iter().map(|colored| painted(&*board, colored)).collect();
        Env::start(board, weights, Source::Given(hand))
    }

    fn start(board: Box<dyn Board>, weights: Weights, source: Source) -> Result<Env, EnvError> {
        let mut env = Env::new(board, weights, source);
        env.deal()?;
        Ok(env)
    }

    /// Before anything is dealt.
    pub(super) fn new(board: Box<dyn Board>, weights: Weights, source: Source) -> Env {
        let canvas = Canvas::new(board.grid().size());
        let custom_colors = [None; Config::MAX_SLOTS as usize];
        let (colors, score, last_cleared, reason) = (Vec::new(), 0.0, 0, None);
        Env { board, canvas, colors, custom_colors, source, weights, score, last_cleared, reason }
    }

    /// The same game with a deal stream of its own, so that whoever plans with it learns nothing of what the game will
    /// deal.
    ///
    /// # Errors
    /// If the dealer can't be.
    pub fn fork(&self, deal: &Deal) -> Result<Env, EnvError> {
        let source = dealt_by(&*self.board, deal)?;
        Ok(Env { source, ..self.clone() })
    }

    /// Gives the shapes of the next deal, one for each slot, in place of any that were given before and not dealt;
    /// only for a game whose shapes are given.
    ///
    /// # Errors
    /// If a dealer deals this game, or a shape can't be.
    pub fn give(&mut self, shapes: &[Colored]) -> Result<(), EnvError> {
        if matches!(self.source, Source::Dealer { .. }) {
            return Err(DealError::new("a dealer deals this game; nothing can be given").into());
        }
        self.learn(shapes_of(shapes))?;
        let given = shapes.iter().map(|colored| painted(&*self.board, colored)).collect();
        if let Source::Given(queue) = &mut self.source {
            *queue = given;
        }
        Ok(())
    }

    /// A new game; the dealer goes on where it is (C1).
    ///
    /// # Errors
    /// If shapes are to be given and were not.
    pub fn reset(&mut self) -> Result<(), EnvError> {
        self.colors.clear();
        if let Source::Dealer { dealer, drawn, .. } = &mut self.source {
            dealer.forget_colors(*drawn as usize);
        }
        self.custom_colors = [None; Config::MAX_SLOTS as usize];
        self.canvas = Canvas::new(self.board.grid().size());
        (self.score, self.last_cleared, self.reason) = (0.0, 0, None);
        self.board.restart();
        self.deal()
    }

    /// Plays the action of this number: the reward, and whether the game is over (C2, C3).
    ///
    /// # Errors
    /// If shapes are to be given and were not; nothing has changed then.
    pub fn step(&mut self, action: i64) -> Result<(f64, bool), EnvError> {
        if self.is_over() {
            self.last_cleared = 0;
            return Ok((0.0, true));
        }
        let before = self.board.counts();
        let mut heard = Vec::new();
        let number = usize::try_from(action).ok();
        let is_played = number.is_some_and(|number| self.board.play(number, &mut heard).is_ok());
        let reward = if is_played {
            if let Err(error) = self.settle(heard) {
                self.board.take_back();
                return Err(error);
            }
            let after = self.board.counts();
            self.last_cleared = after.cleared - before.cleared;
            self.weights.reward(after.placed - before.placed, self.last_cleared, self.is_over())
        } else {
            self.reason = Some(Reason::Invalid(action));
            self.last_cleared = 0;
            self.weights.penalty
        };
        self.score += reward;
        Ok((reward, self.is_over()))
    }

    /// Fills or frees a cell by hand; elsewhere than on playable cells nothing happens (C4).
    pub fn toggle(&mut self, row: i32, col: i32) {
        let Some(cell) = self.board.grid().cell(row, col) else { return };
        let mut heard = Vec::new();
        if self.board.edit(Edit::Toggle(cell as u16), &mut heard).is_err() {
            return;
        }
        let cleared = heard.iter().map(|event| match event {
            Event::Cleared { cells } => cells.len() as u32,
            _ => 0,
        });
        self.last_cleared = cleared.sum();
        self.observe(&heard);
    }

    /// Puts these shapes into the slots; slots beyond the list become empty, shapes beyond the slots are dropped
    /// (C4).
    ///
    /// # Errors
    /// If a shape can't be, or there are too many that the config does not name.
    pub fn set_shapes(&mut self, shapes: &[Option<Colored>]) -> Result<(), EnvError> {
        let shapes = &shapes[..shapes.len().min(self.board.config().slots.into())];
        self.learn(shapes.iter().flatten().map(|colored| &colored.shape))?;
        let mut hand: Hand = [None; Config::MAX_SLOTS as usize];
        for (slot, colored) in hand.iter_mut().zip(shapes) {
            *slot = colored.as_ref().map(|colored| painted(&*self.board, colored));
        }
        let mut heard = Vec::new();
        let edited = self.board.edit(Edit::Shapes(hand), &mut heard);
        edited.map_err(|illegal| DealError::new(illegal.to_string()))?;
        self.observe(&heard);
        for (custom_color, colored) in self.custom_colors.iter_mut().zip(shapes) {
            *custom_color = colored.as_ref().and_then(|colored| colored.custom_color);
        }
        Ok(())
    }

    /// Is the game over?
    pub fn is_over(&self) -> bool {
        self.reason.is_some()
    }

    /// Why it is over, in the reference's words.
    pub fn reason(&self) -> Option<String> {
        self.reason.map(|reason| match reason {
            Reason::Invalid(action) => format!("Invalid action provided: {action}"),
            Reason::Ended(End::Limit) => "Step limit reached.".to_owned(),
            Reason::Ended(_) => "No valid actions available.".to_owned(),
        })
    }

    /// The sum of all rewards, added up as they came.
    pub fn score(&self) -> f64 {
        self.score
    }

    /// The score once the game is over, else 0.
    pub fn outcome(&self) -> f64 {
        if self.is_over() { self.score } else { 0.0 }
    }

    /// The score in whole numbers, by the rules.
    pub fn points(&self) -> i32 {
        self.board.points()
    }

    /// How many shapes were placed.
    pub fn steps(&self) -> u32 {
        self.board.counts().steps
    }

    /// How many triangles were cleared in this game.
    pub fn cleared(&self) -> u32 {
        self.board.counts().cleared
    }

    /// How many triangles the last call cleared.
    pub fn last_cleared(&self) -> u32 {
        self.last_cleared
    }

    /// The numbers of the valid actions, ascending; none once the game is over.
    pub fn valid_actions(&self) -> Vec<usize> {
        if self.is_over() { Vec::new() } else { self.board.valid() }
    }

    /// What each slot holds.
    pub fn shapes(&self) -> Vec<Option<Colored>> {
        let slots = usize::from(self.board.config().slots);
        let colored = |(slot, custom_color): (&Option<Painted>, &Option<[u8; 3]>)| {
            let Painted { piece, color } = (*slot)?;
            let shape = self.board.shapes()[usize::from(piece.0)].clone();
            Some(Colored { shape, color, custom_color: *custom_color })
        };
        self.canvas.hand()[..slots].iter().zip(&self.custom_colors).map(colored).collect()
    }

    /// What each cell looks like, row by row; `None` for a free one.
    pub fn paints(&self) -> &[Option<Paint>] {
        self.canvas.cells()
    }

    /// The picture of the position. Shapes have the theme's colour of their number.
    pub fn scene(&self, view: &View) -> Scene {
        self.board.scene(&Memory::of(self.canvas.clone()), view)
    }

    /// Is the cell filled?
    pub fn is_filled(&self, cell: usize) -> bool {
        self.board.is_filled(cell)
    }

    /// The grid.
    pub fn grid(&self) -> &Grid {
        self.board.grid()
    }

    /// The config, with the spare shapes that came in by hand.
    pub fn config(&self) -> &Config {
        self.board.config()
    }

    /// What rewards are made of.
    pub fn weights(&self) -> Weights {
        self.weights
    }

    /// A number for all that is seen of it: the same for environments that are equal.
    pub fn digest(&self) -> u64 {
        let mut digest = Digest::default();
        let counts = self.board.counts();
        for count in [counts.steps, counts.placed, counts.cleared, self.last_cleared] {
            digest.number(count, 4);
        }
        digest.number(self.score.to_bits(), 8);
        for slot in self.shapes() {
            let Some(colored) = slot else {
                digest.bytes(&[0]);
                continue;
            };
            digest.bytes(&[1, colored.color]);
            digest.bytes(&colored.rgb());
            digest.bytes(colored.shape.to_string().as_bytes());
        }
        for paint in self.paints() {
            digest.bytes(&[match paint {
                None => 0,
                Some(Paint::Debug) => 1,
                Some(Paint::Color(color)) => 2 + color,
            }]);
        }
        digest.value()
    }

    /// Deals the first hand.
    fn deal(&mut self) -> Result<(), EnvError> {
        self.settle(Vec::new())
    }

    /// Deals as far as it must, then follows all that happened.
    fn settle(&mut self, mut heard: Vec<Event>) -> Result<(), EnvError> {
        let given: Vec<u8> = match &self.source {
            Source::Given(given) => given.iter().map(|painted| painted.color).collect(),
            Source::Dealer { .. } => Vec::new(),
        };
        self.board.deal(&mut self.source, &mut heard)?;
        let colors = self.board.config().colors;
        let dealt = heard.iter().filter(|event| matches!(event, Event::Dealt { .. })).count();
        match &mut self.source {
            Source::Dealer { dealer, drawn, .. } => {
                let first = *drawn as usize;
                self.colors.extend((first..first + dealt).map(|nth| dealer.color(nth, colors)));
                *drawn += dealt as u64;
            }
            Source::Given(_) => self.colors.extend(&given[..dealt]),
        }
        self.observe(&heard);
        Ok(())
    }

    fn observe(&mut self, heard: &[Event]) {
        for event in heard {
            self.canvas.observe(event, |nth| self.colors[nth]);
            if let Event::Placed { slot, .. } = event {
                self.custom_colors[usize::from(*slot)] = None;
            } else if let Event::Set { .. } = event {
                self.custom_colors = [None; Config::MAX_SLOTS as usize];
            }
        }
        if self.reason.is_none() {
            self.reason = self.board.end().map(Reason::Ended);
        }
    }
}

/// All that is seen: the rules without spare shapes, the rewards, board, slots, counts, score and end. What will be dealt
/// does not count.
impl PartialEq for Env {
    fn eq(&self, other: &Env) -> bool {
        let rules = |env: &Env| Config { spare: Vec::new(), ..env.config().clone() };
        self.board.counts() == other.board.counts()
            && (self.reason, self.last_cleared) == (other.reason, other.last_cleared)
            && (self.score, self.weights) == (other.score, other.weights)
            && self.paints() == other.paints()
            && self.shapes() == other.shapes()
            && rules(self) == rules(other)
    }
}

/// Where shapes of this deal come from, from its beginning.
fn dealt_by(board: &dyn Board, deal: &Deal) -> Result<Source, DealError> {
    let dealer = Box::new(board.dealer(deal, 0)?);
    Ok(Source::Dealer { dealer, deal: deal.clone(), drawn: 0 })
}

fn unlimited(config: &Config) -> Result<Box<dyn Board>, ConfigError> {
    board_of(&Config { limit: Env::LIMIT, ..config.clone() })
}

fn shapes_of(shapes: &[Colored]) -> impl Iterator<Item = &tercet_triangle::Shape> + Clone {
    shapes.iter().map(|colored| &colored.shape)
}

pub(super) fn painted(board: &dyn Board, colored: &Colored) -> Painted {
    let known = board.shapes().iter().position(|shape| *shape == colored.shape);
    let piece = Piece(known.expect("the config was extended by it") as u8);
    Painted { piece, color: colored.color }
}
