//! The table: a match, who sits at it, and the files that its record and its log are kept in.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Result, bail};
use tercet_entry::{NamedBot, Thinker, thinker_on};
use tercet_game::{
    Deal, Digest, Game as _, Input, Match, Notation as _, NotationError, Record, Replay, ReplayError,
    RunError, Seat, Seats, Turn, stream_seed,
};
use tercet_machi::{Action, Event, Illegal, MachiKoro, Phase, State};
use tercet_machi_play::Machi;
use tercet_machi_play::json::EventLog;
use tercet_search::{BotError, Explain as _, Explanation};
use tercet_search::{BotLimits, Stop};

use crate::files::{RecordFile, WholeFile};
use crate::names;
use crate::options::own_bot_limits;
use crate::reasons;

pub(crate) struct Table {
    game: Match<MachiKoro>,
    /// Who sits where: `me`, or a bot.
    players: Vec<String>,
    record_file: RecordFile,
    log: Option<WholeFile>,
    history: EventHistory,
}

/// Everything that happened, and bots' reasons.
#[derive(Default)]
struct EventHistory {
    events: Vec<Event>,
    /// Each with the number of events that it stands after: its own move's first is the last of them.
    reasons: Vec<(usize, String)>,
}

impl EventHistory {
    /// Everything that happened in a recorded game.
    fn of(record: &Record) -> Result<EventHistory, ReplayError> {
        let mut history = EventHistory::default();
        let mut replay = Replay::<MachiKoro>::open(record)?;
        loop {
            let before = history.events.len();
            if !replay.step(&mut history.events)? {
                return Ok(history);
            }
            if let Some(why) = record.reasons.of(replay.at()) {
                history.reasons.push((before + 1, why.to_owned()));
            }
        }
    }
}

/// How far one person may take back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TakeBack {
    /// To any decision of their own.
    Anything,
    /// To their last decision, unless dice have fallen since.
    BeforeDice,
}

/// Where a table's files go.
pub(crate) struct Files<'o> {
    pub(crate) record: Option<&'o Path>,
    pub(crate) log: Option<&'o Path>,
}

impl Table {
    pub(crate) fn new(game: MachiKoro, deal: Deal, players: &[String], files: &Files) -> Result<Table> {
        let mut history = EventHistory::default();
        let game = Match::new(Arc::new(game), deal, &mut history.events)?;
        Table::seat(game, players, files, history)
    }

    /// The table of a recorded game.
    pub(crate) fn resume(record: &Record, players: &[String], files: &Files) -> Result<Table> {
        let game = Match::resume(record, &mut ())?;
        Table::seat(game, players, files, EventHistory::of(record)?)
    }

    fn seat(
        game: Match<MachiKoro>,
        players: &[String],
        files: &Files,
        history: EventHistory,
    ) -> Result<Table> {
        let seats = usize::from(game.game().seats());
        if seats != players.len() {
            bail!(
                "the game has {seats} players and --players names {}; it names one for each",
                players.len()
            );
        }
        for name in players.iter().filter(|name| *name != "me") {
            NamedBot::<Machi>::new(name, 0, &BotLimits::own())?;
        }
        if players.iter().all(|name| name != "me") {
            bail!("nobody is `me`; `tercet simulate machi` lets bots play among themselves");
        }
        let record_file = RecordFile::prepare(files.record)?;
        let log = files.log.map(|path| WholeFile::prepare(path, "log")).transpose()?;
        Ok(Table { game, players: players.to_vec(), record_file, log, history })
    }

    pub(crate) fn game(&self) -> &MachiKoro {
        self.game.game()
    }

    pub(crate) fn state(&self) -> &State {
        self.game.state()
    }

    pub(crate) fn deal(&self) -> &Deal {
        self.game.deal()
    }

    pub(crate) fn record(&self) -> Record {
        self.game.record()
    }

    pub(crate) fn events(&self) -> &[Event] {
        &self.history.events
    }

    /// Bots' reasons, each with the number of events that it stands after.
    pub(crate) fn reasons(&self) -> &[(usize, String)] {
        &self.history.reasons
    }

    pub(crate) fn is_over(&self) -> bool {
        self.game.turn() == Turn::Over
    }

    /// An action by its text; where something is built, a card's or landmark's name alone is enough.
    pub(crate) fn read_action(&self, text: &str) -> Result<Action, NotationError> {
        let action = self.game().read_action(text);
        match self.state().phase() {
            Phase::Build => {
                action.or_else(|error| self.game().read_action(&format!("build {text}")).map_err(|_| error))
            }
            _ => action,
        }
    }

    /// Who is to act.
    pub(crate) fn acting(&self) -> Seat {
        self.state().roller()
    }

    pub(crate) fn is_person(&self, seat: Seat) -> bool {
        self.players.get(seat.index()).is_some_and(|name| name == "me")
    }

    pub(crate) fn people(&self) -> usize {
        self.players.iter().filter(|name| *name == "me").count()
    }

    pub(crate) fn legal_actions(&self) -> Vec<Action> {
        self.game.legal_actions(self.acting())
    }

    /// What a seat is called.
    pub(crate) fn name(&self, seat: Seat) -> String {
        names::of_seat(&self.players, seat)
    }

    pub(crate) fn play(&mut self, action: Action) -> Result<&[Event], RunError<Illegal>> {
        let (seat, before) = (self.acting(), self.events().len());
        self.game.play(seat, action, &mut self.history.events)?;
        let text = self.game().action_text(action);
        tracing::debug!(%seat, action = %text, inputs = self.game.inputs().len(), "played");
        Ok(&self.history.events[before..])
    }

    /// Takes what a bot does, and keeps why.
    pub(crate) fn play_because(&mut self, action: Action, why: &str) -> Result<(), RunError<Illegal>> {
        let before = self.events().len();
        self.play(action)?;
        self.game.because(why);
        if !why.is_empty() {
            self.history.reasons.push((before + 1, why.to_owned()));
        }
        Ok(())
    }

    /// The last reason that a bot gave, with what it did.
    pub(crate) fn last_reason(&self) -> Option<String> {
        let record = self.record();
        reasons::last_of(&record.inputs, &record.reasons, 0, &|seat| self.name(seat))
    }

    /// What the bot to act does, and why. Its stream depends on the deal, the seat and how far the game is, so that a game that is
    /// loaded or taken back goes on as it did.
    pub(crate) fn bots_choice(&self) -> Option<Explanation<Action>> {
        let seat = self.acting();
        let name = &self.players[seat.index()];
        let mut bot = NamedBot::<Machi>::new(name, self.seed(seat), &BotLimits::own()).ok()?;
        bot.explain(self.game(), self.state(), seat)
    }

    fn seed(&self, seat: Seat) -> u64 {
        let mut digest = Digest::default();
        digest.bytes(self.deal().to_string().as_bytes());
        stream_seed(digest.value(), &[seat.0.into(), self.game.inputs().len() as u64])
    }

    /// The rules, to be thought about elsewhere.
    pub(crate) fn rules(&self) -> &Arc<MachiKoro> {
        self.game.game()
    }

    /// Who sits where, as `--players` takes it.
    pub(crate) fn players(&self) -> &[String] {
        &self.players
    }

    /// The thinking of the bot to act, with the stream of [`Table::bots_choice`]; or of another bot in its place.
    pub(crate) fn thinker(&self, other: Option<&str>, stop: &Stop) -> Result<Thinker, BotError> {
        let seat = self.acting();
        let bot = other.unwrap_or(&self.players[seat.index()]);
        thinker_on::<Machi, _>(&self.game, bot, self.seed(seat), seat, &own_bot_limits(stop))
    }

    /// Takes back the last decision of a person and all that followed. One person may as far as it says; of several nobody
    /// may take back what somebody has seen dice after, nor somebody else's turn.
    pub(crate) fn undo(&mut self, reach: TakeBack) -> Result<(), &'static str> {
        let inputs = self.game.inputs();
        let by_person =
            |input: &Input<Action, _, _>| matches!(input, Input::Play(seat, _) if self.is_person(*seat));
        let Some(last) = inputs.iter().rposition(by_person) else {
            return Err("there is nothing to take back");
        };
        let has_chance = inputs[last..].iter().any(|input| matches!(input, Input::Chance(_)));
        if has_chance && self.people() > 1 {
            return Err("dice or cards have fallen since the last decision, and others have seen them");
        }
        if has_chance && reach == TakeBack::BeforeDice {
            return Err("dice or cards have fallen since your last decision");
        }
        if self.is_over() && reach == TakeBack::BeforeDice {
            return Err("the game is over");
        }
        let same = matches!(inputs[last], Input::Play(seat, _) if seat == self.acting());
        if self.people() > 1 && (!same || last + 1 != inputs.len() || self.is_over()) {
            return Err(
                "the last decision was somebody else's, or ended a turn: it is not yours to take back",
            );
        }
        let plays = inputs[last..].iter().filter(|input| matches!(input, Input::Play(..))).count();
        for _ in 0..plays {
            self.game.undo();
        }
        self.history = EventHistory::of(&self.record()).expect("what was played just now replays");
        Ok(())
    }

    /// Writes the record and the log as far as they go.
    pub(crate) fn keep(&self) {
        self.record_file.keep(|| self.record());
        if let Some(Err(error)) = self.log.as_ref().map(|file| file.write(&self.log_text())) {
            tracing::warn!("{error:#}");
        }
    }

    /// Writes the record and the log for good; where to the record went, if anywhere.
    pub(crate) fn close(&self) -> Result<Option<String>> {
        if let Some(file) = &self.log {
            file.write(&self.log_text())?;
        }
        self.record_file.close(|| self.record())
    }

    fn log_text(&self) -> String {
        let mut log = EventLog::default();
        let mut text = log.begin(self.game(), &self.players, &self.deal().to_string());
        let record = self.record();
        let mut replay = Replay::<MachiKoro>::open(&record).expect("what was played just now replays");
        let mut events = Vec::new();
        while replay.step(&mut events).expect("what was played just now replays") {
            let number = replay.at();
            if let (Input::Play(seat, action), Some(why)) =
                (&record.inputs[number - 1], record.reasons.of(number))
            {
                text.push_str(&log.reason(*seat, action, why));
            }
            events.drain(..).for_each(|event| text.push_str(&log.line(self.game(), event)));
        }
        text
    }

    /// The game in one line, to be passed on.
    pub(crate) fn share(&self) -> String {
        let scores = self.game().scores(self.state());
        let each = Seats::first(self.game().seats()).iter();
        let each = each.map(|seat| format!("{} {}", self.name(seat), scores.points()[seat.index()]));
        let each = each.collect::<Vec<_>>().join(", ");
        format!("machi, deal `{}`, turn {}: {each}", self.deal(), self.state().turn())
    }
}
