//! Rows of swizzles, which exclusive-or bits of an offset with other bits.

use layout_core::{ComposedLayout, IntTuple, Layout, Swizzle};

use crate::language::operations::{NoValue, family};
use crate::{Failure, MaybeSwizzled};

family! {
    /// Swizzles, and the parts of swizzled layouts.
    SWIZZLES "Swizzles" {
        swizzle ["make_swizzle"] (bits: i64, base: i64, shift: i64) "Sw<bits,base,shift>" => Swizzle::new(bits, base, shift)?;
        swizzle [] (a: ComposedLayout) "the swizzle of a layout" => a.swizzle();
        offset [] (a: ComposedLayout) "the offset that is added before the swizzle" => a.offset();
        plain ["layout_b"] (a: ComposedLayout) "the layout before the swizzle" => a.plain();
        from_masks [] (from: i64, onto: i64) "the swizzle that reads the bits of one mask and changes those of another, or none" => Swizzle::from_masks(from, onto);
        apply [] (s: Swizzle, x: i64) "the swizzle applied to a number" => s.apply(x);
        bits [] (s: Swizzle) "the number of bits that it changes" => s.bits();
        base [] (s: Swizzle) "the lowest bit that it reads or changes" => s.base();
        shift [] (s: Swizzle) "the distance from the bits that it changes to those that it reads" => s.shift();
        from_mask [] (s: Swizzle) "the bits that it reads" => s.from_mask();
        onto_mask [] (s: Swizzle) "the bits that it changes" => s.onto_mask();
        is_identity [] (s: Swizzle) "whether it changes nothing" => s.is_identity();
        bounds [] (a: Layout) "the least and the greatest offset, of a layout with elements and plain strides" => bounds(a.into())?;
        bounds [] (a: ComposedLayout) "the least and the greatest offset" => bounds(a.into())?;
    }
}

/// The least and the greatest offset as a tuple.
fn bounds(a: MaybeSwizzled) -> Result<IntTuple, NoValue> {
    let (least, greatest) =
        a.bounds().ok_or_else(|| Failure::new(format!("{a} has no offsets")))?;
    Ok(IntTuple::tuple(&[least.into(), greatest.into()])?)
}
