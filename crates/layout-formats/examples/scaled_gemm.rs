//! Products with weights of 4 bits and scales of groups: next to the same product of weights that are decoded first, and, of one row,
//! to a loop by hand.
//!
//! `cargo run --release --example scaled_gemm` compares the results; `-- --time` also prints the ratios of their times, interleaved,
//! the least of many.

use static_layout::prelude::*;
use static_layout_formats::element::{F4E2M1, F8E4M3, F8E8M0, I4, PackedElement};
use static_layout_formats::packed::PackedView;
use static_layout_formats::scale::*;
use static_layout_kernels::matmul;
use static_layout_kernels::simd::{Machine, Task, dispatch};
use std::hint::black_box;
use std::marker::PhantomData;
use std::time::{Duration, Instant};

/// Bytes without order.
fn bytes(seed: u32) -> impl Iterator<Item = u8> {
    std::iter::successors(Some(seed), |x| {
        let x = x ^ x << 13;
        let x = x ^ x >> 17;
        Some(x ^ x << 5)
    })
    .map(|x| (x >> 9) as u8)
}

/// All weights as floats, in their order: what a program does without `gemm_scaled`.
struct DecodeAll<'a, E> {
    bytes: &'a [u8],
    /// A scale for each `group` weights.
    scales: &'a [f32],
    group: usize,
    to: &'a mut [f32],
    element: PhantomData<E>,
}
impl<E: PackedElement> Task for DecodeAll<'_, E> {
    type Output = ();
    #[inline(always)]
    fn run<M: Machine>(self, _: M) {
        let groups =
            self.bytes.chunks_exact(self.group / 2).zip(self.to.chunks_exact_mut(self.group));
        for ((bytes, to), scale) in groups.zip(self.scales) {
            for (byte, to) in bytes.iter().zip(to.chunks_exact_mut(2)) {
                to[0] = E::from_bits(byte & 15).to_f32() * scale;
                to[1] = E::from_bits(byte >> 4).to_f32() * scale;
            }
        }
    }
}

/// One row by hand: a table of the 16 values, two sums.
struct RowByHand<'a, E> {
    a: &'a [f32],
    bytes: &'a [u8],
    scales: &'a [f32],
    group: usize,
    c: &'a mut [f32],
    element: PhantomData<E>,
}
impl<E: PackedElement> Task for RowByHand<'_, E> {
    type Output = ();
    #[inline(always)]
    fn run<M: Machine>(self, _: M) {
        let k = self.a.len();
        let rows = self.bytes.chunks_exact(k / 2).zip(self.scales.chunks_exact(k / self.group));
        for ((row, scales), c) in rows.zip(self.c) {
            let mut sums = [0.0_f32; 16];
            let groups = row.chunks_exact(self.group / 2).zip(self.a.chunks_exact(self.group));
            for ((bytes, a), scale) in groups.zip(scales) {
                for (bytes, a) in bytes.chunks_exact(8).zip(a.chunks_exact(16)) {
                    for lane in 0..16 {
                        let code = bytes[lane / 2] >> (lane % 2 * 4) & 15;
                        let weight = E::from_bits(code).to_f32() * scale;
                        sums[lane] = weight.mul_add(a[lane], sums[lane]);
                    }
                }
            }
            *c = sums.iter().sum();
        }
    }
}

/// The least times, one call of each in turn.
fn least_times<const N: usize>(mut calls: [&mut dyn FnMut(); N]) -> [f64; N] {
    let mut least = [Duration::MAX; N];
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(2) {
        for (call, least) in calls.iter_mut().zip(&mut least) {
            let start = Instant::now();
            call();
            *least = (*least).min(start.elapsed());
        }
    }
    least.map(|time| time.as_secs_f64())
}

fn compare<E: PackedElement, S: ScaleElement, L: AnyLayout>(
    name: &str,
    [m, n, k]: [usize; 3],
    group: usize,
    scales: Scales<'_, S, L>,
    is_timed: bool,
) -> Result<(), ScaleError> {
    let weights: Vec<u8> = bytes(1).take(n * k / 2).collect();
    let a: Vec<f32> = bytes(2).take(m * k).map(|x| f32::from(x) / 128.0 - 1.0).collect();
    let data = PackedView::<E, _>::new(&weights, layout!((n, k):(k, 1)))?;
    let scaled = Scaled::new(data, scales)?;
    let per_group: Vec<f32> = (0..n * k / group)
        .map(|i| scales.get(i / (k / group), i % (k / group) * group).unwrap_or(0.0))
        .collect();
    let a_view = View::new(&a, layout!((m, k):(k, 1)))?;
    let (mut c, mut d, mut e) = (vec![0.0; m * n], vec![0.0; m * n], vec![0.0; n]);
    let mut floats = vec![0.0; n * k];
    let mut ours = || {
        let mut c = ViewMut::new(&mut c, layout!((m, n):(n, 1))).unwrap();
        gemm_scaled(a_view, scaled, &mut c).unwrap();
        black_box(&mut c);
    };
    let mut first = || {
        dispatch(DecodeAll::<E> {
            bytes: &weights,
            scales: &per_group,
            group,
            to: &mut floats,
            element: PhantomData,
        });
        let weights = View::new(&floats, layout!((k, n):(1, k))).unwrap();
        matmul(a_view, weights, &mut ViewMut::new(&mut d, layout!((m, n):(n, 1))).unwrap());
    };
    let mut by_hand = || {
        let row = RowByHand::<E> {
            a: &a[..k],
            bytes: &weights,
            scales: &per_group,
            group,
            c: &mut e,
            element: PhantomData,
        };
        dispatch(row);
        black_box(&mut e);
    };
    ours();
    first();
    by_hand();
    let ratios = if is_timed {
        let [ours, first, by_hand] = least_times([&mut ours, &mut first, &mut by_hand]);
        let hand =
            if m == 1 { format!(", by hand / ours {:.2}", by_hand / ours) } else { String::new() };
        format!(
            ": decoded first / ours {:.2}{hand} ({:.1} weights/ns)",
            first / ours,
            (n * k) as f64 / ours / 1e9
        )
    } else {
        String::new()
    };
    let least = a.iter().map(|x| x.abs()).sum::<f32>() * 1e-5;
    for (i, (c, d)) in c.iter().zip(&d).enumerate() {
        assert!(
            (c - d).abs() <= least * 6.0 * scales.get(i % n, 0).unwrap_or(1.0).max(4.0),
            "{c} {d}"
        );
    }
    assert!(m > 1 || e.iter().zip(&d).all(|(e, d)| (e - d).abs() <= 1e-3 * d.abs().max(least)));
    println!("{name} {m} x {n} x {k}{ratios}");
    Ok(())
}

fn main() -> Result<(), ScaleError> {
    let is_timed = std::env::args().any(|argument| argument == "--time");
    for size in [1024, 4096] {
        for m in [1, 4, 16, 64, 256, 1024] {
            if m > 64 && size > 1024 {
                continue;
            }
            let shape = [m, size, size];
            let powers: Vec<u8> = bytes(3).take(1 << 20).map(|x| 120 + x % 8).collect();
            let nvfp4 = NVFP4.layout(size, size)?;
            let typed = Tile128x4::from_dynamic(&nvfp4.layout())?;
            let scales: Vec<u8> = bytes(4).take(nvfp4.bytes()).map(|x| 0x30 + x % 16).collect();
            compare::<F4E2M1, _, _>(
                "NVFP4     ",
                shape,
                16,
                Scales::<F8E4M3, _>::new(&scales, typed)?,
                is_timed,
            )?;
            let mx = BlockScales::from_dynamic(&MX.layout(size, size)?.layout())?;
            compare::<F4E2M1, _, _>(
                "MXFP4     ",
                shape,
                32,
                Scales::<F8E8M0, _>::new(&powers, mx)?,
                is_timed,
            )?;
            let floats: Vec<f32> = powers.iter().map(|&x| f32::from(x) / 256.0).collect();
            let format = ScaleFormat::per_group(128, ScaleKind::F32, ScaleOrder::AlongRows)?;
            let groups = BlockScales::from_dynamic(&format.layout(size, size)?.layout())?;
            compare::<I4, _, _>(
                "int4 g128 ",
                shape,
                128,
                Scales::<f32, _>::new(&floats, groups)?,
                is_timed,
            )?;
            let format = ScaleFormat::per_channel(size, ScaleKind::F32)?;
            let channels = BlockScales::from_dynamic(&format.layout(size, size)?.layout())?;
            compare::<I4, _, _>(
                "int4 chan.",
                shape,
                size,
                Scales::<f32, _>::new(&floats, channels)?,
                is_timed,
            )?;
        }
    }
    Ok(())
}
