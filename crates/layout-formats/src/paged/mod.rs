//! Layouts one of whose modes goes through a table of pages, and views through them.
//!
//! A cache of keys and values is a pool of pages, each with room for a few tokens. A sequence owns pages anywhere in the
//! pool, and a table lists them in the order of its tokens. The pool is an ordinary layout `L` whose mode 0 is the page and
//! whose mode 1 is the token inside the page; a [`Paged`] layout replaces both by one mode:
//!
//! ```text
//! paged(t, rest) = L(table[t / page], t % page, rest)           page = size of mode 1 of L
//!
//! L = (pages, page, rest..):(page_stride, D..)                   = table[t / page] * page_stride + (page, rest..):D (t % page, rest)
//! ```
//!
//! [`Paged::new`] checks the table once: each entry in use names a page of the pool. Views compare the pool with its slice
//! once, as ordinary views. Accesses compare only the coordinate.
//!
//! Every part that lies in one page is an ordinary [`View`](static_layout::View), so that kernels, tiles and slices work on
//! it: [`PagedView::pages`] iterates over them. [`gather`] and [`scatter`] copy between a paged and an ordinary tensor.

mod cache;
mod coord;
mod copy;
mod error;
mod layout;
mod table;
mod view;
mod view_mut;

pub use cache::{
    CacheShape, KeysAndValues, flashinfer_hnd, flashinfer_nhd, vllm_flash, vllm_key_cache,
    vllm_value_cache,
};
pub use coord::PagedCoord;
pub use copy::{gather, scatter};
pub use error::PageError;
pub use layout::{PageOf, Paged};
pub(crate) use layout::{check_pool, sizes};
pub use table::TableInt;
pub(crate) use table::{Table, checked_entries};
pub use view::{PagedTile, PagedView, Pages};
pub use view_mut::PagedViewMut;
pub(crate) use view_mut::check_unshared;
