//! How strong everybody is, by all games of the archive at once.

use std::collections::{BTreeMap, BTreeSet};

use tercet_arena::{Evidence, Fit, Strength, is_padding};

use crate::count::{Contest, for_each_contest};
use crate::{Archive, StoreError};

/// How strong those are who played a game. A bot is one player, whatever its labels were; people are told apart by
/// their names, and from a bot of that name by `(person)` behind it.
#[derive(Debug)]
pub struct Strengths {
    names: Vec<String>,
    /// What each was called.
    labels: Vec<BTreeSet<String>>,
    /// How many tables each sat at.
    tables: Vec<u64>,
    /// Who was there for more than filling a field up.
    entered: Vec<usize>,
    fit: Fit,
}

/// How strong one is.
#[derive(Clone, Debug, PartialEq)]
pub struct StrengthRow {
    /// The bot, or the name of the person.
    pub player: String,
    /// What it was called at its tables.
    pub labels: BTreeSet<String>,
    /// How many tables were counted.
    pub tables: u64,
    /// How strong it is.
    pub strength: Strength,
}

impl Strengths {
    /// How many groups there are that no game connects, and so can't be compared.
    pub fn groups(&self) -> usize {
        let groups = self.fit.strengths(&[]);
        let entered = self.entered.iter().filter_map(|&player| groups[player]);
        entered.map(|strength| strength.group).collect::<BTreeSet<_>>().len()
    }

    /// Everybody with at least one opponent, group by group and the strongest first. Their mean is 1500.
    pub fn rows(&self) -> Vec<StrengthRow> {
        self.rows_with(&self.entered)
    }

    /// The same with this player at 1500, if there is such a one.
    pub fn rows_around(&self, player: &str) -> Option<Vec<StrengthRow>> {
        let anchor = self.entered.iter().copied().find(|&one| self.names[one] == player)?;
        Some(self.rows_with(&[anchor]))
    }

    fn rows_with(&self, listed: &[usize]) -> Vec<StrengthRow> {
        let strengths = self.fit.strengths(listed);
        let row = |&player: &usize| {
            let (name, tables) = (self.names[player].clone(), self.tables[player]);
            let labels = self.labels[player].clone();
            Some(StrengthRow { player: name, labels, tables, strength: strengths[player]? })
        };
        let mut rows: Vec<StrengthRow> = self.entered.iter().filter_map(row).collect();
        let order = |row: &StrengthRow| (row.strength.group, -row.strength.value);
        rows.sort_by(|one, other| order(one).partial_cmp(&order(other)).expect("strengths are numbers"));
        rows
    }
}

/// Fits the strengths of a game's players, in all games or in those of one tournament. Games that were not rated and those that are
/// not over don't count, and nobody gains by help: who had it beats nobody.
///
/// # Errors
/// If the file can't be read; if reading is bounded ([`Archive::read_while`]), also if there are too many players.
pub fn strengths(archive: &Archive, game: &str, tournament: Option<i64>) -> Result<Strengths, StoreError> {
    let field = Field::of(archive)?;
    let mut evidence = Evidence::default();
    let mut tables = vec![0; field.names.len()];
    let mut entered = BTreeSet::new();
    for_each_contest(archive, game, tournament, |contest: &Contest<'_>| {
        if !contest.is_rated {
            return;
        }
        let players: Vec<usize> = contest.players.iter().map(|player| field.number_of[player]).collect();
        let helped = contest.players.iter().zip(contest.assisted);
        let helped: Vec<bool> = helped.map(|(player, had)| *had || field.assisted.contains(player)).collect();
        let places: Vec<_> = contest.finish.iter().map(|finish| finish.place).collect();
        weigh(&mut evidence, &players, &places, &helped);
        for (&player, seat) in players.iter().zip(contest.players) {
            tables[player] += 1;
            if !field.fillers.contains(seat) {
                entered.insert(player);
            }
        }
    })?;
    archive.check_fits(game, tables.iter().filter(|&&count| count > 0).count())?;
    let fit = Fit::new(&evidence, field.names.len());
    Ok(Strengths {
        names: field.names,
        labels: field.labels,
        tables,
        entered: entered.into_iter().collect(),
        fit,
    })
}

/// Counts a table. Who had help is beaten by those who finished before him without, and beats nobody: a loser who asks for help at the end
/// does not undo what others won.
fn weigh<P: Ord + Copy>(evidence: &mut Evidence, players: &[usize], places: &[P], helped: &[bool]) {
    let seats = |had_help: bool| {
        let one = move |(nth, helped): (usize, &bool)| (*helped == had_help).then_some(nth);
        helped.iter().enumerate().filter_map(one)
    };
    let of = |chosen: &[usize]| -> (Vec<usize>, Vec<P>) {
        chosen.iter().map(|&nth| (players[nth], places[nth])).unzip()
    };
    let own: Vec<usize> = seats(false).collect();
    let (unhelped, theirs) = of(&own);
    evidence.count(&unhelped, &theirs);
    for loser in seats(true) {
        for &winner in own.iter().filter(|&&nth| places[nth] < places[loser]) {
            let (pair, two) = of(&[winner, loser]);
            evidence.count(&pair, &two);
        }
    }
}

/// The most players whose strengths are fitted for somebody who does not wait for ever: time grows with the third power of
/// their number, and memory with the second: each matrix of a thousand has 8 MB.
const MOST_FITTED: usize = 1000;

impl Archive {
    /// May the strengths of so many be fitted? Who reads to the end, whatever it takes, may have any number.
    fn check_fits(&self, game: &str, players: usize) -> Result<(), StoreError> {
        self.check_wanted()?;
        if self.is_bounded() && players > MOST_FITTED {
            return Err(StoreError::Many { game: game.to_owned(), players, most: MOST_FITTED });
        }
        Ok(())
    }
}

/// What people's seats have instead of a bot.
const PERSON: &str = "person";

/// All players of the archive.
struct Field {
    /// In alphabetical order.
    names: Vec<String>,
    /// What each was called.
    labels: Vec<BTreeSet<String>>,
    /// The place of a player's name, by the archive's number.
    number_of: BTreeMap<usize, usize>,
    fillers: BTreeSet<usize>,
    assisted: BTreeSet<usize>,
}

impl Field {
    fn of(archive: &Archive) -> Result<Field, StoreError> {
        let players = archive.players()?;
        let bots: BTreeSet<&String> = players.iter().map(|(_, _, bot)| bot).collect();
        let name = |label: &String, bot: &String| match bot == PERSON {
            true if bots.contains(label) => format!("{label} (person)"),
            true => label.clone(),
            false => bot.clone(),
        };
        let names: BTreeSet<String> = players.iter().map(|(_, label, bot)| name(label, bot)).collect();
        let names: Vec<String> = names.into_iter().collect();
        let place = |name: String| names.binary_search(&name).expect("every name is there");
        let mut labels = vec![BTreeSet::new(); names.len()];
        for (_, label, bot) in &players {
            labels[place(name(label, bot))].insert(label.clone());
        }
        let number_of = players.iter().map(|(id, label, bot)| (*id, place(name(label, bot)))).collect();
        let those = |is_one: fn(&str) -> bool| {
            players.iter().filter(|(_, label, _)| is_one(label)).map(|(id, _, _)| *id).collect()
        };
        let fillers = those(is_padding);
        let assisted = those(|label| label.ends_with("(assisted)"));
        Ok(Field { names, labels, number_of, fillers, assisted })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tercet_catalog::CATALOG;

    #[test]
    fn help_gains_nothing_and_undoes_nothing() {
        let weighed = |places: &[u8], helped: &[bool]| {
            let mut evidence = Evidence::default();
            weigh(&mut evidence, &[0, 1, 2], places, helped);
            evidence
        };
        let counted = |tables: &[(&[usize], &[u8])]| {
            let mut evidence = Evidence::default();
            for (players, places) in tables {
                evidence.count(players, places);
            }
            evidence
        };
        let none = [false; 3];
        assert_eq!(weighed(&[1, 2, 3], &none), counted(&[(&[0, 1, 2], &[1, 2, 3])]));
        let loser = [false, false, true];
        let beaten: [(&[usize], &[u8]); 3] = [(&[0, 1], &[1, 2]), (&[0, 2], &[1, 3]), (&[1, 2], &[2, 3])];
        assert_eq!(weighed(&[1, 2, 3], &loser), counted(&beaten));
        assert_eq!(weighed(&[2, 3, 1], &loser), counted(&[(&[0, 1], &[2, 3])]), "his win is none");
        assert_eq!(weighed(&[1, 2, 3], &[true; 3]), Evidence::default());
    }

    #[test]
    fn who_has_little_time_fits_a_thousand_players_at_most() {
        let mut archive = Archive::in_memory(CATALOG).unwrap();
        assert!(archive.check_fits("set", 5000).is_ok(), "who waits for it may have any number");
        archive.read_while(Some(std::sync::Arc::new(|| true))).unwrap();
        assert!(archive.check_fits("set", MOST_FITTED).is_ok());
        let refused = archive.check_fits("set", MOST_FITTED + 1).unwrap_err();
        assert!(matches!(refused, StoreError::Many { players: 1001, most: 1000, .. }), "{refused}");
    }
}
