//! A game as a value.

use std::fmt;
use std::sync::Arc;

use tercet_game::{ConfigError, Game};
use tercet_search::Bot;

use crate::{AnyRules, Operations, Playable, operations};

/// A game of a catalog.
#[derive(Clone, Copy)]
pub struct Entry {
    /// Its name in records and commands.
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What it is, in one sentence.
    pub about: &'static str,
    /// Its rules in words, as Markdown.
    pub rules: &'static str,
    choose: Choose,
}

/// The operations of a game with some options.
pub type Choose = fn(&[(&str, &str)]) -> &'static dyn Operations;

impl Entry {
    /// A game that has one type, whatever its options.
    pub const fn of<P: Playable>(title: &'static str, about: &'static str, rules: &'static str) -> Entry {
        Entry { id: P::Rules::ID, title, about, rules, choose: |_| operations::<P>() }
    }

    /// A game whose type depends on its options. Options that can't be are for the operations to refuse, so any of them may be chosen
    /// then.
    #[must_use]
    pub const fn choosing(self, choose: Choose) -> Entry {
        Entry { choose, ..self }
    }

    /// What can be done with the game when it has these options.
    pub fn with<T: AsRef<str>>(&self, options: &[(T, T)]) -> &'static dyn Operations {
        let options: Vec<(&str, &str)> =
            options.iter().map(|(key, value)| (key.as_ref(), value.as_ref())).collect();
        (self.choose)(&options)
    }

    /// What can be done with the game when it has its usual options.
    pub fn usual(&self) -> &'static dyn Operations {
        (self.choose)(&[])
    }

    /// Its bots.
    pub fn bots(&self) -> &'static [Bot] {
        self.usual().bots()
    }

    /// The rules of a table at which so many sit, where some options are given.
    ///
    /// # Errors
    /// If an option can't be, or so many can't sit there.
    pub fn seated(&self, options: &[(String, String)], seats: u8) -> Result<Arc<dyn AnyRules>, ConfigError> {
        let game = self.with(options);
        let rules =
            if game.tables().contains(&seats) { game.table(options, seats)? } else { game.rules(options)? };
        let sit = rules.seats();
        if sit != seats {
            let why = format!("{seats} can't sit at a table of {}, {sit} can", self.id);
            return Err(ConfigError::new("seats", why));
        }
        Ok(rules)
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry").field("id", &self.id).finish_non_exhaustive()
    }
}
