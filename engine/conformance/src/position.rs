//! One position with all that the game says of it, and the laws that it must obey as it stands.

use tercet_game::{Digest, Game, Seat, Seats, Turn};

use crate::law::{Checked, Law, demand};

/// A position and its lists, read once.
pub(crate) struct Position<'g, G: Game> {
    pub(crate) game: &'g G,
    pub(crate) state: G::State,
    pub(crate) digest: Digest,
    pub(crate) turn: Turn,
    pub(crate) window: Option<u32>,
    /// What each seat of the table may do, seat 0 first.
    pub(crate) actions: Vec<Vec<G::Action>>,
    pub(crate) outcomes: Vec<(u32, G::Chance)>,
}

impl<'g, G: Game> Position<'g, G> {
    pub(crate) fn read(game: &'g G, state: G::State) -> Position<'g, G> {
        let seats = Seats::first(game.seats()).iter();
        let mut outcomes = Vec::new();
        game.outcomes(&state, &mut outcomes);
        Position {
            game,
            state,
            digest: Digest::of(&state),
            turn: game.turn(&state),
            window: game.window(&state),
            actions: seats.map(|seat| legal(game, &state, seat)).collect(),
            outcomes,
        }
    }

    /// The seats that may act.
    pub(crate) fn seats(&self) -> Seats {
        if let Turn::Seats(seats) = self.turn { seats } else { Seats::NONE }
    }

    /// The laws of a position as it stands, but for [`Position::check_appends`], which takes its time.
    pub(crate) fn check(&self) -> Checked {
        self.check_turn()?;
        self.check_order()?;
        self.check_outcomes()?;
        self.check_end()?;
        demand!(
            self.window.is_none() || matches!(self.turn, Turn::Seats(_)),
            Law::Window,
            "the window is {:?} where the turn is {:?}",
            self.window,
            self.turn
        );
        Ok(())
    }

    fn check_turn(&self) -> Checked {
        let all = Seats::first(self.game.seats());
        if let Turn::Seats(seats) = self.turn {
            demand!(!seats.is_empty(), Law::Turn, "the turn is that of no seat at all");
            demand!(
                seats.is_subset(all),
                Law::Turn,
                "a seat is to act that the table of {} has not: {seats:?}",
                all.len()
            );
        }
        for (seat, list) in all.iter().zip(&self.actions) {
            let is_to_act = self.seats().contains(seat);
            demand!(!is_to_act || !list.is_empty(), Law::Turn, "{seat} is to act and has nothing to do");
            demand!(is_to_act || list.is_empty(), Law::Turn, "{seat} is not to act and may {list:?}");
        }
        let stranger = Seat(self.game.seats());
        let list = legal(self.game, &self.state, stranger);
        demand!(list.is_empty(), Law::Turn, "{stranger} is not at the table and may {list:?}");
        Ok(())
    }

    fn check_order(&self) -> Checked {
        for (row, list) in self.actions.iter().enumerate() {
            for pair in list.windows(2) {
                let seat = Seat(row as u8);
                demand!(
                    pair[0] < pair[1],
                    Law::Ascending,
                    "{seat} may {:?} and after that {:?}",
                    pair[0],
                    pair[1]
                );
            }
        }
        for pair in self.outcomes.windows(2) {
            let (before, after) = (pair[0].1, pair[1].1);
            demand!(before < after, Law::Ascending, "chance may {before:?} and after that {after:?}");
        }
        Ok(())
    }

    fn check_outcomes(&self) -> Checked {
        let count = self.outcomes.len();
        let is_chance = self.turn == Turn::Chance;
        demand!(
            is_chance != self.outcomes.is_empty(),
            Law::Outcomes,
            "there are {count} where the turn is {:?}",
            self.turn
        );
        for (weight, chance) in &self.outcomes {
            demand!(*weight > 0, Law::Outcomes, "the weight of {chance:?} is zero");
        }
        let total: u64 = self.outcomes.iter().map(|(weight, _)| u64::from(*weight)).sum();
        demand!(
            u32::try_from(total).is_ok(),
            Law::Outcomes,
            "their weights, {total}, are above {}",
            u32::MAX
        );
        Ok(())
    }

    /// The lists again, each after itself.
    pub(crate) fn check_appends(&self) -> Checked {
        for (row, list) in self.actions.iter().enumerate() {
            let mut twice = list.clone();
            self.game.legal_actions(&self.state, Seat(row as u8), &mut twice);
            let holds = twice == [list.as_slice(), list].concat();
            demand!(holds, Law::Appends, "{list:?} with the same list added is {twice:?}");
        }
        let mut twice = self.outcomes.clone();
        self.game.outcomes(&self.state, &mut twice);
        let holds = twice == [self.outcomes.as_slice(), &self.outcomes].concat();
        demand!(holds, Law::Appends, "{:?} with the same list added is {twice:?}", self.outcomes);
        Ok(())
    }

    fn check_end(&self) -> Checked {
        let scores = self.game.scores(&self.state);
        let (points, seats) = (scores.points().len(), self.game.seats());
        demand!(points == usize::from(seats), Law::End, "there are {points} scores and {seats} seats");
        demand!(
            scores.end().is_some() == (self.turn == Turn::Over),
            Law::End,
            "the end is {:?} where the turn is {:?}",
            scores.end(),
            self.turn
        );
        Ok(())
    }
}

fn legal<G: Game>(game: &G, state: &G::State, seat: Seat) -> Vec<G::Action> {
    let mut actions = Vec::new();
    game.legal_actions(state, seat, &mut actions);
    actions
}
