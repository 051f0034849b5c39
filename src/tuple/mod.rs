//! Nested tuples of leaves. Rust tuples are the public form; type functions recurse over a view
//! of them as lists ([`List`]).

mod build;
mod congruence;
mod coord;
mod crossed;
mod digits;
mod leaf;
mod list;
mod nesting;
mod notation;
mod pairing;
mod pick;
mod place;
mod reduce;
mod regroup;
mod rust;
mod structure;

pub use build::Build;
pub use congruence::Congruence;
pub use coord::{Coordinate, Keep, KeepView, Keeps, Selection};
pub use crossed::Crossed;
pub(crate) use crossed::{Left, NoneLeft};
pub use digits::{
    DigitRule, DigitsAndRest, IndexDigits, IntoDigits, LastDigitBranch, UnitDigitBranch,
};
pub(crate) use leaf::{leaf_elements, leaf_tuple};
pub use list::{Atom, HCons, HNil, List};
pub(crate) use nesting::{Append, Insert, Prepend, Remove};
pub use nesting::{Nesting, Placed, SortBranch};
pub use notation::Notation;
pub use pairing::Pairing;
pub(crate) use pairing::{
    Adding, Covering, CoveringEach, Greater, Rounding, Scaling, ShapeDividing, ShapeTaking, SizeOf,
    Sizing, Smaller, Splitting, Subtracting, Times,
};
pub use pick::{Ones, Pick};
pub(crate) use pick::{by_element, elements};
pub use place::{Place, Pos, Position};
pub use reduce::{Horner, HornerState, Reduce};
pub use regroup::Regroup;
pub(crate) use regroup::{HeadOr, Pad, PadFront};
pub use structure::Structure;
pub(crate) use structure::{Elements, Range, Replace};

use crate::layout::{Codomain, Loops, Mapping, Modes, Pair};
use crate::num::int::{Refused, rule};
use crate::num::octal::Oct;
use crate::num::{Bool, StaticValue};
use crate::types::{LeafMap, Mapped, Walked};
use layout_core as value;

/// A shape, a stride or a coordinate: a leaf, or a Rust tuple of up to 12 of these.
///
/// Nesting is free, up to 32 leaves.
///
/// ```
/// use static_layout::*;
/// let shape = shape!(2, (2, 2));
/// assert_eq!(shape.display().to_string(), "(2,(2,2))");
/// assert_eq!(size_of_val(&shape), 0);
/// ```
#[diagnostic::on_unimplemented(
    message = "this is not an integer, nor a tuple of integers",
    label = "it is a `usize`, a numeral, or a tuple of up to 12 of these; others convert: `n as usize`"
)]
pub trait IntTuple: StaticValue + Mapping + Loops {
    /// The view that type functions recurse over.
    #[doc(hidden)]
    type List: List;
    /// The number of elements; a leaf is its own only one, here and below.
    #[doc(hidden)]
    type Rank: Oct;
    /// The elements, none of them crossed off.
    #[doc(hidden)]
    type Uncrossed: Crossed;
    /// Element 0, and the others up to 7.
    #[doc(hidden)]
    type E0: IntTuple;
    #[doc(hidden)]
    type E1: IntTuple;
    #[doc(hidden)]
    type E2: IntTuple;
    #[doc(hidden)]
    type E3: IntTuple;
    #[doc(hidden)]
    type E4: IntTuple;
    #[doc(hidden)]
    type E5: IntTuple;
    #[doc(hidden)]
    type E6: IntTuple;
    #[doc(hidden)]
    type E7: IntTuple;
    /// The modes `L`, then the leaves of this shape with the strides `D`.
    #[doc(hidden)]
    type ModesAfter<L: Modes, D: IntTuple>: Modes;
    /// `A o (Self:D)` for a coalesced `A`.
    #[doc(hidden)]
    type Compose<D: IntTuple, A: Walked>: Pair;
    /// What `F` makes of the leaves of this shape with the strides `D`.
    #[doc(hidden)]
    type Each<D: IntTuple, F: LeafMap>: Mapped;
    /// The leaf inside the algebra; 0 for what is none, whose nesting is refused elsewhere.
    #[doc(hidden)]
    type Integer: crate::num::int::Int;
    /// No leaf is a run-time integer.
    type IsStatic: Bool;
    /// A leaf is negative.
    type IsSigned: Bool;
    /// `W`, wide enough for what the leaves, being strides, count in.
    #[doc(hidden)]
    type Widen<W: Codomain>: Codomain;
    /// The leaves, being strides, as far as they count in element `I`.
    #[doc(hidden)]
    type Component<I: Oct>: IntTuple;
    /// A natural coordinate in this shape: `usize` at every leaf.
    type Coord: Coordinate;
    /// A coordinate in this shape by mode: `usize` for every element.
    type FlatCoord: Copy;
    /// The integers; a run-time leaf is there, unknown.
    #[doc(hidden)]
    const DESC: value::IntTuple;
    /// Why there is no such tuple, if a leaf is [`Refused`].
    #[doc(hidden)]
    const REFUSAL: Option<&'static str> = None;
    /// The number of leaves.
    const LEAVES: usize;
    #[doc(hidden)]
    fn list(self) -> Self::List;
    /// Write the run-time leaves, the first leaf of this tuple being leaf `at`.
    #[doc(hidden)]
    fn patch(self, out: &mut value::IntTuple, at: usize);
    /// Read the run-time leaves, leaf `k` being `source(at + k)`.
    #[doc(hidden)]
    fn read(source: &impl Fn(usize) -> i64, at: usize) -> Self;
    /// Write every leaf in two's complement.
    #[doc(hidden)]
    fn words(self, out: &mut [usize], at: usize);
    /// The digits of a linear index; what is left of it stays in `rest`.
    #[doc(hidden)]
    fn digits(self, rest: &mut usize) -> Self::Coord;
    /// The same when no mode comes after: the last digit has no bound.
    #[doc(hidden)]
    fn last_digits(self, rest: usize) -> Self::Coord;
    /// The digits by mode; the last one has no bound.
    #[doc(hidden)]
    fn mode_digits(self, rest: usize) -> Self::FlatCoord;

    /// The integers; the run-time ones are there, unknown.
    #[doc(hidden)]
    #[inline]
    fn plain(self) -> value::IntTuple {
        let mut out = Self::DESC;
        self.patch(&mut out, 0);
        out
    }

    /// Shows the tuple in notation; `{:#}` marks static leaves, `(_2,n)`.
    #[inline]
    fn display(self) -> Notation {
        Notation::of(self.plain())
    }

    /// Number of modes at the top; a leaf has one, itself.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!((shape!(2, (2, 2)).rank(), shape!(8).rank()), (2, 1));
    /// ```
    #[inline]
    fn rank(self) -> usize {
        const { Self::DESC.rank() }
    }

    /// Greatest nesting: 0 for a leaf.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!((shape!(2, (2, 2)).depth(), shape!(8,).depth(), shape!(8).depth()), (2, 1, 0));
    /// ```
    #[inline]
    fn depth(self) -> usize {
        const { Self::DESC.depth() }
    }

    /// Whether `other` has the same nesting.
    ///
    /// ```
    /// use static_layout::*;
    /// assert!(shape!(2, (2, 2)).congruent(shape!(4, (1, 2))));
    /// assert!(!shape!(2, (2, 2)).congruent(shape!(4, 1)));
    /// ```
    #[inline]
    fn congruent<R: IntTuple>(self, other: R) -> bool {
        let _ = other;
        <Self::List as Congruence>::Congruent::<R::List>::VALUE
    }

    /// Whether `other` refines the nesting of `self`: where `self` has a leaf, `other` may have a
    /// tuple.
    ///
    /// ```
    /// use static_layout::*;
    /// assert!(shape!(4, 4).weakly_congruent(shape!(4, (2, 2))));
    /// assert!(!shape!(4, (2, 2)).weakly_congruent(shape!(4, 4)));
    /// ```
    #[inline]
    fn weakly_congruent<R: IntTuple>(self, other: R) -> bool {
        let _ = other;
        <Self::List as Congruence>::Weakly::<R::List>::VALUE
    }

    /// Whether every coordinate of `self` is one of `other`: `other` refines the nesting, and
    /// what stands in for a leaf has its size.
    ///
    /// ```
    /// use static_layout::*;
    /// assert!(shape!(4, 4).compatible(shape!(4, (2, 2))));
    /// assert!(!shape!(4, 4).compatible(shape!(4, (2, 3))));
    /// ```
    #[inline]
    fn compatible<R: IntTuple>(self, other: R) -> bool {
        self.plain().compatible(&other.plain())
    }
}

/// What is asked for and not there: an element past the end, a rest of nothing, an empty range.
pub type Missing = Refused<rule::Misfit>;
/// The same in the place of a list.
pub type MissingAll = HCons<Missing, HNil>;
/// Where a list would be longer than the twelve elements of a tuple.
pub type TooLong = Refused<rule::Rank>;
/// A type function asked about a leaf of the tuple of a view.
pub(crate) type View<T> = <T as IntTuple>::List;
