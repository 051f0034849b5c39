//! Composition with a right operand that maps to coordinates.
//!
//! Each leaf `s:(v E<i>)` of the right operand is composed with the mode of the left operand that its basis `E<i>`
//! names:
//!
//! ```text
//! A o (s:v@i) = A_i o (s:v)
//! ```

use super::modes::Nil;
use super::pair::{Both, Pair};
use crate::types::algebra::{Coalescing, Walked};
use crate::types::num::branch;
use crate::types::num::int::{Int, Refused, rule};
use crate::types::num::octal::{Oct, Z};
use crate::types::tuple::{Elements, IntTuple, Place};

/// A place in the nesting of the left operand: the whole operand, or a part that a basis names.
pub trait UnitWalk {
    /// The mode `I` of this part.
    type Down<I: Oct>: UnitWalk;
    /// This part composed with the leaf `S:R`.
    type Compose<S: Int, R: Int>: Pair;
}

/// The left operand `S:D` as a whole: the place of a stride without a basis.
#[derive(Debug)]
pub struct WholeOperand<S, D>(core::marker::PhantomData<(S, D)>);
/// A part `S:D` of the left operand.
#[derive(Debug)]
pub struct LeftMode<S, D>(core::marker::PhantomData<(S, D)>);
/// The place of a basis that does not name a mode.
#[derive(Debug)]
pub struct NoMode;

type NoUnit = Both<Refused<rule::Unit>, Refused<rule::Unit>>;
type DownTo<S, D, I> = <<I as Place>::Within<Elements<S>> as ModeBranch>::Down<S, D, I>;
type CoalescedOf<S, D> = <<S as IntTuple>::ModesAfter<Nil, D> as Coalescing>::Coalesce;

impl<AS: IntTuple, AD: IntTuple> Walked for WholeOperand<AS, AD> {
    type Leaf<S: Int, R: Int> = <R::Walk<Self> as UnitWalk>::Compose<S, R::Scale>;
}
impl<AS: IntTuple, AD: IntTuple> UnitWalk for WholeOperand<AS, AD> {
    type Down<I: Oct> = DownTo<AS, AD, I>;
    // A stride without a basis does not add to a coordinate: only 0 is allowed.
    type Compose<S: Int, R: Int> = <R::IsZero as ModeBranch>::Nothing<S>;
}
impl<AS: IntTuple, AD: IntTuple> UnitWalk for LeftMode<AS, AD> {
    type Down<I: Oct> = DownTo<AS, AD, I>;
    type Compose<S: Int, R: Int> = <CoalescedOf<AS, AD> as Walked>::Leaf<S, R>;
}
impl UnitWalk for NoMode {
    type Down<I: Oct> = Self;
    type Compose<S: Int, R: Int> = NoUnit;
}

branch! {
    /// Whether a mode exists, or a stride is 0.
    pub trait ModeBranch {
        /// If the mode `I` of `S:D` exists: this mode.
        type Down<S: IntTuple, D: IntTuple, I: Oct>: UnitWalk {
            Yes => LeftMode<<I as Place>::Of<S>, <I as Place>::Of<D>>,
            No | Unknown => NoMode,
        }
        /// If the stride is 0: the mode `S:0`, otherwise refused.
        type Nothing<S: Int>: Pair {
            Yes => <Nil as Walked>::Leaf<S, Z>,
            No | Unknown => NoUnit,
        }
    }
}

/// The left operand of a composition with a layout that maps to coordinates.
pub type WholeOf<A> =
    WholeOperand<<A as super::AnyLayout>::Shape, <A as super::PlainLayout>::Stride>;
