//! Live games and matches: plays, refusals, undo, snapshots, forks, dealers that stop.

mod table;

use tercet_conformance::toy::Action::{Grab, Hold, Roll};
use tercet_conformance::toy::{Event, Face, Illegal, Phase, Pot, Toy};
use tercet_game::{
    Deal, DealError, Dealer, Deals, Digest, End, Input, InputOf, Live, Match, Record, Recorder, Replay,
    RunError, Seat, Seats, Stream, Turn,
};

use table::{play, table, toy, whole_game};

type ToyState = <Toy as tercet_game::Game>::State;

/// A dealer that draws what the rules refuse.
struct Cheat;

impl Dealer<Toy> for Cheat {
    fn draw(&mut self, _: &Toy, _: &<Toy as tercet_game::Game>::State) -> Result<Face, DealError> {
        Ok(Face(7))
    }

    fn observe(&mut self, _: &Event) {}
}

/// A dealer that writes down what it hears.
#[derive(Default)]
struct Scribe(Vec<Event>);

impl Dealer<Toy> for Scribe {
    fn draw(&mut self, _: &Toy, _: &<Toy as tercet_game::Game>::State) -> Result<Face, DealError> {
        Ok(Face(self.0.len() as u8 + 1))
    }

    fn observe(&mut self, event: &Event) {
        self.0.push(*event);
    }
}

/// Remembers what each input brought, as a picture's memory does.
#[derive(Clone, Debug, Default, PartialEq)]
struct Witness(Vec<(ToyState, Vec<Event>)>);

impl Recorder<Toy> for Witness {
    fn keep(&mut self, _: InputOf<Toy>) {}

    fn listens(&self) -> bool {
        true
    }

    fn observe(&mut self, _: &Toy, before: &ToyState, events: &[Event]) {
        self.0.push((*before, events.to_vec()));
    }
}

fn witnessed(deal: &str) -> Match<Toy, Witness> {
    Match::followed(toy(), deal.parse().unwrap(), Witness::default(), &mut ()).unwrap()
}

#[test]
fn who_follows_a_match_hears_each_input_once_and_the_log_hears_the_same() {
    let (mut table, mut heard) = (witnessed("given 3 1"), Vec::new());
    let start = *table.state();
    for action in [Grab, Roll, Roll] {
        table.play(Seat(0), action, &mut heard).unwrap();
    }
    let memory = table.memory().clone();
    assert_eq!(memory.0.len(), table.inputs().len(), "chance is heard as an input of its own");
    assert_eq!(memory.0[0], (start, vec![Event::Grabbed(Seat(0))]));
    assert_eq!(memory.0.iter().flat_map(|(_, events)| events.clone()).collect::<Vec<_>>(), heard);
    let record = table.record();
    let again = Match::<Toy, Witness>::resume_followed(&record, |_| Witness::default(), &mut ()).unwrap();
    assert_eq!((again.memory(), again.record()), (&memory, record.clone()));
    let mut replay = Replay::<Toy, Witness>::followed(&record, |_| Witness::default()).unwrap();
    replay.verify(&mut ()).unwrap();
    assert_eq!(replay.memory(), &memory);
}

#[test]
fn who_follows_a_match_forgets_what_is_taken_back() {
    let mut table = witnessed("given 3");
    for action in [Grab, Roll] {
        table.play(Seat(0), action, &mut ()).unwrap();
    }
    let memory = table.memory().clone();
    table.play(Seat(0), Roll, &mut ()).unwrap_err();
    assert_eq!(table.memory(), &memory, "the dealer had no face left");
    assert!(table.undo());
    assert_eq!(table.memory().0, memory.0[..1]);
}

#[test]
fn what_is_kept_may_be_decided_while_the_program_runs() {
    let game = toy();
    for witness in [None, Some(Box::new(Witness::default()))] {
        let is_kept = witness.is_some();
        let mut live = Live::new(&*game, Stream::new(7), (Vec::new(), witness), &mut ()).unwrap();
        live.play(&game, Seat(1), Grab, &mut ()).unwrap();
        let (inputs, witness) = live.recorder();
        assert_eq!(
            (inputs.len(), witness.as_ref().map(|witness| witness.0.len())),
            (1, is_kept.then_some(1))
        );
    }
}

#[test]
fn a_live_game_without_a_dealer_takes_what_it_is_given() {
    let game = toy();
    let mut live: Live<Toy, ()> = Live::at(tercet_game::Game::start(&*game), (), ());
    live.take(&game, Input::Play(Seat(0), Grab), &mut ()).unwrap();
    live.take(&game, Input::Play(Seat(0), Roll), &mut ()).unwrap();
    assert_eq!(live.draw(&game, &mut ()).unwrap_err().why(), "nobody deals here");
    live.take(&game, Input::Chance(Face(3)), &mut ()).unwrap();
    assert_eq!(live.state().pot, 3);
}

#[test]
fn a_live_game_deals_up_to_the_next_decision() {
    let game = toy();
    let mut heard = Vec::new();
    let mut live = Live::new(&*game, Stream::new(7), Vec::new(), &mut heard).unwrap();
    live.play(&game, Seat(1), Grab, &mut heard).unwrap();
    live.play(&game, Seat(1), Roll, &mut heard).unwrap();
    assert_eq!(live.state().phase, Phase::Open(Seats::one(Seat(0))), "it was a one");
    live.expire(&game, &mut heard).unwrap();
    assert_eq!(live.state().phase, Phase::Choose(Seat(0)));
    let expected = [Event::Grabbed(Seat(1)), Event::Rolled(Face(1)), Event::Lost(0), Event::Passed(Seat(0))];
    assert_eq!(heard, expected);
}

#[test]
fn a_live_game_refuses_and_changes_nothing() {
    let game = toy();
    let mut heard = Vec::new();
    let mut live = Live::new(&*game, Stream::new(7), (), &mut heard).unwrap();
    let before = *live.state();
    assert_eq!(live.play(&game, Seat(0), Roll, &mut heard), Err(RunError::Refused(Illegal::NotNow)));
    live.play(&game, Seat(0), Grab, &mut ()).unwrap();
    assert_eq!(live.expire(&game, &mut heard), Err(RunError::Refused(Illegal::NoClock)));
    assert_ne!(*live.state(), before);
    assert_eq!(heard, []);
}

#[test]
fn a_live_game_is_cloned_with_its_dealer() {
    let game = toy();
    let mut one = Live::new(&*game, Stream::new(3), (), &mut ()).unwrap();
    one.play(&game, Seat(0), Grab, &mut ()).unwrap();
    let mut other = one.clone();
    one.play(&game, Seat(0), Roll, &mut ()).unwrap();
    other.play(&game, Seat(0), Roll, &mut ()).unwrap();
    assert_eq!(one.state(), other.state());
}

#[test]
fn a_dealer_hears_every_event() {
    let game = toy();
    let mut live = Live::new(&*game, Scribe::default(), (), &mut ()).unwrap();
    live.play(&game, Seat(0), Grab, &mut ()).unwrap();
    live.play(&game, Seat(0), Roll, &mut ()).unwrap();
    assert_eq!(live.state().pot, 2, "one event was heard before the draw");
    live.play(&game, Seat(0), Roll, &mut ()).unwrap();
    assert_eq!(live.state().pot, 5, "two were heard before the next");
}

#[test]
fn a_draw_that_the_rules_refuse_is_the_dealers_fault() {
    let game = toy();
    let mut live = Live::new(&*game, Cheat, (), &mut ()).unwrap();
    live.play(&game, Seat(0), Grab, &mut ()).unwrap();
    let error = live.play(&game, Seat(0), Roll, &mut ()).unwrap_err();
    assert_eq!(error.code(), "deal");
    assert_eq!(
        error.to_string(),
        "deal: the dealer drew Face(7), which is refused: no die was thrown that could show this"
    );
}

#[test]
fn a_match_keeps_all_inputs_in_order() {
    let mut table = table("given 3 1");
    play(&mut table, &[Grab, Roll, Roll]);
    table.expire(&mut ()).unwrap();
    let expected = [
        Input::Play(Seat(0), Grab),
        Input::Play(Seat(0), Roll),
        Input::Chance(Face(3)),
        Input::Play(Seat(0), Roll),
        Input::Chance(Face(1)),
        Input::Expire,
    ];
    assert_eq!(table.inputs(), expected);
    assert_eq!(table.turn(), Turn::Seats(Seats::one(Seat(1))));
    assert_eq!(table.legal_actions(Seat(1)), [Roll]);
    assert_eq!(table.legal_actions(Seat(0)), []);
}

#[test]
fn a_match_refuses_and_changes_nothing() {
    let mut table = table("stream 1");
    play(&mut table, &[Grab]);
    let (before, mut heard) = (table.record(), Vec::new());
    let refused = table.play(Seat(1), Roll, &mut heard).unwrap_err();
    assert_eq!(
        (refused.code(), refused.to_string().as_str()),
        ("not_your_turn", "it is not this seat's turn")
    );
    let refused = table.expire(&mut heard).unwrap_err();
    assert_eq!((refused.code(), refused.to_string().as_str()), ("no_clock", "no clock is running"));
    assert_eq!(table.record(), before);
    assert_eq!(heard, []);
}

#[test]
fn a_match_is_as_before_when_its_dealer_fails_halfway() {
    let mut table = table("given 3");
    play(&mut table, &[Grab, Roll]);
    let (before, mut heard) = (table.record(), Vec::new());
    let stopped = table.play(Seat(0), Roll, &mut heard).unwrap_err();
    assert_eq!((stopped.code(), stopped.to_string().as_str()), ("deal", "deal: no faces are left"));
    assert_eq!(table.record(), before);
    assert_eq!(heard, [], "nothing is heard of a play that is taken back");
    play(&mut table, &[Hold]);
    assert_eq!(table.state().points[0], 3, "without the die it goes on");
}

#[test]
fn a_match_tells_events_in_order() {
    let (mut table, mut heard) = (table("given 3 1"), Vec::new());
    for action in [Grab, Roll, Roll] {
        table.play(Seat(0), action, &mut heard).unwrap();
    }
    table.expire(&mut heard).unwrap();
    let expected = [
        Event::Grabbed(Seat(0)),
        Event::Rolled(Face(3)),
        Event::Rolled(Face(1)),
        Event::Lost(3),
        Event::Passed(Seat(1)),
    ];
    assert_eq!(heard, expected);
}

#[test]
fn a_deal_that_cannot_be_begins_no_match() {
    let error = Match::new(toy(), "deck 1".parse().unwrap(), &mut ()).err().unwrap();
    assert_eq!(error.to_string(), "deal: there is no dealer `deck`; there are stream and given");
}

#[test]
fn a_match_over_takes_nothing_more() {
    let mut table = whole_game(1);
    let before = table.record();
    assert_eq!((table.turn(), before.end), (Turn::Over, Some(End::Finished)));
    assert_eq!(table.play(Seat(0), Grab, &mut ()).unwrap_err().code(), "over");
    assert_eq!(table.expire(&mut ()).unwrap_err().code(), "no_clock");
    assert_eq!(table.record(), before);
}

#[test]
fn undo_takes_back_a_play_and_its_draws() {
    let mut table = table("stream 5");
    play(&mut table, &[Grab]);
    let before = table.record();
    play(&mut table, &[Roll]);
    let after = table.record();
    assert!(table.undo());
    assert_eq!(table.record(), before);
    play(&mut table, &[Roll]);
    assert_eq!(table.record(), after, "the dealer draws the same again");
}

#[test]
fn a_reason_stands_with_its_action_and_is_taken_back_with_it() {
    let mut table = table("stream 7");
    table.because("nobody has done anything");
    assert!(table.reasons().is_empty());
    play(&mut table, &[Grab]);
    table.because("the pot is small");
    let small = table.record();
    play(&mut table, &[Roll]);
    table.because("it may bring a lot");
    // The roll was the second input; what the dealer drew is the third.
    assert_eq!(table.inputs().len(), 3);
    let output = [(1, "the pot is small"), (2, "it may bring a lot")];
    assert_eq!(table.record().reasons.iter().collect::<Vec<_>>(), output);
    let record: Record = table.record().to_string().parse().unwrap();
    Replay::<Toy>::open(&record).unwrap().verify(&mut ()).unwrap();
    assert_eq!(Match::<Toy>::resume(&record, &mut ()).unwrap().record(), record);
    assert!(table.undo());
    assert_eq!(table.record(), small);
}

#[test]
fn undo_takes_back_time_that_passed() {
    let mut table = table("stream 5");
    let before = table.record();
    table.expire(&mut ()).unwrap();
    assert!(table.undo());
    assert_eq!(table.record(), before);
    assert!(!table.undo(), "nothing is left to take back");
    assert_eq!(table.record(), before);
}

#[test]
fn a_whole_game_can_be_undone_and_made_again() {
    let mut table = whole_game(2);
    let (after, inputs) = (table.record(), table.inputs().to_vec());
    while table.undo() {}
    assert_eq!(table.inputs(), []);
    for input in inputs {
        if let Input::Play(seat, action) = input {
            table.play(seat, action, &mut ()).unwrap();
        }
    }
    assert_eq!(table.record(), after);
}

#[test]
fn a_snapshot_brings_back_position_and_dealer() {
    let mut table = table("stream 9");
    play(&mut table, &[Grab]);
    let (snapshot, before) = (table.snapshot(), table.record());
    play(&mut table, &[Roll]);
    let after = table.record();
    table.restore(&snapshot);
    assert_eq!(table.record(), before);
    play(&mut table, &[Roll]);
    assert_eq!(table.record(), after);
}

#[test]
fn a_clone_goes_its_own_way() {
    let mut table = table("stream 9");
    play(&mut table, &[Grab]);
    let (before, mut other) = (table.record(), table.clone());
    play(&mut other, &[Roll]);
    assert_eq!(table.record(), before);
    play(&mut table, &[Roll]);
    assert_eq!(table.record(), other.record(), "a clone has the same dealer");
}

/// The faces of so many rolls, as long as no one comes.
fn faces<D: Dealer<Toy>>(live: &mut Live<Toy, D>, count: usize) -> Vec<Event> {
    let (game, mut heard) = (toy(), Vec::new());
    for _ in 0..count {
        match live.state().phase {
            Phase::Choose(seat) => live.play(&game, seat, Roll, &mut heard).unwrap(),
            _ => live.expire(&game, &mut heard).unwrap(),
        }
    }
    heard.retain(|event| matches!(event, Event::Rolled(_)));
    heard
}

#[test]
fn a_fork_has_a_deal_of_its_own() {
    let mut table = table("stream 9");
    play(&mut table, &[Grab, Roll]);
    let before = table.record();
    let drawn = |seed: u64| faces(&mut table.fork(seed), 30);
    assert_eq!(drawn(1), drawn(1), "the same seed forks alike");
    assert_ne!(drawn(1), drawn(2));
    let mut own = Live::new(&*toy(), toy().dealer(&Deal::stream(9)).unwrap(), (), &mut ()).unwrap();
    own.play(&toy(), Seat(0), Grab, &mut ()).unwrap();
    own.play(&toy(), Seat(0), Roll, &mut ()).unwrap();
    assert_eq!(own.state(), table.state());
    assert_ne!(drawn(9), faces(&mut own, 30), "not even its own seed tells what the match will draw");
    assert_eq!(table.record(), before);
}

#[test]
fn a_fork_goes_on_where_the_match_is_whatever_its_dealer() {
    let mut table = table("given 3");
    play(&mut table, &[Grab, Roll]);
    let mut fork = table.fork(1);
    assert_eq!(fork.state(), table.state());
    assert!(faces(&mut fork, 30).len() > 20, "the match has no faces left, its fork has");
}

#[test]
fn a_record_says_what_the_match_came_to() {
    let table = whole_game(4);
    let record = table.record();
    assert_eq!((record.game.as_str(), record.rules, &record.deal), ("toy", 1, &Deal::stream(4)));
    assert_eq!(record.state, Digest::of(table.state()).value());
    assert_eq!(record.inputs.len(), table.inputs().len());
    assert_eq!(record.scores, table.state().points[..2].iter().map(|&n| i32::from(n)).collect::<Vec<_>>());
}

#[test]
fn an_edit_is_an_input_that_replays_and_is_undone() {
    let mut table = table("given 3 4 6");
    play(&mut table, &[Grab, Roll]);
    let before = table.record();
    let mut heard = Vec::new();
    table.edit(Pot(15), &mut heard).unwrap();
    assert_eq!(heard, [Event::Set(15)]);
    assert_eq!(table.state().pot, 15);
    let record: Record = table.record().to_string().parse().unwrap();
    assert_eq!(record.inputs.last(), Some(&Input::Edit("pot 15".to_owned())));
    Replay::<Toy>::open(&record).unwrap().verify(&mut ()).unwrap();
    assert_eq!(Match::<Toy>::resume(&record, &mut ()).unwrap().record(), record);
    assert!(table.undo());
    assert_eq!(table.record(), before);
}

#[test]
fn an_edit_that_cannot_be_is_refused_and_changes_nothing() {
    let mut table = table("given 3 4 6");
    let before = table.record();
    let error = table.edit(Pot(15), &mut ()).unwrap_err();
    assert_eq!(error.code(), "not_now", "the turn is open, so nobody has a pot");
    assert_eq!(table.record(), before);
}
