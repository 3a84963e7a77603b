//! What all routes share.

use std::sync::Arc;

use crate::exports::Exports;
use crate::guard::Guard;
use crate::hall::Hall;
use crate::insight::Insights;
use crate::limits::Limiter;
use crate::studies::Studies;
use crate::tournaments::Tournaments;

/// The server's parts.
pub(crate) struct App {
    pub(crate) hall: Arc<Hall>,
    pub(crate) guard: Guard,
    pub(crate) limiter: Limiter,
    pub(crate) tournaments: Tournaments,
    pub(crate) insights: Insights,
    pub(crate) exports: Exports,
    pub(crate) studies: Studies,
}
