//! [`CuteType`], the types of the CuTe DSL's MLIR dialect that have a layout or a part of one.
//!
//! | part | what becomes of it |
//! |---|---|
//! | `layout`, `composed_layout`, `memref`, `coord_tensor`, `swizzle`, `int_tuple`, `shape`, `stride`, `coord`, `tile` | read |
//! | a shape without strides | its compact layout |
//! | `?`, its width and its divisor | read in a layout, a tuple and a first coordinate; refused where the layout is swizzled, in a tile, in a coordinate with `_`, and under `@` |
//! | element type, memory space, alignment of a `memref` | kept |
//! | a `composed_layout` of two layouts; a swizzle past 32 bits; `ptr` and all other types | refused |

use core::fmt::{self, Write};

use crate::cute_dsl::{CuteLayout, read_tuple, read_unknowns};
use crate::list::ArrayVec;
use crate::mlir::{is_type, mlir_name};
use layout_core::scan::{Scanner, expected_at, read_whole};
use layout_core::{ComposedLayout, Coord, IntTuple, LayoutError, Mode, Swizzle, Tiler};

/// A type of the CuTe DSL, as its dumps name it.
///
/// ```
/// use static_layout_dialects::CuteType;
/// let text = r#"!cute.composed_layout<"S<3,3,3> o 0 o (8,64):(64,1)">"#;
/// assert_eq!(CuteType::parse(text)?.to_string(), text);
/// let text = r#"!cute.memref<f16, smem, align<128>, S<3,4,3>, "(8,64):(64,1)">"#;
/// let CuteType::MemRef { element, space, swizzle: Some(swizzle), .. } = CuteType::parse(text)? else {
///     panic!("a memref with a swizzle");
/// };
/// assert_eq!((element, space, swizzle.to_string()), ("f16", "smem", "Sw<3,4,3>".into()));
/// let refused = CuteType::parse("!cute.tiled_copy<..>").unwrap_err();
/// assert!(refused.to_string().contains("`layout`"));
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy)]
pub enum CuteType<'a> {
    /// `!cute.layout<"(4,8):(8,1)">`
    Layout(CuteLayout),
    /// `!cute.composed_layout<"S<3,3,3> o 0 o (8,64):(64,1)">`
    Composed(ComposedLayout),
    /// `!cute.swizzle<"S<3,3,3>">`
    Swizzle(Swizzle),
    /// `!cute.int_tuple<"(4,8)">`; a `shape` and a `stride` are also read.
    Tuple(IntTuple),
    /// `!cute.int_tuple<"(4,?{div=8})">`, the text between the quotes.
    Unknowns(&'a str),
    /// `!cute.coord<"(1,_)">`
    Coord(Coord),
    /// `!cute.tile<"[4:1;(2,2):(1,4);_]">`
    Tile(Tiler),
    /// `!cute.memref<f16, smem, align<128>, S<3,4,3>, "(8,64):(64,1)">`. The swizzle is of the bytes of a pointer.
    MemRef {
        /// The element type, as written.
        element: &'a str,
        /// The memory space, as written.
        space: &'a str,
        /// The alignment of the pointer in bytes.
        align: Option<i64>,
        /// The swizzle of the pointer.
        swizzle: Option<Swizzle>,
        /// The layout in elements.
        layout: CuteLayout,
    },
    /// `!cute.coord_tensor<"(0,0)", "(4,6):(1@0,1@1)">`
    CoordTensor {
        /// The coordinate of the first element, as written: `(?{div=8},0)`.
        origin: &'a str,
        /// The layout.
        layout: CuteLayout,
    },
}

impl<'a> CuteType<'a> {
    /// Whether the dialect has this swizzle: one of offsets of 32 bits.
    ///
    /// ```
    /// use layout_core::Swizzle;
    /// use static_layout_dialects::CuteType;
    /// assert!(CuteType::has_swizzle(Swizzle::new(3, 4, 25)?));
    /// assert!(!CuteType::has_swizzle(Swizzle::new(3, 4, 26)?));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub fn has_swizzle(swizzle: Swizzle) -> bool {
        let shift = i64::from(swizzle.shift()).abs();
        i64::from(swizzle.bits()) + i64::from(swizzle.base()) + shift <= 32
    }

    /// Reads a type, or what `print` of the DSL's Python shows of a value.
    ///
    /// ```
    /// use static_layout_dialects::CuteType;
    /// let a = CuteType::parse("tensor<ptr<f32, rmem, align<32>> o (4,?):(1,4)>")?;
    /// assert_eq!(a.to_string(), r#"!cute.memref<f32, rmem, align<32>, "(4,?):(1,4)">"#);
    /// let a = CuteType::parse("S<3,4,3> o 0 o (8,64):(64,1)")?;
    /// assert_eq!(a.to_string(), r#"!cute.composed_layout<"S<3,4,3> o 0 o (8,64):(64,1)">"#);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Syntax`](layout_core::Rule::Syntax) with the byte and the expected token there.
    pub fn parse(text: &'a str) -> Result<Self, LayoutError> {
        read_whole(text, |scanner| {
            if matches!(scanner.peek(), b'(' | b'?' | b'0'..=b'9' | b'S' | b't') {
                return printed(scanner);
            }
            scanner.expect("!cute.", "`!cute.` and the name of a type")?;
            let (place, name) = (scanner.position(), scanner.word());
            match name {
                "layout" | "composed_layout" | "swizzle" | "int_tuple" | "shape" | "stride"
                | "coord" | "tile" => {
                    scanner.expect("<", "`<`")?;
                    let read = quoted(scanner, |scanner| match name {
                        "layout" => CuteLayout::read(scanner).map(Self::Layout),
                        "composed_layout" => composed(scanner).map(Self::Composed),
                        "swizzle" => swizzle(scanner).map(Self::Swizzle),
                        "coord" => coordinate(scanner),
                        "tile" => tile(scanner).map(Self::Tile),
                        _ => tuple(scanner),
                    })?;
                    scanner.expect(">", "`>`")?;
                    Ok(read)
                }
                "memref" => memref(scanner),
                "coord_tensor" => {
                    scanner.expect("<", "`<` and the first coordinate")?;
                    let origin = quoted(scanner, |scanner| written(scanner, read_unknowns))?;
                    scanner.expect(",", "`,` and a layout")?;
                    let layout = quoted(scanner, CuteLayout::read)?;
                    scanner.expect(">", "`>`")?;
                    Ok(Self::CoordTensor { origin, layout })
                }
                _ => Err(expected_at(
                    place,
                    "`layout`, `composed_layout`, `memref`, `coord_tensor`, `swizzle`, `int_tuple`, `shape`, `stride`, `coord` or `tile`",
                )),
            }
        })
    }
}

/// Reads `"..."`.
fn quoted<'a, T>(
    scanner: &mut Scanner<'a>,
    read: impl FnOnce(&mut Scanner<'a>) -> Result<T, LayoutError>,
) -> Result<T, LayoutError> {
    scanner.expect("\"", "`\"`")?;
    let value = read(scanner)?;
    scanner.expect("\"", "`\"` after it")?;
    Ok(value)
}

/// The text that `read` reads.
fn written<'a, T>(
    scanner: &mut Scanner<'a>,
    read: impl FnOnce(&mut Scanner<'a>) -> Result<T, LayoutError>,
) -> Result<&'a str, LayoutError> {
    let before = scanner.rest();
    read(scanner)?;
    Ok(before[..before.len() - scanner.rest().len()].trim())
}

/// Reads a tuple, of which run time may know some integers only.
fn tuple<'a>(scanner: &mut Scanner<'a>) -> Result<CuteType<'a>, LayoutError> {
    let mut ahead = scanner.clone();
    let text = written(&mut ahead, read_unknowns);
    match text {
        Ok(text) if text.contains('?') => {
            *scanner = ahead;
            Ok(CuteType::Unknowns(text))
        }
        _ => read_tuple(scanner).map(CuteType::Tuple),
    }
}

/// Reads a coordinate, which is a tuple unless it keeps modes.
fn coordinate<'a>(scanner: &mut Scanner<'a>) -> Result<CuteType<'a>, LayoutError> {
    let text = scanner.rest();
    let text = &text[..text.find('"').unwrap_or(text.len())];
    if !text.contains('_') {
        return tuple(scanner);
    }
    let place = scanner.position();
    // `_1` is an integer of notation only.
    let is_spelled =
        !text.split('_').skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let coord = Coord::parse(text).ok().filter(|_| is_spelled);
    let coord = coord
        .ok_or_else(|| expected_at(place, "a coordinate of integers that are known, and of `_`"))?;
    scanner.take(text.len());
    Ok(CuteType::Coord(coord))
}

/// Reads `[4:1;(2,2):(1,4);_]`, or one tile.
fn tile(scanner: &mut Scanner<'_>) -> Result<Tiler, LayoutError> {
    let mut modes = ArrayVec::<Mode>::empty(Mode::Keep);
    let is_list = scanner.eat("[");
    loop {
        let place = scanner.position();
        if is_list && scanner.eat("_") {
            modes.push(Mode::Keep)?;
        } else {
            // An extent alone has the stride 1.
            let layout = CuteLayout::read(scanner)?;
            if layout.unknown_count() > 0 {
                return Err(expected_at(place, "a tile whose integers are known"));
            }
            modes.push(Mode::Layout(layout.fill(&[])?))?;
        }
        if !is_list || scanner.eat("]") {
            break;
        }
        scanner.expect(";", "`;` or `]`")?;
    }
    match modes.as_slice() {
        [Mode::Layout(only)] if !is_list => Ok(Tiler::whole(*only)),
        modes => Tiler::by_mode(modes),
    }
}

/// Reads `S<3,4,3>`.
fn swizzle(scanner: &mut Scanner<'_>) -> Result<Swizzle, LayoutError> {
    let place = scanner.position();
    scanner.expect("S", "a swizzle `S<3,4,3>`")?;
    scanner.expect("<", "`<` and the bits of a swizzle")?;
    let bits = scanner.natural("the bits of a swizzle")?;
    scanner.expect(",", "`,` and the base of the swizzle")?;
    let base = scanner.natural("the base of the swizzle")?;
    scanner.expect(",", "`,` and the shift of the swizzle")?;
    let shift = scanner.integer("the shift of the swizzle")?;
    scanner.expect(">", "`>`")?;
    let swizzle = Swizzle::new(bits, base, shift)?;
    let what = "a swizzle of offsets of 32 bits";
    if CuteType::has_swizzle(swizzle) { Ok(swizzle) } else { Err(expected_at(place, what)) }
}

/// Reads what Python prints: `(4,8):(8,1)`, `S<3,4,3> o 0 o (8,64):(64,1)`, `tensor<(0,0) o (4,8):(1@0,1@1)>`.
fn printed<'a>(scanner: &mut Scanner<'a>) -> Result<CuteType<'a>, LayoutError> {
    if scanner.peek() == b'S' {
        let is_alone = swizzle(&mut scanner.clone()).is_ok() && !scanner.rest().contains('o');
        return match is_alone {
            true => swizzle(scanner).map(CuteType::Swizzle),
            false => composed(scanner).map(CuteType::Composed),
        };
    }
    if scanner.peek() != b't' {
        return match scanner.rest().contains(':') {
            true => CuteLayout::read(scanner).map(CuteType::Layout),
            false => tuple(scanner),
        };
    }
    scanner.expect("tensor", "`tensor<`, a layout, or `!cute.` and the name of a type")?;
    scanner.expect("<", "`<`")?;
    let tensor = if scanner.eat("ptr") {
        scanner.expect("<", "`<` and the element type")?;
        let Pointer { element, space, align, swizzle } = pointer(scanner)?;
        scanner.expect(">", "`>` after the pointer")?;
        scanner.expect("o", "`o` and the layout")?;
        let layout = CuteLayout::read(scanner)?;
        CuteType::MemRef { element, space, align, swizzle, layout }
    } else {
        let origin = written(scanner, read_unknowns)?;
        scanner.expect("o", "`o` and the layout")?;
        CuteType::CoordTensor { origin, layout: CuteLayout::read(scanner)? }
    };
    scanner.expect(">", "`>`")?;
    Ok(tensor)
}

/// Reads `S<3,4,3> o 0 o (8,64):(64,1)`. Its integers are known.
fn composed(scanner: &mut Scanner<'_>) -> Result<ComposedLayout, LayoutError> {
    if scanner.peek() != b'S' {
        return Err(scanner.expected("a swizzle `S<3,4,3>`: other inner layouts are not read"));
    }
    let swizzle = swizzle(scanner)?;
    scanner.expect("o", "`o` and the offset")?;
    let offset = scanner.integer("an offset that is known")?;
    scanner.expect("o", "`o` and the layout")?;
    let place = scanner.position();
    let layout = CuteLayout::read(scanner)?;
    if layout.unknown_count() > 0 {
        return Err(expected_at(place, "a layout whose integers are known, as it is swizzled"));
    }
    ComposedLayout::new(swizzle, offset, layout.fill(&[])?)
}

/// What a type says of a pointer.
struct Pointer<'a> {
    element: &'a str,
    space: &'a str,
    align: Option<i64>,
    swizzle: Option<Swizzle>,
}

/// Reads `f16, smem, align<128>, S<3,4,3>`.
fn pointer<'a>(scanner: &mut Scanner<'a>) -> Result<Pointer<'a>, LayoutError> {
    let (place, element) = (scanner.position(), mlir_name(scanner));
    if !is_type(element) {
        return Err(expected_at(place, "the element type"));
    }
    scanner.expect(",", "`,` and the memory space")?;
    let (place, space) = (scanner.position(), scanner.word());
    if !["gmem", "smem", "rmem", "tmem", "generic"].contains(&space) {
        return Err(expected_at(place, "the memory space: gmem, smem, rmem, tmem or generic"));
    }
    let has = |scanner: &Scanner<'_>, word: &str| {
        let mut ahead = scanner.clone();
        ahead.eat(",") && ahead.eat(word)
    };
    let (mut align, mut of_pointer) = (None, None);
    if has(scanner, "align") {
        scanner.expect(",", "`,` and the alignment")?;
        scanner.expect("align", "the alignment")?;
        scanner.expect("<", "`<` and the alignment")?;
        align = Some(scanner.natural("the alignment")?);
        scanner.expect(">", "`>`")?;
    }
    if has(scanner, "S") {
        scanner.expect(",", "`,` and a swizzle")?;
        of_pointer = Some(swizzle(scanner)?);
    }
    Ok(Pointer { element, space, align, swizzle: of_pointer })
}

/// Reads `<f16, smem, align<128>, S<3,4,3>, "(8,64):(64,1)">`.
fn memref<'a>(scanner: &mut Scanner<'a>) -> Result<CuteType<'a>, LayoutError> {
    scanner.expect("<", "`<` and the element type")?;
    let Pointer { element, space, align, swizzle } = pointer(scanner)?;
    scanner.expect(",", "`,` and the layout")?;
    let layout = quoted(scanner, CuteLayout::read)?;
    scanner.expect(">", "`>`")?;
    Ok(CuteType::MemRef { element, space, align, swizzle, layout })
}

/// `[4:1;(2,2):(1,4);_]`, the spelling of the dialect.
struct Tiles<W>(W, usize);

impl<W: fmt::Write> fmt::Write for Tiles<W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for letter in text.chars() {
            match letter {
                '(' => self.1 += 1,
                ')' => self.1 -= 1,
                _ => {}
            }
            self.0.write_char(match letter {
                '<' => '[',
                '>' => ']',
                ',' if self.1 == 0 => ';',
                other => other,
            })?;
        }
        Ok(())
    }
}

/// `S<3,4,3>`, the spelling of the dialect.
struct Spelled(Swizzle);

impl fmt::Display for Spelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "S<{},{},{}>", self.0.bits(), self.0.base(), self.0.shift())
    }
}

impl fmt::Display for CuteType<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Layout(layout) => write!(f, "!cute.layout<\"{}\">", layout.inside()),
            Self::Composed(composed) => write!(
                f,
                "!cute.composed_layout<\"{} o {} o {}\">",
                Spelled(composed.swizzle()),
                composed.offset(),
                CuteLayout::from(composed.plain().set_known()).inside(),
            ),
            Self::Swizzle(swizzle) => write!(f, "!cute.swizzle<\"{}\">", Spelled(*swizzle)),
            Self::Unknowns(text) => write!(f, "!cute.int_tuple<\"{text}\">"),
            Self::Coord(coord) => write!(f, "!cute.coord<\"{coord}\">"),
            Self::Tile(tiler) => {
                f.write_str("!cute.tile<\"")?;
                write!(Tiles(&mut *f, 0), "{tiler}")?;
                f.write_str("\">")
            }
            Self::Tuple(tuple) => {
                // An `int_tuple` has no strides along coordinates.
                let is_plain = (0..tuple.leaf_count()).all(|k| tuple.basis(k).is_none());
                let name = if is_plain { "int_tuple" } else { "stride" };
                write!(f, "!cute.{name}<\"{tuple}\">")
            }
            Self::MemRef { element, space, align, swizzle, layout } => {
                write!(f, "!cute.memref<{element}, {space}, ")?;
                if let Some(align) = align {
                    write!(f, "align<{align}>, ")?;
                }
                if let Some(swizzle) = swizzle {
                    write!(f, "{}, ", Spelled(*swizzle))?;
                }
                write!(f, "\"{}\">", layout.inside())
            }
            Self::CoordTensor { origin, layout } => {
                write!(f, "!cute.coord_tensor<\"{origin}\", \"{}\">", layout.inside())
            }
        }
    }
}

crate::debug_as_display!(CuteType<'_>);
