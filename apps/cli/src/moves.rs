//! What bots do in a game that is played here.

use anyhow::Result;
use tercet_entry::{Advice, AnyGame, Events, Refused};
use tercet_game::{Deal, Digest, Seat, Turn, stream_seed};
use tercet_search::Stop;

use crate::options::own_bot_limits;

/// Bots that are about to think: who moves, and how.
pub(crate) type Mover = Box<dyn FnOnce() -> Option<(Seat, Advice)> + Send>;

/// The seed of a bot's next decision. It depends on the deal, the seat and the number of inputs alone, so that a game that is loaded or
/// taken back goes on as it did.
pub(crate) fn seed(deal: &Deal, inputs: usize, seat: Seat) -> u64 {
    let mut digest = Digest::default();
    digest.bytes(deal.to_string().as_bytes());
    stream_seed(digest.value(), &[seat.0.into(), inputs as u64])
}

/// The next move of the bots: that of the quickest of those who may act, each thinking in turn. `instead` plays for all of them.
pub(crate) fn next_move(
    game: &dyn AnyGame,
    deal: &Deal,
    players: &[String],
    instead: Option<&str>,
    stop: &Stop,
) -> Result<Mover> {
    let mut thinkers = Vec::new();
    if let Turn::Seats(seats) = game.turn() {
        for seat in seats.iter() {
            let player = players.get(seat.index()).map_or("random", String::as_str);
            if player != "me" {
                let seed = seed(deal, game.inputs(), seat);
                let bot = instead.unwrap_or(player);
                thinkers.push((seat, game.thinker_on(bot, seed, seat, &own_bot_limits(stop))?));
            }
        }
    }
    Ok(Box::new(move || {
        let found = thinkers.into_iter().filter_map(|(seat, thinker)| Some((seat, thinker()?)));
        found.min_by_key(|(_, advice)| advice.delay_ms)
    }))
}

/// Plays a bot's move and keeps why. A move that comes after its window lets the window pass instead.
pub(crate) fn play(game: &mut dyn AnyGame, seat: Seat, advice: &Advice) -> Result<Box<dyn Events>, Refused> {
    if game.window().is_some_and(|window| advice.delay_ms > window) {
        return game.expire();
    }
    let events = game.play(seat, &advice.action)?;
    game.because(&advice.because());
    Ok(events)
}
