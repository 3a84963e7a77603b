//! The text forms of actions, outcomes and events. They go through the rules, because cards have their names there.

use alloc::format;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::fmt;

use tercet_game::{End, Notation, NotationError, Seat, Seats, numbered_actions};

use crate::action::{Action, Chance, Event, Kind, Site};
use crate::card::slug;
use crate::facts::Landmark;
use crate::rules::MachiKoro;

impl Notation for MachiKoro {
    const READS_EVENTS: bool = true;

    fn actions(&self) -> Vec<Self::Action> {
        numbered_actions(self)
    }

    fn write_action(&self, action: Action, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(action.verb())?;
        if let Action::Roll(dice) = action {
            write!(out, " {dice}")?;
        }
        if let Some(kind) = action.kind() {
            write!(out, " {}", self.cards.slug(kind))?;
        }
        if let Some(landmark) = action.landmark() {
            write!(out, " {landmark}")?;
        }
        action.seat().map_or(Ok(()), |seat| write!(out, " {}", seat.0 + 1))
    }

    fn read_action(&self, text: &str) -> Result<Action, NotationError> {
        let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
        match (verb, rest) {
            ("roll", "1") => return Ok(Action::Roll(1)),
            ("roll", "2") => return Ok(Action::Roll(2)),
            ("target", seat) => return read_seat(seat).map(Action::Target),
            ("exchange", seat) => return read_seat(seat).map(Action::Exchange),
            ("give", name) => return self.read_kind(name).map(Action::Give),
            ("take", name) => return self.read_kind(name).map(Action::Take),
            ("demolish", name) => return read_landmark(name).map(Action::Demolish),
            ("move", rest) => {
                let (name, seat) = rest.rsplit_once(' ').ok_or_else(|| unread_action(text))?;
                return Ok(Action::Move(self.read_kind(name)?, read_seat(seat)?));
            }
            ("renovate", name) => return self.read_kind(name).map(Action::Renovate),
            ("exhibit", name) => return self.read_kind(name).map(Action::Exhibit),
            ("activate", name) => return self.read_kind(name).map(Action::Activate),
            ("build", name) => {
                return self.read_site(name).map(|site| match site {
                    Site::Card(kind) => Action::Build(kind),
                    Site::Landmark(landmark) => Action::BuildLandmark(landmark),
                });
            }
            _ => {}
        }
        Ok(match text {
            "keep" => Action::Keep,
            "reroll" => Action::Reroll,
            "add_two" => Action::AddTwo,
            "stay" => Action::Stay,
            "decline" => Action::Decline,
            "pass" => Action::Pass,
            "invest" => Action::Invest,
            "save" => Action::Save,
            _ => return Err(unread_action(text)),
        })
    }

    fn write_chance(&self, chance: Chance, out: &mut dyn fmt::Write) -> fmt::Result {
        match chance {
            Chance::Die(die) => write!(out, "die {die}"),
            Chance::Dice(low, high) => write!(out, "dice {low} {high}"),
            Chance::Throw(sum) => write!(out, "throw {sum}"),
            Chance::Deal(kind) => write!(out, "deal {}", self.cards.slug(kind)),
        }
    }

    fn read_chance(&self, text: &str) -> Result<Chance, NotationError> {
        let unread = || {
            NotationError::new(
                text,
                "an outcome is `die 3`, `dice 2 5` (the lower first), `throw 7` or `deal ranch`",
            )
        };
        let number = |text: &str, most| read_number(text, most).ok_or_else(unread);
        let words: Vec<&str> = text.split(' ').collect();
        match words[..] {
            ["die", die] => number(die, 6).map(Chance::Die),
            ["dice", low, high] => match (number(low, 6)?, number(high, 6)?) {
                (low, high) if low <= high => Ok(Chance::Dice(low, high)),
                _ => Err(unread()),
            },
            ["throw", sum] => number(sum, 12).map(Chance::Throw),
            ["deal", _, ..] => self.read_kind(&text["deal ".len()..]).map(Chance::Deal),
            _ => Err(unread()),
        }
    }

    fn write_edit(&self, edit: Infallible, _out: &mut dyn fmt::Write) -> fmt::Result {
        match edit {}
    }

    fn read_edit(&self, text: &str) -> Result<Infallible, NotationError> {
        Err(NotationError::new(text, "nothing of Machi Koro is changed by hand"))
    }

    fn write_event(&self, event: &Event, out: &mut dyn fmt::Write) -> fmt::Result {
        let name = |kind| self.cards.slug(kind);
        match *event {
            Event::TurnStart { seat, turn } => write!(out, "{seat} turn {turn}"),
            Event::Roll { seat, dice: [die, 0] } => write!(out, "{seat} rolls {die}"),
            Event::Roll { seat, dice: [low, high] } => write!(out, "{seat} rolls {low} {high}"),
            Event::Reroll { seat } => write!(out, "{seat} rerolls"),
            Event::AddTwo { seat, total } => write!(out, "{seat} adds two: {total}"),
            Event::Throw { seat, sum } => write!(out, "{seat} throws {sum}"),
            Event::Activates { seat, kind, copies } => {
                write!(out, "{seat} activates {} x{copies}", name(kind))
            }
            Event::Payout { seat, kind, coins } => write!(out, "{seat} gets {coins} for {}", name(kind)),
            Event::Fee { seat, kind, coins } => write!(out, "{seat} pays {coins} for {}", name(kind)),
            Event::Collect { seat, from, kind, coins } => {
                write!(out, "{seat} collects {coins} from {from} for {}", name(kind))
            }
            Event::Steal { seat, from, kind, coins } => {
                write!(out, "{seat} takes {coins} from {from} for {}", name(kind))
            }
            Event::Swap { seat, with, give, take } => {
                write!(out, "{seat} swaps {} for {} with {with}", name(give), name(take))
            }
            Event::Decline { seat, kind } => write!(out, "{seat} declines {}", name(kind)),
            Event::Renovate { seat, kind } => write!(out, "{seat} renovates {}", name(kind)),
            Event::Close { seat, kind, copies } => write!(out, "{seat} closes {} x{copies}", name(kind)),
            Event::Open { seat, kind, copies } => write!(out, "{seat} opens {} x{copies}", name(kind)),
            Event::Demolish { seat, landmark } => write!(out, "{seat} demolishes {landmark}"),
            Event::Move { seat, to, kind } => write!(out, "{seat} moves {} to {to}", name(kind)),
            Event::Exhibit { seat, hall, kind } => {
                write!(out, "{seat} exhibits {} by {}", name(kind), name(hall))
            }
            Event::CityHall { seat } => write!(out, "{seat} gets 1 from city_hall"),
            Event::BankStatus { seat, coins } => write!(out, "{seat} has {coins}"),
            Event::Build { seat, site, cost } => {
                write!(out, "{seat} builds {} for {cost}", self.site_name(site))
            }
            Event::Pass { seat } => write!(out, "{seat} passes"),
            Event::Airport { seat, coins } => write!(out, "{seat} gets {coins} from airport"),
            Event::Invest { seat, lie } => write!(out, "{seat} invests: {lie}"),
            Event::Dealt { kind } => write!(out, "dealt {}", name(kind)),
            Event::Left { kind, copies } => write!(out, "left {} x{copies}", name(kind)),
            Event::BonusTurn { seat } => write!(out, "{seat} again"),
            Event::Win { seat } => write!(out, "{seat} wins"),
            Event::Over { end } => write!(out, "over {end}"),
        }
    }

    fn read_event(&self, text: &str) -> Result<Event, NotationError> {
        let words: Vec<&str> = text.split(' ').collect();
        self.event_of(&words)
            .filter(|event| self.event_text(event) == text)
            .ok_or_else(|| NotationError::new(text, "not an event of Machi Koro"))
    }
}

impl MachiKoro {
    /// The kind with this name, in whatever spelling.
    ///
    /// # Errors
    /// If this game has no such card.
    pub fn read_kind(&self, name: &str) -> Result<Kind, NotationError> {
        self.cards.find(name).ok_or_else(|| NotationError::new(name, "this game has no such card"))
    }

    /// The name of a card or landmark in texts that programs read.
    pub fn site_name(&self, site: Site) -> &str {
        match site {
            Site::Card(kind) => self.cards.slug(kind),
            Site::Landmark(landmark) => landmark.name(),
        }
    }

    /// The card or landmark with this name, in whatever spelling.
    ///
    /// # Errors
    /// If this game has neither.
    pub fn read_site(&self, name: &str) -> Result<Site, NotationError> {
        if let Ok(landmark) = read_landmark(name) {
            return Ok(Site::Landmark(landmark));
        }
        let kind = self.cards.find(name);
        kind.map(Site::Card).ok_or_else(|| NotationError::new(name, "this game has no such card or landmark"))
    }

    fn event_of(&self, words: &[&str]) -> Option<Event> {
        let kind = |name: &str| self.cards.find(name);
        match *words {
            ["seat", seat, ref rest @ ..] => self.seat_event(read_seat(seat).ok()?, rest),
            ["dealt", name] => Some(Event::Dealt { kind: kind(name)? }),
            ["left", name, copies] => Some(Event::Left { kind: kind(name)?, copies: times(copies)? }),
            ["over", end] => Some(Event::Over { end: End::from_name(end)? }),
            _ => None,
        }
    }

    fn seat_event(&self, seat: Seat, words: &[&str]) -> Option<Event> {
        let kind = |name: &str| self.cards.find(name);
        let die = |text: &str| read_number(text, 6);
        let other = |text: &str| read_seat(text).ok();
        Some(match *words {
            ["turn", turn] => Event::TurnStart { seat, turn: turn.parse().ok()? },
            ["rolls", one] => Event::Roll { seat, dice: [die(one)?, 0] },
            ["rolls", low, high] => Event::Roll { seat, dice: [die(low)?, die(high)?] },
            ["rerolls"] => Event::Reroll { seat },
            ["adds", "two:", total] => Event::AddTwo { seat, total: total.parse().ok()? },
            ["throws", sum] => Event::Throw { seat, sum: sum.parse().ok()? },
            ["activates", name, copies] => {
                Event::Activates { seat, kind: kind(name)?, copies: times(copies)? }
            }
            ["gets", "1", "from", "city_hall"] => Event::CityHall { seat },
            ["gets", coins, "from", "airport"] => Event::Airport { seat, coins: coins.parse().ok()? },
            ["gets", coins, "for", name] => {
                Event::Payout { seat, kind: kind(name)?, coins: coins.parse().ok()? }
            }
            ["pays", coins, "for", name] => {
                Event::Fee { seat, kind: kind(name)?, coins: coins.parse().ok()? }
            }
            ["collects", coins, "from", "seat", from, "for", name] => {
                Event::Collect { seat, from: other(from)?, kind: kind(name)?, coins: coins.parse().ok()? }
            }
            ["takes", coins, "from", "seat", from, "for", name] => {
                Event::Steal { seat, from: other(from)?, kind: kind(name)?, coins: coins.parse().ok()? }
            }
            ["swaps", give, "for", take, "with", "seat", with] => {
                Event::Swap { seat, with: other(with)?, give: kind(give)?, take: kind(take)? }
            }
            ["declines", name] => Event::Decline { seat, kind: kind(name)? },
            ["renovates", name] => Event::Renovate { seat, kind: kind(name)? },
            ["closes", name, copies] => Event::Close { seat, kind: kind(name)?, copies: times(copies)? },
            ["opens", name, copies] => Event::Open { seat, kind: kind(name)?, copies: times(copies)? },
            ["demolishes", name] => Event::Demolish { seat, landmark: Landmark::from_name(name)? },
            ["moves", name, "to", "seat", to] => Event::Move { seat, to: other(to)?, kind: kind(name)? },
            ["exhibits", name, "by", hall] => Event::Exhibit { seat, hall: kind(hall)?, kind: kind(name)? },
            ["has", coins] => Event::BankStatus { seat, coins: coins.parse().ok()? },
            ["builds", name, "for", cost] => {
                Event::Build { seat, site: self.read_site(name).ok()?, cost: cost.parse().ok()? }
            }
            ["passes"] => Event::Pass { seat },
            ["invests:", lie] => Event::Invest { seat, lie: lie.parse().ok()? },
            ["again"] => Event::BonusTurn { seat },
            ["wins"] => Event::Win { seat },
            _ => return None,
        })
    }
}

/// The landmark with this name, in whatever spelling.
///
/// # Errors
/// If there is none.
pub(crate) fn read_landmark(name: &str) -> Result<Landmark, NotationError> {
    let all = || Landmark::ALL.map(Landmark::name).join(", ");
    Landmark::from_name(&slug(name))
        .ok_or_else(|| NotationError::new(name, format!("no landmark; landmarks are {}", all())))
}

fn read_seat(text: &str) -> Result<Seat, NotationError> {
    let number = read_number(text, Seats::MAX);
    number
        .map(|number| Seat(number - 1))
        .ok_or_else(|| NotationError::new(text, "a seat is a number, counted from one"))
}

/// A number from 1 to `most` in plain digits.
fn read_number(text: &str, most: u8) -> Option<u8> {
    let number: u8 = text.parse().ok()?;
    ((1..=most).contains(&number) && !text.starts_with(['0', '+'])).then_some(number)
}

/// A number of copies: `x2`.
fn times(text: &str) -> Option<u8> {
    text.strip_prefix('x')?.parse().ok()
}

fn unread_action(text: &str) -> NotationError {
    let why = "an action is `roll 2`, `keep`, `reroll`, `add_two`, `stay`, `target 2`, `exchange 2`, `give bakery`, \
               `take mine`, `demolish harbor`, `move bakery 2`, `renovate mine`, `exhibit mine`, `activate park`, \
               `decline`, `build mine`, `pass`, `invest` or `save`";
    NotationError::new(text, why)
}
