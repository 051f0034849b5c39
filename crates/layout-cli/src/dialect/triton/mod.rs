//! Reads and writes the encodings of Triton and of Gluon: layouts of tensors in registers and in shared memory.
//!
//! | layout | Triton | Gluon |
//! |---|---|---|
//! | `(thread, value)` to coordinates, `((4,8),2):((2@1,1@0),1@1)`, with a third mode for several blocks of threads | `tensor<8x8xf32, #ttg.blocked<..>>`, an encoding of a matrix instruction, or `#ttg.linear` | `BlockedLayout(..)`, `DistributedLinearLayout(..)` |
//! | coordinates to offsets, perhaps swizzled | `!ttg.memdesc<8x64xf16, #ttg.swizzled_shared<..>, ..>`, `nvmma_shared`, `padded_shared`, or `#ttg.shared_linear` | `SharedLinearLayout(..)`, `PaddedSharedLayout(..)` |
//!
//! The first bits of `thread` are the lane, the others the warp. An attribute without the shape of its tensor is read if it
//! fills one shape. If a memory has one dimension more than its encoding, the first counts buffers. A part of a greater
//! allocation has the strides of the allocation.

mod gluon;
mod write;

use layout_core::{BitLayout, ComposedLayout, IntTuple, Layout, Swizzle};
use static_layout_dialects::TritonLayout;

pub(super) use self::gluon::{is_of_gluon, read_gluon, write_gluon};
pub(super) use self::write::{lost, write};
use crate::Failure;
#[cfg(feature = "command")]
use crate::dialect::recognise::system;
use crate::dialect::{Dialect, Element, Foreign};
use crate::language::Value;

const DIMS: [&str; 8] = ["dim0", "dim1", "dim2", "dim3", "dim4", "dim5", "dim6", "dim7"];

/// The inputs of a layout in registers, from the lowest bits of a thread on.
const REGISTERS: [&str; 4] = ["register", "lane", "warp", "block"];

/// The memory of a tensor that is not in registers.
const MEMORY: &str = "#ttg.shared_memory";

/// The name of the part with the memory of the tensor.
const MEMORY_NAME: &str = "memory of a tensor";

/// The name of the part with the number of threads of a warp, unless it is 32.
const WARP_NAME: &str = "number of threads of a warp";

/// The number of bits of a thread that are its lane, unless [`WARP_NAME`] gives another number of threads.
const LANE_BITS: u32 = 5;

/// A text of Triton: an attribute, or a type of a tensor with one.
struct Encoded<'a> {
    attribute: &'a str,
    tensor: Option<Tensor<'a>>,
}

/// The parts of a type other than its encoding.
struct Tensor<'a> {
    shape: Vec<i64>,
    element: &'a str,
    is_memory: bool,
    /// The memory space and `mutable`, as written.
    memory: String,
    /// The shape of the allocation that this memory is a part of.
    allocated: Option<Vec<i64>>,
}

/// The heads of types, and whether each is the type of a memory.
const HEADS: [(&str, bool); 4] = [
    ("tensor<", false),
    ("!ttg.memdesc<", true),
    ("!triton_gpu.memdesc<", true),
    // Before Triton 3.2.
    ("!tt.memdesc<", true),
];

/// Whether a text is an attribute of Triton or a layout of Gluon, which may need the shape of a tensor.
#[cfg(feature = "command")]
pub(crate) fn is_attribute(text: &str) -> bool {
    text.trim_start().starts_with('#') || gluon::is_of_gluon(text)
}

/// Whether a text is an encoding of Triton or of Gluon, or a type with one.
#[cfg(feature = "command")]
pub(crate) fn is_encoding(text: &str) -> bool {
    is_attribute(text) || system(text.trim_start()) == Some(Dialect::Triton)
}

/// The bits of an encoding of Triton or of Gluon.
///
/// # Errors
///
/// Text that does not parse, and an attribute alone if `shape` is empty.
///
/// ```
/// let text = "gl.SwizzledSharedLayout(vec=1, per_phase=1, max_phase=2, order=[1, 0])";
/// let bits = layout_cli::dialect::triton_bits(text, &[2, 2])?;
/// assert_eq!(bits.to_string(), "{offset: (0,1) (1,1)} -> {dim0: 1, dim1: 1}");
/// # Ok::<(), layout_cli::Failure>(())
/// ```
pub fn triton_bits(text: &str, shape: &[i64]) -> Result<BitLayout, Failure> {
    if gluon::is_of_gluon(text) {
        let (attribute, own) = gluon::attribute(text)?;
        let shape = own.as_deref().filter(|_| shape.is_empty()).unwrap_or(shape);
        let bits = TritonLayout::parse(&attribute).and_then(|layout| layout.bits(shape));
        return bits.map_err(|error| Failure::from(error).at(text, 0..text.len()));
    }
    let encoded = encoded(text)?;
    let layout = parsed(text, encoded.attribute)?;
    let failed = |failure: Failure| at_part(failure, text, encoded.attribute);
    let own = encoded.tensor.as_ref().map(Tensor::whole);
    if own.is_none() && shape.is_empty() {
        return Err(Failure::new("an attribute of Triton needs the shape of its tensor")
            .at(text, 0..text.len())
            .help("--shape 32x16"));
    }
    let shape = own.unwrap_or(shape);
    let shape = match shape {
        [buffers, inner @ ..] if encoded.is_memory() && inner.len() == layout.rank() => {
            let inner: Vec<_> = inner.iter().map(i64::to_string).collect();
            let message =
                format!("{buffers} buffers have no matrix: one of {} has", inner.join("x"));
            return Err(failed(Failure::new(message))
                .help(format!("give the attribute alone, and --shape {}", inner.join("x"))));
        }
        shape => shape,
    };
    let bits = layout.bits(shape).map_err(|error| {
        let failure = Failure::refused(&error);
        let is_padded = encoded.attribute.contains("padded_shared");
        let help = "padded_shared has strides: layout eval --from triton";
        failed(if is_padded { failure.help(help) } else { failure })
    })?;
    encoded.checked(text, &bits)?;
    Ok(bits)
}

impl Encoded<'_> {
    fn is_memory(&self) -> bool {
        self.tensor.as_ref().is_some_and(|tensor| tensor.is_memory)
    }

    /// Checks that a memory is not in registers. A tensor may be in a memory: a descriptor has its shape.
    fn checked(&self, text: &str, bits: &BitLayout) -> Result<(), Failure> {
        if !self.is_memory() || columns(bits, "register").is_none() {
            return Ok(());
        }
        let failure = Failure::new("a layout of registers is not one of a memory");
        Err(at_part(failure, text, self.attribute))
    }
}

impl Tensor<'_> {
    /// The shape that the encoding applies to: the shape of the allocation, without the leading dimensions that the part
    /// does not have.
    fn whole(&self) -> &[i64] {
        let whole = self.allocated.as_deref().unwrap_or(&self.shape);
        &whole[whole.len() - self.shape.len()..]
    }
}

/// Underlines a part of a text.
fn at_part(failure: Failure, text: &str, part: &str) -> Failure {
    let start = part.as_ptr().addr() - text.as_ptr().addr();
    failure.at(text, start..start + part.len())
}

/// Reads the attribute that is a part of a text.
fn parsed<'a>(text: &str, attribute: &'a str) -> Result<TritonLayout<'a>, Failure> {
    TritonLayout::parse(attribute).map_err(|error| {
        let start = attribute.as_ptr().addr() - text.as_ptr().addr();
        let span = error.span().map_or(0..attribute.len(), |span| span.start..span.end);
        Failure::refused(&error).at(text, start + span.start..start + span.end)
    })
}

/// Whether a text is the name of an attribute of a dump, `#blocked1`.
fn is_alias(text: &str) -> bool {
    let name = text.strip_prefix('#').unwrap_or("");
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// The text after the name of a dump: `#mma = #ttg.nvidia_mma<{..}>`.
fn body(text: &str) -> &str {
    match text.split_once('=') {
        Some((name, attribute)) if is_alias(name.trim()) => attribute.trim(),
        _ => text.trim(),
    }
}

/// Whether a text is an attribute of Triton, or a type of a tensor. Not all texts that begin with `#` or `tensor<` are.
pub(super) fn is_of_triton(text: &str) -> bool {
    let body = body(text);
    let is_type = |(head, is_memory): &(&str, bool)| {
        let rest = body.strip_prefix(head);
        rest.is_some_and(|rest| {
            *is_memory || rest.starts_with(|c: char| c == '?' || c.is_ascii_digit())
        })
    };
    body.starts_with("#tt") || HEADS.iter().any(is_type)
}

/// The parts of a text.
fn encoded(text: &str) -> Result<Encoded<'_>, Failure> {
    let body = body(text);
    let inside = HEADS.iter().find_map(|(head, is_memory)| {
        Some((body.strip_prefix(head)?.strip_suffix('>')?, *is_memory))
    });
    let Some((inside, is_memory)) = inside else {
        return Ok(Encoded { attribute: body, tensor: None });
    };
    let parts = parts(inside);
    let [of, attribute, rest @ ..] = parts.as_slice() else {
        return Err(Failure::new("expected the shape, the type of an element, and an encoding")
            .at(text, 0..text.len()));
    };
    let (mut element, mut shape) = (*of, Vec::new());
    while let Some((extent, rest)) = element.split_once('x')
        && let Ok(extent) = extent.trim().parse::<i64>()
    {
        shape.push(extent);
        element = rest;
    }
    if element.is_empty() || element.starts_with(['?', '*', '-']) {
        let failure = Failure::new("expected the extents of a tensor, such as `16x8xf32`");
        return Err(at_part(failure, text, of));
    }
    let extents = |part: &str| -> Option<Vec<i64>> {
        part.split('x').map(|extent| extent.trim().parse().ok()).collect()
    };
    let mut memory = rest.to_vec();
    let allocated = memory.last().and_then(|part| extents(part));
    if allocated.is_some() {
        memory.pop();
    }
    if allocated.as_ref().is_some_and(|whole| whole.len() < shape.len()) {
        let failure = Failure::new("an allocation has as many dimensions as its part, or more");
        return Err(at_part(failure, text, rest.last().unwrap_or(&inside)));
    }
    if !is_memory && !rest.is_empty() {
        let failure = Failure::new("expected the end of the type of a tensor in registers");
        return Err(at_part(failure, text, rest[0]));
    }
    let memory = memory.join(", ");
    let tensor = Tensor { shape, element, is_memory, memory, allocated };
    Ok(Encoded { attribute, tensor: Some(tensor) })
}

/// The parts of a type between its commas.
fn parts(inside: &str) -> Vec<&str> {
    let (mut all, mut depth, mut from) = (Vec::new(), 0_i32, 0);
    for (at, letter) in inside.char_indices() {
        depth += i32::from(matches!(letter, '<' | '[' | '(' | '{'));
        depth -= i32::from(matches!(letter, '>' | ']' | ')' | '}'));
        if letter == ',' && depth == 0 {
            all.push(inside[from..at].trim());
            from = at + 1;
        }
    }
    all.push(inside[from..].trim());
    all
}

/// Reads an encoding of Triton: a type, or an attribute.
///
/// # Errors
///
/// Another text, an attribute without the shape of its tensor, and a layout that strides cannot express.
pub(super) fn read(text: &str) -> Result<Foreign, Failure> {
    let encoded = encoded(text)?;
    let layout = parsed(text, encoded.attribute)?;
    let failed = |failure: Failure| at_part(failure, text, encoded.attribute);
    let Some(tensor) = &encoded.tensor else {
        let shape = layout.shape().ok_or_else(|| {
            Failure::new("this encoding does not say the shape of its tensor")
                .at(text, 0..text.len())
                .help(
                    "write the type: tensor<16x8xf32, #ttg...>, or !ttg.memdesc<8x64xf16, #ttg...>",
                )
        })?;
        return layout_of(&layout, &extents(&shape)).map_err(failed);
    };
    let whole = tensor.whole();
    let said = layout_of(&layout, whole).map_err(failed)?;
    let bits = layout.bits(&whole[whole.len().saturating_sub(layout.rank())..]);
    bits.map_or(Ok(()), |bits| encoded.checked(text, &bits))?;
    let said = match whole == tensor.shape {
        true => said,
        false => part(said, whole, &tensor.shape).map_err(failed)?,
    };
    let said = said.with_element(Element::mlir(tensor.element));
    Ok(match tensor.memory.as_str() {
        "" | MEMORY => said,
        memory => said.with_other(Dialect::Triton, MEMORY_NAME, memory),
    })
}

fn extents(shape: &IntTuple) -> Vec<i64> {
    (0..shape.leaf_count()).map(|k| shape.value(k)).collect()
}

/// The first elements of each dimension of an allocation.
fn part(said: Foreign, whole: &[i64], shape: &[i64]) -> Result<Foreign, Failure> {
    let composed = match &said.layout {
        Value::Swizzled(layout) => *layout,
        other => match other.as_layout() {
            Some(layout) => ComposedLayout::new(Swizzle::IDENTITY, 0, layout)?,
            None => return Ok(said),
        },
    };
    if whole.iter().zip(shape).any(|(whole, part)| part > whole) {
        return Err(Failure::new("a part is not greater than its allocation"));
    }
    let plain = composed.plain();
    let modes = shape.iter().enumerate().map(|(k, &extent)| {
        let first = Layout::new(IntTuple::leaf(extent), IntTuple::leaf(1))?;
        plain.mode(k)?.compose(&first.into())
    });
    let modes: Vec<Layout> = modes.collect::<Result<_, _>>()?;
    let tuple =
        |of: fn(&Layout) -> IntTuple| IntTuple::tuple(&modes.iter().map(of).collect::<Vec<_>>());
    let plain = Layout::new(tuple(|mode| mode.shape())?, tuple(|mode| mode.stride())?)?;
    let layout = ComposedLayout::new(composed.swizzle(), composed.offset(), plain)?;
    Ok(Foreign { layout: unswizzled(layout), ..said })
}

/// The layout, without its swizzle if that moves nothing.
fn unswizzled(layout: ComposedLayout) -> Value {
    match layout.swizzle() == Swizzle::IDENTITY {
        true => layout.plain().into(),
        false => layout.into(),
    }
}

/// The layout of a tensor of this shape.
fn layout_of(layout: &TritonLayout<'_>, shape: &[i64]) -> Result<Foreign, Failure> {
    match layout.bits(shape) {
        Ok(bits) if columns(&bits, "register").is_some() => distributed(&bits, shape),
        Ok(bits) if columns(&bits, "row").is_some() => {
            Err(Failure::new("a tensor memory has rows and columns, and no offsets")
                .help("layout bits shows them"))
        }
        Ok(bits) if ["block", "partition"].iter().any(|name| has_bits(&bits, name)) => {
            Err(Failure::new("several blocks or memories have a part of the tensor each")
                .help("layout bits shows them"))
        }
        // A layout without bits may have strides.
        _ => Ok(unswizzled(layout.offsets(shape)?).into()),
    }
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

fn has_bits(bits: &BitLayout, name: &str) -> bool {
    columns(bits, name).is_some_and(|columns| !columns.is_empty())
}

/// The layout `(thread, value)` of a tensor in registers, or `(thread, value, block)`.
fn distributed(bits: &BitLayout, shape: &[i64]) -> Result<Foreign, Failure> {
    let [registers, lanes, warps, blocks] =
        REGISTERS.map(|name| columns(bits, name).unwrap_or_default());
    let lane_bits = lanes.len();
    let mut seen = vec![0_u64; shape.len()];
    let threads: Vec<_> = lanes.into_iter().chain(warps).collect();
    let mut modes = Vec::new();
    let blocks = Some(blocks).filter(|blocks| !blocks.is_empty());
    for mode in [threads, registers].into_iter().chain(blocks) {
        let mut leaves: Vec<(i64, u64, usize)> = Vec::new();
        for image in mode {
            let mut moved = image.iter().enumerate().filter(|(_, value)| **value != 0);
            let (dim, step) = moved.next().map_or((0, 0), |(dim, value)| (dim, *value));
            if moved.next().is_some() || seen[dim] & step != 0 {
                return Err(Failure::new(
                    "the bits of this encoding are xored, which strides cannot express",
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
    let said = Foreign::from(Value::from(text.parse::<Layout>()?));
    Ok(match lane_bits == LANE_BITS as usize {
        true => said,
        false => {
            let threads = (1_u64 << lane_bits).to_string();
            said.with_other(Dialect::Triton, WARP_NAME, &threads)
        }
    })
}
