//! Times: milliseconds since 1970 in the file, RFC 3339 for people, days in UTC.

use std::time::{SystemTime, UNIX_EPOCH};

use chrono::{DateTime, Datelike as _, NaiveDate, SecondsFormat};

/// The system's clock.
pub fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// A time in UTC.
///
/// ```
/// assert_eq!(tercet_store::rfc3339(1_000_000_000_123), "2001-09-09T01:46:40.123Z");
/// ```
pub fn rfc3339(ms: i64) -> String {
    // What no calendar reaches is its end.
    let time = DateTime::from_timestamp_millis(ms).unwrap_or(DateTime::<chrono::Utc>::MAX_UTC);
    time.to_rfc3339_opts(SecondsFormat::Millis, true)
}

/// Today in UTC, written as in 2026-11-16.
pub fn today() -> String {
    rfc3339(now_ms())[..10].to_owned()
}

/// A day as the number YYYYMMDD, which is the seed of that day's puzzle at every door (R18 of SET); `None` if the text is no
/// day of the calendar, written as in 2026-11-16.
///
/// ```
/// assert_eq!(tercet_store::day_number("2026-11-16"), Some(20_261_116));
/// assert_eq!(tercet_store::day_number("2026-02-29"), None);
/// ```
pub fn day_number(text: &str) -> Option<u64> {
    let day = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()?;
    // Other spellings of a day are none: its text is its name.
    let is_written_out = day.to_string() == text && (0..=9999).contains(&day.year());
    is_written_out
        .then(|| u64::from(day.year().unsigned_abs()) * 10_000 + u64::from(day.month() * 100 + day.day()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_out() {
        assert_eq!(rfc3339(-86_400_000), "1969-12-31T00:00:00.000Z");
        assert_eq!(rfc3339(11_016 * 86_400_000 + 1), "2000-02-29T00:00:00.001Z");
        assert_eq!(rfc3339(i64::MAX), rfc3339(i64::MAX - 1), "no calendar reaches it");
    }

    #[test]
    fn a_day_is_written_in_one_way() {
        assert_eq!(day_number("2028-02-29"), Some(20_280_229));
        let wrong = [
            "",
            "2026-11",
            "2026-1-16",
            "26-11-2016",
            "2026-11-1a",
            "2026-11-16-",
            "2026-13-01",
            "2026-02-29",
            " 2026-11-16",
            "+2026-11-16",
            "12026-11-16",
        ];
        for text in wrong {
            assert_eq!(day_number(text), None, "{text}");
        }
    }
}
