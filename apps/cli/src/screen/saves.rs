//! Games that are not over yet, a file each, and what the archive says of those that are.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use tercet_catalog::games;
use tercet_game::Record;
use tercet_store::{Archive, Filter, GameRow, RecordedGame, now_ms};

use crate::files::write_whole;

/// A game as it is kept while it is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Save {
    /// Its name among the saved games.
    pub id: String,
    /// Who sits where: `me`, or a bot.
    pub players: Vec<String>,
    /// Did the person take anything back, or ask for a hint? Such a game leaves the best scores alone.
    pub is_assisted: bool,
    /// How long the person has been playing.
    pub spent_ms: u64,
    /// What the person wants to reach: so many Sets, within so many seconds.
    #[serde(default)]
    pub goals: (Option<u32>, Option<u64>),
    /// The record, as text.
    pub record: String,
}

/// A saved game as lists show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// The game.
    pub save: Save,
    /// Its record.
    pub record: Record,
}

/// The directory of the saved games.
#[derive(Clone, Debug)]
pub struct Saves {
    data: PathBuf,
}

/// The most recent games and scores that the home screen shows.
#[derive(Clone, Debug, Default)]
pub struct Past {
    /// Games that are not over, the newest first.
    pub saved: Vec<Saved>,
    /// The newest games of the archive in which a person sat.
    pub recent: Vec<GameRow>,
}

/// How the person is called in the archive.
const ME: &str = "me";
/// How the person is called whose game was assisted.
const ASSISTED: &str = "me (assisted)";
/// How many games the home screen lists.
const RECENT: u32 = 8;

impl Saves {
    /// The saved games of this data directory.
    pub fn new(data: &Path) -> Saves {
        Saves { data: data.to_owned() }
    }

    fn directory(&self) -> PathBuf {
        self.data.join("saves")
    }

    fn path(&self, id: &str) -> PathBuf {
        self.directory().join(format!("{id}.json"))
    }

    /// A name for a new game; no two games of a moment have the same.
    pub fn new_id(&self, game: &str) -> String {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let name = |number: u128| format!("{game}-{number:x}");
        let mut number = since.as_millis();
        while self.path(&name(number)).exists() {
            number += 1;
        }
        name(number)
    }

    /// Writes a game.
    ///
    /// # Errors
    /// If the directory can't be made or the file can't be written.
    pub fn keep(&self, save: &Save) -> Result<()> {
        let path = self.path(&save.id);
        fs::create_dir_all(self.directory())
            .and_then(|()| write_whole(&path, serde_json::to_string(save)?.as_bytes()))
            .with_context(|| format!("the game can't be kept in `{}`", path.display()))
    }

    /// The name of the theme that was chosen last, if one was.
    pub fn theme(&self) -> Option<String> {
        fs::read_to_string(self.theme_path()).ok().map(|text| text.trim_end().to_owned())
    }

    /// Keeps the name of a theme for the next start.
    ///
    /// # Errors
    /// If the directory can't be made or the file can't be written.
    pub fn remember(&self, theme: &str) -> Result<()> {
        let path = self.theme_path();
        fs::create_dir_all(&self.data)
            .and_then(|()| write_whole(&path, format!("{theme}\n").as_bytes()))
            .with_context(|| format!("the theme can't be kept in `{}`", path.display()))
    }

    fn theme_path(&self) -> PathBuf {
        self.data.join("theme")
    }

    /// Reads a game.
    ///
    /// # Errors
    /// If there is none of that name, or the file is none of ours.
    pub fn read(&self, id: &str) -> Result<Saved> {
        let path = self.path(id);
        let named = || format!("`{}`", path.display());
        let text = fs::read_to_string(&path).with_context(named)?;
        let save: Save = serde_json::from_str(&text).with_context(named)?;
        let record = save.record.parse::<Record>().with_context(named)?;
        Ok(Saved { save, record })
    }

    /// Forgets a game.
    pub fn forget(&self, id: &str) {
        // A game that was never kept has no file.
        let _ = fs::remove_file(self.path(id));
    }

    /// All games that can be read, the newest first.
    fn all(&self) -> Vec<Saved> {
        let files = fs::read_dir(self.directory()).into_iter().flatten().flatten();
        let mut found: Vec<_> = files
            .filter_map(|file| {
                let id = file.path().file_stem()?.to_str()?.to_owned();
                let is_ours = file.path().extension().is_some_and(|extension| extension == "json");
                let written = file.metadata().and_then(|about| about.modified()).ok()?;
                is_ours.then(|| self.read(&id).ok()).flatten().map(|saved| (written, saved))
            })
            .collect();
        found.sort_by(|one, other| other.0.cmp(&one.0).then(other.1.save.id.cmp(&one.1.save.id)));
        found.into_iter().map(|(_, saved)| saved).collect()
    }

    /// Puts the games that are over into the archive, and forgets their files.
    ///
    /// # Errors
    /// If the archive can't be opened or written; the files stay then.
    pub fn sweep(&self) -> Result<()> {
        let over: Vec<Saved> = self.all().into_iter().filter(|saved| saved.record.end.is_some()).collect();
        if over.is_empty() {
            return Ok(());
        }
        let mut archive = Archive::open(&self.data, games())?;
        for saved in over {
            put_in(&mut archive, &saved)?;
            self.forget(&saved.save.id);
        }
        Ok(())
    }

    /// What there is to go on with and to look at. An archive that can't be read counts as empty.
    pub fn past(&self) -> Past {
        let saved = self.all().into_iter().filter(|saved| saved.record.end.is_none()).collect();
        let mut recent = self.played(None).unwrap_or_default();
        recent.truncate(RECENT as usize);
        Past { saved, recent }
    }

    /// The archive's games in which a person sat, the newest first.
    fn played(&self, game: Option<&str>) -> Result<Vec<GameRow>> {
        if !self.data.join(Archive::FILE).exists() {
            return Ok(Vec::new());
        }
        let archive = Archive::open(&self.data, games())?;
        let of = |label: &str| {
            archive.games(&Filter {
                game: game.map(str::to_owned),
                player: Some(label.to_owned()),
                newest: game.is_none().then_some(RECENT),
                ..Filter::default()
            })
        };
        let mut games = of(ME)?;
        games.extend(of(ASSISTED)?);
        games.sort_by_key(|row| std::cmp::Reverse((row.finished_ms, row.id)));
        games.dedup_by_key(|row| row.id);
        Ok(games)
    }

    /// A game of the archive, and who sat there.
    ///
    /// # Errors
    /// If there is none of that number, or the archive can't be read.
    pub(crate) fn game(&self, id: i64) -> Result<(Record, Vec<String>)> {
        let mut archive = Archive::open(&self.data, games())?;
        let row = archive.game(id)?;
        let names = row.seats.iter().map(|seat| seat.label.clone()).collect();
        Ok((archive.record_of(&row)?, names))
    }

    /// The best points of a person alone, under these options, without help.
    pub fn best(&self, game: &str, config: &[(String, String)]) -> Option<i32> {
        let games = self.played(Some(game)).ok()?;
        let same = games.iter().filter(|row| row.config == config && row.seats.len() == 1);
        same.flat_map(|row| &row.seats).filter(|seat| seat.label == ME).map(|seat| seat.points).max()
    }
}

fn put_in(archive: &mut Archive, saved: &Saved) -> Result<()> {
    let Saved { save, record } = saved;
    let label = |name: &'_ String| match name.as_str() {
        ME if save.is_assisted => ASSISTED.to_owned(),
        name => name.to_owned(),
    };
    let labels: Vec<String> = save.players.iter().map(label).collect();
    let players = labels.iter().zip(&save.players).map(|(label, bot)| (label.as_str(), bot.as_str()));
    let game = RecordedGame::played(record, players, &tercet_catalog::games().verify(record)?, now_ms());
    archive.add(&[game.new_game()])?;
    Ok(())
}
