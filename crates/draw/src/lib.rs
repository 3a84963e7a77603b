//! Scenes as SVG text, PNG bytes and arrays of pixels, in themes. This crate knows no game: whatever draws itself as a
//! [`Scene`](tercet_scene::Scene) is drawn here.
//!
//! ```
//! use tercet_draw::{Options, Theme, png, raster, svg, Effort, SvgOptions};
//! use tercet_scene::{Outline, Role, Scene, Shape};
//!
//! let mut scene = Scene::new(400, 200, "a card");
//! scene.nodes.push(Shape::filled(Outline::rect(0, 0, 400, 200, 0), Role::Board).into());
//! let theme = Theme::named("dark")?;
//! let picture = raster(&scene, &Options { theme: theme.clone(), scale: 2.0 })?;
//! assert_eq!((picture.width(), picture.height()), (80, 40));
//! assert_eq!(&png(&picture, Effort::Fast)[1..4], b"PNG");
//! assert!(svg(&scene, &SvgOptions::new(theme)).starts_with("<svg "));
//! # Ok::<(), tercet_draw::DrawError>(())
//! ```

mod animation;
mod color;
mod emblem;
mod error;
mod fill;
mod font;
mod geometry;
mod ink;
mod mosaic;
mod pen;
mod picture;
mod pixel_row;
mod raster;
mod svg;
mod theme;

pub use animation::{AnimationFrame, animated_png};
pub use color::Color;
pub use emblem::{EmblemError, read_emblem};
pub use error::DrawError;
pub use mosaic::{MosaicPainter, PaintedSprites, Pixels};
pub use picture::{Effort, Picture, png};
pub use raster::{MAX_SIDE, Options, raster};
pub use svg::{Styles, SvgOptions, stylesheet, svg};
pub use theme::{THEMES, Theme};
