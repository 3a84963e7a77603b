//! The suite: which configs, which deals, how many games.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use tercet_game::{Deal, Dealer, Deals, Game, Notation, Rng, Sample, Stream};

use crate::law::{Breach, Law, Violation};
use crate::position::Position;
use crate::walk::Walk;
use crate::{fair, records, settings};

/// How often each deal is played, with other choices of the players each time.
const ROUNDS: u64 = 3;
/// In how many positions of a config the sampler's draws are counted.
const COUNTED: usize = 4;

/// All checks that a game must pass. A game's `tests/conformance.rs` says what to play:
///
/// ```
/// use tercet_conformance::Suite;
/// use tercet_conformance::toy::{Action, Config, Face, Toy};
///
/// let tally = Suite::<Toy>::new()
///     .config("standard", Config::default())
///     .config("four seats", Config { seats: 4, ..Config::default() })
///     .deals(&["stream 1", "stream 2"])
///     .probes(|_, _| Action::ALL.to_vec())
///     .chances(|_, _| (0..=7).map(Face).collect())
///     .games(10)
///     .run();
/// assert!(tally.positions > 1_000 && tally.refused > 1_000);
/// ```
pub struct Suite<G: Game> {
    configs: Vec<(String, G::Config)>,
    deals: Vec<Deal>,
    probes: Probes<G>,
    games: u64,
    thorough: u64,
    seed: u64,
}

/// Candidates for inputs, from the game and a position of it.
type Candidates<G, T> = Box<dyn Fn(&G, &<G as Game>::State) -> Vec<T>>;

/// What is tried where it is perhaps not listed.
pub(crate) struct Probes<G: Game> {
    pub(crate) actions: Candidates<G, G::Action>,
    pub(crate) chances: Candidates<G, G::Chance>,
}

/// How much a suite has looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Positions seen on their way.
    pub positions: u64,
    /// Inputs that were listed and accepted.
    pub accepted: u64,
    /// Inputs that were not listed and refused.
    pub refused: u64,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.games += other.games;
        self.positions += other.positions;
        self.accepted += other.accepted;
        self.refused += other.refused;
    }
}

impl<G: Sample + Notation + Deals> Default for Suite<G> {
    fn default() -> Suite<G> {
        Suite::new()
    }
}

impl<G: Sample + Notation + Deals> Suite<G> {
    /// A suite of 50 games a config, two of them examined in full. What is not said is the default config,
    /// the deals `stream 1` and `stream 2`, and no probes but the inputs seen in the game. Whatever the deals
    /// are, the game must know the dealer `stream`, whose fairness is measured.
    pub fn new() -> Suite<G> {
        let probes = Probes { actions: Box::new(|_, _| Vec::new()), chances: Box::new(|_, _| Vec::new()) };
        Suite { configs: Vec::new(), deals: Vec::new(), probes, games: 50, thorough: 2, seed: 0 }
    }

    /// Plays under this config too; failures call it by the name.
    #[must_use]
    pub fn config(mut self, name: &str, config: G::Config) -> Suite<G> {
        self.configs.push((name.to_owned(), config));
        self
    }

    /// Plays the deals of the game's own dealers too, under every config; their games are also recorded,
    /// replayed, resumed and undone.
    ///
    /// # Panics
    /// If a text is not a deal.
    #[must_use]
    pub fn deals(mut self, deals: &[&str]) -> Suite<G> {
        self.deals.extend(deals.iter().map(|deal| match deal.parse() {
            Ok(deal) => deal,
            Err(error) => panic!("{error}"),
        }));
        self
    }

    /// Tries these actions too, by every seat: best are all that a player could think of. Those that are not
    /// legal must be refused without a trace.
    #[must_use]
    pub fn probes(mut self, actions: impl Fn(&G, &G::State) -> Vec<G::Action> + 'static) -> Suite<G> {
        self.probes.actions = Box::new(actions);
        self
    }

    /// Tries these outcomes too.
    #[must_use]
    pub fn chances(mut self, chances: impl Fn(&G, &G::State) -> Vec<G::Chance> + 'static) -> Suite<G> {
        self.probes.chances = Box::new(chances);
        self
    }

    /// Plays so many games a config with the [`Stream`] dealer.
    #[must_use]
    pub fn games(mut self, games: u64) -> Suite<G> {
        self.games = games;
        self
    }

    /// Examines every position of the first so many games, as far as that is done in a second or so, and of
    /// the others about one in sixteen.
    #[must_use]
    pub fn thorough(mut self, games: u64) -> Suite<G> {
        self.thorough = games;
        self
    }

    /// Another seed for the players' choices, to look at other games.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Suite<G> {
        self.seed = seed;
        self
    }

    /// Checks all laws.
    ///
    /// # Panics
    /// At the first violation, with its place.
    #[allow(clippy::must_use_candidate, reason = "the tally is for the curious")]
    pub fn run(&self) -> Tally {
        match self.check() {
            Ok(tally) => tally,
            Err(violation) => panic!("{violation}"),
        }
    }

    /// Checks all laws.
    ///
    /// # Errors
    /// At the first violation.
    pub fn check(&self) -> Result<Tally, Violation> {
        let mut tally = Tally::default();
        if self.configs.is_empty() {
            tally.add(self.check_config("default", &G::Config::default())?);
        }
        for (name, config) in &self.configs {
            tally.add(self.check_config(name, config)?);
        }
        Ok(tally)
    }

    fn check_config(&self, name: &str, config: &G::Config) -> Result<Tally, Violation> {
        let place = format!("config `{name}`");
        let at = |breach: Breach| breach.at(G::ID, place.as_str());
        settings::check(config).map_err(at)?;
        let game = Arc::new(made::<G>(config).map_err(at)?);
        let mut tally = Tally::default();
        let mut draws = Vec::new();
        for seed in 0..self.games {
            let place = format!("{place}, dealer Stream, seed {seed}");
            let walk = self.walk(&game, Stream::new(seed), &[0, seed], seed < self.thorough, &place)?;
            tally.add(walk.tally);
            draws.extend(walk.draws);
        }
        let own = [Deal::stream(1), Deal::stream(2)];
        for deal in if self.deals.is_empty() { own.as_slice() } else { &self.deals } {
            tally.add(self.check_deal(&game, deal, &place)?);
        }
        for state in draws.iter().step_by(1 + draws.len() / COUNTED) {
            fair::sampler(&Position::read(&*game, *state), self.seed).map_err(at)?;
        }
        fair::dealers(&*game).map_err(at)?;
        Ok(tally)
    }

    /// Plays a deal a few times; the first game is also kept, replayed and so on.
    fn check_deal(&self, game: &Arc<G>, deal: &Deal, place: &str) -> Result<Tally, Violation> {
        let mut tally = Tally::default();
        for round in 0..ROUNDS {
            let place = format!("{place}, deal `{deal}`, round {round}");
            let dealer = game.dealer(deal).map_err(|error| {
                Breach::new(Law::Dealer, format!("it says: {}", error.why())).at(G::ID, place.as_str())
            })?;
            let walk = self.walk(game, dealer, &[1, round], round == 0, &place)?;
            tally.add(walk.tally);
            if round == 0 {
                records::check(game, deal, &walk.inputs).map_err(|breach| breach.at(G::ID, place))?;
            }
        }
        Ok(tally)
    }

    fn walk<'s>(
        &'s self,
        game: &'s G,
        dealer: impl Dealer<G>,
        stream: &[u64],
        is_thorough: bool,
        place: &str,
    ) -> Result<Walk<'s, G>, Violation> {
        let mut walk = Walk::new(game, &self.probes, Rng::stream(self.seed, stream), is_thorough);
        let outcome = catch_unwind(AssertUnwindSafe(|| walk.run(dealer)));
        let place = || {
            let number = walk.inputs.len() + 1;
            let last = walk.inputs.last().map(|input| format!(", after {input:?}")).unwrap_or_default();
            format!("{place}, input {number}{last}")
        };
        match outcome {
            Ok(checked) => checked.map_err(|breach| breach.at(G::ID, place()))?,
            Err(panic) => {
                eprintln!("{}: a panic\n  at {}", G::ID, place());
                resume_unwind(panic);
            }
        }
        Ok(walk)
    }
}

/// The rules of this config, which they must know again.
fn made<G: Game>(config: &G::Config) -> Result<G, Breach> {
    let game = G::new(config)
        .map_err(|error| Breach::new(Law::Settings, format!("{config:?} can't be played: {error}")))?;
    if game.config() != config {
        let known = game.config();
        return Err(Breach::new(Law::Settings, format!("the rules of {config:?} say they are of {known:?}")));
    }
    Ok(game)
}
