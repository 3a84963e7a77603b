//! SET to be played: its words, JSON forms, bots and learning tasks, around the rules of `tercet_set`.
//!
//! ```
//! use tercet_game::{Game, Live, run};
//! use tercet_set::{Config, SetGame};
//! use tercet_set_play::bots::by_name;
//!
//! let game = SetGame::new(&Config::race(2))?;
//! let mut players = [by_name("racer:1", 7)?, by_name("racer:5", 8)?];
//! let mut live = Live::new(&game, game.shuffle(42), (), &mut ())?;
//! let scores = run(&game, &mut live, &mut players, &mut ())?;
//! assert!(scores.points()[1] > scores.points()[0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A bot sees what its seat sees, the state, and draws from a stream of its own: the same seed plays the same
//! game again.
//!
//! ```
//! use tercet_set::Card;
//! use tercet_set_play::json::{CardJson, solve_line};
//!
//! let card: Card = "2rto".parse()?;
//! let json = serde_json::to_string(&CardJson::from(card))?;
//! assert_eq!(json, r#"{"number":2,"color":"red","shape":"oval","shading":"striped","id":46}"#);
//!
//! let mut answer = Vec::new();
//! solve_line(br#"{"cards":[0,1,2,40]}"#, &mut answer)?;
//! assert_eq!(answer, b"{\"sets\":[[0,1,2]]}\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod bots;
pub mod json;
pub mod review;
pub mod text;
pub mod train;

use tercet_entry::{Entry, Play};
use tercet_set::SetGame;

/// SET, as it enters a catalog.
///
/// ```
/// use tercet_entry::Describe;
/// use tercet_game::{Deal, Game, Match, Seat};
/// use tercet_set::{Action, Config, SetGame};
/// use tercet_set_play::Set;
///
/// let mut table = Match::new(SetGame::new(&Config::default())?.into(), Deal::stream(42), &mut ())?;
/// let claim = table.game().first_claim(table.state()).expect("the first board holds a Set");
/// let mut events = Vec::new();
/// table.play(Seat::FIRST, Action::Claim(claim), &mut events)?;
/// let words = Set::event_words(table.game(), &events[0], &|_| "you".to_owned());
/// assert!(words.starts_with("you took"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub enum Set {}

impl Play for Set {
    type Rules = SetGame;
}

/// SET, for a catalog.
pub const ENTRY: Entry = Entry::of::<Set>(
    "SET",
    "find three cards that agree or all differ in each of four attributes, alone or in a race",
    include_str!("../../RULES.md"),
);
