//! What is learnt from games of SET, from their events alone.

use serde::{Deserialize, Serialize};
use tercet_arena::{Results, Study, Tally};
use tercet_game::{Game, Log, Scores, Seat, Seats};
use tercet_set::{Card, CardSet, Claim, DealRule, Event, MAX_BOARD_SIZE, SetGame, Setup, State, Variant};

/// How often boards of a size were played on, and how many of them had nothing to claim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Boards {
    pub(crate) seen: u64,
    pub(crate) without: u64,
}

/// What was counted.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct SetSums {
    pub(crate) results: Results,
    /// Sets a game, all seats together.
    pub(crate) sets: Tally,
    /// Cards on the board and in the deck at the end.
    pub(crate) left: Tally,
    /// Deals of three more cards a game.
    pub(crate) deals: Tally,
    pub(crate) boards: [Boards; MAX_BOARD_SIZE + 1],
}

impl SetSums {
    /// Adds what was counted elsewhere.
    pub(crate) fn add(&mut self, other: &SetSums) {
        self.results.add(&other.results);
        self.sets.merge(&other.sets);
        self.left.merge(&other.left);
        self.deals.merge(&other.deals);
        for (own, other) in self.boards.iter_mut().zip(other.boards) {
            own.seen += other.seen;
            own.without += other.without;
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct SetStudy<'g> {
    game: &'g SetGame,
    /// Must the cards be followed? Where cards come only when there is no Set, counting them is enough.
    follows_cards: bool,
    pub(crate) sums: SetSums,
    /// The boards before this game.
    before: [Boards; MAX_BOARD_SIZE + 1],
    now: Now,
}

/// The game that is being played.
#[derive(Clone, Copy, Debug, Default)]
struct Now {
    /// How many cards lie on the board.
    size: usize,
    /// Which; followed only if they must be.
    board: CardSet,
    /// The cards of the last deal: they may still go back.
    fresh: CardSet,
    shown: Option<[Card; 3]>,
    /// Was the board counted? It is at the first thing that somebody does about it.
    is_counted: bool,
    deals: i64,
    /// Has somebody asked for cards since the board last changed?
    has_asked: bool,
}

impl<'g> SetStudy<'g> {
    pub(crate) fn new(game: &'g SetGame) -> SetStudy<'g> {
        let config = game.config();
        SetStudy {
            game,
            follows_cards: config.deal_rule != DealRule::OnlyIfNoSet || config.seats > 1,
            sums: SetSums::default(),
            before: [Boards::default(); MAX_BOARD_SIZE + 1],
            now: Now::default(),
        }
    }

    fn observe(&mut self, event: &Event) {
        match *event {
            Event::Dealt { card, .. } => self.dealt(card),
            Event::Redealt { cards } => {
                self.now.size -= usize::from(cards);
                self.now.board = self.now.board.without(self.now.fresh);
                self.now.fresh = CardSet::EMPTY;
            }
            Event::Forced { back, card, .. } => {
                self.now.board.remove(back);
                self.now.board.insert(card);
            }
            Event::Claimed { claim, cards, .. } => self.claimed(claim, cards.cards()),
            Event::Asked { .. } => {
                self.count_board(SetStudy::may_claim);
                self.now.has_asked = true;
            }
            Event::Wrong { .. } | Event::Expired { .. } => self.count_board(SetStudy::may_claim),
            Event::Unlocked => self.now.has_asked = true,
            Event::Waived | Event::Fined { .. } | Event::Called { .. } | Event::Over { .. } => {}
        }
    }

    #[inline]
    fn dealt(&mut self, card: Card) {
        if self.now.has_asked {
            self.now.deals += 1;
            self.board_changes();
        }
        self.now.size += 1;
        if self.follows_cards {
            self.now.board.insert(card);
            self.now.fresh.insert(card);
        }
    }

    #[inline]
    fn claimed(&mut self, claim: Claim, cards: &[Card]) {
        self.count_board(|_| true);
        self.board_changes();
        match self.game.config().variant {
            Variant::Puzzle => return,
            Variant::Chain => self.now.shown = cards.try_into().ok(),
            _ => {}
        }
        self.now.size -= claim.cells().iter().filter(|cell| !cell.is_shown()).count();
        if self.follows_cards {
            self.now.board = self.now.board.without(cards.iter().copied().collect());
        }
    }

    fn board_changes(&mut self) {
        self.now.fresh = CardSet::EMPTY;
        self.now.is_counted = false;
        self.now.has_asked = false;
    }

    #[inline]
    fn count_board(&mut self, may_claim: impl FnOnce(&Self) -> bool) {
        if self.now.is_counted {
            return;
        }
        self.now.is_counted = true;
        let without = !may_claim(self);
        let boards = &mut self.sums.boards[self.now.size];
        boards.seen += 1;
        boards.without += u64::from(without);
    }

    /// Was there anything to claim when somebody asked for cards, or claimed wrongly?
    fn may_claim(&self) -> bool {
        if !self.follows_cards {
            return false;
        }
        if self.game.config().variant == Variant::Puzzle {
            return true;
        }
        let board = self.now.board.iter().map(Some).collect();
        let setup = Setup { board, shown: self.now.shown, ..Setup::default() };
        let state = self.game.position(&setup).expect("the board of a game is a position");
        self.game.first_claim(&state).is_some()
    }
}

impl Log<Event> for SetStudy<'_> {
    #[inline]
    fn push(&mut self, event: impl FnOnce() -> Event) {
        self.observe(&event());
    }
}

impl Study<SetGame> for SetStudy<'_> {
    fn begin(&mut self, _game: &SetGame) {
        self.now = Now::default();
        self.before = self.sums.boards;
    }

    fn abandon(&mut self) {
        self.sums.boards = self.before;
    }

    fn end(&mut self, game: &SetGame, state: &State, scores: &Scores) {
        self.sums.results.count(scores);
        let sets = |seat: Seat| i64::from(state.sets(seat));
        self.sums.sets.add(Seats::first(game.seats()).iter().map(sets).sum());
        self.sums.left.add((state.cards().count() + state.unseen().len()) as i64);
        self.sums.deals.add(self.now.deals);
    }

    fn merge(&mut self, later: SetStudy) {
        self.sums.add(&later.sums);
    }
}
