//! Methods of `Int`.

use super::*;

#[pymethods]
impl PyName {
    #[new]
    #[pyo3(signature = (name, *, div = None, most = None))]
    fn new(name: String, div: Option<i64>, most: Option<i64>) -> PyResult<Self> {
        let begins = name.chars().next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
        if !is_leaf(&name) {
            return Err(PyTypeError::new_err(format!(
                "`{name}` is not an integer of a layout of names"
            )));
        }
        if div.is_none() && most.is_none() {
            return Ok(Self(name));
        }
        if !begins || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            return Err(PyTypeError::new_err(format!(
                "`{name}` is not a name, so it has no facts"
            )));
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
        product(&self.0, &other)
    }

    fn __rmul__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        product(&self.0, &integer(other)?.to_string())
    }

    fn __repr__(&self) -> String {
        format!("Int({:?})", self.0)
    }

    fn __str__(&self) -> String {
        self.0.clone()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> Py<PyAny> {
        equal(other, |other: &Bound<'_, Self>| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        hash_of(&self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        (slf.get_type(), (slf.get().0.as_str(),)).into_bound_py_any(slf.py())
    }
}

/// The text of a product. A quotient is the first factor, so that its divisor divides what it did before.
fn product(a: &str, b: &str) -> PyResult<PyName> {
    let divides = |text: &str| {
        let mut open = 0;
        text.chars().any(|c| {
            open += i32::from(c == '(' || c == '{') - i32::from(c == ')' || c == '}');
            c == '/' && open == 0
        })
    };
    match (divides(a), divides(b)) {
        (true, true) => Err(PyTypeError::new_err(format!(
            "the product of the quotients {a} and {b} has no text"
        ))),
        (false, true) => Ok(PyName(format!("{b}*{a}"))),
        _ => Ok(PyName(format!("{a}*{b}"))),
    }
}

/// Whether a text is one integer of a layout of names: a name with facts, a product, a quotient.
fn is_leaf(text: &str) -> bool {
    let read = language::evaluate(&format!("({text},1):(1,1)"));
    matches!(read, Ok(Value::Symbolic(layout)) if layout.rank() == 2 && layout.parts().0.depth() == 1)
}
