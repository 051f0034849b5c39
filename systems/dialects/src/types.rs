//! The systems' own functions on the static layouts and views of `static-layout`: coordinates and offsets that count
//! from 1, Mojo's `expand_modes_alike`.

use crate::{Mojo, OneBased};
use layout_core::LayoutError;
use static_layout::ops::Refine;
use static_layout::{AnyLayout, Coordinate, IntTuple, Layout, LayoutOps, TensorMut, View, ViewMut};

/// A coordinate that counts from 1: a `usize`, or a tuple of them.
#[diagnostic::on_unimplemented(
    message = "this is not a coordinate: a `usize`, or a tuple of up to 6 coordinates"
)]
pub trait OneBasedCoordinate: Copy {
    /// The coordinate that counts from 0.
    type ZeroBased: Coordinate;
    /// Converts to counting from 0. A coordinate of 0 becomes one that is out of range.
    fn zero_based(self) -> Self::ZeroBased;
}
impl OneBasedCoordinate for usize {
    type ZeroBased = usize;
    fn zero_based(self) -> usize {
        self.wrapping_sub(1)
    }
}
macro_rules! tuples {
    ($(($($T:ident $k:tt),+))*) => {$(
        impl<$($T: OneBasedCoordinate),+> OneBasedCoordinate for ($($T,)+)
        where
            ($($T::ZeroBased,)+): Coordinate,
        {
            type ZeroBased = ($($T::ZeroBased,)+);
            fn zero_based(self) -> Self::ZeroBased {
                ($(self.$k.zero_based(),)+)
            }
        }
    )*};
}
tuples! {
    (A 0) (A 0, B 1) (A 0, B 1, C 2) (A 0, B 1, C 2, D 3) (A 0, B 1, C 2, D 3, E 4)
    (A 0, B 1, C 2, D 3, E 4, F 5)
}

impl<L: AnyLayout> OneBased<L> {
    /// The offset of a coordinate of a static or mixed layout, both counted from 1.
    ///
    /// ```
    /// use static_layout::*;
    /// use static_layout_dialects::OneBased;
    /// let a = OneBased::new(layout!((2, (2, 2)):(4, (1, 2))));
    /// assert_eq!((a.at((2, (1, 2)))?, a.at((2, 4))?, a.at(8)?), (7, 8, 8));
    /// assert!(a.at((0, 1)).is_err() && a.at((3, 1)).is_err());
    /// assert_eq!(size_of_val(&a), 0);
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Bounds`](layout_core::Rule::Bounds) for a coordinate out of range.
    pub fn at<C: OneBasedCoordinate>(&self, c: C) -> Result<usize, LayoutError> {
        Ok(self.zero_based().try_index(c.zero_based())? + 1)
    }
}

impl<T, L: AnyLayout> OneBased<View<'_, T, L>> {
    /// The element at a coordinate that counts from 1. `None` outside the shape.
    ///
    /// ```
    /// use static_layout::*;
    /// use static_layout_dialects::OneBased;
    /// let data = [1, 2, 3, 4, 5, 6];
    /// let a = OneBased::new(View::new(&data, layout!((2, 3)))?);
    /// assert_eq!((a.get((2, 3)), a.get(2), a.get((0, 1))), (Some(&6), Some(&2), None));
    /// # Ok::<(), LayoutError>(())
    /// ```
    pub fn get<C: OneBasedCoordinate>(&self, c: C) -> Option<&T> {
        let c = c.zero_based();
        let view = self.zero_based();
        view.layout().try_index(c).is_ok().then(|| view.at(c))
    }
}

impl<T, L: AnyLayout> OneBased<ViewMut<'_, T, L>> {
    /// Writes the element at a coordinate that counts from 1. Returns whether the coordinate lies in the shape.
    ///
    /// ```
    /// use static_layout::*;
    /// use static_layout_dialects::OneBased;
    /// let mut data = [0; 6];
    /// let mut a = OneBased::new(ViewMut::new(&mut data, layout!((2, 3)))?);
    /// assert!(a.set((2, 3), 7) && !a.set((3, 1), 8));
    /// assert_eq!(data, [0, 0, 0, 0, 0, 7]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    pub fn set<C: OneBasedCoordinate>(&mut self, c: C, value: T) -> bool {
        let (c, view) = (c.zero_based(), self.zero_based_mut());
        let inside = view.layout().try_index(c).is_ok();
        if inside {
            *view.at_mut(c) = value;
        }
        inside
    }
}

/// The result of [`Mojo::expand_modes_alike`] of static layouts: both, each refined to the modes of the other.
pub type Alike<A, B> = (Refine<A, <B as AnyLayout>::Shape>, Refine<B, <A as AnyLayout>::Shape>);

impl<S: IntTuple, D: IntTuple> Mojo<Layout<S, D>> {
    /// Both layouts with the modes of both, Mojo's `expand_modes_alike`: a mode in the place of a tuple is divided like
    /// the tuple.
    ///
    /// ```
    /// use static_layout::layout;
    /// use static_layout_dialects::Mojo;
    /// let a = Mojo(layout!(((3, 10), 4):((1, 24), 3)));
    /// let (a, b) = a.expand_modes_alike(layout!((30, (2, 2)):(2, (60, 1))));
    /// assert_eq!(a, layout!(((3, 10), (2, 2)):((1, 24), (3, 6))));
    /// assert_eq!(b, layout!(((3, 10), (2, 2)):((2, 6), (60, 1))));
    /// ```
    ///
    /// # Panics
    ///
    /// Where run-time integers are refused, as in [`Layout::refine`].
    ///
    /// # Compile errors
    ///
    /// Static modes that differ in size or rank.
    #[track_caller]
    pub fn expand_modes_alike<B: AnyLayout>(self, other: B) -> Alike<Layout<S, D>, B> {
        (LayoutOps::refine(self.0, other.shape()), LayoutOps::refine(other, self.0.shape()))
    }
}
