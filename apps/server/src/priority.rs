//! Which threads give way to which. Those that talk to clients and the one that writes moves to disk come first; where all cores are
//! busy, whatever takes longer than a moment gets what they leave.

/// How urgent a thread's work is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Urgency {
    /// Somebody waits for it: bots, hints, pictures, replays.
    Soon,
    /// Exports, statistics, tournaments.
    Whenever,
}

impl Urgency {
    /// As the system counts it. Nothing is put off for ever: a thread that waits for a core may hold what a move waits for (the caches of
    /// the archive's openings share a lock), so even the last ones get about a tenth of a core that is wanted by one other.
    #[cfg(target_os = "linux")]
    fn nice(self) -> i32 {
        match self {
            Urgency::Soon => 4,
            Urgency::Whenever => 9,
        }
    }
}

/// Lowers the priority of the thread that calls this, for good; threads that it starts have the same.
#[cfg(target_os = "linux")]
pub(crate) fn give_way(urgency: Urgency) {
    use rustix::process::{getpriority_process, setpriority_process};
    // The system means the calling thread by "no process", and lets nobody but root raise what was lowered.
    let is_lower = getpriority_process(None).is_ok_and(|nice| nice >= urgency.nice());
    // A system that refuses is slower under load, not wrong.
    if !is_lower && let Err(error) = setpriority_process(None, urgency.nice()) {
        tracing::debug!("a thread's priority can't be lowered: {error}");
    }
}

/// Elsewhere a priority is the whole program's.
#[cfg(not(target_os = "linux"))]
pub(crate) fn give_way(_: Urgency) {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::thread;

    use rustix::process::getpriority_process;

    use super::*;

    #[test]
    fn a_thread_gives_way_with_those_it_starts_and_nobody_else_does() {
        let own = || getpriority_process(None).unwrap();
        let before = own();
        let lowered = thread::spawn(move || {
            give_way(Urgency::Whenever);
            give_way(Urgency::Soon);
            (own(), thread::spawn(own).join().unwrap())
        });
        let least = before.max(Urgency::Whenever.nice());
        assert_eq!(lowered.join().unwrap(), (least, least));
        assert_eq!(own(), before);
    }
}
