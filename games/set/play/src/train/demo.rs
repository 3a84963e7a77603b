//! A whole game as the demo plays it: take every Set there is, then deal three.

use tercet_game::{Deal, DealError, Deals, Game, Live, RunError, Seat, Turn};
use tercet_set::{Action, Card, Config, Event, SetGame};

/// What the demo does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move {
    /// It deals these cards.
    Deal(Vec<Card>),
    /// It takes a Set.
    Take(Vec<Card>),
}

/// A game from beginning to end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Demo {
    /// All moves, the first deal included.
    pub moves: Vec<Move>,
    /// The cards that are left on the board.
    pub left: Vec<Card>,
}

impl Demo {
    /// Plays the game of a deal.
    ///
    /// # Errors
    /// If the deal can't be.
    pub fn play(deal: &Deal) -> Result<Demo, DealError> {
        let game = SetGame::new(&Config::demo()).expect("a config of our own");
        let mut events = Vec::new();
        let mut live = Live::new(&game, game.dealer(deal)?, (), &mut events)?;
        let mut moves = moves_of(&mut events);
        while game.turn(live.state()) != Turn::Over {
            let action = game.first_claim(live.state()).map_or(Action::Deal, Action::Claim);
            live.play(&game, Seat::FIRST, action, &mut events).map_err(|error| match error {
                RunError::Deal(error) => error,
                RunError::Refused(illegal) => DealError::new(illegal.to_string()),
            })?;
            moves.extend(moves_of(&mut events));
        }
        Ok(Demo { moves, left: live.state().board().flatten().collect() })
    }

    /// The Sets that were taken, in order.
    pub fn sets(&self) -> impl Iterator<Item = &[Card]> {
        self.moves.iter().filter_map(|each| match each {
            Move::Take(cards) => Some(&cards[..]),
            Move::Deal(_) => None,
        })
    }
}

fn moves_of(events: &mut Vec<Event>) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut dealt = Vec::new();
    for event in events.drain(..) {
        match event {
            Event::Dealt { card, .. } => dealt.push(card),
            Event::Claimed { cards, .. } => moves.push(Move::Take(cards.cards().to_vec())),
            _ => {}
        }
    }
    if !dealt.is_empty() {
        moves.push(Move::Deal(dealt));
    }
    moves
}
