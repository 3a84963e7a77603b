//! A game of the puzzle as a file keeps it: exact text, there and back, and what is refused.

use tercet_triangle::{Config, Layout};
use tercet_triangle_play::json::{read_saved, saved_json};
use tercet_triangle_play::train::{Colored, Env, Weights};

fn env() -> Env {
    let config = Config {
        grid: Layout::Custom { cols: 4, ranges: vec![(0, 4), (1, 3)] },
        slots: 2,
        ..Config::default()
    };
    let mut env = Env::seeded(&config, Weights::default(), 42).unwrap();
    env.toggle(0, 2);
    let odd = Colored::new("U0,0 U0,2".parse().unwrap(), 4).tinted([1, 2, 3]);
    env.set_shapes(&[Some(odd), None]).unwrap();
    env
}

const TEXT: &str = concat!(
    r#"{"version":1,"config":[["grid","4 columns: 0-4 1-3"],["slots","2"],["shapes","standard"],"#,
    r#"["spare","U0,0 U0,2"],["colors","9"],["min_line","2"],["limit","1000000"]],"#,
    r#""weights":[0.01,0.5,0.005,-10.0],"deal":"mt19937 42","drawn":2,"cells":"..*.....","#,
    r#""slots":[{"shape":[[[0,0,true],[0,2,true]],4],"custom_color":[1,2,3]},null],"counts":[0,0,0,0],"#,
    r#""end":null,"score":0.0,"last_cleared":0,"invalid":null}"#
);

#[test]
fn a_game_has_exactly_this_text_and_reads_back() {
    let saved = env().saved().unwrap();
    let whole = saved_json(&saved);
    let (object, digest) = whole.split_once(r#","digest":""#).unwrap();
    assert_eq!(format!("{object}}}"), TEXT);
    assert_eq!(digest.len(), 16 + 2, "{whole}");
    assert_eq!(read_saved(&whole).unwrap(), saved);
    // One without a digest is as old or as free as its writer liked.
    assert_eq!(read_saved(TEXT).unwrap(), saved);
    assert!(Env::load(&read_saved(TEXT).unwrap()).unwrap() == env());
}

#[test]
fn scores_read_back_bit_for_bit() {
    let mut env = Env::seeded(&Config::default(), Weights { placed: 0.1, ..Weights::default() }, 1).unwrap();
    while !env.is_over() {
        let first = env.valid_actions()[0] as i64;
        env.step(first).unwrap();
        let saved = env.saved().unwrap();
        let read = read_saved(&saved_json(&saved)).unwrap();
        assert_eq!((read.score.to_bits(), &read), (saved.score.to_bits(), &saved));
    }
}

#[test]
fn a_changed_text_is_refused() {
    let whole = saved_json(&env().saved().unwrap());
    let digit = |nth: usize| whole.as_bytes()[nth].is_ascii_digit();
    for place in (0..whole.len()).filter(|&place| digit(place)) {
        let mut text = whole.clone().into_bytes();
        text[place] = if text[place] == b'9' { b'8' } else { text[place] + 1 };
        assert!(read_saved(std::str::from_utf8(&text).unwrap()).is_err(), "digit {place}");
    }
    let spaced = whole.replace(",\"digest\":", ", \"digest\": ");
    let why = "`digest`: says that the text was changed since it was saved";
    assert_eq!(read_saved(&spaced).unwrap_err().to_string(), why);
}

#[test]
fn what_is_wrong_is_named() {
    let refused = |from: &str, to: &str| {
        let text = TEXT.replace(from, to);
        assert_ne!(text, TEXT);
        read_saved(&text).unwrap_err().to_string()
    };
    for (from, to, why) in [
        (r#""version":1"#, r#""version":2"#, "`version`: is 2; this release reads 1"),
        (
            "mt19937 42",
            "mt19937",
            "`deal`: `mt19937`: a deal is a dealer's name and its seed, as in `stream 42`",
        ),
        ("..*", ".?*", "`cells`: `?` is no cell: `.`, `*` or a colour"),
        ("[0,2,true]]", "[0,0,true]]", "`slots[0]`: `U0,0 U0,0`: two triangles lie at 0,0"),
        (r#""end":null"#, r#""end":"won""#, "`end`: `won` is no way to end"),
        (r#""score":0.0"#, r#""score":"high""#, r#"`score`: invalid type: string "high", expected f64"#),
        (r#"["slots","2"]"#, r#"["slots","two"]"#, "`config`: config `slots`: `two` is not one of 1 to 16"),
    ] {
        assert_eq!(refused(from, to), why);
    }
}
