//! What people type on the prompt.

use std::path::PathBuf;

/// A line, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Typed {
    /// The options are shown again.
    Nothing,
    /// An option by its number.
    Number(usize),
    /// An action in the rules' own words.
    Action(String),
    Market,
    Cities,
    /// The last so many turns.
    Log(u16),
    Undo,
    Save(PathBuf),
    Help,
    Quit,
    /// Nothing that we know, and what could have been meant.
    Unknown(String),
}

pub(crate) const HELP: &str = "\
3             take option 3 of the list; the option's own words do it too:
              `build ranch`, `pass`, `roll 2`, `target 3`; a card's name alone
              builds it: `ranch`
market        show what can be built, what it costs and does
cities        show what everybody has
log, log 5    tell the last turns again
undo          take back your last decision
save FILE     write the record of the game so far to a file
?             show this; an empty line shows the options again
quit          leave the game; so does the end of input

Blue cards pay on anybody's roll, green ones on yours, red ones take from
whoever rolls, purple ones fire on your roll and you may have one of each.";

const TURNS: u16 = 3;

impl Typed {
    pub(crate) fn read(line: &str) -> Typed {
        let words: Vec<&str> = line.split_whitespace().collect();
        let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
        let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
        match lower[..] {
            [] => Typed::Nothing,
            ["market"] => Typed::Market,
            ["cities" | "city"] => Typed::Cities,
            ["log"] => Typed::Log(TURNS),
            ["log", turns] => turns.parse().map_or_else(
                |_| Typed::Unknown(format!("`{turns}` is no number of turns, as in `log 5`")),
                Typed::Log,
            ),
            ["undo"] => Typed::Undo,
            ["save"] => Typed::Unknown("save where? `save FILE` names a file".to_owned()),
            ["save", ..] => Typed::Save(PathBuf::from(words[1..].join(" "))),
            ["help" | "?"] => Typed::Help,
            ["quit" | "exit"] => Typed::Quit,
            [number] if number.bytes().all(|byte| byte.is_ascii_digit()) => {
                number.parse().map_or_else(|_| Typed::Unknown(no_option(number)), Typed::Number)
            }
            _ => Typed::Action(lower.join(" ")),
        }
    }
}

pub(crate) fn no_option(number: impl std::fmt::Display) -> String {
    format!("there is no option {number}; an empty line shows them again")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_in_any_case() {
        assert_eq!(Typed::read(" 12 \n"), Typed::Number(12));
        assert_eq!(Typed::read("Build  Ranch"), Typed::Action("build ranch".to_owned()));
        assert_eq!(Typed::read("LOG 7"), Typed::Log(7));
        assert_eq!(Typed::read("save My Game.record"), Typed::Save(PathBuf::from("My Game.record")));
        assert_eq!(Typed::read("?"), Typed::Help);
        assert_eq!(Typed::read("  "), Typed::Nothing);
    }

    #[test]
    fn what_means_nothing_is_quoted() {
        let unknown = |line: &str| match Typed::read(line) {
            Typed::Unknown(why) => why,
            other => panic!("{other:?}"),
        };
        assert_eq!(unknown("log x"), "`x` is no number of turns, as in `log 5`");
        assert_eq!(unknown("save"), "save where? `save FILE` names a file");
        let many = "9".repeat(40);
        assert_eq!(unknown(&many), format!("there is no option {many}; an empty line shows them again"));
    }
}
