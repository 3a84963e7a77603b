//! What can be built, and how the strategies that count compare it.

use std::cmp::Ordering;

use tercet_game::{Game, Seat, Seats};
use tercet_machi::{City, Kind, Landmark, Site, State};
use tercet_odds::{Odds, Pmf};

/// A position in which the seat is to build, and what it can pay for.
pub(super) struct Shop<'a> {
    pub(super) odds: &'a Odds,
    pub(super) state: &'a State,
    pub(super) seat: Seat,
    /// The kinds that it can pay for.
    pub(super) kinds: Vec<Kind>,
}

/// What is built, and why.
pub(super) struct BuildChoice {
    /// The thing; `None` for nothing.
    pub(super) site: Option<Site>,
    /// Why, as a sentence without its end.
    pub(super) why: String,
    /// What the numbers of `compared` count.
    pub(super) measure: &'static str,
    /// What was compared, the best first.
    pub(super) compared: Vec<(Site, f64)>,
}

impl BuildChoice {
    pub(super) fn of(site: Site, why: &str) -> BuildChoice {
        BuildChoice { site: Some(site), why: why.to_owned(), measure: "", compared: Vec::new() }
    }

    pub(super) fn nothing(why: &str) -> BuildChoice {
        BuildChoice { site: None, why: why.to_owned(), measure: "", compared: Vec::new() }
    }

    /// The best of these; of equals the first.
    fn best(mut ranked: Vec<Ranked>, why: String, measure: &'static str) -> BuildChoice {
        let site = Ranked::best(&ranked).map(|best| best.site);
        ranked.sort_by(|a, b| b.key[0].total_cmp(&a.key[0]).then(b.key[1].total_cmp(&a.key[1])));
        let compared = ranked.iter().map(|ranked| (ranked.site, ranked.shown)).collect();
        BuildChoice { site, why, measure, compared }
    }
}

/// A thing with what it is ranked by.
#[derive(Clone, Copy)]
pub(super) struct Ranked {
    pub(super) site: Site,
    /// The higher the better, by the first number, then by the second.
    pub(super) key: [f64; 2],
    /// The number that people are shown.
    pub(super) shown: f64,
}

impl Ranked {
    /// The best; of equals the first.
    pub(super) fn best(ranked: &[Ranked]) -> Option<Ranked> {
        ranked.iter().copied().reduce(|best, other| if is_more(other.key, best.key) { other } else { best })
    }
}

/// What the game of marathon runners is cut to: few rounds with few players.
const CAPS: [f64; 2] = [20.0, 17.0];

impl Shop<'_> {
    pub(super) fn city(&self) -> City<'_> {
        self.state.city(self.seat)
    }

    /// Everything that can be paid for: cards, then landmarks.
    pub(super) fn sites(&self) -> impl Iterator<Item = Site> + '_ {
        let coins = self.city().coins();
        let landmarks = self.odds.landmarks_left(self.state, self.seat);
        let landmarks = landmarks.filter(move |landmark| u32::from(landmark.cost()) <= coins);
        self.kinds.iter().map(|&kind| Site::Card(kind)).chain(landmarks.map(Site::Landmark))
    }

    /// The landmarks that can be paid for; where there is none, everything else.
    fn first_sites(&self) -> impl Iterator<Item = Site> + '_ {
        let has_landmark = self.has_landmark();
        self.sites().filter(move |site| !has_landmark || matches!(site, Site::Landmark(_)))
    }

    fn has_landmark(&self) -> bool {
        self.sites().any(|site| matches!(site, Site::Landmark(_)))
    }

    /// The position once it is built and paid.
    fn after(&self, site: Site) -> State {
        let game = self.odds.game();
        let coins = self.city().coins() - u32::from(game.cost(site)).min(self.city().coins());
        game.with_coins(&game.with_site(self.state, self.seat, site), self.seat, coins)
    }

    /// `ev`: what brings the most coins.
    pub(super) fn by_coins(&self) -> BuildChoice {
        let ranked = self.sites().map(|site| self.coins(site)).collect();
        BuildChoice::best(ranked, "it brings the most coins".to_owned(), "more coins a round")
    }

    pub(super) fn coins(&self, site: Site) -> Ranked {
        let coins = self.odds.delta_ev(self.state, self.seat, site, 1, Some(&self.kinds));
        Ranked { site, key: [coins, 0.0], shown: coins }
    }

    /// `coverage`: what fires on new rolls, then what brings the most coins; a landmark before all.
    pub(super) fn by_coverage(&self) -> BuildChoice {
        let ranked = self.first_sites().map(|site| {
            let covered = self.odds.delta_coverage(self.state, self.seat, site);
            let coins = self.odds.delta_ev(self.state, self.seat, site, 1, Some(&self.kinds));
            Ranked { site, key: [covered, coins], shown: covered }
        });
        let why = "it pays on numbers on which nothing paid yet".to_owned();
        BuildChoice::best(ranked.collect(), why, "more rolls of a round on which something fires")
    }

    /// `tuv`: what leaves the fewest turns until victory, if that is not more than now; then what brings the most coins.
    /// A city that never wins builds what leads out of that, and nothing else.
    pub(super) fn by_turns(&self) -> BuildChoice {
        let now = self.fine_turns(self.state);
        let ranked = self.sites().map(|site| {
            let turns = self.fine_turns(&self.after(site));
            Ranked { site, key: [-turns, self.coins(site).shown], shown: turns }
        });
        let why = if now.is_finite() {
            "it is the quickest way to win".to_owned()
        } else {
            "now it never wins".to_owned()
        };
        let mut verdict = BuildChoice::best(ranked.collect(), why, TURNS);
        if verdict.compared.first().is_none_or(|&(_, turns)| turns > now || turns.is_infinite()) {
            verdict.site = None;
        }
        verdict
    }

    // Whole turns are too coarse: with those it wins 42 % of games against three `impatient`, by these 52 %.
    /// Turns until victory in parts of a turn: one for each landmark if all can be paid for; else those in which what is
    /// missing is earned, at least one a landmark, and one more for each landmark, in which no card is built.
    fn fine_turns(&self, state: &State) -> f64 {
        let landmarks = f64::from(self.odds.n_landmarks_remaining(state, self.seat));
        let needed = self.odds.coins_needed(state, self.seat);
        let income = self.odds.round_pmf(state, self.seat).mean();
        match needed {
            ..=0 => landmarks,
            _ if income > 0.0 => landmarks.max(f64::from(needed) / income) + landmarks,
            _ => f64::INFINITY,
        }
    }

    fn turns(&self, state: &State, round: &Pmf) -> f64 {
        self.odds.tuv_at(state, self.seat, round.mean())
    }

    // That only a landmark is built where one can be paid for is another reading of `impatient`: four of them would take 67
    // turns a game then. By this one they take 61.9; 62.4 are known.
    /// `impatient`: builds if a landmark can be paid for, or if any card brings the end nearer as if nobody else played;
    /// then what leaves the fewest turns until victory, of equals what is most certain.
    pub(super) fn impatient(&self) -> BuildChoice {
        let alone = |state: &State| self.turns(state, &self.odds.alone_pmf(state, self.seat));
        let now = alone(self.state);
        if !self.has_landmark() && !self.sites().any(|site| alone(&self.after(site)) < now) {
            return BuildChoice::nothing("nothing that it can pay for brings the end nearer");
        }
        let ranked = self.sites().map(|site| {
            let after = self.after(site);
            let round = self.odds.round_pmf(&after, self.seat);
            let turns = self.turns(&after, &round);
            Ranked { site, key: [-turns, -round.variance()], shown: turns }
        });
        BuildChoice::best(ranked.collect(), "it leaves the fewest turns until victory".to_owned(), TURNS)
    }

    /// `marathon`, `kinematic`: builds if a landmark can be paid for, or if any card makes it likelier, as if nobody else
    /// played, to be done in its own time; then what makes it likeliest to be done in so many rounds, of equals what
    /// is most certain.
    pub(super) fn likelier(&self, rounds: u32) -> BuildChoice {
        let own_time = self.own_rounds();
        let alone = |state: &State| self.done(state, &self.odds.alone_pmf(state, self.seat), own_time);
        let now = alone(self.state);
        if !self.has_landmark() && !self.sites().any(|site| alone(&self.after(site)) > now) {
            return BuildChoice::nothing("nothing that it can pay for makes it likelier to be done in time");
        }
        let ranked = self.sites().map(|site| {
            let after = self.after(site);
            let round = self.odds.round_pmf(&after, self.seat);
            let chance = self.done(&after, &round, rounds);
            Ranked { site, key: [chance, -round.variance()], shown: chance }
        });
        let why = format!("it is likeliest to be done within {rounds} rounds");
        BuildChoice::best(ranked.collect(), why, "chance to be done in time")
    }

    fn done(&self, state: &State, round: &Pmf, rounds: u32) -> f64 {
        round.reached_within(self.odds.coins_needed(state, self.seat), rounds)
    }

    /// The chance to be done within so many rounds if one die is rolled, and if two are.
    pub(super) fn done_with_dice(&self, rounds: u32) -> [f64; 2] {
        let one = self.odds.game().without_landmark(self.state, self.seat, Landmark::TrainStation);
        let needed = self.odds.coins_needed(self.state, self.seat);
        [&one, self.state].map(|state| self.odds.round_pmf(state, self.seat).reached_within(needed, rounds))
    }

    fn others(&self) -> impl Iterator<Item = Seat> {
        Seats::first(self.odds.game().seats()).iter().filter(|&other| other != self.seat)
    }

    /// One round before it would be done itself, if nobody else played.
    pub(super) fn own_rounds(&self) -> u32 {
        let turns = self.turns(self.state, &self.odds.alone_pmf(self.state, self.seat));
        whole((turns.floor() - 1.0).clamp(1.0, CAPS[1]))
    }

    fn cap(&self) -> f64 {
        CAPS[usize::from(self.odds.game().seats() > 2)]
    }

    /// `marathon`: one round before the quickest of all, itself among them, at his present income.
    pub(super) fn marathon_rounds(&self) -> u32 {
        let turns = |seat| self.odds.tuv_expected(self.state, seat);
        let quickest = Seats::first(self.odds.game().seats()).iter().map(turns).fold(f64::MAX, f64::min);
        whole((quickest.floor() - 1.0).clamp(1.0, self.cap()))
    }

    /// `kinematic`: one round before the quickest opponent, whose income grows steadily.
    pub(super) fn kinematic_rounds(&self) -> u32 {
        let quickest = self.others().map(|other| self.rounds_of(other)).fold(f64::MAX, f64::min);
        whole((quickest.min(self.cap()) - 1.0).max(1.0))
    }

    fn rounds_of(&self, other: Seat) -> f64 {
        let growth = 0.45 * (f64::from(self.odds.game().seats()) + 3.0) / 7.0;
        let income = self.odds.round_pmf(self.state, other).mean();
        let needed = f64::from(self.odds.coins_needed(self.state, other));
        match (needed, income) {
            _ if needed <= 0.0 => 1.0,
            _ if income <= 0.0 => 999.0,
            _ => ((income.mul_add(income, 2.0 * growth * needed).sqrt() - income) / growth).ceil(),
        }
    }
}

/// What `impatient` and `tuv` show.
const TURNS: &str = "turns until victory once it is paid";

/// A whole number of rounds that is at least 1.
#[allow(clippy::cast_sign_loss, reason = "it is at least 1")]
fn whole(rounds: f64) -> u32 {
    rounds as u32
}

/// By the first number, then the second; differences that are rounding alone don't count. They are seen in proportion: chances
/// to be done in time are very small at first, and yet they are what is compared.
fn is_more(a: [f64; 2], b: [f64; 2]) -> bool {
    match by_size(a[0], b[0]) {
        Ordering::Equal => by_size(a[1], b[1]).is_gt(),
        order => order.is_gt(),
    }
}

fn by_size(a: f64, b: f64) -> Ordering {
    const NEAR: f64 = 1e-9;
    let is_near = a.is_finite() && b.is_finite() && (a - b).abs() <= NEAR * a.abs().max(b.abs());
    if is_near { Ordering::Equal } else { a.total_cmp(&b) }
}
