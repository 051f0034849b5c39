//! Who holds what in the matrix instructions of GPUs and CPUs: thread-value layouts of their operands.

mod table;

use std::fmt;

use crate::picture::{Picture, TileExtents};
use crate::{Failure, MaybeSwizzled};

/// An instruction, and the thread-value layouts of its operands.
#[derive(Clone, Debug, PartialEq)]
pub struct Instruction {
    /// The name by which it was asked for.
    pub name: String,
    /// What threads and values are, where they are not those of a warp and of registers.
    pub note: &'static str,
    /// `A`, `B` and `C`, as far as threads hold them.
    pub operands: Vec<Fragment>,
}

/// A thread-value layout: it maps (thread, value) to the linear index in the tile, rows first.
#[derive(Clone, Debug, PartialEq)]
pub struct Fragment {
    /// `A`, `B`, `C`, or what a copy moves.
    pub name: &'static str,
    /// What rows and columns of the tile are: `(M,K)`.
    pub modes: &'static str,
    /// The tile.
    pub tile: TileExtents,
    /// The layout.
    pub held: MaybeSwizzled,
}

impl Instruction {
    /// The atom of that name, in any case: a short name, such as `SM80_16x8x16_F16`, the one that CUTLASS has
    /// for it, `SM80_16x8x16_F32F16F16F32_TN`, or `SM90_64xNxK` for N of 8 to 256 in steps of 8 and K of 8, 16
    /// or 32.
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
        Err(Failure::new(format!("no atom is named {name}"))
            .at(name, 0..name.len())
            .help(format!("the atoms are {}", Self::names().collect::<Vec<_>>().join(", "))))
    }

    /// The short names of all atoms.
    pub fn names() -> impl Iterator<Item = &'static str> {
        table::ROWS.iter().map(|row| row.names[0]).chain(["SM90_64xNxK"])
    }

    fn made(
        name: &str,
        note: &'static str,
        operands: impl IntoIterator<Item = (&'static str, &'static str, String, String)>,
    ) -> Result<Self, Failure> {
        let operands = operands.into_iter().map(|(name, modes, tile, held)| {
            Ok(Fragment { name, modes, tile: tile.parse()?, held: MaybeSwizzled::read(&held)? })
        });
        Ok(Self {
            name: name.to_owned(),
            note,
            operands: operands.collect::<Result<_, Failure>>()?,
        })
    }

    /// A panel for each operand, or for one of them.
    pub fn picture(&self, only: Option<&str>) -> Result<Picture, Failure> {
        let chosen: Vec<&Fragment> = self
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
impl fmt::Display for Fragment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TileExtents { rows, columns } = self.tile;
        write!(f, "{} {} {rows}x{columns}: {}", self.name, self.modes, self.held)
    }
}
