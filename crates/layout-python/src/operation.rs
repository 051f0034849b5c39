//! The operations of the language as functions, and as methods of the classes.

use layout_cli::Failure;
use layout_cli::explain::advice;
use layout_cli::language::operations::{NoValue, OperationRow, apply, named, operations};
use layout_cli::language::{TraceStep, Value};
use pyo3::exceptions::{PyAttributeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple, PyType};

use crate::convert::{Wanted, failed, from_python, refused, to_python};
use crate::direct::Direct;
use crate::value::PyName;

// An operation on layouts: a function, and a method of the class of its first parameter. A comment: the documentation of the
// class would hide that of each operation.
#[pyclass(frozen, module = "static_layout")]
pub(crate) struct Operation {
    name: &'static str,
    rows: &'static [&'static OperationRow],
    /// What the rows take at each position.
    wanted: Vec<Wanted>,
    direct: Option<Direct>,
}

/// What rows take at a position.
fn wanted(rows: &[&OperationRow], at: usize) -> Wanted {
    let takes = |kind: &str| {
        rows.iter().any(|row| row.parameters.get(at).is_some_and(|of| of.kind == kind))
    };
    if takes("a text in quotation marks") {
        Wanted::Text
    } else if takes("a tiler or a layout") {
        Wanted::Tiler
    } else {
        Wanted::Value
    }
}

impl Operation {
    /// The operation with a name or an alias of the table.
    pub(crate) fn new(name: &'static str) -> Self {
        let rows = named(name);
        let most = rows.iter().map(|row| row.parameters.len()).max().unwrap_or(0);
        Self {
            name,
            rows,
            wanted: (0..most).map(|at| wanted(rows, at)).collect(),
            direct: rows.first().and_then(|row| Direct::named(row.name)),
        }
    }

    /// What the rows take at a position.
    fn wanted(&self, at: usize) -> Wanted {
        self.wanted.get(at).copied().unwrap_or(Wanted::Value)
    }

    /// Applies the operation to two objects.
    pub(crate) fn call<'py>(
        &self,
        left: &Bound<'py, PyAny>,
        right: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let Some(made) = self.direct.and_then(|direct| direct.call(left, Some(right))) {
            return made;
        }
        let values = [from_python(left, Wanted::Value)?, from_python(right, self.wanted(1))?];
        self.apply(left.py(), &values)
    }

    /// The result without a conversion of the arguments, where there is one.
    fn call_direct<'py>(
        &self,
        args: &Bound<'py, PyTuple>,
        names: Option<&Bound<'py, PyDict>>,
    ) -> Option<PyResult<Bound<'py, PyAny>>> {
        let direct = self.direct.filter(|_| names.is_none())?;
        match args.len() {
            1 => direct.call(&args.get_item(0).ok()?, None),
            2 => direct.call(&args.get_item(0).ok()?, Some(&args.get_item(1).ok()?)),
            _ => None,
        }
    }

    /// Applies the operation to values.
    pub(crate) fn apply<'py>(
        &self,
        py: Python<'py>,
        values: &[Value],
    ) -> PyResult<Bound<'py, PyAny>> {
        let (answer, row) = apply(self.rows, values);
        match answer {
            // An integer of a layout of names is a text of the language.
            Ok(Value::Text(text)) if values.iter().any(|of| matches!(of, Value::Symbolic(_))) => {
                match text.parse::<i64>() {
                    Ok(value) => to_python(py, value.into()),
                    Err(_) => Ok(Bound::new(py, PyName(text))?.into_any()),
                }
            }
            Ok(value) => to_python(py, value),
            Err(reason) => Err(self.error(py, reason, row, values)),
        }
    }

    #[cold]
    fn error(
        &self,
        py: Python<'_>,
        reason: NoValue,
        row: Option<&'static OperationRow>,
        values: &[Value],
    ) -> PyErr {
        let suggestions = || match row {
            Some(operation) if let NoValue::Refused(error) = &reason => advice(&TraceStep {
                operation,
                operands: values.to_vec(),
                answer: Err(Failure::refused(error)),
            }),
            _ => Vec::new(),
        };
        match &reason {
            NoValue::Refused(error) => {
                let made = refused(py, error, suggestions());
                let name = row.map_or(self.name, |row| row.name);
                match made.value(py).setattr("operation", name) {
                    Ok(()) => made,
                    Err(error) => error,
                }
            }
            NoValue::Count | NoValue::Mismatch(_) => {
                PyTypeError::new_err(reason.failure(self.name, row, values).to_string())
            }
            NoValue::Failed(failure) => failed(py, failure),
        }
    }

    /// The arguments in the order of the parameters.
    fn arguments(
        &self,
        args: &Bound<'_, PyTuple>,
        names: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Vec<Value>> {
        let mut values = Vec::with_capacity(args.len());
        for (at, argument) in args.iter().enumerate() {
            values.push(from_python(&argument, self.wanted(at))?);
        }
        let Some(names) = names.filter(|names| !names.is_empty()) else { return Ok(values) };
        let places = |row: &OperationRow| -> PyResult<Option<Vec<usize>>> {
            let mut places = Vec::new();
            for name in names.keys() {
                let name: String = name.extract()?;
                match row.parameters.iter().position(|of| python_name(of.name) == name) {
                    Some(at) if at >= args.len() => places.push(at),
                    _ => return Ok(None),
                }
            }
            places.sort_unstable();
            let follows = places.iter().zip(args.len()..).all(|(&at, next)| at == next);
            Ok(follows.then_some(places))
        };
        for row in self.rows {
            let Some(places) = places(row)? else { continue };
            for at in places {
                if let Some(argument) = names.get_item(python_name(row.parameters[at].name))? {
                    values.push(from_python(&argument, self.wanted(at))?);
                }
            }
            return Ok(values);
        }
        Err(PyTypeError::new_err(format!(
            "`{}` does not take these arguments by name: {}",
            self.name,
            self.signatures().join(", ")
        )))
    }

    /// Calls with their results, from the file that `generate.py` writes.
    fn examples(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let name = self.rows[0].name;
        include_str!("examples.txt").lines().filter_map(move |line| {
            let (_, example) = line.split_once('\t').filter(|(of, _)| *of == name)?;
            example.split_once('\t')
        })
    }

    fn signatures(&self) -> Vec<String> {
        let mut signatures: Vec<_> = self.rows.iter().map(|row| row.signature()).collect();
        signatures.dedup();
        signatures
    }
}

#[pymethods]
impl Operation {
    #[pyo3(signature = (*args, **names))]
    fn __call__<'py>(
        &self,
        py: Python<'py>,
        args: &Bound<'py, PyTuple>,
        names: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let Some(made) = self.call_direct(args, names) {
            return made;
        }
        let values = self.arguments(args, names)?;
        self.apply(py, &values)
    }

    /// Binds the operation to its first argument.
    fn __get__<'py>(
        slf: Bound<'py, Self>,
        instance: Bound<'py, PyAny>,
        owner: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        static METHOD: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let _ = owner;
        if instance.is_none() {
            return Ok(slf.into_any());
        }
        METHOD.import(slf.py(), "types", "MethodType")?.call1((slf, instance))
    }

    fn __repr__(&self) -> String {
        format!("<operation {}>", self.signatures().join(", "))
    }

    fn __reduce__(&self) -> &'static str {
        self.name
    }

    fn __getattr__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        match name {
            "__name__" | "__qualname__" => Ok(self.name.into_pyobject(py)?.into_any()),
            "__text_signature__" => {
                let row = self.rows[0];
                let parameters: Vec<_> = (row.parameters.iter())
                    .map(|of| {
                        format!(
                            "{}{}",
                            python_name(of.name),
                            if of.optional { "=None" } else { "" }
                        )
                    })
                    .collect();
                Ok(format!("({})", parameters.join(", ")).into_pyobject(py)?.into_any())
            }
            _ => Err(PyAttributeError::new_err(name.to_owned())),
        }
    }

    /// What the operation computes.
    #[getter]
    fn __doc__(&self) -> String {
        let rows = self.rows.iter().map(|row| {
            let parameters: Vec<_> = (row.parameters.iter())
                .map(|of| {
                    let optional = if of.optional { ", optional" } else { "" };
                    format!("    {}: {}{optional}\n", of.name, of.kind)
                })
                .collect();
            format!("{}\n    {}\n\n{}", row.signature(), row.help, parameters.concat())
        });
        let mut text = rows.collect::<Vec<_>>().join("\n");
        for (call, result) in self.examples() {
            text += &match result.strip_prefix("! ") {
                Some(message) => format!("\n>>> {call}\nLayoutError: {message}\n"),
                None => format!("\n>>> {call}\n{result}\n"),
            };
        }
        text
    }
}

/// The name of a parameter in Python, where some are keywords.
fn python_name(name: &'static str) -> &'static str {
    if name == "from" { "from_" } else { name }
}

/// The names and aliases of all operations.
pub(crate) fn all_names() -> Vec<&'static str> {
    let mut names: Vec<_> =
        operations().flat_map(|row| row.aliases.iter().copied().chain([row.name])).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Whether the first parameter of a row takes `value` without a conversion.
pub(crate) fn begins_with(name: &str, value: &Value) -> bool {
    named(name).iter().any(|row| row.parameters.first().is_some_and(|first| first.takes(value)))
}

/// The rows of the table as dictionaries: name, aliases, parameters and help.
#[pyfunction]
pub(crate) fn _table(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    operations()
        .map(|row| {
            let out = PyDict::new(py);
            out.set_item("name", row.name)?;
            out.set_item("aliases", row.aliases)?;
            let parameters: Vec<_> =
                row.parameters.iter().map(|of| (of.name, of.kind, of.optional)).collect();
            out.set_item("parameters", parameters)?;
            out.set_item("help", row.help)?;
            Ok(out)
        })
        .collect()
}
