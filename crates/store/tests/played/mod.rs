//! Real games to put into archives.

use tercet_arena::{Played, Watch, play_recorded};
use tercet_bots::Terms;
use tercet_catalog::Playable;
use tercet_game::{Deal, Game, Settings};
use tercet_set::SetGame;
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
    games_of::<SetGame>(names, seeds)
}

/// Games of any kind between these bots from the deals of these seeds.
pub(crate) fn games_of<G: Playable>(names: &[&'static str], seeds: std::ops::Range<u64>) -> Vec<Race> {
    let game = G::new(&G::table(&[], names.len() as u8).unwrap()).unwrap();
    let config = game.config().pairs();
    let race = |seed: u64| {
        let bot =
            |(seat, name): (usize, &&str)| G::bot(name, 100 * seed + seat as u64, &Terms::own()).unwrap();
        let players: Vec<_> = names.iter().enumerate().map(bot).collect();
        let finish = |game: &G, state: &_| game.finish_scores(state, 0);
        let played =
            play_recorded(&game, Deal::stream(seed), players, &Watch::default(), finish).unwrap().unwrap();
        let (id, rules) = (<G as Game>::ID, G::RULES_VERSION);
        Race { game: id, rules, config: config.clone(), played, names: names.to_vec() }
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
