//! Operations of the engine on layouts of plain integers, compared with the same by hand: on lists of eight modes without
//! nesting, without a check and without a refusal. The figure is operations per microsecond.

use std::hint::black_box;

use layout_core::{Layout, Tiler};

use crate::measure::{Bench, Contender};

/// What one run adds to the figure.
const OPERATION: f64 = 1e3;

/// Runs all cases.
pub(crate) fn run(bench: &Bench) {
    for a in ["8:1", "(2,(1,6)):(1,(6,2))", "(2,4,8,16):(1,2,16,256)", "(3,5,7,2):(70,14,2,1)"] {
        let case = format!("growth/engine/coalesce {a}");
        let (a, modes) = operand(a);
        compare(bench, &case, || black_box(&a).coalesce().ok(), || black_box(&modes).coalesced());
    }
    for (a, b) in [
        ("8:2", "4:2"),
        ("(10,2):(16,4)", "(5,4):(1,5)"),
        ("(4,8,2,16):(1,4,64,128)", "(8,16):(2,16)"),
    ] {
        let case = format!("growth/engine/compose {a} o {b}");
        let ((a, modes), (b, walks)) = (operand(a), operand(b));
        let b = Tiler::whole(b);
        compare(
            bench,
            &case,
            || black_box(&a).compose(black_box(&b)).ok(),
            || black_box(&modes).composed(black_box(&walks)),
        );
    }
    for (a, m) in [("4:2", 24), ("(2,2):(1,6)", 48), ("(4,2,2):(1,8,32)", 1024)] {
        let case = format!("growth/engine/complement {a} in {m}");
        let (a, modes) = operand(a);
        compare(
            bench,
            &case,
            || black_box(&a).complement(black_box(m)).ok(),
            || black_box(&modes).complement(black_box(m)),
        );
    }
}

/// Compares both sides of a case, whose leaves must agree.
fn compare(
    bench: &Bench,
    case: &str,
    ours: impl Fn() -> Option<Layout>,
    by_hand: impl Fn() -> Modes,
) {
    if !bench.wants(case) {
        return;
    }
    let (found, expected) = (ours().expect("the engine accepts the case"), by_hand());
    assert_eq!(Modes::of(&found).list(), expected.list(), "{case}: the results differ");
    let sides = vec![
        Contender::ours("engine", move |times| {
            (0..times).for_each(|_| _ = black_box(&ours()));
        }),
        Contender::new("by hand", move |times| {
            (0..times).for_each(|_| _ = black_box(&by_hand()));
        }),
    ];
    bench.compare(case, OPERATION, sides);
}

/// A layout, and its leaves.
fn operand(text: &str) -> (Layout, Modes) {
    let layout: Layout = text.parse().expect("a layout");
    (layout, Modes::of(&layout))
}

/// At most eight modes `extent:stride`.
#[derive(Clone, Copy)]
struct Modes {
    len: usize,
    extents: [i64; 8],
    strides: [i64; 8],
}

impl Modes {
    const EMPTY: Self = Self { len: 0, extents: [0; 8], strides: [0; 8] };

    fn of(layout: &Layout) -> Self {
        let mut out = Self::EMPTY;
        (0..layout.leaf_count()).for_each(|k| out.push(layout.leaf(k).0, layout.leaf(k).1));
        out
    }

    fn list(&self) -> Vec<(i64, i64)> {
        (0..self.len).map(|k| (self.extents[k], self.strides[k])).collect()
    }

    fn push(&mut self, extent: i64, stride: i64) {
        (self.extents[self.len], self.strides[self.len]) = (extent, stride);
        self.len += 1;
    }

    /// Appends a mode, which can continue the last one.
    fn append(&mut self, extent: i64, stride: i64) {
        match self.len.checked_sub(1) {
            _ if extent == 1 => {}
            Some(last) if self.extents[last] * self.strides[last] == stride => {
                self.extents[last] *= extent;
            }
            _ => self.push(extent, stride),
        }
    }

    /// These modes, or the mode `1:0` if the list is empty.
    fn or_one(mut self) -> Self {
        if self.len == 0 {
            self.push(1, 0);
        }
        self
    }

    #[inline(never)]
    fn coalesced(&self) -> Self {
        let mut out = Self::EMPTY;
        (0..self.len).for_each(|k| out.append(self.extents[k], self.strides[k]));
        out.or_one()
    }

    #[inline(never)]
    fn composed(&self, b: &Self) -> Self {
        let (a, mut out) = (self.coalesced(), Self::EMPTY);
        for k in 0..b.len {
            let (mut s, mut r, mut i) = (b.extents[k], b.strides[k], 0);
            while i + 1 < a.len && s > 1 {
                let m = a.extents[i];
                let n = if r >= m { 1 } else { s.min((m + r - 1) / r) };
                if n > 1 {
                    out.push(n, r * a.strides[i]);
                }
                (s, r, i) = (s / n, if r >= m { r / m } else { 1 }, i + 1);
            }
            if s > 1 {
                out.push(s, r * a.strides[i]);
            }
        }
        out.or_one()
    }

    #[inline(never)]
    fn complement(&self, m: i64) -> Self {
        let (mut sorted, mut out, mut covered) = (*self, Self::EMPTY, 1);
        for k in 1..sorted.len {
            let mut j = k;
            while j > 0 && sorted.strides[j - 1] > sorted.strides[j] {
                sorted.extents.swap(j - 1, j);
                sorted.strides.swap(j - 1, j);
                j -= 1;
            }
        }
        for k in 0..sorted.len {
            out.append(sorted.strides[k] / covered, covered);
            covered = sorted.extents[k] * sorted.strides[k];
        }
        out.append(m / covered, covered);
        out.or_one()
    }
}
