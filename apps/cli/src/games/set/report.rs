//! The summary of a series, as text and as JSON.

use serde_json::{Value, json};
use tercet_arena::{Series, Tally, share_error};
use tercet_game::{End, Game, Settings};
use tercet_set::SetGame;

use crate::commands::simulate::{By as _, error, tally_json};
use crate::games::set::study::{Boards, SetSums};
use crate::options;

pub(crate) struct Report<'r> {
    pub(crate) game: &'r SetGame,
    pub(crate) series: &'r Series,
    pub(crate) players: &'r [String],
    pub(crate) study: &'r SetSums,
}

impl Report<'_> {
    pub(crate) fn text(&self) -> String {
        let mut lines = vec![
            format!(
                "games: {}, players: {}, seed: {}",
                self.series.games,
                self.players.join(", "),
                self.series.seed
            ),
            format!("options: {}", options::changed(self.game.config()).join(" ")),
        ];
        tally("Sets a game", &self.study.sets, &mut lines);
        tally("cards left", &self.study.left, &mut lines);
        tally("deals of three a game", &self.study.deals, &mut lines);
        self.boards_text(&mut lines);
        self.seats_text(&mut lines);
        for end in [End::Limit, End::Void] {
            match self.study.results.ended(end) {
                0 => {}
                games => lines.push(format!("games that ended as {end}: {games}")),
            }
        }
        lines.join("\n")
    }

    /// Sizes of boards that were played on.
    fn boards(&self) -> impl Iterator<Item = (usize, Boards)> + '_ {
        self.study.boards.iter().copied().enumerate().filter(|(_, boards)| boards.seen > 0)
    }

    fn boards_text(&self, lines: &mut Vec<String>) {
        lines.push("boards without a Set, by cards on the board:".to_owned());
        for (cards, Boards { seen, without }) in self.boards() {
            lines.push(format!("{cards:>4} {}  {without} of {seen}", share(without, seen)));
        }
    }

    fn seats_text(&self, lines: &mut Vec<String>) {
        if self.players.len() == 1 {
            return;
        }
        lines.push("points, games won and shared:".to_owned());
        for (seat, player) in self.players.iter().enumerate() {
            let results = &self.study.results;
            let (won, shared) = (results.won(seat), results.shared(seat));
            let (points, share) = (spread(results.points(seat)), share(won, self.series.games));
            let who = self.series.who();
            let rest = format!("won {won}, {}, shared {shared}", share.trim_start());
            lines.push(format!("  {who} {} {player}: {points}; {rest}", seat + 1));
        }
    }

    pub(crate) fn json(&self) -> Value {
        let boards = self.boards().map(|(cards, Boards { seen, without })| {
            json!({ "cards": cards, "seen": seen, "without": without, "share": percent(without, seen) / 100.0,
                    "share_error": share_error(without, seen) })
        });
        let results = &self.study.results;
        let seats = self.players.iter().enumerate().map(|(seat, player)| {
            let (points, won) = (tally_json(results.points(seat)), results.won(seat));
            json!({ "player": player, "points": points, "won": won, "shared": results.shared(seat),
                    "share": percent(won, self.series.games) / 100.0,
                    "share_error": share_error(won, self.series.games) })
        });
        let ends = End::ALL.map(|end| (end.name().to_owned(), json!(results.ended(end))));
        let options = self.game.config().pairs().into_iter().map(|(key, value)| (key, json!(value)));
        json!({
            "game": SetGame::ID,
            "games": self.series.games,
            "seed": self.series.seed,
            "options": options.collect::<serde_json::Map<_, _>>(),
            "sets": tally_json(&self.study.sets),
            "cards_left": tally_json(&self.study.left),
            "deals": tally_json(&self.study.deals),
            "boards": boards.collect::<Vec<_>>(),
            self.series.whose(): seats.collect::<Vec<_>>(),
            "ends": ends.into_iter().collect::<serde_json::Map<_, _>>(),
        })
    }
}

/// A heading with mean and ends, then each number with its share.
fn tally(heading: &str, tally: &Tally, lines: &mut Vec<String>) {
    lines.push(format!("{heading}: {}", spread(tally)));
    for (number, times) in tally.iter() {
        lines.push(format!("{number:>4} {}  {times}", share(times, tally.total())));
    }
}

fn spread(tally: &Tally) -> String {
    match (tally.mean(), tally.min(), tally.max()) {
        (Some(mean), Some(min), Some(max)) => {
            format!("mean {mean:.4}{}, min {min}, max {max}", error(tally.standard_error(), 4))
        }
        _ => "none".to_owned(),
    }
}

/// A part in percent with its standard error.
fn share(part: u64, whole: u64) -> String {
    let error = share_error(part, whole).map_or("-".to_owned(), |error| format!("{:.4}", 100.0 * error));
    format!("{:>8.4} % se {error}", percent(part, whole))
}

#[allow(clippy::cast_precision_loss)] // Counts stay far below 2^53.
fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole as f64
}
