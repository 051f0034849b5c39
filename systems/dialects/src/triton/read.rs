//! Reads an attribute: its keys, and what its compiler checks of them.

use layout_core::LayoutError;
use layout_core::scan::{Scanner, expected_at, read_whole};

use super::bits::linear;
use super::keys::{BLOCKS, LAYOUTS, LayoutKeys, OLD_BLOCKS};
use super::write::NO_IMAGES;
use super::{
    BLOCK, Gaps, Images, Kind, LANE, Numbers, OFFSET, Offsets, RANK, REGISTER, TritonLayout, WARP,
};
use crate::list::ArrayVec;

/// The most keys of a layout.
const MOST_KEYS: usize = 12;

/// A value of an attribute.
#[derive(Clone, Copy)]
enum Value<'a> {
    Number(i64),
    Numbers(Numbers),
    Truth(bool),
    /// The layout inside of this one, which is in [`Fields::parent`].
    Parent,
    /// The images of bits, a dictionary of them, or a word, as written.
    Text(&'a str),
}

/// A key, its value, and the byte where the value starts.
type Field<'a> = (&'a str, Value<'a>, usize);

/// The keys of an attribute with their values.
struct Fields<'a> {
    list: ArrayVec<Field<'a>, MOST_KEYS>,
    /// The layout inside of this one, with its text.
    parent: Option<(TritonLayout<'a>, &'a str)>,
    /// The byte after the last one.
    end: usize,
}

/// Reads `#ttg.name<{key = value, ..}>`, in `depth` others.
pub(super) fn attribute<'a>(
    scanner: &mut Scanner<'a>,
    depth: usize,
) -> Result<TritonLayout<'a>, LayoutError> {
    let (start, head) = (scanner.position(), scanner.rest());
    // Each parent has a dimension more, and a tensor has no more than 8.
    if depth > RANK + 1 {
        return Err(expected_at(start, "fewer layouts inside of each other"));
    }
    let is_of_tensor_memory = scanner.eat("#ttng.") || scanner.eat("#triton_nvidia_gpu.");
    if !is_of_tensor_memory && !scanner.eat("#triton_gpu.") && !scanner.eat("#ttg.") {
        let what = "`#ttg.` and a layout in full: no alias, and no layout of another dialect";
        // The name follows the sign.
        return Err(expected_at(start + usize::from(scanner.eat("#")), what));
    }
    let (place, name) = (scanner.position(), scanner.word());
    let mut known = LAYOUTS.iter().filter(|of| of.is_of_tensor_memory() == is_of_tensor_memory);
    let Some(layout) = known.find(|layout| layout.names.contains(&name)) else {
        return Err(expected_at(
            place,
            match is_of_tensor_memory {
                true => "tensor_memory_encoding or tensor_memory_scales_encoding",
                false => {
                    "blocked, nvidia_mma, amd_mfma, amd_wmma, dot_op, slice, linear, generic_linear, swizzled_shared, \
                 amd_rotating_shared, nvmma_shared, shared_linear, padded_shared or partitioned_shared"
                }
            },
        ));
    };
    if head.as_bytes()[place - start - 1] != b'.' {
        return Err(expected_at(place, "the name of a layout without a space in front"));
    }
    if scanner.position() != place + name.len() {
        return Err(expected_at(place + name.len(), "`<` without a space in front"));
    }
    scanner.expect("<", "`<`")?;
    let gaps = if name == "padded_shared" { gaps(scanner)? } else { Gaps::empty((0, 0)) };
    let close = if is_of_tensor_memory { ">" } else { "}" };
    if !is_of_tensor_memory {
        scanner.expect("{", "`{`")?;
    }
    let fields = Fields::read(scanner, layout, close, depth)?;
    if layout.needed.iter().any(|key| fields.find(key).is_none()) {
        return Err(expected_at(fields.end, layout.expected));
    }
    let mut found = fields.layout(layout)?;
    match &mut found.kind {
        Kind::SharedLinear { alignment, .. } => {
            scanner.expect(",", "`, alignment = 16`")?;
            scanner.expect("alignment", "`alignment`")?;
            scanner.expect("=", "`=`")?;
            let place = scanner.position();
            *alignment = number(scanner)?;
            if alignment.count_ones() != 1 {
                return Err(expected_at(place, "an alignment of a power of 2"));
            }
        }
        Kind::Padded { gaps: of, .. } => *of = gaps,
        _ => {}
    }
    if !is_of_tensor_memory {
        scanner.expect(">", "`>`")?;
    }
    Ok(found)
}

/// Reads `[32:+4, 128:+8]`.
fn gaps(scanner: &mut Scanner<'_>) -> Result<Gaps, LayoutError> {
    let mut out = Gaps::empty((0, 0));
    scanner.expect("[", "`[` and the gaps, such as `[32:+4]`")?;
    let end = scanner.position();
    scanner.list("]", "`,` or `]`", |scanner| {
        let place = scanner.position();
        let run = number(scanner)?;
        scanner.expect(":", "`:+` and the elements of the gap")?;
        scanner.expect("+", "`+` and the elements of the gap")?;
        let gap_place = scanner.position();
        let gap = number(scanner)?;
        if run.count_ones() != 1 || out.as_slice().iter().any(|(known, _)| *known == run) {
            return Err(expected_at(place, "a power of 2 that is the interval of no other gap"));
        }
        if gap.count_ones() != 1 {
            return Err(expected_at(gap_place, "a gap of a power of 2"));
        }
        out.push((run, gap))
    })?;
    if out.as_slice().is_empty() {
        return Err(expected_at(end, "a gap, such as `32:+4`"));
    }
    Ok(out)
}

/// Reads the value of a key.
fn value<'a>(scanner: &mut Scanner<'a>, key: &str) -> Result<Value<'a>, LayoutError> {
    match key {
        "sizePerThread" | "threadsPerWarp" | "warpsPerCTA" | "order" | "instrShape" | "shape"
        | "tilesPerWarp" => numbers(scanner).map(Value::Numbers),
        _ if OLD_BLOCKS.contains(&key) => numbers(scanner).map(Value::Numbers),
        "transposed" | "isTransposed" | "isTranspose" | "fp4Padded" | "hasLeadingOffset"
        | "twoCTAs" => {
            let is_true = scanner.eat("true");
            if !is_true {
                scanner.expect("false", "`true` or `false`")?;
            }
            Ok(Value::Truth(is_true))
        }
        BLOCKS | REGISTER | LANE | WARP | BLOCK | OFFSET => {
            let ((), text) = consumed(scanner, |scanner| each_image(scanner, |_| Ok(())))?;
            Ok(Value::Text(text))
        }
        "ctaLayout" => {
            let ((), text) = consumed(scanner, |scanner| {
                scanner.expect("{", "`{`")?;
                let mut is_first = true;
                while !scanner.eat("}") {
                    if !is_first {
                        scanner.expect(",", "`,` or `}`")?;
                    }
                    is_first = false;
                    let place = scanner.position();
                    if !matches!(scanner.word(), REGISTER | WARP) {
                        return Err(expected_at(place, "register or warp"));
                    }
                    scanner.expect("=", "`=`")?;
                    each_image(scanner, |_| Ok(()))?;
                }
                Ok(())
            })?;
            Ok(Value::Text(text))
        }
        "blockRepOrder" => {
            let place = scanner.position();
            match scanner.word() {
                word @ ("mnThenK" | "kThenMn") => Ok(Value::Text(word)),
                _ => Err(expected_at(place, "mnThenK or kThenMn")),
            }
        }
        _ => number(scanner).map(Value::Number),
    }
}

/// Reads a number that Triton can hold.
fn number(scanner: &mut Scanner<'_>) -> Result<i64, LayoutError> {
    let place = scanner.position();
    match scanner.natural("a number")? {
        number if number <= i64::from(u32::MAX) => Ok(number),
        _ => Err(expected_at(place, "a number below 2^32")),
    }
}

impl<'a> Fields<'a> {
    /// Reads `key = value, ..` up to `close`.
    fn read(
        scanner: &mut Scanner<'a>,
        layout: &LayoutKeys,
        close: &str,
        depth: usize,
    ) -> Result<Self, LayoutError> {
        let mut fields =
            Self { list: ArrayVec::empty(("", Value::Number(0), 0)), parent: None, end: 0 };
        loop {
            fields.end = scanner.position();
            if scanner.eat(close) {
                return Ok(fields);
            }
            let (place, key) = (scanner.position(), scanner.word());
            if !layout.has(key) || fields.find(key).is_some() {
                return Err(expected_at(place, layout.expected));
            }
            scanner.expect("=", "`=`")?;
            let place = scanner.position();
            let value = match key {
                "parent" | "partitionLayout" => {
                    fields.parent = Some(consumed(scanner, |all| attribute(all, depth + 1))?);
                    Value::Parent
                }
                _ => value(scanner, key)?,
            };
            fields.list.push((key, value, place))?;
            if scanner.peek() == close.as_bytes()[0] {
                continue;
            }
            scanner.expect(",", if close == "}" { "`,` or `}`" } else { "`,` or `>`" })?;
            if scanner.peek() == close.as_bytes()[0] {
                return Err(scanner.expected("a key after the comma"));
            }
        }
    }

    fn find(&self, key: &str) -> Option<&Field<'a>> {
        self.list.as_slice().iter().find(|field| field.0 == key)
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

    fn parent(&self, key: &str) -> Result<(TritonLayout<'a>, &'a str), LayoutError> {
        match self.parent {
            Some(parent) => Ok(parent),
            None => self.refuse(key, "a layout in full"),
        }
    }

    /// The name of an input with its images.
    fn input(&self, name: &'static str) -> (&'static str, &'a str) {
        (name, self.text(name).filter(|text| has_images(text)).unwrap_or(NO_IMAGES))
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
    fn order(&self, key: &str) -> Result<Numbers, LayoutError> {
        let order = self.numbers(key);
        let all = order.as_slice();
        let is_order = (0..all.len() as i64).all(|i| all.contains(&i));
        self.checked(key, is_order, "each dimension once in the order")?;
        Ok(order)
    }

    /// A number for each of `rank` dimensions, each a power of 2.
    fn counts(&self, key: &str, rank: usize) -> Result<Numbers, LayoutError> {
        let counts = self.numbers(key);
        self.checked(key, counts.as_slice().len() == rank, "a number for each dimension")?;
        self.checked(key, are_powers(counts.as_slice()), "powers of 2")?;
        Ok(counts)
    }

    /// The images of the bits of a block of threads.
    fn blocks(&self, rank: usize) -> Result<Images, LayoutError> {
        for key in OLD_BLOCKS {
            if self.find(key).is_some() {
                self.checked(
                    key,
                    self.numbers(key).as_slice().len() == rank,
                    "a number for each dimension",
                )?;
                let what = "no CTAsPerCGA, CTASplitNum and CTAOrder next to CGALayout";
                self.checked(key, self.find(BLOCKS).is_none(), what)?;
            }
        }
        let order = self.order("CTAOrder")?;
        if let Some(text) = self.text(BLOCKS) {
            let images = images(text, rank).ok();
            let what = "an image of each bit of a block, with a number for each dimension";
            let Some(images) = images else { return self.refuse(BLOCKS, what) };
            let what = "each bit of a coordinate as one image, or 0";
            self.checked(BLOCKS, are_bits(&images), what)?;
            return Ok(images);
        }
        let mut out = Images::empty([0; RANK]);
        let (counts, split) = (self.numbers("CTAsPerCGA"), self.numbers("CTASplitNum"));
        let is_one = |key: &str, numbers: &Numbers| {
            self.checked(key, are_powers(numbers.as_slice()), "powers of 2")?;
            Ok(numbers.as_slice().iter().all(|&count| count == 1))
        };
        // The order decides nothing for one block.
        if is_one("CTAsPerCGA", &counts)? & is_one("CTASplitNum", &split)? {
            return Ok(out);
        }
        for key in OLD_BLOCKS {
            let what = "CTAsPerCGA, CTASplitNum and CTAOrder together";
            self.checked(key, self.find(key).is_some(), what)?;
        }
        for &dim in order.as_slice() {
            let dim = dim as usize;
            let (all, parts) = (counts.as_slice()[dim], split.as_slice()[dim]);
            self.checked("CTASplitNum", parts <= all, "a divisor of CTAsPerCGA")?;
            for bit in 0..all.trailing_zeros() {
                let mut image = [0; RANK];
                // The remaining blocks hold the same part.
                image[dim] = if bit < parts.trailing_zeros() { 1 << bit } else { 0 };
                out.push(image)?;
            }
        }
        Ok(out)
    }

    /// The number of dimensions, which the first image of these keys has.
    fn rank_of(&self, keys: &[&'static str]) -> Result<usize, LayoutError> {
        let mut rank = 0;
        for key in keys {
            rank = if rank == 0 { first_rank(self.input(key).1)? } else { rank };
        }
        self.checked(keys[0], rank > 0, "an image, which tells the number of dimensions")?;
        Ok(rank)
    }

    /// Checks that all images together reach each coordinate and, if `is_one_to_one`, that those other than 0 are
    /// independent.
    fn checked_linear(
        &self,
        inputs: &[(&'static str, &'a str)],
        rank: usize,
        is_one_to_one: bool,
    ) -> Result<(), LayoutError> {
        let key = inputs[0].0;
        let Ok(all) = linear(inputs, rank) else {
            return self.refuse(key, "images with a number for each dimension, of at most 64 bits");
        };
        let matrix = all.matrix();
        self.checked(key, matrix.is_surjective(), "images of all bits of a coordinate")?;
        let count = matrix.columns().iter().filter(|&&image| image != 0).count();
        let what = "images of independent bits, apart from those that are 0";
        self.checked(key, !is_one_to_one || count as u32 == all.outputs().bits(), what)
    }

    /// Checks that the images are the bits of the coordinates, each once, and of some inputs also 0.
    fn check_bits(&self, keys: &[&'static str], zero: &[&str]) -> Result<(), LayoutError> {
        let mut seen = [0_i64; RANK];
        for key in keys {
            let mut is_right = true;
            read_whole(self.input(key).1, |scanner| {
                each_image(scanner, |image| {
                    is_right &= adds_bit(image, &mut seen, zero.contains(key));
                    Ok(())
                })
            })?;
            let what = match zero.contains(key) {
                true => "each bit of a coordinate as one image, or 0",
                false => "each bit of a coordinate as one image",
            };
            self.checked(key, is_right, what)?;
        }
        let are_all = seen.iter().all(|&bits| bits & bits.wrapping_add(1) == 0);
        self.checked(keys[0], are_all, "images of all bits of a coordinate")
    }

    /// The layout whose keys are there.
    fn layout(&self, keys: &LayoutKeys) -> Result<TritonLayout<'a>, LayoutError> {
        let of = |kind, rank| Ok(TritonLayout { kind, rank, blocks: self.blocks(rank)? });
        match keys.names[0] {
            "blocked" => {
                let order = self.order("order")?;
                let rank = order.as_slice().len();
                let counts = |key| self.counts(key, rank);
                let kind = Kind::Blocked {
                    registers: counts("sizePerThread")?,
                    lanes: counts("threadsPerWarp")?,
                    warps: counts("warpsPerCTA")?,
                    order,
                };
                of(kind, rank)
            }
            "nvidia_mma" => {
                let warps = self.numbers("warpsPerCTA");
                of(self.mma(warps)?, warps.as_slice().len())
            }
            "amd_mfma" => {
                let warps = self.numbers("warpsPerCTA");
                of(self.mfma(warps)?, warps.as_slice().len())
            }
            "amd_wmma" => {
                let (kind, rank) = self.wmma()?;
                of(kind, rank)
            }
            "dot_op" => self.dot(),
            "slice" => self.slice(),
            "linear" | "generic_linear" => {
                let inputs = [REGISTER, LANE, WARP, BLOCK];
                let rank = self.rank_of(&inputs)?;
                let is_generic = keys.names[0] == "generic_linear";
                self.checked_linear(&inputs.map(|key| self.input(key)), rank, false)?;
                if is_generic {
                    for key in [REGISTER, LANE, BLOCK] {
                        let mut is_right = true;
                        read_whole(self.input(key).1, |scanner| {
                            each_image(scanner, |image| {
                                is_right &= image.iter().filter(|&&value| value != 0).count() <= 1;
                                Ok(())
                            })
                        })?;
                        self.checked(key, is_right, "images along one dimension each")?;
                    }
                } else {
                    self.check_bits(&inputs, &inputs)?;
                }
                let inputs = inputs.map(|key| self.input(key));
                of(Kind::Linear { is_generic, inputs }, rank)
            }
            "swizzled_shared" | "amd_rotating_shared" => {
                let is_plain = !self.is_true("hasLeadingOffset");
                let what = "no hasLeadingOffset: it is another layout, today's nvmma_shared";
                self.checked("hasLeadingOffset", is_plain, what)?;
                let order = self.order("order")?;
                let number = |key: &str| self.number(key).unwrap_or(0);
                for key in ["vec", "perPhase", "maxPhase"] {
                    self.checked(key, number(key).count_ones() == 1, "a power of 2")?;
                }
                let rank = order.as_slice().len();
                self.checked("order", rank > 0, "an order of one dimension or more")?;
                let rotates = keys.names[0] == "amd_rotating_shared";
                let kind = Kind::Swizzled {
                    vector: number("vec"),
                    per_phase: number("perPhase"),
                    max_phase: number("maxPhase"),
                    order,
                    rotates,
                };
                let found = of(kind, rank)?;
                let key = if self.find(BLOCKS).is_some() { BLOCKS } else { "CTAsPerCGA" };
                let is_right = !rotates || found.blocks.as_slice().is_empty();
                self.checked(key, is_right, "one block of threads of amd_rotating_shared")?;
                Ok(found)
            }
            "nvmma_shared" => {
                let kind = self.nv_mma()?;
                let of_blocks = self.text(BLOCKS).filter(|text| has_images(text)).map(first_rank);
                let of_old = OLD_BLOCKS.iter().find(|key| self.find(key).is_some());
                let rank = match (self.number("rank"), of_blocks, of_old) {
                    (Some(rank), ..) => rank as usize,
                    (None, Some(rank), _) => rank?,
                    (None, None, Some(key)) => self.numbers(key).as_slice().len(),
                    (None, None, None) => 2,
                };
                self.checked("rank", (1..=RANK).contains(&rank), "a rank from 1 to 8")?;
                let Kind::NvMma { width, .. } = kind else { return of(kind, rank) };
                let what = "a rank of 2 or more of a swizzle";
                self.checked("rank", rank > 1 || width == 0, what)?;
                of(kind, rank)
            }
            "shared_linear" => {
                let rank = self.rank_of(&[OFFSET, BLOCK])?;
                let inputs = [self.input(OFFSET), self.input(BLOCK)];
                self.checked_linear(&inputs, rank, true)?;
                of(Kind::SharedLinear { inputs, alignment: 1 }, rank)
            }
            "padded_shared" => {
                let (offsets, rank) = self.padded(keys)?;
                of(Kind::Padded { gaps: Gaps::empty((0, 0)), offsets }, rank)
            }
            "partitioned_shared" => self.partitioned(),
            "tensor_memory_encoding" => self.tensor_memory(),
            _ => {
                let depth_first = self.text("blockRepOrder") == Some("kThenMn");
                of(Kind::Scales { depth_first }, 2)
            }
        }
    }

    fn mma(&self, warps: Numbers) -> Result<Kind<'a>, LayoutError> {
        let version = self.number("versionMajor").unwrap_or(0);
        let what = "version 2 (Ampere) or 3 (Hopper) of nvidia_mma";
        self.checked("versionMajor", matches!(version, 2 | 3), what)?;
        let (shape, rank) = (self.numbers("instrShape"), warps.as_slice().len());
        self.checked("warpsPerCTA", are_powers(warps.as_slice()), "powers of 2")?;
        let is_right = if version == 2 { rank >= 2 } else { rank == 2 };
        self.checked("warpsPerCTA", is_right, "a number for each of 2 dimensions")?;
        let is_tile = match (version, shape.as_slice()) {
            (2, [ones @ .., m, n]) => {
                let is_flat = shape.as_slice().len() == rank && ones.iter().all(|&one| one == 1);
                is_flat && matches!(m, 8 | 16) && is_width(*n)
            }
            (3, [16, n] | [16, n, _]) => is_width(*n),
            _ => false,
        };
        let what = "an instrShape of 16 rows and the columns, a multiple of 8 and a power of 2: [16, 8], or [16, 64, 16] of version 3";
        self.checked("instrShape", is_tile, what)?;
        Ok(Kind::Mma { version, minor: self.number("versionMinor").unwrap_or(0), warps, shape })
    }

    fn mfma(&self, warps: Numbers) -> Result<Kind<'a>, LayoutError> {
        let version = self.number("version").or(self.number("versionMajor")).unwrap_or(0);
        let key = if self.find("version").is_some() { "version" } else { "versionMajor" };
        self.checked(key, version <= 4, "a version of amd_mfma up to 4")?;
        for key in ["versionMajor", "versionMinor"] {
            let is_alone = self.find("version").is_none() || self.find(key).is_none();
            self.checked(key, is_alone, "the version once")?;
        }
        let rank = warps.as_slice().len();
        let is_right = matches!(rank, 2 | 3) && are_powers(warps.as_slice());
        self.checked("warpsPerCTA", is_right, "powers of 2 for each of 2 or 3 dimensions")?;
        let (shape, transposed) = (self.numbers("instrShape"), self.is_true("isTransposed"));
        let is_tile = match shape.as_slice() {
            [m, n] | [m, n, _] => {
                matches!((m, n), (32, 32) | (16, 16) | (4, 64))
                    || (*m, *n, transposed) == (64, 4, true)
            }
            _ => false,
        };
        let what = "an instrShape of 32x32, 16x16, 4x64, or 64x4 that is transposed";
        self.checked("instrShape", is_tile, what)?;
        let mut tiles = self.numbers("tilesPerWarp");
        // Triton writes a 1 for each number of the instruction.
        if tiles.as_slice().iter().all(|&tiles| tiles == 1) {
            tiles = Numbers::empty(0);
            (0..rank).try_for_each(|_| tiles.push(1))?;
        }
        let is_right = tiles.as_slice().len() == rank && are_powers(tiles.as_slice());
        self.checked("tilesPerWarp", is_right, "a power of 2 for each dimension")?;
        let bits = self.number("elementBitWidth").unwrap_or(32);
        self.checked("elementBitWidth", matches!(bits, 32 | 64), "results of 32 or 64 bits")?;
        Ok(Kind::Mfma { version, warps, shape, transposed, tiles, bits })
    }

    fn wmma(&self) -> Result<(Kind<'a>, usize), LayoutError> {
        let version = self.number("version").unwrap_or(0);
        self.checked("version", matches!(version, 1..=3), "a version of amd_wmma from 1 to 3")?;
        let mut shape = self.numbers("instrShape");
        if self.find("instrShape").is_none() {
            for _ in 0..3 {
                shape.push(16)?;
            }
        }
        let is_tile = match (version, shape.as_slice()) {
            (1 | 2, [16, 16, 16]) | (2, [16, 16, 32]) => true,
            (3, [16, 16, depth]) => matches!(depth, 4 | 32 | 64 | 128),
            (3, [32, 16, depth]) => matches!(depth, 64 | 128),
            _ => false,
        };
        let key = if self.find("instrShape").is_some() { "instrShape" } else { "version" };
        self.checked(key, is_tile, "an instrShape of this version, such as [16, 16, 16]")?;
        let named = self.number("rank").map(|rank| rank as usize);
        let (registers, warps, rank) = if let Some(text) = self.text("ctaLayout") {
            for key in ["warpsPerCTA", "tilesPerWarp"] {
                let what = "no warpsPerCTA and tilesPerWarp next to ctaLayout";
                self.checked(key, self.find(key).is_none(), what)?;
            }
            let what = "images of the bits of warps, and of registers, that reach each coordinate";
            let Some((registers, warps, rank)) = cta_layout(text, named) else {
                return self.refuse("ctaLayout", what);
            };
            (registers, warps, rank)
        } else {
            let warps = self.numbers("warpsPerCTA");
            let rank = warps.as_slice().len();
            self.checked("warpsPerCTA", rank > 0, "ctaLayout, or the older warpsPerCTA")?;
            let mut tiles = self.numbers("tilesPerWarp");
            while tiles.as_slice().len() < rank {
                tiles.push(1)?;
            }
            for (key, counts) in [("warpsPerCTA", warps), ("tilesPerWarp", tiles)] {
                let is_right = counts.as_slice().len() == rank && are_powers(counts.as_slice());
                self.checked(key, is_right, "a power of 2 for each dimension")?;
            }
            let empty = Images::empty([0; RANK]);
            let (mut of_registers, mut of_warps) = (empty, empty);
            for dim in (0..rank).rev() {
                let mut step = 1;
                for (out, counts) in [(&mut of_registers, tiles), (&mut of_warps, warps)] {
                    for _ in 0..counts.as_slice()[dim].trailing_zeros() {
                        let mut image = [0; RANK];
                        image[dim] = step;
                        step *= 2;
                        out.push(image)?;
                    }
                }
            }
            (of_registers, of_warps, rank)
        };
        self.checked("rank", named.is_none_or(|named| named == rank), "the number of dimensions")?;
        let key = if self.find("rank").is_some() { "rank" } else { "ctaLayout" };
        self.checked(key, matches!(rank, 2 | 3), "2 or 3 dimensions")?;
        let transposed = self.is_true("isTranspose");
        Ok((Kind::Wmma { version, transposed, registers, warps, shape }, rank))
    }

    fn dot(&self) -> Result<TritonLayout<'a>, LayoutError> {
        let operand = self.number("opIdx").unwrap_or(0);
        let width = self.number("kWidth").unwrap_or(0);
        self.checked("opIdx", operand < 2, "opIdx 0 or 1")?;
        let (parent, text) = self.parent("parent")?;
        let rank = parent.rank;
        let is_width = match parent.kind {
            Kind::Mma { version, .. } => {
                let what = "opIdx 0: instructions of version 3 read operand 1 from shared memory";
                self.checked("opIdx", version != 3 || operand == 0, what)?;
                let what = "a kWidth that is a power of 2, which a parent of nvidia_mma needs";
                (width.count_ones() == 1, what)
            }
            Kind::Mfma { .. } => {
                let what = "a kWidth that is a power of 2, which a parent of amd_mfma needs";
                (width.count_ones() == 1, what)
            }
            Kind::Wmma { version, .. } => match version {
                1 => (matches!(width, 8 | 16), "a kWidth of 8 or 16 of version 1"),
                2 => (matches!(width, 4 | 8 | 16), "a kWidth of 4, 8 or 16 of version 2"),
                _ => (width.count_ones() == 1, "a kWidth that is a power of 2"),
            },
            Kind::Blocked { .. } => {
                self.checked("parent", rank >= 2, "a parent of 2 dimensions or more")?;
                (width == 0, "no kWidth, which a parent of blocked does not have")
            }
            _ => {
                let what = "blocked, nvidia_mma, amd_mfma or amd_wmma as the parent of a dot_op";
                return self.refuse("parent", what);
            }
        };
        self.checked("kWidth", is_width.0, is_width.1)?;
        // All blocks along the summed dimension have the same part, except for amd_mfma.
        let summed = if operand == 0 { rank - 1 } else { rank - 2 };
        let mut blocks = parent.blocks;
        if !matches!(parent.kind, Kind::Mfma { .. }) {
            blocks.as_mut_slice().iter_mut().for_each(|image| image[summed] = 0);
        }
        Ok(TritonLayout { kind: Kind::Dot { operand, parent: text, width }, rank, blocks })
    }

    fn slice(&self) -> Result<TritonLayout<'a>, LayoutError> {
        let (parent, text) = self.parent("parent")?;
        self.checked("parent", parent.is_in_registers(), "a layout of registers as the parent")?;
        self.checked("parent", parent.rank > 1, "a parent of 2 dimensions or more")?;
        let dim = self.number("dim").unwrap_or(0);
        self.checked("dim", (dim as usize) < parent.rank, "a dimension of the parent")?;
        // The blocks of the parent are in its layout.
        let blocks = Images::empty([0; RANK]);
        Ok(TritonLayout { kind: Kind::Slice { dim, parent: text }, rank: parent.rank - 1, blocks })
    }

    fn nv_mma(&self) -> Result<Kind<'a>, LayoutError> {
        let width = self.number("swizzlingByteWidth").unwrap_or(0);
        let what = "a swizzlingByteWidth of 0, 32, 64 or 128";
        self.checked("swizzlingByteWidth", matches!(width, 0 | 32 | 64 | 128), what)?;
        let bits = self.number("elementBitWidth").unwrap_or(0);
        let is_right = bits.count_ones() == 1 && bits <= 128;
        self.checked("elementBitWidth", is_right, "elements of a power of 2 of bits, up to 128")?;
        let padded = self.is_true("fp4Padded");
        let is_right = !padded || (width, bits) == (128, 8);
        let what = "fp4Padded of a swizzle of 128 bytes and elements of 8 bits alone";
        self.checked("fp4Padded", is_right, what)?;
        Ok(Kind::NvMma { width, transposed: self.is_true("transposed"), bits, padded })
    }

    fn padded(&self, keys: &LayoutKeys) -> Result<(Offsets<'a>, usize), LayoutError> {
        if self.find(OFFSET).is_none() && self.find(BLOCK).is_none() {
            for key in ["order", "shape"] {
                self.checked(key, self.find(key).is_some(), keys.expected)?;
            }
            let order = self.order("order")?;
            let rank = order.as_slice().len();
            self.checked("order", rank > 0, "an order of one dimension or more")?;
            let shape = self.counts("shape", rank)?;
            return Ok((Offsets::Ordered { order, shape }, rank));
        }
        for key in ["order", "shape"] {
            self.checked(key, self.find(key).is_none(), "no order and shape next to offset")?;
        }
        for key in [OFFSET, BLOCK] {
            self.checked(key, self.find(key).is_some(), keys.expected)?;
        }
        let rank = self.rank_of(&[OFFSET, BLOCK])?;
        let inputs = [self.input(OFFSET), self.input(BLOCK)];
        self.checked_linear(&inputs, rank, false)?;
        self.check_bits(&[OFFSET, BLOCK], &[BLOCK])?;
        Ok((Offsets::Images(inputs), rank))
    }

    fn partitioned(&self) -> Result<TritonLayout<'a>, LayoutError> {
        let number = |key: &str| self.number(key).unwrap_or(0);
        let [partitions, groups, dim] = ["numPartitions", "numGroups", "partitionDim"].map(number);
        let is_right = partitions >= 2 && partitions.count_ones() == 1;
        self.checked("numPartitions", is_right, "a power of 2 from 2 on")?;
        self.checked("numGroups", groups.count_ones() == 1, "a power of 2")?;
        let (parent, text) = self.parent("partitionLayout")?;
        let is_right = parent.is_in_shared_memory();
        self.checked("partitionLayout", is_right, "a layout of shared memory")?;
        self.checked("partitionDim", (dim as usize) < parent.rank, "a dimension of the layout")?;
        let kind = Kind::Partitioned { partitions, groups, dim, parent: text };
        // The blocks are in the layout of a part.
        Ok(TritonLayout { kind, rank: parent.rank, blocks: Images::empty([0; RANK]) })
    }

    fn tensor_memory(&self) -> Result<TritonLayout<'a>, LayoutError> {
        let number = |key: &str| self.number(key).unwrap_or(0);
        let [rows, columns, step] = ["blockM", "blockN", "colStride"].map(number);
        self.checked("blockM", matches!(rows, 64 | 128), "64 or 128 rows")?;
        let is_right = columns.count_ones() == 1 && columns <= 512;
        self.checked("blockN", is_right, "a power of 2 up to 512")?;
        self.checked("colStride", matches!(step, 1 | 2 | 4), "a colStride of 1, 2 or 4")?;
        let padded = self.is_true("fp4Padded");
        self.checked("fp4Padded", !padded || step == 1, "a colStride of 1 of fp4Padded")?;
        let blocks = self.blocks(2)?;
        let is_of_two = self.is_true("twoCTAs");
        let is_right = !is_of_two || blocks.as_slice().first().is_some_and(|it| it[..2] == [1, 0]);
        self.checked("twoCTAs", is_right, "[1, 0] as the first image of CGALayout")?;
        let kind = Kind::TensorMemory { rows, columns, step, is_of_two, padded };
        Ok(TritonLayout { kind, rank: 2, blocks })
    }
}

impl TritonLayout<'_> {
    fn is_in_registers(&self) -> bool {
        matches!(
            self.kind,
            Kind::Blocked { .. }
                | Kind::Mma { .. }
                | Kind::Mfma { .. }
                | Kind::Wmma { .. }
                | Kind::Dot { .. }
                | Kind::Slice { .. }
                | Kind::Linear { .. }
        )
    }

    pub(super) fn is_in_shared_memory(&self) -> bool {
        let is_in_tensor_memory =
            matches!(self.kind, Kind::TensorMemory { .. } | Kind::Scales { .. });
        !is_in_tensor_memory && !self.is_in_registers()
    }
}

/// Whether all numbers are powers of 2.
fn are_powers(numbers: &[i64]) -> bool {
    numbers.iter().all(|number| number.count_ones() == 1)
}

/// Whether a tile may have this many columns: a power of 2 and a multiple of 8.
fn is_width(columns: i64) -> bool {
    columns >= 8 && columns.count_ones() == 1
}

/// Whether an image is a bit of one coordinate that is not in `seen` yet, or 0 if `may_be_zero`. Adds the bit to `seen`.
fn adds_bit(image: &[i64], seen: &mut [i64; RANK], may_be_zero: bool) -> bool {
    let mut parts = image.iter().zip(seen).filter(|(value, _)| **value != 0);
    let Some((&value, seen)) = parts.next() else { return may_be_zero };
    let is_new = value.count_ones() == 1 && *seen & value == 0;
    *seen |= value;
    is_new && parts.next().is_none()
}

/// Whether the images are the bits of the coordinates from the lowest on, each once, or 0.
fn are_bits(images: &Images) -> bool {
    let mut seen = [0; RANK];
    let are_bits = images.as_slice().iter().all(|image| adds_bit(image, &mut seen, true));
    are_bits && seen.iter().all(|&bits| bits & bits.wrapping_add(1) == 0)
}

fn has_images(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit())
}

/// The images of registers and of warps in `{register = [[0, 1]], warp = []}`, and their number of dimensions. `None` if
/// they do not reach each coordinate.
fn cta_layout(text: &str, named: Option<usize>) -> Option<(Images, Images, usize)> {
    let (mut parts, mut rank) = ([NO_IMAGES; 2], named);
    let mut seen = [false; 2];
    read_whole(text, |scanner| {
        scanner.expect("{", "`{`")?;
        while !scanner.eat("}") {
            scanner.eat(",");
            let key = scanner.word();
            scanner.expect("=", "`=`")?;
            let ((), images) = consumed(scanner, |scanner| {
                each_image(scanner, |image| {
                    rank = rank.or(Some(image.len()));
                    Ok(())
                })
            })?;
            let place = usize::from(key == WARP);
            if core::mem::replace(&mut seen[place], true) {
                return Err(scanner.expected("a key once"));
            }
            parts[place] = images;
        }
        Ok(())
    })
    .ok()?;
    let rank = rank.unwrap_or(2);
    if rank > RANK {
        return None;
    }
    let all = linear(&[(REGISTER, parts[0]), (WARP, parts[1])], rank).ok()?;
    let read = |text| images(text, rank).ok();
    let (registers, warps) = (read(parts[0])?, read(parts[1])?);
    (seen[1] && all.matrix().is_surjective()).then_some((registers, warps, rank))
}

/// What `read` returns, with the text that it reads.
fn consumed<'a, T>(
    scanner: &mut Scanner<'a>,
    read: impl FnOnce(&mut Scanner<'a>) -> Result<T, LayoutError>,
) -> Result<(T, &'a str), LayoutError> {
    let before = scanner.rest();
    let found = read(scanner)?;
    Ok((found, before[..before.len() - scanner.rest().len()].trim_end()))
}

/// Reads `[1, 4]`.
pub(super) fn numbers(scanner: &mut Scanner<'_>) -> Result<Numbers, LayoutError> {
    let mut out = Numbers::empty(0);
    scanner.expect("[", "`[`")?;
    scanner.list("]", "`,` or `]`", |scanner| out.push(number(scanner)?))?;
    Ok(out)
}

/// Reads `[[0, 1], [0, 2]]`.
pub(super) fn each_image(
    scanner: &mut Scanner<'_>,
    mut each: impl FnMut(&[i64]) -> Result<(), LayoutError>,
) -> Result<(), LayoutError> {
    scanner.expect("[", "`[`")?;
    scanner.list("]", "`,` or `]`", |scanner| each(numbers(scanner)?.as_slice()))
}

/// The length of the first image of a text that has numbers. 0 if there is none.
fn first_rank(text: &str) -> Result<usize, LayoutError> {
    let mut rank = 0;
    read_whole(text, |scanner| {
        each_image(scanner, |image| {
            rank = if rank == 0 { image.len() } else { rank };
            Ok(())
        })
    })?;
    Ok(rank)
}

/// The images of a text, each with `rank` numbers.
fn images(text: &str, rank: usize) -> Result<Images, LayoutError> {
    let mut out = Images::empty([0; RANK]);
    read_whole(text, |scanner| {
        each_image(scanner, |image| {
            let mut numbers = [0; RANK];
            if image.len() != rank {
                return Err(expected_at(0, "a number for each dimension"));
            }
            numbers[..rank].copy_from_slice(image);
            out.push(numbers)
        })
    })?;
    Ok(out)
}
