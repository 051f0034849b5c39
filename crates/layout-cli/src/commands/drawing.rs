//! Where a picture goes: the arguments that all commands with pictures have.

use crate::Failure;
use crate::picture::{Picture, html, json, latex, svg, text};

/// The forms of a picture. Without a file, and for `-`, they go to standard output.
#[derive(Debug, clap::Args)]
#[group(multiple = true)]
pub struct Forms {
    /// Write an SVG picture: to a file, or without one to standard output
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    svg: Option<String>,
    /// Write a page that pans and zooms
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
    /// Writes the picture in each form that is asked for; for the terminal where none is.
    pub fn draw(&self, picture: &Picture, out: &mut String) -> Result<(), Failure> {
        let forms: [(_, Writer); 4] = [
            (&self.svg, svg::write),
            (&self.html, html::write),
            (&self.latex, latex::write),
            (&self.json, json::write),
        ];
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
            out.push_str(&text::write(picture));
        }
        Ok(())
    }
}
