//! A toy with a flaw. Every method is the toy's own until a flaw says otherwise; the flaw is that of the
//! thread, because a type for each would take minutes to compile.

use std::cell::Cell;
use std::fmt;
use std::hash::{Hash, Hasher};

use tercet_conformance::toy::{Action, Config, Event, Face, Illegal, Pot, State, Toy, ToyDealer};
use tercet_game::{
    ConfigError, Deal, DealError, Dealer, Deals, Digest, Game, Key, Log, Notation, NotationError, Refusal,
    Rng, Sample, Scores, Seat, Settings, Stable, Turn,
};

/// What is done, by the toy or otherwise.
#[derive(Clone, Copy)]
pub(crate) struct Flaw {
    pub(crate) same_config: fn(&Config, &Config) -> bool,
    pub(crate) set: fn(&mut Config, &str, &str) -> Result<(), ConfigError>,
    pub(crate) remember: fn(&Config) -> Config,
    pub(crate) limit: fn(&Toy) -> u32,
    pub(crate) start: fn(&Table) -> State,
    pub(crate) turn: fn(&Toy, &State) -> Turn,
    pub(crate) legal_actions: fn(&Toy, &State, Seat, &mut Vec<Action>),
    pub(crate) play: fn(&Table, &mut State, Seat, Action, &mut Ears<'_>) -> Result<(), Illegal>,
    pub(crate) outcomes: fn(&Toy, &State, &mut Vec<(u32, Face)>),
    pub(crate) resolve: fn(&Toy, &mut State, Face, &mut Ears<'_>) -> Result<(), Illegal>,
    pub(crate) window: fn(&Toy, &State) -> Option<u32>,
    pub(crate) expire: fn(&Toy, &mut State, &mut Ears<'_>) -> Result<(), Illegal>,
    pub(crate) scores: fn(&Toy, &State) -> Scores,
    pub(crate) same_state: fn(&State, &State) -> bool,
    pub(crate) digest: fn(&State, &mut Digest),
    pub(crate) code: fn(Illegal) -> &'static str,
    pub(crate) reason: fn(Illegal) -> String,
    pub(crate) sample_action: fn(&Toy, &State, Seat, &mut Rng) -> Option<Action>,
    pub(crate) sample_outcome: fn(&Table, &State, &mut Rng) -> Option<Face>,
    pub(crate) action_text: fn(&Toy, Action) -> String,
    pub(crate) read_action: fn(&Toy, &str) -> Result<Action, NotationError>,
    pub(crate) read_chance: fn(&Toy, &str) -> Result<Face, NotationError>,
    pub(crate) read_event: fn(&Toy, &str) -> Result<Event, NotationError>,
    pub(crate) dealer: fn(&Table, &Deal) -> Result<ToyDealer, DealError>,
    pub(crate) draw: fn(&mut ToyDealer, &Toy, &State) -> Result<Face, DealError>,
    pub(crate) copy_dealer: fn(&ToyDealer) -> ToyDealer,
}

/// No flaw at all.
pub(crate) const NONE: Flaw = Flaw {
    same_config: |a, b| a == b,
    set: Config::set,
    remember: Config::clone,
    limit: Toy::limit,
    start: |table| table.toy.start(),
    turn: Toy::turn,
    legal_actions: Toy::legal_actions,
    play: |table, state, seat, action, log| table.toy.play(state, seat, action, log),
    outcomes: Toy::outcomes,
    resolve: |toy, state, face, log| toy.resolve(state, face, log),
    window: Toy::window,
    expire: |toy, state, log| toy.expire(state, log),
    scores: Toy::scores,
    same_state: |a, b| a == b,
    digest: State::write,
    code: |illegal| illegal.code(),
    reason: |illegal| illegal.to_string(),
    sample_action: Toy::sample_action,
    sample_outcome: |table, state, rng| table.toy.sample_outcome(state, rng),
    action_text: Toy::action_text,
    read_action: Toy::read_action,
    read_chance: Toy::read_chance,
    read_event: Toy::read_event,
    dealer: |table, deal| table.toy.dealer(deal),
    draw: ToyDealer::draw,
    copy_dealer: ToyDealer::clone,
};

thread_local! { static FLAW: Cell<Flaw> = const { Cell::new(NONE) }; }

/// Gives this thread's toys a flaw.
pub(crate) fn set_flaw(flaw: Flaw) {
    FLAW.set(flaw);
}

fn flaw() -> Flaw {
    FLAW.get()
}

/// The toy, and a memory that no rules should have.
pub(crate) struct Table {
    pub(crate) toy: Toy,
    memory: Cell<u32>,
}

impl Table {
    /// How often this was asked before.
    pub(crate) fn count(&self) -> u32 {
        self.memory.replace(self.memory.get() + 1)
    }
}

/// Any log, so that a flaw can be a plain function.
pub(crate) struct Ears<'a> {
    push: &'a mut dyn FnMut(&mut dyn FnMut() -> Event),
}

impl Log<Event> for Ears<'_> {
    fn push(&mut self, event: impl FnOnce() -> Event) {
        let mut event = Some(event);
        (self.push)(&mut || event.take().expect("an event is built once")());
    }
}

fn with_ears<T>(log: &mut impl Log<Event>, run: impl FnOnce(&mut Ears<'_>) -> T) -> T {
    let mut push = |build: &mut dyn FnMut() -> Event| log.push(build);
    run(&mut Ears { push: &mut push })
}

/// A game with the thread's flaw. What is constant in a game depends on its kind: [`PLAIN`] or another.
pub(crate) struct Broken<const KIND: u8> {
    table: Table,
    config: Knobs<KIND>,
}

/// A game with the toy's own constants.
pub(crate) const PLAIN: u8 = 0;
/// A game without a name.
pub(crate) const NAMELESS: u8 = 1;
/// A game that lists an option twice.
pub(crate) const DOUBLE: u8 = 2;
/// A game that does not list its goal.
pub(crate) const HIDDEN: u8 = 3;

#[derive(Clone, Default)]
pub(crate) struct Knobs<const KIND: u8>(pub(crate) Config);

impl<const KIND: u8> fmt::Debug for Knobs<KIND> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<const KIND: u8> PartialEq for Knobs<KIND> {
    fn eq(&self, other: &Knobs<KIND>) -> bool {
        (flaw().same_config)(&self.0, &other.0)
    }
}

impl<const KIND: u8> Eq for Knobs<KIND> {}

impl<const KIND: u8> Settings for Knobs<KIND> {
    const KEYS: &'static [Key] = match KIND {
        DOUBLE => &[Config::KEYS[0], Config::KEYS[1], Config::KEYS[0]],
        HIDDEN => &[Config::KEYS[0], Config::KEYS[2]],
        _ => Config::KEYS,
    };

    fn get(&self, key: &str) -> Option<String> {
        self.0.get(key)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ConfigError> {
        (flaw().set)(&mut self.0, key, value)
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Place(State);

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let State { points: [a, b, ..], pot, plays, phase } = self.0;
        write!(f, "{a}:{b} pot {pot} plays {plays} {phase:?}")
    }
}

impl PartialEq for Place {
    fn eq(&self, other: &Place) -> bool {
        (flaw().same_state)(&self.0, &other.0)
    }
}

impl Eq for Place {}

impl Hash for Place {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.points.hash(hasher);
    }
}

impl Stable for Place {
    fn write(&self, digest: &mut Digest) {
        (flaw().digest)(&self.0, digest);
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reason(Illegal);

impl From<tercet_game::Unsupported> for Reason {
    fn from(what: tercet_game::Unsupported) -> Reason {
        Reason(what.into())
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&(flaw().reason)(self.0))
    }
}

impl Refusal for Reason {
    fn code(&self) -> &'static str {
        (flaw().code)(self.0)
    }
}

impl<const KIND: u8> Game for Broken<KIND> {
    type Config = Knobs<KIND>;
    type State = Place;
    type Action = Action;
    type Chance = Face;
    type Edit = Pot;
    type Event = Event;
    type Illegal = Reason;

    const ID: &'static str = if KIND == NAMELESS { "" } else { Toy::ID };
    const RULES_VERSION: u16 = Toy::RULES_VERSION;

    fn new(config: &Knobs<KIND>) -> Result<Broken<KIND>, ConfigError> {
        let table = Table { toy: Toy::new(&config.0)?, memory: Cell::new(0) };
        Ok(Broken { table, config: Knobs((flaw().remember)(&config.0)) })
    }
    fn config(&self) -> &Knobs<KIND> {
        &self.config
    }
    fn seats(&self) -> u8 {
        self.table.toy.seats()
    }
    fn limit(&self) -> u32 {
        (flaw().limit)(&self.table.toy)
    }
    fn start(&self) -> Place {
        Place((flaw().start)(&self.table))
    }
    fn turn(&self, state: &Place) -> Turn {
        (flaw().turn)(&self.table.toy, &state.0)
    }
    fn legal_actions(&self, state: &Place, seat: Seat, out: &mut Vec<Action>) {
        (flaw().legal_actions)(&self.table.toy, &state.0, seat, out);
    }
    fn play(
        &self,
        state: &mut Place,
        seat: Seat,
        action: Action,
        log: &mut impl Log<Event>,
    ) -> Result<(), Reason> {
        with_ears(log, |ears| (flaw().play)(&self.table, &mut state.0, seat, action, ears)).map_err(Reason)
    }
    fn outcomes(&self, state: &Place, out: &mut Vec<(u32, Face)>) {
        (flaw().outcomes)(&self.table.toy, &state.0, out);
    }
    fn resolve(&self, state: &mut Place, face: Face, log: &mut impl Log<Event>) -> Result<(), Reason> {
        with_ears(log, |ears| (flaw().resolve)(&self.table.toy, &mut state.0, face, ears)).map_err(Reason)
    }
    fn window(&self, state: &Place) -> Option<u32> {
        (flaw().window)(&self.table.toy, &state.0)
    }
    fn expire(&self, state: &mut Place, log: &mut impl Log<Event>) -> Result<(), Reason> {
        with_ears(log, |ears| (flaw().expire)(&self.table.toy, &mut state.0, ears)).map_err(Reason)
    }
    fn edit(&self, state: &mut Place, edit: Pot, log: &mut impl Log<Event>) -> Result<(), Reason> {
        self.table.toy.edit(&mut state.0, edit, log).map_err(Reason)
    }
    fn scores(&self, state: &Place) -> Scores {
        (flaw().scores)(&self.table.toy, &state.0)
    }
}

impl<const KIND: u8> Sample for Broken<KIND> {
    fn sample_action(&self, state: &Place, seat: Seat, rng: &mut Rng) -> Option<Action> {
        (flaw().sample_action)(&self.table.toy, &state.0, seat, rng)
    }
    fn sample_outcome(&self, state: &Place, rng: &mut Rng) -> Option<Face> {
        (flaw().sample_outcome)(&self.table, &state.0, rng)
    }
}

impl<const KIND: u8> Notation for Broken<KIND> {
    const READS_EVENTS: bool = true;

    fn actions(&self) -> Vec<Action> {
        Action::ALL.to_vec()
    }

    fn write_action(&self, action: Action, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(&(flaw().action_text)(&self.table.toy, action))
    }
    fn read_action(&self, text: &str) -> Result<Action, NotationError> {
        (flaw().read_action)(&self.table.toy, text)
    }
    fn write_chance(&self, chance: Face, out: &mut dyn fmt::Write) -> fmt::Result {
        self.table.toy.write_chance(chance, out)
    }
    fn read_chance(&self, text: &str) -> Result<Face, NotationError> {
        (flaw().read_chance)(&self.table.toy, text)
    }
    fn write_edit(&self, edit: Pot, out: &mut dyn fmt::Write) -> fmt::Result {
        self.table.toy.write_edit(edit, out)
    }
    fn read_edit(&self, text: &str) -> Result<Pot, NotationError> {
        self.table.toy.read_edit(text)
    }
    fn write_event(&self, event: &Event, out: &mut dyn fmt::Write) -> fmt::Result {
        self.table.toy.write_event(event, out)
    }
    fn read_event(&self, text: &str) -> Result<Event, NotationError> {
        (flaw().read_event)(&self.table.toy, text)
    }
}

pub(crate) struct Drawn(ToyDealer);

impl Clone for Drawn {
    fn clone(&self) -> Drawn {
        Drawn((flaw().copy_dealer)(&self.0))
    }
}

impl<const KIND: u8> Dealer<Broken<KIND>> for Drawn {
    fn draw(&mut self, game: &Broken<KIND>, state: &Place) -> Result<Face, DealError> {
        (flaw().draw)(&mut self.0, &game.table.toy, &state.0)
    }
    fn observe(&mut self, event: &Event) {
        self.0.observe(event);
    }
}

impl<const KIND: u8> Deals for Broken<KIND> {
    type Dealer = Drawn;

    fn dealer(&self, deal: &Deal) -> Result<Drawn, DealError> {
        (flaw().dealer)(&self.table, deal).map(Drawn)
    }
}
