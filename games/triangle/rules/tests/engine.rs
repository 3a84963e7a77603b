//! Recorded behaviour of the reference program, replayed by the engine: lines, whole games, mixed debug edits.
//! Games run twice, with the recorded pieces (`given`) and from the recorded seed (`mt19937`), and each on
//! several kinds of board.

#[allow(dead_code, unused_imports, reason = "each test file uses a part of the twin")]
mod twin;

#[allow(dead_code, reason = "each test file uses a part of the reader")]
mod recorded;

#[allow(dead_code, reason = "each test file uses a part of the bridge")]
mod bridge;

use recorded::{cells, config, dealt, first_hand, fixture, float, int, list, records, slots, weights};
use serde_json::Value;
use tercet_game::{Deal, Dealer as _, Deals, End, Game, Refusal, Seat, Turn};
use tercet_triangle::{
    Action, AnyDealer, Canvas, Config, Direction, Edit, Event, Field, FieldVisitor, Hand, Illegal, Paint,
    Painted, Puzzle, State, Wide, standard_templates, with_field,
};
use twin::{Cell, Piece, Weights};

/// Where the pieces come from.
#[derive(Clone, Copy, PartialEq)]
enum Source {
    Record,
    Seed,
}

/// All pieces that a record deals, as the argument of `given`: the number of the first template, and a colour.
fn given(record: &Value) -> String {
    let mut pieces = first_hand(record);
    for step in record["steps"].as_array().into_iter().flatten() {
        pieces.extend(dealt(&step["refill"]));
    }
    for operation in record["ops"].as_array().into_iter().flatten() {
        let is_reset = operation["op"] == "reset";
        pieces.extend(dealt(&operation[if is_reset { "shapes" } else { "refill" }]));
    }
    let templates = standard_templates();
    let text = |piece: &Piece| {
        let shape = bridge::shape(&piece.shape);
        let template = templates.iter().position(|template| *template == shape).expect("a dealt shape");
        format!("{template}:{}", piece.colour)
    };
    pieces.iter().map(text).collect::<Vec<_>>().join(" ")
}

/// A record's game with as much of the reference's interface around it as its record needs.
struct Table<F: Field> {
    game: Puzzle<F>,
    state: State<F>,
    dealer: AnyDealer,
    canvas: Canvas,
    /// How many pieces were dealt before the last reset.
    dealt_before: usize,
    dealt: usize,
    weights: Weights,
    score: f64,
    last_cleared: u32,
    invalid: Option<i64>,
    name: String,
}

impl<F: Field> Table<F> {
    fn new(record: &Value, source: Source) -> Table<F> {
        let game = Puzzle::<F>::new(&bridge::config(&config(record))).unwrap();
        let deal = match source {
            Source::Record => Deal { name: "given".to_owned(), argument: given(record) },
            Source::Seed => Deal { name: "mt19937".to_owned(), argument: record["seed"].to_string() },
        };
        let mut table = Table {
            state: game.start(),
            dealer: game.dealer(&deal).unwrap(),
            canvas: Canvas::new(game.grid().size()),
            game,
            dealt_before: 0,
            dealt: 0,
            weights: weights(record),
            score: 0.0,
            last_cleared: 0,
            invalid: None,
            name: record["id"].as_str().unwrap().to_owned(),
        };
        table.deal();
        table
    }

    fn reset(&mut self) {
        self.state = self.game.start();
        self.canvas = Canvas::new(self.game.grid().size());
        (self.dealt_before, self.score, self.last_cleared, self.invalid) = (self.dealt, 0.0, 0, None);
        self.deal();
    }

    fn deal(&mut self) {
        while self.game.turn(&self.state) == Turn::Chance {
            let piece = self.dealer.draw(&self.game, &self.state).unwrap();
            let mut heard = Vec::new();
            self.game.resolve(&mut self.state, piece, &mut heard).unwrap();
            self.dealt += 1;
            self.observe(&heard);
        }
    }

    fn observe(&mut self, events: &[Event]) {
        let (dealer, before) = (&self.dealer, self.dealt_before);
        for event in events {
            self.canvas.observe(event, |nth| dealer.color(before + nth, 9));
        }
    }

    fn is_over(&self) -> bool {
        self.game.turn(&self.state) == Turn::Over || self.invalid.is_some()
    }

    fn reason(&self) -> Option<String> {
        match (self.invalid, self.game.scores(&self.state).end()) {
            (Some(action), _) => Some(format!("Invalid action provided: {action}")),
            (None, Some(End::Finished)) => Some("No valid actions available.".to_owned()),
            (None, end) => end.map(|end| panic!("{}: {end}", self.name)),
        }
    }

    fn valid(&self) -> Vec<usize> {
        let mut actions = Vec::new();
        if self.invalid.is_none() {
            self.game.legal_actions(&self.state, Seat::FIRST, &mut actions);
        }
        let size = self.game.grid().size();
        actions.iter().map(|it| usize::from(it.slot) * size + usize::from(it.anchor)).collect()
    }

    /// The action of a number, if it is one of the rectangle and its slots.
    fn action(&self, number: i64) -> Option<Action> {
        let (number, size) = (usize::try_from(number).ok()?, self.game.grid().size());
        let slot = u8::try_from(number / size).ok()?;
        Some(Action { slot, anchor: (number % size) as u16 })
    }

    fn step(&mut self, number: i64) -> (f64, bool) {
        self.last_cleared = 0;
        if self.is_over() {
            return (0.0, true);
        }
        let is_valid = self.valid().iter().any(|&valid| i64::try_from(valid) == Ok(number));
        let reward = if is_valid { self.place(number) } else { self.refuse(number) };
        self.score += reward;
        (reward, self.is_over())
    }

    /// The engine refuses what the reference ends the game for, and nothing changes.
    fn refuse(&mut self, number: i64) -> f64 {
        if let Some(action) = self.action(number) {
            let (before, mut heard) = (self.state, Vec::new());
            let refused = self.game.play(&mut self.state, Seat::FIRST, action, &mut heard).unwrap_err();
            assert!(["no_such_slot", "empty_slot", "does_not_fit"].contains(&refused.code()), "{refused}");
            assert_eq!((before, heard), (self.state, Vec::new()), "{}", self.name);
        }
        self.invalid = Some(number);
        self.weights.penalty
    }

    /// In the reference's order of operations.
    fn place(&mut self, number: i64) -> f64 {
        let (action, before, mut heard) = (self.action(number).unwrap(), self.state, Vec::new());
        self.game.play(&mut self.state, Seat::FIRST, action, &mut heard).unwrap();
        self.observe(&heard);
        self.last_cleared = cleared(&heard);
        assert_eq!(self.state.cleared() - before.cleared(), self.last_cleared, "{}", self.name);
        self.deal();
        let mut reward = 0.0;
        reward += f64::from(self.state.placed() - before.placed()) * self.weights.placed;
        reward += f64::from(self.last_cleared) * self.weights.cleared;
        if self.game.turn(&self.state) != Turn::Over {
            reward += self.weights.alive;
        }
        reward
    }

    fn edit(&mut self, edit: Edit) -> Option<u32> {
        let mut heard = Vec::new();
        match self.game.edit(&mut self.state, edit, &mut heard) {
            Ok(()) => {
                self.observe(&heard);
                Some(cleared(&heard))
            }
            Err(Illegal::DeathZone(_)) => None,
            Err(illegal) => panic!("{}: {illegal}", self.name),
        }
    }

    fn toggle(&mut self, row: i32, col: i32) {
        let cell = self.game.grid().cell(row, col);
        if let Some(cleared) = cell.and_then(|cell| self.edit(Edit::Toggle(cell as u16))) {
            self.last_cleared = cleared;
        }
    }

    fn set_shapes(&mut self, slots: &[Option<Piece>]) {
        self.edit(Edit::Shapes(bridge::hand(&self.game, slots)));
    }

    fn assert_board(&self, occupied: &Value, colours: &Value) {
        let cells = 0..self.game.grid().size();
        let digit = |cell| if self.state.is_filled(cell) { '1' } else { '0' };
        assert_eq!(occupied, &cells.map(digit).collect::<String>(), "{}", self.name);
        let paint = |paint: &Option<Paint>| match paint {
            None => '.',
            Some(Paint::Debug) => '*',
            Some(Paint::Color(color)) => char::from(b'0' + color),
        };
        assert_eq!(colours, &self.canvas.cells().iter().map(paint).collect::<String>(), "{}", self.name);
    }

    /// What the slots hold, by the state and by the canvas.
    fn assert_slots(&self, value: &Value) {
        let expected: Hand = bridge::hand(&self.game, &slots(value));
        assert_eq!(self.canvas.hand(), &expected, "{}", self.name);
        for (slot, painted) in expected.iter().enumerate() {
            let piece = painted.map(|Painted { piece, .. }| piece);
            assert_eq!(self.game.slot(&self.state, slot), piece, "{}", self.name);
        }
    }

    fn assert_counts(&self, record: &Value) {
        assert_bits(self.score, &record["score"], &self.name);
        assert_eq!(record["step"], self.state.steps(), "{}", self.name);
        assert_eq!(record["reason"], Value::from(self.reason()), "{}", self.name);
    }

    fn assert_valid(&self, valid: &Value) {
        assert_eq!(valid, &Value::from(self.valid()), "{}", self.name);
    }

    fn assert_step(&mut self, record: &Value) {
        let (reward, is_done) = self.step(record["action"].as_i64().unwrap());
        assert_bits(reward, &record["reward"], &self.name);
        assert_eq!(record["done"], is_done, "{}", self.name);
        if !record["refill"].is_null() {
            self.assert_slots(&record["refill"]);
        }
    }

    /// All that was given is dealt.
    fn assert_dealt(&mut self, source: Source) {
        let drawn = self.dealer.draw(&self.game, &self.game.start());
        assert_eq!(drawn.is_err(), source == Source::Record, "{}", self.name);
    }
}

/// How many triangles these events cleared.
fn cleared(events: &[Event]) -> u32 {
    let count = |event: &Event| if let Event::Cleared { cells } = event { cells.len() as u32 } else { 0 };
    events.iter().map(count).sum()
}

fn assert_bits(ours: f64, recorded: &Value, name: &str) {
    assert_eq!(ours.to_bits(), float(recorded).to_bits(), "{name}: {ours} is not {recorded}");
}

/// A record to replay with the kind of board that is asked for.
struct Replay<'r>(&'r Value, Source, Kind);

#[derive(Clone, Copy)]
enum Kind {
    Game,
    Edits,
}

impl FieldVisitor for Replay<'_> {
    type Out = ();

    fn visit<F: Field + Send + Sync + 'static>(self) {
        match self.2 {
            Kind::Game => replay_game::<F>(self.0, self.1),
            Kind::Edits => replay_edits::<F>(self.0, self.1),
        }
    }
}

/// Replays with the kind of board that the config asks for and with wide ones.
fn replay(file: &str, count: usize, source: Source, kind: Kind) {
    let records = records(file);
    assert_eq!(records.len(), count);
    for record in &records {
        let config: Config = bridge::config(&config(record));
        with_field(&config, Replay(record, source, kind));
        if config.grid.grid().size() <= 128 {
            Replay(record, source, kind).visit::<Wide<1>>();
        }
        Replay(record, source, kind).visit::<Wide<2>>();
    }
}

fn replay_game<F: Field>(record: &Value, source: Source) {
    let mut table = Table::<F>::new(record, source);
    for operation in list(&record["setup"]) {
        match operation[0].as_str().unwrap() {
            "set_shapes" => table.set_shapes(&slots(&operation[1])),
            "toggle" => table.toggle(int(&operation[1]), int(&operation[2])),
            other => panic!("{other}"),
        }
    }
    table.assert_board(&record["initial_occ"], &record["initial_col"]);
    table.assert_valid(&record["initial_valid"]);
    table.assert_slots(&record["initial_shapes"]);
    assert_eq!(record["initial_over"], table.is_over(), "{}", table.name);
    for step in list(&record["steps"]) {
        table.assert_valid(&step["valid"]);
        table.assert_slots(&step["shapes"]);
        table.assert_step(step);
        table.assert_board(&step["occ"], &step["col"]);
        table.assert_counts(step);
        assert_eq!(step["cleared"], table.last_cleared, "{}", table.name);
    }
    let end = &record["final"];
    assert_eq!(end["over"], table.is_over(), "{}", table.name);
    assert_bits(if table.is_over() { table.score } else { 0.0 }, &end["outcome"], &table.name);
    table.assert_slots(&end["shapes"]);
    table.assert_counts(end);
    table.assert_valid(&end["valid"]);
    table.assert_dealt(source);
}

fn replay_edits<F: Field>(record: &Value, source: Source) {
    let mut table = Table::<F>::new(record, source);
    table.assert_board(&record["initial_occ"], &record["initial_col"]);
    table.assert_slots(&record["initial_shapes"]);
    for operation in list(&record["ops"]) {
        match operation["op"].as_str().unwrap() {
            "toggle" => table.toggle(int(&operation["r"]), int(&operation["c"])),
            "set_shapes" => table.set_shapes(&slots(&operation["arg"])),
            "step" => table.assert_step(operation),
            "reset" => table.reset(),
            other => panic!("{other}"),
        }
        table.assert_board(&operation["occ"], &operation["col"]);
        table.assert_valid(&operation["valid"]);
        table.assert_counts(operation);
        assert_eq!(operation["cleared"], table.last_cleared, "{}", table.name);
        assert_eq!(operation["over"], table.is_over(), "{}", table.name);
        table.assert_slots(&operation["shapes"]);
    }
    table.assert_dealt(source);
}

#[test]
fn the_recorded_games_with_the_recorded_pieces() {
    replay("public.jsonl.gz", 200, Source::Record, Kind::Game);
}

#[test]
fn the_recorded_games_from_their_seeds() {
    replay("public.jsonl.gz", 200, Source::Seed, Kind::Game);
}

#[test]
fn the_recorded_edits_with_the_recorded_pieces() {
    replay("public_debug_ops.jsonl.gz", 40, Source::Record, Kind::Edits);
}

#[test]
fn the_recorded_edits_from_their_seeds() {
    replay("public_debug_ops.jsonl.gz", 40, Source::Seed, Kind::Edits);
}

#[test]
fn the_recorded_lines() {
    let grids: Value = serde_json::from_str(&fixture("public_lines.json.gz")).unwrap();
    for (name, record) in grids.as_object().unwrap() {
        let config = config(record);
        let grid = bridge::layout(&config.grid).grid();
        let number = |cell: Cell| grid.cell(cell.row, cell.col).unwrap();
        let numbers = |line: &Value| cells(line).into_iter().map(number).collect::<Vec<_>>();
        let recorded = |lines: &Value| list(lines).iter().map(numbers).collect::<Vec<_>>();
        let mut lines = recorded(&record["lines"]);
        for line in &mut lines {
            line.sort_unstable();
        }
        lines.sort();
        assert_eq!(grid.lines(config.min_line), lines, "{name}");
        assert_eq!(record["n_playable"], grid.playable().count(), "{name}");
        for (direction, key) in Direction::ALL.into_iter().zip(["h", "d1", "d2"]) {
            let mut runs = recorded(&record["by_direction"][key]);
            runs.sort();
            assert_eq!(grid.runs(direction, config.min_line), runs, "{name} {key}");
        }
    }
}
