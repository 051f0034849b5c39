//! Writes the closest encoding of Triton.

use std::fmt::Display;

use layout_core::{BitDims, BitLayout, BitMatrix, ComposedLayout, Layout, Swizzle};
use static_layout_dialects::TritonLayout;

use super::{DIMS, LANE_BITS, MEMORY, MEMORY_NAME, REGISTERS, WARP_NAME, columns};
use crate::Failure;
use crate::bits::reason;
use crate::dialect::{Aspect, Dialect, Foreign, Lost};
use crate::language::Value;

/// What a system has no word for.
type Lack = (Aspect, String);

/// An encoding with the shape of its tensor.
pub(super) struct Encoding {
    pub(super) shape: Vec<i64>,
    pub(super) attribute: String,
    pub(super) is_shared: bool,
}

/// The images of the bits of an input: a dimension and a step each.
type Steps<'a> = &'a [(usize, u64)];

/// The closest encoding of a layout.
pub(super) fn encoding(system: Dialect, said: &Foreign) -> Result<Encoding, Lack> {
    let found = encoding_of(said)?;
    // Without an image of a bit, the text would not give the rank of the tensor.
    if system == Dialect::Gluon && found.is_shared && found.shape.iter().all(|extent| *extent == 1)
    {
        return Err((Aspect::Layout, "a tensor of one element".into()));
    }
    Ok(found)
}

fn encoding_of(said: &Foreign) -> Result<Encoding, Lack> {
    let no = |what: &dyn Display| (Aspect::Layout, what.to_string());
    if !said.is_first() {
        return Err((Aspect::Offset, format!("the offset `{}` of the first element", said.offset)));
    }
    let threads = said.other(Dialect::Triton, WARP_NAME).and_then(|text| text.parse::<u64>().ok());
    let lane_bits = threads.map_or(LANE_BITS, u64::trailing_zeros) as usize;
    let element = said.element.as_ref().and_then(|element| element.bytes()).map(|bytes| 8 * bytes);
    match &said.layout {
        Value::Layout(layout) if layout.is_coordinate() => {
            in_registers(&layout.set_known(), lane_bits)
        }
        Value::Swizzled(layout) => in_memory(layout, element),
        other => match said.plain() {
            Some((layout, _)) => {
                let composed = ComposedLayout::new(Swizzle::IDENTITY, 0, layout.set_known());
                in_memory(&composed.map_err(|error| no(&reason(&error)))?, element)
            }
            None => Err(no(&other.kind())),
        },
    }
}

/// `blocked`, an encoding of a matrix instruction, or `linear`.
fn in_registers(layout: &Layout, lane_bits: usize) -> Result<Encoding, Lack> {
    let no = |what: &str| (Aspect::Layout, what.to_owned());
    if !matches!(layout.rank(), 2 | 3) || layout.shape().depth() == 0 {
        return Err(no("a layout of coordinates that does not have threads and values"));
    }
    // Threads, registers, and blocks of threads.
    let mut images: [Vec<(usize, u64)>; 3] = [const { Vec::new() }; 3];
    for (i, images) in images.iter_mut().enumerate().take(layout.rank()) {
        let mode = layout.mode(i).map_err(|error| no(&reason(&error).to_string()))?;
        let stride = mode.stride();
        for k in 0..mode.leaf_count() {
            let (extent, step) = mode.leaf(k);
            let dim = match stride.basis(k).split() {
                None if step == 0 => 0,
                Some((dim, inner)) if inner.is_none() && dim < DIMS.len() => dim,
                _ => return Err(no("coordinates that are nested, or of more than 8 dimensions")),
            };
            if extent.count_ones() != 1 || step < 0 {
                return Err(no("extents that are not powers of 2, or negative strides"));
            }
            for bit in 0..extent.trailing_zeros() {
                let image = (step as u64).checked_mul(1 << bit).filter(|image| *image < 1 << 40);
                images.push((dim, image.ok_or_else(|| no("strides of more than 2^40"))?));
            }
        }
    }
    let [threads, registers, blocks] = images;
    if threads.len() < lane_bits {
        return Err(no(&format!("fewer than the {} threads of a warp", 1_u64 << lane_bits)));
    }
    let all = || threads.iter().chain(&registers).chain(&blocks);
    let rank = all().map(|(dim, _)| dim + 1).max().unwrap_or(1);
    let mut covered = vec![0_u64; rank];
    for &(dim, image) in all() {
        if covered[dim] & image != 0 {
            return Err(no("steps that add with a carry: it is not linear over bits"));
        }
        covered[dim] |= image;
    }
    if covered.iter().any(|bits| (bits + 1).count_ones() != 1) {
        return Err(no("elements of the tensor that no thread holds"));
    }
    let shape: Vec<i64> = covered.iter().map(|bits| *bits as i64 + 1).collect();
    let (lanes, warps) = threads.split_at(lane_bits);
    let inputs = [registers.as_slice(), lanes, warps, &blocks];
    let bits = (|| {
        let widths: Vec<_> = REGISTERS.into_iter().zip(inputs.map(|of| of.len() as u32)).collect();
        let outputs: Vec<_> =
            DIMS.into_iter().zip(shape.iter().map(|extent| extent.trailing_zeros())).collect();
        let outputs = BitDims::new(&outputs)?;
        let mut columns = Vec::new();
        for &(dim, image) in inputs.into_iter().flatten() {
            let mut values = vec![0; rank];
            values[dim] = image;
            columns.push(outputs.join(&values)?);
        }
        BitLayout::new(BitDims::new(&widths)?, outputs, BitMatrix::new(outputs.bits(), &columns)?)
    })();
    let bits = bits.map_err(|error: layout_core::LayoutError| no(&reason(&error).to_string()))?;
    let blocked = orders(rank).into_iter().map(|order| blocked(&inputs, &order));
    let found = blocked
        .chain(instructions(&inputs, &shape))
        .find(|text| is_layout(text, &shape, &bits, &REGISTERS));
    let attribute = found.unwrap_or_else(|| TritonLayout::linear(&bits).to_string());
    Ok(Encoding { shape, attribute, is_shared: false })
}

/// The number of elements of a dimension that some bits tell apart.
fn count(bits: Steps<'_>, dim: usize) -> u64 {
    1 << bits.iter().filter(|(of, image)| *of == dim && *image != 0).count().min(40)
}

/// The key `CGALayout` of blocks of threads, or nothing.
fn blocks_key(blocks: Steps<'_>, rank: usize) -> String {
    if blocks.is_empty() {
        return String::new();
    }
    // The images of the layout step over the part of a block; the images of this key count blocks.
    let mut next = vec![1; rank];
    let mut images = Vec::new();
    for &(dim, step) in blocks {
        let mut image = vec![0_u64; rank];
        if step != 0 {
            image[dim] = next[dim];
            next[dim] *= 2;
        }
        images.push(image);
    }
    format!(", CGALayout = {images:?}")
}

/// The encodings of matrix instructions that a tensor of two dimensions may have: of results, and of operands of NVIDIA's
/// instructions.
fn instructions(inputs: &[Steps<'_>; 4], shape: &[i64]) -> Vec<String> {
    if shape.len() != 2 {
        return Vec::new();
    }
    let warps = [0, 1].map(|dim| count(inputs[2], dim));
    let blocks = blocks_key(inputs[3], 2);
    let mut all = Vec::new();
    if inputs[1].len() == LANE_BITS as usize {
        let mma = |version: u32, warps: [u64; 2], tile: &[u64], blocks: &str| {
            format!(
                "#ttg.nvidia_mma<{{versionMajor = {version}, versionMinor = 0, warpsPerCTA = {warps:?}{blocks}, instrShape = {tile:?}}}>"
            )
        };
        all.push(mma(2, warps, &[16, 8], &blocks));
        all.extend((3..9).map(|bits| mma(3, warps, &[16, 1 << bits, 16], &blocks)));
        let held = 1_u64 << inputs[2].iter().filter(|(_, image)| *image == 0).count();
        for (operand, width) in
            [0, 1].into_iter().flat_map(|of| [1, 2, 4, 8].map(|width| (of, width)))
        {
            let mut warps = warps;
            warps[1 - operand] = held;
            let parent = mma(2, warps, &[16, 8], "");
            all.push(format!(
                "#ttg.dot_op<{{opIdx = {operand}, parent = {parent}, kWidth = {width}}}>"
            ));
        }
        for (version, transposed) in [(1, false), (1, true), (2, false), (2, true)] {
            all.push(format!(
                "#ttg.amd_wmma<{{version = {version}, isTranspose = {transposed}, warpsPerCTA = {warps:?}{blocks}}}>"
            ));
        }
    } else if inputs[1].len() == LANE_BITS as usize + 1 {
        for tile in [[32, 32, 8], [16, 16, 16], [4, 64, 4], [64, 4, 4]] {
            for transposed in [false, true] {
                all.push(format!(
                    "#ttg.amd_mfma<{{version = 3, warpsPerCTA = {warps:?}, instrShape = {tile:?}, isTransposed = {transposed}{blocks}}}>"
                ));
            }
        }
    }
    // As Triton prints them.
    all.iter().filter_map(|text| Some(TritonLayout::parse(text).ok()?.to_string())).collect()
}

/// The `blocked` layout of this order with these numbers of elements. The lowest bits of a dimension that are in registers
/// are `sizePerThread`; other bits of registers repeat the layout.
fn blocked(inputs: &[Steps<'_>; 4], order: &[usize]) -> String {
    let mut own = vec![1_u64; order.len()];
    let mut next = inputs[0].iter().peekable();
    for &dim in order {
        while next.next_if(|(of, image)| *of == dim && *image == own[dim]).is_some() {
            own[dim] *= 2;
        }
    }
    let dims = 0..order.len();
    format!(
        "#ttg.blocked<{{sizePerThread = {own:?}, threadsPerWarp = {:?}, warpsPerCTA = {:?}, order = {order:?}{}}}>",
        dims.clone().map(|dim| count(inputs[1], dim)).collect::<Vec<_>>(),
        dims.map(|dim| count(inputs[2], dim)).collect::<Vec<_>>(),
        blocks_key(inputs[3], order.len()),
    )
}

/// All orders of dimensions, row-major first. For more than 4 dimensions, only row-major and column-major.
fn orders(rank: usize) -> Vec<Vec<usize>> {
    if rank > 4 {
        return vec![(0..rank).rev().collect(), (0..rank).collect()];
    }
    let mut all = vec![Vec::new()];
    for dim in 0..rank {
        let longer = |order: &Vec<usize>| {
            let at = |k| {
                let mut order = order.clone();
                order.insert(k, dim);
                order
            };
            (0..=order.len()).map(at).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// Whether the attribute is the layout of a tensor of this shape.
fn is_layout(text: &str, shape: &[i64], bits: &BitLayout, inputs: &[&str]) -> bool {
    let Ok(found) = TritonLayout::parse(text).and_then(|layout| layout.bits(shape)) else {
        return false;
    };
    inputs.iter().all(|name| {
        columns(&found, name).unwrap_or_default() == columns(bits, name).unwrap_or_default()
    })
}

/// `swizzled_shared`, `nvmma_shared`, `shared_linear`, or `padded_shared`.
fn in_memory(layout: &ComposedLayout, element: Option<i64>) -> Result<Encoding, Lack> {
    let no = |what: String| (Aspect::Layout, what);
    let rank = layout.plain().rank();
    if rank == 0 || rank > DIMS.len() {
        return Err(no(format!("a tensor of {rank} dimensions")));
    }
    let is_plain = layout.swizzle() == Swizzle::IDENTITY && layout.offset() == 0;
    if let Some(found) = padded(&layout.plain()).filter(|_| is_plain) {
        return Ok(found);
    }
    let inverse = BitLayout::of(layout).and_then(|bits| bits.inverse());
    let inverse = inverse.map_err(|error| {
        let text = if is_plain { layout.plain().to_string() } else { layout.to_string() };
        no(format!("`{text}`: {}", reason(&error)))
    })?;
    let widths: Vec<u32> = (0..rank).map(|i| inverse.outputs().width(i)).collect();
    let shape: Vec<i64> = widths.iter().map(|width| 1 << width).collect();
    let dims: Vec<_> = DIMS.into_iter().zip(widths).collect();
    let named = BitDims::new(&dims)
        .and_then(|outputs| BitLayout::new(*inverse.inputs(), outputs, *inverse.matrix()));
    let bits = named.map_err(|error| no(reason(&error).to_string()))?;
    let mut tries = Vec::new();
    for order in orders(rank) {
        let most = shape[order[0]].trailing_zeros().min(7);
        let is_plain = layout.swizzle().bits() == 0;
        let (most, rows) = if is_plain { (0, 0) } else { (most, 4) };
        for (vec, per_phase, max_phase) in (0..=most)
            .flat_map(|vec| (0..=rows).map(move |per_phase| (vec, per_phase)))
            .flat_map(|(vec, per_phase)| (0..=rows).map(move |phases| (vec, per_phase, phases)))
        {
            let [vec, per_phase, max_phase] = [vec, per_phase, max_phase].map(|bits| 1 << bits);
            tries.push(format!(
                "#ttg.swizzled_shared<{{vec = {vec}, perPhase = {per_phase}, maxPhase = {max_phase}, order = {order:?}}}>"
            ));
        }
    }
    // The width of a block depends on the bytes of an element.
    for bits in element.map_or(vec![16, 8, 32, 64], |bits| vec![bits]) {
        for (width, transposed) in
            [128, 64, 32, 0].into_iter().flat_map(|width| [false, true].map(|is| (width, is)))
        {
            let text = format!(
                "#ttg.nvmma_shared<{{swizzlingByteWidth = {width}, transposed = {transposed}, elementBitWidth = {bits}, rank = {rank}}}>"
            );
            tries.extend(TritonLayout::parse(&text).map(|layout| layout.to_string()));
        }
    }
    let found = tries.into_iter().find(|text| is_layout(text, &shape, &bits, &["offset"]));
    let attribute = found.unwrap_or_else(|| TritonLayout::linear(&bits).to_string());
    Ok(Encoding { shape, attribute, is_shared: true })
}

/// `padded_shared`, if the layout is dense except for gaps after runs of a power of 2.
fn padded(layout: &Layout) -> Option<Encoding> {
    let rank = layout.rank();
    let mut shape = vec![1_i64; rank];
    let mut steps = Vec::new();
    for (i, extent) in shape.iter_mut().enumerate() {
        let mode = layout.mode(i).ok()?;
        for k in 0..mode.leaf_count() {
            let (count, step) = mode.leaf(k);
            let is_right = count.count_ones() == 1 && step > 0;
            for bit in 0..count.trailing_zeros() {
                steps.push((step.checked_mul(1 << bit)?, i, *extent));
                *extent = extent.checked_mul(2)?;
            }
            // An extent of 1 may have any stride.
            if !is_right && count != 1 {
                return None;
            }
        }
    }
    steps.sort_unstable();
    let (mut gaps, mut images, mut next) = (Vec::new(), Vec::new(), 1_i64);
    for (bit, &(step, dim, value)) in steps.iter().enumerate() {
        match step - next {
            0 => {}
            gap if gap > 0 && gap.count_ones() == 1 => {
                gaps.push(format!("{}:+{gap}", 1_i64 << bit))
            }
            _ => return None,
        }
        next = step.checked_mul(2)?;
        let mut image = vec![0; rank];
        image[dim] = value;
        images.push(image);
    }
    let gaps = (!gaps.is_empty() && gaps.len() <= 8).then(|| gaps.join(", "))?;
    let is_ordered = |order: &Vec<usize>| {
        let bits =
            |&dim: &usize| (0..shape[dim].trailing_zeros()).map(move |bit| (dim, 1_i64 << bit));
        let found = images.iter().map(|image| {
            let dim = image.iter().position(|value| *value != 0).unwrap_or(0);
            (dim, image[dim])
        });
        found.eq(order.iter().flat_map(bits))
    };
    let offsets = match orders(rank).iter().find(|order| is_ordered(order)) {
        Some(order) => format!("order = {order:?}, shape = {shape:?}"),
        None => format!("offset = {images:?}, block = []"),
    };
    let attribute = format!("#ttg.padded_shared<[{gaps}] {{{offsets}}}>");
    let read = TritonLayout::parse(&attribute).and_then(|read| read.offsets(&shape));
    // Both add a step for each bit of the index.
    let is_right = read.is_ok_and(|read| {
        let mut bits = (0..steps.len()).map(|bit| (1_i64 << bit).into());
        bits.all(|i| read.index(&i).ok() == layout.index(&i).ok())
    });
    is_right.then_some(Encoding { shape, attribute, is_shared: true })
}

/// Writes the closest encoding.
pub(in crate::dialect) fn write(said: &Foreign) -> Result<String, Failure> {
    let found = encoding(Dialect::Triton, said).map_err(|(_, what)| {
        Failure::new(format!("{} has no word for {what}", Dialect::Triton.name()))
    })?;
    let shape: String = found.shape.iter().map(|extent| format!("{extent}x")).collect();
    let element = Dialect::Triton.element(said)?.name_in(Dialect::Mlir).unwrap_or_default();
    if !found.is_shared {
        return Ok(format!("tensor<{shape}{element}, {}>", found.attribute));
    }
    let memory = said.other(Dialect::Triton, MEMORY_NAME).unwrap_or(MEMORY);
    Ok(format!("!ttg.memdesc<{shape}{element}, {}, {memory}>", found.attribute))
}

/// What Triton has no word for.
pub(in crate::dialect) fn lost(system: Dialect, said: &Foreign) -> Vec<Lost> {
    let lost = |(aspect, what)| Lost { system, aspect, is_essential: true, what };
    encoding(system, said).err().into_iter().map(lost).collect()
}
