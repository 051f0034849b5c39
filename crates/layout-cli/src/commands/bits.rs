//! `layout bits`: a layout as a matrix over F2, and conversions between two.

use std::fmt::Write;

use layout_core::{BitLayout, Shuffle, Swizzle};
use static_layout_dialects::TritonLayout;

use crate::Failure;
use crate::bits::{read, reason};
use crate::commands::drawing::Forms;
use crate::commands::{Outcome, extent};
use crate::dialect::{is_attribute, is_encoding, triton_bits};
use crate::picture::Picture;

/// Show a layout as a matrix of bits, which is what Triton's linear layouts are
///
/// The layout is shape:stride with or without a swizzle, the text of a matrix such as '{lane: (1) (2)} -> {x: 2}', or an
/// attribute of Triton such as '#ttg.blocked<{..}>', which needs --shape.
#[derive(Debug, clap::Args)]
pub struct BitsArguments {
    /// The layout
    #[arg(allow_hyphen_values = true)]
    layout: String,
    /// The shape of the tensor of a Triton attribute, such as 32x16. A type tensor<32x16xf32, #ttg.blocked<{..}>> has it
    #[arg(long, value_name = "EXTENTS", value_delimiter = 'x', value_parser = extent)]
    shape: Vec<i64>,
    /// A second layout of the same elements: print the conversion, its widest vector and its warp shuffles
    #[arg(long, value_name = "LAYOUT", allow_hyphen_values = true)]
    to: Option<String>,
    /// Print the inverse
    #[arg(long, conflicts_with = "to")]
    inverse: bool,
    /// Print the text of Triton's linear layout
    #[arg(long, conflicts_with_all = ["to", "svg", "html", "latex", "json", "png", "link"])]
    triton: bool,
    #[command(flatten)]
    forms: Forms,
}

impl BitsArguments {
    pub(super) fn run(&self, out: &mut String) -> Result<Outcome, Failure> {
        let mut bits = self.read(&self.layout)?;
        let to = self.to.as_ref().map(|to| self.read(to)).transpose()?;
        if !self.shape.is_empty()
            && !is_attribute(&self.layout)
            && !self.to.as_deref().is_some_and(is_attribute)
        {
            return Err(Failure::new(
                "--shape has no effect: it is the shape of a Triton attribute",
            ));
        }
        if self.inverse {
            bits = bits.inverse()?;
        }
        if self.triton {
            // Triton's layouts are of registers, lanes, warps and blocks, or of offsets alone.
            let known: &[&str] = match bits.inputs().rank() {
                1 if bits.inputs().name(0).as_str() == "offset" => &["offset"],
                _ => &["register", "lane", "warp", "block"],
            };
            let names = (0..bits.inputs().rank()).map(|i| bits.inputs().name(i));
            if let Some(name) = names.into_iter().find(|name| !known.contains(&name.as_str())) {
                return Err(Failure::new(format!(
                    "Triton has no word for the input `{}`",
                    name.as_str()
                ))
                .help("its inputs are register, lane, warp and block, or offset alone"));
            }
            let _ = writeln!(out, "{}", written(&bits)?);
            return Ok(Outcome::Done);
        }
        let Some(to) = to else {
            self.show(&bits, out)?;
            return Ok(Outcome::Done);
        };
        let conversion = bits.convert(&to).map_err(|error| {
            let message = format!("no conversion from {bits} to {to}: {}", reason(&error));
            Failure::new(message).help(
                "the second layout needs the outputs of the first, by name and number of bits",
            )
        })?;
        self.show(&conversion, out)?;
        if self.forms.has_format() {
            return Ok(Outcome::Done);
        }
        if let Ok(vector) = bits.common_vector(&to) {
            let elements = match 1_u64 << vector.inputs() {
                1 => "1 element".into(),
                count => format!("{count} elements"),
            };
            let _ = writeln!(out, "vector: {elements} move together");
        }
        match Shuffle::between(&bits, &to) {
            Ok(shuffle) => {
                let _ = writeln!(out, "shuffles: {}, and no fewer suffice", shuffle.rounds());
            }
            Err(error) => {
                let _ = writeln!(out, "shuffles: none, {}", reason(&error));
            }
        }
        Ok(Outcome::Done)
    }

    /// Draws the matrix in each requested format, or describes it.
    fn show(&self, bits: &BitLayout, out: &mut String) -> Result<(), Failure> {
        if self.forms.has_format() {
            let fields = [("view", "bits"), ("text", &bits.to_string())];
            return self.forms.draw(&Picture::of_bits(bits), &fields, out);
        }
        describe(bits, out);
        Ok(())
    }

    fn read(&self, text: &str) -> Result<BitLayout, Failure> {
        if is_encoding(text) { triton_bits(text, &self.shape) } else { read(text) }
    }
}

/// The text of Triton's linear layout.
fn written(bits: &BitLayout) -> Result<String, Failure> {
    let text = TritonLayout::linear(bits).to_string();
    let outputs = bits.outputs();
    let shape: Option<Vec<_>> =
        (0..outputs.rank()).map(|k| 1_i64.checked_shl(outputs.width(k))).collect();
    // Triton reads less than any matrix: a bit of a register is a bit of a coordinate.
    let read =
        TritonLayout::parse(&text).and_then(|layout| layout.bits(&shape.unwrap_or_default()));
    match read {
        Ok(_) => Ok(text),
        Err(error) => Err(Failure::found(&error, &text)),
    }
}

/// Prints the text, the matrix with a row for each bit of the image, and the layout with these bits.
fn describe(bits: &BitLayout, out: &mut String) {
    let _ = writeln!(out, "{bits}");
    let (inputs, outputs, matrix) = (bits.inputs(), bits.outputs(), bits.matrix());
    let margin = (0..outputs.rank()).map(|i| outputs.name(i).as_str().len() + 3).max().unwrap_or(0);
    let widths: Vec<usize> = (0..inputs.rank())
        .map(|i| (2 * inputs.width(i) as usize).max(inputs.name(i).as_str().len() + 1))
        .collect();
    let mut heading = " ".repeat(margin);
    for (i, width) in widths.iter().enumerate() {
        let _ = write!(heading, "  {:<width$}", inputs.name(i).as_str());
    }
    let _ = writeln!(out, "{}", heading.trim_end());
    let mut row = 0;
    for k in 0..outputs.rank() {
        for bit in 0..outputs.width(k) {
            let name = format!("{} {bit}", outputs.name(k).as_str());
            let mut line = format!("{name:>margin$}");
            let mut column = 0;
            for (i, width) in widths.iter().enumerate() {
                let cells: String = (0..inputs.width(i))
                    .map(|at| match matrix.columns()[column + at as usize] >> row & 1 {
                        0 => ". ",
                        _ => "1 ",
                    })
                    .collect();
                column += inputs.width(i) as usize;
                let _ = write!(line, "  {cells:<width$}");
            }
            let _ = writeln!(out, "{}", line.trim_end());
            row += 1;
        }
    }
    let rank = matrix.rank();
    let kind = match (matrix.is_injective(), matrix.is_surjective()) {
        (true, true) => "one to one and onto",
        (true, false) => "one to one",
        (false, true) => "onto",
        (false, false) => "neither one to one nor onto",
    };
    let _ = writeln!(out, "rank: {rank} of {} bits, {kind}", matrix.inputs());
    match bits.to_layout() {
        Ok(layout) if layout.swizzle() == Swizzle::IDENTITY => {
            let _ = writeln!(out, "layout: {}", layout.plain());
        }
        Ok(layout) => {
            let _ = writeln!(out, "layout: {layout}");
        }
        Err(error) => {
            let _ = writeln!(out, "layout: none, {}", reason(&error));
        }
    }
}
