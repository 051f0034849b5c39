//! Transposition of matrices.

use super::copy::{AnyAtom, moved};
use super::nest::{Nest, NestTask, Sides};
use super::side::{Side, known_extent, operand_of, operand_of_type};
use super::written::Written;
use crate::simd::Machine;
use crate::views::{Readable, Writable};
use layout_core as value;
use layout_core::{LayoutError, Operand, Operation, Rule};
use static_layout::internal::{self, Form, OffsetMap, view_of_form};
use static_layout::{View, ViewMut};

/// A matrix with its two modes exchanged.
#[derive(Clone, Copy)]
struct Exchanged<L>(L);

// SAFETY: `FORM` has the leaves of mode 1 of `L::FORM` first, then the leaves of mode 0, and `write_words` moves the words into the same
// order. `exchange` and `is_square` stop the compiler at layouts that are not matrices.
#[diagnostic::do_not_recommend]
unsafe impl<L: Form> Form for Exchanged<L> {
    const FORM: value::Layout = exchanged_form(&L::FORM);
    type Outer = L::Outer;
    #[inline(always)]
    fn outer(self) -> L::Outer {
        self.0.outer()
    }
    #[inline(always)]
    fn write_words(self, extents: &mut [usize], strides: &mut [usize]) {
        let [first, all] = const { leaves_of_matrix(&L::FORM) };
        self.0.write_words(extents, strides);
        for words in [extents, strides] {
            // A swap stays in registers.
            if [first, all] == [1, 2] { words.swap(0, 1) } else { words[..all].rotate_left(first) }
        }
    }
}

/// The number of leaves of mode 0 of a matrix, and of both modes.
const fn leaves_of_matrix(layout: &value::Layout) -> [usize; 2] {
    match layout.mode(0) {
        Ok(first) => [first.leaf_count(), layout.leaf_count()],
        Err(_) => [0, layout.leaf_count()],
    }
}

/// The form of a matrix with its two modes exchanged. [`exchange`] and [`is_square`] stop the compiler at others.
const fn exchanged_form(layout: &value::Layout) -> value::Layout {
    let modes = (layout.mode(1), layout.mode(0));
    let (Ok(first), Ok(second)) = modes else { return *layout };
    let shape = value::IntTuple::tuple(&[first.shape(), second.shape()]);
    let stride = value::IntTuple::tuple(&[first.stride(), second.stride()]);
    match (shape, stride) {
        (Ok(shape), Ok(stride)) => value::internal::unchecked_layout(shape, stride),
        _ => *layout,
    }
}

/// `to(j, i) = from(i, j)`: [`copy`](super::copy()) from the layout with its two modes exchanged. NumPy: `transpose`.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::transpose;
/// let (data, mut columns) = ([1, 2, 3, 4, 5, 6], [0; 6]);
/// let rows = View::new(&data, layout!((2, 3):(3, 1)))?;
/// transpose(rows, &mut ViewMut::new(&mut columns, layout!((3, 2):(2, 1)))?);
/// assert_eq!(columns, [1, 4, 2, 5, 3, 6]);
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Panics
/// If [`copy`](super::copy()) refuses run-time layouts, or if run-time sizes differ: see [`try_transpose`], which
/// returns the error instead.
///
/// # Compile errors
/// If a layout has not two modes:
/// ```compile_fail,E0080
/// # use static_layout::*;
/// # use static_layout_kernels::transpose;
/// let (data, mut columns) = ([1, 2, 3, 4, 5, 6], [0; 6]);
/// let line = View::new(&data, layout!(6:1)).unwrap();
/// // a matrix has two modes
/// transpose(line, &mut ViewMut::new(&mut columns, layout!((3, 2):(2, 1))).unwrap());
/// ```
/// If the number of rows of one matrix is not the number of columns of the other:
/// ```compile_fail,E0080
/// # use static_layout::*;
/// # use static_layout_kernels::transpose;
/// let (data, mut columns) = ([1, 2, 3, 4, 5, 6], [0; 6]);
/// let rows = View::new(&data, layout!((2, 3):(3, 1))).unwrap();
/// // cannot transpose (2,3):(3,1) into (2,3):(3,1): the sizes 2 and 3 differ
/// transpose(rows, &mut ViewMut::new(&mut columns, layout!((2, 3):(3, 1))).unwrap());
/// ```
/// If [`copy`](super::copy()) refuses static layouts.
#[layout_macros::at_caller]
#[inline]
#[track_caller]
pub fn transpose<T: Copy, A: Readable<Element = T>, B: Writable<Element = T>>(from: A, to: &mut B) {
    let (from, to) = (from.readable(), &mut to.writable());
    let transposed = const { check_transposed::<T, A::Layout, B::Layout>() };
    internal::unwrap_or_panic(transposed(from, to))
}

/// [`transpose`], which returns a refusal as an error.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::try_transpose;
/// let (data, mut columns, n) = ([1, 2, 3, 4, 5, 6], [0; 6], 2);
/// let rows = View::new(&data, layout!((n, 3):(3, 1)))?;
/// let mut to = ViewMut::new(&mut columns, layout!((n, 3):(3, 1)))?;
/// assert!(try_transpose(rows, &mut to).is_err());
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Errors
/// The errors of [`try_copy`](super::try_copy). Also if the number of rows of one matrix is not the number of columns of the
/// other.
///
/// # Compile errors
/// The errors of [`transpose`].
#[layout_macros::at_caller]
#[inline]
pub fn try_transpose<T: Copy, A: Readable<Element = T>, B: Writable<Element = T>>(
    from: A,
    to: &mut B,
) -> Result<(), LayoutError> {
    let (from, to) = (from.readable(), &mut to.writable());
    let transposed = const { check_transposed::<T, A::Layout, B::Layout>() };
    transposed(from, to)
}

/// The function behind [`transpose`], behind a pointer.
type TransposeFn<T, A, B> = fn(View<'_, T, A>, &mut ViewMut<'_, T, B>) -> Result<(), LayoutError>;

/// [`transposed`], or a compile error. A call by name would also instantiate it after an error, and each function below
/// it would report the error again.
#[track_caller]
const fn check_transposed<T: Copy, A: Form, B: Form>() -> TransposeFn<T, A, B> {
    exchange::<A, B>();
    transposed
}

/// [`try_transpose`] without the check of static layouts, which its callers make in `const`, so that the compiler
/// points at the user's line.
#[inline]
fn transposed<T: Copy, A: Form, B: Form>(
    from: View<'_, T, A>,
    to: &mut ViewMut<'_, T, B>,
) -> Result<(), LayoutError> {
    let [[rows, columns], [others, lines]] = [from.layout().mode_sizes(), to.layout().mode_sizes()];
    for [left, right] in [[rows, lines], [columns, others]] {
        if left != right {
            let rule = Rule::Sizes { left: left as i64, right: right as i64 };
            let operands = (operand_of(from.layout()), operand_of(to.layout()));
            return Err(LayoutError::refused(Operation::Transpose, operands.0, operands.1, rule));
        }
    }
    // SAFETY: exchanging modes permutes the coordinates and keeps their offsets, so that the view has an element for
    // each of them (rule V3).
    moved::<AnyAtom, _, _, _>(unsafe { view_of_form(from.as_ptr(), Exchanged(from.layout())) }, to)
}

/// Exchanges `v(i, j)` and `v(j, i)`: transposes a square matrix in place.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::transpose_in_place;
/// let mut data = [1, 2, 3, 4];
/// transpose_in_place(&mut ViewMut::new(&mut data, layout!((2, 2):(2, 1)))?);
/// assert_eq!(data, [1, 3, 2, 4]);
/// # Ok::<(), LayoutError>(())
/// ```
/// # Panics
/// If run-time sizes of the two modes differ, if run-time modes are nested so that one ends within the other without
/// dividing it, or if two coordinates of a run-time layout share an element.
///
/// # Compile errors
/// If the layout has not two modes, or for static layouts that would panic:
/// ```compile_fail,E0080
/// # use static_layout::*;
/// # use static_layout_kernels::transpose_in_place;
/// let mut data = [1, 2, 3, 4, 5, 6];
/// // cannot transpose in place (2,3):(3,1): the sizes 2 and 3 differ
/// transpose_in_place(&mut ViewMut::new(&mut data, layout!((2, 3):(3, 1))).unwrap());
/// ```
#[layout_macros::at_caller]
#[inline]
#[track_caller]
pub fn transpose_in_place<T: Copy, A: Writable<Element = T>>(matrix: &mut A) {
    let matrix = &mut matrix.writable();
    let exchanged = const {
        is_square::<A::Layout>();
        internal::disjoint::<A::Layout>();
        exchanged::<T, A::Layout> as fn(&mut ViewMut<'_, _, _>) -> Result<(), LayoutError>
    };
    internal::unwrap_or_panic(exchanged(matrix))
}

/// [`transpose_in_place`] of a matrix whose static sizes are equal.
#[inline]
fn exchanged<T: Copy, L: Form>(matrix: &mut ViewMut<'_, T, L>) -> Result<(), LayoutError> {
    let layout = matrix.layout();
    let [rows, columns] = layout.mode_sizes();
    if rows != columns {
        let rule = Rule::Sizes { left: rows as i64, right: columns as i64 };
        return Err(in_place(operand_of(layout), rule));
    }
    Written::check(layout)?;
    if const { L::FORM.leaf_count() == 2 } {
        let mut strides = [0; 2];
        layout.write_words(&mut [0; 2], &mut strides);
        let side = Side::new(matrix.as_mut_ptr(), layout);
        // SAFETY: both sizes are `rows`. A matrix of two leaves has the plain offset `i p + j q` at `(i, j)`.
        unsafe { exchange_pairs(side, rows, [strides[0] as isize, strides[1] as isize]) };
        return Ok(());
    }
    let side = Side::new(matrix.as_mut_ptr(), layout);
    (Exchanged(layout), layout).run(ExchangeTask { side })
}

/// The number of columns that [`exchange_pairs`] exchanges with rows at a time: as many lines of a cache stay in use, which
/// fit also where the stride of the rows is a power of two.
const PANEL: usize = 8;

/// Exchanges the elements at `i p + j q` and `j p + i q` for each `j < i < n`, in panels of columns.
///
/// ```text
/// x            the panel 0..8: first the pairs of its square, then row by row with the 8 mirrored columns
/// o x
/// o o x        x the diagonal, o the panel
/// o o . x
/// ```
///
/// # Safety
/// `i p + j q` is the plain offset of a coordinate for each `i, j < n`.
#[inline(always)]
unsafe fn exchange_pairs<T: Copy, O: OffsetMap>(
    side: Side<*mut T, O>,
    n: usize,
    [p, q]: [isize; 2],
) {
    let mut first = 0;
    while first < n {
        let last = n.min(first + PANEL);
        for i in first + 1..n {
            let (row, column) = (i as isize * p, i as isize * q);
            for j in first..last.min(i) {
                let (below, above) = (row + j as isize * q, j as isize * p + column);
                // SAFETY: `j < i < n`, so that the caller guarantees both coordinates. Reads come before writes.
                unsafe {
                    let (x, y) = (*side.at(below), *side.at(above));
                    *side.at(below) = y;
                    *side.at(above) = x;
                }
            }
        }
        first = last;
    }
}

/// Stops the compiler unless both layouts are matrices, and the static sizes of one are those of the other exchanged.
#[track_caller]
const fn exchange<A: Form, B: Form>() {
    is_matrix::<A>();
    is_matrix::<B>();
    let (a, b) = (&A::FORM, &B::FORM);
    let mut k = 0;
    while k < 2 {
        if let (Some(left), Some(right)) = (known_extent(a, k), known_extent(b, 1 - k))
            && left != right
        {
            let (from, to) = (operand_of_type::<A>(), operand_of_type::<B>());
            let rule = Rule::Sizes { left, right };
            let error = LayoutError::refused(Operation::Transpose, from, to, rule);
            internal::report(&error)
        }
        k += 1;
    }
}

/// Stops the compiler unless the layout is a matrix, with equal sizes if they are static.
#[track_caller]
const fn is_square<L: Form>() {
    is_matrix::<L>();
    let layout = &L::FORM;
    if let (Some(left), Some(right)) = (known_extent(layout, 0), known_extent(layout, 1))
        && left != right
    {
        let error = in_place(operand_of_type::<L>(), Rule::Sizes { left, right });
        internal::report(&error)
    }
}

/// The error of [`transpose_in_place`].
const fn in_place(matrix: Operand, rule: Rule) -> LayoutError {
    LayoutError::refused(Operation::TransposeInPlace, matrix, Operand::None, rule)
}

/// Stops the compiler unless the layout has two modes.
#[track_caller]
const fn is_matrix<L: Form>() {
    internal::require_of::<L>(L::FORM.rank() == 2, "a matrix has two modes")
}

/// The task of [`transpose_in_place`]. Side 0 has the coordinate `(j, i)`, side 1 `(i, j)`.
struct ExchangeTask<T, L> {
    side: Side<*mut T, L>,
}

impl<T: Copy, L: OffsetMap> NestTask<2> for ExchangeTask<T, L> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(&mut self, _: M, nest: &Nest<2>) {
        let side = self.side;
        nest.rows(
            #[inline(always)]
            |[a, b], n, [x, y]| {
                for i in 0..n as isize {
                    let (a, b) = (a + i * x, b + i * y);
                    // The nest visits each pair twice, once in each order.
                    if a < b {
                        // SAFETY: the nest visits coordinates of the view (rule K), which has an element for each (rule
                        // V1). `a < b` are different plain offsets; `swap` also permits equal pointers.
                        unsafe { side.at(a).swap(side.at(b)) };
                    }
                }
            },
        );
    }
}
