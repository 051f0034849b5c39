//! [`AxisList`], one integer for each axis of an array.

use core::fmt;
use core::ops::Deref;
use core::str::FromStr;

use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::notation::scan::{Scanner, read_whole};
use crate::value::IntTuple;
use crate::value::limit::{Limit, MAX_AXES, MAX_RANK};

/// One integer for each axis of an array: extents, strides, or axes by number. It has at most 64, as in cuda.core and
/// NumPy, where an [`IntTuple`] has at most 12 at one level.
///
/// ```
/// use layout_core::AxisList;
/// let a: AxisList = "(5,-1)".parse()?;
/// assert_eq!((&a[..], a.to_string()), (&[5, -1][..], "(5,-1)".to_string()));
/// assert_eq!(AxisList::new(&[1; 65]).unwrap_err().to_string(), "cannot make 65 axes: more than 64 axes");
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy)]
pub struct AxisList {
    pub(crate) len: usize,
    /// The integers; those past the length are 0.
    pub(crate) values: [i64; MAX_AXES],
}

impl AxisList {
    pub(crate) const EMPTY: Self = Self { len: 0, values: [0; MAX_AXES] };

    /// The list of these integers.
    ///
    /// # Errors
    /// [`Rule::Full`] for more than 64.
    pub const fn new(values: &[i64]) -> Result<Self, LayoutError> {
        let (mut list, mut k) = (Self::EMPTY, 0);
        if values.len() > MAX_AXES {
            let rule = Rule::Full { limit: Limit::Axes };
            return Err(LayoutError::unary(Operation::Make, Operand::Axes(values.len()), rule));
        }
        while k < values.len() {
            list.values[k] = values[k];
            k += 1;
        }
        list.len = values.len();
        Ok(list)
    }

    /// The integers of a tuple, leaf by leaf.
    ///
    /// ```
    /// use layout_core::AxisList;
    /// assert_eq!(&AxisList::of(&"(5,(3,2))".parse()?)?[..], [5, 3, 2]);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Unit`] for a leaf with a basis.
    pub const fn of(tuple: &IntTuple) -> Result<Self, LayoutError> {
        match tuple.integral(0, tuple.leaf_count()) {
            Ok(()) => Self::new(tuple.leaves()),
            Err(rule) => Err(LayoutError::unary(Operation::Make, Operand::Tuple(*tuple), rule)),
        }
    }

    /// The integers as a tuple.
    ///
    /// # Errors
    /// [`Rule::Full`] for more than 12.
    pub const fn to_tuple(&self) -> Result<IntTuple, LayoutError> {
        let (mut leaves, mut k) = ([IntTuple::leaf(0); MAX_RANK], 0);
        if self.len > MAX_RANK {
            let rule = Rule::Full { limit: Limit::Rank };
            return Err(LayoutError::unary(Operation::Make, Operand::Axes(self.len), rule));
        }
        while k < self.len {
            leaves[k] = IntTuple::leaf(self.values[k]);
            k += 1;
        }
        IntTuple::tuple(leaves.split_at(self.len).0)
    }

    /// The integers as a slice, for `const fn`.
    pub const fn as_slice(&self) -> &[i64] {
        self.values.split_at(self.len).0
    }

    /// Appends an integer.
    ///
    /// # Errors
    /// `Full` for more than 64.
    pub(crate) const fn push(&mut self, value: i64) -> Result<(), Rule> {
        if self.len == MAX_AXES {
            return Err(Rule::Full { limit: Limit::Axes });
        }
        self.values[self.len] = value;
        self.len += 1;
        Ok(())
    }

    /// `len` zeros.
    pub(crate) const fn zeros(len: usize) -> Self {
        Self { len, ..Self::EMPTY }
    }

    /// The operand of a refusal: the integers, or their number where a tuple has no room for them.
    pub(crate) const fn operand(&self) -> Operand {
        match self.to_tuple() {
            Ok(tuple) => Operand::Tuple(tuple),
            Err(_) => Operand::Axes(self.len),
        }
    }

    /// Reads `(a,b)`. `is_python` accepts Python's tuples only: `(a,)` has one integer, `(a)` is none.
    pub(super) fn read(scanner: &mut Scanner<'_>, is_python: bool) -> Result<Self, LayoutError> {
        scanner.expect("(", "`(` and a tuple of integers")?;
        let (mut list, mut comma) = (Self::EMPTY, true);
        while !scanner.eat(")") {
            if list.len > 0 && !comma {
                return Err(scanner.expected("`,` or `)`"));
            }
            let value = scanner.integer("an integer or `)`")?;
            list.push(value).map_err(|rule| LayoutError::alone(Operation::Parse, rule))?;
            comma = scanner.eat(",");
            if is_python && list.len == 1 && !comma {
                return Err(scanner.expected("`,`: a Python tuple of one element has a comma"));
            }
        }
        Ok(list)
    }
}

impl Deref for AxisList {
    type Target = [i64];

    fn deref(&self) -> &[i64] {
        self.as_slice()
    }
}

impl PartialEq for AxisList {
    fn eq(&self, other: &Self) -> bool {
        self[..] == other[..]
    }
}

impl Eq for AxisList {}

impl fmt::Display for AxisList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for (k, value) in self.iter().enumerate() {
            write!(f, "{}{value}", if k > 0 { "," } else { "" })?;
        }
        f.write_str(")")
    }
}

crate::value::text::debug_as_display!(AxisList);

impl FromStr for AxisList {
    type Err = LayoutError;

    fn from_str(text: &str) -> Result<Self, LayoutError> {
        read_whole(text, |scanner| Self::read(scanner, false))
    }
}
