//! The order of the strides that an inverse needs, and the facts that would prove one.

use crate::EmitError;
use crate::monomial::Monomial;
use crate::symbolic::SymbolicLayout;

impl SymbolicLayout {
    /// The leaves with a stride, by size of the stride, each proved to exceed the sum of the leaves below.
    pub(crate) fn ordered(&self) -> Result<Vec<usize>, EmitError> {
        if self.extents.iter().any(|extent| extent.factor == 0) {
            return Err(EmitError::new(format!("no inverse of {self}: it has no coordinates")));
        }
        let left = match self.order_by_facts() {
            Ok(order) => return Ok(order),
            Err(left) => left,
        };
        // Strides without parameters may interleave: superincreasing sums are enough.
        self.ordered_constants().ok_or_else(|| {
            let names = self.names();
            let list: Vec<String> = left.iter().map(|&k| self.strides[k].write(&names)).collect();
            let missing = match self.missing_facts().as_deref() {
                None => String::new(),
                Some([fact]) => format!(": add the fact {fact}"),
                Some(facts) => format!(": add the facts {}", facts.join(", ")),
            };
            EmitError::new(format!(
                "no inverse of {self}: nothing proves an order of the strides {}{missing}",
                list.join(", ")
            ))
        })
    }

    /// The leaves whose coordinate is a part of the offset.
    fn counted(&self) -> Vec<usize> {
        let is_counted =
            |&leaf: &usize| self.strides[leaf].factor != 0 && !self.is_single(&self.extents[leaf]);
        (0..self.extents.len()).filter(is_counted).collect()
    }

    /// The order in which each stride is at least the extent of the leaf before times its stride. Otherwise the leaves from
    /// which on none is known.
    fn order_by_facts(&self) -> Result<Vec<usize>, Vec<usize>> {
        let magnitude = |leaf: usize| self.strides[leaf].magnitude();
        let mut left = self.counted();
        let mut out: Vec<usize> = Vec::new();
        // The span of the leaves in `out`: no sum of theirs reaches it.
        let mut span = Monomial::ONE;
        while !left.is_empty() {
            // The least stride: all others are at least its extent times it.
            let found = left.iter().enumerate().find_map(|(at, &leaf)| {
                let stride = magnitude(leaf);
                let end = stride.checked_times(&self.extents[leaf])?;
                let mut others = left.iter().filter(|&&other| other != leaf);
                let is_next = self.is_at_least(&stride, &span)
                    && others.all(|&other| self.is_at_least(&magnitude(other), &end));
                is_next.then_some((at, end))
            });
            let Some((at, end)) = found else { return Err(left) };
            out.push(left.remove(at));
            span = end;
        }
        Ok(out)
    }

    /// [`Self::ordered`] for static strides that each exceed the sum of the reaches below.
    fn ordered_constants(&self) -> Option<Vec<usize>> {
        let mut leaves = Vec::new();
        for leaf in self.counted() {
            let (stride, extent) = (&self.strides[leaf], &self.extents[leaf]);
            leaves.push((stride.as_constant()?.abs(), extent.as_constant()?, leaf));
        }
        leaves.sort_unstable();
        let mut reach: i128 = 0;
        for &(stride, extent, _) in &leaves {
            if stride <= reach {
                return None;
            }
            reach = reach.checked_add((extent - 1).checked_mul(stride)?)?;
        }
        Some(leaves.into_iter().map(|(_, _, leaf)| leaf).collect())
    }

    /// The facts with which the strides have an order: of the order that lacks the fewest comparisons, each stride at least the
    /// span of the leaf before. `None` where no layout with coordinates has them.
    fn missing_facts(&self) -> Option<Vec<String>> {
        let (mut layout, mut facts) = (self.clone(), Vec::new());
        let mut left = self.counted();
        let mut span = Monomial::ONE;
        while !left.is_empty() {
            let lacks = |leaf: usize| {
                let stride = layout.strides[leaf].magnitude();
                let end = stride.checked_times(&layout.extents[leaf])?;
                let mut count = usize::from(!layout.is_at_least(&stride, &span));
                for &other in left.iter().filter(|&&other| other != leaf) {
                    let other = layout.strides[other].magnitude();
                    if other.as_constant().is_some()
                        && end.as_constant().is_some_and(|end| other.factor < end)
                    {
                        return None;
                    }
                    count += usize::from(!layout.is_at_least(&other, &end));
                }
                Some(count)
            };
            let choices = left.iter().enumerate().filter_map(|(k, &leaf)| Some((lacks(leaf)?, k)));
            let leaf = left.remove(choices.min()?.1);
            let stride = layout.strides[leaf].magnitude();
            let end = stride.checked_times(&layout.extents[leaf])?;
            if !layout.is_at_least(&stride, &span) {
                let (fact, with) = layout.supposing(stride, span)?;
                facts.push(fact);
                layout = with;
            }
            span = end;
        }
        layout.order_by_facts().is_ok().then_some(facts)
    }
}
