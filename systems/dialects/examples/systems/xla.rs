//! XLA: the tiled shapes of its documentation, and a weight of an accelerator that is read through a static layout.
//! Above each line is its own in C++.

use std::fmt::Write;

use static_layout::*;
use static_layout_dialects::xla::TileSize::Of;
use static_layout_dialects::xla::{Bitcast, ElementType, ShapeEquality, XlaLayout, XlaShape};

use crate::Result;

/// `bf16[16,256]{1,0:T(8,128)(2,1)}`: tiles of 8 by 128, and in them pairs of rows, element by element.
type Weight = Layout!(((2,4,2),(128,2)):((1,256,2048),(2,1024)));

pub fn show(out: &mut String) -> Result<()> {
    let (f32, bf16) =
        (ElementType::of("f32").ok_or("f32")?, ElementType::of("bf16").ok_or("bf16")?);
    //> Layout small = LayoutUtil::MakeLayout({1, 0}, {Tile({2, 2})});
    let small = XlaLayout::new(&[1, 0])?.tiled(&[Of(2), Of(2)])?;
    //> Shape a = ShapeUtil::MakeShapeWithDenseLayout(F32, {3, 5}, {1, 0}, small.tiles());
    let a = XlaShape::new(f32, &[3, 5], small)?;
    //> CHECK_EQ(a.ToString(/*print_layout=*/true), "f32[3,5]{1,0:T(2,2)}");
    assert_eq!(a.to_string(), "f32[3,5]{1,0:T(2,2)}");
    //> CHECK_EQ(LayoutUtil::LinearIndex(a, {2, 3}), 17);
    assert_eq!(a.offset(&[2, 3])?, 17);
    //> CHECK_EQ(ShapeUtil::ElementsIn(a), 15);
    assert_eq!(a.element_count()?, 15);
    //> CHECK_EQ(ShapeUtil::ArraySize(a), 96);
    assert_eq!(a.allocation_size_in_bytes()?, 96);
    //> CHECK_EQ(ShapeUtil::ArrayDataSize(a), 84);
    assert_eq!(a.data_size_in_bytes()?, 84);
    //> Layout paired = LayoutUtil::MakeLayout({1, 0}, {Tile({8, 128}), Tile({2, 1})});
    let paired = XlaLayout::new(&[1, 0])?.tiled(&[Of(8), Of(128)])?.tiled(&[Of(2), Of(1)])?;
    //> Shape weight = ShapeUtil::MakeShapeWithDenseLayout(BF16, {16, 256}, {1, 0}, paired.tiles());
    let weight = XlaShape::new(bf16, &[16, 256], paired)?;
    //> Shape turned = ShapeUtil::PermuteDimensions({1, 0}, weight);
    let turned = weight.permute(&[1, 0])?;
    //> CHECK_EQ(turned.layout().minor_to_major(0), 0);
    assert_eq!(turned.layout().minor(0), Some(0));
    //> Shape whole = ParseShape("f32[16,128]{1,0:T(8,128)}").value();
    let whole: XlaShape = "f32[16,128]{1,0:T(8,128)}".parse()?;
    //> Shape halves = ParseShape("f32[2,8,128]{2,1,0:T(8,128)}").value();
    let halves: XlaShape = "f32[2,8,128]{2,1,0:T(8,128)}".parse()?;
    //> CHECK(ShapeUtil::ReshapeIsBitcast(whole, halves));
    assert!(whole.reshape_is_bitcast(&halves)?);
    //> CHECK(ShapeUtil::IsDecomposableBitcast(whole, halves));
    assert_eq!(whole.bitcast(&halves)?, Some(Bitcast::Reshape));
    //> Shape batch = ShapeUtil::PrependMajorDimension(4, whole);
    let batch = whole.prepend_major_dimension(4)?;
    //> CHECK_EQ(ShapeUtil::DeleteDimension(0, batch), whole);
    assert_eq!(batch.delete_dimensions(&[0])?, whole);
    //> CHECK(Layout::Equal().IgnoreTiles()(whole.layout(), LayoutUtil::MakeLayout({1, 0})));
    assert!(ShapeEquality::ALL.ignoring_tiles().layouts(whole.layout(), &XlaLayout::new(&[1, 0])?));

    // If the text and the type differ, this is an error. The index becomes shifts and masks.
    let layout = Weight::from_dynamic(&weight.to_layout()?)?;
    let mut memory = vec![0_u16; weight.allocation_size_in_bytes()? as usize / 2];
    weight.for_each_index(&[0, 0], &[16, 256], &[1, 1], |index| {
        memory[weight.offset(index).unwrap_or(0) as usize] = index[0] as u16;
    })?;
    let view = View::new(&memory, layout)?;
    assert!((0..16).all(|row| view.slice(coord!(row, _)).iter().all(|&x| usize::from(x) == row)));
    writeln!(out, "XLA\n{weight} is {layout}")?;
    writeln!(out, "row 15 is {}", view.slice(coord!(15, _)).layout())?;
    writeln!(out, "{whole} to {halves} moves nothing\n")?;
    Ok(())
}
