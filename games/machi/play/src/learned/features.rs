//! What a learned value sees of a position: for each seat numbers of its own, of its rivals, and all cards and landmarks.

use tercet_game::{Game as _, Seat, Seats};
use tercet_machi::{BASE, Card, Config, HARBOR, Landmark, MILLIONAIRES_ROW, MachiKoro, PROMO, Phase, State};
use tercet_odds::{Flow, Model, Odds};

/// The official cards in their order; other cards count by what they earn alone.
const OFFICIAL: [&[Card]; 4] = [BASE, HARBOR, MILLIONAIRES_ROW, PROMO];

const CARDS: usize = BASE.len() + HARBOR.len() + MILLIONAIRES_ROW.len() + PROMO.len();

const LANDMARKS: usize = Landmark::ALL.len();

const NUMBERS: usize = 23;

const RIVALS: usize = 6;

/// How many numbers are seen of a seat.
pub(super) const INPUTS: usize = NUMBERS + RIVALS + 2 * (LANDMARKS + CARDS);

/// Purses are seen with at least so many coins: what was just spent is soon earned again.
const PURSE: u32 = 4;

/// How fast income may grow, in coins a round each round.
const GROWTHS: [f64; 3] = [0.3, 1.0, 2.0];

const PLAYERS: usize = Config::MAX_PLAYERS as usize;

/// Sees positions of one game.
#[derive(Clone, Debug)]
pub(super) struct FeatureExtractor {
    odds: Odds,
    /// The place of each kind among the official cards.
    places: Vec<Option<usize>>,
}

/// What is known of one city before it is put beside its rivals.
#[derive(Clone, Copy, Default)]
struct Facts {
    flow: Flow,
    income: f64,
    left: f64,
    cost: f64,
    coins: f64,
    needed: f64,
    rounds: [f64; 3],
}

impl Facts {
    fn is_last(&self) -> f64 {
        f64::from(u8::from(self.left <= 1.0))
    }
}

impl FeatureExtractor {
    pub(super) fn new(game: &MachiKoro) -> FeatureExtractor {
        let place = |slug: &str| OFFICIAL.iter().copied().flatten().position(|card| card.slug() == slug);
        let places = game.cards().iter().map(|(kind, _)| place(game.cards().slug(kind))).collect();
        FeatureExtractor { odds: Odds::new(game, Model::Exact), places }
    }

    pub(super) fn odds(&self) -> &Odds {
        &self.odds
    }

    fn seats(&self) -> usize {
        usize::from(self.odds.game().seats())
    }

    /// The inputs of all seats, one behind the other.
    pub(super) fn see(&self, state: &State, out: &mut Vec<f32>) {
        out.clear();
        out.resize(self.seats() * INPUTS, 0.0);
        let facts = self.facts(state);
        for (place, inputs) in out.chunks_exact_mut(INPUTS).enumerate() {
            let numbers = self.numbers(state, Seat(place as u8), &facts[place]);
            let rivals = rivals(&facts[..self.seats()], place);
            for (input, number) in inputs.iter_mut().zip(numbers.iter().chain(&rivals)) {
                *input = *number as f32;
            }
        }
        self.things(state, out);
    }

    fn facts(&self, state: &State) -> [Facts; PLAYERS] {
        let mut facts = [Facts::default(); PLAYERS];
        let mut needs = [0; PLAYERS];
        for seat in Seats::first(self.odds.game().seats()).iter() {
            needs[seat.index()] = self.odds.landmark_cost_remaining(state, seat);
        }
        let flows = self.odds.flow(state, PURSE, &needs);
        for seat in Seats::first(self.odds.game().seats()).iter() {
            let (flow, cost) = (flows[seat.index()], f64::from(needs[seat.index()]));
            let income = flow.own + flow.others;
            let left = f64::from(self.odds.n_landmarks_remaining(state, seat));
            let coins = f64::from(state.city(seat).coins());
            let needed = (cost - coins).max(0.0);
            let rounds = GROWTHS.map(|growth| rounds(needed, income, growth).max(left));
            facts[seat.index()] = Facts { flow, income, left, cost, coins, needed, rounds };
        }
        facts
    }

    fn numbers(&self, state: &State, seat: Seat, facts: &Facts) -> [f64; NUMBERS] {
        let Facts { flow, income, left, cost, coins, needed, rounds } = *facts;
        let wait = f64::from(self.wait(state, seat));
        let is_last = facts.is_last();
        let players = |count: u8| f64::from(u8::from(self.odds.game().seats() == count));
        [
            rounds[0] / 10.0,
            rounds[1] / 10.0,
            rounds[2] / 10.0,
            (income.max(0.0) + 0.5).ln(),
            income / 10.0,
            flow.own / 10.0,
            flow.others / 10.0,
            flow.squares.sqrt() / 10.0,
            needed / 30.0,
            (needed / 30.0).powi(2),
            income * needed / 300.0,
            coins.min(60.0) / 20.0,
            coins.min(10.0) / 10.0,
            left / 3.0,
            is_last,
            f64::from(u8::from(coins >= cost)),
            flow.enough,
            is_last * flow.enough,
            is_last * (needed / income.max(0.5)).min(10.0) / 10.0,
            wait / self.seats() as f64,
            players(3),
            players(4),
            players(5),
        ]
    }

    /// Landmarks and cards: the seat's own, and what a rival has on average.
    fn things(&self, state: &State, out: &mut [f32]) {
        let first = NUMBERS + RIVALS;
        let mut sums = [0.0_f32; LANDMARKS + CARDS];
        for (place, inputs) in out.chunks_exact_mut(INPUTS).enumerate() {
            let city = state.city(Seat(place as u8));
            for (place, landmark) in Landmark::ALL.iter().enumerate() {
                inputs[first + place] = f32::from(u8::from(city.has(*landmark)));
            }
            for (kind, copies) in city.cards() {
                if let Some(place) = self.places[kind.index()] {
                    inputs[first + LANDMARKS + place] = f32::from(copies) / 2.0;
                }
            }
            for (sum, input) in sums.iter_mut().zip(&inputs[first..]) {
                *sum += input;
            }
        }
        let rivals = (self.seats() - 1) as f32;
        for inputs in out.chunks_exact_mut(INPUTS) {
            let (own, others) = inputs[first..].split_at_mut(LANDMARKS + CARDS);
            for ((other, own), sum) in others.iter_mut().zip(own).zip(&sums) {
                *other = (sum - *own) / rivals;
            }
        }
    }

    /// How many turns of others come before the seat's own.
    fn wait(&self, state: &State, seat: Seat) -> u8 {
        let seats = self.odds.game().seats();
        let is_over = matches!(state.phase(), Phase::Deal { .. } | Phase::Invest);
        (seat.0 + 2 * seats - state.roller().0 - u8::from(is_over)) % seats
    }
}

/// What the strongest of the others have.
fn rivals(facts: &[Facts], place: usize) -> [f64; RIVALS] {
    let others = || facts.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, facts)| facts);
    let least = |of: fn(&Facts) -> f64| others().map(of).fold(f64::INFINITY, f64::min);
    let most = |of: fn(&Facts) -> f64| others().map(of).fold(0.0, f64::max);
    let nearest = least(|facts| facts.rounds[1]);
    [
        nearest / 10.0,
        (facts[place].rounds[1] - nearest) / 10.0,
        most(|facts| facts.is_last() * facts.flow.enough),
        most(|facts| facts.income) / 10.0,
        most(|facts| facts.coins).min(60.0) / 20.0,
        least(|facts| facts.left) / 3.0,
    ]
}

/// How many rounds it takes to earn what is needed, with an income that grows by so much a round.
fn rounds(needed: f64, income: f64, growth: f64) -> f64 {
    let income = income.max(0.1);
    ((income * income + 2.0 * growth * needed).sqrt() - income) / growth
}
