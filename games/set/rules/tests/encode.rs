//! Action numbers, masks and rows of cells.

use tercet_game::{Deal, Encode, Game, Match, Rng, Sample, Seat, Turn};
use tercet_set::{Action, Card, Cell, Claim, Config, SetGame, Setup, Variant};

use std::sync::Arc;

fn claim(cells: &[usize]) -> Action {
    let cells: Vec<Cell> = cells.iter().map(|&cell| Cell::new(cell).unwrap()).collect();
    Action::Claim(Claim::new(&cells).unwrap())
}

fn configs() -> Vec<Config> {
    vec![
        Config::default(),
        Config::of(Variant::Junior),
        Config::of(Variant::Chain),
        Config::of(Variant::Ultra),
        Config::of(Variant::Puzzle),
        Config::race(3),
        Config { call_ms: 5000, ..Config::race(2) },
    ]
}

#[test]
fn numbers_are_triples_in_order_then_dealing() {
    let game = SetGame::new(&Config::default()).unwrap();
    assert_eq!(game.action_count(), 1331);
    let mut number = 0;
    for i in 0..21 {
        for j in i + 1..21 {
            for k in j + 1..21 {
                assert_eq!(game.action_number(Seat::FIRST, claim(&[i, j, k])), number);
                assert_eq!(game.numbered_action(Seat::FIRST, number), Some(claim(&[i, j, k])));
                number += 1;
            }
        }
    }
    assert_eq!(number, 1330);
    assert_eq!(game.numbered_action(Seat::FIRST, 1330), Some(Action::Deal));
    assert_eq!(game.numbered_action(Seat::FIRST, 1331), None);
}

#[test]
fn every_number_is_an_action_and_every_action_a_number() {
    let counts = [1331, 1331, 2025, 5986, 1331, 1331, 1332];
    for (config, count) in configs().iter().zip(counts) {
        let game = SetGame::new(config).unwrap();
        assert_eq!(game.action_count(), count, "{config:?}");
        for number in 0..count {
            let action = game.numbered_action(Seat::FIRST, number).unwrap();
            assert_eq!(game.action_number(Seat::FIRST, action), number, "{action:?}");
        }
        assert_eq!(game.numbered_action(Seat::FIRST, count), None);
    }
}

#[test]
fn masks_are_the_legal_lists() {
    let mut rng = Rng::new(5);
    for config in configs() {
        let game = Arc::new(SetGame::new(&config).unwrap());
        let mut table = Match::new(Arc::clone(&game), Deal::stream(1), &mut ()).unwrap();
        for _ in 0..60 {
            let Turn::Seats(seats) = table.turn() else { break };
            for seat in (0..game.seats()).map(Seat) {
                let mut expected = vec![0; game.action_count()];
                for action in table.legal_actions(seat) {
                    expected[game.action_number(seat, action)] = 1;
                }
                let mut mask = vec![9; game.action_count()];
                game.write_mask(table.state(), seat, &mut mask);
                assert_eq!(mask, expected, "{config:?}");
                let mut words = vec![u64::MAX; game.mask_words()];
                game.write_mask_bits(table.state(), seat, &mut words);
                let bits: Vec<u8> =
                    (0..words.len() * 64).map(|bit| (words[bit / 64] >> (bit % 64) & 1) as u8).collect();
                assert_eq!(bits[..mask.len()], expected);
                assert!(bits[mask.len()..].iter().all(|&bit| bit == 0));
            }
            let seat = seats.iter().next().unwrap();
            let action = game.sample_action(table.state(), seat, &mut rng).unwrap();
            table.play(seat, action, &mut ()).unwrap();
        }
    }
}

#[test]
fn a_cell_is_presence_and_four_ones_among_three() {
    let game = SetGame::new(&Config::default()).unwrap();
    assert_eq!(game.plane_shape(), [1, 21, 13]);
    let cards: Vec<Card> = ["1rsd", "2gts", "3peo"].iter().map(|card| card.parse().unwrap()).collect();
    let setup = Setup { board: cards.iter().copied().map(Some).collect(), ..Setup::default() };
    let state = game.position(&setup).unwrap();
    let mut rows = vec![9; 21 * 13];
    game.write_planes(&state, Seat::FIRST, &mut rows);
    assert_eq!(rows[..13], [1, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0]);
    assert_eq!(rows[13..26], [1, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0]);
    assert_eq!(rows[26..39], [1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1]);
    assert!(rows[39..].iter().all(|&number| number == 0));
}

#[test]
fn the_set_on_show_has_rows_of_its_own() {
    let game = Arc::new(SetGame::new(&Config::of(Variant::Chain)).unwrap());
    assert_eq!(game.plane_shape(), [1, 24, 13]);
    let mut table = Match::new(Arc::clone(&game), Deal::stream(3), &mut ()).unwrap();
    let first = game.first_claim(table.state()).unwrap();
    table.play(Seat::FIRST, Action::Claim(first), &mut ()).unwrap();
    let mut rows = vec![0; 24 * 13];
    game.write_planes(table.state(), Seat::FIRST, &mut rows);
    let shown = table.state().shown().unwrap();
    for (place, card) in shown.into_iter().enumerate() {
        let row = &rows[(21 + place) * 13..][..13];
        assert_eq!((row[0], row[1 + card.number() as usize]), (1, 1));
        assert_eq!(row.iter().map(|&number| i32::from(number)).sum::<i32>(), 5);
    }
}
