//! What most programs import: the macros, layouts and their operations, views and tensors.
//!
//! ```
//! use static_layout::prelude::*;
//!
//! let a = layout!((8, 8):(8, 1));
//! let mut data = [0; 64];
//! let mut view = ViewMut::new(&mut data, a)?;
//! view[(3, 4)] = 1;
//! assert_eq!(data[28], 1);
//!
//! let tiles = View::new(&data, a)?.tiles_padded(tile!(3, 3));
//! assert!(tiles.map(|tile| whole_or_clip!(tile, |tile| tile.size())).eq([9, 9, 6, 9, 9, 6, 6, 6, 4]));
//! # Ok::<(), LayoutError>(())
//! ```
//!
//! The prelude lacks traits whose methods shapes and plain integers would get: import
//! [`ops::TupleOps`](crate::ops::TupleOps) by name.

#[cfg(feature = "alloc")]
pub use crate::Boxed;
#[cfg(feature = "owned")]
pub use crate::Owned;
// Imported from the module of the macro: `crate::layout` is also a private module, which tools would list as a part of
// the prelude.
pub use crate::macros::layout;
pub use crate::{
    AnyLayout, ComposedLayout, Extent, IntTuple, Keep, Layout, LayoutError, LayoutOps, Padded,
    Shape, Static, Swizzle, Tensor, TensorMut, Tile, View, ViewMut, assert_coalesced,
    assert_conflict_free, assert_layout, assert_same_function, assert_vector, coord, dispatch,
    dynamic, layout_dbg, modes, shape, slices, tile, whole_or_clip,
};
