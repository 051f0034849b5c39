//! Fewer modes: `coalesce` keeps the function, `filter` the set of offsets.

use super::parts::*;
use super::table::operations;

operations! {
    simplified:

    /// The layout with the fewest modes, depth at most 1, that has equal offsets and an equal size: removes extents of
    /// 1 and merges a mode into the previous mode if it continues that mode.
    ///
    /// ```text
    /// (2,(1,6)):(1,(6,2))     2:1, 1:6, 6:2     without the 1; 6:2 continues 2:1           12:1
    /// ```
    ///
    /// Merges static leaves only: run-time leaves remain modes of their own. Two static layouts are equal as
    /// functions exactly when they coalesce to the same type. More than 12 modes in the result do not compile.
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
        plan a.plan_coalesce();
    }

    /// Coalesces below each leaf of `profile`, whose integers do not matter; modes past it are unchanged. CuTe's
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
        plan a.plan_coalesce_by(&profile);
        uninferred;
    }

    /// Removes strides of 0 and extents of 1, and coalesces. The set of offsets is unchanged, except if an extent of 0
    /// is removed with its stride of 0: `(0,8):(0,1)` has no offsets, and becomes `8:1`. CuTe's `filter`.
    ///
    /// ```text
    /// (4,(3,2)):(0,(1,0))     4:0 and 2:0 repeat offsets     3:1
    /// ```
    ///
    /// Removes static modes only, not a static extent at a run-time stride. More than 12 modes in the result do not
    /// compile.
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

    /// Extents become 1 where the stride is a static 0; the set of offsets and the nesting are unchanged. An extent of
    /// 0 at such a stride also becomes 1, so an empty layout may become one with an element. CuTe's `filter_zeros`.
    /// Never refused.
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
    /// are unchanged. CuTe's `filter` with a profile.
    ///
    /// ```text
    /// ((4,2),(3,2)):((0,1),(2,0)) by (1,1)     (4,2):(0,1) -> 2:1,  (3,2):(2,0) -> 3:2     (2,3):(1,2)
    /// ```
    ///
    /// A profile that is nested differently from the layout does not compile.
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
    /// modes past it are unchanged.
    ///
    /// ```text
    /// (4,3,2):(0,1,0) by (1,1)     (1,3,2):(0,1,0)     the last mode is past the profile
    /// ```
    ///
    /// A profile that is nested differently from the layout does not compile.
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
