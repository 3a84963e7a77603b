//! A table for tests: boards as text, cards dealt as the test says, events as text.

use tercet_game::{DealError, Dealer, End, Game, NotationError, Seat, Turn};
use tercet_set::{Action, Card, Claim, Config, Event, Guarantee, Illegal, SetGame, Setup, State};

/// Twelve of the sixteen cards without a three, purple, oval or open: no Set among them.
pub(crate) const NO_SET: &str = "
    1rsd 2rsd 1gsd 2gsd
    1rss 2rss 1gss 2gss
    1rtd 2rtd 1gtd 2gtd";

/// Twelve cards of which the first three are the only Set.
pub(crate) const ONE_SET: &str = "
    1rsd 2rsd 3rsd 1gsd
    1rss 2rss 1gss 2gss
    1rtd 2rtd 1gtd 2gtd";

/// The default config without a guarantee, so that a test may deal what it likes.
pub(crate) fn plain() -> Config {
    Config { guarantee: Guarantee::None, ..Config::default() }
}

/// Cards with spaces between.
pub(crate) fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(|word| word.parse().unwrap()).collect()
}

pub(crate) fn card(text: &str) -> Card {
    text.parse().unwrap()
}

/// Cells with spaces between, `----` for a hole.
pub(crate) fn cells(text: &str) -> Vec<Option<Card>> {
    text.split_whitespace().map(|word| (word != "----").then(|| word.parse().unwrap())).collect()
}

/// All cards but these.
pub(crate) fn all_but(text: &str) -> Vec<Card> {
    let gone: Vec<Card> = cells(text).into_iter().flatten().collect();
    Card::all().filter(|card| !gone.contains(card)).collect()
}

/// A game and its position.
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) game: SetGame,
    pub(crate) state: State,
}

impl Table {
    /// Before the first card.
    pub(crate) fn new(config: &Config) -> Table {
        let game = SetGame::new(config).unwrap();
        let state = game.start();
        Table { game, state }
    }

    /// The seats to play on this board, with this deck.
    pub(crate) fn at(config: &Config, board: &str, deck: &str) -> Table {
        Table::set_up(config, &Setup { board: cells(board), deck: cards(deck), ..Setup::default() })
    }

    /// The seats to play on this board; all cards that are not on it are in the deck.
    pub(crate) fn with_full_deck(config: &Config, board: &str) -> Table {
        let deck = all_but(board).into_iter().filter(|card| card.id() < config.deck_size());
        Table::set_up(config, &Setup { board: cells(board), deck: deck.collect(), ..Setup::default() })
    }

    pub(crate) fn set_up(config: &Config, setup: &Setup) -> Table {
        let game = SetGame::new(config).unwrap();
        let state = game.position(setup).unwrap();
        Table { game, state }
    }

    /// Deals these cards one by one; what was heard.
    pub(crate) fn deal(&mut self, text: &str) -> Vec<String> {
        let mut events = Vec::new();
        for card in cards(text) {
            self.game.resolve(&mut self.state, card, &mut events).unwrap();
        }
        texts(&events)
    }

    /// Plays `seat 2 claim 1 2 3`, or `claim 1 2 3` for the first seat; what was heard.
    pub(crate) fn play(&mut self, line: &str) -> Vec<String> {
        let (seat, action) = play(line).unwrap();
        let mut events = Vec::new();
        self.game.play(&mut self.state, seat, action, &mut events).unwrap();
        texts(&events)
    }

    /// The caller's time runs out; what was heard.
    pub(crate) fn expire(&mut self) -> Vec<String> {
        let mut events = Vec::new();
        self.game.expire(&mut self.state, &mut events).unwrap();
        texts(&events)
    }

    /// Why this is refused; nothing has changed, and nothing was heard.
    pub(crate) fn refuses(&self, line: &str) -> Illegal {
        let (seat, action) = play(line).unwrap();
        self.refusal(|game, state, log| game.play(state, seat, action, log))
    }

    /// Why this card is refused.
    pub(crate) fn refuses_card(&self, text: &str) -> Illegal {
        self.refusal(|game, state, log| game.resolve(state, card(text), log))
    }

    /// Why time can't run out.
    pub(crate) fn refuses_expire(&self) -> Illegal {
        self.refusal(SetGame::expire)
    }

    fn refusal(
        &self,
        input: impl Fn(&SetGame, &mut State, &mut Vec<Event>) -> Result<(), Illegal>,
    ) -> Illegal {
        let (mut after, mut events) = (self.state, Vec::new());
        let illegal = input(&self.game, &mut after, &mut events).unwrap_err();
        assert_eq!((after, events), (self.state, Vec::new()), "a refused input changes nothing");
        illegal
    }

    /// The board, a word a cell.
    pub(crate) fn board(&self) -> String {
        let word = |card: Option<Card>| card.map_or("----".to_owned(), |card| card.to_string());
        self.state.board().map(word).collect::<Vec<_>>().join(" ")
    }

    /// What the seat (counted from one) may do.
    pub(crate) fn legal(&self, seat: u8) -> Vec<String> {
        let mut actions = Vec::new();
        self.game.legal_actions(&self.state, Seat(seat - 1), &mut actions);
        actions.iter().map(Action::to_string).collect()
    }

    /// The right claims.
    pub(crate) fn claims(&self) -> Vec<String> {
        self.game.claims(&self.state).iter().map(Claim::to_string).collect()
    }

    /// The seats that may act, counted from one; nobody while cards are owed or after the end.
    pub(crate) fn acting(&self) -> Vec<u8> {
        match self.game.turn(&self.state) {
            Turn::Seats(seats) => seats.iter().map(|seat| seat.0 + 1).collect(),
            Turn::Chance | Turn::Over => Vec::new(),
        }
    }

    pub(crate) fn points(&self) -> Vec<i32> {
        self.game.scores(&self.state).points().to_vec()
    }

    pub(crate) fn end(&self) -> Option<End> {
        self.game.scores(&self.state).end()
    }

    pub(crate) fn winners(&self) -> Vec<u8> {
        self.game.scores(&self.state).winners().iter().map(|seat| seat.0 + 1).collect()
    }

    /// The deck, by id.
    pub(crate) fn deck(&self) -> Vec<Card> {
        self.state.unseen().iter().collect()
    }
}

/// A text on one line with single spaces, to compare boards written in rows.
pub(crate) fn row(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn texts(events: &[Event]) -> Vec<String> {
    events.iter().map(Event::to_string).collect()
}

fn play(line: &str) -> Result<(Seat, Action), NotationError> {
    match line.strip_prefix("seat ").and_then(|rest| rest.split_once(' ')) {
        Some((seat, action)) => Ok((Seat(seat.parse::<u8>().unwrap() - 1), action.parse()?)),
        None => Ok((Seat::FIRST, line.parse()?)),
    }
}

/// A dealer who deals these cards in order, whatever happens, and keeps what it hears.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    pub(crate) cards: Vec<Card>,
    pub(crate) dealt: usize,
    pub(crate) heard: Vec<String>,
}

impl Script {
    pub(crate) fn new(text: &str) -> Script {
        Script { cards: cards(text), dealt: 0, heard: Vec::new() }
    }
}

impl Dealer<SetGame> for Script {
    fn draw(&mut self, _game: &SetGame, _state: &State) -> Result<Card, DealError> {
        let card = self.cards.get(self.dealt).copied();
        self.dealt += 1;
        card.ok_or_else(|| DealError::new("the script has no more cards"))
    }

    fn observe(&mut self, event: &Event) {
        self.heard.push(event.to_string());
    }
}
