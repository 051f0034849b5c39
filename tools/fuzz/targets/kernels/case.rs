//! Two layouts, the buffers behind them, and the comparison of a kernel with a loop.

use std::collections::BTreeSet;
use std::fmt::Debug;

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use static_layout::internal::Mapping;
use static_layout::typenum::{U2, U3, U4, U8, U16};
use static_layout::*;
use static_layout_kernels::simd::Element;
use static_layout_kernels::*;

/// A layout, and its offsets in the order of the linear index, computed by `layout-core`.
pub type Listed<L> = (L, Vec<i64>);

/// The most elements of a layout.
pub const MOST: usize = 1 << 11;

/// Elements made from a number, of each size that a kernel treats in its own way.
pub trait Numbered: Copy + PartialEq + Debug + Send + Sync + 'static {
    fn of(i: usize) -> Self;
    /// A commutative, associative function.
    fn join(self, other: Self) -> Self;
    /// What `join` leaves alone.
    fn none() -> Self;
    fn twice(self) -> Self {
        self.join(self)
    }
}
macro_rules! numbered {
    ($($t:ty)*) => {$(
        impl Numbered for $t {
            fn of(i: usize) -> Self {
                (i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 16) as $t
            }
            fn join(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            fn none() -> Self {
                0
            }
        }
    )*};
}
numbered! { u8 u16 u32 i32 u64 u128 }
impl<T: Numbered> Numbered for [T; 3] {
    fn of(i: usize) -> Self {
        [T::of(i), T::of(i + 1), T::of(i + 2)]
    }
    fn join(self, other: Self) -> Self {
        [0, 1, 2].map(|k| self[k].join(other[k]))
    }
    fn none() -> Self {
        [T::none(); 3]
    }
}
impl Numbered for () {
    fn of(_: usize) -> Self {}
    fn join(self, (): ()) -> Self {}
    fn none() -> Self {}
}

/// A buffer for a layout, and the index of offset 0.
#[derive(Clone)]
pub struct Buffer<T> {
    pub elements: Box<[T]>,
    pub origin: usize,
}

impl<T: Numbered> Buffer<T> {
    /// The fewest elements that a view of the layout accepts, and `slack` on both sides. A swizzle may need more than lie
    /// between its offsets. `None` if no such buffer is small.
    pub fn new<L: AnyLayout>(
        (layout, offsets): &Listed<L>,
        slack: usize,
        seed: usize,
    ) -> Option<Self> {
        let least = offsets.iter().copied().min().unwrap_or(0);
        let most = offsets.iter().copied().max().unwrap_or(-1);
        for more in [0, 1, 8, 64, 1 << 10] {
            let around = slack + more;
            let origin = usize::try_from(around as i64 - least.min(0)).ok()?;
            let length = usize::try_from(origin as i64 + most + 1).ok()? + around;
            if length > 1 << 16 {
                return None;
            }
            let elements: Box<[T]> = (0..length).map(|i| T::of(i + seed)).collect();
            if View::with_origin(&elements, origin, *layout).is_ok() {
                return Some(Self { elements, origin });
            }
        }
        None
    }

    pub fn view<L: AnyLayout>(&self, layout: L) -> View<'_, T, L> {
        View::with_origin(&self.elements, self.origin, layout).unwrap()
    }

    pub fn view_mut<L: AnyLayout>(&mut self, layout: L) -> ViewMut<'_, T, L> {
        ViewMut::with_origin(&mut self.elements, self.origin, layout).unwrap()
    }

    /// The index of an offset.
    pub fn place(&self, offset: i64) -> usize {
        (self.origin as i64 + offset) as usize
    }
}

/// What a kernel returns.
pub type Outcome = core::result::Result<(), LayoutError>;

/// What a kernel may do beside the right thing.
#[derive(Clone, Copy, PartialEq)]
pub enum Refusal {
    /// It refuses exactly the destinations in which two coordinates share an element.
    Shared,
    /// It may also refuse others.
    Any,
}

/// Source and destination of a kernel.
pub struct Case<T, A, B> {
    pub a: Listed<A>,
    pub b: Listed<B>,
    pub from: Buffer<T>,
    pub to: Buffer<T>,
    /// Whether different coordinates of the destination have different elements.
    pub is_distinct: bool,
}

impl<T: Numbered, A: AnyLayout, B: AnyLayout> Case<T, A, B> {
    /// `None` if the two have different sizes, or too many elements.
    pub fn new(a: Listed<A>, b: Listed<B>, slack: usize) -> Option<Self> {
        if a.1.len() != b.1.len() {
            return None;
        }
        let (from, to) = (Buffer::new(&a, slack, 0)?, Buffer::new(&b, slack, 77_777)?);
        let is_distinct = b.1.iter().collect::<BTreeSet<_>>().len() == b.1.len();
        Some(Self { a, b, from, to, is_distinct })
    }

    /// Runs a kernel on a fresh destination: element `k` of it becomes `model(k, from, to)`, and all others stay.
    pub fn check(
        &self,
        name: &str,
        refusal: Refusal,
        model: impl Fn(usize, T, T) -> T,
        kernel: impl FnOnce(View<'_, T, A>, &mut ViewMut<'_, T, B>) -> Outcome,
    ) {
        let mut to = self.to.clone();
        let ran = kernel(self.from.view(self.a.0), &mut to.view_mut(self.b.0));
        self.compare(name, refusal, &model, &ran, &to);
    }

    /// Compares the destination of a kernel: one function for all of them.
    #[inline(never)]
    fn compare(
        &self,
        name: &str,
        refusal: Refusal,
        model: &dyn Fn(usize, T, T) -> T,
        ran: &Outcome,
        to: &Buffer<T>,
    ) {
        let said = || format!("{name} of {} to {}: {ran:?}", self.a.0, self.b.0);
        let mut expected = self.to.elements.clone();
        if ran.is_ok() {
            assert!(self.is_distinct, "two share an element: {}", said());
            for (k, (&from, &at)) in self.a.1.iter().zip(&self.b.1).enumerate() {
                let at = self.to.place(at);
                expected[at] = model(k, self.from.elements[self.from.place(from)], expected[at]);
            }
        } else {
            assert!(refusal == Refusal::Any || !self.is_distinct, "{}", said());
        }
        assert!(to.elements == expected, "{}", said());
    }

    /// Every kernel that takes elements of any type.
    pub fn every(&self, mask: u64, refusal: Refusal) {
        self.check("copy", refusal, |_, from, _| from, |from, to| try_copy(from, to));
        let is_chosen = |k: usize| mask >> (k % 64) & 1 == 1;
        self.check(
            "copy_if",
            Refusal::Shared,
            |k, from, to| if is_chosen(k) { from } else { to },
            |from, to| {
                let shape = from.layout().shape();
                try_copy_if(from, to, |coord| is_chosen(coord.linear(shape)))
            },
        );
        // Pointers: a kernel is compiled once for all layouts.
        let (twice, join): (fn(T) -> T, fn(T, T) -> T) = (T::twice, T::join);
        self.check(
            "transform",
            refusal,
            |_, x, _| x.twice(),
            |from, to| try_transform(from, to, twice),
        );
        self.check(
            "combine",
            refusal,
            |_, x, _| x.twice(),
            |from, to| try_combine(from, from, to, join),
        );
        let (all, before): (fn((T, T, T)) -> T, _) =
            (|(x, y, z)| x.join(y).join(z), self.to.clone());
        self.check(
            "combine_all",
            refusal,
            |_, x, y| x.join(y).join(x),
            |from, to| try_combine_all((from, before.view(self.b.0), from), to, all),
        );
        if self.is_distinct {
            self.check(
                "fill",
                refusal,
                |_, _, _| T::of(9),
                |_, to| {
                    fill(to, T::of(9));
                    Ok(())
                },
            );
        } else {
            let mut to = self.to.clone();
            assert!(
                crate::panics::panics(|| fill(&mut to.view_mut(self.b.0), T::of(9))),
                "fill of {}",
                self.b.0
            );
            assert!(to.elements == self.to.elements, "fill of {}", self.b.0);
        }
        let from = self.from.view(self.a.0);
        let sum = self
            .a
            .1
            .iter()
            .fold(T::none(), |sum, &at| sum.join(self.from.elements[self.from.place(at)]));
        let none = T::none();
        assert_eq!(reduce(from, none, join), sum, "reduce of {}", self.a.0);
        assert!(
            from.iter().eq(self.a.1.iter().map(|&at| &self.from.elements[self.from.place(at)]))
        );
    }

    /// A plan that is run twice, and refuses the integers of `other`.
    pub fn planned(&self, refusal: Refusal, other: Option<(Listed<A>, Listed<B>)>) {
        let (a, b) = (self.a.0, self.b.0);
        let plan = match PlannedCopy::<T, A, B>::new(a, b) {
            Ok(plan) => plan,
            Err(error) => {
                let is_due = refusal == Refusal::Any || !self.is_distinct;
                return assert!(is_due, "a plan of {a} to {b}: {error}");
            }
        };
        for _ in 0..2 {
            self.check(
                "a plan",
                refusal,
                |_, from, _| from,
                |from, to| {
                    plan.run(from, to);
                    Ok(())
                },
            );
        }
        let Some((a, b)) = other else { return };
        let is_other = a.1 != self.a.1 || b.1 != self.b.1;
        let Some(case) = Case::<T, A, B>::new(a, b, 0) else { return };
        let mut to = case.to.clone();
        let refused = crate::panics::panics(|| {
            plan.run(case.from.view(case.a.0), &mut to.view_mut(case.b.0))
        });
        assert!(refused || !is_other, "a plan for {} run on {}", self.a.0, case.a.0);
        assert!(!refused || to.elements == case.to.elements);
    }

    /// Atoms of each length.
    pub fn atoms(&self) {
        fn by<T: Numbered, A: AnyLayout, B: AnyLayout, M: CopyAtom>(
            case: &Case<T, A, B>,
            atom: M,
            name: &str,
        ) {
            case.check(
                name,
                Refusal::Any,
                |_, from, _| from,
                |from, to| try_copy_with(atom, from, to),
            );
        }
        by(self, VectorMove::<U2>::new(), "vectors of 2");
        by(self, VectorMove::<U3>::new(), "vectors of 3");
        by(self, VectorMove::<U4>::new(), "vectors of 4");
        by(self, VectorMove::<U8>::new(), "vectors of 8");
        by(self, VectorMove::<U16>::new(), "vectors of 16");
        by(self, TileTranspose::<U4>::new(), "squares of 4");
        by(self, TileTranspose::<U8>::new(), "squares of 8");
    }

    /// Threads and values along one mode.
    pub fn tiled(&self) {
        let tiled = TiledCopy::new(VectorMove::<U4>::new(), layout!(2:1), layout!(8:1));
        self.check(
            "a tiled copy",
            Refusal::Any,
            |_, from, _| from,
            |from, to| tiled.try_copy(from, to),
        );
        let tiled = TiledCopy::new(VectorMove::<U2>::new(), layout!(3:1), layout!(2:1));
        self.check(
            "a tiled copy",
            Refusal::Any,
            |_, from, _| from,
            |from, to| tiled.try_copy(from, to),
        );
    }

    /// Threads and values along two modes.
    pub fn tiled_matrix(&self) {
        let tiled =
            TiledCopy::new(VectorMove::<U4>::new(), layout!((2, 2):(2, 1)), layout!((1, 4):row));
        self.check(
            "a tiled copy",
            Refusal::Any,
            |_, from, _| from,
            |from, to| tiled.try_copy(from, to),
        );
        let tiled =
            TiledCopy::new(VectorMove::<U2>::new(), layout!((2, 2):col), layout!((2, 2):col));
        self.check(
            "a tiled copy",
            Refusal::Any,
            |_, from, _| from,
            |from, to| tiled.try_copy(from, to),
        );
    }
}

impl<T: Numbered + Element, A: AnyLayout, B: AnyLayout> Case<T, A, B> {
    /// Kernels of numbers.
    pub fn numbers(&self, refusal: Refusal) {
        self.check("par_copy", refusal, |_, from, _| from, |from, to| try_par_copy(from, to));
        let (twice, join): (fn(T) -> T, fn(T, T) -> T) = (T::twice, T::join);
        self.check(
            "par_transform",
            refusal,
            |_, x, _| x.twice(),
            |from, to| try_par_transform(from, to, twice),
        );
        let before = self.to.clone();
        self.check(
            "par_combine",
            refusal,
            |_, x, y| x.join(y),
            |from, to| try_par_combine(from, before.view(self.b.0), to, join),
        );
        for (alpha, beta) in [(2, 0), (3, 1)] {
            let (alpha, beta) = (T::of_small(alpha), T::of_small(beta));
            self.check(
                "axpby",
                refusal,
                |_, x, y| alpha.mul(x).add(beta.mul(y)),
                |x, y| try_axpby(alpha, x, beta, y),
            );
        }
    }
}

/// A small whole number as an element.
trait Small: Element {
    fn of_small(x: u8) -> Self {
        (0..x).fold(Self::ZERO, |sum, _| sum.add(Self::ONE))
    }
}
impl<T: Element> Small for T {}

/// Extents and strides of one mode each, of which most make a layout with distinct offsets.
#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    pub extents: [usize; 4],
    pub strides: [usize; 4],
}

impl Numbers {
    /// Extents of a matrix that has whole tiles, which kernels transpose in registers.
    pub fn tiled(u: &mut Unstructured) -> Result<[usize; 4]> {
        const USUAL: [usize; 8] = [16, 32, 17, 48, 33, 24, 40, 15];
        let one = |u: &mut Unstructured| Ok(USUAL[u.int_in_range(0..=USUAL.len() - 1)?]);
        Ok([one(u)?, one(u)?, 1, 1])
    }

    /// Compact strides of the first two extents: columns, or rows.
    pub fn turned(extents: [usize; 4], by_rows: bool) -> Self {
        let [m, n, ..] = extents;
        Self { extents, strides: if by_rows { [n, 1, 1, 1] } else { [1, m, 1, 1] } }
    }

    pub fn extents(u: &mut Unstructured, rank: usize) -> Result<[usize; 4]> {
        const USUAL: [usize; 16] = [8, 4, 16, 1, 2, 3, 5, 6, 7, 32, 12, 0, 24, 33, 9, 64];
        let mut extents = [1; 4];
        for extent in &mut extents[..rank] {
            *extent = USUAL[u.int_in_range(0..=USUAL.len() - 1)?];
        }
        Ok(extents)
    }

    /// Strides for these extents: compact in some order, with gaps, and now and then any number.
    pub fn strides(u: &mut Unstructured, extents: [usize; 4], rank: usize) -> Result<Self> {
        let (mut strides, mut left, mut next) = ([0; 4], [0, 1, 2, 3], 1);
        for k in 0..rank {
            let chosen = u.int_in_range(k..=rank - 1)?;
            left.swap(k, chosen);
            let mode = left[k];
            let (gap, kind) = (u.int_in_range(0..=7_u8)?, u.int_in_range(0..=31_u8)?);
            strides[mode] = match kind {
                0 => 0,
                1 => u.int_in_range(0..=40)?,
                _ => next,
            };
            // Half of the modes follow without a gap.
            next = (next * extents[mode].max(1)) + usize::from(gap.saturating_sub(4));
        }
        Ok(Self { extents, strides })
    }
}

/// A layout and its offsets.
macro_rules! listed {
    ($layout:expr) => {{
        let layout = $layout;
        (layout, layout.to_dynamic().iter().collect::<Vec<i64>>())
    }};
}
pub(crate) use listed;
