//! Recorded behaviour of the reference program, replayed by the twin: lines, whole games, mixed debug edits.
//! Games run twice, with the recorded pieces and with those that mt19937 draws from the recorded seed.

#[allow(dead_code, unused_imports, reason = "each test file uses a part of the twin")]
mod twin;

#[allow(dead_code, reason = "each test file uses a part of the reader")]
mod recorded;

use recorded::{cells, config, dealt, first_hand, fixture, float, int, list, records, slots, weights};
use serde_json::Value;
use twin::{Cell, Compat, Config, Dealer, Direction, Paint, Weights, templates};

/// Where the pieces come from.
#[derive(Clone, Copy, PartialEq)]
enum Source {
    Record,
    Seed,
}

/// A record's game in the reference's interface, fed from either source.
struct Table {
    compat: Compat,
    dealer: Option<Dealer>,
    name: String,
}

impl Table {
    fn new(record: &Value, source: Source) -> Table {
        let seed = record["seed"].as_u64().unwrap();
        let mut dealer = Dealer::new(u32::try_from(seed).unwrap(), templates());
        let (config, weights) = (config(record), weights(record));
        let name = record["id"].as_str().unwrap().to_owned();
        match source {
            Source::Record => {
                let mut pieces = first_hand(record).into_iter();
                let compat = Compat::new(&config, weights, &mut pieces);
                assert_eq!(pieces.next(), None, "{name}");
                Table { compat, dealer: None, name }
            }
            Source::Seed => {
                Table { compat: Compat::new(&config, weights, &mut dealer), dealer: Some(dealer), name }
            }
        }
    }

    fn setup(&mut self, operation: &Value) {
        match operation[0].as_str().unwrap() {
            "set_shapes" => self.compat.set_shapes(&slots(&operation[1])),
            "toggle" => self.compat.toggle(int(&operation[1]), int(&operation[2])),
            other => panic!("{other}"),
        }
    }

    /// Steps, with all of the recorded refill used up where there is one.
    fn step(&mut self, record: &Value) {
        let action = record["action"].as_i64().unwrap();
        let mut refill = dealt(&record["refill"]).into_iter();
        let (reward, is_done) = match &mut self.dealer {
            Some(dealer) => self.compat.step(action, dealer),
            None => self.compat.step(action, &mut refill),
        };
        assert!(self.dealer.is_some() || refill.next().is_none(), "{}", self.name);
        assert_bits(reward, &record["reward"], &self.name);
        assert_eq!(record["done"], is_done, "{}", self.name);
        if !record["refill"].is_null() {
            assert_eq!(self.compat.game.slots, slots(&record["refill"]), "{}", self.name);
        }
    }

    fn reset(&mut self, record: &Value) {
        match &mut self.dealer {
            Some(dealer) => self.compat.reset(dealer),
            None => self.compat.reset(&mut dealt(&record["shapes"]).into_iter()),
        }
    }

    fn assert_board(&self, occupied: &Value, colours: &Value) {
        let board = &self.compat.game.board;
        let is_occupied: String = board.iter().map(|paint| if paint.is_some() { '1' } else { '0' }).collect();
        assert_eq!(occupied, &is_occupied, "{}", self.name);
        assert_eq!(colours, &board.iter().copied().map(paint_char).collect::<String>(), "{}", self.name);
    }

    /// Everything that games and debug records have in common after each call.
    fn assert_counts(&self, record: &Value) {
        let Table { compat, name, .. } = self;
        assert_bits(compat.score, &record["score"], name);
        assert_eq!(record["step"], compat.game.steps, "{name}");
        assert_eq!(record["reason"], Value::from(compat.reason()), "{name}");
    }

    fn assert_valid(&self, valid: &Value) {
        assert_eq!(valid, &Value::from(self.compat.valid_actions()), "{}", self.name);
    }
}

fn paint_char(paint: Option<Paint>) -> char {
    match paint {
        None => '.',
        Some(Paint::Debug) => '*',
        Some(Paint::Colour(colour)) => char::from(b'0' + colour),
    }
}

fn assert_bits(ours: f64, recorded: &Value, name: &str) {
    assert_eq!(ours.to_bits(), float(recorded).to_bits(), "{name}: {ours} is not {recorded}");
}

fn replay_game(record: &Value, source: Source) {
    let mut table = Table::new(record, source);
    for operation in list(&record["setup"]) {
        table.setup(operation);
    }
    table.assert_board(&record["initial_occ"], &record["initial_col"]);
    table.assert_valid(&record["initial_valid"]);
    assert_eq!(table.compat.game.slots, slots(&record["initial_shapes"]), "{}", table.name);
    assert_eq!(record["initial_over"], table.compat.is_over(), "{}", table.name);
    let mut cleared = 0;
    for step in list(&record["steps"]) {
        table.assert_valid(&step["valid"]);
        assert_eq!(table.compat.game.slots, slots(&step["shapes"]), "{}", table.name);
        table.step(step);
        table.assert_board(&step["occ"], &step["col"]);
        table.assert_counts(step);
        assert_eq!(step["cleared"], table.compat.last_cleared, "{}", table.name);
        cleared += table.compat.last_cleared;
    }
    assert_eq!(table.compat.game.cleared, cleared, "{}", table.name);
    assert_final(&table, &record["final"]);
}

fn assert_final(table: &Table, record: &Value) {
    assert_eq!(record["over"], table.compat.is_over(), "{}", table.name);
    assert_eq!(table.compat.game.slots, slots(&record["shapes"]), "{}", table.name);
    assert_bits(table.compat.outcome(), &record["outcome"], &table.name);
    table.assert_counts(record);
    table.assert_valid(&record["valid"]);
}

#[test]
fn the_recorded_games_with_the_recorded_pieces() {
    let games = records("public.jsonl.gz");
    assert_eq!(games.len(), 200);
    for record in games {
        replay_game(&record, Source::Record);
    }
}

#[test]
fn the_recorded_games_from_their_seeds() {
    for record in records("public.jsonl.gz") {
        replay_game(&record, Source::Seed);
    }
}

fn replay_edits(record: &Value, source: Source) {
    let mut table = Table::new(record, source);
    table.assert_board(&record["initial_occ"], &record["initial_col"]);
    assert_eq!(table.compat.game.slots, slots(&record["initial_shapes"]), "{}", table.name);
    for operation in list(&record["ops"]) {
        match operation["op"].as_str().unwrap() {
            "toggle" => table.compat.toggle(int(&operation["r"]), int(&operation["c"])),
            "set_shapes" => table.compat.set_shapes(&slots(&operation["arg"])),
            "step" => table.step(operation),
            "reset" => table.reset(operation),
            other => panic!("{other}"),
        }
        table.assert_board(&operation["occ"], &operation["col"]);
        table.assert_valid(&operation["valid"]);
        table.assert_counts(operation);
        assert_eq!(operation["cleared"], table.compat.last_cleared, "{}", table.name);
        assert_eq!(operation["over"], table.compat.is_over(), "{}", table.name);
        assert_eq!(table.compat.game.slots, slots(&operation["shapes"]), "{}", table.name);
    }
}

#[test]
fn the_recorded_edits_with_the_recorded_pieces() {
    let games = records("public_debug_ops.jsonl.gz");
    assert_eq!(games.len(), 40);
    for record in games {
        replay_edits(&record, Source::Record);
    }
}

#[test]
fn the_recorded_edits_from_their_seeds() {
    for record in records("public_debug_ops.jsonl.gz") {
        replay_edits(&record, Source::Seed);
    }
}

/// Whole points are the score in units of 0.005 wherever the default weights hold and no penalty was paid.
#[test]
fn the_points_of_recorded_games_are_their_scores() {
    let mut games = 0;
    for record in records("public.jsonl.gz") {
        if weights(&record) != Weights::default() {
            continue;
        }
        let mut table = Table::new(&record, Source::Seed);
        for operation in list(&record["setup"]) {
            table.setup(operation);
        }
        for step in list(&record["steps"]) {
            table.step(step);
        }
        if table.compat.invalid.is_none() {
            let units = table.compat.score * 200.0;
            assert!((units - f64::from(table.compat.game.points())).abs() < 1e-6, "{}", table.name);
            games += 1;
        }
    }
    assert_eq!(games, 177);
}

fn sorted(mut lines: Vec<Vec<Cell>>) -> Vec<Vec<Cell>> {
    for line in &mut lines {
        line.sort();
    }
    lines.sort();
    lines
}

#[test]
fn the_recorded_lines() {
    let grids: Value = serde_json::from_str(&fixture("public_lines.json.gz")).unwrap();
    assert_eq!(grids.as_object().unwrap().len(), 6);
    for (name, record) in grids.as_object().unwrap() {
        let Config { grid, min_line, .. } = config(record);
        let recorded: Vec<Vec<Cell>> = list(&record["lines"]).iter().map(cells).collect();
        assert_eq!(record["n_playable"], grid.playable().len(), "{name}");
        assert_eq!(record["n_lines"], recorded.len(), "{name}");
        assert_eq!(sorted(grid.lines(min_line)), sorted(recorded), "{name}");
        for (direction, key) in Direction::ALL.into_iter().zip(["h", "d1", "d2"]) {
            let mut runs = grid.runs(direction);
            runs.retain(|run| run.len() >= min_line);
            runs.sort();
            let mut recorded: Vec<Vec<Cell>> = list(&record["by_direction"][key]).iter().map(cells).collect();
            recorded.sort();
            assert_eq!(runs, recorded, "{name} {key}");
        }
    }
}
