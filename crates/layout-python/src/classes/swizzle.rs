//! Methods of `Swizzle`.

use super::*;

#[pymethods]
impl PySwizzle {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str) {
        ("bits", "base", "shift")
    }

    #[new]
    #[pyo3(signature = (bits, base = None, shift = None))]
    fn new(
        bits: &Bound<'_, PyAny>,
        base: Option<&Bound<'_, PyAny>>,
        shift: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let (Some(base), Some(shift)) = (base, shift) else {
            let Ok(text) = bits.extract::<String>() else {
                let message =
                    "a swizzle has bits, base and shift, or a text: Swizzle(\"Sw<3,4,3>\")";
                return Err(PyTypeError::new_err(message));
            };
            let swizzle =
                |value| if let Value::Swizzle(swizzle) = value { Some(swizzle) } else { None };
            return parse(bits.py(), &text, "a swizzle", swizzle).map(Self);
        };
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
    fn __matmul__<'py>(
        slf: &Bound<'py, Self>,
        other: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        COMPOSE.call(slf.as_any(), other)
    }

    pub(super) fn __repr__(&self) -> String {
        format!("Swizzle({}, {}, {})", self.0.bits(), self.0.base(), self.0.shift())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> Py<PyAny> {
        equal(other, |other: &Bound<'_, Self>| other.get().0.equals(&self.0))
    }

    fn __hash__(&self) -> u64 {
        hash_of(&self.__str__())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let a = slf.get();
        (slf.get_type(), (a.bits(), a.base(), a.shift())).into_bound_py_any(slf.py())
    }
}
