//! The matrix formats of Ascend C, as layouts.
//!
//! A format cuts a matrix into fractals of 16 by `c0` elements, or `c0` by 16, where `c0` elements fill 32 bytes. Its
//! layout has a mode for rows and one for columns. Each mode is `(inside a fractal, fractals)`, so that a coordinate
//! of the layout is one of the matrix. Extents are rounded up to whole fractals: a coordinate is an element where it
//! lies in the matrix.

use core::fmt;

use crate::error::{ArrayRule, LayoutError, Operand, Operation, Rule};
use crate::layout::builder::Builder;
use crate::number::{ceil_div, multiply, tri};
use crate::value::{IntTuple, Layout, Num};

/// A matrix format of Ascend C. The first letter is the order of the fractals, the second the order within one: `Z`
/// is row-major, `N` column-major.
///
/// ```
/// use layout_core::Frame;
/// let a = Frame::Nz.layout(33, 128, 16)?;
/// assert_eq!(a.to_string(), "((16,3),(16,8)):((16,256),(1,768))");
/// assert_eq!(Frame::infer(&a), Some(Frame::Nz));
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame {
    /// Fractals of 16 by `c0`, row-major. The fractals are column-major.
    Nz,
    /// Fractals of `c0` by 16, column-major. The fractals are row-major.
    Zn,
    /// Fractals of 16 by `c0`, row-major. The fractals are row-major.
    Zz,
    /// Fractals of 2 by 16, column-major. The fractals are column-major. Requires `c0 = 2`.
    Nn,
    /// Row-major.
    Nd,
    /// Column-major.
    Dn,
    /// Row-major, with fractals of one element.
    NdExt,
    /// Column-major, with fractals of one element.
    DnExt,
    /// Scales of a left operand, row-major. Requires `c0 = 2`.
    ScaleAnd,
    /// Scales of a left operand, column-major in pairs of columns. Requires `c0 = 2`.
    ScaleAdn,
    /// Scales of a right operand, row-major in pairs of rows. Requires `c0 = 2`.
    ScaleBnd,
    /// Scales of a right operand, column-major. Requires `c0 = 2`.
    ScaleBdn,
}

/// The rows of a fractal, or its columns.
const FRACTAL: i64 = 16;

/// The mode of rows or of columns: `extent:stride` within a fractal, then of the fractals.
type AxisModes = [(i64, i64); 2];

impl Frame {
    /// All formats. [`infer`](Self::infer) returns the first that fits.
    pub const ALL: [Self; 12] = [
        Self::Nz,
        Self::Zn,
        Self::Zz,
        Self::Nn,
        Self::Nd,
        Self::Dn,
        Self::NdExt,
        Self::DnExt,
        Self::ScaleAnd,
        Self::ScaleAdn,
        Self::ScaleBnd,
        Self::ScaleBdn,
    ];

    /// `c0`: the number of elements of `element_bits` bits that fill 32 bytes. 0 unless `element_bits` is positive.
    ///
    /// ```
    /// use layout_core::Frame;
    /// assert_eq!((Frame::c0(32), Frame::c0(16), Frame::c0(8), Frame::c0(4)), (8, 16, 32, 64));
    /// ```
    pub const fn c0(element_bits: i64) -> i64 {
        if element_bits > 0 { 256 / element_bits } else { 0 }
    }

    /// The layout of a matrix of `row` by `column` elements.
    ///
    /// ```
    /// use layout_core::Frame;
    /// let a = Frame::Zn.layout(48, 256, Frame::c0(8))?;
    /// assert_eq!(a.to_string(), "((32,2),(16,16)):((1,8192),(32,512))");
    /// assert_eq!(
    ///     Frame::Nn.layout(32, 32, 16).unwrap_err().to_string(),
    ///     "cannot make (32,32): the format takes elements in pairs, not 16 at once: c0 is 2"
    /// );
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Count`] for a number below 1, [`ArrayRule::Pairs`] for a format that requires `c0 = 2` and another
    /// `c0`, [`Rule::Divides`] for an odd number of elements to pair, and [`Rule::Overflow`] beyond [`isize::MAX`].
    pub const fn layout(self, row: i64, column: i64, c0: i64) -> Result<Layout, LayoutError> {
        let result = match self.axes(row, column, c0) {
            Ok((rows, columns)) => {
                let mut out = Builder::EMPTY;
                self.write(&mut out, rows, columns);
                out.checked()
            }
            Err(rule) => Err(rule),
        };
        named(&[row, column], result)
    }

    /// The layout of `batch` matrices, one after another: `(batch, (rows, columns))`.
    ///
    /// ```
    /// use layout_core::Frame;
    /// let a = Frame::Nd.batched(2, 8, 16, 16)?;
    /// assert_eq!(a.to_string(), "(2,(8,16)):(128,(16,1))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`layout`](Self::layout).
    pub const fn batched(
        self,
        batch: i64,
        row: i64,
        column: i64,
        c0: i64,
    ) -> Result<Layout, LayoutError> {
        let result = match self.layout(row, column, c0) {
            Ok(matrix) => {
                let (mut out, stride) = (Builder::EMPTY, matrix.capacity());
                out.open(2);
                let stride = if batch == 1 { 0 } else { stride };
                out.leaf(Num::known(batch), Num::known(stride));
                out.whole(&matrix);
                out.checked()
            }
            Err(error) => Err(error.rule),
        };
        named(&[batch, row, column], result)
    }

    const fn axes(self, row: i64, column: i64, c0: i64) -> Result<(AxisModes, AxisModes), Rule> {
        let pairs = matches!(self, Self::Nn | Self::ScaleAdn | Self::ScaleBnd);
        if row < 1 || column < 1 || c0 < 1 {
            let count = if row < 1 {
                row
            } else if column < 1 {
                column
            } else {
                c0
            };
            return Err(Rule::Count { count });
        }
        let scales = matches!(self, Self::ScaleAnd | Self::ScaleBdn);
        if (pairs || scales) && c0 != 2 {
            return Err(Rule::Array(ArrayRule::Pairs { found: c0 }));
        }
        let paired = match self {
            Self::Nn | Self::ScaleBnd => row,
            Self::ScaleAdn => column,
            _ => 2,
        };
        if paired % 2 != 0 {
            return Err(Rule::Divides { divisor: 2, dividend: paired });
        }
        let fractal = tri!(multiply(FRACTAL, c0));
        let (tall, wide) = (ceil_div(row, FRACTAL), ceil_div(column, FRACTAL));
        let (rows, columns) = (ceil_div(row, c0), ceil_div(column, c0));
        Ok(match self {
            Self::Nz => (
                [(FRACTAL, c0), (tall, fractal)],
                [(c0, 1), (columns, tri!(multiply(fractal, tall)))],
            ),
            Self::Zn => {
                ([(c0, 1), (rows, tri!(multiply(fractal, wide)))], [(FRACTAL, c0), (wide, fractal)])
            }
            Self::Zz => (
                [(FRACTAL, c0), (tall, tri!(multiply(fractal, columns)))],
                [(c0, 1), (columns, fractal)],
            ),
            Self::Nn => (
                [(2, 1), (row / 2, 2 * FRACTAL)],
                [(FRACTAL, 2), (wide, tri!(multiply(FRACTAL, row)))],
            ),
            Self::Nd | Self::NdExt | Self::ScaleAnd => {
                ([(1, 0), (row, column)], [(1, 0), (column, 1)])
            }
            Self::Dn | Self::DnExt | Self::ScaleBdn => {
                ([(1, 0), (row, 1)], [(1, 0), (column, row)])
            }
            Self::ScaleAdn => ([(1, 0), (row, 2)], [(2, 1), (column / 2, tri!(multiply(2, row)))]),
            Self::ScaleBnd => {
                ([(2, 1), (row / 2, tri!(multiply(2, column)))], [(1, 0), (column, 2)])
            }
        })
    }

    const fn write(self, out: &mut Builder, rows: AxisModes, columns: AxisModes) {
        out.open(2);
        let mut axes = [rows, columns];
        let (flat, mut k) = (matches!(self, Self::Nd | Self::Dn), 0);
        while k < 2 {
            let mut part = flat as usize;
            if !flat {
                out.open(2);
            }
            while part < 2 {
                if axes[k][part].0 == 1 {
                    axes[k][part].1 = 0;
                }
                out.leaf(Num::known(axes[k][part].0), Num::known(axes[k][part].1));
                part += 1;
            }
            k += 1;
        }
    }

    /// The format of a layout, of a matrix or of a batch. The first of [`ALL`](Self::ALL) where several fit, and
    /// `None` where none does.
    ///
    /// ```
    /// use layout_core::{Frame, Layout};
    /// let a: Layout = "(2,((16,2),(16,3))):(1536,((16,256),(1,512)))".parse()?;
    /// assert_eq!(Frame::infer(&a), Some(Frame::Nz));
    /// assert_eq!(Frame::infer(&"(4,5):(4,5)".parse()?), None);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub fn infer(layout: &Layout) -> Option<Self> {
        let shape = layout.shape();
        let batch = shape.rank() == 2
            && shape.mode(0).is_ok_and(|mode| mode.depth() == 0)
            && shape.mode(1).is_ok_and(|mode| mode.depth() > 0);
        let matrix = if batch { layout.mode(1).ok()? } else { *layout };
        if batch && matrix.depth() == 1 {
            return Self::infer_flat(&matrix);
        }
        let frames = Self::ALL.iter().copied();
        frames.clone().find(|frame| frame.fits(&matrix)).or_else(|| Self::infer_flat(&matrix))
    }

    /// Whether the layout is one of this format. Ignores the strides of extents of 1.
    fn fits(self, layout: &Layout) -> bool {
        let (Ok(rows), Ok(columns)) = (layout.mode(0), layout.mode(1)) else { return false };
        let inside = |mode: &Layout| mode.mode(0).map_or(1, |first| first.size());
        let c0 = match self {
            Self::Nz | Self::Zz => inside(&columns),
            Self::Zn => inside(&rows),
            _ => 2,
        };
        let made = self.layout(rows.size(), columns.size(), c0);
        layout.rank() == 2 && made.is_ok_and(|made| same_but_ones(&made, layout))
    }

    /// Recognises row- and column-major layouts with any leading dimension.
    fn infer_flat(layout: &Layout) -> Option<Self> {
        let shape = layout.shape();
        if layout.rank() != 2 || layout.leaf_count() != 2 || shape.depth() != 1 {
            return None;
        }
        match (layout.leaf(0).1, layout.leaf(1).1) {
            (_, 1) => Some(Self::Nd),
            (1, _) => Some(Self::Dn),
            _ => None,
        }
    }

    /// The name in Ascend C.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nz => "NZ",
            Self::Zn => "ZN",
            Self::Zz => "ZZ",
            Self::Nn => "NN",
            Self::Nd => "ND",
            Self::Dn => "DN",
            Self::NdExt => "NDExt",
            Self::DnExt => "DNExt",
            Self::ScaleAnd => "ScaleAND",
            Self::ScaleAdn => "ScaleADN",
            Self::ScaleBnd => "ScaleBND",
            Self::ScaleBdn => "ScaleBDN",
        }
    }
}

const fn named(extents: &[i64], result: Result<Layout, Rule>) -> Result<Layout, LayoutError> {
    let rule = match result {
        Ok(layout) => return Ok(layout),
        Err(rule) => rule,
    };
    let mut leaves = [IntTuple::leaf(0); 3];
    let mut k = 0;
    while k < extents.len() {
        leaves[k] = IntTuple::leaf(extents[k]);
        k += 1;
    }
    match IntTuple::tuple(leaves.split_at(extents.len()).0) {
        Ok(shape) => {
            Err(LayoutError::refused(Operation::Make, Operand::Tuple(shape), Operand::None, rule))
        }
        Err(error) => Err(error),
    }
}

fn same_but_ones(a: &Layout, b: &Layout) -> bool {
    let same = |k: usize| a.leaf(k).0 == 1 || a.leaf(k).1 == b.leaf(k).1;
    a.shape() == b.shape() && (0..a.leaf_count()).all(same)
}

impl Layout {
    /// The greatest `extent * stride` of a leaf: the distance of two matrices of a batch in Ascend C. At least the
    /// cosize of a compact layout, and more than the cosize where there are gaps.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(3,4):(7,1)".parse()?;
    /// assert_eq!((a.capacity(), a.cosize()), (21, 18));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn capacity(&self) -> i64 {
        let (mut most, mut k) = (1_i64, 0);
        while k < self.modes.len {
            let end = self.modes.extents[k].saturating_mul(self.modes.strides[k]);
            if end > most {
                most = end;
            }
            k += 1;
        }
        most
    }

    /// The compact layout that varies level by level: the first integers of all modes from left to right, then the
    /// second ones. Ascend C's layout of `((x1,..),(y1,..))`.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a = Layout::level_by_level("((2,3),(4,5))".parse()?)?;
    /// assert_eq!(a.to_string(), "((2,3),(4,5)):((1,8),(2,24))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Ranks`] unless each mode has the same number of leaves. Otherwise as [`ordered`](Self::ordered).
    pub const fn level_by_level(shape: IntTuple) -> Result<Self, LayoutError> {
        let (rank, leaves) = (shape.rank(), shape.leaf_count());
        let levels = match leaves.checked_div(rank) {
            Some(levels) => levels,
            None => 0,
        };
        let (mut order, mut mode, mut k) = (shape, 0, 0);
        while mode < rank {
            let part = match shape.mode(mode) {
                Ok(part) => part,
                Err(error) => return Err(error),
            };
            if part.leaf_count() != levels {
                return Err(LayoutError::refused(
                    Operation::Make,
                    Operand::Tuple(shape),
                    Operand::None,
                    Rule::Ranks { left: levels, right: part.leaf_count() },
                ));
            }
            let mut level = 0;
            while level < levels {
                order.values[k] = (level * rank + mode) as i64;
                level += 1;
                k += 1;
            }
            mode += 1;
        }
        Self::ordered(shape, order)
    }
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
