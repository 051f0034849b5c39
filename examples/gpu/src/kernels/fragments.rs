//! The parts of a product of tensor cores that a thread holds: `(thread, number)` to the linear index of a tile, as
//! `layout mma SM80_16x8x8_F32TF32TF32F32_TN` shows them.

use static_layout::{Layout, layout};

/// Of A, 16 by 8.
pub const A: Layout!(((4, 8), (2, 2)):((16, 1), (8, 64))) =
    layout!(((4, 8), (2, 2)):((16, 1), (8, 64)));
/// Of B, 8 by 8: its columns and k.
pub const B: Layout!(((4, 8), 2):((8, 1), 32)) = layout!(((4, 8), 2):((8, 1), 32));
/// Of C, 16 by 8.
pub const C: Layout!(((4, 8), (2, 2)):((32, 1), (16, 8))) =
    layout!(((4, 8), (2, 2)):((32, 1), (16, 8)));
