//! The bots that every game has: any legal action, a tree search, and the best play of a game that can be solved.

use std::any::{Any, TypeId};
use std::marker::PhantomData;
use std::sync::{Arc, Mutex, PoisonError};

use tercet_game::{Answer, Game, Player, Rng, Sample, Scores, Seat, Settings as _, Turn};

use crate::{
    Bot, BotError, BotLimits, Compared, Evaluation, Explain, Explanation, Given, Grade, Limits, Mcts,
    MctsOptions, Parameter, Parameters, Policy, Random, Solution, Stop, Values, about,
};

/// Any bot of a game that has none of its own.
pub enum CommonBot<G: Game> {
    /// `random`.
    Random(Random),
    /// `mcts`.
    Mcts(Tree),
    /// `optimal`.
    Optimal(Optimal<G>),
}

impl<G: Game> Clone for CommonBot<G> {
    fn clone(&self) -> CommonBot<G> {
        match self {
            CommonBot::Random(bot) => CommonBot::Random(*bot),
            CommonBot::Mcts(bot) => CommonBot::Mcts(bot.clone()),
            CommonBot::Optimal(bot) => CommonBot::Optimal(bot.clone()),
        }
    }
}

const PARAMETERS: Parameters<1> = Parameters {
    known: [Parameter { name: "playouts", range: 1..=100_000_000, usual: 1000 }],
    takes: "playouts=N, as in `mcts:playouts=5000`",
};

impl<G: Sample + 'static> CommonBot<G> {
    /// The bots, as lists show them.
    pub const BOTS: &'static [Bot] = &[
        Bot {
            name: "random",
            games: &[G::ID],
            grade: Grade::Easy,
            about: "does anything that is legal, each as likely as the others",
        },
        Bot {
            name: "mcts",
            games: &[G::ID],
            grade: Grade::Hard,
            about: "grows a tree of the lines that win most in random playouts: `mcts:playouts=5000`, 1000 if not given",
        },
        Bot {
            name: "optimal",
            games: &[G::ID],
            grade: Grade::Expert,
            about: "plays perfectly where the game has few enough positions to be solved exactly, and otherwise as `mcts`",
        },
    ];

    /// The bot of this name.
    ///
    /// # Errors
    /// If there is no bot of that name, or it would take more than it may.
    pub fn new(name: &str, seed: u64, bot_limits: &BotLimits) -> Result<CommonBot<G>, BotError> {
        let given = Given::read(name, Self::BOTS, G::ID)?;
        Ok(match given.bot.name {
            "mcts" => {
                let [playouts] = given.numbers(&PARAMETERS, &bot_limits.limits)?;
                CommonBot::Mcts(Tree {
                    playouts: playouts as u32,
                    seed,
                    thought: 0,
                    bot_limits: bot_limits.clone(),
                })
            }
            "optimal" => {
                given.plain()?;
                let playouts = PARAMETERS.known[0].usual.min(bot_limits.limits.playouts) as u32;
                let tree = Tree { playouts, seed, thought: 0, bot_limits: bot_limits.clone() };
                CommonBot::Optimal(Optimal { tree, game: PhantomData })
            }
            _ => {
                given.plain()?;
                CommonBot::Random(Random::new(seed))
            }
        })
    }

    /// The bot's name in its one spelling.
    ///
    /// # Errors
    /// As [`CommonBot::new`].
    pub fn canonical(name: &str, limits: &Limits) -> Result<String, BotError> {
        let given = Given::read(name, Self::BOTS, G::ID)?;
        if given.bot.name == "mcts" {
            return given.spelled(&PARAMETERS, limits);
        }
        Ok(given.plain()?.name.to_owned())
    }
}

impl<G: Sample<State: Send + Sync> + 'static> Player<G> for CommonBot<G> {
    fn answer(&mut self, game: &G, state: &G::State, seat: Seat) -> Option<Answer<G::Action>> {
        match self {
            CommonBot::Random(bot) => bot.answer(game, state, seat),
            CommonBot::Mcts(bot) => {
                bot.compare(game, state, seat).first().map(|best| Answer::now(best.action))
            }
            CommonBot::Optimal(bot) => {
                bot.compare(game, state, seat).0.first().map(|best| Answer::now(best.action))
            }
        }
    }
}

impl<G: Sample<State: Send + Sync> + 'static> Explain<G> for CommonBot<G> {
    fn strategy(&self) -> &'static str {
        let name = match self {
            CommonBot::Random(_) => "random",
            CommonBot::Mcts(_) => "mcts",
            CommonBot::Optimal(_) => "optimal",
        };
        about(CommonBot::<G>::BOTS, name)
    }

    fn set_stop(&mut self, stop: &Stop) {
        match self {
            CommonBot::Random(_) => {}
            CommonBot::Mcts(tree) => tree.bot_limits.stop = stop.clone(),
            CommonBot::Optimal(bot) => bot.tree.bot_limits.stop = stop.clone(),
        }
    }

    fn explain(&mut self, game: &G, state: &G::State, seat: Seat) -> Option<Explanation<G::Action>> {
        let (compared, why) = match self {
            CommonBot::Random(bot) => {
                let answer = bot.answer(game, state, seat)?;
                let why = self.strategy().to_owned();
                return Some(Explanation { answer, why, measure: "", compared: Vec::new() });
            }
            CommonBot::Mcts(tree) => (tree.compare(game, state, seat), tree.why()),
            CommonBot::Optimal(bot) => bot.compare(game, state, seat),
        };
        let answer = Answer::now(compared.first()?.action);
        Some(Explanation { answer, why, measure: "chance to win", compared })
    }
}

/// A tree search by random playouts to the end of the game.
#[derive(Clone, Debug)]
pub struct Tree {
    playouts: u32,
    seed: u64,
    /// How many decisions were thought about: each has a stream of its own.
    thought: u64,
    bot_limits: BotLimits,
}

impl Tree {
    fn compare<G: Sample>(&mut self, game: &G, state: &G::State, seat: Seat) -> Vec<Compared<G::Action>> {
        if !matches!(game.turn(state), Turn::Seats(seats) if seats.contains(seat)) {
            return Vec::new();
        }
        let options = MctsOptions { memory: self.bot_limits.limits.memory, ..MctsOptions::default() };
        let seed = tercet_game::stream_seed(self.seed, &[self.thought]);
        self.thought += 1;
        let mut tree = Mcts::new(game, state, (&Ends, &Anything), options, seed);
        tree.think(self.playouts, &self.bot_limits.stop);
        tree.compared()
    }

    fn why(&self) -> String {
        format!("it won most often in {} playouts", self.playouts)
    }
}

/// The best play of a game that can be solved.
pub struct Optimal<G> {
    /// For games that can't be.
    tree: Tree,
    game: PhantomData<fn() -> G>,
}

impl<G> Clone for Optimal<G> {
    fn clone(&self) -> Optimal<G> {
        Optimal { tree: self.tree.clone(), game: PhantomData }
    }
}

impl<G: Sample<State: Send + Sync> + 'static> Optimal<G> {
    fn compare(&mut self, game: &G, state: &G::State, seat: Seat) -> (Vec<Compared<G::Action>>, String) {
        if let Some(solution) = solved(game, &self.tree.bot_limits) {
            let compared = solution.compare(game, state, seat);
            (compared, "it is best, by exact solving".to_owned())
        } else {
            let compared = self.tree.compare(game, state, seat);
            (compared, format!("{}; the game has too many positions to be solved", self.tree.why()))
        }
    }
}

/// How many solved games are kept.
const KEPT: usize = 4;

/// A game's type, its options and its solution, or that it has none.
type Kept = Vec<(TypeId, Vec<(String, String)>, Option<Arc<dyn Any + Send + Sync>>)>;

static SOLVED: Mutex<Kept> = Mutex::new(Vec::new());

/// The solution of a game, found once for its options; `None` if it can't be solved in the memory that a bot has.
fn solved<G: Sample<State: Send + Sync> + 'static>(
    game: &G,
    bot_limits: &BotLimits,
) -> Option<Arc<Solution<G>>> {
    let (id, options) = (TypeId::of::<G>(), game.config().pairs());
    let mut kept = SOLVED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = kept.iter().find(|known| known.0 == id && known.1 == options) {
        return known.2.clone().and_then(|solution| solution.downcast().ok());
    }
    // Others wait for it: it is the same solution that they want.
    let found = Solution::of(game, most::<G>(game, bot_limits), &bot_limits.stop);
    if bot_limits.stop.is_requested() {
        return found.ok().map(Arc::new);
    }
    let found = found.ok().map(Arc::new);
    if kept.len() == KEPT {
        kept.remove(0);
    }
    kept.push((id, options, found.clone().map(|solution| solution as _)));
    found
}

/// How many positions fit into a bot's memory: the state twice, its value, and about eight ways on.
fn most<G: Game>(game: &G, bot_limits: &BotLimits) -> usize {
    let position = 2 * size_of::<G::State>() + 8 * usize::from(game.seats()) + 8 * 12 + 32;
    (bot_limits.limits.memory as usize / position).min(u32::MAX as usize / 64)
}

/// Looks nowhere but at the end of a game.
struct Ends;

impl<G: Game> Evaluation<G> for Ends {
    fn value(&self, game: &G, state: &G::State) -> Values {
        let scores = game.scores(state);
        if game.seats() == 1 {
            return alone(&scores);
        }
        if scores.end().is_some() {
            return Values::won(&scores);
        }
        Values::new(&vec![1.0 / f64::from(game.seats()); usize::from(game.seats())])
    }

    fn is_leaf(&self, _game: &G, _root: &G::State, _state: &G::State) -> bool {
        false
    }
}

/// Who plays alone always wins; more points are better, between 0 and 1.
fn alone(scores: &Scores) -> Values {
    let points = f64::from(scores.points()[0]);
    Values::new(&[0.5 + 0.5 * points / (points.abs() + 100.0)])
}

/// Plays anything.
struct Anything;

impl<G: Sample> Policy<G> for Anything {
    fn choose(&self, game: &G, state: &G::State, seat: Seat, rng: &mut Rng) -> Option<G::Action> {
        game.sample_action(state, seat, rng)
    }
}
