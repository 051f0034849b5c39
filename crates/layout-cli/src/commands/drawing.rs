//! The output options that all commands with pictures share.

use std::fmt::Write as _;

use crate::Failure;
use crate::commands::link::link;
use crate::picture::{Panel, Picture, html, json, latex, svg, text};

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
    /// Write a PNG picture to FILE (feature `png`)
    #[arg(long, value_name = "FILE")]
    png: Option<String>,
    /// Print the address of the picture in the explorer at ADDRESS, or at LAYOUT_EXPLORER of the environment
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    link: Option<String>,
}

/// The rows and columns from which on a picture in the terminal is followed by a word about the other forms.
const LARGE: usize = 64;

type Writer = fn(&Picture) -> String;

impl Forms {
    /// Whether a format is requested.
    pub const fn has_format(&self) -> bool {
        self.svg.is_some()
            || self.html.is_some()
            || self.latex.is_some()
            || self.json.is_some()
            || self.png.is_some()
            || self.link.is_some()
    }

    /// Writes the picture in each requested format, or as text for the terminal if there is none. `fields` say in the
    /// address of the explorer what it shows.
    pub fn draw(
        &self,
        picture: &Picture,
        fields: &[(&str, &str)],
        out: &mut String,
    ) -> Result<(), Failure> {
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
        for (file, write) in forms {
            match file.as_deref() {
                None => {}
                Some("-") => out.push_str(&write(picture)),
                Some(file) => save(file, write(picture).as_bytes())?,
            }
        }
        if let Some(file) = &self.png {
            if file == "-" {
                return Err(Failure::new("a PNG goes to a file").help("--png picture.png"));
            }
            save(file, &png(picture)?)?;
        }
        if let Some(address) = &self.link {
            let _ = writeln!(out, "{}", link(address, fields)?);
        }
        if !self.has_format() {
            out.push_str(&text::write_within(picture, terminal_width()));
            let large = |panel: &Panel| {
                let (rows, columns) = (panel.rows.len(), panel.columns.len());
                (rows > LARGE || columns > LARGE).then_some((rows, columns))
            };
            if let Some((rows, columns)) = picture.panels.iter().find_map(large) {
                let _ =
                    writeln!(out, "{rows} rows of {columns}: --html FILE writes a page that zooms");
            }
        }
        Ok(())
    }
}

/// Writes a file.
pub fn save(file: &str, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(file, bytes)
        .map_err(|error| Failure::new(format!("cannot write {file}: {error}")))
}

/// The characters of a line: `COLUMNS` if it is set, else the width of the terminal. Output that goes elsewhere is not
/// cut.
pub fn terminal_width() -> usize {
    let set = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    set.or_else(|| terminal_size::terminal_size().map(|(width, _)| width.0.into()))
        .filter(|width| *width > 0)
        .unwrap_or(usize::MAX)
}

#[cfg(feature = "png")]
fn png(picture: &Picture) -> Result<Vec<u8>, Failure> {
    crate::picture::png::write(picture)
}

#[cfg(not(feature = "png"))]
fn png(_: &Picture) -> Result<Vec<u8>, Failure> {
    Err(crate::commands::missing::missing("--png", "png")
        .help("--svg FILE writes a picture for browsers and papers"))
}
