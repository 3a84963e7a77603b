//! The whole of Tercet, with Pig beside its own games.

fn main() -> std::process::ExitCode {
    tercet_cli::main_with(&[pig::ENTRY])
}
