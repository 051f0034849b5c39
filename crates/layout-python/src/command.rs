//! The command as a function, and what it alone has: the explorer and index functions.

use layout_cli::language::Value;
use layout_cli::{Failure, commands};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::convert::{Wanted, failed, from_python};

/// Runs the command `layout` and returns what it prints: `command("emit", "c", "(n,64):(64,1)")`.
///
/// Raises LayoutError where the command fails. `command("--help")` lists what there is.
#[pyfunction]
#[pyo3(signature = (*words))]
pub(crate) fn command(py: Python<'_>, words: Vec<String>) -> PyResult<String> {
    let words = std::iter::once("layout".to_owned()).chain(words).map(Into::into);
    match py.detach(|| commands::output(words)) {
        Ok(text) => Ok(text),
        Err(message) => {
            let mut lines = message.lines().filter(|line| !line.trim().is_empty());
            let first = lines.next().unwrap_or_default();
            let failure = Failure::new(first.strip_prefix("error: ").unwrap_or(first));
            let help = lines.map(|line| line.strip_prefix("help: ").unwrap_or(line));
            Err(failed(py, &help.fold(failure, Failure::help)))
        }
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
#[pyo3(signature = (layout, language, *, by = "modes", facts = None, bits = None, name = "layout"))]
pub(crate) fn emit(
    layout: &Bound<'_, PyAny>,
    language: String,
    by: &str,
    facts: Option<&Bound<'_, PyAny>>,
    bits: Option<u32>,
    name: &str,
) -> PyResult<String> {
    let facts: Vec<String> = match facts {
        None => Vec::new(),
        Some(one) if one.is_instance_of::<PyString>() => vec![one.extract()?],
        Some(several) => several.extract()?,
    };
    let value = from_python(layout, Wanted::Value)?;
    let text = match &value {
        Value::Symbolic(layout) => layout.notation().to_string(),
        value => value.to_string(),
    };
    let (text, stated) = without_facts(&text);
    let mut words = vec!["emit".into(), language, text];
    words.extend([format!("--by={by}"), format!("--name={name}")]);
    words.extend(stated.into_iter().chain(facts).map(|fact| format!("--fact={fact}")));
    words.extend(bits.map(|bits| format!("--bits={bits}")));
    command(layout.py(), words)
}

/// A layout of names without the facts in braces, and these as the command has them: `n%8==0`, `n<=4096`.
fn without_facts(text: &str) -> (String, Vec<String>) {
    let (mut out, mut facts, mut rest) = (String::new(), Vec::new(), text);
    while let Some((before, after)) = rest.split_once('{') {
        out += before;
        let (inside, after) = after.split_once('}').unwrap_or((after, ""));
        let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let name = out.rsplit(|c| !is_letter(c)).next().unwrap_or_default();
        facts.extend(inside.split(' ').map(|fact| match fact.strip_prefix("div=") {
            Some(divisor) => format!("{name}%{divisor}==0"),
            None => format!("{name}{fact}"),
        }));
        rest = after;
    }
    (out + rest, facts)
}
