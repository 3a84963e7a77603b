//! The caller's arrays, checked before anything is written into them.

use numpy::{
    Element, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use tercet_train::batch::{Kind, Rewards, View};

use crate::errors::Class;

/// An array of the caller that can be written.
pub(crate) struct Writable<'py, T: Element> {
    array: PyReadwriteArrayDyn<'py, T>,
}

impl<'py, T: Element> Writable<'py, T> {
    /// Checks that it is an array of this kind, can be written, and has no gaps.
    pub(crate) fn new(name: &str, any: &Bound<'py, PyAny>, dtype: &str) -> PyResult<Writable<'py, T>> {
        let py = any.py();
        let array = any.cast::<PyArrayDyn<T>>().map_err(|_| {
            PyTypeError::new_err(format!("`{name}` is {}; it takes a NumPy array of {dtype}", described(any)))
        })?;
        if !array.is_c_contiguous() {
            let why = format!("`{name}` is not contiguous; pass numpy.ascontiguousarray({name})");
            return Err(Class::Array.error(py, why));
        }
        let array = array.try_readwrite().map_err(|error| {
            let why = match error {
                numpy::BorrowError::NotWriteable => format!("`{name}` is read-only; pass a copy of it"),
                _ => format!("`{name}` is in use already; each array must be its own"),
            };
            Class::Array.error(py, why)
        })?;
        Ok(Writable { array })
    }

    pub(crate) fn slice(&mut self) -> &mut [T] {
        self.array.as_slice_mut().expect("it was found contiguous")
    }
}

/// An array of ones and zeros: bool, int8 or uint8.
pub(crate) fn bytes<'py>(name: &str, any: &Bound<'py, PyAny>) -> PyResult<Writable<'py, u8>> {
    let wrong = || {
        PyTypeError::new_err(format!(
            "`{name}` is {}; it takes a NumPy array of bool, int8 or uint8",
            described(any)
        ))
    };
    let array = any.cast::<PyUntypedArray>().map_err(|_| wrong())?;
    let dtype = array.dtype();
    if !matches!((dtype.kind(), dtype.itemsize()), (b'b' | b'i' | b'u', 1)) {
        return Err(wrong());
    }
    Writable::new(name, &any.call_method1("view", ("u1",))?, "uint8")
}

/// An array of observations, of whichever kind.
pub(crate) enum Pictured<'py> {
    None,
    I8(Writable<'py, i8>),
    I16(Writable<'py, i16>),
    F32(Writable<'py, f32>),
    Rgb(Writable<'py, u8>),
}

impl<'py> Pictured<'py> {
    pub(crate) fn new(any: Option<&Bound<'py, PyAny>>, kinds: &[Kind]) -> PyResult<Pictured<'py>> {
        let Some(any) = any else { return Ok(Pictured::None) };
        let names: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
        let names = names.join(" or ");
        let of = |kind: Kind| kinds.contains(&kind);
        if of(Kind::I8) && any.cast::<PyArrayDyn<i8>>().is_ok() {
            return Writable::new("obs", any, &names).map(Pictured::I8);
        }
        if of(Kind::I16) && any.cast::<PyArrayDyn<i16>>().is_ok() {
            return Writable::new("obs", any, &names).map(Pictured::I16);
        }
        if of(Kind::Rgb) {
            return Writable::new("obs", any, &names).map(Pictured::Rgb);
        }
        Writable::new("obs", any, &names).map(Pictured::F32)
    }

    pub(crate) fn view(&mut self) -> View<'_> {
        match self {
            Pictured::None => View::None,
            Pictured::I8(array) => View::I8(array.slice()),
            Pictured::I16(array) => View::I16(array.slice()),
            Pictured::F32(array) => View::F32(array.slice()),
            Pictured::Rgb(array) => View::Rgb(array.slice()),
        }
    }
}

/// An array of rewards, of either precision.
pub(crate) enum RewardArray<'py> {
    None,
    F32(Writable<'py, f32>),
    F64(Writable<'py, f64>),
}

impl<'py> RewardArray<'py> {
    pub(crate) fn new(any: Option<&Bound<'py, PyAny>>) -> PyResult<RewardArray<'py>> {
        let Some(any) = any else { return Ok(RewardArray::None) };
        if any.cast::<PyArrayDyn<f32>>().is_ok() {
            return Writable::new("rewards", any, "float32 or float64").map(RewardArray::F32);
        }
        Writable::new("rewards", any, "float32 or float64").map(RewardArray::F64)
    }

    pub(crate) fn rewards(&mut self) -> Rewards<'_> {
        match self {
            RewardArray::None => Rewards::None,
            RewardArray::F32(array) => Rewards::F32(array.slice()),
            RewardArray::F64(array) => Rewards::F64(array.slice()),
        }
    }
}

/// The caller's actions: any whole numbers, one after the other in memory or not, writable or not.
pub(crate) fn actions(any: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
    if let Ok(array) = any.cast::<PyArrayDyn<i64>>() {
        return Ok(listed(&array.readonly()));
    }
    if let Ok(array) = any.cast::<PyArrayDyn<i32>>() {
        return Ok(listed(&array.readonly()).into_iter().map(i64::from).collect());
    }
    if let Ok(array) = any.cast::<PyUntypedArray>() {
        if !matches!(array.dtype().kind(), b'i' | b'u') {
            let why = format!("`actions` is {}; it takes whole numbers", described(any));
            return Err(PyTypeError::new_err(why));
        }
        let whole = any.call_method1("astype", ("int64",))?;
        return Ok(listed(&whole.cast::<PyArrayDyn<i64>>()?.readonly()));
    }
    any.extract().map_err(|_| {
        PyTypeError::new_err(format!("`actions` is {}; it takes an array of whole numbers", described(any)))
    })
}

fn listed<T: Element + Copy>(array: &numpy::PyReadonlyArrayDyn<'_, T>) -> Vec<T> {
    array.as_slice().map_or_else(|_| array.as_array().iter().copied().collect(), <[T]>::to_vec)
}

/// What something is, in an error.
fn described(any: &Bound<'_, PyAny>) -> String {
    if let Ok(array) = any.cast::<PyUntypedArray>() {
        return format!("an array of {}", array.dtype());
    }
    any.get_type().name().map_or_else(|_| "something else".to_owned(), |name| format!("a `{name}`"))
}
