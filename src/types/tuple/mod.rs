//! Nested tuples of integers ([`IntTuple`]): shapes, strides and coordinates.
//!
//! Users write Rust tuples. Type functions recurse over the same tuple as a list ([`List`]). The files are the families
//! of these functions: [`Structure`] takes tuples apart and joins them, [`kept!`] slices them, [`Nesting`] rearranges
//! elements, [`Pick`] and [`Place`] find elements by position, [`Pairing`] computes with two tuples, [`Reduce`] with one.

mod build;
mod coord;
mod crossed;
mod digits;
mod kept;
mod leaf;
mod list;
mod nesting;
mod notation;
mod pairing;
mod pick;
mod place;
mod project;
mod reduce;
mod rust;
mod structure;

pub(crate) use build::build;
pub use coord::{Coordinate, EachMode, Keep, KeepView, Keeps, ModeCoord, Selection};
pub use crossed::Crossed;
pub(crate) use crossed::{Left, NoneLeft};
pub use digits::{DigitBranch, DigitRule, IndexDigits, IntoDigits};
pub(crate) use kept::kept;
pub(crate) use leaf::{leaf_elements, leaf_tuple};
pub use list::{Atom, HCons, HNil, List};
pub(crate) use nesting::{Append, Insert, Prepend, Remove};
pub use nesting::{Nesting, SortBranch};
pub use pairing::Pairing;
pub(crate) use pairing::{
    Adding, Covering, CoveringEach, Greater, Rounding, Scaling, ShapeDividing, ShapeTaking, SizeOf,
    Sizing, Smaller, Splitting, Subtracting, Times,
};
pub use pick::{Ones, Pick};
pub(crate) use pick::{PositionOf, by_element, elements};
pub use place::{Place, Position};
pub use project::{HasElement, Project, Projected};
pub use reduce::Reduce;
pub use structure::Structure;
pub(crate) use structure::{Elements, HeadOr, ModeRange, Pad, PadFront, Replace};

use crate::types::algebra::{LeafMap, Mapped, Walked};
use crate::types::layout::{Codomain, Mapping, Modes, Pair};
use crate::types::num::int::{Refused, rule};
use crate::types::num::octal::Oct;
use crate::types::num::{Bool, StaticValue};
use layout_core as value;

/// A shape, a stride or a coordinate: a leaf, or a Rust tuple of up to 12 such tuples.
///
/// Nesting is arbitrary, up to 32 leaves.
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
pub trait IntTuple: StaticValue + Mapping {
    /// The tuple as a list.
    #[doc(hidden)]
    type List: List;
    /// The number of elements: 1 for a leaf, whose only element is itself.
    #[doc(hidden)]
    type Rank: Oct;
    /// The elements, not crossed off.
    #[doc(hidden)]
    type Uncrossed: Crossed;
    /// Element 0. `E0` to `E7` are [`Missing`] past the last element.
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
    /// `F` of each leaf of this shape with its stride of `D`.
    #[doc(hidden)]
    type Each<D: IntTuple, F: LeafMap>: Mapped;
    kept! { trait }
    /// The integer of a leaf; 0 for a tuple, whose nesting another rule rejects.
    #[doc(hidden)]
    type Integer: crate::types::num::int::Int;
    /// No leaf is a run-time integer.
    #[doc(hidden)]
    type IsStatic: Bool;
    /// A leaf is negative.
    #[doc(hidden)]
    type IsSigned: Bool;
    /// `W` with an element for each basis of these strides.
    #[doc(hidden)]
    type Widen<W: Codomain>: Codomain;
    /// The components of these strides in element `I` of a coordinate.
    #[doc(hidden)]
    type Component<I: Oct>: IntTuple;
    /// A natural coordinate in this shape: `usize` at every leaf.
    type Coord: Coordinate;
    /// A coordinate in this shape by mode: `usize` for every element.
    type FlatCoord: Copy;
    /// The tuple on plain integers, run-time leaves marked as unknown.
    #[doc(hidden)]
    const DESC: value::IntTuple;
    /// The message of the first leaf that is [`Refused`].
    #[doc(hidden)]
    const REFUSAL: Option<&'static str> = None;
    /// The number of leaves.
    const LEAVES: usize;
    #[doc(hidden)]
    fn list(self) -> Self::List;
    /// Writes the run-time leaves to `out`. The first leaf of this tuple has the number `at`.
    #[doc(hidden)]
    fn patch(self, out: &mut value::IntTuple, at: usize);
    /// The tuple whose run-time leaf `k` is `source(at + k)`.
    #[doc(hidden)]
    fn read(source: &impl Fn(usize) -> i64, at: usize) -> Self;
    /// [`read`](Self::read), if a plan has proven the facts of the leaves.
    #[doc(hidden)]
    fn read_proven(
        source: &impl Fn(usize) -> i64,
        at: usize,
        proof: &crate::types::check::Unchecked,
    ) -> Self;
    /// Writes every leaf to `out[at..]` in two's complement.
    #[doc(hidden)]
    fn words(self, out: &mut [usize], at: usize);
    /// The digits of the linear index `rest` (mixed radix, first leaf fastest). Writes the quotient to `rest`.
    #[doc(hidden)]
    fn digits(self, rest: &mut usize) -> Self::Coord;
    /// [`digits`](Self::digits) for the last modes of a shape: the last digit has no bound.
    #[doc(hidden)]
    fn last_digits(self, rest: usize) -> Self::Coord;
    /// `sum = f(sum, c)` for each natural coordinate `c` of the shape `self` in linear order: nested loops, the leftmost
    /// leaf innermost.
    #[doc(hidden)]
    fn fold_coords<Y>(self, sum: Y, f: &mut impl FnMut(Y, Self::Coord) -> Y) -> Y;
    /// The digits of a linear index by mode, each mode counting as one extent, its size. The last digit has no bound.
    #[doc(hidden)]
    fn mode_digits(self, rest: usize) -> Self::FlatCoord;

    /// The tuple on plain integers. Run-time leaves have their values, and stay marked as unknown.
    #[doc(hidden)]
    #[inline]
    fn plain(self) -> value::IntTuple {
        let mut out = Self::DESC;
        self.patch(&mut out, 0);
        out
    }

    /// The tuple in notation, `(2,n)`. `{:#}` marks static leaves: `(_2,n)`.
    #[inline]
    fn display(self) -> impl core::fmt::Display {
        notation::Notation::of(self.plain())
    }

    /// Number of elements; 1 for a leaf. CuTe's `rank`.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!((shape!(2, (2, 2)).rank(), shape!(8).rank()), (2, 1));
    /// ```
    #[inline]
    fn rank(self) -> usize {
        const { Self::DESC.rank() }
    }

    /// Greatest nesting: 0 for a leaf. CuTe's `depth`.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!((shape!(2, (2, 2)).depth(), shape!(8,).depth(), shape!(8).depth()), (2, 1, 0));
    /// ```
    #[inline]
    fn depth(self) -> usize {
        const { Self::DESC.depth() }
    }

    /// Whether `other` has the same nesting and equal integers, static or not. `==` of Rust's tuples compares one type
    /// with itself.
    ///
    /// ```
    /// use static_layout::*;
    /// let n = 8;
    /// assert!(layout!((4, n)).shape().equals(shape!(4, 8)));
    /// assert!(!shape!(4, 8).equals((4, 16)));
    /// assert!(!shape!(4, 8).equals((4, (2, 4))));
    /// ```
    #[inline]
    fn equals<R: IntTuple>(self, other: R) -> bool {
        self.plain().equals(&other.plain())
    }

    /// Whether `other` has the same nesting. CuTe's `congruent`.
    ///
    /// ```
    /// use static_layout::*;
    /// assert!(shape!(2, (2, 2)).congruent(shape!(4, (1, 2))));
    /// assert!(!shape!(2, (2, 2)).congruent(shape!(4, 1)));
    /// ```
    #[inline]
    fn congruent<R: IntTuple>(self, other: R) -> bool {
        let _ = other;
        <Self::List as Structure>::Congruent::<R::List>::VALUE
    }

    /// Whether `other` has the nesting of `self`, or a tuple in the place of a leaf. CuTe's `weakly_congruent`.
    ///
    /// ```
    /// use static_layout::*;
    /// assert!(shape!(4, 4).weakly_congruent(shape!(4, (2, 2))));
    /// assert!(!shape!(4, (2, 2)).weakly_congruent(shape!(4, 4)));
    /// ```
    #[inline]
    fn weakly_congruent<R: IntTuple>(self, other: R) -> bool {
        let _ = other;
        <Self::List as Structure>::Weakly::<R::List>::VALUE
    }

    /// Whether every coordinate of the shape `self` is also a coordinate of the shape `other`: `other` is weakly
    /// congruent to `self`, and the part in the place of a leaf has the leaf's size. CuTe's `compatible`.
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

/// The refusal of an element that does not exist: past the end, after nothing, of an empty range.
pub type Missing = Refused<rule::Misfit>;
/// [`Missing`] where a list is expected.
pub type MissingAll = HCons<Missing, HNil>;
/// The refusal of a tuple of more than twelve elements.
pub type TooLong = Refused<rule::Rank>;
/// The list of the tuple `T`.
pub(crate) type ListOf<T> = <T as IntTuple>::List;
