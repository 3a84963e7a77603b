//! Points, places and winners.

use tercet_game::{End, Finish, Scores, Seat, Seats};

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

fn finish_places(scores: &Scores, numbers: &[i64]) -> Vec<u8> {
    scores.finishes(numbers).iter().map(|finish| finish.place).collect()
}

#[test]
fn the_winner_is_first_and_the_finish_score_orders_the_others() {
    let scores = Scores::new(&[238, 240, 12], Some(End::Finished)).won_by(Seat(0));
    assert_eq!(finish_places(&scores, &[238, 240, 12]), [1, 2, 3]);
    assert_eq!(finish_places(&scores, &[10, 30, 70]), [1, 3, 2], "another score orders only the losers");
    assert_eq!(scores.finishes(&[10, 30, 70])[0], Finish { place: 1, score: 10 });
}

#[test]
fn a_shared_win_stays_shared_whatever_the_finish_score_says() {
    let scores = Scores::new(&[5, 9, 9, 2], Some(End::Limit));
    assert_eq!(finish_places(&scores, &[8, 3, 4, 8]), [3, 1, 1, 3]);
}

#[test]
fn in_a_void_game_nobody_is_ranked_before_anybody() {
    let scores = Scores::new(&[5, 9], Some(End::Void));
    assert_eq!(scores.finishes(&[5, 9]), [Finish { place: 1, score: 0 }; 2]);
    assert_eq!(finish_places(&Scores::new(&[5, 9], None), &[5, 9]), [2, 1], "as it stands");
}
