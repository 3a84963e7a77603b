//! A game a line: what the record says is played, and all that follows from it is written into it anew.

use crate::train::{Colored, Env, EnvError};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tercet_triangle::Shape;
use thiserror::Error;

use crate::json::{BlockJson, ConfigJson, block_json, board_json, read_block};
use tercet_entry::json::read_value;
use tercet_entry::{NotJson, ShapeError};

/// Where the shapes of a line's game come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deals {
    /// The reference's generator, from the line's `seed`.
    Mt19937,
    /// The line: `initial_shapes`, and each step's `refill`.
    Given,
}

/// Why a line can't be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StepError {
    /// It is no JSON.
    #[error(transparent)]
    Json(#[from] NotJson),
    /// It is JSON of another shape.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The rules or the dealer refuse it.
    #[error(transparent)]
    Env(#[from] EnvError),
}

#[derive(Deserialize)]
struct Game {
    #[serde(default)]
    config: ConfigJson,
    seed: Option<u32>,
    initial_shapes: Option<Vec<Option<BlockJson>>>,
    #[serde(default)]
    setup: Vec<SetupJson>,
    #[serde(default)]
    steps: Vec<StepJson>,
    #[serde(default)]
    ops: Vec<OpJson>,
}

/// `["set_shapes", shapes]` or `["toggle", row, column]`.
#[derive(Deserialize)]
struct SetupJson(String, Value, #[serde(default)] Option<i32>);

#[derive(Deserialize)]
struct StepJson {
    action: i64,
    refill: Option<Vec<BlockJson>>,
}

#[derive(Deserialize)]
#[serde(tag = "op", rename_all = "snake_case")]
enum OpJson {
    Toggle { r: i32, c: i32 },
    SetShapes { arg: Vec<Option<BlockJson>> },
    Step(StepJson),
    Reset { shapes: Option<Vec<Option<BlockJson>>> },
}

/// Plays the game of a line and answers with the same object, in which everything that follows from config, deal,
/// setup and actions is ours: a record of `steps`, or of mixed `ops`.
///
/// # Errors
/// If the line is no JSON object of that form, or its game can't be played.
pub fn step_line(line: &[u8], deals: Deals) -> Result<Value, StepError> {
    let value: Value = serde_json::from_slice(line).map_err(NotJson::from)?;
    let Value::Object(mut answer) = value.clone() else {
        return Err(ShapeError::Json("not an object".to_owned()).into());
    };
    let game: Game = read_value(value)?;
    let mut table = Table { env: start(&game, deals)?, deals };
    for (number, setup) in game.setup.iter().enumerate() {
        table.set_up(setup, &format!("setup[{number}]"))?;
    }
    table.tell_start(&mut answer);
    if answer.contains_key("ops") {
        table.run(&mut answer, "ops", &game.ops, Table::operate)?;
        return Ok(Value::Object(answer));
    }
    answer.insert("initial_over".to_owned(), json!(table.env.is_over()));
    answer.insert("initial_valid".to_owned(), json!(table.env.valid_actions()));
    table.run(&mut answer, "steps", &game.steps, Table::step)?;
    answer.insert("final".to_owned(), table.end());
    Ok(Value::Object(answer))
}

fn start(game: &Game, deals: Deals) -> Result<Env, StepError> {
    let (config, weights) = game.config.clone().read()?;
    let missing =
        |field: &str, deal: &str| ShapeError::field(field, format!("is missing; `{deal}` needs it"));
    match deals {
        Deals::Mt19937 => {
            let seed = game.seed.ok_or_else(|| missing("seed", "mt19937"))?;
            Ok(Env::seeded(&config, weights, seed)?)
        }
        Deals::Given => {
            let shapes = game.initial_shapes.as_ref().ok_or_else(|| missing("initial_shapes", "given"))?;
            Ok(Env::given(&config, weights, &whole_hand(shapes, "initial_shapes")?)?)
        }
    }
}

/// A hand as it was dealt. Where a setup has set shapes, only the hand after it is known: that serves as the one
/// before too, and what it has no shape for is filled up.
fn whole_hand(shapes: &[Option<BlockJson>], field: &str) -> Result<Vec<Colored>, StepError> {
    let hand = blocks(shapes, field)?;
    let single = || Colored::new(single_triangle(), 0);
    let some = hand.iter().flatten().next().cloned().unwrap_or_else(single);
    Ok(hand.into_iter().map(|slot| slot.unwrap_or_else(|| some.clone())).collect())
}

fn single_triangle() -> Shape {
    "U0,0".parse().expect("one triangle is a shape")
}

fn blocks(shapes: &[Option<BlockJson>], field: &str) -> Result<Vec<Option<Colored>>, ShapeError> {
    let read = |(slot, block): (usize, &Option<BlockJson>)| {
        block.as_ref().map(|block| read_block(block, &format!("{field}[{slot}]"))).transpose()
    };
    shapes.iter().enumerate().map(read).collect()
}

/// A game under way, and where its shapes come from.
struct Table {
    env: Env,
    deals: Deals,
}

impl Table {
    fn set_up(&mut self, setup: &SetupJson, field: &str) -> Result<(), StepError> {
        let SetupJson(name, first, second) = setup;
        match (name.as_str(), first.as_i64().and_then(|row| i32::try_from(row).ok()), second) {
            ("toggle", Some(row), &Some(col)) => self.env.toggle(row, col),
            ("set_shapes", _, None) => {
                let shapes: Vec<Option<BlockJson>> = read_value(first.clone())?;
                self.env.set_shapes(&blocks(&shapes, field)?)?;
            }
            _ => {
                let why = "a setup is [\"toggle\", row, column] or [\"set_shapes\", shapes]";
                return Err(ShapeError::field(field, why).into());
            }
        }
        Ok(())
    }

    /// Plays each entry of a list, and writes what comes of it into the entry.
    fn run<T>(
        &mut self,
        answer: &mut Map<String, Value>,
        field: &str,
        entries: &[T],
        play: impl Fn(&mut Table, &T, &str, &mut Map<String, Value>) -> Result<(), StepError>,
    ) -> Result<(), StepError> {
        let list = answer.entry(field).or_insert_with(|| json!([])).as_array_mut();
        let answer = list.into_iter().flatten().filter_map(Value::as_object_mut);
        for (number, (entry, answer)) in entries.iter().zip(answer).enumerate() {
            play(self, entry, &format!("{field}[{number}]"), answer)?;
        }
        Ok(())
    }

    fn step(
        &mut self,
        step: &StepJson,
        field: &str,
        answer: &mut Map<String, Value>,
    ) -> Result<(), StepError> {
        answer.insert("shapes".to_owned(), self.shapes());
        answer.insert("valid".to_owned(), json!(self.env.valid_actions()));
        self.play(step, field, answer)?;
        self.tell_counts(answer);
        if self.env.is_over() {
            answer.insert("reason".to_owned(), json!(self.env.reason()));
        } else {
            answer.remove("reason");
        }
        Ok(())
    }

    fn operate(
        &mut self,
        op: &OpJson,
        field: &str,
        answer: &mut Map<String, Value>,
    ) -> Result<(), StepError> {
        match op {
            OpJson::Toggle { r, c } => self.env.toggle(*r, *c),
            OpJson::SetShapes { arg } => self.env.set_shapes(&blocks(arg, field)?)?,
            OpJson::Step(step) => self.play(step, field, answer)?,
            OpJson::Reset { shapes } => {
                if let (Deals::Given, Some(shapes)) = (self.deals, shapes) {
                    self.env.give(&whole_hand(shapes, field)?)?;
                }
                self.env.reset()?;
            }
        }
        self.tell_counts(answer);
        answer.insert("over".to_owned(), json!(self.env.is_over()));
        answer.insert("reason".to_owned(), json!(self.env.reason()));
        answer.insert("valid".to_owned(), json!(self.env.valid_actions()));
        answer.insert("shapes".to_owned(), self.shapes());
        Ok(())
    }

    /// Plays an action, and returns its reward and its refill.
    fn play(
        &mut self,
        step: &StepJson,
        field: &str,
        answer: &mut Map<String, Value>,
    ) -> Result<(), StepError> {
        if let (Deals::Given, Some(refill)) = (self.deals, &step.refill) {
            let field = format!("{field}.refill");
            let shapes: Result<Vec<Colored>, ShapeError> =
                refill.iter().map(|block| read_block(block, &field)).collect();
            self.env.give(&shapes?)?;
        }
        let (steps, held) = (self.env.steps(), self.held());
        let (reward, is_over) = self.env.step(step.action)?;
        let is_refilled = self.env.steps() > steps && held == 1 && self.held() > 0;
        answer.insert("reward".to_owned(), json!(reward));
        answer.insert("done".to_owned(), json!(is_over));
        answer.insert("refill".to_owned(), if is_refilled { self.shapes() } else { Value::Null });
        Ok(())
    }

    /// How many slots hold a shape.
    fn held(&self) -> usize {
        self.env.shapes().iter().flatten().count()
    }

    fn shapes(&self) -> Value {
        self.env.shapes().iter().map(|slot| block_json(slot.as_ref())).collect()
    }

    fn tell_start(&self, answer: &mut Map<String, Value>) {
        let (filled, colors) = board_json(&self.env);
        answer.insert("initial_occ".to_owned(), filled);
        answer.insert("initial_col".to_owned(), colors);
        answer.insert("initial_shapes".to_owned(), self.shapes());
    }

    fn tell_counts(&self, answer: &mut Map<String, Value>) {
        let (filled, colors) = board_json(&self.env);
        answer.insert("score".to_owned(), json!(self.env.score()));
        answer.insert("step".to_owned(), json!(self.env.steps()));
        answer.insert("cleared".to_owned(), json!(self.env.last_cleared()));
        answer.insert("occ".to_owned(), filled);
        answer.insert("col".to_owned(), colors);
    }

    fn end(&self) -> Value {
        json!({
            "over": self.env.is_over(),
            "reason": self.env.reason(),
            "score": self.env.score(),
            "step": self.env.steps(),
            "outcome": self.env.outcome(),
            "valid": self.env.valid_actions(),
            "shapes": self.shapes(),
        })
    }
}
