//! A tournament's plan as JSON: all that its games follow from, so that it can be gone on with.

use serde::{Deserialize, Serialize};
use tercet_entry::{ShapeError, json};

use crate::{Entrant, Format, Plan, Rating, Tables, is_padding};

/// A plan, and what it is played with.
#[derive(Clone, Debug, PartialEq)]
pub struct TournamentPlan {
    /// Who plays whom.
    pub plan: Plan,
    /// The version of the game's rules.
    pub rules: u16,
    /// The options of the rules that were set.
    pub options: Vec<(String, String)>,
    /// The name of what seats are ranked by.
    pub finish: String,
}

impl TournamentPlan {
    /// As one line of JSON.
    pub fn to_json(&self) -> String {
        let plan = &self.plan;
        let shape = PlanJson {
            format: plan.format.name().to_owned(),
            tables: plan.tables.name().to_owned(),
            days: plan.days,
            seed: plan.seed,
            games: plan.games,
            table_size: plan.table_size,
            striped: plan.is_striped,
            memory: plan.has_memory,
            rules: self.rules,
            options: self.options.clone(),
            finish: self.finish.clone(),
            entrants: plan.entrants.iter().zip(&plan.start).map(EntrantJson::of).collect(),
        };
        serde_json::to_string(&shape).expect("a plan has no keys but text and no number that is none")
    }

    /// Reads what [`TournamentPlan::to_json`] has written.
    ///
    /// # Errors
    /// If it is none.
    pub fn from_json(text: &str) -> Result<TournamentPlan, ShapeError> {
        let shape: PlanJson = json::read(text)?;
        let word = |field: &str, word: &str| ShapeError::field(field, format!("`{word}` is not known here"));
        let format = Format::from_name(&shape.format).ok_or_else(|| word("format", &shape.format))?;
        let tables = Tables::from_name(&shape.tables).ok_or_else(|| word("tables", &shape.tables))?;
        let start = shape.entrants.iter().map(|entrant| entrant.rating.rating()).collect();
        let entrant = |entrant: EntrantJson| Entrant {
            is_filler: entrant.filler.unwrap_or_else(|| is_padding(&entrant.label)),
            label: entrant.label,
            bot: entrant.bot,
        };
        let plan = Plan {
            format,
            tables,
            days: shape.days,
            seed: shape.seed,
            games: shape.games,
            table_size: shape.table_size,
            is_striped: shape.striped,
            has_memory: shape.memory,
            start,
            entrants: shape.entrants.into_iter().map(entrant).collect(),
        };
        Ok(TournamentPlan { plan, rules: shape.rules, options: shape.options, finish: shape.finish })
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanJson {
    format: String,
    tables: String,
    days: u32,
    seed: u64,
    games: u32,
    table_size: usize,
    striped: bool,
    /// Older plans don't have it.
    #[serde(default)]
    memory: bool,
    rules: u16,
    options: Vec<(String, String)>,
    finish: String,
    entrants: Vec<EntrantJson>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EntrantJson {
    label: String,
    bot: String,
    /// Older plans don't have it.
    filler: Option<bool>,
    rating: RatingJson,
}

impl EntrantJson {
    fn of((entrant, rating): (&Entrant, &Rating)) -> EntrantJson {
        EntrantJson {
            label: entrant.label.clone(),
            bot: entrant.bot.clone(),
            filler: Some(entrant.is_filler),
            rating: RatingJson {
                elo: rating.elo,
                information: rating.information,
                glicko: rating.glicko,
                deviation: rating.deviation,
                volatility: rating.volatility,
                mu: rating.mu,
                sigma: rating.sigma,
                games: rating.games,
            },
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RatingJson {
    elo: f64,
    information: f64,
    glicko: f64,
    deviation: f64,
    volatility: f64,
    mu: f64,
    sigma: f64,
    games: u64,
}

impl RatingJson {
    fn rating(&self) -> Rating {
        let RatingJson { elo, information, glicko, deviation, volatility, mu, sigma, games } = *self;
        Rating { elo, information, glicko, deviation, volatility, mu, sigma, games }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        let odd = Rating { elo: 1500.0 + 1.0 / 3.0, games: u64::MAX, ..Rating::default() };
        let plan = TournamentPlan {
            plan: Plan {
                format: Format::Swiss,
                tables: Tables::Duplicate,
                days: 3,
                seed: u64::MAX,
                games: 2,
                table_size: 4,
                is_striped: true,
                has_memory: true,
                entrants: crate::field(&["racer:1", "racer:1"]),
                start: vec![odd, Rating::default()],
            },
            rules: 1,
            options: vec![("penalty".to_owned(), "2".to_owned())],
            finish: "points".to_owned(),
        };
        assert_eq!(TournamentPlan::from_json(&plan.to_json()), Ok(plan.clone()));
        let older = plan.to_json().replace(r#""memory":true,"#, "").replace(r#""filler":false,"#, "");
        let read = TournamentPlan::from_json(&older).unwrap().plan;
        assert_eq!((read.has_memory, read.entrants), (false, plan.plan.entrants.clone()));
        let wrong = plan.to_json().replace("swiss", "dutch");
        let error = TournamentPlan::from_json(&wrong).unwrap_err();
        assert_eq!(error.to_string(), "`format`: `dutch` is not known here");
    }
}
