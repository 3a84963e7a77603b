//! Secrets: seats' tokens, the names of tables, seeds and the keys of deals, all from the operating system.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use subtle::ConstantTimeEq as _;

/// A seat's token: 128 bits, as 22 letters. It is never shown by `Debug`, so no log can have it.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// A new one.
    pub fn draw() -> Token {
        Token(URL_SAFE_NO_PAD.encode(random::<16>()))
    }

    /// What somebody sent, be it a token or not.
    pub fn given(text: &str) -> Token {
        Token(text.to_owned())
    }

    /// The text to send to whom it belongs.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What is kept of it.
    pub fn hash(&self) -> TokenHash {
        TokenHash(blake3::hash(self.0.as_bytes()).to_hex().to_string())
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// What is kept of a token: nobody who reads the archive can sit down with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenHash(String);

impl TokenHash {
    /// Is it this token's? The time that takes does not reveal how much of it is right.
    pub fn is_of(&self, token: &Token) -> bool {
        self.0.as_bytes().ct_eq(token.hash().0.as_bytes()).into()
    }
}

/// A name for a table: 80 bits as 16 letters and digits.
pub(crate) fn table_name() -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
    random::<16>().iter().map(|byte| char::from(LETTERS[usize::from(byte & 31)])).collect()
}

/// A seed that nobody can guess.
pub(crate) fn seed() -> u64 {
    u64::from_le_bytes(random())
}

/// A key of 256 bits for a deal that nobody can predict.
pub(crate) fn key() -> [u8; 32] {
    random()
}

fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system has random bytes");
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_has_128_bits_and_is_known_by_its_hash_alone() {
        let (token, other) = (Token::draw(), Token::draw());
        assert_eq!(token.reveal().len(), 22);
        assert_ne!(token.reveal(), other.reveal());
        assert!(token.hash().is_of(&Token::given(token.reveal())));
        assert!(!token.hash().is_of(&other));
        assert!(!token.hash().is_of(&Token::given("")));
        assert!(!format!("{:?}", token.hash()).contains(token.reveal()));
        assert_eq!(format!("{token:?}"), "Token(…)");
    }

    #[test]
    fn tables_have_names_that_fit_into_links() {
        let name = table_name();
        assert_eq!(name.len(), 16);
        assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()));
        assert_ne!(name, table_name());
    }
}
