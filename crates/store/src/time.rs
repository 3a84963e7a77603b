//! Times: milliseconds since 1970 in the file, RFC 3339 for people.

use std::time::{SystemTime, UNIX_EPOCH};

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
    const DAY: i64 = 86_400_000;
    let (days, rest) = (ms.div_euclid(DAY), ms.rem_euclid(DAY));
    let (year, month, day) = civil(days);
    let (hour, minute, second) = (rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{:03}Z", rest % 1000)
}

/// Year, month and day. Years begin in March here, so that the leap day is the last of its year.
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, month) = (day - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    (era * 400 + year + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::rfc3339;

    #[test]
    fn days_of_the_calendar() {
        let midnight = |days: i64| rfc3339(days * 86_400_000)[..10].to_owned();
        let known = [
            (0, "1970-01-01"),
            (59, "1970-03-01"),
            (789, "1972-02-29"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (20_762, "2026-11-05"),
            (-1, "1969-12-31"),
        ];
        assert!(known.iter().all(|&(days, date)| midnight(days) == date));
    }
}
