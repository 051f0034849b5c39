//! The matrix instructions of GPUs and CPUs: thread-value layouts of their operands (CuTe's MMA and copy atoms).

mod table;

use std::fmt;

use crate::picture::{Picture, TileExtents};
use crate::{Failure, MaybeSwizzled};

/// An instruction and the thread-value layouts of its operands.
#[derive(Clone, Debug, PartialEq)]
pub struct Instruction {
    /// The name that was looked up, in the case of the table.
    pub name: String,
    /// What a thread and a value are, if not a thread of a warp and a register.
    pub note: &'static str,
    /// The operands that threads hold, among `A`, `B` and `C`.
    pub operands: Vec<InstructionOperand>,
}

/// The thread-value layout of an operand. It maps (thread, value) to the linear index in the tile, column-major.
#[derive(Clone, Debug, PartialEq)]
pub struct InstructionOperand {
    /// `A`, `B` or `C`; for a copy `Rows` or `Fragment`.
    pub name: &'static str,
    /// The meaning of rows and columns of the tile, such as `(M,K)`.
    pub modes: &'static str,
    /// The extents of the tile, in elements.
    pub tile: TileExtents,
    /// The layout from (thread, value) to the tile.
    pub held: MaybeSwizzled,
}

impl Instruction {
    /// Finds an instruction by name, ignoring case.
    ///
    /// A name is short (`SM80_16x8x16_F16`), that of CUTLASS (`SM80_16x8x16_F32F16F16F32_TN`), or `SM90_64xNxK` with N
    /// a multiple of 8 up to 256 and K one of 8, 16 and 32.
    ///
    /// # Errors
    ///
    /// An unknown name; the help lists all names.
    ///
    /// ```
    /// use layout_cli::atoms::Instruction;
    /// let atom = Instruction::find("sm80_16x8x16_f16")?;
    /// assert_eq!(atom.operands[0].held.to_string(), "((4,8),(2,2,2)):((32,1),(16,8,128))");
    /// assert_eq!(Instruction::find("SM90_64x128x16")?.operands[1].tile.columns, 128);
    /// assert!(Instruction::find("SM80").is_err());
    /// # Ok::<(), layout_cli::Failure>(())
    /// ```
    pub fn find(name: &str) -> Result<Self, Failure> {
        let wanted = name.to_uppercase();
        let named = |row: &&table::InstructionRow| {
            row.names.iter().find(|name| name.to_uppercase() == wanted)
        };
        if let Some(row) = table::ROWS.iter().find(|row| named(row).is_some()) {
            let operands = row.operands.iter().map(|(name, modes, tile, held)| {
                (*name, *modes, (*tile).to_owned(), (*held).to_owned())
            });
            return Self::made(named(&row).unwrap_or(&row.names[0]), row.note, operands);
        }
        if let Some(((n, k), operands)) = table::warp_group(&wanted) {
            return Self::made(&format!("SM90_64x{n}x{k}"), table::WARP_GROUP, operands);
        }
        Err(Failure::new(format!("unknown atom {name}"))
            .at(name, 0..name.len())
            .help(format!("the atoms are {}", Self::names().collect::<Vec<_>>().join(", "))))
    }

    /// The short names of all instructions.
    pub fn names() -> impl Iterator<Item = &'static str> {
        table::ROWS.iter().map(|row| row.names[0]).chain(["SM90_64xNxK"])
    }

    /// All names of each instruction: the short one, then those of CUTLASS.
    ///
    /// ```
    /// use layout_cli::atoms::Instruction;
    /// for name in Instruction::all_names().flatten() {
    ///     assert!(Instruction::find(name).is_ok(), "{name}");
    /// }
    /// ```
    pub fn all_names() -> impl Iterator<Item = &'static [&'static str]> {
        table::ROWS.iter().map(|row| row.names).chain([&["SM90_64x64x16"][..]])
    }

    fn made(
        name: &str,
        note: &'static str,
        operands: impl IntoIterator<Item = (&'static str, &'static str, String, String)>,
    ) -> Result<Self, Failure> {
        let operands = operands.into_iter().map(|(name, modes, tile, held)| {
            Ok(InstructionOperand {
                name,
                modes,
                tile: tile.parse()?,
                held: MaybeSwizzled::read(&held)?,
            })
        });
        Ok(Self {
            name: name.to_owned(),
            note,
            operands: operands.collect::<Result<_, Failure>>()?,
        })
    }

    /// Draws a panel for each operand, or for the operand named `only`.
    ///
    /// # Errors
    ///
    /// An unknown operand.
    pub fn picture(&self, only: Option<&str>) -> Result<Picture, Failure> {
        let chosen: Vec<&InstructionOperand> = self
            .operands
            .iter()
            .filter(|operand| only.is_none_or(|name| operand.name.eq_ignore_ascii_case(name)))
            .collect();
        if let (Some(name), []) = (only, &chosen[..]) {
            let names: Vec<_> = self.operands.iter().map(|operand| operand.name).collect();
            return Err(Failure::new(format!("{} has no operand {name}", self.name))
                .help(format!("its operands are {}", names.join(", "))));
        }
        let parts = chosen.iter().map(|operand| (operand.to_string(), &operand.held, operand.tile));
        let note = if self.note.is_empty() { String::new() } else { format!(": {}", self.note) };
        Picture::of_parts(&format!("{}{note}", self.name), parts)
    }
}

/// `A (M,K) 16x16: ((4,8),(2,2,2)):((32,1),(16,8,128))`.
impl fmt::Display for InstructionOperand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TileExtents { rows, columns } = self.tile;
        write!(f, "{} {} {rows}x{columns}: {}", self.name, self.modes, self.held)
    }
}
