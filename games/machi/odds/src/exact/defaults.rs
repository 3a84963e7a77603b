//! What a roller decides in the model `exact`, dice aside: simple rules that don't look ahead.
//!
//! | decision | rule |
//! |---|---|
//! | TV Station | the opponent with the most coins, the first seat of equals |
//! | Business Center, Exhibit Hall | declined; where it must not be, the first seat, the own cheapest card for his dearest |
//! | Demolition Company | the cheapest landmark |
//! | Moving Company | the cheapest card, to the next player |
//! | Renovation Company | the card that brings most coins now, the first of equals |
//! | order of purple cards | the next one so that the turn brings most coins, the first of equals |
//! | building, investing | nothing |

use std::cmp::Reverse;

use tercet_game::{Game, Seat};
use tercet_machi::{Action, Effect, Kind, MachiKoro, Phase, Site, State};

/// The decision among the legal actions.
pub(crate) fn decide(game: &MachiKoro, state: &State, legal: &[Action]) -> Option<Action> {
    let roller = state.roller();
    let cost = |action: &Action| match (action.kind(), action.landmark()) {
        (Some(kind), _) => game.cost(Site::Card(kind)),
        (_, Some(landmark)) => game.cost(Site::Landmark(landmark)),
        _ => 0,
    };
    match state.phase() {
        Phase::Build => Some(Action::Pass),
        Phase::Invest => Some(Action::Save),
        Phase::Target { .. } => {
            let coins = |action: &&Action| action.seat().map(|seat| state.city(seat).coins());
            legal.iter().min_by_key(|action| Reverse(coins(action))).copied()
        }
        Phase::Exchange { .. } | Phase::Exhibit { .. } if legal.contains(&Action::Decline) => {
            Some(Action::Decline)
        }
        Phase::Move { .. } => {
            let next = Seat((roller.0 + 1) % game.seats());
            legal
                .iter()
                .filter(|action| action.seat() == Some(next))
                .min_by_key(|action| cost(action))
                .copied()
        }
        Phase::Demolish { .. } | Phase::Give { .. } => {
            legal.iter().min_by_key(|action| cost(action)).copied()
        }
        Phase::Take { .. } => legal.iter().min_by_key(|action| Reverse(cost(action))).copied(),
        Phase::Renovate { by } => {
            let coins = |action: &&Action| action.kind().map(|kind| renovated(game, state, by, kind));
            legal.iter().min_by_key(|action| Reverse(coins(action))).copied()
        }
        Phase::Activate => {
            let coins = |action: &&Action| carried_on(game, state, **action);
            legal.iter().min_by_key(|action| Reverse(coins(action))).copied()
        }
        _ => legal.first().copied(),
    }
}

/// What the opponents would pay if the card closed.
fn renovated(game: &MachiKoro, state: &State, by: Kind, kind: Kind) -> u32 {
    let Effect::Renovate { coins } = game.cards().card(by).effect else { return 0 };
    let others = (0..game.seats()).map(Seat).filter(|&seat| seat != state.roller());
    let pays = |seat: Seat| {
        let city = state.city(seat);
        let open = city.copies(kind) - city.closed(kind);
        (u32::from(coins) * u32::from(open)).min(city.coins())
    };
    others.map(pays).sum()
}

/// The roller's coins if he does this and then goes on by these rules.
fn carried_on(game: &MachiKoro, state: &State, action: Action) -> u32 {
    let (roller, turn) = (state.roller(), state.turn());
    let mut state = *state;
    let mut next = Some(action);
    let mut legal = Vec::new();
    while let Some(action) = next {
        if game.play(&mut state, roller, action, &mut ()).is_err() {
            break;
        }
        legal.clear();
        let is_same = state.turn() == turn && state.roller() == roller && state.phase() != Phase::Build;
        game.legal_actions(&state, roller, &mut legal);
        next = if is_same { decide(game, &state, &legal) } else { None };
    }
    state.city(roller).coins()
}
