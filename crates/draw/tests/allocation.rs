//! Laying pictures allocates nothing: batches under an allocator that counts.
#![allow(
    unsafe_code,
    reason = "an allocator is an unsafe trait; this one only counts and passes the calls on"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::Arc;

use tercet_draw::{MosaicPainter, Pixels, Theme};
use tercet_game::{Deal, Game, Match, Notation, Seat};
use tercet_scene::{Frame, Mosaic, recall};
use tercet_set::SetGame;
use tercet_triangle::{Dense, Puzzle};

thread_local! {
    /// How often this thread has asked for memory; tests run in threads of their own.
    static ASKED: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: every call goes to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // A thread that is ending has no counter any more, and nobody who looks at it.
        let _ = ASKED.try_with(|asked| asked.set(asked.get() + 1));
        // SAFETY: the caller's promise is the system's.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise is the system's.
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often 64 pictures of positions of this game ask for memory; the pictures must not be empty.
fn allocations<G: Mosaic + Notation>(game: G) -> u64 {
    let game = Arc::new(game);
    let mut table = Match::new(Arc::clone(&game), Deal::stream(5), &mut ()).unwrap();
    let first = table.legal_actions(Seat::FIRST)[0];
    table.play(Seat::FIRST, first, &mut ()).unwrap();
    let memory = recall(&*game, table.deal(), table.inputs()).unwrap();
    let frame = Frame { width: 84, height: 84 };
    let painter = MosaicPainter::new(game, frame, &Theme::default(), Pixels::Rgb).unwrap();
    let positions = vec![(*table.state(), memory); 64];
    let mut bytes = vec![0; 64 * 84 * 84 * 3];
    let before = ASKED.get();
    painter.paint_all(positions.iter().map(|(state, memory)| (state, memory)), &mut bytes).unwrap();
    let asked = ASKED.get() - before;
    let (one, last) = (&bytes[..84 * 84 * 3], &bytes[63 * 84 * 84 * 3..]);
    assert!(one == last && one.iter().any(|byte| *byte != one[0]));
    asked
}

#[test]
fn batches_ask_for_no_memory() {
    assert_eq!(allocations(SetGame::new(&tercet_set::Config::default()).unwrap()), 0);
    assert_eq!(allocations(Puzzle::<Dense>::new(&tercet_triangle::Config::default()).unwrap()), 0);
}
