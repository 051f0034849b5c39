//! Tensors with other axes: NumPy's `reshape`, `broadcast_to`, slicing, `transpose`, `squeeze`, `expand_dims`.

/// The methods of each tensor that change its axes, expanded as [`tile_methods`](super::tiles).
macro_rules! axis_methods {
    ([$($pub:tt)?] $Of:ident<$a:lifetime, $T:ty, $L:ty>, $self:ident = $view:expr) => { crate::at_caller::at_caller! { @$Of
        /// The modes that `_` keeps, at the given coordinates of the others: `R[d] = view[c with d for each _]`. CuTe's
        /// `tensor(_, j)`, NumPy's `a[:, j]`.
        ///
        /// ```
        /// use static_layout::*;
        /// let view = View::new(&[0, 1, 2, 3, 4, 5], layout!((2, 3):(3, 1)))?;
        /// let row = view.slice(coord!(1, _));
        /// assert_eq!(row.layout().to_string(), "(3):(1)");
        /// assert!(row.iter().eq(&[3, 4, 5]));
        /// # Ok::<(), LayoutError>(())
        /// ```
        ///
        /// # Panics
        /// When a leaf of the coordinate is out of range.
        ///
        /// # Compile errors
        /// When a static coordinate is out of range, or a coordinate is nested differently from the shape.
        #[inline]
        #[track_caller]
        $($pub)? fn slice<C: IntTuple>(&$self, coord: C) -> View<$a, $T, Slice<$L, C>>
        where
            IsCoordOf<C, $L>: CoordinateFits,
        {
            const { check_slice::<$L, C>() };
            let view = $view;
            let (layout, offset) = slice_at(view.layout(), coord);
            // SAFETY: V3: a slice has the offsets of the coordinates that it keeps, and `offset` is the offset of its
            // coordinate 0. V4: `slice_at` returns 0 if the slice has no coordinates.
            unsafe { view.moved(offset, layout) }
        }

        /// The elements, in unchanged row-major order, with another shape; `_` is the extent that makes the sizes equal.
        /// See [`Layout::reshape`](crate::Layout::reshape). NumPy's `reshape`.
        ///
        /// ```
        /// use static_layout::*;
        /// let data: [u8; 128] = std::array::from_fn(|i| i as u8);
        /// let images = View::new(&data, layout!((2, 64):row))?.reshape(shape!(_, 8, 8));
        /// assert_eq!(images[(1, 2, 3)], 64 + 2 * 8 + 3);
        /// # Ok::<(), LayoutError>(())
        /// ```
        ///
        /// # Panics
        /// When the sizes differ, or the strides admit no such layout, because of run-time integers.
        ///
        /// # Compile errors
        /// When one of these holds for static integers.
        #[inline]
        #[track_caller]
        $($pub)? fn reshape<P: IntTuple>(&$self, shape: P) -> View<$a, $T, Reshape<$L, P>> {
            const { reshape::check::<$L, P>() };
            let view = $view;
            let layout = unwrap_or_panic(reshape::compute(view.layout(), shape));
            // SAFETY: V3: a reshape has the offsets of the layout in another order.
            unsafe { view.moved(0, layout) }
        }

        /// The elements repeated along axes of stride 0 to fill `shape`. See
        /// [`Layout::broadcast_to`](crate::Layout::broadcast_to). NumPy's `broadcast_to`.
        ///
        /// There is no mutable version: the repeated coordinates share their elements.
        ///
        /// ```
        /// use static_layout::*;
        /// let row = View::new(&[1, 2, 3], layout!((3,):(1,)))?.broadcast_to(shape!(2, 3));
        /// assert_eq!(row.to_string(), "1 2 3\n1 2 3");
        /// # Ok::<(), LayoutError>(())
        /// ```
        ///
        /// # Panics
        /// When an axis has neither the extent of `shape` nor 1, because of run-time integers.
        ///
        /// # Compile errors
        /// When this holds for static integers, or `shape` has fewer axes than the tensor.
        #[inline]
        #[track_caller]
        $($pub)? fn broadcast_to<P: IntTuple>(&$self, shape: P) -> View<$a, $T, BroadcastTo<$L, P>> {
            const { broadcast_to::check::<$L, P>() };
            let view = $view;
            let layout = unwrap_or_panic(broadcast_to::compute(view.layout(), shape));
            // SAFETY: V3: a new axis, and an axis whose extent was 1, gets the stride 0 and adds 0 to each offset.
            unsafe { view.moved(0, layout) }
        }

        /// An index or a range of each axis, like NumPy's basic indexing. See
        /// [`Layout::slice_axes`](crate::Layout::slice_axes).
        ///
        /// A range past the end of its axis ends there, as in Python: `slices!(1..9, ..)` takes the last three of four
        /// rows. An index past the end is refused.
        ///
        /// ```
        /// use static_layout::*;
        /// let grid = Boxed::from_offsets(layout!((4, 6):row), |i| i);
        /// assert_eq!(grid.slice_axes(slices!(1..3, ..; -2)).to_string(), "11  9  7\n17 15 13");
        /// assert_eq!(grid.slice_axes(slices!(1..9, ..)).layout().to_string(), "(3,6):(6,1)");
        /// let (row, n) = (2, 4);
        /// assert!(grid.slice_axes(slices!(row, 1..n)).iter().eq(&[13, 14, 15]));
        /// ```
        ///
        /// # Panics
        /// When an index is out of range, or a step is 0, because of run-time integers.
        /// [`try_slice_axes`](Self::try_slice_axes) returns the error instead.
        ///
        /// # Compile errors
        /// When one of these holds for static integers, or there are more slices than axes.
        #[inline]
        #[track_caller]
        $($pub)? fn slice_axes<C: IntTuple>(&$self, slices: C) -> View<$a, $T, SliceAxes<$L, C>> {
            const { slice_axes::check::<$L, C>() };
            let view = $view;
            let (layout, offset) = slice_axes::compute_or_panic(view.layout(), slices);
            let (layout, offset) = start_of_part(layout, offset);
            // SAFETY: V3: `slice_axes` of layouts compares each index with its extent and cuts ranges off at the ends,
            // so each coordinate of the part is a coordinate of this view. V4: `start_of_part` returns 0 if there is none.
            unsafe { view.moved(offset, layout) }
        }

        /// [`slice_axes`](Self::slice_axes) that returns an error instead of a panic.
        ///
        /// ```
        /// use static_layout::*;
        /// let view = View::new(&[1, 2, 3], layout!((3,):(1,)))?;
        /// let i = 3;
        /// let refused = view.try_slice_axes(slices!(i)).unwrap_err();
        /// assert!(refused.to_string().ends_with("the index 3 is out of range for axis 0, whose extent is 3"));
        /// # Ok::<(), LayoutError>(())
        /// ```
        ///
        /// # Errors
        /// When an index is out of range, or a step is 0, because of run-time integers.
        ///
        /// # Compile errors
        /// When one of these holds for static integers, or there are more slices than axes.
        #[inline]
        #[track_caller]
        $($pub)? fn try_slice_axes<C: IntTuple>(
            &$self,
            slices: C,
        ) -> Result<View<$a, $T, SliceAxes<$L, C>>, LayoutError> {
            const { slice_axes::check::<$L, C>() };
            let view = $view;
            let (layout, offset) = slice_axes::compute(view.layout(), slices)?;
            let (layout, offset) = start_of_part(layout, offset);
            // SAFETY: V3: `slice_axes` of layouts compares each index with its extent and cuts ranges off at the ends,
            // so each coordinate of the part is a coordinate of this view. V4: `start_of_part` returns 0 if there is none.
            Ok(unsafe { view.moved(offset, layout) })
        }

        /// The axes in reverse order: `R[(j, i)] = view[(i, j)]`. NumPy's `.T`.
        ///
        /// ```
        /// use static_layout::*;
        /// let view = View::new(&[1, 2, 3, 4, 5, 6], layout!((2, 3):row))?;
        /// assert_eq!(view.transpose().to_string(), "1 4\n2 5\n3 6");
        /// # Ok::<(), LayoutError>(())
        /// ```
        #[inline]
        #[track_caller]
        $($pub)? fn transpose(&$self) -> View<$a, $T, Transpose<$L>> {
            let view = $view;
            // SAFETY: V3: the modes in another order have the same offsets.
            unsafe { view.moved(0, LayoutOps::transpose(view.layout())) }
        }

        /// The tensor without the axes of extent 1. See [`Layout::squeeze`](crate::Layout::squeeze). NumPy's `squeeze`.
        ///
        /// ```
        /// use static_layout::*;
        /// let view = View::new(&[1, 2, 3], layout!((1, 3):row))?.squeeze();
        /// assert_eq!(view[(2,)], 3);
        /// # Ok::<(), LayoutError>(())
        /// ```
        #[inline]
        #[track_caller]
        $($pub)? fn squeeze(&$self) -> View<$a, $T, Squeeze<$L>> {
            let view = $view;
            // SAFETY: V3: an axis of extent 1 adds 0 to each offset.
            unsafe { view.moved(0, LayoutOps::squeeze(view.layout())) }
        }

        /// The tensor with a new axis of extent 1 as axis `I` of the result. See
        /// [`Layout::unsqueeze`](crate::Layout::unsqueeze). NumPy's `expand_dims`.
        ///
        /// ```
        /// use static_layout::*;
        /// let column = View::new(&[1, 2, 3], layout!((3,):(1,)))?.unsqueeze::<1>();
        /// assert_eq!(column.layout().to_string(), "(3,1):(1,0)");
        /// # Ok::<(), LayoutError>(())
        /// ```
        ///
        /// # Compile errors
        /// When `I` is greater than the number of axes.
        #[inline]
        #[track_caller]
        $($pub)? fn unsqueeze<const I: usize>(&$self) -> View<$a, $T, Unsqueeze<$L, I>>
        where
            Extent<I>: Position,
        {
            const { unsqueeze::check::<$L, I>() };
            let view = $view;
            let layout = unwrap_or_panic(unsqueeze::compute::<$L, I>(view.layout()));
            // SAFETY: V3: an axis of extent 1 adds 0 to each offset.
            unsafe { view.moved(0, layout) }
        }
    } };
}
pub(super) use axis_methods;
