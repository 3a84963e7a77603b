//! Cards, their totals and their effects, as text.

use tercet_machi::{BASE, Card, Effect, HARBOR, MILLIONAIRES_ROW, PROMO, Rolls};

#[test]
fn every_official_card_reads_back() {
    for card in [BASE, HARBOR, MILLIONAIRES_ROW, PROMO].into_iter().flatten() {
        let read: Card = card.to_string().parse().unwrap();
        assert_eq!(Card { aliases: card.aliases.clone(), ..read }, *card);
    }
    let wineries = "Winery|green|9|3|factory|bank 6 per card vineyard then close|-";
    assert_eq!(MILLIONAIRES_ROW.iter().find(|card| card.name == "Winery").unwrap().to_string(), wineries);
}

#[test]
fn names_as_programs_write_them() {
    let slug = |name: &str| format!("{name}|blue|1|1|x|bank 1|-").parse::<Card>().unwrap().slug();
    assert_eq!(slug("Farmer's Market"), "farmers_market");
    assert_eq!(slug("5-star Restaurant"), "5_star_restaurant");
    assert_eq!(slug("Café"), "café");
}

#[test]
fn rolls_read_and_are_written_short() {
    for (text, written) in
        [("9", "9"), ("2-3", "2-3"), ("2,3", "2-3"), ("1,3-5,14", "1,3-5,14"), ("5,1", "1,5")]
    {
        let rolls: Rolls = text.parse().unwrap();
        assert_eq!(rolls.to_string(), written);
    }
    let rolls: Rolls = "2,9-11".parse().unwrap();
    assert_eq!((rolls.lowest(), rolls.highest()), (2, 11));
    assert_eq!(rolls.iter().collect::<Vec<_>>(), [2, 9, 10, 11]);
    assert_eq!(Rolls::new(&[2, 9, 10, 11]), Some(rolls));
    assert_eq!((Rolls::new(&[]), Rolls::new(&[0]), Rolls::new(&[15])), (None, None, None));
    for text in ["", "0", "15", "3-2", "1-", "-1", "a", "1,,2", "1 2"] {
        let why = "rolls are totals from 1 to 14, as in `9`, `2-3` or `2,5-6`";
        assert_eq!(text.parse::<Rolls>().unwrap_err().to_string(), format!("`{text}`: {why}"));
    }
}

#[test]
fn every_effect_reads_back() {
    for text in [
        "bank 3",
        "bank 3 per cow",
        "bank 1 per cup of all",
        "bank 1 per card flower_garden",
        "bank 3 if harbor",
        "bank 2 if fewer than 2 landmarks",
        "bank 2 per cow if roller has 3 landmarks then close",
        "throw",
        "throw if harbor",
        "take 2",
        "take all",
        "take 5 if roller has 2 landmarks",
        "loan 5 pay 2",
        "demolish 8",
        "move 4",
        "each 2",
        "each 1 per cup or bread or cow",
        "one 5",
        "exchange",
        "tax 10",
        "renovate 1",
        "invest",
        "share",
        "exhibit",
    ] {
        assert_eq!(text.parse::<Effect>().unwrap().to_string(), text);
    }
}

#[test]
fn what_is_no_effect_is_told_by_its_first_word() {
    let why = |text: &str| {
        let error = text.parse::<Effect>().unwrap_err();
        assert_eq!(error.text, text);
        error.why
    };
    let bank = "`bank` reads like `bank 3`, `bank 3 per cow`, `bank 1 per cup of all`, `bank 1 per card flower_garden`, \
                with `if harbor` or `if fewer than 2 landmarks`, then `then close`; numbers are 1 to 99";
    for text in
        ["bank", "bank 0", "bank 100", "bank 03", "bank 3 per", "bank 3 per Cow", "bank 3 for cow", "bank 3 "]
    {
        assert_eq!(why(text), bank, "{text}");
    }
    assert_eq!(why("throw 3"), "`throw` reads like `throw` or `throw if harbor`");
    let take =
        "`take` reads like `take 2`, `take all`, `take 3 if harbor`, `take 5 if roller has 2 landmarks`";
    assert_eq!(why("take"), take);
    assert_eq!(why("loan 5"), "`loan` reads like `loan 5 pay 2`");
    assert_eq!(why("each 1 per cup or"), "`each` reads like `each 2` or `each 1 per cup or bread`");
    for text in ["demolish", "move -1", "one x", "tax 0", "renovate 1 2"] {
        assert_eq!(why(text), "it takes one number from 1 to 99, as in `one 5`");
    }
    for text in ["exchange 1", "invest 1", "share all", "exhibit mine"] {
        assert_eq!(why(text), "it stands alone, without numbers");
    }
    let none = "there is no such effect; effects are bank, throw, take, loan, demolish, move, each, one, exchange, tax, \
                renovate, invest, share and exhibit";
    assert_eq!(why("sing"), none);
    assert_eq!(why(""), none);
}

#[test]
fn what_is_no_card_is_told() {
    let complaint = |text: &str| text.parse::<Card>().unwrap_err().to_string();
    for text in ["", "Lab", "Lab|green|1|1|gear|bank 1", "Lab|green|1|1|gear|bank 1|-|"] {
        assert_eq!(
            complaint(text),
            format!("`{text}`: a card is `name|color|rolls|cost|icon|effect|copies`")
        );
    }
    assert_eq!(complaint("Lab|pink|1|1|gear|bank 1|-"), "`pink`: colors are blue, green, red and purple");
    let rolls = "rolls are totals from 1 to 14, as in `9`, `2-3` or `2,5-6`";
    assert_eq!(complaint("Lab|green|0|1|gear|bank 1|-"), format!("`0`: {rolls}"));
    let text = "Lab|green|1|-1|gear|bank 1|-";
    assert_eq!(complaint(text), format!("`{text}`: the cost is a whole number"));
    let text = "Lab|green|1|1|gear|bank 1|many";
    assert_eq!(complaint(text), format!("`{text}`: copies are a number, or `-`"));
    let text = "La\nb|green|1|1|gear|bank 1|-";
    assert_eq!(
        complaint(text),
        format!("`{text}`: a card is written in one line, without control characters")
    );
}
