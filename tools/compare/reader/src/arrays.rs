//! Files and structures of arrays. Each is read as bits and as each element type; both must agree.

use std::ffi::c_void;
use std::fmt::Write;
use std::io::Cursor;
use std::ptr::null_mut;

use arrow_array::cast::AsArray;
use arrow_array::{Array, RecordBatch, types::*};
use arrow_ipc::reader::StreamReader;
use arrow_schema::{DataType, Field};
use bytemuck::NoUninit;
use half::{bf16, f16};
use num_complex::Complex;
use safetensors::SafeTensors;
use static_layout::interop::dlpack::*;
use static_layout::interop::{ArrayError, DlpackTensor, Npz};
use static_layout::{Boxed, View, dynamic};

type Copied<T> = Boxed<T, dynamic::Layout>;
type Seen<'a, T> = View<'a, T, dynamic::Layout>;

/// The extents, and the bytes of the elements in C order.
fn array<T: NoUninit>(view: Seen<'_, T>) -> String {
    let layout = view.dynamic_layout();
    let extents: Vec<i64> = (0..layout.leaf_count()).map(|k| layout.leaf(k).0).collect();
    let all: Vec<T> = view.elements().copied().collect();
    // `elements` counts the first axis fastest.
    let mut step = 1;
    let mut steps = Vec::new();
    for extent in &extents {
        steps.push(step);
        step *= extent;
    }
    let (mut out, mut at) = (super::joined(&extents) + "|", vec![0; extents.len()]);
    for _ in 0..all.len() {
        let position: i64 = at.iter().zip(&steps).map(|(i, step)| i * step).sum();
        for byte in bytemuck::bytes_of(&all[position as usize]) {
            write!(out, "{byte:02x}").expect("memory");
        }
        for k in (0..at.len()).rev() {
            at[k] += 1;
            if at[k] < extents[k] {
                break;
            }
            at[k] = 0;
        }
    }
    out
}

/// The answer of the typed readers, `(name in Rust, array)`, if one of them reads.
///
/// # Errors
/// When the bytes are not values of the type.
type Typed = Result<Option<(&'static str, String)>, String>;

/// Calls `$read` with each element type.
macro_rules! each_type {
    ($T:ident => $read:expr) => {{
        let mut found: Typed = Ok(None);
        macro_rules! one {
            ($type:ty) => {{
                type $T = $type;
                let answer: Result<String, ArrayError> = $read;
                match (answer, &found) {
                    (Err(ArrayError::Value { .. }), _) => found = Err("no value of bool".into()),
                    (Err(_), _) => {}
                    (Ok(array), Ok(None)) => found = Ok(Some((std::any::type_name::<$T>(), array))),
                    (Ok(_), _) => panic!("two types read"),
                }
            }};
        }
        one!(bool);
        one!(u8);
        one!(u16);
        one!(u32);
        one!(u64);
        one!(i8);
        one!(i16);
        one!(i32);
        one!(i64);
        one!(f16);
        one!(bf16);
        one!(f32);
        one!(f64);
        one!(Complex<f32>);
        one!(Complex<f64>);
        found
    }};
}

/// The array of bits, which the array of the type must equal. `has_type` says whether there must be one.
fn agree(bits: String, typed: Typed, has_type: bool) -> Result<String, String> {
    match typed? {
        Some((_, array)) => assert_eq!(bits, array, "bits and elements differ"),
        None => assert!(!has_type, "no type reads {bits}"),
    }
    Ok(bits)
}

/// A copy of the bytes, the first of them `rest` after a multiple of 64.
struct Aligned {
    room: Vec<u8>,
    start: usize,
    len: usize,
}

impl Aligned {
    fn new(bytes: &[u8], rest: usize) -> Self {
        let mut room = vec![0; bytes.len() + 192];
        let start = room.as_ptr().align_offset(64) + rest;
        room[start..start + bytes.len()].copy_from_slice(bytes);
        Aligned { room, start, len: bytes.len() }
    }
    fn bytes(&self) -> &[u8] {
        &self.room[self.start..][..self.len]
    }
}

/// The answer of `$of` for the size of elements that reads, or its refusal of 16 bytes.
macro_rules! sizes {
    ($of:expr) => {
        sizes!(@ $of, 1 2 3 4 5 6 8 12 20 32 16)
    };
    (@ $of:expr, $($N:literal)*) => {
        Err(String::new())$(.or_else(|_: String| $of(std::marker::PhantomData::<[u8; $N]>)))*
    };
}

fn said(error: ArrayError) -> String {
    error.to_string()
}

pub fn npy(file: &[u8]) -> Result<String, String> {
    let (name, bits) = npy_bits(file)?;
    let at_64 = Aligned::new(file, 0);
    let typed = each_type!(T => {
        let copied = Copied::<T>::from_npy_copied(file).map(|read| array(read.view()));
        match Seen::<T>::from_npy(at_64.bytes()) {
            Ok(view) => assert_eq!(array(view), copied.clone().expect("a copy"), "a view and a copy differ"),
            // An odd length of the header, or the other order of bytes.
            Err(ArrayError::Alignment { .. } | ArrayError::ByteOrder) => {}
            Err(error) => assert_eq!(Some(error), copied.clone().err(), "a view and a copy differ"),
        }
        copied
    });
    let has_type = [
        "?", "b1", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "c8", "c16",
        "bool",
    ];
    let code = name.trim_start_matches(['<', '>', '=', '|']);
    let has_type = has_type.contains(&code);
    Ok(format!("{name}|{}", agree(bits, typed, has_type)?))
}

/// The name of the type, and the array.
fn npy_bits(file: &[u8]) -> Result<(String, String), String> {
    fn of<B: bytemuck::Pod>(file: &[u8]) -> Result<(String, String), String> {
        let (read, name) = Copied::<B>::from_npy_bits_copied(file).map_err(said)?;
        let at_64 = Aligned::new(file, 0);
        // Bytes have no alignment, and only the other order is not read in place.
        if let Ok((view, same)) = Seen::<B>::from_npy_bits(at_64.bytes()) {
            assert_eq!(
                (same, array(view)),
                (&name[..], array(read.view())),
                "a view and a copy differ"
            );
        }
        Ok((name, array(read.view())))
    }
    fn with<B: bytemuck::Pod>(
        file: &[u8],
    ) -> impl Fn(std::marker::PhantomData<B>) -> Result<(String, String), String> {
        move |_| of::<B>(file)
    }
    sizes!(|size| with(file)(size))
}

pub fn npz(file: &[u8]) -> Result<String, String> {
    let archive = Npz::new(file).map_err(said)?;
    let mut all = Vec::new();
    for name in archive.names() {
        let copied = archive.npy_copied(&name).map_err(said)?;
        if let Ok(here) = archive.npy(&name) {
            assert_eq!(here, copied, "in place and copied differ");
        }
        all.push(format!("{name}:{}", npy(&copied)?));
    }
    Ok(all.join("\t"))
}

pub fn tensors(file: &[u8]) -> Result<String, String> {
    let file = SafeTensors::deserialize(file).map_err(|error| error.to_string())?;
    let mut all = Vec::new();
    for (name, tensor) in file.iter() {
        fn of<B: bytemuck::Pod>(
            tensor: &safetensors::tensor::TensorView<'_>,
        ) -> Result<(String, String), String> {
            let (read, dtype) = Copied::<B>::from_safetensors_bits_copied(tensor).map_err(said)?;
            let (view, same) = Seen::<B>::from_safetensors_bits(tensor).map_err(said)?;
            assert_eq!(
                (&same, array(view)),
                (&dtype, array(read.view())),
                "a view and a copy differ"
            );
            Ok((dtype, array(read.view())))
        }
        fn with<'a, B: bytemuck::Pod>(
            tensor: &'a safetensors::tensor::TensorView<'_>,
        ) -> impl Fn(std::marker::PhantomData<B>) -> Result<(String, String), String> + 'a {
            move |_| of::<B>(tensor)
        }
        let bits = |tensor: &safetensors::tensor::TensorView<'_>| sizes!(|size| with(tensor)(size));
        let (dtype, bits) = bits(&tensor)?;
        let typed = each_type!(T => {
            let copied = Copied::<T>::from_safetensors_copied(&tensor).map(|read| array(read.view()));
            if let Ok(view) = Seen::<T>::from_safetensors(&tensor) {
                assert_eq!(array(view), copied.clone().expect("a copy"), "a view and a copy differ");
            }
            copied
        });
        let has_type = !dtype.starts_with("F8");
        all.push(format!("{name}:{dtype}|{}", agree(bits, typed, has_type)?));
    }
    all.sort();
    Ok(all.join(";"))
}

/// `MAJOR FLAGS DEVICE CODE BITS LANES NDIM SHAPE STRIDES OFFSET START REST HEX`: the fields of a structure whose `data` is the
/// byte `START` of memory, which begins `REST` after a multiple of 64. `-` stands for null strides.
pub fn dlpack(question: &str) -> Result<String, String> {
    let parts: Vec<&str> = question.split(' ').collect();
    let [
        major,
        flags,
        device,
        code,
        bits,
        lanes,
        ndim,
        shape,
        strides,
        offset,
        start,
        rest,
        memory,
    ] = parts[..]
    else {
        panic!("13 parts, not {question}")
    };
    let number = |text: &str| text.parse::<i64>().expect("an integer");
    let mut memory = Aligned::new(&super::bytes(memory), number(rest) as usize);
    let has_strides = strides != "-";
    let mut extents = super::integers(shape);
    let mut steps = super::integers(if has_strides { strides } else { "" });
    let first = memory.start + number(start) as usize;
    let managed = Box::new(DLManagedTensorVersioned {
        version: DLPackVersion { major: number(major) as u32, minor: 0 },
        manager_ctx: null_mut(),
        deleter: Some(free),
        flags: number(flags) as u64,
        dl_tensor: DLTensor {
            data: memory.room.as_mut_ptr().wrapping_add(first).cast::<c_void>(),
            device: DLDevice { device_type: number(device) as i32, device_id: 0 },
            ndim: number(ndim) as i32,
            dtype: DLDataType {
                code: number(code) as u8,
                bits: number(bits) as u8,
                lanes: number(lanes) as u16,
            },
            shape: extents.as_mut_ptr(),
            strides: if has_strides { steps.as_mut_ptr() } else { null_mut() },
            byte_offset: number(offset) as u64,
        },
    });
    // SAFETY: the script asks only for structures whose elements lie in the memory, which, like the extents, lives longer.
    let tensor = unsafe { DlpackTensor::from_raw(Box::into_raw(managed)) }.map_err(said)?;
    fn of<B: bytemuck::Pod>(tensor: &DlpackTensor) -> Result<(String, String), String> {
        let (view, name) = Seen::<B>::from_dlpack_bits(tensor).map_err(said)?;
        Ok((name, array(view)))
    }
    fn with<'a, B: bytemuck::Pod>(
        tensor: &'a DlpackTensor,
    ) -> impl Fn(std::marker::PhantomData<B>) -> Result<(String, String), String> + 'a {
        move |_| of::<B>(tensor)
    }
    let found = |tensor: &DlpackTensor| sizes!(|size| with(tensor)(size));
    let (name, bits) = found(&tensor)?;
    let typed = each_type!(T => {
        let copied = Copied::<T>::from_dlpack_copied(&tensor).map(|read| array(read.view()));
        match Seen::<T>::from_dlpack(&tensor) {
            Ok(view) => assert_eq!(array(view), copied.clone().expect("a copy"), "a view and a copy differ"),
            Err(ArrayError::Alignment { .. }) => {}
            Err(error) => assert_eq!(Some(error), copied.clone().err(), "a view and a copy differ"),
        }
        copied
    });
    Ok(format!("{name}|{}", agree(bits, typed, false)?))
}

unsafe extern "C" fn free(tensor: *mut DLManagedTensorVersioned) {
    // SAFETY: `dlpack` made the box, and the library calls this once.
    drop(unsafe { Box::from_raw(tensor) });
}

/// A tensor in a message of Arrow's IPC format.
pub fn message(file: &[u8]) -> Result<String, String> {
    let at_64 = Aligned::new(file, 0);
    let (mut refused, mut names) = (String::new(), Vec::new());
    let typed = each_type!(T => {
        let copied = Copied::<T>::from_arrow_ipc_copied(file);
        if let Ok((view, same)) = Seen::<T>::from_arrow_ipc(at_64.bytes()) {
            let (copy, named) = copied.as_ref().expect("a copy");
            assert_eq!((array(view), &same), (array(copy.view()), named), "a view and a copy differ");
        }
        if let Err(error) = &copied {
            refused = error.to_string();
        }
        copied.map(|(read, found)| {
            names = found;
            array(read.view())
        })
    });
    let (name, found) = typed?.ok_or(refused)?;
    Ok(format!("{name}|{}|{found}", names.join("\t")))
}

/// A column of tensors in a stream of Arrow's IPC format: `NAMES|ARRAY` of all, or of each row, with `;` between.
pub fn column(stream: &[u8]) -> Result<String, String> {
    let reader =
        StreamReader::try_new(Cursor::new(stream), None).map_err(|error| error.to_string())?;
    let batches: Result<Vec<RecordBatch>, _> = reader.collect();
    let batches = batches.map_err(|error| error.to_string())?;
    let [batch] = &batches[..] else { return Err(format!("{} batches", batches.len())) };
    let (schema, column) = (batch.schema(), batch.column(0).as_ref());
    let field = schema.field(0);
    fn fixed<P: ArrowPrimitiveType<Native: NoUninit>>(
        column: &dyn Array,
        field: &Field,
    ) -> Result<String, String> {
        let (view, names) =
            Seen::<P::Native>::from_arrow_tensor::<P>(column, field).map_err(said)?;
        Ok(format!("{}|{}", names.join("\t"), array(view)))
    }
    fn rows<P: ArrowPrimitiveType<Native: NoUninit>>(
        column: &dyn Array,
        field: &Field,
    ) -> Result<String, String> {
        let (views, names) =
            Seen::<P::Native>::from_arrow_tensors::<P>(column, field).map_err(said)?;
        let rows: Vec<String> = views.into_iter().map(array).collect();
        Ok(format!("{}|{}", names.join("\t"), rows.join(";")))
    }
    let values = match column.data_type() {
        DataType::FixedSizeList(item, _) => item.data_type().clone(),
        DataType::Struct(_) => match column.as_struct().column(0).data_type() {
            DataType::List(item) | DataType::LargeList(item) => item.data_type().clone(),
            other => other.clone(),
        },
        other => other.clone(),
    };
    let is_fixed = matches!(column.data_type(), DataType::FixedSizeList(..));
    macro_rules! of {
        ($($name:ident: $P:ty),*) => {
            match values {
                $(DataType::$name if is_fixed => fixed::<$P>(column, field),
                DataType::$name => rows::<$P>(column, field),)*
                other => Err(format!("no type {other}")),
            }
        };
    }
    of!(
        UInt8: UInt8Type, UInt16: UInt16Type, UInt32: UInt32Type, UInt64: UInt64Type,
        Int8: Int8Type, Int16: Int16Type, Int32: Int32Type, Int64: Int64Type,
        Float16: Float16Type, Float32: Float32Type, Float64: Float64Type
    )
}
