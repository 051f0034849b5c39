//! Multiplies matrices by weights of few bits with scales, all in memory of an exact size, and compares with the definition in `f64`. A product
//! reads the bytes of its weights and no others, whatever their pitch and their first bit are.

#![no_main]

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use static_layout::*;
use static_layout_formats::element::*;
use static_layout_formats::packed::PackedView;
use static_layout_formats::scale::*;

/// Weights `(n, k)` whose rows are `pitch` elements apart, from element `first` on.
struct Place {
    n: usize,
    k: usize,
    pitch: usize,
    first: usize,
    by_columns: bool,
}

fn drawn(u: &mut Unstructured) -> Result<Place> {
    let (n, k) = (u.int_in_range(0..=20)?, u.int_in_range(0..=140)?);
    let pitch = k + u.int_in_range(0..=5_usize)?;
    Ok(Place { n, k, pitch, first: u.int_in_range(0..=5)?, by_columns: u.ratio(1, 8)? })
}

fn check<E: PackedElement, S: ScaleElement<Stored: PartialEq>, M: AnyLayout>(
    u: &mut Unstructured,
    place: &Place,
    scales: &[S::Stored],
    layout: M,
) -> Result<()> {
    let &Place { n, k, pitch, first, by_columns } = place;
    let scales = Scales::<S, M>::new(scales, layout).unwrap();
    let strides = if by_columns { [1, n] } else { [pitch, 1] };
    let last = match (n, k) {
        (0, _) | (_, 0) => 0,
        _ => first + (n - 1) * strides[0] + (k - 1) * strides[1] + 1,
    };
    let seed: u8 = u.arbitrary()?;
    // No code that is NaN or infinite.
    let bytes: Box<[u8]> = (0..(last * E::BITS).div_ceil(8))
        .map(|i| (i as u8).wrapping_mul(37).wrapping_add(seed) & 0xBB)
        .collect();
    let [d, e] = strides;
    let Ok(data) = PackedView::<E, _>::with_origin(&bytes, first, layout!((n, k):(d, e))) else {
        // The origin of no elements may lie past the bytes.
        assert!(n * k == 0);
        return Ok(());
    };
    let weights = Scaled::new(data, scales).unwrap();
    let m = if u.ratio(1, 4)? { 1 } else { u.int_in_range(0..=40_usize)? };
    let a: Box<[f32]> = (0..m * k).map(|i| (i * 7 % 31) as f32 / 8.0 - 2.0).collect();
    let mut c = vec![f32::NAN; m * n].into_boxed_slice();
    let (rows, turned) = (layout!((m, n):(n, 1)), layout!((m, n):(1, m)));
    let a_view = View::new(&a, layout!((m, k):(k, 1))).unwrap();
    let by_rows = u.arbitrary()?;
    if by_rows {
        gemm_scaled(a_view, weights, &mut ViewMut::new(&mut c, rows).unwrap()).unwrap();
    } else {
        gemm_scaled(a_view, weights, &mut ViewMut::new(&mut c, turned).unwrap()).unwrap();
    }
    for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
        let (mut sum, mut size) = (0.0, 0.0);
        for l in 0..k {
            let term = f64::from(a[i * k + l]) * f64::from(weights.get(j, l).unwrap());
            (sum, size) = (sum + term, size + term.abs());
        }
        let found = f64::from(c[if by_rows { i * n + j } else { j * m + i }]);
        assert!(
            (found - sum).abs() <= size * 1e-5,
            "{} {m} {n} {k} at {i} {j}: {found} is not {sum}",
            E::NAME
        );
    }
    Ok(())
}

/// The formats, with scales whose values are near 1.
fn formats<E: PackedElement>(u: &mut Unstructured) -> Result<()> {
    let place = drawn(u)?;
    let (n, k) = (place.n, place.k);
    let seed: u8 = u.arbitrary()?;
    let bytes = |count: usize, least: u8, range: u8| -> Box<[u8]> {
        (0..count).map(|i| least + (i as u8).wrapping_mul(29).wrapping_add(seed) % range).collect()
    };
    match u.int_in_range(0..=3_u8)? {
        0 => {
            let Ok(layout) = NVFP4.layout(n, k) else { return Ok(()) };
            let typed = Tile128x4::from_dynamic(&layout.layout()).unwrap();
            check::<E, F8E4M3, _>(u, &place, &bytes(layout.bytes(), 0x30, 16), typed)
        }
        1 => {
            let Ok(layout) = MX.layout(n, k) else { return Ok(()) };
            let typed = BlockScales::from_dynamic(&layout.layout()).unwrap();
            check::<E, F8E8M0, _>(u, &place, &bytes(layout.bytes(), 120, 12), typed)
        }
        2 => {
            let Ok(layout) = AMD_MX.layout(n, k) else { return Ok(()) };
            let typed = AmdScales::from_dynamic(&layout.layout()).unwrap();
            check::<E, F8E8M0, _>(u, &place, &bytes(layout.bytes(), 120, 12), typed)
        }
        _ => {
            let group = [16, 32, 48, 64, 24, 1, 128, 1000][u.int_in_range(0..=7_usize)?];
            let order =
                [ScaleOrder::AlongK, ScaleOrder::AlongRows][usize::from(u.arbitrary::<bool>()?)];
            let format = ScaleFormat::per_group(group, ScaleKind::F32, order).unwrap();
            let Ok(layout) = format.layout(n, k) else { return Ok(()) };
            let typed = BlockScales::from_dynamic(&layout.layout()).unwrap();
            let numbers: Box<[f32]> =
                bytes(layout.count(), 1, 60).iter().map(|&x| f32::from(x) / 16.0).collect();
            check::<E, f32, _>(u, &place, &numbers, typed)
        }
    }
}

fuzz_target!(|data: &[u8]| {
    let mut u = Unstructured::new(data);
    let _ = (|| -> Result<()> {
        match u.int_in_range(0..=4_u8)? {
            0 => formats::<I4>(&mut u),
            1 => formats::<F4E2M1>(&mut u),
            2 => formats::<F8E4M3>(&mut u),
            3 => formats::<F6E3M2>(&mut u),
            _ => formats::<U1>(&mut u),
        }
    })();
});
