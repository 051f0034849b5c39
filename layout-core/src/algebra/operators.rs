//! `/` and `*` of layouts.

use crate::error::LayoutError;
use crate::value::Layout;

#[track_caller]
pub(crate) fn unwrap_or_panic<T>(result: Result<T, LayoutError>) -> T {
    match result {
        Ok(layout) => layout,
        Err(error) => panic!("{error}"),
    }
}

macro_rules! operators {
    ($($layout:ident)*) => {$(
        impl<T: Into<$crate::value::Tiler>> core::ops::Div<T> for $layout {
            type Output = Self;

            /// `A / T` is [`logical_divide`](Self::logical_divide).
            ///
            /// ```
            /// use layout_core::{Layout, Tiler};
            /// let a: Layout = "(4,2,3):(2,1,8)".parse()?;
            /// let tile: Layout = "4:2".parse()?;
            /// assert_eq!((a / tile).to_string(), "((2,2),(2,3)):((4,1),(2,8))");
            /// assert_eq!((a / Tiler::parse("<2,_>")?).to_string(), "((2,2),2,3):((2,4),1,8)");
            /// # Ok::<(), layout_core::LayoutError>(())
            /// ```
            ///
            /// # Panics
            /// With the message of the error that `logical_divide` returns.
            #[track_caller]
            fn div(self, tiler: T) -> Self {
                $crate::algebra::operators::unwrap_or_panic(self.logical_divide(&tiler.into()))
            }
        }

        impl<T: Into<$crate::value::Tiler>> core::ops::Mul<T> for $layout {
            type Output = Self;

            /// `A * B` is [`logical_product`](Self::logical_product).
            ///
            /// ```
            /// use layout_core::Layout;
            /// let a: Layout = "(2,2):(4,1)".parse()?;
            /// assert_eq!((a * Layout::parse("6:1")?).to_string(), "((2,2),(2,3)):((4,1),(2,8))");
            /// # Ok::<(), layout_core::LayoutError>(())
            /// ```
            ///
            /// # Panics
            /// With the message of the error that `logical_product` returns.
            #[track_caller]
            fn mul(self, tiler: T) -> Self {
                $crate::algebra::operators::unwrap_or_panic(self.logical_product(&tiler.into()))
            }
        }
    )*};
}
pub(crate) use operators;

operators! { Layout }
