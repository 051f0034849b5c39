//! Swizzles and swizzled layouts.

use layout_core::{ComposedLayout, Layout, Swizzle};

use crate::said::{Recorded, ask, ask_each};
use crate::universe::RandomSource;

#[test]
fn swizzles() {
    let (answers, mut source) = (Recorded::of("swizzle"), RandomSource::new(20));
    for bits in -1..5 {
        for base in -1..6 {
            for shift in -6..7 {
                answers.add("new", &[&bits, &base, &shift], &Swizzle::new(bits, base, shift));
            }
        }
    }
    for (bits, base, shift) in
        [(3, 50, 11), (3, 60, 3), (0, 63, 0), (0, 62, 1), (1, 61, 1), (1, 61, -1)]
    {
        answers.add("new", &[&bits, &base, &shift], &Swizzle::new(bits, base, shift));
    }
    for from in -1..32 {
        for onto in -1..32 {
            answers.add("from_masks", &[&from, &onto], &Swizzle::from_masks(from, onto));
        }
    }
    for _ in 0..400 {
        let (a, b) = (source.swizzle(), source.swizzle());
        ask_each!(answers: a, bits base from_mask onto_mask end is_identity);
        ask!(answers: a.after(&b));
        ask!(answers: a.equals(&b));
        for x in [0, 1, 5, 12, 100, 1023, 4095, -1, i64::MAX] {
            ask!(answers: a.apply(x));
        }
        for (least, greatest) in [(0, 0), (0, 5), (0, 63), (3, 9), (16, 31), (-4, 4), (100, 1000)] {
            ask!(answers: a.bounds(least, greatest));
        }
    }
    answers.compare();
}

#[test]
fn of_one_swizzled_layout() {
    let (answers, mut source) = (Recorded::of("swizzled"), RandomSource::new(21));
    for _ in 0..700 {
        let a = source.swizzled();
        ask_each!(answers: a,
            size cosize rank depth bounds coalesce filter filter_zeros flatten sort zip like fragment_like
            right_inverse left_inverse inverse is_injective max_alignment);
        let said = a.to_string();
        answers.add("parse", &[&said], &said.parse::<ComposedLayout>());
        answers.add("iter", &[&a], &a.iter().take(40).collect::<Vec<_>>());
        ask!(answers: a.with_unknown_leaves(0));
        ask!(answers: a.upcast(source.of(&[1, 2, 4, 8, 3, 0])));
        ask!(answers: a.downcast(source.of(&[1, 2, 4, 8, 3, 0])));
        let bits = source.of(&[(8, 16), (16, 8), (4, 32), (32, 4), (6, 8), (0, 8), (8, -8)]);
        ask!(answers: a.recast_bits(bits.0, bits.1));
        let c = source.coordinate(&a.shape(), true);
        ask!(answers: a.slice(&c));
        ask!(answers: a.dice(&c));
        let c = source.coordinate(&a.shape(), false);
        ask!(answers: a.index(&c));
        ask!(answers: a.try_index(&c));
        ask!(answers: a.coord(source.of(&[0, 1, 7, -1])));
        ask!(answers: a.too_long_for(source.of(&[1, 5, 100]), source.below(5)));
    }
    answers.compare();
}

/// Swizzles carried through layouts of two modes, with strides that are powers of two, and others.
#[test]
fn carried() {
    let answers = Recorded::of("carried");
    let strides = [0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 64, -1];
    for extents in [(4, 4), (8, 8), (2, 16), (6, 4), (2, 1), (3, 2)] {
        for pair in strides.iter().flat_map(|&down| strides.map(|right| (down, right))) {
            let text = format!("({},{}):({},{})", extents.0, extents.1, pair.0, pair.1);
            let a: Layout = text.parse().unwrap();
            for (bits, base, shift) in [
                (1, 0, 2),
                (1, 1, 2),
                (2, 0, 2),
                (2, 0, 3),
                (1, 0, -3),
                (2, 1, -2),
                (1, 3, 1),
                (2, 2, -2),
                (1, 2, -1),
            ] {
                let swizzle = Swizzle::new(bits, base, shift).unwrap();
                let b = ComposedLayout::new(
                    swizzle,
                    bits - 1,
                    Layout::col_major(a.size().into()).unwrap(),
                );
                ask!(answers: a.compose_swizzled(&b.unwrap()));
                ask!(answers: a.logical_product_swizzled(&b.unwrap()));
                if let Ok(swizzled) = a.swizzled(swizzle) {
                    ask_each!(answers: swizzled, right_inverse left_inverse max_alignment bounds);
                    for n in [2, 4, 8, 16] {
                        ask!(answers: swizzled.upcast(n));
                    }
                    ask!(answers: swizzled.downcast(2));
                }
            }
        }
    }
    answers.compare();
}

#[test]
fn of_a_swizzled_layout_and_another() {
    let (answers, mut source) = (Recorded::of("swizzled_pair"), RandomSource::new(22));
    for _ in 0..900 {
        let a = source.swizzled();
        let t = source.tiler(&a.plain());
        ask!(answers: a.compose(&t));
        ask!(answers: a.logical_divide(&t));
        ask!(answers: a.zipped_divide_padded(&t));
        ask!(answers: a.logical_product(&t));
        let other = source.swizzled();
        ask!(answers: a.equals(&other));
        ask!(answers: a.matches(&other));
        let plain = if source.once_in(2) { source.layout() } else { source.walk(a.size()) };
        ask!(answers: a.max_common_vector(&plain));
        ask!(answers: plain.compose_swizzled(&a));
        ask!(answers: plain.logical_product_swizzled(&a));
        answers.add("swizzled", &[&plain], &plain.swizzled(source.swizzle()));
        // A layout that contains the codomain of the swizzled one.
        let wide = source.layout().concat(&source.layout().coalesce().unwrap_or(plain));
        if let Ok(wide) = wide {
            ask!(answers: wide.compose_swizzled(&a));
        }
        let compact = Layout::col_major(source.shape()).unwrap_or(plain);
        ask!(answers: compact.compose_swizzled(&a));
        ask!(answers: compact.logical_product_swizzled(&a));
    }
    answers.compare();
}
