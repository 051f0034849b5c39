//! [`Scaled`]: a matrix whose elements are data times scale.

use super::{ScaleElement, Scales};
use crate::element::PackedElement;
use crate::packed::PackedView;
use core::fmt;
use static_layout::internal::{Form, require_of};
use static_layout::{AnyLayout, Coordinate, LayoutError, TensorMut, View};

/// Stops the compiler unless `L` has two modes.
#[track_caller]
pub(super) const fn check_matrix<L: Form>() {
    require_of::<L>(
        L::FORM.shape().depth() > 0 && L::FORM.rank() == 2,
        "a scaled matrix and its scales have two modes, the rows and K",
    )
}

/// Why scales do not fit their data, or a product is refused.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ScaleError {
    /// The scales do not cover the matrix.
    Cover {
        /// The rows and columns of the data.
        data: [usize; 2],
        /// The rows and columns that have scales.
        scales: [usize; 2],
    },
    /// The extents of a product disagree.
    Product {
        /// The rows and columns of A.
        a: [usize; 2],
        /// The rows (output channels) and columns of the weights.
        weights: [usize; 2],
        /// The rows and columns of C.
        c: [usize; 2],
    },
    /// An operation on the layouts is refused.
    Layout(LayoutError),
}

impl fmt::Display for ScaleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScaleError::Cover { data: [rows, k], scales: [in_rows, in_k] } => write!(
                f,
                "the matrix has {rows} by {k} elements, and the layout of its scales {in_rows} by {in_k}: make it for the matrix"
            ),
            ScaleError::Product { a, weights, c } => write!(
                f,
                "cannot multiply {} by {} elements with weights of {} rows by {} into {} by {}: A has the columns of the weights, C the rows of A and a column for each row of the weights",
                a[0], a[1], weights[0], weights[1], c[0], c[1]
            ),
            ScaleError::Layout(error) => error.fmt(f),
        }
    }
}
// `unwrap` and a `main` that returns the error print `Debug`.
impl fmt::Debug for ScaleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
impl core::error::Error for ScaleError {}
impl From<LayoutError> for ScaleError {
    fn from(error: LayoutError) -> Self {
        ScaleError::Layout(error)
    }
}

/// A matrix of numbers, to be multiplied by scales: a view of floats, or of packed elements.
pub trait ScaledData: Copy {
    /// The layout.
    type Layout: AnyLayout;
    /// The layout.
    fn layout(&self) -> Self::Layout;
    /// The element at a coordinate; `None` outside the shape.
    fn value<C: Coordinate>(&self, coord: C) -> Option<f32>;
}

impl<E: PackedElement, L: AnyLayout> ScaledData for PackedView<'_, E, L> {
    type Layout = L;
    fn layout(&self) -> L {
        Self::layout(self)
    }
    #[inline(always)]
    fn value<C: Coordinate>(&self, coord: C) -> Option<f32> {
        self.layout().find(coord).map(|_| self.at(coord).to_f32())
    }
}
impl<T: Copy + Into<f32>, L: AnyLayout> ScaledData for View<'_, T, L> {
    type Layout = L;
    fn layout(&self) -> L {
        Self::layout(self)
    }
    #[inline(always)]
    fn value<C: Coordinate>(&self, coord: C) -> Option<f32> {
        self.layout().find(coord).map(|_| (*self.at(coord)).into())
    }
}

/// A matrix `(rows, K)` whose elements are data times scale: `scaled[(r, k)] = data[(r, k)] * scales[(r, k)]`.
///
/// ```
/// use static_layout::prelude::*;
/// use static_layout_formats::{element::*, packed::*, scale::*};
/// // Two rows of 32 elements of 4 bits, each with a power of two.
/// let bytes = [0x42; 32]; // 1 2 1 2 ..
/// let data = PackedView::<F4E2M1, _>::new(&bytes, layout!((2, 32):row))?;
/// let layout = BlockScales::from_dynamic(&MX.layout(2, 32)?.layout())?;
/// let scaled = Scaled::new(data, Scales::<F8E8M0, _>::new(&[128, 126], layout)?)?;
/// assert_eq!((scaled.get(0, 1), scaled.get(1, 1), scaled.get(2, 0)), (Some(4.0), Some(1.0), None));
/// let mut floats = [0.0; 64];
/// scaled.unpack(&mut ViewMut::new(&mut floats, layout!((2, 32):row))?)?;
/// assert_eq!((floats[0], floats[33]), (2.0, 1.0));
/// # Ok::<(), ScaleError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Scaled<D, S> {
    data: D,
    scales: S,
}

impl<'s, D: ScaledData, S: ScaleElement, M: AnyLayout> Scaled<D, Scales<'s, S, M>> {
    /// Data with their scales.
    ///
    /// # Errors
    /// When the layout of the scales has fewer rows or columns than the data.
    ///
    /// # Compile errors
    /// When the data do not have two modes.
    pub fn new(data: D, scales: Scales<'s, S, M>) -> Result<Self, ScaleError> {
        const { check_matrix::<D::Layout>() };
        let (of_data, of_scales) = (data.layout().mode_sizes(), scales.layout().mode_sizes());
        if of_data[0] > of_scales[0] || of_data[1] > of_scales[1] {
            return Err(ScaleError::Cover { data: of_data, scales: of_scales });
        }
        Ok(Scaled { data, scales })
    }

    /// The data.
    pub fn data(&self) -> D {
        self.data
    }

    /// The scales.
    pub fn scales(&self) -> Scales<'s, S, M> {
        self.scales
    }

    /// The rows and columns.
    pub fn sizes(&self) -> [usize; 2] {
        self.data.layout().mode_sizes()
    }

    /// The element at a coordinate; `None` outside the shape.
    #[inline]
    pub fn get(&self, row: usize, k: usize) -> Option<f32> {
        Some(self.data.value((row, k))? * self.scales.get(row, k)?)
    }

    /// The elements in linear order: the rows of column 0, then of column 1.
    pub fn iter(&self) -> impl Iterator<Item = f32> {
        let [rows, k] = self.sizes();
        (0..k).flat_map(move |k| (0..rows).filter_map(move |row| self.get(row, k)))
    }

    /// Writes all elements to a matrix of floats.
    ///
    /// # Errors
    /// When the destination has another number of rows or columns.
    ///
    /// # Compile errors
    /// When the destination does not have two modes.
    pub fn unpack<C: TensorMut<Element = f32>>(&self, to: &mut C) -> Result<(), ScaleError> {
        const { check_matrix::<C::Layout>() };
        let (data, scales) = (self.sizes(), to.layout().mode_sizes());
        if data != scales {
            return Err(ScaleError::Cover { data, scales });
        }
        for row in 0..data[0] {
            for k in 0..data[1] {
                if let Some(value) = self.get(row, k) {
                    *to.at_mut((row, k)) = value;
                }
            }
        }
        Ok(())
    }
}
