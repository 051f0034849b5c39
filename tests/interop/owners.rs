//! DLPack, `arrow`, `image`.

use super::{coord, extents, indices, refusal};
use arrow_array::types::{Float64Type, Int32Type};
use arrow_array::{Array, FixedSizeListArray, Int32Array};
use image::flat::{FlatSamples, SampleLayout};
use image::{ImageBuffer, Luma, Rgb};
use proptest::prelude::*;
use static_layout::interop::dlpack::{
    CPU, DLDataType, DLManagedTensorVersioned, DLPackVersion, DLTensor, FLAG_IS_COPIED,
    FLAG_READ_ONLY,
};
use static_layout::*;
use static_layout::{interop::ArrayElement, interop::ArrayError, interop::DlpackTensor};
use std::cell::Cell;
use std::ffi::c_void;
use std::ptr::null_mut;

thread_local! {
    /// The number of calls of the deleter.
    static FREED: Cell<usize> = const { Cell::new(0) };
}

/// A managed tensor of another library: elements, extents and strides on the heap.
struct Theirs {
    data: Vec<i32>,
    shape: Vec<i64>,
    strides: Vec<i64>,
}

/// Makes a managed tensor as a library in C does. Strides are optional.
pub fn theirs(
    origin: usize,
    shape: &[i64],
    strides: Option<&[i64]>,
) -> Box<DLManagedTensorVersioned> {
    unsafe extern "C" fn free(tensor: *mut DLManagedTensorVersioned) {
        FREED.set(FREED.get() + 1);
        // SAFETY: both pointers come from `Box::into_raw` below, and the deleter runs once.
        unsafe {
            drop(Box::from_raw((*tensor).manager_ctx.cast::<Theirs>()));
            drop(Box::from_raw(tensor));
        }
    }
    let theirs = Box::leak(Box::new(Theirs {
        data: (0..64).collect(),
        shape: shape.to_vec(),
        strides: strides.unwrap_or_default().to_vec(),
    }));
    let tensor = DLTensor {
        data: theirs.data.as_mut_ptr().cast(),
        device: CPU,
        ndim: shape.len() as i32,
        dtype: DLDataType { code: 0, bits: 32, lanes: 1 },
        shape: theirs.shape.as_mut_ptr(),
        strides: strides.map_or(null_mut(), |_| theirs.strides.as_mut_ptr()),
        byte_offset: 4 * origin as u64,
    };
    Box::new(DLManagedTensorVersioned {
        version: DLPackVersion { major: 1, minor: 0 },
        manager_ctx: (&raw mut *theirs).cast::<c_void>(),
        deleter: Some(free),
        flags: 0,
        dl_tensor: tensor,
    })
}

pub fn taken(tensor: Box<DLManagedTensorVersioned>) -> Result<DlpackTensor, ArrayError> {
    // SAFETY: `theirs` makes a valid tensor. A tensor that a test has changed is refused before an element is accessed.
    unsafe { DlpackTensor::from_raw(Box::into_raw(tensor)) }
}

type OwnerView<'a> = View<'a, i32, dynamic::Layout>;

#[test]
fn a_tensor_is_freed_once() {
    let before = FREED.get();
    let tensor = taken(theirs(5, &[2, 3], Some(&[10, -2]))).unwrap();
    let view = OwnerView::from_dlpack(&tensor).unwrap();
    assert_eq!(view.dynamic_layout().to_string(), "(2,3):(10,-2)");
    assert_eq!(view.try_at(&coord(&[1, 2])), Ok(&11));
    assert_eq!(FREED.get(), before);
    drop(tensor);
    assert_eq!(FREED.get(), before + 1);
    // After `into_raw`, the receiver frees the tensor.
    let raw = taken(theirs(0, &[2, 3], None)).unwrap().into_raw();
    assert_eq!(FREED.get(), before + 1);
    // SAFETY: `into_raw` returned the pointer, and nothing has freed it.
    drop(unsafe { DlpackTensor::from_raw(raw) }.unwrap());
    assert_eq!(FREED.get(), before + 2);
    // A refused tensor is also freed.
    let mut other = theirs(0, &[2, 3], None);
    other.version.major = 2;
    assert_eq!(refusal(taken(other)), "version 2.0 of DLPack is not known: 1 is");
    assert_eq!(FREED.get(), before + 3);
    // SAFETY: `from_raw` permits a null pointer.
    assert_eq!(unsafe { DlpackTensor::from_raw(null_mut()) }.err(), Some(ArrayError::Null));
}

#[test]
fn tensors_that_do_not_fit() {
    let refused = |change: fn(&mut DLManagedTensorVersioned)| {
        let mut tensor = theirs(0, &[2, 3], Some(&[3, 1]));
        change(&mut tensor);
        refusal(OwnerView::from_dlpack(&taken(tensor).unwrap()))
    };
    assert_eq!(
        refused(|tensor| tensor.dl_tensor.dtype.lanes = 4),
        "the elements are of code 0 with 32 bits and 4 lanes, not i32"
    );
    assert_eq!(
        refused(|tensor| tensor.dl_tensor.device.device_type = 2),
        "the elements are on device 0 of kind 2, not in main memory"
    );
    assert_eq!(
        refused(|tensor| tensor.dl_tensor.data = null_mut()),
        "there are elements, but the pointer to them is null"
    );
    let past_null = |tensor: &mut DLManagedTensorVersioned| {
        tensor.dl_tensor.data = null_mut();
        tensor.dl_tensor.byte_offset = 4;
    };
    assert_eq!(refused(past_null), "there are elements, but the pointer to them is null");
    assert_eq!(
        refused(|tensor| tensor.dl_tensor.byte_offset = 6),
        "the first element is 2 bytes past a multiple of 4, the alignment of its type: copy it"
    );
    let mut apart = theirs(0, &[2, 3], Some(&[3, 1]));
    apart.dl_tensor.byte_offset = 2;
    let copied =
        Boxed::<i32, Layout!((2, 3):(1, 2))>::from_dlpack_copied(&taken(apart).unwrap()).unwrap();
    // Little-endian numbers below 65536, from the middle of a number on.
    assert_eq!(copied.as_slice(), [0, 3, 1, 4, 2, 5].map(|i| (i + 1) << 16));
    assert_eq!(refused(|tensor| tensor.dl_tensor.ndim = -1), "a tensor of -1 axes");
    assert_eq!(refused(|tensor| tensor.dl_tensor.shape = null_mut()), "the extents are null");
    let negative = taken(theirs(0, &[2, -3], Some(&[3, 1]))).unwrap();
    assert_eq!(
        refusal(OwnerView::from_dlpack(&negative)),
        "cannot make (2,-3):(3,1): the extent -3 is negative"
    );
    let long = taken(theirs(0, &[1; 33], Some(&[0; 33]))).unwrap();
    assert_eq!(refusal(OwnerView::from_dlpack(&long)), "cannot make: more than 32 leaves");
    let wide = taken(theirs(0, &[i64::MAX, 4], None)).unwrap();
    assert!(OwnerView::from_dlpack(&wide).is_err());
    let tensor = taken(theirs(0, &[2, 3], Some(&[3, 1]))).unwrap();
    assert_eq!(
        refusal(View::<i32, Layout!((2, 3):(1, 2))>::from_dlpack(&tensor)),
        "cannot read the array (2,3):(3,1) as (2,3):(1,2): axis 0 has the stride 3, not 1"
    );
    // An empty tensor may have a null pointer, and a single element has no axes.
    let mut empty = theirs(0, &[0, 3], None);
    empty.dl_tensor.data = null_mut();
    let empty = taken(empty).unwrap();
    assert_eq!(View::<i32, Layout!((?, 3):(3, 1))>::from_dlpack(&empty).unwrap().iter().count(), 0);
    let mut single = theirs(7, &[], None);
    single.dl_tensor.shape = null_mut();
    let single = taken(single).unwrap();
    assert!(View::<i32, Layout!(() : ())>::from_dlpack(&single).unwrap().iter().eq(&[7]));
}

#[test]
fn tensors_are_written_where_they_may_be() {
    let mut tensor = taken(theirs(0, &[2, 3], Some(&[3, 1]))).unwrap();
    ViewMut::<i32, Layout!((2, 3):(3, 1))>::from_dlpack(&mut tensor).unwrap()[(1, 1)] = -1;
    assert_eq!(OwnerView::from_dlpack(&tensor).unwrap().try_at(&coord(&[1, 1])), Ok(&-1));
    let mut read_only = theirs(0, &[2, 3], None);
    read_only.flags = FLAG_READ_ONLY;
    let refused =
        ViewMut::<i32, dynamic::Layout>::from_dlpack(&mut taken(read_only).unwrap()).err();
    assert_eq!(refused, Some(ArrayError::ReadOnly));
    let mut repeated = taken(theirs(0, &[2, 3], Some(&[0, 1]))).unwrap();
    assert_eq!(
        refusal(ViewMut::<i32, dynamic::Layout>::from_dlpack(&mut repeated)),
        "cannot borrow for writing all elements of (2,3):(0,1): the coordinates (1,0) and (0,0) share the offset 0"
    );
}

#[test]
fn bytes_of_bools_are_looked_at() {
    let bools = |bytes: [u8; 4]| {
        let tensor =
            Boxed::from_slice(layout!(4:1), &bytes).unwrap().into_dlpack().unwrap().into_raw();
        // SAFETY: `into_raw` returned the pointer. A `u8` and a `bool` have one size and alignment.
        unsafe {
            (*tensor).dl_tensor.dtype.code = 6;
            DlpackTensor::from_raw(tensor).unwrap()
        }
    };
    let good = bools([0, 1, 1, 0]);
    assert!(
        View::<bool, dynamic::Layout>::from_dlpack(&good)
            .unwrap()
            .elements()
            .eq(&[false, true, true, false])
    );
    assert_eq!(
        View::<bool, dynamic::Layout>::from_dlpack(&bools([0, 1, 2, 0])).err(),
        Some(ArrayError::Value { expected: "bool" })
    );
}

/// Three extents, or two extents and the padding of a row.
fn sizes() -> impl Strategy<Value = (usize, usize, usize)> {
    (0_usize..5, 0_usize..5, 0_usize..4)
}

proptest! {
    #[test]
    fn dlpack_and_back((rows, columns, pad) in sizes()) {
        let pitch = columns + pad;
        let ours = Boxed::from_offsets(layout!((rows, columns):(pitch, 1)), |i| i as i64);
        let pointer = ours.as_slice().as_ptr();
        let naive: Vec<i64> = indices(&[rows, columns]).map(|at| (at[0] * pitch + at[1]) as i64).collect();
        let borrowed = ours.view().to_dlpack().unwrap();
        prop_assert_eq!(borrowed.as_raw().ndim, 2);
        let copied = ours.view().to_dlpack_copied().unwrap();
        prop_assert_eq!(copied.as_raw().flags, FLAG_IS_COPIED);
        let owned = ours.into_dlpack().unwrap();
        if rows * columns > 0 {
            prop_assert_eq!(owned.as_raw().dl_tensor.data.cast_const().cast::<i64>(), pointer);
        }
        // A receiver frees the tensor by this function.
        prop_assert!([&owned, &copied].iter().all(|tensor| tensor.as_raw().deleter.is_some()));
        for tensor in [&owned, &copied] {
            let view = View::<i64, dynamic::Layout>::from_dlpack(tensor).unwrap();
            prop_assert_eq!(extents(&view.dynamic_layout()), [rows, columns]);
            prop_assert!(indices(&[rows, columns]).zip(&naive).all(|(at, i)| view.try_at(&coord(&at)) == Ok(i)));
        }
        let back = Boxed::<i64, Layout!((?, ?):(1, ?))>::from_dlpack_copied(&owned).unwrap();
        prop_assert!(indices(&[rows, columns]).zip(&naive).all(|(at, i)| back[(at[0], at[1])] == *i));
    }

    #[test]
    fn arrow_and_back((a, b, c) in sizes()) {
        let ours = Boxed::from_offsets(Layout::col_major((a, b, c)), |i| i as i32);
        let array = ours.view().to_arrow_copied::<Int32Type>().unwrap();
        prop_assert_eq!(array.len(), a);
        let view = View::<i32, Layout!((?, ?, ?):(?, ?, 1))>::from_arrow::<Int32Type>(&array).unwrap();
        prop_assert_eq!(view.layout().shape(), (a, b, c));
        for at in indices(&[a, b, c]) {
            prop_assert_eq!(view[(at[0], at[1], at[2])], ours[(at[0], at[1], at[2])]);
        }
        // The elements are not copied if they are contiguous in row-major order.
        let rows = Boxed::from_offsets(Layout::row_major((a, b, c)), |i| i as i32);
        let pointer = rows.as_slice().as_ptr();
        let lists = rows.into_arrow::<Int32Type>().unwrap();
        let owned = View::<i32, Layout!((?, ?, ?):(?, ?, 1))>::from_arrow::<Int32Type>(&lists).unwrap();
        prop_assert_eq!(owned.layout().shape(), (a, b, c));
        prop_assert!(owned.iter().count() == 0 || owned.as_ptr() == pointer);
        for (i, at) in indices(&[a, b, c]).enumerate() {
            prop_assert_eq!(owned[(at[0], at[1], at[2])], i as i32);
        }
        // A slice of the array equals a slice of the view.
        if a > 1 {
            let part = array.slice(1, a - 1);
            let view = View::<i32, Layout!((?, ?, ?):(?, ?, 1))>::from_arrow::<Int32Type>(&part).unwrap();
            for at in indices(&[a - 1, b, c]) {
                prop_assert_eq!(view[(at[0], at[1], at[2])], ours[(at[0] + 1, at[1], at[2])]);
            }
        }
        let fits = ours.into_arrow::<Int32Type>().is_ok();
        prop_assert_eq!(fits, a * b * c == 0 || [a, b, c].iter().filter(|&&extent| extent > 1).count() < 2);
    }

    #[test]
    fn images_and_back((width, height, _) in sizes()) {
        let mut image = ImageBuffer::from_fn(width as u32, height as u32, |x, y| Rgb([x as u16, y as u16, 7]));
        let view = View::<u16, Layout!((?, ?, 3):(?, 3, 1))>::from_image(&image).unwrap();
        for at in indices(&[height, width]) {
            prop_assert_eq!(view[(at[0], at[1], 0)], at[1] as u16);
            prop_assert_eq!(view[(at[0], at[1], 1)], at[0] as u16);
        }
        let again = view.to_image::<Rgb<u16>>().unwrap();
        prop_assert!(std::ptr::eq(&again.as_raw()[..], &image.as_raw()[..]));
        let planes = view.read_axes_copied::<Layout!((?, ?, 3):(?, 1, ?))>().unwrap();
        prop_assert_eq!(&planes.view().to_image_copied::<Rgb<u16>>().unwrap(), &image);
        let mut view = ViewMut::<u16, dynamic::Layout>::from_image(&mut image).unwrap();
        for at in indices(&[height, width, 3]) {
            *view.try_at_mut(&coord(&at)).unwrap() = 1;
        }
        let mut again = view.to_image_mut::<Rgb<u16>>().unwrap();
        prop_assert!(again.as_raw().iter().all(|&sample| sample == 1));
        again.pixels_mut().for_each(|pixel| *pixel = Rgb([2; 3]));
        prop_assert!(image.as_raw().iter().all(|&sample| sample == 2));
    }
}

#[test]
fn arrow_arrays_that_do_not_fit() {
    let refused =
        |array: &dyn Array| refusal(View::<i32, dynamic::Layout>::from_arrow::<Int32Type>(array));
    assert_eq!(refused(&Int32Array::from(vec![Some(1), None])), "1 elements are null");
    let null_list = [Some([Some(1), Some(2)]), None];
    let lists = FixedSizeListArray::from_iter_primitive::<Int32Type, _, _>(null_list, 2);
    assert_eq!(refused(&lists), "1 elements are null");
    let doubles =
        FixedSizeListArray::from_iter_primitive::<Float64Type, _, _>([Some([Some(1.0)])], 1);
    assert_eq!(refused(&doubles), "the elements are Float64, not i32");
    let numbers = Int32Array::from(vec![1, 2]);
    assert_eq!(
        refusal(View::<i32, Layout!((3,):(1,))>::from_arrow::<Int32Type>(&numbers)),
        "cannot read the array (2):(1) as (3):(1): axis 0 has the extent 2, not 3"
    );
    let single = View::new(&[1], layout!(() : ())).unwrap();
    assert_eq!(refusal(single.to_arrow_copied::<Int32Type>()), "an arrow array has an axis");
}

#[test]
fn images_that_do_not_fit() {
    let data: Vec<u8> = (0..12).collect();
    let view = View::new(&data, layout!((2, 2, 3):(3, 6, 1))).unwrap();
    assert_eq!(
        refusal(view.to_image::<Rgb<u8>>()),
        "cannot read the array (2,2,3):(3,6,1) as (2,2,3):(6,3,1): axis 0 has the stride 3, not 6"
    );
    assert_eq!(
        refusal(view.to_image::<Luma<u8>>()),
        "no image of 1 channels has the extents (2,2,3): height, width, channels"
    );
    let layout = SampleLayout {
        channels: 1,
        channel_stride: 1,
        width: 4,
        width_stride: 1,
        height: 3,
        height_stride: 5,
    };
    let short = FlatSamples { samples: data, layout, color_hint: None };
    assert_eq!(
        refusal(View::<u8, dynamic::Layout>::from_flat_samples(&short)),
        "cannot view a slice through (3,4,1):(5,1,1): it reaches from 0 to 13 around element 0 of 12"
    );
    let wide = SampleLayout { height_stride: usize::MAX, ..layout };
    let wide = FlatSamples { samples: vec![0_u8; 12], layout: wide, color_hint: None };
    assert!(View::<u8, dynamic::Layout>::from_flat_samples(&wide).is_err());
}

/// The type codes and bits of DLPack's specification, of each element.
#[test]
fn elements_have_their_codes() {
    fn code<T: ArrayElement + Default>() -> (u8, u8, u16) {
        let data = [T::default(), T::default()];
        let view = View::new(&data, layout!(2:1)).unwrap();
        let DLDataType { code, bits, lanes } = view.to_dlpack().unwrap().as_raw().dtype;
        (code, bits, lanes)
    }
    assert_eq!(code::<bool>(), (6, 8, 1));
    let found = [code::<i8>(), code::<i16>(), code::<i32>(), code::<i64>()];
    assert_eq!(found, [(0, 8, 1), (0, 16, 1), (0, 32, 1), (0, 64, 1)]);
    let found = [code::<u8>(), code::<u16>(), code::<u32>(), code::<u64>()];
    assert_eq!(found, [(1, 8, 1), (1, 16, 1), (1, 32, 1), (1, 64, 1)]);
    assert_eq!([code::<f32>(), code::<f64>()], [(2, 32, 1), (2, 64, 1)]);
    #[cfg(feature = "half")]
    assert_eq!([code::<half::f16>(), code::<half::bf16>()], [(2, 16, 1), (4, 16, 1)]);
}

/// What pyarrow writes of a column of tensors, and what it may not.
#[test]
fn columns_of_tensors() {
    use arrow_array::{Array, FixedSizeListArray, types::Int32Type};
    let rows = (0..2).map(|row| Some((0..24).map(move |i| Some(24 * row + i))));
    let array = FixedSizeListArray::from_iter_primitive::<Int32Type, _, _>(rows, 24);
    let read = |tensor: &str| {
        let keys = [
            ("ARROW:extension:name", "arrow.fixed_shape_tensor"),
            ("ARROW:extension:metadata", tensor),
        ];
        let field =
            arrow_schema::Field::new("t", array.data_type().clone(), true).with_metadata(keys);
        let read = View::<i32, dynamic::Layout>::from_arrow_tensor::<Int32Type>(&array, &field);
        read.map(|(view, names)| (view.dynamic_layout().to_string(), names.join(" ")))
            .map_err(|error| error.to_string())
    };
    let of = |layout: &str, names: &str| Ok((layout.to_string(), names.to_string()));
    // The strides of pyarrow's `to_numpy_ndarray`, in elements.
    assert_eq!(read(r#"{"shape":[2,3,4],"permutation":[2,0,1]}"#), of("(2,4,2,3):(24,1,12,4)", ""));
    assert_eq!(
        read(r#"{ "shape": [4, 6], "dim_names": ["row", "column"] }"#),
        of("(2,4,6):(24,6,1)", "row column")
    );
    let both = r#"{"shape":[4,6],"permutation":[1,0],"dim_names":["row","column"]}"#;
    assert_eq!(read(both), of("(2,6,4):(24,1,6)", "column row"));
    assert_eq!(read(r#"{"shape":[24]}"#), of("(2,24):(24,1)", ""));
    for wrong in [
        "",
        "{}",
        "[24]",
        r#"{"shape":[24]"#,
        r#"{"shape":[5,5]}"#,
        r#"{"shape":[24],"shape":[24]}"#,
        r#"{"shape":[24],"order":"C"}"#,
        r#"{"shape":[4,6],"permutation":[0,0]}"#,
        r#"{"shape":[4,6],"permutation":[0]}"#,
        r#"{"shape":[4,6],"dim_names":["a"]}"#,
        r#"{"shape":[4,6],"dim_names":["a","b\q"]}"#,
        r#"{"shape":[-4,-6]}"#,
        r#"{"shape":[4,6],"permutation":[1,00]}"#,
        r#"{"shape":[0,9223372036854775807,4]}"#,
        r#"{"shape":[65536,65536]}"#,
        r#"{"shape":[4294967296,4294967296]}"#,
        r#"{"shape":[1099511627776,1099511627776],"permutation":[1,0]}"#,
        r#"{"shape":[99999999999999999999]}"#,
        r#"{"shape":[24],"permutation":[4294967296]}"#,
    ] {
        assert!(read(wrong).is_err(), "{wrong}");
    }
    let ones = format!(r#"{{"shape":[24{}]}}"#, ",1".repeat(100_000));
    assert!(read(&ones).is_err());
}

/// Lists of no elements, whose number is a product of the metadata that wraps, and lists of 11 further levels.
#[test]
fn columns_of_no_tensors() {
    use arrow_array::{Array, ArrayRef, FixedSizeListArray, types::Int32Type};
    use std::sync::Arc;
    let lists = |sizes: &[i32]| {
        let mut array: ArrayRef = Arc::new(arrow_array::Int32Array::from(Vec::<i32>::new()));
        for (level, &size) in sizes.iter().enumerate().rev() {
            let field = arrow_schema::Field::new_list_field(array.data_type().clone(), false);
            let count = sizes[..level].iter().product::<i32>() as usize * 2;
            let list =
                FixedSizeListArray::try_new_with_length(Arc::new(field), size, array, None, count);
            array = Arc::new(list.unwrap());
        }
        array
    };
    let read = |array: &ArrayRef, tensor: &str| {
        let keys = [
            ("ARROW:extension:name", "arrow.fixed_shape_tensor"),
            ("ARROW:extension:metadata", tensor),
        ];
        let field =
            arrow_schema::Field::new("t", array.data_type().clone(), true).with_metadata(keys);
        let read = View::<i32, dynamic::Layout>::from_arrow_tensor::<Int32Type>(array, &field);
        read.map(|(view, _)| view.dynamic_layout().size()).map_err(|error| error.to_string())
    };
    let none = lists(&[0]);
    assert_eq!(read(&none, r#"{"shape":[0,3]}"#), Ok(0));
    for wrong in [
        r#"{"shape":[65536,65536]}"#,
        r#"{"shape":[4294967296,4294967296]}"#,
        r#"{"shape":[1099511627776,1099511627776]}"#,
        r#"{"shape":[1]}"#,
    ] {
        assert!(read(&none, wrong).is_err(), "{wrong}");
    }
    // An array of 13 axes has two groups of them.
    let deep = lists(&[3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0]);
    let words = read(&deep, r#"{"shape":[3]}"#).unwrap_err();
    assert!(words.starts_with("the lists have the layout"), "{words}");
}

/// A row of a column of tensors of their own shapes: its elements, and its extents in memory.
type Row = (Option<Vec<i32>>, Vec<i32>);

/// The views of a column of tensors of their own shapes: layouts and elements.
fn read_rows(rows: &[Row], tensor: &str, first: usize) -> Result<(Vec<String>, String), String> {
    use arrow_array::{ArrayRef, GenericListArray, OffsetSizeTrait, StructArray};
    use std::sync::Arc;
    fn lists<O: OffsetSizeTrait>(rows: &[Row]) -> ArrayRef {
        let rows = rows.iter().map(|row| row.0.as_ref().map(|row| row.iter().copied().map(Some)));
        Arc::new(GenericListArray::<O>::from_iter_primitive::<Int32Type, _, _>(rows))
    }
    let rank = rows.first().map_or(0, |row| row.1.len());
    let values =
        arrow_array::Int32Array::from_iter_values(rows.iter().flat_map(|row| row.1.clone()));
    let item = Arc::new(arrow_schema::Field::new_list_field(arrow_schema::DataType::Int32, true));
    let (size, values, count) = (rank as i32, Arc::new(values), rows.len());
    let shape = FixedSizeListArray::try_new_with_length(item, size, values, None, count);
    let shape: ArrayRef = Arc::new(shape.unwrap());
    let keys = [
        ("ARROW:extension:name", "arrow.variable_shape_tensor"),
        ("ARROW:extension:metadata", tensor),
    ];
    let read = |data: ArrayRef, is_swapped: bool| {
        let part = |name, array: &ArrayRef| {
            Arc::new(arrow_schema::Field::new(name, array.data_type().clone(), true))
        };
        let mut parts =
            vec![(part("data", &data), data.clone()), (part("shape", &shape), shape.clone())];
        if is_swapped {
            parts.reverse();
        }
        let array = StructArray::from(parts).slice(first, rows.len() - first);
        let field =
            arrow_schema::Field::new("t", array.data_type().clone(), true).with_metadata(keys);
        let (views, names) = OwnerView::from_arrow_tensors::<Int32Type>(&array, &field)
            .map_err(|error| error.to_string())?;
        let view = |view: OwnerView<'_>| {
            let layout = view.dynamic_layout();
            // Every coordinate, the last logical axis fastest.
            let extents = extents(&layout);
            let all = indices(&extents).map(|at| view.try_at(&coord(&at)).unwrap().to_string());
            format!("{layout} {}", all.collect::<Vec<_>>().join(","))
        };
        Ok((views.into_iter().map(view).collect::<Vec<_>>(), names.join(" ")))
    };
    let narrow = read(lists::<i32>(rows), false);
    assert_eq!(read(lists::<i64>(rows), true), narrow);
    narrow
}

#[test]
fn columns_of_tensors_of_their_own_shapes() {
    let rows = [
        (Some((0..6).collect()), vec![1, 2, 3]),
        (Some((10..22).collect()), vec![2, 2, 3]),
        (Some(vec![]), vec![0, 2, 3]),
    ];
    let read = |tensor: &str| read_rows(&rows, tensor, 0);
    let of =
        |rows: [&str; 3], names: &str| Ok((rows.map(String::from).to_vec(), names.to_string()));
    let plain = [
        "(1,2,3):(6,3,1) 0,1,2,3,4,5",
        "(2,2,3):(6,3,1) 10,11,12,13,14,15,16,17,18,19,20,21",
        "(0,2,3):(6,3,1) ",
    ];
    for tensor in ["{}", r#"{"dim_names":null,"permutations":null,"uniform_shape":null}"#] {
        assert_eq!(read(tensor), of(plain, ""));
    }
    assert_eq!(
        read(r#"{"uniform_shape":[null,2,3],"dim_names":["a","b","c"]}"#),
        of(plain, "a b c")
    );
    // The logical axis k is the axis `permutation[k]` in memory, as in the format's text.
    assert_eq!(
        read(
            r#"{"permutation":[2,0,1],"dim_names":["\"a\"","\u00e4\ud83d\ude00","c"],"uniform_shape":[null,null,3]}"#
        ),
        of(
            [
                "(3,1,2):(1,6,3) 0,3,1,4,2,5",
                "(3,2,2):(1,6,3) 10,13,16,19,11,14,17,20,12,15,18,21",
                "(3,0,2):(1,6,3) ",
            ],
            "c \"a\" \u{e4}\u{1f600}"
        )
    );
    // A slice of the column begins at a later row.
    assert_eq!(read_rows(&rows, "{}", 1).unwrap().0, plain[1..]);
    // Tensors of no axes have one element.
    let none = [(Some(vec![7]), vec![]), (Some(vec![8]), vec![])];
    assert_eq!(read_rows(&none, "{}", 0).unwrap().0, ["():() 7", "():() 8"]);
    for (tensor, words) in [
        ("", "at byte 0: expected `{` and the keys of a tensor, not ``"),
        (
            r#"{"shape":[1]}"#,
            r#"at byte 2: expected "uniform_shape", "dim_names" or "permutation", not `shape`"#,
        ),
        (
            r#"{"permutation":[0,1,2],"permutations":[0,1,2]}"#,
            "at byte 24: expected each key once, not `permutations`",
        ),
        (
            r#"{"permutation":[0,1,01]}"#,
            "at byte 20: expected an integer without zeros before it, not `01`",
        ),
        (r#"{"dim_names":["a","b","\q"]}"#, "at byte 22: expected a text in quotes, not `\"`"),
        (r#"{"permutation":[0,1]}"#, "the permutation does not have each of 3 axes once"),
        (r#"{"permutation":[0,1,1]}"#, "the permutation does not have each of 3 axes once"),
        (r#"{"dim_names":["a"]}"#, "it has a list of 1, and the tensors have 3 axes"),
        (r#"{"uniform_shape":[2,2,3,4]}"#, "it has a list of 4, and the tensors have 3 axes"),
    ] {
        assert_eq!(read(tensor).unwrap_err(), format!("the metadata of the tensors: {words}"));
    }
    assert_eq!(
        read(r#"{"uniform_shape":[1,2,3]}"#).unwrap_err(),
        "axis 0 of row 1 has the extent 2, not 1"
    );
    let short = [(Some(vec![1; 5]), vec![2, 3])];
    assert_eq!(
        read_rows(&short, "{}", 0).unwrap_err(),
        "row 0 has 5 elements, not those of the extents [2, 3]"
    );
    for extents in [vec![-1, -1], vec![i32::MAX, i32::MAX], vec![0, i32::MAX]] {
        assert!(read_rows(&[(Some(vec![1]), extents)], "{}", 0).is_err());
    }
    assert_eq!(read_rows(&[(None, vec![1])], "{}", 0).unwrap_err(), "1 elements are null");
}

/// The message of `columns.tensor`, and what another message may not be.
#[test]
fn messages_of_tensors() {
    let file = include_bytes!("../../examples/data/columns.tensor");
    let read = |message: &[u8]| {
        let read = Boxed::<u8, dynamic::Layout>::from_arrow_ipc_copied(message);
        read.map(|(read, names)| (read.as_slice().to_vec(), names.join(" ")))
            .map_err(|error| error.to_string())
    };
    assert_eq!(read(file), Ok((vec![1, 2, 3, 4, 5, 6], "x y".into())));
    // Before Arrow 0.15 a message had no mark.
    assert_eq!(read(&file[4..]), read(file));
    for cut in 0..file.len() {
        assert!(read(&file[..cut]).is_err(), "{cut}");
    }
    assert_eq!(
        read(&[&file[..], &[0]].concat()).unwrap_err(),
        "the message of Arrow: the body takes 6 bytes, 7 are there"
    );
    assert_eq!(
        refusal(View::<u16, dynamic::Layout>::from_arrow_ipc(file)),
        "the elements are UInt8, not u16"
    );
    assert_eq!(
        refusal(View::<u8, Layout!((3, 2):(2, 1))>::from_arrow_ipc(file)),
        "cannot read the array (3,2):(1,3) as (3,2):(2,1): axis 0 has the stride 1, not 2"
    );
    // Each byte of the header, changed in each bit: refused, or six elements that are in the message.
    for at in 0..file.len() - 6 {
        for bit in 0..8 {
            let mut changed = file.to_vec();
            changed[at] ^= 1 << bit;
            if let Ok((elements, _)) = read(&changed) {
                assert!(
                    elements.iter().all(|&element| file[256..].contains(&element)),
                    "{at} {bit}"
                );
            }
        }
    }
}
