//! The secret that a list's deals follow from.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use tercet_game::Deal;

use crate::tokens::key;
use crate::wire::Evaluation;

/// Where the secret lies in the data directory.
const FILE: &str = "evaluation.key";

/// A list of games for evaluation.
#[derive(Clone)]
pub struct List {
    secret: [u8; 32],
}

impl List {
    /// The list of a data directory; its secret is drawn and kept there the first time, for the owner's eyes alone.
    ///
    /// # Errors
    /// If the file can't be read or written, or holds no secret.
    pub fn open(data: &Path) -> Result<List> {
        let path = data.join(FILE);
        std::fs::create_dir_all(data).with_context(|| format!("{} can't be made", data.display()))?;
        match keep(&path, &key()) {
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error).with_context(|| format!("{} can't be written", path.display())),
        }
        List::read(&path)
    }

    /// Begins another list. The secret of the old one stays beside it under the list's name, to be published or thrown away; its
    /// path, if there was one.
    ///
    /// # Errors
    /// If a file can't be read, written or renamed.
    pub fn rotate(data: &Path) -> Result<(List, Option<PathBuf>)> {
        let path = data.join(FILE);
        let old = if path.exists() {
            let old = data.join(format!("evaluation-{}.key", List::read(&path)?.name()));
            std::fs::rename(&path, &old).with_context(|| format!("{} can't be renamed", path.display()))?;
            Some(old)
        } else {
            None
        };
        Ok((List::open(data)?, old))
    }

    fn read(path: &Path) -> Result<List> {
        let text =
            std::fs::read_to_string(path).with_context(|| format!("{} can't be read", path.display()))?;
        let deal = Deal { name: "chacha20".to_owned(), argument: text.trim_end().to_owned() };
        let secret = deal.key().ok().with_context(|| {
            format!("{} is no secret of a list: it should be 64 digits of 0-9 and a-f", path.display())
        })?;
        Ok(List { secret })
    }

    /// The list that follows from a secret, given as 64 digits of 0-9 and a-f.
    pub(crate) fn of(secret: &str) -> Result<List> {
        let deal = Deal { name: "chacha20".to_owned(), argument: secret.to_owned() };
        Ok(List { secret: deal.key().ok().context("the database has no secret of a list")? })
    }

    /// The secret, for the other servers of the same tables.
    pub(crate) fn secret_text(&self) -> String {
        Deal::chacha20(&self.secret).argument
    }

    /// The list's name: eight digits that follow from its secret and reveal nothing of it.
    pub fn name(&self) -> String {
        blake3::keyed_hash(&self.secret, b"tercet evaluation list").to_hex()[..8].to_owned()
    }

    /// The deal of a game of the list. One deal reveals nothing of another, so a game that is over gives none away.
    pub(crate) fn deal(&self, game: &str, evaluation: Evaluation) -> Deal {
        let what = format!("tercet evaluation deal\n{game}\n{}", evaluation.name());
        Deal::chacha20(blake3::keyed_hash(&self.secret, what.as_bytes()).as_bytes())
    }
}

/// Writes a secret where none is yet; it is there whole or not at all.
fn keep(path: &Path, secret: &[u8; 32]) -> std::io::Result<()> {
    if path.exists() {
        return Err(ErrorKind::AlreadyExists.into());
    }
    let own = path.with_extension(format!("key.{}", std::process::id()));
    let _ = std::fs::remove_file(&own);
    let kept = private(&own).and_then(|mut file| {
        file.write_all(format!("{}\n", Deal::chacha20(secret).argument).as_bytes())?;
        file.sync_all()?;
        // A link, because it fails where another process was quicker.
        std::fs::hard_link(&own, path)
    });
    let _ = std::fs::remove_file(&own);
    kept
}

/// A new file that nobody but its owner may read.
fn private(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Split;

    #[test]
    fn a_secret_is_drawn_once_and_only_its_owner_reads_it() {
        let dir = tempfile::tempdir().unwrap();
        let first = List::open(dir.path()).unwrap();
        assert_eq!(first.secret, List::open(dir.path()).unwrap().secret);
        let other = List::open(tempfile::tempdir().unwrap().path()).unwrap();
        assert_ne!(first.name(), other.name());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = std::fs::metadata(dir.path().join(FILE)).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1, "nothing else is left there");
    }

    #[test]
    fn a_new_list_keeps_the_secret_of_the_old_one() {
        let dir = tempfile::tempdir().unwrap();
        let first = List::open(dir.path()).unwrap();
        let (second, old) = List::rotate(dir.path()).unwrap();
        assert_ne!(first.name(), second.name());
        assert_eq!(List::read(&old.unwrap()).unwrap().secret, first.secret);
        assert_eq!(List::open(dir.path()).unwrap().secret, second.secret);
        std::fs::write(dir.path().join(FILE), "secret\n").unwrap();
        let error = List::open(dir.path()).err().unwrap().to_string();
        assert!(error.ends_with("is no secret of a list: it should be 64 digits of 0-9 and a-f"), "{error}");
    }

    #[test]
    fn every_game_of_every_list_has_a_deal_of_its_own() {
        let (one, other) = (List { secret: [1; 32] }, List { secret: [2; 32] });
        let evaluation = |split, index| Evaluation { split, index };
        let deals = [
            one.deal("set", evaluation(Split::Test, 0)),
            one.deal("set", evaluation(Split::Test, 1)),
            one.deal("set", evaluation(Split::Train, 0)),
            one.deal("machi", evaluation(Split::Test, 0)),
            other.deal("set", evaluation(Split::Test, 0)),
        ];
        for (place, deal) in deals.iter().enumerate() {
            assert!(deal.has_key() && !deals[place + 1..].contains(deal));
        }
        assert_eq!(deals[0], one.deal("set", evaluation(Split::Test, 0)));
    }
}
