//! SET as its original environment is called: messages in their order, games one after the other, pictures.

use tercet_draw::{DrawError, Theme};
use tercet_game::Deal;
use tercet_set::{Card, Layout, ZenMode, all_sets, given_deal};
use tercet_set_play::train::{BoardPainter, Demo, Env, Message, Move, PaintError, Start};

fn start(dealer: &str, seed: &str) -> Start {
    Start { dealer: dealer.to_owned(), seed: seed.to_owned(), require_initial_set: true }
}

fn env(dealer: &str) -> Env {
    Env::new(start(dealer, "42")).unwrap()
}

fn first_set(env: &Env) -> Option<[i64; 3]> {
    all_sets(&env.board()).first().map(|set| set.map(|index| index as i64))
}

fn ids(env: &Env) -> Vec<usize> {
    env.board().iter().map(|card| card.id()).collect()
}

#[test]
fn messages_are_the_originals() {
    let mut env = env("stream");
    let set = first_set(&env).unwrap();
    let sets = all_sets(&env.board());
    // The last three are no Set, or else the three before them and the last.
    let wrong = if sets.contains(&[9, 10, 11]) { [8, 9, 11] } else { [9, 10, 11] };
    for (positions, message) in [
        (&[0, 1][..], "Error: provide three distinct indices."),
        (&[0, 1, 2, 3], "Error: provide three distinct indices."),
        (&[99, 99, 0], "Error: provide three distinct indices."),
        (&[-1, 0, 1], "Error: index out of range."),
        (&[0, 1, 12], "Error: index out of range."),
        (&wrong, "Not a Set. Try again."),
    ] {
        assert_eq!(env.select(positions).to_string(), message);
    }
    assert_eq!((env.board().len(), env.deck_size(), env.discard().len()), (12, 69, 0));
    let taken = sets[0].map(|index| env.board()[index]);
    assert_eq!(env.select(&set).to_string(), "Success: valid Set removed.");
    assert_eq!((env.discard(), env.deck_size()), (&[taken][..], 66));
    for _ in 0..3 {
        assert_eq!(env.deal_three().to_string(), "Success: dealt 3 new cards.");
    }
    assert_eq!(env.deal_three().to_string(), "Error: board is at maximum size.");
}

#[test]
fn a_game_comes_to_its_end() {
    let mut env = env("cpython");
    let zen = ZenMode { target_min_sets: 5, time_limit_ms: None };
    while !env.status(&zen, 0).is_done {
        let message = match first_set(&env) {
            Some(set) => env.select(&set),
            None => env.deal_three(),
        };
        assert!(matches!(message, Message::Taken | Message::Dealt));
    }
    assert_eq!(env.deal_three().to_string(), "Error: deck depleted; cannot deal more cards.");
    assert_eq!(env.select(&[0, 1, 2]), Message::NotASet);
    assert_eq!(env.board().len() + 3 * env.discard().len(), 81);
    assert!(env.status(&zen, 0).is_target_met);
}

#[test]
fn games_follow_each_other_and_come_back() {
    for dealer in ["stream", "cpython"] {
        let mut env = env(dealer);
        let mut boards = vec![ids(&env)];
        for _ in 0..4 {
            env.next_game().unwrap();
            boards.push(ids(&env));
        }
        let set = first_set(&env).unwrap();
        assert_eq!(env.select(&set), Message::Taken);
        assert_eq!(env.deal_three(), Message::Dealt);
        let mut twin = Env::load(env.saved()).unwrap();
        assert_eq!((ids(&twin), twin.saved(), twin.discard()), (ids(&env), env.saved(), env.discard()));
        env.next_game().unwrap();
        twin.next_game().unwrap();
        assert_eq!(ids(&twin), ids(&env));
        boards.push(ids(&env));
        boards.sort();
        boards.dedup();
        assert_eq!(boards.len(), 6, "{dealer}");
    }
}

#[test]
fn what_can_not_be_dealt_or_brought_back() {
    let error = |dealer: &str, seed: &str| Env::new(start(dealer, seed)).err().unwrap().to_string();
    assert_eq!(error("given", "1"), "deal: an environment takes `stream` or `cpython`, not `given`");
    assert!(error("stream", "-1").ends_with("it takes a whole number from 0 to 18446744073709551615"));
    assert!(error("cpython", "x").ends_with("it takes a whole number of up to 4300 digits"));
    let mut saved = env("stream").saved().clone();
    saved.plays = vec![None, Some([0, 0, 0])];
    assert_eq!(Env::load(&saved).err().unwrap().to_string(), "play 2 of what was saved can't be");
}

#[test]
fn the_demo_plays_from_beginning_to_end() {
    let order: Vec<Card> = Card::all().collect();
    let demo = Demo::play(&given_deal(&order)).unwrap();
    assert_eq!(demo.moves[0], Move::Deal(order[..12].to_vec()));
    assert_eq!(demo.moves[1], Move::Take(order[..3].to_vec()));
    let dealt: usize =
        demo.moves.iter().map(|each| if let Move::Deal(cards) = each { cards.len() } else { 0 }).sum();
    assert_eq!((dealt, demo.sets().count() * 3 + demo.left.len()), (81, 81));
    let error = Demo::play(&Deal { name: "given".to_owned(), argument: "0 1".to_owned() }).unwrap_err();
    assert!(error.to_string().contains("the order has 2 cards, the deck has 81"));
}

fn small() -> Layout {
    Layout {
        card_w: 22,
        card_h: 32,
        card_radius: 2,
        pad: 4,
        stripe_gap: 3,
        index_tag_r: 0,
        ..Layout::default()
    }
}

#[test]
fn boards_of_any_number_of_columns_share_their_cards() {
    let painter = BoardPainter::new(small(), Theme::default()).unwrap();
    let picture = |count: usize| {
        let board: Vec<Card> = Card::all().take(count).collect();
        let (width, height) = painter.size(count).unwrap();
        let mut out = vec![0; (width * height * 4) as usize];
        painter.paint(&board, &mut out).unwrap();
        (width as usize, out)
    };
    let (wide, twelve) = picture(12);
    let (wider, thirteen) = picture(13);
    assert_eq!((wide, wider), (4 + 4 * 26, 4 + 5 * 26));
    // Up to the shadow of the card that only one of them has.
    for row in 0..4 + 32 {
        let first = |width: usize, pixels: &[u8]| pixels[row * width * 4..][..4 * 26 * 4].to_vec();
        assert!(first(wide, &twelve) == first(wider, &thirteen), "row {row}");
    }
    assert!(twelve.chunks_exact(4).all(|pixel| pixel[3] == 255));
    assert_eq!(picture(12).1, twelve);
}

#[test]
fn boards_that_can_not_be_drawn() {
    let painter = BoardPainter::new(small(), Theme::default()).unwrap();
    assert_eq!(painter.size(22), Err(PaintError::TooMany(22)));
    let refused = painter.paint(&[], &mut [0; 4]).unwrap_err();
    assert_eq!(refused.to_string(), "the array has 4 bytes; 1 pictures take 13440");
    let large = Layout { card_w: 4096, card_h: 4096, ..small() };
    let large = BoardPainter::new(large, Theme::default()).unwrap();
    let size = DrawError::Size { width: 16_404, height: 12_304 };
    assert_eq!(large.size(12), Err(PaintError::Draw(size)));
    let error = BoardPainter::new(Layout { grid_rows: 0, ..small() }, Theme::default()).unwrap_err();
    assert_eq!(error.to_string(), "layout `grid_rows`: 0 is not from 1 to 21");
}
