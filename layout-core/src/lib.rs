//! CuTe's layout algebra, `shape:stride`, on plain integers.
//!
//! Every type is `Copy` and has a fixed capacity. Every function is a `const fn`, except iterators and formatting. So
//! the same code serves layouts at run time, the compile-time checks of `static-layout`, and its macros.
//!
//! Each operation has an equation, such as `(A o B)(c) = A(B(c))`. Its result satisfies the equation on every coordinate, or is a
//! [`LayoutError`] that names the rule and its numbers.
//!
//! ```
//! use layout_core::{Layout, Tiler};
//! let a: Layout = "(128,64):(1,128)".parse()?;
//! let tiles = a.zipped_divide(&"<16,8>".parse()?)?;
//! assert_eq!(tiles.to_string(), "((16,8),(8,8)):((1,128),(16,1024))");
//! # Ok::<(), layout_core::LayoutError>(())
//! ```
//!
//! # Where things are
//! | room | what |
//! |---|---|
//! | `value` | what each value holds: the structs, CuTe's basis vectors `E<i>`, the capacities, texts and names, copies of arrays in `const` |
//! | `error` | operations and rules, and the sentence of each; [`LayoutError`] |
//! | `number` | arithmetic on a leaf's integer, what is known of it ([`Facts`]) |
//! | `tuple` | nested tuples ([`IntTuple`]) and coordinates ([`Coord`]) |
//! | `layout` | [`Layout`], [`Tiler`], Ascend's formats ([`Frame`]) |
//! | `mapping` | coordinate to offset, and offset to coordinate |
//! | `algebra` | composition, complement, division, product, inverses |
//! | `swizzle` | [`Swizzle`] and swizzled layouts ([`ComposedLayout`]) |
//! | `bits` | layouts as matrices over F2, Triton's linear layouts ([`BitLayout`], [`BitMatrix`]) |
//! | [`memory`] | memories of machines as values, and what accesses cost on them |
//! | [`mma`] | matrix instructions, their tiles, and the copies that feed them |
//! | [`solve`] | the layout of a memory that costs its accesses least |
//! | [`certificate`] | a found layout as a text that a checker accepts or refuses |
//! | [`copy`] | plans of copies on devices: threads, vectors, instructions, buffers |
//! | [`descriptor`] | what hardware reads instead of a layout: tensor maps, matrix descriptors, tensor memory |
//! | `notation` | reading and printing `S:D` |
//! | `message` | the line of an error |
//! | `open` | the forms of results where leaves are open, for front ends whose types are texts |
//! | `strided` | NumPy's view of a layout: axes, slices, bytes ([`StridedLayout`]) |
//! | `symbolic` | layouts whose run-time leaves have names ([`SymbolicLayout`]) |
//! | `sharding` | arrays on many devices, with the feature of that name |
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]

#[cfg(feature = "sharding")]
extern crate alloc;

mod algebra;
mod bits;
pub mod certificate;
pub mod copy;
pub mod descriptor;
mod error;
mod layout;
mod mapping;
pub mod memory;
mod message;
pub mod mma;
mod notation;
mod number;
mod open;
#[cfg(feature = "sharding")]
pub mod sharding;
pub mod solve;
mod strided;
mod swizzle;
mod symbolic;
mod tuple;
mod value;

#[doc(hidden)]
pub use algebra::guard::Guard;
pub use algebra::padded::{InsideCoords, Padded};
#[doc(hidden)]
pub use algebra::plan::{Plan, guard::GuardPlan};
#[doc(hidden)]
pub use algebra::vectors::VectorPlan;
pub use bits::banks::BankSwizzle;
pub use bits::dims::BitDims;
pub use bits::layout::BitLayout;
pub use bits::matrix::BitMatrix;
pub use bits::shuffle::Shuffle;
pub use error::{
    ArrayRule, BitRule, DescriptorRule, LayoutError, MemoryRule, MmaRule, Operand, Operation, Rule,
    ShardRule,
};
pub use layout::frame::Frame;
pub use layout::tiler::Mode;
pub use mapping::offset::Offsets;
pub use notation::scan;
#[cfg(feature = "svg")]
pub use notation::svg::Svg;
pub use notation::table::Table;
pub use strided::slices::Slices;
pub use strided::{AxisList, Slice, StrideOrder, StridedLayout};
pub use symbolic::{SymbolicError, SymbolicLayout};
pub use tuple::nodes::Node;
pub use value::limit::{Limit, MAX_AXES, MAX_LEAVES, MAX_NODES, MAX_RANK};
pub use value::{
    Basis, ComposedLayout, Coord, DimName, Facts, IntTuple, Layout, Swizzle, Text, Tiler,
};

/// What other crates of this workspace use of the private parts. **Not part of the public interface:** anything here may
/// change in any release.
#[doc(hidden)]
pub mod internal {
    use crate::{ComposedLayout, IntTuple, Layout, Swizzle};

    /// Joins congruent tuples without a check: the value may be no layout, as with an extent below 0.
    ///
    /// Whatever reads memory through a run-time layout calls [`Layout::exists`] first. Of tuples that are not congruent
    /// the result has the nesting of the shape, and a stride of 0 where there is none.
    pub const fn unchecked_layout(shape: IntTuple, stride: IntTuple) -> Layout {
        Layout::from_parts(shape, stride)
    }

    pub use crate::algebra::notes::{Notes, steps};
    pub use crate::error::span::write_underlined;
    pub use crate::notation::open::{Names, Open, Sources};
    pub use crate::open::Words;
    pub use crate::strided::{index_in, range_in};

    /// Joins a swizzle, an integer `offset` and a layout without a check.
    pub const fn unchecked_composed(
        swizzle: Swizzle,
        offset: IntTuple,
        layout: Layout,
    ) -> ComposedLayout {
        ComposedLayout::from_parts(swizzle, offset, layout)
    }
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
