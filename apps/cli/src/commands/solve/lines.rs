//! Boards line by line. What has been read is answered before more is read: a program that waits for its answer
//! gets it, and a large file goes through in large blocks.

use std::io::{self, Read};

use serde_json::json;
use tercet_formats::set::solve_line;

use crate::failure::{Answer, Failure};
use crate::output::Screen;

/// How much is read at once: larger blocks gained nothing.
const BLOCK: usize = 256 * 1024;
/// No board comes near this; without a limit, a file without line ends would fill the memory.
const LONGEST_LINE: usize = 1024 * 1024;

pub(crate) fn answer(mut input: impl Read, screen: &mut Screen) -> Result<Answer, Failure> {
    let mut solver = Solver::default();
    let mut held = Vec::new();
    let mut block = vec![0; BLOCK];
    loop {
        let read = match input.read(&mut block) {
            Ok(0) => break,
            Ok(read) => &block[..read],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error.into()),
        };
        solver.take(read, &mut held);
        screen.bytes(&solver.out)?;
        screen.flush()?;
        solver.out.clear();
    }
    if !held.is_empty() {
        solver.line(&held);
        screen.bytes(&solver.out)?;
    }
    Ok(if solver.has_failed { Answer::WrongInput } else { Answer::Yes })
}

#[derive(Default)]
struct Solver {
    out: Vec<u8>,
    /// The number of the line being read, less one.
    number: u64,
    has_failed: bool,
}

impl Solver {
    /// Answers all lines that end in this block; the beginning of the next one is held for the next block.
    fn take(&mut self, block: &[u8], held: &mut Vec<u8>) {
        let Some(last) = block.iter().rposition(|&byte| byte == b'\n') else {
            hold(block, held);
            return;
        };
        let mut lines = block[..last].split(|&byte| byte == b'\n');
        if !held.is_empty() {
            hold(lines.next().unwrap_or_default(), held);
            self.line(held);
            held.clear();
        }
        for line in lines {
            self.line(line);
        }
        hold(&block[last + 1..], held);
    }

    fn line(&mut self, line: &[u8]) {
        self.number += 1;
        if line.iter().all(u8::is_ascii_whitespace) {
            return;
        }
        let complaint = if line.len() > LONGEST_LINE {
            format!("longer than {LONGEST_LINE} bytes")
        } else {
            match solve_line(line, &mut self.out) {
                Ok(()) => return,
                Err(error) => error.to_string(),
            }
        };
        self.has_failed = true;
        let answer = json!({ "error": format!("line {}: {complaint}", self.number) });
        self.out.extend_from_slice(answer.to_string().as_bytes());
        self.out.push(b'\n');
    }
}

/// Keeps the beginning of a line; of one that is too long, enough to see that it is.
fn hold(part: &[u8], held: &mut Vec<u8>) {
    let room = (LONGEST_LINE + 1).saturating_sub(held.len());
    held.extend_from_slice(&part[..part.len().min(room)]);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The answers to a text that arrives in blocks of this size.
    fn answers(text: &[u8], block: usize) -> String {
        let (mut solver, mut held) = (Solver::default(), Vec::new());
        for part in text.chunks(block) {
            solver.take(part, &mut held);
        }
        if !held.is_empty() {
            solver.line(&held);
        }
        String::from_utf8(solver.out).unwrap()
    }

    #[test]
    fn blocks_may_end_anywhere() {
        let text = b"{\"cards\":[0,1,2]}\n\n  \r\n{\"cards\":[0]}\r\nx\n{\"cards\": []}";
        let expected = "{\"sets\":[[0,1,2]]}\n{\"sets\":[]}\n\
                        {\"error\":\"line 5: not JSON: expected value at column 1\"}\n{\"sets\":[]}\n";
        for block in 1..=text.len() {
            assert_eq!(answers(text, block), expected, "blocks of {block}");
        }
    }

    #[test]
    fn a_line_without_end_is_refused_and_the_next_is_answered() {
        let mut text = vec![b' '; LONGEST_LINE];
        text.extend_from_slice(b"{\"cards\":[]}\n{\"cards\":[]}\n");
        let expected = "{\"error\":\"line 1: longer than 1048576 bytes\"}\n{\"sets\":[]}\n";
        assert_eq!(answers(&text, 1000), expected);
        assert_eq!(answers(&text, text.len()), expected);
    }
}
