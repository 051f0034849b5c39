//! `coalesce`: the fewest modes with the same function. `filter`: the fewest modes with the same offsets.
//!
//! ```text
//! for each mode s:d, left to right, r:e being the last mode of the result:
//!     s = 1                          drop s:d
//!     r, s static and d = r e        replace r:e by (r s):e
//!     e = 1, r and d of one name     replace r:e by (r s):e
//!     otherwise                      append s:d
//! ```

use super::{Mapped, ZerosToOnes};
use crate::types::layout::{Both, BothLists, Lists, Modes, Nil, Pair, Snoc};
use crate::types::num::int::{Equal, Int, Leaf, Map, One, Product, Sum, Test};
use crate::types::num::octal::Z;
use crate::types::num::{Bool, branch};
use crate::types::tuple::{Atom, HCons, HNil, IntTuple, KeepView, List, ListOf};
use typenum::B0;

/// Coalescing a flat list.
pub trait Coalescing {
    /// The fewest modes with the same function, if no extent is known to be 0.
    type Coalesce: Modes;
    /// The fewest modes with the same function; `0:0` if an extent is known to be 0.
    type Fewest: Modes;
    /// An extent is known to be 0.
    type IsEmpty: Bool;
    /// This coalesced list with the mode `S:D` appended.
    type Append<S: Int, D: Int>: Modes;
    /// [`Append`](Self::Append) of an `S` that is not known to be 1.
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
        <Test<Equal, Map<Product, S, D>, D1> as CoalesceBranch>::Merge<I, S, D, S1, D1>;
}

branch! {
    /// Whether an extent is 0, 1 or static, or a mode continues another one.
    pub trait CoalesceBranch {
        /// If an extent of `L` is 0: the fewest modes of `L`.
        type Fewest<L: Modes>: Modes {
            // Without a coordinate all layouts are the same function.
            Yes => Snoc<Nil, Z, Z>,
            No | Unknown => L::Coalesce,
        }
        /// If an extent of `L` is 0: the number of offsets from the least to the greatest one of `L`.
        type Cosize<L: Modes>: Int {
            Yes => Z,
            No | Unknown => Map<Sum, L::Span, One>,
        }
        /// If `S` is 1: the modes `L`, then `S:D`.
        type Append<L: Modes, S: Int, D: Int>: Modes {
            // A mode of one element adds 0 to each offset.
            Yes => L,
            No | Unknown => L::Merge<S, D>,
        }
        /// If `S` and `S1` are static: `I`, then `S:D` and `S1:D1 = S1:(S D)`.
        type Join<I: Modes, S: Int, D: Int, S1: Int, D1: Int>: Modes {
            Yes => Snoc<I, Map<Product, S, S1>, D>,
            No | Unknown => Snoc<Snoc<I, S, D>, S1, D1>,
        }
        /// If `S1:D1` continues `S:D`, that is `S D = D1`: `I`, then `S:D` and `S1:D1` as one mode.
        type Merge<I: Modes, S: Int, D: Int, S1: Int, D1: Int>: Modes {
            // If `D` and `D1` are 0, this also holds for run-time extents, whose product is not a static extent.
            Yes =>
                <<S::IsStatic as Bool>::And<S1::IsStatic> as CoalesceBranch>::Join<I, S, D, S1, D1>,
            No | Unknown => Snoc<Snoc<I, S, D>, S1, D1>,
        }
    }
}

/// The function that a profile applies to the part of a layout below each of its leaves.
pub trait Part {
    /// The result for the part `S:D`.
    type Of<S: IntTuple, D: IntTuple>: Pair;
}
/// The fewest modes with the same function.
#[derive(Debug)]
pub struct Coalesced;
impl Part for Coalesced {
    type Of<S: IntTuple, D: IntTuple> =
        <<S::ModesAfter<Nil, D> as Coalescing>::Fewest as Modes>::Pair;
}
/// `filter_zeros`: extents with stride 0 become 1.
#[derive(Debug)]
pub struct Zeroless;
impl Part for Zeroless {
    type Of<S: IntTuple, D: IntTuple> = <S::Each<D, ZerosToOnes> as Mapped>::Pair;
}
/// The fewest modes with the same offsets.
#[derive(Debug)]
pub struct Filtered;
impl Part for Filtered {
    // The repeated elements go first, so the modes around them can merge.
    type Of<S: IntTuple, D: IntTuple> =
        <<S::Each<D, ZerosToOnes> as Mapped>::Pair as Pair>::Part<Coalesced>;
}

/// `coalesce`, `filter` and `filter_zeros` by a profile, which is `Self`.
pub trait ByProfile {
    /// The coalesced modes `L` of a shape with this list; `():()` stays `():()`.
    type Whole<L: Modes>: Pair;
    /// The layout `S:D` with `W` applied below each leaf of this profile.
    type PartBy<W: Part, S: IntTuple, D: IntTuple>: Pair;
    /// [`PartBy`](Self::PartBy) of each element of `S:D`. Elements past the end of the profile stay unchanged.
    type PartEach<W: Part, S: List, D: List>: Lists;
}
impl<I: Leaf> ByProfile for Atom<I> {
    type Whole<L: Modes> = <L as Modes>::Pair;
    type PartBy<W: Part, S: IntTuple, D: IntTuple> = W::Of<S, D>;
    type PartEach<W: Part, S: List, D: List> = BothLists<S, D>;
}
impl ByProfile for HNil {
    type Whole<L: Modes> = Both<(), ()>;
    type PartBy<W: Part, S: IntTuple, D: IntTuple> = Both<S, D>;
    type PartEach<W: Part, S: List, D: List> = BothLists<S, D>;
}
impl<H: IntTuple, T: List> ByProfile for HCons<H, T> {
    type Whole<L: Modes> = <L as Modes>::Pair;
    type PartBy<W: Part, S: IntTuple, D: IntTuple> =
        <Self::PartEach<W, S::List, D::List> as Lists>::Tuple;
    type PartEach<W: Part, S: List, D: List> =
        <<ListOf<H> as ByProfile>::PartBy<W, S::Found, D::Found> as Pair>::Onto<
            T::PartEach<W, S::After, D::After>,
        >;
}
impl ByProfile for KeepView {
    type Whole<L: Modes> = <L as Modes>::Pair;
    type PartBy<W: Part, S: IntTuple, D: IntTuple> = Both<S, D>;
    type PartEach<W: Part, S: List, D: List> = BothLists<S, D>;
}
