//! The functions behind [`layout_dbg!`](macro@crate::layout_dbg), [`assert_layout!`](macro@crate::assert_layout) and
//! [`assert_same_function!`](macro@crate::assert_same_function): during compilation if the layouts are static, otherwise at
//! run time.

use crate::types::{AnyLayout, Bool, OffsetMap, PlainLayout, PlainOf, check};
use layout_core::{self as value, Text};

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
