//! Layouts in the notations of other systems: MLIR's memrefs, XLA's shapes, Triton, the CuTe DSL, Mojo and MoYe.
//!
//! With the feature `source`, the module of that name reads and writes layouts as programs write them, and `statement` finds
//! the operations that texts state. With the feature `sharding`, the module of that name has the shardings of XLA, Shardy,
//! DTensor, ScaLAPACK and MPI.
//!
//! Every reader accepts the texts of its writer. A text that a reader does not accept is refused with the byte and the
//! expected token there.
//!
//! ```
//! use layout_core::Layout;
//! use static_layout_dialects::{MemRef, Mojo, xla::XlaShape};
//!
//! let a: XlaShape = "f32[3,5]{1,0:T(2,2)}".parse()?;
//! assert_eq!(a.to_layout()?.to_string(), "((2,2),(2,3)):((2,12),(1,4))");
//!
//! let (layout, offset) = MemRef::parse("memref<4x?xf32, strided<[8, 1], offset: 3>>")?.fill(&[6])?;
//! assert_eq!((layout.to_string(), offset), ("(4,6):(8,1)".into(), 3));
//!
//! assert_eq!(Mojo(Layout::parse("(2,4):(4,1)")?).to_string(), "((2, 4):(4, 1))");
//! # Ok::<(), layout_core::LayoutError>(())
//! ```
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]

#[cfg(any(feature = "sharding", feature = "source"))]
extern crate alloc;

/// `Debug` as `Display`: `unwrap` prints it.
macro_rules! debug_as_display {
    ($($of:ty),*) => {$(
        impl core::fmt::Debug for $of {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                core::fmt::Display::fmt(self, f)
            }
        }
    )*};
}
use debug_as_display;

mod affine;
mod ascend;
mod cute_dsl;
mod cute_type;
#[cfg(feature = "types")]
mod items;
mod list;
mod mlir;
mod mojo;
mod moye;
mod nested;
mod number;
mod one_based;
#[cfg(feature = "sharding")]
pub mod sharding;
#[cfg(feature = "source")]
pub mod source;
#[cfg(feature = "source")]
pub mod statement;
#[cfg(feature = "types")]
mod tagged;
mod triton;
#[cfg(feature = "types")]
mod types;
mod typst;
pub mod xla;

pub use ascend::{Location, Stored};
pub use cute_dsl::CuteLayout;
pub use cute_type::CuteType;
#[cfg(feature = "types")]
pub use items::{ItemLayout, WithOffset};
pub use mlir::{MemRef, StridedAttr};
pub use mojo::Mojo;
pub use moye::MoYe;
pub use one_based::OneBased;
#[cfg(feature = "types")]
pub use tagged::{C0Of, FrameElement, Tagged};
pub use triton::TritonLayout;
#[cfg(feature = "types")]
pub use types::{Alike, OneBasedCoordinate};

// The first definition of a link counts: these lead to the pages of the reference.
#[cfg(any(doc, doctest))]
#[doc = "[coming_from]: https://docs.rs/static-layout/latest/static_layout/book/coming_from/index.html"]
#[doc = "[compare]: https://docs.rs/static-layout/latest/static_layout/book/compare/index.html\n"]
#[doc = include_str!("../PROGRAMS.md")]
pub mod programs {}

#[cfg(all(doctest, feature = "source"))]
#[doc = include_str!("../README.md")]
struct Readme;
