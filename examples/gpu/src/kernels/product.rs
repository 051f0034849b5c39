//! The products: `C = A B`, of (m, k), (k, n) and (m, n). A block computes 128 by 128 elements of C. While it multiplies the tiles of one
//! step along k, copies bring the tiles of the next three steps to shared memory.

use static_layout::{AnyLayout, Layout, LayoutOps, layout};

use super::{BLOCK, THREADS, at, four, fragments, two};
use crate::block::{Block, Fragments};
use crate::element::Element;
use crate::view::{DeviceView, Source, Target};

/// The step along k.
const STEP: u32 = 8;
/// Tiles of as many steps are in shared memory.
const STAGES: u32 = 4;
/// The tiles of B in shared memory, (column, k, stage). Four neighbours along k are one vector. The swizzle spreads eight columns over
/// the banks.
pub const TILES_B: Layout!(Sw<1,2,3> o 0 o (128, 8, 4):(8, 1, 1024)) =
    layout!(Sw<1,2,3> o 0 o (128, 8, 4):(8, 1, 1024));
/// The tiles of A in shared memory, (row, k, stage), after the tiles of B. Four neighbours of a column are one vector. A gap of eight
/// numbers after each column spreads four columns over the banks.
pub const TILES_A: Layout!((128, 8, 4):(1, 136, 1088)) = layout!((128, 8, 4):(1, 136, 1088));
/// The first number of the tiles of A.
const FIRST_A: usize = 4096;
/// The numbers of shared memory of a product.
pub const STAGED: usize = FIRST_A + 4352;

/// The distance of a stage of A and of a stage of B from stage 0, in numbers.
#[inline(always)]
fn stage_of(stage: u32) -> (usize, usize) {
    (TILES_A.index((0, 0, stage as usize)), TILES_B.index((0, 0, stage as usize)))
}

/// How a block multiplies a tile of A by one of B.
pub trait Inner {
    /// The elements of C of a thread, with its parts of A and B where it keeps them.
    type Sums: Copy;
    /// Zeros.
    const ZERO: Self::Sums;
    /// Adds the product of the tiles of a stage.
    fn add<B: Block>(block: &mut B, sums: &mut B::Each<Self::Sums>, stage: u32);
    /// The coordinate in the block of the first element of C of a thread.
    fn corner(thread: u32) -> [u32; 2];
    /// A thread has columns of as many elements of C, at most 4.
    const COLUMN: usize;
    /// Calls `write` with each column of a thread: its first element counted from the corner, and its elements.
    fn columns(sums: &Self::Sums, write: impl FnMut([u32; 2], [f32; 4]));
}

/// One block of `C = A B`. An element of four is four neighbours of a column, in A, in B and in C.
///
/// # Safety
/// The views have (m, k), (k, n) and (m, n) numbers.
#[inline(always)]
pub unsafe fn product<
    P: Inner,
    B: Block,
    TA: Element,
    TB: Element,
    TC: Element,
    LA: AnyLayout + LayoutOps,
    LB: AnyLayout + LayoutOps,
    LC: AnyLayout + LayoutOps,
>(
    block: &mut B,
    a: DeviceView<Source, TA, LA>,
    b: DeviceView<Source, TB, LB>,
    c: DeviceView<Target, TC, LC>,
    [m, n, k]: [u32; 3],
) {
    let [i0, j0] = block.index().map(|b| b * BLOCK);
    let (wide_a, wide_b) = (TA::WIDTH as u32, TB::WIDTH as u32);
    // A thread copies elements that are whole columns of the threads apart, in A along k and in B along its columns.
    let (rows, deep) = (BLOCK / wide_a, STEP / wide_b);
    let (apart_a, apart_b) = (THREADS as u32 / rows, THREADS as u32 / deep);
    let begin = |block: &mut B, thread: u32, step: u32| {
        let (k0, (stage_a, stage_b)) = (step * STEP, stage_of(step % STAGES));
        let (i, l) = (thread % rows, thread / rows);
        let from = a.beyond(at(i0 / wide_a + i, l));
        let first = FIRST_A + TILES_A.index(((i * wide_a) as usize, l as usize, 0));
        let to = block.anchor(first) + stage_a;
        for v in 0..STEP / apart_a {
            let apart = apart_a * v;
            let (from, to) =
                (from.address(at(0, k0 + apart)), to + TILES_A.index((0, apart as usize, 0)));
            // SAFETY: the coordinate is in the shape, if it is below the extents.
            unsafe { block.fetch(to, from, [i0 + i * wide_a, k0 + l + apart], [m, k]) };
        }
        let (l, j) = (thread % deep, thread / deep);
        let from = b.beyond(at(l, j0 + j));
        let to = block.anchor(TILES_B.index((j as usize, (l * wide_b) as usize, 0))) + stage_b;
        for v in 0..BLOCK / apart_b {
            let apart = apart_b * v;
            let (from, to) =
                (from.address(at(step * deep, apart)), to + TILES_B.index((apart as usize, 0, 0)));
            // SAFETY: the coordinate is in the shape, if it is below the extents.
            unsafe { block.fetch(to, from, [k0 + l * wide_b, j0 + j + apart], [k, n]) };
        }
    };
    let mut sums = block.each(P::ZERO);
    let mut each = block.each(());
    block.run(&mut each, |block, thread, ()| {
        for step in 0..STAGES - 1 {
            begin(block, thread, step);
            block.commit();
        }
    });
    let mut step = 0;
    while step * STEP < k {
        block.run(&mut each, |block, _, ()| block.wait::<{ STAGES as usize - 2 }>());
        // From here on all threads see the tiles of this step, and no thread reads the tiles of the last step any more.
        block.sync();
        block.run(&mut each, |block, thread, ()| {
            // Past the last step the copies write zeros, which no thread reads.
            begin(block, thread, step + STAGES - 1);
            block.commit();
        });
        P::add(block, &mut sums, step % STAGES);
        step += 1;
    }
    block.run(&mut sums, |_, thread, sums| {
        const {
            assert!(
                P::COLUMN.is_multiple_of(TC::WIDTH),
                "an element of C has numbers of two threads"
            )
        };
        let [i, j] = P::corner(thread);
        let (i, j) = (i0 + i, j0 + j);
        let c = c.beyond(at(i / TC::WIDTH as u32, j));
        P::columns(
            sums,
            #[inline(always)]
            |[row, column], numbers| {
                for part in 0..P::COLUMN / TC::WIDTH {
                    let part = part * TC::WIDTH;
                    let row = row + part as u32;
                    if (i + row < m) & (j + column < n) {
                        // SAFETY: the coordinate is in the shape.
                        unsafe {
                            c.set(at(row / TC::WIDTH as u32, column), TC::part(numbers, part))
                        };
                    }
                }
            },
        );
    });
}

/// Each thread multiplies and adds numbers: 8 by 8 elements of C, `a * b + c` rounded once.
pub struct Fma;

impl Inner for Fma {
    /// The column `j` has rows of two quarters of the block's.
    type Sums = [[[f32; 4]; 2]; 8];
    const ZERO: Self::Sums = [[[0.0; 4]; 2]; 8];
    const COLUMN: usize = 4;

    #[inline(always)]
    fn add<B: Block>(block: &mut B, sums: &mut B::Each<Self::Sums>, stage: u32) {
        let (stage_a, stage_b) = stage_of(stage);
        block.run(sums, |block, thread, sums| {
            let (i, j) = at(thread % 16, thread / 16);
            let first_a = block.anchor(FIRST_A + TILES_A.index((4 * i, 0, 0))) + stage_a;
            two(
                #[inline(always)]
                |half| {
                    let first_b = block.anchor(TILES_B.index((j, 4 * half, 0))) + stage_b;
                    let b: [[f32; 4]; 8] = core::array::from_fn(|v| {
                        block.read(first_b + TILES_B.index((16 * v, 0, 0)))
                    });
                    four(
                        #[inline(always)]
                        |l| {
                            let a: [[f32; 4]; 2] = core::array::from_fn(|u| {
                                block.read(first_a + TILES_A.index((64 * u, 4 * half + l, 0)))
                            });
                            for v in 0..8 {
                                for u in 0..2 {
                                    for r in 0..4 {
                                        sums[v][u][r] = mul_add(a[u][r], b[v][l], sums[v][u][r]);
                                    }
                                }
                            }
                        },
                    );
                },
            );
        });
    }

    #[inline(always)]
    fn corner(thread: u32) -> [u32; 2] {
        [4 * (thread % 16), thread / 16]
    }

    #[inline(always)]
    fn columns(sums: &Self::Sums, mut write: impl FnMut([u32; 2], [f32; 4])) {
        four(
            #[inline(always)]
            |v| {
                two(
                    #[inline(always)]
                    |half| {
                        let v = v + 4 * half;
                        two(
                            #[inline(always)]
                            |u| write([64 * u as u32, 16 * v as u32], sums[v][u]),
                        );
                    },
                );
            },
        );
    }
}

/// Warps multiply on tensor cores, of compute capability 8.0 on: 64 by 32 elements of C each. A and B are rounded to TF32.
pub struct TensorCores;

impl TensorCores {
    /// The first row and column of C of a thread's warp.
    #[inline(always)]
    fn warp(thread: u32) -> (usize, usize) {
        let warp = thread / 32;
        at(warp % 2 * 64, warp / 2 * 32)
    }
}

impl Inner for TensorCores {
    type Sums = Fragments<4, 4>;
    const ZERO: Self::Sums = Fragments::ZERO;
    const COLUMN: usize = 1;

    #[inline(always)]
    fn add<B: Block>(block: &mut B, sums: &mut B::Each<Self::Sums>, stage: u32) {
        let (stage_a, stage_b) = stage_of(stage);
        // The parts of a thread in the first tile of A and of B in shared memory.
        let part_a = layout!((16, 8):(1, 136)).compose(fragments::A);
        let part_b = layout!(Sw<1,2,3> o 0 o (8, 8):(8, 1)).compose(fragments::B);
        block.run(sums, |block, thread, sums| {
            let lane = thread as usize % 32;
            let (i, j) = Self::warp(thread);
            let tile_a = FIRST_A + TILES_A.index((i, 0, 0));
            let tile_b = TILES_B.index((j, 0, 0));
            let first_a: [usize; 4] =
                core::array::from_fn(|v| block.anchor(tile_a + part_a.index((lane, v))) + stage_a);
            let first_b: [usize; 2] =
                core::array::from_fn(|v| block.anchor(tile_b + part_b.index((lane, v))) + stage_b);
            sums.a = core::array::from_fn(|u| {
                first_a.map(|first| block.read(first + TILES_A.index((16 * u, 0, 0))))
            });
            sums.b = core::array::from_fn(|u| {
                first_b.map(|first| block.read(first + TILES_B.index((8 * u, 0, 0))))
            });
        });
        block.multiply(sums);
    }

    #[inline(always)]
    fn corner(thread: u32) -> [u32; 2] {
        let ((i, j), place) = (Self::warp(thread), fragments::C.index((thread as usize % 32, 0)));
        [(i + place % 16) as u32, (j + place / 16) as u32]
    }

    #[inline(always)]
    fn columns(sums: &Self::Sums, mut write: impl FnMut([u32; 2], [f32; 4])) {
        four(
            #[inline(always)]
            |u| {
                four(
                    #[inline(always)]
                    |v| {
                        four(
                            #[inline(always)]
                            |r| {
                                let place = fragments::C.index((0, r));
                                let (row, column) = (16 * u + place % 16, 8 * v + place / 16);
                                write([row as u32, column as u32], [sums.c[u][v][r]; 4]);
                            },
                        );
                    },
                );
            },
        );
    }
}

/// `a * b + c`, rounded once.
#[inline(always)]
fn mul_add(a: f32, b: f32, c: f32) -> f32 {
    #[cfg(target_arch = "nvptx64")]
    return core::f32::math::mul_add(a, b, c);
    #[cfg(not(target_arch = "nvptx64"))]
    return a.mul_add(b, c);
}
