//! Layouts serialized as text in notation (feature `serde`).
//!
//! A layout type reads the texts of its values: the run-time leaves are read, the static ones compared. It refuses
//! other layouts with both texts.
//!
//! ```
//! use static_layout::*;
//! let a = layout!((8, {5}):(1, 8));
//! let json = serde_json::to_string(&a)?;
//! assert_eq!(json, r#""(8,5):(1,8)""#);
//! let b: Layout!((8, ?):(1, 8)) = serde_json::from_str(&json)?;
//! assert_eq!(b.index((1, 2)), 17);
//!
//! let refused = serde_json::from_str::<Layout!((4, ?):(1, 4))>(&json).unwrap_err().to_string();
//! assert!(refused.starts_with("cannot read (8,5):(1,8) as (4,?):(1,4): 8 is not 4"), "{refused}");
//!
//! type Rows = Layout!(Sw<3,4,3> o ? o (8,?):(64,1));
//! let rows: Rows = serde_json::from_str(r#""Sw<3,4,3> o 64 o (8,5):(64,1)""#)?;
//! assert_eq!(rows.index((1, 2)), 146);
//! assert_eq!(serde_json::to_string(&rows)?, r#""Sw<3,4,3> o 64 o (8,5):(64,1)""#);
//! # Ok::<(), Box<dyn core::error::Error>>(())
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
