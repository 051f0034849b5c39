//! A refusal of run-time integers panics at the caller's line.

use static_layout::*;
use std::cell::RefCell;
use std::hint::black_box;
use std::panic::{self, Location};

thread_local! {
    /// The place of the last panic of this thread, while a test looks for it.
    static PLACE: RefCell<Option<(String, u32)>> = const { RefCell::new(None) };
}

/// The file and line at which `refused` panics.
fn place(refused: impl FnOnce() + panic::UnwindSafe) -> (String, u32) {
    PLACE.set(Some(Default::default()));
    assert!(panic::catch_unwind(refused).is_err(), "it is refused");
    PLACE.take().unwrap()
}

fn divide<L: AnyLayout>(l: L) {
    l.logical_divide(layout!(4:1));
}

#[test]
fn panics_name_the_callers_line() {
    // Panics of other tests, on other threads, are reported as usual.
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let at: &Location<'_> = info.location().unwrap();
        if PLACE.with_borrow(Option::is_none) {
            return report(info);
        }
        PLACE.set(Some((at.file().to_string(), at.line())));
    }));
    let n = black_box(6_usize);
    let a = layout!((n, 4):(4, 1));
    let huge = black_box(1_usize << 62);
    let line = line!();
    let places = [
        place(move || _ = a.logical_divide(layout!(4:1))),
        place(move || _ = a.zipped_divide(tile!(4))),
        place(move || _ = a.compose(layout!(8:4))),
        place(move || _ = layout!((n, 2):(1, 1)).logical_product(layout!(4:1))),
        place(move || _ = layout!((n, 2):(1, 1)).blocked_product(layout!((4, 4):(1, 4)))),
        place(move || _ = layout!((4, n):(2, 1)).complement(24_usize)),
        place(move || _ = layout!(huge:1).append(layout!(huge:0))),
        place(move || _ = layout!(huge:1).concat(layout!(huge:0))),
        place(move || _ = Layout::new((huge, huge), (1, 1))),
        place(move || _ = Layout::col_major((huge, huge))),
    ];
    for (k, (file, at)) in places.iter().enumerate() {
        assert!(file.ends_with("caller.rs"), "{k}: {file}:{at}");
        assert_eq!(*at, line + 2 + k as u32, "{k}: {file}:{at}");
    }
    let (file, _) = place(move || divide(a));
    assert!(file.ends_with("caller.rs"), "{file}");
    let _ = panic::take_hook();
}
