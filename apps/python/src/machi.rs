//! A table of Machi Koro for `tercet.machi`: the position with its dealer, one input at a time. What is played is said by
//! text; events have the fields of the package's `Event`.

use std::sync::Arc;

use pyo3::prelude::*;
use tercet_entry::{Contest, Describe, Style};
use tercet_game::{Deal, Game as _, Input, Live, Match, Notation, Player as _, Seat, Settings, Turn};
use tercet_machi::{Action, Dice, Event, Kind, Landmark, MachiKoro, Phase, Site, State};
use tercet_machi_play::Machi;
use tercet_machi_play::json::PositionJson;

use crate::errors::{Class, OrRaise};
use crate::machi_bot::MachiBot;
use crate::machi_events::{self, EventTuple, event_tuple, read_position, rules, site};
use crate::made::{PICKLE, Pairs, Reduced, check_pickle};
use crate::tournament::{PlaceAndScore, places_and_scores};

/// Text, verb, card or landmark, seat.
type Choice = (String, &'static str, Option<String>, Option<u8>);
/// Name and number.
type Counts = Vec<(String, u8)>;
/// Coins, cards, closed cards, landmarks, coins that are invested.
type City = (u32, Counts, Counts, Vec<&'static str>, u32);
/// Name, colour, totals, cost, icon, what it does, copies in the game.
type Facts = (String, &'static str, Vec<u16>, u8, String, String, u8);

/// A table where chance waits to be drawn: nothing is dealt before it is asked for.
#[pyclass(module = "tercet._tercet")]
#[derive(Clone)]
pub(crate) struct MachiTable {
    pub(crate) game: Arc<MachiKoro>,
    live: Live<MachiKoro, Dice>,
    pub(crate) seed: u64,
    plays: Vec<(Seat, Action)>,
    inputs: usize,
    origin: Origin,
}

/// Where the position comes from: decides what may be done with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// All of it from the deal, so there is a record.
    Deal,
    /// A position or dice from outside, which no record has.
    Outside,
    /// A position that is only to be asked about.
    Question,
}

impl MachiTable {
    fn new(game: Arc<MachiKoro>, seed: u64) -> MachiTable {
        let start = game.start();
        MachiTable::new_at(game, &start, seed, Origin::Deal)
    }

    fn new_at(game: Arc<MachiKoro>, state: &State, seed: u64, origin: Origin) -> MachiTable {
        let live = Live::at(*state, Dice::new(seed), ());
        MachiTable { game, live, seed, plays: Vec::new(), inputs: 0, origin }
    }

    pub(crate) fn state(&self) -> &State {
        self.live.state()
    }

    pub(crate) fn check_playable(&self, py: Python<'_>) -> PyResult<()> {
        if self.origin == Origin::Question {
            let why =
                "this position is only to be asked about; take `Game.at(…)` with one that can be played on";
            return Err(Class::Refused.error(py, why));
        }
        Ok(())
    }

    /// Takes an action of whoever is to act.
    fn take(&mut self, py: Python<'_>, action: Action, log: &mut Vec<Event>) -> PyResult<()> {
        self.check_playable(py)?;
        let seat = self.state().roller();
        self.live.take(&self.game, Input::Play(seat, action), log).or_raise(py)?;
        self.plays.push((seat, action));
        self.inputs += 1;
        Ok(())
    }

    /// Lets chance bring what the dealer has.
    fn deal(&mut self, py: Python<'_>, log: &mut Vec<Event>) -> PyResult<()> {
        self.check_playable(py)?;
        self.live.draw(&self.game, log).or_raise(py)?;
        self.inputs += 1;
        Ok(())
    }

    fn event_tuples(&self, events: &[Event]) -> Vec<EventTuple> {
        events.iter().map(|&event| event_tuple(&self.game, event)).collect()
    }

    fn name(&self, kind: Kind) -> String {
        self.game.cards().card(kind).name.to_string()
    }

    fn option(&self, action: Action) -> Choice {
        let card = action.kind().map(|kind| self.name(kind));
        let site = card.or_else(|| action.landmark().map(|landmark| landmark.title().to_owned()));
        (self.game.action_text(action), action.verb(), site, action.seat().map(|seat| seat.0))
    }

    /// A seat of this table.
    pub(crate) fn seat(&self, py: Python<'_>, seat: u8) -> PyResult<Seat> {
        crate::game::seat(py, seat, self.game.seats().into())
    }
}

impl MachiTable {
    /// Plays on until somebody without a bot is to act.
    fn run_on(&mut self, py: Python<'_>, bots: &[Option<PyRef<'_, MachiBot>>]) -> PyResult<()> {
        loop {
            py.check_signals()?;
            match self.game.turn(self.state()) {
                Turn::Over => return Ok(()),
                Turn::Chance => self.deal(py, &mut Vec::new())?,
                Turn::Seats(_) => {
                    let seat = self.state().roller();
                    let Some(bot) = &bots[seat.index()] else { return Ok(()) };
                    let (game, state, shared) = (&*self.game, self.state(), bot.shared());
                    let answer = py.detach(|| MachiBot::locked(&shared).answer(game, state, seat));
                    bot.pressed().take().map_or(Ok(()), Err)?;
                    let answer = answer.ok_or_else(|| Class::Run.error(py, "a bot has no answer"))?;
                    self.take(py, answer.action, &mut Vec::new())?;
                }
            }
        }
    }
}

#[pymethods]
impl MachiTable {
    /// A game from its beginning.
    #[staticmethod]
    fn begin(py: Python<'_>, config: Pairs, seed: u64) -> PyResult<MachiTable> {
        Ok(MachiTable::new(Arc::new(rules(py, &config)?), seed))
    }

    /// A game from a position in JSON on, if it can be played on; else one that can only be asked about.
    #[staticmethod]
    fn at(py: Python<'_>, config: Pairs, position: &str, seed: u64, playable: bool) -> PyResult<MachiTable> {
        let base = machi_events::config(py, &config)?;
        let position = read_position(py, position)?;
        let game = MachiKoro::new(&position.config(&base).or_raise(py)?).or_raise(py)?;
        let position = position.position();
        let state = if playable { game.position(&position) } else { game.any_position(&position) };
        let state = state.or_raise(py)?;
        let origin = if playable { Origin::Outside } else { Origin::Question };
        Ok(MachiTable::new_at(Arc::new(game), &state, seed, origin))
    }

    /// Another game by the same rules.
    fn again(&self, seed: u64) -> MachiTable {
        MachiTable::new(Arc::clone(&self.game), seed)
    }

    /// All options of the rules.
    #[getter]
    fn config(&self) -> Pairs {
        self.game.config().pairs()
    }

    /// The deal's seed.
    #[getter]
    fn seed(&self) -> u64 {
        self.seed
    }

    /// How many sit there.
    #[getter]
    fn num_players(&self) -> u8 {
        self.game.seats()
    }

    /// Whose turn it is.
    #[getter]
    fn roller(&self) -> u8 {
        self.state().roller().0
    }

    /// The number of the turn, from 1.
    #[getter]
    fn turn(&self) -> u16 {
        self.state().turn()
    }

    /// The dice of this turn: none, one or two.
    #[getter]
    fn dice(&self) -> Vec<u16> {
        self.state().dice().iter().map(|&die| die.into()).collect()
    }

    /// The dice and what was added to them; 0 before the roll.
    #[getter]
    fn total(&self) -> u8 {
        self.state().total()
    }

    /// Is it chance's turn?
    #[getter]
    fn is_chance(&self) -> bool {
        self.game.turn(self.state()) == Turn::Chance
    }

    /// Is the game over?
    #[getter]
    fn is_over(&self) -> bool {
        self.game.turn(self.state()) == Turn::Over
    }

    /// Has it a record?
    #[getter]
    fn is_recorded(&self) -> bool {
        self.origin == Origin::Deal
    }

    /// With whom cards are being exchanged.
    #[getter]
    fn partner(&self) -> Option<u8> {
        match self.state().phase() {
            Phase::Give { with } | Phase::Take { with, .. } => Some(with.0),
            _ => None,
        }
    }

    /// Who has all landmarks.
    #[getter]
    fn winner(&self) -> Option<u8> {
        self.state().winner().map(|seat| seat.0)
    }

    /// How it ended: finished or limit; `None` while it goes on.
    #[getter]
    fn end(&self) -> Option<&'static str> {
        self.game.scores(self.state()).end().map(tercet_game::End::name)
    }

    /// How many actions were played.
    #[getter]
    fn num_plays(&self) -> usize {
        self.plays.len()
    }

    /// The actions that were played, from this number on: seat and text.
    fn plays_from(&self, number: usize) -> Vec<(u8, String)> {
        let plays = self.plays.iter().skip(number);
        plays.map(|&(seat, action)| (seat.0, self.game.action_text(action))).collect()
    }

    /// What whoever is to act may do: text, verb, card or landmark, seat.
    fn legal(&self) -> Vec<Choice> {
        let mut actions = Vec::new();
        self.game.legal_actions(self.state(), self.state().roller(), &mut actions);
        actions.into_iter().map(|action| self.option(action)).collect()
    }

    /// What the roller could pay for: cards of the market, then landmarks.
    fn affordable(&self) -> Vec<String> {
        let city = self.state().city(self.state().roller());
        let left = self.game.landmarks().filter(|&landmark| !city.has(landmark));
        let paid = left.filter(|landmark| u32::from(landmark.cost()) <= city.coins());
        let cards = self.game.affordable(self.state()).map(|kind| self.name(kind));
        cards.chain(paid.map(|landmark| landmark.title().to_owned())).collect()
    }

    /// What chance may bring: weight and text.
    fn outcomes(&self) -> Vec<(u32, String)> {
        let mut outcomes = Vec::new();
        self.game.outcomes(self.state(), &mut outcomes);
        outcomes.into_iter().map(|(weight, chance)| (weight, self.game.chance_text(chance))).collect()
    }

    /// Takes an action and returns its events.
    fn play(&mut self, py: Python<'_>, action: &str) -> PyResult<Vec<EventTuple>> {
        let action = self.game.read_action(action).or_raise(py)?;
        let mut events = Vec::new();
        self.take(py, action, &mut events)?;
        Ok(self.event_tuples(&events))
    }

    /// Lets the dealer draw, and returns the events.
    fn draw(&mut self, py: Python<'_>) -> PyResult<Vec<EventTuple>> {
        let mut events = Vec::new();
        self.deal(py, &mut events)?;
        Ok(self.event_tuples(&events))
    }

    /// Lets chance bring this: there is no record from then on.
    fn resolve(&mut self, py: Python<'_>, outcome: &str) -> PyResult<Vec<EventTuple>> {
        self.check_playable(py)?;
        let chance = self.game.read_chance(outcome).or_raise(py)?;
        let mut events = Vec::new();
        self.live.take(&self.game, Input::Chance(chance), &mut events).or_raise(py)?;
        self.origin = Origin::Outside;
        self.inputs += 1;
        Ok(self.event_tuples(&events))
    }

    /// Plays on in silence until somebody without a bot is to act, or it is over. After Ctrl-C all is as before.
    fn run(&mut self, py: Python<'_>, bots: Vec<Option<PyRef<'_, MachiBot>>>) -> PyResult<()> {
        if bots.len() != usize::from(self.game.seats()) {
            return Err(Class::Config.error(py, "one bot or None for each seat"));
        }
        let kept: Vec<_> = bots.iter().flatten().map(|bot| bot.kept()).collect();
        let before = self.clone();
        self.run_on(py, &bots).inspect_err(|_| {
            bots.iter().flatten().zip(kept).for_each(|(bot, kept)| bot.put_back(kept));
            *self = before;
        })
    }

    /// What a seat has: coins, cards, closed cards, landmarks, coins that are invested.
    fn city(&self, py: Python<'_>, seat: u8) -> PyResult<City> {
        let city = self.state().city(self.seat(py, seat)?);
        let cards = city.cards().map(|(kind, copies)| (self.name(kind), copies)).collect();
        let closed = city.cards().map(|(kind, _)| (self.name(kind), city.closed(kind)));
        let closed = closed.filter(|(_, copies)| *copies > 0).collect();
        let landmarks = city.landmarks().map(Landmark::title).collect();
        Ok((city.coins(), cards, closed, landmarks, city.invested()))
    }

    /// The cards of a seat that may be exchanged.
    fn movable(&self, py: Python<'_>, seat: u8) -> PyResult<Counts> {
        let movable = self.game.exchangeable(self.state().city(self.seat(py, seat)?));
        Ok(movable.map(|(kind, copies)| (self.name(kind), copies)).collect())
    }

    /// What lies open.
    fn market(&self) -> Counts {
        self.state().market().cards().map(|(kind, copies)| (self.name(kind), copies)).collect()
    }

    /// What may still come into the market.
    fn deck(&self) -> Counts {
        let left =
            self.game.cards().iter().map(|(kind, _)| (self.name(kind), self.state().market().deck(kind)));
        left.filter(|(_, copies)| *copies > 0).collect()
    }

    /// The cards of this game.
    fn cards(&self) -> Vec<Facts> {
        let facts = |(kind, card): (Kind, &tercet_machi::Card)| {
            let rolls = card.rolls.iter().map(u16::from).collect();
            let (icon, rule) = (card.icon.to_string(), self.game.cards().rule(kind));
            (self.name(kind), card.color.name(), rolls, card.cost, icon, rule, self.game.cards().copies(kind))
        };
        self.game.cards().iter().map(facts).collect()
    }

    /// The landmarks that win: name, cost, what it does.
    fn landmarks(&self) -> Vec<(&'static str, u8, &'static str)> {
        let facts = |landmark: Landmark| (landmark.title(), landmark.cost(), landmark.about());
        self.game.landmarks().map(facts).collect()
    }

    /// The full name of a card or landmark in whatever spelling.
    fn full_name(&self, py: Python<'_>, name: &str) -> PyResult<String> {
        Ok(match site(py, &self.game, name)? {
            Site::Card(kind) => self.name(kind),
            Site::Landmark(landmark) => landmark.title().to_owned(),
        })
    }

    /// How each seat comes out as it stands: its place (the winner is first), and its finish score by `points` or `tuv`.
    #[pyo3(signature = (way="points"))]
    fn finishes(&self, py: Python<'_>, way: &str) -> PyResult<Vec<PlaceAndScore>> {
        let way = crate::arena::way(&tercet_machi_play::ENTRY, way).or_raise(py)?;
        Ok(places_and_scores(&Machi::finishes(&self.game, self.state(), way)))
    }

    /// What happened, in words; `names` are those of the seats.
    fn words(&self, py: Python<'_>, events: Vec<String>, names: Vec<String>) -> PyResult<Vec<String>> {
        let who = |seat: Seat| names.get(seat.index()).cloned().unwrap_or_else(|| seat.to_string());
        let words = |text: &String| {
            let event = self.game.read_event(text).or_raise(py)?;
            Ok(Machi::event_words(&self.game, &event, &who))
        };
        events.iter().map(words).collect()
    }

    /// The position as text.
    fn text(&self, names: Vec<String>) -> String {
        let who = |seat: Seat| names.get(seat.index()).cloned().unwrap_or_else(|| seat.to_string());
        Machi::position_text(&self.game, self.state(), &tercet_machi::Memory::default(), &who, Style::PLAIN)
    }

    /// The position in JSON, as `at` takes it.
    fn position(&self) -> String {
        serde_json::to_string(&PositionJson::of(&self.game, self.state()))
            .expect("names and numbers are JSON")
    }

    /// The record so far.
    fn record(&self, py: Python<'_>) -> PyResult<String> {
        if self.origin != Origin::Deal {
            let why = "a record tells a game from its deal on; this one has a position or dice from outside";
            return Err(Class::Record.error(py, why));
        }
        let deal = Deal::stream(self.seed);
        let mut table = Match::new(Arc::clone(&self.game), deal, &mut ()).or_raise(py)?;
        for &(seat, action) in &self.plays {
            table.play(seat, action, &mut ()).map_err(|error| Class::Record.error(py, error))?;
        }
        Ok(table.record().to_string())
    }

    /// The same table once more, dealer and all.
    fn copy(&self) -> MachiTable {
        self.clone()
    }

    fn __copy__(&self) -> MachiTable {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> MachiTable {
        self.clone()
    }

    #[allow(clippy::type_complexity, reason = "what a pickle keeps is named where it is read")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (u32, Pairs, u64, Vec<String>, usize)> {
        if self.origin != Origin::Deal {
            let why = "a pickle keeps a game from its deal on; this one has a position or dice from outside";
            return Err(Class::Record.error(py, why));
        }
        let plays = self.plays.iter().map(|&(_, action)| self.game.action_text(action)).collect();
        let kept = (PICKLE, self.config(), self.seed, plays, self.inputs);
        Ok((py.get_type::<MachiTable>().getattr("_unpickle")?, kept))
    }

    /// Brings back what a pickle keeps.
    #[staticmethod]
    fn _unpickle(
        py: Python<'_>,
        version: u32,
        config: Pairs,
        seed: u64,
        plays: Vec<String>,
        inputs: usize,
    ) -> PyResult<MachiTable> {
        check_pickle(py, version)?;
        let mut table = MachiTable::begin(py, config, seed)?;
        let mut plays = plays.iter();
        for _ in 0..inputs {
            if table.is_chance() {
                table.deal(py, &mut Vec::new())?;
            } else {
                let damaged = || Class::Record.error(py, "the pickle is damaged: an action is missing");
                table.play(py, plays.next().ok_or_else(damaged)?)?;
            }
        }
        Ok(table)
    }
}
