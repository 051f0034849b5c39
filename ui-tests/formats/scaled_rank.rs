//! gemm_scaled: a result of three modes.
//! Fix: a result of two modes, such as a slice.
use static_layout::*;
use static_layout_formats::{element::*, packed::*, scale::*};

fn main() {
    let data = PackedView::<I4, _>::new(&[0; 32], layout!((2, 32):row)).unwrap();
    let layout = BlockScales::from_dynamic(&MX.layout(2, 32).unwrap().layout()).unwrap();
    let weights = Scaled::new(data, Scales::<F8E8M0, _>::new(&[127; 2], layout).unwrap()).unwrap();
    let a = Boxed::filled(layout!((1, 32)), 1.0_f32);
    let mut c = Boxed::filled(layout!((1, 2, 1)), 0.0_f32);
    let _ = gemm_scaled(a, weights, &mut c);
}
