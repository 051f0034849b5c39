//! Mojo: `((2, (2, 2)):(4, (1, 2)))`.

use core::fmt;
use core::str::FromStr;

use crate::nested::Spelling;
use layout_core::scan::read_whole;
use layout_core::{
    IntTuple, Layout, LayoutError, MAX_RANK, Operand, Operation, Rule, Swizzle, Table,
};

/// A layout, a tuple or a swizzle in Mojo's spelling: blanks after commas, a layout in parentheses.
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

impl Mojo<Layout> {
    /// What `print_layout` prints. Refused unless the layout has two modes.
    pub fn table(&self) -> Result<impl fmt::Display + use<>, LayoutError> {
        Ok(Titled { title: *self, table: Table::new(&self.0)? })
    }
}

impl Mojo<Layout> {
    /// Both layouts with the modes of both: where one has a mode of a size and the other a tuple of that size,
    /// the mode is cut as the tuple is. Mojo's `expand_modes_alike`. Refused where the sizes of modes that face
    /// each other differ, and where a mode cannot be cut so.
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
    pub fn expand_modes_alike(&self, other: &Layout) -> Result<(Layout, Layout), LayoutError> {
        let (a, b) = (self.0, *other);
        let shape = common(&a.shape(), &b.shape()).map_err(|rule| {
            LayoutError::refused(Operation::Combine, Operand::Layout(a), Operand::Layout(b), rule)
        })?;
        Ok((cut_like(&a, &shape)?, cut_like(&b, &shape)?))
    }
}

/// The finer of two shapes, mode by mode.
fn common(a: &IntTuple, b: &IntTuple) -> Result<IntTuple, Rule> {
    let size = |tuple: &IntTuple| tuple.size().map_err(|error| error.rule());
    let (left, right) = (size(a)?, size(b)?);
    if left != right {
        return Err(Rule::Sizes { left, right });
    }
    if a.depth() == 0 || b.depth() == 0 {
        return Ok(if a.depth() == 0 { *b } else { *a });
    }
    if a.rank() != b.rank() {
        return Err(Rule::Ranks { left: a.rank(), right: b.rank() });
    }
    let mut modes = [IntTuple::leaf(0); MAX_RANK];
    for (i, mode) in modes.iter_mut().enumerate().take(a.rank()) {
        let part = |tuple: &IntTuple| tuple.mode(i).map_err(|error| error.rule());
        *mode = common(&part(a)?, &part(b)?)?;
    }
    IntTuple::tuple(&modes[..a.rank()]).map_err(|error| error.rule())
}

/// The layout with each leaf cut as the shape is.
fn cut_like(a: &Layout, shape: &IntTuple) -> Result<Layout, LayoutError> {
    if a.depth() == 0 || shape.depth() == 0 {
        return a.with_shape(shape);
    }
    let (mut shapes, mut strides) = ([IntTuple::leaf(0); MAX_RANK], [IntTuple::leaf(0); MAX_RANK]);
    for i in 0..a.rank() {
        let mode = cut_like(&a.mode(i)?, &shape.mode(i)?)?;
        (shapes[i], strides[i]) = (mode.shape(), mode.stride());
    }
    let joined = |parts: &[IntTuple]| IntTuple::tuple(&parts[..a.rank()]);
    joined(&shapes)
        .and_then(|shape| Layout::new(shape, joined(&strides)?))
        .map_err(|error| LayoutError::alone(Operation::Combine, error.rule()))
}

struct Titled {
    title: Mojo<Layout>,
    table: Table,
}

impl fmt::Display for Titled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}", self.title, self.table)
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
            scanner.expect("(", "`(` and a layout")?;
            let (shape, stride) = SPELLING.read_pair(scanner)?;
            scanner.expect(")", "`)` after the layout")?;
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

/// `(bits,base,shift)`.
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
