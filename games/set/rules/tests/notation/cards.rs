//! Cards: `2rto`, «two red striped ovals», 46.

use std::collections::BTreeSet;

use tercet_set::{Card, join};

const HOW: &str = "a card is `2rto`, `two red striped ovals` or an id from 0 to 80";

fn complaint(text: &str) -> String {
    text.parse::<Card>().unwrap_err().to_string()
}

#[test]
fn every_card_reads_back_from_each_of_its_forms() {
    let mut texts = BTreeSet::new();
    for card in Card::all() {
        let (compact, words, id) = (card.to_string(), card.words(), card.id().to_string());
        for text in [&compact, &compact.to_uppercase(), &words, &words.to_uppercase(), &id] {
            assert_eq!(text.parse(), Ok(card), "{text}");
        }
        assert_eq!(format!("{card:?}"), compact);
        texts.extend([compact, words, id]);
    }
    assert_eq!(texts.len(), 3 * 81);
}

#[test]
fn some_cards_in_all_forms() {
    let forms = |id: usize| {
        let card = Card::from_id(id).unwrap();
        format!("{card} {}", card.words())
    };
    assert_eq!(forms(0), "1rsd one red solid diamond");
    assert_eq!(forms(1), "2rsd two red solid diamonds");
    assert_eq!(forms(3), "1gsd one green solid diamond");
    assert_eq!(forms(9), "1rss one red solid squiggle");
    assert_eq!(forms(27), "1rtd one red striped diamond");
    assert_eq!(forms(46), "2rto two red striped ovals");
    assert_eq!(forms(80), "3peo three purple open ovals");
}

#[test]
fn words_come_in_any_order_case_and_number() {
    let card: Card = "2rto".parse().unwrap();
    let words = ["two", "red", "striped", "ovals"];
    for (a, b, c) in [(0, 1, 2), (1, 0, 2), (2, 1, 0), (0, 2, 1), (1, 2, 0), (2, 0, 1)] {
        for last in 0..=3 {
            let mut order = vec![words[a], words[b], words[c]];
            order.insert(last, words[3]);
            assert_eq!(order.join(" ").parse(), Ok(card));
            assert_eq!(order.join("  \t").to_uppercase().parse(), Ok(card));
        }
    }
    assert_eq!("two red striped oval".parse(), Ok(card));
    assert_eq!("2 red striped ovals".parse(), Ok(card));
    assert_eq!("one green solid squiggles".parse::<Card>().unwrap().to_string(), "1gss");
}

#[test]
fn open_is_read_by_its_other_names_and_written_by_its_own() {
    for word in ["open", "empty", "outline", "outlined", "hollow", "Hollow"] {
        let card: Card = format!("three purple {word} diamonds").parse().unwrap();
        assert_eq!(
            (card.to_string().as_str(), card.words().as_str()),
            ("3ped", "three purple open diamonds")
        );
    }
}

#[test]
fn ids_are_0_to_80() {
    assert_eq!("0".parse(), Ok(Card::from_id(0).unwrap()));
    assert_eq!("80".parse(), Ok(Card::from_id(80).unwrap()));
    assert_eq!(complaint("81"), "`81`: card ids are 0 to 80");
    let large = "99999999999999999999999999";
    assert_eq!(complaint(large), format!("`{large}`: card ids are 0 to 80"));
}

#[test]
fn a_word_that_no_card_has_is_told() {
    for (text, word) in [
        ("two blue striped ovals", "blue"),
        ("two red striped circles", "circles"),
        ("four red striped ovals", "four"),
        ("4rto", "4rto"),
        ("2rt", "2rt"),
        ("2rtoo", "2rtoo"),
        ("2otr", "2otr"),
        ("-1", "-1"),
        ("two red striped ovalss", "ovalss"),
        ("один red striped oval", "один"),
    ] {
        assert_eq!(complaint(text), format!("`{text}`: unknown word `{word}`; {HOW}"));
    }
}

#[test]
fn two_words_for_one_attribute_are_told() {
    for (text, word) in [
        ("two two red striped ovals", "two"),
        ("two red green striped ovals", "green"),
        ("two red striped Solid ovals", "Solid"),
        ("two red hollow open ovals", "open"),
        ("two red striped ovals diamond", "diamond"),
        ("2 red striped ovals one", "one"),
    ] {
        let why = format!("a second word for the same attribute: `{word}`; {HOW}");
        assert_eq!(complaint(text), format!("`{text}`: {why}"));
    }
}

#[test]
fn words_that_are_missing_are_told() {
    for text in ["", "  ", "two red striped", "red", "striped ovals red"] {
        assert_eq!(complaint(text), format!("`{}`: not a card; {HOW}", text.trim()));
    }
}

#[test]
fn cards_are_joined_with_spaces() {
    let cards: Vec<Card> = [0, 46, 80].into_iter().filter_map(Card::from_id).collect();
    assert_eq!(join(&cards), "1rsd 2rto 3peo");
    assert_eq!(join(&[]), "");
}
