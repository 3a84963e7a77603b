//! Cards, Sets and events in words.

use tercet_game::{End, Seat};
use tercet_set::{Card, Event};

/// Cards in words, with commas.
pub fn cards(cards: &[Card]) -> String {
    cards.iter().map(|card| card.words()).collect::<Vec<_>>().join(", ")
}

/// What happened, in words; `who` names the seats.
pub fn event(event: &Event, who: &dyn Fn(Seat) -> String) -> String {
    match *event {
        Event::Dealt { cell, card } => format!("dealt at {cell}: {}", card.words()),
        Event::Redealt { cards } => format!("no Set: {cards} cards went back into the deck"),
        Event::Forced { cell, back, card } => {
            format!("{} came to {cell} for {}, so that there is a Set", card.words(), back.words())
        }
        Event::Waived => "no Set could be promised on this board".to_owned(),
        Event::Claimed { seat, claim, cards: taken } => {
            format!("{} took {claim}: {}", who(seat), cards(taken.cards()))
        }
        Event::Wrong { seat, claim, cards: named } => {
            let why = why_no_set(named.cards());
            let why = if why.is_empty() { cards(named.cards()) } else { why };
            format!("{} claimed {claim}, which is no Set: {why}", who(seat))
        }
        Event::Asked { seat } => format!("{} asked for cards", who(seat)),
        Event::Fined { seat } => format!("{} lost a point: there was a Set", who(seat)),
        Event::Called { seat } => format!("{} called", who(seat)),
        Event::Expired { seat } => format!("{} ran out of time", who(seat)),
        Event::Unlocked => "everybody may act again".to_owned(),
        Event::Over { end } => format!("the game is over: {}", self::end(end)),
    }
}

/// Why a game is over.
pub fn end(end: End) -> &'static str {
    match end {
        End::Finished => "nothing is left to claim or to deal",
        End::Limit => "it has reached its limit of plays",
        End::Void => "no board with a Set could be dealt",
    }
}

/// Why three cards are no Set: the attributes in which two agree and the third does not.
pub fn why_no_set(cards: &[Card]) -> String {
    let values =
        |card: &Card| [card.number().name(), card.color().name(), card.shading().name(), card.shape().name()];
    let attributes = ["number", "colour", "shading", "shape"];
    let faults = attributes.iter().enumerate().filter_map(|(attribute, name)| {
        let values: Vec<&str> = cards.iter().map(|card| values(card)[attribute]).collect();
        let equal = (0..values.len()).filter(|&i| values[..i].contains(&values[i])).count();
        (equal == 1 && values.len() == 3).then(|| format!("{name}: {}", values.join(", ")))
    });
    faults.collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(text: &str) -> Vec<Card> {
        text.split(' ').map(|card| card.parse().unwrap()).collect()
    }

    #[test]
    fn the_attributes_at_fault_are_named() {
        assert_eq!(why_no_set(&hand("2rss 1gss 3pso")), "shape: squiggle, squiggle, oval");
        assert_eq!(
            why_no_set(&hand("2rss 2rto 1rso")),
            "number: two, two, one; shading: solid, striped, solid; shape: squiggle, oval, oval"
        );
        assert_eq!(why_no_set(&hand("2rss 1gsd 3pso")), "");
    }

    #[test]
    fn every_event_has_its_words() {
        let who = |seat: Seat| format!("seat {}", seat.0 + 1);
        let cases = [
            ("dealt 2gto at 5", "dealt at 5: two green striped ovals"),
            ("redealt 12", "no Set: 12 cards went back into the deck"),
            (
                "forced 1rsd for 2gto at 12",
                "one red solid diamond came to 12 for two green striped ovals, so that there is a Set",
            ),
            ("waived", "no Set could be promised on this board"),
            (
                "seat 1 claimed 1 2 3: 1rsd 2rsd 3rsd",
                "seat 1 took 1 2 3: one red solid diamond, two red solid diamonds, three red solid diamonds",
            ),
            (
                "seat 2 wrong 1 2 4: 1rsd 2rsd 3pto",
                "seat 2 claimed 1 2 4, which is no Set: colour: red, red, purple; shading: solid, solid, striped; \
                 shape: diamond, diamond, oval",
            ),
            ("seat 1 asked for cards", "seat 1 asked for cards"),
            ("seat 1 fined", "seat 1 lost a point: there was a Set"),
            ("seat 3 called", "seat 3 called"),
            ("seat 3 expired", "seat 3 ran out of time"),
            ("unlocked", "everybody may act again"),
            ("over finished", "the game is over: nothing is left to claim or to deal"),
            ("over limit", "the game is over: it has reached its limit of plays"),
            ("over void", "the game is over: no board with a Set could be dealt"),
        ];
        for (text, words) in cases {
            assert_eq!(event(&text.parse().unwrap(), &who), words);
        }
    }
}
