//! A plan carried out.

use super::bytes::initialised;
use super::plan::{CopyPlan, CopyStep};
use super::registers::{Registers, Rows, Write, transpose};
use crate::kernel::nest::Loop;
use crate::kernel::side::Side;
use crate::simd::{Machine, Task};
use crate::swizzle::Outer;
use core::mem::MaybeUninit;
use core::ptr;

/// Source elements a block reads down, and reads along, before the next: what is near on both sides stays in
/// the caches.
const BLOCK: (usize, usize) = (512, 64);

/// Bytes of a row above which the copies of the standard library know best.
const LONG_ROW: usize = 4096;

/// A copy of the elements of `from` to those of `to`.
#[derive(Clone, Copy)]
pub(crate) struct Copying<'p, T, A, B> {
    pub(crate) plan: &'p CopyPlan,
    pub(crate) from: Side<*const T, A>,
    pub(crate) to: Side<*mut T, B>,
}

/// The same, on the registers of a machine.
pub(crate) struct On<R, C> {
    pub(crate) registers: R,
    pub(crate) copying: C,
}

impl<R: Registers, T: Copy, A: Outer, B: Outer> Task for On<R, Copying<'_, T, A, B>> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self, _: M) {
        // SAFETY: whoever made it has promised what `run` asks for.
        unsafe { self.copying.run(self.registers) }
    }
}

/// One innermost piece of a copy: where it starts, and the two loops it consists of.
#[derive(Clone, Copy)]
struct Piece<T, A, B> {
    from: Side<*const T, A>,
    to: Side<*mut T, B>,
    at: [isize; 2],
    /// Neighbours in the destination, unless they are moved one by one.
    inner: Loop<2>,
    /// Neighbours in the source, where tiles are transposed.
    outer: Loop<2>,
    together: usize,
    write: Write,
}

impl<T: Copy, A: Outer, B: Outer> Copying<'_, T, A, B> {
    /// # Safety
    /// The loops of the plan must visit coordinates of both sides only; no element of `to` may be one of
    /// `from`.
    #[inline(always)]
    pub(crate) unsafe fn run<R: Registers>(self, registers: R) {
        let Self { plan, from, to } = self;
        if plan.nest.size() == 0 {
            return;
        }
        let write = if plan.streams && can_stream::<T, B>(plan, to, R::BYTES) {
            Write::Stream
        } else {
            Write::Store
        };
        let piece = Piece {
            from,
            to,
            at: plan.nest.starts,
            inner: plan.nest.get(0),
            outer: plan.nest.get(1),
            together: plan.together,
            write,
        };
        // SAFETY: each moves the two inner loops, at every place that the others come to.
        unsafe {
            match plan.step {
                CopyStep::Run => self.runs(registers, piece),
                CopyStep::Transpose => self.transposes(registers, piece),
                CopyStep::Splat => self.pieces(
                    piece,
                    #[inline(always)]
                    |piece| piece.splats(),
                ),
                CopyStep::Each => self.pieces(
                    piece,
                    #[inline(always)]
                    |piece| piece.every(),
                ),
            }
        }
        if write == Write::Stream {
            registers.fence();
        }
    }

    /// Calls `f` at every place that the outer loops come to.
    #[inline(always)]
    fn pieces(self, piece: Piece<T, A, B>, mut f: impl FnMut(Piece<T, A, B>)) {
        self.plan.nest.walk(
            2,
            #[inline(always)]
            |at| f(Piece { at, ..piece }),
        );
    }

    /// Rows as they are, by their length: what is decided here is not asked again for each of them.
    #[inline(always)]
    unsafe fn runs<R: Registers>(self, registers: R, piece: Piece<T, A, B>) {
        macro_rules! rows {
            ($piece:ident => $moved:expr) => {
                self.pieces(
                    piece,
                    #[inline(always)]
                    |$piece| {
                        // SAFETY: rows of neighbours on both sides, as long as they were asked for.
                        unsafe { $moved }
                    },
                )
            };
        }
        if piece.together < piece.inner.extent {
            return match piece.together * size_of::<T>() {
                8 => rows!(piece => piece.chunks::<[u8; 8]>()),
                16 => rows!(piece => piece.chunks::<[u8; 16]>()),
                32 => rows!(piece => piece.chunks::<[u8; 32]>()),
                64 => rows!(piece => piece.chunks::<[u8; 64]>()),
                _ => rows!(piece => piece.chunks::<[u8; 0]>()),
            };
        }
        let bytes = piece.inner.extent * size_of::<T>();
        if piece.write == Write::Stream && bytes <= LONG_ROW && bytes.is_multiple_of(R::BYTES) {
            return rows!(piece => piece.streamed_rows(registers));
        }
        match bytes {
            8 => rows!(piece => piece.rows::<[u8; 8]>()),
            16 => rows!(piece => piece.rows::<[u8; 16]>()),
            32 => rows!(piece => piece.rows::<[u8; 32]>()),
            64 => rows!(piece => piece.rows::<[u8; 64]>()),
            128 => rows!(piece => piece.rows::<[u8; 128]>()),
            _ => rows!(piece => piece.rows::<[u8; 0]>()),
        }
    }

    /// Tiles, by the size of the elements.
    #[inline(always)]
    unsafe fn transposes<R: Registers>(self, registers: R, piece: Piece<T, A, B>) {
        macro_rules! tiles {
            ($R:ty, $size:literal, $each:literal, $registers:expr) => {
                self.pieces(
                    piece,
                    #[inline(always)]
                    |piece| {
                        let all = ((0, piece.inner.extent), (0, piece.outer.extent));
                        // SAFETY: elements of this size whose bytes are initialised.
                        unsafe { piece.tiles::<$R, $size, $each>($registers, all.0, all.1) }
                    },
                )
            };
        }
        if R::BYTES > 0 && initialised::<T>() {
            match size_of::<T>() {
                // A tile of registers of 64 bytes would be 64 registers.
                1 if R::BYTES == 64 => return tiles!(R::Narrow, 1, 16, registers.narrow()),
                1 => return tiles!(R, 1, 16, registers),
                2 => return tiles!(R, 2, 8, registers),
                4 => return tiles!(R, 4, 4, registers),
                8 => return tiles!(R, 8, 2, registers),
                _ => {}
            }
        }
        self.pieces(
            piece,
            #[inline(always)]
            |piece| {
                // SAFETY: all of the piece.
                unsafe { piece.each_in_blocks() }
            },
        );
    }
}

/// Whether every register that is written begins at a multiple of its length.
#[inline(always)]
fn can_stream<T, B: Outer>(plan: &CopyPlan, to: Side<*mut T, B>, register: usize) -> bool {
    if !B::IS_IDENTITY || !initialised::<T>() || register == 0 {
        return false;
    }
    let mut bits = to.origin.addr() | size_of::<T>().wrapping_mul(plan.nest.starts[1] as usize);
    for each in plan.nest.loops() {
        if each.strides[1] != 1 {
            bits |= size_of::<T>().wrapping_mul(each.strides[1] as usize);
        }
    }
    bits.is_multiple_of(register)
}

impl<T: Copy, A: Outer, B: Outer> Piece<T, A, B> {
    /// The offsets of step `i` of the inner and step `j` of the outer loop.
    #[inline(always)]
    fn offsets(&self, i: usize, j: usize) -> [isize; 2] {
        let mut at = self.at;
        for (s, at) in at.iter_mut().enumerate() {
            *at += i as isize * self.inner.strides[s] + j as isize * self.outer.strides[s];
        }
        at
    }

    /// One by one.
    #[inline(always)]
    unsafe fn each(self, (i0, i1): (usize, usize), (j0, j1): (usize, usize)) {
        for j in j0..j1 {
            for i in i0..i1 {
                let [from, to] = self.offsets(i, j);
                // SAFETY: a coordinate of both sides. `MaybeUninit`: whatever the bytes are.
                unsafe {
                    let element = *self.from.at(from).cast::<MaybeUninit<T>>();
                    *self.to.at(to).cast() = element;
                }
            }
        }
    }

    /// Each row is one element again and again.
    #[inline(always)]
    unsafe fn splats(self) {
        for j in 0..self.outer.extent {
            let [from, _] = self.offsets(0, j);
            // SAFETY: a coordinate of the source.
            let element = unsafe { *self.from.at(from).cast::<MaybeUninit<T>>() };
            let mut i = 0;
            while i < self.inner.extent {
                let n = self.together.min(self.inner.extent - i);
                let [_, to] = self.offsets(i, j);
                // SAFETY: so many neighbours stay together, coordinates of the destination.
                let row = unsafe { self.to.at(to) }.cast::<MaybeUninit<T>>();
                for k in 0..n {
                    // SAFETY: as above.
                    unsafe { row.add(k).write(element) };
                }
                i += n;
            }
        }
    }

    /// Rows of the bytes of a `Row`, or of any length if it has none.
    #[inline(always)]
    unsafe fn rows<Row>(self) {
        for j in 0..self.outer.extent {
            let [from, to] = self.offsets(0, j);
            // SAFETY: a row of neighbours on both sides.
            unsafe { moved::<T, Row>(self.from.at(from), self.to.at(to), self.inner.extent) };
        }
    }

    #[inline(always)]
    unsafe fn streamed_rows<R: Registers>(self, registers: R) {
        let bytes = self.inner.extent * size_of::<T>();
        for j in 0..self.outer.extent {
            let [from, to] = self.offsets(0, j);
            // SAFETY: a row of so many bytes on both sides, which `can_stream` found to be initialised and
            // aligned.
            unsafe {
                let (from, to) = (self.from.at(from).cast::<u8>(), self.to.at(to).cast::<u8>());
                let mut at = 0;
                while at < bytes {
                    registers.stream(to.add(at), registers.load(from.add(at)));
                    at += R::BYTES;
                }
            }
        }
    }

    /// Rows of which a swizzle leaves `together` neighbours together: chunks of the bytes of a `Chunk`, or of
    /// any length if it has none.
    #[inline(always)]
    unsafe fn chunks<Chunk>(self) {
        let whole = self.inner.extent / self.together;
        for j in 0..self.outer.extent {
            for chunk in 0..whole {
                let [from, to] = self.offsets(chunk * self.together, j);
                // SAFETY: so many neighbours stay together on both sides.
                unsafe { moved::<T, Chunk>(self.from.at(from), self.to.at(to), self.together) };
            }
        }
        // SAFETY: what no chunk has.
        unsafe { self.each((whole * self.together, self.inner.extent), (0, self.outer.extent)) }
    }

    /// One by one.
    #[inline(always)]
    unsafe fn every(self) {
        // SAFETY: as this function.
        unsafe { self.each((0, self.inner.extent), (0, self.outer.extent)) }
    }

    /// One by one, in blocks of which both sides stay in the nearest cache.
    #[inline(always)]
    unsafe fn each_in_blocks(self) {
        const SIDE: usize = 32;
        let (rows, columns) = (self.inner.extent, self.outer.extent);
        for j in (0..columns).step_by(SIDE) {
            for i in (0..rows).step_by(SIDE) {
                // SAFETY: coordinates of both sides.
                unsafe { self.each((i, rows.min(i + SIDE)), (j, columns.min(j + SIDE))) };
            }
        }
    }

    /// The elements of some inner and outer steps in square tiles; what is narrower than a tile in narrower
    /// ones, and one by one in the end.
    #[inline(always)]
    unsafe fn tiles<R: Registers, const SIZE: usize, const EACH: usize>(
        self,
        registers: R,
        (i0, i1): (usize, usize),
        (j0, j1): (usize, usize),
    ) {
        let side = R::BYTES / SIZE;
        if side > self.together || i1 - i0 < side || j1 - j0 < side {
            // SAFETY: the same elements.
            return unsafe {
                if R::BYTES > 16 {
                    self.tiles::<R::Narrow, SIZE, EACH>(registers.narrow(), (i0, i1), (j0, j1))
                } else {
                    self.each((i0, i1), (j0, j1))
                }
            };
        }
        // Chunks beside a swizzle are those of its multiples: the last tile cannot reach back.
        let reaches_back = A::IS_IDENTITY && B::IS_IDENTITY;
        let (i_end, j_end) =
            if reaches_back { (i1, j1) } else { (i1 - (i1 - i0) % side, j1 - (j1 - j0) % side) };
        let mut j_block = j0;
        while j_block < j_end {
            let j_until = j_end.min(j_block + BLOCK.1);
            let mut i_block = i0;
            while i_block < i_end {
                let i_until = i_end.min(i_block + BLOCK.0);
                let mut j = j_block;
                while j < j_until {
                    let mut i = i_block;
                    while i < i_until {
                        // SAFETY: a whole tile of elements, the last one moved back to its end: the
                        // elements it shares with the one before are written twice, and are the same.
                        unsafe {
                            self.tile::<R, SIZE, EACH>(
                                registers,
                                i.min(i_end - side),
                                j.min(j_end - side),
                            )
                        };
                        i += side;
                    }
                    j += side;
                }
                i_block = i_until;
            }
            j_block = j_until;
        }
        // SAFETY: what no tile has.
        unsafe {
            self.each((i_end, i1), (j0, j1));
            self.each((i0, i_end), (j_end, j1));
        }
    }

    #[inline(always)]
    unsafe fn tile<R: Registers, const SIZE: usize, const EACH: usize>(
        self,
        registers: R,
        i: usize,
        j: usize,
    ) {
        let side = R::BYTES / SIZE;
        let [from, to] = self.offsets(i, j);
        let from = Lines { side: self.from, at: from, stride: self.inner.strides[0] };
        let to = Lines { side: self.to, at: to, stride: self.outer.strides[1] };
        // Only the last tile of a row does not start at a multiple of its length.
        let write = if i.is_multiple_of(side) { self.write } else { Write::Store };
        if write == Write::Stream {
            // Rows of the next tile: the strides of large arrays are too long for the processor to see.
            for k in side..2 * side {
                let ahead = from.at.wrapping_add(from.stride.wrapping_mul(k as isize));
                registers.prefetch(self.from.origin.wrapping_offset(ahead).cast());
            }
        }
        // SAFETY: a tile of elements of both sides, of a type whose bytes are initialised.
        unsafe { transpose::<R, SIZE, EACH>(registers, &from, &to, write) }
    }
}

/// Moves the bytes of a `Row`, or `n` elements if it has none.
#[inline(always)]
unsafe fn moved<T, Row>(from: *const T, to: *mut T, n: usize) {
    // SAFETY: the caller's elements, which do not overlap; copies of memory keep what is not initialised.
    unsafe {
        if size_of::<Row>() > 0 {
            ptr::copy_nonoverlapping(from.cast::<u8>(), to.cast::<u8>(), size_of::<Row>());
        } else {
            ptr::copy_nonoverlapping(from, to, n);
        }
    }
}

/// The rows of a tile of one side.
struct Lines<S> {
    side: S,
    at: isize,
    stride: isize,
}

impl<T, O: Outer> Rows for Lines<Side<*const T, O>> {
    type Pointer = *const u8;
    #[inline(always)]
    unsafe fn row(&self, i: usize) -> *const u8 {
        // SAFETY: the caller's row is one of coordinates.
        unsafe { self.side.at(self.at + i as isize * self.stride) }.cast()
    }
}

impl<T, O: Outer> Rows for Lines<Side<*mut T, O>> {
    type Pointer = *mut u8;
    #[inline(always)]
    unsafe fn row(&self, i: usize) -> *mut u8 {
        // SAFETY: the caller's row is one of coordinates.
        unsafe { self.side.at(self.at + i as isize * self.stride) }.cast()
    }
}
