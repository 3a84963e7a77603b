//! What the screen knows: the game, who plays, and every step of it.

use std::time::Duration;

use anyhow::{Result, bail};
use tercet_catalog::games;
use tercet_entry::{Advice, AnyGame, Entry, Line, Style};
use tercet_game::{Digest, Input, Record, Seat, Seats, Turn, stream_seed};
use tercet_search::Stop;

use crate::names;
use crate::options::own_bot_limits;
use crate::screen::kit::list::Chosen;
use crate::screen::kit::theme::Role;
use crate::screen::saves::Save;
use crate::screen::{Effect, Found, Work};

/// Which bot gives hints, and plays against a person if nobody says otherwise.
pub(crate) const HINTS: &str = "mcts";

/// How a game begins on the screen.
pub(crate) struct Begin {
    /// Its name among the saved games.
    pub(crate) id: String,
    pub(crate) is_assisted: bool,
}

/// What happened up to a position in which somebody decides.
pub(super) struct Step {
    /// After how many inputs.
    pub(super) at: usize,
    /// What happened since the step before, in words.
    pub(super) words: Vec<String>,
    /// Why it was done, if somebody said so.
    pub(super) why: Option<String>,
}

/// Work that was asked for.
pub(super) enum Job {
    /// The bots' next move.
    Move(u64),
    /// A hint for the person.
    Hint(u64),
}

pub(crate) struct AnyScreen {
    pub(super) entry: &'static Entry,
    pub(super) game: Box<dyn AnyGame>,
    /// Who sits where: `me`, a bot, or just a name where a game is looked at again.
    pub(super) players: Vec<String>,
    /// A game that is played is kept under this name; one that is watched is not.
    pub(super) begin: Option<Begin>,
    /// Is it a record that nobody goes on with?
    pub(super) is_past: bool,
    pub(super) steps: Vec<Step>,
    /// The step that is shown.
    pub(super) here: usize,
    /// The position of that step.
    pub(super) position: String,
    pub(super) chosen: Chosen,
    pub(super) job: Option<Job>,
    pub(super) jobs: u64,
    pub(super) stop: Stop,
    pub(super) is_running: bool,
    /// Which of [`PAUSES`] there is between steps.
    pub(super) speed: usize,
    pub(super) since: Duration,
    pub(super) now: Duration,
    pub(super) note: Option<(String, Role)>,
}

/// How long a step is shown while the game runs, in milliseconds.
pub(super) const PAUSES: [u64; 6] = [4000, 2000, 1000, 500, 200, 50];

impl AnyScreen {
    /// A game that is played by people, who are `me`, and bots.
    pub(crate) fn played(game: Box<dyn AnyGame>, players: Vec<String>, begin: Begin) -> Result<AnyScreen> {
        AnyScreen::new(game, players, Some(begin), false)
    }

    /// A game that bots play among themselves.
    pub(crate) fn watched(game: Box<dyn AnyGame>, players: Vec<String>) -> Result<AnyScreen> {
        Ok(AnyScreen { is_running: true, ..AnyScreen::new(game, players, None, false)? })
    }

    /// A recorded game, shown after so many inputs.
    pub(crate) fn recorded(record: &Record, players: Vec<String>, at: Option<usize>) -> Result<AnyScreen> {
        let mut screen = AnyScreen::new(games().resume(record)?, players, None, true)?;
        let at = at.unwrap_or(0);
        screen.go_to(screen.steps.iter().position(|step| step.at >= at).unwrap_or(usize::MAX));
        Ok(screen)
    }

    fn new(
        game: Box<dyn AnyGame>,
        players: Vec<String>,
        begin: Option<Begin>,
        is_past: bool,
    ) -> Result<AnyScreen> {
        if !players.is_empty() && players.len() != usize::from(game.seats()) {
            bail!("the game has {} seats and --players names {}", game.seats(), players.len());
        }
        let first = Step { at: 0, words: Vec::new(), why: None };
        let mut screen = AnyScreen {
            entry: games().game(game.id())?,
            game,
            players,
            begin,
            is_past,
            steps: vec![first],
            here: 0,
            position: String::new(),
            chosen: Chosen::default(),
            job: None,
            jobs: 0,
            stop: Stop::default(),
            is_running: false,
            speed: 2,
            since: Duration::ZERO,
            now: Duration::ZERO,
            note: None,
        };
        screen.follow()?;
        Ok(screen)
    }

    /// Adds what has happened since the last step, and shows the newest.
    pub(super) fn follow(&mut self) -> Result<()> {
        let record = self.game.record();
        let inputs = record.inputs.len();
        while self.steps.len() > 1 && self.steps.last().is_some_and(|step| step.at > inputs) {
            self.steps.pop();
        }
        let from = self.steps.last().map_or(0, |step| step.at);
        let lines = games().event_log(&record, from..inputs, &|seat| self.name(seat))?;
        let (mut words, mut why) = (Vec::new(), None);
        for line in lines {
            let Line { at, events, why: because, .. } = line;
            words.extend(events.into_iter().map(|event| event.words));
            why = because.or(why);
            // A step ends where somebody decides.
            if !matches!(record.inputs.get(at), Some(Input::Chance(_))) {
                self.steps.push(Step { at, words: std::mem::take(&mut words), why: why.take() });
            }
        }
        self.go_to(usize::MAX);
        Ok(())
    }

    pub(super) fn last(&self) -> usize {
        self.steps.len() - 1
    }

    pub(super) fn is_newest(&self) -> bool {
        self.here == self.last()
    }

    pub(super) fn go_to(&mut self, step: usize) {
        self.here = step.min(self.last());
        self.since = self.now;
        let (record, at) = (self.game.record(), self.steps[self.here].at);
        let style = Style { has_color: false, is_ascii: false };
        let text = games().position_text(&record, at, &|seat| self.name(seat), style);
        self.position = text.unwrap_or_else(|error| error.to_string());
    }

    pub(super) fn name(&self, seat: Seat) -> String {
        names::of_seat(&self.players, seat)
    }

    pub(super) fn is_over(&self) -> bool {
        self.game.turn() == Turn::Over
    }

    /// The seats that may act.
    pub(super) fn acting(&self) -> Seats {
        match self.game.turn() {
            Turn::Seats(seats) if !self.is_past => seats,
            _ => Seats::NONE,
        }
    }

    /// The first person who may act.
    pub(super) fn person(&self) -> Option<Seat> {
        self.acting().iter().find(|seat| self.players.get(seat.index()).is_some_and(|name| name == "me"))
    }

    /// What the person may do, as text and in words.
    pub(super) fn choices(&self) -> Vec<(String, String)> {
        let Some(seat) = self.person() else { return Vec::new() };
        let described = |text: String| {
            let words = self.game.describe_action(&text).map_or(String::new(), |action| action.words);
            (text, words)
        };
        self.game.legal_actions(seat).into_iter().map(described).collect()
    }

    /// Plays for the person.
    pub(super) fn play(&mut self, action: &str) -> Vec<Effect> {
        let Some(seat) = self.person() else {
            self.note = Some(("it is not your turn".to_owned(), Role::Bad));
            return Vec::new();
        };
        match self.game.play(seat, action) {
            Ok(_) => self.changed(),
            Err(refused) => {
                self.note = Some((refused.to_string(), Role::Bad));
                Vec::new()
            }
        }
    }

    /// Takes back to the person's own last decision.
    pub(super) fn undo(&mut self) -> Vec<Effect> {
        if self.begin.is_none() || !self.game.undo() {
            self.note = Some(("there is nothing to take back".to_owned(), Role::Bad));
            return Vec::new();
        }
        while self.person().is_none() && self.game.undo() {}
        self.assisted();
        self.changed()
    }

    fn assisted(&mut self) {
        if let Some(begin) = &mut self.begin {
            begin.is_assisted = true;
        }
    }

    /// After a change: the newest step is shown, the game kept, and bots are asked.
    pub(super) fn changed(&mut self) -> Vec<Effect> {
        self.cut_short();
        self.chosen = Chosen::default();
        if let Err(error) = self.follow() {
            self.note = Some((format!("{error:#}"), Role::Bad));
        }
        let mut effects: Vec<Effect> = self.save().map(Effect::Keep).into_iter().collect();
        if self.begin.is_some() {
            effects.extend(self.ask_bots());
        }
        effects
    }

    fn save(&self) -> Option<Save> {
        let Begin { id, is_assisted } = self.begin.as_ref()?;
        Some(Save {
            id: id.clone(),
            players: self.players.clone(),
            is_assisted: *is_assisted,
            spent_ms: 0,
            goals: (None, None),
            record: self.game.record().to_string(),
        })
    }

    /// Ends what is thought about.
    pub(super) fn cut_short(&mut self) {
        self.stop.request();
        (self.stop, self.job) = (Stop::default(), None);
    }

    fn seed(&self, seat: Seat) -> u64 {
        let mut digest = Digest::default();
        digest.bytes(self.game.record().deal.to_string().as_bytes());
        stream_seed(digest.value(), &[seat.0.into(), self.game.inputs() as u64])
    }

    /// Has bots think about the next move, if it is theirs alone.
    pub(super) fn ask_bots(&mut self) -> Vec<Effect> {
        let acting = self.acting();
        if self.job.is_some() || acting.is_empty() || self.person().is_some() {
            return Vec::new();
        }
        let mut thinkers = Vec::new();
        for seat in acting.iter() {
            let bot = self.players.get(seat.index()).map_or("random", String::as_str);
            match self.game.thinker_on(bot, self.seed(seat), seat, &own_bot_limits(&self.stop)) {
                Ok(thinker) => thinkers.push((seat, thinker)),
                Err(error) => self.note = Some((error.to_string(), Role::Bad)),
            }
        }
        let work: Work = Box::new(move || {
            let found = thinkers.into_iter().filter_map(|(seat, thinker)| Some((seat, thinker()?)));
            Found::Move(found.min_by_key(|(_, advice): &(Seat, Advice)| advice.delay_ms))
        });
        self.begin_job(Job::Move, work)
    }

    /// Asks for a hint.
    pub(super) fn ask_hint(&mut self) -> Vec<Effect> {
        let Some(seat) = self.person().filter(|_| self.job.is_none()) else { return Vec::new() };
        let thinker = self.game.thinker_on(HINTS, self.seed(seat), seat, &own_bot_limits(&self.stop));
        match thinker {
            Ok(thinker) => self.begin_job(Job::Hint, Box::new(move || Found::Advice(thinker()))),
            Err(error) => {
                self.note = Some((error.to_string(), Role::Bad));
                Vec::new()
            }
        }
    }

    fn begin_job(&mut self, kind: impl Fn(u64) -> Job, work: Work) -> Vec<Effect> {
        self.jobs += 1;
        self.job = Some(kind(self.jobs));
        vec![Effect::Work { job: self.jobs, work }]
    }

    /// The bots' move has come.
    pub(super) fn moved(&mut self, found: Option<(Seat, Advice)>) -> Vec<Effect> {
        let Some((seat, advice)) = found else {
            let bot = self.acting().iter().next().and_then(|seat| self.players.get(seat.index()));
            let why = bot.map_or_else(String::new, |name| names::silent(name).to_string());
            (self.note, self.is_running) = (Some((why, Role::Bad)), false);
            return Vec::new();
        };
        match self.game.play(seat, &advice.action) {
            Ok(_) => self.game.because(&advice.because()),
            Err(refused) => {
                self.note = Some((refused.to_string(), Role::Bad));
                self.is_running = false;
                return Vec::new();
            }
        }
        self.changed()
    }

    /// The hint has come.
    pub(super) fn hinted(&mut self, advice: Option<&Advice>) {
        self.assisted();
        let Some(advice) = advice else {
            self.note = Some(("there is nothing to do".to_owned(), Role::Text));
            return;
        };
        if let Some(place) = self.choices().iter().position(|(text, _)| *text == advice.action) {
            self.chosen = Chosen(place);
        }
        self.note = Some((format!("{}: {}", advice.action, advice.because()), Role::Hint));
    }

    /// Time passes: the next step is shown, or bots are asked for it.
    pub(super) fn pass_time(&mut self) -> Vec<Effect> {
        if self.begin.is_some() {
            return if self.is_newest() { self.ask_bots() } else { Vec::new() };
        }
        if !self.is_running || self.now < self.next_step() {
            return Vec::new();
        }
        if !self.is_newest() {
            self.go_to(self.here + 1);
        } else if self.acting().is_empty() {
            self.is_running = false;
        } else {
            return self.ask_bots();
        }
        Vec::new()
    }

    pub(super) fn next_step(&self) -> Duration {
        self.since + Duration::from_millis(PAUSES[self.speed])
    }
}
