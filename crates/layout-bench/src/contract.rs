//! Contractions of TCCG's benchmark, compared with loops by hand, and with transpositions around a product by BLIS or OpenBLAS.
//!
//! The patterns come from TCCG's list (github.com/HPAC/tccg, `benchmark`), `C-A-B`, with the first index fastest; the extents are
//! smaller than TCCG's 200 MB for the largest tensor. `tools/compare/contract.py` measures NumPy and PyTorch on the same cases.

use std::collections::BTreeMap;
use std::hint::black_box;

use layout_core::{IntTuple, Layout};
use static_layout::{View, ViewMut, layout};
use static_layout_kernels::{contract, copy};

use crate::buffer::AlignedBuffer;
use crate::gemm::{ForeignElement, MatrixOrder, set_one_thread};
use crate::measure::{Bench, Contender};
use crate::native::{limits, native};

/// Runs all cases.
pub(crate) fn run(bench: &Bench) {
    macro_rules! cases {
        ($($name:literal: $c:ident $of_c:tt = $a:ident $of_a:tt * $b:ident $of_b:tt, {$($index:ident: $extent:literal)*})*) => {$({
            #[allow(clippy::many_single_char_names, reason = "indices")]
            let [$($index),*] = black_box([$($extent),*]);
            let case = Case::new($name, &[$((stringify!($index), $index)),*]);
            case.compare(bench, |from_a, from_b, to| {
                let $a = View::new(from_a, cases!(@layout $of_a)).expect("the elements of A");
                let $b = View::new(from_b, cases!(@layout $of_b)).expect("the elements of B");
                let mut $c = ViewMut::new(to, cases!(@layout $of_c)).expect("the elements of C");
                contract!($c $of_c = $a $of_a * $b $of_b);
            });
        })*};
        (@layout [$($index:ident),*]) => { layout!(($($index),*)) };
    }
    cases! {
        "abcde-efbad-cf": z[a, b, c, d, e] = x[e, f, b, a, d] * y[c, f], {a: 24 b: 16 c: 24 d: 16 e: 24 f: 16}
        "abcde-efcad-bf": z[a, b, c, d, e] = x[e, f, c, a, d] * y[b, f], {a: 24 b: 24 c: 16 d: 16 e: 24 f: 16}
        "abcd-dbea-ec": z[a, b, c, d] = x[d, b, e, a] * y[e, c], {a: 48 b: 40 c: 24 d: 48 e: 40}
        "abcde-ecbfa-fd": z[a, b, c, d, e] = x[e, c, b, f, a] * y[f, d], {a: 24 b: 16 c: 16 d: 24 e: 24 f: 24}
        "abcd-deca-be": z[a, b, c, d] = x[d, e, c, a] * y[b, e], {a: 48 b: 24 c: 40 d: 48 e: 40}
        "abc-bda-dc": z[a, b, c] = x[b, d, a] * y[d, c], {a: 144 b: 144 c: 24 d: 144}
        "abcd-ebad-ce": z[a, b, c, d] = x[e, b, a, d] * y[c, e], {a: 48 b: 40 c: 24 d: 40 e: 48}
        "abcdef-dega-gfbc": z[a, b, c, d, e, f] = x[d, e, g, a] * y[g, f, b, c], {a: 16 b: 12 c: 12 d: 16 e: 12 f: 12 g: 16}
        "abcdef-dfgb-geac": z[a, b, c, d, e, f] = x[d, f, g, b] * y[g, e, a, c], {a: 16 b: 12 c: 12 d: 16 e: 12 f: 12 g: 16}
        "abcdef-degb-gfac": z[a, b, c, d, e, f] = x[d, e, g, b] * y[g, f, a, c], {a: 16 b: 12 c: 12 d: 16 e: 12 f: 12 g: 16}
        "abcdef-degc-gfab": z[a, b, c, d, e, f] = x[d, e, g, c] * y[g, f, a, b], {a: 16 b: 12 c: 12 d: 16 e: 12 f: 12 g: 16}
        "abc-dca-bd": z[a, b, c] = x[d, c, a] * y[b, d], {a: 144 b: 24 c: 136 d: 144}
        "abcd-ea-ebcd": z[a, b, c, d] = x[e, a] * y[e, b, c, d], {a: 48 b: 40 c: 40 d: 40 e: 48}
        "abcd-eb-aecd": z[a, b, c, d] = x[e, b] * y[a, e, c, d], {a: 48 b: 40 c: 40 d: 40 e: 48}
        "abcd-ec-abed": z[a, b, c, d] = x[e, c] * y[a, b, e, d], {a: 48 b: 40 c: 40 d: 40 e: 48}
        "abc-adec-ebd": z[a, b, c] = x[a, d, e, c] * y[e, b, d], {a: 48 b: 40 c: 40 d: 40 e: 48}
        "ab-cad-dcb": z[a, b] = x[c, a, d] * y[d, c, b], {a: 144 b: 136 c: 144 d: 144}
        "abc-acd-db": z[a, b, c] = x[a, c, d] * y[d, b], {a: 144 b: 136 c: 136 d: 144}
        "abc-adc-bd": z[a, b, c] = x[a, d, c] * y[b, d], {a: 144 b: 144 c: 136 d: 136}
        "abcd-aebf-dfce": z[a, b, c, d] = x[a, e, b, f] * y[d, f, c, e], {a: 24 b: 24 c: 24 d: 24 e: 24 f: 24}
    }
}

/// A contraction with its extents.
struct Case {
    name: &'static str,
    extents: BTreeMap<char, usize>,
}

/// The modes of a matrix by their letters: rows, then columns.
type Groups = [String; 2];

impl Case {
    fn new(name: &'static str, extents: &[(&str, usize)]) -> Self {
        let letter = |index: &str| index.chars().next().expect("a letter");
        Self { name, extents: extents.iter().map(|(index, n)| (letter(index), *n)).collect() }
    }

    /// The letters of C, A and B.
    fn tensors(&self) -> [&'static str; 3] {
        let mut parts = self.name.split('-');
        [(); 3].map(|()| parts.next().expect("three tensors"))
    }

    fn size(&self, letters: &str) -> usize {
        letters.chars().map(|letter| self.extents[&letter]).product()
    }

    /// Rows, columns and depth of the product.
    fn groups(&self) -> [String; 3] {
        let [c, a, b] = self.tensors();
        let of =
            |from: &str, keep: &dyn Fn(char) -> bool| from.chars().filter(|x| keep(*x)).collect();
        [of(c, &|x| a.contains(x)), of(c, &|x| b.contains(x)), of(a, &|x| b.contains(x))]
    }

    /// A tensor `letters`, the first one fastest, as a layout with the modes of `order`.
    fn layout(&self, letters: &str, order: &str) -> Layout {
        let mode = |letter: char| {
            let before = &letters[..letters.find(letter).expect("a letter of the tensor")];
            (self.extents[&letter] as i64, self.size(before) as i64)
        };
        let (shape, stride): (Vec<_>, Vec<_>) = order
            .chars()
            .map(mode)
            .map(|(extent, stride)| (IntTuple::leaf(extent), IntTuple::leaf(stride)))
            .unzip();
        let tuple = |leaves: &[IntTuple]| IntTuple::tuple(leaves).expect("few modes");
        Layout::new(tuple(&shape), tuple(&stride)).expect("a layout of the case")
    }

    /// The offsets of a tensor, in the order of some letters.
    fn offsets(&self, letters: &str, order: &str) -> Vec<usize> {
        self.layout(letters, order).iter().map(|offset| offset as usize).collect()
    }

    /// Compares `ours` with the others.
    fn compare(&self, bench: &Bench, ours: impl Fn(&[f32], &[f32], &mut [f32]) + Copy) {
        if !bench.wants(self.name) {
            return;
        }
        let [c, a, b] = self.tensors();
        let value = |i: usize| ((i.wrapping_mul(0x9e37_79b9) >> 7) % 9) as f32 / 4.0 - 1.0;
        let from_a = AlignedBuffer::from_fn(self.size(a), value);
        let from_b = AlignedBuffer::from_fn(self.size(b), |i| value(i + 1000));
        let mut to = AlignedBuffer::<f32>::new(self.size(c));
        let by_hand = ByHand::of(self);
        let mut expected = vec![0.0; self.size(c)];
        by_hand.run(&from_a, &from_b, &mut expected);
        let [m, n, k] = self.groups().map(|group| self.size(&group));
        let work = 2.0 * (m * n * k) as f64;
        let (from_a, from_b, len) = (&*from_a, &*from_b, to.len());
        let to = to.as_mut_ptr();
        // SAFETY: `to` points to `len` elements, and one contender runs at a time.
        let result = move || unsafe { std::slice::from_raw_parts_mut(to, len) };
        let mut sides = Vec::new();
        for (machine, limit) in limits() {
            sides.push(Contender::ours(machine, move |times| {
                limit();
                for _ in 0..times {
                    ours(black_box(from_a), black_box(from_b), result());
                }
            }));
        }
        let peers: &[(&str, _)] = &[
            #[cfg(blis)]
            ("BLIS", <f32 as ForeignElement>::blis as GemmFn),
            #[cfg(openblas)]
            ("OpenBLAS", <f32 as ForeignElement>::blas as GemmFn),
        ];
        set_one_thread();
        for &(name, gemm) in peers {
            let mut transposed = Transposed::of(self);
            sides.push(Contender::new(name, move |times| {
                for _ in 0..times {
                    transposed.run(gemm, black_box(from_a), black_box(from_b), result());
                }
            }));
        }
        sides.push(Contender::new("by hand", move |times| {
            for _ in 0..times {
                by_hand.run(black_box(from_a), black_box(from_b), result());
            }
        }));
        for side in &mut sides {
            result().fill(f32::NAN);
            side.once();
            let differs = result()
                .iter()
                .zip(&expected)
                .any(|(x, y)| !((x - y).abs() <= 1e-3 * (1.0 + y.abs())));
            assert!(!differs, "{} of {} differs from the loops", self.name, side.name());
        }
        bench.compare(self.name, work, sides);
    }
}

/// A product of matrices without gaps.
type GemmFn = unsafe fn([usize; 3], MatrixOrder, *const f32, *const f32, *mut f32);

/// Transpositions to matrices without gaps by [`copy`], a product, and a transposition back: TTGT.
struct Transposed {
    shape: [usize; 3],
    /// The tensor and its matrix, in the order of the matrix.
    moves: [[Layout; 2]; 3],
    rooms: [AlignedBuffer<f32>; 3],
    /// Whether the matrix is the tensor itself.
    is_matrix: [bool; 3],
}

impl Transposed {
    fn of(case: &Case) -> Self {
        let [c, a, b] = case.tensors();
        let [m, n, k] = case.groups();
        // The depth in the order of A or of B, and C turned if that saves a transposition.
        let orders: [Groups; 3] =
            [[m.clone(), k.clone()], [k.clone(), n.clone()], [m.clone(), n.clone()]];
        let order = orders.map(|[rows, columns]| rows + &columns);
        let tensors = [a, b, c];
        let layouts =
            |t: usize| [case.layout(tensors[t], &order[t]), case.layout(&order[t], &order[t])];
        Self {
            shape: [m, n, k].map(|group| case.size(&group)),
            moves: [0, 1, 2].map(layouts),
            rooms: [0, 1, 2].map(|t| AlignedBuffer::new(case.size(tensors[t]))),
            is_matrix: [0, 1, 2].map(|t| tensors[t] == order[t]),
        }
    }

    fn run(&mut self, gemm: GemmFn, a: &[f32], b: &[f32], c: &mut [f32]) {
        let [room_a, room_b, room_c] = &mut self.rooms;
        let [of_a, of_b, of_c] = &self.moves;
        let from_a = if self.is_matrix[0] { a } else { moved(a, of_a[0], room_a, of_a[1]) };
        let from_b = if self.is_matrix[1] { b } else { moved(b, of_b[0], room_b, of_b[1]) };
        let to = if self.is_matrix[2] { c.as_mut_ptr() } else { room_c.as_mut_ptr() };
        // SAFETY: column-major matrices of this shape.
        unsafe { gemm(self.shape, MatrixOrder::ColumnMajor, from_a.as_ptr(), from_b.as_ptr(), to) };
        if !self.is_matrix[2] {
            moved(room_c, of_c[1], c, of_c[0]);
        }
    }
}

/// Copies between tensors without gaps.
fn moved<'t>(from: &[f32], source: Layout, to: &'t mut [f32], target: Layout) -> &'t [f32] {
    macro_rules! of_rank {
        ($($rank:literal: $Type:ty;)*) => {
            match source.rank() {
                $($rank => {
                    let of = |layout: &Layout| <$Type>::from_dynamic(layout).expect("modes without nesting");
                    let from = View::new(from, of(&source)).expect("the elements of the tensor");
                    copy(from, &mut ViewMut::new(to, of(&target)).expect("room for the tensor"));
                })*
                _ => unreachable!("TCCG's tensors have two to six modes"),
            }
        };
    }
    of_rank! {
        2: static_layout::Layout!((?, ?):(?, ?));
        3: static_layout::Layout!((?, ?, ?):(?, ?, ?));
        4: static_layout::Layout!((?, ?, ?, ?):(?, ?, ?, ?));
        5: static_layout::Layout!((?, ?, ?, ?, ?):(?, ?, ?, ?, ?));
        6: static_layout::Layout!((?, ?, ?, ?, ?, ?):(?, ?, ?, ?, ?, ?));
    }
    to
}

/// Loops by hand over tables of offsets: for each column and depth, runs of rows that are neighbours in C.
#[derive(Clone)]
pub(crate) struct ByHand {
    /// Rows and depth of the first operand, depth and columns of the second, rows and columns of C.
    offsets: [[Vec<usize>; 2]; 3],
    /// The rows that are neighbours in C, and the distance of their elements in the first operand.
    run: usize,
    stride: usize,
    /// Whether the first operand is B.
    is_turned: bool,
}

impl ByHand {
    fn of(case: &Case) -> Self {
        let [c, a, b] = case.tensors();
        let [m, n, k] = case.groups();
        let is_turned = !m.starts_with(&c[..1]);
        let (m, n, first, second) = if is_turned { (n, m, b, a) } else { (m, n, a, b) };
        let table = |letters: &str, order: &str| case.offsets(letters, order);
        let rows = table(first, &m);
        Self {
            run: case.size(&c[..1]),
            stride: rows[1] - rows[0],
            offsets: [
                [rows, table(first, &k)],
                [table(second, &k), table(second, &n)],
                [table(c, &m), table(c, &n)],
            ],
            is_turned,
        }
    }

    fn run(&self, a: &[f32], b: &[f32], c: &mut [f32]) {
        let (first, second) = if self.is_turned { (b, a) } else { (a, b) };
        c.fill(0.0);
        // SAFETY: each offset is inside its slice, whose length is the cosize of the layout.
        unsafe { loops()(self, first.as_ptr(), second.as_ptr(), c.as_mut_ptr()) };
    }
}

native! {
    fn loops(of: *const ByHand, first: *const f32, second: *const f32, c: *mut f32) {
        // SAFETY: the caller's tables have the offsets of elements of the three arrays.
        unsafe {
            let ByHand { offsets: [[rows, depth], [steps, columns], [to, across]], run, stride, .. } = &*of;
            for (from, to_column) in columns.iter().zip(across) {
                for (step, down) in depth.iter().zip(steps) {
                    let y = *second.add(down + from);
                    for (row, to_row) in rows.chunks(*run).zip(to.chunks(*run)) {
                        let (x, z) = (first.add(row[0] + step), c.add(to_row[0] + to_column));
                        if *stride == 1 {
                            for i in 0..*run {
                                *z.add(i) += *x.add(i) * y;
                            }
                        } else {
                            for i in 0..*run {
                                *z.add(i) += *x.add(i * stride) * y;
                            }
                        }
                    }
                }
            }
        }
    }
}
