//! [`Element`]: the types of elements.

use half::{bf16, f16};
use num_complex::Complex;

mod sealed {
    /// Chunks are decoded into memory of elements, whose size must equal the size of the array's data type.
    pub trait Sealed {}
}

/// A type of elements that arrays are read as: a [`NamedElement`], or the bits `[u8; N]` of any type of `N` bytes. Others cannot
/// implement it.
///
/// The bytes of numbers, times and characters are in the order of this machine. [`ZarrArray::data_type`](crate::ZarrArray::data_type)
/// tells what they are.
///
/// ```
/// # use static_layout_zarr::{Region, ZarrArray};
/// # let folder = std::env::temp_dir().join(format!("static-layout-zarr-bits-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// // One element of NumPy's `datetime64[s]`, with the high byte first.
/// let text = r#"{"zarr_format": 2, "shape": [1], "chunks": [1], "dtype": ">M8[s]", "fill_value": "NaT", "order": "C",
///     "filters": null, "compressor": null}"#;
/// std::fs::write(folder.join(".zarray"), text)?;
/// std::fs::write(folder.join("0"), 86400_i64.to_be_bytes())?;
/// let array = ZarrArray::<[u8; 8]>::open(&folder)?;
/// assert_eq!(array.data_type(), ">M8[s]");
/// let tile = array.read(&Region::new(&[0], &[1]))?;
/// assert_eq!(tile.as_slice(), [86400_i64.to_ne_bytes()]);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Element: bytemuck::NoUninit + bytemuck::Zeroable + Send + Sync + sealed::Sealed {
    /// The bits of an element, all of which are valid.
    #[doc(hidden)]
    type Bits: bytemuck::Pod + Send + Sync;
    /// The name of the type in metadata of version 3, if it is not the bits of any.
    #[doc(hidden)]
    const OF_ZARR: Option<&'static str>;
    /// The name of the type in Rust.
    #[doc(hidden)]
    fn name() -> &'static str;
    /// Elements of bits.
    ///
    /// # Errors
    /// When bits are not an element.
    #[doc(hidden)]
    fn checked(bits: Vec<Self::Bits>) -> Result<Vec<Self>, String>;
}

/// A type of elements whose name tells what they are, so that operations compute with them: `bool`, integers of 8 to 64 bits, floating-point numbers of 16 to 64
/// (`half::f16`, `half::bf16`), and complex ones of 32 or 64 bits a part (`num_complex::Complex`). Others cannot implement it.
pub trait NamedElement: Element + Default {}

macro_rules! elements {
    ($($T:ty = $name:ident, $Bits:ty, $checked:expr;)*) => {$(
        impl sealed::Sealed for $T {}
        impl Element for $T {
            type Bits = $Bits;
            const OF_ZARR: Option<&'static str> = Some(stringify!($name));
            fn name() -> &'static str {
                stringify!($T)
            }
            fn checked(bits: Vec<$Bits>) -> Result<Vec<$T>, String> {
                $checked(bits)
            }
        }
        impl NamedElement for $T {}
    )*};
    ($($T:ty = $name:ident),*) => {
        elements! { $($T = $name, $T, Ok;)* }
    };
}
elements! { bool = bool, u8, booleans; }
elements! {
    i8 = int8, i16 = int16, i32 = int32, i64 = int64,
    u8 = uint8, u16 = uint16, u32 = uint32, u64 = uint64,
    f16 = float16, bf16 = bfloat16, f32 = float32, f64 = float64,
    Complex<f32> = complex64, Complex<f64> = complex128
}

/// The `f32` that `f16::from_f32` and `bf16::from_f32` round as the `f64` itself: where it is not exact, its last bit is 1.
///
/// `from_f64` of `half` 2.7.1 rounds to `f32` first, or drops the low 32 bits.
pub(crate) fn to_odd(x: f64) -> f32 {
    let near = x as f32;
    if near.is_nan() || f64::from(near) == x {
        return near;
    }
    let toward_zero = near.to_bits() - u32::from(f64::from(near).abs() > x.abs());
    f32::from_bits(toward_zero | 1)
}

/// Bytes 0 and 1 as `false` and `true`, in the same memory.
fn booleans(bytes: Vec<u8>) -> Result<Vec<bool>, String> {
    match bytes.iter().find(|byte| **byte > 1) {
        Some(byte) => Err(format!("a byte {byte} is neither false nor true")),
        None => Ok(bytes.into_iter().map(|byte| byte == 1).collect()),
    }
}

impl<const N: usize> sealed::Sealed for [u8; N] {}
impl<const N: usize> Element for [u8; N] {
    type Bits = Self;
    const OF_ZARR: Option<&'static str> = None;
    fn name() -> &'static str {
        std::any::type_name::<Self>()
    }
    fn checked(bits: Vec<Self>) -> Result<Vec<Self>, String> {
        Ok(bits)
    }
}
