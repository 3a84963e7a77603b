//! The caller's arrays.

/// A number of a plane: what kinds of arrays there are for it.
pub trait Number: Copy + Default + Into<i32> + Send + Sync {
    /// Its kind.
    const KIND: Kind;

    /// The array, if it is of this kind.
    fn of<'s>(view: &'s mut View<'_>) -> Option<&'s mut [Self]>;

    /// As a float.
    fn float(self) -> f32;
}

impl Number for i8 {
    const KIND: Kind = Kind::I8;

    fn of<'s>(view: &'s mut View<'_>) -> Option<&'s mut [i8]> {
        if let View::I8(numbers) = view { Some(numbers) } else { None }
    }

    #[inline]
    fn float(self) -> f32 {
        self.into()
    }
}

impl Number for i16 {
    const KIND: Kind = Kind::I16;

    fn of<'s>(view: &'s mut View<'_>) -> Option<&'s mut [i16]> {
        if let View::I16(numbers) = view { Some(numbers) } else { None }
    }

    #[inline]
    fn float(self) -> f32 {
        self.into()
    }
}

/// What an array of observations holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Small numbers.
    I8,
    /// Larger ones.
    I16,
    /// Either, scaled.
    F32,
    /// Pixels.
    Rgb,
}

impl Kind {
    /// Its name in `NumPy`.
    pub fn name(self) -> &'static str {
        match self {
            Kind::I8 => "int8",
            Kind::I16 => "int16",
            Kind::F32 => "float32",
            Kind::Rgb => "uint8",
        }
    }
}

/// Where observations go.
#[derive(Debug, Default)]
pub enum View<'a> {
    /// Nowhere.
    #[default]
    None,
    /// Numbers as the game has them.
    I8(&'a mut [i8]),
    /// Numbers as the game has them.
    I16(&'a mut [i16]),
    /// Scaled numbers.
    F32(&'a mut [f32]),
    /// Pictures.
    Rgb(&'a mut [u8]),
}

impl<'a> View<'a> {
    /// What it holds; `None` for nothing.
    pub fn kind(&self) -> Option<Kind> {
        match self {
            View::None => None,
            View::I8(_) => Some(Kind::I8),
            View::I16(_) => Some(Kind::I16),
            View::F32(_) => Some(Kind::F32),
            View::Rgb(_) => Some(Kind::Rgb),
        }
    }

    /// How many numbers.
    pub(crate) fn len(&self) -> usize {
        match self {
            View::None => 0,
            View::I8(numbers) => numbers.len(),
            View::I16(numbers) => numbers.len(),
            View::F32(numbers) => numbers.len(),
            View::Rgb(numbers) => numbers.len(),
        }
    }

    /// The first so many numbers, and the rest.
    fn split(self, at: usize) -> (View<'a>, View<'a>) {
        match self {
            View::None => (View::None, View::None),
            View::I8(all) => both(all.split_at_mut(at), View::I8),
            View::I16(all) => both(all.split_at_mut(at), View::I16),
            View::F32(all) => both(all.split_at_mut(at), View::F32),
            View::Rgb(all) => both(all.split_at_mut(at), View::Rgb),
        }
    }

    /// The numbers of one row.
    pub(crate) fn row(&mut self, row: usize, size: usize) -> View<'_> {
        let range = row * size..(row + 1) * size;
        match self {
            View::None => View::None,
            View::I8(all) => View::I8(&mut all[range]),
            View::I16(all) => View::I16(&mut all[range]),
            View::F32(all) => View::F32(&mut all[range]),
            View::Rgb(all) => View::Rgb(&mut all[range]),
        }
    }
}

fn both<A, B>((first, rest): (A, A), wrap: impl Fn(A) -> B) -> (B, B) {
    (wrap(first), wrap(rest))
}

/// Where rewards go.
#[derive(Debug, Default)]
pub enum Rewards<'a> {
    /// Nowhere.
    #[default]
    None,
    /// Rounded.
    F32(&'a mut [f32]),
    /// As they are.
    F64(&'a mut [f64]),
}

impl<'a> Rewards<'a> {
    fn split(self, at: usize) -> (Rewards<'a>, Rewards<'a>) {
        match self {
            Rewards::None => (Rewards::None, Rewards::None),
            Rewards::F32(all) => both(all.split_at_mut(at), Rewards::F32),
            Rewards::F64(all) => both(all.split_at_mut(at), Rewards::F64),
        }
    }

    pub(crate) fn len(&self) -> Option<usize> {
        match self {
            Rewards::None => None,
            Rewards::F32(all) => Some(all.len()),
            Rewards::F64(all) => Some(all.len()),
        }
    }

    pub(crate) fn put(&mut self, row: usize, rewards: &[f64]) {
        let first = row * rewards.len();
        match self {
            Rewards::None => {}
            Rewards::F32(all) => {
                for (place, reward) in all[first..].iter_mut().zip(rewards) {
                    *place = *reward as f32;
                }
            }
            Rewards::F64(all) => all[first..][..rewards.len()].copy_from_slice(rewards),
        }
    }
}

/// The caller's arrays, a row for each environment; what is `None` is not written.
#[derive(Debug, Default)]
pub struct Out<'a> {
    /// Observations.
    pub view: View<'a>,
    /// Masks of actions: ones and zeros.
    pub masks: Option<&'a mut [u8]>,
    /// Rewards, one for each learner.
    pub rewards: Rewards<'a>,
    /// Did the game end? One or zero.
    pub terminals: Option<&'a mut [u8]>,
    /// Was the episode cut off? One or zero.
    pub truncations: Option<&'a mut [u8]>,
}

/// How much room a row takes in each array.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes {
    pub(crate) view: usize,
    pub(crate) mask: usize,
    pub(crate) agents: usize,
}

impl<'a> Out<'a> {
    /// The first so many rows, and the rest.
    pub(crate) fn split(self, rows: usize, sizes: Sizes) -> (Out<'a>, Out<'a>) {
        let (view, views) = self.view.split(rows * sizes.view);
        let (mask, masks) = split_some(self.masks, rows * sizes.mask);
        let (reward, rewards) = self.rewards.split(rows * sizes.agents);
        let (terminal, terminals) = split_some(self.terminals, rows);
        let (truncation, truncations) = split_some(self.truncations, rows);
        (
            Out { view, masks: mask, rewards: reward, terminals: terminal, truncations: truncation },
            Out { view: views, masks, rewards, terminals, truncations },
        )
    }
}

fn split_some<T>(all: Option<&mut [T]>, at: usize) -> (Option<&mut [T]>, Option<&mut [T]>) {
    match all.map(|all| all.split_at_mut(at)) {
        None => (None, None),
        Some((first, rest)) => (Some(first), Some(rest)),
    }
}
