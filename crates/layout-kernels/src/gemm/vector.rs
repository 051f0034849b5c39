//! Products of a matrix and a vector: C has one row or one column.
//!
//! Each element of the matrix is used once, so that memory bounds the product, and the order in which it is read decides. The
//! lanes are the elements of C, and each has a vector of the matrix along the depth:
//!
//! ```text
//! for each block of lanes
//!     if lanes are neighbours                       # `rows`: a row of the matrix is read along the lanes
//!         for each four depths k                    # four, for one load and one store of the sums
//!             for each vector of lanes
//!                 sums += x[k] * matrix[lanes, k]
//!     if depths are neighbours                      # `dots`: a vector of the matrix is read along the depth
//!         for each part of the depth, of x copied to the stack unless it is adjacent
//!             for each eight lanes                  # eight, for one load of x
//!                 sums[lane] += sum of x[k] * matrix[lane, k]
//!     update C with the sums
//! ```
//!
//! The loops read strides as values and are compiled with this crate, once for an element type and a machine.

#![allow(clippy::needless_range_loop, reason = "an index is a place in several arrays")]

use super::problem::{AnyProblem, Problem};
use super::strided::{self, StridedProblem};
use super::update::Update;
use crate::compiled::compiled;
use crate::simd::{Element, Machine, Task, Vectors, dispatch};

/// The lanes whose sums stay in the first cache: of rows, so that each is read in long runs, and of vectors along the depth.
const LANES_OF_ROWS: usize = 2048;
const LANES_OF_DOTS: usize = 512;
/// The lanes for which setting the sums of [`LANES_OF_DOTS`] to 0 would cost more than their products.
const FEW_LANES: usize = 8;

/// The depths of a part, and of one whose numbers of `x` are copied.
const PART: usize = 4096;
const COPIED_PART: usize = 512;

/// A problem whose numbers [are for a vector](super::route::Numbers::is_for_vector), transposed if C has one row: B is the vector `x`,
/// and C has one column of lanes.
#[inline(always)]
pub fn of<P: AnyProblem>(problem: P) -> StridedProblem<P::T> {
    let problem = strided::of_any(problem);
    let mut problem = if problem.c.extents[1] == 1 { problem } else { strided::swapped(problem) };
    if problem.c.extents[0] == 1 {
        // One lane has no neighbour.
        problem.a.strides[0] = 0;
    }
    problem
}

/// The product of a matrix and a vector, whose creator guarantees the requirements of [`multiply`].
struct VectorTask<'p, T>(&'p StridedProblem<T>);

impl<T: Element> VectorTask<'_, T> {
    /// Updates C in blocks of `N` lanes.
    ///
    /// # Safety
    /// The requirements of [`multiply`].
    #[inline(always)]
    unsafe fn in_blocks<V: Vectors<T>, const N: usize>(&self, v: V) {
        let Problem { c, update, .. } = *self.0;
        let lanes = c.extents[0];
        for first in (0..lanes).step_by(N) {
            let mut sums = [T::ZERO; N];
            let sums = &mut sums[..N.min(lanes - first)];
            // SAFETY: `first + sums.len() <= lanes`; the rest is the guarantee of the caller.
            unsafe { self.add_all(v, first, sums) };
            for (lane, &sum) in sums.iter().enumerate() {
                // SAFETY: `first + lane < lanes`: an element of C, which is written here alone.
                unsafe { update.write_one(c.at(first + lane, 0), sum) };
            }
        }
    }

    /// Adds four products or one (`D`) to each of the sums of lanes from `first` on, from depth `k` on.
    ///
    /// # Safety
    /// The matrix must have these lanes, which are neighbours, and `k + D` depths.
    #[inline(always)]
    unsafe fn add_rows<V: Vectors<T>, const D: usize>(
        &self,
        v: V,
        first: usize,
        k: usize,
        sums: &mut [T],
    ) {
        let (mut scales, mut rows) = ([v.zero(); D], [core::ptr::null::<T>(); D]);
        for d in 0..D {
            // SAFETY: `k + d < depth`: an element of `x`.
            scales[d] = v.splat(unsafe { *self.0.b.at(k + d, 0) });
            rows[d] = self.0.a.at(first, k + d);
        }
        let mut chunks = sums.chunks_exact_mut(V::LANES);
        let mut lane = 0;
        for chunk in chunks.by_ref() {
            // SAFETY: a chunk has `LANES` sums, and the rows have as many lanes, which are neighbours.
            unsafe {
                let mut sum = v.load(chunk.as_ptr());
                for d in 0..D {
                    sum = v.mul_add(scales[d], v.load(rows[d].add(lane)), sum);
                }
                v.store(chunk.as_mut_ptr(), sum);
            }
            lane += V::LANES;
        }
        let rest = chunks.into_remainder();
        if !rest.is_empty() {
            let n = rest.len();
            // SAFETY: `n` sums and lanes remain, fewer than `LANES`.
            unsafe {
                let mut sum = v.load_part(rest.as_ptr(), n);
                for d in 0..D {
                    sum = v.mul_add(scales[d], v.load_part(rows[d].add(lane), n), sum);
                }
                v.store_part(rest.as_mut_ptr(), sum, n);
            }
        }
    }

    /// Adds the products of `x` to the sums of `L` lanes from `lane` on, from depth `k` on. Each lane has `S` vectors of sums,
    /// as many in all as hide the latency of a product.
    ///
    /// # Safety
    /// The matrix must have these lanes and `k + x.len()` depths, which are neighbours.
    #[inline(always)]
    unsafe fn add_dots<V: Vectors<T>, const L: usize, const S: usize>(
        &self,
        v: V,
        lane: usize,
        k: usize,
        x: &[T],
        sums: &mut [T; L],
    ) {
        let mut rows = [core::ptr::null::<T>(); L];
        for l in 0..L {
            rows[l] = self.0.a.at(lane + l, k);
        }
        let mut wide = [[v.zero(); S]; L];
        let mut done = 0;
        let steps = x.chunks_exact(S * V::LANES);
        let rest = steps.remainder();
        for step in steps {
            for l in 0..L {
                for s in 0..S {
                    let at = s * V::LANES;
                    // SAFETY: a step has `S` vectors of `x`, and each row as many depths, which are neighbours.
                    let (x, y) =
                        unsafe { (v.load(step.as_ptr().add(at)), v.load(rows[l].add(done + at))) };
                    wide[l][s] = v.mul_add(x, y, wide[l][s]);
                }
            }
            done += S * V::LANES;
        }
        for part in rest.chunks(V::LANES) {
            let n = part.len();
            for l in 0..L {
                // SAFETY: `n` depths remain in this part, at most `LANES`.
                let (x, y) =
                    unsafe { (v.load_part(part.as_ptr(), n), v.load_part(rows[l].add(done), n)) };
                wide[l][0] = v.mul_add(x, y, wide[l][0]);
            }
            done += n;
        }
        for l in 0..L {
            let mut all = wide[l][0];
            for s in 1..S {
                all = v.add(all, wide[l][s]);
            }
            sums[l] = sums[l].add(v.reduce_add(all));
        }
    }

    /// Adds all products to the sums of lanes from `first` on.
    ///
    /// # Safety
    /// The requirements of [`multiply`]. The matrix must have these lanes.
    #[inline(always)]
    unsafe fn add_all<V: Vectors<T>>(&self, v: V, first: usize, sums: &mut [T]) {
        let Problem { a, b, .. } = self.0;
        let depth = a.extents[1];
        if a.strides[0] == 1 {
            let whole = depth - depth % 4;
            for k in (0..whole).step_by(4) {
                // SAFETY: `k + 4 <= depth`; the lanes are neighbours, and the caller guarantees them.
                unsafe { self.add_rows::<V, 4>(v, first, k, sums) };
            }
            for k in whole..depth {
                // SAFETY: `k < depth`; the lanes are neighbours, and the caller guarantees them.
                unsafe { self.add_rows::<V, 1>(v, first, k, sums) };
            }
            return;
        }
        let part = if b.strides[0] == 1 { PART } else { COPIED_PART };
        for k in (0..depth).step_by(part) {
            let len = part.min(depth - k);
            let mut copied;
            let x = if b.strides[0] == 1 {
                // SAFETY: `k + len <= depth`: neighbours of `x`, which the caller guarantees to be readable and to share no
                // element with C, the only one that is written.
                unsafe { core::slice::from_raw_parts(b.at(k, 0), len) }
            } else {
                copied = [T::ZERO; COPIED_PART];
                for (i, to) in copied[..len].iter_mut().enumerate() {
                    // SAFETY: `k + i < depth`: an element of `x`.
                    *to = unsafe { *self.0.b.at(k + i, 0) };
                }
                &copied[..len]
            };
            let (eights, rest) = sums.as_chunks_mut::<8>();
            let whole = 8 * eights.len();
            for (eight, sums) in eights.iter_mut().enumerate() {
                // SAFETY: the caller guarantees the lanes of the sums, and `k + len <= depth`; depths are neighbours.
                unsafe { self.add_dots::<V, 8, 1>(v, first + 8 * eight, k, x, sums) };
            }
            let (ones, _) = rest.as_chunks_mut::<1>();
            for (lane, sums) in ones.iter_mut().enumerate() {
                // SAFETY: the caller guarantees the lanes of the sums, and `k + len <= depth`; depths are neighbours.
                unsafe { self.add_dots::<V, 1, 8>(v, first + whole + lane, k, x, sums) };
            }
        }
    }
}

compiled! {
    /// Updates C with the product, on the widest vectors of this machine.
    ///
    /// # Safety
    /// The elements of the matrix and of `x` must be valid for reads and those of C for reads and writes. No element of C may
    /// overlap one of these. The matrix must have neighbours in one mode.
    pub multiply<T>: [unsafe fn](problem: &StridedProblem<T>) = multiply_here;
}

/// The body of [`multiply`].
#[inline(always)]
fn multiply_here<T: Element>(problem: &StridedProblem<T>) {
    dispatch(VectorTask(problem));
}

impl<T: Element> Task for VectorTask<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self, machine: M) {
        let v = T::vectors(machine);
        // SAFETY: the creator of this task guarantees the requirements of `multiply`.
        unsafe {
            if self.0.a.strides[0] == 1 {
                self.in_blocks::<_, LANES_OF_ROWS>(v);
            } else if self.0.c.extents[0] <= FEW_LANES {
                self.in_blocks::<_, FEW_LANES>(v);
            } else {
                self.in_blocks::<_, LANES_OF_DOTS>(v);
            }
        }
    }
}
