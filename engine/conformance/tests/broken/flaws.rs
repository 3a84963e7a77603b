//! The flaws, each with the law that it breaks.

use tercet_conformance::Law;
use tercet_conformance::toy::{Action, Config, Event, Face, Illegal, Phase, State, ToyDealer};
use tercet_game::{
    ConfigError, DealError, Dealer, Game, Log, Notation, NotationError, Sample, Scores, Seats, Settings,
    Stable, Stream, Turn,
};

use crate::flaw::{DOUBLE, Flaw, HIDDEN, NAMELESS, NONE, PLAIN};

/// A flaw and the law that it breaks.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) law: Law,
    pub(crate) kind: u8,
    pub(crate) flaw: Flaw,
}

/// `Law: name [kind] { what is done otherwise };`
macro_rules! cases {
    (@kind) => { PLAIN };
    (@kind $kind:ident) => { $kind };
    ($($law:ident: $name:literal $($kind:ident)? { $($hook:tt)* };)+) => {
        vec![$(Case {
            name: $name,
            law: Law::$law,
            kind: cases!(@kind $($kind)?),
            flaw: Flaw { $($hook)* ..NONE },
        }),+]
    };
}

/// All of them.
pub(crate) fn cases() -> Vec<Case> {
    [settings(), lists(), inputs(), words(), chance(), matches()].into_iter().flatten().collect()
}

fn settings() -> Vec<Case> {
    cases! {
        Settings: "an option is forgotten" {
            set: |config, key, value| match key {
                "goal" if value == "30" => Ok(()),
                _ => config.set(key, value),
            },
        };
        Settings: "any option is taken" {
            set: |config, key, value| config.get(key).map_or(Ok(()), |_| config.set(key, value)),
        };
        Settings: "a refused value changes the config" {
            set: |config, key, value| config.set(key, value).inspect_err(|_| config.seats = 0),
        };
        Settings: "another option is blamed" {
            set: |config, key, value| {
                config.set(key, value).map_err(|error| ConfigError::new("seats", error.why))
            },
        };
        Settings: "a refusal says nothing" {
            set: |config, key, value| config.set(key, value).map_err(|error| ConfigError::new(&error.key, "")),
        };
        Settings: "an option is listed twice" DOUBLE {};
        Settings: "the rules forget their config" { remember: |_| Config::default(), };
    }
}

fn lists() -> Vec<Case> {
    cases! {
        Turn: "nobody is to act" {
            turn: |toy, state| if state.pot > 9 { Turn::Seats(Seats::NONE) } else { toy.turn(state) },
        };
        Turn: "a stranger is to act" {
            turn: |toy, state| match toy.turn(state) {
                Turn::Seats(_) => Turn::Seats(Seats::first(3)),
                turn => turn,
            },
        };
        Turn: "nothing is listed for the seat to act" {
            legal_actions: |toy, state, seat, out| {
                if state.plays < 5 {
                    toy.legal_actions(state, seat, out);
                }
            },
        };
        Turn: "the list of one seat is given to all" {
            legal_actions: |toy, state, seat, out| {
                let seat = if let Phase::Choose(one) = state.phase { one } else { seat };
                toy.legal_actions(state, seat, out);
            },
        };
        Turn: "something is listed for strangers" {
            legal_actions: |toy, state, seat, out| {
                toy.legal_actions(state, seat, out);
                out.extend((seat.0 == 2).then_some(Action::Grab));
            },
        };
        Ascending: "actions descend" {
            legal_actions: |toy, state, seat, out| {
                let from = out.len();
                toy.legal_actions(state, seat, out);
                out[from..].reverse();
            },
        };
        Ascending: "an outcome is listed twice" {
            outcomes: |toy, state, out| {
                toy.outcomes(state, out);
                out.extend(out.last().copied());
            },
        };
        Appends: "the list of actions is emptied first" {
            legal_actions: |toy, state, seat, out| {
                out.clear();
                toy.legal_actions(state, seat, out);
            },
        };
        Appends: "the list of outcomes is emptied first" {
            outcomes: |toy, state, out| {
                out.clear();
                toy.outcomes(state, out);
            },
        };
        Outcomes: "chance has outcomes out of turn" { outcomes: |_, _, out| out.push((1, Face(1))), };
        Outcomes: "an outcome weighs nothing" {
            outcomes: |toy, state, out| {
                let from = out.len();
                toy.outcomes(state, out);
                out[from..].iter_mut().for_each(|(weight, _)| *weight -= 1);
            },
        };
        Outcomes: "outcomes weigh too much" {
            outcomes: |toy, state, out| {
                let from = out.len();
                toy.outcomes(state, out);
                out[from..].iter_mut().for_each(|(weight, _)| *weight <<= 30);
            },
        };
        Window: "a clock runs while the die rolls" {
            window: |toy, state| toy.window(state).or((toy.turn(state) == Turn::Chance).then_some(5)),
        };
        End: "the end is never told" {
            scores: |toy, state| Scores::new(toy.scores(state).points(), None),
        };
        End: "empty seats have scores" {
            scores: |toy, state| Scores::new(&state.points.map(i32::from), toy.scores(state).end()),
        };
        Limit: "a game outlives its limit" { limit: |_| 4, };
        Limit: "the die rolls for ever" {
            resolve: |toy, state, face, log| {
                let rolling = *state;
                toy.resolve(state, face, log).map(|()| *state = rolling)
            },
        };
    }
}

fn inputs() -> Vec<Case> {
    cases! {
        Window: "time can't pass" { expire: |_, _, _| Err(Illegal::NoClock), };
        Window: "time passes without a clock" {
            expire: |toy, state, log| match state.phase {
                Phase::Choose(_) => Ok(()),
                _ => toy.expire(state, log),
            },
        };
        Accepts: "a listed action is refused" {
            play: |table, state, seat, action, log| match action {
                Action::Roll if state.pot > 5 => Err(Illegal::NotNow),
                _ => table.toy.play(state, seat, action, log),
            },
        };
        Accepts: "a listed outcome is refused" {
            resolve: |toy, state, face, log| match face {
                Face(6) => Err(Illegal::NotThrown),
                _ => toy.resolve(state, face, log),
            },
        };
        Refuses: "any seat may act for another" {
            play: |table, state, seat, action, log| {
                let seat = if let Phase::Choose(one) = state.phase { one } else { seat };
                table.toy.play(state, seat, action, log)
            },
        };
        Refuses: "the game goes on after its end" {
            play: |table, state, seat, action, log| match state.phase {
                Phase::Over(_) => Ok(()),
                _ => table.toy.play(state, seat, action, log),
            },
        };
        Refuses: "the die shows a seven" {
            resolve: |toy, state, face, log| toy.resolve(state, Face(face.0.min(6)), log),
        };
        Unchanged: "a refused action is counted" {
            play: |table, state, seat, action, log| {
                table.toy.play(state, seat, action, log).inspect_err(|_| state.plays += 1)
            },
        };
        Unchanged: "a refused outcome is told" {
            resolve: |toy, state, face, log| {
                toy.resolve(state, face, log).inspect_err(|_| log.push(|| Event::Rolled(face)))
            },
        };
        Pure: "the rules remember" {
            play: |table, state, seat, action, log| {
                table.toy.play(state, seat, action, log)?;
                state.pot += table.count() as u16;
                Ok(())
            },
        };
        Pure: "no two games start alike" {
            start: |table| State { pot: table.count() as u16, ..table.toy.start() },
        };
        Silence: "listeners have more in the pot" {
            resolve: |toy, state, face, log| {
                toy.resolve(state, face, log)?;
                log.push(|| {
                    state.pot += 1;
                    Event::Rolled(face)
                });
                Ok(())
            },
        };
        Digest: "the digest leaves out the pot" {
            digest: |state, digest| State { pot: 0, ..*state }.write(digest),
        };
        Digest: "the digest has what equality has not" {
            same_state: |a, b| State { plays: b.plays, ..*a } == *b,
        };
    }
}

fn words() -> Vec<Case> {
    cases! {
        Reasons: "a code is shouted" { code: |_| "NOT NOW", };
        Reasons: "a refusal has no words" { reason: |_| String::new(), };
        Notation: "a text has two lines" {
            action_text: |toy, action| toy.action_text(action) + "\n",
        };
        Notation: "two actions have one text" {
            action_text: |_, action| if action == Action::Grab { "grab" } else { "roll" }.to_owned(),
        };
        Notation: "an action does not read" {
            read_action: |toy, text| match text {
                "hold" => Err(NotationError::new(text, "what?")),
                _ => toy.read_action(text),
            },
        };
        Notation: "an outcome reads as another" {
            read_chance: |toy, text| toy.read_chance(if text == "6" { "5" } else { text }),
        };
        Notation: "an event does not read" {
            read_event: |toy, text| toy.read_event(&text.replace("lost", "left")),
        };
    }
}

fn chance() -> Vec<Case> {
    cases! {
        SampleAction: "the first action is always sampled" {
            sample_action: |toy, state, seat, rng| {
                let mut list = Vec::new();
                toy.legal_actions(state, seat, &mut list);
                toy.sample_action(state, seat, rng).and(list.first().copied())
            },
        };
        SampleAction: "a number is drawn for nobody" {
            sample_action: |toy, state, seat, rng| {
                toy.sample_action(state, seat, rng).or_else(|| {
                    rng.next_u64();
                    None
                })
            },
        };
        SampleOutcome: "the die that is sampled is not loaded" {
            sample_outcome: |table, state, rng| match table.toy.turn(state) {
                Turn::Chance => Some(Face(1 + rng.below(6) as u8)),
                _ => None,
            },
        };
        SampleOutcome: "two numbers are drawn" {
            sample_outcome: |table, state, rng| {
                let face = table.toy.sample_outcome(state, rng)?;
                rng.next_u64();
                Some(face)
            },
        };
        Dealer: "a seven is dealt" { draw: |_, _, _| Ok(Face(7)), };
        Dealer: "the dealer stops early" {
            draw: |dealer, toy, state| match state.plays {
                ..4 => dealer.draw(toy, state),
                _ => Err(DealError::new("that was all")),
            },
        };
        Dealer: "there is no such dealer" {
            dealer: |_, deal| Err(DealError::new(format!("there is no dealer `{}`", deal.name))),
        };
        Fair: "the sampler tires" {
            sample_outcome: |table, state, rng| {
                let face = table.toy.sample_outcome(state, rng)?;
                Some(if table.count() > 1_000 { Face(6) } else { face })
            },
        };
        Fair: "every seed deals the same" {
            dealer: |_, _| Ok(ToyDealer::Stream(Stream::new(5))),
        };
    }
}

fn matches() -> Vec<Case> {
    cases! {
        Again: "a deal is never dealt again" {
            dealer: |table, _| Ok(ToyDealer::Stream(Stream::new(table.count().into()))),
        };
        Record: "the game has no name" NAMELESS {};
        Replay: "an option is neither listed nor compared" HIDDEN {
            same_config: |a, b| (a.seats, a.limit) == (b.seats, b.limit),
        };
        Snapshot: "a copied dealer begins anew" {
            copy_dealer: |_| ToyDealer::Stream(Stream::new(1)),
        };
    }
}
