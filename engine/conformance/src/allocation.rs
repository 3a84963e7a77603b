//! An allocator that counts, to show that a step asks for no memory.
//!
//! ```
//! use tercet_conformance::allocation::{Counting, allocations};
//!
//! #[global_allocator]
//! static ALLOCATOR: Counting = Counting;
//!
//! assert_eq!(allocations(|| drop(std::hint::black_box(Vec::<u8>::with_capacity(7)))), 1);
//! assert_eq!(allocations(|| ()), 0);
//! ```
#![allow(
    unsafe_code,
    reason = "an allocator is an unsafe trait; this one only counts and passes the calls on"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// How often this thread has asked for memory; tests run in threads of their own.
    static ASKED: Cell<u64> = const { Cell::new(0) };
    /// How many bytes it holds, and the most that it has held. What other threads gave it to free counts against it.
    static HELD: Cell<(i64, i64)> = const { Cell::new((0, 0)) };
}

/// The system's allocator, counting.
pub struct Counting;

// SAFETY: every call goes to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        hold(layout.size() as i64);
        // SAFETY: the caller's promise is the system's.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        hold(-(layout.size() as i64));
        // SAFETY: the caller's promise is the system's.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // The new place is there before the old one is given back.
        hold(size as i64);
        hold(-(layout.size() as i64));
        // SAFETY: the caller's promise is the system's.
        unsafe { System.realloc(place, layout, size) }
    }
}

/// A thread that is ending has no counter any more, and nobody who looks at it.
fn count() {
    let _ = ASKED.try_with(|asked| asked.set(asked.get() + 1));
}

/// How often `run` asks for memory on this thread, where [`Counting`] is the global allocator.
pub fn allocations(run: impl FnOnce()) -> u64 {
    let before = ASKED.get();
    run();
    ASKED.get() - before
}

fn hold(bytes: i64) {
    let _ = HELD.try_with(|held| {
        let (now, most) = held.get();
        held.set((now + bytes, most.max(now + bytes)));
    });
}

/// How many bytes `run` holds on this thread at its peak, beyond what was held before, where [`Counting`] is the global
/// allocator.
pub fn most_held(run: impl FnOnce()) -> i64 {
    let before = HELD.get().0;
    HELD.set((before, before));
    run();
    HELD.get().1 - before
}
