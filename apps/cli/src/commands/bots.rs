//! `tercet bots`: the bots and what they do.

use tercet_catalog::games;
use tercet_search::Bot;

use crate::failure::{Answer, Failure};
use crate::output::Screen;

pub(crate) fn run(game: Option<&str>, screen: &mut Screen) -> Result<Answer, Failure> {
    let is_asked_for = |bot: &&Bot| game.is_none_or(|id| bot.games.contains(&id));
    let width = games().bots().map(|bot| bot.name.len()).max().unwrap_or(0);
    for bot in games().bots().filter(is_asked_for) {
        let (games, grade) = (bot.games.join(", "), bot.grade.name());
        screen.line(&format!("{:<width$} {games:<8} {grade:<6} {}", bot.name, bot.about))?;
    }
    Ok(Answer::Yes)
}
