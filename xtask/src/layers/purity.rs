//! What the sources of the engine and of rules may not hold: the standard library and floats.

use anyhow::Result;

use crate::scan::{Kind, Token, starts_with};
use crate::sources;
use crate::workspace::Workspace;

/// Adds what it finds in the pure sources to `violations`; returns how many files it read.
///
/// `engine/conformance` is only ever a dev-dependency, so it may use what it likes.
///
/// # Errors
///
/// When a file cannot be read.
pub(super) fn check(workspace: &Workspace, violations: &mut Vec<String>) -> Result<usize> {
    let mut files = 0;
    for package in workspace.pure() {
        let home = workspace.home(package);
        if home == "engine/conformance" {
            continue;
        }
        let sources = sources::read(workspace, &workspace.root.join(&home).join("src"))?;
        let lib = format!("{home}/src/lib.rs");
        if !sources.iter().any(|source| source.name == lib && is_no_std(&source.shipped)) {
            violations
                .push(format!("{lib}:1: lacks #![no_std]; the rules must run without an operating system"));
        }
        for source in &sources {
            let found = impurities(&source.shipped);
            violations
                .extend(found.into_iter().map(|(line, what)| format!("{}:{line}: {what}", source.name)));
        }
        files += sources.len();
    }
    Ok(files)
}

fn is_no_std(tokens: &[Token]) -> bool {
    (0..tokens.len()).any(|at| starts_with(&tokens[at..], &["#", "!", "[", "no_std", "]"]))
}

/// The line and the reason of each token that rules may not hold.
fn impurities(tokens: &[Token]) -> Vec<(usize, String)> {
    let reason = |at: usize| {
        let rest = &tokens[at..];
        match &rest[0].kind {
            Kind::Word(word) if word == "f32" || word == "f64" => {
                Some(format!("{word}: rules count in whole numbers; floats live in crates/"))
            }
            Kind::Number(number) if rest[0].kind.is_float() => {
                Some(format!("{number}: rules count in whole numbers; floats live in crates/"))
            }
            _ if starts_with(rest, &["std", ":", ":"]) => Some("std::; use core:: or alloc::".to_owned()),
            _ if starts_with(rest, &["extern", "crate", "std"]) => {
                Some("extern crate std; use core and alloc".to_owned())
            }
            _ => None,
        }
    };
    (0..tokens.len()).filter_map(|at| reason(at).map(|reason| (tokens[at].line, reason))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::scan;

    #[test]
    fn floats_and_std_are_found_with_their_lines() {
        let source = "use std::fmt;\nextern crate std;\nfn f(x: f64) -> u8 {\n  1.5;\n 2f32 }\n";
        let floats = "rules count in whole numbers; floats live in crates/";
        let expected = [
            (1, "std::; use core:: or alloc::".to_owned()),
            (2, "extern crate std; use core and alloc".to_owned()),
            (3, format!("f64: {floats}")),
            (4, format!("1.5: {floats}")),
            (5, format!("2f32: {floats}")),
        ];
        assert_eq!(impurities(&scan(source)), expected);
    }

    #[test]
    fn comments_and_text_may_say_what_they_like() {
        assert_eq!(impurities(&scan("/// An f64 of std::f64, 1.5\nconst A: &str = \"f32 std::\";")), []);
    }

    #[test]
    fn no_std_is_an_attribute_not_a_comment() {
        assert!(is_no_std(&scan("//! Docs.\n#![no_std]\nextern crate alloc;")));
        assert!(!is_no_std(&scan("// #![no_std]\n")));
    }
}
