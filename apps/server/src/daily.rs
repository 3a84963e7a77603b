//! The puzzle of the day: the same for everybody, from the date alone.

use std::collections::BTreeMap;

use crate::refusal::Refusal;
use crate::wire::{NewSeat, NewTable};

/// The seed of a game's puzzle of a day. It is no secret.
pub(crate) fn seed(game: &str, day: &str) -> u64 {
    let hash = blake3::hash(format!("tercet daily {game} {day}").as_bytes());
    let bytes = hash.as_bytes();
    u64::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7]])
}

/// The table of a game's puzzle of a day: one seat, the game's usual options.
pub(crate) fn table(new: NewTable, day: &str) -> Result<NewTable, Refusal> {
    if !is_date(day) {
        return Err(Refusal::new("json", format!("`{day}` is no day; write it as in 2026-11-16")));
    }
    let alone = match new.seats.into_iter().next() {
        Some(NewSeat::Me { name }) => NewSeat::Me { name },
        _ => NewSeat::Me { name: String::new() },
    };
    Ok(NewTable {
        options: BTreeMap::new(),
        seats: vec![alone],
        seed: Some(seed(&new.game, day)),
        deal: None,
        study: false,
        ..NewTable { seats: Vec::new(), ..new }
    })
}

/// Is it written as a date?
pub(crate) fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let is_number = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
    let lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
    lengths == [4, 2, 2] && parts.iter().all(is_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_has_one_seed_for_each_game() {
        assert_eq!(seed("set", "2026-11-16"), seed("set", "2026-11-16"));
        assert_ne!(seed("set", "2026-11-16"), seed("triangle", "2026-11-16"));
        assert_ne!(seed("set", "2026-11-16"), seed("set", "2026-11-17"));
    }

    #[test]
    fn dates_are_written_out() {
        assert!(is_date("2026-11-16"));
        for text in ["", "2026-11", "2026-1-16", "26-11-2016", "2026-11-1a", "2026-11-16-"] {
            assert!(!is_date(text), "{text}");
        }
    }
}
