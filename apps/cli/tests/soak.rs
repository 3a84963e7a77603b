//! Long checks of the whole program.

#[path = "cli/kills.rs"]
#[allow(dead_code)]
mod kills;
#[path = "cli/shell.rs"]
#[allow(dead_code)]
mod shell;

#[test]
fn a_tournament_survives_two_hundred_kills() {
    kills::survives_kills(200, 2000);
}
