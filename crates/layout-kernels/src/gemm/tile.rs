//! A tile of C: a block of atoms whose sums stay in registers along the depth.
//!
//! ```text
//! for each step of the depth            `S` chains of sums in turn, so that products need not wait for each other
//!   load R fragments of A               one for each atom along the rows
//!   for each of N columns
//!     load one fragment of B
//!     for each of R atoms               sums += A * B
//! add the chains, pass the sums to the sink
//! ```

#![allow(
    clippy::needless_range_loop,
    reason = "`i` and `j` are places in several arrays and matrices"
)]

use super::atom::{Atom, AtomPart, Part};
use crate::simd::Element;
use core::mem::MaybeUninit;
use typenum::Unsigned;

/// Receives the sums of a tile.
pub trait Sink<X, C> {
    /// Takes the sums of the atom at `(row, column)`, counted in atoms.
    ///
    /// `is_last` tells whether it is the last atom along the rows.
    ///
    /// # Safety
    /// The atom must be in the tile that the sink was made for.
    unsafe fn put(&self, atom: X, place: (usize, usize), is_last: bool, sum: C);
    /// Takes the sums of four atoms in adjacent columns, the first at `place`.
    ///
    /// # Safety
    /// All four atoms must be in the tile that the sink was made for.
    #[inline(always)]
    unsafe fn put_four(&self, atom: X, (i, j): (usize, usize), is_last: bool, sums: [C; 4])
    where
        X: Copy,
    {
        for (next, sum) in sums.into_iter().enumerate() {
            // SAFETY: the caller's contract holds for each of the four atoms.
            unsafe { self.put(atom, (i, j + next), is_last, sum) };
        }
    }
    /// Takes all sums of the tile. A sink that would choose for each atom what to do chooses once here.
    ///
    /// # Safety
    /// `sums` must be of the tile that the sink was made for.
    #[inline(always)]
    unsafe fn put_all(&self, sums: impl Sums<X, C>) {
        // SAFETY: the caller's contract.
        unsafe { sums.put(self) }
    }
}

/// The sums of a tile.
pub trait Sums<X, C> {
    /// The numbers of atoms along the rows and along the columns.
    #[cfg(feature = "alloc")]
    const ATOMS: [usize; 2];
    /// Calls `f` with a copy of all sums, column by column. If `f` read the sums themselves, the compiler would keep none in a register.
    #[cfg(feature = "alloc")]
    fn copied<O>(&self, f: impl FnOnce(X, &[C]) -> O) -> O;
    /// Passes each sum to `sink`.
    ///
    /// # Safety
    /// `sink` must be made for this tile.
    unsafe fn put(self, sink: &(impl Sink<X, C> + ?Sized));
}

/// The sums of a tile of `R` by `N` atoms.
struct SumsOf<'s, T: Element, X: Atom<T>, const R: usize, const N: usize> {
    atom: X,
    sums: &'s [[X::C; R]; N],
}

impl<T: Element, X: Atom<T>, const R: usize, const N: usize> Sums<X, X::C>
    for SumsOf<'_, T, X, R, N>
{
    #[cfg(feature = "alloc")]
    const ATOMS: [usize; 2] = [R, N];

    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn copied<O>(&self, f: impl FnOnce(X, &[X::C]) -> O) -> O {
        let sums = *self.sums;
        f(self.atom, sums.as_flattened())
    }
    #[inline(always)]
    unsafe fn put(self, sink: &(impl Sink<X, X::C> + ?Sized)) {
        let Self { atom, sums } = self;
        let mut j = 0;
        // Tests of constants, here and below, are `const`: the compiler then builds no code for what they exclude.
        if const { X::STORES_FOUR } {
            while j + 4 <= N {
                for i in 0..R {
                    let four = [sums[j][i], sums[j + 1][i], sums[j + 2][i], sums[j + 3][i]];
                    // SAFETY: `i < R` and `j + 4 <= N`, so all four atoms are in the tile, which `sink` is made for.
                    unsafe { sink.put_four(atom, (i, j), i + 1 == R, four) };
                }
                j += 4;
            }
        }
        for j in j..N {
            for i in 0..R {
                // SAFETY: `i < R` and `j < N`, so the atom is in the tile, which `sink` is made for.
                unsafe { sink.put(atom, (i, j), i + 1 == R, sums[j][i]) };
            }
        }
    }
}

/// Work that runs during the steps of a tile, such as packing or prefetching.
pub trait StepHook<A> {
    /// Runs at the step from depth `k` on, with the fragments of A that were loaded.
    ///
    /// # Safety
    /// The step must be in the tile that the value was made for, and the fragments must be initialized.
    unsafe fn at(&self, k: usize, fragments: &[MaybeUninit<A>]);
}

/// No work.
impl<A> StepHook<A> for () {
    #[inline(always)]
    unsafe fn at(&self, _: usize, _: &[MaybeUninit<A>]) {}
}

/// The last atom along the rows of a tile.
#[derive(Clone, Copy)]
pub struct LastAtom {
    /// The part of it that is in the tile, of full depth.
    pub inside: AtomPart,
    /// Whether it is multiplied as a whole, with any numbers in the rows outside.
    pub widens: bool,
}

/// Multiplies `depth` columns of A by `depth` rows of B in a tile of `R` by `N` atoms, and passes the sums to `sink`.
///
/// Each sum is computed in `S` chains. The loop over the depth is unrolled `unroll` times if `UNROLLS` is set. `hook` runs at each
/// step.
///
/// # Safety
/// `a` and `b` must be valid for reads of `depth` columns and rows, and of the rows and columns of all atoms, except
/// rows past `last.inside.rows` in the last atom. Their elements must be adjacent as the atom requires. `sink` and `hook` must be
/// made for this tile.
#[inline(always)]
pub unsafe fn tile<
    T: Element,
    X: Atom<T>,
    const R: usize,
    const N: usize,
    const S: usize,
    const UNROLLS: bool,
>(
    atom: X,
    last: LastAtom,
    (depth, unroll): (usize, usize),
    a: Part<*const T>,
    b: Part<*const T>,
    hook: impl StepHook<X::A>,
    sink: impl Sink<X, X::C>,
) {
    let deep = X::Depth::USIZE;
    let mut sums = [[[atom.zero(); R]; N]; S];
    // SAFETY: `k` plus the steps taken is at most `depth`; the caller's contract covers elements, sink and `hook`.
    unsafe {
        let mut k = 0;
        // Chain `s` takes every `S`-th step: its next product starts when its last one is done.
        if const { UNROLLS } {
            while k + unroll * S * deep <= depth {
                for u in 0..unroll * S {
                    step(atom, &mut sums[u % S], last, k + u * deep, a, b, &hook);
                }
                k += unroll * S * deep;
            }
        }
        while k + S * deep <= depth {
            for s in 0..S {
                step(atom, &mut sums[s], last, k + s * deep, a, b, &hook);
            }
            k += S * deep;
        }
        // Fewer steps than chains are left: the first chain takes them.
        if const { S > 1 } {
            while k + deep <= depth {
                step(atom, &mut sums[0], last, k, a, b, &hook);
                k += deep;
            }
        }
        // Less than the depth of the atom is left, which loads zeros for the rest.
        if const { X::Depth::USIZE > 1 } && k < depth {
            let inside = AtomPart { depth: depth - k, ..last.inside };
            step(atom, &mut sums[0], LastAtom { inside, ..last }, k, a, b, &hook);
        }
        if const { S > 1 } {
            for s in 1..S {
                for j in 0..N {
                    for i in 0..R {
                        sums[0][j][i] = atom.add(sums[0][j][i], sums[s][j][i]);
                    }
                }
            }
        }
        sink.put_all(SumsOf { atom, sums: &sums[0] });
    }
}

/// The part of atom `i` of `R` along the rows, of `tall` rows each; `last` is the part of the last atom.
#[inline(always)]
pub const fn of_atom<const R: usize>(i: usize, tall: usize, last: AtomPart) -> AtomPart {
    if i + 1 == R { last } else { AtomPart { rows: tall, is_static: true, ..last } }
}

/// Adds the products at depth `k` to the sums.
#[inline(always)]
unsafe fn step<T: Element, X: Atom<T>, const R: usize, const N: usize>(
    atom: X,
    sums: &mut [[X::C; R]; N],
    last: LastAtom,
    k: usize,
    a: Part<*const T>,
    b: Part<*const T>,
    hook: &impl StepHook<X::A>,
) {
    let tall = X::Rows::USIZE;
    let mut fragments = [MaybeUninit::<X::A>::uninit(); R];
    for i in 0..R {
        let inside = of_atom::<R>(i, tall, last.inside);
        // SAFETY: rows of the tile at depth `k`, which the caller's contract covers.
        fragments[i].write(unsafe {
            let at = a.at.offset((i * tall) as isize * a.rows + k as isize * a.columns);
            atom.load_a(Part { at, ..a }, inside)
        });
    }
    // SAFETY: the step at depth `k` is in the tile, and the loop above wrote every fragment.
    unsafe { hook.at(k, &fragments) };
    for j in 0..N {
        // SAFETY: column `j` of the tile at depth `k`, which the caller's contract covers.
        let fragment_b = unsafe {
            let at = b.at.offset(k as isize * b.rows + j as isize * b.columns);
            atom.load_b(Part { at, ..b }, last.inside)
        };
        for i in 0..R {
            // SAFETY: the loop above wrote every fragment.
            let fragment_a = unsafe { fragments[i].assume_init() };
            let whole = AtomPart { rows: tall, is_static: true, ..last.inside };
            let inside = of_atom::<R>(i, tall, if last.widens { whole } else { last.inside });
            sums[j][i] = atom.multiply_part(fragment_a, fragment_b, sums[j][i], inside);
        }
    }
}
