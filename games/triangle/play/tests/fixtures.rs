//! Recorded behaviour of the reference program, replayed through the environment: whole games and mixed debug
//! edits, with the recorded shapes and with those that mt19937 draws from the recorded seed.

mod recorded;

use recorded::{list, records};
use serde_json::{Value, json};
use tercet_triangle::{Config, Layout, Paint, Shape, Triangle};
use tercet_triangle_play::train::{Colored, Env, Weights};

fn small<T: TryFrom<i64>>(value: &Value) -> T {
    T::try_from(value.as_i64().unwrap()).ok().unwrap()
}

fn config(record: &Value) -> Config {
    let config = &record["config"];
    let ranges = list(&config["ranges"]).iter().map(|range| (small(&range[0]), small(&range[1]))).collect();
    let grid = Layout::Custom { cols: small(&config["cols"]), ranges };
    Config { grid, slots: small(&config["slots"]), ..Config::default() }
}

fn weights(record: &Value) -> Weights {
    let weight = |name: &str| record["config"][name].as_f64().unwrap();
    Weights {
        placed: weight("reward_placed"),
        cleared: weight("reward_cleared"),
        alive: weight("reward_alive"),
        penalty: weight("penalty"),
    }
}

fn colored(value: &Value) -> Option<Colored> {
    let triangle = |part: &Value| Triangle {
        row: small(&part[0]),
        col: small(&part[1]),
        is_up: part[2].as_bool().unwrap(),
    };
    let shape = Shape::new(list(value.get(0)?).iter().map(triangle).collect()).unwrap();
    Some(Colored::new(shape, small(&value[1])))
}

fn slots(value: &Value) -> Vec<Option<Colored>> {
    list(value).iter().map(colored).collect()
}

fn dealt(value: &Value) -> Vec<Colored> {
    if value.is_null() { Vec::new() } else { slots(value).into_iter().flatten().collect() }
}

#[derive(Clone, Copy, PartialEq)]
enum Source {
    Record,
    Seed,
}

struct Table {
    env: Env,
    source: Source,
    name: String,
}

impl Table {
    fn new(record: &Value, source: Source) -> Table {
        let (config, weights) = (config(record), weights(record));
        let env = match source {
            Source::Seed => Env::seeded(&config, weights, small(&record["seed"])),
            Source::Record => Env::given(&config, weights, &first_hand(record)),
        };
        Table { env: env.unwrap(), source, name: record["id"].as_str().unwrap().to_owned() }
    }

    fn give(&mut self, shapes: &Value) {
        if self.source == Source::Record {
            self.env.give(&dealt(shapes)).unwrap();
        }
    }

    fn step(&mut self, record: &Value) {
        self.give(&record["refill"]);
        let (reward, is_over) = self.env.step(record["action"].as_i64().unwrap()).unwrap();
        assert_bits(reward, &record["reward"], &self.name);
        assert_eq!(record["done"], is_over, "{}", self.name);
        if !record["refill"].is_null() {
            self.assert_shapes(&record["refill"]);
        }
    }

    fn assert_shapes(&self, shapes: &Value) {
        assert_eq!(self.env.shapes(), slots(shapes), "{}", self.name);
    }

    fn assert_board(&self, occupied: &Value, colors: &Value) {
        let cells = 0..self.env.grid().size();
        let filled: String = cells.map(|cell| if self.env.is_filled(cell) { '1' } else { '0' }).collect();
        assert_eq!(occupied, &filled, "{}", self.name);
        let paint = |paint: &Option<Paint>| match paint {
            None => '.',
            Some(Paint::Debug) => '*',
            Some(Paint::Color(color)) => char::from(b'0' + color),
        };
        assert_eq!(colors, &self.env.paints().iter().map(paint).collect::<String>(), "{}", self.name);
    }

    fn assert_counts(&self, record: &Value) {
        assert_bits(self.env.score(), &record["score"], &self.name);
        assert_eq!(record["step"], self.env.steps(), "{}", self.name);
        assert_eq!(record["reason"], json!(self.env.reason()), "{}", self.name);
    }

    fn assert_valid(&self, valid: &Value) {
        assert_eq!(valid, &json!(self.env.valid_actions()), "{}", self.name);
    }
}

/// Where a setup sets shapes, the recorded first hand is the one after it: it serves as the one before too.
fn first_hand(record: &Value) -> Vec<Colored> {
    let hand = slots(&record["initial_shapes"]);
    let some = hand.iter().flatten().next().unwrap().clone();
    hand.into_iter().map(|slot| slot.unwrap_or_else(|| some.clone())).collect()
}

fn assert_bits(ours: f64, recorded: &Value, name: &str) {
    let recorded = recorded.as_f64().unwrap();
    assert_eq!(ours.to_bits(), recorded.to_bits(), "{name}: {ours} is not {recorded}");
}

fn replay_game(record: &Value, source: Source) {
    let mut table = Table::new(record, source);
    for operation in list(&record["setup"]) {
        match operation[0].as_str().unwrap() {
            "set_shapes" => table.env.set_shapes(&slots(&operation[1])).unwrap(),
            _ => table.env.toggle(small(&operation[1]), small(&operation[2])),
        }
    }
    table.assert_board(&record["initial_occ"], &record["initial_col"]);
    table.assert_valid(&record["initial_valid"]);
    table.assert_shapes(&record["initial_shapes"]);
    assert_eq!(record["initial_over"], table.env.is_over(), "{}", table.name);
    for step in list(&record["steps"]) {
        table.assert_valid(&step["valid"]);
        table.assert_shapes(&step["shapes"]);
        table.step(step);
        table.assert_board(&step["occ"], &step["col"]);
        table.assert_counts(step);
        assert_eq!(step["cleared"], table.env.last_cleared(), "{}", table.name);
    }
    let end = &record["final"];
    table.assert_counts(end);
    table.assert_valid(&end["valid"]);
    table.assert_shapes(&end["shapes"]);
    assert_bits(table.env.outcome(), &end["outcome"], &table.name);
    assert_eq!(end["over"], table.env.is_over(), "{}", table.name);
}

fn replay_edits(record: &Value, source: Source) {
    let mut table = Table::new(record, source);
    table.assert_board(&record["initial_occ"], &record["initial_col"]);
    table.assert_shapes(&record["initial_shapes"]);
    for operation in list(&record["ops"]) {
        match operation["op"].as_str().unwrap() {
            "toggle" => table.env.toggle(small(&operation["r"]), small(&operation["c"])),
            "set_shapes" => table.env.set_shapes(&slots(&operation["arg"])).unwrap(),
            "step" => table.step(operation),
            _ => {
                table.give(&operation["shapes"]);
                table.env.reset().unwrap();
            }
        }
        table.assert_board(&operation["occ"], &operation["col"]);
        table.assert_valid(&operation["valid"]);
        table.assert_counts(operation);
        table.assert_shapes(&operation["shapes"]);
        assert_eq!(operation["cleared"], table.env.last_cleared(), "{}", table.name);
        assert_eq!(operation["over"], table.env.is_over(), "{}", table.name);
    }
}

#[test]
fn the_recorded_games() {
    let games = records("public.jsonl.gz");
    assert_eq!(games.len(), 200);
    for record in games {
        replay_game(&record, Source::Record);
        replay_game(&record, Source::Seed);
    }
}

#[test]
fn the_recorded_edits() {
    let games = records("public_debug_ops.jsonl.gz");
    assert_eq!(games.len(), 40);
    for record in games {
        replay_edits(&record, Source::Record);
        replay_edits(&record, Source::Seed);
    }
}
