//! Random games with a ledger beside them: every coin that moves is in an event, no card is lost.

use tercet_game::{Game, Rng, Sample, Seat, Seats, Settings};
use tercet_machi::{Config, Event, Kind, MachiKoro, PURSE_LIMIT, State};

/// What a game comes to.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) turns: u32,
    /// Coins that the bank paid, and was paid.
    pub(crate) paid: u64,
    pub(crate) received: u64,
}

/// Plays a random game to its end and checks after each input that the purses are what the events say, and that
/// all cards are there.
pub(crate) fn play(game: &MachiKoro, seed: u64) -> Tally {
    let mut rng = Rng::new(seed);
    let mut state = game.start();
    let mut ledger = Ledger::open(game, &state);
    let mut events = Vec::new();
    loop {
        events.clear();
        if let Some(chance) = game.sample_outcome(&state, &mut rng) {
            game.resolve(&mut state, chance, &mut events).unwrap();
        } else if let Some(action) = game.sample_action(&state, state.roller(), &mut rng) {
            let seat = state.roller();
            game.play(&mut state, seat, action, &mut events).unwrap();
        } else {
            return ledger.close(game, &state);
        }
        ledger.enter(&events);
        ledger.check(game, &state);
    }
}

struct Ledger {
    purses: Vec<i64>,
    /// Copies of each kind that are anywhere, and those that left.
    copies: Vec<u32>,
    left: Vec<u32>,
    tally: Tally,
}

impl Ledger {
    fn open(game: &MachiKoro, state: &State) -> Ledger {
        let purses = seats(game).map(|seat| state.city(seat).coins().into()).collect();
        let copies = kinds(game).map(|kind| everywhere(game, state, kind)).collect();
        Ledger { purses, copies, left: vec![0; game.cards().len()], tally: Tally::default() }
    }

    fn enter(&mut self, events: &[Event]) {
        for event in events {
            if let Event::Left { kind, copies } = event {
                self.left[kind.index()] += u32::from(*copies);
            }
            let Some(transfer) = event.transfer() else { continue };
            match transfer.payer {
                Some(seat) => self.purses[seat.index()] -= i64::from(transfer.coins),
                None => self.tally.paid += u64::from(transfer.coins),
            }
            match transfer.payee {
                Some(seat) => self.purses[seat.index()] += i64::from(transfer.coins),
                None => self.tally.received += u64::from(transfer.coins),
            }
            assert!(
                self.purses.iter().all(|&purse| (0..=i64::from(PURSE_LIMIT)).contains(&purse)),
                "{event:?}"
            );
        }
    }

    fn check(&self, game: &MachiKoro, state: &State) {
        for seat in seats(game) {
            let city = state.city(seat);
            assert_eq!(i64::from(city.coins()), self.purses[seat.index()], "{seat} in {state:?}");
            for (kind, copies) in city.cards() {
                assert!(city.closed(kind) <= copies, "{seat} has closed cards that are not there");
            }
        }
        for kind in kinds(game) {
            let now = everywhere(game, state, kind) + self.left[kind.index()];
            assert_eq!(now, self.copies[kind.index()], "{} in {state:?}", game.cards().slug(kind));
        }
    }

    fn close(mut self, game: &MachiKoro, state: &State) -> Tally {
        let scores = game.scores(state);
        assert!(scores.end().is_some());
        let has_all = |seat: &Seat| state.city(*seat).landmarks().eq(game.landmarks());
        assert_eq!(seats(game).find(has_all), state.winner(), "whoever has all landmarks has won");
        self.tally.turns = state.turn().into();
        self.tally
    }
}

fn seats(game: &MachiKoro) -> impl Iterator<Item = Seat> {
    Seats::first(game.seats()).iter()
}

fn kinds(game: &MachiKoro) -> impl Iterator<Item = Kind> + '_ {
    game.cards().iter().map(|(kind, _)| kind)
}

/// In the market, in the deck and in the cities.
fn everywhere(game: &MachiKoro, state: &State, kind: Kind) -> u32 {
    let market = u32::from(state.market().shown(kind)) + u32::from(state.market().deck(kind));
    market + seats(game).map(|seat| u32::from(state.city(seat).copies(kind))).sum::<u32>()
}

/// The rules of these options.
pub(crate) fn game(pairs: &[(&str, &str)]) -> MachiKoro {
    MachiKoro::new(&Config::from_pairs(pairs.iter().copied()).unwrap()).unwrap()
}
