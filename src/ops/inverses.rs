//! Inverses: from offsets back to linear indices.

use super::parts::*;
use super::table::operations;

operations! {
    inverses:

    /// The layout `R` with `self(R(k)) = k` for every `k` below its size: where in the layout the
    /// offsets 0, 1, 2, .. are. CuTe's `right_inverse`.
    ///
    /// ```text
    /// (2,3):(3,1)     0 1 2        the offsets 0..6 are at the linear indices 0 2 4 1 3 5:
    ///                 3 4 5        (3,2):(2,1)
    /// ```
    ///
    /// Takes the modes whose strides continue each other from 1 on. If no two elements share an offset, it is the
    /// largest layout with this equation. Its size is a factor of the size of the layout; it is `1:0` if no stride is
    /// 1. A run-time stride does not continue a mode, and a run-time extent ends the chain: then the result is the
    /// largest one that the static integers prove.
    ///
    /// Refused for an extent of 0, and for a layout with a negative stride if a positive one is not among these modes.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((2, 3):(3, 1));
    /// let r = a.right_inverse();
    /// assert_eq!(r.to_string(), "(3,2):(2,1)");
    /// assert!((0..6).all(|k| a.index(r.index(k)) == k));
    /// let m = 5;
    /// assert_eq!(format!("{:#}", layout!((m, 64):(64, 1)).right_inverse()), "(_64,5):(5,_1)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // no right inverse of (4,0):(1,4): an extent is 0
    /// layout!((4, 0):(1, 4)).right_inverse();
    /// ```
    fn right_inverse, try_right_inverse() -> RightInverse
    {
        through(InverseOf<A, right_inverse::RightInverse<PlainOf<A>>>): A::RightInverse;
        |a| a.right_inverse();
        swizzled
        /// For a swizzled layout, refused unless the offset is 0, the swizzle maps the range `0..|R|` onto itself, and
        /// the inverse of the layout inside maps each bit that the swizzle moves to one bit.
        ///
        /// ```
        /// use static_layout::*;
        /// let a = layout!(Sw<3,0,3> o 0 o (8,8):(8,1));
        /// let r = a.right_inverse();
        /// assert_eq!(r.to_string(), "Sw<3,0,-3> o 0 o (8,8):(8,1)");
        /// assert!((0..64).all(|k| a.index(r.index(k)) == k));
        /// ```
        /// ```compile_fail,E0080
        /// use static_layout::*;
        /// // no right inverse of Sw<1,2,1> o 0 o 12:1: Sw<1,2,1> does not map 0..12 onto itself
        /// layout!(Sw<1,2,1> o 0 o 12:1).right_inverse();
        /// ```
    }

    /// The layout `L` with `L(self(i)) = i` for every linear index `i`: which element is at an offset.
    /// CuTe's `left_inverse`.
    ///
    /// ```text
    /// (4,2):(1,6)     0 6      offset    0 1 2 3 4 5 6 7 8 9 ..
    ///                 1 7      element   0 1 2 3     4 5 6 7        (6,2):(1,4)
    ///                 2 8
    ///                 3 9
    /// ```
    ///
    /// Reads an offset in the radix of the strides and puts each digit where its mode starts. The result for an offset
    /// without an element has no meaning. If several strides are run-time integers, their order is also known only at
    /// run time: then the result has one leaf more than the layout has modes, and all its leaves are run-time integers.
    ///
    /// Refused unless the strides, in order, are multiples of each other and no mode reaches into the
    /// next; a stride of 0, a negative one and an extent of 0 are refused.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((4, 2):(1, 6));
    /// let l = a.left_inverse();
    /// assert_eq!(l.to_string(), "(6,2):(1,4)");
    /// assert!((0..8).all(|i| l.index(a.index(i)) == i));
    /// let n = 3;
    /// let l = layout!((2, n):(n, 1)).left_inverse();
    /// assert_eq!((l.index(4), l.to_string()), (3, "(1,3,2):(0,2,1)".into()));
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // no left inverse of (2,3):(3,2): the stride 3 is not a multiple of the stride 2 below it
    /// layout!((2, 3):(3, 2)).left_inverse();
    /// ```
    fn left_inverse, try_left_inverse() -> LeftInverse
    {
        through(InverseOf<A, left_inverse::LeftInverse<PlainOf<A>>>): A::LeftInverse;
        |a| a.left_inverse();
        try "layout!((2, 3):(n, 1)).try_left_inverse()" 3 "(1,3,2):(0,2,1)" 1 "the modes overlap";
        swizzled
        /// For a swizzled layout, refused like [`right_inverse`](Self::right_inverse).
        ///
        /// ```
        /// use static_layout::*;
        /// fn element_at<L: AnyLayout>(l: L, offset: usize) -> usize {
        ///     l.left_inverse().index(offset)
        /// }
        /// let a = layout!(Sw<3,0,3> o 0 o (8,8):(8,1));
        /// assert!((0..64).all(|i| element_at(a, a.index(i)) == i));
        /// ```
    }

    /// The inverse of a bijection onto `[0, size)`, from both sides.
    ///
    /// ```text
    /// (2,3):(3,1)     0 1 2      element   0 1 2 3 4 5      offset    0 1 2 3 4 5
    ///                 3 4 5      offset    0 3 1 4 2 5      element   0 2 4 1 3 5     (3,2):(2,1)
    /// ```
    ///
    /// If several strides are run-time integers, the result has as many leaves as the layout, all of them run-time
    /// integers.
    ///
    /// Refused for every other layout, with the first stride that is not where the modes below it end.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((2, 3):(3, 1));
    /// assert_eq!(a.inverse().to_string(), "(3,2):(2,1)");
    /// assert_eq!(a.inverse().inverse().to_string(), a.to_string());
    /// let n = 3;
    /// assert_eq!(layout!((2, n):(n, 1)).inverse().to_string(), "(3,2):(2,1)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // no inverse of (4,2):(1,6): the stride 6 is above 4, where the modes below it end
    /// layout!((4, 2):(1, 6)).inverse();
    /// ```
    fn inverse, try_inverse() -> Inverse
    {
        through(InverseOf<A, inverse::Inverse<PlainOf<A>>>): A::Inverse;
        |a| a.inverse();
        try "layout!((2, 3):(n, 1)).try_inverse()" 3 "(3,2):(2,1)" 1 "the modes overlap";
        swizzled
        /// For a swizzled layout, refused like [`right_inverse`](Self::right_inverse).
        ///
        /// ```
        /// use static_layout::*;
        /// let a = layout!(Sw<3,0,3> o 0 o (8,8):(8,1));
        /// assert_eq!(a.inverse().to_string(), "Sw<3,0,-3> o 0 o (8,8):(8,1)");
        /// assert_eq!(a.inverse().inverse(), a);
        /// ```
    }

    /// The layout `N` with `self(N(i)) = 0` for every `i`: the modes of stride 0, where they start in the
    /// linear index. CuTe's `nullspace`.
    ///
    /// ```text
    /// (4,(3,2)):(0,(1,0))     4 elements share an offset in mode 0, 2 in mode (1,1): (4,2):(1,12)
    /// ```
    ///
    /// It leaves out run-time strides, which are not known to be 0, and strides of opposite signs that cancel. Refused
    /// for an extent of 0.
    ///
    /// ```
    /// use static_layout::*;
    /// let n = layout!((4, (3, 2)):(0, (1, 0))).nullspace();
    /// assert_eq!(n.to_string(), "(4,2):(1,12)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // no nullspace of (4,0):(0,1): an extent is 0
    /// layout!((4, 0):(0, 1)).nullspace();
    /// ```
    fn nullspace, try_nullspace() -> Nullspace
    {
        inside: A::Nullspace;
        |a| a.nullspace();
        swizzled
        /// For a swizzled layout, the nullspace of the layout inside, so `self(N(i)) = self(0)`: a swizzle is one to
        /// one.
        ///
        /// ```
        /// use static_layout::*;
        /// let n = layout!(Sw<2,0,2> o 0 o (16,3):(1,0)).nullspace();
        /// assert_eq!(n.to_string(), "3:16");
        /// ```
    }
}

/// The offset map of the inverse `R` of the plain layout in `A`.
type InverseOf<A, R> = <<A as Tiler>::OffsetMap as OffsetMap>::Inverse<R>;
