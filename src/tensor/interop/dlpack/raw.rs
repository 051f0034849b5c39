//! The C structures of the DLPack standard, version 1.

use core::ffi::c_void;

/// A version of the standard.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DLPackVersion {
    /// The major version: changes with the structures.
    pub major: u32,
    /// The minor version: changes with the values of codes and flags.
    pub minor: u32,
}

/// The memory that elements are in.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DLDevice {
    /// The kind: 1 for main memory, 3 for main memory that a CUDA device also reads.
    pub device_type: i32,
    /// The number of the device among the devices of its kind.
    pub device_id: i32,
}

/// The type of elements.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DLDataType {
    /// The meaning of the bits: 0 signed, 1 unsigned, 2 floating-point, 4 bfloat, 5 complex, 6 bool.
    pub code: u8,
    /// The number of bits of a lane.
    pub bits: u8,
    /// The number of lanes of an element: more than 1 for a vector.
    pub lanes: u16,
}

/// An array: pointer, extents, strides and element type.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct DLTensor {
    /// The allocation; the element of index 0 is `byte_offset` bytes after it.
    pub data: *mut c_void,
    /// The memory that `data` points to.
    pub device: DLDevice,
    /// The number of axes.
    pub ndim: i32,
    /// The type of elements.
    pub dtype: DLDataType,
    /// The extents, `ndim` of them.
    pub shape: *mut i64,
    /// The strides in elements, `ndim` of them; null for contiguous elements in C order.
    pub strides: *mut i64,
    /// The distance from `data` to the element of index 0, in bytes.
    pub byte_offset: u64,
}

/// An array with a deleter.
#[repr(C)]
#[derive(Debug)]
pub struct DLManagedTensorVersioned {
    /// The version of the standard that the structure follows.
    pub version: DLPackVersion,
    /// A pointer for the use of the deleter.
    pub manager_ctx: *mut c_void,
    /// The function that frees the array; called once, with this structure.
    pub deleter: Option<unsafe extern "C" fn(*mut DLManagedTensorVersioned)>,
    /// The sum of [`FLAG_READ_ONLY`] and [`FLAG_IS_COPIED`], as they apply.
    pub flags: u64,
    /// The array.
    pub dl_tensor: DLTensor,
}

/// The flag of arrays whose elements must not be written.
pub const FLAG_READ_ONLY: u64 = 1;
/// The flag of arrays whose elements were copied for the export.
pub const FLAG_IS_COPIED: u64 = 2;
/// The version of exported tensors.
pub const VERSION: DLPackVersion = DLPackVersion { major: 1, minor: 1 };
/// The device of main memory.
pub const CPU: DLDevice = DLDevice { device_type: 1, device_id: 0 };
/// The kind of device of main memory that a CUDA device also reads.
pub const CUDA_HOST: i32 = 3;
