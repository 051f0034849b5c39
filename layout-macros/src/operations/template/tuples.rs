// What a row of `tuple_operations!` becomes: `items` next to the row, `method` and `try_method` in `TupleOps`. A row of the kind
// `computed` computes integers, one of the kind `moved` moves modes. The pieces are those of `layouts.rs`.

every {
    items {
        /// The result of [`TupleOps::$name`](crate::ops::TupleOps::$name).
        pub type $Result<A, $aliased> = $plain;

        #[allow(unused_variables, reason = "a path is known by its type")]
        pub(crate) mod $name {
            use super::*;

            $functions
        }
    }
    functions {
        /// Runs the engine on the static integers. `Some(k)` puts test number `k` into each run-time leaf: a message that is
        /// the same for both does not depend on them.
        const fn known<A: IntTuple, $declared>(k: Option<usize>) -> Result<layout_core::IntTuple, LayoutError> {
            let a = A::DESC;
            $known
            let (a, $unknown) = match k {
                None => (a, $unknown),
                Some(k) => (a.with_unknown_leaves(k), $with_numbers),
            };
            $engine
        }

        #[track_caller]
        const fn refuse<A: IntTuple, $declared>() {
            // A leaf of an operand is the result of a refused operation, whose error is the only one.
            if !crate::types::check::is_made::<(A, $types), ()>() {
                return;
            }
            let answers =
                [&known::<A, $named>(None), &known::<A, $named>(Some(0)), &known::<A, $named>(Some(1))];
            stop(check::refusal::<(A, $types), super::$Result<A, $named>>(answers).as_str())
        }

        /// Stops the compiler unless there is a result, as far as the integers are known.
        #[track_caller]
        pub(crate) const fn check<A: IntTuple, $declared>() {
            if !check::passes::<(A, $types), super::$Result<A, $named>>(&known::<A, $named>(None)) {
                refuse::<A, $named>()
            }
        }

        /// The result, or the refusal of run-time integers. The caller has called [`check`].
        #[inline(always)]
        pub(crate) fn compute<A: IntTuple, $declared>(a: A, $parameter) -> Result<super::$Result<A, $named>, LayoutError> {
            <<(A, $types) as IntTuple>::IsStatic as Bool>::try_static_value_or(|| {
                let a = a.plain();
                $value
                check::fill($engine)
            })
        }
    }

    method {
        $docs
        ///
        /// # Panics
        ///
        /// Where run-time integers are refused, with the text of the error of [`$try_name`](Self::$try_name).
        ///
        /// # Compile errors
        ///
        /// Static integers that are refused: the message has the rule and the operands.
        #[inline(always)]
        #[track_caller]
        fn $name<$declared>(self, $parameter) -> $Result<Self, $named> {
            const { $name::check::<Self, $named>() };
            unwrap_or_panic($name::compute(self, $argument))
        }
    }
    try_method {
        /// [`$name`](Self::$name) of run-time integers that may be refused.
        ///
        /// # Errors
        ///
        /// The refusal of run-time integers, with the operands.
        ///
        /// # Compile errors
        ///
        /// Those of [`$name`](Self::$name).
        #[inline(always)]
        fn $try_name<$declared>(self, $parameter) -> Result<$Result<Self, $named>, LayoutError> {
            const { $name::check::<Self, $named>() };
            $name::compute(self, $argument)
        }
    }
    listed { ($name $Result $kind [$operands] [$listed_try]) }
    listed_try {}
}
tried { listed_try { $try_name } }

computed {}

// Moves modes: a plan made in `const` says where each leaf goes.
moved {
    functions {
        /// Where each leaf goes; stops the compiler where there is no result.
        #[track_caller]
        pub(crate) const fn plan<A: IntTuple, $declared>() -> layout_core::IntTuple where $needs {
            let a = A::DESC;
            $known
            let answer = $engine;
            let a = check::labels(&A::DESC, 0);
            $labels
            let found = <super::$Result<A, $named> as IntTuple>::DESC;
            check::plan::<A, ($types)>(answer, $engine, &found)
        }
    }
    method {
        $docs
        ///
        /// # Compile errors
        ///
        /// A mode that is not there, an empty range, and a result past 12 modes at a level or 32 leaves.
        #[inline(always)]
        #[track_caller]
        fn $name<$declared>(self, $parameter) -> $Result<Self, $named> where $needs {
            let plan: &'static layout_core::IntTuple = const { &$name::plan::<Self, $named>() };
            check::rearrange(self, ($argument), plan)
        }
    }
    try_method {}
}

family { family_items { $collected } }
