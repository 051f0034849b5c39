//! The rules of nesting that operands must satisfy.
//!
//! A bound `IsTilerOf<T, Self>: TilerFits` means that `T` is a tiler of `Self`. The left side is a type-level truth
//! value, one readable name for each rule; the right side is a trait that only the true value implements, and whose
//! message states the rule. A rule does not depend on integers, so the compiler also checks it for run-time operands.
//! Generic code does not need it: the methods of [`LayoutOps`](crate::LayoutOps) check the nesting where they are
//! instantiated.

pub use crate::types::layout::{
    BlockFitsShape, CoordinateFits, ModeExists, ModesMatch, OrderFits, PermutesModes, ProfileFits,
    ProfileMatches, RankHolds, SameNesting, StaticCoordinate, StaticLayout, StaticOrder, TilerFits,
};
pub use crate::types::num::Is;

use crate::types::algebra::{CopiesIn, Tiler};
use crate::types::layout::{AnyLayout, PlainLayout};
use crate::types::num::Extent;
use crate::types::tuple::Position;
use crate::types::tuple::{Elements, HNil, IntTuple, Pick, Place, Structure};

/// The const parameter `I` as a place.
pub type At<const I: usize> = <Extent<I> as Position>::At;
type ShapeOf<L> = <L as AnyLayout>::Shape;
type NestingOf<T> = <T as IntTuple>::List;

/// `T` is a layout, or has one for each of the first modes of `L`.
pub type IsTilerOf<T, L> = <T as Tiler>::Fits<Elements<ShapeOf<L>>>;
/// `P` is nested like the first modes of `L`, down to some level.
pub type IsProfileOf<P, L> = <NestingOf<P> as Structure>::Covers<NestingOf<ShapeOf<L>>>;
/// The tuples `S` and `D` are nested alike.
pub type IsNestedLike<S, D> = <NestingOf<S> as Structure>::Congruent<NestingOf<D>>;
/// The tuple `O` is nested like the tuple `S` down to some level.
pub type IsNestedWithin<O, S> = <NestingOf<O> as Structure>::Weakly<NestingOf<S>>;
/// `C` is nested like `L` down to some level, as a coordinate is.
pub type IsCoordOf<C, L> = <NestingOf<C> as Structure>::Weakly<NestingOf<ShapeOf<L>>>;
/// `L` has a mode `I`.
pub type HasMode<L, const I: usize> = <At<I> as Place>::IsBefore<<ShapeOf<L> as IntTuple>::Rank>;
/// `L` has the modes `B..E`, one at least.
pub type HasModes<L, const B: usize, const E: usize> = <L as PlainLayout>::IsRange<At<B>, At<E>>;
/// `L` has the rank `I` or more: a mode `I` can be inserted.
pub type HasPlace<L, const I: usize> = <At<I> as Place>::Reached<Elements<ShapeOf<L>>>;
/// The numerals of `I` are numbers of axes that can be inserted in `L`.
pub type InsertsAxes<I, L> = <L as PlainLayout>::InsertsAxes<I>;
/// `L` has the rank `N` or less.
pub type HasRankUpTo<L, const N: usize> = <At<N> as Place>::Holds<Elements<ShapeOf<L>>>;
/// `P` is a path of numerals to a nested mode of `L`.
pub type IsPathIn<P, L> = <NestingOf<P> as Structure>::PathFits<ShapeOf<L>>;
/// Each numeral of `I` is the number of a mode of `L`.
pub type NamesModes<I, L> = <NestingOf<I> as Pick>::Names<ShapeOf<L>>;
/// The numerals of `I` are the numbers of all modes of `L`, each once.
pub type Permutes<I, L> = <L as PlainLayout>::IsPermutation<I>;
/// `P` has one leaf for each mode of `L`.
pub type HasLeafForMode<P, L> =
    <<NestingOf<P> as Structure>::Leaves<HNil> as Structure>::AsMany<Elements<ShapeOf<L>>>;
/// All modes of `L` have the same number of modes.
pub type Zips<L> = <NestingOf<ShapeOf<L>> as Structure>::Zips;
/// The shape `T` has a mode for each mode of the block `L`.
pub type IsFilledBy<T, L> = <<ShapeOf<L> as IntTuple>::Rank as Place>::Reached<Elements<T>>;
/// `O` is nested like the copies of the block `L` in the shape `T`, down to some level.
pub type OrdersCopies<O, T, L> =
    <NestingOf<O> as Structure>::Weakly<NestingOf<CopiesIn<T, ShapeOf<L>>>>;
