//! A guest in a program that has `wgpu` already: the host's device, its buffers and its encoders, kernels of the caller,
//! downloads that do not wait.

mod common;

use std::future::Future;
use std::pin::pin;
use std::sync::{Arc, mpsc};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::Duration;

use common::{adapter, device, gpu, host, numbers, two_hosts};
use static_layout::*;
use static_layout_gpu::{Gpu, GpuErrorKind, Reduction, Tile, f16, wgpu};

#[test]
fn a_guest_works_on_the_device_of_its_host() {
    let (device, queue) = host();
    let gpu = Gpu::from_device(device.clone(), queue.clone()).unwrap();
    let (m, n) = (70, 33);
    let data = numbers(m * n);
    let a = gpu.upload(&data, layout!((m, n):(n, 1))).unwrap();
    let mut b = gpu.zeros::<u32, _>(layout!((m, n):(1, m))).unwrap();
    gpu.copy(&a, &mut b).unwrap();
    let turned: Vec<u32> = (0..m * n).map(|at| data[at % m * n + at / m]).collect();
    assert_eq!(gpu.download(&b).unwrap(), turned);
    // The host reads the buffer of the tensor.
    let size = b.buffer().size();
    let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
    let staging = device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size,
        usage,
        mapped_at_creation: false,
    });
    let mut encoder = device.create_command_encoder(&Default::default());
    encoder.copy_buffer_to_buffer(b.buffer(), 0, &staging, 0, size);
    queue.submit([encoder.finish()]);
    staging.slice(..).map_async(wgpu::MapMode::Read, |result| result.unwrap());
    device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
    let bytes = staging.slice(..).get_mapped_range().to_vec();
    assert_eq!(bytemuck::cast_slice::<u8, u32>(&bytes)[..m * n], turned);
}

#[test]
fn limits_and_features_are_those_of_the_device() {
    let small = wgpu::Limits {
        max_compute_invocations_per_workgroup: 128,
        max_compute_workgroup_size_x: 128,
        max_compute_workgroup_storage_size: 8 << 10,
        max_storage_buffer_binding_size: 1 << 16,
        max_compute_workgroups_per_dimension: 8,
        max_storage_buffers_per_shader_stage: 3,
        ..wgpu::Limits::default()
    };
    let (device, queue) = device(&adapter(), wgpu::Features::empty(), small);
    let gpu = Gpu::from_device(device, queue).unwrap();
    assert_eq!(gpu.max_buffer_bytes(), 1 << 16);
    let large = gpu.zeros::<u32, _>(layout!(16385:1)).unwrap_err();
    assert_eq!(large.kind(), GpuErrorKind::Memory, "{large}");
    let half = gpu.zeros::<f16, _>(layout!(4:1)).unwrap_err();
    assert_eq!(half.kind(), GpuErrorKind::Limit);
    assert_eq!(
        half.to_string(),
        "elements of f16 need the feature SHADER_F16, which the host's device does not have"
    );
    // The tile of a product is one that the device has room for.
    let (left, right) = (vec![2.0_f32; 40 * 20], vec![3.0_f32; 20 * 30]);
    let a = gpu.upload(&left, layout!((40, 20):(20, 1))).unwrap();
    let b = gpu.upload(&right, layout!((20, 30):(30, 1))).unwrap();
    let mut c = gpu.zeros::<f32, _>(layout!((40, 30):(30, 1))).unwrap();
    gpu.matmul(&a, &b, &mut c).unwrap();
    assert_eq!(gpu.download(&c).unwrap(), vec![120.0; 40 * 30]);
    // Other kernels have 256 threads: the error is the device's, and no panic.
    let mut d = gpu.zeros::<f32, _>(layout!((40, 30):(1, 40))).unwrap();
    for refused in [
        gpu.reduce(&c, Reduction::Sum).unwrap_err(),
        gpu.transform(&c, &mut d, "x + 1.0").unwrap_err(),
    ] {
        assert!(refused.to_string().contains("128"), "{refused}");
    }
    let four = gpu.combine((&c, &c, &c), &mut d, "x + y + z").unwrap_err();
    assert_eq!(four.kind(), GpuErrorKind::Limit);
    assert_eq!(four.to_string(), "4 tensors in a kernel: the host's device binds at most 3");
    let text = "@compute @workgroup_size(1) fn main() { c_store(0u, 0u, 1.0); }";
    let many = gpu.kernel(text).write("c", &mut c).run([9, 1, 1]).unwrap_err();
    assert_eq!(many.to_string(), "9 workgroups in a dimension: the host's device has at most 8");
}

/// A swizzle moves units past the end of a tile of 30 by 3: 1136 bytes, and 1080 without it.
#[test]
fn swizzled_tiles_have_room() {
    let tile = Tile { m: 30, n: 15, k: 3, each: 3 };
    for (bytes, fits) in [(1080, false), (1136, true)] {
        let limits =
            wgpu::Limits { max_compute_workgroup_storage_size: bytes, ..wgpu::Limits::default() };
        let (device, queue) = device(&adapter(), wgpu::Features::empty(), limits);
        let gpu = Gpu::from_device(device, queue).unwrap();
        gpu.check_tile(tile).unwrap();
        let a = gpu.upload(&[1.0_f32; 90], layout!((30, 3):(3, 1))).unwrap();
        let b = gpu.upload(&[2.0_f32; 45], layout!((3, 15):(1, 3))).unwrap();
        let mut c = gpu.zeros::<f32, _>(layout!((30, 15):(15, 1))).unwrap();
        match gpu.matmul_tiled(&a, &b, &mut c, tile) {
            Ok(()) => assert!(fits && gpu.download(&c).unwrap() == [6.0; 450]),
            Err(error) => {
                assert!(!fits && error.kind() == GpuErrorKind::Limit, "{error}");
                let room = "takes 1136 bytes of workgroup memory, swizzled, and the host's device has 1080";
                assert!(error.to_string().ends_with(room), "{error}");
            }
        }
    }
}

#[test]
fn a_lost_host_is_an_error() {
    let (device, queue) = host();
    let gpu = Gpu::from_device(device.clone(), queue.clone()).unwrap();
    let a = gpu.upload(&[1.0_f32; 64], layout!((8, 8):(8, 1))).unwrap();
    let mut b = gpu.zeros::<f32, _>(layout!((8, 8):(1, 8))).unwrap();
    gpu.copy(&a, &mut b).unwrap();
    device.destroy();
    for error in [
        gpu.download(&b).unwrap_err(),
        gpu.copy(&a, &mut b).unwrap_err(),
        gpu.upload(&[1.0_f32; 4], layout!(4:1)).unwrap_err(),
        gpu.reduce(&a, Reduction::Sum).unwrap_err(),
        gpu.wait().unwrap_err(),
        Gpu::from_device(device, queue).unwrap_err(),
    ] {
        assert_eq!(error.kind(), GpuErrorKind::Lost, "{error}");
    }
}

fn storage(device: &wgpu::Device, size: u64, usage: wgpu::BufferUsages) -> wgpu::Buffer {
    device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size,
        usage,
        mapped_at_creation: false,
    })
}

#[test]
fn tensors_lie_in_buffers_of_the_caller() {
    let [(device, queue), (other, _other)] = two_hosts();
    let gpu = Gpu::from_device(device.clone(), queue.clone()).unwrap();
    let usage =
        wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST;
    let buffer = storage(&device, 4 * 100, usage);
    queue.write_buffer(&buffer, 0, bytemuck::cast_slice(&numbers(100)));
    // A column of an array of structures, and it backwards.
    let column = gpu.tensor_over::<u32, _>(buffer.clone(), 3, layout!((20,):(4,))).unwrap();
    let expected: Vec<u32> = (0..20).map(|i| numbers(100)[3 + 4 * i]).collect();
    let sum = expected.iter().fold(0_u32, |sum, &x| sum.wrapping_add(x));
    assert_eq!(gpu.reduce(&column, Reduction::Sum).unwrap(), sum);
    let mut packed = gpu.zeros::<u32, _>(layout!((20,):(-1,))).unwrap();
    gpu.copy(&column, &mut packed).unwrap();
    let reversed: Vec<u32> = expected.iter().rev().copied().collect();
    assert_eq!(gpu.download(&packed).unwrap(), reversed);
    // Writing keeps all other elements.
    let mut last = gpu.tensor_over::<u32, _>(buffer.clone(), 90, layout!((2, 5):(-5, 1))).unwrap();
    gpu.write(&[7; 10], &mut last).unwrap();
    let whole = gpu.tensor_over::<u32, _>(buffer.clone(), 0, layout!((100,):(1,))).unwrap();
    let mut all = numbers(100);
    all[90..].fill(7);
    assert_eq!(gpu.download(&whole).unwrap(), all);

    let refused = gpu.tensor_over::<u32, _>(buffer.clone(), 97, layout!((4,):(1,))).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "(4):(1) from element 97 on reaches 4 elements, and the buffer of 400 bytes has 100"
    );
    for first in [101, u64::MAX, u64::MAX / 4 + 1] {
        let refused = gpu.tensor_over::<u32, _>(buffer.clone(), first, layout!((1,):(1,)));
        assert_eq!(refused.unwrap_err().kind(), GpuErrorKind::Layout);
    }
    let uniform = storage(&device, 64, wgpu::BufferUsages::UNIFORM);
    let refused = gpu.tensor_over::<u32, _>(uniform, 0, layout!((4,):(1,))).unwrap_err();
    assert!(refused.to_string().contains("needs STORAGE"), "{refused}");
    // A download is a copy, which the usages of a buffer may exclude; operations read it.
    let hidden = storage(&device, 64, wgpu::BufferUsages::STORAGE);
    let hidden = gpu.tensor_over::<u32, _>(hidden, 0, layout!((4,):(1,))).unwrap();
    let refused = gpu.download(&hidden).unwrap_err();
    assert!(refused.to_string().contains("needs COPY_SRC"), "{refused}");
    assert_eq!(gpu.reduce(&hidden, Reduction::Sum).unwrap(), 0);
    let gone = storage(&device, 64, usage);
    gone.destroy();
    for buffer in [gone, storage(&other, 64, usage)] {
        let refused = gpu.tensor_over::<u32, _>(buffer, 0, layout!((4,):(1,))).unwrap_err();
        assert_eq!(refused.kind(), GpuErrorKind::Foreign, "{refused}");
    }
    // Two tensors in one buffer.
    let mut first = gpu.tensor_over::<u32, _>(buffer.clone(), 0, layout!((10,):(1,))).unwrap();
    let second = gpu.tensor_over::<u32, _>(buffer, 50, layout!((10,):(1,))).unwrap();
    for refused in [
        gpu.copy(&second, &mut first).unwrap_err(),
        gpu.combine((&packed, &second), &mut first, "x + y").unwrap_err(),
        gpu.kernel("").read("a", &second).write("b", &mut first).run([1, 1, 1]).unwrap_err(),
    ] {
        assert_eq!(
            refused.to_string(),
            "(10):(1) is written in the buffer of another operand, (10):(1)"
        );
    }
    let sum = gpu.reduce(&second, Reduction::Sum).unwrap();
    assert_eq!(sum, all[50..60].iter().fold(0_u32, |sum, &x| sum.wrapping_add(x)));
}

/// Wakes a thread.
struct Unpark(Thread);
impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Runs a future on this thread, and counts the polls.
fn run<F: Future>(future: F) -> (F::Output, usize) {
    let mut future = pin!(future);
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut context = Context::from_waker(&waker);
    for polls in 1.. {
        if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return (output, polls);
        }
        thread::park();
    }
    unreachable!()
}

#[test]
fn downloads_do_not_wait() {
    let (device, queue) = host();
    let guest = Gpu::from_device(device, queue).unwrap();
    for gpu in [&*gpu(), &guest] {
        let n = 1 << 20;
        let mut tensor = gpu.zeros::<u32, _>(layout!(n:1)).unwrap();
        let one = gpu.upload(&vec![1_u32; n], layout!(n:1)).unwrap();
        let mut begun = Vec::new();
        // Each download has the elements of its time, whatever is written later.
        for turn in 1..=8_u32 {
            gpu.transform(&one, &mut tensor, &format!("x * {turn}u")).unwrap();
            begun.push((gpu.start_download(&tensor).unwrap(), turn));
        }
        let mut begun = begun.into_iter();
        // Futures, in another order than that of the work.
        let (last, turn) = begun.next_back().unwrap();
        let (found, polls) = run(last);
        assert_eq!(found.unwrap(), vec![turn; n]);
        // Woken, not polled in a loop: a stray unpark may add one.
        assert!(polls <= 3, "{polls}");
        let (next, turn) = begun.next_back().unwrap();
        assert_eq!(run(next).0.unwrap(), vec![turn; n]);
        // Handles that are asked.
        let (polled, turn) = begun.next().unwrap();
        while !polled.is_ready() {
            thread::yield_now();
        }
        assert_eq!(polled.wait().unwrap(), vec![turn; n]);
        // And handles that wait; one is dropped.
        drop(begun.next());
        for (rest, turn) in begun {
            assert_eq!(rest.wait().unwrap(), vec![turn; n]);
        }
    }
}

/// The host polls its device, and submits its own work, while threads use the guest.
#[test]
fn threads_share_a_guest() {
    let (device, queue) = host();
    let gpu = &Gpu::from_device(device.clone(), queue.clone()).unwrap();
    thread::scope(|scope| {
        let threads = [0, 1, 2].map(|thread: u32| {
            scope.spawn(move || {
                let a = gpu.upload(&[thread; 100], layout!((10, 10):(10, 1))).unwrap();
                let mut b = gpu.zeros::<u32, _>(layout!((10, 10):(1, 10))).unwrap();
                for turn in 0..40 {
                    let error = gpu.transform(&a, &mut b, &format!("x + {turn} +")).unwrap_err();
                    assert_eq!(error.kind(), GpuErrorKind::Shader);
                    gpu.transform(&a, &mut b, "x + 5u").unwrap();
                    let (found, _) = run(gpu.start_download(&b).unwrap());
                    assert_eq!(found.unwrap(), [thread + 5; 100]);
                }
            })
        });
        while !threads.iter().all(|thread| thread.is_finished()) {
            device.poll(wgpu::PollType::Poll).unwrap();
            let encoder = device.create_command_encoder(&Default::default());
            queue.submit([encoder.finish()]);
            thread::yield_now();
        }
    });
}

/// Maps a buffer of the host with a callback that runs operations of the guest, and maps another one.
fn map_and_call(device: &wgpu::Device, gpu: &Arc<Gpu>, left: u32, sums: &mpsc::Sender<u32>) {
    let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
    let buffer = storage(device, 16, usage);
    let (device, gpu, sums) = (device.clone(), Arc::clone(gpu), sums.clone());
    let mapped = buffer.clone();
    buffer.slice(..).map_async(wgpu::MapMode::Read, move |result| {
        result.unwrap();
        mapped.unmap();
        let mut a = gpu.upload(&[left, 1], layout!((2,):(1,))).unwrap();
        // A text that is compiled, in a thread with a stack of its own.
        let text = format!(
            "@compute @workgroup_size(1) fn main() {{ a_store(0u, a_load(0u) + {left}u); }}"
        );
        gpu.kernel(&text).write("a", &mut a).run([1, 1, 1]).unwrap();
        sums.send(gpu.reduce(&a, Reduction::Sum).unwrap()).unwrap();
        if left > 0 {
            map_and_call(&device, &gpu, left - 1, &sums);
        }
    });
}

/// `wgpu` runs callbacks of the host in the call that polls or submits, which may be within the scopes of an operation.
#[test]
fn callbacks_of_the_host_call_operations() {
    let (device, queue) = host();
    let gpu = Arc::new(Gpu::from_device(device.clone(), queue).unwrap());
    let (sums, called) = mpsc::channel();
    // A deadlock keeps this thread, and not the test.
    thread::spawn(move || {
        map_and_call(&device, &gpu, 5, &sums);
        for turn in 0..20_u32 {
            let a = gpu.upload(&[turn; 64], layout!((8, 8):(8, 1))).unwrap();
            assert_eq!(gpu.reduce(&a, Reduction::Max).unwrap(), turn);
        }
    });
    for left in (0..=5).rev() {
        assert_eq!(called.recv_timeout(Duration::from_secs(60)), Ok(2 * left + 1));
    }
}

#[test]
fn downloads_of_a_lost_device_end() {
    let (device, queue) = host();
    let gpu = Gpu::from_device(device.clone(), queue).unwrap();
    let tensor = gpu.upload(&[1_u32; 1000], layout!(1000:1)).unwrap();
    let [first, second, third] = [(); 3].map(|()| gpu.start_download(&tensor).unwrap());
    assert_eq!(first.wait().unwrap(), [1; 1000]);
    device.destroy();
    // What was on its way may have arrived before.
    for found in [second.wait(), run(third).0] {
        match found {
            Ok(found) => assert_eq!(found, [1; 1000]),
            Err(error) => assert_eq!(error.kind(), GpuErrorKind::Lost, "{error}"),
        }
    }
    assert_eq!(gpu.start_download(&tensor).unwrap_err().kind(), GpuErrorKind::Lost);
}
