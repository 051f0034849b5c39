//! The engine of the Python package `static_layout`: values of `layout-core` as Python objects, and the operations of the
//! command's language as functions and methods. No algorithm is written here.

mod classes;
mod convert;
mod error;
mod operation;

use layout_cli::language;
use pyo3::prelude::*;

/// Evaluates an expression of layouts: `evaluate("(4,8):row o 4:2")`.
///
/// Names are values: `evaluate("a / <2,4>", a=Layout((4, 8)))`.
///
/// Raises LayoutError for a text that does not parse, and for an operation that is refused.
#[pyfunction]
#[pyo3(signature = (text, **names))]
fn evaluate<'py>(
    py: Python<'py>,
    text: &str,
    names: Option<&Bound<'py, pyo3::types::PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut scope = language::Scope::default();
    for (name, value) in names.into_iter().flatten() {
        let value = convert::from_python(&value, convert::Wanted::Value)?;
        scope.set(&name.extract::<String>()?, value);
    }
    match layout_cli::explain::evaluate(&mut scope, text) {
        Ok(value) => convert::to_python(py, value),
        Err(failure) => Err(error::failed(py, &failure)),
    }
}

#[pymodule]
fn _engine(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add_class::<classes::PyLayout>()?;
    module.add_class::<classes::PyComposedLayout>()?;
    module.add_class::<classes::PySymbolicLayout>()?;
    module.add_class::<classes::PyPaddedLayout>()?;
    module.add_class::<classes::PySwizzle>()?;
    module.add_class::<classes::PyTiler>()?;
    module.add_class::<classes::PyBasis>()?;
    module.add_class::<classes::PyName>()?;
    module.add_class::<operation::Operation>()?;
    module.add("LayoutError", py.get_type::<error::LayoutError>())?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(evaluate, module)?)?;
    module.add_function(wrap_pyfunction!(operation::_table, module)?)?;
    error::set_defaults(py)?;
    for name in operation::all_names() {
        if !module.hasattr(name)? {
            module.add(name, operation::Operation::new(name))?;
        }
    }
    classes::add_methods(py)
}
