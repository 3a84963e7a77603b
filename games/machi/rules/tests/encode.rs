//! Numbers for learning: every action has one, masks agree with the lists, positions turn with the seat.

use tercet_game::{Encode, Game, Rng, Sample, Seat, Settings, Turn};
use tercet_machi::{Action, Config, Landmark, MachiKoro};

fn everything() -> MachiKoro {
    let pairs = [("players", "3"), ("expansions", "harbor,millionaires_row,promo")];
    MachiKoro::new(&Config::from_pairs(pairs).unwrap()).unwrap()
}

#[test]
fn every_number_is_an_action_and_every_action_a_number() {
    let game = everything();
    let kinds = game.cards().len();
    // Dice, second roll, two more; two opponents twice; give, take, renovate, exhibit, activate, build; landmarks twice;
    // moves; decline, pass, invest, save.
    assert_eq!(game.action_count(), 6 + 2 * 2 + 6 * kinds + 2 * 6 + 2 * kinds + 4);
    for seat in (0..3).map(Seat) {
        for number in 0..game.action_count() {
            let action = game.numbered_action(seat, number).unwrap();
            assert_eq!(game.action_number(seat, action), number, "{action:?}");
        }
        assert_eq!(game.numbered_action(seat, game.action_count()), None);
        assert_eq!(game.numbered_actions(seat).len(), game.action_count());
    }
}

#[test]
fn opponents_are_counted_from_the_acting_seat_on() {
    let game = everything();
    for seat in (0..3).map(Seat) {
        let next = Seat((seat.0 + 1) % 3);
        assert_eq!(game.action_number(seat, Action::Target(next)), 6);
    }
    assert_eq!(game.numbered_action(Seat(2), 7), Some(Action::Target(Seat(1))));
}

#[test]
fn masks_are_the_legal_lists() {
    let game = everything();
    let mut rng = Rng::new(5);
    for _ in 0..20 {
        let mut state = game.start();
        loop {
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => {
                    let chance = game.sample_outcome(&state, &mut rng).unwrap();
                    game.resolve(&mut state, chance, &mut ()).unwrap();
                    continue;
                }
                Turn::Seats(_) => {}
            }
            for seat in (0..3).map(Seat) {
                let mut legal = Vec::new();
                game.legal_actions(&state, seat, &mut legal);
                let mut expected = vec![0; game.action_count()];
                for &action in &legal {
                    expected[game.action_number(seat, action)] = 1;
                }
                let mut mask = vec![9; game.action_count()];
                game.write_mask(&state, seat, &mut mask);
                assert_eq!(mask, expected);
                let mut words = vec![u64::MAX; game.mask_words()];
                game.write_mask_bits(&state, seat, &mut words);
                let bits = (0..words.len() * 64).map(|bit| (words[bit / 64] >> (bit % 64) & 1) as u8);
                assert!(bits.eq(
                    expected.iter().copied().chain(std::iter::repeat_n(0, words.len() * 64 - mask.len()))
                ));
            }
            let seat = state.roller();
            let action = game.sample_action(&state, seat, &mut rng).unwrap();
            game.play(&mut state, seat, action, &mut ()).unwrap();
        }
    }
}

#[test]
fn a_position_is_seen_from_the_acting_seat() {
    let game = everything();
    let kinds = game.cards().len();
    let player = 2 + 6 + 2 * kinds;
    let [_, _, size] = game.plane_shape();
    assert_eq!(size, 3 * player + 4 * kinds + 2 + 18 + 7);
    let mut state = game.start();
    let mut rng = Rng::new(1);
    while game.turn(&state) == Turn::Chance {
        let chance = game.sample_outcome(&state, &mut rng).unwrap();
        game.resolve(&mut state, chance, &mut ()).unwrap();
    }
    let build = Action::Build(game.affordable(&state).next().unwrap());
    game.play(&mut state, Seat(0), build, &mut ()).unwrap();
    let row = |seat| {
        let mut row = vec![-1; size];
        game.write_planes(&state, seat, &mut row);
        row
    };
    let (first, second) = (row(Seat(0)), row(Seat(1)));
    assert_eq!(first[..player], second[2 * player..3 * player]);
    assert_eq!(first[player..3 * player], second[..2 * player]);
    assert_eq!(first[0], i16::try_from(state.city(Seat(0)).coins()).unwrap());
    let has = |landmark| i16::from(state.city(Seat(0)).has(landmark));
    assert_eq!(first[2..8], Landmark::ALL.map(has));
    let bought = build.kind().unwrap();
    assert_eq!(first[8 + bought.index()], i16::from(state.city(Seat(0)).copies(bought)));
    assert_eq!(first[3 * player..3 * player + kinds].iter().sum::<i16>(), {
        state.market().cards().map(|(_, copies)| i16::from(copies)).sum::<i16>()
    });
    assert!(first.iter().all(|&number| number >= 0));
}
