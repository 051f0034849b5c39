//! The register tiles of a product, by the forms of its matrices, its atom and the registers of the machine.

use super::atom::{Adjacent, Atom, AtomPart};
use super::operand::{MatrixForm, Step};
use super::pack::{DEPTH, fits};
use super::problem::AnyProblem;
use super::route::Forms;
use super::tiled::{AnyMma, Repeats};
use crate::simd::{Element, Vectors};
use typenum::Unsigned;

/// The most atoms of a tile. Zen 4 does not overlap the stores of 24 atoms with the next products, which costs 50 cycles
/// for each tile; it does with 16. NEON has vectors of 16 bytes, which are stored sooner: its registers hold 20 sums, six
/// fragments of A and those of B.
const MOST_ATOMS: usize = if IS_NEON { 20 } else { 16 };
/// Whether the vectors are those of NEON: 32 registers, of which two are loaded by one instruction. One number is copied to a
/// vector by two, because that load has no offset.
const IS_NEON: bool = cfg!(target_arch = "aarch64");
/// The products that are computed at the same time: two start in each cycle, and each takes four.
const IN_FLIGHT: usize = 8;
/// The longest depth for which a panel of A may stay in registers.
const MAX_SHORT: usize = 8;

/// What the loops need to know of an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AtomForm {
    pub rows: usize,
    pub depth: usize,
    /// The registers of its part of C.
    registers: usize,
    /// The elements of A, B and C that must be adjacent.
    pub adjacent: [Adjacent; 3],
}

impl AtomForm {
    /// The form of an atom.
    const fn of<T: Element, X: Atom<T>>() -> Self {
        Self {
            rows: X::Rows::USIZE,
            depth: X::Depth::USIZE,
            registers: size_of::<X::C>().div_ceil(size_of::<<X::Vectors as Vectors<T>>::Vector>()),
            adjacent: [X::ADJACENT_A, X::ADJACENT_B, X::ADJACENT_C],
        }
    }
    /// The form of [`Broadcast`](super::Broadcast) on vectors of `lanes` lanes.
    pub const fn broadcast(lanes: usize) -> Self {
        let adjacent = [Adjacent::Rows, Adjacent::Nothing, Adjacent::Rows];
        Self { rows: lanes, depth: 1, registers: 1, adjacent }
    }
    /// The form of [`Dot`](super::Dot) on vectors of `lanes` lanes.
    pub const fn dot(lanes: usize) -> Self {
        let adjacent = [Adjacent::Columns, Adjacent::Rows, Adjacent::Nothing];
        Self { rows: 1, depth: lanes, registers: 1, adjacent }
    }
    /// The form of [`Quads`](super::Quads).
    pub const QUADS: Self = Self { rows: 4, depth: 4, registers: 2, adjacent: [Adjacent::Rows; 3] };
}

/// The register tiles of a product: how often the atom is repeated, what is copied to the stack, unrolling.
#[derive(Clone, Copy, Debug)]
pub struct Tiling {
    pub atom: AtomForm,
    /// Given repetitions of the atom.
    repeats: Option<[usize; 2]>,
    /// The vector registers of the machine.
    registers: usize,
    /// The static numbers of rows and columns of C, and the static depth.
    pub extents: [Option<usize>; 3],
    /// Atoms along the rows of a tile.
    pub row_atoms: usize,
    /// Whether parts of A are copied to the stack.
    pub packs_a: bool,
    /// Whether parts of B are copied to the stack.
    pub packs_b: bool,
    /// Whether elements of C are written one by one.
    pub scatters: bool,
}

/// The tiling of a problem by an atom and its repetitions.
pub const fn tiling<P: AnyProblem, K: AnyMma<P::T>>() -> &'static Tiling {
    const { &checked::<P, K>() }
}

/// [`tiling`]. Checks that the copies have room on the stack.
const fn checked<P: AnyProblem, K: AnyMma<P::T>>() -> Tiling {
    let atom = AtomForm::of::<P::T, K::Atom>();
    let registers = <<K::Atom as Atom<P::T>>::Vectors as Vectors<P::T>>::REGISTERS;
    let tiling = Tiling::of(&P::FORMS, atom, K::Repeats::REPEATS, registers);
    let tall = max(tiling.tall(), tiling.rest_rows() * atom.rows);
    assert!(
        (!tiling.packs_a || fits::<P::T>(tall))
            && (!tiling.packs_b || fits::<P::T>(tiling.columns(1))),
        "what is copied to the stack has no room there: repeat the atom less often"
    );
    tiling
}

impl Tiling {
    /// Tiles a problem whose vectors run along the rows of C.
    pub const fn of(
        forms: &Forms,
        atom: AtomForm,
        repeats: Option<[usize; 2]>,
        registers: usize,
    ) -> Self {
        let extents = forms.extents();
        let [a, b, c] = atom.adjacent;
        Self {
            atom,
            repeats,
            registers,
            extents,
            row_atoms: match repeats {
                Some([rows, _]) => rows,
                None => row_atoms(extents[0], atom.rows, registers),
            },
            packs_a: !(forms.are_elements[0] && is_adjacent(a, &forms.a)),
            packs_b: !(forms.are_elements[1] && is_adjacent(b, &forms.b)),
            scatters: !is_adjacent(c, &forms.c),
        }
    }
    /// Columns of a register tile with `rows` atoms along the rows.
    ///
    /// The last panel may have another number of atoms: its tiles are wider or narrower.
    pub const fn columns(&self, rows: usize) -> usize {
        if let Some([_, columns]) = self.repeats {
            return columns;
        }
        // The sums, `rows` fragments of A, one of B and one more vector stay in registers.
        let sums = self.registers.saturating_sub(rows * self.atom.registers + 2);
        let most = max(min(sums / self.atom.registers, MOST_ATOMS) / rows, 1);
        columns(self.extents[1], rows, most)
    }
    /// Rows of a panel.
    pub const fn tall(&self) -> usize {
        self.atom.rows * self.row_atoms
    }
    /// A part of `rows` rows of the atom, of full depth.
    pub const fn part(&self, rows: usize) -> AtomPart {
        AtomPart { rows, depth: self.atom.depth, is_static: self.extents[0].is_some() }
    }
    /// Whether the last panel has three atoms along the rows, instead of two and a panel of one.
    ///
    /// A tile of one atom loads a vector of B for each product, so that loads, not products, limit it.
    pub const fn merges(&self) -> bool {
        match self.extents[0] {
            Some(rows) => {
                let atoms = rows.div_ceil(self.atom.rows);
                self.repeats.is_none() && self.row_atoms == 2 && atoms > 2 && atoms % 2 == 1
            }
            None => false,
        }
    }
    /// Splits `rows` rows into the number of whole panels and the rows of the last one.
    #[inline(always)]
    pub const fn panels(&self, rows: usize) -> (usize, usize) {
        let whole = (rows / self.tall()).saturating_sub(self.merges() as usize);
        (whole, rows - whole * self.tall())
    }
    /// Atoms along the rows in the last panel, if the rows are static.
    pub const fn rest_rows(&self) -> usize {
        match self.extents[0] {
            Some(rows) => self.panels(rows).1.div_ceil(self.atom.rows),
            None => 0,
        }
    }
    /// The columns of the last register tile of `rows` atoms along the rows, if the columns are static.
    pub const fn rest_columns(&self, rows: usize) -> usize {
        match self.extents[1] {
            Some(columns) => columns % self.columns(rows),
            None => 0,
        }
    }
    /// Whether one pass covers the full depth: nothing is copied, or the buffer holds the full depth.
    pub const fn has_one_pass(&self) -> bool {
        let fits = match self.extents[2] {
            Some(depth) => depth <= DEPTH,
            None => false,
        };
        !self.packs_a && !self.packs_b || fits
    }
    /// The number of chains in which a tile of `atoms` atoms computes each sum.
    ///
    /// One if an edge of C is known only at run time, because narrow tiles then compute only the rest. A static depth has no
    /// chains shorter than those that pay.
    pub const fn chains(&self, atoms: usize) -> usize {
        if !(self.extents[0].is_some() && self.extents[1].is_some()) {
            return 1;
        }
        let mut chains = chains(atoms * self.atom.registers);
        if let Some(depth) = self.extents[2] {
            while chains > 1 && depth < self.least_depth(atoms, chains) {
                chains /= 2;
            }
        }
        chains
    }
    /// The least depth for which a tile of `atoms` atoms has `chains` chains. With one atom, nothing else hides the latency.
    pub const fn least_depth(&self, atoms: usize, chains: usize) -> usize {
        let steps = if atoms == 1 { 2 } else { 4 };
        steps * chains * self.atom.depth
    }
    /// How often the loop over the depth is unrolled for a tile of `rows` by `columns` atoms.
    ///
    /// Fully if the static depth is short, because the processor mispredicts the end of a short loop; twice if it is
    /// long. Not for one atom along the rows: its fragments of B die with their only product, and in an unrolled loop
    /// the compiler moves the sums to their registers and spills.
    pub const fn unroll(&self, rows: usize, columns: usize) -> usize {
        match self.extents[2] {
            Some(depth) if self.unrolls_fully(rows, columns) => depth.div_ceil(self.atom.depth),
            Some(_) if rows > 1 => 2,
            _ => 1,
        }
    }
    /// Whether the loop over the depth is unrolled fully. The compiler leaves a longer one as a loop if halves of vectors are
    /// multiplied in it.
    const fn unrolls_fully(&self, rows: usize, columns: usize) -> bool {
        let most = if self.ends_in_half(rows) { 100 } else { 288 };
        match self.extents[2] {
            Some(depth) => depth * rows * columns <= most && depth < 16 * self.atom.depth,
            None => false,
        }
    }
    /// Whether half of the last atom or less is inside, after whole atoms, on 16 registers.
    const fn ends_in_half(&self, rows: usize) -> bool {
        match self.extents[0] {
            Some(m) => {
                let last = (m + self.atom.rows - 1) % self.atom.rows + 1;
                rows > 1 && self.registers < 32 && 2 * last <= self.atom.rows
            }
            None => false,
        }
    }
    /// Whether the last atom is multiplied as a whole, if half of it or less is inside. In a loop, the compiler copies each number of
    /// B to half a vector and then again to a whole one.
    pub const fn widens(&self, rows: usize, columns: usize) -> bool {
        self.ends_in_half(rows) && !self.unrolls_fully(rows, columns)
    }
    /// The depth, if it is so short that a panel of A with `rows` atoms stays in registers, and no tile was given.
    pub const fn short(&self, rows: usize) -> Option<usize> {
        // With a tile as wide as C, nothing is left to multiply while it is stored.
        let is_one_tile_wide = match self.extents[1] {
            Some(columns) => columns <= self.columns(rows),
            None => false,
        };
        match self.extents[2] {
            Some(depth)
                if self.repeats.is_none()
                    && !self.packs_b
                    && self.atom.depth == 1
                    && !is_one_tile_wide
                    && depth <= MAX_SHORT
                    && depth * rows + 4 * rows <= self.registers =>
            {
                Some(depth)
            }
            _ => None,
        }
    }
}

/// The number of independent chains for a long sum of a tile of `atoms` atoms.
///
/// A product takes four cycles and up to two products start in each cycle: several chains keep products from waiting
/// for the one before.
const fn chains(atoms: usize) -> usize {
    match atoms {
        0..=1 => 8,
        2 => 4,
        3..=7 => 2,
        _ => 1,
    }
}

const fn max(a: usize, b: usize) -> usize {
    if a < b { b } else { a }
}

const fn min(a: usize, b: usize) -> usize {
    if a < b { a } else { b }
}

/// Whether an atom can load or store the elements of a matrix in place.
const fn is_adjacent(adjacent: Adjacent, form: &MatrixForm) -> bool {
    form.is_even()
        && match adjacent {
            Adjacent::Rows => matches!(form.steps[0], Step::Unit),
            Adjacent::Columns => matches!(form.steps[1], Step::Unit),
            Adjacent::Nothing => true,
        }
}

/// The atoms along the rows of a register tile, for a C with `rows` rows and atoms of `tall` rows.
///
/// With 16 registers, three atoms have room for three columns only, and two atoms for six, which load fewer vectors for
/// as many products. With NEON, tall tiles take the fewest instructions.
const fn row_atoms(rows: Option<usize>, tall: usize, registers: usize) -> usize {
    match rows {
        None => 2,
        // Panels of about equal height.
        Some(rows) => {
            let most = match registers {
                32.. if IS_NEON => 6,
                32.. => 3,
                _ => 2,
            };
            share(rows.div_ceil(tall), most)
        }
    }
}

/// The columns of a register tile of `rows` atoms along the rows, at most `most`, for a C with `extent` columns.
const fn columns(extent: Option<usize>, rows: usize, most: usize) -> usize {
    let most = min(most, 24);
    match extent {
        // What is left over is computed in tiles of four, two and one columns.
        None if most < 8 => most,
        None => 1 << most.ilog2(),
        Some(extent) => {
            // Tiles of one width, if they hide the latency of products. As many sums as products in flight do not.
            let mut even = most;
            while even * rows > IN_FLIGHT && extent % even != 0 {
                even -= 1;
            }
            let share = share(extent, most);
            // With NEON, the loads of narrow tiles cost more than a narrow rest.
            let is_narrow = IS_NEON && 4 * even < 3 * most;
            if extent > most && even * rows > IN_FLIGHT && !is_narrow {
                even
            } else if share < extent && rows > 1 && share * rows == IN_FLIGHT {
                most
            } else {
                share
            }
        }
    }
}

/// The largest part when `n` is cut into as few nearly equal parts of at most `most` as possible.
const fn share(n: usize, most: usize) -> usize {
    if n == 0 { 1 } else { n.div_ceil(n.div_ceil(most)) }
}
