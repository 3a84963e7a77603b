//! The counts as Prometheus reads them.

use std::fmt::{Display, Write as _};

use super::Metrics;
use super::histogram::{Counted, Histogram};

/// What is measured at the moment of asking.
pub(super) struct Now {
    pub(super) tables: usize,
    pub(super) connections: usize,
    pub(super) thinkers_waiting: usize,
    pub(super) tournaments_waiting: usize,
    pub(super) archive_bytes: u64,
    pub(super) memory_bytes: Option<u64>,
    pub(super) shared: Option<SharedNow>,
}

/// Metrics of a server that shares its tables.
pub(super) struct SharedNow {
    /// The number of its lease; 0 if it has none just now.
    pub(super) epoch: i64,
    pub(super) peers: usize,
    pub(super) taken_over: u64,
    pub(super) forwarded: u64,
    pub(super) relayed: u64,
}

/// All of it as text.
pub(super) fn text(metrics: &Metrics, now: &Now) -> String {
    let mut page = Page(String::new());
    let version = env!("CARGO_PKG_VERSION");
    page.head("tercet_build_info", "gauge", "The version that runs.");
    page.line(&format!("tercet_build_info{{version=\"{version}\"}}"), 1);
    page.gauge("tercet_tables", "Tables in memory.", now.tables);
    page.gauge("tercet_connections", "Connections, sockets among them.", now.connections);
    page.gauge("tercet_sockets", "WebSockets.", metrics.sockets.count());
    page.gauge(
        "tercet_changes_pending",
        "Changes of tables that are not on disk yet.",
        metrics.changes.count(),
    );
    page.gauge("tercet_bots_waiting", "Bots that wait for a thread to think on.", now.thinkers_waiting);
    page.gauge("tercet_tournaments_waiting", "Tournaments in line.", now.tournaments_waiting);
    page.gauge("tercet_archive_bytes", "The archive's files.", now.archive_bytes);
    if let Some(bytes) = now.memory_bytes {
        page.gauge("process_resident_memory_bytes", "Memory that the program has.", bytes);
    }
    if let Some(shared) = &now.shared {
        page.shared(shared, now.tables);
    }
    page.by_name("tercet_responses_total", "Answers by status.", "status", metrics.responses.all());
    page.by_name("tercet_refusals_total", "Refusals by code.", "code", metrics.refusals.all());
    let closed = "WebSockets that the server closed, by the code of the close frame.";
    page.by_name("tercet_sockets_closed_total", closed, "code", metrics.closed.all());
    page.histogram("tercet_request_seconds", "How long requests took.", &metrics.requests);
    page.histogram(
        "tercet_move_seconds",
        "How long moves took until they were on disk and sent.",
        &metrics.moves,
    );
    page.0
}

struct Page(String);

impl Page {
    fn head(&mut self, name: &str, kind: &str, about: &str) {
        let _ = writeln!(self.0, "# HELP {name} {about}\n# TYPE {name} {kind}");
    }

    fn line(&mut self, name: &str, value: impl Display) {
        let _ = writeln!(self.0, "{name} {value}");
    }

    fn gauge(&mut self, name: &str, about: &str, value: impl Display) {
        self.head(name, "gauge", about);
        self.line(name, value);
    }

    fn counter(&mut self, name: &str, about: &str, value: impl Display) {
        self.head(name, "counter", about);
        self.line(name, value);
    }

    fn shared(&mut self, now: &SharedNow, tables: usize) {
        self.gauge("tercet_node_epoch", "The number of this server's lease; 0 if it has none.", now.epoch);
        self.gauge("tercet_node_peers", "Other servers of the same tables.", now.peers);
        self.gauge("tercet_node_tables", "Tables in memory that this server owns.", tables);
        self.counter(
            "tercet_takeovers_total",
            "Tables of other servers that were taken over.",
            now.taken_over,
        );
        self.counter(
            "tercet_forwarded_total",
            "Requests that were handed on to another server.",
            now.forwarded,
        );
        self.counter(
            "tercet_relayed_total",
            "Sockets to another server for a client's tables there.",
            now.relayed,
        );
    }

    fn by_name<N: Display>(
        &mut self,
        name: &str,
        about: &str,
        label: &str,
        counts: impl IntoIterator<Item = (N, u64)>,
    ) {
        self.head(name, "counter", about);
        for (value, count) in counts {
            self.line(&format!("{name}{{{label}=\"{value}\"}}"), count);
        }
    }

    fn histogram(&mut self, name: &str, about: &str, histogram: &Histogram) {
        let Counted { up_to, count, micros } = histogram.counted();
        self.head(name, "histogram", about);
        for (step, count) in up_to {
            self.line(&format!("{name}_bucket{{le=\"{}\"}}", seconds(step)), count);
        }
        self.line(&format!("{name}_bucket{{le=\"+Inf\"}}"), count);
        self.line(&format!("{name}_sum"), seconds(micros));
        self.line(&format!("{name}_count"), count);
    }
}

fn seconds(micros: u64) -> f64 {
    micros as f64 / 1e6
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_text_is_what_prometheus_reads() {
        let metrics = Metrics::default();
        metrics.answered(200);
        metrics.refused("stale".into());
        metrics.requests.took(Duration::from_micros(1500));
        let now = Now {
            tables: 3,
            connections: 2,
            thinkers_waiting: 0,
            tournaments_waiting: 0,
            archive_bytes: 4096,
            memory_bytes: None,
            shared: Some(SharedNow { epoch: 7, peers: 1, taken_over: 2, forwarded: 5, relayed: 4 }),
        };
        let text = text(&metrics, &now);
        for line in [
            "# TYPE tercet_tables gauge",
            "tercet_tables 3",
            "tercet_node_epoch 7",
            "tercet_takeovers_total 2",
            "tercet_forwarded_total 5",
            "tercet_responses_total{status=\"200\"} 1",
            "tercet_refusals_total{code=\"stale\"} 1",
            "tercet_request_seconds_bucket{le=\"0.001\"} 0",
            "tercet_request_seconds_bucket{le=\"0.0025\"} 1",
            "tercet_request_seconds_bucket{le=\"+Inf\"} 1",
            "tercet_request_seconds_sum 0.0015",
            "tercet_request_seconds_count 1",
        ] {
            assert!(text.lines().any(|each| each == line), "{line}\n{text}");
        }
        let (metas, samples): (Vec<_>, Vec<_>) = text.lines().partition(|line| line.starts_with("# "));
        assert!(metas.iter().all(|line| line.starts_with("# HELP ") || line.starts_with("# TYPE ")));
        for sample in samples {
            let value = sample.rsplit(' ').next().unwrap();
            assert!(value.parse::<f64>().is_ok(), "{sample}");
        }
    }
}
