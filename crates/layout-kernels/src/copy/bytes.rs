//! Which elements may be moved as bytes in vector registers.

/// Whether every byte of every value of `T` is initialised, as far as is known here: the numbers, `bool`,
/// `char`, and short arrays of numbers.
///
/// A vector instruction takes its bytes as values, which the padding of a struct has not. Elements of other
/// types are moved by copies of memory, which keep padding what it is.
#[inline(always)]
pub(crate) fn initialised<T>() -> bool {
    macro_rules! one_of {
        ($($t:ty)*) => {
            $(typeid::of::<T>() == typeid::of::<$t>() ||)* false
        };
    }
    one_of! {
        u8 i8 u16 i16 u32 i32 u64 i64 usize isize f32 f64 bool char
        [u8; 2] [u8; 4] [u8; 8] [u16; 2] [u16; 4] [i16; 2] [f32; 2] [i32; 2] [u32; 2]
    }
}
