//! A tournament on a terminal: a bar while it is played.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use tercet_arena::EventPlan;
use tercet_arena::{Event, Format, Watch};
use tercet_search::Limits;
use tercet_store::{Archive, Meeting, MeetingError, Met, Progress, meet};

use crate::commands::tournament::Unwritable;

/// A tournament that is about to be played, or gone on with.
pub(super) struct Hall<'w> {
    pub(super) archive: Archive,
    pub(super) event: i64,
    pub(super) plan: EventPlan,
    pub(super) jobs: usize,
    pub(super) limits: Limits,
    pub(super) watch: &'w Watch,
    pub(super) if_unwritable: Unwritable,
}

impl Hall<'_> {
    pub(super) fn play(self, game: &str) -> Result<Met, MeetingError> {
        let bar = bar(self.plan.plan.sittings());
        let mut progress = |progress: Progress<'_>| match progress {
            Progress::Played(games) => bar.inc(games),
            Progress::Closed(event) => bar.set_message(leaders(event)),
            Progress::InMemory(error) => tracing::warn!("{error}; the tournament goes on in memory only"),
        };
        let meeting = Meeting {
            archive: self.archive,
            event: self.event,
            plan: self.plan,
            jobs: self.jobs,
            limits: self.limits,
            watch: self.watch,
            goes_on_in_memory: self.if_unwritable == Unwritable::Memory,
            progress: &mut progress,
        };
        let met = meet(game, meeting);
        bar.finish_and_clear();
        met
    }
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
