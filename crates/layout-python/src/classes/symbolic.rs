//! Methods of `SymbolicLayout`.

use super::*;

layouts! {
    PySymbolicLayout, |a| a.0.rank(); {
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
            let (text, mut found) = (self.0.notation().to_string(), Vec::new());
            for (name, value) in values.into_iter().flatten() {
                let name: String = name.extract()?;
                let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
                if !text.split(|c| !is_letter(c)).any(|word| word == name) {
                    return Err(PyTypeError::new_err(format!("{text} has no name {name}")));
                }
                found.push((name, integer(&value)?));
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
                "" => format!("SymbolicLayout('{}')", self.0.notation()),
                conditions => format!("<SymbolicLayout {} if {conditions}>", self.0),
            }
        }

        fn __eq__(&self, other: &Bound<'_, PyAny>) -> Py<PyAny> {
            equal(other, |other: &Bound<'_, Self>| {
                let other = &other.get().0;
                let same = other.notation().as_str() == self.0.notation().as_str();
                same && other.conditions().as_str() == self.0.conditions().as_str()
            })
        }

        fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
            if !slf.get().conditions().is_empty() {
                return Err(PyTypeError::new_err("a layout with conditions has no text to store"));
            }
            (slf.get_type(), (slf.get().0.notation().as_str(),)).into_bound_py_any(slf.py())
        }
    }
}

/// The shape (0) or the stride (1) of a layout of names, read from its text.
fn names<'py>(
    py: Python<'py>,
    layout: &SymbolicLayout,
    side: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let text = layout.notation().to_string();
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
