//! Scenes as SVG, PNG and pixels.

use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tercet_draw::{Effort, Options, Picture, SvgOptions, THEMES, Theme};
use tercet_scene::{Scene, UNITS};

use crate::errors::OrRaise;

/// The names of all themes.
#[pyfunction]
pub(crate) fn themes() -> Vec<&'static str> {
    THEMES.to_vec()
}

pub(crate) fn svg(py: Python<'_>, scene: &Scene, theme: &str) -> PyResult<String> {
    let theme = Theme::named(theme).or_raise(py)?;
    Ok(tercet_draw::svg(scene, &SvgOptions::new(theme)))
}

pub(crate) fn png<'py>(
    py: Python<'py>,
    scene: &Scene,
    theme: &str,
    width: u32,
) -> PyResult<Bound<'py, PyBytes>> {
    let picture = picture(py, scene, theme, width)?;
    let bytes = py.detach(|| tercet_draw::png(&picture, Effort::Fast));
    Ok(PyBytes::new(py, &bytes))
}

/// An array of height, width, and red, green and blue.
pub(crate) fn rgb<'py>(
    py: Python<'py>,
    scene: &Scene,
    theme: &str,
    width: u32,
) -> PyResult<Bound<'py, PyAny>> {
    let picture = picture(py, scene, theme, width)?;
    let shape = [picture.height() as usize, picture.width() as usize, 3];
    Ok(PyArray1::from_vec(py, picture.rgb()).reshape(shape)?.into_any())
}

/// A picture so many pixels wide; 0 for its natural size.
fn picture(py: Python<'_>, scene: &Scene, theme: &str, width: u32) -> PyResult<Picture> {
    let theme = Theme::named(theme).or_raise(py)?;
    let natural = f64::from(scene.width) / f64::from(UNITS);
    let scale = if width == 0 { 1.0 } else { f64::from(width) / natural };
    py.detach(|| tercet_draw::raster(scene, &Options { theme, scale })).or_raise(py)
}
