//! Calls of the usual operations on plain layouts without a `Value` for each operand: a `Value` has the size of the largest
//! kind, and moving operands and results through the table takes longer than the operations.
//!
//! A row of the table computes the same; the row runs after a refusal here, because it explains the refusal.

use layout_core::{IntTuple, Layout, LayoutError, Mode, Tiler};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyTuple};

use crate::value::{PyLayout, PyTiler};

/// An operation by the types of its operands.
#[derive(Clone, Copy)]
pub(crate) enum Direct {
    Layout(fn(&Layout) -> Result<Layout, LayoutError>),
    Layouts(fn(&Layout, &Layout) -> Result<Layout, LayoutError>),
    Tiled(fn(&Layout, &Tiler) -> Result<Layout, LayoutError>),
    Bounded(fn(&Layout, i64) -> Result<Layout, LayoutError>),
    Number(fn(&Layout) -> i64),
}

impl Direct {
    /// The function of a row.
    pub(crate) fn named(row: &str) -> Option<Self> {
        Some(match row {
            "coalesce" => Self::Layout(Layout::coalesce),
            "filter" => Self::Layout(Layout::filter),
            "flatten" => Self::Layout(Layout::flatten),
            "right_inverse" => Self::Layout(Layout::right_inverse),
            "left_inverse" => Self::Layout(Layout::left_inverse),
            "inverse" => Self::Layout(Layout::inverse),
            "nullspace" => Self::Layout(Layout::nullspace),
            "concat" => Self::Layouts(Layout::concat),
            "blocked_product" => Self::Layouts(Layout::blocked_product),
            "raked_product" => Self::Layouts(Layout::raked_product),
            "max_common_layout" => Self::Layouts(Layout::max_common_layout),
            "compose" => Self::Tiled(Layout::compose),
            "logical_divide" => Self::Tiled(Layout::logical_divide),
            "zipped_divide" => Self::Tiled(Layout::zipped_divide),
            "tiled_divide" => Self::Tiled(Layout::tiled_divide),
            "flat_divide" => Self::Tiled(Layout::flat_divide),
            "logical_product" => Self::Tiled(Layout::logical_product),
            "zipped_product" => Self::Tiled(Layout::zipped_product),
            "tiled_product" => Self::Tiled(Layout::tiled_product),
            "flat_product" => Self::Tiled(Layout::flat_product),
            "complement" => Self::Bounded(Layout::complement),
            "complement_padded" => Self::Bounded(Layout::complement_padded),
            "size" => Self::Number(Layout::size),
            "cosize" => Self::Number(Layout::cosize),
            _ => return None,
        })
    }

    /// The result; None for operands of other types, and for a refusal.
    pub(crate) fn call<'py>(
        self,
        first: &Bound<'py, PyAny>,
        second: Option<&Bound<'py, PyAny>>,
    ) -> Option<PyResult<Bound<'py, PyAny>>> {
        let py = first.py();
        let a = &first.cast_exact::<PyLayout>().ok()?.get().0;
        let made = match (self, second) {
            (Self::Layout(function), None) => function(a),
            (Self::Number(function), None) => return Some(function(a).into_bound_py_any(py)),
            (Self::Layouts(function), Some(b)) => {
                function(a, &b.cast_exact::<PyLayout>().ok()?.get().0)
            }
            (Self::Bounded(function), Some(m)) => function(a, exact_integer(m)?),
            (Self::Tiled(function), Some(b)) => match b.cast_exact::<PyTiler>() {
                Ok(tiler) => function(a, &tiler.get().0),
                Err(_) => function(a, &tiler_of(b)?),
            },
            _ => return None,
        };
        let made = PyLayout(made.ok()?);
        Some(Bound::new(py, made).map(Bound::into_any))
    }
}

fn exact_integer(object: &Bound<'_, PyAny>) -> Option<i64> {
    object.is_exact_instance_of::<PyInt>().then(|| object.extract().ok())?
}

/// The tiler of a layout, and of a tuple of layouts, integers and None.
fn tiler_of(object: &Bound<'_, PyAny>) -> Option<Tiler> {
    if let Ok(layout) = object.cast_exact::<PyLayout>() {
        return Some(Tiler::whole(layout.get().0));
    }
    let tuple = object.cast_exact::<PyTuple>().ok()?;
    let mut modes = Vec::with_capacity(tuple.len());
    for part in tuple {
        modes.push(if let Ok(layout) = part.cast_exact::<PyLayout>() {
            Mode::Layout(layout.get().0)
        } else if part.is_none() {
            Mode::Keep
        } else {
            Mode::Layout(Layout::col_major(IntTuple::from(exact_integer(&part)?)).ok()?)
        });
    }
    Tiler::by_mode(&modes).ok()
}
