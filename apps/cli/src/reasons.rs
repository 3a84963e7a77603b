//! Why a bot does what it does, in lines.

use tercet_bots::Explanation;
use tercet_game::Notation;

/// How many of the things that were compared are shown.
const SHOWN: usize = 6;

/// The choice with its reason, then what was compared, the best first.
pub(crate) fn lines<G: Notation>(game: &G, bot: &str, explanation: &Explanation<G::Action>) -> Vec<String> {
    let Explanation { answer, why, measure, compared } = explanation;
    let mut lines = vec![format!("{bot} chooses `{}`: {why}", game.action_text(answer.action))];
    if compared.is_empty() {
        return lines;
    }
    lines.push(format!("  {measure}:"));
    for one in compared.iter().take(SHOWN) {
        lines.push(format!("  {:>8.3}  {}", one.value, game.action_text(one.action)));
    }
    if compared.len() > SHOWN {
        lines.push(format!("  and {} more", compared.len() - SHOWN));
    }
    lines
}
