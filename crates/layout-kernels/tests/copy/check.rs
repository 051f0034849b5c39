//! Compares a copy with a loop over the linear indices, for elements of each size.

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use static_layout::*;
use static_layout_kernels::{copy_plan, try_copy};

/// Elements of each size, made from a number.
pub(crate) trait Numbered: Copy + PartialEq + std::fmt::Debug {
    fn of(i: usize) -> Self;
}
macro_rules! numbered {
    ($($t:ty)*) => {$(
        impl Numbered for $t {
            fn of(i: usize) -> Self {
                ((i as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 16) as $t
            }
        }
    )*};
}
numbered! { u8 u16 u32 i64 u128 f32 f64 }

/// An element of 16 bytes, three of which are padding.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub(crate) struct Padding(u8, u32, u64);
impl Numbered for Padding {
    fn of(i: usize) -> Self {
        Padding(u8::of(i), u32::of(i + 1), i as u64)
    }
}
/// An element of 4 bytes, one of which is padding: a size that tiles have.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub(crate) struct Short(u8, u16);
impl Numbered for Short {
    fn of(i: usize) -> Self {
        Short(u8::of(i), u16::of(i))
    }
}

/// Checks the copy, and that all elements outside of the destination keep their values.
const MARGIN: usize = 70;

pub(crate) fn verify<T: Numbered, A: AnyLayout, B: AnyLayout>(
    (a, from): (A, Vec<i64>),
    (b, to): (B, Vec<i64>),
) -> Result<(), TestCaseError> {
    let least = |offsets: &[i64]| offsets.iter().copied().min().unwrap_or(0).min(0);
    let room = |offsets: &[i64]| {
        (offsets.iter().copied().max().unwrap_or(0).max(0) - least(offsets)) as usize
            + 1
            + 2 * MARGIN
    };
    // A swizzle may reach past the cosize of its layout.
    let data: Vec<T> = (0..room(&from) + 4096).map(T::of).collect();
    let mut written: Vec<T> = (0..room(&to) + 4096).map(|i| T::of(i + 77_777)).collect();
    let mut expected = written.clone();
    let (origin, target) = (MARGIN as i64 - least(&from), MARGIN as i64 - least(&to));
    for (from, to) in from.iter().zip(&to) {
        expected[(target + to) as usize] = data[(origin + from) as usize];
    }
    let source = View::with_origin(&data, origin as usize, a).unwrap();
    let mut view = ViewMut::with_origin(&mut written, target as usize, b).unwrap();
    let copied = try_copy(source, &mut view);
    prop_assert!(copied.is_ok(), "{a} to {b}: {copied:?}");
    prop_assert_eq!(&written, &expected, "{} to {}, {}", a, b, copy_plan::<T, _, _>(a, b).unwrap());
    Ok(())
}

/// A layout and its offsets in the order of the linear index.
macro_rules! both {
    ($layout:expr) => {{
        let layout = $layout;
        (layout, layout.to_dynamic().iter().collect::<Vec<i64>>())
    }};
}
pub(crate) use both;

/// Checks elements of each size.
macro_rules! every_size {
    ($a:expr, $b:expr) => {{
        let (a, b) = (both!($a), both!($b));
        verify::<u8, _, _>(a.clone(), b.clone())?;
        verify::<u16, _, _>(a.clone(), b.clone())?;
        verify::<f32, _, _>(a.clone(), b.clone())?;
        verify::<i64, _, _>(a.clone(), b.clone())?;
        verify::<u128, _, _>(a.clone(), b.clone())?;
        verify::<Short, _, _>(a.clone(), b.clone())?;
        verify::<Padding, _, _>(a.clone(), b.clone())?;
        Ok::<(), TestCaseError>(())
    }};
}
pub(crate) use every_size;

/// Checks the two sizes that differ most. Each static layout is a type, and more sizes would take too long to compile.
macro_rules! two_sizes {
    ($a:expr, $b:expr) => {{
        let (a, b) = (both!($a), both!($b));
        verify::<u8, _, _>(a.clone(), b.clone())?;
        verify::<f32, _, _>(a, b)?;
        Ok::<(), TestCaseError>(())
    }};
}
pub(crate) use two_sizes;
