//! Comparisons of tuples: leaf by leaf, lexicographic, colexicographic, and by divisibility.

use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::value::{IntTuple, Profile, TreePosition};

impl IntTuple {
    const fn alike(&self, other: &Self) -> Result<(), LayoutError> {
        let rule = match (self.congruent(other), self.first_unit(), other.first_unit()) {
            (false, ..) => Rule::Nesting,
            (true, Some(unit), _) | (true, None, Some(unit)) => unit,
            (true, None, None) => return Ok(()),
        };
        Err(LayoutError::refused(
            Operation::Compare,
            Operand::Tuple(*self),
            Operand::Tuple(*other),
            rule,
        ))
    }

    /// Whether `a_i < b_i` for every leaf, CuTe's `elem_less`: whether a coordinate lies in a shape.
    ///
    /// Each of the four `elem_` comparisons must hold for every leaf. `elem_geq` is not the negation of `elem_less`,
    /// as it is in CuTe: `(1,5)` and `(5,1)` satisfy neither.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// let (a, b): (IntTuple, IntTuple) = ("(1,5)".parse()?, "(5,1)".parse()?);
    /// assert!(a.elem_less(&"(2,6)".parse()?)? && a.elem_leq(&"(1,6)".parse()?)?);
    /// assert!(!a.elem_less(&b)? && !a.elem_geq(&b)? && !a.elem_leq(&b)?);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Nesting`] unless the tuples are congruent, and [`Rule::Unit`] where a leaf has a basis.
    pub const fn elem_less(&self, other: &Self) -> Result<bool, LayoutError> {
        self.each(other, false, false)
    }

    /// Whether `a_i <= b_i` for every leaf, CuTe's `elem_leq`.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// assert!(IntTuple::parse("(4,2)")?.elem_leq(&"(4,3)".parse()?)?);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`elem_less`](Self::elem_less).
    pub const fn elem_leq(&self, other: &Self) -> Result<bool, LayoutError> {
        self.each(other, true, false)
    }

    /// Whether `a_i > b_i` for every leaf, CuTe's `elem_gtr`.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// assert!(IntTuple::parse("(5,3)")?.elem_gtr(&"(4,2)".parse()?)?);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`elem_less`](Self::elem_less).
    pub const fn elem_gtr(&self, other: &Self) -> Result<bool, LayoutError> {
        self.each(other, false, true)
    }

    /// Whether `a_i >= b_i` for every leaf.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// assert!(IntTuple::parse("(5,2)")?.elem_geq(&"(4,2)".parse()?)?);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`elem_less`](Self::elem_less).
    pub const fn elem_geq(&self, other: &Self) -> Result<bool, LayoutError> {
        self.each(other, true, true)
    }

    const fn each(&self, other: &Self, equal: bool, greater: bool) -> Result<bool, LayoutError> {
        if let Err(error) = self.alike(other) {
            return Err(error);
        }
        let (mut all, mut k) = (true, 0);
        while k < self.leaf_count() {
            let (a, b) = (self.value(k), other.value(k));
            all &= equal && a == b || if greater { b < a } else { a < b };
            k += 1;
        }
        Ok(all)
    }

    /// Whether the first leaf that differs is less, CuTe's `lex_less`: the lexicographic order.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// let (a, b): (IntTuple, IntTuple) = ("(1,5)".parse()?, "(5,1)".parse()?);
    /// assert!(a.lex_less(&b)? && !a.colex_less(&b)?);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`elem_less`](Self::elem_less).
    pub const fn lex_less(&self, other: &Self) -> Result<bool, LayoutError> {
        if let Err(error) = self.alike(other) {
            return Err(error);
        }
        let mut k = 0;
        while k < self.leaf_count() {
            if self.value(k) != other.value(k) {
                return Ok(self.value(k) < other.value(k));
            }
            k += 1;
        }
        Ok(false)
    }

    /// Whether the last leaf that differs is less, CuTe's `colex_less`: the order of linear indices.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// assert!(IntTuple::parse("(5,1)")?.colex_less(&"(1,5)".parse()?)?);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`elem_less`](Self::elem_less).
    pub const fn colex_less(&self, other: &Self) -> Result<bool, LayoutError> {
        if let Err(error) = self.alike(other) {
            return Err(error);
        }
        let mut k = self.leaf_count();
        while k > 0 {
            k -= 1;
            if self.value(k) != other.value(k) {
                return Ok(self.value(k) < other.value(k));
            }
        }
        Ok(false)
    }

    /// Whether the nesting of `other` refines this one, and each leaf here divides the size of the mode that it
    /// faces. CuTe's `weakly_compatible`.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// let coarse: IntTuple = "(2,4)".parse()?;
    /// assert!(coarse.weakly_compatible(&"(6,(2,4))".parse()?));
    /// assert!(!coarse.weakly_compatible(&"(6,(2,3))".parse()?));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn weakly_compatible(&self, other: &Self) -> bool {
        self.weakly_congruent(other) && divides_each(self, Profile::ROOT, other, Profile::ROOT)
    }

    /// Whether whole tiles of `tile` fill this shape, CuTe's `evenly_divides`: each leaf of the tile divides the size
    /// of the mode that it faces. Modes that the tile does not have are not divided. `false` where the tile has a deeper
    /// nesting or more modes.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// let shape: IntTuple = "(12,(4,6))".parse()?;
    /// assert!(shape.evenly_divides(&"(4,8)".parse()?));
    /// assert!(!shape.evenly_divides(&"(5,8)".parse()?));
    /// assert!(!shape.evenly_divides(&"((2,2),8)".parse()?));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn evenly_divides(&self, tile: &Self) -> bool {
        divides_each(tile, Profile::ROOT, self, Profile::ROOT)
    }
}

/// Whether each leaf of a subtree of `tile` divides the size of the mode of `shape` that it faces.
const fn divides_each(
    tile: &IntTuple,
    here: TreePosition,
    shape: &IntTuple,
    there: TreePosition,
) -> bool {
    if tile.profile.is_leaf(here.node) {
        let divisor = tile.num(here.leaf);
        return match (shape.size_at(there), divisor.number()) {
            (Ok(size), Ok(())) => divisor.value != 0 && size.value % divisor.value == 0,
            _ => false,
        };
    }
    let modes = tile.profile.rank(here.node);
    if shape.profile.is_leaf(there.node) || modes > shape.profile.rank(there.node) {
        return false;
    }
    let (mut x, mut y) = (tile.profile.first_mode(here), shape.profile.first_mode(there));
    let mut i = 0;
    while i < modes {
        if !divides_each(tile, x, shape, y) {
            return false;
        }
        x = tile.profile.after(x);
        y = shape.profile.after(y);
        i += 1;
    }
    true
}
