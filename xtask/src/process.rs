//! Commands that can be run, timed and shown as a line that a person can paste to repeat them.

use std::env;
use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// A command with its arguments and the variables it sets; `Display` writes it as a shell would read it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Call {
    program: String,
    args: Vec<String>,
    envs: Vec<(String, String)>,
}

impl Call {
    /// A call of `program` without arguments.
    pub(crate) fn new(program: &str) -> Self {
        Self { program: program.to_owned(), ..Self::default() }
    }

    /// A call of cargo; `words` are split at spaces.
    pub(crate) fn cargo(words: &str) -> Self {
        Self::new("cargo").args(words.split_whitespace())
    }

    /// The call with more arguments.
    pub(crate) fn args<S: Into<String>>(mut self, args: impl IntoIterator<Item = S>) -> Self {
        self.args.extend(args.into_iter().map(Into::into));
        self
    }

    /// The call with one more variable of the environment.
    pub(crate) fn env(mut self, key: &str, value: impl Into<String>) -> Self {
        self.envs.push((key.to_owned(), value.into()));
        self
    }

    /// Runs it in `root`, its output on our own.
    ///
    /// # Errors
    ///
    /// When it cannot start, or ends with anything but success; the error holds the line to repeat it.
    pub(crate) fn run(&self, root: &Path) -> Result<()> {
        let status = self.command(root).status().with_context(|| format!("cannot start `{self}`"))?;
        if !status.success() {
            bail!("{status}; repeat it with: {self}");
        }
        Ok(())
    }

    /// Runs it in `root` and returns what it wrote to standard output; errors pass through to our own.
    ///
    /// # Errors
    ///
    /// As for [`run`](Self::run), and when the output is not UTF-8.
    pub(crate) fn output(&self, root: &Path) -> Result<String> {
        let child = self.command(root).stderr(Stdio::inherit()).output();
        let output = child.with_context(|| format!("cannot start `{self}`"))?;
        if !output.status.success() {
            bail!("{}; repeat it with: {self}", output.status);
        }
        String::from_utf8(output.stdout)
            .with_context(|| format!("`{self}` wrote something that is not UTF-8"))
    }

    /// Whether it starts and ends well; both its outputs are dropped.
    pub(crate) fn succeeds(&self, root: &Path) -> bool {
        let mut command = self.command(root);
        command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
    }

    fn command(&self, root: &Path) -> Command {
        let mut command = Command::new(self.executable());
        command.args(&self.args).current_dir(root).stdin(Stdio::null());
        // What cargo sets in our environment would make build scripts that watch it run again.
        for (key, _) in env::vars_os().filter(|(key, _)| describes_this_package(key)) {
            command.env_remove(key);
        }
        command.envs(self.envs.iter().map(|(key, value)| (key, value)));
        command
    }

    fn executable(&self) -> OsString {
        let own = if self.program == "cargo" { env::var_os("CARGO") } else { None };
        own.unwrap_or_else(|| OsString::from(&self.program))
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (key, value) in &self.envs {
            write!(f, "{key}={} ", quoted(value))?;
        }
        f.write_str(&quoted(&self.program))?;
        self.args.iter().try_for_each(|arg| write!(f, " {}", quoted(arg)))
    }
}

/// The first file of this name in a directory of `PATH`.
pub(crate) fn on_path(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let file = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&path).map(|dir| dir.join(&file)).find(|file| file.is_file())
}

fn describes_this_package(key: &OsString) -> bool {
    let key = key.to_string_lossy();
    key.starts_with("CARGO_PKG_") || key.starts_with("CARGO_MANIFEST_") || key == "CARGO_BIN_NAME"
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,%@+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_shown_as_a_shell_reads_it() {
        let call = Call::cargo("bench --bench").args(["*", "it's"]).env("RUSTDOCFLAGS", "-D warnings");
        assert_eq!(call.to_string(), r"RUSTDOCFLAGS='-D warnings' cargo bench --bench '*' 'it'\''s'");
    }

    #[test]
    fn a_failing_call_says_how_to_repeat_it() {
        let error = Call::new("false").run(Path::new(".")).unwrap_err();
        assert_eq!(error.to_string(), "exit status: 1; repeat it with: false");
    }

    #[test]
    fn a_missing_program_is_named() {
        let error = Call::new("no-such-program").run(Path::new(".")).unwrap_err();
        assert_eq!(error.to_string(), "cannot start `no-such-program`");
    }
}
