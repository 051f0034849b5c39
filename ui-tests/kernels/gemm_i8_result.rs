//! gemm_i8: a result of f64.
//! Fix: i32, or f32 with scales.
use static_layout_kernels::gemm::ByteSum;

fn bytes<T: ByteSum>(to: &mut T) {
    let _ = to;
}

fn main() {
    bytes(&mut 0.0f64);
}
