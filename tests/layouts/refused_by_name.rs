//! The types of `ops` for operands whose nestings do not fit: if a mode or an element is missing, they have no values.

use static_layout::typenum::{U0, U1, U2, U3, U5, U7};
use static_layout::*;

type Nested = Layout!((2,(3,4)):(1,(2,6)));
/// `A` with a run-time stride.
type MixedNested = Layout!((2,(3,4)):(1,(2,?)));
type S = Shape!(2, (3, 4));
type UnitShape = Shape!(1, 1, 1);

fn is_layout<L: AnyLayout>() -> bool {
    <L::Shape as IntTuple>::REFUSAL.is_none()
        && <<L::Plain as PlainLayout>::Stride as IntTuple>::REFUSAL.is_none()
}

fn is_tuple<T: IntTuple>() -> bool {
    T::REFUSAL.is_none()
}

macro_rules! named {
    ($is:ident $expected:literal: $($name:ty;)*) => {$(
        assert_eq!($is::<$name>(), $expected, "{}", stringify!($name));
    )*};
}

#[test]
fn layouts() {
    named! { is_layout false:
        ops::Mode<Nested, 2>;
        ops::Mode<MixedNested, 5>;
        ops::Get<Nested, (U5,)>;
        ops::Get<Nested, (U1, U7)>;
        ops::Get<Nested, (U0, U0, U1)>;
        ops::Get<Nested, (usize,)>;
        ops::Select<Nested, (U5, U0)>;
        ops::Select<Nested, (U0, usize)>;
        ops::Take<Nested, 1, 4>;
        ops::Take<Nested, 1, 1>;
        ops::Take<Nested, 2, 1>;
        ops::Take<MixedNested, 5, 7>;
        ops::Group<Nested, 1, 4>;
        ops::Group<Nested, 1, 1>;
        ops::Group<MixedNested, 2, 3>;
        ops::Replace<Nested, 2, Nested>;
        ops::Replace<Nested, 7, Nested>;
        ops::Dice<Nested, (U0, (U0, (U0, U0)))>;
        ops::Dice<Nested, (U0, U0, U0)>;
        ops::Dice<Nested, (U0,)>;
        ops::Unflatten<Nested, UnitShape>;
        ops::CoalesceBy<Nested, UnitShape>;
        ops::CoalesceBy<MixedNested, Shape!((1, 1), 1)>;
        ops::FilterBy<Nested, UnitShape>;
        ops::FilterZerosBy<Nested, UnitShape>;
        ops::Slice<Nested, (Keep, Keep, Keep)>;
        ops::Slice<Nested, (Keep,)>;
        ops::Slice<Nested, (U0, (Keep, U0, U0))>;
        ops::Slice<Nested, ((Keep, U0), U0)>;
        ops::Slice<MixedNested, (usize, usize, usize)>;
        ops::Ordered<Shape!(2, 3), UnitShape>;
        ops::LogicalDivide<Nested, Tile<(Layout!(2:1), Layout!(2:1), Layout!(2:1))>>;
        // A function of a refusal is a refusal.
        ops::Concat<ops::Mode<Nested, 2>, Nested>;
        ops::Compose<Nested, ops::Take<Nested, 1, 1>>;
    }
    named! { is_layout true:
        ops::Mode<Nested, 1>;
        ops::Get<Nested, (U1, U0)>;
        ops::Get<Nested, ()>;
        ops::Get<Nested, (U1, U0, U0)>;
        ops::Select<Nested, ()>;
        ops::Take<Nested, 1, 2>;
        ops::Group<MixedNested, 0, 2>;
        ops::Replace<Nested, 1, Nested>;
        ops::Dice<Nested, (Keep, (U0, Keep))>;
        ops::Dice<Nested, Keep>;
        ops::Unflatten<Nested, Shape!(1, 1)>;
        ops::CoalesceBy<Nested, Shape!(1,)>;
        ops::Slice<Nested, (Keep, (U2, Keep))>;
        ops::Slice<Nested, U3>;
        ops::Slice<Nested, (U0, (U0, U0))>;
        ops::Slice<Layout!(():()), ()>;
    }
    // `_` in a profile keeps a mode.
    type Kept = ops::CoalesceBy<Nested, (U1, Keep)>;
    assert_eq!(Kept::default().to_string(), Nested::default().to_string());
}

#[test]
fn tuples() {
    named! { is_tuple false:
        ops::tuple::Mode<S, 2>;
        ops::tuple::Get<S, (U1, U7)>;
        ops::tuple::Take<S, 1, 4>;
        ops::tuple::Take<S, 1, 1>;
        ops::tuple::Select<S, (U5,)>;
        ops::tuple::Group<S, 1, 4>;
        ops::tuple::Group<S, 0, 0>;
        ops::tuple::Remove<S, 2>;
        ops::tuple::Remove<S, 7>;
        ops::tuple::Replace<S, 2, U1>;
        ops::tuple::Insert<S, 3, U1>;
        ops::tuple::Unflatten<S, UnitShape>;
        ops::tuple::Unflatten<S, U1>;
        ops::tuple::ElemAdd<S, U1>;
        ops::tuple::Idx2Crd<(U1, U2, U3), S>;
        ops::tuple::Crd2Idx<(U1, U2, U3), S>;
        ops::tuple::CeilDiv<S, U0>;
        ops::tuple::Sort<S>;
        ops::tuple::ProductLike<U1, S>;
        ops::Index<Nested, (U1, U2, U3)>;
        ops::Index<Nested, (U1,)>;
        ops::Index<Nested, (U1, (U1, (U1, U1)))>;
    }
    named! { is_tuple true:
        ops::tuple::Mode<S, 1>;
        ops::tuple::Mode<U5, 0>;
        ops::tuple::Take<S, 0, 2>;
        ops::tuple::Group<S, 1, 2>;
        ops::tuple::Remove<S, 1>;
        ops::tuple::Remove<(U1,), 0>;
        ops::tuple::Replace<S, 1, U1>;
        ops::tuple::Insert<S, 2, U1>;
        ops::tuple::Unflatten<S, Shape!(1, 1)>;
        ops::tuple::Unflatten<(), ()>;
        ops::tuple::Repeat<S, 0>;
        ops::Index<Nested, (U1, (U1, U2))>;
        ops::Index<Nested, (U1, U2)>;
        ops::Index<Nested, U7>;
    }
}

/// Operations on each layout, and on each pair, of a small universe: a type has no values only if the engine refuses,
/// and otherwise it is the engine's result. Counts the results of each operation: of the engine, of types without a
/// refused leaf although the engine refuses, and all.
#[test]
fn results_by_name() {
    type Tally = std::collections::BTreeMap<&'static str, [usize; 3]>;
    fn compare<L: AnyLayout + std::fmt::Display>(
        tally: &mut Tally,
        name: &'static str,
        found: Result<dynamic::Layout, LayoutError>,
    ) {
        let is_named = is_layout::<L>();
        let [results, silent, all] = tally.entry(name).or_default();
        *all += 1;
        match found {
            Ok(found) => {
                assert!(is_named, "{name}: the type of {found} has no values");
                assert_eq!(L::FORM.to_string(), found.to_string(), "{name}");
                *results += 1;
            }
            Err(_) => *silent += usize::from(is_named),
        }
    }
    let mut tally = Tally::new();
    macro_rules! each {
        ({$($a:tt)*} $b:tt) => {$( each! { @alone $a } each! { @pairs $a $b } )*};
        // A closure each, because all results in one function need a large frame.
        (@alone [$($a:tt)*]) => {{ let mut each = || {
            type A = Layout!($($a)*);
            let a: dynamic::Layout = stringify!($($a)*).replace(' ', "").parse().unwrap();
            compare::<ops::Upcast<A, 2>>(&mut tally, "upcast", a.upcast(2));
            compare::<ops::Upcast<A, 3>>(&mut tally, "upcast", a.upcast(3));
            compare::<ops::Upcast<A, 4>>(&mut tally, "upcast", a.upcast(4));
            compare::<ops::Downcast<A, 3>>(&mut tally, "downcast", a.downcast(3));
            compare::<ops::Inverse<A>>(&mut tally, "inverse", a.inverse());
            compare::<ops::LeftInverse<A>>(&mut tally, "left_inverse", a.left_inverse());
            compare::<ops::RightInverse<A>>(&mut tally, "right_inverse", a.right_inverse());
            compare::<ops::Complement<A, typenum::U24>>(&mut tally, "complement", a.complement(24));
            compare::<ops::Complement<A, typenum::U64>>(&mut tally, "complement", a.complement(64));
        }; each() }};
        (@pairs $a:tt [$($b:tt)*]) => {$( each! { @pair $a $b } )*};
        (@pair [$($a:tt)*] [$($b:tt)*]) => {{ let mut each = || {
            type A = Layout!($($a)*);
            type B = Layout!($($b)*);
            let a: dynamic::Layout = stringify!($($a)*).replace(' ', "").parse().unwrap();
            let b: dynamic::Layout = stringify!($($b)*).replace(' ', "").parse().unwrap();
            let tiler = dynamic::Tiler::whole(b);
            compare::<ops::Compose<A, B>>(&mut tally, "compose", a.compose(&tiler));
            compare::<ops::LogicalDivide<A, B>>(&mut tally, "logical_divide", a.logical_divide(&tiler));
            compare::<ops::LogicalProduct<A, B>>(&mut tally, "logical_product", a.logical_product(&tiler));
        }; each() }};
    }
    each! {
        {[4:1] [4:-3] [6:2] [8:-4] [3:0] [(4,4):(1,4)] [(4,4):(4,1)] [(4,4):(1,5)] [(4,4):(1,2)] [(2,3):(3,2)] [(3,2):(2,6)] [(4,2):(1,0)]
         [(2,4):(-1,2)] [(2,4):(4,-1)] [(2,(2,3)):(1,(2,4))] [(1,6):(0,4)] [(0,4):(1,2)] [(3,4):(8,2)] [(2,2,2):(4,1,2)]}
        [[2:1] [2:2] [4:1] [3:2] [4:-1] [(2,2):(1,4)] [(2,2):(2,1)] [(2,3):(1,0)]]
    }
    let expected = [
        ("complement", [15, 8, 38]),
        ("compose", [119, 27, 152]),
        ("downcast", [10, 0, 19]),
        ("inverse", [5, 14, 19]),
        ("left_inverse", [10, 8, 19]),
        ("logical_divide", [66, 37, 152]),
        ("logical_product", [83, 53, 152]),
        ("right_inverse", [16, 3, 19]),
        ("upcast", [30, 1, 57]),
    ];
    assert_eq!(tally, Tally::from(expected));
}
