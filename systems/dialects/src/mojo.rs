//! Mojo's notation: `((2, (2, 2)):(4, (1, 2)))`.
//!
//! | part | what becomes of it |
//! |---|---|
//! | integers of a layout | read; -1 is `UNKNOWN_VALUE`, an integer that only run time knows |
//! | integers of a tuple | read, -1 too |
//! | `(3,3,3)` without blanks | a swizzle, as Mojo prints it |
//! | strides along coordinates, offsets, element types | Mojo's texts have none |

use core::fmt;
use core::str::FromStr;

use crate::list::ArrayVec;
use crate::nested::{Spelling, TitledTable, layout_of_modes, read_nested};
use crate::number::multiply;
use layout_core::scan::{Scanner, expected_at, read_whole};
use layout_core::{
    IntTuple, Layout, LayoutError, Operand, Operation, Rule, Swizzle, SymbolicLayout, Table, Tiler,
};

/// A layout, a tuple or a swizzle in Mojo's notation: a layout has parentheses, and a comma a blank.
///
/// ```
/// use layout_core::Layout;
/// use static_layout_dialects::Mojo;
/// let a: Layout = "(2,(2,2)):(4,(1,2))".parse()?;
/// assert_eq!(Mojo(a).to_string(), "((2, (2, 2)):(4, (1, 2)))");
/// assert_eq!("((2, (2, 2)):(4, (1, 2)))".parse::<Mojo<Layout>>()?.0, a);
/// assert!(Mojo(a).table()?.to_string().starts_with("((2, (2, 2)):(4, (1, 2)))\n      0   1   2   3\n"));
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mojo<T>(pub T);

const SPELLING: Spelling = Spelling { comma: ", ", single: "", known: "", unknown: None };

/// The spelling of a layout of which only run time knows some integers: those are `UNKNOWN_VALUE`.
const UNKNOWN: Spelling = Spelling { unknown: Some("-1"), ..SPELLING };

impl Mojo<Layout> {
    /// The shape and the stride of a text in which -1 is Mojo's `UNKNOWN_VALUE`, an integer that only run time knows. It
    /// is unknown in the tuples.
    ///
    /// ```
    /// use layout_core::SymbolicLayout;
    /// use static_layout_dialects::Mojo;
    /// let (shape, stride) = Mojo::parts("((-1, 4):(4, 1))")?;
    /// let a = SymbolicLayout::of_facts(shape, stride, [])?;
    /// assert_eq!((a.to_string(), Mojo(a).to_string()), ("(?,4):(4,1)".into(), "((-1, 4):(4, 1))".into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Syntax`] with the byte and the expected token there.
    pub fn parts(text: &str) -> Result<(IntTuple, IntTuple), LayoutError> {
        read_whole(text, read_pair)
    }
}

/// Reads `(shape:stride)`. An integer of -1 is unknown, and all others are known.
fn read_pair(scanner: &mut Scanner<'_>) -> Result<(IntTuple, IntTuple), LayoutError> {
    scanner.expect("(", "`(` and a layout")?;
    let side = |scanner: &mut Scanner<'_>| {
        read_nested(scanner, |scanner, _| {
            let value = scanner.integer("an integer or `(`")?;
            Ok(if value == -1 { IntTuple::unknown(0) } else { IntTuple::leaf(value) })
        })
    };
    let shape = side(scanner)?;
    scanner.expect(":", "`:` and the stride")?;
    let stride = side(scanner)?;
    scanner.expect(")", "`)` after the layout")?;
    Ok((shape, stride))
}

impl Mojo<Layout> {
    /// The output of Mojo's `print_layout`.
    ///
    /// # Errors
    /// [`Rule::Ranks`] unless the layout has two modes.
    pub fn table(&self) -> Result<impl fmt::Display + use<>, LayoutError> {
        Ok(TitledTable { title: *self, table: Table::new(&self.0)? })
    }
}

impl Mojo<Layout> {
    /// Both layouts with the modes of both, Mojo's `expand_modes_alike`: a mode in the place of a tuple is divided like
    /// the tuple.
    ///
    /// ```
    /// use layout_core::Layout;
    /// use static_layout_dialects::Mojo;
    /// let (a, b): (Layout, Layout) = ("((3,10),4):((1,24),3)".parse()?, "(30,(2,2)):(2,(60,1))".parse()?);
    /// let (a, b) = Mojo(a).expand_modes_alike(&b)?;
    /// assert_eq!(a.to_string(), "((3,10),(2,2)):((1,24),(3,6))");
    /// assert_eq!(b.to_string(), "((3,10),(2,2)):((2,6),(60,1))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Sizes`] and [`Rule::Ranks`] where modes differ in size or rank. Otherwise as [`Layout::refine`].
    pub fn expand_modes_alike(&self, other: &Layout) -> Result<(Layout, Layout), LayoutError> {
        Ok((self.0.refine(&other.shape())?, other.refine(&self.0.shape())?))
    }
}

impl Mojo<Layout> {
    /// Mojo's `downcast`: every stride times `factor`, and the extents unchanged. [`Layout::downcast`] makes more
    /// elements of each one, as CuTe does.
    ///
    /// ```
    /// use layout_core::Layout;
    /// use static_layout_dialects::Mojo;
    /// let a: Layout = "(4,3):(1,4)".parse()?;
    /// assert_eq!(Mojo(a).downcast(2)?.to_string(), "(4,3):(2,8)");
    /// assert_eq!(a.downcast(2)?.to_string(), "(8,3):(1,8)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Count`] below 1, and [`Rule::Overflow`] beyond [`isize::MAX`].
    pub fn downcast(&self, factor: i64) -> Result<Layout, LayoutError> {
        let refused = |rule| {
            LayoutError::refused(Operation::Downcast, Operand::Layout(self.0), Operand::None, rule)
        };
        if factor < 1 {
            return Err(refused(Rule::Count { count: factor }));
        }
        let mut stride = self.0.stride();
        for k in 0..stride.leaf_count() {
            stride.set_value(k, multiply(stride.value(k), factor).map_err(refused)?);
        }
        Layout::new(self.0.shape(), stride)
    }

    /// Mojo's `zipped_divide` by a layout, which uses only the layout's shape: each extent of it divides the mode at
    /// its place, and modes without an extent are whole. [`Layout::zipped_divide`] by a layout honours its strides.
    ///
    /// ```
    /// use layout_core::{Layout, Tiler};
    /// use static_layout_dialects::Mojo;
    /// let (a, tile): (Layout, Layout) = ("(12,12):(12,1)".parse()?, "(2,6):(1,2)".parse()?);
    /// assert_eq!(Mojo(a).zipped_divide(&tile)?.to_string(), "((2,6),(6,2)):((12,1),(24,6))");
    /// let strided = a.zipped_divide(&Tiler::from(tile))?;
    /// assert_eq!(strided.to_string(), "((2,6),12):((12,24),1)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Layout::logical_divide`], where Mojo rounds, and [`Rule::TooManyModes`] for a tile of more modes than
    /// the layout has.
    pub fn zipped_divide(&self, tile: &Layout) -> Result<Layout, LayoutError> {
        let (tiles, rest) = unzip(&self.0, &tile.shape())?;
        layout_of_modes(&[tiles, rest])
    }

    /// Mojo's `zipped_divide` by a list of layouts, one for each mode: as [`zipped_divide`](Self::zipped_divide), only
    /// their shapes count.
    ///
    /// ```
    /// use layout_core::Layout;
    /// use static_layout_dialects::Mojo;
    /// let (a, tile): (Layout, Layout) = ("(4,4):(4,1)".parse()?, "2:2".parse()?);
    /// let divided = Mojo(a).zipped_divide_by_mode(&[tile, tile])?;
    /// assert_eq!(divided.to_string(), "((2,2),(2,2)):((4,1),(8,2))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`zipped_divide`](Self::zipped_divide).
    pub fn zipped_divide_by_mode(&self, tiles: &[Layout]) -> Result<Layout, LayoutError> {
        let mut shapes = ArrayVec::<IntTuple>::empty(IntTuple::leaf(1));
        tiles.iter().try_for_each(|tile| shapes.push(tile.shape()))?;
        let (tiles, rest) = unzip_modes(&self.0, shapes.as_slice())?;
        layout_of_modes(&[tiles, rest])
    }
}

/// The tile and the rest of a layout divided by the extents of a shape.
fn unzip(a: &Layout, tile: &IntTuple) -> Result<(Layout, Layout), LayoutError> {
    if a.rank() == 1 || tile.rank() == 1 {
        let divided = a.logical_divide(&Tiler::from(Layout::col_major(*tile)?))?;
        return Ok((divided.mode(0)?, divided.mode(1)?));
    }
    let mut modes = ArrayVec::<IntTuple>::empty(*tile);
    (0..tile.rank()).try_for_each(|i| modes.push(tile.mode(i)?))?;
    unzip_modes(a, modes.as_slice())
}

/// The tiles and the rests of the modes of a layout divided by the extents of shapes. Modes without one are rests.
fn unzip_modes(a: &Layout, tile: &[IntTuple]) -> Result<(Layout, Layout), LayoutError> {
    if tile.len() > a.rank() {
        let rule = Rule::TooManyModes { modes: tile.len(), rank: a.rank() };
        return Err(LayoutError::refused(
            Operation::Divide,
            Operand::Layout(*a),
            Operand::None,
            rule,
        ));
    }
    let (mut tiles, mut rest) = (ArrayVec::<Layout>::empty(*a), ArrayVec::<Layout>::empty(*a));
    for i in 0..a.rank() {
        let mode = a.mode(i)?;
        if let Some(tile) = tile.get(i) {
            let (part, left) = unzip(&mode, tile)?;
            tiles.push(part)?;
            rest.push(left)?;
        } else {
            rest.push(mode)?;
        }
    }
    Ok((layout_of_modes(tiles.as_slice())?, layout_of_modes(rest.as_slice())?))
}

impl Mojo<IntTuple> {
    /// Mojo's `apply`: the tuple with `f` of each integer.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// use static_layout_dialects::Mojo;
    /// let a = Mojo("(2,(3,4))".parse::<IntTuple>()?);
    /// assert_eq!(a.apply(|x| 2 * x).to_string(), "(4,(6,8))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub fn apply(&self, mut f: impl FnMut(i64) -> i64) -> IntTuple {
        let mut out = self.0;
        for k in 0..out.leaf_count() {
            out.set_value(k, f(out.value(k)));
        }
        out
    }

    /// Mojo's `apply_zip`: the tuple with `f` of each integer and the integer of `other` at its place.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// use static_layout_dialects::Mojo;
    /// let (a, b): (IntTuple, IntTuple) = ("(2,(3,4))".parse()?, "(1,(5,2))".parse()?);
    /// assert_eq!(Mojo(a).apply_zip(&b, i64::max)?.to_string(), "(2,(5,4))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Nesting`] unless the tuples are congruent.
    pub fn apply_zip(
        &self,
        other: &IntTuple,
        mut f: impl FnMut(i64, i64) -> i64,
    ) -> Result<IntTuple, LayoutError> {
        if !self.0.congruent(other) {
            let (left, right) = (Operand::Tuple(self.0), Operand::Tuple(*other));
            return Err(LayoutError::refused(Operation::Compare, left, right, Rule::Nesting));
        }
        let mut k = 0;
        Ok(self.apply(|value| {
            k += 1;
            f(value, other.value(k - 1))
        }))
    }

    /// Mojo's `reduce`: `f` of `first` and all integers, from left to right.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// use static_layout_dialects::Mojo;
    /// let a = Mojo("(2,(3,4))".parse::<IntTuple>()?);
    /// assert_eq!((a.reduce(1, |x, y| x * y), a.reduce(0, |x, y| x + y)), (24, 9));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub fn reduce<T>(&self, first: T, mut f: impl FnMut(T, i64) -> T) -> T {
        (0..self.0.leaf_count()).fold(first, |sum, k| f(sum, self.0.value(k)))
    }
}

/// The greatest `n` for which `2^n <= value`.
fn log2_floor(value: i64) -> Result<i64, LayoutError> {
    match value.checked_ilog2() {
        Some(log) => Ok(i64::from(log)),
        None => Err(LayoutError::alone(Operation::Make, Rule::Count { count: value })),
    }
}

/// The bytes of a row of banks in shared memory.
const BANKS: i64 = 128;

impl Mojo<Swizzle> {
    /// Mojo's `make_swizzle[num_rows, row_size, access_size]`: for rows of `row_size` elements that are read
    /// `access_size` at once, so `rows` rows below one another are in different places.
    ///
    /// ```
    /// use static_layout_dialects::Mojo;
    /// assert_eq!(Mojo::make_swizzle(8, 64, 8)?.to_string(), "(3,3,3)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Count`] for a number below 1, and the errors of [`Swizzle::new`] if rows are shorter than the swizzled
    /// part.
    pub fn make_swizzle(rows: i64, row_size: i64, access_size: i64) -> Result<Self, LayoutError> {
        let (bits, base) = (log2_floor(rows)?, log2_floor(access_size)?);
        Swizzle::new(bits, base, log2_floor(row_size)? - base).map(Self)
    }

    /// Mojo's `make_swizzle[dtype, mode]`: the swizzle of the processor's tensor maps, for elements of `element_bytes`
    /// bytes and `mode` bytes that repeat, which are 32, 64 or 128. 0 moves nothing.
    ///
    /// ```
    /// use static_layout_dialects::Mojo;
    /// assert_eq!(Mojo::tensor_map_swizzle(2, 128)?.to_string(), "(3,3,3)");
    /// assert_eq!(Mojo::tensor_map_swizzle(4, 32)?.to_string(), "(1,2,3)");
    /// assert_eq!(Mojo::tensor_map_swizzle(4, 0)?.to_string(), "(0,2,3)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Count`] for another mode, and for elements of more than 16 bytes.
    pub fn tensor_map_swizzle(element_bytes: i64, mode: i64) -> Result<Self, LayoutError> {
        let bits = match mode {
            0 => 0,
            32 => 1,
            64 => 2,
            128 => 3,
            count => return Err(LayoutError::alone(Operation::Make, Rule::Count { count })),
        };
        let base = log2_floor(16 / element_bytes.max(1))?;
        Swizzle::new(bits, base, 3).map(Self)
    }

    /// Mojo's `make_ldmatrix_swizzle[dtype, row_size, log2_vector_width]`: the swizzle without conflicts of banks for
    /// 8 rows of `row_size` elements of `element_bytes` bytes, that are read by vectors of `2^log2_vector` elements.
    /// `lanes` is the number of elements in one vector of the processor, Mojo's `simd_width_of`.
    ///
    /// ```
    /// use static_layout_dialects::Mojo;
    /// // f32 on a GPU: vectors of 16 bytes.
    /// assert_eq!(Mojo::make_ldmatrix_swizzle(4, 16, 0, 4)?.to_string(), "(2,0,3)");
    /// assert_eq!(Mojo::make_ldmatrix_swizzle(2, 64, 3, 8)?.to_string(), "(3,3,3)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Count`] for a number below 1, and for rows that are too short to conflict.
    pub fn make_ldmatrix_swizzle(
        element_bytes: i64,
        row_size: i64,
        log2_vector: i64,
        lanes: i64,
    ) -> Result<Self, LayoutError> {
        let refused = |rule| LayoutError::alone(Operation::Make, rule);
        let bytes = multiply(row_size, element_bytes).map_err(refused)?;
        let ways = (multiply(bytes, 8).map_err(refused)? / BANKS).min(8);
        let vectors = row_size.checked_div(lanes).unwrap_or(0).max(8);
        Swizzle::new(log2_floor(ways)?, log2_vector, log2_floor(vectors)?).map(Self)
    }
}

impl fmt::Display for Mojo<Layout> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        SPELLING.write_layout(f, &self.0)?;
        f.write_str(")")
    }
}

impl FromStr for Mojo<Layout> {
    type Err = LayoutError;

    fn from_str(text: &str) -> Result<Self, LayoutError> {
        read_whole(text, |scanner| {
            let (place, (shape, stride)) = (scanner.position(), read_pair(scanner)?);
            let is_known = |tuple: &IntTuple| (0..tuple.leaf_count()).all(|k| tuple.is_known(k));
            if !is_known(&shape) || !is_known(&stride) {
                return Err(expected_at(
                    place,
                    "a layout of known integers: -1 is Mojo's `UNKNOWN_VALUE`, which only run time knows",
                ));
            }
            Layout::new(shape, stride).map(Self)
        })
    }
}

impl fmt::Display for Mojo<IntTuple> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        SPELLING.write(f, &self.0)
    }
}

impl FromStr for Mojo<IntTuple> {
    type Err = LayoutError;

    fn from_str(text: &str) -> Result<Self, LayoutError> {
        read_whole(text, |scanner| {
            let tuple = SPELLING.read(scanner)?;
            Ok(Self(tuple))
        })
    }
}

/// Prints run-time integers as -1.
impl fmt::Display for Mojo<SymbolicLayout> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (shape, stride) = self.0.parts();
        f.write_str("(")?;
        UNKNOWN.write(f, &shape)?;
        f.write_str(":")?;
        UNKNOWN.write(f, &stride)?;
        f.write_str(")")
    }
}

/// Prints `(bits,base,shift)`.
impl fmt::Display for Mojo<Swizzle> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{},{})", self.0.bits(), self.0.base(), self.0.shift())
    }
}

impl FromStr for Mojo<Swizzle> {
    type Err = LayoutError;

    fn from_str(text: &str) -> Result<Self, LayoutError> {
        read_whole(text, |scanner| {
            scanner.expect("(", "`(` and the bits of a swizzle")?;
            let bits = scanner.natural("the bits of a swizzle")?;
            scanner.expect(",", "`,` and the base of the swizzle")?;
            let base = scanner.natural("the base of the swizzle")?;
            scanner.expect(",", "`,` and the shift of the swizzle")?;
            let shift = scanner.integer("the shift of the swizzle")?;
            scanner.expect(")", "`)` after the swizzle")?;
            Swizzle::new(bits, base, shift).map(Self)
        })
    }
}
