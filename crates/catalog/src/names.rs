//! Bots' names as results are kept under them.

use tercet_bots::{BotError, Limits};

use crate::{GAMES, Playable, Visitor, with_game};

/// The name of a game's bot in its one spelling; see [`tercet_bots::Contest::canonical`]. Without a game, that of whichever
/// game has such a bot: no bot that takes parameters is of two games. Whoever is no bot keeps the name, be it a person or one
/// that is played in Python.
///
/// ```
/// use tercet_catalog::canonical_bot;
///
/// assert_eq!(canonical_bot(Some("set"), "racer:player"), "racer");
/// assert_eq!(canonical_bot(None, "mcts:playouts=1000"), "mcts");
/// assert_eq!(canonical_bot(None, "Ana"), "Ana");
/// ```
pub fn canonical_bot(game: Option<&str>, name: &str) -> String {
    struct Canonical<'n>(&'n str);

    impl Visitor for Canonical<'_> {
        type Out = Result<String, BotError>;

        fn visit<G: Playable>(self) -> Self::Out {
            G::canonical(self.0, &Limits::LARGEST)
        }
    }

    // Most names have no parameters, and there is nothing to spell in two ways.
    if !name.contains(':') {
        return name.to_owned();
    }
    let mut games = GAMES.iter().map(|entry| entry.id).filter(|id| game.is_none_or(|game| game == *id));
    let spelled = |id| with_game::<&str, _>(id, &[], Canonical(name)).ok().and_then(Result::ok);
    games.find_map(spelled).unwrap_or_else(|| name.to_owned())
}

/// The label of a bot that is known by another spelling of its name, or by that and a number, as `racer:player#2`.
pub fn canonical_label(game: Option<&str>, label: &str) -> String {
    match label.rsplit_once('#') {
        Some((bot, number)) => format!("{}#{number}", canonical_bot(game, bot)),
        None => canonical_bot(game, label),
    }
}

#[cfg(test)]
mod tests {
    use tercet_bots::bots;

    use super::*;

    #[test]
    fn no_bot_with_parameters_is_of_two_games() {
        for bot in bots().filter(|bot| bot.about.contains(&format!("`{}:", bot.name))) {
            let same = bots().filter(|other| other.name == bot.name);
            assert_eq!(same.flat_map(|other| other.games).count(), 1, "{}", bot.name);
        }
    }

    #[test]
    fn a_label_keeps_its_number() {
        assert_eq!(canonical_label(Some("set"), "racer:3#2"), "racer#2");
        assert_eq!(canonical_label(None, "RandomBot#2"), "RandomBot#2");
    }
}
