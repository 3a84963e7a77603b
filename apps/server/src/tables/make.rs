//! New tables.

use std::sync::Arc;

use tercet_catalog::games;
use tercet_entry::AnyGame;
use tercet_entry::{clean_name, visible};
use tercet_game::{Deal, Seat};
use tercet_store::{Change, now_ms};

use super::Tables;
use crate::bots;
use crate::heavy::heavy;
use crate::limits::LimitedAction;
use crate::refusal::Refusal;
use crate::table::{GameRequest, SeatDetails, Table, TableDetails};
use crate::tokens::{Token, key, table_name};
use crate::wire::{MadeTable, NewSeat, NewTable, SeatToken};
use crate::{daily, evaluation, shares};

/// The longest a bot may be made to wait.
const SLOWEST_MS: u32 = 5000;

impl Tables {
    /// Makes a table; it is on disk when this returns.
    pub(crate) async fn make(self: &Arc<Tables>, new: NewTable) -> Result<MadeTable, Refusal> {
        let Some(evaluation) = new.evaluation else {
            let (body, tokens) = heavy(move || plan(new, None)).await?;
            return Ok(MadeTable { table: self.open(body).await?, tokens });
        };
        let new = evaluation::table(new, &self.list, evaluation)?;
        let (mut body, tokens) = heavy(move || plan(new, None)).await?;
        body.shows_deal = false;
        body.evaluation = Some(format!("{} of {}", evaluation.name(), self.list.name()));
        let (list, game) = body.listed().expect("it is a game of a list");
        let count = Change::Try { list, game };
        body.attempt = u32::try_from(self.journal.keep(self.journal.epoch()?, vec![count]).await?[0])
            .unwrap_or(u32::MAX);
        Ok(MadeTable { table: self.open(body).await?, tokens })
    }

    /// Opens a table that was planned.
    pub(super) async fn open(self: &Arc<Tables>, body: TableDetails) -> Result<String, Refusal> {
        let (name, made_ms) = (table_name(), now_ms());
        let own = name.clone();
        let mut table = heavy(move || Table::load(own, 0, body, made_ms, &[])).await?;
        self.make_room(table.weight())?;
        let text = serde_json::to_string(&table.body).expect("a body is plain data");
        if let Some(visitor) = shares::visitor() {
            self.kept.count_some(visitor, LimitedAction::Keep, text.len().div_ceil(1024))?;
        }
        let open = Change::Open { name: name.clone(), body: text, made_ms };
        table.epoch = self.journal.epoch()?;
        let numbers = self.journal.keep(table.epoch, vec![open]).await?;
        table.key = numbers[0];
        self.admit(&name, table).await;
        Ok(name)
    }
}

/// A table as it is asked for, checked; and the tokens of whoever asks. A recorded game's options are taken as they are.
pub(super) fn plan(
    new: NewTable,
    recorded: Option<Vec<(String, String)>>,
) -> Result<(TableDetails, Vec<SeatToken>), Refusal> {
    let new = match new.daily.clone() {
        Some(day) => daily::table(new, &day, &tercet_store::today())?,
        None => new,
    };
    let sitting = if new.seats.is_empty() { vec![NewSeat::Me { name: String::new() }] } else { new.seats };
    let many = || Refusal::new("config", "so many can't sit at a table");
    let count = u8::try_from(sitting.len()).map_err(|_| many())?;
    let options = if let Some(options) = recorded {
        options
    } else {
        let options: Vec<(String, String)> = new.options.into_iter().collect();
        games().table_options(&new.game, &options, count)?
    };
    check_visible(&options)?;
    let (deal, shows_deal) = deal(new.seed, new.deal)?;
    let game = probe(&new.game, &options, &deal)?;
    let mut tokens = Vec::new();
    let mut seats = Vec::new();
    for (index, seat) in sitting.into_iter().enumerate() {
        seats.push(seated(Seat(index as u8), seat, &*game, &mut tokens)?);
    }
    let is_rated_with = |entry: &tercet_entry::Entry| entry.with(&options).is_rated_with(&options);
    let unusual = count > 1 && !games().game(&new.game).is_ok_and(is_rated_with);
    let asked = GameRequest { game: new.game, options, deal, shows_deal };
    let body = TableDetails {
        unusual,
        study: new.study,
        hints: new.hints,
        pace_ms: new.pace_ms.min(SLOWEST_MS),
        daily: new.daily,
        waits: new.waits && new.evaluation.is_none(),
        is_room: new.waits && new.evaluation.is_none(),
        public: new.public,
        ..TableDetails::new(asked, seats)
    };
    if body.counts() {
        let mut people = body.seats.iter().filter(|seat| seat.token.is_some());
        people.try_for_each(|seat| bots::check_person(&seat.name))?;
    }
    Ok((body, tokens))
}

/// Everybody at the table sees the options, names of custom cards among them: nothing in them hides or turns the text around it.
fn check_visible(options: &[(String, String)]) -> Result<(), Refusal> {
    match options.iter().find(|(_, value)| visible(value) != *value) {
        Some((key, _)) => {
            let why = format!(
                "option `{key}` has characters that can't be seen, two spaces together, or letters that are not composed (NFC)"
            );
            Err(Refusal::new("config", why))
        }
        None => Ok(()),
    }
}

fn deal(chosen: Option<u64>, named: Option<String>) -> Result<(Deal, bool), Refusal> {
    let bad = |error: tercet_game::NotationError| Refusal::new("deal", error.to_string());
    match (named, chosen) {
        (Some(deal), _) => Ok((deal.parse().map_err(bad)?, true)),
        (None, Some(seed)) => Ok((Deal::stream(seed), true)),
        (None, None) => Ok((Deal::chacha20(&key()), false)),
    }
}

/// The game, to see that it can be played.
fn probe(game: &str, options: &[(String, String)], deal: &Deal) -> Result<Box<dyn AnyGame>, Refusal> {
    let options: Vec<(&str, &str)> =
        options.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
    Ok(games().begin(game, &options, deal.clone())?)
}

fn seated(
    number: Seat,
    seat: NewSeat,
    game: &dyn AnyGame,
    tokens: &mut Vec<SeatToken>,
) -> Result<SeatDetails, Refusal> {
    Ok(match seat {
        NewSeat::Me { name } => {
            let token = Token::draw();
            tokens.push(SeatToken { seat: number.0, token: token.reveal().to_owned() });
            SeatDetails::person(clean_name(&name)?, &token)
        }
        NewSeat::Open => SeatDetails::default(),
        NewSeat::Bot { bot, name } => SeatDetails {
            bot: Some(bots::check(game, &bot)?),
            name: clean_name(&name)?,
            ..SeatDetails::default()
        },
    })
}

/// The bots of a game, with what each does.
pub(crate) fn bots_of(game: &str) -> impl Iterator<Item = &'static tercet_search::Bot> {
    games().game(game).map_or(&[][..], |entry| entry.bots()).iter()
}
