//! The nesting of a tuple, without its integers: CuTe's profile.

use crate::error::Rule;
use crate::value::limit::{Limit, MAX_LEAVES, MAX_NODES, MAX_RANK};
use crate::value::{LEAF, Profile, TreePosition};

impl Profile {
    pub(crate) const ROOT: TreePosition = TreePosition { node: 0, leaf: 0 };
    /// The profile of an integer.
    pub(crate) const SCALAR: Self = Self { nodes: [LEAF; MAX_NODES], len: 1, leaves: 1 };
    /// No node. `push_leaf` and `push_tuple` add them.
    pub(crate) const EMPTY: Self = Self { nodes: [LEAF; MAX_NODES], len: 0, leaves: 0 };

    /// A tuple of `n` leaves.
    #[inline]
    pub(crate) const fn flat(n: usize) -> Result<Self, Limit> {
        let mut profile = Self::EMPTY;
        if n > MAX_RANK {
            return Err(Limit::Rank);
        }
        profile.nodes[0] = n as u8;
        profile.len = 1 + n;
        profile.leaves = n;
        Ok(profile)
    }

    pub(crate) const fn nodes(&self) -> usize {
        self.len
    }

    pub(crate) const fn leaves(&self) -> usize {
        self.leaves
    }

    pub(crate) const fn is_leaf(&self, node: usize) -> bool {
        self.nodes[node] == LEAF
    }

    /// The number of modes of a node. A leaf is its own single mode.
    pub(crate) const fn rank(&self, node: usize) -> usize {
        if self.is_leaf(node) { 1 } else { self.nodes[node] as usize }
    }

    /// The position after the subtree at `at`.
    #[inline]
    pub(crate) const fn after(&self, mut at: TreePosition) -> TreePosition {
        if at.node == 0 {
            return TreePosition { node: self.len, leaf: self.leaves };
        }
        if self.nodes[at.node] == LEAF {
            return TreePosition { node: at.node + 1, leaf: at.leaf + 1 };
        }
        let mut open = 1;
        while open > 0 {
            let node = self.nodes[at.node];
            if node == LEAF {
                at.leaf += 1;
                open -= 1;
            } else {
                open = open + node as usize - 1;
            }
            at.node += 1;
        }
        at
    }

    /// The first mode of the subtree at `at`. A leaf is its own mode.
    pub(crate) const fn first_mode(&self, at: TreePosition) -> TreePosition {
        if self.is_leaf(at.node) { at } else { TreePosition { node: at.node + 1, leaf: at.leaf } }
    }

    /// The position of the mode at `path`, outermost number first.
    ///
    /// # Errors
    /// `NoMode` where a number is not below the rank.
    pub(crate) const fn at(&self, path: &[usize]) -> Result<TreePosition, Rule> {
        let (mut at, mut k) = (Self::ROOT, 0);
        while k < path.len() {
            let rank = self.rank(at.node);
            if path[k] >= rank {
                return Err(Rule::NoMode { index: path[k], rank });
            }
            at = self.mode(at, path[k]);
            k += 1;
        }
        Ok(at)
    }

    /// The mode `i` of the subtree at `at`. Requires `i` below its rank.
    pub(crate) const fn mode(&self, at: TreePosition, i: usize) -> TreePosition {
        let mut place = self.first_mode(at);
        let mut k = 0;
        while k < i {
            place = self.after(place);
            k += 1;
        }
        place
    }

    /// The number of nested levels: 0 for a leaf.
    pub(crate) const fn depth(&self) -> usize {
        let mut left = [0_u8; MAX_NODES];
        let (mut depth, mut deepest, mut node) = (0, 0, 0);
        while node < self.nodes() {
            if self.is_leaf(node) || self.nodes[node] == 0 {
                let here = depth + !self.is_leaf(node) as usize;
                deepest = if here > deepest { here } else { deepest };
                while depth > 0 {
                    left[depth] -= 1;
                    if left[depth] > 0 {
                        break;
                    }
                    depth -= 1;
                }
            } else {
                depth += 1;
                left[depth] = self.nodes[node];
            }
            node += 1;
        }
        deepest
    }

    /// Appends a leaf.
    pub(crate) const fn push_leaf(&mut self) -> Result<(), Limit> {
        if self.leaves == MAX_LEAVES {
            return Err(Limit::Leaves);
        }
        if self.len == MAX_NODES {
            return Err(Limit::Nodes);
        }
        self.nodes[self.len] = LEAF;
        self.len += 1;
        self.leaves += 1;
        Ok(())
    }

    /// Appends a tuple. Its `rank` elements must follow.
    pub(crate) const fn push_tuple(&mut self, rank: usize) -> Result<(), Limit> {
        if rank > MAX_RANK {
            return Err(Limit::Rank);
        }
        if self.len == MAX_NODES {
            return Err(Limit::Nodes);
        }
        self.nodes[self.len] = rank as u8;
        self.len += 1;
        Ok(())
    }

    /// Sets the rank of a tuple after its elements were appended and counted.
    pub(crate) const fn set_rank(&mut self, node: usize, rank: usize) -> Result<(), Limit> {
        if rank > MAX_RANK {
            return Err(Limit::Rank);
        }
        self.nodes[node] = rank as u8;
        Ok(())
    }

    /// `==` for `const fn`.
    pub(crate) const fn equals(&self, other: &Self) -> bool {
        if self.len != other.len {
            return false;
        }
        // In `const`, an index costs more than the comparison. The array holds `LEAF` beyond its length, so the first nodes need
        // none.
        let [a0, a1, a2, a3, a4, a5, a6, a7, ..] = self.nodes;
        let [b0, b1, b2, b3, b4, b5, b6, b7, ..] = other.nodes;
        let low = a0 ^ b0 | a1 ^ b1 | a2 ^ b2 | a3 ^ b3;
        if low | a4 ^ b4 | a5 ^ b5 | a6 ^ b6 | a7 ^ b7 != 0 {
            return false;
        }
        let mut node = 8;
        while node < self.len {
            if self.nodes[node] != other.nodes[node] {
                return false;
            }
            node += 1;
        }
        true
    }
}
