//! Reads any DLPack structure that describes valid memory. The result is a view of exactly its elements, or an error;
//! the deleter is called once. Elements are integers, floats of 16 bits, complex numbers and `bool`, and bits of any type.

#![no_main]

use bytemuck::checked::CheckedBitPattern;
use bytemuck::{NoUninit, Pod, Zeroable};
use half::{bf16, f16};
use num_complex::Complex;
use std::collections::BTreeSet;
use std::ffi::c_void;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicUsize, Ordering};

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use static_layout::interop::dlpack::*;
use static_layout::interop::{ArrayElement, DlpackTensor};
use static_layout::*;

/// The most elements that are enumerated.
const MOST: i64 = 1 << 10;

type DlRowMajor = Layout!((?, ?):(?, 1));

/// The number of calls of the deleter.
static FREED: AtomicUsize = AtomicUsize::new(0);

unsafe extern "C" fn deleter(tensor: *mut DLManagedTensorVersioned) {
    FREED.fetch_add(1, Ordering::Relaxed);
    // SAFETY: `managed` below comes from `Box::into_raw`, and the library calls the deleter once.
    drop(unsafe { Box::from_raw(tensor) });
}

/// Extents and strides that may be invalid.
fn axes(u: &mut Unstructured) -> Result<(Vec<i64>, Vec<i64>)> {
    let numbers = static_layout_fuzz::NumberSource { least: -9, any: true };
    let rank = if u.ratio(1, 16)? { u.int_in_range(0..=20)? } else { u.int_in_range(0..=3)? };
    let mut axes = (Vec::new(), Vec::new());
    for _ in 0..rank {
        axes.0.push(numbers.extent(u)?);
        axes.1.push(numbers.stride(u)?);
    }
    Ok(axes)
}

/// The layout of the extents and strides, if they are valid.
fn layout(extents: &[i64], strides: Option<&[i64]>) -> Option<dynamic::Layout> {
    let tuple = |list: &[i64]| {
        let leaves: Vec<_> = list.iter().map(|&leaf| dynamic::IntTuple::from(leaf)).collect();
        dynamic::IntTuple::tuple(&leaves).ok()
    };
    match strides {
        Some(strides) => dynamic::Layout::new(tuple(extents)?, tuple(strides)?).ok(),
        None => dynamic::Layout::row_major(tuple(extents)?).ok(),
    }
}

/// An element type of a tensor.
trait Element: ArrayElement + CheckedBitPattern + NoUninit + Zeroable {}
impl<T: ArrayElement + CheckedBitPattern + NoUninit + Zeroable> Element for T {}

/// A tensor of elements `T`, whose bits are `B`, by DLPack's code.
fn tensors<T: Element, B: Pod>(u: &mut Unstructured, own: u8) -> Result<()> {
    const { assert!(size_of::<T>() == size_of::<B>() && align_of::<B>() == 1) }
    let mut memory = vec![0_u8; u.int_in_range(0..=600)?];
    // Mostly two values, so that they are those of `bool`.
    let values = if u.ratio(1, 2)? { 2 } else { 255 };
    for (k, byte) in memory.iter_mut().enumerate() {
        *byte = (k % values) as u8;
    }
    let (mut extents, mut strides) = axes(u)?;
    let byte_offset = u.int_in_range(0..=600_u64)?;
    let (has_strides, read_only) = (u.ratio(7, 8)?, u.ratio(1, 8)?);
    let major = if u.ratio(1, 32)? { u.arbitrary()? } else { 1 };
    let code = if u.ratio(1, 32)? { u.arbitrary()? } else { own };
    let device_type = if u.ratio(1, 32)? { u.arbitrary()? } else { 1 };
    let layout = layout(&extents, has_strides.then_some(&strides[..]));
    let offsets: Option<Vec<i64>> =
        layout.and_then(|layout| (layout.size() <= MOST).then(|| layout.iter().collect()));
    // A structure must describe memory that exists, so larger ones are skipped.
    let size = size_of::<T>() as i128;
    let is_there = |offset: &i64| {
        let start = i128::from(byte_offset) + i128::from(*offset) * size;
        start >= 0 && start + size <= memory.len() as i128
    };
    if layout.is_some() && !offsets.as_ref().is_some_and(|offsets| offsets.iter().all(is_there)) {
        return Ok(());
    }
    let managed = Box::into_raw(Box::new(DLManagedTensorVersioned {
        version: DLPackVersion { major, minor: 0 },
        manager_ctx: null_mut(),
        deleter: Some(deleter),
        flags: if read_only { FLAG_READ_ONLY } else { 0 },
        dl_tensor: DLTensor {
            data: memory.as_mut_ptr().cast::<c_void>(),
            device: DLDevice { device_type, device_id: 0 },
            ndim: extents.len() as i32,
            dtype: DLDataType { code, bits: 8 * size_of::<T>() as u8, lanes: 1 },
            shape: extents.as_mut_ptr(),
            strides: if has_strides { strides.as_mut_ptr() } else { null_mut() },
            byte_offset,
        },
    }));
    let freed = FREED.load(Ordering::Relaxed);
    // SAFETY: `memory`, `extents` and `strides` outlive the tensor, and the check above ensures that all its elements
    // are in `memory`.
    let tensor = unsafe { DlpackTensor::from_raw(managed) };
    assert_eq!(tensor.is_ok(), major == 1);
    if let Ok(mut tensor) = tensor {
        let is_here = layout.is_some() && [1, 3].contains(&device_type);
        let offsets = offsets.unwrap_or_default();
        // The bytes of each element.
        let bytes = |offset: &i64| {
            let start = i128::from(byte_offset) + i128::from(*offset) * size;
            memory[start as usize..][..size_of::<T>()].to_vec()
        };
        let bytes: Vec<Vec<u8>> = offsets.iter().map(bytes).collect();
        bits::<B>(&tensor, is_here, &bytes);
        views::<T>(&mut tensor, is_here && code == own, read_only, &offsets, &bytes);
    }
    assert_eq!(FREED.load(Ordering::Relaxed), freed + 1);
    Ok(())
}

/// Checks the view of bits, which have no alignment here.
fn bits<B: Pod>(tensor: &DlpackTensor, is_here: bool, bytes: &[Vec<u8>]) {
    let view = View::<B, dynamic::Layout>::from_dlpack_bits(tensor);
    assert_eq!(view.is_ok(), is_here);
    if let Ok((view, name)) = view {
        assert!(!name.is_empty() && view.elements().map(bytemuck::bytes_of).eq(bytes));
    }
    assert!(View::<[u8; 5], dynamic::Layout>::from_dlpack_bits(tensor).is_err());
}

/// Checks the views of a tensor, with element types and devices that match or do not.
fn views<T: Element>(
    tensor: &mut DlpackTensor,
    is_ours: bool,
    read_only: bool,
    offsets: &[i64],
    bytes: &[Vec<u8>],
) {
    let raw = tensor.as_raw().dl_tensor;
    let first = (raw.data as usize).wrapping_add(raw.byte_offset as usize);
    let is_aligned = offsets.is_empty() || first.is_multiple_of(align_of::<T>());
    let is_bool = T::KIND == static_layout::interop::ElementKind::Bool;
    let is_ours = is_ours && !(is_bool && bytes.iter().any(|bytes| bytes[0] > 1));
    let view = View::<T, dynamic::Layout>::from_dlpack(tensor);
    assert_eq!(view.is_ok(), is_ours && is_aligned);
    if let Ok(view) = view {
        let size = size_of::<T>() as isize;
        let expected = |offset: &i64| first.wrapping_add_signed(size * *offset as isize);
        let found = view.elements().map(|element| element as *const T as usize);
        assert!(found.eq(offsets.iter().map(expected)));
    }
    if let Ok(copy) = Boxed::<T, DlRowMajor>::from_dlpack_copied(tensor) {
        assert!(is_ours && copy.iter().len() == offsets.len());
        assert!(copy.iter().map(bytemuck::bytes_of).eq(bytes));
    }
    let distinct = offsets.iter().collect::<BTreeSet<_>>().len() == offsets.len();
    if let Ok(mut view) = ViewMut::<T, dynamic::Layout>::from_dlpack(tensor) {
        assert!(is_ours && is_aligned && !read_only && distinct);
        for index in 0..offsets.len() as i64 {
            *view.try_at_mut(&index.into()).unwrap() = T::zeroed();
        }
    }
}

fuzz_target!(|data: &[u8]| {
    // An error means too few bytes for an input. The last byte, which `Unstructured` takes for lengths, chooses the type: those of
    // older inputs are integers.
    let Some((&kind, rest)) = data.split_last() else { return };
    let mut u = Unstructured::new(if kind < 64 { data } else { rest });
    let _ = match kind {
        0..64 => tensors::<u16, [u8; 2]>(&mut u, 1),
        64..96 => tensors::<bool, [u8; 1]>(&mut u, 6),
        96..128 => tensors::<f16, [u8; 2]>(&mut u, 2),
        128..160 => tensors::<bf16, [u8; 2]>(&mut u, 4),
        160..192 => tensors::<Complex<f32>, [u8; 8]>(&mut u, 5),
        192..224 => tensors::<Complex<f64>, [u8; 16]>(&mut u, 5),
        224.. => tensors::<i64, [u8; 8]>(&mut u, 0),
    };
});
