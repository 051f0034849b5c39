//! The text of an attribute, read and written.

use core::fmt;

use layout_core::scan::{Scanner, expected_at, read_whole};
use layout_core::{BitLayout, LayoutError};

use super::{BLOCK, Kind, LANE, Numbers, OFFSET, REGISTER, TritonLayout, WARP};
use crate::list::ArrayVec;

/// The layouts that are read, each with its keys, and what is expected in the place of another key.
const LAYOUTS: &[LayoutKeys] = &[
    LayoutKeys {
        names: &["blocked"],
        needed: &["sizePerThread", "threadsPerWarp", "warpsPerCTA", "order"],
        optional: CTA,
        expected: "the keys of blocked: sizePerThread, threadsPerWarp, warpsPerCTA and order, each once",
    },
    LayoutKeys {
        // `mma` before Triton 3.
        names: &["nvidia_mma", "mma"],
        needed: &["versionMajor", "warpsPerCTA", "instrShape"],
        optional: &["versionMinor", "CTAsPerCGA", "CTASplitNum", "CTAOrder", "CGALayout"],
        expected: "the keys of nvidia_mma: versionMajor, versionMinor, warpsPerCTA and instrShape, each once",
    },
    LayoutKeys {
        names: &["amd_mfma"],
        needed: &["warpsPerCTA", "instrShape", "isTransposed"],
        optional: &[
            "version",
            "versionMajor",
            "versionMinor",
            "tilesPerWarp",
            "elementBitWidth",
            "CTAsPerCGA",
            "CTASplitNum",
            "CTAOrder",
            "CGALayout",
        ],
        expected: "the keys of amd_mfma: version, warpsPerCTA, instrShape and isTransposed, each once",
    },
    LayoutKeys {
        names: &["dot_op"],
        needed: &["opIdx", "parent"],
        optional: &["kWidth"],
        expected: "the keys of dot_op: opIdx, parent and kWidth, each once",
    },
    LayoutKeys {
        names: &["slice"],
        needed: &["dim", "parent"],
        optional: &[],
        expected: "the keys of slice: dim and parent, each once",
    },
    LayoutKeys {
        // `shared` before Triton 3.3.
        names: &["swizzled_shared", "shared"],
        needed: &["vec", "perPhase", "maxPhase", "order"],
        optional: &["hasLeadingOffset", "CTAsPerCGA", "CTASplitNum", "CTAOrder", "CGALayout"],
        expected: "the keys of swizzled_shared: vec, perPhase, maxPhase and order, each once",
    },
    LayoutKeys {
        names: &["nvmma_shared"],
        needed: &["swizzlingByteWidth", "elementBitWidth"],
        optional: &[
            "transposed",
            "fp4Padded",
            "rank",
            "CTAsPerCGA",
            "CTASplitNum",
            "CTAOrder",
            "CGALayout",
        ],
        expected: "the keys of nvmma_shared: swizzlingByteWidth, transposed and elementBitWidth, each once",
    },
    LayoutKeys {
        names: &["linear"],
        needed: &[REGISTER, LANE, WARP, BLOCK],
        optional: &[],
        expected: "the keys of linear: register, lane, warp and block, each once",
    },
    LayoutKeys {
        names: &["shared_linear"],
        needed: &[OFFSET],
        optional: &[BLOCK],
        expected: "the keys of shared_linear: offset and block, each once",
    },
];

/// The keys of several blocks of threads, each of one block here.
const CTA: &[&str] = &["CTAsPerCGA", "CTASplitNum", "CTAOrder", "CGALayout"];

/// The most keys of a layout.
const MOST_KEYS: usize = 12;

/// The names of a layout and of its keys.
struct LayoutKeys {
    names: &'static [&'static str],
    needed: &'static [&'static str],
    optional: &'static [&'static str],
    expected: &'static str,
}

/// A value of an attribute.
#[derive(Clone, Copy)]
enum Value<'a> {
    Number(i64),
    Numbers(Numbers),
    Truth(bool),
    /// A parent, or the images of bits, as written.
    Text(&'a str),
}

/// A key, its value, and the byte where the value starts.
type Field<'a> = (&'a str, Value<'a>, usize);

/// The keys of an attribute with their values.
struct Fields<'a> {
    list: ArrayVec<Field<'a>, MOST_KEYS>,
    /// The byte after the last one.
    end: usize,
}

pub(super) const IMAGES: [&str; 5] = [REGISTER, LANE, WARP, BLOCK, OFFSET];

/// Reads `#ttg.name<{key = value, ..}>`.
pub(super) fn attribute<'a>(scanner: &mut Scanner<'a>) -> Result<TritonLayout<'a>, LayoutError> {
    let start = scanner.position();
    if !scanner.eat("#triton_gpu.") && !scanner.eat("#ttg.") {
        let what = "`#ttg.` and a layout in full: no alias, and no layout of another dialect";
        // The name is behind the sign.
        return Err(expected_at(start + usize::from(scanner.eat("#")), what));
    }
    let (place, name) = (scanner.position(), scanner.word());
    let layout = LAYOUTS.iter().find(|layout| layout.names.contains(&name)).ok_or(expected_at(
        place,
        "blocked, nvidia_mma, amd_mfma, dot_op, slice, linear, swizzled_shared, nvmma_shared or shared_linear",
    ))?;
    scanner.expect("<", "`<`")?;
    scanner.expect("{", "`{`")?;
    let mut fields = Fields { list: ArrayVec::empty(("", Value::Number(0), 0)), end: 0 };
    loop {
        fields.end = scanner.position();
        if scanner.eat("}") {
            break;
        }
        let (place, key) = (scanner.position(), scanner.word());
        let is_known = layout.needed.contains(&key) || layout.optional.contains(&key);
        if !is_known || fields.find(key).is_some() {
            return Err(expected_at(place, layout.expected));
        }
        scanner.expect("=", "`=`")?;
        let place = scanner.position();
        fields.list.push((key, value(scanner, key)?, place))?;
        if scanner.peek() == b'}' {
            continue;
        }
        scanner.expect(",", "`,` or `}`")?;
        if scanner.peek() == b'}' {
            return Err(scanner.expected("a key after the comma"));
        }
    }
    if let Some(&(_, _, place)) = fields.cta() {
        return Err(expected_at(place, "one block of threads: CTAsPerCGA of ones, no CGALayout"));
    }
    if layout.needed.iter().any(|key| fields.find(key).is_none()) {
        return Err(expected_at(fields.end, layout.expected));
    }
    fields.check_blocks()?;
    let mut kind = fields.kind(layout.names[0], place)?;
    if let Kind::SharedLinear { alignment, .. } = &mut kind {
        scanner.expect(",", "`, alignment = 16`")?;
        scanner.expect("alignment", "`alignment`")?;
        scanner.expect("=", "`=`")?;
        let place = scanner.position();
        *alignment = scanner.natural("the alignment in bytes")?;
        if alignment.count_ones() != 1 {
            return Err(expected_at(place, "an alignment of a power of 2"));
        }
    }
    scanner.expect(">", "`>`")?;
    Ok(TritonLayout { kind })
}

/// Reads the value of a key.
fn value<'a>(scanner: &mut Scanner<'a>, key: &str) -> Result<Value<'a>, LayoutError> {
    match key {
        "parent" => consumed(scanner, |scanner| attribute(scanner).map(drop)).map(Value::Text),
        "sizePerThread" | "threadsPerWarp" | "warpsPerCTA" | "order" | "instrShape"
        | "CTAsPerCGA" | "CTASplitNum" | "CTAOrder" | "tilesPerWarp" => {
            numbers(scanner).map(Value::Numbers)
        }
        "transposed" | "isTransposed" | "fp4Padded" | "hasLeadingOffset" => {
            let is_true = scanner.eat("true");
            if !is_true {
                scanner.expect("false", "`true` or `false`")?;
            }
            Ok(Value::Truth(is_true))
        }
        "CGALayout" | REGISTER | LANE | WARP | BLOCK | OFFSET => {
            consumed(scanner, images).map(Value::Text)
        }
        _ => scanner.natural("a number").map(Value::Number),
    }
}

impl<'a> Fields<'a> {
    fn find(&self, key: &str) -> Option<&Field<'a>> {
        self.list.as_slice().iter().find(|field| field.0 == key)
    }

    /// The field that says that there are several blocks of threads.
    fn cta(&self) -> Option<&Field<'a>> {
        self.list.as_slice().iter().find(|(key, value, _)| match value {
            Value::Numbers(numbers) if matches!(*key, "CTAsPerCGA" | "CTASplitNum") => {
                numbers.as_slice().iter().any(|&count| count != 1)
            }
            Value::Text(images) if *key == "CGALayout" => {
                images.contains(|c: char| c.is_ascii_digit())
            }
            _ => false,
        })
    }

    fn number(&self, key: &str) -> Option<i64> {
        self.find(key).and_then(|field| if let Value::Number(n) = field.1 { Some(n) } else { None })
    }

    fn numbers(&self, key: &str) -> Numbers {
        match self.find(key) {
            Some((_, Value::Numbers(numbers), _)) => *numbers,
            _ => Numbers::empty(0),
        }
    }

    fn is_true(&self, key: &str) -> bool {
        matches!(self.find(key), Some((_, Value::Truth(true), _)))
    }

    fn text(&self, key: &str) -> Option<&'a str> {
        self.find(key)
            .and_then(|field| if let Value::Text(text) = field.1 { Some(text) } else { None })
    }

    /// Refuses the value of a key.
    fn refuse<T>(&self, key: &str, expected: &'static str) -> Result<T, LayoutError> {
        Err(expected_at(self.find(key).map_or(self.end, |field| field.2), expected))
    }

    fn checked(
        &self,
        key: &str,
        is_right: bool,
        expected: &'static str,
    ) -> Result<(), LayoutError> {
        if is_right { Ok(()) } else { self.refuse(key, expected) }
    }

    /// The order of the dimensions, each once.
    fn order(&self) -> Result<Numbers, LayoutError> {
        self.order_of("order")
    }

    fn order_of(&self, key: &str) -> Result<Numbers, LayoutError> {
        let order = self.numbers(key);
        let all = order.as_slice();
        let is_order = (0..all.len() as i64).all(|i| all.contains(&i));
        self.checked(key, is_order, "each dimension once in the order")?;
        Ok(order)
    }

    /// Checks the lists of blocks of threads: a number for each dimension.
    fn check_blocks(&self) -> Result<(), LayoutError> {
        let lens = ["order", "warpsPerCTA"].map(|key| self.numbers(key).as_slice().len());
        // `nvmma_shared` has no list.
        let rank = lens.into_iter().max().filter(|&len| len > 0).unwrap_or(2);
        for key in ["CTAsPerCGA", "CTASplitNum", "CTAOrder"] {
            let is_there = self.find(key).is_some();
            let is_right = !is_there || self.numbers(key).as_slice().len() == rank;
            self.checked(key, is_right, "a number for each dimension")?;
        }
        self.order_of("CTAOrder").map(drop)
    }

    /// Checks that the images of a layout of registers, those of 0 apart, are the bits of the coordinates, each once.
    fn check_images(&self) -> Result<(), LayoutError> {
        let mut seen = [0_i64; 4];
        for key in [REGISTER, LANE, WARP, BLOCK] {
            let mut is_right = true;
            read_whole(self.text(key).unwrap_or("[]"), |scanner| {
                each_image(scanner, |image| {
                    let is_zero = image.iter().all(|&value| value == 0);
                    let mut parts = image.iter().zip(&mut seen).filter(|(value, _)| **value != 0);
                    let is_bit = parts.next().is_some_and(|(&value, seen)| {
                        let is_new = value.count_ones() == 1 && *seen & value == 0;
                        *seen |= value;
                        is_new
                    });
                    is_right &= is_zero || is_bit && parts.next().is_none();
                })
            })?;
            self.checked(key, is_right, "each bit of a coordinate as one image, or 0")?;
        }
        let are_all = seen.iter().all(|&bits| bits & bits.wrapping_add(1) == 0);
        self.checked(REGISTER, are_all, "images of all bits of a coordinate")
    }

    /// The layout `name`, whose keys are there.
    fn kind(&self, name: &str, place: usize) -> Result<Kind<'a>, LayoutError> {
        let number = |key: &str| self.number(key).unwrap_or(0);
        let parent = self.text("parent").unwrap_or("");
        Ok(match name {
            "blocked" => Kind::Blocked {
                registers: self.numbers("sizePerThread"),
                lanes: self.numbers("threadsPerWarp"),
                warps: self.numbers("warpsPerCTA"),
                order: self.order()?,
            },
            "nvidia_mma" => {
                let (version, shape) = (number("versionMajor"), self.numbers("instrShape"));
                let what = "version 2 (Ampere) or 3 (Hopper) of nvidia_mma";
                self.checked("versionMajor", matches!(version, 2 | 3), what)?;
                let is_tile = matches!(shape.as_slice(), [16, _] | [16, _, _]);
                let what = "an instrShape of 16 rows and the columns, such as [16, 8]";
                self.checked("instrShape", is_tile, what)?;
                let minor = number("versionMinor");
                Kind::Mma { version, minor, warps: self.numbers("warpsPerCTA"), shape }
            }
            "amd_mfma" => {
                // Before Triton 3.5 the version had two numbers.
                let version = self.number("version").unwrap_or(number("versionMajor"));
                let key = if self.find("version").is_some() { "version" } else { "versionMajor" };
                self.checked(key, version <= 4, "a version of amd_mfma up to 4")?;
                let (shape, transposed) =
                    (self.numbers("instrShape"), self.is_true("isTransposed"));
                let is_tile = match shape.as_slice() {
                    [m, n] | [m, n, _] => {
                        matches!((m, n), (32, 32) | (16, 16) | (4, 64))
                            || (*m, *n, transposed) == (64, 4, true)
                    }
                    _ => false,
                };
                let what = "an instrShape of 32x32, 16x16, 4x64, or 64x4 that is transposed";
                self.checked("instrShape", is_tile, what)?;
                let tiles = self.numbers("tilesPerWarp");
                let are_ones = tiles.as_slice().iter().all(|&tiles| tiles == 1);
                self.checked("tilesPerWarp", are_ones, "one tile of each warp")?;
                let bits = self.number("elementBitWidth").unwrap_or(32);
                self.checked("elementBitWidth", bits == 32, "results of 32 bits")?;
                Kind::Mfma { version, warps: self.numbers("warpsPerCTA"), shape, transposed }
            }
            "dot_op" => {
                let (operand, width) = (number("opIdx"), number("kWidth"));
                self.checked("opIdx", operand < 2, "opIdx 0 or 1")?;
                let what = "nvidia_mma as the parent of a dot_op";
                let Kind::Mma { version, .. } = TritonLayout::parse(parent)?.kind else {
                    return self.refuse("parent", what);
                };
                let what = "opIdx 0: instructions of version 3 read operand 1 from shared memory";
                self.checked("opIdx", version != 3 || operand == 0, what)?;
                let what = "a kWidth of 1 or more, which a parent of nvidia_mma needs";
                self.checked("kWidth", width > 0, what)?;
                Kind::Dot { operand, parent, width }
            }
            "slice" => {
                let is_shared = matches!(
                    TritonLayout::parse(parent)?.kind,
                    Kind::Swizzled { .. } | Kind::NvMma { .. } | Kind::SharedLinear { .. }
                );
                self.checked("parent", !is_shared, "a layout of registers as the parent")?;
                Kind::Slice { dim: number("dim"), parent }
            }
            "swizzled_shared" => {
                let is_plain = !self.is_true("hasLeadingOffset");
                let what = "no hasLeadingOffset: it is another layout, today's nvmma_shared";
                self.checked("hasLeadingOffset", is_plain, what)?;
                Kind::Swizzled {
                    vector: number("vec"),
                    per_phase: number("perPhase"),
                    max_phase: number("maxPhase"),
                    order: self.order()?,
                }
            }
            "nvmma_shared" => {
                let width = number("swizzlingByteWidth");
                let what = "a swizzlingByteWidth of 0, 32, 64 or 128";
                self.checked("swizzlingByteWidth", matches!(width, 0 | 32 | 64 | 128), what)?;
                let is_plain = !self.is_true("fp4Padded");
                self.checked("fp4Padded", is_plain, "no fp4Padded: elements of 4 bits with gaps")?;
                let is_flat = self.number("rank").is_none_or(|rank| rank == 2);
                self.checked("rank", is_flat, "the rank 2")?;
                Kind::NvMma {
                    width,
                    transposed: self.is_true("transposed"),
                    bits: number("elementBitWidth"),
                }
            }
            "linear" => {
                self.check_images()?;
                let images = |k: usize| (IMAGES[k], self.text(IMAGES[k]).unwrap_or("[]"));
                Kind::Linear { inputs: [images(0), images(1), images(2), images(3)] }
            }
            "shared_linear" => {
                let block = self.text(BLOCK).unwrap_or("[]");
                let is_alone = !block.contains(|c: char| c.is_ascii_digit());
                self.checked(BLOCK, is_alone, "one block of threads: `block = []`")?;
                Kind::SharedLinear { offset: self.text(OFFSET).unwrap_or("[]"), alignment: 1 }
            }
            _ => return Err(expected_at(place, "a layout that is read")),
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
fn images(scanner: &mut Scanner<'_>) -> Result<(), LayoutError> {
    each_image(scanner, |_| ())
}

fn each_image(scanner: &mut Scanner<'_>, mut each: impl FnMut(&[i64])) -> Result<(), LayoutError> {
    scanner.expect("[", "`[`")?;
    scanner.list("]", "`,` or `]`", |scanner| {
        each(numbers(scanner)?.as_slice());
        Ok(())
    })
}

pub(super) struct Linear<'a>(pub(super) &'a BitLayout);

impl Linear<'_> {
    /// Prints `name = [[0, 1], ..]`. An input that is not there has no bits.
    fn input(&self, f: &mut fmt::Formatter<'_>, name: &str) -> fmt::Result {
        write!(f, "{name} = [")?;
        let (inputs, outputs) = (self.0.inputs(), self.0.outputs());
        let found = (0..inputs.rank()).find(|&i| inputs.name(i).as_str() == name);
        for bit in 0..found.map_or(0, |i| inputs.width(i)) {
            let start: u32 = (0..found.unwrap_or(0)).map(|i| inputs.width(i)).sum();
            let image = self.0.matrix().columns()[(start + bit) as usize];
            let images = (0..outputs.rank()).map(|k| outputs.part(image, k) as i64);
            let comma = if bit > 0 { ", " } else { "" };
            write!(f, "{comma}{}", List(images))?;
        }
        f.write_str("]")
    }
}

impl fmt::Display for Linear<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inputs = self.0.inputs();
        if inputs.rank() == 1 && inputs.name(0).as_str() == OFFSET {
            f.write_str("#ttg.shared_linear<{")?;
            self.input(f, OFFSET)?;
            return f.write_str("}, alignment = 16>");
        }
        f.write_str("#ttg.linear<{")?;
        for (k, name) in [REGISTER, LANE, WARP, BLOCK].into_iter().enumerate() {
            f.write_str(if k > 0 { ", " } else { "" })?;
            self.input(f, name)?;
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
            Kind::Mfma { version, warps, shape, transposed } => write!(
                f,
                "#ttg.amd_mfma<{{version = {version}, warpsPerCTA = {}, instrShape = {}, isTransposed = {transposed}}}>",
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
            Kind::SharedLinear { offset, alignment } => {
                write!(f, "#ttg.shared_linear<{{offset = {offset}}}, alignment = {alignment}>")
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
