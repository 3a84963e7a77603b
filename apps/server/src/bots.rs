//! The only way from a bot's name to a bot here: within limits, whoever names it. `clippy.toml` beside this crate forbids the others.

use tercet_catalog::games;
use tercet_entry::{AnyGame, Thinker};
use tercet_game::Seat;
use tercet_search::Stop;
use tercet_search::{Limits, Terms};

use crate::refusal::Refusal;

/// The most that a stranger may ask of a bot. Several think at once, so that a few of them fit into a small machine.
pub(crate) const LIMITS: Limits = Limits {
    playouts: 20_000,
    positions: 200_000,
    turns: 1000,
    boards: 100_000,
    width: 20_000,
    memory: 64 << 20,
    // A stranger's words start no program.
    processes: false,
    files: false,
};

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
    let terms = Terms { limits: LIMITS, stop: stop.clone() };
    Ok(game.thinker_on(bot, seed, seat, &terms)?)
}

/// The one spelling of a bot's name, if there is such a bot and it takes no more than it may.
///
/// # Errors
/// See [`thinker`].
pub(crate) fn check(game: &dyn AnyGame, bot: &str) -> Result<String, Refusal> {
    thinker(game, bot, 0, Seat::FIRST, &Stop::default()).map(drop)?;
    Ok(games().canonical_bot(Some(game.id()), bot))
}

#[cfg(test)]
mod tests {
    use tercet_game::Deal;

    use super::*;

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
        let told = |bot: &str, option: &str, most: u64, value: u64| {
            (
                "bot".to_owned(),
                format!("`{bot}` may be asked for {most} `{option}` at most here, not for {value}"),
            )
        };
        assert_eq!(refused("machi", "mcts:playouts=20001"), told("mcts", "playouts", 20_000, 20_001));
        assert_eq!(
            refused("machi", "search:turns=2,positions=200001"),
            told("search", "positions", 200_000, 200_001)
        );
        assert_eq!(refused("triangle", "beam:width=20001"), told("beam", "width", 20_000, 20_001));
        assert_eq!(
            refused("triangle", "foresight:boards=100001"),
            told("foresight", "boards", 100_000, 100_001)
        );
    }
}
