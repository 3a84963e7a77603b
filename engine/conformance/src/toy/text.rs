//! The toy's words: actions, faces, events and refusals as text.

use std::fmt;

use tercet_game::{End, Notation, NotationError, Refusal, Seat, Seats};

use super::{Action, Event, Face, Illegal, Pot, Toy};

impl Notation for Toy {
    const READS_EVENTS: bool = true;

    fn actions(&self) -> Vec<Action> {
        Action::ALL.to_vec()
    }

    fn write_action(&self, action: Action, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(action.name())
    }

    fn read_action(&self, text: &str) -> Result<Action, NotationError> {
        Action::from_name(text).ok_or_else(|| NotationError::new(text, "an action is grab, hold or roll"))
    }

    fn write_chance(&self, chance: Face, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{}", chance.0)
    }

    fn read_chance(&self, text: &str) -> Result<Face, NotationError> {
        match text.as_bytes() {
            [digit @ b'1'..=b'6'] => Ok(Face(digit - b'0')),
            _ => Err(NotationError::new(text, "a die shows 1 to 6")),
        }
    }

    fn write_edit(&self, edit: Pot, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "pot {}", edit.0)
    }

    fn read_edit(&self, text: &str) -> Result<Pot, NotationError> {
        let pot = text.strip_prefix("pot ").and_then(|pot| pot.parse().ok()).map(Pot);
        pot.ok_or_else(|| NotationError::new(text, "an edit is `pot 12`"))
    }

    fn write_event(&self, event: &Event, out: &mut dyn fmt::Write) -> fmt::Result {
        match *event {
            Event::Grabbed(seat) => write!(out, "grabbed {}", seat.0 + 1),
            Event::Passed(seat) => write!(out, "passed {}", seat.0 + 1),
            Event::Rolled(face) => write!(out, "rolled {}", face.0),
            Event::Lost(pot) => write!(out, "lost {pot}"),
            Event::Banked(seat, pot) => write!(out, "banked {} {pot}", seat.0 + 1),
            Event::Set(pot) => write!(out, "set {pot}"),
            Event::Over(end) => write!(out, "over {end}"),
        }
    }

    fn read_event(&self, text: &str) -> Result<Event, NotationError> {
        let words: Vec<&str> = text.split(' ').collect();
        let event = match words[..] {
            ["grabbed", seat] => read_seat(seat).map(Event::Grabbed),
            ["passed", seat] => read_seat(seat).map(Event::Passed),
            ["rolled", face] => self.read_chance(face).ok().map(Event::Rolled),
            ["lost", pot] => pot.parse().ok().map(Event::Lost),
            ["banked", seat, pot] => {
                read_seat(seat).zip(pot.parse().ok()).map(|(seat, pot)| Event::Banked(seat, pot))
            }
            ["over", end] => End::from_name(end).map(Event::Over),
            _ => None,
        };
        event.ok_or_else(|| {
            NotationError::new(text, "an event is grabbed, passed, rolled, lost, banked or over")
        })
    }
}

fn read_seat(text: &str) -> Option<Seat> {
    text.parse().ok().filter(|number| (1..=Seats::MAX).contains(number)).map(|number| Seat(number - 1))
}

impl From<tercet_game::Unsupported> for Illegal {
    fn from(_: tercet_game::Unsupported) -> Illegal {
        Illegal::NotNow
    }
}

impl Refusal for Illegal {
    fn code(&self) -> &'static str {
        match self {
            Illegal::Over => "over",
            Illegal::NotYourTurn => "not_your_turn",
            Illegal::NotNow => "not_now",
            Illegal::EmptyPot => "empty_pot",
            Illegal::NotThrown => "not_thrown",
            Illegal::NoClock => "no_clock",
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Illegal::Over => "the game is over",
            Illegal::NotYourTurn => "it is not this seat's turn",
            Illegal::NotNow => "that can't be done in this phase",
            Illegal::EmptyPot => "there is nothing in the pot to hold",
            Illegal::NotThrown => "no die was thrown that could show this",
            Illegal::NoClock => "no clock is running",
        })
    }
}
