//! What Machi Koro's screen knows.

use std::sync::Arc;
use std::time::Duration;

use tercet_entry::Advice;
use tercet_game::{Notation as _, Refusal as _, RunError, Seat, Seats};
use tercet_machi::{Action, Phase};
use tercet_search::Stop;

use crate::games::machi::narrate::{BECAUSE, Detail, narrate_with_reasons};
use crate::games::machi::screen::insight::Insight;
use crate::games::machi::table::{Table, TakeBack};
use crate::reasons;
use crate::screen::kit::list::Chosen;
use crate::screen::kit::log::Log;
use crate::screen::kit::theme::Role;
use crate::screen::saves::Save;
use crate::screen::{Effect, Found, thinking};

/// How a game's screen begins.
pub(crate) struct Begin {
    /// Its name among the saved games.
    pub(crate) id: String,
    pub(crate) is_assisted: bool,
}

/// How long bots wait before they act, so that people can follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Speed {
    Slow,
    Normal,
    Fast,
    AtOnce,
}

impl Speed {
    const ALL: [Speed; 4] = [Speed::Slow, Speed::Normal, Speed::Fast, Speed::AtOnce];

    pub(super) fn name(self) -> &'static str {
        match self {
            Speed::Slow => "slow",
            Speed::Normal => "normal",
            Speed::Fast => "fast",
            Speed::AtOnce => "at once",
        }
    }

    fn pause(self) -> Duration {
        Duration::from_millis(match self {
            Speed::Slow => 1800,
            Speed::Normal => 800,
            Speed::Fast => 250,
            Speed::AtOnce => 0,
        })
    }

    /// The next speed, faster or slower.
    pub(super) fn step(self, step: isize) -> Speed {
        let at = Speed::ALL.iter().position(|speed| *speed == self).unwrap_or(1);
        Speed::ALL[at.saturating_add_signed(step).min(Speed::ALL.len() - 1)]
    }
}

/// Who gives hints.
const ADVISER: &str = "search";

/// What a bot is about to do.
pub(super) struct Plan {
    /// When.
    pub(super) at: Duration,
    pub(super) advice: Advice,
}

pub(crate) struct Model {
    pub(super) table: Table,
    pub(super) begin: Begin,
    pub(super) actions: Vec<Action>,
    pub(super) chosen: Chosen,
    /// The first line of the market that is seen, where not all have room.
    pub(super) market_top: usize,
    pub(super) log: Log,
    /// Something to say beside the log.
    pub(super) note: Option<(String, Role)>,
    /// Why a bot did what it did last.
    pub(super) reason: String,
    pub(super) speed: Speed,
    /// Do bots act without a pause until a person is asked?
    pub(super) is_skipping: bool,
    /// The number of the thinking that is going on.
    pub(super) thinking: Option<u64>,
    /// Ends that thinking.
    pub(super) stop: Stop,
    pub(super) plan: Option<Plan>,
    /// The number of the hint that is being thought of, and what ends that.
    pub(super) hint_job: Option<(u64, Stop)>,
    pub(super) has_insight: bool,
    pub(super) insight: Option<Insight>,
    /// The number of the insight that is being worked out, and whether it is old already.
    pub(super) insight_job: Option<(u64, bool)>,
    pub(super) jobs: u64,
    pub(super) now: Duration,
    /// When the position became what it is.
    pub(super) since: Duration,
}

impl Model {
    pub(crate) fn new(table: Table, begin: Begin) -> Model {
        let mut model = Model {
            table,
            begin,
            actions: Vec::new(),
            chosen: Chosen(0),
            market_top: 0,
            log: Log::default(),
            note: None,
            reason: String::new(),
            speed: Speed::Normal,
            is_skipping: false,
            thinking: None,
            stop: Stop::default(),
            plan: None,
            hint_job: None,
            has_insight: false,
            insight: None,
            insight_job: None,
            jobs: 0,
            now: Duration::ZERO,
            since: Duration::ZERO,
        };
        model.look();
        model
    }

    pub(super) fn is_asked(&self) -> bool {
        !self.table.is_over() && self.table.is_person(self.table.acting())
    }

    /// Is a person asked what to build?
    pub(super) fn is_building(&self) -> bool {
        self.is_asked() && self.table.state().phase() == Phase::Build
    }

    /// The seat that the screen is for: the person who is asked, or the first one.
    pub(super) fn viewer(&self) -> Seat {
        let acting = self.table.acting();
        if self.table.is_person(acting) {
            return acting;
        }
        let mut seats = Seats::first(8).iter();
        seats.find(|&seat| self.table.is_person(seat)).unwrap_or(Seat::FIRST)
    }

    /// Reads the position anew: what may be done, and what happened.
    fn look(&mut self) {
        self.actions = if self.is_asked() { self.table.legal_actions() } else { Vec::new() };
        self.chosen = Chosen(0);
        self.reason = self.table.last_reason().unwrap_or_default();
        let name = |seat: Seat| self.table.name(seat);
        let (events, reasons) = (self.table.events(), self.table.reasons());
        let lines = narrate_with_reasons(self.table.game(), events, reasons, Detail::Whole, &name);
        self.log.clear();
        for line in lines {
            let role = match &line {
                turn if turn.starts_with("turn ") => Role::Strong,
                reason if reason.starts_with(BECAUSE) => Role::Dim,
                _ => Role::Text,
            };
            let text: String = line.split('\n').map(str::trim_end).collect::<Vec<_>>().join(" ");
            self.log.push(text, role);
        }
    }

    /// After every change.
    pub(super) fn changed(&mut self) -> Vec<Effect> {
        self.since = self.now;
        // Nobody waits for it any more.
        self.stop.request();
        self.drop_hint();
        (self.plan, self.thinking) = (None, None);
        self.look();
        self.table.keep();
        if self.is_asked() {
            self.is_skipping = false;
        }
        let mut effects = vec![Effect::Keep(self.save())];
        effects.extend(self.go_on());
        effects
    }

    fn save(&self) -> Save {
        Save {
            id: self.begin.id.clone(),
            players: self.table.players().to_vec(),
            is_assisted: self.begin.is_assisted,
            spent_ms: 0,
            goals: (None, None),
            record: self.table.record().to_string(),
        }
    }

    /// Begins what has to be worked out: a bot's next action, the numbers of the position.
    pub(super) fn go_on(&mut self) -> Vec<Effect> {
        let mut effects = Vec::new();
        let is_bots = !self.table.is_over() && !self.is_asked();
        if is_bots && self.thinking.is_none() && self.plan.is_none() {
            self.stop = Stop::default();
            match self.table.thinker(None, &self.stop) {
                Ok(thinker) => {
                    self.jobs += 1;
                    self.thinking = Some(self.jobs);
                    effects.push(Effect::Work { job: self.jobs, work: thinking(thinker) });
                }
                Err(error) => self.note = Some((error.to_string(), Role::Bad)),
            }
        }
        effects.extend(self.ask_insight());
        effects
    }

    /// Asks for the numbers of this position; while others are being worked out they only count as old.
    fn ask_insight(&mut self) -> Option<Effect> {
        if !self.has_insight || self.table.is_over() {
            return None;
        }
        if let Some((_, is_old)) = &mut self.insight_job {
            *is_old = true;
            return None;
        }
        self.jobs += 1;
        self.insight_job = Some((self.jobs, false));
        let (game, state, seat) = (Arc::clone(self.table.rules()), *self.table.state(), self.viewer());
        let work = Box::new(move || Found::Insight(Box::new(Insight::of(&game, &state, seat))));
        Some(Effect::Work { job: self.jobs, work })
    }

    /// A bot has decided.
    pub(super) fn thought(&mut self, found: &Result<Found, String>) -> Vec<Effect> {
        self.thinking = None;
        match found {
            Ok(Found::Advice(Some(advice))) => {
                let pause = if self.is_skipping { Duration::ZERO } else { self.speed.pause() };
                self.plan = Some(Plan { at: self.since + pause, advice: advice.clone() });
                self.pass_time()
            }
            Ok(_) => self.cut_short("had no answer"),
            Err(why) => self.cut_short(&format!("failed ({why})")),
        }
    }

    /// Bots act whose time has come.
    pub(super) fn pass_time(&mut self) -> Vec<Effect> {
        let is_time = self.plan.as_ref().is_some_and(|plan| self.is_skipping || self.now >= plan.at);
        let Some(plan) = self.plan.take_if(|_| is_time) else { return Vec::new() };
        match self.table.game().read_action(&plan.advice.action) {
            Ok(action) => self.play_because(action, &plan.advice.because()),
            Err(error) => self.cut_short(&error.to_string()),
        }
    }

    /// Takes an action of whoever is to act.
    pub(super) fn play(&mut self, action: Action) -> Vec<Effect> {
        self.play_because(action, "")
    }

    /// Takes an action of a bot that says why.
    fn play_because(&mut self, action: Action, why: &str) -> Vec<Effect> {
        self.note = None;
        match self.table.play_because(action, why) {
            Ok(()) => return self.changed(),
            Err(RunError::Refused(illegal)) => {
                tracing::debug!(code = illegal.code(), "refused");
                self.note = Some((illegal.to_string(), Role::Bad));
            }
            Err(error) => self.note = Some((error.to_string(), Role::Bad)),
        }
        Vec::new()
    }

    /// The bot to act is to come to an end; one that does not is replaced when it is asked again.
    pub(super) fn hurry(&mut self) -> Vec<Effect> {
        if self.stop.is_requested() {
            return self.cut_short("was cut short");
        }
        self.stop.request();
        self.note = Some(("cut short; x again lets `random` move".to_owned(), Role::Dim));
        Vec::new()
    }

    /// The bot to act does not go on thinking: the quickest bot of all moves in its place.
    pub(super) fn cut_short(&mut self, why: &str) -> Vec<Effect> {
        (self.thinking, self.plan) = (None, None);
        let who = self.table.name(self.table.acting());
        let advice = self.table.thinker(Some("random"), &Stop::default()).ok().and_then(|thinker| thinker());
        let action = advice.and_then(|advice| self.table.game().read_action(&advice.action).ok());
        let Some(action) = action else {
            self.note = Some((format!("{who} {why}, and nobody can move for it"), Role::Bad));
            return Vec::new();
        };
        self.play_because(action, &format!("it {why}: `random` moved for it"))
    }

    /// Asks the adviser what to do here; asked again, it comes to an end.
    pub(super) fn ask_hint(&mut self) -> Vec<Effect> {
        if !self.is_asked() {
            self.note = Some(("a hint is for your own turn".to_owned(), Role::Dim));
            return Vec::new();
        }
        if let Some((_, stop)) = &self.hint_job {
            stop.request();
            return Vec::new();
        }
        let stop = Stop::default();
        match self.table.thinker(Some(ADVISER), &stop) {
            Ok(thinker) => {
                self.jobs += 1;
                (self.hint_job, self.note) = (Some((self.jobs, stop)), None);
                vec![Effect::Work { job: self.jobs, work: thinking(thinker) }]
            }
            Err(error) => {
                self.note = Some((error.to_string(), Role::Bad));
                Vec::new()
            }
        }
    }

    /// The hint has come: its action is selected, and its reason is added to the log.
    pub(super) fn hinted(&mut self, found: &Result<Found, String>) {
        self.hint_job = None;
        let advice = match found {
            Ok(Found::Advice(Some(advice))) => advice,
            Ok(_) => return self.note = Some(("there is no hint here".to_owned(), Role::Dim)),
            Err(why) => return self.note = Some((why.clone(), Role::Bad)),
        };
        let action = self.table.game().read_action(&advice.action).ok();
        let place = self.actions.iter().position(|own| Some(*own) == action);
        self.begin.is_assisted = true;
        self.note = Some((format!("hint: {}", advice.action), Role::Warn));
        let line = format!("hint: {}", reasons::line(ADVISER, &advice.action, &advice.because()));
        self.log.push(line, Role::Warn);
        self.chosen = Chosen(place.unwrap_or(self.chosen.0));
    }

    /// Nobody waits for the hint any more.
    fn drop_hint(&mut self) {
        if let Some((_, stop)) = self.hint_job.take() {
            stop.request();
        }
    }

    pub(super) fn undo(&mut self) -> Vec<Effect> {
        if let Err(why) = self.table.undo(TakeBack::BeforeDice) {
            self.note = Some((why.to_owned(), Role::Dim));
            return Vec::new();
        }
        self.begin.is_assisted = true;
        self.note = Some(("taken back".to_owned(), Role::Dim));
        self.changed()
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        // Whoever leaves does not let a bot think on.
        self.stop.request();
        self.drop_hint();
    }
}
