//! What the screen knows: the game, who plays, and every step of it.

use anyhow::{Result, bail};
use tercet_catalog::games;
use tercet_entry::{Advice, AnyGame, Entry, Line, Style};
use tercet_game::{Deal, Input, Seat, Seats, Turn};
use tercet_search::Stop;

use crate::moves::{self, next_move};
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
    pub(super) deal: Deal,
    /// Who sits where: `me`, or a bot.
    pub(super) players: Vec<String>,
    pub(super) begin: Begin,
    pub(super) steps: Vec<Step>,
    /// The step that is shown.
    pub(super) here: usize,
    /// The position of that step.
    pub(super) position: String,
    pub(super) chosen: Chosen,
    pub(super) job: Option<Job>,
    pub(super) jobs: u64,
    pub(super) stop: Stop,
    pub(super) note: Option<(String, Role)>,
}

impl AnyScreen {
    /// A game that is played by people, who are `me`, and bots.
    pub(crate) fn played(game: Box<dyn AnyGame>, players: Vec<String>, begin: Begin) -> Result<AnyScreen> {
        if players.len() != usize::from(game.seats()) {
            bail!("the game has {} seats and --players names {}", game.seats(), players.len());
        }
        let first = Step { at: 0, words: Vec::new(), why: None };
        let mut screen = AnyScreen {
            entry: games().game(game.id())?,
            deal: game.record().deal,
            game,
            players,
            begin,
            steps: vec![first],
            here: 0,
            position: String::new(),
            chosen: Chosen::default(),
            job: None,
            jobs: 0,
            stop: Stop::default(),
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
            Turn::Seats(seats) => seats,
            Turn::Chance | Turn::Over => Seats::NONE,
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
        if !self.game.undo() {
            self.note = Some(("there is nothing to take back".to_owned(), Role::Bad));
            return Vec::new();
        }
        while self.person().is_none() && self.game.undo() {}
        self.begin.is_assisted = true;
        self.changed()
    }

    /// After a change: the newest step is shown, the game kept, and bots are asked.
    pub(super) fn changed(&mut self) -> Vec<Effect> {
        self.cut_short();
        self.chosen = Chosen::default();
        if let Err(error) = self.follow() {
            self.note = Some((format!("{error:#}"), Role::Bad));
        }
        let save = Save {
            id: self.begin.id.clone(),
            players: self.players.clone(),
            is_assisted: self.begin.is_assisted,
            spent_ms: 0,
            goals: (None, None),
            record: self.game.record().to_string(),
        };
        let mut effects = vec![Effect::Keep(save)];
        effects.extend(self.ask_bots());
        effects
    }

    /// Ends what is thought about.
    pub(super) fn cut_short(&mut self) {
        self.stop.request();
        (self.stop, self.job) = (Stop::default(), None);
    }

    /// Has bots think about the next move, if it is theirs alone.
    pub(super) fn ask_bots(&mut self) -> Vec<Effect> {
        if !self.is_newest() || self.job.is_some() || self.acting().is_empty() || self.person().is_some() {
            return Vec::new();
        }
        match next_move(&*self.game, &self.deal, &self.players, None, &self.stop) {
            Ok(work) => self.begin_job(Job::Move, Box::new(move || Found::Move(work()))),
            Err(error) => {
                self.note = Some((error.to_string(), Role::Bad));
                Vec::new()
            }
        }
    }

    /// Asks for a hint.
    pub(super) fn ask_hint(&mut self) -> Vec<Effect> {
        let Some(seat) = self.person().filter(|_| self.job.is_none()) else { return Vec::new() };
        let seed = moves::seed(&self.deal, self.game.inputs(), seat);
        match self.game.thinker_on(HINTS, seed, seat, &own_bot_limits(&self.stop)) {
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
            self.note = Some((why, Role::Bad));
            return Vec::new();
        };
        match moves::play(&mut *self.game, seat, &advice) {
            Ok(_) => self.changed(),
            Err(refused) => {
                self.note = Some((refused.to_string(), Role::Bad));
                Vec::new()
            }
        }
    }

    /// The hint has come.
    pub(super) fn hinted(&mut self, advice: Option<&Advice>) {
        self.begin.is_assisted = true;
        let Some(advice) = advice else {
            self.note = Some(("there is nothing to do".to_owned(), Role::Text));
            return;
        };
        if let Some(place) = self.choices().iter().position(|(text, _)| *text == advice.action) {
            self.chosen = Chosen(place);
        }
        self.note = Some((format!("{}: {}", advice.action, advice.because()), Role::Hint));
    }
}
