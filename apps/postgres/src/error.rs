//! What may be wrong with the database, in sentences that never hold the password.

use std::error::Error as _;

use tokio_postgres::error::SqlState;

/// Why the database was of no use.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DatabaseError {
    /// The address can't be read.
    #[error("the journal's address is none of PostgreSQL: {0}; write postgres://USER:PASSWORD@HOST/DATABASE")]
    Address(String),
    /// It can't be reached now; later it may be.
    #[error("the database of the journal can't be reached: {0}")]
    Away(String),
    /// It lets us not in.
    #[error("the database of the journal refused the login: {0}")]
    Login(String),
    /// Something is not allowed there.
    #[error(
        "the database of the journal allows too little: {0}; its user needs CREATE on the database, or to own the schema `tercet`"
    )]
    Rights(String),
    /// A newer build has made its tables.
    #[error("the journal has schema {found}, and this build knows up to {known}; update tercet")]
    Newer {
        /// Its schema.
        found: i32,
        /// The newest that is known.
        known: i32,
    },
    /// This server's lease has run out.
    #[error("this server's lease has run out")]
    Lost,
    /// Something else.
    #[error("the database of the journal failed: {0}")]
    Failed(String),
}

impl DatabaseError {
    pub(crate) fn of(error: &tokio_postgres::Error) -> DatabaseError {
        let Some(output) = error.as_db_error() else {
            let why = error.source().map_or_else(|| error.to_string(), |cause| format!("{error}: {cause}"));
            return if is_setting(error) { DatabaseError::Login(why) } else { DatabaseError::Away(why) };
        };
        let why = output.message().to_owned();
        match *output.code() {
            SqlState::INVALID_PASSWORD
            | SqlState::INVALID_AUTHORIZATION_SPECIFICATION
            | SqlState::INVALID_CATALOG_NAME => DatabaseError::Login(why),
            SqlState::INSUFFICIENT_PRIVILEGE => DatabaseError::Rights(why),
            SqlState::ADMIN_SHUTDOWN
            | SqlState::CRASH_SHUTDOWN
            | SqlState::CANNOT_CONNECT_NOW
            | SqlState::TOO_MANY_CONNECTIONS
            | SqlState::READ_ONLY_SQL_TRANSACTION => DatabaseError::Away(why),
            _ => DatabaseError::Failed(why),
        }
    }
}

/// Is it what was asked for that is wrong, not the connection? A password that is missing comes as such an error.
fn is_setting(error: &tokio_postgres::Error) -> bool {
    let text = error.to_string();
    ["invalid configuration", "authentication error", "error performing TLS handshake"]
        .iter()
        .any(|start| text.starts_with(start))
}
