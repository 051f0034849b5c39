//! The loops of a side as a layout of the kernels.

use layout_core::{IntTuple, Layout};
use static_layout::internal::{Form, NoMap};

/// The most leaves of a layout that the kernels plan without a search.
pub(super) const FEW: usize = 4;
/// The most leaves of a layout.
pub(super) const ALL: usize = layout_core::MAX_LEAVES;
/// The leaves of a level of the form with [`ALL`] leaves.
const LEVEL: usize = 8;

/// A layout of `R` leaves, all of whose integers are known at run time alone. A matrix has two.
#[derive(Clone, Copy)]
pub(super) struct Leaves<const R: usize> {
    extents: [usize; R],
    strides: [isize; R],
}

impl<const R: usize> Leaves<R> {
    /// These extents and strides, and extents of 1 for the other leaves.
    pub(super) fn of(loops: &[(usize, isize)]) -> Self {
        assert!(loops.len() <= R);
        let (mut extents, mut strides) = ([1; R], [0; R]);
        for (k, each) in loops.iter().enumerate() {
            (extents[k], strides[k]) = *each;
        }
        Self { extents, strides }
    }
}

/// `R` unknown integers that print as `value`, nested if one level has no room for them.
const fn unknown<const R: usize>(value: i64) -> IntTuple {
    let leaf = IntTuple::unknown(value);
    let made = if R <= layout_core::MAX_RANK {
        IntTuple::tuple([leaf; ALL].split_at(R).0)
    } else {
        match IntTuple::tuple(&[leaf; LEVEL]) {
            Ok(level) => IntTuple::tuple([level; LEVEL].split_at(R / LEVEL).0),
            Err(error) => Err(error),
        }
    };
    match made {
        Ok(tuple) if tuple.leaf_count() == R => tuple,
        _ => panic!("a form has room for its leaves"),
    }
}

// SAFETY: `FORM` has `R` leaves, all of whose integers are unknown, and `write_words` writes the `R` integers of the value, which
// never change. `R` is at least 1, so the size of the type is not 0. Arrays of integers are sent and shared between threads.
unsafe impl<const R: usize> Form for Leaves<R> {
    const FORM: Layout = layout_core::internal::unchecked_layout(unknown::<R>(0), unknown::<R>(-1));
    type Outer = NoMap;

    #[inline(always)]
    fn outer(self) -> NoMap {
        NoMap
    }

    #[inline(always)]
    fn write_words(self, extents: &mut [usize], strides: &mut [usize]) {
        extents[..R].copy_from_slice(&self.extents);
        strides[..R].copy_from_slice(&self.strides.map(|stride| stride as usize));
    }
}
