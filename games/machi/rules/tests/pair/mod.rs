//! The engine and its twin side by side.

use std::collections::BTreeMap;

use tercet_game::{Game, Notation, Rng, Seat, Seats, Settings, Turn};
use tercet_machi::{Config, Landmark, MachiKoro, State};

use crate::twin::{Mover, Twin};

/// Options for games that are played by both.
pub(crate) struct Variant {
    pub(crate) name: &'static str,
    pub(crate) pairs: &'static [(&'static str, &'static str)],
}

impl Variant {
    /// The most players.
    pub(crate) fn most(&self) -> u8 {
        let has_harbor =
            self.pairs.iter().any(|(key, value)| *key == "expansions" && value.contains("harbor"));
        if has_harbor { 5 } else { 4 }
    }
}

const ALL: (&str, &str) = ("expansions", "harbor,millionaires_row,promo");

/// Every option in both positions, every market, every expansion.
pub(crate) const VARIANTS: &[Variant] = &[
    Variant { name: "base", pairs: &[] },
    Variant { name: "base, variable", pairs: &[("market", "variable")] },
    Variant { name: "base, hybrid", pairs: &[("market", "hybrid")] },
    Variant { name: "mandatory", pairs: &[("business_center", "mandatory"), ("starting_coins", "40")] },
    Variant {
        name: "late park",
        pairs: &[("amusement_park", "bought_this_turn_counts"), ("starting_coins", "30")],
    },
    Variant { name: "compat", pairs: &[("compat", "harmonictook"), ("starting_coins", "20")] },
    Variant {
        name: "compat, variable",
        pairs: &[("compat", "harmonictook"), ("market", "variable"), ("starting_coins", "20")],
    },
    Variant { name: "few turns", pairs: &[("turn_limit", "17"), ("starting_coins", "0")] },
    Variant {
        name: "short supply",
        pairs: &[
            ("supply", "mine:0,ranch:1,stadium:1,tv_station:5,wheat_field:0,bakery:20"),
            ("market", "variable"),
            ("starting_coins", "50"),
        ],
    },
    Variant { name: "harbor", pairs: &[("expansions", "harbor")] },
    Variant {
        name: "harbor, hybrid",
        pairs: &[("expansions", "harbor"), ("market", "hybrid"), ("sushi_bar_cost", "4")],
    },
    Variant { name: "row", pairs: &[("expansions", "millionaires_row"), ("market", "total")] },
    Variant {
        name: "row and promo",
        pairs: &[("expansions", "millionaires_row,promo"), ("market", "hybrid")],
    },
    Variant { name: "promo", pairs: &[("expansions", "promo"), ("starting_coins", "60")] },
    Variant { name: "everything", pairs: &[ALL] },
    Variant {
        name: "everything, total",
        pairs: &[ALL, ("market", "total"), ("flower_shop_mall", "none"), ("starting_coins", "99")],
    },
    Variant {
        name: "everything, hybrid",
        pairs: &[ALL, ("market", "hybrid"), ("business_center", "mandatory")],
    },
    Variant {
        name: "rich",
        pairs: &[
            ALL,
            ("market", "total"),
            ("starting_coins", "99"),
            ("supply", "exhibit_hall:9,tech_startup:9,park:9,moving_company:20,tuna_boat:20"),
        ],
    },
    Variant {
        name: "rich, variable",
        pairs: &[
            ALL,
            ("starting_coins", "99"),
            (
                "supply",
                "exhibit_hall:9,tech_startup:9,renovation_company:9,winery:20,sushi_bar:20,tuna_boat:20",
            ),
        ],
    },
];

/// A game of the engine and one of the twin.
pub(crate) struct Pair {
    pub(crate) name: String,
    pub(crate) game: MachiKoro,
    pub(crate) state: State,
    pub(crate) twin: Twin,
    /// What was given to both.
    pub(crate) inputs: Vec<String>,
}

impl Pair {
    pub(crate) fn new(variant: &Variant, players: u8) -> Pair {
        let players = players.to_string();
        let pairs = [&[("players", players.as_str())], variant.pairs].concat();
        let game = MachiKoro::new(&Config::from_pairs(pairs.iter().copied()).unwrap()).unwrap();
        let state = game.start();
        let name = format!("{}, {players} players", variant.name);
        Pair { name, game, state, twin: Twin::new(&pairs), inputs: Vec::new() }
    }

    /// Plays to the end by random choices, of which half are to build something; both agree all the way.
    pub(crate) fn whole_game(&mut self, seed: u64) {
        let mut rng = Rng::new(seed);
        self.name = format!("{}, seed {seed}", self.name);
        self.agree();
        while self.step(&mut rng) {
            self.agree();
        }
    }

    /// One random input for both; `false` at the end.
    fn step(&mut self, rng: &mut Rng) -> bool {
        match self.twin.to_move() {
            Mover::Over => return false,
            Mover::Chance => {
                let outcomes = self.twin.outcomes();
                let ranks = outcomes.iter().flat_map(|(weight, text)| vec![text; *weight as usize]);
                let ranks: Vec<&String> = ranks.collect();
                let text = ranks[rng.below(ranks.len() as u32) as usize].clone();
                let chance = self.game.read_chance(&text).unwrap();
                self.inputs.push(text.clone());
                let taken = self.game.resolve(&mut self.state, chance, &mut ());
                assert_eq!(taken, Ok(()), "{}", self.place());
                self.twin.resolve(&text).unwrap();
            }
            Mover::Seat(seat) => {
                let mut legal = self.twin.legal();
                if legal.len() > 1 && rng.below(2) == 0 {
                    legal.retain(|text| text != "pass" && text != "decline");
                }
                let text = legal[rng.below(legal.len() as u32) as usize].clone();
                let action = self.game.read_action(&text).unwrap();
                self.inputs.push(format!("seat {} {text}", seat + 1));
                let taken = self.game.play(&mut self.state, Seat(seat as u8), action, &mut ());
                assert_eq!(taken, Ok(()), "{}", self.place());
                self.twin.play(&text).unwrap();
            }
        }
        true
    }

    /// Everything that can be seen is the same.
    fn agree(&self) {
        let (game, state, twin) = (&self.game, &self.state, &self.twin);
        let turn = match game.turn(state) {
            Turn::Seats(seats) => Mover::Seat(seats.single().unwrap().index()),
            Turn::Chance => Mover::Chance,
            Turn::Over => Mover::Over,
        };
        assert_eq!(turn, twin.to_move(), "who is to move, {}", self.place());
        assert_eq!(self.legal(), twin.legal(), "legal, {}", self.place());
        assert_eq!(self.outcomes(), twin.outcomes(), "outcomes, {}", self.place());
        for seat in Seats::first(game.seats()).iter() {
            let (city, place) = (state.city(seat), format!("{seat}, {}", self.place()));
            assert_eq!(city.coins(), twin.coins()[seat.index()], "coins of {place}");
            assert_eq!(self.named(|kind| city.copies(kind)), twin.cards(seat.index()), "cards of {place}");
            assert_eq!(self.named(|kind| city.closed(kind)), twin.closed(seat.index()), "closed of {place}");
            let landmarks: Vec<&str> = city.landmarks().map(Landmark::name).collect();
            assert_eq!(landmarks, twin.landmarks(seat.index()), "landmarks of {place}");
            assert_eq!(city.invested(), twin.invested(seat.index()), "invested by {place}");
        }
        let market = state.market();
        assert_eq!(self.named(|kind| market.shown(kind)), twin.shown(), "market, {}", self.place());
        assert_eq!(self.named(|kind| market.deck(kind)), twin.deck(), "deck, {}", self.place());
        assert_eq!(u32::from(state.turn()), twin.turn(), "turn, {}", self.place());
        assert_eq!(state.roller().index(), twin.roller(), "roller, {}", self.place());
        assert_eq!(state.winner().map(Seat::index), twin.winner(), "winner, {}", self.place());
        let points: Vec<i64> = game.scores(state).points().iter().map(|&points| points.into()).collect();
        assert_eq!(points, twin.points(), "points, {}", self.place());
    }

    fn legal(&self) -> Vec<String> {
        let mut actions = Vec::new();
        self.game.legal_actions(&self.state, self.state.roller(), &mut actions);
        actions.iter().map(|&action| self.game.action_text(action)).collect()
    }

    fn outcomes(&self) -> Vec<(u32, String)> {
        let mut outcomes = Vec::new();
        self.game.outcomes(&self.state, &mut outcomes);
        outcomes.iter().map(|&(weight, chance)| (weight, self.game.chance_text(chance))).collect()
    }

    /// Counts that are not zero, by name.
    fn named(&self, count: impl Fn(tercet_machi::Kind) -> u8) -> BTreeMap<String, u8> {
        let cards = self.game.cards();
        let counts = cards.iter().map(|(kind, _)| (cards.slug(kind).to_owned(), count(kind)));
        counts.filter(|(_, count)| *count > 0).collect()
    }

    /// Where it is, for a failure.
    fn place(&self) -> String {
        let last = self.inputs.len().saturating_sub(6);
        format!("{}, after {} inputs: … {}", self.name, self.inputs.len(), self.inputs[last..].join("; "))
    }
}
