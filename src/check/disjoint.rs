//! Whether the elements of a layout may be written at the same time.

use crate::layout::{AnyLayout, PlainLayout};
use crate::num::Bool;
use crate::tuple::IntTuple;
use layout_core::LayoutError;

/// The elements may be borrowed for writing at the same time: of a static layout this stops the compiler
/// at two coordinates that share one.
#[track_caller]
pub const fn disjoint<L: AnyLayout>() {
    if <L::IsStatic as Bool>::VALUE
        && let Err(error) = <L::Plain as PlainLayout>::DESC.disjoint()
    {
        panic!("{}", error.message().as_str())
    }
}

/// [`disjoint`] of `Z`, which is `L` divided. The refusal is that of `L`, which shares elements, too: its coordinates
/// are what a caller wrote.
#[track_caller]
pub(crate) const fn disjoint_divided<Z: AnyLayout, L: AnyLayout>() {
    if <Z::IsStatic as Bool>::VALUE
        && let Err(error) = <Z::Plain as PlainLayout>::DESC.disjoint()
    {
        disjoint::<L>();
        panic!("{}", error.message().as_str())
    }
}

/// [`disjoint`] for the run-time integers of any layout. A swizzle moves offsets one to one.
#[inline]
pub fn try_disjoint<L: AnyLayout>(layout: L) -> Result<(), LayoutError> {
    #[cold]
    #[inline(never)]
    fn asked<L: PlainLayout>(layout: L) -> Result<(), LayoutError> {
        layout.plain().disjoint()
    }
    let plain = layout.parts().1;
    if <L::IsStatic as Bool>::VALUE || clears(plain) { Ok(()) } else { asked(plain) }
}

/// [`try_disjoint`] of `divided`, with the refusal of the layout that it was.
#[inline]
pub(crate) fn try_disjoint_divided<Z: AnyLayout, L: AnyLayout>(
    divided: Z,
    layout: L,
) -> Result<(), LayoutError> {
    #[cold]
    #[inline(never)]
    fn of_whole<L: PlainLayout>(layout: L, error: LayoutError) -> LayoutError {
        layout.plain().disjoint().err().unwrap_or(error)
    }
    try_disjoint(divided).map_err(|error| of_whole(layout.parts().1, error))
}

/// So many leaves are looked at.
const FEW: usize = 8;

/// Each stride is longer than all that shorter ones reach together: then no two coordinates share an offset, as in
/// rows, columns and parts of them. Others may be disjoint, too; that is a longer question.
#[inline(always)]
fn clears<L: PlainLayout>(layout: L) -> bool {
    if L::Shape::LEAVES > FEW {
        return false;
    }
    let (mut extents, mut strides) = ([1; FEW], [0; FEW]);
    layout.shape().words(&mut extents, 0);
    layout.stride().words(&mut strides, 0);
    let steps = strides.map(|stride| (stride as isize).unsigned_abs());
    (0..L::Shape::LEAVES).all(|k| {
        let below = |j: usize| steps[j] < steps[k] || (steps[j] == steps[k] && j < k);
        let mut reach = 0_usize;
        for j in (0..L::Shape::LEAVES).filter(|&j| extents[j] > 1 && below(j)) {
            // Wraps beside an extent of 0 only, where there are no coordinates.
            reach = reach.wrapping_add((extents[j] - 1).wrapping_mul(steps[j]));
        }
        extents[k] <= 1 || reach < steps[k]
    })
}

#[cfg(test)]
mod tests {
    use super::{clears, try_disjoint};
    use crate::check::read;
    use crate::layout::Layout;
    use crate::num::int::Negative;
    use crate::tuple::IntTuple;
    use layout_core as value;

    fn clear<S: IntTuple, D: IntTuple>(text: &str) -> bool {
        clears(read::<Layout<S, D>>(&text.parse::<value::Layout>().unwrap()))
    }

    type Two = (usize, usize);
    type Three = (usize, usize, usize);

    /// Matrices, their parts, and what is next to no longer one: no other question is asked.
    #[test]
    fn rows_and_columns() {
        for text in [
            "(4,3):(1,4)",
            "(4,3):(3,1)",
            "(4,3):(1,9)",
            "(4,3):(9,1)",
            "(4,1):(1,0)",
            "(1,3):(1,1)",
        ] {
            assert!(clear::<Two, Two>(text), "{text}");
        }
        for text in ["(4,3):(1,3)", "(4,3):(2,1)", "(2,3):(0,1)", "(2,2):(1,1)"] {
            assert!(!clear::<Two, Two>(text), "{text}");
        }
        assert!(
            clear::<Three, Three>("(3,1,2):(1,0,3)") && clear::<Three, Three>("(2,3,4):(3,1,6)")
        );
        assert!(!clear::<Three, Three>("(2,3,4):(3,1,5)"));
        // No coordinates, and nothing below 0.
        assert!(clear::<Two, Two>("(0,1):(1,1)"));
        assert!(
            clear::<Two, (Negative, usize)>("(4,3):(-1,4)")
                && !clear::<Two, (Negative, usize)>("(4,3):(-1,2)")
        );
    }

    #[test]
    fn many_leaves() {
        type Eight = (Two, Two, Two, Two);
        let text = "((2,2),(2,2),(2,2),(2,2)):((1,2),(4,8),(16,32),(64,128))";
        assert!(clear::<Eight, Eight>(text));
        // Of nine leaves it is a longer question.
        type Nine = (Two, Two, Two, Three);
        let text = "((2,2),(2,2),(2,2),(2,2,2)):((1,2),(4,8),(16,32),(64,128,256))";
        assert!(!clear::<Nine, Nine>(text));
        assert!(try_disjoint(read::<Layout<Nine, Nine>>(&text.parse().unwrap())).is_ok());
    }
}
