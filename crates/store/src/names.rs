//! Players' names: a bot is one player however its name is spelled, in files that were written before names had one spelling too.

use rusqlite::Row;
use tercet_entry::Catalog;

use crate::{Archive, StoreError};

/// A seat's label and bot as they are kept: a label that is the bot's name, numbered or not, is spelled as the bot is.
pub(crate) fn one_spelling(catalog: Catalog, game: Option<&str>, label: &str, bot: &str) -> (String, String) {
    let label = if label.starts_with(bot) { catalog.canonical_label(game, label) } else { label.to_owned() };
    (label, catalog.canonical_bot(game, bot))
}

/// A label and a bot from their columns.
pub(crate) fn read_names(
    catalog: Catalog,
    row: &Row<'_>,
    [label, bot]: [usize; 2],
) -> rusqlite::Result<(String, String)> {
    let (label, bot): (String, String) = (row.get(label)?, row.get(bot)?);
    Ok(one_spelling(catalog, None, &label, &bot))
}

impl Archive {
    /// The numbers of all players with this label or bot, as a list in JSON.
    pub(crate) fn players_called(&self, name: &str) -> Result<String, StoreError> {
        let meant = self.catalog.canonical_label(None, name);
        let is_meant = |name: &str| name == meant || self.catalog.canonical_label(None, name) == meant;
        let players = self.players()?.into_iter();
        let ids = players
            .filter(|(_, label, bot)| is_meant(label) || is_meant(bot))
            .map(|(id, _, _)| id.to_string());
        Ok(format!("[{}]", ids.collect::<Vec<_>>().join(",")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_older_files_are_read_in_one_spelling() {
        let archive = Archive::in_memory(tercet_catalog::CATALOG).unwrap();
        let old = "INSERT INTO players (label, bot) VALUES ('racer:3', 'racer:3'), ('racer:3#2', 'racer:3'), \
                   ('racer:3', 'person'), ('racer', 'racer')";
        archive.connection.execute_batch(old).unwrap();
        let names = archive.players().unwrap().into_iter().map(|(_, label, bot)| format!("{label} {bot}"));
        assert_eq!(
            names.collect::<Vec<_>>(),
            ["racer racer", "racer#2 racer", "racer:3 person", "racer racer"]
        );
        assert_eq!(archive.players_called("racer:player").unwrap(), "[1,2,3,4]");
        assert_eq!(archive.players_called("racer#2").unwrap(), "[2]");
    }
}
