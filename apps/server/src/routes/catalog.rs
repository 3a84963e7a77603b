//! `GET /api/catalog`: what can be played, with which options, against whom.

use std::sync::LazyLock;

use serde_json::{Value, json};
use tercet_catalog::{GAMES, Playable, Visitor, with_game};
use tercet_draw::THEMES;
use tercet_game::Settings as _;
use tercet_scene::Layer;

use crate::hall::bots_of;
use crate::studies::Told;

/// Games with their options and bots, themes and layers.
pub(crate) async fn catalog() -> Told {
    // It never changes, and to ask every game for its options takes a while.
    static CATALOG: LazyLock<Told> = LazyLock::new(|| {
        let games: Vec<Value> =
            GAMES.iter().map(|entry| entry_json(entry.id, entry.title, entry.about)).collect();
        Told::of(&json!({ "games": games, "themes": THEMES, "layers": Layer::ALL.map(Layer::name) }))
    });
    CATALOG.clone()
}

fn entry_json(id: &str, title: &str, about: &str) -> Value {
    let options = with_game::<&str, _>(id, &[], Options).unwrap_or_default();
    let bots: Vec<Value> = bots_of(id).map(|bot| json!({ "name": bot.name, "about": bot.about })).collect();
    json!({ "id": id, "title": title, "about": about, "options": options.0, "seats": options.1, "bots": bots })
}

/// The options with their defaults, and how many can sit at a table.
struct Options;

impl Visitor for Options {
    type Out = (Vec<Value>, [u8; 2]);

    fn visit<G: Playable>(self) -> Self::Out {
        let defaults = G::Config::default();
        let option = |key: &tercet_game::Key| {
            let default = defaults.get(key.name).unwrap_or_default();
            json!({ "name": key.name, "values": key.values, "about": key.about, "default": default })
        };
        let least =
            if G::table(&[], 1).and_then(|config| G::new(&config)).is_ok() { 1 } else { *G::TABLES.start() };
        let alone = G::new(&defaults).map_or(least, |game| game.seats().min(least));
        (G::Config::KEYS.iter().map(option).collect(), [alone, *G::TABLES.end()])
    }
}
