//! «Texts»: what may be answered at each step, what may be drawn, and what comes of it.

use super::game::{Step, Twin};
use super::purple::next_purples;

/// A throw of two dice: its sum and in how many ways it falls (R10).
const THROWS: [(u32, u32); 11] =
    [(2, 1), (3, 2), (4, 3), (5, 4), (6, 5), (7, 6), (8, 5), (9, 4), (10, 3), (11, 2), (12, 1)];

impl Twin {
    /// The answers to a decision, in the order of «Texts»; none where there is nothing to decide.
    pub(crate) fn answers(&self, step: &Step) -> Vec<String> {
        let roller = self.roller;
        match step {
            // R4
            Step::ChooseDice if self.has_built(roller, "train_station") => texts(&["roll 1", "roll 2"]),
            Step::ChooseDice => texts(&["roll 1"]),
            // R5
            Step::SecondRoll if self.has_built(roller, "radio_tower") && !self.is_second_roll => {
                texts(&["keep", "reroll"])
            }
            // R6
            Step::AddTwo if self.has_built(roller, "harbor") && self.total >= 10 => {
                texts(&["add_two", "stay"])
            }
            Step::Purple(left) => next_purples(left),
            Step::Target => self.seats_as_texts("target", &self.opponents()),
            Step::Exchange => self.exchanges(),
            Step::Give(_) => self.cards_as_texts("give", roller),
            Step::Take(from, _) => self.cards_as_texts("take", *from),
            Step::Demolish => self.demolitions(),
            Step::Move => self.moves(),
            Step::Renovate => self.renovations(),
            Step::Exhibit => self.exhibits(),
            Step::Build => self.builds(),
            // R20
            Step::Invest if self.copies(roller, "tech_startup") > 0 && self.players[roller].coins > 0 => {
                texts(&["invest", "save"])
            }
            _ => Vec::new(),
        }
    }

    /// Takes one of [`Twin::answers`].
    pub(crate) fn answer(&mut self, step: &Step, text: &str) {
        let words: Vec<&str> = text.split(' ').collect();
        let last = words[words.len() - 1];
        match (step, words[0]) {
            (Step::ChooseDice, _) => self.next(vec![Step::Roll(last.parse().expect("1 or 2"))]),
            (Step::SecondRoll, "reroll") => {
                self.is_second_roll = true;
                self.next(vec![Step::ChooseDice]);
            }
            (Step::SecondRoll, _) => self.next(vec![Step::AddTwo]),
            (Step::AddTwo, answer) => {
                self.total += if answer == "add_two" { 2 } else { 0 };
                self.start_income();
            }
            (Step::Purple(left), _) => self.fire_named(left, last),
            (Step::Target, _) => self.pay(seat(last), self.roller, 5),
            (Step::Exchange, "decline") => self.decline_exchange(),
            (Step::Exchange, _) => self.next(vec![Step::Give(seat(last))]),
            (Step::Give(to), _) => self.next(vec![Step::Take(*to, last.to_owned())]),
            (Step::Take(with, given), _) => self.exchange(*with, given, last),
            (Step::Demolish, _) => self.demolish(last),
            (Step::Move, _) => self.move_card(words[1], seat(last)),
            (Step::Renovate, _) => self.renovate(last),
            (Step::Exhibit, "exhibit") => self.exhibit(last),
            (Step::Build, "build") => self.build(last),
            (Step::Build, _) => self.build_nothing(),
            (Step::Invest, "invest") => {
                self.lose(self.roller, 1);
                self.players[self.roller].invested += 1;
            }
            _ => {}
        }
    }

    /// What may be drawn, with weights; nothing where nothing is drawn.
    pub(crate) fn chances(&self, step: &Step) -> Vec<(u32, String)> {
        match step {
            Step::Roll(1) => (1..=6).map(|die| (1, format!("die {die}"))).collect(),
            Step::Roll(_) => two_dice(),
            Step::Throw(seats) if self.would_throw_pay(seats) => {
                THROWS.iter().map(|(sum, weight)| (*weight, format!("throw {sum}"))).collect()
            }
            Step::Deal(pile) => self.deals(*pile),
            _ => Vec::new(),
        }
    }

    /// Takes one of [`Twin::chances`].
    pub(crate) fn drawn(&mut self, step: &Step, text: &str) {
        let mut words = text.split(' ').skip(1);
        match step {
            Step::Roll(_) => {
                self.dice = words.map(|die| die.parse().expect("a die")).collect();
                self.total = self.dice.iter().sum();
                self.had_park = self.has_built(self.roller, "amusement_park");
                self.next(vec![Step::SecondRoll]);
            }
            Step::Throw(seats) => {
                let sum = words.next().expect("a sum").parse().expect("a number");
                self.pay_throw(seats, sum);
            }
            Step::Deal(_) => self.take_deal(words.next().expect("a card")),
            _ => panic!("nothing is drawn at {step:?}"),
        }
    }

    /// R24
    fn builds(&self) -> Vec<String> {
        let coins = self.players[self.roller].coins;
        let mut builds = Vec::new();
        for card in &self.table {
            let is_shown = self.shown.get(&card.slug).is_some_and(|&copies| copies > 0);
            let is_second_purple = card.is_purple() && self.copies(self.roller, &card.slug) > 0;
            if is_shown && card.cost <= coins && !is_second_purple {
                builds.push(format!("build {}", card.slug));
            }
        }
        for (landmark, cost) in self.landmark_list() {
            if cost <= coins && !self.has_built(self.roller, landmark) {
                builds.push(format!("build {landmark}"));
            }
        }
        builds.push("pass".to_owned());
        builds
    }

    fn build(&mut self, slug: &str) {
        let landmark = self.landmark_list().into_iter().find(|(landmark, _)| *landmark == slug);
        if let Some((_, cost)) = landmark {
            self.lose(self.roller, cost);
            self.build_landmark(slug);
            return;
        }
        self.lose(self.roller, self.card(slug).cost);
        *self.shown.get_mut(slug).expect("the card was listed") -= 1;
        *self.players[self.roller].cards.entry(slug.to_owned()).or_insert(0) += 1;
        if slug == "loan_office" {
            // R17
            self.gain(self.roller, 5);
        }
        self.next(vec![Step::Refill]);
    }

    fn build_landmark(&mut self, slug: &str) {
        let has = |landmark: &str| landmark == slug || self.has_built(self.roller, landmark);
        let list = self.landmark_list();
        let built: Vec<String> =
            list.iter().filter(|(each, _)| has(each)).map(|(each, _)| (*each).to_owned()).collect();
        if built.len() == list.len() {
            // R27
            self.winner = Some(self.roller);
            self.todo.clear();
        }
        self.players[self.roller].landmarks = built;
    }

    /// R25
    fn build_nothing(&mut self) {
        if self.has_built(self.roller, "airport") {
            self.gain(self.roller, 10);
        }
    }

    pub(crate) fn seats_as_texts(&self, verb: &str, seats: &[usize]) -> Vec<String> {
        self.all_seats()
            .iter()
            .filter(|seat| seats.contains(seat))
            .map(|seat| format!("{verb} {}", seat + 1))
            .collect()
    }

    /// «Texts»: full names and aliases are read in any case.
    pub(crate) fn canonical(&self, text: &str) -> String {
        let text = text.trim().to_lowercase();
        let Some((verb, rest)) = text.split_once(' ') else { return text };
        let (name, seat) = match rest.rsplit_once(' ') {
            Some((name, seat)) if verb == "move" => (name, format!(" {seat}")),
            _ => (rest, String::new()),
        };
        let is_card = |names: &[String]| names.iter().any(|each| each == name);
        match self.table.iter().find(|card| is_card(&card.names)) {
            Some(card) => format!("{verb} {}{seat}", card.slug),
            None => format!("{verb} {}{seat}", name.replace(' ', "_")),
        }
    }
}

fn texts(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// Seats are written from one.
fn seat(text: &str) -> usize {
    text.parse::<usize>().expect("the seat was listed") - 1
}

/// R4: 21 outcomes, the lower die first.
fn two_dice() -> Vec<(u32, String)> {
    let mut outcomes = Vec::new();
    for low in 1..=6 {
        for high in low..=6 {
            outcomes.push((if low == high { 1 } else { 2 }, format!("dice {low} {high}")));
        }
    }
    outcomes
}
