//! For each law a toy that breaks it, and what is said of it.

mod flaw;
mod flaws;

use std::collections::BTreeSet;
use std::path::Path;

use tercet_conformance::toy::{Action, Config, Face};
use tercet_conformance::{Law, Suite, Violation, golden};

use flaw::{Broken, DOUBLE, Flaw, HIDDEN, Knobs, NAMELESS, PLAIN, set_flaw};
use flaws::{Case, cases};

fn violation<const KIND: u8>(flaw: Flaw) -> Option<Violation> {
    set_flaw(flaw);
    let suite = Suite::<Broken<KIND>>::new()
        .config("standard", Knobs(Config { goal: 30, ..Config::default() }))
        .deals(&["stream 1"])
        .probes(|_, _| Action::ALL.to_vec())
        .chances(|_, _| (0..=7).map(Face).collect())
        .games(2);
    suite.check().err()
}

#[test]
fn the_toy_without_a_flaw_breaks_no_law() {
    assert_eq!(violation::<PLAIN>(flaw::NONE), None);
}

fn found(case: &Case) -> Option<Violation> {
    match case.kind {
        NAMELESS => violation::<NAMELESS>(case.flaw),
        DOUBLE => violation::<DOUBLE>(case.flaw),
        HIDDEN => violation::<HIDDEN>(case.flaw),
        _ => violation::<PLAIN>(case.flaw),
    }
}

#[test]
fn golden_flaws_are_found_and_told() {
    let tell = |case: Case| {
        let violation = found(&case).unwrap_or_else(|| panic!("{}: nobody has noticed", case.name));
        assert_eq!(violation.law, case.law, "{}: {violation}", case.name);
        format!("if {}:\n{violation}\n", case.name)
    };
    let output: Vec<String> = cases().into_iter().map(tell).collect();
    golden::check(Path::new("tests/golden/flaws.txt"), &output.join("\n"));
}

#[test]
fn each_law_is_broken_by_a_flaw() {
    let broken: BTreeSet<Law> = cases().iter().map(|case| case.law).collect();
    assert_eq!(broken, BTreeSet::from(Law::ALL));
}

#[test]
#[should_panic(
    expected = "toy: a game ends within its limit of plays, but here is play 5, and the limit is 4\n  \
                           at config `standard`, dealer Stream, seed 0, input 9, after"
)]
fn a_failed_run_names_law_breach_and_place() {
    set_flaw(Flaw { limit: |_| 4, ..flaw::NONE });
    Suite::<Broken<PLAIN>>::new().config("standard", Knobs(Config::default())).run();
}
