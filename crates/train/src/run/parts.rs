//! The one form of files in a run: named parts behind a list of their lengths, and a checksum of it all.
//!
//! ```text
//! "TERCETPK"  version: u16  parts: u32
//! of each part: name: u16 and bytes, kind: u16 and bytes, length: u64
//! the bytes of each part
//! blake3 of everything before: 32 bytes
//! ```
//! Whole numbers have their lowest byte first.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;

use crate::run::RunError;
use crate::run::files::write_whole;

const MAGIC: &[u8; 8] = b"TERCETPK";
const VERSION: u16 = 1;

/// A part to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part<'a> {
    /// Its name.
    pub name: &'a str,
    /// What the caller calls the form of its bytes.
    pub kind: &'a str,
    /// Its bytes.
    pub bytes: &'a [u8],
}

impl<'a> Part<'a> {
    /// A part.
    pub fn new(name: &'a str, kind: &'a str, bytes: &'a [u8]) -> Part<'a> {
        Part { name, kind, bytes }
    }
}

/// A part that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnedPart {
    /// Its name.
    pub name: String,
    /// What the caller called the form of its bytes.
    pub kind: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// Writes parts into a file, whole or not at all.
///
/// # Errors
/// If the system refuses, or a name or kind is longer than 65,535 bytes.
pub fn write(path: &Path, parts: &[Part<'_>]) -> Result<(), RunError> {
    write_whole(path, |file| {
        let mut file = Summed { inner: file, hasher: blake3::Hasher::new() };
        file.write_all(MAGIC)?;
        file.write_all(&VERSION.to_le_bytes())?;
        file.write_all(&(parts.len() as u32).to_le_bytes())?;
        for part in parts {
            write_text(&mut file, part.name)?;
            write_text(&mut file, part.kind)?;
            file.write_all(&(part.bytes.len() as u64).to_le_bytes())?;
        }
        for part in parts {
            file.write_all(part.bytes)?;
        }
        let sum = file.hasher.finalize();
        file.inner.write_all(sum.as_bytes())
    })
}

fn write_text(file: &mut impl Write, text: &str) -> io::Result<()> {
    let length = u16::try_from(text.len()).map_err(|_| io::Error::other("a name of over 65,535 bytes"))?;
    file.write_all(&length.to_le_bytes())?;
    file.write_all(text.as_bytes())
}

/// What passes through is added to a checksum.
struct Summed<I> {
    inner: I,
    hasher: blake3::Hasher,
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.inner.write(bytes)?;
        self.hasher.update(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<R: Read> Read for Summed<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(bytes)?;
        self.hasher.update(&bytes[..count]);
        Ok(count)
    }
}

/// Reads a file's parts, if it is what was written.
///
/// # Errors
/// If it can't be opened, is cut short, changed, of another version, or something else.
pub fn read(path: &Path) -> Result<Vec<OwnedPart>, RunError> {
    let file = File::open(path).map_err(RunError::io(path))?;
    let length = file.metadata().map_err(RunError::io(path))?.len();
    let inner = BufReader::with_capacity(1 << 20, file);
    read_all(inner, length, path)
}

/// Reads the parts of a file that is in memory; `name` is what errors call it.
///
/// # Errors
/// As [`read`].
pub fn read_bytes(name: &str, bytes: &[u8]) -> Result<Vec<OwnedPart>, RunError> {
    read_all(bytes, bytes.len() as u64, Path::new(name))
}

fn read_all(inner: impl Read, length: u64, path: &Path) -> Result<Vec<OwnedPart>, RunError> {
    let mut file = Summed { inner, hasher: blake3::Hasher::new() };
    read_parts(&mut file, length).map_err(|wrong| match wrong {
        Wrong::Io(error) if error.kind() != io::ErrorKind::UnexpectedEof => {
            RunError::Io { path: path.to_owned(), error }
        }
        Wrong::Io(_) => damaged(path, format!("the file is cut short after {length} bytes")),
        Wrong::Form(why) => damaged(path, why),
    })
}

fn damaged(path: &Path, why: String) -> RunError {
    RunError::Damaged { path: path.to_owned(), why }
}

enum Wrong {
    Io(io::Error),
    Form(String),
}

impl From<io::Error> for Wrong {
    fn from(error: io::Error) -> Wrong {
        Wrong::Io(error)
    }
}

fn read_parts(file: &mut Summed<impl Read>, length: u64) -> Result<Vec<OwnedPart>, Wrong> {
    if bytes_of::<8>(file)? != *MAGIC {
        return Err(Wrong::Form("this is no file of a run".to_owned()));
    }
    let version = u16::from_le_bytes(bytes_of(file)?);
    if version != VERSION {
        let why = format!("the file has version {version}; this release reads version {VERSION}");
        return Err(Wrong::Form(why));
    }
    let count = u32::from_le_bytes(bytes_of(file)?);
    let (mut parts, mut lengths, mut header) = (Vec::new(), Vec::new(), 14);
    for _ in 0..count {
        let (name, kind) = (read_text(file)?, read_text(file)?);
        lengths.push(u64::from_le_bytes(bytes_of(file)?));
        header += 12 + (name.len() + kind.len()) as u64;
        parts.push(OwnedPart { name, kind, bytes: Vec::new() });
    }
    // Before memory is asked for: a damaged length would ask for any amount of it.
    let expected = lengths.iter().try_fold(header + 32, |sum: u64, &each| sum.checked_add(each));
    match expected {
        Some(expected) if expected > length => {
            return Err(Wrong::Form(format!("the file is cut short: {length} of {expected} bytes")));
        }
        Some(expected) if expected == length => {}
        _ => return Err(Wrong::Form(format!("the file's {length} bytes are not what its list says"))),
    }
    for (part, length) in parts.iter_mut().zip(lengths) {
        part.bytes = vec![0; length as usize];
        file.read_exact(&mut part.bytes)?;
    }
    let sum = file.hasher.finalize();
    if bytes_of::<32>(file)? != *sum.as_bytes() {
        return Err(Wrong::Form("the file was changed: its checksum does not fit".to_owned()));
    }
    Ok(parts)
}

fn bytes_of<const N: usize>(file: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn read_text(file: &mut impl Read) -> Result<String, Wrong> {
    let mut text = vec![0; usize::from(u16::from_le_bytes(bytes_of(file)?))];
    file.read_exact(&mut text)?;
    String::from_utf8(text).map_err(|_| Wrong::Form("a part's name is no text".to_owned()))
}
