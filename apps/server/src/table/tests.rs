//! What a table may not do: reveal what is still to be dealt, or take others with it when it fails.

use tercet_entry::{AnyGame, AnyPosition, Description, Events, Names, Refused, Style, Thinker};
use tercet_game::{Deal, Digest, Finish, InputText, Record, Scores, Seat, Seats, Turn};
use tercet_scene::{Scene, View};
use tercet_search::{BotError, BotLimits};

use super::*;
use crate::wire::{ServerMessage, TableView};

fn body(game: &str, seats: u8, deal: &str) -> TableDetails {
    let options: Vec<(String, String)> = match game {
        "set" => vec![("guarantee".to_owned(), "none".to_owned())],
        _ => Vec::new(),
    };
    let asked = GameRequest {
        game: game.to_owned(),
        options: tercet_catalog::games().table_options(game, &options, seats).unwrap(),
        deal: deal.parse().unwrap(),
        shows_deal: false,
    };
    let seat = |seat: u8| SeatDetails::person(format!("player {seat}"), &Token::given(&seat.to_string()));
    TableDetails { bot_seed: 7, ..TableDetails::new(asked, (0..seats).map(seat).collect()) }
}

fn table(game: &str, seats: u8, deal: &str) -> Table {
    Table::load("table".to_owned(), 1, body(game, seats, deal), 0, &[]).unwrap()
}

/// All that a table says to somebody with this view, byte for byte; the time that passes aside.
fn said(table: &Table, viewer: Viewer) -> Vec<String> {
    let view = TableView { age_ms: 0, ..table.view(viewer, None) };
    let mut said = vec![message_text(&ServerMessage::Table { id: 0, table: Box::new(view) })];
    said.extend(table.moved(viewer).map(|moved| message_text(&ServerMessage::Moved(Box::new(moved)))));
    said
}

/// Two decks of SET with the same cards on top and the rest in another order.
fn decks(shown: usize) -> [String; 2] {
    let mut cards: Vec<String> = Vec::new();
    for number in ["1", "2", "3"] {
        for color in ["r", "g", "p"] {
            for shading in ["s", "t", "e"] {
                cards.extend(["d", "o", "s"].map(|shape| format!("{number}{color}{shading}{shape}")));
            }
        }
    }
    let deck: Vec<String> = (0..81).map(|index| cards[index * 32 % 81].clone()).collect();
    let mut other = deck.clone();
    other[shown..].reverse();
    [deck, other].map(|deck| format!("given {}", deck.join(" ")))
}

/// Plays two tables alike for as long as the same was dealt at both, and compares all that each viewer hears. How many
/// states were compared.
fn compare(game: &str, seats: u8, deals: [String; 2], mut choice: usize) -> usize {
    let mut tables = deals.map(|deal| table(game, seats, &deal));
    let viewers = [Seats::NONE, Seats::one(Seat(0)), Seats::first(seats)];
    let mut compared = 0;
    while tables[0].game.inputs_from(0) == tables[1].game.inputs_from(0) && !tables[0].is_over() {
        for seats in viewers {
            let viewer = Viewer { seats, words: true, ..Viewer::default() };
            assert_eq!(said(&tables[0], viewer), said(&tables[1], viewer), "{game} {choice}");
        }
        compared += 1;
        let seat = tables[0].turn().iter().next().unwrap();
        let actions = tables[0].game.legal_actions(seat);
        choice = choice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let action = &actions[(choice >> 33) % actions.len()];
        for table in &mut tables {
            let _ = table.act(seat, table.state, action, None).unwrap();
        }
    }
    compared
}

#[test]
fn games_that_differ_in_what_is_still_to_be_dealt_are_told_alike() {
    let mut compared = 0;
    for choice in 0..3 {
        for shown in [15, 21, 30] {
            compared += compare("set", 2, decks(shown), choice);
            compared += compare("set", 1, decks(shown), choice);
        }
        for seed in 0..8 {
            let deals = [2 * seed, 2 * seed + 1].map(|seed| Deal::stream(seed).to_string());
            compared += compare("machi", 3, deals.clone(), choice);
            compared += compare("triangle", 1, deals, choice);
        }
    }
    assert!(compared > 40, "only {compared} states were alike");
}

#[test]
fn the_deal_is_told_once_the_game_is_over() {
    let mut table = table("triangle", 1, "stream 11");
    while !table.is_over() {
        assert!(said(&table, Viewer::default()).iter().all(|text| !text.contains("stream 11")));
        let action = table.game.legal_actions(Seat::FIRST)[0].clone();
        let _ = table.act(Seat::FIRST, table.state, &action, None).unwrap();
    }
    assert!(said(&table, Viewer::default()).iter().all(|text| text.contains("\"deal\":\"stream 11\"")));
}

/// A game whose rules have a bug.
struct Bomb(Box<dyn AnyGame>);

impl AnyGame for Bomb {
    fn play(&mut self, _: Seat, _: &str) -> Result<Box<dyn Events>, Refused> {
        panic!("on purpose")
    }
    fn id(&self) -> &'static str {
        self.0.id()
    }
    fn turn(&self) -> Turn {
        self.0.turn()
    }
    fn legal_actions(&self, seat: Seat) -> Vec<String> {
        self.0.legal_actions(seat)
    }
    fn because(&mut self, why: &str) {
        self.0.because(why);
    }
    fn choices(&self, seat: Seat) -> Vec<Description> {
        self.0.choices(seat)
    }
    fn expire(&mut self) -> Result<Box<dyn Events>, Refused> {
        self.0.expire()
    }
    fn edit(&mut self, edit: &str) -> Result<Box<dyn Events>, Refused> {
        self.0.edit(edit)
    }
    fn window(&self) -> Option<u32> {
        self.0.window()
    }
    fn undo(&mut self) -> bool {
        self.0.undo()
    }
    fn scores(&self) -> Scores {
        self.0.scores()
    }
    fn inputs(&self) -> usize {
        self.0.inputs()
    }
    fn inputs_from(&self, number: usize) -> Vec<InputText> {
        self.0.inputs_from(number)
    }
    fn finishes(&self) -> Vec<Finish> {
        self.0.finishes()
    }
    fn digest(&self) -> Digest {
        self.0.digest()
    }
    fn record(&self) -> Record {
        self.0.record()
    }
    fn scene(&self, view: &View) -> Result<Scene, Refused> {
        self.0.scene(view)
    }
    fn seats(&self) -> u8 {
        self.0.seats()
    }
    fn position_text(&self, who: Names, style: Style) -> String {
        self.0.position_text(who, style)
    }
    fn question(&self, who: Names) -> String {
        self.0.question(who)
    }
    fn position_data(&self) -> serde_json::Value {
        self.0.position_data()
    }
    fn layout(&self) -> serde_json::Value {
        self.0.layout()
    }
    fn describe_action(&self, action: &str) -> Result<Description, Refused> {
        self.0.describe_action(action)
    }
    fn is_solution(&self, action: &str) -> Result<bool, Refused> {
        self.0.is_solution(action)
    }
    fn solution_words(&self) -> &'static str {
        self.0.solution_words()
    }
    fn end_words(&self) -> Option<&'static str> {
        self.0.end_words()
    }
    fn thinker_on(
        &self,
        bot: &str,
        seed: u64,
        seat: Seat,
        bot_limits: &BotLimits,
    ) -> Result<Thinker, BotError> {
        self.0.thinker_on(bot, seed, seat, bot_limits)
    }
    fn copied(&self) -> Box<dyn AnyGame> {
        self.0.copied()
    }
    fn position(&self) -> Box<dyn AnyPosition> {
        self.0.position()
    }
}

#[test]
fn a_table_that_panics_is_left_alone_and_the_others_go_on() {
    let mut bad = table("set", 1, "stream 1");
    let mut good = table("set", 1, "stream 1");
    let action = good.game.legal_actions(Seat::FIRST)[0].clone();
    bad.game = Box::new(Bomb(start(&good.body).unwrap()));
    for _ in 0..2 {
        let refusal = bad.act(Seat::FIRST, 0, &action, None).err().unwrap();
        assert_eq!((refusal.code.as_ref(), bad.state), ("broken", 0));
    }
    let _ = good.act(Seat::FIRST, 0, &action, None).unwrap();
    assert_eq!(good.state, 1);
}

#[test]
fn a_table_that_was_marked_as_a_whole_has_its_seats_marked() {
    let text = serde_json::to_string(&body("machi", 2, "stream 1")).unwrap();
    let mut old: serde_json::Value = serde_json::from_str(&text).unwrap();
    old["assisted"] = true.into();
    for seat in old["seats"].as_array_mut().unwrap() {
        seat.as_object_mut().unwrap().remove("assisted");
    }
    let read = TableDetails::read(&old.to_string()).unwrap();
    assert_eq!(read.assisted(), Seats::first(2));
    assert_eq!(TableDetails::read(&text).unwrap().assisted(), Seats::NONE);
}

#[test]
fn nobody_sees_the_board_before_everybody_is_ready() {
    let mut table = table("set", 2, "stream 3");
    table.body.waits = true;
    for viewer in [Viewer::default(), Viewer { seats: Seats::one(Seat(0)), words: true, data: true }] {
        let view = table.view(viewer, None);
        assert!(view.waits && view.now.position.is_empty() && view.now.board.is_empty());
        assert!(view.now.turn.is_empty() && view.now.legal.is_empty() && view.now.actions.is_empty());
    }
    assert_eq!(table.act(Seat(0), 0, "deal", None).err().unwrap().code, "waiting");
    assert_eq!(table.check_begun().unwrap_err().code, "waiting");
    table.set_ready(Seat(0), true).unwrap();
    assert!(!table.is_ready());
    table.set_ready(Seat(1), true).unwrap();
    assert!(table.is_ready());
    table.set_ready(Seat(0), false).unwrap();
    assert!(!table.is_ready());
    table.body.waits = false;
    assert_eq!(table.set_ready(Seat(0), true).unwrap_err().code, "waiting");
    assert_eq!(table.check_begun(), Ok(()));
}

#[test]
fn what_is_said_is_short_and_not_too_often() {
    let mut table = table("set", 2, "stream 3");
    assert_eq!(table.say(Seat(0), " \u{7}\n ").unwrap_err().code, "chat");
    assert_eq!(table.say(Seat(0), &"a".repeat(201)).unwrap_err().code, "chat");
    table.say(Seat(0), "good  game\n").unwrap();
    assert_eq!(table.say(Seat(0), "again").unwrap_err().code, "limit");
    table.say(Seat(1), "thanks").unwrap();
}

#[test]
fn who_has_not_asked_for_cards_is_known_once_another_has() {
    let mut body = body("set", 3, "stream 3");
    // Cards may be asked for whatever is on the board.
    for (name, value) in &mut body.options {
        if name == "deal_rule" {
            *value = "free".to_owned();
        }
    }
    let mut table = Table::load("table".to_owned(), 1, body, 0, &[]).unwrap();
    assert_eq!(table.undecided(), None);
    let _ = table.act(Seat(1), 0, DEAL, None).unwrap();
    assert_eq!(table.undecided(), Some(Seat(0)));
    assert!(!table.was_forced());
    let _ = table.act(Seat(0), 1, DEAL, Some(FORCED.to_owned())).unwrap();
    assert!(table.was_forced());
    assert_eq!(table.undecided(), Some(Seat(2)));
}

#[test]
fn a_name_from_right_to_left_stays_within_its_sentence() {
    let mut table = table("set", 2, "stream 3");
    table.body.seats[0].name = "\u{5d3}\u{5e0}\u{5d4}".to_owned();
    let who = table.who(Viewer::default());
    assert_eq!(who(Seat(0)), "\u{2068}\u{5d3}\u{5e0}\u{5d4}\u{2069}");
    assert_eq!(who(Seat(1)), "player 1");
}

#[test]
fn a_table_comes_to_its_end_however_long_it_is_edited() {
    let mut table = table("triangle", 1, "stream 1");
    table.body.study = true;
    table.state = MOST_STATES - 1;
    assert!(table.edit(MOST_STATES - 1, "toggle 3 4").is_ok());
    assert_eq!(
        table.edit(MOST_STATES, "toggle 3 4").err().map(|refusal| refusal.code.into_owned()),
        Some("long".to_owned())
    );
    assert_eq!(table.state, MOST_STATES);
}
