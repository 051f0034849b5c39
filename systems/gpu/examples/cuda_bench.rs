//! Compares the kernels on a CUDA device with loops on the CPU, then measures them: copies and transpositions compared
//! with the driver's copy, products on tensor cores compared with cuBLAS. `bench.rs` in this folder has the products of
//! `f32`. With the argument `check` it only checks, as under a sanitizer.

use std::ffi::c_void;
use std::time::Instant;

use cudarc::cublas::sys::{
    cublasComputeType_t, cublasGemmAlgo_t, cublasOperation_t, cudaDataType_t, is_culib_present,
};
use cudarc::cublas::{CudaBlas, result::gemm_ex};
use cudarc::driver::{CudaContext, CudaStream, DevicePtr, DevicePtrMut, DeviceRepr};
use half::{bf16, f16};
use static_layout::{AnyLayout, LayoutOps, layout};
use static_layout_gpu::cuda::{Cuda, CudaElement, TensorCoreElement};
use static_layout_gpu::{GpuError, Reduction};

type Run<'a> = &'a mut dyn FnMut() -> Result<(), GpuError>;

/// Seconds of a run of each of two, in nine turns of ten runs of both.
fn in_turns(cuda: &Cuda, mut both: [Run<'_>; 2]) -> Result<[Vec<f64>; 2], GpuError> {
    let mut seconds = [Vec::new(), Vec::new()];
    for turn in 0..10 {
        for (run, seconds) in both.iter_mut().zip(&mut seconds) {
            cuda.wait()?;
            let start = Instant::now();
            for _ in 0..10 {
                run()?;
            }
            cuda.wait()?;
            // The first turn compiles.
            if turn > 0 {
                seconds.push(start.elapsed().as_secs_f64() / 10.0);
            }
        }
    }
    Ok(seconds)
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

/// Prints the median speed of both, `work` in a run of the first and `of` in one of the second, and the ratios of the turns.
fn print(what: &str, unit: &str, [work, of]: [f64; 2], [own, theirs]: &[Vec<f64>; 2], goal: &str) {
    let mut ratios: Vec<f64> =
        own.iter().zip(theirs).map(|(own, theirs)| work / own / (of / theirs)).collect();
    ratios.sort_by(f64::total_cmp);
    println!(
        "{what}: {:.0} {unit}, beside it {:.0}; ratio {:.2} ({:.2} to {:.2}){goal}",
        work / median(own),
        of / median(theirs),
        median(&ratios),
        ratios[0],
        ratios[ratios.len() - 1]
    );
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
    check_layouts(cuda)?;
    println!("products, copies, reductions and transformations equal those of the CPU");
    Ok(())
}

/// Copies from one layout to the other, of elements of 4 and of 2 bytes, and compares each element.
fn check_copy<A: AnyLayout, B: AnyLayout>(cuda: &Cuda, a: A, b: B) -> Result<(), GpuError> {
    fn moved<T: CudaElement + PartialEq + std::fmt::Debug, A: AnyLayout, B: AnyLayout>(
        cuda: &Cuda,
        (a, b): (A, B),
        of: fn(usize) -> T,
    ) -> Result<(), GpuError> {
        let data: Vec<T> = (0..a.cosize()).map(of).collect();
        let source = cuda.upload(&data, a)?;
        let mut target = cuda.upload(&vec![of(usize::MAX / 2); b.cosize()], b)?;
        cuda.copy(&source, &mut target)?;
        let mut expected = vec![of(usize::MAX / 2); b.cosize()];
        (0..a.size()).for_each(|i| expected[b.index(i)] = data[a.index(i)]);
        assert_eq!(cuda.download(&target)?, expected, "{a} to {b}");
        Ok(())
    }
    moved(cuda, (a, b), |x| (x as u32).wrapping_mul(2654435761))?;
    moved(cuda, (a, b), |x| f16::from_f32(number(x)))
}

/// Layouts of any nesting, behind swizzles, with padding, with a mode in reverse, in batches.
fn check_layouts(cuda: &Cuda) -> Result<(), GpuError> {
    check_copy(cuda, layout!((64, 64):(64, 1)), layout!(Sw<3,3,3> o 0 o (64, 64):(64, 1)))?;
    check_copy(cuda, layout!(Sw<3,3,3> o 0 o (64, 64):(64, 1)), layout!((64, 64):(1, 64)))?;
    check_copy(cuda, layout!(((4, 8), (2, 16)):((1, 64), (4, 8))), layout!((32, 32):(32, 1)))?;
    for (m, n) in
        [(1_usize, 1_usize), (3, 5), (31, 33), (33, 64), (100, 129), (257, 66), (1031, 517)]
    {
        let (wide, tall, mn) = (n + 3, m + 1, m * n);
        check_copy(cuda, layout!((m, n):(wide, 1)), layout!((m, n):(1, tall)))?;
        check_copy(cuda, layout!((m, n):(1, tall)), layout!((m, n):(1, m)))?;
        check_copy(cuda, layout!((m, n):(0, 1)), layout!((m, n):(n, 1)))?;
        check_copy(cuda, layout!((m, n, 3):(n, 1, mn)), layout!((m, (n, 3)):(1, (m, mn))))?;
        check_copy(cuda, layout!((m, n):(n, 1)), layout!(mn:1))?;
        let data: Vec<i32> = (0..mn).map(|x| number(x) as i32 - 9).collect();
        let tensor = cuda.upload(&data, layout!((m, n):(n, 1)))?;
        assert_eq!(cuda.reduce(&tensor, Reduction::Sum)?, data.iter().sum::<i32>(), "{m} {n}");
        assert_eq!(cuda.reduce(&tensor, Reduction::Min)?, *data.iter().min().unwrap(), "{m} {n}");
        let turned = cuda.upload(&data, layout!((m, n):(n, -1)))?;
        let mut target = cuda.zeros::<i32, _>(layout!((m, n):(n, 1)))?;
        cuda.copy(&turned, &mut target)?;
        let found = cuda.download(&target)?;
        assert!((0..mn).all(|at| found[at] == data[at / n * n + n - 1 - at % n]), "{m} {n}");
    }
    Ok(())
}

/// cuBLAS on the first device, if its library is found: `libcublas.so` of CUDA, or of the Python package
/// `nvidia-cublas-cu12` with its folder in `LD_LIBRARY_PATH`.
struct Cublas {
    blas: CudaBlas,
    stream: std::sync::Arc<CudaStream>,
}

impl Cublas {
    fn new() -> Option<Self> {
        // SAFETY: loads the library, whose initialization is the vendor's.
        if !unsafe { is_culib_present() } {
            println!("not measured: cuBLAS, there is no libcublas.so");
            return None;
        }
        let stream = CudaContext::new(0).ok()?.default_stream();
        match CudaBlas::new(stream.clone()) {
            Ok(blas) => Some(Self { blas, stream }),
            Err(error) => {
                println!("not measured: cuBLAS, {error}");
                None
            }
        }
    }

    /// Seconds of `run` and of `C = A B` with the layouts of `measure`, each n by n, and the result in `f32`.
    fn beside<T: DeviceRepr>(
        &self,
        cuda: &Cuda,
        data: &[T],
        n: usize,
        kind: cudaDataType_t,
        compute: cublasComputeType_t,
        run: Run<'_>,
    ) -> Result<[Vec<f64>; 2], Box<dyn std::error::Error>> {
        assert_eq!(data.len(), n * n);
        let (a, b) = (self.stream.clone_htod(data)?, self.stream.clone_htod(data)?);
        let mut c = self.stream.alloc_zeros::<f32>(n * n)?;
        let ((a, _a), (b, _b)) = (a.device_ptr(&self.stream), b.device_ptr(&self.stream));
        let (c, _c) = c.device_ptr_mut(&self.stream);
        let (one, zero, extent) = (1.0_f32, 0.0_f32, i32::try_from(n)?);
        let mut failed = None;
        let mut theirs = || {
            // Rows of C are columns of its transpose, which is the transpose of B times the transpose of A.
            // SAFETY: A, B and C have n * n elements of these types and live until `beside` returns; the factors are
            // `f32`, as the types of computation require.
            let done = unsafe {
                gemm_ex(
                    *self.blas.handle(),
                    cublasOperation_t::CUBLAS_OP_T,
                    cublasOperation_t::CUBLAS_OP_N,
                    extent,
                    extent,
                    extent,
                    (&raw const one).cast::<c_void>(),
                    b as *const c_void,
                    kind,
                    extent,
                    a as *const c_void,
                    kind,
                    extent,
                    (&raw const zero).cast::<c_void>(),
                    c as *mut c_void,
                    cudaDataType_t::CUDA_R_32F,
                    extent,
                    compute,
                    cublasGemmAlgo_t::CUBLAS_GEMM_DEFAULT,
                )
            };
            failed = failed.or(done.err());
            Ok(())
        };
        let seconds = in_turns(cuda, [run, &mut theirs])?;
        match failed {
            None => Ok(seconds),
            Some(error) => Err(error.into()),
        }
    }
}

fn measure<T: TensorCoreElement>(
    cuda: &Cuda,
    cublas: Option<&Cublas>,
    (name, n): (&str, usize),
    of: fn(f32) -> T,
    kind: cudaDataType_t,
    compute: cublasComputeType_t,
) -> Result<(), Box<dyn std::error::Error>> {
    let data: Vec<T> = (0..n * n).map(|x| of(number(x) / 8.0)).collect();
    let a = cuda.upload(&data, layout!((n, n):(n, 1)))?;
    let b = cuda.upload(&data, layout!((n, n):(1, n)))?;
    let mut c = cuda.zeros::<f32, _>(layout!((n, n):(n, 1)))?;
    let mut run = || cuda.matmul(&a, &b, &mut c);
    let flops = 2.0 * (n as f64).powi(3) / 1e12;
    match cublas {
        Some(cublas) => {
            let seconds = cublas.beside(cuda, &data, n, kind, compute, &mut run)?;
            print(
                &format!("matmul {name} {n}, cuBLAS"),
                "Tflop/s",
                [flops; 2],
                &seconds,
                ", goal 0.80",
            );
        }
        None => {
            let [seconds, _] = in_turns(cuda, [&mut run, &mut || Ok(())])?;
            println!("matmul {name} {n}: {:.1} Tflop/s", flops / median(&seconds));
        }
    }
    Ok(())
}

fn copies(cuda: &Cuda, n: usize) -> Result<(), GpuError> {
    let data: Vec<f32> = (0..n * n).map(number).collect();
    let rows = layout!((n, n):(n, 1));
    let source = cuda.upload(&data, rows)?;
    let mut plain = cuda.zeros::<f32, _>(rows)?;
    let mut target = cuda.zeros::<f32, _>(rows)?;
    let mut turned = cuda.zeros::<f32, _>(layout!((n, n):(1, n)))?;
    let bytes = 8.0 * (n * n) as f64 / 1e9;
    let mut beside = |what: &str, bytes_of: f64, run: Run<'_>| -> Result<(), GpuError> {
        let mut driver = || cuda.copy_by_driver(&source, &mut plain);
        let seconds = in_turns(cuda, [run, &mut driver])?;
        let what = format!("{what} f32 {n}, copy by the driver");
        print(&what, "GB/s", [bytes_of, bytes], &seconds, ", goal 0.90");
        Ok(())
    };
    beside("copy", bytes, &mut || cuda.copy(&source, &mut target))?;
    beside("transform", bytes, &mut || cuda.transform(&source, &mut target, "x * 2.0f + 1.0f"))?;
    beside("transpose", bytes, &mut || cuda.copy(&source, &mut turned))?;
    let turn = "x * 2.0f + 1.0f";
    beside("transform and transpose", bytes, &mut || cuda.transform(&source, &mut turned, turn))?;
    let mut sum = || cuda.reduce(&source, Reduction::Sum).map(|_| ());
    beside("reduce", bytes / 2.0, &mut sum)?;
    let half: Vec<f16> = data.iter().map(|&x| f16::from_f32(x)).collect();
    let source = cuda.upload(&half, rows)?;
    let mut target = cuda.zeros::<f16, _>(rows)?;
    let mut turned = cuda.zeros::<f16, _>(layout!((n, n):(1, n)))?;
    beside("copy f16 of", bytes / 2.0, &mut || cuda.copy(&source, &mut target))?;
    beside("transpose f16 of", bytes / 2.0, &mut || cuda.copy(&source, &mut turned))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let cuda = Cuda::new()?;
    println!("{}", cuda.name());
    check(&cuda)?;
    // As on other devices than Hopper.
    let warps = Cuda::new()?.by_warps();
    check(&warps)?;
    if std::env::args().any(|argument| argument == "check") {
        return Ok(());
    }
    for n in [4096, 16384] {
        copies(&cuda, n)?;
    }
    use cublasComputeType_t::{CUBLAS_COMPUTE_32F as F32, CUBLAS_COMPUTE_32F_FAST_TF32 as TF32};
    use cudaDataType_t::{CUDA_R_16BF, CUDA_R_16F, CUDA_R_32F};
    let cublas = Cublas::new();
    let blas = cublas.as_ref();
    for n in [1024, 2048, 4096, 8192] {
        measure(&cuda, blas, ("bf16", n), bf16::from_f32, CUDA_R_16BF, F32)?;
        measure(&warps, blas, ("bf16, by warps,", n), bf16::from_f32, CUDA_R_16BF, F32)?;
        measure(&cuda, blas, ("f16", n), f16::from_f32, CUDA_R_16F, F32)?;
        measure(&cuda, blas, ("tf32", n), |x| x, CUDA_R_32F, TF32)?;
        if let Some(cublas) = blas {
            let data: Vec<f32> = (0..n * n).map(|x| number(x) / 8.0).collect();
            let [_, seconds] = cublas.beside(&cuda, &data, n, CUDA_R_32F, F32, &mut || Ok(()))?;
            let speed = 2.0 * (n as f64).powi(3) / 1e12 / median(&seconds);
            println!("cuBLAS f32 {n}: {speed:.1} Tflop/s, for `matmul f32` of bench.rs");
        }
    }
    Ok(())
}
