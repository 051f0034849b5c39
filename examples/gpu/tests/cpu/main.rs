//! Compares the kernels, with a block as a loop, to plain loops.

use gpu_kernels::block::{Access, LoopBlock};
use gpu_kernels::kernels::{
    BLOCK, Fma, Inner, STAGED, TILE, TensorCores, blocks, copy, fragments, product, transpose,
};
use gpu_kernels::view::DeviceView;
use layout_core::memory::{Access as Bytes, Cost, NVIDIA, Request};
use layout_core::mma::{MmaAtom, MmaOperand};
use static_layout::int::Multiple;
use static_layout::layout;
use static_layout::typenum::U4;

mod races;

type Staged = LoopBlock<STAGED>;
type Tile = LoopBlock<1024>;

/// Small integers without a period: rows and columns of a tile differ.
fn numbers(count: usize) -> Vec<f32> {
    (0..count as u32).map(|x| (x.wrapping_mul(2654435761) >> 26) as f32 - 31.0).collect()
}

/// The coordinates of a grid.
fn grid([x, y]: [u32; 2]) -> impl Iterator<Item = [u32; 2]> {
    (0..y).flat_map(move |j| (0..x).map(move |i| [i, j]))
}

#[test]
fn copies_and_transposes() {
    for (m, n) in [(1, 1), (32, 32), (33, 5), (64, 100), (7, 65)] {
        let mut source = numbers(m * n);
        let (mut copied, mut turned) = (vec![0.0; m * n], vec![0.0; m * n]);
        for index in grid(blocks(m as u32, n as u32, TILE)) {
            // SAFETY: all three have `m * n` elements, and blocks write different ones.
            unsafe {
                let view = DeviceView::new(source.as_mut_ptr(), layout!((m, n):(1, m)));
                let target = DeviceView::new(copied.as_mut_ptr(), layout!((m, n):(1, m)));
                copy(&mut Tile::new(index), view, target, m as u32, n as u32);
                let target = DeviceView::new(turned.as_mut_ptr(), layout!((n, m):(1, n)));
                transpose(&mut Tile::new(index), view, target, m as u32, n as u32);
            }
        }
        assert_eq!(copied, source);
        for i in 0..m {
            for j in 0..n {
                assert_eq!(turned[j + n * i], source[i + m * j], "({i},{j}) of ({m},{n})");
            }
        }
    }
}

#[test]
fn copies_vectors() {
    for (m, n) in [(4, 1), (128, 32), (132, 5), (260, 65)] {
        let (mut source, mut copied) = (numbers(m * n), vec![0.0; m * n]);
        let rows = Multiple::<U4>::new(m);
        let columns = layout!(({fact rows}, n):(1, {fact rows}));
        for index in grid(blocks(m as u32 / 4, n as u32, TILE)) {
            // SAFETY: both have `m * n` elements, and blocks write different ones.
            unsafe {
                let view = DeviceView::new(source.as_mut_ptr(), columns).fours();
                let target = DeviceView::new(copied.as_mut_ptr(), columns).fours();
                copy(&mut Tile::new(index), view, target, m as u32 / 4, n as u32);
            }
        }
        assert_eq!(copied, source);
    }
}

/// Compares the product of each block with loops, of numbers or of vectors along m and k.
fn multiplies<P: Inner>(vectors: bool) {
    let sizes = if vectors {
        [[4, 1, 4], [128, 128, 8], [132, 63, 20], [8, 130, 40], [100, 3, 0], [256, 16, 36]]
    } else {
        [[1, 1, 1], [128, 128, 8], [129, 127, 17], [5, 130, 40], [100, 3, 0], [256, 16, 36]]
    };
    for [m, n, k] in sizes {
        let (mut a, mut b, mut c) = (numbers(m * k), numbers(k * n), vec![f32::NAN; m * n]);
        for index in grid(blocks(m as u32, n as u32, BLOCK)) {
            let mut block = Staged::new(index);
            let sizes = [m, n, k].map(|x| x as u32);
            // SAFETY: the vectors have these elements, and blocks write different ones.
            unsafe {
                if vectors {
                    let (rows, deep) = (Multiple::<U4>::new(m), Multiple::<U4>::new(k));
                    let a =
                        DeviceView::new(a.as_mut_ptr(), layout!(({fact rows}, k):(1, {fact rows})));
                    let b =
                        DeviceView::new(b.as_mut_ptr(), layout!(({fact deep}, n):(1, {fact deep})));
                    let c = DeviceView::new(c.as_mut_ptr(), layout!((m, n):(1, m)));
                    product::<P, _, _, _, _, _, _, _>(&mut block, a.fours(), b.fours(), c, sizes);
                } else {
                    let a = DeviceView::new(a.as_mut_ptr(), layout!((m, k):(1, m)));
                    let b = DeviceView::new(b.as_mut_ptr(), layout!((k, n):(1, k)));
                    let c = DeviceView::new(c.as_mut_ptr(), layout!((m, n):(1, m)));
                    product::<P, _, _, _, _, _, _, _>(&mut block, a, b, c, sizes);
                }
            }
        }
        for i in 0..m {
            for j in 0..n {
                let sum: f32 = (0..k).map(|l| a[i + m * l] * b[l + k * j]).sum();
                assert_eq!(c[i + m * j], sum, "({i},{j}) of {m} {n} {k}");
            }
        }
    }
}

#[test]
fn multiplies_and_adds() {
    multiplies::<Fma>(false);
    multiplies::<Fma>(true);
}

#[test]
fn multiplies_on_tensor_cores() {
    multiplies::<TensorCores>(false);
    multiplies::<TensorCores>(true);
}

#[test]
fn columns_of_c_are_stored_as_vectors() {
    let [m, n, k] = [132, 130, 8];
    let (mut a, mut b, mut c) = (numbers(m * k), numbers(k * n), vec![f32::NAN; m * n]);
    let rows = Multiple::<U4>::new(m);
    for index in grid(blocks(m as u32, n as u32, BLOCK)) {
        // SAFETY: the vectors have these elements, and blocks write different ones.
        unsafe {
            let a = DeviceView::new(a.as_mut_ptr(), layout!((m, k):(1, m)));
            let b = DeviceView::new(b.as_mut_ptr(), layout!((k, n):(1, k)));
            let c = DeviceView::new(c.as_mut_ptr(), layout!(({fact rows}, n):(1, {fact rows})));
            let sizes = [m, n, k].map(|x| x as u32);
            product::<Fma, _, _, _, _, _, _, _>(&mut Staged::new(index), a, b, c.fours(), sizes);
        }
    }
    for (at, &found) in c.iter().enumerate() {
        let (i, j) = (at % m, at / m);
        assert_eq!(found, (0..k).map(|l| a[i + m * l] * b[l + k * j]).sum::<f32>(), "({i},{j})");
    }
}

#[test]
fn fragments_are_those_of_the_atom() {
    let atom = MmaAtom::find("SM80_16x8x8_F32TF32TF32F32_TN").unwrap();
    let of = |operand| atom.layout(operand).unwrap();
    assert_eq!(of(MmaOperand::A), fragments::A.to_dynamic());
    assert_eq!(of(MmaOperand::B), fragments::B.to_dynamic());
    assert_eq!(of(MmaOperand::C), fragments::C.to_dynamic());
}

/// The wavefronts of the accesses of shared memory, a request for each access of a warp.
fn cost(accesses: &[Vec<Access>]) -> Cost {
    let mut cost = Cost::NONE;
    for warp in accesses.chunks(32) {
        for at in 0..warp[0].len() {
            let bytes = Bytes::new(4, 4 * warp[0][at].numbers as i64).unwrap();
            let addresses: Vec<_> =
                warp.iter().map(|lane| Some(4 * lane[at].first as i64)).collect();
            cost = cost.plus(NVIDIA.cost(&Request::of(bytes, &addresses).unwrap()).unwrap());
        }
    }
    cost
}

#[test]
fn no_access_has_bank_conflicts() {
    fn product_of<P: Inner>(vectors: bool) -> Cost {
        let mut numbers = numbers(128 * 128);
        let at = numbers.as_mut_ptr();
        let mut block = Staged::new([0, 0]);
        // SAFETY: A and B have 128 by 32 of the numbers, C all of them, and it is not read.
        unsafe {
            let mut c = vec![0.0; 128 * 128];
            let c = DeviceView::new(c.as_mut_ptr(), layout!((128, 128):(1, 128)));
            let a = DeviceView::new(at, layout!((128, 32):(1, 128)));
            let b = DeviceView::new(at, layout!((32, 128):(1, 32)));
            if vectors {
                product::<P, _, _, _, _, _, _, _>(
                    &mut block,
                    a.fours(),
                    b.fours(),
                    c,
                    [128, 128, 32],
                );
            } else {
                product::<P, _, _, _, _, _, _, _>(&mut block, a, b, c, [128, 128, 32]);
            }
        }
        cost(block.accesses())
    }
    for found in [
        product_of::<Fma>(false),
        product_of::<Fma>(true),
        product_of::<TensorCores>(false),
        product_of::<TensorCores>(true),
    ] {
        assert!(found.is_free() && found.wavefronts > 0, "{found:?}");
    }
    let (mut source, mut target) = (numbers(1024), vec![0.0; 1024]);
    let mut block = Tile::new([0, 0]);
    // SAFETY: both have 1024 elements.
    unsafe {
        let source = DeviceView::new(source.as_mut_ptr(), layout!((32, 32):(1, 32)));
        let target = DeviceView::new(target.as_mut_ptr(), layout!((32, 32):(1, 32)));
        transpose(&mut block, source, target, 32, 32);
    }
    assert!(cost(block.accesses()).is_free());
}
