// What a row of a table becomes: `items` next to the row, `method` and `try_method` in the trait of the operations, those of
// layouts also in `Layout`.
//
// The row gives `$docs`, `$name`, `$try_name`, `$Result`, `$rule`, `$kind` with its argument `$with`, the type function `$plain`,
// the function of the engine `$engine`, and its clauses: each is a hole of that name. `operands.rs` has the holes of its operands.
// All others are pieces of a layer. The first layer that has a piece gives it: the clauses, the kind, `inferred`, `tried`, `rows` of
// the family, `every`. For `zipped_divide`, `inferred` in `layouts.rs` gives `R`, `returned` and `call`.

every {
    items {
        #[doc = "The result of [`$Home::$name`]($home::$name)."]
        pub type $Result<A, $aliased> = $result;

        // Public, because rustdoc spells out an alias that no user can name.
        #[doc(hidden)]
        #[allow(dead_code, unused_imports, unused_variables, reason = "each kind uses what it needs")]
        $module mod $name {
            use super::*;

            $types_of_result
            $known
            $checks
            $computes
        }
    }
    known {
        /// Runs the engine on the static integers. `Some(k)` puts test number `k` into each run-time leaf: a message
        /// that is the same for both does not depend on them.
        const fn known<A: $Bound, $declared>(k: Option<usize>) -> Result<layout_core::$Answer, LayoutError> where $needs {
            let a = if let Some(k) = k { A::$FORM.with_unknown_leaves(k) } else { A::$FORM };
            $numbered
            $known_answer
        }
    }
    known_answer { $engine }
    computes {
        /// The result, or the refusal of run-time integers. The caller has called [`check`].
        #[inline(always)]
        pub(crate) fn compute<A: $Bound, $declared>(
            this: A, $parameter
        ) -> Result<super::$Result<A, $named>, LayoutError> where $needs { $fallible_body }

        /// The result. The caller has called [`check`].
        ///
        /// # Panics
        /// If run-time integers are refused, at the caller.
        #[inline(always)]
        #[track_caller]
        pub(crate) fn compute_or_panic<A: $Bound, $declared>(
            this: A, $parameter
        ) -> super::$Result<A, $named> where $needs { $panicking_body }
    }

    method {
        $method_docs
        #[inline(always)]
        #[track_caller]
        $visibility fn $name<$declared $R>(self, $parameter) -> $returned where $R_is_result $needs $rule_here {
            $call
        }
    }
    R {} R_is_result {}
    returned { $result_type }
    call {
        const { $name::check::<Self, $named>() };
        $name::compute_or_panic::<Self, $named>(self, $argument)
    }
    // The method that returns the refusal of run-time integers.
    try_method {}
    listed { ($name $Result $kind [$operands] [$listed_try]) }
    listed_try {}

    method_docs { $docs $result_note $run_time_panics $panics }
    run_time_panics {}
    panics {
        ///
        /// # Compile errors
        ///
        /// Static integers that are refused: the message has the rule and the operands. $nesting
    }
    try_docs {
        /// [`$name`](Self::$name), with the refusal of run-time integers as an error.
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
    rule_here { $rule }

    // Without a value in the row.
    rule {} swizzled {} result_note {} example {}

    // The methods of a family for its trait, and its rows for tests.
    family_items {
        macro_rules! $family {
            ({$$($$then:tt)*} {$$($$methods:tt)*} {$$($$rows:tt)*}) => {
                $$crate::ops::table::collect! {
                    {$$($$then)*} {$$($$methods)* $generic} {$$($$rows)* $listed}
                }
            };
        }
        pub(super) use $family;
        $family_methods
    }
    family_methods {}
}

// Of the two functions that compute.
fallible {
    Found { Result<Found<A, $named>, LayoutError> }
    static_value_or { try_static_value_or }
    planned_or { try_planned_or }
    finished { found.map(|found| $outside) }
    of_swizzled { $swizzled_result }
}
panicking {
    Found { Found<A, $named> }
    static_value_or { static_value_or_panic }
    planned_or { planned_or_panic }
    finished { $outside }
    of_swizzled { check::unwrap_or_panic($swizzled_result) }
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
    run_time_panics {
        ///
        /// # Panics
        ///
        /// If run-time integers are refused, with the text of the error of [`$try_name`](Self::$try_name).
    }
}

// The example in the documentation of a `try_` method: an accepted run-time integer, and a refused one.
try {
    example {
        ///
        /// ```
        /// use static_layout::*;
        /// let result = |n: usize| $call_of_n;
        /// assert_eq!(result($accepted).unwrap().to_string(), "$text");
        /// assert!(result($refused).unwrap_err().to_string().contains("$reason"));
        /// ```
    }
}
