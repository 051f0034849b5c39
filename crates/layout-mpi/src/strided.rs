//! Copies between a strided part of memory and a message, by the kernels' `copy`.

use static_layout::{View, ViewMut, layout};
use static_layout_kernels::copy;

use crate::{DistError, Result};

/// Parts of a memory in the order of a message: each an offset, and modes of extents and strides, the fastest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pieces {
    extents: Vec<usize>,
    strides: Vec<usize>,
    /// The offset of each piece, and the end of its modes.
    pieces: Vec<(usize, usize)>,
}

impl Pieces {
    /// Adds a flat layout that starts at `offset`.
    ///
    /// # Errors
    /// If a number is negative: a local layout has positive strides.
    pub(crate) fn push(&mut self, offset: i64, layout: &layout_core::Layout) -> Result<()> {
        let number = |x: i64| {
            usize::try_from(x)
                .map_err(|_| DistError::layout(format!("{x} in {layout} is negative")))
        };
        for k in 0..layout.leaf_count() {
            let (extent, stride) = layout.leaf(k);
            self.extents.push(number(extent)?);
            self.strides.push(number(stride)?);
        }
        self.pieces.push((number(offset)?, self.extents.len()));
        Ok(())
    }

    /// Adds a block of a memory with these strides.
    pub(crate) fn push_block(&mut self, offset: usize, extents: &[usize], strides: &[usize]) {
        self.extents.extend(extents);
        self.strides.extend(strides);
        self.pieces.push((offset, self.extents.len()));
    }

    /// The pieces: offset, extents, strides.
    fn iter(&self) -> impl Iterator<Item = (usize, &[usize], &[usize])> {
        let mut start = 0;
        self.pieces.iter().map(move |&(offset, end)| {
            let modes = std::mem::replace(&mut start, end)..end;
            (offset, &self.extents[modes.clone()], &self.strides[modes])
        })
    }

    /// The number of elements.
    pub(crate) fn count(&self) -> usize {
        self.iter().map(|(_, extents, _)| extents.iter().product::<usize>()).sum()
    }

    /// Copies the elements of a memory to a message.
    pub(crate) fn pack<T: Copy>(&self, memory: &[T], message: &mut [T]) {
        let mut at = 0;
        for (offset, extents, strides) in self.iter() {
            copy_modes(extents, (memory, offset, strides), (message, at, &compact(extents)));
            at += extents.iter().product::<usize>();
        }
        debug_assert_eq!(at, message.len());
    }

    /// Copies the elements of a message to a memory.
    pub(crate) fn unpack<T: Copy>(&self, message: &[T], memory: &mut [T]) {
        let mut at = 0;
        for (offset, extents, strides) in self.iter() {
            copy_modes(extents, (message, at, &compact(extents)), (memory, offset, strides));
            at += extents.iter().product::<usize>();
        }
        debug_assert_eq!(at, message.len());
    }

    /// Copies the elements of one memory to another, whose pieces are as large.
    pub(crate) fn copy_to<T: Copy>(&self, from: &[T], other: &Pieces, to: &mut [T]) {
        for ((offset, extents, strides), (at, sizes, steps)) in self.iter().zip(other.iter()) {
            debug_assert_eq!(extents, sizes);
            copy_modes(extents, (from, offset, strides), (to, at, steps));
        }
    }

    /// Combines each element of a memory with that of a message.
    pub(crate) fn combine<T: Copy>(&self, message: &[T], memory: &mut [T], f: &dyn Fn(T, T) -> T) {
        let mut elements = message.iter();
        for (offset, extents, strides) in self.iter() {
            each_offset(extents, strides, offset, &mut |offset| {
                let element =
                    elements.next().expect("a message has an element for each of its pieces");
                memory[offset] = f(memory[offset], *element);
            });
        }
    }
}

/// The strides of a message, whose first mode is the fastest.
fn compact(extents: &[usize]) -> [usize; MODES] {
    let mut strides = [0; MODES];
    let mut step = 1;
    for (stride, extent) in strides.iter_mut().zip(extents) {
        *stride = step;
        step *= extent;
    }
    strides
}

/// The most modes of a piece, those of a run-time layout.
const MODES: usize = 12;

/// A memory, an offset in it and strides.
type From<'a, T> = (&'a [T], usize, &'a [usize]);
type To<'a, 'b, T> = (&'a mut [T], usize, &'b [usize]);

/// Copies between two strided parts. The last modes beyond four are loops here.
fn copy_modes<T: Copy>(extents: &[usize], from: From<'_, T>, to: To<'_, '_, T>) {
    const FITS: &str = "the pieces of a plan lie in the local memory";
    let (from, start, s) = from;
    let (to, at, t) = to;
    macro_rules! kernel {
        ($($k:literal)*) => {
            copy(
                View::with_origin(from, start, layout!(($({ extents[$k] }),*,):($({ s[$k] }),*,))).expect(FITS),
                &mut ViewMut::with_origin(to, at, layout!(($({ extents[$k] }),*,):($({ t[$k] }),*,))).expect(FITS),
            )
        };
    }
    match extents.len() {
        0 => to[at] = from[start],
        1 if s[0] == 1 && t[0] == 1 => {
            to[at..][..extents[0]].copy_from_slice(&from[start..][..extents[0]])
        }
        1 => kernel!(0),
        2 => kernel!(0 1),
        3 if s[0] != 1 || t[0] != 1 => kernel!(0 1 2),
        4 if s[0] != 1 || t[0] != 1 => kernel!(0 1 2 3),
        rank => {
            for k in 0..extents[rank - 1] {
                let (start, at) = (start + k * s[rank - 1], at + k * t[rank - 1]);
                copy_modes(&extents[..rank - 1], (from, start, s), (to, at, t));
            }
        }
    }
}

/// Calls `f` with each offset, in the order of a message.
fn each_offset(extents: &[usize], strides: &[usize], offset: usize, f: &mut dyn FnMut(usize)) {
    match (extents, strides) {
        ([], _) => f(offset),
        ([extent], [stride, ..]) => (0..*extent).for_each(|k| f(offset + k * stride)),
        ([extents @ .., extent], _) => (0..*extent)
            .for_each(|k| each_offset(extents, strides, offset + k * strides[extents.len()], f)),
    }
}
