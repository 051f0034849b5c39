//! The structs of the classes: values of the engine as Python objects. Their methods are in `classes`.

use std::hash::{DefaultHasher, Hash, Hasher};

use layout_cli::language::Value;
use layout_core::{Basis, ComposedLayout, IntTuple, Layout, Swizzle, SymbolicLayout, Tiler};
use pyo3::PyClass;
use pyo3::prelude::*;
use pyo3::types::PyBool;

/// A layout `shape:stride`: a function from coordinates to offsets.
///
///     Layout((4, 8), (8, 1))      shape and stride
///     Layout((4, 8))              compact, the leftmost extent fastest
///     Layout("(4,8):row")         a text in notation, or any expression
///
/// Equal layouts have equal shapes and strides; `same_function` compares offsets.
#[pyclass(frozen, module = "static_layout", name = "Layout")]
pub(crate) struct PyLayout(pub(crate) Layout);

impl PyLayout {
    pub(crate) fn value(&self) -> Value {
        Value::Layout(self.0)
    }
}

/// A swizzle after a layout: the function `c -> swizzle(offset + layout(c))`.
///
///     ComposedLayout(Swizzle(3, 4, 3), 0, Layout((8, 64), (64, 1)))
///     ComposedLayout("Sw<3,4,3> o (8,64):(64,1)")
#[pyclass(frozen, module = "static_layout", name = "ComposedLayout")]
pub(crate) struct PyComposedLayout(pub(crate) ComposedLayout);

impl PyComposedLayout {
    pub(crate) fn value(&self) -> Value {
        Value::Swizzled(self.0)
    }
}

/// A layout with names in place of integers that are known later.
///
///     SymbolicLayout("(n,64):(64,1)")
///     SymbolicLayout((Int("n", div=8), 64), (64, 1))
///
/// Operations derive what holds for all integers, or refuse.
#[pyclass(frozen, module = "static_layout", name = "SymbolicLayout")]
pub(crate) struct PySymbolicLayout(pub(crate) SymbolicLayout);

impl PySymbolicLayout {
    pub(crate) fn value(&self) -> Value {
        Value::Symbolic(Box::new(self.0))
    }
}

/// The result of a padded divide: a layout whose coordinates may pass the end of what was divided.
///
/// `inside(c)` tells whether a coordinate does not.
#[pyclass(frozen, module = "static_layout", name = "PaddedLayout")]
pub(crate) struct PyPaddedLayout(pub(crate) Value);

impl PyPaddedLayout {
    pub(crate) fn value(&self) -> Value {
        self.0.clone()
    }
}

/// A swizzle `Sw<bits,base,shift>`, which exclusive-ors `bits` bits of an offset with the bits `shift` above them.
#[pyclass(frozen, module = "static_layout", name = "Swizzle")]
pub(crate) struct PySwizzle(pub(crate) Swizzle);

impl PySwizzle {
    pub(crate) fn value(&self) -> Value {
        Value::Swizzle(self.0)
    }
}

/// A tiler by mode: a layout, an integer `n` for `n:1`, or `None` for a mode that is kept, for each mode.
///
///     Tiler(4, None, Layout(8, 2))
///
/// Where an operation takes a tiler, a tuple of these is one.
#[pyclass(frozen, module = "static_layout", name = "Tiler")]
pub(crate) struct PyTiler(pub(crate) Tiler);

impl PyTiler {
    pub(crate) fn value(&self) -> Value {
        Value::Tiler(self.0)
    }
}

/// An integer along a coordinate, `E(i, j)`: the stride `1@j@i`, which CuTe writes `E<i,j>`.
///
/// A layout with such strides maps to coordinates: `Layout((4, 8), (E(0), E(1)))` is the identity.
#[pyclass(frozen, module = "static_layout", name = "E")]
pub(crate) struct PyBasis {
    pub(crate) scale: i64,
    pub(crate) basis: Basis,
}

impl PyBasis {
    pub(crate) fn tuple(&self) -> IntTuple {
        IntTuple::unit(self.scale, &path_of(self.basis)).unwrap_or(IntTuple::leaf(0))
    }
}

/// The indices of a basis vector, the outermost first.
pub(crate) fn path_of(basis: Basis) -> Vec<usize> {
    let (mut path, mut rest) = (Vec::new(), basis);
    while let Some((first, inner)) = rest.split() {
        path.push(first);
        rest = inner;
    }
    path
}

/// An integer that is known later, by its name, with what is known of it.
///
///     Int("n")                    any integer
///     Int("n", div=8)             a multiple of 8
///     Int("n", most=4096)         at most 4096
///     Int("n") * Int("m")         a product, as strides have it
///     Int("n/8")                  any integer of a layout of names, as its text is
#[pyclass(frozen, module = "static_layout", name = "Int")]
pub(crate) struct PyName(pub(crate) String);

/// `other == value` where both are of one class; else Python asks the other one.
pub(crate) fn equal<T: PyClass>(
    other: &Bound<'_, PyAny>,
    is_equal: impl FnOnce(&Bound<'_, T>) -> bool,
) -> Py<PyAny> {
    let py = other.py();
    match other.cast::<T>() {
        Ok(other) => PyBool::new(py, is_equal(other)).to_owned().into_any().unbind(),
        Err(_) => py.NotImplemented(),
    }
}

/// The hash of a value by its text.
pub(crate) fn hash_of(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// The methods of a class whose text reads back: its own, and what follows from the text.
macro_rules! text_class {
    ($class:ident, $name:literal; { $($own:tt)* }) => {
        #[pymethods]
        impl $class {
            $($own)*

            fn __str__(&self) -> String {
                self.0.to_string()
            }

            fn __repr__(&self) -> String {
                format!(concat!($name, "('{}')"), self.0)
            }

            fn __eq__(&self, other: &Bound<'_, PyAny>) -> Py<PyAny> {
                $crate::value::equal(other, |other: &Bound<'_, Self>| other.get().0 == self.0)
            }

            fn __hash__(&self) -> u64 {
                $crate::value::hash_of(&self.__str__())
            }

            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
                let parts = (slf.get_type(), (slf.get().__str__(),));
                pyo3::IntoPyObjectExt::into_bound_py_any(parts, slf.py())
            }
        }
    };
}
pub(crate) use text_class;
