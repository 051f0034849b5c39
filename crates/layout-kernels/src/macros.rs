//! The macros. `layout-macros` expands notation; each macro gives it the path of this crate, `$crate`, so a dependency may
//! have another name.

/// `c[..] = a[..] * b[..]` over named indices: an index that C does not have is summed over. NumPy: `einsum`.
///
/// | written | computed |
/// |---|---|
/// | `c[m, n] = a[m, k] * b[k, n]` | a product of matrices |
/// | `c[m, n] += a[m, k] * b[k, n]` | added to C |
/// | `c[l, m, n] = a[l, m, k] * b[l, k, n]` | a batch of products: each operand and C have `l` |
/// | `c[a, b] = x[a, i, j] * y[j, b, i]` | several indices summed over |
/// | `c[i] = a[i, j]` | sums of rows |
/// | `c[i, j] = a[j, i]` | a transposition |
/// | `c[] = a[i] * b[i]` | a scalar: C has one element |
/// | `c[i] = a[i, i]` | a diagonal |
/// | `y[n, p, q, k] = x[n, p + r, q + s, c] * w[r, s, c, k]` | a convolution; `2 * p + r` with a stride of 2 |
///
/// A, B and C are tensors of any layouts, or expressions in parentheses; C is borrowed mutably. They have the elements of
/// [`gemm`](fn@crate::gemm()), and other integers, which wrap around.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::contract;
/// let a = Boxed::from_offsets(layout!((2, 3, 4)), |i| i as f32);
/// let b = Boxed::from_offsets(layout!((4, 2, 5)), |i| i as f32);
/// let mut c = Boxed::filled(layout!((5, 3)), 0.0);
/// contract!(c[n, m] = a[i, m, k] * b[k, i, n]);
/// let sum = |m: usize, n: usize| -> f32 {
///     (0..2).flat_map(|i| (0..4).map(move |k| (i, k))).map(|(i, k)| a[(i, m, k)] * b[(k, i, n)]).sum()
/// };
/// assert_eq!(c[(4, 2)], sum(2, 4));
/// ```
///
/// No operand is copied to another order: indices are grouped to the modes of matrices, which products take with any strides.
/// Static layouts are planned when the program compiles.
///
/// # Panics
/// If run-time extents disagree, or a run-time layout of C maps two coordinates to one element.
///
/// # Compile errors
/// At its tokens: an index of C that no operand has, or that C has twice; an index that only sums have, because its extent is then
/// unknown; more than two operands.
/// ```text
/// contract!(c[i, k] = a[i, j]);
///                ^ no operand has the index `k`: they have `i`, `j`
/// ```
/// And when the number of modes of a tensor is not the number of its indices, static extents of an index differ, or a static C maps
/// two coordinates to one element:
/// ```compile_fail,E0080
/// # use static_layout::*;
/// # use static_layout_kernels::contract;
/// # let (a, b) = (Owned::filled(layout!((4, 5)), 1.0), Owned::filled(layout!((6, 3)), 1.0));
/// # let mut c = Owned::filled(layout!((4, 3)), 0.0);
/// // cannot contract (4,5):(1,4)[m,k] by (6,3):(1,6)[k,n] into (4,3):(1,4)[m,n]: k is 5 in A and 6 in B
/// contract!(c[m, n] = a[m, k] * b[k, n]);
/// ```
#[macro_export]
macro_rules! contract {
    ($($notation:tt)*) => { $crate::__private::contract! { $crate $($notation)* } };
}

/// The indices as a type, and the call: what `layout-macros` makes of [`contract!`].
#[macro_export]
#[doc(hidden)]
macro_rules! __contract {
    (
        $adds:literal, $names:tt, [$($a:tt)*], [$($b:tt)*], $c:tt,
        ($($to:tt)+), ($($x:tt)+) $(, ($($y:tt)+))?
    ) => {{
        struct __Contraction;
        impl $crate::contract::Names for __Contraction {
            const INDICES: $crate::contract::Indices<'static> = $crate::contract::Indices {
                names: &$names,
                inputs: [&[$($a)*], &[$($b)*]],
                output: &$c,
            };
            const ADDS: bool = $adds;
        }
        #[allow(unused_imports)]
        use $crate::Writable as _;
        $crate::__contract!(@call ($($x)+) $(($($y)+))?, &mut ($($to)+).writable())
    }};
    (@call ($($x:tt)+), $to:expr) => {
        $crate::contract::one::<__Contraction, _, _, _, _>($crate::contract::input(&($($x)+)), $to)
    };
    (@call ($($x:tt)+) ($($y:tt)+), $to:expr) => {
        $crate::contract::two::<__Contraction, _, _, _, _, _, _>(
            $crate::contract::input(&($($x)+)),
            $crate::contract::input(&($($y)+)),
            $to,
        )
    };
}
