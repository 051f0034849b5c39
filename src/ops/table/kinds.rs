//! The kinds of operations: how one is checked and computed.

/// What depends on the kind of an operation; the documentation of the table lists the kinds. `$of` are the type
/// arguments, the layout first.
macro_rules! run {
    // The type of the result, the plain one being `$Plain`.
    (@result wrapped {} $Plain:ty) => { Wrapped<A, $Plain> };
    (@result moved $with:tt $Plain:ty) => { Wrapped<A, $Plain> };
    (@result joined $with:tt $Plain:ty) => { Wrapped<A, $Plain> };
    (@result inside {} $Plain:ty) => { $Plain };
    (@result number {} $Plain:ty) => { <$Plain as AnyLayout>::Shape };
    (@result undone $with:tt $Plain:ty) => { Wrapped<A, $Plain> };
    (@result through {$Through:ty} $Plain:ty) => { <$Through as OffsetMap>::Wrap<$Plain> };
    (@result carried {$t:ident: $T:ident} $Plain:ty) => {
        <check::carried::ComposedMap<A, $T> as OffsetMap>::Wrap<$Plain>
    };
    (@result padded {$Form:ty, $t:ident: $T:ident} $Plain:ty) => {
        FormOf<PlainOf<A>, $T, $Form, Wrapped<A, $Plain>>
    };

    // The type of the result for a layout that is not swizzled, by the name that a signature shows. It nests one level less
    // than the type for any layout.
    (@inherent carried $Result:ident $name:ident [$($of:tt)*]) => { $Result<$($of)*> };
    (@inherent padded $Result:ident $name:ident [$($of:tt)*]) => { $Result<$($of)*> };
    (@inherent number $Result:ident $name:ident [$($of:tt)*]) => { $Result<$($of)*> };
    (@inherent $kind:ident $Result:ident $name:ident [$($of:tt)*]) => { $name::$Result<$($of)*> };

    // The engine's answer on a swizzled layout.
    (@swizzled $numbers:expr, $a:ident {$($known:tt)*} {$engine:expr}) => {{
        let $a = check::carried::known::<A>($numbers);
        $($known)*
        $engine
    }};

    // The engine's answer as a layout.
    (@layout padded $engine:expr) => { check::layout_of($engine) };
    (@layout number $engine:expr) => { check::number($engine) };
    (@layout $kind:ident $engine:expr) => { $engine };

    // `$S`, and all operands, are static.
    (@static {$S:ty}) => { $S };
    (@static {$S:ty} {} $($more:tt)*) => { run! { @static {$S} $($more)* } };
    (@static {$S:ty} {$T:ty} $($more:tt)*) => { run! { @static {<$S as Bool>::And<$T>} $($more)* } };

    // Items of kinds that compute.
    (@computed moved $items:tt) => {};
    (@computed joined $items:tt) => {};
    (@computed $kind:ident {$($items:tt)*}) => { $($items)* };

    // Items of the kinds whose methods infer the type of the result.
    (@call [] wrapped {$($items:tt)*}) => { $($items)* };
    (@call [] inside {$($items:tt)*}) => { $($items)* };
    (@call [] undone {$($items:tt)*}) => { $($items)* };
    (@call [] through {$($items:tt)*}) => { $($items)* };
    (@call [] carried {$($items:tt)*}) => { $($items)* };
    (@call [] padded {$($items:tt)*}) => { $($items)* };
    (@call [] moved {$($items:tt)*}) => { $($items)* };
    (@call [] joined {$($items:tt)*}) => { $($items)* };
    (@call $explicit:tt $kind:ident $items:tt) => {};

    // Why an operand is none.
    (@operand carried $refusal:expr) => { None };
    (@operand $kind:ident $refusal:expr) => { $refusal };

    (@refuse $kind:ident $is_static:ident [$($of:tt)*]) => {
        if let Some(text) = check::refusal::<R>($is_static, [
            &known::<$($of)*>(None),
            &known::<$($of)*>(Some(0)),
            &known::<$($of)*>(Some(1)),
        ]) {
            check::stop(text.as_str())
        }
    };

    (@check undone {$why:literal} $is_static:ident $is_plain:ident $of:tt $a:ident $known:tt {$engine:expr}) => {
        check::require(<A::OffsetMap as OffsetMap>::IS_IDENTITY, $why);
        run! { @check wrapped {} $is_static $is_plain $of $a $known {$engine} }
    };
    (@check carried {$t:ident: $T:ident} $is_static:ident $is_plain:ident [$($of:tt)*]
        $a:ident $known:tt {$engine:expr}) => {
        if $is_plain {
            run! { @check wrapped {} $is_static $is_plain [$($of)*] $a $known {$engine} }
        } else {
            check::carried::composes::<A, $T, R>()
        }
    };
    (@check through {$Through:ty} $is_static:ident $is_plain:ident [$($of:tt)*]
        $a:ident {$($known:tt)*} {$engine:expr}) => {
        if <A::OffsetMap as OffsetMap>::IS_IDENTITY {
            run! { @check wrapped {} $is_static $is_plain [$($of)*] $a {$($known)*} {$engine} }
        } else {
            let is_static = <A::IsStatic as Bool>::VALUE;
            let answer = run! { @swizzled check::numbers(is_static), $a {$($known)*} {$engine} };
            if !check::carried::passes::<$Through, R>(is_static, &answer)
                && check::is_layout(&A::FORM)
            {
                let other = run! { @swizzled Some(1), $a {$($known)*} {$engine} };
                check::carried::refuse::<$Through, R>(is_static, &answer, &other)
            }
        }
    };
    (@check moved $with:tt $is_static:ident $is_plain:ident [$($of:tt)*]
        $a:ident {$($known:tt)*} {$engine:expr}) => {
        check::require($is_plain, check::SWIZZLED);
        if $is_static {
            check::moved::<PlainOf<A>, Layout<(), ()>, R>(&known::<$($of)*>(None))
        } else {
            let $a = check::labels(&A::FORM, 0);
            $($known)*
            match $engine {
                Ok(plan) => check::fits::<R>(&plan),
                Err(_) => check::refused(known::<$($of)*>(None)),
            }
        }
    };
    (@check joined {$b:ident: $B:ident} $is_static:ident $is_plain:ident [$($of:tt)*]
        $a:ident {$($known:tt)*} {$engine:expr}) => {
        check::require($is_plain, check::SWIZZLED);
        if $is_static {
            check::moved::<PlainOf<A>, PlainOf<$B>, R>(&known::<$($of)*>(None))
        } else {
            let $a = check::labels(&A::FORM, 0);
            $($known)*
            match $engine {
                Ok(plan) => check::fits::<R>(&plan),
                Err(_) => check::refused(known::<$($of)*>(None)),
            }
        }
    };
    // `wrapped`, and every kind without an arm above.
    (@check $kind:ident $with:tt $is_static:ident $is_plain:ident [$($of:tt)*]
        $a:ident $known:tt {$engine:expr}) => {
        if !($is_plain && check::passes::<R>($is_static, &known::<$($of)*>(check::numbers($is_static)))) {
            refuse::<$($of)*, R>()
        }
    };

    // With a plan for run-time leaves, the engine runs where the plan does not hold.
    (@planned $how:ident wrapped {} $layout:ident [$($of:tt)*] {$is_static:ty}
        $a:ident {$($known:tt)*} $labels:tt {$($value:tt)*} {$engine:expr} {{$plan:expr} $second:tt} {} $call:tt) => {{
        let (outer, plain) = $layout.parts();
        let by_plan = || run! { @by_plan plain [$($of)*] $a {$($known)*} {$plan} $second };
        // `move`, so that a caller passes the leaves in registers instead of storing them for the way that is refused.
        let by_engine = move || {
            let $a = PlainLayout::plain(plain);
            $($value)*
            check::answer::<Found<$($of)*>>($engine)
        };
        run! { @either $how {$is_static} by_plan by_engine outer }
    }};
    (@planned $how:ident carried {$t:ident: $T:ident} $layout:ident [$($of:tt)*] {$is_static:ty}
        $a:ident {$($known:tt)*} $labels:tt {$($value:tt)*} {$engine:expr} {{$plan:expr} $second:tt} {} $call:tt) => {{
        if <<$T as Tiler>::OffsetMap as OffsetMap>::IS_IDENTITY {
            let (outer, plain) = $layout.parts();
            let by_plan = || run! { @by_plan plain [$($of)*] $a {$($known)*} {$plan} $second };
            // `move`, as in `wrapped`.
            let by_engine = move || {
                let $a = PlainLayout::plain(plain);
                $($value)*
                check::answer::<Found<$($of)*>>($engine)
            };
            run! { @unswizzled $how {$is_static} by_plan by_engine outer [A, $T, Found<$($of)*>] }
        } else {
            run! { @composed $how $layout $t [A, $T, Found<$($of)*>] }
        }
    }};
    (@planned $how:ident padded {$Form:ty, $t:ident: $T:ident} $layout:ident [$($of:tt)*] {$is_static:ty}
        $a:ident {$($known:tt)*} $labels:tt {$($value:tt)*} {$engine:expr} {{$plan:expr} $second:tt} {} $call:tt) => {{
        let (outer, plain) = $layout.parts();
        let mut table = None;
        // `move`, as in `wrapped`.
        let result = if <IsPlanned<PlainOf<A>, $T> as Bool>::VALUE {
            let by_plan = || run! { @by_plan plain [$($of)*] $a {$($known)*} {$plan} $second };
            let by_engine = move || {
                let $a = PlainLayout::plain(plain);
                $($value)*
                Ok(check::fill::<Found<$($of)*>>(&$engine?.layout()))
            };
            run! { @either $how {$is_static} by_plan by_engine outer }
        } else {
            // The guard needs the engine's table.
            let (by_plan, guard) = (|| Planned::Open, &mut table);
            let by_engine = move || {
                let $a = PlainLayout::plain(plain);
                $($value)*
                let padded = $engine?;
                *guard = Some(padded.guard());
                Ok(check::fill::<Found<$($of)*>>(&padded.layout()))
            };
            run! { @either $how {$is_static} by_plan by_engine outer }
        };
        run! { @guarded $how result { <$is_static as GuardOf>::guard(plain, table) } }
    }};
    (@guarded compute $result:ident $guard:block) => { $result.map(|divided| Padded::new(divided, $guard)) };
    (@guarded compute_or_panic $result:ident $guard:block) => { Padded::new($result, $guard) };
    (@unswizzled compute {$is_static:ty} $by_plan:ident $by_engine:ident $outer:ident [$($of:tt)*]) => {
        <$is_static as Bool>::try_planned_or($by_plan, $by_engine)
            .map(|plain| check::carried::unswizzled::<$($of)*>($outer, plain))
    };
    (@unswizzled compute_or_panic {$is_static:ty} $by_plan:ident $by_engine:ident $outer:ident [$($of:tt)*]) => {
        check::carried::unswizzled::<$($of)*>($outer, <$is_static as Bool>::planned_or_panic($by_plan, $by_engine))
    };
    (@composed compute $layout:ident $t:ident [$($of:tt)*]) => { check::carried::composed::<$($of)*>($layout, $t) };
    (@composed compute_or_panic $layout:ident $t:ident [$($of:tt)*]) => {
        check::carried::composed_or_panic::<$($of)*>($layout, $t)
    };
    (@by_plan $plain:ident [$($of:tt)*] $a:ident {$($known:tt)*} {$plan:expr} $second:tt) => {{
        let plan: &'static Option<layout_core::Plan> = const {
            let $a = A::FORM;
            $($known)*
            &check::plan_of::<PlainOf<A>, Found<$($of)*>>($plan)
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
    (@planned compute $kind:ident $with:tt $layout:ident $of:tt $is_static:tt
        $a:ident {$($known:tt)*} {$($labels:tt)*} $value:tt $engine:tt {} $compute:tt $call:tt) => {
        run! { @compute $kind $with $layout $of $is_static $a {$($known)* $($labels)*} $value $engine $compute }
    };
    (@planned compute_or_panic $kind:ident $with:tt $layout:ident $of:tt $is_static:tt
        $a:ident $known:tt $labels:tt $value:tt $engine:tt {} $compute:tt {$all_static:tt $call:expr}) => {
        run! { @unwrap $kind $all_static $call }
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
    (@compute number {} $layout:ident [$($of:tt)*] {$is_static:ty}
        $a:ident $known:tt $value:tt $engine:tt {$compute:expr}) => {{
        let $a = $layout.parts().1;
        let number: Result<Found<$($of)*>, LayoutError> =
            <$is_static as Bool>::try_static_value_or(|| $compute.map(|n| check::counted(n)));
        number.map(|layout| layout.shape())
    }};
    (@compute undone $why:tt $layout:ident [$($of:tt)*] {$is_static:ty}
        $a:ident $known:tt $value:tt {$engine:expr} $compute:tt) => {{
        let (outer, plain) = $layout.parts();
        run! { @plain plain [$($of)*] {$is_static} $a $value {$engine} $compute }.map(|plain| outer.wrap(plain))
    }};
    (@compute through {$Through:ty} $layout:ident [$($of:tt)*] {$is_static:ty}
        $a:ident $known:tt $value:tt {$engine:expr} {}) => {
        <<A as AnyLayout>::IsStatic as Bool>::try_static_value_or(|| {
            check::carried::alone::<A, $Through, Found<$($of)*>>($layout, |$a| $engine, |$a| $engine)
        })
        .map(|result| result.wrap())
    };
    (@compute moved {$($made:ident)?} $layout:ident [$($of:tt)*] {$is_static:ty}
        $a:ident {$($known:tt)*} $value:tt {$engine:expr} {}) => {{
        let (outer, plain) = $layout.parts();
        let result = <$is_static as Bool>::try_static_value_or(|| {
            let plan: &'static layout_core::Layout = const {
                let $a = check::labels(&A::FORM, 0);
                $($known)*
                &check::planned::<PlainOf<A>, Layout<(), ()>, Found<$($of)*>>($engine)
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
                let $a = check::labels(&A::FORM, 0);
                $($known)*
                &check::planned::<PlainOf<A>, PlainOf<$B>, Found<$($of)*>>($engine)
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
                let $a = check::integers_of::<A>();
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
    (@unwrap $kind:ident {$is_static:ty} $result:expr) => { <$is_static as Bool>::static_value_or_panic(|| $result) };

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
    (@sections $kind:ident []) => {
        "\n\n# Compile errors\n\nStatic integers without a result: the message has the rule and the operands. An \
            operand that breaks the rule of nesting in the signature."
    };
    (@sections $kind:ident [$try_name:ident]) => {
        concat!(
            "\n\n# Panics\n\nWhere run-time integers are refused, with the text of the error of [`",
            stringify!($try_name), "`](Self::", stringify!($try_name), ").\n\n# Compile errors\n\nStatic integers \
            that are refused: the message has the rule and the operands. An operand that breaks the rule of \
            nesting in the signature.",
        )
    };
}

pub(crate) use run;
