//! Where there are no sockets for programs: none can be started.

use std::time::Duration;

const NONE: &str = "programs can't be bots on this system";

pub(super) enum Link {}

/// Nobody writes anything.
pub fn hear_remarks(_listener: fn(&str, &[u8])) {}

impl Link {
    pub(super) fn start(_command: &str) -> Result<Link, String> {
        Err(NONE.to_owned())
    }

    pub(super) fn begin_game(&mut self) {}

    pub(super) fn check_quiet(&mut self) -> Result<(), String> {
        Err(NONE.to_owned())
    }

    pub(super) fn write(&mut self, _bytes: &[u8], _time: Duration) -> Result<(), String> {
        Err(NONE.to_owned())
    }

    pub(super) fn read_line(&mut self, _time: Duration) -> Result<Vec<u8>, String> {
        Err(NONE.to_owned())
    }
}
