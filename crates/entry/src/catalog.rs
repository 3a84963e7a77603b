//! A list of games, and what can be done with a game by its name.

use std::fmt;
use std::ops::Range;

use tercet_game::{Deal, Record, Scores, Turn};
use tercet_scene::{Scene, View};
use tercet_search::{Bot, Limits};
use tercet_train::batch::{AnyBatch, MakeError, Options};
use thiserror::Error;

use crate::pictures::Playback;
use crate::{
    AnyGame, AnyPosition, BeginError, Entry, Line, Names, Operations, ReplayStep, Review, ReviewError,
    ReviewOptions, Style,
};

/// A list of games.
#[derive(Clone, Copy)]
pub struct Catalog {
    games: &'static [Entry],
}

/// There is no such game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no game `{id}`; the games are {}", ids.join(", "))]
pub struct UnknownGame {
    /// The name.
    pub id: String,
    /// The games that there are.
    pub ids: Vec<&'static str>,
}

impl fmt::Debug for Catalog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.ids()).finish()
    }
}

impl Catalog {
    /// The list of these games, in the order in which lists show them.
    pub const fn new(games: &'static [Entry]) -> Catalog {
        Catalog { games }
    }

    /// These games and then others: what a program of another crate plays. The list is made once, for as long as the program
    /// runs.
    ///
    /// # Panics
    /// If two games have one name: records could not tell them apart.
    #[must_use]
    pub fn and(self, others: &[Entry]) -> Catalog {
        let games = [self.games, others].concat();
        for (number, entry) in games.iter().enumerate() {
            let is_new = games[..number].iter().all(|before| before.id != entry.id);
            assert!(is_new, "two games are called `{}`", entry.id);
        }
        Catalog { games: games.leak() }
    }

    /// All games.
    pub fn games(self) -> &'static [Entry] {
        self.games
    }

    /// Their names.
    pub fn ids(self) -> impl Iterator<Item = &'static str> {
        self.games.iter().map(|entry| entry.id)
    }

    /// The game of this name.
    ///
    /// # Errors
    /// If there is no such game; the error says which there are.
    ///
    /// ```
    /// use tercet_catalog::CATALOG;
    ///
    /// assert_eq!(CATALOG.game("set")?.title, "SET");
    /// let error = CATALOG.game("chess").unwrap_err();
    /// assert_eq!(error.to_string(), "there is no game `chess`; the games are set, machi, triangle");
    /// # Ok::<(), tercet_entry::UnknownGame>(())
    /// ```
    pub fn game(self, id: &str) -> Result<&'static Entry, UnknownGame> {
        let unknown = || UnknownGame { id: id.to_owned(), ids: self.ids().collect() };
        self.games.iter().find(|entry| entry.id == id).ok_or_else(unknown)
    }

    /// What can be done with a game of these options.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn with<T: AsRef<str>>(
        self,
        id: &str,
        options: &[(T, T)],
    ) -> Result<&'static dyn Operations, UnknownGame> {
        Ok(self.game(id)?.with(options))
    }

    /// What can be done with the game of a record.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn of(self, record: &Record) -> Result<&'static dyn Operations, UnknownGame> {
        self.with(&record.game, &record.config)
    }

    /// All bots, game by game.
    pub fn bots(self) -> impl Iterator<Item = &'static Bot> {
        self.games.iter().flat_map(Entry::bots)
    }

    /// Begins a match of this game with these options.
    ///
    /// # Errors
    /// If there is no such game, or its options or the deal can't be.
    pub fn begin(
        self,
        id: &str,
        options: &[(&str, &str)],
        deal: Deal,
    ) -> Result<Box<dyn AnyGame>, BeginError> {
        self.with(id, options)?.begin(options, deal)
    }

    /// Goes on with a recorded match.
    ///
    /// # Errors
    /// If it is of no game of the catalog, does not replay, or its dealer deals otherwise.
    pub fn resume(self, record: &Record) -> Result<Box<dyn AnyGame>, BeginError> {
        self.of(record)?.resume(record)
    }

    /// Replays a record and compares what it comes to with what it says; its dealer must deal what it has, too. Gives the
    /// scores, which know who won.
    ///
    /// # Errors
    /// At the first difference.
    pub fn verify(self, record: &Record) -> Result<Scores, BeginError> {
        self.of(record)?.verify(record)
    }

    /// The position before the first input of a game with these options.
    ///
    /// # Errors
    /// If there is no such game, or its options can't be.
    ///
    /// ```
    /// use tercet_catalog::CATALOG;
    /// use tercet_game::Turn;
    ///
    /// let mut dice = CATALOG.position("machi", &[])?;
    /// let mut rolls = Vec::new();
    /// while dice.turn() == Turn::Chance {
    ///     rolls = dice.outcomes();
    ///     dice.resolve(&rolls[0].1)?;
    /// }
    /// assert_eq!(rolls.len(), 6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn position(self, id: &str, options: &[(&str, &str)]) -> Result<Box<dyn AnyPosition>, BeginError> {
        self.with(id, options)?.position(options)
    }

    /// Environments of this game with these options of the game.
    ///
    /// # Errors
    /// The outer error if there is no such game, the inner one if an option can't be.
    ///
    /// ```
    /// use tercet_catalog::CATALOG;
    /// use tercet_search::Stop;
    /// use tercet_train::batch::{Options, Out, Policy};
    ///
    /// let options = Options { envs: 4, ..Options::default() };
    /// let mut batch = CATALOG.batch("triangle", &[], &options)??;
    /// batch.reset(&[Some(1), Some(2), Some(3), Some(4)], None, Out::default())?;
    /// let played = batch.rollout(1000, &Policy::Random, &Stop::default())?;
    /// assert_eq!(played.steps, 4000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn batch(
        self,
        id: &str,
        config: &[(String, String)],
        options: &Options,
    ) -> Result<Result<Box<dyn AnyBatch>, MakeError>, UnknownGame> {
        Ok(self.with(id, config)?.batch(config, options))
    }

    /// All options of a table at which so many sit, where some are given.
    ///
    /// # Errors
    /// If there is no such game, an option can't be, or so many can't sit there.
    ///
    /// ```
    /// use tercet_catalog::CATALOG;
    ///
    /// let options = CATALOG.table_options("machi", &[], 3)?;
    /// assert_eq!(options[0], ("players".to_owned(), "3".to_owned()));
    /// let error = CATALOG.table_options("triangle", &[], 2).unwrap_err();
    /// assert_eq!(error.to_string(), "config `seats`: 2 can't sit at a table of triangle, 1 can");
    /// # Ok::<(), tercet_entry::BeginError>(())
    /// ```
    pub fn table_options(
        self,
        id: &str,
        options: &[(String, String)],
        seats: u8,
    ) -> Result<Vec<(String, String)>, BeginError> {
        Ok(self.game(id)?.seated(options, seats)?.options())
    }

    /// A recorded game after so many of its inputs, or after the last.
    ///
    /// # Errors
    /// If the record is of no game of the catalog or does not replay as far as that.
    pub fn replay_step(self, record: &Record, at: usize, who: Names) -> Result<ReplayStep, BeginError> {
        self.of(record)?.replay_step(record, at, who)
    }

    /// A finished game looked at again: its curve, its turning points, and what luck and skill did.
    ///
    /// # Errors
    /// If the record is of no game of the catalog, does not replay or is not over, or nobody wants the review any more.
    pub fn review(self, record: &Record, wanted: &ReviewOptions<'_>) -> Result<Review, ReviewError> {
        self.of(record).map_err(BeginError::from)?.review(record, wanted)
    }

    /// What happened in a recorded game after each of these inputs, the first of which is 0; up to the end the record is checked too.
    ///
    /// # Errors
    /// If the record is of no game of the catalog or does not replay to what it says.
    pub fn event_log(
        self,
        record: &Record,
        which: Range<usize>,
        who: Names,
    ) -> Result<Vec<Line>, BeginError> {
        self.of(record)?.event_log(record, which, who)
    }

    /// The position of a recorded game after so many of its inputs, or after the last, as text.
    ///
    /// # Errors
    /// If the record is of no game of the catalog or does not replay as far as that.
    pub fn position_text(
        self,
        record: &Record,
        at: usize,
        who: Names,
        style: Style,
    ) -> Result<String, BeginError> {
        self.of(record)?.position_text(record, at, who, style)
    }

    /// The picture of a recorded game after so many of its inputs, or after the last.
    ///
    /// # Errors
    /// If the record is of no game of the catalog, does not replay as far as that, or the view names an action that is none.
    pub fn scene_at(self, record: &Record, at: usize, view: &View) -> Result<Scene, BeginError> {
        let mut scenes = Vec::new();
        let mut show = |_, scene| scenes.push(scene);
        self.of(record)?.show(Playback {
            record,
            view,
            last: at,
            wants: &|now, _| now == at,
            show: &mut show,
        })?;
        Ok(scenes.pop().expect("a playback shows where it ends"))
    }

    /// Every picture of a recorded game in which the dealer has no more to draw, each with its number of inputs.
    ///
    /// # Errors
    /// As [`Catalog::scene_at`]; some pictures may have been shown by then.
    pub fn film(
        self,
        record: &Record,
        view: &View,
        show: &mut dyn FnMut(usize, Scene),
    ) -> Result<(), BeginError> {
        let wants = &|_, turn| turn != Turn::Chance;
        self.of(record)?.show(Playback { record, view, last: usize::MAX, wants, show })
    }

    /// The name of a game's bot in its one spelling; see [`crate::Contest::canonical`]. Without a game, that of whichever
    /// game has such a bot: no bot that takes parameters is of two games. Whoever is no bot keeps the name, be it a person or one
    /// that is played in Python.
    ///
    /// ```
    /// use tercet_catalog::CATALOG;
    ///
    /// assert_eq!(CATALOG.canonical_bot(Some("set"), "racer:player"), "racer");
    /// assert_eq!(CATALOG.canonical_bot(None, "mcts:playouts=1000"), "mcts");
    /// assert_eq!(CATALOG.canonical_bot(None, "Ana"), "Ana");
    /// ```
    pub fn canonical_bot(self, game: Option<&str>, name: &str) -> String {
        // Most names have no parameters, and there is nothing to spell in two ways.
        if !name.contains(':') {
            return name.to_owned();
        }
        let mut games = self.games.iter().filter(|entry| game.is_none_or(|game| game == entry.id));
        let spelled = |entry: &Entry| entry.usual().canonical(name, &Limits::LARGEST).ok();
        games.find_map(spelled).unwrap_or_else(|| name.to_owned())
    }

    /// The label of a bot that is known by another spelling of its name, or by that and a number, as `racer:player#2`.
    pub fn canonical_label(self, game: Option<&str>, label: &str) -> String {
        match label.rsplit_once('#') {
            Some((bot, number)) => format!("{}#{number}", self.canonical_bot(game, bot)),
            None => self.canonical_bot(game, label),
        }
    }
}
