//! Atoms side by side: a tile of C stays in registers while A and B go by.

#![allow(
    clippy::needless_range_loop,
    reason = "`i` and `j` are places in several arrays and matrices"
)]

use super::atom::{Atom, AtomPart, Part};
use crate::simd::Element;
use core::mem::MaybeUninit;
use typenum::Unsigned;

/// Where the sums of a tile go.
pub trait Sink<X, C> {
    /// Takes the registers of the atom in `(row, column)`, counted in atoms; `is_last` is whether no atom
    /// comes after it along the rows.
    ///
    /// # Safety
    /// The atom must be one of the tile that this was made for.
    unsafe fn put(&self, atom: X, place: (usize, usize), is_last: bool, sum: C);
    /// Takes those of four atoms side by side, of which `place` is the first.
    ///
    /// # Safety
    /// As there, of each.
    #[inline(always)]
    unsafe fn put_four(&self, atom: X, (i, j): (usize, usize), is_last: bool, sums: [C; 4])
    where
        X: Copy,
    {
        for (next, sum) in sums.into_iter().enumerate() {
            // SAFETY: the caller's atoms.
            unsafe { self.put(atom, (i, j + next), is_last, sum) };
        }
    }
}

/// What is done beside the products of a tile.
pub trait Beside<A> {
    /// At the step whose products begin at depth `k`, with the fragments of A that were loaded.
    ///
    /// # Safety
    /// There must be such a step in the tile that this was made for, and the fragments must have been written.
    unsafe fn at(&self, k: usize, fragments: &[MaybeUninit<A>]);
}

/// Nothing.
impl<A> Beside<A> for () {
    #[inline(always)]
    unsafe fn at(&self, _: usize, _: &[MaybeUninit<A>]) {}
}

/// In how many parts a long sum of a tile of `atoms` atoms is computed, so that no product waits for
/// the one before: four cycles, up to two products in each.
pub const fn chains(atoms: usize) -> usize {
    match atoms {
        0..=2 => 4,
        3..=7 => 2,
        _ => 1,
    }
}

/// The product of `depth` columns of A and rows of B in a tile of `R` by `N` atoms, given to `sink`
/// atom by atom; each sum is computed in `S` parts. `last` is the number of rows in the last atom along
/// the rows. The loop over the depth is written out `unroll` times; `beside` is told of each step.
///
/// # Safety
/// `a` and `b` must be valid for reads of `depth` columns and rows, and of as many rows and columns as
/// the atoms have, but for those past `last`; elements are adjacent as the atom says. `sink` takes the
/// tile.
#[inline(always)]
pub unsafe fn tile<T: Element, X: Atom<T>, const R: usize, const N: usize, const S: usize>(
    atom: X,
    last: usize,
    (depth, unroll): (usize, usize),
    a: Part<*const T>,
    b: Part<*const T>,
    beside: impl Beside<X::A>,
    sink: impl Sink<X, X::C>,
) {
    let deep = X::Depth::USIZE;
    let mut sums = [[[atom.zero(); R]; N]; S];
    // SAFETY: the caller's elements.
    unsafe {
        let mut k = 0;
        let whole = AtomPart { rows: last, depth: deep };
        while unroll > 1 && k + unroll * S * deep <= depth {
            for u in 0..unroll * S {
                step(atom, &mut sums[u % S], whole, k + u * deep, a, b, &beside);
            }
            k += unroll * S * deep;
        }
        while k + S * deep <= depth {
            for s in 0..S {
                step(atom, &mut sums[s], whole, k + s * deep, a, b, &beside);
            }
            k += S * deep;
        }
        while S > 1 && k + deep <= depth {
            step(atom, &mut sums[0], whole, k, a, b, &beside);
            k += deep;
        }
        if deep > 1 && k < depth {
            step(atom, &mut sums[0], AtomPart { rows: last, depth: depth - k }, k, a, b, &beside);
        }
        for s in 1..S {
            for j in 0..N {
                for i in 0..R {
                    sums[0][j][i] = atom.add(sums[0][j][i], sums[s][j][i]);
                }
            }
        }
        let sums = &sums[0];
        let mut j = 0;
        while X::STORES_FOUR && j + 4 <= N {
            for i in 0..R {
                let four = [sums[j][i], sums[j + 1][i], sums[j + 2][i], sums[j + 3][i]];
                sink.put_four(atom, (i, j), i + 1 == R, four);
            }
            j += 4;
        }
        for j in j..N {
            for i in 0..R {
                sink.put(atom, (i, j), i + 1 == R, sums[j][i]);
            }
        }
    }
}

/// Adds the product of the atoms at depth `k` to the sums; `inside` is of the last atom along the rows.
#[inline(always)]
unsafe fn step<T: Element, X: Atom<T>, const R: usize, const N: usize>(
    atom: X,
    sums: &mut [[X::C; R]; N],
    inside: AtomPart,
    k: usize,
    a: Part<*const T>,
    b: Part<*const T>,
    beside: &impl Beside<X::A>,
) {
    let tall = X::Rows::USIZE;
    let mut fragments = [MaybeUninit::<X::A>::uninit(); R];
    for i in 0..R {
        let inside = if i + 1 == R { inside } else { AtomPart { rows: tall, ..inside } };
        // SAFETY: the caller's elements.
        fragments[i].write(unsafe {
            let at = a.at.offset((i * tall) as isize * a.rows + k as isize * a.columns);
            atom.load_a(Part { at, ..a }, inside)
        });
    }
    // SAFETY: this is the step at depth `k`; every fragment was written.
    unsafe { beside.at(k, &fragments) };
    for j in 0..N {
        // SAFETY: the caller's elements.
        let fragment_b = unsafe {
            let at = b.at.offset(k as isize * b.rows + j as isize * b.columns);
            atom.load_b(Part { at, ..b }, inside)
        };
        for i in 0..R {
            // SAFETY: every fragment was written.
            let fragment_a = unsafe { fragments[i].assume_init() };
            sums[j][i] = atom.multiply(fragment_a, fragment_b, sums[j][i]);
        }
    }
}
