//! The functions of a layout from its leaves: [`Context`] has the graph of each.

use crate::EmitError;
use crate::digits::{Digit, digits, product, sum, summands};
use crate::functions::{IndexFunction, Returned};
use crate::graph::{Graph, NodeId};
use crate::monomial::Monomial;
use crate::symbolic::SymbolicLayout;

/// What every function of a layout starts from.
pub(crate) struct Context<'a> {
    pub(crate) layout: &'a SymbolicLayout,
    /// [`SymbolicLayout::ordered`], which no width changes.
    pub(crate) order: &'a Result<Vec<usize>, EmitError>,
    /// The leaves of each coordinate.
    pub(crate) groups: Vec<Vec<usize>>,
    pub(crate) width: u32,
    pub(crate) is_signed: bool,
    pub(crate) least: Option<i128>,
    pub(crate) most: Option<i128>,
    /// Run-time divisors have a multiplier.
    pub(crate) is_fast: bool,
}

/// The least and the greatest value of a number; `None` for an unknown end.
pub(crate) type Interval = (Option<i128>, Option<i128>);

/// The least and the greatest offset before a swizzle, each as an interval over all values of the run-time leaves.
pub(crate) fn plain_bounds(layout: &SymbolicLayout) -> [Interval; 2] {
    let offset = layout.range(&layout.offset);
    let (mut least, mut most) = (offset, offset);
    for (extent, stride) in layout.extents.iter().zip(&layout.strides) {
        if stride.factor == 0 || layout.is_single(extent) {
            continue;
        }
        let (extents, strides) = (layout.range(extent), layout.range(&stride.magnitude()));
        let reach =
            |extent: Option<i128>, stride: Option<i128>| (extent? - 1).max(0).checked_mul(stride?);
        let near = reach(extents.0, strides.0);
        let far = reach(extents.1, strides.1);
        if stride.factor < 0 {
            let sub = |end: Option<i128>, reach: Option<i128>| end?.checked_sub(reach?);
            least = (sub(least.0, far), sub(least.1, near));
        } else {
            let add = |end: Option<i128>, reach: Option<i128>| end?.checked_add(reach?);
            most = (add(most.0, near), add(most.1, far));
        }
    }
    [least, most]
}

/// The numbers of the functions that integers of `width` bits must hold. Other sums and products are exact modulo
/// `2^width`, but a residue is neither a divisor nor an extent to compare with.
#[derive(Clone, Debug)]
pub(crate) struct Requirements {
    pub(crate) width: u32,
    /// Offsets are signed.
    pub(crate) is_signed: bool,
    /// The number of values of each coordinate; `None` beyond 127 bits.
    pub(crate) sizes: Vec<Option<Monomial>>,
    /// What the functions divide by.
    pub(crate) divisors: Vec<Monomial>,
}

impl Requirements {
    /// Whether the integers hold all numbers of `layout`; `None` if it depends on the values of the run-time leaves.
    pub(crate) fn hold(&self, layout: &SymbolicLayout) -> Option<bool> {
        let mask = i128::from(u64::MAX >> (64 - self.width));
        // A leaf without a bound is an integer of 64 bits.
        let layout = &layout.with_bounds();
        let mut found: Vec<Option<bool>> = layout
            .parameters
            .iter()
            .map(|leaf| (Some(leaf.least.into()), leaf.most.map(i128::from)))
            .map(|value| is_between(value, 0, mask))
            .collect();
        let has_elements = !layout.extents.iter().any(|one| layout.range(one).1 == Some(0));
        for size in &self.sizes {
            found.push(match size {
                None => Some(!has_elements),
                // No function compares with a static size past the integers, but coordinates are below it.
                Some(size) if size.as_constant().is_some() => {
                    Some(!has_elements || size.factor <= mask + 1)
                }
                Some(size) => is_between(layout.range(size), 0, mask),
            });
        }
        if has_elements {
            let divisors = self.divisors.iter();
            found.extend(divisors.map(|by| is_between(layout.range(by), 1, mask)));
            let (low, high) = if self.is_signed { (!(mask >> 1), mask >> 1) } else { (0, mask) };
            let ends = plain_bounds(layout);
            found.extend(ends.map(|end| is_between(end, low, high)));
            found.push(self.holds_swizzled(layout, ends, low, high));
        }
        let all = found.iter().try_fold(true, |all, one| Some(all && (*one)?));
        if found.contains(&Some(false)) { Some(false) } else { all }
    }

    /// Whether the offsets after the swizzle lie between `low` and `high`.
    fn holds_swizzled(
        &self,
        layout: &SymbolicLayout,
        [least, most]: [Interval; 2],
        low: i128,
        high: i128,
    ) -> Option<bool> {
        let swizzle = layout.swizzle;
        if swizzle.is_identity() {
            return Some(true);
        }
        let end = |end: Option<i128>| end.and_then(|end| i64::try_from(end).ok());
        if let (Some(least), Some(most)) = (end(least.0), end(most.1)) {
            let ends = swizzle.bounds(least, most);
            // Bits that the swizzle reads of a negative offset are bits of its sign.
            let reads_bits = least >= 0 || swizzle.end() < self.width;
            if reads_bits && i128::from(ends.0) >= low && i128::from(ends.1) <= high {
                return Some(true);
            }
        }
        if least.0 == least.1 && most.0 == most.1 { Some(false) } else { None }
    }
}

/// Whether `low <= value <= high` for each value of the interval; `None` if only some values are, or an end is unknown.
fn is_between(value: Interval, low: i128, high: i128) -> Option<bool> {
    match value {
        (Some(least), _) if least > high => Some(false),
        (_, Some(most)) if most < low => Some(false),
        (Some(least), Some(most)) if least >= low && most <= high => Some(true),
        _ => None,
    }
}

impl Context<'_> {
    /// Inputs for the run-time leaves, from input `first` on.
    pub(crate) fn parameters(&self, graph: &mut Graph, first: usize) -> Vec<NodeId> {
        let leaves = self.layout.parameters.iter().enumerate();
        leaves
            .map(|(k, leaf)| {
                graph.input(first + k, leaf.least, leaf.most.unwrap_or(u64::MAX), leaf.multiple_of)
            })
            .collect()
    }

    pub(crate) fn function(
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
            fast: Vec::new(),
        }
    }

    fn coordinate_names(&self) -> Vec<String> {
        (0..self.groups.len()).map(|k| format!("c{k}")).collect()
    }

    /// The product of the extents of `leaves`; `None` beyond 127 bits.
    pub(crate) fn size(&self, leaves: &[usize]) -> Option<Monomial> {
        let extents = leaves.iter().map(|&leaf| &self.layout.extents[leaf]);
        extents.into_iter().try_fold(Monomial::ONE, |size, extent| size.checked_times(extent))
    }

    /// The greatest product of the extents of `leaves`, less 1.
    fn greatest_index(&self, leaves: &[usize]) -> u64 {
        let size = self.size(leaves).and_then(|size| self.layout.range(&size).1);
        size.and_then(|size| u64::try_from((size - 1).max(0)).ok()).unwrap_or(u64::MAX)
    }

    /// The leaves of a coordinate without leaves of one element, and with adjacent leaves joined if one stride continues
    /// the other.
    fn joined(&self, leaves: &[usize]) -> Vec<Digit> {
        let mut out: Vec<Digit> = Vec::new();
        for &leaf in leaves {
            let (extent, stride) = (&self.layout.extents[leaf], &self.layout.strides[leaf]);
            if self.layout.is_single(extent) {
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
        let mut graph = Graph::new(self.width, self.is_fast);
        let parameters = self.parameters(&mut graph, self.groups.len());
        let mut groups = Vec::new();
        for (k, leaves) in self.groups.iter().enumerate() {
            let x = graph.input(k, 0, self.greatest_index(leaves), 1);
            let list = self.joined(leaves);
            groups.push(digits(&mut graph, &parameters, x, &list));
        }
        let mut summands = summands(&mut graph, &parameters, &groups);
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
            if stride.factor == 0 || self.layout.is_single(extent) {
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
    pub(crate) fn swizzled(&self, graph: &mut Graph, x: NodeId) -> NodeId {
        let swizzle = self.layout.swizzle;
        let read = graph.and(x, swizzle.from_mask() as u64);
        let by = swizzle.shift().unsigned_abs();
        let read = if swizzle.shift() < 0 { graph.shl(read, by) } else { graph.shr(read, by) };
        graph.xor(x, read)
    }

    pub(crate) fn inside(&self) -> IndexFunction {
        let mut graph = Graph::new(self.width, self.is_fast);
        let parameters: Vec<NodeId> = (0..self.layout.parameters.len())
            .map(|k| graph.input(self.groups.len() + k, 0, u64::MAX, 1))
            .collect();
        let mut root = None;
        for (k, leaves) in self.groups.iter().enumerate() {
            let x = graph.input(k, 0, u64::MAX, 1);
            let size = self.size(leaves);
            let past = |size: i128| size > i128::from(graph.mask());
            // Every integer is below.
            if size.as_ref().and_then(Monomial::as_constant).is_some_and(past) {
                continue;
            }
            let size = match size {
                Some(size) => product(&mut graph, &parameters, &size),
                None => graph.constant(0),
            };
            let test = graph.less(x, size);
            root = Some(root.map_or(test, |root| graph.both(root, test)));
        }
        let root = root.unwrap_or_else(|| graph.constant(1));
        self.function("inside", self.coordinate_names(), Returned::Truth, graph, root)
    }
}
