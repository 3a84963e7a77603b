//! Any game with planes as a task: one learns against bots, or everybody at the table does.

use std::sync::Arc;

use tercet_draw::{DrawError, Theme};
use tercet_game::{Encode, Game, Notation, Player, Scores, Seat, Settings as _, Turn, stream_seed};
use tercet_scene::Frame;
use tercet_search::{BotError, BotLimits};
use tercet_train::batch::{
    AnyBatch, Batch, Ending, Env, GUESTS, MakeError, Number, Options, PixelPainter, Reading, StepOutcome,
    Task,
};

use crate::{ConfigOf, Contest, StateOf};

/// The task of a game: the winners share 1, the others lose as much together.
pub struct PlainTask<P: Contest> {
    game: Arc<P::Rules>,
    /// The bots at the other seats; nobody where all seats learn.
    opponents: Option<Vec<String>>,
    illegal: f64,
}

/// Who sits beside the learner, at the seats after the first.
pub struct Opponents<P: Contest>(Vec<P::Bot>);

impl<P: Contest<Bot: Clone>> Clone for Opponents<P> {
    fn clone(&self) -> Opponents<P> {
        Opponents(self.0.clone())
    }
}

/// Makes a batch of a game: `opponents` names the bots of the other seats (one name for all), and without it every seat learns.
///
/// # Errors
/// If the game has no planes, or an option can't be.
pub fn plain_batch<P>(config: &[(String, String)], options: &Options) -> Result<Box<dyn AnyBatch>, MakeError>
where
    P: Contest<Bot: Clone + Send + Sync>,
    P::Rules: Encode<Cell: Number>,
{
    let game = P::Rules::new(&ConfigOf::<P>::from_pairs(config.iter().map(|(key, value)| (key, value)))?)?;
    let id = P::Rules::ID;
    if game.plane_shape().contains(&0) {
        let why = format!(
            "{id} can be played but not learned: it has no `Encode`, which gives a position's planes"
        );
        return Err(MakeError::option("game", why));
    }
    let mut reading = Reading::new(options);
    let opponents = reading.text("opponents").map(|names| opponents::<P>(names, game.seats())).transpose()?;
    let illegal = reading.reward("illegal", -0.1)?;
    reading.end()?;
    let opponents = if game.seats() == 1 { Some(Vec::new()) } else { opponents };
    Ok(Box::new(Batch::new(PlainTask::<P> { game: Arc::new(game), opponents, illegal }, options)?))
}

/// One name for all, or a name for each.
fn opponents<P: Contest>(names: &str, seats: u8) -> Result<Vec<String>, MakeError> {
    let names: Vec<String> = names.split(',').map(|name| name.trim().to_owned()).collect();
    for name in &names {
        P::bot(name, 0, &BotLimits::own())?;
    }
    let wanted = usize::from(seats) - 1;
    match names.len() {
        1 => Ok(vec![names[0].clone(); wanted]),
        found if found == wanted => Ok(names),
        found => {
            let why = format!("{seats} seats need {wanted} opponents, not {found}; or one name for all");
            Err(MakeError::option("opponents", why))
        }
    }
}

impl<P> PlainTask<P>
where
    P: Contest<Bot: Clone + Send + Sync>,
    P::Rules: Encode<Cell: Number>,
{
    /// The bots play until it is a learner's decision.
    fn go_on(&self, env: &mut Env<Self>) {
        if self.opponents.is_none() {
            return;
        }
        let game = &*self.game;
        while let Turn::Seats(seats) = game.turn(env.state()) {
            let Some(seat) = seats.iter().next().filter(|&seat| seat != Seat::FIRST) else { return };
            let (state, guests) = env.parts();
            let answer = guests.0[seat.index() - 1].answer(game, state, seat);
            let Some(answer) = answer else { return };
            if env.play(game, seat, answer.action).is_err() {
                return;
            }
        }
    }

    fn reward(&self, scores: &Scores, rewards: &mut [f64]) {
        if self.game.seats() == 1 {
            rewards[0] += f64::from(scores.points()[0]);
            return;
        }
        let winners = scores.winners();
        let losers = (usize::from(self.game.seats()) - winners.len()).max(1) as f64;
        let share = if winners.len() == usize::from(self.game.seats()) { 0.0 } else { 1.0 };
        for (seat, reward) in rewards.iter_mut().enumerate() {
            let is_winner = winners.contains(Seat(seat as u8));
            *reward += if is_winner { share / winners.len() as f64 } else { -share / losers };
        }
    }
}

impl<P> Task for PlainTask<P>
where
    P: Contest<Bot: Clone + Send + Sync>,
    P::Rules: Encode<Cell: Number>,
{
    type Game = P::Rules;
    type Bot = P::Bot;
    type Guests = Opponents<P>;

    fn game(&self) -> &Arc<P::Rules> {
        &self.game
    }

    fn agents(&self) -> usize {
        if self.opponents.is_some() { 1 } else { self.game.seats().into() }
    }

    fn bot(name: &str, seed: u64, bot_limits: &BotLimits) -> Result<P::Bot, BotError> {
        P::bot(name, seed, bot_limits)
    }

    fn guests(&self, seed: u64) -> Opponents<P> {
        let bot = |(nth, name): (usize, &String)| {
            let own = stream_seed(seed, &[GUESTS, nth as u64]);
            P::bot(name, own, &BotLimits::own()).expect("all names were tried before")
        };
        Opponents(self.opponents.iter().flatten().enumerate().map(bot).collect())
    }

    fn open(&self, env: &mut Env<Self>) {
        self.go_on(env);
    }

    fn act(&self, env: &mut Env<Self>, number: usize, rewards: &mut [f64]) -> StepOutcome {
        let (game, seat) = (&*self.game, self.seat(env));
        let action = game.numbered_action(seat, number);
        if action.is_none_or(|action| env.play(game, seat, action).is_err()) {
            rewards[if self.opponents.is_some() { 0 } else { seat.index() }] = self.illegal;
            return StepOutcome { is_legal: false, ending: None };
        }
        self.go_on(env);
        let scores = game.scores(env.state());
        let ending = Ending::of(scores.end());
        if ending == Some(Ending::Terminated) {
            self.reward(&scores, rewards);
        }
        StepOutcome { is_legal: true, ending }
    }

    fn seat(&self, env: &Env<Self>) -> Seat {
        match self.game.turn(env.state()) {
            Turn::Seats(seats) => seats.iter().next().unwrap_or(Seat::FIRST),
            Turn::Chance | Turn::Over => Seat::FIRST,
        }
    }

    fn text(&self, state: &StateOf<P>) -> String {
        self.game.position_text(state) + "\n"
    }

    fn painter(&self, _frame: Frame, _theme: &Theme) -> Result<Option<PixelPainter<P::Rules>>, DrawError> {
        Ok(None)
    }
}
