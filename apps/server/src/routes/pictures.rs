//! Pictures of positions. A state number never comes back, so a picture of one may be kept for ever.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::{RawQuery, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use tercet_draw::{Effort, Options, Styles, SvgOptions, Theme, png, raster, svg};
use tercet_entry::shown_name;
use tercet_game::Seat;
use tercet_scene::{Layer, Layers, Scene, View};

use super::address::Path;

use crate::app::App;
use crate::heavy::heavy;
use crate::query::{check_text, pairs};
use crate::refusal::Refusal;

/// `GET /t/TABLE/N.svg` and `.png`
pub(crate) async fn of_table(
    State(app): State<Arc<App>>,
    Path((table, picture)): Path<(String, String)>,
    RawQuery(query): RawQuery,
) -> Result<Response, Refusal> {
    let (number, format) = file_name(&picture)?;
    let options = PictureOptions::read(query.as_deref().unwrap_or(""))?;
    let handle = app.tables.find(&table).await?;
    let scene = app.tables.scene(&handle, number, options.view.clone()).await?;
    drawn(scene, options, format).await
}

/// How a picture is asked for.
#[derive(Clone, Debug)]
pub(crate) struct PictureOptions {
    pub(crate) view: View,
    theme: Option<Theme>,
    scale: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Svg,
    Png,
}

impl PictureOptions {
    pub(crate) fn read(query: &str) -> Result<PictureOptions, Refusal> {
        let mut options = PictureOptions { view: View::default(), theme: None, scale: 1.0 };
        let bad = |why: String| Refusal::new("json", why);
        check_text(query)?;
        let mut seen = BTreeSet::new();
        for (key, value) in pairs(query) {
            // Several cards can be picked and several seats named; the rest is said once.
            if !matches!(key.as_str(), "pick" | "name") && !seen.insert(key.clone()) {
                return Err(bad(format!("`{key}` stands in the query twice")));
            }
            match key.as_str() {
                "seat" => {
                    let seat = value.parse().map_err(|_| bad(format!("`{value}` is no seat")))?;
                    options.view.seat = Some(Seat(seat));
                }
                "theme" => {
                    options.theme = Some(Theme::named(&value).map_err(|error| bad(error.to_string()))?);
                }
                "show" => options.view.layers = layers(&value)?,
                "pick" => options.view.picked.push(value),
                "hint" => options.view.hint = Some(value),
                "ghost" => options.view.ghost = Some(value),
                "name" => options.view.names.push(shown_name(&value)),
                "scale" => {
                    options.scale = value.parse().map_err(|_| bad(format!("`{value}` is no scale")))?;
                }
                _ => return Err(bad(format!("`{key}` is nothing that a picture can be asked for"))),
            }
        }
        if !(0.1..=4.0).contains(&options.scale) {
            return Err(Refusal::new("json", "a picture's scale is from 0.1 to 4"));
        }
        options.view.color_names = options.theme.as_ref().map(|theme| theme.symbol_names().clone());
        Ok(options)
    }

    /// Is it a picture of the position alone?
    fn is_plain(&self) -> bool {
        self.view.picked.is_empty() && self.view.hint.is_none() && self.view.ghost.is_none()
    }
}

fn layers(text: &str) -> Result<Layers, Refusal> {
    let named = |name: &str| {
        let why = || Refusal::new("json", format!("there is no layer `{name}`"));
        Layer::from_name(name).ok_or_else(why)
    };
    text.split(',').filter(|name| !name.is_empty()).map(named).collect()
}

/// A picture's name: its number, and what it is.
pub(crate) fn file_name(name: &str) -> Result<(u64, Format), Refusal> {
    let bad =
        || Refusal::new("route", format!("`{name}` is no picture; one is called as in 17.svg or 17.png"));
    let (number, ending) = name.rsplit_once('.').ok_or_else(bad)?;
    let format = match ending {
        "svg" => Format::Svg,
        "png" => Format::Png,
        _ => return Err(bad()),
    };
    Ok((number.parse().map_err(|_| bad())?, format))
}

/// Draws off the threads that talk to clients.
pub(crate) async fn drawn(
    scene: Scene,
    options: PictureOptions,
    format: Format,
) -> Result<Response, Refusal> {
    let keep = if options.is_plain() { "private, max-age=31536000, immutable" } else { "no-store" };
    let draw = move || -> Result<(&'static str, Vec<u8>), Refusal> {
        match format {
            Format::Svg => Ok(("image/svg+xml", svg(&scene, &svg_options(&options)).into_bytes())),
            Format::Png => {
                let options = Options { theme: options.theme.unwrap_or_default(), scale: options.scale };
                check_size(&scene, &options)?;
                let picture =
                    raster(&scene, &options).map_err(|error| Refusal::new("json", error.to_string()))?;
                Ok(("image/png", png(&picture, Effort::Fast)))
            }
        }
    };
    let (kind, bytes) = heavy(draw).await?;
    Ok(([(CONTENT_TYPE, kind), (CACHE_CONTROL, keep)], bytes).into_response())
}

/// The most pixels of a PNG: one takes twelve bytes while it is drawn and packed.
const MOST_PIXELS: u64 = 10_000_000;

fn check_size(scene: &Scene, options: &Options) -> Result<(), Refusal> {
    let (width, height) = options.size_of(scene).map_err(|error| Refusal::new("json", error.to_string()))?;
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        let why = format!(
            "{width} x {height} pixels are too many; {MOST_PIXELS} are the most, so choose a smaller scale"
        );
        return Err(Refusal::new("json", why));
    }
    Ok(())
}

/// Without a theme of its own, a picture has the page's colours.
fn svg_options(options: &PictureOptions) -> SvgOptions {
    match &options.theme {
        Some(theme) => SvgOptions { scale: options.scale, ..SvgOptions::new(theme.clone()) },
        None => SvgOptions { theme: Theme::default(), styles: Styles::OfThePage, scale: options.scale },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_no_more_pixels_than_there_is_memory_for() {
        let scene = Scene {
            width: 3000 * tercet_scene::UNITS,
            height: 1000 * tercet_scene::UNITS,
            ..Scene::default()
        };
        let check = |scale| check_size(&scene, &Options { scale, ..Options::default() });
        assert_eq!(check(1.8), Ok(()));
        let why = "6000 x 2000 pixels are too many; 10000000 are the most, so choose a smaller scale";
        assert_eq!(check(2.0), Err(Refusal::new("json", why)));
    }
}
