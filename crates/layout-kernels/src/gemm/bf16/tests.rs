//! Products of packed groups, compared bit for bit with models of the instructions, and with sums of `f64`.

#[cfg(target_arch = "x86_64")]
use super::pairs::Pairs;
#[cfg(target_arch = "aarch64")]
use super::squares::{self, Squares};
use super::*;
#[cfg(target_arch = "x86_64")]
use crate::gemm::groups::{Lanes, tiled::Tiled};
use std::vec::Vec;

/// 0 instead of a subnormal number.
fn flushed(x: f32) -> f32 {
    if x.is_subnormal() { 0.0_f32.copysign(x) } else { x }
}

/// `vdpbf16ps` in one lane: the second products first, each rounded once with its addition.
#[cfg(target_arch = "x86_64")]
fn dot(sum: f32, a: [bf16; 2], b: [bf16; 2]) -> f32 {
    [1, 0].into_iter().fold(sum, |sum, i| {
        let [x, y] = [a[i], b[i]].map(|number| flushed(number.into()));
        flushed(x.mul_add(y, flushed(sum)))
    })
}

/// `tdpbf16ps` for one sum: the first and the second products of 16 pairs apart, then both sums.
#[cfg(target_arch = "x86_64")]
fn dot_of_tile(sum: f32, pairs: impl Iterator<Item = [[bf16; 2]; 2]>) -> f32 {
    let [first, second] = pairs.fold([0.0_f32; 2], |sums, [a, b]| {
        [0, 1].map(|i| {
            let [x, y] = [a[i], b[i]].map(|number| flushed(number.into()));
            flushed(x.mul_add(y, sums[i]))
        })
    });
    flushed(flushed(sum) + flushed(first + second))
}

/// The `f32` next to `x + error` whose last bit is 1, unless the sum is an `f32`. A subnormal result is 0, a NaN the default one.
///
/// `x` must be the nearest `f64` of the sum.
#[cfg(target_arch = "aarch64")]
fn to_odd(x: f64, error: f64) -> f32 {
    /// The bits of the significand that an `f32` lacks.
    const LOST: u64 = (1 << 29) - 1;
    if x.is_nan() {
        return f32::from_bits(0x7FC0_0000);
    }
    let mut bits = x.abs().to_bits();
    if x.is_finite() && error != 0.0 {
        // The last bit of the odd number on the side of 0 is 1 for good: what is between two numbers stays there.
        bits = (bits - u64::from(error.is_sign_negative() != x.is_sign_negative())) | 1;
    }
    let [least, infinity] = [f32::MIN_POSITIVE, f32::INFINITY].map(|x| f64::from(x).to_bits());
    let to = if bits < least {
        0.0
    } else if bits >= infinity || bits >> 52 > 1023 + 127 {
        f32::INFINITY
    } else {
        let odd = u32::from(bits & LOST > 0);
        f32::from_bits(((bits - ((1023 - 127) << 52)) >> 29) as u32 | odd)
    };
    to.copysign(x as f32)
}

/// The sum of two numbers, rounded to odd.
#[cfg(target_arch = "aarch64")]
fn add_to_odd(x: f32, y: f32) -> f32 {
    let [x, y] = [x, y].map(f64::from);
    let sum = x + y;
    // What the addition lost (Knuth's two-sum).
    let of_y = sum - x;
    to_odd(sum, (x - (sum - of_y)) + (y - of_y))
}

/// `bfdot` in one lane, without the extended behaviours of FEAT_EBF16. `bfmmla` adds two such pairs of products to each sum, one after
/// the other.
#[cfg(target_arch = "aarch64")]
fn dot_to_odd(sum: f32, a: [bf16; 2], b: [bf16; 2]) -> f32 {
    let [x, y] = [0, 1].map(|i| {
        let [x, y] = [a[i], b[i]].map(|number| f64::from(flushed(number.into())));
        // A product of two `bf16` is an `f64`.
        to_odd(x * y, 0.0)
    });
    add_to_odd(flushed(sum), add_to_odd(x, y))
}

/// The instructions that compute a product.
#[derive(Clone, Copy, Debug)]
enum With {
    #[cfg(target_arch = "x86_64")]
    Vectors(Avx512Bf16),
    #[cfg(target_arch = "x86_64")]
    Tiles(Amx, Avx512Bf16),
    #[cfg(target_arch = "aarch64")]
    Squares(NeonBf16),
}

impl With {
    /// The instructions that this processor has.
    fn all() -> impl Iterator<Item = Self> {
        #[cfg(target_arch = "x86_64")]
        return Avx512Bf16::detect().into_iter().flat_map(|proof| {
            let tiles = Amx::of(proof.machine()).map(|amx| Self::Tiles(amx, proof));
            [Self::Vectors(proof)].into_iter().chain(tiles)
        });
        #[cfg(target_arch = "aarch64")]
        return NeonBf16::detect().map(Self::Squares).into_iter();
    }

    /// The most depths of a sum from 0 on, and the depths at once.
    fn depths(self) -> [usize; 2] {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Vectors(_) => [256, 2],
            #[cfg(target_arch = "x86_64")]
            Self::Tiles(..) => [1024, 32],
            #[cfg(target_arch = "aarch64")]
            Self::Squares(_) => [256, 4],
        }
    }

    /// The sum of pairs of depths. Those from `pairs` on are 0.
    fn sum(self, pairs: usize, pair: impl Fn(usize) -> [[bf16; 2]; 2]) -> f32 {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Vectors(_) => (0..pairs).map(pair).fold(0.0, |sum, [a, b]| dot(sum, a, b)),
            #[cfg(target_arch = "x86_64")]
            Self::Tiles(..) => (0..pairs)
                .step_by(16)
                .fold(0.0, |sum, first| dot_of_tile(sum, (first..first + 16).map(&pair))),
            #[cfg(target_arch = "aarch64")]
            Self::Squares(_) => (0..pairs.next_multiple_of(2))
                .map(pair)
                .fold(0.0, |sum, [a, b]| dot_to_odd(sum, a, b)),
        }
    }

    /// Updates C.
    ///
    /// # Safety
    /// The requirements of [`multiply`].
    unsafe fn multiply(self, problem: &Bf16Problem) {
        // SAFETY: the functions called have the requirements of this one, which the caller guarantees.
        unsafe {
            match self {
                #[cfg(target_arch = "x86_64")]
                Self::Vectors(proof) => pairs::multiply(proof, problem),
                #[cfg(target_arch = "x86_64")]
                Self::Tiles(amx, proof) => pairs::multiply_tiles(amx, proof, problem),
                #[cfg(target_arch = "aarch64")]
                Self::Squares(proof) => squares::multiply(proof, problem),
            }
        }
    }
}

/// Pseudo-random bits.
struct Bits(u64);
impl Bits {
    fn next(&mut self) -> u32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 32) as u32
    }
}

/// Kinds of numbers.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// Of similar magnitudes, which round often.
    Near,
    /// All bits, among them NaN and infinities.
    Any,
    /// Whose products are subnormal, or just not.
    Tiny,
}

impl Kind {
    fn number(self, bits: &mut Bits) -> bf16 {
        let random = bits.next();
        let exponent = match self {
            Self::Near => 120 + random % 12,
            Self::Any => return bf16::from_bits((random >> 16) as u16),
            Self::Tiny => 59 + random % 8,
        };
        bf16::from_bits((random >> 16 & 0x807F | exponent << 7) as u16)
    }

    /// A sum to which products of such numbers are added.
    fn sum(self, bits: &mut Bits) -> f32 {
        let exponent = match self {
            Self::Near => 110 + bits.next() % 30,
            Self::Any => return f32::from_bits(bits.next()),
            Self::Tiny => bits.next() % 8,
        };
        f32::from_bits(bits.next() & 0x807F_FFFF | exponent << 23)
    }
}

/// Whether two results are the same bits, or both are NaN.
fn are_same(x: f32, y: f32) -> bool {
    x.to_bits() == y.to_bits() || x.is_nan() && y.is_nan()
}

#[cfg(target_arch = "aarch64")]
#[test]
fn the_model_is_the_instruction() {
    let Some(_) = NeonBf16::detect() else { return };
    let mut bits = Bits(1);
    for kind in [Kind::Near, Kind::Any, Kind::Tiny] {
        for _ in 0..20_000 {
            let [a, b] = [(); 2].map(|()| [(); 8].map(|()| kind.number(&mut bits)));
            let sums = [(); 4].map(|()| kind.sum(&mut bits));
            // SAFETY: `detect` has found the instruction. A vector has 16 bytes, and any bits are a number.
            let found: [f32; 4] = unsafe {
                let [sums, a, b] = [
                    core::mem::transmute::<[f32; 4], core::arch::aarch64::uint16x8_t>(sums),
                    core::mem::transmute::<[bf16; 8], core::arch::aarch64::uint16x8_t>(a),
                    core::mem::transmute::<[bf16; 8], core::arch::aarch64::uint16x8_t>(b),
                ];
                core::mem::transmute(squares::dot(core::mem::transmute(sums), a, b))
            };
            for (i, (found, sum)) in found.into_iter().zip(sums).enumerate() {
                let pair = |x: [bf16; 8], first: usize| [x[first], x[first + 1]];
                let model = [0, 2].into_iter().fold(sum, |sum, k| {
                    dot_to_odd(sum, pair(a, 4 * (i / 2) + k), pair(b, 4 * (i % 2) + k))
                });
                // Each NaN is the default one.
                assert_eq!(found.to_bits(), model.to_bits(), "{sum:e} {a:?} {b:?}: {model:e}");
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[test]
fn the_model_is_the_instruction() {
    let Some(proof) = Avx512Bf16::detect() else { return };
    let kernel = Pairs { proof, update: Blend { alpha: 1.0, beta: 0.0 } };
    let mut bits = Bits(1);
    for kind in [Kind::Near, Kind::Any, Kind::Tiny] {
        for _ in 0..20_000 {
            let pair = |bits: &mut Bits| [kind.number(bits), kind.number(bits)];
            let (a, b) = (pair(&mut bits), pair(&mut bits));
            let sum = kind.sum(&mut bits);
            let of = |[x, y]: [bf16; 2]| {
                kernel.splat((u32::from(x.to_bits()) | u32::from(y.to_bits()) << 16) as i32)
            };
            let sums = kernel.dot(kernel.splat(sum.to_bits() as i32), of(a), of(b));
            // SAFETY: the vector has 16 numbers, and any bits are a number.
            let sums: [f32; 16] = unsafe { core::mem::transmute(sums) };
            let model = dot(sum, a, b);
            assert!(
                sums.iter().all(|&x| are_same(x, model)),
                "{sum:e} {a:?} {b:?}: {sums:?}, {model:e}"
            );
        }
    }
}

/// Two strides for a matrix of these extents: by rows or by columns, with steps of `gap`.
fn strides([rows, columns]: [usize; 2], is_turned: bool, gap: usize) -> [isize; 2] {
    if is_turned {
        [gap as isize, (gap * rows) as isize]
    } else {
        [(gap * columns) as isize, gap as isize]
    }
}

/// Compares a product with the model and with sums of `f64`. The elements around C stay.
fn check([m, n, k]: [usize; 3], [turns_a, turns_b, turns_c]: [bool; 3], gap: usize, kind: Kind) {
    let mut bits = Bits((m * 31 + n * 17 + k) as u64);
    let mut numbers =
        |len: usize| -> Vec<bf16> { (0..len).map(|_| kind.number(&mut bits)).collect() };
    let (mut x, mut y) = (numbers(gap * m * k), numbers(gap * k * n));
    let (a, b, c) = (
        strides([m, k], turns_a, gap),
        strides([k, n], turns_b, gap),
        strides([m, n], turns_c, gap),
    );
    let at = |[down, across]: [isize; 2], i: usize, j: usize| {
        (i as isize * down + j as isize * across) as usize
    };
    for with in With::all() {
        let [most, multiple] = with.depths();
        let parts = k.div_ceil(most).max(1);
        let deep = k.div_ceil(parts).next_multiple_of(multiple);
        // The sums of an element, one for each part of the depth.
        let mut sums = Vec::new();
        for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
            for part in 0..parts {
                let end = k.min(deep * (part + 1));
                let pair = |number: &dyn Fn(usize) -> bf16, p: usize| {
                    [p, p + 1].map(|p| if p < end { number(p) } else { bf16::ZERO })
                };
                let first = deep * part;
                sums.push(with.sum(end.saturating_sub(first).div_ceil(2), |group| {
                    let p = first + 2 * group;
                    [pair(&|p| x[at(a, i, p)], p), pair(&|p| y[at(b, p, j)], p)]
                }));
            }
            if matches!(kind, Kind::Near) {
                let products =
                    (0..k).map(|p| f64::from(x[at(a, i, p)]) * f64::from(y[at(b, p, j)]));
                let (sum, most) = products.fold((0.0, 0.0), |(x, y), z| (x + z, y + z.abs()));
                let bound = (k + k / 256 + 1) as f64 * f64::powi(2.0, -24) * most;
                let found: f32 = sums[sums.len() - parts..].iter().sum();
                assert!((f64::from(found) - sum).abs() <= bound, "{found} instead of {sum}");
            }
        }
        for [alpha, beta] in [[1.0, 0.0], [0.75, 0.0], [1.0, 1.0], [-1.5, 0.3]] {
            let before: Vec<f32> = (0..gap * m * n).map(|i| (i % 9) as f32 - 4.0).collect();
            let (mut after, mut expected) = (before.clone(), before);
            for (element, of_element) in sums.chunks(parts).enumerate() {
                let to = &mut expected[at(c, element / n, element % n)];
                for (part, sum) in of_element.iter().enumerate() {
                    let beta: f32 = if part == 0 { beta } else { 1.0 };
                    *to = if beta == 0.0 { alpha * sum } else { beta.mul_add(*to, alpha * sum) };
                }
            }
            let problem = Problem {
                a: Open { start: x.as_mut_ptr(), extents: [m, k], strides: a },
                b: Open { start: y.as_mut_ptr(), extents: [k, n], strides: b },
                c: Open { start: after.as_mut_ptr(), extents: [m, n], strides: c },
                update: Blend { alpha, beta },
            };
            // SAFETY: the buffers hold the elements of these extents and strides.
            unsafe { with.multiply(&problem) };
            let is_equal = after.iter().zip(&expected).all(|(&x, &y)| are_same(x, y));
            assert!(
                is_equal,
                "{with:?} {m} {n} {k} {turns_a} {turns_b} {turns_c} {gap} {alpha} {beta} {kind:?}"
            );
        }
    }
}

#[test]
fn small_universe() {
    for order in 0..8 {
        let turns = [order & 1 > 0, order & 2 > 0, order & 4 > 0];
        for m in [1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 17] {
            for n in [1, 2, 3, 4, 5, 8, 9, 15, 16, 17, 33, 64, 65] {
                for k in [0, 1, 2, 3, 4, 5, 32] {
                    // The processor is emulated.
                    if cfg!(target_arch = "aarch64") && (m + 3 * n + 5 * k + order) % 7 > 0 {
                        continue;
                    }
                    check([m, n, k], turns, 1, Kind::Near);
                }
            }
        }
    }
}

#[test]
fn gaps_and_blocks() {
    for order in 0..8 {
        let turns = [order & 1 > 0, order & 2 > 0, order & 4 > 0];
        for kind in [Kind::Near, Kind::Any, Kind::Tiny] {
            // The processor is emulated.
            if cfg!(target_arch = "aarch64") && order % 3 != kind as usize {
                continue;
            }
            for extents in [[5, 18, 9], [18, 5, 9], [66, 70, 7], [7, 3, 259], [70, 3, 33]] {
                check(extents, turns, 3, kind);
            }
            for k in [255, 256, 257, 515, 1025] {
                check([7, 18, k], turns, 1, kind);
                check([18, 7, k], turns, 1, kind);
            }
        }
        #[cfg(target_arch = "x86_64")]
        let blocks = [Pairs::BLOCK, Tiled::<Pairs>::BLOCK];
        #[cfg(target_arch = "aarch64")]
        let blocks = [Squares::BLOCK];
        for block in blocks {
            check([block + 1, 3, 5], turns, 1, Kind::Near);
            check([block - 1, 20, 2], turns, 1, Kind::Near);
        }
    }
}
