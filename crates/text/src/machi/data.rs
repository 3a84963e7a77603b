//! Events, actions and purses of Machi Koro as data. Cards and landmarks go by their full names.

use serde_json::{Map, Value, json};
use tercet_formats::machi::event_json;
use tercet_game::{Game as _, Seats};
use tercet_machi::{Action, Event, Kind, Landmark, MachiKoro, State};

use super::words::effect;

/// An event in the form of the log of events, and which landmark pays where the log's type says it alone.
pub(super) fn event(game: &MachiKoro, event: Event) -> Value {
    let mut data = serde_json::to_value(event_json(game, event)).expect("names and numbers are JSON");
    let landmark = match event {
        Event::CityHall { .. } => Some("City Hall"),
        Event::Airport { .. } => Some(Landmark::Airport.title()),
        _ => None,
    };
    if let Some(landmark) = landmark {
        data["landmark"] = landmark.into();
    }
    data
}

/// An action: its verb, and what it names.
pub(super) fn action(game: &MachiKoro, action: Action) -> Value {
    let mut data = Map::from_iter([("type".to_owned(), action.verb().into())]);
    let mut add = |name: &str, value: Value| data.insert(name.to_owned(), value);
    if let Action::Roll(dice) = action {
        add("dice", dice.into());
    }
    if let Some(kind) = action.kind() {
        let card = game.cards().card(kind);
        add("card", card.name.as_ref().into());
        add("color", card.color.name().into());
        add("rolls", card.rolls.to_string().into());
        add("effect", effect(&card.effect, game.cards()).into());
    }
    if let Some(landmark) = action.landmark() {
        add("landmark", landmark.title().into());
        add("effect", landmark.about().into());
    }
    if let Some(cost) = cost(game, action) {
        add("cost", cost.into());
    }
    if let Some(seat) = action.seat() {
        add("target", seat.0.into());
    }
    Value::Object(data)
}

fn cost(game: &MachiKoro, action: Action) -> Option<u8> {
    let price = |kind: Kind| game.cards().card(kind).cost;
    match action {
        Action::Build(kind) => Some(price(kind)),
        Action::BuildLandmark(landmark) => Some(landmark.cost()),
        _ => None,
    }
}

/// What each seat's purse holds.
pub(super) fn position(game: &MachiKoro, state: &State) -> Value {
    let coins: Vec<u32> = Seats::first(game.seats()).iter().map(|seat| state.city(seat).coins()).collect();
    json!({ "coins": coins })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tercet_game::{Game, Notation};
    use tercet_machi::Config;

    #[test]
    fn an_event_has_the_form_of_the_log() {
        let game = MachiKoro::new(&Config::everything(3)).unwrap();
        let data = |text: &str| event(&game, game.read_event(text).unwrap());
        assert_eq!(
            data("seat 1 takes 5 from seat 2 for tv_station"),
            json!({"seat": 0, "type": "steal", "card": "TV Station", "payer": 1, "payee": 0, "amount": 5})
        );
        assert_eq!(
            data("seat 3 gets 1 from city_hall"),
            json!({"seat": 2, "type": "city_hall", "landmark": "City Hall", "payer": null, "payee": 2, "amount": 1})
        );
        assert_eq!(data("seat 2 rolls 3 4"), json!({"seat": 1, "type": "roll", "dice": [3, 4], "total": 7}));
    }

    #[test]
    fn an_action_says_what_it_names_and_costs() {
        let game = MachiKoro::new(&Config::everything(3)).unwrap();
        let data = |text: &str| action(&game, game.read_action(text).unwrap());
        assert_eq!(
            data("build tv_station"),
            json!({"type": "build", "card": "TV Station", "color": "purple", "rolls": "6",
                   "effect": "take 5 from one player", "cost": 7})
        );
        assert_eq!(
            data("build train_station"),
            json!({"type": "build", "landmark": "Train Station", "effect": "roll one die or two", "cost": 4})
        );
        assert_eq!(data("roll 2"), json!({"type": "roll", "dice": 2}));
        assert_eq!(data("target 2"), json!({"type": "target", "target": 1}));
        assert_eq!(data("pass"), json!({"type": "pass"}));
    }
}
