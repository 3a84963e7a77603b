//! A tournament on a terminal: a bar while it is played.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use tercet_arena::{Event, EventPlan, Format, Work};
use tercet_store::{Archive, Progress, TournamentOutcome, TournamentRun, TournamentStoreError};

/// Plays a tournament, or goes on with it.
pub(super) fn play(
    archive: Archive,
    event: i64,
    game: &str,
    plan: EventPlan,
    work: Work<'_>,
    goes_on_in_memory: bool,
) -> Result<TournamentOutcome, TournamentStoreError> {
    let bar = bar(plan.plan.sittings());
    let mut progress = |progress: Progress<'_>| match progress {
        Progress::Played(games) => bar.inc(games),
        Progress::Closed(event) => bar.set_message(leaders(event)),
        Progress::InMemory(error) => tracing::warn!("{error}; the tournament goes on in memory only"),
    };
    let run = TournamentRun { archive, event, plan, work, goes_on_in_memory, progress: &mut progress };
    let outcome = run.play(game);
    bar.finish_and_clear();
    outcome
}

fn bar(games: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(games);
    let look = "{bar:30} {human_pos}/{human_len} games, {eta} left  {wide_msg}";
    bar.set_style(ProgressStyle::with_template(look).expect("the template is right").progress_chars("=> "));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// The first of the standings in one line.
fn leaders(event: &Event) -> String {
    let standings = event.standings();
    let names = standings.iter().take(3).map(|standing| match standing.strength {
        Some(strength) if event.plan().format != Format::Swiss => {
            format!("{} {:.0}", standing.shown(), strength.value)
        }
        _ => format!("{} {:.0}", standing.shown(), standing.rating.elo),
    });
    names.collect::<Vec<_>>().join(", ")
}
