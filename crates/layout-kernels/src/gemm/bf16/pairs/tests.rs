//! Products of pairs, compared bit for bit with models of the instructions, and with sums of `f64`.

use super::*;
use std::vec::Vec;

/// 0 instead of a subnormal number.
fn flushed(x: f32) -> f32 {
    if x.is_subnormal() { 0.0_f32.copysign(x) } else { x }
}

/// `vdpbf16ps` in one lane: the second products first, each rounded once with its addition.
fn dot(sum: f32, a: [bf16; 2], b: [bf16; 2]) -> f32 {
    [1, 0].into_iter().fold(sum, |sum, i| {
        let [x, y] = [a[i], b[i]].map(|number| flushed(number.into()));
        flushed(x.mul_add(y, flushed(sum)))
    })
}

/// `tdpbf16ps` for one sum: the first and the second products of 16 pairs apart, then both sums.
fn dot_of_tile(sum: f32, pairs: impl Iterator<Item = [[bf16; 2]; 2]>) -> f32 {
    let [first, second] = pairs.fold([0.0_f32; 2], |sums, [a, b]| {
        [0, 1].map(|i| {
            let [x, y] = [a[i], b[i]].map(|number| flushed(number.into()));
            flushed(x.mul_add(y, sums[i]))
        })
    });
    flushed(flushed(sum) + flushed(first + second))
}

/// The instructions that compute a product.
#[derive(Clone, Copy, Debug)]
enum With {
    Vectors,
    Tiles(Amx),
}

impl With {
    /// Those of this processor.
    fn all(proof: Avx512Bf16) -> impl Iterator<Item = Self> {
        let tiles = Amx::of(proof.machine()).map(Self::Tiles);
        [Self::Vectors].into_iter().chain(tiles)
    }

    /// The sum of pairs of depths, whose number is at most that of `pair`.
    fn sum(self, pairs: usize, pair: impl Fn(usize) -> [[bf16; 2]; 2]) -> f32 {
        match self {
            Self::Vectors => (0..pairs).fold(0.0, |sum, p| {
                let [a, b] = pair(p);
                dot(sum, a, b)
            }),
            Self::Tiles(_) => (0..pairs)
                .step_by(16)
                .fold(0.0, |sum, first| dot_of_tile(sum, (first..first + 16).map(&pair))),
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
}

/// Whether two results are the same bits, or both are NaN.
fn are_same(x: f32, y: f32) -> bool {
    x.to_bits() == y.to_bits() || x.is_nan() && y.is_nan()
}

#[test]
fn the_model_is_the_instruction() {
    let Some(proof) = Avx512Bf16::detect() else { return };
    let kernel = Pairs { proof, update: Blend { alpha: 1.0, beta: 0.0 } };
    let mut bits = Bits(1);
    for kind in [Kind::Near, Kind::Any, Kind::Tiny] {
        for _ in 0..20_000 {
            let pair = |bits: &mut Bits| [kind.number(bits), kind.number(bits)];
            let (a, b) = (pair(&mut bits), pair(&mut bits));
            let exponent =
                if matches!(kind, Kind::Tiny) { bits.next() % 8 } else { 110 + bits.next() % 30 };
            let sum = match kind {
                Kind::Any => f32::from_bits(bits.next()),
                _ => f32::from_bits(bits.next() & 0x807F_FFFF | exponent << 23),
            };
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
    let Some(proof) = Avx512Bf16::detect() else { return };
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
    let factors = [[1.0, 0.0], [0.75, 0.0], [1.0, 1.0], [-1.5, 0.3]];
    for (with, [alpha, beta]) in With::all(proof).flat_map(|with| factors.map(|of| (with, of))) {
        let [most, multiple] = if matches!(with, With::Vectors) { [256, 2] } else { [1024, 32] };
        let parts = k.div_ceil(most).max(1);
        let deep = k.div_ceil(parts).next_multiple_of(multiple);
        let before: Vec<f32> = (0..gap * m * n).map(|i| (i % 9) as f32 - 4.0).collect();
        let (mut after, mut expected) = (before.clone(), before.clone());
        for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
            let to = &mut expected[at(c, i, j)];
            for part in 0..parts {
                let end = k.min(deep * (part + 1));
                let pair = |number: &dyn Fn(usize) -> bf16, p: usize| {
                    [p, p + 1].map(|p| if p < end { number(p) } else { bf16::ZERO })
                };
                let first = deep * part;
                let sum = with.sum(end.saturating_sub(first).div_ceil(2), |group| {
                    let p = first + 2 * group;
                    [pair(&|p| x[at(a, i, p)], p), pair(&|p| y[at(b, p, j)], p)]
                });
                let beta: f32 = if part == 0 { beta } else { 1.0 };
                *to = if beta == 0.0 { alpha * sum } else { beta.mul_add(*to, alpha * sum) };
            }
            if let (Kind::Near, [1.0, 0.0]) = (kind, [alpha, beta]) {
                let products =
                    (0..k).map(|p| f64::from(x[at(a, i, p)]) * f64::from(y[at(b, p, j)]));
                let (sum, most) = products.fold((0.0, 0.0), |(x, y), z| (x + z, y + z.abs()));
                let bound = (k + k / 256 + 1) as f64 * f64::powi(2.0, -24) * most;
                assert!((f64::from(*to) - sum).abs() <= bound, "{to} instead of {sum}");
            }
        }
        let problem = Problem {
            a: Open { start: x.as_mut_ptr(), extents: [m, k], strides: a },
            b: Open { start: y.as_mut_ptr(), extents: [k, n], strides: b },
            c: Open { start: after.as_mut_ptr(), extents: [m, n], strides: c },
            update: Blend { alpha, beta },
        };
        // SAFETY: the buffers hold the elements of these extents and strides.
        unsafe {
            match with {
                With::Vectors => multiply(proof, &problem),
                With::Tiles(amx) => multiply_tiles(amx, proof, &problem),
            }
        }
        let is_equal = after.iter().zip(&expected).all(|(&x, &y)| are_same(x, y));
        assert!(
            is_equal,
            "{with:?} {m} {n} {k} {turns_a} {turns_b} {turns_c} {gap} {alpha} {beta} {kind:?}"
        );
    }
}

#[test]
fn small_universe() {
    for order in 0..8 {
        let turns = [order & 1 > 0, order & 2 > 0, order & 4 > 0];
        for m in [1, 2, 3, 4, 5, 6, 7, 16, 17] {
            for n in [1, 2, 3, 15, 16, 17, 33, 64, 65] {
                for k in [0, 1, 2, 3, 5, 32] {
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
            for extents in [[5, 18, 9], [18, 5, 9], [66, 70, 7], [7, 3, 259], [70, 3, 33]] {
                check(extents, turns, 3, kind);
            }
            for k in [255, 256, 257, 515, 1025] {
                check([7, 18, k], turns, 1, kind);
                check([18, 7, k], turns, 1, kind);
            }
        }
        for block in [Pairs::BLOCK, Tiled::<Pairs>::BLOCK] {
            check([block + 1, 3, 5], turns, 1, Kind::Near);
            check([block - 1, 20, 2], turns, 1, Kind::Near);
        }
    }
}
