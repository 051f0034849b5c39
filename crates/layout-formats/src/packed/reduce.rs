//! All packed elements combined into one value.

use super::memory::CHUNK;
use super::side::{Run, Side};
use super::view::PackedView;
use crate::element::PackedElement;
use static_layout::internal::{self as library, Form, OffsetMap};
use static_layout_kernels::internal::{Nest, NestTask, Sides};
use static_layout_kernels::simd::Machine;

/// The number of accumulators: enough vectors on any machine to hide the latency of an addition.
const ACCUMULATORS: usize = 32;

/// `f(.. f(f(identity, v(0)), v(1)) .., v(n - 1))` of the values as `f32`, in another order of the elements. Requires an
/// associative and commutative `f`, and `f(identity, x) = x`.
///
/// The order depends on the layout alone, so the result is equal on every machine and at every call: the loops run in
/// ascending order of their strides, element `i` of a row of the innermost loop goes to accumulator `i % 32`, and in the end
/// the upper half of the accumulators is combined with the lower half, until one remains.
///
/// ```
/// use static_layout::*;
/// use static_layout_formats::{element::*, packed::*};
/// let view = PackedView::<U4, _>::new(&[0x13, 0x42], layout!((2, 2):(2, 1)))?;
/// assert_eq!(reduce(view, f32::MIN, f32::max), 4.0);
/// # Ok::<(), LayoutError>(())
/// ```
#[layout_macros::at_caller]
#[inline]
pub fn reduce<E: PackedElement, L: Form>(
    view: PackedView<'_, E, L>,
    identity: f32,
    f: impl FnMut(f32, f32) -> f32,
) -> f32 {
    let task = ReduceTask { from: Side::of(&view), identity, f };
    // Never an error: the modes of one layout are common modes.
    library::unwrap_or_panic((view.layout(),).run(task))
}

/// The sum of all values as `f32`, in the order of [`reduce`]. Exact for integers as long as it is below 2^24.
///
/// ```
/// use static_layout::*;
/// use static_layout_formats::{element::*, packed::*};
/// let view = PackedView::<I4, _>::new(&[0xF3, 0x42], layout!((2, 2):(2, 1)))?;
/// assert_eq!(sum(view), 3.0 - 1.0 + 2.0 + 4.0);
/// # Ok::<(), LayoutError>(())
/// ```
#[layout_macros::at_caller]
#[inline]
pub fn sum<E: PackedElement, L: Form>(view: PackedView<'_, E, L>) -> f32 {
    reduce(
        view,
        0.0,
        #[inline(always)]
        |x, y| x + y,
    )
}

struct ReduceTask<E, O, F> {
    from: Side<E, O>,
    identity: f32,
    f: F,
}

impl<E: PackedElement, O: OffsetMap, F: FnMut(f32, f32) -> f32> NestTask<1>
    for ReduceTask<E, O, F>
{
    type Output = f32;

    #[inline(always)]
    fn run<M: Machine>(&mut self, _: M, nest: &Nest<1>) -> f32 {
        let (from, f) = (self.from, &mut self.f);
        let mut sums = [self.identity; ACCUMULATORS];
        nest.rows(
            #[inline(always)]
            |[at], n, [step]| {
                let mut done = 0;
                if Side::<E, O>::is_adjacent(step) {
                    let run = from.run(at);
                    done = n - n % ACCUMULATORS;
                    // SAFETY: the nest visits coordinates (rule K), of which these are whole chunks.
                    unsafe {
                        if run.begins_a_byte() {
                            add::<E, true>(&mut sums, &run, n / ACCUMULATORS, f);
                        } else {
                            add::<E, false>(&mut sums, &run, n / ACCUMULATORS, f);
                        }
                    }
                }
                for i in done..n {
                    // SAFETY: the nest visits coordinates (rule K).
                    let code = unsafe { from.code(at + i as isize * step) };
                    let sum = &mut sums[i % ACCUMULATORS];
                    *sum = f(*sum, E::FORMAT.decode(code));
                }
            },
        );
        let mut width = ACCUMULATORS;
        while width > 1 {
            width /= 2;
            for k in 0..width {
                sums[k] = f(sums[k], sums[k + width]);
            }
        }
        sums[0]
    }
}

/// Combines `count` groups of adjacent elements, each with one element for each accumulator.
///
/// # Safety
/// They are elements of the view, and `BEGINS` is whether the run begins a byte.
#[inline(always)]
unsafe fn add<E: PackedElement, const BEGINS: bool>(
    sums: &mut [f32; ACCUMULATORS],
    run: &Run<E>,
    count: usize,
    f: &mut impl FnMut(f32, f32) -> f32,
) {
    let mut local = *sums;
    for k in 0..count {
        let mut values = [0.0; ACCUMULATORS];
        for (c, values) in values.chunks_exact_mut(CHUNK).enumerate() {
            // SAFETY: a chunk of the `count` times `ACCUMULATORS` elements.
            let codes = unsafe { run.codes::<BEGINS>(k * (ACCUMULATORS / CHUNK) + c) };
            for (value, code) in values.iter_mut().zip(codes) {
                *value = E::FORMAT.decode(code);
            }
        }
        for (sum, value) in local.iter_mut().zip(values) {
            *sum = f(*sum, value);
        }
    }
    *sums = local;
}
