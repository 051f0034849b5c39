//! Elements on the heap, as many as a layout reaches.

use super::display::format_and_compare;
use super::storage::Storage;
use super::walk::NaturalCoord;
use super::{Bounds, Tensor, TensorMut, View, ViewMut, out_of_range};
use crate::check;
use crate::layout::{AnyLayout, CoordinateFits};
use crate::tuple::Coordinate;
use core::ops::{Index, IndexMut};
use layout_core::LayoutError;

/// An array on the heap, aligned to 64 bytes, with a layout that may have run-time leaves: `cosize`
/// elements, addressed by coordinates.
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
/// Every constructor panics when the cosize does not fit `isize`, with the refusal as text, and when an
/// array of that many bytes cannot exist; when memory is short it aborts as `Vec` does.
pub struct Boxed<T, L> {
    data: Storage<T>,
    /// The offset of the element that coordinate 0 has, from the least one.
    below: usize,
    layout: L,
}

#[layout_macros::at_caller]
impl<T, L: AnyLayout> Boxed<T, L> {
    /// Every element is `value`, those that no coordinate names included.
    ///
    /// ```
    /// # use static_layout::*;
    /// let n = 2;
    /// assert_eq!(Boxed::filled(layout!((2, n):(1, 4)), 3).as_slice(), [3; 6]);
    /// ```
    #[track_caller]
    pub fn filled(layout: L, value: T) -> Self
    where
        T: Clone,
    {
        const { check::holds_elements::<L>() };
        Self::generate(layout, |_| value.clone())
    }

    /// The element at offset `i`, counted from the least one, is `f(i)`.
    ///
    /// ```
    /// # use static_layout::*;
    /// let n = 3;
    /// assert_eq!(Boxed::from_offsets(layout!((2, n):(n, 1)), |i| 10 * i)[(1, 2)], 50);
    /// ```
    #[track_caller]
    pub fn from_offsets(layout: L, f: impl FnMut(usize) -> T) -> Self {
        const { check::holds_elements::<L>() };
        Self::generate(layout, f)
    }

    /// The element at the natural coordinate `c` is `f(c)`; elements that no coordinate names are the
    /// default, and of two coordinates that share an offset the last one counts.
    ///
    /// ```
    /// # use static_layout::*;
    /// let n = 3;
    /// let rows = Boxed::from_coords(layout!((2, n):(n, 1)), |(i, j)| 10 * i + j);
    /// assert_eq!(rows.as_slice(), [0, 1, 2, 10, 11, 12]);
    /// ```
    #[track_caller]
    pub fn from_coords(layout: L, mut f: impl FnMut(NaturalCoord<L>) -> T) -> Self
    where
        T: Default,
    {
        const { check::holds_elements::<L>() };
        let mut out = Self::generate(layout, |_| T::default());
        out.update_entries(|coord, element| *element = f(coord));
        out
    }

    /// The elements from the least offset on are the first ones of `data`.
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
    /// When `data` is shorter than the cosize, or that does not fit `isize`.
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

    /// The only constructor; its callers have asked in `const` whether the layout maps to offsets.
    #[track_caller]
    pub(super) fn generate(layout: L, f: impl FnMut(usize) -> T) -> Self {
        let bounds = check::unwrap_or_panic(Bounds::of(layout));
        Boxed { data: Storage::generate(bounds.cosize, f), below: bounds.below, layout }
    }

    /// The tensor of this layout whose elements are `f` of these, those that no coordinate names included,
    /// in the order of their offsets.
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

    /// All elements, from the least offset on.
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

    /// All elements, from the least offset on.
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
        // SAFETY: the storage is as long as the layout reaches, and the least offset is that of its first
        // element.
        unsafe { View::over(self.data.start().add(self.below), self.layout) }
    }
}

impl<T, L: AnyLayout> TensorMut for Boxed<T, L> {
    #[inline(always)]
    fn view_mut(&mut self) -> ViewMut<'_, T, L> {
        // SAFETY: as in `view`; the storage is borrowed as long as the view lives.
        unsafe { ViewMut::over(self.data.start().add(self.below), self.layout) }
    }
}

format_and_compare! { Boxed<T, L>, "Boxed" }
indexed! { Boxed<T, L> }
indexed! { mut Boxed<T, L> }
