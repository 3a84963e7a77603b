//! An environment in plain values, to be kept and brought back.

use tercet_game::{Deal, End};
use tercet_triangle::{Canvas, Config, Hand, Paint, Setup};

use super::board::{Board, Counts, Source, board_of};
use super::env::{Env, EnvError, Reason, painted};
use super::{Colored, Weights};

/// Everything that an environment is. What will be dealt follows from `deal` and `drawn`.
#[derive(Clone, Debug, PartialEq)]
pub struct Saved {
    /// The config, with the spare shapes that came in by hand.
    pub config: Config,
    /// What rewards are made of.
    pub weights: Weights,
    /// Who deals.
    pub deal: Deal,
    /// How many shapes were dealt, in earlier games too.
    pub drawn: u64,
    /// What each cell looks like, row by row.
    pub paints: Vec<Option<Paint>>,
    /// What each slot holds.
    pub slots: Vec<Option<Colored>>,
    /// How many shapes were placed.
    pub steps: u32,
    /// After how many of them the game went on.
    pub survived: u32,
    /// How many triangles were placed.
    pub placed: u32,
    /// How many triangles were cleared.
    pub cleared: u32,
    /// How the game ended, by the rules.
    pub end: Option<End>,
    /// The sum of all rewards.
    pub score: f64,
    /// How many triangles the last call cleared.
    pub last_cleared: u32,
    /// The wrong action that ended the game.
    pub invalid: Option<i64>,
}

impl Saved {
    /// The most shapes that a dealer may have dealt: all of them are drawn again.
    pub const MOST_DRAWN: u64 = 1_000_000_000;

    /// Is everything there, and within its range? What the rules check is left to them.
    fn check(&self, cells: usize) -> Result<(), EnvError> {
        let wrong = |why: String| Err(EnvError::Saved(why));
        let colors = self.config.colors;
        if self.paints.len() != cells {
            return wrong(format!("{} cells are described, the grid has {cells}", self.paints.len()));
        }
        if self.slots.len() != usize::from(self.config.slots) {
            return wrong(format!(
                "{} slots are described, the game has {}",
                self.slots.len(),
                self.config.slots
            ));
        }
        if self.end.is_none() && self.slots.iter().all(Option::is_none) {
            return wrong("no slot holds a shape, and the game is not over".to_owned());
        }
        let of_cells = self.paints.iter().filter_map(|paint| match paint {
            Some(Paint::Color(color)) => Some(*color),
            _ => None,
        });
        let of_slots = self.slots.iter().flatten().map(|colored| colored.color);
        if let Some(color) = of_cells.chain(of_slots).find(|&color| color >= colors) {
            return wrong(format!("there is no colour {color}; there are 0 to {}", colors - 1));
        }
        if self.drawn > Saved::MOST_DRAWN {
            return wrong(format!("{} shapes dealt are more than {}", self.drawn, Saved::MOST_DRAWN));
        }
        if !self.score.is_finite() {
            return wrong(format!("a score of {} can't be", self.score));
        }
        Ok(())
    }

    fn setup(&self, board: &dyn Board, hand: &Hand) -> Setup {
        let filled = (0..board.grid().size()).filter(|&cell| self.paints[cell].is_some()).collect();
        let slots = hand[..self.slots.len()].iter().map(|slot| slot.map(|painted| painted.piece)).collect();
        let Saved { steps, survived, placed, cleared, end, .. } = *self;
        Setup { filled, slots, steps, survived, placed, cleared, end }
    }
}

impl Env {
    /// All that it is.
    ///
    /// # Errors
    /// If its shapes are given by the caller: nobody could go on with it.
    pub fn saved(&self) -> Result<Saved, EnvError> {
        let Source::Dealer { deal, drawn, .. } = &self.source else {
            return Err(EnvError::Saved("the caller gives its shapes, so it can't be kept".to_owned()));
        };
        let Counts { steps, survived, placed, cleared } = self.board.counts();
        Ok(Saved {
            config: self.board.config().clone(),
            weights: self.weights,
            deal: deal.clone(),
            drawn: *drawn,
            paints: self.paints().to_vec(),
            slots: self.shapes(),
            steps,
            survived,
            placed,
            cleared,
            end: self.board.end(),
            score: self.score,
            last_cleared: self.last_cleared,
            invalid: match self.reason {
                Some(Reason::Invalid(action)) => Some(action),
                _ => None,
            },
        })
    }

    /// The environment that was saved.
    ///
    /// # Errors
    /// If it can't be: a position that is none, a shape that the config does not have.
    pub fn load(saved: &Saved) -> Result<Env, EnvError> {
        let mut board = board_of(&saved.config)?;
        saved.check(board.grid().size())?;
        let mut hand: Hand = [None; Config::MAX_SLOTS as usize];
        for (slot, colored) in hand.iter_mut().zip(&saved.slots) {
            let Some(colored) = colored else { continue };
            if !board.shapes().contains(&colored.shape) {
                return Err(EnvError::Saved(format!("`{}` is no shape of its config", colored.shape)));
            }
            *slot = Some(painted(&*board, colored));
        }
        let setup = saved.setup(&*board, &hand);
        board.set_up(&setup)?;
        let dealer = Box::new(board.dealer(&saved.deal, saved.drawn)?);
        let source = Source::Dealer { dealer, deal: saved.deal.clone(), drawn: saved.drawn };
        let mut env = Env::new(board, saved.weights, source);
        env.canvas = Canvas::of(saved.paints.clone(), hand);
        for (custom_color, slot) in env.custom_colors.iter_mut().zip(&saved.slots) {
            *custom_color = slot.as_ref().and_then(|colored| colored.custom_color);
        }
        (env.score, env.last_cleared) = (saved.score, saved.last_cleared);
        env.reason = saved.invalid.map(Reason::Invalid).or(env.board.end().map(Reason::Ended));
        Ok(env)
    }
}
