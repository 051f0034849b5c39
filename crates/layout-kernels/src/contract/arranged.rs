//! A tensor of a contraction as a matrix, whose layout the compiler knows.

use super::Names;
use super::plan::Matrices;
use super::tensor::{Tensor, offset_in};
use core::marker::PhantomData;
use layout_core::{self as value, MAX_LEAVES};
use static_layout::internal::{Form, is_static};

/// The matrices of a contraction of static layouts.
pub trait Static: 'static {
    /// The matrices. `None` unless all layouts are static and fit the indices, and the matrices are layouts.
    const MATRICES: Option<Matrices>;
}

/// The names `N` and the layouts of A, B and C.
#[expect(clippy::type_complexity, reason = "the marker of four parameters")]
pub struct Contraction<N, A, B, C>(PhantomData<fn() -> (N, A, B, C)>);

impl<N: Names, A: Form, B: Form, C: Form> Static for Contraction<N, A, B, C> {
    const MATRICES: Option<Matrices> = if is_static::<A>() && is_static::<B>() && is_static::<C>() {
        let tensors = [Tensor::of_type::<A>(), Tensor::of_type::<B>(), Tensor::of_type::<C>()];
        match Matrices::of(&N::INDICES, &tensors) {
            Some(matrices) if has_layouts(&matrices) => Some(matrices),
            _ => None,
        }
    } else {
        None
    };
}

/// Whether the three matrices are within the limits of layouts.
const fn has_layouts(matrices: &Matrices) -> bool {
    let mut t = 0;
    while t < 3 {
        match matrices.layout(t) {
            Some(layout) if layout.leaf_count() <= MAX_LEAVES => {}
            _ => return false,
        }
        t += 1;
    }
    true
}

/// A static layout `L` as matrix `M` of the contraction `P`: `(rows, columns, batch)`, without the batch if there is one product.
pub struct Arranged<L, P, const M: usize>(L, PhantomData<fn() -> P>);

impl<L: Copy, P, const M: usize> Clone for Arranged<L, P, M> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<L: Copy, P, const M: usize> Copy for Arranged<L, P, M> {}

impl<L: Form, P: Static, const M: usize> Arranged<L, P, M> {
    /// The matrix of a tensor.
    #[inline(always)]
    pub fn new(layout: L) -> Self {
        const { assert!(P::MATRICES.is_some()) };
        Self(layout, PhantomData)
    }

    const PLAN: &'static Matrices = match &P::MATRICES {
        Some(matrices) => matrices,
        None => panic!("the layouts of this contraction are not static"),
    };
}

// SAFETY: `FORM` is static, as `L` is (`Static`), and the leaves written are its leaves; the size of the type is the size of `L`, 0.
// `mode_sizes` and `plain_offset` have the extents and the strides of `FORM`, whose modes are these loops.
#[diagnostic::do_not_recommend]
unsafe impl<L: Form, P: Static, const M: usize> Form for Arranged<L, P, M> {
    const FORM: value::Layout = match Self::PLAN.layout(M) {
        Some(layout) => layout,
        None => L::FORM,
    };
    type Outer = L::Outer;
    #[inline(always)]
    fn outer(self) -> L::Outer {
        self.0.outer()
    }
    #[inline(always)]
    fn write_words(self, extents: &mut [usize], strides: &mut [usize]) {
        for k in 0..const { Self::FORM.leaf_count() } {
            let (extent, stride) = const { &Self::FORM }.leaf(k);
            (extents[k], strides[k]) = (extent as usize, stride as usize);
        }
    }
    #[inline(always)]
    fn mode_sizes<const N: usize>(self) -> [usize; N] {
        const {
            let (mut sizes, mut k) = ([1; N], 0);
            while k < N && k < 3 {
                let (loops, mut j) = (Self::PLAN.mode(M, k), 0);
                while j < loops.len() {
                    sizes[k] *= loops[j].0;
                    j += 1;
                }
                k += 1;
            }
            sizes
        }
    }
    #[inline(always)]
    fn plain_offset<const N: usize>(self, coord: [usize; N]) -> usize {
        let (mut offset, mut k) = (0_usize, 0);
        while k < N && k < 3 {
            offset = offset.wrapping_add(offset_in(const { Self::PLAN }.mode(M, k), coord[k]));
            k += 1;
        }
        offset
    }
}
