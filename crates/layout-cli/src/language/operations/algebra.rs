//! Composition, complement, divides, products, inverses.

use layout_core::{ComposedLayout, IntTuple, Layout, Swizzle, Tiler};

use crate::language::operand::Either;
use crate::language::operations::{either, family};

family! {
    /// One layout after another, and what layouts leave free.
    COMPOSE "Composition and complement" {
        coalesce [] (a: Either) "the same function in as few modes as possible" => either!(a => a.coalesce()?);
        coalesce ["coalesce_by"] (a: Either, profile: IntTuple) "coalesced mode by mode, where the profile has a mode" => either!(a => a.coalesce_by(&profile)?);
        filter_zeros [] (a: Either) "extents at stride 0 become 1" => either!(a => a.filter_zeros());
        filter [] (a: Either) "coalesced without the modes of stride 0" => either!(a => a.filter()?);
        compose ["composition"] (a: Either, b: Tiler) "a o b: the layout c -> a(b(c)); by mode for a tiler" => either!(a => a.compose(&b)?);
        compose ["composition"] (a: Layout, b: ComposedLayout) "a o b where b is swizzled: the swizzle carried through a" => a.compose_swizzled(&b)?;
        compose ["composition"] (a: ComposedLayout, b: ComposedLayout) "a o b where both are swizzled, as one swizzle" => a.compose_swizzled(&b)?;
        compose ["composition" "swizzled"] (s: Swizzle, a: Layout) "the swizzle of the offsets of a" => a.swizzled(s)?;
        compose ["composition"] (s: Swizzle, a: ComposedLayout) "two swizzles, merged, of the offsets of a" => {
            ComposedLayout::new(s.after(&a.swizzle())?, a.offset(), a.plain())?
        };
        compose ["composition" "after"] (s: Swizzle, t: Swizzle) "the swizzle x -> s(t(x))" => s.after(&t)?;
        compose_exact [] (a: Layout, b: Tiler) "a o b also where no walk mode by mode finds it, from the whole table" => a.compose_exact(&b)?;
        complement [] (a: Layout, m: Option<i64>) "the offsets below m that a leaves free; m is the cosize if left out" => {
            a.complement(m.unwrap_or_else(|| a.cosize()))?
        };
        complement [] (a: Layout, shape: IntTuple) "the offsets below the size of a shape that a leaves free" => a.complement_in(&shape)?;
        complement_padded [] (a: Layout, m: i64) "the complement, up to the next multiple past m" => a.complement_padded(m)?;
        complement_padded [] (a: Layout, shape: IntTuple) "the complement, past the size of a shape" => a.complement_padded_in(&shape)?;
    }
}

family! {
    /// What cuts layouts, and what repeats them.
    DIVIDE "Divides and products" {
        logical_divide [] (a: Either, tiler: Tiler) "a / t = a o (t, complement of t): ((tile,rest) of each mode)" => either!(a => a.logical_divide(&tiler)?);
        zipped_divide [] (a: Either, tiler: Tiler) "((tile,..),(rest,..))" => either!(a => a.zipped_divide(&tiler)?);
        tiled_divide [] (a: Either, tiler: Tiler) "((tile,..),rest,..)" => either!(a => a.tiled_divide(&tiler)?);
        flat_divide [] (a: Either, tiler: Tiler) "(tile,..,rest,..)" => either!(a => a.flat_divide(&tiler)?);
        tile_count [] (a: Layout, tiler: Tiler) "the number of tiles" => a.tile_count(&tiler)?;
        logical_divide_padded [] (a: Either, tiler: Tiler) "the divide with the number of tiles rounded up" => either!(a => a.logical_divide_padded(&tiler)?);
        zipped_divide_padded [] (a: Either, tiler: Tiler) "((tile,..),(rest,..)), the number of tiles rounded up" => either!(a => a.zipped_divide_padded(&tiler)?);
        tiled_divide_padded [] (a: Either, tiler: Tiler) "((tile,..),rest,..), the number of tiles rounded up" => either!(a => a.tiled_divide_padded(&tiler)?);
        flat_divide_padded [] (a: Either, tiler: Tiler) "(tile,..,rest,..), the number of tiles rounded up" => either!(a => a.flat_divide_padded(&tiler)?);
        logical_product [] (a: Either, b: Tiler) "a * b = (a, complement of a o b): copies of a in the order of b" => either!(a => a.logical_product(&b)?);
        logical_product [] (a: Layout, b: ComposedLayout) "copies of a in the order of a swizzled b" => a.logical_product_swizzled(&b)?;
        logical_product [] (a: ComposedLayout, b: ComposedLayout) "copies of a swizzled a in the order of a swizzled b, as one swizzle" => a.logical_product_swizzled(&b)?;
        zipped_product [] (a: Either, b: Tiler) "((block,..),(repeat,..))" => either!(a => a.zipped_product(&b)?);
        tiled_product [] (a: Either, b: Tiler) "((block,..),repeat,..)" => either!(a => a.tiled_product(&b)?);
        flat_product [] (a: Either, b: Tiler) "(block,..,repeat,..)" => either!(a => a.flat_product(&b)?);
        blocked_product [] (a: Either, b: Layout) "modes paired, blocks contiguous: ((a_0,b_0),(a_1,b_1),..)" => either!(a => a.blocked_product(&b)?);
        raked_product [] (a: Either, b: Layout) "modes paired, blocks interleaved: ((b_0,a_0),(b_1,a_1),..)" => either!(a => a.raked_product(&b)?);
        tile_to_shape [] (a: Either, shape: IntTuple) "the block a repeated to fill a shape" => either!(a => a.tile_to_shape(&shape)?);
        tile_to_shape ["tile_to_shape_ordered"] (a: Either, shape: IntTuple, order: IntTuple) "the block a repeated to fill a shape, in this order of modes" => either!(a => a.tile_to_shape_ordered(&shape, &order)?);
        distribute ["domain_distribute"] (shape: IntTuple, n: i64) "a shape shared among n threads" => Layout::distribute(&shape, n)?;
    }
}

family! {
    /// From offsets back.
    INVERSE "Inverses and widths" {
        right_inverse [] (a: Either) "the greatest r with a(r(i)) = i" => either!(a => a.right_inverse()?);
        left_inverse [] (a: Either) "an l with l(a(c)) = c" => either!(a => a.left_inverse()?);
        inverse [] (a: Either) "both inverses, of a bijection" => either!(a => a.inverse()?);
        nullspace [] (a: Either) "the coordinates that a maps to where it maps 0" => either!(a => a.nullspace()?);
        max_common_layout [] (a: Layout, b: Layout) "the greatest layout of neighbours that are neighbours in both" => a.max_common_layout(&b)?;
        max_common_vector [] (a: Either, b: Layout) "how many first elements lie next to each other in both" => either!(a => a.max_common_vector(&b)?);
        upcast [] (a: Either, n: i64) "n elements read as one wider element" => either!(a => a.upcast(n)?);
        downcast [] (a: Either, n: i64) "each element read as n narrower ones" => either!(a => a.downcast(n)?);
        recast_bits ["recast_layout" "recast"] (a: Either, old: i64, new: i64) "elements of so many bits read as elements of so many others" => either!(a => a.recast_bits(old, new)?);
        max_alignment [] (a: Either) "the greatest number that divides every offset" => either!(a => a.max_alignment());
    }
}
