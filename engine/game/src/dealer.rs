//! Dealers: they decide the outcomes of chance, outside the state.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use core::fmt::{self, Write as _};
use core::str::FromStr;

use crate::contract::drawn;
use crate::{ChaCha20, Game, NotationError, Rng, Sample, Source as _};

/// Decides what chance brings. A dealer never stands inside a state, so nobody who holds a state can read
/// the future from it.
pub trait Dealer<G: Game> {
    /// Does the dealer need to hear events? For one that does not, none are built.
    const LISTENS: bool = true;

    /// The next outcome. Called only when chance is to move.
    ///
    /// # Errors
    /// If the dealer has nothing left that fits.
    fn draw(&mut self, game: &G, state: &G::State) -> Result<G::Chance, DealError>;

    /// Told of every event, because some of them (cards that go back) change what is still to be dealt.
    fn observe(&mut self, event: &G::Event);
}

/// Nobody deals: whoever gives the inputs says what is drawn.
impl<G: Game> Dealer<G> for () {
    const LISTENS: bool = false;

    fn draw(&mut self, _game: &G, _state: &G::State) -> Result<G::Chance, DealError> {
        Err(DealError::new("nobody deals here"))
    }

    fn observe(&mut self, _event: &G::Event) {}
}

impl<G: Game, D: Dealer<G>> Dealer<G> for &mut D {
    const LISTENS: bool = D::LISTENS;

    fn draw(&mut self, game: &G, state: &G::State) -> Result<G::Chance, DealError> {
        (**self).draw(game, state)
    }

    fn observe(&mut self, event: &G::Event) {
        (**self).observe(event);
    }
}

/// Draws each outcome by its weight from one stream: fit for any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stream {
    rng: Rng,
}

impl Stream {
    /// The dealer of this seed.
    pub fn new(seed: u64) -> Stream {
        Stream { rng: Rng::new(seed) }
    }

    /// The generator, for whoever draws actions from the same stream.
    #[inline]
    pub fn rng(&mut self) -> &mut Rng {
        &mut self.rng
    }
}

impl From<Rng> for Stream {
    fn from(rng: Rng) -> Stream {
        Stream { rng }
    }
}

impl<G: Sample> Dealer<G> for Stream {
    const LISTENS: bool = false;

    #[allow(
        clippy::inline_always,
        reason = "rollouts are compiled for processor features: only what is inlined is"
    )]
    #[inline(always)]
    fn draw(&mut self, game: &G, state: &G::State) -> Result<G::Chance, DealError> {
        game.sample_outcome(state, &mut self.rng).ok_or_else(|| DealError::new("nothing is left to draw"))
    }

    fn observe(&mut self, _event: &G::Event) {}
}

/// The dealers that any game can have: `stream` for seeds that people choose, `chacha20` for deals that nobody may predict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standard {
    /// Draws from one stream of a seed.
    Stream(Stream),
    /// Draws from a stream that only the key determines.
    ChaCha20(Box<ChaCha20>),
}

impl Standard {
    /// The dealer that a deal asks for.
    ///
    /// # Errors
    /// If there is no dealer of that name, or it can't work with that argument.
    pub fn new(deal: &Deal) -> Result<Standard, DealError> {
        match deal.name.as_str() {
            "stream" => Ok(Standard::Stream(Stream::new(deal.seed()?))),
            CHACHA20 => Ok(Standard::ChaCha20(Box::new(ChaCha20::new(&deal.key()?, 0)))),
            name => {
                Err(DealError::new(format!("there is no dealer `{name}`; there are stream and chacha20")))
            }
        }
    }
}

impl<G: Sample> Dealer<G> for Standard {
    const LISTENS: bool = false;

    fn draw(&mut self, game: &G, state: &G::State) -> Result<G::Chance, DealError> {
        match self {
            Standard::Stream(stream) => stream.draw(game, state),
            Standard::ChaCha20(source) => drawn(game, state, |total| source.below(total))
                .ok_or_else(|| DealError::new("nothing is left to draw")),
        }
    }

    fn observe(&mut self, _event: &G::Event) {}
}

/// A game that names its dealers.
pub trait Deals: Game {
    /// All of its dealers in one type.
    type Dealer: Dealer<Self> + Clone;

    /// The dealer that this deal asks for.
    ///
    /// # Errors
    /// If there is no dealer of that name, or it can't work with that argument.
    fn dealer(&self, deal: &Deal) -> Result<Self::Dealer, DealError>;
}

/// Which dealer, and what it starts from: `stream 42`.
///
/// ```
/// use tercet_game::Deal;
///
/// let deal: Deal = "stream 42".parse()?;
/// assert_eq!((deal.name.as_str(), deal.argument.as_str()), ("stream", "42"));
/// assert_eq!(deal, Deal::stream(42));
/// # Ok::<(), tercet_game::NotationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    /// The dealer's name.
    pub name: String,
    /// Its seed or its cards, as text of one line.
    pub argument: String,
}

impl Deal {
    /// Our own dealer with this seed.
    pub fn stream(seed: u64) -> Deal {
        Deal { name: "stream".to_owned(), argument: format!("{seed}") }
    }

    /// The argument as a seed of our own dealer.
    ///
    /// # Errors
    /// If it is no whole number of 64 bits.
    pub fn seed(&self) -> Result<u64, DealError> {
        self.argument.parse().map_err(|_| {
            DealError::new(format!(
                "`{}` is not a seed of `{}`; it takes a whole number from 0 to {}",
                self.argument,
                self.name,
                u64::MAX
            ))
        })
    }
}

/// The dealer whose outcomes nobody can predict without its key.
const CHACHA20: &str = "chacha20";

impl Deal {
    /// The dealer that draws from `ChaCha20` streams of this key: what is to come can't be told from what was dealt.
    pub fn chacha20(key: &[u8; 32]) -> Deal {
        let mut argument = String::with_capacity(64);
        for byte in key {
            let _ = write!(argument, "{byte:02x}");
        }
        Deal { name: CHACHA20.to_owned(), argument }
    }

    /// The argument as a key of `chacha20`.
    ///
    /// # Errors
    /// If it is not 64 digits of 0-9 and a-f.
    pub fn key(&self) -> Result<[u8; 32], DealError> {
        let digit = |byte: u8| match byte {
            b'0'..=b'9' => Some(byte - b'0'),
            b'a'..=b'f' => Some(byte - b'a' + 10),
            _ => None,
        };
        let bytes = self.argument.as_bytes();
        let mut key = [0; 32];
        let mut is_key = bytes.len() == 64;
        for (place, pair) in key.iter_mut().zip(bytes.chunks_exact(2)) {
            match (digit(pair[0]), digit(pair[1])) {
                (Some(high), Some(low)) => *place = high << 4 | low,
                _ => is_key = false,
            }
        }
        let why = || format!("a key of `{}` is 64 digits of 0-9 and a-f", self.name);
        if is_key { Ok(key) } else { Err(DealError::new(why())) }
    }

    /// Does it deal from a key, so that its outcomes can't be predicted?
    pub fn has_key(&self) -> bool {
        self.name == CHACHA20
    }
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.argument)
    }
}

impl FromStr for Deal {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Deal, NotationError> {
        match text.split_once(' ') {
            Some((name, argument)) if !name.is_empty() && !argument.trim().is_empty() => {
                Ok(Deal { name: name.to_owned(), argument: argument.trim().to_owned() })
            }
            _ => Err(NotationError::new(text, "a deal is a dealer's name and its seed, as in `stream 42`")),
        }
    }
}

/// A deal that can't be: no such dealer, a bad seed, or nothing left to deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealError {
    /// One pointer long, so that an outcome that is drawn lies beside it in a result
    /// and not in its place: bytes written one by one where a pointer is read cost a twentieth of Machi Koro's
    /// time (`cargo bench -p tercet-machi-play`, 2026-11-16).
    #[expect(clippy::box_collection, reason = "a thin pointer")]
    why: Box<String>,
}

impl DealError {
    /// A complaint about a deal.
    pub fn new(why: impl Into<String>) -> DealError {
        DealError { why: Box::new(why.into()) }
    }

    /// What is wrong, and what would be right.
    pub fn why(&self) -> &str {
        &self.why
    }
}

impl fmt::Display for DealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "deal: {}", self.why)
    }
}

impl core::error::Error for DealError {}
