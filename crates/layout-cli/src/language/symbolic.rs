//! Layouts of names, `(n,64):(64,1)`, and the operations that have a result for them.

use std::collections::BTreeMap;

use layout_core::{IntTuple, Layout, SymbolicError, SymbolicLayout, Tiler};

use crate::Failure;
use crate::language::Value;
use crate::language::operand::{FromValue, ModeIndices};

/// Reads a layout of names. The names with an integer are that integer.
///
/// # Errors
///
/// A text that is not a layout of names, and a name with a value that is not an integer.
pub fn read(text: &str, names: &BTreeMap<String, Value>) -> Result<Value, Failure> {
    let constant = |name: &str| match names.get(name) {
        Some(value) => i64::read(Some(value)).ok(),
        None => None,
    };
    SymbolicLayout::parse(text, constant).map(Value::from).map_err(failed)
}

fn failed(error: SymbolicError) -> Failure {
    Failure::new(error.to_string())
}

/// Applies the operation `name`, where one of the operands is a layout of names.
///
/// # Errors
///
/// An operation that has no result for names, and the errors of [`SymbolicLayout`].
pub fn apply(name: &str, values: &[Value]) -> Result<Value, Failure> {
    let layout = |at: usize| match values.get(at) {
        Some(Value::Symbolic(layout)) => Some(**layout),
        value => Layout::read(value).ok().map(SymbolicLayout::from),
    };
    let tiler = || Tiler::read(values.get(1)).ok();
    let tuple = |at: usize| IntTuple::read(values.get(at)).ok();
    let number = |at: usize| usize::read(values.get(at)).ok();
    let bits = |at: usize| i64::read(values.get(at)).ok();
    // The range of a number, of a shape or of a layout of names.
    let range = |at: usize| {
        let shape = tuple(at).and_then(|shape| Layout::col_major(shape).ok());
        layout(at).or(shape.map(SymbolicLayout::from))
    };
    let modes = || ModeIndices::read(values.get(1)).ok();
    let steps = |value: &Value| match value {
        Value::Symbolic(layout) => {
            let stride = layout.parts().1;
            (0..stride.leaf_count()).any(|k| !stride.basis(k).is_none())
        }
        _ => false,
    };
    if values.iter().any(steps) {
        let message = format!("`{name}` has no result for names next to strides along coordinates");
        return Err(Failure::new(message).help("give the names integers first: let n = 128; .."));
    }
    let is_swizzled = |value: &Value| matches!(value, Value::Swizzled(_) | Value::Swizzle(_));
    if values.iter().any(is_swizzled) {
        let message = format!("`{name}` has no result for a swizzle next to names");
        let help = "a swizzle reads the bits of offsets, and a name has no bits: use the layout without its swizzle";
        return Err(Failure::new(message).help(help));
    }
    let unknown = || {
        Failure::new(format!("`{name}` has no result for these operands with names"))
            .help("give the names integers first: let n = 128; ..")
    };
    let found = (|| {
        let a = layout(0)?;
        Some(
            match (name, values.len()) {
                ("logical_divide", 2) => a.logical_divide(&tiler()?),
                ("zipped_divide", 2) => a.zipped_divide(&tiler()?),
                ("tiled_divide", 2) => a.tiled_divide(&tiler()?),
                ("flat_divide", 2) => a.flat_divide(&tiler()?),
                ("logical_divide_padded", 2) => a.logical_divide_padded(&tiler()?),
                ("zipped_divide_padded", 2) => a.zipped_divide_padded(&tiler()?),
                ("tiled_divide_padded", 2) => a.tiled_divide_padded(&tiler()?),
                ("flat_divide_padded", 2) => a.flat_divide_padded(&tiler()?),
                ("compose", 2) => a.compose(&tiler()?),
                ("logical_product", 2) => a.logical_product(&layout(1)?),
                ("zipped_product", 2) => a.zipped_product(&layout(1)?),
                ("tiled_product", 2) => a.tiled_product(&layout(1)?),
                ("flat_product", 2) => a.flat_product(&layout(1)?),
                ("blocked_product", 2) => a.blocked_product(&layout(1)?),
                ("raked_product", 2) => a.raked_product(&layout(1)?),
                ("concat", 2) => a.concat(&layout(1)?),
                ("append", 2) => a.append(&layout(1)?),
                ("prepend", 2) => a.prepend(&layout(1)?),
                ("replace", 3) => a.replace(number(1)?, &layout(2)?),
                ("coalesce", 1) => a.coalesce(),
                ("coalesce", 2) => a.coalesce_by(&tuple(1)?),
                ("tile_to_shape", 2) => a.tile_to_shape(&range(1)?),
                ("complement", 2) => a.complement_in(&range(1)?),
                ("right_inverse", 1) => a.right_inverse(),
                ("left_inverse", 1) => a.left_inverse(),
                ("inverse", 1) => a.inverse(),
                ("nullspace", 1) => a.nullspace(),
                ("upcast", 2) => a.upcast(bits(1)?),
                ("downcast", 2) => a.downcast(bits(1)?),
                ("recast_bits", 3) => a.recast_bits(bits(1)?, bits(2)?),
                ("flatten", 1) => a.flatten(),
                ("unflatten", 2) => a.unflatten(&tuple(1)?),
                ("zip", 1) => a.zip(),
                ("mode", 2) => a.get(&modes()?.0),
                ("take", 3) => a.take(number(1)?, number(2)?),
                ("group", 3) => a.group(number(1)?, number(2)?),
                ("select", 2) => a.select(&modes()?.0),
                ("permute", 2) => a.permute(&modes()?.0),
                ("permute", 1) => a.permute(&(0..a.rank()).rev().collect::<Vec<_>>()),
                ("size", 1) => return Some(a.size().map(|size| Value::Text(size.to_string()))),
                _ => return None,
            }
            .map(Value::from),
        )
    })();
    found.ok_or_else(unknown)?.map_err(failed)
}
