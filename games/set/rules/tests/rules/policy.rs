//! Deals by a policy from a deck in anybody's order: R5, R6 and R7 without a game around them.

use tercet_set::{
    Board, Card, DealOptions, DealPolicy, Dealt, Deck, EngineConfig, Exhausted, Guarantee, RngSpec,
    TypesError, ZenMode, all_sets, count_sets,
};

use crate::table::{card, cards};

/// Sixteen cards that hold no Set: no attribute has its third value.
fn barren() -> Vec<Card> {
    let is_barren = |card: &Card| [1, 3, 9, 27].iter().all(|weight| card.id() / weight % 3 < 2);
    Card::all().filter(is_barren).collect()
}

/// Puts these cards on top, each list for one shuffle.
fn tops(mut lists: Vec<Vec<Card>>) -> impl FnMut(&mut [Card]) -> Result<(), TypesError> {
    move |deck: &mut [Card]| {
        let top = lists.remove(0);
        let rest: Vec<Card> = deck.iter().copied().filter(|card| !top.contains(card)).collect();
        deck.copy_from_slice(&[top, rest].concat());
        Ok(())
    }
}

fn board(dealt: &Dealt) -> Vec<Card> {
    dealt.board.cells().iter().copied().flatten().collect()
}

#[test]
fn r5_a_board_without_a_set_is_dealt_again() {
    let (policy, usual) = (DealPolicy::default(), DealOptions::default());
    assert_eq!(count_sets(&barren()), 0);
    let lists = vec![barren(), barren(), cards("1rsd 2rsd 3rsd")];
    let dealt = policy.deal(usual, tops(lists)).unwrap();
    assert_eq!((board(&dealt)[..3].to_vec(), dealt.deck.len()), (cards("1rsd 2rsd 3rsd"), 69));
    assert!(!dealt.is_waived);
    let error = policy.deal(usual, tops(vec![barren(); 6])).unwrap_err();
    assert_eq!(error.to_string(), "no Set on the board after 5 redeals");
}

#[test]
fn r5_force_swaps_the_last_card() {
    let policy = DealPolicy { max_resample_attempts: 0, ..DealPolicy::default() };
    let force = DealOptions { on_exhausted: Exhausted::Force, ..DealOptions::default() };
    let dealt = policy.deal(force, tops(vec![barren()])).unwrap();
    let third = barren()[0].third(barren()[1]);
    assert_eq!(board(&dealt), [&barren()[..11], &[third]].concat());
    let mut all: Vec<Card> = board(&dealt).into_iter().chain(dealt.deck.cards().iter().copied()).collect();
    all.sort();
    assert_eq!(all, Card::all().collect::<Vec<_>>());
}

#[test]
fn r5_without_a_guarantee_the_board_stays() {
    let (policy, options) = (DealPolicy::default(), DealOptions::default());
    for (policy, options) in [
        (DealPolicy { ensure_at_least_one_set: false, ..policy }, options),
        (policy, DealOptions { guarantee: Guarantee::None, ..options }),
    ] {
        let dealt = policy.deal(options, tops(vec![barren()])).unwrap();
        assert_eq!((board(&dealt), dealt.is_waived), (barren()[..12].to_vec(), false));
    }
}

fn with_holes(count: usize) -> Board {
    let kept = barren().into_iter().take(12 - count).map(Some);
    Board::new(kept.chain(std::iter::repeat_n(None, count)).collect()).unwrap()
}

fn deck_of(cards: Vec<Card>) -> Deck {
    Deck::new(cards).unwrap()
}

#[test]
fn r6_a_refill_without_a_set_is_drawn_again() {
    let rest = Card::all().filter(|card| !barren().contains(card));
    let deck = deck_of(barren()[9..].iter().copied().chain(rest).collect());
    let third = barren()[0].third(barren()[1]);
    let policy = DealPolicy::default();
    let dealt =
        policy.refill(DealOptions::default(), &with_holes(3), &deck, tops(vec![vec![third]])).unwrap();
    assert_eq!((dealt.board.cells()[9], dealt.deck.len(), dealt.is_waived), (Some(third), 69, false));
    assert!(!all_sets(&board(&dealt)).is_empty());
    let stubborn = DealPolicy { max_resample_attempts: 1, ..policy };
    let error = stubborn
        .refill(DealOptions::default(), &with_holes(3), &deck, tops(vec![barren()[9..12].to_vec()]))
        .unwrap_err();
    assert_eq!(error.to_string(), "no Set on the board after 1 redeals");
}

#[test]
fn r6_where_no_choice_gives_a_set_it_is_waived() {
    let policy = DealPolicy::default();
    let hopeless = deck_of(barren()[9..].to_vec());
    let dealt = policy.refill(DealOptions::default(), &with_holes(3), &hopeless, tops(Vec::new())).unwrap();
    assert_eq!((dealt.board.occupied(), dealt.deck.len(), dealt.is_waived), (12, 4, true));
    let dealt = policy
        .refill(DealOptions::default(), &with_holes(3), &deck_of(Vec::new()), tops(Vec::new()))
        .unwrap();
    assert_eq!((dealt.board.occupied(), dealt.is_waived), (9, true));
}

#[test]
fn r7_holes_are_filled_in_order_up_to_the_capacity() {
    let cells = [Some(card("1rsd")), None, Some(card("2rsd")), None];
    let board_of_four = Board::new(cells.to_vec()).unwrap();
    let deck = deck_of(cards("3rsd 1gsd 2gsd 3gsd"));
    let policy = DealPolicy { board_capacity: 5, ..DealPolicy::default() };
    let dealt = policy.refill(DealOptions::default(), &board_of_four, &deck, tops(Vec::new())).unwrap();
    assert_eq!(board(&dealt), cards("1rsd 3rsd 2rsd 1gsd 2gsd"));
    assert_eq!(dealt.deck.cards(), cards("3gsd"));
    let small = DealPolicy { board_capacity: 3, ensure_at_least_one_set: false, ..policy };
    let five = Board::new(cards("1rsd 2rsd 3rsd 1gsd 2gsd").into_iter().map(Some).collect()).unwrap();
    let mut holed = five.cells().to_vec();
    holed[0] = None;
    let dealt = small
        .refill(
            DealOptions::default(),
            &Board::new(holed).unwrap(),
            &deck_of(cards("3gsd")),
            tops(Vec::new()),
        )
        .unwrap();
    assert_eq!(board(&dealt), cards("2gsd 2rsd 3rsd 1gsd"));
    assert_eq!(dealt.deck.len(), 1);
}

#[test]
fn what_a_policy_refuses() {
    let policy = DealPolicy::default();
    let twice = policy.refill(
        DealOptions::default(),
        &with_holes(3),
        &deck_of(barren()[..1].to_vec()),
        tops(Vec::new()),
    );
    assert_eq!(twice.unwrap_err(), TypesError::DuplicateCard(barren()[0]));
    let large = Board::new(Card::all().take(22).map(Some).collect()).unwrap();
    let error =
        policy.refill(DealOptions::default(), &large, &deck_of(Vec::new()), tops(Vec::new())).unwrap_err();
    assert_eq!(error.to_string(), "the board has more than 21 cells");
    let error = DealPolicy { board_capacity: 22, ..policy }
        .deal(DealOptions::default(), tops(Vec::new()))
        .unwrap_err();
    assert_eq!(error.to_string(), "config `capacity`: 22 is not from 3 to 21");
    let stopped =
        policy.deal(DealOptions::default(), |_: &mut [Card]| Err(TypesError::InvalidCard("mine".to_owned())));
    assert_eq!(stopped.unwrap_err().to_string(), "mine");
}

/// The first twelve of `random.Random(seed).shuffle(list(range(81)))`.
const PYTHON_42: [usize; 12] = [57, 15, 49, 52, 32, 12, 53, 8, 63, 30, 77, 50];
const PYTHON_MAX: [usize; 12] = [8, 76, 46, 78, 7, 55, 75, 13, 26, 51, 32, 3];

/// A config that asks for so many Sets.
fn asking(sets: u32, deal_policy: DealPolicy) -> EngineConfig {
    let zen = Some(ZenMode { target_min_sets: sets, time_limit_ms: None });
    EngineConfig { zen, deal_policy, ..EngineConfig::new(1) }
}

#[test]
fn r19_a_dealt_board_holds_the_sets_of_the_goal() {
    let (one, two) = (cards("1rsd 2rsd 3rsd"), cards("1rsd 2rsd 3rsd 1pto 2pto 3pto"));
    let lists = || {
        let barren = barren().into_iter().filter(|card| !two.contains(card)).take(6);
        let few: Vec<Card> = one.iter().copied().chain(barren.clone()).collect();
        let many: Vec<Card> = two.iter().copied().chain(barren).collect();
        vec![few, many]
    };
    let config = asking(2, DealPolicy { board_capacity: 9, ..DealPolicy::default() });
    let dealt = config.deal_by(DealOptions::default(), tops(lists())).unwrap();
    assert_eq!((board(&dealt)[..6].to_vec(), dealt.deck.len()), (two.clone(), 72));
    let once =
        EngineConfig { deal_policy: DealPolicy { max_resample_attempts: 0, ..config.deal_policy }, ..config };
    for on_exhausted in Exhausted::ALL {
        let options = DealOptions { on_exhausted, ..DealOptions::default() };
        let error = once.deal_by(options, tops(lists())).unwrap_err();
        let why = "target_min_sets: no board with 2 Sets after 0 redeals, the best had 1; ask for fewer, or raise \
                   max_resample_attempts";
        assert_eq!(error, TypesError::InvariantViolation(why.to_owned()));
    }
}

#[test]
fn r19_the_goal_holds_where_the_policy_promises_nothing() {
    let free = DealPolicy { ensure_at_least_one_set: false, ..DealPolicy::default() };
    let dealt =
        asking(1, free).deal_by(DealOptions::default(), tops(vec![barren(), cards("1rsd 2rsd 3rsd")]));
    assert_eq!(board(&dealt.unwrap())[..3], cards("1rsd 2rsd 3rsd"));
    let error = asking(1, free).deal_by(DealOptions::default(), tops(vec![barren(); 6])).unwrap_err();
    assert!(error.to_string().contains("no board with 1 Sets after 5 redeals, the best had 0"), "{error}");
    let none = asking(0, free).deal_by(DealOptions::default(), tops(vec![barren()])).unwrap();
    assert_eq!(count_sets(&board(&none)), 0);
}

#[test]
fn r19_every_seed_is_dealt_so_or_refused() {
    let mut dealt = 0;
    for seed in 0..200 {
        let config = EngineConfig { rng: RngSpec::new(seed), ..asking(4, DealPolicy::default()) };
        match config.deal() {
            Ok(found) => {
                assert!(count_sets(&board(&found)) >= 4, "{seed}");
                dealt += 1;
            }
            Err(error) => assert!(matches!(error, TypesError::InvariantViolation(_)), "{error}"),
        }
    }
    assert!((100..200).contains(&dealt), "{dealt}");
}

#[test]
fn a_seed_deals_what_pythons_generator_shuffles() {
    let ids = |seed: u64| -> Vec<usize> {
        let dealt = EngineConfig::new(seed).deal().unwrap();
        board(&dealt).into_iter().map(Card::id).collect()
    };
    assert_eq!(ids(42), PYTHON_42);
    assert_eq!(ids(u64::MAX), PYTHON_MAX);
    let sourced = EngineConfig { rng: RngSpec { seed: 42, source: Some(1) }, ..EngineConfig::new(42) };
    assert_eq!(sourced.deal(), EngineConfig::new(42).deal());
}
