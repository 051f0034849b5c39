//! [`Tile`]: elements of a region, in memory.

use crate::error::ZarrError;
use crate::grid::Region;
use static_layout::{AnyLayout, Layout, LayoutError, View, dynamic};
use typenum::U1;

/// A row-major matrix of run-time extents: `(m,n):(n,1)`, or with a larger distance of rows.
pub type RowMajor = Layout<(usize, usize), (usize, U1)>;
/// A matrix of run-time extents and strides: row-major, column-major, or a part of one.
pub type Matrix = Layout<(usize, usize), (usize, usize)>;

/// The elements of a region in row-major order.
#[derive(Clone, Debug)]
pub struct Tile<T> {
    pub(crate) region: Region,
    pub(crate) elements: Vec<T>,
}

impl<T> Tile<T> {
    /// The region of the array.
    pub fn region(&self) -> &Region {
        &self.region
    }

    /// The elements in row-major order.
    pub fn as_slice(&self) -> &[T] {
        &self.elements
    }

    /// The elements in row-major order.
    pub fn into_vec(self) -> Vec<T> {
        self.elements
    }

    /// The elements as a view of a layout of yours: `tile.view(layout!((16, 8):row))`.
    ///
    /// # Errors
    /// When the layout reaches past the elements.
    pub fn view<L: AnyLayout>(&self, layout: L) -> Result<View<'_, T, L>, LayoutError> {
        View::new(&self.elements, layout)
    }

    /// The elements of a region of two axes as a matrix.
    ///
    /// # Errors
    /// [`ZarrError::Shape`] when the region has not two axes.
    pub fn matrix(&self) -> Result<View<'_, T, RowMajor>, ZarrError> {
        let [rows, columns] = axes(self.region.shape())?;
        let layout = Layout::new((rows, columns), (columns, U1::new()));
        Ok(View::new(&self.elements, layout)?)
    }
}

/// The two extents of a matrix.
pub(crate) fn axes(shape: &[usize]) -> Result<[usize; 2], ZarrError> {
    shape.try_into().map_err(|_| {
        ZarrError::Shape(format!("a matrix has 2 axes, this array has {}", shape.len()))
    })
}

/// The extents of the two modes of a layout.
pub(crate) fn extents(layout: &dynamic::Layout) -> Result<[usize; 2], ZarrError> {
    if layout.rank() != 2 {
        return Err(ZarrError::Shape(format!(
            "a matrix has 2 modes, {layout} has {}",
            layout.rank()
        )));
    }
    Ok([layout.mode(0)?.size() as usize, layout.mode(1)?.size() as usize])
}
