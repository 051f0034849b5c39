//! The operations as methods.
//!
//! Every operation exists twice under one name: on [`Layout`](crate::Layout), where a bound states
//! its rule on nesting and `cargo check` reports a mistake at the user's line, and in a trait that
//! every [`AnyLayout`](crate::AnyLayout) has, without that bound, for generic code. Both first ask
//! the judge in `const`; then a static result is conjured and another one computed.

mod coalesce;
mod complement;
mod padded;
mod rearrange;
mod slice;
mod tiling;

pub use coalesce::Coalescible;
pub use complement::Complementable;
pub use padded::DividePaddedBy;
pub use rearrange::Rearrange;
pub(crate) use slice::fits;
pub use slice::{Indexed, Sliced};
pub use tiling::{ProductWith, TiledBy};

/// A family of operations with one operand: the inherent methods and the trait.
///
/// `$out` is the result as the inherent method has it, `$any` as the trait has it: the type that
/// `ops` names, refusals included. `$rule: $Rule` is what the operand's nesting must satisfy; `$ask` the same operation on plain
/// integers, `$value` the operand there.
macro_rules! operations {
    (
        $(#[$trait_doc:meta])*
        trait $family:ident; operand $t:ident: $T:ident: $Bound:path;
        rule $rule:ty; $Rule:ident;
        is_static $is_static:ty; desc $desc:expr; value $value:expr;
        $($(#[$doc:meta])* $method:ident, $try_method:ident -> $out:ty, $any:ty, $ask:ident;)*
    ) => {
        impl<S: IntTuple, D: IntTuple> Layout<S, D> {$(
            $(#[$doc])*
            #[inline(always)]
            #[track_caller]
            pub fn $method<$T: $Bound>(self, $t: $T) -> $out
            where
                $rule: $Rule,
            {
                operations! { @check $is_static, $desc, $out, $ask }
                judge::settle(<$is_static as Bool>::try_conjure_or(|| {
                    judge::answer(self.plain().$ask($value))
                }))
            }

            #[doc = concat!("[`", stringify!($method), "`](Self::", stringify!($method), "), with the \
                refusal of run-time integers as an error.")]
            #[inline(always)]
            pub fn $try_method<$T: $Bound>(self, $t: $T) -> Result<$out, LayoutError>
            where
                $rule: $Rule,
            {
                operations! { @check $is_static, $desc, $out, $ask }
                <$is_static as Bool>::try_conjure_or(|| {
                    judge::answer(self.plain().$ask($value))
                })
            }
        )*}

        $(#[$trait_doc])*
        pub trait $family: AnyLayout {$(
            #[doc = concat!("See [`Layout::", stringify!($method), "`].")]
            #[inline(always)]
            #[track_caller]
            fn $method<$T: $Bound>(self, $t: $T) -> $any {
                operations! { @check $is_static, $desc, $any, $ask }
                judge::settle(<$is_static as Bool>::try_conjure_or(|| {
                    judge::answer(self.plain().$ask($value))
                }))
            }

            #[doc = concat!("See [`Layout::", stringify!($try_method), "`].")]
            #[inline(always)]
            fn $try_method<$T: $Bound>(self, $t: $T) -> Result<$any, LayoutError> {
                operations! { @check $is_static, $desc, $any, $ask }
                <$is_static as Bool>::try_conjure_or(|| {
                    judge::answer(self.plain().$ask($value))
                })
            }
        )*}
        impl<L: AnyLayout> $family for L {}
    };
    (@check $is_static:ty, $desc:expr, $out:ty, $ask:ident) => {
        const {
            if <$is_static as Bool>::VALUE {
                judge::agree(<Self as AnyLayout>::DESC.$ask($desc), &<$out as AnyLayout>::DESC)
            } else if judge::is_refused::<$out>() {
                judge::refuse_known::<$out, _>(&<Self as AnyLayout>::DESC.$ask($desc))
            } else {
                judge::not_refused::<$out>()
            }
        };
    };
}
pub(crate) use operations;
