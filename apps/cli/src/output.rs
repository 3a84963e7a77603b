//! Where text goes: stdout, with or without colours.

use std::collections::BTreeMap;
use std::env;
use std::io::{self, BufRead, BufWriter, IsTerminal, Stdout, Write};

use tercet_entry::{OutsideBot, Style};

use crate::args::Globals;

/// Stdout, and how it may look.
pub(crate) struct Screen {
    out: BufWriter<Stdout>,
    pub(crate) style: Style,
    /// Texts that name the bots of this result, in a process that has more than one.
    names: Option<Vec<String>>,
}

impl Screen {
    pub(crate) fn new(globals: &Globals) -> Screen {
        let stdout = io::stdout();
        let has_color = !globals.no_color && is_colored(stdout.is_terminal());
        Screen {
            out: BufWriter::new(stdout),
            style: Style { has_color, is_ascii: globals.ascii },
            names: None,
        }
    }

    /// For a result whose bots are named in these texts: what other bots of this process did does not concern it.
    pub(crate) fn naming(self, texts: Vec<String>) -> Screen {
        Screen { names: Some(texts), ..self }
    }

    /// The bots from outside that had a part in the result.
    pub(crate) fn outside_bots(&self) -> BTreeMap<String, OutsideBot> {
        let is_named =
            |name: &str| self.names.as_ref().is_none_or(|texts| texts.iter().any(|text| text.contains(name)));
        tercet_entry::outside_bots().into_iter().filter(|(name, _)| is_named(name)).collect()
    }

    /// Without colours, for tests.
    #[cfg(test)]
    pub(crate) fn plain() -> Screen {
        let style = Style { has_color: false, is_ascii: false };
        Screen { out: BufWriter::new(io::stdout()), style, names: None }
    }

    /// Prints a line.
    pub(crate) fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }

    /// Prints a value as one line of JSON, see [`Screen::marked`].
    pub(crate) fn json(&mut self, value: &serde_json::Value) -> io::Result<()> {
        let value = self.marked(value.clone());
        writeln!(self.out, "{value}")
    }

    /// A result that a program had a part in which promises nothing says `"reproducible":false`.
    pub(crate) fn marked(&self, mut value: serde_json::Value) -> serde_json::Value {
        if let serde_json::Value::Object(fields) = &mut value
            && self.outside_bots().values().any(|bot| !bot.is_reproducible)
        {
            fields.insert("reproducible".to_owned(), false.into());
        }
        value
    }

    /// Prints bytes as they are.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)
    }

    /// Reads a line from stdin; `None` at its end. The prompt is for people only.
    pub(crate) fn ask(&mut self) -> io::Result<Option<String>> {
        if io::stdin().is_terminal() {
            self.bytes(b"> ")?;
        }
        self.flush()?;
        let mut line = Vec::new();
        io::stdin().lock().read_until(b'\n', &mut line)?;
        Ok((!line.is_empty()).then(|| String::from_utf8_lossy(&line).into_owned()))
    }

    /// Lets everything printed so far be seen.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// May colours be printed there?
pub(crate) fn is_colored(is_terminal: bool) -> bool {
    let is_set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
    is_terminal && !is_set("NO_COLOR") && env::var_os("TERM").is_none_or(|term| term != "dumb")
}
