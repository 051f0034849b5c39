//! The divides that round up, for partial tiles.

use crate::algebra::{AskFlat, AskLogical, AskTiled, AskZipped, DividePadded, Tiler};
use crate::judge;
use crate::layout::{AnyLayout, BothStatic, FormOf, GuardOf, Layout, Padded, TilerFits};
use crate::num::Bool;
use crate::tuple::{Elements, IntTuple};
use layout_core::LayoutError;
use typenum::{B0, B1};

macro_rules! body {
    ($self:ident, $t:ident, $T:ident, $ask:ident, $out:ty) => {{
        const {
            if <BothStatic<Self, $T> as Bool>::VALUE {
                judge::agree_padded(
                    <Self as AnyLayout>::DESC.$ask(&<$T as Tiler>::TILER),
                    &<$out as AnyLayout>::DESC,
                );
            } else if judge::is_refused::<$out>() {
                judge::refuse_known::<$out, _>(
                    &<Self as AnyLayout>::DESC.$ask(&<$T as Tiler>::TILER),
                )
            } else {
                judge::not_refused::<$out>()
            }
        };
        let mut table = None;
        let layout = <BothStatic<Self, $T> as Bool>::try_conjure_or(|| {
            let padded = $self.plain().$ask(&$t.plain_tiler())?;
            table = Some(padded.guard());
            Ok(judge::fill(&padded.layout()))
        });
        layout.map(|layout| Padded::new(layout, <BothStatic<Self, $T> as GuardOf>::guard(table)))
    }};
}

macro_rules! padded {
    ($($(#[$doc:meta])* $method:ident, $try_method:ident -> $out:ty, $any:ty, $form:ty;)*) => {
        impl<S: IntTuple, D: IntTuple> Layout<S, D> {$(
            $(#[$doc])*
            #[inline(always)]
            #[track_caller]
            pub fn $method<T: Tiler>(self, t: T) -> FormOf<Self, T, $form, $out>
            where
                <T as Tiler>::Fits<Elements<S>>: TilerFits,
            {
                judge::settle(body!(self, t, T, $method, $out))
            }

            #[doc = concat!("[`", stringify!($method), "`](Self::", stringify!($method), "), with the \
                refusal of run-time integers as an error.")]
            #[inline(always)]
            pub fn $try_method<T: Tiler>(
                self,
                t: T,
            ) -> Result<FormOf<Self, T, $form, $out>, LayoutError>
            where
                <T as Tiler>::Fits<Elements<S>>: TilerFits,
            {
                body!(self, t, T, $method, $out)
            }
        )*}

        /// The padded divides, for every layout.
        pub trait DividePaddedBy: AnyLayout {$(
            #[doc = concat!("See [`Layout::", stringify!($method), "`].")]
            #[inline(always)]
            #[track_caller]
            fn $method<T: Tiler>(self, t: T) -> FormOf<Self, T, $form, $any> {
                judge::settle(body!(self, t, T, $method, $any))
            }

            #[doc = concat!("See [`Layout::", stringify!($try_method), "`].")]
            #[inline(always)]
            fn $try_method<T: Tiler>(
                self,
                t: T,
            ) -> Result<FormOf<Self, T, $form, $any>, LayoutError> {
                body!(self, t, T, $method, $any)
            }
        )*}
        impl<L: AnyLayout> DividePaddedBy for L {}
    };
}

padded! {
    /// [`logical_divide`](Self::logical_divide) with the number of tiles rounded up; the result
    /// says which of its coordinates are inside the original.
    ///
    /// ```
    /// use static_layout::*;
    /// let r = layout!(10:1).logical_divide_padded(layout!(4:1));
    /// assert_eq!(r.layout().to_string(), "(4,3):(1,4)");
    /// assert!(r.inside((1, 2)) && !r.inside((2, 2)));
    /// ```
    logical_divide_padded, try_logical_divide_padded -> T::Logical<Self, DividePadded>,
        <Self as AnyLayout>::Ask<T, AskLogical<DividePadded>>, B1;
    /// [`zipped_divide`](Self::zipped_divide) with the number of tiles rounded up.
    zipped_divide_padded, try_zipped_divide_padded -> T::Zipped<Self, DividePadded>,
        <Self as AnyLayout>::Ask<T, AskZipped<DividePadded>>, B0;
    /// [`tiled_divide`](Self::tiled_divide) with the number of tiles rounded up.
    tiled_divide_padded, try_tiled_divide_padded -> T::Tiled<Self, DividePadded>,
        <Self as AnyLayout>::Ask<T, AskTiled<DividePadded>>, B0;
    /// [`flat_divide`](Self::flat_divide) with the number of tiles rounded up.
    flat_divide_padded, try_flat_divide_padded -> T::Flat<Self, DividePadded>,
        <Self as AnyLayout>::Ask<T, AskFlat<DividePadded>>, B0;
}
