//! Forms of Tercet's games for other programs: JSON shapes, the solver's lines, the puzzle's games, Machi
//! Koro's card files, positions and logs.
//!
//! ```
//! use tercet_formats::set::{CardJson, solve_line};
//! use tercet_set::Card;
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

mod shape;

pub mod archive;
pub mod arena;
pub mod machi;
pub mod machi_odds;
pub mod set;
pub mod sheet;
pub mod triangle;

pub use shape::{NotJson, ShapeError};
