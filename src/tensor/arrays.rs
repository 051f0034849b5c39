//! The constructors of [`Owned`](super::Owned) and [`Boxed`](super::Boxed), and the array in them.

/// Implements the functions of both. Each constructor checks its types by `$check` in its own `const` block, so that the
/// error shows the user's line. `$Layout` is the trait of the layouts in tensors.
macro_rules! array_methods {
    ($Tensor:ident, $Layout:ident, $check:expr) => {
        #[layout_macros::at_caller($Tensor)]
        impl<T, L: $Layout> $Tensor<T, L> {
            /// A tensor with every element equal to `value`, including elements without a coordinate.
            ///
            /// ```
            /// use static_layout::*;
            /// let tile = Owned::filled(layout!((2, 2):(1, 4)), 3_u8);
            /// assert_eq!(tile.as_slice(), [3; 6]);
            /// let n = 2;
            /// assert_eq!(Boxed::filled(layout!((2, n):(1, 4)), 3).as_slice(), [3; 6]);
            /// ```
            ///
            /// # Panics
            /// When no array of the cosize of a run-time layout can exist.
            ///
            /// # Compile errors
            /// If a static layout reaches more elements than an array can hold, or the layout maps to coordinates.
            #[inline]
            #[track_caller]
            pub fn filled(layout: L, value: T) -> Self
            where
                T: Clone,
            {
                const { $check };
                Self::generate(layout, |_| value.clone())
            }

            /// A tensor with the element `f(i)` at offset `i`, counted from the least offset.
            ///
            /// ```
            /// use static_layout::*;
            /// let rows = Owned::from_offsets(layout!((2, 3):(3, 1)), |i| 10 * i);
            /// assert_eq!(rows[(1, 2)], 50);
            /// let n = 3;
            /// assert_eq!(Boxed::from_offsets(layout!((2, n):(n, 1)), |i| 10 * i)[(1, 2)], 50);
            /// ```
            ///
            /// # Panics
            /// When no array of the cosize of a run-time layout can exist.
            ///
            /// # Compile errors
            /// If a static layout reaches more elements than an array can hold, or the layout maps to coordinates.
            #[inline]
            #[track_caller]
            pub fn from_offsets(layout: L, f: impl FnMut(usize) -> T) -> Self {
                const { $check };
                Self::generate(layout, f)
            }

            /// A tensor with a copy of the first `cosize` elements of `data`, from the least offset on.
            ///
            /// ```
            /// use static_layout::*;
            /// let rows = Owned::from_slice(layout!((2, 2):(2, 1)), &[1, 2, 3, 4])?;
            /// assert_eq!(rows[(1, 0)], 3);
            /// let n = 2;
            /// assert!(Boxed::from_slice(layout!((n, 2):(2, 1)), &[1, 2, 3]).is_err());
            /// # Ok::<(), LayoutError>(())
            /// ```
            ///
            /// # Errors
            /// When `data` has fewer elements than the cosize, or the cosize does not fit `isize`.
            ///
            /// # Compile errors
            /// If a static layout reaches more elements than an array can hold, or the layout maps to coordinates.
            #[inline]
            #[track_caller]
            pub fn from_slice(layout: L, data: &[T]) -> Result<Self, LayoutError>
            where
                T: Clone,
            {
                const { $check };
                if data.len() < Bounds::of(layout)?.cosize {
                    return Err(check::too_short(layout, data.len(), 0));
                }
                Ok(Self::generate(layout, |i| data[i].clone()))
            }
        }

        impl<T, L: $Layout> $Tensor<T, L> {
            /// The array: all elements, from the least offset on.
            ///
            /// ```
            /// use static_layout::*;
            /// let rows = Owned::from_offsets(layout!((2, 2):(3, 1)), |i| i);
            /// assert_eq!(rows.as_slice(), [0, 1, 2, 3, 4]);
            /// ```
            #[inline(always)]
            pub fn as_slice(&self) -> &[T] {
                self.data.as_slice()
            }

            /// The array, mutable: all elements, from the least offset on.
            ///
            /// ```
            /// use static_layout::*;
            /// let n = 2;
            /// let mut rows = Boxed::filled(layout!((2, n):(2, 1)), 0);
            /// rows.as_mut_slice()[3] = 1;
            /// assert_eq!(rows[(1, 1)], 1);
            /// ```
            #[inline(always)]
            pub fn as_mut_slice(&mut self) -> &mut [T] {
                self.data.as_mut_slice()
            }
        }
    };
}
pub(super) use array_methods;

/// Implements the constructors of both that pass natural coordinates. The arguments are those of [`array_methods`].
macro_rules! coord_array_methods {
    ($Tensor:ident, $check:expr) => {
        #[layout_macros::at_caller($Tensor)]
        impl<T, L: AnyLayout> $Tensor<T, L> {
            /// A tensor with the element `f(c)` at each natural coordinate `c`: integers nested as the shape.
            ///
            /// Elements without a coordinate have the default value. Where coordinates share an offset, the last one in
            /// linear order determines the element. The order of the calls is not specified otherwise.
            ///
            /// ```
            /// use static_layout::*;
            /// let rows = Owned::from_coords(layout!((2, 3):(3, 1)), |(i, j)| 10 * i + j);
            /// assert_eq!(rows.as_slice(), [0, 1, 2, 10, 11, 12]);
            /// let n = 3;
            /// assert!(Boxed::from_coords(layout!((2, n):(n, 1)), |(i, j)| 10 * i + j) == rows);
            /// ```
            ///
            /// # Panics
            /// When no array of the cosize of a run-time layout can exist.
            ///
            /// # Compile errors
            /// If a static layout reaches more elements than an array can hold, or the layout maps to coordinates.
            #[inline]
            #[track_caller]
            pub fn from_coords(layout: L, f: impl FnMut(NaturalCoord<L>) -> T) -> Self
            where
                T: Default,
            {
                const { $check };
                let mut out = Self::generate(layout, |_| T::default());
                out.view_mut().set_each(f);
                out
            }

            /// A tensor with the elements of `part` at the coordinates that `part` has, and `value` elsewhere, also where no
            /// coordinate is. XLA's padded dimensions.
            ///
            /// ```text
            /// a b c     in (3,5), with e     a b c e e
            /// d f g                          d f g e e
            ///                                e e e e e
            /// ```
            ///
            /// ```
            /// use static_layout::*;
            /// let part = View::new(b"abcdfg", layout!((2, 3):row))?;
            /// let padded = Owned::padded(layout!((3, 5):row), part, b'e');
            /// assert_eq!(padded.as_slice(), b"abceedfgeeeeeee");
            /// let rows = 3;
            /// assert!(Boxed::padded(layout!((rows, 5):col), part, b'e') == padded);
            /// # Ok::<(), LayoutError>(())
            /// ```
            ///
            /// # Panics
            /// When the part has a coordinate that the tensor lacks, and when no array of the cosize of a run-time layout
            /// can exist.
            ///
            /// # Compile errors
            /// As [`filled`](Self::filled), and if the coordinates of the part do not fit the nesting of the layout.
            #[inline]
            #[track_caller]
            pub fn padded<P: AnyLayout>(layout: L, part: View<'_, T, P>, value: T) -> Self
            where
                T: Clone,
            {
                const {
                    $check;
                    check::in_range::<L, NaturalCoord<P>>()
                };
                let mut out = Self::generate(layout, |_| value.clone());
                for (coord, element) in part.entries() {
                    *out.view_mut().into_element(coord) = element.clone();
                }
                out
            }

            /// A tensor with the elements of `from` from `origin` on, and `value` past the edges of `from`, also where no
            /// coordinate is: `R[c] = from[origin + c]`. The origin may be negative. A tile with a halo.
            ///
            /// ```text
            /// 0 1 2     (3,3) at (-1,1), with 9     9 9 9
            /// 3 4 5                                 1 2 9
            ///                                       4 5 9
            /// ```
            ///
            /// ```
            /// use static_layout::*;
            /// let grid = Boxed::from_offsets(layout!((2, 3):row), |i| i);
            /// let halo = Owned::window(layout!((3, 3):row), grid.view(), [-1, 1], 9);
            /// assert_eq!(halo.to_string(), "9 9 9\n1 2 9\n4 5 9");
            /// let n = 3;
            /// assert!(Boxed::window(layout!((n, 3):row), grid.view(), [-1, 1], 9) == halo);
            /// ```
            ///
            /// # Panics
            /// When no array of the cosize of a run-time layout can exist.
            ///
            /// # Compile errors
            /// As [`filled`](Self::filled), when a layout does not have `N` modes, a mode has modes, or the shape of one layout is
            /// an integer and of the other a tuple:
            /// ```compile_fail,E0080
            /// use static_layout::*;
            /// let (n, data) = (4, [1, 2, 3, 4]);
            /// let view = View::new(&data, layout!((n,):(1,))).unwrap();
            /// // the two tensors are not nested alike: ? and (?)
            /// Owned::window(layout!(3:1), view, [0], 0);
            /// ```
            #[inline]
            #[track_caller]
            pub fn window<P: PlainLayout, const N: usize>(
                layout: L,
                from: View<'_, T, P>,
                origin: [isize; N],
                value: T,
            ) -> Self
            where
                T: Clone,
                L: PlainLayout,
            {
                const {
                    $check;
                    check_copied_window::<L, P, N>()
                };
                let mut out = Self::generate(layout, |_| value.clone());
                out.view_mut().write_window(from, origin);
                out
            }
        }
    };
}
pub(super) use coord_array_methods;
