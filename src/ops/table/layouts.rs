//! Rows of operations of layouts.

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
        { $kind:ident $(($($with:tt)*))?: $Plain:ty; |$a:ident| $engine:expr; $(plan $plan:expr $(, $second:expr)?;)?
            $(first $first:block)? $(also $also:block)? $(compute $compute:expr;)? $(swizzled $(#[$swizzled:meta])+)? }
        $($rest:tt)*
    ) => {
        operations! {
            @operands {} [$($operands)*]
            {$(#[$doc])*} $name [$($try_name)?] [$($operands)*] $Result {$($($rule)*)?}
            $kind {$($($with)*)?} {$Plain} $a {$engine} {$({$plan} {$($second)?})?} {$($first)?} {$($also)?} {$($compute)?}
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

    // An operand becomes these groups, each after its label. `declared`, `named`, `aliased`: the generic parameter with its
    // bound, its name, and as a parameter of an alias. `needs`: bounds of a `where` clause. `parameter`, `argument`: of a
    // function. `is_static`, `is_plain`: whether its integers are all static, and its offsets not swizzled. `known`: its static
    // integers; `unknown`: the variable with those of run time, if there are any; `value`: all integers, at run time.
    // `labels`: a number for each leaf in place of its integer. `refusal`: why it is no operand.
    (@operands {$($done:tt)*} [tiler $t:ident: $T:ident $(, $($more:tt)*)?] $($row:tt)*) => {
        operations! { @operands {$($done)* (
            explicit {}
            declared {$T: Tiler} named {$T} aliased {$T} needs {} parameter {$t: $T,} argument {$t,}
            is_static {<$T as Tiler>::IsStaticTiler} is_plain {<<$T as Tiler>::OffsetMap as OffsetMap>::IS_IDENTITY}
            known {let $t = <$T as Tiler>::TILER;} unknown {$t} value {let $t = $t.plain_tiler();}
            labels {} made {check::is_tiler(&<$T as Tiler>::TILER)} refusal {check::swizzled_operand::<$T>()}
        )} [$($($more)*)?] $($row)* }
    };
    (@operands {$($done:tt)*} [layout $t:ident: $T:ident $(, $($more:tt)*)?] $($row:tt)*) => {
        operations! { @operands {$($done)* (
            explicit {}
            declared {$T: AnyLayout} named {$T} aliased {$T} needs {} parameter {$t: $T,} argument {$t,}
            is_static {<$T as Tiler>::IsStaticTiler} is_plain {<<$T as Tiler>::OffsetMap as OffsetMap>::IS_IDENTITY}
            known {let $t = <$T>::FORM;}
            unknown {$t}
            value {let $t = PlainLayout::plain($t.parts().1);}
            labels {let $t = check::labels(&$t, layout_core::MAX_LEAVES);}
            made {check::is_layout(&<$T>::FORM)} refusal {check::swizzled_operand::<$T>()}
        )} [$($($more)*)?] $($row)* }
    };
    (@operands {$($done:tt)*} [tuple $t:ident: $T:ident $(, $($more:tt)*)?] $($row:tt)*) => {
        operations! { @operands {$($done)* (
            explicit {}
            declared {$T: IntTuple} named {$T} aliased {$T} needs {} parameter {$t: $T,} argument {$t,}
            is_static {<$T as IntTuple>::IsStatic} is_plain {true}
            known {let $t = <$T as IntTuple>::DESC;} unknown {$t} value {let $t = $t.plain();}
            labels {} made {check::is_made::<$T, ()>()} refusal {check::refused_numeral::<$T>()}
        )} [$($($more)*)?] $($row)* }
    };
    (@operands {$($done:tt)*} [leaf $t:ident: $T:ident $(, $($more:tt)*)?] $($row:tt)*) => {
        operations! { @operands {$($done)* (
            explicit {}
            declared {$T: Leaf} named {$T} aliased {$T} needs {} parameter {$t: $T,} argument {$t,}
            is_static {<$T as IntTuple>::IsStatic} is_plain {true}
            known {let $t = <$T as IntTuple>::DESC;} unknown {$t} value {let $t = $t.plain();}
            labels {} made {check::is_made::<$T, ()>()} refusal {check::refused_numeral::<$T>()}
        )} [$($($more)*)?] $($row)* }
    };
    (@operands {$($done:tt)*} [profile $t:ident: $T:ident $(, $($more:tt)*)?] $($row:tt)*) => {
        operations! { @operands {$($done)* (
            explicit {}
            declared {$T: IntTuple} named {$T} aliased {$T} needs {} parameter {$t: $T,} argument {$t,}
            is_static {} is_plain {true}
            known {let $t = <$T as IntTuple>::DESC;}
            unknown {}
            value {let $t = { let _ = $t; <$T as IntTuple>::DESC };}
            labels {} made {check::is_made::<$T, ()>()} refusal {check::refused_numeral::<$T>()}
        )} [$($($more)*)?] $($row)* }
    };
    (@operands {$($done:tt)*} [order $t:ident: $T:ident $(, $($more:tt)*)?] $($row:tt)*) => {
        operations! { @operands {$($done)* (
            explicit {}
            declared {$T: IntTuple} named {$T} aliased {$T} needs {} parameter {$t: $T,} argument {$t,}
            is_static {<$T as IntTuple>::IsStatic} is_plain {true}
            known {let $t = <$T as IntTuple>::DESC;}
            unknown {}
            value {let $t = { let _ = $t; <$T as IntTuple>::DESC };}
            labels {} made {true} refusal {None}
        )} [$($($more)*)?] $($row)* }
    };
    (@operands {$($done:tt)*} [list $T:ident $(, $($more:tt)*)?] $($row:tt)*) => {
        operations! { @operands {$($done)* (
            explicit {explicit}
            declared {$T: IntTuple} named {$T} aliased {$T} needs {} parameter {} argument {}
            is_static {} is_plain {true}
            known {} unknown {} value {}
            labels {} made {true} refusal {None}
        )} [$($($more)*)?] $($row)* }
    };
    (@operands {$($done:tt)*} [place $N:ident $(, $($more:tt)*)?] $($row:tt)*) => {
        operations! { @operands {$($done)* (
            explicit {explicit}
            declared {const $N: usize}
            named {$N}
            aliased {const $N: usize}
            needs {Extent<$N>: Position,}
            parameter {}
            argument {}
            is_static {} is_plain {true}
            known {} unknown {} value {}
            labels {} made {true} refusal {None}
        )} [$($($more)*)?] $($row)* }
    };
    (@operands {$($done:tt)*} [count $N:ident $(, $($more:tt)*)?] $($row:tt)*) => {
        operations! { @operands {$($done)* (
            explicit {explicit}
            declared {const $N: usize}
            named {$N}
            aliased {const $N: usize}
            needs {Extent<$N>: Static,}
            parameter {}
            argument {}
            is_static {} is_plain {true}
            known {} unknown {} value {}
            labels {} made {true} refusal {None}
        )} [$($($more)*)?] $($row)* }
    };

    // The items of a row, then the other rows.
    (@operands {$((
            explicit {$($explicit:tt)*}
            declared {$($declared:tt)*}
            named {$($named:tt)*}
            aliased {$($aliased:tt)*}
            needs {$($needs:tt)*}
            parameter {$($parameter:tt)*}
            argument {$($argument:tt)*}
            is_static {$($is_static:tt)*} is_plain {$is_plain:expr}
            known {$($known:tt)*} unknown {$($unknown:ident)?} value {$($value:tt)*}
            labels {$($labels:tt)*} made {$is_made:expr} refusal {$refusal:expr}
        ))*} []
        {$($doc:tt)*} $name:ident [$($try_name:ident)?] $operands:tt $Result:ident {$($rule:tt)*}
        $kind:ident $with:tt {$Plain:ty} $a:ident {$engine:expr} $plan:tt {$($first:block)?} {$($also:block)?} {$($compute:expr)?}
        {$($swizzled:tt)*}
        $out:tt {$($inherent:tt)*} {$($generic:tt)*} {$($listed:tt)*} {$($rest:tt)*}
    ) => {
        #[doc = concat!("The result of [`Layout::", stringify!($name), "`](crate::Layout::", stringify!($name), ").")]
        pub type $Result<A $(, $($aliased)*)*> =
            run! { @result $kind $with $name::Plain<PlainOf<A> $(, $($named)*)*> };

        // Public, because rustdoc spells out an alias that no user can name.
        #[doc(hidden)]
        #[allow(dead_code, unused_imports, unused_variables, reason = "each kind uses what it needs")]
        pub mod $name {
            use super::*;

            /// The result for a plain layout.
            #[allow(type_alias_bounds, reason = "they name the traits of the type functions")]
            pub type Plain<A: PlainLayout $(, $($declared)*)*> = $Plain;
            /// [`Plain`], as the signature of the method of `Layout` names it.
            #[allow(type_alias_bounds, reason = "they name the traits of the type functions")]
            pub type $Result<A: PlainLayout $(, $($declared)*)*> = Plain<A $(, $($named)*)*>;
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
                let $a = A::FORM;
                $($($known)*)*
                let ($a, $($($unknown,)?)*) = match k {
                    None => ($a, $($($unknown,)?)*),
                    Some(k) => ($a.with_unknown_leaves(k), $($($unknown.with_unknown_leaves(k),)?)*),
                };
                run! { @layout $kind $engine }
            }

            run! { @computed $kind {
                /// Stops the compiler with the reason, unless an operand is the result of a refused operation or run-time
                /// integers decide.
                #[track_caller]
                const fn refuse<A: AnyLayout $(, $($declared)*)*, R: PlainLayout>()
                where
                    $($($needs)*)*
                {
                    let is_static = <run! { @static {<PlainOf<A> as AnyLayout>::IsStatic} $({$($is_static)*})* } as Bool>::VALUE;
                    if !(check::is_layout(&A::FORM) $(&& $is_made)*) {
                        return;
                    }
                    $(if let Some(text) = run! { @operand $kind $refusal } {
                        check::stop(text)
                    })*
                    run! { @refuse $kind is_static [A $(, $($named)*)*] }
                }
            } }

            /// Stops the compiler unless there is a result, as far as the integers are known.
            #[track_caller]
            pub(crate) const fn check<A: AnyLayout $(, $($declared)*)*>()
            where
                $($($needs)*)*
            {
                check_as::<A $(, $($named)*)*, Found<A $(, $($named)*)*>>()
            }

            /// [`check`], where `R` is the type of the plain result.
            // `R` is a parameter: the compiler would evaluate a projection here once more.
            #[track_caller]
            pub(crate) const fn check_as<A: AnyLayout $(, $($declared)*)*, R: PlainLayout>()
            where
                $($($needs)*)*
            {
                let is_static = <run! { @static {<PlainOf<A> as AnyLayout>::IsStatic} $({$($is_static)*})* } as Bool>::VALUE;
                let is_plain = true $(&& $is_plain)*;
                $($first)?
                run! {
                    @check $kind $with is_static is_plain [A $(, $($named)*)*]
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
                    @planned compute $kind $with layout [A $(, $($named)*)*]
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
                    @planned compute_or_panic $kind $with layout [A $(, $($named)*)*]
                    {run! { @static {<PlainOf<A> as AnyLayout>::IsStatic} $({$($is_static)*})* }}
                    $a {$($($known)*)*} {$($($labels)*)*} {$($($value)*)*} {$engine} $plan {$($compute)?}
                    {
                        {run! { @static {<A as AnyLayout>::IsStatic} $({$($is_static)*})* }}
                        compute::<A $(, $($named)*)*>(layout, $($($argument)*)*)
                    }
                }
            }

            run! { @call [$($($explicit)*)*] $kind {
                /// The operands.
                #[derive(Debug)]
                pub struct Call<A $(, $($aliased)*)*>(pub(crate) A $(, pub(crate) $($named)*)*);

                impl<A: AnyLayout $(, $($declared)*)*, R> crate::types::Call<R> for Call<A $(, $($named)*)*>
                where
                    super::$Result<A $(, $($named)*)*>: Is<R>,
                {
                    #[inline(always)]
                    #[track_caller]
                    fn call(self) -> R {
                        let Self(layout, $($($argument)*)*) = self;
                        compute_or_panic::<A $(, $($named)*)*>(layout, $($($argument)*)*).it()
                    }
                }
            } }
        }

        operations! {
            @method [$($($explicit)*)*] $kind $name [$($try_name)?] $Result {$($doc)*} {$($swizzled)*}
            {$($($declared)*,)*} {$(, $($named)*)*} {$($($needs)*)*} {$($($parameter)*)*} {$($($argument)*)*}
            {$($rule)*} {run! { @static {<Self as AnyLayout>::IsStatic} $({$($is_static)*})* }}
            $operands $out {$($inherent)*} {$($generic)*} {$($listed)*} {$($rest)*}
        }
    };

    // The methods that panic. Where no type or number is written out at the call, the result is a parameter, too (`Is`).
    // These types nest as deep as rust-analyzer evaluates, and as a parameter a level deeper.
    (@method [] $kind:ident coalesce_by $($row:tt)*) => { operations! { @named $kind coalesce_by $($row)* } };
    (@method [] $kind:ident like $($row:tt)*) => { operations! { @named $kind like $($row)* } };
    (@method [] $kind:ident refine $($row:tt)*) => { operations! { @named $kind refine $($row)* } };
    (@method [] $kind:ident to_flat $($row:tt)*) => { operations! { @named $kind to_flat $($row)* } };
    (@method [] wrapped $($row:tt)*) => { operations! { @inferred {R: AnyLayout} {R} wrapped $($row)* } };
    (@method [] inside $($row:tt)*) => { operations! { @inferred {R: AnyLayout} {R} inside $($row)* } };
    (@method [] undone $($row:tt)*) => { operations! { @inferred {R: AnyLayout} {R} undone $($row)* } };
    (@method [] through $($row:tt)*) => { operations! { @inferred {R: AnyLayout} {R} through $($row)* } };
    (@method [] carried $($row:tt)*) => { operations! { @inferred {R: AnyLayout} {R} carried $($row)* } };
    (@method [] moved $($row:tt)*) => { operations! { @inferred {R: AnyLayout} {R} moved $($row)* } };
    (@method [] joined $($row:tt)*) => { operations! { @inferred {R: AnyLayout} {R} joined $($row)* } };
    (@method [] padded $($row:tt)*) => {
        operations! { @inferred {R: AnyLayout, G: Inside} {Padded<R, G>} padded $($row)* }
    };
    (@method $explicit:tt $kind:ident $($row:tt)*) => { operations! { @named $kind $($row)* } };
    (@inferred {$($inferred:tt)*} {$Returned:ty} $kind:ident $name:ident $try_name:tt $Result:ident {$($doc:tt)*} {$($swizzled:tt)*}
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
                #[doc = concat!("\n\nThe result `R` is [`ops::", stringify!($Result), "`](crate::ops::", stringify!($Result), ").")]
                #[doc = run! { @sections $kind $try_name }]
                #[inline(always)]
                #[track_caller]
                pub fn $name<$($declared)* $($inferred)*>(
                    self,
                    $($parameter)*
                ) -> $Returned
                where
                    run!(@inherent $kind $Result $name [Self $($named)*]): Is<$Returned>,
                    $($needs)*
                    $($rule)*
                {
                    const { $name::check_as::<Self $($named)*, PlainOf<R>>() };
                    <$is_static as Bool>::static_value_or_call::<$Returned, _>($name::Call(self, $($argument)*))
                }
            }
            {
                $($generic)*

                #[doc = concat!("See [`Layout::", stringify!($name), "`](crate::Layout::", stringify!($name), ").")]
                $($swizzled)*
                #[inline(always)]
                #[track_caller]
                fn $name<$($declared)* $($inferred)*>(self, $($parameter)*) -> $Returned
                where
                    $Result<Self $($named)*>: Is<$Returned>,
                    $($needs)*
                {
                    const { $name::check_as::<Self $($named)*, PlainOf<R>>() };
                    <$is_static as Bool>::static_value_or_call::<$Returned, _>($name::Call(self, $($argument)*))
                }
            }
            {$($listed)* ($name $Result $kind $operands $try_name)} $rest
        }
    };
    (@named $kind:ident $name:ident $try_name:tt $Result:ident {$($doc:tt)*} {$($swizzled:tt)*}
        {$($declared:tt)*} {$($named:tt)*} {$($needs:tt)*} {$($parameter:tt)*} {$($argument:tt)*}
        {$($rule:tt)*} {$is_static:ty}
        $operands:tt $out:tt {$($inherent:tt)*} $generic:tt {$($listed:tt)*} $rest:tt
    ) => {
        operations! {
            @generic $name $try_name $Result {$($swizzled)*}
            {$($declared)*} {$($named)*} {$($needs)*} {$($parameter)*} {$($argument)*} {$($rule)*}
            $out
            {
                $($inherent)*

                $($doc)*
                #[doc = run! { @sections $kind $try_name }]
                #[inline(always)]
                #[track_caller]
                pub fn $name<$($declared)*>(
                    self,
                    $($parameter)*
                ) -> run! { @inherent $kind $Result $name [Self $($named)*] }
                where
                    $($needs)*
                    $($rule)*
                {
                    const { $name::check::<Self $($named)*>() };
                    $name::compute_or_panic::<Self $($named)*>(self, $($argument)*)
                }
            }
            $generic {$($listed)* ($name $Result $kind $operands $try_name)} $rest
        }
    };
    // Those of the trait, then those that return the refusal.
    (@generic $name:ident $try_name:tt $Result:ident {$($swizzled:tt)*}
        {$($declared:tt)*} {$($named:tt)*} {$($needs:tt)*} {$($parameter:tt)*} {$($argument:tt)*} $rule:tt
        $out:tt $inherent:tt {$($generic:tt)*} $listed:tt $rest:tt
    ) => {
        operations! {
            @try $name $try_name $Result
            {$($declared)*} {$($named)*} {$($needs)*} {$($parameter)*} {$($argument)*} $rule
            $out $inherent
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
            $listed $rest
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
                #[doc = $crate::ops::table::try_example!($name)]
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

pub(crate) use operations;
