//! R29: the income of one roll in a recorded position, whatever that is.

use std::collections::BTreeMap;

use serde_json::Value;

use super::cards::slug;
use super::game::{Player, Step, Twin};
use super::options::Options;

/// What a roll comes to, by seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WhatIf {
    pub(crate) coins: Vec<u32>,
    pub(crate) cards: Vec<BTreeMap<String, u8>>,
    pub(crate) closed: Vec<BTreeMap<String, u8>>,
    pub(crate) landmarks: Vec<Vec<String>>,
    pub(crate) coins_after_city_hall: Vec<u32>,
}

impl Twin {
    /// Takes the dice and the choices of a record. All choices that it has must be asked for.
    pub(crate) fn what_if(position: &Value, compat: bool) -> Result<WhatIf, String> {
        let mut twin = Twin::from_record(position, compat);
        let mut script = Script::new(position);
        twin.todo = vec![Step::Red, Step::Blue, Step::Greens, Step::Purples];
        loop {
            twin.settle();
            if twin.todo.is_empty() {
                break;
            }
            let is_draw = twin.legal().is_empty();
            let text = script.text(&twin.todo[0])?;
            let step = twin.todo.remove(0);
            if is_draw {
                twin.drawn(&step, &text);
            } else if twin.answers(&step).contains(&text) {
                twin.answer(&step, &text);
            } else {
                return Err(format!("{text:?} is not legal; legal are {:?}", twin.answers(&step)));
            }
        }
        script.check_empty()?;
        let coins = twin.coins();
        twin.city_hall();
        let seats = twin.all_seats();
        Ok(WhatIf {
            coins,
            cards: seats.iter().map(|&seat| twin.cards(seat)).collect(),
            closed: seats.iter().map(|&seat| twin.closed(seat)).collect(),
            landmarks: seats.iter().map(|&seat| twin.landmarks(seat)).collect(),
            coins_after_city_hall: twin.coins(),
        })
    }

    fn from_record(position: &Value, compat: bool) -> Twin {
        let has = |expansion: &&str| position["rules"][*expansion].as_bool().unwrap_or(false);
        let expansions: Vec<&str> = ["harbor", "millionaires_row"].into_iter().filter(has).collect();
        let expansions = if expansions.is_empty() { "none".to_owned() } else { expansions.join(",") };
        let compat = if compat { "harmonictook" } else { "official" };
        let mut twin = Twin::empty(Options::read(&[("expansions", &expansions), ("compat", compat)]));
        twin.players = position["players"].as_array().unwrap().iter().map(player).collect();
        for player in &mut twin.players {
            let order: Vec<&str> = super::cards::LANDMARKS.iter().map(|(slug, _, _)| *slug).collect();
            player.landmarks.sort_by_key(|landmark| order.iter().position(|each| each == landmark));
        }
        twin.roller = position["active"].as_u64().unwrap() as usize;
        let dice = position["dice"].as_array().unwrap();
        twin.dice = dice.iter().map(|die| die.as_u64().unwrap() as u32).collect();
        let more = if position["harbor_plus2"] == Value::Bool(true) { 2 } else { 0 };
        twin.total = twin.dice.iter().sum::<u32>() + more;
        twin
    }
}

fn player(record: &Value) -> Player {
    let names = record["landmarks"].as_array().unwrap().iter();
    Player {
        coins: record["coins"].as_u64().unwrap() as u32,
        cards: counts(&record["cards"]),
        closed: counts(&record["closed"]),
        landmarks: names.map(|name| slug(name.as_str().unwrap())).collect(),
        invested: record["investment"].as_u64().unwrap_or(0) as u32,
    }
}

/// Full names with numbers; nothing where there is no such field.
pub(crate) fn counts(record: &Value) -> BTreeMap<String, u8> {
    let Some(fields) = record.as_object() else { return BTreeMap::new() };
    fields.iter().map(|(name, count)| (slug(name), count.as_u64().unwrap() as u8)).collect()
}

/// The choices of a record, used up one by one.
struct Script {
    target: Option<u64>,
    exchange: Option<Value>,
    demolish: Vec<Value>,
    moving: Vec<Value>,
    renovate: Option<String>,
    throw: Option<u64>,
}

impl Script {
    fn new(position: &Value) -> Script {
        let choices = &position["choices"];
        let list = |name: &str| choices[name].as_array().cloned().unwrap_or_default();
        Script {
            target: choices["tv_target"].as_u64(),
            exchange: choices.get("business_center").cloned(),
            demolish: list("demolish"),
            moving: list("moving"),
            renovate: choices["renovate"].as_str().map(slug),
            throw: position["tuna_roll"].as_u64(),
        }
    }

    /// What the record says to a decision or a draw.
    fn text(&mut self, step: &Step) -> Result<String, String> {
        let name = |value: &Value| slug(value.as_str().unwrap());
        let seat = |value: &Value| value.as_u64().unwrap() + 1;
        let text = match step {
            Step::Target => self.target.take().map(|target| format!("target {}", target + 1)),
            Step::Exchange if self.exchange == Some(Value::Null) => {
                self.exchange.take().map(|_| "decline".to_owned())
            }
            Step::Exchange => {
                self.exchange.as_ref().map(|swap| format!("exchange {}", seat(&swap["target"])))
            }
            Step::Give(_) => self.exchange.as_ref().map(|swap| format!("give {}", name(&swap["give"]))),
            Step::Take(..) => self.exchange.take().map(|swap| format!("take {}", name(&swap["take"]))),
            Step::Demolish if !self.demolish.is_empty() => {
                Some(format!("demolish {}", name(&self.demolish.remove(0))))
            }
            Step::Move if !self.moving.is_empty() => {
                let choice = self.moving.remove(0);
                Some(format!("move {} {}", name(&choice["give"]), seat(&choice["target"])))
            }
            Step::Renovate => self.renovate.take().map(|slug| format!("renovate {slug}")),
            Step::Throw(_) => self.throw.take().map(|sum| format!("throw {sum}")),
            _ => None,
        };
        text.ok_or_else(|| format!("the record has no choice for {step:?}"))
    }

    /// A choice that nobody asked for means that something did not fire. Records have a throw for every total of
    /// 12 or more, also where nobody has a boat.
    fn check_empty(&self) -> Result<(), String> {
        let lists_are_empty = self.demolish.is_empty() && self.moving.is_empty();
        let is_empty = self.target.is_none() && self.exchange.is_none() && self.renovate.is_none();
        if lists_are_empty && is_empty {
            return Ok(());
        }
        Err("the record has choices that were not asked for".to_owned())
    }
}
