//! Reads the table of instructions, `table.txt`. Each block starts with the names of an instruction: the short name, then the
//! names in CUTLASS or AMD's calculator. These lines follow:
//!
//! ```text
//! on THREADS [NOTE]        the layout from a thread to its lane, and what a thread and a value are, if not a thread of a warp
//!                          and a register
//! NAME MODES TILE LAYOUT   an operand: the meaning of the rows and columns of its tile, and the thread-value layout
//! ```
//!
//! `note NAME ..` gives the words of a note. The table has no comments, because the explorer's page has it as it is. The tests
//! compare it with other sources (`tests/golden/atoms`):
//!
//! | instructions | source |
//! |---|---|
//! | NVIDIA's warps | CUTLASS's traits; PTX ISA, "Matrix Fragments" |
//! | Intel's tile registers | CUTLASS's traits; the description of TMUL in Intel's software developer's manual |
//! | `ldmatrix`, `stmatrix` | CUTLASS's traits; PTX ISA, "Matrix Fragments" |
//! | `v_mfma` of CDNA, `v_wmma` of RDNA, without a sparse A | AMD's matrix instruction calculator |
//! | `dpas` of Intel's GPUs | CUTLASS's `mma_traits_xe_legacy.hpp` of its version for SYCL |
//!
//! Each row of `ldmatrix` and `stmatrix` has the names of both directions: a thread has the address of a row, and receives or gives
//! a fragment, an element of 16 bits a value. Layouts of `v_wmma` depend on the width of the wave and on RDNA 4, so the names end
//! with both, as in the compiler's `__builtin_amdgcn_wmma_.._w32_gfx12`.
//!
//! In `dpas` a subgroup of 16 work items multiplies M rows of A by 16 columns of B. A register of 64 bytes has 4 bytes of each work
//! item. Rows of A follow each other in registers, 32 bytes each; a work item has a column of B and of C. The products of 16 and 8
//! bits have 8, 4, 2 and 1 rows; of 32 bits there is none of 1 row, in which 8 work items have no element of A.

use crate::error::{LayoutError, MmaRule};
use crate::mma::atom::{MmaAtom, MmaOperand, refused};
use crate::value::Layout;

const TABLE: &str = include_str!("table.txt");

/// Instructions with the same layouts, as texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstructionRow {
    /// The lines of names, separated by spaces and ends of lines.
    names: &'static str,
    /// The layout from a thread to its lane.
    pub threads: &'static str,
    /// The name of the note.
    kind: &'static str,
    /// A line for each operand.
    operands: &'static str,
}

/// The rows of the table, in its order.
///
/// ```
/// use layout_core::mma::rows;
/// let turing = rows().find(|row| row.names().any(|name| name == "SM75_8x8x16_S8")).unwrap();
/// assert_eq!(turing.threads, "32:1");
/// assert_eq!(turing.operands().next(), Some(["A", "(M,K)", "8x16", "((4,8),4):((32,1),8)"]));
/// ```
pub fn rows() -> impl Iterator<Item = InstructionRow> {
    TABLE.split("\n\n").filter_map(InstructionRow::read)
}

impl InstructionRow {
    /// The row of a block. `None` for a block of notes.
    fn read(block: &'static str) -> Option<Self> {
        let on = block.find("\n  on ")?;
        let (head, rest) = block.split_at(on);
        let (line, operands) = rest.trim_start().split_once('\n')?;
        let mut words = line.split_whitespace().skip(1);
        let threads = words.next()?;
        Some(Self { names: head, threads, kind: words.next().unwrap_or_default(), operands })
    }

    /// The short name, then the names of CUTLASS or AMD.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.names.lines().filter(|line| !line.starts_with("note ")).flat_map(str::split_whitespace)
    }

    /// What a thread and a value are, if not a thread of a warp and a register.
    pub fn note(&self) -> &'static str {
        let of = |line: &'static str| {
            line.strip_prefix("note ")?.strip_prefix(self.kind)?.strip_prefix(' ')
        };
        TABLE.lines().find_map(of).unwrap_or_default()
    }

    /// An operand: its name, the meaning of its modes, its tile and its thread-value layout. `A`, `B` and `C`; for a copy the row
    /// addresses and the fragment.
    pub fn operands(&self) -> impl Iterator<Item = [&'static str; 4]> + use<> {
        self.operands.lines().filter_map(|line| {
            let mut words = line.split_whitespace();
            Some([words.next()?, words.next()?, words.next()?, words.next()?])
        })
    }

    /// The instruction as an atom.
    ///
    /// # Errors
    /// [`MmaRule::Modes`] for a copy and for products of several blocks, [`MmaRule::Sparse`] for a sparse A.
    pub fn atom(&self) -> Result<MmaAtom, LayoutError> {
        if self.kind == "SPARSE" {
            return Err(refused(MmaRule::Sparse));
        }
        let (mut shape, mut held) = ([0; 3], [None; 3]);
        for [operand, modes, tile, layout] in self.operands() {
            let other = MmaRule::Modes { operand, modes };
            let known = MmaOperand::ALL.into_iter().find(|one| one.name() == operand);
            let (Some(one), Some((rows, columns))) = (known, tile.split_once('x')) else {
                return Err(refused(other));
            };
            let (Ok(rows), Ok(columns)) = (rows.parse(), columns.parse()) else {
                return Err(refused(other));
            };
            if modes.len() != "(M,K)".len() {
                return Err(refused(other));
            }
            let [i, j] = one.modes();
            (shape[i], shape[j]) = (rows, columns);
            held[one as usize] = Some(Layout::parse(layout)?);
        }
        MmaAtom::new(Layout::parse(self.threads)?, shape, held)
    }
}
