//! Where events go.

use alloc::vec::Vec;

/// A sink for events. Silence is `&mut ()`: it never builds the event, so it costs nothing.
///
/// ```
/// use tercet_game::Log;
///
/// fn roll(log: &mut impl Log<u8>) {
///     log.push(|| 6);
/// }
///
/// let mut heard = Vec::new();
/// roll(&mut heard);
/// roll(&mut ());
/// assert_eq!(heard, [6]);
/// ```
pub trait Log<E> {
    /// Takes one event; a sink that does not listen never calls `event`.
    fn push(&mut self, event: impl FnOnce() -> E);

    /// Does nobody listen? Work that is done for events alone may be left out then.
    #[inline]
    fn is_silent(&self) -> bool {
        false
    }
}

impl<E> Log<E> for () {
    fn push(&mut self, _event: impl FnOnce() -> E) {}

    #[inline]
    fn is_silent(&self) -> bool {
        true
    }
}

impl<E> Log<E> for Vec<E> {
    fn push(&mut self, event: impl FnOnce() -> E) {
        Vec::push(self, event());
    }
}

/// Hands each event to a listener by reference, if it listens, then on to another sink.
pub(crate) struct Tee<'a, F, L> {
    pub(crate) listens: bool,
    pub(crate) listener: F,
    pub(crate) log: &'a mut L,
}

impl<E, F: FnMut(&E), L: Log<E>> Log<E> for Tee<'_, F, L> {
    fn push(&mut self, event: impl FnOnce() -> E) {
        if !self.listens {
            return self.log.push(event);
        }
        let event = event();
        (self.listener)(&event);
        self.log.push(|| event);
    }

    #[inline]
    fn is_silent(&self) -> bool {
        !self.listens && self.log.is_silent()
    }
}
