//! The private parts of the library that the other crates of this workspace need.
//!
//! **Not part of the public interface.** Anything here may change in any release: a crate of the workspace that
//! uses it requires the exact version, `static-layout = "=0.1.0"`.
//!
//! The traits here open no way around the invariant of views. Views trust the methods of `AnyLayout`, `IntTuple` and
//! `OffsetMap`; all three have the unsafe trait `StaticValue` as a supertrait, so a type outside implements none of
//! them without `unsafe`. Kernels and views trust `Form`, which is unsafe to implement.

use crate::{IntTuple, Layout, View, ViewMut};
use core::ptr::NonNull;

pub use crate::layout::{Row, each_row, has_rows};
pub use crate::tensor::{
    ElementCoord, FormWalk, Indexed, ThreadPartLayout, ThreadParts, ThreadPartsMut,
    ThreadValueTile, ThreadValues, check_thread_tile, check_thread_values, derived, equal_extents,
    values_of_threads, values_of_threads_mut,
};
pub use crate::tensor::{
    FirstIndexed, FirstRange, check_first_mode, index_first, index_first_mut, range_first,
    range_first_mut,
};
pub use crate::types::check::{
    disjoint, offsets, report, require, require_of, stop, try_disjoint, unwrap_or_panic,
};

pub use crate::types::Form;
pub use crate::types::{
    Bool, Int, Mapping, NoMap, OffsetMap, Start, StaticValue, is_static, static_value,
};

/// Whether the layouts of the types are results of operations, or made: no leaf is that of a refused one.
pub const fn are_made<A: Form, B: Form, C: Form>() -> bool {
    A::FORM.are_integers() && B::FORM.are_integers() && C::FORM.are_integers()
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

/// [`View::from_raw_parts`] without a check in `const` of the layout's type.
///
/// # Safety
/// As [`View::from_raw_parts`].
#[inline(always)]
pub const unsafe fn view_of_form<'a, T, L: Form>(origin: *const T, layout: L) -> View<'a, T, L> {
    // SAFETY: the caller guarantees rule V1, and that `origin` is not null.
    unsafe { View::over(NonNull::new_unchecked(origin.cast_mut()), layout) }
}

/// [`view_of_form`] that may be written.
///
/// # Safety
/// As [`ViewMut::from_raw_parts`].
#[inline(always)]
pub const unsafe fn view_mut_of_form<'a, T, L: Form>(
    origin: *mut T,
    layout: L,
) -> ViewMut<'a, T, L> {
    // SAFETY: the caller guarantees rules V1 and V2, and that `origin` is not null.
    unsafe { ViewMut::over(NonNull::new_unchecked(origin), layout) }
}

/// The layout `shape:stride`, without a check of its run-time leaves: a kernel on a device has no room for the engine.
///
/// # Safety
/// `Layout::new` accepts these integers, as the host has checked.
#[inline(always)]
pub unsafe fn unchecked_layout<S: IntTuple, D: IntTuple>(shape: S, stride: D) -> Layout<S, D> {
    // SAFETY: the caller guarantees that `Layout::new` accepts these integers, which is all that `unchecked` requires.
    unsafe { Layout::unchecked(shape, stride) }
}
