//! The kernels in CUDA C, compiled by NVRTC and `ptxas` without a device: no spills, no local memory, and tensor cores where
//! they should be. `cargo run -p static-layout-gpu --features cuda --example cuda_bench` runs them on a device.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use static_layout_gpu::cuda::{Cuda, sources};

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
    for (name, text) in sources().unwrap() {
        let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.cu"));
        let ptx = source.with_extension("ptx");
        fs::write(&source, text).unwrap();
        let script = root.join("../layout-emit/tests/nvrtc.py");
        run(Command::new(tools.join("bin/python")).arg(script).arg(&source).arg(&ptx).arg("whole"));
        let said = run(Command::new(ptxas)
            .args(["-v", "-arch=sm_90", "-o"])
            .arg(ptx.with_extension("cubin"))
            .arg(&ptx));
        println!("{name}: {said}");
        assert!(
            said.contains("0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads"),
            "{name}: {said}"
        );
        let products = fs::read_to_string(&ptx).unwrap().matches("mma.sync").count();
        // Two steps of 16 instructions.
        assert_eq!(products, if name.starts_with("matmul") { 32 } else { 0 }, "{name}");
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
