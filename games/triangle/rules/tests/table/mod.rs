//! A game on the table: inputs and events as text, the board as a picture.

use tercet_game::{End, Game, Notation, Seat, Turn};
use tercet_triangle::{Action, Config, Dense, Edit, Event, Illegal, Layout, Piece, Puzzle, Setup, State};

pub(crate) struct Table {
    pub(crate) game: Puzzle<Dense>,
    pub(crate) state: State<Dense>,
}

impl Table {
    pub(crate) fn new(config: &Config) -> Table {
        let game = Puzzle::new(config).unwrap();
        Table { state: game.start(), game }
    }

    /// A table with these templates dealt.
    pub(crate) fn dealt(config: &Config, pieces: &str) -> Table {
        let mut table = Table::new(config);
        table.deal(pieces);
        table
    }

    pub(crate) fn set_up(config: &Config, setup: &Setup) -> Table {
        let game = Puzzle::new(config).unwrap();
        Table { state: game.position(setup).unwrap(), game }
    }

    /// Deals these templates and says what happened.
    pub(crate) fn deal(&mut self, pieces: &str) -> Vec<String> {
        let mut heard = Vec::new();
        for piece in pieces.split(' ') {
            let piece = self.game.read_chance(piece).unwrap();
            self.game.resolve(&mut self.state, piece, &mut heard).unwrap();
        }
        self.texts(&heard)
    }

    pub(crate) fn play(&mut self, action: &str) -> Vec<String> {
        let (action, mut heard) = (self.game.read_action(action).unwrap(), Vec::new());
        self.game.play(&mut self.state, Seat::FIRST, action, &mut heard).unwrap();
        self.texts(&heard)
    }

    pub(crate) fn edit(&mut self, edit: &str) -> Vec<String> {
        let (edit, mut heard) = (self.game.read_edit(edit).unwrap(), Vec::new());
        self.game.edit(&mut self.state, edit, &mut heard).unwrap();
        self.texts(&heard)
    }

    /// Why the action is refused; nothing may have changed.
    pub(crate) fn refuses(&self, seat: u8, slot: u8, anchor: u16) -> Illegal {
        let (mut state, mut heard) = (self.state, Vec::new());
        let action = Action { slot, anchor };
        let refused = self.game.play(&mut state, Seat(seat), action, &mut heard).unwrap_err();
        assert_eq!((state, heard), (self.state, Vec::new()));
        refused
    }

    pub(crate) fn refuses_edit(&self, edit: Edit) -> Illegal {
        let (mut state, mut heard) = (self.state, Vec::new());
        let refused = self.game.edit(&mut state, edit, &mut heard).unwrap_err();
        assert_eq!((state, heard), (self.state, Vec::new()));
        refused
    }

    pub(crate) fn refuses_piece(&self, piece: Piece) -> Illegal {
        let (mut state, mut heard) = (self.state, Vec::new());
        let refused = self.game.resolve(&mut state, piece, &mut heard).unwrap_err();
        assert_eq!((state, heard), (self.state, Vec::new()));
        refused
    }

    pub(crate) fn legal(&self) -> Vec<String> {
        let mut actions = Vec::new();
        self.game.legal_actions(&self.state, Seat::FIRST, &mut actions);
        actions.into_iter().map(|action| self.game.action_text(action)).collect()
    }

    pub(crate) fn turn(&self) -> Turn {
        self.game.turn(&self.state)
    }

    pub(crate) fn end(&self) -> Option<End> {
        self.game.scores(&self.state).end()
    }

    pub(crate) fn points(&self) -> i32 {
        self.game.scores(&self.state).points()[0]
    }

    /// Steps, survived, placed, cleared.
    pub(crate) fn counts(&self) -> [u32; 4] {
        let state = &self.state;
        [state.steps(), state.survived(), state.placed(), state.cleared()]
    }

    /// Row by row: `#` filled, `.` free, `-` a death zone.
    pub(crate) fn board(&self) -> String {
        let grid = self.game.grid();
        let sign = |cell: usize| match (self.state.is_filled(cell), grid.is_playable(cell)) {
            (true, _) => '#',
            (false, true) => '.',
            (false, false) => '-',
        };
        let signs: Vec<char> = (0..grid.size()).map(sign).collect();
        signs.chunks(grid.cols()).map(String::from_iter).collect::<Vec<_>>().join("/")
    }

    /// What the slots hold, by the numbers of templates.
    pub(crate) fn hand(&self) -> String {
        let slot = |slot: u8| match self.game.slot(&self.state, slot.into()) {
            Some(piece) => self.game.chance_text(piece),
            None => "-".to_owned(),
        };
        (0..self.game.config().slots).map(slot).collect::<Vec<_>>().join(" ")
    }

    fn texts(&self, events: &[Event]) -> Vec<String> {
        let text = |event: &Event| {
            let text = self.game.event_text(event);
            assert_eq!(self.game.read_event(&text).as_ref(), Ok(event), "{text}");
            text
        };
        events.iter().map(text).collect()
    }
}

/// A grid of these ranges.
pub(crate) fn custom(cols: u8, ranges: &[(u8, u8)]) -> Layout {
    Layout::Custom { cols, ranges: ranges.to_vec() }
}

/// One row of so many cells, one slot; with a minimum of three the row is the only line.
pub(crate) fn row(cols: u8) -> Config {
    Config { grid: custom(cols, &[(0, cols)]), slots: 1, min_line: 3, ..Config::default() }
}

/// Two rows of three. Its lines of three or more: both rows, 1-2-5-6 and 4-5-2-3, counted row by row.
pub(crate) fn two_rows() -> Config {
    Config { grid: custom(3, &[(0, 3); 2]), ..row(1) }
}
