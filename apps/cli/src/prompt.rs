//! A game on a prompt: the person types, the table answers. The loop and the words that every game knows stand here; what a game adds
//! is its [`Prompt`].

use std::io;
use std::path::{Path, PathBuf};

use tercet_game::{Deal, Record};

use crate::failure::{Answer, Failure, FailureExt};
use crate::files;
use crate::options;
use crate::output::Screen;

/// A game on a prompt.
pub(crate) trait Prompt {
    fn screen(&mut self) -> &mut Screen;

    fn deal(&self) -> &Deal;

    fn record(&self) -> Record;

    /// Writes what is kept of the game for good; where the record went, if anywhere.
    fn close(&self) -> anyhow::Result<Option<String>>;

    /// The game's name and the word that lists what can be typed.
    fn title(&self) -> (&'static str, &'static str);

    fn help(&self) -> String;

    /// Shows where the game stands at first.
    fn open(&mut self) -> io::Result<()>;

    /// Lets others act until the person is asked; `false` if nobody is asked any more.
    fn let_others_act(&mut self) -> Result<bool, Failure>;

    /// An empty line was typed.
    fn nothing(&mut self) -> io::Result<()>;

    fn undo(&mut self) -> io::Result<()>;

    /// Does what was typed in the game's own words.
    fn take(&mut self, line: &str) -> io::Result<()>;

    /// The last words.
    fn farewell(&mut self) -> io::Result<()>;
}

/// Plays until the game or the input is over, or the person leaves.
pub(crate) fn run(mut prompt: impl Prompt) -> Result<Answer, Failure> {
    let (name, help) = prompt.title();
    let deal = options::brief(prompt.deal());
    prompt.screen().line(&format!("{name}, deal `{deal}`. `{help}` lists what you can type."))?;
    prompt.open()?;
    while prompt.let_others_act()? {
        let Some(line) = prompt.screen().ask()? else { break };
        match Word::read(&line) {
            Word::Quit => break,
            Word::Nothing => prompt.nothing()?,
            Word::Undo => prompt.undo()?,
            Word::Help => {
                let help = prompt.help();
                prompt.screen().line(&help)?;
            }
            Word::Save(path) => {
                let answer = save(&path, &prompt.record());
                prompt.screen().line(&answer)?;
            }
            Word::Own => prompt.take(&line)?,
        }
    }
    prompt.farewell()?;
    if let Some(path) = prompt.close().or_failed()? {
        prompt.screen().line(&format!("the record is in {path}"))?;
    }
    Ok(Answer::Yes)
}

/// Writes the record to the file that was named, and says how that went.
pub(crate) fn save(path: &Path, record: &Record) -> String {
    if path.as_os_str().is_empty() {
        return "save where? `save FILE` names a file".to_owned();
    }
    files::save(path, record)
}

/// A line whose words mean nothing, and what to do about it.
pub(crate) fn unknown(line: &str, help: &str) -> String {
    format!("`{line}` means nothing here; `{help}` lists what you can type")
}

/// A line, as far as every game reads it alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    Nothing,
    Undo,
    Save(PathBuf),
    Help,
    Quit,
    /// The game may know it.
    Own,
}

impl Word {
    pub(crate) fn read(line: &str) -> Word {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word.to_lowercase().as_str(), rest.trim()) {
            ("", _) => Word::Nothing,
            ("save", path) => Word::Save(PathBuf::from(path)),
            ("undo", "") => Word::Undo,
            ("help" | "?", "") => Word::Help,
            ("quit" | "exit", "") => Word::Quit,
            _ => Word::Own,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_in_any_case() {
        assert_eq!(Word::read("Quit\n"), Word::Quit);
        assert_eq!(Word::read("?"), Word::Help);
        assert_eq!(Word::read(" HELP "), Word::Help);
        assert_eq!(Word::read("undo"), Word::Undo);
        assert_eq!(Word::read("save My Game.record"), Word::Save(PathBuf::from("My Game.record")));
        assert_eq!(Word::read("  "), Word::Nothing);
    }

    #[test]
    fn what_is_more_than_a_word_is_the_games() {
        for line in ["undo it", "help me", "2 5 9", "exit now"] {
            assert_eq!(Word::read(line), Word::Own, "{line}");
        }
    }
}
