//! The program `tercet`; all of it stands in the library, from `lib.rs` on.

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// A server's threads are many and of different priorities: here none waits for another that has no core, and memory goes back.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    ExitCode::from(tercet_cli::main(std::env::args_os()))
}
