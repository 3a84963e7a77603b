//! The whole of Tercet, with Connect beside its own games.

fn main() -> std::process::ExitCode {
    tercet_cli::main_with(&[connect::ENTRY])
}
