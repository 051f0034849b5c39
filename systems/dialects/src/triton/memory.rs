//! Layouts in shared memory and in tensor memory.

use layout_core::{
    BitDims, BitLayout, BitMatrix, BitRule, ComposedLayout, IntTuple, Layout, LayoutError, Swizzle,
};

use super::bits::{along, fitted, linear, log, lowest, of_columns, of_rank, ordered};
use super::{
    BLOCK, COLUMN, DIMS, Gaps, Kind, OFFSET, Offsets, PARTITION, RANK, ROW, TritonLayout, refused,
};

impl TritonLayout<'_> {
    /// The bits of a layout that is not in registers.
    pub(super) fn memory(&self, shape: &[i64]) -> Result<BitLayout, LayoutError> {
        let part = self.part(shape)?;
        let part = &part[..shape.len()];
        match self.kind {
            Kind::Swizzled { vector, per_phase, max_phase, order, rotates } => {
                let phase = |row: i64| {
                    let turn = row / per_phase / max_phase % max_phase;
                    let phase = row / per_phase % max_phase;
                    vector * if rotates { phase ^ turn } else { phase }
                };
                let a = swizzled(phase, order.as_slice(), part)?;
                self.combined(&a, shape, OFFSET)
            }
            Kind::NvMma { width, transposed, bits, padded } => {
                let a = match width {
                    0 => tensor_copy(transposed, part)?,
                    _ => nv_mma(width, transposed, bits, padded, part)?,
                };
                self.combined(&a, shape, OFFSET)
            }
            Kind::SharedLinear { inputs, .. } => whole(&inputs, shape),
            Kind::Partitioned { partitions, groups, dim, parent } => {
                let dim = dim as usize;
                let mut piece = [1; RANK];
                piece[..shape.len()].copy_from_slice(shape);
                let count = partitions * groups;
                if piece[dim] < count {
                    return Err(refused(BitRule::Narrow { found: piece[dim], needed: count }));
                }
                piece[dim] /= count;
                let a = TritonLayout::parse(parent)?.all_bits(&piece[..shape.len()])?;
                a.product(&BitLayout::identity(PARTITION, DIMS[dim], log(partitions)?)?)?
                    .product(&BitLayout::identity(OFFSET, DIMS[dim], log(groups)?)?)
            }
            Kind::TensorMemory { rows, columns, step, is_of_two, padded } => {
                // Triton's verifier: each block has all columns of a tile, or of the tensor.
                let columns = columns.min(shape[1]);
                if part[1] < columns {
                    return Err(refused(BitRule::Narrow { found: part[1], needed: columns }));
                }
                let step = if padded { 2 } else { step };
                let a = tensor_memory([rows, columns], step, is_of_two, part)?;
                self.combined(&a, shape, COLUMN)
            }
            Kind::Scales { depth_first } => {
                let rows = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [0, 0], [0, 0]];
                let columns = [[0, 1], [0, 2], [32, 0]];
                let a = of_columns(&[(ROW, &rows), (COLUMN, &columns)])?;
                let order = if depth_first { [DIMS[1], DIMS[0]] } else { [DIMS[0], DIMS[1]] };
                self.combined(&a.part(&[ROW, COLUMN], &order)?, shape, COLUMN)
            }
            Kind::Padded { ref gaps, .. } => {
                let (run, gap) = gaps.as_slice().first().copied().unwrap_or((1, 0));
                Err(refused(BitRule::Gaps { run, gap }))
            }
            // The others are in registers.
            _ => Err(refused(BitRule::Rank { found: self.rank, expected: shape.len() })),
        }
    }

    /// The offset of each coordinate. With one dimension more than the layout has, the first one counts buffers.
    pub(super) fn all_offsets(&self, shape: &[i64]) -> Result<ComposedLayout, LayoutError> {
        let (buffers, shape) = match shape {
            [buffers, inner @ ..] if inner.len() == self.rank => (Some(*buffers), inner),
            _ => (None, shape),
        };
        if let Kind::Padded { gaps, offsets } = self.kind {
            of_rank(self.rank, shape.len())?;
            return padded(&gaps, &offsets, shape, buffers);
        }
        let bits = self.all_bits(shape)?;
        let offset = single(&bits)?;
        let one = lowest(&offset)?.to_layout()?;
        let plain = buffered(&one.plain(), buffers, count(&offset)?)?;
        ComposedLayout::new(one.swizzle(), one.offset(), plain)
    }
}

/// The offsets of one block and one memory. An offset alone does not say in which of several an element is.
fn single(bits: &BitLayout) -> Result<BitLayout, LayoutError> {
    let (inputs, outputs) = (bits.inputs(), bits.outputs());
    for name in [BLOCK, PARTITION] {
        let found = (0..inputs.rank()).find(|&i| inputs.name(i).as_str() == name);
        if let Some(i) = found.filter(|&i| inputs.width(i) > 0) {
            let (name, found) = (inputs.name(i), inputs.width(i));
            return Err(refused(BitRule::DimWidth { name, found, expected: 0 }));
        }
    }
    bits.part(&[OFFSET], &DIMS[..outputs.rank()])
}

/// The number of offsets.
fn count(offsets: &BitLayout) -> Result<i64, LayoutError> {
    match offsets.inputs().bits() {
        bits @ ..=62 => Ok(1 << bits),
        bits => Err(refused(BitRule::Width { needed: bits as usize, most: 62 })),
    }
}

/// Buffers of `size` offsets each, one after the other, as the first mode.
fn buffered(one: &Layout, buffers: Option<i64>, size: i64) -> Result<Layout, LayoutError> {
    let Some(buffers) = buffers else { return Ok(*one) };
    let (mut shape, mut stride) =
        ([IntTuple::leaf(buffers); RANK + 1], [IntTuple::leaf(size); RANK + 1]);
    let rank = one.rank();
    for i in 0..rank {
        let mode = one.mode(i)?;
        (shape[i + 1], stride[i + 1]) = (mode.shape(), mode.stride());
    }
    Layout::new(IntTuple::tuple(&shape[..=rank])?, IntTuple::tuple(&stride[..=rank])?)
}

/// The layout with these images of offsets and blocks. The tensor must have exactly their shape.
fn whole(inputs: &[(&'static str, &str)], shape: &[i64]) -> Result<BitLayout, LayoutError> {
    let a = linear(inputs, shape.len())?;
    for (k, &extent) in shape.iter().enumerate() {
        let (found, expected) = (a.outputs().width(k), log(extent)?);
        if found != expected {
            let name = a.outputs().name(k);
            return Err(refused(BitRule::DimWidth { name, found, expected }));
        }
    }
    match inputs[1].1 {
        // One block has no bits.
        "[]" => a.part(&[OFFSET], &DIMS[..shape.len()]),
        _ => Ok(a),
    }
}

/// The strides of a padded layout: a bit of the offset steps over the gaps below it.
fn padded(
    gaps: &Gaps,
    offsets: &Offsets<'_>,
    shape: &[i64],
    buffers: Option<i64>,
) -> Result<ComposedLayout, LayoutError> {
    let a = match offsets {
        Offsets::Ordered { order, shape: own } => {
            for (&found, &expected) in own.as_slice().iter().zip(shape) {
                of_extent(found, expected)?;
            }
            ordered(&along(OFFSET, own.as_slice(), order)?, shape.len())?
        }
        Offsets::Images(inputs) => single(&whole(inputs, shape)?)?,
    };
    let one = count(&a)?;
    let dense = buffered(&lowest(&a)?.to_layout()?.plain(), buffers, one)?;
    // Maps a dense offset to a padded one: a leaf for each run between two gaps. `dense` has `size` elements, so the
    // product does not overflow.
    let size = one * buffers.unwrap_or(1).max(1);
    let mut runs = *gaps;
    runs.as_mut_slice().sort_unstable();
    let (mut shape, mut stride) = ([IntTuple::leaf(1); 9], [IntTuple::leaf(0); 9]);
    let (mut from, mut step, mut count) = (1, 1, 0);
    for (run, gap) in runs.as_slice().iter().copied().filter(|(run, _)| *run < size) {
        (shape[count], stride[count]) = (IntTuple::leaf(run / from), IntTuple::leaf(step));
        step = step * (run / from) + gap;
        (from, count) = (run, count + 1);
    }
    (shape[count], stride[count]) = (IntTuple::leaf((size - 1) / from + 1), IntTuple::leaf(step));
    let spread =
        Layout::new(IntTuple::tuple(&shape[..=count])?, IntTuple::tuple(&stride[..=count])?)?;
    ComposedLayout::new(Swizzle::IDENTITY, 0, spread.compose(&dense.into())?)
}

fn of_extent(found: i64, expected: i64) -> Result<(), LayoutError> {
    match found == expected {
        true => Ok(()),
        false => Err(refused(BitRule::Narrow { found: expected, needed: found })),
    }
}

/// Rows whose elements are xored with the phase of the row.
fn swizzled(
    phase: impl Fn(i64) -> i64,
    order: &[i64],
    shape: &[i64],
) -> Result<BitLayout, LayoutError> {
    let extent = |k: usize| (DIMS[order[k] as usize], shape[order[k] as usize]);
    let (name, columns) = extent(0);
    if order.len() < 2 {
        return BitLayout::identity(OFFSET, name, log(columns)?);
    }
    let mut out = rows(extent(0), extent(1), phase)?;
    for k in 2..order.len() {
        let (name, extent) = extent(k);
        out = out.product(&BitLayout::identity(OFFSET, name, log(extent)?)?)?;
    }
    ordered(&out, shape.len())
}

/// Offsets row by row: the elements of a row, then the rows, whose bit `row` starts at the column `phase(row)`.
fn rows(
    (column, columns): (&str, i64),
    (row, rows): (&str, i64),
    phase: impl Fn(i64) -> i64,
) -> Result<BitLayout, LayoutError> {
    let (width, height) = (log(columns)?, log(rows)?);
    let outputs = BitDims::new(&[(column, width), (row, height)])?;
    let mut images = [0; 64];
    for bit in 0..width {
        images[bit as usize] = outputs.join(&[1 << bit, 0])?;
    }
    for bit in 0..height {
        let start = phase(1 << bit) as u64 & ((1 << width) - 1);
        images[(width + bit) as usize] = outputs.join(&[start, 1 << bit])?;
    }
    let bits = width + height;
    BitLayout::new(
        BitDims::new(&[(OFFSET, bits)])?,
        outputs,
        BitMatrix::new(bits, &images[..bits as usize])?,
    )
}

/// The greatest extent of a box that a tensor copy of Hopper moves.
const MOST_BOX: i64 = 256;

/// Boxes of a tensor copy without a swizzle, the last dimension first. For a transposed layout Triton rotates the names of
/// the dimensions. With two dimensions this exchanges them; with more, some elements get no offset.
fn tensor_copy(transposed: bool, shape: &[i64]) -> Result<BitLayout, LayoutError> {
    let rank = shape.len();
    let mut out = BitLayout::EMPTY;
    let mut names = [""; RANK];
    for k in (0..rank).rev() {
        let (of, name) = match transposed {
            true => ((k + 1) % rank, (k + rank - 1) % rank),
            false => (k, k),
        };
        let bits = log(shape[of].min(MOST_BOX))?;
        out = out.product(&BitLayout::identity(OFFSET, DIMS[name], bits)?)?;
        // The boxes follow each other the other way round.
        names[k] = DIMS[if transposed { rank - 1 - k } else { k }];
    }
    fitted(&out.part(&[OFFSET], &names[..rank])?, shape, OFFSET)
}

/// Blocks of 8 rows of `width` bytes, for the matrix instructions and the tensor copies of Hopper. A padded row has 8
/// bytes of 4-bit elements, then 8 empty bytes.
fn nv_mma(
    width: i64,
    transposed: bool,
    bits: i64,
    padded: bool,
    shape: &[i64],
) -> Result<BitLayout, LayoutError> {
    let rank = shape.len();
    let packing = if padded { 2 } else { 1 };
    let contiguous = if transposed { 0 } else { rank - 1 };
    // Triton's verifier: a block is as wide as the swizzle, and has its 8 rows.
    let tile = 8 * width / bits;
    let found = shape[contiguous] * packing;
    if found < tile {
        return Err(refused(BitRule::Narrow { found, needed: tile }));
    }
    let mut boxed = [1; RANK];
    for (extent, &of) in boxed.iter_mut().zip(shape) {
        *extent = of.min(MOST_BOX);
    }
    boxed[contiguous] = tile / packing;
    // All dimensions but the last one are rows; in a transposed box, columns.
    let (last, others) = (boxed[rank - 1], boxed[..rank - 1].iter().product::<i64>());
    let (height, breadth) = if transposed { (last, others) } else { (others, last) };
    if height < 8 {
        return Err(refused(BitRule::Narrow { found: height, needed: 8 }));
    }
    let (vector, per_phase, max_phase) = (128 / bits, 128 / width, width / 16);
    // The upper 8 of each 16 bytes of a padded row hold no elements.
    let packed = |column: i64| if padded { column / 16 * 8 + column % 8 } else { column };
    let mut images = [0; 64];
    let (tile_bits, row_bits) = (log(tile)?, 3);
    let outputs = BitDims::new(&[(DIMS[1], log(tile / packing)?), (DIMS[0], row_bits)])?;
    for bit in 0..tile_bits {
        images[bit as usize] = outputs.join(&[packed(1 << bit) as u64, 0])?;
    }
    for bit in 0..row_bits {
        let start = packed(vector * ((1 << bit) / per_phase % max_phase));
        images[(tile_bits + bit) as usize] = outputs.join(&[start as u64, 1 << bit])?;
    }
    let count = tile_bits + row_bits;
    let core = BitLayout::new(
        BitDims::new(&[(OFFSET, count)])?,
        outputs,
        BitMatrix::new(outputs.bits(), &images[..count as usize])?,
    )?;
    let flat = fitted(&core.part(&[OFFSET], &DIMS[..2])?, &[height, breadth], OFFSET)?;
    // Splits rows and columns into the dimensions, the contiguous one in the lowest bits.
    let flat = flat.part(&[OFFSET], &[DIMS[1], DIMS[0]])?;
    let mut dims = [("", 0); RANK];
    for (k, dim) in dims.iter_mut().enumerate().take(rank) {
        let i = match (transposed, k) {
            (true, 0) => 0,
            (true, k) => rank - k,
            (false, k) => rank - 1 - k,
        };
        *dim = (DIMS[i], log(boxed[i])?);
    }
    let split = BitLayout::new(*flat.inputs(), BitDims::new(&dims[..rank])?, *flat.matrix())?;
    fitted(&ordered(&split, rank)?, shape, OFFSET)
}

/// A tile of a tensor memory of 128 rows. A tile of 64 rows has its rows from 16 on at 32, and another tile between.
fn tensor_memory(
    [rows, columns]: [i64; 2],
    step: i64,
    is_of_two: bool,
    part: &[i64],
) -> Result<BitLayout, LayoutError> {
    if part[0] < rows {
        return Err(refused(BitRule::Narrow { found: part[0], needed: rows }));
    }
    let mut row = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0], [64, 0]];
    let mut column = [[0, 0]; 16];
    let below = log(step)? as usize;
    let mut count = below + log(columns)? as usize;
    for (bit, image) in column[below..count].iter_mut().enumerate() {
        image[1] = 1 << bit;
    }
    if rows == 64 && is_of_two {
        // The upper half of the columns.
        count = count.checked_sub(1).ok_or(refused(BitRule::Narrow { found: 1, needed: 2 }))?;
        row[6] = column[count];
    } else if rows == 64 {
        let between = match (part[0] > rows, part[1] > columns) {
            (true, _) => [64, 0],
            (false, true) => [0, columns],
            // Nothing.
            (false, false) => [0, 0],
        };
        [row[4], row[5], row[6]] = [between, [16, 0], [32, 0]];
    }
    of_columns(&[(ROW, &row), (COLUMN, &column[..count])])
}
