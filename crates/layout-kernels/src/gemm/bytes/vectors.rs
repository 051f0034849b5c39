//! Rows of A, or columns of B: vectors along the depth.

use crate::gemm::strided::Open;

/// Vectors of bytes, at even steps.
#[derive(Clone, Copy)]
pub struct ByteVectors {
    pub start: *const i8,
    pub count: usize,
    pub depth: usize,
    /// The offset from vector to vector.
    pub across: isize,
    /// The offset from depth to depth.
    pub along: isize,
}

impl ByteVectors {
    /// The rows of a matrix.
    #[inline(always)]
    pub fn rows(matrix: Open<i8>) -> Self {
        let ([count, depth], [across, along]) = (matrix.extents, matrix.strides);
        Self { start: matrix.start, count, depth, across, along }
    }
    /// The columns of a matrix.
    #[inline(always)]
    pub fn columns(matrix: Open<i8>) -> Self {
        Self::rows(matrix.transposed())
    }
    /// The number `depth` of a vector.
    #[inline(always)]
    pub fn at(self, vector: usize, depth: usize) -> *const i8 {
        self.start.wrapping_offset(vector as isize * self.across + depth as isize * self.along)
    }
    /// Vectors from `first` on.
    #[inline(always)]
    pub fn part(self, first: usize, count: usize) -> Self {
        Self { start: self.at(first, 0), count, ..self }
    }
}
