//! Views of packed elements: values of 1, 2, 4, 6 and 8 bits in bytes, through a layout whose offsets count elements.
//!
//! ```
//! use static_layout::*;
//! use static_layout_formats::{element::*, packed::*};
//! let bytes = [0x21, 0x43, 0x65];
//! let view = PackedView::<U4, _>::new(&bytes, layout!((2, 3):(3, 1)))?;
//! assert_eq!(view[(1, 0)].to_f32(), 4.0);
//! assert!(view.iter().map(f32::from).eq([1.0, 4.0, 2.0, 5.0, 3.0, 6.0]));
//! # Ok::<(), LayoutError>(())
//! ```
//!
//! # The order of bits
//!
//! Element `i` has the bits `i * BITS ..` of the bytes, counted from the low bit of byte 0:
//!
//! ```text
//! u4        byte 0              byte 1              bit 7 .. bit 0
//!           1111 0000           3333 2222
//! f6e2m3    11 000000           2222 1111           333333 22           four elements in three bytes
//! ```
//!
//! It is the order of CUTLASS's sub-byte iterators, of the packed types of CUDA's tensor maps in global memory (`16U4_ALIGN8B`; the
//! 96 bits of each 16 elements of `16U6_ALIGN16B`), of Triton's `fp4` operands, of PyTorch's `float4_e2m1fn_x2` (`F4` of safetensors),
//! and of Arrow's bits. Arrays of `ml_dtypes` are *not* packed: NumPy stores each element in a byte of its own, and writes its
//! types to `.npy` files as bytes without a name (`|V1`), so a file does not say what they are. Such an array is a
//! [`View`](static_layout::View) of `u8`.
//!
//! Elements of 6 bits cross bytes. An element is read and written as the one or two bytes that have its bits.
//!
//! # Parts
//!
//! [`PackedView`] and [`PackedViewMut`] have the parts of [`View`](static_layout::View), by the same operations on layouts: tiles, slices, the shares of
//! threads. Two elements of a byte share its place in memory, so mutable parts that exist at the same time must not share a
//! byte: [`tiles_mut`](PackedViewMut::tiles_mut) refuses a tile that splits one.
//!
//! # Other widths
//!
//! `recast_bits` gives the layout that the same bytes have as elements of another width:
//!
//! ```
//! use static_layout::*;
//! use static_layout_formats::{element::*, packed::*};
//! let bytes = [0x21, 0x43, 0x65, 0x87];
//! let nibbles = layout!((4, 2):(1, 4));
//! let crumbs = PackedView::<U2, _>::new(&bytes, nibbles.recast_bits::<4, 2>())?;
//! assert_eq!(crumbs.layout().to_string(), "(8,2):(1,8)");
//! assert_eq!(crumbs[(1, 1)].to_f32(), f32::from(0x5_u8 >> 2));
//! # Ok::<(), LayoutError>(())
//! ```
//!
//! Arrow keeps booleans as bits in this order: a `BooleanBuffer` of `n` values from bit `offset` on is
//! `PackedView::<U1, _>::with_origin(buffer.values(), offset, layout!(n:1))`. Arrow has no other type of less than a byte.
//!
//! # Safety
//!
//! The rules of views (`docs/unsafe.md`), for bits:
//!
//! * **P1**: for each coordinate `c` in the shape, the element `origin + layout(c)` has its bits in the bytes that the view
//!   borrows. `new` finds it with checked arithmetic; parts have elements of the whole.
//! * **P2**: nothing but a mutable view reads or writes the bytes that its elements have bits in. `&mut [u8]` gives it to the
//!   whole; parts that exist at the same time are proven to share no byte (`disjoint.rs`).

mod axes;
mod disjoint;
mod dynamic;
mod elements;
mod memory;
mod parts;
mod reduce;
#[cfg(feature = "safetensors")]
mod safetensors;
mod side;
#[cfg(feature = "alloc")]
mod span;
mod tiles;
mod transform;
mod unpack;
mod view;
mod view_mut;

pub use elements::PackedElements;
pub use parts::{PackedParts, PackedShares, PackedSharesMut, PackedTiles, PackedTilesMut};
pub use reduce::{reduce, sum};
pub use transform::{copy, fill, transform, try_copy, try_transform};
pub use unpack::{Unpacked, pack, try_pack, try_unpack, unpack};
pub use view::{Packed, PackedView};
pub use view_mut::PackedViewMut;
