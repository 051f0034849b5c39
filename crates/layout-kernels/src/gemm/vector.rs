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

use super::operand::Operand;
use super::problem::{AnyProblem, Problem};
use super::update::{Blend, Update};
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

/// The product of a matrix and the vector `x`, as strides.
pub struct VectorProblem<T> {
    matrix: *const T,
    lanes: usize,
    depth: usize,
    /// The offset in the matrix from lane to lane.
    across: isize,
    /// The offset in the matrix from depth to depth.
    along: isize,
    x: *const T,
    x_stride: isize,
    to: *mut T,
    to_stride: isize,
    update: Blend<T>,
}

impl<T: Element> VectorProblem<T> {
    /// A problem whose numbers [are for a vector](super::route::Numbers::is_for_vector).
    #[inline(always)]
    pub fn new<P: AnyProblem<T = T>>(problem: P) -> Self {
        let Problem { a, b, c, update } = problem.problem();
        let [m, n, depth] = problem.problem().extents();
        // The route has found that the elements of A and B are those of C.
        let (a_start, b_start) = (a.start().cast_const().cast(), b.start().cast_const().cast());
        let of_a = [a.row_stride(), a.column_stride()];
        let of_b = [b.column_stride(), b.row_stride()];
        // The lanes are the rows of A, or the columns of B.
        let (lanes, matrix, [across, along], x, x_stride, to_stride) = if n == 1 {
            (m, a_start, of_a, b_start, b.row_stride(), c.row_stride())
        } else {
            (n, b_start, of_b, a_start, a.column_stride(), c.column_stride())
        };
        Self {
            matrix,
            lanes,
            depth,
            // One lane has no neighbour.
            across: if lanes == 1 { 0 } else { across },
            along,
            x,
            x_stride,
            to: c.start(),
            to_stride,
            update: update.blend(),
        }
    }

    /// Updates C in blocks of `N` lanes.
    ///
    /// # Safety
    /// The requirements of [`multiply`].
    #[inline(always)]
    unsafe fn in_blocks<V: Vectors<T>, const N: usize>(&self, v: V) {
        for first in (0..self.lanes).step_by(N) {
            let mut sums = [T::ZERO; N];
            let sums = &mut sums[..N.min(self.lanes - first)];
            // SAFETY: `first + sums.len() <= lanes`; the rest is the guarantee of the caller.
            unsafe { self.add_all(v, first, sums) };
            for (lane, &sum) in sums.iter().enumerate() {
                // SAFETY: `first + lane < lanes`: an element of C, which is written here alone.
                unsafe {
                    let to = self.to.offset((first + lane) as isize * self.to_stride);
                    let old = if self.update.reads() { *to } else { T::ZERO };
                    *to = self.update.apply_one(sum, old);
                }
            }
        }
    }

    /// The number of lane `lane` at depth `depth`.
    ///
    /// # Safety
    /// The matrix must have the lane and the depth.
    #[inline(always)]
    unsafe fn at(&self, lane: usize, depth: usize) -> *const T {
        let at = lane as isize * self.across + depth as isize * self.along;
        // SAFETY: the caller's element of the matrix.
        unsafe { self.matrix.offset(at) }
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
        let scales: [V::Vector; D] = core::array::from_fn(
            #[inline(always)]
            // SAFETY: `k + d < depth`: an element of `x`.
            |d| v.splat(unsafe { *self.x.offset((k + d) as isize * self.x_stride) }),
        );
        let rows: [*const T; D] = core::array::from_fn(
            #[inline(always)]
            // SAFETY: the caller guarantees the lane `first` and the depths.
            |d| unsafe { self.at(first, k + d) },
        );
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
        let rows: [*const T; L] = core::array::from_fn(
            #[inline(always)]
            // SAFETY: the caller guarantees the lanes and the depth `k`.
            |l| unsafe { self.at(lane + l, k) },
        );
        let mut wide = [[v.zero(); S]; L];
        let mut done = 0;
        let steps = x.chunks_exact(S * V::LANES);
        let rest = steps.remainder();
        for step in steps {
            for (l, wide) in wide.iter_mut().enumerate() {
                for (s, wide) in wide.iter_mut().enumerate() {
                    let at = s * V::LANES;
                    // SAFETY: a step has `S` vectors of `x`, and each row as many depths, which are neighbours.
                    let (x, y) =
                        unsafe { (v.load(step.as_ptr().add(at)), v.load(rows[l].add(done + at))) };
                    *wide = v.mul_add(x, y, *wide);
                }
            }
            done += S * V::LANES;
        }
        for part in rest.chunks(V::LANES) {
            let n = part.len();
            for (l, wide) in wide.iter_mut().enumerate() {
                // SAFETY: `n` depths remain in this part, at most `LANES`.
                let (x, y) =
                    unsafe { (v.load_part(part.as_ptr(), n), v.load_part(rows[l].add(done), n)) };
                wide[0] = v.mul_add(x, y, wide[0]);
            }
            done += n;
        }
        for (sum, wide) in sums.iter_mut().zip(wide) {
            let all = wide[1..].iter().fold(wide[0], |all, more| v.add(all, *more));
            *sum = sum.add(v.reduce_add(all));
        }
    }

    /// Adds all products to the sums of lanes from `first` on.
    ///
    /// # Safety
    /// The requirements of [`multiply`]. The matrix must have these lanes.
    #[inline(always)]
    unsafe fn add_all<V: Vectors<T>>(&self, v: V, first: usize, sums: &mut [T]) {
        if self.across == 1 {
            let whole = self.depth - self.depth % 4;
            for k in (0..whole).step_by(4) {
                // SAFETY: `k + 4 <= depth`; the lanes are neighbours, and the caller guarantees them.
                unsafe { self.add_rows::<V, 4>(v, first, k, sums) };
            }
            for k in whole..self.depth {
                // SAFETY: `k < depth`; the lanes are neighbours, and the caller guarantees them.
                unsafe { self.add_rows::<V, 1>(v, first, k, sums) };
            }
            return;
        }
        let part = if self.x_stride == 1 { PART } else { COPIED_PART };
        for k in (0..self.depth).step_by(part) {
            let len = part.min(self.depth - k);
            let mut copied;
            let x = if self.x_stride == 1 {
                // SAFETY: `k + len <= depth`: neighbours of `x`, which the caller guarantees to be readable and to share no
                // element with C, the only one that is written.
                unsafe { core::slice::from_raw_parts(self.x.add(k), len) }
            } else {
                copied = [T::ZERO; COPIED_PART];
                for (i, to) in copied[..len].iter_mut().enumerate() {
                    // SAFETY: `k + i < depth`: an element of `x`.
                    *to = unsafe { *self.x.offset((k + i) as isize * self.x_stride) };
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
    pub multiply<T>: [unsafe fn](problem: &VectorProblem<T>) = multiply_here;
}

/// [`multiply`], compiled where it is called.
#[inline(always)]
fn multiply_here<T: Element>(problem: &VectorProblem<T>) {
    dispatch(VectorTask(problem));
}

/// The task of [`multiply`], whose caller guarantees its requirements.
struct VectorTask<'p, T>(&'p VectorProblem<T>);

impl<T: Element> Task for VectorTask<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self, machine: M) {
        let v = T::vectors(machine);
        // SAFETY: the creator of this task guarantees the requirements of `multiply`.
        unsafe {
            if self.0.across == 1 {
                self.0.in_blocks::<_, LANES_OF_ROWS>(v);
            } else if self.0.lanes <= FEW_LANES {
                self.0.in_blocks::<_, FEW_LANES>(v);
            } else {
                self.0.in_blocks::<_, LANES_OF_DOTS>(v);
            }
        }
    }
}
