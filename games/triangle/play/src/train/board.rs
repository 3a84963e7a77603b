//! The rules and a position behind one object, so that a caller needs no type for the kind of board.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use tercet_game::{ConfigError, Deal, DealError, Dealer, Deals, Encode, End, Game, Input, Live, Seat, Turn};
use tercet_scene::{Draw, Scene, View};
use tercet_triangle::{
    Action, AnyDealer, Config, Edit, Event, Field, FieldVisitor, Grid, Illegal, Memory, Painted, Piece,
    Puzzle, Setup, SetupError, Shape, State, with_field,
};

/// Where shapes come from.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// A dealer, from what it was made, and how many shapes it has dealt.
    Dealer {
        /// Who deals.
        dealer: Box<AnyDealer>,
        /// From what it was made.
        deal: Deal,
        /// How many shapes it has dealt.
        drawn: u64,
    },
    /// The caller, who gives them before they are needed.
    Given(VecDeque<Painted>),
}

/// The counts of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) steps: u32,
    pub(crate) survived: u32,
    pub(crate) placed: u32,
    pub(crate) cleared: u32,
}

/// A game under way, whatever its kind of board.
pub(crate) trait Board: Send + Sync {
    /// The same game once more.
    fn copied(&self) -> Box<dyn Board>;
    /// The rules' config.
    fn config(&self) -> &Config;
    /// The grid.
    fn grid(&self) -> &Grid;
    /// All shapes by number.
    fn shapes(&self) -> &[Shape];
    /// The counts.
    fn counts(&self) -> Counts;
    /// The points in whole numbers.
    fn points(&self) -> i32;
    /// How the game ended, by the rules.
    fn end(&self) -> Option<End>;
    /// Is the cell filled?
    fn is_filled(&self, cell: usize) -> bool;
    /// The picture of the position in these colours.
    fn scene(&self, memory: &Memory, view: &View) -> Scene;
    /// The numbers of the legal actions, ascending.
    fn valid(&self) -> Vec<usize>;
    /// The dealer of this deal after it has dealt so many shapes.
    fn dealer(&self, deal: &Deal, drawn: u64) -> Result<AnyDealer, DealError>;
    /// The position before anything is dealt.
    fn restart(&mut self);
    /// Plays the action of this number.
    fn play(&mut self, number: usize, heard: &mut Vec<Event>) -> Result<(), Illegal>;
    /// Takes the last play back, and what was dealt after it.
    fn take_back(&mut self);
    /// Deals until somebody can act.
    fn deal(&mut self, source: &mut Source, heard: &mut Vec<Event>) -> Result<(), DealError>;
    /// Changes the position by hand.
    fn edit(&mut self, edit: Edit, heard: &mut Vec<Event>) -> Result<(), Illegal>;
    /// Becomes a position from outside.
    fn set_up(&mut self, setup: &Setup) -> Result<(), SetupError>;
    /// Takes over another board's position; its shapes have the same numbers here.
    fn take_over(&mut self, other: &dyn Board, hand: &[Option<Piece>]);
}

/// How many configs' tables are kept: they take milliseconds to make.
const KEPT: usize = 8;

/// The board of a config before anything is dealt.
///
/// # Errors
/// If the config can't be.
pub(crate) fn board_of(config: &Config) -> Result<Box<dyn Board>, ConfigError> {
    static BOARDS: Mutex<VecDeque<(Config, Box<dyn Board>)>> = Mutex::new(VecDeque::new());
    let boards = || BOARDS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, board)) = boards().iter().find(|(each, _)| each == config) {
        return Ok(board.copied());
    }
    let board = new_board(config)?;
    let mut boards = boards();
    boards.truncate(KEPT - 1);
    boards.push_front((config.clone(), board.copied()));
    Ok(board)
}

fn new_board(config: &Config) -> Result<Box<dyn Board>, ConfigError> {
    struct New<'c>(&'c Config);

    impl FieldVisitor for New<'_> {
        type Out = Result<Box<dyn Board>, ConfigError>;

        fn visit<F: Field + Send + Sync + 'static>(self) -> Self::Out {
            let puzzle = Puzzle::<F>::new(self.0)?;
            let before = puzzle.start();
            Ok(Box::new(Held { puzzle: Arc::new(puzzle), live: Live::at(before, (), ()), before }))
        }
    }

    with_field(config, New(config))
}

struct Held<F: Field> {
    puzzle: Arc<Puzzle<F>>,
    /// Who deals is another each time: see [`Held::deal_by`].
    live: Live<Puzzle<F>, ()>,
    /// The position before the last play.
    before: State<F>,
}

impl<F: Field + Send + Sync + 'static> Board for Held<F> {
    fn copied(&self) -> Box<dyn Board> {
        Box::new(Held { puzzle: Arc::clone(&self.puzzle), live: self.live.clone(), before: self.before })
    }

    fn config(&self) -> &Config {
        self.puzzle.config()
    }

    fn grid(&self) -> &Grid {
        self.puzzle.grid()
    }

    fn shapes(&self) -> &[Shape] {
        self.puzzle.shapes()
    }

    fn counts(&self) -> Counts {
        let state = self.live.state();
        Counts {
            steps: state.steps(),
            survived: state.survived(),
            placed: state.placed(),
            cleared: state.cleared(),
        }
    }

    fn points(&self) -> i32 {
        self.puzzle.scores(self.live.state()).points()[0]
    }

    fn end(&self) -> Option<End> {
        self.puzzle.scores(self.live.state()).end()
    }

    fn is_filled(&self, cell: usize) -> bool {
        self.live.state().is_filled(cell)
    }

    fn scene(&self, memory: &Memory, view: &View) -> Scene {
        self.puzzle.scene(self.live.state(), memory, view)
    }

    fn valid(&self) -> Vec<usize> {
        let mut actions = Vec::new();
        self.puzzle.legal_actions(self.live.state(), Seat::FIRST, &mut actions);
        actions.into_iter().map(|action| self.puzzle.action_number(Seat::FIRST, action)).collect()
    }

    fn dealer(&self, deal: &Deal, drawn: u64) -> Result<AnyDealer, DealError> {
        let mut dealer = self.puzzle.dealer(deal)?;
        let owing = self.puzzle.start();
        for nth in 0..drawn {
            dealer.draw(&self.puzzle, &owing)?;
            dealer.forget_colors(nth as usize + 1);
        }
        Ok(dealer)
    }

    fn restart(&mut self) {
        self.live.restart(&self.puzzle);
    }

    fn play(&mut self, number: usize, heard: &mut Vec<Event>) -> Result<(), Illegal> {
        let size = self.puzzle.grid().size();
        let slot = u8::try_from(number / size).unwrap_or(u8::MAX);
        let action = Action { slot, anchor: (number % size) as u16 };
        self.before = *self.live.state();
        self.live.take(&self.puzzle, Input::Play(Seat::FIRST, action), heard)
    }

    fn take_back(&mut self) {
        self.become_state(self.before);
    }

    fn deal(&mut self, source: &mut Source, heard: &mut Vec<Event>) -> Result<(), DealError> {
        if self.puzzle.turn(self.live.state()) != Turn::Chance {
            return Ok(());
        }
        match source {
            Source::Dealer { dealer, .. } => self.deal_by(&mut **dealer, heard),
            Source::Given(given) => self.hand_out(given, heard),
        }
    }

    fn edit(&mut self, edit: Edit, heard: &mut Vec<Event>) -> Result<(), Illegal> {
        self.live.take(&self.puzzle, Input::Edit(edit), heard)
    }

    fn set_up(&mut self, setup: &Setup) -> Result<(), SetupError> {
        self.become_state(self.puzzle.position(setup)?);
        Ok(())
    }

    fn take_over(&mut self, other: &dyn Board, hand: &[Option<Piece>]) {
        self.become_state(self.position(other, hand, other.counts()));
    }
}

/// Deals these shapes, one after the other.
struct Handed(VecDeque<Piece>);

impl<F: Field> Dealer<Puzzle<F>> for Handed {
    const LISTENS: bool = false;

    fn draw(&mut self, _puzzle: &Puzzle<F>, _state: &State<F>) -> Result<Piece, DealError> {
        self.0.pop_front().ok_or_else(|| DealError::new("no shape is left to give"))
    }

    fn observe(&mut self, _event: &Event) {}
}

impl<F: Field + Send + Sync + 'static> Held<F> {
    fn become_state(&mut self, state: State<F>) {
        self.live = Live::at(state, (), ());
    }

    /// Deals until somebody can act; if the dealer can't, nothing is dealt.
    fn deal_by(&mut self, dealer: impl Dealer<Puzzle<F>>, heard: &mut Vec<Event>) -> Result<(), DealError> {
        let mut live = Live::at(*self.live.state(), dealer, ());
        live.settle(&self.puzzle, heard)?;
        self.become_state(*live.state());
        Ok(())
    }

    /// Gives out a whole hand. The rules refuse to deal spare shapes; a hand with some comes as a position.
    fn hand_out(&mut self, given: &mut VecDeque<Painted>, heard: &mut Vec<Event>) -> Result<(), DealError> {
        let slots = usize::from(self.config().slots);
        if given.len() != slots {
            let left = given.len();
            return Err(DealError::new(format!(
                "{slots} slots are to be filled, and {left} shapes are given"
            )));
        }
        let hand: Vec<Piece> = given.drain(..slots).map(|painted| painted.piece).collect();
        if hand.iter().all(|&piece| self.is_template(piece)) {
            return self.deal_by(Handed(hand.into()), heard);
        }
        let (counts, shown) = (self.counts(), hand.iter().copied().map(Some).collect::<Vec<_>>());
        self.become_state(self.position(self, &shown, counts));
        if self.end().is_none() && counts.steps > 0 {
            let counts = Counts { survived: counts.survived + 1, ..counts };
            self.become_state(self.position(self, &shown, counts));
        }
        heard.extend(hand.iter().zip(0..).map(|(&piece, slot)| Event::Dealt { slot, piece }));
        Ok(())
    }

    fn is_template(&self, piece: Piece) -> bool {
        (0..self.config().templates.len()).any(|template| self.puzzle.piece_of(template) == Some(piece))
    }

    /// The position on another board's cells, with these shapes in the first slots.
    fn position(&self, other: &dyn Board, hand: &[Option<Piece>], counts: Counts) -> State<F> {
        let Counts { steps, survived, placed, cleared } = counts;
        let filled = (0..other.grid().size()).filter(|&cell| other.is_filled(cell)).collect();
        let slots = hand.to_vec();
        let setup = Setup { filled, slots, steps, survived, placed, cleared, end: other.end() };
        self.puzzle.position(&setup).expect("it was a position before")
    }
}
