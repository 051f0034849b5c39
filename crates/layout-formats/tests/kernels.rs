//! Copies, conversions and reductions of packed elements, compared with a loop over a plain vector of their codes.

use proptest::prelude::*;
use static_layout::*;
use static_layout_formats::packed::*;
use static_layout_formats::{element::*, packed};

/// The codes of all whole elements of `bytes`, bit by bit.
fn codes<E: PackedElement>(bytes: &[u8]) -> Vec<u8> {
    let bit = |k: usize| bytes[k / 8] >> (k % 8) & 1;
    let code = |i: usize| (0..E::BITS).map(|k| bit(i * E::BITS + k) << k).sum::<u8>();
    (0..bytes.len() * 8 / E::BITS).map(code).collect()
}

fn noise(len: usize, seed: u32) -> Vec<u8> {
    let mut state = 0x9E37_79B9_u32 ^ seed.wrapping_mul(0x85EB_CA6B);
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        (state >> 11) as u8
    };
    (0..len).map(|_| next()).collect()
}

/// Strides of two modes, and an origin, of a layout of `m` by `n` without two equal offsets.
#[derive(Clone, Copy, Debug)]
struct Place {
    strides: [usize; 2],
    origin: usize,
}

impl Place {
    fn of(m: usize, n: usize, kind: usize, origin: usize) -> Self {
        let strides = match kind {
            0 => [1, m],
            1 => [n, 1],
            2 => [1, m + 3],
            3 => [n + 1, 1],
            4 => [2, 2 * m],
            _ => [3 * n + 1, 3],
        };
        Place { strides, origin }
    }
    fn reach(self, m: usize, n: usize) -> usize {
        self.origin + (m.max(1) - 1) * self.strides[0] + (n.max(1) - 1) * self.strides[1] + 1
    }
    fn index(self, i: usize, j: usize) -> usize {
        self.origin + i * self.strides[0] + j * self.strides[1]
    }
}

/// The bytes of `count` elements, and some more.
fn bytes_for<E: PackedElement>(count: usize, seed: u32) -> Vec<u8> {
    noise((count * E::BITS).div_ceil(8) + 2, seed)
}

fn close(x: f32, y: f32) -> bool {
    x == y || x.is_nan() && y.is_nan()
}

/// Each kernel from one layout to another one, with elements before, between and after that stay.
fn check<E: PackedElement>(m: usize, n: usize, from: Place, to: Place) {
    let what = format!("{} ({m},{n}) {from:?} {to:?}", E::NAME);
    let all = || (0..n).flat_map(|j| (0..m).map(move |i| (i, j)));
    let (a, b) = (bytes_for::<E>(from.reach(m, n), 1), bytes_for::<E>(to.reach(m, n), 2));
    let (ca, cb) = (codes::<E>(&a), codes::<E>(&b));
    let source = PackedView::<E, _>::with_origin(
        &a,
        from.origin,
        layout!((m, n):({from.strides[0]}, {from.strides[1]})),
    )
    .unwrap();
    let layout = layout!((m, n):({to.strides[0]}, {to.strides[1]}));
    let written = |f: &dyn Fn(&mut PackedViewMut<'_, E, _>),
                   expected: &dyn Fn(usize, usize) -> u8| {
        let mut bytes = b.clone();
        f(&mut PackedViewMut::with_origin(&mut bytes, to.origin, layout).unwrap());
        let mut model = cb.clone();
        for (i, j) in all() {
            model[to.index(i, j)] = expected(i, j);
        }
        assert_eq!(codes::<E>(&bytes), model, "{what}");
        let rest = bytes.len() * 8 - cb.len() * E::BITS;
        assert!(
            rest == 0 || bytes.last().unwrap() >> (8 - rest) == b.last().unwrap() >> (8 - rest)
        );
    };
    let code = |i, j| ca[from.index(i, j)];
    let value = |i, j| E::from_bits(code(i, j)).to_f32();
    written(&|view| packed::copy(source, view), &code);
    let flip = |e: E| E::from_bits(!e.to_bits());
    written(&|view| packed::transform(source, view, flip), &|i, j| {
        E::from_bits(!code(i, j)).to_bits()
    });
    written(&|view| packed::fill(view, E::from_bits(0x2A)), &|_, _| E::from_bits(0x2A).to_bits());

    let mut floats = vec![-77.5_f32; to.reach(m, n) + 3];
    packed::unpack(source, &mut ViewMut::with_origin(&mut floats, to.origin, layout).unwrap());
    let mut model = vec![-77.5_f32; floats.len()];
    for (i, j) in all() {
        model[to.index(i, j)] = value(i, j);
    }
    assert!(floats.iter().zip(&model).all(|(&x, &y)| close(x, y)), "{what}");

    let reals: Vec<f32> = (0..from.reach(m, n)).map(|k| (k as f32 * 0.37).sin() * 9.0).collect();
    let reals_view = View::with_origin(&reals, from.origin, source.layout()).unwrap();
    written(&|view| packed::pack(reals_view, view), &|i, j| {
        E::from_f32(reals[from.index(i, j)]).to_bits()
    });

    let (least, most) = all()
        .map(|(i, j)| value(i, j))
        .fold((f32::MAX, f32::MIN), |(a, b), x| (a.min(x), b.max(x)));
    assert_eq!(packed::reduce(source, f32::MAX, f32::min), least, "{what}");
    assert_eq!(packed::reduce(source, f32::MIN, f32::max), most, "{what}");
    let total: f64 = all().map(|(i, j)| f64::from(value(i, j))).sum();
    let size: f64 = all().map(|(i, j)| f64::from(value(i, j)).abs()).sum();
    let found = f64::from(packed::sum(source));
    assert!(
        found.is_nan() && total.is_nan()
            || (found - total).abs() <= size * 1e-5
            || !total.is_finite(),
        "{what}: {found} {total}"
    );
}

macro_rules! each_width {
    ($($call:tt)*) => {
        check::<U1>($($call)*);
        check::<U2>($($call)*);
        check::<I4>($($call)*);
        check::<F4E2M1>($($call)*);
        check::<F6E2M3>($($call)*);
        check::<F8E5M2>($($call)*);
    };
}

/// Rows of every length about a chunk, from each element of a byte to each.
#[test]
fn rows_of_all_lengths() {
    for n in (0..20).chain([31, 32, 33, 40, 63, 64, 65, 67]) {
        for (a, b) in (0..16).map(|k| (k % 4, k / 4)) {
            let place = |origin| Place { strides: [1, n.max(1)], origin };
            each_width! { n, 1, place(a), place(b) }
        }
    }
}

/// Matrices in rows, columns, padded and strided, from one to the other.
#[test]
fn matrices_of_all_orders() {
    for (m, n) in [(0, 3), (1, 9), (5, 7), (17, 18), (33, 4), (16, 40)] {
        for (a, b) in (0..36).map(|k| (k % 6, k / 6)) {
            each_width! { m, n, Place::of(m, n, a, a % 3), Place::of(m, n, b, (a + b) % 4) }
        }
    }
}

proptest! {
    #[test]
    fn any_matrix(m in 0_usize..50, n in 0_usize..50, a in 0_usize..6, b in 0_usize..6, p in 0_usize..9, q in 0_usize..9) {
        each_width! { m, n, Place::of(m, n, a, p), Place::of(m, n, b, q) }
    }
}

/// Static, nested and swizzled layouts, and negative strides.
#[test]
fn layouts_of_types() {
    fn check<E: PackedElement>() {
        let bytes = noise(64, 3);
        let all = codes::<E>(&bytes);
        macro_rules! each {
            ($($origin:literal $layout:expr;)*) => {$({
                let layout = $layout;
                let source = PackedView::<E, _>::with_origin(&bytes, $origin, layout).unwrap();
                let expected: Vec<f32> = source.iter().map(E::to_f32).collect();
                let mut linear = vec![0.0_f32; expected.len()];
                packed::unpack(source, &mut ViewMut::new(&mut linear, layout!((8, 4))).unwrap());
                assert!(linear.iter().zip(&expected).all(|(&x, &y)| close(x, y)), "{layout}");
                let mut to = vec![0; 64];
                let mut view = PackedViewMut::<E, _>::with_origin(&mut to, $origin, layout).unwrap();
                packed::copy(source, &mut view);
                assert!(view.iter().map(E::to_bits).eq(source.iter().map(E::to_bits)), "{layout}");
                let mut kept = vec![0; all.len()];
                let offsets: Vec<isize> = PackedView::<U1, _>::with_origin(&[0; 64], $origin, layout).map(|_| layout.iter().map(|o| o as isize).collect()).unwrap();
                for offset in offsets {
                    let i = $origin + offset;
                    kept[i as usize] = all[i as usize];
                }
                assert_eq!(codes::<E>(&to), kept, "{layout}");
            })*};
        }
        each! {
            0 layout!((8, 4));
            1 layout!((8, 4):row);
            0 layout!(((2, 4), 4):((1, 8), 2));
            3 layout!(((2, 4), (2, 2)):((16, 1), (4, 8)));
            31 layout!((8, 4):(-1, -8));
            24 layout!((8, 4):(1, -8));
            0 layout!(Sw<2,1,2> o 0 o (8, 4):(4, 1));
            2 layout!(Sw<1,0,3> o 0 o (8, 4):(1, 8));
        }
    }
    check::<U1>();
    check::<I2>();
    check::<F4E2M1>();
    check::<F6E3M2>();
    check::<F8E4M3>();
}

/// What the kernels refuse, before they write.
#[test]
fn refusals() {
    let (mut bytes, n) = ([0; 4], 5);
    let source = PackedView::<U4, _>::new(&[0x11; 4], layout!(8:1)).unwrap();
    let mut short = PackedViewMut::<U4, _>::new(&mut bytes, layout!(n:1)).unwrap();
    let error = packed::try_copy(source, &mut short).unwrap_err().to_string();
    assert_eq!(error, "cannot combine 8:1 with 5:1: the sizes 8 and 5 differ");
    let mut floats = [0.0_f32; 8];
    let zero = 0;
    let error =
        packed::try_unpack(source, &mut ViewMut::new(&mut floats, layout!(8:zero)).unwrap())
            .unwrap_err();
    assert!(error.to_string().contains("share the offset 0"), "{error}");
    let mut same = PackedViewMut::<U4, _>::new(&mut bytes, layout!((4, 2):(1, zero))).unwrap();
    assert!(packed::try_pack(View::new(&floats, layout!(8:1)).unwrap(), &mut same).is_err());
    assert!(packed::try_transform(source, &mut same, |x| x).is_err());
    assert_eq!((bytes, floats), ([0; 4], [0.0; 8]));
}

/// All codes of each type through `unpack` and `pack`, and to 16 bits.
#[test]
fn all_codes() {
    fn check<E: PackedElement>() {
        let count = 1 << E::BITS;
        let mut bytes = vec![0; (count * E::BITS).div_ceil(8)];
        let mut view = PackedViewMut::<E, _>::new(&mut bytes, layout!(count:1)).unwrap();
        (0..count).for_each(|i| view.set(i, E::from_bits(i as u8)));
        let view = view.into_view();
        let mut floats = vec![0.0; count];
        packed::unpack(view, &mut ViewMut::new(&mut floats, layout!(count:1)).unwrap());
        assert!(floats.iter().zip(E::values()).all(|(&x, y)| close(x, y.to_f32())), "{}", E::NAME);
        let mut back = vec![0; bytes.len()];
        packed::pack(
            View::new(&floats, layout!(count:1)).unwrap(),
            &mut PackedViewMut::<E, _>::new(&mut back, layout!(count:1)).unwrap(),
        );
        let expected: Vec<u8> = floats.iter().map(|&x| E::from_f32(x).to_bits()).collect();
        assert_eq!(codes::<E>(&back)[..count], expected, "{}", E::NAME);
    }
    check::<U1>();
    check::<U2>();
    check::<U4>();
    check::<I2>();
    check::<I4>();
    check::<F4E2M1>();
    check::<F6E2M3>();
    check::<F6E3M2>();
    check::<F8E4M3>();
    check::<F8E4M3Fnuz>();
    check::<F8E5M2>();
    check::<F8E5M2Fnuz>();
    check::<F8E8M0>();
}

#[cfg(feature = "half")]
#[test]
fn halves() {
    let view = PackedView::<F6E3M2, _>::new(&[0x41, 0xF2, 0x88], layout!(4:1)).unwrap();
    let mut to = [half::f16::ZERO; 4];
    packed::unpack(view, &mut ViewMut::new(&mut to, layout!(4:1)).unwrap());
    assert!(to.iter().map(|x| x.to_f32()).eq(view.iter().map(f32::from)));
    let mut to = [half::bf16::ZERO; 4];
    packed::unpack(view, &mut ViewMut::new(&mut to, layout!(4:1)).unwrap());
    assert!(to.iter().map(|x| x.to_f32()).eq(view.iter().map(f32::from)));
}
