//! Shapes that no config names: how the rules come to know them.

use tercet_triangle::{Canvas, Config, Hand, Piece, Shape};

use super::board::{Source, board_of};
use super::env::{Env, EnvError, painted};
use super::shapes::extended;

impl Env {
    /// Makes sure that the rules know these shapes: those that they don't become spare ones. Shapes that were
    /// known keep their numbers.
    pub(super) fn learn<'s>(
        &mut self,
        shapes: impl Iterator<Item = &'s Shape> + Clone,
    ) -> Result<(), EnvError> {
        let Some(mut config) = extended(self.board.config(), shapes.clone()) else { return Ok(()) };
        if config.spare.len() > Config::MAX_TEMPLATES && matches!(self.source, Source::Dealer { .. }) {
            self.forget_spares()?;
            let known = self.board.config();
            config = extended(known, shapes).unwrap_or_else(|| known.clone());
        }
        let mut board = board_of(&config)?;
        let slots = usize::from(config.slots);
        let hand: Vec<Option<Piece>> =
            self.canvas.hand()[..slots].iter().map(|slot| slot.map(|painted| painted.piece)).collect();
        board.take_over(&*self.board, &hand);
        self.board = board;
        Ok(())
    }

    /// Makes room for other spare shapes: only those in the slots stay, under new numbers.
    fn forget_spares(&mut self) -> Result<(), EnvError> {
        let held = self.shapes();
        let is_held = |spare: &&Shape| held.iter().flatten().any(|slot| slot.shape == **spare);
        let spare = self.board.config().spare.iter().filter(is_held).cloned().collect();
        let mut board = board_of(&Config { spare, ..self.board.config().clone() })?;
        let mut hand: Hand = [None; Config::MAX_SLOTS as usize];
        for (slot, colored) in hand.iter_mut().zip(&held) {
            *slot = colored.as_ref().map(|colored| painted(&*board, colored));
        }
        let pieces: Vec<Option<Piece>> =
            hand[..held.len()].iter().map(|slot| slot.map(|painted| painted.piece)).collect();
        board.take_over(&*self.board, &pieces);
        self.canvas = Canvas::of(self.canvas.cells().to_vec(), hand);
        self.colors.clear();
        self.board = board;
        Ok(())
    }
}
