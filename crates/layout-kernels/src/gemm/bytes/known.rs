//! Products of bytes whose few extents are static, in loops for their types: copied as `i32` to the stack, and multiplied as those.

use super::{Byte, Scale};
use crate::gemm::operand::{Matrix, MatrixForm, Operand, Step};
use crate::gemm::problem::{AnyProblem, Problem};
use crate::gemm::run::{CurrentThread, ProductTask};
use crate::gemm::update::Blend;
use crate::simd::{Machine, Task, TaskOfParts};
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use static_layout::internal::{Form, NoMap};

/// The most products of numbers.
const MOST: usize = 4096;
/// The most numbers of A or B.
const ROOM: usize = 1024;

/// Whether the extents of a product are static and few.
pub const fn is_known<A: Form, B: Form, C: Form>() -> bool {
    let extents = (
        <Matrix<i32, C> as Operand>::FORM.extents,
        <Matrix<i8, A> as Operand>::FORM.extents,
        <Matrix<i8, B> as Operand>::FORM.extents,
    );
    match extents {
        ([Some(m), Some(n)], [Some(_), Some(k)], [Some(_), Some(_)]) => {
            m <= MOST
                && n <= MOST
                && k <= MOST
                && m * n <= MOST
                && m * n * k <= MOST
                && m * k <= ROOM
                && k * n <= ROOM
        }
        _ => false,
    }
}

/// A product that [`is_known`]. Its creator guarantees the requirements of [`multiply`](super::multiply).
pub struct KnownTask<X, Y, A, B, C> {
    pub a: Matrix<X, A>,
    pub b: Matrix<Y, B>,
    pub c: Matrix<i32, C>,
    pub scale: Scale,
}

/// The product of the copies.
type OfCopies<X, Y, A, B, C> =
    Problem<Widened<Matrix<X, A>, C>, Widened<Matrix<Y, B>, C>, Matrix<i32, C>, Blend<i32>>;

impl<X: Byte, Y: Byte, A: Form, B: Form, C: Form> Task for KnownTask<X, Y, A, B, C> {
    type Output = ();
    const HAS_LARGE_FRAME: bool = <OfCopies<X, Y, A, B, C> as AnyProblem>::FORMS.may_copy();
    #[inline(always)]
    fn run<M: Machine>(self, machine: M) {
        let Self { a, b, c, scale } = self;
        let alpha = if let Scale::Integer(scale) = scale { scale } else { 1 };
        let mut room = [const { MaybeUninit::<[i32; ROOM]>::uninit() }; 2];
        let [of_a, of_b] = &mut room;
        // SAFETY: `is_known` has compared the numbers of A and B with those of the rooms. The rest is the guarantee of the creator.
        let problem: OfCopies<X, Y, A, B, C> = unsafe {
            let (a, b) = (Widened::of(a, of_a), Widened::of(b, of_b));
            Problem { a, b, c, update: Blend { alpha, beta: 0 } }
        };
        ProductTask(problem, CurrentThread).run(machine);
        if let Scale::Float(_) = scale {
            let [m, n] = c.extents();
            for i in 0..m {
                for j in 0..n {
                    // SAFETY: an element of C, which holds a sum (rule G).
                    unsafe {
                        let at = c.start().offset(c.offset(i, j));
                        at.write(scale.apply(*at));
                    }
                }
            }
        }
    }
}

impl<X: Byte, Y: Byte, A: Form, B: Form, C: Form> TaskOfParts for KnownTask<X, Y, A, B, C> {
    type A = Matrix<X, A>;
    type B = Matrix<Y, B>;
    type C = Matrix<i32, C>;
    type D = Scale;
    const IS_SHORT: bool = false;
    #[inline(always)]
    fn into_parts(self) -> (Self::A, Self::B, Self::C, Scale) {
        (self.a, self.b, self.c, self.scale)
    }
    #[inline(always)]
    fn from_parts(a: Self::A, b: Self::B, c: Self::C, scale: Scale) -> Self {
        Self { a, b, c, scale }
    }
}

/// A copy of a matrix as `i32`, in the order of the modes of `C`, so that vectors along C find neighbours.
struct Widened<M, C> {
    start: *mut i32,
    types: PhantomData<fn(M, C)>,
}

impl<M, C> Clone for Widened<M, C> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<M, C> Copy for Widened<M, C> {}

impl<M: Operand<Element: Byte>, C: Form> Widened<M, C> {
    const BY_ROWS: bool = matches!(<Matrix<i32, C> as Operand>::FORM.steps[1], Step::Unit);
    const ROWS: usize = extent(M::FORM.extents[0]);
    const COLUMNS: usize = extent(M::FORM.extents[1]);

    /// Copies a matrix.
    ///
    /// # Safety
    /// The elements must be valid for reads, and at most as many as the room has.
    #[inline(always)]
    unsafe fn of(matrix: M, room: &mut MaybeUninit<[i32; ROOM]>) -> Self {
        let copy = Self { start: room.as_mut_ptr().cast(), types: PhantomData };
        for outer in 0..if Self::BY_ROWS { Self::ROWS } else { Self::COLUMNS } {
            for inner in 0..if Self::BY_ROWS { Self::COLUMNS } else { Self::ROWS } {
                let [i, j] = if Self::BY_ROWS { [outer, inner] } else { [inner, outer] };
                // SAFETY: an element of the matrix, and its place in the room.
                unsafe {
                    let number = *matrix.start().offset(matrix.offset(i, j));
                    copy.start.offset(copy.offset(i, j)).write(number.into());
                }
            }
        }
        copy
    }
}

/// A static extent.
const fn extent(extent: Option<usize>) -> usize {
    match extent {
        Some(extent) => extent,
        None => 0,
    }
}

/// The step along a mode with this stride.
const fn step(stride: usize) -> Step {
    if stride == 1 { Step::Unit } else { Step::Even }
}

impl<M: Operand<Element: Byte>, C: Form> Operand for Widened<M, C> {
    type Element = i32;
    type Through = NoMap;
    const FORM: MatrixForm = MatrixForm {
        steps: if Self::BY_ROWS {
            [step(Self::COLUMNS), Step::Unit]
        } else {
            [Step::Unit, step(Self::ROWS)]
        },
        extents: M::FORM.extents,
        runs: [1; 2],
        divides: false,
    };

    #[inline(always)]
    fn start(self) -> *mut i32 {
        self.start
    }
    #[inline(always)]
    fn extents(self) -> [usize; 2] {
        [Self::ROWS, Self::COLUMNS]
    }
    #[inline(always)]
    fn through(self) -> NoMap {
        NoMap
    }
    #[inline(always)]
    fn sum(self, row: usize, column: usize) -> usize {
        if Self::BY_ROWS { row * Self::COLUMNS + column } else { row + column * Self::ROWS }
    }
}
