//! The methods of the classes. Every operation of the table is a method too, see `operation`.

mod basis;
mod layout;
mod name;
mod padded;
mod swizzle;
mod symbolic;
mod tiler;

use std::sync::LazyLock;

use layout_cli::MaybeSwizzled;
use layout_cli::language::{self, Value};
use layout_core::{ComposedLayout, Coord, IntTuple, Layout, Mode, Swizzle, SymbolicLayout, Tiler};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyIterator, PyTuple, PyType};

use crate::convert::{
    Wanted, basis_expression, by_mode, expression, failed, from_python, integer, integer_tuple,
    integers, layout, maybe_swizzled, refused, to_python,
};
use crate::operation::{Operation, all_names, begins_with};
use crate::picture::svg_of;
use crate::value::{
    PyBasis, PyComposedLayout, PyLayout, PyName, PyPaddedLayout, PySwizzle, PySymbolicLayout,
    PyTiler, equal, hash_of, path_of,
};

/// The operations of the operators.
static COMPOSE: LazyLock<Operation> = LazyLock::new(|| Operation::new("compose"));
static DIVIDE: LazyLock<Operation> = LazyLock::new(|| Operation::new("logical_divide"));
static PRODUCT: LazyLock<Operation> = LazyLock::new(|| Operation::new("logical_product"));
static COMPLEMENT: LazyLock<Operation> = LazyLock::new(|| Operation::new("complement"));
static INDEX: LazyLock<Operation> = LazyLock::new(|| Operation::new("index"));
static SLICE: LazyLock<Operation> = LazyLock::new(|| Operation::new("slice"));
static MODE: LazyLock<Operation> = LazyLock::new(|| Operation::new("mode"));

/// Offsets and modes without a `Value` for the layout. None for what the rows of the table answer or explain.
trait Indexed {
    fn offset_at(&self, _c: IntTuple) -> Option<i64> {
        None
    }

    fn plain_mode(&self, _i: usize) -> Option<Layout> {
        None
    }
}

impl Indexed for PyLayout {
    fn offset_at(&self, c: IntTuple) -> Option<i64> {
        if self.0.is_coordinate() { None } else { self.0.try_index(&Coord::from_tuple(c)).ok() }
    }

    fn plain_mode(&self, i: usize) -> Option<Layout> {
        if i < self.0.rank() { self.0.mode(i).ok() } else { None }
    }
}

impl Indexed for PyComposedLayout {
    fn offset_at(&self, c: IntTuple) -> Option<i64> {
        self.0.try_index(&Coord::from_tuple(c)).ok()
    }
}

impl Indexed for PySymbolicLayout {}

impl Indexed for PyPaddedLayout {}

/// The offset at a coordinate, or the slice of the modes that `_` keeps.
fn at<'py>(
    a: &impl Indexed,
    value: impl FnOnce() -> Value,
    coordinate: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    if let Some(offset) = integer_tuple(coordinate)?.and_then(|c| a.offset_at(c)) {
        return offset.into_bound_py_any(coordinate.py());
    }
    let place = from_python(coordinate, Wanted::Value)?;
    let operation = if matches!(place, Value::Coord(_)) { &SLICE } else { &INDEX };
    operation.apply(coordinate.py(), &[value(), place])
}

/// The coordinate of a call: one argument, or several as a tuple.
fn coordinate<'py>(args: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
    if args.len() == 1 { args.get_item(0) } else { Ok(args.clone().into_any()) }
}

/// Mode `i`, counted from the end where `i` is negative.
fn mode<'py>(py: Python<'py>, a: Value, rank: usize, i: i64) -> PyResult<Bound<'py, PyAny>> {
    let mode = if i < 0 { i + rank as i64 } else { i };
    if !(0..rank as i64).contains(&mode) {
        return Err(PyIndexError::new_err(format!("mode {i} of a layout of rank {rank}")));
    }
    MODE.apply(py, &[a, mode.into()])
}

/// The value of a text that must be of a kind.
fn parse<T>(
    py: Python<'_>,
    text: &str,
    what: &str,
    read: impl FnOnce(Value) -> Option<T>,
) -> PyResult<T> {
    let value = language::evaluate(text).map_err(|failure| failed(py, &failure))?;
    let kind = value.kind();
    read(value)
        .ok_or_else(|| PyTypeError::new_err(format!("{what} was expected, and `{text}` is {kind}")))
}

/// The methods of a class of layouts: its own, and those that all of them have.
macro_rules! layouts {
    ($class:ident, $rank:expr; { $($own:tt)* }) => {
        #[pymethods]
        impl $class {
            $($own)*

            /// The offset at a coordinate; with `None` or `:` in it the slice, as `Slice(layout, offset)`.
            #[pyo3(signature = (*coordinate))]
            fn __call__<'py>(&self, coordinate: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
                at(self, || self.value(), &self::coordinate(coordinate)?)
            }

            /// `a[i]` is mode i; `a[1, :]` the slice, as `Slice(layout, offset)`; `a[1, 2]` the offset.
            fn __getitem__<'py>(&self, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
                if key.is_exact_instance_of::<PyInt>()
                    && let Ok(i) = key.extract::<usize>()
                    && let Some(mode) = self.plain_mode(i)
                {
                    return Bound::new(key.py(), PyLayout(mode)).map(Bound::into_any);
                }
                if key.is_instance_of::<PyTuple>() || !key.hasattr("__index__")? {
                    return at(self, || self.value(), key);
                }
                mode(key.py(), self.value(), self.__len__(), integer(key)?)
            }

            /// The number of modes.
            fn __len__(&self) -> usize {
                let rank: fn(&Self) -> usize = $rank;
                rank(self)
            }

            /// The modes.
            fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
                let modes = (0..self.__len__() as i64).map(|i| MODE.apply(py, &[self.value(), i.into()]));
                PyTuple::new(py, modes.collect::<PyResult<Vec<_>>>()?)?.try_iter()
            }

            /// `a @ b` composes: `(a @ b)(c) = a(b(c))`.
            fn __matmul__<'py>(slf: &Bound<'py, Self>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
                COMPOSE.call(slf.as_any(), other)
            }

            /// `a // b` is the logical divide.
            fn __floordiv__<'py>(slf: &Bound<'py, Self>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
                DIVIDE.call(slf.as_any(), other)
            }

            /// `a * b` is the logical product.
            fn __mul__<'py>(slf: &Bound<'py, Self>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
                PRODUCT.call(slf.as_any(), other)
            }

            /// `~a` is the complement.
            fn __invert__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                COMPLEMENT.apply(py, &[self.value()])
            }

            /// The picture of a notebook; none for more cells than a picture has.
            fn _repr_svg_(&self) -> Option<String> {
                svg_of(&self.value())
            }

            fn __str__(&self) -> String {
                self.value().to_string()
            }

            fn __hash__(&self) -> u64 {
                hash_of(&self.__str__())
            }
        }
    };
}
use layouts;

/// Gives the classes the operations of the table as methods.
pub(crate) fn add_methods(py: Python<'_>) -> PyResult<()> {
    let plain = IntTuple::leaf(1);
    let (Ok(layout), Ok(swizzle)) = (Layout::col_major(plain), Swizzle::new(1, 0, 1)) else {
        return Ok(());
    };
    let Ok(swizzled) = ComposedLayout::new(swizzle, 0, layout) else { return Ok(()) };
    let add = |class: Bound<'_, PyType>, value: &Value| -> PyResult<()> {
        for name in all_names() {
            if begins_with(name, value) && !class.hasattr(name)? {
                class.setattr(name, Operation::new(name))?;
            }
        }
        Ok(())
    };
    add(py.get_type::<PyLayout>(), &Value::Layout(layout))?;
    add(py.get_type::<PySymbolicLayout>(), &Value::Layout(layout))?;
    add(py.get_type::<PyComposedLayout>(), &Value::Swizzled(swizzled))?;
    add(py.get_type::<PySwizzle>(), &Value::Swizzle(swizzle))?;
    if let Ok(padded) = layout.logical_divide_padded(&Tiler::whole(layout)) {
        add(py.get_type::<PyPaddedLayout>(), &Value::from(padded))?;
    }
    Ok(())
}
