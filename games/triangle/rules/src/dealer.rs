//! Dealers: our own stream, one that nobody can predict, the reference's generator, and shapes that are given. Each also says the colour of
//! what it dealt, which is no matter of the rules.

use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;

use tercet_game::{ChaCha20, Deal, DealError, Dealer, Deals, Mt19937, Rng, Sample, Source};

use crate::action::{Event, Painted, Piece};
use crate::field::Field;
use crate::rules::Puzzle;
use crate::state::State;

/// Our own dealer. Colours come from streams of their own, one for each shape dealt, so that they cost nothing
/// where nobody looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn {
    seed: u64,
    rng: Rng,
}

impl Drawn {
    /// The dealer of this seed.
    pub fn new(seed: u64) -> Drawn {
        Drawn { seed, rng: Rng::new(seed) }
    }
}

impl<F: Field> Dealer<Puzzle<F>> for Drawn {
    const LISTENS: bool = false;

    #[inline]
    fn draw(&mut self, game: &Puzzle<F>, state: &State<F>) -> Result<Piece, DealError> {
        game.sample_outcome(state, &mut self.rng).ok_or_else(|| DealError::new("no slot is to be filled"))
    }

    fn observe(&mut self, _event: &Event) {}
}

/// The dealer of a key: shapes by their weights from its first stream, colours from its second, a block for each shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keyed {
    shapes: ChaCha20,
    colors: ChaCha20,
}

impl Keyed {
    /// The dealer of this key.
    pub fn new(key: &[u8; 32]) -> Keyed {
        Keyed { shapes: ChaCha20::new(key, 0), colors: ChaCha20::new(key, 1) }
    }

    /// The colour of the `nth` shape. It is for the eye alone, so that some colours are likelier than others by one in
    /// 2^32 does no harm.
    fn color(&self, nth: usize, colors: u8) -> u8 {
        let word = self.colors.words_at(nth as u32)[0];
        ((u64::from(word) * u64::from(colors)) >> 32) as u8
    }
}

impl<F: Field> Dealer<Puzzle<F>> for Keyed {
    const LISTENS: bool = false;

    fn draw(&mut self, game: &Puzzle<F>, _state: &State<F>) -> Result<Piece, DealError> {
        let drawn = self.shapes.below(game.by_weight.len() as u32);
        Ok(game.by_weight[drawn as usize])
    }

    fn observe(&mut self, _event: &Event) {}
}

/// The reference's dealer: C++'s `std::mt19937`, for each slot a template and then a colour (R18).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    mt: Mt19937,
    colors: Vec<u8>,
    /// How many colours before those are forgotten.
    forgotten: usize,
}

impl Reference {
    /// The dealer of this seed.
    pub fn new(seed: u32) -> Reference {
        Reference { mt: Mt19937::new(seed), colors: Vec::new(), forgotten: 0 }
    }

    /// One draw of the reference: the high half of a product, drawn again where that would not be fair.
    fn below(&mut self, bound: u32) -> u32 {
        let unfair = bound.wrapping_neg() % bound;
        loop {
            let product = u64::from(self.mt.next_u32()) * u64::from(bound);
            if product as u32 >= unfair {
                return (product >> 32) as u32;
            }
        }
    }
}

impl<F: Field> Dealer<Puzzle<F>> for Reference {
    const LISTENS: bool = false;

    fn draw(&mut self, game: &Puzzle<F>, _state: &State<F>) -> Result<Piece, DealError> {
        let template = self.below(game.pieces.len() as u32);
        let color = self.below(game.config.colors.into());
        self.colors.push(color as u8);
        Ok(game.pieces[template as usize])
    }

    fn observe(&mut self, _event: &Event) {}
}

/// Deals the shapes given, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    shapes: Vec<Painted>,
    dealt: usize,
}

impl Given {
    /// The dealer of these shapes.
    pub fn new(shapes: Vec<Painted>) -> Given {
        Given { shapes, dealt: 0 }
    }
}

impl<F: Field> Dealer<Puzzle<F>> for Given {
    const LISTENS: bool = false;

    fn draw(&mut self, _game: &Puzzle<F>, _state: &State<F>) -> Result<Piece, DealError> {
        let Some(painted) = self.shapes.get(self.dealt) else {
            return Err(DealError::new(format!("all {} shapes given are dealt", self.shapes.len())));
        };
        self.dealt += 1;
        Ok(painted.piece)
    }

    fn observe(&mut self, _event: &Event) {}
}

/// The dealers by name: `stream 42`, `chacha20 0f1e…`, `mt19937 42`, `given 5:2 17:0 …` (templates and colours).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyDealer {
    /// `stream`: a seed of 64 bits.
    Stream(Drawn),
    /// `chacha20`: a key of 256 bits.
    ChaCha20(Box<Keyed>),
    /// `mt19937`: a seed of 32 bits.
    Mt19937(Box<Reference>),
    /// `given`: shapes in order.
    Given(Given),
}

impl AnyDealer {
    /// The colour of the `nth` shape that it dealt, from zero, of so many colours.
    pub fn color(&self, nth: usize, colors: u8) -> u8 {
        match self {
            AnyDealer::Stream(dealer) => Rng::stream(dealer.seed, &[nth as u64]).below(colors.into()) as u8,
            AnyDealer::ChaCha20(dealer) => dealer.color(nth, colors),
            AnyDealer::Mt19937(dealer) => {
                let kept = nth.checked_sub(dealer.forgotten);
                kept.and_then(|kept| dealer.colors.get(kept)).copied().unwrap_or(0)
            }
            AnyDealer::Given(dealer) => dealer.shapes.get(nth).map_or(0, |painted| painted.color),
        }
    }

    /// Forgets the colours of the first `count` shapes that it dealt, so that a dealer of many games does not grow.
    pub fn forget_colors(&mut self, count: usize) {
        if let AnyDealer::Mt19937(dealer) = self {
            let more = count.saturating_sub(dealer.forgotten).min(dealer.colors.len());
            dealer.colors.drain(..more);
            dealer.forgotten += more;
        }
    }
}

impl<F: Field> Deals for Puzzle<F> {
    type Dealer = AnyDealer;

    fn dealer(&self, deal: &Deal) -> Result<AnyDealer, DealError> {
        match deal.name.as_str() {
            "stream" => Ok(AnyDealer::Stream(Drawn::new(deal.seed()?))),
            "chacha20" => Ok(AnyDealer::ChaCha20(Box::new(Keyed::new(&deal.key()?)))),
            "mt19937" => match u32::try_from(deal.seed()?) {
                Ok(seed) => Ok(AnyDealer::Mt19937(Box::new(Reference::new(seed)))),
                Err(_) => Err(DealError::new(format!(
                    "`{}` is not a seed of `mt19937`; it takes a whole number from 0 to {}",
                    deal.argument,
                    u32::MAX
                ))),
            },
            "given" => self.given(&deal.argument).map(|given| AnyDealer::Given(Given::new(given))),
            name => Err(DealError::new(format!(
                "there is no dealer `{name}`; there are stream, chacha20, mt19937 and given"
            ))),
        }
    }
}

impl<F: Field> Puzzle<F> {
    fn given(&self, argument: &str) -> Result<Vec<Painted>, DealError> {
        let read = |text: &str| {
            let (template, color) = text.split_once(':')?;
            let piece = *self.pieces.get(template.parse::<usize>().ok()?)?;
            let color = color.parse().ok().filter(|color| *color < self.config.colors)?;
            Some(Painted { piece, color })
        };
        let error = |text: &str| {
            DealError::new(format!(
                "`{text}` is no shape; it takes a template from 0 to {} and a colour from 0 to {}, as in `5:2`",
                self.pieces.len() - 1,
                self.config.colors - 1
            ))
        };
        argument.split_whitespace().map(|text| read(text).ok_or_else(|| error(text))).collect()
    }
}

impl<F: Field> Dealer<Puzzle<F>> for AnyDealer {
    const LISTENS: bool = false;

    fn draw(&mut self, game: &Puzzle<F>, state: &State<F>) -> Result<Piece, DealError> {
        match self {
            AnyDealer::Stream(dealer) => dealer.draw(game, state),
            AnyDealer::ChaCha20(dealer) => dealer.draw(game, state),
            AnyDealer::Mt19937(dealer) => dealer.draw(game, state),
            AnyDealer::Given(dealer) => dealer.draw(game, state),
        }
    }

    fn observe(&mut self, _event: &Event) {}
}
