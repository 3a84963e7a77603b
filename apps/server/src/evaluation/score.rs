//! A score from 0 to 1 for any game.

use tercet_catalog::begin;
use tercet_game::{Deal, Input, InputText, Seat, Turn};

use crate::refusal::Refusal;
use crate::table::Table;

/// Whom a game for one is compared with: any legal play.
const REFERENCE: &str = "random";

/// The most plays of the reference.
const LONGEST: usize = 5000;

/// How a seat did. Against others: the share of them that it beat, ties half. Alone: its points as a share of its own and
/// those that the bot `random` makes of the same deal, so that 0.5 is as good as chance. In an evaluation that counts for as
/// much as the share of its actions that were not refused: who tries everything finds every Set.
pub(super) fn of(table: &Table, seat: Seat) -> Result<f64, Refusal> {
    Ok(result(table, seat)? * care(table, seat))
}

/// The share of what the seat asked for that could be done.
fn care(table: &Table, seat: Seat) -> f64 {
    let refused = f64::from(table.body.mistakes);
    let is_own = |input: &InputText| matches!(input, Input::Play(player, _) if *player == seat);
    let done = table.game.inputs_from(0).iter().filter(|input| is_own(input)).count() as f64;
    if refused > 0.0 { done / (done + refused) } else { 1.0 }
}

fn result(table: &Table, seat: Seat) -> Result<f64, Refusal> {
    let scores = table.game.scores();
    let seats = usize::from(table.game.seats());
    if seats > 1 {
        let place = scores.place(seat);
        let others = (0..seats).map(|other| Seat(other as u8)).filter(|other| *other != seat);
        let beaten: f64 = others
            .map(|other| match scores.place(other).cmp(&place) {
                std::cmp::Ordering::Greater => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Less => 0.0,
            })
            .sum();
        return Ok(beaten / (seats - 1) as f64);
    }
    let own = f64::from(scores.points()[seat.index()].max(0));
    let reference = f64::from(reference(table)?.max(0));
    Ok(if own + reference > 0.0 { own / (own + reference) } else { 0.5 })
}

/// What the reference makes of the same deal.
fn reference(table: &Table) -> Result<i32, Refusal> {
    let options: Vec<(&str, &str)> =
        table.body.options.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
    let deal: Deal = table.body.deal.parse().map_err(|_| Refusal::new("deal", "the deal is gone"))?;
    let mut game = begin(&table.body.game, &options, deal)?;
    for play in 0..LONGEST {
        let Turn::Seats(seats) = game.turn() else { break };
        let Some(seat) = seats.iter().next() else { break };
        let advice = game.thinker(REFERENCE, play as u64, seat)?();
        let Some(advice) = advice else { break };
        game.play(seat, &advice.action)?;
    }
    Ok(game.scores().points()[0])
}
