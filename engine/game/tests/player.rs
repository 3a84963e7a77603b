//! Players and the loop that asks them: races, ties, windows, silence, refusals.

mod table;

use tercet_conformance::toy::Action::{Grab, Hold, Roll};
use tercet_conformance::toy::{Action, Config, Event, Phase, State, Toy, ToyDealer, WINDOW_MS};
use tercet_game::{
    Answer, Deal, Deals, End, Game, Live, PlayError, Player, Rng, RunError, Sample, Scores, Seat, run,
};

use table::toy;

/// Grabs after so many milliseconds; else rolls, and holds from six points on.
struct Steady {
    delay_ms: Option<u32>,
}

impl Player<Toy> for Steady {
    fn answer(&mut self, _: &Toy, state: &State, _: Seat) -> Option<Answer<Action>> {
        match state.phase {
            Phase::Open(_) => self.delay_ms.map(|delay_ms| Answer { action: Grab, delay_ms }),
            _ if state.pot >= 6 => Some(Answer::now(Hold)),
            _ => Some(Answer::now(Roll)),
        }
    }
}

/// Does always the same.
struct Stubborn(Action);

impl Player<Toy> for Stubborn {
    fn answer(&mut self, _: &Toy, _: &State, _: Seat) -> Option<Answer<Action>> {
        Some(Answer::now(self.0))
    }
}

struct Mute;

impl Player<Toy> for Mute {
    fn answer(&mut self, _: &Toy, _: &State, _: Seat) -> Option<Answer<Action>> {
        None
    }
}

struct Random(Rng);

impl Player<Toy> for Random {
    fn answer(&mut self, game: &Toy, state: &State, seat: Seat) -> Option<Answer<Action>> {
        game.sample_action(state, seat, &mut self.0).map(Answer::now)
    }
}

fn begin(game: &Toy, deal: &str) -> Live<Toy, ToyDealer> {
    Live::new(game, game.dealer(&deal.parse().unwrap()).unwrap(), (), &mut ()).unwrap()
}

fn four_seats() -> Toy {
    Toy::new(&Config { seats: 4, goal: 1000, limit: 60 }).unwrap()
}

/// Who had the open turns of a game of four seats, in order.
fn races(delays: [Option<u32>; 4]) -> Vec<Event> {
    let game = four_seats();
    let mut players = delays.map(|delay_ms| Steady { delay_ms });
    let mut heard = Vec::new();
    run(&game, &mut begin(&game, "stream 1"), &mut players, &mut heard).unwrap();
    heard.retain(|event| matches!(event, Event::Grabbed(_) | Event::Passed(_)));
    heard
}

#[test]
fn the_quickest_answer_wins() {
    let heard = races([Some(300), Some(200), Some(100), None]);
    assert_eq!(heard[0], Event::Grabbed(Seat(2)));
    assert!(heard.contains(&Event::Grabbed(Seat(1))), "the next quickest, when seat 3 has lost: {heard:?}");
    assert!(!heard.contains(&Event::Grabbed(Seat(0))));
    assert!(!heard.contains(&Event::Grabbed(Seat(3))));
}

#[test]
fn ties_go_round() {
    let heard = races([Some(100); 4]);
    assert_eq!(heard[0], Event::Grabbed(Seat(0)), "the first tie is the first seat's");
    for seat in 0..4 {
        assert!(heard.contains(&Event::Grabbed(Seat(seat))), "seat {seat} never wins a tie: {heard:?}");
    }
}

#[test]
fn an_answer_within_the_window_counts_and_a_later_one_does_not() {
    let late = races([Some(WINDOW_MS + 1), Some(WINDOW_MS), None, None]);
    assert_eq!(late[0], Event::Grabbed(Seat(1)), "the last moment counts");
    let too_late = races([Some(WINDOW_MS + 1); 4]);
    assert_eq!(too_late[0], Event::Passed(Seat(0)));
    assert!(too_late.iter().all(|event| matches!(event, Event::Passed(_))));
}

#[test]
fn time_passes_where_nobody_answers() {
    let heard = races([None; 4]);
    assert!(!heard.is_empty() && heard.iter().all(|event| matches!(event, Event::Passed(_))), "{heard:?}");
}

#[test]
fn a_delay_counts_only_in_races() {
    struct Slow;
    impl Player<Toy> for Slow {
        fn answer(&mut self, game: &Toy, state: &State, seat: Seat) -> Option<Answer<Action>> {
            let mut legal = Vec::new();
            game.legal_actions(state, seat, &mut legal);
            Some(Answer { action: legal[0], delay_ms: u32::MAX })
        }
    }
    let game = toy();
    let scores = run(&*game, &mut begin(&game, "stream 1"), &mut [Slow, Slow], &mut ()).unwrap();
    assert_eq!(scores.end(), Some(End::Finished));
}

#[test]
fn a_table_of_the_silent_cannot_go_on() {
    let game = toy();
    let mut live = begin(&game, "stream 1");
    let error = run(&*game, &mut live, &mut [Mute, Mute], &mut ()).unwrap_err();
    assert_eq!(error, PlayError::Silent);
    assert_eq!(error.to_string(), "nobody at the table has an answer");
    assert_eq!(live.state().phase, Phase::Choose(Seat(0)), "time passed once, then there was no clock");
}

#[test]
fn a_refused_action_names_its_seat() {
    let game = toy();
    let mut players: [Box<dyn Player<Toy>>; 2] =
        [Box::new(Steady { delay_ms: None }), Box::new(Stubborn(Grab))];
    let error = run(&*game, &mut begin(&game, "stream 1"), &mut players, &mut ()).unwrap_err();
    assert!(matches!(error, PlayError::Run { seat: Seat(1), error: RunError::Refused(_) }));
    assert_eq!(error.to_string(), "seat 2: that can't be done in this phase");
}

#[test]
fn a_dealer_that_stops_is_told_with_the_seat_that_played() {
    let game = toy();
    let mut players = [Steady { delay_ms: Some(1) }, Steady { delay_ms: Some(2) }];
    let error = run(&*game, &mut begin(&game, "given 6 2"), &mut players, &mut ()).unwrap_err();
    assert_eq!(error.to_string(), "seat 2: deal: no faces are left");
}

#[test]
fn players_in_boxes_play_like_any_other() {
    let game = toy();
    let boxed = |seed| -> Box<dyn Player<Toy>> { Box::new(Random(Rng::new(seed))) };
    let plain = |seed| Random(Rng::new(seed));
    let scores = |result: Result<Scores, _>| -> Scores { result.unwrap() };
    let one = scores(run(&*game, &mut begin(&game, "stream 1"), &mut [boxed(1), boxed(2)], &mut ()));
    let other = scores(run(&*game, &mut begin(&game, "stream 1"), &mut [plain(1), plain(2)], &mut ()));
    assert_eq!(one, other);
}

#[test]
fn a_game_that_is_over_asks_nobody() {
    let game = toy();
    let mut live = begin(&game, &Deal::stream(1).to_string());
    let mut players = [Steady { delay_ms: Some(1) }, Steady { delay_ms: Some(2) }];
    let scores = run(&*game, &mut live, &mut players, &mut ()).unwrap();
    assert_eq!(run(&*game, &mut live, &mut [Mute, Mute], &mut ()), Ok(scores));
}

#[test]
#[should_panic(expected = "one player for each of the 4 seats")]
fn a_seat_without_a_player_is_told_at_once() {
    let game = four_seats();
    let mut live = begin(&game, "stream 1");
    let _ = run(&game, &mut live, &mut [Mute, Mute], &mut ());
}
