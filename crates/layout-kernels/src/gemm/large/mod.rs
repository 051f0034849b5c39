//! Products that no cache holds, in packed blocks: one for each cache.
//!
//! The offsets of the rows and columns of all three matrices are written down first, so that whatever the
//! layouts, the loops are compiled once for an element type and a machine. Then, from the outermost cache
//! inwards:
//!
//! ```text
//! for each block of columns of C          a block of B, depth by columns, in the third cache
//!   for each part of the depth            packed panel by panel when the first block of A needs it, or
//!                                         read where it is, if its rows lie side by side and few blocks of A read it
//!     for each block of rows              a block of A, rows by depth, in the second cache
//!       for each panel of B               in the first cache
//!         for each panel of A             packed with the first panel of B: while vectors read it, if its
//!                                         rows lie side by side
//!           a tile of C, in registers
//! ```
//!
//! Several workers take blocks of rows, or parts of their columns where there are few (`grid.rs`). What one has packed
//! of B all of them read; each waits for what it needs, and not for all others (`turns.rs`). The result does not
//! depend on how many there are.
//!
//! # Layouts of packed blocks
//!
//! Whatever the matrices were, a block of A of `m` rows by `k` columns, tiles having `R` rows, is packed as
//! `((R,m/R),k):((1,R*k),R)`, and a block of B of `k` rows by `n` columns, tiles having `N` columns, as
//! `((N,n/N),k):((1,N*k),N)` from its columns and rows. Where `R` and `N` divide, packing is the copy to these
//! from the block divided by them: of a row-major A of leading dimension `d`, from `((R,m/R),k):((d,R*d),1)`.
//! Rows that are left over make a panel of their own, with as many as vectors hold, columns that are left over
//! are followed by zeros. [`gemm_blocks`] tells these layouts.

mod blocks;
mod buffer;
mod cut;
mod grid;
mod loops;
mod offsets;
mod pack;
mod parts;
mod problem;
mod tile;
mod turns;
mod workers;

#[cfg(test)]
mod tests;

use super::input::Input;
use super::operand::Operand;
use super::plan;
use super::update::Update;
use crate::simd::{Element, Machine};
pub use cut::{GemmBlocks, Packed, gemm_blocks};
use loops::product;
use offsets::{Block, Offsets};
use pack::Source;
use problem::{Of, Problem};
use static_layout::internal::OffsetMap;
pub use workers::{Alone, Workers};
#[cfg(feature = "rayon")]
pub use {
    parts::{Parts, Range},
    workers::Pool,
};

/// Rows, columns and depth from which packing pays.
const LEAST: usize = 32;
/// Products of elements up to which it does not: about 400 in each extent. Up to there the matrices are read
/// from the second cache without loss.
const PRODUCTS: usize = 1 << 26;

/// Whether the static extents leave open that blocks pay: if not, nothing of this folder is compiled.
pub const fn may_pay<A: Operand, C: Operand>() -> bool {
    let extents = [C::EXTENTS[0], C::EXTENTS[1], A::EXTENTS[1]];
    let (mut products, mut i) = (1_usize, 0);
    while i < 3 {
        products = match extents[i] {
            Some(extent) if extent < LEAST => return false,
            Some(extent) => products.saturating_mul(extent),
            None => usize::MAX,
        };
        i += 1;
    }
    products > PRODUCTS
}

/// Whether packing blocks is worth its while: the operands do not fit in the second cache, and each of their
/// elements takes part in enough products.
#[inline(always)]
pub fn pays<A: Operand, B: Operand, C: Operand, U>(problem: &plan::Problem<A, B, C, U>) -> bool {
    let ([m, n], [_, k]) = (problem.c.extents(), problem.a.extents());
    m.min(n).min(k) >= LEAST && m.saturating_mul(n).saturating_mul(k) > PRODUCTS
}

/// Updates C with the product.
///
/// # Safety
/// The elements of A and B must be valid for reads, those of C for reads and writes, and be no elements of A or
/// B; the extents must agree. With several workers no two coordinates of C may name one element.
#[inline(never)]
pub unsafe fn multiply<T, A, B, C, U, M, W>(
    machine: M,
    workers: &W,
    problem: plan::Problem<A, B, C, U>,
) where
    T: Element,
    A: Operand<Element: Input<T>>,
    B: Operand<Element: Input<T>>,
    C: Operand<Element = T>,
    U: Update<T>,
    M: Machine,
    W: Workers,
{
    let plan::Problem { a, b, c, update } = problem;
    let (to, update) = (c.start(), update.blend());
    let (from_a, from_b) = (a.start().cast_const(), b.start().cast_const());
    let (a, b, c) = (Offsets::of(a), Offsets::of(b), Offsets::of(c));
    // The lanes of A are rows, those of B columns.
    let a = Source { from: from_a, block: a.all() };
    let b = Source { from: from_b, block: b.all().transposed() };
    let c = c.all();
    // SAFETY: the caller's elements, at the offsets of their layouts.
    unsafe {
        if runs_across(c) {
            let (a, b, c) = (b, a, c.transposed());
            product::<Of<_, _, _, _, _, _>, _, _>(
                machine,
                workers,
                &Problem { a, b, c, to, update },
            );
        } else {
            product::<Of<_, _, _, _, _, _>, _, _>(
                machine,
                workers,
                &Problem { a, b, c, to, update },
            );
        }
    }
}

/// Whether vectors run along the rows of C, where its elements lie side by side, and the transposed problem is
/// solved.
fn runs_across<X: OffsetMap>(c: Block<'_, X>) -> bool {
    !c.lanes_run() && c.transposed().lanes_run()
}
