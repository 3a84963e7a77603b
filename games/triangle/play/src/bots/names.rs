//! What stands behind a bot's colon: a learned value, and a number.

use tercet_search::{BotError, Given, Limits, Parameter, Parameters};

use super::{Beam, ForesightOptions};
use crate::learned::{SHIPPED, Source};

/// How wide the beam of `learned` is if nobody says.
const LEARNED_WIDTH: u64 = 8;

pub(super) const BEAM: Parameters<1> = Parameters {
    known: [Parameter { name: "width", range: 1..=100_000, usual: Beam::WIDTH as u64 }],
    takes: "`width=` and a number from 1 to 100000, and `value=` and a file of a learned value",
};

pub(super) const LEARNED: Parameters<1> = Parameters {
    known: [Parameter { name: "width", range: 1..=100_000, usual: LEARNED_WIDTH }],
    takes: "a file of a learned value, and `width=` and a number from 1 to 100000",
};

pub(super) fn foresight() -> Parameters<1> {
    let usual = ForesightOptions::default().boards;
    Parameters {
        known: [Parameter { name: "boards", range: 1..=1_000_000_000, usual }],
        takes: "`boards=` and a number from 1 to 1000000000, and `value=` and a file of a learned value",
    }
}

/// What a name says.
pub(super) struct Named {
    /// The learned value, if it names one.
    pub(super) source: Option<Source>,
    /// Its one number.
    pub(super) number: u64,
}

impl Named {
    /// Takes a name apart, and reads the file that it names, to see that it is a value of the puzzle at all.
    pub(super) fn read(
        given: &Given<'_>,
        parameters: &Parameters<1>,
        limits: &Limits,
    ) -> Result<Named, BotError> {
        let named = Named::taken_apart(given, parameters, limits)?;
        if let Some(source @ Source::File(_)) = &named.source {
            source.check().map_err(|error| BotError::Unfit(error.to_string()))?;
        }
        Ok(named)
    }

    /// Takes a name apart and reads no file: names of players are compared that strangers have chosen.
    fn taken_apart(
        given: &Given<'_>,
        parameters: &Parameters<1>,
        limits: &Limits,
    ) -> Result<Named, BotError> {
        let (source, rest) = split(given);
        let [number] = Given { bot: given.bot, argument: rest.as_deref() }.numbers(parameters, limits)?;
        if let Some(Source::File(path)) = &source
            && !limits.files
        {
            return Err(BotError::Files { name: given.bot.name, path: path.clone() });
        }
        Ok(Named { source, number })
    }

    /// The shortest spelling of a name. Whether there is such a file is not looked at.
    pub(super) fn spelled(
        given: &Given<'_>,
        parameters: &Parameters<1>,
        limits: &Limits,
    ) -> Result<String, BotError> {
        let Named { source, .. } = Named::taken_apart(given, parameters, limits)?;
        let (_, rest) = split(given);
        let plain = Given { bot: given.bot, argument: rest.as_deref() }.spelled(parameters, limits)?;
        let is_learned = given.bot.name == "learned";
        let value = match source {
            None => return Ok(plain),
            Some(Source::Shipped) if is_learned => return Ok(plain),
            Some(Source::Shipped) => format!("value={SHIPPED}"),
            Some(Source::File(path)) if is_learned => path,
            Some(Source::File(path)) => format!("value={path}"),
        };
        let name = given.bot.name;
        Ok(match plain.split_once(':') {
            None => format!("{name}:{value}"),
            Some((_, numbers)) => format!("{name}:{value},{numbers}"),
        })
    }
}

/// The learned value of a name, and what is left of its argument. `learned` takes a bare file first, all others `value=`.
fn split(given: &Given<'_>) -> (Option<Source>, Option<String>) {
    let (value, rest) = given.split_value(given.bot.name == "learned");
    (value.map(Source::named), rest)
}
