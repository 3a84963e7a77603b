//! The model `exact`: the distribution under the rules.
//!
//! A turn ends on a total with a weight that the [`plan::Plan`] gives: number of dice, second roll and two more are chosen for
//! the most expected income of the roller, another turn being worth what a turn is that begins with the purses as they are
//! now. What the total does to the purses is booked on a [`ledger::Page`] where cards stay as they are; where they don't
//! (closed cards, throws, cards that move, close or un-build), the engine itself is asked, see [`engine`]; there chains are
//! followed until less than 1e-9 of them is left, and what is left ends there.
//!
//! Where what each player can lose in the worst case is in his purse, no payment depends on what happened before: turns are
//! independent, and a round is their convolution; chains of turns are summed in closed form, see [`chain`], to less than 1e-12. (Because
//! chains have no end, «can» means: with a chance of more than 1e-9 in the whole round, or what [`Odds::within`] asks for.) Until
//! then the purses that can still matter are followed together, see [`purses`].

mod chain;
mod cover;
pub(crate) mod defaults;
mod engine;
mod joint;
mod ledger;
mod plan;
pub(crate) mod purses;

use tercet_game::{Game, Seat};
use tercet_machi::State;

use crate::pmf::Sum;
use crate::{Odds, Pmf};
use chain::Chain;
use ledger::{PLAYERS, Page, Purses};
use plan::Plan;

/// What a round changes in a purse, roughly.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Flow {
    /// The mean of the own turn.
    pub own: f64,
    /// The mean of the others' turns together.
    pub others: f64,
    /// The sum over all turns of the mean squares of what they change.
    pub squares: f64,
    /// The chance that one own roll brings the purse to what is needed.
    pub enough: f64,
}

/// What may be left of a chain of turns when it is cut off.
const CUT: f64 = 1e-12;

impl Odds {
    /// The same, with payments of the model `exact` falling short unnoticed in no more than this part of all rounds; 1e-9 if
    /// nothing is said. With 1e-12 a round of players with Amusement Parks takes about three times as long.
    #[must_use]
    pub fn within(self, unseen: f64) -> Odds {
        Odds { unseen, ..self }
    }

    /// The change of the seat's purse by one turn of the roller, chains included.
    pub(crate) fn exact_turn(&self, state: &State, seat: Seat, roller: Seat) -> Pmf {
        if !self.has_ledger(state) {
            return self.engine_round(state, seat, &[roller]);
        }
        let page = self.page(state, roller);
        let purses = self.purses(state);
        if page.powers.again {
            return self.found(purses::round(&[page], &purses, seat.index(), self.unseen, &self.meter));
        }
        let (gains, after) = page.gains(&purses);
        let plan = Plan::best(&gains, page.powers);
        let turn = Chain::new(&plan, &change(&after, &purses, seat.index()), &self.meter);
        self.found(turn.after(&Sum::certain(0), &self.meter).pmf())
    }

    /// The change of the seat's purse by a round.
    pub(crate) fn exact_round(&self, state: &State, seat: Seat) -> Pmf {
        let players = self.game.seats();
        let rollers: Vec<Seat> = (0..players).map(|step| Seat((seat.0 + step) % players)).collect();
        if !self.has_ledger(state) {
            return self.engine_round(state, seat, &rollers);
        }
        let pages: Vec<Page> = rollers.iter().map(|&roller| self.page(state, roller)).collect();
        self.found(purses::round(&pages, &self.purses(state), seat.index(), self.unseen, &self.meter))
    }

    /// What was found; anything at all where the budget is spent, because nobody will see it.
    pub(crate) fn found(&self, pmf: Option<Pmf>) -> Pmf {
        match pmf {
            Some(pmf) if !self.meter.is_spent() => pmf,
            _ => {
                assert!(self.meter.is_spent(), "chances go somewhere");
                Pmf::certain(0)
            }
        }
    }

    /// The mean change of each seat's purse by a round in which every purse is what it is now at each turn, but has at least
    /// `least`: quick, and near what [`Odds::round_pmf`] says in the model `exact`. Only that model's facts make sense here.
    pub fn drift(&self, state: &State, least: u32) -> [f64; PLAYERS] {
        self.flow(state, least, &[0; PLAYERS]).map(|flow| flow.own + flow.others)
    }

    /// The same in more detail; `needs` are the coins that each seat waits for.
    pub fn flow(&self, state: &State, least: u32, needs: &[u32; PLAYERS]) -> [Flow; PLAYERS] {
        let real = self.purses(state);
        let purses = real.map(|coins| coins.max(least));
        let mut flows = [Flow::default(); PLAYERS];
        for roller in self.seats() {
            let page = self.rough_page(state, roller);
            let (gains, after) = page.gains(&purses);
            let plan = Plan::best(&gains, page.powers);
            let turns = 1.0 / (1.0 - plan.chance_again());
            for total in page.powers.totals() {
                let weight = plan.weight(total);
                for (place, flow) in flows.iter_mut().enumerate() {
                    let change = f64::from(after[total][place]) - f64::from(purses[place]);
                    let is_own = place == roller.index();
                    let part = if is_own { &mut flow.own } else { &mut flow.others };
                    *part += turns * weight * change;
                    flow.squares += turns * weight * change * change;
                    let is_enough = f64::from(real[place]) + change >= f64::from(needs[place]);
                    flow.enough += if is_own && is_enough { weight } else { 0.0 };
                }
            }
        }
        flows
    }

    fn purses(&self, state: &State) -> Purses {
        let mut purses = [0; PLAYERS];
        self.seats().for_each(|seat| purses[seat.index()] = state.city(seat).coins());
        purses
    }
}

/// What each total changes in a player's purse.
fn change(after: &[Purses; 15], before: &Purses, player: usize) -> [i32; 15] {
    after.map(|purses| purses[player] as i32 - before[player] as i32)
}

#[cfg(test)]
mod tests {
    use tercet_game::Rng;
    use tercet_machi::{Color, Config, Expansion, Landmark, MachiKoro, Player, Position};

    use super::*;
    use crate::Model;

    /// A poor table, so that payments fall short.
    fn poor(game: &MachiKoro, forbidden: &[Landmark], rng: &mut Rng) -> State {
        let mut player = || {
            let mut cards = Vec::new();
            for (kind, card) in game.cards().iter() {
                let most = if card.color == Color::Purple { 1 } else { 2 };
                if rng.below(3) == 0 {
                    cards.push((game.cards().slug(kind).to_owned(), 1 + rng.below(most) as u8));
                }
            }
            let landmarks = game.landmarks().filter(|landmark| !forbidden.contains(landmark));
            let landmarks =
                landmarks.filter(|_| rng.below(2) == 0).map(|landmark| landmark.name().to_owned());
            let landmarks = landmarks.collect();
            Player { coins: rng.below(8), cards, landmarks, ..Player::default() }
        };
        let players = (0..game.seats()).map(|_| player()).collect();
        game.any_position(&Position { players, ..Position::default() }).unwrap()
    }

    fn same(fast: &Pmf, slow: &Pmf, name: &str) {
        for value in fast.low().min(slow.low())..=fast.high().max(slow.high()) {
            let (fast, slow) = (fast.at(value), slow.at(value));
            assert!((fast - slow).abs() < 2e-9, "{name}, {value}: {fast} by ledger, {slow} by engine");
        }
    }

    #[test]
    fn ledgers_are_as_the_engine_without_chains() {
        let harbor = Config { expansions: vec![Expansion::Harbor], ..Config::base(3) };
        for (config, count) in [(Config::base(2), 12), (Config::base(3), 6), (harbor, 40)] {
            let game = MachiKoro::new(&config).unwrap();
            let odds = Odds::new(&game, Model::Exact);
            let mut compared = 0;
            for number in 0..count {
                let mut rng = Rng::stream(11, &[number]);
                let state = poor(&game, &[Landmark::AmusementPark], &mut rng);
                if odds.has_ledger(&state) && compared < 12 {
                    let rollers: Vec<Seat> = odds.seats().collect();
                    let slow = odds.engine_round(&state, Seat(0), &rollers);
                    same(&odds.exact_round(&state, Seat(0)), &slow, &format!("position {number}"));
                    compared += 1;
                }
            }
            assert!(compared > 3, "{compared} positions have ledgers");
        }
    }

    #[test]
    fn chains_are_as_the_engine() {
        let game = MachiKoro::new(&Config::base(2)).unwrap();
        let odds = Odds::new(&game, Model::Exact);
        for number in 0..3 {
            let state = poor(&game, &[Landmark::RadioTower], &mut Rng::stream(12, &[number]));
            let state = [Landmark::TrainStation, Landmark::AmusementPark]
                .into_iter()
                .fold(state, |state, landmark| {
                    game.with_site(&state, Seat(0), tercet_machi::Site::Landmark(landmark))
                });
            let slow = odds.engine_round(&state, Seat(0), &[Seat(0)]);
            same(&odds.exact_turn(&state, Seat(0), Seat(0)), &slow, &format!("position {number}"));
        }
    }

    #[test]
    fn purses_that_are_halved_and_shared_in_chains_are_as_the_engine() {
        let game = MachiKoro::new(&Config::everything(2)).unwrap();
        let odds = Odds::new(&game, Model::Exact);
        let player = |coins, cards: &[(&str, u8)], landmarks: &[&str]| Player {
            coins,
            cards: cards.iter().map(|&(name, copies)| (name.to_owned(), copies)).collect(),
            landmarks: landmarks.iter().map(|&name| name.to_owned()).collect(),
            ..Player::default()
        };
        let roller = &["train_station", "shopping_mall", "amusement_park"];
        for (coins, cards) in [
            (7, &[("bakery", 2), ("tax_office", 1), ("park", 1)][..]),
            (23, &[("cafe", 2), ("park", 1)]),
            (40, &[("mine", 1), ("tax_office", 1)]),
        ] {
            let other = player(coins, &[("sushi_bar", 2), ("pizza_joint", 2)], &["harbor", "shopping_mall"]);
            let players = vec![other, player(15, cards, roller)];
            let state = game.any_position(&Position { players, ..Position::default() }).unwrap();
            assert!(odds.has_ledger(&state));
            for seat in odds.seats() {
                let slow = odds.engine_round(&state, seat, &[Seat(1)]);
                same(&odds.exact_turn(&state, seat, Seat(1)), &slow, &format!("{coins} coins, {seat}"));
            }
        }
    }

    #[test]
    fn rare_shortfalls_are_counted_as_asked_for() {
        let game = MachiKoro::new(&Config::base(2)).unwrap();
        let odds = Odds::new(&game, Model::Exact);
        let precise = odds.clone().within(1e-12);
        for number in 0..6 {
            let state = poor(&game, &[], &mut Rng::stream(13, &[number]));
            let state = [
                (0, Landmark::TrainStation),
                (0, Landmark::AmusementPark),
                (1, Landmark::TrainStation),
                (1, Landmark::AmusementPark),
            ]
            .into_iter()
            .fold(state, |state, (seat, landmark)| {
                game.with_site(&state, Seat(seat), tercet_machi::Site::Landmark(landmark))
            });
            let (usual, precise) = (odds.exact_round(&state, Seat(0)), precise.exact_round(&state, Seat(0)));
            assert!((precise.total() - 1.0).abs() < 1e-12, "position {number}: {}", precise.total());
            same(&usual, &precise, &format!("position {number}"));
        }
    }
}
