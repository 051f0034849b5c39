//! Equality and refinement of tuples: by integers, by nesting, by sizes.

use crate::value::{IntTuple, Profile};

impl IntTuple {
    /// Whether two tuples have one type: the same nesting, the same leaves known, and equal known integers.
    #[doc(hidden)]
    pub const fn same_form(&self, other: &Self) -> bool {
        if self.known != other.known
            || !self.profile.equals(&other.profile)
            || !self.bases.equal(&other.bases, self.profile.leaves)
        {
            return false;
        }
        let mut k = 0;
        while k < self.profile.leaves {
            if self.known >> k & 1 == 1 && self.values[k] != other.values[k] {
                return false;
            }
            k += 1;
        }
        true
    }

    /// `==` for `const fn`: the same nesting and equal integers.
    pub const fn equals(&self, other: &Self) -> bool {
        if !self.profile.equals(&other.profile) {
            return false;
        }
        let mut k = 0;
        while k < self.leaf_count() {
            let nothing = self.values[k] == 0;
            if self.values[k] != other.values[k]
                || !nothing && !self.bases.get(k).equals(other.bases.get(k))
            {
                return false;
            }
            k += 1;
        }
        true
    }

    /// Whether the tuples have the same nesting, CuTe's `congruent`.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// assert!(IntTuple::parse("(2,(3,4))")?.congruent(&"(1,(5,6))".parse()?));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn congruent(&self, other: &Self) -> bool {
        self.profile.equals(&other.profile)
    }

    /// Whether the nesting of `other` refines this one, CuTe's `weakly_congruent`: a leaf here may face a tuple
    /// there.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// let coarse: IntTuple = "(2,4)".parse()?;
    /// let fine: IntTuple = "(2,(2,2))".parse()?;
    /// assert!(coarse.weakly_congruent(&fine) && !fine.weakly_congruent(&coarse));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn weakly_congruent(&self, other: &Self) -> bool {
        self.refined_by(other, false)
    }

    /// Whether the shape `other` refines this one, CuTe's `compatible`: each leaf here is the size of the mode that
    /// it faces.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// let coarse: IntTuple = "(2,4)".parse()?;
    /// assert!(coarse.compatible(&"(2,(2,2))".parse()?));
    /// assert!(!coarse.compatible(&"(2,(2,3))".parse()?));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn compatible(&self, other: &Self) -> bool {
        self.refined_by(other, true)
    }

    const fn refined_by(&self, fine: &Self, sizes: bool) -> bool {
        let (mut here, mut there) = (Profile::ROOT, Profile::ROOT);
        while here.node < self.profile.nodes() {
            if self.profile.is_leaf(here.node) {
                let end = fine.profile.after(there);
                if sizes {
                    match fine.product(there.leaf, end.leaf) {
                        Ok(size)
                            if size == self.values[here.leaf]
                                && self.bases.get(here.leaf).is_none() => {}
                        _ => return false,
                    }
                }
                there = end;
                here.leaf += 1;
            } else {
                if fine.profile.is_leaf(there.node)
                    || self.profile.rank(here.node) != fine.profile.rank(there.node)
                {
                    return false;
                }
                there.node += 1;
            }
            here.node += 1;
        }
        true
    }
}

impl PartialEq for IntTuple {
    fn eq(&self, other: &Self) -> bool {
        self.equals(other)
    }
}

impl Eq for IntTuple {}
