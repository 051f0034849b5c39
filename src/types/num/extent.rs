//! Const parameters and constants as static numbers: [`Extent`], [`Static`] and [`Numeral`].

use super::Nat;

/// The number `N` of a const parameter or of a constant. [`Static`] is the bound that makes it a static leaf.
#[derive(Debug)]
pub struct Extent<const N: usize>;
impl<const N: usize> Extent<N> {
    /// `N` as `i64`; `i64::MIN`, which every rule of `layout_core` rejects, if it is past 2^63-1.
    pub(crate) const VALUE: i64 = if N > i64::MAX as usize { i64::MIN } else { N as i64 };
}

/// The bound of generic code on its const parameters: the number has a numeral, which makes it a static leaf.
///
/// These numbers have one: 0 to 1024, the multiples of 8 up to 8192 and of 256 up to 65536, the powers of 2 and of 10.
/// Stable Rust computes no type from any number, so the library lists them.
///
/// ```
/// use static_layout::*;
/// fn tiles<const BM: usize, const BN: usize>() -> Layout!((BM, BN):row)
/// where
///     Extent<BM>: Static,
///     Extent<BN>: Static,
/// {
///     layout!((BM, BN):row)
/// }
/// let tile: Layout!((16, 8):(8, 1)) = tiles::<16, 8>();
/// assert_eq!(size_of_val(&tile), 0);
/// ```
///
/// A constant that is not a const parameter has any number in braces of its own, `{const {N}}`:
///
/// ```
/// use static_layout::*;
/// const N: usize = 12_345;
/// let a: Layout!((2, 12345):(12345, 1)) = layout!((2, {const {N}}):row);
/// ```
///
/// # Compile errors
///
/// ```compile_fail,E0277
/// use static_layout::*;
/// const N: usize = 12_345;
/// // `Extent<12345>` is not known to have a numeral
/// layout!((2, N));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not known to have a numeral",
    label = "this constant is not known to be static",
    note = "a const parameter `N` needs the bound `Extent<N>: Static`; a run-time number goes in braces: `{{N}}`",
    note = "numerals: 0 to 1024, multiples of 8 to 8192 and of 256 to 65536, powers of 2 and 10; others: `{{const {{N}}}}`"
)]
pub trait Static {
    /// The number as a typenum numeral.
    type Numeral: Nat;
}
// `impl Static for Extent<0> { type Numeral = U0; }` and so on.
layout_macros::numerals! {}

/// The numeral of a const parameter or a constant: `Numeral<16>` is typenum's `U16`.
///
/// ```
/// use static_layout::*;
/// fn column<const N: usize>() -> Layout<Numeral<N>, typenum::U4>
/// where
///     Extent<N>: Static,
/// {
///     Layout::default()
/// }
/// assert_eq!(column::<8>().to_string(), "8:4");
/// ```
pub type Numeral<const N: usize> = <Extent<N> as Static>::Numeral;
