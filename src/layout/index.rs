//! The offset of a coordinate.

use crate::types::{
    AnyLayout, Codomain, CodomainOf, Coordinate, CoordinateFits, ImageOf, IntTuple, Is, Layout,
    NoMap, StaticCoordinate, StaticImageOf, StaticLayout,
};
use layout_core as value;

#[layout_macros::at_caller]
impl<S: IntTuple, D: IntTuple> Layout<S, D> {
    /// The offset `sum c_i * d_i` of a coordinate: linear, by mode, or natural. In elements.
    ///
    /// ```text
    /// (2,(2,2)):(4,(1,2))     natural  (1,(1,1))     1*4 + 1*1 + 1*2 = 7
    ///                         by mode  (1,3)         3 is (1,1) in (2,2)
    ///   0 1 2 3               linear   7             7 is (1,(1,1)) in (2,(2,2))
    ///   4 5 6 7
    /// ```
    ///
    /// Does not check the range: a coordinate past the shape has the offset of the equation, modulo 2^64. With an
    /// extent of 0 no coordinate exists, and the offset has no meaning. [`try_index`](Self::try_index) checks.
    ///
    /// # Compile errors
    /// If the coordinate does not fit the nesting of the shape.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((2, (2, 2)):(4, (1, 2)));
    /// assert_eq!((a.index(7), a.index((1, 3)), a.index((1, (1, 1)))), (7, 7, 7));
    /// assert_eq!(layout!(4:-2).index(3), -6isize);
    /// ```
    /// Where strides have a basis, the result is a coordinate, nested like the bases:
    /// ```
    /// use static_layout::*;
    /// let a = layout!((4, (2, 3)):(2@1, (1@0@0, 1@1@0)));
    /// assert_eq!(a.index((3, (1, 2))), ((1, 2), 6));
    /// ```
    /// A coordinate of another nesting does not compile:
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// // the coordinate does not fit the shape
    /// layout!((2, (2, 2)):(4, (1, 2))).index((1, 1, 1));
    /// ```
    #[inline(always)]
    pub fn index<C: Coordinate>(self, coord: C) -> ImageOf<D>
    where
        C::Fits<S>: CoordinateFits,
    {
        CodomainOf::<D>::image(NoMap, coord, self.shape(), self.stride())
    }

    /// The offset of a coordinate inside the shape.
    ///
    /// # Errors
    /// If the coordinate lies outside the shape.
    ///
    /// # Compile errors
    /// If the coordinate does not fit the nesting of the shape.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((4, 8):(8, 1));
    /// assert_eq!(a.try_index((3, 7)), Ok(31));
    /// let refused = a.try_index((4, 0)).unwrap_err();
    /// assert!(refused.to_string().contains("4 is not below 4"), "{refused}");
    /// ```
    #[inline]
    pub fn try_index<C: Coordinate>(self, coord: C) -> Result<ImageOf<D>, value::LayoutError>
    where
        C::Fits<S>: CoordinateFits,
    {
        if coord.lies_in(self.shape()) {
            Ok(self.index(coord))
        } else {
            Err(crate::types::check::out_of_layout(self, coord))
        }
    }

    /// The offset of a static coordinate in a static layout, as a numeral. The result `R` is
    /// [`ops::StaticImageOf`](crate::ops::StaticImageOf).
    ///
    /// # Compile errors
    /// If the coordinate does not fit the nesting of the shape, or lies outside it. If the layout or the coordinate is
    /// not static.
    ///
    /// ```
    /// use static_layout::*;
    /// let i = layout!((2, (2, 2)):(4, (1, 2))).index_static(coord!(1, (1, 1)));
    /// let _: typenum::U7 = i;
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // coordinate (2,0) is out of range for shape (2,4): 2 is not below 2
    /// layout!((2, 4):(4, 1)).index_static(coord!(2, 0));
    /// ```
    #[inline(always)]
    pub fn index_static<C: Coordinate, R: IntTuple>(self, coord: C) -> R
    where
        StaticImageOf<S, D, C>: Is<R>,
        C::Fits<S>: CoordinateFits,
        <Self as AnyLayout>::IsStatic: StaticLayout,
        C::IsStatic: StaticCoordinate,
    {
        let _ = coord;
        const { crate::types::check::static_index::<Self, C, R>() };
        crate::types::static_value()
    }
}
