//! A whole game at once: the demo's way to show a game.

use anyhow::anyhow;
use serde_json::{Value, json};
use tercet_game::Game;
use tercet_set::{Card, join};
use tercet_set_play::text::words;

use crate::failure::{Answer, Failure, FailureExt};
use crate::games::set::play::Policy;
use crate::games::set::table::Table;
use crate::options;
use crate::output::Screen;

pub(crate) fn run(
    mut table: Table,
    policy: Policy,
    as_json: bool,
    screen: &mut Screen,
) -> Result<Answer, Failure> {
    while let Some((seat, answer)) = table.quickest_bot() {
        table.play(seat, answer.action).map_err(|error| anyhow!("{error}")).or_failed()?;
    }
    table.close().or_failed()?;
    let sets: Vec<Vec<Card>> = table.taken().into_iter().map(|(_, cards)| cards).collect();
    if as_json {
        screen.json(&found_json(&table, policy, &sets))?;
        return Ok(Answer::Yes);
    }
    screen.line(&format!("Sets discovered: {}", sets.len()))?;
    for (set, number) in sets.iter().zip(1..) {
        screen.line(&format!("{number:>2}. {} ({})", words::cards(set), join(set)))?;
    }
    screen.line(&format!("Cards left: {}", left(&table).len()))?;
    screen.line(&format!("Deal: {}", options::brief(table.deal())))?;
    Ok(Answer::Yes)
}

fn left(table: &Table) -> Vec<Card> {
    table.state().cards().map(|(_, card)| card).collect()
}

fn found_json(table: &Table, policy: Policy, sets: &[Vec<Card>]) -> Value {
    let set = |cards: &Vec<Card>| {
        json!({
            "ids": cards.iter().map(|card| card.id()).collect::<Vec<_>>(),
            "cards": cards.iter().map(Card::to_string).collect::<Vec<_>>(),
            "words": cards.iter().map(|card| card.words()).collect::<Vec<_>>(),
        })
    };
    json!({
        "deal": table.deal().to_string(),
        "policy": policy.name(),
        "discovered": sets.len(),
        "sets": sets.iter().map(set).collect::<Vec<_>>(),
        "left": left(table).iter().map(|card| card.id()).collect::<Vec<_>>(),
        "points": table.game().scores(table.state()).points(),
    })
}
