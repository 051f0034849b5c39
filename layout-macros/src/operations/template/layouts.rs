// What a row of `operations!` becomes: methods of `Layout` and, without the rule of nesting, of `LayoutOps`.

rows {
    home { "crate::Layout" }
    Home { Layout }
    visibility { pub }
    Bound { AnyLayout }
    FORM { FORM }
    Answer { Layout }
    module { pub }
    nesting { "An operand that breaks the rule of nesting in the signature." }

    types_of_result {
        /// The result for a plain layout.
        #[allow(type_alias_bounds, reason = "they name the traits of the type functions")]
        pub type $Result<A: PlainLayout, $declared> = $plain;
        /// The result for the plain layout in `A`.
        type Found<A, $aliased> = $Result<PlainOf<A>, $named>;

        $operands_of_call
    }
    result { Wrapped<A, $name::$Result<PlainOf<A>, $named>> }
    // The type of the result in a signature for a layout that is not swizzled, a level less deep.
    result_type { $result_of_plain }
    result_of_plain { $name::$Result<Self, $named> }
    operands_of_call {}

    checks {
        /// Stops the compiler unless there is a result, as far as the integers are known.
        #[track_caller]
        pub(crate) const fn check<A: AnyLayout, $declared>() where $needs {
            check_as::<A, $named Found<A, $named>>()
        }

        /// [`check`], where `R` is the type of the plain result.
        // `R` is a parameter: the compiler would evaluate a projection here once more.
        #[track_caller]
        pub(crate) const fn check_as<A: AnyLayout, $declared R: PlainLayout>() where $needs {
            let is_static = <$is_static as Bool>::VALUE;
            let is_plain = true $is_plain;
            $check_first
            $check
            $check_also
        }
    }
    is_static { $both <PlainOf<A> as AnyLayout>::IsStatic $and }
    check_first {} check_also {}
    check { $check_plain }
    check_plain {
        if !(is_plain && check::passes::<R>(is_static, &known::<A, $named>(check::numbers(is_static))))
            // An operand that is the result of a refused operation has an error already.
            && check::is_layout(&A::FORM) $is_made
        {
            $refusals
            check::report_refusal::<R>(
                is_static,
                [&known::<A, $named>(None), &known::<A, $named>(Some(0)), &known::<A, $named>(Some(1))],
            )
        }
    }

    body { $body_of_plain }
    body_of_plain {
        let (outer, a) = this.parts();
        let found: $Found = $found;
        $finished
    }
    found { <$is_static as Bool>::$static_value_or(|| { $answer }) }
    answer {
        let a = PlainLayout::plain(a);
        $value
        check::answer::<Found<A, $named>>($engine)
    }
    // The plain result, as the result for a layout that may be swizzled.
    outside { outer.wrap(found) }

    // Of `moved`, without a second layout.
    Second { Layout<(), ()> }
    second { Layout::default() }
    made { Ok }

    family_methods {
        #[layout_macros::at_caller($family)]
        impl<S: IntTuple, D: IntTuple> Layout<S, D> {
            $inherent
        }
    }
}

// The methods of `LayoutOps`.
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
    value_here {
        const { $require };
        let a = self.parts().1;
        $value_of_a
    }
}

// Where no type or number is written out at the call, the result `R` is inferred, unless the row is `uninferred`.
uninferred {}
inferred {
    R { R: AnyLayout }
    returned { R }
    R_is_result { $result_type: Is<$returned>, }
    call {
        const { $name::check_as::<Self, $named PlainOf<R>>() };
        <$both <Self as AnyLayout>::IsStatic $and as Bool>::static_value_or_call::<$returned, _>(
            $name::Call(self, ($argument))
        )
    }
    result_note {
        ///
        /// The result `R` is [`ops::$Result`](crate::ops::$Result).
    }
    operands_of_call {
        /// The operands.
        #[derive(Debug)]
        pub struct Call<A, $aliased>(pub(crate) A, pub(crate) ($types));

        impl<A: AnyLayout, $declared R> crate::types::Call<R> for Call<A, $named>
        where super::$Result<A, $named>: Is<R> {
            #[inline(always)]
            #[track_caller]
            fn call(self) -> R {
                let Self(layout, ($argument)) = self;
                compute_or_panic::<A, $named>(layout, $argument).it()
            }
        }
    }
}

// A check before and after the check of the kind.
first { check_first { $first; } }
also { check_also { $also; } }

// The plan, made in `const`, computes run-time leaves. The engine runs if the plan does not hold.
plan {
    found { <$is_static as Bool>::$planned_or(|| { $by_plan }, move || { $answer }) }
    by_plan {
        let plan: &'static Option<layout_core::Plan> = const {
            let a = A::FORM;
            $constants
            &check::plan_of::<PlainOf<A>, Found<A, $named>>($plan)
        };
        check::by_plan::<PlainOf<A>, Found<A, $named>>(a, |extents, strides| { $words }, plan)
    }
}

// The kinds. `wrapped` computes on the plain layout; the offsets of the result go through the swizzle of the operand.
wrapped {}

// The offsets of the result are plain.
inside {
    result { $name::$Result<PlainOf<A>, $named> }
    outside { found }
}

// A number, checked as the layout `n:0`.
number {
    result { <$name::$Result<PlainOf<A>, $named> as AnyLayout>::Shape }
    result_of_plain { $Result<Self, $named> }
    known_answer { check::number($engine) }
    outside { found.shape() }
}

// The offsets of the result go through the argument. Computes on the plain layout if `$is_inside`, otherwise on the swizzled one.
through {
    result { <$with as OffsetMap>::Wrap<$name::$Result<PlainOf<A>, $named>> }
    is_inside { <A::OffsetMap as OffsetMap>::IS_IDENTITY }
    check { if $is_inside { $check_plain } else { $check_swizzled } }
    check_swizzled {
        let is_static = <A::IsStatic as Bool>::VALUE;
        $constants
        let a = check::carried::known::<A>(check::numbers(is_static));
        let answer = $engine;
        if !check::carried::passes::<$with, R>(is_static, &answer) && check::is_layout(&A::FORM) {
            let a = check::carried::known::<A>(Some(1));
            check::carried::refuse::<$with, R>(is_static, &answer, &$engine)
        }
    }
    body { if $is_inside { $body_of_plain } else { $of_swizzled } }
    swizzled_result { check::carried::alone::<A, $with, Found<A, $named>>(this, |a| $engine) }
    outside { <$with as OffsetMap>::with_offset(outer.offset()).wrap(found) }
}

// Rounds up: the result has the test of which coordinates are inside, of the form in the argument.
padded {
    result { FormOf<PlainOf<A>, $named $with, Wrapped<A, $name::$Result<PlainOf<A>, $named>>> }
    result_of_plain { $Result<Self, $named> }
    R { R: AnyLayout, G: Inside }
    returned { Padded<R, G> }
    known_answer { check::layout_of($engine) }
    words {}
    body {
        let (outer, a) = this.parts();
        let mut table = None;
        let found: $Found = if <IsPlanned<PlainOf<A>, $named> as Bool>::VALUE {
            $found
        } else {
            let guard = &mut table;
            // The guard needs the engine's table.
            <$is_static as Bool>::$planned_or(|| Planned::Open, move || {
                let a = PlainLayout::plain(a);
                $value
                let padded = $engine?;
                *guard = Some(padded.guard());
                Ok(check::fill::<Found<A, $named>>(&padded.layout()))
            })
        };
        $finished
    }
    answer {
        let a = PlainLayout::plain(a);
        $value
        Ok(check::fill::<Found<A, $named>>(&$engine?.layout()))
    }
    outside { Padded::new(outer.wrap(found), check::guard_of::<PlainOf<A>, $named $with>(a, table)) }
}

// Moves leaves by a plan made in `const`: the engine runs on a number for each leaf.
moved {
    check {
        check::require(is_plain, check::SWIZZLED);
        if is_static {
            check::moved::<PlainOf<A>, $Second, R>(&known::<A, $named>(None))
        } else {
            let a = check::labels(&A::FORM, 0);
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
            $labels
            &check::planned::<PlainOf<A>, $Second, Found<A, $named>>($engine)
        };
        $made(check::rearrange::<PlainOf<A>, $Second, Found<A, $named>>(a, $second, plan))
    }
    panics {
        $panics_of_second
        ///
        /// # Compile errors
        ///
        /// An operand that breaks the rule of nesting in the signature, and a result past 12 modes at a level or 32 leaves.
    }
}

// A value instead of a layout, computed on the plain layout `a`; `constant` in `const` if the integers are static.
value {
    items {}
    returned { $Result }
    call { $value_here }
    value_here { crate::LayoutOps::$name(self, $argument) }
    value_of_a { $engine }
    require {}
    R {} R_is_result {} result_note {} panics {} listed {}
}
constant {
    like { value }
    value_of_a {
        if <Self::IsStatic as Bool>::VALUE {
            const {
                let a = check::integers_of::<Self>();
                $engine
            }
        } else {
            let a = PlainLayout::plain(a);
            $engine
        }
    }
}
// Refused for a swizzled layout, with this text.
unswizzled { require { check::require(<Self::OffsetMap as OffsetMap>::IS_IDENTITY, $unswizzled) } }
