//! `GenericArray`: arrays whose length is a numeral of typenum.

use crate::ops::Cosize;
use crate::tensor::Owned;
use crate::types::AnyLayout;
use generic_array::{ArrayLength, GenericArray};

/// The array of an [`Owned`] tensor with the layout `L`: as many elements as the cosize.
type ArrayOf<T, L> = GenericArray<T, Cosize<L>>;

impl<T, L: AnyLayout + Default> Owned<T, L>
where
    Cosize<L>: ArrayLength,
{
    /// The tensor with the elements of an array, from the least offset on. The elements are not copied one by one.
    ///
    /// To view an array, view its slice: `View::new(&array, layout)`.
    ///
    /// ```
    /// use static_layout::*;
    /// use generic_array::arr;
    /// let rows = Owned::<i32, Layout!((2, 3):row)>::from_generic_array(arr![1, 2, 3, 4, 5, 6]);
    /// assert_eq!(rows[(1, 0)], 4);
    /// assert_eq!(rows.into_generic_array(), arr![1, 2, 3, 4, 5, 6]);
    ///
    /// let array = arr![1, 2, 3, 4];
    /// assert_eq!(View::new(&array, layout!((2, 2):col))?[(0, 1)], 3);
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Compile errors
    /// When the layout is not static, is the result of a refused operation, or its cosize is not the length of the
    /// array.
    #[inline]
    pub fn from_generic_array(array: ArrayOf<T, L>) -> Self {
        // SAFETY: a `GenericArray` has the layout of `[T; N]`, as its documentation guarantees.
        unsafe { Self::from_elements(array) }
    }
}

impl<T, L: AnyLayout> Owned<T, L>
where
    Cosize<L>: ArrayLength,
{
    /// The array: all elements, from the least offset on.
    ///
    /// ```
    /// use static_layout::*;
    /// let tile = Owned::from_offsets(layout!((2, 2):(1, 4)), |i| i as u8);
    /// assert_eq!(tile.as_generic_array().as_slice(), [0, 1, 2, 3, 4, 5]);
    /// ```
    #[inline]
    pub fn as_generic_array(&self) -> &ArrayOf<T, L> {
        GenericArray::from_slice(self.as_slice())
    }

    /// The array, mutable.
    ///
    /// ```
    /// use static_layout::*;
    /// let mut tile = Owned::filled(layout!((2, 2):row), 1_u8);
    /// tile.as_generic_array_mut()[3] = 9;
    /// assert_eq!(tile[(1, 1)], 9);
    /// ```
    #[inline]
    pub fn as_generic_array_mut(&mut self) -> &mut ArrayOf<T, L> {
        GenericArray::from_mut_slice(self.as_mut_slice())
    }

    /// The array, without a copy of each element.
    ///
    /// A bound on the cosize gives generic code its length:
    ///
    /// ```
    /// use generic_array::ArrayLength;
    /// use static_layout::*;
    /// fn ones<const N: usize>() -> Vec<f32>
    /// where
    ///     Extent<N>: Static,
    ///     ops::Cosize<Layout!((N, 2):row)>: ArrayLength,
    /// {
    ///     Owned::filled(layout!((N, 2):row), 1.0_f32).into_generic_array().to_vec()
    /// }
    /// assert_eq!(ones::<4>(), [1.0; 8]);
    /// ```
    #[inline]
    pub fn into_generic_array(self) -> ArrayOf<T, L> {
        // SAFETY: a `GenericArray` has the layout of `[T; N]`, as its documentation guarantees.
        unsafe { self.into_elements() }
    }
}

impl<T, L: AnyLayout + Default> From<ArrayOf<T, L>> for Owned<T, L>
where
    Cosize<L>: ArrayLength,
{
    #[inline]
    fn from(array: ArrayOf<T, L>) -> Self {
        Self::from_generic_array(array)
    }
}

impl<T, L: AnyLayout> From<Owned<T, L>> for ArrayOf<T, L>
where
    Cosize<L>: ArrayLength,
{
    #[inline]
    fn from(tensor: Owned<T, L>) -> Self {
        tensor.into_generic_array()
    }
}
