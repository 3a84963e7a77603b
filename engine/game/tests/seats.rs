//! Seats and sets of seats.

use tercet_game::{Seat, Seats};

fn seats(numbers: &[u8]) -> Seats {
    let mut seats = Seats::NONE;
    for &number in numbers {
        seats.insert(Seat(number));
    }
    seats
}

#[test]
fn seats_are_counted_from_one_in_text() {
    assert_eq!(Seat::FIRST.to_string(), "seat 1");
    assert_eq!(Seat(15).to_string(), "seat 16");
    assert_eq!(Seat(u8::MAX).to_string(), "seat 256", "no seat, but it can be told");
}

#[test]
fn the_first_seats_are_all_there_up_to_the_most() {
    for count in 0..=Seats::MAX {
        let first = Seats::first(count);
        assert_eq!(first.len(), usize::from(count));
        assert_eq!(first.iter().collect::<Vec<_>>(), (0..count).map(Seat).collect::<Vec<_>>());
    }
    assert_eq!(Seats::first(Seats::MAX).bits(), u16::MAX);
}

#[test]
#[should_panic(expected = "a game has at most 16 seats")]
fn no_game_has_more_seats() {
    let _ = Seats::first(17);
}

#[test]
fn sets_do_what_sets_do() {
    let (a, b) = (seats(&[0, 2, 15]), seats(&[2, 3]));
    assert_eq!((a.and(b), a.without(b)), (seats(&[2]), seats(&[0, 15])));
    assert!(a.and(b).is_subset(a) && !a.is_subset(b) && Seats::NONE.is_subset(a));
    assert!(Seats::NONE.is_empty() && !a.is_empty());
    assert_eq!((Seats::default(), Seats::from_bits(a.bits())), (Seats::NONE, a));
}

#[test]
fn inserting_twice_is_inserting_once_and_removing_undoes_it() {
    let mut set = seats(&[4, 4]);
    assert_eq!(set.len(), 1);
    set.remove(Seat(4));
    set.remove(Seat(4));
    assert!(set.is_empty());
}

#[test]
fn the_only_seat_of_a_set_is_told() {
    assert_eq!(seats(&[15]).single(), Some(Seat(15)));
    assert_eq!((Seats::NONE.single(), seats(&[0, 1]).single()), (None, None));
}

#[test]
fn seats_that_no_table_has_are_in_no_set() {
    let all = Seats::first(Seats::MAX);
    assert!(all.contains(Seat(15)) && !all.contains(Seat(16)) && !all.contains(Seat(u8::MAX)));
}
