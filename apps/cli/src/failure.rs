//! How commands end: with yes, with no, or with a failure that is somebody's.

use std::io::{self, Write as _};

use crate::names;

/// What a command's question came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Yes,
    No,
    /// Some of the input was wrong, and has been answered as such.
    WrongInput,
}

/// Why a command could not answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// It was used wrongly, or its input is wrong.
    Usage(anyhow::Error),
    /// It was used rightly, and failed.
    Run(anyhow::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Run(error.into())
    }
}

/// Says whose failure an error is.
pub(crate) trait FailureExt<T> {
    /// The input's.
    fn or_usage(self) -> Result<T, Failure>;

    /// Ours, or the machine's.
    fn or_failed(self) -> Result<T, Failure>;
}

impl<T, E: Into<anyhow::Error>> FailureExt<T> for Result<T, E> {
    fn or_usage(self) -> Result<T, Failure> {
        self.map_err(|error| Failure::Usage(error.into()))
    }

    fn or_failed(self) -> Result<T, Failure> {
        self.map_err(|error| Failure::Run(error.into()))
    }
}

/// The exit code; a failure is printed on stderr. A reader that closes our output early, as `head` does, is no failure.
pub(crate) fn exit_code(outcome: Result<Answer, Failure>) -> u8 {
    let (error, code) = match outcome {
        Ok(Answer::Yes) => return 0,
        Ok(Answer::No) => return 1,
        Ok(Answer::WrongInput) => return 2,
        Err(Failure::Run(error)) => (error, 1),
        Err(Failure::Usage(error)) => (error, 2),
    };
    if is_closed_pipe(&error) {
        return 0;
    }
    // If stderr can't be written either, as on a closed terminal, the exit code has to do.
    let _ = writeln!(io::stderr(), "error: {}", names::error_words(&error));
    code
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let is_closed = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref().is_some_and(is_closed))
}
