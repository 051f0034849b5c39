//! The engine of the Python package `static_layout`: values of `layout-core` as Python objects, and the operations of the
//! command's language as functions and methods. No algorithm is written here.

mod array;
mod atoms;
mod bits;
mod classes;
mod command;
mod convert;
mod direct;
mod lint;
mod memory;
mod operation;
mod picture;
mod sharding;
mod systems;
mod value;

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
    let mut scope = picture::scope(names)?;
    match layout_cli::explain::evaluate(&mut scope, text) {
        Ok(value) => convert::to_python(py, value),
        Err(failure) if text.contains('@') || text.contains("//") => {
            let help = "in a text composition is `o`, and a divide `/`";
            Err(convert::failed(py, &failure.help(help)))
        }
        Err(failure) => Err(convert::failed(py, &failure)),
    }
}

#[pymodule]
fn _engine(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add_class::<value::PyLayout>()?;
    module.add_class::<value::PyComposedLayout>()?;
    module.add_class::<value::PySymbolicLayout>()?;
    module.add_class::<value::PyPaddedLayout>()?;
    module.add_class::<value::PySwizzle>()?;
    module.add_class::<value::PyTiler>()?;
    module.add_class::<value::PyBasis>()?;
    module.add_class::<value::PyName>()?;
    module.add_class::<operation::Operation>()?;
    module.add("LayoutError", py.get_type::<convert::LayoutError>())?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<picture::PyPicture>()?;
    module.add_class::<picture::Explanation>()?;
    module.add_class::<memory::BankConflicts>()?;
    module.add_class::<memory::PySolution>()?;
    module.add_class::<bits::PyBitLayout>()?;
    module.add_class::<atoms::Atom>()?;
    module.add_class::<command::Page>()?;
    module.add_class::<sharding::PyMesh>()?;
    module.add_class::<sharding::PySharding>()?;
    module.add_class::<sharding::PyPlan>()?;
    macro_rules! functions {
        ($($function:path,)*) => {
            $(module.add_function(wrap_pyfunction!($function, module)?)?;)*
        };
    }
    functions! {
        evaluate,
        operation::_table,
        picture::draw,
        picture::draw_threads,
        picture::draw_copy,
        picture::explain,
        memory::bank_conflicts,
        memory::find_swizzle,
        memory::solve_layout,
        memory::check_certificate,
        atoms::atom,
        atoms::atom_names,
        systems::systems,
        systems::from_text,
        systems::to_text,
        lint::lint,
        lint::lint_text,
        command::command,
        command::_main,
        command::emit,
        command::explore,
        sharding::plan,
    }
    convert::set_defaults(py)?;
    for name in operation::all_names() {
        if !module.hasattr(name)? {
            module.add(name, operation::Operation::new(name))?;
        }
    }
    array::register(module)?;
    classes::add_methods(py)
}
