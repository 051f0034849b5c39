//! Reads and writes layouts of Gluon, as its programs make them: `gl.BlockedLayout(..)`.

use static_layout_dialects::TritonLayout;

use super::write::encoding;
use super::{at_part, extents, layout_of};
use crate::Failure;
use crate::dialect::{Dialect, Foreign};

/// The classes that the reader knows.
const CLASSES: &[Class] = &[
    (
        "BlockedLayout",
        "blocked",
        4,
        &["size_per_thread", "threads_per_warp", "warps_per_cta", "order", "cga_layout"],
    ),
    ("SliceLayout", "slice", 2, &["dim", "parent"]),
    (
        "DistributedLinearLayout",
        "linear",
        5,
        &["reg_bases", "lane_bases", "warp_bases", "block_bases", "shape"],
    ),
    ("DotOperandLayout", "dot_op", 3, &["operand_index", "parent", "k_width"]),
    (
        "NVMMADistributedLayout",
        "nvidia_mma",
        3,
        &["version", "warps_per_cta", "instr_shape", "cga_layout"],
    ),
    (
        "NVMMASharedLayout",
        "nvmma_shared",
        2,
        &[
            "swizzle_byte_width",
            "element_bitwidth",
            "rank",
            "transposed",
            "fp4_padded",
            "cga_layout",
        ],
    ),
    (
        "SwizzledSharedLayout",
        "swizzled_shared",
        4,
        &["vec", "per_phase", "max_phase", "order", "cga_layout"],
    ),
    (
        "PaddedSharedLayout",
        "padded_shared",
        4,
        &["interval_padding_pairs", "offset_bases", "cga_layout", "shape"],
    ),
    ("SharedLinearLayout", "shared_linear", 1, &["offset_bases", "block_bases", "alignment"]),
    (
        "AMDMFMALayout",
        "amd_mfma",
        4,
        &[
            "version",
            "instr_shape",
            "transposed",
            "warps_per_cta",
            "element_bitwidth",
            "tiles_per_warp",
            "cga_layout",
        ],
    ),
    (
        "AMDWMMALayout",
        "amd_wmma",
        3,
        &["version", "transposed", "warp_bases", "reg_bases", "instr_shape", "cga_layout", "rank"],
    ),
    (
        "PartitionedSharedLayout",
        "partitioned_shared",
        4,
        &["num_partitions", "num_groups", "partition_dim", "partition_layout"],
    ),
    (
        "TensorMemoryLayout",
        "tensor_memory_encoding",
        2,
        &["block", "col_stride", "cga_layout", "two_ctas", "fp4_padded"],
    ),
    ("TensorMemoryScalesLayout", "tensor_memory_scales_encoding", 0, &["cga_layout"]),
];

/// A class, its layout of Triton, the number of required arguments, and the names of all arguments in order.
type Class = (&'static str, &'static str, usize, &'static [&'static str]);

/// The arguments of Gluon that have another name as keys of Triton.
const KEYS: &[(&str, &str)] = &[
    ("size_per_thread", "sizePerThread"),
    ("threads_per_warp", "threadsPerWarp"),
    ("warps_per_cta", "warpsPerCTA"),
    ("reg_bases", "register"),
    ("lane_bases", "lane"),
    ("warp_bases", "warp"),
    ("block_bases", "block"),
    ("offset_bases", "offset"),
    ("operand_index", "opIdx"),
    ("k_width", "kWidth"),
    ("instr_shape", "instrShape"),
    ("cga_layout", "CGALayout"),
    ("swizzle_byte_width", "swizzlingByteWidth"),
    ("element_bitwidth", "elementBitWidth"),
    ("fp4_padded", "fp4Padded"),
    ("per_phase", "perPhase"),
    ("max_phase", "maxPhase"),
    ("tiles_per_warp", "tilesPerWarp"),
    ("num_partitions", "numPartitions"),
    ("num_groups", "numGroups"),
    ("partition_dim", "partitionDim"),
    ("partition_layout", "partitionLayout"),
    ("col_stride", "colStride"),
    ("two_ctas", "twoCTAs"),
];

/// A value of Python.
#[derive(Clone)]
enum Py {
    Number(i64),
    Truth(bool),
    None,
    List(Vec<Py>),
    /// A layout, as the attribute of Triton.
    Layout(String),
}

impl Py {
    /// The value in an attribute of Triton.
    fn text(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Truth(truth) => truth.to_string(),
            Self::None => String::new(),
            Self::List(parts) => {
                format!("[{}]", parts.iter().map(Self::text).collect::<Vec<_>>().join(", "))
            }
            Self::Layout(attribute) => attribute.clone(),
        }
    }

    fn is_empty(&self) -> bool {
        matches!(self, Self::List(parts) if parts.is_empty())
    }

    fn numbers(&self) -> Option<Vec<i64>> {
        let Self::List(parts) = self else { return None };
        let number =
            |part: &Self| if let Self::Number(number) = part { Some(*number) } else { None };
        parts.iter().map(number).collect()
    }
}

/// Whether a text is the call of a layout's class, such as `gl.BlockedLayout(..)` or `a = gl.BlockedLayout(..)`.
fn is_class(text: &str) -> bool {
    let head = text.split_once('(').map_or("", |(head, _)| head).trim_end();
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | ':' | '=' | ' ');
    head.ends_with("Layout") && head.chars().all(is_name)
}

/// Whether a text is the call of a class of Gluon: one of [`CLASSES`], or one with the prefix of Gluon's programs.
pub(in crate::dialect) fn is_of_gluon(text: &str) -> bool {
    let head = text.split_once('(').map_or("", |(head, _)| head).trim_end();
    let name = head.rsplit(['.', '=', ' ']).next().unwrap_or(head);
    let has_prefix = ["gl.", "ttgl."].iter().any(|prefix| head.contains(prefix));
    is_class(text) && (has_prefix || CLASSES.iter().any(|(of, ..)| *of == name))
}

/// A text and how far it is read.
struct Parser<'a> {
    text: &'a str,
    at: usize,
}

/// How many layouts may be inside of each other.
const DEPTH: usize = 10;

impl<'a> Parser<'a> {
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text[self.at..].chars().next()
    }

    fn eat(&mut self, letter: char) -> bool {
        let found = self.peek() == Some(letter);
        self.at += if found { letter.len_utf8() } else { 0 };
        found
    }

    /// The longest run of these letters.
    fn run(&mut self, is_inside: impl Fn(char) -> bool) -> &'a str {
        self.peek();
        let rest = &self.text[self.at..];
        let found = &rest[..rest.find(|c| !is_inside(c)).unwrap_or(rest.len())];
        self.at += found.len();
        found
    }

    fn expected(&mut self, what: &str) -> Failure {
        let end = self.peek().map_or(self.at, |letter| self.at + letter.len_utf8());
        Failure::new(format!("expected {what}")).at(self.text, self.at..end)
    }

    fn value(&mut self, depth: usize) -> Result<Py, Failure> {
        if depth > DEPTH {
            return Err(self.expected("fewer values inside of each other"));
        }
        match self.peek() {
            Some(open @ ('[' | '(')) => {
                self.at += 1;
                let close = if open == '[' { ']' } else { ')' };
                let mut parts = Vec::new();
                while !self.eat(close) {
                    parts.push(self.value(depth + 1)?);
                    if !self.eat(',') && self.peek() != Some(close) {
                        return Err(self.expected(&format!("`,` or `{close}`")));
                    }
                }
                Ok(Py::List(parts))
            }
            Some(letter) if letter.is_ascii_digit() => {
                let start = self.at;
                let digits = self.run(|c| c.is_ascii_digit());
                let number = digits.parse().map_err(|_| {
                    Failure::new("expected a smaller number").at(self.text, start..self.at)
                })?;
                Ok(Py::Number(number))
            }
            _ => {
                let start = self.at;
                let word = self.run(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.'));
                match word {
                    "True" => Ok(Py::Truth(true)),
                    "False" => Ok(Py::Truth(false)),
                    "None" => Ok(Py::None),
                    "" => Err(self.expected("a value of Python")),
                    _ if self.peek() == Some('(') => {
                        let (attribute, _) = self.call(start..start + word.len(), depth + 1)?;
                        Ok(Py::Layout(attribute))
                    }
                    _ => Err(Failure::new(format!("`{word}` is not a value that is read"))
                        .at(self.text, start..self.at)),
                }
            }
        }
    }

    /// Reads the arguments of the class that `head` names. Returns the attribute, and the shape of the tensor if an argument
    /// gives it.
    fn call(
        &mut self,
        head: std::ops::Range<usize>,
        depth: usize,
    ) -> Result<(String, Option<Vec<i64>>), Failure> {
        let written = &self.text[head.clone()];
        let name = written.rsplit(['.', '=', ' ']).next().unwrap_or(written);
        let at = head.end - name.len()..head.end;
        let Some(class) = CLASSES.iter().find(|(of, ..)| *of == name) else {
            let known: Vec<_> = CLASSES.iter().map(|(of, ..)| *of).collect();
            return Err(Failure::new(format!("`{name}` is not a layout of Gluon that is read"))
                .at(self.text, at)
                .help(format!("layouts that are: {}", known.join(", "))));
        };
        let (_, _, needed, names) = *class;
        if !self.eat('(') {
            return Err(self.expected("`(`"));
        }
        let mut values: Vec<Option<Py>> = vec![None; names.len()];
        let (mut next, mut has_key) = (Some(0), false);
        while !self.eat(')') {
            self.peek();
            let start = self.at;
            let word = self.run(|c| c.is_ascii_alphanumeric() || c == '_');
            let is_key = self.peek() == Some('=') && !word.is_empty();
            let place = if is_key {
                self.at += 1;
                (next, has_key) = (None, true);
                names.iter().position(|name| *name == word)
            } else {
                self.at = start;
                let place = next.filter(|place| *place < names.len());
                next = next.map(|place| place + 1);
                place
            };
            let Some(place) = place else {
                let message = match is_key {
                    true => format!("`{word}` is not an argument of `{name}` that is read"),
                    false if has_key => "expected an argument with its keyword".into(),
                    false => format!("`{name}` has {} arguments", names.len()),
                };
                let end =
                    self.text[start..].find([',', ')']).map_or(self.text.len(), |at| start + at);
                return Err(Failure::new(message).at(self.text, start..end));
            };
            let value = self.value(depth)?;
            if values[place].replace(value).is_some() {
                let message = format!("`{}` is given twice", names[place]);
                return Err(Failure::new(message).at(self.text, start..self.at));
            }
            if !self.eat(',') && self.peek() != Some(')') {
                return Err(self.expected("`,` or `)`"));
            }
        }
        if let Some(missing) = (0..needed).find(|&k| values[k].is_none()) {
            let message = format!("`{name}` needs `{}`", names[missing]);
            return Err(Failure::new(message).at(self.text, at.start..self.at));
        }
        let found = translated(class, &values);
        found.map_err(|message| Failure::new(message).at(self.text, at.start..self.at))
    }
}

/// The attribute of Triton of a class with these arguments, and the shape of the tensor if an argument gives it.
fn translated(class: &Class, values: &[Option<Py>]) -> Result<(String, Option<Vec<i64>>), String> {
    let (name, layout, _, names) = *class;
    let value = |of: &str| {
        names.iter().position(|name| *name == of).and_then(|place| values[place].as_ref())
    };
    let list = |of: &str| {
        let Some(value) = value(of) else { return Ok(None) };
        let expected = || format!("`{of}` of `{name}` is a list of numbers");
        value.numbers().map(Some).ok_or_else(expected)
    };
    let text_of = |of: &str| {
        let is_empty = |value: &&Py| matches!(value, Py::None) || value.is_empty();
        value(of).filter(|value| !is_empty(value)).map(Py::text)
    };
    let own = list("shape")?;
    let mut keys = Vec::new();
    for (of, value) in names.iter().zip(values) {
        let Some(value) = value.as_ref().filter(|value| !matches!(value, Py::None)) else {
            continue;
        };
        match (layout, *of) {
            (_, "shape" | "interval_padding_pairs" | "alignment") => {}
            ("padded_shared", "cga_layout") => {}
            ("nvidia_mma", "version") => {
                let version = list("version")?.filter(|version| version.len() == 2);
                let version =
                    version.ok_or("a version of two numbers is expected, such as [2, 0]")?;
                keys.push(format!("versionMajor = {}, versionMinor = {}", version[0], version[1]));
            }
            ("amd_mfma", "transposed") => keys.push(format!("isTransposed = {}", value.text())),
            ("amd_wmma", "transposed") => keys.push(format!("isTranspose = {}", value.text())),
            ("amd_wmma", "reg_bases") => {}
            ("amd_wmma", "warp_bases") => {
                let registers = text_of("reg_bases");
                let registers = registers.map_or(String::new(), |of| format!("register = {of}, "));
                keys.push(format!("ctaLayout = {{{registers}warp = {}}}", value.text()));
            }
            ("tensor_memory_encoding", "block") => {
                let block = list("block")?.filter(|block| block.len() == 2);
                let block = block.ok_or("a block of two numbers is expected, such as (128, 64)")?;
                keys.push(format!("blockM = {}, blockN = {}", block[0], block[1]));
            }
            (_, "cga_layout") | ("shared_linear", "block_bases") if value.is_empty() => {}
            _ => {
                let key = KEYS.iter().find(|(name, _)| name == of).map_or(*of, |(_, key)| *key);
                keys.push(format!("{key} = {}", value.text()));
            }
        }
    }
    let body = keys.join(", ");
    let attribute = match layout {
        "tensor_memory_encoding" | "tensor_memory_scales_encoding" => {
            format!("#ttng.{layout}<{body}>")
        }
        "shared_linear" => {
            let alignment = text_of("alignment").unwrap_or("16".into());
            format!("#ttg.shared_linear<{{{body}}}, alignment = {alignment}>")
        }
        "padded_shared" => {
            let Some(Py::List(pairs)) = value("interval_padding_pairs") else {
                return Err("`interval_padding_pairs` is a list of pairs".into());
            };
            let pair = |pair: &Py| match pair.numbers().as_deref() {
                Some([run, gap]) => Ok(format!("{run}:+{gap}")),
                _ => Err("`interval_padding_pairs` is a list of pairs".to_owned()),
            };
            let gaps: Vec<_> = pairs.iter().map(pair).collect::<Result<_, _>>()?;
            let blocks = padded_blocks(value("cga_layout"), own.as_deref().unwrap_or_default())?;
            // Without images, the tensor has one element, and only its shape gives the number of dimensions.
            let is_one = blocks.is_empty() && text_of("offset_bases").is_none();
            let of_one = |shape: &&Vec<i64>| is_one && shape.iter().all(|extent| *extent == 1);
            let offsets = match own.as_ref().filter(of_one) {
                Some(shape) => {
                    let order: Vec<_> = (0..shape.len()).rev().collect();
                    format!("order = {order:?}, shape = {shape:?}")
                }
                None => format!("{body}, block = {blocks:?}"),
            };
            format!("#ttg.padded_shared<[{}] {{{offsets}}}>", gaps.join(", "))
        }
        _ => format!("#ttg.{layout}<{{{body}}}>"),
    };
    Ok((attribute, own))
}

/// The images of blocks of a padded layout, converted from blocks (Gluon) to elements (Triton).
fn padded_blocks(blocks: Option<&Py>, shape: &[i64]) -> Result<Vec<Vec<i64>>, String> {
    let Some(Py::List(images)) = blocks else { return Ok(Vec::new()) };
    let images: Option<Vec<Vec<i64>>> = images.iter().map(Py::numbers).collect();
    let images = images.filter(|images| images.iter().all(|image| image.len() == shape.len()));
    let mut images = images.ok_or("`cga_layout` is a list of images")?;
    let split: Vec<i64> = (0..shape.len())
        .map(|dim| 1_i64 << images.iter().filter(|image| image[dim] != 0).count().min(62))
        .collect();
    for image in &mut images {
        for (dim, value) in image.iter_mut().enumerate() {
            *value = value.checked_mul(shape[dim] / split[dim]).ok_or("an image is too great")?;
        }
    }
    Ok(images)
}

/// The attribute of Triton of a text of Gluon, and the shape of the tensor if an argument gives it.
pub(super) fn attribute(text: &str) -> Result<(String, Option<Vec<i64>>), Failure> {
    let Some((head, _)) = text.split_once('(').filter(|_| is_class(text)) else {
        return Err(Failure::new("expected a layout of Gluon, such as `BlockedLayout(..)`")
            .at(text, 0..text.len()));
    };
    let end = head.trim_end().len();
    let mut parser = Parser { text, at: end };
    let found = parser.call(0..end, 0)?;
    match parser.peek() {
        None => Ok(found),
        Some(_) => Err(parser.expected("the end")),
    }
}

/// Reads a layout of Gluon, `gl.BlockedLayout(..)`.
///
/// # Errors
///
/// As [`read`](super::read), and a class or an argument that is not read.
pub(in crate::dialect) fn read_gluon(text: &str) -> Result<Foreign, Failure> {
    let (attribute, shape) = attribute(text)?;
    let whole = |failure: Failure| at_part(Failure::new(failure.message()), text, text);
    let layout = TritonLayout::parse(&attribute)
        .map_err(|error| whole(Failure::found(&error, &attribute)))?;
    let shape = shape.or_else(|| layout.shape().map(|shape| extents(&shape)));
    let shape = shape
        .ok_or_else(|| whole(Failure::new("this layout does not say the shape of its tensor")))?;
    layout_of(&layout, &shape).map_err(whole)
}

/// Writes the closest layout of Gluon.
pub(in crate::dialect) fn write_gluon(said: &Foreign) -> Result<String, Failure> {
    let found = encoding(Dialect::Gluon, said).map_err(|(_, what)| {
        Failure::new(format!("{} has no word for {what}", Dialect::Gluon.name()))
    })?;
    let mut attribute = found.attribute;
    let is_linear = |attribute: &str| {
        ["#ttg.linear", "#ttg.shared_linear", "#ttg.padded_shared"]
            .iter()
            .any(|of| attribute.starts_with(of))
    };
    // A `BlockedLayout` has no shape: it must fill the tensor once. Images give the shape of any other layout.
    let own = TritonLayout::parse(&attribute)?.shape().map(|shape| extents(&shape));
    let is_blocked = attribute.starts_with("#ttg.blocked") && own.as_ref() == Some(&found.shape);
    if !is_blocked && !is_linear(&attribute) {
        let bits = TritonLayout::parse(&attribute).and_then(|layout| layout.bits(&found.shape))?;
        attribute = TritonLayout::linear(&bits).to_string();
    }
    let key = |key: &str| value_in(&attribute, key).unwrap_or("[]");
    Ok(if is_blocked {
        let blocks = value_in(&attribute, "CGALayout");
        format!(
            "gl.BlockedLayout(size_per_thread={}, threads_per_warp={}, warps_per_cta={}, order={}{})",
            key("sizePerThread"),
            key("threadsPerWarp"),
            key("warpsPerCTA"),
            key("order"),
            blocks.map_or(String::new(), |blocks| format!(", cga_layout={blocks}"))
        )
    } else if attribute.starts_with("#ttg.linear") {
        format!(
            "gl.DistributedLinearLayout(reg_bases={}, lane_bases={}, warp_bases={}, block_bases={}, shape={:?})",
            key("register"),
            key("lane"),
            key("warp"),
            key("block"),
            found.shape
        )
    } else if let Some(gaps) = attribute.strip_prefix("#ttg.padded_shared<[") {
        let gaps = gaps.split(']').next().unwrap_or_default();
        let gaps: Vec<_> =
            gaps.split(", ").map(|gap| format!("[{}]", gap.replace(":+", ", "))).collect();
        let images = match value_in(&attribute, "offset") {
            Some(images) => images.to_owned(),
            None => ordered(key("order"), &found.shape),
        };
        format!(
            "gl.PaddedSharedLayout(interval_padding_pairs=[{}], offset_bases={images}, cga_layout=[], shape={:?})",
            gaps.join(", "),
            found.shape
        )
    } else {
        format!("gl.SharedLinearLayout(offset_bases={})", key("offset"))
    })
}

/// The images of the bits of offsets, for an order of dimensions such as `[1, 0]`.
fn ordered(order: &str, shape: &[i64]) -> String {
    let dims =
        order.trim_matches(['[', ']']).split(", ").filter_map(|dim| dim.parse::<usize>().ok());
    let images = dims.flat_map(|dim| {
        (0..shape[dim].trailing_zeros()).map(move |bit| {
            let mut image = vec![0_i64; shape.len()];
            image[dim] = 1 << bit;
            image
        })
    });
    format!("{:?}", images.collect::<Vec<_>>())
}

/// The list after `key = ` in an attribute.
fn value_in<'a>(attribute: &'a str, key: &str) -> Option<&'a str> {
    let (_, after) = attribute.split_once(&format!("{key} = "))?;
    let mut depth = 0_i32;
    let end = after.char_indices().find(|(_, letter)| {
        depth += i32::from(*letter == '[') - i32::from(*letter == ']');
        depth == 0
    });
    end.map(|(end, _)| &after[..=end])
}
