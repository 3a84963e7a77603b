//! Rows of any kind, kept column by column in memory that is asked for once.

use crate::learn::LearnError;

/// What one column holds. The kind is the caller's: here a row is so many bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// What the caller calls the kind of its numbers.
    pub kind: String,
    /// The shape of one row.
    pub shape: Vec<usize>,
    /// How many bytes a row has.
    pub width: usize,
}

/// A ring of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ring {
    columns: Vec<Column>,
    cells: Vec<Vec<u8>>,
    capacity: usize,
}

impl Ring {
    pub(crate) fn new(columns: Vec<Column>, capacity: usize) -> Result<Ring, LearnError> {
        let wrong = |why: String| Err(LearnError::Columns { why });
        if columns.is_empty() {
            return wrong("there are none; name at least one".to_owned());
        }
        for (nth, column) in columns.iter().enumerate() {
            if columns[..nth].iter().any(|other| other.name == column.name) {
                return wrong(format!("two have the name `{}`", column.name));
            }
            if column.width.checked_mul(capacity).is_none_or(|bytes| bytes > isize::MAX as usize) {
                return wrong(format!(
                    "`{}` times {capacity} rows is more than memory can hold",
                    column.name
                ));
            }
        }
        let mut cells = Vec::new();
        for column in &columns {
            cells.push(zeroed(column.width * capacity)?);
        }
        Ok(Ring { columns, cells, capacity })
    }

    pub(crate) fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The bytes of the first rows of a column.
    pub(crate) fn bytes(&self, column: usize, rows: usize) -> &[u8] {
        &self.cells[column][..rows * self.columns[column].width]
    }

    pub(crate) fn bytes_mut(&mut self, column: usize, rows: usize) -> &mut [u8] {
        &mut self.cells[column][..rows * self.columns[column].width]
    }

    /// Checks that each column comes with whole rows, so many.
    pub(crate) fn check<B: AsRef<[u8]>>(&self, rows: usize, cells: &[B]) -> Result<(), LearnError> {
        if cells.len() != self.columns.len() {
            let why = format!("{} came where there are {}", cells.len(), self.columns.len());
            return Err(LearnError::Columns { why });
        }
        for (column, bytes) in self.columns.iter().zip(cells) {
            let (expected, found) = (rows * column.width, bytes.as_ref().len());
            if expected != found {
                return Err(LearnError::Bytes { name: column.name.clone(), rows, expected, found });
            }
        }
        Ok(())
    }

    /// Puts checked rows into the slots from `slot` on, around the end.
    pub(crate) fn put(&mut self, slot: usize, rows: usize, cells: &[&[u8]]) {
        let before_end = rows.min(self.capacity - slot);
        for ((column, own), bytes) in self.columns.iter().zip(&mut self.cells).zip(cells) {
            let (first, rest) = bytes.split_at(before_end * column.width);
            let at = slot * column.width;
            own[at..at + first.len()].copy_from_slice(first);
            own[..rest.len()].copy_from_slice(rest);
        }
    }

    /// Copies rows out, column by column.
    pub(crate) fn take(&self, slots: &[usize], out: &mut [&mut [u8]]) {
        for ((column, own), out) in self.columns.iter().zip(&self.cells).zip(out) {
            let width = column.width;
            if width == 0 {
                continue;
            }
            for (&slot, row) in slots.iter().zip(out.chunks_exact_mut(width)) {
                row.copy_from_slice(&own[slot * width..(slot + 1) * width]);
            }
        }
    }
}

/// So many zeros, or an error: without a first look, too many would end the process. The system gives zeroed memory page by page, as it is
/// first written.
pub(crate) fn zeroed<T: Clone + Default>(count: usize) -> Result<Vec<T>, LearnError> {
    let mut room = Vec::<T>::new();
    let bytes = count.saturating_mul(size_of::<T>());
    room.try_reserve_exact(count).map_err(|_| LearnError::Memory { bytes })?;
    // The compiler may leave out memory that nobody uses, and the look with it.
    std::hint::black_box(&room);
    drop(room);
    Ok(vec![T::default(); count])
}
