//! Refusals as exceptions.

use layout_cli::Failure;
use layout_cli::language::Value;
use layout_core::{Operand, Rule};
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::to_python;

create_exception!(
    static_layout,
    LayoutError,
    PyValueError,
    "An operation was refused, or a text is not what it should be.\n\n\
     `str(error)` has the operands, the rule, its numbers and lines of help. The parts are attributes:\n\n\
     message    the first line\n\
     help       a tuple of lines: what would be accepted\n\
     rule       the name of the rule that is broken, such as 'Rest', or None\n\
     numbers    the numbers of the rule by name, {'divisor': 4, 'dividend': 6}\n\
     operation  the name of the operation, such as 'zipped_divide', or None\n\
     operands   its operands as values\n\
     span       the part of a text that is refused, (begin, end) in bytes, or None"
);

/// A message of the command with its options and statements replaced by arguments and methods of this package.
fn in_python(text: &str) -> String {
    let words = [
        ("--element f32", "element=\"f32\""),
        ("--atoms lists all", "atom_names() lists all"),
        ("--fact 'n%8==0'", "facts=[\"n%8==0\"]"),
        (
            "give the names integers first: let n = 128; ..",
            "give the names integers first: a.with_values(n=128)",
        ),
        ("`layout eval --list` lists all operations", "dir(static_layout) lists all operations"),
        ("--shape 32x16", "BitLayout.of_triton(text, (32, 16))"),
    ];
    words.iter().fold(text.to_owned(), |text, (theirs, ours)| text.replace(theirs, ours))
}

/// Gives the class the attributes that an error without an operation has.
pub(crate) fn set_defaults(py: Python<'_>) -> PyResult<()> {
    let class = py.get_type::<LayoutError>();
    for name in ["rule", "operation", "span", "message"] {
        class.setattr(name, py.None())?;
    }
    for name in ["operands", "help"] {
        class.setattr(name, PyTuple::empty(py))?;
    }
    let none = py.import("types")?.getattr("MappingProxyType")?.call1((PyDict::new(py),))?;
    class.setattr("numbers", none)
}

/// A refusal of the engine, with lines of help.
pub(crate) fn refused(
    py: Python<'_>,
    error: &layout_core::LayoutError,
    help: impl IntoIterator<Item = String>,
) -> PyErr {
    let failure = help.into_iter().fold(Failure::refused(error), Failure::help);
    let made = failed(py, &failure);
    match add_parts(py, &made, error) {
        Ok(()) => made,
        Err(error) => error,
    }
}

/// An error with a message, perhaps a text, and help.
pub(crate) fn failed(py: Python<'_>, failure: &Failure) -> PyErr {
    let error = LayoutError::new_err(in_python(&failure.to_string()));
    let set = || -> PyResult<()> {
        let value = error.value(py);
        value.setattr("message", failure.message())?;
        let help = failure.help_lines().iter().map(|line| in_python(line));
        value.setattr("help", PyTuple::new(py, help.collect::<Vec<_>>())?)?;
        if let Some(span) = failure.span() {
            value.setattr("span", (span.start, span.end))?;
        }
        Ok(())
    };
    match set() {
        Ok(()) => error,
        Err(error) => error,
    }
}

fn add_parts(py: Python<'_>, made: &PyErr, error: &layout_core::LayoutError) -> PyResult<()> {
    let value = made.value(py);
    value.setattr("rule", rule_name(error.rule()))?;
    value.setattr("operation", snake(&format!("{:?}", error.operation())))?;
    let numbers = PyDict::new(py);
    for (name, number) in error.rule().numbers() {
        numbers.set_item(name, number)?;
    }
    value.setattr("numbers", numbers)?;
    let operands = [error.left(), error.right()].into_iter().filter_map(operand);
    let operands = operands.map(|value| to_python(py, value)).collect::<PyResult<Vec<_>>>()?;
    value.setattr("operands", PyTuple::new(py, operands)?)
}

/// `LogicalDivide` as `logical_divide`.
fn snake(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

/// The name of the innermost rule: `Divides`.
fn rule_name(rule: Rule) -> String {
    let text = format!("{rule:?}");
    let name = text.split([' ', '{']).next().unwrap_or_default();
    name.rsplit('(').next().unwrap_or_default().trim_end_matches(')').to_owned()
}

fn operand(operand: Operand) -> Option<Value> {
    Some(match operand {
        Operand::Integer(value) => value.into(),
        Operand::Tuple(value) => value.into(),
        Operand::Layout(value) => value.into(),
        Operand::Composed(value) => value.into(),
        Operand::Tiler(value) => value.into(),
        Operand::Coord(value) => value.into(),
        _ => return None,
    })
}
