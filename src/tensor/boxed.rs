//! [`Boxed`]: elements on the heap with a layout.

use super::bounds::Bounds;
use super::display::format_and_compare;
use super::storage::Storage;
use super::walk::NaturalCoord;
use super::{Tensor, TensorMut, View, ViewMut};
use crate::types::Coordinate;
use crate::types::check;
use crate::types::{AnyLayout, CoordinateFits};
use core::ops::{Index, IndexMut};
use layout_core::LayoutError;

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
/// The array is aligned to 64 bytes, a cache line. It has `cosize` elements, from the least offset to the greatest;
/// those between that have no coordinate are initialized, too. [`Tensor`] and [`TensorMut`] have the methods.
///
/// # Panics
/// Every constructor panics when no array of the cosize can exist: the cosize or the number of bytes does not fit
/// `isize` ([`from_slice`](Boxed::from_slice) returns the first as an error). When memory runs out it aborts as `Vec`
/// does.
///
/// # Compile errors
/// Of every constructor, when the layout is the result of a refused operation, or maps to coordinates instead of
/// integers.
pub struct Boxed<T, L> {
    data: Storage<T>,
    /// The index in the array of the element at offset 0.
    below: usize,
    layout: L,
}

#[layout_macros::at_caller]
impl<T, L: AnyLayout> Boxed<T, L> {
    /// A tensor with every element equal to `value`, those without a coordinate included.
    ///
    /// ```
    /// # use static_layout::*;
    /// let n = 2;
    /// assert_eq!(Boxed::filled(layout!((2, n):(1, 4)), 3).as_slice(), [3; 6]);
    /// ```
    ///
    /// # Panics
    /// When no array of the cosize can exist.
    ///
    /// # Compile errors
    /// A static layout whose size or cosize does not fit `isize`, and a layout that maps to coordinates.
    #[track_caller]
    pub fn filled(layout: L, value: T) -> Self
    where
        T: Clone,
    {
        const { check::holds_elements::<L>() };
        Self::generate(layout, |_| value.clone())
    }

    /// A tensor with the element `f(i)` at offset `i`, counted from the least offset.
    ///
    /// ```
    /// # use static_layout::*;
    /// let n = 3;
    /// assert_eq!(Boxed::from_offsets(layout!((2, n):(n, 1)), |i| 10 * i)[(1, 2)], 50);
    /// ```
    ///
    /// # Panics
    /// When no array of the cosize can exist.
    ///
    /// # Compile errors
    /// A static layout whose size or cosize does not fit `isize`, and a layout that maps to coordinates.
    #[track_caller]
    pub fn from_offsets(layout: L, f: impl FnMut(usize) -> T) -> Self {
        const { check::holds_elements::<L>() };
        Self::generate(layout, f)
    }

    /// A tensor with the element `f(c)` at each natural coordinate `c`: integers nested as the shape.
    ///
    /// Elements without a coordinate have the default value. Where coordinates share an offset, the last one in linear
    /// order determines the element. The order of the calls is not specified otherwise.
    ///
    /// ```
    /// # use static_layout::*;
    /// let n = 3;
    /// let rows = Boxed::from_coords(layout!((2, n):(n, 1)), |(i, j)| 10 * i + j);
    /// assert_eq!(rows.as_slice(), [0, 1, 2, 10, 11, 12]);
    /// ```
    ///
    /// # Panics
    /// When no array of the cosize can exist.
    ///
    /// # Compile errors
    /// A static layout whose size or cosize does not fit `isize`, and a layout that maps to coordinates.
    #[track_caller]
    pub fn from_coords(layout: L, f: impl FnMut(NaturalCoord<L>) -> T) -> Self
    where
        T: Default,
    {
        const { check::holds_elements::<L>() };
        let mut out = Self::generate(layout, |_| T::default());
        out.view_mut().set_each(f);
        out
    }

    /// A tensor with a copy of the first `cosize` elements of `data`, from the least offset on.
    ///
    /// ```
    /// # use static_layout::*;
    /// let n = 2;
    /// let rows = Boxed::from_slice(layout!((n, 2):(2, 1)), &[1, 2, 3, 4])?;
    /// assert_eq!(rows[(1, 0)], 3);
    /// assert!(Boxed::from_slice(layout!((n, 2):(2, 1)), &[1, 2, 3]).is_err());
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// When `data` has fewer elements than the cosize, or the cosize does not fit `isize`.
    ///
    /// # Compile errors
    /// A static layout whose size or cosize does not fit `isize`, and a layout that maps to coordinates.
    #[track_caller]
    pub fn from_slice(layout: L, data: &[T]) -> Result<Self, LayoutError>
    where
        T: Clone,
    {
        const { check::holds_elements::<L>() };
        if data.len() < Bounds::of(layout)?.cosize {
            return Err(check::too_short(layout, data.len(), 0));
        }
        Ok(Self::generate(layout, |i| data[i].clone()))
    }

    /// The constructor that all others end in. Its callers have called [`check::holds_elements`] in `const`, so that
    /// the error shows the user's line.
    #[track_caller]
    pub(super) fn generate(layout: L, f: impl FnMut(usize) -> T) -> Self {
        let bounds = check::unwrap_or_panic(Bounds::of(layout));
        Boxed { data: Storage::generate(bounds.cosize, f), below: bounds.below, layout }
    }

    /// A tensor of the same layout with the elements `f(x)`, in the order of their offsets, those without a coordinate
    /// included.
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

    /// The array: all elements, from the least offset on.
    ///
    /// ```
    /// # use static_layout::*;
    /// let n = 2;
    /// let rows = Boxed::from_offsets(layout!((2, n):(3, 1)), |i| i);
    /// assert_eq!(rows.as_slice(), [0, 1, 2, 3, 4]);
    /// ```
    #[inline(always)]
    pub fn as_slice(&self) -> &[T] {
        self.data.as_slice()
    }

    /// The array, to be written: all elements, from the least offset on.
    ///
    /// ```
    /// # use static_layout::*;
    /// let n = 2;
    /// let mut rows = Boxed::filled(layout!((2, n):(2, 1)), 0);
    /// rows.as_mut_slice()[3] = 1;
    /// assert_eq!(rows[(1, 1)], 1);
    /// ```
    #[inline(always)]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        self.data.as_mut_slice()
    }
}

impl<T: Clone, L: AnyLayout> Clone for Boxed<T, L> {
    fn clone(&self) -> Self {
        self.map(T::clone)
    }
}

impl<T, L: AnyLayout> Tensor for Boxed<T, L> {
    type Element = T;
    type Layout = L;
    #[inline(always)]
    fn view(&self) -> View<'_, T, L> {
        // SAFETY: V1: `generate` made the storage as long as the cosize, and the least offset is that of its first
        // element, `below` elements before offset 0.
        unsafe { View::over(self.data.start().add(self.below), self.layout) }
    }
}

#[diagnostic::do_not_recommend]
impl<T, L: AnyLayout> TensorMut for Boxed<T, L> {
    #[inline(always)]
    fn view_mut(&mut self) -> ViewMut<'_, T, L> {
        // SAFETY: V1: `generate` made the storage as long as the cosize, and the least offset is that of its first
        // element, `below` elements before offset 0. V2: the storage is borrowed exclusively.
        unsafe { ViewMut::over(self.data.start().add(self.below), self.layout) }
    }
}

format_and_compare! { Boxed<T, L>, "Boxed" }
impl_index! { Boxed<T, L> }
impl_index! { mut Boxed<T, L> }
