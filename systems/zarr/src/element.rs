//! [`Element`]: the types of elements.

use zarrs::array::{DataType, ElementOwned, FillValue, data_type};

mod sealed {
    /// Chunks are decoded into memory of elements, whose size must equal the size of the array's data type.
    pub trait Sealed {}
}

/// A type of elements that arrays are made of: integers of 8 to 64 bits, `f32` and `f64`. Others cannot implement it.
pub trait Element:
    ElementOwned + bytemuck::Pod + Default + Send + Sync + sealed::Sealed + 'static
{
    /// The name of the type in Rust.
    #[doc(hidden)]
    const NAME: &'static str;
    /// The name of the type in metadata.
    #[doc(hidden)]
    const OF_ZARR: &'static str;
    /// The data type of `zarrs`, and its zero.
    #[doc(hidden)]
    fn of_zarrs() -> (DataType, FillValue);
}

macro_rules! elements {
    ($($T:ident = $name:ident),*) => {$(
        impl sealed::Sealed for $T {}
        impl Element for $T {
            const NAME: &'static str = stringify!($T);
            const OF_ZARR: &'static str = stringify!($name);
            fn of_zarrs() -> (DataType, FillValue) {
                (data_type::$name(), FillValue::from($T::default()))
            }
        }
    )*};
}
elements! {
    i8 = int8, i16 = int16, i32 = int32, i64 = int64,
    u8 = uint8, u16 = uint16, u32 = uint32, u64 = uint64,
    f32 = float32, f64 = float64
}
