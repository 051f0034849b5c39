//! Leaves with names: the layout is refused if leaves of one name differ, and an operation has the offsets that it has
//! on run-time leaves without names.

use static_layout::int::{Multiple, Named, name};
use static_layout::typenum::{U1, U8, U64};
use static_layout::*;

type Columns = Layout!((?{=n}, ?):(1, ?{=n}));

fn columns(n: usize, m: usize) -> Columns {
    layout!(({fact Named::<name::N>::new(n)}, m):(1, {fact Named::<name::N>::new(n)}))
}

/// Compares an operation on a layout with names to the operation on the same integers without names: if both have a
/// result, it is the same function; an operation that names make possible is counted.
macro_rules! agree {
    ($more:ident; $facts:expr, $mixed:expr; $($operation:literal |$a:ident| $run:expr;)*) => {$(
        let found = { let $a = $facts; $run.map(|a| a.to_dynamic()) };
        let expected = { let $a = $mixed; $run.map(|a| a.to_dynamic()) };
        match (found, expected) {
            (Ok(found), Ok(expected)) => {
                // Inverses use static integers, and names make more of the layout known.
                let is_prefix = ["inverse", "common"].contains(&$operation);
                assert!(is_prefix || found.size() == expected.size(), "{} of {}", $operation, $mixed);
                let mut pairs = found.iter().zip(expected.iter());
                assert!(pairs.all(|(a, b)| a == b), "{} of {}: {found}", $operation, $mixed);
            }
            (Err(found), Err(expected)) => assert_eq!(found.to_string(), expected.to_string()),
            (Ok(found), Err(_)) => {
                assert!(found.size() >= 0);
                $more += 1;
            }
            // The inner mode ends, but the last of two run-time modes has no bound.
            (Err(found), Ok(expected)) => assert!(
                expected.size() > $mixed.size() as i64,
                "{} of {}: {found}, but {expected}",
                $operation,
                $mixed
            ),
        }
    )*};
}

#[test]
fn operations_agree_with_those_without_names() {
    let mut more = 0;
    for (n, m) in [(1, 1), (1, 8), (2, 3), (3, 4), (4, 2), (6, 5), (8, 16), (12, 1), (16, 3)] {
        let (facts, mixed) = (columns(n, m), layout!((n, m):(1, n)));
        assert_eq!(facts.to_string(), mixed.to_string());
        assert_eq!((facts.size(), facts.cosize()), (mixed.size(), mixed.cosize()));
        agree! { more; facts, mixed;
            "coalesce" |a| Ok::<_, LayoutError>(a.coalesce());
            "coalesce by modes" |a| Ok::<_, LayoutError>(a.coalesce_by(shape!(1, 1)));
            "filter" |a| Ok::<_, LayoutError>(a.filter());
            "zeros" |a| Ok::<_, LayoutError>(a.filter_zeros());
            "flatten" |a| Ok::<_, LayoutError>(a.flatten());
            "group" |a| Ok::<_, LayoutError>(a.group::<0, 2>());
            "permute" |a| Ok::<_, LayoutError>(a.permute::<(typenum::U1, typenum::U0)>());
            "mode" |a| Ok::<_, LayoutError>(a.mode::<1>());
            "column" |a| Ok::<_, LayoutError>(a.slice(coord!(_, 0)).0);
            "append" |a| Ok::<_, LayoutError>(a.append(layout!(2:1000)));
            "prepend" |a| Ok::<_, LayoutError>(a.prepend(layout!(2:1000)));
            "divide whole" |a| a.try_logical_divide(layout!(4:1));
            "divide whole" |a| a.try_zipped_divide(layout!(2:1));
            "divide by mode" |a| a.try_zipped_divide(tile!(2, 2));
            "divide first" |a| a.try_tiled_divide(tile!(2));
            "padded" |a| a.try_zipped_divide_padded(tile!(4, 3)).map(|a| a.layout());
            "compose" |a| a.try_compose(layout!(4:1));
            "compose" |a| a.try_compose(layout!((2, 2):(2, 1)));
            "compose by mode" |a| a.try_compose(tile!(2, 2));
            "product" |a| layout!((2, 2):(2, 1)).try_blocked_product(a);
            "product" |a| a.try_logical_product(layout!(2:1));
            "upcast" |a| a.try_upcast::<2>();
            "downcast" |a| a.try_downcast::<2>();
            "inverse" |a| a.try_right_inverse();
            "left inverse" |a| a.try_left_inverse();
            "nullspace" |a| a.try_nullspace();
            "complement" |a| a.try_complement_padded(1000_usize);
            "sort" |a| a.try_sort();
            "like" |a| a.try_like();
            "flat" |a| a.try_to_flat();
            "squeeze" |a| Ok::<_, LayoutError>(a.squeeze());
            "transpose" |a| Ok::<_, LayoutError>(a.transpose());
            "row" |a| Ok::<_, LayoutError>(Layout::row_major(a.shape()));
            "column" |a| Ok::<_, LayoutError>(Layout::col_major(a.shape()));
            "common" |a| a.try_max_common_layout(layout!((6, 16):(16, 1)));
        }
    }
    assert!(more > 0);
    for (n, m) in [(1, 5), (4, 4), (6, 5)] {
        let inverse = columns(n, m).right_inverse();
        assert_eq!((inverse.size(), inverse.to_string()), (n * m, std::format!("{}:1", n * m)));
    }
}

/// A false name is refused where the layout is made, in a layout of the engine, and where two layouts are joined.
#[test]
fn names_are_checked() {
    let make = |n: usize, pitch: usize| -> Result<Columns, LayoutError> {
        Layout::try_new((Named::<name::N>::new(n), 4), (U1::new(), Named::<name::N>::new(pitch)))
    };
    assert_eq!(make(6, 6).unwrap().to_string(), "(6,4):(1,6)");
    let reason = "cannot make (6,4):(1,8): the leaves named n are 6 and 8";
    assert_eq!(make(6, 8).unwrap_err().to_string(), reason);
    let panic = std::panic::catch_unwind(|| {
        let (n, pitch) = (Named::<name::N>::new(6), Named::<name::N>::new(8));
        layout!(({fact n}, 4):(1, {fact pitch}))
    });
    let panic = panic.unwrap_err();
    assert_eq!(panic.downcast_ref::<String>().map(String::as_str), Some(reason));
    let read = |text: &str| Columns::from_dynamic(&text.parse().unwrap());
    assert_eq!(read("(6,4):(1,6)").unwrap().coalesce().to_string(), "24:1");
    assert_eq!(
        read("(6,4):(1,8)").unwrap_err().to_string(),
        "cannot read (6,4):(1,8) as (?{=n},?):(1,?{=n}): the leaves named n are 6 and 8"
    );
    // Both layouts have a leaf `n`, with different integers.
    let joined = |n| columns(6, 4).append(columns(n, 2).mode::<0>());
    assert_eq!(joined(6).to_string(), "(6,4,6):(1,6,1)");
    assert!(std::panic::catch_unwind(|| joined(5)).is_err());
    // The integers of one name may have facts, and other names are not compared.
    type Facts = Layout!((?{=n div=8}, ?{=m}):(1, ?{=n}));
    let read = |text: &str| Facts::from_dynamic(&text.parse().unwrap());
    assert!(read("(16,4):(1,16)").is_ok() && read("(16,16):(1,16)").is_ok());
    assert_eq!(
        read("(12,4):(1,12)").unwrap_err().to_string(),
        "cannot read (12,4):(1,12) as (?{=n div=8},?{=m}):(1,?{=n}): 12 is not a multiple of 8"
    );
}

/// Both operands have leaves of one name with other integers: an error if the result has both.
#[test]
fn names_of_two_operands_are_an_error() {
    let n = |n: usize| Named::<name::N>::new(n);
    let a = columns(6, 4);
    let tiles = a.try_zipped_divide(tile!({fact n(3)}, {fact n(2)}));
    assert_eq!(
        tiles.unwrap_err().to_string(),
        "cannot make ((3,2),(2,2)):((1,6),(3,12)): the leaves named n are 3 and 2"
    );
    let tiles = a.try_zipped_divide(tile!({fact n(2)}, {fact n(2)})).unwrap();
    assert_eq!(tiles.to_string(), "((2,2),(3,2)):((1,6),(2,12))");
    let shape = a.try_with_shape(shape!({fact n(5)}, 4));
    assert_eq!(shape.map(|layout| layout.to_string()), Ok("(5,4):(1,5)".into()));
}

/// Facts that follow from names are in the types of results.
#[test]
fn results_follow_from_names() {
    let a = columns(6, 4);
    let _: Layout!(?:1) = a.coalesce();
    // Divided as one mode.
    let tiles: Layout!((8, ?):(1, 8)) = columns(6, 4).logical_divide(layout!(8:1));
    assert_eq!(tiles.to_string(), "(8,3):(1,8)");
    assert!(columns(3, 5).try_logical_divide(layout!(8:1)).is_err());
    // A multiple stays a multiple, and a static number of columns multiplies it.
    type Rows = Named<name::R, Multiple<U8, U64>>;
    let rows = Rows::new(Multiple::new(16));
    let b = layout!(({fact rows}, 4):(1, {fact rows}));
    let _: Layout!((?{=r div=8 <=64}, 4):(1, ?{=r div=8 <=64})) = b;
    let _: Layout!(?{div=32 <=256}:1) = b.coalesce();
    // Modes move with their names; in another order no mode continues another.
    let turned = b.permute::<(U1, typenum::U0)>();
    let _: Layout!((4, ?{=r div=8 <=64}):(?{=r div=8 <=64}, 1)) = turned;
    let _: Layout!((4, ?{=r div=8 <=64}):(?{=r div=8 <=64}, 1)) = turned.coalesce();
    let _: Layout!(?{div=32 <=256}:1) = turned.permute::<(U1, typenum::U0)>().coalesce();
    // Extents of 1 between the two modes do not count, and a pitch that is not 1 does.
    let one = layout!(({fact rows}, 1, 4):(1, 0, {fact rows}));
    let _: Layout!(?{div=32 <=256}:1) = one.coalesce();
    let wide = layout!(({fact rows}, 4):(2, {fact rows}));
    let _: Layout!((?{=r div=8 <=64}, 4):(2, ?{=r div=8 <=64})) = wide.coalesce();
    let data = [0_u8; 64];
    let view = View::new(&data, b).unwrap();
    assert_eq!(view.layout().coalesce().size(), 64);
}
