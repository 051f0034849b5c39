//! The constructors of [`View`](super::View) and [`ViewMut`](super::ViewMut), and the parts that both consist of.

/// Implements the functions of both kinds of views: `$slice` is the slice that a view borrows, `$pointer` a pointer to
/// its elements.
macro_rules! borrowed {
    ($View:ident<$a:lifetime>, $data:ident: $slice:ty, $pointer:ty) => {
        impl<$a, T, L> $View<$a, T, L> {
            /// A view from its parts; every constructor ends here.
            ///
            /// # Safety
            /// Rules V1 and, for a [`ViewMut`](crate::ViewMut), V2: for each coordinate `c` of `layout`, `origin + layout(c)`
            /// is an element that is valid for reads during the lifetime, and that nothing else uses if the view is
            /// mutable. `origin` lies in the same allocation or one element past its end.
            #[inline(always)]
            pub(crate) const unsafe fn over(origin: NonNull<T>, layout: L) -> Self {
                $View { origin, layout, life: PhantomData }
            }

            /// The layout, of views whose `L` need not be a whole layout.
            #[inline(always)]
            pub(crate) fn layout_ref(&self) -> &L {
                &self.layout
            }

            /// The element at offset 0.
            #[inline(always)]
            pub(crate) fn first(&self) -> NonNull<T> {
                self.origin
            }
        }

        impl<$a, T, L: Form> $View<$a, T, L> {
            /// The layout.
            #[inline(always)]
            pub fn layout(&self) -> L {
                self.layout
            }

            /// A pointer to the element at offset 0. See [`Tensor::as_ptr`](crate::Tensor::as_ptr).
            #[inline(always)]
            pub fn as_ptr(&self) -> *const T {
                self.origin.as_ptr()
            }
        }

        #[layout_macros::at_caller($View)]
        impl<$a, T, L: Form> $View<$a, T, L> {
            /// A view of `data`: `view[c] = data[layout(c)]`.
            ///
            /// ```
            /// use static_layout::*;
            /// let mut data = [0, 1, 2, 3, 4, 5];
            /// assert_eq!(View::new(&data, layout!((2, 3):(3, 1)))?[(1, 1)], 4);
            /// assert!(View::new(&data, layout!((2, 3):(4, 1))).is_err());
            /// ViewMut::new(&mut data, layout!((2, 3):(3, 1)))?[(1, 0)] = 7;
            /// assert_eq!(data, [0, 1, 2, 7, 4, 5]);
            /// # Ok::<(), LayoutError>(())
            /// ```
            ///
            /// # Errors
            /// When an offset of the layout is negative or not below `data.len()`.
            ///
            /// # Compile errors
            /// When the layout is the result of a refused operation, or maps to coordinates instead of integers.
            #[inline]
            pub fn new(data: $slice, layout: L) -> Result<Self, LayoutError> {
                const { check::holds_elements::<L>() };
                Self::within(data, 0, layout)
            }

            /// A view of `data` from `origin` on: `view[c] = data[origin + layout(c)]`, for layouts with negative strides.
            ///
            /// ```
            /// use static_layout::*;
            /// let mut data = [1, 2, 3];
            /// assert!(View::with_origin(&data, 2, layout!(3:-1))?.iter().eq(&[3, 2, 1]));
            /// ViewMut::with_origin(&mut data, 2, layout!(3:-1))?[0] = 9;
            /// assert_eq!(data, [1, 2, 9]);
            /// # Ok::<(), LayoutError>(())
            /// ```
            ///
            /// # Errors
            /// When `origin` plus an offset of the layout is not in `0..data.len()`.
            ///
            /// # Compile errors
            /// When the layout is the result of a refused operation, or maps to coordinates instead of integers.
            #[inline]
            pub fn with_origin(
                data: $slice,
                origin: usize,
                layout: L,
            ) -> Result<Self, LayoutError> {
                const { check::holds_elements::<L>() };
                Self::within(data, origin, layout)
            }

            #[inline]
            fn within(data: $slice, origin: usize, layout: L) -> Result<Self, LayoutError> {
                let Some(origin) = checked_origin(data.len(), origin, layout) else {
                    return refuse_origin(data.len(), origin, layout);
                };
                // SAFETY: `checked_origin` returns at most `data.len()`: an element of the slice or one past its end.
                let origin = unsafe { NonNull::from(data).cast::<T>().add(origin) };
                // SAFETY: V1 and V2: `checked_origin` found that each offset, counted from there, is an element of the
                // slice, which is borrowed for `'a`, exclusively for a `ViewMut`.
                Ok(unsafe { Self::over(origin, layout) })
            }

            /// A view of memory given by a pointer: `view[c] = *(origin + layout(c))`, offsets in elements.
            ///
            /// # Safety
            /// * For each coordinate `c` in the shape, `origin + layout(c)` is an initialized, aligned element. Nothing
            ///   writes it during the lifetime of the view, and nothing else reads it if the view is a `ViewMut`.
            /// * `origin` lies in the same allocation or one element past its end.
            /// * `origin` is not null, even if the layout has no coordinate.
            ///
            /// # Compile errors
            /// When the layout is the result of a refused operation, or maps to coordinates instead of integers.
            ///
            /// ```
            /// use static_layout::*;
            /// let mut data = [1, 2, 3, 4];
            /// // SAFETY: offsets 0 to 3 are elements of `data`, which outlives the view.
            /// let view = unsafe { View::from_raw_parts(data.as_ptr(), layout!((2, 2):(2, 1))) };
            /// assert_eq!(view[(1, 0)], 3);
            /// // SAFETY: offsets 0 to 3 are elements of `data`, which is not used while the view lives.
            /// let mut view = unsafe { ViewMut::from_raw_parts(data.as_mut_ptr(), layout!((2, 2):(2, 1))) };
            /// view[(1, 0)] = 7;
            /// assert_eq!(data, [1, 2, 7, 4]);
            /// ```
            #[inline(always)]
            pub const unsafe fn from_raw_parts(origin: $pointer, layout: L) -> Self {
                const { check::holds_elements::<L>() };
                // SAFETY: the caller promises that `origin` is not null, and V1 and V2 (this function's `# Safety`).
                unsafe { Self::over(NonNull::new_unchecked(origin as *mut T), layout) }
            }

            /// The number of coordinates.
            ///
            /// ```
            /// # use static_layout::*;
            /// let data = [1, 2, 3, 4];
            /// assert_eq!(View::new(&data, layout!((2, 3):(1, 0)))?.size(), 6);
            /// # Ok::<(), LayoutError>(())
            /// ```
            #[inline(always)]
            pub fn size(&self) -> usize {
                self.layout.count()
            }

            /// The part of this view that starts `offset` elements after its origin.
            ///
            /// # Safety
            /// * V3: this view has an element at `offset + layout(c)` for each coordinate `c` of `layout`.
            /// * V4: this view has an element at `offset`, or `layout` has no coordinates and `offset` is 0.
            #[inline(always)]
            pub(super) unsafe fn moved<M>(self, offset: isize, layout: M) -> $View<$a, T, M> {
                // SAFETY: the caller promises that this view has an element at `offset`, or that `offset` is 0, so the moved
                // origin stays in the allocation, and that the part has only elements of this view (V3). V2: a `ViewMut` ends
                // here.
                unsafe { $View::over(self.origin.offset(offset), layout) }
            }
        }
    };
}
pub(super) use borrowed;
