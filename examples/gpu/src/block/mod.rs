//! A block of threads with shared memory.

#[cfg(not(target_arch = "nvptx64"))]
mod looped;
#[cfg(target_arch = "nvptx64")]
mod thread;

#[cfg(not(target_arch = "nvptx64"))]
pub use looped::{Access, LoopBlock};
#[cfg(target_arch = "nvptx64")]
pub use thread::ThreadBlock;

use crate::element::Element;

/// A block of [`THREADS`](crate::kernels::THREADS) threads. An index of shared memory counts numbers. The index of an element is a
/// multiple of its [`WIDTH`](Element::WIDTH).
pub trait Block {
    /// A value of each thread, in registers on a GPU.
    type Each<S>;
    /// The coordinate of this block in the grid.
    fn index(&self) -> [u32; 2];
    /// A copy of `value` for each thread.
    fn each<S: Copy>(&self, value: S) -> Self::Each<S>;
    /// Runs `part` for each thread with its value.
    fn run<S>(&mut self, values: &mut Self::Each<S>, part: impl FnMut(&mut Self, u32, &mut S));
    /// All threads wait for each other.
    fn sync(&mut self);
    /// `at`, of which the compiler knows nothing more: then known distances from it are in the instructions that access memory.
    fn anchor(&self, at: usize) -> usize;
    /// Reads the element at `at` in shared memory.
    fn read<T: Element>(&mut self, at: usize) -> T;
    /// Writes the element at `at` in shared memory.
    fn write<T: Element>(&mut self, at: usize, value: T);
    /// Begins to copy an element of global memory to `at` in shared memory; zeros unless the coordinate
    /// is below both extents. Its thread sees it after [`wait`](Self::wait), the others after a [`sync`](Self::sync) that follows.
    ///
    /// # Safety
    /// If the coordinate is below the extents, `from` is an element that no thread writes while the kernel runs.
    unsafe fn fetch<T: Element>(
        &mut self,
        at: usize,
        from: *const T,
        coordinate: [u32; 2],
        extents: [u32; 2],
    );
    /// Closes a group: the copies that this thread has begun since the last one.
    fn commit(&mut self);
    /// Waits until at most `LATER` groups of this thread are not yet there.
    fn wait<const LATER: usize>(&mut self);
    /// `c[u][v] += a[u] b[v]` for each warp and all `u`, `v`, on tensor cores: A and B rounded to TF32, sums in `f32`.
    fn multiply<const M: usize, const N: usize>(
        &mut self,
        values: &mut Self::Each<Fragments<M, N>>,
    );
}

/// What a thread holds of a warp's `M` tiles of A, `N` of B and `M` by `N` of C. A tile of A has 16 by 8 numbers, of B 8 by 8, of C
/// 16 by 8. [`fragments`](crate::kernels::fragments) has the layouts of the parts.
#[derive(Clone, Copy)]
pub struct Fragments<const M: usize, const N: usize> {
    /// Of A.
    pub a: [[f32; 4]; M],
    /// Of B.
    pub b: [[f32; 2]; N],
    /// Of C.
    pub c: [[[f32; 4]; N]; M],
}

impl<const M: usize, const N: usize> Fragments<M, N> {
    /// Zeros.
    pub const ZERO: Self = Self { a: [[0.0; 4]; M], b: [[0.0; 2]; N], c: [[[0.0; 4]; N]; M] };
}
