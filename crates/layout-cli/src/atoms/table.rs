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
//! | NVIDIA's warps, Intel's tile registers | CUTLASS's traits; the formulas of the manuals: PTX ISA, "Matrix Fragments", and the description of TMUL in Intel's software developer's manual |
//! | `ldmatrix`, `stmatrix` | each has the names of both directions: a thread has the address of a row, and receives or gives a fragment, an element of 16 bits a value |
//! | AMD's matrix cores without a sparse A: `v_mfma` of CDNA, `v_wmma` of RDNA | AMD's matrix instruction calculator. Layouts of `v_wmma` depend on the width of the wave and on RDNA 4, so the names end with both, as in the compiler's `__builtin_amdgcn_wmma_.._w32_gfx12` |
//! | `dpas` of Intel's GPUs | CUTLASS's `mma_traits_xe_legacy.hpp` of its version for SYCL |
//!
//! In `dpas` a subgroup of 16 work items multiplies M rows of A by 16 columns of B. A register of 64 bytes has 4 bytes of each work
//! item. Rows of A follow each other in registers, 32 bytes each; a work item has a column of B and of C. The products of 16 and 8
//! bits have 8, 4, 2 and 1 rows; of 32 bits there is none of 1 row, in which 8 work items have no element of A.

use std::collections::BTreeMap;

/// Instructions with the same layouts.
#[derive(Default)]
pub struct InstructionRow {
    /// The short name, then the names of CUTLASS or AMD.
    pub names: Vec<&'static str>,
    /// The layout from a thread to its lane.
    pub threads: &'static str,
    /// What a thread and a value are, if not a thread of a warp and a register.
    pub note: &'static str,
    /// An operand: its name, the meaning of its modes, its tile and its thread-value layout. `A`, `B` and `C`; for a copy the
    /// row addresses and the fragment.
    pub operands: Vec<[&'static str; 4]>,
}

/// The rows of the table, in its order.
pub fn rows() -> Vec<InstructionRow> {
    let (mut rows, mut notes) = (Vec::<InstructionRow>::new(), BTreeMap::new());
    for line in include_str!("table.txt").lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_name = !line.starts_with(' ');
        match (&words[..], rows.last_mut()) {
            ([], _) => {}
            (["note", name, ..], _) => {
                notes.insert(*name, line["note ".len() + name.len()..].trim_start());
            }
            // More names than a line has.
            (more, Some(row)) if is_name && row.threads.is_empty() => row.names.extend(more),
            (names, _) if is_name => {
                rows.push(InstructionRow { names: names.to_vec(), ..InstructionRow::default() });
            }
            (["on", threads, note @ ..], Some(row)) => {
                row.threads = threads;
                row.note = note.first().map_or("", |name| notes[name]);
            }
            (&[name, modes, tile, held], Some(row)) => row.operands.push([name, modes, tile, held]),
            _ => unreachable!("a line of the table: {line}"),
        }
    }
    rows
}
