//! The position, what may be done in it, and what taking a Set does.

use tercet_game::{End, Seat};
use tercet_set::{Action, Card, Cell, Claim, Config, DealRule, Refill, Setup, Variant};

use super::solver::{choices, is_set, is_ultraset};

/// Why cards are dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    First,
    Refill,
    More,
}

/// What the game waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Doing {
    /// So many cards more. `fresh` are the cells filled so far, `redealt` counts the times it went back.
    Deal {
        why: Why,
        owed: usize,
        fresh: Vec<usize>,
        redealt: usize,
    },
    Play,
    Over(End),
}

#[derive(Clone, Debug)]
pub(crate) struct Twin {
    pub(crate) config: Config,
    /// The cells; `None` is a hole.
    pub(crate) board: Vec<Option<Card>>,
    /// By id.
    pub(crate) deck: Vec<Card>,
    /// The Set taken last, in a chain.
    pub(crate) shown: Vec<Card>,
    /// The cells of the puzzle's Sets that are found.
    pub(crate) found: Vec<Vec<usize>>,
    pub(crate) sets: Vec<i32>,
    pub(crate) lost: Vec<i32>,
    pub(crate) is_locked: Vec<bool>,
    pub(crate) is_asking: Vec<bool>,
    pub(crate) caller: Option<usize>,
    pub(crate) is_waived: bool,
    pub(crate) plays: usize,
    pub(crate) doing: Doing,
}

impl Twin {
    pub(crate) fn start(config: &Config) -> Twin {
        let is_junior = config.variant == Variant::Junior;
        let seats = usize::from(config.seats);
        let first_deal =
            Doing::Deal { why: Why::First, owed: config.capacity.into(), fresh: Vec::new(), redealt: 0 };
        Twin {
            config: config.clone(),
            board: Vec::new(),
            deck: Card::all().filter(|card| !is_junior || card.shading().name() == "solid").collect(),
            shown: Vec::new(),
            found: Vec::new(),
            sets: vec![0; seats],
            lost: vec![0; seats],
            is_locked: vec![false; seats],
            is_asking: vec![false; seats],
            caller: None,
            is_waived: false,
            plays: 0,
            doing: first_deal,
        }
    }

    /// A position with the seats to play.
    pub(crate) fn at(config: &Config, setup: &Setup) -> Twin {
        let mut twin = Twin::start(config);
        twin.board.clone_from(&setup.board);
        twin.deck.clone_from(&setup.deck);
        twin.deck.sort();
        twin.shown = setup.shown.iter().flatten().copied().collect();
        for (seat, &sets) in setup.sets.iter().enumerate() {
            twin.sets[seat] = sets.into();
        }
        twin.doing = Doing::Play;
        twin.end_if_stuck();
        twin
    }

    pub(crate) fn points(&self) -> Vec<i32> {
        self.sets.iter().zip(&self.lost).map(|(sets, lost)| sets - lost).collect()
    }

    pub(crate) fn end(&self) -> Option<End> {
        if let Doing::Over(end) = self.doing { Some(end) } else { None }
    }

    pub(crate) fn on_board(&self) -> usize {
        self.board.iter().flatten().count()
    }

    /// Every cell with a card: the board's and, from 21 on, those of the Set on show.
    pub(crate) fn table(&self) -> Vec<usize> {
        let board = (0..self.board.len()).filter(|&cell| self.board[cell].is_some());
        board.chain((0..self.shown.len()).map(|place| 21 + place)).collect()
    }

    pub(crate) fn card(&self, cell: usize) -> Card {
        if cell < 21 { self.board[cell].expect("a cell of the table") } else { self.shown[cell - 21] }
    }

    /// Everything that would be taken if somebody claimed it now.
    pub(crate) fn claims(&self) -> Vec<Vec<usize>> {
        let size = if self.config.variant == Variant::Ultra { 4 } else { 3 };
        choices(&self.table(), size, |cells| self.is_right(cells))
    }

    pub(crate) fn is_right(&self, cells: &[usize]) -> bool {
        let cards: Vec<Card> = cells.iter().map(|&cell| self.card(cell)).collect();
        if self.config.variant == Variant::Ultra {
            return is_ultraset([cards[0], cards[1], cards[2], cards[3]]);
        }
        let from_show = cells.iter().filter(|&&cell| cell >= 21).count();
        let must_come_from_show = usize::from(!self.shown.is_empty());
        let is_found = self.found.iter().any(|set| set == cells);
        is_set(cards[0], cards[1], cards[2]) && from_show == must_come_from_show && !is_found
    }

    /// R8, but for what the deal rule says: is there anything to deal, and room for it?
    pub(crate) fn could_deal(&self) -> bool {
        self.config.variant != Variant::Puzzle && self.on_board() < self.most() && !self.deck.is_empty()
    }

    /// How many cards may lie on the board.
    pub(crate) fn most(&self) -> usize {
        if self.config.variant == Variant::Junior { 12 } else { 21 }
    }

    fn may_ask(&self, seat: usize) -> bool {
        let is_forbidden = self.config.deal_rule == DealRule::OnlyIfNoSet && !self.claims().is_empty();
        self.could_deal() && !is_forbidden && !self.is_asking[seat]
    }

    /// The seats that may act (R10, R12).
    pub(crate) fn acting(&self) -> Vec<usize> {
        let may_act = |&seat: &usize| match self.caller {
            Some(caller) => seat == caller,
            None => !self.is_locked[seat],
        };
        match self.doing {
            Doing::Play => (0..self.sets.len()).filter(may_act).collect(),
            _ => Vec::new(),
        }
    }

    pub(crate) fn actions(&self, seat: usize) -> Vec<Action> {
        if !self.acting().contains(&seat) {
            return Vec::new();
        }
        let is_race = self.config.seats > 1;
        let has_calls = self.config.call_ms > 0;
        let mut actions = Vec::new();
        if !has_calls || self.caller == Some(seat) {
            let claims = if is_race { self.any_claims() } else { self.claims() };
            actions.extend(claims.iter().map(|cells| Action::Claim(claim(cells))));
        }
        if self.caller.is_none() && self.may_ask(seat) {
            actions.push(Action::Deal);
        }
        if self.caller.is_none() && has_calls {
            actions.push(Action::Call);
        }
        actions.sort();
        actions
    }

    /// What chance may bring.
    pub(crate) fn outcomes(&self) -> Vec<Card> {
        if matches!(self.doing, Doing::Deal { .. }) { self.deck.clone() } else { Vec::new() }
    }

    /// Takes an action, which must be one of those listed.
    pub(crate) fn play(&mut self, seat: Seat, action: Action) {
        let seat = seat.index();
        match action {
            Action::Claim(claim) => {
                let cells: Vec<usize> = claim.cells().iter().map(|cell| cell.index()).collect();
                self.caller = None;
                if self.is_right(&cells) { self.take(seat, &cells) } else { self.punish(seat) }
            }
            Action::Deal => self.ask(seat),
            Action::Call => self.caller = Some(seat),
        }
        self.plays += 1;
        if self.plays == usize::from(self.config.limit) && self.end().is_none() {
            self.doing = Doing::Over(End::Limit);
        }
    }

    /// R7, R14, R16: a right claim.
    fn take(&mut self, seat: usize, cells: &[usize]) {
        self.sets[seat] += 1;
        if self.config.variant == Variant::Puzzle {
            self.found.push(cells.to_vec());
            self.board_changes();
            return self.end_if_stuck();
        }
        if self.config.variant == Variant::Chain {
            self.shown = cells.iter().map(|&cell| self.card(cell)).collect();
        }
        for &cell in cells.iter().filter(|&&cell| cell < 21) {
            self.board[cell] = None;
        }
        let capacity = usize::from(self.config.capacity);
        let wanted = capacity.saturating_sub(self.on_board());
        let refill = match self.config.refill {
            Refill::OnDeal => 0,
            Refill::Compact | Refill::InPlace => wanted.min(self.deck.len()),
        };
        match self.config.refill {
            Refill::Compact | Refill::OnDeal => self.board.retain(Option::is_some),
            Refill::InPlace => self.move_into_holes(capacity.max(self.on_board() + refill)),
        }
        self.board_changes();
        if refill > 0 {
            self.deal(Why::Refill, refill);
        } else {
            self.end_if_stuck();
        }
    }

    /// R7, in place: cards beyond the board's new end move into the holes, first to first.
    fn move_into_holes(&mut self, end: usize) {
        let end = end.min(self.board.len());
        for card in self.board.split_off(end).into_iter().flatten() {
            let hole = self.board.iter().position(Option::is_none).expect("there is a hole for each");
            self.board[hole] = Some(card);
        }
    }

    /// R9: nothing to claim and nothing to deal.
    pub(crate) fn end_if_stuck(&mut self) {
        if self.claims().is_empty() && !self.could_deal() {
            self.doing = Doing::Over(End::Finished);
        }
    }

    /// How many rows of so many inputs there are from here.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        let seats = (0..self.sets.len()).map(|seat| Seat(seat as u8));
        let plays: Vec<(Seat, Action)> = seats
            .flat_map(|seat| self.actions(seat.index()).into_iter().map(move |act| (seat, act)))
            .collect();
        let outcomes = self.outcomes();
        if depth == 1 {
            return (plays.len() + outcomes.len()) as u64;
        }
        let mut nodes = 0;
        for (seat, action) in plays {
            let mut next = self.clone();
            next.play(seat, action);
            nodes += next.perft(depth - 1);
        }
        for card in outcomes {
            let mut next = self.clone();
            next.resolve(card);
            nodes += next.perft(depth - 1);
        }
        nodes
    }
}

/// Cells as the claim that an action carries.
fn claim(cells: &[usize]) -> Claim {
    let cells: Vec<Cell> = cells.iter().filter_map(|&cell| Cell::new(cell)).collect();
    Claim::new(&cells).expect("three or four different cells")
}
