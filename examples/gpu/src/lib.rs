//! Kernels in Rust: one source, compiled to PTX (`build.sh`) and for the CPU (`cargo test`).
//!
//! * `element`: what a thread moves at once, a number or four that are adjacent.
//! * `block`: what a kernel needs from its block of threads. On a GPU each thread runs the kernel; on the CPU a block is a loop
//!   over its threads, which finds races and missing waits.
//! * `view`: elements on the device with a layout.
//! * `kernels`: the copy, the transposition, the products.
//! * `entry`: the entry points of the PTX module.
#![cfg_attr(target_arch = "nvptx64", no_std)]
#![cfg_attr(
    target_arch = "nvptx64",
    feature(abi_ptx, stdarch_nvptx, asm_experimental_arch, core_float_math)
)]

pub mod block;
pub mod element;
#[cfg(target_arch = "nvptx64")]
mod entry;
pub mod kernels;
pub mod view;
