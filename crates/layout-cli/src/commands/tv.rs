//! `layout tv`: draws a thread-value layout.

use std::fmt::Write;

use crate::atoms::Instruction;
use crate::commands::Outcome;
use crate::commands::drawing::Forms;
use crate::picture::{Picture, tiled_copy};
use crate::{Failure, MaybeSwizzled};

/// Draw a thread-value layout: the thread and the value that hold each element of a tile
#[derive(Debug, clap::Args)]
pub struct TvArguments {
    /// A thread-value layout, from (thread,value) to the column-major index in the tile, such as
    /// '((4,8),(2,2)):((32,1),(16,8))'
    #[arg(required_unless_present_any = ["atom", "atoms", "threads"], conflicts_with_all = ["atom", "atoms", "threads"])]
    layout: Option<String>,
    /// Rows and columns of the tile, such as 16x8
    #[arg(long, value_name = "ROWSxCOLUMNS", requires = "layout", required_unless_present_any = ["atom", "atoms", "threads"])]
    tile: Option<String>,
    /// The arrangement of the threads of a tiled copy, such as '(32,8):(8,1)'
    #[arg(long, value_name = "LAYOUT", requires = "values", conflicts_with_all = ["atom", "atoms"])]
    threads: Option<String>,
    /// The values of each thread of a tiled copy, such as '(4,1)'
    #[arg(long, value_name = "LAYOUT", requires = "threads")]
    values: Option<String>,
    /// The operands of a matrix instruction, such as SM80_16x8x16_F16
    #[arg(long, value_name = "NAME")]
    atom: Option<String>,
    /// Draw one operand of the atom: A, B or C
    #[arg(long, value_name = "NAME", requires = "atom")]
    operand: Option<String>,
    /// List the names of the atoms, a line for each with CUTLASS's names behind the short one
    #[arg(long, conflicts_with = "atom")]
    atoms: bool,
    #[command(flatten)]
    forms: Forms,
}

impl TvArguments {
    pub(super) fn run(&self, out: &mut String) -> Result<Outcome, Failure> {
        if self.atoms {
            for names in Instruction::all_names() {
                let _ = writeln!(out, "{}", names.join("  "));
            }
            return Ok(Outcome::Done);
        }
        let picture = if let Some(atom) = &self.atom {
            Instruction::find(atom)?.picture(self.operand.as_deref())?
        } else if let (Some(threads), Some(values)) = (&self.threads, &self.values) {
            let (threads, values) = (MaybeSwizzled::read(threads)?, MaybeSwizzled::read(values)?);
            let (held, tile) = tiled_copy(&threads.plain(), &values.plain())?;
            Picture::of_threads(&held.into(), tile)?
        } else if let (Some(layout), Some(tile)) = (&self.layout, &self.tile) {
            Picture::of_threads(&MaybeSwizzled::read(layout)?, tile.parse()?)?
        } else {
            return Err(Failure::new("a layout and its tile, a tiled copy or an atom is needed"));
        };
        self.forms.draw(&picture, out)?;
        Ok(Outcome::Done)
    }
}
