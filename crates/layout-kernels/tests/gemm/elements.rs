//! Elements that are not whole numbers: NaN, and narrow ones, which are widened.

use static_layout::*;
use static_layout_kernels::gemm;

/// A NaN spreads to every element of C whose sum it is in, and to no other.
#[test]
fn not_a_number_and_infinity() {
    for (bad, at) in [(f32::NAN, 0), (f32::INFINITY, 7), (f32::NAN, 29)] {
        for alpha in [0.0, 1.0] {
            let mut x = [1.0_f32; 30];
            x[at] = bad;
            let y = [1.0_f32; 20];
            let mut z = [f32::NAN; 24];
            let a = View::new(&x, layout!((6, 5):col)).unwrap();
            let b = View::new(&y, layout!((5, 4):row)).unwrap();
            let mut c = ViewMut::new(&mut z, layout!((6, 4):row)).unwrap();
            gemm(alpha, a, b, 0.0, &mut c);
            for i in 0..6 {
                for j in 0..4 {
                    let sum = z[i * 4 + j];
                    let expected = alpha * if i == at % 6 { bad } else { 5.0 };
                    assert!(
                        sum == expected || sum.is_nan() && expected.is_nan(),
                        "{sum} {expected}"
                    );
                }
            }
        }
    }
}

/// Narrower inputs are widened exactly: every value of each type, and a product of each order.
#[cfg(feature = "half")]
#[test]
fn narrow_inputs() {
    use gemm::Input;
    use half::{bf16, f16};
    for bits in 0..=u16::MAX {
        for (wide, expected) in [
            (Input::<f32>::widen(bf16::from_bits(bits)), bf16::from_bits(bits).to_f32()),
            (Input::<f32>::widen(f16::from_bits(bits)), f16::from_bits(bits).to_f32()),
        ] {
            assert!(wide.to_bits() == expected.to_bits() || wide.is_nan() && expected.is_nan());
        }
    }
    fn product<I: gemm::Input<f32>, A: AnyLayout, B: AnyLayout>(of: impl Fn(f32) -> I, a: A, b: B) {
        let x: Vec<I> = (0..200).map(|i| of((i * 7 % 23 - 11) as f32)).collect();
        let mut z = [f32::NAN; 72];
        let c = layout!((9, 8):row);
        let view = |layout| View::new(&x, layout).unwrap();
        let other = View::new(&x, b).unwrap();
        static_layout_kernels::matmul(view(a), other, &mut ViewMut::new(&mut z, c).unwrap());
        for (i, j) in (0..9).flat_map(|i| (0..8).map(move |j| (i, j))) {
            let sum: f32 = (0..20)
                .map(|p| {
                    x[a.offset((i, p)) as usize].widen() * x[b.offset((p, j)) as usize].widen()
                })
                .sum();
            assert_eq!(z[c.index((i, j))], sum);
        }
    }
    product(bf16::from_f32, layout!((9, 20):col), layout!((20, 8):row));
    product(f16::from_f32, layout!((9, 20):row), layout!((20, 8):col));
}
