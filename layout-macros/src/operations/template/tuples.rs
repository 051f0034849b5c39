// What a row of `tuple_operations!` becomes, where it differs from a row of `operations!`: methods of `TupleOps`.

rows {
    home { "crate::ops::TupleOps" }
    Home { TupleOps }
    visibility {}
    Bound { IntTuple }
    FORM { DESC }
    Answer { IntTuple }
    result { $plain }
    result_type { $Result<Self, $named> }
    module { pub(crate) }
    nesting { "" }
    types_of_result {}
    checks {
        /// Stops the compiler unless there is a result, as far as the integers are known.
        #[track_caller]
        pub(crate) const fn check<A: IntTuple, $declared>() {
            if !check::passes::<(A, $types), super::$Result<A, $named>>(&known::<A, $named>(None)) {
                check::report_refusal::<(A, $types), super::$Result<A, $named>>(
                    [&known::<A, $named>(None), &known::<A, $named>(Some(0)), &known::<A, $named>(Some(1))],
                )
            }
        }
    }
    body {
        <<(A, $types) as IntTuple>::IsStatic as Bool>::$static_value_or(|| {
            let a = this.plain();
            $value
            check::fill($engine)
        })
    }
}

// Computes integers.
computed {}

// Moves modes: a plan made in `const` says where each leaf goes.
moved {
    known {}
    computes {}
    checks {
        /// Where each leaf goes; stops the compiler if there is no result.
        #[track_caller]
        pub(crate) const fn plan<A: IntTuple, $declared>() -> layout_core::IntTuple where $needs {
            let a = A::DESC;
            $constants
            let answer = $engine;
            let a = check::labels(&a, 0);
            $labels
            let found = <super::$Result<A, $named> as IntTuple>::DESC;
            check::plan::<A, ($types)>(answer, $engine, &found)
        }
    }
    panics {
        ///
        /// # Compile errors
        ///
        /// A mode that is not there, an empty range, and a result past 12 modes at a level or 32 leaves.
    }
    call {
        let plan: &'static layout_core::IntTuple = const { &$name::plan::<Self, $named>() };
        check::rearrange(self, ($argument), plan)
    }
}
