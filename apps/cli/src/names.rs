//! The names that the command line takes: games, bots, variants, themes. Shells complete them, and what is none of them is
//! answered with the nearest.

use std::collections::BTreeSet;
use std::ffi::OsStr;

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use tercet_arena::TournamentError;
use tercet_catalog::games;
use tercet_draw::THEMES;
use tercet_entry::Entry;
use tercet_game::Seat;
use tercet_machi::{Compat, Expansion, MarketKind};
use tercet_search::{BotError, BotLimits};
use tercet_set::Variant;

/// The games.
pub(crate) fn game() -> PossibleValuesParser {
    PossibleValuesParser::new(games().games().iter().map(|entry| PossibleValue::new(entry.id)))
}

/// The variants of SET.
pub(crate) fn variant() -> PossibleValuesParser {
    PossibleValuesParser::new(Variant::ALL.map(Variant::name))
}

/// What can be added to Machi Koro, or nothing.
pub(crate) fn expansion() -> PossibleValuesParser {
    PossibleValuesParser::new(Expansion::ALL.map(Expansion::name).into_iter().chain(["none"]))
}

/// The markets of Machi Koro.
pub(crate) fn market() -> PossibleValuesParser {
    PossibleValuesParser::new(MarketKind::ALL.map(MarketKind::name))
}

/// Whose rules of Machi Koro.
pub(crate) fn compat() -> PossibleValuesParser {
    PossibleValuesParser::new(Compat::ALL.map(Compat::name))
}

/// The themes of pictures.
pub(crate) fn theme() -> PossibleValuesParser {
    PossibleValuesParser::new(THEMES)
}

/// The bots of a game, or of all. Any text is taken, since a bot may have parameters (`racer:3`); who is no bot of the game
/// is found out when it is known which game that is. A bot comes out under the one spelling of its name.
#[derive(Clone)]
pub(crate) struct Bots {
    game: Option<&'static str>,
    /// May a person sit there?
    has_people: bool,
}

impl Bots {
    /// The bots of all games.
    pub(crate) const ANY: Bots = Bots { game: None, has_people: false };

    /// The bots of a game.
    pub(crate) fn of(game: &'static str) -> Bots {
        Bots { game: Some(game), has_people: false }
    }

    /// The bots of a game, and `me`.
    pub(crate) fn and_me(game: &'static str) -> Bots {
        Bots { game: Some(game), has_people: true }
    }
}

impl TypedValueParser for Bots {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        let name = StringValueParser::new().parse_ref(command, arg, value)?;
        Ok(games().canonical_bot(self.game, &name))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let me = self.has_people.then_some("me");
        let names: BTreeSet<&str> = bot_names(self.game).chain(me).collect();
        Some(Box::new(names.into_iter().map(PossibleValue::new)))
    }
}

/// The names of a game's bots, or of all.
pub(crate) fn bot_names(game: Option<&str>) -> impl Iterator<Item = &'static str> {
    games().bots().filter(move |bot| game.is_none_or(|game| bot.games.contains(&game))).map(|bot| bot.name)
}

/// Is it a bot of a game, or of any, with parameters or without?
pub(crate) fn is_bot(name: &str, game: Option<&str>) -> bool {
    let is_of = |entry: &Entry| entry.usual().check_bot(name, &BotLimits::own()).is_ok();
    games().games().iter().any(|entry| game.is_none_or(|game| game == entry.id) && is_of(entry))
}

/// Why a game can't go on in which this bot is to act and has no answer: one from outside has lost by a fault of its own.
pub(crate) fn silent(name: &str) -> anyhow::Error {
    let report = tercet_entry::outside_bots();
    match report.get(name).and_then(|bot| bot.faults.keys().next_back()) {
        Some(why) => anyhow::anyhow!("`{name}` has lost the game by its own fault: {why}"),
        None => anyhow::anyhow!("`{name}` has no answer"),
    }
}

/// An error with all its causes and, where it is about a bot whose name is nearly another's, with what may have been meant.
pub(crate) fn error_words(error: &anyhow::Error) -> String {
    match suggestion(error) {
        Some(name) => format!("{error:#}; did you mean `{name}`?"),
        None => format!("{error:#}"),
    }
}

fn suggestion(error: &anyhow::Error) -> Option<String> {
    let bot_error = |cause: &'_ (dyn std::error::Error + 'static)| match cause.downcast_ref() {
        Some(TournamentError::Bot(error)) => Some(error.clone()),
        _ => cause.downcast_ref::<BotError>().cloned(),
    };
    let BotError::Unknown { name, bots, .. } = error.chain().find_map(bot_error)? else { return None };
    let (word, rest) = name.split_at(name.find(':').unwrap_or(name.len()));
    Some(format!("{}{rest}", nearest(word, bots.iter().map(|bot| bot.name))?))
}

/// The nearest of some names, if it is near enough to have been meant: one slip of the finger for every four letters.
pub(crate) fn nearest<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let slips = |known: &'n str| (slips(name, known), known);
    let is_near = |(slips, known): &(usize, &str)| *slips <= known.chars().count().div_ceil(4);
    known.into_iter().map(slips).filter(is_near).min_by_key(|(slips, _)| *slips).map(|(_, known)| known)
}

/// How many slips lead from a word to another: a letter too many, missing or wrong, or two in the wrong order.
fn slips(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) =
        (one.to_lowercase().chars().collect(), other.to_lowercase().chars().collect());
    let mut table = vec![vec![0; other.len() + 1]; one.len() + 1];
    for x in 0..=one.len() {
        for y in 0..=other.len() {
            table[x][y] = match (x, y) {
                (0, left) | (left, 0) => left,
                _ => {
                    let wrong = table[x - 1][y - 1] + usize::from(one[x - 1] != other[y - 1]);
                    let mut least = wrong.min(table[x - 1][y] + 1).min(table[x][y - 1] + 1);
                    if x > 1 && y > 1 && one[x - 2..x] == [other[y - 1], other[y - 2]] {
                        least = least.min(table[x - 2][y - 2] + 1);
                    }
                    least
                }
            };
        }
    }
    table[one.len()][other.len()]
}

/// What a seat is called among these players: `you` where one person plays, else `seat 2`; a bot by its name.
pub(crate) fn of_seat(players: &[String], seat: Seat) -> String {
    match players.get(seat.index()).map(String::as_str) {
        Some("me") if players.iter().filter(|name| *name == "me").count() == 1 => "you".to_owned(),
        Some("me") => seat.to_string(),
        _ => numbered(players, seat),
    }
}

/// The name of a seat, numbered if it is there twice; a seat without a name is `seat 2`.
pub(crate) fn numbered(names: &[String], seat: Seat) -> String {
    let Some(name) = names.get(seat.index()) else { return seat.to_string() };
    match names[..seat.index()].iter().filter(|other| *other == name).count() {
        0 => name.clone(),
        before => format!("{name}#{}", before + 1),
    }
}

#[cfg(test)]
mod tests {
    use tercet_set_play::bots as set;

    use super::*;

    #[test]
    fn slips_are_counted() {
        let cases = [("serach", "search", 1), ("set", "set", 0), ("", "set", 3), ("ste", "set", 1)];
        for (one, other, expected) in cases {
            assert_eq!(slips(one, other), expected, "{one} {other}");
        }
    }

    #[test]
    fn the_nearest_name_is_near() {
        let known = ["search", "random", "mcts"];
        assert_eq!(nearest("serach", known), Some("search"));
        assert_eq!(nearest("Randon", known), Some("random"));
        assert_eq!(nearest("mtcs", known), Some("mcts"));
        assert_eq!(nearest("impatient", known), None);
    }

    #[test]
    fn bots_are_known_with_parameters() {
        assert!(is_bot("racer:3", None) && is_bot("racer:3", Some("set")) && is_bot("search", Some("machi")));
        assert!(!is_bot("search", Some("set")) && !is_bot("serach", None));
    }

    #[test]
    fn a_bot_of_another_name_is_suggested_with_its_parameters() {
        let Err(error) = set::by_name("raecr:3", 0) else { panic!("there is no such bot") };
        let error = anyhow::Error::from(error);
        assert_eq!(suggestion(&error.context("play")), Some("racer:3".to_owned()));
    }
}
