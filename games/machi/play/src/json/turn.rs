//! Questions about one roll: a position with dice and choices in, what comes of it out.

use std::collections::{BTreeMap, VecDeque};

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use tercet_game::{ConfigError, Game, NotationError, Seat, Seats};
use tercet_machi::{Action, Config, Event, Landmark, MachiKoro, Phase, PositionError, Roll, State};
use thiserror::Error;

use super::{EventJson, PlayerJson, PositionJson, event_json};
use tercet_entry::json::read_value;
use tercet_entry::{NotJson, ShapeError};

/// Why a question can't be answered.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RollError {
    /// It is no JSON.
    #[error(transparent)]
    Json(#[from] NotJson),
    /// It is JSON of another shape.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The rules can't be.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The position, the dice or a decision can't be.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A choice names what is not there.
    #[error("`choices.{field}`: {error}")]
    Choice {
        /// The choice.
        field: &'static str,
        /// What is wrong with it.
        error: NotationError,
    },
}

/// What a roll comes to, by seats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RollAnswer {
    /// The question's own id, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Value>,
    /// Purses before City Hall pays.
    pub coins: Vec<u32>,
    /// Cards with their numbers of copies.
    pub cards: Vec<BTreeMap<String, u8>>,
    /// How many copies of a card are closed.
    pub closed: Vec<BTreeMap<String, u8>>,
    /// Landmarks that are built.
    pub landmarks: Vec<Vec<String>>,
    /// Purses when it is time to build.
    pub coins_after_city_hall: Vec<u32>,
    /// What happened.
    pub events: Vec<EventJson>,
}

/// Answers questions, and keeps the rules that it has made for them.
#[derive(Clone, Debug, Default)]
pub struct RollAnswerer {
    base: Config,
    games: VecDeque<MachiKoro>,
}

/// More rules than these are forgotten again, the oldest first.
const KEPT: usize = 64;

impl RollAnswerer {
    /// A answerer for questions that leave open what this config says.
    pub fn new(base: Config) -> RollAnswerer {
        RollAnswerer { base, games: VecDeque::new() }
    }

    /// Answers a line of JSON.
    ///
    /// # Errors
    /// If it is no question, or one that can't be answered.
    ///
    /// ```
    /// use tercet_machi_play::json::RollAnswerer;
    ///
    /// let line = br#"{"players":[{"coins":3,"cards":{"Ranch":2},"landmarks":[]},{"coins":0,"cards":{},"landmarks":[]}],"active":0,"dice":[2]}"#;
    /// let answer = RollAnswerer::default().answer_line(line)?;
    /// assert_eq!(answer.coins, [5, 0]);
    /// # Ok::<(), tercet_machi_play::json::RollError>(())
    /// ```
    pub fn answer_line(&mut self, line: &[u8]) -> Result<RollAnswer, RollError> {
        let value: Value = serde_json::from_slice(line).map_err(NotJson::from)?;
        self.answer(&value).map(|(answer, ..)| answer)
    }

    /// Answers a question, with the rules and the events as they are.
    ///
    /// # Errors
    /// If it is no question, or one that can't be answered.
    pub fn answer(&mut self, value: &Value) -> Result<(RollAnswer, &MachiKoro, Vec<Event>), RollError> {
        let position = PositionJson::read(value)?;
        let question: Question = read_value(value.clone())?;
        if let Some(players) = question.n_players.filter(|&players| players != position.players.len()) {
            let why = format!("{players}, and {} players are given", position.players.len());
            return Err(ShapeError::field("n_players", why).into());
        }
        let roll = question.roll()?;
        let game = self.game(&position.config(&self.base)?)?;
        let (mut events, mut wrong) = (Vec::new(), None);
        let mut choices = question.choices;
        let decide = |state: &State, legal: &[Action]| {
            choices.decide(game, state, legal).unwrap_or_else(|error| {
                wrong = Some(error);
                None
            })
        };
        let state = game.what_if(&position.position(), roll, decide, &mut events);
        let state = state.map_err(|error| wrong.unwrap_or(RollError::Position(error)))?;
        let mut answer = roll_answer(game, &state, &events);
        answer.id = value.get("id").cloned();
        Ok((answer, game, events))
    }

    fn game(&mut self, config: &Config) -> Result<&MachiKoro, ConfigError> {
        if let Some(place) = self.games.iter().position(|game| game.config() == config) {
            return Ok(&self.games[place]);
        }
        self.games.truncate(KEPT - 1);
        self.games.push_front(MachiKoro::new(config)?);
        Ok(&self.games[0])
    }
}

fn roll_answer(game: &MachiKoro, state: &State, events: &[Event]) -> RollAnswer {
    let seats = Seats::first(game.seats());
    let players: Vec<PlayerJson> = seats.iter().map(|seat| PlayerJson::of(game, state, seat)).collect();
    let after: Vec<u32> = players.iter().map(|player| player.coins).collect();
    let mut coins = after.clone();
    for event in events {
        if let Event::CityHall { seat } = event {
            coins[seat.index()] -= 1;
        }
    }
    RollAnswer {
        id: None,
        coins,
        cards: players.iter().map(|player| player.cards.clone()).collect(),
        closed: players.iter().map(|player| player.closed.clone()).collect(),
        landmarks: players.into_iter().map(|player| player.landmarks).collect(),
        coins_after_city_hall: after,
        events: events.iter().map(|event| event_json(game, *event)).collect(),
    }
}

/// What is asked beside the position.
#[derive(Deserialize)]
struct Question {
    n_players: Option<usize>,
    dice: Option<Vec<u8>>,
    roll: Option<u8>,
    total: Option<u8>,
    #[serde(default)]
    harbor_plus2: bool,
    tuna_roll: Option<u8>,
    #[serde(default)]
    choices: Choices,
}

impl Question {
    /// The dice, which may be given by their total alone.
    fn roll(&self) -> Result<Roll, ShapeError> {
        let added = if self.harbor_plus2 { 2 } else { 0 };
        let dice = match (&self.dice, self.total.or(self.roll)) {
            (Some(dice), _) => match dice[..] {
                [one] => [one, 0],
                [one, other] => [one, other],
                _ => return Err(ShapeError::field("dice", "it is a list of one or two dice")),
            },
            (None, Some(total)) => dice_of(total.saturating_sub(added))
                .ok_or_else(|| ShapeError::field("total", format!("{total} is no total of dice")))?,
            (None, None) => return Err(ShapeError::field("dice", "is missing; it is a list, as in [3,4]")),
        };
        let sum = u32::from(dice[0]) + u32::from(dice[1]) + u32::from(added);
        for (field, total) in [("roll", self.roll), ("total", self.total)] {
            if let Some(total) = total.filter(|&total| u32::from(total) != sum) {
                return Err(ShapeError::field(field, format!("{total}, and the dice come to {sum}")));
            }
        }
        Ok(Roll { dice, add_two: self.harbor_plus2, sum: self.tuna_roll })
    }
}

/// Any dice with this total: cards ask for nothing more.
fn dice_of(total: u8) -> Option<[u8; 2]> {
    match total {
        1..=6 => Some([total, 0]),
        7..=12 => Some([6, total - 6]),
        _ => None,
    }
}

/// The decisions of a question. The lists are taken one entry a decision.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Choices {
    tv_target: Option<u8>,
    business_center: Choice<Exchange>,
    demolish: VecDeque<String>,
    moving: VecDeque<Moving>,
    renovate: Option<String>,
    exhibit: Choice<String>,
    order: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Exchange {
    target: u8,
    give: String,
    take: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Moving {
    give: String,
    target: u8,
}

/// A choice that may be declined.
#[derive(Default)]
enum Choice<T> {
    /// The field is not there.
    #[default]
    Missing,
    /// It is null.
    Declined,
    Made(T),
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Choice<T> {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Choice<T>, D::Error> {
        Ok(Option::deserialize(json)?.map_or(Choice::Declined, Choice::Made))
    }
}

impl<T> Choice<T> {
    fn made(&self) -> Option<&T> {
        if let Choice::Made(choice) = self { Some(choice) } else { None }
    }

    /// The action of a choice, if there is one.
    fn action(
        &self,
        make: impl FnOnce(&T) -> Result<Action, RollError>,
    ) -> Result<Option<Action>, RollError> {
        match self {
            Choice::Missing => Ok(None),
            Choice::Declined => Ok(Some(Action::Decline)),
            Choice::Made(choice) => make(choice).map(Some),
        }
    }
}

impl Choices {
    /// The decision for this state, if one is given.
    fn decide(
        &mut self,
        game: &MachiKoro,
        state: &State,
        legal: &[Action],
    ) -> Result<Option<Action>, RollError> {
        let kind =
            |field, name: &str| game.read_kind(name).map_err(|error| RollError::Choice { field, error });
        let exchange = self.business_center.made();
        match state.phase() {
            Phase::Target { .. } => Ok(self.tv_target.map(|seat| Action::Target(Seat(seat)))),
            Phase::Exchange { .. } => {
                self.business_center.action(|exchange| Ok(Action::Exchange(Seat(exchange.target))))
            }
            Phase::Give { .. } => {
                let give = |exchange: &Exchange| kind("business_center.give", &exchange.give);
                exchange.map(give).transpose().map(|give| give.map(Action::Give))
            }
            Phase::Take { .. } => {
                let take = |exchange: &Exchange| kind("business_center.take", &exchange.take);
                exchange.map(take).transpose().map(|take| take.map(Action::Take))
            }
            Phase::Demolish { .. } => {
                let named = self.demolish.pop_front().map(|name| landmark(game, &name)).transpose();
                named.map(|landmark| landmark.map(Action::Demolish))
            }
            Phase::Move { .. } => {
                let moved = |Moving { give, target }| Ok(Action::Move(kind("moving", &give)?, Seat(target)));
                self.moving.pop_front().map(moved).transpose()
            }
            Phase::Renovate { .. } => {
                let named = self.renovate.as_ref().map(|name| kind("renovate", name)).transpose();
                named.map(|kind| kind.map(Action::Renovate))
            }
            Phase::Exhibit { .. } => self.exhibit.action(|name| kind("exhibit", name).map(Action::Exhibit)),
            Phase::Activate => self.next(game, legal),
            _ => Ok(None),
        }
    }

    /// The first of the order that is still to fire.
    fn next(&self, game: &MachiKoro, legal: &[Action]) -> Result<Option<Action>, RollError> {
        for name in &self.order {
            let kind = game.read_kind(name).map_err(|error| RollError::Choice { field: "order", error })?;
            if legal.contains(&Action::Activate(kind)) {
                return Ok(Some(Action::Activate(kind)));
            }
        }
        Ok(None)
    }
}

fn landmark(game: &MachiKoro, name: &str) -> Result<Landmark, RollError> {
    let unknown = || NotationError::new(name, "this game has no such landmark");
    let slug = name.trim().to_lowercase().replace([' ', '-'], "_");
    let found =
        Landmark::from_name(&slug).filter(|found| game.landmarks().any(|landmark| landmark == *found));
    found.ok_or_else(|| RollError::Choice { field: "demolish", error: unknown() })
}
