//! The types of `ops` for operands whose nestings do not fit have no values, like the refused methods.

use static_layout::typenum::{U0, U1, U2, U3, U5, U7};
use static_layout::*;

type A = Layout!((2,(3,4)):(1,(2,6)));
/// `A` with a run-time stride.
type M = Layout!((2,(3,4)):(1,(2,?)));
type S = Shape!(2, (3, 4));
type One = Shape!(1, 1, 1);

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
        ops::Mode<A, 2>;
        ops::Mode<M, 5>;
        ops::Get<A, (U5,)>;
        ops::Get<A, (U1, U7)>;
        ops::Get<A, (U0, U0, U1)>;
        ops::Get<A, (usize,)>;
        ops::Select<A, (U5, U0)>;
        ops::Select<A, (U0, usize)>;
        ops::Take<A, 1, 4>;
        ops::Take<A, 1, 1>;
        ops::Take<A, 2, 1>;
        ops::Take<M, 5, 7>;
        ops::Group<A, 1, 4>;
        ops::Group<A, 1, 1>;
        ops::Group<M, 2, 3>;
        ops::Replace<A, 2, A>;
        ops::Replace<A, 7, A>;
        ops::Permute<A, (U0, U0)>;
        ops::Permute<A, (U0,)>;
        ops::Dice<A, (U0, (U0, (U0, U0)))>;
        ops::Dice<A, (U0, U0, U0)>;
        ops::Dice<A, (U0,)>;
        ops::Zip<Layout!(((2,3),4):((1,2),6))>;
        ops::Unflatten<A, One>;
        ops::AppendTo<A, 1, A>;
        ops::PrependTo<A, 1, A>;
        ops::CoalesceBy<A, One>;
        ops::CoalesceBy<M, Shape!((1, 1), 1)>;
        ops::FilterBy<A, One>;
        ops::FilterZerosBy<A, One>;
        ops::Slice<A, (Keep, Keep, Keep)>;
        ops::Slice<A, (Keep,)>;
        ops::Slice<A, (U0, (Keep, U0, U0))>;
        ops::Slice<A, ((Keep, U0), U0)>;
        ops::Slice<M, (usize, usize, usize)>;
        ops::TileToShape<A, Shape!(24)>;
        ops::Ordered<Shape!(2, 3), One>;
        ops::LogicalDivide<A, Tile<(Layout!(2:1), Layout!(2:1), Layout!(2:1))>>;
        // A function of a refusal is a refusal.
        ops::Concat<ops::Mode<A, 2>, A>;
        ops::Compose<A, ops::Take<A, 1, 1>>;
    }
    named! { is_layout true:
        ops::Mode<A, 1>;
        ops::Get<A, (U1, U0)>;
        ops::Get<A, ()>;
        ops::Get<A, (U1, U0, U0)>;
        ops::Select<A, ()>;
        ops::Take<A, 1, 2>;
        ops::Group<M, 0, 2>;
        ops::Replace<A, 1, A>;
        ops::Dice<A, (Keep, (U0, Keep))>;
        ops::Dice<A, Keep>;
        ops::Unflatten<A, Shape!(1, 1)>;
        ops::CoalesceBy<A, Shape!(1,)>;
        ops::Slice<A, (Keep, (U2, Keep))>;
        ops::Slice<A, U3>;
        ops::Slice<A, (U0, (U0, U0))>;
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
        ops::tuple::Unflatten<S, One>;
        ops::tuple::Unflatten<S, U1>;
        ops::tuple::ElemAdd<S, U1>;
        ops::tuple::Idx2Crd<(U1, U2, U3), S>;
        ops::tuple::Crd2Idx<(U1, U2, U3), S>;
        ops::tuple::CeilDiv<S, U0>;
        ops::tuple::Sort<S>;
        ops::tuple::ProductLike<U1, S>;
        ops::Index<A, (U1, U2, U3)>;
        ops::Index<A, (U1,)>;
        ops::Index<A, (U1, (U1, (U1, U1)))>;
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
        ops::Index<A, (U1, (U1, U2))>;
        ops::Index<A, (U1, U2)>;
        ops::Index<A, U7>;
    }
}
