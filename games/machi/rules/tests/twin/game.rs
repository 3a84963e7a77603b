//! The position, the steps of a turn, and who is to move.

use std::collections::BTreeMap;

use super::cards::{Card, LANDMARKS, card_table};
use super::market::Pile;
use super::options::Options;

/// R32.
const FULL_PURSE: u32 = 1_000_000;

/// Who gives the next input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mover {
    /// From zero.
    Seat(usize),
    Chance,
    Over,
}

/// Something that is still to happen. Seats count from zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Refill,
    Deal(Pile),
    StartTurn,
    ChooseDice,
    /// So many dice.
    Roll(usize),
    SecondRoll,
    AddTwo,
    Red,
    Blue,
    /// R10: for these seats.
    Throw(Vec<usize>),
    Greens,
    /// All of the roller's copies of a green card.
    Green(String),
    Purples,
    /// The purple cards that are left to fire.
    Purple(Vec<String>),
    Target,
    Exchange,
    /// To this seat.
    Give(usize),
    /// From this seat, for this card.
    Take(usize, String),
    Demolish,
    Move,
    Renovate,
    Exhibit,
    ReturnExhibit,
    CityHall,
    Build,
    Invest,
    EndTurn,
}

#[derive(Clone, Debug)]
pub(crate) struct Player {
    pub(crate) coins: u32,
    /// All copies, closed ones too.
    pub(crate) cards: BTreeMap<String, u8>,
    pub(crate) closed: BTreeMap<String, u8>,
    /// In the order of [`LANDMARKS`].
    pub(crate) landmarks: Vec<String>,
    pub(crate) invested: u32,
}

#[derive(Clone, Debug)]
pub(crate) struct Twin {
    pub(crate) options: Options,
    pub(crate) table: Vec<Card>,
    pub(crate) players: Vec<Player>,
    pub(crate) shown: BTreeMap<String, u8>,
    pub(crate) deck: BTreeMap<String, u8>,
    /// Cards that left the game.
    pub(crate) left: BTreeMap<String, u8>,
    pub(crate) roller: usize,
    pub(crate) turn: u32,
    pub(crate) dice: Vec<u32>,
    pub(crate) total: u32,
    pub(crate) is_second_roll: bool,
    pub(crate) had_park: bool,
    pub(crate) winner: Option<usize>,
    /// What is to happen, the next first. Nothing more: the game is over.
    pub(crate) todo: Vec<Step>,
}

impl Twin {
    pub(crate) fn new(pairs: &[(&str, &str)]) -> Twin {
        let mut twin = Twin::empty(Options::read(pairs));
        for _ in 0..twin.options.players {
            // R1
            let cards = [("wheat_field".to_owned(), 1), ("bakery".to_owned(), 1)].into();
            let coins = twin.options.starting_coins;
            let player = Player { coins, cards, closed: BTreeMap::new(), landmarks: Vec::new(), invested: 0 };
            twin.players.push(player);
        }
        twin.lay_out();
        twin.todo = vec![Step::Refill, Step::StartTurn];
        twin.run();
        twin
    }

    /// Without players, cards on the table or anything to do.
    pub(crate) fn empty(options: Options) -> Twin {
        Twin {
            table: card_table(&options.expansions, options.sushi_bar_cost),
            options,
            players: Vec::new(),
            shown: BTreeMap::new(),
            deck: BTreeMap::new(),
            left: BTreeMap::new(),
            roller: 0,
            turn: 1,
            dice: Vec::new(),
            total: 0,
            is_second_roll: false,
            had_park: false,
            winner: None,
            todo: Vec::new(),
        }
    }

    pub(crate) fn to_move(&self) -> Mover {
        match self.todo.first() {
            None => Mover::Over,
            Some(step) if self.chances(step).is_empty() => Mover::Seat(self.roller),
            Some(_) => Mover::Chance,
        }
    }

    /// What the roller may do.
    pub(crate) fn legal(&self) -> Vec<String> {
        self.todo.first().map_or(Vec::new(), |step| self.answers(step))
    }

    pub(crate) fn play(&mut self, text: &str) -> Result<(), String> {
        let text = self.canonical(text);
        if !self.legal().contains(&text) {
            return Err(format!("{text:?} is not legal; legal are {:?}", self.legal()));
        }
        let step = self.todo.remove(0);
        self.answer(&step, &text);
        self.run();
        Ok(())
    }

    pub(crate) fn outcomes(&self) -> Vec<(u32, String)> {
        self.todo.first().map_or(Vec::new(), |step| self.chances(step))
    }

    pub(crate) fn resolve(&mut self, text: &str) -> Result<(), String> {
        if !self.outcomes().iter().any(|(_, outcome)| outcome == text) {
            return Err(format!("{text:?} can't be drawn; these can {:?}", self.outcomes()));
        }
        let step = self.todo.remove(0);
        self.drawn(&step, text);
        self.run();
        Ok(())
    }

    /// Lets everything happen that asks nobody (R32: also what has one answer).
    fn run(&mut self) {
        loop {
            self.settle();
            let [answer] = &self.legal()[..] else { return };
            let step = self.todo.remove(0);
            self.answer(&step, answer);
        }
    }

    /// Lets everything happen up to the next decision or draw.
    pub(crate) fn settle(&mut self) {
        while let Some(step) = self.todo.first().cloned() {
            if !self.answers(&step).is_empty() || !self.chances(&step).is_empty() {
                return;
            }
            self.todo.remove(0);
            self.happen(step);
        }
    }

    /// These steps come before all others.
    pub(crate) fn next(&mut self, steps: Vec<Step>) {
        self.todo.splice(0..0, steps);
    }

    /// A step that asks nobody. A decision comes here where it has no answers: then there is nothing to do.
    fn happen(&mut self, step: Step) {
        match step {
            Step::Refill => self.refill(),
            Step::StartTurn => self.start_turn(),
            Step::SecondRoll => self.next(vec![Step::AddTwo]),
            Step::AddTwo => self.start_income(),
            Step::Red => self.red(),
            Step::Blue => self.blue(),
            Step::Throw(seats) => self.pay_throw(&seats, 0),
            Step::Greens => self.greens(),
            Step::Green(slug) => self.green(&slug),
            Step::Purples => self.purples(),
            Step::Purple(left) => self.fire_first(&left),
            Step::ReturnExhibit => self.return_exhibit(),
            Step::CityHall => self.city_hall(),
            Step::EndTurn => self.end_turn(),
            _ => {}
        }
    }

    fn start_turn(&mut self) {
        self.is_second_roll = false;
        self.next(vec![Step::ChooseDice]);
    }

    pub(crate) fn start_income(&mut self) {
        let income = [Step::Red, Step::Blue, Step::Greens, Step::Purples];
        let rest = [Step::CityHall, Step::Build, Step::Invest, Step::EndTurn];
        self.next(income.into_iter().chain(rest).collect());
    }

    /// R23
    pub(crate) fn city_hall(&mut self) {
        if self.options.has("harbor") && self.players[self.roller].coins == 0 {
            self.gain(self.roller, 1);
        }
    }

    /// R27, R28
    fn end_turn(&mut self) {
        let is_double = self.dice.len() == 2 && self.dice[0] == self.dice[1];
        let is_bought = self.options.does_bought_park_count && self.has_built(self.roller, "amusement_park");
        if self.turn == self.options.turn_limit {
            self.todo.clear();
            return;
        }
        if !(is_double && (self.had_park || is_bought)) {
            self.roller = (self.roller + 1) % self.players.len();
        }
        self.turn += 1;
        self.next(vec![Step::StartTurn]);
    }

    pub(crate) fn all_seats(&self) -> Vec<usize> {
        (0..self.players.len()).collect()
    }

    /// In turn order after the roller.
    pub(crate) fn opponents(&self) -> Vec<usize> {
        let seats = self.players.len();
        (1..seats).map(|distance| (self.roller + distance) % seats).collect()
    }

    pub(crate) fn card(&self, slug: &str) -> &Card {
        self.table.iter().find(|card| card.slug == slug).expect("a card of this game")
    }

    pub(crate) fn copies(&self, seat: usize, slug: &str) -> u8 {
        self.players[seat].cards.get(slug).copied().unwrap_or(0)
    }

    pub(crate) fn open_copies(&self, seat: usize, slug: &str) -> u8 {
        self.copies(seat, slug) - self.players[seat].closed.get(slug).copied().unwrap_or(0)
    }

    pub(crate) fn has_built(&self, seat: usize, landmark: &str) -> bool {
        self.players[seat].landmarks.iter().any(|each| each == landmark)
    }

    /// R2: the landmarks of this game.
    pub(crate) fn landmark_list(&self) -> Vec<(&'static str, u32)> {
        let is_here = |&(_, _, is_of_harbor): &(&str, u32, bool)| !is_of_harbor || self.options.has("harbor");
        LANDMARKS.into_iter().filter(is_here).map(|(slug, cost, _)| (slug, cost)).collect()
    }

    /// From the bank; what is beyond a full purse is not paid (R32).
    pub(crate) fn gain(&mut self, seat: usize, amount: u32) {
        let purse = &mut self.players[seat].coins;
        *purse = (*purse + amount).min(FULL_PURSE);
    }

    /// To the bank, as far as the purse goes (R7).
    pub(crate) fn lose(&mut self, seat: usize, amount: u32) {
        let purse = &mut self.players[seat].coins;
        *purse -= amount.min(*purse);
    }

    /// From one to another, as far as the one's purse goes and the other's has room.
    pub(crate) fn pay(&mut self, from: usize, to: usize, amount: u32) {
        let room = FULL_PURSE - self.players[to].coins;
        let paid = amount.min(self.players[from].coins).min(room);
        self.lose(from, paid);
        self.gain(to, paid);
    }
}
