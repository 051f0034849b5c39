//! The offsets of a layout in the order of the linear index.
//!
//! ```text
//! table     the offsets of the first linear indices: whole leaves, and steps of the next one, as many as fit the first cache
//! offset    table[i] + steps of that leaf + an offset of the leaves after it
//! ```
//!
//! A block of offsets is the table plus one number. A swizzle is applied to each.

use layout_cli::MaybeSwizzled;
use layout_core::{Layout, LayoutError, Swizzle};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::numpy::{Array, new_array};
use super::side::{of_leaves, receiver};
use crate::convert::refused;

/// The most offsets of a table: half of a first cache of 32 KiB.
const MOST: usize = 2048;

/// The offsets that are not yet written.
pub(super) struct OffsetTable {
    /// The offsets of the first `steps` steps of the leaf that the table cuts.
    table: Vec<i64>,
    /// The number of offsets of one step.
    each: usize,
    /// Extent and stride of that leaf.
    extent: usize,
    stride: i64,
    /// The offsets of the leaves after it.
    outer: layout_core::Offsets,
    /// The number that the table is added to, its next offset, and where the block ends.
    base: i64,
    at: usize,
    end: usize,
    /// The first step of the next block, and the offset of the outer leaves.
    step: usize,
    around: i64,
    /// The swizzle, and the number that is added before it.
    map: Option<(Swizzle, i64)>,
}

impl OffsetTable {
    /// The table of a layout.
    ///
    /// # Errors
    /// None for a layout whose offsets are integers.
    pub(super) fn of(layout: &MaybeSwizzled) -> Result<Self, LayoutError> {
        let map = match layout {
            MaybeSwizzled::Plain(_) => None,
            MaybeSwizzled::Swizzled(layout) => Some((layout.swizzle(), layout.offset())),
        };
        let plain = layout.plain();
        let leaves: Vec<_> = (0..plain.leaf_count()).map(|k| plain.leaf(k)).collect();
        if plain.size() == 0 {
            return Self::cut(vec![], (0, 0), &[], map);
        }
        let mut table = vec![0];
        for (k, &(extent, stride)) in leaves.iter().enumerate() {
            let steps = (MOST / table.len()).max(1).min(extent as usize);
            let each = table.len();
            table.reserve(each * (steps - 1));
            for step in 1..steps as i64 {
                for i in 0..each {
                    table.push(table[i] + step * stride);
                }
            }
            if steps < extent as usize {
                let mut cut = Self::cut(table, (extent, stride), &leaves[k + 1..], map)?;
                cut.each = each;
                return Ok(cut);
            }
        }
        Self::cut(table, (1, 0), &[], map)
    }

    /// The table of whole steps of a leaf, before its first block.
    fn cut(
        table: Vec<i64>,
        (extent, stride): (i64, i64),
        outer: &[(i64, i64)],
        map: Option<(Swizzle, i64)>,
    ) -> Result<Self, LayoutError> {
        let (extents, strides): (Vec<_>, Vec<_>) = outer.iter().copied().unzip();
        let mut outer = of_leaves(&extents, &strides)?.iter();
        let (each, extent) = (table.len(), extent as usize);
        let around = outer.next().unwrap_or(0);
        Ok(Self {
            table,
            each,
            extent,
            stride,
            outer,
            base: 0,
            at: 0,
            end: 0,
            step: 0,
            around,
            map,
        })
    }

    /// Begins the next block. There must be one.
    fn next_block(&mut self) {
        if self.step == self.extent {
            self.step = 0;
            self.around = self.outer.next().unwrap_or(0);
        }
        let steps = (self.table.len() / self.each).min(self.extent - self.step);
        self.base = self.around + self.step as i64 * self.stride;
        (self.at, self.end) = (0, steps * self.each);
        self.step += steps;
    }

    /// Writes the next offsets, at most as many as the layout has left.
    pub(super) fn fill(&mut self, mut out: &mut [i64]) {
        while !out.is_empty() {
            if self.at == self.end {
                self.next_block();
            }
            let count = out.len().min(self.end - self.at);
            let (now, rest) = out.split_at_mut(count);
            let block = &self.table[self.at..self.at + count];
            match self.map {
                None => add(now, block, |offset| offset, self.base),
                Some((swizzle, offset)) => {
                    add(now, block, |x| swizzle.apply(x), self.base + offset);
                }
            }
            self.at += count;
            out = rest;
        }
    }
}

/// `out[i] = map(block[i] + base)`.
#[inline(always)]
fn add(out: &mut [i64], block: &[i64], map: impl Fn(i64) -> i64, base: i64) {
    for (out, offset) in out.iter_mut().zip(block) {
        *out = map(offset + base);
    }
}

/// A new array of `int64`, written by `fill` without the GIL.
fn filled<'py>(
    py: Python<'py>,
    shape: &[i64],
    fill: impl FnOnce(&mut [i64]) + Send,
) -> PyResult<Bound<'py, PyAny>> {
    // Zeros of the system cost as much as memory that is not initialized.
    let array = Array::of(&new_array(py, shape, "int64")?)?.writable()?;
    let len = array.size() as usize;
    let in_order =
        array.strides.iter().rev().zip(shape.iter().rev()).try_fold(8, |next, (&step, &extent)| {
            (step == next || extent == 1).then_some(next * extent)
        });
    if array.item != 8 || array.shape != shape || (len > 0 && in_order.is_none()) {
        return Err(PyValueError::new_err("NumPy's zeros is not NumPy's"));
    }
    if len > 0 {
        let address = array.address;
        py.detach(|| {
            let first = std::ptr::with_exposed_provenance_mut::<i64>(address);
            // SAFETY: NumPy has just made the array of zeros in C order, so nobody else has it, and `array` keeps it alive.
            // `Array::of` read the address of an exact `ndarray` whose elements are aligned, `writable` that they may be written,
            // and the condition above found elements of 8 bytes one after the other, `len` of them by the shape.
            fill(unsafe { std::slice::from_raw_parts_mut(first, len) });
        });
    }
    Ok(array.object)
}

/// All offsets in the order of the linear index.
#[pyfunction]
pub(super) fn _offsets<'py>(layout: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = layout.py();
    let layout = receiver(layout)?;
    let mut table = OffsetTable::of(&layout).map_err(|error| refused(py, &error, []))?;
    filled(py, &[layout.size()], move |out| table.fill(out))
}

/// All natural coordinates in the order of the linear index: a row of `int64` for each leaf of the shape.
#[pyfunction]
pub(super) fn _coords<'py>(layout: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = layout.py();
    let plain = receiver(layout)?.plain();
    let (leaves, size) = (plain.leaf_count(), plain.size());
    // Leaf `k` alone: the layout of the same shape with stride 1 there and 0 elsewhere.
    let digits = |k: usize| -> Result<OffsetTable, LayoutError> {
        let extents: Vec<_> = (0..leaves).map(|k| plain.leaf(k).0).collect();
        let strides: Vec<_> = (0..leaves).map(|j| i64::from(j == k)).collect();
        let layout: Layout = of_leaves(&extents, &strides)?;
        OffsetTable::of(&MaybeSwizzled::Plain(layout))
    };
    let tables = (0..leaves).map(digits).collect::<Result<Vec<_>, _>>();
    let tables = tables.map_err(|error| refused(py, &error, []))?;
    filled(py, &[leaves as i64, size], move |out| {
        for (mut table, row) in tables.into_iter().zip(out.chunks_mut(size as usize)) {
            table.fill(row);
        }
    })
}
