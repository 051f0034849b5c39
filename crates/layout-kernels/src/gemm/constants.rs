//! The constants of a product, which its types decide: length of vectors, register tiles, operands to pack, unrolling.

use super::atom::{Adjacent, Atom, AtomPart};
use super::input::Input;
use super::operand::{Matrix, OfBatch, Operand, Step};
use super::pack::{DEPTH, fits};
use super::tiled::Repeats;
use super::update::Update;
use crate::simd::{Element, Vectors};
use core::marker::PhantomData;
use static_layout::AnyLayout;
use typenum::Unsigned;

/// A product: the matrices A, B and C, whose extents agree, and the update of C by `A * B`.
#[derive(Clone, Copy)]
pub struct Problem<A, B, C, U> {
    pub a: A,
    pub b: B,
    pub c: C,
    pub update: U,
}

/// The problem of three views.
pub type OfViews<I, A, J, B, T, C, U> = Problem<Matrix<I, A>, Matrix<J, B>, Matrix<T, C>, U>;

/// A [`Problem`] whose element types can be multiplied.
///
/// One trait, so that a function that passes a problem on need not repeat the bounds.
pub trait Multiplication: Copy {
    type T: Element;
    type A: Operand<Element: Input<Self::T>>;
    type B: Operand<Element: Input<Self::T>>;
    type C: Operand<Element = Self::T>;
    type U: Update<Self::T>;
    fn problem(self) -> Problem<Self::A, Self::B, Self::C, Self::U>;
}
impl<T, A, B, C, U> Multiplication for Problem<A, B, C, U>
where
    T: Element,
    A: Operand<Element: Input<T>>,
    B: Operand<Element: Input<T>>,
    C: Operand<Element = T>,
    U: Update<T>,
{
    type T = T;
    type A = A;
    type B = B;
    type C = C;
    type U = U;
    #[inline(always)]
    fn problem(self) -> Self {
        self
    }
}

/// The [`Multiplication`] of three views, whose layouts may have a third mode that counts the matrices of a batch.
pub trait BatchedProblem: Multiplication {
    /// One product of the batch.
    type One: Multiplication<T = Self::T>;
    /// The numbers of matrices of A, B and C. `agree::check` has rejected layouts without a third mode.
    fn batches(self) -> [usize; 3];
    /// The product of matrices `batch` of A, B and C, whose layouts have a third mode.
    fn of_batch(self, batch: usize) -> Self::One;
}
impl<T, I, J, A, B, C, U> BatchedProblem for OfViews<I, A, J, B, T, C, U>
where
    T: Element,
    I: Input<T>,
    J: Input<T>,
    A: AnyLayout,
    B: AnyLayout,
    C: AnyLayout,
    U: Update<T>,
{
    type One = Problem<OfBatch<I, A>, OfBatch<J, B>, OfBatch<T, C>, U>;
    #[inline(always)]
    fn batches(self) -> [usize; 3] {
        [self.a.batches(), self.b.batches(), self.c.batches()]
    }
    #[inline(always)]
    fn of_batch(self, batch: usize) -> Self::One {
        let Problem { a, b, c, update } = self;
        Problem { a: a.of_batch(batch), b: b.of_batch(batch), c: c.of_batch(batch), update }
    }
}

/// The types of the loops: element, atom, repetitions, A, B and C.
///
/// One trait, so that the functions below need not repeat the bounds.
pub trait Types: Copy {
    type T: Element;
    type X: Atom<Self::T>;
    type R: Repeats;
    type A: Operand<Element: Input<Self::T>>;
    type B: Operand<Element: Input<Self::T>>;
    type C: Operand<Element = Self::T>;
}
/// The only implementation of [`Types`].
#[derive(Clone, Copy)]
pub struct Of<T, X, R, A, B, C>(PhantomData<(T, X, R, A, B, C)>);
impl<T, X, R, A, B, C> Types for Of<T, X, R, A, B, C>
where
    T: Element,
    X: Atom<T>,
    R: Repeats,
    A: Operand<Element: Input<T>>,
    B: Operand<Element: Input<T>>,
    C: Operand<Element = T>,
{
    type T = T;
    type X = X;
    type R = R;
    type A = A;
    type B = B;
    type C = C;
}

/// The constants of a product, decided by its types: register tiles, operands to pack, unrolling.
pub struct LoopConstants<P>(PhantomData<P>);

impl<P: Types> LoopConstants<P> {
    /// Atoms along the rows of a register tile.
    pub const ROW_ATOMS: usize = match P::R::REPEATS {
        Some([rows, _]) => rows,
        None => row_atoms(P::C::EXTENTS[0], Self::ATOM_ROWS, Self::REGISTERS),
    };
    /// Columns of a register tile with `rows` atoms along the rows.
    ///
    /// The last panel may have another number of atoms: its tiles are wider or narrower.
    pub const fn columns(rows: usize) -> usize {
        match P::R::REPEATS {
            Some([_, columns]) => columns,
            None => columns(P::C::EXTENTS[1], rows, Self::most_columns(rows)),
        }
    }
    /// The most columns for which the sums, `rows` fragments of A, one of B and one more vector stay in registers.
    const fn most_columns(rows: usize) -> usize {
        let sums = Self::REGISTERS.saturating_sub(rows * Self::ATOM_REGISTERS + 2);
        max(min(sums / Self::ATOM_REGISTERS, MOST_ATOMS) / rows, 1)
    }
    pub const REGISTERS: usize = <<P::X as Atom<P::T>>::Vectors as Vectors<P::T>>::REGISTERS;
    /// Registers of an atom's part of C.
    pub const ATOM_REGISTERS: usize = size_of::<<P::X as Atom<P::T>>::C>()
        .div_ceil(size_of::<<<P::X as Atom<P::T>>::Vectors as Vectors<P::T>>::Vector>());
    pub const ATOM_ROWS: usize = <P::X as Atom<P::T>>::Rows::USIZE;
    pub const ATOM_DEPTH: usize = <P::X as Atom<P::T>>::Depth::USIZE;
    /// Rows of a panel.
    pub const TALL: usize = Self::ATOM_ROWS * Self::ROW_ATOMS;
    /// A part of `rows` rows of an atom, of full depth.
    pub const fn part(rows: usize) -> AtomPart {
        AtomPart { rows, depth: Self::ATOM_DEPTH, is_static: Self::ROWS_ARE_STATIC }
    }
    pub const ROWS_ARE_STATIC: bool = P::C::EXTENTS[0].is_some();
    pub const COLUMNS_ARE_STATIC: bool = P::C::EXTENTS[1].is_some();
    /// Whether the last panel has three atoms along the rows, instead of two and a panel of one.
    ///
    /// A tile of one atom loads a vector of B for each product, so that loads, not products, limit it.
    pub const MERGES: bool = match P::C::EXTENTS[0] {
        Some(rows) => {
            let atoms = rows.div_ceil(Self::ATOM_ROWS);
            P::R::REPEATS.is_none() && Self::ROW_ATOMS == 2 && atoms > 2 && atoms % 2 == 1
        }
        None => false,
    };
    /// Splits `rows` rows into the number of whole panels and the rows of the last one.
    pub const fn panels(rows: usize) -> (usize, usize) {
        let merged = Self::MERGES as usize;
        let whole = (rows / Self::TALL).saturating_sub(merged);
        (whole, rows - whole * Self::TALL)
    }
    /// Atoms along the rows in the last panel, if the rows are static.
    pub const REST_ROWS: usize = match P::C::EXTENTS[0] {
        Some(rows) => Self::panels(rows).1.div_ceil(Self::ATOM_ROWS),
        None => 0,
    };
    /// The columns of the last register tile of `rows` atoms along the rows, if the columns are static.
    pub const fn rest_columns(rows: usize) -> usize {
        match P::C::EXTENTS[1] {
            Some(columns) => columns % Self::columns(rows),
            None => 0,
        }
    }
    pub const ALONG_A: Adjacent = <P::X as Atom<P::T>>::ADJACENT_A;
    pub const ALONG_B: Adjacent = <P::X as Atom<P::T>>::ADJACENT_B;
    pub const PACKS_A: bool = !<<P::A as Operand>::Element as Input<P::T>>::IS_ELEMENT
        || !is_adjacent(Self::ALONG_A, P::A::ROW_STEP, P::A::COLUMN_STEP);
    pub const PACKS_B: bool = !<<P::B as Operand>::Element as Input<P::T>>::IS_ELEMENT
        || !is_adjacent(Self::ALONG_B, P::B::ROW_STEP, P::B::COLUMN_STEP);
    /// Whether elements of C are written one by one.
    pub const SCATTERS: bool =
        !is_adjacent(<P::X as Atom<P::T>>::ADJACENT_C, P::C::ROW_STEP, P::C::COLUMN_STEP);
    /// Whether one pass covers the full depth: nothing is packed, or the buffer holds the full depth.
    pub const WHOLE_DEPTH: bool = !Self::PACKS_A && !Self::PACKS_B
        || match P::A::EXTENTS[1] {
            Some(depth) => depth <= DEPTH,
            None => false,
        };
    /// The number of chains in which a tile of `atoms` atoms computes each sum.
    ///
    /// One if an edge of C is known only at run time, because narrow tiles then compute only the rest. A static depth has no
    /// chains shorter than those that pay.
    pub const fn chains(atoms: usize) -> usize {
        if !(Self::ROWS_ARE_STATIC && Self::COLUMNS_ARE_STATIC) {
            return 1;
        }
        let mut chains = super::tile::chains(atoms * Self::ATOM_REGISTERS);
        if let Some(depth) = P::A::EXTENTS[1] {
            while chains > 1 && depth < Self::least_depth(atoms, chains) {
                chains /= 2;
            }
        }
        chains
    }
    /// The least depth for which a tile of `atoms` atoms has `chains` chains. Of one atom, nothing else hides the latency.
    pub const fn least_depth(atoms: usize, chains: usize) -> usize {
        let steps = if atoms == 1 { 2 } else { 4 };
        steps * chains * Self::ATOM_DEPTH
    }
    /// How often the loop over the depth is unrolled for a tile of `rows` by `columns` atoms.
    ///
    /// Fully if the static depth is short, because the processor mispredicts the end of a short loop; twice if it is
    /// long. Not for one atom along the rows: its fragments of B die with their only product, and in an unrolled loop
    /// the compiler moves the sums to their registers and spills.
    pub const fn unroll(rows: usize, columns: usize) -> usize {
        match P::A::EXTENTS[1] {
            Some(depth) if depth * rows * columns <= 288 && depth < 16 * Self::ATOM_DEPTH => {
                depth.div_ceil(Self::ATOM_DEPTH)
            }
            Some(_) if rows > 1 => 2,
            _ => 1,
        }
    }
    /// Whether a tile of `rows` atoms is as wide as C: nothing is left to multiply while it is stored.
    const fn one_tile_wide(rows: usize) -> bool {
        match P::C::EXTENTS[1] {
            Some(columns) => columns <= Self::columns(rows),
            None => false,
        }
    }
    /// The depth, if it is so short that a panel of A with `rows` atoms stays in registers, and no tile was given.
    pub const fn short(rows: usize) -> Option<usize> {
        match P::A::EXTENTS[1] {
            Some(depth)
                if P::R::REPEATS.is_none()
                    && !Self::PACKS_B
                    && Self::ATOM_DEPTH == 1
                    && !Self::one_tile_wide(rows)
                    && depth <= MAX_SHORT
                    && depth * rows + 4 * rows <= Self::REGISTERS =>
            {
                Some(depth)
            }
            _ => None,
        }
    }
    pub const HAS_ROOM: () = assert!(
        (!Self::PACKS_A || fits::<P::T>(max(Self::TALL, Self::REST_ROWS * Self::ATOM_ROWS)))
            && (!Self::PACKS_B || fits::<P::T>(Self::columns(1))),
        "what is copied to the stack has no room there: repeat the atom less often"
    );
}

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

const fn max(a: usize, b: usize) -> usize {
    if a < b { b } else { a }
}

const fn min(a: usize, b: usize) -> usize {
    if a < b { a } else { b }
}

/// Whether an atom can load or store the elements of a matrix in place.
const fn is_adjacent(along: Adjacent, rows: Step, columns: Step) -> bool {
    !matches!(rows, Step::Uneven)
        && !matches!(columns, Step::Uneven)
        && match along {
            Adjacent::Rows => matches!(rows, Step::Unit),
            Adjacent::Columns => matches!(columns, Step::Unit),
            Adjacent::Nothing => true,
        }
}

/// How often to halve the vectors of `lanes` lanes and `bytes` bytes for a C of `rows` rows.
///
/// Chooses the vectors that hold the rows at the least cost; of equal costs the fewest vectors, then the shortest. A
/// vector of up to 32 bytes costs one. A longer one costs two, as Zen 4 executes it, but the last one costs one if half of it
/// holds the rows ([`Broadcast`](super::Broadcast)). Intel's processors are fastest with the fewest vectors.
pub const fn halvings(rows: Option<usize>, lanes: usize, bytes: usize, has_low: bool) -> u32 {
    let Some(rows) = rows else { return 0 };
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

/// The atoms along the rows of a register tile, for a C with `rows` rows and atoms of `tall` rows.
///
/// With 16 registers, three atoms have room for three columns only, and two atoms for six, which load fewer vectors for
/// as many products. With NEON, tall tiles take the fewest instructions.
pub const fn row_atoms(rows: Option<usize>, tall: usize, registers: usize) -> usize {
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
pub const fn columns(extent: Option<usize>, rows: usize, most: usize) -> usize {
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
