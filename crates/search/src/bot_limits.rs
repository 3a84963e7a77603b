//! What a bot may take: the most that its options may ask for, the memory of its thinking, and the word that ends it.

use crate::Stop;

/// The most that may be asked of a bot by the options behind its name, and the memory that its thinking may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// `playouts` of a decision.
    pub playouts: u64,
    /// `positions` that are looked at for a decision.
    pub positions: u64,
    /// `turns` that are looked ahead.
    pub turns: u64,
    /// `boards` that are looked at for a placement.
    pub boards: u64,
    /// `width` of a beam.
    pub width: u64,
    /// The bytes that the thinking about one decision may hold. It is that of one bot, however many think at once: what they
    /// do does not depend on the number of threads.
    pub memory: u64,
    /// Which programs from outside may be bots.
    pub programs: Programs,
    /// How many milliseconds such a program has for a decision.
    pub program_ms: u32,
    /// May a bot's name name a file to be read? Not where strangers name bots.
    pub files: bool,
}

/// Which programs from outside may be bots: whoever names one has it started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Programs {
    /// All: on one's own machine.
    Any,
    /// Those with these command lines, and no others: where strangers name bots.
    These(&'static [String]),
}

impl Limits {
    /// The most that any bot takes, and 256 MB for its thinking.
    pub const LARGEST: Limits = Limits {
        playouts: 100_000_000,
        positions: 1_000_000_000,
        turns: 1000,
        boards: 1_000_000_000,
        width: 100_000,
        memory: 256 << 20,
        programs: Programs::Any,
        program_ms: 5000,
        files: true,
    };

    /// The most of an option.
    pub(crate) fn most(&self, option: &str) -> u64 {
        match option {
            "playouts" => self.playouts,
            "positions" => self.positions,
            "turns" => self.turns,
            "boards" => self.boards,
            "width" => self.width,
            _ => u64::MAX,
        }
    }
}

/// What bounds a bot, and what stops it. There is no bot without, so nobody who serves strangers forgets them.
#[derive(Clone, Debug)]
pub struct BotLimits {
    /// What it may take.
    pub limits: Limits,
    /// The word that ends its thinking.
    pub stop: Stop,
}

impl BotLimits {
    /// For one's own machine: [`Limits::LARGEST`], and nobody who stops it.
    pub fn own() -> BotLimits {
        BotLimits { limits: Limits::LARGEST, stop: Stop::default() }
    }
}
