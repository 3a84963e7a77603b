//! The rules and a position behind one object, so that a caller needs no type for the kind of board.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use tercet_game::{ConfigError, Deal, DealError, Dealer, Deals, Encode, End, Game, Seat, Turn};
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
            let state = puzzle.start();
            Ok(Box::new(Held { puzzle: Arc::new(puzzle), state, before: state }))
        }
    }

    with_field(config, New(config))
}

struct Held<F: Field> {
    puzzle: Arc<Puzzle<F>>,
    state: State<F>,
    /// The position before the last play.
    before: State<F>,
}

impl<F: Field + Send + Sync + 'static> Board for Held<F> {
    fn copied(&self) -> Box<dyn Board> {
        Box::new(Held { puzzle: Arc::clone(&self.puzzle), ..*self })
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
        Counts {
            steps: self.state.steps(),
            survived: self.state.survived(),
            placed: self.state.placed(),
            cleared: self.state.cleared(),
        }
    }

    fn points(&self) -> i32 {
        self.puzzle.scores(&self.state).points()[0]
    }

    fn end(&self) -> Option<End> {
        self.puzzle.scores(&self.state).end()
    }

    fn is_filled(&self, cell: usize) -> bool {
        self.state.is_filled(cell)
    }

    fn scene(&self, memory: &Memory, view: &View) -> Scene {
        self.puzzle.scene(&self.state, memory, view)
    }

    fn valid(&self) -> Vec<usize> {
        let mut actions = Vec::new();
        self.puzzle.legal_actions(&self.state, Seat::FIRST, &mut actions);
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
        self.state = self.puzzle.start();
    }

    fn play(&mut self, number: usize, heard: &mut Vec<Event>) -> Result<(), Illegal> {
        let size = self.puzzle.grid().size();
        let slot = u8::try_from(number / size).unwrap_or(u8::MAX);
        let action = Action { slot, anchor: (number % size) as u16 };
        self.before = self.state;
        self.puzzle.play(&mut self.state, Seat::FIRST, action, heard)
    }

    fn take_back(&mut self) {
        self.state = self.before;
    }

    fn deal(&mut self, source: &mut Source, heard: &mut Vec<Event>) -> Result<(), DealError> {
        if self.puzzle.turn(&self.state) != Turn::Chance {
            return Ok(());
        }
        match source {
            Source::Dealer { dealer, .. } => self.draw(dealer, heard),
            Source::Given(given) => self.hand_out(given, heard),
        }
    }

    fn edit(&mut self, edit: Edit, heard: &mut Vec<Event>) -> Result<(), Illegal> {
        self.puzzle.edit(&mut self.state, edit, heard)
    }

    fn set_up(&mut self, setup: &Setup) -> Result<(), SetupError> {
        self.state = self.puzzle.position(setup)?;
        Ok(())
    }

    fn take_over(&mut self, other: &dyn Board, hand: &[Option<Piece>]) {
        self.state = self.position(other, hand, other.counts());
    }
}

impl<F: Field + Send + Sync + 'static> Held<F> {
    fn draw(&mut self, dealer: &mut AnyDealer, heard: &mut Vec<Event>) -> Result<(), DealError> {
        while self.puzzle.turn(&self.state) == Turn::Chance {
            let piece = dealer.draw(&self.puzzle, &self.state)?;
            self.puzzle
                .resolve(&mut self.state, piece, heard)
                .map_err(|illegal| DealError::new(illegal.to_string()))?;
        }
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
            for piece in hand {
                self.puzzle
                    .resolve(&mut self.state, piece, heard)
                    .map_err(|illegal| DealError::new(illegal.to_string()))?;
            }
            return Ok(());
        }
        let (counts, shown) = (self.counts(), hand.iter().copied().map(Some).collect::<Vec<_>>());
        self.state = self.position(self, &shown, counts);
        if self.end().is_none() && counts.steps > 0 {
            self.state = self.position(self, &shown, Counts { survived: counts.survived + 1, ..counts });
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
