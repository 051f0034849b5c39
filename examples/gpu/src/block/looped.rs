//! A block on the CPU: a loop over its threads. It runs them one after the other, and stops where a GPU could do otherwise.

use std::collections::VecDeque;

use super::{Block, Fragments};
use crate::element::Element;
use crate::kernels::{THREADS, fragments};

/// A number of shared memory, with what threads did to it since they waited for each other.
#[derive(Clone, Copy, Default)]
struct Cell {
    value: f32,
    is_written: bool,
    is_on_its_way: bool,
    writer: Option<u32>,
    reader: Option<u32>,
    has_other_readers: bool,
}

/// An access of shared memory: its first number, and how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    pub first: usize,
    pub numbers: usize,
}

/// The numbers of a copy that has begun.
struct Copied {
    first: usize,
    numbers: Vec<f32>,
}

/// The copies of a thread, in groups; the last group is open.
type Groups = VecDeque<Vec<Copied>>;

/// A block on the CPU, with `SHARED` numbers of memory.
///
/// # Panics
/// It panics where the result would depend on the order of the threads: if a thread uses a number that another one wrote, or writes
/// one that another one used, without a [`sync`](Block::sync) in between. So it does where a number is read that no thread wrote, or
/// that a copy has not yet brought.
pub struct LoopBlock<const SHARED: usize> {
    index: [u32; 2],
    cells: Vec<Cell>,
    copies: Vec<Groups>,
    accesses: Vec<Vec<Access>>,
    thread: u32,
}

impl<const SHARED: usize> LoopBlock<SHARED> {
    /// Block `index`.
    pub fn new(index: [u32; 2]) -> Self {
        let copies = (0..THREADS).map(|_| VecDeque::from([Vec::new()])).collect();
        Self {
            index,
            cells: vec![Cell::default(); SHARED],
            copies,
            accesses: vec![Vec::new(); THREADS],
            thread: 0,
        }
    }

    /// The accesses of shared memory of each thread, in order. The copies that [`Block::fetch`] begins are among them.
    pub fn accesses(&self) -> &[Vec<Access>] {
        &self.accesses
    }

    /// Notes an access of `T` at `at`.
    fn note<T: Element>(&mut self, at: usize) {
        assert!(at.is_multiple_of(T::WIDTH), "number {at} begins no element");
        self.accesses[self.thread as usize].push(Access { first: at, numbers: T::WIDTH });
    }

    /// Number `at`, which this thread is about to write.
    fn claim(&mut self, at: usize) -> &mut Cell {
        let (thread, cell) = (self.thread, &mut self.cells[at]);
        assert!(!cell.is_on_its_way, "number {at}: a copy is on its way");
        let used = cell.writer.is_some_and(|other| other != thread)
            || cell.reader.is_some_and(|other| other != thread)
            || cell.has_other_readers;
        assert!(!used, "number {at}: thread {thread} writes what another one uses");
        cell.writer = Some(thread);
        cell
    }
}

impl<const SHARED: usize> Block for LoopBlock<SHARED> {
    type Each<S> = Vec<S>;

    fn index(&self) -> [u32; 2] {
        self.index
    }

    fn each<S: Copy>(&self, value: S) -> Vec<S> {
        vec![value; THREADS]
    }

    fn run<S>(&mut self, values: &mut Vec<S>, mut part: impl FnMut(&mut Self, u32, &mut S)) {
        for (thread, value) in values.iter_mut().enumerate() {
            self.thread = thread as u32;
            part(self, thread as u32, value);
        }
    }

    fn sync(&mut self) {
        for cell in &mut self.cells {
            (cell.writer, cell.reader, cell.has_other_readers) = (None, None, false);
        }
    }

    fn anchor(&self, at: usize) -> usize {
        at
    }

    fn read<T: Element>(&mut self, at: usize) -> T {
        self.note::<T>(at);
        let (mut numbers, thread) = ([0.0; 4], self.thread);
        for (at, number) in (at..).zip(&mut numbers[..T::WIDTH]) {
            let cell = &mut self.cells[at];
            assert!(!cell.is_on_its_way, "number {at}: a copy is on its way");
            assert!(cell.is_written, "number {at}: no thread wrote it");
            let other = cell.writer.filter(|&other| other != thread);
            assert!(
                other.is_none(),
                "number {at}: thread {thread} reads what thread {other:?} wrote"
            );
            cell.has_other_readers |= cell.reader.is_some_and(|other| other != thread);
            cell.reader = Some(thread);
            *number = cell.value;
        }
        T::of(&numbers[..T::WIDTH])
    }

    fn write<T: Element>(&mut self, at: usize, value: T) {
        self.note::<T>(at);
        for (at, &number) in (at..).zip(value.numbers()) {
            let cell = self.claim(at);
            (cell.value, cell.is_written) = (number, true);
        }
    }

    unsafe fn fetch<T: Element>(
        &mut self,
        at: usize,
        from: *const T,
        coordinate: [u32; 2],
        extents: [u32; 2],
    ) {
        self.note::<T>(at);
        let inside = coordinate[0] < extents[0] && coordinate[1] < extents[1];
        // SAFETY: the caller gives an element if the coordinate is inside.
        let value = if inside { unsafe { from.read_unaligned() } } else { T::ZERO };
        for at in at..at + T::WIDTH {
            self.claim(at).is_on_its_way = true;
        }
        let open = self.copies[self.thread as usize].back_mut().expect("a group is open");
        open.push(Copied { first: at, numbers: value.numbers().to_vec() });
    }

    fn commit(&mut self) {
        self.copies[self.thread as usize].push_back(Vec::new());
    }

    fn wait<const LATER: usize>(&mut self) {
        let groups = &mut self.copies[self.thread as usize];
        while groups.len() > LATER + 1 {
            for copy in groups.pop_front().expect("more than one group") {
                for (at, number) in (copy.first..).zip(copy.numbers) {
                    let cell = &mut self.cells[at];
                    (cell.value, cell.is_written, cell.is_on_its_way) = (number, true, false);
                    cell.writer = Some(self.thread);
                }
            }
        }
    }

    fn multiply<const M: usize, const N: usize>(&mut self, values: &mut Vec<Fragments<M, N>>) {
        for warp in values.chunks_mut(32) {
            for u in 0..M {
                for v in 0..N {
                    let (mut a, mut b) = ([[0.0; 8]; 16], [[0.0; 8]; 8]);
                    for (lane, parts) in warp.iter().enumerate() {
                        for (value, &number) in parts.a[u].iter().enumerate() {
                            let at = fragments::A.index((lane, value));
                            a[at % 16][at / 16] = tf32(number);
                        }
                        for (value, &number) in parts.b[v].iter().enumerate() {
                            let at = fragments::B.index((lane, value));
                            b[at % 8][at / 8] = tf32(number);
                        }
                    }
                    for (lane, parts) in warp.iter_mut().enumerate() {
                        for (value, sum) in parts.c[u][v].iter_mut().enumerate() {
                            let at = fragments::C.index((lane, value));
                            let (row, column) = (a[at % 16], b[at / 16]);
                            *sum += row.iter().zip(column).map(|(x, y)| x * y).sum::<f32>();
                        }
                    }
                }
            }
        }
    }
}

/// `x` rounded to TF32, which keeps 10 bits behind the first: to the nearest one, halves away from 0.
fn tf32(x: f32) -> f32 {
    if x.is_finite() { f32::from_bits((x.to_bits() + 0x1000) & !0x1fff) } else { x }
}
