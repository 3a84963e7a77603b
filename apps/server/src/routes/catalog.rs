//! `GET /api/catalog`: what can be played, with which options, against whom.

use std::sync::LazyLock;

use serde_json::{Value, json};
use tercet_catalog::games;
use tercet_draw::THEMES;
use tercet_entry::Entry;
use tercet_game::Key;
use tercet_scene::Layer;

use crate::bots::programs;
use crate::studies::JsonBody;

/// Games with their options and bots, themes and layers.
pub(crate) async fn catalog() -> JsonBody {
    // It never changes, and to ask every game for its options takes a while.
    static ANSWER: LazyLock<JsonBody> = LazyLock::new(|| {
        let games: Vec<Value> = games().games().iter().map(entry_json).collect();
        JsonBody::of(&json!({ "games": games, "themes": THEMES, "layers": Layer::ALL.map(Layer::name) }))
    });
    ANSWER.clone()
}

fn entry_json(entry: &Entry) -> Value {
    let Entry { id, title, about, .. } = entry;
    let option = |(key, default): (&Key, String)| json!({ "name": key.name, "values": key.values, "about": key.about, "default": default });
    let options: Vec<Value> = entry.usual().options().into_iter().map(option).collect();
    let own = entry.bots().iter().map(|bot| json!({ "name": bot.name, "about": bot.about }));
    let outside = programs().iter();
    let outside = outside.map(
        |command| json!({ "name": format!("cmd:{command}"), "about": "a program of this server's owner" }),
    );
    let bots: Vec<Value> = own.chain(outside).collect();
    json!({ "id": id, "title": title, "about": about, "options": options, "seats": seats(entry), "bots": bots })
}

/// How many can sit at a table: the fewest and the most.
fn seats(entry: &Entry) -> [u8; 2] {
    let game = entry.usual();
    let least = if game.table(&[], 1).is_ok() { 1 } else { *game.tables().start() };
    let alone = game.rules(&[]).map_or(least, |rules| rules.seats().min(least));
    [alone, *game.tables().end()]
}
