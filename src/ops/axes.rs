//! Axes as strided arrays have them: NumPy's and `cuda.core`'s views of the same elements.

use super::parts::*;
use super::table::operations;
use crate::types::Numeral;

operations! {
    axes:

    /// The elements in unchanged *row-major* order under another shape, NumPy's `reshape`: the axes count
    /// from the right, a mode within an axis from the left. One extent may be `_` and is inferred.
    ///
    /// ```text
    /// (5,3,4):(12,4,1) as (20,3)     (20,3):(3,1)
    /// (4,6):(6,1) as (2,2,_)         (2,2,6):(12,6,1)
    /// (4,6):(1,4) as (24,)           ((6,4)):((4,1))
    /// ```
    ///
    /// An axis of the result that has no stride of its own becomes a nested mode, so more reshapes exist than NumPy has
    /// without a copy. [`with_shape`](Self::with_shape) counts from the left, as CuTe does.
    ///
    /// Refused unless the sizes agree, and where the shape cuts an axis that it does not divide.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((5, 3, 4):row).reshape(shape!(20, 3));
    /// assert_eq!((a.to_string(), size_of_val(&a)), ("(20,3):(3,1)".into(), 0));
    /// let images = 1797;
    /// let a = layout!((images, 64):(64, 1)).reshape(shape!(_, 8, 8));
    /// assert_eq!(format!("{a:#}"), "(1797,_8,_8):(_64,_8,_1)");
    /// ```
    /// ```
    /// use static_layout::*;
    /// let n = 6;
    /// let refused = layout!((4, n):(n, 1)).try_reshape(shape!(5, 5)).unwrap_err();
    /// assert_eq!(refused.to_string(), "cannot reshape (4,6):(6,1) to (5,5): the sizes 24 and 25 differ");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot reshape (5,3,4):(12,4,1) to (7,9): the sizes 60 and 63 differ
    /// layout!((5, 3, 4):row).reshape(shape!(7, 9));
    /// ```
    fn reshape, try_reshape(tuple shape: P) -> Reshape
    {
        wrapped: A::Reshape<P>;
        |a| a.reshape_kept(&shape, kept::<P>());
        also infers_one::<A, P>();
        answer reshaped(PlainLayout::plain(a), shape.plain(), kept::<P>());
        try "layout!((n, 4):(4, 1)).try_reshape(shape!(2, 8))"
            4 "(2,(4,2)):(8,(1,4))"
            3 "the sizes 12 and 16 differ";
    }

    /// The elements repeated to fill `shape`, NumPy's `broadcast_to`: axes are aligned at the right; axes of one
    /// element and new axes get stride 0.
    ///
    /// ```text
    /// (3,1):(1,0) to (2,3,4)     (2,3,4):(0,1,0)
    /// ```
    ///
    /// Repeats an axis whose static extent is 1; a run-time extent must equal the extent in `shape`. Refused where an
    /// axis has neither one element nor the extent in `shape`.
    ///
    /// ```
    /// use static_layout::*;
    /// let n = 100;
    /// let a = layout!((3,1):(1,0)).broadcast_to(shape!(n, 3, 4));
    /// assert_eq!(format!("{a:#}"), "(100,_3,_4):(_0,_1,_0)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot broadcast (3,1):(1,0) to (2,4): axis 0 has the extent 3, which is neither 1 nor 2
    /// layout!((3,1):(1,0)).broadcast_to(shape!(2, 4));
    /// ```
    fn broadcast_to, try_broadcast_to(tuple shape: P) -> BroadcastTo
    {
        wrapped: A::BroadcastTo<P>;
        |a| a.broadcast_to(&shape);
        try "layout!((n, 4):(4, 1)).try_broadcast_to(shape!(2, 3, 4))"
            3 "(2,3,4):(0,4,1)"
            5 "neither 1 nor 3";
    }

    /// The layout without the axes of static extent 1; a static empty layout becomes `(0):(0)`. NumPy's `squeeze`.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(layout!((1, 5, 1, 3):row).squeeze().to_string(), "(5,3):(3,1)");
    /// ```
    fn squeeze() -> Squeeze
    {
        wrapped: A::Squeeze;
        |a| a.squeeze();
    }

    /// Inserts an axis of extent 1 as axis `I` of the result. NumPy's `expand_dims`, PyTorch's `unsqueeze`.
    ///
    /// ```
    /// use static_layout::*;
    /// let rows = layout!((5, 3):row);
    /// assert_eq!(rows.unsqueeze::<1>().to_string(), "(5,1,3):(3,0,1)");
    /// assert_eq!(rows.unsqueeze::<2>().to_string(), "(5,3,1):(3,1,0)");
    /// ```
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// // the layout has no such mode
    /// layout!((5, 3):row).unsqueeze::<3>();
    /// ```
    fn unsqueeze(place I) -> Unsqueeze
    where (HasPlace<Self, I>: ModeExists)
    {
        moved: A::Unsqueeze<At<I>>;
        |a| a.unsqueeze(&[I as i64]);
    }

    /// Inserts axes of extent 1 as the axes `I` of the result, a tuple of numerals in any order. NumPy's
    /// `expand_dims` of several axes, cuda.core's `unsqueezed`.
    ///
    /// ```text
    /// (5,3):(3,1) by (0,3)     (1,5,3,1):(0,3,1,0)
    /// ```
    ///
    /// A number that appears twice is refused, and a number past the axes of the result does not compile.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((5, 3):row).unsqueeze_axes::<Shape!(3, 0)>();
    /// assert_eq!((a.to_string(), size_of_val(&a)), ("(1,5,3,1):(0,3,1,0)".into(), 0));
    /// let n = 5;
    /// let a = layout!((n, 3):(3, 1)).unsqueeze_axes::<Shape!(0, 1)>();
    /// assert_eq!(format!("{a:#}"), "(_1,_1,5,_3):(_0,_0,_3,_1)");
    /// ```
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// // the layout has no such mode
    /// layout!((5, 3):row).unsqueeze_axes::<Shape!(0, 4)>();
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // axis 1 appears twice
    /// layout!((5, 3):row).unsqueeze_axes::<Shape!(1, 1)>();
    /// ```
    fn unsqueeze_axes(list I) -> UnsqueezeAxes
    where (InsertsAxes<I, Self>: ModeExists)
    {
        moved: A::UnsqueezeAxes<I>;
        |a| a.unsqueeze_by(&I::DESC);
    }

    /// The axes in reverse, NumPy's `.T`. The modes within an axis keep their order.
    ///
    /// ```
    /// use static_layout::*;
    /// let n = 5;
    /// let a = layout!((n, (3, 2)):(6, (1, 3)));
    /// assert_eq!(a.transpose().to_string(), "((3,2),5):((1,3),6)");
    /// ```
    fn transpose() -> Transpose
    {
        moved: A::Transpose;
        |a| a.transpose();
    }

    /// Each axis as one extent and one stride, for systems without nested modes. Refused if an axis has no stride of
    /// its own; the message names the axis.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(layout!(((2, 3), 4):((1, 2), 6)).to_flat().to_string(), "(6,4):(1,6)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // axis 1 has no stride of its own: 2:4 continues at 16
    /// layout!((4, (2, 3)):(1, (4, 16))).to_flat();
    /// ```
    fn to_flat, try_to_flat() -> ToFlat
    {
        wrapped: A::ToFlat;
        |a| a.to_flat();
        uninferred;
    }

    /// The axes `B..E`, joined with their left neighbours wherever they are static and continue each other in
    /// row-major order; an extent of 1 joins either neighbour. cuda.core's `flattened`.
    ///
    /// ```text
    /// (4,5,3):(15,3,1), axes 0..3     (60):(1)
    ///                   axes 1..3     (4,15):(15,1)
    /// ```
    ///
    /// ```
    /// use static_layout::*;
    /// let n = 4;
    /// let a = layout!((n, 5, 3):(15, 3, 1)).merge_axes::<0, 3>();
    /// assert_eq!(format!("{a:#}"), "(60):(_1)");
    /// ```
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// // the layout has no such mode
    /// layout!((4, 5, 3):row).merge_axes::<1, 4>();
    /// ```
    fn merge_axes(place B, place E) -> MergeAxes
    where (HasModes<Self, B, E>: ModeExists)
    {
        wrapped: A::MergeAxes<At<B>, At<E>>;
        |a| a.merge_axes_within(B, E);
    }

    /// Each axis joined with its left neighbour where bit `k` of `MASK` is set for axis `k` and the two are static and
    /// continue each other in row-major order; an extent of 1 joins either neighbour. cuda.core's `flattened` with a
    /// mask.
    ///
    /// ```text
    /// (4,5,3):(15,3,1), mask 110     (60):(1)
    ///                   mask 100     (4,15):(15,1)
    /// ```
    ///
    /// The bitwise `and` of several layouts' [`mergeable_axes`](Self::mergeable_axes) merges all of them alike:
    ///
    /// ```
    /// use static_layout::*;
    /// let (a, b) = (layout!((4, 5, 3):(15, 3, 1)), layout!((4, 5, 3):(1, 12, 4)));
    /// const BOTH: usize = 0b100;
    /// assert_eq!(a.mergeable_axes()? & b.mergeable_axes()?, BOTH as u32);
    /// assert_eq!(a.merge_axes_by::<BOTH>().to_string(), "(4,15):(15,1)");
    /// assert_eq!(b.merge_axes_by::<BOTH>().to_string(), "(4,15):(1,4)");
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// Every mask needs a numeral ([`Static`]): the masks up to 1024, and the multiples of 8 up to 8192, have one. For
    /// any other mask of axes past the tenth, call twice, with the higher bits first.
    ///
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // axis 1 has no stride of its own: 2:4 continues at 16
    /// layout!((4, (2, 3)):(1, (4, 16))).merge_axes_by::<0b10>();
    /// ```
    fn merge_axes_by(count MASK) -> MergeAxesBy
    {
        wrapped: A::MergeAxesBy<Numeral<MASK>>;
        |a| a.merge_axes(MASK as u32);
    }
}

/// A bit for each leaf that is `_`.
pub(super) const fn kept<P: IntTuple>() -> u32 {
    <P::List as Keeps>::KEPT
}

/// Stops the compiler at a second extent to be inferred. In a layout with run-time leaves no known integer shows the
/// mistake.
#[track_caller]
const fn infers_one<A: AnyLayout, P: IntTuple>() {
    if kept::<P>().count_ones() > 1
        && let Err(error) = A::FORM.reshape_kept(&P::DESC, kept::<P>())
        && check::is_layout(&A::FORM)
    {
        check::stop(error.of_known_leaves("at most one extent can be inferred").as_str())
    }
}

/// The reshape of run-time integers. If one of them is 0, the result has the form of the type only if no axis becomes a
/// nested mode.
#[inline]
fn reshaped<R: PlainLayout>(
    layout: layout_core::Layout,
    shape: layout_core::IntTuple,
    kept: u32,
) -> Result<R, LayoutError> {
    let answer = layout.reshape_kept(&shape, kept)?;
    check::try_convert(&answer).ok_or_else(|| layout.empty_reshape(&shape))
}
