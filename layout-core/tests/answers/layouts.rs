//! Operations on layouts of known and unknown integers, and of strides with bases.

use layout_core::Frame;
use layout_core::{IntTuple, Layout, Text, Tiler};

use crate::said::{Recorded, ask, ask_each};
use crate::universe::{RandomSource, join};

#[test]
fn of_one_layout() {
    let (answers, mut source) = (Recorded::of("layout"), RandomSource::new(1));
    for _ in 0..700 {
        let a = source.layout();
        ask_each!(answers: a,
            coalesce filter_zeros filter flatten size cosize rank depth is_coordinate adds_up exists like
            fragment_like right_inverse left_inverse inverse nullspace is_injective collision disjoint
            is_bijective is_contiguous sort zip max_alignment coshape description all_known are_integers
            set_known stride_order is_contiguous_c is_contiguous_f is_contiguous_any to_flat squeeze
            mergeable_axes leaf_count shape stride);
        let said = a.to_string();
        answers.add("parse", &[&said], &said.parse::<Layout>());
        ask!(answers: a.with_unknown_leaves(0));
        ask!(answers: a.with_unknown_leaves(1));
        ask!(answers: a.too_long_for(source.of(&[1, 5, 100]), source.below(5)));
        let offsets: Vec<i64> =
            if a.is_coordinate() { Vec::new() } else { a.iter().take(40).collect() };
        answers.add("iter", &[&a], &offsets);
        answers.add("images", &[&a], &a.images().take(40).collect::<Vec<_>>());
        answers.add("infer_frame", &[&a], &Frame::infer(&a).map(|frame| frame.name().to_string()));
    }
    answers.compare();
}

#[test]
fn of_a_layout_and_numbers() {
    let (answers, mut source) = (Recorded::of("layout_number"), RandomSource::new(2));
    for _ in 0..700 {
        let a = source.layout();
        let numbers = [1, 2, 3, 4, 6, 8, 16, 24, 100, 0, -1, i64::MAX];
        let (n, m) = (source.of(&numbers[..9]), source.of(&numbers));
        let m = if source.once_in(2) { a.cosize().max(1).saturating_mul(n) } else { m };
        ask!(answers: a.complement(m));
        ask!(answers: a.complement_padded(m));
        for known in [IntTuple::leaf(m), IntTuple::unknown(m)] {
            ask!(answers: a.complement_in(&known));
            ask!(answers: a.complement_padded_in(&known));
        }
        ask!(answers: a.is_surjective_onto(m));
        ask!(answers: a.covers(source.of(&[1, 2, 4, 8, a.cosize(), a.size()])));
        let n = if source.once_in(8) { m } else { n };
        ask!(answers: a.upcast(n));
        ask!(answers: a.downcast(n));
        let bits =
            source.of(&[(8, 16), (16, 8), (4, 32), (32, 4), (6, 8), (8, 12), (0, 8), (8, -8)]);
        ask!(answers: a.recast_bits(bits.0, bits.1));
        let begin = source.below(a.rank() + 1);
        let end = begin + source.below(a.rank() - begin + 2)
            - usize::from(source.once_in(9) && begin > 0);
        ask!(answers: a.mode(begin));
        ask!(answers: a.take(begin, end));
        ask!(answers: a.group(begin, end));
        let path: Vec<usize> = (0..source.below(4)).map(|_| source.below(3)).collect();
        ask!(answers: a.get(&path));
        ask!(answers: a.select(&path));
        let mut modes: Vec<usize> = (0..a.rank()).collect();
        modes.rotate_left(begin % a.rank().max(1));
        if source.once_in(5) {
            modes[0] = modes[a.rank() - 1];
        }
        ask!(answers: a.permute(&modes));
    }
    answers.compare();
}

/// Every small tile of a mode, alone and by mode, and modes that are too long for the hint of an error.
#[test]
fn of_tiles_that_do_not_divide() {
    let answers = Recorded::of("tile");
    for n in (0..=30_i64).chain([60, 97, 1 << 16, (1 << 16) + 1, 1 << 17, 1 << 40]) {
        for m in (1..=12).chain([16, 64, 1 << 20]) {
            for (layout, tiler) in [
                (format!("{n}:1"), format!("{m}:1")),
                (format!("({n},7):(7,1)"), format!("<{m}:1,7:1>")),
                (format!("({n},7):(7,1)"), format!("<_,{m}:1>")),
                (format!("(2,{n}):(1,2)"), format!("{m}:1")),
            ] {
                let (a, t): (Layout, Tiler) = (layout.parse().unwrap(), tiler.parse().unwrap());
                ask!(answers: a.zipped_divide(&t));
                ask!(answers: a.zipped_divide_padded(&t));
            }
        }
    }
    answers.compare();
}

#[test]
fn of_chains() {
    let (answers, mut source) = (Recorded::of("chain"), RandomSource::new(9));
    for _ in 0..2000 {
        let (a, m) = source.chain();
        for known in [IntTuple::leaf(m), IntTuple::unknown(m)] {
            ask!(answers: a.complement_in(&known));
            ask!(answers: a.complement_padded_in(&known));
        }
        ask_each!(answers: a,
            right_inverse left_inverse inverse nullspace is_injective is_bijective is_contiguous disjoint
            collision max_alignment);
        ask!(answers: a.covers(source.of(&[2, 3, 4, 6, 8, 12])));
        ask!(answers: a.coord_of(source.below(30) as i64));
        let (b, _) = source.chain();
        ask!(answers: a.max_common_layout(&b));
        ask!(answers: a.max_common_vector(&b));
        ask!(answers: a.blocked_product(&b));
        ask!(answers: a.compose(&b.into()));
        ask!(answers: a.logical_divide(&b.into()));
        ask!(answers: a.logical_divide_padded(&b.into()));
        ask!(answers: a.logical_product(&b.into()));
        if m < 1000 {
            ask!(answers: a.compose_exact(&b.into()));
        }
    }
    answers.compare();
}

#[test]
fn of_a_layout_and_a_tuple() {
    let (answers, mut source) = (Recorded::of("layout_tuple"), RandomSource::new(3));
    for _ in 0..700 {
        let a = source.layout();
        let (shape, coarser) = (a.shape(), source.coarser(&a.shape()));
        ask!(answers: a.coalesce_by(&coarser));
        ask!(answers: a.filter_by(&coarser));
        ask!(answers: a.filter_zeros_by(&shape));
        ask!(answers: a.filter_zeros_by(&coarser));
        let other = source.shape();
        ask!(answers: a.unflatten(&other));
        if let Ok(flat) = a.flatten() {
            ask!(answers: flat.unflatten(&shape));
        }
        ask!(answers: a.with_shape(&other));
        ask!(answers: a.with_shape(&IntTuple::leaf(a.size())));
        ask!(answers: a.with_shape(&source.walk(a.size()).shape()));
        // Each mode several times.
        let rank = if source.once_in(6) { a.rank() + 1 } else { a.rank() };
        let extent = |i: usize, source: &mut RandomSource| {
            let size = a.mode(i).map_or(2, |mode| mode.size());
            IntTuple::leaf(
                source.of(&[1, 2, 2, 3]) * size.clamp(1, 1 << 30) + source.of(&[0, 0, 0, 0, 1]),
            )
        };
        let target = join(&(0..rank).map(|i| extent(i, &mut source)).collect::<Vec<_>>());
        let target = if source.once_in(4) { target.set_unknown() } else { target };
        ask!(answers: a.tile_to_shape(&target));
        let order =
            join(&(0..rank).map(|_| IntTuple::leaf(source.below(4) as i64)).collect::<Vec<_>>());
        ask!(answers: a.tile_to_shape_ordered(&target, &order));
        ask!(answers: Layout::ordered(shape, source.coarser(&shape)));
        ask!(answers: Layout::ordered(target, order));
        ask!(answers: Layout::col_major(shape));
        ask!(answers: Layout::row_major(shape));
        ask!(answers: Layout::identity(shape));
        ask!(answers: Layout::new(shape, source.shape()));
        ask!(answers: Layout::new(shape, a.stride()));
        ask!(answers: Layout::distribute(&shape, source.of(&[1, 2, 4, 6, 32, 0, -1, 1000])));
        ask!(answers: Layout::level_by_level(shape));
        ask!(answers: Layout::level_by_level(a.stride()));
    }
    answers.compare();
}

#[test]
fn of_two_layouts() {
    let (answers, mut source) = (Recorded::of("layouts"), RandomSource::new(4));
    for _ in 0..700 {
        let a = source.layout();
        let b = source.right_of(&a);
        let rank = source.below(6);
        ask!(answers: a.concat(&b));
        ask!(answers: a.append(&b));
        ask!(answers: a.append_to(&b, rank));
        ask!(answers: a.prepend(&b));
        ask!(answers: a.prepend_to(&b, rank));
        ask!(answers: a.replace(rank, &b));
        ask!(answers: a.same_function(&b));
        ask!(answers: a.same_form(&b));
        ask!(answers: a.equals(&b));
        ask!(answers: a.has_signs_of(&b));
        ask!(answers: a.matches(&b));
        ask!(answers: a.difference(&b));
        ask!(answers: a.max_common_layout(&b));
        ask!(answers: a.max_common_vector(&b));
        ask!(answers: a.blocked_product(&b));
        ask!(answers: a.raked_product(&b));
    }
    answers.compare();
}

#[test]
fn of_a_layout_and_a_tiler() {
    let (answers, mut source) = (Recorded::of("tiler"), RandomSource::new(5));
    for _ in 0..1200 {
        let a = source.layout();
        let t = source.tiler(&a);
        ask!(answers: a.compose(&t));
        // Enumerates every element.
        if a.size() < 1000 {
            ask!(answers: a.compose_exact(&t));
        }
        ask!(answers: a.logical_divide(&t));
        ask!(answers: a.zipped_divide(&t));
        ask!(answers: a.tiled_divide(&t));
        ask!(answers: a.flat_divide(&t));
        ask!(answers: a.logical_divide_padded(&t));
        ask!(answers: a.zipped_divide_padded(&t));
        ask!(answers: a.tiled_divide_padded(&t));
        ask!(answers: a.flat_divide_padded(&t));
        ask!(answers: a.logical_product(&t));
        ask!(answers: a.zipped_product(&t));
        ask!(answers: a.tiled_product(&t));
        ask!(answers: a.flat_product(&t));
        let supposed =
            [0, 1].map(|k| a.with_unknown_leaves(k).logical_divide(&t.with_unknown_leaves(k)));
        if let [Err(one), Err(other)] = supposed {
            let said: [Text; 2] =
                [one.of_known_numbers(&other, ": why"), one.of_known_leaves(": why")];
            answers.add("of_known", &[&a, &t], &said);
        }
    }
    answers.compare();
}
