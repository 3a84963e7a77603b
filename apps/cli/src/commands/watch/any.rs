//! Bots of any game among themselves: on the screen of all games, or line by line.

use anyhow::{Result, anyhow};
use tercet_entry::{Advice, AnyGame, Entry};
use tercet_game::{Deal, Seat, Turn, stream_seed};
use tercet_search::BotLimits;

use super::Options;
use crate::failure::{Answer, Failure, FailureExt};
use crate::names;
use crate::options;
use crate::output::Screen;
use crate::reasons;
use crate::screen as full_screen;
use crate::screen::any::AnyScreen;

pub(super) fn run(entry: &'static Entry, options: &Options, screen: &mut Screen) -> Result<Answer, Failure> {
    let seed = options.seed.unwrap_or_else(options::drawn_seed);
    let mut game = begin(entry, options, seed).or_usage()?;
    let name = |seat: Seat| names::of_seat(&options.players, seat);
    screen.line(&format!("deal: stream {seed}"))?;
    while game.turn() != Turn::Over {
        let (seat, advice) = quickest(&*game, &options.players, seed).or_failed()?;
        if options.explain {
            for line in reasons::advice(&name(seat), &advice) {
                screen.line(&format!("  {line}"))?;
            }
        }
        for event in game.play(seat, &advice.action).or_failed()?.describe(&name) {
            screen.line(&event.words)?;
        }
    }
    let scores = game.scores();
    let points =
        (0..).map(Seat).zip(scores.points()).map(|(seat, points)| format!("{} {points}", name(seat)));
    screen.line(&format!("points: {}", points.collect::<Vec<_>>().join(", ")))?;
    Ok(Answer::Yes)
}

/// The game on a full screen.
pub(super) fn screen(entry: &Entry, options: &Options) -> Result<Box<dyn full_screen::Screen>> {
    let seed = options.seed.unwrap_or_else(options::drawn_seed);
    Ok(Box::new(AnyScreen::watched(begin(entry, options, seed)?, options.players.clone())?))
}

fn begin(entry: &Entry, options: &Options, seed: u64) -> Result<Box<dyn AnyGame>> {
    let seats = u8::try_from(options.players.len()).unwrap_or(u8::MAX);
    let config = entry.seated(&options.rules, seats)?.options();
    for name in &options.players {
        entry.usual().check_bot(name, &BotLimits::own())?;
    }
    let pairs: Vec<(&str, &str)> = config.iter().map(|(key, value)| (&**key, &**value)).collect();
    Ok(entry.with(&pairs).begin(&pairs, Deal::stream(seed))?)
}

/// Who acts first, and how.
fn quickest(game: &dyn AnyGame, players: &[String], seed: u64) -> Result<(Seat, Advice)> {
    let Turn::Seats(seats) = game.turn() else { return Err(anyhow!("nobody is to act")) };
    let answers = seats.iter().filter_map(|seat| {
        let seed = stream_seed(seed, &[seat.0.into(), game.inputs() as u64]);
        Some((seat, game.advice(&players[seat.index()], seed, seat).ok()??))
    });
    answers
        .min_by_key(|(_, advice)| advice.delay_ms)
        .ok_or_else(|| super::nobody_answers(game.turn(), players))
}
