//! Prompts: how each game is played by the tools.

use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{PromptMessage, Role};
use rmcp::{ErrorData, prompt, prompt_router};
use schemars::JsonSchema;
use serde::Deserialize;
use tercet_catalog::games;

use super::Agents;
use crate::refusal::Refusal;

/// What the prompt `rules` takes.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Rules {
    /// Which game: set, machi or triangle.
    game: String,
}

#[prompt_router(vis = "pub(super)")]
impl Agents {
    /// Explains a game: its rules, its options, its bots, and how to play it by the tools.
    #[prompt(name = "rules")]
    async fn rules(
        &self,
        Parameters(Rules { game }): Parameters<Rules>,
    ) -> Result<Vec<PromptMessage>, ErrorData> {
        let entry = games().game(&game);
        let entry = entry
            .map_err(|error| ErrorData::invalid_params(Refusal::new("game", error.to_string()).why, None))?;
        let bots: Vec<String> =
            entry.bots().iter().map(|bot| format!("- {}: {}", bot.name, bot.about)).collect();
        let text = format!(
            "You play {}: {}.\n\n\
             Begin with the tool new_game and game `{}`. Keep the game_id and the seat_token that it answers with: every \
             other tool takes both. Then, until the game is over: look at the position (text and picture tell the same), \
             and act with one action in the game's notation. legal_actions lists what there is; a refused action changes \
             nothing and says why. At the end, result tells your score from 0 to 1.\n\n\
             Bots to play against:\n{}\n\n{}",
            entry.title,
            entry.about,
            entry.id,
            bots.join("\n"),
            entry.rules
        );
        Ok(vec![PromptMessage::new_text(Role::User, text)])
    }
}
