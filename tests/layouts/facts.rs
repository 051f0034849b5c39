//! Leaves with a divisor: an operation has the result, or the refusal, that it has on run-time leaves without facts,
//! and the type of the result states the facts that follow.

use static_layout::int::{Bits32, Bounded, Multiple};
use static_layout::narrow::Narrow;
use static_layout::typenum::{U1, U2, U3, U8, U12, U24, U48, U64, U1024, U4096};
use static_layout::*;

/// Compares an operation on a layout with facts to the operation on the same integers without facts. `$a` names the
/// layout.
macro_rules! agree {
    ($facts:expr, $mixed:expr; $($operation:literal |$a:ident| $run:expr;)*) => {$(
        let found = { let $a = $facts; $run.map(|a| a.to_dynamic()) };
        let expected = { let $a = $mixed; $run.map(|a| a.to_dynamic()) };
        match (found, expected) {
            (Ok(found), Ok(expected)) => assert_eq!(found, expected, "{} of {}", $operation, $mixed),
            (Err(found), Err(expected)) => assert_eq!(found.to_string(), expected.to_string()),
            (found, expected) => panic!("{}: {found:?} but {expected:?}", $operation),
        }
    )*};
}

/// The integers of a coordinate do not decide which leaves it keeps: a linear index of a nested mode past 2^62, next to
/// a fact.
#[test]
fn slices_at_far_coordinates() {
    let (m, pitch) = (1, Multiple::<U8>::new(24));
    let far = layout!(((2097152, 2097152, 1572864), m):((0, 0, 0), {fact pitch}));
    let near = far.slice(coord!(5, _));
    assert_eq!((near.0.to_string(), near.1), ("(1):(24)".to_string(), 0));
    assert!(near == far.slice(coord!(4611686018427387904, _)));
    assert!(near == far.slice(coord!(6917529027641081855, _)));
}

#[test]
fn extents_agree_with_those_without_facts() {
    for n in (0..20).map(|k| 48 * k).chain([48 << 40, (1 << 58) - (1 << 58) % 48]) {
        let rows = Multiple::<U48>::new(n);
        let (facts, mixed) = (layout!(({fact rows}, 16):(16, 1)), layout!((n, 16):(16, 1)));
        assert_eq!(facts.to_string(), mixed.to_string());
        agree! { facts, mixed;
            "divide" |a| a.try_logical_divide(tile!(8, 16));
            "divide" |a| a.try_zipped_divide(tile!(48, 4));
            "divide past the fact" |a| a.try_zipped_divide(tile!(32, 4));
            "divide past the fact" |a| a.try_tiled_divide(tile!(5, 4));
            "divide in steps" |a| a.try_flat_divide(tile!(6:2, 4));
            "padded" |a| a.try_zipped_divide_padded(tile!(24, 4)).map(|a| a.layout());
            "padded past the fact" |a| a.try_logical_divide_padded(tile!(5, 4)).map(|a| a.layout());
            "compose" |a| a.try_compose(tile!(8, 4:2));
            "coalesce" |a| Ok::<_, LayoutError>(a.coalesce());
            "group" |a| Ok::<_, LayoutError>(a.group::<0, 2>());
            "mode" |a| Ok::<_, LayoutError>(a.mode::<0>());
            "slice" |a| Ok::<_, LayoutError>(a.slice(coord!(_, 3)).0);
            "permute" |a| Ok::<_, LayoutError>(a.permute::<(typenum::U1, typenum::U0)>());
            "product" |a| layout!((2, 2):(2, 1)).try_blocked_product(a);
            "product" |a| layout!((2, 2):(2, 1)).try_logical_product(a);
            "shape" |a| layout!((2, 2):(2, 1)).try_tile_to_shape(a.shape());
            "upcast" |a| a.try_upcast::<4>();
            "downcast" |a| a.try_downcast::<4>();
            "row" |a| Ok::<_, LayoutError>(Layout::row_major(a.shape()));
            "column" |a| Ok::<_, LayoutError>(Layout::col_major(a.shape()));
            "inverse" |a| a.try_right_inverse();
            "nullspace" |a| a.try_nullspace();
            "like" |a| a.try_like();
        }
        assert_eq!(facts.size(), mixed.size());
        assert_eq!(facts.max_alignment(), mixed.max_alignment());
        let elements = [0_u8; 48 * 19 * 16];
        if n > 0 && n < 48 * 20 {
            let facts = View::new(&elements, facts).unwrap();
            let mixed = View::new(&elements, mixed).unwrap();
            assert_eq!(facts.tiles(tile!(24, 4)).len(), mixed.tiles(tile!(24, 4)).len());
            let last = (n / 24 - 1, 3);
            let tiles = (facts.tile(tile!(24, 4), last), mixed.tile(tile!(24, 4), last));
            assert_eq!(tiles.0.as_ptr(), tiles.1.as_ptr());
            assert_eq!(tiles.0.layout().to_dynamic(), tiles.1.layout().to_dynamic());
        }
    }
}

#[test]
fn strides_agree_with_those_without_facts() {
    for d in (0..20).map(|k| 24 * k).chain([24 << 40]) {
        let pitch = Multiple::<U24>::new(d);
        let (facts, mixed) = (layout!((6, 16):({fact pitch}, 1)), layout!((6, 16):(d, 1)));
        agree! { facts, mixed;
            "divide" |a| a.try_zipped_divide(tile!(3, 4));
            "divide in steps" |a| a.try_zipped_divide(tile!(2:3, 4));
            "recast" |a| a.try_recast_bits::<8, 32>();
            "sort" |a| a.try_sort();
            "zeros" |a| Ok::<_, LayoutError>(a.filter_zeros());
            "complement" |a| a.try_complement_padded(1000_usize);
            "shape" |a| a.try_with_shape(shape!(12, 8));
            "reshape" |a| a.try_reshape(shape!(3, 2, 16));
            "flat" |a| a.try_to_flat();
            "squeeze" |a| Ok::<_, LayoutError>(a.squeeze());
            "left inverse" |a| a.try_left_inverse();
            "transpose" |a| Ok::<_, LayoutError>(a.transpose());
            "compose" |a| a.try_compose(tile!(3:2, 4:2));
            "upcast" |a| a.try_upcast::<8>();
            "upcast past the fact" |a| a.try_upcast::<16>();
            "downcast" |a| a.try_downcast::<2>();
            "coalesce" |a| Ok::<_, LayoutError>(a.coalesce());
            "common" |a| a.try_max_common_layout(layout!((6, 16):(16, 1)));
            "append" |a| Ok::<_, LayoutError>(a.append(layout!(2:96)));
        }
        assert_eq!(facts.index((5, 3)), mixed.index((5, 3)));
        assert_eq!(facts.max_common_vector(facts), mixed.max_common_vector(mixed));
    }
}

/// The types of results state the divisors that follow.
#[test]
fn results_have_divisors() {
    let a = layout!(({fact Multiple::<U48>::new(96)}, 64):(64, 1));
    let _: Layout!(((8, 16), (?{div=6}, 4)):((64, 1), (512, 16))) = a.zipped_divide(tile!(8, 16));
    // 32 does not divide 48, so the number of tiles can be 1.
    let _: Layout!(((32, 16), (?, 4)):((64, 1), (2048, 16))) = a.zipped_divide(tile!(32, 16));
    let _: Layout!(((48, 16), (?, 4)):((64, 1), (3072, 16))) = a.zipped_divide(tile!(48, 16));
    let _: Layout!((?{div=48}):(64)) = a.slice(coord!(_, 3)).0.flatten().take::<0, 1>();
    let b = layout!((6, 8):({fact Multiple::<U8>::new(16)}, 1));
    let _: Layout!(((2, 8), (3, 1)):((?{div=8}, 1), (?{div=16}, 0))) = b.zipped_divide(tile!(2, 8));
    // The product of two run-time integers has no fact, and neither has its product with a numeral without a fact.
    let n = 6;
    let c = layout!((4, n):(1, {fact Multiple::<U8>::new(8)}));
    let _: Layout!((4, ?):(1, ?{div=8})) = c;
    assert_eq!(c.to_string(), "(4,6):(1,8)");
}

/// A false fact is refused where the leaf is made, and where a layout of the engine is read as the type.
#[test]
fn facts_are_checked() {
    assert_eq!(Multiple::<U12>::try_new(24).unwrap().get(), 24);
    for n in [1, 11, 13, usize::MAX] {
        assert!(Multiple::<U12>::try_new(n).is_err(), "{n}");
    }
    assert_eq!(Multiple::<U1>::new(7).get(), 7);
    type Rows = Layout!((?{div=8}, 4):(4, 1));
    type Pitched = Layout!((4, 4):(?{div=8}, 1));
    let read = |text: &str| Rows::from_dynamic(&text.parse().unwrap());
    assert_eq!(read("(16,4):(4,1)").unwrap().to_string(), "(16,4):(4,1)");
    assert_eq!(
        read("(12,4):(4,1)").unwrap_err().to_string(),
        "cannot read (12,4):(4,1) as (?{div=8},4):(4,1): 12 is not a multiple of 8"
    );
    let read = |text: &str| Pitched::from_dynamic(&text.parse().unwrap());
    assert!(read("(4,4):(8,1)").is_ok() && read("(4,4):(0,1)").is_ok());
    assert!(read("(4,4):(12,1)").is_err());
    assert_eq!(
        (Multiple::<U2>::new(4), Multiple::<U3>::new(6)),
        (Multiple::new(4), Multiple::new(6))
    );
}

/// Each false fact has its own words: in an error, in a panic, and where a layout of the engine is read as the type.
#[test]
fn false_facts_have_words() {
    type Eight = Multiple<U8, U64>;
    let words = |n| Eight::try_new(n).unwrap_err().to_string();
    assert_eq!(words(12), "cannot make ?{div=8 <=64}: 12 is not a multiple of 8");
    assert_eq!(words(72), "cannot make ?{div=8 <=64}: 72 is past the bound 64");
    // The divisor is tested first.
    assert_eq!(words(73), "cannot make ?{div=8 <=64}: 73 is not a multiple of 8");
    assert_eq!(
        words(usize::MAX),
        "cannot make ?{div=8 <=64}: an integer is past 9223372036854775807"
    );
    assert_eq!(
        Bits32::try_new(1 << 31).unwrap_err().to_string(),
        "cannot make ?{i32}: 2147483648 is past the bound 2147483647"
    );
    let panic = std::panic::catch_unwind(|| Eight::new(12)).unwrap_err();
    assert_eq!(
        panic.downcast_ref::<String>().map(String::as_str),
        Some("cannot make ?{div=8 <=64}: 12 is not a multiple of 8")
    );
    type Pitched = Layout!((4, 4):(?{div=8 <=64}, 1));
    let read = |text: &str| Pitched::from_dynamic(&text.parse().unwrap()).unwrap_err().to_string();
    assert_eq!(
        read("(4,4):(12,1)"),
        "cannot read (4,4):(12,1) as (4,4):(?{div=8 <=64},1): 12 is not a multiple of 8"
    );
    assert_eq!(
        read("(4,4):(72,1)"),
        "cannot read (4,4):(72,1) as (4,4):(?{div=8 <=64},1): 72 is past the bound 64"
    );
}

/// The product of static extents also overflows if run-time strides are 0, so no offset does.
#[test]
fn sizes_overflow_beside_strides_of_0() {
    type Large = typenum::U1099511627776;
    let large = Large::new();
    let none = Bounded::<U64>::new(0);
    let refused = Layout::try_new((large, large), (none, none)).unwrap_err();
    let mixed = Layout::try_new((large, large), (0_usize, 0_usize)).unwrap_err();
    let reason = "cannot make (1099511627776,1099511627776):(0,0): 1099511627776 * 1099511627776 is past 9223372036854775807";
    assert_eq!((refused.to_string(), mixed.to_string()), (reason.into(), reason.into()));
    // With a run-time extent next to them, and if the offsets fit 32 bits.
    let rows = Bounded::<U64>::new(64);
    assert!(Layout::try_new((large, rows, large), (none, none, none)).is_err());
    let kept = Layout::try_new((large, rows), (none, none)).unwrap();
    assert_eq!((kept.size(), Narrow::<u32, _>::new(kept).index((5, 3))), (64 << 40, 0));
    assert!(std::panic::catch_unwind(|| kept.append(layout!(4194304:0))).is_err());
}

/// Layouts with known bounds have the results of layouts without bounds.
#[test]
fn bounds_agree_with_layouts_without_facts() {
    for (n, d) in [(0, 0), (1, 8), (48, 16), (96, 64), (960, 72), (1008, 1024), (1024, 8)] {
        let rows = Bounded::<U1024>::new(n);
        let pitch = Multiple::<U8, U4096>::new(d);
        let (facts, mixed) = (layout!(({fact rows}, 4):({fact pitch}, 1)), layout!((n, 4):(d, 1)));
        agree! { facts, mixed;
            "divide" |a| a.try_logical_divide(tile!(8, 2));
            "divide" |a| a.try_zipped_divide(tile!(48, 4));
            "divide in steps" |a| a.try_flat_divide(tile!(6:2, 4));
            "padded" |a| a.try_zipped_divide_padded(tile!(24, 4)).map(|a| a.layout());
            "padded past the bound" |a| a.try_zipped_divide_padded(tile!(2000, 4)).map(|a| a.layout());
            "compose" |a| a.try_compose(tile!(8, 4));
            "coalesce" |a| Ok::<_, LayoutError>(a.coalesce());
            "flatten" |a| Ok::<_, LayoutError>(a.flatten());
            "permute" |a| Ok::<_, LayoutError>(a.permute::<(typenum::U1, typenum::U0)>());
            "product" |a| layout!((2, 2):(2, 1)).try_blocked_product(a);
            "product" |a| layout!((2, 2):(2, 1)).try_zipped_product(a);
            "shape" |a| layout!((2, 2):(2, 1)).try_tile_to_shape(a.shape());
            "upcast" |a| a.try_upcast::<4>();
            "upcast past the fact" |a| a.try_upcast::<16>();
            "downcast" |a| a.try_downcast::<4>();
            "row" |a| Ok::<_, LayoutError>(Layout::row_major(a.shape()));
            "column" |a| Ok::<_, LayoutError>(Layout::col_major(a.shape()));
            "complement" |a| a.try_complement_padded(100_000_usize);
            "inverse" |a| a.try_right_inverse();
            "left inverse" |a| a.try_left_inverse();
            "nullspace" |a| a.try_nullspace();
            "like" |a| a.try_like();
            "zeros" |a| Ok::<_, LayoutError>(a.filter_zeros());
            "sort" |a| a.try_sort();
            "append" |a| Ok::<_, LayoutError>(a.append(layout!(2:96)));
            "append" |a| Ok::<_, LayoutError>(a.append(a));
        }
        assert_eq!((facts.size(), facts.cosize()), (mixed.size(), mixed.cosize()));
    }
}

/// The types of results state the bounds that follow, and drop bounds past 2^31.
#[test]
fn results_have_bounds() {
    let n = Multiple::<U48, U4096>::new(96);
    let a = layout!(({fact n}, 64):(64, 1));
    let _: Layout!(((8, 16), (?{div=6 <=512}, 4)):((64, 1), (512, 16))) =
        a.zipped_divide(tile!(8, 16));
    let _: Layout!(((5, 16), (?{<=820}, 4)):((64, 1), (320, 16))) =
        a.zipped_divide_padded(tile!(5, 16)).layout();
    let _: Layout!((4, ?{div=48 <=4096}, 2):(1, 4, ?{div=192 <=16384})) =
        Layout::col_major(shape!(4, {fact n}, 2));
    let m = Bits32::new(7);
    // The product of two bounds, of a bound and an integer without a bound, and past 2^31.
    let _: Layout!((2, ?{div=48 <=4096}, ?{div=48 <=4096}):(?{div=2304 <=16777216}, ?{div=48 <=4096}, 1)) =
        Layout::row_major(shape!(2, {fact n}, {fact n}));
    let k = 3_usize;
    let _: Layout!((2, ?, ?{div=48 <=4096}):(?{div=48}, ?{div=48 <=4096}, 1)) =
        Layout::row_major(shape!(2, k, {fact n}));
    let _: Layout!((4, ?{i32}, 2):(1, 4, ?{div=4})) = Layout::col_major(shape!(4, {fact m}, 2));
    // The facts of a bound equal the facts of its text.
    let _: Layout!((?{i32}, ?{<=64, div=8}):(1, ?{i32})) =
        Layout::col_major(shape!({fact m}, {fact Multiple::<U8, U64>::new(8)}));
}

#[test]
fn bounds_are_checked() {
    assert_eq!(Bounded::<U64>::try_new(64).unwrap().get(), 64);
    for n in [65, 1 << 31, usize::MAX] {
        assert!(Bounded::<U64>::try_new(n).is_err(), "{n}");
    }
    assert!(Bits32::try_new((1 << 31) - 1).is_ok() && Bits32::try_new(1 << 31).is_err());
    type Rows = Layout!((?{div=8 <=64}, 4):(?{i32}, 1));
    let read = |text: &str| Rows::from_dynamic(&text.parse().unwrap());
    assert_eq!(read("(64,4):(4,1)").unwrap().to_string(), "(64,4):(4,1)");
    assert_eq!(
        read("(72,4):(4,1)").unwrap_err().to_string(),
        "cannot read (72,4):(4,1) as (?{div=8 <=64},4):(?{i32},1): 72 is past the bound 64"
    );
    assert!(read("(12,4):(4,1)").is_err());
    assert!(read("(8,4):(2147483647,1)").is_ok() && read("(8,4):(2147483648,1)").is_err());
}

/// If facts prove that each offset has 32 bits, the index type has 32 bits and nothing is tested.
#[test]
fn bounds_narrow_indices() {
    let (n, d) = (Bounded::<U1024>::new(10), Multiple::<U8, U4096>::new(80));
    let a = layout!(({fact n}, 64):({fact d}, 1));
    let narrow = Narrow::<u32, _>::new(a);
    assert_eq!(narrow.index((3, 5)), 245_u32);
    assert!(Narrow::<i32, _>::try_new(a).is_ok());
    // Bounds of 31 bits and more prove nothing, and the integers decide.
    let (n, d) = (Bits32::new(3), Bits32::new(1 << 30));
    assert!(Narrow::<i32, _>::try_new(layout!(({fact n}, 4):({fact d}, 1))).is_err());
    assert!(Narrow::<u32, _>::try_new(layout!(({fact n}, 4):({fact d}, 1))).is_ok());
}

/// The widest vector of a copy follows from divisors: as many elements as divide both run-time extents.
#[test]
fn common_vectors_follow_from_divisors() {
    type Columns = Layout!((?{div=8}, 4):(1, ?));
    type Others = Layout!((?{div=12}, 4):(1, ?{div=8}));
    let _: typenum::U4 = ops::MaxCommonVector::<Columns, Others>::new();
    let _: U8 = ops::MaxCommonVector::<Columns, Columns>::new();
    let _: U8 = ops::MaxCommonVector::<Columns, Layout!((64, 4):(1, 64))>::new();
    let _: U1 = ops::MaxCommonVector::<Columns, Layout!((?, 4):(1, 64))>::new();
    let _: U64 =
        ops::MaxCommonVector::<Layout!((64, ?{div=8}):(1, 64)), Layout!((64, ?):(1, 64))>::new();
    let n = Multiple::<U8>::new(24);
    let (a, b) = (layout!(({fact n}, 4):(1, 24)), layout!((64, 4):(1, 64)));
    assert_eq!(a.max_common_vector(b), 8);
    assert_eq!(a.max_common_layout(b).to_string(), "1:0");
}

/// Each vector that a type proves has the elements that the engine finds; a vector that a type does not prove is
/// tested.
#[test]
fn vectors_agree_with_those_without_facts() {
    let data: Vec<u32> = (0..4096).collect();
    macro_rules! agree {
        ($facts:expr, $mixed:expr) => {{
            let (facts, mixed) =
                (View::new(&data, $facts).unwrap(), View::new(&data, $mixed).unwrap());
            match (facts.vectorize::<4>(), mixed.vectorize::<4>()) {
                (Ok(facts), Ok(mixed)) => {
                    assert_eq!(facts.layout().to_dynamic(), mixed.layout().to_dynamic());
                    for i in 0..facts.layout().size() {
                        assert_eq!(facts[i], mixed[i]);
                    }
                    true
                }
                (Err(facts), Err(mixed)) => {
                    assert_eq!(facts.to_string(), mixed.to_string());
                    false
                }
                (facts, mixed) => panic!("{:?} but {:?}", facts.is_ok(), mixed.is_ok()),
            }
        }};
    }
    let mut found = [0; 2];
    for n in (0..20).step_by(4) {
        let rows = Multiple::<typenum::U4, U64>::new(n);
        for d in (0..40).step_by(4) {
            let pitch = Multiple::<typenum::U4>::new(d);
            let results = [
                agree!(layout!(({fact rows}, 8):({fact pitch}, 1)), layout!((n, 8):(d, 1))),
                agree!(layout!((3, 8):({fact pitch}, 1)), layout!((3, 8):(d, 1))),
                agree!(layout!((8, 3):(1, {fact pitch})), layout!((8, 3):(1, d))),
                agree!(layout!(({fact rows}, 3):(1, {fact pitch})), layout!((n, 3):(1, d))),
                agree!(
                    layout!((2, (4, 2)):({fact pitch}, (1, 8))),
                    layout!((2, (4, 2)):(d, (1, 8)))
                ),
            ];
            results.iter().for_each(|&is_found| found[usize::from(is_found)] += 1);
        }
        assert!(agree!(layout!(({fact rows}, 16):(16, 1)), layout!((n, 16):(16, 1))));
        assert!(agree!(layout!((4, {fact rows}, 2):(1, 4, 256)), layout!((4, n, 2):(1, 4, 256))));
        // More than the strides have room for, but only by the bound.
        agree!(layout!((4, {fact rows}, 2):(1, 4, 32)), layout!((4, n, 2):(1, 4, 32)));
    }
    assert!(found[0] > 40 && found[1] > 40, "{found:?}");
}
