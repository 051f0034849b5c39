//! Parses any text by the parsers of other systems. A result prints as text that parses to the same value; an error has
//! a span in the text.

#![no_main]

#[path = "../../../systems/dialects/tests/systems/tokens.rs"]
mod tokens;

use core::fmt::Display;
use core::str::FromStr;

use layout_cli::dialect::{Dialect, Element};
use layout_cli::language::Value;
use layout_core::{Coord, IntTuple, Layout, LayoutError, StridedLayout, Swizzle};
use layout_core::{Frame, Slices};
use libfuzzer_sys::fuzz_target;
use static_layout_dialects::xla::{XlaLayout, XlaShape};
use static_layout_dialects::{CuteLayout, MemRef, MoYe, Mojo, OneBased, StridedAttr};
use static_layout_fuzz::{said::one_line, text};
use tokens::TOKENS;

/// The most elements that are enumerated.
const MOST: i64 = 1 << 9;

/// Checks that an error has one line and a span in the text.
fn is_shown(text: &str, error: &LayoutError) {
    let said = one_line(text, error);
    if let Some(span) = error.span() {
        assert!(text.get(span.clone()).is_some(), "{text:?}: {said}: {span:?}");
    }
    assert!(error.render(text).to_string().starts_with(&said), "{text:?}: {said}");
}

fn read<T: FromStr<Err = LayoutError> + Display>(text: &str) -> Option<T> {
    match text.parse::<T>() {
        Ok(value) => {
            let printed = value.to_string();
            let again = printed.parse::<T>().map(|value| value.to_string());
            assert_eq!(again.as_ref(), Ok(&printed), "{text:?}");
            Some(value)
        }
        Err(error) => {
            is_shown(text, &error);
            None
        }
    }
}

/// Calls every function of an XLA shape. Each index has the offset of the layout.
fn is_consistent(shape: &XlaShape) {
    let _ = (shape.element_count(), shape.element_size_in_bytes(), shape.data_size_in_bytes());
    let _ = (shape.allocation_size_in_bytes(), shape.byte_strides(), shape.is_untiled());
    let _ = (shape.true_rank(), shape.interleaved(), shape.to_static(), shape.packed());
    let _ = (shape.drop_degenerate_dimensions(), shape.physically_ordered());
    for k in 0..shape.rank() {
        let _ = (shape.dimension_stride(k), shape.longest_split(k));
        let _ = shape.is_effectively_most_major(k);
    }
    let Ok(layout) = shape.to_layout() else { return };
    if !(1..=MOST).contains(&layout.size()) {
        return;
    }
    let mut index = vec![0; shape.rank()];
    loop {
        let leaves: Vec<IntTuple> = index.iter().map(|&i| IntTuple::from(i)).collect();
        let coord = Coord::from(IntTuple::tuple(&leaves).unwrap());
        assert_eq!(shape.offset(&index), layout.index(&coord), "{shape} at {index:?}: {layout}");
        if !shape.bump(&mut index).unwrap() {
            return;
        }
    }
}

/// Checks that the command writes what it reads, and reads the same again.
fn is_translated(text: &str) {
    for from in Dialect::ALL {
        let said = match from.read(text) {
            Ok(said) => said,
            Err(failure) => {
                let message = one_line(text, &failure.message());
                assert!(failure.to_string().starts_with(&message), "{text:?}");
                continue;
            }
        };
        // Other values have no text in some systems.
        let Value::Layout(layout) = said.layout else { continue };
        for to in Dialect::ALL {
            let mut said = said.clone();
            if to.names_elements() && said.element.is_none() {
                said.element = Element::named("f32").ok();
            }
            let Ok((written, _)) = to.write_part(&said) else { continue };
            let again = to.read(&written);
            let again = again.unwrap_or_else(|error| panic!("{text:?}, {written:?}: {error}"));
            if !layout.is_coordinate() && layout.size() <= MOST {
                let again = again.layout.as_layout().expect("a layout");
                assert!(again.iter().eq(layout.iter()), "{text:?}, {written:?}");
            }
        }
    }
}

fuzz_target!(|data: &[u8]| {
    let text = &text(data, TOKENS);
    if let Some(shape) = read::<XlaShape>(text) {
        is_consistent(&shape);
    }
    read::<XlaLayout>(text);
    read::<StridedLayout>(text);
    read::<Slices>(text);
    read::<Mojo<Layout>>(text);
    read::<Mojo<IntTuple>>(text);
    read::<Mojo<Swizzle>>(text);
    read::<MoYe<Layout>>(text);
    read::<MoYe<IntTuple>>(text);
    read::<OneBased<Coord>>(text);
    read::<CuteLayout>(text);
    read::<StridedAttr>(text);
    read::<Frame>(text);
    match MemRef::parse(text) {
        Ok(memref) => {
            let printed = memref.to_string();
            assert_eq!(
                MemRef::parse(&printed).map(|memref| memref.to_string()),
                Ok(printed.clone())
            );
        }
        Err(error) => is_shown(text, &error),
    }
    is_translated(text);
});
