//! Matrices of bits: small universes, whole, and random matrices of all sizes.

use std::collections::HashSet;

use layout_core::{
    BankSwizzle, BitLayout, BitMatrix, ComposedLayout, IntTuple, Layout, Rule, Shuffle, Swizzle,
};
use proptest::prelude::*;

/// Every swizzle of few bits, the identity once.
fn swizzles() -> Vec<Swizzle> {
    let mut out = vec![Swizzle::IDENTITY];
    for bits in 1..=2 {
        for base in 0..=2 {
            for shift in (-3..=3_i64).filter(|shift| shift.abs() >= bits) {
                out.push(Swizzle::new(bits, base, shift).unwrap());
            }
        }
    }
    out
}

fn tuple(values: &[i64]) -> IntTuple {
    IntTuple::tuple(&values.iter().map(|&value| IntTuple::leaf(value)).collect::<Vec<_>>()).unwrap()
}

/// The offsets in linear order.
fn table(a: &ComposedLayout) -> Vec<i64> {
    let plain = a.plain();
    (0..plain.size())
        .map(|i| a.swizzle().apply(a.offset() + plain.index(&i.into()).unwrap()))
        .collect()
}

fn is_linear(table: &[i64]) -> bool {
    table[0] == 0
        && (0..table.len()).all(|x| {
            let sum = (0..table.len().trailing_zeros())
                .filter(|k| x >> k & 1 == 1)
                .fold(0, |sum, k| sum ^ table[1 << k]);
            sum == table[x]
        })
}

#[test]
fn every_small_layout_is_a_matrix_exactly_where_it_is_linear() {
    let (mut there, mut not) = (0, 0);
    for extents in [[2, 1, 1], [4, 1, 1], [2, 2, 1], [2, 4, 1], [4, 2, 1], [2, 2, 2], [8, 2, 1]] {
        for code in 0..9_i64.pow(3) {
            let strides = [code % 9, code / 9 % 9, code / 81];
            let layout = Layout::new(tuple(&extents), tuple(&strides)).unwrap();
            for swizzle in swizzles() {
                let a = ComposedLayout::new(swizzle, 0, layout).unwrap();
                let offsets = table(&a);
                match BitLayout::of(&a) {
                    Ok(bits) => {
                        let same = |x: usize| bits.matrix().apply(x as u64) == offsets[x] as u64;
                        assert!((0..offsets.len()).all(same), "{a} is not {bits}");
                        let back = bits.to_layout().unwrap_or_else(|error| panic!("{a}: {error}"));
                        assert_eq!(table(&back), offsets, "{a} came back as {back}");
                        there += 1;
                    }
                    Err(error) => {
                        assert!(!is_linear(&offsets), "{error}");
                        not += 1;
                    }
                }
            }
        }
    }
    assert!(there > 30_000 && not > 30_000, "{there} there and back, {not} refused");
}

#[test]
fn a_matrix_is_a_layout_exactly_where_one_has_its_images() {
    // The images of all layouts 2 x 2 x 2 with strides below 16, after each swizzle within 4 bits.
    let mut known = HashSet::new();
    for code in 0..16_i64.pow(3) {
        let steps = [code % 16, code / 16 % 16, code / 256];
        let sum = |x: i64| (0..3).filter(|k| x >> k & 1 == 1).map(|k| steps[k]).sum::<i64>();
        for swizzle in swizzles().into_iter().filter(|swizzle| swizzle.end() <= 4) {
            known.insert((0..8).map(|x| swizzle.apply(sum(x))).collect::<Vec<_>>());
        }
    }
    let mut found = 0;
    for code in 0..16_u64.pow(3) {
        let matrix = BitMatrix::new(4, &[code % 16, code / 16 % 16, code / 256]).unwrap();
        let bits: BitLayout = "{x: (0) (0) (0)} -> {y: 4}".parse().unwrap();
        let bits = BitLayout::new(*bits.inputs(), *bits.outputs(), matrix).unwrap();
        let images: Vec<_> = (0..8).map(|x| matrix.apply(x) as i64).collect();
        match bits.to_layout() {
            Ok(layout) => {
                assert_eq!(table(&layout), images, "{bits} is not {layout}");
                found += 1;
            }
            Err(error) => assert!(!known.contains(&images), "{bits}: {error}"),
        }
    }
    assert!(found == 1000, "{found} of 4096 are layouts");
}

#[test]
fn the_swizzle_has_the_fewest_bits() {
    for bits in ["Sw<1,0,2>", "Sw<2,0,3>", "Sw<2,1,-2>", "Sw<3,3,3>"] {
        let a: ComposedLayout = format!("{bits} o 0 o (64,64):(64,1)").parse().unwrap();
        let back = BitLayout::of(&a).unwrap().to_layout().unwrap();
        assert_eq!(table(&back), table(&a));
        assert!(back.swizzle().bits() <= a.swizzle().bits(), "{a} came back as {back}");
    }
}

/// Every invertible matrix of 4 bits: the columns in each order that keeps them independent.
fn invertible(mut each: impl FnMut(&BitMatrix)) {
    for code in 0..1_u64 << 16 {
        let columns = [code & 15, code >> 4 & 15, code >> 8 & 15, code >> 12];
        let matrix = BitMatrix::new(4, &columns).unwrap();
        if matrix.is_injective() {
            each(&matrix);
        }
    }
}

#[test]
fn every_shuffle_of_four_bits_moves_each_element_in_the_fewest_rounds() {
    let from: BitLayout = "{register: (1) (2), lane: (4) (8)} -> {x: 4}".parse().unwrap();
    let mut seen = 0;
    invertible(|matrix| {
        let to = BitLayout::new(*from.inputs(), *from.outputs(), *matrix).unwrap();
        let shuffle = Shuffle::between(&from, &to).unwrap();
        let mut arrived = HashSet::new();
        let mut paid = 0;
        for round in 0..4 {
            let mut lanes = HashSet::new();
            for lane in 0..4 {
                let (register, to_lane, to_register) = shuffle.send(round, lane);
                let element = from.matrix().apply(register | lane << 2);
                assert_eq!(to.matrix().apply(to_register | to_lane << 2), element);
                assert!(lanes.insert(to_lane), "two elements go to lane {to_lane} in one round");
                assert!(arrived.insert(element));
                assert!(!shuffle.is_free(round) || to_lane == lane);
            }
            paid += u64::from(!shuffle.is_free(round));
        }
        assert_eq!((arrived.len(), paid), (16, shuffle.rounds()));
        // A lane gives away one element in a shuffle.
        let given = |lane: u64| {
            let stays = |register: &u64| {
                let element = from.matrix().apply(register | lane << 2);
                (0..4).any(|place| to.matrix().apply(place | lane << 2) == element)
            };
            4 - (0..4).filter(stays).count() as u64
        };
        assert_eq!((0..4).map(given).max(), Some(shuffle.rounds()), "{to}");
        seen += 1;
    });
    assert_eq!(seen, 20_160);
}

#[test]
fn a_shuffle_leaves_warps_apart() {
    let from: BitLayout = "{register: (1), lane: (2), warp: (4)} -> {x: 3}".parse().unwrap();
    let to: BitLayout = "{register: (2), lane: (1), warp: (4)} -> {x: 3}".parse().unwrap();
    assert_eq!(Shuffle::between(&from, &to).unwrap().rounds(), 1);
    let across: BitLayout = "{register: (1), lane: (4), warp: (2)} -> {x: 3}".parse().unwrap();
    assert_eq!(
        Shuffle::between(&from, &across).unwrap_err().to_string(),
        "no matrix of bits: a shuffle exchanges elements of lanes alone, and warp does not stay apart"
    );
}

#[test]
fn no_swizzle_of_fewer_xors_is_free_of_conflicts() {
    // Words of 4 bits, 2 of them the bank: all pairs of accesses of 2 bits, beside all 16 swizzles.
    let access = |code: u64| BitMatrix::new(4, &[code % 16, code / 16]).unwrap();
    let free = |swizzle: &BitMatrix, access: &BitMatrix| {
        let banks: HashSet<_> = (0..4).map(|x| swizzle.apply(access.apply(x)) & 3).collect();
        let words: HashSet<_> = (0..4).map(|x| access.apply(x)).collect();
        banks.len() == words.len().min(4)
    };
    let swizzles: Vec<_> =
        (0..16_u64).map(|k| BitMatrix::new(4, &[1, 2, 4 | k & 3, 8 | k >> 2]).unwrap()).collect();
    for code in 0..1 << 16 {
        let pair = [access(code % 256), access(code / 256)];
        let fewest = (0..16)
            .filter(|&k| pair.iter().all(|access| free(&swizzles[k], access)))
            .map(|k| k.count_ones())
            .min();
        match (BankSwizzle::find(&pair, 2, 0), fewest) {
            (Ok(found), Some(fewest)) => {
                assert_eq!(found.xors(), fewest, "{pair:?}");
                assert!(pair.iter().all(|access| free(found.matrix(), access)), "{pair:?}");
                let after = |access| found.matrix().after(access).unwrap();
                assert!(pair.iter().all(|access| BankSwizzle::ways(&after(access), 2) == 1));
            }
            // Every swizzle was seen: the search does not give up.
            (Err(error), None) => {
                assert!(!matches!(error.rule(), Rule::Undecided { .. }), "{pair:?}: {error}");
            }
            (found, fewest) => panic!("{pair:?}: {found:?}, but {fewest:?}"),
        }
    }
}

#[test]
fn a_search_without_an_answer_ends() {
    let (row, wide) = (BitMatrix::new(4, &[1, 2]).unwrap(), BitMatrix::new(5, &[1]).unwrap());
    let error = BankSwizzle::find(&[row, wide], 2, 0).unwrap_err();
    assert_eq!(error.to_string(), "no matrix of bits: 4 bits and 5 bits: the numbers must agree");
    // Both words of a vector stay, and the second bit of the bank has nothing to be xored with.
    let pair = BitMatrix::new(2, &[1, 1]).unwrap();
    assert_eq!(BankSwizzle::find(&[pair], 2, 2).unwrap().xors(), 0);
    let rows = BitMatrix::new(6, &[8, 16]).unwrap();
    let error = BankSwizzle::find(&[rows], 3, 2).unwrap_err();
    let expected = "no matrix of bits: access 0 reaches at most 1 of 2 bits of the bank";
    assert_eq!(error.to_string(), expected);
    // The first needs the xor that the second forbids.
    let pair = [2, 3].map(|word| BitMatrix::new(2, &[word]).unwrap());
    let error = BankSwizzle::find(&pair, 1, 0).unwrap_err();
    let expected = "no matrix of bits: no swizzle frees all 2 accesses of bank conflicts at once";
    assert_eq!(error.to_string(), expected);
}

fn any_matrix(outputs: u32, inputs: usize) -> impl Strategy<Value = BitMatrix> {
    let most = if outputs == 64 { u64::MAX } else { (1 << outputs) - 1 };
    prop::collection::vec(0..=most, inputs).prop_map(move |c| BitMatrix::new(outputs, &c).unwrap())
}

fn any_layout() -> impl Strategy<Value = BitLayout> {
    (0..3_usize, 0..4_usize, 0..3_u32, 0..4_u32).prop_flat_map(|(register, lane, x, y)| {
        prop::collection::vec(0..1_u64 << (x + y), register + lane).prop_map(move |columns| {
            let inputs =
                layout_core::BitDims::new(&[("register", register as u32), ("lane", lane as u32)]);
            let outputs = layout_core::BitDims::new(&[("x", x), ("y", y)]);
            let matrix = BitMatrix::new(x + y, &columns).unwrap();
            BitLayout::new(inputs.unwrap(), outputs.unwrap(), matrix).unwrap()
        })
    })
}

proptest! {
    #[test]
    fn products_compose((n, a, b, x) in (1..=64_u32, 1..=64_usize, 1..=64_u32).prop_flat_map(
        |(n, m, p)| (Just(n), any_matrix(p, m), any_matrix(n, p as usize), any::<u64>()))
    ) {
        let both = b.after(&a).unwrap();
        prop_assert_eq!(both.apply(x), b.apply(a.apply(x)));
        prop_assert_eq!(both.transpose(), a.transpose().after(&b.transpose()).unwrap());
        prop_assert!(both.rank() <= n);
    }

    #[test]
    fn kernel_and_image_have_their_sizes(a in (0..=64_u32, 0..=64_usize).prop_flat_map(
        |(n, m)| any_matrix(n, m))
    ) {
        let (kernel, image) = (a.kernel(), a.image());
        prop_assert_eq!(kernel.inputs() + image.inputs(), a.inputs());
        prop_assert!(kernel.is_injective() && image.is_injective());
        prop_assert_eq!(a.rank(), a.transpose().rank());
        for &x in kernel.columns() {
            prop_assert_eq!(a.apply(x), 0);
        }
        let solved = a.solve(&image).unwrap();
        prop_assert_eq!(a.after(&solved).unwrap(), image);
    }

    #[test]
    fn an_inverse_is_one_or_does_not_exist(a in (1..=64_u32).prop_flat_map(
        |n| any_matrix(n, n as usize))
    ) {
        match a.inverse() {
            Ok(inverse) => {
                prop_assert_eq!(a.after(&inverse).unwrap(), BitMatrix::identity(a.inputs()));
                prop_assert_eq!(inverse.after(&a).unwrap(), BitMatrix::identity(a.inputs()));
            }
            Err(_) => prop_assert!(a.kernel().inputs() > 0),
        }
    }

    #[test]
    fn common_images_are_all_common((a, b) in (1..=6_u32, 0..=4_usize, 0..=4_usize).prop_flat_map(
        |(n, i, j)| (any_matrix(n, i), any_matrix(n, j)))
    ) {
        let images = |m: &BitMatrix| (0..1 << m.inputs()).map(|x| m.apply(x)).collect::<HashSet<_>>();
        let common = a.common_image(&b).unwrap();
        let both: HashSet<_> = images(&a).intersection(&images(&b)).copied().collect();
        prop_assert!(common.is_injective());
        prop_assert_eq!(images(&common), both);
    }

    #[test]
    fn a_product_is_tiled(a in any_layout(), b in any_layout()) {
        let product = a.product(&b).unwrap();
        prop_assert_eq!(product.divide(&a).unwrap(), b);
        for x in 0..1 << a.inputs().bits() {
            for y in 0..1 << b.inputs().bits() {
                let (low, high) = (|i| a.inputs().part(x, i), |i| b.inputs().part(y, i));
                let coord: Vec<_> =
                    (0..2).map(|i| low(i) | high(i) << a.inputs().width(i)).collect();
                let (from_a, from_b) = (a.matrix().apply(x), b.matrix().apply(y));
                for i in 0..2 {
                    let expected = a.outputs().part(from_a, i)
                        | b.outputs().part(from_b, i) << a.outputs().width(i);
                    prop_assert_eq!(product.index(&coord).unwrap()[i], expected);
                }
            }
        }
    }

    #[test]
    fn a_conversion_leads_to_equal_elements(a in any_layout(), b in any_layout()) {
        match a.convert(&b) {
            Ok(conversion) => {
                let after = b.after(&conversion).unwrap();
                for x in 0..1 << a.inputs().bits() {
                    for i in 0..2 {
                        let (found, expected) = (after.matrix().apply(x), a.matrix().apply(x));
                        prop_assert_eq!(b.outputs().part(found, i), a.outputs().part(expected, i));
                    }
                }
            }
            Err(error) => prop_assert!(matches!(error.rule(), Rule::Linear(_))),
        }
    }

    #[test]
    fn texts_are_read_back(a in any_layout()) {
        prop_assert_eq!(a.to_string().parse::<BitLayout>().unwrap(), a);
    }

    #[test]
    fn no_text_panics(text in "[{}(),:a-z0-9> -]{0,60}") {
        let _ = text.parse::<BitLayout>();
    }
}

#[test]
fn refusals_have_their_words() {
    let said = |text: &str| match text.parse::<ComposedLayout>() {
        Ok(a) => BitLayout::of(&a).unwrap_err().to_string(),
        Err(_) => BitLayout::of_layout(&text.parse().unwrap()).unwrap_err().to_string(),
    };
    assert_eq!(
        said("(6,4):(4,1)"),
        "no matrix of bits is (6,4):(4,1): the extent 6 is not a power of 2, which bits require"
    );
    assert_eq!(
        said("(2,2):(1,3)"),
        "no matrix of bits is (2,2):(1,3): the steps 1 and 3 of two bits add with a carry, and bits of a matrix add \
         without"
    );
    let matrix: BitLayout = "{x: (1) (3) (2)} -> {y: 2}".parse().unwrap();
    assert_eq!(
        matrix.to_layout().unwrap_err().to_string(),
        "no layout has these bits: bits 0 and 1 of the index change one bit of the offset, and no swizzle \
         separates them"
    );
    assert_eq!(
        matrix.inverse().unwrap_err().to_string(),
        "no matrix of bits: 3 bits in and 2 bits out: the numbers must agree"
    );
}

/// The image of the 64th bit is past the greatest signed integer.
#[test]
fn texts_have_64_bits() {
    let whole = BitLayout::identity("a", "x", 64).unwrap();
    assert!(whole.to_string().ends_with("(9223372036854775808)} -> {x: 64}"));
    assert_eq!(whole.to_string().parse::<BitLayout>().unwrap(), whole);
    let refused = "{a: (18446744073709551616)} -> {x: 64}".parse::<BitLayout>().unwrap_err();
    assert!(refused.to_string().contains("at most 18446744073709551615"), "{refused}");
}
