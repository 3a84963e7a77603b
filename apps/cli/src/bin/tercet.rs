//! The program `tercet`; all of it stands in the library, from `lib.rs` on.

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// A server's threads are many and of different priorities. With the system's allocator one that waits for a core may hold what
/// another needs to allocate; here each has its own.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// The number of mimalloc's option for how many milliseconds memory that is free stays the program's.
const PURGE_DELAY: libmimalloc_sys::mi_option_t = 15;

/// Has memory go back to the system as soon as it is free: ten thousand sockets that have just come take 211 MB instead of 265 to
/// 333 (`load many`, 5,000 tables, 2026-11-18).
#[allow(unsafe_code, reason = "there is no safe way to set an option of the allocator")]
fn give_memory_back() {
    // SAFETY: it stores a number, at any time and from any thread.
    unsafe { libmimalloc_sys::mi_option_set(PURGE_DELAY, 0) }
}

fn main() -> ExitCode {
    give_memory_back();
    tercet_cli::main_with(&[])
}
