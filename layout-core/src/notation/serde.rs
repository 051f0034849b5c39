//! Serialization as text in notation (feature `serde`).
//!
//! ```
//! use layout_core::Layout;
//! let a: Layout = "(2,(2,2)):(4,(1,2))".parse()?;
//! let json = serde_json::to_string(&a)?;
//! assert_eq!(json, r#""(2,(2,2)):(4,(1,2))""#);
//! assert_eq!(serde_json::from_str::<Layout>(&json)?, a);
//!
//! let refused = serde_json::from_str::<Layout>(r#""(8,8):4""#).unwrap_err();
//! assert!(refused.to_string().starts_with("`(8,8):4`: stride 4 is not congruent with shape (8,8)"));
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::error::LayoutError;
use crate::value::{ComposedLayout, Coord, IntTuple, Layout, Swizzle, Tiler};

/// Deserializes a `T` from its notation.
struct NotationVisitor<T> {
    what: &'static str,
    read: PhantomData<T>,
}

impl<T: FromStr<Err = LayoutError>> Visitor<'_> for NotationVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the notation of {}", self.what)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(|error| E::custom(format_args!("`{text}`: {error}")))
    }
}

macro_rules! as_text {
    ($($name:ident $what:literal)*) => {$(
        #[doc = concat!("As the text of ", $what, ".")]
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        #[doc = concat!("From the text of ", $what, "; other text is refused as [`parse`](Self::parse) refuses it.")]
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(NotationVisitor { what: $what, read: PhantomData })
            }
        }
    )*};
}

as_text! {
    IntTuple "a tuple such as (2,(2,2))"
    Coord "a coordinate such as (1,_)"
    Layout "a layout such as (2,(2,2)):(4,(1,2))"
    Tiler "a tiler such as <4:1,8:2,_>"
    Swizzle "a swizzle such as Sw<3,4,3>"
    ComposedLayout "a swizzled layout such as Sw<3,4,3> o 0 o (8,64):(64,1)"
}
