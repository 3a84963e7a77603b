//! Runs the built program.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A call of the program, before it is made.
pub(crate) struct Call {
    command: Command,
    input: Vec<u8>,
}

/// What a call came to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Done {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: i32,
}

/// A call with these words; those with spaces in them come by [`Call::word`].
pub(crate) fn tercet(words: &str) -> Call {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tercet"));
    command.args(words.split_whitespace()).env_remove("NO_COLOR").env("TERM", "xterm");
    Call { command, input: Vec::new() }
}

impl Call {
    pub(crate) fn word(mut self, word: impl AsRef<std::ffi::OsStr>) -> Call {
        self.command.arg(word);
        self
    }

    pub(crate) fn input(mut self, input: impl Into<Vec<u8>>) -> Call {
        self.input = input.into();
        self
    }

    pub(crate) fn env(mut self, name: &str, value: &str) -> Call {
        self.command.env(name, value);
        self
    }

    pub(crate) fn dir(mut self, dir: &Path) -> Call {
        self.command.current_dir(dir);
        self
    }

    /// The command itself, for tests that hold its pipes.
    pub(crate) fn command(self) -> Command {
        self.command
    }

    pub(crate) fn run(mut self) -> Done {
        self.command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = self.command.spawn().expect("the program was built");
        let mut stdin = child.stdin.take().expect("stdin is a pipe");
        let input = self.input;
        // The program may leave before it has read everything.
        let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
        let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
        writer.join().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the program prints UTF-8");
        Done { out: text(stdout), err: text(stderr), code: status.code().expect("no signal ended it") }
    }

    /// What it prints, if it ends well.
    pub(crate) fn prints(self) -> String {
        let done = self.run();
        assert_eq!((done.code, done.err.as_str()), (0, ""), "{}", done.out);
        done.out
    }

    /// The message on stderr of wrong usage or input; nothing is printed.
    pub(crate) fn refuses(self) -> String {
        let done = self.run();
        assert_eq!((done.code, done.out.as_str()), (2, ""), "{}", done.err);
        let message = done.err.strip_prefix("error: ").expect("messages begin with `error: `");
        message.strip_suffix('\n').expect("messages end with a line end").to_owned()
    }
}

/// Compares with the file of this name under `tests/golden`.
pub(crate) fn golden(name: &str, text: &str) {
    tercet_conformance::golden::check(&here().join("golden").join(name), text);
}

/// The directory of the tests.
pub(crate) fn here() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}
