//! A thread of a block on a GPU.

use core::arch::asm;
use core::arch::nvptx::{_block_idx_x, _block_idx_y, _syncthreads, _thread_idx_x};

use super::{Block, Fragments};
use crate::element::Element;

/// A thread of a block on a GPU. `base` is the address of the shared memory in its own space.
pub struct ThreadBlock {
    base: u32,
}

impl ThreadBlock {
    /// The block of this thread, with `NUMBERS` numbers of shared memory.
    ///
    /// # Safety
    /// A kernel makes one of these, as its first step: each call in the text of a kernel declares its own memory. Its indices of
    /// shared memory are below `NUMBERS` numbers.
    #[inline(always)]
    pub unsafe fn new<const NUMBERS: usize>() -> Self {
        let base: u32;
        // SAFETY: the instruction moves an address, and the declaration is the declaration of the block's memory.
        unsafe {
            asm!(
                ".shared .align 16 .b32 tile_memory[{numbers}];",
                "mov.u32 {base}, tile_memory;",
                numbers = const NUMBERS,
                base = out(reg32) base,
                options(pure, nomem, nostack)
            );
        }
        Self { base }
    }

    /// The address of number `at`.
    #[inline(always)]
    fn address(&self, at: usize) -> u32 {
        self.base + 4 * at as u32
    }
}

impl Block for ThreadBlock {
    type Each<S> = S;

    #[inline(always)]
    fn index(&self) -> [u32; 2] {
        // SAFETY: reads registers of the thread.
        unsafe { [_block_idx_x() as u32, _block_idx_y() as u32] }
    }

    #[inline(always)]
    fn each<S: Copy>(&self, value: S) -> S {
        value
    }

    #[inline(always)]
    fn run<S>(&mut self, value: &mut S, mut part: impl FnMut(&mut Self, u32, &mut S)) {
        // SAFETY: reads a register of the thread.
        let thread = unsafe { _thread_idx_x() as u32 };
        part(self, thread, value);
    }

    #[inline(always)]
    fn sync(&mut self) {
        // SAFETY: kernels call `sync` outside of branches that depend on the thread, so all threads arrive.
        unsafe { _syncthreads() };
    }

    #[inline(always)]
    fn anchor(&self, at: usize) -> usize {
        let same: u32;
        // SAFETY: moves a register.
        unsafe {
            asm!("mov.u32 {same}, {at};", at = in(reg32) at as u32, same = out(reg32) same, options(pure, nomem, nostack));
        }
        same as usize
    }

    #[inline(always)]
    fn read<T: Element>(&mut self, at: usize) -> T {
        // SAFETY: `at` is an index of shared memory, which `new` requires to be below its numbers.
        unsafe { T::load_shared(self.address(at)) }
    }

    #[inline(always)]
    fn write<T: Element>(&mut self, at: usize, value: T) {
        // SAFETY: `at` is an index of shared memory, which `new` requires to be below its numbers.
        unsafe { T::store_shared(self.address(at), value) };
    }

    #[inline(always)]
    unsafe fn fetch<T: Element>(
        &mut self,
        at: usize,
        from: *const T,
        coordinate: [u32; 2],
        extents: [u32; 2],
    ) {
        // SAFETY: `new` bounds `at`, and the caller gives the element of global memory.
        unsafe { T::fetch(self.address(at), from, coordinate, extents) };
    }

    #[inline(always)]
    fn commit(&mut self) {
        // SAFETY: counts the copies of the thread.
        unsafe { asm!("cp.async.commit_group;", options(nostack)) };
    }

    #[inline(always)]
    fn wait<const LATER: usize>(&mut self) {
        // SAFETY: waits for copies of the thread.
        unsafe { asm!("cp.async.wait_group {later};", later = const LATER, options(nostack)) };
    }

    #[inline(always)]
    fn multiply<const M: usize, const N: usize>(&mut self, values: &mut Fragments<M, N>) {
        for u in 0..M {
            let [a0, a1, a2, a3] = values.a[u];
            let (a0, a1, a2, a3) = (tf32(a0), tf32(a1), tf32(a2), tf32(a3));
            for v in 0..N {
                let [b0, b1] = values.b[v];
                let (b0, b1) = (tf32(b0), tf32(b1));
                let [c0, c1, c2, c3] = &mut values.c[u][v];
                // SAFETY: reads and writes registers; kernels call `multiply` outside of branches that depend on the thread.
                unsafe {
                    asm!(
                        "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {{{c0}, {c1}, {c2}, {c3}}}, \
                         {{{a0}, {a1}, {a2}, {a3}}}, {{{b0}, {b1}}}, {{{c0}, {c1}, {c2}, {c3}}};",
                        a0 = in(reg32) a0, a1 = in(reg32) a1, a2 = in(reg32) a2, a3 = in(reg32) a3,
                        b0 = in(reg32) b0, b1 = in(reg32) b1,
                        c0 = inout(reg32) *c0, c1 = inout(reg32) *c1, c2 = inout(reg32) *c2, c3 = inout(reg32) *c3,
                        options(pure, nomem, nostack)
                    );
                }
            }
        }
    }
}

/// The bits of `x` rounded to TF32.
#[inline(always)]
fn tf32(x: f32) -> u32 {
    let bits: u32;
    // SAFETY: reads and writes registers.
    unsafe {
        asm!("cvt.rna.tf32.f32 {bits}, {x};", x = in(reg32) x, bits = out(reg32) bits, options(pure, nomem, nostack));
    }
    bits
}
