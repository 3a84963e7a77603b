//! What people type on the puzzle's prompts.

use crate::prompt;

/// A line, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Typed {
    /// `place SLOT ROW COLUMN`, in the rules' own words.
    Place(String),
    Hint,
    Restart,
    Board,
    /// A change by hand, in the rules' own words.
    Edit(String),
    /// What is legal, of one slot or of all.
    Legal(Option<usize>),
    /// The lines through a cell.
    Lines(usize, usize),
    /// The number of an action.
    Encode(String),
    /// The action of a number.
    Decode(usize),
    /// Nothing that we know, and what could have been meant.
    Unknown(String),
}

pub(crate) const HELP: &str = "\
place 1 3 4  put the shape of slot 1 down: the first triangle of its top row
             comes to row 3, column 4; also `1 3 4`
hint         show the move that the bot `greedy` would make
undo         take back the last move
restart      begin the same game anew
board        show the board again
save FILE    write the record of the game so far to a file
help         show this
quit         leave the game; so does the end of input";

pub(crate) const DEBUG_HELP: &str = "\
toggle 3 4        fill or free the cell in row 3, column 4
shapes 5:2 - 0:8  set the slots: template and colour for each, or - for nothing
legal             list the legal actions; `legal 2` only those of slot 2
lines 3 4         list the lines through a cell
encode 1 3 4      say the number of an action
decode 168        say the action of a number
state             show the board again";

impl Typed {
    pub(crate) fn read(line: &str) -> Typed {
        let words: Vec<&str> = line.split_whitespace().collect();
        let line = words.join(" ");
        let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
        let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
        match lower[..] {
            ["hint"] => Typed::Hint,
            ["restart"] => Typed::Restart,
            ["board" | "state"] => Typed::Board,
            ["place", ..] => Typed::Place(lower.join(" ")),
            ["toggle" | "shapes", ..] => Typed::Edit(lower.join(" ")),
            ["legal"] => Typed::Legal(None),
            ["legal", slot] => number(slot).map_or_else(|| unknown(&line), |slot| Typed::Legal(Some(slot))),
            ["lines", row, col] => match (number(row), number(col)) {
                (Some(row), Some(col)) => Typed::Lines(row, col),
                _ => unknown(&line),
            },
            ["encode", ..] => Typed::Encode(format!("place {}", lower[1..].join(" "))),
            ["decode", of] => number(of).map_or_else(|| unknown(&line), Typed::Decode),
            [first, ..] if number(first).is_some() => Typed::Place(format!("place {line}")),
            _ => unknown(&line),
        }
    }

    /// Is it for debugging only?
    pub(crate) fn is_debug(&self) -> bool {
        matches!(
            self,
            Typed::Edit(_) | Typed::Legal(_) | Typed::Lines(..) | Typed::Encode(_) | Typed::Decode(_)
        )
    }
}

fn number(text: &str) -> Option<usize> {
    text.parse().ok()
}

fn unknown(line: &str) -> Typed {
    Typed::Unknown(prompt::unknown(line, "help"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_typed_in_many_ways() {
        for line in ["place 1 3 4", "1 3 4", "  Place  1 3  4 "] {
            assert_eq!(Typed::read(line), Typed::Place("place 1 3 4".to_owned()), "{line}");
        }
        assert_eq!(Typed::read("encode 1 3 4"), Typed::Encode("place 1 3 4".to_owned()));
        assert_eq!(Typed::read("SHAPES 5:2 - s0:1"), Typed::Edit("shapes 5:2 - s0:1".to_owned()));
    }

    #[test]
    fn words_are_read_in_any_case() {
        assert_eq!(Typed::read("HINT\n"), Typed::Hint);
        assert_eq!(Typed::read("state"), Typed::Board);
        assert_eq!(Typed::read("legal"), Typed::Legal(None));
        assert_eq!(Typed::read("legal 2"), Typed::Legal(Some(2)));
        assert_eq!(Typed::read("lines 1 2"), Typed::Lines(1, 2));
        assert_eq!(Typed::read("decode 9"), Typed::Decode(9));
    }

    #[test]
    fn what_means_nothing_is_quoted() {
        for line in ["foo", "legal x", "lines 1", "decode -1", "undo it"] {
            let why = format!("`{line}` means nothing here; `help` lists what you can type");
            assert_eq!(Typed::read(line), Typed::Unknown(why));
        }
    }
}
