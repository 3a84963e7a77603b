//! Playing sittings on all cores, and keeping what came of them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use tercet_game::{Deal, Deals, Digest, End, Finish, Input, InputOf, Live, Notation, Player, Tape, run};

use crate::Watch;
use crate::series::Attended;

/// A game that was played, as an archive keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Which dealer, and its seed.
    pub deal: Deal,
    /// The inputs as a record has them, one a line.
    pub inputs: String,
    /// How many of them were plays of a seat.
    pub plays: u32,
    /// How it ended.
    pub end: Option<End>,
    /// The points of each seat.
    pub points: Vec<i32>,
    /// How each seat came out.
    pub finish: Vec<Finish>,
    /// The digest of the last state.
    pub state: u64,
}

/// Plays one game to its end and keeps its inputs; `None` if the watch stopped it. `finish_scores` orders those who did not win.
///
/// # Errors
/// If the dealer can't deal, an action is refused or nobody answers.
pub fn play_recorded<G: Deals + Notation, P: Player<G>>(
    game: &G,
    deal: Deal,
    players: Vec<P>,
    watch: &Watch,
    finish_scores: impl FnOnce(&G, &G::State) -> Vec<i64>,
) -> Result<Option<Played>, String> {
    let mut inputs = String::new();
    let mut plays = 0;
    let dealer = game.dealer(&deal).map_err(|error| error.to_string())?;
    let tape = Lines { game, text: &mut inputs, plays: &mut plays };
    let mut live = Live::new(game, dealer, tape, &mut ()).map_err(|error| error.to_string())?;
    let mut players: Vec<_> = players.into_iter().map(|player| Attended { player, watch }).collect();
    let scores = match run(game, &mut live, &mut players, &mut ()) {
        Err(_) if watch.is_stopped() => return Ok(None),
        done => done.map_err(|error| error.to_string())?,
    };
    let state = *live.state();
    drop(live);
    let points = scores.points().to_vec();
    let finish = scores.finishes(&finish_scores(game, &state));
    let (end, state) = (scores.end(), Digest::of(&state).value());
    Ok(Some(Played { deal, inputs, plays, end, points, finish, state }))
}

/// Writes inputs as a record has them, without a string for each.
struct Lines<'a, G> {
    game: &'a G,
    text: &'a mut String,
    plays: &'a mut u32,
}

impl<G: Notation> Tape<G> for Lines<'_, G> {
    fn keep(&mut self, input: InputOf<G>) {
        use std::fmt::Write;

        let written = match input {
            Input::Play(seat, action) => {
                *self.plays += 1;
                write!(self.text, "{seat} ").and_then(|()| self.game.write_action(action, self.text))
            }
            Input::Chance(chance) => {
                self.text.push_str("chance ");
                self.game.write_chance(chance, self.text)
            }
            Input::Expire => self.text.write_str("expire"),
            Input::Edit(edit) => {
                self.text.push_str("edit ");
                self.game.write_edit(edit, self.text)
            }
        };
        written.expect("a string takes any text");
        self.text.push('\n');
    }
}

/// The most results that wait to be kept, and the most that are kept at once.
const WAITING: usize = 1024;

/// Does all tasks on so many threads (0 for as many as there are cores) and hands the results on in batches, each
/// with its task's number; a result counts as done once `keep` has taken it. `false` if the watch stopped it: what
/// was done is kept, and a task that was stopped midway gives `None`.
///
/// # Errors
/// The first of `keep`, or else that of the lowest task that failed; what was done before has been kept.
pub fn play_all<J: Sync, T: Send, E: Send>(
    jobs: usize,
    watch: &Watch,
    tasks: &[J],
    play: impl Fn(&J) -> Result<Option<T>, E> + Sync,
    keep: impl FnMut(Vec<(usize, T)>) -> Result<(), E>,
) -> Result<bool, E> {
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let threads = if jobs == 0 { cores() } else { jobs }.min(tasks.len());
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let (send, receive) = sync_channel(WAITING);
        for _ in 0..threads {
            let (send, next, play) = (send.clone(), &next, &play);
            scope.spawn(move || {
                while !watch.is_stopped() {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(task) = tasks.get(number) else { break };
                    // Nobody listens any more after an error.
                    let Some(done) = play(task).transpose() else { continue };
                    if send.send((number, done)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        collect(watch, &receive, keep).map(|done| done == tasks.len())
    })
}

/// Keeps what comes, as much at once as has come while the last batch was being kept.
fn collect<T, E>(
    watch: &Watch,
    receive: &Receiver<(usize, Result<T, E>)>,
    mut keep: impl FnMut(Vec<(usize, T)>) -> Result<(), E>,
) -> Result<usize, E> {
    let mut done = 0;
    let mut failed: Option<(usize, E)> = None;
    while let Ok(first) = receive.recv() {
        let waiting = receive.try_iter().take(WAITING - 1);
        let mut batch = Vec::new();
        for (number, outcome) in std::iter::once(first).chain(waiting) {
            match outcome {
                Ok(result) => batch.push((number, result)),
                Err(error) => {
                    watch.stop();
                    if failed.as_ref().is_none_or(|(lowest, _)| number < *lowest) {
                        failed = Some((number, error));
                    }
                }
            }
        }
        let count = batch.len();
        keep(batch).inspect_err(|_| watch.stop())?;
        watch.add(count as u64);
        done += count;
    }
    failed.map_or(Ok(done), |(_, error)| Err(error))
}
