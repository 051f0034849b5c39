//! [`IntTuple`](super::IntTuple) of a leaf, which is a tuple of one element: itself.

/// The items of `IntTuple` that all leaves share. `$static` is `IsStatic`, `$signed` is `IsSigned`, `$widen` is
/// `Widen<W0>` (`W0` by default).
macro_rules! leaf_tuple {
    ($static:ty, $signed:ty) => {
        crate::types::tuple::leaf_tuple! { $static, $signed, W0 }
    };
    ($static:ty, $signed:ty, $widen:ty) => {
        type Widen<W0: crate::types::layout::Codomain> = $widen;
        type Component<I1: crate::types::num::octal::Oct> =
            <<<Self as crate::types::num::int::Leaf>::In as crate::types::num::int::Int>::Component<
                I1,
            > as crate::types::num::int::Int>::Leaf;
        type IsSigned = $signed;
        type List = crate::types::tuple::Atom<Self>;
        type ModesAfter<L0: crate::types::layout::Modes, D0: IntTuple> =
            crate::types::layout::Snoc<L0, <Self as crate::types::num::int::Leaf>::In, D0::Integer>;
        type Compose<D0: IntTuple, A0: crate::types::algebra::Walked> =
            A0::Leaf<<Self as crate::types::num::int::Leaf>::In, D0::Integer>;
        type Each<D0: IntTuple, F0: crate::types::algebra::LeafMap> =
            F0::Leaf<<Self as crate::types::num::int::Leaf>::In, D0::Integer>;
        crate::types::tuple::kept! { none T0, () }
        type Integer = <Self as crate::types::num::int::Leaf>::In;
        crate::types::tuple::leaf_elements! {}
        type IsStatic = $static;
        type Coord = usize;
        type FlatCoord = usize;
        const LEAVES: usize = 1;
        #[inline(always)]
        fn list(self) -> crate::types::tuple::Atom<Self> {
            crate::types::tuple::Atom(self)
        }
        #[inline(always)]
        fn patch(self, out: &mut layout_core::IntTuple, at: usize) {
            if !<$static as crate::types::num::Bool>::VALUE {
                out.set_value(at, crate::types::num::int::Leaf::value(self));
            }
        }
        #[inline(always)]
        fn read(source: &impl Fn(usize) -> i64, at: usize) -> Self {
            if <$static as crate::types::num::Bool>::VALUE {
                crate::types::num::int::Leaf::from_value(0)
            } else {
                crate::types::num::int::Leaf::from_value(source(at))
            }
        }
        #[inline(always)]
        fn read_proven(
            source: &impl Fn(usize) -> i64,
            at: usize,
            proof: &crate::types::check::Unchecked,
        ) -> Self {
            if <$static as crate::types::num::Bool>::VALUE {
                crate::types::num::int::Leaf::from_value(0)
            } else {
                crate::types::num::int::Leaf::from_proven(source(at), proof)
            }
        }
        #[inline(always)]
        fn words(self, out: &mut [usize], at: usize) {
            out[at] = crate::types::num::int::Leaf::word(self);
        }
        #[inline(always)]
        fn digits(self, rest: &mut usize) -> usize {
            // An extent of 0 has no coordinate, so the digit does not matter. A division by 0 would panic.
            let extent = crate::types::num::int::Leaf::word(self).max(1);
            let digit = *rest % extent;
            *rest /= extent;
            digit
        }
        #[inline(always)]
        fn last_digits(self, rest: usize) -> usize {
            rest
        }
        #[inline(always)]
        fn fold_coords<Y>(self, sum: Y, f: &mut impl FnMut(Y, usize) -> Y) -> Y {
            let mut sum = sum;
            for digit in 0..crate::types::num::int::Leaf::word(self) {
                sum = f(sum, digit);
            }
            sum
        }
        #[inline(always)]
        fn mode_digits(self, rest: usize) -> usize {
            rest
        }
    };
}
pub(crate) use leaf_tuple;

/// The elements of a leaf by number: itself.
macro_rules! leaf_elements {
    () => {
        type Rank =
            crate::types::num::octal::N<crate::types::num::octal::Z, crate::types::num::octal::O1>;
        type Uncrossed = crate::types::tuple::Left<crate::types::tuple::NoneLeft>;
        type E0 = Self;
        crate::types::tuple::elements! { @ (E1 E2 E3 E4 E5 E6 E7) () }
    };
}
pub(crate) use leaf_elements;
