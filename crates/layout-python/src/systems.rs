//! Texts of other systems.

use clap::ValueEnum;
use layout_cli::dialect::{Dialect, Element, Foreign};
use layout_core::IntTuple;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::convert::{Wanted, failed, from_python, integer, to_python};

/// The systems whose texts are read and written.
#[pyfunction]
pub(crate) fn systems() -> Vec<String> {
    Dialect::ALL.iter().map(|system| word(*system)).collect()
}

/// The word of a system, as the command has it: `cute-dsl`.
fn word(system: Dialect) -> String {
    let word = system.to_possible_value().map(|word| word.get_name().to_owned());
    word.unwrap_or_default()
}

fn system_of(name: &str) -> PyResult<Dialect> {
    let wanted = name.replace('_', "-").to_ascii_lowercase();
    let found = Dialect::ALL.into_iter().find(|system| word(*system) == wanted);
    found.ok_or_else(|| {
        PyValueError::new_err(format!(
            "no system is called {name}: they are {}",
            systems().join(", ")
        ))
    })
}

/// Reads the text of another system: `from_text("memref<4x8xf32, strided<[8, 1]>>", "mlir")`.
///
/// `element` is the name of the elements' type, or their number of bytes, where the text has none.
#[pyfunction]
#[pyo3(signature = (text, system, element = None))]
pub(crate) fn from_text<'py>(
    py: Python<'py>,
    text: &str,
    system: &str,
    element: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (system, element) = (system_of(system)?, element_of(element)?);
    match system.read_of(text, element.as_ref()) {
        Ok(said) => to_python(py, said.into_value()),
        Err(failure) => Err(failed(py, &failure)),
    }
}

/// Writes a value as the text of another system: `to_text(Layout((4, 8), (8, 1)), "mojo")`.
///
/// element   the name of the elements' type, such as 'f32', or their number of bytes, where the system's text has one
///
/// Raises LayoutError for a part for which the system has no word.
#[pyfunction]
#[pyo3(signature = (value, system, element = None))]
pub(crate) fn to_text(
    value: &Bound<'_, PyAny>,
    system: &str,
    element: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let (system, element) = (system_of(system)?, element_of(element)?);
    let layout = from_python(value, Wanted::Value)?;
    let said = Foreign { layout, offset: IntTuple::from(0), element, others: Vec::new() };
    system.write(&said).map_err(|failure| failed(value.py(), &failure))
}

/// The type of elements by its name, or their number of bytes.
fn element_of(element: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Element>> {
    let Some(element) = element else { return Ok(None) };
    if let Ok(name) = element.cast::<PyString>() {
        let named = Element::named(&name.to_cow()?);
        return named.map(Some).map_err(|failure| failed(element.py(), &failure));
    }
    match integer(element)? {
        bytes @ 1..=1024 => Ok(Some(Element::of_bits(8 * bytes))),
        bytes => Err(PyValueError::new_err(format!("an element of {bytes} bytes"))),
    }
}
