//! Layouts as matrices over F2, the field of two elements: Triton's linear layouts.
//!
//! A layout whose extents are powers of 2 maps the bits of a coordinate to bits of an offset. When no two bits reach
//! one bit of the offset, addition is xor, and the layout is a matrix: column `k` is the image of bit `k`. A swizzle is
//! also a matrix. So compositions, inverses and quotients that no `shape:stride` has exist here.
//!
//! | file | what |
//! |---|---|
//! | `matrix` | [`BitMatrix`]: products, inverses, kernel, image, solutions |
//! | `dims` | [`BitDims`]: named groups of bits, such as `register` and `lane` |
//! | `layout` | [`BitLayout`]: a matrix between named groups |
//! | `text` | reading and printing |
//! | `strided` | from `shape:stride` with a swizzle, and back |
//! | `banks` | the swizzle of fewest xors without bank conflicts |
//! | `shuffle` | the fewest warp shuffles between two register layouts |

pub(crate) mod banks;
pub(crate) mod dims;
pub(crate) mod layout;
pub(crate) mod matrix;
pub(crate) mod shuffle;
mod strided;
mod text;
