//! Where a tournament is played: round after round, each game in the archive before its result counts.

use std::collections::HashMap;
use std::io::{self, IsTerminal};
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use indicatif::{ProgressBar, ProgressStyle};
use tercet_arena::{
    Entrant, Event, Played, Rating, Round, Sitting, Watch, play_all, play_recorded, ratings_after,
};
use tercet_catalog::{Playable, Visitor};
use tercet_formats::archive::EventPlan;
use tercet_game::{Deal, Game, Settings};
use tercet_store::{Archive, NewGame, NewSeat, Place, RatingRow, StoreError, now_ms};

use crate::commands::tournament::Unwritable;
use crate::commands::tournament::plan::{finish_way, seats_for};

/// A tournament that is about to be played, or gone on with.
pub(super) struct Hall<'w> {
    pub(super) archive: Archive,
    pub(super) event: i64,
    pub(super) plan: EventPlan,
    pub(super) jobs: usize,
    pub(super) watch: &'w Watch,
    pub(super) if_unwritable: Unwritable,
}

/// What came of it.
pub(super) struct Meeting {
    pub(super) archive: Archive,
    pub(super) event: Event,
    /// Its number in the archive.
    pub(super) id: i64,
    pub(super) is_over: bool,
}

/// The rules of tables of one size.
struct Rules<G> {
    seats: usize,
    game: G,
    config: Vec<(String, String)>,
}

/// Finishes by fixture and part.
type Finishes = HashMap<(u64, u32), Vec<i64>>;

impl Visitor for Hall<'_> {
    type Out = Result<Meeting>;

    fn visit<G: Playable>(mut self) -> Result<Meeting> {
        if self.plan.rules != G::RULES_VERSION {
            bail!(
                "the tournament was begun with version {} of the rules of `{}`, this build plays version {}",
                self.plan.rules,
                <G as Game>::ID,
                G::RULES_VERSION
            );
        }
        let rules = self.rules::<G>()?;
        let way = finish_way::<G>(&self.plan.finish)?;
        let mut finishes = self.archive.event_finishes(self.event)?;
        let mut event = Event::new(self.plan.plan.clone())?;
        let bar = self.bar(finishes.len() as u64);
        while let Some(round) = event.round() {
            let round = round.clone();
            if !self.play_round(&rules, way, &round, &mut finishes, &bar)? {
                bar.finish_and_clear();
                return Ok(Meeting { archive: self.archive, event, id: self.event, is_over: false });
            }
            event.close(&self.round_finishes(&round, &finishes));
            bar.set_message(leaders(&event));
        }
        bar.finish_and_clear();
        self.rate::<G>(&event)?;
        Ok(Meeting { archive: self.archive, event, id: self.event, is_over: true })
    }
}

impl Hall<'_> {
    fn rules<G: Playable>(&self) -> Result<Vec<Rules<G>>> {
        let mut all: Vec<Rules<G>> = Vec::new();
        for size in self.plan.plan.table_sizes() {
            let seats = seats_for::<G>(&self.plan.plan, size)?;
            let game = G::new(&G::table(&self.plan.options, seats)?)?;
            let config = game.config().pairs();
            all.push(Rules { seats: seats.into(), game, config });
        }
        Ok(all)
    }

    /// Plays what is missing of a round; `false` if somebody stopped it.
    fn play_round<G: Playable>(
        &mut self,
        rules: &[Rules<G>],
        way: usize,
        round: &Round,
        finishes: &mut Finishes,
        bar: &ProgressBar,
    ) -> Result<bool> {
        let tables = self.plan.plan.tables;
        let all = round.fixtures.iter().flat_map(|fixture| fixture.sittings(tables));
        let missing: Vec<Sitting> =
            all.filter(|sitting| !finishes.contains_key(&(sitting.fixture, sitting.part))).collect();
        let entrants = self.plan.plan.entrants.clone();
        let (jobs, watch) = (self.jobs, self.watch);
        let play = |sitting: &Sitting| play_sitting(rules, way, &entrants, sitting);
        play_all(jobs, watch, &missing, play, |batch| {
            self.keep(rules, &entrants, &missing, &batch)?;
            for (number, played) in batch {
                finishes.insert((missing[number].fixture, missing[number].part), played.finish);
                bar.inc(1);
            }
            Ok(())
        })
    }

    /// Puts games into the archive. If that fails and it was asked for, goes on in memory.
    fn keep<'g, G: Playable>(
        &mut self,
        rules: &'g [Rules<G>],
        entrants: &'g [Entrant],
        sittings: &[Sitting],
        batch: &'g [(usize, Played)],
    ) -> Result<()> {
        let now = now_ms();
        let games = |event: i64| -> Vec<NewGame<'g>> {
            let game = |(number, played): &'g (usize, Played)| {
                new_game(rules, entrants, &sittings[*number], played, event, now)
            };
            batch.iter().map(game).collect()
        };
        match self.archive.add(&games(self.event)) {
            Ok(_) => Ok(()),
            Err(error) if self.if_unwritable == Unwritable::Memory && error.is_about_writing() => {
                self.move_to_memory(&error)?;
                self.archive.add(&games(self.event))?;
                Ok(())
            }
            Err(error) => Err(error.into()),
        }
    }

    fn move_to_memory(&mut self, error: &StoreError) -> Result<()> {
        tracing::warn!("{error}; the tournament goes on in memory only");
        let mut memory = Archive::in_memory()?;
        self.event = self.archive.copy_event(self.event, &mut memory)?;
        self.archive = memory;
        Ok(())
    }

    /// The finishes of each fixture, its parts together.
    fn round_finishes(&self, round: &Round, finishes: &Finishes) -> Vec<Vec<i64>> {
        let tables = self.plan.plan.tables;
        let fixture = |fixture: &tercet_arena::Fixture| {
            let sittings = fixture.sittings(tables);
            sittings.iter().flat_map(|part| finishes[&(part.fixture, part.part)].clone()).collect()
        };
        round.fixtures.iter().map(fixture).collect()
    }

    /// Moves the ratings that go on from tournament to tournament.
    fn rate<G: Playable>(&mut self, event: &Event) -> Result<()> {
        let game = <G as Game>::ID;
        let latest = self.archive.latest_ratings(game)?;
        let entrants = &self.plan.plan.entrants;
        let rating = |entrant: &Entrant| {
            latest
                .iter()
                .find(|row| row.label == entrant.label)
                .map_or_else(Rating::default, |row| row.rating)
        };
        let after = ratings_after(entrants.iter().map(rating).collect(), event.history());
        let mut rows = Vec::new();
        for (closed, ratings) in event.history().iter().zip(after) {
            rows.extend(entrants.iter().zip(ratings).map(|(entrant, rating)| RatingRow {
                game: game.to_owned(),
                event: self.event,
                day: closed.day,
                round: closed.number,
                label: entrant.label.clone(),
                rating,
            }));
        }
        Ok(self.archive.finish_event(self.event, &rows, now_ms())?)
    }

    fn bar(&self, done: u64) -> ProgressBar {
        if !io::stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        let bar = ProgressBar::new(self.plan.plan.sittings());
        let look = "{bar:30} {human_pos}/{human_len} games, {eta} left  {wide_msg}";
        bar.set_style(
            ProgressStyle::with_template(look).expect("the template is right").progress_chars("=> "),
        );
        bar.inc(done);
        bar.reset_eta();
        bar.enable_steady_tick(Duration::from_millis(200));
        bar
    }
}

/// The first of the standings in one line.
fn leaders(event: &Event) -> String {
    let standings = event.standings();
    let names =
        standings.iter().take(3).map(|standing| format!("{} {:.0}", standing.label, standing.rating.elo));
    names.collect::<Vec<_>>().join(", ")
}

fn rules_for<'r, G>(rules: &'r [Rules<G>], sitting: &Sitting) -> &'r Rules<G> {
    rules.iter().find(|rules| rules.seats == sitting.entrants.len()).expect("rules were made for every size")
}

fn play_sitting<G: Playable>(
    rules: &[Rules<G>],
    way: usize,
    entrants: &[Entrant],
    sitting: &Sitting,
) -> Result<Played> {
    let game = &rules_for(rules, sitting).game;
    let bots = sitting.entrants.iter().zip(&sitting.bots);
    let mut players =
        bots.map(|(&entrant, &seed)| G::bot(&entrants[entrant].bot, seed)).collect::<Result<Vec<_>, _>>()?;
    play_recorded(game, Deal::stream(sitting.deal), &mut players, |game, state, _| game.finish(state, way))
        .map_err(|why| anyhow!("game {} of the tournament: {why}", sitting.fixture + 1))
}

fn new_game<'g, G: Playable>(
    rules: &'g [Rules<G>],
    entrants: &'g [Entrant],
    sitting: &Sitting,
    played: &'g Played,
    event: i64,
    finished_ms: i64,
) -> NewGame<'g> {
    let seat = |(seat, &entrant): (usize, &usize)| NewSeat {
        label: &entrants[entrant].label,
        bot: &entrants[entrant].bot,
        points: played.points[seat],
        finish: played.finish[seat],
    };
    NewGame {
        game: <G as Game>::ID,
        rules: G::RULES_VERSION,
        config: &rules_for(rules, sitting).config,
        deal: &played.deal,
        inputs: &played.inputs,
        plays: played.plays,
        end: played.end,
        state: played.state,
        seats: sitting.entrants.iter().enumerate().map(seat).collect(),
        place: Some(Place { event, fixture: sitting.fixture, part: sitting.part }),
        finished_ms,
    }
}
