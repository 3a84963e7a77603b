//! `cargo xtask learned`: makes the learned values that are in the program, in release.

use anyhow::Result;

use crate::process::Call;
use crate::workspace::Workspace;

/// How many games the puzzle's value learns from: a few minutes of a processor. One thread and a seed make the same file, byte for byte.
const GAMES: u64 = 275_000;
const SEED: u64 = 1;

/// Trains the values and writes their files.
///
/// # Errors
///
/// When it does not build, or can't write.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    triangle().run(&workspace.root)?;
    MACHI.iter().try_for_each(|&(family, games)| machi(family, games).run(&workspace.root))
}

/// Machi Koro's values by the expansions, and how many games each learns from: a minute or two of a processor.
const MACHI: [(&str, u64); 3] = [("base", 80_000), ("harbor", 40_000), ("everything", 30_000)];

fn machi(family: &str, games: u64) -> Call {
    Call::cargo("run --quiet --release --locked -p tercet-machi-play --example learn_machi --").args([
        family.to_owned(),
        "sampled".to_owned(),
        games.to_string(),
        "1".to_owned(),
        SEED.to_string(),
        format!("games/machi/play/learned-{family}.tercet"),
    ])
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
    fn one_thread_and_a_seed_make_the_values() {
        assert_eq!(
            triangle().to_string(),
            "cargo run --quiet --release --locked -p tercet-triangle-play --example learn_triangle -- \
             275000 1 1 games/triangle/play/learned.tercet"
        );
        assert_eq!(
            machi("harbor", 40_000).to_string(),
            "cargo run --quiet --release --locked -p tercet-machi-play --example learn_machi -- \
             harbor sampled 40000 1 1 games/machi/play/learned-harbor.tercet"
        );
    }
}
