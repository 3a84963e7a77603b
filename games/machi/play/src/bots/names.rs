//! What stands behind the colon of `search` and `mcts`: by what positions are valued, and numbers.

use tercet_search::{BotError, Given, Limits, Parameter, Parameters};

use super::win_estimator::ValueSource;
use super::{Planner, Searcher};
use crate::learned::{SHIPPED, Source};

pub(super) const SEARCH: Parameters<2> = Parameters {
    known: [
        Parameter { name: "turns", range: 1..=9, usual: 1 },
        Parameter { name: "positions", range: 1..=1_000_000_000, usual: Searcher::POSITIONS },
    ],
    takes: "`turns=1` to 9, `positions=N` and `value=tuned` or a file of a learned value, as in \
            `search:turns=2,positions=50000`",
};

pub(super) const MCTS: Parameters<2> = Parameters {
    known: [
        Parameter { name: "playouts", range: 1..=100_000_000, usual: Planner::PLAYOUTS as u64 },
        Parameter { name: "turns", range: 0..=1000, usual: Planner::TURNS as u64 },
    ],
    takes: "`playouts=N`, `turns=0` to 1000 and `value=tuned` or a file of a learned value, as in \
            `mcts:playouts=5000,turns=4`",
};

/// What the weights are called that were tuned by hand and by climbing.
const TUNED: &str = "tuned";

/// What a name says.
pub(super) struct Named {
    pub(super) source: ValueSource,
    pub(super) numbers: [u64; 2],
}

impl Named {
    /// Takes a name apart, and reads the file that it names, to see that it is a value of Machi Koro at all.
    pub(super) fn read(
        given: &Given<'_>,
        parameters: &Parameters<2>,
        limits: &Limits,
    ) -> Result<Named, BotError> {
        let named = Named::taken_apart(given, parameters, limits)?;
        if let ValueSource::Learned(source @ Source::File(_)) = &named.source {
            source.check().map_err(|error| BotError::Unfit(error.to_string()))?;
        }
        Ok(named)
    }

    /// Takes a name apart and reads no file: names of players are compared that strangers have chosen.
    fn taken_apart(
        given: &Given<'_>,
        parameters: &Parameters<2>,
        limits: &Limits,
    ) -> Result<Named, BotError> {
        let (value, rest) = given.split_value(false);
        let numbers = Given { bot: given.bot, argument: rest.as_deref() }.numbers(parameters, limits)?;
        let source = match value {
            None => ValueSource::Learned(Source::Shipped),
            Some(TUNED) => ValueSource::Tuned,
            Some(name) => ValueSource::Learned(Source::named(name)),
        };
        if let ValueSource::Learned(Source::File(path)) = &source
            && !limits.files
        {
            return Err(BotError::Files { name: given.bot.name, path: path.clone() });
        }
        Ok(Named { source, numbers })
    }

    /// The shortest spelling of a name. Whether there is such a file is not looked at.
    pub(super) fn spelled(
        given: &Given<'_>,
        parameters: &Parameters<2>,
        limits: &Limits,
    ) -> Result<String, BotError> {
        Named::taken_apart(given, parameters, limits)?;
        let (value, rest) = given.split_value(false);
        let plain = Given { bot: given.bot, argument: rest.as_deref() }.spelled(parameters, limits)?;
        let Some(value) = value.filter(|&value| value != SHIPPED) else { return Ok(plain) };
        Ok(match plain.split_once(':') {
            None => format!("{plain}:value={value}"),
            Some((name, numbers)) => format!("{name}:value={value},{numbers}"),
        })
    }
}
