//! Points, places and winners.

use tercet_game::{End, Scores, Seat, Seats};

fn places(scores: &Scores) -> Vec<usize> {
    Seats::first(scores.points().len() as u8).iter().map(|seat| scores.place(seat)).collect()
}

#[test]
fn equal_points_share_a_place_and_the_next_is_left_out() {
    let scores = Scores::new(&[3, 5, 5, -1], Some(End::Finished));
    assert_eq!(places(&scores), [3, 1, 1, 4]);
    assert_eq!(scores.winners(), Seats::from_bits(0b0110));
}

#[test]
fn nobody_has_won_before_the_end_or_a_void_game() {
    for end in [None, Some(End::Void)] {
        let scores = Scores::new(&[3, 5], end);
        assert_eq!((scores.winners(), scores.end()), (Seats::NONE, end));
        assert_eq!(places(&scores), [2, 1], "places there are always");
    }
    assert_eq!(Scores::new(&[3, 5], Some(End::Limit)).winners(), Seats::one(Seat(1)));
}

#[test]
fn points_below_zero_do_not_lose_to_seats_that_are_not_there() {
    let scores = Scores::new(&[-3, -5], Some(End::Finished));
    assert_eq!(scores.points(), [-3, -5]);
    assert_eq!((places(&scores), scores.winners()), (vec![1, 2], Seats::one(Seat(0))));
}

#[test]
fn a_full_table_has_scores() {
    let points: [i32; 16] = std::array::from_fn(|seat| seat as i32);
    let scores = Scores::new(&points, Some(End::Finished));
    assert_eq!(scores.points(), points);
    assert_eq!(scores.winners(), Seats::one(Seat(15)));
}
