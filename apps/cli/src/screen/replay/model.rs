//! What the viewer knows: all positions of a game, and where one looks.

use std::time::Duration;

use anyhow::{Result, bail};
use tercet_catalog::games;
use tercet_entry::{Advice, AnyGame, Line};
use tercet_game::{Input, Record, Seat, Turn};
use tercet_search::Stop;

use crate::moves::{next_move, play};
use crate::names;
use crate::reasons;
use crate::screen::kit::theme::Role;
use crate::screen::replay::board::{Boards, boards};
use crate::screen::{Effect, Found};

/// A position in which somebody decides, and what led to it.
pub(super) struct ReplayPosition {
    /// After how many inputs.
    pub(super) at: usize,
    /// What happened since the stop before, in words.
    pub(super) words: Vec<String>,
    /// Why a bot did what led to it, with what it did.
    pub(super) reason: Option<String>,
}

/// A game that bots are playing.
pub(super) struct Live {
    game: Box<dyn AnyGame>,
    /// The number of the thinking that is going on.
    pub(super) thinking: Option<u64>,
    /// Ends that thinking.
    stop: Stop,
    jobs: u64,
}

pub(crate) struct Model {
    /// The game as far as it has come.
    pub(super) record: Record,
    pub(super) names: Vec<String>,
    pub(super) stops: Vec<ReplayPosition>,
    pub(super) boards: Box<dyn Boards>,
    /// The stop that is shown.
    pub(super) here: usize,
    pub(super) is_running: bool,
    /// Which of [`PAUSES`] there is between stops.
    pub(super) speed: usize,
    pub(super) since: Duration,
    pub(super) now: Duration,
    pub(super) live: Option<Live>,
    pub(super) note: Option<(String, Role)>,
}

/// How long a stop is shown while the game runs, in milliseconds.
pub(super) const PAUSES: [u64; 6] = [4000, 2000, 1000, 500, 200, 50];

impl Model {
    /// The viewer of a recorded game, opened after so many inputs.
    pub(crate) fn recorded(record: Record, mut names: Vec<String>, at: Option<usize>) -> Result<Model> {
        if names.is_empty() && record.scores.len() == 1 {
            // Who plays alone needs no number.
            names.push("the player".to_owned());
        }
        if !names.is_empty() && names.len() != record.scores.len() {
            bail!("the game has {} seats, and {} names are given", record.scores.len(), names.len());
        }
        let stops = stops(&record, &names)?;
        let here = at.map_or(0, |at| stops.iter().position(|stop| stop.at >= at).unwrap_or(stops.len() - 1));
        Ok(Model {
            boards: boards(&record, &stops)?,
            record,
            names,
            stops,
            here,
            is_running: false,
            speed: 2,
            since: Duration::ZERO,
            now: Duration::ZERO,
            live: None,
            note: None,
        })
    }

    /// The viewer of a game that bots are about to play.
    pub(crate) fn live(game: Box<dyn AnyGame>, players: Vec<String>) -> Result<Model> {
        if players.len() != usize::from(game.seats()) {
            bail!("the game has {} seats; --players names one for each", game.seats());
        }
        let mut model = Model::recorded(game.record(), players, Some(game.inputs()))?;
        model.live = Some(Live { game, thinking: None, stop: Stop::default(), jobs: 0 });
        model.is_running = true;
        Ok(model)
    }

    pub(super) fn name(&self, seat: Seat) -> String {
        names::numbered(&self.names, seat)
    }

    pub(super) fn stop(&self) -> &ReplayPosition {
        &self.stops[self.here]
    }

    fn is_over(&self) -> bool {
        self.live.as_ref().is_none_or(|live| live.game.turn() == Turn::Over)
    }

    pub(super) fn go_to(&mut self, stop: usize) {
        self.here = stop.min(self.stops.len() - 1);
        self.since = self.now;
    }

    /// Time passes: the next stop is shown, or a bot is asked for it.
    pub(super) fn pass_time(&mut self) -> Vec<Effect> {
        if !self.is_running || self.now < self.next_stop() {
            return Vec::new();
        }
        if self.here + 1 < self.stops.len() {
            self.go_to(self.here + 1);
            return Vec::new();
        }
        if self.is_over() {
            self.is_running = false;
            return Vec::new();
        }
        self.ask()
    }

    pub(super) fn next_stop(&self) -> Duration {
        self.since + Duration::from_millis(PAUSES[self.speed])
    }

    fn ask(&mut self) -> Vec<Effect> {
        let Some(live) = self.live.as_mut().filter(|live| live.thinking.is_none()) else { return Vec::new() };
        live.jobs += 1;
        live.thinking = Some(live.jobs);
        live.stop = Stop::default();
        let (job, stop) = (live.jobs, &live.stop);
        match next_move(&*live.game, &self.record.deal, &self.names, None, stop) {
            Ok(work) => vec![Effect::Work { job, work: Box::new(move || Found::Move(work())) }],
            Err(error) => {
                self.fail(error.to_string());
                Vec::new()
            }
        }
    }

    /// The game does not go on by itself; why is shown.
    pub(super) fn fail(&mut self, why: String) {
        (self.note, self.is_running) = (Some((why, Role::Bad)), false);
    }

    /// A bot has moved, or none has an answer.
    pub(super) fn moved(&mut self, found: Option<(Seat, Advice)>) {
        let Some(live) = &mut self.live else { return };
        live.thinking = None;
        let Some((seat, advice)) = found else { return self.fail("no bot has an answer".to_owned()) };
        if let Err(refused) = play(&mut *live.game, seat, &advice) {
            return self.fail(refused.why);
        }
        self.record = live.game.record();
        self.note = None;
        if let Err(error) = self.follow() {
            self.fail(format!("{error:#}"));
        }
    }

    /// Shows the newest position of the record.
    fn follow(&mut self) -> Result<()> {
        self.stops = stops(&self.record, &self.names)?;
        self.boards = boards(&self.record, &self.stops)?;
        self.go_to(usize::MAX);
        Ok(())
    }

    /// The bots to act are to come to an end; asked again, `random` moves for those that did not.
    pub(super) fn cut_short(&mut self) {
        let Some(live) = self.live.as_mut().filter(|live| live.thinking.is_some()) else { return };
        if !live.stop.is_requested() {
            live.stop.request();
            self.note = Some(("cut short; x again lets `random` move".to_owned(), Role::Dim));
            return;
        }
        live.thinking = None;
        let random = Some("random");
        if let Ok(work) = next_move(&*live.game, &self.record.deal, &self.names, random, &Stop::default()) {
            self.moved(work());
            self.note = Some(("cut short: `random` moved".to_owned(), Role::Dim));
        }
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        // Whoever leaves does not let bots think on.
        if let Some(live) = &self.live {
            live.stop.request();
        }
    }
}

/// The positions of a record in which somebody decides, with what led to each.
fn stops(record: &Record, names: &[String]) -> Result<Vec<ReplayPosition>> {
    let who = |seat| names::numbered(names, seat);
    let mut stops = vec![ReplayPosition { at: 0, words: Vec::new(), reason: None }];
    let (mut words, mut from) = (Vec::new(), 0);
    for Line { at, events, .. } in games().event_log(record, 0..record.inputs.len(), &who)? {
        words.extend(events.into_iter().map(|event| event.words));
        if !matches!(record.inputs.get(at), Some(Input::Chance(_))) {
            let reason = reasons::last_of(&record.inputs[..at], &record.reasons, from, &who);
            stops.push(ReplayPosition { at, words: std::mem::take(&mut words), reason });
            from = at;
        }
    }
    Ok(stops)
}
