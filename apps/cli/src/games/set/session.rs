//! A game on a prompt: the person types, the table answers.

use std::io;
use std::time::Instant;

use tercet_game::{Deal, Game, Record, Refusal, RunError, Seat, Seats};
use tercet_set::{Action, Card, Cell, Claim, Event, Illegal, Variant};
use tercet_set_play::text::{board, words};

use crate::failure::{Answer, Failure};
use crate::games::set::goals::Goals;
use crate::games::set::table::Table;
use crate::games::set::typed::{self, HELP, Typed};
use crate::output::Screen;
use crate::prompt::{self, Prompt};

pub(crate) struct Session<'s> {
    pub(super) table: Table,
    pub(super) screen: &'s mut Screen,
    /// How many cards of the hint have been shown on this board.
    hinted: usize,
    /// When the position became what it is.
    pub(super) since: Instant,
    goals: &'s Goals,
}

pub(crate) fn run(table: Table, goals: &Goals, screen: &mut Screen) -> Result<Answer, Failure> {
    prompt::run(Session { table, screen, hinted: 0, since: Instant::now(), goals })
}

impl Prompt for Session<'_> {
    fn screen(&mut self) -> &mut Screen {
        self.screen
    }

    fn deal(&self) -> &Deal {
        self.table.deal()
    }

    fn record(&self) -> Record {
        self.table.record()
    }

    fn close(&self) -> anyhow::Result<Option<String>> {
        self.table.close()
    }

    fn title(&self) -> (&'static str, &'static str) {
        ("SET", "help")
    }

    fn help(&self) -> String {
        HELP.to_owned()
    }

    fn open(&mut self) -> io::Result<()> {
        let opening = std::mem::take(&mut self.table.opening);
        self.print_events(&opening)?;
        self.show()
    }

    fn let_others_act(&mut self) -> Result<bool, Failure> {
        self.let_bots_act()?;
        Ok(!self.table.is_over())
    }

    fn nothing(&mut self) -> io::Result<()> {
        self.wait()
    }

    fn undo(&mut self) -> io::Result<()> {
        if self.table.is_race() {
            return self.screen.line("nothing is taken back in a race");
        }
        if !self.table.undo() {
            return self.screen.line("there is nothing to take back");
        }
        self.hinted = 0;
        self.table.keep();
        self.show()
    }

    fn take(&mut self, line: &str) -> io::Result<()> {
        let typed = Typed::read(line);
        match typed {
            Typed::Claim(names) => self.claim(&names),
            Typed::Deal => self.act(Action::Deal),
            Typed::Call => self.act(Action::Call),
            Typed::Hint | Typed::Board | Typed::Sets => self.look(&typed),
            Typed::Unknown(why) => self.screen.line(&why),
        }
    }

    /// The Sets found, the points, and how the goals stand.
    fn farewell(&mut self) -> io::Result<()> {
        let scores = self.table.game().scores(self.table.state());
        if let Some(end) = scores.end() {
            self.screen.line(&format!("\nthe game is over: {}", words::end(end)))?;
        }
        let taken = self.table.taken();
        for seat in Seats::first(scores.points().len() as u8).iter() {
            self.tally(seat, &taken, scores.points()[seat.index()])?;
        }
        if self.table.is_race() && scores.end().is_some() {
            let winners: Vec<String> = scores.winners().iter().map(|seat| self.table.name(seat)).collect();
            self.screen.line(&format!("won: {}", winners.join(", ")))?;
        }
        for line in self.goals.status(self.table.game(), self.table.state()) {
            self.screen.line(&line)?;
        }
        Ok(())
    }
}

impl Session<'_> {
    /// Looks at the board as it is by now.
    fn look(&mut self, typed: &Typed) -> io::Result<()> {
        let is_new = self.quicker_bots_act()?;
        match typed {
            _ if self.table.is_over() => Ok(()),
            Typed::Board if is_new => Ok(()),
            Typed::Board => self.show(),
            Typed::Hint => self.hint(),
            _ => {
                let sets = self.table.game().claims(self.table.state()).len();
                self.screen.line(&format!("Sets on the board: {sets}"))
            }
        }
    }

    fn claim(&mut self, names: &[String]) -> io::Result<()> {
        let cells = typed::cells(names, self.table.state());
        let claim = cells.and_then(|cells| Claim::new(&cells).map_err(|error| error.to_string()));
        match claim {
            Ok(claim) => self.act(Action::Claim(claim)),
            Err(why) => self.screen.line(&why),
        }
    }

    /// The person acts, unless somebody was quicker.
    fn act(&mut self, action: Action) -> io::Result<()> {
        let Some(action) = self.after_quicker_bots(action)? else { return Ok(()) };
        let cards = self.named(action);
        match self.table.play(self.table.me(), action) {
            Ok(events) => {
                self.since = Instant::now();
                self.happened(&events)?;
                self.let_bots_act().map(drop)
            }
            Err(RunError::Refused(Illegal::NotASet)) if cards.len() == 3 => {
                let why = words::why_no_set(&cards);
                self.screen.line(&format!("{} ({why})", Illegal::NotASet))
            }
            Err(RunError::Refused(illegal)) => {
                tracing::debug!(code = illegal.code(), "refused");
                self.screen.line(&illegal.to_string())
            }
            Err(error) => self.screen.line(&error.to_string()),
        }
    }

    /// The cards that an action claims.
    pub(super) fn named(&self, action: Action) -> Vec<Card> {
        let Action::Claim(claim) = action else { return Vec::new() };
        claim.cells().iter().filter_map(|&cell| self.table.state().card(cell)).collect()
    }

    /// Tells what happened, and shows the board if it is another one now.
    pub(super) fn happened(&mut self, events: &[Event]) -> io::Result<()> {
        self.hinted = 0;
        self.table.keep();
        self.print_events(events)?;
        if events.iter().any(is_new_board) && !self.table.is_over() {
            self.show()?;
        }
        Ok(())
    }

    /// What happened, but for cards dealt, which the board shows, and what the person alone has just typed.
    fn print_events(&mut self, events: &[Event]) -> io::Result<()> {
        for event in events {
            let is_plain = match event {
                Event::Dealt { .. } | Event::Over { .. } => true,
                Event::Asked { .. } => !self.table.is_race(),
                _ => false,
            };
            if !is_plain {
                let text = words::event(event, &|seat| self.table.name(seat));
                self.screen.line(&text)?;
            }
        }
        Ok(())
    }

    fn show(&mut self) -> io::Result<()> {
        let state = self.table.state();
        let text = format!(
            "\n{}\n\n{}; cards left in the deck: {}",
            board::draw(state, self.screen.style),
            self.standings(),
            state.unseen().len()
        );
        self.screen.line(&text)
    }

    /// «Sets found: 3» or, in a race, everybody's points.
    fn standings(&self) -> String {
        let table = &self.table;
        if !table.is_race() {
            let config = table.game().config();
            let of = match config.variant {
                Variant::Puzzle => format!(" of {}", config.puzzle_sets),
                _ => String::new(),
            };
            return format!("Sets found: {}{of}", table.state().sets(table.me()));
        }
        let points = table.game().scores(table.state());
        let seats = Seats::first(points.points().len() as u8);
        let each = seats.iter().map(|seat| format!("{} {}", table.name(seat), points.points()[seat.index()]));
        format!("points: {}", each.collect::<Vec<_>>().join(", "))
    }

    /// One card of the first Set more, each time.
    fn hint(&mut self) -> io::Result<()> {
        let Some(claim) = self.table.game().first_claim(self.table.state()) else {
            return self.screen.line("there is no Set on the board; `deal` brings three more cards");
        };
        self.hinted = (self.hinted + 1).min(claim.cells().len());
        let is_whole = self.hinted == claim.cells().len();
        let place = |&cell: &Cell| {
            let card = self.table.state().card(cell).map(Card::words);
            format!("{cell} ({})", card.unwrap_or_default())
        };
        let places: Vec<String> = claim.cells()[..self.hinted].iter().map(place).collect();
        let verb = match (self.hinted, is_whole) {
            (_, true) => "are",
            (1, _) => "is in",
            _ => "are in",
        };
        let whole = if claim.cells().len() == 4 { "an ultraset" } else { "a Set" };
        self.screen.line(&format!("{} {verb} {whole}", places.join(" and ")))
    }

    fn tally(&mut self, seat: Seat, taken: &[(Seat, Vec<Card>)], points: i32) -> io::Result<()> {
        let own: Vec<&Vec<Card>> =
            taken.iter().filter(|(by, _)| *by == seat).map(|(_, cards)| cards).collect();
        let whose = if self.table.is_race() { format!("{}: ", self.table.name(seat)) } else { String::new() };
        self.screen.line(&format!("{whose}Sets found: {}, points: {points}", own.len()))?;
        for (cards, number) in own.iter().zip(1..) {
            self.screen.line(&format!("{number:>2}. {}", words::cards(cards)))?;
        }
        Ok(())
    }
}

/// Did this change the board?
pub(crate) fn is_new_board(event: &Event) -> bool {
    matches!(event, Event::Dealt { .. } | Event::Claimed { .. })
}
