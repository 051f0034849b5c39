//! Compares the kernels, with a block as a loop, to plain loops.

use gpu_kernels::block::{Access, LoopBlock};
use gpu_kernels::element::Element;
use gpu_kernels::kernels::{
    BLOCK, Fma, Inner, STAGED, TILE, TensorCores, blocks, copy, fragments, product, transpose,
};
use gpu_kernels::view::{DeviceView, Use};
use layout_core::memory::{Access as Bytes, Cost, NVIDIA, Request};
use layout_core::mma::{MmaAtom, MmaOperand};
use static_layout::{Layout, layout};

mod races;

type Staged = LoopBlock<STAGED>;
type Tile = LoopBlock<1024>;
type Columns = Layout!((?, ?):(1, ?));

/// Small integers without a period: rows and columns of a tile differ.
fn numbers(count: usize) -> Vec<f32> {
    (0..count as u32).map(|x| (x.wrapping_mul(2654435761) >> 26) as f32 - 31.0).collect()
}

/// The coordinates of a grid.
fn grid([x, y]: [u32; 2]) -> impl Iterator<Item = [u32; 2]> {
    (0..y).flat_map(move |j| (0..x).map(move |i| [i, j]))
}

/// The elements `T` of `(m, n):(1, m)` numbers.
///
/// # Safety
/// There are `m * n` numbers, and kernels do with them what `U` says.
unsafe fn columns<U: Use, T: Element>(
    numbers: &mut [f32],
    m: usize,
    n: usize,
) -> DeviceView<U, T, Columns> {
    assert!(m.is_multiple_of(T::WIDTH) && numbers.len() >= m * n);
    let m = m / T::WIDTH;
    // SAFETY: the caller promises the numbers; on the CPU elements are read and written at any address.
    unsafe { DeviceView::new(numbers.as_mut_ptr().cast(), layout!((m, n):(1, m))) }
}

/// Compares the copy of elements `T` with its source.
fn copies<T: Element>(sizes: &[(usize, usize)]) {
    for &(m, n) in sizes {
        let (mut source, mut copied) = (numbers(m * n), vec![0.0; m * n]);
        let (rows, n_32) = ((m / T::WIDTH) as u32, n as u32);
        for index in grid(blocks(rows, n_32, TILE)) {
            // SAFETY: both have `m * n` elements, and blocks write different ones.
            unsafe {
                let (source, copied) = (columns(&mut source, m, n), columns(&mut copied, m, n));
                copy::<_, T, _, _>(&mut Tile::new(index), source, copied, rows, n_32);
            }
        }
        assert_eq!(copied, source);
    }
}

#[test]
fn copies_have_the_elements() {
    copies::<f32>(&[(1, 1), (32, 32), (33, 5), (64, 100), (7, 65)]);
    copies::<[f32; 4]>(&[(4, 1), (128, 32), (132, 5), (260, 65)]);
}

#[test]
fn transposes() {
    for (m, n) in [(1, 1), (32, 32), (33, 5), (64, 100), (7, 65)] {
        let (mut source, mut turned) = (numbers(m * n), vec![0.0; m * n]);
        for index in grid(blocks(m as u32, n as u32, TILE)) {
            // SAFETY: both have `m * n` elements, and blocks write different ones.
            unsafe {
                let (source, turned) = (columns(&mut source, m, n), columns(&mut turned, n, m));
                transpose(&mut Tile::new(index), source, turned, m as u32, n as u32);
            }
        }
        for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
            assert_eq!(turned[j + n * i], source[i + m * j], "({i},{j}) of ({m},{n})");
        }
    }
}

/// The product of A and B, (m, k) and (k, n), of elements `T` of A and B, and `TC` of C.
fn product_of<P: Inner, T: Element, TC: Element>(
    [a, b]: [&mut [f32]; 2],
    [m, n, k]: [usize; 3],
) -> (Vec<f32>, Vec<Staged>) {
    let mut c = vec![f32::NAN; m * n];
    let run = |index| {
        let mut block = Staged::new(index);
        // SAFETY: there are the elements of A, B and C, and blocks write different elements of C.
        unsafe {
            let (a, b) = (columns::<_, T>(a, m, k), columns::<_, T>(b, k, n));
            let (c, sizes) = (columns::<_, TC>(&mut c, m, n), [m, n, k].map(|x| x as u32));
            product::<P, _, _, _, _, _, _, _>(&mut block, a, b, c, sizes);
        }
        block
    };
    let blocks = grid(blocks(m as u32, n as u32, BLOCK)).map(run).collect();
    (c, blocks)
}

/// Compares products with loops.
fn multiplies<P: Inner, T: Element, TC: Element>(sizes: &[[usize; 3]]) {
    for &[m, n, k] in sizes {
        let (mut a, mut b) = (numbers(m * k), numbers(k * n));
        let (c, _) = product_of::<P, T, TC>([&mut a, &mut b], [m, n, k]);
        for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
            let sum: f32 = (0..k).map(|l| a[i + m * l] * b[l + k * j]).sum();
            assert_eq!(c[i + m * j], sum, "({i},{j}) of {m} {n} {k}");
        }
    }
}

/// Sizes for elements of one number, and of four.
const ONES: &[[usize; 3]] =
    &[[1, 1, 1], [128, 128, 8], [129, 127, 17], [5, 130, 40], [100, 3, 0], [256, 16, 36]];
const FOURS: &[[usize; 3]] =
    &[[4, 1, 4], [128, 128, 8], [132, 63, 20], [8, 130, 40], [100, 3, 0], [256, 16, 36]];

#[test]
fn multiplies_and_adds() {
    multiplies::<Fma, f32, f32>(ONES);
    multiplies::<Fma, f32, [f32; 4]>(FOURS);
    multiplies::<Fma, [f32; 4], [f32; 4]>(FOURS);
}

#[test]
fn multiplies_on_tensor_cores() {
    multiplies::<TensorCores, f32, f32>(ONES);
    multiplies::<TensorCores, [f32; 4], f32>(FOURS);
}

#[test]
fn tensor_cores_round_to_ten_bits() {
    let one = |bits: i32| 1.0 + f32::powi(2.0, -bits);
    let [exact, rounded] = [product_of::<Fma, f32, f32>, product_of::<TensorCores, f32, f32>]
        .map(|product| product([&mut [one(11)], &mut [1.0]], [1, 1, 1]).0);
    assert_eq!((exact, rounded), (vec![one(11)], vec![one(10)]));
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
    let [m, n, k] = [128, 128, 32];
    let (mut a, mut b) = (numbers(m * k), numbers(k * n));
    for product in [
        product_of::<Fma, f32, f32>,
        product_of::<Fma, [f32; 4], [f32; 4]>,
        product_of::<TensorCores, f32, f32>,
        product_of::<TensorCores, [f32; 4], f32>,
    ] {
        let found = cost(product([&mut a, &mut b], [m, n, k]).1[0].accesses());
        assert!(found.is_free() && found.wavefronts > 0, "{found:?}");
    }
    let (mut source, mut target, mut block) = (numbers(1024), [0.0; 1024], Tile::new([0, 0]));
    // SAFETY: both have 1024 elements.
    unsafe {
        let (source, target) = (columns(&mut source, 32, 32), columns(&mut target, 32, 32));
        transpose(&mut block, source, target, 32, 32);
    }
    let found = cost(block.accesses());
    assert!(found.is_free() && found.wavefronts > 0, "{found:?}");
}
