//! Checks that an image, a filter and a result have the right modes and extents.

use crate::side::known_extent;
use layout_core as value;
use layout_core::Text;
use static_layout::internal::{self, Form};

/// Stops the compiler unless the layout has the three modes of an image.
#[track_caller]
pub const fn image<A: Form>() {
    internal::require_of::<A>(
        A::FORM.rank() == 3,
        "an image has three modes: rows, columns, channels",
    );
}

/// Stops the compiler unless the layouts have the modes of an image, a filter and a result, and their static extents
/// agree. Rows and columns are compared only if the windows lie `everywhere` in the image, without stride and
/// padding.
#[track_caller]
pub const fn check<A: Form, B: Form, C: Form>(everywhere: bool) {
    if !internal::are_made::<A, B, C>() {
        return;
    }
    image::<A>();
    internal::require_of::<B>(
        B::FORM.rank() == 4,
        "a filter has four modes: rows, columns, channels, results",
    );
    internal::require_of::<C>(
        C::FORM.rank() == 3,
        "a result has three modes: rows, columns, results",
    );
    let (a, b, c) = (&A::FORM, &B::FORM, &C::FORM);
    if let Some(reason) = disagreement(a, b, c, everywhere) {
        let text = Text::of("cannot convolve ").then_layout(a).then(" with ").then_layout(b);
        let text = text.then(" into ").then_layout(c).then(": ").then(reason.as_str());
        internal::stop(text.as_str())
    }
    internal::disjoint::<C>()
}

/// The reason why an image `a`, a filter `b` and a result `c` do not fit, if their known integers have one.
const fn disagreement(
    a: &value::Layout,
    b: &value::Layout,
    c: &value::Layout,
    everywhere: bool,
) -> Option<Text> {
    let channels = [known_extent(a, 2), known_extent(b, 2)];
    if let Some(text) = differ(channels, ["the image has ", " channels and the filter has "]) {
        return Some(text);
    }
    let results = [known_extent(b, 3), known_extent(c, 2)];
    if let Some(text) = differ(results, ["the filter has ", " results and there is room for "]) {
        return Some(text);
    }
    let names = [
        ["rows", "there are ", " rows of windows and the result has "],
        ["columns", "there are ", " columns of windows and the result has "],
    ];
    let mut k = 0;
    while everywhere && k < names.len() {
        let [name, begin, end] = names[k];
        if let (Some(all), Some(window)) = (known_extent(a, k), known_extent(b, k)) {
            if window < 1 || window > all {
                let text = Text::of("the filter has ").then_number(window).then(" ").then(name);
                return Some(text.then(" and the image has ").then_number(all));
            }
            let windows = [Some(all - window + 1), known_extent(c, k)];
            if let Some(text) = differ(windows, [begin, end]) {
                return Some(text);
            }
        }
        k += 1;
    }
    None
}

/// Whether there are no sums, or sums without terms, which are 0. The caller then reads no element and moves no pointer
/// (rule V4).
///
/// # Panics
/// If the channels of image and filter, or the results of the filter and of `c`, differ.
#[track_caller]
pub fn over_nothing<A: Form, B: Form, C: Form>(a: A, b: B, c: C) -> bool {
    let ([.., image], [.., filter, results]) = (a.mode_sizes::<3>(), b.mode_sizes::<4>());
    let [.., room] = c.mode_sizes::<3>();
    assert!(image == filter, "the image has {image} channels and the filter has {filter}");
    assert!(results == room, "the filter has {results} results and there is room for {room}");
    image == 0 || results == 0
}

/// The text for two known numbers, if they differ.
const fn differ(numbers: [Option<i64>; 2], words: [&str; 2]) -> Option<Text> {
    match numbers {
        [Some(left), Some(right)] if left != right => {
            Some(Text::of(words[0]).then_number(left).then(words[1]).then_number(right))
        }
        _ => None,
    }
}
