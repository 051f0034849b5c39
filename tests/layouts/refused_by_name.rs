//! The types of `ops` for operands whose nestings do not fit have no values, like the refused methods.

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
        ops::Permute<Nested, (U0, U0)>;
        ops::Permute<Nested, (U0,)>;
        ops::Dice<Nested, (U0, (U0, (U0, U0)))>;
        ops::Dice<Nested, (U0, U0, U0)>;
        ops::Dice<Nested, (U0,)>;
        ops::Zip<Layout!(((2,3),4):((1,2),6))>;
        ops::Unflatten<Nested, UnitShape>;
        ops::AppendTo<Nested, 1, Nested>;
        ops::PrependTo<Nested, 1, Nested>;
        ops::CoalesceBy<Nested, UnitShape>;
        ops::CoalesceBy<MixedNested, Shape!((1, 1), 1)>;
        ops::FilterBy<Nested, UnitShape>;
        ops::FilterZerosBy<Nested, UnitShape>;
        ops::Slice<Nested, (Keep, Keep, Keep)>;
        ops::Slice<Nested, (Keep,)>;
        ops::Slice<Nested, (U0, (Keep, U0, U0))>;
        ops::Slice<Nested, ((Keep, U0), U0)>;
        ops::Slice<MixedNested, (usize, usize, usize)>;
        ops::TileToShape<Nested, Shape!(24)>;
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

/// Each pair of a layout and a swizzled one of a small universe: the type of the composition has no values exactly where
/// the engine refuses it.
#[test]
fn swizzled_compositions() {
    fn is_as_found<L: AnyLayout>(a: &str, b: &str) -> bool {
        let plain: dynamic::Layout = a.replace(' ', "").parse().unwrap();
        let found = plain.compose_swizzled(&b.parse().unwrap());
        let is_named = is_layout::<L>() && <ops::Cosize<L> as IntTuple>::REFUSAL.is_none();
        assert_eq!(is_named, found.is_ok(), "{a} o {b}: {found:?}");
        is_named
    }
    let (mut refused, mut all) = (0, 0);
    macro_rules! pairs {
        ({$($a:tt)*} $b:tt) => {$( pairs! { @each $a $b } )*};
        (@each $a:tt [$($b:tt)*]) => {$( pairs! { @one $a $b } )*};
        (@one [$($a:tt)*] [$($b:tt)*]) => {{
            type Found = ops::Compose<Layout!($($a)*), Layout!($($b)*)>;
            let is_named = is_as_found::<Found>(stringify!($($a)*), stringify!($($b)*));
            (refused, all) = (refused + usize::from(!is_named), all + 1);
        }};
    }
    pairs! {
        {[16:1] [16:2] [(4,4):(1,2)] [(4,4):(1,4)] [(4,4):(1,8)] [(4,4):(4,1)] [(4,4):(2,1)] [(2,8):(1,2)] [(2,8):(8,1)]
        [(2,2,4):(1,4,2)] [(2,2,4):(2,4,1)] [(8,2):(1,16)] [(8,4):(1,16)] [(16,4):(1,16)] [(16,4):(4,1)] [(3,8):(1,3)]
        [(4,4):(1,0)] [(4,4):(0,1)] [(4,4):(1,-4)]}
        [
            [Sw<1,0,1> o 0 o 8:1] [Sw<1,0,2> o 0 o 16:1] [Sw<1,0,3> o 0 o 16:1] [Sw<2,0,2> o 0 o 16:1] [Sw<2,0,-2> o 0 o 16:1]
            [Sw<1,1,1> o 0 o 8:2] [Sw<1,1,2> o 0 o (4,4):(4,1)] [Sw<2,0,2> o 1 o 8:1] [Sw<1,0,2> o 2 o 4:1] [Sw<1,1,1> o 1 o 4:2]
            [Sw<1,2,1> o 0 o 4:4]
        ]
    }
    assert_eq!((refused, all), (76, 209));
}
