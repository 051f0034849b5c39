//! The route of a product, to print: [`gemm_plan`].

use super::agree;
#[cfg(feature = "alloc")]
use super::large::GemmBlocks;
use super::operand::Matrix;
use super::problem::{AnyProblem, Problem};
#[cfg(feature = "alloc")]
use super::route::in_blocks;
use super::route::{AtomChoice, Entry, Forms, GemmPath, Numbers, Registers, Route, route};
use super::tiling::AtomForm;
use super::update::Set;
use crate::simd::{Element, Machine, Task, dispatch};
use core::fmt;
use core::ptr::null_mut;
use static_layout::internal::Form;

/// The route of a product, computed from the layouts and the machine. [`gemm_plan`] returns it.
#[derive(Clone, Copy, Debug)]
pub struct GemmPlan {
    path: GemmPath,
    machine: &'static str,
    is_transposed: bool,
    /// The rest of the route, if the path is [`GemmPath::Tiles`].
    route: Option<Route>,
    #[cfg(feature = "alloc")]
    blocks: Option<GemmBlocks>,
}

impl GemmPlan {
    /// The plan of a product without packed blocks.
    fn of(forms: &Forms, numbers: Numbers, registers: &Registers, machine: &'static str) -> Self {
        let first = route(forms, registers);
        let (turned, is_transposed) = numbers.resolve(forms, &first);
        let path = match first.entry {
            Entry::Strided if is_transposed => numbers.transposed().path(),
            Entry::Strided => numbers.path(),
            Entry::Vector if numbers.is_for_vector() => GemmPath::Vector,
            _ => GemmPath::Tiles,
        };
        GemmPlan {
            path,
            machine,
            is_transposed,
            route: (path == GemmPath::Tiles).then(|| route(&turned, registers)),
            #[cfg(feature = "alloc")]
            blocks: None,
        }
    }

    /// How the product is computed.
    pub const fn path(&self) -> GemmPath {
        self.path
    }
    /// Returns the name of the machine token.
    pub const fn machine(&self) -> &'static str {
        self.machine
    }
    /// Whether `C^T = B^T * A^T` is computed, because the elements of a row of C are adjacent and the elements of a column are not. A and
    /// rows then stand for B and columns in the other methods.
    pub const fn is_transposed(&self) -> bool {
        self.is_transposed
    }
    /// The rows and columns of a register tile of [`GemmPath::Tiles`]. BLIS: MR and NR.
    pub fn tile(&self) -> Option<[usize; 2]> {
        self.route.map(|Route { tiling, .. }| [tiling.tall(), tiling.columns(tiling.row_atoms)])
    }
    /// Whether [`GemmPath::Tiles`] copies parts of A and of B to the stack.
    pub fn copies(&self) -> [bool; 2] {
        self.route.map_or([false; 2], |Route { tiling, .. }| [tiling.packs_a, tiling.packs_b])
    }
    /// The packed blocks of [`GemmPath::Blocks`].
    #[cfg(feature = "alloc")]
    pub const fn blocks(&self) -> Option<GemmBlocks> {
        self.blocks
    }
}

/// Returns the route by which [`gemm`](fn@crate::gemm) multiplies matrices of these layouts on this machine, all of elements `T`.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::{GemmPath, gemm_plan};
/// let (row, col) = (layout!((64, 64):row), layout!((64, 64):col));
/// let plan = gemm_plan::<f32, _, _, _>(col, row, col);
/// assert_eq!((plan.path(), plan.copies()), (GemmPath::Tiles, [false, false]));
/// // With AVX-512:
/// // multiply register tiles on AVX-512: C = A B
/// // tile of 32 by 8, its atom of 16 by 1 by 1
/// // A in place, B in place, C in vectors
/// println!("{plan}");
/// // Vectors run along the columns of C.
/// assert!(gemm_plan::<f32, _, _, _>(col, row, row).is_transposed());
///
/// // Run-time extents.
/// let path = |m, n, k| {
///     let (a, b) = (layout!((m, k):(1, m)), layout!((k, n):(1, k)));
///     gemm_plan::<f32, _, _, _>(a, b, layout!((m, n):(1, m))).path()
/// };
/// assert_eq!(path(100, 100, 100), GemmPath::Tiles);
/// assert_eq!(path(1000, 1000, 1000), GemmPath::Blocks);
/// assert_eq!(path(1000, 1, 1000), GemmPath::Vector);
/// assert_eq!(path(1000, 1000, 1), GemmPath::Outer);
/// ```
///
/// # Panics
/// If run-time extents disagree.
///
/// # Compile errors
/// If static extents disagree, if a layout does not have two modes, or if a static layout of C maps two coordinates to
/// one element.
#[track_caller]
pub fn gemm_plan<T: Element, A: Form, B: Form, C: Form>(a: A, b: B, c: C) -> GemmPlan {
    const { agree::check::<A, B, C>(2) };
    let problem = Problem {
        a: Matrix::new(null_mut::<T>(), a),
        b: Matrix::new(null_mut::<T>(), b),
        c: Matrix::new(null_mut::<T>(), c),
        update: Set,
    };
    if !problem.agrees() {
        agree::refuse(a, b, c);
    }
    dispatch(Plan(problem))
}

/// Plans a problem on the machine that computes it.
struct Plan<P>(P);

impl<T: Element, A: Form, B: Form, C: Form> Task
    for Plan<Problem<Matrix<T, A>, Matrix<T, B>, Matrix<T, C>, Set>>
{
    type Output = GemmPlan;
    #[inline(always)]
    fn run<M: Machine>(self, _: M) -> GemmPlan {
        let problem = self.0;
        let forms = <Problem<Matrix<T, A>, Matrix<T, B>, Matrix<T, C>, Set>>::FORMS;
        let registers = Registers::of::<T, T::On<M>>();
        let plan = GemmPlan::of(&forms, Numbers::of(&problem), &registers, M::NAME);
        #[cfg(feature = "alloc")]
        if in_blocks(problem.extents().map(Some), &registers) {
            let blocks = GemmBlocks::of::<T, M, C>(problem.extents(), problem.c);
            let (is_transposed, path) = (blocks.is_transposed(), GemmPath::Blocks);
            return GemmPlan { path, is_transposed, route: None, blocks: Some(blocks), ..plan };
        }
        plan
    }
}

impl fmt::Display for GemmPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.path {
            GemmPath::Few => "multiply numbers one by one",
            GemmPath::Vector => "multiply a matrix by a vector",
            GemmPath::Dots => "multiply rows by columns, vectors along the depth",
            GemmPath::Outer => "multiply a column by a row",
            GemmPath::Tiles => "multiply register tiles",
            GemmPath::Blocks => "multiply packed blocks",
        })?;
        #[cfg(feature = "alloc")]
        if let Some(blocks) = &self.blocks {
            return write!(f, "\n{blocks}");
        }
        let [product, a, b, c] = match self.is_transposed {
            true => ["C^T = B^T A^T", "B^T", "A^T", "C^T"],
            false => ["C = A B", "A", "B", "C"],
        };
        write!(f, " on {}: {product}", self.machine)?;
        let (Some(Route { atom, tiling, .. }), Some([rows, columns])) = (&self.route, self.tile())
        else {
            return Ok(());
        };
        if matches!(atom, AtomChoice::Fours) {
            f.write_str("\ntwo columns of four rows at once; if columns have gaps:")?;
        }
        let AtomForm { rows: tall, depth, .. } = tiling.atom;
        write!(f, "\ntile of {rows} by {columns}, its atom of {tall} by 1 by {depth}")?;
        if matches!(atom, AtomChoice::LastQuads) {
            f.write_str("; the last four rows with an atom of 4 by 1 by 4")?;
        }
        let place = |is_copied| if is_copied { "copied to the stack" } else { "in place" };
        let stores = if tiling.scatters { "element by element" } else { "in vectors" };
        let [copies_a, copies_b] = self.copies().map(place);
        write!(f, "\n{a} {copies_a}, {b} {copies_b}, {c} {stores}")
    }
}
