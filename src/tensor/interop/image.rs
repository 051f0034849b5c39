//! Images of `image`, with the axes `(height, width, channels)` as in NumPy.

use super::foreign::{axes, extents, row_major, row_major_slice, row_major_slice_mut};
use super::{ArrayError, ArrayLayout};
use crate::tensor::{Boxed, View, ViewMut};
use alloc::format;
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};
use image::flat::{FlatSamples, SampleLayout};
use image::{ImageBuffer, Pixel};
use layout_core::{self as value, LayoutError};

macro_rules! from_image {
    ($View:ident, $Image:ty, $Deref:ident, $slice:ty) => {
        impl<'a, T, L: ArrayLayout> $View<'a, T, L> {
            /// A view of the samples of an image, with the axes `(height, width, channels)`. Also `View::try_from`.
            ///
            /// ```
            /// use image::{Rgb, RgbImage};
            /// use static_layout::{interop::*, *};
            /// let mut image = RgbImage::from_fn(3, 2, |x, y| Rgb([x as u8, y as u8, 9]));
            /// ViewMut::<_, Layout!((?, ?, 3):(?, 3, 1))>::from_image(&mut image)?[(1, 2, 1)] = 7;
            /// let view = View::<_, Layout!((?, 3, 3):(9, 3, 1))>::from_image(&image)?;
            /// assert_eq!((view[(1, 2, 0)], view[(1, 2, 1)]), (2, 7));
            /// assert_eq!(
            ///     View::<_, Layout!((2, 3, 4):(12, 4, 1))>::from_image(&image).err().unwrap().to_string(),
            ///     "cannot read the array (2,3,3):(9,3,1) as (2,3,4):(12,4,1): axis 2 has the extent 3, not 4"
            /// );
            /// # Ok::<(), LayoutError>(())
            /// ```
            ///
            /// # Errors
            /// When an extent or a stride differs from a static one of `L`.
            pub fn from_image<P, C>(image: $Image) -> Result<Self, LayoutError>
            where
                P: Pixel<Subpixel = T>,
                C: $Deref<Target = [T]>,
            {
                let layout = axes_of(&image.sample_layout())?;
                let samples: $slice = image;
                $View::dynamic(samples, 0, layout)?.read_axes()
            }
        }
    };
}
from_image! { View, &'a ImageBuffer<P, C>, Deref, &'a [T] }
from_image! { ViewMut, &'a mut ImageBuffer<P, C>, DerefMut, &'a mut [T] }

impl<'a, T, L: ArrayLayout> View<'a, T, L> {
    /// A view of samples with any strides, such as planes, with the axes `(height, width, channels)`.
    ///
    /// ```
    /// use image::flat::{FlatSamples, SampleLayout};
    /// use static_layout::{interop::*, *};
    /// let planes = FlatSamples {
    ///     samples: [1_u8, 2, 3, 4, 5, 6, 7, 8],
    ///     layout: SampleLayout {
    ///         channels: 2, channel_stride: 4, width: 2, width_stride: 1, height: 2, height_stride: 2,
    ///     },
    ///     color_hint: None,
    /// };
    /// let view = View::<_, Layout!((2, 2, 2):(2, 1, 4))>::from_flat_samples(&planes)?;
    /// assert_eq!(view[(1, 0, 1)], 7);
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// When the strides reach past the samples, or an extent or a stride differs from a static one of `L`.
    pub fn from_flat_samples<C: AsRef<[T]>>(
        image: &'a FlatSamples<C>,
    ) -> Result<Self, LayoutError> {
        View::dynamic(image.samples.as_ref(), 0, axes_of(&image.layout)?)?.read_axes()
    }

    /// An image that borrows the samples. Also `ImageBuffer::try_from`.
    ///
    /// ```
    /// use image::{Luma, Rgb};
    /// use static_layout::{interop::*, *};
    /// let view = View::new(&[1_u8, 2, 3, 4, 5, 6], layout!((2, 1, 3):row))?;
    /// assert_eq!(view.to_image::<Rgb<u8>>()?.get_pixel(0, 1), &Rgb([4, 5, 6]));
    /// assert_eq!(
    ///     view.to_image::<Luma<u8>>().unwrap_err().to_string(),
    ///     "no image of 1 channels has the extents (2,1,3): height, width, channels"
    /// );
    /// # Ok::<(), ArrayError>(())
    /// ```
    ///
    /// # Errors
    /// When the modes are not `(height, width, channels)` with the channels of `P`, or the samples are not contiguous
    /// in C order. [`to_image_copied`](Self::to_image_copied) accepts any strides.
    pub fn to_image<P>(self) -> Result<ImageBuffer<P, &'a [T]>, ArrayError>
    where
        P: Pixel<Subpixel = T>,
    {
        let (width, height) = sizes::<P, L>(*self.layout_ref())?;
        Ok(image_of(width, height, row_major_slice(self)?))
    }

    /// An image with a copy of the samples.
    ///
    /// ```
    /// use image::LumaA;
    /// use static_layout::{interop::*, *};
    /// let planes = View::new(&[1_u8, 2, 3, 4], layout!((1, 2, 2):(4, 1, 2)))?;
    /// assert_eq!(planes.to_image_copied::<LumaA<u8>>()?.get_pixel(1, 0), &LumaA([2, 4]));
    /// # Ok::<(), ArrayError>(())
    /// ```
    ///
    /// # Errors
    /// When the modes are not `(height, width, channels)` with the channels of `P`, or there is no memory for the copy.
    ///
    /// # Panics
    /// When no array of the size can exist.
    pub fn to_image_copied<P>(self) -> Result<ImageBuffer<P, Vec<T>>, ArrayError>
    where
        P: Pixel<Subpixel = T>,
        T: Clone,
    {
        let (width, height) = sizes::<P, L>(*self.layout_ref())?;
        Ok(image_of(width, height, row_major(self)?))
    }
}

impl<'a, T, L: ArrayLayout> ViewMut<'a, T, L> {
    /// An image that borrows the samples mutably.
    ///
    /// ```
    /// use image::Luma;
    /// use static_layout::{interop::*, *};
    /// let mut samples = [0_u8; 6];
    /// let view = ViewMut::new(&mut samples, layout!((2, 3, 1):row))?;
    /// view.to_image_mut()?.put_pixel(2, 1, Luma([9]));
    /// assert_eq!(samples, [0, 0, 0, 0, 0, 9]);
    /// # Ok::<(), ArrayError>(())
    /// ```
    ///
    /// # Errors
    /// When the modes are not `(height, width, channels)` with the channels of `P`, or the samples are not contiguous
    /// in C order.
    pub fn to_image_mut<P>(self) -> Result<ImageBuffer<P, &'a mut [T]>, ArrayError>
    where
        P: Pixel<Subpixel = T>,
    {
        let (width, height) = sizes::<P, L>(*self.layout_ref())?;
        Ok(image_of(width, height, row_major_slice_mut(self)?))
    }
}

copies! {
    /// A copy of the samples of an image, with the strides of `L`. See [`View::read_axes_copied`].
    ///
    /// ```
    /// use image::{Rgb, RgbImage};
    /// use static_layout::{interop::*, *};
    /// let image = RgbImage::from_fn(2, 1, |x, _| Rgb([1, 2, 3 + x as u8]));
    /// let planes = Boxed::<_, Layout!((1, 2, 3):(0, 1, 2))>::from_image_copied(&image)?;
    /// assert_eq!(planes.as_slice(), [1, 1, 2, 2, 3, 4]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    pub fn from_image_copied[P: Pixel<Subpixel = T>, C: Deref<Target = [T]>](image: &ImageBuffer<P, C>) = from_image;
}

/// The layout `(height, width, channels)` of samples.
fn axes_of(samples: &SampleLayout) -> Result<value::Layout, LayoutError> {
    let (channels, width, height) = samples.strides_cwh();
    // No slice is long enough for a stride beyond `isize`, so a saturated stride is also refused.
    let stride = |stride| isize::try_from(stride).unwrap_or(isize::MAX);
    let extents = [samples.height as usize, samples.width as usize, samples.channels as usize];
    axes(extents, [height, width, channels].map(stride))
}

/// The width and height of an image of pixels `P` with this layout.
///
/// # Errors
/// When the modes are not `(height, width, channels)` with the channels of `P`.
fn sizes<P: Pixel, L: ArrayLayout>(layout: L) -> Result<(u32, u32), ArrayError> {
    let found = extents(layout)?;
    if let [height, width, channels] = found[..]
        && channels == usize::from(P::CHANNEL_COUNT)
        && let (Ok(width), Ok(height)) = (u32::try_from(width), u32::try_from(height))
    {
        return Ok((width, height));
    }
    let shape = layout.integers().shape();
    let channels = P::CHANNEL_COUNT;
    let what = "height, width, channels";
    Err(ArrayError::Format(format!(
        "no image of {channels} channels has the extents {shape}: {what}"
    )))
}

/// An image of samples whose number is `height * width * channels`.
fn image_of<P: Pixel, C: Deref<Target = [P::Subpixel]>>(
    width: u32,
    height: u32,
    samples: C,
) -> ImageBuffer<P, C> {
    match ImageBuffer::from_raw(width, height, samples) {
        Some(image) => image,
        None => unreachable!("as many samples as coordinates"),
    }
}

conversions! {
    [T, P: Pixel<Subpixel = T>, C: Deref<Target = [T]>, L: ArrayLayout]
        &'a ImageBuffer<P, C> => View<'a, T, L>, LayoutError, View::from_image;
    [T, P: Pixel<Subpixel = T>, L: ArrayLayout]
        View<'a, T, L> => ImageBuffer<P, &'a [T]>, ArrayError, View::to_image;
}
