//! Rules that were made before: their tables take up to a tenth of a second to make, and many tables play by the same.

use std::any::{Any, TypeId};
use std::sync::{Arc, Mutex, PoisonError};

use tercet_bots::Contest;
use tercet_game::{ConfigError, Settings};

use crate::{BeginError, Playable, Visitor, with_game};

/// How many rules are kept; whoever plays by others keeps their own.
const KEPT: usize = 16;

/// The type of the game, its options, and the rules; the one used last stands last.
type Made = Vec<(TypeId, Vec<(String, String)>, Arc<dyn Any + Send + Sync>)>;

static MADE: Mutex<Made> = Mutex::new(Vec::new());

/// The rules of this config.
pub(crate) fn shared_rules<G: Playable>(config: &G::Config) -> Result<Arc<G>, ConfigError> {
    let (game, options) = (TypeId::of::<G>(), config.pairs());
    let made = || MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let known = {
        let mut made = made();
        let found = made.iter().position(|entry| entry.0 == game && entry.1 == options);
        found.map(|index| {
            made[index..].rotate_left(1);
            Arc::clone(&made[made.len() - 1].2)
        })
    };
    if let Some(rules) = known.and_then(|rules| rules.downcast().ok()) {
        return Ok(rules);
    }
    // Made without the lock: others must not wait for it.
    let rules = Arc::new(G::new(config)?);
    let mut made = made();
    if made.len() == KEPT {
        made.remove(0);
    }
    made.push((game, options, Arc::clone(&rules) as _));
    Ok(rules)
}

/// All options of a table at which so many sit, where some are given.
///
/// # Errors
/// If there is no such game, an option can't be, or so many can't sit there.
///
/// ```
/// use tercet_catalog::table_options;
///
/// let options = table_options("machi", &[], 3)?;
/// assert_eq!(options[0], ("players".to_owned(), "3".to_owned()));
/// let error = table_options("triangle", &[], 2).unwrap_err();
/// assert_eq!(error.to_string(), "config `seats`: 2 can't sit at a table of triangle, 1 can");
/// # Ok::<(), tercet_catalog::BeginError>(())
/// ```
pub fn table_options(
    id: &str,
    options: &[(String, String)],
    seats: u8,
) -> Result<Vec<(String, String)>, BeginError> {
    struct Options<'o>(&'o [(String, String)], u8);

    impl Visitor for Options<'_> {
        type Out = Result<Vec<(String, String)>, ConfigError>;

        fn visit<G: Playable>(self) -> Self::Out {
            let Options(options, seats) = self;
            let config = if <G as Contest>::TABLES.contains(&seats) {
                G::table(options, seats)?
            } else {
                G::Config::from_pairs(options.iter().map(|(key, value)| (key, value)))?
            };
            let sit = shared_rules::<G>(&config)?.seats();
            if sit != seats {
                let why = format!("{seats} can't sit at a table of {}, {sit} can", G::ID);
                return Err(ConfigError::new("seats", why));
            }
            Ok(config.pairs())
        }
    }

    Ok(with_game(id, options, Options(options, seats))??)
}
