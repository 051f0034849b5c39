//! What is decided when the types are known: which vectors and which tile, and what is copied.

use super::atom::{Adjacent, Atom};
use super::input::Input;
use super::operand::{Matrix, OfBatch, Operand, Step};
use super::pack::{DEPTH, fits};
use super::tiled::Repeats;
use super::update::Update;
use crate::simd::{Element, Vectors};
use core::marker::PhantomData;
use static_layout::AnyLayout;
use typenum::Unsigned;

/// Three matrices, C being `A * B` in shape, and what to do with the product.
#[derive(Clone, Copy)]
pub struct Problem<A, B, C, U> {
    pub a: A,
    pub b: B,
    pub c: C,
    pub update: U,
}

/// A problem as views pose it.
pub type OfViews<I, A, J, B, T, C, U> = Problem<Matrix<I, A>, Matrix<J, B>, Matrix<T, C>, U>;

/// A [`Problem`], whose matrices have elements that are multiplied with each other.
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

/// A [`Multiplication`] as views pose it, whose matrices a third mode may count.
pub trait BatchedProblem: Multiplication {
    /// One of those that the third mode counts.
    type One: Multiplication<T = Self::T>;
    /// How many matrices A, B and C are; `agree` has refused layouts without a third mode.
    fn batches(self) -> [usize; 3];
    /// The product of the matrices `batch`, of layouts with a third mode.
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

/// What the loops need to know of the types: elements, atom, repetitions, A, B, C.
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
/// See [`Types`].
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

/// What is decided when the types are known.
pub struct Plan<P>(PhantomData<P>);

impl<P: Types> Plan<P> {
    /// Atoms along the rows and the columns of a tile.
    pub const REPEATS: [usize; 2] = match P::R::REPEATS {
        Some(repeats) => repeats,
        None => {
            let room = (Self::REGISTERS - 4) / Self::ATOM_REGISTERS;
            repeats(P::C::EXTENTS, Self::ATOM_ROWS, min(room, MOST_ATOMS))
        }
    };
    pub const REGISTERS: usize = <<P::X as Atom<P::T>>::Vectors as Vectors<P::T>>::REGISTERS;
    /// Registers of an atom's part of C.
    pub const ATOM_REGISTERS: usize = size_of::<<P::X as Atom<P::T>>::C>()
        .div_ceil(size_of::<<<P::X as Atom<P::T>>::Vectors as Vectors<P::T>>::Vector>());
    pub const ATOM_ROWS: usize = <P::X as Atom<P::T>>::Rows::USIZE;
    pub const ATOM_DEPTH: usize = <P::X as Atom<P::T>>::Depth::USIZE;
    /// Rows of a panel.
    pub const TALL: usize = Self::ATOM_ROWS * Self::REPEATS[0];
    pub const ROWS_ARE_STATIC: bool = P::C::EXTENTS[0].is_some();
    pub const COLUMNS_ARE_STATIC: bool = P::C::EXTENTS[1].is_some();
    /// Atoms along the rows in the last panel, if the rows are static.
    pub const REST_ROWS: usize = match P::C::EXTENTS[0] {
        Some(rows) => (rows % Self::TALL).div_ceil(Self::ATOM_ROWS),
        None => 0,
    };
    /// Columns of the last tile, if they are static.
    pub const REST_COLUMNS: usize = match P::C::EXTENTS[1] {
        Some(columns) => columns % Self::REPEATS[1],
        None => 0,
    };
    pub const ALONG_A: Adjacent = <P::X as Atom<P::T>>::ADJACENT_A;
    pub const ALONG_B: Adjacent = <P::X as Atom<P::T>>::ADJACENT_B;
    pub const PACKS_A: bool = !<<P::A as Operand>::Element as Input<P::T>>::IS_ELEMENT
        || !is_adjacent(Self::ALONG_A, P::A::ROWS, P::A::COLUMNS);
    pub const PACKS_B: bool = !<<P::B as Operand>::Element as Input<P::T>>::IS_ELEMENT
        || !is_adjacent(Self::ALONG_B, P::B::ROWS, P::B::COLUMNS);
    /// Elements of C go to memory one by one.
    pub const SCATTERS: bool =
        !is_adjacent(<P::X as Atom<P::T>>::ADJACENT_C, P::C::ROWS, P::C::COLUMNS);
    /// All of the depth at once.
    pub const WHOLE_DEPTH: bool = !Self::PACKS_A && !Self::PACKS_B
        || match P::A::EXTENTS[1] {
            Some(depth) => depth <= DEPTH,
            None => false,
        };
    /// In how many parts a sum is computed by a tile of `atoms` atoms; in one where the edges of C are known at run
    /// time, because there narrow tiles are what is left after wide ones.
    pub const fn chains(atoms: usize) -> usize {
        if Self::ROWS_ARE_STATIC && Self::COLUMNS_ARE_STATIC {
            super::tile::chains(atoms * Self::ATOM_REGISTERS)
        } else {
            1
        }
    }
    /// How often the loop over a static depth is written out for a tile of `atoms` atoms: altogether, if
    /// that is short, because the processor stumbles over the end of a short loop; twice, if it is long.
    pub const fn unroll(atoms: usize) -> usize {
        match P::A::EXTENTS[1] {
            Some(depth) if depth * atoms <= 288 && depth < 16 * Self::ATOM_DEPTH => {
                depth.div_ceil(Self::ATOM_DEPTH)
            }
            Some(_) => 2,
            None => 1,
        }
    }
    /// A tile is as wide as C: nothing is left to multiply while it is stored.
    const ONE_TILE_WIDE: bool = match P::C::EXTENTS[1] {
        Some(columns) => columns <= Self::REPEATS[1],
        None => false,
    };
    /// The depth, if it is so short that `rows` atoms of A along the rows stay in registers all along it, and
    /// nobody asked for a tile.
    pub const fn short(rows: usize) -> Option<usize> {
        match P::A::EXTENTS[1] {
            Some(depth)
                if P::R::REPEATS.is_none()
                    && !Self::PACKS_B
                    && Self::ATOM_DEPTH == 1
                    && !Self::ONE_TILE_WIDE
                    && depth <= MAX_SHORT
                    && depth * rows + 4 * rows <= Self::REGISTERS =>
            {
                Some(depth)
            }
            _ => None,
        }
    }
    pub const HAS_ROOM: () = assert!(
        (!Self::PACKS_A || fits::<P::T>(Self::TALL))
            && (!Self::PACKS_B || fits::<P::T>(Self::REPEATS[1])),
        "what is copied to the stack has no room there: repeat the atom less often"
    );
}

/// Atoms of a tile. Four in turn hide the time that a product takes; of 24 that are written in one go Zen 4 does not
/// hide the end: 50 cycles each time, none of 16.
const MOST_ATOMS: usize = 16;

/// The longest depth that is short.
const MAX_SHORT: usize = 8;

const fn min(a: usize, b: usize) -> usize {
    if a < b { a } else { b }
}

/// Whether an atom can load or store elements where they are.
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
/// Vectors of up to 32 bytes count one, longer ones two: so Zen 4 runs them. The cheapest number of
/// vectors that hold the rows wins; of equal ones the fewest vectors, then the shortest.
pub const fn halvings(rows: Option<usize>, lanes: usize, bytes: usize) -> u32 {
    let Some(rows) = rows else { return 0 };
    let (mut best, mut best_cost, mut best_count) = (0, usize::MAX, usize::MAX);
    let mut halvings = 0;
    while halvings < 3 && bytes >> halvings >= 16 && lanes >> halvings >= 2 {
        let count = rows.div_ceil(lanes >> halvings);
        let cost = if bytes >> halvings > 32 { 2 * count } else { count };
        if cost < best_cost || cost == best_cost && count <= best_count {
            (best, best_cost, best_count) = (halvings, cost, count);
        }
        halvings += 1;
    }
    best
}

/// The tile for a C of these extents, in atoms along the rows and the columns: of atoms of `tall` rows,
/// of which there is room for `most` in registers beside A and B.
pub const fn repeats([rows, columns]: [Option<usize>; 2], tall: usize, most: usize) -> [usize; 2] {
    let rows = match rows {
        None => 2,
        // Up to three atoms, and panels of about the same number of them.
        Some(rows) => share(rows.div_ceil(tall), 3),
    };
    let most = most / rows;
    let most = if most < 24 { most } else { 24 };
    let columns = match columns {
        // A power of 2: what is left over is as many columns, halved, or a few single ones.
        None => 1 << most.ilog2(),
        Some(columns) => {
            // Tiles of one width, if they are not much narrower.
            let mut even = most;
            while even > most / 2 && columns % even != 0 {
                even -= 1;
            }
            if columns > most && even > most / 2 { even } else { share(columns, most) }
        }
    };
    [rows, columns]
}

/// The largest part when `n` is cut into as few parts as possible of at most `most`, all about equal.
const fn share(n: usize, most: usize) -> usize {
    if n == 0 { 1 } else { n.div_ceil(n.div_ceil(most)) }
}
