//! A matrix as a kernel sees it: how its offsets grow along its rows and along its columns.

use crate::layout::{AnyLayout, Mapping, PlainLayout, PlainOf};
use crate::swizzle::Outer;
use crate::tuple::IntTuple;
use layout_core as value;

/// How offsets grow along a mode.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// By 1.
    Unit,
    /// By one number, which is not 1, or of which nothing depends because the extent is 1.
    Even,
    /// By one number that is known at run time.
    Open,
    /// By several numbers, or through a swizzle.
    Uneven,
}

/// A matrix without its elements.
pub trait Operand: Copy {
    /// How offsets grow from row to row.
    const ROWS: Step;
    /// How offsets grow from column to column.
    const COLUMNS: Step;
    /// The extents that are static.
    const EXTENTS: [Option<usize>; 2];

    /// The number of rows and of columns.
    fn extents(self) -> [usize; 2];
    /// The offset of an element.
    fn offset(self, row: usize, column: usize) -> isize;
    /// The offset from row to row; means something unless rows are [`Uneven`](Step::Uneven).
    fn row_stride(self) -> isize;
    /// The same from column to column.
    fn column_stride(self) -> isize;
}

/// A matrix with a layout of two modes, each a number or a tuple.
#[derive(Clone, Copy)]
pub struct Matrix<L>(pub L);

/// The step and the static extent of mode `i`.
const fn mode(layout: &value::Layout, i: usize) -> (Step, Option<usize>) {
    let Ok(mode) = layout.mode(i) else { return (Step::Uneven, None) };
    let extent = if mode.shape().all_known() {
        match mode.shape().size() {
            Ok(size) => Some(size as usize),
            Err(_) => None,
        }
    } else {
        None
    };
    let Ok(mode) = mode.coalesce() else { return (Step::Uneven, extent) };
    let stride = mode.stride();
    let step = if mode.shape().leaf_count() != 1 {
        Step::Uneven
    } else if matches!(extent, Some(1)) {
        Step::Even
    } else if !stride.is_known(0) {
        Step::Open
    } else if stride.value(0) == 1 {
        Step::Unit
    } else {
        Step::Even
    };
    (step, extent)
}

impl<L: AnyLayout> Matrix<L> {
    const MODES: [(Step, Option<usize>); 2] = {
        let layout = <PlainOf<L> as PlainLayout>::DESC;
        assert!(layout.rank() == 2, "a matrix has two modes: ((rows), (columns))");
        let [(rows, m), (columns, n)] = [mode(&layout, 0), mode(&layout, 1)];
        if <L as crate::algebra::Tiler>::Outer::IS_IDENTITY {
            [(rows, m), (columns, n)]
        } else {
            [(Step::Uneven, m), (Step::Uneven, n)]
        }
    };
}

impl<L: AnyLayout> Operand for Matrix<L> {
    const ROWS: Step = Self::MODES[0].0;
    const COLUMNS: Step = Self::MODES[1].0;
    const EXTENTS: [Option<usize>; 2] = [Self::MODES[0].1, Self::MODES[1].1];

    #[inline(always)]
    fn extents(self) -> [usize; 2] {
        // Of two modes: `MODES` says so, and every kernel asks it.
        let shape = self.0.shape().list();
        [first_size(shape), second_size(shape)]
    }
    #[inline(always)]
    fn offset(self, row: usize, column: usize) -> isize {
        let (outer, plain) = self.0.split();
        outer.apply((row, column).dot(plain.shape(), plain.stride())) as isize
    }
    #[inline(always)]
    fn row_stride(self) -> isize {
        if matches!(Self::ROWS, Step::Unit) { 1 } else { self.offset(1, 0) }
    }
    #[inline(always)]
    fn column_stride(self) -> isize {
        if matches!(Self::COLUMNS, Step::Unit) { 1 } else { self.offset(0, 1) }
    }
}

/// The number of coordinates of the first element of a tuple.
#[inline(always)]
fn first_size<S: crate::tuple::List>(shape: S) -> usize {
    shape.split().0.count()
}
/// The same of the second element.
#[inline(always)]
fn second_size<S: crate::tuple::List>(shape: S) -> usize {
    first_size(shape.split().1)
}

/// The matrix with its rows for columns.
#[derive(Clone, Copy)]
pub struct Transposed<M>(pub M);

impl<M: Operand> Operand for Transposed<M> {
    const ROWS: Step = M::COLUMNS;
    const COLUMNS: Step = M::ROWS;
    const EXTENTS: [Option<usize>; 2] = [M::EXTENTS[1], M::EXTENTS[0]];

    #[inline(always)]
    fn extents(self) -> [usize; 2] {
        let [rows, columns] = self.0.extents();
        [columns, rows]
    }
    #[inline(always)]
    fn offset(self, row: usize, column: usize) -> isize {
        self.0.offset(column, row)
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

/// The matrix, whose [`Open`](Step::Open) stride from row to row was found to be 1.
#[derive(Clone, Copy)]
pub struct UnitRows<M>(pub M);

impl<M: Operand> Operand for UnitRows<M> {
    const ROWS: Step = Step::Unit;
    const COLUMNS: Step = M::COLUMNS;
    const EXTENTS: [Option<usize>; 2] = M::EXTENTS;

    #[inline(always)]
    fn extents(self) -> [usize; 2] {
        self.0.extents()
    }
    #[inline(always)]
    fn offset(self, row: usize, column: usize) -> isize {
        self.0.offset(row, column)
    }
    #[inline(always)]
    fn row_stride(self) -> isize {
        1
    }
    #[inline(always)]
    fn column_stride(self) -> isize {
        self.0.column_stride()
    }
}
