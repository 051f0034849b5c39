//! Sums of digits: for `x = c_0 + c_1 n_0 + c_2 n_0 n_1 + ..`, an expression of `sum c_k d_k` with few operations.
//!
//! There are two ways to compute a digit. `c_k = q_k % n_k`, where `q_k = x / (n_0 .. n_(k-1))`: a mask for a power of
//! two. Or `c_k = q_k - n_k q_(k+1)`, which adds `d_k` to the factor of one quotient and subtracts `n_k d_k` from the
//! factor of the next. The second way needs no remainder.
//!
//! So the sum is one of [`Term`]s, and there are two ways to write it. Each node times the sum of its factors:
//! `x n + (x / m)(1 - m n)`. Or [`nested`], as Horner writes a polynomial: `(x - (x / m) m) n + x / m`. [`digits`] counts the
//! operations of all these ways.

use crate::graph::{Graph, NodeId};
use crate::monomial::Monomial;

/// A digit: its radix `n_k` and its factor `d_k`.
#[derive(Clone, Debug)]
pub(crate) struct Digit {
    pub(crate) radix: Monomial,
    pub(crate) factor: Monomial,
}

/// A summand `+node` or `-node`.
pub(crate) type Summand = (bool, NodeId);

/// The expression of `monomial`, a product of the nodes of the parameters.
pub(crate) fn product(graph: &mut Graph, parameters: &[NodeId], monomial: &Monomial) -> NodeId {
    let nodes: Vec<NodeId> = monomial.parameters.iter().map(|&k| parameters[k]).collect();
    let factor = graph.constant(monomial.factor);
    let all = nodes.into_iter().reduce(|a, b| graph.mul(a, b));
    all.map_or(factor, |all| graph.mul(all, factor))
}

/// The node of a divisor, which must be exact: a factor may be a residue modulo `2^width`, a divisor may not. `None` if it is
/// past all integers, or 0 because there are no coordinates.
fn divisor(graph: &mut Graph, parameters: &[NodeId], by: &Monomial) -> Option<NodeId> {
    let node = product(graph, parameters, by);
    if graph.as_constant(node) == Some(0) || by.factor > i128::from(graph.mask()) {
        return None;
    }
    graph.divides(node, by);
    Some(node)
}

/// `a / by`.
pub(crate) fn quotient(
    graph: &mut Graph,
    parameters: &[NodeId],
    a: NodeId,
    by: &Monomial,
) -> NodeId {
    match divisor(graph, parameters, by) {
        Some(by) => graph.div(a, by),
        None => graph.constant(0),
    }
}

/// `a % by`.
pub(crate) fn remainder(
    graph: &mut Graph,
    parameters: &[NodeId],
    a: NodeId,
    by: &Monomial,
) -> NodeId {
    match divisor(graph, parameters, by) {
        Some(by) => graph.rem(a, by),
        None => a,
    }
}

/// The sum of `summands`. Positive ones come first.
pub(crate) fn sum(graph: &mut Graph, summands: &[Summand]) -> NodeId {
    let mut total: Option<NodeId> = None;
    for &(positive, node) in summands.iter().filter(|summand| summand.0) {
        debug_assert!(positive);
        total = Some(match total {
            None => node,
            Some(total) => graph.add(total, node),
        });
    }
    let mut total = total.unwrap_or_else(|| graph.constant(0));
    for &(_, node) in summands.iter().filter(|summand| !summand.0) {
        total = graph.sub(total, node);
    }
    total
}

/// A node times a factor.
#[derive(Clone, Debug)]
pub(crate) struct Term {
    node: NodeId,
    factor: Monomial,
}

/// The terms of a sum that are best for each way to write it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Terms {
    by_node: Vec<Term>,
    nested: Vec<Term>,
}

/// The summands of `terms`: each node times the sum of its factors.
fn by_node(graph: &mut Graph, parameters: &[NodeId], terms: &[Term]) -> Vec<Summand> {
    let mut out = Vec::new();
    for (k, Term { node, factor }) in terms.iter().enumerate() {
        if terms[..k].iter().any(|before| before.node == *node) {
            continue;
        }
        let others = terms[k + 1..].iter().filter(|other| other.node == *node);
        let mut factors = vec![factor];
        factors.extend(others.map(|other| &other.factor));
        let is_positive = factors.iter().any(|factor| factor.factor > 0);
        let summands: Vec<Summand> = factors
            .iter()
            .map(|one| {
                let size = product(graph, parameters, &one.magnitude());
                (one.factor > 0 || !is_positive, size)
            })
            .collect();
        let factor = sum(graph, &summands);
        let product = graph.mul(*node, factor);
        if graph.as_constant(product) != Some(0) {
            out.push((is_positive, product));
        }
    }
    out
}

/// The summands of `terms`, where the parameter of most terms is the factor of their sum.
fn nested(graph: &mut Graph, parameters: &[NodeId], terms: &[Term]) -> Vec<Summand> {
    let is_factor = |parameter: &usize, term: &Term| term.factor.parameters.contains(parameter);
    let count = |parameter: &usize| terms.iter().filter(|term| is_factor(parameter, term)).count();
    let common = (0..parameters.len()).rev().max_by_key(count).filter(|one| count(one) > 1);
    let Some(common) = common else { return by_node(graph, parameters, terms) };
    let (mut inner, rest): (Vec<Term>, Vec<Term>) =
        terms.iter().cloned().partition(|term| is_factor(&common, term));
    for term in &mut inner {
        let at = term.factor.parameters.iter().position(|&one| one == common);
        at.map(|at| term.factor.parameters.remove(at));
    }
    let mut inner = nested(graph, parameters, &inner);
    inner.sort_by_key(|&(_, node)| graph.cost(node));
    let is_positive = inner.iter().any(|summand| summand.0);
    if !is_positive {
        inner.iter_mut().for_each(|summand| summand.0 = true);
    }
    let inner = sum(graph, &inner);
    let mut out = vec![(is_positive, graph.mul(inner, parameters[common]))];
    out.extend(nested(graph, parameters, &rest));
    out
}

/// The summands of the sums of `groups` with the fewest operations.
pub(crate) fn summands(graph: &mut Graph, parameters: &[NodeId], groups: &[Terms]) -> Vec<Summand> {
    let of = |terms: fn(&Terms) -> &[Term]| -> Vec<Term> {
        groups.iter().flat_map(terms).cloned().collect()
    };
    let mut choices = vec![by_node(graph, parameters, &of(|group| &group.by_node))];
    let has_parameters = |term: &Term| !term.factor.parameters.is_empty();
    if !groups.iter().flat_map(|group| &group.nested).any(has_parameters) {
        return choices.remove(0);
    }
    // One by one, so that a group without a common factor is not nested for another.
    choices.push(
        groups
            .iter()
            .flat_map(|group| {
                let first = by_node(graph, parameters, &group.by_node);
                let second = nested(graph, parameters, &group.nested);
                if cost_of(graph, &second) < cost_of(graph, &first) { second } else { first }
            })
            .collect(),
    );
    choices.push(nested(graph, parameters, &of(|group| &group.nested)));
    choices.push(nested(graph, parameters, &of(|group| &group.by_node)));
    choices.into_iter().min_by_key(|choice| cost_of(graph, choice)).unwrap_or_default()
}

/// The cost of the sum.
fn cost_of(graph: &mut Graph, summands: &[Summand]) -> u32 {
    let root = sum(graph, summands);
    graph.cost(root)
}

/// Appends `factor * node`. Factors of a node that differ in the integer alone are added up. `None` beyond 127 bits.
fn push(graph: &Graph, out: &mut Vec<Term>, node: NodeId, factor: Monomial) -> Option<()> {
    if factor.factor == 0 || graph.as_constant(node) == Some(0) {
        return Some(());
    }
    let same = |term: &Term| term.node == node && term.factor.parameters == factor.parameters;
    let Some(at) = out.iter().position(same) else {
        out.push(Term { node, factor });
        return Some(());
    };
    let both = out[at].factor.factor.checked_add(factor.factor);
    out[at].factor = Monomial::checked(both, factor.parameters)?;
    if out[at].factor.factor == 0 {
        out.remove(at);
    }
    Some(())
}

/// The terms for one choice: bit `k` of `masked` is set if digit `k` is a remainder. `None` if a factor has more
/// than 127 bits, which the choice of all remainders excludes.
fn chosen(
    graph: &mut Graph,
    parameters: &[NodeId],
    x: NodeId,
    list: &[Digit],
    masked: u64,
) -> Option<Vec<Term>> {
    let mut out = Vec::new();
    // `x / (n_0 .. n_(k-1))`.
    let mut above = x;
    // The exponent of `n_0 .. n_(k-1)`, while it is a power of two.
    let mut low = Some(0);
    // What the digit before subtracts from the factor of this quotient.
    let mut carried: Option<Monomial> = None;
    // Masks of bits of `x` that move by the same distance.
    let mut moves: Vec<(i32, u64)> = Vec::new();
    let end = if graph.mask() == u64::MAX { 64 } else { 32 };
    for (k, digit) in list.iter().enumerate() {
        let is_last = k + 1 == list.len();
        let is_masked = !is_last && masked >> k & 1 == 1;
        let width = if is_last { Some(end) } else { digit.radix.log2() };
        let shift = digit.factor.log2();
        let mut plain = None;
        if let (true, Some(low), Some(width), None) = (is_masked || is_last, low, width, &carried)
            && digit.factor.factor != 0
        {
            // A run of bits of `x`.
            let top = if width >= end - low { 0 } else { u64::MAX << (low + width) };
            let mask = !top & (u64::MAX << low);
            if let Some(shift) = shift {
                let distance = shift as i32 - low as i32;
                match moves.iter_mut().find(|found| found.0 == distance) {
                    Some(found) => found.1 |= mask,
                    None => moves.push((distance, mask)),
                }
            } else {
                let twos = digit.factor.factor.trailing_zeros().min(low);
                let bits = graph.and(x, mask);
                let bits = graph.shr(bits, low - twos);
                let factor = Monomial {
                    factor: digit.factor.factor >> twos,
                    parameters: digit.factor.parameters.clone(),
                };
                push(graph, &mut out, bits, factor)?;
            }
        } else if is_masked {
            let rest = remainder(graph, parameters, above, &digit.radix);
            push(graph, &mut out, rest, digit.factor.clone())?;
        } else {
            plain = Some(digit.factor.clone());
        }
        // The factor of this quotient: `d_k - n_(k-1) d_(k-1)`.
        for factor in [plain.clone(), carried.take().map(|down| down.negated())] {
            push(graph, &mut out, above, factor.unwrap_or(Monomial::constant(0)))?;
        }
        if let Some(factor) = plain
            && !is_last
        {
            carried = Some(digit.radix.checked_times(&factor)?);
        }
        if !is_last {
            above = quotient(graph, parameters, above, &digit.radix);
            low = match (low, digit.radix.log2()) {
                (Some(low), Some(width)) if low + width < end => Some(low + width),
                _ => None,
            };
        }
    }
    for (distance, mask) in moves {
        let bits = graph.and(x, mask);
        let by = distance.unsigned_abs();
        let moved = if distance < 0 { graph.shr(bits, by) } else { graph.shl(bits, by) };
        push(graph, &mut out, moved, Monomial::ONE)?;
    }
    Some(out)
}

/// The terms of `sum c_k d_k` with the fewest operations, for each way to write the sum.
pub(crate) fn digits(graph: &mut Graph, parameters: &[NodeId], x: NodeId, list: &[Digit]) -> Terms {
    type Write = fn(&mut Graph, &[NodeId], &[Term]) -> Vec<Summand>;
    let mut best = |write: Write| {
        let choices = list.len().saturating_sub(1);
        let mut best: Option<(u32, Vec<Term>)> = None;
        let mut consider = |graph: &mut Graph, masked: u64| {
            let Some(terms) = chosen(graph, parameters, x, list, masked) else { return false };
            let summands = write(graph, parameters, &terms);
            let cost = cost_of(graph, &summands);
            let is_better = best.as_ref().is_none_or(|(least, _)| cost < *least);
            if is_better {
                best = Some((cost, terms));
            }
            is_better
        };
        if choices <= 6 {
            for masked in (0..1 << choices).rev() {
                consider(graph, masked);
            }
        } else {
            // Digit by digit: all choices of many digits would take too long.
            let mut masked = (1_u64 << choices) - 1;
            consider(graph, masked);
            consider(graph, 0);
            for k in 0..choices {
                if consider(graph, masked ^ 1 << k) {
                    masked ^= 1 << k;
                }
            }
        }
        best.map_or_else(Vec::new, |(_, terms)| terms)
    };
    let by_node = best(by_node);
    let is_constant =
        |digit: &Digit| digit.radix.parameters.is_empty() && digit.factor.parameters.is_empty();
    let nested = if list.iter().all(is_constant) { by_node.clone() } else { best(nested) };
    Terms { by_node, nested }
}
