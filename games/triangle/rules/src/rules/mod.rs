//! The rules: [`Puzzle`] keeps the contract; changes by hand and positions from outside have a file of their own.

// The step is inlined by force: only so is it compiled with the processor features of a loop around it.
#![allow(clippy::inline_always)]

mod edits;

use alloc::vec::Vec;

use tercet_game::{ConfigError, End, Game, Log, Rng, Sample, Scores, Seat, Seats, Trades, Turn};

use crate::action::{Action, Edit, Event, Illegal, Piece};
use crate::config::Config;
use crate::field::{Cells, Field};
use crate::grid::Grid;
use crate::shape::Shape;
use crate::state::State;

/// See [`Puzzle::few`].
const FEW: usize = 3;

/// The puzzle under one config, its boards held as `F`.
///
/// ```
/// use tercet_game::{Game, Turn};
/// use tercet_triangle::{Config, Dense, Puzzle};
///
/// let puzzle = Puzzle::<Dense>::new(&Config::default())?;
/// assert_eq!(puzzle.grid().playable().count(), 96);
/// assert_eq!(puzzle.turn(&puzzle.start()), Turn::Chance);
/// # Ok::<(), tercet_game::ConfigError>(())
/// ```
#[derive(Debug)]
pub struct Puzzle<F: Field> {
    pub(crate) config: Config,
    pub(crate) grid: Grid,
    pub(crate) tables: F::Tables,
    /// The different shapes; those that are dealt come first.
    pub(crate) shapes: Vec<Shape>,
    /// How many triangles each shape has.
    sizes: Vec<u8>,
    /// How many templates each shape has.
    weights: Vec<u32>,
    /// How many shapes are dealt; the others are spare.
    pub(crate) dealt: usize,
    /// The shape of each template.
    pub(crate) pieces: Vec<Piece>,
    /// The shape of each unit of weight, in the order of shapes.
    pub(crate) by_weight: Vec<Piece>,
    /// Planes that are always the same: see [`Puzzle::plates`].
    pub(crate) plates: Vec<i8>,
}

impl<F: Field> Puzzle<F> {
    /// The grid.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// What the board's questions are answered from: with [`State::field`], boards can be tried out that are no game's
    /// yet.
    pub fn tables(&self) -> &F::Tables {
        &self.tables
    }

    /// How many templates the piece has; none if it is never dealt.
    pub fn weight(&self, piece: Piece) -> u32 {
        self.weights.get(usize::from(piece.0)).copied().unwrap_or(0)
    }

    /// All shapes, those that are dealt first.
    pub fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// The shape of a piece.
    pub fn shape(&self, piece: Piece) -> Option<&Shape> {
        self.shapes.get(usize::from(piece.0))
    }

    /// The piece of a template.
    pub fn piece_of(&self, template: usize) -> Option<Piece> {
        self.pieces.get(template).copied()
    }

    /// The piece in a slot.
    pub fn slot(&self, state: &State<F>, slot: usize) -> Option<Piece> {
        state.slots.get(slot).filter(|&&shape| shape != F::NO_SHAPE).map(|&shape| Piece(shape))
    }

    /// Where a piece fits now, ascending.
    pub fn anchors(&self, state: &State<F>, piece: Piece) -> Vec<usize> {
        let mut anchors = Vec::new();
        if self.shape(piece).is_some() {
            state.field.each(&self.tables, piece.0, |anchor| anchors.push(anchor));
        }
        anchors
    }

    /// In how many places a piece fits now.
    pub fn places(&self, state: &State<F>, piece: Piece) -> u32 {
        if self.shape(piece).is_some() { state.field.count(&self.tables, piece.0) } else { 0 }
    }

    pub(crate) fn slots<'s>(&self, state: &'s State<F>) -> &'s [u8] {
        &state.slots[..usize::from(self.config.slots)]
    }

    /// All slots of a config that has few: so many that a loop over them needs no counting. Slots beyond the
    /// config's are empty.
    #[inline(always)]
    fn few<'s>(&self, state: &'s State<F>) -> Option<&'s [u8; FEW]> {
        if usize::from(self.config.slots) <= FEW { state.slots.first_chunk() } else { None }
    }

    /// Ends the game if no shape on offer fits anywhere (R11).
    #[inline(always)]
    pub(crate) fn end_if_stuck(&self, state: &mut State<F>, log: &mut impl Log<Event>) {
        let can_play = match self.few(state) {
            Some(slots) => state.field.any_place(&self.tables, slots),
            None => state.field.any_place(&self.tables, self.slots(state)),
        };
        if !can_play {
            end(state, End::Finished, log);
        }
    }

    /// The play that reaches the limit is the last (R13).
    #[inline(never)]
    fn end_by_limit(&self, state: &mut State<F>, log: &mut impl Log<Event>) {
        let is_stuck = state.hand > 0 && !state.field.any_place(&self.tables, self.slots(state));
        end(state, if is_stuck { End::Finished } else { End::Limit }, log);
    }
}

/// An end is never taken back (R11).
fn end<F>(state: &mut State<F>, end: End, log: &mut impl Log<Event>) {
    if state.end.is_none() {
        state.end = Some(end);
        log.push(|| Event::Over { end });
    }
}

impl<F: Field> Game for Puzzle<F> {
    type Config = Config;
    type State = State<F>;
    type Action = Action;
    type Chance = Piece;
    type Edit = Edit;
    type Event = Event;
    type Illegal = Illegal;

    const ID: &'static str = "triangle";
    const RULES_VERSION: u16 = 1;

    fn new(config: &Config) -> Result<Puzzle<F>, ConfigError> {
        config.check()?;
        let grid = config.grid.grid();
        let (shapes, weights): (Vec<Shape>, Vec<u32>) = config.shapes().into_iter().unzip();
        let lines = grid.lines(config.min_line.into());
        let tables = F::tables(&grid, &shapes, &lines).ok_or_else(|| {
            ConfigError::new("grid", "too large, or of too many shapes, for this kind of board")
        })?;
        let piece =
            |shape: &Shape| shapes.iter().position(|each| each == shape).map_or(0, |index| index as u8);
        let pieces = config.templates.iter().map(|template| Piece(piece(template))).collect();
        let unit =
            |(index, &weight): (usize, &u32)| core::iter::repeat_n(Piece(index as u8), weight as usize);
        let by_weight = weights.iter().enumerate().flat_map(unit).collect();
        let sizes = shapes.iter().map(|shape| shape.triangles().len() as u8).collect();
        let dealt = weights.iter().filter(|&&weight| weight > 0).count();
        let config = config.clone();
        let plates = Vec::new();
        let mut puzzle =
            Puzzle { config, grid, tables, shapes, sizes, weights, dealt, pieces, by_weight, plates };
        puzzle.plates = puzzle.plates();
        Ok(puzzle)
    }

    fn config(&self) -> &Config {
        &self.config
    }

    fn seats(&self) -> u8 {
        1
    }

    fn limit(&self) -> u32 {
        self.config.limit
    }

    fn start(&self) -> State<F> {
        State {
            field: F::empty(&self.tables),
            slots: [F::NO_SHAPE; Config::MAX_SLOTS as usize],
            owed: self.config.slots,
            hand: 0,
            end: None,
            steps: 0,
            survived: 0,
            placed: 0,
            cleared: 0,
        }
    }

    #[inline(always)]
    fn turn(&self, state: &State<F>) -> Turn {
        if state.owed > 0 {
            Turn::Chance
        } else if state.end.is_some() {
            Turn::Over
        } else {
            Turn::Seats(Seats::one(Seat::FIRST))
        }
    }

    fn legal_actions(&self, state: &State<F>, seat: Seat, out: &mut Vec<Action>) {
        if self.turn(state) != Turn::Seats(Seats::one(seat)) {
            return;
        }
        for (slot, &shape) in self.slots(state).iter().enumerate() {
            state.field.each(&self.tables, shape, |anchor| {
                out.push(Action { slot: slot as u8, anchor: anchor as u16 });
            });
        }
    }

    /// Place, count, then the limit, the refill or the look for the end (R10).
    #[inline(always)]
    fn play(
        &self,
        state: &mut State<F>,
        seat: Seat,
        action: Action,
        log: &mut impl Log<Event>,
    ) -> Result<(), Illegal> {
        let shape = self.legal(state, seat, action)?;
        let cleared = state.field.place(&self.tables, shape, action.anchor.into());
        state.slots[usize::from(action.slot)] = F::NO_SHAPE;
        state.hand -= 1;
        state.steps += 1;
        state.placed += u32::from(self.sizes[usize::from(shape)]);
        log.push(|| self.placed(action, Piece(shape)));
        if !cleared.is_empty() {
            state.cleared += cleared.len();
            log.push(|| Event::Cleared { cells: cleared.list() });
        }
        if state.steps == self.config.limit {
            self.end_by_limit(state, log);
        } else if state.hand == 0 {
            state.owed = self.config.slots;
        } else {
            self.end_if_stuck(state, log);
            state.survived += u32::from(state.end.is_none());
        }
        Ok(())
    }

    fn outcomes(&self, state: &State<F>, out: &mut Vec<(u32, Piece)>) {
        if state.owed > 0 {
            let dealt = self.weights.iter().enumerate().take(self.dealt);
            out.extend(dealt.map(|(piece, &weight)| (weight, Piece(piece as u8))));
        }
    }

    /// Slots are filled in order, and only when all are empty (R6).
    #[inline(always)]
    fn resolve(&self, state: &mut State<F>, piece: Piece, log: &mut impl Log<Event>) -> Result<(), Illegal> {
        if state.owed == 0 {
            return Err(if state.end.is_some() { Illegal::GameOver } else { Illegal::NoShapeOwed });
        }
        if usize::from(piece.0) >= self.dealt {
            return Err(Illegal::NoSuchShape(piece));
        }
        let slot = self.config.slots - state.owed;
        state.slots[usize::from(slot)] = piece.0;
        state.owed -= 1;
        log.push(|| Event::Dealt { slot, piece });
        if state.owed == 0 {
            state.hand = self.config.slots;
            self.end_if_stuck(state, log);
            state.survived += u32::from(state.end.is_none() && state.steps > 0);
        }
        Ok(())
    }

    fn window(&self, _state: &State<F>) -> Option<u32> {
        None
    }

    fn expire(&self, _state: &mut State<F>, _log: &mut impl Log<Event>) -> Result<(), Illegal> {
        Err(Illegal::NoWindow)
    }

    fn edit(&self, state: &mut State<F>, edit: Edit, log: &mut impl Log<Event>) -> Result<(), Illegal> {
        self.change(state, edit, log)
    }

    /// The reference's default score in units of 0.005 (R12).
    fn scores(&self, state: &State<F>) -> Scores {
        let cleared = state.cleared.saturating_mul(100);
        let points = cleared.saturating_add(state.placed.saturating_mul(2)).saturating_add(state.survived);
        Scores::new(&[i32::try_from(points).unwrap_or(i32::MAX)], state.end)
    }
}

impl<F: Field> Puzzle<F> {
    fn placed(&self, action: Action, piece: Piece) -> Event {
        let cells = self.shape(piece).and_then(|shape| self.grid.placement(shape, action.anchor.into()));
        let cells = cells.unwrap_or_default().into_iter().map(|cell| cell as u16).collect();
        Event::Placed { slot: action.slot, piece, cells }
    }

    /// The shape that the action puts down, if it may (R8).
    #[inline(always)]
    fn legal(&self, state: &State<F>, seat: Seat, action: Action) -> Result<u8, Illegal> {
        if state.owed > 0 || state.end.is_some() {
            return Err(if state.owed > 0 { Illegal::ShapesOwed } else { Illegal::GameOver });
        }
        if seat != Seat::FIRST {
            return Err(Illegal::NotYourTurn);
        }
        let Some(&shape) = self.slots(state).get(usize::from(action.slot)) else {
            return Err(Illegal::NoSuchSlot(action.slot));
        };
        if shape == F::NO_SHAPE {
            return Err(Illegal::EmptySlot(action.slot));
        }
        if usize::from(action.anchor) >= self.grid.size() {
            return Err(Illegal::NoSuchCell(action.anchor));
        }
        if !state.field.fits(&self.tables, shape, action.anchor.into()) {
            return Err(Illegal::DoesNotFit);
        }
        Ok(shape)
    }
}

/// Nothing is bought.
impl<F: Field> Trades for Puzzle<F> {}

impl<F: Field> Sample for Puzzle<F> {
    #[inline(always)]
    fn sample_action(&self, state: &State<F>, seat: Seat, rng: &mut Rng) -> Option<Action> {
        if state.owed > 0 || state.end.is_some() || seat != Seat::FIRST {
            return None;
        }
        Some(match self.few(state) {
            Some(slots) => self.draw_action(state, slots, rng),
            None => self.draw_action(state, self.slots(state), rng),
        })
    }

    #[inline(always)]
    fn sample_outcome(&self, state: &State<F>, rng: &mut Rng) -> Option<Piece> {
        if state.owed == 0 {
            return None;
        }
        Some(self.by_weight[rng.below(self.by_weight.len() as u32) as usize])
    }
}

impl<F: Field> Puzzle<F> {
    /// One draw chooses slot and place; there is no branch on which slot it is, because nothing could guess it.
    #[inline(always)]
    fn draw_action(&self, state: &State<F>, slots: &[u8], rng: &mut Rng) -> Action {
        let mut ends = [0; Config::MAX_SLOTS as usize];
        let mut total = 0;
        for (end, &shape) in ends.iter_mut().zip(slots) {
            total += state.field.count(&self.tables, shape);
            *end = total;
        }
        let choice = rng.below(total);
        let (mut slot, mut before) = (0, 0);
        for &end in &ends[..slots.len()] {
            let is_past = choice >= end;
            slot += usize::from(is_past);
            before = if is_past { end } else { before };
        }
        let anchor = state.field.nth(&self.tables, slots[slot], choice - before);
        Action { slot: slot as u8, anchor: anchor as u16 }
    }
}
