//! Macros that implement tokens and their vectors by the names of the instructions.

/// Defines a token of the instructions `$features`. Its field is visible in `simd` alone, where `detect` makes one
/// after it has found the instructions, or makes one from another token that proves them.
macro_rules! machine {
    ($(#[$doc:meta])* $token:ident, $name:literal, $features:literal, full $full:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $token(pub(in crate::simd) ());

        impl crate::simd::sealed::Sealed for $token {}
        impl Machine for $token {
            const NAME: &'static str = $name;
            #[inline(always)]
            fn full(self) -> FullMachine {
                // The token of the same instructions: `self` proves them (rule I).
                FullMachine::$full(crate::simd::$full(()))
            }
            #[inline(always)]
            fn run<T: Task>(self, task: T) -> T::Output {
                #[target_feature(enable = $features)]
                fn compiled<T: Task>(machine: $token, task: T) -> T::Output {
                    task.run(machine)
                }
                #[target_feature(enable = $features)]
                #[inline(never)]
                fn in_large_frame<T: Task>(machine: $token, task: T) -> T::Output {
                    crate::simd::reserve_frame();
                    task.run(machine)
                }
                // SAFETY: both functions require the instructions `$features`. `self` proves them (rule I).
                unsafe {
                    if const { T::HAS_LARGE_FRAME } {
                        in_large_frame(self, task)
                    } else {
                        compiled(self, task)
                    }
                }
            }
            #[inline(always)]
            fn run_parts<T: TaskOfParts>(self, task: T) -> T::Output {
                #[target_feature(enable = $features)]
                fn compiled<T: TaskOfParts>(machine: $token, a: T::A, b: T::B, c: T::C, d: T::D) -> T::Output {
                    T::from_parts(a, b, c, d).run(machine)
                }
                if const { T::HAS_LARGE_FRAME } {
                    return self.run(task);
                }
                let (a, b, c, d) = task.into_parts();
                // SAFETY: the function requires the instructions `$features`. `self` proves them (rule I).
                unsafe { compiled::<T>(self, a, b, c, d) }
            }
        }
    };
}

/// Implements [`Vectors`](super::Vectors) for one element type. `load_part` and `store_part` are expressions over the
/// arguments; `exchange` has a pair of expressions for each block size. `store_pieces`, `low` and `with_low` are optional. The functions on halves are optional, for
/// vectors of 8 lanes, whose halves form squares of two vectors.
macro_rules! vectors {
    // Functions of two vectors.
    (@pair $vector:ty; $($name:ident $instruction:ident),*) => {$(
        #[inline(always)]
        fn $name(self, x: $vector, y: $vector) -> $vector {
            // SAFETY: `self` proves the instructions (rule I).
            unsafe { $instruction(x, y) }
        }
    )*};
    (
        $token:ident: $t:ty, $vector:ty, $lanes:ty, $registers:literal registers, half $half:ident;
        splat $splat:ident, load $load:ident, store $store:ident, add $add:ident, mul $mul:ident,
        min $min:ident, max $max:ident,
        mul_add $mul_add:expr,
        load_part |$from:ident, $ln:ident| $load_part:expr,
        store_part |$to:ident, $sv:ident, $sn:ident| $store_part:expr,
        $(store_pieces |$pto:ident, $pv:ident, $pn:ident| $store_pieces:expr,)?
        exchange |$x:ident, $y:ident| { $($block:literal => ($even:expr, $odd:expr),)* }
        $(, low $low_lanes:ident, with_low $with_low:ident)?
        $(, load_halves |$low:ident, $high:ident| $load_halves:expr,
        splat_in_halves |$sh:ident| { $($lane:literal => $splat_in_halves:expr,)* },
        transpose_halves |$hx:ident, $hy:ident| ($first:expr, $second:expr),
        sums_of_halves |$s:ident| $sums_of_halves:expr)?
    ) => {
        impl Vectors<$t> for $token {
            type Vector = $vector;
            type Lanes = $lanes;
            const REGISTERS: usize = $registers;
            type Half = $half;
            type Machine = Self;

            #[inline(always)]
            fn machine(self) -> Self {
                self
            }
            #[inline(always)]
            fn half(self) -> $half {
                $half(())
            }
            #[inline(always)]
            fn splat(self, x: $t) -> $vector {
                // SAFETY: `self` proves the instructions (rule I).
                unsafe { $splat(x) }
            }
            #[inline(always)]
            unsafe fn load(self, from: *const $t) -> $vector {
                // SAFETY: `self` proves the instructions (rule I). The caller guarantees `LANES` readable elements; an
                // unaligned load needs no alignment.
                unsafe { $load(from.cast()) }
            }
            #[inline(always)]
            unsafe fn load_part(self, $from: *const $t, $ln: usize) -> $vector {
                // SAFETY: `self` proves the instructions (rule I). A masked load reads the first `n` lanes alone, which
                // the caller guarantees.
                unsafe { $load_part }
            }
            #[inline(always)]
            unsafe fn store(self, to: *mut $t, vector: $vector) {
                // SAFETY: `self` proves the instructions (rule I). The caller guarantees `LANES` writable elements; an
                // unaligned store needs no alignment.
                unsafe { $store(to.cast(), vector) }
            }
            #[inline(always)]
            unsafe fn store_part(self, $to: *mut $t, $sv: $vector, $sn: usize) {
                // SAFETY: `self` proves the instructions (rule I). A masked store writes the first `n` lanes alone,
                // which the caller guarantees.
                unsafe { $store_part }
            }
            $(
                #[inline(always)]
                unsafe fn store_pieces(self, $pto: *mut $t, $pv: $vector, $pn: usize) {
                    // SAFETY: `self` proves the instructions (rule I). The pieces are the first `n` lanes, which the caller
                    // guarantees.
                    unsafe { $store_pieces }
                }
            )?
            vectors!(@pair $vector; add $add, mul $mul, min $min, max $max);
            #[inline(always)]
            fn mul_add(self, x: $vector, y: $vector, sum: $vector) -> $vector {
                // SAFETY: `self` proves the instructions (rule I).
                unsafe { $mul_add(x, y, sum) }
            }
            #[inline(always)]
            fn exchange<const S: usize>(self, $x: $vector, $y: $vector) -> ($vector, $vector) {
                match S {
                    // SAFETY: `self` proves the instructions (rule I).
                    $($block => unsafe { ($even, $odd) },)*
                    _ => unreachable!("blocks of {S} lanes"),
                }
            }
            $(
                const HAS_LOW: bool = true;
                #[inline(always)]
                fn low(self, vector: $vector) -> <$half as Vectors<$t>>::Vector {
                    // SAFETY: `self` proves the instructions (rule I).
                    unsafe { $low_lanes(vector) }
                }
                #[inline(always)]
                fn with_low(self, low: <$half as Vectors<$t>>::Vector) -> $vector {
                    // SAFETY: `self` proves the instructions (rule I).
                    unsafe { $with_low(low) }
                }
            )?
            $(
                const HAS_HALVES: bool = true;
                #[inline(always)]
                unsafe fn load_halves(self, $low: *const $t, $high: *const $t) -> $vector {
                    // SAFETY: `self` proves the instructions (rule I). The caller guarantees `LANES / 2` readable
                    // elements at each pointer; an unaligned load needs no alignment.
                    unsafe { $load_halves }
                }
                #[inline(always)]
                fn splat_in_halves<const LANE: usize>(self, $sh: $vector) -> $vector {
                    match LANE {
                        // SAFETY: `self` proves the instructions (rule I).
                        $($lane => unsafe { $splat_in_halves },)*
                        _ => unreachable!("lane {LANE} of a half"),
                    }
                }
                #[inline(always)]
                fn transpose_halves(self, vectors: &mut [$vector]) {
                    let ($hx, $hy) = (vectors[0], vectors[1]);
                    // SAFETY: `self` proves the instructions (rule I).
                    (vectors[0], vectors[1]) = unsafe { ($first, $second) };
                }
                #[inline(always)]
                fn sums_of_halves(self, $s: &[$vector]) -> $vector {
                    // SAFETY: `self` proves the instructions (rule I).
                    unsafe { $sums_of_halves }
                }
            )?
        }
    };
}
pub(super) use {machine, vectors};
