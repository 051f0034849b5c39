//! The bits of each kind of layout.

use layout_core::scan::read_whole;
use layout_core::{BitDims, BitLayout, BitMatrix, BitRule, LayoutError};

use super::text::{IMAGES, numbers};
use super::{BLOCK, DIMS, Kind, LANE, Numbers, OFFSET, REGISTER, TritonLayout, WARP, refused};

impl Kind<'_> {
    /// The layout of a tensor of this shape.
    pub(super) fn bits(&self, shape: &[i64]) -> Result<BitLayout, LayoutError> {
        if shape.len() > DIMS.len() {
            return Err(refused(BitRule::Dims { most: DIMS.len() }));
        }
        match *self {
            Kind::Blocked { registers, lanes, warps, order } => {
                let (order, rank) = (order.as_slice(), shape.len());
                for list in [registers.as_slice(), lanes.as_slice(), warps.as_slice(), order] {
                    of_rank(list.len(), rank)?;
                }
                // No register holds an element a second time.
                let mut held = registers;
                for (count, &extent) in held.as_mut_slice().iter_mut().zip(shape) {
                    *count = extent.min(*count);
                }
                let a = along(REGISTER, held.as_slice(), order)?
                    .product(&along(LANE, lanes.as_slice(), order)?)?
                    .product(&along(WARP, warps.as_slice(), order)?)?;
                fitted(&a, shape, REGISTER)
            }
            Kind::Mma { version, warps, shape: tile, .. } => {
                of_rank(2, shape.len())?;
                let a = mma_tile([16, at(&tile, 1)?], 2, [1, 0], [1, 0])?;
                let a = a.product(&along(WARP, warps.as_slice(), warp_order(version))?)?;
                fitted(&a, shape, REGISTER)
            }
            Kind::Mfma { warps, shape: tile, transposed, .. } => {
                of_rank(2, shape.len())?;
                let a = mfma_tile([at(&tile, 0)?, at(&tile, 1)?], transposed)?;
                let a = a.product(&along(WARP, warps.as_slice(), &[1, 0])?)?;
                fitted(&a, shape, REGISTER)
            }
            Kind::Dot { operand, parent, width } => dot(operand, parent, width, shape),
            Kind::Slice { dim, parent } => slice(dim, parent, shape),
            Kind::Swizzled { vector, per_phase, max_phase, order } => {
                swizzled([vector, per_phase, max_phase], order.as_slice(), shape)
            }
            Kind::NvMma { width, transposed, bits } => nv_mma(width, transposed, bits, shape),
            Kind::Linear { inputs } => fitted(&linear(&inputs, shape.len())?, shape, REGISTER),
            Kind::SharedLinear { offset, .. } => {
                let a = linear(&[(OFFSET, offset)], shape.len())?;
                let (rank, outputs) = (a.matrix().rank(), a.outputs().bits());
                // Triton's verifier: one to one, apart from images of 0.
                let inputs =
                    a.matrix().columns().iter().filter(|&&image| image != 0).count() as u32;
                if rank < outputs || inputs > outputs {
                    return Err(refused(BitRule::Singular { rank, inputs, outputs }));
                }
                fitted(&a, shape, OFFSET)
            }
        }
    }
}

fn of_rank(found: usize, expected: usize) -> Result<(), LayoutError> {
    if found == expected { Ok(()) } else { Err(refused(BitRule::Rank { found, expected })) }
}

fn at(numbers: &Numbers, i: usize) -> Result<i64, LayoutError> {
    let found = numbers.as_slice().len();
    numbers.as_slice().get(i).copied().ok_or(refused(BitRule::Rank { found, expected: i + 1 }))
}

/// The number of bits of an extent.
fn log(extent: i64) -> Result<u32, LayoutError> {
    match extent {
        1.. if extent.count_ones() == 1 => Ok(extent.trailing_zeros()),
        _ => Err(refused(BitRule::NotPower { extent })),
    }
}

fn dim(i: i64) -> Result<&'static str, LayoutError> {
    usize::try_from(i)
        .ok()
        .and_then(|i| DIMS.get(i).copied())
        .ok_or(refused(BitRule::Dims { most: DIMS.len() }))
}

/// One input along the dimensions of a tensor, the first one of `order` in the lowest bits.
fn along(input: &str, extents: &[i64], order: &[i64]) -> Result<BitLayout, LayoutError> {
    let mut out = BitLayout::EMPTY;
    for &i in order {
        let extent = usize::try_from(i).ok().and_then(|i| extents.get(i)).copied();
        let bits = log(extent.ok_or(refused(BitRule::Dims { most: DIMS.len() }))?)?;
        out = out.product(&BitLayout::identity(input, dim(i)?, bits)?)?;
    }
    Ok(out)
}

/// The layout cut to the shape, or repeated to fill it by more bits of `input`.
fn fitted(a: &BitLayout, shape: &[i64], input: &str) -> Result<BitLayout, LayoutError> {
    let (dims, inputs) = (*a.outputs(), *a.inputs());
    of_rank(dims.rank(), shape.len())?;
    let extent = |k: usize| {
        let name = dims.name(k);
        let i = DIMS.iter().position(|&dim| dim == name.as_str()).unwrap_or(0);
        log(shape[i])
    };
    let mut cut = [("", 0); 4];
    for k in 0..dims.rank() {
        let name = DIMS[DIMS.iter().position(|&d| d == dims.name(k).as_str()).unwrap_or(0)];
        cut[k] = (name, dims.width(k).min(extent(k)?));
    }
    let outputs = BitDims::new(&cut[..dims.rank()])?;
    let mut columns = [0; 64];
    for (k, &image) in a.matrix().columns().iter().enumerate() {
        let mut values = [0; 4];
        for (i, value) in values.iter_mut().enumerate().take(dims.rank()) {
            // A copy past the shape holds the element at 0.
            *value = dims.part(image, i) & ((1 << outputs.width(i)) - 1);
        }
        columns[k] = outputs.join(&values[..dims.rank()])?;
    }
    let matrix = BitMatrix::new(outputs.bits(), &columns[..inputs.bits() as usize])?;
    let mut out = BitLayout::new(inputs, outputs, matrix)?;
    for (k, (name, width)) in cut.into_iter().enumerate().take(dims.rank()) {
        out = out.product(&BitLayout::identity(input, name, extent(k)? - width)?)?;
    }
    ordered(&out, shape.len())
}

/// The outputs in the order of the tensor's dimensions.
fn ordered(a: &BitLayout, rank: usize) -> Result<BitLayout, LayoutError> {
    let (inputs, mut names) = (a.inputs(), [""; 8]);
    for (i, name) in names.iter_mut().enumerate().take(inputs.rank()) {
        *name = [REGISTER, LANE, WARP, BLOCK, OFFSET]
            .into_iter()
            .find(|name| *name == inputs.name(i).as_str())
            .unwrap_or("");
    }
    a.part(&names[..inputs.rank()], &DIMS[..rank])
}

/// The tile of a matrix instruction: `width` elements of a row in a lane, 4 lanes along it, 8 down; then the registers
/// that fill the tile. `order` has the dimension of the row first.
fn mma_tile(
    tile: [i64; 2],
    width: i64,
    order: [usize; 2],
    repeats: [i64; 2],
) -> Result<BitLayout, LayoutError> {
    let [inner, outer] = order.map(|i| DIMS[i]);
    let row = tile[order[0]];
    let part = |input, name, extent| BitLayout::identity(input, name, log(extent)?);
    along(REGISTER, &[1, 1], &repeats)?
        .product(&part(REGISTER, inner, width)?)?
        .product(&part(LANE, inner, 4)?)?
        .product(&part(LANE, outer, 8)?)?
        .product(&part(REGISTER, outer, tile[order[1]] / 8)?)?
        .product(&part(REGISTER, inner, (row / (4 * width)).max(1))?)
}

/// The tile of an instruction of AMD for 64 lanes: 4 elements of a column in a lane, or of a row if it is transposed; the
/// lanes along the other dimension, then along this one, and the registers that fill the tile.
fn mfma_tile(tile: [i64; 2], transposed: bool) -> Result<BitLayout, LayoutError> {
    let (held, across) = if transposed { (1, 0) } else { (0, 1) };
    let part = |input, i: usize, extent| BitLayout::identity(input, DIMS[i], log(extent)?);
    let below = 64 / tile[across];
    along(REGISTER, &[1, 1], &[1, 0])?
        .product(&part(REGISTER, held, 4)?)?
        .product(&part(LANE, across, tile[across])?)?
        .product(&part(LANE, held, below)?)?
        .product(&part(REGISTER, held, (tile[held] / (4 * below)).max(1))?)
}

/// The order in which warps follow each other, of an instruction of one warp, or of four.
fn warp_order(version: i64) -> &'static [i64] {
    if version == 3 { &[0, 1] } else { &[1, 0] }
}

fn dot(operand: i64, parent: &str, width: i64, shape: &[i64]) -> Result<BitLayout, LayoutError> {
    of_rank(2, shape.len())?;
    let Kind::Mma { version, warps, .. } = TritonLayout::parse(parent)?.kind else {
        return Err(refused(BitRule::Rank { found: 0, expected: 2 }));
    };
    let depth = 8 * width;
    let (tile, order, repeats) = match operand {
        0 => ([16, depth], [1, 0], [1, 0]),
        1 => ([depth, 8], [0, 1], [0, 1]),
        _ => return Err(refused(BitRule::Dims { most: 2 })),
    };
    let mut out = mma_tile(tile, width, order, repeats)?;
    // All warps along the summed dimension hold the same part.
    let summed = 1 - operand;
    for &i in warp_order(version) {
        let bits = log(at(&warps, i as usize)?)?;
        let warp = match i == summed {
            true => BitLayout::zeros(WARP, bits, dim(i)?)?,
            false => BitLayout::identity(WARP, dim(i)?, bits)?,
        };
        out = out.product(&warp)?;
    }
    fitted(&out, shape, REGISTER)
}

fn slice(removed: i64, parent: &str, shape: &[i64]) -> Result<BitLayout, LayoutError> {
    let rank = shape.len() + 1;
    let Some(place) = usize::try_from(removed).ok().filter(|&i| i < rank && rank <= DIMS.len())
    else {
        return Err(refused(BitRule::Rank { found: shape.len(), expected: rank }));
    };
    // The parent of a tensor with one more dimension, of extent 1.
    let mut whole = [1; 4];
    for (i, &extent) in shape.iter().enumerate() {
        whole[if i < place { i } else { i + 1 }] = extent;
    }
    let a = TritonLayout::parse(parent)?.bits(&whole[..rank])?;
    // Registers that hold one element are one.
    let (mut inputs, inner) = ([("", 0); 4], a.inputs());
    let (mut columns, mut len) = ([0; 64], 0);
    for (i, input) in inputs.iter_mut().enumerate().take(inner.rank()) {
        let first: u32 = (0..i).map(|k| inner.width(k)).sum();
        let name = [REGISTER, LANE, WARP, BLOCK]
            .into_iter()
            .find(|name| *name == inner.name(i).as_str())
            .unwrap_or("");
        let mut width = 0;
        for bit in first..first + inner.width(i) {
            let image = a.matrix().columns()[bit as usize];
            if image != 0 || name != REGISTER {
                columns[len] = image;
                len += 1;
                width += 1;
            }
        }
        *input = (name, width);
    }
    let mut dims = [("", 0); 4];
    for (i, &extent) in shape.iter().enumerate() {
        dims[i] = (DIMS[i], log(extent)?);
    }
    let outputs = BitDims::new(&dims[..shape.len()])?;
    let inputs = BitDims::new(&inputs[..inner.rank()])?;
    // The removed dimension has no bits, so no image changes.
    BitLayout::new(inputs, outputs, BitMatrix::new(outputs.bits(), &columns[..len])?)
}

/// Rows whose vectors are xored with the phase of the row.
fn swizzled(
    [vector, per_phase, max_phase]: [i64; 3],
    order: &[i64],
    shape: &[i64],
) -> Result<BitLayout, LayoutError> {
    of_rank(order.len(), shape.len())?;
    let extent = |k: usize| -> Result<(&'static str, i64), LayoutError> {
        let name = dim(order[k])?;
        let i = DIMS.iter().position(|&dim| dim == name).unwrap_or(0);
        shape.get(i).map(|&extent| (name, extent)).ok_or(refused(BitRule::Dims { most: i }))
    };
    if order.len() < 2 {
        let (name, extent) = extent(0)?;
        return BitLayout::identity(OFFSET, name, log(extent)?);
    }
    for count in [vector, per_phase, max_phase] {
        log(count)?;
    }
    let phase = |row: i64| vector * (row / per_phase % max_phase);
    let mut out = rows(extent(0)?, extent(1)?, phase)?;
    for k in 2..order.len() {
        let (name, extent) = extent(k)?;
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

/// Blocks of 8 rows of `width` bytes, for the matrix instructions and the tensor copies of Hopper.
fn nv_mma(
    width: i64,
    transposed: bool,
    bits: i64,
    shape: &[i64],
) -> Result<BitLayout, LayoutError> {
    of_rank(2, shape.len())?;
    log(bits)?;
    let (inner, outer) = if transposed { (0, 1) } else { (1, 0) };
    // Triton's verifier: a block is as wide as the swizzle, and has its 8 rows.
    if width != 0 {
        for (needed, found) in [(8 * width / bits, shape[inner]), (8, shape[outer])] {
            if found < needed {
                return Err(refused(BitRule::Narrow { found, needed }));
            }
        }
    }
    let (max_phase, tile) = match width {
        // Rows as a whole, to 256 elements.
        0 => (1, shape[inner].min(256)),
        32 | 64 | 128 => (width / 16, 8 * width / bits),
        _ => return Err(refused(BitRule::NotPower { extent: width })),
    };
    let (vector, per_phase) = (128 / bits, if width == 0 { 1 } else { 128 / width });
    let phase = |row: i64| vector * (row / per_phase % max_phase);
    let core = rows((DIMS[inner], tile), (DIMS[outer], 8), phase)?;
    // A block is as tall as the tensor, to 256 rows; then follow the blocks of its width.
    let height = (shape[outer] / 8).clamp(1, 32);
    let block = core.product(&BitLayout::identity(OFFSET, DIMS[outer], log(height)?)?)?;
    fitted(&block, shape, OFFSET)
}

/// The images of the bits of each input, as listed.
fn linear(inputs: &[(&str, &str)], rank: usize) -> Result<BitLayout, LayoutError> {
    let mut columns = [[0_i64; 4]; 64];
    let (mut len, mut widths, mut most) = (0, [("", 0); 4], [0_i64; 4]);
    for (k, &(name, text)) in inputs.iter().enumerate() {
        let first = len;
        read_whole(text, |scanner| {
            scanner.expect("[", "`[`")?;
            scanner.list("]", "`,` or `]`", |scanner| {
                let image = numbers(scanner)?;
                of_rank(image.as_slice().len(), rank)?;
                if len == columns.len() {
                    return Err(refused(BitRule::Width { needed: len + 1, most: columns.len() }));
                }
                for (i, &value) in image.as_slice().iter().enumerate() {
                    columns[len][i] = value;
                    most[i] |= value;
                }
                len += 1;
                Ok(())
            })
        })?;
        let name = IMAGES.into_iter().find(|known| *known == name).unwrap_or("");
        widths[k] = (name, (len - first) as u32);
    }
    let mut dims = [("", 0); 4];
    for (i, dim) in dims.iter_mut().enumerate().take(rank) {
        *dim = (DIMS[i], i64::BITS - most[i].leading_zeros());
    }
    let (ins, outs) = (BitDims::new(&widths[..inputs.len()])?, BitDims::new(&dims[..rank])?);
    let mut images = [0; 64];
    for (image, values) in images.iter_mut().zip(&columns).take(len) {
        *image = outs.join(&values.map(|value| value as u64)[..rank])?;
    }
    BitLayout::new(ins, outs, BitMatrix::new(outs.bits(), &images[..len])?)
}
