//! Benchmarks that measure the CPU time of their thread, so that a machine shared with others still gives numbers
//! that can be compared. Only ever a dev-dependency.
//!
//! A group measures a `fast` path beside its slow `twin`; `cargo xtask bench` prints the ratio of the two.

use std::time::Duration;

use cpu_time::ThreadTime;
use criterion::measurement::{Measurement, ValueFormatter};
use criterion::{Criterion, Throughput};

/// The CPU time of the measuring thread, in nanoseconds.
#[derive(Clone, Copy, Debug)]
pub struct CpuTime;

/// A criterion of our habits: CPU time, short runs.
pub fn criterion() -> Criterion<CpuTime> {
    Criterion::default()
        .with_measurement(CpuTime)
        .sample_size(30)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .configure_from_args()
}

impl Measurement for CpuTime {
    type Intermediate = ThreadTime;
    type Value = Duration;

    fn start(&self) -> ThreadTime {
        ThreadTime::now()
    }

    fn end(&self, start: ThreadTime) -> Duration {
        start.elapsed()
    }

    fn add(&self, a: &Duration, b: &Duration) -> Duration {
        *a + *b
    }

    fn zero(&self) -> Duration {
        Duration::ZERO
    }

    fn to_f64(&self, value: &Duration) -> f64 {
        value.as_secs_f64() * 1e9
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        &Nanoseconds
    }
}

/// Times in nanoseconds, rates in elements a second.
struct Nanoseconds;

impl ValueFormatter for Nanoseconds {
    fn scale_values(&self, _typical: f64, _values: &mut [f64]) -> &'static str {
        "ns"
    }

    fn scale_throughputs(&self, _typical: f64, throughput: &Throughput, values: &mut [f64]) -> &'static str {
        let (count, unit) = match *throughput {
            Throughput::Elements(count) => (count, "elements/s"),
            Throughput::Bytes(count) => (count, "bytes/s"),
            _ => (1, "runs/s"),
        };
        for value in values {
            *value = count as f64 * 1e9 / *value;
        }
        unit
    }

    fn scale_for_machines(&self, _values: &mut [f64]) -> &'static str {
        "ns"
    }
}
