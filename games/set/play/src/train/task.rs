//! SET alone: find Sets, and deal when there is none to be seen.

use std::sync::Arc;

use tercet_draw::{DrawError, MosaicPainter, Pixels, Theme};
use tercet_entry::{Contest, Trainable};
use tercet_game::{Encode, Game, Rng, Seat};
use tercet_scene::Frame;
use tercet_search::{BotError, BotLimits};
use tercet_set::{Action, Config, Illegal, SetGame, State, Variant};

use super::masks::Masks;
use crate::Set;
use crate::bots::AnyBot;
use tercet_train::batch::{
    AnyBatch, Batch, Ending, Env, MakeError, Options, PixelPainter, Reading, StepOutcome, Task, pairs_with,
};

/// Steps of an episode if nobody says otherwise.
const USUAL_LIMIT: u32 = 300;

/// SET alone, for these rewards.
pub struct SetTask {
    game: Arc<SetGame>,
    rewards: Rewards,
    /// `None` for the rules' own list, which names the Sets.
    masks: Option<Masks>,
}

/// What actions earn.
struct Rewards {
    /// A Set.
    set: f64,
    /// Cards that are none.
    wrong: f64,
    /// Dealing while there is a Set.
    deal: f64,
    /// What can't be done.
    illegal: f64,
}

impl Trainable for Set {
    fn batch(config: &[(String, String)], options: &Options) -> Result<Box<dyn AnyBatch>, MakeError> {
        let config = pairs_with(Config::default(), config)?;
        if config.seats != 1 {
            return Err(MakeError::option(
                "seats",
                "a batch of SET is played alone; a race is an environment of its own",
            ));
        }
        if config.variant == Variant::Puzzle && options.dealer != "stream" {
            return Err(MakeError::option("deal", "a puzzle is dealt by `stream`"));
        }
        let game = SetGame::new(&config)?;
        let mut reading = Reading::new(options);
        let rewards = Rewards {
            set: reading.reward("set", 1.0)?,
            wrong: reading.reward("wrong", -0.1)?,
            deal: reading.reward("deal_penalty", 0.0)?,
            illegal: reading.reward("illegal", -0.1)?,
        };
        let masks = match reading.text("mask") {
            None | Some("cells") => Some(Masks::new(&game)),
            Some("sets") => None,
            Some(other) => {
                return Err(MakeError::option(
                    "mask",
                    format!("`{other}` is no mask; there are cells and sets"),
                ));
            }
        };
        reading.end()?;
        Ok(Box::new(Batch::new(SetTask { game: Arc::new(game), rewards, masks }, options)?))
    }
}

/// The board in three rows, column after column of a row, each cell with its number; then the deck and the Sets taken.
pub(super) fn text(state: &State) -> String {
    let cells: Vec<String> = state
        .board()
        .enumerate()
        .map(|(cell, card)| {
            format!("{:>2} {:<4}", cell + 1, card.map_or(String::new(), |card| card.to_string()))
        })
        .collect();
    let columns = cells.len().div_ceil(3).max(1);
    let rows: Vec<String> = cells.chunks(columns).map(|row| row.join("  ").trim_end().to_owned()).collect();
    format!("{}\ndeck {}, Sets {}\n", rows.join("\n"), state.unseen().len(), state.sets(Seat::FIRST))
}

impl SetTask {
    #[inline]
    fn play(&self, env: &mut Env<SetTask>, action: Action) -> Result<f64, Illegal> {
        let game = &*self.game;
        let is_fined = action == Action::Deal
            && self.rewards.deal.abs() > 0.0
            && game.first_claim(env.state()).is_some();
        env.play(game, Seat::FIRST, action)?;
        Ok(match action {
            Action::Claim(_) => self.rewards.set,
            _ if is_fined => self.rewards.deal,
            _ => 0.0,
        })
    }
}

impl Task for SetTask {
    type Game = SetGame;
    type Bot = AnyBot;
    type Guests = ();

    fn game(&self) -> &Arc<SetGame> {
        &self.game
    }

    fn bot(name: &str, seed: u64, bot_limits: &BotLimits) -> Result<AnyBot, BotError> {
        <Set as Contest>::bot(name, seed, bot_limits)
    }

    fn guests(&self, _seed: u64) {}

    fn open(&self, _env: &mut Env<Self>) {}

    #[inline]
    fn act(&self, env: &mut Env<Self>, number: usize, rewards: &mut [f64]) -> StepOutcome {
        let Some(action) = self.game.numbered_action(Seat::FIRST, number) else {
            rewards[0] = self.rewards.illegal;
            return StepOutcome { is_legal: false, ending: None };
        };
        match self.play(env, action) {
            Ok(reward) => {
                rewards[0] = reward;
                StepOutcome { is_legal: true, ending: Ending::of(self.game.scores(env.state()).end()) }
            }
            // A legal mistake: cards that are there and are no Set.
            Err(Illegal::NotASet | Illegal::NotInChain | Illegal::AlreadyFound) => {
                rewards[0] = self.rewards.wrong;
                StepOutcome { is_legal: true, ending: None }
            }
            Err(_) => {
                rewards[0] = self.rewards.illegal;
                StepOutcome { is_legal: false, ending: None }
            }
        }
    }

    fn seat(&self, _env: &Env<Self>) -> Seat {
        Seat::FIRST
    }

    fn write_mask(&self, env: &Env<Self>, mask: &mut [u8]) {
        match &self.masks {
            Some(masks) => masks.write(env.state(), mask),
            None => self.game.write_mask(env.state(), Seat::FIRST, mask),
        }
    }

    fn sample(&self, env: &Env<Self>, rng: &mut Rng) -> Option<usize> {
        use tercet_game::Sample;
        if let Some(masks) = &self.masks {
            return masks.sample(env.state(), rng);
        }
        let action = self.game.sample_action(env.state(), Seat::FIRST, rng)?;
        Some(self.game.action_number(Seat::FIRST, action))
    }

    fn text(&self, state: &State) -> String {
        text(state)
    }

    fn facts(&self, env: &Env<Self>) -> Vec<(&'static str, i64)> {
        vec![("sets_found", env.state().sets(self.seat(env)).into())]
    }

    fn usual_limit(&self) -> u32 {
        USUAL_LIMIT
    }

    fn painter(&self, frame: Frame, theme: &Theme) -> Result<Option<PixelPainter<SetGame>>, DrawError> {
        let painter = MosaicPainter::new(Arc::clone(&self.game), frame, theme, Pixels::Rgb)?;
        Ok(Some(Box::new(move |state, memory, pixels| painter.paint(state, memory, pixels))))
    }
}
