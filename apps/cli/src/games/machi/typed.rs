//! What people type on the prompt.

/// A line, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Typed {
    /// An option by its number.
    Number(usize),
    /// An action in the rules' own words.
    Action(String),
    Market,
    Cities,
    /// The last so many turns.
    Log(u16),
    /// Nothing that we know, and what could have been meant.
    Unknown(String),
}

pub(crate) const HELP: &str = "\
3             take option 3 of the list; the option's own words do it too:
              `build ranch`, `pass`, `roll 2`, `target 3`; a card's name alone
              builds it: `ranch`
market        show what can be built, what it costs and does
cities        show what everybody has
log, log 5    print the last turns again
undo          take back your last decision
save FILE     write the record of the game so far to a file
?             show this; an empty line shows the options again
quit          leave the game; so does the end of input

Blue cards pay on anybody's roll, green ones on yours, red ones take from
whoever rolls, purple ones fire on your roll and you may have one of each.";

const TURNS: u16 = 3;

impl Typed {
    pub(crate) fn read(line: &str) -> Typed {
        let lower: Vec<String> = line.split_whitespace().map(str::to_lowercase).collect();
        let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
        match lower[..] {
            ["market"] => Typed::Market,
            ["cities" | "city"] => Typed::Cities,
            ["log"] => Typed::Log(TURNS),
            ["log", turns] => turns.parse().map_or_else(
                |_| Typed::Unknown(format!("`{turns}` is no number of turns, as in `log 5`")),
                Typed::Log,
            ),
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
    }

    #[test]
    fn what_means_nothing_is_quoted() {
        let unknown = |line: &str| match Typed::read(line) {
            Typed::Unknown(why) => why,
            other => panic!("{other:?}"),
        };
        assert_eq!(unknown("log x"), "`x` is no number of turns, as in `log 5`");
        let many = "9".repeat(40);
        assert_eq!(unknown(&many), format!("there is no option {many}; an empty line shows them again"));
    }
}
