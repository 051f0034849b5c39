//! Compares a product with its definition, in whole numbers: for any layouts, on one machine, on each, or on the widest.

use std::fmt::Debug;

use static_layout::*;
use static_layout_kernels::gemm_on;
use static_layout_kernels::simd::{self, Element, Machine, Portable};

/// Elements made from small whole numbers, so that every sum is exact.
pub(crate) trait Number: Element + Debug {
    fn of(x: i32) -> Self;
    fn value(self) -> i64;
    /// A value that no sum has, and that changes every sum that it is added to.
    const SPOILED: Self;
}
macro_rules! number {
    ($($t:ty, $spoiled:expr;)*) => {$(
        impl Number for $t {
            fn of(x: i32) -> $t {
                x as $t
            }
            fn value(self) -> i64 {
                self as i64
            }
            const SPOILED: $t = $spoiled;
        }
    )*};
}
number! { f32, f32::NAN; f64, f64::NAN; i32, 1 << 30; }

/// A matrix with its elements.
struct CStorage<T, L> {
    data: Vec<T>,
    origin: usize,
    layout: L,
}

impl<T: Number, L: AnyLayout> CStorage<T, L> {
    /// Elements without a coordinate, and those before and after the matrix, have the value `SPOILED`.
    fn new(layout: L, [rows, columns]: [usize; 2], f: impl Fn(usize, usize) -> T) -> Self {
        let coords = || (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j)));
        let offsets = || coords().map(|c| layout.offset(c));
        let least = offsets().min().unwrap_or(0).min(0);
        let most = offsets().max().unwrap_or(0).max(0);
        let origin = (3 - least) as usize;
        let mut data = vec![T::SPOILED; origin + most as usize + 4];
        for (i, j) in coords() {
            data[origin.wrapping_add_signed(layout.offset((i, j)))] = f(i, j);
        }
        CStorage { data, origin, layout }
    }
    fn view(&self) -> View<'_, T, L> {
        View::with_origin(&self.data, self.origin, self.layout).unwrap()
    }
    fn view_mut(&mut self) -> ViewMut<'_, T, L> {
        ViewMut::with_origin(&mut self.data, self.origin, self.layout).unwrap()
    }
}

#[allow(clippy::eq_op, reason = "only what is not a number differs from itself")]
fn same<T: Number>(x: T, y: T) -> bool {
    x == y || !(x == x || y == y)
}

fn element<T: Number>(seed: usize, i: usize, j: usize) -> T {
    T::of((seed * 31 + i * 7 + j * 5) as i32 % 9 - 4)
}

/// One product on one machine, with each update.
pub(crate) fn check_on<T: Number, A: AnyLayout, B: AnyLayout, C: AnyLayout>(
    [m, n, k]: [usize; 3],
    (a, b, c): (A, B, C),
    run: impl Fn(T, View<'_, T, A>, View<'_, T, B>, T, &mut ViewMut<'_, T, C>),
) {
    let a = CStorage::new(a, [m, k], |i, l| element::<T>(1, i, l));
    let b = CStorage::new(b, [k, n], |l, j| element::<T>(2, l, j));
    for (alpha, beta) in [(1, 0), (1, 1), (2, -3)] {
        let old = |i, j| if beta == 0 { T::SPOILED } else { element::<T>(3, i, j) };
        let expected = CStorage::new(c, [m, n], |i, j| {
            let sum: i64 =
                (0..k).map(|l| element::<T>(1, i, l).value() * element::<T>(2, l, j).value()).sum();
            let old = if beta == 0 { 0 } else { old(i, j).value() };
            T::of(alpha * sum as i32 + beta * old as i32)
        });
        let mut c = CStorage::new(c, [m, n], old);
        run(T::of(alpha), a.view(), b.view(), T::of(beta), &mut c.view_mut());
        for (at, (&x, &y)) in c.data.iter().zip(&expected.data).enumerate() {
            assert!(
                same(x, y),
                "{} times {} into {}, {alpha} and {beta}: {x:?} for {y:?} at {at}",
                a.layout,
                b.layout,
                c.layout,
            );
        }
    }
}

/// Compares one product on one machine with the definition.
fn on<M: Machine, T: Number, A: AnyLayout, B: AnyLayout, C: AnyLayout>(
    machine: M,
    sizes: [usize; 3],
    layouts: (A, B, C),
) {
    check_on::<T, _, _, _>(sizes, layouts, |alpha, a, b, beta, c| {
        gemm_on(machine, alpha, a, b, beta, c);
    });
}

/// One product on every machine.
pub(crate) fn check<T: Number, A: AnyLayout, B: AnyLayout, C: AnyLayout>(
    sizes: [usize; 3],
    layouts: (A, B, C),
) {
    on::<_, T, _, _, _>(Portable, sizes, layouts);
    #[cfg(target_arch = "x86_64")]
    check_vectors::<T, _, _, _>(sizes, layouts);
}

/// One product on every machine with vector instructions.
#[cfg(target_arch = "x86_64")]
pub(crate) fn check_vectors<T: Number, A: AnyLayout, B: AnyLayout, C: AnyLayout>(
    sizes: [usize; 3],
    layouts: (A, B, C),
) {
    use static_layout_kernels::simd::{Avx2, Avx512};
    if let Some(machine) = Avx512::detect() {
        on::<_, T, _, _, _>(machine, sizes, layouts);
    }
    if let Some(machine) = Avx2::detect() {
        on::<_, T, _, _, _>(machine, sizes, layouts);
    }
}

/// One product on every machine with vector instructions: on the portable one, if no other is known.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) use check as check_vectors;

/// One product on the longest vectors, or on the portable ones. Each machine has its own code, and many types of layouts are
/// compared on each.
pub(crate) fn check_widest<T: Number, A: AnyLayout, B: AnyLayout, C: AnyLayout>(
    sizes: [usize; 3],
    layouts: (A, B, C),
) {
    #[cfg(target_arch = "x86_64")]
    if let Some(machine) = simd::Avx512::detect() {
        return check_on::<T, _, _, _>(sizes, layouts, |alpha, a, b, beta, c| {
            gemm_on(machine, alpha, a, b, beta, c);
        });
    }
    check_on::<T, _, _, _>(sizes, layouts, |alpha, a, b, beta, c| {
        gemm_on(Portable, alpha, a, b, beta, c);
    });
}
