//! The structures of the standard, version 1, as C has them.

use core::ffi::c_void;

/// A version of the standard; another major one has other structures.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DLPackVersion {
    /// Another one: other structures.
    pub major: u32,
    /// Another one: other values.
    pub minor: u32,
}

/// Where elements are.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DLDevice {
    /// The kind: 1 for main memory, 3 for main memory that a CUDA device reads, too.
    pub device_type: i32,
    /// Which one of its kind.
    pub device_id: i32,
}

/// The type of elements.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DLDataType {
    /// 0: signed, 1: unsigned, 2: floating-point, 4: bfloat, 6: bool.
    pub code: u8,
    /// Bits.
    pub bits: u8,
    /// How many make one element.
    pub lanes: u16,
}

/// An array.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct DLTensor {
    /// Where elements are counted from.
    pub data: *mut c_void,
    /// Where that is.
    pub device: DLDevice,
    /// The number of axes.
    pub ndim: i32,
    /// The type of elements.
    pub dtype: DLDataType,
    /// The extents.
    pub shape: *mut i64,
    /// The strides in elements; null for C order.
    pub strides: *mut i64,
    /// From `data` to the element of index 0, in bytes.
    pub byte_offset: u64,
}

/// An array, and what frees it.
#[repr(C)]
#[derive(Debug)]
pub struct DLManagedTensorVersioned {
    /// Of the structure.
    pub version: DLPackVersion,
    /// What the owner keeps.
    pub manager_ctx: *mut c_void,
    /// To be called once, with this structure.
    pub deleter: Option<unsafe extern "C" fn(*mut DLManagedTensorVersioned)>,
    /// See [`FLAG_READ_ONLY`].
    pub flags: u64,
    /// The array.
    pub dl_tensor: DLTensor,
}

/// The elements must not be written.
pub const FLAG_READ_ONLY: u64 = 1;
/// The elements were copied to make the array.
pub const FLAG_IS_COPIED: u64 = 2;
/// The version that is written here.
pub const VERSION: DLPackVersion = DLPackVersion { major: 1, minor: 1 };
/// Main memory.
pub const CPU: DLDevice = DLDevice { device_type: 1, device_id: 0 };
/// The kind of main memory that a CUDA device reads, too.
pub const CUDA_HOST: i32 = 3;
