//! Generates texts, tuples, layouts and tilers from the bytes of the fuzzer.

pub mod arrays;
pub mod said;
mod text;

use layout_core::{IntTuple, Layout, Mode, Tiler};
use libfuzzer_sys::arbitrary::{Result, Unstructured};
pub use text::text;

/// Generates extents and strides that satisfy the rules often, and sometimes any integer.
#[derive(Clone, Copy)]
pub struct NumberSource {
    /// The smallest stride.
    pub least: i64,
    /// Whether integers of any size occur.
    pub any: bool,
}

impl NumberSource {
    /// Generates an extent.
    pub fn extent(self, u: &mut Unstructured) -> Result<i64> {
        const USUAL: [i64; 10] = [1, 2, 3, 4, 5, 6, 8, 12, 16, 0];
        Ok(match u.int_in_range(0..=255_u8)? {
            255 if self.any => u.arbitrary::<i64>()?,
            254 if self.any => 1 << u.int_in_range(0..=62)?,
            254.. => 7,
            k => USUAL[usize::from(k) % (USUAL.len() - usize::from(k > 9))],
        })
    }

    /// Generates a stride.
    pub fn stride(self, u: &mut Unstructured) -> Result<i64> {
        Ok(match u.int_in_range(0..=255_u8)? {
            255 if self.any => u.arbitrary()?,
            254 if self.any => 1 << u.int_in_range(0..=62)?,
            k if k < 200 => 1 << (k % 7),
            _ => u.int_in_range(self.least..=48)?,
        })
    }
}

/// Generates a tuple of the results of `leaf`, of at most the given depth.
fn tree(
    u: &mut Unstructured,
    depth: usize,
    leaf: &mut dyn FnMut(&mut Unstructured) -> Result<(i64, i64)>,
) -> Result<(IntTuple, IntTuple)> {
    if depth == 0 || u.ratio(1, 3)? {
        let (extent, stride) = leaf(u)?;
        return Ok((extent.into(), stride.into()));
    }
    let rank = u.int_in_range(0..=3)?.max(1);
    let parts = (0..rank).map(|_| tree(u, depth - 1, leaf)).collect::<Result<Vec<_>>>()?;
    let (shapes, strides): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
    Ok((IntTuple::tuple(&shapes).unwrap(), IntTuple::tuple(&strides).unwrap()))
}

/// Generates a layout of at most nine leaves.
pub fn layout(u: &mut Unstructured, numbers: NumberSource) -> Result<Option<Layout>> {
    let (shape, stride) = tree(u, 2, &mut |u| Ok((numbers.extent(u)?, numbers.stride(u)?)))?;
    Ok(Layout::new(shape, stride).ok())
}

/// Generates a compact layout in some order.
pub fn compact(u: &mut Unstructured) -> Result<Option<Layout>> {
    let (shape, order) = tree(u, 2, &mut |u| Ok((u.int_in_range(1..=8)?, u.int_in_range(0..=9)?)))?;
    Ok(Layout::ordered(shape, order).ok())
}

/// Generates a tiler: a layout, or a layout for each mode.
pub fn tiler(u: &mut Unstructured, numbers: NumberSource) -> Result<Option<Tiler>> {
    if u.arbitrary()? {
        return Ok(layout(u, numbers)?.map(Tiler::whole));
    }
    let mut modes = Vec::new();
    for _ in 0..u.int_in_range(1..=3)? {
        modes.push(match layout(u, numbers)? {
            Some(layout) if u.ratio(4, 5)? => Mode::Layout(layout),
            _ => Mode::Keep,
        });
    }
    Ok(Tiler::by_mode(&modes).ok())
}
