//! A tournament whose games are played in parts: the driver keeps the archive and the rounds, others play games.

use anyhow::anyhow;
use tercet_arena::{
    FixtureGame, PackedGame, Rounds, Tournament, TournamentError, TournamentPlan, Watch, pack, play_all,
    unpack,
};
use tercet_catalog::games;
use tercet_entry::{Catalog, Played, Seated};
use tercet_search::BotLimits;
use tercet_store::{TournamentGames, TournamentOutcome};

use super::Options;
use crate::args::Command;
use crate::failure::{self, Answer, Failure, FailureExt};
use crate::output::Screen;
use crate::parts::read;
use crate::report_outside_bots;

/// A tournament in the archive whose games are played elsewhere.
pub struct TournamentInParts {
    options: Options,
    screen: Screen,
    tournament: Tournament,
    rounds: Rounds,
    /// Nothing once it was reported.
    games: Option<TournamentGames>,
}

impl TournamentInParts {
    /// Reads a command line, without the program's name, and begins its tournament or goes on with it; help, version and wrong usage are
    /// printed and are an exit code.
    ///
    /// # Errors
    /// The exit code.
    pub fn read(catalog: Catalog, words: &[String]) -> Result<TournamentInParts, u8> {
        let cli = read(catalog, words)?;
        let screen = Screen::new(&cli.globals);
        let made = match cli.command {
            Some(Command::Tournament(options)) => TournamentInParts::new(options, screen),
            _ => Err(anyhow!("it is no tournament")).or_usage(),
        };
        made.map_err(|failure| failure::exit_code(Err(failure)))
    }

    fn new(options: Options, screen: Screen) -> Result<TournamentInParts, Failure> {
        let (archive, id, game, plan) = options.begin(options.open()?)?;
        let tournament = Tournament::new(games().game(&game).or_usage()?, &plan).or_usage()?;
        let rounds = Rounds::new(&plan, archive.tournament_finishes(id).or_failed()?).or_failed()?;
        let games = Some(TournamentGames::new(archive, id, &tournament));
        let screen = screen.naming(plan.plan.entrants.iter().map(|entrant| entrant.bot.clone()).collect());
        Ok(TournamentInParts { options, screen, tournament, rounds, games })
    }

    /// The game's name.
    pub fn game(&self) -> &'static str {
        self.tournament.rules()[0].id()
    }

    /// The tournament's number in the archive.
    pub fn id(&self) -> Option<i64> {
        self.games.as_ref().map(|games| games.id)
    }

    /// All that a worker needs to play its games.
    pub fn plan(&self) -> &TournamentPlan {
        self.tournament.plan()
    }

    /// The most bytes of a bot's memory.
    pub fn memory(&self) -> u64 {
        self.options.run.room.limits().memory
    }

    /// How many games are in the archive.
    pub fn done(&self) -> u64 {
        self.rounds.done()
    }

    /// What is still to be played of this round.
    pub fn missing(&self) -> Vec<FixtureGame> {
        self.rounds.missing()
    }

    /// Is it over?
    pub fn is_over(&self) -> bool {
        self.rounds.is_over()
    }

    /// Takes games that [`play_games`] gave; those that are there already are left alone. Gives how many were new.
    ///
    /// # Errors
    /// If they are none, or the archive can't be written.
    pub fn keep(&mut self, part: &[u8]) -> Result<usize, String> {
        let packed: Vec<PackedGame> = unpack(part).map_err(|error| error.to_string())?;
        let opened = packed.into_iter().map(PackedGame::open);
        let fresh: Vec<(FixtureGame, Played)> =
            opened.filter(|(fixture_game, _)| !self.rounds.has(fixture_game)).collect();
        let games = self.games.as_mut().ok_or("the tournament was reported already")?;
        games.keep(&self.tournament, &fresh).map_err(|error| error.to_string())?;
        let count = fresh.len();
        self.rounds.take(fresh);
        Ok(count)
    }

    /// Closes the round, all of whose games are there, and draws the next.
    ///
    /// # Errors
    /// If some are missing.
    pub fn close(&mut self) -> Result<(), String> {
        match (self.is_over(), self.missing().len()) {
            (true, _) => Err("the tournament is over".to_owned()),
            (false, 0) => {
                self.rounds.close();
                Ok(())
            }
            (false, missing) => Err(format!("{missing} games of the round are missing")),
        }
    }

    /// Prints what `tercet tournament` would have printed; the exit code. It is asked once.
    pub fn report(&mut self) -> u8 {
        let answer = self.answer();
        report_outside_bots(&self.screen);
        failure::exit_code(answer)
    }

    fn answer(&mut self) -> Result<Answer, Failure> {
        let TournamentGames { archive, id, .. } = self.finished()?;
        let (game, plan, state) = (self.game(), self.tournament.plan(), self.rounds.state().clone());
        let outcome = TournamentOutcome { archive, state, id, is_over: self.is_over() };
        let answer = self.options.write_files(outcome, game, plan, &mut self.screen)?;
        self.screen.flush()?;
        Ok(answer)
    }

    /// The games; the ratings have moved if it is over.
    fn finished(&mut self) -> Result<TournamentGames, Failure> {
        let mut games =
            self.games.take().ok_or_else(|| anyhow!("the tournament was reported already")).or_failed()?;
        if self.rounds.is_over() {
            games.rate(&self.tournament, self.rounds.state()).or_failed()?;
        }
        Ok(games)
    }
}

/// Plays games of a tournament by its plan on so many threads. `sit` seats who is no bot by its name, by an entrant's number and the
/// seed of its stream. The memory of a bot is what `bot_limits` say, which also stop it.
///
/// # Errors
/// What went wrong, in words.
pub fn play_games<'t>(
    game: &str,
    plan: &TournamentPlan,
    fixture_games: &[FixtureGame],
    (jobs, watch, bot_limits): (usize, &Watch, &'t BotLimits),
    sit: impl Fn(&FixtureGame, usize, u64) -> Option<Seated<'t>> + Sync,
) -> Result<Vec<u8>, String> {
    let game = games().game(game).map_err(|error| error.to_string())?;
    let tournament = Tournament::new(game, plan).map_err(|error| error.to_string())?;
    let names: Vec<&str> = plan.plan.entrants.iter().map(|entrant| entrant.bot.as_str()).collect();
    let play = |fixture_game: &FixtureGame| {
        let seated = |entrant: usize, seed| {
            sit(fixture_game, entrant, seed).unwrap_or(Seated::Bot { name: names[entrant], seed })
        };
        tournament.play_with(fixture_game, bot_limits, seated)
    };
    let mut played: Vec<Option<Played>> = vec![None; fixture_games.len()];
    let keep = |batch: Vec<(usize, Played)>| -> Result<(), TournamentError> {
        for (number, game) in batch {
            played[number] = Some(game);
        }
        Ok(())
    };
    play_all(jobs, watch, fixture_games, play, keep).map_err(|error| error.to_string())?;
    let games = fixture_games.iter().zip(played);
    let games = games.map(|(fixture_game, played)| Some(PackedGame::new(fixture_game.clone(), played?)));
    games.collect::<Option<Vec<_>>>().map(|games| pack(&games)).ok_or_else(|| "stopped".to_owned())
}
