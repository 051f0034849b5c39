//! Contractions of tensors over named indices: Einstein's sums.
//!
//! ```
//! use static_layout::*;
//! use static_layout_kernels::contract;
//! let (a, b) = ([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [1.0; 12]);
//! let mut c = [0.0; 8];
//! let a = View::new(&a, layout!((2, 3):row))?;
//! let b = View::new(&b, layout!((3, 4):row))?;
//! let mut c = ViewMut::new(&mut c, layout!((2, 4):row))?;
//! contract!(c[m, n] += a[m, k] * b[k, n]);
//! assert_eq!(c.to_string(), " 6  6  6  6\n15 15 15 15");
//! # Ok::<(), LayoutError>(())
//! ```
//!
//! # What is computed
//! An index that C does not have is summed over. Each index has one extent wherever it stands alone. An index twice in one tensor
//! is its diagonal. A sum of indices is a window: `x[p + r]`, `x[2 * p + r]`.
//!
//! # How it is computed
//! The indices form four groups: rows, columns, depth and batch. Each group becomes one mode of a matrix, and the matrices are
//! multiplied in place: no operand is copied to another order.
//!
//! ```text
//! contract!     layout-macros                names, checked as tokens
//! check         agree.rs                     modes and extents: static ones when the program compiles
//! Matrices      plan.rs                      groups, their order, loops of the matrices: of static layouts in `const`
//! static        arranged.rs, gemm            a layout for each matrix; `gemm` or `gemm_batched`
//! run time      product.rs                   two strides: `strided`; others: packed blocks, by tables of offsets
//! no product    sweep.rs                     element by element, in common loops (common.rs)
//! ```

mod agree;
mod arranged;
mod common;
#[cfg(feature = "alloc")]
mod einsum;
mod indices;
mod plan;
mod product;
mod ring;
mod sum_of;
mod sweep;
mod tensor;

#[cfg(feature = "alloc")]
pub use einsum::{EinsumError, einsum};
pub use indices::{Indices, MAX_INDICES, Term};
pub use sum_of::SumOf;

use crate::crate_only::CrateOnly;
use crate::views::Readable;
use static_layout::internal::{Form, view_of_form};
use static_layout::{Layout, View, ViewMut};

/// The indices of a contraction, as a type: [`contract!`](macro@crate::contract) defines one.
pub trait Names: 'static {
    /// The indices.
    const INDICES: Indices<'static>;
    /// Whether the sums are added to C.
    const ADDS: bool;
}

/// A view of any operand.
#[doc(hidden)]
#[inline(always)]
pub fn input<X: Readable>(operand: &X) -> View<'_, X::Element, X::Layout> {
    operand.readable()
}

/// The contraction of two operands with the indices `N`: what [`contract!`](macro@crate::contract) calls.
///
/// # Panics
/// As [`contract!`](macro@crate::contract).
#[doc(hidden)]
#[layout_macros::at_caller]
#[inline(always)]
#[track_caller]
pub fn two<N: Names, T: SumOf<I, J>, I, J, A: Form, B: Form, C: Form>(
    a: View<'_, I, A>,
    b: View<'_, J, B>,
    c: &mut ViewMut<'_, T, C>,
) {
    const { agree::check::<A, B, C>(&N::INDICES) };
    contract_checked::<N, T, I, J, A, B, C>(a, b, c);
}

/// The contraction of one operand with the indices `N`: what [`contract!`](macro@crate::contract) calls.
///
/// # Panics
/// As [`contract!`](macro@crate::contract).
#[doc(hidden)]
#[layout_macros::at_caller]
#[inline(always)]
#[track_caller]
pub fn one<N: Names, T: SumOf<I, T>, I, A: Form, C: Form>(
    a: View<'_, I, A>,
    c: &mut ViewMut<'_, T, C>,
) {
    const { agree::check::<A, Layout<(), ()>, C>(&N::INDICES) };
    let unit = T::ONE;
    // SAFETY: rule V1: the layout has one coordinate, whose offset is 0: the variable, which outlives the call.
    let unit = unsafe { view_of_form(&raw const unit, Layout::<(), ()>::default()) };
    contract_checked::<N, T, I, T, A, Layout<(), ()>, C>(a, unit, c);
}

/// The contraction of operands whose static modes were checked when the program was compiled.
#[inline(always)]
#[track_caller]
fn contract_checked<N: Names, T: SumOf<I, J>, I, J, A: Form, B: Form, C: Form>(
    a: View<'_, I, A>,
    b: View<'_, J, B>,
    c: &mut ViewMut<'_, T, C>,
) {
    if let Err(refused) = T::contract_views::<N, A, B, C>(CrateOnly, a, b, c) {
        sum_of::refuse::<N, A, B, C>(&refused, a.layout(), b.layout(), c.layout())
    }
}
