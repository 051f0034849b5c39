//! Layouts serialized as text in notation (feature `serde`).
//!
//! A layout type reads the texts of its values: the run-time leaves are read, the static ones compared. It refuses
//! other layouts with both texts.
//!
//! ```
//! use serde::de::{Deserialize, value::{Error, StrDeserializer}};
//! use static_layout::*;
//! # struct Written<T>(T);
//! # impl<T: serde::Serialize> std::fmt::Display for Written<T> {
//! #     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
//! #         self.0.serialize(f)
//! #     }
//! # }
//! assert_eq!(Written(layout!((8, {5}):(1, 8))).to_string(), "(8,5):(1,8)");
//! let text = StrDeserializer::<Error>::new("(8,5):(1,8)");
//! let a = <Layout!((8, ?):(1, 8))>::deserialize(text)?;
//! assert_eq!(a.index((1, 2)), 17);
//!
//! let refused = <Layout!((4, ?):(1, 4))>::deserialize(text).unwrap_err().to_string();
//! assert!(refused.starts_with("cannot read (8,5):(1,8) as (4,?):(1,4): 8 is not 4"), "{refused}");
//!
//! type Rows = Layout!(Sw<3,4,3> o ? o (8,?):(64,1));
//! let rows = Rows::deserialize(StrDeserializer::<Error>::new("Sw<3,4,3> o 64 o (8,5):(64,1)"))?;
//! assert_eq!(rows.index((1, 2)), 146);
//! assert_eq!(Written(rows).to_string(), "Sw<3,4,3> o 64 o (8,5):(64,1)");
//! # Ok::<(), Error>(())
//! ```

use crate::types::{ComposedLayout, IntTuple, Layout, Leaf, PlainLayout, Swizzle};
use layout_core as value;
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

/// Writes the notation.
impl<S: IntTuple, D: IntTuple> Serialize for Layout<S, D> {
    fn serialize<T: Serializer>(&self, serializer: T) -> Result<T::Ok, T::Error> {
        self.to_dynamic().serialize(serializer)
    }
}

/// Reads the notation, as [`from_dynamic`](Layout::from_dynamic) does.
impl<'de, S: IntTuple, D: IntTuple> Deserialize<'de> for Layout<S, D> {
    fn deserialize<T: Deserializer<'de>>(deserializer: T) -> Result<Self, T::Error> {
        let layout = value::Layout::deserialize(deserializer)?;
        Self::from_dynamic(&layout).map_err(T::Error::custom)
    }
}

/// Writes the notation.
impl<B: Leaf, M: Leaf, S: Leaf, O: Leaf, L: PlainLayout> Serialize
    for ComposedLayout<Swizzle<B, M, S>, O, L>
{
    fn serialize<T: Serializer>(&self, serializer: T) -> Result<T::Ok, T::Error> {
        self.to_dynamic().serialize(serializer)
    }
}

/// Reads the notation, as [`from_dynamic`](ComposedLayout::from_dynamic) does.
impl<'de, B: Leaf, M: Leaf, S: Leaf, O: Leaf, L: PlainLayout> Deserialize<'de>
    for ComposedLayout<Swizzle<B, M, S>, O, L>
{
    fn deserialize<T: Deserializer<'de>>(deserializer: T) -> Result<Self, T::Error> {
        let layout = value::ComposedLayout::deserialize(deserializer)?;
        Self::from_dynamic(&layout).map_err(T::Error::custom)
    }
}
