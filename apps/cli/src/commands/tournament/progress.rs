//! A tournament on a terminal: a bar while it is played.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use tercet_arena::{Format, Resources, TournamentPlan, TournamentState};
use tercet_store::{Archive, Progress, TournamentOutcome, TournamentRun, TournamentStoreError};

/// Plays a tournament, or goes on with it.
pub(super) fn play(
    archive: Archive,
    id: i64,
    game: &str,
    plan: TournamentPlan,
    resources: Resources<'_>,
    goes_on_in_memory: bool,
) -> Result<TournamentOutcome, TournamentStoreError> {
    let bar = bar(plan.plan.game_count());
    let mut progress = |progress: Progress<'_>| match progress {
        Progress::Played(games) => bar.inc(games),
        Progress::Closed(state) => bar.set_message(leaders(state)),
        Progress::InMemory(error) => tracing::warn!("{error}; the tournament goes on in memory only"),
    };
    let run = TournamentRun { archive, id, plan, resources, goes_on_in_memory, progress: &mut progress };
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
fn leaders(state: &TournamentState) -> String {
    let standings = state.standings();
    let names = standings.iter().take(3).map(|standing| match standing.strength {
        Some(strength) if state.plan().format != Format::Swiss => {
            format!("{} {:.0}", standing.shown(), strength.value)
        }
        _ => format!("{} {:.0}", standing.shown(), standing.rating.elo),
    });
    names.collect::<Vec<_>>().join(", ")
}
