//! What people type on the prompt.

use tercet_set::{Card, Cell, State};

use crate::prompt::unknown;

/// A line, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Typed {
    /// These words name cards: positions, or cards in compact form.
    Claim(Vec<String>),
    Deal,
    Call,
    Hint,
    Board,
    Sets,
    /// Nothing that we know, and what could have been meant.
    Unknown(String),
}

pub(crate) const HELP: &str = "\
2 5 9      take the cards at these positions as a Set; also `claim 2 5 9`,
           or the cards themselves: `2rto 1gss 3ped`
deal       deal three more cards
call       call before you claim, in a race with calls
hint       show one card of a Set, then a second, then the third
sets       say how many Sets there are
undo       take back the last play
board      show the board again
save FILE  write the record of the game so far to a file
help       show this
quit       leave the game; so does the end of input
An empty line waits until somebody else acts, in a race.";

impl Typed {
    pub(crate) fn read(line: &str) -> Typed {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word.to_lowercase().as_str(), rest.trim()) {
            ("claim", rest) => Typed::Claim(names(rest)),
            ("deal", "") => Typed::Deal,
            ("call", "") => Typed::Call,
            ("hint", "") => Typed::Hint,
            ("board", "") => Typed::Board,
            ("sets", "") => Typed::Sets,
            _ if line.starts_with(|first: char| first.is_ascii_digit()) || is_shown(word) => {
                Typed::Claim(names(line))
            }
            _ => Typed::Unknown(unknown(line, "help")),
        }
    }
}

/// A card of the Set on show, `s1` to `s3`.
fn is_shown(word: &str) -> bool {
    word.parse::<Cell>().is_ok_and(Cell::is_shown)
}

fn names(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| letter.is_whitespace() || letter == ',');
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The cells that the words name on this board.
pub(crate) fn cells(words: &[String], state: &State) -> Result<Vec<Cell>, String> {
    words.iter().map(|word| cell(word, state)).collect()
}

fn cell(word: &str, state: &State) -> Result<Cell, String> {
    if word.bytes().all(|byte| byte.is_ascii_digit()) || is_shown(word) {
        return word.parse().map_err(|error: tercet_game::NotationError| error.to_string());
    }
    let card: Card = word.parse().map_err(|error: tercet_game::NotationError| error.to_string())?;
    find(card, state).ok_or_else(|| format!("{card} ({}) is not on the board", card.words()))
}

/// Where a card lies, on the board or in the Set on show.
pub(crate) fn find(card: Card, state: &State) -> Option<Cell> {
    let mut cells = (0..usize::from(Cell::COUNT)).filter_map(Cell::new);
    cells.find(|&cell| state.card(cell) == Some(card))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(words: &[&str]) -> Typed {
        Typed::Claim(words.iter().map(|&word| word.to_owned()).collect())
    }

    #[test]
    fn claims_are_typed_in_many_ways() {
        for line in ["2 5 9", " claim 2 5 9 ", "2,5,9", "Claim 2, 5,9"] {
            assert_eq!(Typed::read(line), claim(&["2", "5", "9"]), "{line}");
        }
        assert_eq!(Typed::read("2rto 1gss 3ped"), claim(&["2rto", "1gss", "3ped"]));
        assert_eq!(Typed::read("s1 2 5"), claim(&["s1", "2", "5"]));
        assert_eq!(Typed::read("claim"), claim(&[]));
    }

    #[test]
    fn words_are_read_in_any_case() {
        assert_eq!(Typed::read("DEAL"), Typed::Deal);
    }

    #[test]
    fn what_means_nothing_is_quoted() {
        let unknown = |line: &str| match Typed::read(line) {
            Typed::Unknown(why) => why,
            other => panic!("{other:?}"),
        };
        assert_eq!(unknown("deal me in"), "`deal me in` means nothing here; `help` lists what you can type");
    }
}
