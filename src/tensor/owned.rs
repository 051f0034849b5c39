//! [`Owned`]: elements on the stack with a static layout.

use super::array::InlineArray;
use super::arrays::{array_methods, coord_array_methods};
use super::bounds::Bounds;
use super::display::format_and_compare;
use super::misuse::WrittenLayout;
use super::walk::NaturalCoord;
use super::window::check_copied_window;
use super::{Tensor, TensorMut, View, ViewMut, Viewed, ViewedMut};
use crate::ops::Cosize;
use crate::types::{AnyLayout, Bool, PlainLayout, check};
use core::ops::{Index, IndexMut};
use layout_core::LayoutError;

/// The only value of the static layout `L`. The caller has checked it by [`check::room`], so `Default`, which
/// checks again, is not compiled.
#[inline]
fn static_layout<L: AnyLayout + Default>() -> L {
    <L::IsStatic as Bool>::static_value_or(L::default)
}

/// Stops the compiler unless the layout is static and the array is as long as its cosize.
#[track_caller]
const fn check_room<T, L: AnyLayout>() {
    if !InlineArray::<T, Cosize<L>>::IS_POSSIBLE {
        check::no_memory::<L>(size_of::<T>())
    }
    check::room::<L>(InlineArray::<T, Cosize<L>>::LEN as u64)
}

/// An array on the stack with a static layout: `tensor[c] = array[layout(c)]`. CuTe's `make_tensor<T>(layout)`.
///
/// ```text
/// (2,2):(1,4)      offset    0  1  2  3  4  5       6 elements: the cosize
///                  element  00 10  .  . 01 11       `.` has no coordinate
/// ```
///
/// ```
/// use static_layout::*;
/// let mut tile = Owned::filled(layout!((4, 4):(1, 8)), 0.0_f32);
/// tile[(2, 1)] = 1.0;
/// assert_eq!(tile.as_slice().len(), 28);
/// assert_eq!(tile.as_slice()[10], 1.0);
/// ```
///
#[doc = include_str!("constructors.md")]
///
/// The array is aligned to 64 bytes, a cache line. It has `cosize` elements, from the least offset to the greatest;
/// elements between them without a coordinate are also initialized. [`Tensor`] and [`TensorMut`] have the methods.
///
/// # Compile errors
/// Every constructor, when the layout has run-time leaves:
/// ```compile_fail,E0080
/// use static_layout::*;
/// // (4,?):(1,4): an array on the stack needs a static layout
/// let n = 8;
/// let tile = Owned::filled(layout!((4, n):(1, 4)), 0.0_f32);
/// ```
/// when the layout is the result of a refused operation:
/// ```compile_fail,E0080
/// use static_layout::*;
/// type Bad = ops::LogicalDivide<Layout!((6, 4):(4, 1)), Layout!(4:1)>;
/// // this layout is the result of a refused operation: a static extent or stride does not divide
/// let tile = Owned::<f32, Bad>::default();
/// ```
/// and when no array of `cosize` elements can exist.
#[derive(Clone)]
#[repr(C, align(64))]
#[layout_macros::at_caller]
pub struct Owned<T, L: AnyLayout = <T as WrittenLayout>::Layout> {
    data: InlineArray<T, Cosize<L>>,
    layout: L,
}

impl<T: Copy, L: AnyLayout + Copy> Copy for Owned<T, L> where InlineArray<T, Cosize<L>>: Copy {}

array_methods! { Owned, AnyLayout, check_room::<T, L>() }
coord_array_methods! { Owned, check_room::<T, L>() }

#[layout_macros::at_caller]
impl<T, L: AnyLayout + Default> Owned<T, L> {
    /// The tensor with the elements of `array`, from the least offset on.
    ///
    /// # Safety
    /// `A` is an array of `T`: contiguous elements and nothing else, aligned as `T`.
    #[cfg(feature = "generic-array")]
    #[inline]
    pub(super) unsafe fn from_elements<A>(array: A) -> Self {
        const { check_room::<T, L>() };
        // SAFETY: the caller guarantees that the array consists of contiguous elements `T`, aligned as `T`.
        Owned { data: unsafe { InlineArray::from_elements(array) }, layout: static_layout() }
    }
}

impl<T, L: AnyLayout> Owned<T, L> {
    /// The constructor that all others end in. Its callers have called [`check_room`] in `const`, so the error
    /// shows the user's line.
    #[inline]
    fn generate(layout: L, f: impl FnMut(usize) -> T) -> Self {
        Owned { data: InlineArray::generate(f), layout }
    }

    /// A tensor of the same layout with the elements `f(x)`, in the order of their offsets, including elements without
    /// a coordinate.
    ///
    /// ```
    /// # use static_layout::*;
    /// let tile = Owned::from_offsets(layout!((2, 2):(2, 1)), |i| i as u8);
    /// assert_eq!(tile.map(|&x| f32::from(x) / 2.0)[(1, 1)], 1.5);
    /// ```
    #[inline]
    pub fn map<U>(&self, mut f: impl FnMut(&T) -> U) -> Owned<U, L> {
        Owned { data: InlineArray::generate(|i| f(&self.data.as_slice()[i])), layout: self.layout }
    }

    /// The elements as an array.
    ///
    /// # Safety
    /// `A` is an array of `T`: contiguous elements and nothing else, aligned as `T`.
    #[cfg(feature = "generic-array")]
    #[inline]
    pub(super) unsafe fn into_elements<A>(self) -> A {
        // SAFETY: the caller guarantees that the array consists of contiguous elements `T`, aligned as `T`.
        unsafe { self.data.into_elements() }
    }

    /// The index in the array of the element at offset 0.
    #[inline(always)]
    fn origin(&self) -> usize {
        match Bounds::of(self.layout) {
            Ok(bounds) => bounds.below,
            Err(_) => unreachable!("`check_room` checked the layout at compile time"),
        }
    }
}

impl<T, L: AnyLayout> Tensor for Owned<T, L> {
    type Element = T;
    type Layout = L;
}

#[diagnostic::do_not_recommend]
impl<T, L: AnyLayout> Viewed for Owned<T, L> {
    type Value = T;
    type Form = L;
    #[inline(always)]
    fn viewed(&self) -> View<'_, T, L> {
        // SAFETY: V1: every constructor has compared the length of the array with the cosize in `const` (`check_room`),
        // and the first element has the least offset.
        unsafe {
            View::from_raw_parts(self.data.as_slice().as_ptr().add(self.origin()), self.layout)
        }
    }
}

#[diagnostic::do_not_recommend]
impl<T, L: AnyLayout> TensorMut for Owned<T, L> {}

#[diagnostic::do_not_recommend]
impl<T, L: AnyLayout> ViewedMut for Owned<T, L> {
    #[inline(always)]
    fn viewed_mut(&mut self) -> ViewMut<'_, T, L> {
        let (origin, layout) = (self.origin(), self.layout);
        // SAFETY: V1: every constructor has compared the length of the array with the cosize in `const` (`check_room`),
        // and the first element has the least offset. V2: the array is borrowed exclusively.
        unsafe {
            ViewMut::from_raw_parts(self.data.as_mut_slice().as_mut_ptr().add(origin), layout)
        }
    }
}

#[layout_macros::at_caller]
impl<T: Default, L: AnyLayout + Default> Default for Owned<T, L> {
    /// A tensor with every element equal to `T::default()`.
    ///
    /// ```
    /// use static_layout::*;
    /// #[derive(Default)]
    /// struct Block(Owned<f32, Layout!((4, 4):row)>);
    /// assert_eq!(Block::default().0[(3, 3)], 0.0);
    /// ```
    ///
    /// # Compile errors
    /// If the layout has run-time leaves, or reaches more elements than an array can hold.
    #[inline]
    #[track_caller]
    fn default() -> Self {
        const { check_room::<T, L>() };
        Self::generate(static_layout(), |_| T::default())
    }
}

format_and_compare! { AnyLayout Owned<T, L>, "Owned" }
impl_index! { mut AnyLayout Owned<T, L> }
