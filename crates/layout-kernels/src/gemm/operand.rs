//! A matrix as a kernel reads it: its first element, and how offsets grow along rows and columns.

use layout_core as value;
use static_layout::internal::{Form, OffsetMap};

/// How offsets grow along a mode.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// By 1. A static extent of 1 has no second element, and counts as this.
    Unit,
    /// By one static number other than 1.
    Even,
    /// By one number that is known at run time.
    Open,
    /// By several numbers, or through a swizzle.
    Uneven,
}

/// What the compiler knows of a matrix.
#[derive(Clone, Copy)]
pub struct MatrixForm {
    /// How offsets grow from row to row, and from column to column.
    pub steps: [Step; 2],
    /// The numbers of rows and columns that are static.
    pub extents: [Option<usize>; 2],
    /// The numbers of rows and of columns, powers of two, that are neighbours before a swizzle, from each multiple of the number on.
    pub runs: [usize; 2],
    /// Whether an offset takes a division by a run-time number.
    pub divides: bool,
}

impl MatrixForm {
    /// Whether two strides describe the matrix.
    pub const fn is_even(&self) -> bool {
        !matches!(self.steps[0], Step::Uneven) && !matches!(self.steps[1], Step::Uneven)
    }
    /// The form of the transposed matrix.
    pub const fn transposed(self) -> Self {
        let Self { steps: [rows, columns], extents: [m, n], runs: [down, across], .. } = self;
        Self { steps: [columns, rows], extents: [n, m], runs: [across, down], ..self }
    }
    /// The form of the last four rows (`last`), or of the rows before them.
    pub const fn four_apart(self, last: bool) -> Self {
        let [rows, columns] = self.extents;
        let rows = match rows {
            _ if last => Some(4),
            // An A with fewer rows than C does not compile, but this constant may be computed before the compiler stops.
            Some(rows) => Some(rows.saturating_sub(4)),
            None => None,
        };
        // Other rows start the runs.
        Self { extents: [rows, columns], runs: [1, self.runs[1]], ..self }
    }
    /// The form of a matrix whose run-time stride from row to row was found to be 1.
    pub const fn with_unit_rows(self) -> Self {
        Self { steps: [Step::Unit, self.steps[1]], ..self }
    }
}

/// The elements of a matrix, by row and column.
pub trait Operand: Copy {
    /// The type of the elements in memory.
    type Element: Copy;
    /// The function applied to the sum of the offsets of a row and a column: the identity or a swizzle.
    type Through: OffsetMap;
    /// What the compiler knows of the matrix.
    const FORM: MatrixForm;

    /// A pointer to the element at offset 0. Writing through it requires that it was made from a pointer to write.
    fn start(self) -> *mut Self::Element;
    /// The number of rows and of columns.
    fn extents(self) -> [usize; 2];
    /// The function applied to sums of offsets.
    fn through(self) -> Self::Through;
    /// The sum of the offsets of a row and of a column, in two's complement.
    fn sum(self, row: usize, column: usize) -> usize;
    /// The offset of an element.
    #[inline(always)]
    fn offset(self, row: usize, column: usize) -> isize {
        self.through().apply(self.sum(row, column)) as isize
    }
    /// The offset from row to row. It has no meaning if rows are [`Uneven`](Step::Uneven).
    #[inline(always)]
    fn row_stride(self) -> isize {
        if const { matches!(Self::FORM.steps[0], Step::Unit) } { 1 } else { self.offset(1, 0) }
    }
    /// The offset from column to column. It has no meaning if columns are [`Uneven`](Step::Uneven).
    #[inline(always)]
    fn column_stride(self) -> isize {
        if const { matches!(Self::FORM.steps[1], Step::Unit) } { 1 } else { self.offset(0, 1) }
    }
}

/// A matrix with a layout of two modes, each a number or a tuple.
#[derive(Clone, Copy)]
pub struct Matrix<T, L> {
    start: *mut T,
    layout: L,
}

/// One matrix of a batch, by its number: the third mode of the layout counts the matrices.
#[derive(Clone, Copy)]
pub struct OfBatch<T, L>(Matrix<T, L>, usize);

/// The static facts of a mode: fields of a [`MatrixForm`].
struct ModeForm {
    step: Step,
    extent: Option<usize>,
    run: usize,
    divides: bool,
}

/// The length of runs that do not end within a mode.
const ALL: usize = 1 << (usize::BITS - 1);

/// Returns the static facts of mode `i`.
const fn mode(layout: &value::Layout, i: usize) -> ModeForm {
    let mut form = ModeForm { step: Step::Uneven, extent: None, run: 1, divides: true };
    let Ok(mode) = layout.mode(i) else { return form };
    if mode.shape().all_known()
        && let Ok(size) = mode.shape().size()
    {
        form.extent = Some(size as usize);
    }
    let Ok(mode) = mode.coalesce() else { return form };
    let (leaves, stride) = (mode.shape().leaf_count(), mode.stride());
    // The last leaf has what the others leave of a coordinate.
    let mut k = 0;
    form.divides = false;
    while k + 1 < leaves {
        form.divides |= !mode.known(k).0;
        k += 1;
    }
    if leaves == 1 {
        form.step = if matches!(form.extent, Some(1)) {
            Step::Unit
        } else if !stride.is_known(0) {
            Step::Open
        } else if stride.value(0) == 1 {
            Step::Unit
        } else {
            Step::Even
        };
    }
    if matches!(form.step, Step::Unit) {
        form.run = ALL;
    } else if leaves > 1 && matches!(mode.known(0), (true, true)) && mode.leaf(0).1 == 1 {
        let extent = mode.leaf(0).0 as usize;
        // The greatest power of two that divides the extent, so that no run crosses its end.
        form.run = if extent == 0 { 1 } else { 1 << extent.trailing_zeros() };
    }
    form
}

impl<T, L: Form> Matrix<T, L> {
    const FORM: MatrixForm = {
        let [rows, columns] = [mode(&L::FORM, 0), mode(&L::FORM, 1)];
        let steps =
            if L::Outer::IS_IDENTITY { [rows.step, columns.step] } else { [Step::Uneven; 2] };
        let (extents, runs) = ([rows.extent, columns.extent], [rows.run, columns.run]);
        MatrixForm { steps, extents, runs, divides: rows.divides || columns.divides }
    };

    /// Makes a matrix whose offset 0 is at `start`.
    #[inline(always)]
    pub fn new(start: *mut T, layout: L) -> Self {
        Matrix { start, layout }
    }

    /// The layout.
    #[inline(always)]
    pub fn layout(&self) -> L {
        self.layout
    }

    /// The matrix with elements of another type of the same size and alignment.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub fn cast<U>(self) -> Matrix<U, L> {
        Matrix { start: self.start.cast(), layout: self.layout }
    }

    /// Matrix `batch` of the batch.
    ///
    /// `agree::check` has checked that there is a third mode. A second check here would make the compiler report the
    /// error twice.
    #[inline(always)]
    pub fn of_batch(self, batch: usize) -> OfBatch<T, L> {
        // A swizzle applies to the whole offset; without one, the offset of the batch is added to the start.
        if L::Outer::IS_IDENTITY {
            let offset = self.layout.plain_offset([0, 0, batch]);
            OfBatch(Matrix { start: self.start.wrapping_add(offset), ..self }, 0)
        } else {
            OfBatch(self, batch)
        }
    }

    /// Whether the offset grows by 1 from each coordinate of mode `i` to the next, found from the strides: without the
    /// memory that a list of the offsets takes.
    #[cfg(feature = "alloc")]
    pub fn runs(self, i: usize) -> bool {
        let mode = self.layout.with_words().mode(i).and_then(|mode| mode.coalesce());
        let runs = |mode: value::Layout| {
            mode.size() == 1 || (mode.leaf_count() == 1 && mode.leaf(0).1 == 1)
        };
        L::Outer::IS_IDENTITY && mode.is_ok_and(runs)
    }

    /// The number of matrices in the batch.
    #[inline(always)]
    pub fn batches(self) -> usize {
        self.layout.mode_sizes::<3>()[2]
    }
}

impl<T: Copy, L: Form> Operand for Matrix<T, L> {
    type Element = T;
    type Through = L::Outer;
    const FORM: MatrixForm = Self::FORM;

    #[inline(always)]
    fn start(self) -> *mut T {
        self.start
    }
    #[inline(always)]
    fn extents(self) -> [usize; 2] {
        self.layout.mode_sizes()
    }
    #[inline(always)]
    fn through(self) -> L::Outer {
        self.layout.outer()
    }
    #[inline(always)]
    fn sum(self, row: usize, column: usize) -> usize {
        self.layout.plain_offset([row, column])
    }
}

/// Defines methods of [`Operand`] that forward to the matrix in a field.
macro_rules! as_inside {
    ($field:tt: $($name:ident($($place:ident),*) -> $result:ty;)*) => {$(
        #[inline(always)]
        fn $name(self $(, $place: usize)*) -> $result {
            self.$field.$name($($place),*)
        }
    )*};
}
#[cfg(feature = "rayon")]
pub(super) use as_inside;

impl<T: Copy, L: Form> Operand for OfBatch<T, L> {
    type Element = T;
    type Through = L::Outer;
    const FORM: MatrixForm = Matrix::<T, L>::FORM;

    as_inside! {
        0:
        start() -> *mut T;
        extents() -> [usize; 2];
        through() -> L::Outer;
    }
    #[inline(always)]
    fn sum(self, row: usize, column: usize) -> usize {
        self.0.layout.plain_offset([row, column, self.1])
    }
}

/// The transposed matrix.
#[derive(Clone, Copy)]
pub struct Transposed<M>(pub M);

impl<M: Operand> Operand for Transposed<M> {
    type Element = M::Element;
    type Through = M::Through;
    const FORM: MatrixForm = M::FORM.transposed();

    as_inside! {
        0:
        start() -> *mut M::Element;
        through() -> M::Through;
    }
    #[inline(always)]
    fn extents(self) -> [usize; 2] {
        let [rows, columns] = self.0.extents();
        [columns, rows]
    }
    #[inline(always)]
    fn sum(self, row: usize, column: usize) -> usize {
        self.0.sum(column, row)
    }
    #[inline(always)]
    fn row_stride(self) -> isize {
        self.0.column_stride()
    }
    #[inline(always)]
    fn column_stride(self) -> isize {
        self.0.row_stride()
    }
}

/// A matrix with an [`Open`](Step::Open) stride from row to row, found to be 1 at run time.
#[derive(Clone, Copy)]
pub struct UnitRows<M>(pub M);

impl<M: Operand> Operand for UnitRows<M> {
    type Element = M::Element;
    type Through = M::Through;
    const FORM: MatrixForm = M::FORM.with_unit_rows();

    as_inside! {
        0:
        start() -> *mut M::Element;
        extents() -> [usize; 2];
        through() -> M::Through;
        sum(row, column) -> usize;
        column_stride() -> isize;
    }
}

/// The last four rows of the matrix (`LAST`), or the rows before them. Rows must not be [`Uneven`](Step::Uneven).
#[derive(Clone, Copy)]
pub struct FourApart<M, const LAST: bool>(pub M);

impl<M: Operand, const LAST: bool> Operand for FourApart<M, LAST> {
    type Element = M::Element;
    type Through = M::Through;
    const FORM: MatrixForm = M::FORM.four_apart(LAST);

    as_inside! {
        0:
        through() -> M::Through;
        sum(row, column) -> usize;
        row_stride() -> isize;
        column_stride() -> isize;
    }
    #[inline(always)]
    fn start(self) -> *mut M::Element {
        let first = if LAST { self.0.extents()[0] - 4 } else { 0 };
        self.0.start().wrapping_offset(first as isize * self.0.row_stride())
    }
    #[inline(always)]
    fn extents(self) -> [usize; 2] {
        let [rows, columns] = self.0.extents();
        [if LAST { 4 } else { rows - 4 }, columns]
    }
}
