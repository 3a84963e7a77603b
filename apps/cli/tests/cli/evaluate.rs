//! `tercet evaluate`.

use serde_json::Value;

use crate::shell::tercet;

/// The table without its times, which differ from run to run.
fn untimed(words: &str) -> Vec<Value> {
    let output: Value = serde_json::from_str(&tercet(words).prints()).unwrap();
    let mut bots = output["bots"].as_array().unwrap().clone();
    for bot in &mut bots {
        assert!(bot["ms"].as_f64().unwrap() > 0.0 && bot["decisions"].as_u64().unwrap() > 0);
        bot["ms"] = Value::Null;
    }
    bots
}

#[test]
fn bots_meet_at_the_same_deals_whatever_the_threads() {
    let words = "evaluate machi --bots impatient,random --games 20 --json";
    let bots = untimed(&format!("{words} --jobs 1"));
    assert_eq!(bots, untimed(&format!("{words} --jobs 2")));
    let mean = |bot: usize| bots[bot]["strength"]["mean"].as_f64().unwrap();
    assert!(mean(0) > 0.8 && (mean(0) + mean(1) - 1.0).abs() < 1e-9, "{bots:?}");
    assert_eq!(bots[0]["strength"]["mean"], bots[0]["against"]["random"]["mean"]);
    assert_ne!(bots, untimed(&format!("{words} --seed 5")));
}

#[test]
fn tables_of_several_have_one_against_the_others() {
    let bots = untimed("evaluate set --bots racer:5,racer:1 --seats 3 --games 4 --json");
    assert!(bots[0]["strength"]["mean"].as_f64() > bots[1]["strength"]["mean"].as_f64(), "{bots:?}");
}

#[test]
fn alone_they_are_compared_deal_by_deal() {
    let dir = tempfile::tempdir().unwrap();
    let printed = tercet("evaluate triangle --bots greedy,random --games 10 --jobs 1 --plot a.svg")
        .dir(dir.path())
        .prints();
    let lines: Vec<&str> = printed.lines().collect();
    assert!(lines[0].starts_with("triangle: 10 deals, seed "), "{printed}");
    assert!(lines[1].starts_with("bot") && lines[1].ends_with("more than random"), "{printed}");
    assert!(lines[2].starts_with("greedy") && lines[2].contains(" ± "), "{printed}");
    let svg = std::fs::read_to_string(dir.path().join("a.svg")).unwrap();
    assert!(svg.contains("triangle: strength against thinking time, 10 deals"));
}

#[test]
fn what_can_t_be_is_refused() {
    let refuses = |words: &str| tercet(&format!("evaluate {words}")).refuses();
    assert_eq!(refuses("machi --bots random"), "one bot alone meets nobody; name two or more");
    assert_eq!(
        refuses("machi --bots random,random"),
        "`random` is named twice; it would play against itself"
    );
    assert_eq!(refuses("machi --bots random,ev --seats 7"), "7 can't sit at a table of machi: 2 to 5 can");
    assert!(refuses("machi --bots random,best").contains("there is no bot `best`"));
    assert!(refuses("triangle --bots random --plot a.txt").contains("ends in .png or .svg"));
}
