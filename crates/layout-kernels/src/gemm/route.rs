//! The route of a product: every decision between a call and its loops, made from the forms of the matrices and the registers of
//! the machine.
//!
//! ```text
//! entry       strided, if no extent is static, A, B and C have one element type, and two strides describe each matrix
//!                                                      loops compiled with this crate; `Numbers::path` chooses at run time
//!             vector, if C may be a row or a column    `Numbers::is_for_vector` decides at run time
//!             converted, if A or B has other elements than C
//!             typed otherwise                          loops for these types
//! blocks      if packed blocks may pay                 `in_blocks`, of static extents here, of all extents at run time
//! along       rows of C, or columns of C by C^T = B^T * A^T: the mode with stride 1
//! atom        dot         few columns, or few elements of C along a great depth
//!             fours       four rows and a depth of four
//!             quads       four last rows of a long depth
//!             broadcast   otherwise, with vectors halved until they suit the rows
//! tiling      (`tiling.rs`) atoms of a register tile, what is copied to the stack, chains, unrolling
//! ```
//!
//! Every function here is `const`. [`route`] gives static extents their route at compile time: the loops are chosen by a `match` over
//! it in `const`, so that a program compiles only the functions that run. The decisions on run-time numbers ([`Numbers`],
//! [`in_blocks`]) are made at each call. [`gemm_plan`](super::gemm_plan) prints both.

use super::operand::{MatrixForm, Operand, Step};
use super::problem::{AnyProblem, Problem};
use super::tiling::{AtomForm, Tiling};
use crate::simd::{Element, Vectors};

/// The most columns of C for [`Dot`](super::Dot): for more columns a transposed copy of A costs less.
const FEW_COLUMNS: usize = 2;
/// The most elements of C, and the least depth, for which vectors along the depth cost less than a copy of A.
const MOST_DOTS: usize = 64;
const DEPTH_OF_DOTS: usize = 256;
/// The most multiply-adds of a product that certainly has no packed blocks.
const MOST_IN_PLACE: usize = 1 << 20;
/// The most multiply-adds of a product that takes about as long as a call.
const MOST_SHORT: usize = 64;
/// The most multiply-adds of converted elements in loops for their types.
const MOST_CONVERTED: usize = 4096;
/// The most products of numbers that are multiplied one by one.
const MOST_FEW: usize = 64;
/// The least rows of an outer product whose columns are written one after the other.
const ROWS_OF_OUTER: usize = 32;
/// The size of a matrix in bytes from which on it is multiplied by a vector in whole rows. Tiles read a smaller one from the caches
/// without loss.
const FAR: usize = 512 << 10;
/// The depth below which the sums of vectors along it cost more than their products.
const SHORT: usize = 32;
/// The least rows, columns and depth for which packing pays. A fuzzer also packs smaller products, so that each has several blocks.
#[cfg(feature = "alloc")]
const LEAST_IN_BLOCKS: usize = if cfg!(fuzzing) { 12 } else { 32 };
/// Where a product enters its loops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Loops over run-time extents and strides, compiled with this crate.
    Strided,
    /// A test at run time for a matrix times a vector; otherwise [`Typed`](Self::Typed).
    Vector,
    /// Blocks that are converted to the elements of C, compiled with this crate.
    Converted,
    /// Loops for the types of the problem.
    Typed,
}

/// The mode of C that vectors run along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Along {
    Rows,
    Columns,
    /// The mode whose stride is found to be 1 at run time.
    Either,
}

/// The atom of a product, once vectors run along the rows of C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtomChoice {
    /// [`Dot`](super::Dot).
    Dot,
    /// No atom but [`multiply_fours`](super::fours), if columns of B and C follow each other without gaps; otherwise
    /// [`Broadcast`](super::Broadcast).
    Fours,
    /// [`Quads`](super::Quads), of a C of four rows.
    Quads,
    /// [`Quads`](super::Quads) for the last four rows, [`Broadcast`](super::Broadcast) for the rows before them.
    LastQuads,
    /// [`Broadcast`](super::Broadcast).
    Broadcast,
}

/// The route of a product.
#[derive(Clone, Copy, Debug)]
pub struct Route {
    pub entry: Entry,
    /// Whether packed blocks may pay: the run-time extents decide.
    #[cfg(feature = "alloc")]
    pub may_block: bool,
    pub along: Along,
    pub atom: AtomChoice,
    /// How often the vectors of [`Broadcast`](super::Broadcast) are halved.
    pub halvings: u32,
    /// The tiles of the atom; with [`LastQuads`](AtomChoice::LastQuads), of the rows before the last four.
    pub tiling: Tiling,
}

/// Chooses the route of a product, vectors along the rows of C or, transposed, along its columns.
pub const fn route(forms: &Forms, machine: &Registers) -> Route {
    let along = forms.along();
    let turned = if matches!(along, Along::Columns) { forms.transposed() } else { *forms };
    let atom = atom(&turned, machine);
    // The tiles of the rows before the last four have fewer rows.
    let turned =
        if matches!(atom, AtomChoice::LastQuads) { turned.four_apart(false) } else { turned };
    let halvings = halvings(turned.c.extents[0], machine);
    let lanes = machine.lanes >> halvings;
    let form = match atom {
        AtomChoice::Dot => AtomForm::dot(machine.lanes),
        AtomChoice::Quads => AtomForm::QUADS,
        _ => AtomForm::broadcast(lanes),
    };
    Route {
        entry: entry(forms),
        #[cfg(feature = "alloc")]
        may_block: in_blocks(forms.extents(), machine),
        along,
        atom,
        halvings,
        tiling: Tiling::of(&turned, form, None, machine.count),
    }
}

/// [`route`] of a problem on vectors `V`.
pub const fn route_of<P: AnyProblem, V: Vectors<P::T>>() -> &'static Route {
    const { &route(&P::FORMS, &Registers::of::<P::T, V>()) }
}

/// What the compiler knows of a problem.
#[derive(Clone, Copy)]
pub struct Forms {
    pub a: MatrixForm,
    pub b: MatrixForm,
    pub c: MatrixForm,
    /// Whether the elements of A and of B are those of C, so that atoms can read them in memory.
    pub are_elements: [bool; 2],
    /// The size of an element of C.
    pub bytes: usize,
}

impl Forms {
    /// The static numbers of rows and columns of C, and the static depth.
    pub const fn extents(&self) -> [Option<usize>; 3] {
        [self.c.extents[0], self.c.extents[1], self.a.extents[1]]
    }
    /// Chooses the mode that vectors run along: the rows of C, unless its columns have unit stride. A mode of one element fills
    /// no vector, and is chosen where the other has no unit stride.
    pub const fn along(&self) -> Along {
        let [m, n] = self.c.extents;
        match self.c.steps {
            [Step::Unit, _] if !matches!(m, Some(1)) => Along::Rows,
            [_, Step::Unit] if !matches!(n, Some(1)) => Along::Columns,
            [Step::Open, _] | [_, Step::Open] => Along::Either,
            _ => Along::Rows,
        }
    }
    /// The number of multiply-adds, if all extents are static.
    const fn products(&self) -> Option<usize> {
        match self.extents() {
            [Some(m), Some(n), Some(k)] => Some(m.saturating_mul(n).saturating_mul(k)),
            _ => None,
        }
    }
    /// Whether extents and strides describe all matrices.
    const fn are_even(&self) -> bool {
        self.a.is_even() && self.b.is_even() && self.c.is_even()
    }
    /// Whether atoms can read A and B in memory.
    const fn in_place(&self) -> bool {
        self.are_elements[0] && self.are_elements[1]
    }
    /// Whether the rows of all matrices are adjacent.
    const fn have_unit_rows(&self) -> bool {
        matches!(
            [self.a.steps[0], self.b.steps[0], self.c.steps[0]],
            [Step::Unit, Step::Unit, Step::Unit]
        )
    }
    /// Whether A and B are adjacent along the depth.
    const fn run_along_depth(&self) -> bool {
        matches!([self.a.steps[1], self.b.steps[0]], [Step::Unit, Step::Unit])
    }
    /// The forms of the transposed problem.
    pub const fn transposed(self) -> Self {
        let [a, b] = self.are_elements;
        Self {
            a: self.b.transposed(),
            b: self.a.transposed(),
            c: self.c.transposed(),
            are_elements: [b, a],
            ..self
        }
    }
    /// The forms of the last four rows of the problem (`last`), or of the rows before them.
    const fn four_apart(self, last: bool) -> Self {
        Self { a: self.a.four_apart(last), c: self.c.four_apart(last), ..self }
    }
    /// Whether loops for the types may copy parts of A or B to the stack. If not, the product is small, and the chosen atom reads
    /// both in memory: [`Dot`](super::Dot) and [`Quads`](super::Quads) are only chosen so, and [`Broadcast`](super::Broadcast) needs
    /// vectors of A alone to be adjacent.
    pub const fn may_copy(&self) -> bool {
        let is_adjacent = match self.along() {
            Along::Rows => matches!([self.a.steps[0], self.c.steps[0]], [Step::Unit, Step::Unit]),
            Along::Columns => matches!(self.b.steps[1], Step::Unit),
            Along::Either => false,
        };
        let is_small = match self.products() {
            Some(products) => products <= MOST_IN_PLACE,
            None => false,
        };
        let are_even = self.a.is_even() && self.b.is_even();
        !(self.in_place() && are_even && is_adjacent && is_small)
    }
    /// Whether the product takes about as long as a call.
    pub const fn is_short(&self) -> bool {
        match self.products() {
            Some(products) => !self.may_copy() && products <= MOST_SHORT,
            None => false,
        }
    }
}

/// The vector registers of a machine.
#[derive(Clone, Copy)]
pub struct Registers {
    pub count: usize,
    /// The elements of a register.
    pub lanes: usize,
    /// The size of a register.
    bytes: usize,
    /// Whether vectors of eight lanes, whole or halved, have instructions for halves.
    has_halves: bool,
    /// Whether half of a vector costs nothing to take.
    has_low: bool,
}

impl Registers {
    /// The registers of vectors `V`.
    pub const fn of<T: Element, V: Vectors<T>>() -> Self {
        Self {
            count: V::REGISTERS,
            lanes: V::LANES,
            bytes: V::LANES * size_of::<T>(),
            has_halves: V::HAS_HALVES || <V::Half as Vectors<T>>::HAS_HALVES,
            has_low: V::HAS_LOW,
        }
    }
}

/// Chooses where a product enters its loops.
pub const fn entry(forms: &Forms) -> Entry {
    let extents = [forms.a.extents, forms.b.extents, forms.c.extents];
    let is_open = matches!(extents, [[None, None], [None, None], [None, None]]);
    if forms.in_place() && forms.are_even() && is_open {
        return Entry::Strided;
    }
    if may_be_vector(forms) {
        return Entry::Vector;
    }
    let is_small = match forms.products() {
        Some(products) => products <= MOST_CONVERTED,
        None => false,
    };
    if !forms.in_place() && forms.are_even() && !is_small { Entry::Converted } else { Entry::Typed }
}

/// Whether a product may be one of a matrix and a vector for which [`Numbers::is_for_vector`] holds.
const fn may_be_vector(forms: &Forms) -> bool {
    let [rows, columns] = forms.c.extents;
    let is_open = matches!(rows, None | Some(1)) || matches!(columns, None | Some(1));
    let is_near = match forms.products() {
        Some(products) => products < FAR / forms.bytes,
        None => false,
    };
    // `Dot` reads the vectors of a static column along the depth, without a call.
    let has_dots =
        (matches!(rows, Some(1)) || matches!(columns, Some(1))) && forms.run_along_depth();
    forms.in_place() && forms.are_even() && is_open && !is_near && !has_dots
}

/// The products that read their matrices in place although each extent is long enough to pack.
#[cfg(feature = "alloc")]
struct MostInPlace {
    /// The multiply-adds: each element of fewer takes part in too few of them.
    products: usize,
    /// The bytes of A and B together, which more products also read in place.
    operands: usize,
    /// The bytes of C, if they do.
    result: usize,
}

#[cfg(feature = "alloc")]
impl MostInPlace {
    /// The limits of a machine. With 32 registers each column of A is read for eight columns of B, and the second cache has 1 MiB
    /// or more: operands of any size are read without loss up to some 400 rows, columns and depths. With 16 registers A is read
    /// twice as often, and the second cache has 512 KiB: larger operands cost a quarter of the speed.
    const fn of(machine: &Registers) -> Self {
        match machine.count {
            _ if cfg!(fuzzing) => Self { products: 1 << 12, operands: 0, result: 0 },
            32.. => Self { products: 1 << 26, operands: 0, result: 0 },
            _ => Self { products: 6 << 20, operands: 320 << 10, result: 8 << 20 },
        }
    }
}

/// Whether packed blocks pay on a machine: the operands exceed what tiles read in place without loss, and each of their elements
/// takes part in enough products. An unknown extent counts as a great one.
#[cfg(feature = "alloc")]
pub const fn in_blocks(extents: [Option<usize>; 3], machine: &Registers) -> bool {
    let (mut known, mut i) = ([usize::MAX; 3], 0);
    while i < 3 {
        if let Some(extent) = extents[i] {
            if extent < LEAST_IN_BLOCKS {
                return false;
            }
            known[i] = extent;
        }
        i += 1;
    }
    let [m, n, k] = known;
    let element = machine.bytes / machine.lanes;
    let most = MostInPlace::of(machine);
    m.saturating_mul(n).saturating_mul(k) > most.products
        && (m.saturating_add(n).saturating_mul(k).saturating_mul(element) > most.operands
            || m.saturating_mul(n).saturating_mul(element) > most.result)
}

/// [`in_blocks`] of the run-time extents of a problem, on vectors `V`.
#[cfg(feature = "alloc")]
#[inline(always)]
pub fn pays_in_blocks<P: AnyProblem, V: Vectors<P::T>>(problem: &P) -> bool {
    let [m, n, k] = problem.problem().extents();
    in_blocks([Some(m), Some(n), Some(k)], const { &Registers::of::<P::T, V>() })
}

/// Chooses the atom of a product whose vectors run along the rows of C.
const fn atom(forms: &Forms, machine: &Registers) -> AtomChoice {
    if !forms.in_place() {
        // The elements are converted where they are copied for `Broadcast`.
        AtomChoice::Broadcast
    } else if is_for_dot(forms, machine.lanes) {
        AtomChoice::Dot
    } else if machine.has_halves && is_for_fours(forms) {
        AtomChoice::Fours
    } else if machine.has_halves && is_for_quads(forms, machine.count) {
        match forms.c.extents[0] {
            Some(4) => AtomChoice::Quads,
            _ => AtomChoice::LastQuads,
        }
    } else {
        AtomChoice::Broadcast
    }
}

/// Whether [`Dot`](super::Dot) applies: few columns and a depth of at least a vector, or few elements of C and a great depth; and
/// adjacent elements along the depth.
const fn is_for_dot(forms: &Forms, lanes: usize) -> bool {
    let are_even = forms.a.is_even() && forms.b.is_even();
    let is_narrow = match forms.c.extents[1] {
        Some(columns) => columns <= FEW_COLUMNS,
        None => false,
    };
    let is_deep = match forms.a.extents[1] {
        Some(depth) => depth >= lanes,
        None => true,
    };
    let is_small = match forms.extents() {
        [Some(rows), Some(columns), Some(depth)] => {
            rows.saturating_mul(columns) <= MOST_DOTS && depth >= DEPTH_OF_DOTS
        }
        _ => false,
    };
    forms.run_along_depth() && are_even && (is_narrow && is_deep || is_small)
}

/// Whether the product has four rows, a depth of four and whole pairs of columns, and its rows are adjacent.
const fn is_for_fours(forms: &Forms) -> bool {
    let fits = match forms.extents() {
        [Some(4), Some(columns), Some(4)] => {
            columns > 0 && columns % 2 == 0 && columns <= MOST_IN_PLACE
        }
        _ => false,
    };
    fits && forms.are_even() && forms.have_unit_rows()
}

/// Whether [`Quads`](super::Quads) pays for the last four rows.
///
/// They are less than a vector, few vectors of rows come before them, and the depth is long enough for the additions
/// across lanes at the end: longer on 16 registers, whose tiles read B more often in both passes.
const fn is_for_quads(forms: &Forms, registers: usize) -> bool {
    let is_wide = match forms.c.extents {
        [Some(rows), Some(columns)] => rows % 8 == 4 && rows < 32 && columns >= 8,
        _ => false,
    };
    let is_alone = matches!(forms.c.extents[0], Some(4));
    let least = if registers < 32 && !is_alone { 20 } else { 12 };
    let is_deep = match forms.a.extents[1] {
        Some(depth) => depth >= least && depth % 4 == 0,
        None => false,
    };
    forms.have_unit_rows() && forms.are_even() && is_wide && is_deep
}

/// How often to halve the vectors of a machine for a C of `rows` rows.
///
/// Chooses the vectors that hold the rows at the least cost; of equal costs the fewest vectors, then the shortest. A
/// vector of up to 32 bytes costs one. A longer one costs two, as Zen 4 executes it, but the last one costs one if half of it
/// holds the rows ([`Broadcast`](super::Broadcast)). Intel's processors are fastest with the fewest vectors.
const fn halvings(rows: Option<usize>, machine: &Registers) -> u32 {
    let Some(rows) = rows else { return 0 };
    let Registers { lanes, bytes, has_low, .. } = *machine;
    let (mut best, mut best_cost, mut best_count) = (0, usize::MAX, usize::MAX);
    let mut halvings = 0;
    while halvings < 3 && bytes >> halvings >= 16 && lanes >> halvings >= 2 {
        let count = rows.div_ceil(lanes >> halvings);
        let cost = match bytes >> halvings > 32 {
            true if has_low => rows.div_ceil(lanes >> halvings >> 1),
            true => 2 * count,
            false => count,
        };
        if cost < best_cost || cost == best_cost && count <= best_count {
            (best, best_cost, best_count) = (halvings, cost, count);
        }
        halvings += 1;
    }
    best
}

/// How a product is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GemmPath {
    /// Element by element: copies would cost more than so few products of numbers.
    Few,
    /// A matrix times a vector, each element of the matrix read once.
    Vector,
    /// Rows times columns, with vectors along a great depth.
    Dots,
    /// A column times a row, one column of C after the other.
    Outer,
    /// Tiles of C whose sums stay in registers along the depth.
    Tiles,
    /// Packed blocks, one size for each cache, in register tiles.
    Blocks,
}

/// The run-time extents and strides of a problem whose matrices they describe.
#[derive(Clone, Copy)]
pub struct Numbers {
    /// The rows and columns of C, and the depth.
    extents: [usize; 3],
    a: [isize; 2],
    b: [isize; 2],
    c: [isize; 2],
    /// The size of an element.
    bytes: usize,
}

impl Numbers {
    /// The numbers of a problem.
    #[inline(always)]
    pub fn of<A: Operand, B: Operand, C: Operand, U>(problem: &Problem<A, B, C, U>) -> Self {
        let Problem { a, b, c, .. } = problem;
        Self {
            extents: problem.extents(),
            a: [a.row_stride(), a.column_stride()],
            b: [b.row_stride(), b.column_stride()],
            c: [c.row_stride(), c.column_stride()],
            bytes: size_of::<C::Element>(),
        }
    }

    /// Whether the transposed problem is solved: vectors run along the columns of C.
    #[inline(always)]
    pub const fn runs_along_columns(&self) -> bool {
        self.c[0] != 1 && self.c[1] == 1
    }

    /// The numbers of the transposed problem.
    pub const fn transposed(self) -> Self {
        let Self { extents: [m, n, k], a, b, c, .. } = self;
        let [a, b, c] = [[a[1], a[0]], [b[1], b[0]], [c[1], c[0]]];
        Self { extents: [n, m, k], a: b, b: a, c, ..self }
    }

    /// The forms of the loops for a problem of these forms and numbers and its route, and whether they multiply the transposed
    /// problem.
    pub const fn resolve(&self, forms: &Forms, route: &Route) -> (Forms, bool) {
        let [rows, columns] = forms.c.steps;
        let along = match route.along {
            Along::Either if matches!(rows, Step::Open) && self.c[0] == 1 => Along::Rows,
            Along::Either if matches!(columns, Step::Open) && self.c[1] == 1 => Along::Columns,
            along => along,
        };
        let is_transposed = matches!(along, Along::Columns);
        let (mut turned, numbers) =
            if is_transposed { (forms.transposed(), self.transposed()) } else { (*forms, *self) };
        if matches!(turned.c.steps[0], Step::Open) && numbers.c[0] == 1 {
            turned.c = turned.c.with_unit_rows();
        }
        if matches!(route.entry, Entry::Strided) && numbers.a[0] == 1 {
            turned.a = turned.a.with_unit_rows();
        }
        (turned, is_transposed)
    }

    /// Whether the rows of A and C have stride 1, so that vectors read and write them in place.
    #[inline(always)]
    pub const fn has_unit_rows(&self) -> bool {
        self.a[0] == 1 && self.c[0] == 1
    }

    /// Chooses the path of a product of run-time extents, once vectors run along the rows of C where they can.
    #[inline(always)]
    pub const fn path(&self) -> GemmPath {
        let [m, n, depth] = self.extents;
        // Panels of A or C would be copied. Compares first, so that no product overflows: if one extent is 0, no other exceeds the
        // most.
        let is_few = m <= MOST_FEW && n <= MOST_FEW && depth <= MOST_FEW;
        if !self.has_unit_rows() && is_few && m * n * depth <= MOST_FEW {
            return GemmPath::Few;
        }
        if m > 1 && n > 1 && depth > 1 && depth < DEPTH_OF_DOTS {
            // None of the paths below: one comparison for most.
            return GemmPath::Tiles;
        }
        if self.is_for_vector() {
            return GemmPath::Vector;
        }
        let runs = self.a[1] == 1 && self.b[0] == 1;
        if runs && depth >= DEPTH_OF_DOTS && m.saturating_mul(n) <= MOST_DOTS {
            return GemmPath::Dots;
        }
        if depth == 1 && m >= ROWS_OF_OUTER && self.has_unit_rows() {
            return GemmPath::Outer;
        }
        GemmPath::Tiles
    }

    /// Whether C has one row or one column, and the matrix has neighbours in one mode and is large or deep enough.
    #[inline(always)]
    pub const fn is_for_vector(&self) -> bool {
        let [m, n, depth] = self.extents;
        if m != 1 && n != 1 {
            return false;
        }
        // The lanes are the elements of C.
        let (lanes, across, along) =
            if n == 1 { (m, self.a[0], self.a[1]) } else { (n, self.b[1], self.b[0]) };
        // One lane has no neighbour.
        let runs_across = across == 1 && lanes != 1;
        let is_far = lanes.saturating_mul(depth).saturating_mul(self.bytes) >= FAR;
        runs_across && is_far || !runs_across && along == 1 && depth >= SHORT
    }
}
