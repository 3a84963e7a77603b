//! `tercet play GAME` of a game that has no treatment of its own here: any game of the catalog on a prompt, by its own words.

use std::io;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;
use tercet_entry::{Advice, AnyGame, Entry, Events, Refused};
use tercet_game::{Deal, Record, Seat, Seats, Turn};
use tercet_search::{BotLimits, Stop};

use crate::failure::{Answer, Failure, FailureExt};
use crate::files::{self, RecordFile};
use crate::moves::{self, next_move};
use crate::names;
use crate::options;
use crate::output::Screen;
use crate::prompt::{self, Prompt};
use crate::screen as full_screen;
use crate::screen::any::{AnyScreen, Begin, HINTS};
use crate::screen::run::Host;
use crate::screen::saves::{Save, Saved};

#[derive(Args, Default)]
pub(crate) struct AnyPlay {
    /// Who plays, seat by seat: me, as often as people play, and bots (see `tercet bots`); me first, then `mcts` if not given
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    players: Vec<String>,
    /// The seed of the deal; drawn from the system and printed if none is given
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Set an option of the rules; may be given several times
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = options::pair("seats=2"))]
    options: Vec<(String, String)>,
    /// Go on with a recorded game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["options", "seed"])]
    load: Option<PathBuf>,
    /// Keep the record in this file, from the first move on; a file that is there is replaced: on the prompt
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    #[command(flatten)]
    place: options::Place,
}

const HELP: &str = "\
3             take option 3 of the list; the option's own words do it too
board         show the position again
hint          what a bot that searches would do, and why
undo          take back the last move
save FILE     write the record of the game so far to a file
?             show this; an empty line lets others act, or shows the options
quit          leave the game; so does the end of input";

pub(crate) fn run(entry: &'static Entry, options: &AnyPlay, screen: &mut Screen) -> Result<Answer, Failure> {
    if let Some(host) = options.place.host(screen).filter(|_| options.record.is_none()) {
        full_screen::run::run(options.screen(entry, &host).or_usage()?, &host)?;
        return Ok(Answer::Yes);
    }
    let players = options.players(entry);
    let game = options.game(entry, &players).or_usage()?;
    let record_file = RecordFile::prepare(options.record.as_deref()).or_usage()?;
    let deal = game.record().deal;
    prompt::run(Session { entry, game, deal, players, record_file, screen, shown: None })
}

/// The screen of a saved game.
pub(crate) fn resume(saved: Saved) -> Result<Box<dyn full_screen::Screen>> {
    let Save { id, players, is_assisted, .. } = saved.save;
    let game = tercet_catalog::games().resume(&saved.record)?;
    Ok(Box::new(AnyScreen::played(game, players, Begin { id, is_assisted })?))
}

impl AnyPlay {
    /// The game on a full screen.
    pub(crate) fn screen(&self, entry: &Entry, host: &Host) -> Result<Box<dyn full_screen::Screen>> {
        let players = self.players(entry);
        let begin = Begin { id: host.new_id(entry.id), is_assisted: self.load.is_some() };
        Ok(Box::new(AnyScreen::played(self.game(entry, &players)?, players, begin)?))
    }

    /// Who plays: if nobody says, a person against bots that search.
    fn players(&self, entry: &Entry) -> Vec<String> {
        if !self.players.is_empty() {
            return self.players.clone();
        }
        let seats = *entry.usual().tables().start();
        (0..seats).map(|seat| if seat == 0 { "me" } else { HINTS }.to_owned()).collect()
    }

    fn game(&self, entry: &Entry, players: &[String]) -> Result<Box<dyn AnyGame>> {
        let seats = u8::try_from(players.len())?;
        if !players.iter().any(|name| name == "me") {
            bail!("nobody is `me`; `tercet tournament {}` lets bots play among themselves", entry.id);
        }
        for name in players.iter().filter(|name| *name != "me") {
            entry.usual().check_bot(name, &BotLimits::own())?;
        }
        let game = if let Some(path) = &self.load {
            let record = files::read_record(path)?;
            let resumed = entry.with(&record.config).resume(&record);
            resumed.with_context(|| path.display().to_string())?
        } else {
            let config = entry.seated(&self.options, seats)?.options();
            let pairs: Vec<(&str, &str)> = config.iter().map(|(key, value)| (&**key, &**value)).collect();
            let deal = Deal::stream(self.seed.unwrap_or_else(options::drawn_seed));
            entry.with(&pairs).begin(&pairs, deal)?
        };
        if game.seats() != seats {
            bail!("the game has {} seats and --players names {seats}; it names one for each", game.seats());
        }
        Ok(game)
    }
}

struct Session<'s> {
    entry: &'static Entry,
    game: Box<dyn AnyGame>,
    deal: Deal,
    /// Who sits where: `me`, or a bot.
    players: Vec<String>,
    record_file: RecordFile,
    screen: &'s mut Screen,
    /// The state that the person was shown last.
    shown: Option<usize>,
}

impl Prompt for Session<'_> {
    fn screen(&mut self) -> &mut Screen {
        self.screen
    }

    fn deal(&self) -> &Deal {
        &self.deal
    }

    fn record(&self) -> Record {
        self.game.record()
    }

    fn close(&self) -> Result<Option<String>> {
        self.record_file.close(|| self.record())
    }

    fn title(&self) -> (&'static str, &'static str) {
        (self.entry.title, "?")
    }

    fn help(&self) -> String {
        HELP.to_owned()
    }

    fn open(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn let_others_act(&mut self) -> Result<bool, Failure> {
        while !self.acting().is_empty() && self.person().is_none() {
            self.bot_acts()?;
        }
        if self.shown != Some(self.game.inputs()) {
            self.show()?;
        }
        Ok(!self.acting().is_empty())
    }

    fn nothing(&mut self) -> io::Result<()> {
        match self.quickest_bot() {
            Some(_) => self.bot_acts().map_err(|_| io::Error::other("a bot has no answer")),
            None => self.show(),
        }
    }

    fn undo(&mut self) -> io::Result<()> {
        if !self.game.undo() {
            return self.screen.line("there is nothing to take back");
        }
        // What bots did since goes back to the person's own decision.
        while !self.acting().is_empty() && self.person().is_none() && self.game.undo() {}
        self.record_file.keep(|| self.game.record());
        Ok(())
    }

    fn take(&mut self, line: &str) -> io::Result<()> {
        let line = line.trim();
        if line.eq_ignore_ascii_case("board") {
            return self.show();
        }
        let Some(seat) = self.person() else { return self.screen.line("it is not your turn") };
        if line.eq_ignore_ascii_case("hint") {
            let advice = match self.game.advice(HINTS, self.game.inputs() as u64, seat) {
                Ok(Some(advice)) => format!("{}: {}", advice.action, advice.because()),
                Ok(None) => "there is nothing to do".to_owned(),
                Err(refused) => refused.to_string(),
            };
            return self.screen.line(&advice);
        }
        let action = match line.parse::<usize>() {
            Ok(number) => self.game.legal_actions(seat).into_iter().nth(number.wrapping_sub(1)),
            Err(_) => Some(line.to_owned()),
        };
        let Some(action) = action else { return self.screen.line(&format!("there is no option {line}")) };
        match self.game.play(seat, &action) {
            Ok(events) => self.happened(&*events),
            Err(Refused { code: "notation", .. }) if !line.contains(' ') => {
                self.screen.line(&prompt::unknown(line, "?"))
            }
            Err(refused) => self.screen.line(&refused.to_string()),
        }
    }

    fn farewell(&mut self) -> io::Result<()> {
        if let Some(end) = self.game.end_words() {
            self.screen.line(&format!("\nthe game is over: {end}"))?;
        }
        let scores = self.game.scores();
        let each = Seats::first(self.game.seats()).iter();
        let each = each.map(|seat| format!("{} {}", self.name(seat), scores.points()[seat.index()]));
        let points = each.collect::<Vec<_>>().join(", ");
        self.screen.line(&format!("points: {points}"))
    }
}

impl Session<'_> {
    /// The seats that may act.
    fn acting(&self) -> Seats {
        match self.game.turn() {
            Turn::Seats(seats) => seats,
            Turn::Chance | Turn::Over => Seats::NONE,
        }
    }

    /// The first person who may act.
    fn person(&self) -> Option<Seat> {
        self.acting().iter().find(|seat| self.players[seat.index()] == "me")
    }

    fn name(&self, seat: Seat) -> String {
        names::of_seat(&self.players, seat)
    }

    /// What the quickest of the bots that may act does.
    fn quickest_bot(&self) -> Option<(Seat, Advice)> {
        next_move(&*self.game, &self.deal, &self.players, None, &Stop::default()).ok()?()
    }

    fn bot_acts(&mut self) -> Result<(), Failure> {
        let acting = self.acting().iter().next().unwrap_or(Seat::FIRST);
        let silent = || names::silent(&self.players[acting.index()]);
        let (seat, advice) = self.quickest_bot().ok_or_else(silent).or_failed()?;
        let events = moves::play(&mut *self.game, seat, &advice).or_failed()?;
        Ok(self.happened(&*events)?)
    }

    fn happened(&mut self, events: &dyn Events) -> io::Result<()> {
        self.record_file.keep(|| self.game.record());
        for event in events.describe(&|seat| names::of_seat(&self.players, seat)) {
            self.screen.line(&event.words)?;
        }
        Ok(())
    }

    /// The position, the question and what may be answered.
    fn show(&mut self) -> io::Result<()> {
        self.shown = Some(self.game.inputs());
        let name = |seat: Seat| self.name(seat);
        let mut lines = vec![format!("\n{}", self.game.position_text(&name, self.screen.style))];
        if let Some(seat) = self.person() {
            lines.push(self.game.question(&name));
            for (number, choice) in (1..).zip(self.game.choices(seat)) {
                let words =
                    if choice.words.is_empty() { String::new() } else { format!("  {}", choice.words) };
                lines.push(format!("{number:>3}  {}{words}", choice.text));
            }
        }
        lines.retain(|line| !line.is_empty());
        self.screen.line(&lines.join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game of two as one without a treatment of its own has it.
    fn session<'s>(players: &[&str], screen: &'s mut Screen) -> Session<'s> {
        let entry = tercet_catalog::CATALOG.game("machi").unwrap();
        let players: Vec<String> = players.iter().map(|&name| name.to_owned()).collect();
        let options = AnyPlay { players: players.clone(), seed: Some(7), ..AnyPlay::default() };
        let game = options.game(entry, &players).unwrap();
        let deal = game.record().deal;
        Session { entry, game, deal, players, record_file: RecordFile::default(), screen, shown: None }
    }

    #[test]
    fn a_number_and_the_games_own_words_play_the_same() {
        let (mut one, mut other) = (Screen::plain(), Screen::plain());
        let (mut by_number, mut by_words) =
            (session(&["me", "me"], &mut one), session(&["me", "me"], &mut other));
        assert!(by_number.let_others_act().is_ok_and(|is_asked| is_asked));
        let first = by_words.game.legal_actions(Seat(0)).remove(0);
        by_number.take("1").unwrap();
        by_words.take(&first).unwrap();
        assert!(by_number.game.inputs() > 0);
        assert_eq!(by_number.record(), by_words.record());
    }

    #[test]
    fn what_is_no_option_changes_nothing() {
        let mut screen = Screen::plain();
        let mut session = session(&["me", "random"], &mut screen);
        let before = session.record();
        for line in ["0", "99", "nonsense", "build nothing", "board"] {
            session.take(line).unwrap();
            assert_eq!(session.record(), before, "{line}");
        }
    }

    #[test]
    fn bots_answer_and_undo_goes_back_to_the_persons_own_decision() {
        let mut screen = Screen::plain();
        let mut session = session(&["me", "random"], &mut screen);
        for _ in 0..20 {
            assert!(session.let_others_act().is_ok_and(|is_asked| is_asked));
            assert_eq!(session.person(), Some(Seat(0)));
            session.take("1").unwrap();
        }
        let played = session.record();
        let is_bots = |input: &tercet_game::InputText| matches!(input, tercet_game::Input::Play(Seat(1), _));
        assert!(played.inputs.iter().any(is_bots));
        assert!(session.let_others_act().is_ok());
        let before = session.game.inputs();
        session.undo().unwrap();
        assert!(session.game.inputs() < before);
        assert_eq!(session.person(), Some(Seat(0)));
    }

    #[test]
    fn seats_and_players_must_agree() {
        let entry = tercet_catalog::CATALOG.game("machi").unwrap();
        let refused = |players: &[&str]| {
            let players: Vec<String> = players.iter().map(|&name| name.to_owned()).collect();
            let options = AnyPlay { seed: Some(7), ..AnyPlay::default() };
            options.game(entry, &players).err().map(|error| error.to_string())
        };
        assert!(refused(&["me"]).is_some());
        assert!(refused(&["random", "random"]).is_some_and(|why| why.starts_with("nobody is `me`")));
        assert!(refused(&["me", "nobody"]).is_some());
    }
}
