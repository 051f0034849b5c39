//! [`Im2colMap`], the arguments of `cuTensorMapEncodeIm2col`: columns of pixels of an activation, as convolutions multiply them.

use crate::descriptor::tensor_map::{
    MAX_COORDINATES, TensorMap, TensorMapType, TmaDevice, TmaMove,
};
use crate::error::{DescriptorRule, LayoutError};
use crate::memory::access::unswizzled;
use crate::number::tri;
use crate::value::Layout;

/// The most coordinates of a pixel within its image: width, height and depth.
const MAX_SPATIAL: usize = MAX_COORDINATES - 2;

/// The arguments of `cuTensorMapEncodeIm2col`: a tensor of channels, width, height, depth and images, with 3 to 5 coordinates.
///
/// A copy begins at a pixel and takes `pixels_per_column` of them, `channels_per_pixel` channels of each. Pixels follow each other along
/// the width in steps of `element_strides`, then along the height and the depth, within the bounding box from `lower_corner` to
/// `extent - 1 + upper_corner`, then in the next image. The offsets of the instruction, of a place in the filter, are added to each
/// pixel; what is then outside of the tensor is filled.
///
/// ```
/// use layout_core::descriptor::{Im2colMap, TMA_SM90, TensorMapType};
/// // 2 images of 5 x 4 pixels with 8 channels; a filter of 3 x 3 with padding 1.
/// let pixels = "(8,4,5,2):(1,8,32,160)".parse()?;
/// let map = Im2colMap::new(&pixels, TensorMapType::F16, &[3, 3], &[1, 1], &[1, 1], &[1, 1])?;
/// let map = Im2colMap { channels_per_pixel: 8, pixels_per_column: 32, ..map };
/// map.check(&TMA_SM90)?;
/// assert_eq!((map.lower_corner[..2].to_vec(), map.upper_corner[..2].to_vec()), (vec![-1, -1], vec![-1, -1]));
/// // The first pixel under the first weight is outside.
/// let first = map.moves(&[0, -1, -1, 0], &[0, 0])?.next().unwrap();
/// assert_eq!((first.global, first.shared), (None, 0));
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
///
/// Source: CUDA driver API, `cuTensorMapEncodeIm2col`; PTX ISA, im2col mode. No device was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Im2colMap {
    /// The tensor, the swizzle, the interleave, the promotion and the fill. Its box has no effect.
    pub tensor: TensorMap,
    /// The first pixel of the bounding box: width, height, depth.
    pub lower_corner: [i64; MAX_SPATIAL],
    /// The last pixel of the bounding box, from the last pixel of an image.
    pub upper_corner: [i64; MAX_SPATIAL],
    /// The channels of each pixel that are copied.
    pub channels_per_pixel: i64,
    /// The pixels that are copied.
    pub pixels_per_column: i64,
}

impl Im2colMap {
    /// The map of a convolution of `pixels`, a layout of (channels, width, .., images), whose filter has the extents, padding, steps
    /// and dilation of each of width, height and depth. One pixel of one channel is copied.
    ///
    /// `lower_corner = -padding`, `upper_corner = padding - (filter - 1) * dilation`, as CuTe's `make_im2col_tma_copy` has them.
    ///
    /// # Errors
    /// [`DescriptorRule::Im2colRank`] unless the layout has 3 to 5 modes without nesting, and the lists one number for each of width,
    /// height and depth; [`Rule::Unit`](crate::Rule::Unit) for a layout that maps to coordinates; [`DescriptorRule::Contiguous`]
    /// unless channels are contiguous; [`DescriptorRule::Bits`] for packed strides between bytes.
    pub const fn new(
        pixels: &Layout,
        data_type: TensorMapType,
        filter: &[i64],
        padding: &[i64],
        steps: &[i64],
        dilation: &[i64],
    ) -> Result<Self, LayoutError> {
        tri!(unswizzled(pixels));
        let rank = pixels.rank();
        let lists = [filter.len(), padding.len(), steps.len(), dilation.len()];
        let mut k = 0;
        while k < lists.len() {
            if lists[k] + 2 != rank
                || rank < 3
                || rank > MAX_COORDINATES
                || pixels.leaf_count() != rank
            {
                return Err(TensorMap::refused(DescriptorRule::Im2colRank {
                    rank,
                    lists: lists[k],
                }));
            }
            k += 1;
        }
        let mut out = Self {
            tensor: TensorMap { rank, ..TensorMap::new(data_type, &[], &[], &[]) },
            lower_corner: [0; MAX_SPATIAL],
            upper_corner: [0; MAX_SPATIAL],
            channels_per_pixel: 1,
            pixels_per_column: 1,
        };
        k = 0;
        while k < rank {
            let (extent, stride) = pixels.leaf(k);
            out.tensor.global_dim[k] = extent;
            if k == 0 && stride != 1 {
                return Err(TensorMap::refused(DescriptorRule::Contiguous { stride }));
            } else if k > 0 {
                let bits = stride.saturating_mul(data_type.bits());
                if bits % 8 != 0 {
                    return Err(TensorMap::refused(DescriptorRule::Bits {
                        what: "a stride",
                        bits,
                    }));
                }
                out.tensor.global_strides[k - 1] = bits / 8;
            }
            if k > 0 && k + 1 < rank {
                let reach = filter[k - 1].saturating_sub(1).saturating_mul(dilation[k - 1]);
                out.lower_corner[k - 1] = padding[k - 1].saturating_neg();
                out.upper_corner[k - 1] = padding[k - 1].saturating_sub(reach);
                out.tensor.element_strides[k] = steps[k - 1];
            }
            k += 1;
        }
        Ok(out)
    }

    /// The tensor map whose box is the column: it has the rules of the tensor, the channels and the swizzle.
    const fn column(&self) -> TensorMap {
        let mut map = self.tensor;
        map.box_dim = [1; MAX_COORDINATES];
        map.box_dim[0] = self.channels_per_pixel;
        map
    }

    /// The pixels of the bounding box along a spatial coordinate, in steps.
    const fn bounded(&self, at: usize) -> i64 {
        let last = self.tensor.global_dim[at + 1] - 1 + self.upper_corner[at];
        let step = self.tensor.element_strides[at + 1];
        if last < self.lower_corner[at] { 0 } else { (last - self.lower_corner[at]) / step + 1 }
    }

    /// Checks the published rules. No device was asked about these maps.
    ///
    /// # Errors
    /// [`DescriptorRule::Im2colRank`]; [`DescriptorRule::Corner`] for corners past 16, 8 or 5 bits, with 1, 2 or 3 spatial coordinates;
    /// [`DescriptorRule::Area`] for a bounding box without a pixel; [`DescriptorRule::Column`] unless a column has 1 to 1024 pixels; and
    /// as [`TensorMap::check`] of the tensor and the channels.
    pub const fn check(&self, device: &TmaDevice) -> Result<(), LayoutError> {
        let rank = self.tensor.rank;
        if rank < 3 || rank > MAX_COORDINATES {
            return Err(TensorMap::refused(DescriptorRule::Im2colRank { rank, lists: 0 }));
        }
        tri!(self.column().check(device));
        let most = [1 << 15, 1 << 7, 1 << 4][rank - 3];
        let mut k = 0;
        while k < rank - 2 {
            let corners = [self.lower_corner[k], self.upper_corner[k]];
            let mut j = 0;
            while j < 2 {
                if corners[j] < -most || corners[j] >= most {
                    let (corner, least, most) = (corners[j], -most, most - 1);
                    return Err(TensorMap::refused(DescriptorRule::Corner { corner, least, most }));
                }
                j += 1;
            }
            if self.bounded(k) == 0 {
                return Err(TensorMap::refused(DescriptorRule::Area { coordinate: k + 1 }));
            }
            k += 1;
        }
        let pixels = self.pixels_per_column;
        if pixels < 1 || pixels > 1024 {
            return Err(TensorMap::refused(DescriptorRule::Column { pixels }));
        }
        Ok(())
    }

    /// What a copy moves: a row of channels for each pixel from `at` on, which has a coordinate for each of channels, width, height,
    /// depth and images; `offsets` are added to width, height and depth.
    ///
    /// # Errors
    /// As [`check`](Self::check) of a device with all fields, and [`TensorMap::check_at`]; [`DescriptorRule::Interleaved`] for interleaved maps; [`DescriptorRule::CoordinateCount`] for another
    /// number of offsets; [`DescriptorRule::Outside`] where the copy does not begin at a pixel of the bounding box.
    pub fn moves(
        &self,
        at: &[i64],
        offsets: &[i64],
    ) -> Result<impl Iterator<Item = TmaMove> + Clone + use<>, LayoutError> {
        self.check(&super::TMA_SM100)?;
        self.tensor.check_at(at)?;
        if self.tensor.interleave.bytes() != 0 {
            return Err(TensorMap::refused(DescriptorRule::Interleaved));
        }
        let spatial = self.tensor.rank - 2;
        if offsets.len() != spatial {
            let (found, rank) = (offsets.len(), spatial);
            return Err(TensorMap::refused(DescriptorRule::CoordinateCount { found, rank }));
        }
        // The pixel as digits in the bounding box, of which the images are the last.
        let (map, mut start, mut moved) = (*self, 0_i64, [0; MAX_SPATIAL]);
        let mut step = 1;
        for k in 0..spatial {
            let (from, stride) =
                (at[k + 1] - self.lower_corner[k], self.tensor.element_strides[k + 1]);
            if from < 0 || from % stride != 0 || from / stride >= self.bounded(k) {
                let (coordinate, found) = (k + 1, at[k + 1]);
                return Err(TensorMap::refused(DescriptorRule::Outside { coordinate, found }));
            }
            start += from / stride * step;
            step *= self.bounded(k);
            moved[k] = offsets[k];
        }
        let (channel, image) = (at[0], at[spatial + 1]);
        let column = self.column();
        let row = self.channels_per_pixel / self.tensor.data_type.unit();
        Ok((0..self.pixels_per_column).flat_map(move |pixel| {
            let (mut place, mut rest) = ([0; MAX_COORDINATES], start + pixel);
            place[0] = channel;
            for k in 0..spatial {
                let stride = map.tensor.element_strides[k + 1];
                place[k + 1] = map.lower_corner[k] + rest % map.bounded(k) * stride + moved[k];
                rest /= map.bounded(k);
            }
            place[spatial + 1] = image + rest;
            (0..row).map(move |unit| {
                let one = column.nth_move(&place, unit);
                let shared = pixel * column.pitch() + unit * column.unit().shared;
                TmaMove { shared: column.swizzle.address(shared), ..one }
            })
        }))
    }
}
