//! Pictures by `tercet render`.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::shell::{golden, tercet};

/// A directory with the records of a short game of SET and a whole puzzle.
fn with_records() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    tercet("play set --seed 42 --record set.record").dir(dir.path()).input("1 3 4\ndeal\n").prints();
    tercet("play triangle --quiet --policy random --seed 42 --record triangle.record")
        .dir(dir.path())
        .prints();
    dir
}

/// Draws a picture and returns its file.
fn drawn(dir: &Path, words: &str, file: &str) -> Vec<u8> {
    let call = tercet(&format!("render {words} -o {file}")).dir(dir);
    assert_eq!(call.prints(), format!("wrote {file}\n"));
    fs::read(dir.join(file)).unwrap()
}

/// Width and height as a PNG's header says.
fn size(png: &[u8]) -> (u32, u32) {
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let side = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (side(16), side(20))
}

/// How many pictures an animated PNG has.
fn pictures(png: &[u8]) -> u32 {
    let at = png.windows(4).position(|name| name == b"acTL").expect("it is animated");
    u32::from_be_bytes(png[at + 4..at + 8].try_into().unwrap())
}

#[test]
fn golden_help_render() {
    golden("help_render.txt", &tercet("render --help").prints());
}

#[test]
fn pictures_have_the_size_of_the_environment_times_the_scale() {
    let dir = tempfile::tempdir().unwrap();
    assert_eq!(size(&drawn(dir.path(), "set --seed 42", "a.png")), (1000, 1056));
    assert_eq!(size(&drawn(dir.path(), "set --seed 42 --scale 0.25", "b.png")), (250, 264));
    assert_eq!(
        size(&drawn(dir.path(), "set --seed 42 --option capacity=21 --scale 0.5", "c.PNG")),
        (866, 528)
    );
    assert_eq!(size(&drawn(dir.path(), "triangle --seed 42 --scale 0.5", "d.png")).0, 344);
}

#[test]
fn the_same_words_draw_the_same_bytes() {
    let dir = tempfile::tempdir().unwrap();
    let words = "triangle --seed 42 --scale 0.5 --theme dark";
    assert_eq!(drawn(dir.path(), words, "a.png"), drawn(dir.path(), words, "b.png"));
    assert_eq!(drawn(dir.path(), words, "a.svg"), drawn(dir.path(), words, "b.svg"));
}

#[test]
fn an_svg_tells_what_it_shows() {
    let dir = with_records();
    let text = String::from_utf8(drawn(dir.path(), "set --replay set.record --at 12", "a.svg")).unwrap();
    let head = "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tercet\" width=\"1000\" height=\"1056\"";
    assert!(text.starts_with(head), "{text}");
    assert!(text.contains("aria-label=\"SET: 12 cards on the board, 69 in the deck\""));
    assert!(text.contains("<g id=\"card-12\" transform=\"translate(7560 7120)\" role=\"img\""));
    let last = String::from_utf8(drawn(dir.path(), "set --replay set.record", "b.svg")).unwrap();
    assert!(last.contains("aria-label=\"SET: 15 cards on the board, 63 in the deck\""), "{last}");
}

#[test]
fn a_film_has_a_picture_for_each_play_and_the_first() {
    let dir = with_records();
    let set = drawn(dir.path(), "set --replay set.record --animate --scale 0.1", "set.png");
    // A claim, then a deal to fifteen cards: the film is as wide as the widest board.
    assert_eq!((pictures(&set), size(&set)), (3, (124, 106)));
    let record = fs::read_to_string(dir.path().join("triangle.record")).unwrap();
    let plays = record.lines().filter(|line| line.starts_with("seat 1 place")).count();
    let words = "triangle --replay triangle.record --animate --scale 0.1 --delay 100";
    assert_eq!(pictures(&drawn(dir.path(), words, "triangle.png")) as usize, plays + 1);
}

#[test]
fn the_seed_of_a_picture_is_told_if_none_was_given() {
    let dir = tempfile::tempdir().unwrap();
    let answer = tercet("render set --scale 0.1 -o a.png").dir(dir.path()).prints();
    let seed = answer.strip_prefix("deal: stream ").unwrap().lines().next().unwrap();
    let again = drawn(dir.path(), &format!("set --scale 0.1 --seed {seed}"), "b.png");
    assert_eq!(again, fs::read(dir.path().join("a.png")).unwrap());
}

#[test]
fn seats_have_names_and_icons_are_replaced() {
    let dir = tempfile::tempdir().unwrap();
    let text = |words: &str| {
        String::from_utf8(drawn(dir.path(), &format!("machi --seed 1 {words}"), "a.svg")).unwrap()
    };
    let plain = text("");
    let named = text("--names Ada,Ben");
    assert!(plain.contains("aria-label=\"seat 2, 4 coins\""));
    assert!(named.contains("aria-label=\"Ben, 4 coins\"") && !named.contains("seat 1"));
    let icons = dir.path().join("icons");
    fs::create_dir(&icons).unwrap();
    fs::write(icons.join("wheat.svg"), "<svg viewBox='0 0 10 10'><path d='M0 0H10V7Z'/></svg>").unwrap();
    fs::write(icons.join("README.txt"), "not an icon").unwrap();
    let replaced = text("--assets icons");
    assert_ne!(replaced, plain);
    assert_eq!(text(""), plain);
    fs::write(icons.join("cow.svg"), "<svg viewBox='0 0 10 10'>\n<text>moo</text></svg>").unwrap();
    let refused = tercet("render machi --seed 1 --assets icons -o b.svg").dir(dir.path()).refuses();
    assert_eq!(
        refused,
        "icons/cow.svg: line 2: <text> is not drawn; an icon is made of path, rect, circle, ellipse, line, polyline \
         and polygon"
    );
    let refuses = || tercet("render machi --seed 1 --assets icons -o b.svg").dir(dir.path()).refuses();
    fs::write(icons.join("cow.svg"), " ".repeat(100_001)).unwrap();
    assert_eq!(refuses(), "icons/cow.svg: it has 100001 bytes; icons have 100000 at most");
    let lines =
        |points: usize| format!("<svg viewBox='0 0 9 9'><path d='M0 0{}'/></svg>", "l1 1".repeat(points - 1));
    fs::write(icons.join("cow.svg"), lines(401)).unwrap();
    assert_eq!(
        refuses(),
        "icons/cow.svg: line 1: its paths have 401 points; 400 are the most: simplify them"
    );
    fs::remove_file(icons.join("wheat.svg")).unwrap();
    for name in
        ["cow", "gear", "bread", "factory", "fruit", "cup", "boat", "business", "major", "train", "mall"]
    {
        fs::write(icons.join(format!("{name}.svg")), lines(400)).unwrap();
    }
    assert_eq!(
        refuses(),
        "the paths of the icons in `icons` have 4400 points together; 4000 are the most: simplify them"
    );
    assert!(!dir.path().join("b.svg").exists());
}

#[test]
fn what_can_not_be_drawn_is_refused_and_nothing_is_written() {
    let dir = with_records();
    let files = || fs::read_dir(dir.path()).unwrap().count();
    let before = files();
    let refuses = |words: &str| tercet(&format!("render {words}")).dir(dir.path()).refuses();
    let cases = [
        (
            "go --seed 1 -o a.png",
            "invalid value 'go' for '<GAME>'\n  [possible values: set, machi, triangle]\n\nFor more information, try '--help'.",
        ),
        (
            "set --seed 1 --theme neon -o a.png",
            "invalid value 'neon' for '--theme <THEME>'\n  [possible values: light, dark, colorblind, contrast, print]\n\nFor more information, try '--help'.",
        ),
        (
            "set --seed 1 --theme darc --out a.png",
            "invalid value 'darc' for '--theme <THEME>'\n  [possible values: light, dark, colorblind, contrast, print]\n\n  tip: a similar value exists: 'dark'\n\nFor more information, try '--help'.",
        ),
        (
            "set --seed 1 --scale 0 --output a.png",
            "a picture can't be drawn at scale 0; a scale is a number above 0, as in 0.5 or 2",
        ),
        (
            "set --seed 1 --scale 99 -o a.svg",
            "a picture of 99000 x 104544 pixels can't be drawn; each side is from 1 to 16384 pixels",
        ),
        (
            "set --seed 1 --scale -1 -o a.png",
            "a picture can't be drawn at scale -1; a scale is a number above 0, as in 0.5 or 2",
        ),
        (
            "set --seed 1 --pick card-99 -o a.svg",
            "nothing in the picture is called `card-99`; its SVG has the ids of all things",
        ),
        ("set --seed 1 -o a.gif", "`a.gif`: a picture's file ends in .png or .svg"),
        (
            "set --replay set.record --animate -o a.svg",
            "--animate writes an animated PNG: `a.svg` must end in .png",
        ),
        ("set --replay set.record --at 21 -o a.png", "there is no position 21; the record has 20 inputs"),
        ("triangle --replay set.record -o a.png", "set.record: this is a record of `set`, not of `triangle`"),
        ("set --seed 1 --hint grab -o a.png", "`grab`: an action is `claim 2 5 9`, `deal` or `call`"),
        ("set --seed 1 --option seats=9 -o a.png", "config `seats`: 9 is not from 1 to 8"),
        ("machi --seed 1 --names a,b,c -o a.png", "`a,b,c`: 3 names for 2 seats"),
        (
            "machi --seed 1 --assets gone -o a.png",
            "the icons in `gone` can't be read: No such file or directory (os error 2)",
        ),
        (
            "machi --seed 1 --assets . -o a.png",
            "there are no icons in `.`: they are SVG files, as in wheat.svg",
        ),
        ("set --replay gone -o a.png", "`gone` can't be read: No such file or directory (os error 2)"),
        (
            "set --seed 1 --scale 0.1 -o nowhere/a.png",
            "the picture can't be written to `nowhere/a.png`: No such file or directory (os error 2)",
        ),
    ];
    for (words, message) in cases {
        assert_eq!(refuses(words), message, "{words}");
    }
    for words in ["--at 5", "--animate"] {
        let alone = refuses(&format!("set --seed 1 {words} -o a.png"));
        let first = alone.lines().next().unwrap_or_default().to_owned();
        assert!(first.starts_with("the argument '--") && first.contains("cannot be used with"), "{first}");
    }
    let layer = refuses("set --seed 1 --show labels,fog -o a.png");
    let first = "invalid value 'fog' for '--show <LAYERS>': it is one of labels, last, coordinates, numbers, \
                 lines, legal, legend";
    assert_eq!(layer.lines().next(), Some(first));
    assert_eq!(files(), before, "nothing is left behind");
}
