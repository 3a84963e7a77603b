//! The program as people use it: words in, text and exit code out.

mod cards;
mod everywhere;
mod machi;
mod play;
mod race;
mod record;
mod render;
mod roll;
mod shell;
mod simulate;
mod solve;
mod step;
mod triangle;
