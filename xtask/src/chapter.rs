//! The chapter «Your own game», done line by line: each of its blocks for the shell is run in an empty folder as it stands there.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::{env, iter};

use anyhow::{Context, Result, bail};

use crate::workspace::Workspace;

const CHAPTER: &str = "docs/your-own-game.md";

/// Does what the chapter says.
///
/// # Errors
/// At the first line that fails.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let home = workspace.target.join("chapter");
    let _ = fs::remove_dir_all(&home);
    fs::create_dir_all(home.join("data"))?;
    let mut shell = Shell { workspace, folder: home.clone(), data: home.join("data") };
    let text = fs::read_to_string(workspace.root.join(CHAPTER)).context(CHAPTER)?;
    let lines = shell_lines(&text);
    if lines.is_empty() {
        bail!("{CHAPTER} has no block for the shell");
    }
    lines.iter().try_for_each(|line| shell.run(line).with_context(|| format!("{CHAPTER}: `{line}`")))
}

/// The lines of all blocks that a shell is given, without what follows a `#`.
fn shell_lines(text: &str) -> Vec<String> {
    let mut is_inside = false;
    let mut lines = Vec::new();
    for line in text.lines() {
        if line.starts_with("```") {
            is_inside = line == "```sh";
        } else if is_inside {
            lines.push(line.split(" #").next().unwrap_or_default().trim().to_owned());
        }
    }
    lines.retain(|line| !line.is_empty());
    lines
}

/// Where the chapter's reader is.
struct Shell<'w> {
    workspace: &'w Workspace,
    folder: PathBuf,
    data: PathBuf,
}

impl Shell<'_> {
    fn run(&mut self, line: &str) -> Result<()> {
        println!("-- {line}");
        if let Some(folder) = line.strip_prefix("cd ") {
            self.folder = self.folder.join(folder);
            return Ok(());
        }
        if line.contains(" serve") {
            return self.serve(line);
        }
        let status = self.command(line)?.stdin(Stdio::null()).status()?;
        if !status.success() {
            bail!("{status}");
        }
        Ok(())
    }

    /// The server of the line answers with the game among its own, and ends. It opens no browser, and takes a free port.
    fn serve(&self, line: &str) -> Result<()> {
        let line = line.replace(" --open", "");
        let mut command = self.command(&format!("exec {line} --port 0 --metrics-port off"))?;
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        let asked = ask(&mut child);
        let _ = child.kill();
        let _ = child.wait();
        let (catalog, name) = (asked?, self.folder.file_name().unwrap_or_default().to_string_lossy());
        if !catalog.contains(&format!("\"{name}\"")) {
            bail!("the server does not have the game: {catalog}");
        }
        Ok(())
    }

    fn command(&self, line: &str) -> Result<Command> {
        let programs = iter::once(self.workspace.target.join("debug"));
        let path = env::var_os("PATH").unwrap_or_default();
        let path = env::join_paths(programs.chain(env::split_paths(&path)))?;
        let mut command = Command::new("sh");
        command.args(["-c", line]).current_dir(&self.folder).env("PATH", path);
        command.env("CARGO_TARGET_DIR", &self.workspace.target).env("CARGO_NET_OFFLINE", "true");
        command.env("TERCET_DATA", &self.data);
        Ok(command)
    }
}

/// What a server says to be its games, once it has said where it is.
fn ask(child: &mut Child) -> Result<String> {
    let out = child.stdout.take().context("a server without an output")?;
    for line in BufReader::new(out).lines() {
        let line = line?;
        let Some((_, rest)) = line.split_once("http://") else { continue };
        let host = rest.split(['/', ' ']).next().unwrap_or_default();
        let mut stream = TcpStream::connect(host)?;
        write!(stream, "GET /api/catalog HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        return Ok(answer);
    }
    bail!("the server ended before it said where it is")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_shell_blocks_are_found_and_no_others() {
        let text = "a\n```sh\ntercet new x   # a crate\n\ncd x\n```\n```rust\nlet a;\n```\n```text\nb\n```\n```sh\nlast\n```\n";
        assert_eq!(shell_lines(text), ["tercet new x", "cd x", "last"]);
    }
}
