//! A terminal that tests can type into and read: tmux with a server of its own.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// How long something may take before the test gives up. Nothing waits that long where all is well.
const PATIENCE: Duration = Duration::from_mins(1);
/// How often the screen is looked at.
const GLANCE: Duration = Duration::from_millis(20);
/// What the shell says when the program has left.
const LEFT: &str = "left with code";

pub(crate) struct Tmux {
    socket: PathBuf,
    _dir: TempDir,
}

/// The built program.
pub(crate) fn tercet() -> &'static str {
    env!("CARGO_BIN_EXE_tercet")
}

/// A built example, which stands beside the programs.
pub(crate) fn example(name: &str) -> String {
    let program = Path::new(tercet()).parent().unwrap().join("examples").join(name);
    assert!(program.exists(), "the example `{name}` was not built; `cargo test` builds it");
    program.display().to_string()
}

impl Tmux {
    /// Starts a shell of this size that runs a command, with its data in a directory, and then says how it left.
    pub(crate) fn start(data: &TempDir, size: (u16, u16), command: &str) -> Tmux {
        let dir = tempfile::tempdir().unwrap();
        let tmux = Tmux { socket: dir.path().join("socket"), _dir: dir };
        let data = data.path().join("data");
        let before = format!("TERCET_DATA='{}' COLORFGBG= NO_COLOR=", data.display());
        // `stty -a` shows whether the terminal takes lines again, as it did before.
        let shell = format!("stty -a >/dev/null; export {before}; {command}; echo {LEFT} $?; stty -a; cat");
        let (width, height) = (size.0.to_string(), size.1.to_string());
        tmux.call(&["-f", "/dev/null", "new-session", "-d", "-x", &width, "-y", &height, "sh", "-c", &shell]);
        tmux
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new("tmux");
        command.arg("-S").arg(&self.socket).args(words).env("TERM", "screen-256color").env_remove("TMUX");
        command.stdin(Stdio::null());
        command
    }

    fn call(&self, words: &[&str]) -> String {
        let done = self.command(words).output();
        let done = done.unwrap_or_else(|error| {
            panic!(
                "tmux is needed to test the full screen ({error}); install it, as in `apt-get install tmux`"
            )
        });
        assert!(done.status.success(), "tmux {words:?}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8_lossy(&done.stdout).into_owned()
    }

    /// Presses keys, by tmux's names.
    pub(crate) fn keys(&self, keys: &[&str]) {
        for key in keys {
            self.call(&["send-keys", "--", key]);
        }
    }

    /// Sends bytes as they are.
    pub(crate) fn bytes(&self, bytes: &[u8]) {
        let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let mut words = vec!["send-keys", "-H"];
        words.extend(hex.iter().map(String::as_str));
        self.call(&words);
    }

    pub(crate) fn resize(&self, (width, height): (u16, u16)) {
        self.call(&["resize-window", "-x", &width.to_string(), "-y", &height.to_string()]);
    }

    /// The number of the program in the foreground.
    pub(crate) fn process(&self, name: &str) -> String {
        let shell = self.call(&["display-message", "-p", "#{pane_pid}"]);
        let listed = Command::new("ps").args(["-o", "pid=,comm=", "--ppid", shell.trim()]).output().unwrap();
        let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
        let line = listed.lines().find(|line| line.contains(name));
        let pid = line.and_then(|line| line.split_whitespace().next()).unwrap_or_else(|| panic!("{listed}"));
        pid.to_owned()
    }

    /// Sends the program in the foreground a signal.
    pub(crate) fn signal(&self, signal: &str, name: &str) {
        let pid = self.process(name);
        assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
    }

    /// What the terminal shows.
    pub(crate) fn screen(&self) -> String {
        self.call(&["capture-pane", "-p"])
    }

    /// Waits until the screen shows this.
    pub(crate) fn sees(&self, words: &str) {
        let since = Instant::now();
        loop {
            let screen = self.screen();
            if screen.contains(words) {
                return;
            }
            assert!(since.elapsed() < PATIENCE, "`{words}` did not come:\n{screen}");
            thread::sleep(GLANCE);
        }
    }

    /// The program has left, and the terminal is as it was: it takes lines, and nothing of the screen is left on it.
    pub(crate) fn is_left_whole(&self) {
        self.sees(LEFT);
        self.sees("icanon");
        let screen = self.screen();
        let has = |word: &str| screen.split_whitespace().any(|other| other == word);
        assert!(has("icanon") && has("echo") && has("isig"), "the terminal is still raw:\n{screen}");
        assert_eq!(self.call(&["display-message", "-p", "#{alternate_on} #{mouse_any_flag}"]).trim(), "0 0");
    }
}

/// Waits until a process has ended.
pub(crate) fn has_ended(pid: &str) {
    let since = Instant::now();
    while Command::new("kill").args(["-0", pid]).stderr(Stdio::null()).status().unwrap().success() {
        assert!(since.elapsed() < PATIENCE, "process {pid} lives on");
        thread::sleep(GLANCE);
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        // The server may have ended with its last shell.
        let _ = self.command(&["kill-server"]).stderr(Stdio::null()).status();
    }
}
