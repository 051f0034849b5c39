//! Matrix instructions, texts of other systems, index functions, the lint, and the command as a function.

use clap::ValueEnum;
use layout_cli::atoms::{Instruction, InstructionOperand};
use layout_cli::dialect::{Dialect, Element, Foreign};
use layout_cli::lint::{Checked, check, check_file};
use layout_cli::picture::svg;
use layout_cli::{Failure, commands};
use layout_core::IntTuple;
use pyo3::exceptions::{PyAttributeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::convert::{
    Wanted, from_python, integer, maybe_swizzled, plain_layout, record_of, to_python,
};
use crate::error::failed;
use crate::picture::PyPicture;

/// A matrix instruction: the threads and the values that hold each operand.
///
/// `atom("SM80_16x8x16_F16").A.layout` maps (thread, value) to the column-major index in the tile of A.
#[pyclass(frozen, module = "static_layout")]
pub(crate) struct Atom(Instruction);

#[pymethods]
impl Atom {
    /// The name.
    #[getter]
    fn name(&self) -> &str {
        &self.0.name
    }

    /// The layout from a thread to its lane (CuTe's ThrID).
    #[getter]
    fn threads<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        maybe_swizzled(py, self.0.threads)
    }

    /// The names of the operands that threads hold.
    #[getter]
    fn operands(&self) -> Vec<&'static str> {
        self.0.operands.iter().map(|one| one.name).collect()
    }

    /// An operand by its name: `layout`, `tile` in (rows, columns), and `modes`, their meaning.
    fn __getattr__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        match self.0.operands.iter().find(|one| one.name == name) {
            Some(operand) => operand_record(py, operand),
            None => {
                Err(PyAttributeError::new_err(format!("{} has no operand {name}", self.0.name)))
            }
        }
    }

    /// The instruction on a larger tile (CuTe's make_tiled_mma): `atoms` arranges groups of threads in M and N, and each thread
    /// repeats the instruction in M, N and K.
    #[pyo3(signature = (atoms, repeat = (1, 1, 1)))]
    fn tiled(&self, atoms: &Bound<'_, PyAny>, repeat: (i64, i64, i64)) -> PyResult<Self> {
        let (m, n, k) = repeat;
        if m < 1 || n < 1 || k < 1 {
            return Err(PyValueError::new_err("an instruction is repeated 1 or more times"));
        }
        let tiled = self.0.tiled(&plain_layout(atoms)?, [m, n, k]);
        tiled.map(Self).map_err(|failure| failed(atoms.py(), &failure))
    }

    /// The picture of all operands, or of one.
    #[pyo3(signature = (operand = None))]
    fn picture(&self, py: Python<'_>, operand: Option<&str>) -> PyResult<PyPicture> {
        self.0.picture(operand).map(PyPicture).map_err(|failure| failed(py, &failure))
    }

    fn _repr_svg_(&self) -> Option<String> {
        self.0.picture(None).ok().map(|picture| svg::write(&picture))
    }

    fn __repr__(&self) -> String {
        format!("atom('{}')", self.0.name)
    }
}

fn operand_record<'py>(
    py: Python<'py>,
    operand: &InstructionOperand,
) -> PyResult<Bound<'py, PyAny>> {
    let tile = (operand.tile.rows, operand.tile.columns).into_pyobject(py)?.into_any();
    let modes = operand.modes.into_pyobject(py)?.into_any();
    record_of(
        py,
        vec![("layout", maybe_swizzled(py, operand.held)?), ("tile", tile), ("modes", modes)],
    )
}

/// The matrix instruction of a name: CUTLASS's, AMD's, or short as 'SM80_16x8x16_F16'.
#[pyfunction]
pub(crate) fn atom(py: Python<'_>, name: &str) -> PyResult<Atom> {
    Instruction::find(name).map(Atom).map_err(|failure| failed(py, &failure))
}

/// The short names of all matrix instructions; of a family with extents in their names, some.
#[pyfunction]
pub(crate) fn atom_names() -> Vec<String> {
    Instruction::all_names().filter_map(|names| names.into_iter().next()).collect()
}

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

/// Runs the command `layout` and returns what it prints: `command("emit", "c", "(n,64):(64,1)")`.
///
/// Raises LayoutError where the command fails. `command("--help")` lists what there is.
#[pyfunction]
#[pyo3(signature = (*words))]
pub(crate) fn command(py: Python<'_>, words: Vec<String>) -> PyResult<String> {
    let words = std::iter::once("layout".to_owned()).chain(words).map(Into::into);
    match py.detach(|| commands::output(words)) {
        Ok(text) => Ok(text),
        Err(message) => Err(failed(py, &Failure::new(message))),
    }
}

/// The explorer: a page that draws, divides and explains layouts, without a server.
///
/// A notebook shows it; `save` writes it.
#[pyclass(frozen, module = "static_layout")]
pub(crate) struct Page(String);

#[pymethods]
impl Page {
    /// The page as HTML.
    fn html(&self) -> &str {
        &self.0
    }

    /// Writes the page to a file, which opens on any machine.
    fn save(&self, path: std::path::PathBuf) -> PyResult<()> {
        Ok(std::fs::write(path, &self.0)?)
    }

    fn _repr_html_(&self) -> String {
        let page = self.0.replace('&', "&amp;").replace('"', "&quot;");
        format!(
            "<iframe srcdoc=\"{page}\" style=\"width: 100%; height: 720px; border: 0\" \
             title=\"Layout explorer\"></iframe>"
        )
    }

    fn __repr__(&self) -> String {
        format!("<Page of {} kB>", self.0.len() / 1000)
    }
}

/// The explorer at a layout or an expression.
#[pyfunction]
#[pyo3(signature = (value = None))]
pub(crate) fn explore(value: Option<&Bound<'_, PyAny>>) -> PyResult<Page> {
    let text = match value {
        None => None,
        Some(value) => match value.cast::<PyString>() {
            Ok(text) => Some(text.to_cow()?.into_owned()),
            Err(_) => Some(from_python(value, Wanted::Value)?.to_string()),
        },
    };
    Ok(Page(commands::page(text.as_deref())))
}

/// Runs the command `layout` with the words of a command line, prints, and returns the exit status.
#[pyfunction]
pub(crate) fn _main(py: Python<'_>, words: Vec<String>) -> u8 {
    py.detach(|| commands::run(words.into_iter().map(Into::into)))
}

/// The index function, the bounds test and the inverse of a layout in another language.
///
/// language   'c', 'cuda', 'opencl', 'wgsl', 'rust', ..
/// by         what a coordinate is: 'linear', 'modes' or 'leaves'
/// facts      facts about run-time integers, such as ['n<=4096', 'ld>=16']
/// bits       the bits of the integers, 32 or 64
/// name       what the names of the functions begin with
#[pyfunction]
#[pyo3(signature = (layout, language, *, by = "modes", facts = Vec::new(), bits = None, name = "layout"))]
pub(crate) fn emit(
    layout: &Bound<'_, PyAny>,
    language: String,
    by: &str,
    facts: Vec<String>,
    bits: Option<u32>,
    name: &str,
) -> PyResult<String> {
    let value = from_python(layout, Wanted::Value)?;
    let text = value.to_string();
    let text = text.split(" # ").next().unwrap_or_default().to_owned();
    let mut words = vec!["emit".into(), language, text];
    words.extend([format!("--by={by}"), format!("--name={name}")]);
    words.extend(facts.into_iter().map(|fact| format!("--fact={fact}")));
    words.extend(bits.map(|bits| format!("--bits={bits}")));
    command(layout.py(), words)
}
