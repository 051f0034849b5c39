//! The private parts of the library that the other crates of this workspace need.
//!
//! **Not part of the public interface.** Anything here may change in any release: a crate of the workspace that
//! uses it requires the exact version, `static-layout = "=0.1.0"`.
//!
//! The traits here open no way around the invariant of views. Views trust the methods of `AnyLayout`, `IntTuple` and
//! `OffsetMap`; all three have the unsafe trait `StaticValue` as a supertrait, so a type outside implements none of
//! them without `unsafe`.

use crate::{AnyLayout, IntTuple, Layout, PlainLayout, View, ViewMut};

pub use crate::__private::layout as checked_layout;
pub use crate::layout::{Row, each_row, has_rows};
pub use crate::tensor::{
    ThreadPartLayout, ThreadParts, ThreadPartsMut, ThreadValueTile, ThreadValues,
    check_thread_tile, check_thread_values, equal_extents, values_of_threads,
    values_of_threads_mut,
};
pub use crate::types::check::{
    disjoint, holds_elements, report, require, require_of, stop, try_disjoint, unwrap_or_panic,
};
pub use crate::types::{Bool, List, Mapping, NoMap, OffsetMap, PlainOf, static_value};

/// Whether the layouts of the types are results of operations, or made: no leaf is that of a refused one.
pub const fn are_made<A: AnyLayout, B: AnyLayout, C: AnyLayout>() -> bool {
    <A::Plain as PlainLayout>::DESC.are_integers()
        && <B::Plain as PlainLayout>::DESC.are_integers()
        && <C::Plain as PlainLayout>::DESC.are_integers()
}

/// The element at offset 0 and the layout of a view, also of a tile that an edge cuts.
#[inline(always)]
pub fn view_parts<T, L: Copy>(view: &View<'_, T, L>) -> (*const T, L) {
    (view.first().as_ptr(), *view.layout_ref())
}

/// The element at offset 0 and the layout of a view that may be written, also of a tile that an edge cuts.
#[inline(always)]
pub fn view_mut_parts<T, L: Copy>(view: &mut ViewMut<'_, T, L>) -> (*mut T, L) {
    (view.first().as_ptr(), *view.layout_ref())
}

/// The layout `shape:stride`, without a check of its run-time leaves, because a kernel on a device has no room for the
/// engine.
///
/// # Safety
/// `Layout::new` accepts these integers, as the host has checked.
#[inline(always)]
pub unsafe fn unchecked_layout<S: IntTuple, D: IntTuple>(shape: S, stride: D) -> Layout<S, D> {
    // SAFETY: the caller guarantees that `Layout::new` accepts these integers, which is all that `unchecked` requires.
    unsafe { Layout::unchecked(shape, stride) }
}
