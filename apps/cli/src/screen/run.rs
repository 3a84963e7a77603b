//! The world around the screens: the terminal, files, threads and the clock.

use std::io::{self, IsTerminal, Stdout, stdout};
use std::mem::ManuallyDrop;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use crossterm::execute;
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, size,
};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use tercet_entry::Style;

use crate::commands;
use crate::data::Data;
use crate::failure::{Failure, FailureExt};
use crate::games::set::setup::today;
use crate::log;
use crate::screen::app::App;
use crate::screen::kit::theme::Theme;
use crate::screen::saves::{Past, Saves};
use crate::screen::{Effect, Message, Opening, Screen, Work};

/// What screens are opened with: where games are kept, and how things look.
pub(crate) struct Host {
    pub(crate) saves: Option<Saves>,
    pub(crate) theme: Theme,
}

impl Host {
    /// A host that keeps games in a data directory, if there is one.
    pub(crate) fn new(style: Style, data: &Data) -> Host {
        let saves = data.directory().ok().map(|directory| Saves::new(&directory));
        let theme = Theme::of_terminal(style.has_color, style.is_ascii);
        let chosen = saves.as_ref().and_then(Saves::theme).and_then(|name| theme.named(&name));
        Host { saves, theme: chosen.unwrap_or(theme) }
    }

    /// A name for a new game.
    pub(crate) fn new_id(&self, game: &str) -> String {
        self.saves.as_ref().map_or_else(|| game.to_owned(), |saves| saves.new_id(game))
    }

    /// The best points of a person alone under these options.
    pub(crate) fn best(&self, game: &str, config: &[(String, String)]) -> Option<i32> {
        self.saves.as_ref()?.best(game, config)
    }

    fn home(&self) -> Box<dyn Screen> {
        let past = self.saves.as_ref().map_or_else(Past::default, Saves::past);
        crate::screen::home(&past, today())
    }

    pub(crate) fn open(&self, opening: Opening) -> Result<Box<dyn Screen>> {
        tracing::debug!(?opening, "screen");
        match opening {
            Opening::Home => Ok(self.home()),
            Opening::Command(words) => commands::screen(&words, self),
            Opening::Saved(id) => {
                let saves = self.saves.as_ref().ok_or_else(|| anyhow!("no games are kept here"))?;
                commands::play::resume(saves.read(&id)?, self)
            }
        }
    }
}

/// Can a full screen be shown? Both ends must be a terminal that can move its cursor.
pub(crate) fn is_possible() -> bool {
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb
}

/// Shows the home screen until the person leaves.
pub(crate) fn home(host: &Host) -> Result<(), Failure> {
    sweep(host);
    run(host.home(), host)
}

/// Shows a screen until the person leaves.
pub(crate) fn run(screen: Box<dyn Screen>, host: &Host) -> Result<(), Failure> {
    let shown = show(screen, host).or_failed();
    sweep(host);
    shown
}

pub(crate) fn show(screen: Box<dyn Screen>, host: &Host) -> Result<()> {
    let mut guard = Guard::enter()?;
    let (sender, messages) = channel();
    listen(&sender);
    // A screen may have to begin something, such as a bot's thinking.
    sender.send(Message::Tick)?;
    let app = App::new(screen, host.theme, size()?);
    World { app, host, sender, messages, began: Instant::now() }.run(&mut guard.terminal)
}

/// Puts games that are over into the archive. What fails is tried again the next time.
fn sweep(host: &Host) {
    if let Some(Err(error)) = host.saves.as_ref().map(Saves::sweep) {
        tracing::warn!("{error:#}");
    }
}

/// Keys, the mouse and signals become messages, each from where it comes.
fn listen(sender: &Sender<Message>) {
    let keys = sender.clone();
    thread::spawn(move || {
        loop {
            // Who can't read any more would be deaf to Ctrl-C, too: better to leave in order.
            let message = match panic::catch_unwind(event::read) {
                Ok(Ok(Event::Key(key))) => Message::Key(key),
                Ok(Ok(Event::Mouse(mouse))) => Message::Mouse(mouse),
                Ok(Ok(Event::Resize(width, height))) => Message::Resize(width, height),
                Ok(Ok(_)) => continue,
                Ok(Err(_)) | Err(_) => Message::Stop,
            };
            let is_last = matches!(message, Message::Stop);
            if keys.send(message).is_err() || is_last {
                return;
            }
        }
    });
    let signals = sender.clone();
    // Somebody else may listen already; then a signal ends the program at once, and the game is kept all the same.
    let _ = ctrlc::set_handler(move || drop(signals.send(Message::Stop)));
}

struct World<'h> {
    app: App,
    host: &'h Host,
    sender: Sender<Message>,
    messages: Receiver<Message>,
    began: Instant,
}

/// The most messages that are taken before the screen is drawn again, so that a storm of them is seen to pass.
const BATCH: usize = 200;

impl World<'_> {
    fn run(&mut self, terminal: &mut Terminal<CrosstermBackend<Stdout>>) -> Result<()> {
        loop {
            terminal.draw(|frame| self.app.view(frame))?;
            let mut message = Some(self.wait());
            for _ in 0..BATCH {
                let Some(next) = message else { break };
                let effects = self.app.update(&next, self.began.elapsed());
                for effect in effects {
                    if !self.perform(effect) {
                        return Ok(());
                    }
                }
                message = self.messages.try_recv().ok();
            }
        }
    }

    /// Sleeps until something happens.
    fn wait(&self) -> Message {
        let Some(at) = self.app.wakes() else { return self.messages.recv().unwrap_or(Message::Stop) };
        match self.messages.recv_timeout(at.saturating_sub(self.began.elapsed())) {
            Ok(message) => message,
            Err(RecvTimeoutError::Timeout) => Message::Tick,
            Err(RecvTimeoutError::Disconnected) => Message::Stop,
        }
    }

    /// Does what the screen wants; `false` to leave.
    fn perform(&mut self, effect: Effect) -> bool {
        match effect {
            Effect::Leave => return false,
            // The application has laid it over the screen already.
            Effect::Read(_) => {}
            Effect::Work { job, work } => work_elsewhere(self.sender.clone(), job, work),
            Effect::Keep(save) => {
                tracing::debug!(id = save.id, "kept");
                if let Some(Err(error)) = self.host.saves.as_ref().map(|saves| saves.keep(&save)) {
                    self.app.say(format!("{error:#}"));
                }
            }
            Effect::Remember(theme) => {
                if let Some(Err(error)) = self.host.saves.as_ref().map(|saves| saves.remember(theme.name())) {
                    self.app.say(format!("{error:#}"));
                }
            }
            Effect::Drop(id) => {
                if let Some(saves) = &self.host.saves {
                    saves.forget(&id);
                }
            }
            Effect::Open(opening) => {
                sweep(self.host);
                match self.host.open(opening) {
                    Ok(screen) => {
                        self.app.show(screen);
                        let _ = self.sender.send(Message::Tick);
                    }
                    Err(error) => self.app.say(format!("{error:#}").replace('\n', " ")),
                }
            }
        }
        true
    }
}

fn work_elsewhere(sender: Sender<Message>, job: u64, work: Work) {
    thread::spawn(move || {
        let start = Instant::now();
        let found = panic::catch_unwind(AssertUnwindSafe(work));
        tracing::debug!(job, time = ?start.elapsed(), "thought");
        let found = found.map_err(|_| "that went wrong: the thinking ended in a panic".to_owned());
        // Nobody waits any more if the program is about to end.
        let _ = sender.send(Message::Found { job, found });
    });
}

/// The terminal while it is a full screen. Leaving, in whatever way, brings back what was there.
struct Guard {
    /// Never dropped: it would show the cursor once more, and panic where the terminal is gone.
    terminal: ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>,
}

impl Guard {
    fn enter() -> Result<Guard> {
        log::hold();
        let before = panic::take_hook();
        let screen = thread::current().id();
        panic::set_hook(Box::new(move |what| {
            // A panic of a bot's thread is shown; the screen stays open.
            if thread::current().id() == screen {
                restore();
                before(what);
            }
        }));
        enable_raw_mode()?;
        // From here on a failure must not leave the terminal raw.
        let entered = execute!(stdout(), EnterAlternateScreen, EnableMouseCapture)
            .and_then(|()| Terminal::new(CrosstermBackend::new(stdout())));
        match entered {
            Ok(terminal) => Ok(Guard { terminal: ManuallyDrop::new(terminal) }),
            Err(error) => {
                restore();
                Err(error.into())
            }
        }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        restore();
        // The hook can't be changed in the middle of a panic, and has done its work then.
        if !thread::panicking() {
            drop(panic::take_hook());
        }
    }
}

/// Brings the terminal back; what fails on the way keeps nothing else from being tried.
fn restore() {
    let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, crossterm::cursor::Show);
    let _ = disable_raw_mode();
    log::release();
}

/// The time that has passed, in whole milliseconds.
pub(crate) fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
