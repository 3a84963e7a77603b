//! Actions, outcomes and deals.

use tercet_game::{Deals, Game, Notation, Seat};
use tercet_machi::{Action, Chance, Config, Landmark, MachiKoro};

fn game() -> MachiKoro {
    MachiKoro::new(&Config::everything(5)).unwrap()
}

#[test]
fn every_kind_of_action_reads_back() {
    let game = game();
    for text in [
        "roll 1",
        "roll 2",
        "keep",
        "reroll",
        "add_two",
        "stay",
        "target 2",
        "exchange 5",
        "give bakery",
        "take mine",
        "demolish train_station",
        "move farmers_market 3",
        "renovate members_only_club",
        "exhibit tuna_boat",
        "activate tax_office",
        "decline",
        "build mine",
        "build airport",
        "pass",
        "invest",
        "save",
    ] {
        assert_eq!(game.action_text(game.read_action(text).unwrap()), text);
    }
}

#[test]
fn every_card_and_landmark_reads_back_in_every_action() {
    let game = game();
    for (kind, card) in game.cards().iter() {
        for action in [
            Action::Give(kind),
            Action::Take(kind),
            Action::Move(kind, Seat(4)),
            Action::Renovate(kind),
            Action::Exhibit(kind),
            Action::Activate(kind),
            Action::Build(kind),
        ] {
            assert_eq!(game.read_action(&game.action_text(action)), Ok(action));
        }
        for name in card.aliases.iter().copied().chain([&*card.name]) {
            assert_eq!(game.read_action(&format!("build {name}")), Ok(Action::Build(kind)), "{name}");
            assert_eq!(
                game.read_action(&format!("move {name} 2")),
                Ok(Action::Move(kind, Seat(1))),
                "{name}"
            );
            assert_eq!(game.read_action(&format!("take {}", name.to_uppercase())), Ok(Action::Take(kind)));
        }
        assert_eq!(game.read_chance(&game.chance_text(Chance::Deal(kind))), Ok(Chance::Deal(kind)));
    }
    for landmark in Landmark::ALL {
        for action in [Action::Demolish(landmark), Action::BuildLandmark(landmark)] {
            assert_eq!(game.read_action(&game.action_text(action)), Ok(action));
        }
        let title = format!("build {}", landmark.title());
        assert_eq!(game.read_action(&title), Ok(Action::BuildLandmark(landmark)));
    }
}

#[test]
fn what_is_no_action_is_told() {
    let game = game();
    let complaint = |text: &str| game.read_action(text).unwrap_err().to_string();
    let how = "an action is `roll 2`, `keep`, `reroll`, `add_two`, `stay`, `target 2`, `exchange 2`, `give bakery`, \
               `take mine`, `demolish harbor`, `move bakery 2`, `renovate mine`, `exhibit mine`, `activate park`, \
               `decline`, `build mine`, `pass`, `invest` or `save`";
    for text in ["", "roll", "roll 3", "roll 0", "keep it", " pass", "pass ", "sing", "move bakery", "Keep"] {
        assert_eq!(complaint(text), format!("`{text}`: {how}"));
    }
    for seat in ["0", "17", "x", "", "+1", "01", "256"] {
        let why = "a seat is a number, counted from one";
        assert_eq!(complaint(&format!("target {seat}")), format!("`{seat}`: {why}"));
        assert_eq!(complaint(&format!("exchange {seat}")), format!("`{seat}`: {why}"));
        assert_eq!(complaint(&format!("move mine {seat}")), format!("`{seat}`: {why}"));
    }
    for verb in ["give", "take", "renovate", "exhibit", "activate"] {
        assert_eq!(complaint(&format!("{verb} castle")), "`castle`: this game has no such card");
        assert_eq!(complaint(verb), "``: this game has no such card");
    }
    assert_eq!(complaint("move castle 2"), "`castle`: this game has no such card");
    assert_eq!(complaint("build castle"), "`castle`: this game has no such card or landmark");
    let landmarks =
        "landmarks are train_station, shopping_mall, amusement_park, radio_tower, harbor, airport";
    assert_eq!(complaint("demolish city_hall"), format!("`city_hall`: no landmark; {landmarks}"));
    let base = MachiKoro::new(&Config::base(2)).unwrap();
    let why = "`tuna_boat`: this game has no such card or landmark";
    assert_eq!(base.read_action("build tuna_boat").unwrap_err().to_string(), why);
}

#[test]
fn every_kind_of_outcome_reads_back() {
    let game = game();
    let pairs = (1..=6).flat_map(|low| (low..=6).map(move |high| Chance::Dice(low, high)));
    let all = (1..=6).map(Chance::Die).chain(pairs).chain((2..=12).map(Chance::Throw));
    for chance in all {
        assert_eq!(game.read_chance(&game.chance_text(chance)), Ok(chance));
    }
    assert_eq!(game.chance_text(Chance::Dice(2, 5)), "dice 2 5");
    assert_eq!(game.chance_text(Chance::Throw(7)), "throw 7");
}

#[test]
fn what_is_no_outcome_is_told() {
    let game = game();
    let how = "an outcome is `die 3`, `dice 2 5` (the lower first), `throw 7` or `deal ranch`";
    for text in
        ["", "die", "die 0", "die 7", "die +1", "dice 5 2", "dice 2", "dice 2 7", "throw 13", "throw 0", "3"]
    {
        assert_eq!(game.read_chance(text).unwrap_err().to_string(), format!("`{text}`: {how}"));
    }
    let castle = game.read_chance("deal castle").unwrap_err().to_string();
    assert_eq!(castle, "`castle`: this game has no such card");
    let edit = game.read_edit("coins 3").unwrap_err().to_string();
    assert_eq!(edit, "`coins 3`: nothing of Machi Koro is changed by hand");
}

#[test]
fn an_unknown_dealer_is_told() {
    let complaint = |deal: &str| game().dealer(&deal.parse().unwrap()).unwrap_err().to_string();
    assert_eq!(complaint("given 1"), "deal: there is no dealer `given`; there are stream and chacha20");
    assert_eq!(
        complaint("stream x"),
        "deal: `x` is not a seed of `stream`; it takes a whole number from 0 to 18446744073709551615"
    );
}
