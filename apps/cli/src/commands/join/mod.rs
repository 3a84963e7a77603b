//! `tercet join`: a program plays a seat at a table of a server.

mod remote;

use anyhow::{Result, anyhow, bail};
use clap::Args;
use serde_json::{Value, json};
use tercet_entry::{ProgramBot, Question, Subject};
use tercet_game::{Reasons, Seat};
use tercet_search::Limits;

use self::remote::{Place, Remote};
use crate::failure::{Answer, Failure, FailureExt};
use crate::output::Screen;

const EXAMPLES: &str = "\
Examples:
  tercet join http://127.0.0.1:8080/t/k3v9x2m4p7q1r5s8 --player 'cmd:./mybot'
  tercet join 'http://127.0.0.1:8080/t/k3v9x2m4p7q1r5s8#pV2…' --player 'cmd:python3 examples/bots/first.py'

The first takes an open seat, the second has a seat's own link. A server with a token is entered by the environment variable
`TERCET_TOKEN`. docs/bot-protocol.md tells what the program is asked.

Exit codes: 0 the game was played to its end, 1 the program failed or the server did, 2 wrong usage.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Join {
    /// The table's address, as the page shows it
    url: String,
    /// The program that plays: `cmd:` and its command line
    #[arg(long, value_name = "NAME", value_parser = command)]
    player: String,
    /// What it is called at the table
    #[arg(long, value_name = "NAME", default_value = "bot")]
    name: String,
    /// Which seat it takes, from 1; the first open one if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=32))]
    seat: Option<u8>,
    /// How long the program may take for a decision, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = Limits::LARGEST.program_ms, value_parser = clap::value_parser!(u32).range(1..=3_600_000))]
    bot_time: u32,
}

/// The command line behind `cmd:`.
fn command(name: &str) -> Result<String, String> {
    match name.strip_prefix("cmd:").map(str::trim) {
        Some(command) if !command.is_empty() => Ok(command.to_owned()),
        _ => Err("it takes a program, as in `cmd:./mybot`; a server's own bots are seated by the server"
            .to_owned()),
    }
}

pub(crate) fn run(options: &Join, screen: &mut Screen) -> Result<Answer, Failure> {
    let place: Place = options.url.parse().map_err(|why: String| anyhow!(why)).or_usage()?;
    let remote = Remote::new(place).or_failed()?;
    let seat = options.sit(&remote).or_failed()?;
    screen.line(&format!("{} has seat {} of {}", options.name, seat.number + 1, options.url))?;
    screen.flush()?;
    options.play(&remote, &seat, screen).or_failed()?;
    Ok(Answer::Yes)
}

/// A seat that the program has.
struct Taken {
    number: u8,
    token: String,
}

impl Join {
    /// The seat of the link, or one that is open.
    fn sit(&self, remote: &Remote) -> Result<Taken> {
        if let Some(token) = remote.place.token.clone() {
            let view = remote.look(&token, "")?;
            let own = view["you"].as_array().and_then(|seats| seats.first()).and_then(Value::as_u64);
            let number = own.ok_or_else(|| anyhow!("the link's token has no seat at this table"))? as u8;
            return Ok(Taken { number, token });
        }
        let mut wanted = json!({ "name": self.name });
        if let Some(seat) = self.seat {
            wanted["seat"] = json!(seat - 1);
        }
        let taken = remote.post("join", "", &wanted)?;
        let token = taken["token"].as_str().unwrap_or_default().to_owned();
        let number = taken["seat"].as_u64().ok_or_else(|| anyhow!("the server gave no seat"))? as u8;
        Ok(Taken { number, token })
    }

    /// Plays to the end.
    fn play(&self, remote: &Remote, seat: &Taken, screen: &mut Screen) -> Result<()> {
        let mut view = remote.look(&seat.token, "")?;
        if view["waits"] == true {
            remote.be_ready(&seat.token)?;
            view = remote.look(&seat.token, "")?;
        }
        let mut program: Option<ProgramBot> = None;
        while view["over"].is_null() {
            let state = view["state"].as_u64().unwrap_or_default();
            let is_asked = view["turn"].as_array().is_some_and(|turn| turn.contains(&json!(seat.number)));
            if is_asked && view["waits"] != true {
                let answered = self.decide(remote, seat, &view, &mut program);
                if let Err(error) = answered {
                    // The others do not wait for a program that is gone.
                    let _ =
                        remote.post("seat", &seat.token, &json!({ "seat": seat.number, "bot": "random" }));
                    return Err(error);
                }
            }
            view = remote.look(&seat.token, &format!("wait={state}"))?;
        }
        let places = view["over"]["places"].as_array().cloned().unwrap_or_default();
        let own = places.get(usize::from(seat.number)).and_then(Value::as_u64).unwrap_or_default();
        let why = view["over"]["why"].as_str().unwrap_or_default();
        screen.line(&format!("over: {why}; {} has place {own} of {}", self.name, places.len()))?;
        Ok(())
    }

    /// Has the program decide, and the server take it. What came too late is nobody's fault.
    fn decide(
        &self,
        remote: &Remote,
        seat: &Taken,
        view: &Value,
        program: &mut Option<ProgramBot>,
    ) -> Result<()> {
        let data = remote.look(&seat.token, "data=true")?;
        if data["state"] != view["state"] {
            return Ok(());
        }
        let legal = view["legal"][seat.number.to_string()].as_array().cloned().unwrap_or_default();
        let question = Question {
            seat: Seat(seat.number),
            position: view["position"].as_str().unwrap_or_default().to_owned(),
            data: data["board"].clone(),
            legal: legal.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            time_ms: self.bot_time,
        };
        let failed = |why: String| anyhow!("`cmd:{}` has lost the game by its own fault: {why}", self.player);
        if program.is_none() {
            let seed = view["state"].as_u64().unwrap_or_default();
            *program = Some(ProgramBot::sit(&self.player, &subject(view), seed).map_err(failed)?);
        }
        let Some(program) = program else { bail!("there is no program") };
        let reply = program.ask(&question).map_err(failed)?;
        let act = json!({ "state": view["state"], "action": reply.action, "seat": seat.number });
        match remote.try_post("act", &seat.token, &act)? {
            Ok(_) => Ok(()),
            Err(refusal) if ["stale", "turn", "repeated", "over"].contains(&refusal.code.as_str()) => Ok(()),
            Err(refusal) => Err(failed(format!("`{}`: {}", Reasons::cleaned(&reply.action), refusal.why))),
        }
    }
}

/// The game of a table.
fn subject(view: &Value) -> Subject {
    let options = view["options"].as_object().into_iter().flatten();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    Subject {
        game: text(&view["game"]),
        options: options.map(|(key, value)| (key.clone(), text(value))).collect(),
        seats: view["seats"].as_array().map_or(0, |seats| seats.len() as u8),
    }
}
