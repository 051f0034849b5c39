//! The one trait of the operations, for generic code.

use super::parts::*;
use super::properties::Collision;
use super::table::collect;
use super::*;
use crate::layout::Coords;
use crate::types::{Codomain, Coordinate, static_value};
use layout_core::StridedLayout;

collect! {
    {
        axes complements compositions divides inverses max_common memory modes orders padded_divides products
        properties recasts simplified
        [$ __operations:
/// The operations of every layout, swizzled or not, static or with run-time leaves: generic code needs the bound
/// [`AnyLayout`](crate::AnyLayout) and this trait in scope.
///
/// Each method is documented at the method of [`Layout`](struct@crate::Layout) with the same name. The signatures here
/// lack the rules of nesting: an operand that breaks a rule stops the compiler where the generic code is instantiated.
/// On a `Layout<S, D>` the inherent methods take precedence.
///
/// ```
/// use static_layout::*;
/// fn sum_of_tiles<L: AnyLayout>(l: L, data: &[f32]) -> f32 {
///     let tiled: ops::LogicalDivide<L, Layout!(4:1)> = l.logical_divide(layout!(4:1));
///     (0..tiled.size()).map(|i| data[tiled.index(i)]).sum()
/// }
/// let data: [f32; 8] = std::array::from_fn(|x| x as f32);
/// assert_eq!(sum_of_tiles(layout!((2, 4):(4, 1)), &data), 28.0);
///
/// fn columns_first<L: AnyLayout>(l: L) -> ops::Concat<ops::Mode<L, 1>, ops::Mode<L, 0>> {
///     l.mode::<1>().concat(l.mode::<0>())
/// }
/// assert_eq!(columns_first(layout!((4, (2, 3)):(6, (3, 1)))).to_string(), "((2,3),4):((3,1),6)");
///
/// fn copies<L: AnyLayout>(l: L) -> usize {
///     l.size() / l.filter().size()
/// }
/// assert_eq!(copies(layout!((4, 3):(0, 1))), 4);
///
/// fn is_row_major<L: AnyLayout>(_: L) -> bool {
///     L::IS_CONTIGUOUS_C
/// }
/// assert!(is_row_major(layout!((2, 3):row)) && !is_row_major(layout!((2, 3):col)));
///
/// fn last<L: AnyLayout>(l: L) -> usize {
///     l.index(l.size() - 1)
/// }
/// assert_eq!(last(layout!((4, 8):(8, 1))), 31);
/// assert_eq!(last(layout!(Sw<2,0,3> o 0 o (4, 8):(8, 1))), 28);
/// ```
pub trait LayoutOps: AnyLayout {
    /// [`Layout::is_injective`](crate::Layout::is_injective) of a static layout.
    const IS_INJECTIVE: bool = check::holds::<Self>(properties::Known::<Self>::PLAIN.is_injective());
    /// [`Layout::is_bijective`](crate::Layout::is_bijective) of a static layout that is not swizzled.
    const IS_BIJECTIVE: bool = check::holds_plain::<Self>(properties::Known::<Self>::PLAIN.is_bijective());
    /// [`Layout::is_contiguous`](crate::Layout::is_contiguous) of a static layout that is not swizzled.
    const IS_CONTIGUOUS: bool = check::holds_plain::<Self>(properties::Known::<Self>::PLAIN.is_contiguous());
    /// [`Layout::is_contiguous_c`](crate::Layout::is_contiguous_c) of a static layout that is not swizzled.
    const IS_CONTIGUOUS_C: bool =
        check::holds_plain::<Self>(Self::FORM.is_contiguous_c());
    /// [`Layout::is_contiguous_f`](crate::Layout::is_contiguous_f) of a static layout that is not swizzled.
    const IS_CONTIGUOUS_F: bool =
        check::holds_plain::<Self>(Self::FORM.is_contiguous_f());

    /// See [`Layout::index`](crate::Layout::index). Generic code gets a `usize`; for a layout with negative strides,
    /// whose offsets can be below 0, this does not compile: see [`offset`](Self::offset).
    #[inline(always)]
    fn index<C: Coordinate>(self, coord: C) -> usize {
        const {
            fits::<Self, C>();
            not_negative::<Self>();
        };
        word(self, coord)
    }

    /// See [`Layout::try_index`](crate::Layout::try_index).
    #[inline]
    fn try_index<C: Coordinate>(self, coord: C) -> Result<usize, LayoutError> {
        const {
            fits::<Self, C>();
            not_negative::<Self>();
        };
        if coord.lies_in(self.shape()) {
            Ok(word(self, coord))
        } else {
            Err(check::out_of_layout(self.parts().1, coord))
        }
    }

    /// See [`Layout::index_static`](crate::Layout::index_static); a coordinate that is not static stops the compiler
    /// when the generic code is instantiated.
    #[inline(always)]
    #[track_caller]
    fn index_static<C: Coordinate>(self, coord: C) -> Index<Self, C> {
        let _ = coord;
        const {
            fits::<Self, C>();
            check::require_of::<Self>(
                <Self::IsStatic as Bool>::VALUE && <C::IsStatic as Bool>::VALUE,
                "index_static needs a static layout and a static coordinate: use index",
            );
            check::static_index::<Self, C, Index<Self, C>>();
        };
        static_value()
    }

    /// See [`Layout::iter`](crate::Layout::iter); the offsets are `usize`, as in [`index`](Self::index).
    #[inline]
    fn iter(self) -> impl ExactSizeIterator<Item = usize> + DoubleEndedIterator + Clone {
        const { not_negative::<Self>() };
        let (outer, plain) = self.parts();
        let (shape, stride) = (plain.shape(), plain.stride());
        (0..shape.count()).map(move |i| outer.apply(shape.last_offset(stride, i)))
    }

    /// The offset of a coordinate, signed.
    ///
    /// # Compile errors
    /// A coordinate that does not fit the shape, and a layout that maps to coordinates.
    #[inline(always)]
    fn offset<C: Coordinate>(self, coord: C) -> isize {
        const {
            fits::<Self, C>();
            check::offsets::<Self>();
        };
        word(self, coord) as isize
    }

    /// What a coordinate maps to, as in [`Layout::index`](crate::Layout::index): an offset (signed if a stride is
    /// negative) or a coordinate.
    ///
    /// ```
    /// use static_layout::*;
    /// fn last<L: AnyLayout>(l: L) -> ops::Image<L> {
    ///     l.image(l.size() - 1)
    /// }
    /// assert_eq!(last(layout!((4, 6):(6, 1))), 23);
    /// assert_eq!(last(Layout::identity(shape!(4, 6))), (3, 5));
    /// ```
    ///
    /// # Compile errors
    /// A coordinate that does not fit the shape.
    #[inline(always)]
    fn image<C: Coordinate>(self, coord: C) -> Image<Self> {
        const { fits::<Self, C>() };
        let (outer, plain) = self.parts();
        <PlainOf<Self> as PlainLayout>::Codomain::image(outer, coord, plain.shape(), plain.stride())
    }

    /// See [`Layout::size`](crate::Layout::size).
    #[inline(always)]
    fn size(self) -> usize {
        self.shape().count()
    }

    /// The size of each mode, as an array: `[size(mode 0), size(mode 1), ..]`. CuTe's `product_each` of the shape.
    ///
    /// ```text
    /// (4,(2,3)):(6,(1,2))     [4, 6]
    /// ```
    ///
    /// The sizes are `usize`, which compare and print as integers; the leaves of [`shape`](AnyLayout::shape) can be
    /// numerals.
    ///
    /// ```
    /// use static_layout::*;
    /// fn trace<L: AnyLayout>(matrix: View<'_, i32, L>) -> i32 {
    ///     let [m, n] = matrix.layout().sizes();
    ///     (0..m.min(n)).map(|i| matrix.at((i, i))).sum()
    /// }
    /// let data = [1, 2, 3, 4, 5, 6];
    /// assert_eq!(trace(View::new(&data, layout!((2, 3):row)).unwrap()), 1 + 5);
    /// assert_eq!(layout!((4, (2, 3)):(6, (1, 2))).sizes(), [4, 6]);
    /// ```
    ///
    /// # Compile errors
    /// An array of more or fewer places than the layout has modes.
    ///
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // the shape (4,8) has 2 modes, and the array 3 places
    /// let [m, n, k] = layout!((4, 8)).sizes();
    /// ```
    #[inline(always)]
    #[track_caller]
    fn sizes<const N: usize>(self) -> [usize; N] {
        const { check::has_modes::<Self, N>() };
        check::sizes_of_modes(self)
    }

    /// The modes as a tuple, each with its own type. A leaf is its own only mode. [`Layout::from_modes`](Layout::from_modes)
    /// is the way back. With nesting known at run time only, [`dynamic::Layout::modes`](layout_core::Layout::modes)
    /// iterates.
    ///
    /// ```
    /// use static_layout::*;
    /// let n = 5;
    /// let (rows, (fast, slow)) = {
    ///     let (rows, columns) = layout!((n, (2, 4)):(8, (1, 2))).modes();
    ///     (rows, columns.modes())
    /// };
    /// assert_eq!([rows.to_string(), fast.to_string(), slow.to_string()], ["5:8", "2:1", "4:2"]);
    /// assert_eq!(size_of_val(&slow), 0);
    /// ```
    #[inline(always)]
    fn modes(self) -> <Self::Shape as ModesOf<Self>>::Modes
    where
        Self::Shape: ModesOf<Self>,
    {
        <Self::Shape as ModesOf<Self>>::modes(self)
    }

    /// See [`Layout::cosize`](crate::Layout::cosize); a swizzled layout has the cosize of the layout inside.
    #[inline(always)]
    fn cosize(self) -> usize {
        check::cosize_of(self.parts().1)
    }

    /// See [`Layout::rank`](crate::Layout::rank).
    #[inline(always)]
    fn rank(self) -> usize {
        const { <Self::Shape as IntTuple>::DESC.rank() }
    }

    /// See [`Layout::depth`](crate::Layout::depth).
    #[inline(always)]
    fn depth(self) -> usize {
        const { <Self::Shape as IntTuple>::DESC.depth() }
    }

    /// See [`Layout::coord`](crate::Layout::coord).
    #[inline(always)]
    fn coord(self, linear: usize) -> <Self::Shape as IntTuple>::Coord {
        self.shape().last_digits(linear)
    }

    /// See [`Layout::coords`](crate::Layout::coords).
    ///
    /// ```
    /// use static_layout::*;
    /// fn total<L: AnyLayout>(layout: L, data: &[usize]) -> usize {
    ///     layout.coords().map(|c| data[layout.index(c)]).sum()
    /// }
    /// let data = [0, 1, 2, 3, 4, 5, 6, 7];
    /// assert_eq!(total(layout!((2, 2):(1, 4)), &data), 0 + 1 + 4 + 5);
    /// assert_eq!(total(layout!(Sw<1,0,2> o 0 o (2, 2):(1, 4)), &data), 0 + 1 + 5 + 4);
    /// ```
    #[inline]
    fn coords(self) -> Coords<Self::Shape> {
        Coords::of(self.shape())
    }

    /// See [`Layout::flat_coord`](crate::Layout::flat_coord).
    #[inline(always)]
    fn flat_coord(self, linear: usize) -> <Self::Shape as IntTuple>::FlatCoord {
        self.shape().mode_digits(linear)
    }

    /// See [`Layout::slice`](crate::Layout::slice); a coordinate that does not fit the shape stops the compiler when the
    /// generic code is instantiated. The offset is `usize`; for a layout with negative strides this
    /// does not compile: see [`part`](Self::part) and [`offset`](Self::offset).
    ///
    /// In a swizzled layout the offset moves inside, before the swizzle; the offset that remains is 0.
    ///
    /// ```
    /// use static_layout::typenum::{U0, U2};
    /// use static_layout::*;
    /// let a = ComposedLayout::new(Swizzle::<U2, U0, U2>::default(), U0::new(), layout!((4, 4):(1, 4)));
    /// let (column, offset) = a.slice(coord!(_, 3));
    /// assert_eq!((column.to_string(), offset), ("Sw<2,0,2> o 12 o (4):(1)".into(), 0));
    /// ```
    #[inline(always)]
    #[track_caller]
    fn slice<C: IntTuple>(self, coord: C) -> (Slice<Self, C>, usize) {
        const {
            fits::<Self, C>();
            not_negative::<Self>();
        };
        sliced(self, coord)
    }

    /// The layout of [`slice`](Self::slice), without the offset.
    ///
    /// # Compile errors
    /// A coordinate that does not fit the shape.
    #[inline(always)]
    #[track_caller]
    fn part<C: IntTuple>(self, coord: C) -> Slice<Self, C> {
        const { fits::<Self, C>() };
        sliced(self, coord).0
    }

    /// See [`Layout::slice_axes`](crate::Layout::slice_axes). In a swizzled layout the offset moves inside, before the
    /// swizzle; the offset that remains is 0.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!(Sw<2,0,2> o 0 o (4,4):(4,1));
    /// let (part, offset) = a.slice_axes(slices!(1..3, ..;-2));
    /// assert_eq!((part.to_string(), offset), ("Sw<2,0,2> o 7 o (2,2):(4,-2)".into(), 0));
    /// assert_eq!((size_of_val(&part), part.offset((1, 0))), (0, a.index((2, 3)) as isize));
    /// ```
    #[inline(always)]
    #[track_caller]
    fn slice_axes<C: IntTuple>(self, slices: C) -> (SliceAxes<Self, C>, isize) {
        const { slice_axes::check::<Self, C>() };
        slice_axes::compute_or_panic(self, slices)
    }
    /// See [`Layout::try_slice_axes`](crate::Layout::try_slice_axes).
    #[inline(always)]
    #[track_caller]
    fn try_slice_axes<C: IntTuple>(
        self,
        slices: C,
    ) -> Result<(SliceAxes<Self, C>, isize), LayoutError> {
        const { slice_axes::check::<Self, C>() };
        slice_axes::compute(self, slices)
    }

    /// See [`Layout::strided`](crate::Layout::strided).
    #[inline]
    fn strided<T>(self) -> Result<StridedLayout, LayoutError> {
        const { check::require(<Self::OffsetMap as OffsetMap>::IS_IDENTITY, memory::SWIZZLED) };
        memory::strided::<T, _>(self.parts().1)
    }

    /// See [`Layout::same_function`](crate::Layout::same_function).
    #[inline]
    #[track_caller]
    fn same_function<B: AnyLayout>(self, b: B) -> bool {
        const { properties::comparable::<Self, B>() };
        properties::same_function(self, b)
    }

    /// See [`Layout::max_common_vector`](crate::Layout::max_common_vector). For swizzled layouts it is the vector of
    /// the layouts inside, at most `2^M`, counted from the offset on.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!(Sw<2,3,3> o 0 o (8,32):(32,1));
    /// assert_eq!(a.max_common_vector(layout!((8,32):(32,1))), 8);
    /// assert_eq!(layout!((8,32):(32,1)).max_common_vector(a), 8);
    /// ```
    #[inline(always)]
    #[track_caller]
    fn max_common_vector<B: AnyLayout>(self, b: B) -> usize {
        const { max_common_layout::check::<PlainOf<Self>, PlainOf<B>>() };
        max_common::max_common_vector(self, b)
    }

    /// See [`Layout::max_alignment`](crate::Layout::max_alignment); for a swizzled layout it also divides `2^M` and the
    /// offset.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(layout!(Sw<2,3,3> o 0 o (8,32):(32,1)).max_alignment(), 8);
    /// ```
    #[inline]
    fn max_alignment(self) -> usize {
        let (outer, plain) = self.parts();
        match outer.composed(PlainLayout::plain(plain)) {
            None => recasts::max_alignment(plain),
            Some(composed) => composed.max_alignment() as usize,
        }
    }
}
        ]
    } {} {}
}
