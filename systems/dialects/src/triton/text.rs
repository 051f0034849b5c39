//! The text of an attribute, read and written.

use core::fmt;

use layout_core::scan::Scanner;
use layout_core::{BitLayout, LayoutError};

use super::{BLOCK, KEY, Kind, LANE, Numbers, OFFSET, REGISTER, TritonLayout, WARP};

/// The values of an attribute's keys.
#[derive(Default)]
struct Fields<'a> {
    lists: [Option<Numbers>; 5],
    numbers: [Option<i64>; 9],
    transposed: Option<bool>,
    parent: Option<&'a str>,
    images: [Option<&'a str>; 5],
}

const LISTS: [&str; 5] = ["sizePerThread", "threadsPerWarp", "warpsPerCTA", "order", "instrShape"];
const NUMBERS: [&str; 9] = [
    "versionMajor",
    "versionMinor",
    "opIdx",
    "kWidth",
    "dim",
    "vec",
    "perPhase",
    "maxPhase",
    "swizzlingByteWidth",
];
pub(super) const IMAGES: [&str; 5] = [REGISTER, LANE, WARP, BLOCK, OFFSET];

/// Reads `#ttg.name<{key = value, ..}>`.
pub(super) fn attribute<'a>(scanner: &mut Scanner<'a>) -> Result<TritonLayout<'a>, LayoutError> {
    let prefix = "`#ttg.` and the name of a layout";
    if !scanner.eat("#triton_gpu.") {
        scanner.expect("#ttg.", prefix)?;
    }
    let start = scanner.position();
    let name = scanner.word();
    scanner.expect("<", "`<`")?;
    scanner.expect("{", "`{`")?;
    let mut fields = Fields::default();
    let mut bits = None;
    while !scanner.eat("}") {
        let key = scanner.word();
        if key.is_empty() {
            return Err(scanner.expected(KEY));
        }
        scanner.expect("=", "`=`")?;
        if let Some(k) = LISTS.iter().position(|&name| name == key) {
            fields.lists[k] = Some(numbers(scanner)?);
        } else if let Some(k) = NUMBERS.iter().position(|&name| name == key) {
            fields.numbers[k] = Some(scanner.natural("a number")?);
        } else if let Some(k) = IMAGES.iter().position(|&name| name == key) {
            fields.images[k] = Some(consumed(scanner, images)?);
        } else if key == "elementBitWidth" {
            bits = Some(scanner.natural("a number")?);
        } else if key == "transposed" {
            fields.transposed = Some(scanner.eat("true"));
            if fields.transposed == Some(false) {
                scanner.expect("false", "`true` or `false`")?;
            }
        } else if key == "parent" {
            fields.parent = Some(consumed(scanner, |scanner| attribute(scanner).map(drop))?);
        } else {
            return Err(scanner.expected(KEY));
        }
        if !scanner.eat(",") && scanner.peek() != b'}' {
            return Err(scanner.expected("`,` or `}`"));
        }
    }
    scanner.expect(">", "`>`")?;
    let unknown = || layout_core::scan::expected_at(start, "a layout with all its keys");
    let kind = fields.kind(name, bits).ok_or_else(unknown)?;
    Ok(TritonLayout { kind })
}

impl<'a> Fields<'a> {
    fn kind(&self, name: &str, bits: Option<i64>) -> Option<Kind<'a>> {
        let [registers, lanes, warps, order, shape] = self.lists;
        let [version, minor, operand, k_width, dim, vector, per_phase, max_phase, width] =
            self.numbers;
        Some(match name {
            "blocked" => {
                Kind::Blocked { registers: registers?, lanes: lanes?, warps: warps?, order: order? }
            }
            "nvidia_mma" => Kind::Mma {
                version: version?,
                minor: minor.unwrap_or(0),
                warps: warps?,
                shape: shape?,
            },
            "dot_op" => {
                Kind::Dot { operand: operand?, parent: self.parent?, width: k_width.unwrap_or(0) }
            }
            "slice" => Kind::Slice { dim: dim?, parent: self.parent? },
            "swizzled_shared" => Kind::Swizzled {
                vector: vector?,
                per_phase: per_phase?,
                max_phase: max_phase?,
                order: order?,
            },
            "nvmma_shared" => Kind::NvMma {
                width: width?,
                transposed: self.transposed.unwrap_or(false),
                bits: bits?,
            },
            "linear" => {
                let images = |k: usize| (IMAGES[k], self.images[k].unwrap_or("[]"));
                Kind::Linear { inputs: [images(0), images(1), images(2), images(3)] }
            }
            "shared_linear" => Kind::SharedLinear { offset: self.images[4]? },
            _ => return None,
        })
    }
}

/// The text that `read` reads.
fn consumed<'a>(
    scanner: &mut Scanner<'a>,
    read: impl FnOnce(&mut Scanner<'a>) -> Result<(), LayoutError>,
) -> Result<&'a str, LayoutError> {
    let before = scanner.rest();
    read(scanner)?;
    Ok(before[..before.len() - scanner.rest().len()].trim_end())
}

/// Reads `[1, 4]`.
pub(super) fn numbers(scanner: &mut Scanner<'_>) -> Result<Numbers, LayoutError> {
    let mut out = Numbers::empty(0);
    scanner.expect("[", "`[`")?;
    scanner.list("]", "`,` or `]`", |scanner| out.push(scanner.natural("a number")?))?;
    Ok(out)
}

/// Reads `[[0, 1], [0, 2]]`.
pub(super) fn images(scanner: &mut Scanner<'_>) -> Result<(), LayoutError> {
    scanner.expect("[", "`[`")?;
    scanner.list("]", "`,` or `]`", |scanner| numbers(scanner).map(drop))
}

pub(super) struct Linear<'a>(pub(super) &'a BitLayout);

impl fmt::Display for Linear<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("#ttg.linear<{")?;
        for (k, name) in [REGISTER, LANE, WARP, BLOCK].into_iter().enumerate() {
            write!(f, "{}{name} = [", if k > 0 { ", " } else { "" })?;
            let (inputs, outputs) = (self.0.inputs(), self.0.outputs());
            let found = (0..inputs.rank()).find(|&i| inputs.name(i).as_str() == name);
            for bit in 0..found.map_or(0, |i| inputs.width(i)) {
                let start: u32 = (0..found.unwrap_or(0)).map(|i| inputs.width(i)).sum();
                let image = self.0.matrix().columns()[(start + bit) as usize];
                let images = (0..outputs.rank()).map(|k| outputs.part(image, k) as i64);
                let comma = if bit > 0 { ", " } else { "" };
                write!(f, "{comma}{}", List(images))?;
            }
            f.write_str("]")?;
        }
        f.write_str("}>")
    }
}

/// Prints `[1, 4]`.
struct List<I>(I);

impl<I: Iterator<Item = i64> + Clone> fmt::Display for List<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (k, value) in self.0.clone().enumerate() {
            write!(f, "{}{value}", if k > 0 { ", " } else { "" })?;
        }
        f.write_str("]")
    }
}

impl fmt::Display for TritonLayout<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = ListText;
        match self.kind {
            Kind::Blocked { registers, lanes, warps, order } => write!(
                f,
                "#ttg.blocked<{{sizePerThread = {}, threadsPerWarp = {}, warpsPerCTA = {}, order = {}}}>",
                list(registers),
                list(lanes),
                list(warps),
                list(order)
            ),
            Kind::Mma { version, minor, warps, shape } => write!(
                f,
                "#ttg.nvidia_mma<{{versionMajor = {version}, versionMinor = {minor}, warpsPerCTA = {}, instrShape = {}}}>",
                list(warps),
                list(shape)
            ),
            Kind::Dot { operand, parent, width } => {
                write!(f, "#ttg.dot_op<{{opIdx = {operand}, parent = {parent}, kWidth = {width}}}>")
            }
            Kind::Slice { dim, parent } => {
                write!(f, "#ttg.slice<{{dim = {dim}, parent = {parent}}}>")
            }
            Kind::Swizzled { vector, per_phase, max_phase, order } => write!(
                f,
                "#ttg.swizzled_shared<{{vec = {vector}, perPhase = {per_phase}, maxPhase = {max_phase}, order = {}}}>",
                list(order)
            ),
            Kind::NvMma { width, transposed, bits } => write!(
                f,
                "#ttg.nvmma_shared<{{swizzlingByteWidth = {width}, transposed = {transposed}, elementBitWidth = {bits}}}>"
            ),
            Kind::Linear { inputs } => {
                f.write_str("#ttg.linear<{")?;
                for (k, (name, images)) in inputs.into_iter().enumerate() {
                    write!(f, "{}{name} = {images}", if k > 0 { ", " } else { "" })?;
                }
                f.write_str("}>")
            }
            Kind::SharedLinear { offset } => {
                write!(f, "#ttg.shared_linear<{{offset = {offset}}}>")
            }
        }
    }
}

crate::debug_as_display!(TritonLayout<'_>);

/// A list that prints itself.
struct ListText(Numbers);

impl fmt::Display for ListText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        List(self.0.as_slice().iter().copied()).fmt(f)
    }
}
