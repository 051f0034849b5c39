//! Square tiles transposed in registers.
//!
//! A register of `BYTES` bytes is `LANES` lanes of 16 bytes; a tile of elements of `SIZE` bytes is as many
//! registers as one of them has elements, `EACH` in a lane:
//!
//! ```text
//! 1. The rows of a tile in groups of EACH: within each lane, interleave registers half a group apart,
//!    log2(EACH) times. Register k of group q then has, in lane l, column l * EACH + k of its rows.
//! 2. Registers k of all groups: transpose them as a matrix of lanes. Register l is the whole of column
//!    l * EACH + k.
//! ```
//!
//! For 16 by 16 elements of 4 bytes, four lanes: 32 interleavings and 32 moves of lanes.

#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
mod portable;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod x86;

/// The greatest number of lanes of any register.
const MAX_LANES: usize = 4;

/// Registers of bytes, for moving elements of 1, 2, 4 and 8 bytes.
pub(crate) trait Registers: Copy {
    /// One register.
    type Register: Copy;
    /// Shorter registers, or these.
    type Narrow: Registers;
    /// Bytes of a register; 0 on a machine that has none, where elements are moved one by one.
    const BYTES: usize;
    /// Lanes of 16 bytes.
    const LANES: usize = Self::BYTES / 16;

    /// The machine with shorter registers.
    fn narrow(self) -> Self::Narrow;
    /// Zeros.
    fn zero(self) -> Self::Register;
    /// # Safety
    /// `from` must be valid for reads of `BYTES` initialised bytes.
    unsafe fn load(self, from: *const u8) -> Self::Register;
    /// # Safety
    /// `to` must be valid for writes of `BYTES` bytes.
    unsafe fn store(self, to: *mut u8, register: Self::Register);
    /// Writes past the caches. [`fence`](Self::fence) orders what follows.
    ///
    /// # Safety
    /// As for `store`; `to` must be a multiple of `BYTES`.
    unsafe fn stream(self, to: *mut u8, register: Self::Register);
    /// What was streamed is written before what is written next.
    fn fence(self);
    /// Asks for the bytes at `from`, an address of any kind, to be in the caches soon.
    fn prefetch(self, from: *const u8);
    /// Elements of `SIZE` bytes of the lower halves of each lane, `x` and `y` in turn.
    fn low<const SIZE: usize>(self, x: Self::Register, y: Self::Register) -> Self::Register;
    /// The same of the upper halves.
    fn high<const SIZE: usize>(self, x: Self::Register, y: Self::Register) -> Self::Register;
    /// Lane `j` of register `i` becomes lane `i` of register `j`, of the first `LANES` ones.
    fn exchange_lanes(self, square: [Self::Register; MAX_LANES]) -> [Self::Register; MAX_LANES];
}

/// Pointers to the rows of a tile.
pub(crate) trait Rows {
    /// Bytes at row `i`.
    type Pointer;
    /// # Safety
    /// The tile must have row `i`.
    unsafe fn row(&self, i: usize) -> Self::Pointer;
}

/// Transposes a tile: element `j` of row `i` of `from` becomes element `i` of row `j` of `to`, which is written
/// past the caches to be streamed.
///
/// # Safety
/// `EACH * SIZE == 16`. Both have `BYTES / SIZE` rows of `BYTES` bytes, those of `from` initialised, those
/// of `to` at multiples of `BYTES` to be streamed, and they do not overlap.
#[inline(always)]
pub(crate) unsafe fn transpose<
    R: Registers,
    const SIZE: usize,
    const EACH: usize,
    const STREAM: bool,
>(
    registers: R,
    from: &impl Rows<Pointer = *const u8>,
    to: &impl Rows<Pointer = *mut u8>,
) {
    let mut groups = [[registers.zero(); EACH]; MAX_LANES];
    for (q, group) in groups.iter_mut().enumerate().take(R::LANES) {
        for (i, register) in group.iter_mut().enumerate() {
            // SAFETY: a row of the caller's tile.
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
            // SAFETY: a row of the caller's tile, aligned where the caller asks for it.
            unsafe {
                let row = to.row(l * EACH + k);
                if STREAM {
                    registers.stream(row, register);
                } else {
                    registers.store(row, register);
                }
            }
        }
        k += 1;
    }
}

/// Within each lane, element `j` of register `i` becomes element `i` of register `j`.
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
