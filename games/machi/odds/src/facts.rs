//! The cards of a game as the mathematics needs them: what fires on which total, what it pays, without names.

use tercet_game::Seat;
use tercet_machi::{
    Card, City, Color, Each, Effect, FlowerShopMall, Kind, Landmark, MachiKoro, State, Toll, When,
};

use crate::Model;

/// One kind of card.
#[derive(Clone, Debug)]
pub(crate) struct Fact {
    pub(crate) kind: Kind,
    pub(crate) color: Color,
    /// The totals on which it fires, a bit each.
    pub(crate) totals: u16,
    pub(crate) pays: Pays,
    /// Does the Shopping Mall add 1?
    pub(crate) mall: bool,
}

/// What it does when it fires; kinds as masks of their places in the card set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pays {
    Bank {
        coins: u32,
        each: Count,
        when: When,
        closes: bool,
    },
    Throw {
        when: When,
    },
    Take {
        toll: Toll,
        when: When,
    },
    Fee {
        coins: u32,
    },
    Each {
        coins: u32,
        icons: Option<u64>,
    },
    One {
        coins: u32,
    },
    Tax {
        from: u32,
    },
    Invest,
    Share,
    /// Un-builds, moves or closes cards.
    Changes,
    /// An exchange or an exhibition, which are declined.
    Nothing,
}

/// What is counted for each copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Count {
    One,
    Own(u64),
    OfAll(u64),
}

impl Fact {
    /// The facts of all kinds of a game, by place.
    pub(crate) fn all(game: &MachiKoro, model: Model) -> Vec<Fact> {
        game.cards().iter().map(|(kind, card)| Fact::new(game, model, kind, card)).collect()
    }

    fn new(game: &MachiKoro, model: Model, kind: Kind, card: &Card) -> Fact {
        Fact {
            kind,
            color: card.color,
            totals: card.rolls.iter().fold(0, |bits, total| bits | 1 << total),
            pays: pays(game, &card.effect),
            mall: has_mall(game, model, kind, card),
        }
    }

    /// Does it fire for its owner on this turn, own or another's?
    pub(crate) fn fires(&self, is_own: bool) -> bool {
        match self.color {
            Color::Blue => true,
            Color::Green | Color::Purple => is_own,
            Color::Red => !is_own,
        }
    }
}

fn has_mall(game: &MachiKoro, model: Model, kind: Kind, card: &Card) -> bool {
    let slug = game.cards().slug(kind);
    let per_card = matches!(card.effect, Effect::Bank { each: Each::Card(_), .. });
    let counted = tercet_game::Game::config(game).flower_shop_mall == FlowerShopMall::PerGarden;
    match model {
        Model::Seed => ["bakery", "convenience_store"].contains(&slug),
        Model::Harmonictook => slug == "convenience_store",
        Model::Exact => (card.icon == "bread" || card.icon == "cup") && (counted || !per_card),
    }
}

fn kinds(game: &MachiKoro, test: impl Fn(&Card) -> bool) -> u64 {
    game.cards().iter().filter(|(_, card)| test(card)).fold(0, |mask, (kind, _)| mask | 1 << kind.index())
}

fn pays(game: &MachiKoro, effect: &Effect) -> Pays {
    match *effect {
        Effect::Bank { coins, ref each, when, closes } => {
            let each = match each {
                Each::Copy => Count::One,
                Each::Icon(icon) => Count::Own(kinds(game, |card| card.icon == *icon)),
                Each::IconOfAll(icon) => Count::OfAll(kinds(game, |card| card.icon == *icon)),
                Each::Card(name) => Count::Own(kinds(game, |card| card.slug() == *name)),
            };
            Pays::Bank { coins: coins.into(), each, when, closes }
        }
        Effect::Throw { when } => Pays::Throw { when },
        Effect::Take { toll, when } => Pays::Take { toll, when },
        Effect::Loan { fee, .. } => Pays::Fee { coins: fee.into() },
        Effect::Each { coins, ref icons } => {
            let counted = kinds(game, |card| icons.contains(&card.icon));
            Pays::Each { coins: coins.into(), icons: (!icons.is_empty()).then_some(counted) }
        }
        Effect::One { coins } => Pays::One { coins: coins.into() },
        Effect::Tax { from } => Pays::Tax { from: from.into() },
        Effect::Invest => Pays::Invest,
        Effect::Share => Pays::Share,
        Effect::Demolish { .. } | Effect::Move { .. } | Effect::Renovate { .. } => Pays::Changes,
        Effect::Exchange | Effect::Exhibit => Pays::Nothing,
    }
}

/// How many cards of these kinds a city has, closed ones too.
pub(crate) fn count(city: City<'_>, kinds: u64) -> u32 {
    city.cards().filter(|(kind, _)| kinds >> kind.index() & 1 == 1).map(|(_, copies)| u32::from(copies)).sum()
}

/// How many are counted for each copy that pays.
pub(crate) fn counted(each: Count, state: &State, owner: Seat, players: u8) -> u32 {
    match each {
        Count::One => 1,
        Count::Own(kinds) => count(state.city(owner), kinds),
        Count::OfAll(kinds) => (0..players).map(|seat| count(state.city(Seat(seat)), kinds)).sum(),
    }
}

/// Does the condition hold (R12)?
pub(crate) fn holds(when: When, owner: City<'_>, roller: City<'_>) -> bool {
    let built = |city: City<'_>| city.landmarks().count();
    match when {
        When::Always => true,
        When::Harbor => owner.has(Landmark::Harbor),
        When::Fewer(number) => built(owner) < usize::from(number),
        When::Roller(number) => built(roller) >= usize::from(number),
    }
}

/// The totals of a mask.
pub(crate) fn totals(mut mask: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let total = mask.trailing_zeros();
        (mask != 0).then(|| {
            mask &= mask - 1;
            total as usize
        })
    })
}
