//! The program as people use it: words in, text and exit code out.

mod everywhere;
mod odds;
mod play;
mod race;
mod record;
mod shell;
mod simulate;
mod solve;
mod step;
mod triangle;
