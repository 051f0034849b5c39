//! Coordinates, evaluation, structure, coalescing, and the notation.

use layout_core::{ComposedLayout, Coord, IntTuple, Layout, Tiler};
use proptest::prelude::*;

use crate::strategies::{any_layout, compact, shape, signed};
use crate::support::{multiset, unbounded};

fn offset(a: &Layout, i: i64) -> i64 {
    a.index(&i.into()).unwrap()
}

/// The layout with other strides.
fn with_stride(a: &Layout, stride: impl Fn(usize) -> i64) -> Layout {
    let mut strides = a.stride();
    (0..strides.leaf_count()).for_each(|k| strides.set_value(k, stride(k)));
    Layout::new(a.shape(), strides).unwrap()
}

/// The coordinate with `_` at each leaf whose bit is set.
fn keeping(at: &IntTuple, kept: u32, leaf: &mut u32) -> Coord {
    if at.depth() == 0 {
        *leaf += 1;
        return if kept >> (*leaf - 1) & 1 == 1 { Coord::KEEP } else { Coord::leaf(at.value(0)) };
    }
    let parts: Vec<Coord> =
        (0..at.rank()).map(|k| keeping(&at.mode(k).unwrap(), kept, leaf)).collect();
    Coord::tuple(&parts).unwrap()
}

proptest! {
    #[test]
    fn a_linear_index_and_its_coordinate_are_inverse(s in shape()) {
        let a = Layout::col_major(s).unwrap();
        for i in 0..a.size() {
            let c: Coord = a.coord(i).unwrap().into();
            prop_assert_eq!(a.index(&c), Ok(i));
            prop_assert_eq!(a.index(&a.flat_coord(i).unwrap().into()), Ok(i));
            prop_assert_eq!(a.try_index(&c), Ok(i));
        }
        prop_assert!(a.try_index(&a.size().into()).is_err());
        prop_assert!(a.try_index(&(-1).into()).is_err());
    }

    #[test]
    fn sizes_survive_flatten_and_group(a in any_layout()) {
        let leaves: i64 = (0..a.shape().leaf_count()).map(|k| a.shape().value(k)).product();
        prop_assert_eq!(a.size(), leaves);
        prop_assert_eq!(a.flatten().unwrap().size(), leaves);
        prop_assert!(a.flatten().unwrap().depth() <= 1);
        let grouped = a.group(0, a.rank()).unwrap();
        prop_assert_eq!(grouped.size(), leaves);
        prop_assert!(grouped.iter().eq(a.iter()));
    }

    #[test]
    fn compatible_and_congruent_are_orders(a in shape(), b in shape(), c in shape()) {
        let flat = layout_core::internal::unchecked_layout(a, a).flatten().unwrap().shape();
        let whole = IntTuple::leaf(a.size().unwrap());
        for order in [IntTuple::compatible, IntTuple::weakly_congruent] {
            prop_assert!(order(&a, &a) && order(&whole, &a) && order(&whole, &flat));
            for (x, y, z) in [(a, b, c), (whole, a, b), (a, flat, c), (whole, flat, a)] {
                prop_assert!(!(order(&x, &y) && order(&y, &z)) || order(&x, &z));
                prop_assert!(!(order(&x, &y) && order(&y, &x)) || x.congruent(&y));
            }
        }
        prop_assert!(!(a.compatible(&b) && b.compatible(&a)) || a == b);
    }

    #[test]
    fn every_form_of_a_coordinate_names_one_element(a in signed()) {
        for i in 0..a.size() {
            let natural: Coord = a.coord(i).unwrap().into();
            prop_assert_eq!(a.index(&natural), Ok(offset(&a, i)));
            prop_assert_eq!(a.index(&a.flat_coord(i).unwrap().into()), Ok(offset(&a, i)));
        }
        prop_assert!(a.iter().eq((0..a.size()).map(|i| offset(&a, i))));
        prop_assert_eq!(a.iter().len() as i64, a.size());
    }

    #[test]
    fn evaluation_is_linear_in_the_strides(a in signed(), k in -3..4_i64) {
        let scaled = with_stride(&a, |leaf| k * a.stride().value(leaf));
        let ones = with_stride(&a, |leaf| leaf as i64);
        let sum = with_stride(&a, |leaf| a.stride().value(leaf) + leaf as i64);
        for i in 0..a.size() {
            prop_assert_eq!(offset(&scaled, i), k * offset(&a, i));
            prop_assert_eq!(offset(&sum, i), offset(&a, i) + offset(&ones, i));
        }
    }

    #[test]
    fn evaluation_is_linear_in_natural_coordinates(a in signed(), i in 0..4096_i64, j in 0..4096_i64) {
        let (x, y) = (a.coord(i % a.size()).unwrap(), a.coord(j % a.size()).unwrap());
        let mut sum = x;
        (0..x.leaf_count()).for_each(|k| sum.set_value(k, x.value(k) + y.value(k)));
        let at = |c: IntTuple| a.index(&c.into()).unwrap();
        prop_assert_eq!(at(sum), at(x) + at(y));
        // Each leaf contributes with its own stride.
        let dot: i64 = (0..x.leaf_count()).map(|k| x.value(k) * a.stride().value(k)).sum();
        prop_assert_eq!(at(x), dot);
    }

    #[test]
    fn past_its_size_a_layout_repeats_at_its_last_stride(a in any_layout(), q in 0..4_i64) {
        let last = a.shape().leaf_count() - 1;
        let step = a.shape().value(last) * a.stride().value(last);
        for r in 0..a.size() {
            prop_assert_eq!(offset(&a, q * a.size() + r), offset(&a, r) + q * step);
        }
    }

    #[test]
    fn a_slice_and_its_offset_make_up_the_layout(a in any_layout(), i in 0..64_i64) {
        let rank = a.rank();
        prop_assume!(a.depth() > 0 && rank > 1);
        let at = a.flat_coord(i % a.size()).unwrap();
        for kept in 0..rank {
            let leaves: Vec<Coord> = (0..rank)
                .map(|k| if k == kept { Coord::KEEP } else { Coord::leaf(at.value(k)) })
                .collect();
            let (part, start) = a.slice(&Coord::tuple(&leaves).unwrap()).unwrap();
            for j in 0..part.size() {
                let mut whole = at;
                whole.set_value(kept, j);
                prop_assert_eq!(a.index(&whole.into()).unwrap(), start + offset(&part, j));
            }
        }
        prop_assert_eq!(a.slice(&Coord::KEEP), Ok((a, 0)));
    }

    /// `_` may keep any leaf, not only whole modes.
    #[test]
    fn a_slice_of_leaves_and_its_offset_make_up_the_layout(a in signed(), i in 0..4096_i64, kept in any::<u32>()) {
        let at = a.coord(i % a.size()).unwrap();
        prop_assume!(kept & ((1 << at.leaf_count()) - 1) != 0);
        let (part, start) = a.slice(&keeping(&at, kept, &mut 0)).unwrap();
        let mut whole = at;
        for j in 0..part.size() {
            let digits = part.flatten().unwrap().coord(j).unwrap();
            let leaves = (0..at.leaf_count()).filter(|k| kept >> k & 1 == 1);
            leaves.enumerate().for_each(|(digit, leaf)| whole.set_value(leaf, digits.value(digit)));
            prop_assert_eq!(a.index(&whole.into()).unwrap(), start + offset(&part, j));
        }
    }

    #[test]
    fn a_layout_is_made_of_its_modes(a in signed(), b in signed()) {
        let modes: Vec<Layout> = a.modes().collect();
        let again = Layout::from_modes(&modes).unwrap();
        // A leaf is its own only mode, and comes back in a tuple.
        if a.depth() == 0 {
            prop_assert_eq!((again.mode(0), again.rank(), again.depth()), (Ok(a), 1, 1));
        } else {
            prop_assert_eq!(again, a);
        }
        let both = Layout::from_modes(&[a, b, a]).unwrap();
        prop_assert!(both.modes().eq([a, b, a]) && both.modes().rev().eq([a, b, a]));
        prop_assert_eq!(Layout::from_modes(&[a, b]), a.concat(&b));
    }

    #[test]
    fn cosize_is_the_width_of_the_offsets(a in signed()) {
        let (least, most) = (a.iter().min().unwrap(), a.iter().max().unwrap());
        prop_assert_eq!(a.cosize(), most - least + 1);
        prop_assert_eq!((a.min_offset(), a.max_offset()), (Ok(least), Ok(most)));
    }

    #[test]
    fn concatenation_adds(a in any_layout(), b in any_layout()) {
        let pair = a.concat(&b).unwrap();
        prop_assert_eq!(pair.size(), a.size() * b.size());
        prop_assert_eq!(pair.cosize(), a.cosize() + b.cosize() - 1);
        prop_assert_eq!((pair.mode(0).unwrap(), pair.mode(1).unwrap()), (a, b));
        let sums: Vec<i64> = b.iter().flat_map(|y| a.iter().map(move |x| x + y)).collect();
        prop_assert_eq!(pair.iter().collect::<Vec<_>>(), sums);
        let swapped = pair.select(&[1, 0]).unwrap();
        prop_assert_eq!(multiset(&swapped), multiset(&pair));
        prop_assert_eq!(swapped.cosize(), pair.cosize());
    }

    #[test]
    fn permuting_modes_keeps_the_offsets(a in signed(), order in Just((0..12_usize).collect::<Vec<_>>()).prop_shuffle()) {
        let order: Vec<usize> = order.into_iter().filter(|&k| k < a.rank()).collect();
        let permuted = a.select(&order).unwrap();
        prop_assert_eq!(multiset(&permuted), multiset(&a));
        prop_assert_eq!((permuted.size(), permuted.cosize()), (a.size(), a.cosize()));
    }

    #[test]
    fn structure_is_consistent(a in any_layout(), b in any_layout()) {
        let rank = a.rank();
        let appended = a.append(&b).unwrap();
        prop_assert_eq!(appended.rank(), rank + 1);
        prop_assert_eq!(appended.mode(rank).unwrap(), b);
        prop_assert_eq!(a.prepend(&b).unwrap().mode(0).unwrap(), b);
        prop_assert_eq!(a.replace(rank - 1, &b).unwrap().mode(rank - 1).unwrap(), b);
        prop_assert_eq!(a.append_to(&b, rank).unwrap(), a);
        let all: Vec<usize> = (0..rank).collect();
        prop_assert_eq!(a.select(&all).unwrap(), a.take(0, rank).unwrap());
        prop_assert!(a.mode(rank).is_err() && a.take(0, rank + 1).is_err());
    }

    #[test]
    fn coalesce_keeps_the_function(a in signed()) {
        let c = a.coalesce().unwrap();
        prop_assert!(c.iter().eq(a.iter()));
        prop_assert!(c.depth() <= 1 && c.shape().leaf_count() <= a.shape().leaf_count());
        prop_assert_eq!(c.coalesce().unwrap(), c);
        let past = unbounded(&a);
        prop_assert_eq!(past(a.size()), c.index(&a.size().into()).unwrap());
    }

    #[test]
    fn coalesce_by_keeps_the_rank_and_refines(a in any_layout()) {
        let ones: Vec<IntTuple> = vec![IntTuple::leaf(1); a.rank()];
        let by = a.coalesce_by(&IntTuple::tuple(&ones).unwrap()).unwrap();
        prop_assert_eq!(by.rank(), a.rank());
        prop_assert_eq!(by.coalesce().unwrap(), a.coalesce().unwrap());
        for k in 0..a.rank() {
            prop_assert_eq!(by.mode(k).unwrap(), a.mode(k).unwrap().coalesce().unwrap());
        }
        prop_assert_eq!(a.coalesce_by(&IntTuple::leaf(1)).unwrap(), a.coalesce().unwrap());
    }

    #[test]
    fn filter_keeps_the_offsets(a in any_layout()) {
        let f = a.filter().unwrap();
        let offsets = |a: &Layout| multiset(a).into_keys().collect::<std::collections::BTreeSet<_>>();
        prop_assert_eq!(offsets(&f), offsets(&a));
        prop_assert_eq!(f.filter().unwrap(), f);
        prop_assert!(f.size() == 1 || (0..f.stride().leaf_count()).all(|k| f.stride().value(k) != 0));
    }

    #[test]
    fn splitting_a_mode_keeps_the_function(r in 1..6_i64, s in 1..6_i64, d in -4..9_i64) {
        let whole: Layout = format!("{}:{d}", r * s).parse().unwrap();
        let split: Layout = format!("({r},{s}):({d},{})", r * d).parse().unwrap();
        prop_assert!(whole.iter().eq(split.iter()));
        prop_assert_eq!(whole.coalesce(), split.coalesce());
    }

    #[test]
    fn splitting_a_mode_of_a_layout_keeps_the_function(a in any_layout(), r in 1..6_i64, s in 1..6_i64, d in -4..9_i64) {
        let whole = a.append(&format!("{}:{d}", r * s).parse().unwrap()).unwrap();
        let split = a.append(&format!("({r},{s}):({d},{})", r * d).parse().unwrap()).unwrap();
        prop_assert!(whole.iter().eq(split.iter()));
        prop_assert_eq!(whole.coalesce(), split.coalesce());
    }

    #[test]
    fn what_is_printed_parses(a in signed(), c in compact()) {
        prop_assert_eq!(a.to_string().parse::<Layout>().unwrap(), a);
        prop_assert_eq!(a.marked().as_str().parse::<Layout>().unwrap(), a);
        prop_assert_eq!(a.stride().to_string().parse::<IntTuple>().unwrap(), a.stride());
        let coord = Coord::tuple(&[a.shape().into(), Coord::KEEP]).unwrap();
        prop_assert_eq!(coord.to_string().parse::<Coord>().unwrap(), coord);
        let tile = format!("<{a},_,{c},4>");
        if let Ok(tiler) = tile.parse::<Tiler>() {
            prop_assert_eq!(tiler.to_string().parse::<Tiler>().unwrap(), tiler);
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[0-9(),:_ <>-]{0,24}|\\PC{0,12}") {
        let refusals = [
            text.parse::<Layout>().err(),
            text.parse::<IntTuple>().err(),
            text.parse::<Coord>().err(),
            text.parse::<Tiler>().err(),
            text.parse::<ComposedLayout>().err(),
        ];
        for error in refusals.into_iter().flatten() {
            prop_assert!(text.get(error.span().unwrap()).is_some());
            prop_assert!(error.render(&text).to_string().ends_with('^'));
        }
    }
}
