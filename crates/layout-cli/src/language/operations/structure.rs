//! Rows of modes and axes.

use layout_core::Slices;
use layout_core::{Coord, IntTuple, Layout};
use static_layout_dialects::Mojo;

use crate::MaybeSwizzled;
use crate::language::Value;
use crate::language::operand::{AxisIndices, ModeIndices};
use crate::language::operations::{either, family};

family! {
    /// The modes of layouts, and the elements of tuples.
    STRUCTURE "Modes" {
        mode ["get"] (a: IntTuple, i: ModeIndices) "element i of a tuple; (1,0) is element 0 of element 1" => a.get(&i.0)?;
        mode ["get" "layout_mode"] (a: MaybeSwizzled, i: ModeIndices) "mode i; (1,0) is mode 0 of mode 1" => either!(a => a.get(&i.0)?);
        flatten [] (a: IntTuple) "a tuple without nesting" => a.flatten()?;
        flatten [] (a: MaybeSwizzled) "all leaves as modes" => either!(a => a.flatten()?);
        unflatten [] (a: IntTuple, profile: IntTuple) "the integers nested as the profile" => a.unflatten(&profile)?;
        unflatten [] (a: MaybeSwizzled, profile: IntTuple) "the modes nested as the profile" => either!(a => a.unflatten(&profile)?);
        take [] (a: IntTuple, begin: usize, end: usize) "the elements begin..end" => a.take(begin, end)?;
        take [] (a: MaybeSwizzled, begin: usize, end: usize) "the modes begin..end" => either!(a => a.take(begin, end)?);
        select [] (a: IntTuple, modes: ModeIndices) "the given elements, in the given order" => a.select(&modes.0)?;
        select [] (a: MaybeSwizzled, modes: ModeIndices) "the given modes, in the given order" => either!(a => a.select(&modes.0)?);
        group ["group_modes"] (a: IntTuple, begin: usize, end: usize) "the elements begin..end as one" => a.group(begin, end)?;
        group ["group_modes"] (a: MaybeSwizzled, begin: usize, end: usize) "the modes begin..end as one" => either!(a => a.group(begin, end)?);
        concat ["make_layout"] (a: Layout, b: Layout) "(a, b)" => a.concat(&b)?;
        from_modes ["make_layout"] (a: Layout, b: Option<Layout>, c: Option<Layout>, d: Option<Layout>, e: Option<Layout>, f: Option<Layout>, g: Option<Layout>, h: Option<Layout>, i: Option<Layout>, j: Option<Layout>, k: Option<Layout>, l: Option<Layout>) "(a, b, ..): a layout whose modes are these" => {
            let modes: Vec<Layout> = [Some(a), b, c, d, e, f, g, h, i, j, k, l].into_iter().flatten().collect();
            Layout::from_modes(&modes)?
        };
        append [] (a: IntTuple, b: IntTuple) "b as one more element at the end" => a.append(&b)?;
        append ["append_to"] (a: MaybeSwizzled, b: Layout, rank: Option<usize>) "b as one more mode at the end; up to a rank if one is given" => match rank {
            Some(rank) => either!(a => a.append_to(&b, rank)?),
            None => either!(a => a.append(&b)?),
        };
        prepend [] (a: IntTuple, b: IntTuple) "b as one more element at the beginning" => a.prepend(&b)?;
        prepend ["prepend_to"] (a: MaybeSwizzled, b: Layout, rank: Option<usize>) "b as one more mode at the beginning; up to a rank if one is given" => match rank {
            Some(rank) => either!(a => a.prepend_to(&b, rank)?),
            None => either!(a => a.prepend(&b)?),
        };
        replace [] (a: IntTuple, i: usize, b: IntTuple) "element i replaced" => a.replace(i, &b)?;
        replace [] (a: MaybeSwizzled, i: usize, b: Layout) "mode i replaced" => either!(a => a.replace(i, &b)?);
        permute ["transpose"] (a: MaybeSwizzled, modes: ModeIndices) "all modes, in the given order" => either!(a => a.permute(&modes.0)?);
        sort [] (a: IntTuple) "the integers in order" => a.sort()?;
        sort [] (a: MaybeSwizzled) "the leaves by stride" => either!(a => a.sort()?);
        with_shape [] (a: MaybeSwizzled, shape: IntTuple) "the same offsets under coordinates of another shape" => either!(a => a.with_shape(&shape)?);
        dice [] (a: MaybeSwizzled, c: Coord) "the modes at the integers of a coordinate, without those at _" => either!(a => a.dice(&c)?);
        zip [] (a: MaybeSwizzled) "((a,b),(c,d)) as ((a,c),(b,d))" => either!(a => a.zip()?);
        filter_by [] (a: MaybeSwizzled, profile: IntTuple) "filtered mode by mode" => either!(a => a.filter_by(&profile)?);
        filter_zeros_by [] (a: MaybeSwizzled, profile: IntTuple) "extents become 1 where the profile is 0" => either!(a => a.filter_zeros_by(&profile)?);
        like ["make_layout_like"] (a: MaybeSwizzled) "compact, in the order of the strides of a" => either!(a => a.like()?);
        fragment_like ["make_fragment_like"] (a: MaybeSwizzled) "compact, mode 0 fastest: a fragment in registers" => either!(a => a.fragment_like()?);
        refine [] (a: Layout, shape: IntTuple) "with each leaf that faces a tuple divided as that tuple" => a.refine(&shape)?;
        expand_modes_alike [] (a: Layout, b: Layout) "both layouts with the modes of both, as in Mojo" => {
            let (a, b) = Mojo(a).expand_modes_alike(&b)?;
            Value::Record(vec![("a", a.into()), ("b", b.into())])
        };
    }
}

family! {
    /// Layouts as arrays: axes in row-major order.
    AXES "Axes of arrays" {
        reshape [] (a: Layout, shape: IntTuple) "the elements in row-major order under another shape, without a copy" => a.reshape(&shape)?;
        broadcast_to [] (a: Layout, shape: IntTuple) "repeated along new axes and those of extent 1" => a.broadcast_to(&shape)?;
        squeeze [] (a: Layout) "without axes of extent 1" => a.squeeze()?;
        unsqueeze ["expand_dims"] (a: Layout, axes: AxisIndices) "with axes of extent 1 at the given positions" => a.unsqueeze(&axes.0)?;
        unsqueeze_axes [] (a: Layout, axes: AxisIndices) "unsqueeze, by its name on types" => a.unsqueeze(&axes.0)?;
        slice_axes [] (a: Layout, slices: String) "the elements of slices such as \"1:-1, ::2\", and the offset of the first" => {
            a.slice_axes(&slices.parse::<Slices>()?)?
        };
        slice_fractals [] (a: Layout, from: IntTuple, extents: IntTuple) "the fractals of a part of a matrix in Ascend C's formats, and the offset of the first" => {
            a.slice_fractals(&from, &extents)?
        };
        stride_order [] (a: Layout) "the axes, largest stride first" => a.stride_order()?;
        merge_axes [] (a: Layout, begin: usize, end: usize) "the axes from begin up to end, joined where they continue each other in row-major order" => a.merge_axes_within(begin, end)?;
        merge_axes_by [] (a: Layout, mask: usize) "the axes whose bits are set, joined with their left neighbours where they continue each other in row-major order" => a.merge_axes(mask as u32)?;
        to_flat [] (a: Layout) "each mode as one axis" => a.to_flat()?;
        level_by_level [] (shape: IntTuple) "compact, inner levels of all modes before outer ones, as in Ascend C" => Layout::level_by_level(shape)?;
    }
}
