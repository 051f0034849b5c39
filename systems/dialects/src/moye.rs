//! MoYe's notation: `(_2, 3):(_1, _8)`. `_2` is a static integer, `3` a run-time one.
//!
//! Both are read and written. MoYe's texts have no swizzles, strides along coordinates, offsets or element types.

use core::fmt;
use core::str::FromStr;

use crate::list::ArrayVec;
use crate::nested::{Spelling, TitledTable, layout_of_modes};
use layout_core::scan::read_whole;
use layout_core::{IntTuple, Layout, LayoutError, Operand, Operation, Rule, Table};

/// A layout or a tuple in MoYe's notation. MoYe, as Julia, counts coordinates and offsets from 1:
/// [`OneBased`](crate::OneBased).
///
/// ```
/// use layout_core::Layout;
/// use static_layout_dialects::MoYe;
/// let a: MoYe<Layout> = "(_2, 3):(_1, _8)".parse()?;
/// assert_eq!((a.0.to_string(), a.to_string()), ("(2,3):(1,8)".into(), "(_2, 3):(_1, _8)".into()));
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy)]
pub struct MoYe<T>(pub T);

const SPELLING: Spelling = Spelling { comma: ", ", single: ",", known: "_", unknown: None };

impl MoYe<Layout> {
    /// The output of MoYe's `print_layout`: the table of offsets from 1 on.
    ///
    /// ```
    /// use layout_core::Layout;
    /// use static_layout_dialects::MoYe;
    /// let a: MoYe<Layout> = "(_2, _2):(_1, _2)".parse()?;
    /// assert_eq!(a.table()?.to_string().lines().nth(3), Some(" 1  | 1 | 3 |"));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Ranks`](layout_core::Rule::Ranks) unless the layout has two modes.
    pub fn table(&self) -> Result<impl fmt::Display + use<>, LayoutError> {
        Ok(TitledTable { title: *self, table: Table::from_base(&self.0, 1)? })
    }
}

impl MoYe<Layout> {
    /// MoYe's `make_fragment_like`: a compact layout of the same shape, with its own storage for every element. Mode
    /// 0 comes first, with the leftmost extent fastest. The other modes follow in the order of their strides. A
    /// layout with a run-time leaf, or of one mode, becomes the column-major one of its shape.
    ///
    /// [`Layout::fragment_like`] keeps strides of 0 in mode 0, as CuTe does. Equal strides order from left to right,
    /// where MoYe lets them share storage.
    ///
    /// ```
    /// use layout_core::Layout;
    /// use static_layout_dialects::MoYe;
    /// let a: Layout = "(4,2,12):(0,1,8)".parse()?;
    /// assert_eq!(MoYe(a).make_fragment_like()?.to_string(), "(4,2,12):(1,4,8)");
    /// assert_eq!(a.fragment_like()?.to_string(), "(4,2,12):(0,1,2)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Layout::fragment_like`].
    pub fn make_fragment_like(&self) -> Result<Layout, LayoutError> {
        let (shape, stride, known) = (self.0.shape(), self.0.stride(), self.0.set_known());
        if self.0.rank() < 2 || !self.0.same_form(&known) {
            return Layout::col_major(shape);
        }
        // Mode 0 has the order of its leaves, before all others.
        let (first, mut order) = (shape.mode(0)?.leaf_count(), stride);
        for k in 0..order.leaf_count() {
            let value = if k < first { k as i64 } else { stride.value(k).saturating_abs() };
            order.set_value(k, if k < first { value } else { value.saturating_add(first as i64) });
        }
        Layout::ordered(shape, order)
    }

    /// MoYe's `tile_to_shape`: [`Layout::tile_to_shape`], with each mode of the result coalesced.
    ///
    /// ```
    /// use layout_core::Layout;
    /// use static_layout_dialects::MoYe;
    /// let a: Layout = "(2,8):(8,1)".parse()?;
    /// let tiled = MoYe(a).tile_to_shape(&"(8,16)".parse()?)?;
    /// assert_eq!(tiled.to_string(), "(8,(8,2)):(8,(1,64))");
    /// assert_eq!(a.tile_to_shape(&"(8,16)".parse()?)?.to_string(), "((2,4),(8,2)):((8,16),(1,64))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Layout::tile_to_shape`].
    pub fn tile_to_shape(&self, shape: &IntTuple) -> Result<Layout, LayoutError> {
        coalesced_modes(&self.0.tile_to_shape(shape)?)
    }

    /// [`tile_to_shape`](Self::tile_to_shape) with the copies in the order of the integers of `order`.
    ///
    /// # Errors
    /// As [`Layout::tile_to_shape_ordered`].
    pub fn tile_to_shape_ordered(
        &self,
        shape: &IntTuple,
        order: &IntTuple,
    ) -> Result<Layout, LayoutError> {
        coalesced_modes(&self.0.tile_to_shape_ordered(shape, order)?)
    }
}

/// Each mode of a layout coalesced by itself.
fn coalesced_modes(a: &Layout) -> Result<Layout, LayoutError> {
    if a.shape().depth() == 0 {
        return a.coalesce();
    }
    let mut modes = ArrayVec::<Layout>::empty(*a);
    for i in 0..a.rank() {
        modes.push(a.mode(i)?.coalesce()?)?;
    }
    layout_of_modes(modes.as_slice())
}

impl MoYe<IntTuple> {
    /// MoYe's `colex_less`, which compares from the last element on. The tuples need not be nested alike: an
    /// exhausted tuple is less, and elements count as different where their nestings differ.
    ///
    /// ```
    /// use static_layout_dialects::MoYe;
    /// let tuple = |text: &str| text.parse().map(MoYe);
    /// assert!(tuple("(1,2,3)")?.colex_less(&tuple("(1,1,2,3)")?)?);
    /// assert!(!tuple("(1,((7,2),2))")?.colex_less(&tuple("(1,(4,1))")?)?);
    /// assert!(tuple("(1,(2,3))")?.colex_less(&tuple("(1,2)")?).is_err());
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Nesting`] if the order depends on an integer and a tuple, for which MoYe has no method.
    pub fn colex_less(&self, other: &Self) -> Result<bool, LayoutError> {
        colex_less(&self.0, &other.0).ok_or_else(|| self.unordered(other))
    }

    /// MoYe's `elem_less`: each element of this tuple is less than or equal to the element of `other`, and the last one
    /// is less if both tuples end with it. Elements of `other` beyond the end do not count.
    ///
    /// ```
    /// use static_layout_dialects::MoYe;
    /// let tuple = |text: &str| text.parse().map(MoYe);
    /// assert!(tuple("(1,2,3)")?.elem_less(&tuple("(1,2,3,1)")?)?);
    /// assert!(tuple("(1,2,3)")?.elem_less(&tuple("(1,2,4)")?)?);
    /// assert!(!tuple("(1,2,3)")?.elem_less(&tuple("(1,2,3)")?)?);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Nesting`] if an integer is compared with a tuple, for which MoYe has no method.
    pub fn elem_less(&self, other: &Self) -> Result<bool, LayoutError> {
        elem_less(&self.0, &other.0).ok_or_else(|| self.unordered(other))
    }

    fn unordered(&self, other: &Self) -> LayoutError {
        let (left, right) = (Operand::Tuple(self.0), Operand::Tuple(other.0));
        LayoutError::refused(Operation::Compare, left, right, Rule::Nesting)
    }
}

/// The order of `a` and `b` by their last element that differs. `None` if an integer is compared with a tuple.
fn colex_less(a: &IntTuple, b: &IntTuple) -> Option<bool> {
    if a.depth() == 0 || b.depth() == 0 {
        return (a.depth() == b.depth()).then(|| a.value(0) < b.value(0));
    }
    let (mut i, mut j) = (a.rank(), b.rank());
    while i > 0 && j > 0 {
        (i, j) = (i - 1, j - 1);
        let (x, y) = (a.mode(i).ok()?, b.mode(j).ok()?);
        if x != y {
            return colex_less(&x, &y);
        }
    }
    Some(i == 0 && j > 0)
}

/// Whether each element of `a` is at most the element of `b`, and the last one of both is less. `None` if an integer is
/// compared with a tuple.
fn elem_less(a: &IntTuple, b: &IntTuple) -> Option<bool> {
    if a.depth() == 0 || b.depth() == 0 {
        return (a.depth() == b.depth()).then(|| a.value(0) < b.value(0));
    }
    for i in 0..a.rank() {
        if i == b.rank() {
            return Some(false);
        }
        let (x, y) = (a.mode(i).ok()?, b.mode(i).ok()?);
        let is_last = i + 1 == a.rank() && i + 1 == b.rank();
        if is_last {
            return lex_less(&x, &y);
        }
        if x != y && !elem_less(&x, &y)? {
            return Some(false);
        }
    }
    Some(true)
}

/// The order of `a` and `b` by their first element that differs, Julia's `<`. `None` if an integer is compared with a
/// tuple.
fn lex_less(a: &IntTuple, b: &IntTuple) -> Option<bool> {
    if a.depth() == 0 || b.depth() == 0 {
        return (a.depth() == b.depth()).then(|| a.value(0) < b.value(0));
    }
    for i in 0..a.rank().min(b.rank()) {
        let (x, y) = (a.mode(i).ok()?, b.mode(i).ok()?);
        if x != y {
            return lex_less(&x, &y);
        }
    }
    Some(a.rank() < b.rank())
}

impl fmt::Display for MoYe<Layout> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        SPELLING.write_layout(f, &self.0)
    }
}

impl FromStr for MoYe<Layout> {
    type Err = LayoutError;

    fn from_str(text: &str) -> Result<Self, LayoutError> {
        read_whole(text, |scanner| {
            let (shape, stride) = SPELLING.read_pair(scanner)?;
            Layout::new(shape, stride).map(Self)
        })
    }
}

impl fmt::Display for MoYe<IntTuple> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        SPELLING.write(f, &self.0)
    }
}

impl FromStr for MoYe<IntTuple> {
    type Err = LayoutError;

    fn from_str(text: &str) -> Result<Self, LayoutError> {
        read_whole(text, |scanner| {
            let tuple = SPELLING.read(scanner)?;
            Ok(Self(tuple))
        })
    }
}

/// Equality with the same integers static.
impl PartialEq for MoYe<Layout> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0 && self.0.same_form(&other.0)
    }
}

impl PartialEq for MoYe<IntTuple> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0 && self.0.same_form(&other.0)
    }
}

impl<T> fmt::Debug for MoYe<T>
where
    Self: fmt::Display,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
