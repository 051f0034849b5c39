//! A tuple as a list of its nodes, for readers and writers of other notations.

use crate::error::{LayoutError, Operation, Rule};
use crate::value::limit::{Limit, MAX_LEAVES, MAX_NODES, MAX_RANK};
use crate::value::{IntTuple, LEAF, low_bits};

/// A node of a tuple.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// A tuple with this number of elements, which follow.
    Tuple(usize),
    /// An integer.
    Integer(i64),
}

impl IntTuple {
    /// The nodes in preorder: each tuple before its elements, from left to right.
    ///
    /// ```
    /// use layout_core::{IntTuple, Node::*};
    /// let shape: IntTuple = "(2,(3,4))".parse()?;
    /// assert!(shape.nodes().eq([Tuple(2), Integer(2), Tuple(2), Integer(3), Integer(4)]));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub fn nodes(&self) -> impl Iterator<Item = Node> + '_ {
        let mut leaf = 0;
        self.profile.nodes[..self.profile.len].iter().map(move |&node| {
            if node == LEAF {
                leaf += 1;
                Node::Integer(self.values[leaf - 1])
            } else {
                Node::Tuple(node.into())
            }
        })
    }

    /// The tuple with these nodes in preorder. `None` where they are no tree.
    ///
    /// ```
    /// use layout_core::{IntTuple, Node::*};
    /// let shape = IntTuple::from_nodes([Tuple(2), Integer(2), Tuple(1), Integer(3)])?;
    /// assert_eq!(shape.unwrap().to_string(), "(2,(3))");
    /// assert!(IntTuple::from_nodes([Tuple(2), Integer(2)])?.is_none());
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// `Full` beyond a capacity.
    pub fn from_nodes(nodes: impl IntoIterator<Item = Node>) -> Result<Option<Self>, LayoutError> {
        let full = |limit| LayoutError::alone(Operation::Make, Rule::Full { limit });
        let (mut out, mut missing) = (Self::EMPTY, 1_usize);
        out.profile.len = 0;
        for node in nodes {
            if missing == 0 {
                return Ok(None);
            }
            let (at, leaf) = (out.profile.len, out.profile.leaves);
            if at == MAX_NODES {
                return Err(full(Limit::Nodes));
            }
            out.profile.len += 1;
            match node {
                Node::Tuple(rank) if rank > MAX_RANK => return Err(full(Limit::Rank)),
                Node::Tuple(rank) => {
                    out.profile.nodes[at] = rank as u8;
                    missing = missing - 1 + rank;
                }
                Node::Integer(_) if leaf == MAX_LEAVES => return Err(full(Limit::Leaves)),
                Node::Integer(value) => {
                    out.profile.nodes[at] = LEAF;
                    out.values[leaf] = value;
                    out.profile.leaves += 1;
                    missing -= 1;
                }
            }
        }
        out.known = low_bits(out.profile.leaves);
        Ok((missing == 0).then_some(out))
    }
}
