//! Matrices with rows and columns exchanged.

use super::copy::try_copy;
use super::nest::{Nest, Sides};
use super::side::{Side, known_extent, operand_of, operand_of_type};
use crate::simd::{Machine, Task, dispatch};
use layout_core::{LayoutError, Operand, Operation, Rule};
use static_layout::internal::{self, List, Mapping, OffsetMap};
use static_layout::{AnyLayout, IntTuple, LayoutOps, PlainLayout, View, ViewMut, ops};
use typenum::{U0, U1};

/// A layout of two modes, exchanged.
type Exchanged<L> = ops::Permute<L, (U1, U0)>;

/// `to(j, i) = from(i, j)`: [`copy`](super::copy()) of the layout whose two modes are exchanged.
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
/// The layouts have two modes:
/// ```compile_fail,E0080
/// # use static_layout::*;
/// # use static_layout_kernels::transpose;
/// let (data, mut columns) = ([1, 2, 3, 4, 5, 6], [0; 6]);
/// let line = View::new(&data, layout!(6:1)).unwrap();
/// // a matrix has two modes
/// transpose(line, &mut ViewMut::new(&mut columns, layout!((3, 2):(2, 1))).unwrap());
/// ```
/// and the one has as many rows as the other has columns:
/// ```compile_fail,E0080
/// # use static_layout::*;
/// # use static_layout_kernels::transpose;
/// let (data, mut columns) = ([1, 2, 3, 4, 5, 6], [0; 6]);
/// let rows = View::new(&data, layout!((2, 3):(3, 1))).unwrap();
/// // cannot transpose (2,3):(3,1) into (2,3):(3,1): the sizes 2 and 3 differ
/// transpose(rows, &mut ViewMut::new(&mut columns, layout!((2, 3):(3, 1))).unwrap());
/// ```
///
/// # Panics
/// As [`copy`](super::copy()), and when sizes that are known at run time differ. [`try_transpose`] returns the
/// error instead.
#[layout_macros::at_caller]
#[inline]
#[track_caller]
pub fn transpose<T: Copy, A: AnyLayout, B: AnyLayout>(
    from: View<'_, T, A>,
    to: &mut ViewMut<'_, T, B>,
) {
    let transposed = const { check_transposed::<T, A, B>() };
    internal::unwrap_or_panic(transposed(from, to))
}

/// [`transpose`], with a refusal as an error.
///
/// # Errors
/// As [`try_copy`], and when the one has not as many rows as the other has columns.
#[layout_macros::at_caller]
#[inline]
pub fn try_transpose<T: Copy, A: AnyLayout, B: AnyLayout>(
    from: View<'_, T, A>,
    to: &mut ViewMut<'_, T, B>,
) -> Result<(), LayoutError> {
    let transposed = const { check_transposed::<T, A, B>() };
    transposed(from, to)
}

type Transposed<T, A, B> = fn(View<'_, T, A>, &mut ViewMut<'_, T, B>) -> Result<(), LayoutError>;

/// [`transposed`], if nothing speaks against it. Were it called by name, the compiler would instantiate it all the
/// same, and each function below would refuse once more.
#[track_caller]
const fn check_transposed<T: Copy, A: AnyLayout, B: AnyLayout>() -> Transposed<T, A, B> {
    exchange::<A, B>();
    transposed
}

/// [`try_transpose`] of what the caller has asked about, in `const`, so that the compiler points at the
/// user's line.
#[inline]
fn transposed<T: Copy, A: AnyLayout, B: AnyLayout>(
    from: View<'_, T, A>,
    to: &mut ViewMut<'_, T, B>,
) -> Result<(), LayoutError> {
    let [[rows, columns], [others, lines]] = [sides(from.layout()), sides(to.layout())];
    for [left, right] in [[rows, lines], [columns, others]] {
        if left != right {
            let rule = Rule::Sizes { left: left as i64, right: right as i64 };
            let operands = (operand_of(from.layout()), operand_of(to.layout()));
            return Err(LayoutError::refused(Operation::Transpose, operands.0, operands.1, rule));
        }
    }
    let exchanged: Exchanged<A> = LayoutOps::permute::<(U1, U0)>(from.layout());
    // SAFETY: the layout with its modes exchanged has the same offsets.
    try_copy(unsafe { View::from_raw_parts(from.as_ptr(), exchanged) }, to)
}

/// `v(i, j)` and `v(j, i)` change places: a square matrix is transposed where it is.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::transpose_in_place;
/// let mut data = [1, 2, 3, 4];
/// transpose_in_place(&mut ViewMut::new(&mut data, layout!((2, 2):(2, 1)))?);
/// assert_eq!(data, [1, 3, 2, 4]);
/// # Ok::<(), LayoutError>(())
/// ```
/// Where the layout has one element for several coordinates, which of their values stays is not said.
///
/// # Panics
/// When the modes have different sizes, which does not compile where they are static, and when they are nested so that one ends within the other without
/// dividing it.
#[layout_macros::at_caller]
#[inline]
#[track_caller]
pub fn transpose_in_place<T: Copy, L: AnyLayout>(matrix: &mut ViewMut<'_, T, L>) {
    let exchanged = const {
        is_square::<L>();
        exchanged::<T, L> as fn(&mut ViewMut<'_, T, L>) -> Result<(), LayoutError>
    };
    internal::unwrap_or_panic(exchanged(matrix))
}

/// [`transpose_in_place`] of a matrix that may be square.
#[inline]
fn exchanged<T: Copy, L: AnyLayout>(matrix: &mut ViewMut<'_, T, L>) -> Result<(), LayoutError> {
    let layout = matrix.layout();
    let [rows, columns] = sides(layout);
    if rows != columns {
        let rule = Rule::Sizes { left: rows as i64, right: columns as i64 };
        return Err(in_place(operand_of(layout), rule));
    }
    let exchanged: Exchanged<L> = LayoutOps::permute::<(U1, U0)>(layout);
    let side = Side { origin: matrix.as_mut_ptr(), outer: layout.parts().0 };
    (exchanged, layout).with(|nest| dispatch(Exchanging { nest, side }))
}

/// The sizes of the two modes.
#[inline(always)]
fn sides<L: AnyLayout>(layout: L) -> [usize; 2] {
    let (rows, rest) = layout.parts().1.shape().list().split_first();
    [rows.count(), rest.split_first().0.count()]
}

/// Stops the compiler unless the layouts are matrices, and known sizes of the one are those of the other
/// exchanged.
#[track_caller]
const fn exchange<A: AnyLayout, B: AnyLayout>() {
    is_matrix::<A>();
    is_matrix::<B>();
    let (a, b) = (&<A::Plain as PlainLayout>::DESC, &<B::Plain as PlainLayout>::DESC);
    let mut k = 0;
    while k < 2 {
        if let (Some(left), Some(right)) = (known_extent(a, k), known_extent(b, 1 - k))
            && left != right
        {
            let (from, to) = (operand_of_type::<A>(), operand_of_type::<B>());
            let rule = Rule::Sizes { left, right };
            let error = LayoutError::refused(Operation::Transpose, from, to, rule);
            internal::stop(error.message().as_str())
        }
        k += 1;
    }
}

/// Stops the compiler unless the layout is a matrix, and square as far as its sizes are known.
#[track_caller]
const fn is_square<L: AnyLayout>() {
    is_matrix::<L>();
    let layout = &<L::Plain as PlainLayout>::DESC;
    if let (Some(left), Some(right)) = (known_extent(layout, 0), known_extent(layout, 1))
        && left != right
    {
        let error = in_place(operand_of_type::<L>(), Rule::Sizes { left, right });
        internal::stop(error.message().as_str())
    }
}

const fn in_place(matrix: Operand, rule: Rule) -> LayoutError {
    LayoutError::refused(Operation::TransposeInPlace, matrix, Operand::None, rule)
}

#[track_caller]
const fn is_matrix<L: AnyLayout>() {
    internal::require_of::<L>(<L::Plain as PlainLayout>::DESC.rank() == 2, "a matrix has two modes")
}

/// [`transpose_in_place`], once its loops are known: side 0 is `(j, i)`, side 1 `(i, j)`.
struct Exchanging<'n, T, L> {
    nest: &'n Nest<2>,
    side: Side<*mut T, L>,
}

impl<T: Copy, L: OffsetMap> Task for Exchanging<'_, T, L> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self, _: M) {
        let Self { nest, side } = self;
        nest.rows(
            #[inline(always)]
            |[a, b], n, [x, y]| {
                for i in 0..n as isize {
                    let (a, b) = (a + i * x, b + i * y);
                    // Each pair is met twice, once in this order.
                    if a < b {
                        // SAFETY: two coordinates.
                        unsafe { side.at(a).swap(side.at(b)) };
                    }
                }
            },
        );
    }
}
