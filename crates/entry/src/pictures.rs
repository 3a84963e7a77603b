//! Pictures of recorded games, drawn and written.

use tercet_game::{Game as _, Notation as _, NotationError, Record, Replay, Turn};
use tercet_scene::{Draw as _, Remembered, Scene, View};

use crate::{BeginError, Names, Playable, Style};

/// The position of a recorded game after so many of its inputs, or after the last, as text.
pub(crate) fn position_text<P: Playable>(
    record: &Record,
    at: usize,
    who: Names,
    style: Style,
) -> Result<String, BeginError> {
    let mut replay = Replay::followed(record, |game: &P::Rules| Remembered::fresh(game, &record.deal))?;
    replay.run_to(at, &mut ())?;
    Ok(P::position_text(replay.game(), replay.state(), replay.memory().memory(), who, style))
}

/// Do the actions that a view names read as actions, and are there no more names than seats?
pub(crate) fn check_view<P: Playable>(game: &P::Rules, view: &View) -> Result<(), NotationError> {
    let seats = usize::from(game.seats());
    if view.names.len() > seats {
        let why = format!("{} names for {seats} seats", view.names.len());
        return Err(NotationError::new(&view.names.join(","), why));
    }
    let named = view.hint.iter().chain(&view.ghost);
    named.map(|text| game.read_action(text)).try_for_each(|action| action.map(|_| ()))
}

/// A record that is played and looked at.
pub struct Playback<'r> {
    /// The record.
    pub record: &'r Record,
    /// How its pictures look.
    pub view: &'r View,
    /// After how many inputs to stop.
    pub last: usize,
    /// Is this position to be shown?
    pub wants: &'r dyn Fn(usize, Turn) -> bool,
    /// Takes the pictures, each with its number of inputs.
    pub show: &'r mut dyn FnMut(usize, Scene),
}

pub(crate) fn show<P: Playable>(playback: Playback<'_>) -> Result<(), BeginError> {
    let Playback { record, view, last, wants, show } = playback;
    let mut replay = Replay::followed(record, |game: &P::Rules| Remembered::fresh(game, &record.deal))?;
    check_view::<P>(replay.game(), view)?;
    loop {
        let (game, state, at) = (replay.game(), replay.state(), replay.at());
        let is_last = at == last || at == record.inputs.len();
        if is_last || wants(at, game.turn(state)) {
            show(at, game.scene(state, replay.memory().memory(), view));
        }
        if at == last || !replay.step(&mut ())? {
            return Ok(());
        }
    }
}
