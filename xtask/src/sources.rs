//! The Rust files below a directory, each as tokens, with test-only code told apart.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::scan::{Kind, Token, scan, starts_with};
use crate::workspace::Workspace;

/// A Rust file.
pub(crate) struct Source {
    /// Relative to the root, for messages: `games/set/rules/src/lib.rs`.
    pub(crate) name: String,
    /// Every token.
    pub(crate) all: Vec<Token>,
    /// The tokens outside `#[cfg(test)]`; none if the whole file is a test module.
    pub(crate) shipped: Vec<Token>,
}

/// Reads every `.rs` file below `dir`, sorted by path; a directory that does not exist has none.
///
/// # Errors
///
/// When a directory or file that exists cannot be read.
pub(crate) fn read(workspace: &Workspace, dir: &Path) -> Result<Vec<Source>> {
    let mut sources = Vec::new();
    let mut test_modules = Vec::new();
    for path in files(dir, &|path| path.extension().is_some_and(|ext| ext == "rs"))? {
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let all = scan(&text);
        let split = split_tests(&all);
        let home = module_home(&path);
        test_modules.extend(split.modules.iter().map(|module| home.join(module)));
        sources.push((path.clone(), Source { name: workspace.relative(&path), all, shipped: split.shipped }));
    }
    for (path, source) in &mut sources {
        if test_modules.iter().any(|module| *path == module.with_extension("rs") || path.starts_with(module))
        {
            source.shipped.clear();
        }
    }
    Ok(sources.into_iter().map(|(_, source)| source).collect())
}

/// Every file below `dir` that `wanted` accepts, sorted by path; a directory that does not exist has none.
///
/// # Errors
///
/// When a directory that exists cannot be read.
pub(crate) fn files(dir: &Path, wanted: &dyn Fn(&Path) -> bool) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for path in entries(dir)? {
        if path.is_dir() {
            found.extend(files(&path, wanted)?);
        } else if wanted(&path) {
            found.push(path);
        }
    }
    Ok(found)
}

/// The directories in `dir`, sorted; a directory that does not exist has none.
///
/// # Errors
///
/// When a directory that exists cannot be read.
pub(crate) fn directories(dir: &Path) -> Result<Vec<PathBuf>> {
    Ok(entries(dir)?.into_iter().filter(|path| path.is_dir()).collect())
}

fn entries(dir: &Path) -> Result<Vec<PathBuf>> {
    if !dir.is_dir() {
        return Ok(Vec::new());
    }
    let list = fs::read_dir(dir).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
    let mut paths: Vec<PathBuf> = list.with_context(|| format!("cannot list {}", dir.display()))?;
    paths.sort();
    Ok(paths)
}

/// Where the modules that this file declares have their files.
fn module_home(file: &Path) -> PathBuf {
    match file.file_stem().and_then(|stem| stem.to_str()) {
        Some("lib" | "main" | "mod") => file.parent().unwrap_or(file).to_owned(),
        _ => file.with_extension(""),
    }
}

struct Split {
    shipped: Vec<Token>,
    /// The names of `#[cfg(test)] mod name;`.
    modules: Vec<String>,
}

fn split_tests(tokens: &[Token]) -> Split {
    let mut split = Split { shipped: Vec::new(), modules: Vec::new() };
    let mut at = 0;
    while at < tokens.len() {
        let rest = &tokens[at..];
        if split.shipped.is_empty() && starts_with(rest, &["#", "!", "[", "cfg", "(", "test", ")", "]"]) {
            return split;
        }
        if is_test_attribute(rest) {
            let item = &rest[..item_length(rest)];
            split.modules.extend(declared_module(item));
            at += item.len();
        } else {
            split.shipped.push(rest[0].clone());
            at += 1;
        }
    }
    split
}

fn is_test_attribute(tokens: &[Token]) -> bool {
    starts_with(tokens, &["#", "[", "cfg", "(", "test", ")", "]"])
        || starts_with(tokens, &["#", "[", "cfg", "(", "all", "(", "test"])
}

/// How many tokens the attribute at the start and its item take.
///
/// An item ends with its block or its semicolon, a field or an arm with its comma.
fn item_length(tokens: &[Token]) -> usize {
    let mut depth = 0;
    let mut is_item = false;
    for (at, token) in tokens.iter().enumerate() {
        match &token.kind {
            Kind::Word(word) if depth == 0 && ITEMS.contains(&word.as_str()) => is_item = true,
            Kind::Mark('(' | '[' | '{') => depth += 1,
            Kind::Mark(mark @ (')' | ']' | '}')) => {
                depth -= 1;
                if depth < 0 {
                    return at;
                }
                if depth == 0 && *mark == '}' {
                    return at + 1;
                }
            }
            Kind::Mark(';') if depth == 0 => return at + 1,
            Kind::Mark(',') if depth == 0 && !is_item => return at + 1,
            _ => {}
        }
    }
    tokens.len()
}

const ITEMS: &[&str] =
    &["fn", "impl", "mod", "struct", "enum", "trait", "use", "const", "static", "type", "let"];

fn declared_module(item: &[Token]) -> Option<String> {
    let at = item.iter().position(|token| token.kind.is_word("mod"))?;
    match (&item.get(at + 1)?.kind, &item.get(at + 2)?.kind) {
        (Kind::Word(name), Kind::Mark(';')) => Some(name.clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shipped(source: &str) -> Vec<String> {
        let split = split_tests(&scan(source));
        let word = |token: Token| if let Kind::Word(word) = token.kind { Some(word) } else { None };
        split.shipped.into_iter().filter_map(word).collect()
    }

    #[test]
    fn test_items_are_left_out() {
        assert_eq!(shipped("a #[cfg(test)] mod tests { fn b() { c } } d"), ["a", "d"]);
        assert_eq!(shipped("a #[cfg(test)] #[allow(x)] fn b<T, U>() -> [u8; 3] { c } d"), ["a", "d"]);
        assert_eq!(shipped("struct A { #[cfg(test)] b: u8, c: u16 }"), ["struct", "A", "c", "u16"]);
        assert_eq!(shipped("a #[cfg(all(test, feature = \"x\"))] use b::{c}; d"), ["a", "d"]);
    }

    #[test]
    fn a_test_file_ships_nothing() {
        assert_eq!(shipped("#![cfg(test)] a b"), Vec::<String>::new());
    }

    #[test]
    fn test_modules_in_files_of_their_own_are_named() {
        let split = split_tests(&scan("#[cfg(test)]\nmod slow;\nmod fast;"));
        assert_eq!(split.modules, ["slow"]);
        assert_eq!(module_home(Path::new("src/lib.rs")), Path::new("src"));
        assert_eq!(module_home(Path::new("src/rules.rs")), Path::new("src/rules"));
    }
}
