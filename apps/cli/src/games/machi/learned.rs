//! What the learned value says about openings and cards.

use anyhow::Result;
use serde_json::{Value, json};
use tercet_game::{Game as _, Notation as _};
use tercet_machi::{Config, MachiKoro};
use tercet_machi_play::learned::{Opening, Source, Worth};
use tercet_machi_play::text::words;

use crate::table::{Side, Table};

/// How many choices of an opening, and how many cards, are printed.
const CHOICES: usize = 3;

/// The book of the base game for two, by the value that is in the program.
pub(crate) struct Book {
    game: MachiKoro,
    openings: Vec<Opening>,
    worths: Vec<Worth>,
}

impl Book {
    pub(crate) fn new() -> Result<Book> {
        let game = MachiKoro::new(&Config::base(2))?;
        let value = Source::Shipped.value(&game)?;
        let (openings, worths) = (value.openings(&game), value.worths(&game));
        Ok(Book { game, openings, worths })
    }

    /// Two tables.
    pub(crate) fn text(&self) -> String {
        let mut lines =
            vec!["what the learned value says of the base game for two, to the first player:".to_owned()];
        lines.extend(self.opening_lines());
        let mut table =
            Table::new(&[("given before the first roll", Side::Left), ("chance to win, %", Side::Right)]);
        for Worth { site, gain } in &self.worths {
            table.row(vec![words::site(&self.game, *site).to_owned(), format!("{:+.1}", 100.0 * gain)]);
        }
        lines.extend(table.lines());
        lines.join("\n")
    }

    fn opening_lines(&self) -> Vec<String> {
        let headings = [
            ("first roll", Side::Left),
            ("coins", Side::Right),
            ("then, with its chance to win", Side::Left),
        ];
        let mut table = Table::new(&headings);
        for opening in &self.openings {
            let rolls: Vec<String> = opening.rolls.iter().map(u8::to_string).collect();
            let choice = |(action, chance): &(_, f64)| {
                format!("{} {:.1} %", self.game.action_text(*action), 100.0 * chance)
            };
            let choices: Vec<String> = opening.choices.iter().take(CHOICES).map(choice).collect();
            table.row(vec![rolls.join(" "), opening.coins.to_string(), choices.join(", ")]);
        }
        table.lines()
    }

    pub(crate) fn json(&self) -> Value {
        let choice = |(action, chance): &(_, f64)| json!({ "action": self.game.action_text(*action), "chance": chance });
        let opening = |opening: &Opening| {
            let choices: Vec<Value> = opening.choices.iter().map(choice).collect();
            json!({ "rolls": opening.rolls, "coins": opening.coins, "choices": choices })
        };
        let worth =
            |Worth { site, gain }: &Worth| json!({ "name": words::site(&self.game, *site), "gain": gain });
        json!({
            "openings": self.openings.iter().map(opening).collect::<Vec<_>>(),
            "worths": self.worths.iter().map(worth).collect::<Vec<_>>(),
        })
    }
}
