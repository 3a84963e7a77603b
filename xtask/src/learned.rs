//! `cargo xtask learned`: makes the learned values that are in the program, in release.

use anyhow::Result;

use crate::process::Call;
use crate::workspace::Workspace;

/// How many games the puzzle's value learns from: as many as fit its file into two megabytes. One thread and a seed make the same file,
/// byte for byte.
const GAMES: u64 = 60_000;
const SEED: u64 = 1;

/// Trains the values and writes their files.
///
/// # Errors
///
/// When it does not build, or can't write.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    triangle().run(&workspace.root)
}

fn triangle() -> Call {
    Call::cargo("run --quiet --release --locked -p tercet-triangle-play --example learn_triangle --").args([
        GAMES.to_string(),
        "1".to_owned(),
        SEED.to_string(),
        "games/triangle/play/learned.tercet".to_owned(),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thread_and_a_seed_make_the_puzzles_value() {
        assert_eq!(
            triangle().to_string(),
            "cargo run --quiet --release --locked -p tercet-triangle-play --example learn_triangle -- \
             60000 1 1 games/triangle/play/learned.tercet"
        );
    }
}
