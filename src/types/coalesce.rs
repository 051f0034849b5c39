//! `coalesce`: the fewest modes with the same function.
//!
//! Left to right, a mode is dropped when its extent is known to be 1, and merged into the one
//! before it when all four integers are known and the one continues the other.

use super::{Mapped, ZerosToOnes};
use crate::layout::{Both, BothLists, Collapsing, Lists, Modes, Nil, NoModes, Pair, Snoc};
use crate::num::int::{Equal, Int, Leaf, Map, One, Product, Sum, Test};
use crate::num::octal::Z;
use crate::num::{Bool, branch};
use crate::tuple::{Atom, HCons, HNil, IntTuple, KeepView, List, MissingAll, View};
use typenum::B0;

/// Coalescing a flat list.
pub trait Coalescing {
    /// The same function in the fewest modes, when no extent is known to be 0.
    type Coalesce: Modes;
    /// The same; `0:0` when an extent is known to be 0.
    type Fewest: Modes;
    /// An extent is known to be 0.
    type IsEmpty: Bool;
    /// Add a mode to a coalesced list.
    type Append<S: Int, D: Int>: Modes;
    /// The same, when `S` is not known to be 1.
    type Merge<S: Int, D: Int>: Modes;
}
impl Coalescing for Nil {
    type Coalesce = Nil;
    type Fewest = Nil;
    type IsEmpty = B0;
    type Append<S: Int, D: Int> = <S::IsOne as CoalesceBranch>::Append<Nil, S, D>;
    type Merge<S: Int, D: Int> = Snoc<Nil, S, D>;
}
impl<I: Modes, S: Int, D: Int> Coalescing for Snoc<I, S, D> {
    type Coalesce = <I::Coalesce as Coalescing>::Append<S, D>;
    type Fewest = <Self::IsEmpty as CoalesceBranch>::Fewest<Self>;
    type IsEmpty = <S::IsZero as Bool>::Or<I::IsEmpty>;
    type Append<S1: Int, D1: Int> = <S1::IsOne as CoalesceBranch>::Append<Self, S1, D1>;
    type Merge<S1: Int, D1: Int> =
        <Test<Equal, Map<Product, S, D>, D1> as MergeBranch>::Merge<I, S, D, S1, D1>;
}

branch! {
    /// On properties.
    pub trait CoalesceBranch for Bool {
        /// `L` has no element.
        type Fewest<L: Modes>: Modes {
            Yes => Snoc<Nil, Z, Z>,
            No => L::Coalesce,
        }
        /// The width of the range of offsets; `L` has no element.
        type Cosize<L: Modes>: Int {
            Yes => Z,
            No => Map<Sum, L::Span, One>,
        }
        /// `S` is 1.
        type Append<L: Modes, S: Int, D: Int>: Modes {
            Yes => L,
            No => L::Merge<S, D>,
        }
        /// Both extents are known, and `S1:D1` continues `S:D`.
        type Join<I: Modes, S: Int, D: Int, S1: Int, D1: Int>: Modes {
            Yes => Snoc<I, Map<Product, S, S1>, D>,
            No => Snoc<Snoc<I, S, D>, S1, D1>,
        }
    }
}

branch! {
    /// On comparisons.
    pub trait MergeBranch for Ternary {
        /// `S1:D1` continues `S:D`.
        type Merge<I: Modes, S: Int, D: Int, S1: Int, D1: Int>: Modes {
            // A stride of 0 continues a stride of 0 whatever the extents are: they must be known too.
            Yes =>
                <<S::IsStatic as Bool>::And<S1::IsStatic> as CoalesceBranch>::Join<I, S, D, S1, D1>,
            No | Unknown => Snoc<Snoc<I, S, D>, S1, D1>,
        }
    }
}

/// What becomes of the part of a layout below a leaf of a profile.
pub trait Part {
    /// The part `S:D` afterwards.
    type Of<S: List, D: List>: Pair;
}
/// The fewest modes with the same function.
#[derive(Debug)]
pub struct Coalesced;
impl Part for Coalesced {
    type Of<S: List, D: List> = <<S::Zip<D, Nil> as Coalescing>::Fewest as Collapsing>::Pair;
}
/// Strides of 0 beside an extent of 1.
#[derive(Debug)]
pub struct Zeroless;
impl Part for Zeroless {
    type Of<S: List, D: List> = <S::Each<D, ZerosToOnes> as Mapped>::Pair;
}
/// The fewest modes with the same offsets.
#[derive(Debug)]
pub struct Filtered;
impl Part for Filtered {
    type Of<S: List, D: List> =
        <<S::Each<D, ZerosToOnes> as Mapped>::Pair as Pair>::Part<Coalesced>;
}

/// Coalescing and filtering at the leaves of a profile, `Self`.
pub trait ByProfile {
    /// A layout whose shape has this view, coalesced: `L`, but the empty tuple stays as it is.
    type Whole<L: Modes>: Pair;
    /// `S:D`, `W` being done below each leaf of this profile.
    type PartBy<W: Part, S: List, D: List>: Pair;
    /// The same for tuples, element by element; elements past the profile stay as they are.
    type PartEach<W: Part, S: List, D: List>: Lists;
    /// The same for the profile `(H, T..)`, this being the shape.
    type PartShape<W: Part, H: IntTuple, T: List, D: List>: Lists;
    /// The same for the shape `(SH, ST..)`, this being the stride.
    type PartStride<W: Part, H: IntTuple, T: List, SH: IntTuple, ST: List>: Lists;
}
impl<I: Leaf> ByProfile for Atom<I> {
    type Whole<L: Modes> = <L as Collapsing>::Pair;
    type PartBy<W: Part, S: List, D: List> = W::Of<S, D>;
    type PartEach<W: Part, S: List, D: List> = BothLists<S, D>;
    type PartShape<W: Part, H: IntTuple, T: List, D: List> = BothLists<MissingAll, MissingAll>;
    type PartStride<W: Part, H: IntTuple, T: List, SH: IntTuple, ST: List> = NoModes;
}
impl ByProfile for HNil {
    type Whole<L: Modes> = Both<(), ()>;
    type PartBy<W: Part, S: List, D: List> = Both<S::Tuple, D::Tuple>;
    type PartEach<W: Part, S: List, D: List> = BothLists<S, D>;
    type PartShape<W: Part, H: IntTuple, T: List, D: List> = BothLists<MissingAll, MissingAll>;
    type PartStride<W: Part, H: IntTuple, T: List, SH: IntTuple, ST: List> = NoModes;
}
impl<H: IntTuple, T: List> ByProfile for HCons<H, T> {
    type Whole<L: Modes> = <L as Collapsing>::Pair;
    type PartBy<W: Part, S: List, D: List> = <Self::PartEach<W, S, D> as Lists>::Tuple;
    type PartEach<W: Part, S: List, D: List> = S::PartShape<W, H, T, D>;
    type PartShape<W: Part, H0: IntTuple, T0: List, D: List> = D::PartStride<W, H0, T0, H, T>;
    type PartStride<W: Part, H0: IntTuple, T0: List, SH: IntTuple, ST: List> =
        <<View<H0> as ByProfile>::PartBy<W, View<SH>, View<H>> as Pair>::Onto<
            T0::PartEach<W, ST, T>,
        >;
}
impl ByProfile for KeepView {
    type Whole<L: Modes> = <L as Collapsing>::Pair;
    type PartBy<W: Part, S: List, D: List> = Both<S::Tuple, D::Tuple>;
    type PartEach<W: Part, S: List, D: List> = BothLists<S, D>;
    type PartShape<W: Part, H: IntTuple, T: List, D: List> = NoModes;
    type PartStride<W: Part, H: IntTuple, T: List, SH: IntTuple, ST: List> = NoModes;
}
