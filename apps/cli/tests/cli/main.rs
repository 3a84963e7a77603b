//! The program as people use it: words in, text and exit code out.

mod archive;
mod everywhere;
mod kills;
mod play;
mod race;
mod record;
mod shell;
mod simulate;
mod solve;
mod step;
mod tournament;
mod triangle;
