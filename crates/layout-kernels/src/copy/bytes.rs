//! The types whose elements may be moved in vector registers.

/// Whether every byte of every value of `T` is initialized: true for numbers, `bool`, `char` and short arrays of
/// numbers, false for all other types.
///
/// A vector instruction reads bytes as values, and the padding of a struct has none. Elements of other types are moved
/// by `memcpy`, which copies padding as it is.
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

#[cfg(test)]
mod tests {
    use super::initialised;

    #[test]
    fn a_type_with_padding_is_not_initialised() {
        assert!(initialised::<u32>() && initialised::<[f32; 2]>());
        assert!(!initialised::<(u8, u16)>() && !initialised::<Option<u32>>());
    }
}
