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
//! lanes. A tile of bytes would have as many rows as AVX-512 has registers, or twice as many as AVX2. So it is a *strip*
//! of 16 columns, which needs no exchange of lanes:
//!
//! ```text
//! load lane q of register i from row q * 16 + i
//! interleave as in step 1. Register k is the whole of column k
//! ```
//!
//! The halves of a strip are independent after the first interleaving. One is interleaved to its end and written before
//! the other, so that AVX2 keeps nearly all registers of its 16.

#![allow(clippy::needless_range_loop, reason = "an index is a place in several arrays")]

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
    type Pointer: Copy;
    /// The first byte of row `i`.
    ///
    /// # Safety
    /// The tile must have row `i`.
    unsafe fn row(&self, i: usize) -> Self::Pointer;
    /// The first byte of row `i`, given the first byte of the row before. A strip has more rows than the processor has registers: it
    /// keeps pointers to a few rows, and adds the distance of two rows.
    ///
    /// # Safety
    /// The tile must have row `i`, and `before` must be row `i - 1`.
    #[inline(always)]
    unsafe fn after(&self, before: Self::Pointer, i: usize) -> Self::Pointer {
        let _ = before;
        // SAFETY: the caller guarantees the row.
        unsafe { self.row(i) }
    }
}

/// Whether tiles of elements of `size` bytes are strips.
const fn is_strip(size: usize) -> bool {
    size == 1
}

/// Whether tiles of elements of `size` bytes are strips with whole lines of the destination.
pub(crate) const fn has_long_strips<R: Registers>(size: usize) -> bool {
    is_strip(size) && R::BYTES == 64
}

/// The number of rows and of columns of a tile of elements of `size` bytes.
pub(crate) const fn tile_extents<R: Registers>(size: usize) -> [usize; 2] {
    let rows = R::BYTES / size;
    [rows, if is_strip(size) { 16 / size } else { rows }]
}

/// Transposes a tile: element `j` of row `i` of `from` becomes element `i` of row `j` of `to`. `STREAM` writes past the
/// caches.
///
/// # Safety
/// `EACH * SIZE == 16`. With `[rows, columns] = tile_extents(SIZE)`, `from` has `rows` rows of `columns` elements, `to`
/// has `columns` rows of `rows` elements, and they do not overlap. The elements of `from` are initialized. If `STREAM` is set,
/// those of `to` are aligned to `BYTES`.
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
    if const { is_strip(SIZE) } {
        // SAFETY: the caller's requirements.
        return unsafe { strip::<R, SIZE, STREAM>(registers, from, to) };
    }
    let mut groups = [[registers.zero(); EACH]; MAX_LANES];
    for q in 0..R::LANES {
        for i in 0..EACH {
            // SAFETY: `q * EACH + i < LANES * EACH`, the number of rows, by the caller's guarantee; its bytes are
            // initialized.
            groups[q][i] = unsafe { registers.load(from.row(q * EACH + i)) };
        }
        groups[q] = transpose_lanes::<R, SIZE, EACH>(registers, groups[q]);
    }
    let mut k = 0;
    while k < EACH {
        let mut square = [registers.zero(); MAX_LANES];
        for q in 0..MAX_LANES {
            square[q] = groups[q][k];
        }
        let square = registers.exchange_lanes(square);
        for l in 0..R::LANES {
            // SAFETY: `l * EACH + k < LANES * EACH`, the number of rows, by the caller's guarantee; they are aligned if
            // `STREAM` is set.
            unsafe { write::<R, STREAM>(registers, to.row(l * EACH + k), square[l]) };
        }
        k += 1;
    }
}

/// [`transpose`] of a strip.
///
/// # Safety
/// The requirements of [`transpose`], of elements whose tiles are strips.
#[inline(always)]
unsafe fn strip<R: Registers, const SIZE: usize, const STREAM: bool>(
    registers: R,
    from: &impl RowPointers<Pointer = *const u8>,
    to: &impl RowPointers<Pointer = *mut u8>,
) {
    // SAFETY: the caller's requirements: 16 rows for each lane, each of 16 initialized bytes, and 16 rows of `to` for as
    // many registers.
    unsafe {
        let mut lanes = [from.row(0); MAX_LANES];
        for l in 1..R::LANES {
            lanes[l] = from.row(l * 16);
        }
        macro_rules! load {
            ($($i:literal)*) => { [$(load_rows::<R>(registers, from, &mut lanes, $i)),*] };
        }
        // No loop: the compiler would not unroll one of so many rows.
        let group = load!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
        write_16::<R, SIZE, STREAM>(registers, &group, to, &mut to.row(0), 0)
    }
}

/// Reads 16 bytes of row `l * 16 + i` into each lane `l` of a register, and moves the pointers to these rows to the next ones.
///
/// # Safety
/// `from` has these rows of initialized bytes, to which `lanes` are pointers. `i` is less than 16.
#[inline(always)]
unsafe fn load_rows<R: Registers>(
    registers: R,
    from: &impl RowPointers<Pointer = *const u8>,
    lanes: &mut [*const u8; MAX_LANES],
    i: usize,
) -> R::Register {
    if const { R::BYTES < 64 } {
        // A short strip has few rows, whose pointers the compiler computes sooner from the first one.
        // SAFETY: the caller guarantees 16 initialized bytes in each row.
        return unsafe {
            registers.load_lanes(
                #[inline(always)]
                |l| from.row(l * 16 + i),
            )
        };
    }
    let rows = *lanes;
    if i + 1 < 16 {
        for l in 0..R::LANES {
            // SAFETY: a lane has 16 rows, by the caller's guarantee.
            lanes[l] = unsafe { from.after(lanes[l], l * 16 + i + 1) };
        }
    }
    // SAFETY: the caller guarantees 16 initialized bytes in each row.
    unsafe {
        registers.load_lanes(
            #[inline(always)]
            |l| rows[l],
        )
    }
}

/// Defines functions that transpose the lanes of twice `$rest` registers, and write each to a row.
macro_rules! write_transposed {
    ($($name:ident: halves by $half:ident of $rest:literal [$($i:literal)*];)*) => {$(
        /// Transposes the lanes of `group`, and writes register `k` to row `first + k`. `row` is row `first`, then the row after
        /// the last one written.
        ///
        /// # Safety
        /// `group` has the registers, and `to` has the rows, for which [`transpose`] requires the same.
        #[inline(always)]
        unsafe fn $name<R: Registers, const SIZE: usize, const STREAM: bool>(
            registers: R,
            group: &[R::Register],
            to: &impl RowPointers<Pointer = *mut u8>,
            row: &mut *mut u8,
            first: usize,
        ) {
            let mut low = [registers.zero(); $rest];
            let mut high = low;
            if const { has_long_strips::<R>(SIZE) } {
                // No loop: the compiler would not unroll it, and keep the registers on the stack.
                $(
                    low[$i] = registers.low::<SIZE>(group[$i], group[$i + $rest]);
                    high[$i] = registers.high::<SIZE>(group[$i], group[$i + $rest]);
                )*
            } else {
                for i in 0..$rest {
                    low[i] = registers.low::<SIZE>(group[i], group[i + $rest]);
                    high[i] = registers.high::<SIZE>(group[i], group[i + $rest]);
                }
            }
            // SAFETY: the two halves of the registers, for the two halves of the rows.
            unsafe {
                $half::<R, SIZE, STREAM>(registers, &low, to, row, first);
                $half::<R, SIZE, STREAM>(registers, &high, to, row, first + $rest);
            }
        }
    )*};
}
write_transposed! {
    write_16: halves by write_8 of 8 [0 1 2 3 4 5 6 7];
    write_8: halves by write_4 of 4 [0 1 2 3];
    write_4: halves by write_2 of 2 [0 1];
    write_2: halves by write_1 of 1 [0];
}

/// Writes one register to row `first`, at `row`, which becomes the next one of a strip of 16 rows.
///
/// # Safety
/// `group` has a register, and `to` has the row, for which [`transpose`] requires the same.
#[inline(always)]
unsafe fn write_1<R: Registers, const SIZE: usize, const STREAM: bool>(
    registers: R,
    group: &[R::Register],
    to: &impl RowPointers<Pointer = *mut u8>,
    row: &mut *mut u8,
    first: usize,
) {
    // SAFETY: the caller guarantees the row, aligned if `STREAM` is set, and the 16 rows of a strip.
    unsafe {
        if const { R::BYTES < 64 } {
            return write::<R, STREAM>(registers, to.row(first), group[0]);
        }
        write::<R, STREAM>(registers, *row, group[0]);
        if first + 1 < 16 {
            *row = to.after(*row, first + 1);
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
