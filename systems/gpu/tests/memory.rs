//! Memory that is not there is an error. The test runs itself with 3 GiB of addresses, some of them used by the device:
//! it is Mesa's lavapipe, on the CPU.

use std::process::Command;

use static_layout::layout;
use static_layout_gpu::{Gpu, GpuErrorKind};

const CHILD: &str = "STATIC_LAYOUT_GPU_CHILD";
/// Elements of 128 MiB, the largest buffer of lavapipe.
const COUNT: usize = 32 << 20;

#[test]
fn memory_that_is_not_there_is_an_error() {
    if std::env::var_os(CHILD).is_some() {
        return run_out_of_memory();
    }
    let program = std::env::current_exe().unwrap();
    let output = Command::new("sh")
        .args(["-c", "ulimit -v 3145728 && exec \"$0\" --exact memory_that_is_not_there_is_an_error --nocapture"])
        .arg(&program)
        .env(CHILD, "1")
        .output()
        .unwrap();
    let [out, error] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    assert!(output.status.success(), "{}\n{out}\n{error}", output.status);
    assert!(out.contains("errors: zeros, upload, download"), "{out}\n{error}");
}

fn run_out_of_memory() {
    let gpu = Gpu::new().expect("a device: Debian's mesa-vulkan-drivers has one on the CPU");
    let data = vec![1.0_f32; COUNT];
    let first = gpu.upload(&data, layout!(COUNT:1)).unwrap();
    let mut held = Vec::new();
    let error = loop {
        match gpu.zeros::<f32, _>(layout!(COUNT:1)) {
            Ok(tensor) => held.push(tensor),
            Err(error) => break error,
        }
        assert!(held.len() < 32, "the limit of addresses does not hold");
    };
    assert_eq!(error.kind(), GpuErrorKind::Memory, "{error}");
    println!("{} tensors: {error}", held.len());
    // The tensor of the upload is there, and its staging buffer is not; a download needs the elements and a staging buffer.
    held.pop();
    let error = gpu.upload(&data, layout!(COUNT:1)).unwrap_err();
    assert_eq!(error.kind(), GpuErrorKind::Memory, "{error}");
    for _ in 0..2 {
        let error = gpu.download(&first).map(drop).unwrap_err();
        assert_eq!(error.kind(), GpuErrorKind::Memory, "{error}");
        println!("{error}");
        // First the staging buffer is missing, then the memory of the host.
        held.extend(gpu.zeros::<f32, _>(layout!(COUNT:1)));
    }
    // The device has not been lost.
    held.clear();
    assert_eq!(gpu.download(&first).unwrap(), data);
    println!("errors: zeros, upload, download");
}
