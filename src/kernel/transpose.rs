//! Matrices with rows and columns exchanged.

use super::copy::try_copy;
use super::nest::{Nest, Sides};
use super::side::{Side, operand_of};
use crate::judge;
use crate::layout::{AnyLayout, PlainLayout};
use crate::operation::Regrouped;
use crate::ops;
use crate::simd::{Machine, Task, dispatch};
use crate::swizzle::Outer;
use crate::tensor::{View, ViewMut};
use layout_core::{LayoutError, Operand, Operation, Rule};
use typenum::{U0, U1};

/// A layout of two modes, exchanged.
type Exchanged<L> = ops::Permute<L, (U1, U0)>;

/// `to(j, i) = from(i, j)`: [`copy`](super::copy()) of the layout whose two modes are exchanged.
///
/// ```
/// use static_layout::*;
/// let (data, mut columns) = ([1, 2, 3, 4, 5, 6], [0; 6]);
/// let rows = View::new(&data, layout!((2, 3):(3, 1)))?;
/// transpose(rows, &mut ViewMut::new(&mut columns, layout!((3, 2):(2, 1)))?);
/// assert_eq!(columns, [1, 4, 2, 5, 3, 6]);
/// # Ok::<(), LayoutError>(())
/// ```
/// The layouts have two modes:
/// ```compile_fail,E0080
/// # use static_layout::*;
/// let (data, mut columns) = ([1, 2, 3, 4, 5, 6], [0; 6]);
/// let line = View::new(&data, layout!(6:1)).unwrap();
/// // a matrix has two modes
/// transpose(line, &mut ViewMut::new(&mut columns, layout!((3, 2):(2, 1))).unwrap());
/// ```
///
/// # Panics
/// As [`copy`](super::copy()). [`try_transpose`] returns the error instead.
#[layout_macros::at_caller]
#[inline]
#[track_caller]
pub fn transpose<T: Copy, A: AnyLayout, B: AnyLayout>(
    from: View<'_, T, A>,
    to: &mut ViewMut<'_, T, B>,
) {
    const { are_matrices::<A, B>() };
    judge::settle(transposed(from, to))
}

/// [`transpose`], with a refusal as an error.
///
/// # Errors
/// As [`try_copy`].
#[layout_macros::at_caller]
#[inline]
pub fn try_transpose<T: Copy, A: AnyLayout, B: AnyLayout>(
    from: View<'_, T, A>,
    to: &mut ViewMut<'_, T, B>,
) -> Result<(), LayoutError> {
    const { are_matrices::<A, B>() };
    transposed(from, to)
}

/// [`try_transpose`] of what the caller has asked about, in `const`, so that the compiler points at the
/// user's line.
#[inline]
fn transposed<T: Copy, A: AnyLayout, B: AnyLayout>(
    from: View<'_, T, A>,
    to: &mut ViewMut<'_, T, B>,
) -> Result<(), LayoutError> {
    let exchanged: Exchanged<A> = Regrouped::permute::<(U1, U0)>(from.layout());
    // SAFETY: the layout with its modes exchanged has the same offsets.
    try_copy(unsafe { View::from_raw_parts(from.as_ptr(), exchanged) }, to)
}

/// `v(i, j)` and `v(j, i)` change places: a square matrix is transposed where it is.
///
/// ```
/// use static_layout::*;
/// let mut data = [1, 2, 3, 4];
/// transpose_in_place(&mut ViewMut::new(&mut data, layout!((2, 2):(2, 1)))?);
/// assert_eq!(data, [1, 3, 2, 4]);
/// # Ok::<(), LayoutError>(())
/// ```
/// Where the layout has one element for several coordinates, which of their values stays is not said.
///
/// # Panics
/// When the modes have different sizes, and when they are nested so that one ends within the other without
/// dividing it.
#[layout_macros::at_caller]
#[inline]
#[track_caller]
pub fn transpose_in_place<T: Copy, L: AnyLayout>(matrix: &mut ViewMut<'_, T, L>) {
    const { is_matrix::<L>() };
    let layout = matrix.layout();
    let (rows, columns) = sides(layout);
    if rows != columns {
        let rule = Rule::Sizes { left: rows, right: columns };
        let square =
            LayoutError::refused(Operation::Transpose, operand_of(layout), Operand::None, rule);
        judge::settle::<()>(Err(square));
    }
    let exchanged: Exchanged<L> = Regrouped::permute::<(U1, U0)>(layout);
    let side = Side { origin: matrix.as_mut_ptr(), outer: layout.split().0 };
    judge::settle((exchanged, layout).with(|nest| dispatch(Exchanging { nest, side })))
}

/// The sizes of the two modes.
#[inline]
fn sides<L: AnyLayout>(layout: L) -> (i64, i64) {
    let size = |k| match layout.split().1.plain().mode(k) {
        Ok(mode) => mode.size(),
        Err(_) => unreachable!("a matrix has two modes"),
    };
    (size(0), size(1))
}

#[track_caller]
const fn are_matrices<A: AnyLayout, B: AnyLayout>() {
    is_matrix::<A>();
    is_matrix::<B>()
}

#[track_caller]
const fn is_matrix<L: AnyLayout>() {
    judge::require(<L::Plain as PlainLayout>::DESC.rank() == 2, "a matrix has two modes")
}

/// [`transpose_in_place`], once its loops are known: side 0 is `(j, i)`, side 1 `(i, j)`.
struct Exchanging<'n, T, L> {
    nest: &'n Nest<2>,
    side: Side<*mut T, L>,
}

impl<T: Copy, L: Outer> Task for Exchanging<'_, T, L> {
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
