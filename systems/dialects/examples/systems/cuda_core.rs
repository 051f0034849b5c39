//! cuda.core: a strided layout, cut, flattened, repacked. Above each line is its own in Python.

use std::fmt::Write;

use static_layout::dynamic::{Slices, StrideOrder, StridedLayout};
use static_layout::*;

use crate::Result;

/// A strided layout of the dynamic engine is a value of up to 64 axes, as in Python.
pub fn show(out: &mut String) -> Result<()> {
    //> layout = StridedLayout.dense((5, 3, 8), itemsize=4)
    let layout = StridedLayout::dense(&"(5,3,8)".parse()?, 4, &StrideOrder::C)?;
    //> assert layout.strides == (24, 8, 1)
    assert_eq!(layout.strides().to_string(), "(24,8,1)");
    //> assert layout.strides_in_bytes == (96, 32, 4)
    assert_eq!(layout.strides_in_bytes()?.to_string(), "(96,32,4)");
    //> permuted = layout.permuted((2, 0, 1))
    let permuted = layout.permuted(&"(2,0,1)".parse()?)?;
    //> assert permuted.stride_order == (1, 2, 0)
    assert_eq!(permuted.stride_order().to_string(), "(1,2,0)");
    //> assert permuted.to_dense("C").strides == (15, 3, 1)
    assert_eq!(permuted.to_dense(&StrideOrder::C)?.strides().to_string(), "(15,3,1)");
    //> part = layout[:, 1:, ::-2]
    let part = layout.sliced(&":, 1:, ::-2".parse::<Slices>()?)?;
    //> assert (part.shape, part.strides) == ((5, 2, 4), (24, 8, -2))
    assert_eq!(part.layout()?.to_string(), "(5,2,4):(24,8,-2)");
    //> assert part.slice_offset == 15
    assert_eq!(part.offset(), 15);
    //> assert part.offset_bounds == (9, 119)
    assert_eq!(part.offset_bounds(), (9, 119));
    //> assert layout.flattened().shape == (120,)
    assert_eq!(layout.flattened(0, -1, None)?.volume(), 120);
    //> mask = layout.flattened_axis_mask() & part.flattened_axis_mask()
    let mask = layout.flattened_axis_mask() & part.flattened_axis_mask();
    //> assert part.flattened(mask=mask) == part
    assert_eq!(part.flattened(0, -1, Some(mask))?, part);
    //> assert layout.max_compatible_itemsize() == 16
    assert_eq!(layout.max_compatible_item_size(16, 0, -1)?, 16);
    //> wide = layout.repacked(16)
    let wide = layout.repacked(16, 0, -1, true)?;
    //> assert (wide.shape, wide.strides) == ((5, 3, 2), (6, 2, 1))
    assert_eq!(wide.layout()?.to_string(), "(5,3,2):(6,2,1)");
    //> assert layout.reshaped((15, -1)).strides == (8, 1)
    assert_eq!(layout.reshaped(&"(15,-1)".parse()?)?.strides().to_string(), "(8,1)");
    //> rows = layout.unsqueezed(1).broadcast_to((5, 4, 3, 8))
    let rows = layout.unsqueezed(&[1])?.broadcast_to(&"(5,4,3,8)".parse()?)?;
    //> assert rows.strides == (24, 0, 8, 1) and not rows.is_unique
    assert!(rows.strides().to_string() == "(24,0,8,1)" && !rows.is_unique()?);
    //> implicit = StridedLayout((5, 3, 8), None, 4)
    let implicit = StridedLayout::implicit(&"(5,3,8)".parse()?, 4)?;
    //> assert implicit.strides is None and implicit != layout
    assert!(implicit.explicit_strides().is_none() && !implicit.same_fields(&layout));
    //> print(part)
    writeln!(out, "cuda.core\n{part}")?;

    // The part as a type: it takes no memory, and a wrong index does not compile.
    let (typed, offset) = layout!((5, 3, 8):row).slice_axes(slices!(.., 1.., ..; -2));
    assert_eq!((typed.to_dynamic(), offset as i64), (part.layout()?, part.offset()));
    writeln!(out, "as a type of {} bytes: {typed} from {offset} on\n", size_of_val(&typed))?;
    Ok(())
}
