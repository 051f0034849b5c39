//! Copies of some elements.

use crate::judge;
use crate::kernel::side::{Described, operand_of};
use crate::layout::AnyLayout;
use crate::operation::Indexed;
use crate::tensor::{TensorMut, View, ViewMut};
use crate::tuple::IntTuple;
use layout_core::{LayoutError, Operation, Rule};

/// `to(i) = from(i)` for the linear indices `i` whose natural coordinate in the shape of `from` fulfils the
/// predicate, in linear order; the other elements stay as they are, and are not read.
///
/// ```
/// use static_layout::*;
/// let (data, mut lower) = ([1, 2, 3, 4, 5, 6, 7, 8, 9], [0; 9]);
/// let rows = layout!((3, 3):(3, 1));
/// copy_if(
///     View::new(&data, rows)?,
///     &mut ViewMut::new(&mut lower, rows)?,
///     |(i, j)| i >= j,
/// );
/// assert_eq!(lower, [1, 0, 0, 4, 5, 0, 7, 8, 9]);
/// # Ok::<(), LayoutError>(())
/// ```
/// The shapes may be nested in different ways.
///
/// # Panics
/// When the sizes differ. [`try_copy_if`] returns the error instead.
#[inline]
#[track_caller]
pub fn copy_if<T: Copy, A: AnyLayout, B: AnyLayout>(
    from: View<'_, T, A>,
    to: &mut ViewMut<'_, T, B>,
    predicate: impl FnMut(<A::Shape as IntTuple>::Coord) -> bool,
) {
    judge::settle(try_copy_if(from, to, predicate))
}

/// [`copy_if`], with a refusal as an error.
///
/// # Errors
/// When the sizes differ.
#[inline]
pub fn try_copy_if<T: Copy, A: AnyLayout, B: AnyLayout>(
    from: View<'_, T, A>,
    to: &mut ViewMut<'_, T, B>,
    mut predicate: impl FnMut(<A::Shape as IntTuple>::Coord) -> bool,
) -> Result<(), LayoutError> {
    let (a, b) = (from.layout(), to.layout());
    let (left, right) = (Described::of(a).size(), Described::of(b).size());
    if left != right {
        let rule = Rule::Sizes { left: left as i64, right: right as i64 };
        return Err(LayoutError::refused(Operation::Copy, operand_of(a), operand_of(b), rule));
    }
    for (here, there) in Indexed::coords(a).zip(Indexed::coords(b)) {
        if predicate(here) {
            // SAFETY: coordinates of the one and of the other.
            unsafe { *to.get_unchecked_mut(there) = *from.get_unchecked(here) };
        }
    }
    Ok(())
}
