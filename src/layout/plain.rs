//! The universe of layouts: what a function generic over `L: PlainLayout` may do.

use super::codomain::Codomain;
use super::modes::Modes;
use super::pair::{Cut, Lists, Pair};
use super::{AnyLayout, Reshaped};
use crate::algebra::{Holes, Question, Tiler, Walked};
use crate::int::{Function, Int, Leaf};
use crate::judge::Trusted;
use crate::num::Bool;
use crate::tuple::{IntTuple, Place};
use layout_core as value;

/// A layout `S:D`, offsets being what its strides add up to. The algebra works on these.
///
/// The associated types are the results of the operations: closed type functions, so that generic
/// code can feed on any result without a `where` clause.
pub trait PlainLayout: AnyLayout + Reshaped {
    /// The strides, nested like the shape.
    type Stride: IntTuple;
    /// The integers; run-time ones are there, unknown.
    #[doc(hidden)]
    const DESC: value::Layout;

    /// The leaves in order.
    #[doc(hidden)]
    type Modes: Modes;
    /// The fewest modes with the same function.
    #[doc(hidden)]
    type Coalesced: Modes;
    /// The number of coordinates.
    #[doc(hidden)]
    type Size: Int;
    /// One more than the greatest offset.
    #[doc(hidden)]
    type Cosize: Int;
    /// What it maps to.
    #[doc(hidden)]
    type Codomain: Codomain;
    /// `A o Self` for a coalesced `A`, or for the whole of `A` where this maps to coordinates.
    #[doc(hidden)]
    type After<A: Walked>: Pair;
    /// The same, mode by mode.
    #[doc(hidden)]
    type AfterEach<A: Walked>: Lists;
    /// The holes; `F` says how often what is covered fits below the next stride.
    #[doc(hidden)]
    type Holes<F: Function>: Holes;
    /// `A o Self` and `A o Self*|A|`.
    #[doc(hidden)]
    type Divides<A: PlainLayout, F: Function>: Cut;
    /// `A` and `A+ o Self`.
    #[doc(hidden)]
    type Multiplies<A: PlainLayout>: Cut;

    /// Result of an operation with a tiler, or its refusal.
    #[doc(hidden)]
    type Ask<T: Tiler, Q: Question>: PlainLayout;
    /// Result of `coalesce`.
    type Coalesce: PlainLayout;
    /// Result of `coalesce_by`.
    type CoalesceBy<P: IntTuple>: PlainLayout;
    /// Result of `complement`, `complement_padded`; `F` divides `M`.
    type Complement<M: Leaf, F: Function>: PlainLayout;
    /// The same, or the refusal.
    #[doc(hidden)]
    type SoundComplement<M: Leaf, F: Function>: PlainLayout;
    /// Result of `blocked_product`.
    type Blocked<B: PlainLayout>: PlainLayout;
    /// `blocked_product` of `A` with this.
    #[doc(hidden)]
    type BlockedBy<A: PlainLayout>: PlainLayout;
    /// The same, or the refusal.
    #[doc(hidden)]
    type SoundBlockedBy<A: PlainLayout>: PlainLayout;
    /// The same, or the refusal.
    #[doc(hidden)]
    type SoundRakedBy<A: PlainLayout>: PlainLayout;
    /// Result of `raked_product`.
    type Raked<B: PlainLayout>: PlainLayout;
    /// `raked_product` of `A` with this.
    #[doc(hidden)]
    type RakedBy<A: PlainLayout>: PlainLayout;

    /// The modes that continue each other from 1 on, back where they start.
    #[doc(hidden)]
    type Chain: Modes;
    /// There is a right inverse.
    #[doc(hidden)]
    type HasChain: Bool;
    /// Result of `right_inverse`, or its refusal.
    type RightInverse: PlainLayout;
    /// Result of `left_inverse`, or its refusal.
    type LeftInverse: PlainLayout;
    /// Result of `inverse`, or its refusal.
    type Inverse: PlainLayout;
    /// Result of `nullspace`, or its refusal.
    type Nullspace: PlainLayout;
    /// Result of `max_common_layout`, or its refusal.
    type MaxCommon<B: PlainLayout>: PlainLayout;

    /// Result of `flatten`.
    type Flatten: PlainLayout;
    /// Result of `mode`.
    type Mode<I: Place>: PlainLayout;
    /// Result of `get`.
    type Get<P: IntTuple>: PlainLayout;
    /// Result of `replace`.
    type Replace<I: Place, B: PlainLayout>: PlainLayout;
    /// Result of `select`.
    type Select<I: IntTuple>: PlainLayout;
    /// Result of `take`.
    type Take<B: Place, E: Place>: PlainLayout;
    /// Result of `group`.
    type Group<B: Place, E: Place>: PlainLayout;
    /// Result of `slice`.
    type Slice<C: IntTuple>: PlainLayout;
    /// Result of `append`.
    type Append<B: PlainLayout>: PlainLayout;
    /// Result of `prepend`.
    type Prepend<B: PlainLayout>: PlainLayout;
    /// Result of `concat`.
    type Concat<B: PlainLayout>: PlainLayout;

    /// The strides.
    fn stride(self) -> Self::Stride;
    /// The layout of these extents and strides; nothing is checked.
    #[doc(hidden)]
    fn from_parts(shape: Self::Shape, stride: Self::Stride, _: Trusted) -> Self;

    /// The integers; the run-time ones are there, unknown.
    #[doc(hidden)]
    #[inline]
    fn plain(self) -> value::Layout {
        value::Layout::from_parts(self.shape().plain(), self.stride().plain())
    }

    /// The same layout on plain integers.
    #[inline]
    fn to_dynamic(self) -> value::Layout {
        self.plain().set_known()
    }
}
