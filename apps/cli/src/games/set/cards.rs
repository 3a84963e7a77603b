//! Cards as people type them.

use anyhow::{Result, bail};
use tercet_set::{Card, CardSet, DECK_SIZE};

/// Reads cards from words of a command line: in compact form, as ids or in words, apart by commas or, for compact
/// forms and ids, by spaces.
pub(crate) fn read<'t>(texts: impl IntoIterator<Item = &'t str>) -> Result<Vec<Card>> {
    let mut cards = Vec::new();
    for text in texts {
        for piece in text.split([',', '\n']).map(str::trim).filter(|piece| !piece.is_empty()) {
            read_piece(piece, &mut cards)?;
        }
    }
    Ok(cards)
}

fn read_piece(piece: &str, cards: &mut Vec<Card>) -> Result<()> {
    let whole = piece.parse();
    let words: Vec<Result<Card, _>> = piece.split_whitespace().map(str::parse).collect();
    if let (Err(_), Some(Ok(_))) = (&whole, words.first()) {
        for word in words {
            cards.push(word?);
        }
        return Ok(());
    }
    cards.push(whole?);
    Ok(())
}

/// Refuses cards that can't lie on one table.
pub(crate) fn check_different(cards: &[Card]) -> Result<()> {
    if cards.len() > DECK_SIZE {
        bail!("{} cards are too many; the deck has {DECK_SIZE}", cards.len());
    }
    let mut seen = CardSet::EMPTY;
    for &card in cards {
        if !seen.insert(card) {
            bail!("{card} ({}) is there twice", card.words());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(texts: &[&str]) -> Result<Vec<usize>, String> {
        let cards = read(texts.iter().copied()).map_err(|error| error.to_string())?;
        Ok(cards.into_iter().map(Card::id).collect())
    }

    #[test]
    fn cards_are_read_in_every_form() {
        assert_eq!(ids(&["0", "2rto", "two red striped ovals"]), Ok(vec![0, 46, 46]));
        assert_eq!(ids(&["0,1, 2", " 3 4"]), Ok(vec![0, 1, 2, 3, 4]));
        assert_eq!(ids(&["1rsd 2rsd,two red striped ovals\n80\n"]), Ok(vec![0, 1, 46, 80]));
        assert_eq!(ids(&["2 red striped ovals"]), Ok(vec![46]));
        assert_eq!(ids(&[]), Ok(vec![]));
    }

    #[test]
    fn what_is_no_card_is_named() {
        let how = "a card is `2rto`, `two red striped ovals` or an id from 0 to 80";
        assert_eq!(ids(&["81"]), Err("`81`: card ids are 0 to 80".to_owned()));
        assert_eq!(ids(&["0 1 81"]), Err("`81`: card ids are 0 to 80".to_owned()));
        assert_eq!(
            ids(&["two pink striped ovals"]),
            Err(format!("`two pink striped ovals`: unknown word `pink`; {how}"))
        );
        assert_eq!(ids(&["two"]), Err(format!("`two`: not a card; {how}")));
    }
}
