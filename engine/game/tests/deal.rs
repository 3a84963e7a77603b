//! Deals: a dealer's name and what it starts from.

use tercet_conformance::toy::{Config, Face, Toy};
use tercet_game::{Deal, DealError, Dealer, Game, Stream};

#[test]
fn a_deal_reads_back() {
    for text in ["stream 42", "given 3 2 6", "deck  two blanks in front"] {
        let deal: Deal = text.parse().unwrap();
        assert_eq!(deal.to_string().parse(), Ok(deal));
    }
    assert_eq!("given  3 2 ".parse::<Deal>().unwrap().to_string(), "given 3 2");
}

#[test]
fn a_deal_without_name_or_seed_is_refused() {
    for text in ["", " ", "stream", "stream ", " 42"] {
        let expected = format!("`{text}`: a deal is a dealer's name and its seed, as in `stream 42`");
        assert_eq!(text.parse::<Deal>().unwrap_err().to_string(), expected);
    }
}

#[test]
fn seeds_are_whole_numbers_of_64_bits() {
    assert_eq!(Deal::stream(u64::MAX).seed(), Ok(u64::MAX));
    for argument in ["-1", "18446744073709551616", "x"] {
        let deal = Deal { name: "stream".to_owned(), argument: argument.to_owned() };
        let expected = format!(
            "`{argument}` is not a seed of `stream`; it takes a whole number from 0 to 18446744073709551615"
        );
        assert_eq!(deal.seed(), Err(DealError::new(expected)));
    }
}

#[test]
fn keys_are_64_digits() {
    let key: [u8; 32] = std::array::from_fn(|byte| byte as u8 * 8);
    let deal = Deal::chacha20(&key);
    assert_eq!(deal.to_string().parse::<Deal>().unwrap().key(), Ok(key));
    assert!(deal.has_key() && !Deal::stream(1).has_key());
    let digits = deal.argument;
    for argument in ["", "7", &digits[1..], &digits.to_uppercase(), &format!("{digits}0"), &"é".repeat(32)] {
        let deal = Deal { name: "chacha20".to_owned(), argument: argument.to_owned() };
        assert_eq!(deal.key(), Err(DealError::new("a key of `chacha20` is 64 digits of 0-9 and a-f")));
    }
}

#[test]
fn a_stream_draws_by_the_weights_and_only_where_chance_is_to_move() {
    let game = Toy::new(&Config::default()).unwrap();
    let mut stream = Stream::new(1);
    let start = game.start();
    assert_eq!(stream.draw(&game, &start), Err(DealError::new("nothing is left to draw")));
    assert_eq!(stream, Stream::new(1), "nothing was drawn");
    let mut rolling = start;
    game.expire(&mut rolling, &mut ()).unwrap();
    game.play(&mut rolling, tercet_game::Seat(0), tercet_conformance::toy::Action::Roll, &mut ()).unwrap();
    let mut counts = [0u32; 6];
    for _ in 0..8_000 {
        let Face(face) = stream.draw(&game, &rolling).unwrap();
        counts[usize::from(face) - 1] += 1;
    }
    for (count, expected) in counts.into_iter().zip([2_000u32, 1_000, 1_000, 1_000, 1_000, 2_000]) {
        assert!(count.abs_diff(expected) < 200, "{counts:?}");
    }
}
