//! A tensor composed with a tiler, and a tensor repeated along a new mode.

use super::bounds::Bounds;
use crate::ops::{Compose, compose};
use crate::types::check;
use crate::types::{AnyLayout, Mapping};
use crate::types::{LayoutCheck, Tiler};
use layout_core::LayoutError;

/// Stops the compiler unless `A` composed with `K` exists and each offset of `K` is a linear index of what it indexes: `A`,
/// or a mode of `A`. Each method calls it in its own `const` block, so the error points at its caller's line.
#[track_caller]
pub const fn check_composition<A: AnyLayout, K: Tiler>() {
    check::reaches_within::<A, K>();
    compose::check::<A, K>()
}

/// Compares the offsets of a layout with the number of coordinates that it indexes.
struct IndicesOnly;
impl LayoutCheck for IndicesOnly {
    #[inline]
    fn check<B: AnyLayout>(b: B, size: usize) -> Result<(), LayoutError> {
        let bounds = Bounds::of(b)?;
        let is_inside = bounds.below == 0 && bounds.cosize <= size;
        if is_inside { Ok(()) } else { Err(check::too_short(b, size, 0)) }
    }
}

/// The composition `a ∘ t`, if each offset of `t` is a linear index of `a`; by mode, of its mode of `a`.
///
/// # Errors
/// When an offset of `t` is negative or not below the size of what it indexes, or the composition is refused.
#[inline]
#[track_caller]
pub fn checked_composition<A: AnyLayout, K: Tiler>(
    a: A,
    t: K,
) -> Result<Compose<A, K>, LayoutError> {
    t.check_layouts::<A::Shape, IndicesOnly>(a.shape())?;
    let result = compose::compute(a, t)?;
    // The modes past the tilers are dropped: an empty one among them has no coordinate 0.
    if a.shape().count() == 0 && result.shape().count() != 0 {
        return Err(check::too_short(result, 0, 0));
    }
    Ok(result)
}

/// The methods of each tensor that compose it, expanded as [`tile_methods`](super::tiles).
macro_rules! compose_methods {
    ([$($pub:tt)?] $Of:ident<$a:lifetime, $T:ty, $L:ty>, $self:ident = $view:expr) => { crate::at_caller::at_caller! { @$Of
        /// The elements at the linear indices that `t` gives: `R[c] = view[t(c)]`. By mode, each tiler gives the indices of
        /// its mode, `_` keeps one, and modes past the tilers are dropped at their coordinate 0. See
        /// [`Layout::compose`](crate::Layout::compose). CuTe's `composition`.
        ///
        /// ```
        /// use static_layout::*;
        /// let columns = Boxed::from_offsets(layout!((2, 4)), |i| i);
        /// assert_eq!(columns.compose(layout!((4, 2):(2, 1))).to_string(), "0 1\n2 3\n4 5\n6 7");
        /// // By mode: columns 0 and 2.
        /// assert_eq!(columns.compose(tile!(_, 2:2)).to_string(), "0 4\n1 5");
        /// ```
        ///
        /// # Panics
        /// When the composition is refused, or an offset of `t` is not a linear index of this tensor or mode, because of
        /// run-time integers. [`try_compose`](Self::try_compose) returns the error instead.
        ///
        /// # Compile errors
        /// When one of these holds for static integers.
        #[inline]
        #[track_caller]
        $($pub)? fn compose<K: Tiler>(&$self, t: K) -> View<$a, $T, Compose<$L, K>> {
            const { check_composition::<$L, K>() };
            let view = $view;
            let layout = unwrap_or_panic(checked_composition(view.layout(), t));
            // SAFETY: V3: `checked_composition` found that each offset of `t` is a linear index of this view, or of its
            // mode of this view, so each offset of the composition is an offset of this view.
            unsafe { view.moved(0, layout) }
        }

        /// [`compose`](Self::compose) that returns an error instead of a panic.
        ///
        /// ```
        /// use static_layout::*;
        /// let (data, n) = ([0, 1, 2, 3, 4, 5, 6, 7], 2);
        /// let view = View::new(&data, layout!(8:1))?;
        /// assert!(view.try_compose(layout!(4:n))?.iter().eq(&[0, 2, 4, 6]));
        /// let n = 3;
        /// assert!(view.try_compose(layout!(4:n)).is_err());
        /// # Ok::<(), LayoutError>(())
        /// ```
        ///
        /// # Errors
        /// When the composition is refused, or an offset of `t` is not a linear index of this tensor or mode, because of
        /// run-time integers.
        ///
        /// # Compile errors
        /// When one of these holds for static integers.
        #[inline]
        #[track_caller]
        $($pub)? fn try_compose<K: Tiler>(
            &$self,
            t: K,
        ) -> Result<View<$a, $T, Compose<$L, K>>, LayoutError> {
            const { check_composition::<$L, K>() };
            let view = $view;
            let layout = checked_composition(view.layout(), t)?;
            // SAFETY: V3: `checked_composition` found that each offset of `t` is a linear index of this view, or of its
            // mode of this view, so each offset of the composition is an offset of this view.
            Ok(unsafe { view.moved(0, layout) })
        }

        /// The tensor with one more mode of stride 0 at the end: `R[(c, i)] = view[c]` for `i` below `extent`.
        ///
        /// There is no mutable version: the coordinates of the new mode share their elements.
        ///
        /// ```
        /// use static_layout::*;
        /// let row = View::new(&[1, 2, 3], layout!(3:1))?.broadcast(typenum::U2::new());
        /// assert_eq!(row.layout().to_string(), "(3,2):(1,0)");
        /// assert_eq!(row.to_string(), "1 1\n2 2\n3 3");
        /// # Ok::<(), LayoutError>(())
        /// ```
        ///
        /// # Panics
        /// When the size of the result does not fit `isize`.
        ///
        /// # Compile errors
        /// When `extent` is a static integer below 0.
        #[inline]
        #[track_caller]
        $($pub)? fn broadcast<N: Leaf>(&$self, extent: N) -> View<$a, $T, Append<$L, Layout<N, U0>>> {
            const { check::exists_if_static::<Layout<N, U0>>() };
            let (view, repeated) = ($view, unwrap_or_panic(check::repeated(extent)));
            // SAFETY: V3: a mode of stride 0 adds 0 to each offset.
            unsafe { view.moved(0, view.layout().append(repeated)) }
        }
    } };
}
pub(super) use compose_methods;
