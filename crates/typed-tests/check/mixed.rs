//! Rows with run-time integers.

use std::fmt::Display;

use static_layout::{LayoutError, LayoutOps, PlainLayout, dynamic};

/// Checks that a mixed result prints as `text`, and has the offsets of this layout on plain integers.
pub fn mixes<R: PlainLayout>(found: Result<R, LayoutError>, text: &str) {
    match found {
        Err(refusal) => assert_eq!(format!("error: {refusal}"), text),
        Ok(found) => {
            agrees(&found, &|i| format!("{:?}", found.image(i)), &found.to_dynamic(), text);
        }
    }
}

fn agrees(
    found: &dyn Display,
    image: &dyn Fn(usize) -> String,
    plain: &dynamic::Layout,
    text: &str,
) {
    assert_eq!(format!("{found:#}"), text);
    assert_eq!(plain.to_string(), found.to_string());
    for i in 0..plain.size().min(64) {
        let expected = plain.image(&i.into()).unwrap().to_string();
        assert_eq!(
            image(i as usize).replace(' ', "").replace(",)", ")"),
            expected,
            "{found} at {i}"
        );
    }
}
