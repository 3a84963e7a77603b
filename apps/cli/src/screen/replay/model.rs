//! What the viewer knows: all positions of a game, and where one looks.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, bail};
use tercet_entry::{Advice, Describe as _, thinker_on};
use tercet_game::{Deal, Digest, Log, Match, Record, Replay, Seat, Turn, stream_seed};
use tercet_scene::Remembered;
use tercet_search::Stop;

use crate::options::own_bot_limits;
use crate::reasons;
use crate::screen::kit::theme::Role;
use crate::screen::replay::board::Show;
use crate::screen::{Effect, Found};

/// A position, and what led to it.
pub(super) struct ReplayPosition<G: Show> {
    /// After how many inputs.
    pub(super) at: usize,
    pub(super) state: G::State,
    pub(super) memory: G::Memory,
    /// What happened since the stop before, in words.
    pub(super) words: Vec<String>,
    /// Why a bot did what led to it, with what it did.
    pub(super) reason: Option<String>,
}

/// A game that bots are playing.
pub(crate) struct Live<G: Show> {
    pub(super) game: Match<G, Remembered<G>>,
    pub(super) players: Vec<String>,
    /// The number of the thinking that is going on.
    pub(super) thinking: Option<u64>,
    /// Ends that thinking.
    pub(super) stop: Stop,
    pub(super) jobs: u64,
}

impl<G: Show> Live<G> {
    pub(crate) fn new(game: Match<G, Remembered<G>>, players: Vec<String>) -> Live<G> {
        Live { game, players, thinking: None, stop: Stop::default(), jobs: 0 }
    }
}

pub(crate) struct Model<G: Show> {
    pub(super) game: Arc<G>,
    pub(super) deal: Deal,
    pub(super) names: Vec<String>,
    pub(super) stops: Vec<ReplayPosition<G>>,
    /// The stop that is shown.
    pub(super) here: usize,
    pub(super) is_running: bool,
    /// Which of [`PAUSES`] there is between stops.
    pub(super) speed: usize,
    pub(super) since: Duration,
    pub(super) now: Duration,
    pub(super) live: Option<Live<G>>,
    pub(super) note: Option<(String, Role)>,
}

/// How long a stop is shown while the game runs, in milliseconds.
pub(super) const PAUSES: [u64; 6] = [4000, 2000, 1000, 500, 200, 50];

impl<G: Show> Model<G> {
    /// The viewer of a recorded game, opened after so many inputs.
    pub(crate) fn recorded(record: &Record, mut names: Vec<String>, at: Option<usize>) -> Result<Model<G>> {
        let mut replay = Replay::followed(record, |game: &G| Remembered::fresh(game, &record.deal))?;
        if names.is_empty() && replay.game().seats() == 1 {
            // Who plays alone needs no number.
            names.push("the player".to_owned());
        }
        let (state, start) = (*replay.state(), replay.memory().memory().clone());
        let mut stops = vec![ReplayPosition { at: 0, state, memory: start, words: Vec::new(), reason: None }];
        let (mut words, mut from) = (Vec::new(), 0);
        loop {
            let mut events = Vec::new();
            if !replay.step(&mut events)? {
                break;
            }
            words.extend(
                events
                    .iter()
                    .map(|event| G::Play::event_words(replay.game(), event, &|seat| name(&names, seat))),
            );
            let is_settled = replay.game().turn(replay.state()) != Turn::Chance;
            if is_settled || replay.at() == record.inputs.len() {
                let (words, at) = (std::mem::take(&mut words), replay.at());
                let who = |seat| name(&names, seat);
                let reason = reasons::last_of(&record.inputs[..at], &record.reasons, from, &who);
                let memory = replay.memory().memory().clone();
                stops.push(ReplayPosition { at, state: *replay.state(), memory, words, reason });
                from = at;
            }
        }
        let last = stops.len() - 1;
        let here = at.map_or(0, |at| stops.iter().position(|stop| stop.at >= at).unwrap_or(last));
        let game = Arc::new(tercet_game::rules_of::<G>(record)?);
        Ok(Model {
            game,
            deal: record.deal.clone(),
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
    pub(crate) fn live(live: Live<G>) -> Result<Model<G>> {
        let record = live.game.record();
        let mut model = Model::recorded(&record, live.players.clone(), Some(record.inputs.len()))?;
        if live.players.len() != usize::from(tercet_game::Game::seats(&*model.game)) {
            bail!(
                "the game has {} seats; --players names one for each",
                tercet_game::Game::seats(&*model.game)
            );
        }
        (model.live, model.is_running) = (Some(live), true);
        Ok(model)
    }

    pub(super) fn name(&self, seat: Seat) -> String {
        name(&self.names, seat)
    }

    pub(super) fn stop(&self) -> &ReplayPosition<G> {
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
        let (job, work) = (live.jobs, next_move(&live.game, &live.players, None, &live.stop));
        match work {
            Ok(work) => vec![Effect::Work { job, work: Box::new(move || Found::Move(work())) }],
            Err(error) => {
                (self.note, self.is_running) = (Some((error.to_string(), Role::Bad)), false);
                Vec::new()
            }
        }
    }

    /// A bot has moved, or none has an answer.
    pub(super) fn moved(&mut self, found: Option<(Seat, Advice)>) {
        let Some(live) = &mut self.live else { return };
        live.thinking = None;
        let Some((seat, advice)) = found else {
            (self.note, self.is_running) = (Some(("no bot has an answer".to_owned(), Role::Bad)), false);
            return;
        };
        let (inputs, mut events) = (live.game.inputs().len(), Vec::new());
        if let Err(why) = play(&mut live.game, seat, &advice, &mut events) {
            (self.note, self.is_running) = (Some((why, Role::Bad)), false);
            return;
        }
        self.note = None;
        self.follow(inputs, &events);
        self.go_to(self.stops.len() - 1);
    }

    /// Takes over what the live game has had since so many inputs.
    fn follow(&mut self, from: usize, events: &[G::Event]) {
        let Some(live) = &self.live else { return };
        let who = |seat| name(&self.names, seat);
        let words = events.iter().map(|event| G::Play::event_words(&self.game, event, &who)).collect();
        let record = live.game.record();
        let reason = reasons::last_of(&record.inputs, &record.reasons, from, &who);
        let (state, memory) = (*live.game.state(), live.game.memory().memory().clone());
        self.stops.push(ReplayPosition { at: record.inputs.len(), state, memory, words, reason });
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
        if let Ok(work) = next_move(&live.game, &live.players, Some("random"), &Stop::default()) {
            let found = work();
            self.moved(found);
            self.note = Some(("cut short: `random` moved".to_owned(), Role::Dim));
        }
    }
}

impl<G: Show> Drop for Model<G> {
    fn drop(&mut self) {
        // Whoever leaves does not let bots think on.
        if let Some(live) = &self.live {
            live.stop.request();
        }
    }
}

/// What a seat is called, from the list of players; a name that is there twice is numbered.
pub(crate) fn name(names: &[String], seat: Seat) -> String {
    let Some(name) = names.get(seat.index()) else { return seat.to_string() };
    match names[..seat.index()].iter().filter(|other| *other == name).count() {
        0 => name.clone(),
        before => format!("{name}#{}", before + 1),
    }
}

/// Bots that are about to think: who moves, and how.
pub(crate) type Mover = Box<dyn FnOnce() -> Option<(Seat, Advice)> + Send>;

/// The next move of a game that bots play: the quickest of those who may act, each thinking in turn.
pub(crate) fn next_move<G: Show>(
    game: &Match<G, Remembered<G>>,
    players: &[String],
    instead: Option<&str>,
    stop: &Stop,
) -> Result<Mover> {
    let Turn::Seats(seats) = game.turn() else { return Ok(Box::new(|| None)) };
    let mut digest = Digest::default();
    digest.bytes(game.deal().to_string().as_bytes());
    let mut thinkers = Vec::new();
    for seat in seats.iter() {
        let seed = stream_seed(digest.value(), &[seat.0.into(), game.inputs().len() as u64]);
        let bot = instead.or(players.get(seat.index()).map(String::as_str)).unwrap_or("random");
        thinkers.push((seat, thinker_on::<G::Play, _>(game, bot, seed, seat, &own_bot_limits(stop))?));
    }
    Ok(Box::new(move || {
        let found = thinkers.into_iter().filter_map(|(seat, thinker)| Some((seat, thinker()?)));
        found.min_by_key(|(_, advice)| advice.delay_ms)
    }))
}

/// Plays a bot's move; one that comes after its window is none.
pub(crate) fn play<G: Show>(
    game: &mut Match<G, Remembered<G>>,
    seat: Seat,
    advice: &Advice,
    log: &mut impl Log<G::Event>,
) -> Result<(), String> {
    let is_late = game.game().window(game.state()).is_some_and(|window| advice.delay_ms > window);
    if is_late {
        return game.expire(log).map_err(|error| error.to_string());
    }
    let action = game.game().read_action(&advice.action).map_err(|error| error.to_string())?;
    game.play(seat, action, log).map_err(|error| error.to_string())?;
    game.because(&advice.because());
    Ok(())
}
