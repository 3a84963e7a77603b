//! Why things were done: what players say of their own moves, kept beside the inputs.

use alloc::collections::BTreeMap;
use alloc::string::String;

/// Reasons by the number of the input that they are about, counted from one. No rule reads them: a game replays the same with
/// and without, and a record's digest does not cover them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reasons {
    by_input: BTreeMap<usize, String>,
}

impl Reasons {
    /// The most characters that a reason has; what is longer is cut.
    pub const LONGEST: usize = 300;

    /// Why the input of this number was given, counted from one.
    pub fn of(&self, input: usize) -> Option<&str> {
        self.by_input.get(&input).map(String::as_str)
    }

    /// All of them in order, each with the number of its input.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &str)> {
        self.by_input.iter().map(|(input, why)| (*input, why.as_str()))
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.by_input.is_empty()
    }

    /// Keeps the reason of an input, on one line and no longer than [`Reasons::LONGEST`]; an empty one is none.
    pub fn keep(&mut self, input: usize, why: &str) {
        let why = Reasons::cleaned(why);
        if !why.is_empty() {
            self.by_input.insert(input, why);
        }
    }

    /// Forgets those of inputs after this number.
    pub fn truncate(&mut self, inputs: usize) {
        let _ = self.by_input.split_off(&(inputs + 1));
    }

    /// A reason as it is kept: one line without ends of white space, cut where it is too long.
    pub fn cleaned(why: &str) -> String {
        let line: String = why.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
        let line = line.trim();
        if line.chars().count() <= Reasons::LONGEST {
            return line.into();
        }
        let mut cut: String = line.chars().take(Reasons::LONGEST - 1).collect();
        cut.truncate(cut.trim_end().len());
        cut.push('…');
        cut
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_one_short_line() {
        let mut reasons = Reasons::default();
        reasons.keep(3, " it pays\nmost\r\n");
        reasons.keep(5, &"é".repeat(1000));
        reasons.keep(7, " \n ");
        assert_eq!((reasons.of(3), reasons.of(7)), (Some("it pays most"), None));
        let long = reasons.of(5).unwrap();
        assert!(long.chars().count() == Reasons::LONGEST && long.ends_with("é…"), "{long}");
        assert_eq!(Reasons::cleaned(long), long, "what was cut once is not cut again");
        reasons.truncate(4);
        assert_eq!(reasons.iter().collect::<alloc::vec::Vec<_>>(), [(3, "it pays most")]);
    }
}
