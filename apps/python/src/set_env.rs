//! SET as its original environment is called, and its pictures: what `tercet.set.SetEnv` holds.

use pyo3::prelude::*;
use tercet_draw::{Color, Theme};
use tercet_scene::Role;
use tercet_set::{Card, Layout, Order, ZenMode};
use tercet_set_play::train::{BoardPainter as Painter, Env, Saved, Start};

use crate::arrays::Writable;
use crate::errors::{Class, OrRaise};
use crate::made::{PICKLE, Reduced, check_pickle};
use crate::set_types::{card, ids};

/// Dealer, seed, whether the first board holds a Set, episode, shuffles before it, and what was done in it.
type Pickled = (String, String, bool, u64, u64, Vec<Option<[u8; 3]>>);

/// A game under way, called as the original environment is.
#[pyclass(module = "tercet._tercet")]
pub(crate) struct SetTable {
    env: Env,
}

#[pymethods]
impl SetTable {
    #[new]
    fn new(py: Python<'_>, dealer: String, seed: String, require_initial_set: bool) -> PyResult<SetTable> {
        let env = Env::new(Start { dealer, seed, require_initial_set }).or_raise(py)?;
        Ok(SetTable { env })
    }

    /// The first game of a seed, or without one the next game.
    #[pyo3(signature = (seed=None))]
    fn reset(&mut self, py: Python<'_>, seed: Option<String>) -> PyResult<()> {
        let Some(seed) = seed else { return self.env.next_game().or_raise(py) };
        self.env = Env::new(Start { seed, ..self.env.start().clone() }).or_raise(py)?;
        Ok(())
    }

    /// Claims the cards in three positions: the message.
    fn select(&mut self, positions: Vec<i64>) -> String {
        self.env.select(&positions).to_string()
    }

    /// Adds three cards: the message.
    fn deal_three(&mut self) -> String {
        self.env.deal_three().to_string()
    }

    /// The cards on the board, as numbers.
    #[getter]
    fn board(&self) -> Vec<usize> {
        ids(&self.env.board())
    }

    /// How many cards are left in the deck.
    #[getter]
    fn deck_size(&self) -> usize {
        self.env.deck_size()
    }

    /// The cards that were taken, as numbers.
    #[getter]
    fn discard(&self) -> Vec<(usize, usize, usize)> {
        self.env.discard().iter().map(|[a, b, c]| (a.id(), b.id(), c.id())).collect()
    }

    /// What the deck was shuffled by.
    #[getter]
    fn seed(&self) -> &str {
        &self.env.start().seed
    }

    /// Is it over, how many Sets were found, is the goal reached, is the time up.
    fn status(
        &self,
        target_min_sets: u32,
        time_limit_ms: Option<u64>,
        elapsed_ms: u64,
    ) -> (bool, u32, bool, bool) {
        let status = self.env.status(&ZenMode { target_min_sets, time_limit_ms }, elapsed_ms);
        (status.is_done, status.sets_found, status.is_target_met, status.is_time_up)
    }

    fn __copy__(&self) -> SetTable {
        SetTable { env: self.env.clone() }
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> SetTable {
        self.__copy__()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (u32, Pickled)> {
        let Saved { start, episode, shuffles, plays } = self.env.saved().clone();
        let Start { dealer, seed, require_initial_set } = start;
        let pickled = (dealer, seed, require_initial_set, episode, shuffles, plays);
        Ok((py.get_type::<SetTable>().getattr("_unpickle")?, (PICKLE, pickled)))
    }

    #[staticmethod]
    fn _unpickle(py: Python<'_>, version: u32, pickled: Pickled) -> PyResult<SetTable> {
        check_pickle(py, version)?;
        let (dealer, seed, require_initial_set, episode, shuffles, plays) = pickled;
        let start = Start { dealer, seed, require_initial_set };
        let env = Env::load(&Saved { start, episode, shuffles, plays }).or_raise(py)?;
        Ok(SetTable { env })
    }
}

/// Red, green and blue.
type Rgb = (u8, u8, u8);

/// What a `RenderCfg` says: sizes in pixels (card width, height, radius; margin, rows, fewest columns, stripes, radius of
/// numbers, size of numbers in percent), order, colours of cards, board, discs and their numbers, palette, colours of symbols
/// in place of its own.
type RenderPlan = ([u32; 9], String, [Rgb; 4], String, Option<[Rgb; 3]>);

/// Draws boards in one layout and in one choice of colours.
#[pyclass(module = "tercet._tercet")]
pub(crate) struct BoardPainter {
    painter: Painter,
}

#[pymethods]
impl BoardPainter {
    #[new]
    fn new(py: Python<'_>, plan: RenderPlan) -> PyResult<BoardPainter> {
        let (sizes, order, colors, palette, symbols) = plan;
        let [card_w, card_h, card_radius, pad, grid_rows, min_cols, stripe_gap, index_tag_r, font_percent] =
            sizes;
        let order = Order::from_name(&order).ok_or_else(|| {
            Class::Draw.error(py, format!("order: `{order}` is none; there are rows and columns"))
        })?;
        let layout = Layout {
            card_w,
            card_h,
            card_radius,
            pad,
            grid_rows,
            min_cols,
            stripe_gap,
            index_tag_r,
            order,
            font_percent,
        };
        let mut theme = palette_theme(py, &palette)?;
        for (role, rgb) in [Role::Card, Role::Board, Role::Badge, Role::BadgeInk].into_iter().zip(colors) {
            theme = theme.with(role, color(rgb));
        }
        for (symbol, rgb) in (0..).zip(symbols.iter().flatten()) {
            theme = theme.with(Role::Symbol(symbol), color(*rgb));
        }
        let painter = Painter::new(layout, theme).or_raise(py)?;
        Ok(BoardPainter { painter })
    }

    /// How many pixels wide and high a board of so many cards is.
    fn size(&self, py: Python<'_>, cards: usize) -> PyResult<(u32, u32)> {
        self.painter.size(cards).or_raise(py)
    }

    /// Writes red, green, blue and 255 of each pixel.
    fn paint(&self, py: Python<'_>, codes: Vec<i64>, out: &Bound<'_, PyAny>) -> PyResult<()> {
        let board: Vec<Card> = codes.into_iter().map(|code| card(py, code)).collect::<PyResult<_>>()?;
        let mut out = Writable::<u8>::new("out", out, "uint8")?;
        let pixels = out.slice();
        py.detach(|| self.painter.paint(&board, pixels)).or_raise(py)
    }
}

/// What a palette calls the colours of symbols.
#[pyfunction]
pub(crate) fn palette_names(py: Python<'_>, palette: &str) -> PyResult<[String; 3]> {
    Ok(palette_theme(py, palette)?.symbol_names().clone())
}

fn palette_theme(py: Python<'_>, palette: &str) -> PyResult<Theme> {
    match palette {
        "classic" => Ok(Theme::default()),
        "colorblind" => Ok(Theme::default().with_symbols_of(&Theme::named("colorblind").or_raise(py)?)),
        other => {
            let why = format!("palette: `{other}` is none; there are classic and colorblind");
            Err(Class::Draw.error(py, why))
        }
    }
}

fn color((red, green, blue): Rgb) -> Color {
    Color { rgb: [red, green, blue], percent: 100 }
}
