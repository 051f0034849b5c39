//! Copies between a strided part of memory and a message: runs of neighbours as slices, other parts by the kernels' `copy`.
//!
//! Runs are too short for the processor to find the next one in time, so a copy fetches it some runs ahead.

use std::sync::Arc;

use static_layout::{View, ViewMut, layout};
use static_layout_kernels::{copy, simd::prefetch};

use crate::moves::Combine;

/// Parts of a memory in the order of a message.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pieces {
    repeats: Vec<Repeat>,
}

/// Blocks of a memory, each with an offset from an origin.
#[derive(Clone, Debug)]
pub(crate) struct List {
    extents: Vec<usize>,
    strides: Vec<usize>,
    /// The strides in a message.
    compact: Vec<usize>,
    /// The offset of each block, and the end of its modes. The first mode is the fastest.
    blocks: Vec<(usize, usize)>,
    /// The blocks, if all of them are runs.
    runs: Option<Vec<Run>>,
    /// The number of elements.
    size: usize,
}

/// Neighbours in a memory.
#[derive(Clone, Copy, Debug)]
struct Run {
    offset: usize,
    len: usize,
}

/// All blocks of a list at each coordinate of the modes, the first mode fastest.
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

impl Default for List {
    fn default() -> Self {
        let [extents, strides, compact] = [Vec::new(), Vec::new(), Vec::new()];
        let runs = Some(Vec::new());
        Self { extents, strides, compact, blocks: Vec::new(), runs, size: 0 }
    }
}

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
        self.size += step;
        self.blocks.push((offset, self.extents.len()));
        let run = match (extents, strides) {
            ([], []) => Some(Run { offset, len: 1 }),
            (&[len], [1]) => Some(Run { offset, len }),
            _ => None,
        };
        self.runs = self.runs.take().zip(run).map(|(mut runs, run)| {
            runs.push(run);
            runs
        });
    }

    /// The blocks as runs, if these have enough bytes on average to be copied as slices.
    fn runs<T>(&self) -> Option<&[Run]> {
        self.runs.as_deref().filter(|runs| self.size * size_of::<T>() >= RUN * runs.len())
    }
}

impl Repeat {
    /// The number of elements.
    fn count(&self) -> usize {
        self.extents.iter().product::<usize>() * self.list.size
    }

    /// Calls `f` with each block and its place in a message.
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

    /// Calls `f` with each block and its place in `other`, whose blocks are as large and have these strides.
    fn walk_both(
        &self,
        other: &Repeat,
        steps: impl Fn(&List) -> &[usize],
        mut f: impl FnMut(&[usize], Place<'_>, Place<'_>),
    ) {
        let (list, steps) = (&*self.list, steps(&other.list));
        debug_assert_eq!(list.extents, other.list.extents);
        each_origin([self, other], |[origin, there], _| {
            let mut first = 0;
            for (&(offset, end), &(at, _)) in list.blocks.iter().zip(&other.list.blocks) {
                let modes = std::mem::replace(&mut first, end)..end;
                f(
                    &list.extents[modes.clone()],
                    (origin + offset, &list.strides[modes.clone()]),
                    (there + at, &steps[modes]),
                );
            }
        });
    }
}

/// Calls `f` with the origins in two memories at each coordinate of their modes, and with the next origins.
fn each_origin(two: [&Repeat; 2], mut f: impl FnMut([usize; 2], [usize; 2])) {
    let extents = &two[0].extents;
    debug_assert_eq!(extents, &two[1].extents);
    let mut digits = vec![0; extents.len()];
    let mut origin = two.map(|repeat| repeat.origin);
    loop {
        let mut next = origin;
        let mut more = false;
        for k in 0..extents.len() {
            more = digits[k] + 1 < extents[k];
            let back = std::mem::replace(&mut digits[k], 0);
            for (next, repeat) in next.iter_mut().zip(two) {
                let step = repeat.strides[k];
                *next = if more { *next + step } else { *next - back * step };
            }
            if more {
                digits[k] = back + 1;
                break;
            }
        }
        f(origin, next);
        if !more {
            return;
        }
        origin = next;
    }
}

/// How many runs ahead the memory is fetched.
const AHEAD: usize = 4;

/// Calls `f` with the place of each run in two memories, its length, and the place in the first one of a later run.
#[inline(always)]
fn each_run(two: [&Repeat; 2], runs: [&[Run]; 2], mut f: impl FnMut([usize; 2], usize, usize)) {
    let [here, there] = runs;
    each_origin(two, |[origin, other], [next, _]| {
        for (k, (run, at)) in here.iter().zip(there).enumerate() {
            let later = match here.get(k + AHEAD) {
                Some(later) => origin + later.offset,
                None => next + here[(k + AHEAD) % here.len()].offset,
            };
            f([origin + run.offset, other + at.offset], run.len, later);
        }
    });
}

/// The bytes of a line of the caches, on the processors of today.
const LINE: usize = 64;

/// The most bytes of a run that is fetched. The processor itself finds the lines of a longer run.
const LONG: usize = 4096;

/// Fetches `len` elements into the caches, as far as they are there.
#[inline(always)]
fn fetch<T>(memory: &[T], at: usize, len: usize) {
    if len * size_of::<T>() <= LONG
        && let Some(run) = memory.get(at..at + len)
    {
        let step = (LINE / size_of::<T>().max(1)).max(1);
        (0..len).step_by(step).for_each(|k| prefetch(&run[k]));
        run.last().into_iter().for_each(|last| prefetch(last));
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

    #[cfg(test)]
    pub(crate) fn lists(&self) -> impl Iterator<Item = &Arc<List>> {
        self.repeats.iter().map(|repeat| &repeat.list)
    }

    /// The number of elements.
    pub(crate) fn count(&self) -> usize {
        self.repeats.iter().map(Repeat::count).sum()
    }

    /// Copies the elements of a memory to a message.
    pub(crate) fn pack<T: Copy>(&self, memory: &[T], mut message: &mut [T]) {
        debug_assert_eq!(self.count(), message.len());
        for repeat in &self.repeats {
            let (to, rest) = message.split_at_mut(repeat.count());
            message = rest;
            match repeat.list.runs::<T>() {
                Some(runs) => {
                    let mut at = 0;
                    each_run([repeat; 2], [runs; 2], |[start, _], len, later| {
                        fetch(memory, later, len);
                        to[at..][..len].copy_from_slice(&memory[start..][..len]);
                        at += len;
                    });
                }
                None => repeat.walk(|extents, (offset, strides), (at, steps)| {
                    copy_modes(extents, (memory, offset, strides), (to, at, steps));
                }),
            }
        }
    }

    /// Copies the elements of a message to a memory.
    pub(crate) fn unpack<T: Copy>(&self, mut message: &[T], memory: &mut [T]) {
        debug_assert_eq!(self.count(), message.len());
        for repeat in &self.repeats {
            let (from, rest) = message.split_at(repeat.count());
            message = rest;
            match repeat.list.runs::<T>() {
                Some(runs) => {
                    let mut at = 0;
                    each_run([repeat; 2], [runs; 2], |[start, _], len, later| {
                        fetch(memory, later, len);
                        memory[start..][..len].copy_from_slice(&from[at..][..len]);
                        at += len;
                    });
                }
                None => repeat.walk(|extents, (offset, strides), (at, steps)| {
                    copy_modes(extents, (from, at, steps), (memory, offset, strides));
                }),
            }
        }
    }

    /// Copies the elements of one memory to another, whose pieces are as large.
    pub(crate) fn copy_to<T: Copy>(&self, from: &[T], other: &Pieces, to: &mut [T]) {
        debug_assert_eq!(self.repeats.len(), other.repeats.len());
        for (here, there) in self.repeats.iter().zip(&other.repeats) {
            match (here.list.runs::<T>(), there.list.runs::<T>()) {
                (Some(runs), Some(others)) => {
                    each_run([here, there], [runs, others], |[start, at], len, later| {
                        fetch(from, later, len);
                        to[at..][..len].copy_from_slice(&from[start..][..len]);
                    });
                }
                _ => here.walk_both(
                    there,
                    |list| &list.strides,
                    |extents, (offset, strides), (at, steps)| {
                        copy_modes(extents, (from, offset, strides), (to, at, steps));
                    },
                ),
            }
        }
    }

    /// Combines each element of a memory with the element of a message.
    pub(crate) fn combine<T: Copy>(&self, mut message: &[T], memory: &mut [T], how: Combine<T>) {
        debug_assert_eq!(self.count(), message.len());
        let mut next = |memory: &mut [T]| {
            let (terms, rest) = message.split_at(memory.len());
            (how.f)(memory, terms, how.how);
            message = rest;
        };
        for repeat in &self.repeats {
            repeat.walk(|extents, (offset, strides), _| match (extents, strides) {
                ([len, slower @ ..], [1, steps @ ..]) => {
                    each_offset(slower, steps, offset, &mut |at| next(&mut memory[at..][..*len]));
                }
                _ => each_offset(extents, strides, offset, &mut |at| next(&mut memory[at..=at])),
            });
        }
    }
}

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
