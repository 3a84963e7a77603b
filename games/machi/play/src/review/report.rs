//! The walk through a game in words and tables.

use serde_json::{Value, json};
use tercet_entry::{BotWords, Estimate, ReviewCurve, ReviewOptions, ReviewTable, TurningPoint, count};
use tercet_game::{Game as _, Notation as _, Seat, Seats};
use tercet_machi::{Action, Chance, MachiKoro};

use super::walk::{Decision, Luck, Step, StepKind, TurnStart};
use super::{Playouts, TURNING_POINTS};
use crate::text::words;

/// How many decisions the list of the costliest has.
const COSTLIEST: usize = 8;

/// Decisions that give away less than this are as good as the best.
const NOTHING: f64 = 0.0005;

/// What luck and skill did to a seat, over the whole game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Sums {
    own_luck: f64,
    others_luck: f64,
    lost: f64,
    decisions: usize,
    best: usize,
    coins: f64,
    expected: f64,
}

impl Sums {
    pub(super) fn json(&self) -> Value {
        json!({
            "luck_of_own_rolls": self.own_luck, "luck_of_others_rolls": self.others_luck, "given_away": self.lost,
            "decisions": self.decisions, "best_decisions": self.best,
            "coins": self.coins, "expected_coins": self.expected,
        })
    }
}

/// The sums of each seat.
pub(super) fn sums(game: &MachiKoro, steps: &[Step]) -> Vec<Sums> {
    let mut sums = vec![Sums::default(); usize::from(game.seats())];
    for step in steps {
        match &step.kind {
            StepKind::Chance(luck) => add_luck(&mut sums, step.seat, luck),
            StepKind::Decision(decision) if decision.compared.len() > 1 => {
                let own = &mut sums[step.seat.index()];
                own.lost += decision.lost;
                own.decisions += 1;
                own.best += usize::from(decision.lost < NOTHING);
            }
            StepKind::Decision(_) => {}
        }
    }
    sums
}

fn add_luck(sums: &mut [Sums], roller: Seat, luck: &Luck) {
    for (seat, sum) in sums.iter_mut().enumerate() {
        if seat == roller.index() {
            sum.own_luck += luck.gained[seat];
        } else {
            sum.others_luck += luck.gained[seat];
        }
        sum.coins += luck.coins[seat];
        sum.expected += luck.expected[seat];
    }
}

/// Luck against skill, and the costliest decisions.
pub(super) fn tables(
    game: &MachiKoro,
    steps: &[Step],
    curve: &ReviewCurve,
    wanted: &ReviewOptions<'_>,
) -> Vec<ReviewTable> {
    vec![luck_table(game, steps, curve, wanted), costliest_table(game, steps, wanted)]
}

fn luck_table(
    game: &MachiKoro,
    steps: &[Step],
    curve: &ReviewCurve,
    wanted: &ReviewOptions<'_>,
) -> ReviewTable {
    let sums = sums(game, steps);
    let row = |seat: Seat| {
        let sum = &sums[seat.index()];
        let first = curve.points.first().map_or(0.0, |point| point.values[seat.index()].value);
        vec![
            (wanted.who)(seat),
            format!("{:.0} %", 100.0 * first),
            points(sum.own_luck),
            points(sum.others_luck),
            points(-sum.lost),
            format!("{} of {}", sum.best, sum.decisions),
            format!("{:.0} ({:.0})", sum.coins, sum.expected),
        ]
    };
    let columns = [
        "player",
        "at first",
        "luck: own rolls",
        "luck: others' rolls",
        "given away",
        "best decisions",
        "coins (expected)",
    ];
    ReviewTable {
        title: "Luck and skill".to_owned(),
        columns: columns.map(str::to_owned).to_vec(),
        rows: Seats::first(game.seats()).iter().map(row).collect(),
        note: "Luck and what was given away are in percentage points of the chance to win, summed over all turns. Luck is what \
               the dice gave less what they give on average; what is given away is the best decision less the one that was \
               made. Coins are what the rolls brought if kept, and what was to be expected."
            .to_owned(),
    }
}

fn costliest_table(game: &MachiKoro, steps: &[Step], wanted: &ReviewOptions<'_>) -> ReviewTable {
    let decided = |step: &Step| match &step.kind {
        StepKind::Decision(decision) if decision.lost >= NOTHING => {
            Some((step.turn, step.seat, decision.clone()))
        }
        _ => None,
    };
    let mut all: Vec<(u16, Seat, Decision)> = steps.iter().filter_map(decided).collect();
    all.sort_by(|one, other| other.2.lost.total_cmp(&one.2.lost).then(one.0.cmp(&other.0)));
    let row = |(turn, seat, decision): &(u16, Seat, Decision)| {
        vec![
            turn.to_string(),
            (wanted.who)(*seat),
            action_words(game, decision.action, wanted),
            action_words(game, decision.best, wanted),
            format!("{:.1}", 100.0 * decision.lost),
        ]
    };
    ReviewTable {
        title: "Costliest decisions".to_owned(),
        columns: ["turn", "player", "did", "best", "given away"].map(str::to_owned).to_vec(),
        rows: all.iter().take(COSTLIEST).map(row).collect(),
        note: "Given away: percentage points of the chance to win, by the bot `search`.".to_owned(),
    }
}

/// A turn of the walk.
struct TurnSum<'s> {
    start: &'s TurnStart,
    seat: Seat,
    steps: Vec<&'s Step>,
}

impl TurnSum<'_> {
    /// What its rolls gave each seat.
    fn luck(&self, seat: Seat) -> f64 {
        let gained = |step: &&Step| match &step.kind {
            StepKind::Chance(luck) => luck.gained[seat.index()],
            StepKind::Decision(_) => 0.0,
        };
        self.steps.iter().map(gained).sum()
    }

    /// The decision that gave most away.
    fn worst(&self) -> Option<(&Step, &Decision)> {
        let decided = self.steps.iter().filter_map(|step| match &step.kind {
            StepKind::Decision(decision) if decision.lost >= NOTHING => Some((*step, decision)),
            _ => None,
        });
        decided.max_by(|one, other| one.1.lost.total_cmp(&other.1.lost))
    }

    /// How much chance to win its dice moved between seats, and what its worst decision gave away.
    fn weight(&self, seats: u8) -> f64 {
        let moved: f64 = Seats::first(seats).iter().map(|seat| self.luck(seat).abs()).sum();
        moved / 2.0 + self.worst().map_or(0.0, |(_, decision)| decision.lost)
    }
}

/// The turns that moved most, the most important first.
pub(super) fn turning_points(
    game: &MachiKoro,
    steps: &[Step],
    turns: &[TurnStart],
    wanted: &ReviewOptions<'_>,
    playouts: &Playouts<'_>,
) -> Vec<TurningPoint> {
    let sum = |start| {
        let &TurnStart { turn, ref state, .. } = start;
        let steps = steps.iter().filter(|step| step.turn == turn).collect();
        TurnSum { start, seat: state.roller(), steps }
    };
    let mut all: Vec<TurnSum<'_>> = turns.iter().take(turns.len() - 1).map(sum).collect();
    let weight = |sum: &TurnSum<'_>| sum.weight(game.seats());
    all.sort_by(|one, other| weight(other).total_cmp(&weight(one)).then(one.start.at.cmp(&other.start.at)));
    all.iter().take(TURNING_POINTS).map(|sum| turning_point(game, sum, wanted, playouts)).collect()
}

fn turning_point(
    game: &MachiKoro,
    sum: &TurnSum<'_>,
    wanted: &ReviewOptions<'_>,
    playouts: &Playouts<'_>,
) -> TurningPoint {
    let (seat, luck) = (sum.seat, sum.luck(sum.seat));
    let name = (wanted.who)(seat);
    let mut sentences = vec![rolled(sum, &name, luck)];
    sentences.extend(most_hit(game, sum, wanted));
    let worst = sum.worst().filter(|(_, decision)| decision.lost >= 0.005);
    let mut at = sum.start.at;
    if let Some((step, decision)) = worst {
        // Where more was decided than diced, the decision is what is tried again.
        at = if decision.lost > luck.abs() { step.at } else { at };
        sentences.push(given_away(game, &name, decision, wanted));
        sentences.extend(checked(game, sum, step, decision, playouts));
    }
    let by_luck = worst.is_none_or(|(_, decision)| decision.lost <= luck.abs());
    let what = match (by_luck, luck > 0.0) {
        (true, true) => format!("lucky roll, {}", points(luck)),
        (true, false) => format!("unlucky roll, {}", points(luck)),
        (false, _) => "a costly decision".to_owned(),
    };
    TurningPoint {
        at,
        seat: Some(seat.0),
        title: format!("Turn {}, {name}: {what}", sum.start.turn),
        words: sentences.join(" "),
        bot: bot_words(game, sum, wanted),
    }
}

fn rolled(sum: &TurnSum<'_>, name: &str, luck: f64) -> String {
    let dice = sum.steps.iter().filter_map(|step| match &step.kind {
        StepKind::Chance(Luck { chance: Chance::Die(die), .. }) => Some(die.to_string()),
        StepKind::Chance(Luck { chance: Chance::Dice(one, other), .. }) => Some(format!("{one} + {other}")),
        _ => None,
    });
    let dice: Vec<String> = dice.collect();
    let dice = if dice.is_empty() { "nothing".to_owned() } else { dice.join(", then ") };
    format!("{name} rolled {dice}: {} percentage points against the average roll.", points(luck))
}

/// Who else won or lost most by the dice, where that is more than a point.
fn most_hit(game: &MachiKoro, sum: &TurnSum<'_>, wanted: &ReviewOptions<'_>) -> Option<String> {
    let others = Seats::first(game.seats()).iter().filter(|&seat| seat != sum.seat);
    let hit = others.max_by(|&one, &other| sum.luck(one).abs().total_cmp(&sum.luck(other).abs()))?;
    let luck = sum.luck(hit);
    (game.seats() > 2 && luck.abs() >= 0.01).then(|| format!("{}: {}.", (wanted.who)(hit), points(luck)))
}

fn given_away(game: &MachiKoro, name: &str, decision: &Decision, wanted: &ReviewOptions<'_>) -> String {
    let (did, best) =
        (action_words(game, decision.action, wanted), action_words(game, decision.best, wanted));
    format!("To {did} gave away {:.1} of {name}'s chance: it was better to {best}.", 100.0 * decision.lost)
}

/// The same by games that were played on from both.
fn checked(
    game: &MachiKoro,
    sum: &TurnSum<'_>,
    step: &Step,
    decision: &Decision,
    playouts: &Playouts<'_>,
) -> Option<String> {
    let after = |action| {
        let mut state = playouts_state(game, sum, step)?;
        game.play(&mut state, step.seat, action, &mut ()).ok().map(|()| state)
    };
    let Estimate { value, interval } =
        playouts.gain(&after(decision.best)?, &after(decision.action)?, step.seat);
    let (low, high) = interval?;
    Some(format!(
        "Played on from both, the better one won {} percentage points more often (95 %: {} to {}).",
        points(value),
        points(low),
        points(high)
    ))
}

/// The position before a step: that of its turn's beginning, played on.
fn playouts_state(game: &MachiKoro, sum: &TurnSum<'_>, step: &Step) -> Option<tercet_machi::State> {
    let mut state = sum.start.state;
    for each in sum.steps.iter().filter(|each| each.at < step.at) {
        match &each.kind {
            StepKind::Chance(luck) => game.resolve(&mut state, luck.chance, &mut ()).ok()?,
            StepKind::Decision(decision) => {
                game.play(&mut state, each.seat, decision.action, &mut ()).ok()?;
            }
        }
    }
    Some(state)
}

/// What `search` says of the turn's costliest decision, or of its last.
fn bot_words(game: &MachiKoro, sum: &TurnSum<'_>, wanted: &ReviewOptions<'_>) -> Option<BotWords> {
    let last = sum.steps.iter().rev().find_map(|step| match &step.kind {
        StepKind::Decision(decision) => Some(decision),
        StepKind::Chance(_) => None,
    });
    let decision = sum.worst().map(|(_, decision)| decision).or(last)?;
    let best = decision.compared.iter().take(3);
    let best: Vec<String> = best
        .map(|each| format!("{} {:.1} %", short(game, each.action, wanted), 100.0 * each.value))
        .collect();
    let among = count(decision.compared.len(), "choice", "choices");
    let why = format!("the best chance to win of {among}: {}", best.join(", "));
    let action = game.action_text(decision.best);
    Some(BotWords {
        name: "search".to_owned(),
        action,
        words: action_words(game, decision.best, wanted),
        why,
    })
}

/// An answer by its name.
fn short(game: &MachiKoro, action: Action, wanted: &ReviewOptions<'_>) -> String {
    words::choice(game, action, &|seat| (wanted.who)(seat))
}

/// What is done, as it stands behind «to».
fn action_words(game: &MachiKoro, action: Action, wanted: &ReviewOptions<'_>) -> String {
    let name = short(game, action, wanted);
    let verb = match action {
        Action::Build(_) | Action::BuildLandmark(_) => "build ",
        Action::Roll(_) => "roll ",
        Action::Target(_) => "take from ",
        Action::Exchange(_) => "exchange with ",
        Action::Move(..) | Action::Give(_) => "give ",
        Action::Take(_) => "take ",
        Action::Renovate(_) => "close ",
        Action::Exhibit(_) | Action::Activate(_) => "activate ",
        Action::Demolish(_) => "give up ",
        Action::Keep
        | Action::Reroll
        | Action::AddTwo
        | Action::Stay
        | Action::Decline
        | Action::Pass
        | Action::Invest
        | Action::Save => "",
    };
    format!("{verb}{name}")
}

/// A chance in percentage points, with its sign.
fn points(chance: f64) -> String {
    let rounded = (1000.0 * chance).round() / 10.0;
    if rounded == 0.0 { "0.0".to_owned() } else { format!("{rounded:+.1}") }
}
