//! What a game has without saying so.

/// Gives a game the usual form of each capability that is named, or of all: with [`Game`](tercet_game::Game) and
/// [`Notation`](tercet_game::Notation) alone it is played at every door then. Who writes one of them takes its name off the list.
///
/// | capability | the usual form |
/// |---|---|
/// | `Sample` | draws from the lists of actions and outcomes |
/// | `Deals` | the dealers `stream` and `chacha20` |
/// | `Draw` | the position's text as a picture |
/// | `Encode` | numbers of actions; no planes, so it is not learned |
/// | `Trades` | nothing is bought |
/// | `Describe` | texts as words |
/// | `Contest` | the bots `random`, `mcts` and `optimal` at tables of two; `Contest("players", 2..=4)` for tables of as many as that option says |
/// | `Trainable` | batches, if `Encode` gives planes |
///
/// ```ignore
/// tercet_entry::defaults!(Sticks);
/// tercet_entry::defaults!(Checkers: Sample, Deals, Trades, Describe, Contest, Trainable);
/// ```
#[macro_export]
macro_rules! defaults {
    ($game:ty) => {
        $crate::defaults!($game: Sample, Deals, Draw, Encode, Trades, Describe, Contest, Trainable);
    };
    ($game:ty: $($capability:ident $(($($more:tt)*))?),+ $(,)?) => {
        impl $crate::Play for $game {
            type Rules = $game;
        }
        $($crate::defaults!(@ $capability $game $(, $($more)*)?);)+
    };
    (@ Sample $game:ty) => {
        impl $crate::game::Sample for $game {}
    };
    (@ Deals $game:ty) => {
        impl $crate::game::Deals for $game {
            type Dealer = $crate::game::Standard;

            fn dealer(
                &self,
                deal: &$crate::game::Deal,
            ) -> ::core::result::Result<Self::Dealer, $crate::game::DealError> {
                $crate::game::Standard::new(deal)
            }
        }
    };
    (@ Draw $game:ty) => {
        impl $crate::scene::Draw for $game {
            type Memory = ();

            fn memory(&self, _deal: &$crate::game::Deal) {}
        }
    };
    (@ Encode $game:ty) => {
        impl $crate::game::Encode for $game {
            type Cell = i8;
        }
    };
    (@ Trades $game:ty) => {
        impl $crate::game::Trades for $game {}
    };
    (@ Describe $game:ty) => {
        impl $crate::Describe for $game {}
    };
    (@ Contest $game:ty) => {
        $crate::defaults!(@ Contest $game, "", 2..=2);
    };
    (@ Contest $game:ty, $seats:literal, $tables:expr) => {
        impl $crate::Contest for $game {
            type Bot = $crate::search::CommonBot<$game>;

            const BOTS: &'static [$crate::search::Bot] = $crate::search::CommonBot::<$game>::BOTS;
            const TABLES: ::core::ops::RangeInclusive<u8> = $tables;

            fn bot(
                name: &str,
                seed: u64,
                bot_limits: &$crate::search::BotLimits,
            ) -> ::core::result::Result<Self::Bot, $crate::search::BotError> {
                $crate::search::CommonBot::new(name, seed, bot_limits)
            }

            fn canonical(
                name: &str,
                limits: &$crate::search::Limits,
            ) -> ::core::result::Result<::std::string::String, $crate::search::BotError> {
                $crate::search::CommonBot::<$game>::canonical(name, limits)
            }

            fn table(
                options: &[(::std::string::String, ::std::string::String)],
                seats: u8,
            ) -> ::core::result::Result<$crate::ConfigOf<Self>, $crate::game::ConfigError> {
                $crate::usual_table(options, seats, $seats)
            }
        }
    };
    (@ Trainable $game:ty) => {
        impl $crate::Trainable for $game {
            fn batch(
                config: &[(::std::string::String, ::std::string::String)],
                options: &$crate::train::batch::Options,
            ) -> ::core::result::Result<
                ::std::boxed::Box<dyn $crate::train::batch::AnyBatch>,
                $crate::train::batch::MakeError,
            > {
                $crate::plain_batch::<$game>(config, options)
            }
        }
    };
}
