//! The axes of a view of an array, and the layout of an array.

use layout_cli::MaybeSwizzled;
use layout_core::{AxisList, StridedLayout};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use super::numpy::{exact, line};
use super::side::{check_reach, receiver};
use crate::convert::refused;
use crate::value::PyLayout;

/// The elements of an array in a line, as an `ndarray` of the same memory.
#[pyfunction]
pub(super) fn _line<'py>(array: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    line(array)
}

/// An `ndarray` of the memory of a tensor or a buffer.
#[pyfunction]
pub(super) fn _exact<'py>(array: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    exact(array)
}

/// Extents and strides of the leaves, and whether no two coordinates share an element.
///
/// `len` is the number of elements, `offset` the one at offset 0.
#[pyfunction]
pub(super) fn _axes(
    layout: &Bound<'_, PyAny>,
    len: i64,
    offset: usize,
) -> PyResult<(Vec<i64>, Vec<i64>, bool)> {
    let (py, layout) = (layout.py(), receiver(layout)?);
    let MaybeSwizzled::Plain(plain) = layout else {
        return Err(PyTypeError::new_err(format!(
            "{layout} has a swizzle, which is not a stride: `array[layout.offsets()]` copies its elements"
        )));
    };
    check_reach(py, &layout, offset, len)?;
    let (extents, strides) = (0..plain.leaf_count()).map(|k| plain.leaf(k)).unzip();
    Ok((extents, strides, plain.is_injective().unwrap_or(false)))
}

/// The layout of extents and strides in bytes.
#[pyfunction]
pub(super) fn _of_strides(
    py: Python<'_>,
    shape: Vec<i64>,
    strides: Vec<i64>,
    item: i64,
) -> PyResult<PyLayout> {
    let made = AxisList::new(&shape).and_then(|shape| {
        StridedLayout::from_byte_strides(&shape, &AxisList::new(&strides)?, item)?.layout()
    });
    made.map(PyLayout).map_err(|error| refused(py, &error, []))
}
