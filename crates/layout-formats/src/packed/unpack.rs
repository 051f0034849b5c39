//! Packed elements as floats, and floats as packed elements.

use super::memory::CHUNK;
use super::side::{Run, Side};
use super::view::PackedView;
use super::view_mut::PackedViewMut;
use crate::element::PackedElement;
use layout_core::LayoutError;
use static_layout::internal::{self as library, Form, OffsetMap};
use static_layout_kernels::internal::{Nest, NestTask, Sides, Written};
use static_layout_kernels::simd::Machine;
use static_layout_kernels::{Readable, Writable};

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    #[cfg(feature = "half")]
    impl Sealed for half::f16 {}
    #[cfg(feature = "half")]
    impl Sealed for half::bf16 {}
}

/// The floats that [`unpack`] writes: `f32`, and with the feature `half` `f16` and `bf16`.
pub trait Unpacked: Copy + sealed::Sealed {
    /// The nearest value of this type, ties to even.
    fn of_f32(value: f32) -> Self;
}
impl Unpacked for f32 {
    #[inline(always)]
    fn of_f32(value: f32) -> f32 {
        value
    }
}
#[cfg(feature = "half")]
impl Unpacked for half::f16 {
    #[inline(always)]
    fn of_f32(value: f32) -> Self {
        Self::from_f32(value)
    }
}
#[cfg(feature = "half")]
impl Unpacked for half::bf16 {
    #[inline(always)]
    fn of_f32(value: f32) -> Self {
        Self::from_f32(value)
    }
}

/// `to(i) = value of from(i)` for all linear indices `i`, in an order that the layouts determine.
///
/// ```
/// use static_layout::*;
/// use static_layout_formats::{element::*, packed::*};
/// let mut floats = [0.0_f32; 6];
/// unpack(
///     PackedView::<F4E2M1, _>::new(&[0x21, 0x43, 0xF5], layout!((2, 3):(3, 1)))?,
///     &mut ViewMut::new(&mut floats, layout!((2, 3):(1, 2)))?,
/// );
/// assert_eq!(floats, [0.5, 2.0, 1.0, 3.0, 1.5, -6.0]);
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Panics
/// If a layout is not static, and the layouts have different sizes or no common modes, or two coordinates of the destination
/// share an element: see [`try_unpack`], which returns the error instead.
///
/// # Compile errors
/// If the layouts have different sizes or no common modes whatever their run-time integers are, or two coordinates of a
/// static destination share an element.
#[layout_macros::at_caller]
#[inline]
#[track_caller]
pub fn unpack<E: PackedElement, L: Form, T: Unpacked, B: Writable<Element = T>>(
    from: PackedView<'_, E, L>,
    to: &mut B,
) {
    let _ = const { (&<(L, B::Layout) as Sides<2>>::STATIC, Written::<B::Layout>::CHECKED) };
    library::unwrap_or_panic(try_unpack(from, to))
}

/// [`unpack`], which returns a refusal as an error. Nothing is written then.
///
/// # Errors
/// If the sizes differ, if a mode of one layout ends within a mode of the other without dividing it, or
/// if two coordinates of the destination share an element.
///
/// # Compile errors
/// As [`unpack`].
#[layout_macros::at_caller]
#[inline]
pub fn try_unpack<E: PackedElement, L: Form, T: Unpacked, B: Writable<Element = T>>(
    from: PackedView<'_, E, L>,
    to: &mut B,
) -> Result<(), LayoutError> {
    let mut to = to.writable();
    Written::check(to.layout())?;
    let outer = to.layout().outer();
    let task = UnpackTask { from: Side::of(&from), to: to.as_mut_ptr(), outer };
    (from.layout(), to.layout()).run(task)
}

struct UnpackTask<E, O, T, P> {
    from: Side<E, O>,
    /// The element at offset 0.
    to: *mut T,
    outer: P,
}

impl<E: PackedElement, O: OffsetMap, T: Unpacked, P: OffsetMap> NestTask<2>
    for UnpackTask<E, O, T, P>
{
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(&mut self, _: M, nest: &Nest<2>) {
        nest.rows(
            #[inline(always)]
            |at, n, step| {
                // SAFETY: the nest visits coordinates of both views (rule K).
                unsafe { self.row(at, n, step) }
            },
        )
    }
}

impl<E: PackedElement, O: OffsetMap, T: Unpacked, P: OffsetMap> UnpackTask<E, O, T, P> {
    /// # Safety
    /// The `n` steps are coordinates of both views.
    #[inline(always)]
    unsafe fn row(&self, at: [isize; 2], n: usize, step: [isize; 2]) {
        let mut done = 0;
        if Side::<E, O>::is_adjacent(step[0]) {
            let run = self.from.run(at[0]);
            done = n - n % CHUNK;
            // SAFETY: whole chunks of the `n` steps.
            unsafe {
                if run.begins_a_byte() {
                    self.chunks::<true>(&run, at[1], n / CHUNK, step[1]);
                } else {
                    self.chunks::<false>(&run, at[1], n / CHUNK, step[1]);
                }
            }
        }
        for i in done as isize..n as isize {
            // SAFETY: a step of the row, which is a coordinate of both views.
            unsafe {
                let code = self.from.code(at[0] + i * step[0]);
                self.place(at[1] + i * step[1]).write(T::of_f32(E::FORMAT.decode(code)));
            }
        }
    }

    /// # Safety
    /// The `8 count` elements of the run and the steps from `at` on are coordinates, and `BEGINS` is whether the run
    /// begins a byte.
    #[inline(always)]
    unsafe fn chunks<const BEGINS: bool>(
        &self,
        run: &Run<E>,
        at: isize,
        count: usize,
        step: isize,
    ) {
        if E::BITS == 8 && P::IS_IDENTITY && step == 1 {
            // One loop over bytes: loops over chunks of them become vectors of chunks, and a byte is gathered from each.
            for i in 0..count * CHUNK {
                // SAFETY: element `i` of the run, and its place in the destination.
                unsafe {
                    let code = u32::from(*run.byte(i));
                    self.to.offset(at + i as isize).write(T::of_f32(E::FORMAT.decode(code)));
                }
            }
            return;
        }
        for k in 0..count {
            // SAFETY: chunk `k` of `count`.
            let codes = unsafe { run.codes::<BEGINS>(k) };
            let mut values = [T::of_f32(0.0); CHUNK];
            for (value, code) in values.iter_mut().zip(codes) {
                *value = T::of_f32(E::FORMAT.decode(code));
            }
            let at = at + (k * CHUNK) as isize * step;
            if P::IS_IDENTITY && step == 1 {
                // SAFETY: eight adjacent elements of the destination.
                unsafe { self.to.offset(at).cast::<[T; CHUNK]>().write(values) };
                continue;
            }
            for (j, value) in values.into_iter().enumerate() {
                // SAFETY: a step of the row.
                unsafe { self.place(at + j as isize * step).write(value) };
            }
        }
    }

    /// A pointer to the element at a plain offset of the destination.
    ///
    /// # Safety
    /// It is the offset of a coordinate.
    #[inline(always)]
    unsafe fn place(&self, offset: isize) -> *mut T {
        let offset = self.outer.apply(offset as usize) as isize;
        // SAFETY: the caller guarantees an element of the destination (V1).
        unsafe { self.to.offset(offset) }
    }
}

/// `to(i) = from(i)` rounded by [`PackedElement::from_f32`], which saturates, for all linear indices `i`, in an order that
/// the layouts determine.
///
/// ```
/// use static_layout::*;
/// use static_layout_formats::{element::*, packed::*};
/// let mut bytes = [0; 2];
/// pack(
///     View::new(&[0.6_f32, -1.1, 2.4, 9.0], layout!((2, 2):(2, 1)))?,
///     &mut PackedViewMut::<F4E2M1, _>::new(&mut bytes, layout!((2, 2):(1, 2)))?,
/// );
/// assert_eq!(bytes, [0x41, 0x7A]); // 0.5 2 | -1 6
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Panics
/// If a layout is not static, and the layouts have different sizes or no common modes, or two coordinates of the destination
/// share an element: see [`try_pack`], which returns the error instead.
///
/// # Compile errors
/// If the layouts have different sizes or no common modes whatever their run-time integers are, or two coordinates of a
/// static destination share an element.
#[layout_macros::at_caller]
#[inline]
#[track_caller]
pub fn pack<A: Readable<Element = f32>, E: PackedElement, L: Form>(
    from: A,
    to: &mut PackedViewMut<'_, E, L>,
) {
    let _ = const { (&<(A::Layout, L) as Sides<2>>::STATIC, Written::<L>::CHECKED) };
    library::unwrap_or_panic(try_pack(from, to))
}

/// [`pack`], which returns a refusal as an error. Nothing is written then.
///
/// # Errors
/// If the sizes differ, if a mode of one layout ends within a mode of the other without dividing it, or
/// if two coordinates of the destination share an element.
///
/// # Compile errors
/// As [`pack`].
#[layout_macros::at_caller]
#[inline]
pub fn try_pack<A: Readable<Element = f32>, E: PackedElement, L: Form>(
    from: A,
    to: &mut PackedViewMut<'_, E, L>,
) -> Result<(), LayoutError> {
    Written::check(to.layout())?;
    let from = from.readable();
    let outer = from.layout().outer();
    let task = PackTask { from: from.as_ptr(), outer, to: Side::of(to) };
    (from.layout(), to.layout()).run(task)
}

struct PackTask<E, O, P> {
    /// The element at offset 0.
    from: *const f32,
    outer: P,
    to: Side<E, O>,
}

impl<E: PackedElement, O: OffsetMap, P: OffsetMap> NestTask<2> for PackTask<E, O, P> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(&mut self, _: M, nest: &Nest<2>) {
        nest.rows(
            #[inline(always)]
            |at, n, step| {
                // SAFETY: the nest visits coordinates of both views (rule K), whose elements differ in the destination.
                unsafe { self.row(at, n, step) }
            },
        )
    }
}

impl<E: PackedElement, O: OffsetMap, P: OffsetMap> PackTask<E, O, P> {
    /// The code of the element at a plain offset of the source.
    ///
    /// # Safety
    /// It is the offset of a coordinate.
    #[inline(always)]
    unsafe fn code(&self, offset: isize) -> u32 {
        let offset = self.outer.apply(offset as usize) as isize;
        // SAFETY: the caller guarantees an element of the source (V1).
        E::FORMAT.encode(unsafe { *self.from.offset(offset) }, true)
    }

    /// # Safety
    /// The `n` steps are coordinates of both views, and different elements of the destination.
    #[inline(always)]
    unsafe fn row(&self, at: [isize; 2], n: usize, step: [isize; 2]) {
        // SAFETY: the caller guarantees a step of the row.
        let one = |i: usize| unsafe {
            let i = i as isize;
            self.to.set(at[1] + i * step[1], self.code(at[0] + i * step[0]))
        };
        if !Side::<E, O>::is_adjacent(step[1]) {
            return (0..n).for_each(one);
        }
        // Whole chunks begin a byte: nothing but the elements of the row has bits in their bytes.
        let head = self.to.before_a_byte(at[1], n);
        (0..head).for_each(one);
        let (run, chunks) = (self.to.run(at[1] + head as isize), (n - head) / CHUNK);
        for k in 0..chunks {
            let at = at[0] + (head + k * CHUNK) as isize * step[0];
            let mut codes = [0; CHUNK];
            if P::IS_IDENTITY && step[0] == 1 {
                // SAFETY: eight adjacent elements of the source.
                let values = unsafe { *self.from.offset(at).cast::<[f32; CHUNK]>() };
                for (code, value) in codes.iter_mut().zip(values) {
                    *code = E::FORMAT.encode(value, true);
                }
            } else {
                for (j, code) in codes.iter_mut().enumerate() {
                    // SAFETY: a step of the row.
                    *code = unsafe { self.code(at + j as isize * step[0]) };
                }
            }
            // SAFETY: eight elements of the row, the first of which begins a byte.
            unsafe { run.put(k, codes) };
        }
        (head + chunks * CHUNK..n).for_each(one);
    }
}
