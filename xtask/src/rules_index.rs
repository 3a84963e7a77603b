//! `cargo xtask rules-index`: each numbered rule of a game stands in its source and in a test's name.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result, bail};

use crate::layers;
use crate::scan::{Kind, Token, starts_with};
use crate::sources::{self, Source};
use crate::table::{Side, Table};
use crate::workspace::Workspace;

/// Checks each game of `games/`; prints its table, then all that is missing.
///
/// # Errors
///
/// When a number is missing, double, without source or test, or unknown; when a game has no `RULES.md`.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let packages = workspace.pure().into_iter().map(|package| workspace.home(package));
    let mut faults = Vec::new();
    for home in packages.filter(|home| layers::is_rules(home)) {
        let page = page(&home);
        if !workspace.root.join(&page).is_file() {
            faults.push(format!("{page}: is missing; a game's rules stand there, numbered R1, R2, …"));
            continue;
        }
        let index = Index::read(workspace, &home)?;
        println!("{home}: {} rules\n{}", index.rules.len(), index.table());
        faults.extend(index.faults().into_iter().map(|fault| format!("{home}/{fault}")));
    }
    for fault in &faults {
        println!("{fault}");
    }
    if !faults.is_empty() {
        bail!("faults in the index of rules: {}", faults.len());
    }
    Ok(())
}

/// The rules in words, which stand beside the package of the rules: `games/set/RULES.md`.
fn page(home: &str) -> String {
    format!("{}/RULES.md", home.strip_suffix("/rules").unwrap_or(home))
}

/// A numbered rule of `RULES.md`.
#[derive(Debug, PartialEq, Eq)]
struct Rule {
    number: u32,
    title: String,
    line: usize,
}

/// A game's rules, and where its source and its tests name them.
#[derive(Default)]
struct Index {
    rules: Vec<Rule>,
    /// The first comment of the shipped source that names the rule, as `file:line`.
    source: BTreeMap<u32, String>,
    tests: BTreeMap<u32, Vec<String>>,
}

impl Index {
    fn read(workspace: &Workspace, home: &str) -> Result<Self> {
        let dir = workspace.root.join(home);
        let page = page(home);
        let text =
            fs::read_to_string(workspace.root.join(&page)).with_context(|| format!("cannot read {page}"))?;
        let shipped = sources::read(workspace, &dir.join("src"))?;
        let tests = sources::read(workspace, &dir.join("tests"))?;
        let mut index = Self { rules: rules(&text), ..Self::default() };
        for source in &shipped {
            index.add_source(source, &format!("{home}/"));
        }
        for source in shipped.iter().chain(&tests) {
            for (number, name) in numbered_tests(&source.all) {
                index.tests.entry(number).or_default().push(name);
            }
        }
        Ok(index)
    }

    fn add_source(&mut self, source: &Source, prefix: &str) {
        let file = source.name.strip_prefix(prefix).unwrap_or(&source.name);
        for (number, line) in mentions(&source.shipped) {
            self.source.entry(number).or_insert_with(|| format!("{file}:{line}"));
        }
    }

    fn table(&self) -> Table {
        let columns =
            [("rule", Side::Left), ("title", Side::Left), ("source", Side::Left), ("tests", Side::Left)];
        let mut table = Table::new(&columns);
        for rule in &self.rules {
            let source = self.source.get(&rule.number).cloned().unwrap_or_else(|| "-".to_owned());
            let tests = self.tests.get(&rule.number).map_or_else(|| "-".to_owned(), |names| names.join(" "));
            table.row([format!("R{}", rule.number), shortened(&rule.title), source, tests]);
        }
        table
    }

    fn faults(&self) -> Vec<String> {
        let mut faults = self.misnumbered();
        for Rule { number, line, .. } in &self.rules {
            if !self.source.contains_key(number) {
                faults.push(format!("RULES.md:{line}: no comment in src/ names R{number}"));
            }
            if !self.tests.contains_key(number) {
                faults.push(format!("RULES.md:{line}: no test is called r{number} or r{number}_…"));
            }
        }
        let known = |number: &u32| self.rules.iter().any(|rule| rule.number == *number);
        for (number, place) in self.source.iter().filter(|(number, _)| !known(number)) {
            faults.push(format!("{place}: names R{number}, which RULES.md does not have"));
        }
        for (number, names) in self.tests.iter().filter(|(number, _)| !known(number)) {
            faults.push(format!("tests: {} names R{number}, which RULES.md does not have", names.join(" ")));
        }
        faults
    }

    /// Gaps and doubles in R1 … Rn.
    fn misnumbered(&self) -> Vec<String> {
        let mut lines: BTreeMap<u32, Vec<String>> = BTreeMap::new();
        for rule in &self.rules {
            lines.entry(rule.number).or_default().push(rule.line.to_string());
        }
        let Some(&last) = lines.keys().last() else {
            return vec!["RULES.md: has no rule numbers; write each as `**R1**` or `## R1`".to_owned()];
        };
        let missing = (1..=last).filter(|number| !lines.contains_key(number));
        let gaps = missing.map(|number| format!("RULES.md: R{number} is missing; R{last} is the last"));
        let doubled = lines.iter().filter(|(_, lines)| lines.len() > 1);
        let doubles = doubled.map(|(number, lines)| {
            format!("RULES.md: R{number} starts lines {}; it may start only one", lines.join(", "))
        });
        gaps.chain(doubles).collect()
    }
}

/// The numbered rules of a page: headings, list items and paragraphs that start with `R1`, bold or not.
fn rules(text: &str) -> Vec<Rule> {
    let mut found = Vec::new();
    let mut is_code = false;
    let mut after_blank = true;
    for (at, line) in text.lines().enumerate() {
        is_code ^= line.trim_start().starts_with("```");
        let start = line.trim_start_matches(|c: char| c.is_whitespace() || "#-*_".contains(c));
        // A plain `R2` that starts a line in the middle of a paragraph is a mention that wrapped.
        let may_define = after_blank || !line.trim_start().starts_with('R');
        if let Some((number, rest)) = numbered(start, 'R')
            && may_define
            && !is_code
        {
            let is_bold = line[..line.len() - start.len()].contains("**");
            found.push(Rule { number, title: title(rest, is_bold), line: at + 1 });
        }
        after_blank = line.trim().is_empty();
    }
    found
}

/// The number after `letter` at the start, and what follows it; none if a letter or digit follows at once.
fn numbered(text: &str, letter: char) -> Option<(u32, &str)> {
    let digits = text.strip_prefix(letter)?;
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let number = digits[..end].parse().ok()?;
    let rest = &digits[end..];
    (!rest.starts_with(char::is_alphanumeric)).then_some((number, rest))
}

/// What follows the number: the rest of the bold text if there is some, else the rest of the line.
fn title(rest: &str, is_bold: bool) -> String {
    let bare = |text: &str| {
        text.trim_matches(|c: char| c.is_whitespace() || "*_.:)-–—".contains(c)).replace("**", "")
    };
    let bold = rest.split("**").next().filter(|_| is_bold).map(bare).unwrap_or_default();
    if bold.is_empty() { bare(rest) } else { bold }
}

fn shortened(title: &str) -> String {
    const WIDTH: usize = 48;
    if title.chars().count() <= WIDTH {
        return title.to_owned();
    }
    let start: String = title.chars().take(WIDTH - 1).collect();
    format!("{}…", start.trim_end())
}

/// The rule numbers in comments, each with its line.
fn mentions(tokens: &[Token]) -> Vec<(u32, usize)> {
    let mut found = Vec::new();
    for token in tokens {
        let Kind::Comment(text) = &token.kind else { continue };
        let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        let numbers = words.filter_map(|word| numbered(word, 'R')).filter(|(_, rest)| rest.is_empty());
        found.extend(numbers.map(|(number, _)| (number, token.line)));
    }
    found
}

/// The functions under `#[test]` whose name starts with a rule's number: `r12` or `r12_…`.
fn numbered_tests(tokens: &[Token]) -> Vec<(u32, String)> {
    let mut found = Vec::new();
    let mut is_test = false;
    for (at, pair) in tokens.windows(2).enumerate() {
        is_test |= starts_with(&tokens[at..], &["[", "test", "]"]);
        if !pair[0].kind.is_word("fn") {
            continue;
        }
        if let Kind::Word(name) = &pair[1].kind
            && let Some((number, _)) = numbered(name, 'r')
            && is_test
        {
            found.push((number, name.clone()));
        }
        is_test = false;
    }
    found
}

#[cfg(test)]
mod tests;
