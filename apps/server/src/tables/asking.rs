//! What is asked of a table without changing its game: looks, pictures, hints, rematches.

use std::sync::Arc;
use std::time::Duration;

use tercet_game::{Deal, Record, Seat, Seats};
use tercet_machi_play::json::odds::has_insight;
use tercet_scene::{Scene, View};
use tercet_store::Change;
use tokio::time::Instant;

use super::history::Seen;
use super::runner::bot_seed;
use super::{Handle, Look, Tables, bots_of};
use crate::bots;
use crate::evaluation::Standing;
use crate::heavy::{heavy, heavy_with};
use crate::queue::Lane;
use crate::refusal::Refusal;
use crate::table::{Done, SeatDetails, Table, TableDetails, message_text};
use crate::thinkers::{Thinking, Thought};
use crate::tokens::{Token, key, seed};
use crate::wire::{
    ActionView, ComparedView, Data, HintView, RematchView, ResultView, SeatKind, SeatToken, ServerMessage,
    TableView,
};

/// How long somebody waits for a table at most.
const LONGEST_WAIT: Duration = Duration::from_secs(20);

impl Tables {
    /// A table as the holder of these tokens sees it.
    pub(crate) async fn look(
        self: &Arc<Tables>,
        handle: &Arc<Handle>,
        tokens: &[Token],
        look: Look,
    ) -> Result<TableView, Refusal> {
        let tokens = tokens.to_vec();
        let seen = move |table: &mut Table| {
            table.check_whole()?;
            table.poll(&tokens, Instant::now());
            let seats = table.body.held(&tokens);
            if seats.is_empty() && !tokens.is_empty() {
                return Err(Refusal::new("token", "no seat of this table has that token"));
            }
            Ok(Seen::of(table, look.by(seats), look.since))
        };
        self.whole(handle.look(seen).await??).await
    }

    /// Waits until the holder of these tokens is to act, the game is over, or only other people can go on; not for ever.
    pub(crate) async fn until_turn(&self, handle: &Arc<Handle>, tokens: &[Token]) {
        let is_settled = |table: &Table| {
            let turn = table.turn();
            let has_bot = |seat: Seat| table.body.seats[seat.index()].kind() == SeatKind::Bot;
            let is_own = !turn.and(table.body.held(tokens)).is_empty();
            is_own || !turn.iter().any(has_bot)
        };
        handle.lock().await.poll(tokens, Instant::now() + LONGEST_WAIT);
        self.until(handle, is_settled).await;
    }

    /// Waits until the table's state is another than this; not for ever. A client that waits counts as present.
    pub(crate) async fn until_after(&self, handle: &Arc<Handle>, tokens: &[Token], state: u64) {
        handle.lock().await.poll(tokens, Instant::now() + LONGEST_WAIT);
        self.until(handle, |table| table.state != state || table.is_over()).await;
    }

    async fn until(&self, handle: &Arc<Handle>, is_settled: impl Fn(&Table) -> bool) {
        let wait = async {
            loop {
                let rung = handle.bell.notified();
                tokio::pin!(rung);
                // Listening begins before the look, so nothing is missed between the two.
                rung.as_mut().enable();
                if is_settled(&*handle.lock().await) {
                    return;
                }
                rung.await;
            }
        };
        // Who waits longer looks again.
        let _ = tokio::time::timeout(LONGEST_WAIT, wait).await;
    }

    /// The picture of a state number; an old one is played again.
    pub(crate) async fn scene(
        self: &Arc<Tables>,
        handle: &Arc<Handle>,
        number: u64,
        view: View,
    ) -> Result<Scene, Refusal> {
        let wanted = view.clone();
        let look = move |table: &mut Table| {
            table.check_whole()?;
            table.check_begun()?;
            if number == table.state {
                return Ok(Err(table.game.scene(&wanted)?));
            }
            if number > table.state {
                return Err(Refusal::new("stale", format!("the table is at {}", table.state)));
            }
            Ok(Ok((table.name.clone(), table.key, table.body.clone())))
        };
        let (name, key, body) = match handle.look(look).await?? {
            Ok(old) => old,
            Err(scene) => return Ok(scene),
        };
        heavy_with(self.moves(key), move |mut moves| {
            moves.truncate(usize::try_from(number).unwrap_or(usize::MAX));
            let table = Table::load(name, key, body, 0, &moves)?;
            Ok(table.game.scene(&view)?)
        })
        .await
    }

    /// What a bot would do at this seat, which counts as assisted from then on.
    pub(crate) async fn hint(
        self: &Arc<Tables>,
        handle: &Arc<Handle>,
        tokens: Vec<Token>,
        seat: Option<u8>,
        bot: Option<String>,
    ) -> Result<HintView, Refusal> {
        let (seat, state, bot, asker, thinking) = {
            let mut table = handle.lock().await;
            table.check_whole()?;
            let seat = table.authorised(&tokens, seat)?;
            if !table.allows_hints() {
                return Err(Refusal::new("hint", "this table has no hints: several people play"));
            }
            if !table.turn().contains(seat) {
                return Err(Refusal::new("turn", format!("it is not the turn of {seat}")));
            }
            let bot = bot.unwrap_or_else(|| adviser(&table.body.game).to_owned());
            let bot = bots::check(&*table.game, &bot)?;
            self.mark_assisted(&mut table, Seats::one(seat)).await?;
            let thinking = Thinking::of(&*table.game, &bot, bot_seed(&table, seat), seat)?;
            (seat, table.state, bot, handle.asker(Lane::Hint, &table), thinking)
        };
        let thought = self.thinkers.think(asker, thinking).await?;
        let table = handle.lock().await;
        hint_view(&table, seat, state, bot, thought)
    }

    /// The game so far and its state number, for the numbers behind its position. Where the result could count they are a hint:
    /// only who sits there may ask, where hints are allowed, and is assisted from then on.
    pub(crate) async fn insight(
        self: &Arc<Tables>,
        handle: &Arc<Handle>,
        tokens: &[Token],
    ) -> Result<(Record, u64), Refusal> {
        let mut table = handle.lock().await;
        table.check_whole()?;
        table.check_begun()?;
        if table.body.counts() && !table.is_over() && has_insight(&table.body.game) {
            let seats = table.body.held(tokens);
            if seats.is_empty() {
                let why = "insight is help, and this game counts: only who plays it may ask, and is marked as assisted";
                return Err(Refusal::new("hint", why));
            }
            if !table.allows_hints() {
                return Err(Refusal::new("hint", "this table has no hints, and so no insight"));
            }
            self.mark_assisted(&mut table, seats).await?;
        }
        Ok((table.game.record(), table.state))
    }

    /// Marks seats as assisted, for good, and sends the seats to everybody.
    async fn mark_assisted(self: &Arc<Tables>, table: &mut Table, seats: Seats) -> Result<(), Refusal> {
        let before = table.body.seats.clone();
        if !table.body.mark(seats) {
            return Ok(());
        }
        let change = table.body_change();
        let kept = self.write(table, vec![change]).await;
        kept.map(|_| table.send_seats()).inspect_err(|_| table.body.seats = before)
    }

    /// How a seat did, with a score from 0 to 1.
    pub(crate) async fn result(
        self: &Arc<Tables>,
        handle: &Arc<Handle>,
        tokens: &[Token],
        seat: Option<u8>,
    ) -> Result<ResultView, Refusal> {
        let standing = |table: &Table| {
            table.check_whole()?;
            Standing::of(table, table.authorised(tokens, seat)?)
        };
        let standing = standing(&*handle.lock().await)?;
        let (score, reference) = heavy(move || standing.score()).await?;
        let mut table = handle.lock().await;
        table.reference = reference;
        let begun = self.begun(&table.body).await?;
        let seat = table.authorised(tokens, seat)?;
        let scores = table.game.scores();
        Ok(ResultView {
            over: table.is_over(),
            score,
            points: scores.points()[seat.index()],
            place: scores.place(seat),
            assisted: table.body.seats[seat.index()].assisted,
            refused: table.body.mistakes,
            evaluation: table.body.evaluation.clone(),
            attempt: table.body.attempt,
            begun,
        })
    }

    /// Changes a table by an action of a seat, whatever door it came by: what is refused in an evaluation is counted.
    pub(crate) async fn attempt<T: Send + 'static>(
        self: &Arc<Tables>,
        handle: &Arc<Handle>,
        work: impl FnOnce(&mut Table) -> Result<Done, Refusal> + Send + 'static,
        answer: impl FnOnce(&Table) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let done = self.change(handle, work, answer).await;
        if let Err(refusal) = &done {
            self.count_mistake(handle, refusal).await?;
        }
        done
    }

    /// Counts an action that was refused, where an agent is evaluated. What it asked too late or for another seat is no
    /// mistake about the game.
    async fn count_mistake(
        self: &Arc<Tables>,
        handle: &Arc<Handle>,
        refusal: &Refusal,
    ) -> Result<(), Refusal> {
        const NO_MISTAKES: [&str; 10] =
            ["token", "seat", "turn", "stale", "repeated", "over", "broken", "archive", "moved", "table"];
        let mut table = handle.lock().await;
        if table.body.evaluation.is_none() || NO_MISTAKES.contains(&refusal.code.as_ref()) {
            return Ok(());
        }
        table.body.mistakes += 1;
        let change = table.body_change();
        let kept = self.write(&mut table, vec![change]).await;
        kept.map(|_| ()).inspect_err(|_| table.body.mistakes -= 1)
    }

    /// Another table with the same settings, once the game is over: made by the first who asks.
    pub(crate) async fn rematch(
        self: &Arc<Tables>,
        handle: &Arc<Handle>,
        tokens: &[Token],
    ) -> Result<RematchView, Refusal> {
        let mut table = handle.lock().await;
        table.check_whole()?;
        let held = table.body.held(tokens);
        if held.is_empty() {
            return Err(Refusal::new("token", "no seat of this table has that token"));
        }
        if !table.is_over() {
            return Err(Refusal::new("over", "a rematch comes after the game"));
        }
        // Everybody's token opens the same seat of the next table, so nobody has to be handed another.
        let own: Vec<SeatToken> = tokens
            .iter()
            .filter_map(|token| {
                let seat = table.body.held(std::slice::from_ref(token)).single()?;
                Some(SeatToken { seat: seat.0, token: token.reveal().to_owned() })
            })
            .collect();
        if let Some(next) = table.body.next.clone() {
            return Ok(RematchView { next, tokens: own });
        }
        let next = self.open(again(&table.body)).await?;
        table.body.next = Some(next.clone());
        let change: Change = table.body_change();
        self.write(&mut table, vec![change]).await?;
        let message = ServerMessage::Rematch {
            id: 0,
            table: table.name.clone(),
            next: next.clone(),
            tokens: Vec::new(),
        };
        let text = message_text(&message);
        table.audience.send(|_| text.clone());
        Ok(RematchView { next, tokens: own })
    }
}

/// The same settings with a deal of their own.
fn again(body: &TableDetails) -> TableDetails {
    let mut next = body.clone();
    next.deal = Deal::chacha20(&key()).to_string();
    next.shows_deal = false;
    next.bot_seed = seed();
    next.daily = None;
    next.evaluation = None;
    (next.mistakes, next.attempt, next.begun) = (0, 0, 0);
    next.opening = Vec::new();
    next.replayed = false;
    next.next = None;
    next.waits = next.is_room;
    for seat in &mut next.seats {
        seat.assisted = false;
        // Who was replaced by a bot may play again.
        if seat.token.is_some() {
            seat.bot = None;
        }
    }
    if next.counts() {
        next.seats.iter_mut().for_each(without_a_taken_name);
    }
    next
}

/// Where the first game did not count, people could be called as bots are. Where this one does, such a name is left out.
fn without_a_taken_name(seat: &mut SeatDetails) {
    if seat.token.is_some() && bots::check_person(&seat.name).is_err() {
        seat.name.clear();
    }
}

/// The bot that gives hints unless another is named: the last of the game's list that is not just chance.
fn adviser(game: &str) -> &'static str {
    let chance = ["random", "uniform"];
    let named = bots_of(game).filter(|bot| !chance.contains(&bot.name) && bot.name != "racer");
    named.last().map_or("random", |bot| bot.name)
}

fn hint_view(
    table: &Table,
    seat: Seat,
    state: u64,
    bot: String,
    thought: Thought,
) -> Result<HintView, Refusal> {
    let advice = match thought {
        Thought::Answer(advice) => advice,
        Thought::Failed(why) => return Err(Refusal::new("hint", format!("`{bot}` has no advice: {why}"))),
    };
    let Some(advice) = advice else {
        let (words, why) = (String::new(), "it would leave it to others".to_owned());
        return Ok(HintView {
            state,
            seat: seat.0,
            bot,
            action: None,
            words,
            data: Data::new(),
            why,
            measure: String::new(),
            compared: Vec::new(),
        });
    };
    let described = table.game.describe_action(&advice.action).map(ActionView::from);
    let ActionView { action, words, data } = described?;
    let compared = advice.compared.into_iter().map(|(action, value)| ComparedView { action, value });
    Ok(HintView {
        state,
        seat: seat.0,
        bot,
        words,
        data,
        action: Some(action),
        why: advice.why,
        measure: advice.measure.to_owned(),
        compared: compared.collect(),
    })
}
