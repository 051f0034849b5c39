//! The lint.

use layout_cli::lint::{Checked, check, check_file};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::convert::{failed, record_of};

/// Checks the layouts that a file states: results of operations, destinations, accesses. Returns the findings.
///
/// Each has rule, level, message, fix, layouts, numbers, line and column.
#[pyfunction]
pub(crate) fn lint(py: Python<'_>, path: std::path::PathBuf) -> PyResult<Vec<Bound<'_, PyAny>>> {
    let path = path.to_string_lossy();
    let checked = py.detach(|| check_file(&path)).map_err(|failure| failed(py, &failure))?;
    findings(py, &checked)
}

/// [`lint`] of a text. The suffix of `path` names its language.
#[pyfunction]
#[pyo3(signature = (text, path = "input.py"))]
pub(crate) fn lint_text<'py>(
    py: Python<'py>,
    text: &str,
    path: &str,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    findings(py, &py.detach(|| check(path, text)))
}

fn findings<'py>(py: Python<'py>, checked: &Checked) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let made = checked.findings.iter().map(|finding| {
        let (layouts, numbers) = (PyDict::new(py), PyDict::new(py));
        for (name, layout) in &finding.layouts {
            layouts.set_item(name, layout)?;
        }
        for (name, number) in &finding.numbers {
            numbers.set_item(name, number)?;
        }
        let fix = finding.fix.as_ref().into_pyobject(py)?.into_any();
        record_of(
            py,
            vec![
                ("rule", finding.rule.name().into_pyobject(py)?.into_any()),
                ("level", finding.rule.level().name().into_pyobject(py)?.into_any()),
                ("message", (&finding.message).into_pyobject(py)?.into_any()),
                ("fix", fix),
                ("layouts", layouts.into_any()),
                ("numbers", numbers.into_any()),
                ("line", finding.place.0.into_pyobject(py)?.into_any()),
                ("column", finding.place.1.into_pyobject(py)?.into_any()),
            ],
        )
    });
    made.collect()
}
