//! A connection that comes back by itself.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::task::AbortHandle;
use tokio::time::timeout;
use tokio_postgres::config::Config;
use tokio_postgres::{Client, NoTls, Statement};

use crate::DatabaseError;

/// A connection, made when it is first needed and after it broke.
pub(crate) struct Link {
    config: Config,
    /// How long anything may take; then the connection counts as broken.
    patience: Duration,
    session: Mutex<Option<Arc<Session>>>,
}

/// One connection, from its beginning to its end.
pub(crate) struct Session {
    pub(crate) client: Client,
    prepared: Mutex<HashMap<&'static str, Statement>>,
    task: AbortHandle,
}

impl Drop for Session {
    fn drop(&mut self) {
        // A connection that nobody answers at would wait for its answers.
        self.task.abort();
    }
}

impl Link {
    /// Several to the same database.
    pub(crate) fn several<const N: usize>(url: &str, patience: Duration) -> Result<[Link; N], DatabaseError> {
        let is_address = url.starts_with("postgres://") || url.starts_with("postgresql://");
        if !is_address {
            return Err(DatabaseError::Address("it begins otherwise".to_owned()));
        }
        // The parser's message may contain parts of the address, so only the kind of the error is shown.
        let mut config: Config =
            url.parse().map_err(|_| DatabaseError::Address("it can't be read".to_owned()))?;
        if config.get_hosts().is_empty() {
            return Err(DatabaseError::Address("it names no host".to_owned()));
        }
        config.connect_timeout(patience).tcp_user_timeout(patience).application_name("tercet");
        let link = || Link { config: config.clone(), patience, session: Mutex::default() };
        Ok(std::array::from_fn(|_| link()))
    }

    /// The connection.
    pub(crate) async fn session(&self) -> Result<Arc<Session>, DatabaseError> {
        let mut session = self.session.lock().await;
        if let Some(session) = session.as_ref().filter(|session| !session.client.is_closed()) {
            return Ok(Arc::clone(session));
        }
        *session = None;
        let connecting = timeout(self.patience, self.config.connect(NoTls)).await;
        let (client, connection) =
            connecting.map_err(|_| self.late())?.map_err(|error| DatabaseError::of(&error))?;
        let task = tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!("a connection to the database broke: {error}");
            }
        });
        let new = Session { client, prepared: Mutex::default(), task: task.abort_handle() };
        Ok(Arc::clone(session.insert(Arc::new(new))))
    }

    /// Waits for an answer of the database, not for ever. A connection that does not answer in time is given up.
    pub(crate) async fn in_time<T>(
        &self,
        session: &Arc<Session>,
        work: impl Future<Output = Result<T, tokio_postgres::Error>>,
    ) -> Result<T, DatabaseError> {
        let Ok(done) = timeout(self.patience, work).await else {
            self.give_up(session).await;
            return Err(self.late());
        };
        done.map_err(|error| DatabaseError::of(&error))
    }

    /// Never uses this connection again: what it did is not known.
    pub(crate) async fn give_up(&self, session: &Arc<Session>) {
        session.task.abort();
        let mut present = self.session.lock().await;
        if present.as_ref().is_some_and(|present| Arc::ptr_eq(present, session)) {
            *present = None;
        }
    }

    fn late(&self) -> DatabaseError {
        DatabaseError::Away(format!("it did not answer within {} s", self.patience.as_secs_f64()))
    }
}

impl Session {
    /// A statement, prepared once for each connection.
    pub(crate) async fn prepared(&self, sql: &'static str) -> Result<Statement, tokio_postgres::Error> {
        let mut prepared = self.prepared.lock().await;
        if let Some(statement) = prepared.get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(sql).await?;
        prepared.insert(sql, statement.clone());
        Ok(statement)
    }
}
