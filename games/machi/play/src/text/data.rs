//! Events, actions and purses of Machi Koro as data. Cards and landmarks go by their full names.

use crate::json::event_json;
use serde_json::{Map, Value, json};
use tercet_game::{Game as _, Seats};
use tercet_machi::{Action, City, Event, Kind, Landmark, MachiKoro, MarketKind, State};

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

/// The dice, what each seat's purse holds, how many copies lie open, and what each city has; by the names of actions.
pub(super) fn position(game: &MachiKoro, state: &State) -> Value {
    let seats = || Seats::first(game.seats()).iter();
    let coins: Vec<u32> = seats().map(|seat| state.city(seat).coins()).collect();
    let is_total = game.config().market() == MarketKind::Total;
    let open = game.cards().iter().map(|(kind, _)| (kind, state.market().shown(kind)));
    // What is sold out keeps its place where everything lies open.
    let market = open.filter(|&(_, copies)| is_total || copies > 0);
    json!({
        "coins": coins,
        "dice": state.dice(),
        "market": counts(game, market),
        "cities": seats().map(|seat| city(game, state.city(seat))).collect::<Vec<_>>(),
    })
}

fn city(game: &MachiKoro, city: City<'_>) -> Value {
    let landmarks: Vec<&str> = city.landmarks().map(Landmark::name).collect();
    let closed = city.cards().map(|(kind, _)| (kind, city.closed(kind))).filter(|&(_, copies)| copies > 0);
    json!({ "cards": counts(game, city.cards()), "closed": counts(game, closed), "landmarks": landmarks })
}

fn counts(game: &MachiKoro, cards: impl Iterator<Item = (Kind, u8)>) -> Value {
    cards
        .map(|(kind, copies)| (game.cards().slug(kind).to_owned(), copies.into()))
        .collect::<Map<_, _>>()
        .into()
}

/// What is printed on the cards and landmarks of this game, by the names of actions.
pub(super) fn layout(game: &MachiKoro) -> Value {
    let cards = game.cards().iter().map(|(kind, card)| {
        let facts = json!({
            "name": card.name,
            "color": card.color.name(),
            "rolls": card.rolls.to_string(),
            "cost": card.cost,
            "effect": game.cards().rule(kind),
        });
        (game.cards().slug(kind).to_owned(), facts)
    });
    let landmarks = game.landmarks().map(|landmark| {
        let facts = json!({ "name": landmark.title(), "cost": landmark.cost(), "effect": landmark.about() });
        (landmark.name().to_owned(), facts)
    });
    json!({ "cards": cards.collect::<Map<_, _>>(), "landmarks": landmarks.collect::<Map<_, _>>() })
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
    fn the_table_and_what_is_printed_on_its_cards_go_by_the_names_of_actions() {
        let game = MachiKoro::new(&Config::base(2)).unwrap();
        let table = tercet_game::Match::new(game.into(), tercet_game::Deal::stream(5), &mut ()).unwrap();
        let board = position(table.game(), table.state());
        assert_eq!(board["market"]["wheat_field"], 6);
        assert_eq!(board["cities"][1]["cards"], json!({"wheat_field": 1, "bakery": 1}));
        assert_eq!(board["cities"][0]["landmarks"], json!([]));
        let printed = layout(table.game());
        assert_eq!(
            printed["cards"]["ranch"],
            json!({"name": "Ranch", "color": "blue", "rolls": "2", "cost": 1,
                   "effect": "on anyone's roll: 1 coin from the bank"})
        );
        assert_eq!(printed["landmarks"]["train_station"]["cost"], 4);
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
