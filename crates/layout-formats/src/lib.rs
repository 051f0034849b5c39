//! Formats of inference over the layouts of `static-layout`: packed elements, block scales, paged caches.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![deny(missing_docs)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

mod at_caller;
pub mod element;
pub mod packed;
#[cfg(feature = "alloc")]
pub mod paged;
#[cfg(feature = "alloc")]
pub mod ragged;
pub mod scale;
