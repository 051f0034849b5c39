//! Results as Python objects.

use layout_cli::MaybeSwizzled;
use layout_cli::language::Value;
use layout_core::{Basis, Coord, IntTuple, Node};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyString, PyTuple};

use crate::value::{
    PyBasis, PyComposedLayout, PyLayout, PyPaddedLayout, PySwizzle, PySymbolicLayout, PyTiler,
    path_of,
};

/// Converts a result.
pub(crate) fn to_python(py: Python<'_>, value: Value) -> PyResult<Bound<'_, PyAny>> {
    Ok(match value {
        Value::Truth(value) => PyBool::new(py, value).to_owned().into_any(),
        Value::Tuple(value) => integers(py, &value)?,
        Value::Coord(value) => coord(py, &value)?,
        Value::Layout(value) => Bound::new(py, PyLayout(value))?.into_any(),
        Value::Swizzled(value) => Bound::new(py, PyComposedLayout(value))?.into_any(),
        Value::Swizzle(value) => Bound::new(py, PySwizzle(value))?.into_any(),
        Value::Tiler(value) => Bound::new(py, PyTiler(value))?.into_any(),
        Value::Symbolic(value) => Bound::new(py, PySymbolicLayout(*value))?.into_any(),
        Value::Padded(_) | Value::PaddedSwizzled(_) => {
            Bound::new(py, PyPaddedLayout(value))?.into_any()
        }
        Value::Text(value) => PyString::new(py, &value).into_any(),
        Value::Record(parts) => record(py, parts)?,
        _ => py.None().into_bound(py),
    })
}

/// A tuple of integers as nested tuples.
pub(crate) fn integers<'py>(py: Python<'py>, tuple: &IntTuple) -> PyResult<Bound<'py, PyAny>> {
    let mut leaf = 0;
    nested(py, &mut tuple.nodes(), &mut |value| {
        leaf += 1;
        let basis = tuple.basis(leaf - 1);
        if basis.is_none() {
            Ok(value.into_pyobject(py)?.into_any())
        } else {
            Ok(Bound::new(py, PyBasis { scale: value, basis })?.into_any())
        }
    })
}

/// A coordinate as nested tuples, with None for `_`.
fn coord<'py>(py: Python<'py>, coord: &Coord) -> PyResult<Bound<'py, PyAny>> {
    let mut leaf = 0;
    nested(py, &mut coord.integers().nodes(), &mut |value| {
        leaf += 1;
        if coord.is_kept(leaf - 1) {
            Ok(py.None().into_bound(py))
        } else {
            Ok(value.into_pyobject(py)?.into_any())
        }
    })
}

/// The value of the next node, made from its integers.
fn nested<'py>(
    py: Python<'py>,
    nodes: &mut impl Iterator<Item = Node>,
    make: &mut impl FnMut(i64) -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    match nodes.next() {
        Some(Node::Tuple(rank)) => {
            let mut parts = Vec::with_capacity(rank);
            for _ in 0..rank {
                parts.push(nested(py, nodes, make)?);
            }
            Ok(PyTuple::new(py, parts)?.into_any())
        }
        Some(Node::Integer(value)) => make(value),
        None => Ok(PyTuple::empty(py).into_any()),
    }
}

/// Several values with names: a named tuple, `Slice(layout, offset)` of a slice.
fn record<'py>(py: Python<'py>, parts: Vec<(&'static str, Value)>) -> PyResult<Bound<'py, PyAny>> {
    let parts = parts.into_iter().map(|(name, value)| Ok((name, to_python(py, value)?)));
    record_of(py, parts.collect::<PyResult<_>>()?)
}

/// Several objects with names: a named tuple.
pub(crate) fn record_of<'py>(
    py: Python<'py>,
    parts: Vec<(&'static str, Bound<'py, PyAny>)>,
) -> PyResult<Bound<'py, PyAny>> {
    static MAKE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let make = MAKE.get_or_try_init(py, || {
        PyResult::Ok(py.import("static_layout._records")?.getattr("record")?.unbind())
    })?;
    let names = PyTuple::new(py, parts.iter().map(|(name, _)| *name))?;
    let values = PyTuple::new(py, parts.into_iter().map(|(_, value)| value))?;
    make.bind(py).call1((names, values))
}

/// A layout as a result.
pub(crate) fn maybe_swizzled(py: Python<'_>, layout: MaybeSwizzled) -> PyResult<Bound<'_, PyAny>> {
    match layout {
        MaybeSwizzled::Plain(layout) => to_python(py, layout.into()),
        MaybeSwizzled::Swizzled(layout) => to_python(py, layout.into()),
    }
}

/// The Python expression of a tuple.
pub(crate) fn expression(tuple: &IntTuple) -> String {
    fn next(
        nodes: &mut impl Iterator<Item = Node>,
        make: &mut impl FnMut(i64) -> String,
    ) -> String {
        match nodes.next() {
            Some(Node::Tuple(rank)) => {
                let parts: Vec<_> = (0..rank).map(|_| next(nodes, make)).collect();
                match &parts[..] {
                    [only] => format!("({only},)"),
                    parts => format!("({})", parts.join(", ")),
                }
            }
            Some(Node::Integer(value)) => make(value),
            None => String::new(),
        }
    }
    let mut leaf = 0;
    next(&mut tuple.nodes(), &mut |value| {
        leaf += 1;
        basis_expression(value, tuple.basis(leaf - 1))
    })
}

/// The Python expression of an integer along a basis vector.
pub(crate) fn basis_expression(value: i64, basis: Basis) -> String {
    if basis.is_none() {
        return value.to_string();
    }
    let path: Vec<_> = path_of(basis).iter().map(usize::to_string).collect();
    let path = path.join(", ");
    if value == 1 { format!("E({path})") } else { format!("E({path}, scale={value})") }
}
