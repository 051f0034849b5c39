//! Square tiles transposed in registers.
//!
//! A register of `BYTES` bytes has `LANES` lanes of 16 bytes, and `EACH` elements of `SIZE` bytes in a lane. A tile has
//! as many rows and columns as a register has elements. Instructions within a lane are cheaper than those across lanes, so
//! that the tile is transposed in two steps:
//!
//! ```text
//! 1. The rows of a tile in groups of EACH: within each lane, interleave registers half a group apart,
//!    log2(EACH) times. Register k of group q then has, in lane l, column l * EACH + k of its rows.
//! 2. Registers k of all groups: transpose them as a matrix of lanes. Register l is the whole of column
//!    l * EACH + k.
//! ```
//!
//! For example, 16 by 16 elements of 4 bytes in registers of four lanes take 32 interleavings and 32 exchanges of
//! lanes. A tile of bytes has as many rows as AVX-512 has registers, or twice as many as AVX2, so that it is transposed in
//! strips of EACH columns:
//!
//! ```text
//! for each strip:
//!     load lane q of register i from row q * EACH + i
//!     interleave as in step 1. Register k is the whole of column k of the strip
//! ```

#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
mod portable;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod x86;

use crate::simd::Task;

/// The maximum number of lanes of a register.
const MAX_LANES: usize = 4;

/// The registers of a machine as bytes, for elements of 1, 2, 4 and 8 bytes.
pub(crate) trait Registers: Copy {
    /// The value of a register.
    type Register: Copy;
    /// The machine with registers half as long, or this one.
    type Narrow: Registers;
    /// The size of a register in bytes; 0 if the machine uses none, and moves elements one by one.
    const BYTES: usize;
    /// The number of lanes of 16 bytes.
    const LANES: usize = Self::BYTES / 16;

    /// This machine with shorter registers.
    fn narrow(self) -> Self::Narrow;
    /// Runs a task in a function of its own, which is compiled for these registers.
    fn call<T: Task>(self, task: T) -> T::Output;
    /// The register of zeros.
    fn zero(self) -> Self::Register;
    /// Reads a register, at any alignment.
    ///
    /// # Safety
    /// `from` must be valid for reads of `BYTES` initialized bytes.
    unsafe fn load(self, from: *const u8) -> Self::Register;
    /// Reads lane `l` of a register from `lanes(l)`, at any alignment.
    ///
    /// # Safety
    /// `lanes(l)` must be valid for reads of 16 initialized bytes for each `l` below `LANES`.
    unsafe fn load_lanes(self, lanes: impl Fn(usize) -> *const u8) -> Self::Register;
    /// Writes a register, at any alignment.
    ///
    /// # Safety
    /// `to` must be valid for writes of `BYTES` bytes.
    unsafe fn store(self, to: *mut u8, register: Self::Register);
    /// Writes a register past the caches. A [`fence`](Self::fence) must follow before other threads read the bytes.
    ///
    /// # Safety
    /// `to` must be valid for writes of `BYTES` bytes, and a multiple of `BYTES`.
    unsafe fn stream(self, to: *mut u8, register: Self::Register);
    /// Orders all streamed writes before all later writes.
    fn fence(self);
    /// Hints that the line at `from` will be read soon. `from` may be any address.
    fn prefetch(self, from: *const u8);
    /// Interleaves the lower halves of each lane of `x` and `y`, in elements of `SIZE` bytes.
    fn low<const SIZE: usize>(self, x: Self::Register, y: Self::Register) -> Self::Register;
    /// Interleaves the upper halves of each lane of `x` and `y`, in elements of `SIZE` bytes.
    fn high<const SIZE: usize>(self, x: Self::Register, y: Self::Register) -> Self::Register;
    /// Transposes the first `LANES` registers as a matrix of lanes: lane `j` of register `i` becomes lane `i` of
    /// register `j`.
    fn exchange_lanes(self, square: [Self::Register; MAX_LANES]) -> [Self::Register; MAX_LANES];
}

/// Pointers to the rows of a tile.
pub(crate) trait RowPointers {
    /// A pointer to the bytes of a row.
    type Pointer;
    /// The first byte of row `i`.
    ///
    /// # Safety
    /// The tile must have row `i`.
    unsafe fn row(&self, i: usize) -> Self::Pointer;
}

/// Transposes a tile: element `j` of row `i` of `from` becomes element `i` of row `j` of `to`. `STREAM` writes past the
/// caches.
///
/// # Safety
/// `EACH * SIZE == 16`. Both sides have `BYTES / SIZE` rows of `BYTES` bytes, which do not overlap. Those of `from` are
/// initialized. If `STREAM` is set, those of `to` are aligned to `BYTES`.
#[inline(always)]
pub(crate) unsafe fn transpose<
    R: Registers,
    const SIZE: usize,
    const EACH: usize,
    const STREAM: bool,
>(
    registers: R,
    from: &impl RowPointers<Pointer = *const u8>,
    to: &impl RowPointers<Pointer = *mut u8>,
) {
    if const { SIZE == 1 } {
        // SAFETY: the caller's requirements.
        return unsafe { in_strips::<R, SIZE, EACH, STREAM>(registers, from, to) };
    }
    let mut groups = [[registers.zero(); EACH]; MAX_LANES];
    for (q, group) in groups.iter_mut().enumerate().take(R::LANES) {
        for (i, register) in group.iter_mut().enumerate() {
            // SAFETY: `q * EACH + i < LANES * EACH`, the number of rows, by the caller's guarantee; its bytes are
            // initialized.
            *register = unsafe { registers.load(from.row(q * EACH + i)) };
        }
        *group = transpose_lanes::<R, SIZE, EACH>(registers, *group);
    }
    let mut k = 0;
    while k < EACH {
        let square = registers.exchange_lanes(core::array::from_fn(
            #[inline(always)]
            |q| groups[q][k],
        ));
        for (l, register) in square.into_iter().enumerate().take(R::LANES) {
            // SAFETY: `l * EACH + k < LANES * EACH`, the number of rows, by the caller's guarantee; they are aligned if
            // `STREAM` is set.
            unsafe { write::<R, STREAM>(registers, to.row(l * EACH + k), register) };
        }
        k += 1;
    }
}

/// [`transpose`] in strips of as many columns as a lane has elements.
///
/// # Safety
/// The requirements of [`transpose`].
#[inline(always)]
unsafe fn in_strips<R: Registers, const SIZE: usize, const EACH: usize, const STREAM: bool>(
    registers: R,
    from: &impl RowPointers<Pointer = *const u8>,
    to: &impl RowPointers<Pointer = *mut u8>,
) {
    for strip in 0..R::LANES {
        let mut group = [registers.zero(); EACH];
        for (i, register) in group.iter_mut().enumerate() {
            // SAFETY: `l * EACH + i < LANES * EACH`, the number of rows, by the caller's guarantee. A row has 16
            // initialized bytes for each of `LANES` strips.
            *register = unsafe {
                registers.load_lanes(
                    #[inline(always)]
                    |l| from.row(l * EACH + i).add(16 * strip),
                )
            };
        }
        let group = transpose_lanes::<R, SIZE, EACH>(registers, group);
        for (k, register) in group.into_iter().enumerate() {
            // SAFETY: `strip * EACH + k < LANES * EACH`, the number of rows, by the caller's guarantee; they are aligned
            // if `STREAM` is set.
            unsafe { write::<R, STREAM>(registers, to.row(strip * EACH + k), register) };
        }
    }
}

/// Writes a register, past the caches if `STREAM` is set.
///
/// # Safety
/// `to` must be valid for writes of `BYTES` bytes, and a multiple of `BYTES` if `STREAM` is set.
#[inline(always)]
unsafe fn write<R: Registers, const STREAM: bool>(
    registers: R,
    to: *mut u8,
    register: R::Register,
) {
    // SAFETY: the functions called have the requirements of this one, which the caller guarantees.
    unsafe {
        if STREAM {
            registers.stream(to, register);
        } else {
            registers.store(to, register);
        }
    }
}

/// Transposes each lane of a group: element `j` of register `i` becomes element `i` of register `j`.
#[inline(always)]
fn transpose_lanes<R: Registers, const SIZE: usize, const EACH: usize>(
    registers: R,
    mut group: [R::Register; EACH],
) -> [R::Register; EACH] {
    let mut rounds = EACH;
    while rounds > 1 {
        let mut next = group;
        for i in 0..EACH / 2 {
            next[2 * i] = registers.low::<SIZE>(group[i], group[i + EACH / 2]);
            next[2 * i + 1] = registers.high::<SIZE>(group[i], group[i + EACH / 2]);
        }
        group = next;
        rounds /= 2;
    }
    group
}
