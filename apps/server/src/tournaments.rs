//! Tournaments that the server plays, one after the other, on a thread of their own that leaves a core to the tables.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use tercet_arena::Watch;
use tercet_formats::archive::EventPlan;
use tercet_store::{Archive, EventWish, Meeting, MeetingError, meet, now_ms, plan_event};

use crate::refusal::Refusal;

/// The most games of a tournament that is started over the network.
const MOST_GAMES: u64 = 100_000;

/// The tournaments that are being played.
#[derive(Debug)]
pub(crate) struct Tournaments {
    data: PathBuf,
    running: Arc<Mutex<Option<Running>>>,
}

#[derive(Debug)]
struct Running {
    id: i64,
    watch: Arc<Watch>,
}

impl Tournaments {
    pub(crate) fn new(data: PathBuf) -> Tournaments {
        Tournaments { data, running: Arc::default() }
    }

    /// Starts a tournament; its number in the archive.
    pub(crate) async fn start(&self, game: String, wish: EventWish) -> Result<i64, Refusal> {
        let (data, running) = (self.data.clone(), Arc::clone(&self.running));
        let begin = move || {
            let mut place = running.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(other) = &*place {
                let why = format!("tournament {} is being played; stop it or wait", other.id);
                return Err(Refusal::new("limit", why));
            }
            let plan = plan_event(&game, &wish).map_err(|error| crate::routes::meeting_refusal(&error))?;
            if plan.plan.sittings() > MOST_GAMES {
                let why = format!("{} games are too many; {MOST_GAMES} are the most", plan.plan.sittings());
                return Err(Refusal::new("limit", why));
            }
            let mut archive = Archive::open(&data)?;
            let id = archive.begin_event(&game, &plan.to_json(), now_ms())?;
            let watch = Arc::new(Watch::default());
            *place = Some(Running { id, watch: Arc::clone(&watch) });
            let running = Arc::clone(&running);
            let play = move || {
                if let Err(error) = play(&game, archive, id, plan, &watch) {
                    tracing::error!("tournament {id}: {error}");
                }
                *running.lock().unwrap_or_else(PoisonError::into_inner) = None;
            };
            let spawned = thread::Builder::new().name("tournament".to_owned()).spawn(play);
            spawned.map_err(|error| Refusal::new("broken", error.to_string()))?;
            Ok(id)
        };
        let failed = |_| Refusal::new("broken", "the tournament could not be started");
        tokio::task::spawn_blocking(begin).await.map_err(failed)?
    }

    /// Is it being played?
    pub(crate) fn is_running(&self, id: i64) -> bool {
        self.lock().as_ref().is_some_and(|running| running.id == id)
    }

    /// Stops it after the games that are being played; `false` if it is not being played.
    pub(crate) fn stop(&self, id: i64) -> bool {
        let running = self.lock();
        let found = running.as_ref().filter(|running| running.id == id);
        found.inspect(|running| running.watch.stop()).is_some()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Tournaments {
    fn drop(&mut self) {
        if let Some(running) = &*self.lock() {
            running.watch.stop();
        }
    }
}

fn play(
    game: &str,
    archive: Archive,
    event: i64,
    plan: EventPlan,
    watch: &Watch,
) -> Result<(), MeetingError> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let meeting = Meeting {
        archive,
        event,
        plan,
        jobs: cores.saturating_sub(1).max(1),
        watch,
        goes_on_in_memory: false,
        progress: &mut |_| {},
    };
    meet(game, meeting).map(|_| ())
}
