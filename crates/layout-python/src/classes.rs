//! The classes: immutable values with operators. Every other operation is a method by the table, see `operation`.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

use layout_cli::MaybeSwizzled;
use layout_cli::language::{self, Value};
use layout_core::{Basis, ComposedLayout, IntTuple, Layout, Mode, Swizzle, SymbolicLayout, Tiler};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyTuple, PyType};

use crate::convert::{
    Wanted, basis_expression, by_mode, expression, from_python, integer, integers, layout,
    maybe_swizzled, to_python,
};
use crate::error::{failed, refused};
use crate::operation::{Operation, all_names, begins_with};
use crate::picture::svg_of;

/// The operations of the operators.
static COMPOSE: LazyLock<Operation> = LazyLock::new(|| Operation::new("compose"));
static DIVIDE: LazyLock<Operation> = LazyLock::new(|| Operation::new("logical_divide"));
static PRODUCT: LazyLock<Operation> = LazyLock::new(|| Operation::new("logical_product"));
static COMPLEMENT: LazyLock<Operation> = LazyLock::new(|| Operation::new("complement"));
static INDEX: LazyLock<Operation> = LazyLock::new(|| Operation::new("index"));
static SLICE: LazyLock<Operation> = LazyLock::new(|| Operation::new("slice"));
static MODE: LazyLock<Operation> = LazyLock::new(|| Operation::new("mode"));

fn binary<'py>(
    operation: &Operation,
    left: Value,
    right: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    operation.apply(right.py(), &[left, from_python(right, Wanted::Tiler)?])
}

/// The offset at a coordinate, or the slice of the modes that `_` keeps.
fn at<'py>(a: Value, coordinate: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let place = from_python(coordinate, Wanted::Value)?;
    let operation = if matches!(place, Value::Coord(_)) { &SLICE } else { &INDEX };
    operation.apply(coordinate.py(), &[a, place])
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

pub(crate) fn hash_of(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
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

/// Defines a class of layouts: its struct, and the methods that all of them have.
macro_rules! layouts {
    ($(#[$about:meta])* $class:ident($inner:ty) $name:literal $value:expr, $rank:expr; { $($own:tt)* }) => {
        $(#[$about])*
        #[pyclass(frozen, module = "static_layout", name = $name)]
        pub(crate) struct $class(pub(crate) $inner);

        impl $class {
            pub(crate) fn value(&self) -> Value {
                let make: fn(&$inner) -> Value = $value;
                make(&self.0)
            }
        }

        #[pymethods]
        impl $class {
            $($own)*

            /// The offset at a coordinate; with `None` or `:` in it the slice, as `Slice(layout, offset)`.
            #[pyo3(signature = (*coordinate))]
            fn __call__<'py>(&self, coordinate: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
                at(self.value(), &self::coordinate(coordinate)?)
            }

            /// `a[i]` is mode i; `a[1, :]` the slice, as `Slice(layout, offset)`; `a[1, 2]` the offset.
            fn __getitem__<'py>(&self, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
                if key.is_instance_of::<PyTuple>() || !key.hasattr("__index__")? {
                    return at(self.value(), key);
                }
                mode(key.py(), self.value(), self.__len__(), integer(key)?)
            }

            /// The number of modes.
            fn __len__(&self) -> usize {
                let rank: fn(&$inner) -> usize = $rank;
                rank(&self.0)
            }

            /// The modes.
            fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
                let modes = (0..self.__len__() as i64).map(|i| MODE.apply(py, &[self.value(), i.into()]));
                PyTuple::new(py, modes.collect::<PyResult<Vec<_>>>()?)?.try_iter()
            }

            /// `a @ b` composes: `(a @ b)(c) = a(b(c))`.
            fn __matmul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
                binary(&COMPOSE, self.value(), other)
            }

            /// `a // b` is the logical divide.
            fn __floordiv__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
                binary(&DIVIDE, self.value(), other)
            }

            /// `a * b` is the logical product.
            fn __mul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
                binary(&PRODUCT, self.value(), other)
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

layouts! {
    /// A layout `shape:stride`: a function from coordinates to offsets.
    ///
    ///     Layout((4, 8), (8, 1))      shape and stride
    ///     Layout((4, 8))              compact, the leftmost extent fastest
    ///     Layout("(4,8):row")         a text in notation, or any expression
    ///
    /// Equal layouts have equal shapes and strides; `same_function` compares offsets.
    PyLayout(Layout) "Layout" |a| Value::Layout(*a), |a| a.rank(); {
        #[classattr]
        fn __match_args__() -> (&'static str, &'static str) {
            ("shape", "stride")
        }

        #[new]
        #[pyo3(signature = (shape, stride = None))]
        fn new(shape: &Bound<'_, PyAny>, stride: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
            if stride.is_none() && let Ok(other) = shape.cast::<Self>() {
                return Ok(Self(other.get().0));
            }
            if stride.is_none() && let Ok(text) = shape.extract::<String>() {
                return parse(shape.py(), &text, "a layout", |value| value.as_layout()).map(Self);
            }
            match layout(shape, stride)? {
                Value::Layout(layout) => Ok(Self(layout)),
                value => Err(PyTypeError::new_err(format!("{value} is {}: use SymbolicLayout", value.kind()))),
            }
        }

        /// The shape: an integer, or a tuple.
        #[getter]
        fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
            integers(py, &self.0.shape())
        }

        /// The stride, nested as the shape.
        #[getter]
        fn stride<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
            integers(py, &self.0.stride())
        }

        fn __repr__(&self) -> String {
            format!("Layout({}, {})", expression(&self.0.shape()), expression(&self.0.stride()))
        }

        fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
            other.cast::<Self>().is_ok_and(|other| other.get().0.equals(&self.0))
        }

        fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
            let parts = (slf.get().shape(slf.py())?, slf.get().stride(slf.py())?);
            (slf.get_type(), parts).into_bound_py_any(slf.py())
        }
    }
}

layouts! {
    /// A swizzle after a layout: the function `c -> swizzle(offset + layout(c))`.
    ///
    ///     ComposedLayout(Swizzle(3, 4, 3), 0, Layout((8, 64), (64, 1)))
    ///     ComposedLayout("Sw<3,4,3> o (8,64):(64,1)")
    PyComposedLayout(ComposedLayout) "ComposedLayout" |a| Value::Swizzled(*a), |a| a.rank(); {
        #[classattr]
        fn __match_args__() -> (&'static str, &'static str, &'static str) {
            ("swizzle", "offset", "layout")
        }

        #[new]
        #[pyo3(signature = (swizzle, offset = None, layout = None))]
        fn new(
            swizzle: &Bound<'_, PyAny>,
            offset: Option<&Bound<'_, PyAny>>,
            layout: Option<&Bound<'_, PyAny>>,
        ) -> PyResult<Self> {
            let py = swizzle.py();
            let (Some(offset), Some(layout)) = (offset, layout) else {
                let text: String = swizzle.extract()?;
                return parse(py, &text, "a swizzled layout", |value| value.as_swizzled()).map(Self);
            };
            let swizzle = swizzle.cast::<PySwizzle>()?.get().0;
            let value = from_python(layout, Wanted::Value)?;
            let Some(plain) = value.as_layout() else {
                return Err(PyTypeError::new_err(format!("after a swizzle comes a layout, not {}", value.kind())));
            };
            let made = ComposedLayout::new(swizzle, integer(offset)?, plain);
            made.map(Self).map_err(|error| refused(py, &error, []))
        }

        /// The swizzle of the offsets.
        #[getter]
        fn swizzle(&self) -> PySwizzle {
            PySwizzle(self.0.swizzle())
        }

        /// The integer that is added before the swizzle.
        #[getter]
        fn offset(&self) -> i64 {
            self.0.offset()
        }

        /// The layout before the swizzle.
        #[getter]
        fn layout(&self) -> PyLayout {
            PyLayout(self.0.plain())
        }

        /// The shape: an integer, or a tuple.
        #[getter]
        fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
            integers(py, &self.0.shape())
        }

        fn __repr__(&self) -> String {
            let (swizzle, layout) = (self.swizzle().__repr__(), self.layout().__repr__());
            format!("ComposedLayout({swizzle}, {}, {layout})", self.0.offset())
        }

        fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
            other.cast::<Self>().is_ok_and(|other| other.get().0.equals(&self.0))
        }

        fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
            let a = slf.get();
            (slf.get_type(), (a.swizzle(), a.offset(), a.layout())).into_bound_py_any(slf.py())
        }
    }
}

layouts! {
    /// A layout with names in place of integers that are known later.
    ///
    ///     SymbolicLayout("(n,64):(64,1)")
    ///     SymbolicLayout((Int("n", div=8), 64), (64, 1))
    ///
    /// Operations derive what holds for all integers, or refuse.
    PySymbolicLayout(SymbolicLayout) "SymbolicLayout" |a| Value::Symbolic(Box::new(*a)), |a| a.rank(); {
        #[new]
        #[pyo3(signature = (shape, stride = None))]
        fn new(shape: &Bound<'_, PyAny>, stride: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
            let symbolic = |value| match value {
                Value::Symbolic(layout) => Some(*layout),
                Value::Layout(layout) => Some(SymbolicLayout::from(layout)),
                _ => None,
            };
            if stride.is_none() && let Ok(text) = shape.extract::<String>() {
                return parse(shape.py(), &text, "a layout of names", symbolic).map(Self);
            }
            symbolic(layout(shape, stride)?)
                .map(Self)
                .ok_or_else(|| PyTypeError::new_err("a layout of names has a shape and a stride"))
        }

        /// What must hold of the integers, as a text; empty where nothing must.
        #[getter]
        fn conditions(&self) -> String {
            self.0.conditions().as_str().to_owned()
        }

        /// The layout with integers for the names.
        #[pyo3(signature = (**values))]
        fn with_values(&self, py: Python<'_>, values: Option<&Bound<'_, PyDict>>) -> PyResult<PyLayout> {
            let mut found = Vec::new();
            for (name, value) in values.into_iter().flatten() {
                found.push((name.extract::<String>()?, integer(&value)?));
            }
            let found: Vec<_> = found.iter().map(|(name, value)| (name.as_str(), *value)).collect();
            self.0.with(&found).map(PyLayout).map_err(|error| {
                failed(py, &layout_cli::Failure::new(error.to_string()))
            })
        }

        /// The shape: integers, and `Int` for what has a name.
        #[getter]
        fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
            names(py, &self.0, 0)
        }

        /// The stride: integers, and `Int` for what has a name.
        #[getter]
        fn stride<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
            names(py, &self.0, 1)
        }

        fn __repr__(&self) -> String {
            match self.0.conditions().as_str() {
                "" => format!("SymbolicLayout('{}')", self.0),
                conditions => format!("<SymbolicLayout {} if {conditions}>", self.0),
            }
        }

        fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
            other.cast::<Self>().is_ok_and(|other| other.get().__str__() == self.__str__())
        }

        fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
            if !slf.get().conditions().is_empty() {
                return Err(PyTypeError::new_err("a layout with conditions has no text to store"));
            }
            (slf.get_type(), (slf.get().__str__(),)).into_bound_py_any(slf.py())
        }
    }
}

layouts! {
    /// The result of a padded divide: a layout whose coordinates may pass the end of what was divided.
    ///
    /// `inside(c)` tells whether a coordinate does not.
    PyPaddedLayout(Value) "PaddedLayout" |a| a.clone(), |a| whole(a).map_or(0, |a| a.plain().rank()); {
        /// The layout of all coordinates, also of those past the end.
        #[getter]
        fn layout<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
            match whole(&self.0) {
                Some(layout) => maybe_swizzled(py, layout),
                None => Ok(py.None().into_bound(py)),
            }
        }

        /// The shape: an integer, or a tuple.
        #[getter]
        fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
            match whole(&self.0) {
                Some(layout) => integers(py, &layout.plain().shape()),
                None => Ok(py.None().into_bound(py)),
            }
        }

        fn __repr__(&self) -> String {
            format!("<PaddedLayout {}>", self.0)
        }

        fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
            other.cast::<Self>().is_ok_and(|other| match (&self.0, &other.get().0) {
                (Value::Padded(a), Value::Padded(b)) => a == b,
                (Value::PaddedSwizzled(a), Value::PaddedSwizzled(b)) => a == b,
                _ => false,
            })
        }
    }
}

fn whole(value: &Value) -> Option<MaybeSwizzled> {
    MaybeSwizzled::of(value)
}

/// A swizzle `Sw<bits,base,shift>`, which exclusive-ors `bits` bits of an offset with the bits `shift` above them.
#[pyclass(frozen, module = "static_layout", name = "Swizzle")]
pub(crate) struct PySwizzle(pub(crate) Swizzle);

impl PySwizzle {
    pub(crate) fn value(&self) -> Value {
        Value::Swizzle(self.0)
    }
}

#[pymethods]
impl PySwizzle {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str) {
        ("bits", "base", "shift")
    }

    #[new]
    fn new(
        bits: &Bound<'_, PyAny>,
        base: &Bound<'_, PyAny>,
        shift: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let made = Swizzle::new(integer(bits)?, integer(base)?, integer(shift)?);
        made.map(Self).map_err(|error| refused(bits.py(), &error, []))
    }

    /// The number of bits that it changes.
    #[getter]
    fn bits(&self) -> u32 {
        self.0.bits()
    }

    /// The lowest bit that it reads or changes.
    #[getter]
    fn base(&self) -> u32 {
        self.0.base()
    }

    /// The distance from the bits that it changes to those that it reads.
    #[getter]
    fn shift(&self) -> i32 {
        self.0.shift()
    }

    /// The swizzle of a number.
    fn __call__(&self, x: &Bound<'_, PyAny>) -> PyResult<i64> {
        Ok(self.0.apply(integer(x)?))
    }

    /// `s @ a` swizzles the offsets of a layout, `s @ t` composes swizzles.
    fn __matmul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        binary(&COMPOSE, self.value(), other)
    }

    fn __repr__(&self) -> String {
        format!("Swizzle({}, {}, {})", self.0.bits(), self.0.base(), self.0.shift())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0.equals(&self.0))
    }

    fn __hash__(&self) -> u64 {
        hash_of(&self.__str__())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let a = slf.get();
        (slf.get_type(), (a.bits(), a.base(), a.shift())).into_bound_py_any(slf.py())
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

    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let part = |mode| match mode {
            Mode::Keep => Ok(py.None().into_bound(py)),
            Mode::Layout(layout) => to_python(py, layout.into()),
        };
        match self.0.as_whole() {
            Some(layout) => Ok(vec![to_python(py, (*layout).into())?]),
            None => self.0.modes().map(part).collect(),
        }
    }
}

#[pymethods]
impl PyTiler {
    #[new]
    #[pyo3(signature = (*modes))]
    fn new(modes: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let py = modes.py();
        if modes.len() == 1
            && let Ok(text) = modes.get_item(0)?.extract::<String>()
        {
            let tiler = |value| match value {
                Value::Tiler(tiler) => Some(tiler),
                value => value.as_layout().map(Tiler::whole),
            };
            return parse(py, &text, "a tiler", tiler).map(Self);
        }
        let values = modes.iter().map(|mode| from_python(&mode, Wanted::Value));
        match by_mode(&values.collect::<PyResult<Vec<_>>>()?, py)? {
            Value::Tiler(tiler) => Ok(Self(tiler)),
            value => Err(PyTypeError::new_err(format!("{value} is {}", value.kind()))),
        }
    }

    /// The tiler of one layout for the whole domain.
    #[staticmethod]
    fn whole(layout: &Bound<'_, PyAny>) -> PyResult<Self> {
        let value = from_python(layout, Wanted::Value)?;
        match value.as_layout() {
            Some(layout) => Ok(Self(Tiler::whole(layout))),
            None => {
                Err(PyTypeError::new_err(format!("a layout was expected, not {}", value.kind())))
            }
        }
    }

    /// The modes: layouts, and None for a mode that is kept.
    #[getter]
    fn modes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.parts(py)?)
    }

    fn __len__(&self) -> usize {
        self.0.modes().len().max(usize::from(self.0.as_whole().is_some()))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.modes(py)?.try_iter()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, i: isize) -> PyResult<Bound<'py, PyAny>> {
        let parts = self.parts(py)?;
        let at = if i < 0 { i + parts.len() as isize } else { i };
        match usize::try_from(at).ok().and_then(|at| parts.into_iter().nth(at)) {
            Some(part) => Ok(part),
            None => Err(PyIndexError::new_err(format!("mode {i} of {}", self.0))),
        }
    }

    fn __repr__(&self) -> String {
        let text = |layout: Layout| PyLayout(layout).__repr__();
        if let Some(layout) = self.0.as_whole() {
            return format!("Tiler.whole({})", text(*layout));
        }
        let modes = self.0.modes().map(|mode| match mode {
            Mode::Keep => "None".to_owned(),
            Mode::Layout(layout) => match Layout::col_major(layout.shape()) {
                Ok(compact) if layout.depth() == 0 && compact.equals(&layout) => {
                    layout.size().to_string()
                }
                _ => text(layout),
            },
        });
        format!("Tiler({})", modes.collect::<Vec<_>>().join(", "))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        hash_of(&self.__str__())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let make = match slf.get().0.as_whole() {
            Some(_) => slf.get_type().getattr("whole")?,
            None => slf.get_type().into_any(),
        };
        (make, slf.get().modes(py)?).into_bound_py_any(py)
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

#[pymethods]
impl PyBasis {
    #[new]
    #[pyo3(signature = (*path, scale = 1))]
    fn new(py: Python<'_>, path: Vec<usize>, scale: i64) -> PyResult<Self> {
        if path.is_empty() || scale == 0 {
            return Err(PyTypeError::new_err(
                "E takes the numbers of modes, E(0), and a scale that is not 0",
            ));
        }
        match IntTuple::unit(scale, &path) {
            Ok(unit) => Ok(Self { scale, basis: unit.basis(0) }),
            Err(error) => Err(refused(py, &error, [])),
        }
    }

    /// The numbers of the modes, the outermost first.
    #[getter]
    fn path<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, path_of(self.basis))
    }

    /// The integer.
    #[getter]
    fn scale(&self) -> i64 {
        self.scale
    }

    /// The same direction, `n` times as far.
    fn __mul__(&self, n: &Bound<'_, PyAny>) -> PyResult<Self> {
        match self.scale.checked_mul(integer(n)?) {
            Some(scale) => Ok(Self { scale, basis: self.basis }),
            None => Err(PyOverflowError::new_err("an integer is past 9223372036854775807")),
        }
    }

    fn __rmul__(&self, n: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.__mul__(n)
    }

    fn __repr__(&self) -> String {
        basis_expression(self.scale, self.basis)
    }

    fn __str__(&self) -> String {
        self.tuple().to_string()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Self>()
            .is_ok_and(|other| (other.get().scale, other.get().basis) == (self.scale, self.basis))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let make = py.import("static_layout._records")?.getattr("basis")?;
        (make, (slf.get().path(py)?, slf.get().scale)).into_bound_py_any(py)
    }

    fn __hash__(&self) -> u64 {
        hash_of(&self.__str__())
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
#[pyclass(frozen, module = "static_layout", name = "Int")]
pub(crate) struct PyName(pub(crate) String);

#[pymethods]
impl PyName {
    #[new]
    #[pyo3(signature = (name, *, div = None, most = None))]
    fn new(name: String, div: Option<i64>, most: Option<i64>) -> PyResult<Self> {
        let begins = name.chars().next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
        if !begins || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            return Err(PyTypeError::new_err(format!("`{name}` is no name of an integer")));
        }
        if div.is_some_and(|div| div < 1) || most.is_some_and(|most| most < 0) {
            return Err(PyTypeError::new_err("a divisor is 1 or more, and a bound 0 or more"));
        }
        let facts: Vec<_> =
            [div.map(|div| format!("div={div}")), most.map(|most| format!("<={most}"))]
                .into_iter()
                .flatten()
                .collect();
        Ok(Self(if facts.is_empty() { name } else { format!("{name}{{{}}}", facts.join(" ")) }))
    }

    fn __mul__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        let other = match other.cast::<Self>() {
            Ok(other) => other.get().0.clone(),
            Err(_) => integer(other)?.to_string(),
        };
        Ok(Self(format!("{}*{other}", self.0)))
    }

    fn __rmul__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self(format!("{}*{}", integer(other)?, self.0)))
    }

    fn __repr__(&self) -> String {
        format!("Int({:?})", self.0)
    }

    fn __str__(&self) -> String {
        self.0.clone()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        hash_of(&self.0)
    }
}

/// The shape (0) or the stride (1) of a layout of names, read from its text.
fn names<'py>(
    py: Python<'py>,
    layout: &SymbolicLayout,
    side: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let text = layout.to_string();
    let part = text.split(':').nth(side).unwrap_or_default();
    let mut rest = part;
    name_part(py, &mut rest)
}

fn name_part<'py>(py: Python<'py>, rest: &mut &str) -> PyResult<Bound<'py, PyAny>> {
    if let Some(inner) = rest.strip_prefix('(') {
        *rest = inner;
        let mut parts = Vec::new();
        while !rest.starts_with(')') && !rest.is_empty() {
            parts.push(name_part(py, rest)?);
            *rest = rest.strip_prefix(',').unwrap_or(rest);
        }
        *rest = rest.strip_prefix(')').unwrap_or(rest);
        return Ok(PyTuple::new(py, parts)?.into_any());
    }
    let mut open = 0_usize;
    let end = rest.find(|c| {
        let ends = open == 0 && matches!(c, ',' | ')');
        match c {
            '(' | '{' => open += 1,
            ')' | '}' => open = open.saturating_sub(1),
            _ => {}
        }
        ends
    });
    let (leaf, after) = rest.split_at(end.unwrap_or(rest.len()));
    *rest = after;
    match leaf.parse::<i64>() {
        Ok(value) => value.into_bound_py_any(py),
        Err(_) => PyName(leaf.to_owned()).into_bound_py_any(py),
    }
}

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
