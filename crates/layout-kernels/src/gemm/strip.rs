//! Products so short that a panel of A stays in registers, while the columns of C go by one after another.
//!
//! A tile of C would be written in one go, at the end of few steps: the processor, which can store half a vector of
//! 64 bytes in the time of a product, would have nothing to store before. Here it stores while it multiplies.

#![allow(
    clippy::needless_range_loop,
    reason = "`i` and `k` are places in several arrays and matrices"
)]

use super::atom::{Atom, AtomPart, Part};
use super::block::{Columns, Writes, in_place};
use super::operand::Operand;
use super::plan::{Plan, Types};
use super::tile::Sink;
use super::update::Update;
use core::mem::MaybeUninit;

/// How many columns the loop writes out: enough to hide what it costs itself.
const UNROLL: usize = 4;

/// An atom's part of A.
type Fragment<P> = MaybeUninit<<<P as Types>::X as Atom<<P as Types>::T>>::A>;

/// All columns of a panel of `R` atoms of rows, of a product `D` deep.
///
/// # Safety
/// As [`block`](super::block::block), and the depth must be `D`.
#[inline(always)]
pub unsafe fn strip<P: Types, U: Update<P::T>, const R: usize, const D: usize>(all: Columns<P, U>) {
    let Columns { atom, problem, panel, .. } = all;
    let tall = const { Plan::<P>::ATOM_ROWS };
    let mut fragments = [[Fragment::<P>::uninit(); R]; D];
    for k in 0..D {
        for i in 0..R {
            let rows = if i + 1 == R { panel.last } else { tall };
            let mut part = panel.part;
            // SAFETY: the caller's panel.
            unsafe {
                part.at =
                    part.at.offset((i * tall) as isize * part.rows + k as isize * part.columns);
                fragments[k][i].write(atom.load_a(part, AtomPart { rows, depth: 1 }));
            }
        }
    }
    let n = problem.c.extents()[1];
    let mut column = 0;
    // SAFETY: columns below `n`.
    unsafe {
        while column + UNROLL <= n {
            for next in 0..UNROLL {
                one::<P, U, R, D>(Columns { column: column + next, ..all }, &fragments);
            }
            column += UNROLL;
        }
        for column in column..n {
            one::<P, U, R, D>(Columns { column, ..all }, &fragments);
        }
    }
}

/// The first column, of whose panel `fragments` is A.
///
/// # Safety
/// As [`strip`], and the column must be there; each fragment must have been written.
#[inline(always)]
unsafe fn one<P: Types, U: Update<P::T>, const R: usize, const D: usize>(
    first: Columns<P, U>,
    fragments: &[[Fragment<P>; R]; D],
) {
    let Columns { atom, problem, panel, column, depth } = first;
    let b: Part<*const P::T> = in_place(problem.b, depth.start, column);
    let mut sums = [atom.zero(); R];
    for k in 0..D {
        // SAFETY: an element of B.
        let fragment_b = unsafe {
            let at = b.at.offset(k as isize * b.rows);
            atom.load_b(Part { at, ..b }, AtomPart { rows: panel.last, depth: 1 })
        };
        for i in 0..R {
            // SAFETY: it was written.
            let fragment_a = unsafe { fragments[k][i].assume_init() };
            sums[i] = atom.multiply(fragment_a, fragment_b, sums[i]);
        }
    }
    let sink = Writes::<P, U> { problem, place: (panel.row, column), last: panel.last };
    for i in 0..R {
        // SAFETY: an atom of the panel, in this column.
        unsafe { sink.put(atom, (i, 0), i + 1 == R, sums[i]) };
    }
}
