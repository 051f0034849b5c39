//! Iterators over the elements of a tensor, with their coordinates or without, and `for x in &tensor`.

#[cfg(feature = "alloc")]
use super::Boxed;
#[cfg(feature = "owned")]
use super::Owned;
use super::walk::{NaturalCoord, Walk, offset_iterator};
use super::{Indexed, View, ViewMut, Viewed, ViewedMut};
use crate::types::AnyLayout;
use crate::types::check::{self, unwrap_or_panic};
use core::marker::PhantomData;
use core::ptr::NonNull;

macro_rules! iterators {
    ($($(#[$doc:meta])* $Iter:ident of $Layout:ident, $ref:ty, |$coord:tt, $element:ident, $get:ident| $Item:ty = $item:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        #[must_use = "iterators are lazy: call `next`, or use it in a loop"]
        pub struct $Iter<'a, T, L: $Layout> {
            origin: NonNull<T>,
            walk: <L as Indexed>::Walk,
            life: PhantomData<$ref>,
        }

        impl<'a, T, L: $Layout> $Iter<'a, T, L> {
            /// An iterator over all coordinates.
            ///
            /// # Safety
            /// `origin` and `layout` come from one view that is valid for `'a` (V1). If the items are mutable, nothing
            /// else uses its elements (V2), and no two coordinates of the layout share an offset (D).
            #[inline]
            pub(super) unsafe fn of(origin: NonNull<T>, layout: L) -> Self {
                $Iter { origin, walk: Walk::of(layout), life: PhantomData }
            }
        }

        offset_iterator! { $Iter<'a> of $Layout -> $Item, |this, $coord, offset| {
            // SAFETY: V1: a `Walk` yields the offsets of the coordinates of the view, each coordinate once. If the
            // items are mutable, each has an element of its own (`of`).
            let $element = unsafe { this.origin.offset(offset).$get() };
            $item
        } }
    )*};
}
iterators! {
    /// An iterator over the elements in linear order, the leftmost mode fastest. See [`Tensor::iter`](crate::Tensor::iter).
    ///
    /// `fold`, `for_each` and `sum` compile to nested loops.
    ///
    /// ```
    /// use static_layout::*;
    /// let view = View::new(&[0, 1, 2, 3], layout!((2, 2):(2, 1)))?;
    /// let mut seen = Vec::new();
    /// for x in &view {
    ///     seen.push(*x);
    /// }
    /// assert_eq!(seen, [0, 2, 1, 3]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    Elements of Indexed, &'a T, |_coord, element, as_ref| &'a T = element;
    /// An iterator over the mutable elements in linear order. See [`TensorMut::iter_mut`](crate::TensorMut::iter_mut).
    ///
    /// ```
    /// use static_layout::*;
    /// let mut matrix = Boxed::filled(layout!((2, 2):(2, 1)), 0);
    /// for (x, k) in std::iter::zip(&mut matrix, 0..) {
    ///     *x = k;
    /// }
    /// for x in &mut matrix {
    ///     *x += 10;
    /// }
    /// assert_eq!(matrix.as_slice(), [10, 12, 11, 13]);
    /// ```
    ElementsMut of Indexed, &'a mut T, |_coord, element, as_mut| &'a mut T = element;
    /// An iterator over the natural coordinates and their elements in linear order. See [`Tensor::entries`](crate::Tensor::entries).
    Entries of AnyLayout, &'a T, |coord, element, as_ref| (NaturalCoord<L>, &'a T) = (coord, element);
    /// An iterator over the natural coordinates and their mutable elements in linear order. See
    /// [`TensorMut::entries_mut`](crate::TensorMut::entries_mut).
    EntriesMut of AnyLayout, &'a mut T, |coord, element, as_mut| (NaturalCoord<L>, &'a mut T) = (coord, element);
}

macro_rules! shared {
    ($($Iter:ident of $Layout:ident)*) => {$(
        impl<T, L: $Layout> Clone for $Iter<'_, T, L> {
            fn clone(&self) -> Self {
                $Iter { origin: self.origin, walk: self.walk, life: PhantomData }
            }
        }
        // SAFETY: the items are `&T`, which is `Send` where `T` is `Sync`; a walk is a layout, which any thread may hold
        // (`Form`), and integers.
        unsafe impl<T: Sync, L: $Layout> Send for $Iter<'_, T, L> {}
        // SAFETY: a shared iterator gives copies of itself, which are `Send` by the `impl` above.
        unsafe impl<T: Sync, L: $Layout> Sync for $Iter<'_, T, L> {}
    )*};
}
shared! { Elements of Indexed Entries of AnyLayout }

macro_rules! exclusive {
    ($($Iter:ident of $Layout:ident)*) => {$(
        // SAFETY: the items are `&mut T`, which is `Send` where `T` is, each yielded once; a walk is a layout, which
        // any thread may hold (`Form`), and integers.
        unsafe impl<T: Send, L: $Layout> Send for $Iter<'_, T, L> {}
        // SAFETY: a shared iterator of mutable items gives no item.
        unsafe impl<T: Sync, L: $Layout> Sync for $Iter<'_, T, L> {}
    )*};
}
exclusive! { ElementsMut of Indexed EntriesMut of AnyLayout }

/// The methods of each tensor that return elements, expanded as [`tile_methods`](super::tiles).
macro_rules! element_methods {
    ([$($pub:tt)?] $Of:ident<$a:lifetime, $T:ty, $L:ty>, $self:ident = $view:expr) => { crate::at_caller::at_caller! { @$Of
        /// The element at a coordinate, for code that is generic over the layout.
        ///
        /// `tensor[coord]` needs a bound that the coordinate is nested as the shape. This method has no bound; it checks
        /// the nesting when it is instantiated.
        ///
        /// ```
        /// use static_layout::*;
        /// fn corner<L: AnyLayout>(matrix: View<'_, i32, L>) -> i32 {
        ///     *matrix.at((0, 0))
        /// }
        /// let data = [1, 2, 3, 4];
        /// assert_eq!(corner(View::new(&data, layout!((2, 2):(2, 1))).unwrap()), 1);
        /// ```
        ///
        /// # Panics
        /// When a run-time coordinate lies outside the shape.
        ///
        /// # Compile errors
        /// When a static coordinate lies outside a static shape, or is nested differently from the shape. A literal in a plain tuple
        /// is a run-time number; `coord!` makes it static, and the coordinate is checked when the program is built:
        /// ```compile_fail,E0080
        /// use static_layout::*;
        /// let view = View::new(&[0; 60], layout!((5, 12):(12, 1))).unwrap();
        /// // coordinate (5,0) is out of range for shape (5,12): 5 is not below 5
        /// view.at(coord!(5, 0));
        /// ```
        #[inline(always)]
        #[track_caller]
        $($pub)? fn at<C: Coordinate>(&$self, coord: C) -> &$a $T {
            const {
                check::fits_form::<$L, C>();
                check::in_range::<$L, C>()
            };
            let view = $view;
            view.element(coord)
        }

        /// The element at a coordinate, or `None` outside the shape.
        ///
        /// ```
        /// # use static_layout::*;
        /// let view = View::new(&[1, 2, 3, 4], layout!((2, 2):(2, 1)))?;
        /// assert_eq!((view.get((1, 0)), view.get((2, 0))), (Some(&3), None));
        /// # Ok::<(), LayoutError>(())
        /// ```
        ///
        /// # Compile errors
        /// When the coordinate is nested differently from the shape.
        #[inline(always)]
        $($pub)? fn get<C: Coordinate>(&$self, coord: C) -> Option<&$a $T>
        where
            <$L as Indexed>::Fits<C>: CoordinateFits,
        {
            const { check::fits_form::<$L, C>() };
            let view = $view;
            let offset = checked_offset(view.layout(), coord)?;
            // SAFETY: V1: `checked_offset` found that the coordinate lies in the shape.
            Some(unsafe { view.first().offset(offset).as_ref() })
        }

        /// The elements in linear order: the leftmost mode varies fastest. An element that two coordinates share occurs
        /// twice.
        ///
        /// The iterator counts leaf by leaf, without a division. `for_each`, `fold` and `sum` compile to nested loops.
        ///
        /// ```
        /// # use static_layout::*;
        /// let view = View::new(&[0, 1, 2, 3], layout!((2, 2):(2, 1)))?;
        /// assert!(view.iter().eq(&[0, 2, 1, 3]));
        /// # Ok::<(), LayoutError>(())
        /// ```
        #[inline]
        $($pub)? fn iter(&$self) -> Elements<$a, $T, $L> {
            let view = $view;
            // SAFETY: origin and layout come from one view, which lives as long as the result; the items are only read.
            unsafe { Elements::of(view.first(), view.layout()) }
        }
    } };
}
pub(super) use element_methods;

/// The methods of each tensor that take or return natural coordinates, or trust a coordinate, expanded as
/// [`tile_methods`](super::tiles).
macro_rules! entry_methods {
    ([$($pub:tt)?] $Of:ident<$a:lifetime, $T:ty, $L:ty>, $self:ident = $view:expr) => { crate::at_caller::at_caller! { @$Of
        /// The element at a coordinate, without a check.
        ///
        /// # Safety
        /// The coordinate lies in the shape.
        ///
        /// # Compile errors
        /// When the coordinate is nested differently from the shape.
        ///
        /// ```
        /// # use static_layout::*;
        /// let view = View::new(&[1, 2, 3, 4], layout!((2, 2):(2, 1)))?;
        /// // SAFETY: 1 is below both extents.
        /// assert_eq!(unsafe { *view.get_unchecked((1, 1)) }, 4);
        /// # Ok::<(), LayoutError>(())
        /// ```
        #[inline(always)]
        $($pub)? unsafe fn get_unchecked<C: Coordinate>(&$self, coord: C) -> &$a $T {
            const { ops::fits::<$L, C>() };
            let view = $view;
            // SAFETY: V1: the caller promises that the coordinate lies in the shape (this function's `# Safety`).
            unsafe { view.first().offset(offset(view.layout(), coord)).as_ref() }
        }

        /// The natural coordinates, integers nested as the shape, with their elements, in linear order. NumPy's
        /// `ndenumerate`.
        ///
        /// ```
        /// # use static_layout::*;
        /// let view = View::new(&[0, 1, 2, 3], layout!((2, 2):(2, 1)))?;
        /// let upper: Vec<_> = view.entries().filter(|((i, j), _)| i < j).collect();
        /// assert_eq!(upper, [((0, 1), &1)]);
        /// # Ok::<(), LayoutError>(())
        /// ```
        #[inline]
        $($pub)? fn entries(&$self) -> Entries<$a, $T, $L> {
            let view = $view;
            // SAFETY: origin and layout come from one view, which lives as long as the result; the items are only read.
            unsafe { Entries::of(view.first(), view.layout()) }
        }

        /// [`entries`](Self::entries) with each coordinate by mode, as an array. Its type does not depend on the layout, so
        /// a tile by const parameters has it. ndarray's `indexed_iter`.
        ///
        /// ```
        /// # use static_layout::*;
        /// fn trace<L: AnyLayout>(matrix: View<'_, i32, L>) -> i32 {
        ///     matrix.indexed().filter(|([i, j], _)| i == j).map(|(_, x)| x).sum()
        /// }
        /// assert_eq!(trace(View::new(&[1, 2, 3, 4], layout!((2, 2):row))?), 1 + 4);
        /// # Ok::<(), LayoutError>(())
        /// ```
        ///
        /// # Compile errors
        /// When the layout has more or fewer modes than the array has places.
        #[inline]
        $($pub)? fn indexed<const N: usize>(&$self) -> impl Iterator<Item = ([usize; N], &$a $T)> {
            const { check::has_modes::<$L, N>() };
            let view = $view;
            let shape = view.layout().shape();
            view.entries().map(move |(coord, element)| (check::by_mode(shape, coord), element))
        }
    } };
}
pub(super) use entry_methods;

/// `for x in &tensor` and `for x in &mut tensor`.
macro_rules! for_loops {
    ($($(#[$cfg:meta])* $Layout:ident $Tensor:ident<$($arguments:tt),*>;)*) => {$(
        $(#[$cfg])*
        impl<'v, T, L: $Layout> IntoIterator for &'v $Tensor<$($arguments),*> {
            type Item = &'v T;
            type IntoIter = Elements<'v, T, L>;
            /// The elements in linear order. See [`Tensor::iter`](crate::Tensor::iter).
            #[inline]
            fn into_iter(self) -> Elements<'v, T, L> {
                self.viewed().iter()
            }
        }
        $(#[$cfg])*
        #[layout_macros::at_caller($Tensor)]
        impl<'v, T, L: $Layout> IntoIterator for &'v mut $Tensor<$($arguments),*> {
            type Item = &'v mut T;
            type IntoIter = ElementsMut<'v, T, L>;
            /// The mutable elements in linear order. See [`TensorMut::iter_mut`](crate::TensorMut::iter_mut).
            ///
            /// # Panics
            /// When two coordinates share an element because of run-time integers.
            ///
            /// # Compile errors
            /// When two coordinates of a static layout share an element.
            #[inline]
            #[track_caller]
            fn into_iter(self) -> ElementsMut<'v, T, L> {
                const { check::disjoint::<L>() };
                unwrap_or_panic(self.viewed_mut().into_elements())
            }
        }
    )*};
}
for_loops! {
    Indexed ViewMut<'_, T, L>;
    #[cfg(feature = "alloc")]
    Indexed Boxed<T, L>;
    #[cfg(feature = "owned")]
    AnyLayout Owned<T, L>;
}
impl<'a, T, L: Indexed> IntoIterator for &View<'a, T, L> {
    type Item = &'a T;
    type IntoIter = Elements<'a, T, L>;
    /// The elements in linear order. See [`Tensor::iter`](crate::Tensor::iter).
    #[inline]
    fn into_iter(self) -> Elements<'a, T, L> {
        View::iter(self)
    }
}
