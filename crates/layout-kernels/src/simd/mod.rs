//! Vector instructions with safe dispatch: a token proves that the machine has them.
//!
//! * A [`Machine`] is such a token: [`Portable`], on x86-64 [`Avx512`] and [`Avx2`], on aarch64 `Neon`. One with
//!   instructions comes from `detect`, or from another token that proves them.
//! * A [`Task`] is a computation generic over the machine. [`dispatch`] runs it on the widest vectors of this machine.
//!   The part of a task that is inlined is compiled for the machine's instructions.
//! * [`Vectors<T>`] has the operations on vectors of `T`. Generic code gets them from [`Element::vectors`].
//!
//! ```
//! use static_layout_kernels::simd::{Element, Machine, Task, Vectors, dispatch};
//!
//! /// The sum of products of two slices of equal length.
//! struct Dot<'a, T>(&'a [T], &'a [T]);
//!
//! impl<T: Element> Task for Dot<'_, T> {
//!     type Output = T;
//!     #[inline(always)]
//!     fn run<M: Machine>(self, machine: M) -> T {
//!         let v = T::vectors(machine);
//!         let lanes = T::lanes::<M>();
//!         let mut sum = v.splat(T::ZERO);
//!         for (x, y) in self.0.chunks(lanes).zip(self.1.chunks(lanes)) {
//!             let n = x.len().min(y.len());
//!             // SAFETY: both chunks have `n` elements, at most as many as a vector.
//!             let (x, y) = unsafe { (v.load_part(x.as_ptr(), n), v.load_part(y.as_ptr(), n)) };
//!             sum = v.mul_add(x, y, sum);
//!         }
//!         v.reduce_add(sum)
//!     }
//! }
//!
//! let x: Vec<f32> = (0..21).map(|x| x as f32).collect();
//! assert_eq!(dispatch(Dot(&x, &x)), 2870.0);
//! ```
//!
//! # Safety
//!
//! An instruction that the machine lacks is undefined behaviour. Every token with instructions is made by a `detect` that has
//! found them, at run time or among those that the whole program is compiled for, or of a token that proves more. Every method
//! that uses them takes the token. The traits are sealed, because kernels size their buffers by the constants of a machine.
//!
//! The ideas of a token as proof and of a task generic over it come from the crate [`pulp`](https://docs.rs/pulp).

mod element;
#[cfg(all(feature = "alloc", any(target_arch = "aarch64", target_arch = "x86_64")))]
mod extension;
#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;
mod prefetch;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod token;
mod vectors;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use element::{Element, NumberType};
#[cfg(all(feature = "alloc", feature = "half", target_arch = "x86_64"))]
pub(crate) use extension::Avx512Bf16;
#[cfg(all(feature = "alloc", feature = "half", target_arch = "aarch64"))]
pub(crate) use extension::NeonBf16;
#[cfg(all(feature = "alloc", target_arch = "aarch64"))]
pub(crate) use extension::NeonDot;
#[cfg(all(feature = "alloc", target_arch = "x86_64"))]
pub(crate) use extension::{Avx512Vnni, AvxVnni};
#[cfg(target_arch = "aarch64")]
pub use neon::Neon;
pub use portable::Portable;
pub use prefetch::prefetch;
pub(crate) use vectors::MAX_LANES;
pub use vectors::Vectors;
#[cfg(target_arch = "x86_64")]
pub(crate) use x86::has_whole_vectors;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[doc(hidden)]
pub use x86::limit_machine;
#[cfg(all(feature = "alloc", target_arch = "x86_64"))]
pub(crate) use x86::{Amx, Tiles};
#[cfg(target_arch = "x86_64")]
pub use x86::{Avx2, Avx2Half, Avx512, Avx512Half, Avx512Quarter};

/// No other processor has vectors of 64 bytes here.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) const fn has_whole_vectors() -> bool {
    false
}

/// The seals of the traits that only this module implements.
mod sealed {
    #[diagnostic::on_unimplemented(
        message = "only `static_layout_kernels::simd` has machines and their vectors",
        label = "`{Self}` is none of them"
    )]
    pub trait Sealed {}
    #[diagnostic::on_unimplemented(
        message = "only `static_layout_kernels::simd` decides what vectors can hold",
        label = "`{Self}` is not one of these types"
    )]
    pub trait Number {}
}

/// A token: proof that this machine has a set of vector instructions, and the length of the vectors.
pub trait Machine: Vectors<f32> + Vectors<f64> + Vectors<i32> + Send + Sync {
    /// The name of the instructions.
    const NAME: &'static str;

    /// The machine with the same instructions and its longest vectors.
    #[doc(hidden)]
    fn full(self) -> FullMachine;

    /// Runs a task, compiled for these instructions.
    ///
    /// ```
    /// use static_layout_kernels::simd::{Machine, Portable, Task};
    /// struct Name;
    /// impl Task for Name {
    ///     type Output = &'static str;
    ///     fn run<M: Machine>(self, _: M) -> &'static str {
    ///         M::NAME
    ///     }
    /// }
    /// assert_eq!(Portable.run(Name), "portable");
    /// ```
    fn run<T: Task>(self, task: T) -> T::Output;

    /// [`run`](Self::run), with the parts of the task as arguments.
    #[doc(hidden)]
    #[inline(always)]
    fn run_parts<T: TaskOfParts>(self, task: T) -> T::Output {
        self.run(task)
    }
}

/// The machines that [`dispatch`] selects, as a value: an argument of functions that are not generic.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub enum FullMachine {
    Portable(Portable),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
    #[cfg(target_arch = "aarch64")]
    Neon(Neon),
}

/// A computation generic over the machine.
pub trait Task {
    /// The result.
    type Output;
    /// Whether the task keeps 32 KiB or more on the stack. Such a task runs in a function of its own, which reserves its
    /// frame before anything else.
    ///
    /// LLVM probes the pages of so large a frame in a loop with the register `r11`. If it moves the beginning of the
    /// frame after a branch, a value that is in `r11` there is lost.
    const HAS_LARGE_FRAME: bool = false;
    /// Runs the computation. Mark it and the functions that it calls `#[inline(always)]`: a function that is not
    /// inlined is compiled without the machine's instructions.
    fn run<M: Machine>(self, machine: M) -> Self::Output;
}

/// A task of four parts, which [`dispatch_parts`] and [`Machine::run_parts`] pass as arguments. Pointers then stay in
/// registers: a task of three would be stored before the call and loaded after it.
#[doc(hidden)]
pub trait TaskOfParts: Task {
    type A;
    type B;
    type C;
    type D;
    /// Whether the task takes about as long as a call. It is inlined in programs that are compiled for AVX2 or AVX-512.
    const IS_SHORT: bool;
    fn into_parts(self) -> (Self::A, Self::B, Self::C, Self::D);
    fn from_parts(a: Self::A, b: Self::B, c: Self::C, d: Self::D) -> Self;
}

/// Uses the stack. As the first statement of a function it makes the compiler reserve the frame there: see
/// [`Task::HAS_LARGE_FRAME`].
#[inline(always)]
pub(crate) fn reserve_frame() {
    core::hint::black_box(&mut core::mem::MaybeUninit::<u8>::uninit());
}

/// Runs a task on the widest vectors of this machine.
///
/// With feature `std`, the first call detects the instructions, and later ones cost a load and a branch. Instructions
/// that the whole program is compiled for need no detection. Without `std`, only these are used.
#[inline(always)]
pub fn dispatch<T: Task>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    return x86::dispatch(task);
    #[cfg(target_arch = "aarch64")]
    if let Some(machine) = Neon::detect() {
        return machine.run(task);
    }
    #[cfg(not(target_arch = "x86_64"))]
    Portable.run(task)
}

/// Runs a task of parts on the widest vectors of this machine.
#[inline(always)]
pub(crate) fn dispatch_parts<T: TaskOfParts>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    return x86::dispatch_parts(task);
    #[cfg(not(target_arch = "x86_64"))]
    dispatch(task)
}
