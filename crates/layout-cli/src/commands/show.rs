//! `layout show`: draws a layout.

use crate::commands::Outcome;
use crate::commands::drawing::Forms;
use crate::memory;
use crate::picture::{ColourBy, Picture};
use crate::{Failure, MaybeSwizzled};

/// Draw a layout in the terminal, or as SVG, HTML, LaTeX or JSON
#[derive(Debug, clap::Args)]
pub struct ShowArguments {
    /// A layout or an expression, such as '(8,(2,2)):(2,(1,16))'
    layout: String,
    /// The meaning of colours: offset, thread (mode 0), value (mode 1), bank, tile (of a divide or a product),
    /// tile=<4,2>, layout=(8,8):(1,0) or none
    #[arg(long, value_name = "GROUP")]
    by: Option<String>,
    /// Bytes of an element, for the colours of banks [default: the size of the element type in the text, or 4]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i64).range(1..=1024))]
    bytes: Option<i64>,
    /// A name for each mode, such as y,x
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    names: Vec<String>,
    #[command(flatten)]
    forms: Forms,
}

impl ShowArguments {
    pub(super) fn run(&self, out: &mut String) -> Result<Outcome, Failure> {
        let (layout, bytes) = match self.by.as_deref() {
            Some("bank") => memory::read(&self.layout, self.bytes)?,
            _ => (MaybeSwizzled::read(&self.layout)?, self.bytes),
        };
        let by = match self.by.as_deref() {
            Some("tile") => ColourBy::made_tiles(&self.layout, &layout).ok_or_else(|| {
                Failure::new("--by tile colours the tiles of a divide or a product")
                    .help("another layout names its tiles: --by 'tile=<4,2>'")
            })?,
            Some(by) => ColourBy::read(by, bytes.unwrap_or(4))?,
            None if layout.plain().is_coordinate() => ColourBy::Nothing,
            None => ColourBy::Offset,
        };
        if self.bytes.is_some() && !matches!(by, ColourBy::Bank { .. }) {
            return Err(Failure::new("--bytes has no effect: it is for --by bank"));
        }
        let mut picture = Picture::of_layout(&layout, &by)?;
        if !self.names.is_empty() {
            picture = picture.with_names(layout.plain(), &self.names)?;
        }
        let by = match (&by, self.by.as_deref()) {
            (ColourBy::Bank { element }, _) => format!("bank={element}"),
            (_, Some("tile")) => "tile=".to_owned(),
            (_, Some(by)) => by.to_owned(),
            (_, None) => "offset".to_owned(),
        };
        self.forms.draw(&picture, &[("e", &self.layout), ("by", &by)], out)?;
        Ok(Outcome::Done)
    }
}
