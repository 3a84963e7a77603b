//! The program `tercet`; all of it stands in the library, from `lib.rs` on.

use std::process::ExitCode;

fn main() -> ExitCode {
    tercet_cli::main()
}
