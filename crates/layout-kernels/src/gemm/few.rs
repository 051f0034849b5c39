//! Products of a few numbers at run-time extents and strides, which cost less than copying panels.

use super::problem::Problem;
use super::strided::{Strided, StridedProblem};
use super::update::Update;
use crate::simd::{Element, MAX_LANES, Machine, Task, Vectors};

/// A product of a few numbers. Its creator guarantees the requirements of [`strided::multiply`](super::strided::multiply).
pub struct Few<'p, T>(pub &'p StridedProblem<T>);

impl<T: Element> Task for Few<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run<M: Machine>(self, machine: M) {
        // Each element in one lane, so that a machine that rounds a product and its sum once does so here.
        let v = T::vectors(machine).half().half();
        let &Problem { a: Strided { extents: [m, depth], strides, start }, b, c, update } = self.0;
        for i in 0..m {
            for j in 0..c.extents[1] {
                let mut sum = v.zero();
                let mut left = start.cast_const().wrapping_offset(i as isize * strides[0]);
                let mut right = b.start.cast_const().wrapping_offset(j as isize * b.strides[1]);
                for _ in 0..depth {
                    // SAFETY: the elements of A and B at this depth, which the caller guarantees.
                    unsafe { sum = v.mul_add(v.splat(*left), v.splat(*right), sum) };
                    left = left.wrapping_offset(strides[1]);
                    right = right.wrapping_offset(b.strides[0]);
                }
                let mut lanes = [T::ZERO; MAX_LANES];
                // SAFETY: `lanes` has `MAX_LANES` elements, at least those of a vector; row `i` and column `j` of C.
                unsafe {
                    v.store(lanes.as_mut_ptr(), sum);
                    update.write_one(c.at(i, j), lanes[0]);
                }
            }
        }
    }
}
