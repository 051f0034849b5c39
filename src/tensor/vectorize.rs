//! Neighbours as one element.

use super::View;
use crate::check;
use crate::layout::PlainLayout;
use crate::num::{Bool, Count, Number};
use crate::ops::{LayoutOps, Upcast, upcast};
use layout_core::LayoutError;

/// Each vector of `N` elements is made of elements of the view alone, and each of these is in one vector.
#[track_caller]
const fn covers<L: PlainLayout, const N: usize>()
where
    Count<N>: Number,
{
    if <L::IsStatic as Bool>::VALUE
        && let Err(error) = L::DESC.vectors(N as i64)
    {
        check::stop(error.message().as_str())
    }
}

#[layout_macros::at_caller]
impl<'a, T, L: PlainLayout> View<'a, T, L> {
    /// `N` neighbours as one element, an array: the layout is that of [`upcast`](crate::Layout::upcast). Mojo's
    /// `vectorize`.
    ///
    /// ```text
    /// (2,8):(8,1) by 4     0 1 2 3 | 4 5 6 7
    ///                      8 9 . . | . . . .     (2,2):(2,1)
    /// ```
    ///
    /// ```
    /// use static_layout::*;
    /// let data: [u8; 16] = std::array::from_fn(|i| i as u8);
    /// let vectors = View::new(&data, layout!((2, 8):row))?.vectorize::<4>()?;
    /// assert_eq!(vectors.layout().to_string(), "(2,2):(2,1)");
    /// assert_eq!(vectors[(1, 0)], [8, 9, 10, 11]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// let data = [0; 16];
    /// // cannot upcast (2,4):(8,2) by 4: vectors of 4 have 16 elements, the view 8, each to be used once
    /// let _ = View::new(&data, layout!((2, 4):(8, 2))).unwrap().vectorize::<4>();
    /// ```
    ///
    /// # Errors
    /// When the upcast is refused, and when the vectors would have other elements than those of the view, or one more
    /// than once. What is static does not compile then.
    #[inline]
    #[track_caller]
    pub fn vectorize<const N: usize>(self) -> Result<View<'a, [T; N], Upcast<L, N>>, LayoutError>
    where
        Count<N>: Number,
    {
        let vectors = const {
            upcast::check::<L, N>();
            covers::<L, N>();
            // Not called by name: what it calls would refuse once more.
            Self::vectors::<N> as fn(Self) -> Result<View<'a, [T; N], Upcast<L, N>>, LayoutError>
        };
        vectors(self)
    }

    /// [`vectorize`](Self::vectorize), if nothing static speaks against it.
    #[inline]
    fn vectors<const N: usize>(self) -> Result<View<'a, [T; N], Upcast<L, N>>, LayoutError>
    where
        Count<N>: Number,
    {
        let layout = self.layout().try_upcast::<N>()?;
        if !<L::IsStatic as Bool>::VALUE {
            self.layout().plain().vectors(N as i64)?;
        }
        // SAFETY: an array of elements is aligned as one of them is. `vectors` finds that there are as many elements
        // as the vectors have places, no two at one offset, and a vector holds each element that lies in its place:
        // so each place has an element of this view.
        Ok(unsafe { View::from_raw_parts(self.as_ptr().cast(), layout) })
    }
}
