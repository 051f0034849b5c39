//! MLIR's memref types: `memref<4x?xf32, strided<[8, 1], offset: ?>, 1>`.
//!
//! | part | what becomes of it |
//! |---|---|
//! | extents, `?` | read |
//! | element type: builtin or `!dialect.type<..>` | kept as written |
//! | `strided<[..], offset: ..>` | read |
//! | `affine_map<..>` | read where it is strides, or the dimensions in another order; else refused |
//! | an alias `#map` in the place of a layout | refused: what it stands for is elsewhere |
//! | `#dialect.attr<..>` in the place of a layout | a memory space if its name says so, as `#gpu.address_space<..>`; else refused |
//! | memory space: an integer and its type, a string, a dictionary, an attribute or an alias after a layout | kept as written |
//! | `memref<*xf32>` | refused: it has no extents |

use core::fmt;
use core::str::FromStr;

use crate::affine::affine_map;
use crate::list::ArrayVec;
use layout_core::scan::{Scanner, expected_at, read_whole};
use layout_core::{
    IntTuple, Layout, LayoutError, MAX_AXES, MAX_RANK, Operand, Operation, Rule, StridedLayout,
    SymbolicError, SymbolicLayout,
};

/// An integer. `None` is `?`, an integer known at run time only.
pub(crate) type Size = Option<i64>;

/// MLIR's strided layout attribute, in elements: `strided<[8, 1], offset: 3>`.
///
/// ```
/// use static_layout_dialects::StridedAttr;
/// let a: StridedAttr = "strided<[?, 1], offset: ?>".parse()?;
/// assert_eq!((a.strides(), a.offset()), (&[None, Some(1)][..], None));
/// assert_eq!("strided<[8, 1]>".parse::<StridedAttr>()?.offset(), Some(0));
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct StridedAttr {
    pub(crate) strides: OptionalSizes,
    pub(crate) offset: Size,
}

impl StridedAttr {
    /// The strides in elements. `None` is `?`.
    pub fn strides(&self) -> &[Size] {
        self.strides.as_slice()
    }

    /// The offset of the first element. `None` is `?`.
    pub const fn offset(&self) -> Size {
        self.offset
    }
}

/// A memref type: extents, element type, layout, memory space.
///
/// ```
/// use static_layout_dialects::MemRef;
/// let a: MemRef<'_> = MemRef::parse("memref<4x?xf32, strided<[8, 1], offset: 3>, 1>")?;
/// assert_eq!((a.extents(), a.element()), (&[Some(4), None][..], "f32"));
/// let (layout, offset) = a.fill(&[6])?;
/// assert_eq!((layout.to_string(), offset), ("(4,6):(8,1)".into(), 3));
/// assert_eq!(a.to_string(), "memref<4x?xf32, strided<[8, 1], offset: 3>, 1>");
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct MemRef<'a> {
    extents: OptionalSizes,
    element: &'a str,
    layout: Option<StridedAttr>,
    space: Option<&'a str>,
}

impl<'a> MemRef<'a> {
    /// The extents. `None` is `?`.
    pub fn extents(&self) -> &[Size] {
        self.extents.as_slice()
    }

    /// The element type, as written.
    pub const fn element(&self) -> &'a str {
        self.element
    }

    /// The layout. `None` is row-major without gaps.
    pub const fn layout(&self) -> Option<&StridedAttr> {
        self.layout.as_ref()
    }

    /// The memory space, as written.
    pub const fn memory_space(&self) -> Option<&'a str> {
        self.space
    }

    /// The layout and the offset, with `values` for `?` in the order of the notation: extents, strides, offset. They
    /// are run-time integers of the layout.
    ///
    /// # Errors
    /// [`Rule::Ranks`] unless there are as many values as `?`. Otherwise as [`Layout::new`].
    pub fn fill(&self, values: &[i64]) -> Result<(Layout, i64), LayoutError> {
        let mut rest = values.iter().copied();
        let mut filled = 0;
        let mut next = |size: Size| match size {
            Some(value) => IntTuple::leaf(value),
            None => {
                filled += 1;
                IntTuple::unknown(rest.next().unwrap_or(0))
            }
        };
        let shape = tuple(&self.extents, &mut next)?;
        let strides = self.layout.as_ref().map(|layout| tuple(&layout.strides, &mut next));
        let offset = self.layout.as_ref().map_or(0, |layout| next(layout.offset).value(0));
        if filled != values.len() {
            return Err(LayoutError::refused(
                Operation::Make,
                Operand::Tuple(shape),
                Operand::None,
                Rule::Ranks { left: filled, right: values.len() },
            ));
        }
        let layout = match strides.transpose()? {
            Some(strides) => Layout::new(shape, strides)?,
            None => Layout::row_major(shape)?,
        };
        Ok((layout, offset))
    }

    /// The memref type of an array. `element` is MLIR's name of the element type.
    ///
    /// ```
    /// use layout_core::StridedLayout;
    /// use static_layout_dialects::MemRef;
    /// let a = StridedLayout::new(&"(4,6):(8,1)".parse()?, 4)?.with_offset(2)?;
    /// let memref = MemRef::of(&a, "f32").to_string();
    /// assert_eq!(memref, "memref<4x6xf32, strided<[8, 1], offset: 2>>");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub fn of(array: &StridedLayout, element: &'a str) -> Self {
        let (mut extents, mut strides) = (NO_SIZES, NO_SIZES);
        for (&extent, &stride) in array.shape().iter().zip(&array.strides()[..]) {
            // Cannot fail: an array has at most as many axes as the lists have places.
            let _ = extents.push(Some(extent)).and_then(|()| strides.push(Some(stride)));
        }
        let layout = Some(StridedAttr { strides, offset: Some(array.offset()) });
        Self { extents, element, layout, space: None }
    }

    /// Whether all extents and strides are known. The offset need not be.
    pub fn is_known(&self) -> bool {
        let strides = self.layout.as_ref().map_or(&[][..], StridedAttr::strides);
        self.extents().iter().chain(strides).all(Option::is_some)
    }

    /// The type with another offset of the first element. `None` is `?`.
    ///
    /// ```
    /// use static_layout_dialects::MemRef;
    /// let a = MemRef::parse("memref<4xf32, strided<[1]>>")?.with_offset(None);
    /// assert_eq!(a.to_string(), "memref<4xf32, strided<[1], offset: ?>>");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    #[must_use]
    pub const fn with_offset(mut self, offset: Size) -> Self {
        if let Some(layout) = &mut self.layout {
            layout.offset = offset;
        }
        self
    }

    /// The type with another layout. `None` is row-major without gaps.
    #[must_use]
    pub const fn with_layout(self, layout: Option<StridedAttr>) -> Self {
        Self { layout, ..self }
    }

    /// The type of the same array of another element type, MLIR's name of it.
    #[must_use]
    pub const fn with_element<'b>(self, element: &'b str) -> MemRef<'b>
    where
        'a: 'b,
    {
        MemRef { element, ..self }
    }

    /// The type of the same array in a memory space, an attribute of MLIR.
    ///
    /// ```
    /// use static_layout_dialects::MemRef;
    /// let a = MemRef::parse("memref<4xf32>")?.with_memory_space(Some("2 : i32"));
    /// assert_eq!(a.to_string(), "memref<4xf32, 2 : i32>");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    #[must_use]
    pub const fn with_memory_space<'b>(self, space: Option<&'b str>) -> MemRef<'b>
    where
        'a: 'b,
    {
        MemRef { space, ..self }
    }

    /// The layout whose `?` are run-time integers, for operations that follow them. The offset is not part of it.
    ///
    /// ```
    /// use static_layout_dialects::MemRef;
    /// let a = MemRef::parse("memref<?x64xf32, strided<[64, 1]>>")?.symbolic()?;
    /// let tiles = a.zipped_divide(&"<8,16>".parse()?)?;
    /// assert_eq!(tiles.to_string(), "((8,16),(?,4)):((64,1),(512,16))");
    /// assert_eq!(tiles.conditions().as_str(), "8 divides ?");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// More than 12 `?`, and dimensions that are not a shape.
    pub fn symbolic(&self) -> Result<SymbolicLayout, SymbolicError> {
        let mut leaf = |size: Size| size.map_or(IntTuple::unknown(0), IntTuple::leaf);
        let shape = tuple(&self.extents, &mut leaf)?;
        match &self.layout {
            Some(layout) => SymbolicLayout::of_facts(shape, tuple(&layout.strides, &mut leaf)?, []),
            None => SymbolicLayout::row_major(shape, []),
        }
    }

    /// The memref type of a layout of names. A leaf with a name is `?`, because MLIR has no place for facts.
    ///
    /// ```
    /// use static_layout_dialects::MemRef;
    /// let a = "(n{div=8},64):(64,1)".parse()?;
    /// assert_eq!(MemRef::of_symbolic(&a, "f32")?.to_string(), "memref<?x64xf32, strided<[64, 1]>>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Congruence`] for a layout with nested modes, which no memref has.
    pub fn of_symbolic(layout: &SymbolicLayout, element: &'a str) -> Result<Self, LayoutError> {
        let (shape, stride) = layout.parts();
        if shape.depth() > 1 {
            let (left, right) = (Operand::TuplePattern(shape), Operand::None);
            return Err(LayoutError::refused(Operation::Make, left, right, Rule::Congruence));
        }
        let size = |tuple: &IntTuple, k: usize| tuple.is_known(k).then(|| tuple.value(k));
        let (mut extents, mut strides) = (NO_SIZES, NO_SIZES);
        for k in 0..shape.leaf_count() {
            extents.push(size(&shape, k))?;
            strides.push(size(&stride, k))?;
        }
        let layout = Some(StridedAttr { strides, offset: Some(0) });
        Ok(Self { extents, element, layout, space: None })
    }

    /// Reads a ranked memref type. An affine map is read where it is strides, or the dimensions in another order.
    ///
    /// ```
    /// use static_layout_dialects::MemRef;
    /// let a = MemRef::parse("memref<4x?xvector<4xf32>, #gpu.address_space<workgroup>>")?;
    /// assert_eq!((a.element(), a.extents()), ("vector<4xf32>", &[Some(4), None][..]));
    /// assert_eq!(a.memory_space(), Some("#gpu.address_space<workgroup>"));
    /// let a = MemRef::parse("memref<4x8xf32, affine_map<(d0, d1) -> (d0 * 16 + d1 + 3)>, 2 : i32>")?;
    /// assert_eq!(a.to_string(), "memref<4x8xf32, strided<[16, 1], offset: 3>, 2 : i32>");
    /// let refused = MemRef::parse("memref<4x8xf32, #map>").unwrap_err();
    /// assert!(refused.to_string().contains("an alias"));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Syntax`] with the byte and the expected token there.
    pub fn parse(text: &'a str) -> Result<Self, LayoutError> {
        read_whole(text, |scanner| {
            scanner.expect("memref", "`memref<`")?;
            scanner.expect("<", "`<` and the extents")?;
            let mut extents = NO_SIZES;
            if scanner.peek() == b'*' {
                return Err(scanner.expected("extents: a memref without a rank has no layout"));
            }
            while matches!(scanner.peek(), b'?' | b'0'..=b'9') {
                extents.push(size(scanner, "an extent or `?`")?)?;
                scanner.expect("x", "`x` and an extent or the element type")?;
            }
            let place = scanner.position();
            let element = mlir_name(scanner);
            if !is_type(element) {
                return Err(expected_at(place, "an extent or the element type"));
            }
            let (mut layout, mut space) = (None, None);
            if scanner.eat(",") {
                layout = layout_attribute(scanner, extents.as_slice())?;
                if layout.is_none() {
                    space = Some(first_space(scanner)?);
                } else if scanner.eat(",") {
                    space = Some(attribute(scanner)?);
                }
            }
            // A memory space is the last part.
            scanner.expect(">", if space.is_some() { "`>`" } else { "`,` or `>`" })?;
            Ok(Self { extents, element, layout, space })
        })
    }
}

/// Reads the layout of a memref with these extents. `None` where no layout is next.
fn layout_attribute(
    scanner: &mut Scanner<'_>,
    extents: &[Size],
) -> Result<Option<StridedAttr>, LayoutError> {
    let place = scanner.position();
    match scanner.clone().word() {
        "strided" => {
            let strided = strided(scanner)?;
            if strided.strides().len() != extents.len() {
                return Err(expected_at(place, "a stride for each extent"));
            }
            Ok(Some(strided))
        }
        "affine_map" => affine_map(scanner, extents).map(Some),
        _ => Ok(None),
    }
}

/// Reads the memory space of a memref without a layout.
fn first_space<'a>(scanner: &mut Scanner<'a>) -> Result<&'a str, LayoutError> {
    const SPACES: [&str; 4] = ["space", "memory", "storage_class", "descriptor_type"];
    let place = scanner.position();
    let mut is_space = true;
    if scanner.peek() == b'#' {
        let name = mlir_name(&mut scanner.clone());
        let head = name.split('<').next().unwrap_or("");
        let is_alias = !name.contains(['.', '<']);
        is_space = SPACES.iter().any(|end| head.ends_with(end));
        if is_alias {
            let what =
                "a layout or a memory space in full: an alias such as `#map` may stand for either";
            return Err(expected_at(place, what));
        }
    }
    let space = attribute(scanner)?;
    if scanner.peek() == b',' {
        return Err(expected_at(
            place,
            "`strided<..>` or an affine map: the first of two attributes is a layout",
        ));
    }
    if !is_space {
        let what = "`strided<..>`, an affine map or a memory space, whose name says so: other layouts are not read";
        return Err(expected_at(place, what));
    }
    Ok(space)
}

/// The floating-point types, besides `bf16` and `tf32`.
const FLOATS: [&str; 16] = [
    "f16",
    "f32",
    "f64",
    "f80",
    "f128",
    "f8E5M2",
    "f8E4M3",
    "f8E4M3FN",
    "f8E4M3B11FNUZ",
    "f8E3M4",
    "f8E5M2FNUZ",
    "f8E4M3FNUZ",
    "f8E8M0FNU",
    "f6E2M3FN",
    "f6E3M2FN",
    "f4E2M1FN",
];

/// Whether a name is a type of elements: of MLIR itself, or of a dialect.
pub(crate) fn is_type(name: &str) -> bool {
    let (head, inside) = match name.split_once('<') {
        Some((head, rest)) => (head, rest.strip_suffix('>')),
        None => (name, None),
    };
    match (head, inside) {
        _ if name.starts_with('!') => name.len() > 1,
        ("memref", Some(inside)) => match inside.strip_prefix("*x") {
            Some(element) => is_type(element.split(',').next().unwrap_or("").trim()),
            None => MemRef::parse(name).is_ok(),
        },
        ("complex", Some(part)) => part != "index" && is_scalar(part),
        ("vector", Some(mut element)) => {
            while let Some((extent, rest)) = element.split_once('x') {
                // `[4]` is a multiple of 4 that only run time knows.
                let scalable = extent.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
                match scalable.unwrap_or(extent).parse::<u32>() {
                    Ok(1..) => element = rest,
                    _ => break,
                }
            }
            element.starts_with('!') || is_scalar(element)
        }
        (_, None) => is_scalar(name),
        _ => false,
    }
}

/// Whether a name denotes an integer or a number.
fn is_scalar(name: &str) -> bool {
    const WIDEST: u32 = (1 << 24) - 1;
    let integer = ["si", "ui", "i"].iter().find_map(|sign| name.strip_prefix(sign));
    let bits = integer.filter(|bits| bits.bytes().all(|byte| byte.is_ascii_digit()));
    let has_bits = bits.and_then(|bits| bits.parse().ok()).is_some_and(|bits: u32| bits <= WIDEST);
    has_bits || matches!(name, "index" | "bf16" | "tf32") || FLOATS.contains(&name)
}

/// Reads a memory space: an integer, a truth value, a string, a dictionary, or an attribute of a dialect or an alias.
fn attribute<'a>(scanner: &mut Scanner<'a>) -> Result<&'a str, LayoutError> {
    const SPACE: &str = "`strided<..>` or a memory space";
    let (place, before) = (scanner.position(), scanner.rest());
    let first = scanner.peek();
    match first {
        b'-' | b'0'..=b'9' => {
            scanner.eat("-");
            if !scanner.eat("0x") {
                scanner.natural("an integer")?;
            } else if scanner.word().bytes().any(|byte| !byte.is_ascii_hexdigit()) {
                return Err(expected_at(place, "an integer"));
            }
        }
        b'"' | b'{' => {
            let len = balanced(before);
            if len == 0 {
                return Err(expected_at(place, "brackets and quotes that are closed"));
            }
            scanner.take(len);
        }
        b'#' => {
            if mlir_name(scanner).is_empty() {
                return Err(scanner.expected(SPACE));
            }
        }
        _ => {
            let name = mlir_name(scanner);
            let head = name.split('<').next().unwrap_or("");
            if matches!(head, "strided" | "affine_map") {
                return Err(expected_at(place, "a memory space: the layout is there already"));
            }
            if !matches!(name, "true" | "false") {
                return Err(expected_at(place, SPACE));
            }
        }
    }
    if matches!(first, b'"' | b'-' | b'0'..=b'9') && scanner.eat(":") {
        let (place, name) = (scanner.position(), mlir_name(scanner));
        let is_integer = name.trim_start_matches(['s', 'u']).starts_with('i');
        if !is_type(name) || !(is_integer || first == b'"') {
            return Err(expected_at(place, "the type of an integer"));
        }
    }
    Ok(before[..before.len() - scanner.rest().len()].trim_end())
}

/// Integers of one level, some of them unknown.
pub(crate) type OptionalSizes = ArrayVec<Size, MAX_AXES>;

pub(crate) const NO_SIZES: OptionalSizes = ArrayVec::empty(None);

fn tuple(
    sizes: &OptionalSizes,
    leaf: &mut impl FnMut(Size) -> IntTuple,
) -> Result<IntTuple, LayoutError> {
    // One more than a tuple has, which refuses it.
    const MOST: usize = MAX_RANK + 1;
    let mut leaves = ArrayVec::<_, MOST>::empty(IntTuple::leaf(0));
    sizes.as_slice().iter().take(MOST).try_for_each(|&size| leaves.push(leaf(size)))?;
    IntTuple::tuple(leaves.as_slice())
}

fn size(scanner: &mut Scanner<'_>, expected: &'static str) -> Result<Size, LayoutError> {
    if scanner.eat("?") { Ok(None) } else { scanner.integer(expected).map(Some) }
}

fn strided(scanner: &mut Scanner<'_>) -> Result<StridedAttr, LayoutError> {
    scanner.expect("strided", "`strided<[`")?;
    scanner.expect("<", "`<`")?;
    scanner.expect("[", "`[` and the strides")?;
    let mut strides = NO_SIZES;
    scanner.list("]", "`,` or `]`", |scanner| strides.push(size(scanner, "a stride or `?`")?))?;
    let (mut offset, mut end) = (Some(0), "`,` or `>`");
    if scanner.eat(",") {
        scanner.expect("offset", "`offset:`")?;
        scanner.expect(":", "`:` and the offset")?;
        offset = size(scanner, "the offset or `?`")?;
        end = "`>`";
    }
    scanner.expect(">", end)?;
    Ok(StridedAttr { strides, offset })
}

impl FromStr for StridedAttr {
    type Err = LayoutError;

    fn from_str(text: &str) -> Result<Self, LayoutError> {
        read_whole(text, strided)
    }
}

fn write_size(f: &mut fmt::Formatter<'_>, size: Size) -> fmt::Result {
    match size {
        Some(size) => write!(f, "{size}"),
        None => f.write_str("?"),
    }
}

impl fmt::Display for StridedAttr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("strided<[")?;
        for (k, &stride) in self.strides().iter().enumerate() {
            f.write_str(if k > 0 { ", " } else { "" })?;
            write_size(f, stride)?;
        }
        f.write_str("]")?;
        if self.offset != Some(0) {
            f.write_str(", offset: ")?;
            write_size(f, self.offset)?;
        }
        f.write_str(">")
    }
}

impl fmt::Display for MemRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("memref<")?;
        for &extent in self.extents() {
            write_size(f, extent)?;
            f.write_str("x")?;
        }
        f.write_str(self.element)?;
        if let Some(layout) = &self.layout {
            write!(f, ", {layout}")?;
        }
        if let Some(space) = self.space {
            write!(f, ", {space}")?;
        }
        f.write_str(">")
    }
}

crate::debug_as_display!(StridedAttr, MemRef<'_>);

/// Reads a name of MLIR: an optional `!` or `#`, words and dots, and balanced angle brackets after them. Leaves
/// unbalanced brackets unread.
pub(crate) fn mlir_name<'a>(scanner: &mut Scanner<'a>) -> &'a str {
    let text = scanner.rest();
    let sigil = usize::from(text.starts_with(['!', '#']));
    let inside = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_');
    let words = text[sigil..].find(|c| !inside(c)).unwrap_or(text.len() - sigil);
    if words == 0 {
        return "";
    }
    let name = sigil + words;
    scanner.take(name + angle_brackets(&text[name..]))
}

/// The length of the balanced angle brackets that a text starts with. 0 where there are none.
fn angle_brackets(text: &str) -> usize {
    if text.starts_with('<') { balanced(text) } else { 0 }
}

/// The length of the balanced brackets, or of the string, that a text starts with. 0 where they are not closed. `->` is an
/// arrow.
fn balanced(text: &str) -> usize {
    const DEEPEST: usize = 32;
    let mut open = ArrayVec::<u8, DEEPEST>::empty(0);
    let (mut is_quoted, mut before) = (false, 0);
    for (k, byte) in text.bytes().enumerate() {
        let closes = match byte {
            b'<' => b'>',
            b'(' => b')',
            b'[' => b']',
            b'{' => b'}',
            _ => 0,
        };
        match byte {
            b'"' if before != b'\\' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            b'>' if before == b'-' => {}
            b'>' | b')' | b']' | b'}' => {
                if open.as_slice().last() != Some(&byte) {
                    return 0;
                }
                open.truncate(open.as_slice().len() - 1);
            }
            _ if closes != 0 && open.push(closes).is_err() => return 0,
            _ => {}
        }
        if open.as_slice().is_empty() && !is_quoted {
            return k + 1;
        }
        // A backslash that is itself escaped escapes nothing.
        before = if before == b'\\' && byte == b'\\' { 0 } else { byte };
    }
    0
}
