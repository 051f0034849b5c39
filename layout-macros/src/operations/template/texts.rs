// What a row of `operations!` becomes in a front end whose types are texts: methods of `Layout<L>` and of `AtBuild<L>`, and a
// module with the texts of the result and of the refusal. A row is as for types (`every.rs`); its type function and its rule of
// nesting are not read, because the engine gives the form.
//
// `$run` computes the result of the swizzled layout `outer`, a plain one with an identity in front, and of the operands.

every {
    items {
        #[doc(hidden)]
        #[allow(unused_imports, unused_variables, unused_mut, unused_assignments, reason = "each row uses what it needs")]
        pub mod $name {
            use crate::operations::rows::*;

            /// The operation on the layout `L`.
            #[derive(Debug)]
            pub struct Row<const L: &'static str, $aliased>(core::marker::PhantomData<($types)>);

            impl<const L: &'static str, $declared> Row<L, $named> {
                const FIRST: &'static Open<ComposedLayout> = Text::<L>::LAYOUT;
                const IS_STATIC: bool = Self::FIRST.all_known() $and_static;
                /// The sentence of an operand that is refused for itself.
                const REFUSED: Option<&'static str> = {
                    let mut refused = None;
                    $refused
                    refused
                };
                pub(super) const ANSWER: Answer = if !Text::<L>::IS_LAYOUT {
                    Answer::NOTHING
                } else if let Some(refused) = Self::REFUSED {
                    Answer::refused(refused)
                } else if Self::IS_STATIC {
                    let outer = Self::FIRST.value;
                    $constants
                    Answer::of($run)
                } else {
                    let (mut names, mut text) = (&Names::NONE, "");
                    $second
                    $mixed
                };
                /// Whether nothing is left to run time: neither a word of the result nor a refusal.
                pub(super) const IS_EMPTY: bool = Self::IS_STATIC $and_moved;
                $way
                /// The words of the result, where arithmetic gives them.
                #[inline(always)]
                fn fast<const W: usize>(this: Layout<L>, $parameter) -> Option<[usize; W]> {
                    if Self::IS_EMPTY {
                        return Some([0; W]);
                    }
                    let (mut extents, mut strides) = ([0; SOURCES], [0; SOURCES]);
                    let offset = this.write(&mut extents, &mut strides);
                    $write
                    $fast
                }
                /// The words of the result.
                #[inline(always)]
                #[track_caller]
                pub(super) fn words<const W: usize>(this: Layout<L>, $parameter) -> [usize; W] {
                    match Self::fast(this, $argument) {
                        Some(words) => words,
                        None => Self::words_or_panic(this, $argument),
                    }
                }
                #[cold]
                #[inline(never)]
                #[track_caller]
                fn words_or_panic<const W: usize>(this: Layout<L>, $parameter) -> [usize; W] {
                    unwrap(Self::read(this, $argument))
                }
                /// The words of the result, or the refusal.
                #[inline(always)]
                pub(super) fn try_words<const W: usize>(this: Layout<L>, $parameter) -> Result<[usize; W], LayoutError> {
                    match Self::fast(this, $argument) {
                        Some(words) => Ok(words),
                        None => Self::read(this, $argument),
                    }
                }
            }

            $kind_items

            /// The notation of the result; nothing where it is refused.
            pub const TEXT<const L: &'static str, $declared>: &'static str = Row::<L, $named>::ANSWER.text();
            /// The sentence of the refusal; nothing where there is a result.
            pub const REASON<const L: &'static str, $declared>: &'static str = Row::<L, $named>::ANSWER.refusal();
            /// The notation of the result, as an argument of a type.
            pub type const RESULT<const L: &'static str, $declared>: &'static str = TEXT::<L, $named>;
            /// The sentence of the refusal, as an argument of a bound.
            pub type const REFUSAL<const L: &'static str, $declared>: &'static str = REASON::<L, $named>;
        }
        #[layout_macros::at_caller]
        impl<const L: &'static str> Layout<L> {
            $docs
            ///
            /// # Compile errors
            /// Integers that are refused, with the sentence of the engine.
            $panics
            #[inline(always)]
            #[track_caller]
            pub fn $name<$declared>(self, $parameter) -> $Returned
            where
                (): Accepts<{ $name::REFUSAL::<L, $named> }>,
            {
                let this = self;
                $compute
            }
            $try_method
        }
        #[layout_macros::at_caller]
        impl<const L: &'static str> AtBuild<L> {
            /// The operation of [`Layout`], without a bound: a refusal stops the build.
            #[inline(always)]
            #[track_caller]
            pub fn $name<$declared>(self, $parameter) -> $Returned {
                const { built($name::REASON::<L, $named>) };
                let this = self.0;
                $compute
            }
        }
    }
    Returned { Layout<{ $name::RESULT::<L, $named> }> }
    // The constant decides which functions the compiler generates.
    compute {
        if $name::Row::<L, $named>::IS_EMPTY {
            Layout::of_zeros()
        } else {
            Layout::of_words($name::Row::<L, $named>::words(this, $argument))
        }
    }
    try_compute { $name::Row::<L, $named>::try_words(this, $argument).map(Layout::of_words) }
    try_method {}
    panics {}
    // The engine runs.
    fast { None }
    run { { let a = outer.plain(); wrapped(&outer, $engine) } }
    // The form by the plan, or by two choices of integers in the open leaves.
    mixed {
        match &Self::PLAN {
            Some(plan) if plan.describes_all() => {
                Answer::form(&Self::FIRST.planned(names, plan, Sources(L, text)), Sources(L, text))
            }
            _ => $compared,
        }
    }
    compared {
        {
            let mut answer =
                Answer::compared(Self::FIRST, Sources(L, text), &Self::tried(0), &Self::tried(1));
            let mut k = 2;
            while answer.is_undecided() && k < EngineLayout::SAMPLES + EngineLayout::FITS {
                if let Ok(value) = Self::tried(k) {
                    answer = Answer::of_sample(Self::FIRST, Sources(L, text), &value);
                }
                k += 1;
            }
            answer
        }
    }
    plan_of { None }
    kind_items {}
    and_moved {}
    way {
        $way_of_kind
        /// The result for a choice of integers in the open leaves.
        const fn tried(k: usize) -> Result<ComposedLayout, LayoutError> {
            let mut fit = UNIT;
            let outer = Self::FIRST.value;
            $numbered
            let outer = if k < EngineLayout::SAMPLES {
                outer.with_sample(k)
            } else {
                outer.fitted(&fit, k - EngineLayout::SAMPLES)
            };
            $run
        }
        /// The words of the result of the engine.
        #[cold]
        #[inline(never)]
        fn read<const W: usize>(this: Layout<L>, $parameter) -> Result<[usize; W], LayoutError> {
            let outer = this.value();
            $value
            Text::<{ RESULT::<L, $named> }>::FORM.read(&$run?)
        }
    }
    way_of_kind {
        const PLAN: Option<Plan> = {
            let a = Self::FIRST.value.plain();
            $constants
            $plan_of
        };
        const fn proven() -> Option<Plan> {
            match &Self::PLAN {
                Some(plan) => {
                    plan.assuming(&Self::FIRST.value.plain(), &Text::<{ RESULT::<L, $named> }>::FORM.layout())
                }
                None => None,
            }
        }
    }
}

// The plan computes the words; where it does not hold, the engine.
plan {
    plan_of { $plan }
    fast {
        match const { &Self::proven() } {
            Some(plan) => Text::<{ RESULT::<L, $named> }>::FORM.by_plan(plan, &extents, &strides, offset),
            None => None,
        }
    }
}

tried {
    panics {
        ///
        /// # Panics
        /// If run-time integers are refused.
    }
    try_method {
        #[doc = "[`$name`](Self::$name), with the refusal of run-time integers as an error."]
        ///
        /// # Errors
        /// The refusal of run-time integers, with the operands.
        #[inline(always)]
        pub fn $try_name<$declared>(self, $parameter) -> Result<$Returned, LayoutError>
        where
            (): Accepts<{ $name::REFUSAL::<L, $named> }>,
        {
            let this = self;
            $try_compute
        }
    }
}

// The kinds. `wrapped` computes on the plain layout; the offsets of the result go through the swizzle of the operand.
wrapped {}

// The offsets of the result are plain.
inside { run { { let a = outer.plain(); inside($engine) } } }

// Computes on the swizzled layout.
through {
    run {
        if is_plain(&outer) {
            let a = outer.plain();
            wrapped(&outer, $engine)
        } else {
            let a = outer;
            $engine
        }
    }
}

// Moves leaves.
moved {
    and_moved { || Text::<{ RESULT::<L, $named> }>::COUNT == 0 }
    mixed {
        match &Self::LABELS {
            Some(labels) => Answer::form(&Self::FIRST.moved(&Self::SECOND, labels, Sources(L, text)), Sources(L, text)),
            None => $compared,
        }
    }
    way_of_kind {
        const SECOND: Open<ComposedLayout> = {
            let mut second = NOTHING;
            $second_layout
            second
        };
        /// The origin of each leaf.
        const LABELS: Option<EngineLayout> = {
            let a = labels(&Self::FIRST.value.plain(), 0);
            $labels
            moves($engine)
        };
    }
    fast {
        match const { &Self::LABELS } {
            Some(labels) => {
                Text::<{ RESULT::<L, $named> }>::FORM.by_moves(labels, &extents, &strides, offset)
            }
            None => None,
        }
    }
}

// Rounds up: the result has the test of which coordinates are inside.
padded {
    run { { let a = outer.plain(); wrapped(&outer, layout_of($engine)) } }
    Returned { Padded<{ $name::RESULT::<L, $named> }, $name::Row<L, $named>> }
    compute {
        let (whole, tile) = (this.value(), $argument);
        let layout = if $name::Row::<L, $named>::IS_EMPTY {
            Layout::of_zeros()
        } else {
            Layout::of_words($name::Row::<L, $named>::words(this, tile))
        };
        Padded::new(layout, &whole, tile)
    }
    try_compute {
        let (whole, tile) = (this.value(), $argument);
        match $name::Row::<L, $named>::try_words(this, tile) {
            Ok(words) => Ok(Padded::new(Layout::of_words(words), &whole, tile)),
            Err(error) => Err(error),
        }
    }
    kind_items {
        impl<const L: &'static str, $declared> Padding for Row<L, $named> {
            type Tile = T;
            const GUARD: Option<Guard> = if Self::IS_STATIC {
                let (a, t) = (Self::FIRST.value.plain(), <T as Tiler>::OPEN.value);
                guard_of($engine)
            } else {
                None
            };
            fn guard(whole: &ComposedLayout, t: T) -> Option<Guard> {
                let (a, t) = (whole.plain(), t.tiler());
                guard_of($engine)
            }
        }
    }
}

// A number: the front end writes it.
number { items {} }

// A value instead of a layout, computed on the plain layout `a`; `constant` in `const` if the integers are static.
value {
    items {
        #[layout_macros::at_caller]
        impl<const L: &'static str> Layout<L> {
            $docs
            #[inline]
            #[track_caller]
            pub fn $name(self, $parameter) -> $Result
            where
                $plain_only
            {
                use crate::operations::rows::*;
                $value_of
            }
        }
    }
    value_of {
        let a = self.plain();
        $engine
    }
    plain_only {}
}
constant {
    like { value }
    value_of {
        if Text::<L>::IS_STATIC {
            const {
                let a = Text::<L>::LAYOUT.value.plain();
                $engine
            }
        } else {
            let a = self.plain();
            $engine
        }
    }
}
unswizzled { plain_only { (): Accepts<{ PLAIN_ONLY::<L> }>, } }

swizzled {} first {} also {} answer {} uninferred {} made {} try {}
result_of_plain {} swizzled_result {} check_swizzled {} is_inside {}

// Operands.
operand {
    declared { $T: IsTuple, }
    named { $T, }
    aliased { $T, }
    parameter { $t: $T, }
    argument { $t, }
    types { $T, }
    and_static { && <$T as IsTuple>::DESC.all_known() }
    refused {
        if let Some(reason) = <$T as IsTuple>::REFUSED {
            refused = Some(reason)
        } else if !$keeps && kept::<$T>() != 0 {
            refused = Some(KEPT_IN_SHAPE)
        }
        $refused_integers
    }
    refused_integers {}
    constants { let $t = <$T as IsTuple>::DESC; }
    numbered { let $t = <$T as IsTuple>::DESC.with_sample(k); }
    labels { $constants }
    value { let $t = $t.value(); }
    write { $t.write(&mut extents, &mut strides); }
    second { (names, text) = (&<$T as IsTuple>::OPEN.names, <$T as IsTuple>::TEXT); }
    second_layout {}
}
tuple {
    numbered {
        let $t = if k < EngineLayout::SAMPLES {
            <$T as IsTuple>::DESC.with_sample(k)
        } else {
            <$T as IsTuple>::DESC.fitting(&outer.plain(), k - EngineLayout::SAMPLES)
        };
        fit = $t;
    }
}
leaf {}
profile {
    and_static {}
    numbered { $constants }
    write {}
    second {}
    refused_integers {
        if refused.is_none() && !<$T as IsTuple>::DESC.all_known() {
            refused = Some(STATIC_PROFILE)
        }
    }
}
order {
    like { profile }
    refused_integers {
        if refused.is_none() && !<$T as IsTuple>::DESC.all_known() {
            refused = Some(STATIC_ORDER)
        }
    }
}
tiler {
    declared { $T: Tiler, }
    and_static { && <$T as Tiler>::OPEN.value.all_known() }
    refused { if let Some(reason) = <$T as Tiler>::REFUSED { refused = Some(reason) } }
    constants { let $t = <$T as Tiler>::OPEN.value; }
    numbered { let $t = <$T as Tiler>::OPEN.value.with_sample(k); }
    value { let $t = $t.tiler(); }
    second { (names, text) = (&<$T as Tiler>::OPEN.names, <$T as Tiler>::TEXT); }
}
layout {
    like { tiler }
    declared { $T: AnyLayout, }
    constants { let $t = <$T as AnyLayout>::OPEN.value.plain(); }
    numbered { let $t = <$T as AnyLayout>::OPEN.value.plain().with_sample(k, true); }
    labels { let $t = labels(&<$T as AnyLayout>::OPEN.value.plain(), MAX_LEAVES); }
    value { let $t = $t.plain(); }
    second_layout { second = *<$T as AnyLayout>::OPEN; }
}
list {
    parameter {} argument {} and_static {} constants {} numbered {} value {} write {} second {} labels {}
    refused_integers {
        if refused.is_none() && !<$T as IsTuple>::DESC.all_known() {
            refused = Some(STATIC_PROFILE)
        }
    }
}
place { like { list } declared { const $T: usize, } aliased { const $T: usize, } types {} refused {} }
count { like { list } declared { const $T: usize, } aliased { const $T: usize, } types {} refused {} }
argument {}
