//! Reads and writes the encodings of Triton and of Gluon: layouts of tensors in registers and in shared memory.
//!
//! | layout | Triton | Gluon |
//! |---|---|---|
//! | `(thread, value)` to coordinates, `((4,8),2):((2@1,1@0),1@1)` | `tensor<8x8xf32, #ttg.blocked<..>>`, or `#ttg.linear` | `BlockedLayout(..)`, `DistributedLinearLayout(..)` |
//! | coordinates to offsets, perhaps swizzled | `!ttg.memdesc<8x64xf16, #ttg.swizzled_shared<..>, ..>`, or `#ttg.shared_linear` | `SharedLinearLayout(..)` |
//!
//! The first five bits of `thread` are the lane, the others the warp. A text is read with the shape of its tensor, or
//! alone where it fills one: `blocked`, `linear`, `nvidia_mma`, `shared_linear`.

use std::fmt::Display;

use layout_core::{BitDims, BitLayout, BitMatrix, ComposedLayout, Layout, Swizzle};
use static_layout_dialects::TritonLayout;

use crate::Failure;
use crate::bits::reason;
use crate::dialect::{Aspect, Dialect, Element, Foreign, Lost};
use crate::language::Value;

const DIMS: [&str; 4] = ["dim0", "dim1", "dim2", "dim3"];
const REGISTERS: [&str; 3] = ["register", "lane", "warp"];

/// The memory of a tensor that is not in registers.
const MEMORY: &str = "#ttg.shared_memory";

/// The bits of the number of a thread that are its lane.
const LANE_BITS: u32 = 5;

/// The names of Gluon's classes and arguments, and of Triton's layouts and keys.
const GLUON: &[(&str, &str)] = &[
    ("BlockedLayout", "blocked"),
    ("DistributedLinearLayout", "linear"),
    ("SwizzledSharedLayout", "swizzled_shared"),
    ("SharedLinearLayout", "shared_linear"),
    ("size_per_thread", "sizePerThread"),
    ("threads_per_warp", "threadsPerWarp"),
    ("warps_per_cta", "warpsPerCTA"),
    ("order", "order"),
    ("reg_bases", "register"),
    ("lane_bases", "lane"),
    ("warp_bases", "warp"),
    ("block_bases", "block"),
    ("offset_bases", "offset"),
    ("vec", "vec"),
    ("per_phase", "perPhase"),
    ("max_phase", "maxPhase"),
];

/// What a system has no word for.
type Lack = (Aspect, String);

/// An encoding with the shape of its tensor.
struct Encoding {
    shape: Vec<i64>,
    attribute: String,
    is_shared: bool,
}

/// The attribute of the line of a dump, `#blocked = #ttg.blocked<{..}>`. Any other text remains.
pub(crate) fn attribute(text: &str) -> &str {
    match text.split_once('=') {
        Some((name, attribute)) if is_alias(name.trim()) => attribute.trim_start(),
        _ => text,
    }
}

/// Whether a text is the name of an attribute of a dump, `#blocked1`.
fn is_alias(text: &str) -> bool {
    let name = text.strip_prefix('#').unwrap_or("");
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Whether a name is a class of Gluon that is read.
pub(super) fn is_class(name: &str) -> bool {
    name.ends_with("Layout") && GLUON.iter().any(|row| row.0 == name)
}

/// Reads an encoding of Triton: a type, an attribute, or the line of a dump that names one.
///
/// # Errors
///
/// Another text, an attribute whose tensor is not said, and a layout that no strides have.
pub(super) fn read(text: &str) -> Result<Foreign, Failure> {
    let trimmed = attribute(text.trim());
    let start = trimmed.as_ptr().addr() - text.as_ptr().addr();
    let inside = ["tensor<", "!ttg.memdesc<"]
        .into_iter()
        .find_map(|head| trimmed.strip_prefix(head)?.strip_suffix('>'));
    let Some(inside) = inside else {
        let shape = own_shape(text, trimmed)?;
        return layout_of(text, trimmed, start, &shape);
    };
    let mut depth = 0_i32;
    let comma = inside.char_indices().find(|(_, letter)| {
        depth += i32::from(matches!(letter, '<' | '[' | '('));
        depth -= i32::from(matches!(letter, '>' | ']' | ')'));
        depth == 0 && *letter == ','
    });
    let Some((comma, _)) = comma else {
        return Err(Failure::new("expected the shape, the type of an element, and an encoding")
            .at(text, 0..text.len()));
    };
    let (mut element, mut shape) = (inside[..comma].trim(), Vec::new());
    while let Some((extent, rest)) = element.split_once('x')
        && let Ok(extent) = extent.trim().parse::<i64>()
    {
        shape.push(extent);
        element = rest;
    }
    if element.is_empty() || element.starts_with(['?', '*', '-']) {
        let at = text.find(inside).unwrap_or(0);
        return Err(Failure::new("expected the extents of a tensor, such as `16x8xf32`")
            .at(text, at..at + comma));
    }
    let after = inside[comma + 1..].trim_start();
    let end = closing(after).unwrap_or(after.len());
    let (attribute, rest) = after.split_at(end);
    let at = text.find(attribute).unwrap_or(0);
    let mut said = layout_of(text, attribute, at, &shape)?.with_element(Element::mlir(element));
    let rest = rest.trim_start_matches(',').trim();
    if !rest.is_empty() && rest != MEMORY {
        said = said.with_other(Dialect::Triton, "memory of a tensor", rest);
    }
    Ok(said)
}

/// Where the attribute at the start of a text ends.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, letter) in text.char_indices() {
        match letter {
            '<' => depth += 1,
            '>' if depth == 1 => return Some(at + 1),
            '>' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    None
}

fn layout_of(text: &str, attribute: &str, at: usize, shape: &[i64]) -> Result<Foreign, Failure> {
    let failed = |failure: Failure| failure.at(text, at..at + attribute.len());
    let read = TritonLayout::parse(attribute).map_err(|error| {
        let failure = Failure::refused(&error);
        match error.span() {
            Some(span) => failure.at(text, at + span.start..at + span.end),
            None => failure,
        }
    })?;
    let bits = read.bits(shape).map_err(|error| failed(error.into()))?;
    let is_shared = columns(&bits, "offset").is_some();
    let value = if is_shared { shared(&bits) } else { distributed(&bits, shape) };
    value.map(Foreign::from).map_err(failed)
}

/// The tensor that an attribute fills, where it says one.
fn own_shape(text: &str, attribute: &str) -> Result<Vec<i64>, Failure> {
    let read =
        TritonLayout::parse(attribute).map_err(|error| Failure::of(&error, text))?.to_string();
    let list = |key: &str| -> Option<Vec<i64>> {
        let after = read.split_once(&format!("{key} = ["))?.1;
        after.split_once(']')?.0.split(',').map(|part| part.trim().parse().ok()).collect()
    };
    let product = |lists: &[Option<Vec<i64>>]| -> Option<Vec<i64>> {
        let lists: Vec<Vec<i64>> = lists.iter().cloned().collect::<Option<_>>()?;
        let at = |i: usize| lists.iter().map(|list| *list.get(i).unwrap_or(&1)).product();
        Some((0..lists[0].len()).map(at).collect())
    };
    let found = if read.starts_with("#ttg.blocked") {
        product(&["sizePerThread", "threadsPerWarp", "warpsPerCTA"].map(list))
    } else if read.starts_with("#ttg.nvidia_mma") {
        let tile = list("instrShape").map(|tile| vec![16, *tile.get(1).unwrap_or(&1)]);
        product(&[tile, list("warpsPerCTA")])
    } else if read.contains("linear<") {
        let images = read.split('[').skip(1).filter_map(|part| {
            let numbers = part.split_once(']')?.0.split(',');
            numbers.map(|number| number.trim().parse().ok()).collect::<Option<Vec<i64>>>()
        });
        images
            .reduce(|most: Vec<i64>, image| {
                image
                    .iter()
                    .enumerate()
                    .map(|(i, value)| value | most.get(i).unwrap_or(&0))
                    .collect()
            })
            .map(|most| most.iter().map(|value| 1 << (i64::BITS - value.leading_zeros())).collect())
    } else {
        None
    };
    found.ok_or_else(|| {
        Failure::new("this encoding does not say the shape of its tensor")
            .at(text, 0..text.len())
            .help("write the type: tensor<16x8xf32, #ttg...>, or !ttg.memdesc<8x64xf16, #ttg...>")
    })
}

/// The image of each bit of an input, as a coordinate. `None` without this input.
fn columns(bits: &BitLayout, name: &str) -> Option<Vec<Vec<u64>>> {
    let (inputs, outputs) = (bits.inputs(), bits.outputs());
    let i = (0..inputs.rank()).find(|&i| inputs.name(i).as_str() == name)?;
    let first: u32 = (0..i).map(|k| inputs.width(k)).sum();
    let column = |bit: u32| {
        let image = bits.matrix().columns()[bit as usize];
        (0..outputs.rank()).map(|k| outputs.part(image, k)).collect()
    };
    Some((first..first + inputs.width(i)).map(column).collect())
}

/// The layout `(thread, value)` of a tensor in registers.
fn distributed(bits: &BitLayout, shape: &[i64]) -> Result<Value, Failure> {
    let [registers, lanes, warps] = REGISTERS.map(|name| columns(bits, name).unwrap_or_default());
    if lanes.len() != LANE_BITS as usize {
        let message = format!("a warp of {} threads is not read: 32 are", 1_u64 << lanes.len());
        return Err(Failure::new(message));
    }
    let mut seen = vec![0_u64; shape.len()];
    let threads: Vec<_> = lanes.into_iter().chain(warps).collect();
    let mut modes = Vec::new();
    for mode in [threads, registers] {
        let mut leaves: Vec<(i64, u64, usize)> = Vec::new();
        for image in mode {
            let mut moved = image.iter().enumerate().filter(|(_, value)| **value != 0);
            let (dim, step) = moved.next().map_or((0, 0), |(dim, value)| (dim, *value));
            if moved.next().is_some() || seen[dim] & step != 0 {
                return Err(Failure::new(
                    "the bits of this encoding are xored: no strides say that",
                )
                .help("layout bits shows them"));
            }
            seen[dim] |= step;
            match leaves.last_mut() {
                // A leaf continues while its steps double.
                Some((extent, first, of)) if *of == dim && *first * *extent as u64 == step => {
                    *extent *= 2;
                }
                _ => leaves.push((2, step, dim)),
            }
        }
        modes.push(leaves);
    }
    let side = |leaf: &dyn Fn(&(i64, u64, usize)) -> String, none: &str| {
        let mode = |leaves: &Vec<(i64, u64, usize)>| match leaves.as_slice() {
            [] => none.to_owned(),
            [only] => leaf(only),
            leaves => format!("({})", leaves.iter().map(leaf).collect::<Vec<_>>().join(",")),
        };
        format!("({})", modes.iter().map(mode).collect::<Vec<_>>().join(","))
    };
    let stride = |&(_, step, dim): &(i64, u64, usize)| match step {
        0 => "0".into(),
        step => format!("{step}@{dim}"),
    };
    let text = format!("{}:{}", side(&|leaf| leaf.0.to_string(), "1"), side(&stride, "0"));
    Ok(text.parse::<Layout>()?.into())
}

/// The layout of a tensor in shared memory.
fn shared(bits: &BitLayout) -> Result<Value, Failure> {
    let layout = bits.inverse()?.to_layout()?;
    Ok(match layout.swizzle() {
        swizzle if swizzle == Swizzle::IDENTITY => layout.plain().into(),
        _ => layout.into(),
    })
}

/// The closest encoding of a layout.
fn encoding(system: Dialect, said: &Foreign) -> Result<Encoding, Lack> {
    let found = encoding_of(said)?;
    // The rank of a tensor follows from the images of its bits, of which it has none.
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
    match &said.layout {
        Value::Layout(layout) if layout.is_coordinate() => in_registers(&layout.set_known()),
        Value::Swizzled(layout) => in_memory(layout),
        other => match said.plain() {
            Some((layout, _)) => {
                let composed = ComposedLayout::new(Swizzle::IDENTITY, 0, layout.set_known());
                in_memory(&composed.map_err(|error| no(&reason(&error)))?)
            }
            None => Err(no(&other.kind())),
        },
    }
}

/// `blocked`, or `linear`.
fn in_registers(layout: &Layout) -> Result<Encoding, Lack> {
    let no = |what: &str| (Aspect::Layout, what.to_owned());
    if layout.rank() != 2 || layout.shape().depth() == 0 {
        return Err(no("a layout of coordinates that is none of threads and values"));
    }
    let mut images: [Vec<(usize, u64)>; 2] = [Vec::new(), Vec::new()];
    for (i, images) in images.iter_mut().enumerate() {
        let mode = layout.mode(i).map_err(|error| no(&reason(&error).to_string()))?;
        let stride = mode.stride();
        for k in 0..mode.leaf_count() {
            let (extent, step) = mode.leaf(k);
            let dim = match stride.basis(k).split() {
                None if step == 0 => 0,
                Some((dim, inner)) if inner.is_none() && dim < DIMS.len() => dim,
                _ => return Err(no("coordinates that are nested, or of more than 4 dimensions")),
            };
            if extent.count_ones() != 1 || step < 0 {
                return Err(no("extents that are no powers of 2, or negative strides"));
            }
            for bit in 0..extent.trailing_zeros() {
                let image = (step as u64).checked_mul(1 << bit).filter(|image| *image < 1 << 40);
                images.push((dim, image.ok_or_else(|| no("strides of more than 2^40"))?));
            }
        }
    }
    let [threads, registers] = images;
    if threads.len() < LANE_BITS as usize {
        return Err(no("fewer than the 32 threads of a warp"));
    }
    let rank = threads.iter().chain(&registers).map(|(dim, _)| dim + 1).max().unwrap_or(1);
    let mut covered = vec![0_u64; rank];
    for &(dim, image) in threads.iter().chain(&registers) {
        if covered[dim] & image != 0 {
            return Err(no("steps that add with a carry: it is not linear over bits"));
        }
        covered[dim] |= image;
    }
    if covered.iter().any(|bits| (bits + 1).count_ones() != 1) {
        return Err(no("elements of the tensor that no thread holds"));
    }
    let shape: Vec<i64> = covered.iter().map(|bits| *bits as i64 + 1).collect();
    let (lanes, warps) = threads.split_at(LANE_BITS as usize);
    let inputs = [registers.as_slice(), lanes, warps];
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
    let found = blocked.into_iter().find(|text| is_layout(text, &shape, &bits, &REGISTERS));
    let attribute = found.unwrap_or_else(|| TritonLayout::linear(&bits).to_string());
    Ok(Encoding { shape, attribute, is_shared: false })
}

/// The `blocked` layout of this order that holds as many elements of each dimension. The register's bits that begin a
/// dimension belong to a thread, any others repeat the layout.
fn blocked(inputs: &[&[(usize, u64)]; 3], order: &[usize]) -> String {
    let count = |bits: &[(usize, u64)], dim: usize| {
        1_u64 << bits.iter().filter(|(of, image)| *of == dim && *image != 0).count().min(40)
    };
    let mut own = vec![1_u64; order.len()];
    let mut next = inputs[0].iter().peekable();
    for &dim in order {
        while next.next_if(|(of, image)| *of == dim && *image == own[dim]).is_some() {
            own[dim] *= 2;
        }
    }
    let dims = 0..order.len();
    format!(
        "#ttg.blocked<{{sizePerThread = {own:?}, threadsPerWarp = {:?}, warpsPerCTA = {:?}, order = {order:?}}}>",
        dims.clone().map(|dim| count(inputs[1], dim)).collect::<Vec<_>>(),
        dims.map(|dim| count(inputs[2], dim)).collect::<Vec<_>>(),
    )
}

/// All orders of dimensions, from the row-major one on.
fn orders(rank: usize) -> Vec<Vec<usize>> {
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

/// `swizzled_shared`, or `shared_linear`.
fn in_memory(layout: &ComposedLayout) -> Result<Encoding, Lack> {
    let no = |what: String| (Aspect::Layout, what);
    let rank = layout.plain().rank();
    if rank == 0 || rank > DIMS.len() {
        return Err(no(format!("a tensor of {rank} dimensions")));
    }
    let inverse = BitLayout::of(layout).and_then(|bits| bits.inverse());
    let inverse = inverse.map_err(|error| {
        let is_plain = layout.swizzle() == Swizzle::IDENTITY && layout.offset() == 0;
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
    let found = tries.into_iter().find(|text| is_layout(text, &shape, &bits, &["offset"]));
    let attribute = found.unwrap_or_else(|| TritonLayout::linear(&bits).to_string());
    Ok(Encoding { shape, attribute, is_shared: true })
}

/// Writes the closest encoding.
pub(super) fn write(said: &Foreign) -> Result<String, Failure> {
    let found = encoding(Dialect::Triton, said).map_err(|(_, what)| {
        Failure::new(format!("{} has no word for {what}", Dialect::Triton.name()))
    })?;
    let shape: String = found.shape.iter().map(|extent| format!("{extent}x")).collect();
    let element = Dialect::Triton.element(said)?.name_in(Dialect::Mlir).unwrap_or_default();
    if !found.is_shared {
        return Ok(format!("tensor<{shape}{element}, {}>", found.attribute));
    }
    let memory = said.other(Dialect::Triton, "memory of a tensor").unwrap_or(MEMORY);
    Ok(format!("!ttg.memdesc<{shape}{element}, {}, {memory}>", found.attribute))
}

/// What Triton has no word for.
pub(super) fn lost(system: Dialect, said: &Foreign) -> Vec<Lost> {
    let lost = |(aspect, what)| Lost { system, aspect, is_essential: true, what };
    encoding(system, said).err().into_iter().map(lost).collect()
}

/// Reads a layout of Gluon, `gl.BlockedLayout(..)`.
///
/// # Errors
///
/// As [`read`], and a class or an argument that is not read.
pub(super) fn read_gluon(text: &str) -> Result<Foreign, Failure> {
    let body = text.trim();
    let (head, inside) = body
        .split_once('(')
        .and_then(|(head, rest)| Some((head, rest.strip_suffix(')')?)))
        .ok_or_else(|| {
            Failure::new("expected a layout of Gluon, such as `BlockedLayout(..)`")
                .at(text, 0..text.len())
        })?;
    let at = |part: &str| {
        let start = part.as_ptr() as usize - text.as_ptr() as usize;
        start..start + part.len()
    };
    let name = head.rsplit(['.', '=', ' ']).next().unwrap_or(head);
    let triton = |name: &str| GLUON.iter().find(|(of, _)| *of == name).map(|(_, to)| *to);
    let Some(layout) = triton(name).filter(|_| name.ends_with("Layout")) else {
        let known: Vec<_> =
            GLUON.iter().map(|(of, _)| *of).filter(|of| of.ends_with("Layout")).collect();
        return Err(Failure::new(format!("`{name}` is not a layout of Gluon that is read"))
            .at(text, at(name))
            .help(format!("layouts that are: {}", known.join(", "))));
    };
    let (mut keys, mut shape) = (Vec::new(), None);
    let (mut depth, mut from) = (0_i32, 0);
    let ends = inside.char_indices().filter(|(_, letter)| {
        depth += i32::from(matches!(letter, '[' | '(')) - i32::from(matches!(letter, ']' | ')'));
        depth == 0 && *letter == ','
    });
    let ends: Vec<usize> = ends.map(|(end, _)| end).chain([inside.len()]).collect();
    for end in ends {
        let part = inside[from..end].trim();
        from = (end + 1).min(inside.len());
        if part.is_empty() {
            continue;
        }
        let Some((key, value)) = part.split_once('=') else {
            return Err(Failure::new("arguments are read with their keyword").at(text, at(part)));
        };
        let (key, value) = (key.trim(), value.trim());
        if key == "shape" {
            let numbers = value.trim_matches(['[', ']', '(', ')']).split(',');
            let numbers: Result<Vec<i64>, _> =
                numbers.map(|number| number.trim().parse()).collect();
            shape = Some(numbers.map_err(|_| {
                Failure::new("expected extents, such as [16, 8]").at(text, at(value))
            })?);
            continue;
        }
        // One block of threads, and an address, which a layout does not have.
        let is_number = value.bytes().all(|byte| byte.is_ascii_digit());
        if key == "cga_layout" && value == "[]" || key == "alignment" && is_number {
            continue;
        }
        let Some(name) = triton(key).filter(|_| !key.ends_with("Layout")) else {
            return Err(Failure::new(format!("`{key}` is no argument of `{name}` that is read"))
                .at(text, at(part)));
        };
        if keys.iter().any(|known: &String| known.starts_with(&format!("{name} = "))) {
            return Err(Failure::new(format!("`{key}` is given twice")).at(text, at(part)));
        }
        keys.push(format!("{name} = {}", value.replace('(', "[").replace(')', "]")));
    }
    let alignment = if layout == "shared_linear" { ", alignment = 16" } else { "" };
    let attribute = format!("#ttg.{layout}<{{{}}}{alignment}>", keys.join(", "));
    let whole = |failure: Failure| Failure::new(failure.message()).at(text, 0..text.len());
    let shape = match shape {
        Some(shape) => shape,
        None => own_shape(&attribute, &attribute).map_err(whole)?,
    };
    layout_of(&attribute, &attribute, 0, &shape).map_err(whole)
}

/// Writes the closest layout of Gluon.
pub(super) fn write_gluon(said: &Foreign) -> Result<String, Failure> {
    let found = encoding(Dialect::Gluon, said).map_err(|(_, what)| {
        Failure::new(format!("{} has no word for {what}", Dialect::Gluon.name()))
    })?;
    let mut attribute = found.attribute;
    // A swizzled layout of Gluon does not say its shape, and this one does.
    let own = own_shape(&attribute, &attribute).ok();
    if own.as_ref() != Some(&found.shape) {
        let bits = TritonLayout::parse(&attribute).and_then(|layout| layout.bits(&found.shape))?;
        attribute = TritonLayout::linear(&bits).to_string();
    }
    let unreadable = || Failure::new(format!("no layout of Gluon for `{attribute}`"));
    let (layout, keys) = attribute
        .strip_prefix("#ttg.")
        .and_then(|text| text.split_once("<{"))
        .ok_or_else(unreadable)?;
    let keys = keys.split_once('}').ok_or_else(unreadable)?.0;
    let gluon = |name: &str| GLUON.iter().find(|(_, of)| *of == name).map(|(to, _)| *to);
    let mut text = format!("gl.{}(", gluon(layout).ok_or_else(unreadable)?);
    let mut rest = keys;
    while let Some((key, after)) = rest.split_once(" = ") {
        let key = key.trim_start_matches([',', ' ']);
        let end = after.find("], ").filter(|_| after.starts_with('[')).map_or_else(
            || after.find(", ").filter(|_| !after.starts_with('[')).unwrap_or(after.len()),
            |_| end_of_list(after),
        );
        text.push_str(gluon(key).ok_or_else(unreadable)?);
        text.push('=');
        text.push_str(&after[..end]);
        rest = &after[end..];
        text.push_str(if rest.contains(" = ") { ", " } else { "" });
    }
    if layout == "linear" {
        text.push_str(&format!(", shape={:?}", found.shape));
    }
    text.push(')');
    Ok(text)
}

/// Where the list at the start of a text ends.
fn end_of_list(text: &str) -> usize {
    let mut depth = 0_i32;
    for (at, letter) in text.char_indices() {
        depth += i32::from(letter == '[') - i32::from(letter == ']');
        if depth == 0 {
            return at + 1;
        }
    }
    text.len()
}
