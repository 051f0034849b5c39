//! Methods of `Int`.

use super::*;

#[pymethods]
impl PyName {
    #[new]
    #[pyo3(signature = (name, *, div = None, most = None))]
    fn new(name: String, div: Option<i64>, most: Option<i64>) -> PyResult<Self> {
        let begins = name.chars().next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
        if div.is_none() && most.is_none() && is_leaf(&name) {
            return Ok(Self(name));
        }
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

/// Whether a text is one integer of a layout of names: a name with facts, a product, a quotient.
fn is_leaf(text: &str) -> bool {
    let read = language::evaluate(&format!("({text},1):(1,1)"));
    matches!(read, Ok(Value::Symbolic(layout)) if layout.rank() == 2 && layout.parts().0.depth() == 1)
}
