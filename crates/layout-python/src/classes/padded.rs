//! Methods of `PaddedLayout`.

use super::*;

layouts! {
    PyPaddedLayout, |a| whole(&a.0).map_or(0, |a| a.plain().rank()); {
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

        fn __eq__(&self, other: &Bound<'_, PyAny>) -> Py<PyAny> {
            equal(other, |other: &Bound<'_, Self>| match (&self.0, &other.get().0) {
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
