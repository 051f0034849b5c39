//! Columns of tensors: the extension types `arrow.fixed_shape_tensor` and `arrow.variable_shape_tensor` of a field.
//!
//! | key of the metadata | what becomes of it |
//! |---|---|
//! | `shape` of a fixed shape | read: the extents in memory, the last one the fastest |
//! | `uniform_shape` of a variable shape | compared with the extents of each row, in memory; `null` is any extent |
//! | `permutation`, or `permutations`, as `arrow-schema` writes it | read: the logical axes, in terms of those in memory |
//! | `dim_names` | read; the names are in the order of the logical axes |
//! | `null` for a key, as `arrow-schema` writes it | as if the key lacked |
//! | another key, a key twice | refused by name |
//!
//! A variable shape has the fields `data`, a list for each row, and `shape`, its extents in memory. Other fields are refused.

use crate::tensor::View;
use crate::tensor::interop::foreign::{axes, space};
use crate::tensor::interop::{ArrayError, ArrayLayout};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{Array, ArrowPrimitiveType, GenericListArray, OffsetSizeTrait};
use arrow_buffer::ArrowNativeType;
use arrow_schema::Field;
use core::str::CharIndices;
use layout_core::scan::{Scanner, expected_at, read_whole};
use layout_core::{self as value, LayoutError};

const FIXED: &str = "arrow.fixed_shape_tensor";
const VARIABLE: &str = "arrow.variable_shape_tensor";

impl<'a, T: ArrowNativeType, L: ArrayLayout> View<'a, T, L> {
    /// A view of a column of tensors, the extension type `arrow.fixed_shape_tensor` of `field`, and the names of its axes, if
    /// it has names. The first axis has the values of the array; the others are the logical ones, permuted as the field says,
    /// and the names are in their order.
    ///
    /// ```
    /// use arrow_array::{Array, FixedSizeListArray, types::Int32Type};
    /// use static_layout::{interop::*, *};
    /// let rows = [Some([1, 2, 3, 4, 5, 6].map(Some)), Some([0; 6].map(Some))];
    /// let array = FixedSizeListArray::from_iter_primitive::<Int32Type, _, _>(rows, 6);
    /// // Two rows of three, seen as their columns.
    /// let tensor = r#"{"shape": [2, 3], "dim_names": ["row", "column"], "permutation": [1, 0]}"#;
    /// let keys = [("ARROW:extension:name", "arrow.fixed_shape_tensor"), ("ARROW:extension:metadata", tensor)];
    /// let field = arrow_schema::Field::new("t", array.data_type().clone(), false).with_metadata(keys);
    /// let (view, names) = View::<i32, dynamic::Layout>::from_arrow_tensor::<Int32Type>(&array, &field)?;
    /// assert_eq!(view.dynamic_layout().to_string(), "(2,3,2):(6,1,3)");
    /// assert_eq!((view.try_at(&"(0,2,1)".parse()?)?, names), (&6, vec!["column".into(), "row".into()]));
    /// # Ok::<(), ArrayError>(())
    /// ```
    ///
    /// # Errors
    /// When the field is not of this type, or its numbers disagree, and the errors of [`from_arrow`](Self::from_arrow).
    pub fn from_arrow_tensor<P: ArrowPrimitiveType<Native = T>>(
        array: &'a dyn Array,
        field: &Field,
    ) -> Result<(Self, Vec<String>), ArrayError> {
        let metadata = Metadata::of(field, FIXED, "shape")?;
        let shape = metadata.shape.iter().flatten();
        let physical = shape.copied().collect::<Option<Vec<usize>>>();
        let Some(physical) = physical.filter(|_| metadata.shape.is_some()) else {
            return Err(malformed("it lacks the \"shape\", or an extent of it"));
        };
        let order = metadata.order(physical.len())?;
        let rows = View::<T, value::Layout>::from_arrow::<P>(array)?;
        let needed = count(&physical).unwrap_or(usize::MAX);
        let found = rows.dynamic_layout();
        if found.leaf_count() != 2 || found.leaf(1).0 != needed as i64 {
            let what = format!("the lists have the layout {found}, not {needed} elements each");
            return Err(ArrayError::Format(what));
        }
        let layout = permuted(Some((array.len(), needed)), &physical, &order)?;
        // SAFETY: V3: the coordinates of a row, in any order of its axes, have the offsets of its `needed` elements, as
        // found above, and the rows are as many.
        let view = unsafe { View::over(rows.first(), layout) };
        Ok((view.read_axes()?, metadata.names(&order)))
    }

    /// The tensors of a column, the extension type `arrow.variable_shape_tensor` of `field`, a view for each row, and the names
    /// of their axes, if they have names. The axes are the logical ones, permuted as the field says, and the names are in their
    /// order.
    ///
    /// ```
    /// use arrow_array::types::{Float32Type, Int32Type};
    /// use arrow_array::{Array, ArrayRef, FixedSizeListArray, ListArray, StructArray};
    /// use static_layout::{interop::*, *};
    /// use std::sync::Arc;
    /// let rows = [Some([1, 2, 3, 4, 5, 6].map(|x| Some(x as f32)).to_vec()), Some(vec![Some(7.0); 3])];
    /// let data: ArrayRef = Arc::new(ListArray::from_iter_primitive::<Float32Type, _, _>(rows));
    /// let extents = [Some([2, 3].map(Some)), Some([1, 3].map(Some))];
    /// let shape: ArrayRef = Arc::new(FixedSizeListArray::from_iter_primitive::<Int32Type, _, _>(extents, 2));
    /// let part = |name, array: &ArrayRef| Arc::new(arrow_schema::Field::new(name, array.data_type().clone(), true));
    /// let array = StructArray::from(vec![(part("data", &data), data), (part("shape", &shape), shape)]);
    ///
    /// let tensor = r#"{"uniform_shape": [null, 3], "permutation": [1, 0]}"#;
    /// let keys = [("ARROW:extension:name", "arrow.variable_shape_tensor"), ("ARROW:extension:metadata", tensor)];
    /// let field = arrow_schema::Field::new("t", array.data_type().clone(), false).with_metadata(keys);
    /// let (views, _) = View::<f32, Layout!((3, ?):(1, 3))>::from_arrow_tensors::<Float32Type>(&array, &field)?;
    /// assert_eq!((views[0].layout().to_string(), views[1].layout().to_string()), ("(3,2):(1,3)".into(), "(3,1):(1,3)".into()));
    /// assert_eq!((views[0][(2, 1)], views[1][(2, 0)]), (6.0, 7.0));
    /// # Ok::<(), ArrayError>(())
    /// ```
    ///
    /// # Errors
    /// When the field is not of this type, its numbers disagree, values, rows or extents are null, the elements have another type,
    /// an extent or a stride differs from a static one of `L`, or there is no memory for the list of views.
    pub fn from_arrow_tensors<P: ArrowPrimitiveType<Native = T>>(
        array: &'a dyn Array,
        field: &Field,
    ) -> Result<(Vec<Self>, Vec<String>), ArrayError> {
        let metadata = Metadata::of(field, VARIABLE, "uniform_shape")?;
        let Some(rows) = array.as_struct_opt() else {
            return Err(storage(&format!("is {}, not a structure", array.data_type())));
        };
        not_null(rows)?;
        let (([data, shapes], ["data", "shape"]) | ([shapes, data], ["shape", "data"])) =
            (rows.columns(), &rows.column_names()[..])
        else {
            let found = rows.column_names();
            return Err(storage(&format!("has the fields {found:?}, not \"data\" and \"shape\"")));
        };
        not_null(data)?;
        not_null(shapes)?;
        let lists = shapes.as_fixed_size_list_opt();
        let extents = lists.and_then(|lists| lists.values().as_primitive_opt::<Int32Type>());
        let (Some(lists), Some(extents)) = (lists, extents) else {
            let found = shapes.data_type();
            return Err(storage(&format!(
                "has the shape {found}, not lists of a fixed size of Int32"
            )));
        };
        not_null(extents)?;
        let order = metadata.order(lists.value_length().unsigned_abs() as usize)?;
        let views = match (data.as_list_opt::<i32>(), data.as_list_opt::<i64>()) {
            (Some(lists), _) => views::<T, L, P, i32>(lists, extents.values(), &metadata, &order),
            (_, Some(lists)) => views::<T, L, P, i64>(lists, extents.values(), &metadata, &order),
            _ => Err(storage(&format!("has the data {}, not lists", data.data_type()))),
        }?;
        Ok((views, metadata.names(&order)))
    }
}

/// A view of each list, by the extents of its row.
fn views<'a, T, L, P, O>(
    lists: &'a GenericListArray<O>,
    extents: &[i32],
    metadata: &Metadata,
    order: &[usize],
) -> Result<Vec<View<'a, T, L>>, ArrayError>
where
    T: ArrowNativeType,
    L: ArrayLayout,
    P: ArrowPrimitiveType<Native = T>,
    O: OffsetSizeTrait,
{
    let Some(numbers) = lists.values().as_primitive_opt::<P>() else {
        let found = format!("{}", lists.values().data_type());
        return Err(ArrayError::Element { found, expected: core::any::type_name::<T>() });
    };
    let (ends, rank) = (lists.value_offsets(), order.len());
    let mut views = space(lists.len())?;
    for row in 0..lists.len() {
        let (start, end) = (ends[row].as_usize(), ends[row + 1].as_usize());
        let count = numbers.nulls().map_or(0, |nulls| nulls.slice(start, end - start).null_count());
        if count > 0 {
            return Err(ArrayError::Nulls { count });
        }
        let (elements, shape) = (&numbers.values()[start..end], &extents[row * rank..][..rank]);
        let physical = shape.iter().map(|&extent| usize::try_from(extent).ok());
        let physical: Option<Vec<usize>> = physical.collect();
        let fits = |physical: &Vec<usize>| self::count(physical) == Some(elements.len());
        let Some(physical) = physical.filter(fits) else {
            let len = elements.len();
            let what = format!("row {row} has {len} elements, not those of the extents {shape:?}");
            return Err(ArrayError::Format(what));
        };
        metadata.check_uniform(row, &physical)?;
        let layout = permuted(None, &physical, order)?;
        views.push(View::dynamic(elements, 0, layout)?.read_axes()?);
    }
    Ok(views)
}

/// # Errors
/// When a value is null.
fn not_null(array: &dyn Array) -> Result<(), ArrayError> {
    match array.null_count() {
        0 => Ok(()),
        count => Err(ArrayError::Nulls { count }),
    }
}

/// The product of extents; `None` past `usize`.
fn count(extents: &[usize]) -> Option<usize> {
    extents.iter().try_fold(1_usize, |all, &extent| all.checked_mul(extent))
}

/// The layout of the axes `order` of an array in C order with the extents `physical`, after an axis `(extent, stride)`.
fn permuted(
    first: Option<(usize, usize)>,
    physical: &[usize],
    order: &[usize],
) -> Result<value::Layout, ArrayError> {
    let (mut strides, mut step) = (alloc::vec![0; physical.len()], 1);
    for axis in (0..physical.len()).rev() {
        strides[axis] = step;
        // Past `isize` only if another extent is 0; `axes` refuses it.
        step = isize::saturating_mul(step, physical[axis].max(1) as isize);
    }
    let (extent, stride) = first.unzip();
    let extents = order.iter().map(|&axis| physical[axis]);
    let strides = order.iter().map(|&axis| strides[axis]);
    let stride = stride.map(|stride| stride as isize);
    Ok(axes(extent.into_iter().chain(extents), stride.into_iter().chain(strides))?)
}

/// The metadata of a column of tensors.
struct Metadata {
    /// The extents in memory, the last one the fastest: `None` for one that is not given.
    shape: Option<Vec<Option<usize>>>,
    /// The names of these axes.
    names: Option<Vec<String>>,
    /// The axes in their logical order.
    order: Option<Vec<usize>>,
}

impl Metadata {
    /// The metadata of a field of the extension type `name`, whose key of extents is `shape`.
    fn of(field: &Field, name: &str, shape: &str) -> Result<Self, ArrayError> {
        let found = field.extension_type_name().unwrap_or("no extension type");
        if found != name {
            return Err(ArrayError::Format(format!("the field is {found}, not {name}")));
        }
        let text = field.extension_type_metadata().unwrap_or_default();
        read_whole(text, |scanner| metadata(scanner, shape)).map_err(|error| {
            let found = error.span().and_then(|span| text.get(span)).unwrap_or_default();
            malformed(&format!("{error}, not `{found}`"))
        })
    }

    /// The logical axes of tensors of this rank.
    ///
    /// # Errors
    /// When they are not a permutation, or another key has another rank.
    fn order(&self, rank: usize) -> Result<Vec<usize>, ArrayError> {
        let lengths = [self.shape.as_ref().map(Vec::len), self.names.as_ref().map(Vec::len)];
        if let Some(found) = lengths.into_iter().flatten().find(|&len| len != rank) {
            let what = format!("it has a list of {found}, and the tensors have {rank} axes");
            return Err(malformed(&what));
        }
        let order = self.order.clone().unwrap_or_else(|| (0..rank).collect());
        let mut sorted = order.clone();
        sorted.sort_unstable();
        if !sorted.into_iter().eq(0..rank) {
            return Err(malformed(&format!(
                "the permutation does not have each of {rank} axes once"
            )));
        }
        Ok(order)
    }

    /// The names in the order of the logical axes.
    fn names(&self, order: &[usize]) -> Vec<String> {
        let names = self.names.as_deref().unwrap_or_default();
        order.iter().filter_map(|&axis| names.get(axis).cloned()).collect()
    }

    /// # Errors
    /// When an extent of a row differs from the one that all rows have.
    fn check_uniform(&self, row: usize, extents: &[usize]) -> Result<(), ArrayError> {
        let uniform = self.shape.iter().flatten().zip(extents);
        for (axis, (uniform, &found)) in uniform.enumerate() {
            if let Some(uniform) = uniform.filter(|&uniform| uniform != found) {
                let what =
                    format!("axis {axis} of row {row} has the extent {found}, not {uniform}");
                return Err(ArrayError::Format(what));
            }
        }
        Ok(())
    }
}

/// Reads `{"shape": [2, 3], "dim_names": ["a", "b"], "permutation": [1, 0]}`: each may lack, or be `null`. Not by
/// `arrow_schema`, whose key is `permutations`, unlike Arrow's format and pyarrow.
fn metadata(scanner: &mut Scanner<'_>, shape_key: &str) -> Result<Metadata, LayoutError> {
    let mut found = Metadata { shape: None, names: None, order: None };
    let mut seen = Vec::new();
    scanner.expect("{", "`{` and the keys of a tensor")?;
    scanner.list("}", "`,` or `}`", |scanner| {
        let inside = scanner.position() + 1;
        let key = string(scanner)?;
        scanner.expect(":", "`:` and a list")?;
        let key = if key == "permutations" { "permutation".into() } else { key };
        if seen.contains(&key) {
            return Err(expected_at(inside, "each key once"));
        }
        match key.as_str() {
            key if key == shape_key => {
                found.shape = list(scanner, |scanner| {
                    if scanner.eat("null") { Ok(None) } else { natural(scanner).map(Some) }
                })?;
            }
            "permutation" => found.order = list(scanner, natural)?,
            "dim_names" => found.names = list(scanner, string)?,
            _ => {
                let keys = match shape_key {
                    "shape" => "\"shape\", \"dim_names\" or \"permutation\"",
                    _ => "\"uniform_shape\", \"dim_names\" or \"permutation\"",
                };
                return Err(expected_at(inside, keys));
            }
        }
        seen.push(key);
        Ok(())
    })?;
    Ok(found)
}

/// Reads a list, or `null`.
fn list<T>(
    scanner: &mut Scanner<'_>,
    mut element: impl FnMut(&mut Scanner<'_>) -> Result<T, LayoutError>,
) -> Result<Option<Vec<T>>, LayoutError> {
    if scanner.eat("null") {
        return Ok(None);
    }
    let mut list = Vec::new();
    scanner.expect("[", "`[` or null")?;
    scanner.list("]", "`,` or `]`", |scanner| {
        list.push(element(scanner)?);
        Ok(())
    })?;
    Ok(Some(list))
}

/// Reads an integer, without zeros before it.
fn natural(scanner: &mut Scanner<'_>) -> Result<usize, LayoutError> {
    let after_zero = scanner.rest().strip_prefix('0').and_then(|rest| rest.chars().next());
    if after_zero.is_some_and(|next| next.is_ascii_digit()) {
        return Err(scanner.expected("an integer without zeros before it"));
    }
    Ok(scanner.natural("an integer")? as usize)
}

/// Reads a text in quotes, by the rules of JSON.
fn string(scanner: &mut Scanner<'_>) -> Result<String, LayoutError> {
    let rest = scanner.rest();
    let mut chars = rest.char_indices();
    let mut out = String::new();
    if chars.next().is_some_and(|(_, first)| first == '"') {
        while let Some((at, c)) = chars.next() {
            let c = match c {
                '"' => {
                    scanner.take(at + 1);
                    return Ok(out);
                }
                '\\' => escaped(&mut chars),
                c => (c >= ' ').then_some(c),
            };
            match c {
                Some(c) => out.push(c),
                None => break,
            }
        }
    }
    Err(scanner.expected("a text in quotes"))
}

/// The character of an escape, after its `\`.
fn escaped(chars: &mut CharIndices<'_>) -> Option<char> {
    fn word(chars: &mut CharIndices<'_>) -> Option<u32> {
        (0..4).try_fold(0, |word, _| Some(word * 16 + chars.next()?.1.to_digit(16)?))
    }
    Some(match chars.next()?.1 {
        'b' => '\u{8}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        c @ ('"' | '\\' | '/') => c,
        'u' => match word(chars)? {
            // Two words make a character past 2^16.
            high @ 0xD800..0xDC00 => {
                let _ = chars.next().filter(|next| next.1 == '\\')?;
                let _ = chars.next().filter(|next| next.1 == 'u')?;
                let low = word(chars)?.checked_sub(0xDC00).filter(|&low| low < 0x400)?;
                char::from_u32(0x10000 + ((high - 0xD800) << 10) + low)?
            }
            code => char::from_u32(code)?,
        },
        _ => return None,
    })
}

fn malformed(what: &str) -> ArrayError {
    ArrayError::Format(format!("the metadata of the tensors: {what}"))
}

/// The error of a structure that is not the storage of tensors.
fn storage(what: &str) -> ArrayError {
    ArrayError::Format(format!("the column of tensors {what}"))
}
