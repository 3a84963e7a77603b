//! The only way from a bot's name to a bot here: within limits, whoever names it. `clippy.toml` beside this crate forbids the others.

use std::sync::OnceLock;

use tercet_catalog::games;
use tercet_entry::{AnyGame, Thinker};
use tercet_game::Seat;
use tercet_search::{BotLimits, Limits, Programs, Stop};
use unicode_normalization::UnicodeNormalization as _;

use crate::refusal::Refusal;

/// The programs from outside that the owner lets sit at tables. A process has one list, as it has one catalog.
static PROGRAMS: OnceLock<Vec<String>> = OnceLock::new();

/// Lets these programs sit at tables. Only the first list counts.
pub(crate) fn allow(programs: &[String]) {
    let _ = PROGRAMS.set(programs.to_vec());
}

/// The programs that may sit at tables.
pub(crate) fn programs() -> &'static [String] {
    PROGRAMS.get().map_or(&[], Vec::as_slice)
}

/// The largest budget that a client may ask of a bot. Several think at once, so that a few of them fit into a small machine.
pub(crate) fn limits() -> Limits {
    Limits {
        playouts: 20_000,
        positions: 200_000,
        turns: 1000,
        boards: 100_000,
        width: 20_000,
        memory: 64 << 20,
        // A client's text starts no program but those that the owner has named.
        programs: Programs::These(programs()),
        // Less than `thinkers::BUDGET`, after which nobody waits.
        program_ms: 4000,
        files: false,
    }
}

/// A bot about a game's position, which this word ends.
///
/// # Errors
/// If there is no such bot, or it is asked for more than it may; the refusal says for what, and what the most is.
pub(crate) fn thinker(
    game: &dyn AnyGame,
    bot: &str,
    seed: u64,
    seat: Seat,
    stop: &Stop,
) -> Result<Thinker, Refusal> {
    let bot_limits = BotLimits { limits: limits(), stop: stop.clone() };
    Ok(game.thinker_on(bot, seed, seat, &bot_limits)?)
}

/// The one spelling of a bot's name, if there is such a bot and it takes no more than it may.
///
/// # Errors
/// See [`thinker`].
pub(crate) fn check(game: &dyn AnyGame, bot: &str) -> Result<String, Refusal> {
    thinker(game, bot, 0, Seat::FIRST, &Stop::default()).map(drop)?;
    Ok(games().canonical_bot(Some(game.id()), bot))
}

/// Checks a person's name where the game counts. Results are counted by name, so nobody is called as a bot is there, or as the program itself
/// calls seats.
///
/// # Errors
/// If it stands for something else.
pub(crate) fn check_person(name: &str) -> Result<(), Refusal> {
    let low = folded(name);
    let word = low.split([':', '#']).next().unwrap_or_default().trim_end();
    if word == "cmd" || games().bots().any(|bot| bot.name == word) {
        return Err(Refusal::new("name", format!("`{word}` is the name of a bot; take another")));
    }
    let number = low.strip_prefix("seat ").map(str::trim_start);
    let is_seat = number.is_some_and(|number| number.chars().all(|letter| letter.is_ascii_digit()));
    if is_seat || low == "you" || low == "person" || low.ends_with("(assisted)") || low.ends_with("(person)")
    {
        return Err(Refusal::new(
            "name",
            format!("`{name}` could be taken for something else; take another name"),
        ));
    }
    Ok(())
}

/// Small letters of other alphabets that look like those below them, which are what bots' names are written with.
const ALIKE: &str = "аеорсухіјѕԁһӏԛԝοαριυνκ";
const LATIN: &str = "aeopcyxijsdhlqwoapiuvk";

/// A name as it is read at a glance: in small letters, of one width, and what looks like a Latin letter is one.
fn folded(name: &str) -> String {
    let latin = |letter| ALIKE.chars().zip(LATIN.chars()).find(|(alike, _)| *alike == letter);
    let plain = name.nfkc().flat_map(char::to_lowercase);
    plain.map(|letter| latin(letter).map_or(letter, |(_, latin)| latin)).collect()
}

#[cfg(test)]
mod tests {
    use tercet_game::Deal;

    use super::*;

    #[test]
    fn nobody_is_called_as_a_bot_is() {
        let taken = [
            "perfect",
            "Perfect",
            "cmd:./mybot",
            "Cmd : ./mybot",
            "racer:4",
            "random #2",
            "SEAT 2",
            "you",
            "Ana (assisted)",
            "Ana (person)",
        ];
        let alike = ["pеrfect", "ｐｅｒｆｅｃｔ", "Rаndom", "sеat 2", "seat ２", "yоu", "grееdу"];
        for name in taken.into_iter().chain(alike) {
            assert_eq!(check_person(name).unwrap_err().code, "name", "{name}");
        }
        assert_eq!(ALIKE.chars().count(), LATIN.len());
        for name in
            ["", "Ana", "perfectionist", "Mister perfect", "seat of honour", "seating 2", "Юлия", "Σοφία"]
        {
            assert_eq!(check_person(name), Ok(()));
        }
    }

    #[test]
    fn every_bot_sits_here_as_it_is_listed() {
        for bot in games().bots() {
            let game = games().begin(bot.games[0], &[], Deal::stream(1)).unwrap();
            assert_eq!(check(&*game, bot.name), Ok(bot.name.to_owned()));
        }
    }

    #[test]
    fn a_refusal_says_which_option_is_too_large_and_what_the_most_is() {
        let refused = |game: &str, bot: &str| {
            let game = games().begin(game, &[], Deal::stream(1)).unwrap();
            let refusal = check(&*game, bot).unwrap_err();
            (refusal.code.to_string(), refusal.why)
        };
        let output = |bot: &str, option: &str, most: u64, value: u64| {
            (
                "bot".to_owned(),
                format!("`{bot}` may be asked for {most} `{option}` at most here, not for {value}"),
            )
        };
        assert_eq!(refused("machi", "mcts:playouts=20001"), output("mcts", "playouts", 20_000, 20_001));
        assert_eq!(
            refused("machi", "search:turns=2,positions=200001"),
            output("search", "positions", 200_000, 200_001)
        );
        assert_eq!(refused("triangle", "beam:width=20001"), output("beam", "width", 20_000, 20_001));
        assert_eq!(
            refused("triangle", "foresight:boards=100001"),
            output("foresight", "boards", 100_000, 100_001)
        );
    }
}
