//! Operations that only move modes: a plan that the algebra on plain integers makes in `const`, as methods.

/// `$plan` of `$layout`: a static result is compared with it in `const`; the leaves of another one move as
/// it does labels, and `$end` finishes. `@moved` does not ask.
macro_rules! one {
    ($layout:expr, $A:ty, $out:ty, |$a:ident| $plan:expr) => {
        one!($layout, $A, $out, |$a| $plan, Ok)
    };
    ($layout:expr, $A:ty, $out:ty, |$a:ident| $plan:expr, $end:expr) => { at_caller! {{
        const {
            if <<$A as AnyLayout>::IsStatic as Bool>::VALUE {
                let $a = <$A as PlainLayout>::DESC;
                moved::<$A, Layout<(), ()>, $out>(&$plan)
            } else {
                let $a = labels(&<$A as PlainLayout>::DESC, 0);
                match $plan {
                    Ok(plan) => fits::<$out>(&plan),
                    Err(_) => {
                        let $a = <$A as PlainLayout>::DESC;
                        refused($plan)
                    }
                }
            }
        };
        one!(@moved $layout, $A, $out, |$a| $plan, $end)
    }}};
    (@moved $layout:expr, $A:ty, $out:ty, |$a:ident| $plan:expr, $end:expr) => {
        <<$A as AnyLayout>::IsStatic as Bool>::static_value_or_panic(|| {
            let plan: &'static value::Layout = const {
                let $a = labels(&<$A as PlainLayout>::DESC, 0);
                &planned::<$out>($plan)
            };
            $end(rearrange::<$A, Layout<(), ()>, $out>($layout, Layout::default(), plan))
        })
    };
    (@any $self:ident, $out:ty, |$a:ident| $plan:expr $(, $end:expr)?) => {{
        let (outer, plain) = $self.parts();
        outer.wrap(one!(plain, PlainOf<Self>, $out, |$a| $plan $(, $end)?))
    }};
}

/// The same of two layouts.
macro_rules! two {
    ($layout:expr, $A:ty, $b:ident: $B:ident, $out:ty, |$a:ident, $bb:ident| $plan:expr) => { at_caller! {{
        const {
            let $bb = operand::<$B>();
            if <BothStatic<$A, $B> as Bool>::VALUE {
                let $a = <$A as PlainLayout>::DESC;
                moved::<$A, PlainOf<$B>, $out>(&$plan)
            } else {
                let $a = labels(&<$A as PlainLayout>::DESC, 0);
                let $bb = &labels($bb, value::MAX_LEAVES);
                match $plan {
                    Ok(plan) => fits::<$out>(&plan),
                    Err(_) => {
                        let ($a, $bb) = (<$A as PlainLayout>::DESC, operand::<$B>());
                        refused($plan)
                    }
                }
            }
        };
        two!(@moved $layout, $A, $b: $B, $out, |$a, $bb| $plan)
    }}};
    (@moved $layout:expr, $A:ty, $b:ident: $B:ident, $out:ty, |$a:ident, $bb:ident| $plan:expr) => {
        <BothStatic<$A, $B> as Bool>::static_value_or_panic(|| {
            let plan: &'static value::Layout = const {
                let $a = labels(&<$A as PlainLayout>::DESC, 0);
                let $bb = &labels(operand::<$B>(), value::MAX_LEAVES);
                &planned::<$out>($plan)
            };
            // Modes that fit one by one can be too large together.
            made(rearrange::<$A, PlainOf<$B>, $out>($layout, $b.parts().1, plan))
        })
    };
    (@any $self:ident, $b:ident: $B:ident, $out:ty, |$a:ident, $bb:ident| $plan:expr) => {{
        let (outer, plain) = $self.parts();
        outer.wrap(two!(plain, PlainOf<Self>, $b: $B, ops::With<$B, $out>, |$a, $bb| $plan))
    }};
}

pub(super) use {one, two};
