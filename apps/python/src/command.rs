//! The program `tercet` for who installs the package alone.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Does what a command line says, the program's own name first; the exit code. Other threads of Python go on meanwhile.
#[pyfunction]
pub(crate) fn main(py: Python<'_>, argv: Vec<OsString>) -> u8 {
    py.detach(|| tercet_cli::run(tercet_catalog::games(), argv))
}
