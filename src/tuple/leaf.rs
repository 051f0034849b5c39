//! [`IntTuple`](super::IntTuple) of a leaf, which is a tuple of one element: itself.

/// The items of `IntTuple` that all leaves share. `$static` is `IsStatic`, `$signed` is `IsSigned`, `$widen` is
/// `Widen<W0>` (`W0` by default).
macro_rules! leaf_tuple {
    ($static:ty, $signed:ty) => { crate::tuple::leaf_tuple! { $static, $signed, W0 } };
    ($static:ty, $signed:ty, $widen:ty) => {
        type Widen<W0: crate::layout::Codomain> = $widen;
        type Component<I1: crate::num::octal::Oct> =
            <<<Self as crate::num::int::Leaf>::In as crate::num::int::Int>::Component<I1> as crate::num::int::Int>::Leaf;
        type IsSigned = $signed;
        type List = crate::tuple::Atom<Self>;
        type ModesAfter<L0: crate::layout::Modes, D0: IntTuple> =
            crate::layout::Snoc<L0, <Self as crate::num::int::Leaf>::In, D0::Integer>;
        type Compose<D0: IntTuple, A0: crate::types::Walked> =
            A0::Leaf<<Self as crate::num::int::Leaf>::In, D0::Integer>;
        type Each<D0: IntTuple, F0: crate::types::LeafMap> =
            F0::Leaf<<Self as crate::num::int::Leaf>::In, D0::Integer>;
        crate::tuple::kept! { none T0, () }
        type Integer = <Self as crate::num::int::Leaf>::In;
        crate::tuple::leaf_elements! {}
        type IsStatic = $static;
        type Coord = usize;
        type FlatCoord = usize;
        const LEAVES: usize = 1;
        #[inline(always)]
        fn list(self) -> crate::tuple::Atom<Self> {
            crate::tuple::Atom(self)
        }
        #[inline(always)]
        fn patch(self, out: &mut layout_core::IntTuple, at: usize) {
            if !<$static as crate::num::Bool>::VALUE {
                out.set_value(at, crate::num::int::Leaf::value(self));
            }
        }
        #[inline(always)]
        fn read(source: &impl Fn(usize) -> i64, at: usize) -> Self {
            if <$static as crate::num::Bool>::VALUE {
                crate::num::int::Leaf::from_value(0)
            } else {
                crate::num::int::Leaf::from_value(source(at))
            }
        }
        #[inline(always)]
        fn read_proven(source: &impl Fn(usize) -> i64, at: usize, proof: &crate::check::Unchecked) -> Self {
            if <$static as crate::num::Bool>::VALUE {
                crate::num::int::Leaf::from_value(0)
            } else {
                crate::num::int::Leaf::from_proven(source(at), proof)
            }
        }
        #[inline(always)]
        fn words(self, out: &mut [usize], at: usize) {
            out[at] = crate::num::int::Leaf::word(self);
        }
        #[inline(always)]
        fn digits(self, rest: &mut usize) -> usize {
            // An extent of 0 has no coordinate, so any digit is as good. Dividing by 0 would panic.
            let extent = crate::num::int::Leaf::word(self).max(1);
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
            for digit in 0..crate::num::int::Leaf::word(self) {
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
        type Rank = crate::num::octal::N<crate::num::octal::Z, crate::num::octal::O1>;
        type Uncrossed = crate::tuple::Left<crate::tuple::NoneLeft>;
        type E0 = Self;
        crate::tuple::elements! { @ (E1 E2 E3 E4 E5 E6 E7) () }
    };
}
pub(crate) use leaf_elements;
