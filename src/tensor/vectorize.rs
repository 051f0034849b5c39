//! [`View::vectorize`]: contiguous elements as one element, an array.

use super::View;
use crate::ops::{LayoutOps, Upcast, upcast};
use crate::types::{
    AnyLayout, Bool, Extent, Form, Nat, Numeral, OffsetMap, One, PlainLayout, Static, Tiler, check,
    static_value,
};
use layout_core::LayoutError;

/// The layout of the vectors, and its offset map, the identity, as for each unswizzled layout.
type PlainUpcast<L, N> = <N as Nat>::Upcast<<L as AnyLayout>::Plain>;
type PlainMap<L, N> = <<L as Tiler>::OffsetMap as OffsetMap>::Recast<<N as Nat>::Oct, One>;

/// Stops the compiler unless the vectors of `N` elements have exactly the elements of the static layout `L`, each once.
#[track_caller]
const fn covers<L: PlainLayout, const N: usize>()
where
    Extent<N>: Static,
{
    if <L::IsStatic as Bool>::VALUE
        && let Err(error) = L::FORM.vectors(N as i64)
    {
        check::report(&error)
    }
}

/// The layout of vectors of `N` elements, by the integers of the layout.
///
/// # Errors
/// The errors of [`View::vectorize`].
#[cold]
#[inline(never)]
fn tested<L: PlainLayout, const N: usize>(layout: L) -> Result<Upcast<L, N>, LayoutError>
where
    Extent<N>: Static,
{
    let vectors = layout.try_upcast::<N>()?;
    layout.plain().vectors(N as i64)?;
    Ok(vectors)
}

#[layout_macros::at_caller]
impl<'a, T, L: PlainLayout> View<'a, T, L> {
    /// Each `N` contiguous elements as one element, `[T; N]`. The layout is the result of
    /// [`Layout::upcast`](crate::Layout::upcast), with offsets in vectors. Mojo's `vectorize`.
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
    ///
    /// If the type proves the vectors, nothing is tested at run time: here 8 divides the pitch, which is compared with
    /// the 8 elements of a row.
    ///
    /// ```
    /// use static_layout::int::Multiple;
    /// use static_layout::typenum::U8;
    /// use static_layout::*;
    /// let data = [0_f32; 32];
    /// let pitch = Multiple::<U8>::try_new(16)?;
    /// let rows = View::new(&data, layout!((2, 8):({fact pitch}, 1)))?;
    /// let vectors: View<_, Layout!((2, _2):(?{div=2}, 1))> = rows.vectorize::<4>()?;
    /// assert_eq!(vectors.layout().to_string(), "(2,2):(4,1)");
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// When the upcast is refused, or the vectors would not have exactly the elements of the view, each once, because
    /// of run-time integers.
    ///
    /// # Compile errors
    /// When one of these holds for static integers:
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// let data = [0; 16];
    /// // cannot upcast (2,4):(8,2) by 4: vectors of 4 have 16 elements, the view 8, each to be used once
    /// let _ = View::new(&data, layout!((2, 4):(8, 2))).unwrap().vectorize::<4>();
    /// ```
    #[inline]
    #[track_caller]
    pub fn vectorize<const N: usize>(self) -> Result<View<'a, [T; N], Upcast<L, N>>, LayoutError>
    where
        Extent<N>: Static,
    {
        let vectors = const {
            upcast::check::<L, N>();
            covers::<L, N>();
            // This is a function pointer so that the body of `vectors` is not compiled after the checks above have
            // failed: it would report the mistake again.
            Self::vectors::<N> as fn(Self) -> Result<View<'a, [T; N], Upcast<L, N>>, LayoutError>
        };
        vectors(self)
    }

    /// Computes [`vectorize`](Self::vectorize); the caller has checked static integers.
    #[inline]
    fn vectors<const N: usize>(self) -> Result<View<'a, [T; N], Upcast<L, N>>, LayoutError>
    where
        Extent<N>: Static,
    {
        let layout = if <L::IsStatic as Bool>::VALUE {
            self.layout().try_upcast::<N>()?
        } else {
            // If the type proves the vectors, no integer is tested.
            let proven = check::by_vectors::<L, PlainUpcast<L, Numeral<N>>>(
                self.layout(),
                const { &L::FORM.plan_vectors(N as i64, &PlainUpcast::<L, Numeral<N>>::FORM) },
            );
            match proven {
                Some(layout) => static_value::<PlainMap<L, Numeral<N>>>().wrap(layout),
                None => tested::<L, N>(self.layout())?,
            }
        };
        // SAFETY: V1 of the result: `[T; N]` is aligned as `T`. `Layout::vectors` found that there are as many places
        // in the vectors as elements in the view, that no two elements share an offset, and that each element lies in
        // the place of a vector; `Layout::plan_vectors` proves it from the type. So each place has exactly one element
        // of this view.
        Ok(unsafe { View::from_raw_parts(self.as_ptr().cast(), layout) })
    }
}
