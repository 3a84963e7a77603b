//! Games as text: the position, what is asked, what an action does, and what happened, in words.
//!
//! [`Tell`] is the capability, for whoever has to work with any game; what only one game says stands in its own module.
//!
//! ```
//! use tercet_game::{Deal, Game, Match, Seat};
//! use tercet_set::{Action, Config, SetGame};
//! use tercet_text::Tell;
//!
//! let mut table = Match::new(SetGame::new(&Config::default())?.into(), Deal::stream(42), &mut ())?;
//! let claim = table.game().first_claim(table.state()).expect("the first board holds a Set");
//! let mut events = Vec::new();
//! table.play(Seat::FIRST, Action::Claim(claim), &mut events)?;
//! let words = table.game().event_words(&events[0], &|_| "you".to_owned());
//! assert!(words.starts_with("you took"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod machi;
mod name;
pub mod set;
mod style;
mod tell;
pub mod triangle;

pub use name::{LONGEST_NAME, NameError, clean_name, shown_name};
pub use style::Style;
pub use tell::{Description, Names, Tell, count, wrapped};
