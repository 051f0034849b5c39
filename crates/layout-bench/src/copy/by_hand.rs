//! Loops written by hand for each case. They are blocked if one of the sides is not accessed in order.

use super::*;
use crate::native::native;

/// The rows and columns of a block: one cache line in each direction.
const BLOCK: usize = 16;

/// The loops of a case, as a function of the number of runs.
pub(crate) fn function<'a>(
    kind: CopyCase,
    from: &'a [f32],
    to: *mut f32,
) -> impl FnMut(usize) + 'a {
    let transpose = transpose();
    let [tile, untile, swizzle] = [tile(), untile(), swizzle()];
    let (from, len) = (from.as_ptr(), from.len());
    move |times| {
        for _ in 0..times {
            // SAFETY: `from` and `to` have the elements of the case, and no other contender is running.
            unsafe {
                match kind {
                    CopyCase::Transpose(n) => transpose(from, n, to, n, n, n),
                    CopyCase::NchwToNhwc([n, c, h, w]) => {
                        for image in (0..n).map(|image| image * c * h * w) {
                            transpose(from.add(image), h * w, to.add(image), c, c, h * w);
                        }
                    }
                    CopyCase::NhwcToNchw([n, c, h, w]) => {
                        for image in (0..n).map(|image| image * c * h * w) {
                            transpose(from.add(image), c, to.add(image), h * w, h * w, c);
                        }
                    }
                    CopyCase::Tile(n) => tile(from, to, n),
                    CopyCase::Untile(n) => untile(from, to, n),
                    CopyCase::Reverse(e) => {
                        // Transposes the first and the last mode, for each coordinate of the others.
                        let [one, two, three, four] = [1, 2, 3, 4].map(|mode| e.pow(mode));
                        for b in 0..e {
                            for c in 0..e {
                                for d in 0..e {
                                    let at = b * one + c * two + d * three;
                                    let put = b * three + c * two + d * one;
                                    transpose(from.add(at), four, to.add(put), four, e, e);
                                }
                            }
                        }
                    }
                    CopyCase::Swizzle(_) => swizzle(from, to, len / 32),
                }
            }
        }
    }
}

native! {
    /// Sets `to[column * to_stride + row] = from[row * from_stride + column]`.
    fn transpose(
        from: *const f32, from_stride: usize, to: *mut f32, to_stride: usize, rows: usize, columns: usize
    ) {
        for column_block in (0..columns).step_by(BLOCK) {
            for row_block in (0..rows).step_by(BLOCK) {
                for column in column_block..columns.min(column_block + BLOCK) {
                    for row in row_block..rows.min(row_block + BLOCK) {
                        // SAFETY: the caller's matrices have these rows, columns and strides.
                        unsafe {
                            *to.add(column * to_stride + row) = *from.add(row * from_stride + column);
                        }
                    }
                }
            }
        }
    }
}

native! {
    /// Copies rows to tiles of 8 by 8, written in order.
    fn tile(from: *const f32, to: *mut f32, n: usize) {
        for block in 0..n / 8 {
            for tile in 0..n / 8 {
                for row in 0..8 {
                    // SAFETY: the caller's matrices have `n * n` elements, and 8 divides `n`.
                    unsafe {
                        let row_of_eight = from.add((block * 8 + row) * n + tile * 8).cast::<[f32; 8]>();
                        to.add(block * 8 * n + tile * 64 + row * 8).cast::<[f32; 8]>().write(*row_of_eight);
                    }
                }
            }
        }
    }
}

native! {
    /// Copies tiles of 8 by 8 to rows, read in order.
    fn untile(from: *const f32, to: *mut f32, n: usize) {
        for block in 0..n / 8 {
            for tile in 0..n / 8 {
                for row in 0..8 {
                    // SAFETY: the caller's matrices have `n * n` elements, and 8 divides `n`.
                    unsafe {
                        let row_of_eight = from.add(block * 8 * n + tile * 64 + row * 8).cast::<[f32; 8]>();
                        to.add((block * 8 + row) * n + tile * 8).cast::<[f32; 8]>().write(*row_of_eight);
                    }
                }
            }
        }
    }
}

native! {
    /// Swizzles the eight chunks of four elements in each row.
    fn swizzle(from: *const f32, to: *mut f32, rows: usize) {
        for row in 0..rows {
            for chunk in 0..8 {
                // SAFETY: the caller's matrices have 32 columns.
                unsafe {
                    let four = from.add(row * 32 + chunk * 4).cast::<[f32; 4]>();
                    to.add(row * 32 + (chunk ^ (row & 7)) * 4).cast::<[f32; 4]>().write(*four);
                }
            }
        }
    }
}
