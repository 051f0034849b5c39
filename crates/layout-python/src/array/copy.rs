//! Copies between arrays through two layouts.
//!
//! ```text
//! kernel    both layouts without a swizzle, with common modes: `static_layout_kernels::try_copy` on words of the elements
//! table     others: the offsets of both sides, block by block, and one element after the other
//! ```
//!
//! Many elements between a swizzle and another order are moved in both ways, one after the other, through a buffer.
//!
//! A word is the widest of 1, 2, 4, 8 and 16 bytes that divides the element, the steps and, up to 8, the addresses. An element of
//! several words is one more mode. So elements may have any size.

use layout_cli::MaybeSwizzled;
use layout_core::{ComposedLayout, Layout, LayoutError, Operand, Operation, Rule};
use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use static_layout::internal;
use static_layout_kernels::try_copy;
use std::mem::MaybeUninit;

use super::leaves::{ALL, FEW, Leaves};
use super::numpy::Array;
use super::side::Side;
use super::table::OffsetTable;
use crate::convert::refused;

/// The number of offsets of a block, for each side.
const BLOCK: usize = 1024;

/// The least number of elements for two steps in the order of memory. Fewer elements stay in a second cache.
const LARGE: i64 = 1 << 18;

/// The unit of memory for copies, which no dtype needs aligned to more.
type Word = [u64; 2];

/// Elements of their own memory, one after the other.
pub(super) struct Buffer {
    memory: Vec<MaybeUninit<Word>>,
}

impl Buffer {
    /// Memory for `size` elements of `item` bytes.
    ///
    /// # Errors
    /// `MemoryError`.
    pub(super) fn new(size: i64, item: i64) -> PyResult<Self> {
        let mut memory = Vec::new();
        let bytes = usize::try_from(i128::from(size) * i128::from(item));
        let words = bytes.map(|bytes| bytes.div_ceil(size_of::<Word>()).max(1));
        match words.map(|words| memory.try_reserve_exact(words)) {
            Ok(Ok(())) => Ok(Self { memory }),
            _ => Err(PyMemoryError::new_err(format!(
                "no memory for {size} elements of {item} bytes"
            ))),
        }
    }

    /// The elements through a layout, which reaches no others.
    pub(super) fn side(&mut self, layout: Layout, item: i64) -> Side {
        let address = self.memory.as_mut_ptr().expose_provenance();
        Side { address, layout: MaybeSwizzled::Plain(layout), step: item }
    }
}

/// The loops of a side in words of `word` bytes: `parts` words of an element, and the leaves of the layout.
fn loops(side: &Side, word: i64, parts: i64) -> Vec<(usize, isize)> {
    let plain = side.layout.plain();
    // More than 12 modes stay as they are.
    let plain = plain.coalesce().unwrap_or(plain);
    let leaves = (0..plain.leaf_count()).map(|k| plain.leaf(k));
    // Only the stride of an extent of 1, which is dropped, reaches past the array.
    let step = side.step / word;
    let leaves = leaves.map(|(extent, stride)| (extent, stride.wrapping_mul(step)));
    let all = [(parts, 1)].into_iter().chain(leaves).filter(|(extent, _)| *extent != 1);
    all.map(|(extent, stride)| (extent as usize, stride as isize)).collect()
}

/// The widest word of the elements of two sides.
fn word_of(sides: [&Side; 2], item: i64) -> i64 {
    let lowest_bit = |x: i64| x & x.wrapping_neg();
    let word = lowest_bit(item | sides[0].step | sides[1].step | 16);
    let aligned = lowest_bit((sides[0].address | sides[1].address | 8) as i64);
    if aligned == 8 { word } else { word.min(aligned) }
}

/// Copies by the kernels.
///
/// # Errors
/// For layouts without common modes.
///
/// # Safety
/// As [`move_elements`], of sides without a swizzle.
unsafe fn by_kernel(sides: [&Side; 2], item: i64) -> Result<(), LayoutError> {
    /// # Safety
    /// The loops reach elements of `T` that are aligned, valid for reads of `from` and for writes of `to`, and apart.
    unsafe fn of_rank<T: Copy, const R: usize>(
        addresses: [usize; 2],
        [from, to]: [&[(usize, isize)]; 2],
    ) -> Result<(), LayoutError> {
        let [first, out] = addresses.map(std::ptr::with_exposed_provenance_mut::<T>);
        // SAFETY: V1: the caller guarantees an element for each coordinate, so the address is not null.
        let from = unsafe { internal::view_of_form(first.cast_const(), Leaves::<R>::of(from)) };
        // SAFETY: V1 and V2: the caller guarantees an element for each coordinate, which nothing else reads or writes.
        let mut to = unsafe { internal::view_mut_of_form(out, Leaves::<R>::of(to)) };
        try_copy(from, &mut to)
    }
    let word = word_of(sides, item);
    let [from, to] = sides.map(|side| loops(side, word, item / word));
    let addresses = sides.map(|side| side.address);
    macro_rules! of_word {
        ($($bytes:literal: $T:ty,)*) => {
            match word {
                // SAFETY: the caller's guarantee, in words: `word_of` divides the elements, steps and addresses.
                $($bytes if from.len().max(to.len()) <= FEW => unsafe {
                    of_rank::<$T, FEW>(addresses, [&from, &to])
                },
                // SAFETY: as above.
                $bytes => unsafe { of_rank::<$T, ALL>(addresses, [&from, &to]) },)*
                word => unreachable!("words of {word} bytes"),
            }
        };
    }
    of_word! { 1: u8, 2: u16, 4: u32, 8: u64, 16: Word, }
}

/// Copies element by element, by tables of offsets.
///
/// # Safety
/// As [`move_elements`].
unsafe fn by_table([from, to]: [&Side; 2], item: i64) -> Result<(), LayoutError> {
    /// # Safety
    /// Each offset plus its address is an element of `N` bytes, or of `bytes` if `N` is 0.
    unsafe fn each<const N: usize>(addresses: [usize; 2], offsets: [&[i64]; 2], bytes: usize) {
        for (from, to) in offsets[0].iter().zip(offsets[1]) {
            let from = addresses[0].wrapping_add_signed(*from as isize);
            let to = addresses[1].wrapping_add_signed(*to as isize);
            let from = std::ptr::with_exposed_provenance::<[MaybeUninit<u8>; N]>(from);
            let to = std::ptr::with_exposed_provenance_mut::<[MaybeUninit<u8>; N]>(to);
            // SAFETY: the caller guarantees two elements of `N` bytes, of sides that share none. Bytes have no alignment.
            unsafe {
                if N > 0 {
                    to.write(from.read());
                } else {
                    to.cast::<u8>().copy_from_nonoverlapping(from.cast(), bytes);
                }
            }
        }
    }
    let run = match item {
        1 => each::<1>,
        2 => each::<2>,
        4 => each::<4>,
        8 => each::<8>,
        16 => each::<16>,
        _ => each::<0>,
    };
    let mut tables = [OffsetTable::of(&from.layout)?, OffsetTable::of(&to.layout)?];
    let (mut offsets, mut left) = ([[0; BLOCK]; 2], from.size() as usize);
    while left > 0 {
        let count = left.min(BLOCK);
        for (k, side) in [from, to].into_iter().enumerate() {
            let block = &mut offsets[k][..count];
            tables[k].fill(block);
            block.iter_mut().for_each(|offset| *offset *= side.step);
        }
        let [x, y] = &offsets;
        // SAFETY: `fill` writes offsets of the layouts, and the caller guarantees an element for each.
        unsafe { run([from.address, to.address], [&x[..count], &y[..count]], item as usize) };
        left -= count;
    }
    Ok(())
}

/// The swizzle of a side whose plain layout has each offset below its size once: its elements in the order of these offsets.
fn in_offset_order(side: &Side) -> Option<Side> {
    let MaybeSwizzled::Swizzled(layout) = side.layout else { return None };
    if layout.offset() != 0 || !layout.plain().is_bijective() {
        return None;
    }
    let line = Layout::col_major(layout.size().into()).ok()?;
    let layout = ComposedLayout::new(layout.swizzle(), 0, line).ok()?;
    Some(Side { layout: MaybeSwizzled::Swizzled(layout), ..*side })
}

/// Copies element `i` of one side to element `i` of the other, for all linear indices `i`.
///
/// # Safety
/// Both sides have one size, and `item` is the size of an element in bytes. The elements of the first are valid for reads, those
/// of the second for writes; no two of the second are one, and none is one of the first.
pub(super) unsafe fn move_elements(from: &Side, to: &Side, item: i64) -> Result<(), LayoutError> {
    if from.size() == 0 || item == 0 {
        return Ok(());
    }
    let is_plain = |side: &Side| matches!(side.layout, MaybeSwizzled::Plain(_));
    // SAFETY: the caller's guarantee; neither side has a swizzle.
    if is_plain(from) && is_plain(to) && unsafe { by_kernel([from, to], item) }.is_ok() {
        return Ok(());
    }
    // Between a swizzle and another order, in two steps: the kernels order the elements, and the swizzle moves each to a place nearby.
    let swizzled = if is_plain(from) { to } else { from };
    if from.size() >= LARGE
        && is_plain(from) != is_plain(to)
        && let Some(near) = in_offset_order(swizzled)
        && let Ok(mut buffer) = Buffer::new(from.size(), item)
    {
        let ordered = buffer.side(swizzled.layout.plain(), item);
        let line = buffer.side(Layout::col_major(from.size().into())?, item);
        // SAFETY: the caller's guarantee. `in_offset_order` found that the plain layout has each place of the buffer once, and `near`
        // has the elements of the swizzled side, which the buffer does not share.
        unsafe {
            if is_plain(from) {
                move_elements(from, &ordered, item)?;
                return by_table([&line, &near], item);
            }
            by_table([&near, &line], item)?;
            return move_elements(&ordered, to, item);
        }
    }
    // SAFETY: the caller's guarantee.
    unsafe { by_table([from, to], item) }
}

/// The operand of a refusal.
fn operand(layout: &MaybeSwizzled) -> Operand {
    match layout {
        MaybeSwizzled::Plain(layout) => Operand::Layout(*layout),
        MaybeSwizzled::Swizzled(layout) => Operand::Composed(*layout),
    }
}

/// Whether two arrays may share memory.
pub(super) fn may_overlap(a: &Array<'_>, b: &Array<'_>) -> bool {
    let (a, b) = (a.span(), b.span());
    a.start < b.end && b.start < a.end
}

/// Copies `to(i) = from(i)` for all linear indices `i`.
#[pyfunction]
#[pyo3(signature = (src, dst, src_layout = None, dst_layout = None))]
pub(super) fn _copy(
    src: &Bound<'_, PyAny>,
    dst: &Bound<'_, PyAny>,
    src_layout: Option<&Bound<'_, PyAny>>,
    dst_layout: Option<&Bound<'_, PyAny>>,
) -> PyResult<()> {
    let py = src.py();
    let (src, dst) = (Array::of(src)?, Array::of(dst)?.writable()?);
    if !src.dtype.eq(&dst.dtype)? {
        return Err(PyTypeError::new_err(format!(
            "a copy converts nothing: the source has elements of {}, the destination of {}",
            src.dtype, dst.dtype
        )));
    }
    let (from, to) = (Side::of(&src, src_layout)?, Side::of(&dst, dst_layout)?);
    if src_layout.is_none() && dst_layout.is_none() && src.shape != dst.shape {
        let message = format!(
            "arrays of the shapes {:?} and {:?} have elements of equal index only through layouts",
            src.shape, dst.shape
        );
        return Err(PyValueError::new_err(message));
    }
    if from.size() != to.size() {
        let rule = Rule::Sizes { left: from.size(), right: to.size() };
        let (left, right) = (operand(&from.layout), operand(&to.layout));
        return Err(refused(py, &LayoutError::refused(Operation::Copy, left, right, rule), []));
    }
    let item = src.item;
    to.check_disjoint(py, item)?;
    if !may_overlap(&src, &dst) {
        // SAFETY: `Side::of` found elements of the arrays for all offsets, and `src` and `dst` keep the arrays. The sizes are equal.
        // `writable` and `check_disjoint` passed, and the arrays share no bytes.
        let moved = py.detach(|| unsafe { move_elements(&from, &to, item) });
        return moved.map_err(|error| refused(py, &error, []));
    }
    let mut buffer = Buffer::new(from.size(), item)?;
    let line = Layout::col_major(from.size().into()).map_err(|error| refused(py, &error, []))?;
    let between = buffer.side(line, item);
    let moved = py.detach(|| {
        // SAFETY: as above; the buffer has room for as many elements, and shares none with an array.
        unsafe { move_elements(&from, &between, item) }?;
        // SAFETY: as above; the elements of the buffer have just been written.
        unsafe { move_elements(&between, &to, item) }
    });
    moved.map_err(|error| refused(py, &error, []))
}
