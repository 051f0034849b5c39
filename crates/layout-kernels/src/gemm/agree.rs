//! Checks that the extents of A, B and C agree.

use crate::side::known_extent;
use layout_core as value;
use layout_core::{LayoutError, Text};
use static_layout::internal::{self, Form};

/// The message that a product does not fit into `into`, and which of the pairs of known extents is the first that differs.
const fn difference<const N: usize>(
    factors: &[&value::Layout],
    into: &value::Layout,
    extents: &[[Option<i64>; 2]; N],
    words: &[[&str; 3]; N],
) -> Option<(usize, Text)> {
    let mut i = 0;
    while i < N {
        if let [Some(left), Some(right)] = extents[i]
            && left != right
        {
            let (mut text, mut k) = (Text::of("cannot multiply "), 0);
            while k < factors.len() {
                text = text.then(if k == 0 { "" } else { " by " }).then_layout(factors[k]);
                k += 1;
            }
            let text = text.then(" into ").then_layout(into).then(words[i][0]).then_number(left);
            return Some((i, text.then(words[i][1]).then_number(right).then(words[i][2])));
        }
        i += 1;
    }
    None
}

/// The message that `a` times `b` does not fit `c`, or `None` if the known extents agree.
const fn disagreement(a: &value::Layout, b: &value::Layout, c: &value::Layout) -> Option<Text> {
    let extents = [
        [known_extent(a, 0), known_extent(c, 0)],
        [known_extent(b, 1), known_extent(c, 1)],
        [known_extent(a, 1), known_extent(b, 0)],
        [known_extent(a, 2), known_extent(c, 2)],
        [known_extent(b, 2), known_extent(c, 2)],
    ];
    let words = [
        [": A has ", " rows and C has ", ""],
        [": B has ", " columns and C has ", ""],
        [": A has ", " columns and B has ", " rows"],
        [": A has a batch of ", " matrices and C of ", ""],
        [": B has a batch of ", " matrices and C of ", ""],
    ];
    let Some((i, text)) = difference(&[a, b], c, &extents, &words) else { return None };
    // The other two rows are numbers of matrices.
    Some(if i < 3 { text.then(transposed(&extents)) } else { text })
}

/// The message that `a` times `b` times `c` does not fit `d`, or `None` if the known extents agree.
#[cfg(feature = "alloc")]
const fn chain_disagreement([a, b, c, d]: [&value::Layout; 4]) -> Option<Text> {
    let extents = [
        [known_extent(a, 1), known_extent(b, 0)],
        [known_extent(b, 1), known_extent(c, 0)],
        [known_extent(a, 0), known_extent(d, 0)],
        [known_extent(c, 1), known_extent(d, 1)],
    ];
    let words = [
        [": A has ", " columns and B has ", " rows"],
        [": B has ", " columns and C has ", " rows"],
        [": A has ", " rows and D has ", ""],
        [": C has ", " columns and D has ", ""],
    ];
    match difference(&[a, b, c], d, &extents, &words) {
        Some((_, text)) => Some(text),
        None => None,
    }
}

/// The hint that the transpose of one matrix makes the extents of a product agree, if one alone does. `extents` are those
/// of [`disagreement`].
const fn transposed(extents: &[[Option<i64>; 2]; 5]) -> &'static str {
    let [[m, c_rows], [n, c_columns], [a_columns, b_rows], _, _] = *extents;
    let [a, b, c] = [
        agree(a_columns, c_rows) && agree(n, c_columns) && agree(m, b_rows),
        agree(m, c_rows) && agree(b_rows, c_columns) && agree(a_columns, n),
        agree(m, c_columns) && agree(n, c_rows) && agree(a_columns, b_rows),
    ];
    match (a, b, c) {
        (true, false, false) => "; the transpose of A fits",
        (false, true, false) => "; the transpose of B fits",
        (false, false, true) => "; the transpose of C fits",
        _ => "",
    }
}

/// Whether two known extents are equal.
const fn agree(left: Option<i64>, right: Option<i64>) -> bool {
    match (left, right) {
        (Some(left), Some(right)) => left == right,
        _ => false,
    }
}

/// Stops the compiler unless the layout has `rank` modes.
#[track_caller]
const fn has_modes<L: Form>(rank: usize) {
    let rule = match rank {
        2 => "a matrix has two modes, (rows, columns): group the others into two",
        _ => "matrices in batches have three modes, (rows, columns, batch)",
    };
    internal::require_of::<L>(L::FORM.rank() == rank, rule)
}

/// Stops the compiler unless the layouts have `rank` modes, their static extents agree, and a static C maps each
/// coordinate to an element of its own.
#[track_caller]
pub const fn check<A: Form, B: Form, C: Form>(rank: usize) {
    let (a, b, c) = (&A::FORM, &B::FORM, &C::FORM);
    if !internal::are_made::<A, B, C>() {
        return;
    }
    has_modes::<A>(rank);
    has_modes::<B>(rank);
    has_modes::<C>(rank);
    if let Some(text) = disagreement(a, b, c) {
        panic!("{}", text.as_str())
    }
    internal::disjoint::<C>()
}

/// Stops the compiler unless the layouts of a chain of products have two modes, their static extents agree, and a static D maps each
/// coordinate to an element of its own.
#[cfg(feature = "alloc")]
#[track_caller]
pub const fn check_chain<A: Form, B: Form, C: Form, D: Form>() {
    if !internal::are_made::<A, B, C>() || !internal::are_made::<D, D, D>() {
        return;
    }
    has_modes::<A>(2);
    has_modes::<B>(2);
    has_modes::<C>(2);
    has_modes::<D>(2);
    if let Some(text) = chain_disagreement([&A::FORM, &B::FORM, &C::FORM, &D::FORM]) {
        panic!("{}", text.as_str())
    }
    internal::disjoint::<D>()
}

/// The message that an input does not fit `d`, or `None` if the known extents agree.
#[cfg(feature = "alloc")]
const fn input_disagreement(input: &value::Layout, d: &value::Layout) -> Option<Text> {
    let words = [" rows and D has ", " columns and D has "];
    let mut k = 0;
    while k < 2 {
        if let (Some(left), Some(right)) = (known_extent(input, k), known_extent(d, k))
            && left != right
        {
            let text = Text::of("cannot combine ").then_layout(input).then(" with ").then_layout(d);
            let text = text.then(": the input has ").then_number(left).then(words[k]);
            return Some(text.then_number(right));
        }
        k += 1;
    }
    None
}

/// Stops the compiler unless the layout of an input has two modes, with the static extents of D.
#[cfg(feature = "alloc")]
#[track_caller]
pub const fn check_input<I: Form, D: Form>() {
    if !internal::are_made::<I, D, D>() {
        return;
    }
    has_modes::<I>(2);
    if let Some(text) = input_disagreement(&I::FORM, &D::FORM) {
        panic!("{}", text.as_str())
    }
}

/// Panics unless an input has the extents of D.
#[cfg(feature = "alloc")]
#[track_caller]
pub fn input<I: Form, D: Form>(input: I, d: D) {
    if input.mode_sizes::<2>() != d.mode_sizes::<2>() {
        refuse_input(input, d);
    }
}

/// Panics with the message that an input does not have the run-time extents of D.
#[cfg(feature = "alloc")]
#[cold]
#[inline(never)]
#[track_caller]
fn refuse_input<I: Form, D: Form>(input: I, d: D) -> ! {
    let [input, d] = [input.with_words(), d.with_words()].map(|layout| layout.set_known());
    match input_disagreement(&input, &d) {
        Some(text) => panic!("{}", text.as_str()),
        None => unreachable!("the extents were found to disagree"),
    }
}

/// Panics unless the extents of a chain of products agree.
#[cfg(feature = "alloc")]
#[track_caller]
pub fn chain<A: Form, B: Form, C: Form, D: Form>(a: A, b: B, c: C, d: D) {
    let [[m, k], [inner, n], [depth, p]] =
        [a.mode_sizes::<2>(), b.mode_sizes::<2>(), c.mode_sizes::<2>()];
    if k != inner || n != depth || d.mode_sizes::<2>() != [m, p] {
        refuse_chain(a, b, c, d);
    }
}

/// Panics with the message that run-time extents of a chain disagree.
#[cfg(feature = "alloc")]
#[cold]
#[inline(never)]
#[track_caller]
fn refuse_chain<A: Form, B: Form, C: Form, D: Form>(a: A, b: B, c: C, d: D) -> ! {
    let [a, b, c, d] = [a.with_words(), b.with_words(), c.with_words(), d.with_words()]
        .map(|layout| layout.set_known());
    match chain_disagreement([&a, &b, &c, &d]) {
        Some(text) => panic!("{}", text.as_str()),
        None => unreachable!("the extents were found to disagree"),
    }
}

/// Panics with the message that run-time extents disagree.
#[cold]
#[inline(never)]
#[track_caller]
pub fn refuse<A: Form, B: Form, C: Form>(a: A, b: B, c: C) -> ! {
    let [a, b, c] =
        [a.with_words(), b.with_words(), c.with_words()].map(|layout| layout.set_known());
    match disagreement(&a, &b, &c) {
        Some(text) => panic!("{}", text.as_str()),
        None => unreachable!("the extents were found to disagree"),
    }
}

/// Panics because a run-time layout of C maps two coordinates to one element.
#[cold]
#[inline(never)]
#[track_caller]
pub fn refuse_repeated(error: LayoutError) -> ! {
    panic!("{error}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transpose_that_fits_is_named() {
        let hint = |a: &str, b: &str, c: &str| {
            let [a, b, c] = [a, b, c].map(|text| text.parse().unwrap());
            let text = disagreement(&a, &b, &c).unwrap();
            let hint = text.as_str().rsplit_once("; ").map_or("", |(_, hint)| hint);
            hint.chars().find(|c| c.is_ascii_uppercase())
        };
        assert_eq!(hint("(8,6)", "(8,4)", "(6,4)"), Some('A'));
        assert_eq!(hint("(6,8)", "(4,8)", "(6,4)"), Some('B'));
        assert_eq!(hint("(6,8)", "(8,4)", "(4,6)"), Some('C'));
        assert_eq!(hint("(4,8)", "(8,4)", "(4,6)"), None);
        // More than one would fit, or none is needed.
        assert_eq!(hint("(4,4)", "(4,4)", "(6,4)"), None);
        assert_eq!(hint("(4,4,2)", "(4,4,3)", "(4,4,2)"), None);
    }
}
