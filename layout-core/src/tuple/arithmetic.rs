//! Sums and products of leaves.

use crate::error::{LayoutError, Operation, Rule};
use crate::number::tri;
use crate::tuple::checks::plus;
use crate::value::{IntTuple, Num, Profile};

impl IntTuple {
    /// [`IntTuple::size`] as a leaf, known where the leaves are.
    #[doc(hidden)]
    pub const fn product_of(&self) -> Result<Self, LayoutError> {
        let result = match self.span_size(0, self.leaf_count()) {
            Ok(size) => Ok(Self::single(size)),
            Err(rule) => Err(rule),
        };
        self.refuse_unary(Operation::Size, result)
    }

    /// The size of each mode, CuTe's `product_each`. Of the integer `n`, the tuple `(n)`.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// let shape: IntTuple = "(2,(3,4))".parse()?;
    /// assert_eq!(shape.product_each()?.to_string(), "(2,12)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Overflow`] beyond [`isize::MAX`], and [`Rule::Unit`] where a leaf has a basis.
    pub const fn product_each(&self) -> Result<Self, LayoutError> {
        self.refuse_unary(Operation::Size, self.each_size())
    }

    const fn each_size(&self) -> Result<Self, Rule> {
        let mut out = Self::EMPTY;
        tri!(out.open(self.rank()));
        let (mut at, mut i) = (self.profile.first_mode(Profile::ROOT), 0);
        while i < self.rank() {
            tri!(out.push_num(tri!(self.size_at(at))));
            at = self.profile.after(at);
            i += 1;
        }
        Ok(out)
    }

    /// A tuple nested as `guide`: each leaf is the size of the mode at its place. CuTe's `product_like`.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// let shape: IntTuple = "((2,3),(4,5))".parse()?;
    /// assert_eq!(shape.product_like(&"(0,(0,0))".parse()?)?.to_string(), "(6,(4,5))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Nesting`] unless this tuple refines the nesting of the guide. Otherwise as
    /// [`product_each`](Self::product_each).
    pub const fn product_like(&self, guide: &Self) -> Result<Self, LayoutError> {
        self.refuse_with(Operation::ProductLike, guide, self.sizes_like(guide))
    }

    const fn sizes_like(&self, guide: &Self) -> Result<Self, Rule> {
        if !guide.weakly_congruent(self) {
            return Err(Rule::Nesting);
        }
        let mut out = *guide;
        let (mut here, mut node, mut leaf) = (Profile::ROOT, 0, 0);
        while node < guide.profile.nodes() {
            if guide.profile.is_leaf(node) {
                out.set_num(leaf, tri!(self.size_at(here)));
                here = self.profile.after(here);
                leaf += 1;
            } else {
                here.node += 1;
            }
            node += 1;
        }
        Ok(out)
    }

    /// The sum of the leaves, CuTe's `sum`.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// let a: IntTuple = "(2,(3,4))".parse()?;
    /// assert_eq!(a.sum()?, 9);
    /// assert_eq!(a.inner_product(&"(1,(0,10))".parse()?)?, 42);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Overflow`] beyond [`isize::MAX`], and [`Rule::Unit`] where a leaf has a basis.
    pub const fn sum(&self) -> Result<i64, LayoutError> {
        match self.sum_of() {
            Ok(sum) => Ok(sum.value(0)),
            Err(error) => Err(error),
        }
    }

    /// [`IntTuple::sum`] as a leaf, known where the leaves are.
    #[doc(hidden)]
    pub const fn sum_of(&self) -> Result<Self, LayoutError> {
        self.refuse_unary(Operation::Sum, self.total(None))
    }

    /// `sum a_i * b_i` over the leaves, CuTe's `inner_product`.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// let t: IntTuple = "(2,3)".parse()?;
    /// assert_eq!(t.inner_product(&"(1,8)".parse()?)?.to_string(), "26");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Nesting`] unless the tuples are congruent, [`Rule::Overflow`] beyond [`isize::MAX`], and
    /// [`Rule::Unit`] where a leaf has a basis.
    pub const fn inner_product(&self, other: &Self) -> Result<i64, LayoutError> {
        match self.inner_product_of(other) {
            Ok(sum) => Ok(sum.value(0)),
            Err(error) => Err(error),
        }
    }

    /// [`IntTuple::inner_product`] as a leaf, known where the leaves are.
    #[doc(hidden)]
    pub const fn inner_product_of(&self, other: &Self) -> Result<Self, LayoutError> {
        let result =
            if self.congruent(other) { self.total(Some(other)) } else { Err(Rule::Nesting) };
        self.refuse_with(Operation::InnerProduct, other, result)
    }

    const fn total(&self, factors: Option<&Self>) -> Result<Self, Rule> {
        let (mut sum, mut k) = (Num::ZERO, 0);
        while k < self.leaf_count() {
            let term = match factors {
                Some(factors) => tri!(self.num(k).times(factors.num(k))),
                None => self.num(k),
            };
            sum = tri!(plus(sum, term));
            k += 1;
        }
        Ok(Self::single(sum))
    }
}
