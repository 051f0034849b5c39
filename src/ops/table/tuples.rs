//! Rows of operations of tuples.

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
                $($(Extent<$I>: Position,)+)?
            {
                let $a = A::DESC;
                $(let $x = $X::DESC;)?
                let answer = $engine;
                let $a = check::labels(&A::DESC, 0);
                $(let $x = check::labels(&$X::DESC, layout_core::MAX_LEAVES);)?
                let found = <super::$Result<A $($(, $I)+)? $(, $L)? $(, $X)?> as IntTuple>::DESC;
                check::plan::<A, ($($X,)?)>(answer, $engine, &found)
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
                    $($(Extent<$I>: Position,)+)?
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
            const fn refuse<A: IntTuple $(, $B: IntTuple)*>() {
                // A leaf of an operand is the result of a refused operation, whose error is the only one.
                if !crate::types::check::is_made::<(A, $($B),*), ()>() {
                    return;
                }
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

pub(crate) use tuple_operations;
