//! Multiplies matrices of any small layouts on each machine, in place, in packed blocks (which are small under
//! `cfg(fuzzing)`) and on threads, and convolves images, and compares each element of C's buffer with the definition. Sums are of small whole numbers, so that every order of summation has one result. Buffers are as
//! long as the layout needs.

#![no_main]

#[path = "kernels/panics.rs"]
mod panics;

use std::collections::BTreeSet;

use half::bf16;
use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use panics::panics;
use static_layout::int::Negative;
use static_layout::typenum::{U1, U4, U8};
use static_layout::*;
use static_layout_kernels::gemm::{Broadcast, TiledMma};
use static_layout_kernels::simd::{Avx2, Avx512, Element, Machine, Portable};
use static_layout_kernels::*;

/// A buffer as long as a layout needs, and the offsets of the layout's coordinates `(row, column)`.
#[derive(Clone)]
struct Buffer<T> {
    elements: Box<[T]>,
    origin: usize,
    offsets: Vec<i64>,
}

/// Elements made from small whole numbers.
trait Number: Copy + PartialEq + std::fmt::Debug {
    fn of(x: i64) -> Self;
    fn value(self) -> i64;
}
macro_rules! number {
    ($($t:ty)*) => {$(
        impl Number for $t {
            fn of(x: i64) -> Self {
                x as $t
            }
            fn value(self) -> i64 {
                self as i64
            }
        }
    )*};
}
number! { f32 f64 i32 i64 i8 u8 }
impl Number for bf16 {
    fn of(x: i64) -> Self {
        Self::from_f32(x as f32)
    }
    fn value(self) -> i64 {
        self.to_f32() as i64
    }
}

impl<T: Number> Buffer<T> {
    /// `None` if the layout is refused over every small buffer.
    fn new<L: AnyLayout>(layout: L, offsets: Vec<i64>, seed: i64) -> Option<Self> {
        let least = offsets.iter().copied().min().unwrap_or(0).min(0);
        let most = offsets.iter().copied().max().unwrap_or(-1);
        for more in [0_usize, 64] {
            let origin = more + least.unsigned_abs() as usize;
            let length = usize::try_from(origin as i64 + most + 1).ok()? + more;
            if length > 1 << 16 {
                return None;
            }
            let elements: Box<[T]> =
                (0..length as i64).map(|i| T::of((i * 7 + seed) % 9 - 4)).collect();
            if View::with_origin(&elements, origin, layout).is_ok() {
                return Some(Buffer { elements, origin, offsets });
            }
        }
        None
    }

    fn place(&self, index: usize) -> usize {
        (self.origin as i64 + self.offsets[index]) as usize
    }

    fn at(&self, index: usize) -> i64 {
        self.elements[self.place(index)].value()
    }

    fn view<L: AnyLayout>(&self, layout: L) -> View<'_, T, L> {
        View::with_origin(&self.elements, self.origin, layout).unwrap()
    }

    fn view_mut<L: AnyLayout>(&mut self, layout: L) -> ViewMut<'_, T, L> {
        ViewMut::with_origin(&mut self.elements, self.origin, layout).unwrap()
    }

    fn is_distinct(&self) -> bool {
        self.offsets.iter().collect::<BTreeSet<_>>().len() == self.offsets.len()
    }
}

/// A layout, and its offsets by linear index, computed by `layout-core`.
type Listed<L> = (L, Vec<i64>);

macro_rules! listed {
    ($layout:expr) => {{
        let layout = $layout;
        (layout, layout.to_dynamic().iter().collect::<Vec<i64>>())
    }};
}

/// A product that runs, or a refusal of a C in which two coordinates share an element, which writes nothing. The elements
/// `I` of A and `J` of B may be others than those of C.
fn check<T: Number, I: Number, J: Number, A: AnyLayout, B: AnyLayout, C: AnyLayout>(
    [m, n, k]: [usize; 3],
    batches: usize,
    (a, b, c): (Listed<A>, Listed<B>, Listed<C>),
    [alpha, beta]: [i64; 2],
    product: impl Fn(T, View<'_, I, A>, View<'_, J, B>, T, &mut ViewMut<'_, T, C>),
) {
    let Some(x) = Buffer::<I>::new(a.0, a.1, 1) else { return };
    let Some(y) = Buffer::<J>::new(b.0, b.1, 2) else { return };
    let Some(old) = Buffer::<T>::new(c.0, c.1, 3) else { return };
    let mut new = old.clone();
    let mut run =
        || product(T::of(alpha), x.view(a.0), y.view(b.0), T::of(beta), &mut new.view_mut(c.0));
    let mut expected = old.elements.clone();
    if old.is_distinct() {
        run();
        for l in 0..batches {
            for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
                let sum: i64 =
                    (0..k).map(|p| x.at(i + m * (p + k * l)) * y.at(p + k * (j + n * l))).sum();
                let at = i + m * (j + n * l);
                expected[old.place(at)] = T::of(alpha * sum + beta * old.at(at));
            }
        }
    } else {
        assert!(panics(run), "{} times {} into {}", a.0, b.0, c.0);
    }
    assert!(new.elements == expected, "{} times {} into {}: {alpha}, {beta}", a.0, b.0, c.0);
}

/// Lets kernels use at most these instructions: 1 no vectors, 2 AVX2, 3 AVX-512, 4 AMX.
fn limit_machine(most: u8) {
    #[cfg(target_arch = "x86_64")]
    static_layout_kernels::simd::limit_machine(most);
}

/// On one machine.
fn on<M: Machine, T: Number + Element, A: AnyLayout, B: AnyLayout, C: AnyLayout>(
    machine: M,
    sizes: [usize; 3],
    layouts: (Listed<A>, Listed<B>, Listed<C>),
    factors: [i64; 2],
) {
    check::<T, T, T, A, B, C>(sizes, 1, layouts, factors, |alpha, a, b, beta, c| {
        gemm_on(machine, alpha, a, b, beta, c);
    });
}

/// On one machine, by an atom that the caller brings.
fn brought<M: Machine, T: Number + Element, A: AnyLayout, B: AnyLayout, C: AnyLayout>(
    machine: M,
    sizes: [usize; 3],
    layouts: (Listed<A>, Listed<B>, Listed<C>),
    factors: [i64; 2],
) {
    check::<T, T, T, A, B, C>(sizes, 1, layouts, factors, |alpha, a, b, beta, c| {
        let mma = TiledMma::new(Broadcast(T::vectors(machine)), layout!((2, 4):col));
        gemm_with(mma, alpha, a, b, beta, c);
    });
}

/// On each machine.
fn everywhere<T: Number + Element, A: AnyLayout, B: AnyLayout, C: AnyLayout>(
    machine: u8,
    sizes: [usize; 3],
    layouts: (Listed<A>, Listed<B>, Listed<C>),
    factors: [i64; 2],
) {
    match (machine, Avx2::detect(), Avx512::detect()) {
        (0, ..) => on::<_, T, A, B, C>(Portable, sizes, layouts, factors),
        (1, Some(machine), _) => on::<_, T, A, B, C>(machine, sizes, layouts, factors),
        (2, _, Some(machine)) => on::<_, T, A, B, C>(machine, sizes, layouts, factors),
        (3, Some(machine), _) => brought::<_, T, A, B, C>(machine, sizes, layouts, factors),
        (_, _, Some(machine)) => brought::<_, T, A, B, C>(machine, sizes, layouts, factors),
        _ => (),
    }
}

/// Strides of a matrix: by rows or by columns, with a gap, or any.
fn strides(u: &mut Unstructured, [m, n]: [usize; 2]) -> Result<[usize; 2]> {
    let gap = usize::from(u.int_in_range(0..=5_u8)?.saturating_sub(3));
    Ok(match u.int_in_range(0..=9_u8)? {
        0..=3 => [1, m.max(1) + gap],
        4..=7 => [n.max(1) + gap, 1],
        8 => [2, 2 * m.max(1) + gap],
        _ => [u.int_in_range(0..=20)?, u.int_in_range(0..=20)?],
    })
}

fn minus(x: usize) -> Negative {
    Negative::new(x.max(1))
}

fn products(u: &mut Unstructured) -> Result<()> {
    const USUAL: [usize; 16] = [8, 4, 16, 1, 2, 3, 5, 6, 7, 17, 12, 0, 24, 33, 9, 50];
    let kind = u.int_in_range(0..=20_u8)?;
    let mut extents = [1; 3];
    for extent in &mut extents {
        *extent = USUAL[u.int_in_range(0..=USUAL.len() - 1)?];
    }
    let [m, n, k] = extents;
    let ([p, q], [r, s], [v, w]) = (strides(u, [m, k])?, strides(u, [k, n])?, strides(u, [m, n])?);
    let factors = [[1, 0], [1, 1], [2, -3]][u.int_in_range(0..=2)?];
    let machine = u.int_in_range(0..=4_u8)?;
    limit_machine(4);
    macro_rules! run {
        (everywhere $t:ty: $sizes:expr, $a:expr, $b:expr, $c:expr) => {
            everywhere::<$t, _, _, _>(
                machine,
                $sizes,
                (listed!($a), listed!($b), listed!($c)),
                factors,
            )
        };
        ($machine:ident $t:ty: $sizes:expr, $a:expr, $b:expr, $c:expr) => {
            if let Some(machine) = $machine::detect() {
                let layouts = (listed!($a), listed!($b), listed!($c));
                on::<_, $t, _, _, _>(machine, $sizes, layouts, factors)
            }
        };
    }
    let two = |extents: (usize, usize), strides: (usize, usize)| Layout::new(extents, strides);
    match kind {
        0 => {
            run!(everywhere f32: extents, two((m, k), (p, q)), two((k, n), (r, s)), two((m, n), (v, w)))
        }
        1 => run!(Avx2 i32: extents, two((m, k), (p, q)), two((k, n), (r, s)), two((m, n), (v, w))),
        2 => {
            run!(Avx512 f64: extents, two((m, k), (p, q)), two((k, n), (r, s)), two((m, n), (v, w)))
        }
        3 => {
            run!(Avx2 f32: extents, Layout::new((m, k), (minus(p), q)), Layout::new((k, n), (r, minus(s))), Layout::new((m, n), (minus(v), minus(w))))
        }
        4 => {
            run!(Avx512 i32: extents, two((m, k), (p, q)), Layout::new((k, n), (U1::new(), s)), Layout::new((m, n), (U1::new(), minus(w))))
        }
        5 => {
            // Rows in two modes, of A and of C alike.
            let (rows, sizes) = ((2, m), [2 * m, n, k]);
            run!(Avx512 f32: sizes, Layout::new((rows, k), ((p, 2 * p), q)), two((k, n), (r, s)), Layout::new((rows, n), ((v * m, v), 2 * m * w)))
        }
        6 => {
            run!(Avx2 f32: [8, n, 8], layout!(Sw<2,0,3> o 0 o (8, 8):(8, 1)), Layout::new((U8::new(), n), (r, s)), Layout::new((U8::new(), n), (v, w)))
        }
        7 => {
            run!(Avx512 i32: [8, 4, k], Layout::new((U8::new(), k), (U1::new(), q)), Layout::new((k, U4::new()), (r, s)), layout!(Sw<1,2,2> o 0 o (8, 4):(1, 8)))
        }
        8 => {
            run!(Avx2 f32: [17, 9, 5], layout!((17, 5):row), layout!((5, 9):col), layout!((17, 9):row))
        }
        16 => {
            // Runs of eight along the depth, of A at any stride, and of B.
            let (depth, by) = ((U8::new(), k), 8 * m.max(n));
            let a = Layout::new((m, depth), (p.max(8), (U1::new(), by)));
            let b = Layout::new((depth, n), ((U1::new(), by), 8));
            run!(everywhere f32: [m, n, 8 * k], a, b, two((m, n), (v, w)))
        }
        17 => {
            // Rows that a swizzle keeps together, in columns at any distance.
            let o = r;
            run!(everywhere f64: extents, layout!(Sw<2,2,3> o {o} o (m, k):(1, q)), two((k, n), (r, s)), two((m, n), (v, w)))
        }
        // A chain whose function doubles the rows of A B, or keeps them, and whose third matrix is the identity.
        18 => {
            limit_machine(machine % 4 + 1);
            let identity: Vec<f64> = (0..n * n).map(|at| f64::from(at / n == at % n)).collect();
            let of_identity = View::new(&identity, Layout::new((n, n), (n, 1))).unwrap();
            let layouts = (
                listed!(Layout::new((m, k), (minus(p), q))),
                listed!(two((k, n), (r, s))),
                listed!(Layout::new((m, n), (v, minus(w)))),
            );
            let factors = [factors[0], 0];
            check::<f64, f64, f64, _, _, _>(extents, 1, layouts, factors, |alpha, a, b, _, c| {
                let mut rows = 0..m;
                let scale = |i: usize, row: &mut [f64]| {
                    assert_eq!((Some(i), row.len()), (rows.next(), n));
                    row.iter_mut().for_each(|x| *x *= alpha);
                };
                matmul_chain(a, b, scale, of_identity, c);
            });
        }
        // A product whose sums are scaled by an input that repeats one element, and stored as numbers of another type.
        19 => {
            limit_machine(machine % 4 + 1);
            let layouts = (
                listed!(Layout::new((m, k), (minus(p), q))),
                listed!(two((k, n), (r, s))),
                listed!(Layout::new((m, n), (v, minus(w)))),
            );
            let factors = [factors[0], 0];
            check::<f64, f32, f32, _, _, _>(extents, 1, layouts, factors, |alpha, a, b, _, c| {
                let inputs =
                    (View::new(std::slice::from_ref(&alpha), layout!((m, n):(0, 0))).unwrap(),);
                matmul_epilogue(a, b, inputs, |sum, (x,)| f64::from(sum) * x, c);
            });
        }
        // A contraction whose rows are two indices, stored in the order of C, of numbers and of integers without a product.
        20 => {
            limit_machine(machine % 4 + 1);
            let a = listed!(Layout::new((2, m, k), (p * m.max(1), p, minus(q))));
            let b = listed!(two((k, n), (r, s)));
            let c = listed!(Layout::new((2, m, n), (v * m.max(1), v, minus(w * 2 * m.max(1)))));
            let (sizes, factors) = ([2 * m, n, k], [1, factors[0] - 1]);
            macro_rules! contraction {
                ($t:ty) => {
                    check::<$t, $t, $t, _, _, _>(sizes, 1, (a, b, c), factors, |_, a, b, beta, c| {
                        if beta == <$t as Number>::of(0) {
                            contract!(c[i, j, l] = a[i, j, d] * b[d, l]);
                        } else {
                            contract!(c[i, j, l] += a[i, j, d] * b[d, l]);
                        }
                    })
                };
            }
            if factors[1] == 0 { contraction!(f32) } else { contraction!(i64) }
        }
        // The machine that the program finds, at most that of `machine`.
        9 | 10 => {
            limit_machine(machine % 4 + 1);
            let layouts = (
                listed!(two((m, k), (p, q))),
                listed!(two((k, n), (r, s))),
                listed!(Layout::new((m, n), (v, minus(w)))),
            );
            let (sizes, is_shared) = (extents, kind == 10);
            check::<f64, f64, f64, _, _, _>(sizes, 1, layouts, factors, |alpha, a, b, beta, c| {
                if is_shared {
                    par_gemm(alpha, a, b, beta, c);
                } else {
                    gemm(alpha, a, b, beta, c);
                }
            });
        }
        11 => {
            limit_machine(machine % 4 + 1);
            let a = listed!(Layout::new((m, k), (minus(p), q)));
            let b = listed!(Layout::new((k, n), (minus(r), minus(s))));
            let c = listed!(two((m, n), (v, w)));
            check::<f32, f32, f32, _, _, _>(extents, 1, (a, b, c), [1, 0], |_, a, b, _, c| {
                matmul(a, b, c)
            });
        }
        // Products of bytes: those of the machine that the program finds, and into `f32`.
        13 | 14 => {
            limit_machine(machine % 4 + 1);
            let a = listed!(Layout::new((m, k), (p, minus(q))));
            let b = listed!(Layout::new((k, n), (minus(r), s)));
            let c = listed!(two((m, n), (v, w)));
            let (sizes, other, factors) = (extents, factors[1], [factors[0], 0]);
            macro_rules! products {
                ($t:ty, $i:ty, $j:ty) => {
                    check::<$t, $i, $j, _, _, _>(
                        sizes,
                        1,
                        (a, b, c),
                        factors,
                        |scale, a, b, _, c| {
                            gemm_i8(scale, a, b, c);
                        },
                    )
                };
            }
            match (kind, other & 1) {
                (13, 0) => products!(i32, i8, i8),
                (13, _) => products!(i32, u8, i8),
                (_, 0) => products!(f32, i8, u8),
                _ => products!(f32, u8, u8),
            }
        }
        15 => {
            limit_machine(machine % 4 + 1);
            let a = listed!(Layout::new((m, k), (minus(p), q)));
            let b = listed!(Layout::new((k, n), (r, minus(s))));
            let c = listed!(two((m, n), (v, w)));
            check::<f32, bf16, bf16, _, _, _>(
                extents,
                1,
                (a, b, c),
                factors,
                |alpha, a, b, beta, c| {
                    gemm_bf16(alpha, a, b, beta, c);
                },
            );
        }
        _ => {
            let batches = u.int_in_range(0..=3)?;
            let far = u.int_in_range(0..=60)?;
            let a = listed!(Layout::new((m, k, batches), (p, q, far)));
            let b = listed!(Layout::new((k, n, batches), (r, s, 1)));
            let c = listed!(Layout::new((m, n, batches), (v, w, v * m.max(1) + w * n.max(1))));
            check::<f32, f32, f32, _, _, _>(
                extents,
                batches,
                (a, b, c),
                factors,
                |alpha, a, b, beta, c| gemm_batched(alpha, a, b, beta, c),
            );
        }
    }
    Ok(())
}

/// A convolution of random extents.
fn convolutions(u: &mut Unstructured) -> Result<()> {
    let number = |u: &mut Unstructured, most: usize| u.int_in_range(0..=most);
    let [height, width, channels] = [number(u, 7)?, number(u, 7)?, number(u, 3)?];
    let [rows, columns, filters] = [number(u, 4)?, number(u, 4)?, number(u, 3)?];
    let pair = |u: &mut Unstructured| -> Result<usize> {
        Ok(if u.ratio(1, 32)? { u.arbitrary()? } else { u.int_in_range(0..=3)? })
    };
    let how = Convolution { stride: [pair(u)?, pair(u)?], padding: [pair(u)?, pair(u)?] };
    let count = |k: usize| -> Option<usize> {
        let ([all, window], stride) = ([[height, rows], [width, columns]][k], how.stride[k]);
        let padded = how.padding[k]
            .checked_mul(2)?
            .checked_add(all)
            .filter(|padded| isize::try_from(*padded).is_ok())?;
        if window == 0 || stride == 0 {
            return None;
        }
        padded.checked_sub(window).map(|rest| rest / stride + 1)
    };
    let found = count(0).zip(count(1));
    // Now and then a result of another size.
    let [down, across] = match (found, u.ratio(1, 16)?) {
        (Some((down, across)), false) if down.saturating_mul(across) <= 400 => [down, across],
        _ => [number(u, 4)?, number(u, 4)?],
    };
    limit_machine(u.int_in_range(1..=4)?);
    let is_plain = how == Convolution::default() && u.arbitrary()?;
    let case = Convolved { how, is_plain, is_shared: u.arbitrary()?, result: found };
    let (x, y) = ((height, width, channels), (rows, columns, channels, filters));
    let from = (width.max(1) * channels.max(1), channels.max(1), 1);
    let by = (1, rows.max(1), (rows * columns).max(1), (rows * columns * channels).max(1));
    let to = match u.int_in_range(0..=4_u8)? {
        0 => (1, down.max(1), (down * across).max(1)),
        1 => (0, filters.max(1), 1),
        _ => (across.max(1) * filters.max(1), filters.max(1), 1),
    };
    let z = (down, across, filters);
    match u.int_in_range(0..=3_u8)? {
        0 => case.check::<i32, _, _, _>(
            listed!(Layout::new(x, from)),
            listed!(Layout::new(y, by)),
            listed!(Layout::new(z, to)),
        ),
        1 => case.check::<f32, _, _, _>(
            listed!(Layout::new(x, (minus(from.0), from.1, minus(1)))),
            listed!(Layout::new(y, (minus(by.0), minus(by.1), by.2, by.3))),
            listed!(Layout::new(z, (to.0, minus(to.1), minus(to.2)))),
        ),
        // Pixels that windows read several times, and a filter of one number.
        2 => case.check::<f64, _, _, _>(
            listed!(Layout::new(x, (u.int_in_range(0..=9)?, u.int_in_range(0..=9)?, 1))),
            listed!(Layout::new(y, (0, 0, 0, 1))),
            listed!(Layout::new(z, (to.2, to.1, to.0))),
        ),
        _ => {
            let result = |k: usize| {
                let padded = how.padding[k].checked_mul(2)?.checked_add([7, 6][k])?;
                isize::try_from(padded).ok()?;
                Some((padded - [3, 2][k]) / Some(how.stride[k]).filter(|step| *step > 0)? + 1)
            };
            let z = match result(0).zip(result(1)) {
                Some((down, across)) if down.saturating_mul(across) <= 400 => (down, across, 3),
                _ => (1, 1, 3),
            };
            let case = Convolved { result: result(0).zip(result(1)), ..case };
            case.check::<f32, _, _, _>(
                listed!(layout!((7, 6, 2):(12, 2, 1))),
                listed!(layout!((3, 2, 2, 3):(1, 3, 6, 12))),
                listed!(Layout::new(z, (z.1 * 3, 3, 1))),
            );
        }
    }
    Ok(())
}

/// A convolution, and the rows and columns of its result, where it has one.
struct Convolved {
    how: Convolution,
    is_plain: bool,
    /// On all threads, which the results do not show.
    is_shared: bool,
    result: Option<(usize, usize)>,
}

impl Convolved {
    /// Compares every element of the result's buffer with the definition; a refusal is due, and writes nothing.
    fn check<T: Number + Element, A: PlainLayout, B: PlainLayout, C: PlainLayout>(
        &self,
        x: Listed<A>,
        y: Listed<B>,
        z: Listed<C>,
    ) {
        let how = self.how;
        let said = format!("{how:?}: {} with {} into {}", x.0, y.0, z.0);
        let extents = |tuple: dynamic::IntTuple| -> Vec<usize> {
            (0..tuple.leaf_count()).map(|k| tuple.value(k) as usize).collect()
        };
        let (given, taken) = (extents(x.0.to_dynamic().shape()), extents(y.0.to_dynamic().shape()));
        let made = extents(z.0.to_dynamic().shape());
        let [height, width, channels] = given[..] else { unreachable!() };
        let [rows, columns, _, filters] = taken[..] else { unreachable!() };
        let [down, across, _] = made[..] else { unreachable!() };
        let (Some(image), Some(filter), Some(old)) = (
            Buffer::<T>::new(x.0, x.1, 1),
            Buffer::<T>::new(y.0, y.1, 2),
            Buffer::<T>::new(z.0, z.1, 3),
        ) else {
            return;
        };
        let mut new = old.clone();
        let (given, taken) = (image.view(x.0), filter.view(y.0));
        let refused = panics(|| match self.is_plain {
            true => convolve2d(given, taken, &mut new.view_mut(z.0)),
            false if self.is_shared => {
                par_convolve2d_with(how, given, taken, &mut new.view_mut(z.0))
            }
            false => convolve2d_with(how, given, taken, &mut new.view_mut(z.0)),
        });
        let mut expected = old.elements.clone();
        let is_due = self.result != Some((down, across)) || !old.is_distinct();
        assert_eq!(refused, is_due, "{said}");
        if !refused {
            for (p, q) in (0..down).flat_map(|p| (0..across).map(move |q| (p, q))) {
                for f in 0..filters {
                    let mut sum = 0;
                    for (r, s) in (0..rows).flat_map(|r| (0..columns).map(move |s| (r, s))) {
                        let i = (p * how.stride[0] + r).checked_sub(how.padding[0]);
                        let j = (q * how.stride[1] + s).checked_sub(how.padding[1]);
                        let (Some(i), Some(j)) = (i, j) else { continue };
                        if i < height && j < width {
                            sum += (0..channels)
                                .map(|c| {
                                    image.at(i + height * (j + width * c))
                                        * filter.at(r + rows * (s + columns * (c + channels * f)))
                                })
                                .sum::<i64>();
                        }
                    }
                    expected[old.place(p + down * (q + across * f))] = T::of(sum);
                }
            }
        }
        assert!(new.elements == expected, "{said}");
    }
}

fuzz_target!(|data: &[u8]| {
    // An error means too few bytes for an input.
    let mut u = Unstructured::new(data);
    let _ = if u.ratio(1, 3).unwrap_or(false) { convolutions(&mut u) } else { products(&mut u) };
});
