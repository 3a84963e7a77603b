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
    array(py, &picture(py, scene, theme, width)?)
}

/// The size of an environment's frames: the width that was asked for, then their width and height in pixels.
pub(crate) type Frame = (u32, (u32, u32));

/// As [`rgb`], in the size of the first that was asked for in this width: a board that grows is drawn smaller, so that all
/// frames of an environment fit into one video.
pub(crate) fn frame<'py>(
    py: Python<'py>,
    scene: &Scene,
    theme: &str,
    width: u32,
    kept: &mut Option<Frame>,
) -> PyResult<Bound<'py, PyAny>> {
    let first = picture(py, scene, theme, width)?;
    let Some((_, size)) = kept.filter(|(asked, _)| *asked == width) else {
        *kept = Some((width, (first.width(), first.height())));
        return array(py, &first);
    };
    if size == (first.width(), first.height()) {
        return array(py, &first);
    }
    let room = |side: u32, natural: i32| f64::from(side) / (f64::from(natural) / f64::from(UNITS));
    let scale = room(size.0, scene.width).min(room(size.1, scene.height));
    let theme = Theme::named(theme).or_raise(py)?;
    let smaller = py.detach(|| tercet_draw::raster(scene, &Options { theme, scale })).or_raise(py)?;
    let pixels = centred(&smaller, size);
    Ok(PyArray1::from_vec(py, pixels).reshape([size.1 as usize, size.0 as usize, 3])?.into_any())
}

/// A picture in the middle of a frame, around it the colour of its corner.
fn centred(picture: &Picture, (width, height): (u32, u32)) -> Vec<u8> {
    let [red, green, blue, _] = picture.pixel(0, 0);
    let mut pixels = [red, green, blue].repeat(width as usize * height as usize);
    let (wide, high) = (picture.width().min(width), picture.height().min(height));
    let (left, top) = ((width - wide) / 2, (height - high) / 2);
    for y in 0..high {
        for x in 0..wide {
            let at = 3 * ((top + y) as usize * width as usize + (left + x) as usize);
            pixels[at..at + 3].copy_from_slice(&picture.pixel(x, y)[..3]);
        }
    }
    pixels
}

fn array<'py>(py: Python<'py>, picture: &Picture) -> PyResult<Bound<'py, PyAny>> {
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
