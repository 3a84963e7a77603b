//! What a position is worth to everybody, and what the player whose turn it is could build now. The page, the terminal, the
//! command line and Python all ask here, so all of them show the same numbers.

use tercet_game::{Game, Seat};
use tercet_machi::{Action, MachiKoro, Phase, Site, State};
use tercet_odds::{Budget, Model, NoAnswer, Odds, Paired, Pmf};
use thiserror::Error;

use super::{AnyBot, by_name};
use tercet_search::Stop;
use tercet_search::{BotError, Explain as _};

/// Who plays the games for the chances to win, on every seat, if nobody else is asked for: the strongest of the bots that play
/// a thousand games a second.
pub const PLAYER: &str = "impatient";

/// How many games are played from each position, if nothing else is said.
pub const GAMES: u32 = 200;

/// The seed of those games, if nothing else is said.
pub const SEED: u64 = 1;

/// How an insight is asked for.
#[derive(Clone, Debug)]
pub struct InsightOptions<'w> {
    /// The model of income. The plain ones take milliseconds in any position, the exact one may take much longer.
    pub model: Model,
    /// Who plays the games, on every seat.
    pub player: &'w str,
    /// How many games are played from each position; 0 for no chances to win.
    pub games: u32,
    /// The seed of those games.
    pub seed: u64,
    /// What the incomes may take together.
    pub budget: Budget,
    /// Ends it: nobody wants it any more.
    pub stop: Stop,
    /// Ends the games: the chances are of as many as were played by then.
    pub time: Stop,
}

impl InsightOptions<'_> {
    /// The usual wanted: [`GAMES`] games of [`PLAYER`], however long they take, and incomes within the usual budget.
    pub fn new(model: Model) -> InsightOptions<'static> {
        let (budget, stop, time) = (Budget::default(), Stop::default(), Stop::default());
        InsightOptions { model, player: PLAYER, games: GAMES, seed: SEED, budget, stop, time }
    }
}

/// Why there is no insight.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InsightError {
    /// There is no such bot.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// The incomes are too much work, or nobody wants them any more.
    #[error(transparent)]
    NoAnswer(#[from] NoAnswer),
}

/// A chance, or a difference of chances, and where it lies with 95 % confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chance {
    /// As it was counted.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Chance {
    fn new((value, low, high): (f64, f64, f64)) -> Chance {
        Chance { value, low, high }
    }
}

/// A position in numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Insight {
    /// Whose turn it is: who could build.
    pub seat: Seat,
    /// How many games were played from each position.
    pub games: u32,
    /// What each seat can expect.
    pub seats: Vec<Standing>,
    /// What the seat can build now, and building nothing: the best first. Empty where something else is to be decided first.
    pub options: Vec<Choice>,
    /// Has the roll still to fall? The options are then those of a roll that brings nothing.
    pub is_before_roll: bool,
}

/// What a seat can expect.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// What its own turn brings.
    pub own_turn: Pmf,
    /// What a round brings.
    pub round: Pmf,
    /// Turns until victory; infinite for never, unless something changes.
    pub turns: f64,
    /// How likely it wins; `None` if no games were played.
    pub win: Option<Chance>,
}

/// Something that can be built now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The thing; `None` for nothing.
    pub site: Option<Site>,
    /// What it costs.
    pub cost: u8,
    /// More coins a round.
    pub coins: f64,
    /// Turns until victory once it is built and paid; infinite for never.
    pub turns: f64,
    /// How likely the seat wins after it; `None` if no games were played.
    pub win: Option<Chance>,
    /// How much likelier than after building nothing: the same dice fell in both games of a pair.
    pub gain: Option<Chance>,
}

impl Choice {
    /// The name of what is built, or `nothing`.
    pub fn name<'g>(&self, game: &'g MachiKoro) -> &'g str {
        self.site.map_or("nothing", |site| game.site_name(site))
    }
}

/// Works out what a position that can be played on is worth.
///
/// # Errors
/// If there is no such bot, it is too much work for its budget, or it is no longer wanted.
pub fn insight(
    game: &MachiKoro,
    state: &State,
    wanted: &InsightOptions<'_>,
) -> Result<Insight, InsightError> {
    let stop = wanted.stop.clone();
    let odds = Odds::new(game, wanted.model);
    odds.ask(wanted.budget, move || !stop.is_requested(), |odds| worked_out(game, state, wanted, odds))?
}

fn worked_out(
    game: &MachiKoro,
    state: &State,
    wanted: &InsightOptions<'_>,
    odds: &Odds,
) -> Result<Insight, InsightError> {
    let work = Work { game, state, odds, wanted };
    let to_build = game.time_to_build(state);
    let actions = work.actions(&to_build);
    let mut positions = vec![*state];
    positions.extend(actions.iter().map(|&action| work.after(&to_build, action)));
    let paired = work.play(&positions)?;
    let seats = (0..game.seats()).map(|seat| work.standing(Seat(seat), &paired)).collect();
    let choices = actions.iter().enumerate();
    let choices =
        choices.map(|(place, &action)| work.choice(action, &positions[place + 1], place + 1, &paired));
    let mut options: Vec<Choice> = choices.collect();
    options.sort_by(|one, other| rank(other).total_cmp(&rank(one)).then(one.turns.total_cmp(&other.turns)));
    let is_before_roll = !actions.is_empty() && state.phase() != Phase::Build;
    Ok(Insight { seat: state.roller(), games: paired.games(), seats, options, is_before_roll })
}

/// The best chance first; where no games were played, the fewest turns.
fn rank(choice: &Choice) -> f64 {
    choice.win.map_or(0.0, |win| win.value)
}

/// One position at work.
struct Work<'w> {
    game: &'w MachiKoro,
    state: &'w State,
    odds: &'w Odds,
    wanted: &'w InsightOptions<'w>,
}

impl Work<'_> {
    /// What the roller can do where he is to build; nothing first, because all else is compared with it.
    fn actions(&self, to_build: &State) -> Vec<Action> {
        let mut legal = Vec::new();
        if to_build.phase() == Phase::Build {
            self.game.legal_actions(to_build, to_build.roller(), &mut legal);
        }
        legal.sort_by_key(|action| *action != Action::Pass);
        legal
    }

    fn after(&self, to_build: &State, action: Action) -> State {
        let mut after = *to_build;
        self.game
            .play(&mut after, to_build.roller(), action, &mut ())
            .expect("it is among the legal actions");
        after
    }

    fn play(&self, positions: &[State]) -> Result<Paired, InsightError> {
        let mut bot = by_name(self.wanted.player, 0)?;
        if let AnyBot::Strategist(strategist) = &mut bot {
            strategist.prepare(self.game);
        }
        let over = self.wanted.stop.or(&self.wanted.time);
        bot.set_stop(&over);
        let player = |_: Seat, seed: u64| bot.reseeded(seed);
        let games = (self.wanted.games, self.wanted.seed);
        Ok(Paired::play(self.game, positions, player, games, &|| !over.is_requested()))
    }

    fn standing(&self, seat: Seat, paired: &Paired) -> Standing {
        let round = self.odds.round_pmf(self.state, seat);
        Standing {
            own_turn: self.odds.own_turn_pmf(self.state, seat),
            turns: self.odds.tuv_at(self.state, seat, round.mean()),
            round,
            win: win(paired, 0, seat),
        }
    }

    fn choice(&self, action: Action, after: &State, place: usize, paired: &Paired) -> Choice {
        let (seat, site) = (self.state.roller(), site(action));
        Choice {
            site,
            cost: site.map_or(0, |site| self.game.cost(site)),
            coins: site.map_or(0.0, |site| self.odds.delta_ev(self.state, seat, site, 1, None)),
            turns: self.odds.tuv_expected(after, seat),
            win: win(paired, place, seat),
            gain: (paired.games() > 0).then(|| Chance::new(paired.gain(place, 1, seat))),
        }
    }
}

fn win(paired: &Paired, position: usize, seat: Seat) -> Option<Chance> {
    let chances = paired.chances(position);
    let (low, high) = chances.interval(seat);
    (paired.games() > 0).then(|| Chance::new((chances.chance(seat), low, high)))
}

fn site(action: Action) -> Option<Site> {
    match action {
        Action::Build(kind) => Some(Site::Card(kind)),
        Action::BuildLandmark(landmark) => Some(Site::Landmark(landmark)),
        _ => None,
    }
}
