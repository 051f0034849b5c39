//! XLA's notation of shapes and layouts.

use core::fmt;
use core::str::FromStr;

use crate::list::Integers;
use crate::xla::element::ElementType;
use crate::xla::order::{MemorySplit, NO_TILE, TileSize, TileSizes, XlaLayout};
use crate::xla::shape::XlaShape;
use layout_core::LayoutError;
use layout_core::scan::{Scanner, expected_at, read_whole};

impl fmt::Display for XlaShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[", self.element)?;
        for (k, extent) in self.dimensions().iter().enumerate() {
            f.write_str(if k > 0 { "," } else { "" })?;
            match (self.is_unbounded(k), self.is_dynamic(k)) {
                (true, _) => f.write_str("?")?,
                (false, true) => write!(f, "<={extent}")?,
                (false, false) => write!(f, "{extent}")?,
            }
        }
        f.write_str("]")?;
        if self.layout == XlaLayout::NONE { Ok(()) } else { write!(f, "{}", self.layout) }
    }
}

impl fmt::Display for XlaLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        list(f, self.minor_to_major())?;
        let plain = Self { order: self.order, ..Self::NONE };
        if *self == plain {
            return f.write_str("}");
        }
        f.write_str(":")?;
        for (k, tile) in self.tiles.as_slice().iter().enumerate() {
            f.write_str(if k == 0 { "T(" } else { "(" })?;
            for (k, size) in tile.as_slice().iter().enumerate() {
                f.write_str(if k > 0 { "," } else { "" })?;
                match size {
                    TileSize::Of(size) => write!(f, "{size}")?,
                    TileSize::Merged => f.write_str("*")?,
                }
            }
            f.write_str(")")?;
        }
        if self.tail_alignment != 1 {
            write!(f, "L({})", self.tail_alignment)?;
        }
        if let Some(index) = self.index_type {
            write!(f, "#({index})")?;
        }
        if let Some(pointer) = self.pointer_type {
            write!(f, "*({pointer})")?;
        }
        if self.element_bits != 0 {
            write!(f, "E({})", self.element_bits)?;
        }
        if self.memory_space != 0 {
            write!(f, "S({})", self.memory_space)?;
        }
        for (k, split) in self.splits.as_slice().iter().enumerate() {
            write!(f, "{}({}:", if k == 0 { "SC" } else { "" }, split.dimension)?;
            list(f, split.at.as_slice())?;
            f.write_str(")")?;
        }
        if self.metadata_bytes != 0 {
            write!(f, "M({})", self.metadata_bytes)?;
        }
        f.write_str("}")
    }
}

crate::debug_as_display!(XlaShape, XlaLayout);

fn list(f: &mut fmt::Formatter<'_>, values: &[i64]) -> fmt::Result {
    for (k, value) in values.iter().enumerate() {
        write!(f, "{}{value}", if k > 0 { "," } else { "" })?;
    }
    Ok(())
}

/// Reads a shape. Without braces, its layout is row-major.
///
/// ```
/// use static_layout_dialects::xla::XlaShape;
/// assert_eq!("f32[2,3]".parse::<XlaShape>()?.to_string(), "f32[2,3]{1,0}");
/// let refused = "f32[2,3]{1,0:S(1)E(4)}".parse::<XlaShape>().unwrap_err();
/// assert_eq!(refused.to_string(), "at byte 17: expected `}`, or T, L, #, *, E, S, SC, M in this order");
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
impl FromStr for XlaShape {
    type Err = LayoutError;

    fn from_str(text: &str) -> Result<Self, LayoutError> {
        read_whole(text, shape)
    }
}

/// Reads a shape.
pub(super) fn shape(scanner: &mut Scanner<'_>) -> Result<XlaShape, LayoutError> {
    let element = element(scanner)?;
    scanner.expect("[", "`[` and the dimensions")?;
    let (mut dimensions, mut dynamic, mut unbounded) = (Integers::EMPTY, 0_u16, 0_u16);
    scanner.list("]", "`,` or `]`", |scanner| {
        let k = dimensions.as_slice().len();
        if scanner.eat("?") {
            (dynamic, unbounded) = (dynamic | 1 << k, unbounded | 1 << k);
            return dimensions.push(0);
        }
        if scanner.eat("<=") {
            dynamic |= 1 << k;
        }
        dimensions.push(scanner.natural("a dimension: an integer, `<=` and an integer, or `?`")?)
    })?;
    let rank = dimensions.as_slice().len();
    let layout = match scanner.peek() {
        b'{' => {
            let place = scanner.position();
            let layout = layout(scanner)?;
            if layout.minor_to_major().len() != rank {
                return Err(expected_at(place, "as many dimensions in the layout as in the shape"));
            }
            layout
        }
        _ => XlaLayout::descending(rank)?,
    };
    XlaShape { element, dimensions, dynamic, unbounded, layout }.checked()
}

impl FromStr for XlaLayout {
    type Err = LayoutError;

    fn from_str(text: &str) -> Result<Self, LayoutError> {
        read_whole(text, layout)
    }
}

fn element(scanner: &mut Scanner<'_>) -> Result<ElementType, LayoutError> {
    let place = scanner.position();
    ElementType::of(scanner.word()).ok_or(expected_at(place, "an element type such as `f32`"))
}

fn layout(scanner: &mut Scanner<'_>) -> Result<XlaLayout, LayoutError> {
    scanner.expect("{", "`{` and the order of the dimensions")?;
    let (place, mut order) = (scanner.position(), Integers::EMPTY);
    while !matches!(scanner.peek(), b'}' | b':') {
        if !order.as_slice().is_empty() {
            scanner.expect(",", "`,`, `:` or `}`")?;
        }
        order.push(scanner.natural("the number of a dimension")?)?;
    }
    let order = order.as_slice();
    let mut out = XlaLayout::new(order)
        .map_err(|_| expected_at(place, "each dimension once, from the fastest to the slowest"))?;
    if scanner.eat(":") {
        properties(scanner, &mut out)?;
    }
    scanner.expect("}", "`}`, or T, L, #, *, E, S, SC, M in this order")?;
    Ok(out)
}

/// Reads the properties after the order. Each is optional, in one order.
fn properties(scanner: &mut Scanner<'_>, out: &mut XlaLayout) -> Result<(), LayoutError> {
    if scanner.eat("T") {
        scanner.expect("(", "`(` and the sizes of a tile")?;
        loop {
            out.tiles.push(tile(scanner)?)?;
            if !scanner.eat("(") {
                break;
            }
        }
    }
    if scanner.eat("L") {
        let place = scanner.position();
        out.tail_alignment = number(scanner)?;
        if out.tail_alignment < 1 {
            return Err(expected_at(place + 1, "an alignment of 1 element or more"));
        }
    }
    if scanner.eat("#") {
        out.index_type = Some(named(scanner)?);
    }
    if scanner.eat("*") {
        out.pointer_type = Some(named(scanner)?);
    }
    if scanner.eat("E") {
        out.element_bits = number(scanner)?;
    }
    // `SC` starts with `S`, which is another property.
    if scanner.peek() == b'S' && !scanner.clone().eat("SC") {
        scanner.eat("S");
        out.memory_space = number(scanner)?;
    }
    if scanner.eat("SC") {
        scanner.expect("(", "`(` and a cut dimension")?;
        loop {
            out.splits.push(split(scanner)?)?;
            if !scanner.eat("(") {
                break;
            }
        }
    }
    if scanner.eat("M") {
        out.metadata_bytes = number(scanner)?;
    }
    Ok(())
}

/// Reads `(n)`.
fn number(scanner: &mut Scanner<'_>) -> Result<i64, LayoutError> {
    scanner.expect("(", "`(` and an integer")?;
    let value = scanner.natural("an integer of 0 or more")?;
    scanner.expect(")", "`)`")?;
    Ok(value)
}

fn named(scanner: &mut Scanner<'_>) -> Result<ElementType, LayoutError> {
    scanner.expect("(", "`(` and an element type")?;
    let element = element(scanner)?;
    scanner.expect(")", "`)`")?;
    Ok(element)
}

/// Reads the sizes of a tile, after its `(`.
fn tile(scanner: &mut Scanner<'_>) -> Result<TileSizes, LayoutError> {
    let mut tile = NO_TILE;
    scanner.list(")", "`,` or `)`", |scanner| {
        if scanner.eat("*") {
            return tile.push(TileSize::Merged);
        }
        let place = scanner.position();
        let size = scanner.natural("the size of a tile, or `*`")?;
        if size == 0 {
            return Err(expected_at(place, "a tile of 1 element or more"));
        }
        tile.push(TileSize::Of(size))
    })?;
    if matches!(tile.as_slice().last(), Some(TileSize::Merged)) {
        return Err(scanner.expected("a size after `*`: the dimension is merged into the next one"));
    }
    Ok(tile)
}

/// Reads `dimension:at,at`, after its `(`.
fn split(scanner: &mut Scanner<'_>) -> Result<MemorySplit, LayoutError> {
    let dimension = scanner.natural("the number of a physical dimension")?;
    scanner.expect(":", "`:` and where it is cut")?;
    let mut cuts = Integers::EMPTY;
    loop {
        cuts.push(scanner.natural("where the dimension is cut")?)?;
        if scanner.eat(")") {
            return Ok(MemorySplit { dimension, at: cuts });
        }
        scanner.expect(",", "`,` or `)`")?;
    }
}
