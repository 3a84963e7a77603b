//! What the options of all games have in common: rules as KEY=VALUE, deals and seeds.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

use clap::Args;
use tercet_entry::wrapped;
use tercet_game::{Deal, Game, Key, Settings};
use tercet_search::Stop;
use tercet_search::{BotLimits, Limits};

use crate::data::Data;
use crate::output::Screen;
use crate::screen::run::{self, Host};

/// What a bot may take.
#[derive(Args, Debug)]
pub(crate) struct Room {
    /// The most memory of a bot's tree, in MB: one that is full ends its thinking. Each of --jobs threads has one bot at work
    #[arg(long, value_name = "MB", default_value_t = Limits::LARGEST.memory >> 20, value_parser = clap::value_parser!(u64).range(1..=1_048_576))]
    memory: u64,
    /// How long a program from outside (`cmd:`) may take for a decision, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = Limits::LARGEST.program_ms, value_parser = clap::value_parser!(u32).range(1..=3_600_000))]
    bot_time: u32,
}

impl Room {
    pub(crate) fn limits(&self) -> Limits {
        Limits { memory: self.memory << 20, program_ms: self.bot_time, ..Limits::LARGEST }
    }

    pub(crate) fn bot_limits(&self, stop: &Stop) -> BotLimits {
        BotLimits { limits: self.limits(), stop: stop.clone() }
    }
}

/// The limits of a bot on one's own machine, which this word ends.
pub(crate) fn own_bot_limits(stop: &Stop) -> BotLimits {
    BotLimits { stop: stop.clone(), ..BotLimits::own() }
}

/// The rules, the seed and the means of many games between bots.
#[derive(Args, Debug)]
pub(crate) struct RunOptions {
    /// Set an option of the rules; may be given several times
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = pair("penalty=2"))]
    pub(crate) rules: Vec<(String, String)>,
    /// The seed; drawn from the system and printed if none is given
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// How many threads; as many as there are cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    #[command(flatten)]
    pub(crate) room: Room,
}

impl RunOptions {
    pub(crate) fn seed(&self) -> u64 {
        self.seed.unwrap_or_else(drawn_seed)
    }

    /// How many threads; 0 for as many as there are cores.
    pub(crate) fn jobs(&self) -> usize {
        self.jobs.map_or(0, usize::from)
    }
}

/// Where a game is played: on a full screen or on a prompt, and where it is kept.
#[derive(Args, Debug, Default)]
pub(crate) struct Place {
    /// Play on a prompt, line by line; so it is without a terminal, too
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    pub(crate) data: Data,
}

impl Place {
    /// What a full screen is opened with, if there is to be one.
    pub(crate) fn host(&self, screen: &Screen) -> Option<Host> {
        (!self.plain && run::is_possible()).then(|| Host::new(screen.style, &self.data))
    }
}

/// Reads `KEY=VALUE`; the example is for who wrote something else.
pub(crate) fn pair(
    example: &'static str,
) -> impl Fn(&str) -> Result<(String, String), String> + Clone + Send + Sync + 'static {
    move |text| match text.split_once('=') {
        Some((key, value)) if !key.is_empty() => Ok((key.trim().to_owned(), value.trim().to_owned())),
        _ => Err(format!("an option is KEY=VALUE, as in `{example}`")),
    }
}

/// The options of the rules as a help text lists them.
pub(crate) fn options_help<C: Settings>() -> String {
    let width = C::KEYS.iter().map(|key| key.name.len()).max().unwrap_or(0).max(12);
    let indent = " ".repeat(width + 3);
    let line =
        |key: &Key| wrapped(&format!("  {:<width$} {} ({})", key.name, key.about, key.values), &indent);
    let lines: Vec<String> = C::KEYS.iter().map(line).collect();
    format!("Options of the rules (--option KEY=VALUE):\n{}", lines.join("\n"))
}

/// The command for another game with the same rules and, where there are several, the same seats.
pub(crate) fn again<G: Game>(verb: &str, game: &G, players: &[String]) -> Vec<String> {
    let mut words = vec![verb.to_owned(), G::ID.to_owned()];
    if !players.is_empty() {
        words.extend(["--players".to_owned(), players.join(",")]);
    }
    words.extend(changed(game.config()).into_iter().flat_map(|pair| ["--option".to_owned(), pair]));
    words
}

/// The options that are not the default, as KEY=VALUE.
pub(crate) fn changed<C: Settings>(config: &C) -> Vec<String> {
    let default = C::default();
    let pairs = config.pairs();
    let is_set = |(key, value): &&(String, String)| default.get(key).as_ref() != Some(value);
    pairs.iter().filter(is_set).map(|(key, value)| format!("{key}={value}")).collect()
}

/// The deal as text, but for the long list of one that is given.
pub(crate) fn brief(deal: &Deal) -> String {
    if deal.argument.len() > 80 { deal.name.clone() } else { deal.to_string() }
}

/// A seed from the system.
pub(crate) fn drawn_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}
