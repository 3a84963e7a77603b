//! The repository's chores, as a program: `cargo xtask --help` lists them.
//!
//! Every chore runs from the workspace's root, wherever it is called, and fails with a non-zero exit code.

mod bench;
mod browser;
mod chapter;
mod coverage;
mod doc;
mod examples;
mod golden;
mod layers;
mod learned;
mod load;
mod pictures;
mod process;
mod python;
mod rules_index;
mod scan;
mod soak;
mod sources;
mod table;
mod test;
mod tune;
mod wheel;
mod workspace;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::workspace::Workspace;

/// The chores of this repository.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Run every check and every test; stop at the first failure
    Test(test::Options),
    /// Check that arrows between packages point down and that the rules stay pure
    Layers,
    /// Check that every numbered rule stands in the source and in a test's name; print the table
    RulesIndex,
    /// Rewrite the golden files from what the code does now
    Golden(golden::Options),
    /// Draw the pictures of the documentation
    Pictures(pictures::Options),
    /// Build the documentation of all packages, warnings refused
    Doc(doc::Options),
    /// Print how much of the engine and of the games' rules their own tests reach, file by file
    Coverage,
    /// Build and test the crates in examples/, and a new game of `tercet new`
    Examples,
    /// Run the benchmarks and print each beside the slow twin of its group
    Bench(bench::Options),
    /// Run the long checks and the fuzz tests
    Soak(soak::Options),
    /// Look for better weights of a bot; write them and how they were found
    Tune(tune::Options),
    /// Train the learned values that are in the program, and write their files
    Learned,
    /// Build the Python wheel and try it in a fresh environment of each Python found
    Wheel(wheel::Options),
    /// Put many tables on a server and report how long moves took
    Load(load::Options),
}

fn main() -> ExitCode {
    match run(&Cli::parse().chore) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(chore: &Chore) -> Result<()> {
    let workspace = Workspace::read()?;
    match chore {
        Chore::Test(options) => test::run(&workspace, options),
        Chore::Layers => layers::run(&workspace),
        Chore::RulesIndex => rules_index::run(&workspace),
        Chore::Golden(options) => golden::run(&workspace, options),
        Chore::Pictures(options) => pictures::run(&workspace, options),
        Chore::Doc(options) => doc::run(&workspace, options),
        Chore::Coverage => coverage::run(&workspace),
        Chore::Examples => examples::run(&workspace),
        Chore::Bench(options) => bench::run(&workspace, options),
        Chore::Soak(options) => soak::run(&workspace, options),
        Chore::Tune(options) => tune::run(&workspace, options),
        Chore::Learned => learned::run(&workspace),
        Chore::Wheel(options) => wheel::run(&workspace, options),
        Chore::Load(options) => load::run(&workspace, options),
    }
}
