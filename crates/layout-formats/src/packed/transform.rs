//! Packed elements of one view written to another one: as they are, or through a function.

use super::memory::CHUNK;
use super::side::{Run, Side};
use super::view::PackedView;
use super::view_mut::PackedViewMut;
use crate::element::PackedElement;
use layout_core::LayoutError;
use static_layout::internal::{self as library, Form, OffsetMap};
use static_layout_kernels::internal::{Copied, Nest, NestTask, Sides, Written};
use static_layout_kernels::simd::Machine;

/// `to(i) = from(i)` for all linear indices `i`, in an order that the layouts determine. Elements in the gaps of the
/// destination keep their values, within a byte too.
///
/// ```
/// use static_layout::*;
/// use static_layout_formats::{element::*, packed::*};
/// let mut bytes = [0xFF; 3];
/// copy(
///     PackedView::<U4, _>::new(&[0x21, 0x43], layout!((2, 2):(2, 1)))?,
///     &mut PackedViewMut::<U4, _>::with_origin(&mut bytes, 1, layout!((2, 2):(1, 2)))?,
/// );
/// assert_eq!(bytes, [0x1F, 0x23, 0xF4]);
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Panics
/// If a layout is not static, and the layouts have different sizes or no common modes, or two coordinates of the destination
/// share an element: see [`try_copy`], which returns the error instead.
///
/// # Compile errors
/// If the layouts have different sizes or no common modes whatever their run-time integers are, or two coordinates of a
/// static destination share an element.
#[layout_macros::at_caller]
#[inline]
#[track_caller]
pub fn copy<E: PackedElement, L: Form, M: Form>(
    from: PackedView<'_, E, L>,
    to: &mut PackedViewMut<'_, E, M>,
) {
    const { Copied::<L, M>::CHECKED };
    library::unwrap_or_panic(try_copy(from, to))
}

/// [`copy`], which returns a refusal as an error. Nothing is written then.
///
/// # Errors
/// If the sizes differ, if a mode of one layout ends within a mode of the other without dividing it, or
/// if two coordinates of the destination share an element.
///
/// # Compile errors
/// As [`copy`].
#[layout_macros::at_caller]
#[inline]
pub fn try_copy<E: PackedElement, L: Form, M: Form>(
    from: PackedView<'_, E, L>,
    to: &mut PackedViewMut<'_, E, M>,
) -> Result<(), LayoutError> {
    const { Copied::<L, M>::CHECKED };
    if const { E::BITS == 8 } {
        return static_layout_kernels::try_copy(from.bytes(), &mut to.bytes_mut());
    }
    library::try_disjoint(to.layout())?;
    let task = MapTask { from: Side::of(&from), to: Side::of(to), f: Unchanged };
    (from.layout(), to.layout()).run(task)
}

/// `to(i) = f(from(i))` for all linear indices `i`, in an order that the layouts determine.
///
/// ```
/// use static_layout::*;
/// use static_layout_formats::{element::*, packed::*};
/// let mut bytes = [0; 4];
/// transform(
///     PackedView::<I4, _>::new(&[0x21, 0xF3], layout!(4:1))?,
///     &mut PackedViewMut::<F8E4M3, _>::new(&mut bytes, layout!(4:1))?,
///     |x| F8E4M3::from_f32(x.to_f32() / 2.0),
/// );
/// assert_eq!(bytes.map(|b| F8E4M3::from_bits(b).to_f32()), [0.5, 1.0, 1.5, -0.5]);
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Panics
/// If a layout is not static, and the layouts have different sizes or no common modes, or two coordinates of the destination
/// share an element: see [`try_transform`], which returns the error instead.
///
/// # Compile errors
/// If the layouts have different sizes or no common modes whatever their run-time integers are, or two coordinates of a
/// static destination share an element.
#[layout_macros::at_caller]
#[inline]
#[track_caller]
pub fn transform<E: PackedElement, F: PackedElement, L: Form, M: Form>(
    from: PackedView<'_, E, L>,
    to: &mut PackedViewMut<'_, F, M>,
    f: impl FnMut(E) -> F,
) {
    let _ = const { (&<(L, M) as Sides<2>>::STATIC, Written::<M>::CHECKED) };
    library::unwrap_or_panic(try_transform(from, to, f))
}

/// [`transform`], which returns a refusal as an error. Nothing is written then.
///
/// # Errors
/// If the sizes differ, if a mode of one layout ends within a mode of the other without dividing it, or
/// if two coordinates of the destination share an element.
///
/// # Compile errors
/// As [`transform`].
#[layout_macros::at_caller]
#[inline]
pub fn try_transform<E: PackedElement, F: PackedElement, L: Form, M: Form>(
    from: PackedView<'_, E, L>,
    to: &mut PackedViewMut<'_, F, M>,
    f: impl FnMut(E) -> F,
) -> Result<(), LayoutError> {
    Written::check(to.layout())?;
    let task = MapTask { from: Side::of(&from), to: Side::of(to), f: ByValue(f) };
    (from.layout(), to.layout()).run(task)
}

/// What becomes of a code.
trait Map<E, F> {
    /// Whether a code stays as it is, so that bytes are copied.
    const IS_COPY: bool;
    fn map(&mut self, code: u32) -> u32;
}
struct Unchanged;
impl<E> Map<E, E> for Unchanged {
    const IS_COPY: bool = true;
    #[inline(always)]
    fn map(&mut self, code: u32) -> u32 {
        code
    }
}
struct ByValue<F>(F);
impl<E: PackedElement, F: PackedElement, G: FnMut(E) -> F> Map<E, F> for ByValue<G> {
    const IS_COPY: bool = false;
    #[inline(always)]
    fn map(&mut self, code: u32) -> u32 {
        u32::from(self.0(E::from_bits(code as u8)).to_bits())
    }
}

struct MapTask<E, O, F, P, G> {
    from: Side<E, O>,
    to: Side<F, P>,
    f: G,
}

impl<E: PackedElement, O: OffsetMap, F: PackedElement, P: OffsetMap, G: Map<E, F>> NestTask<2>
    for MapTask<E, O, F, P, G>
{
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

impl<E: PackedElement, O: OffsetMap, F: PackedElement, P: OffsetMap, G: Map<E, F>>
    MapTask<E, O, F, P, G>
{
    /// # Safety
    /// The `n` steps are coordinates of both views, and different elements of the destination.
    #[inline(always)]
    unsafe fn row(&mut self, at: [isize; 2], n: usize, step: [isize; 2]) {
        let (from, to, f) = (self.from, self.to, &mut self.f);
        // SAFETY: the caller guarantees a step of the row.
        let mut one = |i: usize| unsafe {
            let i = i as isize;
            to.set(at[1] + i * step[1], f.map(from.code(at[0] + i * step[0])))
        };
        if !Side::<E, O>::is_adjacent(step[0]) || !Side::<F, P>::is_adjacent(step[1]) {
            return (0..n).for_each(one);
        }
        // Whole chunks begin a byte: nothing but the elements of the row has bits in their bytes.
        let head = to.before_a_byte(at[1], n);
        (0..head).for_each(&mut one);
        let chunks = (n - head) / CHUNK;
        (head + chunks * CHUNK..n).for_each(one);
        let (source, run) = (from.run(at[0] + head as isize), to.run(at[1] + head as isize));
        // SAFETY: whole chunks of the row, the first of which begins a byte of the destination.
        unsafe {
            match (G::IS_COPY, source.begins_a_byte()) {
                (true, true) => run.copy::<E, true>(&source, chunks),
                (true, false) => run.copy::<E, false>(&source, chunks),
                (false, true) => map_chunks::<E, F, true>(&source, &run, chunks, f),
                (false, false) => map_chunks::<E, F, false>(&source, &run, chunks, f),
            }
        }
    }
}

/// Writes what becomes of each of `count` chunks.
///
/// # Safety
/// They are elements of both views, the destination begins a byte, and `BEGINS` is whether the source does.
#[inline(always)]
unsafe fn map_chunks<E: PackedElement, F: PackedElement, const BEGINS: bool>(
    from: &Run<E>,
    to: &Run<F>,
    count: usize,
    f: &mut impl Map<E, F>,
) {
    for k in 0..count {
        // SAFETY: chunk `k` of `count`.
        let mut codes = unsafe { from.codes::<BEGINS>(k) };
        for code in &mut codes {
            *code = f.map(*code);
        }
        // SAFETY: chunk `k` of `count`, which begins a byte.
        unsafe { to.put(k, codes) }
    }
}

/// `to(i) = value` for all linear indices `i`. Elements in the gaps of the layout keep their values, within a byte too.
///
/// ```
/// use static_layout::*;
/// use static_layout_formats::{element::*, packed::*};
/// let mut bytes = [0; 2];
/// fill(&mut PackedViewMut::<U4, _>::new(&mut bytes, layout!(3:1))?, U4::from_bits(7));
/// assert_eq!(bytes, [0x77, 0x07]);
/// # Ok::<(), LayoutError>(())
/// ```
///
/// Two coordinates may share an element: both write one value.
#[layout_macros::at_caller]
#[inline]
pub fn fill<E: PackedElement, L: Form>(to: &mut PackedViewMut<'_, E, L>, value: E) {
    let task = FillTask { to: Side::of(to), code: u32::from(value.to_bits()) };
    // Never an error: the modes of one layout are common modes.
    library::unwrap_or_panic((to.layout(),).run(task))
}

struct FillTask<E, O> {
    to: Side<E, O>,
    code: u32,
}

impl<E: PackedElement, O: OffsetMap> NestTask<1> for FillTask<E, O> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(&mut self, _: M, nest: &Nest<1>) {
        let (to, code) = (self.to, self.code);
        nest.rows(
            #[inline(always)]
            |[at], n, [step]| {
                // SAFETY: the nest visits coordinates (rule K).
                let one = |i: usize| unsafe { to.set(at + i as isize * step, code) };
                if !Side::<E, O>::is_adjacent(step) {
                    return (0..n).for_each(one);
                }
                let head = to.before_a_byte(at, n);
                (0..head).for_each(one);
                let (run, chunks) = (to.run(at + head as isize), (n - head) / CHUNK);
                for k in 0..chunks {
                    // SAFETY: a whole chunk of the row, which begins a byte.
                    unsafe { run.put(k, [code; CHUNK]) };
                }
                (head + chunks * CHUNK..n).for_each(one);
            },
        )
    }
}
