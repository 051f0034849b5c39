//! Copies under a predicate.

use super::bytes::initialised;
use super::few::{FewLeaves, has_few};
use super::{CopyOf, erased};
use crate::crate_only::CrateOnly;
use crate::nest::common_size;
use crate::side::{Side, operand_of, operand_of_type};
use layout_core::{LayoutError, MAX_LEAVES, Operation, Rule};
use static_layout::internal::{self, Form, Mapping, OffsetMap, view_mut_parts, view_parts};
use static_layout::{
    AnyLayout, IntTuple, PartialLayout, PartialTensor, PartialTensorMut, PlainLayout, View, ViewMut,
};

/// The natural coordinate of a layout: nested like its shape.
type CoordOf<L> = <<<L as PartialLayout>::Whole as AnyLayout>::Shape as IntTuple>::Coord;

/// `to(i) = from(i)` for each linear index `i` whose natural coordinate in the shape of `from` fulfils the predicate. The
/// other elements are neither read nor written. CuTe: `copy_if`.
///
/// The predicate is called once for each coordinate that has an element on both sides, along the smallest stride of `to`
/// where the shapes are equal. The order of the calls is not specified.
///
/// `copy_if(from, to, |_| true)` takes about the time of [`copy`](super::copy()): an optimized build deletes the calls, and the
/// elements then move by rows, or by the loops of `copy` if no mode has neighbours on both sides. This holds for equal shapes of at
/// most four leaves without a swizzle.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::copy_if;
/// let (data, mut lower) = ([1, 2, 3, 4, 5, 6, 7, 8, 9], [0; 9]);
/// let rows = layout!((3, 3):(3, 1));
/// copy_if(View::new(&data, rows)?, &mut ViewMut::new(&mut lower, rows)?, |(i, j)| i >= j);
/// assert_eq!(lower, [1, 0, 0, 4, 5, 0, 7, 8, 9]);
/// // Any tensors: the part above the diagonal of an `Owned`.
/// let a = Owned::filled(layout!((2, 2):(2, 1)), 5);
/// let mut upper = Owned::filled(layout!((2, 2):(1, 2)), 0);
/// copy_if(&a, &mut upper, |(i, j)| i < j);
/// assert_eq!(upper.to_string(), "0 5\n0 0");
/// # Ok::<(), LayoutError>(())
/// ```
///
/// A tile that an edge cuts has no element for some coordinates. These are skipped for every predicate, so that
/// `|_| true` copies the elements inside the edge. The destination keeps its values at the others:
/// ```
/// use static_layout::*;
/// use static_layout_kernels::copy_if;
/// let data: [usize; 15] = std::array::from_fn(|i| i + 1);
/// let view = View::new(&data, layout!((3, 5):(5, 1)))?;
/// let mut room = [0; 8];
/// let mut stage = ViewMut::new(&mut room, layout!((2, 4):row))?;
/// copy_if(view.tile_padded(tile!(2, 4), (1, 0)), &mut stage, |_| true);
/// assert_eq!(stage.to_string(), "11 12 13 14\n 0  0  0  0");
/// // Back into a tile: what is past the edge is not written.
/// let mut copied = [0; 15];
/// let mut tiles = ViewMut::new(&mut copied, layout!((3, 5):(5, 1)))?;
/// copy_if(stage.as_view(), &mut tiles.tile_padded_mut(tile!(2, 4), (1, 0)), |_| true);
/// assert_eq!(tiles.to_string(), " 0  0  0  0  0\n 0  0  0  0  0\n11 12 13 14  0");
/// # Ok::<(), LayoutError>(())
/// ```
/// The shapes may be nested differently.
///
/// # Panics
/// If run-time sizes differ, or two coordinates of a run-time destination share an element: see [`try_copy_if`], which
/// returns the error instead.
///
/// # Compile errors
/// If two coordinates of a static destination share an element, or if the sizes differ whatever the run-time extents are:
/// ```compile_fail,E0080
/// use static_layout::*;
/// use static_layout_kernels::copy_if;
/// let (data, mut rest) = ([1, 2, 3, 4], [0; 3]);
/// let from = View::new(&data, layout!(4:1)).unwrap();
/// // cannot copy 4:1 to 3:1: the sizes 4 and 3 differ
/// copy_if(from, &mut ViewMut::new(&mut rest, layout!(3:1)).unwrap(), |_| true);
/// ```
#[layout_macros::at_caller]
#[inline]
#[track_caller]
pub fn copy_if<T: Copy, U: CopyOf<T>, A: PartialLayout, B: PartialLayout>(
    from: impl PartialTensor<Element = T, Layout = A>,
    to: &mut impl PartialTensorMut<Element = U, Layout = B>,
    predicate: impl FnMut(CoordOf<A>) -> bool,
) {
    const { check::<A, B>() };
    internal::unwrap_or_panic(copied(
        from.partial_view(),
        U::room(&mut to.partial_view_mut(), CrateOnly),
        predicate,
    ))
}

/// [`copy_if`], which returns a refusal as an error.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::try_copy_if;
/// let (mut row, n) = ([0; 4], 5);
/// let from = View::new(&[7; 5], layout!(n:1))?;
/// let refused = try_copy_if(from, &mut ViewMut::new(&mut row, layout!(4:1))?, |_| true).unwrap_err();
/// assert_eq!(refused.to_string(), "cannot copy 5:1 to 4:1: the sizes 5 and 4 differ");
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Errors
/// If the sizes differ, or if two coordinates of the destination share an element. Nothing is written then.
///
/// # Compile errors
/// If two coordinates of a static destination share an element, or if the sizes differ whatever the run-time extents are.
#[layout_macros::at_caller]
#[inline]
pub fn try_copy_if<T: Copy, U: CopyOf<T>, A: PartialLayout, B: PartialLayout>(
    from: impl PartialTensor<Element = T, Layout = A>,
    to: &mut impl PartialTensorMut<Element = U, Layout = B>,
    predicate: impl FnMut(CoordOf<A>) -> bool,
) -> Result<(), LayoutError> {
    const { check::<A, B>() };
    copied(from.partial_view(), U::room(&mut to.partial_view_mut(), CrateOnly), predicate)
}

/// Stops the compiler if two coordinates of a static destination share an element, or if the sizes differ
/// whatever the run-time extents are.
#[track_caller]
const fn check<A: PartialLayout, B: PartialLayout>() {
    if B::IS_WHOLE {
        internal::disjoint::<B::Whole>();
    }
    have_one_size::<A::Whole, B::Whole>()
}

/// Stops the compiler if the sizes differ whatever the run-time extents are.
#[track_caller]
const fn have_one_size<A: Form, B: Form>() {
    let forms = [&A::FORM, &B::FORM];
    if let Err(rule) = common_size(forms) {
        let (from, to) = (operand_of_type::<A>(), operand_of_type::<B>());
        let error = LayoutError::refused(Operation::Copy, from, to, rule);
        if error.is_of_integers() {
            internal::stop(error.of_nesting().as_str())
        }
    }
}

/// [`try_copy_if`] without the check of static layouts, which its callers make in `const`, so that the compiler points
/// at the user's line.
#[inline]
fn copied<T: Copy, A: PartialLayout, B: PartialLayout>(
    from: View<'_, T, A>,
    to: &mut ViewMut<'_, T, B>,
    mut predicate: impl FnMut(CoordOf<A>) -> bool,
) -> Result<(), LayoutError> {
    let ((origin, x), (target, y)) = (view_parts(&from), view_mut_parts(to));
    let (a, b) = (x.whole(), y.whole());
    let (left, right) = (a.shape().count(), b.shape().count());
    if left != right {
        let rule = Rule::Sizes { left: left as i64, right: right as i64 };
        return Err(LayoutError::refused(Operation::Copy, operand_of(a), operand_of(b), rule));
    }
    y.try_disjoint()?;
    let from = Side::new(origin, a);
    let to = Side::new(target, b);
    if const { nested_alike::<A::Whole, B::Whole>() }
        && internal::equal_extents(a.shape(), b.shape())
    {
        if x.is_all_there() && y.is_all_there() {
            // SAFETY: the shapes are equal, and have an element for each coordinate.
            unsafe { accepted(a, b, a.shape(), from, to, predicate) };
            return Ok(());
        }
        if let (Some(inside), Some(other)) = (x.inside(), y.inside()) {
            let shape: CoordOf<A> = IntTuple::read(&|leaf| inside[leaf].min(other[leaf]) as i64, 0);
            // SAFETY: `shape` is at most the box of coordinates with an element on either side.
            unsafe { accepted(a, b, shape, from, to, predicate) };
            return Ok(());
        }
    }
    let mut each = |i: usize| {
        let (here, there) = (a.shape().last_digits(i), b.shape().last_digits(i));
        if predicate(here) {
            // SAFETY: `i` is less than both sizes, which are equal, so that `here` and `there` are coordinates. A view
            // has an element for each coordinate (rule V1); of a tile that an edge cuts, `i` is one that `has` accepts.
            unsafe { *to.at(plain_offset(b, there)) = *from.at(plain_offset(a, here)) };
        }
    };
    if x.is_all_there() && y.is_all_there() {
        (0..left).for_each(each);
        return Ok(());
    }
    // A test of each coordinate would take longer than the copy, so that only the rows inside the edge are visited.
    let rows = if x.is_all_there() { InsideRows::of(&b, &y) } else { InsideRows::of(&a, &x) };
    match rows {
        Some(rows) => rows.visit(
            #[inline(always)]
            |i| {
                if x.is_all_there() || y.has(i) {
                    each(i);
                }
            },
        ),
        None => (0..left).filter(|&i| x.has(i) && y.has(i)).for_each(each),
    }
    Ok(())
}

/// Whether the shapes are nested alike, and have loops by rows.
const fn nested_alike<A: AnyLayout, B: AnyLayout>() -> bool {
    internal::has_rows::<A::Shape>() && A::FORM.shape().congruent(&B::FORM.shape())
}

/// Whether a copy without a predicate may be faster than [`rows`]: no mode has neighbours on both sides, whatever the
/// run-time strides are.
const fn may_turn<T, A: AnyLayout, B: AnyLayout>() -> bool {
    let (from, to) = (A::FORM, B::FORM);
    let mut k = 0;
    while k < from.leaf_count() {
        let are_known = from.known(k).1 && to.known(k).1;
        if are_known && from.leaf(k).1 == 1 && to.leaf(k).1 == 1 {
            return false;
        }
        k += 1;
    }
    has_few::<A>() && has_few::<B>() && erased::has_size(size_of::<T>())
}

/// Copies the coordinates of `shape` that fulfil the predicate. If all of them do, the copy is one without a predicate: a
/// tile is transposed in registers.
///
/// The predicate is called until it is false, which a compiler that knows it to be true deletes. The rows then begin with
/// the answers that are known.
///
/// # Safety
/// The requirements of [`rows`].
#[inline(always)]
unsafe fn accepted<T: Copy, A: AnyLayout, B: AnyLayout, S: IntTuple>(
    a: A,
    b: B,
    shape: S,
    from: Side<*const T, A::OffsetMap>,
    to: Side<*mut T, B::OffsetMap>,
    mut predicate: impl FnMut(<A::Shape as IntTuple>::Coord) -> bool,
) {
    if const { !may_turn::<T, A, B>() } {
        // SAFETY: the caller's requirements.
        return unsafe { rows(a, b, shape, from, to, predicate) };
    }
    let (mut accepted, mut is_rejected) = (0_usize, false);
    internal::each_row(
        b,
        a,
        shape,
        #[inline(always)]
        |row| {
            let mut k = 0;
            while !is_rejected && k < row.extent {
                is_rejected = !predicate(row.coord::<A::Shape>(k));
                accepted += !is_rejected as usize;
                k += 1;
            }
        },
    );
    // SAFETY: the caller's requirements.
    if !is_rejected && unsafe { turned(a, b, shape, from, to) } {
        return;
    }
    let known = |coord| {
        if accepted > 0 {
            accepted -= 1;
            true
        } else if is_rejected {
            is_rejected = false;
            false
        } else {
            predicate(coord)
        }
    };
    // SAFETY: the caller's requirements.
    unsafe { rows(a, b, shape, from, to, known) }
}

/// Copies all coordinates of `shape`, and returns whether it did, as [`erased::run_leaves`].
///
/// # Safety
/// The requirements of [`rows`]; [`may_turn`] of the types.
#[inline(always)]
unsafe fn turned<T: Copy, A: AnyLayout, B: AnyLayout, S: IntTuple>(
    a: A,
    b: B,
    shape: S,
    from: Side<*const T, A::OffsetMap>,
    to: Side<*mut T, B::OffsetMap>,
) -> bool {
    let leaves = [FewLeaves::of(a), FewLeaves::of(b)].map(|leaves| leaves.with_extents(shape));
    let from = from.with_origin(from.origin.cast());
    let to = to.with_origin(to.origin.cast());
    // SAFETY: `leaves` has the strides of the two layouts and the extents of `shape`, so its coordinates have elements on both
    // sides (rules K and V1). Nothing else borrows the elements of a `ViewMut` (rule V2). `may_turn` has found the size of
    // `T`.
    unsafe { erased::run_leaves(leaves.each_ref(), size_of::<T>(), initialised::<T>(), from, to) }
}

/// Copies the coordinates of `shape` that fulfil the predicate, by rows along the smallest stride of `to`.
///
/// Coordinates side by side that fulfil it are copied together. For `|_| true` the compiler deletes the loops that call the
/// predicate, so that a row is one copy.
///
/// # Safety
/// `from` and `to` are the elements of views of `a` and `b`, which have an element for each coordinate of `shape`, and no two
/// coordinates of `to` have one offset.
#[inline(always)]
unsafe fn rows<T: Copy, A: AnyLayout, B: AnyLayout, S: IntTuple>(
    a: A,
    b: B,
    shape: S,
    from: Side<*const T, A::OffsetMap>,
    to: Side<*mut T, B::OffsetMap>,
    mut predicate: impl FnMut(<A::Shape as IntTuple>::Coord) -> bool,
) {
    internal::each_row(
        b,
        a,
        shape,
        #[inline(always)]
        |row| {
            let mut k = 0;
            loop {
                while k < row.extent && !predicate(row.coord::<A::Shape>(k)) {
                    k += 1;
                }
                if k >= row.extent {
                    return;
                }
                let first = k;
                k += 1;
                while k < row.extent && predicate(row.coord::<A::Shape>(k)) {
                    k += 1;
                }
                let [to_first, from_first] = core::array::from_fn(|side| {
                    row.starts[side].wrapping_add(first.wrapping_mul(row.strides[side])) as isize
                });
                // SAFETY: the row has the plain offsets of coordinates of `shape`, whose elements the caller guarantees.
                // Without a swizzle they are as far apart as the strides say. The destination is borrowed exclusively, so
                // that the two do not overlap.
                unsafe {
                    if !A::Outer::IS_IDENTITY || !B::Outer::IS_IDENTITY {
                        for step in 0..k - first {
                            let [y, x] = [(to_first, 0), (from_first, 1)].map(|(first, side)| {
                                let stride = row.strides[side] as isize;
                                first.wrapping_add((step as isize).wrapping_mul(stride))
                            });
                            *to.at(y) = *from.at(x);
                        }
                    } else if row.strides == [1, 1] {
                        copy_run(from.at(from_first), to.at(to_first), k - first);
                    } else {
                        let strides = row.strides.map(|stride| stride as isize);
                        copy_apart(from.at(from_first), to.at(to_first), k - first, strides);
                    }
                }
                // The predicate has been false at `k`.
                k += 1;
            }
        },
    );
}

/// Copies neighbours; less than 8 of them without a call.
///
/// # Safety
/// `count` elements from `from` on and from `to` on are valid to read and to write, and do not overlap.
#[inline(always)]
unsafe fn copy_run<T: Copy>(mut from: *const T, mut to: *mut T, count: usize) {
    // SAFETY: the caller guarantees `count` elements; the pieces of 1, 2 and 4 add up to a count below 8.
    unsafe {
        if count >= 8 {
            return from.copy_to_nonoverlapping(to, count);
        }
        if count & 4 != 0 {
            from.copy_to_nonoverlapping(to, 4);
            (from, to) = (from.add(4), to.add(4));
        }
        if count & 2 != 0 {
            from.copy_to_nonoverlapping(to, 2);
            (from, to) = (from.add(2), to.add(2));
        }
        if count & 1 != 0 {
            from.copy_to_nonoverlapping(to, 1);
        }
    }
}

/// Copies elements that are `strides` apart, of `to` and of `from`. A function of its own, so that the loops over rows stay
/// small.
///
/// # Safety
/// `count` elements from `from` on and from `to` on are valid to read and to write, and do not overlap.
#[inline(never)]
unsafe fn copy_apart<T: Copy>(
    from: *const T,
    to: *mut T,
    count: usize,
    [to_stride, from_stride]: [isize; 2],
) {
    for step in 0..count as isize {
        // SAFETY: the caller guarantees `count` elements.
        unsafe { *to.offset(step * to_stride) = *from.offset(step * from_stride) };
    }
}

/// The offset of a coordinate before the swizzle.
#[inline(always)]
fn plain_offset<L: AnyLayout>(layout: L, coord: impl IntTuple) -> isize {
    let plain = layout.parts().1;
    coord.dot(plain.shape(), plain.stride()) as isize
}

/// The coordinates of a shape whose digit in leaf `k` is less than `inside[k]`.
struct InsideRows {
    leaves: usize,
    extents: [usize; MAX_LEAVES],
    inside: [usize; MAX_LEAVES],
}

impl InsideRows {
    /// The coordinates inside the edge that cuts `tile`. `None` if they are not the first ones along each leaf.
    #[inline]
    fn of<L: AnyLayout>(whole: &L, tile: &impl PartialLayout<Whole = L>) -> Option<Self> {
        let (mut extents, mut strides) = ([1; MAX_LEAVES], [0; MAX_LEAVES]);
        whole.write_words(&mut extents, &mut strides);
        Some(Self { leaves: L::FORM.leaf_count(), extents, inside: tile.inside()? })
    }

    /// Calls `f` with the linear index of each coordinate, in ascending order.
    #[inline]
    fn visit(&self, mut f: impl FnMut(usize)) {
        let Self { leaves, extents, inside } = self;
        if inside[..*leaves].contains(&0) {
            return;
        }
        let (mut row, mut digits) = (0, [0; MAX_LEAVES]);
        loop {
            (row..row + inside[0]).for_each(&mut f);
            let (mut k, mut step) = (1, extents[0]);
            loop {
                if k >= *leaves {
                    return;
                }
                digits[k] += 1;
                row += step;
                if digits[k] < inside[k] {
                    break;
                }
                row -= digits[k] * step;
                digits[k] = 0;
                step *= extents[k];
                k += 1;
            }
        }
    }
}
