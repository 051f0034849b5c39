//! Products of so short a depth that the rows of a panel of A stay in registers.
//!
//! ```text
//! load the panel of A              R atoms of rows, D columns
//! for each column of C
//!   for each of D steps            R sums += A * one element of B
//!   update the column of C
//! ```
//!
//! A tile would write all its sums at once, after a few steps. Stores take longer than the products (half a vector of
//! 64 bytes in the time of one), and none would overlap with them. Here the stores of one column overlap with the
//! products of the next.

#![allow(
    clippy::needless_range_loop,
    reason = "`i` and `k` are places in several arrays and matrices"
)]

use super::atom::{Atom, Part};
use super::block::{Columns, Writes, in_place};
use super::operand::Operand;
use super::problem::AnyProblem;
use super::tile::{Sink, of_atom};
use super::tiled::AnyMma;
use super::tiling::tiling;
use core::mem::MaybeUninit;

/// The number of columns that the loop unrolls: enough to hide the cost of the loop.
const UNROLL: usize = 4;

/// The registers of A of one atom.
type Fragment<T, K> = MaybeUninit<<<K as AnyMma<T>>::Atom as Atom<T>>::A>;

/// Computes all columns of a panel of `R` atoms of rows, for a depth of `D`.
///
/// # Safety
/// The contract of [`block`](super::block::block) for all columns of C; the depth must be `D`.
#[inline(always)]
pub unsafe fn strip<P: AnyProblem, K: AnyMma<P::T>, const R: usize, const D: usize>(
    all: Columns<P, K>,
) {
    let Columns { atom, problem, panel, .. } = all;
    let tall = const { tiling::<P, K>().atom.rows };
    let mut fragments = [[Fragment::<P::T, K>::uninit(); R]; D];
    for k in 0..D {
        for i in 0..R {
            let inside = of_atom::<R>(i, tall, tiling::<P, K>().part(panel.last));
            let mut part = panel.part;
            // SAFETY: `i < R` and `k < D`: the panel holds the rows of the atom at this depth.
            unsafe {
                part.at =
                    part.at.offset((i * tall) as isize * part.rows + k as isize * part.columns);
                fragments[k][i].write(atom.load_a(part, inside));
            }
        }
    }
    let n = problem.problem().c.extents()[1];
    let mut column = 0;
    // SAFETY: each column is below `n`, and the loop above wrote every fragment.
    unsafe {
        while column + UNROLL <= n {
            for next in 0..UNROLL {
                one::<P, K, R, D>(Columns { column: column + next, ..all }, &fragments);
            }
            column += UNROLL;
        }
        for column in column..n {
            one::<P, K, R, D>(Columns { column, ..all }, &fragments);
        }
    }
}

/// Computes the first column of `first`; `fragments` holds its panel of A.
///
/// # Safety
/// The contract of [`strip`]; the column must be in C, and each fragment must be initialized.
#[inline(always)]
unsafe fn one<P: AnyProblem, K: AnyMma<P::T>, const R: usize, const D: usize>(
    first: Columns<P, K>,
    fragments: &[[Fragment<P::T, K>; R]; D],
) {
    let Columns { atom, problem, panel, column, depth } = first;
    let b: Part<*const P::T> = in_place(problem.problem().b, depth.start, column);
    let last = tiling::<P, K>().part(panel.last);
    let mut sums = [atom.zero(); R];
    for k in 0..D {
        // SAFETY: `k < D`, the depth of B from `depth.start` on, and the column is in B.
        let fragment_b = unsafe {
            let at = b.at.offset(k as isize * b.rows);
            atom.load_b(Part { at, ..b }, last)
        };
        for i in 0..R {
            // SAFETY: the caller initialized each fragment.
            let fragment_a = unsafe { fragments[k][i].assume_init() };
            let inside = of_atom::<R>(i, const { tiling::<P, K>().atom.rows }, last);
            sums[i] = atom.multiply_part(fragment_a, fragment_b, sums[i], inside);
        }
    }
    let sink = Writes::<P, K, _>::new(problem, (panel.row, column), panel.last);
    for i in 0..R {
        // SAFETY: `i < R`: the atom is in the panel, and the caller's column is in C.
        unsafe { sink.put(atom, (i, 0), i + 1 == R, sums[i]) };
    }
}
