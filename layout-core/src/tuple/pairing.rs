//! Functions of two tuples, such as `shape_div`. One recursion serves all of them; a function says what a pair of
//! leaves gives, and what a leaf that faces a tuple does.

use crate::error::{LayoutError, Operation, Rule};
use crate::number::{ceil_div, tri};
use crate::tuple::checks::plus;
use crate::value::{IntTuple, Num, Profile, TreePosition};

#[derive(Clone, Copy, PartialEq, Eq)]
enum TupleFunction {
    Add,
    Subtract,
    Min,
    Max,
    Scale,
    ShapeDiv,
    ShapeMod,
    CeilDiv,
    CeilDivByMode,
    RoundUp,
}

impl TupleFunction {
    const fn operation(self) -> Operation {
        match self {
            Self::Add => Operation::Add,
            Self::Subtract => Operation::Subtract,
            Self::Min | Self::Max => Operation::Compare,
            Self::Scale => Operation::Scale,
            Self::ShapeDiv => Operation::ShapeDiv,
            Self::ShapeMod => Operation::ShapeMod,
            Self::CeilDiv | Self::CeilDivByMode => Operation::CeilDiv,
            Self::RoundUp => Operation::RoundUp,
        }
    }

    /// Whether the integers are extents. A function of extents refuses negative ones in a tuple whose size it takes.
    const fn of_shapes(self) -> bool {
        self.leaf_by_size() && !matches!(self, Self::Scale)
    }

    /// The size of the subtree that a leaf faces.
    const fn size(self, tuple: &IntTuple, at: TreePosition) -> Result<Num, Rule> {
        if self.of_shapes() {
            tri!(tuple.extents_in(at.leaf, tuple.profile.after(at).leaf));
        }
        tuple.size_at(at)
    }

    /// Whether a leaf that faces a tuple takes it by its size.
    const fn leaf_by_size(self) -> bool {
        !matches!(self, Self::Add | Self::Subtract | Self::Min | Self::Max)
    }

    /// Whether the result keeps the modes of the longer tuple that have no partner.
    const fn keeps_longer(self) -> bool {
        matches!(self, Self::CeilDiv | Self::CeilDivByMode | Self::RoundUp)
    }

    const fn leaf(self, a: Num, b: Num) -> Result<Num, Rule> {
        tri!(a.number());
        tri!(b.number());
        let known = a.known && b.known;
        let value = match self {
            Self::Add => return plus(a, b),
            Self::Subtract => return plus(a, Num { value: -b.value, ..b }),
            Self::Scale => return a.times(b),
            Self::Min => {
                if a.value < b.value {
                    a.value
                } else {
                    b.value
                }
            }
            Self::Max => {
                if a.value < b.value {
                    b.value
                } else {
                    a.value
                }
            }
            Self::ShapeDiv => {
                tri!(one_divides(a.value, b.value));
                ceil_div(a.value, b.value)
            }
            Self::ShapeMod => {
                tri!(one_divides(a.value, b.value));
                if a.value < b.value { a.value } else { b.value }
            }
            Self::CeilDiv | Self::CeilDivByMode | Self::RoundUp => {
                let tiles = tri!(ceil(a.value, b.value));
                if matches!(self, Self::RoundUp) {
                    return Num::plain(tiles, known).times(b);
                }
                tiles
            }
        };
        Ok(Num::plain(value, known))
    }

    /// What remains of `b` after the leaf `a`.
    const fn rest(self, a: Num, b: Num) -> Result<Num, Rule> {
        let divide = if matches!(self, Self::CeilDivByMode) { self } else { Self::ShapeDiv };
        divide.leaf(b, a)
    }
}

const fn positive(value: i64) -> Result<(), Rule> {
    match value {
        0 => Err(Rule::Empty),
        1.. => Ok(()),
        _ => Err(Rule::NegativeExtent { extent: value }),
    }
}

const fn divisor(a: i64, b: i64) -> Result<(), Rule> {
    if b == 0 { Err(Rule::Divides { divisor: 0, dividend: a }) } else { positive(b) }
}

const fn one_divides(a: i64, b: i64) -> Result<(), Rule> {
    tri!(positive(a));
    tri!(divisor(a, b));
    if a % b != 0 && b % a != 0 {
        return Err(Rule::Divides { divisor: b, dividend: a });
    }
    Ok(())
}

const fn ceil(a: i64, b: i64) -> Result<i64, Rule> {
    if a != 0 {
        tri!(positive(a));
    }
    tri!(divisor(a, b));
    Ok(ceil_div(a, b))
}

/// Appends `F(a, b)` of two subtrees to `out`.
const fn pair(
    f: TupleFunction,
    a: &IntTuple,
    here: TreePosition,
    b: &IntTuple,
    there: TreePosition,
    out: &mut IntTuple,
) -> Result<(), Rule> {
    match (a.profile.is_leaf(here.node), b.profile.is_leaf(there.node)) {
        (true, true) => out.push_num(tri!(f.leaf(a.num(here.leaf), b.num(there.leaf)))),
        (true, false) if f.leaf_by_size() => {
            out.push_num(tri!(f.leaf(a.num(here.leaf), tri!(f.size(b, there)))))
        }
        (false, true) => match f {
            TupleFunction::ShapeDiv | TupleFunction::ShapeMod | TupleFunction::CeilDivByMode => {
                consume(f, a, here, b.num(there.leaf), out)
            }
            TupleFunction::CeilDiv | TupleFunction::RoundUp => {
                out.push_num(tri!(f.leaf(tri!(f.size(a, here)), b.num(there.leaf))))
            }
            _ => Err(Rule::Nesting),
        },
        (false, false) => {
            let (rank, modes) = (a.profile.rank(here.node), b.profile.rank(there.node));
            if modes > rank || modes < rank && !f.keeps_longer() {
                return Err(Rule::Nesting);
            }
            tri!(out.open(rank));
            let (mut x, mut y) = (a.profile.first_mode(here), b.profile.first_mode(there));
            let mut i = 0;
            while i < rank {
                if i < modes {
                    tri!(pair(f, a, x, b, y, out));
                    y = b.profile.after(y);
                } else {
                    tri!(out.add(&a.part(x)));
                }
                x = a.profile.after(x);
                i += 1;
            }
            Ok(())
        }
        _ => Err(Rule::Nesting),
    }
}

/// Appends `F(a, b)` of a subtree and an integer. The leaves consume `b` from left to right: each takes its factor,
/// and the next leaf gets what remains.
const fn consume(
    f: TupleFunction,
    a: &IntTuple,
    here: TreePosition,
    b: Num,
    out: &mut IntTuple,
) -> Result<(), Rule> {
    let first = out.profile.leaves();
    tri!(out.add(&a.part(here)));
    let (mut b, mut k) = (b, first);
    while k < out.profile.leaves() {
        let extent = out.num(k);
        out.set_num(k, tri!(f.leaf(extent, b)));
        b = tri!(f.rest(extent, b));
        k += 1;
    }
    Ok(())
}

impl IntTuple {
    const fn paired(&self, f: TupleFunction, other: &Self) -> Result<Self, LayoutError> {
        let mut out = Self::EMPTY;
        let result = match pair(f, self, Profile::ROOT, other, Profile::ROOT, &mut out) {
            Ok(()) => Ok(out),
            Err(rule) => Err(rule),
        };
        self.refuse_with(f.operation(), other, result)
    }

    /// `a_i + b_i` for every leaf.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// let a: IntTuple = "((5,8),3)".parse()?;
    /// let b: IntTuple = "((1,2),3)".parse()?;
    /// assert_eq!(a.elem_add(&b)?.to_string(), "((6,10),6)");
    /// assert_eq!(a.elem_sub(&b)?.to_string(), "((4,6),0)");
    /// assert_eq!(a.elem_min(&b)?.to_string(), "((1,2),3)");
    /// assert_eq!(a.elem_max(&b)?.to_string(), "((5,8),3)");
    /// assert!(a.elem_add(&"(1,2)".parse()?).is_err());
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Nesting`] unless the tuples are congruent, [`Rule::Unit`] where a leaf has a basis, and
    /// [`Rule::Overflow`] beyond [`isize::MAX`].
    pub const fn elem_add(&self, other: &Self) -> Result<Self, LayoutError> {
        self.paired(TupleFunction::Add, other)
    }

    /// `a_i - b_i` for every leaf.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// let t: IntTuple = "(5,(8,3))".parse()?;
    /// assert_eq!(t.elem_sub(&"(1,(2,3))".parse()?)?.to_string(), "(4,(6,0))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`elem_add`](Self::elem_add).
    pub const fn elem_sub(&self, other: &Self) -> Result<Self, LayoutError> {
        self.paired(TupleFunction::Subtract, other)
    }

    /// `min(a_i, b_i)` for every leaf.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// let t: IntTuple = "(5,(8,3))".parse()?;
    /// assert_eq!(t.elem_min(&"(6,(2,3))".parse()?)?.to_string(), "(5,(2,3))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Nesting`] unless the tuples are congruent, and [`Rule::Unit`] where a leaf has a basis.
    pub const fn elem_min(&self, other: &Self) -> Result<Self, LayoutError> {
        self.paired(TupleFunction::Min, other)
    }

    /// `max(a_i, b_i)` for every leaf.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// let t: IntTuple = "(5,(8,3))".parse()?;
    /// assert_eq!(t.elem_max(&"(6,(2,3))".parse()?)?.to_string(), "(6,(8,3))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`elem_min`](Self::elem_min).
    pub const fn elem_max(&self, other: &Self) -> Result<Self, LayoutError> {
        self.paired(TupleFunction::Max, other)
    }

    /// `a_i * size(b_i)` for every leaf, CuTe's `elem_scale`: a leaf times the size of the mode that it faces.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// let a: IntTuple = "(2,3)".parse()?;
    /// assert_eq!(a.elem_scale(&"(4,(5,2))".parse()?)?.to_string(), "(8,30)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Nesting`] where a tuple faces an integer, [`Rule::Unit`] where a leaf has a basis, and
    /// [`Rule::Overflow`] beyond [`isize::MAX`].
    pub const fn elem_scale(&self, other: &Self) -> Result<Self, LayoutError> {
        self.paired(TupleFunction::Scale, other)
    }

    /// This shape divided by the shape `other`, CuTe's `shape_div`. Tuples divide mode by mode. An integer divides a
    /// tuple from left to right: each leaf takes its factor. A tuple divides an integer by its size.
    ///
    /// A divisor above the dividend uses the mode up, which leaves 1.
    ///
    /// ```text
    /// (6,2) / 3 = (2,2)     (6,2) / 12 = (1,1)     (8,10) / (2,5) = (4,2)     24 / (2,3) = 4
    /// (6,2) % 3 = (3,1)     (6,2) % 12 = (6,2)     (8,10) % (2,5) = (2,5)     24 % (2,3) = 6
    /// ```
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// let shape: IntTuple = "(4,5,6)".parse()?;
    /// assert_eq!(shape.shape_div(&"40".parse()?)?.to_string(), "(1,1,3)");
    /// assert_eq!(shape.shape_mod(&"40".parse()?)?.to_string(), "(4,5,2)");
    /// let refused = IntTuple::from(2).shape_div(&3.into()).unwrap_err();
    /// assert_eq!(
    ///     refused.to_string(),
    ///     "cannot divide the shape 2 by 3: 3 does not divide 2; ceil_div rounds up"
    /// );
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Divides`] unless at every step one of the two integers divides the other: `shape_div(2,3)` has no
    /// meaning. [`Rule::Empty`] and [`Rule::NegativeExtent`] for integers below 1, [`Rule::Nesting`] where two tuples
    /// differ in rank, and [`Rule::Unit`] where a leaf has a basis.
    pub const fn shape_div(&self, other: &Self) -> Result<Self, LayoutError> {
        self.paired(TupleFunction::ShapeDiv, other)
    }

    /// The first `other` elements of this shape, CuTe's `shape_mod`: `size(shape_div(a, b)) * size(shape_mod(a, b)) =
    /// size(a)`.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// let shape: IntTuple = "(3,6,2,8)".parse()?;
    /// assert_eq!(shape.shape_mod(&"9".parse()?)?.to_string(), "(3,3,1,1)");
    /// assert_eq!(shape.shape_div(&"9".parse()?)?.to_string(), "(1,2,2,8)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`shape_div`](Self::shape_div).
    pub const fn shape_mod(&self, other: &Self) -> Result<Self, LayoutError> {
        self.paired(TupleFunction::ShapeMod, other)
    }

    /// The number of tiles `other` that cover this shape: `ceil(|a| / |b|)` at each leaf of the tuple that is nested
    /// less deeply. Modes that `other` does not have remain.
    ///
    /// An integer covers a tuple by its size, with the least number of tiles: `ceil_div((10,8), 4)` is 20. CuTe's
    /// `ceil_div` gives `(3,8)`, which is [`IntTuple::ceil_div_by_mode`].
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// let shape: IntTuple = "(10,8)".parse()?;
    /// assert_eq!(shape.ceil_div(&"(4,3)".parse()?)?.to_string(), "(3,3)");
    /// assert_eq!(shape.ceil_div(&"4".parse()?)?.to_string(), "20");
    /// assert_eq!(shape.round_up(&"(4,3)".parse()?)?.to_string(), "(12,9)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Divides`] for a tile of 0, [`Rule::NegativeExtent`], [`Rule::Nesting`] where `other` has more modes or
    /// a deeper nesting, and [`Rule::Unit`] where a leaf has a basis.
    pub const fn ceil_div(&self, other: &Self) -> Result<Self, LayoutError> {
        self.paired(TupleFunction::CeilDiv, other)
    }

    /// CuTe's `ceil_div`: as [`IntTuple::ceil_div`], except that an integer divides the leaves of a tuple from left
    /// to right, and rounds up at each.
    ///
    /// The result is nested as the shape, but its size is not a number of tiles. It can be too large: `(10,8)` by 4
    /// gives `(3,8)`, 24 instead of 20. It can be too small: `(2,3)` by 5 gives `(1,1)`, 1 instead of 2.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// let shape: IntTuple = "(10,8)".parse()?;
    /// assert_eq!(shape.ceil_div_by_mode(&"4".parse()?)?.to_string(), "(3,8)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`ceil_div`](Self::ceil_div).
    pub const fn ceil_div_by_mode(&self, other: &Self) -> Result<Self, LayoutError> {
        self.paired(TupleFunction::CeilDivByMode, other)
    }

    /// The least multiple of `other` that covers this shape: `ceil_div(a, b) * b`, CuTe's `round_up`. Modes
    /// that `other` does not have remain.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// let t: IntTuple = "(10,8)".parse()?;
    /// assert_eq!(t.round_up(&"(4,3)".parse()?)?.to_string(), "(12,9)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`ceil_div`](Self::ceil_div), and [`Rule::Overflow`] beyond [`isize::MAX`].
    pub const fn round_up(&self, other: &Self) -> Result<Self, LayoutError> {
        self.paired(TupleFunction::RoundUp, other)
    }
}
