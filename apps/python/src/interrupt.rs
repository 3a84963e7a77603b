//! Ctrl-C while the engine works: Python only notes a signal, and raises it where it is asked to.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use tercet_search::Stop;

/// How often somebody looks whether Ctrl-C was pressed.
const LOOK: Duration = Duration::from_millis(50);
/// What the main thread usually has.
const STACK: usize = 8 << 20;

/// Does work of several threads on a thread of its own, so that this one can look for Ctrl-C: that says stop, waits for the
/// work to end and raises `KeyboardInterrupt`; what came of the work is thrown away.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    stop: impl Fn(),
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let over = (Mutex::new(false), Condvar::new());
    std::thread::scope(|scope| {
        let work_then_signal = || {
            let _notify = NotifyOnDrop(&over);
            work()
        };
        let worker = Builder::new().stack_size(STACK).spawn_scoped(scope, work_then_signal)?;
        let mut outcome = Ok(());
        while !py.detach(|| is_over(&over)) {
            if let Err(error) = py.check_signals() {
                stop();
                outcome = outcome.and(Err(error));
            }
        }
        let done = py.detach(|| worker.join());
        outcome?;
        done.map_err(|panic| std::panic::resume_unwind(panic))
    })
}

/// Tells that work is over, even if it panics.
struct NotifyOnDrop<'o>(&'o (Mutex<bool>, Condvar));

impl Drop for NotifyOnDrop<'_> {
    fn drop(&mut self) {
        *self.0.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.0.1.notify_all();
    }
}

/// Waits a moment: is the work over?
fn is_over((over, changed): &(Mutex<bool>, Condvar)) -> bool {
    let guard = over.lock().unwrap_or_else(PoisonError::into_inner);
    let waited = changed.wait_timeout_while(guard, LOOK, |over| !*over);
    *waited.unwrap_or_else(PoisonError::into_inner).0
}

/// Ctrl-C for work that now and then asks whether to stop: a caller that stops throws away the result and raises what is kept here.
#[derive(Clone, Default)]
pub(crate) struct CtrlC {
    raised: Arc<Mutex<Option<PyErr>>>,
}

impl CtrlC {
    /// The word for the work. Work that is soon done pays nothing for it.
    pub(crate) fn stop(&self) -> Stop {
        let (raised, looked) = (Arc::clone(&self.raised), Mutex::new(Instant::now()));
        Stop::when(move || {
            let mut raised = raised.lock().unwrap_or_else(PoisonError::into_inner);
            let mut looked = looked.lock().unwrap_or_else(PoisonError::into_inner);
            if raised.is_none() && looked.elapsed() >= LOOK {
                *looked = Instant::now();
                *raised = Python::attach(|py| py.check_signals().err());
            }
            raised.is_some()
        })
    }

    /// What was raised since the last time.
    pub(crate) fn take(&self) -> Option<PyErr> {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Does work of this thread alone, which now and then asks whether to stop: it is told so once Ctrl-C was pressed, and what came
/// of the work is thrown away.
pub(crate) fn heeding<T: Send>(py: Python<'_>, work: impl FnOnce(&Stop) -> T + Send) -> PyResult<T> {
    let pressed = CtrlC::default();
    let stop = pressed.stop();
    let done = py.detach(|| work(&stop));
    pressed.take().map_or(Ok(done), Err)
}
