//! Staging: a tile of an operand whose neighbours lie along another loop than those of the element that is written, transposed
//! in registers into a buffer on the stack.

use crate::copy::initialised;
use crate::nest::TILE;
use crate::side::Side;
use crate::simd::{Element, Machine, Vectors};
use core::mem::MaybeUninit;
use static_layout::internal::OffsetMap;

/// A buffer for a tile, column after column.
#[repr(align(64))]
pub(crate) struct Stage<T>([[MaybeUninit<T>; TILE]; TILE]);

impl<T> Stage<T> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self([const { [const { MaybeUninit::uninit() }; TILE] }; TILE])
    }
}

/// The place of an operand in a tile: its offset, and its strides along the rows and the columns of the tile.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) at: isize,
    pub(crate) strides: [isize; 2],
}

/// The operand and its place for a whole tile: in `room`, with adjacent rows, if the columns of the operand are adjacent in
/// memory; otherwise unchanged.
///
/// # Safety
/// Each row and column of the tile, of `TILE` by `TILE`, must be a coordinate of the operand's view.
#[inline(always)]
pub(crate) unsafe fn staged<M: Machine, T: Copy, O: OffsetMap>(
    machine: M,
    side: Side<*const T, O>,
    place: Place,
    room: &mut Stage<T>,
) -> (Side<*const T, O>, Place) {
    let Place { at, strides: [down, across] } = place;
    if !O::IS_IDENTITY || across != 1 || down == 1 || !initialised::<T>() {
        return (side, place);
    }
    let to = room.0.as_mut_ptr();
    // SAFETY: the tile consists of coordinates, whose elements are `down` and 1 apart, by the caller's guarantee; the offset
    // map is the identity, so that they are adjacent in memory. The room has `TILE` by `TILE` elements of this size, and
    // every byte of them is initialized, so that vectors of any type move them.
    unsafe {
        let from = side.at(at);
        match size_of::<T>() {
            4 => transposed(i32::vectors(machine), from.cast::<i32>(), down, to.cast()),
            8 => transposed(f64::vectors(machine), from.cast::<f64>(), down, to.cast()),
            _ => return (side, place),
        }
    }
    let staged = side.with_elements(to.cast_const().cast());
    (staged, Place { at: 0, strides: [1, TILE as isize] })
}

/// `to[j * TILE + i] = from[i * stride + j]` for `i` and `j` less than `TILE`.
///
/// # Safety
/// `from` must be valid for reads of these elements, and `to` for writes.
#[inline(always)]
unsafe fn transposed<T: Element, V: Vectors<T>>(v: V, from: *const T, stride: isize, to: *mut T) {
    for i in (0..TILE).step_by(V::LANES) {
        for j in (0..TILE).step_by(V::LANES) {
            // SAFETY: the number of lanes divides `TILE`, so that this square lies in the tile.
            unsafe {
                let from = from.offset(i as isize * stride + j as isize);
                v.transpose_tile(from, stride, to.add(j * TILE + i), TILE as isize);
            }
        }
    }
}
