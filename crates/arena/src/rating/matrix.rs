//! Symmetric matrices, as small as a field of players.

/// A square matrix, row by row.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    pub(super) fn zero(size: usize) -> Matrix {
        Matrix { size, cells: vec![0.0; size * size] }
    }

    pub(super) fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    pub(super) fn add(&mut self, row: usize, column: usize, value: f64) {
        self.cells[row * self.size + column] += value;
    }

    /// Adds to a cell and to the one that mirrors it.
    pub(super) fn add_both(&mut self, row: usize, column: usize, value: f64) {
        self.add(row, column, value);
        self.add(column, row, value);
    }

    /// This one times the other.
    pub(super) fn times(&self, other: &Matrix) -> Matrix {
        let mut product = Matrix::zero(self.size);
        for (row, cells) in product.cells.chunks_mut(self.size.max(1)).enumerate() {
            for (middle, others) in other.cells.chunks(self.size.max(1)).enumerate() {
                let factor = self.at(row, middle);
                for (cell, theirs) in cells.iter_mut().zip(others) {
                    *cell += factor * theirs;
                }
            }
        }
        product
    }

    /// The lower triangle whose product with its mirror image is this matrix, which must be positive definite.
    pub(super) fn cholesky(&self) -> Cholesky {
        let mut lower = Matrix::zero(self.size);
        for row in 0..self.size {
            for column in 0..=row {
                let dot: f64 = (0..column).map(|at| lower.at(row, at) * lower.at(column, at)).sum();
                let rest = self.at(row, column) - dot;
                // Rounding must not make a root of a negative number.
                let value = if row == column {
                    rest.max(f64::MIN_POSITIVE).sqrt()
                } else {
                    rest / lower.at(column, column)
                };
                lower.add(row, column, value);
            }
        }
        Cholesky(lower)
    }
}

/// A matrix that can be divided by.
pub(super) struct Cholesky(Matrix);

impl Cholesky {
    /// The vector that the matrix turns into this one.
    pub(super) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let Cholesky(lower) = self;
        let mut solution = right.to_vec();
        for row in 0..lower.size {
            let dot: f64 = (0..row).map(|at| lower.at(row, at) * solution[at]).sum();
            solution[row] = (solution[row] - dot) / lower.at(row, row);
        }
        for row in (0..lower.size).rev() {
            let dot: f64 = (row + 1..lower.size).map(|at| lower.at(at, row) * solution[at]).sum();
            solution[row] = (solution[row] - dot) / lower.at(row, row);
        }
        solution
    }

    pub(super) fn inverse(&self) -> Matrix {
        let size = self.0.size;
        let mut inverse = Matrix::zero(size);
        for column in 0..size {
            let mut unit = vec![0.0; size];
            unit[column] = 1.0;
            for (row, value) in self.solve(&unit).into_iter().enumerate() {
                inverse.add(row, column, value);
            }
        }
        inverse
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_times_its_inverse_is_one() {
        let mut matrix = Matrix::zero(3);
        for (row, cells) in [[4.0, 1.0, -1.0], [1.0, 3.0, 0.5], [-1.0, 0.5, 2.0]].iter().enumerate() {
            for (column, value) in cells.iter().enumerate() {
                matrix.add(row, column, *value);
            }
        }
        let one = matrix.times(&matrix.cholesky().inverse());
        for row in 0..3 {
            for column in 0..3 {
                let expected = if row == column { 1.0 } else { 0.0 };
                assert!((one.at(row, column) - expected).abs() < 1e-12);
            }
        }
    }
}
