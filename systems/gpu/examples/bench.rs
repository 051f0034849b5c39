//! Compares the kernels on a device of `wgpu` with loops on the CPU, then measures them: copies, transpositions, functions of
//! two tensors, reductions, also along modes and without subgroups, a kernel of the caller, and products of `f32` and `f16`, of
//! each order of the factors, tile and batch. `WGPU_ADAPTER_NAME` selects the device.
//!
//! ```sh
//! cargo run --release -p static-layout-gpu --example bench [COPY_EXTENT PRODUCT_EXTENT]
//! ```

use std::time::Instant;

use static_layout::layout;
use static_layout_gpu::{FloatElement, Gpu, GpuError, Reduction, Tile, f16};

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

fn check(gpu: &Gpu, parts: &Gpu) -> Result<(), GpuError> {
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
    let n = 3000;
    let data = numbers(n * 7);
    for gpu in [gpu, parts] {
        let a = gpu.upload(&data, layout!((n, 7):(7, 1)))?;
        assert_eq!(gpu.reduce(&a, Reduction::Sum)?, data.iter().sum::<f32>());
        let mut sums = gpu.zeros::<f32, _>(layout!((7,):(1,)))?;
        gpu.reduce_along(&a, Reduction::Sum, &[0], &mut sums)?;
        let expected: Vec<f32> = (0..7).map(|j| data.iter().skip(j).step_by(7).sum()).collect();
        assert_eq!(gpu.download(&sums)?, expected);
    }
    println!("products, transpositions and reductions equal those of the CPU");
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
    let other = gpu.zeros::<f32, _>(layout!((n, n):(n, 1)))?;
    let mut target = gpu.zeros::<f32, _>(layout!((n, n):(n, 1)))?;
    let own = least(gpu, times, || gpu.copy_by_driver(&source, &mut target))?;
    print("copy by the driver", bytes, own, own);
    print("copy", bytes, least(gpu, times, || gpu.copy(&source, &mut target))?, own);
    let mut target = gpu.zeros::<f32, _>(layout!((n, n):(1, n)))?;
    print("transpose", bytes, least(gpu, times, || gpu.copy(&source, &mut target))?, own);
    let seconds = least(gpu, times, || gpu.transform(&source, &mut target, "x * 2.0 + 1.0"))?;
    print("transform and transpose", bytes, seconds, own);
    // Two are read and one is written: half as many bytes again as those of a copy.
    let seconds = least(gpu, times, || gpu.combine((&source, &other), &mut target, "x * y + x"))?;
    print("function of two, and transpose", bytes * 1.5, seconds, own * 1.5);
    let mut rows = gpu.zeros::<f32, _>(layout!((n, n):(n, 1)))?;
    let seconds = least(gpu, times, || gpu.combine((&source, &other), &mut rows, "x * y + x"))?;
    print("function of two", bytes * 1.5, seconds, own * 1.5);
    let text = "@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) thread: vec3<u32>) {
    let j = group.x * 256u + thread.x;
    rows_store(group.y, j, source_load(group.y, j) * 2.0);
}";
    let groups = [n.div_ceil(256) as u32, n as u32, 1];
    let seconds = least(gpu, times, || {
        gpu.kernel(text).read("source", &source).write("rows", &mut rows).run(groups)
    })?;
    print("kernel of the caller", bytes, seconds, own);
    // They read alone.
    let seconds = least(gpu, times, || gpu.reduce(&source, Reduction::Sum).map(|_| ()))?;
    print("reduce", bytes / 2.0, seconds, own / 2.0);
    let mut sums = gpu.zeros::<f32, _>(layout!((n,):(1,)))?;
    for (axis, what) in [(1, "sums of rows"), (0, "sums of columns")] {
        let seconds =
            least(gpu, times, || gpu.reduce_along(&source, Reduction::Sum, &[axis], &mut sums))?;
        print(what, bytes / 2.0, seconds, own / 2.0);
    }
    Ok(())
}

/// Products of factors that are rows (`(n,n):(n,1)`) or columns, in each combination.
fn products<T: FloatElement>(
    gpu: &Gpu,
    name: &str,
    of: fn(f32) -> T,
    n: usize,
    times: [u32; 2],
) -> Result<(), GpuError> {
    let data: Vec<T> = numbers(n * n).into_iter().map(of).collect();
    let print = |what: &str, seconds: f64| {
        let flops = 2.0 * (n as f64).powi(3) / seconds / 1e12;
        println!("matmul {name} {n}, {what}: {flops:.3} Tflop/s");
    };
    let rows = gpu.upload(&data, layout!((n, n):(n, 1)))?;
    let columns = gpu.upload(&data, layout!((n, n):(1, n)))?;
    let mut c = gpu.zeros::<f32, _>(layout!((n, n):(n, 1)))?;
    print("rows by columns", least(gpu, times, || gpu.matmul(&rows, &columns, &mut c))?);
    print("rows by rows", least(gpu, times, || gpu.matmul(&rows, &rows, &mut c))?);
    print("columns by rows", least(gpu, times, || gpu.matmul(&columns, &rows, &mut c))?);
    let large = Tile { m: 128, n: 128, k: 16, each: 8 };
    if gpu.check_tile(large).is_ok() {
        let seconds = least(gpu, times, || gpu.matmul_tiled(&rows, &columns, &mut c, large))?;
        print("rows by columns in tiles of 128 by 128", seconds);
    }
    // As many multiplications in a batch of small products.
    let m = (n / 8).max(1);
    let batch = n * n * n / (m * m * m);
    let of_batch = layout!((m, m, batch):(m, 1, 0));
    let small = gpu.upload(&data[..m * m], of_batch)?;
    if (m * m * batch * 4) as u64 <= gpu.max_buffer_bytes() {
        let mut results = gpu.zeros::<f32, _>(layout!((m, m, batch):(m, 1, {m * m})))?;
        let seconds = least(gpu, times, || gpu.matmul(&small, &small, &mut results))?;
        print(&format!("{batch} of {m} by {m}"), seconds);
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let gpu = Gpu::new()?;
    let parts = Gpu::new()?.without_subgroups();
    println!("{}, {:?}", gpu.name(), gpu.features());
    check(&gpu, &parts)?;
    let extents: Vec<usize> =
        std::env::args().skip(1).map(|extent| extent.parse()).collect::<Result<_, _>>()?;
    let (copied, multiplied, times) = match extents[..] {
        [copy, extent] => (vec![copy], vec![extent], [[5, 1], [3, 1]]),
        _ => (vec![4096, 8192, 16384], vec![1024, 2048, 4096, 8192], [[5, 10], [5, 5]]),
    };
    for n in copied {
        copies(&gpu, n, times[0])?;
        let source = parts.zeros::<f32, _>(layout!((n, n):(n, 1)))?;
        let seconds =
            least(&parts, times[0], || parts.reduce(&source, Reduction::Sum).map(|_| ()))?;
        println!(
            "reduce without subgroups f32 {n}: {:.1} GB/s",
            4.0 * (n * n) as f64 / seconds / 1e9
        );
    }
    for n in multiplied {
        products::<f32>(&gpu, "f32", |x| x, n, times[1])?;
        if let Err(error) = products::<f16>(&gpu, "f16", f16::from_f32, n, times[1]) {
            println!("not measured: {error}");
        }
    }
    Ok(())
}
