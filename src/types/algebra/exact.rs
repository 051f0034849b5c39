//! `compose_exact` of static layouts: the form of `A o B` where a layout exists at all.
//!
//! A leaf `S:R` of `B` is the table `g(x) = A(R x)` for `x < S`. Where the table is a layout, its first run ends at the
//! least `n` with `g(n) /= n g(1)`, and the next run continues from there. The types find the runs; the engine compares
//! every element.
//!
//! ```text
//! while S > 1:
//!     n = min(S, ceil(P / (R mod P)) for each P that does not divide R)     fewer steps carry into no mode
//!     while n < S and A(R n) = n A(R):  n = n + 1                           by halves, which nests less deeply
//!     append n : A(R); S = S / n; R = R n
//! ```
//!
//! `P` are the products of the extents up to each mode of `A` but the last one.

use super::{Sound, Walked};
use crate::types::layout::{Collapsing, Modes, Nil, Pair, PlainLayout, Snoc};
use crate::types::num::int::{
    Difference, Equal, Int, Map, NotMore, One, Product, Quotient, Refused, Sum, Test, Whole, rule,
};
use crate::types::num::octal::{N, O2, Z};
use crate::types::num::{Bool, branch};
use core::marker::PhantomData;

/// Composition of the modes `A`, all of them static, with each leaf by itself.
#[derive(Debug)]
pub struct Exactly<A>(PhantomData<A>);
impl<A: Modes> Walked for Exactly<A> {
    type Leaf<S: Int, R: Int> = <<<<A as Sound>::NotEmpty as Bool>::And<
        <<R::IsNegative as Bool>::Not as Bool>::And<R::IsNumber>,
    > as ExactBranch>::Leaf<A, S, R> as Collapsing>::Pair;
}

/// `A o B` of static layouts by its elements, of others by the rules of `compose`.
pub type ComposeExact<A, B> = <<<A as crate::types::layout::AnyLayout>::IsStatic as Bool>::And<
    <B as crate::types::layout::AnyLayout>::IsStatic,
> as ExactBranch>::Compose<A, B>;

branch! {
    /// Whether operands are static, or a number of steps is 0, 1 or has no result.
    pub trait ExactBranch for Bool {
        /// If `A` and `B` are static: `A o B`.
        type Compose<A: PlainLayout, B: PlainLayout>: PlainLayout {
            Yes => <B::After<Exactly<A::Coalesced>> as Pair>::Layout,
            No => <B as super::Tiler>::Compose<A>,
        }
        /// If `A` has elements and `R` is a step through them: the runs of `S` steps of `R`.
        type Leaf<A: Modes, S: Int, R: Int>: Modes {
            Yes => <Test<NotMore, S, One> as RunsBranch>::Runs<Nil, A, S, R>,
            No => Snoc<Nil, Refused<rule::Misfit>, Refused<rule::Misfit>>,
        }
        /// If `S` is not refused: the runs `L`, then those of `S` steps of `R` in `A`.
        type Steps<L: Modes, A: Modes, S: Int, R: Int>: Modes {
            Yes => <Test<NotMore, S, One> as RunsBranch>::Runs<L, A, S, R>,
            No => Snoc<L, S, R>,
        }
        /// If `K` is 0: `E`, otherwise the least of the `K` numbers `n` from `N` on with `A(R n) /= n A(R)`, or `E`.
        type Least<A: Modes, R: Int, N: Int, K: Int, E: Int>: Int {
            Yes => E,
            No => <K::IsOne as ExactBranch>::Only<A, R, N, K, E>,
        }
        /// If `K` is 1: [`Least`](Self::Least).
        type Only<A: Modes, R: Int, N: Int, K: Int, E: Int>: Int {
            Yes => <Test<
                Equal,
                A::Offset<Map<Product, R, N>>,
                Map<Product, N, A::Offset<R>>,
            > as RunsBranch>::Either<E, N>,
            No => SecondHalf<A, R, N, Map<Whole, K, Two>, K, E>,
        }
    }
}
/// The number 2.
type Two = N<Z, O2>;
/// [`Least`](ExactBranch::Least) of the `K` numbers from `N` on, the first `H` of them first.
type SecondHalf<A, R, N, H, K, E> =
    Found<A, R, Map<Sum, N, H>, Map<Difference, K, H>, E, LeastOf<A, R, N, H, E>>;
type LeastOf<A, R, N, K, E> = <<K as Int>::IsZero as ExactBranch>::Least<A, R, N, K, E>;
/// `X`, or the least of the `K` numbers from `N` on if `X` is `E`.
type Found<A, R, N, K, E, X> = <Test<Equal, X, E> as RunsBranch>::Found<A, R, N, K, E, X>;

branch! {
    /// Whether numbers are equal, or at most 1.
    pub trait RunsBranch for Ternary {
        /// If `S` is at most 1: the runs `L`, then those of `S` steps of `R` in `A`.
        type Runs<L: Modes, A: Modes, S: Int, R: Int>: Modes {
            Yes | Unknown => <S::IsOne as RunsBranch>::NoSteps<L, S, R>,
            No => Run<L, A, S, R, RunOf<A, S, R, A::UntilLast<S, R>>>,
        }
        /// If `S` is 1: no run after `L`.
        type NoSteps<L: Modes, S: Int, R: Int>: Modes {
            Yes => L,
            No | Unknown => Snoc<L, S, R>,
        }
        /// If the numbers are equal: `E`, otherwise `N`.
        type Either<E: Int, N: Int>: Int {
            Yes | Unknown => E,
            No => N,
        }
        /// If `X` is `E`: the least of the `K` numbers from `N` on, otherwise `X`.
        type Found<A: Modes, R: Int, N: Int, K: Int, E: Int, X: Int>: Int {
            Yes | Unknown => LeastOf<A, R, N, K, E>,
            No => X,
        }
    }
}
/// The length of the first run of `S` steps of `R`, of which `N` carry into no mode.
type RunOf<A, S, R, N> = LeastOf<A, R, N, Map<Difference, S, N>, S>;
/// The runs `L`, then `N` of the `S` steps of `R`, then the others.
type Run<L, A, S, R, N> = <<Map<Quotient, S, N> as Int>::IsSound as ExactBranch>::Steps<
    Snoc<L, N, <A as Collapsing>::Offset<R>>,
    A,
    Map<Quotient, S, N>,
    Map<Product, R, N>,
>;
