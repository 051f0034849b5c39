//! [`Grid`], the chunks of an array as a layout, and [`Region`], a box of its coordinates.

use crate::error::{ZarrError, tuple};
use layout_core::{Layout, Padded, Tiler};
use std::fmt;

/// A box of coordinates: where it begins, and its extents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    start: Vec<usize>,
    shape: Vec<usize>,
}

impl Region {
    /// The region of these extents that begins at a coordinate.
    ///
    /// ```
    /// use static_layout_zarr::Region;
    /// let region = Region::new(&[4, 0], &[2, 8]);
    /// assert_eq!((region.to_string(), region.size()), ("4..6, 0..8".into(), 16));
    /// ```
    ///
    /// # Panics
    /// When `start` and `shape` have unequal lengths.
    #[track_caller]
    pub fn new(start: &[usize], shape: &[usize]) -> Self {
        assert_eq!(
            start.len(),
            shape.len(),
            "a region has as many extents as its start has indices"
        );
        Self { start: start.to_vec(), shape: shape.to_vec() }
    }

    /// The first coordinate.
    pub fn start(&self) -> &[usize] {
        &self.start
    }

    /// The extents.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// The number of elements, or `usize::MAX` where it is larger.
    pub fn size(&self) -> usize {
        self.shape.iter().fold(1, |size, &extent| size.saturating_mul(extent))
    }

    /// The part that two regions of one array have in common, which is not empty.
    pub(crate) fn overlap(&self, other: &Self) -> Self {
        let axes = || self.start.iter().zip(&self.shape).zip(other.start.iter().zip(&other.shape));
        let start: Vec<usize> = axes().map(|((a, _), (b, _))| *a.max(b)).collect();
        let ends = axes().map(|((a, m), (b, n))| (a + m).min(b + n));
        let shape = ends.zip(&start).map(|(end, start)| end - start).collect();
        Self { start, shape }
    }

    /// Refuses a region that is not inside an array of these extents.
    pub(crate) fn check_inside(&self, shape: &[usize]) -> Result<(), ZarrError> {
        let inside = |(axis, &start): (usize, &usize)| {
            start.checked_add(self.shape[axis]).is_some_and(|end| end <= shape[axis])
        };
        if self.start.len() == shape.len() && self.start.iter().enumerate().all(inside) {
            Ok(())
        } else {
            Err(ZarrError::Outside { region: self.to_string(), shape: shape.to_vec() })
        }
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (axis, (&start, &extent)) in self.start.iter().zip(&self.shape).enumerate() {
            let comma = if axis > 0 { ", " } else { "" };
            write!(f, "{comma}{start}..{}", start.saturating_add(extent))?;
        }
        Ok(())
    }
}

/// The chunks of an array. All have the same extents; the last of an axis may reach past the end.
///
/// ```
/// use static_layout_zarr::Grid;
/// let grid = Grid::new(&[5, 7], &[2, 4])?;
/// assert_eq!((grid.counts(), grid.chunk_count()), (vec![3, 2], 6));
/// // The last chunk, as far as it is inside.
/// assert_eq!(grid.region(&[2, 1])?.to_string(), "4..5, 4..7");
/// // Modes: places inside a chunk, chunks. It has the offsets of the row-major array.
/// assert_eq!(grid.layout()?.layout().to_string(), "((2,4),(3,2)):((7,1),(14,4))");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    shape: Vec<usize>,
    chunk: Vec<usize>,
}

impl Grid {
    /// The grid of an array of these extents in chunks of these extents. Along an axis without elements, the extent 0 of a chunk
    /// is 1.
    ///
    /// # Errors
    /// [`ZarrError::Shape`] when the ranks differ, another extent of a chunk is 0, or the number of elements does
    /// not fit `usize`.
    pub fn new(shape: &[usize], chunk: &[usize]) -> Result<Self, ZarrError> {
        if shape.len() != chunk.len() {
            return Err(ZarrError::Shape(format!(
                "an array of {} has no chunks of {}: as many extents are needed",
                tuple(shape),
                tuple(chunk)
            )));
        }
        let extents =
            shape.iter().zip(chunk).map(|(n, extent)| usize::max(*extent, (*n == 0).into()));
        let grid = Self { shape: shape.to_vec(), chunk: extents.collect() };
        if grid.chunk.contains(&0) {
            return Err(ZarrError::Shape(format!("a chunk of {} is empty", tuple(chunk))));
        }
        let padded =
            grid.counts().iter().zip(&grid.chunk).try_fold(1_usize, |size, (&count, &extent)| {
                // An extent of 0 hides no product that overflows.
                size.checked_mul(count.max(1))?.checked_mul(extent)
            });
        let chunk_size = grid.chunk.iter().try_fold(1_usize, |size, &n| size.checked_mul(n));
        match (padded, chunk_size) {
            (Some(_), Some(_)) => Ok(grid),
            _ => Err(ZarrError::Shape(format!(
                "an array of {} in chunks of {} has more than {} elements",
                tuple(shape),
                tuple(chunk),
                usize::MAX
            ))),
        }
    }

    /// The extents of the array.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// The extents of a chunk.
    pub fn chunk(&self) -> &[usize] {
        &self.chunk
    }

    /// The number of chunks along each axis.
    pub fn counts(&self) -> Vec<usize> {
        self.shape.iter().zip(&self.chunk).map(|(n, chunk)| n.div_ceil(*chunk)).collect()
    }

    /// The number of chunks.
    pub fn chunk_count(&self) -> usize {
        self.counts().iter().product()
    }

    /// The number of elements of a whole chunk.
    pub fn chunk_size(&self) -> usize {
        self.chunk.iter().product()
    }

    /// The row-major layout of the array, divided by the chunk: `(places inside a chunk, chunks)`. Its inside test tells
    /// which places of the last chunks are elements.
    ///
    /// # Errors
    /// [`ZarrError::Layout`] when the array is empty, or has more axes than layouts have modes.
    pub fn layout(&self) -> Result<Padded, ZarrError> {
        let shape = tuple(&self.shape).parse()?;
        let chunk: Vec<String> = self.chunk.iter().map(ToString::to_string).collect();
        let tiler: Tiler = format!("<{}>", chunk.join(",")).parse()?;
        Ok(Layout::row_major(shape)?.zipped_divide_padded(&tiler)?)
    }

    /// The part of a chunk that is inside the array.
    ///
    /// # Errors
    /// [`ZarrError::Outside`] when the grid has no such chunk.
    pub fn region(&self, chunk: &[usize]) -> Result<Region, ZarrError> {
        let counts = self.counts();
        Region::new(chunk, &vec![1; chunk.len()]).check_inside(&counts)?;
        let start: Vec<usize> =
            chunk.iter().zip(&self.chunk).map(|(at, extent)| at * extent).collect();
        let shape = start
            .iter()
            .zip(self.shape.iter().zip(&self.chunk))
            .map(|(start, (n, extent))| (n - start).min(*extent))
            .collect();
        Ok(Region { start, shape })
    }

    /// The places of all chunks, in row-major order.
    pub fn chunks(&self) -> impl Iterator<Item = Vec<usize>> + use<> {
        boxes(vec![0; self.shape.len()], self.counts())
    }

    /// The places of the chunks that have elements of a region, in row-major order.
    pub fn chunks_of(&self, region: &Region) -> impl Iterator<Item = Vec<usize>> + use<> {
        let first: Vec<usize> =
            region.start.iter().zip(&self.chunk).map(|(at, extent)| at / extent).collect();
        let counts = first
            .iter()
            .zip(region.start.iter().zip(&region.shape).zip(&self.chunk))
            .map(|(first, ((start, n), extent))| match n {
                0 => 0,
                n => (start + n).div_ceil(*extent) - first,
            })
            .collect();
        boxes(first, counts)
    }

    /// The number of a chunk in row-major order.
    pub(crate) fn number(&self, chunk: &[usize]) -> usize {
        chunk.iter().zip(self.counts()).fold(0, |number, (at, count)| number * count + at)
    }

    /// Refuses a region that begins or ends inside a chunk.
    pub(crate) fn check_aligned(&self, region: &Region) -> Result<(), ZarrError> {
        region.check_inside(&self.shape)?;
        let aligned = (0..self.shape.len()).all(|axis| {
            let (start, end) = (region.start[axis], region.start[axis] + region.shape[axis]);
            start % self.chunk[axis] == 0
                && (end == self.shape[axis] || end % self.chunk[axis] == 0)
        });
        if aligned {
            Ok(())
        } else {
            Err(ZarrError::Unaligned { region: region.to_string(), chunk: self.chunk.clone() })
        }
    }
}

/// The coordinates of a box, in row-major order.
pub(crate) fn boxes(first: Vec<usize>, counts: Vec<usize>) -> impl Iterator<Item = Vec<usize>> {
    let size: usize = counts.iter().product();
    (0..size).map(move |mut number| {
        let mut at = first.clone();
        for (index, count) in at.iter_mut().zip(&counts).rev() {
            *index += number % count;
            number /= count;
        }
        at
    })
}
