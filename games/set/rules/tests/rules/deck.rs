//! R1 to R3: the cards, the Sets, the names.

use tercet_set::{
    Card, CardSet, Cell, Color, DECK_SIZE, Number, SETS_IN_DECK, Shading, Shape, all_sets, count_sets, is_set,
};

use crate::table::{card, cards};

#[test]
fn r1_the_deck_has_each_combination_once_and_ids_by_weight() {
    let mut ids = Vec::new();
    for (h, shading) in Shading::ALL.into_iter().enumerate() {
        for (s, shape) in Shape::ALL.into_iter().enumerate() {
            for (c, color) in Color::ALL.into_iter().enumerate() {
                for (n, number) in Number::ALL.into_iter().enumerate() {
                    let card = Card::new(number, color, shape, shading);
                    assert_eq!(card.id(), n + 3 * c + 9 * s + 27 * h);
                    let named = (card.number(), card.color(), card.shape(), card.shading());
                    assert_eq!(named, (number, color, shape, shading));
                    ids.push(card.id());
                }
            }
        }
    }
    assert_eq!(ids, (0..DECK_SIZE).collect::<Vec<_>>());
    assert_eq!(Card::all().map(Card::id).collect::<Vec<_>>(), ids);
}

#[test]
fn r1_the_orders_of_values_are_as_written() {
    assert_eq!(Number::ALL.map(Number::name), ["one", "two", "three"]);
    assert_eq!(Color::ALL.map(Color::name), ["red", "green", "purple"]);
    assert_eq!(Shape::ALL.map(Shape::name), ["diamond", "squiggle", "oval"]);
    assert_eq!(Shading::ALL.map(Shading::name), ["solid", "striped", "open"]);
}

#[test]
fn r1_there_is_no_card_above_80() {
    assert_eq!(Card::from_id(80).map(Card::words).as_deref(), Some("three purple open ovals"));
    assert_eq!(Card::from_id(81), None);
    assert_eq!(Card::from_id(usize::MAX), None);
}

#[test]
fn r1_the_original_environment_swaps_the_weights_of_shading_and_shape() {
    let striped_diamond = card("1rtd");
    assert_eq!((striped_diamond.id(), striped_diamond.env_code()), (27, 9));
    let solid_squiggle = card("1rss");
    assert_eq!((solid_squiggle.id(), solid_squiggle.env_code()), (9, 27));
    for card in Card::all() {
        assert_eq!(Card::from_env_code(card.env_code()), Some(card));
        let digits = card.number() as usize + 3 * card.color() as usize;
        assert_eq!(card.env_code(), digits + 9 * card.shading() as usize + 27 * card.shape() as usize);
    }
    assert_eq!(Card::from_env_code(81), None);
}

#[test]
fn r2_in_each_attribute_all_agree_or_all_differ() {
    let is_set_of = |text: &str| {
        let [a, b, c] = cards(text)[..] else { panic!("three cards") };
        is_set(a, b, c)
    };
    // One, two, three and four attributes differ.
    assert!(is_set_of("1rsd 2rsd 3rsd"));
    assert!(is_set_of("1rsd 2gsd 3psd"));
    assert!(is_set_of("1rsd 2gss 3pso"));
    assert!(is_set_of("1rsd 2gts 3peo"));
    // Two agree and one does not: in number, colour, shape, shading.
    assert!(!is_set_of("1rsd 1rsd 2rsd"));
    assert!(!is_set_of("1rsd 2rsd 2gsd"));
    assert!(!is_set_of("1rsd 2rsd 3gsd"));
    assert!(!is_set_of("1rsd 2rsd 3rss"));
    assert!(!is_set_of("1rsd 2rsd 3rtd"));
}

#[test]
fn r2_the_same_card_three_times_is_no_set() {
    for card in Card::all() {
        assert!(!is_set(card, card, card));
    }
}

#[test]
fn r2_each_pair_is_completed_by_exactly_one_other_card() {
    let mut pairs = 0;
    for a in Card::all() {
        for b in Card::all().filter(|&b| b > a) {
            let thirds: Vec<Card> = Card::all().filter(|&c| is_set(a, b, c)).collect();
            assert_eq!(thirds, [a.third(b)]);
            assert!(thirds[0] != a && thirds[0] != b);
            assert_eq!(b.third(a), a.third(b));
            pairs += 1;
        }
    }
    assert_eq!(pairs, 81 * 80 / 2);
}

#[test]
fn r2_the_deck_holds_1080_sets_and_40_with_each_card() {
    let deck: Vec<Card> = Card::all().collect();
    let sets = all_sets(&deck);
    assert_eq!((sets.len(), count_sets(&deck), SETS_IN_DECK), (1080, 1080, 1080));
    for card in &deck {
        assert_eq!(sets.iter().filter(|set| set.contains(&card.id())).count(), 40);
    }
}

/// How many hands of each size have no Set: cards are added in the order of ids, and each new card rules out
/// those that it would complete a Set with.
fn set_free_hands(deck: CardSet, largest: usize) -> Vec<u64> {
    fn grow(hand: &mut Vec<Card>, allowed: CardSet, counts: &mut [u64]) {
        let size = hand.len();
        counts[size] += 1;
        if size + 2 == counts.len() {
            counts[size + 1] += allowed.len() as u64;
            return;
        }
        let mut above = allowed;
        for card in allowed.iter() {
            above.remove(card);
            let ruled_out: CardSet = hand.iter().map(|&other| card.third(other)).collect();
            hand.push(card);
            grow(hand, above.without(ruled_out), counts);
            hand.pop();
        }
    }
    let mut counts = vec![0; largest + 1];
    grow(&mut Vec::new(), deck, &mut counts);
    counts
}

#[test]
fn r2_the_hands_without_a_set_are_as_many_as_is_known() {
    let counts = set_free_hands(CardSet::first(DECK_SIZE), 5);
    assert_eq!(counts, [1, 81, 3_240, 84_240, 1_579_500, 22_441_536]);
}

#[test]
fn r13_nine_junior_cards_can_be_without_a_set_and_ten_cannot() {
    let counts = set_free_hands(CardSet::first(27), 10);
    assert_eq!(counts[..4], [1, 27, 27 * 26 / 2, 27 * 26 * 25 / 6 - 117]);
    assert!(counts[9] > 0);
    assert_eq!(counts[10], 0);
}

#[test]
fn r3_a_card_reads_in_three_forms() {
    let two_red_striped_ovals = Card::new(Number::Two, Color::Red, Shape::Oval, Shading::Striped);
    for text in ["2rto", "2RTO", "two red striped ovals", "Ovals STRIPED two Red", "2 red striped oval", "46"]
    {
        assert_eq!(card(text), two_red_striped_ovals, "{text}");
    }
    assert_eq!(two_red_striped_ovals.to_string(), "2rto");
    assert_eq!(two_red_striped_ovals.words(), "two red striped ovals");
}

#[test]
fn r3_open_has_other_names() {
    for shading in ["open", "empty", "outline", "outlined", "hollow"] {
        assert_eq!(card(&format!("one green {shading} squiggle")), card("1ges"));
    }
}

#[test]
fn r3_positions_count_from_one_and_the_set_on_show_has_its_own() {
    let texts: Vec<String> = (0..24).map(|index| Cell::new(index).unwrap().to_string()).collect();
    assert_eq!(texts[..3], ["1", "2", "3"]);
    assert_eq!(texts[20..], ["21", "s1", "s2", "s3"]);
    assert_eq!(Cell::new(24), None);
}
