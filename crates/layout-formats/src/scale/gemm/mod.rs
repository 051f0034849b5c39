//! [`gemm_scaled`]: products with weights of few bits and block scales.
//!
//! ```text
//! gemm_scaled(a, w, c)
//!   agree     the extents of A, the weights and C
//!   Weights   rows of bytes, if K is adjacent and a scale holds for whole chunks: decoded in vectors (`weights`)
//!   one row   of A: each chunk of weights is decoded into registers and multiplied there (`products`)
//!   few       a panel of weights is decoded into a tile that stays in the cache, and multiplied row by row (`dots`)
//!   many      the panel is multiplied by `matmul`
//! ```
//!
//! The low and the high four bits of bytes are decoded apart, so a chunk of weights is `0 2 4 .. 1 3 5 ..`. A is copied once, in the
//! same order: a sum over K has no order of its own.

mod dot;
mod weights;

use super::scaled::check_matrix;
use super::{ScaleElement, ScaleError, Scaled, Scales};
use crate::element::PackedElement;
use crate::packed::PackedView;
use alloc::vec;
use alloc::vec::Vec;
use static_layout::internal::Form;
use static_layout::{AnyLayout, Tensor, TensorMut, View, ViewMut, layout};
use static_layout_kernels::matmul;
use weights::Weights;

/// The most rows of A that are multiplied without the blocks of `matmul`.
const FEW: usize = 8;
/// The number of rows of the least panel.
const ROWS: usize = 16;
/// The number of elements of a panel of weights: 512 KiB, half of a usual second cache.
const PANEL: usize = 1 << 17;

/// `C[m, n] = sum_k A[m, k] * W[n, k]`: a product with weights `(N, K)` of few bits, whose rows are the columns of C.
///
/// The weights are never all stored as floats: for one row of A they are decoded in registers, otherwise in a tile that stays in the
/// cache. Weights of 4 and 8 bits with adjacent K, and scales of groups of a multiple of 16, are decoded in vectors; any
/// others one by one. A is of `f32`, `bf16` or `f16`: any type that converts to `f32`. C is not read.
///
/// ```
/// use static_layout::prelude::*;
/// use static_layout_formats::{element::*, packed::*, scale::*};
/// let bytes = [0x21; 64]; // 1 2 1 2 .. in 2 rows of 64
/// let data = PackedView::<I4, _>::new(&bytes, layout!((2, 64):row))?;
/// let format = ScaleFormat::per_group(32, ScaleKind::F32, ScaleOrder::AlongK)?;
/// let layout = BlockScales::from_dynamic(&format.layout(2, 64)?.layout())?;
/// let weights = Scaled::new(data, Scales::<f32, _>::new(&[1.0, 10.0, 100.0, 0.5], layout)?)?;
/// let (a, mut c) = ([1.0_f32; 64], [0.0; 2]);
/// gemm_scaled(
///     View::new(&a, layout!((1, 64):row))?,
///     weights,
///     &mut ViewMut::new(&mut c, layout!((1, 2):row))?,
/// )?;
/// assert_eq!(c, [48.0 + 480.0, 4800.0 + 24.0]);
/// # Ok::<(), ScaleError>(())
/// ```
///
/// # Errors
/// When the extents disagree.
///
/// # Compile errors
/// When A or C does not have two modes.
pub fn gemm_scaled<A, E, L, S, M, C>(
    a: A,
    weights: Scaled<PackedView<'_, E, L>, Scales<'_, S, M>>,
    c: &mut C,
) -> Result<(), ScaleError>
where
    A: Tensor<Element: Copy + Into<f32>>,
    E: PackedElement,
    L: AnyLayout,
    S: ScaleElement,
    M: AnyLayout,
    C: TensorMut<Element = f32>,
{
    const {
        check_matrix::<A::Layout>();
        check_matrix::<C::Layout>()
    };
    let (of_a, of_c) = (a.layout().mode_sizes(), c.layout().mode_sizes());
    let [n, k] = weights.sizes();
    let [m, _] = of_a;
    if of_a[1] != k || of_c != [m, n] {
        return Err(ScaleError::Product { a: of_a, weights: [n, k], c: of_c });
    }
    if m == 0 || n == 0 {
        return Ok(());
    }
    if k == 0 {
        c.update(|c| *c = 0.0);
        return Ok(());
    }
    match Weights::of(&weights) {
        Some(rows) if rows.is_wide() => multiply::<16, _, _, _, _, _>(&a, &rows, c),
        Some(rows) => multiply::<8, _, _, _, _, _>(&a, &rows, c),
        None => {
            let decode = |first: usize, panel: &mut [f32]| {
                for (j, row) in panel.chunks_exact_mut(k).enumerate() {
                    for (k, value) in row.iter_mut().enumerate() {
                        *value = weights.get(first + j, k).unwrap_or(0.0);
                    }
                }
            };
            by_panels(&in_order::<0, _>(&a, k), k, n, decode, c);
        }
    }
    Ok(())
}

/// The rows of A in the order of chunks of `2 * LANES` weights, filled with zeros to whole chunks; 0 lanes keep the order.
fn in_order<const LANES: usize, A: Tensor<Element: Copy + Into<f32>>>(
    a: &A,
    padded: usize,
) -> Vec<f32> {
    let [m, k] = a.layout().mode_sizes();
    let mut copy = vec![0.0; m * padded];
    for (i, row) in copy.chunks_exact_mut(padded).enumerate() {
        for at in 0..k {
            row[weights::place::<LANES>(at)] = (*a.at((i, at))).into();
        }
    }
    copy
}

/// Multiplies with weights in rows of bytes.
fn multiply<const LANES: usize, A, E, S, M, C>(a: &A, rows: &Weights<'_, E, S, M>, c: &mut C)
where
    A: Tensor<Element: Copy + Into<f32>>,
    E: PackedElement,
    S: ScaleElement,
    M: AnyLayout,
    C: TensorMut<Element = f32>,
{
    let [m, _] = a.layout().mode_sizes::<2>();
    let (n, padded) = (rows.len(), rows.padded());
    let a =
        if E::BITS == 4 { in_order::<LANES, _>(a, padded) } else { in_order::<0, _>(a, padded) };
    if m == 1 {
        let mut sums = vec![0.0; n];
        dot::products::<LANES, _, _, _>(&a, rows, &mut sums);
        for (j, sum) in sums.iter().enumerate() {
            *c.at_mut((0, j)) = *sum;
        }
        return;
    }
    by_panels(&a, padded, n, |first, panel| dot::decode::<LANES, _, _, _>(rows, first, panel), c)
}

/// Multiplies the rows of `a`, of `padded` elements, with `n` rows of weights, of which `decode` writes those from a row on to a
/// panel.
fn by_panels<C: TensorMut<Element = f32>>(
    a: &[f32],
    padded: usize,
    n: usize,
    decode: impl Fn(usize, &mut [f32]),
    c: &mut C,
) {
    let m = a.len() / padded;
    let height = if m <= FEW { ROWS } else { (PANEL / padded).clamp(ROWS, 256) }.min(n);
    let (mut panel, mut sums) = (vec![0.0; height * padded], vec![0.0; height * m]);
    for first in (0..n).step_by(height) {
        let count = height.min(n - first);
        let (panel, sums) = (&mut panel[..count * padded], &mut sums[..count * m]);
        decode(first, panel);
        if m <= FEW {
            dot::dots(a, panel, padded, sums)
        } else {
            product(a, panel, padded, sums)
        }
        for (j, sums) in sums.chunks_exact(m).enumerate() {
            for (i, sum) in sums.iter().enumerate() {
                *c.at_mut((i, first + j)) = *sum;
            }
        }
    }
}

/// `sums[j * m + i]`, the product of row `i` of A and row `j` of the panel. Not generic, so that it is compiled once.
fn product(a: &[f32], panel: &[f32], padded: usize, sums: &mut [f32]) {
    let (m, count) = (a.len() / padded, panel.len() / padded);
    let panel = View::new(panel, layout!((count, padded):(padded, 1)));
    let a = View::new(a, layout!((padded, m):(1, padded)));
    let sums = ViewMut::new(sums, layout!((count, m):(m, 1)));
    // The slices have these sizes.
    if let (Ok(panel), Ok(a), Ok(mut sums)) = (panel, a, sums) {
        matmul(panel, a, &mut sums);
    }
}
