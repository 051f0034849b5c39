//! Python's values as values of the language, and back.
//!
//! | Python | value |
//! |---|---|
//! | an integer, or what has `__index__`, but no truth value | an integer |
//! | a tuple or a list of integers | a tuple |
//! | `None`, `:` | `_` of a coordinate |
//! | a tuple of layouts, integers and `None` | a tiler by mode |
//! | a tuple of integers, where an operation takes a tiler | a tiler by mode, as in CuTe |
//! | a text | the value of the expression, or the text where an operation takes one |
//! | an object with `shape` and `stride` | a layout |

mod error;
mod results;

pub(crate) use error::{LayoutError, failed, refused, set_defaults};
pub(crate) use results::{
    basis_expression, expression, integers, maybe_swizzled, record_of, to_python,
};

use layout_cli::MaybeSwizzled;
use layout_cli::language::{self, Value};
use layout_core::{Coord, IntTuple, Layout, MAX_NODES, Mode, Node, Tiler};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyList, PySlice, PyString, PyTuple};

use crate::value::{
    PyBasis, PyComposedLayout, PyLayout, PyName, PyPaddedLayout, PySwizzle, PySymbolicLayout,
    PyTiler,
};

/// More levels than any value has.
const MAX_DEPTH: usize = 32;

/// What an operation takes at a position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Any value.
    Value,
    /// A tiler: a tuple is one by mode.
    Tiler,
    /// A text as it is.
    Text,
}

/// Converts an argument.
pub(crate) fn from_python(object: &Bound<'_, PyAny>, wanted: Wanted) -> PyResult<Value> {
    value_of(object, wanted, 0)
}

fn value_of(object: &Bound<'_, PyAny>, wanted: Wanted, depth: usize) -> PyResult<Value> {
    if let Ok(layout) = object.cast_exact::<PyLayout>() {
        return Ok(Value::Layout(layout.get().0));
    }
    if depth > MAX_DEPTH {
        return Err(PyTypeError::new_err(format!("a tuple is nested more than {MAX_DEPTH} deep")));
    }
    if wanted == Wanted::Value
        && let Some(tuple) = integer_tuple(object)?
    {
        return Ok(Value::Tuple(tuple));
    }
    if let Ok(tuple) = object.cast::<PyTuple>() {
        return sequence(tuple.iter(), tuple.len(), wanted, depth, object.py());
    }
    if let Ok(list) = object.cast::<PyList>() {
        return sequence(list.iter(), list.len(), wanted, depth, object.py());
    }
    if object.is_none() || is_whole_slice(object)? {
        return Ok(Value::Coord(Coord::KEEP));
    }
    if let Ok(text) = object.cast::<PyString>() {
        let text = &*text.to_cow()?;
        return match wanted {
            Wanted::Text => Ok(Value::Text(text.to_owned())),
            _ => language::evaluate(text).map_err(|failure| failed(object.py(), &failure)),
        };
    }
    if let Some(value) = of_class(object) {
        return Ok(value);
    }
    if object.is_instance_of::<PyBool>() {
        return Err(PyTypeError::new_err(format!("{object} is a truth value, not an integer")));
    }
    if object.is_instance_of::<PyFloat>() {
        return Err(PyTypeError::new_err(format!("{object} is a float, not an integer")));
    }
    if object.hasattr("__index__")? {
        return integer(object).map(Value::from);
    }
    if let Some(layout) = look_alike(object, depth)? {
        return Ok(layout);
    }
    let kind = object.get_type().qualname()?;
    Err(PyTypeError::new_err(format!(
        "a layout, a tiler, a swizzle, an integer, a tuple of these or a text was expected, not {kind}"
    )))
}

/// The tuple of Python's own integers and tuples; None for any other value.
pub(crate) fn integer_tuple(object: &Bound<'_, PyAny>) -> PyResult<Option<IntTuple>> {
    fn read(
        object: &Bound<'_, PyAny>,
        nodes: &mut [Node; MAX_NODES],
        len: &mut usize,
    ) -> PyResult<bool> {
        if *len == MAX_NODES {
            return Ok(false);
        }
        let at = *len;
        *len += 1;
        if object.is_exact_instance_of::<PyInt>() {
            nodes[at] = Node::Integer(integer(object)?);
        } else if let Ok(tuple) = object.cast_exact::<PyTuple>() {
            nodes[at] = Node::Tuple(tuple.len());
            for part in tuple {
                if !read(&part, nodes, len)? {
                    return Ok(false);
                }
            }
        } else {
            return Ok(false);
        }
        Ok(true)
    }
    let (mut nodes, mut len) = ([Node::Integer(0); MAX_NODES], 0);
    if !read(object, &mut nodes, &mut len)? {
        return Ok(None);
    }
    IntTuple::from_nodes(nodes[..len].iter().copied())
        .map_err(|error| refused(object.py(), &error, []))
}

/// An integer of 64 bits.
pub(crate) fn integer(object: &Bound<'_, PyAny>) -> PyResult<i64> {
    if object.is_instance_of::<PyBool>() {
        return Err(PyTypeError::new_err(format!("{object} is a truth value, not an integer")));
    }
    // The engine has no such integer: its negation is past the greatest one.
    let past = |value: i64| match value {
        i64::MIN => Err(PyOverflowError::new_err("an integer is below -9223372036854775807")),
        value => Ok(value),
    };
    let value = object.extract::<i64>().map_err(|error| {
        if error.is_instance_of::<PyOverflowError>(object.py()) {
            PyOverflowError::new_err("an integer is past 9223372036854775807")
        } else {
            error
        }
    });
    value.and_then(past)
}

fn is_whole_slice(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let Ok(slice) = object.cast::<PySlice>() else { return Ok(false) };
    for part in ["start", "stop", "step"] {
        if !slice.getattr(part)?.is_none() {
            return Err(PyTypeError::new_err(
                "a coordinate takes `:` for a whole mode; for parts of axes: a.slice_axes(\"1:3, ::2\")",
            ));
        }
    }
    Ok(true)
}

fn of_class(object: &Bound<'_, PyAny>) -> Option<Value> {
    macro_rules! classes {
        ($($class:ident => $make:expr;)*) => {$(
            if let Ok(found) = object.cast::<$class>() {
                let make: fn(&$class) -> Value = $make;
                return Some(make(found.get()));
            }
        )*};
    }
    classes! {
        PyLayout => |of| of.value();
        PyComposedLayout => |of| of.value();
        PySwizzle => |of| of.value();
        PyTiler => |of| of.value();
        PySymbolicLayout => |of| of.value();
        PyPaddedLayout => |of| of.value();
        PyBasis => |of| Value::Tuple(of.tuple());
    }
    None
}

/// An object of another library with a `shape` and a `stride` in the nesting of CuTe.
fn look_alike(object: &Bound<'_, PyAny>, depth: usize) -> PyResult<Option<Value>> {
    let (Some(shape), Some(stride)) = (object.getattr_opt("shape")?, object.getattr_opt("stride")?)
    else {
        return Ok(None);
    };
    if shape.is_callable() || stride.is_callable() {
        return Ok(None);
    }
    layout_within(&shape, Some(&stride), depth + 1).map(Some)
}

/// The layout of a shape and strides; a layout of names where one of the integers is one.
pub(crate) fn layout(
    shape: &Bound<'_, PyAny>,
    stride: Option<&Bound<'_, PyAny>>,
) -> PyResult<Value> {
    layout_within(shape, stride, 0)
}

fn layout_within(
    shape: &Bound<'_, PyAny>,
    stride: Option<&Bound<'_, PyAny>>,
    depth: usize,
) -> PyResult<Value> {
    let py = shape.py();
    let strides = match stride {
        Some(stride) => integer_tuple(stride)?.map(Some),
        None => Some(None),
    };
    if let (Some(shape), Some(stride)) = (integer_tuple(shape)?, strides) {
        let made = match stride {
            Some(stride) => Layout::new(shape, stride),
            None => Layout::col_major(shape),
        };
        return made.map(Value::Layout).map_err(|error| refused(py, &error, []));
    }
    let mut left = MAX_NODES;
    if has_name(shape, &mut left) || stride.is_some_and(|stride| has_name(stride, &mut left)) {
        let mut text = name_text(shape, depth)?;
        if let Some(stride) = stride {
            text += ":";
            text += &name_text(stride, depth)?;
        }
        return language::evaluate(&text).map_err(|failure| failed(py, &failure));
    }
    let shape = tuple(shape, "a shape", depth)?;
    let made = match stride {
        Some(stride) => Layout::new(shape, tuple(stride, "a stride", depth)?),
        None => Layout::col_major(shape),
    };
    made.map(Value::Layout).map_err(|error| refused(py, &error, []))
}

/// Whether one of the first `left` nodes is a name.
fn has_name(object: &Bound<'_, PyAny>, left: &mut usize) -> bool {
    if *left == 0 {
        return false;
    }
    *left -= 1;
    object.is_instance_of::<PyName>()
        || object
            .cast::<PyTuple>()
            .is_ok_and(|parts| parts.iter().any(|part| has_name(&part, left)))
}

/// The notation of a tuple with names.
fn name_text(object: &Bound<'_, PyAny>, depth: usize) -> PyResult<String> {
    fn write(
        object: &Bound<'_, PyAny>,
        depth: usize,
        left: &mut usize,
        out: &mut String,
    ) -> PyResult<()> {
        if *left == 0 || depth > MAX_DEPTH {
            return Err(PyTypeError::new_err("a tuple of names is too long"));
        }
        *left -= 1;
        if let Ok(name) = object.cast::<PyName>() {
            out.push_str(&name.get().0);
        } else if let Ok(parts) = object.cast::<PyTuple>() {
            for (k, part) in parts.iter().enumerate() {
                out.push(if k == 0 { '(' } else { ',' });
                write(&part, depth + 1, left, out)?;
            }
            out.push_str(if parts.is_empty() { "()" } else { ")" });
        } else {
            out.push_str(&tuple(object, "a shape or a stride", depth)?.to_string());
        }
        Ok(())
    }
    let (mut out, mut left) = (String::new(), MAX_NODES);
    write(object, depth, &mut left, &mut out)?;
    Ok(out)
}

/// An argument that is a tuple of integers or an integer.
fn tuple(object: &Bound<'_, PyAny>, what: &str, depth: usize) -> PyResult<IntTuple> {
    match value_of(object, Wanted::Value, depth)? {
        Value::Tuple(tuple) => Ok(tuple),
        value => Err(PyTypeError::new_err(format!(
            "{what} is a tuple of integers, not {}",
            value.kind()
        ))),
    }
}

fn sequence<'py>(
    items: impl Iterator<Item = Bound<'py, PyAny>>,
    len: usize,
    wanted: Wanted,
    depth: usize,
    py: Python<'py>,
) -> PyResult<Value> {
    if len > MAX_NODES {
        return Err(PyTypeError::new_err(format!("a tuple of {len} elements is too long")));
    }
    let inner = if wanted == Wanted::Text { Wanted::Text } else { Wanted::Value };
    let values =
        items.map(|item| value_of(&item, inner, depth + 1)).collect::<PyResult<Vec<_>>>()?;
    let is_plain = |value: &Value| matches!(value, Value::Tuple(_) | Value::Coord(_));
    let made = if wanted == Wanted::Tiler || !values.iter().all(is_plain) {
        return by_mode(&values, py);
    } else if values.iter().all(|value| matches!(value, Value::Tuple(_))) {
        let parts: Vec<_> = values.iter().filter_map(as_tuple).collect();
        IntTuple::tuple(&parts).map(Value::Tuple)
    } else {
        let parts: Vec<_> = values
            .iter()
            .filter_map(|value| match value {
                Value::Coord(coord) => Some(*coord),
                value => as_tuple(value).map(Coord::from_tuple),
            })
            .collect();
        Coord::tuple(&parts).map(Value::Coord)
    };
    made.map_err(|error| refused(py, &error, []))
}

fn as_tuple(value: &Value) -> Option<IntTuple> {
    if let Value::Tuple(tuple) = value { Some(*tuple) } else { None }
}

/// A tiler by mode of layouts, integers `n` for `n:1`, and `_`.
pub(crate) fn by_mode(values: &[Value], py: Python<'_>) -> PyResult<Value> {
    let mut modes = Vec::with_capacity(values.len());
    for value in values {
        modes.push(match value {
            Value::Layout(layout) => Mode::Layout(*layout),
            Value::Coord(coord) if *coord == Coord::KEEP => Mode::Keep,
            Value::Tuple(tuple) if tuple.depth() == 0 => {
                Mode::Layout(Layout::col_major(*tuple).map_err(|error| refused(py, &error, []))?)
            }
            other => {
                return Err(PyTypeError::new_err(format!(
                    "the modes of a tiler are layouts, integers and None, not {}",
                    other.kind()
                )));
            }
        });
    }
    Tiler::by_mode(&modes).map(Value::Tiler).map_err(|error| refused(py, &error, []))
}

/// An argument that is a layout, with or without a swizzle.
pub(crate) fn either_layout(object: &Bound<'_, PyAny>) -> PyResult<MaybeSwizzled> {
    let value = from_python(object, Wanted::Value)?;
    if let Value::Padded(_) | Value::PaddedSwizzled(_) = value {
        let message = "a padded layout has coordinates past the end: `.layout` has all of them, `.inside(c)` tells";
        return Err(PyTypeError::new_err(message));
    }
    MaybeSwizzled::of(&value)
        .ok_or_else(|| PyTypeError::new_err(format!("a layout was expected, not {}", value.kind())))
}

/// An argument that is a layout without a swizzle.
pub(crate) fn plain_layout(object: &Bound<'_, PyAny>) -> PyResult<Layout> {
    match either_layout(object)? {
        MaybeSwizzled::Plain(layout) => Ok(layout),
        swizzled => Err(PyTypeError::new_err(format!("{swizzled} has a swizzle"))),
    }
}
