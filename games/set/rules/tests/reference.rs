//! The engine against its slow twin: the solver on random boards, whole games step by step.

#[allow(dead_code, unused_imports, reason = "each test file uses a part of the twin")]
mod twin;

use tercet_game::{End, Game, Rng, Seat, Seats, Turn};
use tercet_set::{
    Action, Card, CardSet, Claim, Config, DealRule, Exhausted, Guarantee, Phase, Refill, SetGame, Setup,
    State, Variant, all_sets, count_sets, find_set, for_each_set, is_set, sweep,
};

use twin::{Doing, Twin, Why};

/// So many different cards in a random order.
fn random_cards(count: usize, rng: &mut Rng) -> Vec<Card> {
    let mut deck: Vec<Card> = Card::all().collect();
    for place in 0..count {
        let chosen = place + rng.below((deck.len() - place) as u32) as usize;
        deck.swap(place, chosen);
    }
    deck.truncate(count);
    deck
}

#[test]
fn is_set_agrees_on_all_triples_of_cards() {
    for a in Card::all() {
        for b in Card::all() {
            for c in Card::all() {
                assert_eq!(is_set(a, b, c), twin::is_set(a, b, c), "{a} {b} {c}");
            }
        }
    }
}

#[test]
fn third_agrees_on_all_pairs() {
    for a in Card::all() {
        for b in Card::all().filter(|&b| b != a) {
            assert_eq!(a.third(b), twin::third(a, b), "{a} {b}");
        }
        assert_eq!(a.third(a), a);
    }
}

#[test]
fn the_solver_agrees_on_boards_of_any_size() {
    let mut rng = Rng::new(1);
    // Twelve is the usual size, for which the engine may have a way of its own.
    let usual = std::iter::repeat_n(12, 2000);
    for size in usual.chain((0..=21).cycle().take(22 * 40)).chain(22..=81) {
        let board = random_cards(size, &mut rng);
        let expected = twin::all_sets(&board);
        assert_eq!(all_sets(&board), expected, "{board:?}");
        assert_eq!(find_set(&board), expected.first().copied(), "{board:?}");
        assert_eq!(count_sets(&board), expected.len(), "{board:?}");
        let mut heard = Vec::new();
        for_each_set(&board, |set| heard.push(set));
        assert_eq!(heard, expected, "{board:?}");
    }
}

#[test]
fn the_sweep_agrees_on_boards_of_any_size() {
    let mut rng = Rng::new(2);
    for size in (0..=27).cycle().take(28 * 20).chain([40, 60, 81]) {
        let board = random_cards(size, &mut rng);
        let swept = sweep(&board);
        assert_eq!(swept, twin::sweep(&board), "{board:?}");
        let is_left = |place: &usize| !swept.iter().flatten().any(|taken| taken == place);
        let left: Vec<Card> = (0..size).filter(is_left).map(|place| board[place]).collect();
        assert_eq!(find_set(&left), None, "{board:?}");
    }
}

#[test]
fn card_sets_answer_as_boards_in_the_order_of_ids() {
    let mut rng = Rng::new(3);
    for size in (0..=30).cycle().take(31 * 10).chain([45, 81]) {
        let mut board = random_cards(size, &mut rng);
        board.sort();
        let hand: CardSet = board.iter().copied().collect();
        let cards = |set: [usize; 3]| set.map(|place| board[place]);
        let expected: Vec<[Card; 3]> = twin::all_sets(&board).into_iter().map(cards).collect();
        assert_eq!(hand.all_sets(), expected, "{board:?}");
        assert_eq!(hand.find_set(), expected.first().copied(), "{board:?}");
        assert_eq!(hand.count_sets(), expected.len(), "{board:?}");
        let swept: Vec<[Card; 3]> = twin::sweep(&board).into_iter().map(cards).collect();
        assert_eq!(hand.sweep(), swept, "{board:?}");
    }
}

/// Cells without the holes at the end: while cards are dealt it is nobody's business how long the board is.
fn trimmed(mut cells: Vec<Option<Card>>) -> Vec<Option<Card>> {
    while cells.last() == Some(&None) {
        cells.pop();
    }
    cells
}

fn seats(flags: &[bool]) -> Seats {
    let mut seats = Seats::NONE;
    for (seat, _) in flags.iter().enumerate().filter(|(_, flag)| **flag) {
        seats.insert(Seat(seat as u8));
    }
    seats
}

/// Everything that can be seen of the two is the same.
fn assert_same(twin: &Twin, game: &SetGame, state: &State, place: &str) {
    let board: Vec<Option<Card>> = state.board().collect();
    match &twin.doing {
        Doing::Deal { why, owed, redealt, .. } => {
            let phase = match why {
                Why::First => Phase::Dealing,
                Why::Refill => Phase::Refilling,
                Why::More => Phase::Adding,
            };
            assert_eq!((state.phase(), usize::from(state.owed())), (phase, *owed), "{place}");
            assert_eq!(usize::from(state.redeals()), *redealt, "{place}");
            assert_eq!(trimmed(board), trimmed(twin.board.clone()), "{place}");
        }
        doing => {
            let phase = if let Doing::Over(end) = *doing { Phase::Over(end) } else { Phase::Playing };
            assert_eq!((state.phase(), state.owed()), (phase, 0), "{place}");
            assert_eq!(board, twin.board, "{place}");
        }
    }
    assert_eq!(state.unseen().iter().collect::<Vec<_>>(), twin.deck, "{place}");
    assert_eq!(state.shown().map_or(Vec::new(), Vec::from), twin.shown, "{place}");
    assert_eq!(state.is_waived(), twin.is_waived, "{place}");
    assert_eq!(game.scores(state).points(), twin.points(), "{place}");
    assert_eq!(game.scores(state).end(), twin.end(), "{place}");
    assert_eq!((state.locked(), state.asking()), (seats(&twin.is_locked), seats(&twin.is_asking)), "{place}");
    assert_eq!(state.caller().map(Seat::index), twin.caller, "{place}");
    assert_eq!(usize::from(state.plays()), twin.plays, "{place}");
    assert_same_lists(twin, game, state, place);
}

fn assert_same_lists(twin: &Twin, game: &SetGame, state: &State, place: &str) {
    for seat in 0..game.seats() {
        let mut actions = Vec::new();
        game.legal_actions(state, Seat(seat), &mut actions);
        assert_eq!(actions, twin.actions(seat.into()), "seat {} of {place}", seat + 1);
    }
    let mut outcomes = Vec::new();
    game.outcomes(state, &mut outcomes);
    assert_eq!(outcomes, twin.outcomes().into_iter().map(|card| (1, card)).collect::<Vec<_>>(), "{place}");
    let acting = twin.acting().into_iter().fold(Seats::NONE, |mut acting, seat| {
        acting.insert(Seat(seat as u8));
        acting
    });
    let turn = match twin.doing {
        Doing::Deal { .. } => Turn::Chance,
        Doing::Play => Turn::Seats(acting),
        Doing::Over(_) => Turn::Over,
    };
    assert_eq!(game.turn(state), turn, "{place}");
}

/// What random games of a config came to, so that a test can ask whether it has seen what it is for.
#[derive(Default, Debug)]
struct Seen {
    redeals: usize,
    waived: usize,
    void: usize,
    holes: usize,
    expired: usize,
    locked: usize,
    finished: usize,
    limit: usize,
}

impl Seen {
    fn note(&mut self, twin: &Twin) {
        let is_play = twin.doing == Doing::Play;
        self.redeals += usize::from(matches!(twin.doing, Doing::Deal { redealt: 1.., .. }));
        self.waived += usize::from(twin.is_waived);
        self.holes += usize::from(is_play && twin.board.contains(&None));
        self.locked += usize::from(is_play && twin.is_locked.contains(&true));
        self.void += usize::from(twin.doing == Doing::Over(End::Void));
        self.finished += usize::from(twin.doing == Doing::Over(End::Finished));
        self.limit += usize::from(twin.doing == Doing::Over(End::Limit));
    }
}

/// Plays random games with both and compares them after each input.
fn play_both(config: &Config, games: u64) -> Seen {
    let game = SetGame::new(config).unwrap();
    let mut seen = Seen::default();
    for number in 0..games {
        let mut rng = Rng::stream(number, &[7]);
        let (mut twin, mut state) = (Twin::start(config), game.start());
        let mut steps = 0;
        while !matches!(twin.doing, Doing::Over(_)) {
            step_both(&mut twin, &game, &mut state, &mut rng, &mut seen);
            steps += 1;
            assert_same(&twin, &game, &state, &format!("game {number}, step {steps}, {config:?}"));
            seen.note(&twin);
        }
    }
    seen
}

fn step_both(twin: &mut Twin, game: &SetGame, state: &mut State, rng: &mut Rng, seen: &mut Seen) {
    let outcomes = twin.outcomes();
    if !outcomes.is_empty() {
        let card = one_of(&outcomes, rng);
        twin.resolve(card);
        return game.resolve(state, card, &mut ()).unwrap();
    }
    if twin.caller.is_some() && rng.below(3) == 0 {
        seen.expired += 1;
        twin.expire();
        return game.expire(state, &mut ()).unwrap();
    }
    let seat = one_of(&twin.acting(), rng);
    let action = choose(twin, seat, rng);
    let seat = Seat(seat as u8);
    twin.play(seat, action);
    game.play(state, seat, action, &mut ()).unwrap();
}

/// A right claim three times out of four, if there is one; else something else than a claim, if there is.
fn choose(twin: &Twin, seat: usize, rng: &mut Rng) -> Action {
    let actions = twin.actions(seat);
    let cells = |claim: Claim| claim.cells().iter().map(|cell| cell.index()).collect::<Vec<_>>();
    let is_right = |action: &&Action| matches!(action, Action::Claim(claim) if twin.is_right(&cells(*claim)));
    let right: Vec<Action> = actions.iter().filter(is_right).copied().collect();
    let calm: Vec<Action> = actions.iter().filter(|act| !matches!(act, Action::Claim(_))).copied().collect();
    let lists = if rng.below(4) > 0 { [right, calm, actions] } else { [actions, Vec::new(), Vec::new()] };
    one_of(lists.iter().find(|list| !list.is_empty()).expect("whoever acts has something to do"), rng)
}

fn one_of<T: Copy>(items: &[T], rng: &mut Rng) -> T {
    items[rng.below(items.len() as u32) as usize]
}

#[test]
fn solo_games_agree_under_every_deal_rule() {
    for (variant, games) in
        [(Variant::Standard, 12), (Variant::Junior, 40), (Variant::Chain, 8), (Variant::Ultra, 1)]
    {
        for deal_rule in DealRule::ALL {
            let seen = play_both(&Config { deal_rule, ..Config::of(variant) }, games);
            assert_eq!(seen.finished as u64, games);
        }
    }
}

#[test]
fn solo_games_agree_under_every_refill_and_capacity() {
    for refill in Refill::ALL {
        for capacity in [3, 4, 8, 12, 13, 20, 21] {
            play_both(&Config { refill, capacity, ..Config::default() }, 4);
            play_both(&Config { refill, capacity: capacity.min(11), ..Config::of(Variant::Chain) }, 2);
            play_both(&Config { refill, capacity: capacity.min(12), ..Config::of(Variant::Junior) }, 8);
        }
        play_both(&Config { refill, capacity: 5, ..Config::of(Variant::Ultra) }, 2);
    }
    let seen = play_both(&Config { refill: Refill::InPlace, ..Config::of(Variant::Junior) }, 40);
    assert!(seen.holes > 0, "{seen:?}");
}

#[test]
fn solo_games_agree_under_every_guarantee() {
    for refill in [Refill::Compact, Refill::InPlace] {
        for (variant, capacity) in [
            (Variant::Standard, 6),
            (Variant::Junior, 5),
            (Variant::Chain, 5),
            (Variant::Ultra, 4),
            (Variant::Ultra, 6),
        ] {
            for guarantee in Guarantee::ALL {
                let force = Config { refill, capacity, guarantee, redeals: 1, ..Config::of(variant) };
                let seen = play_both(&force, 8);
                assert_eq!((seen.finished, seen.void), (8, 0));
                assert_eq!(seen.redeals > 0, guarantee != Guarantee::None, "{seen:?}");
                let error = Config { exhausted: Exhausted::Error, redeals: 3, ..force };
                let void = play_both(&error, 8).void;
                assert!(void == 0 || guarantee != Guarantee::None);
                assert!(void > 0 || guarantee != Guarantee::InitialAndRefill);
            }
        }
    }
}

#[test]
fn a_waived_guarantee_agrees() {
    let config =
        Config { capacity: 6, redeals: 0, guarantee: Guarantee::InitialAndRefill, ..Config::default() };
    for variant in [Variant::Standard, Variant::Junior, Variant::Chain, Variant::Ultra] {
        let seen = play_both(&Config { variant, ..config.clone() }, 12);
        assert!(seen.waived > 0, "{variant}: {seen:?}");
    }
}

#[test]
fn puzzles_agree() {
    for puzzle_sets in 1..=7 {
        let seen = play_both(&Config { puzzle_sets, ..Config::of(Variant::Puzzle) }, 3);
        assert_eq!((seen.finished, seen.void), (3, 0));
    }
}

#[test]
fn races_agree() {
    for (variant, games) in [
        (Variant::Standard, 3),
        (Variant::Junior, 12),
        (Variant::Chain, 1),
        (Variant::Ultra, 1),
        (Variant::Puzzle, 6),
    ] {
        for deal_rule in DealRule::ALL {
            let config = Config { deal_rule, seats: 2, ..Config::of(variant) };
            let seen = play_both(&config, games);
            assert!(seen.locked > 0, "{seen:?}");
            let calls = Config { call_ms: 5000, seats: 3, penalty: 0, refill: Refill::InPlace, ..config };
            let seen = play_both(&calls, games);
            assert!(seen.expired > 0, "{seen:?}");
        }
    }
}

#[test]
fn games_agree_up_to_their_limit() {
    let config = Config { limit: 100, seats: 8, call_ms: 1, ..Config::default() };
    let seen = play_both(&config, 6);
    assert!(seen.limit > 0, "{seen:?}");
}

/// Some cards on the board, with holes where the refill has them, some in the deck, the others gone.
fn random_setup(config: &Config, rng: &mut Rng) -> Setup {
    let size = config.deck_size() as u32;
    let mut cards = random_cards(81, rng);
    cards.retain(|card| card.id() < size as usize);
    let mut deck = cards.split_off(rng.below(u32::from(config.max_board())) as usize);
    deck.truncate(rng.below(size / 2) as usize);
    let mut board: Vec<Option<Card>> = cards.into_iter().map(Some).collect();
    while config.refill == Refill::InPlace && board.len() < config.max_board().into() && rng.below(2) == 0 {
        board.insert(rng.below(board.len() as u32 + 1) as usize, None);
    }
    Setup { board, deck, ..Setup::default() }
}

#[test]
fn games_from_random_positions_agree() {
    for variant in [Variant::Standard, Variant::Junior, Variant::Chain, Variant::Ultra] {
        for refill in Refill::ALL {
            let config = Config { refill, guarantee: Guarantee::InitialAndRefill, ..Config::of(variant) };
            let mut rng = Rng::stream(5, &[variant as u64, refill as u64]);
            let games = if variant == Variant::Ultra { 3 } else { 20 };
            for number in 0..games {
                let setup = random_setup(&config, &mut rng);
                let game = SetGame::new(&config).unwrap();
                let place = format!("position {number} of {config:?}: {setup:?}");
                let (mut twin, mut state) = (Twin::at(&config, &setup), game.position(&setup).unwrap());
                assert_same(&twin, &game, &state, &place);
                while twin.end().is_none() {
                    step_both(&mut twin, &game, &mut state, &mut rng, &mut Seen::default());
                    assert_same(&twin, &game, &state, &place);
                }
            }
        }
    }
}
