//! [`gemm_scaled`]: products with weights of few bits and block scales.
//!
//! ```text
//! gemm_scaled(a, w, c)
//!   agree     the extents of A, the weights and C
//!   Weights   rows of bytes, if K is adjacent and a scale holds for whole groups: decoded in vectors (`weights`)
//!   one       row of A: each chunk of weights is decoded into registers and multiplied there
//!   decode    panels of weights, for more rows of A
//!   dot       products of a panel with few rows: it stays in the first cache
//!   matmul    products of a panel with many rows
//! ```

mod decode;
mod dot;
mod one;
mod weights;

use super::scaled::check_matrix;
use super::{ScaleElement, ScaleError, Scaled, Scales};
use crate::element::PackedElement;
use crate::packed::PackedView;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};
use static_layout::internal::Form;
use static_layout::{AnyLayout, LayoutError, Tensor, TensorMut, View, ViewMut, layout};
use static_layout_kernels::{matmul, try_copy, try_transform};
use weights::{CHUNK, SHORT, Weights};

/// The most rows of A that are multiplied without the blocks of `matmul`.
const FEW: usize = 32;
/// The rows of a panel for few rows of A.
const LOW: usize = 8;
/// The least number of elements of a panel for more: 512 KiB, half of a usual second cache.
const PANEL: usize = 1 << 17;
/// The most rows of A for which a panel grows, so that `matmul` reads them seldom.
const TALL: usize = 1 << 10;

/// `C[m, n] = sum_k A[m, k] * W[n, k]`: a product with weights `(N, K)` of few bits, whose rows are the columns of C.
///
/// The weights are never all stored as floats, unless A is as large: for one row of A they are decoded in registers, for up to 32 in
/// panels of 8 rows, for more in panels of 512 KiB or of the size of A. A and C are stored once more as floats. Weights of 4 and 8 bits
/// with adjacent K, and scales of groups of a multiple of 16, are decoded in vectors; any others one by one. A is of `f32`, `bf16` or
/// `f16`: any type that converts to `f32`. C is not read.
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
/// When the extents disagree, or two coordinates of C share an element because of run-time integers.
///
/// # Compile errors
/// When A or C does not have two modes, or two coordinates of a static C share an element.
#[layout_macros::at_caller]
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
        Some(rows) if rows.group() == SHORT => multiply::<true, _, _, _, _, _>(&a, &rows, c),
        Some(rows) => multiply::<false, _, _, _, _, _>(&a, &rows, c),
        None => {
            let padded = k.next_multiple_of(2 * CHUNK);
            let decode = |first: usize, panel: &mut [f32]| {
                for (j, row) in panel.chunks_exact_mut(padded).enumerate() {
                    for (k, value) in row[..k].iter_mut().enumerate() {
                        *value = weights.get(first + j, k).unwrap_or(0.0);
                    }
                }
            };
            by_panels(&rows_of(&a, padded)?, padded, n, decode, c)
        }
    }
}

/// Floats from the beginning of a line of the cache on, at first 0: a vector of a multiple of 16 is in one line.
struct Lines {
    floats: Vec<f32>,
    first: usize,
}

impl Lines {
    fn new(len: usize) -> Self {
        let floats = vec![0.0; len + 15];
        let first = floats.as_ptr().align_offset(64).min(15);
        Lines { floats, first }
    }
}

impl Deref for Lines {
    type Target = [f32];
    fn deref(&self) -> &[f32] {
        &self.floats[self.first..][..self.floats.len() - 15]
    }
}
impl DerefMut for Lines {
    fn deref_mut(&mut self) -> &mut [f32] {
        let len = self.floats.len() - 15;
        &mut self.floats[self.first..][..len]
    }
}

/// The rows of A as floats, filled with zeros to `padded` columns.
///
/// # Errors
/// Never, because the extents are taken from A.
fn rows_of<A: Tensor<Element: Copy + Into<f32>>>(
    a: &A,
    padded: usize,
) -> Result<Lines, LayoutError> {
    let [m, k] = a.layout().mode_sizes();
    let mut rows = Lines::new(m * padded);
    let mut to = ViewMut::new(&mut rows, layout!((m, k):(padded, 1)))?;
    try_transform(a.view(), &mut to, Into::into)?;
    Ok(rows)
}

/// Multiplies with weights in rows of bytes.
///
/// # Errors
/// When two coordinates of C share an element.
fn multiply<const IS_SHORT: bool, A, E, S, M, C>(
    a: &A,
    rows: &Weights<'_, E, S, M>,
    c: &mut C,
) -> Result<(), ScaleError>
where
    A: Tensor<Element: Copy + Into<f32>>,
    E: PackedElement,
    S: ScaleElement,
    M: AnyLayout,
    C: TensorMut<Element = f32>,
{
    let padded = rows.padded();
    let mut scales = vec![0.0; rows.groups()];
    if a.layout().mode_sizes::<2>()[0] == 1 {
        let n = rows.len();
        let (a, mut sums) = (rows_of(a, padded)?, vec![0.0; n]);
        let products = if rows.group().is_multiple_of(32) {
            one::products::<16, 1, _, _, _>
        } else if IS_SHORT && E::BITS == 4 {
            one::products::<16, 2, _, _, _>
        } else {
            one::products::<8, 1, _, _, _>
        };
        products(&a, rows, &mut scales, &mut sums);
        return Ok(try_copy(View::new(&sums, layout!((1, n)))?, c)?);
    }
    let decode = |first: usize, panel: &mut [f32]| {
        decode::decode::<IS_SHORT, _, _, _>(rows, first, &mut scales, panel);
    };
    by_panels(&rows_of(a, padded)?, padded, rows.len(), decode, c)
}

/// Multiplies the rows of `a`, of `padded` elements, with `n` rows of weights, of which `decode` writes those from a row on to a
/// panel.
///
/// # Errors
/// When two coordinates of C share an element.
fn by_panels<C: TensorMut<Element = f32>>(
    a: &[f32],
    padded: usize,
    n: usize,
    mut decode: impl FnMut(usize, &mut [f32]),
    c: &mut C,
) -> Result<(), ScaleError> {
    let m = a.len() / padded;
    let height = if m <= FEW { LOW } else { (PANEL / padded).max(m.min(TALL)) }.min(n);
    let (mut panel, mut sums) = (Lines::new(height * padded), vec![0.0; n * m]);
    for (first, sums) in (0..n).step_by(height).zip(sums.chunks_mut(height * m)) {
        let panel = &mut panel[..sums.len() / m * padded];
        decode(first, panel);
        if m <= FEW { dot::dots(a, panel, padded, sums) } else { product(a, panel, padded, sums) }
    }
    Ok(try_copy(View::new(&sums, layout!((m, n)))?, c)?)
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
