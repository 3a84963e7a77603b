//! SET as its original environment is called: three positions in, a message out.

use std::fmt;
use std::sync::Arc;

use tercet_game::{Deal, DealError, Deals, Game, Live, RunError, Seat, stream_seed};
use tercet_set::{
    Action, AnyDealer, Card, Cell, Claim, Config, Guarantee, Illegal, MAX_BOARD_SIZE, SetGame, State, Status,
    ZenMode,
};
use thiserror::Error;

/// The stream of the seed that later episodes come from; the same as a batch's.
const EPISODES: u64 = 0;

/// What an action came to, in the original's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Message {
    /// Not three different positions.
    NotDistinct,
    /// A position where no card can lie.
    OutOfRange,
    /// Three cards that are no Set.
    NotASet,
    /// A Set was taken.
    Taken,
    /// No more cards fit on the board.
    BoardFull,
    /// No cards are left.
    DeckDepleted,
    /// Cards were added.
    Dealt,
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Message::NotDistinct => "Error: provide three distinct indices.",
            Message::OutOfRange => "Error: index out of range.",
            Message::NotASet => "Not a Set. Try again.",
            Message::Taken => "Success: valid Set removed.",
            Message::BoardFull => "Error: board is at maximum size.",
            Message::DeckDepleted => "Error: deck depleted; cannot deal more cards.",
            Message::Dealt => "Success: dealt 3 new cards.",
        })
    }
}

/// Why an environment can't be brought back.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EnvError {
    /// The dealer or its seed can't be.
    #[error(transparent)]
    Deal(#[from] DealError),
    /// It was not played so.
    #[error("play {0} of what was saved can't be")]
    Play(usize),
}

/// Who deals, from what seed, and whether the first board holds a Set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// `stream` or `cpython`.
    pub dealer: String,
    /// A whole number as text.
    pub seed: String,
    /// Does the first board hold a Set?
    pub require_initial_set: bool,
}

/// What brings an environment back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// How it began.
    pub start: Start,
    /// How many games came before this one.
    pub episode: u64,
    /// How often Python's generator had shuffled when this game began; 0 for our own dealer.
    pub shuffles: u64,
    /// What was done: the positions of a Set, or `None` for three more cards.
    pub plays: Vec<Option<[u8; 3]>>,
}

/// A game under way.
#[derive(Clone)]
pub struct Env {
    game: Arc<SetGame>,
    saved: Saved,
    live: Live<SetGame, AnyDealer>,
    discard: Vec<[Card; 3]>,
}

impl Env {
    /// The first game of a seed.
    ///
    /// # Errors
    /// If the dealer or its seed can't be.
    pub fn new(start: Start) -> Result<Env, EnvError> {
        let guarantee = if start.require_initial_set { Guarantee::Initial } else { Guarantee::None };
        let game = SetGame::new(&Config { guarantee, ..Config::default() });
        let game = Arc::new(game.expect("the default config with another guarantee can be"));
        if start.dealer == "given" {
            return Err(DealError::new("an environment takes `stream` or `cpython`, not `given`").into());
        }
        let deal = Deal { name: start.dealer.clone(), argument: start.seed.clone() };
        let dealer = game.dealer(&deal)?;
        let shuffles = shuffles(&dealer);
        let live = Live::new(&*game, dealer, (), &mut ())?;
        let saved = Saved { start, episode: 0, shuffles, plays: Vec::new() };
        Ok(Env { game, saved, live, discard: Vec::new() })
    }

    /// The next game: our own dealer has another stream of the seed, Python's generator goes on where it is.
    ///
    /// # Errors
    /// If the dealer can't go on; nothing has changed then.
    pub fn next_game(&mut self) -> Result<(), EnvError> {
        let episode = self.saved.episode.saturating_add(1);
        if let AnyDealer::Cpython(dealer) = self.live.dealer() {
            let mut dealer = dealer.clone();
            dealer.next_game();
            return self.begin(episode, AnyDealer::Cpython(dealer));
        }
        let seed = Deal { name: String::new(), argument: self.saved.start.seed.clone() }.seed()?;
        let dealer = self.game.shuffle(stream_seed(seed, &[EPISODES, episode]));
        self.begin(episode, AnyDealer::Stream(dealer))
    }

    fn begin(&mut self, episode: u64, dealer: AnyDealer) -> Result<(), EnvError> {
        let shuffles = shuffles(&dealer);
        self.live = Live::new(&*self.game, dealer, (), &mut ())?;
        self.saved = Saved { start: self.saved.start.clone(), episode, shuffles, plays: Vec::new() };
        self.discard.clear();
        Ok(())
    }

    /// Claims the cards in three positions.
    pub fn select(&mut self, positions: &[i64]) -> Message {
        let [i, j, k] = *positions else { return Message::NotDistinct };
        if i == j || j == k || i == k {
            return Message::NotDistinct;
        }
        let board = self.board();
        let on_board = |position: i64| usize::try_from(position).ok().filter(|&index| index < board.len());
        let (Some(i), Some(j), Some(k)) = (on_board(i), on_board(j), on_board(k)) else {
            return Message::OutOfRange;
        };
        let cards = [i, j, k].map(|index| board[index]);
        let cells: Option<Vec<Cell>> = [i, j, k].into_iter().map(Cell::new).collect();
        let claim = cells.and_then(|cells| Claim::new(&cells).ok());
        let claim = claim.expect("three different positions of the board are a claim");
        if self.play(Action::Claim(claim)).is_err() {
            return Message::NotASet;
        }
        self.discard.push(cards);
        self.saved.plays.push(Some([i, j, k].map(|index| index as u8)));
        Message::Taken
    }

    /// Adds three cards.
    pub fn deal_three(&mut self) -> Message {
        match self.play(Action::Deal) {
            Ok(()) => {
                self.saved.plays.push(None);
                Message::Dealt
            }
            Err(Illegal::BoardFull) => Message::BoardFull,
            Err(_) if self.board().len() >= MAX_BOARD_SIZE => Message::BoardFull,
            Err(_) => Message::DeckDepleted,
        }
    }

    fn play(&mut self, action: Action) -> Result<(), Illegal> {
        match self.live.play(&self.game, Seat::FIRST, action, &mut ()) {
            Ok(()) => Ok(()),
            Err(RunError::Refused(illegal)) => Err(illegal),
            Err(RunError::Deal(error)) => unreachable!("it deals from the cards that are left: {error}"),
        }
    }

    /// How it began.
    pub fn start(&self) -> &Start {
        &self.saved.start
    }

    /// The cards on the board.
    pub fn board(&self) -> Vec<Card> {
        self.live.state().board().flatten().collect()
    }

    /// How many cards are left in the deck.
    pub fn deck_size(&self) -> usize {
        self.live.state().unseen().len()
    }

    /// The Sets that were taken, in order.
    pub fn discard(&self) -> &[[Card; 3]] {
        &self.discard
    }

    /// The position.
    pub fn state(&self) -> &State {
        self.live.state()
    }

    /// How the game stands, and its goals after so many milliseconds.
    pub fn status(&self, zen: &ZenMode, elapsed_ms: u64) -> Status {
        zen.status(&self.game, self.live.state(), elapsed_ms)
    }

    /// What brings it back.
    pub fn saved(&self) -> &Saved {
        &self.saved
    }

    /// Brings back what was saved.
    ///
    /// # Errors
    /// If it can't be.
    pub fn load(saved: &Saved) -> Result<Env, EnvError> {
        let mut env = Env::new(saved.start.clone())?;
        if saved.episode > 0 {
            let mut dealer = env
                .game
                .dealer(&Deal { name: saved.start.dealer.clone(), argument: saved.start.seed.clone() })?;
            if let AnyDealer::Cpython(dealer) = &mut dealer {
                while dealer.shuffles() < saved.shuffles.min(MOST_SHUFFLES) {
                    dealer.next_game();
                }
                env.begin(saved.episode, AnyDealer::Cpython(dealer.clone()))?;
            } else {
                env.saved.episode = saved.episode - 1;
                env.next_game()?;
            }
        }
        for (nth, play) in saved.plays.iter().enumerate() {
            let message = match play {
                Some(positions) => env.select(&positions.map(i64::from)),
                None => env.deal_three(),
            };
            if !matches!(message, Message::Taken | Message::Dealt) {
                return Err(EnvError::Play(nth + 1));
            }
        }
        Ok(env)
    }
}

/// More shuffles than anybody waits for.
const MOST_SHUFFLES: u64 = 100_000_000;

fn shuffles(dealer: &AnyDealer) -> u64 {
    if let AnyDealer::Cpython(dealer) = dealer { dealer.shuffles() } else { 0 }
}
