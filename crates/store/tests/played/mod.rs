//! Real games to put into archives.

use tercet_catalog::CATALOG;
use tercet_entry::{Played, Seated, Table};
use tercet_game::Deal;
use tercet_search::BotLimits;
use tercet_store::{NewGame, NewSeat, Slot};

/// A game that was played, with what an archive needs to know of it.
pub(crate) struct Race {
    game: &'static str,
    rules: u16,
    pub(crate) config: Vec<(String, String)>,
    pub(crate) played: Played,
    pub(crate) names: Vec<&'static str>,
}

/// Races of SET between these bots from the deals of these seeds.
pub(crate) fn races(names: &[&'static str], seeds: std::ops::Range<u64>) -> Vec<Race> {
    games_of("set", names, seeds)
}

/// Games of any kind between these bots from the deals of these seeds.
pub(crate) fn games_of(game: &str, names: &[&'static str], seeds: std::ops::Range<u64>) -> Vec<Race> {
    let rules = CATALOG.game(game).unwrap().usual().table(&[], names.len() as u8).unwrap();
    let race = |seed: u64| {
        let bot = |(seat, name): (usize, &&'static str)| Seated::Bot { name, seed: 100 * seed + seat as u64 };
        let players = names.iter().enumerate().map(bot).collect();
        let table = Table { deal: Deal::stream(seed), players, bot_limits: &BotLimits::own() };
        let played = rules.play_recorded(table, 0).unwrap().unwrap();
        Race {
            game: rules.id(),
            rules: rules.version(),
            config: rules.options(),
            played,
            names: names.to_vec(),
        }
    };
    seeds.map(race).collect()
}

impl Race {
    pub(crate) fn new_game(&self, slot: Option<Slot>) -> NewGame<'_> {
        let Played { deal, inputs, plays, end, points, finish, state } = &self.played;
        let seats = self.names.iter().zip(points).zip(finish);
        let seats = seats.map(|((&name, &points), &finish)| NewSeat {
            label: name,
            bot: name,
            points,
            finish,
            assisted: false,
        });
        NewGame {
            game: self.game,
            rules: self.rules,
            config: &self.config,
            deal,
            inputs,
            plays: *plays,
            end: *end,
            state: *state,
            seats: seats.collect(),
            slot,
            finished_ms: 1_700_000_000_000,
        }
    }
}
