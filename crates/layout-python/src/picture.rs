//! Pictures, which notebooks show.

use layout_cli::MaybeSwizzled;
use layout_cli::explain::{Derivation, explain_in};
use layout_cli::language::{Scope, Value};
use layout_cli::picture::{
    ColourBy, Picture, TileExtents, html, json, latex, svg, text, tiled_copy,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::convert::{Wanted, either_layout, failed, from_python, plain_layout, to_python};

/// A picture: a grid of cells with their offsets, or the threads that hold them.
///
/// A notebook shows it. `str(picture)` draws it in characters.
#[pyclass(frozen, module = "static_layout", name = "Picture")]
pub(crate) struct PyPicture(pub(crate) Picture);

#[pymethods]
impl PyPicture {
    /// The picture as SVG.
    fn svg(&self) -> String {
        svg::write(&self.0)
    }

    /// The picture as a page that pans and zooms.
    fn html(&self) -> String {
        html::write(&self.0)
    }

    /// The picture as a LaTeX document that draws with TikZ.
    fn latex(&self) -> String {
        latex::write(&self.0)
    }

    /// The cells as JSON.
    fn json(&self) -> String {
        json::write(&self.0)
    }

    /// Writes the picture to a file, in the form of its suffix: .svg, .html, .tex, .json or .txt.
    fn save(&self, path: std::path::PathBuf) -> PyResult<()> {
        let text = match path.extension().and_then(|suffix| suffix.to_str()) {
            Some("svg") => self.svg(),
            Some("html") => self.html(),
            Some("tex") => self.latex(),
            Some("json") => self.json(),
            Some("txt") => self.__str__(),
            _ => {
                let message = "a picture is saved as .svg, .html, .tex, .json or .txt";
                return Err(PyValueError::new_err(message));
            }
        };
        Ok(std::fs::write(path, text)?)
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __str__(&self) -> String {
        uncoloured(&text::write(&self.0))
    }

    fn __repr__(&self) -> String {
        format!("<Picture {}>", self.0.title)
    }
}

/// A text without the sequences that colour it in a terminal.
fn uncoloured(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("\u{1b}[") {
        out += before;
        rest = after.split_once('m').map_or("", |(_, rest)| rest);
    }
    out + rest
}

/// Draws a layout: a cell for each coordinate with its offset.
///
/// colour: 'offset', 'thread', 'value', 'bank', 'tile=<4,8>', 'layout=(8,8):(1,0)' or 'none'
/// element: the bytes of an element, for the colours of banks
#[pyfunction]
#[pyo3(signature = (layout, colour = "value", *, element = 4))]
pub(crate) fn draw(layout: &Bound<'_, PyAny>, colour: &str, element: i64) -> PyResult<PyPicture> {
    let py = layout.py();
    if element < 1 {
        return Err(PyValueError::new_err(format!("an element of {element} bytes")));
    }
    let layout = either_layout(layout)?;
    let drawn = ColourBy::read(colour, element).and_then(|by| Picture::of_layout(&layout, &by));
    drawn.map(PyPicture).map_err(|failure| failed(py, &failure))
}

/// Draws a thread-value layout: the thread and the value that hold each element of a tile of `(rows, columns)`.
///
/// The layout maps (thread, value) to the column-major index in the tile.
#[pyfunction]
pub(crate) fn draw_threads(layout: &Bound<'_, PyAny>, tile: (i64, i64)) -> PyResult<PyPicture> {
    let py = layout.py();
    let tile = TileExtents { rows: tile.0, columns: tile.1 };
    if tile.rows < 1 || tile.columns < 1 {
        return Err(PyValueError::new_err("a tile has rows and columns: (16, 8)"));
    }
    let drawn = Picture::of_threads(&either_layout(layout)?, tile);
    drawn.map(PyPicture).map_err(|failure| failed(py, &failure))
}

/// Draws a tiled copy: the arrangement of its threads, and of the values of each thread.
#[pyfunction]
pub(crate) fn draw_copy(
    threads: &Bound<'_, PyAny>,
    values: &Bound<'_, PyAny>,
) -> PyResult<PyPicture> {
    let py = threads.py();
    let drawn = tiled_copy(&plain_layout(threads)?, &plain_layout(values)?)
        .and_then(|(held, tile)| Picture::of_threads(&held.into(), tile));
    drawn.map(PyPicture).map_err(|failure| failed(py, &failure))
}

/// The steps that lead to the value of an expression, or to its refusal.
///
/// A notebook shows them as a list, `str` as lines.
#[pyclass(frozen, module = "static_layout")]
pub(crate) struct Explanation {
    steps: Vec<Derivation>,
    value: Option<Value>,
}

#[pymethods]
impl Explanation {
    /// The value of the expression, or None where an operation is refused.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, self.value.clone().unwrap_or(Value::Nothing))
    }

    fn __str__(&self) -> String {
        let steps: Vec<_> = self.steps.iter().map(|step| uncoloured(&step.to_string())).collect();
        steps.join("\n\n")
    }

    fn __repr__(&self) -> String {
        let titles: Vec<_> = self.steps.iter().map(|step| step.title.as_str()).collect();
        format!("<Explanation of {}>", titles.join(", "))
    }

    fn _repr_html_(&self) -> String {
        let mut out = String::from("<div class=\"static-layout\">");
        for step in &self.steps {
            out += &format!(
                "<p><code><b>{}</b></code><br>{}</p><ul>",
                escaped(&step.title),
                escaped(step.about)
            );
            for line in &step.lines {
                let found = line
                    .found
                    .as_ref()
                    .map(|found| format!(" &rarr; <code>{}</code>", escaped(found)));
                let indent = 2 * line.depth;
                let (text, found) = (escaped(&line.text), found.unwrap_or_default());
                out += &format!("<li style=\"margin-left:{indent}em\">{text}{found}</li>");
            }
            out += "</ul>";
            match &step.answer {
                Ok(value) => {
                    out += &format!("<p>= <code>{}</code></p>", escaped(&value.to_string()))
                }
                Err(failure) => {
                    out += &format!("<p>refused: {}</p>", escaped(failure.message()));
                    let help = failure.help_lines().iter().chain(&step.advice);
                    out.extend(help.map(|line| format!("<p>help: {}</p>", escaped(line))));
                }
            }
        }
        out + "</div>"
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Explains each operation of an expression: the modes that it meets, and what they become.
///
/// Names are values: `explain("a o b", a=Layout(..), b=Layout(..))`.
///
/// Raises LayoutError for a text that does not parse; a refused operation is explained.
#[pyfunction]
#[pyo3(signature = (text, **names))]
pub(crate) fn explain(
    py: Python<'_>,
    text: &str,
    names: Option<&Bound<'_, PyDict>>,
) -> PyResult<Explanation> {
    let mut scope = scope(names)?;
    let (steps, answer) = explain_in(&mut scope, text);
    match answer {
        Err(failure) if steps.is_empty() => Err(failed(py, &failure)),
        answer => Ok(Explanation { steps, value: answer.ok() }),
    }
}

/// A scope with these names.
pub(crate) fn scope(names: Option<&Bound<'_, PyDict>>) -> PyResult<Scope> {
    let mut scope = Scope::default();
    for (name, value) in names.into_iter().flatten() {
        scope.set(&name.extract::<String>()?, from_python(&value, Wanted::Value)?);
    }
    Ok(scope)
}

/// The picture of a layout with plain integers; none for more cells than a picture has.
pub(crate) fn svg_of(value: &Value) -> Option<String> {
    let picture = Picture::of_layout(&MaybeSwizzled::of(value)?, &ColourBy::Value).ok()?;
    Some(svg::write(&picture))
}
