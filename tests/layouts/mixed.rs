//! Run-time leaves: an operation on a mixed layout has the result of the engine on the same integers, or its refusal in
//! the same words. The engine gets the integers with the run-time ones marked as unknown, which decide the form.

use static_layout::*;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Integers of a run-time leaf: small ones, multiples of a tile and others, and integers near the end of the range.
const VALUES: [usize; 20] = [
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    8,
    12,
    16,
    24,
    40,
    48,
    1800,
    1 << 56,
    (1 << 57) - 1,
    1 << 57,
    1 << 61,
    (1 << 62) + 8,
    i64::MAX as usize,
];

/// The text of a panic.
fn panic_of<R>(run: impl FnOnce() -> R) -> String {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let result = catch_unwind(AssertUnwindSafe(run));
    std::panic::set_hook(hook);
    match result {
        Ok(_) => panic!("no panic"),
        Err(payload) => payload.downcast_ref::<String>().unwrap().clone(),
    }
}

/// What an operation on one set of integers did.
#[derive(PartialEq)]
enum Outcome {
    Result,
    Refusal,
}

/// Compares `found` and the panicking `again` with the engine's `expected`.
fn compare<R: PlainLayout + PartialEq + std::fmt::Debug>(
    case: &str,
    found: Result<R, LayoutError>,
    again: impl FnOnce() -> R,
    expected: Result<dynamic::Layout, LayoutError>,
) -> Outcome {
    match (found, expected) {
        (Ok(found), Ok(expected)) => {
            assert_eq!(PlainLayout::to_dynamic(found), expected.set_known(), "{case}");
            assert_eq!(again(), found, "{case}");
            Outcome::Result
        }
        (Err(found), Err(expected)) => {
            assert_eq!(found.to_string(), expected.to_string(), "{case}");
            assert_eq!(panic_of(again), expected.to_string(), "{case}");
            Outcome::Refusal
        }
        (found, expected) => panic!("{case}: {found:?} but {expected:?}"),
    }
}

/// Compares each operation of the mixed layouts in brackets with the engine's operation, for all integers in the place
/// of `?`. After `|mixed|`, an operation of another layout with the mixed one.
macro_rules! agree {
    ($test:ident: $($L:tt { $($method:ident $try_method:ident $operand:tt $text:literal;)+ })+) => {
        #[test]
        fn $test() {
            $($({
                each(stringify!($L), stringify!($method), |text, known| {
                    let mixed = <Layout! $L>::from_dynamic(known).unwrap();
                    agree! { @compare text $method $try_method mixed $operand $text }
                });
            })+)+
        }
    };
    (@compare $case:ident $method:ident $try_method:ident $mixed:ident (($($block:tt)*).) $text:literal) => {{
        let block = layout!($($block)*);
        let expected = $text.parse::<dynamic::Layout>().unwrap().$method(&$mixed.plain().into());
        compare($case, block.$try_method($mixed), || block.$method($mixed), expected)
    }};
    (@compare $case:ident $method:ident $try_method:ident $mixed:ident ($operand:expr) $text:literal) => {{
        let expected = $mixed.plain().$method(&$text.parse().unwrap());
        compare($case, $mixed.$try_method($operand), || $mixed.$method($operand), expected)
    }};
}

/// Runs `compare` for the integers of a form; checks that there were results and refusals.
fn each(form: &str, method: &str, compare: impl Fn(&str, &dynamic::Layout) -> Outcome) {
    let form = form.trim_matches(['[', ']']);
    let (mut results, mut refusals) = (0, 0);
    for (n, m) in pairs(form) {
        let text = filled(form, n, m);
        let Ok(known) = text.parse::<dynamic::Layout>() else { continue };
        let outcome = compare(&format!("{text} {method}"), &known);
        results += (outcome == Outcome::Result) as usize;
        refusals += (outcome == Outcome::Refusal) as usize;
    }
    assert!(results > 1 && refusals > 0, "{form} {method}: {results} and {refusals}");
}

/// The text of a layout with `n` in the place of the first `?`, `m` of the others.
fn filled(form: &str, n: usize, m: usize) -> String {
    form.replacen('?', &n.to_string(), 1).replace('?', &m.to_string()).replace(' ', "")
}

/// The integers of the run-time leaves: all values, or all pairs of them.
fn pairs(form: &str) -> Vec<(usize, usize)> {
    let seconds = if form.matches('?').count() > 1 { &VALUES[..] } else { &VALUES[..1] };
    VALUES.iter().flat_map(|&n| seconds.iter().map(move |&m| (n, m))).collect()
}

agree! { divides:
    [(?, 64):(64, 1)] {
        logical_divide try_logical_divide (tile!(8, 16)) "<8:1,16:1>";
        zipped_divide try_zipped_divide (tile!(8, 16)) "<8:1,16:1>";
        tiled_divide try_tiled_divide (tile!(8, 16)) "<8:1,16:1>";
        flat_divide try_flat_divide (tile!(8, 16)) "<8:1,16:1>";
        zipped_divide try_zipped_divide (tile!(2:4, _)) "<2:4,_>";
    }
    [(?, ?):(?, 1)] {
        zipped_divide try_zipped_divide (tile!(8, 4)) "<8:1,4:1>";
        zipped_divide try_zipped_divide (tile!(_, 4)) "<_,4:1>";
        logical_divide try_logical_divide (tile!((2, 4):(4, 16))) "<(2,4):(4,16)>";
    }
    [?:?] {
        zipped_divide try_zipped_divide (layout!(8:1)) "8:1";
        flat_divide try_flat_divide (layout!((2, 2):(1, 4))) "(2,2):(1,4)";
    }
}

/// Tiles of run-time extents, of modes with run-time extents and static ones.
#[test]
fn divides_by_run_time_tiles() {
    macro_rules! by_tiles {
        ($L:tt $((|$p:ident, $q:ident| $($parts:tt)*))+) => {$(
            for ($p, $q) in [(1_usize, 4_usize), (2, 1), (8, 4), (3, 5), (1 << 56, 2)] {
                let (_, tile) = ($q, tile!($($parts)*));
                by_tiles! { @each $L tile logical_divide try_logical_divide }
                by_tiles! { @each $L tile zipped_divide try_zipped_divide }
                by_tiles! { @each $L tile tiled_divide try_tiled_divide }
                by_tiles! { @each $L tile flat_divide try_flat_divide }
                by_tiles! { @each $L tile compose try_compose }
                by_tiles! { @each $L tile tile_count try_tile_count }
            }
        )+};
        (@each $L:tt $tile:ident tile_count try_tile_count) => {
            each(stringify!($L), "tile_count", |case, known| {
                let mixed = <Layout! $L>::from_dynamic(known).unwrap();
                let (found, expected) = (mixed.try_tile_count($tile), mixed.plain().tile_count(&$tile.plain_tiler()));
                match (&found, &expected) {
                    (Ok(found), Ok(expected)) => assert_eq!(*found as i64, *expected, "{case}"),
                    (Err(found), Err(expected)) => assert_eq!(found.to_string(), expected.to_string(), "{case}"),
                    _ => panic!("{case}: {found:?} but {expected:?}"),
                }
                if found.is_ok() { Outcome::Result } else { Outcome::Refusal }
            });
        };
        (@each $L:tt $tile:ident $method:ident $try_method:ident) => {
            each(stringify!($L), stringify!($method), |case, known| {
                let mixed = <Layout! $L>::from_dynamic(known).unwrap();
                let expected = mixed.plain().$method(&$tile.plain_tiler());
                compare(case, mixed.$try_method($tile), || mixed.$method($tile), expected)
            });
        };
    }
    by_tiles! { [(?, ?):(?, 1)] (|p, q| p, q) (|p, q| p, 4) (|p, q| p, _) }
    by_tiles! { [(?, 60):(60, 1)] (|p, q| p, q) (|p, q| p, 4) }
}

agree! { compositions:
    [(?, 64):(64, 1)] {
        compose try_compose (tile!(8, 16)) "<8:1,16:1>";
        compose try_compose (tile!(_, 16:2)) "<_,16:2>";
    }
    [?:?] {
        compose try_compose (layout!((4, 2):(2, 1))) "(4,2):(2,1)";
    }
    [(?, ?):(?, 1)] {
        compose try_compose (tile!(8, (2, 2):(4, 8))) "<8:1,(2,2):(4,8)>";
        compose try_compose (layout!(8:3)) "8:3";
        compose try_compose (layout!(4:2)) "4:2";
    }
}

agree! { products:
    [?:1] {
        logical_product try_logical_product ((8:1).) "8:1";
        zipped_product try_zipped_product (((8, 4):(4, 1)).) "(8,4):(4,1)";
    }
    [(?, ?):(?, 1)] {
        logical_product try_logical_product (((8, 4):(4, 1)).) "(8,4):(4,1)";
        tiled_product try_tiled_product (((2, 2):(1, 2)).) "(2,2):(1,2)";
        flat_product try_flat_product (((2, 2):(1, 2)).) "(2,2):(1,2)";
    }
}

/// The other products and `tile_to_shape`, whose operands are not tilers.
#[test]
fn blocks() {
    type Repeats = Layout!((?, ?):(?, 1));
    let block = layout!((8, 4):(4, 1));
    let known_block = block.to_dynamic();
    each("(?,?):(?,1)", "blocked_product", |case, known| {
        let b = Repeats::from_dynamic(known).unwrap();
        let expected = known_block.blocked_product(&b.plain());
        compare(case, block.try_blocked_product(b), || block.blocked_product(b), expected)
    });
    each("(?,?):(?,1)", "raked_product", |case, known| {
        let b = Repeats::from_dynamic(known).unwrap();
        let expected = known_block.raked_product(&b.plain());
        compare(case, block.try_raked_product(b), || block.raked_product(b), expected)
    });
    each("(?,?):(0,0)", "tile_to_shape", |case, known| {
        let (m, n) = (known.leaf(0).0 as usize, known.leaf(1).0 as usize);
        let expected = known_block.tile_to_shape(&(m, n).plain());
        compare(case, block.try_tile_to_shape((m, n)), || block.tile_to_shape((m, n)), expected)
    });
}

/// `coalesce` merges known leaves, and copies the others.
#[test]
fn coalesced() {
    for n in VALUES {
        let Ok(known) = format!("(2,(1,{n})):(1,(6,2))").parse::<dynamic::Layout>() else {
            continue;
        };
        let mixed = <Layout!((2, (1, ?)):(1, (6, 2)))>::from_dynamic(&known).unwrap();
        assert_eq!(mixed.coalesce().to_dynamic().to_string(), format!("(2,{n}):(1,2)"));
    }
}

/// Steps that do not divide an extent: one result on types, on a mixed layout and on integers.
#[test]
fn steps_that_divide_no_extent() {
    macro_rules! rows {
        ($(($($s:literal),+; $last:literal):$d:tt o $b:tt:$r:tt = $($result:tt):+;)*) => {$(
            let text = concat!(stringify!($($result):+)).replace(' ', "");
            let b = layout!($b:$r);
            assert_eq!(layout!(($($s),+, $last):$d).compose(b), layout!($($result):+));
            let n = $last;
            assert_eq!(layout!(($($s),+, n):$d).compose(b).to_string(), text);
            let a: dynamic::Layout = layout!(($($s),+, $last):$d).to_string().parse().unwrap();
            assert_eq!(a.compose(&b.to_string().parse().unwrap()).unwrap().to_string(), text);
        )*};
    }
    rows! {
        (3; 4):(1, 2) o 2:4 = 2:3;
        (2; 2):(1, 4) o 2:3 = 2:5;
        (2, 6; 5):(1, -4, 2) o 12:30 = (2, 6):(-8, 10);
        (4, 6; 5):(3, 1, 8) o 12:26 = (2, 6):(14, 17);
        (2, 2; 8):(1, 4, 16) o (2, 2):(3, 4) = (2, 2):(5, 16);
        (3, 4; 5):(1, 20, 100) o (2, 2):(4, 12) = (2, 2):(21, 100);
    }
}

/// Compares padded divides of the mixed layouts in brackets with the engine's divides: the layout, the refusal, and
/// which coordinates are inside.
macro_rules! padded {
    ($($L:tt { $($method:ident $try_method:ident ($operand:expr) $text:literal;)+ })+) => {$($({
        each(stringify!($L), stringify!($method), |case, known| {
            let mixed = <Layout! $L>::from_dynamic(known).unwrap();
            let (found, expected) =
                (mixed.$try_method($operand), mixed.plain().$method(&$text.parse().unwrap()));
            if let (Ok(found), Ok(expected)) = (found, expected) {
                assert_eq!(found.all_whole(), expected.all_whole(), "{case}");
                let size = expected.layout().size() as usize;
                for i in (0..size.min(3000)).chain(size - size.min(300)..size) {
                    let inside = expected.inside(&(i as i64).into()).unwrap();
                    assert_eq!(found.inside(i), inside, "{case} at {i}");
                }
            }
            let again = || mixed.$method($operand).layout();
            compare(case, found.map(|a| a.layout()), again, expected.map(|a| a.layout()))
        });
    })+)+};
}

#[test]
fn padded_divides() {
    padded! {
        [(?, 64):(64, 1)] {
            logical_divide_padded try_logical_divide_padded (tile!(8, 16)) "<8:1,16:1>";
            zipped_divide_padded try_zipped_divide_padded (tile!(8, 24)) "<8:1,24:1>";
            tiled_divide_padded try_tiled_divide_padded (tile!(8, 16)) "<8:1,16:1>";
            flat_divide_padded try_flat_divide_padded (tile!(2:4, _)) "<2:4,_>";
        }
        [(?, ?):(?, 1)] {
            zipped_divide_padded try_zipped_divide_padded (tile!(8, 4)) "<8:1,4:1>";
            logical_divide_padded try_logical_divide_padded (tile!((2, 4):(4, 16), _)) "<(2,4):(4,16),_>";
            zipped_divide_padded try_zipped_divide_padded (tile!(1, 3)) "<1:0,3:1>";
        }
        [?:?] {
            zipped_divide_padded try_zipped_divide_padded (layout!(8:1)) "8:1";
        }
        [((?, 2), 5):((10, 5), 1)] {
            zipped_divide_padded try_zipped_divide_padded (tile!(_, 3)) "<_,3:1>";
            zipped_divide_padded try_zipped_divide_padded (tile!(4, 3)) "<4:1,3:1>";
        }
    }
}

/// The number of tiles, or the refusal of the divide.
#[test]
fn tile_counts() {
    for (n, m) in pairs("(?,?):(?,1)") {
        let Ok(known) = filled("(?,?):(?,1)", n, m).parse::<dynamic::Layout>() else { continue };
        let mixed = <Layout!((?, ?):(?, 1))>::from_dynamic(&known).unwrap();
        let (found, expected) =
            (mixed.try_tile_count(tile!(8, 4)), known.tile_count(&"<8:1,4:1>".parse().unwrap()));
        match (found, expected) {
            (Ok(found), Ok(expected)) => {
                assert_eq!(found, expected as usize);
                assert_eq!(mixed.tile_count(tile!(8, 4)), found);
            }
            (Err(found), Err(expected)) => {
                assert_eq!(found.to_string(), expected.to_string());
                assert_eq!(panic_of(|| mixed.tile_count(tile!(8, 4))), expected.to_string());
            }
            (found, expected) => panic!("{known}: {found:?} but {expected:?}"),
        }
    }
}

/// Compact layouts have the strides of the engine, or its refusal, also for extents of 0 and 1 and sizes past
/// `isize::MAX`.
#[test]
fn compact() {
    fn compare<L: PlainLayout>(
        case: &str,
        found: impl FnOnce() -> L,
        expected: Result<dynamic::Layout, LayoutError>,
    ) -> bool {
        match expected {
            Ok(expected) => {
                assert_eq!(PlainLayout::to_dynamic(found()), expected.set_known(), "{case}")
            }
            Err(expected) => assert_eq!(panic_of(found), expected.to_string(), "{case}"),
        }
        expected.is_ok()
    }
    let (mut results, mut refusals) = (0, 0);
    macro_rules! orders {
        ($shape:expr) => {{
            let shape = $shape;
            let case = format!("{}", shape.display());
            for accepted in [
                compare(
                    &case,
                    || Layout::row_major(shape),
                    dynamic::Layout::row_major(shape.plain()),
                ),
                compare(
                    &case,
                    || Layout::col_major(shape),
                    dynamic::Layout::col_major(shape.plain()),
                ),
            ] {
                results += accepted as usize;
                refusals += !accepted as usize;
            }
        }};
    }
    for &n in &VALUES {
        for &m in &VALUES {
            orders!(shape!(n, m));
            orders!(shape!(n, 4, m));
            orders!(shape!((3, n), 1, (m, 2)));
            orders!(shape!(n, 0, m));
        }
    }
    assert!(results > 100 && refusals > 100, "{results} and {refusals}");
}

/// The word of a run-time stride past `isize::MAX` equals the word of a short stride with the other sign.
#[test]
fn strides_past_isize_are_refused() {
    let (n, past) = (2, usize::MAX - 4);
    let refused = Layout::try_new((n, 3), (past, 1)).unwrap_err().to_string();
    let reason =
        "cannot make (2,3):(>9223372036854775807,1): an integer is past 9223372036854775807";
    assert_eq!(refused, reason);
}

/// A shape of as many leaves as a tuple may have.
#[test]
fn compact_layouts_of_the_most_leaves() {
    let n = 1;
    let four = |first: usize| ((first, n), (2, n));
    let eight = |first: usize| (four(first), four(n));
    let sixteen = |first: usize| (eight(first), eight(n));
    let shape = (sixteen(3), sixteen(n));
    let (columns, rows) = (Layout::col_major(shape), Layout::row_major(shape));
    assert_eq!((columns.size(), rows.size()), (3 << 8, 3 << 8));
    assert_eq!((columns.offset(5), rows.offset(1)), (5, 1 << 8));
}
