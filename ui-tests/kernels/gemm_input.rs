//! Input: elements that are not multiplied into those of the result.
//! Fix: convert them to f32.
use static_layout_kernels::gemm::Input;

fn multiplied<X: Input<f32>>(x: X) {
    let _ = x;
}

fn main() {
    multiplied(1i32);
}
