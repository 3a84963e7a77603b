//! Why something of the learner's tools can't be.

use thiserror::Error;

use crate::learn::sums::Sums;

/// Why a tool of the learner can't do what it was asked for. Nothing has changed then.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum LearnError {
    /// So many slots can't be.
    #[error("capacity: {capacity} is not from 1 to {}", Sums::MOST)]
    Capacity {
        /// How many were asked for.
        capacity: usize,
    },
    /// More than there is memory for.
    #[error("there is no memory for {bytes} bytes")]
    Memory {
        /// How many were asked for.
        bytes: usize,
    },
    /// A priority that can't be.
    #[error("a priority is a finite number from 0 on, not {priority}")]
    Priority {
        /// What it was.
        priority: f64,
    },
    /// An error of the learner's that can't be.
    #[error("an error must be finite, not {error}")]
    Error {
        /// What it was.
        error: f64,
    },
    /// A node of a tree that holds no data.
    #[error("node {index} holds nothing: {}", held(*.first, *.len))]
    Node {
        /// Which.
        index: i64,
        /// The first node of data.
        first: usize,
        /// How much data there is.
        len: usize,
    },
    /// An option of a replay that can't be.
    #[error("{name}: {value} is not {expected}")]
    Option {
        /// Which option.
        name: &'static str,
        /// What it was.
        value: f64,
        /// What it may be.
        expected: &'static str,
    },
    /// Columns that can't be.
    #[error("columns: {why}")]
    Columns {
        /// Why not.
        why: String,
    },
    /// Nothing to draw from.
    #[error("the replay is empty; add something before a sample is drawn")]
    Empty,
    /// Nothing that may be drawn.
    #[error("every priority is 0, so nothing can be drawn; update some of them first")]
    NoPriority,
    /// More rows at once than there are slots.
    #[error("{rows} rows at once do not fit into {capacity} slots; add them in parts")]
    TooMany {
        /// How many came.
        rows: usize,
        /// How many slots there are.
        capacity: usize,
    },
    /// An id of a row that was never added.
    #[error("row {id} was never added: ids are from 0 to below {added}")]
    Row {
        /// Which.
        id: i64,
        /// How many rows were ever added.
        added: u64,
    },
    /// An array of another length than the rewards'.
    #[error("`{name}` has {found} numbers where `rewards` has {expected}")]
    Length {
        /// Which array.
        name: String,
        /// How long it should be.
        expected: usize,
        /// How long it is.
        found: usize,
    },
    /// A column's bytes are not whole rows, or not as many as another's.
    #[error("`{name}` has {found} bytes where {rows} rows have {expected}")]
    Bytes {
        /// Which column.
        name: String,
        /// How many rows there are.
        rows: usize,
        /// How many bytes they have.
        expected: usize,
        /// How many came.
        found: usize,
    },
    /// Not one number for each row.
    #[error("`{name}` has {found} numbers for {rows} rows")]
    Count {
        /// Which array.
        name: &'static str,
        /// How many rows there are.
        rows: usize,
        /// How many numbers came.
        found: usize,
    },
    /// Rewards that are no rows of environments.
    #[error("{cells} rewards are no rows of {envs} environments")]
    Rows {
        /// How many rewards.
        cells: usize,
        /// How many environments.
        envs: usize,
    },
    /// A discount that can't be.
    #[error("{name}: {value} is not from 0 to 1")]
    Discount {
        /// Which.
        name: &'static str,
        /// What it was.
        value: f64,
    },
    /// Returns of no steps.
    #[error("n: a return has at least 1 step")]
    Steps,
    /// Something saved that can't be brought back.
    #[error("it can't be brought back: {why}")]
    Damaged {
        /// Why not.
        why: String,
    },
}

fn held(first: usize, len: usize) -> String {
    match len {
        0 => "the tree is empty".to_owned(),
        _ => format!("data is at nodes {first} to {}", first + len - 1),
    }
}
