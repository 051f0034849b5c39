//! The copies of the peers in Rust.

use ndarray::{ArrayView, ArrayViewMut, Dim, ShapeBuilder};

use super::*;
use crate::native::native;

/// The peers that support the case.
pub(crate) fn sides<'a>(kind: CopyCase, from: &'a [f32], to: *mut f32) -> Vec<Contender<'a>> {
    let mut sides = Vec::new();
    if !matches!(kind, CopyCase::Swizzle(_)) {
        let (shape, [source, target]) = kind.strided();
        let assign = match shape.len() {
            2 => assign_2(),
            4 => assign_4(),
            _ => assign_5(),
        };
        sides.push(Contender::new("ndarray", move |times| {
            for _ in 0..times {
                // SAFETY: `from` and `to` have these extents and strides, and no other contender is running.
                unsafe {
                    assign(from.as_ptr(), to, shape.as_ptr(), source.as_ptr(), target.as_ptr());
                }
            }
        }));
    }
    // The crate `transpose` supports transpositions of `[images, rows, columns]`.
    let matrices = match kind {
        CopyCase::Transpose(n) => Some([1, n, n]),
        CopyCase::NchwToNhwc([n, c, h, w]) => Some([n, c, h * w]),
        CopyCase::NhwcToNchw([n, c, h, w]) => Some([n, h * w, c]),
        _ => None,
    };
    if let Some([images, rows, columns]) = matrices {
        sides.push(Contender::new("transpose", move |times| {
            for _ in 0..times {
                // SAFETY: `to` has as many elements as `from`, and no other contender is running.
                let to = unsafe { std::slice::from_raw_parts_mut(to, from.len()) };
                for image in 0..images {
                    let at = image * rows * columns..(image + 1) * rows * columns;
                    transpose::transpose(&from[at.clone()], &mut to[at], columns, rows);
                }
            }
        }));
    }
    sides
}

macro_rules! assign {
    ($name:ident, $rank:literal) => {
        native! {
            /// Copies with ndarray's `assign`, for one rank.
            fn $name(
                from: *const f32, to: *mut f32,
                shape: *const usize, source: *const usize, target: *const usize
            ) {
                // SAFETY: the caller's arrays have these extents and strides, and each list has as many numbers as the
                // rank.
                unsafe {
                    let [shape, source, target] =
                        [shape, source, target].map(|numbers| Dim(*numbers.cast::<[usize; $rank]>()));
                    let from = ArrayView::from_shape_ptr(shape.strides(source), from);
                    let mut to = ArrayViewMut::from_shape_ptr(shape.strides(target), to);
                    to.assign(&from);
                }
            }
        }
    };
}
assign!(assign_2, 2);
assign!(assign_4, 4);
assign!(assign_5, 5);
