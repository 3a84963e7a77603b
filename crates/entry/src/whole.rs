//! Whole games between bots, and guests who are asked from outside.

use std::fmt::Write as _;
use std::sync::Arc;

use tercet_game::{
    Answer, Deal, Deals as _, Digest, End, Finish, Game as _, Input, InputOf, Live, Log, Notation,
    NotationError, Player, Scores, Seat, Settings as _, Tape, run,
};
use tercet_search::{BotError, Stop, Terms};
use tercet_train::{Rollout, rollout_until};
use thiserror::Error;

use tercet_scene::Draw as _;

use crate::any_position::Held;
use crate::process::{self, Outside, Question, Reply, Subject};
use crate::{ActionOf, AnyPosition, EventOf, Playable, StateOf, Style, Trading};

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
    pub terms: &'t Terms,
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

/// A player from outside, who is asked with a position and answers by text.
pub trait Guest: Send {
    /// What it does, and after how many milliseconds, which only races look at; `None` if it waits.
    fn answer(&mut self, position: Box<dyn AnyPosition>, seat: Seat) -> Option<(String, u32)>;

    /// Its answer was no action; it counts as none.
    fn misread(&mut self, error: NotationError);
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
pub struct Attended<'s, P> {
    /// The player.
    pub player: P,
    /// The word that ends the game.
    pub stop: &'s Stop,
}

impl<G: tercet_game::Game, P: Player<G>> Player<G> for Attended<'_, P> {
    fn answer(&mut self, game: &G, state: &G::State, seat: Seat) -> Option<Answer<G::Action>> {
        let answer = self.player.answer(game, state, seat);
        answer.filter(|_| !self.stop.is_requested())
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
        let tape = Lines { game: &*self.0, text: &mut inputs, plays: &mut plays };
        let Some((scores, state)) = self.play(table, tape, &mut ())? else { return Ok(None) };
        let points = scores.points().to_vec();
        let finish = scores.finishes(&P::finish_scores(&self.0, &state, way));
        // A game that was lost by a fault stays open in its record, which replays to where it stopped; `finish` has who won.
        let (end, state) = (self.0.scores(&state).end(), Digest::of(&state).value());
        Ok(Some(Played { deal, inputs, plays, end, points, finish, state }))
    }

    fn play_scored(&self, table: Table<'_>) -> Result<Option<Scores>, PlayError> {
        Ok(self.play(table, (), &mut ())?.map(|(scores, _)| scores))
    }

    fn play_traded(&self, table: Table<'_>) -> Result<Option<(Scores, Trading)>, PlayError> {
        let mut events = Vec::new();
        let done = self.play(table, (), &mut events)?;
        Ok(done.map(|(scores, _)| (scores, Trading::of(&*self.0, &events))))
    }

    fn rollout(&self, games: usize, steps: u64, seed: u64, stop: &Stop) -> Rollout {
        rollout_until(&*self.0, games, steps, seed, stop)
    }
}

impl<P: Playable> Made<P> {
    /// Plays to the end; `None` if it was stopped.
    fn play<T: Tape<P::Rules>, L: Log<EventOf<P>>>(
        &self,
        Table { deal, players, terms }: Table<'_>,
        tape: T,
        log: &mut L,
    ) -> Result<Option<(Scores, StateOf<P>)>, PlayError> {
        let failed = |error: &dyn std::fmt::Display| PlayError::Run(error.to_string());
        let sit = |seated| {
            let player = Sitting::<P>::new(&self.0, seated, terms)?;
            Ok(Attended { player, stop: &terms.stop })
        };
        let mut players = players.into_iter().map(sit).collect::<Result<Vec<_>, BotError>>()?;
        let dealer = self.0.dealer(&deal).map_err(|error| failed(&error))?;
        let mut live = Live::new(&*self.0, dealer, tape, log).map_err(|error| failed(&error))?;
        match run(&*self.0, &mut live, &mut players, log) {
            Err(_) if terms.stop.is_requested() => Ok(None),
            Err(error) => match players.iter().position(|each| each.player.has_failed()) {
                Some(seat) => Ok(Some((self.forfeited(live.state(), seat), *live.state()))),
                None => Err(failed(&error)),
            },
            Ok(scores) => Ok(Some((scores, *live.state()))),
        }
    }
}

impl<P: Playable> Made<P> {
    /// The end of a game that a bot from outside has lost by its own fault: the best of the others has won.
    fn forfeited(&self, state: &StateOf<P>, seat: usize) -> Scores {
        let scores = self.0.scores(state);
        let others = (0..scores.points().len()).filter(|&other| other != seat);
        let best = others.max_by_key(|&other| (scores.points()[other], std::cmp::Reverse(other)));
        let ended = Scores::new(scores.points(), Some(End::Finished));
        best.map_or(ended, |best| ended.won_by(Seat(best as u8)))
    }
}

/// Who sits at a table, in the game's own types.
enum Sitting<'t, P: Playable> {
    Bot(P::Bot),
    Outside(Outsider<P>),
    Guest(Arc<P::Rules>, Box<dyn Guest + 't>),
}

impl<'t, P: Playable> Sitting<'t, P> {
    fn new(rules: &Arc<P::Rules>, seated: Seated<'t>, terms: &Terms) -> Result<Sitting<'t, P>, BotError> {
        match seated {
            Seated::Bot { name, seed } => {
                if let Some(command) = process::command_of(name) {
                    Outsider::new(rules, command, seed, terms).map(Sitting::Outside)
                } else {
                    let mut bot = P::bot(name, seed, terms)?;
                    P::fits(&mut bot, rules)?;
                    Ok(Sitting::Bot(bot))
                }
            }
            Seated::Guest(guest) => Ok(Sitting::Guest(Arc::clone(rules), guest)),
        }
    }
}

impl<P: Playable> Sitting<'_, P> {
    /// Has it lost the game by its own fault?
    fn has_failed(&self) -> bool {
        matches!(self, Sitting::Outside(bot) if bot.has_failed)
    }
}

/// A program from outside as a player. It is started for its first decision.
pub(crate) struct Outsider<P: Playable> {
    rules: Arc<P::Rules>,
    command: String,
    seed: u64,
    process: Option<Outside>,
    pub(crate) has_failed: bool,
}

impl<P: Playable> Outsider<P> {
    pub(crate) fn new(
        rules: &Arc<P::Rules>,
        command: &str,
        seed: u64,
        terms: &Terms,
    ) -> Result<Outsider<P>, BotError> {
        process::check(command, &terms.limits)?;
        let (rules, command) = (Arc::clone(rules), command.to_owned());
        Ok(Outsider { rules, command, seed, process: None, has_failed: false })
    }

    /// What the program does and why; `None` once it has lost by its own fault, which is kept for the report.
    pub(crate) fn reply(&mut self, state: &StateOf<P>, seat: Seat) -> Option<(Answer<ActionOf<P>>, String)> {
        if self.has_failed {
            return None;
        }
        match self.asked(state, seat) {
            Ok(reply) => Some(reply),
            Err(why) => {
                self.has_failed = true;
                self.process.iter_mut().for_each(Outside::end);
                process::blame(&self.command, &why);
                None
            }
        }
    }

    fn asked(&mut self, state: &StateOf<P>, seat: Seat) -> Result<(Answer<ActionOf<P>>, String), String> {
        let rules = Arc::clone(&self.rules);
        let mut actions = Vec::new();
        rules.legal_actions(state, seat, &mut actions);
        let who = |seat: Seat| seat.to_string();
        let memory = rules.memory(&Deal::stream(0));
        let question = Question {
            seat,
            position: P::position_text(&rules, state, &memory, &who, Style::PLAIN),
            data: P::position_data(&rules, state),
            legal: actions.iter().map(|&action| rules.action_text(action)).collect(),
        };
        let Reply { action: text, delay_ms, why } = self.process()?.ask(&question)?;
        let action = rules.read_action(&text).map_err(|_| format!("`{text}` is no action"))?;
        if !actions.contains(&action) {
            return Err(format!("`{text}` was not legal"));
        }
        Ok((Answer { action, delay_ms }, why))
    }

    fn process(&mut self) -> Result<&mut Outside, String> {
        if self.process.is_none() {
            let (game, seats) = (P::Rules::ID, self.rules.seats());
            let subject = Subject { game, options: self.rules.config().pairs(), seats };
            self.process = Some(Outside::sit(&self.command, &subject, self.seed)?);
        }
        self.process.as_mut().ok_or_else(|| "it was ended".to_owned())
    }
}

impl<P: Playable> Player<P::Rules> for Sitting<'_, P> {
    fn answer(&mut self, game: &P::Rules, state: &StateOf<P>, seat: Seat) -> Option<Answer<ActionOf<P>>> {
        let (rules, guest) = match self {
            Sitting::Bot(bot) => return bot.answer(game, state, seat),
            Sitting::Outside(bot) => return bot.reply(state, seat).map(|(answer, _)| answer),
            Sitting::Guest(rules, guest) => (rules, guest),
        };
        let (text, delay_ms) =
            guest.answer(Box::new(Held::<P>::new(Arc::clone(rules), *state, None)), seat)?;
        match rules.read_action(&text) {
            Ok(action) => Some(Answer { action, delay_ms }),
            Err(error) => {
                guest.misread(error);
                None
            }
        }
    }
}

/// Writes inputs as a record has them, without a string for each.
struct Lines<'a, G> {
    game: &'a G,
    text: &'a mut String,
    plays: &'a mut u32,
}

impl<G: Notation> Tape<G> for Lines<'_, G> {
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
