//! What differs between machines: the vector, and the tiles that suit its registers and caches.

use std::ops::IndexMut;

use static_layout::typenum::Prod;
use static_layout::*;

/// A set of vector instructions with its tiles. A value proves that the machine has them: only
/// `detect` makes one.
pub(crate) trait Machine: Copy {
    /// How the instructions are called.
    const NAME: &'static str;
    /// A register of consecutive elements.
    type Vector: Copy;
    /// Elements of a vector.
    type Lanes: Nat;
    /// Rows of a tile of the product.
    type Rows: Nat + Default;
    /// Vectors in a row of it.
    type Vectors: Nat;
    /// Columns of it: vectors times lanes.
    type Columns: Nat + Default;
    /// Tiles of the left matrix that are packed at once.
    type RowTiles: Nat + Default;
    /// Tiles of the right matrix that are packed at once.
    type ColumnTiles: Nat + Default;
    /// The tile of the product while it is in registers: rows by vectors.
    type AccumulatorLayout: AnyLayout + Default;
    /// The vectors with that layout.
    type Accumulators: IndexMut<(usize, usize), Output = Self::Vector>;

    /// Accumulators of zero.
    fn zero(self) -> Self::Accumulators;
    /// The vector of `x` everywhere.
    fn splat(self, x: f32) -> Self::Vector;
    /// The first elements of `from`.
    fn load(self, from: &[f32]) -> Self::Vector;
    /// Writes the vector over the first elements of `to`.
    fn store(self, vector: Self::Vector, to: &mut [f32]);
    /// `x * y + sum`.
    fn mul_add(self, x: Self::Vector, y: Self::Vector, sum: Self::Vector) -> Self::Vector;
}

/// Elements of the widest vector.
pub(crate) const MAX_LANES: usize = 16;

/// Something to do with whatever machine there is.
pub(crate) trait Task {
    /// What it gives.
    type Output;
    /// Does it. To be inlined, so that it is compiled for the machine's instructions.
    fn run<M: Machine>(self, machine: M) -> Self::Output;
}

/// Does it with the widest instructions that this machine has.
pub(crate) fn dispatch<T: Task>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    {
        if let Some(machine) = Avx512::detect() {
            return machine.run(task);
        }
        if let Some(machine) = Avx2::detect() {
            return machine.run(task);
        }
    }
    task.run(Portable)
}

/// The sizes of a machine, each written once.
macro_rules! sizes {
    (
        $name:literal: $vector:ty, $lanes:tt lanes,
        tiles of $rows:tt by $vectors:tt vectors, blocks of $row_tiles:tt by $column_tiles:tt tiles
    ) => {
        const NAME: &'static str = $name;
        type Vector = $vector;
        type Lanes = Shape!($lanes);
        type Rows = Shape!($rows);
        type Vectors = Shape!($vectors);
        type Columns = Prod<Shape!($vectors), Shape!($lanes)>;
        type RowTiles = Shape!($row_tiles);
        type ColumnTiles = Shape!($column_tiles);
        type AccumulatorLayout = Layout<Shape!($rows, $vectors), Shape!($vectors, 1)>;
        type Accumulators = Owned<$vector, Self::AccumulatorLayout>;

        #[inline(always)]
        fn zero(self) -> Self::Accumulators {
            Owned::filled(self.splat(0.0))
        }
    };
}

/// Any machine, with whatever the compiler makes of four elements at a time.
#[derive(Clone, Copy)]
pub(crate) struct Portable;

impl Machine for Portable {
    sizes! { "portable": [f32; 4], 4 lanes, tiles of 6 by 2 vectors, blocks of 32 by 128 tiles }

    #[inline(always)]
    fn splat(self, x: f32) -> [f32; 4] {
        [x; 4]
    }
    #[inline(always)]
    fn load(self, from: &[f32]) -> [f32; 4] {
        std::array::from_fn(|lane| from[lane])
    }
    #[inline(always)]
    fn store(self, vector: [f32; 4], to: &mut [f32]) {
        to[..4].copy_from_slice(&vector);
    }
    #[inline(always)]
    fn mul_add(self, x: [f32; 4], y: [f32; 4], sum: [f32; 4]) -> [f32; 4] {
        // Not `f32::mul_add`: where the target has no such instruction it is a function call.
        std::array::from_fn(|lane| x[lane] * y[lane] + sum[lane])
    }
}

#[cfg(target_arch = "x86_64")]
pub(crate) use x86::{Avx2, Avx512};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::*;

    /// Proof that the machine has AVX-512F.
    #[derive(Clone, Copy)]
    pub(crate) struct Avx512(());
    /// Proof that the machine has AVX2 and FMA.
    #[derive(Clone, Copy)]
    pub(crate) struct Avx2(());

    impl Avx512 {
        /// A value if the machine has these instructions.
        pub(crate) fn detect() -> Option<Self> {
            is_x86_feature_detected!("avx512f").then_some(Self(()))
        }

        /// Does something, compiled for these instructions.
        pub(crate) fn run<T: Task>(self, task: T) -> T::Output {
            #[target_feature(enable = "avx512f")]
            fn compiled<T: Task>(machine: Avx512, task: T) -> T::Output {
                task.run(machine)
            }
            // SAFETY: there is a `self` only where the feature was detected.
            unsafe { compiled(self, task) }
        }
    }

    impl Avx2 {
        /// A value if the machine has these instructions.
        pub(crate) fn detect() -> Option<Self> {
            let detected = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
            detected.then_some(Self(()))
        }

        /// Does something, compiled for these instructions.
        pub(crate) fn run<T: Task>(self, task: T) -> T::Output {
            #[target_feature(enable = "avx2,fma")]
            fn compiled<T: Task>(machine: Avx2, task: T) -> T::Output {
                task.run(machine)
            }
            // SAFETY: there is a `self` only where the features were detected.
            unsafe { compiled(self, task) }
        }
    }

    macro_rules! machine {
        (
            $machine:ident, $vector:ty, $lanes:literal,
            $splat:ident, $load:ident, $store:ident, $mul_add:ident, $($sizes:tt)*
        ) => {
            impl Machine for $machine {
                sizes! { $($sizes)* }

                #[inline(always)]
                fn splat(self, x: f32) -> $vector {
                    // SAFETY: there is a `self` only where these instructions were detected.
                    unsafe { $splat(x) }
                }
                #[inline(always)]
                fn load(self, from: &[f32]) -> $vector {
                    let from = &from[..$lanes];
                    // SAFETY: as in `splat`; `from` has the elements that are read, and the
                    // instruction needs no alignment.
                    unsafe { $load(from.as_ptr()) }
                }
                #[inline(always)]
                fn store(self, vector: $vector, to: &mut [f32]) {
                    let to = &mut to[..$lanes];
                    // SAFETY: as in `splat`; `to` has the elements that are written, and the
                    // instruction needs no alignment.
                    unsafe { $store(to.as_mut_ptr(), vector) }
                }
                #[inline(always)]
                fn mul_add(self, x: $vector, y: $vector, sum: $vector) -> $vector {
                    // SAFETY: as in `splat`.
                    unsafe { $mul_add(x, y, sum) }
                }
            }
        };
    }
    machine! {
        Avx512, __m512, 16, _mm512_set1_ps, _mm512_loadu_ps, _mm512_storeu_ps, _mm512_fmadd_ps,
        "AVX-512": __m512, 16 lanes, tiles of 8 by 2 vectors, blocks of 24 by 32 tiles
    }
    machine! {
        Avx2, __m256, 8, _mm256_set1_ps, _mm256_loadu_ps, _mm256_storeu_ps, _mm256_fmadd_ps,
        "AVX2": __m256, 8 lanes, tiles of 6 by 2 vectors, blocks of 32 by 64 tiles
    }
}
