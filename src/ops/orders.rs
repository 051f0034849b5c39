//! Offsets in another order or under another shape, and compact layouts in the order of another one.

use super::parts::*;
use super::table::operations;

operations! {
    orders:

    /// All leaves side by side by rising stride, equal ones from left to right: the same offsets, from
    /// the nearest to the farthest.
    ///
    /// ```text
    /// (4,(2,8)):(16,(1,2))     16 > 1 < 2     (2,8,4):(1,2,16)
    /// ```
    ///
    /// With a run-time stride among several leaves the order is known at run time only, and so is every integer of the
    /// result. Refused for negative strides.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(layout!((4, (2, 8)):(16, (1, 2))).sort().to_string(), "(2,8,4):(1,2,16)");
    /// let n = 16;
    /// assert_eq!(layout!((4, 2):(n, 1)).sort().to_string(), "(2,4):(1,16)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot sort (4,2):(-1,4): the stride -1 is negative
    /// layout!((4, 2):(-1, 4)).sort();
    /// ```
    fn sort, try_sort() -> Sort
    {
        wrapped: A::Sort;
        |a| a.sort();
    }

    /// The compact layout of the same shape whose strides are in the order of this layout's strides: by `|stride|`,
    /// equal ones from left to right, 0 for a stride of 0. CuTe's `make_layout_like`.
    ///
    /// ```text
    /// (3,(2,8),4):(40,(4,0),8)     4 < 8 < 40, and 0     (3,(2,8),4):(8,(1,0),2)
    /// ```
    ///
    /// The type puts run-time strides after the static ones, from left to right. Refused at run time when their
    /// values are in another order.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((3, (2, 8), 4):(40, (4, 0), 8));
    /// assert_eq!(a.like().to_string(), "(3,(2,8),4):(8,(1,0),2)");
    /// let n = 40;
    /// assert_eq!(format!("{:#}", layout!((3, 4):(n, 8)).like()), "(_3,_4):(_4,_1)");
    /// ```
    /// ```
    /// use static_layout::*;
    /// let n = 4;
    /// let refused = layout!((3, 4):(n, 8)).try_like().unwrap_err();
    /// assert!(refused.to_string().contains("the run-time stride 4 is not above 8"), "{refused}");
    /// ```
    fn like, try_like() -> Like
    {
        inside: A::Like;
        |a| a.like();
        uninferred;
    }

    /// The layout of a fragment, a part that is held in registers: mode 0 comes first, leftmost fastest
    /// and with its strides of 0, then the other modes in the order of the strides of this layout. A
    /// layout of one mode becomes the column-major one of its shape; the second of two modes becomes a
    /// tuple of one. CuTe's `make_fragment_like`.
    ///
    /// ```text
    /// ((2,2),3,4):((1,100),8,2)     (2,2) first, then 4:2, then 3:8     ((2,2),3,4):((1,2),16,4)
    /// ```
    ///
    /// Run-time strides are as in [`like`](Self::like).
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!(((2, 2), 3, 4):((1, 100), 8, 2));
    /// assert_eq!(a.fragment_like().to_string(), "((2,2),3,4):((1,2),16,4)");
    /// assert_eq!(layout!((2, 3):(3, 1)).fragment_like().to_string(), "(2,(3)):(1,(2))");
    /// ```
    fn fragment_like, try_fragment_like() -> FragmentLike
    {
        inside: A::FragmentLike;
        |a| a.fragment_like();
    }

    /// The offsets under another shape: this layout after the compact column-major layout of
    /// `shape`. A smaller shape takes the first elements; a larger one extends the last mode, as in
    /// [`compose`](Self::compose). CuTe's `with_shape`.
    ///
    /// ```text
    /// (4,6):(1,8) with (2,2,2,3)     4:1 -> (2,2):(1,2),  6:8 -> (2,3):(8,16)
    /// ```
    ///
    /// Refused where the shape cuts a mode that it does not divide.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((4, 6):(1, 8)).with_shape(shape!(2, 2, 2, 3));
    /// assert_eq!(a.to_string(), "(2,2,2,3):(1,2,8,16)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot read (4,6):(1,8) with the shape (3,8): 3 does not divide 4
    /// layout!((4, 6):(1, 8)).with_shape(shape!(3, 8));
    /// ```
    fn with_shape, try_with_shape(tuple shape: P) -> WithShape
    {
        wrapped: A::WithShape<P>;
        |a| a.with_shape(&shape);
    }

    /// The layout with each leaf that faces a tuple of `shape` divided as that tuple is. Modes that face a leaf remain.
    /// `(a.refine(b.shape()), b.refine(a.shape()))` have the modes of both: Mojo's `expand_modes_alike`.
    ///
    /// ```text
    /// ((3,10),4):((1,24),3) as (30,(2,2))     ((3,10),(2,2)):((1,24),(3,6))
    /// ```
    ///
    /// Refused if a mode and the mode of `shape` differ in size or rank.
    ///
    /// ```
    /// use static_layout::*;
    /// let (a, b) = (layout!(((3, 10), 4):((1, 24), 3)), layout!((30, (2, 2)):(2, (60, 1))));
    /// let (fine_a, fine_b) = (a.refine(b.shape()), b.refine(a.shape()));
    /// assert_eq!(fine_a.to_string(), "((3,10),(2,2)):((1,24),(3,6))");
    /// assert_eq!(fine_b.to_string(), "((3,10),(2,2)):((2,6),(60,1))");
    /// assert_eq!(size_of_val(&fine_a), 0);
    /// let n = 30;
    /// let mixed = layout!((n, 4):(1, 30)).refine(shape!((3, {n / 3}), (2, 2)));
    /// assert_eq!(mixed.to_string(), "((3,10),(2,2)):((1,3),(30,60))");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot refine (4,6):(1,4) to ((2,3),4): the sizes 4 and 6 differ
    /// layout!((4, 6):(1, 4)).refine(shape!((2, 3), 4));
    /// ```
    fn refine, try_refine(tuple shape: P) -> Refine
    {
        wrapped: A::Refine<P>;
        |a| a.refine(&shape);
        uninferred;
    }
}
