//! `tercet ratings`: how strong the bots are, over all games of the archive.

mod drawn;

use anyhow::anyhow;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use tercet_arena::Rating;
use tercet_catalog::games;
use tercet_store::{Archive, RatingRow, StrengthRow, strengths};

use crate::commands::stats::strength_row_json;
use crate::commands::tournament::{groups_note, rating_json, strength_text, with_interval};
use crate::data::Data;
use crate::drawing::Plot;
use crate::failure::{Answer, Failure, FailureExt};
use crate::names;
use crate::output::Screen;
use crate::table::{Side, Table, plain};

const EXAMPLES: &str = "\
Examples:
  tercet ratings
  tercet ratings set
  tercet ratings set --anchor racer:3
  tercet ratings set --plot strengths.svg
  tercet ratings triangle --system glicko --plot glicko.png --theme dark

Strengths are fitted to all games of the archive at once, so their order does not matter: Bradley-Terry \
over the pairs of every table, on Elo's scale; the mean of all is 1500, or --anchor is. Elo, Glicko-2 and \
Weng-Lin (a beginner has 25) move from game to game, on from tournament to tournament; one counts when it \
is over. Behind the value stands how far its 95 % interval reaches to both sides.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    /// Only this game
    #[arg(value_parser = names::game())]
    game: Option<String>,
    /// Who has a strength of 1500; usually the mean of all has
    #[arg(long, value_name = "PLAYER", requires = "game")]
    anchor: Option<String>,
    #[command(flatten)]
    data: Data,
    #[command(flatten)]
    plot: Plot,
    /// Which ratings are drawn: strengths with their intervals, or one of the others over time
    #[arg(long, default_value = "strength", requires = "path")]
    system: System,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum System {
    /// Strengths, fitted to all games at once
    Strength,
    /// Elo, K = 32
    Elo,
    /// Glicko-2
    Glicko,
    /// Weng-Lin
    Skill,
}

pub(crate) fn run(options: &Options, screen: &mut Screen) -> Result<Answer, Failure> {
    let plot = options.plot.file().or_usage()?;
    let archive = options.data.read()?;
    let mut values = Vec::new();
    for entry in
        games().games().iter().filter(|entry| options.game.as_deref().is_none_or(|game| game == entry.id))
    {
        let Some(ladder) = options.ladder(&archive, entry.id)? else { continue };
        if !options.json {
            screen.line(&plain(&ladder.text(), screen.style))?;
        }
        values.push(ladder.json());
        if let Some(plot) = &plot {
            let history = archive.ratings(Some(entry.id), None).or_failed()?;
            plot.draw(&drawn::scene(&ladder, &history, options.system)).or_failed()?;
        }
    }
    if values.is_empty() {
        return Err(anyhow!("nobody has met anybody else yet; play a tournament with `tercet tournament`"))
            .or_failed();
    }
    if options.json {
        screen.json(&Value::Array(values))?;
    }
    Ok(Answer::Yes)
}

impl Options {
    /// How strong each player of a game is; `None` if no two have played each other.
    fn ladder(&self, archive: &Archive, game: &'static str) -> Result<Option<Ladder>, Failure> {
        let all = strengths(archive, game, None).or_failed()?;
        let anchor = self.anchor.as_ref().map(|anchor| games().canonical_bot(self.game.as_deref(), anchor));
        let rows = match &anchor {
            None => all.rows(),
            Some(anchor) => {
                let rows = all.rows();
                let meant = names::nearest(anchor, rows.iter().map(|row| row.player.as_str()));
                let meant = meant.map_or(String::new(), |name| format!("; did you mean `{name}`?"));
                let nobody =
                    || anyhow!("--anchor: `{anchor}` has played no game of {game} that counts{meant}");
                all.rows_around(anchor).ok_or_else(nobody).or_usage()?
            }
        };
        let latest = archive.latest_ratings(game).or_failed()?;
        Ok((!rows.is_empty()).then(|| Ladder { game, groups: all.groups(), rows, latest }))
    }
}

/// Who is how strong in a game.
struct Ladder {
    game: &'static str,
    groups: usize,
    rows: Vec<StrengthRow>,
    /// Those who were in a tournament.
    latest: Vec<RatingRow>,
}

impl Ladder {
    /// The rating of a player who was called the same in all tournaments.
    fn rating(&self, player: &StrengthRow) -> Option<&Rating> {
        let mut rated = self.latest.iter().filter(|row| player.labels.contains(&row.label));
        match (rated.next(), rated.next()) {
            (Some(only), None) => Some(&only.rating),
            _ => None,
        }
    }

    fn json(&self) -> Value {
        let row = |row: &StrengthRow| {
            let mut value = strength_row_json(row);
            value["rating"] = self.rating(row).map_or(Value::Null, rating_json);
            value
        };
        let ratings: Vec<Value> = self.rows.iter().map(row).collect();
        json!({ "game": self.game, "groups": self.groups, "ratings": ratings })
    }

    fn text(&self) -> String {
        let mut table = Table::new(&[
            ("player", Side::Left),
            ("tables", Side::Right),
            ("strength", Side::Right),
            ("elo", Side::Right),
            ("glicko-2", Side::Right),
            ("weng-lin", Side::Right),
        ]);
        let mut group = 0;
        for row in &self.rows {
            let StrengthRow { player, tables, strength, .. } = row;
            if strength.group != group {
                table.row(Vec::new());
                group = strength.group;
            }
            let mut cells = vec![player.clone(), tables.to_string(), strength_text(Some(*strength))];
            cells.extend(self.rating(row).map_or_else(|| ["-", "-", "-"].map(str::to_owned), moving));
            table.row(cells);
        }
        let mut lines = vec![self.game.to_owned()];
        lines.extend(table.lines());
        lines.extend(groups_note(self.groups));
        lines.join("\n")
    }
}

/// The ratings that move from game to game.
fn moving(rating: &Rating) -> [String; 3] {
    [
        with_interval(rating.elo, rating.elo_interval(), 0),
        with_interval(rating.glicko, Some(rating.glicko_interval()), 0),
        with_interval(rating.mu, Some(rating.skill_interval()), 1),
    ]
}
