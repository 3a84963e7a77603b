//! A bot by its name: one of the game's own, or a program from outside.

use tercet_game::{Answer, Deal, Game as _, Notation as _, Player, Reasons, Seat, Settings as _, Turn};
use tercet_scene::Draw as _;
use tercet_search::{BotError, BotLimits, Explain, Explanation, Stop};

use crate::process::{self, ProgramBot, Question, Reply, Subject};
use crate::{ActionOf, Playable, StateOf, Style};

/// The longest that a program may say its answer takes: nobody waits for longer at a table without a clock.
const LONGEST_DELAY_MS: u32 = 600_000;

/// A bot by its name, in the game's own types.
pub struct NamedBot<P: Playable>(Kind<P>);

enum Kind<P: Playable> {
    Own(P::Bot),
    ProgramBot(Box<Outsider>),
}

impl<P: Playable> NamedBot<P> {
    /// The bot of this name, drawing from the stream of this seed and keeping to these limits. `cmd:` and a command line name a
    /// program, which is started for its first decision.
    ///
    /// # Errors
    /// If there is no such bot, or it would take more than it may.
    pub fn new(name: &str, seed: u64, bot_limits: &BotLimits) -> Result<NamedBot<P>, BotError> {
        let Some(command) = process::command_of(name) else {
            return Ok(NamedBot(Kind::Own(P::bot(name, seed, bot_limits)?)));
        };
        process::check(command, &bot_limits.limits)?;
        let (command, time_ms) = (command.to_owned(), bot_limits.limits.program_ms);
        let outsider = Outsider { command, seed, time_ms, process: None, fault: None };
        Ok(NamedBot(Kind::ProgramBot(Box::new(outsider))))
    }

    /// Can the bot play by these rules? See [`crate::Contest::fits`].
    ///
    /// # Errors
    /// Says why not.
    pub fn fits(&mut self, rules: &P::Rules) -> Result<(), BotError> {
        match &mut self.0 {
            Kind::Own(bot) => P::fits(bot, rules),
            Kind::ProgramBot(_) => Ok(()),
        }
    }

    /// Why it has lost the game by a fault of its own, if it has.
    pub fn fault(&self) -> Option<&str> {
        match &self.0 {
            Kind::Own(_) => None,
            Kind::ProgramBot(bot) => bot.fault.as_deref(),
        }
    }
}

impl<P: Playable> Player<P::Rules> for NamedBot<P> {
    fn answer(&mut self, game: &P::Rules, state: &StateOf<P>, seat: Seat) -> Option<Answer<ActionOf<P>>> {
        match &mut self.0 {
            Kind::Own(bot) => bot.answer(game, state, seat),
            Kind::ProgramBot(bot) => bot.reply::<P>(game, state, seat).map(|(answer, _)| answer),
        }
    }

    fn has_failed(&self) -> bool {
        self.fault().is_some()
    }
}

impl<P: Playable> Explain<P::Rules> for NamedBot<P> {
    fn strategy(&self) -> &'static str {
        match &self.0 {
            Kind::Own(bot) => bot.strategy(),
            Kind::ProgramBot(_) => "",
        }
    }

    fn set_stop(&mut self, stop: &Stop) {
        if let Kind::Own(bot) = &mut self.0 {
            bot.set_stop(stop);
        }
    }

    fn explain(
        &mut self,
        game: &P::Rules,
        state: &StateOf<P>,
        seat: Seat,
    ) -> Option<Explanation<ActionOf<P>>> {
        match &mut self.0 {
            Kind::Own(bot) => bot.explain(game, state, seat),
            Kind::ProgramBot(bot) => {
                let (answer, why) = bot.reply::<P>(game, state, seat)?;
                Some(Explanation { answer, why, measure: "", compared: Vec::new() })
            }
        }
    }
}

/// A program as a player.
struct Outsider {
    command: String,
    seed: u64,
    time_ms: u32,
    process: Option<ProgramBot>,
    fault: Option<String>,
}

impl Outsider {
    /// What the program does and why; `None` once it has lost by its own fault, which is kept for the report.
    fn reply<P: Playable>(
        &mut self,
        game: &P::Rules,
        state: &StateOf<P>,
        seat: Seat,
    ) -> Option<(Answer<ActionOf<P>>, String)> {
        if self.fault.is_some() {
            return None;
        }
        match self.asked::<P>(game, state, seat) {
            Ok(reply) => Some(reply),
            Err(why) => {
                self.process.iter_mut().for_each(ProgramBot::end);
                process::blame(&self.command, &why);
                self.fault = Some(why);
                None
            }
        }
    }

    fn asked<P: Playable>(
        &mut self,
        game: &P::Rules,
        state: &StateOf<P>,
        seat: Seat,
    ) -> Result<(Answer<ActionOf<P>>, String), String> {
        let mut actions = Vec::new();
        game.legal_actions(state, seat, &mut actions);
        let memory = game.memory(&Deal::stream(0));
        let question = Question {
            seat,
            position: P::position_text(game, state, &memory, &|seat: Seat| seat.to_string(), Style::PLAIN),
            data: P::position_data(game, state),
            legal: actions.iter().map(|&action| game.action_text(action)).collect(),
            time_ms: self.time_ms,
        };
        let Reply { action: text, delay_ms, why } = self.process::<P>(game)?.ask(&question)?;
        let action = game.read_action(&text).map_err(|_| format!("`{}` is no action", short(&text)))?;
        if !actions.contains(&action) {
            return Err(format!("`{}` was not legal", short(&text)));
        }
        // Only where a clock runs or several may act does it count how long a decision takes.
        let is_race = game.window(state).is_some()
            || matches!(game.turn(state), Turn::Seats(seats) if seats.single().is_none());
        let delay_ms = if is_race { delay_ms.min(LONGEST_DELAY_MS) } else { 0 };
        Ok((Answer { action, delay_ms }, Reasons::cleaned(&why)))
    }

    fn process<P: Playable>(&mut self, game: &P::Rules) -> Result<&mut ProgramBot, String> {
        if self.process.is_none() {
            let (id, seats) = (P::Rules::ID.to_owned(), game.seats());
            let subject = Subject { game: id, options: game.config().pairs(), seats };
            self.process = Some(ProgramBot::sit(&self.command, &subject, self.seed)?);
        }
        self.process.as_mut().ok_or_else(|| "it was ended".to_owned())
    }
}

/// A program's own words, as far as a line of a report has room for them.
fn short(text: &str) -> String {
    const LETTERS: usize = 60;
    let shown: String =
        text.chars().take(LETTERS).map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    if text.chars().count() > LETTERS { shown + "…" } else { shown }
}
