//! Matches by text: every game of the list, played to its end, undone, recorded and resumed.

use tercet_catalog::CATALOG;
use tercet_entry::{AnyGame, BeginError, Description, Style, commitment};
use tercet_game::{Deal, Digest, End, Input, Record, Rng, Seat, Turn};
use tercet_scene::View;
use tercet_search::{BotLimits, Stop};

fn acting(table: &dyn AnyGame) -> Option<Seat> {
    match table.turn() {
        Turn::Seats(seats) => seats.iter().next(),
        Turn::Chance | Turn::Over => None,
    }
}

fn to_the_end(table: &mut dyn AnyGame, seed: u64) {
    let mut rng = Rng::new(seed);
    while let Some(seat) = acting(table) {
        let actions = table.legal_actions(seat);
        let action = &actions[rng.below(actions.len() as u32) as usize];
        table.play(seat, action).unwrap();
    }
}

#[test]
fn every_game_plays_records_and_resumes() {
    for entry in CATALOG.games() {
        let mut table = CATALOG.begin(entry.id, &[], Deal::stream(7)).unwrap();
        assert_eq!((table.id(), table.record().end), (entry.id, None));
        to_the_end(&mut *table, 1);
        assert_eq!(table.turn(), Turn::Over);
        let record: Record = table.record().to_string().parse().unwrap();
        CATALOG.verify(&record).unwrap();
        let resumed = CATALOG.resume(&record).unwrap();
        assert_eq!(
            (resumed.digest(), resumed.inputs(), resumed.scores()),
            (table.digest(), table.inputs(), table.scores())
        );
    }
}

#[test]
fn undo_takes_back_one_play_and_its_deals() {
    let mut table = CATALOG.begin("set", &[], Deal::stream(7)).unwrap();
    let (digest, inputs) = (table.digest(), table.inputs());
    assert!(!table.undo());
    let action = table.legal_actions(Seat::FIRST).remove(0);
    let events = table.play(Seat::FIRST, &action).unwrap();
    assert_eq!((events.texts().len(), table.inputs()), (4, inputs + 4));
    assert!(table.undo());
    assert_eq!((table.digest(), table.inputs()), (digest, inputs));
}

#[test]
fn what_is_refused_has_a_code_and_changes_nothing() {
    let mut table = CATALOG.begin("set", &[("deal_rule", "only_if_no_set")], Deal::stream(7)).unwrap();
    let before = (table.digest(), table.inputs());
    let mut refused = |seat: u8, text: &str| {
        let refused = table.play(Seat(seat), text).unwrap_err();
        (refused.code, refused.to_string())
    };
    let sentence = "there is a Set on the board; cards are dealt when there is none";
    assert_eq!(refused(0, "deal"), ("set_on_board", sentence.to_owned()));
    assert_eq!(refused(1, "deal"), ("not_your_turn", "it is not the turn of seat 2".to_owned()));
    let (code, why) = refused(0, "take 1 2 3");
    assert_eq!(
        (code, why.as_str()),
        ("notation", "`take 1 2 3`: an action is `claim 2 5 9`, `deal` or `call`")
    );
    assert_eq!(table.expire().unwrap_err().code, "no_window");
    assert_eq!((table.digest(), table.inputs()), before);
}

#[test]
fn windows_pass_by_the_runners_word() {
    let options = [("seats", "2"), ("call_ms", "3000")];
    let mut table = CATALOG.begin("set", &options, Deal::stream(7)).unwrap();
    assert_eq!(table.window(), None);
    table.play(Seat(1), "call").unwrap();
    assert_eq!(table.window(), Some(3000));
    assert_eq!(table.expire().unwrap().texts(), ["seat 2 expired"]);
    assert_eq!(table.scores().points(), [0, -1]);
}

#[test]
fn what_can_not_begin_says_why() {
    let refused = |id: &str, options: &[(&str, &str)], deal: &str| {
        CATALOG.begin(id, options, deal.parse().unwrap()).err().expect("it can't begin").to_string()
    };
    assert_eq!(refused("go", &[], "stream 1"), "there is no game `go`; the games are set, machi, triangle");
    assert_eq!(refused("set", &[("seats", "9")], "stream 1"), "config `seats`: 9 is not from 1 to 8");
    assert_eq!(
        refused("set", &[], "tarot 1"),
        "deal: there is no dealer `tarot`; there are stream, chacha20, cpython and given"
    );
}

#[test]
fn a_record_whose_dealer_deals_otherwise_does_not_verify() {
    let mut record = CATALOG.begin("set", &[], Deal::stream(7)).unwrap().record();
    CATALOG.verify(&record).unwrap();
    record.deal = Deal::stream(8);
    let error = CATALOG.verify(&record).unwrap_err();
    assert!(matches!(error, BeginError::Replay(_)));
    assert_eq!(error.to_string(), "line 18: dealer `stream 8`: it draws otherwise than the record says");
    record.deal = Deal::stream(7);
    record.end = Some(End::Finished);
    let error = CATALOG.verify(&record).unwrap_err().to_string();
    assert_eq!(error, "line 31: the game replays to end `open`, the record says `finished`");
    record.game = "go".to_owned();
    assert_eq!(
        CATALOG.verify(&record).unwrap_err().to_string(),
        "there is no game `go`; the games are set, machi, triangle"
    );
    assert_ne!(record.state, Digest::default().value());
}

#[test]
fn a_deal_of_a_key_is_played_taken_back_and_verified_in_every_game() {
    for entry in CATALOG.games() {
        let deal = Deal::chacha20(&[7; 32]);
        let mut table = CATALOG.begin(entry.id, &[], deal.clone()).unwrap();
        to_the_end(&mut *table, 1);
        let record = table.record();
        assert_eq!(record.deal, deal);
        let read: Record = record.to_string().parse().unwrap();
        CATALOG.verify(&read).unwrap();
        assert!(table.undo());
        to_the_end(&mut *table, 1);
        CATALOG.verify(&table.record()).unwrap();
        let other = Record { deal: Deal::chacha20(&[8; 32]), ..record.clone() };
        assert!(
            CATALOG.verify(&other).unwrap_err().to_string().contains("it draws otherwise"),
            "{}",
            entry.id
        );
        let bad: Deal = "chacha20 7".parse().unwrap();
        let why = "deal: a key of `chacha20` is 64 digits of 0-9 and a-f";
        assert_eq!(CATALOG.begin(entry.id, &[], bad).err().unwrap().to_string(), why);
    }
}

/// The digits are those of `printf 'chacha20 00…' | sha256sum`.
#[test]
fn a_commitment_is_the_hash_of_the_deals_text() {
    let output = commitment(&Deal::chacha20(&[0; 32])).unwrap();
    assert_eq!(output, "e3c2e4317fe521b143b1ddd2c49fe305827b794d0fe9c1fb158deedad385dc99");
    assert_ne!(commitment(&Deal::chacha20(&[1; 32])).unwrap(), output);
    assert_eq!(commitment(&Deal::stream(0)), None);
}

#[test]
fn every_game_draws_itself_in_play_and_in_replay() {
    for entry in CATALOG.games() {
        let mut table = CATALOG.begin(entry.id, &[], Deal::stream(7)).unwrap();
        to_the_end(&mut *table, 1);
        let record = table.record();
        let view = View::default();
        let last = table.scene(&view).unwrap();
        assert_eq!(CATALOG.scene_at(&record, record.inputs.len(), &view).unwrap(), last);
        let mut shown = Vec::new();
        CATALOG.film(&record, &view, &mut |at, scene| shown.push((at, scene))).unwrap();
        assert_eq!(shown.last(), Some(&(record.inputs.len(), last)));
        let plays = record.inputs.iter().filter(|input| matches!(input, Input::Play(..))).count();
        assert_eq!(shown.len(), plays + 1, "{}", entry.id);
        let ghost = View { ghost: Some("fly".into()), ..View::default() };
        assert_eq!(table.scene(&ghost).unwrap_err().code, "notation");
        assert!(matches!(CATALOG.scene_at(&record, 0, &ghost), Err(BeginError::Notation(_))));
    }
}

#[test]
fn every_event_and_choice_has_text_words_and_data() {
    let who = |seat: Seat| seat.to_string();
    for id in ["set", "machi", "triangle"] {
        let mut table = CATALOG.begin(id, &[], Deal::stream(7)).unwrap();
        while let Turn::Seats(seats) = table.turn() {
            let seat = seats.iter().next().unwrap();
            let (choices, legal) = (table.choices(seat), table.legal_actions(seat));
            assert!(choices.len() <= legal.len() + 1, "{id}: actions with parts are one entry");
            for choice in &choices {
                assert!(choice.data["type"].is_string() && !choice.words.is_empty(), "{id}: {choice:?}");
            }
            for action in &legal {
                let text = |choice: &Description| action.starts_with(&choice.text);
                assert!(choices.iter().any(text), "{id}: {action} is among the choices");
                assert_eq!(table.describe_action(action).unwrap().text, *action);
            }
            let events = table.play(seat, &legal[legal.len() / 2]).unwrap();
            let described = events.describe(&who);
            assert!(described.iter().map(|event| &event.text).eq(&events.texts()));
            for event in described {
                assert!(event.data["type"].is_string() && !event.words.is_empty(), "{id}: {event:?}");
            }
        }
    }
}

#[test]
fn every_game_is_told_in_words() {
    let who = |seat: Seat| if seat == Seat::FIRST { "you".to_owned() } else { seat.to_string() };
    let cases = [
        ("set", "which three cards are a Set?", "three more cards"),
        ("machi", "what do you build?", "   0 build nothing"),
        ("triangle", "which shape goes where?", "the shape of slot 2 at 3 4"),
    ];
    for ((id, question, meaning), action) in cases.into_iter().zip(["deal", "pass", "place 2 3 4"]) {
        let mut table = CATALOG.begin(id, &[], Deal::stream(7)).unwrap();
        assert_eq!(table.question(&who), question);
        assert_eq!(table.describe_action(action).unwrap().words, meaning);
        assert_eq!(table.describe_action("fly").unwrap_err().code, "notation");
        assert_eq!(table.end_words(), None);
        to_the_end(&mut *table, 1);
        assert_eq!(table.question(&who), "");
        assert!(table.end_words().is_some());
        let record = table.record();
        let text = table.position_text(&who, Style::PLAIN);
        assert_eq!(CATALOG.position_text(&record, record.inputs.len(), &who, Style::PLAIN).unwrap(), text);
        assert_ne!(CATALOG.position_text(&record, 0, &who, Style::PLAIN).unwrap(), text);
    }
}

#[test]
fn a_bot_thinks_elsewhere_and_says_why() {
    for (id, bot) in [("set", "first"), ("machi", "ev"), ("triangle", "greedy")] {
        let table = CATALOG.begin(id, &[], Deal::stream(7)).unwrap();
        let thinker = table.thinker(bot, 1, Seat::FIRST).unwrap();
        let advice = std::thread::spawn(thinker).join().unwrap().expect("one seat is to act");
        assert!(table.legal_actions(Seat::FIRST).contains(&advice.action));
        assert!(!advice.why.is_empty());
        assert!(table.thinker("nobody", 1, Seat::FIRST).is_err());
    }
}

#[test]
fn a_bot_that_would_think_for_hours_is_stopped() {
    let stop = Stop::default();
    stop.request();
    let bot_limits = BotLimits { stop, ..BotLimits::own() };
    let endless = [
        ("machi", "search:turns=3,positions=1000000000"),
        ("machi", "mcts:playouts=100000000"),
        ("triangle", "beam:width=100000"),
        ("triangle", "foresight:boards=1000000000"),
    ];
    for (id, bot) in endless {
        let table = CATALOG.begin(id, &[], Deal::stream(7)).unwrap();
        let advice =
            table.thinker_on(bot, 1, Seat::FIRST, &bot_limits).unwrap()().expect("one seat is to act");
        assert!(table.legal_actions(Seat::FIRST).contains(&advice.action), "{bot}");
    }
}
