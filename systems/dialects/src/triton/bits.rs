//! The bits of each kind of layout: in registers here, in memories in `memory`.
//!
//! A layout is a product of the bits of a tile, from the lowest on. [`fitted`] cuts it to the shape of a tensor, or repeats
//! it, and [`TritonLayout::combined`] gives each block of threads its part.

use layout_core::scan::read_whole;
use layout_core::{BitDims, BitLayout, BitMatrix, BitRule, IntTuple, LayoutError};

use super::read::each_image;
use super::{
    BLOCK, DIMS, INPUTS, Images, Kind, LANE, Numbers, OFFSET, Offsets, RANK, REGISTER,
    TritonLayout, WARP, refused,
};

impl TritonLayout<'_> {
    /// The layout of a tensor of this shape.
    pub(super) fn all_bits(&self, shape: &[i64]) -> Result<BitLayout, LayoutError> {
        if shape.len() > RANK {
            return Err(refused(BitRule::Dims { most: RANK }));
        }
        of_rank(self.rank, shape.len())?;
        for &extent in shape {
            log(extent)?;
        }
        match self.kind {
            Kind::Blocked { registers, lanes, warps, order } => {
                // No register holds an element a second time.
                let mut held = registers;
                for (count, &extent) in held.as_mut_slice().iter_mut().zip(&self.part(shape)?) {
                    *count = extent.min(*count);
                }
                let order = order.as_slice();
                let a = along(REGISTER, held.as_slice(), order)?
                    .product(&along(LANE, lanes.as_slice(), order)?)?
                    .product(&along(WARP, warps.as_slice(), order)?)?;
                self.combined(&a, shape, REGISTER)
            }
            Kind::Mma { version, warps, shape: tile, .. } => {
                let (tile, rank) = (tile.as_slice(), self.rank);
                let (outer, inner) = (rank - 2, rank - 1);
                // The instruction of version 3 has a third number.
                let [m, n] =
                    if version == 3 { [tile[0], tile[1]] } else { [tile[outer], tile[inner]] };
                let a = mma_tile([(inner, n), (outer, m)], 2, &matrix_order(rank, false))?;
                let warps = along(WARP, warps.as_slice(), &matrix_order(rank, version == 3))?;
                self.combined(&a.product(&warps)?, shape, REGISTER)
            }
            Kind::Mfma { warps, shape: tile, transposed, tiles, bits, .. } => {
                let a = mfma([warps, tile, tiles], transposed, bits, shape)?;
                self.combined(&a, shape, REGISTER)
            }
            Kind::Wmma { version, transposed, registers, warps, shape: tile } => {
                let a = wmma_tile(version, transposed, tile.as_slice()[0], self.rank)?;
                let warps = of_images(&[(REGISTER, &registers), (WARP, &warps)], self.rank)?;
                self.combined(&a.product(&warps)?, shape, REGISTER)
            }
            Kind::Dot { operand, parent, width } => self.dot(operand, parent, width, shape),
            Kind::Slice { dim, parent } => slice(dim as usize, parent, shape),
            Kind::Linear { inputs, .. } => distributed(&inputs, shape),
            _ => self.memory(shape),
        }
    }

    /// The shape of the tensor that the layout fills once, if it has one.
    pub(super) fn filled(&self) -> Option<IntTuple> {
        let (mut shape, mut is_past) = ([1_i64; RANK], false);
        let mut grow = |counts: &[i64]| {
            for (extent, &count) in shape.iter_mut().zip(counts) {
                let (product, overflows) = extent.overflowing_mul(count);
                (*extent, is_past) = (product, is_past || overflows);
            }
        };
        match self.kind {
            Kind::Blocked { registers, lanes, warps, .. } => {
                [registers, lanes, warps].iter().for_each(|counts| grow(counts.as_slice()));
            }
            Kind::Mma { version: 2, warps, shape, .. } => {
                [warps, shape].iter().for_each(|counts| grow(counts.as_slice()));
            }
            Kind::Mma { warps, shape, .. } => {
                grow(warps.as_slice());
                grow(&shape.as_slice()[..2]);
            }
            Kind::Mfma { warps, shape, tiles, .. } => {
                grow(warps.as_slice());
                grow(tiles.as_slice());
                // The batch has no part in an instruction.
                let [m, n, ..] = *shape.as_slice() else { return None };
                grow(&[1, m, n][3 - self.rank..]);
            }
            Kind::Wmma { registers, warps, shape, .. } => {
                let all = of_images(&[(REGISTER, &registers), (WARP, &warps)], self.rank).ok()?;
                for (k, extent) in shape_of(&all).iter().enumerate().take(self.rank) {
                    let mut counts = [1; RANK];
                    counts[k] = *extent;
                    grow(&counts);
                }
                // The batch has no part in an instruction.
                let [m, n, ..] = *shape.as_slice() else { return None };
                grow(&[1, m, n][3 - self.rank..]);
            }
            Kind::Linear { inputs, .. } => grow(&shape_of(&linear(&inputs, self.rank).ok()?)),
            Kind::SharedLinear { inputs, .. }
            | Kind::Padded { offsets: Offsets::Images(inputs), .. } => {
                grow(&shape_of(&linear(&inputs, self.rank).ok()?));
            }
            Kind::Padded { offsets: Offsets::Ordered { shape, .. }, .. } => grow(shape.as_slice()),
            _ => return None,
        }
        for image in self.blocks.as_slice() {
            grow(&image.map(|value| if value == 0 { 1 } else { 2 }));
        }
        if is_past {
            return None;
        }
        let mut leaves = [IntTuple::leaf(0); RANK];
        for (leaf, &extent) in leaves.iter_mut().zip(&shape) {
            *leaf = IntTuple::leaf(extent);
        }
        IntTuple::tuple(&leaves[..self.rank]).ok()
    }

    /// The bits of the number of a block of threads. A block past the tensor has the elements of another one.
    pub(super) fn block_bits(&self, shape: &[i64]) -> Result<BitLayout, LayoutError> {
        let all = of_images(&[(BLOCK, &self.blocks)], self.rank)?;
        cut(&all, shape)
    }

    /// The part of a tensor that a block of threads has. 1 past the rank.
    pub(super) fn part(&self, shape: &[i64]) -> Result<[i64; RANK], LayoutError> {
        let mut part = [1; RANK];
        let split = shape_of(&self.block_bits(shape)?);
        for (k, extent) in part.iter_mut().enumerate().take(shape.len()) {
            *extent = (shape[k] / split[k]).max(1);
        }
        Ok(part)
    }

    /// The layout of a block of threads, cut or repeated along `input` to its part, and the blocks next to each other.
    pub(super) fn combined(
        &self,
        a: &BitLayout,
        shape: &[i64],
        input: &str,
    ) -> Result<BitLayout, LayoutError> {
        if self.blocks.as_slice().is_empty() {
            return fitted(a, shape, input);
        }
        let part = self.part(shape)?;
        fitted(a, &part[..shape.len()], input)?.product(&self.block_bits(shape)?)
    }

    fn dot(
        &self,
        operand: i64,
        parent: &str,
        width: i64,
        shape: &[i64],
    ) -> Result<BitLayout, LayoutError> {
        let rank = self.rank;
        // The summed dimension first.
        let order = matrix_order(rank, operand == 1);
        let [summed, other, ..] = order.as_slice() else {
            return Err(refused(BitRule::Rank { found: rank, expected: 2 }));
        };
        let (summed, other) = (*summed as usize, *other as usize);
        let a = match TritonLayout::parse(parent)?.kind {
            Kind::Mma { version, warps, shape: tile, .. } => {
                let m = if version == 3 { 16 } else { tile.as_slice()[rank - 2] };
                // An instruction of 8 rows (of 64-bit elements) has half as many columns in a lane.
                let depth = if m == 8 { 4 } else { 8 } * width;
                let across = if operand == 0 { m } else { 8 };
                mma_tile([(summed, depth), (other, across)], width, &order)?.product(&along_but(
                    WARP,
                    warps.as_slice(),
                    &matrix_order(rank, version == 3),
                    summed,
                )?)?
            }
            Kind::Mfma { warps, shape: tile, tiles, .. } => {
                let (across, depth) = (tile.as_slice()[operand as usize], shape[summed]);
                let part =
                    |input, i: usize, extent| BitLayout::identity(input, DIMS[i], log(extent)?);
                let mut a = along(REGISTER, &[1; RANK], &order)?
                    .product(&part(REGISTER, summed, width)?)?
                    .product(&part(LANE, other, across)?)?
                    .product(&part(LANE, summed, 64 / across)?)?;
                let mut held = 64 / across * width;
                // The operand of 64 rows or columns is of 16 instructions.
                if across == 64 {
                    a = a.product(&part(REGISTER, summed, 16)?)?;
                    held *= 16;
                }
                a.product(&part(REGISTER, summed, (depth / held).max(1))?)?
                    .product(&part(REGISTER, other, tiles.as_slice()[other])?)?
                    .product(&along(WARP, warps.as_slice(), &matrix_order(rank, false))?)?
            }
            Kind::Wmma { version, transposed, registers, warps, shape: tile } => {
                let (m, n, depth) = (tile.as_slice()[0], tile.as_slice()[1], tile.as_slice()[2]);
                // A transposed instruction of 32x16 has its operands exchanged.
                let is_first = (operand == 0) != (transposed && m != n);
                let across = if is_first { m } else { n };
                let part =
                    |input, i: usize, extent| BitLayout::identity(input, DIMS[i], log(extent)?);
                let upper = match version {
                    1 => BitLayout::zeros(LANE, 1, DIMS[summed])?,
                    _ => part(LANE, summed, 2)?,
                };
                let a = along(REGISTER, &[1; RANK], &order)?
                    .product(&part(REGISTER, summed, width)?)?
                    .product(&part(LANE, other, 16)?)?
                    .product(&upper)?
                    .product(&part(REGISTER, summed, (depth / (2 * width)).max(1))?)?
                    .product(&part(REGISTER, other, across / 16)?)?;
                let [mut of_registers, mut of_warps] = [registers, warps];
                for images in [&mut of_registers, &mut of_warps] {
                    images.as_mut_slice().iter_mut().for_each(|image| image[summed] = 0);
                }
                let mut held = Images::empty([0; RANK]);
                for &image in of_registers.as_slice().iter().filter(|image| **image != [0; RANK]) {
                    held.push(image)?;
                }
                a.product(&of_images(&[(REGISTER, &held), (WARP, &of_warps)], rank)?)?
            }
            Kind::Blocked { registers, lanes, warps, order } => {
                let (mut held, order) = (registers, order.as_slice());
                held.as_mut_slice()[summed] = shape[summed];
                along(REGISTER, held.as_slice(), order)?
                    .product(&along_but(LANE, lanes.as_slice(), order, summed)?)?
                    .product(&along_but(WARP, warps.as_slice(), order, summed)?)?
            }
            _ => return Err(refused(BitRule::Rank { found: 0, expected: 2 })),
        };
        self.combined(&a, shape, REGISTER)
    }
}

pub(super) fn of_rank(found: usize, expected: usize) -> Result<(), LayoutError> {
    if found == expected { Ok(()) } else { Err(refused(BitRule::Rank { found, expected })) }
}

/// The number of bits of an extent.
pub(super) fn log(extent: i64) -> Result<u32, LayoutError> {
    match extent {
        1.. if extent.count_ones() == 1 => Ok(extent.trailing_zeros()),
        _ => Err(refused(BitRule::NotPower { extent })),
    }
}

/// The dimensions from the last one on, the last two exchanged for columns.
fn matrix_order(rank: usize, by_columns: bool) -> Numbers {
    let mut order = Numbers::empty(0);
    (0..rank as i64).rev().for_each(|dim| order.push(dim).unwrap_or(()));
    if by_columns && rank >= 2 {
        order.as_mut_slice().swap(0, 1);
    }
    order
}

fn dim(i: i64) -> Result<&'static str, LayoutError> {
    let found = usize::try_from(i).ok().and_then(|i| DIMS.get(i).copied());
    found.ok_or(refused(BitRule::Dims { most: RANK }))
}

/// One input along the dimensions of a tensor, the first one of `order` in the lowest bits.
pub(super) fn along(
    input: &str,
    extents: &[i64],
    order: &(impl AsRef<[i64]> + ?Sized),
) -> Result<BitLayout, LayoutError> {
    along_but(input, extents, order, RANK)
}

/// [`along`], but the bits of the dimension `held` map to 0: all of them hold the same part.
fn along_but(
    input: &str,
    extents: &[i64],
    order: &(impl AsRef<[i64]> + ?Sized),
    held: usize,
) -> Result<BitLayout, LayoutError> {
    let mut out = BitLayout::EMPTY;
    for &i in order.as_ref() {
        let extent = usize::try_from(i).ok().and_then(|i| extents.get(i)).copied();
        let bits = log(extent.ok_or(refused(BitRule::Dims { most: RANK }))?)?;
        let next = match i as usize == held {
            true => BitLayout::zeros(input, bits, dim(i)?)?,
            false => BitLayout::identity(input, dim(i)?, bits)?,
        };
        out = out.product(&next)?;
    }
    Ok(out)
}

impl AsRef<[i64]> for Numbers {
    fn as_ref(&self) -> &[i64] {
        self.as_slice()
    }
}

/// The place of an output among the dimensions of a tensor.
fn place(a: &BitLayout, k: usize) -> usize {
    DIMS.iter().position(|&dim| dim == a.outputs().name(k).as_str()).unwrap_or(0)
}

/// The extents of the dimensions of a tensor. 1 for one that is not there.
pub(super) fn shape_of(a: &BitLayout) -> [i64; RANK] {
    let mut shape = [1; RANK];
    for k in 0..a.outputs().rank() {
        shape[place(a, k)] = 1_i64.checked_shl(a.outputs().width(k)).unwrap_or(i64::MAX);
    }
    shape
}

/// The layout cut to the shape: what is past it has the element at 0.
fn cut(a: &BitLayout, shape: &[i64]) -> Result<BitLayout, LayoutError> {
    let (dims, inputs) = (*a.outputs(), *a.inputs());
    let mut widths = [("", 0); RANK];
    for (k, width) in widths.iter_mut().enumerate().take(dims.rank()) {
        let i = place(a, k);
        *width = (DIMS[i], dims.width(k).min(log(shape[i])?));
    }
    let outputs = BitDims::new(&widths[..dims.rank()])?;
    let mut columns = [0; 64];
    for (column, &image) in columns.iter_mut().zip(a.matrix().columns()) {
        let mut values = [0; RANK];
        for (i, value) in values.iter_mut().enumerate().take(dims.rank()) {
            let (whole, inside) = (dims.part(image, i), (1 << outputs.width(i)) - 1);
            *value = whole & inside;
            // Triton cuts an image of one bit, but not a sum of bits.
            if whole != *value && *value != 0 {
                let (found, needed) = (1 << outputs.width(i), 1 << dims.width(i));
                return Err(refused(BitRule::Narrow { found, needed }));
            }
        }
        *column = outputs.join(&values[..dims.rank()])?;
    }
    let matrix = BitMatrix::new(outputs.bits(), &columns[..inputs.bits() as usize])?;
    BitLayout::new(inputs, outputs, matrix)
}

/// The layout cut to the shape, or repeated to fill it by more bits of `input`, the first output first.
pub(super) fn fitted(a: &BitLayout, shape: &[i64], input: &str) -> Result<BitLayout, LayoutError> {
    of_rank(a.outputs().rank(), shape.len())?;
    let mut out = cut(a, shape)?;
    for k in 0..shape.len() {
        let i = place(a, k);
        let missing = log(shape[i])?.saturating_sub(a.outputs().width(k));
        out = out.product(&BitLayout::identity(input, DIMS[i], missing)?)?;
    }
    ordered(&out, shape.len())
}

/// The outputs in the order of the tensor's dimensions.
pub(super) fn ordered(a: &BitLayout, rank: usize) -> Result<BitLayout, LayoutError> {
    let (inputs, mut names) = (a.inputs(), [""; 8]);
    for (i, name) in names.iter_mut().enumerate().take(inputs.rank()) {
        *name = input_name(a, i);
    }
    a.part(&names[..inputs.rank()], &DIMS[..rank])
}

/// The name of an input of a layout of Triton.
fn input_name(a: &BitLayout, i: usize) -> &'static str {
    let found = INPUTS.into_iter().find(|name| *name == a.inputs().name(i).as_str());
    found.unwrap_or("")
}

/// The tile of a matrix instruction: `width` elements of a row in a lane, 4 lanes along the row, 8 lanes down; then the
/// registers that fill the tile. The first argument has two dimensions with their extents, the one along a row first. The
/// tile is repeated in the order `repeats`.
fn mma_tile(
    [(inner, n), (outer, m)]: [(usize, i64); 2],
    width: i64,
    repeats: &Numbers,
) -> Result<BitLayout, LayoutError> {
    let part = |input, i: usize, extent| BitLayout::identity(input, DIMS[i], log(extent)?);
    along(REGISTER, &[1; RANK], repeats)?
        .product(&part(REGISTER, inner, width)?)?
        .product(&part(LANE, inner, 4)?)?
        .product(&part(LANE, outer, 8)?)?
        .product(&part(REGISTER, outer, m / 8)?)?
        .product(&part(REGISTER, inner, (n / (4 * width)).max(1))?)
}

/// The tiles of an AMD instruction for 64 lanes, repeated along all columns. A lane has 4 elements of a column (of a row if
/// `transposed`), or one element of 64 bits. The lanes continue along the other dimension, then along this one, and
/// registers fill the tile. A warp has `tiles` next to each other.
fn mfma(
    [warps, tile, tiles]: [Numbers; 3],
    transposed: bool,
    bits: i64,
    shape: &[i64],
) -> Result<BitLayout, LayoutError> {
    let rank = shape.len();
    let (m, n) = (rank - 2, rank - 1);
    let (rows, columns) = (tile.as_slice()[0], tile.as_slice()[1]);
    let (held, across, lanes) = if transposed { (n, m, rows) } else { (m, n, columns) };
    let height = if bits == 64 { 1 } else { 4 };
    let (tiles, warps) = (tiles.as_slice(), warps.as_slice());
    let part = |input, i: usize, extent| BitLayout::identity(input, DIMS[i], log(extent)?);
    // One by one: their product may be past the integers.
    let wide = (shape[n] / columns / warps[n] / tiles[n]).max(1);
    let a = along(REGISTER, &[1; RANK], &matrix_order(rank, false))?
        .product(&part(REGISTER, held, height)?)?
        .product(&part(LANE, across, lanes)?)?
        .product(&part(LANE, held, 64 / lanes)?)?
        .product(&part(REGISTER, held, (rows * columns / (64 * height)).max(1))?)?
        .product(&part(REGISTER, n, tiles[n])?)?
        .product(&part(WARP, n, warps[n])?)?
        .product(&part(REGISTER, n, wide)?)?
        .product(&part(REGISTER, m, tiles[m])?)?
        .product(&part(WARP, m, warps[m])?)?;
    if rank == 3 { a.product(&part(WARP, 0, warps[0])?) } else { Ok(a) }
}

/// The tile of an AMD instruction for 32 lanes: 16 lanes along a row, or along a column if `transposed`. In version 1 the
/// rows alternate between the two halves of the lanes; later the upper half has the 8 rows below.
fn wmma_tile(
    version: i64,
    transposed: bool,
    rows: i64,
    rank: usize,
) -> Result<BitLayout, LayoutError> {
    let (n, m) = if transposed { (rank - 2, rank - 1) } else { (rank - 1, rank - 2) };
    let part = |input, i: usize, extent| BitLayout::identity(input, DIMS[i], log(extent)?);
    let a = along(REGISTER, &[1; RANK], &matrix_order(rank, false))?;
    let lanes = part(LANE, n, 16)?;
    if version == 1 {
        return a.product(&lanes)?.product(&part(LANE, m, 2)?)?.product(&part(REGISTER, m, 8)?);
    }
    a.product(&part(REGISTER, m, 8)?)?.product(&lanes)?.product(&part(LANE, m, 2)?)?.product(&part(
        REGISTER,
        m,
        rows / 16,
    )?)
}

fn slice(removed: usize, parent: &str, shape: &[i64]) -> Result<BitLayout, LayoutError> {
    // The parent of a tensor with one more dimension, of extent 1.
    let (mut whole, mut widths) = ([1; RANK], [("", 0); RANK]);
    for (i, &extent) in shape.iter().enumerate() {
        whole[if i < removed { i } else { i + 1 }] = extent;
        widths[i] = (DIMS[i], log(extent)?);
    }
    let a = TritonLayout::parse(parent)?.all_bits(&whole[..shape.len() + 1])?;
    // Registers that hold one element are one. The removed dimension has no bits, so no image changes.
    let outputs = BitDims::new(&widths[..shape.len()])?;
    without(&a, &outputs, |bit| a.matrix().columns()[bit] == 0)
}

/// The layout without the bits of registers that `is_dropped` names.
fn without(
    a: &BitLayout,
    outputs: &BitDims,
    is_dropped: impl Fn(usize) -> bool,
) -> Result<BitLayout, LayoutError> {
    let (mut inputs, mut columns, mut len, mut first) = ([("", 0); 8], [0; 64], 0, 0);
    for i in 0..a.inputs().rank() {
        inputs[i].0 = input_name(a, i);
        for bit in first..first + a.inputs().width(i) as usize {
            if inputs[i].0 != REGISTER || !is_dropped(bit) {
                columns[len] = a.matrix().columns()[bit];
                len += 1;
                inputs[i].1 += 1;
            }
        }
        first += a.inputs().width(i) as usize;
    }
    let inputs = BitDims::new(&inputs[..a.inputs().rank()])?;
    BitLayout::new(inputs, *outputs, BitMatrix::new(outputs.bits(), &columns[..len])?)
}

/// Images of registers, lanes, warps and blocks, cut or repeated. Bits of registers past the tensor are dropped. Bits that
/// repeat the layout go along the dimensions in the order of the registers, then from the last one on.
fn distributed(inputs: &[(&'static str, &str)], shape: &[i64]) -> Result<BitLayout, LayoutError> {
    let a = linear(inputs, shape.len())?;
    let registers = &a.matrix().columns()[..a.inputs().width(0) as usize];
    let (mut order, mut rank) = ([""; RANK], 0);
    let mut add = |k: usize| {
        if !order[..rank].contains(&DIMS[k]) {
            order[rank] = DIMS[k];
            rank += 1;
        }
    };
    for &image in registers {
        (0..shape.len()).filter(|&k| a.outputs().part(image, k) != 0).take(1).for_each(&mut add);
    }
    (0..shape.len()).rev().for_each(&mut add);
    let names = [REGISTER, LANE, WARP, BLOCK];
    let out = fitted(&a.part(&names, &order[..shape.len()])?, shape, REGISTER)?;
    let outputs = *out.outputs();
    let is_cut = |bit: usize| {
        let before = registers.get(bit).is_some_and(|&image| image != 0);
        before && out.matrix().columns()[bit] == 0
    };
    without(&out, &outputs, is_cut)
}

/// A layout that is built image by image.
struct Columns {
    inputs: [(&'static str, u32); 4],
    count: usize,
    images: [[u64; RANK]; 64],
    len: usize,
}

impl Columns {
    const EMPTY: Self = Self { inputs: [("", 0); 4], count: 0, images: [[0; RANK]; 64], len: 0 };

    /// Begins an input.
    fn input(&mut self, name: &'static str) {
        self.inputs[self.count] = (name, 0);
        self.count += 1;
    }

    /// Adds the image of the next bit of the input.
    fn push(&mut self, image: &[i64]) -> Result<(), LayoutError> {
        let most = self.images.len();
        let Some(place) = self.images.get_mut(self.len) else {
            return Err(refused(BitRule::Width { needed: most + 1, most }));
        };
        for (value, &of) in place.iter_mut().zip(image) {
            *value = of as u64;
        }
        self.len += 1;
        self.inputs[self.count - 1].1 += 1;
        Ok(())
    }

    /// The layout, with as few bits of each dimension as the images have.
    fn layout(&self, rank: usize) -> Result<BitLayout, LayoutError> {
        let mut dims = [("", 0); RANK];
        for (i, dim) in dims.iter_mut().enumerate().take(rank) {
            let most = self.images[..self.len].iter().fold(0, |most, image| most | image[i]);
            *dim = (DIMS[i], u64::BITS - most.leading_zeros());
        }
        let (ins, outs) = (BitDims::new(&self.inputs[..self.count])?, BitDims::new(&dims[..rank])?);
        let mut columns = [0; 64];
        for (column, image) in columns.iter_mut().zip(&self.images).take(self.len) {
            *column = outs.join(&image[..rank])?;
        }
        BitLayout::new(ins, outs, BitMatrix::new(outs.bits(), &columns[..self.len])?)
    }
}

/// The images of the bits of each input, as listed.
pub(super) fn linear(
    inputs: &[(&'static str, &str)],
    rank: usize,
) -> Result<BitLayout, LayoutError> {
    let mut columns = Columns::EMPTY;
    for &(name, text) in inputs {
        columns.input(name);
        read_whole(text, |scanner| {
            each_image(scanner, |image| {
                of_rank(image.len(), rank)?;
                columns.push(image)
            })
        })?;
    }
    columns.layout(rank)
}

/// The layout of these images.
pub(super) fn of_images(
    inputs: &[(&'static str, &Images)],
    rank: usize,
) -> Result<BitLayout, LayoutError> {
    let mut columns = Columns::EMPTY;
    for (name, images) in inputs {
        columns.input(name);
        images.as_slice().iter().try_for_each(|image| columns.push(image))?;
    }
    columns.layout(rank)
}

/// Rows and columns of a tensor memory, image by image.
pub(super) fn of_columns(inputs: &[(&'static str, &[[i64; 2]])]) -> Result<BitLayout, LayoutError> {
    let mut columns = Columns::EMPTY;
    for (name, images) in inputs {
        columns.input(name);
        images.iter().try_for_each(|image| columns.push(image))?;
    }
    columns.layout(2)
}

/// The inverse of a layout of offsets: the lowest offset of each element.
pub(super) fn lowest(a: &BitLayout) -> Result<BitLayout, LayoutError> {
    let offsets = a.part(&[OFFSET], &DIMS[..a.outputs().rank()])?;
    let outputs = a.outputs();
    let mut widths = [("", 0); RANK];
    for (k, width) in widths.iter_mut().enumerate().take(outputs.rank()) {
        *width = (DIMS[k], outputs.width(k));
    }
    let dims = BitDims::new(&widths[..outputs.rank()])?;
    BitLayout::new(dims, dims, BitMatrix::identity(dims.bits()))?.convert(&offsets)
}
