//! Methods of `Layout` and `ComposedLayout`.

use super::*;

layouts! {
    PyLayout, |a| a.0.rank(); {
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

        pub(super) fn __repr__(&self) -> String {
            format!("Layout({}, {})", expression(&self.0.shape()), expression(&self.0.stride()))
        }

        fn __eq__(&self, other: &Bound<'_, PyAny>) -> Py<PyAny> {
            equal(other, |other: &Bound<'_, Self>| other.get().0.equals(&self.0))
        }

        fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
            let parts = (slf.get().shape(slf.py())?, slf.get().stride(slf.py())?);
            (slf.get_type(), parts).into_bound_py_any(slf.py())
        }
    }
}

layouts! {
    PyComposedLayout, |a| a.0.rank(); {
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
                let Ok(text) = swizzle.extract::<String>() else {
                    let message = "a composed layout has a swizzle, an offset and a layout: `swizzle @ layout` for offset 0";
                    return Err(PyTypeError::new_err(message));
                };
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

        pub(super) fn __repr__(&self) -> String {
            let (swizzle, layout) = (self.swizzle().__repr__(), self.layout().__repr__());
            format!("ComposedLayout({swizzle}, {}, {layout})", self.0.offset())
        }

        fn __eq__(&self, other: &Bound<'_, PyAny>) -> Py<PyAny> {
            equal(other, |other: &Bound<'_, Self>| other.get().0.equals(&self.0))
        }

        fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
            let a = slf.get();
            (slf.get_type(), (a.swizzle(), a.offset(), a.layout())).into_bound_py_any(slf.py())
        }
    }
}
