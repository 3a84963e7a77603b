//! One game a line, as exports write it and imports read it.

use std::fmt::{self, Write};

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use tercet_entry::{ShapeError, json};
use tercet_game::{Deal, Digest, End, Record};

/// A game from a line of JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GameLine {
    /// The game itself.
    pub(crate) record: Record,
    /// The names in tables, seat by seat.
    pub(crate) players: Vec<String>,
    /// The bots, seat by seat.
    pub(crate) bots: Vec<String>,
    /// The finish score of each seat.
    pub(crate) finish: Vec<i64>,
    /// The place of each seat, if the line has it.
    pub(crate) places: Option<Vec<u8>>,
    /// The seats that had help, from 1.
    pub(crate) assisted: Vec<u8>,
}

impl GameLine {
    /// Reads a line.
    ///
    /// # Errors
    /// If it is no JSON of a game; the error names the field.
    pub(crate) fn read(line: &str) -> Result<GameLine, ShapeError> {
        let shape: GameJson = json::read(line)?;
        let seats = shape.scores.len();
        let names = |field: &str, names: Option<Vec<String>>, or: &[String]| match names {
            None => Ok(or.to_vec()),
            Some(names) if names.len() == seats => Ok(names),
            Some(names) => Err(ShapeError::field(field, format!("{} names for {seats} seats", names.len()))),
        };
        let players = names("players", shape.players.clone(), &vec!["unknown".to_owned(); seats])?;
        let bots = names("bots", shape.bots.clone(), &players)?;
        let points: Vec<i64> = shape.scores.iter().map(|&points| points.into()).collect();
        let finish = shape.finish.clone().unwrap_or(points);
        if finish.len() != seats {
            return Err(ShapeError::field("finish", format!("{} finishes for {seats} seats", finish.len())));
        }
        if let Some(places) = shape.places.as_ref().filter(|places| places.len() != seats) {
            return Err(ShapeError::field("places", format!("{} places for {seats} seats", places.len())));
        }
        Ok(GameLine {
            record: shape.record()?,
            players,
            bots,
            finish,
            places: shape.places,
            assisted: shape.assisted,
        })
    }
}

#[derive(Deserialize)]
struct GameJson {
    game: String,
    rules: u16,
    config: Pairs,
    deal: String,
    players: Option<Vec<String>>,
    bots: Option<Vec<String>>,
    scores: Vec<i32>,
    finish: Option<Vec<i64>>,
    places: Option<Vec<u8>>,
    #[serde(default)]
    assisted: Vec<u8>,
    end: String,
    state: String,
    inputs: Vec<String>,
    /// Why things were done: the number of the input, from 1, and the reason.
    #[serde(default)]
    reasons: Vec<String>,
}

impl GameJson {
    /// By way of the record's text, so that one reader checks it all.
    fn record(&self) -> Result<Record, ShapeError> {
        let deal: Deal = self
            .deal
            .parse()
            .map_err(|error: tercet_game::NotationError| ShapeError::field("deal", error.to_string()))?;
        if self.end != "open" && End::from_name(&self.end).is_none() {
            return Err(ShapeError::field(
                "end",
                format!("`{}` is not open, finished, limit or void", self.end),
            ));
        }
        let text = self.text(&deal).expect("a string takes any text");
        text.parse()
            .map_err(|error: tercet_game::RecordError| ShapeError::Json(format!("as a record, {error}")))
    }

    fn text(&self, deal: &Deal) -> Result<String, fmt::Error> {
        let mut text = format!("tercet record 1\ngame {}\nrules {}\n", self.game, self.rules);
        for (key, value) in &self.config.0 {
            writeln!(text, "config {key} {value}")?;
        }
        writeln!(text, "deal {deal}\n")?;
        for input in &self.inputs {
            writeln!(text, "{input}")?;
        }
        write!(text, "\nend {}\nscores", self.end)?;
        for points in &self.scores {
            write!(text, " {points}")?;
        }
        writeln!(text, "\nstate {}", self.state)?;
        let mut digest = Digest::default();
        digest.bytes(text.as_bytes());
        writeln!(text, "digest {digest}")?;
        if !self.reasons.is_empty() {
            writeln!(text)?;
        }
        self.reasons.iter().try_for_each(|reason| writeln!(text, "why {reason}"))?;
        Ok(text)
    }
}

/// An object whose entries keep their order: a record has its options in the game's order.
struct Pairs(Vec<(String, String)>);

impl<'de> Deserialize<'de> for Pairs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Pairs, D::Error> {
        struct InOrder;

        impl<'de> Visitor<'de> for InOrder {
            type Value = Pairs;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of options")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }

        deserializer.deserialize_map(InOrder)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = r#"{"id":7,"game":"set","rules":1,"config":{"seats":"1","capacity":"12"},"deal":"stream 5",
        "scores":[1],"end":"open","state":"0123456789abcdef","inputs":["chance 2gto","seat 1 deal"]}"#;

    #[test]
    fn a_line_is_a_record_with_names() {
        let game = GameLine::read(LINE).unwrap();
        assert_eq!(
            (game.record.game.as_str(), game.record.inputs.len(), &game.finish[..]),
            ("set", 2, &[1][..])
        );
        assert_eq!(game.record.config[0].0, "seats", "options keep their order");
        assert_eq!(
            (&game.players[..], &game.bots[..]),
            (&["unknown".to_owned()][..], &["unknown".to_owned()][..])
        );
    }

    #[test]
    fn a_line_may_tell_why() {
        let output = LINE.replace("\"seat 1 deal\"]", "\"seat 1 deal\"],\"reasons\":[\"2 there is no Set\"]");
        let game = GameLine::read(&output).unwrap();
        assert_eq!(game.record.reasons.of(2), Some("there is no Set"));
        let wrong = GameLine::read(&output.replace("2 there", "1 there")).unwrap_err().to_string();
        assert!(wrong.ends_with("`1` is no action of a seat after input 0"), "{wrong}");
    }

    #[test]
    fn wrong_lines_are_refused_with_the_field() {
        let complaint =
            |from: &str, to: &str| GameLine::read(&LINE.replace(from, to)).unwrap_err().to_string();
        assert_eq!(
            complaint("\"scores\":[1]", "\"scores\":[1],\"players\":[]"),
            "`players`: 0 names for 1 seats"
        );
        assert_eq!(complaint("\"open\"", "\"shut\""), "`end`: `shut` is not open, finished, limit or void");
        assert_eq!(
            complaint("\"rules\":1", "\"rules\":\"x\""),
            "`rules`: invalid type: string \"x\", expected u16"
        );
        let input = complaint("seat 1 deal", "seat x deal");
        assert_eq!(input, "as a record, line 9: `x` is not a seat; seats are 1 to 16");
        assert_eq!(
            complaint("stream 5", "stream"),
            "`deal`: `stream`: a deal is a dealer's name and its seed, as in `stream 42`"
        );
    }
}
