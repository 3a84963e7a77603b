//! The puzzle of the day: the same for everybody, from the date alone.

use std::collections::BTreeMap;

use tercet_store::day_number;

use crate::games::DAILY_OPTIONS;
use crate::refusal::Refusal;
use crate::wire::{NewSeat, NewTable};

/// The seed of a day's puzzle: the same at every door. It is no secret.
///
/// # Errors
/// If the text is no day of the calendar, written as in 2026-11-16.
pub(crate) fn seed(day: &str) -> Result<u64, Refusal> {
    day_number(day)
        .ok_or_else(|| Refusal::new("json", format!("`{day}` is no day; write it as in 2026-11-16")))
}

/// The options of a game's puzzle.
fn options(game: &str) -> BTreeMap<String, String> {
    let found =
        DAILY_OPTIONS.iter().find(|(other, _)| *other == game).map_or(&[][..], |(_, options)| options);
    found.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

/// The table of a game's puzzle of a day: one seat, the same options for everybody. An earlier day's is an unrated game of the same deal: its
/// results are known.
///
/// # Errors
/// If the text is no day, or the day has not come.
pub(crate) fn table(new: NewTable, day: &str, today: &str) -> Result<NewTable, Refusal> {
    let seed = seed(day)?;
    // Days are written in the order of time.
    if day > today {
        let why = format!("the puzzle of {day} is not out yet; today's is that of {today}, in UTC");
        return Err(Refusal::new("daily", why));
    }
    let alone = match new.seats.into_iter().next() {
        Some(NewSeat::Me { name }) => NewSeat::Me { name },
        _ => NewSeat::Me { name: String::new() },
    };
    Ok(NewTable {
        options: options(&new.game),
        seats: vec![alone],
        seed: Some(seed),
        deal: None,
        daily: (day == today).then(|| day.to_owned()),
        study: false,
        waits: false,
        public: false,
        ..NewTable { seats: Vec::new(), ..new }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_counts_while_it_lasts_and_can_not_be_played_before() {
        let asked = |day: &str| {
            let new = serde_json::from_value(serde_json::json!({ "game": "set", "daily": day })).unwrap();
            table(new, day, "2026-11-16")
        };
        let today = asked("2026-11-16").unwrap();
        assert_eq!((today.daily.as_deref(), today.seed), (Some("2026-11-16"), Some(20_261_116)));
        assert_eq!(today.options["variant"], "puzzle");
        let earlier = asked("2026-09-30").unwrap();
        assert_eq!((earlier.daily, earlier.seed), (None, Some(20_260_930)));
        for day in ["2026-11-17", "2027-01-01", "9999-12-31"] {
            let refusal = asked(day).unwrap_err();
            let why = format!("the puzzle of {day} is not out yet; today's is that of 2026-11-16, in UTC");
            assert_eq!((refusal.code.as_ref(), refusal.why), ("daily", why));
        }
    }

    #[test]
    fn what_is_no_day_is_refused() {
        let why = "`2026-02-29` is no day; write it as in 2026-11-16";
        assert_eq!(seed("2026-02-29").unwrap_err().why, why);
    }
}
