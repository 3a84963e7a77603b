//! What holds for every command: help, exit codes, global options, pipes.

use std::io::Read;
use std::process::Stdio;

use crate::shell::{golden, tercet};

const COMMANDS: [&str; 40] = [
    "play",
    "play set",
    "play machi",
    "play triangle",
    "debug",
    "debug triangle",
    "watch",
    "solve",
    "solve set",
    "step",
    "step triangle",
    "roll",
    "roll machi",
    "cards",
    "cards machi",
    "odds",
    "odds machi",
    "replay",
    "review",
    "render",
    "simulate",
    "simulate set",
    "simulate machi",
    "simulate triangle",
    "tournament",
    "sprt",
    "evaluate",
    "train triangle",
    "train machi",
    "games",
    "stats",
    "ratings",
    "export",
    "import",
    "archive",
    "archive check",
    "archive backup",
    "archive vacuum",
    "bots",
    "completions",
];

#[test]
fn every_help_has_examples() {
    for command in COMMANDS {
        let help = tercet(&format!("{command} --help")).prints();
        assert!(help.contains("\nExamples:\n  tercet "), "{command}: {help}");
        assert!(help.contains("--log-level") && help.contains("--ascii"), "{command}: {help}");
    }
}

#[test]
fn golden_help() {
    golden("help.txt", &tercet("--help").prints());
    golden("help_play_set.txt", &tercet("play set --help").prints());
    for command in ["play", "debug", "step", "simulate"] {
        golden(
            &format!("help_{command}_triangle.txt"),
            &tercet(&format!("{command} triangle --help")).prints(),
        );
    }
    for command in ["play", "simulate", "roll", "cards"] {
        let help = tercet(&format!("{command} machi --help")).prints();
        golden(&format!("help_{command}_machi.txt"), &help);
    }
}

#[test]
fn the_version_is_the_packages() {
    assert_eq!(tercet("--version").prints(), format!("tercet {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn no_command_prints_the_help_and_fails() {
    let done = tercet("").run();
    assert_eq!((done.code, done.out.as_str()), (2, ""));
    assert!(
        done.err.starts_with("Play, solve, replay and simulate SET, Machi Koro and the triangle puzzle\n"),
        "{}",
        done.err
    );
}

#[test]
fn unknown_words_are_wrong_usage() {
    let first_line = |words: &str| tercet(words).refuses().lines().next().unwrap_or_default().to_owned();
    assert_eq!(first_line("ply"), "unrecognized subcommand 'ply'");
    assert_eq!(first_line("play chess"), "unrecognized subcommand 'chess'");
    assert_eq!(first_line("bots --loud"), "unexpected argument '--loud' found");
    assert_eq!(
        first_line("--log-level loud bots"),
        "invalid value 'loud' for '--log-level <LEVEL>': it is one of error, warn, info, debug, trace, or \
         warning, critical"
    );
}

#[test]
fn global_options_stand_before_or_after_the_command() {
    let plain = tercet("play set --quiet --seed 1").prints();
    for words in [
        "--ascii play set --quiet --seed 1",
        "play --ascii set --quiet --seed 1 --no-color",
        "play set --quiet --seed 1 --log-level WARNING",
        "--log-level Critical --no-color play set --quiet --seed 1",
    ] {
        assert_eq!(tercet(words).prints(), plain, "{words}");
    }
}

#[test]
fn the_log_goes_to_stderr() {
    let done = tercet("play set --seed 42 --log-level DEBUG").input("1 3 4\n").run();
    assert_eq!(done.code, 0);
    let version = env!("CARGO_PKG_VERSION");
    let output =
        format!("DEBUG tercet version={version}\nDEBUG played seat=seat 1 action=claim 1 3 4 inputs=16\n");
    assert_eq!(done.err, output);
    assert!(!done.out.contains("DEBUG"));
}

#[test]
fn pipes_get_no_colours_and_ascii_is_ascii() {
    let session = |words: &str| tercet(words).input("board\nhint\nhelp\nsets\n1 3 4\n").prints();
    let shown = session("play set --seed 42");
    assert!(shown.contains('▱') && !shown.contains('\x1b'), "{shown}");
    let ascii = session("play set --seed 42 --ascii");
    assert!(ascii.is_ascii() && !ascii.contains('\x1b'), "{ascii}");
    let no_color = tercet("play set --seed 42").env("NO_COLOR", "1").input("").prints();
    assert!(shown.starts_with(no_color.split("Sets found").next().unwrap()));
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let cases = [
        "play set --quiet --seed 1",
        "simulate set --games 1 --seed 1",
        "play triangle --quiet --seed 1",
        "simulate triangle --games 1 --seed 1",
        "simulate machi --games 1 --seed 1",
        "cards machi",
        "completions bash",
        "bots",
        "--help",
        "solve set 0 1 2",
    ];
    for words in cases {
        let mut command = tercet(words).command();
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let mut err = String::new();
        child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(0), ""), "{words}");
    }
}

#[test]
fn every_shell_gets_its_completions() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = tercet(&format!("completions {shell}")).prints();
        for word in ["simulate", "replay", "jsonl", "log-level"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn the_log_may_go_to_a_file() {
    let dir = tempfile::tempdir().unwrap();
    let words = "play triangle --seed 42 --log-level debug --log-file log.txt";
    let done = tercet(words).dir(dir.path()).input("place 1 3 4\n").run();
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    let log = std::fs::read_to_string(dir.path().join("log.txt")).unwrap();
    assert!(log.contains("DEBUG played action=place 1 3 4"), "{log}");
    let wrong = tercet("bots --log-file .").dir(dir.path()).refuses();
    assert!(wrong.starts_with("the log can't be written to `.`: "), "{wrong}");
}

/// A line of prose goes on as far as its room reaches: it is broken once, not by hand and by the terminal.
#[test]
fn help_is_wrapped_once() {
    for command in COMMANDS.into_iter().chain(["", "serve", "health", "mcp"]) {
        for (columns, width) in [("80", 80), ("120", 100)] {
            let help = tercet(&format!("{command} --help")).env("COLUMNS", columns).prints();
            let lines: Vec<&str> = help.lines().collect();
            assert!(lines.iter().all(|line| line.chars().count() <= width), "{command}: {help}");
            let prose = |line: &str| !line.is_empty() && !line.starts_with(' ') && !line.ends_with(':');
            let from = lines.iter().position(|line| *line == "Examples:").unwrap();
            for pair in lines[from..].windows(2).filter(|pair| prose(pair[0]) && prose(pair[1])) {
                let next = pair[1].split(' ').next().unwrap_or_default();
                let length = pair[0].chars().count() + 1 + next.chars().count();
                assert!(length > width, "{command} at {columns}: {}\n{}", pair[0], pair[1]);
            }
        }
    }
}

#[test]
fn completions_know_games_bots_variants_and_themes() {
    for shell in ["bash", "zsh", "fish"] {
        let script = tercet(&format!("completions {shell}")).prints();
        for words in [
            ["set", "machi", "triangle"],
            ["thoughtful", "racer", "foresight"],
            ["junior", "chain", "ultra"],
            ["colorblind", "contrast", "print"],
            ["harbor", "millionaires_row", "promo"],
            ["variable", "hybrid", "harmonictook"],
        ] {
            for word in words {
                assert!(script.contains(word), "{shell}: {word}");
            }
        }
    }
    let bash = tercet("completions bash").prints();
    assert!(bash.contains("compgen -W \"light dark colorblind contrast print\""));
    assert!(bash.contains("compgen -W \"set machi triangle\""));
}

#[test]
fn the_first_programs_are_called_as_they_were() {
    let same = |old: &str, new: &str| assert_eq!(tercet(old).prints(), tercet(new).prints(), "{old}");
    let quiet = "play set --quiet --policy sweep --seed 42";
    same("set-game-demo --quiet --seed 42", quiet);
    same("set-game-demo -q --seed 42", quiet);
    let prompt = |words: &str| tercet(words).input("help\n").prints();
    assert_eq!(prompt("set-game-demo --seed 42"), prompt("play set --seed 42"));
    assert_eq!(prompt("trianglengin play --seed 42 --log-level INFO"), prompt("play triangle --seed 42"));
    assert_eq!(
        prompt("trianglengin debug --seed 42 --log-level WARNING"),
        prompt("debug triangle --seed 42")
    );
}

#[test]
fn golden_bots() {
    golden("bots.txt", &tercet("bots").prints());
    let of = |game: &str| tercet(&format!("bots {game}")).prints();
    assert_eq!(of("set") + &of("machi") + &of("triangle"), of(""));
    let unknown = tercet("bots chess").refuses();
    assert_eq!(unknown.lines().next(), Some("invalid value 'chess' for '[GAME]'"));
}
