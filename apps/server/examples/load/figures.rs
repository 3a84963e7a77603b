//! How long things took.

/// Times in milliseconds.
#[derive(Clone, Default)]
pub(crate) struct Times(Vec<f64>);

impl Times {
    pub(crate) fn push(&mut self, took: std::time::Duration) {
        self.0.push(took.as_secs_f64() * 1e3);
    }

    pub(crate) fn add(&mut self, other: Times) {
        self.0.extend(other.0);
    }

    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// The time that so many of a hundred did not exceed.
    pub(crate) fn at(&self, percent: usize) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        let place = (sorted.len() * percent / 100).min(sorted.len().saturating_sub(1));
        sorted.get(place).copied().unwrap_or(0.0)
    }

    /// A line of a table.
    pub(crate) fn row(&self, name: &str) -> String {
        let [p50, p95, p99, most] = [50, 95, 99, 100].map(|percent| self.at(percent));
        format!("{name:<34}{:>8}{p50:>9.1}{p95:>9.1}{p99:>9.1}{most:>9.1}", self.count())
    }
}

/// What stands above such lines.
pub(crate) fn heading() -> String {
    format!("{:<34}{:>8}{:>9}{:>9}{:>9}{:>9}", "milliseconds", "count", "p50", "p95", "p99", "longest")
}

/// How loaded the machine is, by all that runs on it.
pub(crate) fn machine_load() -> String {
    let all = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    all.split(' ').take(3).collect::<Vec<_>>().join(" ")
}
