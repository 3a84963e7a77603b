//! Machi Koro: one seat against bots, or every seat by the caller.

use std::sync::Arc;

use crate::bots::by_name;
use tercet_draw::{DrawError, Theme};
use tercet_entry::{Contest, Trainable};
use tercet_game::{Encode, Game, Player, Scores, Seat, Turn, stream_seed};
use tercet_machi::{Config, Landmark, MachiKoro, State};
use tercet_odds::{Model, Odds};
use tercet_scene::Frame;
use tercet_search::{BotError, BotLimits};

use crate::Machi;
use crate::bots::AnyBot;
use tercet_train::batch::{
    AnyBatch, Batch, Ending, Env, MakeError, Options, PixelPainter, Reading, StepOutcome, Task, pairs_with,
};

/// The stream of an episode's seed that says where the learner sits.
const CHAIRS: u64 = 4;

/// Machi Koro for these learners and rewards.
pub struct MachiTask {
    game: Arc<MachiKoro>,
    table: Table,
    /// The reward of what can't be done.
    illegal: f64,
    /// What a turn less until victory earns.
    shaping: f64,
    scale: Vec<f32>,
}

/// Who sits at the table.
enum Table {
    /// Learners only.
    Learners,
    /// One learner: at this seat, or at another each episode.
    One { seat: Option<u8>, bots: Vec<String> },
}

/// What an episode keeps beside the position.
#[derive(Clone)]
pub struct Guests {
    /// Where the learner sits; `None` if everybody learns.
    learner: Option<Seat>,
    /// The bots in the order of their seats, the learner's left out.
    bots: Vec<AnyBot>,
    /// Turns until the learner's victory when it last decided.
    turns_left: f64,
}

impl Trainable for Machi {
    fn scale(rules: &MachiKoro) -> Vec<f32> {
        scale(rules)
    }

    fn batch(config: &[(String, String)], options: &Options) -> Result<Box<dyn AnyBatch>, MakeError> {
        let game = MachiKoro::new(&pairs_with(Config::default(), config)?)?;
        let players = game.config().players;
        let mut reading = Reading::new(options);
        let bots = reading.text("opponents").map(|names| opponents(names, players)).transpose()?;
        let seat = match reading.text("seat") {
            Some("any") => None,
            Some(text) => match text.parse() {
                Ok(seat) if seat < players => Some(seat),
                _ => {
                    let why = format!("`{text}` is no seat; it takes 0 to {} or any", players - 1);
                    return Err(MakeError::option("seat", why));
                }
            },
            None => Some(0),
        };
        let illegal = reading.reward("illegal", -0.1)?;
        let shaping = reading.reward("shaping", 0.0)?;
        reading.end()?;
        let table = bots.map_or(Table::Learners, |bots| Table::One { seat, bots });
        let scale = scale(&game);
        let task = MachiTask { game: Arc::new(game), table, illegal, shaping, scale };
        Ok(Box::new(Batch::new(task, options)?))
    }
}

/// One name for all, or a name for each.
fn opponents(names: &str, players: u8) -> Result<Vec<String>, MakeError> {
    let names: Vec<String> = names.split(',').map(|name| name.trim().to_owned()).collect();
    for name in &names {
        by_name(name, 0)?;
    }
    let wanted = usize::from(players) - 1;
    match names.len() {
        1 => Ok(vec![names[0].clone(); wanted]),
        found if found == wanted => Ok(names),
        found => {
            let why = format!("{players} players need {wanted} opponents, not {found}; or one name for all");
            Err(MakeError::option("opponents", why))
        }
    }
}

/// Coins in units of all base landmarks, turns of the limit, dice of their highest; the rest are small already.
fn scale(game: &MachiKoro) -> Vec<f32> {
    let [_, _, size] = game.plane_shape();
    let players = usize::from(game.config().players);
    let player = 2 + 6 + 2 * game.cards().len();
    let mut scale = vec![1.0; size];
    for first in (0..players).map(|nth| nth * player) {
        scale[first..first + 2].fill(1.0 / 52.0);
    }
    let general =
        [1.0 / f32::from(game.config().turn_limit), 1.0 / 6.0, 1.0 / 6.0, 1.0 / 12.0, 1.0, 1.0, 1.0];
    scale[size - general.len()..].copy_from_slice(&general);
    scale
}

impl MachiTask {
    /// The bots play until it is the learner's decision.
    #[inline]
    fn go_on(&self, env: &mut Env<Self>) {
        let Some(learner) = env.guests.learner else { return };
        let game = &*self.game;
        while let Turn::Seats(seats) = game.turn(env.state()) {
            let Some(seat) = seats.single().filter(|&seat| seat != learner) else { return };
            let (state, guests) = env.parts();
            let bot = &mut guests.bots[seat.index() - usize::from(seat > learner)];
            let answer = bot.answer(game, state, seat).expect("a bot always has an answer");
            env.play(game, seat, answer.action).expect("bots play what is legal");
        }
    }

    fn reward(&self, scores: &Scores, guests: &Guests, rewards: &mut [f64]) {
        let winners = scores.winners();
        let losers = (usize::from(self.game.seats()) - winners.len()).max(1) as f64;
        let reward = |seat| if winners.contains(seat) { 1.0 } else { -1.0 / losers };
        match guests.learner {
            Some(learner) => rewards[0] += reward(learner),
            None => {
                for (seat, place) in rewards.iter_mut().enumerate() {
                    *place += reward(Seat(seat as u8));
                }
            }
        }
    }

    /// What came nearer since the learner's last decision.
    fn shape(&self, env: &mut Env<Self>, rewards: &mut [f64]) {
        if let Some(learner) = env.guests.learner.filter(|_| self.shaping.abs() > 0.0) {
            let turns = self.turns_left(env.state(), learner);
            rewards[0] += self.shaping * (env.guests.turns_left - turns);
            env.guests.turns_left = turns;
        }
    }

    fn turns_left(&self, state: &State, seat: Seat) -> f64 {
        Odds::new(&self.game, Model::Seed).tuv_expected(state, seat).min(Odds::MOST_TURNS)
    }
}

impl Task for MachiTask {
    type Game = MachiKoro;
    type Bot = AnyBot;
    type Guests = Guests;

    fn game(&self) -> &Arc<MachiKoro> {
        &self.game
    }

    fn agents(&self) -> usize {
        match self.table {
            Table::Learners => self.game.seats().into(),
            Table::One { .. } => 1,
        }
    }

    fn bot(name: &str, seed: u64, bot_limits: &BotLimits) -> Result<AnyBot, BotError> {
        <Machi as Contest>::bot(name, seed, bot_limits)
    }

    fn guests(&self, seed: u64) -> Guests {
        let Table::One { seat, bots } = &self.table else {
            return Guests { learner: None, bots: Vec::new(), turns_left: 0.0 };
        };
        let drawn = || (stream_seed(seed, &[CHAIRS]) % u64::from(self.game.seats())) as u8;
        let bot = |(nth, name): (usize, &String)| {
            let own = stream_seed(seed, &[tercet_train::batch::GUESTS, nth as u64]);
            by_name(name, own).expect("all names were tried before")
        };
        Guests {
            learner: Some(Seat(seat.unwrap_or_else(drawn))),
            bots: bots.iter().enumerate().map(bot).collect(),
            turns_left: 0.0,
        }
    }

    fn open(&self, env: &mut Env<Self>) {
        self.go_on(env);
        self.shape(env, &mut [0.0]);
    }

    #[inline]
    fn act(&self, env: &mut Env<Self>, number: usize, rewards: &mut [f64]) -> StepOutcome {
        let game = &*self.game;
        let seat = self.seat(env);
        let action = game.numbered_action(seat, number);
        if action.is_none_or(|action| env.play(game, seat, action).is_err()) {
            let learner = if env.guests.learner.is_some() { 0 } else { seat.index() };
            rewards[learner] = self.illegal;
            return StepOutcome { is_legal: false, ending: None };
        }
        self.go_on(env);
        if game.turn(env.state()) != Turn::Over {
            self.shape(env, rewards);
            return StepOutcome { is_legal: true, ending: None };
        }
        let scores = game.scores(env.state());
        let ending = Ending::of(scores.end());
        if ending == Some(Ending::Terminated) {
            self.reward(&scores, &env.guests, rewards);
        }
        StepOutcome { is_legal: true, ending }
    }

    #[inline]
    fn seat(&self, env: &Env<Self>) -> Seat {
        env.guests.learner.unwrap_or_else(|| env.state().roller())
    }

    fn facts(&self, env: &Env<Self>) -> Vec<(&'static str, i64)> {
        let city = env.state().city(self.seat(env));
        vec![("turn", env.state().turn().into()), ("coins", city.coins().into())]
    }

    /// A line for the turn, then one for each city.
    fn text(&self, state: &State) -> String {
        let game = &*self.game;
        let mut lines = vec![format!("turn {}, seat {} decides", state.turn(), state.roller().0)];
        for seat in (0..game.seats()).map(Seat) {
            let city = state.city(seat);
            let copies = |(kind, copies): (tercet_machi::Kind, u8)| {
                format!("{copies} {}", game.cards().card(kind).name)
            };
            let cards: Vec<String> = city.cards().map(copies).collect();
            let built = Landmark::ALL.into_iter().filter(|&landmark| city.has(landmark));
            let built: Vec<String> = built.map(|landmark| landmark.to_string()).collect();
            let built = if built.is_empty() { "none".to_owned() } else { built.join(", ") };
            lines.push(format!(
                "seat {}: {} coins; {}; landmarks: {built}",
                seat.0,
                city.coins(),
                cards.join(", ")
            ));
        }
        lines.join("\n") + "\n"
    }

    fn scale(&self) -> &[f32] {
        &self.scale
    }

    fn painter(&self, _frame: Frame, _theme: &Theme) -> Result<Option<PixelPainter<MachiKoro>>, DrawError> {
        Ok(None)
    }
}
