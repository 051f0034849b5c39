//! [`Boxed`]: elements on the heap with a layout.

use super::arrays::{array_methods, coord_array_methods};
use super::bounds::Bounds;
use super::display::format_and_compare;
use super::misuse::WrittenLayout;
use super::storage::Storage;
use super::walk::NaturalCoord;
use super::window::check_copied_window;
use super::{Indexed, Tensor, TensorMut, View, ViewMut, Viewed, ViewedMut};
use crate::types::check;
use crate::types::{AnyLayout, Form, PlainLayout};
use core::ops::{Index, IndexMut};
use layout_core::{self as value, LayoutError};

/// An array on the heap with a layout, static or not: `tensor[c] = array[layout(c)]`.
///
/// ```
/// use static_layout::*;
/// let rows = 1000;
/// let mut matrix = Boxed::filled(layout!((rows, 64):(64, 1)), 0.0_f32);
/// matrix[(999, 63)] = 1.0;
/// assert_eq!((matrix.as_slice().len(), matrix.as_slice()[63_999]), (64_000, 1.0));
/// assert_eq!(matrix.as_ptr().align_offset(64), 0);
/// ```
///
#[doc = include_str!("constructors.md")]
///
/// The array is aligned to 64 bytes, a cache line. It has `cosize` elements, from the least offset to the greatest;
/// elements between them without a coordinate are also initialized. [`Tensor`] and [`TensorMut`] have the methods.
///
/// # Panics
/// Every constructor panics when no array of the cosize can exist: the cosize or the number of bytes does not fit
/// `isize` ([`from_slice`](Boxed::from_slice) returns the first as an error). When memory runs out it aborts as `Vec`
/// does.
///
/// # Compile errors
/// Every constructor, when the layout is the result of a refused operation, or maps to coordinates instead of integers.
pub struct Boxed<T, L = <T as WrittenLayout>::Layout> {
    data: Storage<T>,
    /// The index in the array of the element at offset 0.
    below: usize,
    layout: L,
}

array_methods! { Boxed, Form, check::holds_elements::<L>() }
coord_array_methods! { Boxed, check::holds_elements::<L>() }

impl<T, L: Form> Boxed<T, L> {
    /// The layout.
    #[inline(always)]
    pub fn layout(&self) -> L {
        self.layout
    }

    /// A view of all elements.
    ///
    /// ```
    /// # use static_layout::*;
    /// let columns = Boxed::from_offsets(layout!((2, 2)), |i| i);
    /// assert_eq!(columns.view().transpose().to_string(), "0 1\n2 3");
    /// ```
    #[inline(always)]
    pub fn view(&self) -> View<'_, T, L> {
        self.viewed()
    }

    /// A mutable view of all elements.
    ///
    /// ```
    /// # use static_layout::*;
    /// let mut columns = Boxed::filled(layout!((2, 2)), 0);
    /// columns.view_mut()[(1, 0)] = 7;
    /// assert_eq!(columns.as_slice(), [0, 7, 0, 0]);
    /// ```
    #[inline(always)]
    pub fn view_mut(&mut self) -> ViewMut<'_, T, L> {
        self.viewed_mut()
    }

    /// The constructor that all others end in. Its callers have called [`check::holds_elements`] in `const`, so
    /// the error shows the user's line.
    #[track_caller]
    pub(super) fn generate(layout: L, f: impl FnMut(usize) -> T) -> Self {
        let bounds = check::unwrap_or_panic(Bounds::of(layout));
        Boxed { data: Storage::generate(bounds.cosize, f), below: bounds.below, layout }
    }

    /// [`generate`](Self::generate), with `None` in place of an abort when memory runs out.
    #[track_caller]
    pub(super) fn try_generate(layout: L, f: impl FnMut(usize) -> T) -> Option<Self> {
        const { check::holds_elements::<L>() };
        let bounds = check::unwrap_or_panic(Bounds::of(layout));
        Some(Boxed { data: Storage::try_generate(bounds.cosize, f)?, below: bounds.below, layout })
    }

    /// A tensor of the same layout with the elements `f(x)`, in the order of their offsets, including elements without
    /// a coordinate.
    ///
    /// ```
    /// # use static_layout::*;
    /// let n = 2;
    /// let rows = Boxed::from_offsets(layout!((n, 2):(2, 1)), |i| i);
    /// assert_eq!(rows.map(|&x| x as f32 / 2.0)[(1, 1)], 1.5);
    /// ```
    pub fn map<U>(&self, mut f: impl FnMut(&T) -> U) -> Boxed<U, L> {
        let data = self.as_slice();
        Boxed {
            data: Storage::generate(data.len(), |i| f(&data[i])),
            below: self.below,
            layout: self.layout,
        }
    }
}

impl<T, L> Boxed<T, L> {
    /// All elements, and the place of offset 0.
    pub(super) fn parts_mut(&mut self) -> (&mut [T], usize) {
        (self.data.as_mut_slice(), self.below)
    }
}

impl<T> Boxed<T, value::Layout> {
    /// The elements `f(i)` at the offsets `i` of a layout whose offsets are `0..cosize`. `None` when memory runs out.
    pub(super) fn of_offsets(
        layout: value::Layout,
        cosize: usize,
        f: impl FnMut(usize) -> T,
    ) -> Option<Self> {
        assert!(layout.cosize() as usize <= cosize, "the elements of the layout");
        Some(Boxed { data: Storage::try_generate(cosize, f)?, below: 0, layout })
    }

    /// The layout.
    pub const fn dynamic_layout(&self) -> value::Layout {
        self.layout
    }

    /// The elements in the order of their offsets.
    pub fn as_slice(&self) -> &[T] {
        self.data.as_slice()
    }

    /// A view of the elements.
    ///
    /// ```
    /// use static_layout::*;
    /// let rows = View::dynamic(&[1, 2, 3, 4, 5, 6], 0, "(2,2):(3,1)".parse()?)?.copied()?;
    /// assert_eq!((rows.dynamic_layout().to_string(), rows.as_slice()), ("(2,2):(2,1)".into(), &[1, 2, 4, 5][..]));
    /// assert_eq!(rows.view().try_at(&"(1,0)".parse()?)?, &4);
    /// # Ok::<(), LayoutError>(())
    /// ```
    pub fn view(&self) -> View<'_, T, value::Layout> {
        View::dynamic(self.data.as_slice(), 0, self.layout)
            .unwrap_or_else(|_| unreachable!("`of_offsets` checked the layout"))
    }

    /// A mutable view of the elements.
    pub fn view_mut(&mut self) -> ViewMut<'_, T, value::Layout> {
        ViewMut::dynamic(self.data.as_mut_slice(), 0, self.layout)
            .unwrap_or_else(|_| unreachable!("`of_offsets` checked the layout"))
    }
}

impl<T: Clone, L: Form> Clone for Boxed<T, L> {
    fn clone(&self) -> Self {
        self.map(T::clone)
    }
}

impl<T, L: AnyLayout> Tensor for Boxed<T, L> {
    type Element = T;
    type Layout = L;
}

#[diagnostic::do_not_recommend]
impl<T, L: Form> Viewed for Boxed<T, L> {
    type Value = T;
    type Form = L;
    #[inline(always)]
    fn viewed(&self) -> View<'_, T, L> {
        // SAFETY: V1: `generate` made the storage as long as the cosize, and its first element has the least offset,
        // `below` elements before offset 0.
        unsafe { View::over(self.data.start().add(self.below), self.layout) }
    }
}

#[diagnostic::do_not_recommend]
impl<T, L: AnyLayout> TensorMut for Boxed<T, L> {}

#[diagnostic::do_not_recommend]
impl<T, L: Form> ViewedMut for Boxed<T, L> {
    #[inline(always)]
    fn viewed_mut(&mut self) -> ViewMut<'_, T, L> {
        // SAFETY: V1: `generate` made the storage as long as the cosize, and its first element has the least offset,
        // `below` elements before offset 0. V2: the storage is borrowed exclusively.
        unsafe { ViewMut::over(self.data.start().add(self.below), self.layout) }
    }
}

format_and_compare! { Indexed Boxed<T, L>, "Boxed" }
impl_index! { mut Indexed Boxed<T, L> }
