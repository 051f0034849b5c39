//! The functions of a layout from its leaves: [`Context`] has the graph of each.

use crate::EmitError;
use crate::digits::{Digit, Summand, digits, product, sum};
use crate::functions::{IndexFunction, Returned};
use crate::graph::{Graph, NodeId};
use crate::monomial::Monomial;
use crate::symbolic::SymbolicLayout;

/// What every function of a layout starts from.
pub(crate) struct Context<'a> {
    pub(crate) layout: &'a SymbolicLayout,
    /// The leaves of each coordinate.
    pub(crate) groups: Vec<Vec<usize>>,
    pub(crate) width: u32,
    pub(crate) is_signed: bool,
    pub(crate) least: Option<i128>,
    pub(crate) most: Option<i128>,
}

/// The interval of the offsets before a swizzle; `None` for an unknown end.
pub(crate) fn plain_bounds(layout: &SymbolicLayout) -> (Option<i128>, Option<i128>) {
    let offset = layout.offset.as_constant();
    let (mut least, mut most) = (offset, offset);
    for (extent, stride) in layout.extents.iter().zip(&layout.strides) {
        if stride.factor == 0 || extent.as_constant() == Some(1) {
            continue;
        }
        let reach = layout.range(extent).1.and_then(|extent| {
            let stride = layout.range(stride);
            let far = if stride.0.is_some_and(|x| x >= 0) { stride.1 } else { stride.0 };
            (extent - 1).max(0).checked_mul(far?)
        });
        let end = if stride.factor < 0 { &mut least } else { &mut most };
        *end = end.and_then(|end| end.checked_add(reach?));
    }
    (least, most)
}

/// Whether coordinates and offsets fit `bits`; `None` if it depends on values of the run-time leaves.
pub(crate) fn fits(
    layout: &SymbolicLayout,
    least: Option<i128>,
    most: Option<i128>,
    bits: u32,
) -> Option<bool> {
    let greatest = (1_i128 << bits) - 1;
    let is_signed = layout.strides.iter().any(|stride| stride.factor < 0)
        || layout.offset.factor < 0
        || least.is_none_or(|least| least < 0);
    let (low, high) =
        if is_signed { (-(1_i128 << (bits - 1)), greatest >> 1) } else { (0, greatest) };
    let size = layout.extents.iter().try_fold(1_i128, |size, extent| {
        layout.range(extent).1.and_then(|extent| size.checked_mul(extent))
    });
    let swizzled = match (least, most) {
        (Some(least), Some(most)) => {
            let ends = (i64::try_from(least), i64::try_from(most));
            let (Ok(least), Ok(most)) = ends else { return Some(false) };
            // Bits that the swizzle reads of a negative offset are bits of its sign.
            if least < 0 && !layout.swizzle.is_identity() && layout.swizzle.end() >= bits {
                return Some(false);
            }
            Some(layout.swizzle.bounds(least, most))
        }
        _ => None,
    };
    let parameters = layout.parameters.iter().map(|leaf| leaf.most.map(i128::from));
    let mut unknown = false;
    let tops = [size, most, swizzled.map(|ends| i128::from(ends.1))];
    for top in tops.into_iter().chain(parameters) {
        match top {
            Some(top) if top > high => return Some(false),
            Some(_) => {}
            None => unknown = true,
        }
    }
    for bottom in [least, swizzled.map(|ends| i128::from(ends.0))] {
        match bottom {
            Some(bottom) if bottom < low => return Some(false),
            Some(_) => {}
            None => unknown = true,
        }
    }
    (!unknown).then_some(true)
}

impl Context<'_> {
    /// Inputs for the run-time leaves, from input `first` on.
    fn parameters(&self, graph: &mut Graph, first: usize) -> Vec<NodeId> {
        let leaves = self.layout.parameters.iter().enumerate();
        leaves
            .map(|(k, leaf)| {
                graph.input(first + k, leaf.least, leaf.most.unwrap_or(u64::MAX), leaf.multiple_of)
            })
            .collect()
    }

    fn function(
        &self,
        suffix: &str,
        inputs: Vec<String>,
        returned: Returned,
        graph: Graph,
        root: NodeId,
    ) -> IndexFunction {
        let mut inputs = inputs;
        let takes_signed = self.is_signed && inputs[..] == ["x"];
        inputs.extend(self.layout.parameters().map(str::to_owned));
        IndexFunction {
            suffix: suffix.to_owned(),
            inputs,
            takes_signed,
            returns_signed: self.is_signed && returned == Returned::Offset,
            returned,
            graph,
            root,
            width: self.width,
        }
    }

    fn coordinate_names(&self) -> Vec<String> {
        (0..self.groups.len()).map(|k| format!("c{k}")).collect()
    }

    /// The greatest product of the extents of `leaves`, less 1.
    fn greatest_index(&self, leaves: &[usize]) -> u64 {
        let size = leaves.iter().try_fold(1_i128, |size, &leaf| {
            self.layout
                .range(&self.layout.extents[leaf])
                .1
                .and_then(|extent| size.checked_mul(extent))
        });
        size.and_then(|size| u64::try_from((size - 1).max(0)).ok()).unwrap_or(u64::MAX)
    }

    /// The leaves of a coordinate without leaves of extent 1, and with adjacent leaves joined if one stride continues
    /// the other.
    fn joined(&self, leaves: &[usize]) -> Vec<Digit> {
        let mut out: Vec<Digit> = Vec::new();
        for &leaf in leaves {
            let (extent, stride) = (&self.layout.extents[leaf], &self.layout.strides[leaf]);
            if extent.as_constant() == Some(1) {
                continue;
            }
            if let Some(last) = out.last_mut()
                && last.radix.checked_times(&last.factor).as_ref() == Some(stride)
                && let Some(radix) = last.radix.checked_times(extent)
            {
                last.radix = radix;
                continue;
            }
            out.push(Digit { radix: extent.clone(), factor: stride.clone() });
        }
        out
    }

    pub(crate) fn index(&self) -> IndexFunction {
        let mut graph = Graph::new(self.width);
        let parameters = self.parameters(&mut graph, self.groups.len());
        let mut summands: Vec<Summand> = Vec::new();
        for (k, leaves) in self.groups.iter().enumerate() {
            let x = graph.input(k, 0, self.greatest_index(leaves), 1);
            let list = self.joined(leaves);
            summands.extend(digits(&mut graph, &parameters, x, &list));
        }
        let offset = product(&mut graph, &parameters, &self.layout.offset);
        // Adding the longest expressions last keeps them out of parentheses of the text.
        summands.sort_by_key(|&(_, node)| graph.cost(node));
        let mut root = sum(&mut graph, &summands);
        root = graph.add(root, offset);
        if !self.layout.swizzle.is_identity() {
            self.assume_bounds(&mut graph, root);
            root = self.swizzled(&mut graph, root);
        }
        self.function("index", self.coordinate_names(), Returned::Offset, graph, root)
    }

    /// Adds the known facts of the offsets before the swizzle.
    fn assume_bounds(&self, graph: &mut Graph, root: NodeId) {
        if self.is_signed {
            return;
        }
        let most = self.most.and_then(|most| u64::try_from(most).ok()).unwrap_or(u64::MAX);
        graph.assume(root, most, self.offset_bits());
    }

    /// The bits that may be 1 in an offset before the swizzle.
    fn offset_bits(&self) -> u64 {
        let mut bits = match self.layout.offset.as_constant().map(u64::try_from) {
            Some(Ok(offset)) => offset,
            _ => return u64::MAX,
        };
        let mut is_disjoint = true;
        let mut zeros = bits.trailing_zeros();
        for (extent, stride) in self.layout.extents.iter().zip(&self.layout.strides) {
            if stride.factor == 0 || extent.as_constant() == Some(1) {
                continue;
            }
            zeros = zeros.min(stride.factor.trailing_zeros());
            let own = match (self.layout.range(extent).1, stride.log2()) {
                (Some(extent), Some(shift)) if extent > 1 && extent <= 1 << 62 => {
                    let ones = u64::MAX >> ((extent - 1) as u64).leading_zeros();
                    if shift < ones.leading_zeros() { ones << shift } else { u64::MAX }
                }
                _ => u64::MAX,
            };
            is_disjoint &= own & bits == 0 && own != u64::MAX;
            bits |= own;
        }
        if is_disjoint {
            bits
        } else if zeros >= 64 {
            0
        } else {
            u64::MAX << zeros
        }
    }

    /// `x ^ ((x & from) >> shift)`.
    fn swizzled(&self, graph: &mut Graph, x: NodeId) -> NodeId {
        let swizzle = self.layout.swizzle;
        let read = graph.and(x, swizzle.from_mask() as u64);
        let by = swizzle.shift().unsigned_abs();
        let read = if swizzle.shift() < 0 { graph.shl(read, by) } else { graph.shr(read, by) };
        graph.xor(x, read)
    }

    pub(crate) fn inside(&self) -> IndexFunction {
        let mut graph = Graph::new(self.width);
        let parameters: Vec<NodeId> = (0..self.layout.parameters.len())
            .map(|k| graph.input(self.groups.len() + k, 0, u64::MAX, 1))
            .collect();
        let mut root = None;
        for (k, leaves) in self.groups.iter().enumerate() {
            let x = graph.input(k, 0, u64::MAX, 1);
            let mut size = graph.constant(1);
            for &leaf in leaves {
                let extent = product(&mut graph, &parameters, &self.layout.extents[leaf]);
                size = graph.mul(size, extent);
            }
            let test = graph.less(x, size);
            root = Some(root.map_or(test, |root| graph.both(root, test)));
        }
        let root = root.unwrap_or_else(|| graph.constant(1));
        self.function("inside", self.coordinate_names(), Returned::Truth, graph, root)
    }

    /// The leaves with a stride, by size of the stride, each proved to exceed the sum of the leaves below.
    fn ordered(&self) -> Result<Vec<usize>, EmitError> {
        let layout = self.layout;
        let names = layout.names();
        let magnitude = |leaf: usize| Monomial {
            factor: layout.strides[leaf].factor.abs(),
            parameters: layout.strides[leaf].parameters.clone(),
        };
        let mut left: Vec<usize> = (0..layout.extents.len())
            .filter(|&leaf| {
                layout.strides[leaf].factor != 0 && layout.extents[leaf].as_constant() != Some(1)
            })
            .collect();
        let mut out: Vec<usize> = Vec::new();
        // The span of the leaves in `out`: no sum of theirs reaches it.
        let mut span = Monomial::ONE;
        let mut is_first = true;
        while !left.is_empty() {
            // The least stride: all others are at least its extent times it.
            let found = left.iter().position(|&leaf| {
                let stride = magnitude(leaf);
                let above = (is_first && layout.range(&stride).0.is_some_and(|x| x >= 1))
                    || (!is_first && layout.is_at_least(&stride, &span));
                let Some(end) = stride.checked_times(&layout.extents[leaf]) else { return false };
                above
                    && left
                        .iter()
                        .all(|&other| other == leaf || layout.is_at_least(&magnitude(other), &end))
            });
            let Some(found) = found else {
                // Strides without parameters may interleave: superincreasing sums are enough.
                return self.ordered_constants().ok_or_else(|| {
                    let list: Vec<String> =
                        left.iter().map(|&k| layout.strides[k].write(&names)).collect();
                    EmitError::new(format!(
                        "no inverse of {layout}: nothing proves an order of the strides {}",
                        list.join(", ")
                    ))
                });
            };
            let leaf = left.remove(found);
            span = magnitude(leaf).checked_times(&layout.extents[leaf]).unwrap_or(Monomial::ONE);
            is_first = false;
            out.push(leaf);
        }
        Ok(out)
    }

    /// [`Self::ordered`] for static strides that each exceed the sum of the reaches below.
    fn ordered_constants(&self) -> Option<Vec<usize>> {
        let layout = self.layout;
        let mut leaves = Vec::new();
        for (leaf, (extent, stride)) in layout.extents.iter().zip(&layout.strides).enumerate() {
            let (extent, stride) = (extent.as_constant()?, stride.as_constant()?.abs());
            if extent > 1 && stride > 0 {
                leaves.push((stride, extent, leaf));
            }
        }
        leaves.sort_unstable();
        let mut reach = 0;
        for &(stride, extent, _) in &leaves {
            if stride <= reach {
                return None;
            }
            reach += (extent - 1) * stride;
        }
        Some(leaves.into_iter().map(|(_, _, leaf)| leaf).collect())
    }

    pub(crate) fn inverse(&self) -> Result<Vec<IndexFunction>, EmitError> {
        let layout = self.layout;
        if layout.extents.iter().any(|extent| extent.factor == 0) {
            return Err(EmitError::new(format!("no inverse of {layout}: it has no coordinates")));
        }
        let order = self.ordered()?;
        // The factor of each leaf in its coordinate: the product of the extents before it in its group.
        let mut factors = vec![Monomial::ONE; layout.extents.len()];
        for leaves in &self.groups {
            let mut before = Monomial::ONE;
            for &leaf in leaves {
                factors[leaf] = before.clone();
                before = before.checked_times(&layout.extents[leaf]).ok_or_else(|| {
                    EmitError::new(format!("no inverse of {layout}: an extent overflows"))
                })?;
            }
        }
        let mut out = Vec::new();
        for (k, leaves) in self.groups.iter().enumerate() {
            let mut graph = Graph::new(self.width);
            let parameters = self.parameters(&mut graph, 1);
            let mut x = graph.input(0, 0, u64::MAX, 1);
            if !layout.swizzle.is_identity() {
                x = self.swizzled(&mut graph, x);
            }
            x = self.above_least(&mut graph, &parameters, x)?;
            let summands = self.coordinate(&mut graph, &parameters, x, &order, leaves, &factors)?;
            let root = sum(&mut graph, &summands);
            let suffix = format!("coord{k}");
            out.push(self.function(
                &suffix,
                vec!["x".to_owned()],
                Returned::Coordinate,
                graph,
                root,
            ));
        }
        Ok(out)
    }

    /// The unswizzled offset `x` less the least one.
    fn above_least(
        &self,
        graph: &mut Graph,
        parameters: &[NodeId],
        x: NodeId,
    ) -> Result<NodeId, EmitError> {
        let layout = self.layout;
        let offset = product(graph, parameters, &layout.offset);
        let mut x = graph.sub(x, offset);
        for (extent, stride) in layout.extents.iter().zip(&layout.strides) {
            if stride.factor >= 0 || extent.as_constant() == Some(1) {
                continue;
            }
            // `+ (extent - 1) * |stride|`
            let reach = match (extent.as_constant(), stride.as_constant()) {
                (Some(extent), Some(stride)) => graph.constant((extent - 1) * -stride),
                _ => {
                    let extent = product(graph, parameters, extent);
                    let one = graph.constant(1);
                    let extent = graph.sub(extent, one);
                    let stride = product(graph, parameters, &stride.negated());
                    graph.mul(extent, stride)
                }
            };
            x = graph.add(x, reach);
        }
        let is_fixed = graph.as_constant(x).is_some();
        if let (Some(least), Some(most), false) = (self.least, self.most, is_fixed) {
            let most = u64::try_from(most - least).map_err(|_| {
                EmitError::new(format!("no inverse of {layout}: its offsets overflow"))
            })?;
            graph.assume(x, most, u64::MAX);
        }
        Ok(x)
    }

    /// The summands of the coordinate with `leaves`, from the offset `x` that counts from the least one.
    fn coordinate(
        &self,
        graph: &mut Graph,
        parameters: &[NodeId],
        x: NodeId,
        order: &[usize],
        leaves: &[usize],
        factors: &[Monomial],
    ) -> Result<Vec<Summand>, EmitError> {
        let layout = self.layout;
        let magnitude = |leaf: usize| Monomial {
            factor: layout.strides[leaf].factor.abs(),
            parameters: layout.strides[leaf].parameters.clone(),
        };
        let mut summands = Vec::new();
        // A negative stride counts its digit down: `extent - 1 - digit`.
        let factor_of = |leaf: usize| {
            if !leaves.contains(&leaf) {
                return Monomial::constant(0);
            }
            if layout.strides[leaf].factor < 0 {
                factors[leaf].negated()
            } else {
                factors[leaf].clone()
            }
        };
        for &leaf in order.iter().filter(|leaf| leaves.contains(leaf)) {
            if layout.strides[leaf].factor < 0 {
                let factor = product(graph, parameters, &factors[leaf]);
                let extent = product(graph, parameters, &layout.extents[leaf]);
                let one = graph.constant(1);
                let last = graph.sub(extent, one);
                let last = graph.mul(last, factor);
                summands.push((true, last));
            }
        }
        // Digits of `x`, if each stride divides the next.
        let mut list = Vec::new();
        if let Some(&first) = order.first()
            && magnitude(first) != Monomial::ONE
        {
            list.push(Digit { radix: magnitude(first), factor: Monomial::constant(0) });
        }
        let mut divides = true;
        for (at, &leaf) in order.iter().enumerate() {
            let radix = match order.get(at + 1) {
                None => Some(layout.extents[leaf].clone()),
                Some(&next) => magnitude(next).exact_quotient(&magnitude(leaf)),
            };
            match radix {
                Some(radix) => list.push(Digit { radix, factor: factor_of(leaf) }),
                None => divides = false,
            }
        }
        if divides {
            // Digits that continue each other in the coordinate too are one digit.
            let mut joined: Vec<Digit> = Vec::new();
            for digit in list {
                if let Some(last) = joined.last_mut()
                    && last.radix.checked_times(&last.factor).as_ref() == Some(&digit.factor)
                    && let Some(radix) = last.radix.checked_times(&digit.radix)
                {
                    last.radix = radix;
                    continue;
                }
                joined.push(digit);
            }
            // Nothing above the last digit that counts is needed, but its radix is.
            while joined.len() > 1
                && joined[joined.len() - 1].factor.factor == 0
                && joined[joined.len() - 2].factor.factor == 0
            {
                joined.pop();
            }
            summands.extend(digits(graph, parameters, x, &joined));
            return Ok(summands);
        }
        // From the greatest stride down: a digit is a quotient, and the rest a remainder.
        let mut rest = x;
        for &leaf in order.iter().rev() {
            let stride = product(graph, parameters, &magnitude(leaf));
            let factor = factor_of(leaf);
            if factor.factor != 0 {
                let digit = graph.div(rest, stride);
                let size =
                    Monomial { factor: factor.factor.abs(), parameters: factor.parameters.clone() };
                let size = product(graph, parameters, &size);
                let digit = graph.mul(digit, size);
                summands.push((factor.factor > 0, digit));
            }
            rest = graph.rem(rest, stride);
        }
        Ok(summands)
    }
}
