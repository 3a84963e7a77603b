//! A score from 0 to 1 for any game: 1 for the best that is possible, about 0 for random play. `docs/mcp.md` explains it.

use std::cmp::Ordering;

use tercet_catalog::games;
use tercet_entry::AnyGame;
use tercet_game::{Deal, Input, InputText, Scores, Seat, Turn};
use tercet_search::Stop;

use crate::bots;
use crate::refusal::Refusal;
use crate::table::Table;

/// Whom a puzzle is compared with: any legal play.
const REFERENCE: &str = "random";

/// How many games of the reference are averaged.
const GAMES: u64 = 64;

/// The most plays of all of them together.
const MOST_PLAYS: usize = 5000;

/// A puzzle's score is 1 for so many times what the reference makes: about a tenth more than the strongest bot's mean
/// (`docs/bots-triangle.md`).
const ROOM: f64 = 227.0;

/// How a seat stands, to be scored away from the table.
pub(crate) struct Standing {
    game: String,
    options: Vec<(String, String)>,
    deal: Deal,
    scores: Scores,
    seat: Seat,
    is_over: bool,
    /// The share of what the seat asked for that could be done.
    care: f64,
    /// Has the game things to be found, so that points are shares of them?
    is_search: bool,
    /// What the reference made of the deal, if it was asked before.
    known: Option<f64>,
}

impl Standing {
    /// How the seat stands at a table.
    pub(crate) fn of(table: &Table, seat: Seat) -> Result<Standing, Refusal> {
        Ok(Standing {
            game: table.body.game.clone(),
            options: table.body.options.clone(),
            deal: table.body.deal.parse().map_err(|_| Refusal::new("deal", "the deal is gone"))?,
            scores: table.game.scores(),
            seat,
            is_over: table.is_over(),
            care: care(table, seat),
            is_search: !table.game.solution_words().is_empty(),
            known: table.reference,
        })
    }

    /// The score, and what the reference made of the deal, if it was asked. That takes some milliseconds.
    ///
    /// # Errors
    /// If the game can't be begun again.
    pub(crate) fn score(&self) -> Result<(f64, Option<f64>), Refusal> {
        let points = f64::from(self.scores.points()[self.seat.index()]);
        let (result, floor) = if self.scores.points().len() > 1 {
            (if self.is_over { beaten(&self.scores, self.seat) } else { 0.0 }, None)
        } else if self.is_search {
            self.found(points)?
        } else {
            let floor = self.known.map_or_else(|| self.reference(), Ok)?;
            (above(points, floor), Some(floor))
        };
        Ok((result * self.care, floor))
    }

    /// The share of what there was to find. An agent that comes to the end has found everything, whatever order they took it in.
    fn found(&self, points: f64) -> Result<(f64, Option<f64>), Refusal> {
        if self.is_over {
            return Ok((1.0, None));
        }
        let all = self.known.map_or_else(|| self.played(0, MOST_PLAYS).map(|(points, _)| points), Ok)?;
        Ok(((points / all.max(1.0)).clamp(0.0, 1.0), Some(all)))
    }

    /// What the reference makes of the same deal on average.
    fn reference(&self) -> Result<f64, Refusal> {
        let (mut sum, mut games, mut left) = (0.0, 0.0, MOST_PLAYS);
        for seed in 0..GAMES {
            let (points, plays) = self.played(seed, left)?;
            (sum, games, left) = (sum + points, games + 1.0, left - plays);
            if left == 0 {
                break;
            }
        }
        Ok(sum / games)
    }

    /// The points of one game of the reference, and how many plays it took.
    fn played(&self, seed: u64, most: usize) -> Result<(f64, usize), Refusal> {
        let options: Vec<(&str, &str)> =
            self.options.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        let mut game: Box<dyn AnyGame> = games().begin(&self.game, &options, self.deal.clone())?;
        let mut plays = 0;
        while plays < most
            && let Turn::Seats(seats) = game.turn()
            && let Some(seat) = seats.iter().next()
            && let Some(advice) =
                bots::thinker(&*game, REFERENCE, seed << 32 | plays as u64, seat, &Stop::default())?()
        {
            game.play(seat, &advice.action)?;
            plays += 1;
        }
        Ok((f64::from(game.scores().points()[0]), plays))
    }
}

/// The share of what the seat asked for that could be done: who tries everything finds everything.
fn care(table: &Table, seat: Seat) -> f64 {
    let refused = f64::from(table.body.mistakes);
    let is_own = |input: &InputText| matches!(input, Input::Play(player, _) if *player == seat);
    let done = table.game.inputs_from(0).iter().filter(|input| is_own(input)).count() as f64;
    if refused > 0.0 { done / (done + refused) } else { 1.0 }
}

/// The share of the others that a seat came out before, ties half.
fn beaten(scores: &Scores, seat: Seat) -> f64 {
    let seats = scores.points().len() as u8;
    let others = (0..seats).map(Seat).filter(|other| *other != seat);
    let beaten: f64 = others
        .map(|other| match scores.place(other).cmp(&scores.place(seat)) {
            Ordering::Greater => 1.0,
            Ordering::Equal => 0.5,
            Ordering::Less => 0.0,
        })
        .sum();
    beaten / f64::from(seats - 1)
}

/// How far points are above what the reference makes: games end by chance, so it is the ratio that counts, and its logarithm that is
/// shared out.
fn above(points: f64, floor: f64) -> f64 {
    let ratio = points.max(1.0) / floor.max(1.0);
    (ratio.ln() / ROOM.ln()).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use tercet_catalog::games;
    use tercet_game::Rng;

    use super::*;
    use crate::games::machi::OPPONENTS;
    use crate::table::{GameRequest, SeatDetails, TableDetails};
    use crate::tokens::Token;

    /// A game of an evaluation for these bots, the first of them instead of an agent.
    fn table(game: &str, seats: u8, index: u8) -> Table {
        let asked = GameRequest {
            game: game.to_owned(),
            options: games().table_options(game, &[], seats).unwrap(),
            deal: Deal::chacha20(&[index; 32]),
            shows_deal: false,
        };
        let seat = |seat: u8| SeatDetails::person(String::new(), &Token::given(&seat.to_string()));
        let body = TableDetails::new(asked, (0..seats).map(seat).collect());
        let body = TableDetails { evaluation: Some("test".to_owned()), ..body };
        Table::load("table".to_owned(), 1, body, 0, &[]).unwrap()
    }

    /// The score of the first of some bots after a game.
    fn played(game: &str, bots: &[&str], index: u8) -> f64 {
        let mut table = table(game, bots.len() as u8, index);
        while let Some(seat) = table.turn().iter().next() {
            let seed = table.state ^ u64::from(index) << 32;
            let advice = crate::bots::thinker(&*table.game, bots[seat.index()], seed, seat, &Stop::default())
                .unwrap()()
            .unwrap();
            let _ = table.act(seat, table.state, &advice.action, None).unwrap();
        }
        Standing::of(&table, Seat::FIRST).unwrap().score().unwrap().0
    }

    fn mean(game: &str, bots: &[&str], games: u8) -> f64 {
        (0..games).map(|index| played(game, bots, index)).sum::<f64>() / f64::from(games)
    }

    #[test]
    fn who_finds_every_set_scores_1_in_whatever_order() {
        for bot in ["perfect", "first", "random"] {
            assert!((mean("set", &[bot], 5) - 1.0).abs() < 1e-9, "{bot}");
        }
    }

    #[test]
    fn who_found_half_of_the_sets_scores_about_a_half() {
        let mut table = table("set", 1, 1);
        for _ in 0..12 {
            let advice =
                bots::thinker(&*table.game, "first", 1, Seat::FIRST, &Stop::default()).unwrap()().unwrap();
            let _ = table.act(Seat::FIRST, table.state, &advice.action, None).unwrap();
        }
        let found = f64::from(table.game.scores().points()[0]);
        let (score, all) = Standing::of(&table, Seat::FIRST).unwrap().score().unwrap();
        assert!((score - found / all.unwrap()).abs() < 1e-9 && (0.3..0.7).contains(&score), "{score}");
    }

    #[test]
    fn who_claims_at_random_scores_about_0() {
        let mut rng = Rng::new(1);
        let mut table = table("set", 1, 1);
        for _ in 0..2000 {
            let mut cells = [0; 3].map(|_: u8| 1 + rng.below(12));
            cells.sort_unstable();
            let action = format!("claim {} {} {}", cells[0], cells[1], cells[2]);
            // As every door does.
            if !table.is_over() && table.act(Seat::FIRST, table.state, &action, None).is_err() {
                table.body.mistakes += 1;
            }
        }
        let (score, _) = Standing::of(&table, Seat::FIRST).unwrap().score().unwrap();
        assert!(score < 0.02, "{score}");
    }

    #[test]
    fn random_play_of_the_puzzle_scores_about_0_and_a_good_bot_much_more() {
        let (random, greedy) = (mean("triangle", &["random"], 20), mean("triangle", &["greedy"], 5));
        assert!(random < 0.12, "{random}");
        assert!((0.5..1.0).contains(&greedy), "{greedy}");
    }

    #[test]
    fn random_play_of_machi_koro_scores_about_0() {
        let [one, two, three] = OPPONENTS;
        let random = mean("machi", &["random", one, two, three], 10);
        assert!(random < 0.15, "{random}");
    }

    #[test]
    fn a_game_against_others_scores_nothing_before_its_end() {
        let (score, _) = Standing::of(&table("machi", 4, 1), Seat::FIRST).unwrap().score().unwrap();
        assert!(score.abs() < 1e-9, "{score}");
    }

    #[test]
    fn a_puzzle_scores_nothing_for_random_play_and_1_for_what_no_bot_makes() {
        assert!(above(440.0, 440.0).abs() < 1e-9);
        assert!(above(0.0, 440.0).abs() < 1e-9);
        assert!((above(440.0 * ROOM, 440.0) - 1.0).abs() < 1e-9);
        assert!((above(1e9, 440.0) - 1.0).abs() < 1e-9);
        let greedy = above(27_376.0, 440.0);
        assert!((0.7..0.8).contains(&greedy), "{greedy}");
    }
}
