//! The program `tercet`; all of it stands in the library, from `lib.rs` on.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(tercet_cli::main(std::env::args_os()))
}
