//! The enumerations of tensor maps, with the driver's names and numbers, and what a device takes of them.

use crate::value::Swizzle;

/// An enumeration of the driver: its variants in the order of their numbers, with the names that texts and the driver have.
macro_rules! driver_values {
    ($(#[$doc:meta])* $name:ident, $driver:literal: $($(#[$variant_doc:meta])* $variant:ident $text:literal $long:literal;)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)*
        }

        impl $name {
            /// All values in the order of their numbers.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The number in the driver.
            pub const fn number(self) -> u32 {
                self as u32
            }

            /// The name in texts.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)*
                }
            }

            /// The name in the driver's header.
            pub const fn driver_name(self) -> &'static str {
                match self {
                    $(Self::$variant => concat!($driver, "_", $long),)*
                }
            }
        }
    };
}

driver_values! {
    /// The type of the elements: `CUtensorMapDataType`.
    TensorMapType, "CU_TENSOR_MAP_DATA_TYPE":
    /// Unsigned integers of 8 bits, and all elements of one byte.
    U8 "u8" "UINT8";
    /// Unsigned integers of 16 bits.
    U16 "u16" "UINT16";
    /// Unsigned integers of 32 bits.
    U32 "u32" "UINT32";
    /// Integers of 32 bits.
    I32 "i32" "INT32";
    /// Unsigned integers of 64 bits.
    U64 "u64" "UINT64";
    /// Integers of 64 bits.
    I64 "i64" "INT64";
    /// IEEE numbers of 16 bits.
    F16 "f16" "FLOAT16";
    /// IEEE numbers of 32 bits.
    F32 "f32" "FLOAT32";
    /// IEEE numbers of 64 bits.
    F64 "f64" "FLOAT64";
    /// The upper halves of `f32`.
    Bf16 "bf16" "BFLOAT16";
    /// `f32`, of which subnormal numbers become 0.
    F32Ftz "f32_ftz" "FLOAT32_FTZ";
    /// `f32`, rounded to the 19 bits of TF32.
    Tf32 "tf32" "TFLOAT32";
    /// TF32, of which subnormal numbers become 0.
    Tf32Ftz "tf32_ftz" "TFLOAT32_FTZ";
    /// 16 elements of 4 bits in 8 bytes, in both memories: PTX's `.b4x16`.
    B4x16 "b4x16" "16U4_ALIGN8B";
    /// 16 elements of 4 bits in 8 bytes, which take 16 bytes of shared memory: PTX's `.b4x16_p64`.
    B4x16P64 "b4x16_p64" "16U4_ALIGN16B";
    /// 16 elements of 6 bits in 12 bytes, which take 16 bytes of shared memory: PTX's `.b6x16_p32`.
    B6x16P32 "b6x16_p32" "16U6_ALIGN16B";
}

driver_values! {
    /// Slices of channels in global memory: `CUtensorMapInterleave`.
    TensorMapInterleave, "CU_TENSOR_MAP_INTERLEAVE":
    /// No slices.
    None "none" "NONE";
    /// Slices of 16 bytes, as in NC/8HWC8 of halves.
    Bytes16 "16B" "16B";
    /// Slices of 32 bytes.
    Bytes32 "32B" "32B";
}

driver_values! {
    /// What permutes the chunks of a box in shared memory: `CUtensorMapSwizzle`.
    TensorMapSwizzle, "CU_TENSOR_MAP_SWIZZLE":
    /// Nothing.
    None "none" "NONE";
    /// Chunks of 16 bytes within 32: `Sw<1,4,3>` of bytes.
    Bytes32 "32B" "32B";
    /// Chunks of 16 bytes within 64: `Sw<2,4,3>` of bytes.
    Bytes64 "64B" "64B";
    /// Chunks of 16 bytes within 128: `Sw<3,4,3>` of bytes.
    Bytes128 "128B" "128B";
    /// Chunks of 32 bytes within 128: `Sw<2,5,2>` of bytes.
    Bytes128Atom32 "128B_ATOM_32B" "128B_ATOM_32B";
    /// As above, and the halves of each 16 bytes swapped in every other row. No [`Swizzle`] does both.
    Bytes128Atom32Flip8 "128B_ATOM_32B_FLIP_8B" "128B_ATOM_32B_FLIP_8B";
    /// Chunks of 64 bytes within 128: `Sw<1,6,1>` of bytes.
    Bytes128Atom64 "128B_ATOM_64B" "128B_ATOM_64B";
}

driver_values! {
    /// The bytes that the second cache loads at once: `CUtensorMapL2promotion`.
    TensorMapPromotion, "CU_TENSOR_MAP_L2_PROMOTION":
    /// No more than asked for.
    None "none" "NONE";
    /// 64 bytes.
    Bytes64 "64B" "L2_64B";
    /// 128 bytes.
    Bytes128 "128B" "L2_128B";
    /// 256 bytes.
    Bytes256 "256B" "L2_256B";
}

driver_values! {
    /// What elements outside of the tensor are: `CUtensorMapFloatOOBfill`.
    TensorMapFill, "CU_TENSOR_MAP_FLOAT_OOB_FILL":
    /// 0.
    Zero "zero" "NONE";
    /// Words of 16 bits `0x7FF7`, which products treat as 0.
    NanRequestZeroFma "nan" "NAN_REQUEST_ZERO_FMA";
}

impl TensorMapType {
    /// The bits of an element in global memory.
    pub const fn bits(self) -> i64 {
        match self {
            Self::U8 => 8,
            Self::U16 | Self::F16 | Self::Bf16 => 16,
            Self::U64 | Self::I64 | Self::F64 => 64,
            Self::B4x16 | Self::B4x16P64 => 4,
            Self::B6x16P32 => 6,
            _ => 32,
        }
    }

    /// The bits that an element takes in shared memory: 8 for those in containers of 16 bytes.
    pub const fn shared_bits(self) -> i64 {
        if self.has_gaps() { 8 } else { self.bits() }
    }

    /// Whether elements have less than a byte.
    pub const fn is_packed(self) -> bool {
        self.bits() < 8
    }

    /// Whether 16 packed elements take 16 bytes of shared memory, with a gap at the end.
    pub const fn has_gaps(self) -> bool {
        matches!(self, Self::B4x16P64 | Self::B6x16P32)
    }

    /// The elements that a copy moves as one: all of a container, or of a byte.
    pub const fn unit(self) -> i64 {
        match self {
            Self::B4x16 => 2,
            Self::B4x16P64 | Self::B6x16P32 => 16,
            _ => 1,
        }
    }

    pub(super) const fn is_float(self) -> bool {
        self.number() >= Self::F16.number() && !self.is_packed()
    }

    /// The type of this name in texts. `None` for any other text.
    ///
    /// ```
    /// use layout_core::descriptor::TensorMapType;
    /// let found = TensorMapType::of("bf16").unwrap();
    /// assert_eq!((found.number(), found.driver_name()), (9, "CU_TENSOR_MAP_DATA_TYPE_BFLOAT16"));
    /// ```
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|one| one.name() == name)
    }
}

impl TensorMapSwizzle {
    /// The swizzle of byte addresses. `None` for the one that also swaps halves of 16 bytes.
    ///
    /// ```
    /// use layout_core::descriptor::TensorMapSwizzle;
    /// assert_eq!(TensorMapSwizzle::Bytes64.of_bytes().unwrap().to_string(), "Sw<2,4,3>");
    /// ```
    pub const fn of_bytes(self) -> Option<Swizzle> {
        let (bits, base, shift) = match self {
            Self::None => return Some(Swizzle::IDENTITY),
            Self::Bytes32 => (1, 4, 3),
            Self::Bytes64 => (2, 4, 3),
            Self::Bytes128 => (3, 4, 3),
            Self::Bytes128Atom32 => (2, 5, 2),
            Self::Bytes128Atom64 => (1, 6, 1),
            Self::Bytes128Atom32Flip8 => return None,
        };
        Some(Swizzle { bits, base, shift })
    }

    /// The bytes within which chunks are permuted; 0 for none.
    pub const fn span(self) -> i64 {
        match self {
            Self::None => 0,
            Self::Bytes32 => 32,
            Self::Bytes64 => 64,
            _ => 128,
        }
    }

    /// The bytes after which the pattern repeats, a multiple of which a copy begins at: PTX's 128 bytes for no swizzle.
    pub const fn period(self) -> i64 {
        match self {
            Self::None => 128,
            _ => 8 * self.span(),
        }
    }

    pub(super) const fn is_atom(self) -> bool {
        self.number() > Self::Bytes128.number()
    }
}

impl TensorMapInterleave {
    /// The bytes of a slice; 0 for none.
    pub const fn bytes(self) -> i64 {
        match self {
            Self::None => 0,
            Self::Bytes16 => 16,
            Self::Bytes32 => 32,
        }
    }

    pub(super) const fn is_none(self) -> bool {
        matches!(self, Self::None)
    }
}

/// What the tensor memory accelerator of a device takes, as data.
///
/// ```
/// use layout_core::descriptor::{TMA_SM90, TMA_SM100};
/// assert!(!TMA_SM90.packed && TMA_SM100.packed);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TmaDevice {
    /// The name, as texts have it.
    pub name: &'static str,
    /// The most bytes of a box.
    pub room: i64,
    /// Whether a map may have elements of 4 or 6 bits.
    pub packed: bool,
    /// Whether a map may have a swizzle of 128 bytes in atoms of 32 or 64 bytes.
    pub atoms: bool,
    /// Where this is published or was measured.
    pub source: &'static str,
}

/// Compute capability 9.0.
pub const TMA_SM90: TmaDevice = TmaDevice {
    name: "sm90",
    room: 228 << 10,
    packed: false,
    atoms: false,
    source: "CUDA driver API, cuTensorMapEncodeTiled; an H200 with driver 580.159.04 (tests/golden/devices)",
};

/// Compute capability 10.0, as published; no device was asked.
pub const TMA_SM100: TmaDevice = TmaDevice {
    name: "sm100",
    room: 228 << 10,
    packed: true,
    atoms: true,
    source: "CUDA driver API, cuTensorMapEncodeTiled; PTX ISA, sub-byte types and swizzling modes",
};

/// All devices with a tensor memory accelerator.
pub const TMA_DEVICES: [TmaDevice; 2] = [TMA_SM90, TMA_SM100];
