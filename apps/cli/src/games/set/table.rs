//! The table: a match, who sits at it, and the file that its record is kept in.

use std::sync::Arc;

use anyhow::{Result, bail};
use tercet_entry::{NamedBot, count};
use tercet_game::{
    Answer, Deal, Digest, Game, Match, Record, Replay, RunError, Seat, Seats, Turn, stream_seed,
};
use tercet_search::{BotError, BotLimits, Explain as _};
use tercet_set::{Action, Card, Event, Illegal, SetGame, State};
use tercet_set_play::Set;

use crate::files::RecordFile;
use crate::reasons;

/// Who sits at a seat.
pub(crate) enum Player {
    /// The person at the keyboard.
    Me,
    /// A bot, and its name.
    Bot(String, Box<NamedBot<Set>>),
}

impl Player {
    /// The bot of this name.
    pub(crate) fn bot(name: &str) -> Result<Player, BotError> {
        Ok(Player::Bot(name.to_owned(), Box::new(NamedBot::new(name, 0, &BotLimits::own())?)))
    }

    /// The players of these names; one of them, and one only, is `me`.
    pub(crate) fn all(names: &[String]) -> Result<Vec<Player>> {
        match names.iter().filter(|name| *name == "me").count() {
            1 => {}
            0 => bail!("nobody is `me`; `tercet simulate set` lets bots play among themselves"),
            _ => bail!("`me` is there twice; one person plays at a keyboard"),
        }
        let player = |name: &String| {
            if name == "me" {
                return Ok(Player::Me);
            }
            Ok(Player::bot(name)?)
        };
        names.iter().map(player).collect()
    }
}

/// What a bot will do, and when.
type Plan = (Seat, Answer<Action>);

pub(crate) struct Table {
    game: Match<SetGame>,
    players: Vec<Player>,
    record_file: RecordFile,
    /// What the quickest bot will do at the position after so many inputs.
    plan: Option<(usize, Option<Plan>)>,
    /// Why it will.
    why: String,
    /// What happened before the first play.
    pub(crate) opening: Vec<Event>,
}

impl Table {
    pub(crate) fn new(
        game: SetGame,
        deal: Deal,
        players: Vec<Player>,
        record_file: RecordFile,
    ) -> Result<Table> {
        let mut opening = Vec::new();
        let game = Match::new(Arc::new(game), deal, &mut opening)?;
        Table::seat(game, players, record_file, opening)
    }

    /// The table of a recorded game.
    pub(crate) fn resume(record: &Record, names: &[String], record_file: RecordFile) -> Result<Table> {
        let game = Match::resume(record, &mut ())?;
        Table::seat(game, Player::all(names)?, record_file, Vec::new())
    }

    fn seat(
        game: Match<SetGame>,
        players: Vec<Player>,
        record_file: RecordFile,
        opening: Vec<Event>,
    ) -> Result<Table> {
        let seats = usize::from(game.game().seats());
        if seats != players.len() {
            let seats = count(seats, "seat", "seats");
            let players = count(players.len(), "player", "players");
            bail!("the game has {seats} and {players}; --players names one for each");
        }
        let mut table = Table { game, players, record_file, plan: None, why: String::new(), opening };
        table.wake_bots()?;
        Ok(table)
    }

    /// Gives each bot a stream of its own that depends on the deal alone, so that the same deal meets the same
    /// bots.
    fn wake_bots(&mut self) -> Result<()> {
        let mut digest = Digest::default();
        digest.bytes(self.game.deal().to_string().as_bytes());
        for (seat, player) in self.players.iter_mut().enumerate() {
            if let Player::Bot(name, bot) = player {
                **bot = NamedBot::new(name, stream_seed(digest.value(), &[seat as u64]), &BotLimits::own())?;
            }
        }
        Ok(())
    }

    pub(crate) fn game(&self) -> &SetGame {
        self.game.game()
    }

    pub(crate) fn state(&self) -> &State {
        self.game.state()
    }

    pub(crate) fn deal(&self) -> &Deal {
        self.game.deal()
    }

    pub(crate) fn record(&self) -> Record {
        self.game.record()
    }

    /// The person's seat; the first one at a table of bots.
    pub(crate) fn me(&self) -> Seat {
        let seat = self.players.iter().position(|player| matches!(player, Player::Me));
        Seat(seat.unwrap_or(0) as u8)
    }

    pub(crate) fn is_race(&self) -> bool {
        self.players.len() > 1
    }

    pub(crate) fn is_over(&self) -> bool {
        self.game.turn() == Turn::Over
    }

    /// The seats that may act.
    pub(crate) fn acting(&self) -> Seats {
        match self.game.turn() {
            Turn::Seats(seats) => seats,
            Turn::Chance | Turn::Over => Seats::NONE,
        }
    }

    /// What a seat is called: `you`, or the bot's name, numbered if it is there twice.
    pub(crate) fn name(&self, seat: Seat) -> String {
        let Some(Player::Bot(name, _)) = self.players.get(seat.index()) else { return "you".to_owned() };
        let same = |player: &&Player| matches!(player, Player::Bot(other, _) if other == name);
        match self.players[..seat.index()].iter().filter(same).count() {
            0 => name.clone(),
            before => format!("{name}#{}", before + 1),
        }
    }

    /// Takes an action; where it is what the quickest bot was about to do, its reason is kept.
    pub(crate) fn play(&mut self, seat: Seat, action: Action) -> Result<Vec<Event>, RunError<Illegal>> {
        let mut events = Vec::new();
        let is_planned = self.planned().is_some_and(|(by, answer)| by == seat && answer.action == action);
        self.game.play(seat, action, &mut events)?;
        if is_planned {
            self.game.because(&self.why);
        }
        tracing::debug!(%seat, %action, inputs = self.game.inputs().len(), "played");
        Ok(events)
    }

    /// Says that the caller's time is up.
    pub(crate) fn expire(&mut self) -> Result<Vec<Event>, RunError<Illegal>> {
        let mut events = Vec::new();
        self.game.expire(&mut events)?;
        Ok(events)
    }

    /// Takes back the last play; `false` if there was none.
    pub(crate) fn undo(&mut self) -> bool {
        let undone = self.game.undo();
        self.plan = None;
        undone
    }

    /// Writes the record as far as it goes.
    pub(crate) fn keep(&self) {
        self.record_file.keep(|| self.record());
    }

    /// Writes the record for good; where to, if anywhere.
    pub(crate) fn close(&self) -> Result<Option<String>> {
        self.record_file.close(|| self.record())
    }

    /// What the quickest of the bots that may act will do, and after how many milliseconds. They are asked once a
    /// position.
    pub(crate) fn quickest_bot(&mut self) -> Option<Plan> {
        let inputs = self.game.inputs().len();
        if let Some((at, plan)) = self.plan
            && at == inputs
        {
            return plan;
        }
        let acting = self.acting();
        let (game, state) = (Arc::clone(self.game.game()), *self.game.state());
        let answers = self.players.iter_mut().zip(0..).filter_map(|(player, seat)| match player {
            Player::Bot(_, bot) if acting.contains(Seat(seat)) => {
                Some((Seat(seat), bot.explain(&game, &state, Seat(seat))?))
            }
            _ => None,
        });
        let quickest = answers.min_by_key(|(_, explanation)| explanation.answer.delay_ms);
        if let Some((_, explanation)) = &quickest {
            self.why = reasons::advice_of(&*game, explanation).because();
        }
        let plan = quickest.map(|(seat, explanation)| (seat, explanation.answer));
        self.plan = Some((inputs, plan));
        plan
    }

    /// What the quickest bot was found to do at this position; nothing before it was asked.
    pub(crate) fn planned(&self) -> Option<Plan> {
        self.plan.filter(|(at, _)| *at == self.game.inputs().len()).and_then(|(_, plan)| plan)
    }

    /// Who sits where, as `--players` takes it.
    pub(crate) fn names(&self) -> Vec<String> {
        let name = |player: &Player| match player {
            Player::Me => "me".to_owned(),
            Player::Bot(name, _) => name.clone(),
        };
        self.players.iter().map(name).collect()
    }

    /// Every Set taken so far, and by whom.
    pub(crate) fn taken(&self) -> Vec<(Seat, Vec<Card>)> {
        let record = self.record();
        let mut events = Vec::new();
        let replayed = Replay::<SetGame>::open(&record).and_then(|mut replay| replay.verify(&mut events));
        replayed.expect("what was played just now replays");
        let claimed = events.iter().filter_map(|event| match event {
            Event::Claimed { seat, cards, .. } => Some((*seat, cards.cards().to_vec())),
            _ => None,
        });
        claimed.collect()
    }
}
