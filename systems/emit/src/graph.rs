//! [`Graph`], expressions in arithmetic modulo `2^width` that share their parts. Each constructor simplifies.
//!
//! Every node has three facts that hold for each value of the inputs: a lower bound, an upper bound, and the bits that may
//! be 1. They remove masks and divisions. `i & 15` is `i` where `i < 16`.

use std::collections::HashMap;

use crate::monomial::Monomial;

/// The index of a node in its graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct NodeId(u32);

/// An operation of two operands. Shifts have a constant as the right one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    /// A quotient by a run-time divisor whose multiplier is a parameter: the operation reads its left operand alone.
    FastDiv,
    Rem,
    And,
    Xor,
    Shl,
    Shr,
    /// `a < b`, a truth value.
    Less,
    /// `a && b` of truth values.
    Both,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Node {
    Constant(u64),
    Input(usize),
    Binary(BinaryOp, NodeId, NodeId),
}

/// What holds for every value of a node.
#[derive(Clone, Copy, Debug)]
struct NodeFacts {
    /// No value is below.
    least: u64,
    /// No value is above.
    most: u64,
    /// The bits that are 1 in some value.
    ones: u64,
}

/// Expressions modulo `2^width`.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    width: u32,
    /// Run-time divisors have a multiplier.
    is_fast: bool,
    nodes: Vec<Node>,
    facts: Vec<NodeFacts>,
    found: HashMap<Node, NodeId>,
    /// The leaves that nodes divide by. A node may be two of them: residues of different integers may be equal.
    divisors: Vec<(NodeId, Monomial)>,
}

/// The bits up to the highest one of `most`.
fn bits_below(most: u64) -> u64 {
    if most == 0 { 0 } else { u64::MAX >> most.leading_zeros() }
}

impl Graph {
    pub(crate) fn new(width: u32, is_fast: bool) -> Self {
        Self {
            width,
            is_fast,
            nodes: Vec::new(),
            facts: Vec::new(),
            found: HashMap::new(),
            divisors: Vec::new(),
        }
    }

    /// The greatest value, all bits 1.
    pub(crate) fn mask(&self) -> u64 {
        if self.width == 64 { u64::MAX } else { (1 << self.width) - 1 }
    }

    pub(crate) fn node(&self, id: NodeId) -> Node {
        self.nodes[id.0 as usize]
    }

    fn facts(&self, id: NodeId) -> NodeFacts {
        self.facts[id.0 as usize]
    }

    pub(crate) fn ones(&self, id: NodeId) -> u64 {
        self.facts(id).ones
    }

    pub(crate) fn as_constant(&self, id: NodeId) -> Option<u64> {
        match self.node(id) {
            Node::Constant(value) => Some(value),
            _ => None,
        }
    }

    fn push(&mut self, node: Node, facts: NodeFacts) -> NodeId {
        if let Some(&id) = self.found.get(&node) {
            return id;
        }
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(node);
        self.facts.push(facts);
        self.found.insert(node, id);
        id
    }

    /// Marks `id` as the residue of the divisor `of`.
    pub(crate) fn divides(&mut self, id: NodeId, of: &Monomial) {
        self.divisors.push((id, of.clone()));
    }

    /// What `root` divides by, except for integers: the divisors with their nodes.
    pub(crate) fn divisors(&self, root: NodeId) -> Vec<(NodeId, Monomial)> {
        let mut found = Vec::new();
        for id in self.order(root) {
            if let Node::Binary(BinaryOp::Div | BinaryOp::FastDiv | BinaryOp::Rem, _, by) =
                self.node(id)
            {
                found.extend(self.divisors.iter().filter(|(node, _)| *node == by).cloned());
            }
        }
        found
    }

    /// The operands that the text of an operation has.
    pub(crate) fn operands(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let [a, b] = match self.node(id) {
            Node::Binary(BinaryOp::FastDiv, a, _) => [Some(a), None],
            Node::Binary(_, a, b) => [Some(a), Some(b)],
            _ => [None, None],
        };
        a.into_iter().chain(b)
    }

    /// Adds facts that the caller has proved: the bits `ones`, at most `most`.
    pub(crate) fn assume(&mut self, id: NodeId, most: u64, ones: u64) {
        let facts = &mut self.facts[id.0 as usize];
        facts.most = facts.most.min(most);
        facts.ones &= ones & bits_below(facts.most);
    }

    pub(crate) fn constant(&mut self, value: i128) -> NodeId {
        let value = value as u64 & self.mask();
        self.push(Node::Constant(value), NodeFacts { least: value, most: value, ones: value })
    }

    /// Input `index`, of values from `least` to `most` that are multiples of `multiple_of`.
    pub(crate) fn input(
        &mut self,
        index: usize,
        least: u64,
        most: u64,
        multiple_of: u64,
    ) -> NodeId {
        let most = most.min(self.mask());
        let low = (1 << multiple_of.max(1).trailing_zeros()) - 1;
        let ones = bits_below(most) & !low;
        self.push(Node::Input(index), NodeFacts { least, most, ones })
    }

    /// The node of an operation that no rule simplifies, with the facts that follow from its operands.
    fn binary(&mut self, op: BinaryOp, a: NodeId, b: NodeId) -> NodeId {
        let (x, y) = (self.facts(a), self.facts(b));
        let mask = self.mask();
        let low_zeros = (x.ones.trailing_zeros().min(y.ones.trailing_zeros())).min(63);
        let above = |zeros: u32| if zeros >= 64 { 0 } else { u64::MAX << zeros };
        let (most, ones) = match op {
            BinaryOp::Add => match x.most.checked_add(y.most).filter(|&sum| sum <= mask) {
                Some(most) if x.ones & y.ones == 0 => (most, x.ones | y.ones),
                Some(most) => (most, bits_below(most) & above(low_zeros)),
                None => (mask, mask & above(low_zeros)),
            },
            BinaryOp::Sub => (mask, mask & above(low_zeros)),
            BinaryOp::Mul => {
                let zeros = x.ones.trailing_zeros() + y.ones.trailing_zeros();
                match x.most.checked_mul(y.most).filter(|&product| product <= mask) {
                    Some(most) => (most, bits_below(most) & above(zeros)),
                    None => (mask, mask & above(zeros)),
                }
            }
            BinaryOp::Div | BinaryOp::FastDiv => {
                let most = x.most / y.least.max(1);
                (most, bits_below(most))
            }
            BinaryOp::Rem => {
                let most = x.most.min(y.most.saturating_sub(1));
                (most, bits_below(most))
            }
            BinaryOp::And => (x.most.min(y.most).min(x.ones & y.ones), x.ones & y.ones),
            BinaryOp::Xor => {
                let ones = x.ones | y.ones;
                (ones, ones)
            }
            BinaryOp::Shl => {
                let by = self.as_constant(b).unwrap_or(0);
                let ones = (x.ones << by) & mask;
                let fits = x.most.leading_zeros() as u64 >= by && (x.most << by) <= mask;
                (if fits { x.most << by } else { mask }, ones)
            }
            BinaryOp::Shr => {
                let by = self.as_constant(b).unwrap_or(0);
                (x.most >> by, x.ones >> by)
            }
            BinaryOp::Less | BinaryOp::Both => (1, 1),
        };
        let most = most.min(ones | if ones == mask { mask } else { bits_below(ones) });
        self.push(Node::Binary(op, a, b), NodeFacts { least: 0, most, ones })
    }

    /// Whether the facts prove that the result of an operation is the number itself, not only its residue.
    pub(crate) fn is_bounded(&self, op: BinaryOp, a: NodeId, b: NodeId) -> bool {
        let (x, y) = (self.facts(a), self.facts(b));
        let result = match op {
            BinaryOp::Add => x.most.checked_add(y.most),
            BinaryOp::Mul => x.most.checked_mul(y.most),
            BinaryOp::Sub => x.least.checked_sub(y.most),
            _ => Some(0),
        };
        result.is_some_and(|result| result <= self.mask())
    }

    pub(crate) fn add(&mut self, a: NodeId, b: NodeId) -> NodeId {
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(x), Some(y)) => self.constant(i128::from(x) + i128::from(y)),
            (Some(0), _) => b,
            (_, Some(0)) => a,
            (Some(_), None) => self.binary(BinaryOp::Add, b, a),
            _ => self.binary(BinaryOp::Add, a, b),
        }
    }

    pub(crate) fn sub(&mut self, a: NodeId, b: NodeId) -> NodeId {
        match (self.as_constant(a), self.as_constant(b)) {
            _ if a == b => self.constant(0),
            (Some(x), Some(y)) => self.constant(i128::from(x) - i128::from(y)),
            (_, Some(0)) => a,
            _ => self.binary(BinaryOp::Sub, a, b),
        }
    }

    pub(crate) fn mul(&mut self, a: NodeId, b: NodeId) -> NodeId {
        let (a, b) = if self.as_constant(a).is_some() { (b, a) } else { (a, b) };
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(x), Some(y)) => self.constant((u128::from(x) * u128::from(y)) as i128),
            (_, Some(0)) => b,
            (_, Some(1)) => a,
            (_, Some(y)) if y.is_power_of_two() => self.shl(a, y.trailing_zeros()),
            _ => self.binary(BinaryOp::Mul, a, b),
        }
    }

    pub(crate) fn div(&mut self, a: NodeId, b: NodeId) -> NodeId {
        if self.facts(a).most < self.facts(b).least {
            return self.constant(0);
        }
        match (self.as_constant(a), self.as_constant(b)) {
            (_, Some(1)) => a,
            (Some(x), Some(y)) if y != 0 => self.constant(i128::from(x / y)),
            (_, Some(y)) if y.is_power_of_two() => self.shr(a, y.trailing_zeros()),
            (_, Some(y)) => {
                // `a / x / y = a / (x * y)`, also where `a / x` is a shift.
                let inner = match self.node(a) {
                    Node::Binary(BinaryOp::Div, base, by) => {
                        self.as_constant(by).map(|x| (base, x))
                    }
                    Node::Binary(BinaryOp::Shr, base, by) => {
                        self.as_constant(by).map(|x| (base, 1 << x))
                    }
                    _ => None,
                };
                match inner.and_then(|(base, x)| Some((base, x.checked_mul(y)?))) {
                    Some((base, product)) if product <= self.mask() => {
                        let product = self.constant(i128::from(product));
                        self.div(base, product)
                    }
                    _ => self.binary(BinaryOp::Div, a, b),
                }
            }
            _ if self.is_fast => self.binary(BinaryOp::FastDiv, a, b),
            _ => self.binary(BinaryOp::Div, a, b),
        }
    }

    pub(crate) fn rem(&mut self, a: NodeId, b: NodeId) -> NodeId {
        if self.facts(a).most < self.facts(b).least {
            return a;
        }
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(x), Some(y)) if y != 0 => self.constant(i128::from(x % y)),
            (_, Some(y)) if y.is_power_of_two() => self.and(a, y - 1),
            (_, None) if self.is_fast => {
                let quotient = self.div(a, b);
                let multiple = self.mul(quotient, b);
                self.sub(a, multiple)
            }
            _ => self.binary(BinaryOp::Rem, a, b),
        }
    }

    /// `a & mask`.
    pub(crate) fn and(&mut self, a: NodeId, mask: u64) -> NodeId {
        let ones = self.facts(a).ones;
        let mask = mask & ones;
        if mask == ones {
            return a;
        }
        if let Some(x) = self.as_constant(a) {
            return self.constant(i128::from(x & mask));
        }
        if let Node::Binary(BinaryOp::And, base, other) = self.node(a)
            && let Some(other) = self.as_constant(other)
        {
            return self.and(base, mask & other);
        }
        if mask == 0 {
            return self.constant(0);
        }
        let mask = self.constant(i128::from(mask));
        self.binary(BinaryOp::And, a, mask)
    }

    pub(crate) fn xor(&mut self, a: NodeId, b: NodeId) -> NodeId {
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(x), Some(y)) => self.constant(i128::from(x ^ y)),
            (_, Some(0)) => a,
            (Some(0), _) => b,
            _ => self.binary(BinaryOp::Xor, a, b),
        }
    }

    pub(crate) fn shl(&mut self, a: NodeId, by: u32) -> NodeId {
        if by == 0 {
            return a;
        }
        if by >= self.width || self.facts(a).ones == 0 {
            return self.constant(0);
        }
        if let Some(x) = self.as_constant(a) {
            return self.constant(i128::from(x << by));
        }
        if let Node::Binary(BinaryOp::Shl, base, other) = self.node(a)
            && let Some(other) = self.as_constant(other)
        {
            return self.shl(base, by + other as u32);
        }
        if let Node::Binary(BinaryOp::Shr, base, other) = self.node(a)
            && self.as_constant(other) == Some(u64::from(by))
        {
            return self.and(base, u64::MAX << by);
        }
        let by = self.constant(i128::from(by));
        self.binary(BinaryOp::Shl, a, by)
    }

    pub(crate) fn shr(&mut self, a: NodeId, by: u32) -> NodeId {
        if by == 0 {
            return a;
        }
        if by >= self.width || self.facts(a).ones >> by == 0 {
            return self.constant(0);
        }
        if let Some(x) = self.as_constant(a) {
            return self.constant(i128::from(x >> by));
        }
        match self.node(a) {
            Node::Binary(BinaryOp::Shr, base, other) => {
                if let Some(other) = self.as_constant(other) {
                    return self.shr(base, by + other as u32);
                }
            }
            // A mask of bits that the shift drops, or that are 0 anyway.
            Node::Binary(BinaryOp::And, base, mask) => {
                if let Some(mask) = self.as_constant(mask)
                    && self.ones(base) >> by == (self.ones(base) & mask) >> by
                {
                    return self.shr(base, by);
                }
            }
            _ => {}
        }
        let by = self.constant(i128::from(by));
        self.binary(BinaryOp::Shr, a, by)
    }

    /// `a < b`.
    pub(crate) fn less(&mut self, a: NodeId, b: NodeId) -> NodeId {
        self.binary(BinaryOp::Less, a, b)
    }

    /// `a && b`.
    pub(crate) fn both(&mut self, a: NodeId, b: NodeId) -> NodeId {
        self.binary(BinaryOp::Both, a, b)
    }

    /// The operations that `root` needs, operands first.
    pub(crate) fn order(&self, root: NodeId) -> Vec<NodeId> {
        // Operands are made before the operations that use them.
        let mut needed = vec![false; root.0 as usize + 1];
        needed[root.0 as usize] = true;
        for k in (0..needed.len()).rev() {
            if needed[k] {
                self.operands(NodeId(k as u32)).for_each(|one| needed[one.0 as usize] = true);
            }
        }
        let ids = (0..needed.len()).filter(|&k| needed[k]);
        ids.map(|k| NodeId(k as u32))
            .filter(|&id| matches!(self.node(id), Node::Binary(..)))
            .collect()
    }

    /// The value of `root` for the inputs.
    pub(crate) fn evaluate(&self, root: NodeId, inputs: &[u64]) -> u64 {
        let mask = self.mask();
        let mut values = vec![0; root.0 as usize + 1];
        for k in 0..values.len() {
            values[k] = match self.nodes[k] {
                Node::Constant(value) => value,
                Node::Input(index) => inputs[index] & mask,
                Node::Binary(op, a, b) => {
                    let (x, y): (u64, u64) = (values[a.0 as usize], values[b.0 as usize]);
                    mask & match op {
                        BinaryOp::Add => x.wrapping_add(y),
                        BinaryOp::Sub => x.wrapping_sub(y),
                        BinaryOp::Mul => x.wrapping_mul(y),
                        // Parts that `root` does not need may divide by 0.
                        BinaryOp::Div | BinaryOp::FastDiv => x.checked_div(y).unwrap_or(0),
                        BinaryOp::Rem => x.checked_rem(y).unwrap_or(0),
                        BinaryOp::And => x & y,
                        BinaryOp::Xor => x ^ y,
                        BinaryOp::Shl => x << y,
                        BinaryOp::Shr => x >> y,
                        BinaryOp::Less => u64::from(x < y),
                        BinaryOp::Both => x & y,
                    }
                }
            };
        }
        values[root.0 as usize]
    }

    /// The cost that decides between equal expressions. A division by a run-time value costs 30 other operations. One by a
    /// constant costs 5, because compilers multiply and shift instead, and one with a multiplier costs 3.
    pub(crate) fn cost(&self, root: NodeId) -> u32 {
        self.order(root)
            .into_iter()
            .map(|id| match self.node(id) {
                Node::Binary(BinaryOp::Div | BinaryOp::Rem, _, b) => {
                    if self.as_constant(b).is_some() { 5 } else { 30 }
                }
                Node::Binary(BinaryOp::FastDiv, ..) => 3,
                _ => 1,
            })
            .sum()
    }
}
