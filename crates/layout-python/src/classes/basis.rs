//! Methods of `E`.

use super::*;

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

    /// `n` times this basis vector.
    fn __mul__<'py>(&self, n: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = n.py();
        match self.scale.checked_mul(integer(n)?) {
            Some(0) => 0.into_bound_py_any(py),
            Some(scale) => Self { scale, basis: self.basis }.into_bound_py_any(py),
            None => Err(PyOverflowError::new_err("an integer is past 9223372036854775807")),
        }
    }

    fn __rmul__<'py>(&self, n: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__mul__(n)
    }

    fn __repr__(&self) -> String {
        basis_expression(self.scale, self.basis)
    }

    fn __str__(&self) -> String {
        self.tuple().to_string()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> Py<PyAny> {
        equal(other, |other: &Bound<'_, Self>| {
            (other.get().scale, other.get().basis) == (self.scale, self.basis)
        })
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
