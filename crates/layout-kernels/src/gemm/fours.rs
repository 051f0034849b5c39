//! Products of four rows and a depth of four: two columns of C in a vector of eight lanes.
//!
//! ```text
//! load the four columns of A, each into both halves of a vector
//! for each two columns of C
//!     b = two columns of B, one in each half
//!     for each k of four
//!         sums += A[k] * (lane k of each half of b, in all lanes of the half)
//!     update two columns of C
//! ```
//!
//! An atom would load a vector for each product, which then waits for the loads.

use super::operand::Operand;
use super::problem::{AnyProblem, Problem};
use super::update::Update;
use crate::simd::Vectors;
use core::array;

/// The rows and the depth.
const FOUR: usize = 4;

/// Whether the columns of B and C follow each other without gaps, in a product of that route.
#[inline(always)]
pub fn has_no_gaps<P: AnyProblem>(problem: P) -> bool {
    let Problem { b, c, .. } = problem.problem();
    b.column_stride() == FOUR as isize && c.column_stride() == FOUR as isize
}

/// Updates C with a product of that route that [has no gaps](has_no_gaps), on vectors of eight lanes.
///
/// # Safety
/// The contract of [`multiply_in_panels`](super::panels::multiply_in_panels).
#[inline(always)]
pub unsafe fn multiply_fours<V: Vectors<P::T>, P: AnyProblem>(v: V, problem: P) {
    assert!(V::LANES == 2 * FOUR, "two columns of four rows fill a vector of eight lanes");
    let Problem { a, b, c, update } = problem.problem();
    // The route has found that the elements of A and B are those of C.
    let [a_start, b_start]: [*const P::T; 2] =
        [a.start().cast_const().cast(), b.start().cast_const().cast()];
    let columns: [V::Vector; FOUR] = array::from_fn(
        #[inline(always)]
        |k| {
            // SAFETY: column `k` of A has four adjacent rows, which the caller guarantees to be readable.
            unsafe {
                let column = a_start.offset(k as isize * a.column_stride());
                v.load_halves(column, column)
            }
        },
    );
    for first in (0..c.extents()[1] * FOUR).step_by(V::LANES) {
        // SAFETY: two columns of B and of C, of four elements each without gaps, which the caller guarantees to be
        // readable, and those of C writable.
        unsafe {
            let (pair, at) = (v.load(b_start.add(first)), c.start().add(first));
            let mut sum = v.mul_add(columns[0], v.splat_in_halves::<0>(pair), v.zero());
            sum = v.mul_add(columns[1], v.splat_in_halves::<1>(pair), sum);
            sum = v.mul_add(columns[2], v.splat_in_halves::<2>(pair), sum);
            sum = v.mul_add(columns[3], v.splat_in_halves::<3>(pair), sum);
            update.write(v, at, sum);
        }
    }
}
