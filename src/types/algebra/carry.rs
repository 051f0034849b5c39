//! The composition of a layout with a swizzled layout: `A o (Sw o f o L) = Sw' o A(f) o (A o L)`.
//!
//! `A` maps linear indices to offsets, so `Sw` swizzles indices and `Sw'` offsets. `Sw'` exists if
//! 1. each of the two runs of bits that `Sw` reads and changes lies in one mode of `A` with a stride that is a power
//!    of 2, so that it becomes a run of bits of the offset;
//! 2. the other digits add nothing to these bits: each addend is a multiple of the bit above the run, or all the others
//!    together are less than the lowest bit of the run;
//! 3. the digits of `L` and `f` do not carry in the modes of `A`.
//!
//! ```text
//! A = (8,8):(16,1)     index    .. 5 4 3 | 2 1 0        mode 0 is bits 0-2, mode 1 those from 3 on
//! Sw<2,0,3>                          Y Y     Z Z
//! A(index)             offset      Z Z . . Y Y          Sw<2,0,-4>
//! ```

use super::{Composing, Copies, Multiply, Possible};
use crate::types::layout::{Collapsing, Modes, Nil, PlainLayout, Snoc};
use crate::types::num::int::{
    Difference, Equal, Int, Leaf, Less, Logarithm, Map, Max, Min, Mod, Neg, NotMore, One, Product,
    Sum, Test, Whole, ZeroOr, rule,
};
use crate::types::num::octal::{N, O7, Z};
use crate::types::num::{Bool, branch};
use crate::types::swizzle::{
    Bit, InvalidMap, OffsetMap, ReadFrom, Swizzle, SwizzleMap, WrittenFrom,
};
use core::marker::PhantomData;
use layout_core::{self as value, LayoutError};
use typenum::{B0, B1};

/// An operation whose right operand may be swizzled: composition or product.
pub trait Carry {
    /// The modes that map the indices of the right operand to offsets.
    type Modes<A: PlainLayout>: Modes;
    /// The modes whose offsets are added to these offsets.
    type Beside<A: PlainLayout>: Modes;
    /// A product: copies of the left operand are added.
    const IS_PRODUCT: bool;
    /// The operation on plain integers.
    fn plain(a: &value::Layout, t: &value::Tiler) -> Result<value::Layout, LayoutError>;
}
/// `compose`.
#[derive(Debug)]
pub struct Composition;
impl Carry for Composition {
    type Modes<A: PlainLayout> = A::Coalesced;
    type Beside<A: PlainLayout> = Nil;
    const IS_PRODUCT: bool = false;
    fn plain(a: &value::Layout, t: &value::Tiler) -> Result<value::Layout, LayoutError> {
        a.compose(t)
    }
}
impl Carry for Multiply {
    type Modes<A: PlainLayout> = Copies<A>;
    type Beside<A: PlainLayout> = A::Modes;
    const IS_PRODUCT: bool = true;
    fn plain(a: &value::Layout, t: &value::Tiler) -> Result<value::Layout, LayoutError> {
        a.logical_product(t)
    }
}

/// A run of bits of a linear index, and the run of bits of the offset that it becomes.
pub trait BitRun {
    /// The value of the lowest bit of the index.
    type First: Int;
    /// The value of the bit of the index above the run.
    type End: Int;
    /// The value of the lowest bit of the offset.
    type At: Int;
    /// The value of the bit of the offset above the run.
    type Above: Int;
}
/// The bits of values `F` up to `E` of the index, which become those of values `V` up to `U` of the offset.
#[derive(Debug)]
pub struct MovedRun<F, E, V, U>(PhantomData<(F, E, V, U)>);
impl<F: Int, E: Int, V: Int, U: Int> BitRun for MovedRun<F, E, V, U> {
    type First = F;
    type End = E;
    type At = V;
    type Above = U;
}

/// Flat modes in both roles: the left operand, which maps the bits of an index, and the right operand `T`, whose digits
/// are added.
///
/// `X` is static if the mode after these is: a run may continue from these modes into one of run-time integers.
pub trait Carrying {
    /// One of these modes contains the whole run.
    type Keeps<R: BitRun, X: Int>: Bool;
    /// [`Keeps`](Self::Keeps), the last mode having no end.
    type KeepsAtLast<R: BitRun>: Bool;
    /// The most that the digits of `T`, from the index `O` on, add to the offset below the end of the run.
    type Under<R: BitRun, T: Modes, O: Int, X: Int>: Int;
    /// [`Under`](Self::Under), the last mode having no end.
    type UnderAtLast<R: BitRun, T: Modes, O: Int>: Int;
    /// The digits of `T`, from the index `O` on, do not carry in these modes.
    type Fits<T: Modes, O: Int>: Bool;
    /// [`Fits`](Self::Fits), the last mode having no end.
    type FitsAtLast<T: Modes, O: Int>: Bool;
    /// The most that these modes themselves add to the offset below the end of the run.
    type Beside<R: BitRun>: Int;
    /// The sum of the greatest digits of these leaves in a mode without end that starts at the index `P`.
    type LastDigits<P: Int>: Int;
}
impl Carrying for Nil {
    type Keeps<R: BitRun, X: Int> = B0;
    type KeepsAtLast<R: BitRun> = B0;
    type Under<R: BitRun, T: Modes, O: Int, X: Int> = Z;
    type UnderAtLast<R: BitRun, T: Modes, O: Int> = Z;
    type Fits<T: Modes, O: Int> = B1;
    type FitsAtLast<T: Modes, O: Int> = B1;
    type Beside<R: BitRun> = Z;
    type LastDigits<P: Int> = Z;
}
impl<I: Modes, S: Int, D: Int> Carrying for Snoc<I, S, D> {
    type Keeps<R: BitRun, X: Int> = <I::Keeps<R, Map<Sum, S, D>> as Bool>::Or<
        <NotFalse<StartsIn<I, R>> as Bool>::And<NotFalse<Divides<R::End, EndOf<I, S, X>>>>,
    >;
    type KeepsAtLast<R: BitRun> =
        <I::Keeps<R, Map<Sum, S, D>> as Bool>::Or<NotFalse<StartsIn<I, R>>>;
    type Under<R: BitRun, T: Modes, O: Int, X: Int> = Map<
        Sum,
        I::Under<R, T, O, Map<Sum, S, D>>,
        <StartsIn<I, R> as RunBranch>::Starts<R, EndOf<I, S, X>, GreatestDigit<I, S, T, O>, D>,
    >;
    type UnderAtLast<R: BitRun, T: Modes, O: Int> = Map<
        Sum,
        I::Under<R, T, O, Map<Sum, S, D>>,
        <StartsIn<I, R> as RunBranch>::Ends<R, GreatestLastDigit<I, T, O>, D>,
    >;
    type Fits<T: Modes, O: Int> =
        <I::Fits<T, O> as Bool>::And<NotFalse<Test<Less, GreatestDigit<I, S, T, O>, S>>>;
    type FitsAtLast<T: Modes, O: Int> = I::Fits<T, O>;
    type Beside<R: BitRun> = Map<Sum, I::Beside<R>, OutsideRun<R, Map<Difference, S, One>, D>>;
    type LastDigits<P: Int> =
        Map<Sum, I::LastDigits<P>, Map<Whole, Map<Product, Map<Difference, S, One>, D>, P>>;
}
/// The comparison `K` is true or [`Unknown`](crate::types::num::Unknown).
pub type NotFalse<K> = <K as Possible>::Holds;
/// The index at which the mode of extent `S` after `I` ends; a run-time integer if `X` is one.
type EndOf<I, S, X> =
    Map<Sum, Map<Product, <I as Modes>::Size, S>, <<X as Int>::IsStatic as ZeroOr>::Or<usize>>;
/// Whether `A` divides `B`.
type Divides<A, B> = Test<Equal, Map<Mod, B, A>, Z>;
/// Whether the run is among the bits of the mode after `I`, or past it.
type StartsIn<I, R> = Divides<<I as Modes>::Size, <R as BitRun>::First>;
/// The greatest digit that `T`, from the index `O` on, has in the mode of extent `S` after `I`.
type GreatestDigit<I, S, T, O> = Map<
    Sum,
    <T as super::Sound>::Digits<<I as Modes>::Size, S>,
    Map<Mod, Map<Whole, O, <I as Modes>::Size>, S>,
>;
/// The greatest digit that `T`, from the index `O` on, has in a mode without end after `I`.
type GreatestLastDigit<I, T, O> =
    Map<Sum, <T as Carrying>::LastDigits<<I as Modes>::Size>, Map<Whole, O, <I as Modes>::Size>>;

branch! {
    /// Where the run lies. The result is the most that digits up to `G` of a mode with stride `D` add to the offset
    /// below the end of the run.
    pub trait RunBranch for Ternary {
        /// If the run starts at or past the start of the mode, which ends at the index `P`.
        type Starts<R: BitRun, P: Int, G: Int, D: Int>: Int {
            Yes => <Divides<R::End, P> as RunBranch>::Ends<R, G, D>,
            No => OutsideRun<R, G, D>,
            Unknown => usize,
        }
        /// If the run, which starts in the mode, ends in it.
        type Ends<R: BitRun, G: Int, D: Int>: Int {
            Yes => Map<Min, Map<Product, G, D>, Map<Difference, R::At, D>>,
            No => OutsideRun<R, G, D>,
            Unknown => usize,
        }
        /// If the stride is a multiple of the bit above the run.
        type Above<R: BitRun, G: Int, D: Int>: Int {
            Yes => Z,
            No => <D::IsNegative as RunBranch>::Down<R, G, D>,
            Unknown => usize,
        }
        /// If the stride is negative: subtraction borrows from the bits of the run.
        type Down<R: BitRun, G: Int, D: Int>: Int {
            Yes => Map<Product, G, R::At>,
            No => Map<Product, G, D>,
            Unknown => usize,
        }
    }
}

/// The most that digits up to `G` of a mode with stride `D` that does not contain the run add below its end.
type OutsideRun<R, G, D> =
    <Divides<<R as BitRun>::Above, <D as Int>::Magnitude> as RunBranch>::Above<R, G, D>;

/// The number of the bit of the offset to which `L` maps bit `F` of the index.
type BitOfOffset<L, F> = Map<Logarithm, <L as Collapsing>::Offset<Bit<F>>, Z>;
/// The run of `B` bits from number `F` on.
type RunOf<L, B, F> = MovedRun<
    Bit<F>,
    Bit<Map<Sum, F, B>>,
    Bit<BitOfOffset<L, F>>,
    Bit<Map<Sum, BitOfOffset<L, F>, B>>,
>;
/// Whether `L` maps the run `R` to a run, `T` being the indices from `O` on and `X` the modes that are added.
type CarriesRun<L, T, X, O, R> = <<<L as Carrying>::KeepsAtLast<R> as Bool>::And<
    NotFalse<Test<Equal, <L as Collapsing>::Offset<<R as BitRun>::First>, <R as BitRun>::At>>,
> as Bool>::And<
    NotFalse<
        Test<
            Less,
            Map<Sum, <L as Carrying>::UnderAtLast<R, T, O>, <X as Carrying>::Beside<R>>,
            <R as BitRun>::At,
        >,
    >,
>;
/// 63: the number of bits of an offset.
pub type Width = N<N<Z, O7>, O7>;
/// Whether there is a swizzle of `B` bits that reads and changes those from `Y` and from `O` on.
type IsSwizzle<B, Y, O> = <NotFalse<
    Test<NotMore, B, Map<Sum, Map<Difference, Y, O>, Map<Difference, O, Y>>>,
> as Bool>::And<NotFalse<Test<NotMore, Map<Sum, B, Map<Max, Y, O>>, Width>>>;
/// Whether `L` maps the swizzle of `B` bits that reads those from `Y` on and changes those from `V` on to a swizzle.
type Carries<L, T, X, O, B, Y, V> = <<<L as Carrying>::FitsAtLast<T, O> as Bool>::And<
    <<O as Int>::IsNegative as Bool>::Not,
> as Bool>::And<
    <<B as Int>::IsZero as Bool>::Or<
        <<CarriesRun<L, T, X, O, RunOf<L, B, Y>> as Bool>::And<
            CarriesRun<L, T, X, O, RunOf<L, B, V>>,
        > as Bool>::And<IsSwizzle<B, BitOfOffset<L, Y>, BitOfOffset<L, V>>>,
    >,
>;

/// The map of `L o (Swizzle<B, M, S> o O o T)`, to whose offsets those of the modes `X` are added.
pub type CarriedBy<L, T, X, B, M, S, O> = CarriedFrom<
    L,
    <T as Composing>::SplitIn<L>,
    X,
    B,
    <O as Leaf>::In,
    ReadFrom<M, S>,
    WrittenFrom<M, S>,
>;
type CarriedFrom<L, T, X, B, O, Y, V> =
    <Carries<L, T, X, O, <B as Leaf>::In, Y, V> as CarryBranch>::Through<
        B,
        BitOfOffset<L, Y>,
        BitOfOffset<L, V>,
        <<<O as Int>::IsZero as ZeroOr>::Or<<L as Collapsing>::Offset<O>> as Int>::Leaf,
    >;

branch! {
    /// Whether `L` maps the swizzle to a swizzle.
    pub trait CarryBranch for Bool {
        /// The swizzle that xors the `B` bits from `Y` on onto those from `V` on, after the offset `O`.
        type Through<B: Leaf, Y: Int, V: Int, O: Leaf>: OffsetMap {
            Yes => SwizzleMap<
                Swizzle<B, LeafOrZero<B, Least<Y, V>>, LeafOrZero<B, Map<Sum, Y, Map<Product, V, Neg<One>>>>>,
                O,
            >,
            No => InvalidMap<rule::NotCarried>,
        }
    }
}

/// `min(A, B)`.
type Least<A, B> = Map<Difference, A, Map<Difference, A, B>>;
/// `N`, or 0 if `B = 0`.
type LeafOrZero<B, N> = <<<<B as Leaf>::In as Int>::IsZero as ZeroOr>::Or<N> as Int>::Leaf;
