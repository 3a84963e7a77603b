//! Pictures of recorded games, drawn and written.

use tercet_game::{NotationError, Record, Replay, Turn};
use tercet_scene::{Remembered, Scene, View};
use tercet_text::{Names, Style};

use crate::{BeginError, Playable, Visitor, with_game};

/// The picture of a recorded game after so many of its inputs, or after the last.
///
/// # Errors
/// If the record is of no game of the catalog, does not replay as far as that, or the view names an action that is none.
pub fn scene_at(record: &Record, at: usize, view: &View) -> Result<Scene, BeginError> {
    let mut scenes = Vec::new();
    let reel =
        Reel { record, view, last: at, wants: &|now, _| now == at, show: &mut |_, scene| scenes.push(scene) };
    with_game(&record.game, &record.config, reel)??;
    Ok(scenes.pop().expect("a reel shows where it ends"))
}

/// Every picture of a recorded game in which the dealer has no more to draw, each with its number of inputs.
///
/// # Errors
/// As [`scene_at`]; some pictures may have been shown by then.
pub fn film(record: &Record, view: &View, show: &mut dyn FnMut(usize, Scene)) -> Result<(), BeginError> {
    let reel = Reel { record, view, last: usize::MAX, wants: &|_, turn| turn != Turn::Chance, show };
    with_game(&record.game, &record.config, reel)?
}

/// The position of a recorded game after so many of its inputs, or after the last, as text.
///
/// # Errors
/// If the record is of no game of the catalog or does not replay as far as that.
pub fn position_text(record: &Record, at: usize, who: Names, style: Style) -> Result<String, BeginError> {
    struct Position<'r>(&'r Record, usize, Names<'r>, Style);

    impl Visitor for Position<'_> {
        type Out = Result<String, BeginError>;

        fn visit<G: Playable>(self) -> Self::Out {
            let Position(record, at, who, style) = self;
            let mut replay = Replay::followed(record, |game: &G| Remembered::fresh(game, &record.deal))?;
            replay.run_to(at, &mut ())?;
            Ok(replay.game().position_text(replay.state(), replay.memory().memory(), who, style))
        }
    }

    with_game(&record.game, &record.config, Position(record, at, who, style))?
}

/// Do the actions that a view names read as actions, and are there no more names than seats?
pub(crate) fn check_view<G: Playable>(game: &G, view: &View) -> Result<(), NotationError> {
    let seats = usize::from(game.seats());
    if view.names.len() > seats {
        let why = format!("{} names for {seats} seats", view.names.len());
        return Err(NotationError::new(&view.names.join(","), why));
    }
    let named = view.hint.iter().chain(&view.ghost);
    named.map(|text| game.read_action(text)).try_for_each(|action| action.map(|_| ()))
}

/// A record that is played and looked at.
struct Reel<'r> {
    record: &'r Record,
    view: &'r View,
    /// After how many inputs to stop.
    last: usize,
    /// Is this position to be shown?
    wants: &'r dyn Fn(usize, Turn) -> bool,
    show: &'r mut dyn FnMut(usize, Scene),
}

impl Visitor for Reel<'_> {
    type Out = Result<(), BeginError>;

    fn visit<G: Playable>(self) -> Self::Out {
        let Reel { record, view, last, wants, show } = self;
        let mut replay = Replay::followed(record, |game: &G| Remembered::fresh(game, &record.deal))?;
        check_view(replay.game(), view)?;
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
}
