//! Pictures of matrix units in Typst, MoYe's `print_typst`.

use core::fmt;

use crate::MoYe;
use layout_core::{Coord, IntTuple, Layout, LayoutError, Operand, Operation, Rule};

/// The layouts of one operand: from a coordinate to the linear index of thread and value, and from the number of a
/// thread to its name.
#[derive(Clone, Copy)]
struct Owners {
    matrix: Layout,
    threads: Layout,
}

impl Owners {
    fn new(of: (&Layout, &Layout)) -> Result<Self, LayoutError> {
        let (matrix, threads) = (*of.0, *of.1);
        let rank = matrix.rank();
        if rank != 2 || threads.size() == 0 {
            let rule = Rule::Ranks { left: rank, right: 2 };
            return Err(refused(&matrix, rule));
        }
        // A picture has numbers of threads and values, and a stride along a coordinate is none.
        for layout in [matrix, threads].iter().filter(|layout| layout.is_coordinate()) {
            layout.index(&Coord::leaf(0))?;
        }
        Ok(Self { matrix, threads })
    }

    fn extent(&self, mode: usize) -> i64 {
        self.matrix.mode(mode).map_or(0, |mode| mode.size())
    }

    /// Prints `cell(thread, value)` of a coordinate, counted from 1.
    fn cell(&self, f: &mut fmt::Formatter<'_>, i: i64, j: i64) -> fmt::Result {
        let at =
            IntTuple::tuple(&[IntTuple::leaf(i), IntTuple::leaf(j)]).map_err(|_| fmt::Error)?;
        let index = self.matrix.index(&Coord::from_tuple(at)).map_err(|_| fmt::Error)?;
        let (value, thread) = (index / self.threads.size(), index % self.threads.size());
        let thread = self.threads.index(&Coord::leaf(thread)).map_err(|_| fmt::Error)?;
        write!(f, "cell({}, {}), ", thread + 1, value + 1)
    }
}

/// A program in Typst that draws three matrices: of B above, of A to the left, and of C.
struct MatrixUnit {
    a: Owners,
    b: Owners,
    c: Owners,
}

impl MoYe<Layout> {
    /// MoYe's `print_typst`: a program in Typst that draws which thread has which value of the three matrices of a
    /// matrix unit, `C[m,n] += A[m,k] * B[n,k]`. Each operand is a layout from its coordinates to the linear index of
    /// thread and value, and the layout of its threads. Threads and values count from 1.
    ///
    /// ```
    /// use layout_core::Layout;
    /// use static_layout_dialects::MoYe;
    /// let (a, c): (Layout, Layout) = ("(2,1):(1,0)".parse()?, "(2,2):(1,2)".parse()?);
    /// let threads: Layout = "2:1".parse()?;
    /// let drawn = MoYe::print_typst((&a, &threads), (&a, &threads), (&c, &threads))?.to_string();
    /// assert!(drawn.contains("#let c = table(\n  columns: 2,\n  cell(1, 1), cell(1, 2), \n  cell(2, 1), cell(2, 2), \n)"));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Ranks`] unless all matrices have two modes, [`Rule::Sizes`] unless their extents agree, and [`Rule::Unit`]
    /// for a stride along a coordinate, `1@0`.
    pub fn print_typst(
        a: (&Layout, &Layout),
        b: (&Layout, &Layout),
        c: (&Layout, &Layout),
    ) -> Result<impl fmt::Display + use<>, LayoutError> {
        let (a, b, c) = (Owners::new(a)?, Owners::new(b)?, Owners::new(c)?);
        let pairs =
            [(a.extent(0), c.extent(0)), (b.extent(0), c.extent(1)), (a.extent(1), b.extent(1))];
        if let Some((left, right)) = pairs.into_iter().find(|(left, right)| left != right) {
            return Err(refused(&c.matrix, Rule::Sizes { left, right }));
        }
        Ok(MatrixUnit { a, b, c })
    }
}

fn refused(layout: &Layout, rule: Rule) -> LayoutError {
    LayoutError::refused(Operation::Combine, Operand::Layout(*layout), Operand::None, rule)
}

impl fmt::Display for MatrixUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "#let cell(t, v) = table.cell(fill: color.hsl(t * 47deg, 70%, 85%))[T#t \\ V#v]\n",
        )?;
        // B is drawn with k downwards.
        for (name, of, turned) in
            [("a", &self.a, false), ("b", &self.b, true), ("c", &self.c, false)]
        {
            let (rows, columns) = (of.extent(turned.into()), of.extent((!turned).into()));
            writeln!(f, "#let {name} = table(\n  columns: {columns},")?;
            for i in 0..rows {
                f.write_str("  ")?;
                for j in 0..columns {
                    let (i, j) = if turned { (j, i) } else { (i, j) };
                    of.cell(f, i, j)?;
                }
                f.write_str("\n")?;
            }
            f.write_str(")\n")?;
        }
        f.write_str("#grid(columns: 2, gutter: 2em, [], b, a, c)\n")
    }
}
