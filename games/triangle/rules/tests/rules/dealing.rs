//! R6 and R18: deals, and those of the reference.

use tercet_game::{Dealer, Deals, Game, Mt19937, Seats, Turn};
use tercet_triangle::{AnyDealer, Config, Dense, Event, Illegal, Piece, Puzzle};

use crate::table::Table;

#[test]
fn r6_a_game_begins_with_a_deal_slot_by_slot() {
    let mut table = Table::new(&Config::default());
    assert_eq!((table.turn(), table.state.owed(), table.hand().as_str()), (Turn::Chance, 3, "- - -"));
    assert_eq!(table.deal("30 1"), ["dealt 30 to 1", "dealt 0 to 2"], "the first template of a shape");
    assert_eq!((table.turn(), table.state.owed(), table.hand().as_str()), (Turn::Chance, 1, "30 0 -"));
    table.deal("22");
    assert_eq!((table.turn(), table.state.owed()), (Turn::Seats(Seats::first(1)), 0));
    assert_eq!(table.hand(), "30 0 17");
}

#[test]
fn r6_a_shape_weighs_what_its_templates_are() {
    let table = Table::new(&Config::default());
    let mut outcomes = Vec::new();
    table.game.outcomes(&table.state, &mut outcomes);
    assert_eq!(outcomes.len(), 23);
    assert_eq!(outcomes.iter().map(|(weight, _)| weight).sum::<u32>(), 31);
    assert_eq!(outcomes.iter().filter(|(weight, _)| *weight == 2).count(), 8);
}

#[test]
fn r6_what_is_not_dealt_is_refused() {
    let spare = vec!["U0,2".parse().unwrap()];
    let config = Config { templates: vec!["U0,0".parse().unwrap()], spare, ..Config::default() };
    let mut table = Table::new(&config);
    assert_eq!(table.refuses_piece(Piece(1)), Illegal::NoSuchShape(Piece(1)), "spare");
    assert_eq!(table.refuses_piece(Piece(2)), Illegal::NoSuchShape(Piece(2)));
    assert_eq!(table.refuses_piece(Piece(255)), Illegal::NoSuchShape(Piece(255)));
    table.deal("0 0 0");
    assert_eq!(table.refuses_piece(Piece(0)), Illegal::NoShapeOwed);
    let mut outcomes = Vec::new();
    table.game.outcomes(&table.state, &mut outcomes);
    assert_eq!(outcomes, []);
}

#[test]
fn r6_a_hand_is_played_to_its_end_first() {
    let mut table = Table::dealt(&Config { slots: 2, ..Config::default() }, "0 0");
    table.play("place 2 1 4");
    assert_eq!((table.hand().as_str(), table.state.owed()), ("0 -", 0));
    table.play("place 1 1 6");
    assert_eq!((table.hand().as_str(), table.state.owed()), ("- -", 2));
}

fn dealer(game: &Puzzle<Dense>, deal: &str) -> AnyDealer {
    game.dealer(&deal.parse().unwrap()).unwrap()
}

/// What a dealer deals and in which colours.
fn dealt(game: &Puzzle<Dense>, deal: &str, count: usize) -> Vec<(Piece, u8)> {
    let mut dealer = dealer(game, deal);
    let pieces: Vec<Piece> = (0..count).map(|_| dealer.draw(game, &game.start()).unwrap()).collect();
    let colors = game.config().colors;
    pieces.into_iter().enumerate().map(|(nth, piece)| (piece, dealer.color(nth, colors))).collect()
}

/// The rule's own words, in 128 bits.
fn below(stream: &mut Mt19937, n: u128) -> u128 {
    let least = ((1 << 32) - n) % n;
    loop {
        let product = u128::from(stream.next_u32()) * n;
        if product % (1 << 32) >= least {
            return product >> 32;
        }
    }
}

#[test]
fn r18_two_draws_for_each_slot() {
    for (seed, templates, colors) in [(0, 31, 9), (1000, 31, 9), (7, 2, 1), (8, 1, 16), (u32::MAX, 3, 9)] {
        let all = tercet_triangle::standard_templates();
        let config = Config { templates: all[31 - templates..].to_vec(), colors, ..Config::default() };
        let game = Puzzle::<Dense>::new(&config).unwrap();
        let mut stream = Mt19937::new(seed);
        let mut draw = || {
            let template = below(&mut stream, templates as u128);
            (game.piece_of(template as usize).unwrap(), below(&mut stream, colors.into()) as u8)
        };
        let expected: Vec<(Piece, u8)> = (0..500).map(|_| draw()).collect();
        assert_eq!(dealt(&game, &format!("mt19937 {seed}"), 500), expected);
    }
}

#[test]
fn r18_edits_draw_nothing() {
    let game = Puzzle::<Dense>::new(&Config::default()).unwrap();
    let mut table = tercet_game::Match::new(game.into(), "mt19937 5".parse().unwrap(), &mut ()).unwrap();
    let first = *table.state();
    let toggle = tercet_triangle::Edit::Toggle(3);
    table.edit(toggle, &mut ()).unwrap();
    table.edit(toggle, &mut ()).unwrap();
    assert_eq!(*table.state(), first);
}

#[test]
fn r6_the_dealers_by_name() {
    let game = Puzzle::<Dense>::new(&Config::default()).unwrap();
    let error = |deal: &str| game.dealer(&deal.parse().unwrap()).unwrap_err().why().to_owned();
    assert_eq!(
        error("cpython 1"),
        "there is no dealer `cpython`; there are stream, chacha20, mt19937 and given"
    );
    let text = "`x` is not a seed of `stream`; it takes a whole number from 0 to 18446744073709551615";
    assert_eq!(error("stream x"), text);
    let text = "`4294967296` is not a seed of `mt19937`; it takes a whole number from 0 to 4294967295";
    assert_eq!(error("mt19937 4294967296"), text);
    let bad = "is no shape; it takes a template from 0 to 30 and a colour from 0 to 8, as in `5:2`";
    for text in ["31:0", "0:9", "5", "x:1", "s0:1", "-1:0"] {
        assert_eq!(error(&format!("given 5:2 {text}")), format!("`{text}` {bad}"));
    }
}

#[test]
fn r6_given_shapes_come_in_order_until_they_are_dealt() {
    let game = Puzzle::<Dense>::new(&Config::default()).unwrap();
    let pieces = [30, 0, 17].map(|template| game.piece_of(template).unwrap());
    assert_eq!(dealt(&game, "given 30:8 1:0 22:4", 3), [(pieces[0], 8), (pieces[1], 0), (pieces[2], 4)]);
    let mut dealer = dealer(&game, "given 5:2");
    dealer.draw(&game, &game.start()).unwrap();
    let error = dealer.draw(&game, &game.start()).unwrap_err();
    assert_eq!(error.why(), "all 1 shapes given are dealt");
}

#[test]
fn r6_no_dealer_minds_what_happens() {
    let game = Puzzle::<Dense>::new(&Config::default()).unwrap();
    for deal in ["stream 4", "mt19937 4", "given 0:0 1:1"] {
        let mut listening = dealer(&game, deal);
        let observe = |dealer: &mut AnyDealer, event: &Event| Dealer::<Puzzle<Dense>>::observe(dealer, event);
        observe(&mut listening, &Event::Cleared { cells: vec![1] });
        assert_eq!(listening, dealer(&game, deal));
    }
}

#[test]
fn r18_colours_that_are_forgotten_leave_the_others_where_they_were() {
    let game = Puzzle::<Dense>::new(&Config::default()).unwrap();
    let state = game.start();
    let mut dealer = game.dealer(&"mt19937 5".parse().unwrap()).unwrap();
    let draw = |dealer: &mut AnyDealer| {
        for _ in 0..6 {
            Dealer::draw(dealer, &game, &state).unwrap();
        }
    };
    draw(&mut dealer);
    let mut whole = dealer.clone();
    dealer.forget_colors(4);
    dealer.forget_colors(2);
    draw(&mut dealer);
    draw(&mut whole);
    let colors = |dealer: &AnyDealer| (4..12).map(|nth| dealer.color(nth, 9)).collect::<Vec<_>>();
    assert_eq!(colors(&dealer), colors(&whole));
    assert_eq!((0..4).map(|nth| dealer.color(nth, 9)).collect::<Vec<_>>(), [0; 4]);
}
