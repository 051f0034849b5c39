//! Elements on the stack, as many as a static layout reaches.

use super::array::InlineArray;
use super::display::format_and_compare;
use super::walk::NaturalCoord;
use super::{Bounds, Tensor, TensorMut, View, ViewMut, out_of_range};
use crate::check;
use crate::layout::{AnyLayout, CoordinateFits, PlainLayout};
use crate::num::Bool;
use crate::ops::Cosize;
use crate::tuple::Coordinate;
use core::ops::{Index, IndexMut};
use layout_core::LayoutError;

/// The static layout `L`, of which the caller has asked [`check::room`]: `Default` would ask again.
#[inline]
fn only<L: AnyLayout + Default>() -> L {
    <L::IsStatic as Bool>::static_value_or(L::default)
}

/// The array is as long as the layout, which is static, reaches.
#[track_caller]
const fn check_room<T, L: AnyLayout>() {
    if !InlineArray::<T, Cosize<L>>::IS_POSSIBLE {
        check::no_memory::<L>(size_of::<T>())
    }
    check::room::<L>(InlineArray::<T, Cosize<L>>::LEN as u64)
}

/// An array on the stack with a static layout, aligned to 64 bytes: `cosize` elements, addressed by
/// coordinates.
///
/// ```
/// use static_layout::*;
/// let mut tile = Owned::<f32, Layout!((4, 4):(1, 8))>::filled(0.0);
/// tile[(2, 1)] = 1.0;
/// assert_eq!(tile.as_slice().len(), 28);
/// assert_eq!(tile.as_slice()[10], 1.0);
/// ```
/// The layout is static:
/// ```compile_fail,E0080
/// use static_layout::*;
/// // (4,?):(1,4): an array on the stack needs a static layout
/// let tile = Owned::<f32, Layout!((4, ?):(1, 4))>::filled(0.0);
/// ```
/// and not that of a refused operation:
/// ```compile_fail,E0080
/// use static_layout::*;
/// type Bad = ops::LogicalDivide<Layout!((6, 4):(4, 1)), Layout!(4:1)>;
/// // this layout is the result of a refused operation: a static extent or stride does not divide
/// let tile = Owned::<f32, Bad>::filled(0.0);
/// ```
#[derive(Clone)]
#[repr(C, align(64))]
#[layout_macros::at_caller]
pub struct Owned<T, L: AnyLayout> {
    data: InlineArray<T, Cosize<L>>,
    layout: L,
}

impl<T: Copy, L: AnyLayout + Copy> Copy for Owned<T, L> where InlineArray<T, Cosize<L>>: Copy {}

#[layout_macros::at_caller]
impl<T, L: AnyLayout + Default> Owned<T, L> {
    /// Every element is `value`, those that no coordinate names included.
    ///
    /// ```
    /// # use static_layout::*;
    /// let tile = Owned::<u8, Layout!((2, 2):(1, 4))>::filled(3);
    /// assert_eq!(tile.as_slice(), [3; 6]);
    /// ```
    #[inline]
    pub fn filled(value: T) -> Self
    where
        T: Clone,
    {
        const { check_room::<T, L>() };
        Self::generate(|_| value.clone())
    }

    /// The element at offset `i`, counted from the least one, is `f(i)`.
    ///
    /// ```
    /// # use static_layout::*;
    /// let rows = Owned::<usize, Layout!((2, 3):(3, 1))>::from_offsets(|i| 10 * i);
    /// assert_eq!(rows[(1, 2)], 50);
    /// ```
    #[inline]
    pub fn from_offsets(f: impl FnMut(usize) -> T) -> Self {
        const { check_room::<T, L>() };
        Self::generate(f)
    }

    /// The element at the natural coordinate `c` is `f(c)`; elements that no coordinate names are the
    /// default, and of two coordinates that share an offset the last one counts.
    ///
    /// ```
    /// # use static_layout::*;
    /// let rows = Owned::<usize, Layout!((2, 3):(3, 1))>::from_coords(|(i, j)| 10 * i + j);
    /// assert_eq!(rows.as_slice(), [0, 1, 2, 10, 11, 12]);
    /// ```
    #[inline]
    pub fn from_coords(mut f: impl FnMut(NaturalCoord<L>) -> T) -> Self
    where
        T: Default,
    {
        const { check_room::<T, L>() };
        let mut out = Self::generate(|_| T::default());
        out.update_entries(|coord, element| *element = f(coord));
        out
    }

    /// The elements from the least offset on are the first ones of `data`.
    ///
    /// ```
    /// # use static_layout::*;
    /// let rows = Owned::<i32, Layout!((2, 2):(2, 1))>::from_slice(&[1, 2, 3, 4])?;
    /// assert_eq!(rows[(1, 0)], 3);
    /// assert!(Owned::<i32, Layout!((2, 2):(2, 1))>::from_slice(&[1, 2, 3]).is_err());
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// When `data` is shorter than the cosize.
    #[inline]
    pub fn from_slice(data: &[T]) -> Result<Self, LayoutError>
    where
        T: Clone,
    {
        const { check_room::<T, L>() };
        let layout = only::<L>();
        if data.len() < const { L::Plain::DESC.cosize() as usize } {
            return Err(check::too_short(layout, data.len(), 0));
        }
        Ok(Self::generate(|i| data[i].clone()))
    }

    /// The only constructor; its callers have checked the room in `const`, at their user's line.
    #[inline]
    fn generate(f: impl FnMut(usize) -> T) -> Self {
        Owned { data: InlineArray::generate(f), layout: only() }
    }
}

impl<T, L: AnyLayout> Owned<T, L> {
    /// The layout.
    ///
    /// ```
    /// # use static_layout::*;
    /// let tile = Owned::<u8, Layout!((2, 2):(1, 4))>::filled(3);
    /// assert_eq!(tile.layout().cosize(), tile.as_slice().len());
    /// ```
    #[inline(always)]
    pub fn layout(&self) -> L {
        self.layout
    }

    /// The tensor of this layout whose elements are `f` of these, those that no coordinate names included,
    /// in the order of their offsets.
    ///
    /// ```
    /// # use static_layout::*;
    /// let tile = Owned::<u8, Layout!((2, 2):(2, 1))>::from_offsets(|i| i as u8);
    /// assert_eq!(tile.map(|&x| f32::from(x) / 2.0)[(1, 1)], 1.5);
    /// ```
    #[inline]
    pub fn map<U>(&self, mut f: impl FnMut(&T) -> U) -> Owned<U, L> {
        Owned { data: InlineArray::generate(|i| f(&self.data.as_slice()[i])), layout: self.layout }
    }

    /// All elements, from the least offset on.
    ///
    /// ```
    /// # use static_layout::*;
    /// let rows = Owned::<usize, Layout!((2, 2):(3, 1))>::from_offsets(|i| i);
    /// assert_eq!(rows.as_slice(), [0, 1, 2, 3, 4]);
    /// ```
    #[inline(always)]
    pub fn as_slice(&self) -> &[T] {
        self.data.as_slice()
    }

    /// All elements, from the least offset on.
    ///
    /// ```
    /// # use static_layout::*;
    /// let mut tile = Owned::<u8, Layout!((2, 2):(2, 1))>::filled(0);
    /// tile.as_mut_slice()[3] = 1;
    /// assert_eq!(tile[(1, 1)], 1);
    /// ```
    #[inline(always)]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        self.data.as_mut_slice()
    }

    /// The offset of the element that coordinate 0 has, from the least one.
    #[inline(always)]
    fn origin(&self) -> usize {
        match Bounds::of(self.layout) {
            Ok(bounds) => bounds.below,
            Err(_) => unreachable!("judged when the array was made"),
        }
    }
}

impl<T, L: AnyLayout> Tensor for Owned<T, L> {
    type Element = T;
    type Layout = L;
    #[inline(always)]
    fn view(&self) -> View<'_, T, L> {
        // SAFETY: every constructor has checked in `const` that the array is as long as the layout
        // reaches, and the least offset is that of its first element.
        unsafe {
            View::from_raw_parts(self.data.as_slice().as_ptr().add(self.origin()), self.layout)
        }
    }
}

impl<T, L: AnyLayout> TensorMut for Owned<T, L> {
    #[inline(always)]
    fn view_mut(&mut self) -> ViewMut<'_, T, L> {
        let (origin, layout) = (self.origin(), self.layout);
        // SAFETY: as in `view`; the array is borrowed as long as the view lives.
        unsafe {
            ViewMut::from_raw_parts(self.data.as_mut_slice().as_mut_ptr().add(origin), layout)
        }
    }
}

impl<T: Clone + Default, L: AnyLayout + Default> Default for Owned<T, L> {
    fn default() -> Self {
        Self::filled(T::default())
    }
}

format_and_compare! { Owned<T, L>, "Owned" }
indexed! { Owned<T, L> }
indexed! { mut Owned<T, L> }
