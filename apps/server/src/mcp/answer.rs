//! What tools answer: text that stands alone, and the picture of the same position.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rmcp::model::{CallToolResult, ContentBlock};
use tercet_draw::{Effort, Options, Theme, png, raster};
use tercet_entry::Style;
use tercet_game::Seat;
use tercet_scene::{Layer, Scene, UNITS, View};

use crate::refusal::Refusal;
use crate::table::{Table, Viewer};
use crate::wire::{HintView, LogView, ResultView};

/// The longest side of a picture in pixels: larger ones are made smaller by those who look at them.
const SIDE: f64 = 1000.0;

/// A refusal: an error of the tool, which the agent reads.
pub(super) fn refused(refusal: &Refusal) -> CallToolResult {
    let text = format!("refused ({}): {}\nnothing has changed", refusal.code, refusal.why);
    CallToolResult::error(vec![ContentBlock::text(text)])
}

/// The game as this viewer sees it, below a head.
pub(super) fn table_answer(
    table: &Table,
    viewer: Viewer,
    head: &str,
    with_picture: bool,
) -> Result<CallToolResult, Refusal> {
    table.check_begun()?;
    let mut text = format!("{head}{}", standing(table, viewer));
    let who = table.who(viewer);
    let _ = write!(text, "\n{}\n", table.game.position_text(&who, Style::PLAIN));
    let question = table.game.question(&who);
    if !question.is_empty() {
        let _ = write!(text, "\n{question}");
    }
    let mut content = vec![ContentBlock::text(text)];
    if with_picture {
        content.push(picture(table, viewer)?);
    }
    Ok(CallToolResult::success(content))
}

fn picture(table: &Table, viewer: Viewer) -> Result<ContentBlock, Refusal> {
    let mut view = View { seat: viewer.seats.single(), ..View::default() };
    view.layers = view.layers.and(Layer::Coordinates);
    view.names = (0..table.game.seats()).map(|seat| table.body.name(Seat(seat))).collect();
    let scene = table.game.scene(&view)?;
    let options = Options { theme: Theme::default(), scale: scale(&scene) };
    let picture = raster(&scene, &options).map_err(|error| Refusal::new("picture", error.to_string()))?;
    Ok(ContentBlock::image(STANDARD.encode(png(&picture, Effort::Fast)), "image/png"))
}

fn scale(scene: &Scene) -> f64 {
    let longest = f64::from(scene.width.max(scene.height)) / f64::from(UNITS);
    (SIDE / longest.max(1.0)).min(1.0)
}

/// What happened, in words.
pub(super) fn news(table: &Table, viewer: Viewer, lines: &[LogView]) -> String {
    let mut text = String::new();
    let who = table.who(viewer);
    for line in lines {
        // Before what came of it: that goes on to the next player's dice.
        if let (Some(seat), Some(why)) = (line.seat, &line.why) {
            let action = line.input.splitn(3, ' ').nth(2).unwrap_or_default();
            let _ = writeln!(text, "({} chooses {action}: {why})", who(Seat(seat)));
        }
        for event in &line.events {
            let _ = writeln!(text, "{}", event.words);
        }
    }
    text.push('\n');
    text
}

/// What the seat may do.
pub(super) fn legal(table: &Table, seat: Seat) -> CallToolResult {
    let mut text = format!("state: {}\n", table.state);
    for action in table.listed(seat) {
        let _ = writeln!(text, "{action}: {}", table.words(&action).trim());
    }
    if table.body.counts() && table.turn().contains(seat) {
        let _ = writeln!(text, "{}", table.game.solution_words());
    }
    CallToolResult::success(vec![ContentBlock::text(text)])
}

/// A bot's advice.
pub(super) fn hint(hint: &HintView) -> CallToolResult {
    let action = hint.action.as_deref().unwrap_or("nothing for now");
    let mut text = format!("{} would do: {action}\nwhy: {}\n", hint.bot, hint.why);
    for each in hint.compared.iter().take(10) {
        let _ = writeln!(text, "{}: {:.3} {}", each.action, each.value, hint.measure);
    }
    CallToolResult::success(vec![ContentBlock::text(text)])
}

/// Whose turn it is, the points, and the end.
pub(super) fn status(table: &Table, viewer: Viewer) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text(standing(table, viewer))])
}

fn standing(table: &Table, viewer: Viewer) -> String {
    let who = table.who(viewer);
    let names = |seats: Vec<Seat>| seats.into_iter().map(&who).collect::<Vec<_>>().join(", ");
    let points: Vec<String> = table
        .game
        .scores()
        .points()
        .iter()
        .enumerate()
        .map(|(seat, points)| format!("{}: {points}", who(Seat(seat as u8))))
        .collect();
    let turn = match table.game.end_words() {
        Some(why) => format!("over: {why}"),
        None => format!("turn: {}", names(table.turn().iter().collect())),
    };
    format!("state: {}\n{turn}\npoints: {}\n", table.state, points.join(", "))
}

/// What an agent learns of the deal and the evaluation before the first move.
pub(super) fn promise(table: &Table) -> String {
    let mut text = String::new();
    if let Some(evaluation) = &table.body.evaluation {
        let _ = writeln!(text, "evaluation: {evaluation}\nattempt: {}", table.body.attempt);
    }
    if let Some(commitment) = table.body.commitment() {
        let _ = writeln!(text, "commitment: {commitment}");
    }
    text
}

/// How the seat did.
pub(super) fn result(table: &Table, result: &ResultView) -> CallToolResult {
    let yes = |is_so: bool| if is_so { "yes" } else { "no" };
    let mut text = format!(
        "over: {}\nscore: {:.4}\npoints: {}\nplace: {} of {}\nassisted: {}\nrefused: {}\n",
        yes(result.over),
        result.score,
        result.points,
        result.place,
        table.game.seats(),
        yes(result.assisted),
        result.refused,
    );
    let deal = table.deal().unwrap_or_else(|| "secret until the end".to_owned());
    if result.evaluation.is_some() {
        let _ = writeln!(text, "begun: {}", result.begun);
    }
    let _ = writeln!(text, "{}deal: {deal}", promise(table));
    CallToolResult::success(vec![ContentBlock::text(text)])
}
