//! The elements that a layout reaches in an array.

use layout_cli::MaybeSwizzled;
use layout_core::{AxisList, IntTuple, Layout, LayoutError, MAX_RANK, StridedLayout};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use super::numpy::Array;
use crate::convert::{either_layout, refused};
use crate::value::{PyComposedLayout, PyLayout};

/// Elements by linear index: element `i` lies `layout(i) * step` bytes from `address`.
///
/// Each of them is an element of the array that the side was made of.
#[derive(Clone, Copy)]
pub(super) struct Side {
    pub(super) address: usize,
    pub(super) layout: MaybeSwizzled,
    pub(super) step: i64,
}

/// The layout of an argument, whose offsets are integers.
///
/// # Errors
/// `TypeError` for other values; `LayoutError` for a layout that maps to coordinates.
fn layout_of(object: &Bound<'_, PyAny>) -> PyResult<MaybeSwizzled> {
    let layout = either_layout(object)?;
    match layout.plain().min_offset() {
        Ok(_) => Ok(layout),
        Err(error) => Err(refused(object.py(), &error, [])),
    }
}

/// The layout that a method is called on. A tuple is not one: its table of offsets may be longer than any memory.
///
/// # Errors
/// As [`layout_of`].
pub(super) fn receiver(object: &Bound<'_, PyAny>) -> PyResult<MaybeSwizzled> {
    if object.is_instance_of::<PyLayout>() || object.is_instance_of::<PyComposedLayout>() {
        return layout_of(object);
    }
    let kind = object.get_type().qualname()?;
    Err(PyTypeError::new_err(format!("a Layout or a ComposedLayout was expected, not {kind}")))
}

/// The least and the greatest offset, or bounds of them for a swizzle; `None` without coordinates.
fn bounds(layout: &MaybeSwizzled) -> Option<(i64, i64)> {
    if layout.size() == 0 {
        return None;
    }
    match layout {
        MaybeSwizzled::Plain(layout) => {
            Some((layout.min_offset().ok()?, layout.max_offset().ok()?))
        }
        MaybeSwizzled::Swizzled(layout) => Some(layout.bounds()),
    }
}

/// Checks that `origin` plus each offset is one of `len` elements.
///
/// # Errors
/// `LayoutError` with the reach of the layout and the number of elements.
pub(super) fn check_reach(
    py: Python<'_>,
    layout: &MaybeSwizzled,
    origin: usize,
    len: i64,
) -> PyResult<()> {
    let Some((least, greatest)) = bounds(layout) else { return Ok(()) };
    let at = |offset: i64| origin as i128 + i128::from(offset);
    if at(least) >= 0 && at(greatest) < i128::from(len) {
        return Ok(());
    }
    let error = match layout {
        MaybeSwizzled::Plain(layout) => layout.too_long_for(len as usize, origin),
        MaybeSwizzled::Swizzled(layout) => layout.too_long_for(len as usize, origin),
    };
    Err(refused(py, &error, []))
}

/// Joins leaves to a layout, nested if one level has no room for them.
///
/// # Errors
/// For more than 32 leaves.
pub(super) fn of_leaves(extents: &[i64], strides: &[i64]) -> Result<Layout, LayoutError> {
    fn tuple(values: &[i64]) -> Result<IntTuple, LayoutError> {
        let leaves: Vec<_> = values.iter().map(|value| IntTuple::leaf(*value)).collect();
        if leaves.len() <= MAX_RANK {
            return IntTuple::tuple(&leaves);
        }
        let parts = values.chunks(MAX_RANK).map(tuple).collect::<Result<Vec<_>, _>>()?;
        IntTuple::tuple(&parts)
    }
    Layout::new(tuple(extents)?, tuple(strides)?)
}

/// Extents, and strides as multiples of an element.
///
/// # Errors
/// For a stride that is not a multiple.
fn in_elements(shape: &[i64], strides: &[i64], item: i64) -> Result<Layout, LayoutError> {
    let (shape, strides) = (AxisList::new(shape)?, AxisList::new(strides)?);
    let array = StridedLayout::from_byte_strides(&shape, &strides, item)?;
    of_leaves(array.shape().as_slice(), array.strides().as_slice())
}

impl Side {
    /// The elements of an array through a layout, or by its own axes, the first one fastest.
    ///
    /// # Errors
    /// `LayoutError` where the layout reaches past the array; the errors of [`Array::in_line`] and [`layout_of`].
    pub(super) fn of(array: &Array<'_>, layout: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let py = array.object.py();
        let Some(layout) = layout else {
            let layout = in_elements(&array.shape, &array.strides, array.item);
            let layout = layout.map_err(|error| refused(py, &error, []))?;
            return Ok(Self {
                address: array.address,
                layout: MaybeSwizzled::Plain(layout),
                step: array.item,
            });
        };
        let ((len, step), layout) = (array.in_line()?, layout_of(layout)?);
        check_reach(py, &layout, 0, len)?;
        Ok(Self { address: array.address, layout, step })
    }

    /// The number of elements.
    pub(super) fn size(&self) -> i64 {
        self.layout.size()
    }

    /// Checks that no two coordinates share a byte of their elements of `item` bytes. A swizzle keeps different offsets different.
    ///
    /// # Errors
    /// `LayoutError` with two coordinates that share an offset; `ValueError` for offsets closer than an element.
    pub(super) fn check_disjoint(&self, py: Python<'_>, item: i64) -> PyResult<()> {
        if self.size() > 1 && self.step.abs() < item {
            return Err(PyValueError::new_err(format!(
                "the elements of the destination overlap: they have {item} bytes each, and lie {} bytes apart",
                self.step.abs()
            )));
        }
        self.layout.plain().disjoint().map_err(|error| refused(py, &error, []))
    }
}
