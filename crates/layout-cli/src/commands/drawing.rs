//! The output options that all commands with pictures share.

use crate::Failure;
use crate::picture::{Picture, html, json, latex, svg, text};

/// The output formats of a picture. An option without a file, or with `-`, writes to standard output.
#[derive(Debug, clap::Args)]
#[group(multiple = true)]
pub struct Forms {
    /// Write an SVG picture to FILE, or to standard output without FILE
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    svg: Option<String>,
    /// Write an HTML page that pans and zooms
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    html: Option<String>,
    /// Write a LaTeX document that draws with TikZ
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    latex: Option<String>,
    /// Write the cells as JSON
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    json: Option<String>,
}

type Writer = fn(&Picture) -> String;

impl Forms {
    /// Whether a format is requested.
    pub const fn has_format(&self) -> bool {
        self.svg.is_some() || self.html.is_some() || self.latex.is_some() || self.json.is_some()
    }

    /// Writes the picture in each requested format, or as text for the terminal if there is none.
    pub fn draw(&self, picture: &Picture, out: &mut String) -> Result<(), Failure> {
        let forms: [(_, Writer); 4] = [
            (&self.svg, svg::write),
            (&self.html, html::write),
            (&self.latex, latex::write),
            (&self.json, json::write),
        ];
        let to_stdout = |(file, _): &&(&Option<String>, Writer)| file.as_deref() == Some("-");
        if forms.iter().filter(to_stdout).count() > 1 {
            let message = "two formats cannot both go to standard output";
            return Err(Failure::new(message).help("name a file: --svg picture.svg --json"));
        }
        let mut asked = false;
        for (file, write) in forms {
            let Some(file) = file else { continue };
            asked = true;
            if file == "-" {
                out.push_str(&write(picture));
            } else {
                std::fs::write(file, write(picture))
                    .map_err(|error| Failure::new(format!("cannot write {file}: {error}")))?;
            }
        }
        if !asked {
            out.push_str(&text::write_within(picture, terminal_width()));
        }
        Ok(())
    }
}

/// The characters of a line: `COLUMNS` if it is set, else the width of the terminal. Output that goes elsewhere is not
/// cut.
pub fn terminal_width() -> usize {
    let set = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    set.or_else(|| terminal_size::terminal_size().map(|(width, _)| width.0.into()))
        .filter(|width| *width > 0)
        .unwrap_or(usize::MAX)
}
