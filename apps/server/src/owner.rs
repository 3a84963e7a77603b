//! The owner: who may start tournaments, take the archive away and delete things.

use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use crate::options::SHORTEST_TOKEN;
use crate::tokens::{Token, TokenHash};

/// Where the owner's token is kept, in the data directory.
const FILE: &str = "owner-token";

/// Who the owner is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    /// Whoever asks: only this machine's own people can.
    Anybody,
    /// Who knows the token of this hash.
    Token(TokenHash),
}

/// The owner's token: read from its file, or drawn and kept there for its user alone. And where that is.
///
/// # Errors
/// If the file can't be read or made, or holds no token.
pub(crate) fn kept_token(data: &Path) -> Result<(Token, PathBuf)> {
    let path = data.join(FILE);
    let about = || format!("the owner's token in `{}`", path.display());
    let token = match fs::read_to_string(&path) {
        Ok(text) => Token::given(text.trim()),
        Err(error) if error.kind() == ErrorKind::NotFound => made(&path).with_context(about)?,
        Err(error) => return Err(error).with_context(about),
    };
    if token.reveal().len() < SHORTEST_TOKEN {
        bail!("{} has less than {SHORTEST_TOKEN} bytes; delete the file, and another is drawn", about());
    }
    Ok((token, path))
}

/// Draws a token and keeps it. The file is whole or not there: it gets its name when it is written.
fn made(path: &Path) -> std::io::Result<Token> {
    let token = Token::draw();
    let draft = path.with_extension(format!("draft-{}", std::process::id()));
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&draft)?;
    writeln!(file, "{}", token.reveal())?;
    file.sync_all()?;
    fs::rename(&draft, path)?;
    Ok(token)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_token_is_drawn_once_and_is_for_its_user_alone() {
        let dir = tempfile::tempdir().unwrap();
        let (token, path) = kept_token(dir.path()).unwrap();
        assert_eq!(kept_token(dir.path()).unwrap(), (token, path.clone()));
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "no draft is left");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        }
        fs::write(&path, "\n").unwrap();
        let why = format!(
            "the owner's token in `{}` has less than 16 bytes; delete the file, and another is drawn",
            path.display()
        );
        assert_eq!(kept_token(dir.path()).unwrap_err().to_string(), why);
    }
}
