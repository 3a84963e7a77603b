//! A run's folder: checkpoints that are either whole or not there, the buffers beside them, and going on after a crash.
//!
//! ```
//! use tercet_train::run::{Checkpoint, Part, Run, RunOptions};
//!
//! # let room = tempfile::tempdir()?;
//! # let runs = room.path();
//! let run = Run::begin(runs, Some("first"), RunOptions::default())?;
//! run.checkpoints().save(100, &[Part::new("weights", "bytes", &[1, 2, 3])], Some(0.5))?;
//! drop(run);
//!
//! let run = Run::resume(runs, None, RunOptions::default())?;
//! let Checkpoint { step, parts, .. } = run.checkpoints().newest()?.expect("one was saved");
//! assert_eq!((step, &parts[0].bytes[..]), (100, &[1, 2, 3][..]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod checkpoints;
mod error;
mod files;
mod folder;
mod parts;

pub use checkpoints::{Checkpoint, CheckpointFolder, Skipped};
pub use error::RunError;
pub use files::write_whole;
pub use folder::{Run, RunOptions};
pub use parts::{OwnedPart, Part, read, read_bytes, write};
