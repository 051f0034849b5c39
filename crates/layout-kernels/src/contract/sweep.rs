//! Contractions that are not products of matrices: element by element, in the loops that all tensors share.
//!
//! ```text
//! c[i] = a[i]              one operand, no depth        transpositions, sums of a tensor and another
//! c[i,j] = a[i] * b[i,j]   no depth                     products of elements
//! c[l] = a[l,k] * b[l,k]   no rows and no columns       for each k, neighbours of C
//! ```
//!
//! The loops here also compute integers that `gemm` does not multiply, and products where there is no memory for tables.

use super::common::{Common, common, each};
use super::plan::{BATCH, COLUMNS, DEPTH, Matrices, ROWS};
use super::ring::Ring;
use crate::nest::{Loop, Nest, run_nest};
use crate::side::Side;
use crate::simd::{Machine, Task, dispatch};
use crate::transform::CombineTask;
use static_layout::internal::OffsetMap;

/// The elements of A, B and C, and whether C is added to.
pub struct Elements<I, J, T, X, Y, Z> {
    pub(super) a: Side<*const I, X>,
    pub(super) b: Side<*const J, Y>,
    pub(super) c: Side<*mut T, Z>,
    pub(super) adds: bool,
}

impl<I: Copy, J: Copy, T: Copy, X: OffsetMap, Y: OffsetMap, Z: OffsetMap> Copy
    for Elements<I, J, T, X, Y, Z>
{
}
impl<I: Copy, J: Copy, T: Copy, X: OffsetMap, Y: OffsetMap, Z: OffsetMap> Clone
    for Elements<I, J, T, X, Y, Z>
{
    fn clone(&self) -> Self {
        *self
    }
}

impl<I: Copy, J: Copy, T: Ring<I, J>, X: OffsetMap, Y: OffsetMap, Z: OffsetMap>
    Elements<I, J, T, X, Y, Z>
{
    /// Computes any contraction whose C has elements.
    ///
    /// # Safety
    /// Each offset of a matrix must lead to an element that is valid for reads, of C also for writes. No two coordinates of C have
    /// one offset, and C shares no element with A or B.
    #[inline(always)]
    pub unsafe fn sweep(self, matrices: &Matrices) {
        let groups = if matrices.sizes[DEPTH] == 0 { None } else { common(matrices) };
        let Some(groups) = groups else {
            // SAFETY: the caller guarantees the elements.
            return unsafe { self.one_by_one(matrices) };
        };
        let mut loops = Common::new();
        for group in [ROWS, COLUMNS, BATCH] {
            for &each in groups[group].as_slice() {
                if loops.is_full() {
                    // SAFETY: the caller guarantees the elements.
                    return unsafe { self.one_by_one(matrices) };
                }
                loops.push(each);
            }
        }
        if groups[DEPTH].len() == 0 && loops.len() <= layout_core::MAX_LEAVES {
            // SAFETY: the caller guarantees the elements.
            return unsafe { self.elementwise(loops.as_slice()) };
        }
        dispatch(SweepTask { elements: self, loops: &mut loops, depth: groups[DEPTH].as_slice() });
    }

    /// `c = a * b`, or `c + a * b`, for each coordinate.
    ///
    /// # Safety
    /// The requirements of [`sweep`](Elements::sweep).
    #[inline(always)]
    unsafe fn elementwise(self, loops: &[Loop<3>]) {
        let mut nest = Nest::<3>::new();
        loops.iter().for_each(|&each| nest.add(each));
        nest.order(2);
        nest.cross();
        nest.end();
        let Self { a, b, c, adds } = self;
        if adds {
            // SAFETY: the place of the result, an element of C.
            let f = |(x, y): (I, J), c: *mut T| unsafe { c.read().plus(T::product(x, y)) };
            run_nest(&mut CombineTask::new((a, b), c, f), &nest);
        } else {
            let f = |(x, y): (I, J), _: *mut T| T::product(x, y);
            run_nest(&mut CombineTask::new((a, b), c, f), &nest);
        }
    }

    /// `c = a * b`, or `c + a * b`, for the steps of a loop.
    ///
    /// # Safety
    /// Each step must be a coordinate.
    #[inline(always)]
    unsafe fn row(self, adds: bool, at: [isize; 3], len: usize, strides: [isize; 3]) {
        // Constant strides, so that the compiler uses vectors.
        // SAFETY: the caller guarantees coordinates.
        unsafe {
            match strides {
                [1, 0, 1] => self.steps(adds, at, len, [1, 0, 1]),
                [0, 1, 1] => self.steps(adds, at, len, [0, 1, 1]),
                [1, 1, 1] => self.steps(adds, at, len, [1, 1, 1]),
                _ => self.steps(adds, at, len, strides),
            }
        }
    }

    /// [`row`](Self::row), step by step.
    ///
    /// # Safety
    /// Each step must be a coordinate.
    #[inline(always)]
    unsafe fn steps(self, adds: bool, at: [isize; 3], len: usize, strides: [isize; 3]) {
        let Self { a, b, c, .. } = self;
        let offset = |k: usize, i: usize| at[k].wrapping_add(strides[k].wrapping_mul(i as isize));
        for i in 0..len {
            // SAFETY: the caller guarantees that the step is a coordinate, which has an element of each tensor.
            unsafe {
                let product = T::product(*a.at(offset(0, i)), *b.at(offset(1, i)));
                let to = c.at(offset(2, i));
                to.write(if adds { to.read().plus(product) } else { product });
            }
        }
    }

    /// Computes each element of C by the definition, where the tensors have no common loops.
    ///
    /// # Safety
    /// The requirements of [`sweep`](Elements::sweep).
    unsafe fn one_by_one(self, matrices: &Matrices) {
        let Self { a, b, c, adds } = self;
        let offset = |matrix: usize, coord: [usize; 3]| matrices.offset(matrix, coord);
        let [m, n, depth, batch] = matrices.sizes;
        for l in 0..batch {
            for (i, j) in (0..n).flat_map(|j| (0..m).map(move |i| (i, j))) {
                // SAFETY: coordinates of the matrices, whose elements the caller guarantees.
                unsafe {
                    let to = c.at(offset(2, [i, j, l]));
                    let mut sum = if adds { to.read() } else { T::ZERO };
                    for k in 0..depth {
                        let x = *a.at(offset(0, [i, k, l]));
                        let y = *b.at(offset(1, [k, j, l]));
                        sum = sum.plus(T::product(x, y));
                    }
                    to.write(sum);
                }
            }
        }
    }
}

/// The steps of the innermost loop that are computed for all depths before the next ones: their elements of C stay in the first
/// cache.
const CHUNK: usize = 1024;

/// Sums over a depth, with the neighbours of C innermost. Its creator guarantees the requirements of [`sweep`](Elements::sweep).
struct SweepTask<'n, I, J, T, X, Y, Z> {
    elements: Elements<I, J, T, X, Y, Z>,
    loops: &'n mut Common,
    depth: &'n [Loop<3>],
}

impl<I: Copy, J: Copy, T: Ring<I, J>, X: OffsetMap, Y: OffsetMap, Z: OffsetMap> Task
    for SweepTask<'_, I, J, T, X, Y, Z>
{
    type Output = ();
    #[inline(always)]
    fn run<M: Machine>(self, _: M) {
        let Self { elements, loops, depth } = self;
        // The loop with the least stride of C becomes the innermost one.
        let loops = loops.as_mut_slice();
        let least = (0..loops.len()).min_by_key(|&k| loops[k].strides[2].unsigned_abs());
        if let Some(k) = least {
            loops[..=k].rotate_right(1);
        }
        let (inner, outer) = match loops.split_first() {
            Some((inner, outer)) => (*inner, outer),
            None => (Loop::ONCE, &[][..]),
        };
        each(
            outer,
            [0; 3],
            #[inline(always)]
            |_, at| {
                for first in (0..inner.extent).step_by(CHUNK) {
                    let len = CHUNK.min(inner.extent - first);
                    let step = |k: usize| inner.strides[k].wrapping_mul(first as isize);
                    let at = [0, 1, 2].map(|k| at[k].wrapping_add(step(k)));
                    each(
                        depth,
                        at,
                        #[inline(always)]
                        |number, at| {
                            let adds = elements.adds || number > 0;
                            // SAFETY: these steps are coordinates, whose elements the creator guarantees.
                            unsafe { elements.row(adds, at, len, inner.strides) };
                        },
                    );
                }
            },
        );
    }
}
