//! Reductions: all elements combined into one value.

use super::nest::{Loop, Nest, NestTask, Sides};
use super::side::{Described, Side};
use crate::simd::{Element, MAX_LANES, Machine, Vectors};
use crate::views::Readable;
use static_layout::View;
use static_layout::internal::{self, Form, OffsetMap};

/// The number of accumulators of a reduction: enough vectors on any machine to hide the latency of an addition.
const ACCUMULATORS: usize = 32;
/// The number of accumulators of a least or greatest element, whose comparisons take longer.
const OF_EXTREMES: usize = 64;
/// The number of elements up to which a row is reduced without accumulators that have no element.
const FEW: usize = 8;
/// The most vectors of [`ACCUMULATORS`] lanes: a vector has at least two.
const MOST_VECTORS: usize = ACCUMULATORS / 2;
/// The vectors that [`ExtremeTask`] compares at once: with as many sums they leave four of 16 registers.
const COMPARED: usize = 6;

/// `f(.. f(f(identity, v(0)), v(1)) .., v(n - 1))`, in another order of the elements. Requires an associative and
/// commutative `f`, and `f(identity, x) = x`. NumPy: `ufunc.reduce`.
///
/// The order depends on the layout alone, so that the result is equal on every machine and at every call:
///
/// 1. The loops run in ascending order of their strides.
/// 2. Element `i` of a row of the innermost loop goes to accumulator `i % 32`.
/// 3. In the end, the upper half of the accumulators is combined with the lower half, until one remains.
///
/// The order shows only where rounding makes `f` not associative, as for sums of floating-point numbers. For the linear
/// order, write `view.iter().fold(..)`.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::reduce;
/// let data = [3, 1, 4, 1, 5, 9];
/// let view = View::new(&data, layout!((2, 3):(3, 1)))?;
/// assert_eq!(reduce(view, 1, |x, y| x * y), 540);
/// # Ok::<(), LayoutError>(())
/// ```
#[layout_macros::at_caller]
#[inline]
pub fn reduce<T: Copy, L: Form>(
    view: impl Readable<Element = T, Layout = L>,
    identity: T,
    f: impl FnMut(T, T) -> T,
) -> T {
    reduced::<T, L, ACCUMULATORS>(view.readable(), identity, f)
}

/// [`reduce`] with `N` accumulators.
#[inline(always)]
fn reduced<T: Copy, L: Form, const N: usize>(
    view: View<'_, T, L>,
    identity: T,
    f: impl FnMut(T, T) -> T,
) -> T {
    let layout = view.layout();
    let from = Side::new(view.as_ptr(), layout);
    // Never an error: the modes of one layout are common modes.
    internal::unwrap_or_panic((layout,).run(ReduceTask::<_, _, _, N> { from, identity, f }))
}

/// The sum of all elements, in the order of [`reduce`]. Integers wrap around. NumPy: `sum`.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::sum;
/// assert_eq!(sum(View::new(&[1.5_f32, 2.5], layout!((2, 3):(1, 0)))?), 12.0);
/// # Ok::<(), LayoutError>(())
/// ```
#[layout_macros::at_caller]
#[inline]
pub fn sum<T: Element, L: Form>(view: impl Readable<Element = T, Layout = L>) -> T {
    let view = view.readable();
    let layout = view.layout();
    let from = Side::new(view.as_ptr(), layout);
    // Never an error: the modes of one layout are common modes.
    internal::unwrap_or_panic((layout,).run(SumTask { from }))
}

/// The least element, or an element that is not a number (`x != x`) if there is one. `None` if there are no elements.
/// NumPy: `min`.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::minimum;
/// assert_eq!(minimum(View::new(&[2, 1, 3], layout!(3:1))?), Some(1));
/// assert!(minimum(View::new(&[2.0, f32::NAN, 3.0], layout!(3:1))?).unwrap().is_nan());
/// # Ok::<(), LayoutError>(())
/// ```
#[layout_macros::at_caller]
#[inline]
pub fn minimum<T: Copy + PartialOrd, L: Form>(
    view: impl Readable<Element = T, Layout = L>,
) -> Option<T> {
    let view = view.readable();
    extreme::<T, L, false>(view, |x, y| x < y)
}

/// The greatest element, or an element that is not a number (`x != x`) if there is one. `None` if there are no
/// elements. NumPy: `max`.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::maximum;
/// assert_eq!(maximum(View::new(&[2, 1, 3], layout!(3:1))?), Some(3));
/// assert_eq!(maximum(View::new(&[2; 0], layout!((0, 3):(1, 1)))?), None);
/// # Ok::<(), LayoutError>(())
/// ```
#[layout_macros::at_caller]
#[inline]
pub fn maximum<T: Copy + PartialOrd, L: Form>(
    view: impl Readable<Element = T, Layout = L>,
) -> Option<T> {
    let view = view.readable();
    extreme::<T, L, true>(view, |x, y| x > y)
}

/// The element that `wins` against all others, or one that is not a number. `GREATEST` tells which of the two orders
/// `wins` is.
#[inline(always)]
#[allow(clippy::eq_op, reason = "only a value that is not a number differs from itself")]
fn extreme<T: Copy + PartialOrd, L: Form, const GREATEST: bool>(
    view: View<'_, T, L>,
    wins: impl Fn(T, T) -> bool,
) -> Option<T> {
    let layout = view.layout();
    if Described::of(layout).size() == 0 {
        return None;
    }
    // SAFETY: the first coordinate has the plain offset 0, and an element (rule V1).
    let first = unsafe { *Side::new(view.as_ptr(), layout).at(0) };
    macro_rules! by_vectors {
        ($($element:ty)*) => {$(
            if typeid::of::<T>() == typeid::of::<$element>() {
                let from = Side::new(view.as_ptr().cast::<$element>(), layout);
                // Never an error: the modes of one layout are common modes.
                let found: Option<$element> = internal::unwrap_or_panic(
                    (layout,).run(ExtremeTask::<$element, _, GREATEST> { from }),
                );
                if let Some(found) = found {
                    // SAFETY: `T` is the type of `found`, by the comparison of their identities.
                    return Some(unsafe { core::mem::transmute_copy(&found) });
                }
            }
        )*};
    }
    by_vectors!(f32 f64 i32);
    Some(reduced::<T, L, OF_EXTREMES>(
        view,
        first,
        #[inline(always)]
        |x, y| if wins(x, y) | (x != x) { x } else { y },
    ))
}

/// The task of [`sum`]: [`ReduceTask`] with its accumulators in vectors, if the rows are neighbours.
struct SumTask<T, L> {
    from: Side<*const T, L>,
}

impl<T: Element, L: OffsetMap> NestTask<1> for SumTask<T, L> {
    type Output = T;

    #[inline(always)]
    fn run<M: Machine>(&mut self, machine: M, nest: &Nest<1>) -> T {
        let from = self.from;
        if !L::IS_IDENTITY || nest.get(0).strides != [1] {
            return ReduceTask::<_, _, _, ACCUMULATORS> { from, identity: T::ZERO, f: T::add }
                .run(machine, nest);
        }
        let v = T::vectors(machine);
        let lanes = T::lanes::<M>();
        let (n, vectors) = (nest.get(0).extent, ACCUMULATORS / lanes);
        let mut sums = [v.zero(); MOST_VECTORS];
        nest.walk(
            1,
            #[inline(always)]
            |[at]| {
                let mut done = 0;
                while n - done >= ACCUMULATORS {
                    for (k, sum) in sums.iter_mut().enumerate().take(vectors) {
                        let at = at + (done + k * lanes) as isize;
                        // SAFETY: `done + ACCUMULATORS <= n`: steps of a row, whose coordinates are neighbours without
                        // a swizzle (rule K).
                        *sum = v.add(*sum, unsafe { v.load(from.at(at)) });
                    }
                    done += ACCUMULATORS;
                }
                for sum in sums.iter_mut().take(vectors) {
                    let rest = n - done;
                    if rest == 0 {
                        break;
                    }
                    // SAFETY: a vector, or a part of one, of the `rest` steps that the row still has (rule K).
                    let x = unsafe {
                        let from = from.at(at + done as isize);
                        if rest >= lanes { v.load(from) } else { v.load_part(from, rest) }
                    };
                    *sum = v.add(*sum, x);
                    done += rest.min(lanes);
                }
            },
        );
        v.reduce_add(folded(
            &mut sums[..vectors],
            #[inline(always)]
            |x, y| v.add(x, y),
        ))
    }
}

/// The greatest or least element, if rows of neighbours are at least one vector long, and no element is seen that may not
/// be a number; otherwise `None`.
///
/// A comparison may drop an element that is not a number, but a sum does not: the sum of all elements is a number only if
/// all of them are. It is computed by multiply-adds, because AMD's processors compare and add in the same units.
struct ExtremeTask<T, L, const GREATEST: bool> {
    from: Side<*const T, L>,
}

impl<T: Element + PartialOrd, L: OffsetMap, const GREATEST: bool> NestTask<1>
    for ExtremeTask<T, L, GREATEST>
{
    type Output = Option<T>;

    #[inline(always)]
    #[allow(clippy::eq_op, reason = "only a value that is not a number differs from itself")]
    fn run<M: Machine>(&mut self, machine: M, nest: &Nest<1>) -> Option<T> {
        let from = self.from;
        let v = T::vectors(machine);
        let (n, lanes) = (nest.get(0).extent, T::lanes::<M>());
        if !L::IS_IDENTITY || nest.get(0).strides != [1] || n < lanes || nest.size() == 0 {
            return None;
        }
        let has_nan = typeid::of::<T>() != typeid::of::<i32>();
        // SAFETY: the first steps of a row, whose coordinates are neighbours without a swizzle; there are `lanes` of them
        // (rule K).
        let first = unsafe { v.load(from.at(nest.starts[0])) };
        let one = v.splat(T::ONE);
        let (mut found, mut sums) = ([first; COMPARED], [v.zero(); COMPARED]);
        nest.walk(
            1,
            #[inline(always)]
            |[at]| {
                let mut done = 0;
                while n - done >= COMPARED * lanes {
                    for k in 0..COMPARED {
                        // SAFETY: `done + COMPARED * lanes <= n`: steps of a row, coordinates (rule K).
                        let x = unsafe { v.load(from.at(at + (done + k * lanes) as isize)) };
                        found[k] = if GREATEST { v.max(found[k], x) } else { v.min(found[k], x) };
                        if has_nan {
                            sums[k] = v.mul_add(x, one, sums[k]);
                        }
                    }
                    done += COMPARED * lanes;
                }
                // The last vector ends with the row, and may begin among elements that were compared before.
                for k in 0..COMPARED {
                    if done >= n {
                        break;
                    }
                    let begin = done.min(n - lanes);
                    // SAFETY: `begin + lanes <= n`: steps of a row, coordinates (rule K).
                    let x = unsafe { v.load(from.at(at + begin as isize)) };
                    found[k] = if GREATEST { v.max(found[k], x) } else { v.min(found[k], x) };
                    if has_nan {
                        sums[k] = v.mul_add(x, one, sums[k]);
                    }
                    done += lanes;
                }
            },
        );
        let (mut best, mut sum) = (found[0], sums[0]);
        for k in 1..COMPARED {
            best = if GREATEST { v.max(best, found[k]) } else { v.min(best, found[k]) };
            sum = v.add(sum, sums[k]);
        }
        let sum = v.reduce_add(sum);
        if sum != sum {
            return None;
        }
        let mut all = [T::ZERO; MAX_LANES];
        // SAFETY: `all` has `MAX_LANES` elements, and no vector has more lanes.
        unsafe { v.store(all.as_mut_ptr(), best) };
        Some(folded(&mut all[..lanes], |x, y| if (x > y) == GREATEST { x } else { y }))
    }
}

/// What a reduction reads of `K` layouts: an element for each step of their loops.
pub(crate) trait Terms<const K: usize> {
    type Term: Copy;
    /// The term at the offsets `at + i * step`.
    ///
    /// # Safety
    /// These must be the plain offsets of a coordinate of each view.
    unsafe fn term(&mut self, at: [isize; K], i: isize, step: [isize; K]) -> Self::Term;
}

impl<T: Copy, L: OffsetMap> Terms<1> for Side<*const T, L> {
    type Term = T;
    #[inline(always)]
    unsafe fn term(&mut self, [at]: [isize; 1], i: isize, [step]: [isize; 1]) -> T {
        // SAFETY: the caller guarantees the offset of a coordinate, which has an element (rule V1).
        unsafe { *self.at(at + i * step) }
    }
}

/// A reduction with `N` accumulators.
pub(crate) struct ReduceTask<R, T, F, const N: usize = ACCUMULATORS> {
    pub(crate) from: R,
    pub(crate) identity: T,
    pub(crate) f: F,
}

impl<T: Copy, R: Terms<K, Term = T>, F: FnMut(T, T) -> T, const N: usize, const K: usize>
    NestTask<K> for ReduceTask<R, T, F, N>
{
    type Output = T;

    #[inline(always)]
    fn run<M: Machine>(&mut self, _: M, nest: &Nest<K>) -> T {
        let (from, identity, f) = (&mut self.from, self.identity, &mut self.f);
        let Loop { extent, strides } = nest.get(0);
        if extent <= FEW && nest.get(1).extent == 1 {
            // SAFETY: the nest has one row, whose steps are coordinates (rule K).
            return unsafe { reduce_few(from, nest.starts, strides, extent, identity, f) };
        }
        let mut accumulators = [identity; N];
        nest.rows(
            #[inline(always)]
            |at, n, step| {
                let mut done = n - n % N;
                // Of several layouts, one may repeat an element along the row.
                let is_near = step == [1; K] || K > 1 && step.iter().all(|&step| step == 0 || step == 1);
                if is_near && done > 0 {
                    // A local copy of the accumulators is kept in vectors; the array itself, which the chunks below index,
                    // stays in memory. Only for neighbours: others would have to be gathered into vectors.
                    let mut sums = accumulators;
                    for begin in (0..done).step_by(N) {
                        for (k, sum) in sums.iter_mut().enumerate() {
                            // SAFETY: `begin + k < done`: the step of a row, a coordinate (rule K).
                            *sum = f(*sum, unsafe { from.term(at, (begin + k) as isize, step) });
                        }
                    }
                    accumulators = sums;
                } else {
                    for begin in (0..done).step_by(N) {
                        for (k, sum) in accumulators.iter_mut().enumerate() {
                            // SAFETY: `begin + k < done`: the step of a row, a coordinate (rule K).
                            *sum = f(*sum, unsafe { from.term(at, (begin + k) as isize, step) });
                        }
                    }
                }
                // The rest in chunks of constant lengths, each of which is vector code for neighbours.
                macro_rules! chunks {
                    ($($chunk:literal)*) => {$(
                        while n - done >= $chunk {
                            if let Some(sums) = accumulators[done % N..].first_chunk_mut::<$chunk>() {
                                // SAFETY: `done + $chunk <= n`: the steps of a row, coordinates (rule K).
                                unsafe { accumulate(sums, from, [at, step], done as isize, f) };
                            }
                            done += $chunk;
                        }
                    )*};
                }
                chunks!(32 16 8 4 1);
            },
        );
        folded(&mut accumulators, f)
    }
}

/// Combines a power of two of values: the upper half with the lower half, until one is left.
#[inline(always)]
fn folded<T: Copy>(values: &mut [T], mut f: impl FnMut(T, T) -> T) -> T {
    let mut rest = values.len();
    while rest > 1 {
        rest /= 2;
        for k in 0..rest {
            values[k] = f(values[k], values[k + rest]);
        }
    }
    values[0]
}

/// [`ReduceTask`] of one row of `n` elements, at most [`FEW`]: combines only the accumulators that have an element, and
/// so needs no others.
///
/// # Safety
/// `at + k * step` must be the plain offsets of a coordinate for each `k < n`.
#[inline(always)]
unsafe fn reduce_few<T: Copy, R: Terms<K, Term = T>, const K: usize>(
    from: &mut R,
    at: [isize; K],
    step: [isize; K],
    n: usize,
    identity: T,
    f: &mut impl FnMut(T, T) -> T,
) -> T {
    let mut accumulators = [identity; FEW];
    for (k, sum) in accumulators.iter_mut().enumerate().take(n) {
        // SAFETY: a coordinate, by the caller's guarantee.
        *sum = f(*sum, unsafe { from.term(at, k as isize, step) });
    }
    let (mut rest, mut left) = (FEW, n);
    while rest > 1 {
        rest /= 2;
        for k in rest..left {
            accumulators[k - rest] = f(accumulators[k - rest], accumulators[k]);
        }
        left = left.min(rest);
    }
    accumulators[0]
}

/// Combines elements of a row, from step `begin` on, with an accumulator each.
///
/// # Safety
/// `at + (begin + k) * step` must be the plain offsets of a coordinate for each accumulator `k`.
#[inline(always)]
unsafe fn accumulate<T: Copy, R: Terms<K, Term = T>, const K: usize, const N: usize>(
    sums: &mut [T; N],
    from: &mut R,
    [at, step]: [[isize; K]; 2],
    begin: isize,
    f: &mut impl FnMut(T, T) -> T,
) {
    // A copy, which overlaps no element of the view: the compiler keeps it in vectors.
    let mut local = *sums;
    for (k, sum) in local.iter_mut().enumerate() {
        // SAFETY: a coordinate, by the caller's guarantee.
        *sum = f(*sum, unsafe { from.term(at, begin + k as isize, step) });
    }
    // Not known to be a choice between old and new elements, which the compiler would store under a mask. AMD's processors
    // take tens of cycles for such a store.
    *sums = core::hint::black_box(local);
}
