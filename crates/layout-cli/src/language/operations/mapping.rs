//! Rows of layouts from shapes, coordinates, offsets and sizes.

use layout_core::{ComposedLayout, Coord, IntTuple, Layout, Padded};

use crate::language::Value;
use crate::language::operand::ModeIndices;
use crate::language::operations::{NoValue, either, family};
use crate::{Failure, MaybeSwizzled};

family! {
    /// Layouts as functions from coordinates to offsets.
    MAPPING "Coordinates and offsets" {
        layout ["make_layout"] (shape: IntTuple, stride: Option<IntTuple>) "shape:stride; without strides compact, the leftmost extent fastest" => match stride {
            Some(stride) => Layout::new(shape, stride)?,
            None => Layout::col_major(shape)?,
        };
        col_major [] (shape: IntTuple) "compact, the leftmost extent fastest" => Layout::col_major(shape)?;
        row_major [] (shape: IntTuple) "compact, the rightmost extent fastest" => Layout::row_major(shape)?;
        ordered ["make_ordered_layout"] (shape: IntTuple, order: IntTuple) "compact, extents in the given order" => Layout::ordered(shape, order)?;
        identity ["make_identity_layout"] (shape: IntTuple) "each coordinate to itself" => Layout::identity(shape)?;
        index ["crd2offset" "at"] (a: MaybeSwizzled, c: Coord) "the offset at a coordinate inside the shape" => match a {
            MaybeSwizzled::Plain(a) if a.is_coordinate() => Value::from(a.try_image(&c)?),
            a => either!(a => a.try_index(&c)?),
        };
        slice [] (a: MaybeSwizzled, c: Coord) "the modes that _ keeps, and the offset of their first element" => match a {
            MaybeSwizzled::Plain(a) if a.is_coordinate() => Value::from(a.slice_image(&c)?),
            a => either!(a => a.slice(&c)?),
        };
        coord ["get_hier_coord" "idx2crd"] (a: MaybeSwizzled, i: i64) "the coordinate, nested as the shape, of a linear index" => either!(a => a.coord(i)?);
        flat_coord ["get_flat_coord"] (a: MaybeSwizzled, i: i64) "the coordinate of a linear index, one integer a mode" => either!(a => a.flat_coord(i)?);
        coord_of ["preimage"] (a: Layout, offset: i64) "the coordinate of the element at an offset" => a.coord_of(offset)?;
        inside [] (a: Padded, c: Coord) "whether a coordinate of a padded layout is within its bounds" => a.inside(&c)?;
        inside [] (a: Padded<ComposedLayout>, c: Coord) "whether a coordinate of a padded layout is within its bounds" => a.inside(&c)?;
        is_whole [] (a: Padded, c: Coord) "whether all elements that _ keeps of a padded layout are within its bounds" => a.is_whole(&c)?;
        is_whole [] (a: Padded<ComposedLayout>, c: Coord) "whether all elements that _ keeps of a padded layout are within its bounds" => a.is_whole(&c)?;
        guard [] (a: Padded) "whether each linear index of a padded layout is within its bounds: 1 or 0" => guard(&a)?;
        shape [] (a: MaybeSwizzled) "the shape" => either!(a => a.shape());
        stride ["strides"] (a: Layout) "the strides" => a.stride();
        size [] (a: IntTuple) "the product of a tuple" => a.size()?;
        size [] (a: MaybeSwizzled) "the number of coordinates" => either!(a => a.size());
        size [] (a: Layout, modes: ModeIndices) "the number of coordinates of a mode" => a.get(&modes.0)?.size();
        cosize [] (a: MaybeSwizzled) "one more than the greatest offset" => either!(a => a.cosize());
        min_offset [] (a: Layout) "the least offset" => a.min_offset()?;
        max_offset [] (a: Layout) "the greatest offset" => a.max_offset()?;
        coshape [] (a: Layout) "the shape of the codomain" => a.coshape()?;
        rank [] (a: IntTuple) "the number of elements of a tuple" => a.rank();
        rank [] (a: MaybeSwizzled) "the number of modes" => either!(a => a.rank());
        depth [] (a: IntTuple) "how deep a tuple is nested" => a.depth();
        depth [] (a: MaybeSwizzled) "how deep the modes are nested" => either!(a => a.depth());
        description [] (a: Layout) "profile, rank, depth, size, cosize and the table of offsets" => a.description().to_string();
    }
}

/// The most linear indices whose guard is written.
const MOST: i64 = 1 << 16;

fn guard(padded: &Padded) -> Result<String, NoValue> {
    let size = padded.layout().size();
    if size > MOST {
        return Err(Failure::new(format!("{size} coordinates are too many for a line")).into());
    }
    let bit = |i: i64| Ok(if padded.inside(&i.into())? { '1' } else { '0' });
    (0..size).map(bit).collect()
}
