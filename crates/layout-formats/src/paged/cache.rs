//! The caches of keys and values of FlashInfer and vLLM, as layouts.
//!
//! Each layout here is a pool, `(page, token, head, dim)`, whatever order the memory has: one kernel reads all of them.
//! Extents are numbers of the program or numerals, and a layout of numerals alone is static.
//!
//! | function | shape of the memory | source |
//! |---|---|---|
//! | [`flashinfer_nhd`] | `[max_pages, 2, page, heads, dim]` | FlashInfer, "KV-Cache Layout in FlashInfer", `NHD` |
//! | [`flashinfer_hnd`] | `[max_pages, 2, heads, page, dim]` | FlashInfer, "KV-Cache Layout in FlashInfer", `HND` |
//! | [`vllm_flash`] | `[2, blocks, block, heads, dim]` | vLLM, `FlashAttentionBackend.get_kv_cache_shape` |
//! | [`vllm_key_cache`] | `[blocks, heads, dim / x, block, x]` | vLLM, "Paged Attention", `k_cache`; `x` elements take 16 bytes |
//! | [`vllm_value_cache`] | `[blocks, heads, dim, block]` | vLLM, "Paged Attention", `v_cache` |

use super::layout::check_pool;
use static_layout::dynamic::Layout as Value;
use static_layout::int::Int;
use static_layout::ops::{Ordered, Take};
use static_layout::typenum::{U0, U1, U2, U3, U4};
use static_layout::{AnyLayout, IntTuple, LayoutError, LayoutOps, View, ViewMut};

/// One tensor of keys and values: the layout of each, `(page, token, head, dim)`, and where the values begin.
///
/// Both have one layout, and the values begin some elements after the keys.
#[derive(Clone, Copy, Debug)]
pub struct CacheShape<L> {
    layout: L,
    values: usize,
}

impl<L: AnyLayout> CacheShape<L> {
    /// The layout of the keys, counted from the first element, and of the values, counted from [`values_at`](Self::values_at).
    pub fn layout(&self) -> L {
        self.layout
    }

    /// The first element of the values.
    pub fn values_at(&self) -> usize {
        self.values
    }

    /// The number of elements of the tensor: keys and values of all pages.
    pub fn len(&self) -> usize {
        2 * LayoutOps::size(self.layout)
    }

    /// Whether the tensor has no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The keys in the memory of a cache.
    ///
    /// # Errors
    /// When the cache has too few elements.
    pub fn keys<'a, T>(&self, cache: &'a [T]) -> Result<View<'a, T, L>, LayoutError> {
        const { check_pool::<L>() };
        View::new(cache, self.layout)
    }

    /// The values in the memory of a cache.
    ///
    /// # Errors
    /// When the cache has too few elements.
    pub fn values<'a, T>(&self, cache: &'a [T]) -> Result<View<'a, T, L>, LayoutError> {
        const { check_pool::<L>() };
        View::with_origin(cache, self.values, self.layout)
    }

    /// The keys in the memory of a cache, to be written.
    ///
    /// # Errors
    /// When the cache has too few elements.
    pub fn keys_mut<'a, T>(&self, cache: &'a mut [T]) -> Result<ViewMut<'a, T, L>, LayoutError> {
        const { check_pool::<L>() };
        ViewMut::new(cache, self.layout)
    }

    /// The values in the memory of a cache, to be written.
    ///
    /// # Errors
    /// When the cache has too few elements.
    pub fn values_mut<'a, T>(&self, cache: &'a mut [T]) -> Result<ViewMut<'a, T, L>, LayoutError> {
        const { check_pool::<L>() };
        ViewMut::with_origin(cache, self.values, self.layout)
    }
}

/// The layout of a cache `(page, token, head, dim)` whose memory has the mode of keys and values as well, compact in the order
/// `O` of the five.
pub type KeysAndValues<P, S, H, D, O> = Take<Ordered<(P, S, H, D, U2), O>, 0, 4>;

/// The compact layout of a shape in the order `O`.
///
/// # Errors
/// When the size does not fit.
fn compact<S: IntTuple, O: IntTuple>(shape: S, order: O) -> Result<Ordered<S, O>, LayoutError> {
    let _ = order;
    <Ordered<S, O>>::from_dynamic(&Value::ordered(shape.plain(), O::DESC)?)
}

/// The layout of keys and of values in a memory that has both, in the order `O` of `(page, token, head, dim, kind)`.
///
/// # Errors
/// When the size does not fit.
#[allow(clippy::type_complexity, reason = "the order of the memory is part of the type")]
fn keys_and_values<P: Int, S: Int, H: Int, D: Int, O: IntTuple>(
    (pages, page, heads, dim): (P, S, H, D),
    order: O,
) -> Result<CacheShape<KeysAndValues<P, S, H, D, O>>, LayoutError> {
    let both = compact((pages, page, heads, dim, U2::new()), order)?;
    let (shape, stride) = (both.shape().plain(), both.stride().plain());
    let whole = Value::new(shape, stride)?;
    // The stride of the kind: the distance from a key to its value.
    let values = whole.leaf(4).1 as usize;
    let layout = <KeysAndValues<P, S, H, D, O>>::from_dynamic(&whole.take(0, 4)?)?;
    Ok(CacheShape { layout, values })
}

/// FlashInfer's `NHD`: a tensor `[max_pages, 2, page, heads, dim]`, row-major.
///
/// ```
/// use static_layout::prelude::*;
/// use static_layout_formats::paged::flashinfer_nhd;
/// let cache = flashinfer_nhd(100, 16, 8, 128)?;
/// assert_eq!(cache.layout().to_string(), "(100,16,8,128):(32768,1024,128,1)");
/// assert_eq!((cache.values_at(), cache.len()), (16384, 100 * 2 * 16 * 8 * 128));
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Errors
/// When the size does not fit `isize`.
#[allow(clippy::type_complexity, reason = "the order of the memory is part of the type")]
pub fn flashinfer_nhd<P: Int, S: Int, H: Int, D: Int>(
    max_pages: P,
    page: S,
    heads: H,
    dim: D,
) -> Result<CacheShape<KeysAndValues<P, S, H, D, (U4, U2, U1, U0, U3)>>, LayoutError> {
    let order = (U4::new(), U2::new(), U1::new(), U0::new(), U3::new());
    keys_and_values((max_pages, page, heads, dim), order)
}

/// FlashInfer's `HND`: a tensor `[max_pages, 2, heads, page, dim]`, row-major.
///
/// ```
/// use static_layout::prelude::*;
/// use static_layout_formats::paged::flashinfer_hnd;
/// let cache = flashinfer_hnd(100, 8, 16, 128)?;
/// assert_eq!(cache.layout().to_string(), "(100,16,8,128):(32768,128,2048,1)");
/// assert_eq!(cache.values_at(), 16384);
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Errors
/// When the size does not fit `isize`.
#[allow(clippy::type_complexity, reason = "the order of the memory is part of the type")]
pub fn flashinfer_hnd<P: Int, S: Int, H: Int, D: Int>(
    max_pages: P,
    heads: H,
    page: S,
    dim: D,
) -> Result<CacheShape<KeysAndValues<P, S, H, D, (U4, U1, U2, U0, U3)>>, LayoutError> {
    let order = (U4::new(), U1::new(), U2::new(), U0::new(), U3::new());
    keys_and_values((max_pages, page, heads, dim), order)
}

/// vLLM's cache of its FlashAttention backend: a tensor `[2, blocks, block, heads, dim]`, row-major.
///
/// ```
/// use static_layout::prelude::*;
/// use static_layout_formats::paged::vllm_flash;
/// let cache = vllm_flash(100, 16, 8, 128)?;
/// assert_eq!(cache.layout().to_string(), "(100,16,8,128):(16384,1024,128,1)");
/// assert_eq!(cache.values_at(), 100 * 16384);
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Errors
/// When the size does not fit `isize`.
#[allow(clippy::type_complexity, reason = "the order of the memory is part of the type")]
pub fn vllm_flash<P: Int, S: Int, H: Int, D: Int>(
    blocks: P,
    block: S,
    heads: H,
    dim: D,
) -> Result<CacheShape<KeysAndValues<P, S, H, D, (U3, U2, U1, U0, U4)>>, LayoutError> {
    let order = (U3::new(), U2::new(), U1::new(), U0::new(), U4::new());
    keys_and_values((blocks, block, heads, dim), order)
}

/// The keys of vLLM's paged attention kernel: a tensor `[blocks, heads, dim / x, block, x]`, row-major. The mode of `dim` is
/// nested, `(x, dim / x)`: a number also indexes it.
///
/// ```
/// use static_layout::prelude::*;
/// use static_layout_formats::paged::vllm_key_cache;
/// // Elements of 2 bytes: x = 8.
/// let keys = vllm_key_cache(100, 4, 128 / 8, 16, 8)?;
/// assert_eq!(keys.to_string(), "(100,16,4,(8,16)):(8192,8,2048,(1,128))");
/// assert_eq!(keys.index((1, 2, 3, 10)), 8192 + 2 * 8 + 3 * 2048 + 128 + 2);
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Errors
/// When the size does not fit `isize`.
#[allow(clippy::type_complexity, reason = "the order of the memory is part of the type")]
pub fn vllm_key_cache<P: Int, H: Int, C: Int, S: Int, X: Int>(
    blocks: P,
    heads: H,
    chunks: C,
    block: S,
    x: X,
) -> Result<Ordered<(P, S, H, (X, C)), (U4, U1, U3, (U0, U2))>, LayoutError> {
    let order = (U4::new(), U1::new(), U3::new(), (U0::new(), U2::new()));
    compact((blocks, block, heads, (x, chunks)), order)
}

/// The values of vLLM's paged attention kernel: a tensor `[blocks, heads, dim, block]`, row-major.
///
/// ```
/// use static_layout::prelude::*;
/// use static_layout_formats::paged::vllm_value_cache;
/// let values = vllm_value_cache(100, 4, 128, 16)?;
/// assert_eq!(values.to_string(), "(100,16,4,128):(8192,1,2048,16)");
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Errors
/// When the size does not fit `isize`.
#[allow(clippy::type_complexity, reason = "the order of the memory is part of the type")]
pub fn vllm_value_cache<P: Int, H: Int, D: Int, S: Int>(
    blocks: P,
    heads: H,
    dim: D,
    block: S,
) -> Result<Ordered<(P, S, H, D), (U3, U0, U2, U1)>, LayoutError> {
    compact((blocks, block, heads, dim), (U3::new(), U0::new(), U2::new(), U1::new()))
}
