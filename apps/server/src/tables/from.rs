//! Tables that go on from a recorded game.

use std::collections::BTreeMap;
use std::sync::Arc;

use tercet_game::{Input, Record, Seats};

use super::Tables;
use super::make::plan;
use crate::heavy::heavy;
use crate::refusal::Refusal;
use crate::table::TableDetails;
use crate::wire::{MadeTable, NewSeat, NewTable, SeatToken};

impl Tables {
    /// A table that stands where a recorded game stood after so many inputs. Its deal is known, so it is unrated.
    pub(crate) async fn make_from(
        self: &Arc<Tables>,
        record: Record,
        at: usize,
        seats: Vec<NewSeat>,
        study: bool,
    ) -> Result<MadeTable, Refusal> {
        let (body, tokens) = heavy(move || body_from(&record, at, seats, study)).await?;
        let table = self.open(body).await?;
        Ok(MadeTable { table, tokens })
    }
}

/// The table, checked: the record is what it says, and everybody has a seat.
fn body_from(
    record: &Record,
    at: usize,
    seats: Vec<NewSeat>,
    study: bool,
) -> Result<(TableDetails, Vec<SeatToken>), Refusal> {
    tercet_catalog::games().verify(record)?;
    let count = record.scores.len();
    let me = || NewSeat::Me { name: String::new() };
    let seats = if seats.is_empty() { (0..count).map(|_| me()).collect() } else { seats };
    if seats.len() != count {
        return Err(Refusal::new("config", format!("{count} sat at that table, not {}", seats.len())));
    }
    let new = NewTable {
        game: record.game.clone(),
        options: BTreeMap::new(),
        seats,
        seed: None,
        deal: Some(record.deal.to_string()),
        daily: None,
        evaluation: None,
        study,
        hints: false,
        pace_ms: 0,
        waits: false,
        public: false,
    };
    let (mut body, tokens) = plan(new, Some(record.config.clone()))?;
    let done = record.inputs.iter().take(at).filter(|input| !matches!(input, Input::Chance(_)));
    body.opening = done.map(ToString::to_string).collect();
    body.replayed = true;
    body.mark(Seats::first(count as u8));
    Ok((body, tokens))
}
