//! [`Scales`]: the scales of a matrix in memory, and [`ScaleElement`], their types.

use super::ScaleKind;
use crate::element::{F8E4M3, F8E8M0, PackedElement};
use static_layout::internal::OffsetMap;
use static_layout::{AnyLayout, LayoutError, View};

/// The type of a scale, and how it is stored.
pub trait ScaleElement: Copy + 'static {
    /// What the memory holds.
    type Stored: Copy;
    /// The type as a value.
    const KIND: ScaleKind;
    /// The scale as an `f32`.
    fn decode(stored: Self::Stored) -> f32;
}

impl ScaleElement for f32 {
    type Stored = f32;
    const KIND: ScaleKind = ScaleKind::F32;
    #[inline(always)]
    fn decode(stored: f32) -> f32 {
        stored
    }
}
macro_rules! bytes {
    ($($E:ident $kind:ident;)*) => {$(
        /// Scales in bytes.
        impl ScaleElement for $E {
            type Stored = u8;
            const KIND: ScaleKind = ScaleKind::$kind;
            #[inline(always)]
            fn decode(stored: u8) -> f32 {
                $E::from_bits(stored).to_f32()
            }
        }
    )*};
}
bytes! {
    F8E8M0 E8M0;
    F8E4M3 E4M3;
}

/// Scales in memory, with a layout from the elements of a matrix `(rows, K)` to their offsets: that of a
/// [`ScaleLayout`](super::ScaleLayout) as a type, or any other.
///
/// ```
/// use static_layout_formats::element::F8E8M0;
/// use static_layout_formats::scale::*;
/// let layout = BlockScales::from_dynamic(&MX.layout(2, 64)?.layout())?;
/// let scales = Scales::<F8E8M0, _>::new(&[127, 128, 129, 130], layout)?;
/// assert_eq!((scales.get(1, 31), scales.get(1, 32), scales.get(2, 0)), (Some(4.0), Some(8.0), None));
/// # Ok::<(), static_layout::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Scales<'a, S: ScaleElement, L> {
    memory: &'a [S::Stored],
    layout: L,
}

impl<'a, S: ScaleElement, L: AnyLayout> Scales<'a, S, L> {
    /// The scales in a slice.
    ///
    /// # Errors
    /// When an offset of the layout is negative or not below the length of the slice.
    ///
    /// # Compile errors
    /// When the layout does not have two modes.
    pub fn new(memory: &'a [S::Stored], layout: L) -> Result<Self, LayoutError> {
        const { super::scaled::check_matrix::<L>() };
        let _ = View::new(memory, layout)?;
        Ok(Scales { memory, layout })
    }

    /// The layout.
    #[inline(always)]
    pub fn layout(&self) -> L {
        self.layout
    }

    /// The scale of an element; `None` outside the layout.
    #[inline]
    pub fn get(&self, row: usize, k: usize) -> Option<f32> {
        let offset = self.layout.find((row, k))?;
        // A view of the memory has found each offset in it.
        self.memory.get(self.layout.outer().apply(offset)).map(|&scale| S::decode(scale))
    }

    /// The offset of a coordinate that is known to lie in the layout, without a swizzle.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub(super) fn offset(&self, row: usize, k: usize) -> usize {
        self.layout.plain_offset([row, k])
    }

    /// What the memory holds at an offset.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub(super) fn stored(&self, offset: usize) -> S::Stored {
        self.memory[offset]
    }
}
