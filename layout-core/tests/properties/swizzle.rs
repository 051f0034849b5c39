//! Swizzles and swizzled layouts: every result at every coordinate.

use layout_core::{ComposedLayout, IntTuple, Layout, Rule, Swizzle, Tiler};
use proptest::prelude::*;

use crate::strategies::{any_layout, compact, signed, walk};
use crate::support::{layout, unbounded};

fn swizzle(bits: i64, base: i64, shift: i64) -> Swizzle {
    Swizzle::new(bits, base, shift).unwrap()
}

fn composed(text: &str) -> ComposedLayout {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Every swizzle of few bits.
fn small() -> impl Iterator<Item = Swizzle> {
    (0..=3_i64).flat_map(|bits| {
        (0..=3).flat_map(move |base| {
            let shifts = (-4..=4_i64).filter(move |shift| shift.abs() >= bits);
            shifts.map(move |shift| swizzle(bits, base, shift))
        })
    })
}

fn any_swizzle() -> impl Strategy<Value = Swizzle> {
    (0..=3_i64, 0..=4_i64, 0..=2_i64, any::<bool>()).prop_map(|(bits, base, more, up)| {
        swizzle(bits, base, if up { -(bits + more) } else { bits + more })
    })
}

fn any_composed() -> impl Strategy<Value = ComposedLayout> {
    let offset = prop::sample::select(&[0_i64, 0, 1, 4, 7, 16, 64][..]);
    (any_swizzle(), offset, prop_oneof![any_layout(), compact()])
        .prop_map(|(sw, offset, layout)| ComposedLayout::new(sw, offset, layout).unwrap())
}

/// Powers of two in some order: layouts that map bits to bits.
fn bitwise() -> impl Strategy<Value = Layout> {
    let extents = prop::collection::vec(prop::sample::select(&[1_i64, 2, 4, 8][..]), 1..4);
    (extents, prop::collection::vec(0..9_i64, 3), 0..3_u32).prop_map(|(extents, order, gap)| {
        let tuple = |values: &[i64]| {
            IntTuple::tuple(&values.iter().map(|&n| IntTuple::leaf(n)).collect::<Vec<_>>()).unwrap()
        };
        let a = Layout::ordered(tuple(&extents), tuple(&order[..extents.len()])).unwrap();
        let mut stride = a.stride();
        for k in 0..stride.leaf_count() {
            stride.set_value(k, stride.value(k) << gap);
        }
        Layout::new(a.shape(), stride).unwrap()
    })
}

#[test]
fn a_swizzle_is_what_it_says() {
    for sw in small() {
        let (bits, base, shift) = (sw.bits(), sw.base(), sw.shift());
        let end = base + bits + shift.unsigned_abs();
        for x in -(1_i64 << end)..3 << end {
            let mut expected = x;
            for k in 0..bits {
                let read = base + k + shift.max(0).unsigned_abs();
                let changed = base + k + shift.min(0).unsigned_abs();
                expected ^= (x >> read & 1) << changed;
            }
            let y = sw.apply(x);
            assert_eq!(y, expected, "{sw} at {x}");
            assert_eq!(sw.apply(y), x, "{sw} at {x}");
            assert_eq!(y & ((1 << base) - 1), x & ((1 << base) - 1), "{sw} at {x}");
            assert_eq!(sw.apply(x + (5 << end)), y + (5 << end), "{sw} at {x}");
        }
        assert_eq!(sw.to_string().parse::<Swizzle>(), Ok(sw));
        let masks = Swizzle::from_masks(sw.from_mask(), sw.onto_mask()).unwrap();
        assert!((-1..500).all(|x| masks.apply(x) == sw.apply(x)), "{sw}: {masks}");
    }
}

#[test]
fn swizzles_out_of_range_are_refused() {
    for (bits, base, shift) in [
        (1, 0, 0),
        (5, 2, -2),
        (-1, 0, 3),
        (1, -1, 3),
        (3, 50, 11),
        (1, i64::MAX, 3),
        (i64::MAX, 0, i64::MIN),
        (0, 0, i64::MIN),
    ] {
        let refused = Swizzle::new(bits, base, shift).unwrap_err();
        assert_eq!(refused.rule(), Rule::Swizzle { bits, base, shift });
        assert!(refused.to_string().len() < 120, "{refused}");
    }
    let widest = swizzle(31, 0, 32);
    assert_eq!(widest.apply(i64::MAX), i64::MAX >> 32 << 32 | 1 << 31);
    assert_eq!(swizzle(0, 63, 0).apply(-5), -5);
}

#[test]
fn swizzles_merge_or_are_refused() {
    let mut merged = 0;
    for first in small() {
        for second in small() {
            let Ok(both) = second.after(&first) else { continue };
            merged += 1;
            for x in 0..1 << 11 {
                assert_eq!(both.apply(x), second.apply(first.apply(x)), "{second} after {first}");
            }
        }
    }
    assert!(merged > 900, "{merged}");
    let refused = swizzle(1, 0, 1).after(&swizzle(1, 1, 1)).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "no swizzle is Sw<1,0,1> after Sw<1,1,1>: one reads bits that the other has changed"
    );
}

#[test]
fn the_greatest_offset_of_a_prefix_is_exact() {
    for sw in small() {
        let mut greatest = 0;
        for size in 1..=1_i64 << (sw.base() + sw.bits() + sw.shift().unsigned_abs()).min(9) {
            greatest = greatest.max(sw.apply(size - 1));
            let prefix = layout(&format!("{size}:1")).swizzled(sw).unwrap();
            assert_eq!(prefix.bounds(), (0, greatest), "{prefix}");
        }
    }
}

#[test]
fn swizzles_do_not_touch_the_sign() {
    let a = composed("Sw<2,0,2> o 0 o (4,4):(-4,1)");
    assert_eq!(a.index(&"(1,0)".parse().unwrap()), Ok(-1));
    assert!(a.iter().all(|offset| a.bounds().0 <= offset && offset <= a.bounds().1));
}

#[test]
#[cfg_attr(target_pointer_width = "32", ignore = "integers past 2^31")]
fn an_offset_past_the_integers_is_refused() {
    let most = i64::MAX;
    let refused = ComposedLayout::new(swizzle(3, 4, 3), most, layout("8:1")).unwrap_err();
    assert!(refused.to_string().contains("is past 9223372036854775807"), "{refused}");
    assert!(ComposedLayout::new(swizzle(3, 4, 3), most, layout("1:5")).is_ok());
    let refused = layout("(2,3):(1@0,1@1)").swizzled(swizzle(1, 0, 1)).unwrap_err();
    assert!(refused.to_string().contains("1@0 counts in units of a coordinate"), "{refused}");
}

/// The operation on the plain layout, then swizzled.
fn goes_through(
    a: &ComposedLayout,
    result: Result<ComposedLayout, layout_core::LayoutError>,
    plain: Result<Layout, layout_core::LayoutError>,
) {
    match (result, plain) {
        (Ok(r), Ok(plain)) => {
            assert_eq!((r.shape(), r.swizzle()), (plain.shape(), a.swizzle()));
            if r.size() > 1 << 14 {
                return;
            }
            let at = |offset: i64| a.swizzle().apply(a.offset() + offset);
            assert!(r.iter().eq(plain.iter().map(at)), "{a}: {r}");
        }
        (Err(refused), Err(plain)) => assert_eq!(refused.rule(), plain.rule()),
        (r, plain) => panic!("{a}: {r:?}, {plain:?}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn operations_go_through(a in any_composed(), b in walk(), profile in any_layout()) {
        let (plain, tiler) = (a.plain(), Tiler::whole(b));
        goes_through(&a, a.flatten(), plain.flatten());
        goes_through(&a, a.coalesce(), plain.coalesce());
        goes_through(&a, a.coalesce_by(&profile.shape()), plain.coalesce_by(&profile.shape()));
        goes_through(&a, a.filter(), plain.filter());
        goes_through(&a, Ok(a.filter_zeros()), Ok(plain.filter_zeros()));
        goes_through(&a, a.mode(1), plain.mode(1));
        goes_through(&a, a.take(0, 2), plain.take(0, 2));
        goes_through(&a, a.select(&[1, 0]), plain.select(&[1, 0]));
        goes_through(&a, a.group(0, 2), plain.group(0, 2));
        goes_through(&a, a.append(&b), plain.append(&b));
        goes_through(&a, a.replace(0, &b), plain.replace(0, &b));
        goes_through(&a, a.compose(&tiler), plain.compose(&tiler));
        goes_through(&a, a.logical_divide(&tiler), plain.logical_divide(&tiler));
        goes_through(&a, a.flat_divide(&tiler), plain.flat_divide(&tiler));
        goes_through(&a, a.logical_product(&tiler), plain.logical_product(&tiler));
        goes_through(&a, a.raked_product(&b), plain.raked_product(&b));
        let shape: IntTuple = "(12,12)".parse().unwrap();
        goes_through(&a, a.tile_to_shape(&shape), plain.tile_to_shape(&shape));
        goes_through(&a, a.with_shape(&b.shape()), plain.with_shape(&b.shape()));
        goes_through(&a, a.permute(&[1, 0]), plain.permute(&[1, 0]));
        if let (Ok(padded), Ok(of_plain)) =
            (a.zipped_divide_padded(&tiler), plain.zipped_divide_padded(&tiler))
        {
            goes_through(&a, Ok(padded.layout()), Ok(of_plain.layout()));
            for i in 0..of_plain.layout().size().min(64) {
                prop_assert_eq!(padded.inside(&i.into()), of_plain.inside(&i.into()));
            }
        }
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn bounds_hold_every_offset(a in any_composed(), b in signed(), sw in any_swizzle()) {
        let b = ComposedLayout::new(sw, a.offset(), b).unwrap();
        for a in [a, b] {
            let (least, greatest) = a.bounds();
            prop_assert!(a.iter().all(|offset| least <= offset && offset <= greatest), "{}", a);
            prop_assert!(a.offset() < 0 || least >= 0 || a.plain().iter().any(|x| x < 0), "{}", a);
        }
    }

    #[test]
    fn printed_and_read(a in any_composed()) {
        prop_assert_eq!(a.to_string().parse::<ComposedLayout>(), Ok(a));
    }

    #[test]
    fn slices_move_inside(a in any_composed(), c in 0..6_i64) {
        let rank = a.rank();
        if a.depth() > 0 && a.size() > 0 {
            let text = |free: usize| -> String {
                let part = |k| if k == free { "_".to_string() } else { c.to_string() };
                format!("({})", (0..rank).map(part).collect::<Vec<_>>().join(","))
            };
            let (part, offset) = a.slice(&text(0).parse().unwrap()).unwrap();
            prop_assert_eq!(offset, 0);
            for i in 0..part.size() {
                let c = text(0).replace('_', &i.to_string()).parse().unwrap();
                prop_assert_eq!(part.index(&i.into()), a.index(&c));
            }
        }
    }
}

/// `R(c) = A^(B(c))`.
fn is_after(r: &ComposedLayout, a: &Layout, b: &ComposedLayout) -> bool {
    let at = unbounded(a);
    b.shape().compatible(&r.shape()) && r.iter().eq(b.iter().map(at))
}

/// `R(i, j) = A(i) + A+(B(j))`, with `A+` from the product with an interval.
fn is_repeated(r: &ComposedLayout, a: &Layout, b: &ComposedLayout) -> Option<bool> {
    let interval = layout(&format!("{}:1", b.iter().max().unwrap() + 1));
    let free = a.logical_product(&interval.into()).ok()?.mode(1).unwrap();
    let at = unbounded(&free);
    let repeats = b.iter().map(at);
    Some(r.iter().eq(repeats.flat_map(|start| a.iter().map(move |offset| start + offset))))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn a_layout_after_a_swizzle(
        a in prop_oneof![bitwise(), any_layout(), compact()],
        layout in prop_oneof![bitwise(), walk(), compact()],
        sw in any_swizzle(),
        offset in prop::sample::select(&[0_i64, 0, 0, 1, 2, 8, 64, 130][..]),
    ) {
        prop_assume!(a.size() * layout.size() < 1 << 14);
        let b = ComposedLayout::new(sw, offset, layout).unwrap();
        if let Ok(r) = a.compose_swizzled(&b) {
            prop_assert!(is_after(&r, &a, &b), "{a} o {b} = {r}");
        }
        if let Ok(r) = a.logical_product_swizzled(&b) {
            prop_assert_ne!(is_repeated(&r, &a, &b), Some(false), "{} x {} = {}", a, b, r);
        }
    }
}

/// Every swizzle of two bits, carried through every layout of 64 elements, is right, or refused because bits collide.
/// Composition with a swizzled layout, and copies of one, are right where accepted.
#[test]
fn swizzled_after_swizzled() {
    let layouts = ["16:1", "(4,4):(4,1)", "(8,8):(8,1)", "(2,4,2):(1,4,2)"].map(layout);
    let (mut composed, mut repeated, mut refused) = (0, 0, 0);
    for outer in small() {
        for inner in small().filter(|inner| inner.bits() < 3 && inner.shift() == outer.shift()) {
            for offset in [0, 1, 1 << 9] {
                for (k, b) in layouts.iter().enumerate() {
                    let a = ComposedLayout::new(outer, offset, layouts[(k + 1) % 4]).unwrap();
                    let b = ComposedLayout::new(inner, 4 * (k as i64 % 2), *b).unwrap();
                    // Past its end, a layout continues in its last mode.
                    let end = |x: i64| x < a.size();
                    match a.compose_swizzled(&b) {
                        Ok(r) if b.iter().all(end) => {
                            composed += 1;
                            let right = |i: i64| {
                                let at = b.index(&i.into()).unwrap();
                                r.index(&i.into()) == a.index(&at.into())
                            };
                            assert!((0..b.size()).all(right), "{a} o {b}: {r}");
                        }
                        Ok(_) => {}
                        Err(_) => refused += 1,
                    }
                    if k % 2 == 0
                        && let Ok(r) = a.logical_product_swizzled(&b)
                    {
                        let plain = a.plain().logical_product_swizzled(&b).unwrap();
                        let right = |i: i64| {
                            let at = offset + plain.index(&i.into()).unwrap();
                            r.index(&i.into()) == Ok(outer.apply(at))
                        };
                        assert!((0..r.size()).all(right), "{a} x {b}: {r}");
                        repeated += 1;
                    }
                }
            }
            let a = layouts[2].swizzled(outer).unwrap();
            if let Ok(back) = a.inverse() {
                let one = a.compose_swizzled(&back).unwrap();
                assert!(one.swizzle().is_identity() && one.iter().eq(0..64), "{a}: {one}");
            }
        }
    }
    assert!(
        composed > 1000 && repeated > 1000 && refused > 1000,
        "{composed} {repeated} {refused}"
    );
}

#[test]
fn layouts_after_swizzles_exhaustively() {
    let carriers = [
        "64:1",
        "(8,8):(8,1)",
        "(4,4,4):(16,4,1)",
        "(4,4,4):(4,16,1)",
        "(2,32):(32,1)",
        "(8,8):(1,16)",
        "(8,8):(32,2)",
        "(16,4):(4,1)",
        "(16,6):(1,16)",
        "(16,6):(6,1)",
        "(4,3,8):(1,64,4)",
        "(8,8):(3,64)",
        "(2,2,16):(1,3,8)",
        "16:4",
        "(8,8):(1,0)",
        "(3,8):(8,1)",
        "(64,3):(1,100)",
    ];
    let (mut answered, mut refused) = (0, 0);
    for sw in small() {
        for text in carriers {
            let a = layout(text);
            for b in ["64:1", "(8,8):(8,1)", "16:1", "(4,4):(1,16)", "5:1", "(2,3):(1,8)"] {
                for offset in [0, 8, 17] {
                    let b = ComposedLayout::new(sw, offset, layout(b)).unwrap();
                    match a.compose_swizzled(&b) {
                        Ok(r) => {
                            assert!(is_after(&r, &a, &b), "{a} o {b} = {r}");
                            answered += 1;
                        }
                        Err(error) => {
                            assert!(error.to_string().contains(&b.to_string()), "{error}");
                            refused += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(answered > 10_000 && refused > 1_000, "{answered} answered, {refused} refused");
}

fn floor(x: i64, n: i64) -> i64 {
    x.div_euclid(n)
}

/// `R(c_0/m_0, ..) = floor(A(c)/n)`: the groups are those of the plain layout, in units of `n`.
fn is_upcast(r: &ComposedLayout, a: &ComposedLayout, n: i64) -> bool {
    let plain = a.plain().upcast(n).unwrap();
    // Each group of the plain layout, with its elements of `a`.
    let groups: Vec<Vec<i64>> = {
        let mut groups = vec![Vec::new(); plain.size() as usize];
        let (shape, stride) = (a.shape(), a.plain().stride());
        for i in 0..a.size() {
            let c = a.coord(i).unwrap();
            let mut at = c;
            for k in 0..c.leaf_count() {
                let d = stride.value(k);
                let m = if shape.value(k) > 1 && 0 < d && d < n && n % d == 0 { n / d } else { 1 };
                at.set_value(k, c.value(k) / m);
            }
            let linear = linear(&plain, &at);
            groups[linear as usize].push(i);
        }
        groups
    };
    (0..r.size()).zip(&groups).all(|(g, elements)| {
        let at = r.index(&g.into()).unwrap();
        elements.iter().all(|&i| floor(a.index(&i.into()).unwrap(), n) == at)
    })
}

/// The linear index of a natural coordinate.
fn linear(a: &Layout, c: &IntTuple) -> i64 {
    let shape = a.shape();
    (0..c.leaf_count()).rev().fold(0, |linear, k| linear * shape.value(k) + c.value(k))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn recasts(a in any_composed(), bits in 0..5_u32) {
        let n = 1 << bits;
        prop_assume!(a.size() < 1 << 12);
        if a.size() > 0 && let Ok(r) = a.upcast(n) {
            prop_assert!(is_upcast(&r, &a, n), "{a} by {n}: {r}");
        }
        if let Ok(r) = a.downcast(n) {
            let plain = a.plain().downcast(n).unwrap();
            prop_assert_eq!(r.plain(), plain);
            let back = r.upcast(n).unwrap();
            prop_assert!(back.iter().eq(a.iter()), "{} by {}: {}, {}", a, n, r, back);
            // Parts of an element remain adjacent, in order.
            for (part, whole) in r.iter().zip(plain.iter()) {
                let at = a.swizzle().apply(a.offset() + floor(whole, n));
                prop_assert_eq!(part, n * at + whole.rem_euclid(n));
            }
        }
        prop_assert!(a.upcast(3).is_err() && a.upcast(0).is_err() && a.downcast(-4).is_err());
        let m = a.max_alignment();
        if a.size() > 0 && m.count_ones() == 1 {
            // Whole groups of `m`.
            let mut groups = std::collections::HashMap::<i64, Vec<i64>>::new();
            for offset in a.iter() {
                groups.entry(floor(offset, m)).or_default().push(offset.rem_euclid(m));
            }
            for (_, mut found) in groups {
                found.sort_unstable();
                found.dedup();
                prop_assert!(found.len() as i64 == m, "{a}: {m}");
            }
        }
    }

    #[test]
    fn inverses(
        layout in prop_oneof![bitwise(), compact(), any_layout()],
        other in prop_oneof![bitwise(), compact()],
        sw in any_swizzle(),
        offset in prop::sample::select(&[0_i64, 0, 0, 4, 64][..]),
    ) {
        prop_assume!(layout.size() < 1 << 12);
        let a = ComposedLayout::new(sw, offset, layout).unwrap();
        if let Ok(r) = a.right_inverse() {
            for k in 0..r.size() {
                let c = r.index(&k.into()).unwrap();
                prop_assert!((0..a.size()).contains(&c), "{a}: {r}");
                prop_assert_eq!(a.index(&c.into()), Ok(k));
            }
        }
        if let Ok(l) = a.left_inverse() {
            for i in 0..a.size() {
                let offset = a.index(&i.into()).unwrap();
                prop_assert!(offset < l.size(), "{a}: {l}");
                prop_assert_eq!(l.index(&offset.into()), Ok(i));
            }
        }
        if let Ok(r) = a.inverse() {
            prop_assert_eq!(r.size(), a.size());
            for i in 0..a.size() {
                prop_assert_eq!(r.index(&a.index(&i.into()).unwrap().into()), Ok(i));
            }
        }
        if let Ok(count) = a.max_common_vector(&other) {
            // From offset 0 of the plain layout on, both visit `count` adjacent offsets.
            let common = layout.max_common_layout(&other).unwrap();
            for k in 0..count {
                let c = common.index(&k.into()).unwrap();
                prop_assert_eq!(other.index(&c.into()), Ok(k));
                prop_assert_eq!(a.index(&c.into()), Ok(sw.apply(offset) + k));
            }
        }
        prop_assert_eq!(a.is_injective().unwrap(), a.plain().is_injective().unwrap());
    }
}

#[test]
fn inverses_of_tiles() {
    let mut inverted = 0;
    for sw in small() {
        for text in ["(16,16):(16,1)", "(4,64):(64,1)", "(8,2,16):(2,1,16)", "256:1"] {
            let a = layout(text).swizzled(sw).unwrap();
            match (a.inverse(), a.right_inverse(), a.left_inverse()) {
                (Ok(r), Ok(right), Ok(left)) => {
                    inverted += 1;
                    assert!(a.iter().enumerate().all(|(i, x)| r.index(&x.into()) == Ok(i as i64)));
                    assert!(r.iter().eq(right.iter()) && r.iter().eq(left.iter()));
                }
                (r, right, left) => {
                    // A bit that leaves the tile, or a run that the inverse separates.
                    assert!(r.is_err() && right.is_err() && left.is_err(), "{a}");
                }
            }
        }
    }
    assert!(inverted > 200, "{inverted}");
}

/// The rank of offsets as vectors of bits.
fn rank(vectors: impl IntoIterator<Item = i64>) -> u32 {
    let mut basis = [0_i64; 64];
    for mut v in vectors {
        for bit in (0..63).rev() {
            if v >> bit & 1 == 0 {
                continue;
            }
            if basis[bit] == 0 {
                basis[bit] = v;
                break;
            }
            v ^= basis[bit];
        }
    }
    basis.iter().filter(|v| **v != 0).count() as u32
}

/// The greatest number of different words of one bank, of 32 banks.
fn degree(words: impl Iterator<Item = i64> + Clone) -> usize {
    let mut of_bank = vec![Vec::new(); 32];
    for word in words {
        let bank: &mut Vec<i64> = &mut of_bank[(word % 32) as usize];
        if !bank.contains(&word) {
            bank.push(word);
        }
    }
    of_bank.iter().map(Vec::len).max().unwrap()
}

#[test]
fn bank_conflicts() {
    // A column of 32 words in a tile of 32 by 32: one bank, or all.
    let column = "(_,0)".parse().unwrap();
    let plain = layout("(32,32):(32,1)");
    assert_eq!(degree(plain.slice(&column).unwrap().0.iter()), 32);
    let (spread, _) = plain.swizzled(swizzle(5, 0, 5)).unwrap().slice(&column).unwrap();
    assert_eq!(degree(spread.iter()), 1);
    for sw in small() {
        for text in ["(32):(1)", "(32):(2)", "(4,8):(1,32)", "(8,4):(32,4)", "(32):(32)", "(8):(9)"]
        {
            let access = layout(text).swizzled(sw).unwrap();
            let linear = layout(text).iter().all(|x| {
                // Linear over bits: no digit carries into another.
                layout(text).iter().all(|y| layout(text).iter().any(|z| z == x ^ y))
            });
            if linear {
                let words = rank(access.iter());
                let banks = rank(access.iter().map(|word| word % 32));
                assert_eq!(degree(access.iter()), 1 << (words - banks), "{access}");
            }
        }
    }
    fn gcd(a: usize, b: usize) -> usize {
        if b == 0 { a } else { gcd(b, a % b) }
    }
    for lanes in 1..=32_usize {
        for stride in 1..=64_usize {
            let found = degree((0..lanes).map(|lane| (lane * stride) as i64));
            assert_eq!(found, (lanes * gcd(stride, 32)).div_ceil(32), "{lanes}:{stride}");
        }
    }
}
