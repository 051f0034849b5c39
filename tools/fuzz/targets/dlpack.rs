//! Reads any DLPack structure that describes valid memory. The result is a view of exactly its elements, or an error;
//! the deleter is called once.

#![no_main]

use std::collections::BTreeSet;
use std::ffi::c_void;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicUsize, Ordering};

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use static_layout::interop::DlpackTensor;
use static_layout::interop::dlpack::*;
use static_layout::*;

/// The most elements that are enumerated.
const MOST: i64 = 1 << 10;

type DlElement = u16;
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

fn tensors(u: &mut Unstructured) -> Result<()> {
    let mut memory = vec![0_u8; u.int_in_range(0..=600)?];
    for (k, byte) in memory.iter_mut().enumerate() {
        *byte = k as u8;
    }
    let (mut extents, mut strides) = axes(u)?;
    let byte_offset = u.int_in_range(0..=600_u64)?;
    let (has_strides, read_only) = (u.ratio(7, 8)?, u.ratio(1, 8)?);
    let major = if u.ratio(1, 32)? { u.arbitrary()? } else { 1 };
    let code = if u.ratio(1, 32)? { u.arbitrary()? } else { 1 };
    let device_type = if u.ratio(1, 32)? { u.arbitrary()? } else { 1 };
    let layout = layout(&extents, has_strides.then_some(&strides[..]));
    let offsets: Option<Vec<i64>> =
        layout.and_then(|layout| (layout.size() <= MOST).then(|| layout.iter().collect()));
    // A structure must describe memory that exists, so larger ones are skipped.
    let size = size_of::<DlElement>() as i128;
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
            dtype: DLDataType { code, bits: 16, lanes: 1 },
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
        let is_ours = layout.is_some() && code == 1 && [1, 3].contains(&device_type);
        views(&mut tensor, is_ours, read_only, &offsets.unwrap_or_default());
    }
    assert_eq!(FREED.load(Ordering::Relaxed), freed + 1);
    Ok(())
}

/// Checks the views of a tensor, with element types and devices that match or do not.
fn views(tensor: &mut DlpackTensor, is_ours: bool, read_only: bool, offsets: &[i64]) {
    let raw = tensor.as_raw().dl_tensor;
    let first = (raw.data as usize).wrapping_add(raw.byte_offset as usize);
    let is_aligned = offsets.is_empty() || first.is_multiple_of(align_of::<DlElement>());
    let view = View::<DlElement, dynamic::Layout>::from_dlpack(tensor);
    assert_eq!(view.is_ok(), is_ours && is_aligned);
    if let Ok(view) = view {
        let expected = |offset: &i64| first.wrapping_add_signed(2 * *offset as isize);
        let found = view.elements().map(|element| element as *const DlElement as usize);
        assert!(found.eq(offsets.iter().map(expected)));
    }
    if let Ok(copy) = Boxed::<DlElement, DlRowMajor>::from_dlpack_copied(tensor) {
        assert!(is_ours && copy.iter().len() == offsets.len());
        let at = |offset: &i64| {
            let address = (raw.data.cast::<u8>()).wrapping_add(raw.byte_offset as usize);
            // SAFETY: `offsets` are those of elements in `memory`, which the caller checked; the read needs no
            // alignment.
            unsafe { address.cast::<DlElement>().offset(*offset as isize).read_unaligned() }
        };
        assert!(copy.iter().copied().eq(offsets.iter().map(at)));
    }
    let distinct = offsets.iter().collect::<BTreeSet<_>>().len() == offsets.len();
    if let Ok(mut view) = ViewMut::<DlElement, dynamic::Layout>::from_dlpack(tensor) {
        assert!(is_ours && is_aligned && !read_only && distinct);
        for index in 0..offsets.len() as i64 {
            *view.try_at_mut(&index.into()).unwrap() = 7;
        }
    }
}

fuzz_target!(|data: &[u8]| {
    // An error means too few bytes for an input.
    let _ = tensors(&mut Unstructured::new(data));
});
