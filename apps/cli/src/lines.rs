//! Questions line by line. What has been read is answered before more is read: a program that waits for its answer
//! gets it, and a large file goes through in large blocks.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::anyhow;
use serde_json::json;

use crate::failure::{Answer, Failure, FailureExt};
use crate::output::Screen;

/// How much is read at once: larger blocks gained nothing.
const BLOCK: usize = 256 * 1024;

/// How lines are answered.
pub(crate) struct Lines<F> {
    /// Adds the answer to a line, or says what is wrong with it.
    pub(crate) answer: F,
    /// The most bytes of a line; without a limit, a file without line ends would fill the memory.
    pub(crate) longest: usize,
}

impl<F: FnMut(&[u8], &mut Vec<u8>) -> Result<(), String>> Lines<F> {
    /// Answers all lines of a file, or of stdin.
    pub(crate) fn of(self, input: Option<&Path>, screen: &mut Screen) -> Result<Answer, Failure> {
        let Some(path) = input else { return answer(self, io::stdin().lock(), screen) };
        let opened = File::open(path);
        let file =
            opened.map_err(|error| anyhow!("`{}` can't be read: {error}", path.display())).or_usage()?;
        answer(self, file, screen)
    }
}

fn answer<F: FnMut(&[u8], &mut Vec<u8>) -> Result<(), String>>(
    lines: Lines<F>,
    mut input: impl Read,
    screen: &mut Screen,
) -> Result<Answer, Failure> {
    let mut solver = Solver::new(lines);
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

struct Solver<F> {
    lines: Lines<F>,
    out: Vec<u8>,
    /// The number of the line being read, less one.
    number: u64,
    has_failed: bool,
}

impl<F: FnMut(&[u8], &mut Vec<u8>) -> Result<(), String>> Solver<F> {
    fn new(lines: Lines<F>) -> Solver<F> {
        Solver { lines, out: Vec::new(), number: 0, has_failed: false }
    }

    /// Answers all lines that end in this block; the beginning of the next one is held for the next block.
    fn take(&mut self, block: &[u8], held: &mut Vec<u8>) {
        let Some(last) = block.iter().rposition(|&byte| byte == b'\n') else {
            self.hold(block, held);
            return;
        };
        let mut lines = block[..last].split(|&byte| byte == b'\n');
        if !held.is_empty() {
            self.hold(lines.next().unwrap_or_default(), held);
            self.line(held);
            held.clear();
        }
        for line in lines {
            self.line(line);
        }
        self.hold(&block[last + 1..], held);
    }

    fn line(&mut self, line: &[u8]) {
        self.number += 1;
        if line.iter().all(u8::is_ascii_whitespace) {
            return;
        }
        let complaint = if line.len() > self.lines.longest {
            format!("longer than {} bytes", self.lines.longest)
        } else {
            match (self.lines.answer)(line, &mut self.out) {
                Ok(()) => return,
                Err(why) => why,
            }
        };
        self.has_failed = true;
        let answer = json!({ "error": format!("line {}: {complaint}", self.number) });
        self.out.extend_from_slice(answer.to_string().as_bytes());
        self.out.push(b'\n');
    }

    /// Keeps the beginning of a line; of one that is too long, enough to see that it is.
    fn hold(&self, part: &[u8], held: &mut Vec<u8>) {
        let room = (self.lines.longest + 1).saturating_sub(held.len());
        held.extend_from_slice(&part[..part.len().min(room)]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tercet_set_play::json::solve_line;

    const LONGEST: usize = 1024;

    /// The answers to a text that arrives in blocks of this size.
    fn answers(text: &[u8], block: usize) -> String {
        let answer =
            |line: &[u8], out: &mut Vec<u8>| solve_line(line, out).map_err(|error| error.to_string());
        let (mut solver, mut held) = (Solver::new(Lines { answer, longest: LONGEST }), Vec::new());
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
        let mut text = vec![b' '; LONGEST];
        text.extend_from_slice(b"{\"cards\":[]}\n{\"cards\":[]}\n");
        let expected = "{\"error\":\"line 1: longer than 1024 bytes\"}\n{\"sets\":[]}\n";
        assert_eq!(answers(&text, 100), expected);
        assert_eq!(answers(&text, text.len()), expected);
    }
}
