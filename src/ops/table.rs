//! How a row of the table becomes methods.
//!
//! A family of operations is one call of [`operations!`], a row for each:
//!
//! ```text
//! /// Equation, picture, example and a program that must not compile.
//! fn zipped_divide, try_zipped_divide(tiler t: T) -> ZippedDivide
//! where (Tiles<T, Self>: TilerFits)                    the rule of nesting
//! {
//!     wrapped: T::Zipped<A, Divide>;                   the type function of a plain layout `A`
//!     |a| a.zipped_divide(&t);                         the function of the engine
//!     plan a.plan_zipped_divide(&t);                   the arithmetic of run-time leaves, where it has one
//! }
//! ```
//!
//! A row makes four things of one name:
//! * the method of [`Layout`](crate::Layout), with the rule, and its `try_` sibling;
//! * the same two in [`LayoutOps`](crate::LayoutOps), without the rule, for generic code;
//! * the type of the result, `ops::ZippedDivide<A, T>`;
//! * the module `zipped_divide` with `check`, which stops the compiler at static integers without a
//!   result, `compute`, and `compute_or_panic` for run-time integers without a result. A view calls `check` in a
//!   `const` block of its own method, so that the error shows the user's line, and computes afterwards.
//!
//! Operands are one of
//!
//! | written | is | known in `const` |
//! |---|---|---|
//! | `tiler t: T` | a layout, or a tile by mode | its static integers |
//! | `layout b: B` | a layout that must not be swizzled | its static integers |
//! | `tuple t: T` | a shape | its static integers |
//! | `order o: O` | a tuple of which every integer must be static | all of it |
//! | `profile p: P` | a tuple of which the nesting or the numerals count, never a run-time integer | all of it |
//! | `list I` | a tuple of numerals, given as a type | all of it |
//! | `place I`, `count N` | a mode, a number, given as const parameters | all of it |
//!
//! A row with `plan a.plan_zipped_divide(&t);` after the engine's function computes run-time leaves by this plan where it
//! exists and holds, and by the engine elsewhere. A closure after the plan writes the leaves of a second operand that may
//! have run-time leaves, too.
//!
//! An operation runs in one of the modes
//!
//! | mode | what it does | the offsets of the result |
//! |---|---|---|
//! | `wrapped` | computes on the plain layout | go through the swizzle of the operand |
//! | `number` | computes a number on the plain layout; the type function is that of `n:0` | |
//! | `inside` | computes on the plain layout | are plain |
//! | `undone("why")` | computes on the plain layout | of a swizzled layout there is no result |
//! | `through(X)` | computes on the swizzled layout | go through `X` |
//! | `carried(W, t: T)` | computes with a tiler that may be swizzled | go through both swizzles, as one |
//! | `padded(F, t: T)` | computes on the plain layout | with the test of which coordinates are inside |
//! | `moved` | moves leaves by a plan made in `const` | go through the swizzle |
//! | `joined(b: B)` | the same with the leaves of a second layout | go through the swizzle |

/// Rows into items; see the module. The first token is `$`, the second the name of the macro that hands the
/// methods of the family to [`collect!`].
macro_rules! operations {
    ($d:tt $family:ident: $($rows:tt)*) => {
        operations! { @rows [$d $family] {} {} {} $($rows)* }
    };

    // All rows are read.
    (@rows [$d:tt $family:ident] {$($inherent:tt)*} {$($generic:tt)*} {$($listed:tt)*}) => {
        #[layout_macros::at_caller($family)]
        impl<S: IntTuple, D: IntTuple> Layout<S, D> {
            $($inherent)*
        }

        macro_rules! $family {
            ({$d($d then:tt)*} {$d($d methods:tt)*} {$d($d rows:tt)*}) => {
                collect! {
                    {$d($d then)*} {$d($d methods)* $($generic)*} {$d($d rows)* $($listed)*}
                }
            };
        }
        pub(super) use $family;
    };
    // One row: its operands first.
    (@rows $out:tt $inherent:tt $generic:tt $listed:tt
        $(#[$doc:meta])*
        fn $name:ident $(, $try_name:ident)? ($($operands:tt)*) -> $Result:ident
        $(where ($($rule:tt)*))?
        { $mode:ident $(($($with:tt)*))?: $Plain:ty; |$a:ident| $engine:expr; $(plan $plan:expr $(, $second:expr)?;)?
            $(first $first:block)? $(also $also:block)? $(compute $compute:expr;)? $(swizzled $(#[$swizzled:meta])+)? }
        $($rest:tt)*
    ) => {
        operations! {
            @operands {} [$($operands)*]
            {$(#[$doc])*} $name [$($try_name)?] [$($operands)*] $Result {$($($rule)*)?}
            $mode {$($($with)*)?} {$Plain} $a {$engine} {$({$plan} {$($second)?})?} {$($first)?} {$($also)?} {$($compute)?}
            {$($(#[$swizzled])+)?}
            $out $inherent $generic $listed {$($rest)*}
        }
    };

    // A row of a value: computed on the plain layout `$a`, or with `const` on its integers, in `const` where they are
    // static.
    (@rows $out:tt {$($inherent:tt)*} {$($generic:tt)*} $listed:tt
        $(#[$doc:meta])*
        fn $name:ident ($($argument:ident: $Argument:ty),*) => $Value:ty,
        swizzled {$($why:expr)?}
        { $($value:tt)* }
        $($rest:tt)*
    ) => {
        pub(crate) mod $name {
            #[allow(unused_imports, reason = "a row names what it needs")]
            use super::*;

            /// The value for a plain layout.
            #[layout_macros::at_caller]
            #[inline(always)]
            #[track_caller]
            pub(crate) fn compute<A: PlainLayout>(layout: A $(, $argument: $Argument)*) -> $Value {
                run! { @value layout $($value)* }
            }
        }

        operations! {
            @rows $out
            {
                $($inherent)*

                $(#[$doc])*
                #[inline]
                #[track_caller]
                pub fn $name(self $(, $argument: $Argument)*) -> $Value {
                    $name::compute(self $(, $argument)*)
                }
            }
            {
                $($generic)*

                #[doc = concat!("See [`Layout::", stringify!($name), "`](crate::Layout::", stringify!($name), ").")]
                #[inline]
                #[track_caller]
                fn $name(self $(, $argument: $Argument)*) -> $Value {
                    const { $(check::require(<Self::OffsetMap as OffsetMap>::IS_IDENTITY, $why))? };
                    $name::compute(self.parts().1 $(, $argument)*)
                }
            }
            $listed
            $($rest)*
        }
    };

    // An operand becomes: declaration, name, name in an alias, bound, parameter and argument; whether it is static
    // and whether it is plain; its known integers, the variable with unknown ones, its value; its labels, and why
    // it is no operand.
    (@operands {$($done:tt)*} [tiler $t:ident: $T:ident $(, $($more:tt)*)?] $($row:tt)*) => {
        operations! { @operands {$($done)* (
            {$T: Tiler} {$T} {$T} {} {$t: $T,} {$t,}
            {<$T as Tiler>::IsStaticTiler} {<<$T as Tiler>::OffsetMap as OffsetMap>::IS_IDENTITY}
            {let $t = <$T as Tiler>::TILER;} {$t} {let $t = $t.plain_tiler();}
            {} {check::swizzled_operand::<$T>()}
        )} [$($($more)*)?] $($row)* }
    };
    (@operands {$($done:tt)*} [layout $t:ident: $T:ident $(, $($more:tt)*)?] $($row:tt)*) => {
        operations! { @operands {$($done)* (
            {$T: AnyLayout} {$T} {$T} {} {$t: $T,} {$t,}
            {<$T as Tiler>::IsStaticTiler} {<<$T as Tiler>::OffsetMap as OffsetMap>::IS_IDENTITY}
            {let $t = <PlainOf<$T> as PlainLayout>::DESC;} {$t} {let $t = PlainLayout::plain($t.parts().1);}
            {let $t = check::labels(&$t, layout_core::MAX_LEAVES);} {check::swizzled_operand::<$T>()}
        )} [$($($more)*)?] $($row)* }
    };
    (@operands {$($done:tt)*} [tuple $t:ident: $T:ident $(, $($more:tt)*)?] $($row:tt)*) => {
        operations! { @operands {$($done)* (
            {$T: IntTuple} {$T} {$T} {} {$t: $T,} {$t,}
            {<$T as IntTuple>::IsStatic} {true}
            {let $t = <$T as IntTuple>::DESC;} {$t} {let $t = $t.plain();}
            {} {check::refused_numeral::<$T>()}
        )} [$($($more)*)?] $($row)* }
    };
    (@operands {$($done:tt)*} [leaf $t:ident: $T:ident $(, $($more:tt)*)?] $($row:tt)*) => {
        operations! { @operands {$($done)* (
            {$T: Leaf} {$T} {$T} {} {$t: $T,} {$t,}
            {<$T as IntTuple>::IsStatic} {true}
            {let $t = <$T as IntTuple>::DESC;} {$t} {let $t = $t.plain();}
            {} {check::refused_numeral::<$T>()}
        )} [$($($more)*)?] $($row)* }
    };
    (@operands {$($done:tt)*} [profile $t:ident: $T:ident $(, $($more:tt)*)?] $($row:tt)*) => {
        operations! { @operands {$($done)* (
            {$T: IntTuple} {$T} {$T} {} {$t: $T,} {$t,}
            {} {true}
            {let $t = <$T as IntTuple>::DESC;} {} {let $t = { let _ = $t; <$T as IntTuple>::DESC };}
            {} {check::refused_numeral::<$T>()}
        )} [$($($more)*)?] $($row)* }
    };
    (@operands {$($done:tt)*} [order $t:ident: $T:ident $(, $($more:tt)*)?] $($row:tt)*) => {
        operations! { @operands {$($done)* (
            {$T: IntTuple} {$T} {$T} {} {$t: $T,} {$t,}
            {<$T as IntTuple>::IsStatic} {true}
            {let $t = <$T as IntTuple>::DESC;} {} {let $t = { let _ = $t; <$T as IntTuple>::DESC };}
            {} {None}
        )} [$($($more)*)?] $($row)* }
    };
    (@operands {$($done:tt)*} [list $T:ident $(, $($more:tt)*)?] $($row:tt)*) => {
        operations! { @operands {$($done)* (
            {$T: IntTuple} {$T} {$T} {} {} {}
            {} {true}
            {} {} {}
            {} {None}
        )} [$($($more)*)?] $($row)* }
    };
    (@operands {$($done:tt)*} [place $N:ident $(, $($more:tt)*)?] $($row:tt)*) => {
        operations! { @operands {$($done)* (
            {const $N: usize} {$N} {const $N: usize} {Pos<$N>: Position,} {} {}
            {} {true}
            {} {} {}
            {} {None}
        )} [$($($more)*)?] $($row)* }
    };
    (@operands {$($done:tt)*} [count $N:ident $(, $($more:tt)*)?] $($row:tt)*) => {
        operations! { @operands {$($done)* (
            {const $N: usize} {$N} {const $N: usize} {Extent<$N>: Static,} {} {}
            {} {true}
            {} {} {}
            {} {None}
        )} [$($($more)*)?] $($row)* }
    };

    // The items of a row, then the other rows.
    (@operands {$((
            {$($declared:tt)*} {$($named:tt)*} {$($aliased:tt)*} {$($needs:tt)*} {$($parameter:tt)*} {$($argument:tt)*}
            {$($is_static:tt)*} {$is_plain:expr}
            {$($known:tt)*} {$($unknown:ident)?} {$($value:tt)*}
            {$($labels:tt)*} {$refusal:expr}
        ))*} []
        {$($doc:tt)*} $name:ident [$($try_name:ident)?] $operands:tt $Result:ident {$($rule:tt)*}
        $mode:ident $with:tt {$Plain:ty} $a:ident {$engine:expr} $plan:tt {$($first:block)?} {$($also:block)?} {$($compute:expr)?}
        {$($swizzled:tt)*}
        $out:tt {$($inherent:tt)*} {$($generic:tt)*} {$($listed:tt)*} {$($rest:tt)*}
    ) => {
        #[doc = concat!("The result of [`Layout::", stringify!($name), "`](crate::Layout::", stringify!($name), ").")]
        pub type $Result<A $(, $($aliased)*)*> =
            run! { @result $mode $with $name::Plain<PlainOf<A> $(, $($named)*)*> };

        #[allow(dead_code, unused_imports, unused_variables, reason = "each mode uses what it needs")]
        pub(crate) mod $name {
            use super::*;

            /// The result for a plain layout.
            #[allow(type_alias_bounds, reason = "they name the traits of the type functions")]
            pub type Plain<A: PlainLayout $(, $($declared)*)*> = $Plain;
            /// The result for the plain layout in `A`.
            type Found<A $(, $($aliased)*)*> = Plain<PlainOf<A> $(, $($named)*)*>;

            /// Runs the engine on the static integers. `Some(k)` puts test number `k` into each run-time leaf: a
            /// message that is the same for both does not depend on them.
            const fn known<A: AnyLayout $(, $($declared)*)*>(
                k: Option<usize>,
            ) -> Result<layout_core::Layout, LayoutError>
            where
                $($($needs)*)*
            {
                let $a = <PlainOf<A> as PlainLayout>::DESC;
                $($($known)*)*
                let ($a, $($($unknown,)?)*) = match k {
                    None => ($a, $($($unknown,)?)*),
                    Some(k) => ($a.with_unknown_leaves(k), $($($unknown.with_unknown_leaves(k),)?)*),
                };
                run! { @layout $mode $engine }
            }

            run! { @computed $mode {
                /// Stops the compiler with the reason.
                #[track_caller]
                const fn refuse<A: AnyLayout $(, $($declared)*)*>() -> !
                where
                    $($($needs)*)*
                {
                    let is_static = <run! { @static {<PlainOf<A> as AnyLayout>::IsStatic} $({$($is_static)*})* } as Bool>::VALUE;
                    let is_plain = true $(&& $is_plain)*;
                    $(if let Some(text) = run! { @operand $mode $refusal } {
                        check::stop(text)
                    })*
                    run! { @refuse $mode $with is_static is_plain [A $(, $($named)*)*] }
                }
            } }

            /// Stops the compiler unless there is a result, as far as the integers are known.
            #[track_caller]
            pub(crate) const fn check<A: AnyLayout $(, $($declared)*)*>()
            where
                $($($needs)*)*
            {
                let is_static = <run! { @static {<PlainOf<A> as AnyLayout>::IsStatic} $({$($is_static)*})* } as Bool>::VALUE;
                let is_plain = true $(&& $is_plain)*;
                $($first)?
                run! {
                    @check $mode $with is_static is_plain [A $(, $($named)*)*]
                    $a {$($($known)* $($labels)*)*} {$engine}
                }
                $($also)?
            }

            /// The result, or the refusal of run-time integers. The caller has called [`check`].
            #[inline(always)]
            pub(crate) fn compute<A: AnyLayout $(, $($declared)*)*>(
                layout: A,
                $($($parameter)*)*
            ) -> Result<super::$Result<A $(, $($named)*)*>, LayoutError>
            where
                $($($needs)*)*
            {
                run! {
                    @planned compute $mode $with layout [A $(, $($named)*)*]
                    {run! { @static {<PlainOf<A> as AnyLayout>::IsStatic} $({$($is_static)*})* }}
                    $a {$($($known)*)*} {$($($labels)*)*} {$($($value)*)*} {$engine} $plan {$($compute)?}
                    {}
                }
            }

            /// The result. The caller has called [`check`].
            ///
            /// # Panics
            /// Where run-time integers are refused, at the caller.
            #[inline(always)]
            #[track_caller]
            pub(crate) fn compute_or_panic<A: AnyLayout $(, $($declared)*)*>(
                layout: A,
                $($($parameter)*)*
            ) -> super::$Result<A $(, $($named)*)*>
            where
                $($($needs)*)*
            {
                run! {
                    @planned compute_or_panic $mode $with layout [A $(, $($named)*)*]
                    {run! { @static {<PlainOf<A> as AnyLayout>::IsStatic} $({$($is_static)*})* }}
                    $a {$($($known)*)*} {$($($labels)*)*} {$($($value)*)*} {$engine} $plan {$($compute)?}
                    {
                        {run! { @static {<A as AnyLayout>::IsStatic} $({$($is_static)*})* }}
                        compute::<A $(, $($named)*)*>(layout, $($($argument)*)*)
                    }
                }
            }
        }

        operations! {
            @method $name [$($try_name)?] $Result {$($doc)*} {$($swizzled)*} $mode
            {$($($declared)*),*} {$(, $($named)*)*} {$($($needs)*)*} {$($($parameter)*)*} {$($($argument)*)*}
            {$($rule)*} {run! { @static {<Self as AnyLayout>::IsStatic} $({$($is_static)*})* }}
            $operands $out {$($inherent)*} {$($generic)*} {$($listed)*} {$($rest)*}
        }
    };

    // The methods that panic.
    (@method $name:ident $try_name:tt $Result:ident {$($doc:tt)*} {$($swizzled:tt)*} $mode:ident
        {$($declared:tt)*} {$($named:tt)*} {$($needs:tt)*} {$($parameter:tt)*} {$($argument:tt)*}
        {$($rule:tt)*} {$is_static:ty}
        $operands:tt $out:tt {$($inherent:tt)*} {$($generic:tt)*} {$($listed:tt)*} $rest:tt
    ) => {
        operations! {
            @try $name $try_name $Result
            {$($declared)*} {$($named)*} {$($needs)*} {$($parameter)*} {$($argument)*} {$($rule)*}
            $out
            {
                $($inherent)*

                $($doc)*
                #[doc = run! { @sections $mode $try_name }]
                #[inline(always)]
                #[track_caller]
                pub fn $name<$($declared)*>(self, $($parameter)*) -> $Result<Self $($named)*>
                where
                    $($needs)*
                    $($rule)*
                {
                    const { $name::check::<Self $($named)*>() };
                    $name::compute_or_panic::<Self $($named)*>(self, $($argument)*)
                }
            }
            {
                $($generic)*

                #[doc = concat!("See [`Layout::", stringify!($name), "`](crate::Layout::", stringify!($name), ").")]
                $($swizzled)*
                #[inline(always)]
                #[track_caller]
                fn $name<$($declared)*>(self, $($parameter)*) -> $Result<Self $($named)*>
                where
                    $($needs)*
                {
                    const { $name::check::<Self $($named)*>() };
                    $name::compute_or_panic::<Self $($named)*>(self, $($argument)*)
                }
            }
            {$($listed)* ($name $Result $mode $operands $try_name)}
            $rest
        }
    };
    // Those that return the refusal of run-time integers.
    (@try $name:ident [] $Result:ident $declared:tt $named:tt $needs:tt $parameter:tt $argument:tt $rule:tt
        $out:tt $inherent:tt $generic:tt $listed:tt {$($rest:tt)*}
    ) => {
        operations! { @rows $out $inherent $generic $listed $($rest)* }
    };
    (@try $name:ident [$try_name:ident] $Result:ident
        {$($declared:tt)*} {$($named:tt)*} {$($needs:tt)*} {$($parameter:tt)*} {$($argument:tt)*} {$($rule:tt)*}
        $out:tt {$($inherent:tt)*} {$($generic:tt)*} $listed:tt {$($rest:tt)*}
    ) => {
        operations! {
            @rows $out
            {
                $($inherent)*

                #[doc = concat!("[`", stringify!($name), "`](Self::", stringify!($name), ") of run-time integers that may \
                    be refused.\n\n# Errors\n\nThe refusal of run-time integers, with the operands.\n\n# Compile \
                    errors\n\nThose of [`", stringify!($name), "`](Self::", stringify!($name), ").")]
                #[inline(always)]
                pub fn $try_name<$($declared)*>(
                    self,
                    $($parameter)*
                ) -> Result<$Result<Self $($named)*>, LayoutError>
                where
                    $($needs)*
                    $($rule)*
                {
                    const { $name::check::<Self $($named)*>() };
                    $name::compute::<Self $($named)*>(self, $($argument)*)
                }
            }
            {
                $($generic)*

                #[doc = concat!("See [`Layout::", stringify!($try_name), "`](crate::Layout::", stringify!($try_name), ").")]
                #[doc = concat!("\n\n# Errors\n\nThe refusal of run-time integers, with the operands.")]
                #[inline(always)]
                fn $try_name<$($declared)*>(
                    self,
                    $($parameter)*
                ) -> Result<$Result<Self $($named)*>, LayoutError>
                where
                    $($needs)*
                {
                    const { $name::check::<Self $($named)*>() };
                    $name::compute::<Self $($named)*>(self, $($argument)*)
                }
            }
            $listed
            $($rest)*
        }
    };
}

/// What depends on the mode of an operation; the modes are in the module's documentation. `$of` are the type
/// arguments, the layout first.
macro_rules! run {
    // The type of the result, the plain one being `$Plain`.
    (@result wrapped {} $Plain:ty) => { Wrapped<A, $Plain> };
    (@result moved $with:tt $Plain:ty) => { Wrapped<A, $Plain> };
    (@result joined $with:tt $Plain:ty) => { Wrapped<A, $Plain> };
    (@result inside {} $Plain:ty) => { $Plain };
    (@result number {} $Plain:ty) => { <$Plain as AnyLayout>::Shape };
    (@result undone $with:tt $Plain:ty) => {
        <<<A as Tiler>::OffsetMap as OffsetMap>::Undone as OffsetMap>::Wrap<$Plain>
    };
    (@result through {$Through:ty} $Plain:ty) => { <$Through as OffsetMap>::Wrap<$Plain> };
    (@result carried {$W:ty, $t:ident: $T:ident} $Plain:ty) => {
        <<<A as Tiler>::OffsetMap as OffsetMap>::After<<$T as Tiler>::Carried<PlainOf<A>, $W>> as OffsetMap>::Wrap<$Plain>
    };
    (@result padded {$Form:ty, $t:ident: $T:ident} $Plain:ty) => {
        FormOf<PlainOf<A>, $T, $Form, Wrapped<A, $Plain>>
    };

    // The engine's answer as a layout.
    (@layout padded $engine:expr) => { check::layout_of($engine) };
    (@layout number $engine:expr) => { check::number($engine) };
    (@layout $mode:ident $engine:expr) => { $engine };

    // `$S`, and all operands, are static.
    (@static {$S:ty}) => { $S };
    (@static {$S:ty} {} $($more:tt)*) => { run! { @static {$S} $($more)* } };
    (@static {$S:ty} {$T:ty} $($more:tt)*) => { run! { @static {<$S as Bool>::And<$T>} $($more)* } };

    // Items of modes that compute.
    (@computed moved $items:tt) => {};
    (@computed joined $items:tt) => {};
    (@computed $mode:ident {$($items:tt)*}) => { $($items)* };

    // Why an operand is none.
    (@operand carried $refusal:expr) => { None };
    (@operand $mode:ident $refusal:expr) => { $refusal };

    (@refuse carried {$W:ty, $t:ident: $T:ident} $is_static:ident $is_plain:ident [$($of:tt)*]) => {
        if $is_plain {
            run! { @refuse wrapped {} $is_static $is_plain [$($of)*] }
        }
        check::stop(check::carried::refusal::<PlainOf<A>, $T, $W, Found<$($of)*>>().as_str())
    };
    (@refuse $mode:ident $with:tt $is_static:ident $is_plain:ident [$($of:tt)*]) => {
        check::stop(check::refusal::<Found<$($of)*>>($is_static, [
            &known::<$($of)*>(None),
            &known::<$($of)*>(Some(0)),
            &known::<$($of)*>(Some(1)),
        ]).as_str())
    };

    (@check undone {$why:literal} $is_static:ident $is_plain:ident $of:tt $a:ident $known:tt {$engine:expr}) => {
        check::require(<A::OffsetMap as OffsetMap>::IS_IDENTITY, $why);
        run! { @check wrapped {} $is_static $is_plain $of $a $known {$engine} }
    };
    (@check carried {$W:ty, $t:ident: $T:ident} $is_static:ident $is_plain:ident [$($of:tt)*]
        $a:ident $known:tt {$engine:expr}) => {
        if $is_plain {
            run! { @check wrapped {} $is_static $is_plain [$($of)*] $a $known {$engine} }
        } else if !check::carried::passes::<PlainOf<A>, $T, $W, Found<$($of)*>>() {
            refuse::<$($of)*>()
        }
        check::carried::merges::<A, $T, $W, Found<$($of)*>>()
    };
    (@check through {$Through:ty} $is_static:ident $is_plain:ident [$($of:tt)*]
        $a:ident {$($known:tt)*} {$engine:expr}) => {
        if <A::OffsetMap as OffsetMap>::IS_IDENTITY {
            run! { @check wrapped {} $is_static $is_plain [$($of)*] $a {$($known)*} {$engine} }
        } else {
            let $a = check::carried::known::<A>();
            $($known)*
            check::carried::check::<$Through, Found<$($of)*>>(<A::IsStatic as Bool>::VALUE, &$engine)
        }
    };
    (@check moved $with:tt $is_static:ident $is_plain:ident [$($of:tt)*]
        $a:ident {$($known:tt)*} {$engine:expr}) => {
        check::require($is_plain, check::SWIZZLED);
        if $is_static {
            check::moved::<PlainOf<A>, Layout<(), ()>, Found<$($of)*>>(&known::<$($of)*>(None))
        } else {
            let $a = check::labels(&<PlainOf<A> as PlainLayout>::DESC, 0);
            $($known)*
            match $engine {
                Ok(plan) => check::fits::<Found<$($of)*>>(&plan),
                Err(_) => check::refused(known::<$($of)*>(None)),
            }
        }
    };
    (@check joined {$b:ident: $B:ident} $is_static:ident $is_plain:ident [$($of:tt)*]
        $a:ident {$($known:tt)*} {$engine:expr}) => {
        check::require($is_plain, check::SWIZZLED);
        if $is_static {
            check::moved::<PlainOf<A>, PlainOf<$B>, Found<$($of)*>>(&known::<$($of)*>(None))
        } else {
            let $a = check::labels(&<PlainOf<A> as PlainLayout>::DESC, 0);
            $($known)*
            match $engine {
                Ok(plan) => check::fits::<Found<$($of)*>>(&plan),
                Err(_) => check::refused(known::<$($of)*>(None)),
            }
        }
    };
    (@check $mode:ident $with:tt $is_static:ident $is_plain:ident [$($of:tt)*]
        $a:ident $known:tt {$engine:expr}) => {
        if !($is_plain && check::passes::<Found<$($of)*>>($is_static, &known::<$($of)*>(None))) {
            refuse::<$($of)*>()
        }
    };

    // With a plan for run-time leaves, the engine runs where the plan does not hold.
    (@planned $how:ident wrapped {} $layout:ident [$($of:tt)*] {$is_static:ty}
        $a:ident {$($known:tt)*} $labels:tt {$($value:tt)*} {$engine:expr} {{$plan:expr} $second:tt} {} $call:tt) => {{
        let (outer, plain) = $layout.parts();
        let by_plan = || run! { @by_plan plain [$($of)*] $a {$($known)*} {$plan} $second };
        let by_engine = || {
            let $a = PlainLayout::plain(plain);
            $($value)*
            check::answer::<Found<$($of)*>>($engine)
        };
        run! { @either $how {$is_static} by_plan by_engine outer }
    }};
    (@planned $how:ident carried {$W:ty, $t:ident: $T:ident} $layout:ident [$($of:tt)*] {$is_static:ty}
        $a:ident {$($known:tt)*} $labels:tt $value:tt {$engine:expr} {{$plan:expr} $second:tt} {} $call:tt) => {{
        let plain = $layout.parts().1;
        let by_plan = || {
            if <<$T as Tiler>::OffsetMap as OffsetMap>::IS_IDENTITY {
                run! { @by_plan plain [$($of)*] $a {$($known)*} {$plan} $second }
                    .map(check::carried::unswizzled::<PlainOf<A>, $T, $W, Found<$($of)*>>)
            } else {
                Planned::Open
            }
        };
        let by_engine = || check::carried::answer::<PlainOf<A>, $T, $W, Found<$($of)*>>(plain, $t);
        run! { @carry $how {$is_static} by_plan by_engine $layout $t [$T, $W, Found<$($of)*>] }
    }};
    (@carry compute {$is_static:ty} $by_plan:ident $by_engine:ident $layout:ident $t:ident [$($of:tt)*]) => {{
        let inside = <$is_static as Bool>::try_planned_or($by_plan, $by_engine);
        check::carried::wrapped::<A, $($of)*>($layout, $t, inside)
    }};
    (@carry compute_or_panic {$is_static:ty} $by_plan:ident $by_engine:ident $layout:ident $t:ident [$($of:tt)*]) => {{
        let inside = <$is_static as Bool>::planned_or_panic($by_plan, $by_engine);
        check::carried::wrapped_or_panic::<A, $($of)*>($layout, $t, inside)
    }};
    (@by_plan $plain:ident [$($of:tt)*] $a:ident {$($known:tt)*} {$plan:expr} $second:tt) => {{
        let plan: &'static Option<layout_core::Plan> = const {
            let $a = <PlainOf<A> as PlainLayout>::DESC;
            $($known)*
            &check::plan_of::<Found<$($of)*>>($plan)
        };
        run! { @second $plain [$($of)*] plan $second }
    }};
    (@second $plain:ident [$($of:tt)*] $plan:ident {}) => {
        check::by_plan::<PlainOf<A>, Found<$($of)*>>($plain, |_, _| (), $plan)
    };
    (@second $plain:ident [$($of:tt)*] $plan:ident {$second:expr}) => {
        check::by_plan::<PlainOf<A>, Found<$($of)*>>($plain, $second, $plan)
    };
    (@either compute {$is_static:ty} $by_plan:ident $by_engine:ident $outer:ident) => {
        <$is_static as Bool>::try_planned_or($by_plan, $by_engine).map(|plain| $outer.wrap(plain))
    };
    (@either compute_or_panic {$is_static:ty} $by_plan:ident $by_engine:ident $outer:ident) => {
        $outer.wrap(<$is_static as Bool>::planned_or_panic($by_plan, $by_engine))
    };
    (@planned compute $mode:ident $with:tt $layout:ident $of:tt $is_static:tt
        $a:ident {$($known:tt)*} {$($labels:tt)*} $value:tt $engine:tt {} $compute:tt $call:tt) => {
        run! { @compute $mode $with $layout $of $is_static $a {$($known)* $($labels)*} $value $engine $compute }
    };
    (@planned compute_or_panic $mode:ident $with:tt $layout:ident $of:tt $is_static:tt
        $a:ident $known:tt $labels:tt $value:tt $engine:tt {} $compute:tt {$all_static:tt $call:expr}) => {
        run! { @unwrap $mode $all_static $call }
    };

    (@compute wrapped {} $layout:ident [$($of:tt)*] {$is_static:ty}
        $a:ident $known:tt $value:tt {$engine:expr} $compute:tt) => {{
        let (outer, plain) = $layout.parts();
        run! { @plain plain [$($of)*] {$is_static} $a $value {$engine} $compute }.map(|plain| outer.wrap(plain))
    }};
    (@compute inside {} $layout:ident [$($of:tt)*] {$is_static:ty}
        $a:ident $known:tt $value:tt {$engine:expr} $compute:tt) => {{
        let plain = $layout.parts().1;
        run! { @plain plain [$($of)*] {$is_static} $a $value {$engine} $compute }
    }};
    (@compute number {} $layout:ident [$($of:tt)*] {$is_static:ty}
        $a:ident $known:tt $value:tt {$engine:expr} {}) => {{
        let plain = $layout.parts().1;
        let number = run! {
            @plain plain [$($of)*] {$is_static} $a $value {$engine} {$engine.map(|n| check::counted(n))}
        };
        number.map(|layout| layout.shape())
    }};
    (@compute undone $why:tt $layout:ident [$($of:tt)*] {$is_static:ty}
        $a:ident $known:tt $value:tt {$engine:expr} $compute:tt) => {{
        let (outer, plain) = $layout.parts();
        run! { @plain plain [$($of)*] {$is_static} $a $value {$engine} $compute }.map(|plain| outer.undone().wrap(plain))
    }};
    (@compute through {$Through:ty} $layout:ident [$($of:tt)*] {$is_static:ty}
        $a:ident $known:tt $value:tt {$engine:expr} {}) => {
        <<A as AnyLayout>::IsStatic as Bool>::try_static_value_or(|| {
            check::carried::alone::<A, $Through, Found<$($of)*>>($layout, |$a| $engine, |$a| $engine)
        })
        .map(|result| result.wrap())
    };
    (@compute carried {$W:ty, $t:ident: $T:ident} $layout:ident [$($of:tt)*] {$is_static:ty}
        $a:ident $known:tt $value:tt {$engine:expr} {}) => {{
        let plain = $layout.parts().1;
        let inside = <$is_static as Bool>::try_static_value_or(|| {
            check::carried::answer::<PlainOf<A>, $T, $W, Found<$($of)*>>(plain, $t)
        });
        check::carried::wrapped::<A, $T, $W, Found<$($of)*>>($layout, $t, inside)
    }};
    (@compute padded {$Form:ty, $t:ident: $T:ident} $layout:ident [$($of:tt)*] {$is_static:ty}
        $a:ident $known:tt {$($value:tt)*} {$engine:expr} {}) => {{
        let (outer, plain) = $layout.parts();
        let mut table = None;
        let result = <$is_static as Bool>::try_static_value_or(|| {
            let $a = PlainLayout::plain(plain);
            $($value)*
            let padded = $engine?;
            table = Some(padded.guard());
            Ok(check::fill::<Found<$($of)*>>(&padded.layout()))
        });
        result.map(|plain| Padded::new(outer.wrap(plain), <$is_static as GuardOf>::guard(table)))
    }};
    (@compute moved {$($made:ident)?} $layout:ident [$($of:tt)*] {$is_static:ty}
        $a:ident {$($known:tt)*} $value:tt {$engine:expr} {}) => {{
        let (outer, plain) = $layout.parts();
        let result = <$is_static as Bool>::try_static_value_or(|| {
            let plan: &'static layout_core::Layout = const {
                let $a = check::labels(&<PlainOf<A> as PlainLayout>::DESC, 0);
                $($known)*
                &check::planned::<Found<$($of)*>>($engine)
            };
            let moved = check::rearrange::<PlainOf<A>, Layout<(), ()>, Found<$($of)*>>(plain, Layout::default(), plan);
            $(let moved = check::$made(moved)?;)?
            Ok(moved)
        });
        result.map(|plain| outer.wrap(plain))
    }};
    (@compute joined {$b:ident: $B:ident} $layout:ident [$($of:tt)*] {$is_static:ty}
        $a:ident {$($known:tt)*} $value:tt {$engine:expr} {}) => {{
        let (outer, plain) = $layout.parts();
        let result = <$is_static as Bool>::try_static_value_or(|| {
            let plan: &'static layout_core::Layout = const {
                let $a = check::labels(&<PlainOf<A> as PlainLayout>::DESC, 0);
                $($known)*
                &check::planned::<Found<$($of)*>>($engine)
            };
            // Modes that fit one by one can be too large together.
            check::made(check::rearrange::<PlainOf<A>, PlainOf<$B>, Found<$($of)*>>(plain, $b.parts().1, plan))
        });
        result.map(|plain| outer.wrap(plain))
    }};
    (@plain $plain:ident [$($of:tt)*] {$is_static:ty} $a:ident {$($value:tt)*} {$engine:expr} {$($compute:expr)?}) => {{
        let result: Result<Found<$($of)*>, LayoutError> = <$is_static as Bool>::try_static_value_or(|| {
            let $a = PlainLayout::plain($plain);
            $($value)*
            run! { @finish {$engine} {$($compute)?} }
        });
        result
    }};
    (@finish $engine:tt {$compute:expr}) => { $compute };
    (@finish {$engine:expr} {}) => { check::answer($engine) };

    (@value $layout:ident const |$a:ident| $value:expr) => {
        if <A::IsStatic as Bool>::VALUE {
            const {
                let $a = A::DESC;
                $value
            }
        } else {
            let $a = PlainLayout::plain($layout);
            $value
        }
    };
    (@value $layout:ident |$a:ident| $value:expr) => {{
        let $a = $layout;
        $value
    }};

    // A refusal as a panic. Static results go through no `Result`.
    (@unwrap padded {$is_static:ty} $result:expr) => { check::unwrap_or_panic($result) };
    (@unwrap $mode:ident {$is_static:ty} $result:expr) => { <$is_static as Bool>::static_value_or_panic(|| $result) };

    // The sections of a method that panics.
    (@sections moved []) => {
        "\n\n# Compile errors\n\nAn operand that breaks the rule of nesting in the signature, and a result past \
            12 modes at a level or 32 leaves."
    };
    (@sections joined []) => {
        "\n\n# Panics\n\nWhere size or cosize of the result pass `isize::MAX` and a leaf is a run-time integer.\
            \n\n# Compile errors\n\nThe same of static leaves; an operand that breaks the rule of nesting in the \
            signature; a result past 12 modes at a level or 32 leaves."
    };
    (@sections $mode:ident []) => {
        "\n\n# Compile errors\n\nStatic integers without a result: the message has the rule and the operands. An \
            operand that breaks the rule of nesting in the signature."
    };
    (@sections $mode:ident [$try_name:ident]) => {
        concat!(
            "\n\n# Panics\n\nWhere run-time integers are refused, with the text of the error of [`",
            stringify!($try_name), "`](Self::", stringify!($try_name), ").\n\n# Compile errors\n\nStatic integers \
            that are refused: the message has the rule and the operands. An operand that breaks the rule of \
            nesting in the signature.",
        )
    };
}

/// Rows of operations of tuples into items. Such an operation computes integers, or moves modes:
///
/// ```text
/// fn elem_add, try_elem_add(b: B) -> ElemAdd
/// {
///     <View<A> as Pairing>::With<Adding, View<B>>;         the type function of a tuple `A`
///     |a| a.elem_add(&b);                                  the function of the engine
/// }
/// fn insert[I](x: X) -> Insert { moved tuple::Insert<A, At<I>, X>; |a| a.insert(I, &x); }
/// ```
///
/// A row makes the methods of [`TupleOps`](crate::ops::TupleOps), the type of the result and the module `elem_add`, as
/// [`operations!`] does.
macro_rules! tuple_operations {
    ($d:tt $family:ident: $($rows:tt)*) => {
        tuple_operations! { @rows [$d $family] {} {} $($rows)* }
    };

    (@rows [$d:tt $family:ident] {$($generic:tt)*} {$($listed:tt)*}) => {
        macro_rules! $family {
            ({$d($d then:tt)*} {$d($d methods:tt)*} {$d($d rows:tt)*}) => {
                collect! {
                    {$d($d then)*} {$d($d methods)* $($generic)*} {$d($d rows)* $($listed)*}
                }
            };
        }
        pub(super) use $family;
    };
    // What moves modes: a plan made in `const` says where each leaf goes.
    (@rows $out:tt {$($generic:tt)*} {$($listed:tt)*}
        $(#[$doc:meta])*
        fn $name:ident $([$($I:ident),+])? $(<$L:ident>)? ($($x:ident: $X:ident)?) -> $Result:ident
        { moved $Found:ty; |$a:ident| $engine:expr; }
        $($rest:tt)*
    ) => {
        #[doc = concat!("The result of [`TupleOps::", stringify!($name), "`](crate::ops::TupleOps::", stringify!($name), ").")]
        pub type $Result<A $($(, const $I: usize)+)? $(, $L)? $(, $X)?> = $Found;

        #[allow(unused_variables, reason = "a path is known by its type")]
        pub(crate) mod $name {
            use super::*;

            /// Where each leaf goes; stops the compiler where there is no result.
            #[track_caller]
            pub(crate) const fn plan<A: IntTuple $($(, const $I: usize)+)? $(, $L: IntTuple)? $(, $X: IntTuple)?>()
            -> layout_core::IntTuple
            where
                $($(Pos<$I>: Position,)+)?
            {
                let $a = A::DESC;
                $(let $x = $X::DESC;)?
                let answer = $engine;
                let $a = check::labels(&A::DESC, 0);
                $(let $x = check::labels(&$X::DESC, layout_core::MAX_LEAVES);)?
                let found = <super::$Result<A $($(, $I)+)? $(, $L)? $(, $X)?> as IntTuple>::DESC;
                check::plan::<($($X,)?)>(answer, $engine, &found)
            }
        }

        tuple_operations! {
            @rows $out
            {
                $($generic)*

                $(#[$doc])*
                ///
                /// # Compile errors
                ///
                /// A mode that is not there, an empty range, and a result past 12 modes at a level or 32 leaves.
                #[inline(always)]
                #[track_caller]
                fn $name<$($(const $I: usize,)+)? $($L: IntTuple,)? $($X: IntTuple)?>(
                    self,
                    $($x: $X)?
                ) -> $Result<Self $($(, $I)+)? $(, $L)? $(, $X)?>
                where
                    $($(Pos<$I>: Position,)+)?
                {
                    let plan: &'static layout_core::IntTuple =
                        const { &$name::plan::<Self $($(, $I)+)? $(, $L)? $(, $X)?>() };
                    check::rearrange(self, ($($x,)?), plan)
                }
            }
            {$($listed)* ($name $Result moved [$($x: $X)?] [])}
            $($rest)*
        }
    };
    // What computes integers.
    (@rows $out:tt {$($generic:tt)*} {$($listed:tt)*}
        $(#[$doc:meta])*
        fn $name:ident, $try_name:ident($($b:ident: $B:ident),*) -> $Result:ident
        { $Found:ty; |$a:ident| $engine:expr; }
        $($rest:tt)*
    ) => {
        #[doc = concat!("The result of [`TupleOps::", stringify!($name), "`](crate::ops::TupleOps::", stringify!($name), ").")]
        pub type $Result<A $(, $B)*> = $Found;

        pub(crate) mod $name {
            use super::*;

            /// Runs the engine on the static integers. `Some(k)` puts test number `k` into each run-time leaf: a
            /// message that is the same for both does not depend on them.
            const fn known<A: IntTuple $(, $B: IntTuple)*>(
                k: Option<usize>,
            ) -> Result<layout_core::IntTuple, LayoutError> {
                let $a = A::DESC;
                $(let $b = $B::DESC;)*
                let ($a, $($b,)*) = match k {
                    None => ($a, $($b,)*),
                    Some(k) => ($a.with_unknown_leaves(k), $($b.with_unknown_leaves(k),)*),
                };
                $engine
            }

            #[track_caller]
            const fn refuse<A: IntTuple $(, $B: IntTuple)*>() -> ! {
                let answers = [&known::<A $(, $B)*>(None), &known::<A $(, $B)*>(Some(0)), &known::<A $(, $B)*>(Some(1))];
                stop(check::refusal::<(A, $($B),*), super::$Result<A $(, $B)*>>(answers).as_str())
            }

            /// Stops the compiler unless there is a result, as far as the integers are known.
            #[track_caller]
            pub(crate) const fn check<A: IntTuple $(, $B: IntTuple)*>() {
                if !check::passes::<(A, $($B),*), super::$Result<A $(, $B)*>>(&known::<A $(, $B)*>(None)) {
                    refuse::<A $(, $B)*>()
                }
            }

            /// The result, or the refusal of run-time integers. The caller has called [`check`].
            #[inline(always)]
            pub(crate) fn compute<A: IntTuple $(, $B: IntTuple)*>(
                $a: A,
                $($b: $B),*
            ) -> Result<super::$Result<A $(, $B)*>, LayoutError> {
                <<(A, $($B),*) as IntTuple>::IsStatic as Bool>::try_static_value_or(|| {
                    let $a = $a.plain();
                    $(let $b = $b.plain();)*
                    check::fill($engine)
                })
            }
        }

        tuple_operations! {
            @rows $out
            {
                $($generic)*

                $(#[$doc])*
                #[doc = concat!("\n\n# Panics\n\nWhere run-time integers are refused, with the text of the error of [`", stringify!($try_name),
                    "`](Self::", stringify!($try_name), ").\n\n# Compile errors\n\nStatic integers that are refused: the \
                    message has the rule and the operands.")]
                #[inline(always)]
                #[track_caller]
                fn $name<$($B: IntTuple),*>(self $(, $b: $B)*) -> $Result<Self $(, $B)*> {
                    const { $name::check::<Self $(, $B)*>() };
                    unwrap_or_panic($name::compute(self $(, $b)*))
                }

                #[doc = concat!("[`", stringify!($name), "`](Self::", stringify!($name), ") of run-time integers that may \
                    be refused.\n\n# Errors\n\nThe refusal of run-time integers, with the operands.\n\n# Compile \
                    errors\n\nThose of [`", stringify!($name), "`](Self::", stringify!($name), ").")]
                #[inline(always)]
                fn $try_name<$($B: IntTuple),*>(
                    self $(, $b: $B)*
                ) -> Result<$Result<Self $(, $B)*>, LayoutError> {
                    const { $name::check::<Self $(, $B)*>() };
                    $name::compute(self $(, $b)*)
                }
            }
            {$($listed)* ($name $Result computed [$($b: $B),*] [$try_name])}
            $($rest)*
        }
    };
}

/// The methods of all families as one trait. Each family hands its methods and rows on to the next one; the last
/// in the list is the trait, with the methods that are in no table. `$d` is `$`.
macro_rules! collect {
    ({[$d:tt $list:ident: $(#[$doc:meta])* pub trait $Trait:ident: $Super:ident { $($own:tt)* }]}
        {$($methods:tt)*} {$($rows:tt)*}) => {
        $(#[$doc])*
        #[layout_macros::at_caller($Trait)]
        pub trait $Trait: $Super {
            $($own)*
            $($methods)*
        }
        impl<T: $Super> $Trait for T {}

        /// Calls the macro `$then` with the rows of the table: name, result, mode, operands, `try_` name.
        #[doc(hidden)]
        #[macro_export]
        macro_rules! $list {
            ($d then:ident) => { $d then! { $($rows)* } };
        }
    };
    ({$family:ident $($then:tt)*} $methods:tt $rows:tt) => {
        super::$family::$family! { {$($then)*} $methods $rows }
    };
}

pub(crate) use {collect, operations, run, tuple_operations};
