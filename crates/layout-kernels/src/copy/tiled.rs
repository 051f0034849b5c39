//! Copies divided among threads.

use super::atom::{CopyAtom, NamedAtom};
use super::known::StaticPlan;
use super::{CopyOf, copy_with, try_copy_with};
use crate::crate_only::CrateOnly;
use core::marker::PhantomData;
use layout_core::{LayoutError, Text};
use static_layout::internal::{
    self, Form, ThreadPartLayout, ThreadParts, ThreadPartsMut, ThreadValueTile, ThreadValues,
    check_thread_tile, check_thread_values, static_value, unwrap_or_panic, values_of_threads,
    values_of_threads_mut,
};
use static_layout::{AnyLayout, LayoutOps, Tensor, TensorMut, View, ViewMut};

/// A copy divided among threads: an atom, the layout of the threads, and the layout of the values of each thread. A
/// tile has `threads.shape * values.shape` elements, mode by mode, and each of them is one value of one thread. CuTe:
/// `TiledCopy`, made by `make_tiled_copy`.
///
/// ```text
/// threads (2,2):(2,1), values (1,4)     a tile of 2 by 8, thread.value
///                                       0.0 0.1 0.2 0.3 | 1.0 1.1 1.2 1.3
///                                       2.0 2.1 2.2 2.3 | 3.0 3.1 3.2 3.3
/// ```
///
/// ```
/// use static_layout::typenum::U4;
/// use static_layout::*;
/// use static_layout_kernels::{TiledCopy, VectorMove};
/// let tiled = TiledCopy::new(VectorMove::<U4>::new(), layout!((2, 2):(2, 1)), layout!((1, 4):row));
/// assert_eq!(tiled.layout_tv().to_string(), "((2,2),4):((8,1),2)");
/// let (data, mut swizzled) = ([7_u32; 64], [0; 64]);
/// let from = View::new(&data, layout!((4, 16):row))?;
/// let mut to = ViewMut::new(&mut swizzled, layout!(Sw<2,2,2> o 0 o (4, 16):row))?;
/// // The part of thread 2: its 4 values in each of the (2,2) tiles.
/// assert_eq!(tiled.partition(from, 2).layout().shape().display().to_string(), "(4,(2,2))");
/// // All threads, one after another.
/// tiled.copy(from, &mut to);
/// assert_eq!(swizzled, data);
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Compile errors
/// If a place of the tile is not a value of exactly one thread:
/// ```compile_fail,E0080
/// use static_layout::typenum::U4;
/// use static_layout::*;
/// use static_layout_kernels::{TiledCopy, VectorMove};
/// // threads (2,2):(2,1) and values (1,4):(1,2) do not name each element of a tile once
/// TiledCopy::new(VectorMove::<U4>::new(), layout!((2, 2):(2, 1)), layout!((1, 4):(1, 2)));
/// ```
/// If the values of a thread are not whole atoms:
/// ```compile_fail,E0080
/// use static_layout::typenum::U4;
/// use static_layout::*;
/// use static_layout_kernels::{TiledCopy, VectorMove};
/// // an atom of 4 elements does not divide the 6 values of a thread
/// TiledCopy::new(VectorMove::<U4>::new(), layout!((2, 2):(2, 1)), layout!((1, 6):row));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TiledCopy<M, R, V> {
    atom: M,
    layouts: PhantomData<(R, V)>,
}

/// Stops the compiler unless the atom divides the values of a thread.
#[track_caller]
const fn are_whole<M: CopyAtom, V: AnyLayout>() {
    let atom = <M::From as Form>::FORM.size();
    let values = V::FORM.size();
    if values % atom != 0 && internal::are_made::<M::From, V, V>() {
        let text = Text::of("an atom of ").then_number(atom).then(" elements does not divide the ");
        internal::stop(text.then_number(values).then(" values of a thread").as_str())
    }
}

/// The plan of the copy that one thread makes.
type StaticPlanOfParts<M, T, A, B, R, V> =
    StaticPlan<NamedAtom<M>, T, ThreadPartLayout<A, R, V>, ThreadPartLayout<B, R, V>>;

#[layout_macros::at_caller]
impl<M: CopyAtom, R: AnyLayout, V: AnyLayout> TiledCopy<M, R, V> {
    /// The copy by `threads`, each of which moves `values` of a tile by `atom`.
    ///
    /// # Compile errors
    /// If a layout is not static, if a place of the tile is not a value of exactly one thread, or if the atom does not
    /// divide the values of a thread.
    #[inline(always)]
    #[track_caller]
    #[doc(alias = "make_tiled_copy")]
    pub fn new(atom: M, threads: R, values: V) -> Self {
        const {
            check_thread_tile::<R, V>();
            are_whole::<M, V>()
        };
        let _ = (threads, values);
        TiledCopy { atom, layouts: PhantomData }
    }

    /// The atom, one step of a thread.
    #[inline(always)]
    pub fn atom(self) -> M {
        self.atom
    }

    /// The number of threads.
    #[inline(always)]
    pub fn threads(self) -> usize {
        static_value::<R>().size()
    }

    /// The tile that all threads move together.
    #[inline(always)]
    pub fn tile(self) -> ThreadValueTile<R, V> {
        static_value()
    }

    /// The layout from `(thread, value)` to the place in the tile, a linear index. CuTe: `TiledLayout_TV`.
    #[inline(always)]
    #[doc(alias = "TiledLayout_TV")]
    pub fn layout_tv(self) -> ThreadValues<R, V> {
        static_value()
    }

    /// The elements of one thread, with the modes `(values, tiles)`. CuTe: `get_slice(thread).partition_S(tensor)`.
    ///
    /// ```
    /// use static_layout::typenum::U2;
    /// use static_layout::*;
    /// use static_layout_kernels::{TiledCopy, VectorMove};
    /// let tiled = TiledCopy::new(VectorMove::<U2>::new(), layout!(3:1), layout!(2:1));
    /// let data: [usize; 12] = std::array::from_fn(|i| i);
    /// assert!(tiled.partition(View::new(&data, layout!(12:1))?, 1).iter().eq(&[2, 3, 8, 9]));
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// If the tile does not divide run-time extents: see [`try_partitions`](Self::try_partitions), which
    /// returns the error instead. If `thread` is not less than the number of threads.
    ///
    /// # Compile errors
    /// If the tile does not divide static extents.
    #[inline]
    #[track_caller]
    #[doc(alias = "get_slice")]
    #[doc(alias = "partition_S")]
    pub fn partition<'a, T, L: AnyLayout>(
        self,
        tensor: View<'a, T, L>,
        thread: usize,
    ) -> View<'a, T, ThreadPartLayout<L, R, V>> {
        const { check_thread_values::<L, R, V>() };
        // SAFETY: `values_of_threads` requires a tile that divides the layout; `check_thread_values` has checked it
        // above.
        let part = unwrap_or_panic(unsafe { values_of_threads::<T, L, R, V>(tensor) }).nth(thread);
        part.unwrap_or_else(|| panic!("no thread {thread} of {}", self.threads()))
    }

    /// The elements of each thread, in the order of the threads.
    ///
    /// ```
    /// use static_layout::typenum::U2;
    /// use static_layout::*;
    /// use static_layout_kernels::{TiledCopy, VectorMove};
    /// let tiled = TiledCopy::new(VectorMove::<U2>::new(), layout!(3:1), layout!(2:1));
    /// let (data, n) = ([0, 1, 2, 3, 4, 5, 6, 7], 6);
    /// let parts = tiled.try_partitions(View::new(&data, layout!((n):(1)))?)?;
    /// assert_eq!(parts.count(), 3);
    /// let n = 8;
    /// assert!(tiled.try_partitions(View::new(&data, layout!((n):(1)))?).is_err());
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// If the tile does not divide run-time extents.
    ///
    /// # Compile errors
    /// If the tile does not divide static extents.
    #[inline]
    pub fn try_partitions<'a, T, L: AnyLayout>(
        self,
        tensor: View<'a, T, L>,
    ) -> Result<ThreadParts<'a, T, L, R, V>, LayoutError> {
        const { check_thread_values::<L, R, V>() };
        // SAFETY: `values_of_threads` requires a tile that divides the layout; `check_thread_values` has checked it
        // above.
        unsafe { values_of_threads::<T, L, R, V>(tensor) }
    }

    /// The elements of each thread, in the order of the threads, which may write them at the same time. CuTe:
    /// `get_slice(thread).partition_D(tensor)`, of all threads.
    ///
    /// ```
    /// use static_layout::typenum::U2;
    /// use static_layout::*;
    /// use static_layout_kernels::{TiledCopy, VectorMove};
    /// let tiled = TiledCopy::new(VectorMove::<U2>::new(), layout!(2:1), layout!(2:1));
    /// let mut data = [0; 8];
    /// let mut view = ViewMut::new(&mut data, layout!(8:1))?;
    /// std::thread::scope(|scope| {
    ///     for (thread, mut part) in tiled.partitions_mut(&mut view).enumerate() {
    ///         scope.spawn(move || part.fill(thread));
    ///     }
    /// });
    /// assert_eq!(data, [0, 0, 1, 1, 0, 0, 1, 1]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// If the tile does not divide run-time extents, or if a run-time layout maps two coordinates to one
    /// element: see [`try_partitions_mut`](Self::try_partitions_mut), which returns the error instead.
    ///
    /// # Compile errors
    /// If the tile does not divide static extents, or if a static layout maps two coordinates to one
    /// element.
    #[inline]
    #[track_caller]
    #[doc(alias = "partition_D")]
    pub fn partitions_mut<'a, T, L: AnyLayout>(
        self,
        tensor: &'a mut ViewMut<'_, T, L>,
    ) -> ThreadPartsMut<'a, T, L, R, V> {
        const {
            check_thread_values::<L, R, V>();
            internal::disjoint::<L>()
        };
        // SAFETY: `values_of_threads_mut` requires a tile that divides the layout, and a static layout without repeated
        // elements (rule D); `check_thread_values` and `disjoint` have checked both above.
        unwrap_or_panic(unsafe { values_of_threads_mut::<T, L, R, V>(tensor.reborrow()) })
    }

    /// [`partitions_mut`](Self::partitions_mut), which returns a refusal of run-time integers as an error.
    ///
    /// ```
    /// use static_layout::typenum::U2;
    /// use static_layout::*;
    /// use static_layout_kernels::{TiledCopy, VectorMove};
    /// let tiled = TiledCopy::new(VectorMove::<U2>::new(), layout!(3:1), layout!(2:1));
    /// let (mut data, n) = ([0; 8], 6);
    /// assert_eq!(tiled.try_partitions_mut(&mut ViewMut::new(&mut data, layout!((n):(1)))?)?.count(), 3);
    /// let n = 8;
    /// assert!(tiled.try_partitions_mut(&mut ViewMut::new(&mut data, layout!((n):(1)))?).is_err());
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// If the tile does not divide run-time extents, or if a run-time layout maps two coordinates to one
    /// element.
    ///
    /// # Compile errors
    /// If the tile does not divide static extents, or if a static layout maps two coordinates to one
    /// element.
    #[inline]
    pub fn try_partitions_mut<'a, T, L: AnyLayout>(
        self,
        tensor: &'a mut ViewMut<'_, T, L>,
    ) -> Result<ThreadPartsMut<'a, T, L, R, V>, LayoutError> {
        const {
            check_thread_values::<L, R, V>();
            internal::disjoint::<L>()
        };
        // SAFETY: `values_of_threads_mut` requires a tile that divides the layout, and a static layout without repeated
        // elements (rule D); `check_thread_values` and `disjoint` have checked both above.
        unsafe { values_of_threads_mut::<T, L, R, V>(tensor.reborrow()) }
    }

    /// Copies all tiles on the calling thread: the part of each thread by the atom, in the order of the threads.
    ///
    /// # Panics
    /// If the tile does not divide run-time extents, if a run-time destination maps two coordinates to
    /// one element, or if [`copy_with`] refuses the run-time parts of a thread: see [`try_copy`](Self::try_copy), which
    /// returns the error instead.
    ///
    /// # Compile errors
    /// For the same reasons, of static layouts.
    #[inline]
    #[track_caller]
    pub fn copy<T: Copy, U: CopyOf<T>, A: AnyLayout, B: AnyLayout>(
        self,
        from: impl Tensor<Element = T, Layout = A>,
        to: &mut impl TensorMut<Element = U, Layout = B>,
    ) {
        let (from, to) = (from.view(), &mut to.view_mut());
        const {
            check_thread_values::<A, R, V>();
            check_thread_values::<B, R, V>();
            internal::disjoint::<B>()
        };
        let _ = const { &StaticPlanOfParts::<M, T, A, B, R, V>::PLAN };
        let to = U::room(to, CrateOnly).reborrow();
        // SAFETY: both functions require a tile that divides the layout, and `values_of_threads_mut` a static layout
        // without repeated elements (rule D); `check_thread_values` and `disjoint` have checked them above.
        let (from, to) = unsafe {
            (
                unwrap_or_panic(values_of_threads::<T, A, R, V>(from)),
                unwrap_or_panic(values_of_threads_mut::<T, B, R, V>(to)),
            )
        };
        from.zip(to).for_each(|(from, mut to)| copy_with(self.atom, from, &mut to))
    }

    /// [`copy`](Self::copy), which returns a refusal of run-time integers as an error.
    ///
    /// ```
    /// use static_layout::typenum::U2;
    /// use static_layout::*;
    /// use static_layout_kernels::{TiledCopy, VectorMove};
    /// let tiled = TiledCopy::new(VectorMove::<U2>::new(), layout!(3:1), layout!(2:1));
    /// let (data, mut copied, n) = ([1, 2, 3, 4, 5, 6, 7, 8], [0; 8], 6);
    /// tiled.try_copy(View::new(&data, layout!((n):(1)))?, &mut ViewMut::new(&mut copied, layout!((n):(1)))?)?;
    /// assert_eq!(copied, [1, 2, 3, 4, 5, 6, 0, 0]);
    /// let n = 8;
    /// let all = View::new(&data, layout!((n):(1)))?;
    /// assert!(tiled.try_copy(all, &mut ViewMut::new(&mut copied, layout!((n):(1)))?).is_err());
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// If the tile does not divide run-time extents, if a run-time destination maps two coordinates to
    /// one element, or if [`try_copy_with`] refuses the run-time parts of a thread.
    ///
    /// # Compile errors
    /// For the same reasons, of static layouts.
    #[inline]
    pub fn try_copy<T: Copy, U: CopyOf<T>, A: AnyLayout, B: AnyLayout>(
        self,
        from: impl Tensor<Element = T, Layout = A>,
        to: &mut impl TensorMut<Element = U, Layout = B>,
    ) -> Result<(), LayoutError> {
        let (from, to) = (from.view(), &mut to.view_mut());
        const {
            check_thread_values::<A, R, V>();
            check_thread_values::<B, R, V>();
            internal::disjoint::<B>()
        };
        let _ = const { &StaticPlanOfParts::<M, T, A, B, R, V>::PLAN };
        let to = U::room(to, CrateOnly).reborrow();
        // SAFETY: both functions require a tile that divides the layout, and `values_of_threads_mut` a static layout
        // without repeated elements (rule D); `check_thread_values` and `disjoint` have checked them above.
        let mut parts = unsafe {
            values_of_threads::<T, A, R, V>(from)?.zip(values_of_threads_mut::<T, B, R, V>(to)?)
        };
        parts.try_for_each(|(from, mut to)| try_copy_with(self.atom, from, &mut to))
    }
}
