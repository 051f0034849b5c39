//! Each kernel takes any tensor: it reads `&Owned` and `&Boxed`, and writes `&mut` of both, without `view()`.

use std::collections::BTreeSet;

use static_layout::typenum::U2;
use static_layout::*;
use static_layout_kernels::gemm::{Broadcast, TiledMma};
use static_layout_kernels::simd::Portable;
use static_layout_kernels::*;

type Square = Owned<f32, Layout!((4, 4):(4, 1))>;
type Batch = Owned<f32, Layout!((2, 2, 2):(2, 1, 4))>;
type Bytes = Owned<i8, Layout!((4, 4):(4, 1))>;
#[cfg(feature = "half")]
type Halves = Owned<half::bf16, Layout!((4, 4):(4, 1))>;
type Image = Owned<f32, Layout!((5, 5, 2):(10, 2, 1))>;
type Filter = Owned<f32, Layout!((3, 3, 2, 1):(6, 2, 1, 1))>;
type Windows = Owned<f32, Layout!((3, 3, 1):(3, 1, 0))>;

/// Calls each kernel with an `Owned` to read and a tensor to write, and names it.
macro_rules! kernels {
    ($($(#[$feature:meta])? $name:ident: $call:expr;)*) => {{
        let mut called = BTreeSet::new();
        $($(#[$feature])? {
            $call;
            called.insert(stringify!($name));
        })*
        called
    }};
}

/// Calls the kernels whose tensors have one layout; `c` is written.
fn called(
    c: &mut impl TensorMut<Element = f32, Layout = Layout!((4, 4):(4, 1))>,
) -> BTreeSet<&'static str> {
    let a = &Square::from_offsets(Default::default(), |i| i as f32);
    let (batch, bytes) =
        (&Batch::filled(Default::default(), 1.0), &Bytes::filled(Default::default(), 1));
    let (mut of_batch, mut windows) =
        (Batch::filled(Default::default(), 0.0), Windows::filled(Default::default(), 0.0));
    let (image, filter) =
        (&Image::filled(Default::default(), 1.0), &Filter::filled(Default::default(), 1.0));
    let planned = PlannedCopy::<f32, _, _>::new(a.layout(), c.layout()).unwrap();
    let tiled =
        TiledCopy::new(VectorMove::<U2>::new(), layout!((2, 2):(2, 1)), layout!((1, 2):row));
    kernels! {
        matmul: matmul(a, a, c);
        matmul_add: matmul_add(a, a, c);
        gemm: gemm(1.0, a, a, 0.0, c);
        gemm_on: gemm_on(Portable, 1.0, a, a, 0.0, c);
        gemm_i8: gemm_i8(1.0, bytes, bytes, c);
        matmul_chain: matmul_chain(a, a, |_, _| {}, a, c);
        matmul_epilogue: matmul_epilogue(a, a, (a,), |sum, (x,)| sum + x, c);
        computed: assert_eq!(computed((a, a), |(x, y)| x - y).sum(), 0.0);
        #[cfg(feature = "half")]
        gemm_bf16: { let x = &Halves::filled(Default::default(), half::bf16::ONE); gemm_bf16(1.0, x, x, 0.0, c) };
        gemm_with: gemm_with(TiledMma::new(Broadcast(Portable), layout!((2, 4):col)), 1.0, a, a, 0.0, c);
        #[cfg(feature = "rayon")]
        par_gemm: par_gemm(1.0, a, a, 0.0, c);
        gemm_batched: gemm_batched(1.0, batch, batch, 0.0, &mut of_batch);
        matmul_batched: matmul_batched(batch, batch, &mut of_batch);
        copy: copy(a, c);
        try_copy: try_copy(a, c).unwrap();
        copy_with: copy_with(VectorMove::<U2>::new(), a, c);
        try_copy_with: try_copy_with(VectorMove::<U2>::new(), a, c).unwrap();
        copy_if: copy_if(a, c, |(i, j)| i != j);
        try_copy_if: try_copy_if(a, c, |(i, j)| i != j).unwrap();
        #[cfg(feature = "rayon")]
        par_copy: par_copy(a, c);
        #[cfg(feature = "rayon")]
        try_par_copy: try_par_copy(a, c).unwrap();
        run: planned.run(a, c);
        tiled: { tiled.copy(a, c); tiled.try_copy(a, c).unwrap() };
        #[cfg(feature = "rayon")]
        par_fill: par_fill(c, 1.0);
        #[cfg(feature = "rayon")]
        par_transform: par_transform(a, c, |x| x + 1.0);
        #[cfg(feature = "rayon")]
        try_par_transform: try_par_transform(a, c, |x| x + 1.0).unwrap();
        #[cfg(feature = "rayon")]
        par_combine: par_combine(a, a, c, |x, y| x + y);
        #[cfg(feature = "rayon")]
        try_par_combine: try_par_combine(a, a, c, |x, y| x + y).unwrap();
        #[cfg(feature = "rayon")]
        par_combine_all: par_combine_all((a, a, a), c, |(x, y, z)| x + y + z);
        #[cfg(feature = "rayon")]
        try_par_combine_all: try_par_combine_all((a, a, a), c, |(x, y, z)| x + y + z).unwrap();
        fill: fill(c, 1.0);
        transform: transform(a, c, |x| x + 1.0);
        try_transform: try_transform(a, c, |x| x + 1.0).unwrap();
        combine: combine(a, a, c, |x, y| x + y);
        try_combine: try_combine(a, a, c, |x, y| x + y).unwrap();
        combine_all: combine_all((a, a, a), c, |(x, y, z)| x + y + z);
        try_combine_all: try_combine_all((a, a, a), c, |(x, y, z)| x + y + z).unwrap();
        axpby: axpby(1.0, a, 1.0, c);
        try_axpby: try_axpby(1.0, a, 1.0, c).unwrap();
        reduce: assert_eq!(reduce(a, 0.0, |x, y| x + y), 120.0);
        sum: assert_eq!(sum(a), 120.0);
        minimum: assert_eq!(minimum(a), Some(0.0));
        maximum: assert_eq!(maximum(a), Some(15.0));
        transpose: transpose(a, c);
        try_transpose: try_transpose(a, c).unwrap();
        transpose_in_place: transpose_in_place(c);
        convolve2d: convolve2d(image, filter, &mut windows);
        convolve2d_with: convolve2d_with(Convolution::default(), image, filter, &mut windows);
        #[cfg(feature = "rayon")]
        par_convolve2d_with: par_convolve2d_with(Convolution::default(), image, filter, &mut windows);
    }
}

#[test]
fn any_tensor() {
    let (mut owned, mut boxed) =
        (Square::filled(Default::default(), 0.0), Boxed::filled(layout!((4, 4):(4, 1)), 0.0));
    let names = called(&mut owned);
    assert_eq!(called(&mut boxed), names);
    // The last kernel that wrote them was a transpose in place of a transpose.
    assert!(owned.iter().zip(boxed.iter()).all(|(x, y)| x == y));
    assert_eq!(owned[(1, 0)], 4.0);

    // Each function of the crate is above, apart from those of layouts.
    let source = include_str!("../../src/lib.rs");
    let exported = source
        .split("pub use ")
        .skip(1)
        .filter_map(|item| item.split(';').next()?.split_once("::"))
        .flat_map(|(_, names)| names.split(|c: char| !c.is_alphanumeric() && c != '_'))
        .filter(|word| word.starts_with(char::is_lowercase))
        .filter(|word| !["internal", "image_to_columns", "copy_plan", "gemm_plan"].contains(word))
        // `tests/contract` calls the first two, and the others are not functions.
        .filter(|word| !["contract", "einsum", "nest", "written"].contains(word));
    let parallel = |word: &str| word.contains("par_") && !cfg!(feature = "rayon");
    let of_halves = |word: &str| word == "gemm_bf16" && !cfg!(feature = "half");
    let missing: Vec<_> = exported
        .filter(|&word| !names.contains(word) && !parallel(word) && !of_halves(word))
        .collect();
    assert!(missing.is_empty(), "no call of {missing:?}");
}
