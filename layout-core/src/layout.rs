//! The layout `shape:stride` itself.

use core::fmt;

use crate::basis::{Bases, Basis};
use crate::builder::Builder;
use crate::modes::Modes;
use crate::notation::error::{LayoutError, Operand, Operation, Rule};
use crate::notation::text::Text;
use crate::number::{MOST, tri};
use crate::profile::{Place, Profile};
use crate::tuple::{IntTuple, low_bits};

/// A layout `shape:stride`: both sides nested alike, it maps a coordinate to the offset
/// `sum c_i * d_i`, and a linear index to that of its colexicographic coordinate.
///
/// ```
/// use layout_core::Layout;
/// let a: Layout = "(2,(2,2)):(4,(1,2))".parse()?;
/// assert_eq!(a.index(&"(1,3)".parse()?)?, 7);
/// assert_eq!(a.index(&7.into())?, 7);
/// assert_eq!(a.flatten()?.to_string(), "(2,2,2):(4,1,2)");
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Layout {
    pub(crate) profile: Profile,
    pub(crate) modes: Modes,
}

impl Layout {
    /// `shape:stride`; refused unless they are congruent, every extent is 0 or more, and size and
    /// cosize fit `isize`, those of the modes beside an extent of 0, too.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let refused = Layout::new("(2,(2,2))".parse()?, "(4,1)".parse()?).unwrap_err();
    /// assert_eq!(refused.to_string(), "stride (4,1) is not congruent with shape (2,(2,2))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn new(shape: IntTuple, stride: IntTuple) -> Result<Self, LayoutError> {
        if !shape.profile.equals(&stride.profile) {
            return Err(LayoutError::refused(
                Operation::Make,
                Operand::Tuple(shape),
                Operand::Tuple(stride),
                Rule::Congruence,
            ));
        }
        if shape.bases.units != 0
            && let Err(rule) = shape.integral(0, shape.leaf_count())
        {
            return Err(LayoutError::unary(Operation::Make, Operand::Tuple(shape), rule));
        }
        let layout = Self::from_parts(shape, stride);
        match layout.exists() {
            Ok(()) => Ok(layout),
            Err(error) => Err(error),
        }
    }

    /// Whether [`new`](Self::new) makes this layout, which came from [`from_parts`](Self::from_parts).
    #[doc(hidden)]
    pub const fn exists(&self) -> Result<(), LayoutError> {
        match self.validate() {
            Ok(()) => Ok(()),
            Err(rule) => Err(LayoutError::unary(Operation::Make, Operand::Layout(*self), rule)),
        }
    }

    /// Joins congruent tuples; nothing is checked.
    #[doc(hidden)]
    pub const fn from_parts(shape: IntTuple, stride: IntTuple) -> Self {
        Self {
            profile: shape.profile,
            modes: Modes {
                len: shape.profile.leaves,
                extents: shape.values,
                strides: stride.values,
                bases: stride.bases,
                known_extents: shape.known,
                known_strides: stride.known,
            },
        }
    }

    /// Refuses negative extents, and a size or cosize past `isize`.
    pub(crate) const fn validate(&self) -> Result<(), Rule> {
        let modes = &self.modes;
        let (mut size, mut span, mut k) = (1_i128, 1_i128, 0);
        while k < modes.len && modes.extents[k] > 0 {
            let extent = modes.extents[k] as i128;
            let stride = modes.strides[k] as i128;
            let reach = if stride < 0 { -stride } else { stride };
            size *= extent;
            span += (extent - 1) * reach;
            // One of them passes exactly when all their bits together do.
            if size | span | reach > MOST as i128 {
                break;
            }
            k += 1;
        }
        if k == modes.len && modes.bases.units == 0 { Ok(()) } else { self.validate_slowly() }
    }

    /// Finds the numbers of the refusal; extents of 0 are left out.
    const fn validate_slowly(&self) -> Result<(), Rule> {
        let mut k = 0;
        while k < self.modes.len {
            let (extent, stride) = (self.modes.extents[k], self.modes.strides[k]);
            if extent.unsigned_abs() > MOST as u64 || stride.unsigned_abs() > MOST as u64 {
                return Err(Rule::Integer);
            }
            if extent < 0 {
                return Err(Rule::NegativeExtent { extent });
            }
            k += 1;
        }
        // The modes beside an extent of 0 are layouts of their own: `mode` takes them out.
        let beside = self.modes.beside_zeros();
        tri!(beside.size(0, beside.len));
        tri!(beside.span());
        self.modes.one_codomain()
    }

    /// The cosize, or the product or sum that passes the integers.
    const fn span(&self) -> Result<i64, Rule> {
        let mut k = 0;
        while k < self.modes.len {
            if self.modes.extents[k] == 0 {
                return Ok(0);
            }
            k += 1;
        }
        self.modes.span()
    }

    /// The shape.
    pub const fn shape(&self) -> IntTuple {
        IntTuple {
            profile: self.profile,
            values: self.modes.extents,
            bases: Bases::NONE,
            known: self.modes.known_extents,
        }
    }

    /// The stride, nested like the shape.
    pub const fn stride(&self) -> IntTuple {
        IntTuple {
            profile: self.profile,
            values: self.modes.strides,
            bases: self.modes.bases,
            known: self.modes.known_strides,
        }
    }

    /// Number of coordinates: the product of the extents.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(4,2):(1,8)".parse()?;
    /// assert_eq!(a.size().to_string(), "8");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn size(&self) -> i64 {
        match self.modes.size(0, self.modes.len) {
            Ok(size) => size.value,
            Err(_) => i64::MAX,
        }
    }

    /// `1 + sum (extent - 1) * |stride|`: the width of the range of offsets; 0 when it is empty. Of a
    /// layout that maps to coordinates, the size of its [`Layout::coshape`].
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(4,2):(1,8)".parse()?;
    /// assert_eq!(a.cosize().to_string(), "12");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn cosize(&self) -> i64 {
        match self.span() {
            Ok(span) => span,
            Err(_) => i64::MAX,
        }
    }

    /// Number of leaves.
    #[doc(hidden)]
    pub const fn leaf_count(&self) -> usize {
        self.modes.len
    }

    /// Extent and stride of leaf `k`.
    #[doc(hidden)]
    pub const fn leaf(&self, k: usize) -> (i64, i64) {
        (self.modes.extents[k], self.modes.strides[k])
    }

    /// Number of modes at the top; `8:1` has one.
    pub const fn rank(&self) -> usize {
        self.profile.rank(0)
    }

    /// Greatest nesting: 0 for `8:1`, 1 for `(8):(1)`.
    pub const fn depth(&self) -> usize {
        self.profile.depth()
    }

    /// `==` in `const`: the same nesting and the same integers.
    pub const fn equals(&self, other: &Self) -> bool {
        self.shape().equals(&other.shape()) && self.stride().equals(&other.stride())
    }

    #[doc(hidden)]
    pub const fn same_form(&self, other: &Self) -> bool {
        let (a, b) = (&self.modes, &other.modes);
        if a.known_extents != b.known_extents
            || a.known_strides != b.known_strides
            || !self.profile.equals(&other.profile)
            || a.bases.units | b.bases.units != 0 && !a.bases.equal(&b.bases, a.len)
        {
            return false;
        }
        let (mut k, mut different) = (0, 0);
        if a.known_extents & a.known_strides == low_bits(a.len) {
            while k < a.len {
                different |= a.extents[k] ^ b.extents[k] | a.strides[k] ^ b.strides[k];
                k += 1;
            }
            return different == 0;
        }
        while k < a.len {
            if a.known_extents >> k & 1 == 1 && a.extents[k] != b.extents[k]
                || a.known_strides >> k & 1 == 1 && a.strides[k] != b.strides[k]
            {
                return false;
            }
            k += 1;
        }
        true
    }

    /// Each stride is 0 or has the sign of that of `form`: leaves of some types hold only one sign.
    #[doc(hidden)]
    pub const fn has_signs_of(&self, form: &Self) -> bool {
        let mut k = 0;
        while k < self.modes.len {
            let stride = self.modes.strides[k];
            if stride != 0 && (stride < 0) != (form.modes.strides[k] < 0) {
                return false;
            }
            k += 1;
        }
        true
    }

    /// No leaf is `i64::MIN`, which stands for what is no integer.
    #[doc(hidden)]
    pub const fn are_integers(&self) -> bool {
        let mut k = 0;
        while k < self.modes.len {
            if self.modes.extents[k] == i64::MIN || self.modes.strides[k] == i64::MIN {
                return false;
            }
            k += 1;
        }
        true
    }

    #[doc(hidden)]
    pub const fn all_known(&self) -> bool {
        let all = low_bits(self.modes.len);
        self.modes.known_extents == all && self.modes.known_strides == all
    }

    /// The same integers, all known.
    #[doc(hidden)]
    pub const fn set_known(&self) -> Self {
        let mut layout = *self;
        layout.modes.known_extents = low_bits(self.modes.len);
        layout.modes.known_strides = low_bits(self.modes.len);
        let mut k = 0;
        while k < self.modes.len {
            if self.modes.strides[k] == 0 {
                layout.modes.bases.set(k, Basis::NONE);
            }
            k += 1;
        }
        layout
    }

    pub(crate) const fn end(&self) -> Place {
        Place { node: self.profile.nodes(), leaf: self.modes.len }
    }

    pub(crate) const fn part(&self, from: Place) -> Self {
        let mut out = Builder::EMPTY;
        out.subtree(self, from);
        out.layout
    }

    pub(crate) const fn write(&self, text: &mut Text, marked: bool) {
        self.shape().write(text, marked);
        text.char(':');
        self.stride().write(text, marked);
    }

    /// The notation, known leaves with a `_` before them.
    #[doc(hidden)]
    pub const fn marked(&self) -> Text {
        let mut text = Text::EMPTY;
        self.write(&mut text, true);
        text
    }
}

impl PartialEq for Layout {
    fn eq(&self, other: &Self) -> bool {
        self.equals(other)
    }
}

impl Eq for Layout {}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Text::EMPTY;
        self.write(&mut text, false);
        text.fmt(f)
    }
}

impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
