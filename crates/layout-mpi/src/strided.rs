//! Copies between a strided part of memory and a message, by the kernels' `copy`.

use std::sync::Arc;

use static_layout::{View, ViewMut, layout};
use static_layout_kernels::copy;

/// Parts of a memory in the order of a message.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pieces {
    repeats: Vec<Repeat>,
}

/// Blocks of a memory, each with an offset from an origin.
#[derive(Clone, Debug, Default)]
pub(crate) struct List {
    extents: Vec<usize>,
    strides: Vec<usize>,
    /// The strides in a message.
    compact: Vec<usize>,
    /// The offset of each block, and the end of its modes. The first mode is the fastest.
    blocks: Vec<(usize, usize)>,
}

/// All blocks of a list at each coordinate of the modes, of which the first is the fastest.
#[derive(Clone, Debug)]
struct Repeat {
    origin: usize,
    extents: Vec<usize>,
    strides: Vec<usize>,
    /// Messages of one transfer have one list of runs.
    list: Arc<List>,
}

/// The offset and the strides of a piece.
type Place<'a> = (usize, &'a [usize]);

impl List {
    /// Adds a block of a memory with these strides.
    pub(crate) fn push(&mut self, offset: usize, extents: &[usize], strides: &[usize]) {
        self.extents.extend(extents);
        self.strides.extend(strides);
        let mut step = 1;
        for extent in extents {
            self.compact.push(step);
            step *= extent;
        }
        self.blocks.push((offset, self.extents.len()));
    }
}

impl Pieces {
    /// Adds a block of a memory with these strides.
    pub(crate) fn push_block(&mut self, offset: usize, extents: &[usize], strides: &[usize]) {
        // A list that no other message has.
        let last = self.repeats.last_mut().filter(|last| last.extents.is_empty());
        if let Some(list) = last.and_then(|last| Arc::get_mut(&mut last.list)) {
            return list.push(offset, extents, strides);
        }
        let mut list = List::default();
        list.push(offset, extents, strides);
        self.push_repeated(0, Default::default(), Arc::new(list));
    }

    /// Adds blocks that repeat together from an origin on.
    pub(crate) fn push_repeated(
        &mut self,
        origin: usize,
        (extents, strides): (Vec<usize>, Vec<usize>),
        list: Arc<List>,
    ) {
        self.repeats.push(Repeat { origin, extents, strides, list });
    }

    /// Calls `f` with each piece and its place in a message.
    #[inline(always)]
    fn walk(&self, mut f: impl FnMut(&[usize], Place<'_>, Place<'_>)) {
        let mut at = 0;
        self.walk_both(
            self,
            |list| &list.compact,
            |extents, place, (_, compact)| {
                f(extents, place, (at, compact));
                at += extents.iter().product::<usize>();
            },
        );
    }

    /// Calls `f` with each piece and its place in `other`, whose pieces are as large and have these strides.
    #[inline(always)]
    fn walk_both(
        &self,
        other: &Pieces,
        steps: impl Fn(&List) -> &[usize],
        mut f: impl FnMut(&[usize], Place<'_>, Place<'_>),
    ) {
        debug_assert_eq!(self.repeats.len(), other.repeats.len());
        for (here, there) in self.repeats.iter().zip(&other.repeats) {
            let (list, steps) = (&*here.list, steps(&there.list));
            debug_assert_eq!((&here.extents, &list.extents), (&there.extents, &there.list.extents));
            let mut digits = vec![0; here.extents.len()];
            let place = |repeat: &Repeat, digits: &[usize]| -> usize {
                repeat.origin + repeat.strides.iter().zip(digits).map(|(a, b)| a * b).sum::<usize>()
            };
            loop {
                let base = (place(here, &digits), place(there, &digits));
                let mut first = 0;
                for (&(offset, end), &(at, _)) in list.blocks.iter().zip(&there.list.blocks) {
                    let modes = std::mem::replace(&mut first, end)..end;
                    f(
                        &list.extents[modes.clone()],
                        (base.0 + offset, &list.strides[modes.clone()]),
                        (base.1 + at, &steps[modes]),
                    );
                }
                let Some(k) = (0..digits.len()).find(|k| digits[*k] + 1 < here.extents[*k]) else {
                    break;
                };
                digits[..k].fill(0);
                digits[k] += 1;
            }
        }
    }

    #[cfg(test)]
    pub(crate) fn lists(&self) -> impl Iterator<Item = &Arc<List>> {
        self.repeats.iter().map(|repeat| &repeat.list)
    }

    /// The number of elements.
    pub(crate) fn count(&self) -> usize {
        let mut count = 0;
        self.walk(|extents, _, _| count += extents.iter().product::<usize>());
        count
    }

    /// Copies the elements of a memory to a message.
    pub(crate) fn pack<T: Copy>(&self, memory: &[T], message: &mut [T]) {
        debug_assert_eq!(self.count(), message.len());
        self.walk(|extents, (offset, strides), (at, steps)| {
            copy_modes(extents, (memory, offset, strides), (message, at, steps));
        });
    }

    /// Copies the elements of a message to a memory.
    pub(crate) fn unpack<T: Copy>(&self, message: &[T], memory: &mut [T]) {
        debug_assert_eq!(self.count(), message.len());
        self.walk(|extents, (offset, strides), (at, steps)| {
            copy_modes(extents, (message, at, steps), (memory, offset, strides));
        });
    }

    /// Copies the elements of one memory to another, whose pieces are as large.
    pub(crate) fn copy_to<T: Copy>(&self, from: &[T], other: &Pieces, to: &mut [T]) {
        self.walk_both(
            other,
            |list| &list.strides,
            |extents, (offset, strides), (at, steps)| {
                copy_modes(extents, (from, offset, strides), (to, at, steps));
            },
        );
    }

    /// Combines each element of a memory with that of a message.
    pub(crate) fn combine<T: Copy>(&self, message: &[T], memory: &mut [T], f: &dyn Fn(T, T) -> T) {
        let mut elements = message.iter();
        self.walk(|extents, (offset, strides), _| {
            each_offset(extents, strides, offset, &mut |offset| {
                let element =
                    elements.next().expect("a message has an element for each of its pieces");
                memory[offset] = f(memory[offset], *element);
            });
        });
    }
}

/// A memory, an offset in it and strides.
type From<'a, T> = (&'a [T], usize, &'a [usize]);
type To<'a, 'b, T> = (&'a mut [T], usize, &'b [usize]);

/// The least bytes of neighbours in both memories that are copied as a slice. Below, the kernel copies.
const RUN: usize = 64;

/// Copies between two strided parts. The last modes beyond four are loops here.
#[inline(always)]
fn copy_modes<T: Copy>(extents: &[usize], from: From<'_, T>, to: To<'_, '_, T>) {
    if let ([len], [1], [1]) = (extents, from.2, to.2)
        && len * size_of::<T>() >= RUN
    {
        to.0[to.1..][..*len].copy_from_slice(&from.0[from.1..][..*len]);
    } else {
        copy_others(extents, from, to);
    }
}

/// Copies what is no long run.
fn copy_others<T: Copy>(extents: &[usize], from: From<'_, T>, to: To<'_, '_, T>) {
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
