//! [`MmaAtom`]: one matrix instruction, and the thread-value layouts of its operands.

use crate::error::{LayoutError, MmaRule, Operand, Operation, Rule};
use crate::mma::table::rows;
use crate::number::tri;
use crate::value::Layout;

pub(crate) const fn refused(rule: MmaRule) -> LayoutError {
    LayoutError::alone(Operation::MmaAtom, Rule::Mma(rule))
}

/// An operand of `C = A B + C`: A is (M,K), B is (N,K), C is (M,N).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MmaOperand {
    /// The left factor, of modes (M,K).
    A,
    /// The right factor, of modes (N,K).
    B,
    /// The result, of modes (M,N).
    C,
}

/// The names of the modes of a product.
pub(crate) const MODES: [&str; 3] = ["M", "N", "K"];

impl MmaOperand {
    /// The operands.
    pub const ALL: [Self; 3] = [Self::A, Self::B, Self::C];

    /// `A`, `B` or `C`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
            Self::C => "C",
        }
    }

    /// The modes of rows and columns, among M, N and K: 0, 1 and 2.
    pub const fn modes(self) -> [usize; 2] {
        match self {
            Self::A => [0, 2],
            Self::B => [1, 2],
            Self::C => [0, 1],
        }
    }
}

/// A matrix instruction, CuTe's `MMA_Atom`: its extents, and the thread-value layout of each operand that threads hold.
///
/// ```text
/// layout(X): (thread, value) -> row + rows * column       in the tile of X, column-major
/// ```
///
/// ```
/// use layout_core::mma::{MmaAtom, MmaOperand};
/// let atom = MmaAtom::find("SM80_16x8x16_F16F16F16F16_TN")?;
/// assert_eq!(atom.shape(), [16, 8, 16]);
/// assert_eq!(atom.layout(MmaOperand::B)?.to_string(), "((4,8),(2,2)):((16,1),(8,64))");
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MmaAtom {
    threads: Layout,
    shape: [i64; 3],
    held: [Option<Layout>; 3],
}

impl MmaAtom {
    /// The instruction of these extents M, N and K. `threads` maps a thread to its lane, CuTe's `ThrID`; `held` has the
    /// thread-value layouts of A, B and C, or `None` for an operand in memory.
    ///
    /// # Errors
    /// [`Rule::Empty`] for no threads, [`MmaRule::AtomExtent`] for an extent below 1, [`MmaRule::Threads`] where a layout has another
    /// number of threads, and [`MmaRule::Outside`] where it leaves its tile.
    pub const fn new(
        threads: Layout,
        shape: [i64; 3],
        held: [Option<Layout>; 3],
    ) -> Result<Self, LayoutError> {
        if threads.size() == 0 {
            let operand = Operand::Layout(threads);
            return Err(LayoutError::unary(Operation::MmaAtom, operand, Rule::Empty));
        }
        let mut k = 0;
        while k < 3 {
            if shape[k] < 1 {
                return Err(refused(MmaRule::AtomExtent { mode: MODES[k], extent: shape[k] }));
            }
            k += 1;
        }
        k = 0;
        while k < 3 {
            let one = MmaOperand::ALL[k];
            let ([i, j], operand) = (one.modes(), one.name());
            if let Some(layout) = &held[k] {
                let found = if layout.rank() == 2 { tri!(layout.mode(0)).size() } else { 0 };
                if found != threads.size() {
                    let expected = threads.size();
                    return Err(refused(MmaRule::Threads { operand, found, expected }));
                }
                let size = shape[i].saturating_mul(shape[j]);
                if layout.cosize() > size || tri!(layout.min_offset()) < 0 {
                    let offset = layout.cosize() - 1;
                    return Err(refused(MmaRule::Outside { operand, offset, size }));
                }
            }
            k += 1;
        }
        Ok(Self { threads, shape, held })
    }

    /// The instruction of this name in the table, ignoring case.
    ///
    /// # Errors
    /// [`MmaRule::NoAtom`], and the errors of [`InstructionRow::atom`](super::InstructionRow::atom).
    pub fn find(name: &str) -> Result<Self, LayoutError> {
        let has =
            |row: &super::InstructionRow| row.names().any(|one| one.eq_ignore_ascii_case(name));
        match rows().find(has) {
            Some(row) => row.atom(),
            None => Err(refused(MmaRule::NoAtom)),
        }
    }

    /// An instruction of a warp group of SM90, CUTLASS's `SM90_64xNxK_.._RS`: B lies in shared memory.
    ///
    /// ```
    /// use layout_core::mma::{MmaAtom, MmaOperand};
    /// let atom = MmaAtom::warp_group(16, 16)?;
    /// assert_eq!(atom.layout(MmaOperand::C)?.to_string(), "((4,8,4),(2,2,2)):((128,1,16),(64,8,512))");
    /// assert!(atom.layout(MmaOperand::B).is_err());
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`MmaRule::NoAtom`] unless N is a multiple of 8 up to 256, and K is 8, 16, 32 or 64.
    pub const fn warp_group(n: i64, k: i64) -> Result<Self, LayoutError> {
        if n % 8 != 0 || n < 8 || n > 256 {
            return Err(refused(MmaRule::NoAtom));
        }
        let a = match k {
            8 => "((4,8,4),(2,2)):((64,1,16),(8,256))",
            16 => "((4,8,4),(2,2,2)):((128,1,16),(64,8,512))",
            32 => "((4,8,4),(4,2,2)):((256,1,16),(64,8,1024))",
            64 => "((4,8,4),(8,2,2)):((512,1,16),(64,8,2048))",
            _ => return Err(refused(MmaRule::NoAtom)),
        };
        // Each further 8 columns repeat the values of the first ones.
        let c = tri!(Layout::parse("((4,8,4),(2,2)):((128,1,16),(64,8))"));
        let columns = tri!(Layout::col_major(crate::IntTuple::leaf(n / 8)));
        let columns = tri!(tri!(Layout::parse("512:512")).compose(&crate::Tiler::whole(columns)));
        let values = tri!(tri!(c.mode(1)).append(&columns));
        let c = tri!(tri!(c.mode(0)).concat(&values));
        let threads = tri!(Layout::parse("128:1"));
        Self::new(threads, [64, n, k], [Some(tri!(Layout::parse(a))), None, Some(c)])
    }

    /// The layout from a thread to its lane, CuTe's `ThrID`.
    pub const fn threads(&self) -> &Layout {
        &self.threads
    }

    /// The extents M, N and K.
    pub const fn shape(&self) -> [i64; 3] {
        self.shape
    }

    /// The thread-value layout of an operand, CuTe's `LayoutA_TV` and its like.
    ///
    /// # Errors
    /// [`MmaRule::Operand`] for an operand that lies in memory.
    pub const fn layout(&self, operand: MmaOperand) -> Result<Layout, LayoutError> {
        match self.held[operand as usize] {
            Some(layout) => Ok(layout),
            None => Err(refused(MmaRule::Operand { operand: operand.name() })),
        }
    }
}
