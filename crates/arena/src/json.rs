//! Ratings, standings and statistics as JSON.

use crate::{BotStatistics, Bought, Interval, PurchaseRow, Purchases, Rating, Standing, Strength, wilson};
use serde_json::{Value, json};

/// A row of the standings.
pub fn standing_json(standing: &Standing) -> Value {
    json!({
        "player": standing.label,
        "filler": standing.is_filler,
        "games": standing.games,
        "won": standing.won,
        "shared": standing.shared,
        "points": standing.points,
        "finish": standing.finish,
        "opponents": standing.met,
        "rounds_survived": standing.survived,
        "strength": standing.strength.map(|strength| strength_json(&strength)),
        "rating": rating_json(&standing.rating),
    })
}

/// A strength with its interval. Groups that never met are counted from 1.
pub fn strength_json(strength: &Strength) -> Value {
    let Strength { value, interval, group } = *strength;
    json!({ "value": value, "interval": ends_json(interval), "group": group + 1 })
}

/// A rating in all systems, with intervals.
pub fn rating_json(rating: &Rating) -> Value {
    json!({
        "games": rating.games,
        "elo": rating.elo,
        "elo_interval": rating.elo_interval().map(ends_json),
        "glicko": rating.glicko,
        "glicko_deviation": rating.deviation,
        "glicko_volatility": rating.volatility,
        "glicko_interval": ends_json(rating.glicko_interval()),
        "mu": rating.mu,
        "sigma": rating.sigma,
        "skill_interval": ends_json(rating.skill_interval()),
    })
}

/// Statistics of bots; `names` are those of the bots' numbers.
pub fn statistics_json(names: &[String], statistics: &BotStatistics) -> Value {
    let seat = |(tables, wins): &(u64, f64)| {
        let interval = wilson(*wins, *tables);
        json!({ "tables": tables, "wins": wins, "interval": interval.map(ends_json) })
    };
    let bots = names.iter().enumerate().map(|(bot, name)| {
        let row = statistics.bot(bot);
        json!({
            "bot": name,
            "tables": row.tables,
            "won": row.won,
            "shared": row.shared,
            "win_rate": row.win_rate().map(|(rate, _)| rate),
            "interval": row.win_rate().map(|(_, interval)| ends_json(interval)),
            "finish": row.finish().map(|(mean, _)| mean),
            "finish_deviation": row.finish().map(|(_, deviation)| deviation),
            "seats": row.seats().iter().map(seat).collect::<Vec<_>>(),
        })
    });
    json!({
        "tables": statistics.tables(),
        "bots": bots.collect::<Vec<_>>(),
        "seats": statistics.seats().iter().map(seat).collect::<Vec<_>>(),
        "head_to_head": pairs_json(names, statistics),
        "plays": {
            "mean": statistics.length().mean(),
            "deviation": statistics.length().deviation(),
            "min": statistics.length().min(),
            "median": statistics.length().quantile(0.5),
            "max": statistics.length().max(),
        },
    })
}

fn pairs_json(names: &[String], statistics: &BotStatistics) -> Vec<Value> {
    let pairs = names.iter().enumerate().flat_map(|(own, name)| {
        let others = names.iter().enumerate().skip(own + 1);
        others.map(move |(other, against)| (statistics.pair(own, other), name, against))
    });
    let seen = pairs.filter(|(pair, _, _)| pair.games() > 0);
    seen.map(|(pair, name, against)| {
        json!({
            "bot": name,
            "against": against,
            "won": pair.won,
            "drawn": pair.drawn,
            "lost": pair.lost,
            "share": pair.share().map(|(share, _)| share),
            "interval": pair.share().map(|(_, interval)| ends_json(interval)),
            "chance": pair.chance(),
            "needed": pair.needed(),
        })
    })
    .collect()
}

/// What buying things was worth, those first whose buyers won most.
pub fn purchases_json(purchases: &Purchases) -> Value {
    let item = |row: &PurchaseRow| {
        json!({
            "name": row.name,
            "sort": row.sort,
            "bought": row.bought,
            "copies": row.copies,
            "coins": row.coins,
            "coins_a_copy": row.coins_a_copy(),
            "buyers": row.buyers,
            "win_rate": row.win_rate().map(|(rate, _)| rate),
            "interval": row.win_rate().map(|(_, interval)| ends_json(interval)),
            "turns": row.turns().map(|(turn, bought)| bought_json(turn, bought)).collect::<Vec<_>>(),
        })
    };
    json!({
        "games": purchases.games(),
        "usual_win_rate": purchases.usual(),
        "items": purchases.by_win_rate().into_iter().map(item).collect::<Vec<_>>(),
    })
}

/// Purchases in one turn of their buyers.
fn bought_json(turn: u32, bought: Bought) -> Value {
    json!({
        "turn": turn,
        "bought": bought.bought,
        "win_rate": bought.win_rate().map(|(rate, _)| rate),
        "interval": bought.win_rate().map(|(_, interval)| ends_json(interval)),
        "coins_a_copy": bought.coins_a_copy(),
    })
}

fn ends_json(interval: Interval) -> Value {
    json!([interval.low, interval.high])
}
