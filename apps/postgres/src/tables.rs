//! Whose a table is, and what was done at it.

use tercet_store::{KeptTable, Move, SHARED};
use tokio_postgres::Row;

use crate::{Database, DatabaseError, Peer};

/// Where a table is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Nowhere.
    Missing,
    /// At another server that lives.
    There(Peer),
    /// Here: it is this server's now.
    Here(Box<Loaded>),
}

/// A table as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// The table.
    pub table: KeptTable,
    /// What was done at it, in order.
    pub moves: Vec<Move>,
    /// The number of the game that was over there.
    pub game: Option<i64>,
    /// Was another server's before?
    pub is_taken_over: bool,
}

/// How often a table is looked at again that others take at the same moment.
const TRIES: usize = 5;

impl Database {
    /// Finds a table, and takes it for the holder of this lease if nobody else lives who has it.
    ///
    /// # Errors
    /// If the lease has run out, or the database can't be reached.
    pub async fn find(&self, name: &str, epoch: i64) -> Result<Found, DatabaseError> {
        for _ in 0..TRIES {
            let Some(row) = self.owner(name).await? else { return Ok(Found::Missing) };
            let (id, owner): (i64, i64) = (row.get("id"), row.get("epoch"));
            let is_own = owner == epoch;
            if row.get("lives") && !is_own {
                return Ok(Found::There(Peer { epoch: owner, address: row.get("address") }));
            }
            // Whoever else wanted the table at this moment may have been quicker.
            let Some(body) = self.claim(id, owner, epoch).await? else { continue };
            let table = KeptTable { id, name: name.to_owned(), body, made_ms: row.get("made_ms") };
            // Read after the claim: what the last owner did before it is all there now, and it does no more.
            let (moves, game) = (self.moves(id).await?, self.game(id).await?);
            return Ok(Found::Here(Box::new(Loaded { table, moves, game, is_taken_over: !is_own })));
        }
        Err(DatabaseError::Lost)
    }

    async fn owner(&self, name: &str) -> Result<Option<Row>, DatabaseError> {
        const OWNER: &str = "SELECT t.id, t.made_ms, t.epoch, n.address, \
                                    coalesce(n.expires > clock_timestamp(), false) AS lives \
                             FROM tercet.tables t LEFT JOIN tercet.nodes n ON n.epoch = t.epoch WHERE t.name = $1";
        let session = self.reader.session().await?;
        let asked = async { session.client.query_opt(&session.prepared(OWNER).await?, &[&name]).await };
        self.reader.in_time(&session, asked).await
    }

    /// Takes a table from an owner who does not live; what the table is, or nothing if it is not that owner's any more.
    async fn claim(&self, id: i64, owner: i64, epoch: i64) -> Result<Option<String>, DatabaseError> {
        const CLAIM: &str = "UPDATE tercet.tables SET epoch = $1 WHERE id = $2 AND epoch = $3 AND EXISTS \
                             (SELECT 1 FROM tercet.nodes WHERE epoch = $1 AND expires > clock_timestamp()) \
                             RETURNING body";
        let session = self.reader.session().await?;
        let asked =
            async { session.client.query_opt(&session.prepared(CLAIM).await?, &[&epoch, &id, &owner]).await };
        Ok(self.reader.in_time(&session, asked).await?.map(|row| row.get(0)))
    }

    /// What was done at a table, in order.
    ///
    /// # Errors
    /// If the database can't be reached.
    pub async fn moves(&self, table: i64) -> Result<Vec<Move>, DatabaseError> {
        const MOVES: &str =
            "SELECT number, input, state, made_ms, why FROM tercet.moves WHERE sat = $1 ORDER BY number";
        let session = self.reader.session().await?;
        let asked = async { session.client.query(&session.prepared(MOVES).await?, &[&table]).await };
        let read = |row: &Row| Move {
            number: row.get::<_, i64>(0).cast_unsigned(),
            input: row.get(1),
            state: row.get::<_, i64>(2).cast_unsigned(),
            made_ms: row.get(3),
            why: row.get(4),
        };
        Ok(self.reader.in_time(&session, asked).await?.iter().map(read).collect())
    }

    /// How often a game of a list for evaluation was begun.
    ///
    /// # Errors
    /// If the database can't be reached.
    pub async fn tries(&self, list: &str, game: &str) -> Result<u32, DatabaseError> {
        const TRIES: &str = "SELECT count FROM tercet.tries WHERE list = $1 AND game = $2";
        let session = self.reader.session().await?;
        let asked =
            async { session.client.query_opt(&session.prepared(TRIES).await?, &[&list, &game]).await };
        let count: i64 = self.reader.in_time(&session, asked).await?.map_or(0, |row| row.get(0));
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }

    async fn game(&self, table: i64) -> Result<Option<i64>, DatabaseError> {
        const GAME: &str = "SELECT max(number) FROM tercet.feed WHERE sat = $1 AND game IS NOT NULL";
        let session = self.reader.session().await?;
        let asked = async { session.client.query_one(&session.prepared(GAME).await?, &[&table]).await };
        let number: Option<i64> = self.reader.in_time(&session, asked).await?.get(0);
        Ok(number.map(|number| SHARED + number))
    }
}
