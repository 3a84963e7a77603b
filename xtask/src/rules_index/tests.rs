use super::*;
use crate::scan::scan;

fn rule(number: u32, title: &str, line: usize) -> Rule {
    Rule { number, title: title.to_owned(), line }
}

#[test]
fn headings_bold_markers_and_paragraphs_number_rules() {
    let text = "# Rules\n\n## R1 — The deck\n\n- **R2** Deal twelve cards; see R1.\n* R3: a Set\n\nR4. The end\n\
                **R5 The score.** One point a Set.\n";
    let expected = [
        rule(1, "The deck", 3),
        rule(2, "Deal twelve cards; see R1", 5),
        rule(3, "a Set", 6),
        rule(4, "The end", 8),
        rule(5, "The score", 9),
    ];
    assert_eq!(rules(text), expected);
}

#[test]
fn wrapped_mentions_code_and_other_words_number_nothing() {
    let text = "As in\nR7, which\n```\n**R8** code\n```\n- R9x\n- RULES\n- R\n";
    assert_eq!(rules(text), []);
}

#[test]
fn comments_name_rules_and_code_does_not() {
    let source = "/// Deals (R2, R10).\nfn f<R3>() {} // not R4x nor _R5\n/*\n R6 */ const R7: u8 = 0;";
    assert_eq!(mentions(&scan(source)), [(2, 1), (10, 1), (6, 4)]);
}

#[test]
fn tests_carry_the_number_in_their_name() {
    let source =
        "#[test] fn r1() {} #[test] #[ignore] fn r12_a_b() {} fn r2_no_test() {} #[test] fn r3x() {}";
    assert_eq!(numbered_tests(&scan(source)), [(1, "r1".to_owned()), (12, "r12_a_b".to_owned())]);
}

#[test]
fn a_whole_index_has_no_faults() {
    let mut index = Index { rules: vec![rule(1, "The deck", 3)], ..Index::default() };
    index.source.insert(1, "src/lib.rs:4".to_owned());
    index.tests.insert(1, vec!["r1_deck".to_owned(), "r1_more".to_owned()]);
    assert_eq!(index.faults(), Vec::<String>::new());
    let drawn = "rule  title     source        tests\nR1    The deck  src/lib.rs:4  r1_deck r1_more\n";
    assert_eq!(index.table().to_string(), drawn);
}

#[test]
fn every_fault_is_listed() {
    let mut index =
        Index { rules: vec![rule(1, "a", 3), rule(3, "c", 5), rule(3, "d", 9)], ..Index::default() };
    index.source.insert(3, "src/lib.rs:4".to_owned());
    index.source.insert(8, "src/lib.rs:5".to_owned());
    index.tests.insert(1, vec!["r1".to_owned()]);
    index.tests.insert(9, vec!["r9_x".to_owned()]);
    let expected = [
        "RULES.md: R2 is missing; R3 is the last",
        "RULES.md: R3 starts lines 5, 9; it may start only one",
        "RULES.md:3: no comment in src/ names R1",
        "RULES.md:5: no test is called r3 or r3_…",
        "RULES.md:9: no test is called r3 or r3_…",
        "src/lib.rs:5: names R8, which RULES.md does not have",
        "tests: r9_x names R9, which RULES.md does not have",
    ];
    assert_eq!(index.faults(), expected);
}

#[test]
fn a_page_without_numbers_is_a_fault() {
    let expected = ["RULES.md: has no rule numbers; write each as `**R1**` or `## R1`"];
    assert_eq!(Index::default().faults(), expected);
}

#[test]
fn long_titles_are_cut() {
    assert_eq!(shortened(&"x".repeat(60)).chars().count(), 48);
}
