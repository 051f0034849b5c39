//! [`OneBased`], coordinates and offsets that count from 1, as in Julia.

use core::fmt;
use core::str::FromStr;

use crate::nested::{Spelling, read_nested, write_nested};
use layout_core::scan::read_whole;
use layout_core::{Coord, IntTuple, Layout, LayoutError, Operand, Operation, Rule};

const SPELLING: Spelling = Spelling { comma: ",", single: "", known: "", unknown: None };

/// A coordinate, an offset or a layout that counts from 1. A separate type prevents mixing it with one that counts
/// from 0. It stores the value that counts from 0.
///
/// ```
/// use layout_core::Layout;
/// use static_layout_dialects::OneBased;
/// let a = OneBased::new("(2,(2,2)):(4,(1,2))".parse::<Layout>()?);
/// let offset = a.index(&"(2,(1,2))".parse()?)?;
/// assert_eq!((offset.to_string(), *offset.zero_based()), ("7".into(), 6));
/// assert!(a.index(&"(0,1)".parse()?).is_err());
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct OneBased<T>(T);

impl<T> OneBased<T> {
    /// Converts from counting from 0.
    pub const fn new(zero_based: T) -> Self {
        Self(zero_based)
    }

    /// The value that counts from 0.
    pub const fn zero_based(&self) -> &T {
        &self.0
    }

    /// The value that counts from 0, to be changed.
    pub const fn zero_based_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

impl OneBased<i64> {
    /// The number `one_based`, which counts from 1.
    ///
    /// ```
    /// use static_layout_dialects::OneBased;
    /// assert_eq!(*OneBased::number(7).zero_based(), 6);
    /// ```
    pub const fn number(one_based: i64) -> Self {
        Self(one_based.saturating_sub(1))
    }
}

impl OneBased<Layout> {
    /// The offset of a coordinate.
    ///
    /// # Errors
    /// As [`Layout::try_index`].
    pub fn index(&self, c: &OneBased<Coord>) -> Result<OneBased<i64>, LayoutError> {
        self.0.try_index(&c.0).map(OneBased)
    }

    /// The coordinate of a linear index.
    ///
    /// ```
    /// use layout_core::Layout;
    /// use static_layout_dialects::OneBased;
    /// let a = OneBased::new("(3,4):(1,3)".parse::<Layout>()?);
    /// assert_eq!(a.coord(OneBased::number(10))?.to_string(), "(1,4)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Layout::coord`].
    pub fn coord(&self, i: OneBased<i64>) -> Result<OneBased<Coord>, LayoutError> {
        self.0.coord(i.0).map(|c| OneBased(Coord::from_tuple(c)))
    }

    /// The coordinate of an offset.
    ///
    /// ```
    /// use layout_core::Layout;
    /// use static_layout_dialects::OneBased;
    /// let a = OneBased::new("(4,4):(4,1)".parse::<Layout>()?);
    /// assert_eq!(a.coord_of(OneBased::number(15))?.to_string(), "(4,3)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Layout::coord_of`].
    pub fn coord_of(&self, offset: OneBased<i64>) -> Result<OneBased<Coord>, LayoutError> {
        self.0.coord_of(offset.0).map(|c| OneBased(Coord::from_tuple(c)))
    }

    /// The sublayout of the modes that `:` faces, and the offset of the rest.
    ///
    /// ```
    /// use layout_core::Layout;
    /// use static_layout_dialects::OneBased;
    /// let a = OneBased::new("(2,4,2):(8,2,12)".parse::<Layout>()?);
    /// let (part, offset) = a.slice(&"(2,:,:)".parse()?)?;
    /// assert_eq!((part.zero_based().to_string(), offset.to_string()), ("(4,2):(2,12)".into(), "9".into()));
    /// assert!(a.slice(&"(0,:,:)".parse()?).is_err() && a.slice(&"(3,:,:)".parse()?).is_err());
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Layout::slice`], and [`Rule::Bounds`] for a coordinate out of range, as [`index`](Self::index).
    pub fn slice(
        &self,
        c: &OneBased<Coord>,
    ) -> Result<(OneBased<Layout>, OneBased<i64>), LayoutError> {
        let sliced = self.0.slice(&c.0)?;
        let is_kept = |k| c.0.is_kept(k);
        if let Some(rule) = outside(&self.0.shape(), &c.0.integers(), &is_kept, &mut 0) {
            let (layout, coord) = (Operand::Layout(self.0), Operand::Coord(c.0));
            return Err(LayoutError::refused(Operation::Slice, layout, coord, rule));
        }
        Ok((OneBased(sliced.0), OneBased(sliced.1)))
    }
}

/// The first integer of a coordinate that its mode does not have. `next` is the number of its first leaf.
fn outside(
    shape: &IntTuple,
    c: &IntTuple,
    is_kept: &impl Fn(usize) -> bool,
    next: &mut usize,
) -> Option<Rule> {
    if c.depth() > 0 {
        let modes = (0..c.rank()).map_while(|i| shape.mode(i).ok().zip(c.mode(i).ok()));
        return modes.fold(None, |found, (shape, c)| {
            let here = outside(&shape, &c, is_kept, next);
            found.or(here)
        });
    }
    *next += 1;
    let (value, extent) = (c.value(0), shape.size().unwrap_or(i64::MAX));
    (!is_kept(*next - 1) && !(0..extent).contains(&value)).then_some(Rule::Bounds { value, extent })
}

impl OneBased<Coord> {
    /// The next coordinate of a shape, with the leftmost digit fastest. The first coordinate follows the last.
    ///
    /// ```
    /// use layout_core::Coord;
    /// use static_layout_dialects::OneBased;
    /// let c: OneBased<Coord> = "(3,1)".parse()?;
    /// assert_eq!(c.increment(&"(3,4)".parse()?)?.to_string(), "(1,2)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`IntTuple::increment`].
    pub fn increment(&self, shape: &IntTuple) -> Result<Self, LayoutError> {
        let mut next = self.0.integers().increment(shape)?;
        let past = |k: usize| next.value(k) >= shape.value(k);
        if (0..next.leaf_count()).any(past) {
            for k in 0..next.leaf_count() {
                next.set_value(k, 0);
            }
        }
        Ok(Self(Coord::from_tuple(next)))
    }
}

impl FromStr for OneBased<Coord> {
    type Err = LayoutError;

    fn from_str(text: &str) -> Result<Self, LayoutError> {
        read_whole(text, |scanner| {
            let mut kept = 0;
            let tuple = read_nested(scanner, |scanner, k| {
                if scanner.eat(":") {
                    kept |= 1_u32.unbounded_shl(k as u32);
                    return Ok(IntTuple::leaf(0));
                }
                let one_based = scanner.integer("an integer, `:` or `(`")?;
                Ok(IntTuple::leaf(one_based.saturating_sub(1)))
            })?;
            Ok(Self(Coord::keeping(tuple, kept)))
        })
    }
}

impl fmt::Display for OneBased<i64> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0.saturating_add(1), f)
    }
}

impl fmt::Display for OneBased<Coord> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_nested(f, &self.0.integers(), &SPELLING, |f, k| match self.0.is_kept(k) {
            true => f.write_str(":"),
            false => write!(f, "{}", self.0.integers().value(k).saturating_add(1)),
        })
    }
}

impl<T> fmt::Debug for OneBased<T>
where
    Self: fmt::Display,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
