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
    /// '((4,8),(2,2)):((32,1),(16,8))', or the name of a matrix instruction
    #[arg(required_unless_present_any = ["atom", "atoms", "threads"], conflicts_with_all = ["atom", "atoms", "threads"])]
    layout: Option<String>,
    /// Rows and columns of the tile, such as 16x8
    #[arg(long, value_name = "ROWSxCOLUMNS", requires = "layout")]
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
    /// The arrangement of the atoms of a larger tile in M and N, such as '(2,2)' or '(2,2):(2,1)' (CuTe's
    /// make_tiled_mma)
    #[arg(long, value_name = "LAYOUT", requires = "atom")]
    tiled: Option<String>,
    /// How often each thread repeats the atom in M, N and K
    #[arg(long, value_name = "MxNxK", requires = "atom", value_delimiter = 'x', num_args = 1)]
    repeat: Vec<i64>,
    /// List the names of the atoms, a line for each with CUTLASS's names behind the short one
    #[arg(long, conflicts_with = "atom")]
    atoms: bool,
    #[command(flatten)]
    forms: Forms,
}

/// Whether a text is a name, as layouts are not: they have a colon or begin with a bracket or a digit. Names have colons
/// in pairs.
fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && !text.replace("::", "").contains(':')
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
            self.instruction(atom)?.picture(self.operand.as_deref())?
        } else if let (Some(threads), Some(values)) = (&self.threads, &self.values) {
            let (threads, values) = (MaybeSwizzled::read(threads)?, MaybeSwizzled::read(values)?);
            let (held, tile) = tiled_copy(&threads.plain(), &values.plain())?;
            Picture::of_threads(&held.into(), tile)?
        } else if let (Some(layout), Some(tile)) = (&self.layout, &self.tile) {
            Picture::of_threads(&MaybeSwizzled::read(layout)?, tile.parse()?)?
        } else if let Some(name) = self.layout.as_ref().filter(|text| is_name(text)) {
            self.instruction(name)?.picture(None)?
        } else if let Some(layout) = &self.layout {
            return Err(Failure::new("a thread-value layout needs the tile that it covers")
                .help(format!("layout tv '{layout}' --tile 16x8, rows by columns")));
        } else {
            return Err(Failure::new("a layout and its tile, a tiled copy or an atom is needed"));
        };
        self.forms.draw(&picture, out)?;
        Ok(Outcome::Done)
    }

    /// The atom, on its larger tile if there is one.
    fn instruction(&self, atom: &str) -> Result<Instruction, Failure> {
        let atom = Instruction::find(atom)?;
        if self.tiled.is_none() && self.repeat.is_empty() {
            return Ok(atom);
        }
        let atoms = MaybeSwizzled::read(self.tiled.as_deref().unwrap_or("(1,1)"))?;
        let repeat = match self.repeat[..] {
            [] => [1; 3],
            [m, n, k] if m > 0 && n > 0 && k > 0 => [m, n, k],
            _ => return Err(Failure::new("--repeat has three positive numbers, such as 1x2x1")),
        };
        atom.tiled(&atoms.plain(), repeat)
    }
}
