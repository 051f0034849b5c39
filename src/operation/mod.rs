//! The operations as methods.
//!
//! Every operation exists twice under one name: on [`Layout`](crate::Layout), where a bound states
//! its rule on nesting and `cargo check` reports a mistake at the user's line, and in a trait that
//! every [`AnyLayout`](crate::AnyLayout) has, without that bound, for generic code. Both first ask
//! the judge in `const`; then a static result is conjured and another one computed. The functions of
//! tuples are in `tuple`.

mod apart;
mod arrays;
pub(crate) mod asking;
mod coalesce;
mod common;
mod complement;
mod inverse;
mod measure;
mod moves;
mod operators;
mod padded;
mod predicate;
mod rearrange;
mod recast;
mod regroup;
mod reshape;
mod slice;
mod slice_axes;
mod tile;
mod tiling;
mod tuple;

pub(crate) use apart::{
    broadcast, broadcasts, composes, divides, divides_padded, has_mode, has_place, has_shape,
    inverts, mode, multiplies_raked, reshape, reshapes, slice_axes, slices_axes, unsqueeze,
    upcasts, with_part,
};
pub use arrays::Arrayed;
pub use coalesce::Coalescible;
pub use common::Comparable;
pub use complement::Complementable;
pub use inverse::Invertible;
pub(crate) use inverse::inverted;
pub use measure::Measured;
pub use padded::DividePaddedBy;
pub(crate) use padded::zipped as zipped_divide_padded;
pub use predicate::Properties;
pub use rearrange::Rearrange;
pub use recast::Recast;

pub use regroup::Regrouped;
pub use reshape::Reshape;
pub use slice::{Indexed, Sliced};
pub(crate) use slice::{fits, sliced};
pub use tile::Tiling;
pub use tiling::{ProductWith, TiledBy};
pub(crate) use tiling::{composed, zipped as zipped_divide};
pub use tuple::{AsksTuple, TupleArithmetic, TupleOrder, TupleStructure};

use crate::check;
use crate::layout::PlainLayout;

/// An operation `O` of this layout with the operand `T`, as the judge asks about it.
pub trait Asks<O, T>: PlainLayout {
    /// Nothing speaks against it: on its static integers it has an answer, and the result that the
    /// inherent method has is that.
    const PASSES: bool;
    /// The same of the result that `ops` names.
    const PASSES_ANY: bool;
    /// Stops the compiler with the refusal; evaluated only where there is one.
    const REFUSAL: check::Refusal;
}

/// The operation `O` of this layout with the operand `T` gives `R`.
pub trait Answers<O, T, R>: PlainLayout {
    /// Nothing speaks against it, as in [`Asks::PASSES`].
    const PASSES: bool;
}

/// A family of operations with one operand: the inherent methods and the trait.
///
/// `$out` is the result as the inherent method has it; the trait has what `ops` names `$any`, refusals
/// included. `$rule: $Rule` is what the operand's nesting must satisfy; `$ask` the same operation on
/// plain integers, `$desc` and `$value` the operand there, all leaves known or not; `$is_plain` that it is
/// not swizzled. `$judge` and
/// `$judge_any` ask the judge about the operation `Asked`: written where the macro is used, so that the
/// compiler's messages point there and do not unfold the macro. The result in the trait goes
/// through what [`OffsetMap`](crate::swizzle::OffsetMap) has as `$through`. With `carry $W` the operand may be
/// swizzled, and the result then is; `$once` asks that two swizzles are one.
macro_rules! operations {
    (
        $(#[$trait_doc:meta])*
        trait $family:ident; operand $t:ident: $T:ident: $Bound:path;
        rule $rule:ty; $Rule:ident;
        is_static $is_static:ident; is_plain $is_plain:expr; desc $desc:expr; value $value:expr;
        judge $judge:expr, $judge_any:expr;
        through $through:ident;
        $(
            $(#[$doc:meta])* $method:ident, $try_method:ident -> $out:ty, $any:ident, $ask:ident
            $(, carry $W:ty, $once:block)?;
        )*
    ) => {
        $(
            pub(super) enum $any {}
            impl<A: PlainLayout, $T: $Bound> Asks<$any, $T> for A {
                const PASSES: bool = operations! {
                    @asked [$($W)?] passes, $T, $is_static, $is_plain, $desc, $ask, $out
                };
                const PASSES_ANY: bool = operations! {
                    @asked [$($W)?] passes, $T, $is_static, $is_plain, $desc, $ask, ops::plain::$any<A, $T>
                };
                const REFUSAL: check::Refusal = operations! {
                    @asked [$($W)?] refusal, $T, $is_static, $is_plain, $desc, $ask, ops::plain::$any<A, $T>
                };
            }
        )*

        #[layout_macros::at_caller]
        impl<S: IntTuple, D: IntTuple> Layout<S, D> {$(
            $(#[$doc])*
            #[inline(always)]
            #[track_caller]
            pub fn $method<$T: $Bound>(
                self,
                $t: $T,
            ) -> operations! { @out [$($W)?] Self, $T, $out }
            where
                $rule: $Rule,
            {
                type Asked = $any;
                $judge;
                operations! {
                    @plain static_value_or_panic [$($W)?] self, $t, $T, $is_static, $value, $out, $ask
                }
            }

            #[doc = concat!("[`", stringify!($method), "`](Self::", stringify!($method), "), with the \
                refusal of run-time integers as an error.")]
            #[inline(always)]
            pub fn $try_method<$T: $Bound>(
                self,
                $t: $T,
            ) -> Result<operations! { @out [$($W)?] Self, $T, $out }, LayoutError>
            where
                $rule: $Rule,
            {
                type Asked = $any;
                $judge;
                operations! {
                    @plain try_static_value_or [$($W)?] self, $t, $T, $is_static, $value, $out, $ask
                }
            }
        )*}

        $(#[$trait_doc])*
        #[layout_macros::at_caller]
        pub trait $family: AnyLayout {$(
            #[doc = concat!("See [`Layout::", stringify!($method), "`].")]
            #[inline(always)]
            #[track_caller]
            fn $method<$T: $Bound>(self, $t: $T) -> ops::$any<Self, $T> {
                type Asked = $any;
                $judge_any;
                check::unwrap_or_panic(operations! {
                    @wrapped [$($W, $once)?] self, Self, $t, $T, $is_static, $value, $any, $ask, $through
                })
            }

            #[doc = concat!("See [`Layout::", stringify!($try_method), "`].")]
            #[inline(always)]
            fn $try_method<$T: $Bound>(self, $t: $T) -> Result<ops::$any<Self, $T>, LayoutError> {
                type Asked = $any;
                $judge_any;
                operations! {
                    @wrapped [$($W, $once)?] self, Self, $t, $T, $is_static, $value, $any, $ask, $through
                }
            }
        )*}
        impl<L: AnyLayout> $family for L {}
    };
    (@answer $layout:expr, $A:ty, $T:ident, $is_static:ident, $value:expr, $ask:ident) => {
        <$is_static<$A, $T> as Bool>::try_static_value_or(|| {
            check::answer($layout.plain().$ask($value))
        })
    };
    (@out [] $A:ty, $T:ident, $out:ty) => { $out };
    (@out [$W:ty] $A:ty, $T:ident, $out:ty) => { ops::CarriedLayout<$A, $T, $W, $out> };
    (@asked [] passes, $T:ident, $is_static:ident, $is_plain:expr, $desc:expr, $ask:ident, $out:ty) => {
        $is_plain && {
            let a = <A as PlainLayout>::DESC;
            check::passes::<$out>(<$is_static<A, $T> as Bool>::VALUE, &a.$ask($desc))
        }
    };
    (@asked [] refusal, $T:ident, $is_static:ident, $is_plain:expr, $desc:expr, $ask:ident, $out:ty) => {
        if $is_plain {
            check::refusal::<$out>(
                <$is_static<A, $T> as Bool>::VALUE,
                [
                    &<A as PlainLayout>::DESC.$ask($desc),
                    &<A as PlainLayout>::DESC.with_unknown_leaves(0).$ask(&$desc.with_unknown_leaves(0)),
                    &<A as PlainLayout>::DESC.with_unknown_leaves(1).$ask(&$desc.with_unknown_leaves(1)),
                ],
            )
        } else {
            check::Refusal::of(check::SWIZZLED)
        }
    };
    (@asked [$W:ty] $of:ident, $T:ident, $is_static:ident, $is_plain:expr, $desc:expr, $ask:ident, $out:ty) => {
        if $is_plain {
            operations! { @asked [] $of, $T, $is_static, $is_plain, $desc, $ask, $out }
        } else {
            check::carried::$of::<A, $T, $W, $out>()
        }
    };
    (@plain $how:ident [] $self:ident, $t:ident, $T:ident, $is_static:ident, $value:expr, $out:ty,
        $ask:ident) => {
        <$is_static<Self, $T> as Bool>::$how(|| check::answer($self.plain().$ask($value)))
    };
    (@plain $how:ident [$W:ty] $self:ident, $t:ident, $T:ident, $is_static:ident, $value:expr, $out:ty,
        $ask:ident) => {
        <$is_static<Self, $T> as Bool>::$how(|| {
            check::carried::answer::<Self, $T, $W, $out>($self, $t).map(|carried| carried.wrap())
        })
    };
    (@carry $a:ident, $A:ty, $t:ident, $T:ident, $W:ty, $is_static:ident, $out:ty) => {
        <$is_static<$A, $T> as Bool>::try_static_value_or(|| {
            check::carried::answer::<$A, $T, $W, $out>($a, $t)
        })
    };
    (@wrapped [$W:ty, $once:block] $layout:ident, $L:ty, $t:ident, $T:ident, $is_static:ident,
        $value:expr, $any:ident, $ask:ident, $through:ident) => {{
        $once
        let plain = $layout.parts().1;
        check::carried::wrapped::<$L, $T, $W, ops::plain::$any<PlainOf<$L>, $T>>(
            $layout,
            $t,
            operations! { @carry plain, PlainOf<$L>, $t, $T, $W, $is_static,
                ops::plain::$any<PlainOf<$L>, $T> },
        )
    }};
    (@wrapped [] $layout:ident, $L:ty, $t:ident, $T:ident, $is_static:ident, $value:expr, $any:ident,
        $ask:ident, $through:ident) => {{
        let (outer, plain) = $layout.parts();
        let answer: Result<ops::plain::$any<PlainOf<$L>, $T>, LayoutError> =
            operations! { @answer plain, PlainOf<$L>, $T, $is_static, $value, $ask };
        answer.map(|layout| outer.$through().wrap(layout))
    }};
}
pub(crate) use operations;
