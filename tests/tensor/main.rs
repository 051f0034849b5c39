//! Compares tensors with offsets that the algebra on plain integers computes one by one, and with sets of elements.

use std::collections::HashSet;

use proptest::prelude::*;
use static_layout::int::Negative;
use static_layout::*;

mod axes;
mod indexed;
mod owning;
mod padded;
mod parts;
mod reading;

mod windows;
mod writing;

/// A layout, the smallest slice that holds it, and the index of offset 0.
#[derive(Debug, Clone)]
pub struct Case<L> {
    layout: L,
    data: Vec<usize>,
    origin: usize,
}

impl<L: PlainLayout> Case<L> {
    fn of(layout: L) -> Self {
        let offsets: Vec<i64> = layout.to_dynamic().iter().collect();
        let (least, most) = (
            offsets.iter().min().copied().unwrap_or(0),
            offsets.iter().max().copied().unwrap_or(-1),
        );
        let len = if offsets.is_empty() { 0 } else { (most - least + 1) as usize };
        // No two numbers are equal, and none is its index.
        let data = (0..len).map(|i| 7 * i + 1000).collect();
        Case { layout, data, origin: (-least) as usize }
    }

    fn view(&self) -> View<'_, usize, L> {
        View::with_origin(&self.data, self.origin, self.layout).unwrap()
    }

    /// The indices in `data` of all coordinates, in linear order.
    fn indices(&self) -> Vec<usize> {
        let index = |offset: i64| (self.origin as i64 + offset) as usize;
        self.layout.to_dynamic().iter().map(index).collect()
    }

    fn is_injective(&self) -> bool {
        let indices = self.indices();
        indices.iter().collect::<HashSet<_>>().len() == indices.len()
    }
}

fn extent() -> std::ops::Range<usize> {
    0..6
}
fn stride() -> std::ops::Range<usize> {
    0..12
}

/// Layouts of some nestings with run-time integers.
fn leaf() -> impl Strategy<Value = Case<Layout<usize, usize>>> {
    (extent(), stride()).prop_map(|(n, d)| Case::of(Layout::new(n, d)))
}
type PairLayout<A> = Layout<(usize, usize), (A, usize)>;
fn pair() -> impl Strategy<Value = Case<PairLayout<usize>>> {
    ((extent(), extent()), (stride(), stride())).prop_map(|(n, d)| Case::of(Layout::new(n, d)))
}
fn downward() -> impl Strategy<Value = Case<PairLayout<Negative>>> {
    ((extent(), extent()), (stride(), stride()))
        .prop_map(|(n, (d, e))| Case::of(Layout::new(n, (Negative::new(d), e))))
}
type Nested = Layout<(usize, (usize, usize)), (usize, (Negative, usize))>;
fn nested() -> impl Strategy<Value = Case<Nested>> {
    ((extent(), (extent(), extent())), (stride(), (stride(), stride())))
        .prop_map(|(n, (c, (d, e)))| Case::of(Layout::new(n, (c, (Negative::new(d), e)))))
}

/// Checks each kind of layout, static or not.
macro_rules! for_all_layouts {
    ($(fn $name:ident($($case:ident)+: $Case:ident<$L:ident>) $body:block)*) => {$(
        for_mixed_layouts! { fn $name($($case)+: $Case<$L>) $body {
            #[test]
            fn fixed() {
                check(Case::of(layout!((2, (2, 2)):(4, (1, 2))))).unwrap();
                check(Case::of(layout!((3, 5):(-1, 4)))).unwrap();
                check(Case::of(layout!(():()))).unwrap();
                check(Case::of(layout!((4, 0):(1, 4)))).unwrap();
                check(Case::of(layout!(((2, 1, 3), ((2), 2)):((1, 0, 7), ((40), 2))))).unwrap();
                check(Case::of(layout!((4, 3):(0, 1)))).unwrap();
            }
        } }
    )*};
}
/// Checks each kind of layout with run-time integers.
macro_rules! for_mixed_layouts {
    ($(#[$doc:meta])* fn $name:ident($($case:ident)+: $Case:ident<$L:ident>) $body:block { $($more:tt)* }) => {
        $(#[$doc])*
        mod $name {
            use super::*;
            fn check<$L: PlainLayout>($($case)+: $Case<$L>) -> Result<(), TestCaseError> $body
            proptest! {
                #[test]
                fn leaf(case in crate::leaf()) { check(case)? }
                #[test]
                fn pair(case in crate::pair()) { check(case)? }
                #[test]
                fn downward(case in crate::downward()) { check(case)? }
                #[test]
                fn nested(case in crate::nested()) { check(case)? }
            }
            $($more)*
        }
    };
}
use {for_all_layouts, for_mixed_layouts};

/// Panics with these words.
fn panics(words: &str, act: impl FnOnce() + std::panic::UnwindSafe) {
    let payload = std::panic::catch_unwind(act).expect_err("a panic");
    let text = match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(payload) => payload.downcast::<&str>().map_or(String::new(), |text| (*text).into()),
    };
    assert!(text.contains(words), "{text:?} does not say {words:?}");
}
