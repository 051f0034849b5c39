//! Layouts shown and compared in user code: during compilation if they are static, otherwise at run time.

use crate::types::{AnyLayout, Bool, OffsetMap, PlainLayout, PlainOf, check};
use layout_core::{self as value, Text};

/// Stops the compiler and shows the layout of an expression: its notation, profile, rank, depth, size and cosize, and
/// for rank 2 the table of its offsets. Leaves known at run time are `?`; for a swizzled layout, the layout inside is
/// shown.
///
/// ```compile_fail,E0080
/// use static_layout::*;
/// let a = layout!((4, 6):(1, 4)).zipped_divide(tile!(2, 3));
/// // layout_dbg!: ((2,3),(2,2)):((1,4),(2,12))
/// layout_dbg!(a);
/// ```
#[macro_export]
macro_rules! layout_dbg {
    ($layout:expr $(,)?) => {
        $crate::__private::show(&$layout)
    };
}

/// Asserts that a layout equals the layout written after it, in the notation of [`layout!`](macro@crate::layout):
/// equal nesting, extents and strides.
///
/// If both are static and differ, the compiler stops, in code that is built; otherwise the code panics. Both messages
/// name the two layouts, and the first coordinate at which they differ. Operands must not be swizzled: assert the
/// layout inside.
///
/// ```
/// use static_layout::*;
/// let a = layout!((4, 6):(1, 4)).zipped_divide(tile!(2, 3));
/// assert_layout!(a, ((2,3),(2,2)):((1,4),(2,12)));
/// let n = 6;
/// assert_layout!(layout!((4, n)), (4, 6):(1, 4));
/// ```
/// ```compile_fail,E0080
/// use static_layout::*;
/// // assert_layout!: the layout is (4,6):(1,4) and not (4,6):(6,1)
/// assert_layout!(layout!((4, 6)), (4, 6):(6, 1));
/// ```
///
/// # Panics
/// When the layouts are not equal, and one of them has run-time integers.
///
/// ```should_panic
/// use static_layout::*;
/// let n = 6;
/// assert_layout!(layout!((4, n)), (4, 6):(6, 1));
/// ```
#[macro_export]
macro_rules! assert_layout {
    ($layout:expr, $($expected:tt)+) => {
        $crate::__private::must_equal(&$layout, &$crate::layout!($($expected)+))
    };
}

/// Asserts that two layouts are the same function: the same size, and the same offset at each linear
/// index, in whatever modes. See [`same_function`](crate::Layout::same_function).
///
/// If both are static and differ, the compiler stops, in code that is built; otherwise the code panics. Both messages
/// name the two layouts, and the first coordinate at which they differ. Operands must not be swizzled: compare the
/// swizzles and the layouts inside.
///
/// ```
/// use static_layout::*;
/// assert_same_function!(layout!((2,(1,6)):(1,(6,2))), layout!((3,4):(1,3)));
/// let n = 3;
/// assert_same_function!(layout!((n,4)), layout!(12:1));
/// ```
/// ```compile_fail,E0080
/// use static_layout::*;
/// // assert_same_function!: (4,8):(1,4) and (4,8):(8,1) are not the same function: at (1,0) they are 1 and 8
/// assert_same_function!(layout!((4, 8)), layout!((4, 8):row));
/// ```
///
/// # Panics
/// When the layouts are not the same function, and one of them has run-time integers.
///
/// ```should_panic
/// use static_layout::*;
/// let n = 3;
/// assert_same_function!(layout!((n, 4)), layout!(8:1));
/// ```
#[macro_export]
macro_rules! assert_same_function {
    ($left:expr, $right:expr $(,)?) => {
        $crate::__private::must_be_same_function(&$left, &$right)
    };
}

/// The function behind [`layout_dbg!`](macro@crate::layout_dbg).
#[layout_macros::at_caller]
pub const fn show<L: AnyLayout>(_: &L) {
    const {
        if check::is_made::<L::Shape, <PlainOf<L> as PlainLayout>::Stride>() {
            check::stop(shown::<L>().as_str())
        }
    }
}

const fn shown<L: AnyLayout>() -> Text {
    let swizzled = if <L::OffsetMap as OffsetMap>::IS_IDENTITY { "" } else { "a swizzle around " };
    let description = L::FORM.description();
    Text::of("layout_dbg!: ").then(swizzled).then(description.as_str())
}

/// The function behind [`assert_layout!`](macro@crate::assert_layout).
#[layout_macros::at_caller]
#[inline(always)]
#[track_caller]
pub fn must_equal<A: PlainLayout, B: PlainLayout>(a: &A, b: &B) {
    const {
        if are_static::<A, B>()
            && let Some(text) = unequal(&A::FORM, &B::FORM)
        {
            check::stop(text.as_str())
        }
    };
    panic_at::<A, B>(*a, *b, unequal);
}

/// The function behind [`assert_same_function!`](macro@crate::assert_same_function).
#[layout_macros::at_caller]
#[inline(always)]
#[track_caller]
pub fn must_be_same_function<A: PlainLayout, B: PlainLayout>(a: &A, b: &B) {
    const {
        if are_static::<A, B>()
            && let Some(text) = different(&A::FORM, &B::FORM)
        {
            check::stop(text.as_str())
        }
    };
    panic_at::<A, B>(*a, *b, different);
}

const fn unequal(a: &value::Layout, b: &value::Layout) -> Option<Text> {
    if a.equals(b) {
        return None;
    }
    let text = Text::of("assert_layout!: the layout is ").then_layout(a);
    let text = text.then(" and not ").then_layout(b);
    Some(match a.difference(b) {
        None => text.then(", which is the same function"),
        Some(difference) => text.then("\n").then(difference.as_str()),
    })
}

const fn different(a: &value::Layout, b: &value::Layout) -> Option<Text> {
    match a.difference(b) {
        None => None,
        Some(difference) => Some(Text::of("assert_same_function!: ").then(difference.as_str())),
    }
}

/// Whether both layouts are static, so the compiler can compare them.
const fn are_static<A: PlainLayout, B: PlainLayout>() -> bool {
    check::is_layout(&A::FORM)
        && check::is_layout(&B::FORM)
        && <A::IsStatic as Bool>::VALUE
        && <B::IsStatic as Bool>::VALUE
}

#[inline(always)]
#[track_caller]
fn panic_at<A: PlainLayout, B: PlainLayout>(
    a: A,
    b: B,
    wrong: fn(&value::Layout, &value::Layout) -> Option<Text>,
) {
    if !const { are_static::<A, B>() }
        && let Some(text) = wrong(&a.to_dynamic(), &b.to_dynamic())
    {
        panic!("{}", text.as_str())
    }
}
