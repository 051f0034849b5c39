//! Tensors as messages of Arrow's IPC format, as `pyarrow.ipc.write_tensor` writes them.
//!
//! | part | what becomes of it |
//! |---|---|
//! | the mark `FF FF FF FF` before the length of the header, or none, as before Arrow 0.15 | read |
//! | `version` of the metadata | 4 and 5; others are refused |
//! | `header` | a `Tensor`; schemas, batches and sparse tensors are refused by name |
//! | `type`: integers of 8 to 64 bits, floats of 16 to 64 | read, those of 16 with the feature `half`; others are refused by name |
//! | `shape`: `size` and `name` of each axis | read |
//! | `strides`, in bytes | read; without them the elements are in C order; refused if they are not whole elements |
//! | `data`: the place of the elements in the body | read |
//! | `bodyLength` | compared with the bytes after the header, of which there may not be more |
//! | a header that the verifier of the crate `flatbuffers` does not accept | refused; so are tensors without axes as pyarrow writes them, whose empty list of strides is not aligned |
//! | `custom_metadata` | ignored: texts for other programs |
//! | compression | a `Tensor` has none |

use crate::tensor::interop::bytes::{elements, elements_at_any};
use crate::tensor::interop::foreign::{axes, compact};
use crate::tensor::interop::{ArrayElement, ArrayError, ArrayLayout, ElementKind};
use crate::tensor::{Boxed, View};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use arrow_ipc::{MetadataVersion, Precision, Tensor, root_as_message};
use bytemuck::checked::CheckedBitPattern;
use layout_core as value;

impl<'a, T: ArrayElement + CheckedBitPattern, L: ArrayLayout> View<'a, T, L> {
    /// A view of a tensor in a message of Arrow's IPC format, given by its bytes, and the names of its axes, if one has a name.
    ///
    /// ```
    /// use static_layout::{interop::*, *};
    /// // By pyarrow, the transpose of two rows of three: `Tensor.from_numpy(rows.T, dim_names=["x", "y"])`.
    /// let message = include_bytes!("../../../../examples/data/columns.tensor");
    /// let (view, names) = View::<u8, Layout!((3, 2):(1, 3))>::from_arrow_ipc(message)?;
    /// assert_eq!((view[(2, 0)], view[(0, 1)], names), (3, 4, vec!["x".into(), "y".into()]));
    /// # Ok::<(), ArrayError>(())
    /// ```
    ///
    /// # Errors
    /// When the message is malformed, too short or too long, or is not a tensor, the elements have another type, or are not aligned in
    /// `message`, an element lies outside of it, or an extent or a stride differs from a static one of `L`.
    pub fn from_arrow_ipc(message: &'a [u8]) -> Result<(Self, Vec<String>), ArrayError> {
        let Message { elements: bytes, layout, names } = Message::of::<T>(message)?;
        if cfg!(target_endian = "big") && size_of::<T>() > 1 {
            return Err(ArrayError::ByteOrder);
        }
        Ok((View::dynamic(elements(bytes)?, 0, layout)?.read_axes()?, names))
    }
}

impl<T: ArrayElement + CheckedBitPattern, L: ArrayLayout> Boxed<T, L> {
    /// A copy of a tensor in a message of Arrow's IPC format, with the strides of `L`, and the names of its axes:
    /// [`View::from_arrow_ipc`] for elements at any address. See [`View::read_axes_copied`].
    ///
    /// ```
    /// use static_layout::{interop::*, *};
    /// // By pyarrow, the transpose of two rows of three: `Tensor.from_numpy(rows.T, dim_names=["x", "y"])`.
    /// let message = include_bytes!("../../../../examples/data/columns.tensor");
    /// let (rows, _) = Boxed::<u8, Layout!((3, 2):(2, 1))>::from_arrow_ipc_copied(message)?;
    /// assert_eq!(rows.as_slice(), [1, 4, 2, 5, 3, 6]);
    /// # Ok::<(), ArrayError>(())
    /// ```
    ///
    /// # Errors
    /// When the message is malformed, too short or too long, or is not a tensor, the elements have another type, an element lies
    /// outside of it, an extent differs from a static one of `L`, two coordinates of `L` would share an element, or there is no
    /// memory for the copy.
    pub fn from_arrow_ipc_copied(message: &[u8]) -> Result<(Self, Vec<String>), ArrayError> {
        let Message { elements: bytes, layout, names } = Message::of::<T>(message)?;
        let elements = elements_at_any(bytes, cfg!(target_endian = "big"))?;
        Ok((L::copied(View::dynamic(&elements, 0, layout)?)?, names))
    }
}

/// A tensor in a message.
struct Message<'a> {
    /// Whole elements.
    elements: &'a [u8],
    layout: value::Layout,
    names: Vec<String>,
}

impl<'a> Message<'a> {
    /// The tensor of a message, whose elements are `T`.
    fn of<T: ArrayElement>(message: &'a [u8]) -> Result<Self, ArrayError> {
        let rest = message.strip_prefix(&[0xFF; 4]).unwrap_or(message);
        let parts = rest.split_first_chunk().and_then(|(len, rest)| {
            rest.split_at_checked(usize::try_from(i32::from_le_bytes(*len)).ok()?)
        });
        let (header, body) = parts.ok_or_else(|| malformed("the header is cut off"))?;
        let header = root_as_message(header).map_err(|error| {
            // Its second line is a trace.
            malformed(error.to_string().lines().next().unwrap_or_default())
        })?;
        if !matches!(header.version(), MetadataVersion::V4 | MetadataVersion::V5) {
            let version = i32::from(header.version().0) + 1;
            return Err(malformed(&format!(
                "version {version} of the metadata is not known: 4 and 5 are"
            )));
        }
        if usize::try_from(header.bodyLength()) != Ok(body.len()) {
            let (needed, found) = (header.bodyLength(), body.len());
            return Err(malformed(&format!("the body takes {needed} bytes, {found} are there")));
        }
        let Some(tensor) = header.header_as_tensor() else {
            let found = header.header_type().variant_name().unwrap_or("an unknown header");
            return Err(malformed(&format!("it is {found}, not Tensor")));
        };
        let (kind, size) = kind_and_size(&tensor);
        if kind != Some(T::KIND) || size != size_of::<T>() {
            return Err(ArrayError::Element { found: name_of(&tensor), expected: T::NAME });
        }
        let bytes = usize::try_from(tensor.data().offset()).ok().and_then(|start| {
            let len = usize::try_from(tensor.data().length()).ok()?;
            body.get(start..start.checked_add(len)?)
        });
        let bytes = bytes.ok_or_else(|| malformed("the elements lie outside of the body"))?;
        Ok(Message {
            elements: &bytes[..bytes.len() - bytes.len() % size],
            layout: layout(&tensor, size)?,
            names: names(&tensor),
        })
    }
}

/// The layout of a tensor with elements of `size` bytes.
fn layout(tensor: &Tensor<'_>, size: usize) -> Result<value::Layout, ArrayError> {
    let shape = tensor.shape();
    if shape.len() > value::MAX_LEAVES {
        let (axes, most) = (shape.len(), value::MAX_LEAVES);
        return Err(malformed(&format!("it has {axes} axes, and a layout has at most {most}")));
    }
    let extents: Option<Vec<usize>> =
        shape.iter().map(|axis| usize::try_from(axis.size()).ok()).collect();
    let extents = extents.ok_or_else(|| malformed("an extent is negative"))?;
    let Some(strides) = tensor.strides().filter(|strides| !strides.is_empty()) else {
        return Ok(compact(&extents, false)?);
    };
    if strides.len() != extents.len() {
        let (found, axes) = (strides.len(), extents.len());
        return Err(malformed(&format!("it has {found} strides for {axes} axes")));
    }
    let size = size as i64;
    if let Some(stride) = strides.iter().find(|stride| stride % size != 0) {
        let what = format!("the stride of {stride} bytes is not whole elements of {size}");
        return Err(malformed(&what));
    }
    Ok(axes(extents, strides.iter().map(|stride| (stride / size) as isize))?)
}

/// The names of the axes; none if no axis has one.
fn names(tensor: &Tensor<'_>) -> Vec<String> {
    let name = |name: Option<&str>| name.unwrap_or_default().to_string();
    let names: Vec<String> = tensor.shape().iter().map(|axis| name(axis.name())).collect();
    if names.iter().all(String::is_empty) { Vec::new() } else { names }
}

/// The meaning of the bits of an element, and its size in bytes; `None` for those that no Rust type here has.
fn kind_and_size(tensor: &Tensor<'_>) -> (Option<ElementKind>, usize) {
    if let Some(int) = tensor.type_as_int() {
        let kind = if int.is_signed() { ElementKind::Signed } else { ElementKind::Unsigned };
        let size = usize::try_from(int.bitWidth()).ok().filter(|bits| bits.is_multiple_of(8));
        return (size.map(|_| kind), size.unwrap_or(0) / 8);
    }
    let size = tensor.type_as_floating_point().and_then(|float| match float.precision() {
        Precision::HALF => Some(2),
        Precision::SINGLE => Some(4),
        Precision::DOUBLE => Some(8),
        _ => None,
    });
    (size.map(|_| ElementKind::Float), size.unwrap_or(0))
}

/// The element type in words.
fn name_of(tensor: &Tensor<'_>) -> String {
    let name = tensor.type_type().variant_name().unwrap_or("of an unknown type");
    match (tensor.type_as_int(), tensor.type_as_floating_point()) {
        (Some(int), _) if int.is_signed() => format!("Int{}", int.bitWidth()),
        (Some(int), _) => format!("UInt{}", int.bitWidth()),
        (_, Some(float)) => format!("{:?} {name}", float.precision()),
        _ => name.to_string(),
    }
}

fn malformed(what: &str) -> ArrayError {
    ArrayError::Format(format!("the message of Arrow: {what}"))
}
