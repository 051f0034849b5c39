//! A layout maps coordinates to offsets, `(c_0, c_1, ..) -> sum c_i * d_i`: two nested tuples of integers, as a type.
//! Known integers are part of the type and have size 0; unknown ones are stored, one `usize` each.
//! The documentation of an operation states its result as an equation, such as `(A o B)(c) = A(B(c))`. The result satisfies it on
//! every coordinate, or the operation is refused: at compile time if its integers are static, otherwise by the `Err` of a `try_`
//! method, or by a panic with an equal text.
//! The leftmost coordinate varies fastest (colexicographic order). Coordinates count from 0.
//!
//! ```
//! use static_layout::*;
//! let a = layout!((2, (2, 2)):(4, (1, 2)));
//! assert_eq!(a.index((1, 3)), 7);
//! let tiled = layout!((128, 64):(1, 128)).zipped_divide(tile!(16, 8));
//! assert_eq!(tiled.to_string(), "((16,8),(8,8)):((1,128),(16,1024))");
//! ```
//!
//! A matrix of 4 rows and 6 columns in tiles of 2 by 3, `layout!((4, 6):(6, 1)).zipped_divide(tile!(2, 3))`, with the offset
//! of each element:
//!
//! ![Four rows of six offsets in four tiles of two by three][picture-tiles]
//!
//! | task | use |
//! |---|---|
//! | write a layout, with run-time integers where they are needed | [`layout!`](macro@layout), [`Layout!`](macro@Layout) as a type |
//! | know the offset of a coordinate, and back | [`index`](Layout::index), [`coord_of`](Layout::coord_of) |
//! | cut a matrix into tiles | [`zipped_divide`](Layout::zipped_divide), [`tile!`], [`View::tile`] |
//! | with partial tiles at the edges | [`zipped_divide_padded`](Layout::zipped_divide_padded), [`Padded`] |
//! | reshape, permute, select | [`compose`](Layout::compose), [`select`](Layout::select), [`reshape`](Layout::reshape) |
//! | give each thread its elements | [`View::partition`], [`TensorMut::partition_mut`] |
//! | read and write elements | [`View`], [`ViewMut`], `Owned`, `Boxed`; [`Tensor`], [`TensorMut`] |
//! | write tiles from several threads | [`TensorMut::tiles_mut`]: the compiler checks that they share no element |
//! | avoid bank conflicts | [`Swizzle`], [`ComposedLayout`]: `layout!(Sw<3,4,3> o 0 o (8,64):(64,1))` |
//! | multiply, copy, reduce, convolve | the crate [`static-layout-kernels`](https://docs.rs/static-layout-kernels) |
//! | use arrays of other crates and formats | [`interop::ArrayLayout`] lists them |
//! | write generic code | the bound `L:` [`AnyLayout`]; [`ops`] names the result types, [`guide`] has longer examples |
//! | compute layouts whose nesting is known only at run time | [`dynamic`] |
//! | see a layout | [`table`](Layout::table), the feature `svg`, the command `layout show`, the page of `layout serve` |
//! | understand a refusal | [the chapter on refusals](book::refusals), [`layout explain`](book::refusals) |
//!
//! **New here?** [The book](book) begins with [ten minutes from a tuple to a tiled product](book::tutorial), and has a
//! chapter on each of these, a [glossary](book::glossary), and a page for users of
//! [other systems](book::coming_from).
//!
//! # The operations
//!
//! Methods of [`Layout`](struct@Layout). [`LayoutOps`] has them for generic code, and for swizzled layouts if a
//! result exists; [`ops`] has the type of each result by the name of the operation.
//!
//! | | operations |
//! |---|---|
//! | make | [`layout!`](macro@layout), [`new`](Layout::new), [`col_major`](Layout::col_major), [`row_major`](Layout::row_major), [`ordered`](Layout::ordered), [`identity`](Layout::identity), [`swizzled`](Layout::swizzled) |
//! | query | [`shape`](Layout::shape), [`stride`](Layout::stride), [`size`](Layout::size), [`cosize`](Layout::cosize), [`min_offset`](Layout::min_offset), [`max_offset`](Layout::max_offset), [`coshape`](Layout::coshape), [`rank`](Layout::rank), [`depth`](Layout::depth) |
//! | index | [`index`](Layout::index), [`try_index`](Layout::try_index), [`index_static`](Layout::index_static), [`iter`](Layout::iter) |
//! | coordinates | [`coord`](Layout::coord), [`flat_coord`](Layout::flat_coord), [`coord_of`](Layout::coord_of), [`coords`](Layout::coords) |
//! | slice | [`slice`](Layout::slice), [`dice`](Layout::dice) |
//! | modes | [`mode`](Layout::mode), [`get`](Layout::get), [`select`](Layout::select), [`take`](Layout::take), [`group`](Layout::group), [`flatten`](Layout::flatten), [`modes`](LayoutOps::modes), [`from_modes`](Layout::from_modes), [`append`](Layout::append), [`prepend`](Layout::prepend), [`concat`](Layout::concat), [`replace`](Layout::replace) |
//! | | [`permute`](Layout::permute), [`zip`](Layout::zip), [`unflatten`](Layout::unflatten), [`append_to`](Layout::append_to), [`prepend_to`](Layout::prepend_to) |
//! | simplify | [`coalesce`](Layout::coalesce), [`coalesce_by`](Layout::coalesce_by), [`filter`](Layout::filter), [`filter_zeros`](Layout::filter_zeros), [`filter_by`](Layout::filter_by), [`filter_zeros_by`](Layout::filter_zeros_by) |
//! | axes | [`reshape`](Layout::reshape), [`broadcast_to`](Layout::broadcast_to), [`squeeze`](Layout::squeeze), [`unsqueeze`](Layout::unsqueeze), [`transpose`](Layout::transpose), [`to_flat`](Layout::to_flat), [`merge_axes`](Layout::merge_axes), [`slice_axes`](Layout::slice_axes): in row-major order, as in NumPy |
//! | | [`is_contiguous_c`](Layout::is_contiguous_c), [`stride_order`](Layout::stride_order), [`mergeable_axes`](Layout::mergeable_axes), [`strided`](Layout::strided) |
//! | | [`sort`](Layout::sort), [`with_shape`](Layout::with_shape), [`like`](Layout::like), [`fragment_like`](Layout::fragment_like) |
//! | compose | [`compose`](Layout::compose) |
//! | divide | [`logical_divide`](Layout::logical_divide), [`zipped_divide`](Layout::zipped_divide), [`tiled_divide`](Layout::tiled_divide), [`flat_divide`](Layout::flat_divide), [`tile_count`](Layout::tile_count) |
//! | | each with [`_padded`](Layout::zipped_divide_padded), for partial tiles: [`Padded`] |
//! | multiply | [`logical_product`](Layout::logical_product), [`zipped_product`](Layout::zipped_product), [`tiled_product`](Layout::tiled_product), [`flat_product`](Layout::flat_product) |
//! | | [`blocked_product`](Layout::blocked_product), [`raked_product`](Layout::raked_product) |
//! | | [`tile_to_shape`](Layout::tile_to_shape), [`tile_to_shape_ordered`](Layout::tile_to_shape_ordered) |
//! | complement | [`complement`](Layout::complement), [`complement_padded`](Layout::complement_padded) |
//! | invert | [`right_inverse`](Layout::right_inverse), [`left_inverse`](Layout::left_inverse), [`inverse`](Layout::inverse), [`nullspace`](Layout::nullspace) |
//! | compare | [`max_common_layout`](Layout::max_common_layout), [`max_common_vector`](Layout::max_common_vector) |
//! | | [`same_function`](Layout::same_function), [`is_injective`](Layout::is_injective), [`is_bijective`](Layout::is_bijective), [`is_contiguous`](Layout::is_contiguous), [`covers`](Layout::covers), [`collision`](Layout::collision) |
//! | recast | [`upcast`](Layout::upcast), [`downcast`](Layout::downcast), [`recast_bits`](Layout::recast_bits), [`max_alignment`](Layout::max_alignment) |
//!
//! Shapes and coordinates have functions of their own: the methods of [`ops::TupleOps`], which is imported by name.
//!
//! # Modules
//!
//! | module | has |
//! |---|---|
//! | [`prelude`] | what most programs import |
//! | [`ops`] | the type of each result, and the traits of operations for generic code |
//! | [`int`] | the integers of a layout: run-time strides, units of a coordinate, refused leaves |
//! | [`iter`] | the iterators over coordinates, offsets, elements, tiles and parts |
//! | [`interop`] | arrays of other crates and formats |
//! | [`dynamic`] | layouts at run time, and the engine behind everything here: layouts whose nesting is unknown |
//!
//! # Features
//!
//! Without the feature, a call of a method that it adds does not compile, and the message names the feature.
//!
//! | feature | adds |
//! |---|---|
//! | `std`, by default | nothing; implies `alloc` |
//! | `alloc` | `Boxed`, `to_rows` |
//! | `owned`, by default | `Owned` |
//! | `rayon` | `par_tiles`, `par_tiles_mut`, `par_tiles_padded`, `par_tiles_padded_mut`; `into_par_iter` of tiles and shares |
//! | `bytemuck` | `recast`, `recast_mut`: the same memory as elements of another type |
//! | `half`; `num-complex` | `bf16`, `f16`; `Complex<f32>`, `Complex<f64>`: elements of files |
//! | `npy`; `npz` | `from_npy`, `to_npy_copied`, and others; archives: `interop::Npz` |
//! | `safetensors`, `dlpack`, `arrow`, `arrow-ipc` | `from_safetensors`, `to_dlpack`, and others |
//! | `ndarray`, `nalgebra`, `mdarray`, `image`, `generic-array` | `from_ndarray`, `to_ndarray`, and others |
//! | `svg` | `to_svg` of layouts |
//! | `serde`; `miette` | layouts as text in notation; refusals as diagnostics |
//!
//! # Limits
//!
//! A level has at most 12 modes, a layout at most 32 leaves, and every integer, including size and cosize, is at most
//! `2^63 - 1`. Past a limit an operation is refused. A layout with an extent of 0 has no coordinates: it can be sliced,
//! rearranged and printed; compose, complement, divide, product and the inverses refuse it.
#![cfg_attr(doc, doc = "")]
#![cfg_attr(doc, doc = include_str!("book/pictures.md"))]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![deny(missing_docs)]

#[cfg(feature = "alloc")]
extern crate alloc;
extern crate self as static_layout;
#[cfg(any(feature = "std", test))]
extern crate std;

#[cfg(all(layout_core_64, not(target_pointer_width = "64")))]
compile_error!("`--cfg layout_core_64` makes offsets of views exceed `isize`");

mod assertion;
mod at_caller;
#[cfg(any(doc, doctest))]
pub mod book;
mod dispatch;
pub mod dynamic;
pub mod frames;
pub mod guide;
pub mod int;
pub mod iter;
mod layout;
mod macros;
pub mod narrow;
#[cfg(feature = "serde")]
mod notation;
pub mod ops;
pub mod prelude;
mod tensor;
mod types;

/// Traits that only this crate implements have this supertrait.
mod sealed {
    pub trait Sealed {}
    macro_rules! numbers {
        ($($T:ty)*) => {$(
            impl Sealed for $T {}
        )*};
    }
    numbers! { bool u8 u16 u32 u64 usize i8 i16 i32 i64 isize f32 f64 }
    #[cfg(feature = "half")]
    numbers! { half::f16 half::bf16 }
    #[cfg(feature = "num-complex")]
    numbers! { num_complex::Complex<f32> num_complex::Complex<f64> }
}

#[doc(hidden)]
pub mod __private;
#[doc(hidden)]
pub mod internal;

pub use layout_core::LayoutError;
pub use ops::LayoutOps;
#[cfg(feature = "alloc")]
pub use tensor::Boxed;
#[cfg(feature = "owned")]
pub use tensor::Owned;
pub use tensor::{
    Coordinates, PaddedTile, PaddedTileOf, PartialLayout, PartialTensor, PartialTensorMut, Tensor,
    TensorArray, TensorMut, View, ViewMut, Viewed, ViewedMut, WholeOrClipped, interop,
};
pub use typenum;
pub use types::{
    AnyLayout, ComposedLayout, Coordinate, Extent, Inside, IntTuple, Keep, Layout, Nat, Numeral,
    Offset, Padded, PlainLayout, Static, Swizzle, Tile, Tiler, numeral,
};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
