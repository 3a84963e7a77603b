//! `tercet archive`: looking after the file.

use std::path::PathBuf;

use anyhow::anyhow;
use clap::{Args, Subcommand, ValueHint};
use tercet_entry::count;
use tercet_store::{Archive, DirectoryLock};

use crate::data::Data;
use crate::failure::{Answer, Failure, FailureExt};
use crate::output::Screen;

#[derive(Subcommand)]
pub(crate) enum Task {
    /// Look whether the archive is whole: its pages, every record, the moves of every table
    #[command(
        after_help = "Examples:\n  tercet archive check\n  tercet archive check --data games\n\nExit codes: 0 it is whole, 1 it is damaged, 2 wrong usage."
    )]
    Check(Whose),
    /// Copy the archive into a new file while others go on to use it
    #[command(
        after_help = "Examples:\n  tercet archive backup archive-2026-11-16.sqlite\n\nThe copy is as the archive was at one moment. Put back, it is called archive.sqlite."
    )]
    Backup {
        /// Where to; a file that is there is left alone
        #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
        file: PathBuf,
        #[command(flatten)]
        whose: Whose,
    },
    /// Write the archive anew without the empty room in it; no server may have it meanwhile
    #[command(after_help = "Examples:\n  tercet archive vacuum")]
    Vacuum(Whose),
}

#[derive(Args)]
pub(crate) struct Whose {
    #[command(flatten)]
    data: Data,
}

impl Whose {
    /// The archive, which must be there.
    fn open(&self) -> Result<Archive, Failure> {
        let directory = self.data.directory()?;
        if !directory.join(Archive::FILE).exists() {
            return Err(anyhow!("there is no archive in `{}`", directory.display())).or_usage();
        }
        self.data.open()
    }
}

pub(crate) fn run(task: &Task, screen: &mut Screen) -> Result<Answer, Failure> {
    match task {
        Task::Check(whose) => check(&mut whose.open()?, screen),
        Task::Backup { file, whose } => {
            whose.open()?.backup(file).or_failed()?;
            screen.line(&format!("copied to {}", file.display()))?;
            Ok(Answer::Yes)
        }
        Task::Vacuum(whose) => {
            let mut archive = whose.open()?;
            let _lock = DirectoryLock::take(&whose.data.directory()?).or_failed()?;
            archive.vacuum().or_failed()?;
            let size = std::fs::metadata(archive.path())?.len();
            screen.line(&format!("{} has {size} bytes", archive.path().display()))?;
            Ok(Answer::Yes)
        }
    }
}

fn check(archive: &mut Archive, screen: &mut Screen) -> Result<Answer, Failure> {
    let checked = archive.check().or_failed()?;
    for fault in &checked.faults {
        screen.line(fault)?;
    }
    let games = count(usize::try_from(checked.games).unwrap_or(usize::MAX), "game", "games");
    let whole = checked.faults.is_empty();
    let state = if whole { "whole" } else { "damaged" };
    screen.line(&format!("{}: {games}, {state}", archive.path().display()))?;
    Ok(if whole { Answer::Yes } else { Answer::No })
}
