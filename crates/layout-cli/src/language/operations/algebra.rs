//! Rows of composition, complement, divides, products and inverses.

use layout_core::{ComposedLayout, Coord, IntTuple, Layout, Swizzle, Tiler};

use crate::MaybeSwizzled;
use crate::language::operand::ModeIndices;
use crate::language::operations::{either, family};

family! {
    /// Composition, and complements.
    COMPOSE "Composition and complement" {
        coalesce [] (a: MaybeSwizzled) "the same function in as few modes as possible" => either!(a => a.coalesce()?);
        coalesce ["coalesce_by"] (a: MaybeSwizzled, profile: IntTuple) "coalesced mode by mode, where the profile has a mode" => either!(a => a.coalesce_by(&profile)?);
        filter_zeros [] (a: MaybeSwizzled) "extents at stride 0 become 1" => either!(a => a.filter_zeros());
        filter [] (a: MaybeSwizzled) "coalesced without the modes of stride 0" => either!(a => a.filter()?);
        compose ["composition"] (a: MaybeSwizzled, b: Tiler) "a o b: the layout c -> a(b(c)); by mode for a tiler" => either!(a => a.compose(&b)?);
        compose ["composition"] (a: Layout, b: ComposedLayout) "a o b where b is swizzled: the swizzle carried through a" => a.compose_swizzled(&b)?;
        compose ["composition"] (a: ComposedLayout, b: ComposedLayout) "a o b where both are swizzled, as one swizzle" => a.compose_swizzled(&b)?;
        compose ["composition" "swizzled"] (s: Swizzle, a: Layout) "the swizzle of the offsets of a" => a.swizzled(s)?;
        compose ["composition"] (s: Swizzle, a: ComposedLayout) "two swizzles, merged, of the offsets of a" => {
            ComposedLayout::new(s.after(&a.swizzle())?, a.offset(), a.plain())?
        };
        compose ["composition" "after"] (s: Swizzle, t: Swizzle) "the swizzle x -> s(t(x))" => s.after(&t)?;
        compose_exact [] (a: Layout, b: Tiler) "a o b by comparing all offsets, where composing mode by mode finds no result" => a.compose_exact(&b)?;
        complement [] (a: Layout, m: Option<i64>) "the layout of the offsets below m that a does not reach; by default, of the gaps between its offsets" => {
            match m {
                Some(m) => a.complement(m)?,
                None => a.complement_padded(a.cosize())?,
            }
        };
        complement [] (a: Layout, shape: IntTuple) "the layout of the offsets below the size of a shape that a does not reach" => a.complement_in(&shape)?;
        complement_padded [] (a: Layout, m: i64) "the complement, with m rounded up" => a.complement_padded(m)?;
        complement_padded [] (a: Layout, shape: IntTuple) "the complement, with the size of a shape rounded up" => a.complement_padded_in(&shape)?;
    }
}

family! {
    /// Divides and products.
    DIVIDE "Divides and products" {
        logical_divide [] (a: MaybeSwizzled, tiler: Tiler) "a / t = a o (t, complement of t): ((tile,rest) of each mode)" => either!(a => a.logical_divide(&tiler)?);
        zipped_divide [] (a: MaybeSwizzled, tiler: Tiler) "((tile,..),(rest,..))" => either!(a => a.zipped_divide(&tiler)?);
        tiled_divide [] (a: MaybeSwizzled, tiler: Tiler) "((tile,..),rest,..)" => either!(a => a.tiled_divide(&tiler)?);
        flat_divide [] (a: MaybeSwizzled, tiler: Tiler) "(tile,..,rest,..)" => either!(a => a.flat_divide(&tiler)?);
        logical_divide_padded [] (a: MaybeSwizzled, tiler: Tiler) "a / t with the number of tiles rounded up" => either!(a => a.logical_divide_padded(&tiler)?);
        tile ["local_tile"] (a: MaybeSwizzled, tiler: Tiler, c: Coord, modes: Option<ModeIndices>) "the tile at a coordinate of the grid, and the offset of its first element; of a tiler and a coordinate for several operands, by the given modes" => {
            let (tiler, c) = match modes {
                Some(modes) => (tiler.select(&modes.0)?, c.select(&modes.0)?),
                None => (tiler, c),
            };
            either!(a => a.tile(&tiler, &c)?)
        };
        zipped_divide_padded [] (a: MaybeSwizzled, tiler: Tiler) "((tile,..),(rest,..)), the number of tiles rounded up" => either!(a => a.zipped_divide_padded(&tiler)?);
        tiled_divide_padded [] (a: MaybeSwizzled, tiler: Tiler) "((tile,..),rest,..), the number of tiles rounded up" => either!(a => a.tiled_divide_padded(&tiler)?);
        flat_divide_padded [] (a: MaybeSwizzled, tiler: Tiler) "(tile,..,rest,..), the number of tiles rounded up" => either!(a => a.flat_divide_padded(&tiler)?);
        logical_product [] (a: MaybeSwizzled, b: Tiler) "a * b = (a, complement of a o b): copies of a in the order of b" => either!(a => a.logical_product(&b)?);
        logical_product [] (a: Layout, b: ComposedLayout) "copies of a in the order of a swizzled b" => a.logical_product_swizzled(&b)?;
        logical_product [] (a: ComposedLayout, b: ComposedLayout) "copies of a swizzled a in the order of a swizzled b, as one swizzle" => a.logical_product_swizzled(&b)?;
        zipped_product [] (a: MaybeSwizzled, b: Tiler) "((block,..),(repeat,..))" => either!(a => a.zipped_product(&b)?);
        tiled_product [] (a: MaybeSwizzled, b: Tiler) "((block,..),repeat,..)" => either!(a => a.tiled_product(&b)?);
        flat_product [] (a: MaybeSwizzled, b: Tiler) "(block,..,repeat,..)" => either!(a => a.flat_product(&b)?);
        blocked_product [] (a: MaybeSwizzled, b: Layout) "modes paired, blocks contiguous: ((a_0,b_0),(a_1,b_1),..)" => either!(a => a.blocked_product(&b)?);
        raked_product [] (a: MaybeSwizzled, b: Layout) "modes paired, blocks interleaved: ((b_0,a_0),(b_1,a_1),..)" => either!(a => a.raked_product(&b)?);
        tile_count [] (a: Layout, tiler: Tiler) "the number of tiles" => a.tile_count(&tiler)?;
        tile_to_shape [] (a: MaybeSwizzled, shape: IntTuple) "the block a repeated to fill a shape" => either!(a => a.tile_to_shape(&shape)?);
        tile_to_shape ["tile_to_shape_ordered"] (a: MaybeSwizzled, shape: IntTuple, order: IntTuple) "the block a repeated to fill a shape, in the given order of modes" => either!(a => a.tile_to_shape_ordered(&shape, &order)?);
        distribute ["domain_distribute"] (shape: IntTuple, n: i64) "a shape distributed over n threads" => Layout::distribute(&shape, n)?;
    }
}

family! {
    /// Inverses, and elements of other widths.
    INVERSE "Inverses and widths" {
        right_inverse [] (a: MaybeSwizzled) "r with a(r(i)) = i, of the whole modes that continue each other from stride 1 on" => either!(a => a.right_inverse()?);
        left_inverse [] (a: MaybeSwizzled) "a layout l with l(a(c)) = c" => either!(a => a.left_inverse()?);
        inverse [] (a: MaybeSwizzled) "the inverse of a bijection, on both sides" => either!(a => a.inverse()?);
        nullspace [] (a: MaybeSwizzled) "the layout of the coordinates that a maps to the offset of 0" => either!(a => a.nullspace()?);
        max_common_layout [] (a: Layout, b: Layout) "the largest layout whose elements are contiguous in both a and b" => a.max_common_layout(&b)?;
        max_common_vector [] (a: MaybeSwizzled, b: Layout) "the number of leading elements that are contiguous in both a and b" => either!(a => a.max_common_vector(&b)?);
        upcast [] (a: MaybeSwizzled, n: i64) "n elements read as one wider element" => either!(a => a.upcast(n)?);
        downcast [] (a: MaybeSwizzled, n: i64) "each element read as n narrower ones" => either!(a => a.downcast(n)?);
        recast_bits ["recast_layout" "recast"] (a: MaybeSwizzled, old: i64, new: i64) "elements of old bits read as elements of new bits" => either!(a => a.recast_bits(old, new)?);
        max_alignment [] (a: MaybeSwizzled) "the greatest number that divides every offset" => either!(a => a.max_alignment());
    }
}
