//! Methods of `Tiler`.

use super::*;

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
        PyTuple::new(py, parts(&self.0, py)?)
    }

    fn __len__(&self) -> usize {
        self.0.modes().len().max(usize::from(self.0.as_whole().is_some()))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.modes(py)?.try_iter()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, i: isize) -> PyResult<Bound<'py, PyAny>> {
        let parts = parts(&self.0, py)?;
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

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> Py<PyAny> {
        equal(other, |other: &Bound<'_, Self>| other.get().0 == self.0)
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

/// The modes as Python values.
fn parts<'py>(tiler: &Tiler, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let part = |mode| match mode {
        Mode::Keep => Ok(py.None().into_bound(py)),
        Mode::Layout(layout) => to_python(py, layout.into()),
    };
    match tiler.as_whole() {
        Some(layout) => Ok(vec![to_python(py, (*layout).into())?]),
        None => tiler.modes().map(part).collect(),
    }
}
