//! A table for tests: cities as text, dice as the test says, events as text.

use std::collections::BTreeMap;

use tercet_game::{End, Game, Notation, Seat, Seats, Settings, Turn};
use tercet_machi::{Action, Config, Event, Illegal, MachiKoro, Player, Position, State};

/// Options as pairs.
pub(crate) type Pairs<'p> = &'p [(&'p str, &'p str)];

pub(crate) const HARBOR: (&str, &str) = ("expansions", "harbor");
pub(crate) const ROW: (&str, &str) = ("expansions", "millionaires_row");
pub(crate) const ALL: (&str, &str) = ("expansions", "harbor,millionaires_row,promo");

pub(crate) fn game(pairs: Pairs) -> MachiKoro {
    MachiKoro::new(&Config::from_pairs(pairs.iter().copied()).unwrap()).unwrap()
}

/// Cities, a line each: coins, then `bakery`, `bakery*3`, `bakery*3/1` with one of them closed, `+harbor` for a
/// landmark and `$4` for coins on a card. The roller's line begins with `>`; without one it is the first.
pub(crate) fn position(text: &str) -> Position {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let roller = lines.iter().position(|line| line.starts_with('>')).unwrap_or(0) as u8;
    let players = lines.iter().map(|line| player(line.trim_start_matches('>').trim())).collect();
    Position { players, roller, market: None }
}

fn player(line: &str) -> Player {
    let mut words = line.split_whitespace();
    let mut player = Player { coins: words.next().unwrap().parse().unwrap(), ..Player::default() };
    for word in words {
        if let Some(landmark) = word.strip_prefix('+') {
            player.landmarks.push(landmark.to_owned());
        } else if let Some(coins) = word.strip_prefix('$') {
            player.invested = coins.parse().unwrap();
        } else {
            let (name, counts) = word.split_once('*').unwrap_or((word, "1"));
            let (copies, closed) = counts.split_once('/').unwrap_or((counts, "0"));
            player.cards.push((name.to_owned(), copies.parse().unwrap()));
            player.closed.push((name.to_owned(), closed.parse().unwrap()));
        }
    }
    player
}

/// Cards with their numbers: `ranch*2 mine`.
pub(crate) fn counts(text: &str) -> Vec<(String, u8)> {
    player(&format!("0 {text}")).cards
}

/// A game and its position.
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) game: MachiKoro,
    pub(crate) state: State,
}

impl Table {
    /// Before the first input.
    pub(crate) fn new(pairs: Pairs) -> Table {
        let game = game(pairs);
        let state = game.start();
        Table { game, state }
    }

    /// Before the roll in these cities; as many play as there are lines, and all that nobody has lies open.
    pub(crate) fn at(pairs: Pairs, cities: &str) -> Table {
        Table::before(pairs, &position(cities), "total")
    }

    /// The same with a dealt market in which these cards lie open.
    pub(crate) fn dealt(pairs: Pairs, cities: &str, market: &str) -> Table {
        Table::before(pairs, &Position { market: Some(counts(market)), ..position(cities) }, "variable")
    }

    fn before(pairs: Pairs, position: &Position, market: &str) -> Table {
        let players = position.players.len().to_string();
        let game = game(&[&[("market", market), ("players", &players)], pairs].concat());
        let state = game.position(position).unwrap();
        Table { game, state }
    }

    /// The dice fall, as many as the test says; what was heard.
    pub(crate) fn roll(&mut self, text: &str) -> Vec<String> {
        if self.game.turn(&self.state) != Turn::Chance {
            self.play(&format!("roll {}", text.split(' ').count() - 1));
        }
        self.resolve(text)
    }

    /// Chance brings this; what was heard.
    pub(crate) fn resolve(&mut self, text: &str) -> Vec<String> {
        let mut events = Vec::new();
        let chance = self.game.read_chance(text).unwrap();
        self.game.resolve(&mut self.state, chance, &mut events).unwrap_or_else(|why| panic!("{text}: {why}"));
        self.texts(&events)
    }

    /// The roller does this; what was heard.
    pub(crate) fn play(&mut self, text: &str) -> Vec<String> {
        let mut events = Vec::new();
        let action = self.game.read_action(text).unwrap();
        let seat = self.state.roller();
        self.game
            .play(&mut self.state, seat, action, &mut events)
            .unwrap_or_else(|why| panic!("{text}: {why}; legal are {:?}", self.legal()));
        self.texts(&events)
    }

    /// Rolls and decisions one after the other; those that begin with `di`, `throw` or `deal` are chance's.
    pub(crate) fn go(&mut self, lines: &[&str]) -> &mut Table {
        for line in lines {
            match line.split(' ').next() {
                Some("die" | "dice") => drop(self.roll(line)),
                Some("throw" | "deal") => drop(self.resolve(line)),
                _ => drop(self.play(line)),
            }
        }
        self
    }

    fn texts(&self, events: &[Event]) -> Vec<String> {
        events.iter().map(|event| self.game.event_text(event)).collect()
    }

    /// Why the roller's action is refused; nothing has changed, and nothing was heard.
    pub(crate) fn refuses(&self, text: &str) -> Illegal {
        self.refuses_of(self.state.roller(), self.game.read_action(text).unwrap())
    }

    /// Why a seat's action is refused.
    pub(crate) fn refuses_of(&self, seat: Seat, action: Action) -> Illegal {
        let (mut state, mut heard) = (self.state, Vec::new());
        let illegal = self.game.play(&mut state, seat, action, &mut heard).unwrap_err();
        assert_eq!((state, heard), (self.state, Vec::new()), "a refusal changes nothing");
        illegal
    }

    /// Why chance can't bring this.
    pub(crate) fn refuses_chance(&self, text: &str) -> Illegal {
        let (mut state, mut heard) = (self.state, Vec::new());
        let chance = self.game.read_chance(text).unwrap();
        let illegal = self.game.resolve(&mut state, chance, &mut heard).unwrap_err();
        assert_eq!((state, heard), (self.state, Vec::new()), "a refusal changes nothing");
        illegal
    }

    /// What the roller may do.
    pub(crate) fn legal(&self) -> Vec<String> {
        let mut actions = Vec::new();
        self.game.legal_actions(&self.state, self.state.roller(), &mut actions);
        actions.iter().map(|&action| self.game.action_text(action)).collect()
    }

    /// What chance may bring: `2 dice 1 2`, the weight first.
    pub(crate) fn outcomes(&self) -> Vec<String> {
        let mut outcomes = Vec::new();
        self.game.outcomes(&self.state, &mut outcomes);
        outcomes
            .iter()
            .map(|&(weight, chance)| format!("{weight} {}", self.game.chance_text(chance)))
            .collect()
    }

    /// The purses by seat.
    pub(crate) fn coins(&self) -> Vec<u32> {
        Seats::first(self.game.seats()).iter().map(|seat| self.state.city(seat).coins()).collect()
    }

    /// How many copies a seat (from one) has.
    pub(crate) fn copies(&self, seat: u8, name: &str) -> u8 {
        self.state.city(Seat(seat - 1)).copies(self.game.read_kind(name).unwrap())
    }

    /// The cards of a seat (from one) as they are written in [`position`].
    pub(crate) fn cards(&self, seat: u8) -> String {
        let city = self.state.city(Seat(seat - 1));
        let word = |(kind, copies)| {
            let name = self.game.cards().slug(kind);
            match (copies, city.closed(kind)) {
                (1, 0) => name.to_owned(),
                (copies, 0) => format!("{name}*{copies}"),
                (copies, closed) => format!("{name}*{copies}/{closed}"),
            }
        };
        city.cards().map(word).collect::<Vec<_>>().join(" ")
    }

    /// The landmarks of a seat (from one).
    pub(crate) fn landmarks(&self, seat: u8) -> Vec<&'static str> {
        self.state.city(Seat(seat - 1)).landmarks().map(tercet_machi::Landmark::name).collect()
    }

    /// What lies open, by name.
    pub(crate) fn shown(&self) -> BTreeMap<String, u8> {
        let name = |kind| self.game.cards().slug(kind).to_owned();
        self.state.market().cards().map(|(kind, copies)| (name(kind), copies)).collect()
    }

    /// What may still come, by name.
    pub(crate) fn deck(&self) -> BTreeMap<String, u8> {
        let cards =
            self.game.cards().iter().map(|(kind, card)| (card.slug(), self.state.market().deck(kind)));
        cards.filter(|(_, copies)| *copies > 0).collect()
    }

    /// The seat whose turn it is, from one.
    pub(crate) fn roller(&self) -> u8 {
        self.state.roller().0 + 1
    }

    pub(crate) fn points(&self) -> Vec<i32> {
        self.game.scores(&self.state).points().to_vec()
    }

    pub(crate) fn end(&self) -> Option<End> {
        self.game.scores(&self.state).end()
    }

    /// The seats in the first place, from one.
    pub(crate) fn winners(&self) -> Vec<u8> {
        self.game.scores(&self.state).winners().iter().map(|seat| seat.0 + 1).collect()
    }
}
