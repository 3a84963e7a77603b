//! What is bought in Machi Koro, and what it earns: cards, then landmarks.

use alloc::string::ToString;
use alloc::vec::Vec;

use tercet_game::{Item, Seat, Trade, Trades};

use crate::action::{Event, Kind, Site};
use crate::effect::Effect;
use crate::facts::Landmark;
use crate::rules::MachiKoro;
use crate::state::State;

impl Trades for MachiKoro {
    const HAS_PURCHASES: bool = true;

    fn items(&self) -> Vec<Item> {
        let cards = self.cards().iter().map(|(kind, _)| self.cards().slug(kind));
        let cards = cards.map(|name| Item { name: name.to_string(), sort: "card" });
        let landmarks = Landmark::ALL.map(|landmark| Item { name: landmark.to_string(), sort: "landmark" });
        cards.chain(landmarks).collect()
    }

    fn held(&self, state: &State, seat: Seat, item: usize) -> u32 {
        let city = state.city(seat);
        match item.checked_sub(self.cards().len()) {
            None => city.copies(Kind(item as u8)).into(),
            Some(landmark) => Landmark::ALL.get(landmark).is_some_and(|&landmark| city.has(landmark)).into(),
        }
    }

    fn trades(&self, event: &Event, push: &mut impl FnMut(Trade)) {
        let card = Kind::index;
        let landmark = |landmark: Landmark| self.cards().len() + landmark as usize;
        let mut earned = |seat: Seat, item: usize, coins: i64| push(Trade::Earned { seat, item, coins });
        match *event {
            Event::Payout { seat, kind, coins }
            | Event::Collect { seat, kind, coins, .. }
            | Event::Steal { seat, kind, coins, .. } => earned(seat, card(kind), coins.into()),
            Event::Fee { seat, kind, coins } => earned(seat, card(kind), -i64::from(coins)),
            Event::Airport { seat, coins } => earned(seat, landmark(Landmark::Airport), coins.into()),
            Event::Invest { seat, .. } => {
                let cards = self.cards().iter();
                let invested = cards.filter(|(_, card)| card.effect == Effect::Invest);
                invested.for_each(|(kind, _)| earned(seat, card(kind), -1));
            }
            Event::TurnStart { seat, .. } => push(Trade::Turn { seat }),
            Event::Build { seat, site: Site::Card(kind), .. } => {
                push(Trade::Bought { seat, item: card(kind) });
            }
            Event::Build { seat, site: Site::Landmark(built), .. } => {
                push(Trade::Bought { seat, item: landmark(built) });
            }
            Event::Demolish { seat, landmark: gone } => push(Trade::Lost { seat, item: landmark(gone) }),
            Event::Exhibit { seat, hall, .. } => push(Trade::Lost { seat, item: card(hall) }),
            Event::Move { seat, to, kind } => {
                push(Trade::Lost { seat, item: card(kind) });
                push(Trade::Got { seat: to, item: card(kind) });
            }
            // Both give before either gets: two cards of one kind change owners, too.
            Event::Swap { seat, with, give, take } => {
                push(Trade::Lost { seat, item: card(give) });
                push(Trade::Lost { seat: with, item: card(take) });
                push(Trade::Got { seat: with, item: card(give) });
                push(Trade::Got { seat, item: card(take) });
            }
            _ => {}
        }
    }
}
