//! Scaled matrices and products with them, against loops over the definition in `f64`.

use proptest::prelude::*;
use static_layout::dynamic;
use static_layout::prelude::*;
use static_layout_formats::element::*;
use static_layout_formats::packed::PackedView;
use static_layout_formats::scale::*;

/// Bytes without order.
fn bytes(seed: u32, count: usize) -> Vec<u8> {
    let mut x = seed | 1;
    let mut next = || {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        (x >> 9) as u8
    };
    (0..count).map(|_| next()).collect()
}

/// Compares elements, iteration, the unpacked matrix and products with `m` rows of A with the definition.
fn check<E: PackedElement, L: AnyLayout, S: ScaleElement, M: AnyLayout>(
    data: PackedView<'_, E, L>,
    scales: Scales<'_, S, M>,
    rows: &[usize],
) {
    let scaled = Scaled::new(data, scales).unwrap();
    let [n, k] = scaled.sizes();
    let element = |j: usize, k: usize| {
        f64::from(data.at((j, k)).to_f32()) * f64::from(scales.get(j, k).unwrap())
    };
    for (i, value) in scaled.iter().enumerate() {
        assert_eq!(f64::from(value), f64::from(element(i % n, i / n) as f32));
        assert_eq!(scaled.get(i % n, i / n), Some(value));
    }
    assert_eq!((scaled.iter().count(), scaled.get(n, 0), scaled.get(0, k)), (n * k, None, None));
    let mut floats = vec![9.0; n * k];
    scaled.unpack(&mut ViewMut::new(&mut floats, layout!((n, k):(1, n))).unwrap()).unwrap();
    assert!(floats.iter().copied().eq(scaled.iter()));

    for &m in rows {
        let a: Vec<f32> = bytes(7, m * k).into_iter().map(|x| f32::from(x) / 64.0 - 2.0).collect();
        let by_rows = View::new(&a, layout!((m, k):(k, 1))).unwrap();
        // C by rows, and A and C by columns.
        let mut c = vec![f32::NAN; m * n];
        gemm_scaled(by_rows, scaled, &mut ViewMut::new(&mut c, layout!((m, n):(n, 1))).unwrap())
            .unwrap();
        let turned: Vec<f32> = (0..m * k).map(|i| a[i % m * k + i / m]).collect();
        let by_columns = View::new(&turned, layout!((m, k):(1, m))).unwrap();
        let mut d = vec![f32::NAN; m * n];
        gemm_scaled(by_columns, scaled, &mut ViewMut::new(&mut d, layout!((m, n):(1, m))).unwrap())
            .unwrap();
        for i in 0..m {
            for j in 0..n {
                let terms = (0..k).map(|l| f64::from(a[i * k + l]) * element(j, l));
                let (mut sum, mut size) = (0.0, 0.0);
                terms.for_each(|term| (sum, size) = (sum + term, size + term.abs()));
                for found in [c[i * n + j], d[j * m + i]] {
                    let error = (f64::from(found) - sum).abs();
                    assert!(
                        error <= size * 1e-6,
                        "{} {m} {n} {k} at {i} {j}: {found} is not {sum}",
                        E::NAME
                    );
                }
            }
        }
    }
}

/// Rows of A around the ways of a product: one, few, many.
const ROWS: [usize; 6] = [0, 1, 3, 8, 33, 35];

type Rows = Layout!((?, ?):(?, 1));

/// Rows of `pitch` elements of `n` by `k`, beginning `first` elements into the bytes.
fn packed<E: PackedElement>(
    memory: &[u8],
    n: usize,
    k: usize,
    pitch: usize,
    first: usize,
) -> PackedView<'_, E, Rows> {
    PackedView::with_origin(memory, first, layout!((n, k):(pitch, 1))).unwrap()
}

fn check_groups<E: PackedElement>(n: usize, k: usize, group: usize, order: ScaleOrder) {
    let memory = bytes(1, 2 * n * k + 64);
    let layout =
        ScaleFormat::per_group(group, ScaleKind::F32, order).unwrap().layout(n, k).unwrap();
    let numbers: Vec<f32> = (0..layout.count()).map(|i| 0.5 + i as f32 / 8.0).collect();
    let scales =
        Scales::<f32, _>::new(&numbers, BlockScales::from_dynamic(&layout.layout()).unwrap())
            .unwrap();
    check(packed::<E>(&memory, n, k, k, 0), scales, &ROWS);
    // Rows that begin with a byte, further apart; and rows that begin within bytes.
    check(packed::<E>(&memory, n, k, k + k % 2 + 4, 2), scales, &[1, 9]);
    check(packed::<E>(&memory, n, k, k + 1, 1), scales, &[1, 9]);
    // K is not adjacent.
    let columns = PackedView::<E, _>::new(&memory, layout!((n, k):(1, n))).unwrap();
    check(columns, scales, &[2]);
}

#[test]
fn groups_of_all_kinds_of_elements() {
    for order in [ScaleOrder::AlongK, ScaleOrder::AlongRows] {
        for (n, k) in [(1, 1), (3, 16), (5, 33), (18, 70), (2, 128)] {
            // In vectors of 16, of 32, one by one, and one group for all.
            for group in [16, 32, 24, 48, 256] {
                check_groups::<I4>(n, k, group, order);
                check_groups::<F4E2M1>(n, k, group, order);
            }
        }
        check_groups::<U4>(4, 40, 16, order);
        check_groups::<I2>(4, 40, 16, order);
        check_groups::<F6E3M2>(4, 40, 32, order);
    }
}

/// Weights of 8 bits without NaN and infinity.
#[test]
fn bytes_of_floats() {
    for (n, k, group) in [(3, 16, 16), (5, 70, 32), (2, 33, 128)] {
        let memory: Vec<u8> = bytes(1, n * k).into_iter().map(|x| x & 0xBF).collect();
        let layout = ScaleFormat::per_group(group, ScaleKind::E8M0, ScaleOrder::AlongK)
            .unwrap()
            .layout(n, k)
            .unwrap();
        let powers: Vec<u8> = bytes(2, layout.count()).into_iter().map(|x| 124 + x % 8).collect();
        let typed = BlockScales::from_dynamic(&layout.layout()).unwrap();
        let scales = Scales::<F8E8M0, _>::new(&powers, typed).unwrap();
        check(packed::<F8E4M3>(&memory, n, k, k, 0), scales, &ROWS);
        check(packed::<F8E5M2>(&memory, n, k, k, 0), scales, &ROWS);
    }
}

#[test]
fn tiles_of_nvidia_and_amd() {
    for (n, k) in [(3, 40), (33, 96), (130, 70)] {
        let memory = bytes(1, n * k);
        let data = packed::<F4E2M1>(&memory, n, k, k + k % 2, 0);
        let nvfp4 = NVFP4.layout(n, k).unwrap();
        let numbers: Vec<u8> = bytes(3, nvfp4.bytes()).into_iter().map(|x| 0x30 + x % 24).collect();
        let typed = Tile128x4::from_dynamic(&nvfp4.layout()).unwrap();
        check(data, Scales::<F8E4M3, _>::new(&numbers, typed).unwrap(), &[1, 2, 9]);
        let amd = AMD_MX.layout(n, k).unwrap();
        let powers: Vec<u8> = bytes(4, amd.bytes()).into_iter().map(|x| 122 + x % 8).collect();
        let typed = AmdScales::from_dynamic(&amd.layout()).unwrap();
        check(data, Scales::<F8E8M0, _>::new(&powers, typed).unwrap(), &[1, 2, 9]);
    }
}

#[test]
fn blocks_of_deepseek() {
    let (n, k) = (130, 140);
    let memory: Vec<u8> = bytes(1, n * k).into_iter().map(|x| x & 0xBF).collect();
    let layout = DEEPSEEK_WEIGHT.layout(n, k).unwrap();
    let typed = BlockScales::from_dynamic(&layout.layout()).unwrap();
    let scales = Scales::<f32, _>::new(&[0.5, 2.0, 8.0, 0.25], typed).unwrap();
    check(packed::<F8E4M3>(&memory, n, k, k, 0), scales, &[1, 9]);
}

/// A matrix of floats also has scales.
#[test]
fn floats_with_scales() {
    let layout = MX.layout(2, 33).unwrap();
    let typed = BlockScales::from_dynamic(&layout.layout()).unwrap();
    let scales = Scales::<F8E8M0, _>::new(&[127, 128, 129, 130], typed).unwrap();
    let data = [3.0_f32; 66];
    let scaled = Scaled::new(View::new(&data, layout!((2, 33):row)).unwrap(), scales).unwrap();
    assert_eq!(
        [scaled.get(0, 0), scaled.get(0, 32), scaled.get(1, 32)],
        [Some(3.0), Some(6.0), Some(24.0)]
    );
}

/// A swizzled layout of scales, whose offsets are found one by one.
#[test]
fn swizzled_scales() {
    let memory = bytes(1, 64);
    let data = PackedView::<I4, _>::new(&memory, layout!((4, 32):row)).unwrap();
    let numbers: Vec<f32> = (1..=8).map(|x| x as f32).collect();
    let layout = layout!(Sw<1,0,1> o 0 o (4, (16, 2)):(2, (0, 1)));
    let scales = Scales::<f32, _>::new(&numbers, layout).unwrap();
    assert_eq!((scales.get(1, 0), scales.get(1, 16)), (Some(4.0), Some(3.0)));
    check(data, scales, &[1, 9]);
}

/// An infinite scale makes a row infinite, not NaN, also where the last chunk of a row has no more weights.
#[test]
fn infinite_scales() {
    fn check<E: PackedElement>(byte: u8) {
        let memory = [byte; 256];
        for (k, group) in [(33, 16), (35, 32), (21, 32), (40, 16), (1, 16), (48, 16), (49, 24)] {
            let pitch = k + k % 2;
            let data = PackedView::<E, _>::new(&memory, layout!((2, k):(pitch, 1))).unwrap();
            let layout = ScaleFormat::per_group(group, ScaleKind::F32, ScaleOrder::AlongK).unwrap();
            let layout = layout.layout(2, k).unwrap();
            let mut numbers = vec![1.0; layout.count()];
            // The last group of row 0.
            numbers[layout.count() / 2 - 1] = f32::INFINITY;
            let typed = BlockScales::from_dynamic(&layout.layout()).unwrap();
            let weights =
                Scaled::new(data, Scales::<f32, _>::new(&numbers, typed).unwrap()).unwrap();
            for m in [1, 2, 40] {
                let (a, mut c) = (vec![1.0_f32; m * k], vec![0.0; 2 * m]);
                gemm_scaled(
                    View::new(&a, layout!((m, k):(k, 1))).unwrap(),
                    weights,
                    &mut ViewMut::new(&mut c, layout!((m, 2):(1, m))).unwrap(),
                )
                .unwrap();
                assert!(c[..m].iter().all(|&x| x == f32::INFINITY), "{} {m} {k} {c:?}", E::NAME);
                assert!(c[m..].iter().all(|x| x.is_finite()), "{} {m} {k} {c:?}", E::NAME);
            }
        }
    }
    check::<I4>(0x21);
    check::<F4E2M1>(0x21);
    check::<F8E4M3>(0x38);
    check::<F6E3M2>(0x11);
}

#[test]
fn refusals() {
    let memory = [0; 64];
    let data = PackedView::<I4, _>::new(&memory, layout!((2, 64):row)).unwrap();
    let typed = |n, k| BlockScales::from_dynamic(&MX.layout(n, k).unwrap().layout()).unwrap();
    let numbers = [127; 8];
    let refused =
        Scaled::new(data, Scales::<F8E8M0, _>::new(&numbers, typed(2, 32)).unwrap()).err().unwrap();
    assert_eq!(
        refused.to_string(),
        "the matrix has 2 by 64 elements, and the layout of its scales 2 by 32: make it for the matrix"
    );
    assert!(Scaled::new(data, Scales::<F8E8M0, _>::new(&numbers, typed(1, 64)).unwrap()).is_err());
    assert!(Scales::<F8E8M0, _>::new(&numbers[..3], typed(2, 64)).is_err());
    let weights =
        Scaled::new(data, Scales::<F8E8M0, _>::new(&numbers, typed(4, 64)).unwrap()).unwrap();
    let (a, mut c) = ([0.0_f32; 256], [5.0; 8]);
    for [m, k, rows, columns] in
        [[2, 63, 2, 2], [2, 65, 2, 2], [2, 64, 3, 2], [2, 64, 2, 3], [2, 64, 2, 1]]
    {
        let a = View::new(&a, layout!((m, k):(k, 1))).unwrap();
        let mut c = ViewMut::new(&mut c, layout!((rows, columns):(columns, 1))).unwrap();
        let refused = gemm_scaled(a, weights, &mut c).unwrap_err();
        assert_eq!(
            refused.to_string(),
            format!(
                "cannot multiply {m} by {k} elements with weights of 2 rows by 64 into {rows} by {columns}: A has the columns of the weights, C the rows of A and a column for each row of the weights"
            )
        );
    }
    assert_eq!(c, [5.0; 8]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    /// Scales by any layout of two modes: an integer for each row and each group.
    #[test]
    fn scales_of_any_layout(
        (n, groups) in (1..6_usize, 1..5_usize),
        (group, cut) in (prop::sample::select(vec![1_usize, 8, 16, 20, 32, 64]), 0..16_usize),
        (row_stride, group_stride) in (0..4_usize, 0..4_usize),
        seed in 0_u32..1000,
    ) {
        let k = (group * groups).saturating_sub(cut).max(1);
        let memory = bytes(seed, n * k);
        let numbers: Vec<f32> = (0..40).map(|i| 1.0 + i as f32).collect();
        let text = format!("({n},({group},{groups})):({row_stride},(0,{group_stride}))");
        let value: dynamic::Layout = text.parse().unwrap();
        type Any = Layout!((?, (?, ?)):(?, (?, ?)));
        let scales = Scales::<f32, _>::new(&numbers, Any::from_dynamic(&value).unwrap()).unwrap();
        check(packed::<I4>(&memory, n, k, k + k % 2, 0), scales, &[1, 2, 9]);
    }
}
