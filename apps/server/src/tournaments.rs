//! Tournaments that the server plays, one after the other, on a thread of their own that leaves a core to the tables. Those
//! that are asked for meanwhile wait in line.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use tercet_arena::{Resources, TournamentOptions, TournamentPlan, Watch};
use tercet_catalog::games;
use tercet_store::{Archive, TournamentRun, TournamentStoreError, now_ms};

use crate::bots::limits;
use crate::priority::{Urgency, give_way};
use crate::refusal::Refusal;

/// The most games of a tournament that is started over the network.
const MOST_GAMES: u64 = 100_000;

/// The most tournaments that wait.
const MOST_WAITING: usize = 20;

/// The tournaments that are played, and those that will be.
#[derive(Debug)]
pub(crate) struct Tournaments {
    data: PathBuf,
    line: Arc<Mutex<Line>>,
}

#[derive(Debug, Default)]
struct Line {
    /// The one that is played, and the word that stops it.
    running: Option<(i64, Arc<Watch>)>,
    waiting: VecDeque<Entry>,
}

/// A tournament that is to be played, from its beginning or where it was stopped.
#[derive(Debug)]
struct Entry {
    id: i64,
    game: String,
    plan: TournamentPlan,
}

/// Where a tournament stands in line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// It is played.
    Running,
    /// So many are before it.
    Waiting(usize),
    /// It is over or was stopped.
    Idle,
}

impl Tournaments {
    pub(crate) fn new(data: PathBuf) -> Tournaments {
        Tournaments { data, line: Arc::default() }
    }

    /// Starts a tournament as soon as those before it are over; its number in the archive.
    pub(crate) async fn start(&self, game: String, options: TournamentOptions) -> Result<i64, Refusal> {
        self.blocking(move |data, line| {
            let plan = options.plan(known(&game)?, limits()).map_err(|error| refusal(error.into()))?;
            check_size(&plan)?;
            check_room(&lock(line))?;
            let id = Archive::open(data, games())?.begin_tournament(&game, &plan.to_json(), now_ms())?;
            line_up(data, line, Entry { id, game, plan })?;
            Ok(id)
        })
        .await
    }

    /// Goes on with a tournament that was stopped, be it by somebody or by the end of the server.
    pub(crate) async fn resume(&self, id: i64) -> Result<(), Refusal> {
        self.blocking(move |data, line| {
            let row = Archive::open(data, games())?.tournament(id)?;
            if row.finished_ms.is_some() {
                return Err(Refusal::new("over", format!("tournament {id} is over")));
            }
            let plan = TournamentPlan::from_json(&row.plan)
                .map_err(|error| Refusal::new("archive", error.to_string()))?;
            plan.check_bots(known(&row.game)?, limits()).map_err(|error| refusal(error.into()))?;
            check_room(&lock(line))?;
            line_up(data, line, Entry { id, game: row.game, plan })
        })
        .await
    }

    /// How many wait in line.
    pub(crate) fn waiting(&self) -> usize {
        lock(&self.line).waiting.len()
    }

    /// Stops the one that is played after its games, and forgets those that wait; all can be gone on with later.
    pub(crate) fn stop_all(&self) {
        let mut line = lock(&self.line);
        line.waiting.clear();
        line.running.iter().for_each(|(_, watch)| watch.stop());
    }

    /// Where it stands.
    pub(crate) fn standing(&self, id: i64) -> Standing {
        lock(&self.line).standing(id)
    }

    /// Stops it in the middle of the games that are being played, which don't count, or takes it out of the line; `false` if it is not there.
    pub(crate) fn stop(&self, id: i64) -> bool {
        let mut line = lock(&self.line);
        match line.standing(id) {
            Standing::Running => line.running.iter().for_each(|(_, watch)| watch.stop()),
            Standing::Waiting(_) => line.waiting.retain(|entry| entry.id != id),
            Standing::Idle => return false,
        }
        true
    }

    async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Path, &Arc<Mutex<Line>>) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let (data, line) = (self.data.clone(), Arc::clone(&self.line));
        let failed = |_| Refusal::new("broken", "the tournament could not be started");
        tokio::task::spawn_blocking(move || work(&data, &line)).await.map_err(failed)?
    }
}

impl Drop for Tournaments {
    fn drop(&mut self) {
        self.stop_all();
    }
}

impl Line {
    fn standing(&self, id: i64) -> Standing {
        if self.running.as_ref().is_some_and(|(running, _)| *running == id) {
            return Standing::Running;
        }
        let place = self.waiting.iter().position(|entry| entry.id == id);
        place.map_or(Standing::Idle, |place| Standing::Waiting(place + 1))
    }
}

fn lock(line: &Mutex<Line>) -> MutexGuard<'_, Line> {
    line.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The game of this name.
fn known(game: &str) -> Result<&'static tercet_entry::Entry, Refusal> {
    games().game(game).map_err(|error| refusal(error.into()))
}

#[allow(clippy::needless_pass_by_value, reason = "it is what `map_err` hands over")]
fn refusal(error: TournamentStoreError) -> Refusal {
    crate::routes::tournament_refusal(&error)
}

fn check_size(plan: &TournamentPlan) -> Result<(), Refusal> {
    let games = plan.plan.game_count();
    if games > MOST_GAMES {
        let why = format!("{games} games are too many; {MOST_GAMES} are the most");
        return Err(Refusal::new("limit", why));
    }
    Ok(())
}

fn check_room(line: &Line) -> Result<(), Refusal> {
    if line.waiting.len() >= MOST_WAITING {
        let why = format!("{MOST_WAITING} tournaments are waiting; no more can");
        return Err(Refusal::new("limit", why));
    }
    Ok(())
}

/// Puts a tournament at the end of the line. Whoever finds nobody playing has it played.
fn line_up(data: &Path, line: &Arc<Mutex<Line>>, entry: Entry) -> Result<(), Refusal> {
    let mut locked = lock(line);
    if locked.standing(entry.id) != Standing::Idle {
        return Err(Refusal::new("repeated", format!("tournament {} is in line already", entry.id)));
    }
    if locked.running.is_some() {
        locked.waiting.push_back(entry);
        return Ok(());
    }
    let watch = Arc::new(Watch::default());
    locked.running = Some((entry.id, Arc::clone(&watch)));
    let (data, own) = (data.to_owned(), Arc::clone(line));
    let work = move || play_in_turn(&data, &own, entry, watch);
    let spawned = thread::Builder::new().name("tournament".to_owned()).spawn(work);
    spawned.map(drop).map_err(|error| {
        locked.running = None;
        tracing::error!("no thread for a tournament: {error}");
        Refusal::new("broken", "the tournament could not be started")
    })
}

/// Plays a tournament, then all that wait.
fn play_in_turn(data: &Path, line: &Mutex<Line>, first: Entry, mut watch: Arc<Watch>) {
    // The threads that play games are started by this one.
    give_way(Urgency::Whenever);
    let mut next = Some(first);
    while let Some(entry) = next {
        let id = entry.id;
        if let Err(error) = play(data, entry, &watch) {
            tracing::error!("tournament {id}: {error}");
        }
        let mut locked = lock(line);
        next = locked.waiting.pop_front();
        watch = Arc::default();
        locked.running = next.as_ref().map(|entry| (entry.id, Arc::clone(&watch)));
    }
}

fn play(data: &Path, entry: Entry, watch: &Watch) -> Result<(), TournamentStoreError> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let run = TournamentRun {
        archive: Archive::open(data, games())?,
        id: entry.id,
        plan: entry.plan,
        resources: Resources { jobs: cores.saturating_sub(1).max(1), limits: limits(), watch },
        goes_on_in_memory: false,
        progress: &mut |_| {},
    };
    run.play(&entry.game).map(|_| ())
}
