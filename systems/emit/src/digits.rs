//! Sums of digits: for `x = c_0 + c_1 n_0 + c_2 n_0 n_1 + ..`, an expression of `sum c_k d_k` with few operations.
//!
//! There are two ways to compute a digit. `c_k = q_k % n_k`, where `q_k = x / (n_0 .. n_(k-1))`: a mask for a power of
//! two. Or `c_k = q_k - n_k q_(k+1)`, which adds `d_k` to the factor of one quotient and subtracts `n_k d_k` from the
//! factor of the next. The second way needs no remainder. [`digits`] counts the operations of both for each digit.

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

/// Appends `monomial * node`.
fn times(
    graph: &mut Graph,
    parameters: &[NodeId],
    node: NodeId,
    monomial: &Monomial,
    out: &mut Vec<Summand>,
) {
    if monomial.factor == 0 {
        return;
    }
    let size = product(graph, parameters, &monomial.magnitude());
    let node = graph.mul(node, size);
    if graph.as_constant(node) != Some(0) {
        out.push((monomial.factor > 0, node));
    }
}

/// The summands for one choice: bit `k` of `masked` is set if digit `k` is a remainder. `None` if a factor has more
/// than 127 bits, which the choice of all remainders excludes.
fn chosen(
    graph: &mut Graph,
    parameters: &[NodeId],
    x: NodeId,
    list: &[Digit],
    masked: u64,
) -> Option<Vec<Summand>> {
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
                times(graph, parameters, bits, &factor, &mut out);
            }
        } else if is_masked {
            let rest = remainder(graph, parameters, above, &digit.radix);
            times(graph, parameters, rest, &digit.factor, &mut out);
        } else {
            plain = Some(digit.factor.clone());
        }
        // The factor of this quotient: `d_k - n_(k-1) d_(k-1)`.
        match (plain.clone(), carried.take()) {
            (None, None) => {}
            (Some(one), None) => times(graph, parameters, above, &one, &mut out),
            (None, Some(one)) => times(graph, parameters, above, &one.negated(), &mut out),
            (Some(up), Some(down)) if up.parameters == down.parameters || up.factor == 0 => {
                let factor = up.factor.checked_sub(down.factor);
                let both = Monomial::checked(factor, down.parameters)?;
                times(graph, parameters, above, &both, &mut out);
            }
            (Some(up), Some(down)) => {
                let up = product(graph, parameters, &up);
                let down = product(graph, parameters, &down);
                let factor = graph.sub(up, down);
                let node = graph.mul(above, factor);
                out.push((true, node));
            }
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
        if graph.as_constant(moved) != Some(0) {
            out.push((true, moved));
        }
    }
    Some(out)
}

/// The summands of `sum c_k d_k` with the fewest operations.
pub(crate) fn digits(
    graph: &mut Graph,
    parameters: &[NodeId],
    x: NodeId,
    list: &[Digit],
) -> Vec<Summand> {
    let choices = list.len().saturating_sub(1);
    let mut best: Option<(u32, Vec<Summand>)> = None;
    let mut consider = |graph: &mut Graph, masked: u64| {
        let Some(summands) = chosen(graph, parameters, x, list, masked) else { return false };
        let root = sum(graph, &summands);
        let cost = graph.cost(root);
        let is_better = best.as_ref().is_none_or(|(least, _)| cost < *least);
        if is_better {
            best = Some((cost, summands));
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
    best.map_or_else(Vec::new, |(_, summands)| summands)
}
