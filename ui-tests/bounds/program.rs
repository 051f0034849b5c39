//! Types that a bound of the library or its kernels refuses, one on each line. The messages are longer than in the
//! catalogue: the compiler lists the types that have the trait. `../bounds.rs` reads the words of the bounds.

use static_layout::frames::{Nz, framed};
use static_layout::ops::ModeTiler;
use static_layout::typenum::{U4, U16};
use static_layout::*;
use static_layout_kernels::contract::SumOf;
use static_layout_kernels::gemm::{Byte, ByteSum, EpilogueInputs, Input};
use static_layout_kernels::{Tensors, combine_all, copy_if};

fn tensor(_: impl Tensor) {}
fn mode_tiler<T: ModeTiler>() {}
fn byte<T: Byte>() {}
fn byte_sum<T: ByteSum>() {}
fn input<T: Input<f32>>() {}
fn tensors<T: Tensors>() {}
fn epilogue_inputs<T: EpilogueInputs<Layout!((4,8):(8,1))>>() {}
fn sum_of<T: SumOf<f64, f64>>() {}

fn main() {
    let _ = framed::<Nz, U16, _>(shape!(32));
    mode_tiler::<U4>();
    tensor([1.0f32; 4]);
    let rows = View::new(&[0; 32], layout!((4,8):(8,1))).unwrap();
    let _ = rows.read_axes::<Layout!(Sw<2,0,3> o 0 o (4,8):(8,1))>();
    let mut to = Owned::filled(layout!(4:1), 0);
    copy_if([1; 4], &mut to, |_| true);
    copy_if(&to, &mut [0; 4], |_| true);
    combine_all([&to, &to], &mut to, |_| 0);
    byte::<i16>();
    byte_sum::<f64>();
    input::<i32>();
    tensors::<[f32; 2]>();
    epilogue_inputs::<[f32; 2]>();
    sum_of::<f32>();
}
