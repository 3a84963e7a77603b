//! Whole games between bots, and guests who are asked from outside.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use cpu_time::ThreadTime;
use tercet_game::{
    Answer, Deal, Deals as _, Digest, End, Finish, Game as _, Input, InputOf, Live, Log, Notation,
    NotationError, Player, Recorder, Scores, Seat, Settings as _, run,
};
use tercet_search::{BotError, BotLimits, Stop};
use tercet_train::{Rollout, rollout_until};
use thiserror::Error;

use crate::any_position::Held;
use crate::{ActionOf, AnyPosition, EventOf, NamedBot, Playable, StateOf, Trading};

/// Rules that were made of some options, of a game that is known by name only. A whole game is one call: inside it everything has
/// its own type, so games are as fast as if the game were named.
pub trait AnyRules: Send + Sync {
    /// The game's name.
    fn id(&self) -> &'static str;

    /// The version of its rules.
    fn version(&self) -> u16;

    /// All options.
    fn options(&self) -> Vec<(String, String)>;

    /// How many seats play.
    fn seats(&self) -> u8;

    /// Plays a game to its end and keeps its inputs; `None` if it was stopped. Those who did not win are ordered by the finish score
    /// of this number.
    ///
    /// # Errors
    /// If a bot can't sit, the dealer can't deal, an action is refused or nobody answers.
    fn play_recorded(&self, table: Table<'_>, way: usize) -> Result<Option<Played>, PlayError>;

    /// Plays a game to its end and keeps nothing but its scores; `None` if it was stopped.
    ///
    /// # Errors
    /// As [`AnyRules::play_recorded`].
    fn play_scored(&self, table: Table<'_>) -> Result<Option<Scores>, PlayError>;

    /// Plays a game to its end and keeps how everybody came out, by the usual finish score, and how long each seat thought; `None` if it was stopped.
    ///
    /// # Errors
    /// As [`AnyRules::play_recorded`].
    fn play_timed(&self, table: Table<'_>) -> Result<Option<Timed>, PlayError>;

    /// Plays a game to its end and keeps what was bought in it; `None` if it was stopped.
    ///
    /// # Errors
    /// As [`AnyRules::play_recorded`].
    fn play_traded(&self, table: Table<'_>) -> Result<Option<(Scores, Trading)>, PlayError>;

    /// Plays uniformly random actions in so many games side by side, the fastest way there is; see [`tercet_train::rollout`].
    fn rollout(&self, games: usize, steps: u64, seed: u64, stop: &Stop) -> Rollout;
}

/// A game that is to be played.
pub struct Table<'t> {
    /// Which dealer, and its seed.
    pub deal: Deal,
    /// Who sits at seat 0, 1, …
    pub players: Vec<Seated<'t>>,
    /// What bots may take, and the word that stops the game in the middle of a move.
    pub bot_limits: &'t BotLimits,
}

/// Who sits at a table.
pub enum Seated<'t> {
    /// A bot of the game's own.
    Bot {
        /// Its name.
        name: &'t str,
        /// The seed of the stream that it draws from.
        seed: u64,
    },
    /// Somebody else.
    Guest(Box<dyn Guest + 't>),
}

/// A player from outside: it is given a position and answers by text.
pub trait Guest: Send {
    /// What it does, and after how many milliseconds, which only races look at; `None` if it waits.
    fn answer(&mut self, position: Box<dyn AnyPosition>, seat: Seat) -> Option<(String, u32)>;

    /// Its answer was no action; it counts as none.
    fn misread(&mut self, error: NotationError);

    /// Does its fault lose it the game, as a program's does, instead of ending the whole work? Then it is notified of illegal actions.
    fn may_forfeit(&self) -> bool {
        false
    }

    /// Its answer was not legal; it counts as none.
    fn refused(&mut self, action: &str) {
        let _ = action;
    }

    /// Has it lost the game by its own fault?
    fn has_failed(&self) -> bool {
        false
    }
}

/// A game that was played, as an archive keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Which dealer, and its seed.
    pub deal: Deal,
    /// The inputs as a record has them, one a line.
    pub inputs: String,
    /// How many of them were plays of a seat.
    pub plays: u32,
    /// How it ended.
    pub end: Option<End>,
    /// The points of each seat.
    pub points: Vec<i32>,
    /// How each seat came out.
    pub finish: Vec<Finish>,
    /// The digest of the last state.
    pub state: u64,
}

/// How a game came out, and how long it was thought about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timed {
    /// How each seat came out.
    pub finish: Vec<Finish>,
    /// What each seat thought.
    pub thought: Vec<Thought>,
}

/// How long a seat thought in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thought {
    /// How often it was asked.
    pub decisions: u64,
    /// The processor's time for all answers together.
    pub time: Duration,
}

/// Why a game could not be played to its end.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// There is no such bot, or it would take more than it may.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// The dealer can't deal, an action is refused or nobody answers.
    #[error("{0}")]
    Run(String),
}

/// A player at a game that may be stopped: it has no answer from then on, which ends the game.
pub struct Stoppable<'s, P> {
    /// The player.
    pub player: P,
    /// The word that ends the game.
    pub stop: &'s Stop,
}

impl<G: tercet_game::Game, P: Player<G>> Player<G> for Stoppable<'_, P> {
    fn answer(&mut self, game: &G, state: &G::State, seat: Seat) -> Option<Answer<G::Action>> {
        let answer = self.player.answer(game, state, seat);
        answer.filter(|_| !self.stop.is_requested())
    }

    fn has_failed(&self) -> bool {
        // Who was stopped has not failed.
        self.player.has_failed() && !self.stop.is_requested()
    }
}

/// Rules in their own type.
pub(crate) struct Made<P: Playable>(pub(crate) Arc<P::Rules>);

impl<P: Playable> AnyRules for Made<P> {
    fn id(&self) -> &'static str {
        P::Rules::ID
    }

    fn version(&self) -> u16 {
        P::Rules::RULES_VERSION
    }

    fn options(&self) -> Vec<(String, String)> {
        self.0.config().pairs()
    }

    fn seats(&self) -> u8 {
        self.0.seats()
    }

    fn play_recorded(&self, table: Table<'_>, way: usize) -> Result<Option<Played>, PlayError> {
        let (mut inputs, mut plays, deal) = (String::new(), 0, table.deal.clone());
        let recorder = Lines { game: &*self.0, text: &mut inputs, plays: &mut plays };
        let Some((scores, state)) = self.play(table, recorder, &mut (), None)? else { return Ok(None) };
        let points = scores.points().to_vec();
        let finish = scores.finishes(&P::finish_scores(&self.0, &state, way));
        // A game that was lost by a fault stays open in its record, which replays to where it stopped; `finish` has who won.
        let (end, state) = (self.0.scores(&state).end(), Digest::of(&state).value());
        Ok(Some(Played { deal, inputs, plays, end, points, finish, state }))
    }

    fn play_scored(&self, table: Table<'_>) -> Result<Option<Scores>, PlayError> {
        Ok(self.play(table, (), &mut (), None)?.map(|(scores, _)| scores))
    }

    fn play_timed(&self, table: Table<'_>) -> Result<Option<Timed>, PlayError> {
        let mut thought = Vec::new();
        let done = self.play(table, (), &mut (), Some(&mut thought))?;
        Ok(done.map(|(scores, state)| {
            let finish = scores.finishes(&P::finish_scores(&self.0, &state, 0));
            Timed { finish, thought }
        }))
    }

    fn play_traded(&self, table: Table<'_>) -> Result<Option<(Scores, Trading)>, PlayError> {
        let mut events = Vec::new();
        let done = self.play(table, (), &mut events, None)?;
        Ok(done.map(|(scores, _)| (scores, Trading::of(&*self.0, &events))))
    }

    fn rollout(&self, games: usize, steps: u64, seed: u64, stop: &Stop) -> Rollout {
        rollout_until(&*self.0, games, steps, seed, stop)
    }
}

impl<P: Playable> Made<P> {
    /// Plays to the end; `None` if it was stopped. What each seat thought is passed to the observer, if there is one.
    fn play<T: Recorder<P::Rules>, L: Log<EventOf<P>>>(
        &self,
        Table { deal, players, bot_limits }: Table<'_>,
        recorder: T,
        log: &mut L,
        thought: Option<&mut Vec<Thought>>,
    ) -> Result<Option<(Scores, StateOf<P>)>, PlayError> {
        let failed = |error: &dyn std::fmt::Display| PlayError::Run(error.to_string());
        let sit = |seated| {
            let player = SeatPlayer::<P>::new(&self.0, seated, bot_limits)?;
            let player = Clocked { player, thought: thought.is_some().then(Thought::default) };
            Ok(Stoppable { player, stop: &bot_limits.stop })
        };
        let mut players = players.into_iter().map(sit).collect::<Result<Vec<_>, BotError>>()?;
        let dealer = self.0.dealer(&deal).map_err(|error| failed(&error))?;
        let mut live = Live::new(&*self.0, dealer, recorder, log).map_err(|error| failed(&error))?;
        let ended = run(&*self.0, &mut live, &mut players, log);
        if let Some(thought) = thought {
            *thought = players.iter().map(|each| each.player.thought.unwrap_or_default()).collect();
        }
        match ended {
            Err(_) if bot_limits.stop.is_requested() => Ok(None),
            Err(error) => Err(failed(&error)),
            Ok(scores) => Ok(Some((scores, *live.state()))),
        }
    }
}

/// A player whose time is counted, if it is asked for.
struct Clocked<Q> {
    player: Q,
    thought: Option<Thought>,
}

impl<G: tercet_game::Game, Q: Player<G>> Player<G> for Clocked<Q> {
    #[inline]
    fn answer(&mut self, game: &G, state: &G::State, seat: Seat) -> Option<Answer<G::Action>> {
        let Some(thought) = &mut self.thought else { return self.player.answer(game, state, seat) };
        let start = ThreadTime::now();
        let answer = self.player.answer(game, state, seat);
        thought.time += start.elapsed();
        thought.decisions += 1;
        answer
    }

    fn has_failed(&self) -> bool {
        self.player.has_failed()
    }
}

/// Who sits at a table, in the game's own types.
enum SeatPlayer<'t, P: Playable> {
    Bot(NamedBot<P>),
    Guest(Arc<P::Rules>, Box<dyn Guest + 't>),
}

impl<'t, P: Playable> SeatPlayer<'t, P> {
    fn new(
        rules: &Arc<P::Rules>,
        seated: Seated<'t>,
        bot_limits: &BotLimits,
    ) -> Result<SeatPlayer<'t, P>, BotError> {
        match seated {
            Seated::Bot { name, seed } => {
                let mut bot = NamedBot::new(name, seed, bot_limits)?;
                bot.fits(&**rules)?;
                Ok(SeatPlayer::Bot(bot))
            }
            Seated::Guest(guest) => Ok(SeatPlayer::Guest(Arc::clone(rules), guest)),
        }
    }
}

impl<P: Playable> Player<P::Rules> for SeatPlayer<'_, P> {
    fn answer(&mut self, game: &P::Rules, state: &StateOf<P>, seat: Seat) -> Option<Answer<ActionOf<P>>> {
        let (rules, guest) = match self {
            SeatPlayer::Bot(bot) => return bot.answer(game, state, seat),
            SeatPlayer::Guest(rules, guest) => (rules, guest),
        };
        let (text, delay_ms) =
            guest.answer(Box::new(Held::<P>::new(Arc::clone(rules), *state, None)), seat)?;
        match rules.read_action(&text) {
            Ok(action) if !guest.may_forfeit() || is_legal(&**rules, state, seat, action) => {
                Some(Answer { action, delay_ms })
            }
            Ok(_) => {
                guest.refused(&text);
                None
            }
            Err(error) => {
                guest.misread(error);
                None
            }
        }
    }

    fn has_failed(&self) -> bool {
        match self {
            SeatPlayer::Bot(bot) => bot.has_failed(),
            SeatPlayer::Guest(_, guest) => guest.has_failed(),
        }
    }
}

fn is_legal<G: tercet_game::Game>(rules: &G, state: &G::State, seat: Seat, action: G::Action) -> bool {
    let mut actions = Vec::new();
    rules.legal_actions(state, seat, &mut actions);
    actions.contains(&action)
}

/// Writes inputs as a record has them, without a string for each.
struct Lines<'a, G> {
    game: &'a G,
    text: &'a mut String,
    plays: &'a mut u32,
}

impl<G: Notation> Recorder<G> for Lines<'_, G> {
    fn keep(&mut self, input: InputOf<G>) {
        let written = match input {
            Input::Play(seat, action) => {
                *self.plays += 1;
                write!(self.text, "{seat} ").and_then(|()| self.game.write_action(action, self.text))
            }
            Input::Chance(chance) => {
                self.text.push_str("chance ");
                self.game.write_chance(chance, self.text)
            }
            Input::Expire => self.text.write_str("expire"),
            Input::Edit(edit) => {
                self.text.push_str("edit ");
                self.game.write_edit(edit, self.text)
            }
        };
        written.expect("a string takes any text");
        self.text.push('\n');
    }
}
