//! Rules that were made before: their tables take up to a tenth of a second to make, and many tables play by the same.

use std::any::{Any, TypeId};
use std::sync::{Arc, Mutex, PoisonError};

use tercet_game::{ConfigError, Settings};

use crate::Rules;

/// How many rules are kept; whoever plays by others keeps their own.
const KEPT: usize = 16;

/// The type of the game, its options, and the rules; the one used last stands last.
type Made = Vec<(TypeId, Vec<(String, String)>, Arc<dyn Any + Send + Sync>)>;

static MADE: Mutex<Made> = Mutex::new(Vec::new());

/// The rules of this config.
pub(crate) fn shared_rules<G: Rules>(config: &G::Config) -> Result<Arc<G>, ConfigError> {
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
