//! Devices of the tests.
#![allow(dead_code, reason = "each test uses some")]

use std::sync::{Arc, Mutex, Weak};

use static_layout_gpu::{Gpu, wgpu};

const MISSING: &str = "a device: Debian's mesa-vulkan-drivers has one on the CPU";

/// The device that the tests share. It goes with the last of them: a device that is there when the process ends may be
/// used by threads of the driver while the driver is unloaded.
pub fn gpu() -> Arc<Gpu> {
    static GPU: Mutex<Weak<Gpu>> = Mutex::new(Weak::new());
    let mut shared = GPU.lock().unwrap_or_else(|panicked| panicked.into_inner());
    shared.upgrade().unwrap_or_else(|| {
        let gpu = Arc::new(Gpu::new().expect(MISSING));
        *shared = Arc::downgrade(&gpu);
        gpu
    })
}

/// A device of a host. An error that the host does not catch panics, as by default.
pub fn host() -> (wgpu::Device, wgpu::Queue) {
    device(&adapter(), wgpu::Features::empty(), wgpu::Limits::default())
}

/// Two devices of one instance.
pub fn two_hosts() -> [(wgpu::Device, wgpu::Queue); 2] {
    let adapter = adapter();
    [(); 2].map(|()| device(&adapter, wgpu::Features::empty(), wgpu::Limits::default()))
}

pub fn adapter() -> wgpu::Adapter {
    let name = std::env::var("WGPU_ADAPTER_NAME").unwrap_or_default().to_lowercase();
    let adapters = wgpu::Instance::default().enumerate_adapters(wgpu::Backends::PRIMARY);
    let named = |adapter: &wgpu::Adapter| adapter.get_info().name.to_lowercase().contains(&name);
    adapters.into_iter().find(named).expect(MISSING)
}

pub fn device(
    adapter: &wgpu::Adapter,
    required_features: wgpu::Features,
    required_limits: wgpu::Limits,
) -> (wgpu::Device, wgpu::Queue) {
    let descriptor =
        wgpu::DeviceDescriptor { required_features, required_limits, ..Default::default() };
    pollster::block_on(adapter.request_device(&descriptor)).unwrap()
}

pub fn numbers(count: usize) -> Vec<u32> {
    (0..count as u32).map(|x| x.wrapping_mul(2654435761) >> 7).collect()
}

/// Small integers without a period: rows and columns of a tile differ.
pub fn reals(count: usize) -> Vec<f32> {
    (0..count as u32).map(|x| (x.wrapping_mul(2654435761) >> 26) as f32 - 31.0).collect()
}

/// Random sizes: the numbers of `PROPTEST_RNG_SEED`, or of the clock. A failure prints the seed.
pub struct Random(u64);

impl Random {
    pub fn new() -> Self {
        let seed = std::env::var("PROPTEST_RNG_SEED").ok().and_then(|seed| seed.parse().ok());
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
        let seed = seed.unwrap_or(now.subsec_nanos().into());
        println!("PROPTEST_RNG_SEED={seed}");
        Self(seed)
    }

    /// From 1 to `most`; every third one is next to a multiple of a tile.
    pub fn extent(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let bits = (self.0 >> 33) as usize;
        let near = (bits / 3 % (most / 16).max(1) + 1) * 16 + bits / 7 % 3 - 1;
        if bits.is_multiple_of(3) { near.min(most) } else { 1 + bits / 3 % most }
    }
}
