//! Products of matrices too large for the second cache, in packed blocks: one for each cache.
//!
//! The offsets of the rows and columns of all three matrices are computed first ([`OffsetTables`]). The loops are therefore
//! compiled once for an element type and a machine, whatever the layouts. The blocks, from the outermost cache inwards:
//!
//! ```text
//! for each block of columns of C          a block of B, depth by columns, stays in the third cache
//!   for each part of the depth            one turn
//!     for each block of rows of C         a block of A, rows by depth, stays in the second cache
//!       for each panel of columns         a panel of B stays in the first cache
//!         for each panel of rows          a panel of A streams from the second cache
//!           for each step of the depth    a tile of C stays in registers
//! ```
//!
//! `loops.rs` has these loops and says when each panel is packed. Several workers take blocks of rows, or parts of
//! their columns where there are few blocks (`grid.rs`). All workers read the B that one has packed, and each waits
//! only for the parts that it depends on (`turns.rs`). The result does not depend on the number of workers.
//!
//! # Layouts of packed blocks
//!
//! A block of A of `m` rows by `k` columns is packed for tiles of `R` rows as `((R,m/R),k):((1,R*k),R)`. A block of B
//! of `k` rows by `n` columns is packed for tiles of `N` columns as `((N,n/N),k):((1,N*k),N)`, from its columns and
//! rows. If `R` and `N` divide the extents, packing is a copy from the divided block to these layouts: of a row-major A
//! with leading dimension `d`, from `((R,m/R),k):((d,R*d),1)`. Otherwise the last rows make a narrower panel, as wide
//! as the vectors that hold them, and the last columns are padded with zeros. [`gemm_blocks`] returns these layouts.

mod blocks;
mod buffer;
mod cut;
mod grid;
mod loops;
mod offsets;
mod pack;
mod problem;
mod tile;
mod turns;
mod workers;

#[cfg(test)]
mod tests;

use super::operand::Operand;
use super::problem::{AnyProblem, Problem};
use super::update::Update;
use crate::compiled::compiled;
use crate::simd::{Element, FullMachine, Machine};
pub use buffer::Buffer;
pub use cut::{GemmBlocks, Packed, gemm_blocks};
use loops::product;
use offsets::OffsetTables;
pub use offsets::SubMatrix;
pub use pack::Source;
use problem::PlainProblem;
pub use problem::{LargeProblem, LargeTypes};
use static_layout::internal::OffsetMap;
#[cfg(feature = "rayon")]
pub use workers::Pool;
pub use workers::{Alone, Workers};

/// Updates C with the product, in packed blocks.
///
/// # Safety
/// The elements of A and B must be valid for reads and those of C for reads and writes. No element of C may be one of A
/// or B. The extents must agree. With several workers, no two coordinates of C may name one element.
#[inline(never)]
pub unsafe fn multiply_in_blocks<P: AnyProblem, M: Machine, W: Workers>(
    machine: M,
    workers: &W,
    problem: P,
) {
    let Problem { a, b, c, update } = problem.problem();
    let (to, update) = (c.start(), update.blend());
    let (from_a, from_b) = (a.start().cast_const(), b.start().cast_const());
    let (a, b, c) = (OffsetTables::of(a), OffsetTables::of(b), OffsetTables::of(c));
    // The lanes of A are its rows, the lanes of B its columns.
    let a = Source { from: from_a, block: a.all() };
    let b = Source { from: from_b, block: b.all().transposed() };
    let c = c.all();
    let problem = LargeProblem::<(_, _, _, _, _, _)> { a, b, c, to, update };
    // SAFETY: `OffsetTables` has the offsets of the layouts, whose elements the caller's contract covers.
    unsafe { multiply_tables(machine, workers, problem) }
}

/// [`multiply_in_blocks`] of matrices as tables of offsets.
///
/// # Safety
/// The contract of [`product`].
#[inline(always)]
pub unsafe fn multiply_tables<P: LargeTypes, M: Machine, W: Workers>(
    machine: M,
    workers: &W,
    problem: LargeProblem<'_, P>,
) {
    let LargeProblem { a, b, c, to, update } = problem;
    // SAFETY: the caller's contract. The transposed problem has the same elements.
    unsafe {
        if runs_across(c) {
            let (a, b, c) = (b, a, c.transposed());
            run(machine, workers, &LargeProblem::<(_, _, _, _, _, _)> { a, b, c, to, update });
        } else {
            run(machine, workers, &problem);
        }
    }
}

/// Runs the loops: those compiled with this crate for plain matrices on one thread, or loops for these types.
///
/// # Safety
/// The contract of [`product`].
#[inline(always)]
unsafe fn run<P: LargeTypes, M: Machine, W: Workers>(
    machine: M,
    workers: &W,
    problem: &LargeProblem<'_, P>,
) {
    // SAFETY: the functions called have the requirements of this one, which the caller guarantees. `IS_PLAIN` says
    // that the elements of A and B are of the type of C, and that no offset is swizzled.
    unsafe {
        if const { W::IS_ALONE && P::IS_PLAIN } {
            let LargeProblem { a, b, c, to, update } = *problem;
            let problem = LargeProblem { a: a.plain(), b: b.plain(), c: c.plain(), to, update };
            multiply_plain(machine.full(), &problem)
        } else {
            product(machine, workers, problem)
        }
    }
}

compiled! {
    /// [`product`] of plain matrices on one thread.
    ///
    /// # Safety
    /// The contract of [`product`].
    multiply_plain<T>: [unsafe fn](machine: FullMachine, problem: &PlainProblem<'_, T>) = multiply_plain_here;
}

/// The body of [`multiply_plain`].
#[inline(always)]
unsafe fn multiply_plain_here<T: Element>(machine: FullMachine, problem: &PlainProblem<'_, T>) {
    // SAFETY: the function called has the requirements of this one, which the caller guarantees.
    unsafe {
        match machine {
            FullMachine::Portable(machine) => product(machine, &Alone, problem),
            #[cfg(target_arch = "x86_64")]
            FullMachine::Avx2(machine) => product(machine, &Alone, problem),
            #[cfg(target_arch = "x86_64")]
            FullMachine::Avx512(machine) => product(machine, &Alone, problem),
            #[cfg(target_arch = "aarch64")]
            FullMachine::Neon(machine) => product(machine, &Alone, problem),
        }
    }
}

/// Whether the elements of a row of C are adjacent and those of a column are not: the transposed problem is solved.
fn runs_across<X: OffsetMap>(c: SubMatrix<'_, X>) -> bool {
    !c.lanes_run() && c.transposed().lanes_run()
}
