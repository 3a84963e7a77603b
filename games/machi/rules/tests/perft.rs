//! Perft: the rows of inputs from named positions, counted by the slow twin and met by the engine.

#[allow(dead_code, unused_imports, reason = "each test file uses a part of the twin")]
mod twin;

#[allow(dead_code, reason = "each test file uses a part of the table")]
mod table;

use std::fmt::Write as _;
use std::path::Path;

use tercet_conformance::{golden, perft};
use tercet_machi::{MachiKoro, State};

use table::{ALL, Table, position};
use twin::{Mover, Step, Twin};

const FILE: &str = "tests/perft.txt";

/// Where a count begins: before the first input, or in cities before the roll.
struct Place {
    name: &'static str,
    about: &'static str,
    depths: &'static [u32],
    pairs: &'static [(&'static str, &'static str)],
    cities: Option<&'static str>,
}

const PLACES: &[Place] = &[
    Place {
        name: "start",
        about: "the first turns of the base game for two",
        depths: &[1, 2, 3, 4],
        pairs: &[],
        cities: None,
    },
    Place {
        name: "first-market",
        about: "the first cards of the variable market with everything",
        depths: &[1, 2],
        pairs: &[ALL],
        cities: None,
    },
    Place {
        name: "hybrid",
        about: "the first cards of the hybrid market",
        depths: &[1, 2, 3],
        pairs: &[("market", "hybrid"), ("players", "4")],
        cities: None,
    },
    Place {
        name: "radio",
        about: "one die or two, kept or not, doubles that give another turn",
        depths: &[1, 2, 3, 4],
        pairs: &[],
        cities: Some("2 ranch mine +train_station +radio_tower +amusement_park\n1 cafe"),
    },
    Place {
        name: "six",
        about: "Stadium, TV Station and Business Center for three",
        depths: &[1, 2, 3, 4, 5],
        pairs: &[],
        cities: Some(
            "1 wheat_field bakery*2 stadium tv_station business_center\n9 mine ranch\n4 cafe stadium",
        ),
    },
    Place {
        name: "mandatory",
        about: "the same where nobody may decline",
        depths: &[2, 3, 4, 5],
        pairs: &[("business_center", "mandatory")],
        cities: Some(
            "1 wheat_field bakery*2 stadium tv_station business_center\n9 mine ranch\n4 cafe stadium",
        ),
    },
    Place {
        name: "compat",
        about: "the same by harmonictook's rules",
        depths: &[2, 3, 4, 5],
        pairs: &[("compat", "harmonictook")],
        cities: Some(
            "1 wheat_field bakery*2 stadium tv_station business_center\n9 mine ranch\n4 cafe stadium",
        ),
    },
    Place {
        name: "boats",
        about: "two more, throws, a fleet, an Airport",
        depths: &[1, 2, 3, 4],
        pairs: &[("expansions", "harbor")],
        cities: Some(
            "0 tuna_boat*2 food_warehouse +train_station +harbor +airport\n3 tuna_boat*2/1 cafe +harbor",
        ),
    },
    Place {
        name: "companies",
        about: "demolition, moving, renovation, taxes; closed cards",
        depths: &[1, 2, 3],
        pairs: &[ALL],
        cities: Some(
            "0 demolition_company*2 moving_company*2/1 renovation_company tax_office ranch +train_station +harbor\n\
             12 ranch*2/1 winery",
        ),
    },
    Place {
        name: "halls",
        about: "Exhibit Hall with Tech Startup, a card of each color, coins to invest",
        depths: &[1, 2, 3, 4],
        pairs: &[ALL],
        cities: Some(
            "0 exhibit_hall tech_startup $2 mine winery*2/1 moving_company cafe*1/1 +train_station\n3 ranch",
        ),
    },
];

impl Place {
    fn engine(&self) -> (MachiKoro, State) {
        let table = match self.cities {
            Some(cities) => Table::at(self.pairs, cities),
            None => Table::new(self.pairs),
        };
        (table.game, table.state)
    }

    fn twin(&self) -> Twin {
        let Some(cities) = self.cities else { return Twin::new(self.pairs) };
        let position = position(cities);
        let players = position.players.len().to_string();
        let mut twin =
            Twin::new(&[&[("players", players.as_str()), ("market", "total")], self.pairs].concat());
        for (player, city) in twin.players.iter_mut().zip(&position.players) {
            player.coins = city.coins;
            player.invested = city.invested;
            player.cards = city.cards.iter().cloned().collect();
            player.closed = city.closed.iter().cloned().collect();
            player.landmarks.clone_from(&city.landmarks);
            for (name, copies) in &city.cards {
                let given = u8::from(["wheat_field", "bakery"].contains(&name.as_str()));
                *twin.shown.get_mut(name).unwrap() -= copies - given;
            }
        }
        let first = &position.players[usize::from(position.roller)];
        twin.roller = position.roller.into();
        let two = first.landmarks.iter().any(|landmark| landmark == "train_station");
        twin.todo = vec![if two { Step::ChooseDice } else { Step::Roll(1) }];
        twin
    }
}

/// Rows of the twin, each as often as its weights say.
fn rows(twin: &Twin, depth: u32, leaf: &mut impl FnMut(u128), weight: u128) {
    if depth == 0 {
        return leaf(weight);
    }
    match twin.to_move() {
        Mover::Over => {}
        Mover::Chance => {
            for (factor, text) in twin.outcomes() {
                let mut next = twin.clone();
                next.resolve(&text).unwrap();
                rows(&next, depth - 1, leaf, weight * u128::from(factor));
            }
        }
        Mover::Seat(_) => {
            for text in twin.legal() {
                let mut next = twin.clone();
                next.play(&text).unwrap();
                rows(&next, depth - 1, leaf, weight);
            }
        }
    }
}

fn count(twin: &Twin, depth: u32) -> (u64, u128) {
    let (mut nodes, mut weights) = (0, 0);
    rows(twin, depth, &mut |weight| (nodes, weights) = (nodes + 1, weights + weight), 1);
    (nodes, weights)
}

#[test]
fn golden_perft_is_what_the_twin_counts() {
    let mut text = String::from(
        "# Rows of inputs from named positions: name depth nodes. Each action of the roller and each outcome is a\n\
         # branch. Counted by the slow twin of tests/twin, met by the engine.\n",
    );
    for place in PLACES {
        writeln!(text, "\n# {}", place.about).unwrap();
        let (twin, (game, state)) = (place.twin(), place.engine());
        for &depth in place.depths {
            let (nodes, weights) = count(&twin, depth);
            writeln!(text, "{} {depth} {nodes}", place.name).unwrap();
            let engine = perft::weighted_perft(&game, &state, depth);
            assert_eq!(engine, weights, "the weights of {} to {depth}", place.name);
        }
    }
    golden::check(Path::new(FILE), &text);
}

#[test]
fn the_engine_counts_the_same() {
    perft::check(Path::new(FILE), |name| PLACES.iter().find(|place| place.name == name).map(Place::engine));
}

#[test]
fn a_first_turn_is_a_die_and_a_thing_to_build() {
    // Three coins, and one more on a 1, 2 or 3, for whatever costs at most that.
    let (game, state) = PLACES[0].engine();
    assert_eq!(perft::perft(&game, &state, 1), 6);
    assert_eq!(perft::perft(&game, &state, 2), 3 * 12 + 3 * 11);
}
