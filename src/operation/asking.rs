//! One operation at a time: the question that the judge is asked about it, and the answer.

/// The operation `$op` with an operand of the type `$T`, of the plain layout `A`: static if `$is_static`,
/// its result `$out`, and the same operation `$ask` on what is known of the integers, those of a tuple `$t` of the
/// type `$P` with them.
macro_rules! question {
    ($vis:vis $op:ident[$($g:tt)*] $T:ty; $is_static:ty; $out:ty; |$a:ident $(, $t:ident: $P:ty)?| $ask:expr) => {
        question! { $vis $op[$($g)*] $T where; $is_static; $out; |$a $(, $t: $P)?| $ask }
    };
    ($vis:vis $op:ident[$($g:tt)*] $T:ty where $($bound:ident<$n:ident>: $Bound:ident),*;
        $is_static:ty; $out:ty; |$a:ident $(, $t:ident: $P:ty)?| $ask:expr) => {
        $vis enum $op {}
        impl<A: PlainLayout, R: PlainLayout, $($g)*> $crate::operation::Answers<$op, $T, R> for A
        where
            $($bound<$n>: $Bound,)*
        {
            const PASSES: bool = {
                let $a = <A as PlainLayout>::DESC;
                $(let $t = <$P as IntTuple>::DESC;)?
                check::passes::<R>(<$is_static as Bool>::VALUE, &$ask)
            };
        }
        impl<A: PlainLayout, $($g)*> Asks<$op, $T> for A
        where
            $($bound<$n>: $Bound,)*
        {
            const PASSES: bool = <A as $crate::operation::Answers<$op, $T, $out>>::PASSES;
            const PASSES_ANY: bool = <A as Asks<$op, $T>>::PASSES;
            const REFUSAL: check::Refusal = match question!(@operand $($g)*) {
                Some(text) => layout_core::Text::of(text),
                None => check::refusal::<$out>(
                    <$is_static as Bool>::VALUE,
                    [
                        &{
                            let $a = <A as PlainLayout>::DESC;
                            $(let $t = <$P as IntTuple>::DESC;)?
                            $ask
                        },
                        &{
                            let $a = <A as PlainLayout>::DESC.with_unknown_leaves(0);
                            $(let $t = <$P as IntTuple>::DESC.with_unknown_leaves(0);)?
                            $ask
                        },
                        &{
                            let $a = <A as PlainLayout>::DESC.with_unknown_leaves(1);
                            $(let $t = <$P as IntTuple>::DESC.with_unknown_leaves(1);)?
                            $ask
                        },
                    ],
                ),
            };
        }
    };
    // What stands in for no integer is refused in words of its own.
    (@operand $P:ident: IntTuple $(, $O:ident: IntTuple)?) => {
        check::refused_numeral::<$P>()
    };
    (@operand $($other:tt)*) => {
        None
    };
}
pub(crate) use question;

/// The answer of an operation of `self`, a plain layout, after `$judge`: the question to the judge,
/// written where the macro is used, so that the compiler's messages point there. `@or_panic` panics where it
/// is refused.
macro_rules! ask {
    ($self:ident, $judge:expr, $is_static:ty, |$a:ident| $ask:expr) => {
        ask!(@how try_static_value_or $self, $judge, $is_static, |$a| $ask)
    };
    (@or_panic $self:ident, $judge:expr, $is_static:ty, |$a:ident| $ask:expr) => {
        ask!(@how static_value_or_panic $self, $judge, $is_static, |$a| $ask)
    };
    (@how $how:ident $self:ident, $judge:expr, $is_static:ty, |$a:ident| $ask:expr) => {{
        $judge;
        <$is_static as Bool>::$how(|| {
            let $a = $self.plain();
            check::answer($ask)
        })
    }};
}
pub(crate) use ask;

/// The same of any layout: of the plain one inside, put through what is around it. `@plain` leaves that
/// away.
macro_rules! asked {
    (@plain $self:ident, $judge:expr, $is_static:ty, |$a:ident| $ask:expr) => {{
        $judge;
        <$is_static as Bool>::try_static_value_or(|| {
            let $a = $self.parts().1.plain();
            check::answer($ask)
        })
    }};
    ($self:ident, $judge:expr, $is_static:ty, |$a:ident| $ask:expr) => {{
        $judge;
        let (outer, plain) = $self.parts();
        let answer = <$is_static as Bool>::try_static_value_or(|| {
            let $a = plain.plain();
            check::answer($ask)
        });
        answer.map(|layout| outer.wrap(layout))
    }};
}
pub(crate) use asked;
