//! A layout after a swizzled layout: `A o (Sw o f o L) = Sw' o A(f) o (A o L)`.
//!
//! Each of the two runs of bits that `Sw` moves must lie in one mode of `A`, whose stride is a power
//! of 2: there it is a run of bits of the offset again, and `Sw'` moves these. Whatever else is added to
//! the offset must leave them alone: it is a multiple of what lies above them, or less than the first of
//! them, all together.
//!
//! ```text
//! A = (8,8):(16,1)     index    .. 5 4 3 | 2 1 0        mode 0 is bits 0-2, mode 1 those from 3 on
//! Sw<2,0,3>                          Y Y     Z Z
//! A(index)             offset      Z Z . . Y Y          Sw<2,0,-4>
//! ```

use super::{AskCompose, Copies, Multiply, Possible};
use crate::layout::{Collapsing, Modes, Nil, PlainLayout, Snoc};
use crate::num::int::{
    Difference, Equal, Int, Leaf, Less, Logarithm, Map, Max, Min, Mod, Neg, NotMore, One, Product,
    Sum, Test, Whole, ZeroOr, rule,
};
use crate::num::octal::{N, O7, Z};
use crate::num::{Bool, branch};
use crate::swizzle::{Bit, InvalidMap, OffsetMap, ReadFrom, Swizzle, SwizzleMap, WrittenFrom};
use core::marker::PhantomData;
use layout_core::{self as value, LayoutError};
use typenum::{B0, B1};

/// An operation whose right operand may be swizzled.
pub trait Carry {
    /// The modes of `A` that the right operand walks.
    type Modes<A: PlainLayout>: Modes;
    /// The modes whose offsets are added to what is walked.
    type Beside<A: PlainLayout>: Modes;
    /// Copies of the left operand stand beside what is walked.
    const IS_PRODUCT: bool;
    /// The operation on plain integers.
    fn plain(a: &value::Layout, t: &value::Tiler) -> Result<value::Layout, LayoutError>;
}
impl Carry for AskCompose {
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

/// A run of bits of the linear index, and of the offset.
pub trait Run {
    /// The value of its first bit.
    type First: Int;
    /// The value of the bit above it.
    type End: Int;
    /// The value of the first bit in the offset.
    type At: Int;
    /// The value of the bit above it in the offset.
    type Above: Int;
}
/// The bits from value `F` up to `E`, in the offset from `V` up to `U`.
#[derive(Debug)]
pub struct Moved<F, E, V, U>(PhantomData<(F, E, V, U)>);
impl<F: Int, E: Int, V: Int, U: Int> Run for Moved<F, E, V, U> {
    type First = F;
    type End = E;
    type At = V;
    type Above = U;
}

/// Flat modes, as what carries the bits of an index over and as what walks through them.
///
/// `X` is static where the mode after these is: a run that leaves these modes for one of run-time
/// integers may continue there.
pub trait Carrying {
    /// One of these modes holds the run, whole.
    type Keeps<R: Run, X: Int>: Bool;
    /// The same, the last mode having no end.
    type KeepsAtLast<R: Run>: Bool;
    /// What the modes `T`, from the index `O` on, may add to the offset below the end of the run.
    type Under<R: Run, T: Modes, O: Int, X: Int>: Int;
    /// The same, the last mode having no end.
    type UnderAtLast<R: Run, T: Modes, O: Int>: Int;
    /// The modes `T` do not carry from the index `O` on.
    type Fits<T: Modes, O: Int>: Bool;
    /// The same, the last mode having no end.
    type FitsAtLast<T: Modes, O: Int>: Bool;
    /// What these modes themselves may add to the offset below the end of the run.
    type Beside<R: Run>: Int;
    /// The digits of these leaves at a mode without end, with `P` below it, added up.
    type LastDigits<P: Int>: Int;
}
impl Carrying for Nil {
    type Keeps<R: Run, X: Int> = B0;
    type KeepsAtLast<R: Run> = B0;
    type Under<R: Run, T: Modes, O: Int, X: Int> = Z;
    type UnderAtLast<R: Run, T: Modes, O: Int> = Z;
    type Fits<T: Modes, O: Int> = B1;
    type FitsAtLast<T: Modes, O: Int> = B1;
    type Beside<R: Run> = Z;
    type LastDigits<P: Int> = Z;
}
impl<I: Modes, S: Int, D: Int> Carrying for Snoc<I, S, D> {
    type Keeps<R: Run, X: Int> = <I::Keeps<R, Map<Sum, S, D>> as Bool>::Or<
        <NotFalse<StartsIn<I, R>> as Bool>::And<NotFalse<Divides<R::End, EndOf<I, S, X>>>>,
    >;
    type KeepsAtLast<R: Run> = <I::Keeps<R, Map<Sum, S, D>> as Bool>::Or<NotFalse<StartsIn<I, R>>>;
    type Under<R: Run, T: Modes, O: Int, X: Int> = Map<
        Sum,
        I::Under<R, T, O, Map<Sum, S, D>>,
        <StartsIn<I, R> as RunBranch>::Starts<R, EndOf<I, S, X>, Digit<I, S, T, O>, D>,
    >;
    type UnderAtLast<R: Run, T: Modes, O: Int> = Map<
        Sum,
        I::Under<R, T, O, Map<Sum, S, D>>,
        <StartsIn<I, R> as RunBranch>::Ends<R, LastDigit<I, T, O>, D>,
    >;
    type Fits<T: Modes, O: Int> =
        <I::Fits<T, O> as Bool>::And<NotFalse<Test<Less, Digit<I, S, T, O>, S>>>;
    type FitsAtLast<T: Modes, O: Int> = I::Fits<T, O>;
    type Beside<R: Run> = Map<Sum, I::Beside<R>, Other<R, Map<Difference, S, One>, D>>;
    type LastDigits<P: Int> =
        Map<Sum, I::LastDigits<P>, Map<Whole, Map<Product, Map<Difference, S, One>, D>, P>>;
}
/// The comparison `K` is true or [`Unknown`](crate::num::Unknown).
pub type NotFalse<K> = <K as Possible>::Holds;
/// Where the mode of extent `S` after `I` ends, if `X` is static.
type EndOf<I, S, X> =
    Map<Sum, Map<Product, <I as Modes>::Size, S>, <<X as Int>::IsStatic as ZeroOr>::Or<usize>>;
/// Whether `A` divides `B`.
type Divides<A, B> = Test<Equal, Map<Mod, B, A>, Z>;
/// Whether the run is among the bits of the mode after `I`, or past it.
type StartsIn<I, R> = Divides<<I as Modes>::Size, <R as Run>::First>;
/// The greatest digit that `T` reaches, from the index `O` on, in the mode of extent `S` after `I`.
type Digit<I, S, T, O> = Map<
    Sum,
    <T as super::Sound>::Digits<<I as Modes>::Size, S>,
    Map<Mod, Map<Whole, O, <I as Modes>::Size>, S>,
>;
/// The same in a mode without end.
type LastDigit<I, T, O> =
    Map<Sum, <T as Carrying>::LastDigits<<I as Modes>::Size>, Map<Whole, O, <I as Modes>::Size>>;

branch! {
    /// On where a mode is: what its digits up to `G`, at the stride `D`, may add below the end of the run.
    pub trait RunBranch for Ternary {
        /// The run starts in the mode, of which `P` is the end, or past it.
        type Starts<R: Run, P: Int, G: Int, D: Int>: Int {
            Yes => <Divides<R::End, P> as RunBranch>::Ends<R, G, D>,
            No => Other<R, G, D>,
            Unknown => usize,
        }
        /// The run ends in the mode: that it starts there is known.
        type Ends<R: Run, G: Int, D: Int>: Int {
            Yes => Map<Min, Map<Product, G, D>, Map<Difference, R::At, D>>,
            No => Other<R, G, D>,
            Unknown => usize,
        }
        /// The stride is a multiple of what is above the run.
        type Above<R: Run, G: Int, D: Int>: Int {
            Yes => Z,
            No => <D::IsNegative as RunBranch>::Down<R, G, D>,
            Unknown => usize,
        }
        /// The stride is negative.
        type Down<R: Run, G: Int, D: Int>: Int {
            Yes => Map<Product, G, R::At>,
            No => Map<Product, G, D>,
            Unknown => usize,
        }
    }
}

/// What a mode that does not hold the run may add. Steps down borrow from the run.
type Other<R, G, D> =
    <Divides<<R as Run>::Above, <D as Int>::Magnitude> as RunBranch>::Above<R, G, D>;

/// The number of the bit of the offset that bit `F` of the linear index becomes in `L`.
type Place<L, F> = Map<Logarithm, <L as Collapsing>::Offset<Bit<F>>, Z>;
/// The run of `B` bits from number `F` on.
type RunOf<L, B, F> =
    Moved<Bit<F>, Bit<Map<Sum, F, B>>, Bit<Place<L, F>>, Bit<Map<Sum, Place<L, F>, B>>>;
/// Whether `L` carries the run `R` over, the layout `T` walking from `O` on beside the modes `X`.
type CarriesRun<L, T, X, O, R> = <<<L as Carrying>::KeepsAtLast<R> as Bool>::And<
    NotFalse<Test<Equal, <L as Collapsing>::Offset<<R as Run>::First>, <R as Run>::At>>,
> as Bool>::And<
    NotFalse<
        Test<
            Less,
            Map<Sum, <L as Carrying>::UnderAtLast<R, T, O>, <X as Carrying>::Beside<R>>,
            <R as Run>::At,
        >,
    >,
>;
/// 63, how many bits an offset has.
pub type Width = N<N<Z, O7>, O7>;
/// Whether there is a swizzle of `B` bits that reads and changes those from `Y` and from `O` on.
type IsSwizzle<B, Y, O> = <NotFalse<
    Test<NotMore, B, Map<Sum, Map<Difference, Y, O>, Map<Difference, O, Y>>>,
> as Bool>::And<NotFalse<Test<NotMore, Map<Sum, B, Map<Max, Y, O>>, Width>>>;
/// Whether `L` carries over what `B` bits from `Y` on do to those from `V` on.
type Carries<L, T, X, O, B, Y, V> = <<<L as Carrying>::FitsAtLast<T, O> as Bool>::And<
    <<O as Int>::IsNegative as Bool>::Not,
> as Bool>::And<
    <<B as Int>::IsZero as Bool>::Or<
        <<CarriesRun<L, T, X, O, RunOf<L, B, Y>> as Bool>::And<
            CarriesRun<L, T, X, O, RunOf<L, B, V>>,
        > as Bool>::And<IsSwizzle<B, Place<L, Y>, Place<L, V>>>,
    >,
>;

/// What the offsets of the modes `L` go through, walked by `T` after `Swizzle<B, M, S>` and the offset
/// `O` of linear indices, beside the modes `X`.
pub type CarriedBy<L, T, X, B, M, S, O> =
    CarriedFrom<L, T, X, B, <O as Leaf>::In, ReadFrom<M, S>, WrittenFrom<M, S>>;
type CarriedFrom<L, T, X, B, O, Y, V> =
    <Carries<L, T, X, O, <B as Leaf>::In, Y, V> as CarryBranch>::Through<
        B,
        Place<L, Y>,
        Place<L, V>,
        <<<O as Int>::IsZero as ZeroOr>::Or<<L as Collapsing>::Offset<O>> as Int>::Leaf,
    >;

branch! {
    /// On whether the swizzle is carried over.
    pub trait CarryBranch for Bool {
        /// The `B` bits from `Y` on, xored onto those from `V` on, after the offset `O`.
        type Through<B: Leaf, Y: Int, V: Int, O: Leaf>: OffsetMap {
            Yes => SwizzleMap<
                Swizzle<B, Some<B, Lower<Y, V>>, Some<B, Map<Sum, Y, Map<Product, V, Neg<One>>>>>,
                O,
            >,
            No => InvalidMap<rule::NotCarried>,
        }
    }
}

/// The lower one.
type Lower<A, B> = Map<Difference, A, Map<Difference, A, B>>;
/// `N`, or 0 where no bit is moved.
type Some<B, N> = <<<<B as Leaf>::In as Int>::IsZero as ZeroOr>::Or<N> as Int>::Leaf;
