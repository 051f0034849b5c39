// What a row of `operations!` becomes: `items` next to the row, `method` and `try_method` in `Layout` and in `LayoutOps`.
//
// Of the row itself are `$docs`, `$name`, `$try_name`, `$Result`, `$rule`, `$kind` and its argument `$with`, the type function
// `$plain`, the function of the engine `$engine`, and what its clauses say: `$plan`, `$words`, `$first`, `$also`, `$answer`,
// `$swizzled`. `operands.rs` has the pieces of its operands. All others are below. The first layer of a row that has a piece gives
// it: `inherent` or `generic`, the kind, `planned`, `inferred`, `tried`, `every`.

every {
    // The type of the result, and the module with `check`, `compute` and `compute_or_panic`.
    items {
        /// The result of [`Layout::$name`](crate::Layout::$name).
        pub type $Result<A, $aliased> = $result;

        // Public, because rustdoc spells out an alias that no user can name.
        #[doc(hidden)]
        #[allow(dead_code, unused_imports, unused_variables, reason = "each kind uses what it needs")]
        pub mod $name {
            use super::*;

            /// The result for a plain layout.
            #[allow(type_alias_bounds, reason = "they name the traits of the type functions")]
            pub type Plain<A: PlainLayout, $declared> = $plain;
            /// [`Plain`], as the signature of the method of `Layout` names it.
            #[allow(type_alias_bounds, reason = "they name the traits of the type functions")]
            pub type $Result<A: PlainLayout, $declared> = Plain<A, $named>;
            /// The result for the plain layout in `A`.
            type Found<A, $aliased> = Plain<PlainOf<A>, $named>;

            /// Runs the engine on the static integers. `Some(k)` puts test number `k` into each run-time leaf: a message
            /// that is the same for both does not depend on them.
            const fn known<A: AnyLayout, $declared>(k: Option<usize>) -> Result<layout_core::Layout, LayoutError>
            where $needs {
                let a = A::FORM;
                $known
                let (a, $unknown) = match k {
                    None => (a, $unknown),
                    Some(k) => (a.with_unknown_leaves(k), $with_numbers),
                };
                $layout_of_engine
            }

            $refuse

            /// Stops the compiler unless there is a result, as far as the integers are known.
            #[track_caller]
            pub(crate) const fn check<A: AnyLayout, $declared>() where $needs {
                check_as::<A, $named Found<A, $named>>()
            }

            /// [`check`], where `R` is the type of the plain result.
            // `R` is a parameter: the compiler would evaluate a projection here once more.
            #[track_caller]
            pub(crate) const fn check_as<A: AnyLayout, $declared R: PlainLayout>() where $needs {
                let is_static = <$plain_is_static as Bool>::VALUE;
                let is_plain = true $is_plain;
                $first
                $check
                $also
            }

            /// The result, or the refusal of run-time integers. The caller has called [`check`].
            #[inline(always)]
            pub(crate) fn compute<A: AnyLayout, $declared>(
                layout: A, $parameter
            ) -> Result<super::$Result<A, $named>, LayoutError> where $needs {
                $compute
            }

            /// The result. The caller has called [`check`].
            ///
            /// # Panics
            /// Where run-time integers are refused, at the caller.
            #[inline(always)]
            #[track_caller]
            pub(crate) fn compute_or_panic<A: AnyLayout, $declared>(
                layout: A, $parameter
            ) -> super::$Result<A, $named> where $needs {
                $compute_or_panic
            }

            $operands_of_call
        }
    }
    plain_is_static { $both <PlainOf<A> as AnyLayout>::IsStatic $and }
    is_static { $both <A as AnyLayout>::IsStatic $and }
    self_is_static { $both <Self as AnyLayout>::IsStatic $and }

    result { Wrapped<A, $name::Plain<PlainOf<A>, $named>> }
    // The type of the result in a signature for a layout that is not swizzled, a level less deep.
    result_of_plain { $name::$Result<Self, $named> }
    layout_of_engine { $engine }
    refuse {
        /// Stops the compiler with the reason, unless an operand is the result of a refused operation or run-time integers
        /// decide.
        #[track_caller]
        const fn refuse<A: AnyLayout, $declared R: PlainLayout>() where $needs {
            let is_static = <$plain_is_static as Bool>::VALUE;
            if !(check::is_layout(&A::FORM) $is_made) {
                return;
            }
            $refusals
            if let Some(text) = check::refusal::<R>(
                is_static,
                [&known::<A, $named>(None), &known::<A, $named>(Some(0)), &known::<A, $named>(Some(1))],
            ) {
                check::stop(text.as_str())
            }
        }
    }
    check { $check_plain }
    check_plain {
        if !(is_plain && check::passes::<R>(is_static, &known::<A, $named>(check::numbers(is_static)))) {
            refuse::<A, $named R>()
        }
    }

    compute {
        let (outer, a) = layout.parts();
        let found: Result<Found<A, $named>, LayoutError> =
            <$plain_is_static as Bool>::try_static_value_or(|| { $answer });
        found.map(|found| $outside)
    }
    answer {
        let a = PlainLayout::plain(a);
        $value
        check::answer::<Found<A, $named>>($engine)
    }
    // The plain result, as the result for a layout that may be swizzled.
    outside { outer.wrap(found) }
    // Static results go through no `Result`.
    compute_or_panic { <$is_static as Bool>::static_value_or_panic(|| compute::<A, $named>(layout, $argument)) }

    method {
        $method_docs
        #[inline(always)]
        #[track_caller]
        $visibility fn $name<$declared>(self, $parameter) -> $result_type where $needs $rule_here {
            const { $name::check::<Self, $named>() };
            $name::compute_or_panic::<Self, $named>(self, $argument)
        }
    }
    // The method that returns the refusal of run-time integers.
    try_method {}
    listed { ($name $Result $kind [$operands] [$listed_try]) }

    panics {
        ///
        /// # Compile errors
        ///
        /// Static integers without a result: the message has the rule and the operands. An operand that breaks the rule of
        /// nesting in the signature.
    }

    // Without a value in the row.
    rule {} first {} also {} swizzled {} operands_of_call {} result_note {} example {} listed_try {}
    words { |_, _| () }
}

// Where a method is: in `Layout`, or in `LayoutOps` without the rule of nesting.
inherent {
    visibility { pub }
    method_docs { $docs $result_note $panics }
    try_docs {
        /// [`$name`](Self::$name) of run-time integers that may be refused.
        ///
        /// # Errors
        ///
        /// The refusal of run-time integers, with the operands.
        ///
        /// # Compile errors
        ///
        /// Those of [`$name`](Self::$name).
        $example
    }
    result_type { $result_of_plain }
    rule_here { $rule }
    value_of_self { $name::compute(self $argument) }
}
generic {
    visibility {}
    method_docs {
        /// See [`Layout::$name`](crate::Layout::$name).
        $swizzled
    }
    try_docs {
        /// See [`Layout::$try_name`](crate::Layout::$try_name).
        ///
        /// # Errors
        ///
        /// The refusal of run-time integers, with the operands.
    }
    result_type { $Result<Self, $named> }
    rule_here {}
    value_of_self {
        const { $require };
        $name::compute(self.parts().1 $argument)
    }
}

// Where no type or number is written out at the call, the result `R` is inferred.
inferred {
    method {
        $method_docs
        #[inline(always)]
        #[track_caller]
        $visibility fn $name<$declared $found_declared>(self, $parameter) -> $found_type
        where $result_type: Is<$found_type>, $needs $rule_here {
            const { $name::check_as::<Self, $named PlainOf<R>>() };
            <$self_is_static as Bool>::static_value_or_call::<$found_type, _>($name::Call(self, $argument))
        }
    }
    found_declared { R: AnyLayout }
    found_type { R }
    result_note {
        ///
        /// The result `R` is [`ops::$Result`](crate::ops::$Result).
    }
    operands_of_call {
        /// The operands.
        #[derive(Debug)]
        pub struct Call<A, $aliased>(pub(crate) A, $fields);

        impl<A: AnyLayout, $declared R> crate::types::Call<R> for Call<A, $named>
        where super::$Result<A, $named>: Is<R> {
            #[inline(always)]
            #[track_caller]
            fn call(self) -> R {
                let Self(layout, $argument) = self;
                compute_or_panic::<A, $named>(layout, $argument).it()
            }
        }
    }
}

tried {
    try_method {
        $try_docs
        #[inline(always)]
        $visibility fn $try_name<$declared>(self, $parameter) -> Result<$Result<Self, $named>, LayoutError>
        where $needs $rule_here {
            const { $name::check::<Self, $named>() };
            $name::compute::<Self, $named>(self, $argument)
        }
    }
    listed_try { $try_name }
    panics {
        ///
        /// # Panics
        ///
        /// Where run-time integers are refused, with the text of the error of [`$try_name`](Self::$try_name).
        ///
        /// # Compile errors
        ///
        /// Static integers that are refused: the message has the rule and the operands. An operand that breaks the rule of
        /// nesting in the signature.
    }
}

// The plan, made in `const`, computes run-time leaves. The engine runs where it does not hold.
planned {
    compute { $compute_planned }
    compute_or_panic { $compute_planned_or_panic }
    compute_planned {
        let (outer, a) = layout.parts();
        let found = <$plain_is_static as Bool>::try_planned_or(|| { $by_plan }, move || { $answer });
        found.map(|found| $outside)
    }
    compute_planned_or_panic {
        let (outer, a) = layout.parts();
        let found = <$plain_is_static as Bool>::planned_or_panic(|| { $by_plan }, move || { $answer });
        $outside
    }
    by_plan {
        let plan: &'static Option<layout_core::Plan> = const {
            let a = A::FORM;
            $known
            &check::plan_of::<PlainOf<A>, Found<A, $named>>($plan)
        };
        check::by_plan::<PlainOf<A>, Found<A, $named>>(a, $words, plan)
    }
}

// The kinds. `wrapped` computes on the plain layout; the offsets of the result go through the swizzle of the operand.
wrapped {}

// The offsets of the result are plain.
inside {
    result { $name::Plain<PlainOf<A>, $named> }
    outside { found }
}

// A number, checked as the layout `n:0`.
number {
    result { <$name::Plain<PlainOf<A>, $named> as AnyLayout>::Shape }
    result_of_plain { $Result<Self, $named> }
    layout_of_engine { check::number($engine) }
    outside { found.shape() }
}

// Computes on the swizzled layout. The offsets of the result go through the argument.
through {
    result { <$with as OffsetMap>::Wrap<$name::Plain<PlainOf<A>, $named>> }
    check {
        if <A::OffsetMap as OffsetMap>::IS_IDENTITY {
            $check_plain
        } else {
            let is_static = <A::IsStatic as Bool>::VALUE;
            $known
            let a = check::carried::known::<A>(check::numbers(is_static));
            let answer = $engine;
            if !check::carried::passes::<$with, R>(is_static, &answer)
                && check::is_layout(&A::FORM)
            {
                let a = check::carried::known::<A>(Some(1));
                check::carried::refuse::<$with, R>(is_static, &answer, &$engine)
            }
        }
    }
    compute {
        let found = <<A as AnyLayout>::IsStatic as Bool>::try_static_value_or(|| {
            check::carried::alone::<A, $with, Found<A, $named>>(layout, |a| $engine, |a| $engine)
        });
        found.map(|found| found.wrap())
    }
}

// Computes with a tiler that may be swizzled. The offsets of the result go through both swizzles, as one.
carried {
    result { <check::carried::ComposedMap<A, $Operand> as OffsetMap>::Wrap<$name::Plain<PlainOf<A>, $named>> }
    result_of_plain { $Result<Self, $named> }
    refusals {}
    check {
        if is_plain {
            $check_plain
        } else {
            check::carried::composes::<A, $Operand, R>()
        }
    }
    compute {
        if <<$Operand as Tiler>::OffsetMap as OffsetMap>::IS_IDENTITY {
            $compute_planned
        } else {
            check::carried::composed::<A, $Operand, Found<A, $named>>(layout, $operand)
        }
    }
    compute_or_panic {
        if <<$Operand as Tiler>::OffsetMap as OffsetMap>::IS_IDENTITY {
            $compute_planned_or_panic
        } else {
            check::carried::composed_or_panic::<A, $Operand, Found<A, $named>>(layout, $operand)
        }
    }
    outside { check::carried::unswizzled::<A, $Operand, Found<A, $named>>(outer, found) }
}

// Rounds up: the result has the test of which coordinates are inside, of the form in the argument.
padded {
    result { FormOf<PlainOf<A>, $Operand, $with, Wrapped<A, $name::Plain<PlainOf<A>, $named>>> }
    result_of_plain { $Result<Self, $named> }
    found_declared { R: AnyLayout, G: Inside }
    found_type { Padded<R, G> }
    layout_of_engine { check::layout_of($engine) }
    compute {
        let (outer, a) = layout.parts();
        let mut table = None;
        let found = if <IsPlanned<PlainOf<A>, $Operand> as Bool>::VALUE {
            <$plain_is_static as Bool>::try_planned_or(|| { $by_plan }, move || { $answer })
        } else {
            let guard = &mut table;
            <$plain_is_static as Bool>::try_planned_or(|| Planned::Open, move || { $answer_with_guard })
        };
        found.map(|found| Padded::new($outside, $guard))
    }
    compute_or_panic {
        let (outer, a) = layout.parts();
        let mut table = None;
        let found = if <IsPlanned<PlainOf<A>, $Operand> as Bool>::VALUE {
            <$plain_is_static as Bool>::planned_or_panic(|| { $by_plan }, move || { $answer })
        } else {
            let guard = &mut table;
            <$plain_is_static as Bool>::planned_or_panic(|| Planned::Open, move || { $answer_with_guard })
        };
        Padded::new($outside, $guard)
    }
    answer {
        let a = PlainLayout::plain(a);
        $value
        Ok(check::fill::<Found<A, $named>>(&$engine?.layout()))
    }
    // The guard needs the engine's table.
    answer_with_guard {
        let a = PlainLayout::plain(a);
        $value
        let padded = $engine?;
        *guard = Some(padded.guard());
        Ok(check::fill::<Found<A, $named>>(&padded.layout()))
    }
    guard { <$plain_is_static as GuardOf>::guard(a, table) }
}

// Moves leaves by a plan made in `const`: the engine runs on a number for each leaf. The argument checks the result, which can be
// too large although its leaves are not.
moved {
    refuse {}
    check {
        check::require(is_plain, check::SWIZZLED);
        if is_static {
            check::moved::<PlainOf<A>, $Second, R>(&known::<A, $named>(None))
        } else {
            let a = check::labels(&A::FORM, 0);
            $known
            $labels
            match $engine {
                Ok(plan) => check::fits::<R>(&plan),
                Err(_) => check::refused(known::<A, $named>(None)),
            }
        }
    }
    answer {
        let plan: &'static layout_core::Layout = const {
            let a = check::labels(&A::FORM, 0);
            $known
            $labels
            &check::planned::<PlainOf<A>, $Second, Found<A, $named>>($engine)
        };
        $with(check::rearrange::<PlainOf<A>, $Second, Found<A, $named>>(a, $second, plan))
    }
    Second { Layout<(), ()> }
    second { Layout::default() }
    with { Ok }
    panics {
        ///
        /// # Compile errors
        ///
        /// An operand that breaks the rule of nesting in the signature, and a result past 12 modes at a level or 32 leaves.
    }
}
// Leaves of a second layout, too. Modes that fit one by one can be too large together.
moved_with_layout {
    Second { PlainOf<$Operand> }
    second { $operand.parts().1 }
    with { check::made }
    panics {
        ///
        /// # Panics
        ///
        /// Where size or cosize of the result pass `isize::MAX` and a leaf is a run-time integer.
        ///
        /// # Compile errors
        ///
        /// Where static leaves are so large; an operand that breaks the rule of nesting in the signature; a result past 12 modes at
        /// a level or 32 leaves.
    }
}

// The example in the documentation of a `try_` method: an accepted run-time integer, and a refused one.
shown {
    example {
        ///
        /// ```
        /// use static_layout::*;
        /// let result = |n: usize| $call;
        /// assert_eq!(result($accepted).unwrap().to_string(), "$text");
        /// assert!(result($refused).unwrap_err().to_string().contains("$reason"));
        /// ```
    }
}

// A value instead of a layout, computed on the plain layout `a`.
value {
    items {
        pub(crate) mod $name {
            #[allow(unused_imports, reason = "a row names what it needs")]
            use super::*;

            /// The value for a plain layout.
            #[layout_macros::at_caller]
            #[inline(always)]
            #[track_caller]
            pub(crate) fn compute<A: PlainLayout>(a: A $parameter) -> $Value {
                $value_of_a
            }
        }
    }
    value_of_a { $computed }
    method {
        $method_docs
        #[inline]
        #[track_caller]
        $visibility fn $name(self $parameter) -> $Value {
            $value_of_self
        }
    }
    panics {}
    listed {}
    require { check::require(<Self::OffsetMap as OffsetMap>::IS_IDENTITY, $why) }
}
of_any_offsets { require {} }
// In `const` where the integers are static.
constant {
    value_of_a {
        if <A::IsStatic as Bool>::VALUE {
            const {
                let a = check::integers_of::<A>();
                $computed
            }
        } else {
            let a = PlainLayout::plain(a);
            $computed
        }
    }
}

// The methods of the rows of a family. `collect!` puts those of all families into `LayoutOps`.
family {
    family_items {
        #[layout_macros::at_caller($family)]
        impl<S: IntTuple, D: IntTuple> Layout<S, D> {
            $inherent
        }
        $collected
    }
}
