//! Functions of nested tuples.

use layout_core::IntTuple;

use crate::said::{Recorded, ask, ask_each};
use crate::universe::{RandomSource, with_leaves};

/// Leaves of all signs, some unknown, some with a basis.
fn tuple(source: &mut RandomSource) -> IntTuple {
    let values = source.of(&[
        &[1, 2, 3, 4, 6, 8][..],
        &[-3, -1, 0, 1, 2, 5],
        &[0, 1, 2, 12, 60],
        &[1, 1 << 40, i64::MAX, -i64::MAX, 3],
    ]);
    let (unknown, units) = (source.once_in(4), source.once_in(8));
    source.tuple(&mut |source| {
        let value = source.of(values);
        match source.below(3) {
            0 if unknown => IntTuple::unknown(value),
            0 if units => IntTuple::unit(value, source.of(&[&[0][..], &[1, 0], &[2]])).unwrap(),
            _ => IntTuple::leaf(value),
        }
    })
}

#[test]
fn of_one_tuple() {
    let (answers, mut source) = (Recorded::of("tuple"), RandomSource::new(10));
    for _ in 0..1000 {
        let a = tuple(&mut source);
        ask_each!(answers: a,
            product_of product_each sum sum_of flatten reverse wrap unwrap sort size rank depth leaf_count
            all_known are_integers set_unknown);
        let said = a.to_string();
        answers.add("parse", &[&said], &said.parse::<IntTuple>());
        ask!(answers: a.with_unknown_leaves(0));
        ask!(answers: a.with_unknown_leaves(1));
        let begin = source.below(3);
        let end = begin + source.below(3);
        let path: Vec<usize> = (0..source.below(4)).map(|_| source.below(3)).collect();
        ask!(answers: a.mode(begin));
        ask!(answers: a.get(&path));
        ask!(answers: a.take(begin, end));
        ask!(answers: a.select(&path));
        ask!(answers: a.group(begin, end));
        ask!(answers: a.remove(begin));
        ask!(answers: a.repeat(end));
        ask!(answers: a.inside(begin));
    }
    answers.compare();
}

#[test]
fn of_two_tuples() {
    let (answers, mut source) = (Recorded::of("tuples"), RandomSource::new(11));
    for _ in 0..1500 {
        let a = tuple(&mut source);
        // An equal nesting, a coarser one, or any.
        let b = match source.below(4) {
            0 | 1 => {
                let values = source.of(&[
                    &[1, 2, 3, 4, 6, 8][..],
                    &[-1, 0, 1, 2, 3],
                    &[1, i64::MAX, 1 << 40],
                ]);
                let unknown = source.once_in(4);
                let leaves: Vec<IntTuple> = (0..a.leaf_count())
                    .map(|k| match source.of(&[0, 1, 2]) {
                        0 => IntTuple::leaf(a.value(k)),
                        1 if unknown => IntTuple::unknown(source.of(values)),
                        _ => IntTuple::leaf(source.of(values)),
                    })
                    .collect();
                with_leaves(&a, &mut leaves.into_iter())
            }
            2 => source.coarser(&a),
            _ => tuple(&mut source),
        };
        ask!(answers: a.congruent(&b));
        ask!(answers: a.weakly_congruent(&b));
        ask!(answers: a.compatible(&b));
        ask!(answers: a.weakly_compatible(&b));
        ask!(answers: a.evenly_divides(&b));
        ask!(answers: a.equals(&b));
        ask!(answers: a.same_form(&b));
        ask!(answers: a.matches(&b));
        ask!(answers: a.elem_less(&b));
        ask!(answers: a.elem_leq(&b));
        ask!(answers: a.elem_gtr(&b));
        ask!(answers: a.elem_geq(&b));
        ask!(answers: a.lex_less(&b));
        ask!(answers: a.colex_less(&b));
        ask!(answers: a.elem_add(&b));
        ask!(answers: a.elem_sub(&b));
        ask!(answers: a.elem_min(&b));
        ask!(answers: a.elem_max(&b));
        ask!(answers: a.elem_scale(&b));
        ask!(answers: b.elem_scale(&a));
        ask!(answers: a.shape_div(&b));
        ask!(answers: a.shape_mod(&b));
        ask!(answers: b.shape_div(&a));
        ask!(answers: a.ceil_div(&b));
        ask!(answers: a.ceil_div_by_mode(&b));
        ask!(answers: a.round_up(&b));
        ask!(answers: a.inner_product(&b));
        ask!(answers: a.inner_product_of(&b));
        ask!(answers: a.product_like(&b));
        ask!(answers: a.unflatten(&b));
        ask!(answers: a.append(&b));
        ask!(answers: a.prepend(&b));
        ask!(answers: a.repeat_like(&b));
        let i = source.below(4);
        ask!(answers: a.replace(i, &b));
        ask!(answers: a.insert(i, &b));
    }
    answers.compare();
}
