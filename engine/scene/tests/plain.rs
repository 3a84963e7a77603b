//! The picture of a game that draws none of its own.

use std::convert::Infallible;
use std::fmt;

use tercet_game::{
    ConfigError, Deal, DealError, Deals, End, Game, Log, NotLegal, Notation, Note, Sample, Scores, Seat,
    Seats, Standard, Turn, stable,
};
use tercet_scene::{Draw, Grid, Node, Square, Touch, View};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct State {
    taken: [u8; 2],
}

stable!(State: taken);

/// Two squares; who is to act takes one that is free.
struct Squares;

impl Game for Squares {
    type Config = ();
    type State = State;
    type Action = u8;
    type Chance = Infallible;
    type Edit = Infallible;
    type Event = Note;
    type Illegal = NotLegal;

    const ID: &'static str = "squares";
    const RULES_VERSION: u16 = 1;

    fn new((): &()) -> Result<Squares, ConfigError> {
        Ok(Squares)
    }

    fn config(&self) -> &() {
        &()
    }

    fn limit(&self) -> u32 {
        2
    }

    fn start(&self) -> State {
        State { taken: [0; 2] }
    }

    fn turn(&self, state: &State) -> Turn {
        match state.taken.iter().filter(|&&each| each > 0).count() {
            2 => Turn::Over,
            count => Turn::Seats(Seats::one(Seat(count as u8))),
        }
    }

    fn legal_actions(&self, state: &State, seat: Seat, out: &mut Vec<u8>) {
        if self.turn(state) == Turn::Seats(Seats::one(seat)) {
            out.extend((0..2).filter(|&square| state.taken[usize::from(square)] == 0));
        }
    }

    fn play(
        &self,
        state: &mut State,
        seat: Seat,
        square: u8,
        _: &mut impl Log<Note>,
    ) -> Result<(), NotLegal> {
        NotLegal::check(self, state, seat, square)?;
        state.taken[usize::from(square)] = seat.0 + 1;
        Ok(())
    }

    fn scores(&self, state: &State) -> Scores {
        Scores::new(&[0, 0], (self.turn(state) == Turn::Over).then_some(End::Finished))
    }
}

impl Notation for Squares {
    fn actions(&self) -> Vec<u8> {
        vec![0, 1]
    }

    fn write_action(&self, action: u8, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "square {}", action + 1)
    }

    fn position_text(&self, _: &State) -> String {
        "seat 1 began against seat 2".to_owned()
    }
}

impl Sample for Squares {}

impl Deals for Squares {
    type Dealer = Standard;

    fn dealer(&self, deal: &Deal) -> Result<Standard, DealError> {
        Standard::new(deal)
    }
}

impl Draw for Squares {
    type Memory = ();

    fn memory(&self, _: &Deal) {}

    fn grid(&self, state: &State) -> Option<Grid> {
        let square = |(at, &owner): (usize, &u8)| Square {
            piece: if owner > 0 { "X".to_owned() } else { String::new() },
            seat: owner.checked_sub(1).map(Seat),
            action: Some(format!("square {}", at + 1)),
        };
        Some(Grid { columns: 2, squares: state.taken.iter().enumerate().map(square).collect() })
    }
}

#[test]
fn players_have_their_names_and_only_what_is_legal_is_touched() {
    let state = State { taken: [1, 0] };
    let names = vec!["Ana".to_owned(), "Rosa".to_owned()];
    let touched = |view: View| {
        let scene = Squares.scene(&state, &(), &view);
        let of = scene.groups().map(|group| (group.name.clone().unwrap_or_default(), group.touch.clone()));
        (scene.title.clone(), of.collect::<Vec<_>>())
    };
    let (title, groups) = touched(View { names: names.clone(), ..View::of(Seat(1)) });
    assert_eq!(title, "squares: Ana began against Rosa");
    assert_eq!(
        groups,
        [
            ("row 1, column 1: X of Ana".to_owned(), None),
            ("row 1, column 2: empty".to_owned(), Some(Touch::Action("square 2".to_owned()))),
        ]
    );
    for view in [View::of(Seat(0)), View::default()] {
        assert!(touched(view).1.iter().all(|(_, touch)| touch.is_none()), "it is the other's turn");
    }
    let scene = Squares.scene(&state, &(), &View { names, ..View::default() });
    let is_text = |node: &Node| matches!(node, Node::Text(text) if text.words == "Ana began against Rosa");
    assert!(scene.nodes.iter().any(is_text));
}
