//! Checks the kernels on a CUDA device beside loops on the CPU, then measures them: copies and transpositions in bytes a
//! second, products on tensor cores in operations a second. `cublas.py` beside this file measures cuBLAS and the copy of the
//! device.

use std::time::Instant;

use half::{bf16, f16};
use static_layout::{AnyLayout, LayoutOps, layout};
use static_layout_gpu::cuda::{Cuda, TensorCoreElement};
use static_layout_gpu::{GpuError, Reduction};

/// The least time of `times` runs of ten, in seconds a run.
fn least(cuda: &Cuda, mut run: impl FnMut() -> Result<(), GpuError>) -> Result<f64, GpuError> {
    for _ in 0..3 {
        run()?;
    }
    cuda.wait()?;
    let mut least = f64::MAX;
    for _ in 0..5 {
        let start = Instant::now();
        for _ in 0..10 {
            run()?;
        }
        cuda.wait()?;
        least = least.min(start.elapsed().as_secs_f64() / 10.0);
    }
    Ok(least)
}

/// Small integers without a period, which every type has.
fn number(x: usize) -> f32 {
    ((x as u32).wrapping_mul(2654435761) >> 28) as f32 - 7.0
}

fn check_product<T: TensorCoreElement, A: AnyLayout, B: AnyLayout, C: AnyLayout>(
    cuda: &Cuda,
    of: fn(f32) -> T,
    (a, b, c): (A, B, C),
    [m, n, k]: [usize; 3],
) -> Result<(), GpuError> {
    let left: Vec<f32> = (0..a.cosize()).map(number).collect();
    let right: Vec<f32> = (0..b.cosize()).map(|x| number(x + 5)).collect();
    let convert = |data: &[f32]| data.iter().map(|&x| of(x)).collect::<Vec<T>>();
    let (x, y) = (cuda.upload(&convert(&left), a)?, cuda.upload(&convert(&right), b)?);
    let mut z = cuda.zeros::<f32, C>(c)?;
    cuda.matmul(&x, &y, &mut z)?;
    let found = cuda.download(&z)?;
    for i in 0..m {
        for j in 0..n {
            let sum: f32 =
                (0..k).map(|l| left[a.index(i + m * l)] * right[b.index(l + k * j)]).sum();
            assert_eq!(found[c.index(i + m * j)], sum, "({i},{j}) of {m} {n} {k}: {a} {b} {c}");
        }
    }
    Ok(())
}

fn check(cuda: &Cuda) -> Result<(), GpuError> {
    for [m, n, k] in
        [[1, 1, 1], [128, 128, 64], [130, 70, 33], [257, 129, 96], [64, 300, 8], [40, 40, 0]]
    {
        let columns = (layout!((m, k):(1, m)), layout!((k, n):(1, k)), layout!((m, n):(1, m)));
        let rows = (layout!((m, k):(k, 1)), layout!((k, n):(n, 1)), layout!((m, n):(n, 1)));
        let near = (layout!((m, k):(k, 1)), layout!((k, n):(1, k)), layout!((m, n):(n, 1)));
        check_product(cuda, bf16::from_f32, columns, [m, n, k])?;
        check_product(cuda, bf16::from_f32, rows, [m, n, k])?;
        check_product(cuda, bf16::from_f32, near, [m, n, k])?;
        check_product(cuda, f16::from_f32, columns, [m, n, k])?;
        check_product(cuda, f16::from_f32, near, [m, n, k])?;
        check_product(cuda, |x| x, columns, [m, n, k])?;
        check_product(cuda, |x| x, near, [m, n, k])?;
        let data: Vec<f32> = (0..m * n).map(|x| x as f32).collect();
        let source = cuda.upload(&data, layout!((m, n):(n, 1)))?;
        assert_eq!(cuda.reduce(&source, Reduction::Max)?, (m * n - 1) as f32);
        let mut target = cuda.zeros::<f32, _>(layout!((m, n):(1, m)))?;
        cuda.transform(&source, &mut target, "x + 1.0f")?;
        let found = cuda.download(&target)?;
        assert!((0..m * n).all(|at| found[at] == data[at % m * n + at / m] + 1.0), "{m} {n}");
        cuda.copy(&source, &mut target)?;
        let found = cuda.download(&target)?;
        for i in 0..m {
            for j in 0..n {
                assert_eq!(found[i + m * j], data[i * n + j], "({i},{j}) of {m} {n}");
            }
        }
    }
    println!("products, copies, reductions and transformations equal those of the CPU");
    Ok(())
}

fn measure<T: TensorCoreElement>(
    cuda: &Cuda,
    name: &str,
    n: usize,
    of: fn(f32) -> T,
) -> Result<(), GpuError> {
    let data: Vec<T> = (0..n * n).map(|x| of(number(x) / 8.0)).collect();
    let a = cuda.upload(&data, layout!((n, n):(n, 1)))?;
    let b = cuda.upload(&data, layout!((n, n):(1, n)))?;
    let mut c = cuda.zeros::<f32, _>(layout!((n, n):(n, 1)))?;
    let seconds = least(cuda, || cuda.matmul(&a, &b, &mut c))?;
    println!("matmul {name} {n}: {:.1} Tflop/s", 2.0 * (n as f64).powi(3) / seconds / 1e12);
    Ok(())
}

fn main() -> Result<(), GpuError> {
    let cuda = Cuda::new()?;
    println!("{}", cuda.name());
    check(&cuda)?;
    for n in [4096_usize, 8192, 16384] {
        let source = cuda.zeros::<f32, _>(layout!((n, n):(n, 1)))?;
        let bytes = 8.0 * (n * n) as f64;
        let mut target = cuda.zeros::<f32, _>(layout!((n, n):(n, 1)))?;
        let seconds = least(&cuda, || cuda.copy_by_driver(&source, &mut target))?;
        println!("copy by the driver f32 {n}: {:.0} GB/s", bytes / seconds / 1e9);
        let seconds = least(&cuda, || cuda.copy(&source, &mut target))?;
        println!("copy f32 {n}: {:.0} GB/s", bytes / seconds / 1e9);
        let mut target = cuda.zeros::<f32, _>(layout!((n, n):(1, n)))?;
        let seconds = least(&cuda, || cuda.copy(&source, &mut target))?;
        println!("transpose f32 {n}: {:.0} GB/s", bytes / seconds / 1e9);
        let seconds = least(&cuda, || cuda.transform(&source, &mut target, "x * 2.0f + 1.0f"))?;
        println!("transform and transpose f32 {n}: {:.0} GB/s", bytes / seconds / 1e9);
        let seconds = least(&cuda, || cuda.reduce(&source, Reduction::Sum).map(|_| ()))?;
        println!("reduce f32 {n}: {:.0} GB/s", bytes / 2.0 / seconds / 1e9);
    }
    for n in [1024, 2048, 4096, 8192] {
        measure(&cuda, "bf16", n, bf16::from_f32)?;
        measure(&cuda, "f16", n, f16::from_f32)?;
        measure(&cuda, "tf32", n, |x| x)?;
    }
    Ok(())
}
