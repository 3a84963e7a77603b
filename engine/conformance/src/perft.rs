//! Perft: how many ways there are to give so many inputs. A wrong rule seldom leaves the count alone.

use std::fmt;
use std::fs;
use std::path::Path;

use tercet_game::{Game, Input, apply};

use crate::position::Position;

/// How many rows of exactly `depth` inputs there are from here. Actions of every seat and outcomes are
/// branches; that time passes is not.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    let mut nodes = 0;
    visit(game, state, depth, 1, &mut |_| nodes += 1);
    nodes
}

/// As [`perft`], but a row counts as often as the product of its outcomes' weights.
pub fn weighted_perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u128 {
    let mut nodes = 0;
    visit(game, state, depth, 1, &mut |weight| nodes += weight);
    nodes
}

fn visit<G: Game>(game: &G, state: &G::State, depth: u32, weight: u128, leaf: &mut impl FnMut(u128)) {
    if depth == 0 {
        return leaf(weight);
    }
    let here = Position::read(game, *state);
    let weights = here.outcomes.iter().map(|(weight, _)| u128::from(*weight));
    let mut weights = weights.collect::<Vec<_>>().into_iter();
    for input in here.listed() {
        let mut next = *state;
        let factor = match input {
            Input::Play(..) => 1,
            Input::Chance(_) => weights.next().unwrap_or(1),
            Input::Expire | Input::Edit(_) => continue,
        };
        if let Err(illegal) = apply(game, &mut next, input, &mut ()) {
            panic!("{input:?} is listed and refused: {illegal}");
        }
        visit(game, &next, depth - 1, weight * factor, leaf);
    }
}

/// A line of `perft.txt`: `name depth nodes`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// Which position.
    pub name: String,
    /// How many inputs.
    pub depth: u32,
    /// How many rows of inputs.
    pub nodes: u64,
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.name, self.depth, self.nodes)
    }
}

/// Reads the lines of a `perft.txt`. Empty lines, and all from a `#` on, are for people.
///
/// # Errors
/// At the first line that is none, with its number.
pub fn counts(text: &str) -> Result<Vec<Count>, String> {
    let mut counts = Vec::new();
    for (row, line) in text.lines().enumerate() {
        let facts = line.split('#').next().unwrap_or_default();
        let words: Vec<&str> = facts.split_whitespace().collect();
        let count = match words[..] {
            [] => continue,
            [name, depth, nodes] => depth.parse().ok().zip(nodes.parse().ok()).map(|(depth, nodes)| Count {
                name: name.to_owned(),
                depth,
                nodes,
            }),
            _ => None,
        };
        let complaint = || format!("line {}: `name depth nodes` should stand here, not `{line}`", row + 1);
        counts.push(count.ok_or_else(complaint)?);
    }
    Ok(counts)
}

/// Counts every line of the file again; `start` makes the position of a name.
///
/// # Panics
/// With all lines that count otherwise; if the file does not read, or `start` does not know a name.
pub fn check<G: Game>(path: &Path, start: impl Fn(&str) -> Option<(G, G::State)>) {
    let file = path.display();
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{file} can't be read: {error}"));
    let counts = counts(&text).unwrap_or_else(|complaint| panic!("{file}: {complaint}"));
    assert!(!counts.is_empty(), "{file} counts nothing");
    let wrong: Vec<String> = counts
        .iter()
        .filter_map(|count| {
            let (game, state) = start(&count.name)
                .unwrap_or_else(|| panic!("{file}: no position is called `{}`", count.name));
            let nodes = perft(&game, &state, count.depth);
            (nodes != count.nodes).then(|| format!("  {count}, but now it is {nodes}\n"))
        })
        .collect();
    assert!(wrong.is_empty(), "{file} counts otherwise:\n{}", wrong.concat());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Config, Toy};

    #[test]
    fn counts_are_read_with_comments_around_them() {
        let text = "# the start\nstart 1 2\n\nstart 2 14 # by hand\n";
        let count = |depth, nodes| Count { name: "start".to_owned(), depth, nodes };
        assert_eq!(counts(text), Ok(vec![count(1, 2), count(2, 14)]));
    }

    #[test]
    fn a_line_that_is_no_count_is_told() {
        let complaint = "line 2: `name depth nodes` should stand here, not `start two 14`";
        assert_eq!(counts("start 1 2\nstart two 14\n"), Err(complaint.to_owned()));
        let complaint = "line 1: `name depth nodes` should stand here, not `start 14`";
        assert_eq!(counts("start 14\n"), Err(complaint.to_owned()));
    }

    fn check_text(text: &str) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("perft.txt");
        fs::write(&path, text).unwrap();
        check(&path, |name| {
            let game = Toy::new(&Config::default()).ok().filter(|_| name == "start")?;
            let state = game.start();
            Some((game, state))
        });
    }

    #[test]
    #[should_panic(
        expected = "counts otherwise:\n  start 1 3, but now it is 2\n  start 3 13, but now it is 12\n"
    )]
    fn all_lines_that_count_otherwise_are_told() {
        check_text("start 1 3\nstart 2 2\nstart 3 13\n");
    }

    #[test]
    #[should_panic(expected = "no position is called `middle`")]
    fn a_name_that_nobody_knows_is_told() {
        check_text("middle 1 3\n");
    }

    #[test]
    #[should_panic(expected = "counts nothing")]
    fn a_file_without_counts_is_told() {
        check_text("# none\n");
    }
}
