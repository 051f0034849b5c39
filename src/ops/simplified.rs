//! Fewer modes: `coalesce` keeps the function, `filter` the set of offsets.

use super::parts::*;
use super::table::{operations, run};

operations! {
    $ simplified:

    /// The same function and size in the fewest modes, depth at most 1: extents of 1 go, a mode that
    /// continues the one before it is merged into it.
    ///
    /// ```text
    /// (2,(1,6)):(1,(6,2))     2:1, 1:6, 6:2     the 1 goes; 6:2 goes on where 2:1 ends     12:1
    /// ```
    ///
    /// Only what is known to be valid is simplified: run-time leaves stay apart. Two static layouts
    /// are equal as functions exactly when they coalesce to the same type. Where more than 12 modes are
    /// left this does not compile.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(layout!((2, (1, 6)):(1, (6, 2))).coalesce().to_string(), "12:1");
    /// let n = 6;
    /// assert_eq!(layout!((2, (1, n)):(1, (6, 2))).coalesce().to_string(), "(2,6):(1,2)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// let a = layout!(((2, 2, 2, 2, 2, 2, 2), (2, 2, 2, 2, 2, 2)):((1, 1, 1, 1, 1, 1, 1), (1, 1, 1, 1, 1, 1)));
    /// // more than 12 modes at one level
    /// a.coalesce();
    /// ```
    fn coalesce() -> Coalesce
    {
        wrapped: A::Coalesce;
        |a| a.coalesce();
    }

    /// Coalesced below each leaf of `profile`, whose integers do not matter; modes past it stay. CuTe's
    /// `coalesce` with a profile.
    ///
    /// ```text
    /// ((2,2),(2,3)):((1,2),(4,8)) by (1,1)     (2,2):(1,2) -> 4:1,  (2,3):(4,8) -> 6:4     (4,6):(1,4)
    /// ```
    ///
    /// A profile that is deeper or longer than the shape does not compile.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!(((2, 2), (2, 3)):((1, 2), (4, 8)));
    /// assert_eq!(a.coalesce_by(shape!(1, 1)).to_string(), "(4,6):(1,4)");
    /// ```
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// // the profile does not fit the shape
    /// layout!((4, 6):(1, 4)).coalesce_by(shape!(1, 1, 1));
    /// ```
    fn coalesce_by(profile profile: P) -> CoalesceBy
    where (IsProfileOf<P, Self>: ProfileFits)
    {
        wrapped: A::CoalesceBy<P>;
        |a| a.coalesce_by(&profile);
    }

    /// The part of the layout that moves: strides of 0 and extents of 1 removed, coalesced. The set of
    /// offsets is that of the layout, unless an extent of 0 goes with its stride of 0: `(0,8):(0,1)` has no
    /// offsets, and what is left of it is `8:1`. CuTe's `filter`.
    ///
    /// ```text
    /// (4,(3,2)):(0,(1,0))     4:0 and 2:0 repeat offsets     3:1
    /// ```
    ///
    /// Only what is known is removed: a static extent beside a run-time stride stays. Where more than 12
    /// modes are left this does not compile.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(layout!((4, (3, 2)):(0, (1, 0))).filter().to_string(), "3:1");
    /// ```
    fn filter() -> Filter
    {
        wrapped: A::Filter;
        |a| a.filter();
    }

    /// Extents become 1 where the stride is known to be 0: the set of offsets and the nesting stay. An
    /// extent of 0 there becomes 1, too: an empty layout may not stay one.
    /// CuTe's `filter_zeros`. Never refused.
    ///
    /// ```text
    /// (4,(3,2)):(0,(1,0))     (1,(3,1)):(0,(1,0))
    /// ```
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((4, (3, 2)):(0, (1, 0))).filter_zeros();
    /// assert_eq!(a.to_string(), "(1,(3,1)):(0,(1,0))");
    /// ```
    fn filter_zeros() -> FilterZeros
    {
        wrapped: A::FilterZeros;
        |a| Ok(a.filter_zeros());
    }

    /// [`filter`](Self::filter) below each leaf of `profile`, whose integers do not matter; modes past it
    /// stay. CuTe's `filter` with a profile.
    ///
    /// ```text
    /// ((4,2),(3,2)):((0,1),(2,0)) by (1,1)     (4,2):(0,1) -> 2:1,  (3,2):(2,0) -> 3:2     (2,3):(1,2)
    /// ```
    ///
    /// A profile that is nested otherwise than the layout does not compile.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!(((4, 2), (3, 2)):((0, 1), (2, 0)));
    /// assert_eq!(a.filter_by(shape!(1, 1)).to_string(), "(2,3):(1,2)");
    /// ```
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// // the profile does not fit the shape
    /// layout!((4, 2):(0, 1)).filter_by(shape!(1, 1, 1));
    /// ```
    fn filter_by(profile profile: P) -> FilterBy
    where (IsProfileOf<P, Self>: ProfileFits)
    {
        wrapped: A::FilterBy<P>;
        |a| a.filter_by(&profile);
    }

    /// [`filter_zeros`](Self::filter_zeros) below the leaves of `profile`, whose integers do not matter;
    /// modes past it stay.
    ///
    /// ```text
    /// (4,3,2):(0,1,0) by (1,1)     (1,3,2):(0,1,0)     the last mode stays
    /// ```
    ///
    /// A profile that is nested otherwise than the layout does not compile.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((4, 3, 2):(0, 1, 0));
    /// assert_eq!(a.filter_zeros_by(shape!(1, 1)).to_string(), "(1,3,2):(0,1,0)");
    /// ```
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// // the profile does not fit the shape
    /// layout!((4, 2):(0, 1)).filter_zeros_by(shape!(1, (1, 1)));
    /// ```
    fn filter_zeros_by(profile profile: P) -> FilterZerosBy
    where (IsProfileOf<P, Self>: ProfileFits)
    {
        wrapped: A::FilterZerosBy<P>;
        |a| a.filter_zeros_by(&profile);
    }
}
