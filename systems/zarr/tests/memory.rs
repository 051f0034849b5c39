//! The memory that operations use, counted by the allocator: arrays of 64 MB in 8 MB.

use static_layout::*;
use static_layout_zarr::{NewArray, Work, ZarrArray, ZarrWriter, matmul, transpose};
use std::alloc::{GlobalAlloc, Layout as Block, System};
use std::sync::atomic::{AtomicUsize, Ordering};

struct Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is one of `System`, with the same arguments; the counters do not touch the memory.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, block: Block) -> *mut u8 {
        let held = HELD.fetch_add(block.size(), Ordering::Relaxed) + block.size();
        MOST.fetch_max(held, Ordering::Relaxed);
        // SAFETY: the caller keeps the rules of `GlobalAlloc`, which are those of `System`.
        unsafe { System.alloc(block) }
    }
    unsafe fn dealloc(&self, at: *mut u8, block: Block) {
        HELD.fetch_sub(block.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps the rules of `GlobalAlloc`; `at` came from `System`.
        unsafe { System.dealloc(at, block) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The most bytes that were held during `act`, beyond those before it.
fn most<R>(act: impl FnOnce() -> R) -> usize {
    let before = HELD.load(Ordering::Relaxed);
    MOST.store(before, Ordering::Relaxed);
    act();
    MOST.load(Ordering::Relaxed) - before
}

#[test]
fn operations_stay_in_their_memory() {
    const MEMORY: usize = 8 << 20;
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let writer =
        ZarrWriter::<f64>::create(at("a"), &NewArray::new(&[2900, 2900], &[200, 180])).unwrap();
    let mut row = vec![0.0; 200 * 2900];
    for i in (0..2900_usize).step_by(200) {
        let n = (2900 - i).min(200);
        row.iter_mut().enumerate().for_each(|(k, x)| *x = ((i + k) % 5) as f64);
        writer.write([i, 0], View::new(&row, layout!((n, 2900):row)).unwrap()).unwrap();
    }
    drop(row);
    let a = writer.finish().unwrap();
    let small =
        ZarrWriter::<f64>::create(at("b"), &NewArray::new(&[2900, 64], &[200, 64])).unwrap();
    small.write([0, 0], View::new(&[1.0], layout!((2900, 64):(0, 0))).unwrap()).unwrap();
    let b = small.finish().unwrap();
    // The arrays have 67 MB. What `zarrs` keeps for each call is small. 16 threads have chunks of 17 MB at a time, so that
    // fewer must code them.
    for threads in [2, 16] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let most = |act: &(dyn Fn() -> ZarrArray<f64> + Sync)| most(|| pool.install(act));
        let used = most(&|| {
            transpose(&a, at(&format!("t{threads}")), [150, 210], &Work::new(MEMORY)).unwrap()
        });
        assert!(used < MEMORY + (1 << 20) && used > 1 << 20, "transpose: {used} bytes");
        let used = most(&|| {
            matmul(&a, &b, at(&format!("c{threads}")), [100, 64], &Work::new(MEMORY)).unwrap()
        });
        assert!(used < MEMORY + (1 << 20) && used > 1 << 20, "matmul: {used} bytes");
    }
}
