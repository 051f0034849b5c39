//! Products of rows: the sums stay in registers.

use static_layout_kernels::simd::{Machine, Task, Vectors, dispatch};

use super::weights::CHUNK;

/// The rows of A whose products are computed together.
const ROWS: usize = 4;

/// Writes the products of the rows of A and the rows of a panel of weights, each of `padded` elements, a multiple of [`CHUNK`]:
/// `sums[j * m + i]` of row `i` of A, of which there are `m`, and row `j` of the panel.
///
/// # Panics
/// When the slices have other lengths.
pub(super) fn dots(a: &[f32], panel: &[f32], padded: usize, sums: &mut [f32]) {
    assert!(padded != 0 && padded.is_multiple_of(CHUNK));
    dispatch(Dots { a, panel, padded, sums })
}

struct Dots<'a> {
    a: &'a [f32],
    panel: &'a [f32],
    padded: usize,
    sums: &'a mut [f32],
}

impl Task for Dots<'_> {
    type Output = ();
    #[inline(always)]
    fn run<M: Machine>(mut self, machine: M) {
        let [m, n] = [self.a, self.panel].map(|rows| rows.len() / self.padded);
        for j in (0..n).step_by(ROWS) {
            for i in (0..m).step_by(ROWS) {
                if const { <M as Vectors<f32>>::REGISTERS >= 2 * ROWS * ROWS } {
                    self.block::<ROWS, { ROWS * ROWS }, M>(machine, [i, j], [m, n]);
                } else {
                    for j in (j..n.min(j + ROWS)).step_by(ROWS / 2) {
                        self.block::<{ ROWS / 2 }, { ROWS / 2 * ROWS }, M>(machine, [i, j], [m, n]);
                    }
                }
            }
        }
    }
}

impl Dots<'_> {
    /// Multiplies [`ROWS`] rows of A, from row `i` on, with `W` rows of the panel, from row `j` on: `N` sums. Rows past the last one
    /// repeat it.
    #[inline(always)]
    fn block<const W: usize, const N: usize, M: Machine>(
        &mut self,
        machine: M,
        [i, j]: [usize; 2],
        [m, n]: [usize; 2],
    ) {
        const { assert!(ROWS * W == N) };
        let padded = self.padded;
        let mut a = [self.a; ROWS];
        for (r, a) in a.iter_mut().enumerate() {
            *a = &self.a[(i + r).min(m - 1) * padded..][..padded];
        }
        let mut panel = [self.panel; W];
        for (w, panel) in panel.iter_mut().enumerate() {
            *panel = &self.panel[(j + w).min(n - 1) * padded..][..padded];
        }
        let zero = Vectors::<f32>::zero(machine);
        let (mut totals, mut at) = ([zero; N], 0);
        while at < padded {
            let mut x = [zero; ROWS];
            for (x, a) in x.iter_mut().zip(a) {
                // SAFETY: `a` has `padded` elements, a multiple of `CHUNK` and so of the lanes of any machine.
                *x = unsafe { machine.load(a.as_ptr().add(at)) };
            }
            for w in 0..W {
                // SAFETY: `panel[w]` has `padded` elements, a multiple of `CHUNK` and so of the lanes of any machine.
                let y = unsafe { machine.load(panel[w].as_ptr().add(at)) };
                for r in 0..ROWS {
                    let total = &mut totals[w * ROWS + r];
                    *total = Vectors::<f32>::mul_add(machine, x[r], y, *total);
                }
            }
            at += <M as Vectors<f32>>::LANES;
        }
        let sums = lane_sums(machine, totals);
        for w in 0..W.min(n - j) {
            let count = ROWS.min(m - i);
            self.sums[(j + w) * m + i..][..count].copy_from_slice(&sums[w * ROWS..][..count]);
        }
    }
}

/// The sum of the lanes of each vector.
#[inline(always)]
fn lane_sums<const N: usize, M: Machine>(machine: M, mut vectors: [Vector<M>; N]) -> [f32; N] {
    let mut count = N;
    // Each step adds neighbours in pairs of vectors: afterwards a vector has the sums of both, in turn.
    halve::<1, M>(machine, &mut vectors, &mut count);
    halve::<2, M>(machine, &mut vectors, &mut count);
    halve::<4, M>(machine, &mut vectors, &mut count);
    halve::<8, M>(machine, &mut vectors, &mut count);
    let (mut sums, width) = ([0.0; N], N / count);
    for (vector, sums) in vectors.into_iter().zip(sums.chunks_exact_mut(width)) {
        let mut lanes = [0.0_f32; CHUNK];
        // SAFETY: no vector has more than `CHUNK` lanes.
        unsafe { machine.store(lanes.as_mut_ptr(), vector) };
        for lanes in lanes.chunks_exact(width) {
            for (sum, lane) in sums.iter_mut().zip(lanes) {
                *sum += lane;
            }
        }
    }
    sums
}

#[inline(always)]
fn halve<const S: usize, M: Machine>(machine: M, vectors: &mut [Vector<M>], count: &mut usize) {
    if const { S < <M as Vectors<f32>>::LANES } && *count > 1 {
        *count /= 2;
        for k in 0..*count {
            let [x, y] = [vectors[2 * k], vectors[2 * k + 1]];
            let (even, odd) = Vectors::<f32>::exchange::<S>(machine, x, y);
            vectors[k] = Vectors::<f32>::add(machine, even, odd);
        }
    }
}

type Vector<M> = <M as Vectors<f32>>::Vector;
