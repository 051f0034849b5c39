//! Triton's layouts, as its compiler prints them: `#ttg.blocked<{sizePerThread = [1, 4], ..}>`.

use core::fmt;

use layout_core::scan::{Scanner, read_whole};
use layout_core::{BitDims, BitLayout, BitMatrix, BitRule, LayoutError, Operation, Rule};

use crate::list::ArrayVec;

/// The numbers of a list, at most one for each dimension of a tensor.
type Numbers = ArrayVec<i64, 4>;

const REGISTER: &str = "register";
const LANE: &str = "lane";
const WARP: &str = "warp";
const BLOCK: &str = "block";
const OFFSET: &str = "offset";
const DIMS: [&str; 4] = ["dim0", "dim1", "dim2", "dim3"];
const KEY: &str = "a key of this layout";

/// A layout attribute of Triton's `ttg` dialect: what a compiled kernel says of a tensor in registers or in shared
/// memory.
///
/// ```
/// use static_layout_dialects::TritonLayout;
/// let text = "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>";
/// let a = TritonLayout::parse(text)?;
/// assert_eq!(a.to_string(), text);
/// let bits = a.bits(&[32, 16])?;
/// assert_eq!(
///     bits.to_string(),
///     "{register: (0,1) (0,2), lane: (0,4) (0,8) (1,0) (2,0) (4,0), warp: (8,0) (16,0)} -> {dim0: 5, dim1: 4}"
/// );
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct TritonLayout<'a> {
    kind: Kind<'a>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind<'a> {
    Blocked { registers: Numbers, lanes: Numbers, warps: Numbers, order: Numbers },
    Mma { version: i64, minor: i64, warps: Numbers, shape: Numbers },
    Dot { operand: i64, parent: &'a str, width: i64 },
    Slice { dim: i64, parent: &'a str },
    Swizzled { vector: i64, per_phase: i64, max_phase: i64, order: Numbers },
    NvMma { width: i64, transposed: bool, bits: i64 },
    Linear { inputs: [(&'static str, &'a str); 4] },
    SharedLinear { offset: &'a str },
}

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
const IMAGES: [&str; 5] = [REGISTER, LANE, WARP, BLOCK, OFFSET];

impl<'a> TritonLayout<'a> {
    /// Reads an attribute. A parent stands in it in full, not as an alias.
    ///
    /// # Errors
    /// [`Rule::Syntax`] for another text.
    pub fn parse(text: &'a str) -> Result<Self, LayoutError> {
        read_whole(text, attribute)
    }

    /// The layout of a tensor of this shape. In registers it maps `register`, `lane` and `warp` to the coordinates
    /// `dim0`, `dim1`, ..; in shared memory `offset` to them. A tensor that the attribute does not fill repeats it
    /// along the registers or offsets; a smaller one is held several times.
    ///
    /// # Errors
    /// [`BitRule::NotPower`] for an extent that is no power of 2, [`BitRule::Rank`] for another number of dimensions,
    /// and [`BitRule::Dims`] for more than 4.
    pub fn bits(&self, shape: &[i64]) -> Result<BitLayout, LayoutError> {
        if shape.len() > DIMS.len() {
            return Err(refused(BitRule::Dims { most: DIMS.len() }));
        }
        match self.kind {
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
            Kind::Dot { operand, parent, width } => dot(operand, parent, width, shape),
            Kind::Slice { dim, parent } => slice(dim, parent, shape),
            Kind::Swizzled { vector, per_phase, max_phase, order } => {
                swizzled([vector, per_phase, max_phase], order.as_slice(), shape)
            }
            Kind::NvMma { width, transposed, bits } => nv_mma(width, transposed, bits, shape),
            Kind::Linear { inputs } => fitted(&linear(&inputs, shape.len())?, shape, REGISTER),
            Kind::SharedLinear { offset } => {
                fitted(&linear(&[(OFFSET, offset)], shape.len())?, shape, OFFSET)
            }
        }
    }

    /// The text of any layout of registers, lanes and warps: `#ttg.linear<{register = [[0, 1]], ..}>`. An input that
    /// it lacks has no bits.
    ///
    /// ```
    /// use layout_core::BitLayout;
    /// use static_layout_dialects::TritonLayout;
    /// let a: BitLayout = "{register: (0,1), lane: (0,2) (1,0)} -> {dim0: 1, dim1: 2}".parse()?;
    /// let text = TritonLayout::linear(&a).to_string();
    /// assert_eq!(
    ///     text,
    ///     "#ttg.linear<{register = [[0, 1]], lane = [[0, 2], [1, 0]], warp = [], block = []}>"
    /// );
    /// assert_eq!(TritonLayout::parse(&text)?.bits(&[2, 4])?.part(&["register", "lane"], &["dim0", "dim1"])?, a);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub fn linear(bits: &BitLayout) -> impl fmt::Display + '_ {
        Linear(bits)
    }
}

struct Linear<'a>(&'a BitLayout);

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

/// A list that prints itself.
struct ListText(Numbers);

impl fmt::Display for ListText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        List(self.0.as_slice().iter().copied()).fmt(f)
    }
}

impl fmt::Debug for TritonLayout<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

fn refused(rule: BitRule) -> LayoutError {
    LayoutError::alone(Operation::BitMatrix, Rule::Linear(rule))
}

fn of_rank(found: usize, expected: usize) -> Result<(), LayoutError> {
    if found == expected { Ok(()) } else { Err(refused(BitRule::Rank { found, expected })) }
}

fn at(numbers: &Numbers, i: usize) -> Result<i64, LayoutError> {
    let found = numbers.as_slice().len();
    numbers.as_slice().get(i).copied().ok_or(refused(BitRule::Rank { found, expected: i + 1 }))
}

/// Reads `#ttg.name<{key = value, ..}>`.
fn attribute<'a>(scanner: &mut Scanner<'a>) -> Result<TritonLayout<'a>, LayoutError> {
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
fn numbers(scanner: &mut Scanner<'_>) -> Result<Numbers, LayoutError> {
    let mut out = Numbers::empty(0);
    scanner.expect("[", "`[`")?;
    while !scanner.eat("]") {
        if !out.as_slice().is_empty() {
            scanner.expect(",", "`,` or `]`")?;
        }
        let value = scanner.natural("a number")?;
        out.push(value)?;
    }
    Ok(out)
}

/// Reads `[[0, 1], [0, 2]]`.
fn images(scanner: &mut Scanner<'_>) -> Result<(), LayoutError> {
    scanner.expect("[", "`[`")?;
    let mut first = true;
    while !scanner.eat("]") {
        if !first {
            scanner.expect(",", "`,` or `]`")?;
        }
        first = false;
        numbers(scanner)?;
    }
    Ok(())
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
    // The removed dimension has no bits, so that no image changes.
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
            while !scanner.eat("]") {
                if len > first {
                    scanner.expect(",", "`,` or `]`")?;
                }
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
            }
            Ok(())
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
