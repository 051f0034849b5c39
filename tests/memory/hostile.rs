//! Bad input at every entry: refused with its numbers, or a defined result, never a wrong one.
//!
//! | input | result |
//! |---|---|
//! | an empty tuple | the layout of one element, `():()` |
//! | extent 0 | size and cosize 0, no element; the algebra refuses it |
//! | extent 1 | any stride; results of the algebra have stride 0 there |
//! | stride 0 | several coordinates with one element; complements ignore it, divides and products refuse it in a tile |
//! | a negative stride | signed offsets; right operands refuse it |
//! | an integer past 2^63-1 (2^31-1 where an offset has 32 bits) | refused |
//! | a size or a cosize past it | refused by every operation that returns such a layout |
//! | more than 32 leaves or 12 modes at a level | refused |
//! | a coordinate past the shape | `index` continues the last mode, wrapping; everything else refuses it |

use static_layout::int::Negative;
use static_layout::*;

mod storage;
#[cfg(feature = "arrays")]
mod table;

const MAX: usize = usize::MAX;
/// The greatest integer of the algebra: 2^63-1, or 2^31-1 where an offset has 32 bits.
const MOST: usize = isize::MAX as usize;
/// 2^32 of 2^64, and more than the root of `MOST`.
const ROOT: usize = 1 << (usize::BITS / 2);
/// 2^40 of 2^64.
const BIG: usize = 1 << (usize::BITS / 8 * 5);

/// `MOST` in an expected text is replaced by its number.
fn said(words: &str) -> String {
    words.replace("MOST", &MOST.to_string())
}

fn refused<T: std::fmt::Debug>(answer: Result<T, LayoutError>, words: &str) {
    let (text, words) = (answer.expect_err("refused").to_string(), said(words));
    assert!(text.contains(&words), "{text:?} does not say {words:?}");
    assert!(text.lines().count() == 1, "{text:?}");
}

/// Panics with these words.
fn panics(words: &str, act: impl FnOnce() + std::panic::UnwindSafe) {
    let payload = std::panic::catch_unwind(act).expect_err("a panic");
    let text = match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(payload) => payload.downcast::<&str>().map_or(String::new(), |text| (*text).into()),
    };
    let words = said(words);
    assert!(text.contains(&words), "{text:?} does not say {words:?}");
}

mod empty {
    use super::*;

    #[test]
    fn tuples() {
        let one = Layout::new((), ());
        assert_eq!((one.size(), one.cosize(), one.rank(), one.depth()), (1, 1, 0, 1));
        assert_eq!(one.to_string(), "():()");
        assert_eq!(one.index(()), 0);
        assert_eq!(one.index(0), 0);
        assert_eq!(one.index(5), 0, "no mode is left to continue");
        assert_eq!(one.try_index(()), Ok(0));
        assert_eq!(one.try_index(0), Ok(0));
        refused(one.try_index(1), "1 is not below 1");
        assert_eq!(one.coord(0), ());
        assert!(one.iter().eq([0]));
        assert_eq!(one.coalesce().to_string(), "():()");
        assert_eq!(one.append(layout!(4:1)).to_string(), "(4):(1)");
        assert_eq!(one.concat(layout!(4:1)).to_string(), "((),4):((),1)");
        assert_eq!(layout!(():()), one);
        assert_eq!(<Layout!(():())>::default(), one);
        assert_eq!(Layout::col_major(()).to_string(), "():()");
        assert_eq!(Layout::row_major(()).to_string(), "():()");
    }

    #[test]
    fn nested_tuples() {
        let a = layout!((4, ()):(1, ()));
        assert_eq!((a.size(), a.cosize()), (4, 4));
        assert_eq!(a.index((3, 0)), 3);
        assert_eq!(a.index((3, ())), 3);
        assert_eq!(a.index(3), 3);
        refused(a.try_index((3, 1)), "is out of range");
        assert_eq!(a.flatten().to_string(), "(4):(1)");
        let n = 4;
        let b = layout!((n, ()):(1, ()));
        assert_eq!((b.index(3), b.size(), b.cosize()), (3, 4, 4));
        assert!(b.try_index((4, 0)).is_err());
    }

    #[test]
    fn extents() {
        fn check<L: PlainLayout>(a: L) {
            assert_eq!((a.size(), a.cosize()), (0, 0));
            assert_eq!(a.to_dynamic().iter().count(), 0);
            let eight = layout!(8:1);
            for refusal in [
                a.try_compose(layout!(2:1)).is_err(),
                a.try_logical_divide(layout!(2:1)).is_err(),
                a.try_logical_product(layout!(2:1)).is_err(),
                a.try_logical_divide_padded(layout!(2:1)).is_err(),
                a.try_complement(24).is_err(),
                a.try_complement_padded(24).is_err(),
                a.try_blocked_product(layout!(2:1)).is_err(),
                LayoutOps::try_compose(eight, a).is_err(),
                LayoutOps::try_logical_divide(eight, a).is_err(),
                LayoutOps::try_logical_product(eight, a).is_err(),
                eight.try_raked_product(a).is_err(),
            ] {
                assert!(refusal, "{}", a.to_dynamic());
            }
        }
        let (none, n) = (0, 4);
        check(layout!(none:1));
        check(layout!((n, none):(1, n)));
        check(layout!((none, n):(n, 1)));
        check(layout!((n, (2, none)):(1, (4, 8))));
        // The modes after an extent of 0 must be a valid layout.
        check(layout!((none, {MOST}):(1, 1)));
        refused(Layout::try_new((none, MOST, MOST), (0, 0, 0)), "is past MOST");
        refused(Layout::try_new((none, 5), (1, MOST / 2)), "is past MOST");

        let a = layout!((4, none):(1, 4));
        refused(a.try_index(0), "is out of range");
        refused(a.try_index((0, 0)), "is out of range");
        assert!(a.iter().next().is_none());
        // The result is defined, and nothing divides by 0.
        assert_eq!(a.index(7), 7);
        assert_eq!(a.coord(7), (3, 1));
        let b = layout!((none, n):(1, 1));
        assert_eq!((b.index(7), b.coord(7), b.flat_coord(7)), (7, (0, 7), (0, 7)));
        let c = layout!(((none, n), n):((1, 1), 1));
        assert_eq!(c.flat_coord(7), (0, 7));
        assert_eq!(layout!((0, 4):(1, 1)).iter().count(), 0);
        assert_eq!(layout!((0, 4):(1, 1)).coalesce().to_string(), "0:0");
        assert_eq!(layout!((none, 4):(1, 1)).coalesce().size(), 0);
        assert_eq!(layout!((0, 4):(1, 7)).cosize(), 0);
        assert_eq!(layout!((0, 4):(1, 7)).slice(coord!(_, 2)).0.to_string(), "(0):(1)");
    }
}

mod ones_and_zeros {
    use super::*;

    #[test]
    fn extent_one() {
        let one = 1;
        for stride in [0, 1, 7, MOST] {
            let a = layout!((4, one):(1, stride));
            assert_eq!((a.size(), a.cosize()), (4, 4));
            assert_eq!(a.coalesce().to_dynamic().coalesce().unwrap().to_string(), "4:1");
            assert_eq!(a.compose(layout!(4:1)).index(3), 3);
            assert_eq!(a.logical_divide(layout!(2:1)).index((1, 1)), 3);
            assert_eq!(a.complement(8).size(), 2);
        }
        assert_eq!(layout!((4, 1):(1, 99)).compose(layout!(4:1)).to_string(), "4:1");
        // A negative stride does not matter either.
        let down = layout!((2, 1):(1, -3));
        assert_eq!(layout!(4:1).compose(down).to_string(), "(2,1):(1,0)");
        assert_eq!(layout!(4:1).logical_divide(down).to_string(), "((2,1),2):((1,0),2)");
        assert_eq!(down.logical_product(down).to_string(), "((2,1),(2,1)):((1,-3),(2,0))");
        assert_eq!(down.complement(typenum::U8::default()).to_string(), "4:2");
        // A reach of 2^63 elements: the layout exists, but no view of it.
    }

    #[test]
    fn stride_zero() {
        let (zero, n) = (0, 4);
        let a = layout!((n, 2):(zero, 1));
        assert_eq!((a.size(), a.cosize()), (8, 2));
        assert!(a.iter().eq([0, 0, 0, 0, 1, 1, 1, 1]));
        assert_eq!(a.complement(8).size(), 4);
        refused(a.try_complement(3), "2 does not divide 3");
        assert_eq!(layout!(n:zero).compose(layout!(4:1)).cosize(), 1);
        assert_eq!(layout!(8:1).try_compose(layout!(n:zero)).unwrap().cosize(), 1);
        assert!(layout!(8:1).try_logical_divide(layout!(n:zero)).is_err());
        assert!(layout!(8:1).try_logical_product(layout!(n:zero)).is_ok());
        refused(
            layout!((4, n):(1, zero)).try_like(),
            "a run-time stride is 0, but only a static 0 stays one",
        );
    }
}

mod negative {
    use super::*;

    #[test]
    fn known() {
        let a = layout!((4, 2):(-2, 1));
        assert_eq!((a.size(), a.cosize()), (8, 8));
        assert_eq!(a.index((3, 1)), -5isize);
        assert_eq!(a.try_index((3, 1)), Ok(-5));
        assert_eq!(a.iter().min(), Some(-6));
        assert_eq!(a.compose(layout!(2:2)).to_string(), "2:-4");
        assert_eq!(layout!(2:-2147483646).index(1), -2147483646);
    }

    /// Literals are checked at compile time for the target: on a target of 32 bits, these do not compile.
    #[test]
    #[cfg(target_pointer_width = "64")]
    fn as_long_as_they_may_be() {
        assert_eq!(layout!(2:-9223372036854775806).index(1), 1 - MOST as isize);
        assert_eq!(layout!((1, 4):(9223372036854775807, 1)).cosize(), 4);
        assert_eq!(layout!(4294967296:1).logical_divide(tile!(2:2147483648)).size(), 1 << 32);
        const FAR: Layout!(2:4294967296) = layout!(2:4294967296);
        assert_eq!(layout!(Sw<2,30,3> o 4294967296 o 64:1).index(1) - FAR.index(1), 1);
    }

    #[test]
    fn at_run_time() {
        let n = 2;
        let a = layout!((4, 2):(-n, 1));
        assert_eq!((a.size(), a.cosize(), a.index((3, 1))), (8, 8, -5));
        assert_eq!(a.compose(layout!(2:2)).index(1), -4);
        refused(layout!(8:1).try_compose(layout!(4:-n)), "-2");
        refused(layout!(8:1).try_logical_divide(layout!(4:-n)), "-2");
        refused(layout!(8:1).try_logical_product(layout!(4:-n)), "-2");
        refused(a.try_complement(24), "-2");
        refused(a.try_logical_product(layout!(2:1)), "-2");
    }

    /// Modes that continue each other at run time alone are composed as one, `(9,2):(1,9)` as `18:1`. The result goes
    /// into leaves with the signs of the type; `-9` is not a `usize`.
    #[test]
    fn signs_stay_in_their_leaves() {
        let (nine, one) = (9, 1);
        let a = layout!(((nine, 2), nine):((one, nine), -nine));
        let tiles = a.zipped_divide(Layout::new((2,), (1,)));
        assert_eq!(
            tiles.to_string(),
            "(((2,1,1)),((1,1,1),(9,1,9))):(((1,9,-9)),((1,9,-9),(2,0,-9)))"
        );
        let walked = tiles.to_dynamic();
        assert!(walked.iter().eq((0..162).map(|i| i % 18 - i / 18 * 9)));
        assert!(walked.is_injective().is_ok_and(|injective| !injective));
    }

    /// The parts of a single element have stride 1, which a leaf for negative strides cannot hold.
    #[test]
    fn a_single_element_backwards_has_no_parts() {
        let (one, three) = (1, 3);
        refused(layout!((one, 2):(-three, 4)).try_downcast::<4>(), "would not be adjacent");
        refused(layout!((one, one):(-one, -three)).try_downcast::<2>(), "would not be adjacent");
        refused(
            layout!((2, one):(12, -three)).try_recast_bits::<16, 24>(),
            "would not be adjacent",
        );
        // A leaf for other strides can.
        let parts = layout!((one, 2):(three, 4)).try_downcast::<4>();
        assert_eq!(parts.unwrap().to_string(), "(4,2):(1,16)");
    }

    #[test]
    fn magnitudes() {
        assert_eq!(Negative::new(0).magnitude(), 0);
        let zero = 0;
        assert_eq!(layout!(4:-zero).cosize(), 1);
        assert_eq!(
            Layout::try_new((2,), (Negative::new(MOST - 1),)).unwrap().index((1,)),
            1 - MOST as isize
        );
        refused(Layout::try_new((2,), (Negative::new(MOST),)), "is past MOST");
        for magnitude in [MOST + 1, MOST + 2, MAX] {
            for extent in [0, 1, 2, MAX] {
                refused(Layout::try_new((extent,), (Negative::new(magnitude),)), "MOST");
            }
        }
        panics("MOST", || _ = Layout::new((2,), (Negative::new(MAX),)));
    }

    /// Offsets of the width of a word, and negative ones that are wider than a word of 32 bits.
    #[test]
    fn words_and_signs() {
        let n = std::hint::black_box(4);
        let a = layout!((n, 8):(-8, 1));
        assert_eq!(a.narrow().index((3, 5)), -19);
        assert_eq!(a.narrow().try_index((3, 5)).unwrap(), -19);
        assert_eq!(static_layout::narrow::Narrow::<i64, _>::new(a).index((3, 5)), -19);
        let words = static_layout::narrow::Narrow::<isize, _>::new(a);
        for i in 0..n {
            for j in 0..8 {
                assert_eq!(words.index((i, j)), a.index((i, j)));
            }
        }
        let refused =
            static_layout::narrow::Narrow::<usize, _>::try_new(a).unwrap_err().to_string();
        assert!(refused.contains("the offset -24 is not in 0..="), "{refused}");
        assert_eq!(
            static_layout::narrow::Narrow::<usize, _>::new(layout!((n, 8):(8, 1))).index((3, 5)),
            29
        );
    }
}

mod large {
    use super::*;

    #[test]
    fn integers() {
        for integer in [MOST + 1, MOST + 2, MAX - 1, MAX] {
            for other in [0, 1, 2, MOST, MAX] {
                refused(Layout::try_new((integer, 4), (1, other)), "MOST");
                refused(Layout::try_new((4, other), (integer, 1)), "MOST");
                refused(Layout::try_new((other,), (integer,)), "MOST");
            }
        }
        panics("MOST", || _ = Layout::new((MAX,), (1,)));
        let n = MAX;
        panics("MOST", move || _ = layout!((n, 4):(1, n)));
        panics("MOST", move || _ = layout!(4:-n));
        panics("MOST", move || _ = layout!(n));
        panics("MOST", move || _ = layout!((2, n):row));
        panics("MOST", move || _ = Layout::col_major(shape!(n, n)));
    }

    #[test]
    fn sizes() {
        let (half, n) = (ROOT, ROOT / 2);
        refused(Layout::try_new((half, half), (0, 0)), "is past MOST");
        refused(Layout::try_new((half, n), (0, 0)), "is past MOST");
        assert_eq!(Layout::try_new((half, n - 1), (0, 0)).unwrap().size(), half * (n - 1));
        assert_eq!(Layout::try_new((MOST,), (1,)).unwrap().cosize(), MOST);
        refused(Layout::try_new((MOST, 2), (0, 1)), "is past MOST");
        panics("is past", move || _ = Layout::col_major((half, half)));
        panics("is past", move || _ = Layout::row_major((half, half)));
    }

    #[test]
    fn cosizes() {
        assert_eq!(Layout::try_new((2,), (MOST - 1,)).unwrap().cosize(), MOST);
        refused(Layout::try_new((2,), (MOST,)), "is past MOST");
        refused(Layout::try_new((3,), (MOST / 2 + 1,)), "is past MOST");
        refused(Layout::try_new((2, 2), (MOST / 2 + 1, MOST / 2 + 1)), "is past");
        refused(Layout::try_new((2, 2), (Negative::new(MOST / 2 + 1), MOST / 2 + 1)), "is past");
    }

    #[test]
    fn operations() {
        let big = BIG;
        let a = layout!(big:1);
        let b = layout!(big:0);
        panics("is past", move || _ = a.append(b));
        panics("is past", move || _ = a.prepend(b));
        panics("is past", move || _ = a.concat(b));
        panics("is past", move || {
            _ = layout!((4, 4):(1, 4)).replace::<0, _>(a.concat(layout!(4:1))).append(b)
        });
        refused(a.try_logical_product(layout!(big:1)), "is past MOST");
        refused(a.try_blocked_product(layout!(big:1)), "is past MOST");
        refused(a.try_raked_product(layout!(big:1)), "is past MOST");
        refused(a.try_zipped_product(tile!(big)), "is past MOST");
        refused(layout!(2:big).try_compose(layout!(2:big)), "is past");
        refused(a.try_complement(MAX), "MOST");
        refused(a.try_complement(MOST), "does not divide");
        refused(a.try_complement_padded(MAX), "MOST");
        assert_eq!(a.complement_padded(MOST).to_string(), format!("{}:{BIG}", MOST / BIG + 1));
        refused(a.try_logical_divide(layout!(3:1)), &format!("3 does not divide {BIG}"));
        assert_eq!(a.logical_divide_padded(layout!(3:1)).layout().size(), big / 3 * 3 + 3);
        refused(layout!({MOST}:1).try_logical_divide_padded(layout!(2:1)), "is past");
        let whole = if usize::BITS == 64 { 7 } else { MOST };
        assert_eq!(layout!({MOST}:1).logical_divide(layout!(whole:1)).cosize(), MOST);
    }

    #[test]
    fn modes_without_their_empty_neighbour() {
        let none = 0;
        // Static extents fit from the start: no check is needed.
        let modes = ((none, (MOST, MOST), MOST), (1, (1, MOST), 1));
        refused(Layout::try_new(modes.0, modes.1), "is past");
        let a = layout!((none, (2, {MOST / 2}), 1):(1, (1, 2), {MOST}));
        assert_eq!((a.size(), a.cosize()), (0, 0));
        assert_eq!(a.mode::<1>().cosize(), MOST - 1);
        assert_eq!(a.take::<1, 3>().size(), MOST - 1);
        assert_eq!(a.slice(coord!(0, _, 0)).0.cosize(), MOST - 1);
        assert_eq!(a.group::<1, 3>().size(), 0);
        let b = layout!((3, {BIG}):(0, 1));
        panics("is past", move || _ = b.select::<(typenum::U1, typenum::U1)>());
    }

    #[test]
    fn coordinates() {
        let n = 4;
        let a = layout!((n, 8):(8, 1));
        // Defined: the last mode has no bound, and the sum wraps.
        assert_eq!(a.index((0, MAX)), MAX);
        assert_eq!(a.index((1, MAX)), 7);
        assert_eq!(a.index(MAX), 3 * 8 + MAX / 4);
        for refusal in [a.try_index((0, MAX)), a.try_index((MAX, 0)), a.try_index((1, MAX - 7))] {
            refused(refusal, "is out of range");
        }
        refused(
            a.try_index(MAX),
            if usize::BITS == 64 {
                "is out of range for shape (4,8): >MOST is past the end"
            } else {
                "is out of range for shape (4,8): 4294967295 is not below 32"
            },
        );
        refused(a.try_index(32), "is not below 32");
        assert_eq!(a.coord(MAX), (3, MAX / 4));
        assert_eq!(a.slice(coord!({ MAX }, _)).1, 8usize.wrapping_neg());
    }
}

mod many {
    use super::*;

    type Eleven = (usize, usize, usize, usize, usize, usize, usize, usize, usize, usize, usize);
    type Pair<T> = (T, T);

    #[test]
    fn leaves() {
        let text = format!("({0},{0},{0}):({0},{0},{0})", "(1,1,1,1,1,1,1,1,1,1,1)");
        refused(text.parse::<dynamic::Layout>(), "32");
        let ones: Eleven = (1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1);
        let two: Pair<Eleven> = (ones, ones);
        let a = Layout::new(two, two);
        assert_eq!((a.size(), a.cosize()), (1, 1));
        // 22 leaves and 10 more, at run time: the maximum.
        let ten = (1, 1, 1, 1, 1, 1, 1, 1, 1, 1);
        let full = a.append(Layout::new(ten, ten));
        assert_eq!(full.to_dynamic().shape().leaf_count(), 32);
        assert_eq!(full.index(0), 0);
        refused(full.to_dynamic().append(&"1:0".parse().unwrap()), "32");
    }

    #[test]
    fn modes() {
        let text = "(1,1,1,1,1,1,1,1,1,1,1,1,1)";
        refused(format!("{text}:{text}").parse::<dynamic::Layout>(), "12");
        let a = layout!((1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1));
        refused(a.to_dynamic().append(&"1:0".parse().unwrap()), "12");
        let b = layout!(((1, 1, 1, 1, 1, 1), (1, 1, 1, 1, 1, 1), 1));
        refused(b.to_dynamic().flatten(), "12");
    }

    macro_rules! nested {
        ($leaf:tt; ) => { $leaf };
        ($leaf:tt; $x:tt $($rest:tt)*) => { (nested!($leaf; $($rest)*),) };
    }

    #[test]
    fn levels() {
        let n = 5;
        let shape = nested!(n; . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .);
        let stride = nested!(3; . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .);
        let a = Layout::new(shape, stride);
        assert_eq!((a.size(), a.cosize(), a.rank(), a.depth()), (5, 13, 1, 40));
        assert_eq!((a.index(4), a.index((4,)), a.index(((4,),))), (12, 12, 12));
        refused(a.try_index(5), "5 is not below 5");
        assert_eq!(a.flatten().to_string(), "(5):(3)");
        assert_eq!(a.coalesce().to_string(), "5:3");
        assert_eq!(a.logical_divide(layout!(5:1)).size(), 5);
        let text = format!("{0}5{1}:{0}3{1}", "(".repeat(40), ")".repeat(40));
        assert_eq!(a.to_string(), text);
        assert_eq!(text.parse::<dynamic::Layout>().unwrap(), a.to_dynamic());
        let parens = "(".repeat(100_000);
        assert!(parens.parse::<dynamic::Layout>().is_err());
        assert!(format!("{parens}1").parse::<dynamic::Layout>().is_err());
    }
}

mod types {
    use super::*;
    use static_layout::int::{Bits32, Multiple};
    use typenum::{U1, U4};

    #[test]
    fn defaults_of_mixed_layouts() {
        // Run-time leaves are 0 by default: a layout without elements, or with strides of 0.
        let a = <Layout!((4, ?):(?, 1))>::default();
        assert_eq!((a.size(), a.cosize(), a.to_string().as_str()), (0, 0, "(4,0):(0,1)"));
        let b = <Layout!(4:?)>::default();
        assert_eq!((b.size(), b.cosize()), (4, 1));
        // The type of a leaf with facts has a code in place of the integer.
        type Square<N> = ops::ColMajor<(N, N)>;
        assert_eq!(<Square<Multiple<U4>>>::default().to_string(), "(0,0):(1,0)");
        assert_eq!(<Square<Bits32>>::default().cosize(), 0);
    }

    #[test]
    fn from_dynamic() {
        let read = |text: &str| text.parse::<dynamic::Layout>().unwrap();
        type Rows = Layout<(usize, U4), (U4, U1)>;
        assert!(Rows::from_dynamic(&read("(9,4):(4,1)")).is_ok());
        for other in
            ["(9,4):(4,2)", "(9,5):(4,1)", "9:4", "(9,(4)):(4,(1))", "(9,4,1):(4,1,0)", "():()"]
        {
            refused(Rows::from_dynamic(&read(other)), "(?,4):(4,1)");
        }
        // A negative stride is not a `usize`, and the other way round.
        refused(Layout::<usize, usize>::from_dynamic(&read("4:-2")), "-2");
        let up = Layout::<usize, Negative>::from_dynamic(&read("4:2"));
        assert!(up.is_err(), "{up:?}");
        // Extents and strides from different sources: the static part fits, the whole does not.
        let most = format!("(1,4):({MOST},1)");
        assert!(Layout::<(usize, U4), (usize, U1)>::from_dynamic(&read(&most)).is_ok());
    }
}

/// The stride `-0` of a run-time number is 0, in every operation.
#[test]
fn minus_zero_is_zero() {
    let n = 0;
    let (minus, zero) = (layout!((4, 2):(-n, 1)), layout!((4, 2):(0, 1)));
    assert_eq!(minus.to_string(), zero.to_string());
    assert_eq!(minus.to_dynamic(), zero.to_dynamic());
    assert!(minus.iter().eq(zero.iter().map(|i| i as isize)));
    assert_eq!((minus.size(), minus.cosize()), (8, 2));
    let (two, eight) = (2, 16_usize);
    assert_eq!(minus.compose(layout!(2:1)).to_string(), "2:0");
    assert_eq!(
        minus.logical_divide(layout!(two:1)).to_string(),
        zero.logical_divide(layout!(two:1)).to_string()
    );
    assert!(minus.complement(eight).iter().eq((0..eight / 2).map(|i| 2 * i)));
    let data = [1, 2];
    assert!(View::new(&data, minus).unwrap().iter().eq(&[1, 1, 1, 1, 2, 2, 2, 2]));
    refused(
        ViewMut::new(&mut [0; 2], minus).unwrap().try_iter_mut().map(|_| ()),
        "share the offset 0",
    );
}

/// A run-time layout is checked when it is made: no safe function of the library joins a shape and a stride without
/// that check.
#[test]
fn layouts_of_parts() {
    let leaf = |n: i64| dynamic::IntTuple::from(n);
    let two = |a: i64, b: i64| dynamic::IntTuple::tuple(&[leaf(a), leaf(b)]).unwrap();
    let most = i64::MAX;
    for (shape, stride) in [
        (leaf(-1), leaf(1)),
        (leaf(4), leaf(most)),
        (leaf(2), leaf(i64::MIN)),
        (two(most, most), two(1, 1)),
        (two(1 << 32, 1 << 32), two(0, 0)),
        (two(4, -4), two(1, 4)),
        (leaf(3), two(1, 5)),
    ] {
        assert!(dynamic::Layout::new(shape, stride).is_err(), "{shape} and {stride}");
    }
}
