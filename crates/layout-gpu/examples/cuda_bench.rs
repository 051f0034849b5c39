//! Checks the kernels on a CUDA device beside loops on the CPU, then measures them: copies and transpositions beside the copy
//! of the driver, products on tensor cores beside cuBLAS. `bench.rs` beside this file has the products of `f32`.

use std::ffi::c_void;
use std::time::Instant;

use cudarc::cublas::sys::{
    cublasComputeType_t, cublasGemmAlgo_t, cublasOperation_t, cudaDataType_t, is_culib_present,
};
use cudarc::cublas::{CudaBlas, result::gemm_ex};
use cudarc::driver::{CudaContext, CudaStream, DevicePtr, DevicePtrMut, DeviceRepr};
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

    /// Seconds of `C = A B` with the layouts of `measure`, each n by n, and the result in `f32`.
    fn seconds<T: DeviceRepr>(
        &self,
        cuda: &Cuda,
        data: &[T],
        n: usize,
        kind: cudaDataType_t,
        compute: cublasComputeType_t,
    ) -> Result<f64, Box<dyn std::error::Error>> {
        assert_eq!(data.len(), n * n);
        let (a, b) = (self.stream.memcpy_stod(data)?, self.stream.memcpy_stod(data)?);
        let mut c = self.stream.alloc_zeros::<f32>(n * n)?;
        let ((a, _a), (b, _b)) = (a.device_ptr(&self.stream), b.device_ptr(&self.stream));
        let (c, _c) = c.device_ptr_mut(&self.stream);
        let (one, zero, extent) = (1.0_f32, 0.0_f32, i32::try_from(n)?);
        let mut failed = None;
        let seconds = least(cuda, || {
            // Rows of C are columns of its transpose, which is that of B times that of A.
            // SAFETY: A, B and C have n * n elements of these types and live until `seconds` returns; the factors are `f32`,
            // as the types of computation want.
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
            failed = done.err();
            Ok(())
        })?;
        match failed {
            None => Ok(seconds),
            Some(error) => Err(error.into()),
        }
    }
}

fn tflops(n: usize, seconds: f64) -> f64 {
    2.0 * (n as f64).powi(3) / seconds / 1e12
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
    let seconds = least(cuda, || cuda.matmul(&a, &b, &mut c))?;
    print!("matmul {name} {n}: {:.1} Tflop/s", tflops(n, seconds));
    if let Some(cublas) = cublas {
        let theirs = cublas.seconds(cuda, &data, n, kind, compute)?;
        print!(", cuBLAS {:.1}, {:.2} of it (goal 0.80)", tflops(n, theirs), theirs / seconds);
    }
    println!();
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let cuda = Cuda::new()?;
    println!("{}", cuda.name());
    check(&cuda)?;
    for n in [4096_usize, 8192, 16384] {
        let source = cuda.zeros::<f32, _>(layout!((n, n):(n, 1)))?;
        let bytes = 8.0 * (n * n) as f64;
        let mut target = cuda.zeros::<f32, _>(layout!((n, n):(n, 1)))?;
        let own = least(&cuda, || cuda.copy_by_driver(&source, &mut target))?;
        println!("copy by the driver f32 {n}: {:.0} GB/s", bytes / own / 1e9);
        let print = |what: &str, bytes: f64, seconds: f64| {
            let speed = bytes / seconds;
            let part = speed * own / (8.0 * (n * n) as f64);
            println!(
                "{what} f32 {n}: {:.0} GB/s, {part:.2} of the driver's (goal 0.90)",
                speed / 1e9
            );
        };
        print("copy", bytes, least(&cuda, || cuda.copy(&source, &mut target))?);
        let mut target = cuda.zeros::<f32, _>(layout!((n, n):(1, n)))?;
        print("transpose", bytes, least(&cuda, || cuda.copy(&source, &mut target))?);
        let seconds = least(&cuda, || cuda.transform(&source, &mut target, "x * 2.0f + 1.0f"))?;
        print("transform and transpose", bytes, seconds);
        let seconds = least(&cuda, || cuda.reduce(&source, Reduction::Sum).map(|_| ()))?;
        print("reduce", bytes / 2.0, seconds);
    }
    use cublasComputeType_t::{CUBLAS_COMPUTE_32F as F32, CUBLAS_COMPUTE_32F_FAST_TF32 as TF32};
    use cudaDataType_t::{CUDA_R_16BF, CUDA_R_16F, CUDA_R_32F};
    let cublas = Cublas::new();
    for n in [1024, 2048, 4096, 8192] {
        let blas = cublas.as_ref();
        measure(&cuda, blas, ("bf16", n), bf16::from_f32, CUDA_R_16BF, F32)?;
        measure(&cuda, blas, ("f16", n), f16::from_f32, CUDA_R_16F, F32)?;
        measure(&cuda, blas, ("tf32", n), |x| x, CUDA_R_32F, TF32)?;
        if let Some(cublas) = blas {
            let data: Vec<f32> = (0..n * n).map(|x| number(x) / 8.0).collect();
            let seconds = cublas.seconds(&cuda, &data, n, CUDA_R_32F, F32)?;
            println!(
                "cuBLAS f32 {n}: {:.1} Tflop/s, beside `matmul f32` of bench.rs",
                tflops(n, seconds)
            );
        }
    }
    Ok(())
}
