//! `cargo xtask tune`: looks for better weights of a bot, in release.

use anyhow::Result;

use crate::process::Call;
use crate::workspace::Workspace;

/// What `cargo xtask tune` takes.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The game whose bots are tuned
    game: Game,
    /// The seed of the search; the same one finds the same weights
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many rounds of candidates
    #[arg(long, value_name = "N", default_value_t = 80)]
    rounds: u64,
    /// How many games each candidate plays a round
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
}

/// The games whose bots have weights.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Game {
    /// The puzzle: writes `games/triangle/play/src/bots/weights.rs` and `docs/tuning-triangle.md`
    Triangle,
}

/// Runs the search, which prints its rounds and writes what it found into the sources and the documentation.
///
/// # Errors
///
/// When it does not build, or can't write.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    search(options).run(&workspace.root)
}

fn search(options: &Options) -> Call {
    let Game::Triangle = options.game;
    let numbers = [options.seed, options.rounds, options.games].map(|number| number.to_string());
    Call::cargo("run --quiet --release --locked -p tercet-triangle-play --example tune_triangle --")
        .args(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_search_gets_seed_rounds_and_games() {
        let options = Options { game: Game::Triangle, seed: 7, rounds: 2, games: 30 };
        assert_eq!(
            search(&options).to_string(),
            "cargo run --quiet --release --locked -p tercet-triangle-play --example tune_triangle -- 7 2 30"
        );
    }
}
