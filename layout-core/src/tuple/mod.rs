//! [`IntTuple`], a nested tuple of integers: a shape, a stride, an order, or a coordinate without `_`.

mod arithmetic;
mod checks;
mod congruence;
pub(crate) mod coord;
mod coordinate;
pub(crate) mod nodes;
mod order;
mod pairing;
pub(crate) mod profile;
mod structure;

use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::number::{multiply, tri};
use crate::value::basis::Bases;
use crate::value::limit::{Limit, MAX_LEAVES, MAX_NODES, MAX_RANK};
use crate::value::{IntTuple, Num, Profile, TreePosition, copy_from, low_bits, prefix};

impl IntTuple {
    /// No tuple yet.
    #[doc(hidden)]
    pub const EMPTY: Self =
        Self { profile: Profile::EMPTY, values: [0; MAX_LEAVES], bases: Bases::NONE, known: 0 };
    /// The known integer 0.
    const ZERO: Self = Self { profile: Profile::SCALAR, known: 1, ..Self::EMPTY };

    /// The known integer `value`, of depth 0.
    #[doc(hidden)]
    pub const fn leaf(value: i64) -> Self {
        let mut leaf = Self::ZERO;
        let [first, ..] = &mut leaf.values;
        *first = value;
        leaf
    }

    /// [`leaf`](Self::leaf) of a numeral; of one beyond `i64`, the code for "no integer".
    #[doc(hidden)]
    pub const fn natural(value: u64) -> Self {
        let mut leaf = Self::ZERO;
        let [first, ..] = &mut leaf.values;
        *first = if value <= i64::MAX as u64 { value as i64 } else { i64::MIN };
        leaf
    }

    /// The run-time integer `value`: no type contains it.
    #[doc(hidden)]
    pub const fn unknown(value: i64) -> Self {
        Self::single(Num::unknown(value))
    }

    pub(crate) const fn single(value: Num) -> Self {
        let (mut values, mut bases) = (Self::EMPTY.values, Self::EMPTY.bases);
        values[0] = value.value;
        bases.set(0, value.basis);
        Self { profile: Profile::SCALAR, values, bases, known: value.known as u32 }
    }

    /// The tuple `(parts[0], parts[1], ..)`.
    ///
    /// # Errors
    /// `Full` beyond a capacity.
    #[doc(hidden)]
    pub const fn tuple(parts: &[Self]) -> Result<Self, LayoutError> {
        let mut out = Self::EMPTY;
        match out.set_parts(parts, parts.len()) {
            Ok(()) => Ok(out),
            Err(error) => Err(error),
        }
    }

    /// Appends a tuple of `rank` parts to [`EMPTY`](Self::EMPTY).
    ///
    /// # Errors
    /// `Full` beyond a capacity.
    // `const` evaluation runs this for every tuple of a program. There a call costs as much as ten assignments, and an index
    // as much as five. So the common case, an integer, is inline, and the caller counts the parts.
    #[doc(hidden)]
    pub const fn set_parts(&mut self, parts: &[Self], rank: usize) -> Result<(), LayoutError> {
        if rank > MAX_RANK {
            return Self::too_large(Limit::Rank);
        }
        let [root, ..] = &mut self.profile.nodes;
        *root = rank as u8;
        self.profile.len = 1;
        let mut rest = parts;
        while let [part, after @ ..] = rest {
            rest = after;
            // A part with as many nodes as leaves is an integer: a tuple adds a node.
            if part.profile.len == part.profile.leaves
                && part.bases.units == 0
                && self.profile.len < MAX_NODES
            {
                let leaf = self.profile.leaves;
                copy_from!(leaves self.values, leaf, part.values, else return Self::too_large(Limit::Leaves));
                self.known |= part.known << leaf;
                self.profile.len += 1;
                self.profile.leaves += 1;
            } else if let Err(limit) = self.push(part) {
                return Self::too_large(limit);
            }
        }
        Ok(())
    }

    const fn too_large(limit: Limit) -> Result<(), LayoutError> {
        Err(LayoutError::alone(Operation::Make, Rule::Full { limit }))
    }

    /// Appends a part. Existing leaves keep their indices.
    ///
    /// # Errors
    /// The capacity that would be exceeded.
    pub(crate) const fn push(&mut self, part: &Self) -> Result<(), Limit> {
        // A `let` of two would make a tuple first.
        let nodes = part.profile.len;
        let leaves = part.profile.leaves;
        let node = self.profile.len;
        let leaf = self.profile.leaves;
        if leaf + leaves > MAX_LEAVES {
            return Err(Limit::Leaves);
        }
        if node + nodes > MAX_NODES {
            return Err(Limit::Nodes);
        }
        if leaves > 0 {
            // In `const`, copying an array costs as much as copying one element.
            copy_from!(leaves self.values, leaf, part.values, else {});
            if self.bases.units | part.bases.units != 0 {
                self.bases.copy(leaf, &part.bases, 0, leaves);
            }
            self.known |= part.known << leaf;
        }
        // Both arrays hold `LEAF` beyond their length, so a part that is an integer is there already.
        if nodes > leaves {
            copy_from!(nodes self.profile.nodes, node, part.profile.nodes, else {});
        }
        self.profile.len = node + nodes;
        self.profile.leaves = leaf + leaves;
        Ok(())
    }

    pub(crate) const fn num(&self, leaf: usize) -> Num {
        let known = self.known >> leaf & 1 == 1;
        Num { value: self.values[leaf], known, basis: self.bases.get(leaf) }
    }

    pub(crate) const fn set_num(&mut self, leaf: usize, num: Num) {
        self.values[leaf] = num.value;
        self.bases.set(leaf, num.basis);
        self.known = self.known & !(1 << leaf) | (num.known as u32) << leaf;
    }

    /// The number of leaves.
    pub const fn leaf_count(&self) -> usize {
        self.profile.leaves()
    }

    /// The integer of leaf `k`, counted from the left.
    ///
    /// # Panics
    /// For `k` of 32 or more. From [`leaf_count`](Self::leaf_count) to 31 the result is 0 or a leftover.
    #[inline(always)]
    pub const fn value(&self, k: usize) -> i64 {
        self.values[k]
    }

    /// The integers of the leaves.
    pub(crate) const fn leaves(&self) -> &[i64] {
        self.values.split_at(self.leaf_count()).0
    }

    /// The leaves as mode numbers.
    #[doc(hidden)]
    pub const fn path(&self) -> LeafIndices {
        let mut path = LeafIndices { at: [0; MAX_LEAVES], len: self.profile.leaves };
        let mut k = 0;
        while k < path.len {
            path.at[k] = self.values[k] as usize;
            k += 1;
        }
        path
    }

    #[doc(hidden)]
    pub const fn set_value(&mut self, k: usize, value: i64) {
        self.values[k] = value;
    }

    #[doc(hidden)]
    pub const fn is_known(&self, k: usize) -> bool {
        self.num(k).known
    }

    /// This tuple with each integer marked as unknown.
    #[doc(hidden)]
    pub const fn set_unknown(&self) -> Self {
        Self { known: 0, ..*self }
    }

    #[doc(hidden)]
    pub const fn all_known(&self) -> bool {
        self.known == low_bits(self.leaf_count())
    }

    /// Whether no leaf is `i64::MIN`, the code for "no integer".
    #[doc(hidden)]
    pub const fn are_integers(&self) -> bool {
        let mut k = 0;
        while k < self.profile.leaves {
            if self.values[k] == i64::MIN {
                return false;
            }
            k += 1;
        }
        true
    }

    /// The number of modes at the top level, CuTe's `rank`. The rank of an integer is 1.
    pub const fn rank(&self) -> usize {
        self.profile.rank(0)
    }

    /// The number of nested levels, CuTe's `depth`: 0 for an integer.
    pub const fn depth(&self) -> usize {
        self.profile.depth()
    }

    /// The product of the leaves, CuTe's `size`.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// let t: IntTuple = "(2,(3,4))".parse()?;
    /// assert_eq!(t.size()?.to_string(), "24");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Overflow`] beyond [`isize::MAX`], and [`Rule::Unit`] where a leaf has a basis.
    pub const fn size(&self) -> Result<i64, LayoutError> {
        match self.product(0, self.leaf_count()) {
            Ok(size) => Ok(size),
            Err(rule) => Err(LayoutError::unary(Operation::Size, Operand::Tuple(*self), rule)),
        }
    }

    pub(crate) const fn product(&self, from: usize, to: usize) -> Result<i64, Rule> {
        tri!(self.integral(from, to));
        let mut k = from;
        while k < to {
            if self.values[k] == 0 {
                return Ok(0);
            }
            k += 1;
        }
        let (mut size, mut k) = (1, from);
        while k < to {
            size = tri!(multiply(size, self.values[k]));
            k += 1;
        }
        Ok(size)
    }

    /// The mode `i` at the top level, CuTe's `get<i>`.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// let t: IntTuple = "(2,(3,4))".parse()?;
    /// assert_eq!(t.mode(1)?.to_string(), "(3,4)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::NoMode`] where `i` is not below the rank.
    pub const fn mode(&self, i: usize) -> Result<Self, LayoutError> {
        if i >= self.rank() {
            let rule = Rule::NoMode { index: i, rank: self.rank() };
            return Err(LayoutError::unary(Operation::Mode, Operand::Tuple(*self), rule));
        }
        Ok(self.part(self.profile.mode(Profile::ROOT, i)))
    }

    pub(crate) const fn part(&self, from: TreePosition) -> Self {
        let mut out = Self::EMPTY;
        let end = self.profile.after(from).node;
        let mut at = from;
        while at.node < end {
            // `push` cannot fail: a part of a tuple has fewer leaves and nodes than the tuple.
            if self.profile.is_leaf(at.node) {
                let k = out.profile.leaves();
                let _ = out.profile.push_leaf();
                out.set_num(k, self.num(at.leaf));
                at.leaf += 1;
            } else {
                let _ = out.profile.push_tuple(self.profile.rank(at.node));
            }
            at.node += 1;
        }
        out
    }
}

/// The leaves of a tuple as mode numbers.
#[doc(hidden)]
pub struct LeafIndices {
    at: [usize; MAX_LEAVES],
    len: usize,
}

impl LeafIndices {
    /// The mode numbers from left to right.
    pub const fn list(&self) -> &[usize] {
        prefix!(self.at, self.len, [11 10 9 8 7 6 5 4 3 2 1])
    }
}

impl From<i64> for IntTuple {
    fn from(value: i64) -> Self {
        Self::leaf(value)
    }
}
