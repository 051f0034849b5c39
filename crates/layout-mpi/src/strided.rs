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

    /// The pieces in lists of at most `most` elements, cut along their slowest modes. Two lists with equal extents are cut alike.
    pub(crate) fn cut(&self, most: usize) -> Vec<Pieces> {
        let (mut lists, mut count) = (Vec::new(), most);
        for (offset, extents, strides) in self.iter() {
            cut_modes(offset, extents, strides, most, &mut |offset, extents, strides| {
                let size: usize = extents.iter().product();
                if count + size > most {
                    lists.push(Pieces::default());
                    count = 0;
                }
                count += size;
                let list: &mut Pieces =
                    lists.last_mut().expect("there is one since the first piece");
                list.push_block(offset, extents, strides);
            });
        }
        lists
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

/// What takes a part of a piece: offset, extents, strides.
type TakePart<'a> = dyn FnMut(usize, &[usize], &[usize]) + 'a;

/// Calls `f` with parts of a piece of at most `most` elements each: offset, extents, strides.
fn cut_modes(
    offset: usize,
    extents: &[usize],
    strides: &[usize],
    most: usize,
    f: &mut TakePart<'_>,
) {
    let (Some((last, inner)), size) = (extents.split_last(), extents.iter().product::<usize>())
    else {
        return f(offset, extents, strides);
    };
    if size <= most {
        return f(offset, extents, strides);
    }
    let stride = strides[inner.len()];
    let inside: usize = inner.iter().product();
    if inside > most {
        return (0..*last)
            .for_each(|k| cut_modes(offset + k * stride, inner, &strides[..inner.len()], most, f));
    }
    // Whole steps of the slowest mode.
    let step = most / inside;
    for k in (0..*last).step_by(step) {
        let part = [inner, &[step.min(last - k)]].concat();
        f(offset + k * stride, &part, strides);
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

/// The least bytes of neighbours in both memories that are copied as a slice. Below, the kernel copies.
const RUN: usize = 64;

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
    let is_run = |len: usize| s[0] == 1 && t[0] == 1 && len * size_of::<T>() >= RUN;
    match *extents {
        [] => to[at] = from[start],
        [len] if is_run(len) => to[at..][..len].copy_from_slice(&from[start..][..len]),
        [len, count] if is_run(len) => {
            for k in 0..count {
                let (start, at) = (start + k * s[1], at + k * t[1]);
                to[at..][..len].copy_from_slice(&from[start..][..len]);
            }
        }
        [_] => kernel!(0),
        [_, _] => kernel!(0 1),
        [len, _, _] if !is_run(len) => kernel!(0 1 2),
        [len, _, _, _] if !is_run(len) => kernel!(0 1 2 3),
        [.., count] => {
            let last = extents.len() - 1;
            for k in 0..count {
                let (start, at) = (start + k * s[last], at + k * t[last]);
                copy_modes(&extents[..last], (from, start, s), (to, at, t));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_the_elements_of_the_whole_in_order() {
        let memory: Vec<u32> = (0..500).collect();
        let mut whole = Pieces::default();
        whole.push_block(3, &[4, 3, 5], &[1, 10, 40]);
        whole.push_block(250, &[7], &[2]);
        whole.push_block(499, &[], &[]);
        let mut message = vec![0; whole.count()];
        whole.pack(&memory, &mut message);
        for most in 1..80 {
            let parts = whole.cut(most);
            let mut joined = Vec::new();
            for part in &parts {
                assert!((1..=most).contains(&part.count()), "{most}");
                let mut message = vec![0; part.count()];
                part.pack(&memory, &mut message);
                joined.extend(message);
            }
            assert_eq!(joined, message, "{most}");
        }
    }
}
