//! The program as people use it: words in, text and exit code out.

mod archive;
mod cards;
mod deploy;
mod evaluate;
mod everywhere;
mod kills;
mod machi;
mod mcp;
mod new;
mod odds;
mod operations;
#[cfg(unix)]
mod outside;
mod play;
mod race;
mod record;
mod render;
mod review;
mod roll;
mod serve;
mod shell;
mod simulate;
mod solve;
mod step;
mod tournament;
mod train;
mod triangle;
