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
pub(crate) fn attended<T: Send>(
    py: Python<'_>,
    stop: impl Fn(),
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let over = (Mutex::new(false), Condvar::new());
    std::thread::scope(|scope| {
        let told = || {
            let _tells = Tells(&over);
            work()
        };
        let worker = Builder::new().stack_size(STACK).spawn_scoped(scope, told)?;
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
struct Tells<'o>(&'o (Mutex<bool>, Condvar));

impl Drop for Tells<'_> {
    fn drop(&mut self) {
        *self.0.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.0.1.notify_all();
    }
}

/// Waits a moment: is the work over?
fn is_over((over, told): &(Mutex<bool>, Condvar)) -> bool {
    let guard = over.lock().unwrap_or_else(PoisonError::into_inner);
    let waited = told.wait_timeout_while(guard, LOOK, |over| !*over);
    *waited.unwrap_or_else(PoisonError::into_inner).0
}

/// Does work of this thread alone, which now and then asks whether to stop: it is told so once Ctrl-C was pressed, and what came
/// of the work is thrown away. Work that is soon done pays nothing for it.
pub(crate) fn heeding<T: Send>(py: Python<'_>, work: impl FnOnce(&Stop) -> T + Send) -> PyResult<T> {
    let raised: Arc<Mutex<Option<PyErr>>> = Arc::default();
    let (error, looked) = (Arc::clone(&raised), Mutex::new(Instant::now()));
    let stop = Stop::when(move || {
        let mut error = error.lock().unwrap_or_else(PoisonError::into_inner);
        let mut looked = looked.lock().unwrap_or_else(PoisonError::into_inner);
        if error.is_none() && looked.elapsed() >= LOOK {
            *looked = Instant::now();
            *error = Python::attach(|py| py.check_signals().err());
        }
        error.is_some()
    });
    let done = py.detach(|| work(&stop));
    match raised.lock().unwrap_or_else(PoisonError::into_inner).take() {
        Some(error) => Err(error),
        None => Ok(done),
    }
}
