//! The kernels in CUDA C, compiled by NVRTC and `ptxas` without a device: no spills, no local memory, and tensor cores where
//! they should be. `cargo run -p static-layout-gpu --features cublas --example cuda_bench` runs them on a device.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use half::{bf16, f16};
use static_layout::layout;
use static_layout_gpu::Reduction;
use static_layout_gpu::cuda::{Cuda, Launch, TensorCoreElement, TensorCores, kernels};

/// A product of rows that arrive in chunks of 16 bytes, and one of other layouts.
fn products<T: TensorCoreElement>(cores: TensorCores) -> [Launch; 2] {
    let (m, n, k) = (1000_usize, 520_usize, 264_usize);
    let c = layout!((m, n):(n, 1));
    let wide = kernels::matmul::<T>(cores, layout!((m, k):(k, 1)), layout!((k, n):(1, k)), c);
    let any = kernels::matmul::<T>(cores, layout!((m, k):(1, m)), layout!((k, n):(n, 1)), c);
    let [wide, any] = [wide, any].map(|one| one.unwrap().unwrap());
    assert_eq!(
        [&wide, &any].map(|one| one.text.contains("store_chunk(place, chunk")),
        [false, true]
    );
    [wide, any]
}

/// The kernels, with their names.
fn sources() -> Vec<(&'static str, String)> {
    let (m, n) = (1000_usize, 520_usize);
    let (rows, columns) = (layout!((m, n):(n, 1)), layout!((m, n):(1, m)));
    let [many, one] = kernels::reduce::<f32>(rows, Reduction::Max).unwrap();
    let [warp, group] = [TensorCores::Warp, TensorCores::Warpgroup];
    let [[wide_b, any_b], [wide_h, any_h], [wide_t, any_t]] =
        [products::<bf16>(warp), products::<f16>(warp), products::<f32>(warp)];
    let [[group_b, any_group_b], [group_h, _], [group_t, _]] =
        [products::<bf16>(group), products::<f16>(group), products::<f32>(group)];
    let (m, n) = (4096_usize, 8192_usize);
    let (left, right) = (layout!((m, n):(n, 1)), layout!((n, n):(1, n)));
    let large = kernels::matmul::<bf16>(group, left, right, layout!((m, n):(n, 1)));
    let all = [
        ("linear", kernels::copy::<f32>(rows, rows).unwrap().unwrap()),
        ("transpose", kernels::copy::<f32>(rows, columns).unwrap().unwrap()),
        ("reduce_many", many),
        ("reduce_one", one),
        ("transform", kernels::transform::<f32>(rows, columns, "x * 2 + 1").unwrap().unwrap()),
        ("matmul_bf16", wide_b),
        ("matmul_bf16_any", any_b),
        ("matmul_f16", wide_h),
        ("matmul_f16_any", any_h),
        ("matmul_tf32", wide_t),
        ("matmul_tf32_any", any_t),
        ("group_bf16", group_b),
        ("group_bf16_any", any_group_b),
        ("group_bf16_256", large.unwrap().unwrap()),
        ("group_f16", group_h),
        ("group_tf32", group_t),
    ];
    all.map(|(name, launch)| (name, launch.text)).into()
}

/// Runs a command, which must succeed. Returns what it prints.
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| {
        panic!("{command:?}: {error}. tools/ci/gpu_tools.sh installs the compilers")
    });
    let (out, error) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}\n{out}\n{error}");
    format!("{out}{error}")
}

#[test]
fn kernels_compile_without_spills() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tools = std::env::var_os("GPU_TOOLS")
        .map_or_else(|| root.join("../../target/gpu-tools"), PathBuf::from);
    assert!(tools.exists(), "no folder {}: tools/ci/gpu_tools.sh makes it", tools.display());
    let ptxas = run(Command::new("find").arg(&tools).args(["-name", "ptxas", "-type", "f"]));
    let ptxas = ptxas.lines().next().expect("a program `ptxas`");
    for (name, text) in sources() {
        let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.cu"));
        let ptx = source.with_extension("ptx");
        fs::write(&source, text).unwrap();
        let script = root.join("../emit/tests/nvrtc.py");
        let is_group = name.starts_with("group");
        let machine = if is_group { "90a" } else { "90" };
        let arguments = ["whole", machine];
        let python = tools.join("bin/python");
        run(Command::new(python).arg(script).arg(&source).arg(&ptx).args(arguments));
        let said = run(Command::new(ptxas)
            .args(["-v", &format!("-arch=sm_{machine}"), "-o"])
            .arg(ptx.with_extension("cubin"))
            .arg(&ptx));
        println!("{name}: {said}");
        assert!(
            said.contains("0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads"),
            "{name}: {said}"
        );
        // It would wait for each product, where it cannot keep the sums in registers.
        assert!(!said.contains("serialized"), "{name}: {said}");
        let ptx = fs::read_to_string(&ptx).unwrap();
        let count = |instruction| ptx.matches(instruction).count();
        assert_eq!(count("wgmma.mma_async"), if is_group { 4 } else { 0 }, "{name}");
        // Two steps of 16 instructions.
        assert_eq!(count("mma.sync"), if name.starts_with("matmul") { 32 } else { 0 }, "{name}");
    }
}

/// Without a driver there is an error that names the library; with one, a device.
#[test]
fn a_missing_driver_is_an_error() {
    match Cuda::new() {
        Ok(cuda) => assert!(!cuda.name().is_empty()),
        Err(error) => assert!(!error.to_string().is_empty(), "{error}"),
    }
}
