//! Why a bot does what it does, in lines and as JSON.

use serde_json::{Value, json};
use tercet_entry::Advice;
use tercet_game::{Input, InputText, Notation, Reasons, Seat};
use tercet_search::Explanation;

/// How many of the things that were compared are shown.
const SHOWN: usize = 6;

/// The choice with its reason, then what was compared, the best first.
pub(crate) fn lines<G: Notation>(game: &G, bot: &str, explanation: &Explanation<G::Action>) -> Vec<String> {
    advice(bot, &advice_of(game, explanation))
}

/// The choice with its actions as text.
pub(crate) fn advice_of<G: Notation>(game: &G, explanation: &Explanation<G::Action>) -> Advice {
    let Explanation { answer, why, measure, compared } = explanation;
    let compared = compared.iter().map(|one| (game.action_text(one.action), one.value)).collect();
    let action = game.action_text(answer.action);
    Advice { action, delay_ms: answer.delay_ms, why: why.clone(), measure, compared }
}

/// What was chosen and the reason that is kept with it, in one line.
pub(crate) fn line(bot: &str, action: &str, because: &str) -> String {
    format!("{bot} chooses {action}: {because}")
}

/// The last of a game's first inputs that has a reason, in one line.
pub(crate) fn last_of(
    inputs: &[InputText],
    reasons: &Reasons,
    from: usize,
    name: &dyn Fn(Seat) -> String,
) -> Option<String> {
    let actor = |(number, input): (usize, &InputText)| match input {
        Input::Play(seat, action) => Some(line(&name(*seat), action, reasons.of(number + 1)?)),
        _ => None,
    };
    inputs.iter().enumerate().skip(from).rev().find_map(actor)
}

/// A number that was compared. Only turns until victory have no end.
fn number(value: f64, digits: usize) -> String {
    if value.is_infinite() && value > 0.0 { "never".to_owned() } else { format!("{value:.digits$}") }
}

/// The same of a choice whose actions are text.
pub(crate) fn advice(bot: &str, advice: &Advice) -> Vec<String> {
    let Advice { action, why, measure, compared, .. } = advice;
    let mut lines = vec![format!("{bot} chooses `{action}`: {why}")];
    if compared.is_empty() {
        return lines;
    }
    lines.push(format!("  {measure}:"));
    for (action, value) in compared.iter().take(SHOWN) {
        lines.push(format!("  {:>8}  {action}", number(*value, 3)));
    }
    if compared.len() > SHOWN {
        lines.push(format!("  and {} more", compared.len() - SHOWN));
    }
    lines
}

/// The choice with its reason and all that was compared, the best first. `delay_ms` is there where the bot takes its time.
pub(crate) fn json<G: Notation>(game: &G, bot: &str, explanation: &Explanation<G::Action>) -> Value {
    let Explanation { answer, why, measure, compared } = explanation;
    let compared = compared.iter();
    let compared = compared.map(|one| json!({ "action": game.action_text(one.action), "value": one.value }));
    let mut json = json!({ "bot": bot, "action": game.action_text(answer.action) });
    if answer.delay_ms > 0 {
        json["delay_ms"] = answer.delay_ms.into();
    }
    json["why"] = why.as_str().into();
    json["measure"] = (*measure).into();
    json["compared"] = compared.collect();
    json
}
