//! Compares the kernels on a device of `wgpu` with loops on the CPU, then measures them: copies, transpositions,
//! reductions and products of `f32`. `WGPU_ADAPTER_NAME` selects the device.
//!
//! ```sh
//! cargo run --release -p static-layout-gpu --example bench [COPY_EXTENT PRODUCT_EXTENT]
//! ```

use std::time::Instant;

use static_layout::layout;
use static_layout_gpu::{Gpu, GpuError, Reduction};

/// The least time of `turns` turns of `runs` runs each, in seconds a run.
fn least(
    gpu: &Gpu,
    [turns, runs]: [u32; 2],
    mut run: impl FnMut() -> Result<(), GpuError>,
) -> Result<f64, GpuError> {
    run()?;
    gpu.wait()?;
    let mut least = f64::MAX;
    for _ in 0..turns {
        let start = Instant::now();
        for _ in 0..runs {
            run()?;
        }
        gpu.wait()?;
        least = least.min(start.elapsed().as_secs_f64() / f64::from(runs));
    }
    Ok(least)
}

/// Small integers without a period, whose sums of products are exact.
fn numbers(count: usize) -> Vec<f32> {
    (0..count as u32).map(|x| (x.wrapping_mul(2654435761) >> 28) as f32 - 7.0).collect()
}

fn check(gpu: &Gpu) -> Result<(), GpuError> {
    for [m, n, k] in [[1, 1, 1], [64, 64, 16], [130, 70, 33], [257, 129, 96], [40, 40, 0]] {
        let (left, right) = (numbers(m * k), numbers(k * n));
        let a = gpu.upload(&left, layout!((m, k):(k, 1)))?;
        let b = gpu.upload(&right, layout!((k, n):(1, k)))?;
        let mut c = gpu.zeros::<f32, _>(layout!((m, n):(n, 1)))?;
        gpu.matmul(&a, &b, &mut c)?;
        let mut turned = gpu.zeros::<f32, _>(layout!((m, n):(1, m)))?;
        gpu.copy(&c, &mut turned)?;
        let (c, turned) = (gpu.download(&c)?, gpu.download(&turned)?);
        for i in 0..m {
            for j in 0..n {
                let sum: f32 = (0..k).map(|l| left[i * k + l] * right[j * k + l]).sum();
                assert_eq!(
                    (c[i * n + j], turned[i + m * j]),
                    (sum, sum),
                    "({i},{j}) of {m} {n} {k}"
                );
            }
        }
    }
    println!("products and transpositions equal those of the CPU");
    Ok(())
}

fn copies(gpu: &Gpu, n: usize, times: [u32; 2]) -> Result<(), GpuError> {
    let bytes = 8.0 * (n * n) as f64;
    let print = |what: &str, bytes: f64, seconds: f64, own: f64| {
        println!(
            "{what} f32 {n}: {:.1} GB/s, {:.2} of the copy by the driver",
            bytes / seconds / 1e9,
            own / seconds
        );
    };
    let source = gpu.zeros::<f32, _>(layout!((n, n):(n, 1)))?;
    let mut target = gpu.zeros::<f32, _>(layout!((n, n):(n, 1)))?;
    let own = least(gpu, times, || gpu.copy_by_driver(&source, &mut target))?;
    print("copy by the driver", bytes, own, own);
    print("copy", bytes, least(gpu, times, || gpu.copy(&source, &mut target))?, own);
    let mut target = gpu.zeros::<f32, _>(layout!((n, n):(1, n)))?;
    print("transpose", bytes, least(gpu, times, || gpu.copy(&source, &mut target))?, own);
    let seconds = least(gpu, times, || gpu.transform(&source, &mut target, "x * 2.0 + 1.0"))?;
    print("transform and transpose", bytes, seconds, own);
    let seconds = least(gpu, times, || gpu.reduce(&source, Reduction::Sum).map(|_| ()))?;
    // It reads alone.
    print("reduce", bytes / 2.0, seconds, own / 2.0);
    Ok(())
}

fn product(gpu: &Gpu, n: usize, times: [u32; 2]) -> Result<(), GpuError> {
    let data = numbers(n * n);
    let a = gpu.upload(&data, layout!((n, n):(n, 1)))?;
    let b = gpu.upload(&data, layout!((n, n):(1, n)))?;
    let mut c = gpu.zeros::<f32, _>(layout!((n, n):(n, 1)))?;
    let seconds = least(gpu, times, || gpu.matmul(&a, &b, &mut c))?;
    println!("matmul f32 {n}: {:.3} Tflop/s", 2.0 * (n as f64).powi(3) / seconds / 1e12);
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let gpu = Gpu::new()?;
    println!("{}", gpu.name());
    check(&gpu)?;
    let extents: Vec<usize> =
        std::env::args().skip(1).map(|extent| extent.parse()).collect::<Result<_, _>>()?;
    if let [copy, extent] = extents[..] {
        copies(&gpu, copy, [5, 1])?;
        product(&gpu, extent, [3, 1])?;
        return Ok(());
    }
    for n in [4096, 8192, 16384] {
        copies(&gpu, n, [5, 10])?;
    }
    for n in [1024, 2048, 4096, 8192] {
        product(&gpu, n, [5, 5])?;
    }
    Ok(())
}
