//! A block of threads with shared memory.

/// A block of `THREADS` threads.
pub trait Block {
    /// A value of each thread, in registers on a GPU.
    type Each<S>;
    /// The coordinate of this block in the grid.
    fn index(&self) -> [u32; 2];
    /// A copy of `value` for each thread.
    fn each<S: Copy>(&self, value: S) -> Self::Each<S>;
    /// Runs `part` for each thread with its value; then all threads wait for each other.
    fn run<S>(&mut self, values: &mut Self::Each<S>, part: impl FnMut(&mut Self, u32, &mut S));
    /// Reads element `at` of the shared memory.
    fn read(&self, at: usize) -> f32;
    /// Writes element `at` of the shared memory.
    fn write(&mut self, at: usize, value: f32);
}

/// A block on the CPU: `SHARED` elements of memory, and a loop over the threads.
#[cfg(not(target_arch = "nvptx64"))]
pub struct LoopBlock<const THREADS: usize, const SHARED: usize> {
    index: [u32; 2],
    memory: Vec<f32>,
}

#[cfg(not(target_arch = "nvptx64"))]
impl<const THREADS: usize, const SHARED: usize> LoopBlock<THREADS, SHARED> {
    /// Block `index`. Its memory holds no number, so reading an element that nothing wrote is an error.
    pub fn new(index: [u32; 2]) -> Self {
        Self { index, memory: vec![f32::NAN; SHARED] }
    }
}

#[cfg(not(target_arch = "nvptx64"))]
impl<const THREADS: usize, const SHARED: usize> Block for LoopBlock<THREADS, SHARED> {
    type Each<S> = Vec<S>;

    fn index(&self) -> [u32; 2] {
        self.index
    }

    fn each<S: Copy>(&self, value: S) -> Vec<S> {
        vec![value; THREADS]
    }

    fn run<S>(&mut self, values: &mut Vec<S>, mut part: impl FnMut(&mut Self, u32, &mut S)) {
        for (thread, value) in values.iter_mut().enumerate() {
            part(self, thread as u32, value);
        }
    }

    fn read(&self, at: usize) -> f32 {
        self.memory[at]
    }

    fn write(&mut self, at: usize, value: f32) {
        self.memory[at] = value;
    }
}

/// A thread of a block on a GPU. `base` is the address of the shared memory in its own space.
#[cfg(target_arch = "nvptx64")]
pub struct ThreadBlock {
    base: u32,
}

#[cfg(target_arch = "nvptx64")]
impl ThreadBlock {
    /// The block of this thread, with 16 KiB of shared memory.
    ///
    /// # Safety
    /// A kernel makes one of these, as its first step: each call in the text of a kernel declares its own memory.
    #[inline(always)]
    pub unsafe fn new() -> Self {
        let base: u32;
        // SAFETY: the instruction moves an address, and the declaration is the declaration of the block's memory.
        unsafe {
            core::arch::asm!(
                ".shared .align 16 .b8 tile_memory[16384];",
                "mov.u32 {base}, tile_memory;",
                base = out(reg32) base,
                options(pure, nomem, nostack)
            );
        }
        Self { base }
    }
}

#[cfg(target_arch = "nvptx64")]
impl Block for ThreadBlock {
    type Each<S> = S;

    #[inline(always)]
    fn index(&self) -> [u32; 2] {
        // SAFETY: reads registers of the thread.
        unsafe {
            [core::arch::nvptx::_block_idx_x() as u32, core::arch::nvptx::_block_idx_y() as u32]
        }
    }

    #[inline(always)]
    fn each<S: Copy>(&self, value: S) -> S {
        value
    }

    #[inline(always)]
    fn run<S>(&mut self, value: &mut S, mut part: impl FnMut(&mut Self, u32, &mut S)) {
        // SAFETY: reads a register of the thread.
        let thread = unsafe { core::arch::nvptx::_thread_idx_x() as u32 };
        part(self, thread, value);
        // SAFETY: kernels call `run` outside of branches that depend on the thread, so all threads arrive.
        unsafe { core::arch::nvptx::_syncthreads() };
    }

    #[inline(always)]
    fn read(&self, at: usize) -> f32 {
        let value: f32;
        let address = self.base + 4 * at as u32;
        // SAFETY: `at` is an index of a tile in shared memory, which the kernel's layouts bound below 4096.
        unsafe {
            core::arch::asm!("ld.shared.f32 {v}, [{a}];", v = out(reg32) value, a = in(reg32) address, options(readonly, nostack));
        }
        value
    }

    #[inline(always)]
    fn write(&mut self, at: usize, value: f32) {
        let address = self.base + 4 * at as u32;
        // SAFETY: `at` is an index of a tile in shared memory, which the kernel's layouts bound below 4096.
        unsafe {
            core::arch::asm!("st.shared.f32 [{a}], {v};", v = in(reg32) value, a = in(reg32) address, options(nostack));
        }
    }
}
