//! [`dispatch!`](crate::dispatch): from run-time numbers to const parameters.

/// Runs a kernel with const tiles if run-time numbers are in a list, otherwise another expression.
///
/// `dispatch!(N = n in [8, 16] => f::<N>(), else => g(n))` is `match n { 8 => f::<8>(), 16 => f::<16>(), _ => g(n) }`.
/// Several numbers are tuples. The list has integers and names of constants, without a path: `[8, BIG]` after
/// `use config::BIG`. In the first expression the names are constants, so macros take them as static.
/// Each row of the list compiles another copy of the kernel; the expression after `else` serves all other numbers.
///
/// ```
/// use static_layout::*;
/// fn tiles(m: usize, n: usize, bm: usize, bn: usize) -> String {
///     let a = layout!((m, n):row);
///     dispatch!((BM, BN) = (bm, bn) in [(16, 8), (32, 32)] =>
///         format!("{:#}", a.zipped_divide(tile!(BM, BN))),
///         else => format!("{:#}", a.zipped_divide(tile!(bm, bn))))
/// }
/// assert_eq!(tiles(64, 64, 16, 8), "((_16,_8),(4,8)):((64,_1),(1024,_8))");
/// assert_eq!(tiles(64, 64, 2, 8), "((2,8),(32,8)):((64,_1),(128,8))");
/// ```
#[macro_export]
macro_rules! dispatch {
    ($($input:tt)*) => { $crate::__dispatch!(@numbers [] $($input)*) };
}

/// Reads up to `in`, which cannot follow an expression in a pattern of `macro_rules`.
#[macro_export]
#[doc(hidden)]
macro_rules! __dispatch {
    (@numbers [$names:tt = $($numbers:tt)+] in [$($row:tt),+ $(,)?] => $body:expr, else => $other:expr $(,)?) => {
        match $($numbers)+ {
            $($crate::__dispatch!(@pattern $row) => $crate::__dispatch!(@constants $names $row $body),)+
            _ => $other,
        }
    };
    (@numbers [$names:tt = $($numbers:tt)+] in [$($row:tt),+ $(,)?] => $body:expr $(, $($rest:tt)*)?) => {
        ::core::compile_error!(
            "`else` is missing: `.., else => other` after the kernel, for numbers that are not in the list"
        )
    };
    (@numbers [$($read:tt)*] $next:tt $($rest:tt)*) => {
        $crate::__dispatch!(@numbers [$($read)* $next] $($rest)*)
    };
    (@numbers [$($read:tt)*]) => {
        ::core::compile_error!(
            "expected `(BM, BN) = (bm, bn) in [(16, 8), (32, BIG)] => kernel, else => other`; a constant with a path \
             needs a `use`"
        )
    };
    // A literal or the name of a constant is its own pattern; `@constants` reports anything else.
    (@pattern ($value:tt,)) => { ($crate::__dispatch!(@pattern $value),) };
    (@pattern ($($value:tt),+ $(,)?)) => { ($($crate::__dispatch!(@pattern $value)),+) };
    (@pattern $value:literal) => { $value };
    (@pattern $value:ident) => { $value };
    (@pattern $value:tt) => { _ };
    (@constants ($name:ident $(, $names:ident)* $(,)?) ($value:tt $(, $values:tt)* $(,)?) $body:expr) => {{
        const $name: usize = $crate::__dispatch!(@value $value);
        $crate::__dispatch!(@constants ($($names),*) ($($values),*) $body)
    }};
    (@constants () () $body:expr) => { $body };
    (@constants $name:ident $value:tt $body:expr) => {{
        const $name: usize = $crate::__dispatch!(@value $value);
        $body
    }};
    (@constants $names:tt $row:tt $body:expr) => {
        ::core::compile_error!("a row of the list has one number for each name: `(BM, BN) = .. in [(16, 8)]`")
    };
    (@value $value:literal) => { $value };
    (@value $value:ident) => { $value };
    (@value ($($values:tt)*)) => {
        ::core::compile_error!("a row of the list has one number for each name: `(BM, BN) = .. in [(16, 8)]`")
    };
    (@value $value:tt) => {
        ::core::compile_error!(::core::concat!(
            "a row of the list has integers and names of constants, not `", ::core::stringify!($value),
            "`; a constant with a path needs a `use`"
        ))
    };
}
