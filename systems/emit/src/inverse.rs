//! The inverse of a layout: the coordinates of an offset.

use crate::EmitError;
use crate::digits;
use crate::digits::{Digit, Summand, digits, product, quotient, remainder, sum};
use crate::from_layout::Context;
use crate::functions::{IndexFunction, Returned};
use crate::graph::{Graph, NodeId};
use crate::monomial::Monomial;

impl Context<'_> {
    pub(crate) fn inverse(&self) -> Result<Vec<IndexFunction>, EmitError> {
        let layout = self.layout;
        let order = self.order.as_deref().map_err(Clone::clone)?;
        // The factor of each leaf in its coordinate: the product of the extents before it in its group.
        let mut factors = vec![Monomial::ONE; layout.extents.len()];
        for leaves in &self.groups {
            let mut before = Monomial::ONE;
            for &leaf in leaves {
                factors[leaf] = before.clone();
                if layout.is_single(&layout.extents[leaf]) {
                    continue;
                }
                before = before.checked_times(&layout.extents[leaf]).ok_or_else(|| {
                    EmitError::new(format!("no inverse of {layout}: an extent overflows"))
                })?;
            }
        }
        let mut out = Vec::new();
        for (k, leaves) in self.groups.iter().enumerate() {
            let mut graph = Graph::new(self.width, self.is_fast);
            let parameters = self.parameters(&mut graph, 1);
            let mut x = graph.input(0, 0, u64::MAX, 1);
            if !layout.swizzle.is_identity() {
                x = self.swizzled(&mut graph, x);
            }
            x = self.above_least(&mut graph, &parameters, x)?;
            let summands = self.coordinate(&mut graph, &parameters, x, order, leaves, &factors)?;
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
            if stride.factor >= 0 || layout.is_single(extent) {
                continue;
            }
            // `+ (extent - 1) * |stride|`
            let extent = product(graph, parameters, extent);
            let one = graph.constant(1);
            let last = graph.sub(extent, one);
            let stride = product(graph, parameters, &stride.magnitude());
            let reach = graph.mul(last, stride);
            x = graph.add(x, reach);
        }
        let is_fixed = graph.as_constant(x).is_some();
        if let (Some(least), Some(most), false) = (self.least, self.most, is_fixed) {
            let most = most.checked_sub(least).and_then(|most| u64::try_from(most).ok());
            let most = most.ok_or_else(|| {
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
        let magnitude = |leaf: usize| layout.strides[leaf].magnitude();
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
            let terms = digits(graph, parameters, x, &joined);
            summands.extend(digits::summands(graph, parameters, &[terms]));
            return Ok(summands);
        }
        // From the greatest stride down: a digit is a quotient, and the rest a remainder.
        let mut rest = x;
        for &leaf in order.iter().rev() {
            let stride = magnitude(leaf);
            let factor = factor_of(leaf);
            if factor.factor != 0 {
                let digit = quotient(graph, parameters, rest, &stride);
                let size = product(graph, parameters, &factor.magnitude());
                let digit = graph.mul(digit, size);
                summands.push((factor.factor > 0, digit));
            }
            rest = remainder(graph, parameters, rest, &stride);
        }
        Ok(summands)
    }
}
